//! The base game, written on the seams like every other module: it has no back door, and can be replaced.

mod draw;
mod forms;
mod game;
mod routes;
mod tickets;

pub use draw::{All, Card, CardSpec, Cards, Deal, Drawing, Overflow, Price, Refill, Row, Size};
pub use game::{Drawn, End, First, Turns, Victory};
pub use routes::{Claims, Pieces, Removed, RoutePieces, RoutePoints};
pub use tickets::{Keeping, Rest, TicketCount, TicketDraw, Tickets};

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
