//! What the tests share: a [`table`] to play at, [`modules`] that exist for tests alone, and the [`breaks`] that each turn
//! the tests of a clause red.

pub mod breaks;
pub mod judge;
pub mod modules;
pub mod props;
pub mod seams;
pub mod table;

pub use table::{Setup, Table};
