//! `cargo run --release -p ttr-bench`: what playing costs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};
use ttr_bench::baseline::{Baseline, Build, Verdict};
use ttr_bench::{measure, scale, table};

const USAGE: &str = "usage: ttr-bench [PREFIX] [--format text|json] [--no-times] [--check] [--write] [--baseline FILE] [--extra PERCENT]
       ttr-bench --scale [GAMES]

Measures whole games and single steps: instructions, counted by callgrind where valgrind is there, and times.

  PREFIX             only what begins so, as in `games/`
  --format json      figures for programs
  --no-times         instructions only
  --check            fail if anything takes more than 5 % more instructions than the baseline says
  --write            make these figures the baseline
  --baseline FILE    another baseline than bench/baseline.json
  --extra PERCENT    play so many games in a hundred twice, to see the check fail
  --scale [GAMES]    simulate a million games, or so many: the work of two threads against one, and the memory";

#[derive(Default)]
struct Options {
    prefix: String,
    json: bool,
    no_times: bool,
    check: bool,
    write: bool,
    baseline: Option<PathBuf>,
    extra: u64,
    work: Option<String>,
    scale: Option<u64>,
}

fn options() -> Result<Options, String> {
    let mut options = Options::default();
    let mut args = env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = |what: &str| args.next().ok_or_else(|| format!("{what} needs a value"));
        match arg.as_str() {
            "--format" => match value("--format")?.as_str() {
                "json" => options.json = true,
                "text" => options.json = false,
                other => return Err(format!("unknown format {other:?}; known are text and json")),
            },
            "--no-times" => options.no_times = true,
            "--check" => options.check = true,
            "--write" => options.write = true,
            "--baseline" => options.baseline = Some(value("--baseline")?.into()),
            "--extra" => {
                let percent = value("--extra")?;
                options.extra = percent.parse().map_err(|_| format!("{percent:?} is no number of percent"))?;
            }
            "--work" => options.work = Some(value("--work")?),
            "--scale" => options.scale = Some(1_000_000),
            // What `cargo bench` adds.
            "--bench" => {}
            other if other.starts_with('-') => return Err(format!("unknown option {other}")),
            games if options.scale.is_some() => {
                let many = games.parse().ok().filter(|n| *n >= 10);
                options.scale = Some(many.ok_or_else(|| format!("{games:?} is no number of games, ten or more"))?);
            }
            prefix => options.prefix = prefix.to_owned(),
        }
    }
    Ok(options)
}

fn main() -> ExitCode {
    let done = options().and_then(|options| match (&options.work, options.scale) {
        (Some(name), _) => {
            measure::work(name, options.extra).map(|_| ExitCode::SUCCESS).ok_or(format!("no work {name:?}"))
        }
        (_, Some(games)) => scale::report(games).map(|()| ExitCode::SUCCESS),
        _ => run(&options),
    });
    done.unwrap_or_else(|why| {
        eprintln!("{why}\n\n{USAGE}");
        ExitCode::from(2)
    })
}

fn run(options: &Options) -> Result<ExitCode, String> {
    let path = options.baseline.clone().unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("baseline.json"));
    let baseline: Option<Baseline> = match fs::read_to_string(&path) {
        Ok(text) => Some(serde_json::from_str(&text).map_err(|fault| format!("{}: {fault}", path.display()))?),
        Err(_) => None,
    };
    if options.check && baseline.is_none() {
        return Err(format!("there is no baseline at {}", path.display()));
    }
    let other = baseline.as_ref().is_some_and(|baseline| baseline.build != Build::this());
    if options.write && other && !options.prefix.is_empty() {
        return Err("the baseline is of another build: it can only be written as a whole".to_owned());
    }
    let figures = measure::all(&options.prefix, options.extra, !options.no_times)?;
    if figures.is_empty() {
        return Err(format!("nothing is measured whose name begins with {:?}", options.prefix));
    }
    if options.json {
        println!("{}", table::json(&figures));
    } else {
        print!("{}", table::text(&figures, baseline.as_ref()));
    }
    let now = Baseline::of(&figures);
    if options.write {
        write(&path, baseline, now)?;
        return Ok(ExitCode::SUCCESS);
    }
    if !options.check {
        return Ok(ExitCode::SUCCESS);
    }
    match baseline.map_or(Verdict::Good, |baseline| baseline.compare(&now)) {
        Verdict::Good => Ok(ExitCode::SUCCESS),
        Verdict::Unknown(names) => {
            eprintln!("\nthe baseline has no {}: --write", names.join(", "));
            Ok(ExitCode::FAILURE)
        }
        Verdict::NotComparable(why) => {
            eprintln!("\nnot compared: {why}");
            Ok(ExitCode::SUCCESS)
        }
        Verdict::Grown(grown) => {
            for (name, before, now) in grown {
                eprintln!("\n{name} takes {now} instructions, more than 5 % above the baseline of {before}");
            }
            eprintln!("if that is meant, write the baseline anew in the same commit: --write");
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Writes what was measured over the baseline; what was not stays, if it is of the same build.
fn write(path: &Path, before: Option<Baseline>, mut now: Baseline) -> Result<(), String> {
    if let Some(before) = before.filter(|before| before.build == now.build) {
        for (name, instructions) in before.instructions {
            now.instructions.entry(name).or_insert(instructions);
        }
    }
    let text = serde_json::to_string_pretty(&now).map_err(|fault| fault.to_string())?;
    fs::write(path, text + "\n").map_err(|fault| format!("{}: {fault}", path.display()))
}
