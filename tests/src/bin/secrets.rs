//! Looks for secrets that come out, longer than the tests do: pairs of games that differ in nothing but something that a seat can't see,
//! on every bundled map with every number of players.

use std::process::ExitCode;
use ttr_core::GameSource;
use ttr_tests::props::{self, Compared};
use ttr_tests::soak::tables;

const USAGE: &str = "\
usage: secrets [--pairs N] [--from SEED] [MAP]...
Makes up N pairs of games (2000) on each map, all bundled ones where none is named, and looks whether the seats that can't see the
difference see or hear of it: events, who is asked, legal actions, views. Beside each pair a position is dealt anew behind the back of
each seat. Fails at the first secret that comes out.";

/// Games from which the pairs are made, between two counts.
const AT_ONCE: u64 = 8;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (mut pairs, mut seed, mut maps) = (2000, 1, Vec::new());
    while let Some(word) = words.next() {
        let number = match word.as_str() {
            "--pairs" | "--from" => words.next().and_then(|value| value.parse::<u64>().ok()),
            name if !name.starts_with('-') => {
                maps.push(name.to_owned());
                continue;
            }
            _ => None,
        };
        match (number, word.as_str()) {
            (Some(number), "--pairs") => pairs = number as usize,
            (Some(number), _) => seed = number,
            (None, _) => {
                eprintln!("{USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    let registry = ttr_variants::registry();
    if maps.is_empty() {
        maps.extend(registry.maps().map(|(name, _)| name.to_owned()));
    }
    for name in &maps {
        let Some(text) = registry.find_map(name) else {
            eprintln!("no bundled map is named {name:?}");
            return ExitCode::from(2);
        };
        let tables = match tables(&GameSource::new(name.as_str(), text, 2)) {
            Ok(tables) => tables,
            Err(why) => {
                eprintln!("{name}: {why}");
                return ExitCode::FAILURE;
            }
        };
        let mut all = Compared::default();
        let mut from = seed;
        while all.pairs < pairs {
            for table in &tables {
                let compared = props::secrets_leave_no_trace(table, from..from + AT_ONCE, true, 3);
                all.pairs += compared.pairs;
                all.steps += compared.steps;
                props::views_survive_a_new_deal(table, from..from + AT_ONCE, 6);
            }
            from += AT_ONCE;
        }
        println!("{name}: {} pairs of games, compared after {} steps: nothing came out", all.pairs, all.steps);
    }
    ExitCode::SUCCESS
}
