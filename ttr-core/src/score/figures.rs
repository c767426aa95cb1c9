//! The numbers of the score without words and proofs: for those who add up many games, or try what comes of an action.

use super::{Lines, Scoring, When};
use crate::ids::SideId;
use crate::look::Look;
use crate::message::MsgId;
use crate::rules::Rules;
use crate::state::State;

/// The numbers of a final score sheet. Can be used again and again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// By side.
    pub sides: Vec<SideFigures>,
    /// Who has won.
    pub winners: Vec<SideId>,
    /// Whether every line is sure.
    pub exact: bool,
}

/// What a side has scored, in numbers. Can be used again and again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideFigures {
    /// The sum of the lines.
    pub total: i32,
    /// The points of each line, with the message that says what for.
    pub lines: Vec<(MsgId, i32)>,
    /// Tickets completed; 0 where only what is public during the game was asked for.
    pub completed: usize,
    /// Tickets not completed; 0 where only what is public during the game was asked for.
    pub failed: usize,
    /// Whether every line is sure.
    pub exact: bool,
}

impl SideFigures {
    #[inline]
    pub(super) fn line(&mut self, points: i32, text: MsgId, exact: bool) {
        self.total = self.total.saturating_add(points);
        self.lines.push((text, points));
        self.exact &= exact;
    }
}

impl Rules {
    /// The numbers of [`Rules::final_score`].
    pub fn figures(&self, st: &State, out: &mut Figures) {
        let scoring = Scoring::new(Look { rules: self, st }, false);
        out.sides.resize_with(self.about.side_count, SideFigures::default);
        for (side, of) in self.side_ids().zip(&mut out.sides) {
            self.write_figures(&scoring, side, When::AtEnd, of);
        }
        out.exact = out.sides.iter().all(|side| side.exact);
        out.winners.clear();
        self.decide(&scoring, |side| out.sides[side.index()].total, &mut out.winners, |_, _| {});
    }

    /// What one side has, in numbers: of the lines that are public during the game, or of all as if it ended here. What the others
    /// have is looked at as far as awards hang on it.
    pub fn figures_of(&self, st: &State, side: SideId, when: When, out: &mut SideFigures) {
        self.write_figures(&Scoring::new(Look { rules: self, st }, false), side, when, out);
    }

    fn write_figures(&self, scoring: &Scoring<'_>, side: SideId, when: When, out: &mut SideFigures) {
        out.lines.clear();
        (out.total, out.completed, out.failed, out.exact) = (0, 0, 0, true);
        self.write_lines(scoring, side, when, &mut Lines::figures(out));
        if when == When::AtEnd {
            let outcomes = scoring.outcomes(side);
            out.completed = outcomes.completed();
            out.failed = outcomes.tickets.len() - out.completed;
        }
    }
}
