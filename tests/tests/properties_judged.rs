//! Independent judges: final scores, payments and the longest trail against naive code that uses plain lists and no type
//! of the engine.

use serde_json::Value as Json;
use std::collections::BTreeMap;
use ttr_core::ActionSpace;
use ttr_core::trail::{TRAIL_BUDGET, TrailEdge, longest_trail};
use ttr_tests::judge;
use ttr_tests::judging::{SCORING, judge_game, judge_of, unknown, view_json};
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
    let others = ["route-points/removed", "stations/uses"];
    for rule in bonuses.iter().chain(&others) {
        assert!(lines.get(*rule).is_some_and(|n| *n > 0), "no line of {rule}");
    }
}

#[test]
fn payments_of_every_route_are_those_of_a_brute_force() {
    let tables = judged(&["cost", "claim", "filter"]);
    let mut compared = 0;
    for table in &tables {
        let judge = judge_of(table);
        for seed in Table::seeds(24, tables.len()) {
            let mut walk = Walk::new(&table.rules, seed);
            let mut rng = Rng::new(!seed);
            while let Some((who, action)) = walk.choice() {
                let in_turn = walk.frame().is_some_and(|f| table.rules.decision(f.decision).name == "core/turn");
                if in_turn && rng.one_in(5) {
                    let place = format!("{}: {}", table.name, walk.place());
                    let mut space = ActionSpace::new(&table.rules);
                    table.rules.legal(&walk.state, who, &mut space);
                    let listed = space.iter().map(|a| table.rules.action_json(&walk.state, who, &a));
                    let got: Vec<Json> = listed
                        .filter(|a| a["op"] == "claim/route")
                        .map(|mut a| {
                            a.as_object_mut().expect("an action").remove("op");
                            a
                        })
                        .collect();
                    let expected = judge.claims(&view_json(&walk, Some(who)));
                    assert_eq!(got, expected, "{place}");
                    compared += got.len();
                }
                walk.take(who, &action);
            }
        }
    }
    println!("{compared} payments");
    assert!(compared > 1000);
}

#[test]
fn the_longest_trail_is_that_of_a_brute_force() {
    let mut rng = Rng::new(7);
    let times = Table::seeds(6_000, 1).end;
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
