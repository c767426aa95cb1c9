//! From sources to rules: a map, a rule set and overrides, for a number of players. All faults are found in one go.

pub mod check;
mod draft;
mod fit;
mod load;
mod places;
mod settle;
pub mod watch;

pub(crate) use draft::Draft;
pub(crate) use load::{Loaded, LoadedRules};
pub use places::{Lint, Place};

use crate::module::{NamedText, Registry};
use crate::rules::Rules;
use serde::{Deserialize, Serialize};
use ttr_source::{Diagnostic, MapSource, RulesRef, Severity, Sources, sort};

/// What core itself says, by number.
pub(crate) mod core_messages {
    use crate::message::MsgId;

    pub const ALL: [(&str, &str); 16] = [
        ("core/setup", "the game is set up"),
        ("core/turn", "choose an action"),
        ("core/claim", "a claim is settled"),
        ("core/game-over", "the game is over"),
        ("core/not-yours", "it is for {who} to decide"),
        ("core/no-such-action", "there is no such action"),
        ("core/not-now", "{op} is not possible now: {decision}"),
        ("core/no-such-route", "there is no such route"),
        ("core/closed", "{route} can't be claimed"),
        ("core/too-few-pieces", "{n} {piece} {n:piece is|pieces are} needed, {has} {has:is|are} left"),
        ("core/not-in-hand", "{cards}: there are not so many {kind} in hand"),
        ("core/too-little", "{cards}: more cards are needed"),
        ("core/superfluous", "{cards}: a {kind} card is superfluous"),
        ("core/unfit", "{cards}: these cards do not pay for it"),
        ("core/too-many-turns", "more turns than any game may have"),
        ("core/no-card-left", "there are no more {kind} cards"),
    ];
    pub const SETUP: MsgId = MsgId(0);
    pub const TURN: MsgId = MsgId(1);
    pub const CLAIM: MsgId = MsgId(2);
    pub const GAME_OVER: MsgId = MsgId(3);
    pub const NOT_YOURS: MsgId = MsgId(4);
    pub const NO_SUCH_ACTION: MsgId = MsgId(5);
    pub const NOT_NOW: MsgId = MsgId(6);
    pub const NO_SUCH_ROUTE: MsgId = MsgId(7);
    pub const CLOSED: MsgId = MsgId(8);
    pub const TOO_FEW_PIECES: MsgId = MsgId(9);
    pub const NOT_IN_HAND: MsgId = MsgId(10);
    pub const TOO_LITTLE: MsgId = MsgId(11);
    pub const SUPERFLUOUS: MsgId = MsgId(12);
    pub const UNFIT: MsgId = MsgId(13);
    pub const TOO_MANY_TURNS: MsgId = MsgId(14);
    pub const NO_CARD_LEFT: MsgId = MsgId(15);
}

/// What a game is made from: texts, not files, so that a save can hold all of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSource {
    /// The map.
    pub map: NamedText,
    /// The rule set, where the map does not hold it.
    pub rule_set: Option<NamedText>,
    /// Overrides, as `KEY=VALUE`.
    pub set: Vec<String>,
    /// The players' names by seat.
    pub seats: Vec<String>,
}

impl GameSource {
    /// A map by its text, with the rule set that it names, for so many players.
    pub fn new(map_name: impl Into<String>, map_text: impl Into<String>, players: usize) -> Self {
        Self {
            map: NamedText { name: map_name.into(), text: map_text.into() },
            rule_set: None,
            set: Vec::new(),
            seats: (1..=players).map(|n| format!("player {n}")).collect(),
        }
    }

    /// With a rule set by its text.
    #[must_use]
    pub fn with_rules(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.rule_set = Some(NamedText { name: name.into(), text: text.into() });
        self
    }

    /// With an override, `KEY=VALUE`.
    #[must_use]
    pub fn with_set(mut self, set: impl Into<String>) -> Self {
        self.set.push(set.into());
        self
    }

    /// What rule set the map asks for, if it can be read: a name or a path that is still to be looked up.
    pub fn rules_asked_for(&self) -> Option<RulesRef> {
        let mut sources = Sources::new();
        let file = sources.add(&self.map.name, &self.map.text);
        MapSource::load(&sources, file).0.rules
    }
}

/// Rules, and what is worth knowing about their sources.
#[derive(Debug)]
pub struct Compiled {
    /// The rules.
    pub rules: Rules,
    /// Warnings and information.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that the diagnostics speak of.
    pub sources: Sources,
}

/// Sources that can't be made into rules.
#[derive(Debug)]
pub struct Failed {
    /// All faults that were found, and the warnings too.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that they speak of.
    pub sources: Sources,
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lines: Vec<String> = self.diagnostics.iter().map(|d| self.sources.short(d)).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Failed {}

/// Makes rules.
///
/// # Errors
/// With everything that is wrong with the sources.
pub fn compile(registry: &Registry, source: &GameSource) -> Result<Compiled, Failed> {
    compile_by(registry, source, Precedence::ById)
}

/// Makes the same rules with their modules the other way round wherever nothing says which comes first: they are installed
/// in the other order, as far as none needs another, and rules of one phase run in the other order. The game must be the same
/// by name; this is for tests that it is.
///
/// # Errors
/// With everything that is wrong with the sources.
pub fn compile_reordered(registry: &Registry, source: &GameSource) -> Result<Compiled, Failed> {
    compile_by(registry, source, Precedence::Reversed)
}

/// Which of two modules comes first where nothing else decides it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Precedence {
    /// The one whose id does.
    ById,
    /// The other one.
    Reversed,
}

fn compile_by(registry: &Registry, source: &GameSource, precedence: Precedence) -> Result<Compiled, Failed> {
    let mut sources = Sources::new();
    let mut diagnostics = Vec::new();
    let rules = compile_into(registry, source, precedence, &mut sources, &mut diagnostics);
    sort(&mut diagnostics);
    match rules {
        Some(rules) if diagnostics.iter().all(|d| d.severity != Severity::Error) => {
            Ok(Compiled { rules, diagnostics, sources })
        }
        _ => Err(Failed { diagnostics, sources }),
    }
}

fn compile_into(
    registry: &Registry,
    source: &GameSource,
    precedence: Precedence,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Rules> {
    let loaded = Loaded::read(registry, source, sources, diagnostics);
    let rules = loaded.rule_set.as_ref().and_then(|rule_set| {
        let players = source.seats.len();
        match loaded.range() {
            Err(fault) => {
                diagnostics.push(*fault);
                return None;
            }
            Ok((min, max)) if !(usize::from(min)..=usize::from(max)).contains(&players) => {
                let message = format!("{players} players, but {min} to {max} can play {}", loaded.map.name);
                let mut found = Diagnostic::error("players::seats", message);
                found.span = loaded.map.players.span.or(rule_set.players.span);
                diagnostics.push(found);
                return None;
            }
            Ok(_) => {}
        }
        if let Some(twice) = source.seats.iter().enumerate().find(|(i, name)| source.seats[..*i].contains(name)) {
            let message = format!("two players are named {:?}; give each a name of its own", twice.1);
            diagnostics.push(Diagnostic::error("players::same-name", message));
            return None;
        }
        loaded.rules(registry, source, precedence, false, diagnostics)
    });
    // To play, what the map denies is no more than a warning: only a check of the map fails by it.
    loaded.levels.apply(diagnostics, Severity::Warning);
    rules
}
