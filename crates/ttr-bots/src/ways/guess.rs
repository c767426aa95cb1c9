//! Guesses at the ways of a ticket, from the cities that it names.

use super::{CLOSED, Way, Ways};
use std::borrow::Cow;
use ttr_core::{CityId, RouteId, TicketId};

/// Of tickets that name more cities than this, not every two are tried.
const MOST_PAIRED: usize = 8;

impl Ways<'_> {
    /// The cheapest of some ways to join cities of a ticket that its goal accepts.
    pub(super) fn guess(&self, ticket: TicketId, costs: &[u32], planned: &[RouteId], used: &[RouteId]) -> Option<Way> {
        let cities = &self.board.tickets[ticket.index()].cities;
        let accepted = |mut routes: Vec<RouteId>| {
            self.look(self.board.cities.len() / 8 + routes.len());
            let net = self.now().with(routes.iter().chain(planned).chain(used).copied());
            let outcome = self.rules.outcome_on(&net, ticket);
            let cost = routes.iter().map(|route| costs[route.index()]).filter(|cost| *cost != CLOSED).sum();
            routes.retain(|route| costs[route.index()] != 0);
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
    fn in_order(&self, cities: &[CityId], costs: &[u32]) -> Option<Vec<RouteId>> {
        if let &[from, to] = cities {
            return self.between(&[from], |city| city == to, costs).map(|(_, routes)| routes);
        }
        let mut all: Vec<RouteId> = Vec::new();
        let mut costs = Cow::Borrowed(costs);
        for pair in cities.windows(2) {
            let (_, leg) = self.between(&[pair[0]], |city| city == pair[1], &costs)?;
            for route in leg {
                costs.to_mut()[route.index()] = 0;
                if !all.contains(&route) {
                    all.push(route);
                }
            }
        }
        Some(all)
    }

    /// Joins each city to the nearest of those that are joined already, the nearest first.
    fn as_tree(&self, cities: &[CityId], costs: &[u32]) -> Option<Vec<RouteId>> {
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
}
