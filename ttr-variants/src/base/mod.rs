//! The base game, written on the seams like every other module: it has no back door, and can be replaced.

mod cards;
mod claim;
mod end;
mod forms;
mod pieces;
mod route_points;
mod row;
mod tickets;
mod turns;
mod victory;

pub use cards::{All, Card, CardSpec, Cards, Deal, Drawing, Price};
pub use claim::Claims;
pub use end::End;
pub use pieces::{Pieces, RoutePieces};
pub use route_points::{Removed, RoutePoints};
pub use row::{Overflow, Refill, Row, Size};
pub use tickets::{Keeping, Rest, TicketCount, TicketDraw, Tickets};
pub use turns::{Drawn, First, Turns};
pub use victory::Victory;

use ttr_core::Registry;

/// Adds the base modules to a registry.
pub fn register(registry: &mut Registry) {
    registry
        .module::<Cards>()
        .module::<Claims>()
        .module::<End>()
        .module::<Pieces>()
        .module::<RoutePoints>()
        .module::<Row>()
        .module::<Tickets>()
        .module::<Turns>()
        .module::<Victory>();
}
