//! The cheapest way between cities.

use super::Ways;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use ttr_core::{CityId, RouteId};

impl Ways<'_> {
    /// The cheapest way from any of some cities to one that will do: which that is, and all routes; among equals, that of
    /// fewer routes.
    pub(super) fn between(
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
