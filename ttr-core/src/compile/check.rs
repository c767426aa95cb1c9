//! Checking a map: everything that is wrong with it for any number of players that it seats, and what is allowed but
//! surely not meant.

mod lints;

use crate::compile::{GameSource, Loaded, LoadedRules, Precedence};
use crate::limits::MAX_PLAYERS;
use crate::module::{NamedText, Registry};
use std::collections::HashMap;
use ttr_source::{Diagnostic, Players, Severity, Sources, Span, player_range, sort};

/// What a check found.
#[derive(Debug)]
pub struct Checked {
    /// All findings, in the order of the files; each of them once, whoever plays.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that they speak of.
    pub sources: Sources,
    /// The least and the most players, where that is known.
    pub players: Option<(u8, u8)>,
}

impl Checked {
    /// How many findings are of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|d| d.severity == severity).map(|d| 1 + d.more).sum()
    }
}

/// Checks a map with its rule set and overrides, for every number of players that can play it. The seats of the source
/// do not matter.
pub fn check(registry: &Registry, source: &GameSource) -> Checked {
    let mut sources = Sources::new();
    let mut diagnostics = Vec::new();
    let loaded = Loaded::read(registry, source, &mut sources, &mut diagnostics);
    let players = match loaded.range() {
        Ok(range) => Some(range).filter(|_| loaded.rule_set.is_some()),
        Err(fault) => {
            diagnostics.push(*fault);
            None
        }
    };
    if let Some((min, max)) = players {
        let mut by_count = Findings::default();
        for count in min..=max {
            let seats = (1..=count).map(|n| format!("player {n}")).collect();
            let mut found = Vec::new();
            let source = GameSource { seats, ..source.clone() };
            loaded.rules(registry, &source, Precedence::ById, true, &mut found);
            by_count.add(count, found);
        }
        diagnostics.extend(by_count.merged(usize::from(max - min) + 1));
    }
    diagnostics.extend(lints::all(&loaded.map));
    loaded.levels.apply(&mut diagnostics, Severity::Error);
    sort(&mut diagnostics);
    Checked { diagnostics, sources, players }
}

/// Checks a rule set by itself: its modules, what they need, and their parameters. What depends on a board is found when
/// a map is checked with it.
pub fn check_rule_set(registry: &Registry, rule_set: &NamedText, set: &[String]) -> Checked {
    let mut sources = Sources::new();
    let file = sources.add(&rule_set.name, &rule_set.text);
    let mut diagnostics = Vec::new();
    let loaded = LoadedRules::read(registry, file, &rule_set.name, set, &mut sources, &mut diagnostics);
    let players = player_range(&loaded.rule_set.players, &Players::default());
    let players = players.map(|range| range.unwrap_or((1, MAX_PLAYERS as u8))).ok();
    if let Some((min, max)) = players {
        let mut by_count = Findings::default();
        for count in min..=max {
            let mut found = Vec::new();
            loaded.modules(registry, count, &mut found);
            by_count.add(count, found);
        }
        diagnostics.extend(by_count.merged(usize::from(max - min) + 1));
    }
    sort(&mut diagnostics);
    Checked { diagnostics, sources, players }
}

/// The findings for several numbers of players, each of them once.
#[derive(Default)]
struct Findings {
    all: Vec<(Diagnostic, Vec<u8>)>,
    /// The findings of a code at a place, in the order in which they came.
    known: HashMap<(&'static str, Option<Span>), Vec<usize>>,
}

impl Findings {
    /// Adds the findings for a number of players. One that has the code and the place of an earlier one is the same, even
    /// if the words differ: they speak of the number.
    fn add(&mut self, count: u8, found: Vec<Diagnostic>) {
        for d in found {
            let places = self.known.entry((d.code, d.span)).or_default();
            let new = |at: &&usize| !self.all[**at].1.contains(&count);
            let same = places.iter().filter(new).find(|at| self.all[**at].0.message == d.message);
            match same.or_else(|| places.iter().find(new)).copied() {
                Some(at) => self.all[at].1.push(count),
                None => {
                    places.push(self.all.len());
                    self.all.push((d, vec![count]));
                }
            }
        }
    }

    /// All findings; one that is not for all numbers of players says for which.
    fn merged(self, counts: usize) -> impl Iterator<Item = Diagnostic> {
        self.all.into_iter().map(move |(mut d, players)| {
            if players.len() < counts {
                d.message.push_str(&format!(" (with {} players)", listed(&players)));
            }
            d
        })
    }
}

/// Numbers in words: `2`, `2 or 3`, `2 to 5`.
fn listed(numbers: &[u8]) -> String {
    match numbers {
        [only] => only.to_string(),
        [first, .., last] if numbers.len() > 2 && numbers.windows(2).all(|w| w[1] == w[0] + 1) => {
            format!("{first} to {last}")
        }
        [rest @ .., last] => {
            let rest: Vec<String> = rest.iter().map(u8::to_string).collect();
            format!("{} or {last}", rest.join(", "))
        }
        [] => String::new(),
    }
}
