//! Laying out a position by hand, for tests and puzzles: these cards here, those tickets away, so many pieces left.

use crate::bag::CardBag;
use crate::chance::SeededChance;
use crate::cx::{Cx, Order};
use crate::event::{NoEvents, PiecesAt};
use crate::ids::{PieceId, PlayerId, TicketId, ZoneId};
use crate::message::Value;
use crate::rules::{Holds, Rules};
use crate::state::State;

impl Rules {
    /// Takes everything out of a zone of a position: cards go to the draw piles of their decks, tickets to where they lay before
    /// the game.
    pub fn clear_zone(&self, st: &mut State, zone: ZoneId) {
        match self.zone(zone).holds {
            Holds::Cards => {
                let cards = self.look(st).bag(zone);
                for deck in self.material.decks.iter().filter(|deck| deck.draw != zone) {
                    self.arrange(st, |cx| cx.move_cards(zone, deck.draw, &cards.only(deck.kinds)));
                }
            }
            Holds::Tickets => {
                for ticket in self.look(st).tickets(zone) {
                    let home = self.home_of(ticket);
                    self.arrange(st, |cx| cx.move_tickets(zone, home, &[ticket], Order::Loose));
                }
            }
        }
    }

    /// Lays cards from the draw piles of their decks into a zone of a position.
    ///
    /// # Errors
    /// If there are not so many left, in words; the position is then as it was.
    pub fn lay_cards(&self, st: &mut State, zone: ZoneId, cards: &CardBag) -> Result<(), String> {
        let lacking = |(kind, n): &(_, u8)| self.look(st).bag(self.deck(self.kind(*kind).deck).draw).of(*kind) < *n;
        if let Some((kind, n)) = cards.iter().find(lacking) {
            let left = self.look(st).bag(self.deck(self.kind(kind).deck).draw).of(kind);
            let name = self.value_text(&Value::Kind(kind));
            return Err(format!("{n} {name} cards are wanted, but only {left} are left in the pile"));
        }
        for deck in &self.material.decks {
            self.arrange(st, |cx| cx.move_cards(deck.draw, zone, &cards.only(deck.kinds)));
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
    pub fn leave_pieces(&self, st: &mut State, who: PlayerId, piece: PieceId, n: u16) -> Result<(), String> {
        let has = self.look(st).stock(who, piece);
        let more = u16::try_from(has - i32::from(n));
        let more =
            more.map_err(|_| format!("{n} {} pieces are wanted, but only {has} are left", self.piece(piece).name));
        more.map(|more| self.arrange(st, |cx| cx.move_pieces(who, piece, PiecesAt::Stock, PiecesAt::Box, more)))
    }

    fn arrange(&self, st: &mut State, put: impl FnOnce(&mut Cx<'_>)) {
        let (mut chance, mut sink) = (SeededChance::new(0), NoEvents);
        put(&mut self.cx(st, &mut chance, &mut sink));
    }
}
