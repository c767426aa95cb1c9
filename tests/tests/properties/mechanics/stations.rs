//! The best use of stations equals that of trying everything, at the end of random games on random small boards, on which
//! routes are few and tickets many; and no bonus counts what was borrowed.

use std::fmt::Write as _;
use ttr_core::GameSource;
use ttr_tests::judge::best_use;
use ttr_tests::judge::judging::{judge_game, judge_of};
use ttr_tests::props::{Rng, Table};

/// A board of some cities, of which each is joined with an earlier one, and some more routes; and many tickets.
fn random_board(rng: &mut Rng) -> String {
    let cities = 7 + rng.below(6);
    let mut text = String::from("format = 1\nname = \"Random\"\nrules = \"ussr\"\nroutes = [\n");
    let colours = ["gray", "gray", "red", "blue"];
    for n in 1..cities + cities / 2 {
        let a = if n < cities { n } else { rng.below(cities) };
        let b = if n < cities { rng.below(n) } else { (a + 1 + rng.below(cities - 1)) % cities };
        let said = ["", "", ", tunnel = true", ", ferry = 1"][rng.below(4)];
        let (length, colour) = (1 + rng.below(2), colours[rng.below(4)]);
        writeln!(text, "{{ between = [\"C{a}\", \"C{b}\"], length = {length}, colour = {colour:?}{said} }},").unwrap();
    }
    text += "]\ntickets = [\n";
    for _ in 0..40 {
        let a = rng.below(cities);
        let b = (a + 1 + rng.below(cities - 1)) % cities;
        writeln!(text, "{{ cities = [\"C{a}\", \"C{b}\"], points = {} }},", 1 + rng.below(9)).unwrap();
    }
    text += "]\n[set]\npieces.train = 7\nstations.cost = [1, 1, 1]\ntickets.keep = 4\n[cities]\n";
    (0..cities).for_each(|n| writeln!(text, "C{n} = {{}}").unwrap());
    // Two entries between the same cities may be.
    text + "[lints]\n\"map::parallel-entries\" = \"allow\"\n"
}

#[test]
fn stations_are_used_as_well_as_can_be_and_for_tickets_only() {
    let mut rng = Rng::new(11);
    let (mut uses, mut unbuilt, mut games) = ([0; 4], 0, 0);
    for seed in Table::seeds(400, 1) {
        let players = 2 + (seed % 4) as usize;
        let source = GameSource::new("random", random_board(&mut rng), players);
        let table = Table::new(ttr_variants::registry, source);
        let game = judge_game(&table, &judge_of(&table), seed * 2 + 1);
        games += 1;
        for verdict in &game.verdicts {
            let used = verdict.lines.iter().filter(|(rule, _)| rule == "stations/uses").count();
            uses[used] += 1;
            unbuilt += verdict.lines.iter().filter(|(rule, _)| rule == "stations/unbuilt").count();
        }
    }
    println!(
        "{games} games; players whose tickets used 0, 1, 2, 3 routes of others: {uses:?}; with stations left: {unbuilt}"
    );
    assert!(uses.iter().all(|n| *n > 20) && unbuilt > 20);
}

#[test]
fn trying_everything_is_right_where_it_can_be_seen() {
    // Nothing to use, one useful route, and two that are only useful together.
    let ticket = [(0, 3, 9)];
    assert_eq!(best_use(&[(0, 1)], &[], &ticket), (-9, 0));
    assert_eq!(best_use(&[(0, 1)], &[vec![(1, 3), (1, 2)]], &ticket), (9, 1));
    assert_eq!(best_use(&[(0, 1)], &[vec![(1, 2)], vec![(2, 3)]], &ticket), (9, 1));
    // One of 8 or two of 4: the more tickets.
    let tickets = [(0, 2, 8), (0, 3, 4), (0, 4, 4)];
    assert_eq!(best_use(&[(0, 1), (3, 4)], &[vec![(1, 2), (1, 3)]], &tickets), (0, 2));
}
