//! What a game is made of: the small numbers by which things are called, sets of them, cards without an order, registers, and every limit.

pub mod bag;
pub mod hash;
pub mod ids;
pub mod limits;
pub mod registers;
