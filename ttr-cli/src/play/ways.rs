//! The shortest way that is left to join the cities of a ticket: over one's own routes, and those that are open.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use ttr_core::{CityId, Purpose, RouteId, TicketId, View};

/// What each route would take of the viewer.
pub(crate) struct Ways<'a> {
    view: View<'a>,
    /// Pieces by route: none for one's own, nothing for one that is closed.
    pieces: Vec<Option<u32>>,
    joins: Vec<[CityId; 2]>,
}

/// A way, and what is left to do for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Way {
    /// Routes still to be claimed, in the order in which they are travelled.
    pub routes: Vec<RouteId>,
    /// Pieces that they take.
    pub pieces: u32,
}

impl<'a> Ways<'a> {
    /// The ways of the viewer.
    pub fn new(view: View<'a>) -> Self {
        let board = view.board();
        let network = view.own_network(Purpose::Tickets);
        let (edges, joins) = network.map(|n| (n.edges, n.joins)).unwrap_or_default();
        let mut own = vec![false; board.routes.len()];
        edges.iter().for_each(|route| own[route.index()] = true);
        let pieces = |route: RouteId| {
            if own[route.index()] {
                return Some(0);
            }
            view.terms(route).map(|terms| u32::from(terms.pieces) + u32::from(terms.aside))
        };
        Self { view, pieces: board.route_ids().map(pieces).collect(), joins }
    }

    /// The shortest way to join the cities of a ticket, in their order. Nothing if there is none any more.
    pub fn of(&self, ticket: TicketId) -> Option<Way> {
        let cities = &self.view.board().tickets[ticket.index()].cities;
        let mut way = Way::default();
        for pair in cities.windows(2) {
            for route in self.between(pair[0], pair[1])? {
                if !way.routes.contains(&route) {
                    way.pieces += self.pieces[route.index()].unwrap_or_default();
                    way.routes.push(route);
                }
            }
        }
        Some(way)
    }

    /// The shortest way between two cities: the routes that are still to be claimed.
    fn between(&self, from: CityId, to: CityId) -> Option<Vec<RouteId>> {
        let board = self.view.board();
        let mut best = vec![(u32::MAX, u32::MAX); board.cities.len()];
        let mut by: Vec<Option<(Option<RouteId>, CityId)>> = vec![None; board.cities.len()];
        let mut heap = BinaryHeap::from([Reverse(((0, 0), from))]);
        best[from.index()] = (0, 0);
        while let Some(Reverse((so_far, city))) = heap.pop() {
            if city == to {
                break;
            }
            if so_far > best[city.index()] {
                continue;
            }
            let routes = board.cities[city.index()].routes.iter();
            let steps = routes.filter_map(|route| {
                let pieces = self.pieces[route.index()]?;
                let [a, b] = board.route(*route).ends;
                Some((if a == city { b } else { a }, Some(*route), pieces))
            });
            let joins = self.joins.iter().filter_map(|[a, b]| match city {
                _ if *a == city => Some((*b, None, 0)),
                _ if *b == city => Some((*a, None, 0)),
                _ => None,
            });
            for (next, route, pieces) in steps.chain(joins) {
                // Among ways of the same length, the one of fewer routes.
                let cost = (so_far.0 + pieces, so_far.1 + u32::from(pieces > 0));
                if cost < best[next.index()] {
                    best[next.index()] = cost;
                    by[next.index()] = Some((route, city));
                    heap.push(Reverse((cost, next)));
                }
            }
        }
        let (mut routes, mut at) = (Vec::new(), to);
        while at != from {
            let (route, before) = by[at.index()]?;
            routes.extend(route.filter(|route| self.pieces[route.index()] != Some(0)));
            at = before;
        }
        routes.reverse();
        Some(routes)
    }
}
