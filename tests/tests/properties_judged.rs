//! Independent judges: final scores, payments and the longest trail against naive code that uses plain lists and no type
//! of the engine.

use serde_json::Value as Json;
use ttr_core::score::SideScore;
use ttr_core::trail::{TRAIL_BUDGET, TrailEdge, longest_trail};
use ttr_core::{ActionSpace, Event, Line, Rules, ScoreSheet, What};
use ttr_tests::judge::{self, End, Judge, Verdict};
use ttr_tests::props::{Rng, Table, Walk, tables};

/// The tables of which the judge knows every module with a say in these seams, and the names of the modules of others.
fn judged(seams: &[&str]) -> Vec<Table> {
    let mut judged = Vec::new();
    for table in tables() {
        let has_a_say = |m: &&ttr_core::rules::ModuleInfo| m.seams.iter().any(|(seam, _)| seams.contains(seam));
        let ids = table.rules.modules().iter().filter(has_a_say).map(|m| m.manifest.id);
        let unknown: Vec<&str> = ids.filter(|id| !judge::KNOWN.contains(id)).collect();
        if unknown.is_empty() {
            judged.push(table);
        } else {
            println!("{}: not judged, because of {}", table.name, unknown.join(", "));
        }
    }
    assert!(!judged.is_empty());
    judged
}

fn judge_of(table: &Table) -> Judge {
    let registry = (table.registry)();
    let rules = match (&table.source.rule_set, table.source.rules_asked_for()) {
        (Some(given), _) => Some((given.name.clone(), given.text.clone())),
        (None, Some(ttr_core::source::RulesRef::Named(name, _))) => {
            let text = registry.find_rule_set(&name).expect("a bundled rule set").to_owned();
            Some((name, text))
        }
        _ => None,
    };
    let rules = rules.as_ref().map(|(name, text)| (name.as_str(), text.as_str()));
    Judge::new(&table.source.map.text, rules, table.rules.players())
}

fn sides(rules: &Rules) -> Vec<Vec<String>> {
    rules.side_ids().map(|side| rules.members(side).iter().map(|who| rules.seat_name(who)).collect()).collect()
}

fn view_json(walk: &Walk<'_>, viewer: Option<ttr_core::PlayerId>) -> Json {
    serde_json::to_value(walk.rules.view(&walk.state, viewer).to_owned()).expect("a view is plain data")
}

/// What happened in the latest step that a score outlives, as an onlooker hears it.
fn told(walk: &Walk<'_>) -> Vec<Json> {
    let outlives = |event: &&Event| matches!(event.what, What::Released { .. } | What::Chose { .. });
    walk.events.iter().filter(outlives).map(|event| walk.rules.event_json(event, None)).collect()
}

/// The routes that sides use of others, by the proofs of the sheet.
fn borrowed(rules: &Rules, sheet: &ScoreSheet) -> Vec<Vec<(String, Json)>> {
    let of_line = |line: &Line| {
        let city = rules.board().cities[line.proof.cities.first()?.index()].name.clone();
        Some((city, rules.route_json(*line.proof.routes.first()?)))
    };
    let of_side = |side: &SideScore| {
        let uses = side.lines.iter().filter(|line| line.rule == "stations/uses");
        uses.filter_map(of_line).collect()
    };
    sheet.sides.iter().map(of_side).collect()
}

#[test]
fn final_scores_are_those_of_a_naive_scorer() {
    let tables = judged(&["score", "network", "ticket"]);
    let (mut shared, mut bonuses) = (0, 0);
    for table in &tables {
        let judge = judge_of(table);
        let sides = sides(&table.rules);
        for seed in Table::seeds(2000, tables.len()) {
            let mut walk = Walk::new(&table.rules, seed);
            let mut log = told(&walk);
            while walk.step() {
                log.extend(told(&walk));
            }
            let place = format!("{}: {}", table.name, walk.place());
            let sheet = table.rules.score(&walk.state);
            let borrowed = borrowed(&table.rules, &sheet);
            let end = End { view: &view_json(&walk, None), log: &log, sides: &sides, borrowed: &borrowed };
            let (expected, winners) = judge.score(&end);
            assert!(sheet.is_final && sheet.exact, "{place}");
            let got: Vec<Verdict> = sheet
                .sides
                .iter()
                .map(|side| {
                    let mut lines: Vec<(String, i64)> =
                        side.lines.iter().map(|l| (l.rule.clone(), l.points.into())).collect();
                    lines.sort();
                    Verdict { lines, total: side.total.into() }
                })
                .collect();
            assert_eq!(got, expected, "{place}");
            let got: Vec<usize> = sheet.winners.iter().map(|s| s.index()).collect();
            assert_eq!(got, winners, "{place}");
            // What a view of the end says is the same.
            let totals: Vec<i64> = expected.iter().map(|v| v.total).collect();
            let view = table.rules.view(&walk.state, None).to_owned();
            assert_eq!(view.score.iter().map(|n| i64::from(*n)).collect::<Vec<_>>(), totals, "{place}");
            shared += usize::from(winners.len() > 1);
            bonuses += expected.iter().filter(|v| v.lines.iter().any(|(r, _)| r.starts_with("longest-path"))).count();
        }
    }
    println!("{shared} shared victories, {bonuses} longest paths");
    assert!(bonuses > 0);
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
