//! The score sheet: every line with its reason and its proof, who has won, and what decided among equals.

use super::{Lines, Measured, Outcome, Proof, Scoring, When};
use crate::ids::{SideId, TicketId};
use crate::look::Look;
use crate::message::Note;
use crate::rules::Rules;
use crate::state::State;

/// A line of the sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct ScoreLine {
    /// The rule it comes from, as `module/name`.
    pub rule: String,
    /// The reason.
    pub note: Note,
    /// Its points.
    pub points: i32,
    /// What it stands on.
    pub proof: Proof,
    /// Whether it is sure; where not, a solver ran out of its budget.
    pub exact: bool,
}

/// What a side has scored.
#[derive(Clone, PartialEq, Debug)]
pub struct SideScore {
    /// Which side.
    pub side: SideId,
    /// Its lines, in the order of the sheet.
    pub lines: Vec<ScoreLine>,
    /// Their sum.
    pub total: i32,
    /// What each ticket came to, in map order; empty while the game is on.
    pub tickets: Vec<(TicketId, Outcome)>,
}

/// What came of an award: what each side has of its measure, and who gets it.
#[derive(Clone, PartialEq, Debug)]
pub struct AwardScore {
    /// Its name, which is also that of a measure for ties.
    pub name: String,
    /// What each side has, with what that stands on.
    pub measured: Vec<Measured>,
    /// Who gets it.
    pub holders: Vec<SideId>,
}

/// A step in which equals were compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TieBreak {
    /// The measure.
    pub measure: String,
    /// What each of those who were equal until then has of it.
    pub values: Vec<(SideId, i64)>,
}

/// The score sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct ScoreSheet {
    /// By side.
    pub sides: Vec<SideScore>,
    /// Who has won; empty while the game is on.
    pub winners: Vec<SideId>,
    /// The measure that decided among equals.
    pub decided_by: Option<String>,
    /// How equals were compared, one measure after the other.
    pub ties: Vec<TieBreak>,
    /// The awards, in the order of the sheet; none while the game is on.
    pub awards: Vec<AwardScore>,
    /// Whether the game is over and this is final.
    pub is_final: bool,
    /// Whether every line is sure.
    pub exact: bool,
}

impl ScoreSheet {
    /// The total of a side.
    pub fn total(&self, side: SideId) -> i32 {
        self.sides[side.index()].total
    }
}

impl Rules {
    /// The score sheet: final once the game is over, before that what is public of it.
    pub fn score(&self, st: &State) -> ScoreSheet {
        self.sheet(st, if st.is_over() { When::AtEnd } else { When::Always })
    }

    /// The final score sheet, as it would be if the game ended here: for judges and for a player's own reckoning, never for others.
    pub fn final_score(&self, st: &State) -> ScoreSheet {
        self.sheet(st, When::AtEnd)
    }

    fn sheet(&self, st: &State, when: When) -> ScoreSheet {
        let scoring = Scoring::new(Look { rules: self, st }, true);
        let side = |side| {
            let mut score = SideScore { side, lines: Vec::new(), total: 0i32, tickets: Vec::new() };
            self.write_lines(&scoring, side, when, &mut Lines::with_words(self, &mut score));
            score
        };
        let mut sides: Vec<SideScore> = self.side_ids().map(side).collect();
        let (is_final, exact) = (when == When::AtEnd, sides.iter().all(|s| s.lines.iter().all(|l| l.exact)));
        let (mut winners, mut decided_by) = (Vec::new(), None);
        let (mut ties, mut awards) = (Vec::new(), Vec::new());
        if is_final {
            let total = |side: SideId| sides[side.index()].total;
            let decided = self.decide(&scoring, total, &mut winners, |tie, equals| {
                let value = |side: &SideId| (*side, scoring.measured(tie, *side).value);
                let measure = self.scoring.measures[tie].name.clone();
                ties.push(TieBreak { measure, values: equals.iter().map(value).collect() });
            });
            decided_by = decided.map(str::to_owned);
            awards = self.scoring.award_order.iter().map(|i| self.award_score(&scoring, *i)).collect();
            sides.iter_mut().for_each(|side| side.tickets.clone_from(&scoring.outcomes(side.side).tickets));
        }
        ScoreSheet { sides, winners, decided_by, ties, awards, is_final, exact }
    }
}
