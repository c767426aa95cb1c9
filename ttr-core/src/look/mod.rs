//! The read-only side of a position, as rules see it: everything. Players and bots get a [`crate::View`] instead.

mod cards;
mod determinize;
mod routes;
pub mod view;

use crate::board::Board;
use crate::ids::{CityId, PieceId, PlayerId, ZoneId, bits};
use crate::registers::{PerCity, Reg, RegValue, Scope, bits_of};
use crate::rules::{Owner, Rules, TURN};
use crate::state::{Frame, State};

/// A position and the rules that made it.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) st: &'a State,
}

impl<'a> Look<'a> {
    /// The rules.
    #[inline]
    pub fn rules(self) -> &'a Rules {
        self.rules
    }

    /// The board.
    #[inline]
    pub fn board(self) -> &'a Board {
        &self.rules.board
    }

    /// The value of a register.
    #[inline]
    pub fn get<S: Scope, T: RegValue>(self, reg: Reg<S, T>, at: S::At) -> T {
        T::load(self.st.regs[reg.slot(at)])
    }

    /// The cities for which a register has this value, in map order.
    #[inline]
    pub fn cities_with<T: RegValue>(self, reg: Reg<PerCity, T>, value: T) -> impl Iterator<Item = CityId> + 'a {
        let (len, this) = (self.rules.material.regs[usize::from(reg.number)].len, value.store());
        let words = self.st.regs[reg.base as usize..][..len].chunks(64).enumerate();
        words.flat_map(move |(word, values)| bits(bits_of(values, this)).map(move |bit| CityId::at(word * 64 + bit)))
    }

    /// How many pieces of a kind the player can place.
    #[inline]
    pub fn stock(self, who: PlayerId, piece: PieceId) -> i32 {
        self.get(self.rules.material.pieces[piece.index()].stock, who)
    }

    /// How many pieces of a kind lie in the player's box.
    pub fn boxed(self, who: PlayerId, piece: PieceId) -> i32 {
        self.get(self.rules.material.pieces[piece.index()].boxed, who)
    }

    /// How many pieces of a kind the player has put aside.
    pub fn aside(self, who: PlayerId, piece: PieceId) -> i32 {
        self.get(self.rules.material.pieces[piece.index()].aside, who)
    }

    /// How many pieces of a kind are left in the stock that all share.
    pub fn shared_stock(self, piece: PieceId) -> i32 {
        self.get(self.rules.material.pieces[piece.index()].shared, ())
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn_of(self) -> PlayerId {
        self.st.clock.player
    }

    /// Who had the first turn.
    pub fn first_player(self) -> PlayerId {
        self.st.clock.first
    }

    /// How many turns a player has begun.
    pub fn turns_of(self, who: PlayerId) -> u16 {
        self.st.clock.turns[who.index()]
    }

    /// How many turns are left once the last ones have begun, the present one included.
    pub fn turns_left(self) -> Option<u16> {
        self.st.clock.last.map(|(_, left)| left)
    }

    /// Whether this turn's player had nothing ordinary to do, and so did something lesser or passed.
    pub fn turn_is_idle(self) -> bool {
        // A turn lies below all that is asked in it.
        self.st.frames.first().is_some_and(|f| f.decision == TURN && f.args[2] != 0)
    }

    /// The pending frames, the next one last.
    pub fn frames(self) -> &'a [Frame] {
        &self.st.frames
    }

    /// The players in seat order from the first player.
    pub fn in_order(self) -> impl Iterator<Item = PlayerId> + use<> {
        let (n, first) = (self.rules.about.players, self.first_player().index());
        (0..n).map(move |i| PlayerId::at((first + i) % n))
    }
}

impl Rules {
    /// The zone of this player, of a set of zones of which the first is given: the player's own, that of the player's side, or
    /// the zone itself if it is one for all.
    #[inline]
    pub fn of_player(&self, first: impl Into<ZoneId>, who: PlayerId) -> ZoneId {
        let first = first.into();
        match self.material.zones[first.index()].owner {
            Some(Owner::Player(_)) => ZoneId(first.0 + u16::from(who.0)),
            Some(Owner::Side(_)) => ZoneId(first.0 + u16::from(self.side_of(who).0)),
            None => first,
        }
    }

    /// How many words of bits a set of routes has.
    #[inline]
    pub(crate) fn open_words(&self) -> usize {
        self.board.routes.len().div_ceil(64)
    }
}
