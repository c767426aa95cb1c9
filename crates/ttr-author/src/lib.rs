//! What an author's editor needs, as functions without a terminal: texts in, findings and texts out.
//!
//! - findings: of `ttr_core::check`; [`render`] shows one with its lines, [`finding`] gives it as JSON, [`explain`] says what its
//!   code means;
//! - the text: [`layout`] tidies it, [`mend_map`] and [`mend_rule_set`] make the edits that are certain;
//! - tables: [`tables`] makes three CSV files of a map and a map of three CSV files;
//! - [`mod@new`]: a small map, a copy of a map, the crate of a module; [`figures`]: what a board comes to.

pub mod explain;
mod fault;
pub mod figures;
mod finding;
pub mod layout;
mod mend;
pub mod new;
mod read;
mod render;
pub mod tables;

pub use fault::Fault;
pub use finding::finding;
pub use mend::{Mended, mend_map, mend_rule_set};
pub use read::{DEFAULT_RULES, default_rules, range_of_players, read_map, texts};
pub use render::render;
pub use tables::TABLE_CODES;
