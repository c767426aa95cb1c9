//! The state of a game: a small value of plain data. It holds no generator, no seed and no deck order, and is cheap to
//! copy into a used one ([`Clone::clone_from`]), to hash and to compare.

mod plain;

use crate::actions::Action;
use crate::bag::CardBag;
use crate::hash::Fnv;
use crate::ids::{DecisionId, PlayerId, PlayerSet, ZoneId};
use crate::limits::{MAX_CARD_KINDS, MAX_FRAMES, MAX_PLAYERS};
use crate::zone::Spot;
use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicBool, Ordering};

/// What lies on a route. Its data (ends, length) belongs to the map; owner and colour are state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct RouteState {
    /// Whose pieces lie there.
    pub held: PlayerSet,
    /// How many pieces of each holder.
    pub pieces: u8,
    /// Whether everybody may use it.
    pub public: bool,
    /// Its colour now; beyond the last colour: none.
    pub colour: u8,
}

/// Where a ticket lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TicketPlace {
    pub zone: ZoneId,
    /// 0: somewhere in the zone; `n`: the n-th of those that lie in order behind the others.
    pub pos: u16,
    /// Who knows that it is this one that lies here, beyond those who may see into the zone.
    pub seen: PlayerSet,
}

/// How many tickets lie in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Pile {
    pub count: u16,
    /// How many of them lie in order.
    pub queued: u16,
}

/// Which of 64 tickets lie in a zone, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Lying {
    /// Without an order.
    pub loose: u64,
    /// In order behind those.
    pub queued: u64,
}

impl Lying {
    /// The set to which a ticket at this position belongs: 0 is without an order.
    #[inline(always)]
    pub fn of(&mut self, pos: u16) -> &mut u64 {
        if pos == 0 { &mut self.loose } else { &mut self.queued }
    }
}

/// A pending step: a decision that somebody has to take (`who` is not empty), or a procedure that goes on when
/// everything above it is settled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(16))]
pub struct Frame {
    /// What is pending.
    pub decision: DecisionId,
    /// Who still has to answer; empty for a procedure.
    pub who: PlayerSet,
    /// Small numbers that belong to it; public, like registers.
    pub args: [u16; 6],
}

/// An answer that nobody else may see before all have answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Sealed {
    /// Which frame it answers, by its depth on the stack.
    pub depth: u8,
    pub who: PlayerId,
    pub action: Action,
}

/// Turns and the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Clock {
    pub first: PlayerId,
    pub player: PlayerId,
    /// Turns begun, per player.
    pub turns: [u16; MAX_PLAYERS],
    /// Why the last turns have begun, and how many turns are left, this one included.
    pub last: Option<(u8, u16)>,
    /// Why the game is over.
    pub over: Option<u8>,
}

/// A position of a game. Only the rules that made it can read it; players and bots get a [`crate::View`].
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Card zones; behind each zone that is not public, what everybody knows to be in it.
    pub(crate) bags: Vec<CardBag>,
    /// How many kinds of cards there are.
    pub(crate) kinds: u8,
    pub(crate) regs: Vec<i32>,
    pub(crate) routes: Vec<RouteState>,
    pub(crate) tickets: Vec<TicketPlace>,
    /// How many tickets lie in each zone: derived, kept up by what changes.
    pub(crate) piles: Vec<Pile>,
    /// Which tickets lie in each zone for tickets, as many words as it takes: derived, kept up by what changes.
    pub(crate) lying: Vec<Lying>,
    /// Sets of routes, a bit each: those open to each player by the rules that depend on the board alone, then those that each
    /// holds, then those that are public. Derived, kept up by what changes.
    pub(crate) sets: Vec<u64>,
    /// How many routes are open to each player in each cell of their price list. Derived, kept up with the sets.
    pub(crate) open: Vec<i16>,
    pub(crate) frames: ArrayVec<Frame, MAX_FRAMES>,
    pub(crate) sealed: Vec<Sealed>,
    /// For each claim that began while cards of others lay in escrow: those cards, then which of them came from each purse but
    /// the first. Seldom anything.
    pub(crate) below: Vec<CardBag>,
    pub(crate) clock: Clock,
    pub(crate) due: Due,
    pub(crate) watch: Watch,
}

/// Which rules for the end of a turn have something to look at, a bit each. It says nothing of the game itself, and two positions that
/// differ in it alone are equal: with all bits set the same game is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Due {
    /// At the end of the turns of each player; behind those, at the end of the turns of all, since the last turn ended.
    of: [u32; MAX_PLAYERS + 1],
}

impl Due {
    pub const ALL: Self = Self { of: [u32::MAX; MAX_PLAYERS + 1] };

    /// Wakes these rules, as something has changed that they look at: for the turns of this player, or for those of all.
    #[inline(always)]
    pub fn wake(&mut self, rules: u32, whose: u8) {
        self.of[usize::from(whose)] |= rules;
    }

    /// Whether one of these rules has something to look at, whoever ends a turn.
    #[inline]
    pub fn has(&self, rules: u32) -> bool {
        self.of.iter().fold(0, |all, of| all | of) & rules != 0
    }

    /// These rules have nothing more to look at.
    #[inline]
    pub fn settle(&mut self, rules: u32) {
        self.of.iter_mut().for_each(|of| *of &= !rules);
    }

    /// A rule runs at the end of a turn of this player: it has nothing more to look at then.
    #[inline]
    pub fn runs(&mut self, rule: usize, who: PlayerId) {
        self.of[who.index() % MAX_PLAYERS] &= !1u32.checked_shl(rule as u32).unwrap_or(0);
    }

    /// The rules that have something to look at when this player ends a turn.
    #[inline(always)]
    pub fn at_end(&mut self, who: PlayerId) -> u32 {
        let all = std::mem::take(&mut self.of[MAX_PLAYERS]);
        if all != 0 {
            self.of[..MAX_PLAYERS].iter_mut().for_each(|of| *of |= all);
        }
        self.of[who.index() % MAX_PLAYERS]
    }
}

impl PartialEq for Due {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Due {}

impl std::hash::Hash for Due {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// Whether rules have looked at something that not everybody may see, since it was last asked: what a menu offers may then tell of it.
/// It says nothing of the game itself.
#[derive(Debug, Default)]
pub(crate) struct Watch(AtomicBool);

impl Watch {
    /// Something was looked at that not everybody may see.
    #[inline(always)]
    pub fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether something was looked at so far.
    #[inline(always)]
    pub fn is_noted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Begins anew.
    #[inline(always)]
    pub fn begin(&mut self) {
        *self.0.get_mut() = false;
    }
}

impl PartialEq for Watch {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Watch {}

impl std::hash::Hash for Watch {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            bags: self.bags.clone(),
            kinds: self.kinds,
            regs: self.regs.clone(),
            routes: self.routes.clone(),
            tickets: self.tickets.clone(),
            piles: self.piles.clone(),
            lying: self.lying.clone(),
            sets: self.sets.clone(),
            open: self.open.clone(),
            frames: self.frames.clone(),
            sealed: self.sealed.clone(),
            below: self.below.clone(),
            clock: self.clock,
            due: self.due,
            watch: Watch::default(),
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.bags.clone_from(&from.bags);
        self.kinds = from.kinds;
        self.regs.clone_from(&from.regs);
        self.routes.clone_from(&from.routes);
        self.tickets.clone_from(&from.tickets);
        self.piles.clone_from(&from.piles);
        self.lying.clone_from(&from.lying);
        self.sets.clone_from(&from.sets);
        self.open.clone_from(&from.open);
        self.frames.clone_from(&from.frames);
        self.sealed.clone_from(&from.sealed);
        self.below.clone_from(&from.below);
        self.clock = from.clock;
        self.due = from.due;
    }
}

impl State {
    /// How many words it takes to tell tickets apart by their bits.
    #[inline(always)]
    pub(crate) fn ticket_words(&self) -> usize {
        self.tickets.len().div_ceil(64)
    }

    /// Finds out anew which tickets lie in each of these zones, and how many.
    pub(crate) fn count_tickets(&mut self, spots: &[Spot]) {
        let words = self.ticket_words();
        let places = spots.iter().filter(|spot| spot.lying != Spot::NOWHERE).count();
        self.piles = vec![Pile::default(); spots.len()];
        self.lying = vec![Lying::default(); places * words];
        for (ticket, place) in self.tickets.iter().enumerate() {
            let pile = &mut self.piles[place.zone.index()];
            pile.count += 1;
            pile.queued += u16::from(place.pos > 0);
            let at = usize::from(spots[place.zone.index()].lying);
            if let Some(lying) = self.lying.get_mut(at * words + ticket / 64) {
                *lying.of(place.pos) |= 1 << (ticket % 64);
            }
        }
    }

    /// A hash of our own over everything, the same on every platform: saves carry it.
    pub fn fingerprint(&self) -> u64 {
        let mut h = Fnv::new();
        let kinds = usize::from(self.kinds).min(MAX_CARD_KINDS);
        h.parts(self.bags.iter().map(|bag| &bag.counts()[..kinds]));
        for &r in &self.regs {
            h.word(r as u32 as u64);
        }
        for r in &self.routes {
            h.word(
                u64::from(r.held.0) | u64::from(r.pieces) << 8 | u64::from(r.public) << 16 | u64::from(r.colour) << 24,
            );
        }
        for t in &self.tickets {
            h.word(u64::from(t.zone.0) | u64::from(t.pos) << 16 | u64::from(t.seen.0) << 32);
        }
        for f in &self.frames {
            h.word(u64::from(f.decision.0) | u64::from(f.who.0) << 8);
            for &a in &f.args {
                h.word(u64::from(a));
            }
        }
        for s in &self.sealed {
            h.word(u64::from(s.depth) | u64::from(s.who.0) << 8 | u64::from(s.action.op.0) << 16);
            for &a in &s.action.args {
                h.word(u64::from(a));
            }
            h.bytes(s.action.pay.counts());
        }
        for bag in &self.below {
            h.bytes(&bag.counts()[..kinds]);
        }
        let c = &self.clock;
        h.word(u64::from(c.first.0) | u64::from(c.player.0) << 8);
        for &t in &c.turns {
            h.word(u64::from(t));
        }
        h.word(c.last.map_or(0, |(why, left)| 1 + (u64::from(why) << 8) + (u64::from(left) << 16)));
        h.word(c.over.map_or(0, |why| 1 + u64::from(why)));
        h.value()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.clock.over.is_some()
    }
}
