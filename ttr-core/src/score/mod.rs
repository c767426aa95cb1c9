//! The score: lines with a reason and a proof, whose sum is the score; awards with a tie rule; measures that break ties.
//! What can be derived is derived from the board; points that outlive their cause are banked.
//!
//! - `network`: which routes count for whom. `outcomes`: what tickets come to on them; `choice`: the best use of routes of
//!   which some may be chosen.
//! - `lines`: what rules write, of a position that `scoring` is made of; `awards`: who has most of something.
//! - `sheet`: the score sheet, with words and proofs; `figures`: its numbers alone.

mod awards;
mod choice;
mod figures;
mod lines;
pub mod network;
mod outcomes;
mod proof;
mod scoring;
mod sheet;

pub(crate) use awards::{AwardSpec, MeasureHow, MeasureSpec};
pub use awards::{Measured, TieRule};
pub use choice::CHOICE_BUDGET;
pub use figures::{Figures, SideFigures};
pub use lines::Lines;
pub(crate) use lines::ScoreRule;
pub(crate) use outcomes::{GoalSpec, WalkFn};
pub use outcomes::{Outcome, Outcomes};
pub use proof::{Chains, Proof};
pub use scoring::Scoring;
pub use sheet::{AwardScore, ScoreLine, ScoreSheet, SideScore, TieBreak};

/// When a line is in the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// During the game too: everything it says is public.
    Always,
    /// Only once the game is over.
    AtEnd,
}
