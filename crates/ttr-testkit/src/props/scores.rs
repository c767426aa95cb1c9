//! Scores: asking changes nothing, and nothing is counted twice.

use super::course::Course;
use super::play::{Table, Walk};
use std::collections::BTreeMap;
use ttr_core::score::SideScore;
use ttr_core::{MsgId, Proof, Rules, SideFigures, SideId, State, Value, When};

/// The score sheet is the same whenever it is asked for, its total is the sum of its lines, no line stands there twice, and
/// no two lines of a module rise together through a whole game: then they count the same thing. The figures of each side are
/// those of its sheet.
///
/// # Panics
/// If it is not so.
pub fn scores_are_sound(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>) {
    let rules = &*table.rules;
    for course in games {
        let course: Course = course.into();
        let mut walk = Walk::new(rules, &course);
        let (mut rises, mut figures) = (Rises::default(), SideFigures::default());
        loop {
            if walk.steps.is_multiple_of(course.once_in(8)) || walk.state.is_over() {
                let place = format!("{}: {}", table.name, walk.place());
                let sheet = rules.final_score(&walk.state);
                assert!(sheet == rules.final_score(&walk.state), "{place}: asked twice, the score differs");
                let public = rules.score(&walk.state);
                assert!(public == rules.score(&walk.state), "{place}: asked twice, the public score differs");
                for side in sheet.sides.iter().chain(&public.sides) {
                    check_side(rules, side, &place);
                }
                let over = if walk.state.is_over() { When::AtEnd } else { When::Always };
                for (sheet, when) in [(&sheet, When::AtEnd), (&public, over)] {
                    sheet
                        .sides
                        .iter()
                        .for_each(|side| check_figures(rules, &walk.state, when, side, &mut figures, &place));
                }
                sheet.sides.iter().for_each(|side| rises.read(side));
            }
            if !walk.step() {
                break;
            }
        }
        rises.check(rules, &walk.state, &format!("{}: {}", table.name, walk.place()));
    }
}

fn check_side(rules: &Rules, side: &SideScore, place: &str) {
    let name = rules.side_name(side.side);
    let sum: i32 = side.lines.iter().map(|line| line.points).sum();
    assert_eq!(side.total, sum, "{place}: the total of {name} is not the sum of the lines");
    for (i, line) in side.lines.iter().enumerate() {
        if !is_about_something(line) {
            continue;
        }
        let same = |other: &&ttr_core::ScoreLine| {
            (&other.rule, other.points, rules.text(&other.note), &other.proof)
                == (&line.rule, line.points, rules.text(&line.note), &line.proof)
        };
        if let Some(twice) = side.lines[..i].iter().find(same) {
            panic!(
                "{place}: {name} scores twice: {:?}, {} [{}]",
                rules.text(&twice.note),
                points(line.points),
                line.rule
            );
        }
    }
}

/// What a side has without words and proofs is what stands in its sheet.
fn check_figures(rules: &Rules, state: &State, when: When, side: &SideScore, figures: &mut SideFigures, place: &str) {
    rules.figures_of(state, side.side, when, figures);
    let lines: Vec<(MsgId, i32)> = side.lines.iter().map(|line| (line.note.msg, line.points)).collect();
    let completed = side.tickets.iter().filter(|(_, outcome)| outcome.completed).count();
    let sheet = SideFigures {
        total: side.total,
        lines,
        completed,
        failed: side.tickets.len() - completed,
        exact: side.lines.iter().all(|line| line.exact),
    };
    assert!(*figures == sheet, "{place}: the figures of {} are {figures:?}, not {sheet:?}", rules.side_name(side.side));
}

/// Whether a line names what it counts: a city, a route, a ticket. One that does not may well be there twice, such as for two
/// sets that are alike.
fn is_about_something(line: &ttr_core::ScoreLine) -> bool {
    let named = |value: &Value| matches!(value, Value::City(_) | Value::Route(_) | Value::Ticket(_));
    line.proof != Proof::default() || line.note.args.iter().any(|(_, value)| named(value))
}

fn points(n: i32) -> String {
    if n == 1 { "1 point".to_owned() } else { format!("{n} points") }
}

/// How often two lines of a module must have risen together before they are taken for one.
const TOGETHER: usize = 3;

/// What the lines of each side came to, step by step.
#[derive(Default)]
struct Rises {
    points: BTreeMap<(SideId, String), i32>,
    /// For each rule, when it changed and by how much, for which side.
    changes: BTreeMap<String, Vec<(usize, SideId, i32)>>,
    step: usize,
}

impl Rises {
    fn read(&mut self, side: &SideScore) {
        self.step += 1;
        let mut now: BTreeMap<(SideId, String), i32> = BTreeMap::new();
        for line in &side.lines {
            *now.entry((side.side, line.rule.clone())).or_default() += line.points;
        }
        let before = self.points.keys().filter(|(of, _)| *of == side.side).cloned();
        for key in now.keys().cloned().chain(before).collect::<std::collections::BTreeSet<_>>() {
            let (is, was) = (now.get(&key).copied().unwrap_or(0), self.points.get(&key).copied().unwrap_or(0));
            if is != was {
                self.changes.entry(key.1.clone()).or_default().push((self.step, key.0, is - was));
            }
        }
        self.points.retain(|(of, _), _| *of != side.side);
        self.points.extend(now);
    }

    /// Two lines of one module that changed at the same times, by as much, for the same sides, are the same points twice.
    fn check(&self, rules: &Rules, state: &State, place: &str) {
        let module = |rule: &str| rule.split('/').next().map(str::to_owned);
        for (one, changes) in self.changes.iter().filter(|(_, changes)| changes.len() >= TOGETHER) {
            for (two, others) in self.changes.range(one.clone()..).skip(1) {
                if module(one) == module(two) && changes == others {
                    let [a, b] = [one, two].map(|rule| in_words(rules, state, rule));
                    let n = changes.len();
                    panic!(
                        "{place}: {a} and {b} have risen together {n} times, by the same: are these points counted twice?"
                    );
                }
            }
        }
    }
}

/// A line of the sheet by its rule, with its words.
fn in_words(rules: &Rules, state: &State, rule: &str) -> String {
    let sheet = rules.final_score(state);
    let line = sheet.sides.iter().flat_map(|side| &side.lines).find(|line| line.rule == rule);
    line.map_or_else(|| format!("[{rule}]"), |line| format!("{:?} [{rule}]", rules.text(&line.note)))
}
