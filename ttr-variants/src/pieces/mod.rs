//! Pieces that a player chooses: those of the start, and those exchanged later.

mod exchange;
mod fleet;

pub use exchange::Exchange;
pub use fleet::Fleet;
