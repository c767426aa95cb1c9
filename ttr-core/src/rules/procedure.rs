//! Procedures: setup, a turn, a claim. Each is a row of stages that run one after the other; where one asks somebody, the rest waits in a
//! frame below the question.

use crate::cx::Cx;
use crate::ids::{DecisionId, ModuleId, PieceId, PlayerId, ZoneId};
use crate::look::Look;
use crate::phase::Phase;
use crate::registers::{Reg, Scope};
use crate::zone::ZoneSet;

pub(crate) type SetupFn = Box<dyn Fn(&mut Cx<'_>) + Send + Sync>;
pub(crate) type TurnFn = Box<dyn Fn(&mut Cx<'_>, PlayerId) + Send + Sync>;
pub(crate) type NextFn = Box<dyn Fn(Look<'_>, PlayerId) -> PlayerId + Send + Sync>;
pub(crate) type JointFn = Box<dyn Fn(&mut Cx<'_>, PlayerId, u16) + Send + Sync>;

/// A stage of a procedure: a rule of a module.
pub(crate) struct Rule<F> {
    pub module: ModuleId,
    pub phase: Phase,
    pub run: F,
}

/// A step of setup.
pub(crate) enum SetupStep {
    Do(SetupFn),
    /// All at once, answers sealed.
    AskAll(DecisionId),
    /// One after the other, from the first player or from the last backwards.
    AskEach {
        decision: DecisionId,
        reverse: bool,
    },
}

/// A rule for the end of a turn.
pub(crate) struct TurnEnd {
    /// The name by which effects can wake it, and what it looks at. Without these it runs at the end of every turn.
    pub reads: Option<(TurnRule, Vec<Read>)>,
    pub run: TurnFn,
}

/// What a rule for the end of a turn looks at: it runs once something of it has changed, and not before. For
/// [`crate::Installer::on_turn_end_for`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Read {
    /// What lies in a zone, or in all zones of its set.
    Zone(ZoneId),
    /// A register, by its number.
    Register(u16),
    /// How many pieces of a kind the player has left, or those who share a stock.
    Stock(PieceId),
    /// Whether the player had nothing ordinary to do.
    Idle,
    /// How many turns the player has had, from this number on.
    Turns(u16),
}

impl From<ZoneSet> for Read {
    fn from(zones: ZoneSet) -> Self {
        Self::Zone(zones.0)
    }
}

impl From<ZoneId> for Read {
    fn from(zone: ZoneId) -> Self {
        Self::Zone(zone)
    }
}

impl<S: Scope, T> From<Reg<S, T>> for Read {
    fn from(reg: Reg<S, T>) -> Self {
        Self::Register(reg.number)
    }
}

/// A rule for the end of a turn that can be woken: see [`Cx::wake`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnRule(pub(crate) u16);

/// What wakes each rule for the end of a turn. A set of these rules is a word with a bit for each of the first 32.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wakes {
    /// The bit of each rule that can be woken, by its [`TurnRule`]; none for a rule beyond the first 32, which runs at the end of every
    /// turn.
    pub bits: Vec<u32>,
    /// Those that run at the end of every turn.
    pub always: u32,
    /// Those that look at a register, by its number.
    pub registers: Vec<u32>,
    /// Those that look at the stock of a kind of piece, by its number.
    pub stocks: Vec<u32>,
    /// Those that look at whether the player had nothing ordinary to do.
    pub idle: u32,
    /// Those that look at how many turns a player has had, from a number on.
    pub turns: Vec<(u16, u32)>,
    /// The least of these numbers.
    pub first_turn: u16,
}

/// A joint: a named place in the effects of one module where others put theirs. They run by phase, and within a phase by module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joint(pub(crate) u16);

/// A waypoint: where cards or tickets come on their way to a zone of a player. Without another module's word they come there at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waypoint(pub(crate) u16);

/// What is known of a waypoint.
pub(crate) struct Stop {
    /// Where the way leads: the first zone of the players' set.
    pub to: ZoneId,
    /// Where things come first: the first zone of the set of the module that interrupts the way; `to` if none does.
    pub first: ZoneId,
    /// What goes on with things that have come there.
    pub before: Option<Rule<JointFn>>,
}
