//! Games that are played again: from saves, from the golden record, and counted by perft.

mod golden;
mod perft;
mod replay;
