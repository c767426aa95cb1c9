//! Which tickets `greedy` keeps.

use super::Choice;
use super::mind::Mind;
use super::sort::Sort;
use ttr_core::{Action, ArgKind, TicketId};

impl Choice<'_, '_> {
    /// The tickets with the best expectation, of those that can be kept.
    pub fn keep(&self) -> usize {
        let mind = self.mind;
        let held = mind.open_tickets();
        let actions = self.of(Sort::Keep).flat_map(|family| family.first..family.first + family.n);
        let value = |i: &usize| {
            let mut tickets = held.clone();
            tickets.extend(self.space.get(*i).map(|action| mind.tickets_named(&action)).unwrap_or_default());
            mind.promise(&tickets)
        };
        // The first of equals.
        actions.rev().max_by_key(value).unwrap_or(0)
    }
}

impl Mind<'_> {
    /// The tickets that an action of ours names.
    pub fn tickets_named(&self, action: &Action) -> Vec<TicketId> {
        let op = self.rules.op(action.op);
        let Some((_, ArgKind::TicketsOf(zone))) = op.args.first() else { return Vec::new() };
        let lying = self.view.tickets(self.rules.of_player(*zone, self.me));
        lying.iter().enumerate().filter(|(i, _)| action.args[0] >> i & 1 != 0).filter_map(|(_, t)| *t).collect()
    }

    /// What some tickets promise, in tenths of a point: what they come to as they are, what the plan gains, what it
    /// costs.
    pub fn promise(&self, tickets: &[TicketId]) -> i64 {
        let now: i64 = tickets.iter().map(|t| i64::from(self.ways.outcome_now(*t).points)).sum();
        now * 10 + self.worth_of(&self.plan(tickets))
    }
}
