//! Games before the judges of [`crate::judge`]: who is told what, and whether the verdicts agree.

use crate::judge::{End, Judge, KNOWN, Verdict};
use crate::props::{Table, Walk};
use serde_json::Value as Json;
use ttr_core::rules::ModuleInfo;
use ttr_core::score::SideScore;
use ttr_core::{Event, PlayerId, Rules, ScoreLine, ScoreSheet, What};
use ttr_files::{OwnedView, names};

/// The seams with a say in a final score.
pub const SCORING: &[&str] = &["score", "network", "ticket"];

/// The modules of a table that have a say in these seams, and that the judges do not know.
pub fn unknown(table: &Table, seams: &[&str]) -> Vec<&'static str> {
    let has_a_say = |m: &&ModuleInfo| m.seams.iter().any(|(seam, _)| seams.contains(seam));
    let ids = table.rules.modules().iter().filter(has_a_say).map(|m| m.manifest.id);
    ids.filter(|id| !KNOWN.contains(id)).collect()
}

/// The judge of a table.
///
/// # Panics
/// If its rule set is not bundled, nor in its map.
pub fn judge_of(table: &Table) -> Judge {
    let registry = &table.registry;
    let rules = match (&table.source.rule_set, table.source.rules_asked_for()) {
        (Some(given), _) => Some((given.name.clone(), given.text.clone())),
        (None, Some(ttr_source::RulesRef::Named(name, _))) => {
            let text = registry.find_rule_set(&name).expect("a bundled rule set").to_owned();
            Some((name, text))
        }
        _ => None,
    };
    let rules = rules.as_ref().map(|(name, text)| (name.as_str(), text.as_str()));
    Judge::new(&table.source.map.text, rules, table.rules.players())
}

/// What somebody sees of a position, as JSON.
///
/// # Panics
/// Never: a view is plain data.
pub fn view_json(walk: &Walk<'_>, viewer: Option<PlayerId>) -> Json {
    serde_json::to_value(OwnedView::of(walk.rules.view(&walk.state, viewer))).expect("a view is plain data")
}

/// The names of the players of each side.
fn sides(rules: &Rules) -> Vec<Vec<String>> {
    rules.side_ids().map(|side| rules.members(side).iter().map(|who| rules.seat_name(who)).collect()).collect()
}

/// What happened in the latest step that the board does not keep, as an onlooker hears it.
pub fn told(walk: &Walk<'_>) -> Vec<Json> {
    let kept = |event: &&Event| matches!(event.what, What::Released { .. } | What::Chose { .. });
    walk.events.iter().filter(kept).map(|event| names::event_json(walk.rules, event, None)).collect()
}

/// The routes that sides use of others, by the proofs of the sheet.
fn borrowed(rules: &Rules, sheet: &ScoreSheet) -> Vec<Vec<(String, Json)>> {
    let of_line = |line: &ScoreLine| {
        let city = rules.board().cities[line.proof.cities.first()?.index()].name.clone();
        Some((city, names::route(rules, *line.proof.routes.first()?)))
    };
    let of_side = |side: &SideScore| {
        let uses = side.lines.iter().filter(|line| line.rule == "stations/uses");
        uses.filter_map(of_line).collect()
    };
    sheet.sides.iter().map(of_side).collect()
}

/// A game that was judged.
pub struct Judged {
    /// What the judge says of each side.
    pub verdicts: Vec<Verdict>,
    /// The sides that won.
    pub winners: Vec<usize>,
}

/// Plays the random game of a seed to its end and compares the final score with that of the judge.
///
/// # Panics
/// If they differ.
pub fn judge_game(table: &Table, judge: &Judge, seed: u64) -> Judged {
    let rules = &*table.rules;
    let sides = sides(rules);
    let mut walk = Walk::new(rules, seed);
    let mut log = told(&walk);
    while walk.step() {
        log.extend(told(&walk));
    }
    let place = format!("{}: {}", table.name, walk.place());
    let sheet = rules.score(&walk.state);
    assert!(sheet.is_final && sheet.exact, "{place}");
    let borrowed = borrowed(rules, &sheet);
    let end = End { view: &view_json(&walk, None), log: &log, sides: &sides, borrowed: &borrowed };
    let (verdicts, winners) = judge.score(&end);
    let got: Vec<Verdict> = sheet
        .sides
        .iter()
        .map(|side| {
            let mut lines: Vec<(String, i64)> = side.lines.iter().map(|l| (l.rule.clone(), l.points.into())).collect();
            lines.sort();
            Verdict { lines, total: side.total.into() }
        })
        .collect();
    assert_eq!(got, verdicts, "{place}");
    assert_eq!(sheet.winners.iter().map(|s| s.index()).collect::<Vec<_>>(), winners, "{place}");
    // What a view of the end says is the same.
    let totals: Vec<i64> = verdicts.iter().map(|v| v.total).collect();
    let view = OwnedView::of(rules.view(&walk.state, None));
    assert_eq!(view.score.iter().map(|n| i64::from(*n)).collect::<Vec<_>>(), totals, "{place}");
    Judged { verdicts, winners }
}

/// Compares the final scores of the games of these seeds with those of the judge, where it knows all modules of the table.
pub fn final_scores_are_judged(table: &Table, seeds: impl Iterator<Item = u64>) {
    if unknown(table, SCORING).is_empty() {
        let judge = judge_of(table);
        seeds.for_each(|seed| _ = judge_game(table, &judge, seed));
    }
}
