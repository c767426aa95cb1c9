//! Plays many random games on a map, looks at every property in each, and prints how often what happened; see
//! [`ttr_tests::soak`].

use std::process::ExitCode;
use std::time::Instant;
use ttr_core::GameSource;
use ttr_tests::soak::{Soaked, soak, tables, wanted};

const USAGE: &str = "\
usage: soak MAP [--games N] [--seed S] [--from K] [--threads T] [--rules RULESET] [--set KEY=VALUE]... [--counts-only]
Plays N games (1000) of players like `random:kinds`, from number K (0) on, with every number of players in turn, and looks at
all properties in each; the same seed and number give the same game. MAP is the name of a bundled map or the path of a map
file. With --counts-only the games are played and counted, nothing more. Fails if a property does not hold, or if something
did not happen that tests/soak.toml wants.";

/// So often it is told how far it has come.
const TOLD: u64 = 500;
/// So many broken properties are told.
const MOST_BROKEN: usize = 10;

struct Options {
    map: String,
    games: u64,
    seed: u64,
    from: u64,
    threads: usize,
    rules: Option<String>,
    set: Vec<String>,
    properties: bool,
}

fn options() -> Option<Options> {
    let mut words = std::env::args().skip(1);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let map = words.next().filter(|word| !word.starts_with('-'))?;
    let (rules, set) = (None, Vec::new());
    let mut options = Options { map, games: 1000, seed: 1, from: 0, threads, rules, set, properties: true };
    while let Some(word) = words.next() {
        if word == "--counts-only" {
            options.properties = false;
            continue;
        }
        let value = words.next()?;
        match word.as_str() {
            "--games" => options.games = value.parse().ok()?,
            "--seed" => options.seed = value.parse().ok()?,
            "--from" => options.from = value.parse().ok()?,
            "--threads" => options.threads = value.parse().ok().filter(|n| *n > 0)?,
            "--rules" => options.rules = Some(value),
            "--set" => options.set.push(value),
            _ => return None,
        }
    }
    Some(options)
}

fn source(options: &Options) -> Result<GameSource, String> {
    let registry = ttr_variants::registry();
    let text = match registry.find_map(&options.map) {
        Some(text) => text.to_owned(),
        None => std::fs::read_to_string(&options.map).map_err(|why| format!("{}: {why}", options.map))?,
    };
    let mut source = GameSource::new(options.map.as_str(), text, 2);
    if let Some(name) = &options.rules {
        let text = registry.find_rule_set(name).ok_or_else(|| format!("no rule set is named {name:?}"))?;
        source = source.with_rules(name.as_str(), text);
    }
    for set in &options.set {
        source = source.with_set(set.as_str());
    }
    Ok(source)
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<bool, String> {
    let tables = tables(&source(options)?)?;
    let wanted = wanted(tables[0].rules.rule_set())?;
    // Told with the game below.
    std::panic::set_hook(Box::new(|_| {}));
    let begun = Instant::now();
    let told = |done: u64| {
        if done.is_multiple_of(TOLD) {
            eprintln!("{done} games in {:.0} s", begun.elapsed().as_secs_f64());
        }
    };
    let numbers = options.from..options.from.saturating_add(options.games);
    let soaked = soak(&tables, options.seed, numbers, options.threads, options.properties, told);
    let seconds = begun.elapsed().as_secs_f64();
    let players: Vec<String> = tables.iter().map(|table| table.rules.players().to_string()).collect();
    println!(
        "{} games of seed {} on {}, {} rules, with {} players, in {seconds:.1} s on {} threads",
        options.games,
        options.seed,
        options.map,
        tables[0].rules.rule_set(),
        players.join(", "),
        options.threads,
    );
    // A board that was made for other rules may not have what these rules are about.
    Ok(report(&soaked, &wanted, options.rules.is_none()))
}

fn report(soaked: &Soaked, wanted: &[(String, String)], must: bool) -> bool {
    println!("\nwhat happened:");
    soaked.counts.iter().for_each(|(name, n)| println!("{n:>12}  {name}"));
    println!("\nseconds, on all threads together:");
    soaked.took.iter().for_each(|(name, took)| println!("{:>12.1}  {name}", took.as_secs_f64()));
    let mut lacking = 0;
    if !wanted.is_empty() {
        println!("\nwhat {} happen:", if must { "must" } else { "may" });
    }
    for (words, name) in wanted {
        let n = soaked.counts.get(name).copied().unwrap_or_default();
        println!("{n:>12}  {words}{}", if n == 0 && must { "  <- NEVER" } else { "" });
        lacking += u64::from(n == 0 && must);
    }
    for (number, property, said) in soaked.broken.iter().take(MOST_BROKEN) {
        println!("\nBROKEN in game {number}: {property}\n{said}");
    }
    println!("\n{} broken properties, {lacking} things that never happened", soaked.broken.len());
    soaked.broken.is_empty() && lacking == 0
}
