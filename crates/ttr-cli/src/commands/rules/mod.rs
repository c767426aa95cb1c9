//! Commands that tell: the rules of a game, what a code means, what a module takes.

pub(crate) mod explain;
pub(crate) mod page;
pub(crate) mod parameters;
pub(crate) mod reference;
