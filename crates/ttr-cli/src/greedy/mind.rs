//! What `greedy` knows of a position, and what it plans: which routes join the cities of its tickets, and what they cost.

use crate::ways::{Way, Ways};
use std::cmp::Reverse;
use ttr_core::payment::{Agree, Part};
use ttr_core::{
    Action, ActionSpace, ArgKind, Board, CardBag, CityId, ColourId, Kind, KindSet, PieceId, PlayerId, RouteId, Rules,
    SideId, Terms, TicketId, View,
};

/// A route costs its cards and a turn: in tenths of a card.
const TENTHS: u32 = 10;
const TURN: u32 = 16;
/// With fewer pieces in any stock than this the end is near: what takes longer is given up.
const END_IS_NEAR: i32 = 7;
/// Payments beyond a few hundred differ in nothing that matters here.
const MOST_PAYMENTS: usize = 400;
/// What a blind card is worth where there is one deck, beside those of the row.
const BLIND_CARD: i64 = 9;
/// A way costs points that could be had elsewhere: so many hundredths of a tenth of a card.
const COST_OF_WAY: i64 = 70;

/// A way to join the cities of some tickets.
#[derive(Clone, Default)]
pub(super) struct Plan {
    pub routes: Vec<RouteId>,
    /// What it costs, in tenths of a card.
    cost: u32,
    /// Pieces that it takes, by kind.
    pub pieces: Vec<i32>,
    /// Turns that it takes at least.
    turns: u32,
    /// Points that its tickets gain.
    gain: i64,
}

/// What a way gains for what it costs.
fn reward(gain: i64, way: &Way) -> i64 {
    gain * 1000 / i64::from(way.cost + TURN)
}

/// Adds ways to a plan as long as there are pieces and time for them.
struct Planner<'m, 'a> {
    mind: &'m Mind<'a>,
    plan: Plan,
    stocks: Vec<i32>,
    turns: u32,
}

impl<'m, 'a> Planner<'m, 'a> {
    fn new(mind: &'m Mind<'a>) -> Self {
        let pieces = (0..mind.rules.pieces().len()).map(PieceId::at);
        let stocks: Vec<i32> = pieces.map(|piece| mind.view.stock(mind.me, piece)).collect();
        let turns = if mind.end_is_near() { mind.turns_left() } else { u32::MAX };
        Self { mind, plan: Plan { pieces: vec![0; stocks.len()], ..Plan::default() }, stocks, turns }
    }

    fn add(&mut self, gain: i64, way: &Way) {
        let mut pieces = self.plan.pieces.clone();
        let mut turns = self.plan.turns;
        let hand = self.mind.hand();
        for terms in way.routes.iter().filter_map(|r| self.mind.terms[r.index()].as_ref()) {
            if !terms.public {
                pieces[terms.piece.index()] += i32::from(terms.pieces) + i32::from(terms.aside);
            }
            turns += 1 + hand.lacking(terms).map_or(0, |lack| lack.div_ceil(2));
        }
        if turns <= self.turns && pieces.iter().zip(&self.stocks).all(|(needed, stock)| needed <= stock) {
            self.plan.gain += gain;
            self.plan.cost += way.cost;
            (self.plan.pieces, self.plan.turns) = (pieces, turns);
            self.plan.routes.extend(&way.routes);
        }
    }
}

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
    terms: Vec<Option<Terms>>,
    /// Ways in tenths of a card.
    ways: Ways<'a>,
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

    fn hand(&self) -> Hand<'a> {
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
    fn turns_left(&self) -> u32 {
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

    /// The tickets that an action of ours names.
    pub fn tickets_named(&self, action: &Action) -> Vec<TicketId> {
        let op = self.rules.op(action.op);
        let Some((_, ArgKind::TicketsOf(zone))) = op.args.first() else { return Vec::new() };
        let lying = self.view.tickets(self.rules.of_player(*zone, self.me));
        lying.iter().enumerate().filter(|(i, _)| action.args[0] >> i & 1 != 0).filter_map(|(_, t)| *t).collect()
    }

    /// Joins the cities of tickets one after the other, the most rewarding first, each over what is planned already.
    /// Tickets for which no way, too few pieces or too little time is left are given up.
    pub fn plan(&self, tickets: &[TicketId]) -> Plan {
        let mut planner = Planner::new(self);
        let mut left = self.with_points(tickets);
        while !left.is_empty() {
            let found = left.iter().enumerate().filter_map(|(i, (ticket, now))| {
                let way = self.ways.cheapest(*ticket, &planner.plan.routes)?;
                Some((i, i64::from(way.outcome.points) - now, way))
            });
            // The best value for what it costs; ties by map order.
            let Some((i, gain, way)) = found.max_by_key(|(i, gain, way)| (reward(*gain, way), Reverse(*i))) else {
                break;
            };
            planner.add(gain, &way);
            left.remove(i);
        }
        planner.plan
    }

    /// The same for a position that is only thought of: tickets are put in order once.
    pub fn quick_plan(&self, tickets: &[TicketId]) -> Plan {
        let mut planner = Planner::new(self);
        let found = self.with_points(tickets).into_iter().enumerate().filter_map(|(i, (ticket, now))| {
            let way = self.ways.cheapest(ticket, &[])?;
            let gain = i64::from(way.outcome.points) - now;
            Some((Reverse(reward(gain, &way)), i, gain, ticket, way))
        });
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|(reward, i, ..)| (*reward, *i));
        for (_, _, gain, ticket, way) in found {
            let over_others = || self.ways.cheapest(ticket, &planner.plan.routes);
            let way = if planner.plan.routes.is_empty() { Some(way) } else { over_others() };
            if let Some(way) = way {
                planner.add(gain, &way);
            }
        }
        planner.plan
    }

    /// Tickets with what they come to as they are.
    fn with_points(&self, tickets: &[TicketId]) -> Vec<(TicketId, i64)> {
        tickets.iter().map(|t| (*t, i64::from(self.ways.outcome_now(*t).points))).collect()
    }

    /// What some tickets promise, in tenths of a point: what they come to as they are, what the plan gains, what it
    /// costs.
    pub fn promise(&self, tickets: &[TicketId]) -> i64 {
        let now: i64 = tickets.iter().map(|t| i64::from(self.ways.outcome_now(*t).points)).sum();
        now * 10 + self.worth_of(&self.plan(tickets))
    }

    /// What a plan is worth, in tenths of a point. Routes score on their own, too, so cards are not all lost.
    pub fn worth_of(&self, plan: &Plan) -> i64 {
        plan.gain * 10 - i64::from(plan.cost) * COST_OF_WAY / 100
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

    /// Of the payments of an action, the one that costs the rest of the plan least: few wilds, no colour that is needed.
    pub fn best_payment(
        &self,
        space: &ActionSpace<'_>,
        first: usize,
        n: usize,
        plan: &Plan,
        but: Option<RouteId>,
    ) -> usize {
        if n < 2 {
            return first;
        }
        let wanted = self.wanted(plan, but);
        let price = |action: &Action| -> u32 {
            action.pay.iter().map(|(k, n)| u32::from(n) * (wanted[k.index()].min(30) + 10)).sum()
        };
        let payments = (first..first + n.min(MOST_PAYMENTS)).filter_map(|i| Some((i, space.get(i)?)));
        payments.min_by_key(|(_, action)| price(action)).map_or(first, |(i, _)| i)
    }

    /// How much each kind is wanted for the routes of the plan, but one.
    fn wanted(&self, plan: &Plan, but: Option<RouteId>) -> Vec<u32> {
        let hand = self.hand();
        let mut wanted = vec![0u32; self.rules.kinds().len()];
        for route in plan.routes.iter().filter(|r| Some(**r) != but) {
            let Some(terms) = &self.terms[route.index()] else { continue };
            for part in &terms.cost.parts {
                let sets = hand.colours_of(part);
                let free = sets.len() > 1 || part.groups.is_some();
                // Of a gray route, the colour of which we have most.
                let Some(set) = sets.iter().min_by_key(|s| hand.lack_of(part, **s)) else { continue };
                let lack = hand.lack_of(part, *set);
                for kind in set.iter() {
                    wanted[kind.index()] += if free { 4 } else { 8 } + lack.min(4);
                }
            }
        }
        for kind in self.rules.wilds().iter() {
            wanted[kind.index()] = wanted.iter().copied().max().unwrap_or_default() + 12;
        }
        wanted
    }

    /// How many cards the plan lacks if we had this one too.
    pub fn lacks_with(&self, plan: &Plan, more: Option<Kind>) -> u32 {
        let mut hand = self.hand();
        if let Some(kind) = more {
            hand.purse.add(kind, 1);
        }
        let terms = plan.routes.iter().filter_map(|r| self.terms[r.index()].as_ref());
        terms.filter_map(|t| hand.lacking(t)).sum()
    }

    /// What a card is worth that is to be had, where the plan lacks so many now.
    pub fn worth_of_card(&self, kind: u16, now: u32, plan: &Plan) -> i64 {
        let kind = Kind(kind as u8);
        let helps = i64::from(now) - i64::from(self.lacks_with(plan, Some(kind)));
        let price = i64::from(self.rules.kind(kind).price.max(1));
        // Without a plan: what we have most of, for long routes.
        let many = i64::from(self.purse.of(kind)).min(6);
        let wild = i64::from(self.rules.kind(kind).wild) * 12;
        (helps * 20 + many + wild) / price
    }

    /// What a blind card of a deck is worth, where the plan lacks so many now. Of several decks, by what they hold: that
    /// of which no card pays for a route of the plan is of little use.
    pub fn worth_of_deck(&self, deck: u16, now: u32, plan: &Plan) -> i64 {
        let decks = self.rules.decks();
        let Some(deck) = decks.get(usize::from(deck)).filter(|_| decks.len() > 1) else { return BLIND_CARD };
        let (mut worth, mut cards) = (0, 0);
        for kind in deck.kinds.iter() {
            let spec = self.rules.kind(kind);
            let left = i64::from(spec.count.saturating_sub(self.purse.of(kind)));
            let helps = i64::from(now) - i64::from(self.lacks_with(plan, Some(kind)));
            worth += left * (helps * 20 + i64::from(spec.wild) * 12);
            cards += left;
        }
        worth / cards.max(1)
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

/// Cards to pay with.
#[derive(Clone, Copy)]
struct Hand<'a> {
    rules: &'a Rules,
    purse: CardBag,
}

impl Hand<'_> {
    /// How many cards are missing to pay for a route, the best colour chosen.
    fn lacking(&self, terms: &Terms) -> Option<u32> {
        let mut lack = 0;
        for part in &terms.cost.parts {
            lack += self.colours_of(part).into_iter().map(|kinds| self.lack_of(part, kinds)).min()?;
        }
        Some(lack)
    }

    fn lack_of(&self, part: &Part, kinds: KindSet) -> u32 {
        let units = |k: Kind| u32::from(self.purse.of(k)) * u32::from(self.rules.kind(k).units.max(1));
        let have: u32 = kinds.iter().map(units).sum();
        let wilds = self.purse.len_of(part.wilds) as u32;
        let least = u32::from(part.least_wilds);
        let size = part.groups.map_or(1, |g| u32::from(g.size));
        let need = u32::from(part.units) * size;
        let from_colour = have.min(need.saturating_sub(least));
        (need - from_colour).saturating_sub(wilds)
    }

    /// The sets of kinds of which a part can be paid: one for each colour, or all where they need not agree.
    fn colours_of(&self, part: &Part) -> Vec<KindSet> {
        if part.groups.is_some() || part.agree == Agree::Free {
            return vec![part.cards];
        }
        let mut sets: Vec<(Option<ColourId>, KindSet)> = Vec::new();
        for kind in part.cards.iter() {
            let colour = self.rules.kind(kind).colour;
            match sets.iter_mut().find(|(c, _)| *c == colour) {
                Some((_, set)) => *set = set.with(kind),
                None => sets.push((colour, KindSet::NONE.with(kind))),
            }
        }
        if sets.is_empty() {
            sets.push((None, KindSet::NONE));
        }
        sets.into_iter().map(|(_, set)| set).collect()
    }
}
