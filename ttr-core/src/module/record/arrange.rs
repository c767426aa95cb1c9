//! Laying out a position by hand, for tests and puzzles: these cards here, those tickets away, so many pieces left.

use crate::bag::CardBag;
use crate::chance::SeededChance;
use crate::cx::{Cx, Order};
use crate::event::{NoEvents, PiecesAt, Sink};
use crate::ids::{Kind, PieceId, PlayerId, TicketId, ZoneId};
use crate::message::Value;
use crate::rules::{Holds, Rules};
use crate::state::State;

/// More cards of a kind are wanted than there are.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{wanted} {name} cards are wanted, but only {left} are left in the pile")]
pub struct Lacking {
    /// The kind.
    pub kind: Kind,
    /// Its name, as players know it.
    pub name: String,
    /// How many are wanted.
    pub wanted: u8,
    /// How many are left in the draw pile of its deck.
    pub left: u8,
}

impl Rules {
    /// Takes everything out of a zone of a position: cards go to the draw piles of their decks, tickets to where they lay before
    /// the game.
    pub fn clear_zone(&self, st: &mut State, zone: ZoneId) {
        match self.zone(zone).holds {
            Holds::Cards => {
                let cards = self.look(st).bag(zone);
                for deck in self.material.decks.iter().filter(|deck| deck.draw != zone) {
                    self.arrange(st, &mut NoEvents, |cx| cx.move_cards(zone, deck.draw, &cards.only(deck.kinds)));
                }
            }
            Holds::Tickets => {
                for ticket in self.look(st).tickets(zone) {
                    let home = self.home_of(ticket);
                    self.arrange(st, &mut NoEvents, |cx| cx.move_tickets(zone, home, &[ticket], Order::Loose));
                }
            }
        }
    }

    /// Takes back what players have put away unseen: the tickets that lie in order where nobody looks go to where they lay before
    /// the game, and nobody knows any more where each of them is.
    pub fn shuffle_in(&self, st: &mut State) {
        for ticket in self.board().ticket_ids() {
            let place = st.tickets[ticket.index()];
            let zone = self.zone(place.zone);
            if place.pos > 0 && zone.owner.is_none() && zone.sight.players(self.about.players).is_empty() {
                let home = self.home_of(ticket);
                self.arrange(st, &mut NoEvents, |cx| cx.move_tickets(place.zone, home, &[ticket], Order::Loose));
            }
        }
    }

    /// Lays cards from the draw piles of their decks into a zone of a position.
    ///
    /// # Errors
    /// If there are not so many left; the position is then as it was.
    pub fn lay_cards(&self, st: &mut State, zone: ZoneId, cards: &CardBag, sink: &mut dyn Sink) -> Result<(), Lacking> {
        let left = |kind: Kind| self.look(st).bag(self.deck(self.kind(kind).deck).draw).of(kind);
        if let Some((kind, wanted)) = cards.iter().find(|(kind, n)| left(*kind) < *n) {
            return Err(Lacking { kind, name: self.value_text(&Value::Kind(kind)), wanted, left: left(kind) });
        }
        for deck in &self.material.decks {
            self.arrange(st, sink, |cx| cx.move_cards(deck.draw, zone, &cards.only(deck.kinds)));
        }
        Ok(())
    }

    /// Where a ticket lies before the game.
    pub fn home_of(&self, ticket: TicketId) -> ZoneId {
        self.initial.tickets[ticket.index()].zone
    }

    /// Leaves a player so many pieces of a kind to place: the others go into the player's box.
    ///
    /// # Errors
    /// If there are not so many, in words.
    pub fn leave_pieces(
        &self,
        st: &mut State,
        who: PlayerId,
        piece: PieceId,
        n: u16,
        sink: &mut dyn Sink,
    ) -> Result<(), String> {
        let has = self.look(st).stock(who, piece);
        let more = u16::try_from(has - i32::from(n));
        let more =
            more.map_err(|_| format!("{n} {} pieces are wanted, but only {has} are left", self.piece(piece).name));
        more.map(|more| self.arrange(st, sink, |cx| cx.move_pieces(who, piece, PiecesAt::Stock, PiecesAt::Box, more)))
    }

    fn arrange(&self, st: &mut State, sink: &mut dyn Sink, put: impl FnOnce(&mut Cx<'_>)) {
        put(&mut self.cx(st, &mut SeededChance::new(0), sink));
    }
}
