//! Events: every change of the state is one. An event has a public head and a payload that only some may see; log,
//! reactions, screens and replays read the same stream.

use crate::actions::Action;
use crate::bag::CardBag;
use crate::ids::{
    CityId, ColourId, DecisionId, DeckId, ModuleId, PieceId, PlayerId, PlayerSet, RouteId, TicketId, ZoneId,
};
use crate::limits::MAX_TICKETS_DEALT;
use crate::message::Note;
use crate::phase::Phase;
use arrayvec::ArrayVec;

/// Who may see something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sight {
    /// Everybody, onlookers too.
    All,
    /// These players.
    Some(PlayerSet),
}

impl Sight {
    /// Nobody.
    pub const NOBODY: Self = Self::Some(PlayerSet::NONE);

    /// Whether this viewer (`None`: an onlooker) may see it.
    pub fn allows(self, viewer: Option<PlayerId>) -> bool {
        match (self, viewer) {
            (Self::All, _) => true,
            (Self::Some(set), Some(who)) => set.has(who),
            (Self::Some(_), None) => false,
        }
    }

    /// Which of so many players may see it.
    pub(crate) const fn players(self, players: usize) -> PlayerSet {
        match self {
            Self::All => PlayerSet::first(players),
            Self::Some(set) => set,
        }
    }

    /// Seen by whoever may see the one or the other.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Some(a), Self::Some(b)) => Self::Some(PlayerSet(a.0 | b.0)),
            _ => Self::All,
        }
    }
}

/// A few tickets.
pub type Tickets = ArrayVec<TicketId, MAX_TICKETS_DEALT>;

/// An action as it was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The action.
    pub action: Action,
    /// The tickets that it names: its bits mean nothing once they have moved.
    pub tickets: Tickets,
}

/// Where pieces lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PiecesAt {
    /// In the player's stock, ready to be placed.
    Stock,
    /// In the player's box: out of the stock, but not out of the game.
    Box,
    /// Put aside for the rest of the game.
    Aside,
    /// In the stock that all share.
    Shared,
    /// On a route.
    Route(RouteId),
    /// In a city.
    City(CityId),
}

/// What happened.
#[derive(Clone, PartialEq, Debug)]
pub enum What {
    /// A turn began.
    TurnBegan {
        /// Whose turn.
        who: PlayerId,
        /// Which of their turns, from 1.
        turn: u16,
    },
    /// The first player is named.
    FirstPlayer {
        /// Who.
        who: PlayerId,
    },
    /// The turn goes on: its player may do something more.
    TurnGoesOn {
        /// Whose turn.
        who: PlayerId,
    },
    /// A decision was taken. The action is the payload where the operation is secret or the answer sealed.
    Chose {
        /// Who decided.
        who: PlayerId,
        /// What, where the viewer may see it.
        action: Option<Chosen>,
        /// The only legal action, taken by the rules.
        forced: bool,
        /// The answer stays closed until all have answered.
        sealed: bool,
    },
    /// Somebody has to decide.
    Asked {
        /// What about.
        decision: DecisionId,
        /// Who.
        who: PlayerSet,
    },
    /// Cards moved.
    Cards {
        /// From where.
        from: ZoneId,
        /// To where.
        to: ZoneId,
        /// How many.
        n: u16,
        /// Which, where the viewer may see it.
        cards: Option<CardBag>,
    },
    /// Tickets moved.
    Tickets {
        /// From where.
        from: ZoneId,
        /// To where.
        to: ZoneId,
        /// How many.
        n: u16,
        /// Which, where the viewer may see it.
        tickets: Option<Tickets>,
    },
    /// The discards of a deck were shuffled to a new draw pile.
    Shuffled {
        /// Which deck.
        deck: DeckId,
        /// How many cards went in.
        n: u16,
    },
    /// A route was claimed.
    Claimed {
        /// By whom.
        who: PlayerId,
        /// Which.
        route: RouteId,
    },
    /// A claim was given up before it stood.
    ClaimDropped {
        /// By whom.
        who: PlayerId,
        /// Which route.
        route: RouteId,
    },
    /// A route was taken off the board.
    Released {
        /// Which.
        route: RouteId,
        /// Whose it was.
        held: PlayerSet,
    },
    /// A route got another colour.
    Painted {
        /// Which.
        route: RouteId,
        /// Its colour now.
        colour: Option<ColourId>,
    },
    /// Pieces moved.
    Pieces {
        /// Whose.
        who: PlayerId,
        /// Of which kind.
        piece: PieceId,
        /// From where.
        from: PiecesAt,
        /// To where.
        to: PiecesAt,
        /// How many.
        n: u16,
    },
    /// A register changed.
    Register {
        /// Number of the register.
        reg: u16,
        /// Which of its values.
        at: u16,
        /// The new value.
        value: i32,
    },
    /// The last turns have begun.
    LastTurns {
        /// Why, a number of an end reason.
        why: u8,
        /// How many turns are still to come.
        left: u16,
    },
    /// The game is over.
    Over {
        /// Why, a number of an end reason.
        why: u8,
    },
    /// Something a module says in its own words.
    Note(Note),
}

/// An event, with the rule that caused it.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// The module at work.
    pub module: ModuleId,
    /// Its phase.
    pub phase: Phase,
    /// What happened.
    pub what: What,
    /// Who may see the payload; the head is public.
    pub sight: Sight,
}

impl Event {
    /// The event as this viewer may see it: the payload is taken out where it is not theirs to see.
    #[must_use]
    pub fn seen_by(&self, viewer: Option<PlayerId>) -> Self {
        let mut event = self.clone();
        if !self.sight.allows(viewer) {
            match &mut event.what {
                What::Cards { cards, .. } => *cards = None,
                What::Tickets { tickets, .. } => *tickets = None,
                What::Chose { action, forced, sealed, .. } => {
                    *action = None;
                    // That there was no choice would tell something of what is hidden.
                    *forced &= !*sealed;
                }
                _ => {}
            }
        }
        // Who else may see it is not part of what is seen.
        event.sight = if self.sight.allows(viewer) { Sight::All } else { Sight::NOBODY };
        event
    }
}

/// Where events go.
pub trait Sink {
    /// Whether somebody listens; where nobody does, no event is made.
    fn listens(&self) -> bool {
        true
    }

    /// Takes an event.
    fn event(&mut self, event: &Event);
}

/// Wants no event.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoEvents;

impl Sink for NoEvents {
    fn listens(&self) -> bool {
        false
    }

    fn event(&mut self, _event: &Event) {}
}

impl Sink for Vec<Event> {
    fn event(&mut self, event: &Event) {
        self.push(event.clone());
    }
}
