//! Guesses at the ways of a ticket, from the cities that it names.

use super::{Way, Ways};
use ttr_core::{CityId, RouteId, TicketId};

/// Of tickets that name more cities than this, not every two are tried.
const MOST_PAIRED: usize = 8;

impl Ways<'_> {
    /// The cheapest of some ways to join cities of a ticket that its goal accepts.
    pub(super) fn guess(
        &self,
        ticket: TicketId,
        costs: &[Option<u32>],
        planned: &[RouteId],
        used: &[RouteId],
    ) -> Option<Way> {
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
}
