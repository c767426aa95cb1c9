//! `greedy`: follows its tickets. It keeps tickets that fit together, joins their cities the cheapest way over its own
//! and free routes, draws the colours it lacks, and takes whatever else a module offers by what it does to its score.
//!
//! It knows no module by name. What an action is, it sees from its arguments (a route to pay for, a card of the row, a
//! deck, tickets to keep); anything else it tries on a position that could be the real one and reads the score sheet.

use crate::players::Bot;
use std::collections::BinaryHeap;
use ttr_core::chance::SeededChance;
use ttr_core::hash::Fnv;
use ttr_core::payment::{Agree, Part};
use ttr_core::{
    Action, ActionSpace, ArgKind, Board, CardBag, CityId, Kind, KindSet, NoEvents, OpId, PlayerId, Purpose, RouteId,
    Rules, SideId, State, Terms, TicketId, View,
};

/// A route costs its cards and a turn: in tenths of a card.
const TENTHS: u32 = 10;
const TURN: u32 = 16;
/// With fewer pieces than this no new tickets are drawn.
const PIECES_FOR_TICKETS: i32 = 14;
/// With fewer pieces in any stock than this the end is near: what scores now comes first.
const END_IS_NEAR: i32 = 7;

/// The player.
#[derive(Default)]
pub(crate) struct Greedy {
    seed: u64,
}

impl Bot for Greedy {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, view: View<'_>, space: &ActionSpace<'_>) -> usize {
        let Some(me) = view.viewer() else { return 0 };
        // From what is seen alone, so that a game that was resumed goes on the same.
        let mut seed = Fnv::new();
        seed.word(self.seed);
        seed.word(view.turns_of(me).into());
        seed.word(space.len() as u64);
        Mind::new(view, me, seed.value()).choose(space)
    }
}

/// What an action is, seen from its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A route to pay for.
    Claim,
    /// A card that lies open.
    Card,
    /// A deck to draw from.
    Deck,
    /// Tickets to keep.
    Keep,
    /// Anything else.
    Other,
}

fn sort_of(rules: &Rules, op: OpId) -> Sort {
    let op = rules.op(op);
    match op.args.first().map(|(_, kind)| *kind) {
        Some(ArgKind::Route) if op.pays => Sort::Claim,
        Some(ArgKind::Kind) if !op.pays => Sort::Card,
        Some(ArgKind::Deck) if !op.pays => Sort::Deck,
        Some(ArgKind::TicketsOf(_)) => Sort::Keep,
        _ => Sort::Other,
    }
}

/// A way to join the cities of some tickets.
#[derive(Clone, Default)]
struct Plan {
    routes: Vec<RouteId>,
    /// What it costs, in tenths of a card.
    cost: u32,
    /// Pieces that it takes.
    pieces: i32,
    /// Tickets that it leaves out, because no way or too few pieces are left.
    given_up: Vec<TicketId>,
}

/// What a way costs, in tenths of a card, and the routes still to be claimed for it.
type Way = (u32, Vec<RouteId>);

/// All that one decision needs.
struct Mind<'a> {
    view: View<'a>,
    rules: &'a Rules,
    board: &'a Board,
    me: PlayerId,
    side: SideId,
    purse: CardBag,
    /// The terms of every route that is open to us.
    terms: Vec<Option<Terms>>,
    /// Routes that count for our tickets already.
    own: Vec<bool>,
    seed: u64,
}

impl<'a> Mind<'a> {
    fn new(view: View<'a>, me: PlayerId, seed: u64) -> Self {
        let (rules, board) = (view.rules(), view.board());
        let mut own = vec![false; board.routes.len()];
        for route in view.own_network(Purpose::Tickets).map(|n| n.edges).unwrap_or_default() {
            own[route.index()] = true;
        }
        let terms = board.route_ids().map(|r| if own[r.index()] { None } else { view.terms(r) }).collect();
        Self { view, rules, board, me, side: rules.side_of(me), purse: view.purse(), terms, own, seed }
    }

    fn choose(&self, space: &ActionSpace<'_>) -> usize {
        let sorts: Vec<(Sort, [u16; 3], usize, usize)> =
            space.families().map(|(op, args, first, n)| (sort_of(self.rules, op), args, first, n)).collect();
        if sorts.iter().any(|(sort, ..)| *sort == Sort::Keep) {
            return self.keep(space);
        }
        let plan = self.plan(&self.open_tickets());
        let claims = || sorts.iter().filter(|(sort, ..)| *sort == Sort::Claim);
        // A route of the plan that can be paid for: the hardest to replace first.
        let ready = claims().filter(|(_, args, ..)| plan.routes.contains(&RouteId(args[0])));
        if let Some((_, args, first, n)) = ready.max_by_key(|(_, args, ..)| self.urgency(RouteId(args[0]))) {
            return self.best_payment(space, *first, *n, &plan, RouteId(args[0]));
        }
        let near = self.end_is_near();
        let special = self.best_special(space, &sorts, &plan, near);
        if let Some((gain, i)) = special
            && gain >= 4
        {
            return i;
        }
        if near || plan.routes.is_empty() {
            // Nothing left to build for tickets, or no time: points.
            if let Some((gain, i)) = self.best_by_score(space, claims().copied(), &plan)
                && (gain >= 4 || near)
            {
                return i;
            }
        }
        if let Some(i) = self.best_card(&sorts, &plan) {
            return i;
        }
        if let Some((_, i)) = self.best_by_score(space, claims().copied(), &plan) {
            return i;
        }
        special.map_or(0, |(_, i)| i)
    }

    fn stock(&self, who: PlayerId) -> i32 {
        let pieces = (0..self.rules.pieces().len()).map(ttr_core::PieceId::at);
        pieces.filter(|p| self.rules.piece(*p).claims).map(|p| self.view.stock(who, p)).sum()
    }

    fn end_is_near(&self) -> bool {
        self.view.turns_left().is_some() || self.rules.player_ids().any(|p| self.stock(p) <= END_IS_NEAR)
    }

    /// Our tickets that are not complete.
    fn open_tickets(&self) -> Vec<TicketId> {
        let outcomes = self.view.own_outcomes().unwrap_or_default();
        outcomes.tickets.iter().filter(|(_, o)| !o.completed).map(|(t, _)| *t).collect()
    }

    /// What a route costs us, in tenths of a card; nothing if it is ours.
    fn weight(&self, route: RouteId, planned: &[bool]) -> Option<u32> {
        if self.own[route.index()] || planned[route.index()] {
            return Some(0);
        }
        let terms = self.terms[route.index()].as_ref()?;
        let cards: u32 = terms.cost.parts.iter().map(|p| u32::from(p.units) + 2 * u32::from(p.least_wilds)).sum();
        let in_hand = self.lacking(terms).map_or(0, |lack| cards.saturating_sub(lack));
        // Cards that are there count half: they may be wanted elsewhere.
        Some(cards * TENTHS + TURN - in_hand.min(cards) * TENTHS / 2)
    }

    /// How many cards are missing to pay for a route from our hand, the best colour chosen.
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
        let mut sets: Vec<(Option<ttr_core::ColourId>, KindSet)> = Vec::new();
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

    /// Joins the cities of tickets one after the other, the most rewarding first, each over what is planned already.
    fn plan(&self, tickets: &[TicketId]) -> Plan {
        let mut plan = Plan::default();
        let mut planned = vec![false; self.board.routes.len()];
        let mut left: Vec<TicketId> = tickets.to_vec();
        let stock = self.stock(self.me);
        while !left.is_empty() {
            let ways: Vec<(TicketId, Option<Way>)> = left.iter().map(|t| (*t, self.way(*t, &planned))).collect();
            // The best value for what it costs; ties by map order.
            let best = ways.iter().enumerate().filter_map(|(i, (t, way))| way.as_ref().map(|w| (i, *t, w))).max_by_key(
                |(i, t, (cost, _))| (u64::from(self.points(*t)) * 1000 / u64::from(cost + TURN), std::cmp::Reverse(*i)),
            );
            let Some((i, ticket, (cost, routes))) = best else {
                plan.given_up.append(&mut left);
                break;
            };
            let pieces: i32 = routes.iter().filter_map(|r| self.pieces(*r)).sum();
            if plan.pieces + pieces > stock {
                plan.given_up.push(ticket);
            } else {
                plan.cost += cost;
                plan.pieces += pieces;
                for route in routes {
                    planned[route.index()] = true;
                    plan.routes.push(*route);
                }
            }
            left.remove(i);
        }
        plan
    }

    fn pieces(&self, route: RouteId) -> Option<i32> {
        self.terms[route.index()].as_ref().map(|t| i32::from(t.pieces) + i32::from(t.aside))
    }

    fn points(&self, ticket: TicketId) -> u32 {
        self.board.tickets[ticket.index()].points.unsigned_abs()
    }

    /// The cheapest way to join the cities of a ticket, in their order.
    fn way(&self, ticket: TicketId, planned: &[bool]) -> Option<Way> {
        let cities = &self.board.tickets[ticket.index()].cities;
        let (mut cost, mut routes) = (0, Vec::new());
        let mut planned = planned.to_vec();
        for pair in cities.windows(2) {
            let (leg, way) = self.shortest(pair[0], pair[1], &planned)?;
            cost += leg;
            for route in way {
                planned[route.index()] = true;
                routes.push(route);
            }
        }
        Some((cost, routes))
    }

    fn shortest(&self, from: CityId, to: CityId, planned: &[bool]) -> Option<Way> {
        let n = self.board.cities.len();
        let (mut best, mut by) = (vec![u32::MAX; n], vec![None; n]);
        let mut heap = BinaryHeap::new();
        best[from.index()] = 0;
        heap.push((std::cmp::Reverse(0u32), from));
        while let Some((std::cmp::Reverse(cost), city)) = heap.pop() {
            if city == to {
                break;
            }
            if cost > best[city.index()] {
                continue;
            }
            for &route in &self.board.cities[city.index()].routes {
                let Some(weight) = self.weight(route, planned) else { continue };
                let [a, b] = self.board.route(route).ends;
                let next = if a == city { b } else { a };
                if cost + weight < best[next.index()] {
                    best[next.index()] = cost + weight;
                    by[next.index()] = Some((route, city));
                    heap.push((std::cmp::Reverse(cost + weight), next));
                }
            }
        }
        let mut routes = Vec::new();
        let mut at = to;
        while at != from {
            let (route, before) = by[at.index()]?;
            if !self.own[route.index()] && !planned[route.index()] {
                routes.push(route);
            }
            at = before;
        }
        routes.reverse();
        Some((best[to.index()], routes))
    }

    /// How much a planned route should not wait: long ones, and those that others may want.
    fn urgency(&self, route: RouteId) -> (u32, u32) {
        let r = self.board.route(route);
        let at = |c: CityId| &self.board.cities[c.index()].routes;
        let others = |r: &RouteId| !self.own[r.index()] && !self.view.is_free(*r);
        let contested = r.ends.iter().map(|c| at(*c).iter().filter(|r| others(r)).count()).sum::<usize>();
        let alternatives = r.ends.iter().map(|c| at(*c).len()).min().unwrap_or_default();
        (contested as u32 * 2 + 12u32.saturating_sub(alternatives as u32), u32::from(r.length))
    }

    /// Of the payments for a route, the one that costs the rest of the plan least: few wilds, no colour that is needed.
    fn best_payment(&self, space: &ActionSpace<'_>, first: usize, n: usize, plan: &Plan, route: RouteId) -> usize {
        let wanted = self.wanted(plan, Some(route));
        let price = |action: &Action| -> u32 {
            action.pay.iter().map(|(k, n)| u32::from(n) * (wanted[k.index()].min(30) + 10)).sum()
        };
        // Payments beyond a few hundred differ in nothing that matters here.
        (first..first + n.min(400)).min_by_key(|i| price(&space.nth(*i))).unwrap_or(first)
    }

    /// How much each kind is wanted for the routes of the plan, but one.
    fn wanted(&self, plan: &Plan, but: Option<RouteId>) -> Vec<u32> {
        let mut wanted = vec![0u32; self.rules.kinds().len()];
        for route in plan.routes.iter().filter(|r| Some(**r) != but) {
            let Some(terms) = &self.terms[route.index()] else { continue };
            for part in &terms.cost.parts {
                let sets = self.colours_of(part);
                let free = sets.len() > 1 || part.groups.is_some();
                // Of a gray route, the colour of which we have most.
                let Some(set) = sets.iter().min_by_key(|s| self.lack_of(part, **s)) else { continue };
                let lack = self.lack_of(part, *set);
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

    /// How many cards the plan lacks if we had these too.
    fn lacks_with(&self, plan: &Plan, more: Option<Kind>) -> u32 {
        let mut with = Mind { purse: self.purse, terms: Vec::new(), own: Vec::new(), ..*self };
        if let Some(kind) = more {
            with.purse.add(kind, 1);
        }
        let terms = plan.routes.iter().filter_map(|r| self.terms[r.index()].as_ref());
        terms.filter_map(|t| with.lacking(t)).sum()
    }

    /// The best card to take, or a blind one.
    fn best_card(&self, sorts: &[(Sort, [u16; 3], usize, usize)], plan: &Plan) -> Option<usize> {
        let now = self.lacks_with(plan, None);
        let mut best: Option<(i64, usize)> = None;
        let mut take = |gain: i64, i: usize| {
            if best.is_none_or(|(g, _)| gain > g) {
                best = Some((gain, i));
            }
        };
        for (sort, args, first, _) in sorts {
            match sort {
                Sort::Card => {
                    let kind = Kind(args[0] as u8);
                    let helps = i64::from(now) - i64::from(self.lacks_with(plan, Some(kind)));
                    let price = i64::from(self.rules.kind(kind).price.max(1));
                    // Without a plan: what we have most of, for long routes.
                    let many = i64::from(self.purse.of(kind)).min(6);
                    let wild = i64::from(self.rules.kind(kind).wild) * 12;
                    take((helps * 20 + many + wild) / price, *first);
                }
                Sort::Deck => take(9, *first),
                _ => {}
            }
        }
        best.map(|(_, i)| i)
    }

    /// The subset of dealt tickets with the best expectation.
    fn keep(&self, space: &ActionSpace<'_>) -> usize {
        let mut best = (i64::MIN, 0);
        let held = self.open_tickets();
        let dealt = |action: &Action| -> Vec<TicketId> {
            let op = self.rules.op(action.op);
            let Some((_, ArgKind::TicketsOf(zone))) = op.args.first() else { return Vec::new() };
            let lying = self.view.tickets(self.rules.of_player(*zone, self.me));
            lying.iter().enumerate().filter(|(i, _)| action.args[0] >> i & 1 != 0).filter_map(|(_, t)| *t).collect()
        };
        for i in 0..space.len() {
            let mut tickets = held.clone();
            tickets.extend(dealt(&space.nth(i)));
            let plan = self.plan(&tickets);
            let sum: i64 = tickets.iter().map(|t| i64::from(self.points(*t))).sum();
            let lost: i64 = plan.given_up.iter().map(|t| 2 * i64::from(self.points(*t))).sum();
            // Ten tenths of a card are worth about a point: routes score on their own, too.
            let slack = i64::from(self.stock(self.me) - plan.pieces).min(0) * 2;
            let value = (sum - lost) * 10 - i64::from(plan.cost) * 7 / 10 + slack;
            if value > best.0 {
                best = (value, i);
            }
        }
        best.1
    }

    /// A position that could be the real one.
    fn sample(&self) -> State {
        self.rules.determinize(&self.view, &mut SeededChance::new(self.seed))
    }

    fn own_total(&self, st: &State) -> i64 {
        self.rules.score_as_if_over(st).total(self.side).into()
    }

    /// The claim that scores best at once, routes of the plan spared.
    fn best_by_score(
        &self,
        space: &ActionSpace<'_>,
        claims: impl Iterator<Item = (Sort, [u16; 3], usize, usize)>,
        plan: &Plan,
    ) -> Option<(i64, usize)> {
        let sample = self.sample();
        let now = self.own_total(&sample);
        let mut st = sample.clone();
        let mut best: Option<(i64, usize)> = None;
        for (_, args, first, n) in claims {
            let i = self.best_payment(space, first, n, plan, RouteId(args[0]));
            let action = space.nth(i);
            st.clone_from(&sample);
            let mut chance = SeededChance::new(self.seed);
            if self.rules.apply_listed(&mut st, self.me, &action, &mut chance, &mut NoEvents).is_err() {
                continue;
            }
            let gain = self.own_total(&st) - now;
            if best.is_none_or(|(g, _)| gain > g) {
                best = Some((gain, i));
            }
        }
        best
    }

    /// The best of all other actions: by the score after it, or tickets when there is time for them.
    fn best_special(
        &self,
        space: &ActionSpace<'_>,
        sorts: &[(Sort, [u16; 3], usize, usize)],
        plan: &Plan,
        near: bool,
    ) -> Option<(i64, usize)> {
        let others: Vec<_> = sorts.iter().filter(|(sort, ..)| *sort == Sort::Other).collect();
        if others.is_empty() {
            return None;
        }
        let sample = self.sample();
        let now = self.own_total(&sample);
        let mut st = sample.clone();
        let mut best: Option<(i64, usize)> = None;
        for (_, _, first, _) in others {
            let action = space.nth(*first);
            st.clone_from(&sample);
            let mut chance = SeededChance::new(self.seed);
            if self.rules.apply_listed(&mut st, self.me, &action, &mut chance, &mut NoEvents).is_err() {
                continue;
            }
            let mut after = ActionSpace::new(self.rules);
            self.rules.legal(&st, self.me, &mut after);
            let deals = after.families().any(|(op, ..)| sort_of(self.rules, op) == Sort::Keep);
            let gain = if deals {
                // New tickets: when the old ones are done and there is time for more.
                let time = self.stock(self.me) >= PIECES_FOR_TICKETS && !near;
                if time && plan.routes.is_empty() { 6 } else { -20 }
            } else {
                self.own_total(&st) - now - action.pay.len() as i64
            };
            if best.is_none_or(|(g, _)| gain > g) {
                best = Some((gain, *first));
            }
        }
        best
    }
}
