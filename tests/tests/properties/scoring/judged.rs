//! Independent judges: final scores, payments and the longest trail against naive code that uses plain lists and no type
//! of the engine.

use serde_json::Value as Json;
use std::collections::BTreeMap;
use ttr_core::{ActionSpace, GameSource};
use ttr_files::names;
use ttr_solve::{TRAIL_BUDGET, TrailEdge, longest_trail};
use ttr_tests::judge::judging::{SCORING, judge_game, judge_of, told, unknown, view_json};
use ttr_tests::judge::{self, Judge};
use ttr_tests::props::{Rng, Table, Walk, tables};

/// The tables of which the judge knows every module with a say in these seams; the modules of others are told.
fn judged(seams: &[&str]) -> Vec<Table> {
    let mut judged = Vec::new();
    for table in tables() {
        let unknown = unknown(&table, seams);
        if unknown.is_empty() {
            judged.push(table);
        } else {
            println!("{}: not judged, because of {}", table.name, unknown.join(", "));
        }
    }
    assert!(!judged.is_empty());
    judged
}

#[test]
fn final_scores_are_those_of_a_naive_scorer() {
    let tables = judged(SCORING);
    let mut shared = 0;
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    for table in &tables {
        let judge = judge_of(table);
        for seed in Table::seeds(2000, tables.len()) {
            let game = judge_game(table, &judge, seed);
            shared += usize::from(game.winners.len() > 1);
            for (rule, _) in game.verdicts.into_iter().flat_map(|verdict| verdict.lines) {
                *lines.entry(rule).or_default() += 1;
            }
        }
    }
    println!("{shared} shared victories; lines: {lines:#?}");
    let bonuses =
        ["longest-path/longest-path", "most-tickets/most-tickets", "tunnels/most-tunnels", "ferries/most-ferries"];
    let others = [
        "route-points/removed",
        "stations/uses",
        "tours/in-order",
        "tours/any-order",
        "ports/port",
        "ports/unbuilt",
        "exchange/exchanged",
    ];
    for rule in bonuses.iter().chain(&others) {
        assert!(lines.get(*rule).is_some_and(|n| *n > 0), "no line of {rule}");
    }
}

/// How many payments were compared, by what they pay for.
type Compared = BTreeMap<&'static str, usize>;

/// Compares what is listed for cards in the turns of a game, now and then, with a brute force over all bags of cards
/// within the hand. Where a hand has too many of them, what they would pay for is left out.
fn compare_payments(table: &Table, judge: &Judge, seed: u64, compared: &mut Compared) {
    let rules = &*table.rules;
    let mut walk = Walk::new(rules, seed);
    let (mut rng, mut log) = (Rng::new(!seed), Vec::new());
    loop {
        log.extend(told(&walk));
        let Some((who, action)) = walk.choice() else { return };
        let in_turn = walk.frame().is_some_and(|f| rules.decision(f.decision).name == "core/turn");
        if in_turn && rng.one_in(12) {
            let place = format!("{}: {}", table.name, walk.place());
            let mut space = ActionSpace::new(rules);
            rules.legal(&walk.state, who, &mut space);
            let listed: Vec<Json> =
                space.iter().map(|a| names::action(rules.view(&walk.state, Some(who)), &a)).collect();
            let view = view_json(&walk, Some(who));
            let expected = judge.claims(&view);
            let mut got = of_op(&listed, "claim/route");
            got.retain(|claim| !expected.skipped.contains(&claim["route"]));
            assert_eq!(in_any_order(got.clone()), in_any_order(expected.actions), "{place}");
            got.iter().for_each(|claim| *compared.entry(judge.sort_of_route(&claim["route"])).or_default() += 1);
            if let Some(expected) = judge.ports(&view, &judge.open_ports(&view, &log)) {
                let got = of_op(&listed, "ports/build");
                assert_eq!(in_any_order(got.clone()), in_any_order(expected), "{place}");
                *compared.entry("port").or_default() += got.len();
            }
        }
        walk.take(who, &action);
    }
}

/// What is listed, sorted: the judge does not know the order of routes and cities.
fn in_any_order(mut listed: Vec<Json>) -> Vec<Json> {
    listed.sort_by_key(ToString::to_string);
    listed
}

/// The actions of an operation, without its name.
fn of_op(listed: &[Json], op: &str) -> Vec<Json> {
    let mut of_op: Vec<Json> = listed.iter().filter(|a| a["op"] == op).cloned().collect();
    of_op.iter_mut().for_each(|a| drop(a.as_object_mut().expect("an action").remove("op")));
    of_op
}

#[test]
fn payments_of_every_route_are_those_of_a_brute_force() {
    let tables = judged(&["cost", "claim", "filter"]);
    let mut compared = Compared::new();
    for table in &tables {
        let judge = judge_of(table);
        Table::seeds(80, tables.len()).for_each(|seed| compare_payments(table, &judge, seed, &mut compared));
    }
    println!("{compared:?}");
    assert!(SORTS.iter().chain(&["ferry"]).all(|sort| compared.contains_key(sort)), "{compared:?}");
    assert!(compared.values().sum::<usize>() > 1000, "{compared:?}");
}

/// What payments are for, where all sorts of costs are in play.
const SORTS: [&str; 6] = ["train", "gray train", "pair", "ship", "gray ship", "port"];

#[test]
fn payments_with_few_colours_and_many_wilds_are_those_of_a_brute_force() {
    let registry = ttr_variants::registry();
    let map = registry.find_map("world").expect("a bundled map");
    let mut compared = Compared::new();
    // Hands of few kinds can be larger, so that long routes and several pairs are paid for in many ways.
    for (players, wilds) in [(2, 10), (3, 40)] {
        let mut source =
            GameSource::new("world", map, players).with_set(format!("cards.decks.train.wild.count={wilds}"));
        for colour in ["green", "purple", "yellow", "black"] {
            source = source.with_set(format!("cards.decks.train.{colour}=0"));
            for kind in [format!("train.\"{colour} port\""), format!("ship.\"{colour} ship\"")] {
                source = source.with_set(format!("cards.decks.{kind}.count=0"));
            }
            source = source.with_set(format!("cards.decks.ship.\"{colour} double ship\".count=0"));
        }
        for (deck, kind) in
            [("train", "red port"), ("train", "white port"), ("ship", "red ship"), ("ship", "white ship")]
        {
            source = source.with_set(format!("cards.decks.{deck}.\"{kind}\".count=12"));
        }
        let table = Table::new(ttr_variants::registry, source);
        let judge = judge_of(&table);
        Table::seeds(4, 1).for_each(|seed| compare_payments(&table, &judge, seed, &mut compared));
    }
    println!("{compared:?}");
    assert!(SORTS.iter().all(|sort| compared.get(sort).is_some_and(|n| *n > 100)), "{compared:?}");
}

#[test]
fn the_longest_trail_is_that_of_a_brute_force() {
    let mut rng = Rng::new(7);
    let times = Table::seeds(800, 1).end;
    for n in 0..times {
        let cities = 2 + rng.below(7);
        let edges: Vec<(usize, usize, u32)> = (0..rng.below(13))
            .map(|_| {
                let a = rng.below(cities);
                // Parallel edges and rings come by themselves, loops now and then.
                let b = if rng.one_in(12) { a } else { (a + 1 + rng.below(cities - 1)) % cities };
                (a, b, 1 + rng.below(6) as u32)
            })
            .collect();
        let input: Vec<TrailEdge> =
            edges.iter().map(|&(a, b, weight)| TrailEdge { ends: [a as u16, b as u16], weight }).collect();
        let trail = longest_trail(&input, TRAIL_BUDGET);
        assert!(trail.exact, "graph {n}: {edges:?}");
        assert_eq!(trail.length, judge::longest_trail(&edges), "graph {n}: {edges:?}");
        // The proof is a trail, and has that length.
        let mut used = trail.edges.clone();
        used.sort_unstable();
        used.dedup();
        assert_eq!(used.len(), trail.edges.len(), "graph {n}: an edge twice");
        assert_eq!(trail.edges.iter().map(|&e| input[e].weight).sum::<u32>(), trail.length, "graph {n}");
        if !trail.edges.is_empty() {
            let cities = trail.cities(&input);
            assert_eq!(cities.len(), trail.edges.len() + 1, "graph {n}: {edges:?}");
            for (i, &e) in trail.edges.iter().enumerate() {
                let ends = [cities[i], cities[i + 1]];
                assert!(input[e].ends == ends || input[e].ends == [ends[1], ends[0]], "graph {n}: {edges:?}");
            }
        }
    }
}
