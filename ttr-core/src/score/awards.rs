//! Measures by which sides are compared: who gets an award, and who has won.

use super::{AwardScore, Proof, Scoring};
use crate::ids::{ModuleId, SideId};
use crate::message::MsgId;
use crate::phase::Phase;
use crate::rules::Rules;

type MeasureFn = Box<dyn Fn(&Scoring<'_>, SideId) -> Measured + Send + Sync>;

/// A number by which sides are compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Measured {
    /// The number.
    pub value: i64,
    /// What it stands on.
    pub proof: Proof,
    /// Whether it is sure; where not, it is at least this.
    pub exact: bool,
}

impl Measured {
    /// A sure number.
    pub fn exact(value: i64) -> Self {
        Self { value, proof: Proof::default(), exact: true }
    }
}

/// Who gets an award when several are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieRule {
    /// All of them.
    All,
    /// None of them.
    Nobody,
}

pub(crate) enum MeasureHow {
    Run(MeasureFn),
    /// 1 for who has this award, 0 for who has not.
    HasAward(usize),
}

pub(crate) struct MeasureSpec {
    pub name: String,
    pub module: ModuleId,
    pub how: MeasureHow,
    /// Fewer is better.
    pub fewest: bool,
}

pub(crate) struct AwardSpec {
    pub module: ModuleId,
    pub phase: Phase,
    pub measure: usize,
    pub points: i32,
    pub tie: TieRule,
    /// Nobody gets it with less.
    pub least: i64,
    pub text: MsgId,
}

impl Scoring<'_> {
    /// What a side has of a measure.
    pub(super) fn measured(&self, measure: usize, side: SideId) -> &Measured {
        let rules = self.look().rules;
        let cell = &self.measured[measure * rules.about.side_count + side.index()];
        cell.get_or_init(|| match &rules.scoring.measures[measure].how {
            MeasureHow::Run(run) => run(self, side),
            MeasureHow::HasAward(award) => Measured::exact(self.holds(&rules.scoring.awards[*award], side).into()),
        })
    }

    /// The value of a named measure for a side.
    pub fn measure(&self, name: &str, side: SideId) -> Option<&Measured> {
        let rules = self.look().rules;
        let at = rules.scoring.measures.iter().position(|m| m.name == name)?;
        (side.index() < rules.about.side_count).then(|| self.measured(at, side))
    }

    /// Whether a side gets an award. The others are measured until one keeps it from that.
    pub(super) fn holds(&self, award: &AwardSpec, side: SideId) -> bool {
        let own = self.measured(award.measure, side).value;
        let mut others = self.look().rules.side_ids().filter(|other| *other != side);
        own >= award.least
            && others.all(|other| {
                let theirs = self.measured(award.measure, other).value;
                theirs < own || theirs == own && award.tie == TieRule::All
            })
    }
}

impl Rules {
    pub(super) fn award_score(&self, scoring: &Scoring<'_>, at: usize) -> AwardScore {
        let award = &self.scoring.awards[at];
        let is_it = |m: &&MeasureSpec| matches!(m.how, MeasureHow::HasAward(of) if of == at);
        AwardScore {
            name: self.scoring.measures.iter().find(is_it).map_or_else(String::new, |m| m.name.clone()),
            measured: self.side_ids().map(|side| scoring.measured(award.measure, side).clone()).collect(),
            holders: self.side_ids().filter(|side| scoring.holds(award, *side)).collect(),
        }
    }

    /// Who has won with these totals, and the measure that decided among equals; `compared` is called with each measure
    /// that was looked at and the sides that were equal until then.
    pub(super) fn decide(
        &self,
        scoring: &Scoring<'_>,
        total: impl Fn(SideId) -> i32,
        winners: &mut Vec<SideId>,
        mut compared: impl FnMut(usize, &[SideId]),
    ) -> Option<&str> {
        let best = self.side_ids().map(&total).max().unwrap_or_default();
        winners.extend(self.side_ids().filter(|side| total(*side) == best));
        let mut decided_by = None;
        for &tie in &self.scoring.ties {
            if winners.len() < 2 {
                break;
            }
            let measure = &self.scoring.measures[tie];
            compared(tie, winners);
            let value = |side: &SideId| {
                let value = scoring.measured(tie, *side).value;
                if measure.fewest { -value } else { value }
            };
            let best = winners.iter().map(value).max().unwrap_or_default();
            let before = winners.len();
            winners.retain(|s| value(s) == best);
            if winners.len() < before {
                decided_by = Some(measure.name.as_str());
            }
        }
        decided_by
    }

    /// The names of the measures that can break ties.
    pub fn measures(&self) -> impl Iterator<Item = &str> {
        self.scoring.measures.iter().map(|m| m.name.as_str())
    }
}
