//! Throws mutated maps, rule sets, overrides and saves at everything that reads them; see [`ttr_tests::fuzz`].
//!
//! An input that makes something panic is written to `target/fuzz`, and so is one that takes very long. Where the whole
//! program dies, the numbers of the inputs that were being tried are in `target/fuzz/at-*`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use ttr_tests::breaks::workspace;
use ttr_tests::fuzz::{Corpus, Input, Outcome};

const USAGE: &str = "\
usage: fuzz [--inputs N] [--seed S] [--from K] [--threads T]
Tries N mutated inputs (1000000), from number K (0) on; the same seed and number give the same input. Fails if one panics.";

/// An input that takes longer than this is told.
const SLOW: Duration = Duration::from_secs(1);
/// After so long an input hangs.
const PATIENCE: Duration = Duration::from_secs(60);
/// So many slow inputs are listed.
const MOST_SLOW: usize = 10;

struct Options {
    inputs: u64,
    seed: u64,
    from: u64,
    threads: usize,
}

fn options() -> Option<Options> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut options = Options { inputs: 1_000_000, seed: 1, from: 0, threads };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let number: u64 = words.next()?.parse().ok()?;
        match word.as_str() {
            "--inputs" => options.inputs = number,
            "--seed" => options.seed = number,
            "--from" => options.from = number,
            "--threads" => options.threads = usize::try_from(number).ok().filter(|n| *n > 0)?,
            _ => return None,
        }
    }
    Some(options)
}

/// What all threads found.
#[derive(Default)]
struct Found {
    outcomes: BTreeMap<Outcome, u64>,
    panics: Vec<(u64, String)>,
    slow: Vec<(Duration, u64)>,
    slowest: (Duration, u64),
}

/// What a thread is trying.
#[derive(Default)]
struct At {
    number: AtomicU64,
    /// Milliseconds since the start of the run.
    since: AtomicU64,
    done: AtomicBool,
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let folder = workspace().join("target/fuzz");
    if let Err(why) = fs::create_dir_all(&folder) {
        eprintln!("{}: {why}", folder.display());
        return ExitCode::FAILURE;
    }
    // Here the place; the words are told with the input.
    std::panic::set_hook(Box::new(|why| {
        eprintln!("panic at {}", why.location().map(ToString::to_string).unwrap_or_default());
    }));
    run(&options, &folder)
}

fn run(options: &Options, folder: &Path) -> ExitCode {
    let begun = Instant::now();
    let registry = ttr_variants::registry();
    let corpus = Corpus::new(&registry);
    let found = Mutex::new(Found::default());
    let all: Vec<At> = (0..options.threads).map(|_| At::default()).collect();
    std::thread::scope(|scope| {
        for (thread, at) in all.iter().enumerate() {
            let (corpus, found) = (&corpus, &found);
            scope.spawn(move || {
                let registry = ttr_variants::registry();
                let mut note = File::create(folder.join(format!("at-{thread}"))).ok();
                let numbers = (options.from..options.from + options.inputs).skip(thread).step_by(options.threads);
                for number in numbers {
                    at.number.store(number, Ordering::Relaxed);
                    at.since.store(begun.elapsed().as_millis() as u64, Ordering::Relaxed);
                    if let Some(note) = &mut note {
                        // For who looks after the whole program has died; without, all else still works.
                        let _ = note.rewind().and_then(|()| writeln!(note, "{number:<20}"));
                    }
                    let input = Input::new(corpus, options.seed, number);
                    let started = Instant::now();
                    let came = input.run(&registry, number);
                    let mut found = found.lock().unwrap_or_else(|broken| broken.into_inner());
                    found.add(number, came, started.elapsed(), &input, options.seed, folder);
                }
                at.done.store(true, Ordering::Relaxed);
            });
        }
        watch(&all, begun, options, &corpus, folder);
    });
    let found = found.into_inner().unwrap_or_else(|broken| broken.into_inner());
    report(&found, options, begun.elapsed())
}

impl Found {
    fn add(
        &mut self,
        number: u64,
        came: Result<Outcome, String>,
        took: Duration,
        input: &Input,
        seed: u64,
        folder: &Path,
    ) {
        match came {
            Ok(outcome) => *self.outcomes.entry(outcome).or_default() += 1,
            Err(why) => {
                keep(folder, "panic", seed, number, input);
                self.panics.push((number, why));
            }
        }
        if took > SLOW {
            keep(folder, "slow", seed, number, input);
            self.slow.push((took, number));
        }
        self.slowest = self.slowest.max((took, number));
    }
}

/// Writes an input down.
fn keep(folder: &Path, why: &str, seed: u64, number: u64, input: &Input) -> PathBuf {
    let path = folder.join(format!("{why}-{seed}-{number}.{}", input.extension()));
    if let Err(why) = fs::write(&path, input.bytes()) {
        eprintln!("{}: {why}", path.display());
    }
    path
}

/// Waits for the threads, and ends the program if one hangs.
fn watch(all: &[At], begun: Instant, options: &Options, corpus: &Corpus, folder: &Path) {
    while !all.iter().all(|at| at.done.load(Ordering::Relaxed)) {
        std::thread::sleep(Duration::from_millis(100));
        let now = begun.elapsed();
        for at in all.iter().filter(|at| !at.done.load(Ordering::Relaxed)) {
            let since = Duration::from_millis(at.since.load(Ordering::Relaxed));
            if now.saturating_sub(since) > PATIENCE {
                let number = at.number.load(Ordering::Relaxed);
                let path = keep(folder, "hangs", options.seed, number, &Input::new(corpus, options.seed, number));
                eprintln!("input {number} runs for more than {PATIENCE:?}: {}", path.display());
                std::process::exit(1);
            }
        }
    }
}

fn report(found: &Found, options: &Options, took: Duration) -> ExitCode {
    let of = |outcome| found.outcomes.get(&outcome).copied().unwrap_or_default();
    println!(
        "{} inputs of seed {} in {:.1} s on {} threads",
        options.inputs,
        options.seed,
        took.as_secs_f64(),
        options.threads
    );
    println!(
        "{} were no text, {} were refused, {} were played",
        of(Outcome::Unreadable),
        of(Outcome::Refused),
        of(Outcome::Played)
    );
    println!("the slowest took {:.3} s: number {}", found.slowest.0.as_secs_f64(), found.slowest.1);
    let mut slow = found.slow.clone();
    slow.sort_by(|a, b| b.cmp(a));
    for (took, number) in slow.iter().take(MOST_SLOW) {
        println!("slow: number {number} took {:.3} s; it is in target/fuzz", took.as_secs_f64());
    }
    for (number, why) in &found.panics {
        println!("PANIC: number {number}, in target/fuzz: {}", why.lines().next().unwrap_or_default());
    }
    println!("{} panics, {} slow inputs", found.panics.len(), found.slow.len());
    if found.panics.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
