//! Claiming a route: what it is paid with, which pieces lie on it, and the points it brings.

mod claim;
mod pieces;
mod route_points;

pub use claim::Claims;
pub use pieces::{Pieces, RoutePieces};
pub use route_points::{Removed, RoutePoints};
