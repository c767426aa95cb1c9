//! Entering the end of a game: routes, tickets and what modules own, one after the other. What can't be is refused, and nothing of
//! it stays.

use super::{Field, Given, too_few};
use crate::chance::SeededChance;
use crate::compile::core_messages as msg;
use crate::cx::{Cx, Order};
use crate::event::Sink;
use crate::ids::{PlayerId, RouteId, TicketId, ZoneId};
use crate::message::{Note, Value};
use crate::rules::{Claim, Depends, Rules};
use crate::state::State;

/// Why something can't be in a position.
#[derive(Clone, PartialEq, Debug)]
pub enum Unfit {
    /// There are not so many pieces.
    Pieces(Box<Note>),
    /// There are not so many cards.
    Cards(Box<Note>),
    /// A rule says so.
    Rule(Box<Note>),
    /// The engine can't do it.
    Engine(String),
}

impl From<Note> for Unfit {
    fn from(note: Note) -> Self {
        match note.msg {
            msg::TOO_FEW_PIECES => Self::Pieces(Box::new(note)),
            msg::NO_CARD_LEFT => Self::Cards(Box::new(note)),
            _ => Self::Rule(Box::new(note)),
        }
    }
}

impl Rules {
    /// The position before the game.
    pub fn before_setup(&self) -> State {
        self.initial.clone()
    }

    /// Where a player's tickets lie that are scored, if this game has any.
    pub fn ticket_zone(&self, who: PlayerId) -> Option<ZoneId> {
        self.networks.goal_zones.first().map(|zone| self.of_player(*zone, who))
    }

    /// Why a player can't hold a route together with what is on the board: by the rules that depend on the board alone.
    pub fn why_not_hold(&self, st: &State, who: PlayerId, route: RouteId) -> Option<Note> {
        let look = self.look(st);
        let rules = self.claims.eligibility.iter().filter(|e| e.depends == Depends::OnGroup);
        let refused = rules.filter(|e| e.refuses(look, who, route)).map(|e| (e.why)(look, who, route)).next();
        let closed =
            || look.terms(who, route).closed.then(|| Note::new(msg::CLOSED).with("route", Value::Route(route)));
        refused.or_else(closed)
    }

    /// Lets a player hold a route, with the pieces that it takes.
    ///
    /// # Errors
    /// If there are too few pieces, or if it can't be together with the rest; the position is then as it was.
    pub fn enter_route(&self, st: &mut State, who: PlayerId, route: RouteId, sink: &mut dyn Sink) -> Result<(), Unfit> {
        let look = self.look(st);
        let terms = look.terms(who, route);
        let needed = i64::from(terms.pieces) + i64::from(terms.aside);
        let has = i64::from(look.stock_of(who, terms.piece, terms.public));
        if has < needed {
            return Err(too_few(terms.piece, needed, has).into());
        }
        self.enter(st, who, sink, |cx| {
            cx.place_claim(&Claim { who, route, free: true });
            None
        })
    }

    /// Puts a ticket into a zone of a player.
    ///
    /// # Errors
    /// If it can't be together with the rest; the position is then as it was.
    pub fn enter_ticket(
        &self,
        st: &mut State,
        who: PlayerId,
        zone: ZoneId,
        ticket: TicketId,
        sink: &mut dyn Sink,
    ) -> Result<(), Unfit> {
        let from = st.tickets[ticket.index()].zone;
        self.enter(st, who, sink, |cx| {
            cx.move_tickets(from, zone, &[ticket], Order::Loose);
            None
        })
    }

    /// Puts a value of a field into the position.
    ///
    /// # Errors
    /// If its module refuses it, or if it can't be together with the rest; the position is then as it was.
    pub fn enter_field(
        &self,
        st: &mut State,
        who: PlayerId,
        field: &Field,
        given: Given,
        sink: &mut dyn Sink,
    ) -> Result<(), Unfit> {
        self.enter(st, who, sink, |cx| (field.put)(cx, who, given))
    }

    fn enter(
        &self,
        st: &mut State,
        who: PlayerId,
        sink: &mut dyn Sink,
        put: impl FnOnce(&mut Cx<'_>) -> Option<Note>,
    ) -> Result<(), Unfit> {
        let before = st.clone();
        let mut chance = SeededChance::new(0);
        let mut cx = self.cx(st, &mut chance, sink);
        let refused = put(&mut cx).map(Unfit::from);
        let failed = cx.fault.take().map(|fault| Unfit::Engine(fault.to_string()));
        let look = self.look(st);
        let contradicts = || self.words.contradictions.iter().find_map(|what| what(look, who)).map(Unfit::from);
        match refused.or(failed).or_else(contradicts) {
            Some(why) => {
                *st = before;
                Err(why)
            }
            None => Ok(()),
        }
    }
}
