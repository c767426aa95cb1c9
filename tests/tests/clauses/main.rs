//! The rules, clause by clause: a test of a clause starts its name with its id.

mod cards;
mod claims;
mod classic;
mod end;
mod europe;
mod paris;
mod secrets;
mod tickets;
mod ussr;
mod world;
