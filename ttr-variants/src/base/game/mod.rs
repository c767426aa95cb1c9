//! The course of a game: whose turn it is, when it ends, who has won.

mod end;
mod turns;
mod victory;

pub use end::End;
pub use turns::{Drawn, First, Turns};
pub use victory::Victory;
