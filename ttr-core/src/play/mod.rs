//! The machine: what is legal, what an action does, and how a game goes on until somebody has to decide.

pub mod actions;
mod cards;
pub mod chance;
mod choices;
pub(crate) mod claim;
pub mod cx;
pub mod event;
mod flow;
pub mod game;
pub mod step;
mod tickets;
