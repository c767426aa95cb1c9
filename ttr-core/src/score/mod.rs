//! The score sheet: lines with a reason and a proof, whose sum is the score; awards with a tie rule; measures that break
//! ties. What can be derived is derived from the board; points that outlive their cause are banked.

pub mod network;
mod proof;

pub use proof::Chains;

use crate::board::Ticket;
use crate::ids::{CityId, ModuleId, RouteId, SideId, TicketId, bits};
use crate::limits::MAX_PLAYERS;
use crate::look::Look;
use crate::message::{MsgId, Note, Value};
use crate::network::{Desk, Net, Outcomes, Purpose};
use crate::phase::Phase;
use crate::rules::Rules;
use crate::state::State;
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};

/// What a ticket comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Points gained or lost.
    pub points: i32,
    /// Whether it is complete.
    pub completed: bool,
    /// Whether this is sure.
    pub exact: bool,
    /// What the sheet says of `{ticket}`, where being complete or not does not say it all.
    pub text: Option<MsgId>,
}

/// When a line is in the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// During the game too: everything it says is public.
    Always,
    /// Only once the game is over.
    AtEnd,
}

/// What a line stands on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Routes, in the order in which they are walked or in map order.
    pub routes: Vec<RouteId>,
    /// Cities, in the order in which they are passed.
    pub cities: Vec<CityId>,
    /// Tickets.
    pub tickets: Vec<TicketId>,
}

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
    /// ScoreLine by line.
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

type GoalFn = Box<dyn Fn(&Net<'_>, TicketId, &Ticket) -> Outcome + Send + Sync>;
type ScoreFn = Box<dyn Fn(&Scoring<'_>, SideId, &mut Lines<'_>) + Send + Sync>;
type MeasureFn = Box<dyn Fn(&Scoring<'_>, SideId) -> Measured + Send + Sync>;

pub(crate) type WalkFn = Box<dyn Fn(&Net<'_>, TicketId, &Ticket) -> Option<Vec<RouteId>> + Send + Sync>;

pub(crate) struct GoalSpec {
    pub name: String,
    pub module: ModuleId,
    pub evaluate: GoalFn,
    /// The routes by which a ticket is complete, one after the other, where that is more than joining its cities in turn.
    pub walk: Option<WalkFn>,
    /// Whether it only counts which cities are joined, and a complete ticket stays complete and is worth the same, whatever else is.
    pub by_joining: bool,
}

pub(crate) struct ScoreRule {
    pub module: ModuleId,
    pub phase: Phase,
    pub when: When,
    pub run: ScoreFn,
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

/// Where a rule writes its lines.
pub struct Lines<'a> {
    page: Page<'a>,
    side: SideId,
}

impl Lines<'_> {
    /// Adds a line.
    pub fn line(&mut self, points: i32, note: Note, proof: Proof) {
        self.line_with(points, note, proof, true);
    }

    /// Adds a line, saying whether it is sure.
    pub fn line_with(&mut self, points: i32, note: Note, proof: Proof, exact: bool) {
        self.line_saying(points, note.msg, exact, |_| (note, proof));
    }

    /// Adds a line, saying whether it is sure. What belongs to its text and the proof are asked for only where somebody will read
    /// them.
    #[inline]
    pub fn line_saying(&mut self, points: i32, text: MsgId, exact: bool, say: impl FnOnce(Note) -> (Note, Proof)) {
        match &mut self.page {
            Page::Figures(totals) => totals.line(self.side, points, text, exact),
            Page::Sheet(rules, sides) => {
                let (note, proof) = say(Note::new(text));
                let (rule, score) = (rules.template(note.msg).name.clone(), &mut sides[self.side.index()]);
                score.total = score.total.saturating_add(points);
                score.lines.push(ScoreLine { rule, note, points, proof, exact });
            }
        }
    }
}

/// What lines are written on.
enum Page<'a> {
    /// With words and proofs.
    Sheet(&'a Rules, &'a mut [SideScore]),
    /// Only the points.
    Figures(&'a mut Totals),
}

/// The figures of a score sheet without words and proofs: for those who add up many games. Can be used again and again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// By side.
    pub sides: Vec<SideTotal>,
    /// Who has won.
    pub winners: Vec<SideId>,
    /// Whether every line is sure.
    pub exact: bool,
}

/// What a side has scored, in figures.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideTotal {
    /// The sum of the lines.
    pub total: i32,
    /// The points of each line, with the message that says what for.
    pub lines: Vec<(MsgId, i32)>,
    /// Tickets completed.
    pub completed: usize,
    /// Tickets not completed.
    pub failed: usize,
}

impl Totals {
    #[inline]
    fn line(&mut self, side: SideId, points: i32, text: MsgId, exact: bool) {
        let score = &mut self.sides[side.index()];
        score.total = score.total.saturating_add(points);
        score.lines.push((text, points));
        self.exact &= exact;
    }
}

/// A position on its way to the sheet: what several lines need is computed once.
pub struct Scoring<'a> {
    look: Look<'a>,
    proofs: bool,
    /// The routes of all sides, one after the other, and where those of each end and the next begin.
    routes: OnceCell<(Vec<RouteId>, [usize; MAX_PLAYERS + 1])>,
    outcomes: [OnceCell<Outcomes>; MAX_PLAYERS],
    measured: Vec<OnceCell<Vec<Measured>>>,
    desk: RefCell<Desk>,
}

impl<'a> Scoring<'a> {
    fn new(look: Look<'a>, proofs: bool) -> Self {
        Self {
            look,
            proofs,
            routes: OnceCell::new(),
            outcomes: [const { OnceCell::new() }; MAX_PLAYERS],
            measured: (0..look.rules.measures.len()).map(|_| OnceCell::new()).collect(),
            desk: RefCell::default(),
        }
    }

    /// The position.
    pub fn look(&self) -> Look<'a> {
        self.look
    }

    /// Whether somebody will read proofs.
    pub fn wants_proof(&self) -> bool {
        self.proofs
    }

    /// The proof of a line or a number, which is made only where somebody will read it.
    pub fn proof(&self, make: impl FnOnce() -> Proof) -> Proof {
        if self.proofs { make() } else { Proof::default() }
    }

    /// What a side's tickets come to.
    pub fn outcomes(&self, side: SideId) -> &Outcomes {
        let work_out = || self.look.outcomes_with(side, self.routes(side), &mut self.desk.borrow_mut());
        self.outcomes[side.index()].get_or_init(work_out)
    }

    /// A side's own and the public routes, in map order.
    fn routes(&self, side: SideId) -> &[RouteId] {
        let (routes, ends) = self.routes.get_or_init(|| {
            let (mut routes, mut ends) = (Vec::with_capacity(128), [0; MAX_PLAYERS + 1]);
            for side in self.look.rules.side_ids() {
                self.look.routes_used_by(side).for_each(|route| routes.push(route));
                ends[side.index() + 1] = routes.len();
            }
            (routes, ends)
        });
        &routes[ends[side.index()]..ends[side.index() + 1]]
    }

    /// The routes that count for a side and a purpose.
    pub fn edges(&self, side: SideId, purpose: Purpose) -> Cow<'_, [RouteId]> {
        let routes = self.routes(side);
        match self.look.rules.is_plain(purpose) {
            true => Cow::Borrowed(routes),
            false => Cow::Owned(self.look.network_of(routes.to_vec(), side, purpose).edges),
        }
    }

    fn measured(&self, measure: usize) -> &[Measured] {
        self.measured[measure].get_or_init(|| {
            let sides = self.look.rules.side_ids();
            match &self.look.rules.measures[measure].how {
                MeasureHow::Run(run) => sides.map(|s| run(self, s)).collect(),
                MeasureHow::HasAward(award) => {
                    let holders: Vec<SideId> = self.holders(&self.look.rules.awards[*award]).collect();
                    sides.map(|s| Measured::exact(holders.contains(&s).into())).collect()
                }
            }
        })
    }

    /// The value of a named measure for a side.
    pub fn measure(&self, name: &str, side: SideId) -> Option<&Measured> {
        let at = self.look.rules.measures.iter().position(|m| m.name == name)?;
        self.measured(at).get(side.index())
    }

    fn holders(&self, award: &AwardSpec) -> impl Iterator<Item = SideId> + use<> {
        let all = self.measured(award.measure);
        let best = all.iter().map(|m| m.value).max().unwrap_or_default();
        let mut holders = 0u64;
        if best >= award.least {
            holders = (0..).zip(all).fold(0, |set, (side, m)| set | u64::from(m.value == best) << side);
        }
        if award.tie == TieRule::Nobody && holders.count_ones() > 1 {
            holders = 0;
        }
        bits(holders).map(SideId::at)
    }
}

impl Rules {
    /// The score sheet: final once the game is over, before that what is public of it.
    pub fn score(&self, st: &State) -> ScoreSheet {
        let over = st.clock.over.is_some();
        self.sheet(st, over)
    }

    /// The sheet as it would be if the game ended here: for judges and for a player's own reckoning, never for others.
    pub fn score_as_if_over(&self, st: &State) -> ScoreSheet {
        self.sheet(st, true)
    }

    /// The figures of the final sheet: as [`Rules::score`] of a game that is over, without words and proofs.
    pub fn totals(&self, st: &State, out: &mut Totals) {
        out.sides.resize_with(self.side_count, SideTotal::default);
        for side in &mut out.sides {
            side.lines.clear();
            (side.total, side.completed, side.failed) = (0, 0, 0);
        }
        out.exact = true;
        out.winners.clear();
        let scoring = Scoring::new(Look { rules: self, st }, false);
        self.write(&scoring, true, Page::Figures(out));
        let mut winners = std::mem::take(&mut out.winners);
        self.decide(&scoring, |side| out.sides[side.index()].total, &mut winners, |_, _| {});
        out.winners = winners;
        for (side, total) in self.side_ids().zip(&mut out.sides) {
            let outcomes = scoring.outcomes(side);
            total.completed = outcomes.completed();
            total.failed = outcomes.tickets.len() - total.completed;
        }
    }

    fn sheet(&self, st: &State, is_final: bool) -> ScoreSheet {
        let scoring = Scoring::new(Look { rules: self, st }, true);
        let blank = |side| SideScore { side, lines: Vec::new(), total: 0i32, tickets: Vec::new() };
        let mut sides: Vec<SideScore> = self.side_ids().map(blank).collect();
        self.write(&scoring, is_final, Page::Sheet(self, &mut sides));
        let exact = sides.iter().all(|s| s.lines.iter().all(|l| l.exact));
        let (mut winners, mut decided_by) = (Vec::new(), None);
        let (mut ties, mut awards) = (Vec::new(), Vec::new());
        if is_final {
            let total = |side: SideId| sides[side.index()].total;
            let decided = self.decide(&scoring, total, &mut winners, |tie, equals| {
                let value = |side: &SideId| (*side, scoring.measured(tie)[side.index()].value);
                let measure = self.measures[tie].name.clone();
                ties.push(TieBreak { measure, values: equals.iter().map(value).collect() });
            });
            decided_by = decided.map(str::to_owned);
            awards = self.award_order.iter().map(|i| self.award_score(&scoring, *i)).collect();
            sides.iter_mut().for_each(|side| side.tickets.clone_from(&scoring.outcomes(side.side).tickets));
        }
        ScoreSheet { sides, winners, decided_by, ties, awards, is_final, exact }
    }

    fn award_score(&self, scoring: &Scoring<'_>, at: usize) -> AwardScore {
        let award = &self.awards[at];
        let is_it = |m: &&MeasureSpec| matches!(m.how, MeasureHow::HasAward(of) if of == at);
        AwardScore {
            name: self.measures.iter().find(is_it).map_or_else(String::new, |m| m.name.clone()),
            measured: scoring.measured(award.measure).to_vec(),
            holders: scoring.holders(award).collect(),
        }
    }

    /// Writes all lines.
    fn write(&self, scoring: &Scoring<'_>, is_final: bool, page: Page<'_>) {
        let mut lines = Lines { page, side: SideId(0) };
        for side in self.side_ids() {
            lines.side = side;
            for rule in self.scores.iter().filter(|r| is_final || r.when == When::Always) {
                (rule.run)(scoring, side, &mut lines);
            }
        }
        if !is_final {
            return;
        }
        for award in self.award_order.iter().map(|i| &self.awards[*i]) {
            let all = scoring.measured(award.measure);
            let exact = all.iter().all(|m| m.exact);
            for side in scoring.holders(award) {
                lines.side = side;
                let Measured { value, proof, .. } = &all[side.index()];
                lines.line_saying(award.points, award.text, exact, |note| {
                    (note.with("n", Value::Number(*value)), proof.clone())
                });
            }
        }
    }

    /// Who has won with these totals, and the measure that decided among equals; `compared` hears by which measure who was.
    fn decide(
        &self,
        scoring: &Scoring<'_>,
        total: impl Fn(SideId) -> i32,
        winners: &mut Vec<SideId>,
        mut compared: impl FnMut(usize, &[SideId]),
    ) -> Option<&str> {
        let best = self.side_ids().map(&total).max().unwrap_or_default();
        winners.extend(self.side_ids().filter(|side| total(*side) == best));
        let mut decided_by = None;
        for &tie in &self.ties {
            if winners.len() < 2 {
                break;
            }
            let measure = &self.measures[tie];
            compared(tie, winners);
            let value = |side: &SideId| {
                let value = scoring.measured(tie)[side.index()].value;
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
        self.measures.iter().map(|m| m.name.as_str())
    }

    /// The names of the kinds of goals.
    pub fn goals(&self) -> impl Iterator<Item = &str> {
        self.goals.iter().map(|g| g.name.as_str())
    }
}
