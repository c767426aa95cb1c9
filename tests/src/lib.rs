//! What the tests share: a [`table`] to play at, [`modules`] that exist for tests alone, the [`breaks`] that each turn
//! the tests of a clause red, [`fuzz`], which throws broken files at everything that reads one, [`soak`]s of many
//! games, the [`golden`] record of games as they were, the examples of modules as tests of clauses ([`scenarios`]), and the [`examples`] of every code, with [`example_modules`] for those that no bundled module leads to.

pub mod breaks;
pub mod example_modules;
pub mod examples;
pub mod fuzz;
pub mod golden;
pub mod judge;
pub mod judging;
pub mod large;
pub mod modules;
pub mod offers;
pub mod props;
pub mod scenarios;
pub mod seams;
pub mod soak;
pub mod table;

pub use scenarios::hold;
pub use table::{Setup, Table};
