//! What exact solvers find hardest: dense networks, long rings, parallel edges, trees with many leaves, many stations.

use std::cmp::Reverse;
use ttr_core::network::ChoiceGroup;
use ttr_core::{NetworkSpec, Outcomes, Purpose, Rules, State, TicketId};
use ttr_solve::{TRAIL_BUDGET, Trail, TrailEdge, longest_trail, walk_in_order};

/// A network made to be hard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Net {
    /// So many edges between as few cities as they need.
    Dense(u16),
    /// So many edges between random cities, three times as many as cities.
    Loose(u16),
    /// A ring of so many edges, with a shortcut at every tenth.
    Ring(u16),
    /// A chain of so many edges, five side by side.
    Parallel(u16),
    /// A tree of so many edges, most of which are leaves.
    Leaves(u16),
}

/// All of them.
pub const NETS: [Net; 9] = [
    Net::Dense(45),
    Net::Dense(100),
    Net::Loose(45),
    Net::Loose(100),
    Net::Ring(45),
    Net::Ring(100),
    Net::Parallel(45),
    Net::Parallel(100),
    Net::Leaves(100),
];

impl Net {
    /// Its edges, as two cities each.
    pub fn edges(self) -> Vec<[u16; 2]> {
        match self {
            Self::Dense(n) => (1..).flat_map(|a| (0..a).map(move |b| [a, b])).take(n.into()).collect(),
            Self::Loose(n) => {
                let (cities, mut dice) = (u64::from(n / 3), 7u64);
                let mut roll = || {
                    dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    (dice >> 33) % cities
                };
                let mut edge = || {
                    let (a, by) = (roll(), 1 + roll() % (cities - 1));
                    [a as u16, ((a + by) % cities) as u16]
                };
                (0..n).map(|_| edge()).collect()
            }
            Self::Ring(n) => {
                let ring = n * 10 / 11;
                let around = (0..ring).map(|i| [i, (i + 1) % ring]);
                let across = (0..n - ring).map(|i| [i * 10 % ring, (i * 10 + ring / 2 + 3) % ring]);
                around.chain(across).collect()
            }
            Self::Parallel(n) => (0..n).map(|i| [i / 5, i / 5 + 1]).collect(),
            Self::Leaves(n) => (1..=n).map(|i| [i, (i - 1) / 10]).collect(),
        }
    }

    /// Cities that a tour is to pass, far apart.
    pub fn stops(self) -> Vec<u16> {
        let cities = self.edges().into_iter().flatten().max().unwrap_or(0) + 1;
        [0, 3, 1, 4, 2].map(|fifth| fifth * cities / 5).to_vec()
    }

    /// Its longest trail.
    pub fn trail(self) -> Trail {
        let edge = |(at, ends): (u32, [u16; 2])| TrailEdge { ends, weight: 1 + at % 2 };
        longest_trail(&(0..).zip(self.edges()).map(edge).collect::<Vec<_>>(), TRAIL_BUDGET)
    }

    /// Whether a tour passes its stops in order; nothing if that was not found out in so many steps.
    pub fn walk(self, budget: u32) -> Option<bool> {
        walk_in_order(&self.edges(), &self.stops(), budget)
    }
}

/// What all tickets of a board come to for who holds every third route, and may use one route of others at each of the busiest
/// cities.
pub fn stations(rules: &Rules, state: &State, stations: usize) -> Outcomes {
    let board = rules.board();
    let mut busiest: Vec<_> = board.city_ids().collect();
    busiest.sort_by_key(|city| (Reverse(board.cities[city.index()].routes.len()), *city));
    let edges: Vec<_> = board.route_ids().step_by(3).collect();
    let group = |city: &ttr_core::CityId| {
        let routes = board.cities[city.index()].routes.iter().copied();
        ChoiceGroup { at: *city, options: routes.filter(|route| !edges.contains(route)).collect() }
    };
    let choices = busiest.iter().take(stations).map(group).collect();
    let tickets: Vec<TicketId> = (0..board.tickets.len()).map(TicketId::at).collect();
    let spec = NetworkSpec { purpose: Purpose::Tickets, edges, joins: Vec::new(), choices };
    rules.look(state).outcomes_of(&tickets, &spec)
}
