//! Exact solvers for networks, each within a budget of steps: the longest trail ([`longest_trail`]), and walks that pass stops in
//! their order ([`find_walk`]). They know no game: a network is a list of edges between numbered cities.
//!
//! Where a budget runs out, the answer says so. The same input always gives the same answer.

mod trail;
mod walk;

pub use trail::{TRAIL_BUDGET, Trail, TrailEdge, longest_trail, longest_trail_among, longest_trail_length};
pub use walk::{WALK_BUDGET, find_walk, walk_in_order};
