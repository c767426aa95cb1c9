//! Throws mutated input at every command of the program, in processes with limits; see [`ttr_tests::fuzz::commands`].
//!
//! What goes wrong is written to `target/fuzz-commands`, with all that the run was given.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use ttr_tests::breaks::workspace;
use ttr_tests::fuzz::Corpus;
use ttr_tests::fuzz::commands::{Attempt, commands};

const USAGE: &str = "\
usage: fuzz-commands [--inputs N] [--pictures N] [--seed S] [--from K] [--threads T] [--only COMMAND] [--program PATH]
Runs each command with N mutated inputs (20000; `render` 2000), from number K (0) on, with 1 GiB of memory and 10 s each; the same seed
and number give the same input. PATH is the program, target/release/ttr unless it is said. Fails if one panics, hangs, or is killed.";

struct Options {
    inputs: u64,
    pictures: u64,
    seed: u64,
    from: u64,
    threads: u64,
    only: Option<String>,
    program: PathBuf,
}

fn options() -> Option<Options> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from);
    let program = target.join("release/ttr");
    let mut options = Options { inputs: 20_000, pictures: 2_000, seed: 1, from: 0, threads, only: None, program };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next()?;
        let number = || value.parse::<u64>().ok();
        match word.as_str() {
            "--inputs" => options.inputs = number()?,
            "--pictures" => options.pictures = number()?,
            "--seed" => options.seed = number()?,
            "--from" => options.from = number()?,
            "--threads" => options.threads = number().filter(|n| *n > 0)?,
            "--only" => options.only = Some(value),
            "--program" => options.program = PathBuf::from(value),
            _ => return None,
        }
    }
    Some(options)
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let program = match options.program.canonicalize() {
        Ok(program) => program,
        Err(why) => {
            eprintln!("{}: {why}; `cargo build --release` makes it", options.program.display());
            return ExitCode::from(2);
        }
    };
    let corpus = Corpus::new(&ttr_variants::registry());
    let kept = workspace().join("target/fuzz-commands");
    let mut wrong = 0;
    for command in commands().filter(|command| options.only.as_ref().is_none_or(|only| only == command)) {
        let inputs = if command == "render" { options.pictures.min(options.inputs) } else { options.inputs };
        let (next, found, begun) = (AtomicU64::new(options.from), AtomicU64::new(0), Instant::now());
        std::thread::scope(|scope| {
            for thread in 0..options.threads {
                let (next, found, program, corpus, kept, options) = (&next, &found, &program, &corpus, &kept, &options);
                scope.spawn(move || {
                    let folder = kept.join(format!("at-{thread}"));
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= options.from + inputs {
                            return;
                        }
                        let attempt = Attempt::new(corpus, command, options.seed, number);
                        let why = match attempt.run(program, &folder) {
                            Ok(None) => continue,
                            Ok(Some(wrong)) => format!("{}\n{}", wrong.why, wrong.said),
                            Err(why) => format!("it can't be run: {why}"),
                        };
                        found.fetch_add(1, Ordering::Relaxed);
                        let name = format!("{command}-{}-{number}", options.seed);
                        let at = attempt.keep(&kept.join(&name)).map_or(name, |path| path.display().to_string());
                        eprintln!("WRONG: ttr {:?}: {why}\n  in {at}", attempt.args);
                    }
                });
            }
        });
        let found = found.into_inner();
        println!(
            "{command}: {inputs} inputs of seed {} in {:.1} s: {found} wrong",
            options.seed,
            begun.elapsed().as_secs_f64()
        );
        wrong += found;
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
