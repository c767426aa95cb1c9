//! Score files: from what people wrote down of a game that was played on a table ([`ttr_source::ScoreSource`]) to the position at
//! its end.

mod codes;
mod enter;
mod known;

pub use codes::SCORE_CODES;
pub use enter::{enter, enter_on};

/// Most of what is counted in a field.
pub const MOST_COUNTED: i64 = 10_000;
/// Most points in a field, gained or lost.
pub const MOST_POINTS: i64 = 1_000_000;
