//! Operations and decisions: what can be done, and when somebody is asked.

use crate::actions::Action;
use crate::cx::Cx;
use crate::ids::{DecisionId, ModuleId, OpId, PlayerId, ZoneId};
use crate::look::Look;
use crate::message::{MsgId, Note};
use crate::rules::menu::MenuLine;
use crate::state::Frame;

/// What an argument of an action is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgKind {
    /// A route.
    Route,
    /// A city.
    City,
    /// A card kind.
    Kind,
    /// A deck.
    Deck,
    /// A kind of piece.
    Piece,
    /// A player.
    Player,
    /// A number.
    Number,
    /// Some of the tickets that lie, in their order, in the acting player's zone of this set, or that of their side: a bit each.
    TicketsOf(ZoneId),
}

/// What an offer counts for when the rules look whether a player has anything ordinary to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    /// An ordinary action.
    Ordinary,
    /// An action that counts for nothing: whoever has only such may also do what is offered as a fallback.
    Lesser,
    /// Offered only while no module offers anything ordinary.
    Fallback,
}

/// What an operation does: the rule itself. Whoever listens or not, it runs the same way.
pub(crate) type EffectFn = Box<dyn Fn(&mut Cx<'_>, &Frame, PlayerId, &Action) + Send + Sync>;
pub(crate) type WhyNotFn = Box<dyn Fn(Look<'_>, &Frame, PlayerId, &Action) -> Option<Note> + Send + Sync>;
pub(crate) type FilterFn = Box<dyn Fn(Look<'_>, PlayerId, OpId) -> Option<Note> + Send + Sync>;

/// An operation: one kind of action.
pub struct Op {
    /// `module/name`, stable.
    pub name: String,
    /// The module that owns it.
    pub module: ModuleId,
    /// Its arguments by name.
    pub args: Vec<(String, ArgKind)>,
    /// Whether it is paid for with cards.
    pub pays: bool,
    /// Whether its arguments are for the acting player's eyes only.
    pub secret: bool,
    /// What it says in words, of the acting player.
    pub text: MsgId,
    /// What it brings or costs besides what its text says.
    pub remark: Option<MsgId>,
    pub(crate) effect: EffectFn,
    pub(crate) why_not: Option<WhyNotFn>,
    /// Whether its module offers anything in a turn that is not ordinary.
    pub(crate) lesser: bool,
}

/// A kind of pending decision.
pub struct Decision {
    /// `module/name`, stable.
    pub name: String,
    /// The module that owns it.
    pub module: ModuleId,
    /// What is asked, in words.
    pub text: MsgId,
    /// Whether all answer at once, unseen.
    pub sealed: bool,
    /// What is offered, by module.
    pub(crate) lines: Vec<MenuLine>,
    /// What is offered while no module offers anything ordinary.
    pub(crate) fallbacks: Vec<MenuLine>,
}

/// The procedures of the engine stand among the decisions, so that a pending one is a frame like any other.
pub(crate) const SETUP: DecisionId = DecisionId(0);
pub(crate) const TURN: DecisionId = DecisionId(1);
pub(crate) const CLAIM: DecisionId = DecisionId(2);
