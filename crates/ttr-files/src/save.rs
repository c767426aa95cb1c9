//! Saved games: JSON lines. A header says all that the game was made from; then comes one line per decision, with what
//! chance brought by name and a fingerprint of the state. Every line carries a sum over itself and all before it, so that
//! a line that was cut, changed or left out is found. A save that ends earlier is the game as it was then.
//!
//! This module reads and writes text; files are the program's.

use crate::names;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::sync::Arc;
use ttr_core::chance::{Chance, Lot, NoOutcome, ReplayedChance, Script, ScriptedChance};
use ttr_core::event::{Event, Sink};
use ttr_core::hash::Fnv;
use ttr_core::{Failed, Game, GameSource, PlayerId, Registry, Rules, compile};

/// The version of the format.
pub const SAVE_FORMAT: u32 = 1;

/// The first line of a save.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub format: u32,
    /// The version of the engine that wrote it.
    pub engine: String,
    /// What the game was made from.
    pub game: GameSource,
    /// The seed.
    pub seed: u64,
    /// What some piles give before the seed decides, by their names.
    #[serde(default, skip_serializing_if = "Script::is_empty")]
    pub script: Script,
    /// What chance brought during setup.
    pub start: Vec<Json>,
    /// The fingerprint of the state after setup.
    pub state: String,
}

/// A line of a save: one decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its number, from 1.
    pub n: usize,
    /// The seat of who decided, from 1.
    pub who: u8,
    /// What was decided.
    #[serde(rename = "do")]
    pub action: Json,
    /// What chance brought.
    pub chance: Vec<Json>,
    /// The fingerprint of the state after it.
    pub state: String,
}

/// Why a save can't be used: the first line that does not fit.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct SaveFault {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
    /// What the map or the rule set in it is at fault with, if that is it.
    pub compile: Option<Box<Failed>>,
}

impl PartialEq for SaveFault {
    fn eq(&self, other: &Self) -> bool {
        (self.line, &self.what) == (other.line, &other.what)
    }
}

impl SaveFault {
    fn new(line: usize, what: impl Into<String>) -> Self {
        Self { line, what: what.into(), compile: None }
    }
}

fn hex(word: u64) -> String {
    format!("{word:016x}")
}

/// Writes lines, each with its sum.
struct Writer {
    sum: u64,
    text: String,
}

fn next_sum(sum: u64, body: &Json) -> u64 {
    let mut hash = Fnv::new();
    hash.word(sum);
    hash.bytes(body.to_string().as_bytes());
    hash.value()
}

impl Writer {
    fn line(&mut self, value: &impl Serialize) {
        let mut body = serde_json::to_value(value).unwrap_or_default();
        self.sum = next_sum(self.sum, &body);
        body["sum"] = Json::String(hex(self.sum));
        self.text.push_str(&body.to_string());
        self.text.push('\n');
    }
}

/// A game as the text of a save.
pub fn write(game: &Game, source: &GameSource, seed: u64) -> String {
    write_scripted(game, source, seed, &Script::new())
}

/// A game whose chance was partly written down before, as the text of a save.
pub fn write_scripted(game: &Game, source: &GameSource, seed: u64, script: &Script) -> String {
    let rules = game.rules();
    let named = |outcomes: &[(u16, u16)]| outcomes.iter().map(|o| names::outcome(rules, *o)).collect::<Vec<_>>();
    let mut out = Writer { sum: 0, text: String::new() };
    out.line(&Header {
        format: SAVE_FORMAT,
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        game: source.clone(),
        seed,
        script: script.clone(),
        start: named(game.start_outcomes()),
        state: hex(game.start_fingerprint()),
    });
    for (i, step) in game.steps().iter().enumerate() {
        out.line(&Entry {
            n: i + 1,
            who: step.who.0 + 1,
            action: names::chosen(rules, &step.action, &step.tickets),
            chance: named(&step.outcomes),
            state: hex(step.fingerprint),
        });
    }
    out.text
}

/// A save that was read: its lines fit together, its game was not yet played.
#[derive(Clone, PartialEq, Debug)]
pub struct Save {
    /// The first line.
    pub header: Header,
    /// The decisions.
    pub entries: Vec<Entry>,
}

fn read_line<T: for<'a> Deserialize<'a>>(line: usize, text: &str, sum: &mut u64) -> Result<T, SaveFault> {
    // Without a header it is no save at all, and what is wrong with its JSON is of no interest.
    let fault = |what: String| match line {
        1 => SaveFault::new(1, format!("this is no saved game, which begins with a header: {what}")),
        _ => SaveFault::new(line, what),
    };
    let mut body: Json = serde_json::from_str(text).map_err(|e| {
        fault(match (e.is_eof(), line) {
            (true, _) => "the line is cut short".to_owned(),
            (false, 1) => "the line is not JSON".to_owned(),
            (false, _) => format!("not a line of a save: {e}"),
        })
    })?;
    let Some(map) = body.as_object_mut() else {
        return Err(fault("the line is JSON, but no object".to_owned()));
    };
    let Some(Json::String(written)) = map.remove("sum") else {
        return Err(fault("the line has no `sum`, as every line that this program writes".to_owned()));
    };
    *sum = next_sum(*sum, &body);
    if written != hex(*sum) {
        return Err(SaveFault::new(line, "the line was changed, or one before it is missing: its sum does not fit"));
    }
    serde_json::from_value(body).map_err(|e| SaveFault::new(line, format!("a field does not fit: {e}")))
}

impl Save {
    /// Reads the text of a save.
    ///
    /// # Errors
    /// With the first line that does not fit.
    pub fn read(text: &str) -> Result<Self, SaveFault> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let Some((_, first)) = lines.next() else {
            return Err(SaveFault::new(1, "the file is empty: a saved game begins with a header"));
        };
        let mut sum = 0;
        let header: Header = read_line(1, first, &mut sum)?;
        if header.format != SAVE_FORMAT {
            let what =
                format!("format {} of saves is not known; this program writes format {SAVE_FORMAT}", header.format);
            return Err(SaveFault::new(1, what));
        }
        let mut entries = Vec::new();
        for (line, text) in lines {
            let entry: Entry = read_line(line, text, &mut sum)?;
            if entry.n != line - 1 {
                return Err(SaveFault::new(line, format!("decision {} where {} was expected", entry.n, line - 1)));
            }
            entries.push(entry);
        }
        if !text.ends_with('\n') {
            return Err(SaveFault::new(entries.len() + 1, "the line is cut short: its end is missing"));
        }
        Ok(Self { header, entries })
    }

    /// The rules of the game.
    ///
    /// # Errors
    /// If the map or the rule set in the save can't be used by this program.
    pub fn rules(&self, registry: &Registry) -> Result<Rules, SaveFault> {
        match compile(registry, &self.header.game) {
            Ok(compiled) => Ok(compiled.rules),
            Err(failed) => Err(SaveFault {
                line: 1,
                what: format!("the map or rule set in the save does not compile ({} faults)", failed.diagnostics.len()),
                compile: Some(Box::new(failed)),
            }),
        }
    }

    /// Plays the first `most` decisions again by what was written down, checking every line; `watch` hears what happened
    /// after each (0: setup).
    ///
    /// # Errors
    /// With the first line that diverges, and the rule that says so.
    pub fn replay(
        &self,
        registry: &Registry,
        most: usize,
        mut watch: impl FnMut(usize, &Game, &[Event]),
    ) -> Result<Game, SaveFault> {
        let rules = Arc::new(self.rules(registry)?);
        let mut events: Vec<Event> = Vec::new();
        let mut chance = self.outcomes(&rules, 1, &self.header.start)?;
        let mut game = Game::start(rules.clone(), &mut chance, &mut events)
            .map_err(|e| SaveFault::new(1, format!("setup diverges: {e}")))?;
        check(1, chance.left(), &self.header.state, game.start_fingerprint())?;
        watch(0, &game, &events);
        for (i, entry) in self.entries.iter().take(most).enumerate() {
            let line = i + 2;
            events.clear();
            let mut chance = self.outcomes(&rules, line, &entry.chance)?;
            self.step(&mut game, line, entry, &mut chance, &mut events)?;
            check(line, chance.left(), &entry.state, game.state().fingerprint())?;
            watch(i + 1, &game, &events);
        }
        Ok(game)
    }

    /// The game where it stopped, and the source of chance as it was then: it goes on as if it had not stopped.
    ///
    /// # Errors
    /// With the first line that diverges.
    pub fn resume(&self, registry: &Registry) -> Result<(Game, ScriptedChance), SaveFault> {
        self.resume_with(Arc::new(self.rules(registry)?), |_| {})
    }

    /// The same by rules that were made already; `watch` hears what happened in setup, then decision by decision.
    ///
    /// # Errors
    /// With the first line that diverges.
    pub fn resume_with(
        &self,
        rules: Arc<Rules>,
        mut watch: impl FnMut(Vec<Event>),
    ) -> Result<(Game, ScriptedChance), SaveFault> {
        let mut events = Vec::new();
        let seeded = names::chance(&rules, self.header.seed, &self.header.script);
        let mut seeded = seeded.map_err(|e| SaveFault::new(1, format!("the script: {e}")))?;
        let mut both = Both { seeded: &mut seeded, written: self.outcomes(&rules, 1, &self.header.start)? };
        let mut game = Game::start(rules.clone(), &mut both, &mut events)
            .map_err(|e| SaveFault::new(1, format!("setup diverges from the seed: {e}")))?;
        check(1, both.written.left(), &self.header.state, game.start_fingerprint())?;
        watch(std::mem::take(&mut events));
        for (i, entry) in self.entries.iter().enumerate() {
            let line = i + 2;
            let mut both = Both { seeded: &mut seeded, written: self.outcomes(&rules, line, &entry.chance)? };
            self.step(&mut game, line, entry, &mut both, &mut events)?;
            check(line, both.written.left(), &entry.state, game.state().fingerprint())?;
            watch(std::mem::take(&mut events));
        }
        Ok((game, seeded))
    }

    fn outcomes(&self, rules: &Rules, line: usize, list: &[Json]) -> Result<ReplayedChance, SaveFault> {
        let outcomes = list.iter().map(|o| names::outcome_from(rules, o)).collect::<Result<Vec<_>, _>>();
        outcomes.map(ReplayedChance::new).map_err(|e| SaveFault::new(line, e))
    }

    fn step(
        &self,
        game: &mut Game,
        line: usize,
        entry: &Entry,
        chance: &mut dyn Chance,
        sink: &mut dyn Sink,
    ) -> Result<(), SaveFault> {
        let seats = game.rules().players();
        if entry.who == 0 || usize::from(entry.who) > seats {
            return Err(SaveFault::new(line, format!("seat {} of {seats}", entry.who)));
        }
        let who = PlayerId(entry.who - 1);
        let action = names::action_from(game.rules().view(game.state(), Some(who)), &entry.action);
        let action = action.map_err(|e| SaveFault::new(line, e))?;
        game.act(who, &action, chance, sink).map_err(|e| SaveFault::new(line, format!("diverges: {e}")))
    }
}

fn check(line: usize, left: usize, written: &str, state: u64) -> Result<(), SaveFault> {
    if left > 0 {
        return Err(SaveFault::new(line, format!("{left} outcomes of chance were written down that nobody asked for")));
    }
    if written != hex(state) {
        let what = format!("diverges: the state is {} here, {written} was written down", hex(state));
        return Err(SaveFault::new(line, what));
    }
    Ok(())
}

/// Asks the seed, and holds it against what was written down.
struct Both<'a> {
    seeded: &'a mut ScriptedChance,
    written: ReplayedChance,
}

impl Chance for Both<'_> {
    fn pick(&mut self, lot: &Lot<'_>) -> Result<u32, NoOutcome> {
        let (seeded, written) = (self.seeded.pick(lot)?, self.written.pick(lot)?);
        if lot.outcome(seeded) == lot.outcome(written) { Ok(seeded) } else { Err(NoOutcome::Empty) }
    }
}
