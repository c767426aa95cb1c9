//! The cheapest way between cities.

use super::{CLOSED, Ways};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use ttr_core::{CityId, RouteId};

/// What a search is made with, kept for the next one.
#[derive(Default)]
pub(super) struct Search {
    /// What the best way to each city costs, and how many routes of it cost something.
    best: Vec<u64>,
    /// How it comes there: by which route, if by one, and from which city.
    by: Vec<Option<(Option<RouteId>, CityId)>>,
    /// Cities still to be left, by what their ways cost, then by number.
    heap: BinaryHeap<Reverse<u64>>,
}

/// Of a number that stands for a way: its cost, then how many routes cost something, then the city.
const COST: u32 = 32;
const ROUTES: u32 = 16;
const CITY: u64 = (1 << ROUTES) - 1;

impl Ways<'_> {
    /// The cheapest way from any of some cities to one that will do: which that is, and all routes; among equals, that of
    /// fewer routes.
    pub(super) fn between(
        &self,
        from: &[CityId],
        to: impl Fn(CityId) -> bool,
        costs: &[u32],
    ) -> Option<(CityId, Vec<RouteId>)> {
        let board = self.board;
        let Search { best, by, heap } = &mut *self.search.borrow_mut();
        best.clear();
        best.resize(board.cities.len(), u64::MAX);
        by.resize(board.cities.len(), None);
        heap.clear();
        // The best way to a city that will do: what costs more is of no use.
        let mut bound = u64::MAX;
        for city in from {
            (best[city.index()], by[city.index()]) = (0, None);
            heap.push(Reverse(u64::from(city.0)));
        }
        while let Some(Reverse(way)) = heap.pop() {
            let (so_far, city) = (way & !CITY, CityId((way & CITY) as u16));
            if so_far > best[city.index()] {
                continue;
            }
            if to(city) {
                let (mut routes, mut at) = (Vec::with_capacity(16), city);
                while let Some((route, before)) = by[at.index()] {
                    routes.extend(route);
                    at = before;
                }
                routes.reverse();
                return Some((city, routes));
            }
            let mut step = |next: CityId, route: Option<RouteId>, cost: u32| {
                let more = u64::from(cost) << COST | u64::from(cost > 0) << ROUTES;
                let all = so_far.saturating_add(more);
                if all < best[next.index()] && all <= bound {
                    if to(next) {
                        bound = all;
                    }
                    best[next.index()] = all;
                    by[next.index()] = Some((route, city));
                    heap.push(Reverse(all | u64::from(next.0)));
                }
            };
            for &route in &board.cities[city.index()].routes {
                let cost = costs[route.index()];
                if cost != CLOSED {
                    let [a, b] = board.route(route).ends;
                    step(if a == city { b } else { a }, Some(route), cost);
                }
            }
            for &[a, b] in &self.joins {
                if a == city {
                    step(b, None, 0);
                } else if b == city {
                    step(a, None, 0);
                }
            }
        }
        None
    }
}
