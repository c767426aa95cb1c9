//! What lines stand on: that of a ticket on the chain of routes that joins its cities, routes of others that may be used
//! among them.

use crate::ids::{CityId, RouteId, SideId, TicketId};
use crate::network::{Net, Purpose};
use crate::rules::Rules;
use crate::score::Scoring;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a line stands on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Routes, in the order in which they are walked or in map order.
    pub routes: Vec<RouteId>,
    /// Cities, in the order in which they are passed.
    pub cities: Vec<CityId>,
    /// Tickets.
    pub tickets: Vec<TicketId>,
}

/// The network of a side on which its tickets were counted, to find chains in.
pub struct Chains<'a> {
    rules: &'a Rules,
    net: Net<'a>,
    /// From each city: where to, by which route; by none where two cities are one.
    beside: Vec<Vec<(CityId, Option<RouteId>)>>,
}

impl<'a> Scoring<'a> {
    /// The network on which a side's tickets were counted, with the routes that were chosen for it.
    pub fn chains(&self, side: SideId) -> Chains<'a> {
        let (look, chosen) = (self.look(), &self.outcomes(side).chosen);
        let mut spec = look.network(side, Purpose::Tickets);
        spec.edges.extend(chosen.iter().filter_map(|(_, route)| *route));
        let board = look.board();
        let mut beside = vec![Vec::new(); board.cities.len()];
        let routes = spec.edges.iter().map(|route| (board.route(*route).ends, Some(*route)));
        for ([a, b], route) in routes.chain(spec.joins.iter().map(|ends| (*ends, None))) {
            beside[a.index()].push((b, route));
            beside[b.index()].push((a, route));
        }
        Chains { rules: look.rules(), net: Net::new(board, spec.edges, spec.joins), beside }
    }
}

impl Chains<'_> {
    /// What the line of a ticket stands on: the ticket and, where it is complete, the routes and cities from its first city to
    /// its last.
    pub fn proof(&self, ticket: TicketId, completed: bool) -> Proof {
        let mut proof = Proof { tickets: vec![ticket], ..Proof::default() };
        if !completed {
            return proof;
        }
        let board = self.rules.board();
        let of = &board.tickets[ticket.index()];
        let walk = self.rules.networks.goals.get(usize::from(of.goal)).and_then(|goal| goal.walk.as_ref());
        let Some(&first) = of.cities.first() else { return proof };
        proof.cities.push(first);
        if let Some(routes) = walk.and_then(|walk| walk(&self.net, ticket, of)) {
            for route in &routes {
                self.pass(*route, &mut proof.cities);
            }
            proof.routes = routes;
            return proof;
        }
        for leg in of.cities.windows(2) {
            for (city, route) in self.shortest(leg[0], leg[1]) {
                proof.cities.push(city);
                proof.routes.extend(route);
            }
        }
        proof
    }

    /// Goes on by a route; from another city first, where that one and the last are one.
    fn pass(&self, route: RouteId, cities: &mut Vec<CityId>) {
        let ends = self.rules.board().route(route).ends;
        let Some(&at) = cities.last() else { return };
        if !ends.contains(&at) {
            let near = |end: &CityId| self.shortest(at, *end).iter().all(|(_, route)| route.is_none());
            cities.extend(ends.iter().copied().find(near));
        }
        let from = cities.last().copied().unwrap_or(at);
        cities.push(if ends[0] == from { ends[1] } else { ends[0] });
    }

    /// The cities and routes of a chain with the fewest spaces; empty if there is none.
    fn shortest(&self, from: CityId, to: CityId) -> Vec<(CityId, Option<RouteId>)> {
        let mut best = vec![None; self.beside.len()];
        let mut open = BinaryHeap::from([Reverse((0u32, from))]);
        let mut came: Vec<Option<(CityId, Option<RouteId>)>> = vec![None; self.beside.len()];
        best[from.index()] = Some(0);
        while let Some(Reverse((spaces, city))) = open.pop() {
            if city == to {
                break;
            }
            if best[city.index()].is_some_and(|known| known < spaces) {
                continue;
            }
            for (next, route) in &self.beside[city.index()] {
                let length = route.map_or(0, |route| self.rules.board().route(route).length);
                let far = spaces + u32::from(length);
                if best[next.index()].is_none_or(|known| far < known) {
                    best[next.index()] = Some(far);
                    came[next.index()] = Some((city, *route));
                    open.push(Reverse((far, *next)));
                }
            }
        }
        let mut chain = Vec::new();
        let mut at = to;
        while at != from {
            let Some((before, route)) = came[at.index()] else { return Vec::new() };
            chain.push((at, route));
            at = before;
        }
        chain.reverse();
        chain
    }
}
