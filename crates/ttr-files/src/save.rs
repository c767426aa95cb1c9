//! Saved games: JSON lines. A header says all that the game was made from; then comes one line per decision, with what
//! chance brought by name and a fingerprint of the state. Every line carries a sum over itself and all before it, so that
//! a line that was cut, changed or left out is found. A save that ends earlier is the game as it was then.
//!
//! Three formats are read, and what is written is format 3. In format 1 lists of actions stood in another order and a position had
//! another fingerprint: such a save is replayed by the names in it, and its fingerprints are passed over. Up to format 2 nobody was
//! asked who had only one action, even where that told others something: such actions stand in no line of the save, and are taken
//! where they belong. Where a rule has changed since a save was written, whoever reads it is told of the clause: see
//! [`Save::changes`].
//!
//! This module reads and writes text; files are the program's.

mod changes;
mod fault;
mod replay;
mod secret;

pub use changes::{Changed, Changes};
pub use fault::SaveFault;
pub use secret::{NoSecret, Secret};

use crate::names;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use ttr_core::chance::Script;
use ttr_core::hash::Fnv;
use ttr_core::{Game, GameSource};
use ttr_source::shown;

/// The version of the format that is written. All older ones are read.
pub const SAVE_FORMAT: u32 = 3;

/// What some editors put before a text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// The first format whose fingerprints are those of this program.
const COMPARES_FINGERPRINTS: u32 = 2;

/// The first format in which also who has only one action was asked, where it depends on what others can't see.
const ASKS_FOR_THE_ONLY_ACTION: u32 = 3;

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
    /// What the values of programs that play are keyed by: with it and the seed they are the same again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// What was laid out before the first turn, if the game begins with a position: as [`crate::position`] reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Json>,
    /// How many changes of its rules each module knew that has any ([`ttr_core::Manifest::changes`]).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub changes: BTreeMap<String, usize>,
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

/// What a game begins with: what its chance comes from, its own and that of its players, and what was laid out.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Origin {
    /// The seed.
    pub seed: u64,
    /// What some piles give before the seed decides, by their names.
    pub script: Script,
    /// What the values of programs are keyed by, if programs play.
    pub secret: Option<Secret>,
    /// What was laid out before the first turn, if the game begins with a position.
    pub position: Option<Json>,
}

impl From<u64> for Origin {
    fn from(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }
}

/// A game as the text of a save; a seed alone is an [`Origin`] too.
pub fn write(game: &Game, source: &GameSource, origin: impl Into<Origin>) -> String {
    let (rules, origin) = (game.rules(), origin.into());
    let named = |outcomes: &[(u16, u16)]| outcomes.iter().map(|o| names::outcome(rules, *o)).collect::<Vec<_>>();
    let mut out = Writer { sum: 0, text: String::new() };
    out.line(&Header {
        format: SAVE_FORMAT,
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        game: source.clone(),
        seed: origin.seed,
        script: origin.script,
        secret: origin.secret,
        position: origin.position,
        changes: changes::known(rules),
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
    /// Whether the end of the last line is missing, which itself is whole.
    pub unended: bool,
}

/// Reads a line that so many more follow.
fn read_line<T: for<'a> Deserialize<'a>>(line: usize, text: &str, more: usize, sum: &mut u64) -> Result<T, SaveFault> {
    // Without a header it is no save at all, and what is wrong with its JSON is of no interest.
    let fault = |what: String| match line {
        1 => SaveFault::new(1, format!("this is no saved game, which begins with a header: {what}")),
        _ => SaveFault::new(line, what),
    };
    let mut body: Json = serde_json::from_str(text).map_err(|e| {
        fault(match (e.is_eof(), line) {
            (true, 1) => "the line is cut short".to_owned(),
            (true, _) => {
                let whole = line - 2;
                match (text.trim().is_empty(), more) {
                    (true, _) => format!("the line is empty; the lines before it are whole, up to decision {whole}"),
                    (_, 0) => {
                        format!(
                            "the line is cut short; without it the save is whole, and goes on after decision {whole}"
                        )
                    }
                    (_, _) => {
                        let follow =
                            if more == 1 { "a line follows".to_owned() } else { format!("{more} lines follow") };
                        format!(
                            "the line is cut short, and {follow}; the lines before it are whole, up to decision {whole}"
                        )
                    }
                }
            }
            (false, 1) => "the line is not JSON".to_owned(),
            (false, _) => format!("not a line of a save: {e}"),
        })
    })?;
    let Some(map) = body.as_object_mut() else {
        return Err(fault("the line is JSON, but no object".to_owned()));
    };
    if line == 1 {
        to_come(map)?;
    }
    let Some(Json::String(written)) = map.remove("sum") else {
        return Err(fault("the line has no `sum`, as every line that this program writes".to_owned()));
    };
    *sum = next_sum(*sum, &body);
    if written != hex(*sum) {
        return Err(SaveFault::new(line, "the line was changed, or one before it is missing: its sum does not fit"));
    }
    serde_json::from_value(body).map_err(|e| SaveFault::new(line, format!("a field does not fit: {e}")))
}

/// Refuses a header of a format to come, of which nothing else is known: neither its fields nor how its sums are made.
fn to_come(header: &Map<String, Json>) -> Result<(), SaveFault> {
    let format = header.get("format").and_then(Json::as_u64);
    let Some(format) = format.filter(|format| *format > SAVE_FORMAT.into()) else { return Ok(()) };
    let by = header
        .get("engine")
        .and_then(Json::as_str)
        .map_or_else(String::new, |engine| format!(", written by version {}", shown(engine)));
    let own = env!("CARGO_PKG_VERSION");
    let what = format!(
        "this save is of format {format}{by}; this program is version {own} and reads formats 1 to {SAVE_FORMAT}"
    );
    Err(SaveFault::new(1, format!("{what}: a later version of the program will read it")))
}

impl Save {
    /// Reads the text of a save. What editors do to a text loses nothing of it: a byte-order mark, other ends of lines, empty
    /// lines at the end, or none where the last line ends.
    ///
    /// # Errors
    /// With the first line that does not fit.
    pub fn read(text: &str) -> Result<Self, SaveFault> {
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        let unended = !text.ends_with('\n');
        let text = text.trim_end();
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let Some((_, first)) = lines.next() else {
            return Err(SaveFault::new(1, "the file is empty: a saved game begins with a header"));
        };
        let (mut sum, last) = (0, text.lines().count());
        let header: Header = read_line(1, first, last - 1, &mut sum)?;
        if header.format == 0 {
            return Err(SaveFault::new(1, format!("there is no format 0 of saves: they are 1 to {SAVE_FORMAT}")));
        }
        let mut entries = Vec::new();
        for (line, text) in lines {
            let entry: Entry = read_line(line, text, last - line, &mut sum)?;
            if entry.n != line - 1 {
                return Err(SaveFault::new(line, format!("decision {} where {} was expected", entry.n, line - 1)));
            }
            entries.push(entry);
        }
        Ok(Self { header, entries, unended })
    }

    /// What whoever reads it should know though it is whole: what was cut off.
    pub fn note(&self) -> Option<&'static str> {
        self.unended.then_some("the end of its last line was cut off; every decision up to there is whole")
    }

    /// Whether nobody was asked who had only one action.
    fn passes_over_the_only_action(&self) -> bool {
        self.header.format < ASKS_FOR_THE_ONLY_ACTION
    }

    /// Whether fingerprints in it can be held against those of this program; older formats had others.
    pub fn compares_fingerprints(&self) -> bool {
        self.header.format >= COMPARES_FINGERPRINTS
    }
}
