//! Decks, hands and the row that cards are taken from.

mod cards;
mod row;

pub use cards::{All, Card, CardSpec, Cards, Deal, Drawing, Price};
pub use row::{Overflow, Refill, Row, Size};
