//! What tickets come to.

use super::choice::Desk;
use super::network::{ChoiceGroup, Net, NetworkSpec, Purpose};
use crate::board::Ticket;
use crate::ids::{CityId, ModuleId, RouteId, SideId, TicketId, bits};
use crate::look::Look;
use crate::message::MsgId;
use crate::rules::Rules;

type GoalFn = Box<dyn Fn(&Net<'_>, TicketId, &Ticket) -> Outcome + Send + Sync>;
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

/// What the tickets of a side come to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcomes {
    /// Each ticket with its outcome, in map order.
    pub tickets: Vec<(TicketId, Outcome)>,
    /// For each choice group, what gave it and the route that was chosen.
    pub chosen: Vec<(CityId, Option<RouteId>)>,
    /// Whether this is surely the best choice.
    pub exact: bool,
}

impl Outcomes {
    /// How many tickets are complete.
    pub fn completed(&self) -> usize {
        self.tickets.iter().filter(|(_, o)| o.completed).count()
    }

    /// The sum of all values.
    pub fn points(&self) -> i64 {
        self.tickets.iter().map(|(_, o)| i64::from(o.points)).sum()
    }
}

impl<'a> Look<'a> {
    /// The tickets of a side, in map order.
    pub fn tickets_of(self, side: SideId) -> Vec<TicketId> {
        self.all_tickets_of(side).collect()
    }

    /// Walks the tickets of a side, in map order. What the side has in common is found with each of its players, and counts once.
    fn all_tickets_of(self, side: SideId) -> impl Iterator<Item = TicketId> + 'a {
        let members = self.rules.members(side);
        (0..self.st.ticket_words()).flat_map(move |word| {
            let mut found = 0;
            for who in members.iter() {
                for zone in &self.rules.networks.goal_zones {
                    found |= self.tickets_in_word(self.rules.of_player(*zone, who), word);
                }
            }
            bits(found).map(move |bit| TicketId::at(word * 64 + bit))
        })
    }

    /// What a side's tickets come to, with the best use of what may be chosen: best by points, among equals by the
    /// number of tickets completed, and then by the fewest routes chosen first.
    pub fn outcomes(self, side: SideId) -> Outcomes {
        self.outcomes_with(side, &self.used_by(side), &mut Desk::default())
    }

    /// What a side's tickets come to, where these are the side's own and the public routes.
    pub(crate) fn outcomes_with(self, side: SideId, routes: &[RouteId], desk: &mut Desk) -> Outcomes {
        let tickets = self.all_tickets_of(side);
        if self.rules.is_plain(Purpose::Tickets) {
            let net = Net::new(self.board(), routes, &[][..]);
            return self.outcomes_on(tickets, net, &[], desk);
        }
        let mut spec = std::mem::take(&mut desk.spec);
        spec.purpose = Purpose::Tickets;
        spec.edges.clear();
        spec.edges.extend_from_slice(routes);
        spec.joins.clear();
        spec.choices.clear();
        self.lay_network(side, &mut spec);
        let net = Net::new(self.board(), &spec.edges, &spec.joins);
        let outcomes = self.outcomes_on(tickets, net, &spec.choices, desk);
        desk.spec = spec;
        outcomes
    }

    /// What these tickets come to on a network.
    pub fn outcomes_of(self, tickets: &[TicketId], spec: &NetworkSpec) -> Outcomes {
        let net = Net::new(self.board(), &spec.edges, &spec.joins);
        self.outcomes_on(tickets.iter().copied(), net, &spec.choices, &mut Desk::default())
    }

    fn outcomes_on(
        self,
        tickets: impl Iterator<Item = TicketId>,
        net: Net<'_>,
        choices: &[ChoiceGroup],
        desk: &mut Desk,
    ) -> Outcomes {
        let (mut list, mut exact) = (Vec::with_capacity(16), true);
        tickets.for_each(|ticket| {
            let outcome = self.rules.outcome_on(&net, ticket);
            exact &= outcome.exact;
            list.push((ticket, outcome));
        });
        let mut outcomes = Outcomes { tickets: list, chosen: Vec::new(), exact };
        if !choices.is_empty() {
            self.choose_best(net, choices, &mut outcomes, desk);
        }
        outcomes
    }

    pub(super) fn goal_of(self, ticket: TicketId) -> &'a GoalSpec {
        &self.rules.networks.goals[usize::from(self.rules.board.tickets[ticket.index()].goal)]
    }
}

impl Rules {
    /// What a ticket comes to on a network, whoever holds it: for those who plan ahead.
    pub fn outcome_on(&self, net: &Net<'_>, ticket: TicketId) -> Outcome {
        let of: &Ticket = &self.board.tickets[ticket.index()];
        (self.networks.goals[of.goal as usize].evaluate)(net, ticket, of)
    }

    /// The names of the kinds of goals.
    pub fn goals(&self) -> impl Iterator<Item = &str> {
        self.networks.goals.iter().map(|g| g.name.as_str())
    }
}
