//! The longest trail in a network: edges that can be walked in one go, none of them twice, measured by their weights. A city may
//! be passed more than once, an edge not.
//!
//! Edges can be walked in one go when they are connected and at most two cities have an odd number of them. So the
//! question is which edges to leave out at the least loss. The answer comes in three stages, each of them exact:
//!
//! 1. **Shrink.** A city with two edges is passed or not at all, so the two become one; of the dead ends at a city only
//!    the two longest count. Trees and rings vanish here, and most of what is built in a game nearly does.
//! 2. **Pair up.** Leave out the shortest ways between odd cities. Often the loss is one that no trail avoids: so it is
//!    in dense networks of short routes, however large.
//! 3. **Search.** Sweep over the network with only the few cities at the front of the sweep in mind. A first sweep,
//!    backwards, tables the least loss if what is kept need not be connected: the parities at the front suffice for
//!    that. A second, best first with the tables as its bound, keeps track of what is connected. The work grows with
//!    the width of the front and not with the number of trails, and a hundred edges have a front of 17 at most or so.

mod dead_ends;
mod network;
mod pair_up;
mod shrink;
mod sweep;
#[cfg(test)]
mod tests;

use dead_ends::{Bare, without_dead_ends};
use network::Network;
use std::cmp::Reverse;
use sweep::search;

/// A budget for [`longest_trail`]: some seconds at the very worst. Networks of a hundred edges take a fraction of it,
/// those of a game almost nothing.
pub const TRAIL_BUDGET: u64 = 4_000_000;

/// One edge: its two ends (city indices) and its weight in spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrailEdge {
    /// The cities at its ends, which may be the same.
    pub ends: [u16; 2],
    /// Its spaces.
    pub weight: u32,
}

/// What [`longest_trail`] finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trail {
    /// The spaces of its edges.
    pub length: u32,
    /// Its edges as indices into the input, in walking order.
    pub edges: Vec<usize>,
    /// Whether no trail is longer for certain. If not, the budget ran out: the longest has at least `length`.
    pub exact: bool,
    /// The work of the search, by which the budget is measured; zero where none was needed.
    pub steps: u64,
}

impl Trail {
    /// The cities in walking order, one more than edges. `edges` is the input of [`longest_trail`].
    pub fn cities(&self, edges: &[TrailEdge]) -> Vec<u16> {
        let walk = |from: u16| {
            let mut cities = vec![from];
            for &edge in &self.edges {
                let [a, b] = edges[edge].ends;
                match cities[cities.len() - 1] {
                    here if here == a => cities.push(b),
                    here if here == b => cities.push(a),
                    _ => return None,
                }
            }
            Some(cities)
        };
        // The first edge alone does not say at which end the walk begins: only one of them lets it go on.
        self.edges.first().and_then(|&first| edges[first].ends.into_iter().find_map(walk)).unwrap_or_default()
    }
}

/// The longest trail: edges that can be walked in one go, none of them twice. The same input gives the same trail.
///
/// A search that has taken `budget` steps ends with the best trail so far; [`TRAIL_BUDGET`] is ample.
///
/// ```
/// # use ttr_solve::{TRAIL_BUDGET, TrailEdge, longest_trail};
/// // A triangle with a tail at each corner: in by one tail, all around and on to the next corner, out by its tail.
/// let edges = [(0, 1, 2), (1, 2, 2), (2, 0, 2), (0, 3, 1), (1, 4, 5), (2, 5, 4)];
/// let edges = edges.map(|(a, b, weight)| TrailEdge { ends: [a, b], weight });
/// let trail = longest_trail(&edges, TRAIL_BUDGET);
/// assert_eq!((trail.length, trail.exact), (13, true));
/// assert_eq!(trail.cities(&edges).len(), trail.edges.len() + 1);
/// ```
pub fn longest_trail(edges: &[TrailEdge], budget: u64) -> Trail {
    let (net, exact, steps) = with_longest(edges, budget);
    Trail { length: net.longest(), edges: net.into_walk(edges), exact, steps }
}

/// A network of which the longest trail was looked for; whether none is longer for certain, and the work of the search.
fn with_longest(edges: &[TrailEdge], budget: u64) -> (Network, bool, u64) {
    let mut net = Network::new(edges);
    net.shrink();
    let mut parts = net.parts();
    parts.sort_by_key(|part| Reverse(part.total));
    let mut steps = 0;
    // The length up to which a longer trail may have been missed.
    let mut open = 0;
    for part in &parts {
        if part.total <= net.best_length {
            break;
        }
        let most = part.total - net.match_up(part);
        if most > net.best_length {
            open = open.max(most.min(search(&mut net, part, budget, &mut steps)));
        }
    }
    let exact = open <= net.best_length;
    (net, exact, steps)
}

/// How long the longest trail is, and whether that is certain: what [`longest_trail`] says, without the way. Where the budget does
/// not suffice, one of them may find a longer trail than the other.
pub fn longest_trail_length(edges: &[TrailEdge], budget: u64) -> (u32, bool) {
    longest_trail_among(edges, 0..edges.len(), budget)
}

/// The length of the longest trail over some of the edges, each given by its index and none of them twice, so that nobody has to
/// copy them; and whether that is certain.
#[inline]
pub fn longest_trail_among(
    edges: &[TrailEdge],
    these: impl Iterator<Item = usize> + Clone,
    budget: u64,
) -> (u32, bool) {
    let Some(Bare { longest, rings }) = without_dead_ends(edges, these.clone()) else {
        let (net, exact, _) = with_longest(&these.map(|edge| edges[edge]).collect::<Vec<_>>(), budget);
        return (net.longest(), exact);
    };
    let longest = u32::try_from(longest).unwrap_or(u32::MAX);
    if rings.is_empty() {
        return (longest, true);
    }
    let (net, exact, _) = with_longest(&rings, budget);
    (longest.max(net.longest()), exact)
}
