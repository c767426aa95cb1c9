//! What a game is made of: the small numbers by which things are called, sets of them, cards without an order, zones, pieces, registers,
//! and every limit.

pub mod bag;
pub(crate) mod deck;
pub mod hash;
pub mod ids;
pub(crate) mod kind;
pub mod limits;
pub mod registers;
pub(crate) mod row_limits;
pub(crate) mod zone;
