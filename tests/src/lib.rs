//! What the tests share: a [`table`] to play at, and examples of modules as tests of clauses ([`table::scenarios`]); [`modules`] that exist for
//! tests alone, and those for every seam ([`seams`]); the [`judge`] who scores and pays a second time; the [`breaks`] that each turn the
//! tests of a clause red; [`fuzz`], which throws broken files at everything that reads one, and lets processes race for one file; [`soak`]s
//! of many games; the [`golden`] record of games as they were; and the [`examples`] of every code.

pub mod breaks;
pub mod examples;
pub mod fuzz;
pub mod golden;
pub mod judge;
pub mod modules;
pub mod props;
pub mod seams;
pub mod soak;
pub mod table;

pub use table::scenarios::hold;
pub use table::{Setup, Table};
