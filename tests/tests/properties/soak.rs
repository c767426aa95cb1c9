//! A short run of `cargo run --release -p ttr-tests --bin soak`, on every bundled map.

use ttr_core::GameSource;
use ttr_tests::soak::{Counts, count, game_seed, soak, tables, wanted};

/// So many games are counted on each map.
const GAMES: u64 = 400;

#[test]
fn what_must_happen_happens() {
    for (map, text) in ttr_variants::registry().maps() {
        let tables = tables(&GameSource::new(map, text, 2)).expect("a bundled map");
        let soaked = soak(&tables, 1, 0..GAMES, 2, false, |_| {});
        println!("{map}: {:#?}", soaked.counts);
        assert_eq!(soaked.broken, []);
        for (words, name) in wanted(tables[0].rules.rule_set()).expect("a table") {
            let n = soaked.counts.get(&name).copied().unwrap_or_default();
            assert!(n > 0, "{map}: in {GAMES} games it never happened that {words} ({name})");
        }
    }
}

#[test]
fn every_property_holds_with_every_number_of_players() {
    for (map, text) in ttr_variants::registry().maps() {
        let tables = tables(&GameSource::new(map, text, 2)).expect("a bundled map");
        let soaked = soak(&tables, 1, 0..tables.len() as u64, 2, true, |_| {});
        assert_eq!(soaked.broken, [], "{map}");
    }
}

#[test]
fn a_game_of_a_soak_is_the_same_every_time() {
    let registry = ttr_variants::registry();
    let (map, text) = registry.maps().next().expect("a bundled map");
    let tables = tables(&GameSource::new(map, text, 2)).expect("a bundled map");
    let counted = |seed: u64, number: u64| {
        let mut counts = Counts::new();
        count(&tables[0], game_seed(seed, number), &mut counts);
        counts
    };
    assert_eq!(counted(1, 3), counted(1, 3));
    assert_ne!(counted(1, 3), counted(2, 3));
    assert_ne!(counted(1, 3), counted(1, 4));
}

#[test]
fn no_rules_of_that_name_want_nothing() {
    assert_eq!(wanted("no such rules"), Ok(Vec::new()));
}
