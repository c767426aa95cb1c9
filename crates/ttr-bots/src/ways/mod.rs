//! The cheapest way that is left to complete a ticket: over one's own routes, those that may be used by choice, and those
//! that are still open.
//!
//! What completes a ticket, only its goal knows. So ways are guessed from the cities of the ticket, and a guess counts if
//! the goal says that it does: for goals that no such guess meets, no way is known.

mod between;
mod guess;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;
use ttr_core::network::ChoiceGroup;
use ttr_core::{Board, CityId, Net, NetworkSpec, Outcome, Purpose, RouteId, Rules, TicketId, View};

/// So many combinations of routes that may be used by choice are tried.
const MOST_COMBINATIONS: usize = 300;

/// The ways of one player in a position.
pub struct Ways<'a> {
    rules: &'a Rules,
    board: &'a Board,
    /// What each route costs: nothing for one's own, `None` for one that is closed.
    cost: Vec<Option<u32>>,
    /// Routes that count already.
    own: Vec<RouteId>,
    joins: Vec<[CityId; 2]>,
    /// Routes of which one of each group may be used; groups that serve a completed ticket have made their choice.
    choices: Vec<ChoiceGroup>,
    /// What counts already.
    now: OnceCell<Net<'a>>,
    /// Everything that could ever count, for each combination of choices.
    utmost: OnceCell<Vec<Net<'a>>>,
}

/// A way, and what is left to do for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// Routes still to be claimed, in the order in which they are travelled.
    pub routes: Vec<RouteId>,
    /// What they cost.
    pub cost: u32,
    /// What the ticket then comes to.
    pub outcome: Outcome,
}

/// What can be said of the ways of a ticket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// This is the cheapest that was found.
    Way(Way),
    /// It can't be completed any more.
    NoneLeft,
    /// It may be possible, but not by joining its cities.
    Unknown,
}

impl<'a> Ways<'a> {
    /// The ways of the viewer, where each open route that is not the viewer's own costs so much.
    pub fn new(view: View<'a>, cost: impl Fn(RouteId) -> Option<u32>) -> Self {
        let (rules, board) = (view.rules(), view.board());
        let none = || NetworkSpec { purpose: Purpose::Tickets, edges: vec![], joins: vec![], choices: vec![] };
        let NetworkSpec { edges: mut own, joins, mut choices, .. } =
            view.own_network(Purpose::Tickets).unwrap_or_else(none);
        if !choices.is_empty() {
            let made = view.own_outcomes().map(|outcomes| outcomes.chosen).unwrap_or_default();
            let mut made = made.into_iter().map(|(_, route)| route);
            choices.retain(|_| match made.next().flatten() {
                Some(route) => {
                    own.push(route);
                    false
                }
                None => true,
            });
        }
        let mut costs: Vec<Option<u32>> = vec![None; board.routes.len()];
        own.iter().for_each(|route| costs[route.index()] = Some(0));
        for route in board.route_ids() {
            let at = &mut costs[route.index()];
            *at = at.or_else(|| cost(route));
        }
        Self { rules, board, cost: costs, own, joins, choices, now: OnceCell::new(), utmost: OnceCell::new() }
    }

    /// What can be said of a ticket.
    pub fn of(&self, ticket: TicketId) -> Found {
        match self.cheapest(ticket, &[]) {
            Some(way) => Found::Way(way),
            None if self.is_possible(ticket) => Found::Unknown,
            None => Found::NoneLeft,
        }
    }

    /// The cheapest way that was found to complete a ticket, if these routes were there already.
    pub fn cheapest(&self, ticket: TicketId, planned: &[RouteId]) -> Option<Way> {
        let mut costs = self.cost.clone();
        planned.iter().for_each(|route| costs[route.index()] = Some(0));
        let free: Vec<RouteId> = self.choices.iter().flat_map(|group| group.options.iter().copied()).collect();
        if free.is_empty() {
            return self.guess(ticket, &costs, planned, &[]);
        }
        // As if all could be used at once: mostly no more are used than may be.
        let mut relaxed = costs.clone();
        free.iter().for_each(|route| relaxed[route.index()] = Some(0));
        let way = self.guess(ticket, &relaxed, planned, &free)?;
        if self.within_choices(ticket, &way, planned) {
            return Some(way);
        }
        let ways = self.combinations().into_iter().filter_map(|used| {
            let mut costs = costs.clone();
            used.iter().for_each(|route| costs[route.index()] = Some(0));
            self.guess(ticket, &costs, planned, &used)
        });
        ways.min_by_key(|way| way.cost)
    }

    /// Whether a way that was found with all choices at once holds with at most one of each group.
    fn within_choices(&self, ticket: TicketId, way: &Way, planned: &[RouteId]) -> bool {
        let more = || planned.iter().chain(&way.routes).copied();
        self.combinations().iter().any(|used| {
            let net = self.net(more().chain(used.iter().copied()));
            self.rules.outcome_on(&net, ticket).completed
        })
    }

    /// The routes that can be used together by choice: every combination, or the first ones of very many.
    fn combinations(&self) -> Vec<Vec<RouteId>> {
        let mut all: Vec<Vec<RouteId>> = vec![Vec::new()];
        for group in &self.choices {
            for i in 0..all.len() {
                for route in &group.options {
                    if all.len() >= MOST_COMBINATIONS {
                        return all;
                    }
                    let mut more = all[i].clone();
                    more.push(*route);
                    all.push(more);
                }
            }
        }
        all
    }

    fn net(&self, more: impl Iterator<Item = RouteId>) -> Net<'a> {
        let edges: Vec<RouteId> = self.own.iter().copied().chain(more).collect();
        Net::new(self.board, &edges, &self.joins)
    }

    /// What a ticket comes to as things are.
    pub fn outcome_now(&self, ticket: TicketId) -> Outcome {
        let net = self.now.get_or_init(|| self.net(std::iter::empty()));
        self.rules.outcome_on(net, ticket)
    }

    /// Whether a ticket could be completed if everything that is open were the player's own.
    fn is_possible(&self, ticket: TicketId) -> bool {
        let nets = self.utmost.get_or_init(|| {
            let open = || self.board.route_ids().filter(|route| self.cost[route.index()].is_some());
            self.combinations().iter().map(|used| self.net(open().chain(used.iter().copied()))).collect()
        });
        nets.iter().any(|net| self.rules.outcome_on(net, ticket).completed)
    }
}
