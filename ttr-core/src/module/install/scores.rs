//! Networks, tickets and points.

use super::{Bank, Installer};
use crate::board::Ticket;
use crate::compile::Place;
use crate::ids::{RouteId, SideId, TicketId};
use crate::look::Look;
use crate::message::{Note, Value};
use crate::network::{Net, NetworkSpec, Purpose};
use crate::phase::Phase;
use crate::rules::Rule;
use crate::score::{
    AwardSpec, GoalSpec, Lines, MeasureHow, MeasureSpec, Measured, Outcome, ScoreRule, Scoring, TieRule, When,
};
use ttr_source::Diagnostic;

impl Installer<'_> {
    /// Changes which routes count for a side and a purpose.
    pub fn network(
        &mut self,
        purpose: Purpose,
        change: impl Fn(Look<'_>, SideId, &mut NetworkSpec) + Send + Sync + 'static,
    ) {
        self.joins("network", None);
        let rule = Rule { module: self.draft.module, phase: Phase::Tickets, run: Box::new(change) as _ };
        self.draft.rules.networks.changes.push((purpose, rule));
    }

    /// Registers a kind of goal: which tickets are of it, and what one comes to.
    pub fn goal(
        &mut self,
        name: &str,
        is_one: impl Fn(TicketId, &Ticket) -> bool,
        evaluate: impl Fn(&Net<'_>, TicketId, &Ticket) -> Outcome + Send + Sync + 'static,
    ) {
        self.joins("ticket", Some(Phase::Tickets));
        let (full, at, module) = (self.full_name(name), self.draft.rules.networks.goals.len() as u8, self.draft.module);
        let mut clash = None;
        for (i, (ticket, goal)) in self.draft.rules.board.tickets.iter().zip(&mut self.draft.goal_of).enumerate() {
            if is_one(TicketId::at(i), ticket) {
                match goal {
                    Some((_, other)) => clash = Some(*other),
                    None => *goal = Some((at, module)),
                }
            }
        }
        if let Some(other) = clash {
            self.draft.exclusive("the same tickets", other, module);
        }
        self.draft.rules.networks.goals.push(GoalSpec {
            name: full,
            module,
            evaluate: Box::new(evaluate),
            walk: None,
            by_joining: false,
        });
    }

    /// Says of this module's last goal that it only counts which of the ticket's cities are joined with each other, and that a complete
    /// ticket stays complete and is worth the same, whatever else is joined: the best choice of routes is then found in less time.
    pub fn goal_by_joining(&mut self) {
        if let Some(goal) = self.last_goal() {
            goal.by_joining = true;
        }
    }

    /// The goal that this module has registered last.
    fn last_goal(&mut self) -> Option<&mut GoalSpec> {
        let module = self.draft.module;
        self.draft.rules.networks.goals.last_mut().filter(|goal| goal.module == module)
    }

    /// Says by which routes a ticket of this module's last goal is complete, one after the other from its first city. Where this is not
    /// said, or gives `None`, the sheet shows the shortest chain from each of its cities to the next.
    pub fn goal_walk(
        &mut self,
        walk: impl Fn(&Net<'_>, TicketId, &Ticket) -> Option<Vec<RouteId>> + Send + Sync + 'static,
    ) {
        if let Some(goal) = self.last_goal() {
            goal.walk = Some(Box::new(walk));
        }
    }

    /// Says what a ticket is worth that has no single value.
    pub fn worth(&mut self, ticket: TicketId, worth: Note) {
        self.draft.rules.words.worths.push((ticket, worth));
    }

    /// Registers lines of the score sheet.
    pub fn score(
        &mut self,
        phase: Phase,
        when: When,
        run: impl Fn(&Scoring<'_>, SideId, &mut Lines<'_>) + Send + Sync + 'static,
    ) {
        self.joins("score", Some(phase));
        let rule = ScoreRule { module: self.draft.module, phase, when, run: Box::new(run) };
        self.draft.rules.scoring.scores.push(rule);
    }

    /// Registers points that outlive their cause, with the line that shows them.
    pub fn bank(&mut self, name: &str, text: &str) -> Bank {
        self.bank_at(name, text, 1)
    }

    /// Registers points that outlive their cause and come `each` at a time, with the line that shows them. The text may use `{n}`, how
    /// many times they came, and `{each}`.
    pub fn bank_at(&mut self, name: &str, text: &str, each: i32) -> Bank {
        let bank = Bank(self.reg(name));
        let msg = self.message(name, text);
        self.score(Phase::Board, When::Always, move |scoring, side, lines| {
            let points = bank.of(scoring.look(), side);
            if points != 0 {
                let n = points.checked_div(each).unwrap_or_default();
                let note = Note::new(msg).with("n", Value::Number(n.into()));
                let note = note.with("each", Value::Number(each.into()));
                lines.line(points, note, crate::score::Proof::default());
            }
        });
        bank
    }

    /// Registers a number by which sides are compared, under a name for tie-breaks. `fewest`: fewer is better.
    pub fn measure(
        &mut self,
        name: &str,
        fewest: bool,
        run: impl Fn(&Scoring<'_>, SideId) -> Measured + Send + Sync + 'static,
    ) {
        self.joins("score", Some(Phase::Ties));
        self.one_measure(name);
        let (module, how) = (self.draft.module, MeasureHow::Run(Box::new(run)));
        let measure = MeasureSpec { name: name.to_owned(), module, how, fewest };
        self.draft.rules.scoring.measures.push(measure);
    }

    fn one_measure(&mut self, name: &str) {
        if self.draft.rules.scoring.measures.iter().any(|m| m.name == name) {
            let message = format!("two measures are named {name:?}");
            self.report_at(Place::Module, Diagnostic::error("module::exclusive", message));
        }
    }

    /// Registers an award for who has most of a measure (at least `least`), and a measure of this name that says who has
    /// it; the number itself is the measure `NAME-count`. The text may use `{n}`.
    #[expect(clippy::too_many_arguments, reason = "an award is these seven things, each of them once")]
    pub fn award(
        &mut self,
        name: &str,
        text: &str,
        points: i32,
        tie: TieRule,
        least: i64,
        phase: Phase,
        measure: impl Fn(&Scoring<'_>, SideId) -> Measured + Send + Sync + 'static,
    ) {
        self.joins("score", Some(phase));
        self.measure(&format!("{name}-count"), false, measure);
        let at = self.draft.rules.scoring.measures.len() - 1;
        let text = self.message(name, text);
        let award = AwardSpec { module: self.draft.module, phase, measure: at, points, tie, least, text };
        self.draft.rules.scoring.awards.push(award);
        let has = MeasureHow::HasAward(self.draft.rules.scoring.awards.len() - 1);
        self.one_measure(name);
        let (name, module) = (name.to_owned(), self.draft.module);
        self.draft.rules.scoring.measures.push(MeasureSpec { name, module, how: has, fewest: false });
    }

    /// Breaks ties by these measures, one after the other; `key` is the parameter they stand in. Only one module can.
    pub fn ties(&mut self, key: &str, measures: &[String]) {
        self.joins("score", Some(Phase::Ties));
        let module = self.draft.module;
        if let Some((other, ..)) = &self.draft.ties {
            let other = *other;
            self.draft.exclusive("how ties are broken", other, module);
            return;
        }
        self.draft.ties = Some((module, key.to_owned(), measures.to_vec()));
    }
}
