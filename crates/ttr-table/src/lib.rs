//! A game with seats: who sits where, people, computer players or programs; undo, saves, and what each seat may see and hear.
//!
//! A [`Table`] is a game under way, whoever shows it: a terminal, the protocol, a page of the web. [`seats`] says who plays, by the
//! words of a command line; [`programs`] are players at the other end of two pipes; [`protocol`] is what is said to them, and to
//! whoever lets `ttr engine` keep the rules. [`told`] puts events into words for one seat.

pub mod disk;
pub mod drawn;
pub mod programs;
pub mod protocol;
pub mod seats;
pub mod standing;
mod table;
pub mod told;

pub use seats::Seat;
pub use table::{Misplayed, NoBeginning, Table};
