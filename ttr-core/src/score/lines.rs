//! The lines of the score: what a rule writes, and on what.

use super::{Measured, Proof, ScoreLine, Scoring, SideFigures, SideScore, When};
use crate::ids::{ModuleId, SideId};
use crate::message::{MsgId, Note, Value};
use crate::phase::Phase;
use crate::rules::Rules;

type ScoreFn = Box<dyn Fn(&Scoring<'_>, SideId, &mut Lines<'_>) + Send + Sync>;

pub(crate) struct ScoreRule {
    pub module: ModuleId,
    pub phase: Phase,
    pub when: When,
    pub run: ScoreFn,
}

/// Where a rule writes the lines of a side.
pub struct Lines<'a>(Sort<'a>);

/// What lines are written as.
enum Sort<'a> {
    /// With words and proofs.
    Words(&'a Rules, &'a mut SideScore),
    /// Only the points.
    Figures(&'a mut SideFigures),
}

impl<'a> Lines<'a> {
    /// Lines with words and proofs.
    pub(super) fn with_words(rules: &'a Rules, to: &'a mut SideScore) -> Self {
        Self(Sort::Words(rules, to))
    }

    /// Lines of which only the points are kept.
    pub(super) fn figures(to: &'a mut SideFigures) -> Self {
        Self(Sort::Figures(to))
    }
}

impl Lines<'_> {
    /// Adds a line.
    pub fn line(&mut self, points: i32, note: Note, proof: Proof) {
        self.line_saying(points, note.msg, true, |_| (note, proof));
    }

    /// Adds a line, saying whether it is sure. What belongs to its text and the proof are asked for only where somebody will read
    /// them.
    #[inline]
    pub fn line_saying(&mut self, points: i32, text: MsgId, exact: bool, say: impl FnOnce(Note) -> (Note, Proof)) {
        match &mut self.0 {
            Sort::Figures(figures) => figures.line(points, text, exact),
            Sort::Words(rules, score) => {
                let (note, proof) = say(Note::new(text));
                let rule = rules.template(note.msg).name.clone();
                score.total = score.total.saturating_add(points);
                score.lines.push(ScoreLine { rule, note, points, proof, exact });
            }
        }
    }
}

impl Rules {
    /// Writes the lines of a side: those that are public during the game, or all of them.
    pub(super) fn write_lines(&self, scoring: &Scoring<'_>, side: SideId, when: When, lines: &mut Lines<'_>) {
        for rule in self.scoring.scores.iter().filter(|rule| when == When::AtEnd || rule.when == When::Always) {
            (rule.run)(scoring, side, lines);
        }
        if when == When::Always {
            return;
        }
        for award in
            self.scoring.award_order.iter().map(|i| &self.scoring.awards[*i]).filter(|award| scoring.holds(award, side))
        {
            let exact = self.side_ids().all(|side| scoring.measured(award.measure, side).exact);
            let Measured { value, proof, .. } = scoring.measured(award.measure, side);
            lines.line_saying(award.points, award.text, exact, |note| {
                (note.with("n", Value::Number(*value)), proof.clone())
            });
        }
    }
}
