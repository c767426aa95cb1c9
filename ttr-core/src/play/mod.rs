//! The machine: what is legal, what an action does, and how a game goes on until somebody has to decide.

pub mod actions;
pub mod chance;
pub mod cx;
pub mod engine;
pub mod event;
pub mod game;
