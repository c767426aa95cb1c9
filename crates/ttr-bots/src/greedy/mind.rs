//! What `greedy` knows of a position.

use super::hand::{Hand, Kinds};
use super::trial::SAMPLES;
use crate::ways::{Looks, Ways};
use std::cell::OnceCell;
use ttr_core::{
    Board, CardBag, CityId, Outcomes, PieceId, PlayerId, RouteId, Rules, SideId, State, Terms, TicketId, View,
};

/// A route costs its cards and a turn: in tenths of a card.
const TENTHS: u32 = 10;
pub(super) const TURN: u32 = 16;
/// With fewer pieces in any stock than this the end is near: what takes longer is given up.
const END_IS_NEAR: i32 = 7;

/// All that one decision needs.
pub(super) struct Mind<'a> {
    pub view: View<'a>,
    pub rules: &'a Rules,
    pub board: &'a Board,
    pub me: PlayerId,
    pub side: SideId,
    pub purse: CardBag,
    pub seed: u64,
    /// How much may still be looked at in this game, to find ways.
    pub looks: Looks,
    pub kinds: &'a Kinds,
    /// What our tickets come to as things are.
    pub outcomes: Outcomes,
    /// What every route takes that is open to us.
    pub open: Vec<Option<Open>>,
    /// Ways in tenths of a card.
    pub ways: Ways<'a>,
    /// Positions that could be the real one, as far as they were asked for.
    pub samples: [OnceCell<State>; SAMPLES],
}

/// What a route takes that is open to us.
#[derive(Clone, Copy)]
pub(super) struct Open {
    /// In tenths of a card.
    weight: u32,
    /// How many turns, with one for two cards that are missing.
    pub turns: u32,
    pub piece: PieceId,
    /// Pieces of ours; none where everybody may use the route.
    pub pieces: u8,
    pub aside: u8,
}

impl Open {
    fn of(hand: &Hand<'_>, terms: &Terms) -> Self {
        let (mut cards, mut lack) = (0, 0);
        for part in &terms.cost.parts {
            cards += u32::from(part.units) + 2 * u32::from(part.least_wilds);
            lack += hand.lacking_for(part);
        }
        // Cards that are there count half: they may be wanted elsewhere.
        let in_hand = cards.saturating_sub(lack);
        let weight = cards * TENTHS + TURN - in_hand * TENTHS / 2;
        let (pieces, aside) = if terms.public { (0, 0) } else { (terms.pieces, terms.aside) };
        Self { weight, turns: 1 + lack.div_ceil(2), piece: terms.piece, pieces, aside }
    }
}

impl<'a> Mind<'a> {
    pub fn new(view: View<'a>, me: PlayerId, kinds: &'a Kinds, seed: u64, looks: &Looks) -> Self {
        let (rules, board) = (view.rules(), view.board());
        let purse = view.purse();
        let hand = Hand::new(kinds, purse);
        let mut open = vec![None; board.routes.len()];
        view.routes_on_terms().for_each(|(route, terms)| open[route.index()] = Some(Open::of(&hand, &terms)));
        let outcomes = view.own_outcomes().unwrap_or_default();
        let weight = |route: RouteId| Some(open[route.index()].as_ref()?.weight);
        let ways = Ways::with_outcomes(view, Some(&outcomes), looks, weight);
        Self {
            view,
            rules,
            board,
            me,
            side: rules.side_of(me),
            purse,
            seed,
            looks: looks.clone(),
            kinds,
            outcomes,
            open,
            ways,
            samples: Default::default(),
        }
    }

    /// Its cards.
    pub fn hand(&self) -> Hand<'a> {
        Hand::new(self.kinds, self.purse)
    }

    /// How many pieces a player has that claim routes.
    pub fn stock(&self, who: PlayerId) -> i32 {
        let pieces = (0..self.rules.pieces().len()).map(PieceId::at);
        pieces.filter(|p| self.rules.piece(*p).claims).map(|p| self.view.stock(who, p)).sum()
    }

    pub fn end_is_near(&self) -> bool {
        self.view.turns_left().is_some() || self.rules.player_ids().any(|p| self.stock(p) <= END_IS_NEAR)
    }

    /// How many turns we may still have, this one included, once the end is near.
    pub fn turns_left(&self) -> u32 {
        let players = self.rules.players() as u32;
        match self.view.turns_left() {
            Some(left) => u32::from(left).div_ceil(players),
            // About two pieces a turn, and one turn after the end has begun.
            None => {
                let fewest = self.rules.player_ids().map(|p| self.stock(p)).min().unwrap_or_default();
                fewest.max(0) as u32 / 2 + 1
            }
        }
    }

    /// How many pieces of each kind the routes take that are open to us.
    pub fn spaces_left(&self) -> Vec<u32> {
        let mut spaces = vec![0; self.rules.pieces().len()];
        for open in self.open.iter().flatten() {
            spaces[open.piece.index()] += u32::from(open.pieces) + u32::from(open.aside);
        }
        spaces
    }

    /// Our tickets that are not complete.
    pub fn open_tickets(&self) -> Vec<TicketId> {
        self.outcomes.tickets.iter().filter(|(_, o)| !o.completed).map(|(t, _)| *t).collect()
    }

    /// How much a planned route should not wait: long ones, and those that others may want.
    pub fn urgency(&self, route: RouteId) -> (u32, u32) {
        let r = self.board.route(route);
        let at = |c: CityId| &self.board.cities[c.index()].routes;
        let others = |r: &RouteId| !self.view.is_free(*r) && !self.view.held(*r).has(self.me);
        let contested = r.ends.iter().map(|c| at(*c).iter().filter(|r| others(r)).count()).sum::<usize>();
        let alternatives = r.ends.iter().map(|c| at(*c).len()).min().unwrap_or_default();
        (contested as u32 * 2 + 12u32.saturating_sub(alternatives as u32), u32::from(r.length))
    }

    /// How near each city is to the ways that our tickets would take if nothing were taken: those on them first.
    pub fn places_of_interest(&self) -> (Vec<bool>, Vec<bool>) {
        let length = |r: RouteId| Some(u32::from(self.board.route(r).length) * TENTHS + TURN);
        let ideal = Ways::with_outcomes(self.view, Some(&self.outcomes), &self.looks, length);
        let (mut cities, mut routes) = (vec![false; self.board.cities.len()], vec![false; self.board.routes.len()]);
        for ticket in self.open_tickets() {
            self.board.tickets[ticket.index()].cities.iter().for_each(|city| cities[city.index()] = true);
            for route in ideal.way(ticket, &[]).iter().flat_map(|way| way.routes.iter().copied()) {
                routes[route.index()] = true;
                self.board.route(route).ends.iter().for_each(|city| cities[city.index()] = true);
            }
        }
        (cities, routes)
    }
}
