//! The commands, by whom they are for.

pub(crate) mod author;
pub(crate) mod board;
pub(crate) mod game;
pub(crate) mod rules;
