//! Commands about games: played by the thousand, shown again, scored.

pub(crate) mod replay;
mod results;
pub(crate) mod score;
pub(crate) mod simulate;
