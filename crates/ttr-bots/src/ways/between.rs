//! The cheapest way between cities.

use super::{CLOSED, Ways};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use ttr_core::{CityId, RouteId};

/// What a search is made with, kept for the next one.
#[derive(Default)]
pub(super) struct Search {
    /// The best way to each city.
    best: Vec<Reached>,
    /// Cities still to be left, by what their ways cost, then by number.
    open: BinaryHeap<Reverse<u64>>,
}

/// How a city was reached.
#[derive(Clone, Copy)]
struct Reached {
    /// What the way costs, and how many routes of it cost something.
    cost: u64,
    /// The last route, if the last step takes one.
    route: Option<RouteId>,
    /// The city before; none where the way begins.
    from: Option<CityId>,
}

impl Reached {
    const NOT: Self = Self { cost: u64::MAX, route: None, from: None };
    const AT_ONCE: Self = Self { cost: 0, route: None, from: None };
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
        if !self.look(board.cities.len() / 8) {
            return None;
        }
        let search = &mut *self.search.borrow_mut();
        search.best.clear();
        search.best.resize(board.cities.len(), Reached::NOT);
        search.open.clear();
        // The best way to a city that will do: what costs more is of no use.
        let mut bound = u64::MAX;
        for city in from {
            search.best[city.index()] = Reached::AT_ONCE;
            search.open.push(Reverse(u64::from(city.0)));
        }
        let Search { best, open } = search;
        while let Some(Reverse(way)) = open.pop() {
            let (so_far, city) = (way & !CITY, CityId((way & CITY) as u16));
            if so_far > best[city.index()].cost {
                continue;
            }
            if to(city) {
                let (mut routes, mut at) = (Vec::with_capacity(16), city);
                while let Reached { route, from: Some(before), .. } = best[at.index()] {
                    routes.extend(route);
                    at = before;
                }
                routes.reverse();
                return Some((city, routes));
            }
            if !self.look(1 + board.cities[city.index()].routes.len()) {
                return None;
            }
            let mut step = |next: CityId, route: Option<RouteId>, cost: u32| {
                let more = u64::from(cost) << COST | u64::from(cost > 0) << ROUTES;
                let all = so_far.saturating_add(more);
                let best = &mut best[next.index()];
                if all < best.cost && all <= bound {
                    if to(next) {
                        bound = all;
                    }
                    *best = Reached { cost: all, route, from: Some(city) };
                    open.push(Reverse(all | u64::from(next.0)));
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
