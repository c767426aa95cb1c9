//! What `greedy` knows of a position.

use super::hand::Hand;
use crate::ways::Ways;
use ttr_core::{Board, CardBag, CityId, PieceId, PlayerId, RouteId, Rules, SideId, Terms, TicketId, View};

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
    /// The terms of every route that is open to us.
    pub terms: Vec<Option<Terms>>,
    /// Ways in tenths of a card.
    pub ways: Ways<'a>,
}

impl<'a> Mind<'a> {
    pub fn new(view: View<'a>, me: PlayerId, seed: u64) -> Self {
        let (rules, board) = (view.rules(), view.board());
        let purse = view.purse();
        let terms: Vec<Option<Terms>> = board.route_ids().map(|r| view.terms(r)).collect();
        let hand = Hand { rules, purse };
        let ways = Ways::new(view, |route| Some(weight(&hand, terms[route.index()].as_ref()?)));
        Self { view, rules, board, me, side: rules.side_of(me), purse, seed, terms, ways }
    }

    /// Its cards.
    pub fn hand(&self) -> Hand<'a> {
        Hand { rules: self.rules, purse: self.purse }
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
        for terms in self.terms.iter().flatten().filter(|terms| !terms.public) {
            spaces[terms.piece.index()] += u32::from(terms.pieces) + u32::from(terms.aside);
        }
        spaces
    }

    /// Our tickets that are not complete.
    pub fn open_tickets(&self) -> Vec<TicketId> {
        let outcomes = self.view.own_outcomes().unwrap_or_default();
        outcomes.tickets.iter().filter(|(_, o)| !o.completed).map(|(t, _)| *t).collect()
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
        let ideal = Ways::new(self.view, length);
        let (mut cities, mut routes) = (vec![false; self.board.cities.len()], vec![false; self.board.routes.len()]);
        for ticket in self.open_tickets() {
            self.board.tickets[ticket.index()].cities.iter().for_each(|city| cities[city.index()] = true);
            for route in ideal.cheapest(ticket, &[]).map(|way| way.routes).unwrap_or_default() {
                routes[route.index()] = true;
                self.board.route(route).ends.iter().for_each(|city| cities[city.index()] = true);
            }
        }
        (cities, routes)
    }
}

/// What a route costs, in tenths of a card.
fn weight(hand: &Hand<'_>, terms: &Terms) -> u32 {
    let cards: u32 = terms.cost.parts.iter().map(|p| u32::from(p.units) + 2 * u32::from(p.least_wilds)).sum();
    let in_hand = hand.lacking(terms).map_or(0, |lack| cards.saturating_sub(lack));
    // Cards that are there count half: they may be wanted elsewhere.
    cards * TENTHS + TURN - in_hand.min(cards) * TENTHS / 2
}
