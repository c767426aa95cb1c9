//! The cheapest way that is left to complete a ticket: over one's own routes, those that may be used by choice, and those
//! that are still open.
//!
//! What completes a ticket, only its goal knows. So ways are guessed from the cities of the ticket, and a guess counts if
//! the goal says that it does: for goals that no such guess meets, no way is known.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use ttr_core::network::ChoiceGroup;
use ttr_core::{Board, CityId, Net, NetworkSpec, Outcome, Purpose, RouteId, Rules, TicketId, View};

/// So many combinations of routes that may be used by choice are tried.
const MOST_COMBINATIONS: usize = 300;
/// Of tickets that name more cities than this, not every two are tried.
const MOST_PAIRED: usize = 8;

/// The ways of one player in a position.
pub(crate) struct Ways<'a> {
    rules: &'a Rules,
    board: &'a Board,
    /// What each route costs: nothing for one's own, `None` for one that is closed.
    cost: Vec<Option<u32>>,
    /// Routes that count already.
    own: Vec<RouteId>,
    joins: Vec<[CityId; 2]>,
    /// Routes of which one of each group may be used; groups that serve a completed ticket have made their choice.
    choices: Vec<ChoiceGroup>,
    /// What counts already.
    now: OnceCell<Net<'a>>,
    /// Everything that could ever count, for each combination of choices.
    utmost: OnceCell<Vec<Net<'a>>>,
}

/// A way, and what is left to do for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    /// Routes still to be claimed, in the order in which they are travelled.
    pub routes: Vec<RouteId>,
    /// What they cost.
    pub cost: u32,
    /// What the ticket then comes to.
    pub outcome: Outcome,
}

/// What can be said of the ways of a ticket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// This is the cheapest that was found.
    Way(Way),
    /// It can't be completed any more.
    NoneLeft,
    /// It may be possible, but not by joining its cities.
    Unknown,
}

impl<'a> Ways<'a> {
    /// The ways of the viewer, where each open route that is not the viewer's own costs so much.
    pub fn new(view: View<'a>, cost: impl Fn(RouteId) -> Option<u32>) -> Self {
        let (rules, board) = (view.rules(), view.board());
        let none = || NetworkSpec { purpose: Purpose::Tickets, edges: vec![], joins: vec![], choices: vec![] };
        let NetworkSpec { edges: mut own, joins, mut choices, .. } =
            view.own_network(Purpose::Tickets).unwrap_or_else(none);
        if !choices.is_empty() {
            let made = view.own_outcomes().map(|outcomes| outcomes.chosen).unwrap_or_default();
            let mut made = made.into_iter().map(|(_, route)| route);
            choices.retain(|_| match made.next().flatten() {
                Some(route) => {
                    own.push(route);
                    false
                }
                None => true,
            });
        }
        let mut costs: Vec<Option<u32>> = vec![None; board.routes.len()];
        own.iter().for_each(|route| costs[route.index()] = Some(0));
        for route in board.route_ids() {
            let at = &mut costs[route.index()];
            *at = at.or_else(|| cost(route));
        }
        Self { rules, board, cost: costs, own, joins, choices, now: OnceCell::new(), utmost: OnceCell::new() }
    }

    /// What can be said of a ticket.
    pub fn of(&self, ticket: TicketId) -> Found {
        match self.cheapest(ticket, &[]) {
            Some(way) => Found::Way(way),
            None if self.is_possible(ticket) => Found::Unknown,
            None => Found::NoneLeft,
        }
    }

    /// The cheapest way that was found to complete a ticket, if these routes were there already.
    pub fn cheapest(&self, ticket: TicketId, planned: &[RouteId]) -> Option<Way> {
        let mut costs = self.cost.clone();
        planned.iter().for_each(|route| costs[route.index()] = Some(0));
        let free: Vec<RouteId> = self.choices.iter().flat_map(|group| group.options.iter().copied()).collect();
        if free.is_empty() {
            return self.guess(ticket, &costs, planned, &[]);
        }
        // As if all could be used at once: mostly no more are used than may be.
        let mut relaxed = costs.clone();
        free.iter().for_each(|route| relaxed[route.index()] = Some(0));
        let way = self.guess(ticket, &relaxed, planned, &free)?;
        if self.within_choices(ticket, &way, planned) {
            return Some(way);
        }
        let ways = self.combinations().into_iter().filter_map(|used| {
            let mut costs = costs.clone();
            used.iter().for_each(|route| costs[route.index()] = Some(0));
            self.guess(ticket, &costs, planned, &used)
        });
        ways.min_by_key(|way| way.cost)
    }

    /// Whether a way that was found with all choices at once holds with at most one of each group.
    fn within_choices(&self, ticket: TicketId, way: &Way, planned: &[RouteId]) -> bool {
        let more = || planned.iter().chain(&way.routes).copied();
        self.combinations().iter().any(|used| {
            let net = self.net(more().chain(used.iter().copied()));
            self.rules.outcome_on(&net, ticket).completed
        })
    }

    /// The routes that can be used together by choice: every combination, or the first ones of very many.
    fn combinations(&self) -> Vec<Vec<RouteId>> {
        let mut all: Vec<Vec<RouteId>> = vec![Vec::new()];
        for group in &self.choices {
            for i in 0..all.len() {
                for route in &group.options {
                    if all.len() >= MOST_COMBINATIONS {
                        return all;
                    }
                    let mut more = all[i].clone();
                    more.push(*route);
                    all.push(more);
                }
            }
        }
        all
    }

    fn net(&self, more: impl Iterator<Item = RouteId>) -> Net<'a> {
        let edges: Vec<RouteId> = self.own.iter().copied().chain(more).collect();
        Net::new(self.board, &edges, &self.joins)
    }

    /// What a ticket comes to as things are.
    pub fn outcome_now(&self, ticket: TicketId) -> Outcome {
        let net = self.now.get_or_init(|| self.net(std::iter::empty()));
        self.rules.outcome_on(net, ticket)
    }

    /// Whether a ticket could be completed if everything that is open were the player's own.
    fn is_possible(&self, ticket: TicketId) -> bool {
        let nets = self.utmost.get_or_init(|| {
            let open = || self.board.route_ids().filter(|route| self.cost[route.index()].is_some());
            self.combinations().iter().map(|used| self.net(open().chain(used.iter().copied()))).collect()
        });
        nets.iter().any(|net| self.rules.outcome_on(net, ticket).completed)
    }

    /// The cheapest of some ways to join cities of a ticket that its goal accepts.
    fn guess(&self, ticket: TicketId, costs: &[Option<u32>], planned: &[RouteId], used: &[RouteId]) -> Option<Way> {
        let cities = &self.board.tickets[ticket.index()].cities;
        let accepted = |routes: Vec<RouteId>| {
            let net = self.net(routes.iter().chain(planned).chain(used).copied());
            let outcome = self.rules.outcome_on(&net, ticket);
            let cost = routes.iter().filter_map(|route| costs[route.index()]).sum();
            let routes = routes.into_iter().filter(|route| costs[route.index()] != Some(0)).collect();
            outcome.completed.then_some(Way { routes, cost, outcome })
        };
        let in_order = self.in_order(cities, costs).and_then(accepted);
        if cities.len() <= 2 {
            return in_order;
        }
        let as_tree = self.as_tree(cities, costs).and_then(accepted);
        if let Some(way) = in_order.into_iter().chain(as_tree).min_by_key(|way| way.cost) {
            return Some(way);
        }
        // Perhaps not all of them are needed.
        let pairs = cities.iter().take(MOST_PAIRED).enumerate().flat_map(|(i, a)| cities[..i].iter().map(|b| (*b, *a)));
        let ways = pairs.filter_map(|(a, b)| self.between(&[a], |city| city == b, costs));
        ways.filter_map(|(_, routes)| accepted(routes)).min_by_key(|way| way.cost)
    }

    /// Joins cities one after the other.
    fn in_order(&self, cities: &[CityId], costs: &[Option<u32>]) -> Option<Vec<RouteId>> {
        let mut all: Vec<RouteId> = Vec::new();
        let mut costs = std::borrow::Cow::Borrowed(costs);
        for pair in cities.windows(2) {
            let (_, leg) = self.between(&[pair[0]], |city| city == pair[1], &costs)?;
            if cities.len() > 2 {
                leg.iter().for_each(|route| costs.to_mut()[route.index()] = Some(0));
            }
            all.extend(leg.into_iter().filter(|route| !all.contains(route)).collect::<Vec<_>>());
        }
        Some(all)
    }

    /// Joins each city to the nearest of those that are joined already, the nearest first.
    fn as_tree(&self, cities: &[CityId], costs: &[Option<u32>]) -> Option<Vec<RouteId>> {
        let (first, rest) = cities.split_first()?;
        let mut joined = vec![*first];
        let mut left: Vec<CityId> = rest.to_vec();
        let mut all: Vec<RouteId> = Vec::new();
        while !left.is_empty() {
            let (city, leg) = self.between(&joined, |city| left.contains(&city), costs)?;
            joined.push(city);
            for route in leg {
                joined.extend(self.board.route(route).ends);
                all.push(route);
            }
            left.retain(|city| !joined.contains(city));
        }
        Some(all)
    }

    /// The cheapest way from any of some cities to one that will do: which that is, and all routes; among equals, that of
    /// fewer routes.
    fn between(
        &self,
        from: &[CityId],
        to: impl Fn(CityId) -> bool,
        costs: &[Option<u32>],
    ) -> Option<(CityId, Vec<RouteId>)> {
        let board = self.board;
        let mut best = vec![(u32::MAX, u32::MAX); board.cities.len()];
        let mut by: Vec<Option<(Option<RouteId>, CityId)>> = vec![None; board.cities.len()];
        let mut heap = BinaryHeap::new();
        for city in from {
            best[city.index()] = (0, 0);
            heap.push(Reverse(((0, 0), *city)));
        }
        while let Some(Reverse((so_far, city))) = heap.pop() {
            if so_far > best[city.index()] {
                continue;
            }
            if to(city) {
                let (mut routes, mut at) = (Vec::new(), city);
                while let Some((route, before)) = by[at.index()] {
                    routes.extend(route);
                    at = before;
                }
                routes.reverse();
                return Some((city, routes));
            }
            let steps = board.cities[city.index()].routes.iter().filter_map(|route| {
                let [a, b] = board.route(*route).ends;
                Some((if a == city { b } else { a }, Some(*route), costs[route.index()]?))
            });
            let joins = self.joins.iter().filter_map(|[a, b]| match city {
                _ if *a == city => Some((*b, None, 0)),
                _ if *b == city => Some((*a, None, 0)),
                _ => None,
            });
            for (next, route, cost) in steps.chain(joins) {
                let cost = (so_far.0 + cost, so_far.1 + u32::from(cost > 0));
                if cost < best[next.index()] {
                    best[next.index()] = cost;
                    by[next.index()] = Some((route, city));
                    heap.push(Reverse((cost, next)));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ttr_core::{ActionSpace, GameSource, NoEvents, SeededChance, State, compile};
    use ttr_tests::seams;

    fn pieces(view: View<'_>, route: RouteId) -> Option<u32> {
        view.terms(route).map(|terms| u32::from(terms.pieces) + u32::from(terms.aside))
    }

    /// Whether these routes complete a ticket with at most one route of each group of choices.
    fn completes(ways: &Ways<'_>, ticket: TicketId, more: &[RouteId]) -> bool {
        ways.combinations().iter().any(|used| {
            let net = ways.net(more.iter().chain(used).copied());
            ways.rules.outcome_on(&net, ticket).completed
        })
    }

    /// The least cost at which a ticket can be completed, by trying every set of open routes.
    fn by_hand(ways: &Ways<'_>, ticket: TicketId, open: &[RouteId]) -> Option<u32> {
        let sets = 0..1u32 << open.len();
        let sets = sets.map(|bits| -> Vec<RouteId> {
            open.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0).map(|(_, route)| *route).collect()
        });
        let cost = |set: &Vec<RouteId>| set.iter().filter_map(|route| ways.cost[route.index()]).sum::<u32>();
        let mut best: Option<u32> = None;
        for set in sets {
            if best.is_none_or(|best| cost(&set) < best) && completes(ways, ticket, &set) {
                best = Some(cost(&set));
            }
        }
        best
    }

    fn compare(view: View<'_>, open_at_most: usize, seen: &mut [usize; 4]) {
        let ways = Ways::new(view, |route| pieces(view, route));
        let open: Vec<RouteId> =
            view.board().route_ids().filter(|route| ways.cost[route.index()].is_some_and(|cost| cost > 0)).collect();
        if open.len() > open_at_most {
            return;
        }
        seen[3] += ways.choices.len();
        for ticket in view.board().ticket_ids() {
            let least = by_hand(&ways, ticket, &open);
            let pair = view.board().tickets[ticket.index()].cities.len() == 2;
            match (ways.of(ticket), least) {
                (Found::Way(way), Some(least)) if pair => {
                    assert_eq!(way.cost, least);
                    seen[0] += 1;
                }
                (Found::Way(way), Some(least)) => {
                    // To join more than two cities at least cost is hard; this comes near.
                    assert!(way.cost <= least + least / 2, "{way:?} costs {}, not {least}", way.cost);
                    assert!(completes(&ways, ticket, &way.routes));
                    seen[1] += 1;
                }
                (Found::NoneLeft, None) => seen[2] += 1,
                (found, least) => panic!("{found:?}, but {least:?} by hand"),
            }
        }
    }

    fn played(source: &GameSource, seed: u64, mut look: impl FnMut(View<'_>)) {
        let rules = compile(&seams::registry(), source).unwrap_or_else(|_| panic!("a game")).rules;
        let mut chance = SeededChance::new(seed);
        let mut st: State = rules.start(&mut chance, &mut NoEvents).expect("it begins");
        let mut space = ActionSpace::new(&rules);
        for n in 0u64.. {
            let Some(who) = rules.to_act(&st).lowest() else { break };
            rules.legal(&st, who, &mut space);
            if n % 9 == seed % 9 {
                look(rules.view(&st, Some(who)));
            }
            let claims = space.families().filter(|(op, ..)| rules.op(*op).pays).map(|(_, _, first, _)| first);
            let claims: Vec<usize> = claims.collect();
            let luck = (seed.wrapping_mul(31) + n.wrapping_mul(2_654_435_761)) as usize;
            let i = if !luck.is_multiple_of(3) && !claims.is_empty() {
                claims[luck % claims.len()]
            } else {
                luck % space.len()
            };
            let action = space.nth(i);
            rules.apply_listed(&mut st, who, &action, &mut chance, &mut NoEvents).expect("it is legal");
        }
    }

    #[test]
    fn ways_are_the_cheapest_with_every_mechanic() {
        let mut seen = [0; 4];
        for seed in 0..40 {
            let source = seams::source(2 + seed as usize % 3, seams::ALL);
            played(&source, seed, |view| compare(view, 9, &mut seen));
        }
        let [pairs, tours, none, choices] = seen;
        assert!(pairs > 300 && tours > 100 && none > 50 && choices > 20, "{seen:?}");
    }
}
