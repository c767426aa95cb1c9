//! Throws broken files at everything that reads one: maps, rule sets, overrides, saves, score files and files of tests are mutated and then read, checked,
//! rendered, laid out, mended, compiled and, if that goes well, played for a while. Nothing may panic.
//!
//! An input depends on the seed and its number alone, so that each can be made again.
//!
//! Files come to harm in another way too: [`races`] has processes that want the same one, and processes that are killed.

pub mod commands;
mod corpus;
mod mutate;
pub mod races;

pub use corpus::Corpus;

use crate::props::Rng;
use mutate::Mutator;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use ttr_author::{layout, mend_map, render};
use ttr_core::check::check;
use ttr_core::{ActionSpace, GameSource, NoEvents, Registry, Rules, SeededChance, compile};
use ttr_files::save::Save;
use ttr_files::{OwnedView, score};
use ttr_source::{ScoreSource, Sources, sort};

/// Most findings of one input that are rendered: they are alike.
const MOST_RENDERED: usize = 12;
/// Most decisions of a game on a mutated board.
const MOST_DECISIONS: usize = 60;

/// A mutated file, as it would lie on a disk, with what belongs to it.
#[derive(Clone, Debug)]
pub enum Input {
    /// A map, by the rules it names or these.
    Map(Vec<u8>, Option<String>),
    /// A rule set, for a sound map.
    RuleSet(Vec<u8>, String),
    /// Overrides of a sound map.
    Overrides(Vec<String>, String),
    /// A saved game.
    Save(Vec<u8>),
    /// A score file, for a bundled map.
    Score(Vec<u8>, String),
    /// A file of tests.
    Tests(Vec<u8>),
}

impl Input {
    /// The input of a number.
    pub fn new(corpus: &Corpus, seed: u64, number: u64) -> Self {
        let mut rng = Rng::new(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let maps = corpus.maps();
        let map = rng.of(&maps);
        let mut mutator = Mutator::new(corpus, &mut rng);
        match mutator.rng.below(26) {
            0..10 => Self::Map(mutator.text(map), None),
            10..12 => {
                let rules = mutator.rng.of(&corpus.rule_sets());
                Self::Map(mutator.text(map), Some(rules.to_owned()))
            }
            12..15 => {
                let rules = mutator.rng.of(&corpus.rule_sets());
                Self::RuleSet(mutator.text(rules), map.to_owned())
            }
            15..18 => Self::Overrides(mutator.overrides(), map.to_owned()),
            18..20 => {
                let save = mutator.rng.of(&corpus.saves());
                Self::Save(mutator.save(save))
            }
            20..23 => Self::Tests({
                let tests = mutator.rng.of(&corpus.tests());
                mutator.text(tests)
            }),
            _ => {
                let (map, score) = mutator.rng.of(&corpus.scores());
                Self::Score(mutator.text(score), map.to_owned())
            }
        }
    }

    /// How the name of a file with it ends.
    pub fn extension(&self) -> &'static str {
        match self {
            Self::Map(..) => "map.toml",
            Self::RuleSet(..) => "rules.toml",
            Self::Overrides(..) => "set.txt",
            Self::Save(_) => "ttr.jsonl",
            Self::Score(..) => "score.toml",
            Self::Tests(_) => "test.toml",
        }
    }

    /// What was mutated, as a file.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Map(bytes, _)
            | Self::RuleSet(bytes, _)
            | Self::Save(bytes)
            | Self::Score(bytes, _)
            | Self::Tests(bytes) => bytes.clone(),
            Self::Overrides(set, _) => set.join("\n").into_bytes(),
        }
    }

    /// Does with it all that the program does with such a file.
    ///
    /// # Errors
    /// With what a panic said.
    pub fn run(&self, registry: &Registry, number: u64) -> Result<Outcome, String> {
        catch_unwind(AssertUnwindSafe(|| self.run_openly(registry, number))).map_err(|why| said(&*why))
    }

    fn run_openly(&self, registry: &Registry, number: u64) -> Outcome {
        match self {
            Self::Map(bytes, rules) => {
                let Some(text) = read(bytes) else { return Outcome::Unreadable };
                let laid_out = layout::canonical(&text).ok();
                let mut source = GameSource::new("map.toml", &text, 2);
                if let Some(rules) = rules {
                    source = source.with_rules("rules", rules);
                }
                if number.is_multiple_of(8) {
                    mend_map(registry, &source);
                }
                if let (true, Some(text)) = (number.is_multiple_of(4), laid_out) {
                    assert_eq!(layout::canonical(&text).ok(), Some(text), "a layout has a layout of its own");
                }
                examine(registry, &source, number)
            }
            Self::RuleSet(bytes, map) => {
                let Some(text) = read(bytes) else { return Outcome::Unreadable };
                let _ = layout::canonical(&text);
                examine(registry, &GameSource::new("map.toml", map, 2).with_rules("rules.toml", text), number)
            }
            Self::Overrides(set, map) => {
                let mut source = GameSource::new("map.toml", map, 2);
                source.set.clone_from(set);
                examine(registry, &source, number)
            }
            Self::Score(bytes, map) => {
                let Some(text) = read(bytes) else { return Outcome::Unreadable };
                examine_score(registry, &text, map)
            }
            Self::Tests(bytes) => {
                let Some(text) = read(bytes) else { return Outcome::Unreadable };
                examine_tests(registry, &text)
            }
            Self::Save(bytes) => {
                let Ok(text) = std::str::from_utf8(bytes) else { return Outcome::Unreadable };
                let Ok(save) = Save::read(text) else { return Outcome::Refused };
                match save.replay(registry, usize::MAX, |_, _, _| {}) {
                    Ok(_) => Outcome::Played,
                    Err(_) => Outcome::Refused,
                }
            }
        }
    }
}

/// Reads a score file, enters it into the game of a map, and scores what can be; all findings are rendered.
fn examine_score(registry: &Registry, text: &str, map: &str) -> Outcome {
    let mut sources = Sources::new();
    let file = sources.add("score.toml", text);
    let (score, mut found) = ScoreSource::load(&sources, file);
    let mut source = GameSource::new("map", registry.find_map(map).unwrap_or_default(), 0);
    source.seats = score.players.iter().map(|player| player.name.text.clone()).collect();
    source.set.clone_from(&score.set);
    // Overrides that can't be, or a number of players, leave the rules as they are.
    let rules = compile(registry, &source).or_else(|_| {
        source.set.clear();
        source.seats = (1..=3).map(|seat| format!("player {seat}")).collect();
        compile(registry, &source)
    });
    let Ok(compiled) = rules else { return Outcome::Refused };
    let (state, more) = score::enter(&compiled.rules, &score);
    found.extend(more);
    for finding in found.iter().take(MOST_RENDERED) {
        render(finding, &sources, false);
    }
    let sheet = compiled.rules.final_score(&state);
    assert!(sheet.is_final, "a sheet of what can be");
    if found.is_empty() { Outcome::Played } else { Outcome::Refused }
}

/// Runs a file of tests; all findings are rendered. A panic within a rule is told as one of them, and must not be.
fn examine_tests(registry: &Registry, text: &str) -> Outcome {
    let report = ttr_testkit::scenario::run(registry, "tests.toml", text);
    let found = || report.findings.iter().chain(report.tests.iter().flat_map(|test| &test.findings));
    for finding in found().take(MOST_RENDERED) {
        render(finding, &report.sources, false);
    }
    if let Some(panic) = found().find(|found| found.code == "test::fault" && found.message.contains("panicked")) {
        panic!("{}", panic.message);
    }
    if report.holds() { Outcome::Played } else { Outcome::Refused }
}

/// What came of an input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// It is no text, or too large.
    Unreadable,
    /// It has faults, which were told.
    Refused,
    /// It could be played.
    Played,
}

fn said(why: &(dyn Any + Send)) -> String {
    let text = why.downcast_ref::<String>().map(String::as_str).or_else(|| why.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without words").to_owned()
}

/// The text of a file, if it is one; else the fault is rendered.
fn read(bytes: &[u8]) -> Option<String> {
    let mut sources = Sources::new();
    match sources.add_bytes("map.toml", bytes) {
        Ok(file) => Some(sources.text(file).to_owned()),
        Err(fault) => {
            render(&fault, &sources, false);
            None
        }
    }
}

/// Checks a game, tells the findings, and plays it if it can be played.
fn examine(registry: &Registry, source: &GameSource, number: u64) -> Outcome {
    let checked = check(registry, source);
    let mut found = checked.diagnostics;
    sort(&mut found);
    for found in found.iter().take(MOST_RENDERED) {
        render(found, &checked.sources, false);
    }
    let (min, max) = checked.players.unwrap_or((2, 2));
    let players = usize::from(min) + number as usize % (usize::from(max.saturating_sub(min)) + 1);
    let seats = (1..=players).map(|n| format!("player {n}")).collect();
    match compile(registry, &GameSource { seats, ..source.clone() }) {
        Ok(compiled) => {
            compiled.rules.page();
            play(&compiled.rules, number);
            Outcome::Played
        }
        Err(_) => Outcome::Refused,
    }
}

/// Plays a random game for a while, then asks for scores and views.
fn play(rules: &Rules, number: u64) {
    let mut rng = Rng::new(number);
    let mut chance = SeededChance::new(number);
    let Ok(mut state) = rules.start(&mut chance, &mut NoEvents) else { return };
    let mut space = ActionSpace::new(rules);
    for _ in 0..MOST_DECISIONS {
        let Some(who) = rules.to_act(&state).lowest() else { break };
        rules.legal(&state, who, &mut space);
        assert!(!space.is_empty(), "who is to act can do something");
        let action = space.nth(rng.below(space.len()));
        rules.action_text(&state, who, &action);
        if rules.apply(&mut state, who, &action, &mut chance, &mut NoEvents).is_err() {
            break;
        }
    }
    rules.score(&state);
    for viewer in rules.player_ids() {
        OwnedView::of(rules.view(&state, Some(viewer)));
    }
}
