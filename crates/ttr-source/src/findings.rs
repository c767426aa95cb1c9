//! What is wrong with a file: how it is said, by which code it goes, and which names were meant.

pub(crate) mod clean;
pub(crate) mod codes;
pub(crate) mod diagnostic;
pub(crate) mod lints;
pub(crate) mod names;
