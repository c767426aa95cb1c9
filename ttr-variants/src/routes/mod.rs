//! Rules of single routes: doubles, ferries, tunnels and pairs.

mod double_routes;
mod ferries;
mod pair_routes;
mod tunnels;

pub use double_routes::DoubleRoutes;
pub use ferries::Ferries;
pub use pair_routes::PairRoutes;
pub use tunnels::Tunnels;
