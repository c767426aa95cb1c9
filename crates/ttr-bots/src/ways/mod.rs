//! The cheapest way that is left to complete a ticket: over one's own routes, those that may be used by choice, and those
//! that are still open.
//!
//! What completes a ticket, only its goal knows. So ways are guessed from the cities of the ticket, and a guess counts if
//! the goal says that it does: for goals that no such guess meets, no way is known.

mod between;
mod guess;
#[cfg(test)]
mod tests;

use between::Search;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use ttr_core::network::ChoiceGroup;
use ttr_core::{Board, CityId, Net, NetworkSpec, Outcome, Outcomes, Purpose, RouteId, Rules, TicketId, View};

/// So many combinations of routes that may be used by choice are tried.
const MOST_COMBINATIONS: usize = 300;
/// What a route costs that is closed.
const CLOSED: u32 = u32::MAX;

/// So many cities and routes are looked at in a game to find ways; some seconds. Only boards of thousands of cities take so much.
const MOST_LOOKS: u64 = 80_000_000;
/// So many decisions share them, where each is taken for itself.
const DECISIONS: u64 = 64;

/// How much may still be looked at.
#[derive(Clone)]
pub(crate) struct Looks(Arc<AtomicU64>);

impl Default for Looks {
    fn default() -> Self {
        Self(Arc::new(AtomicU64::new(MOST_LOOKS)))
    }
}

impl Looks {
    /// For a single decision.
    pub fn of_a_decision() -> Self {
        Self(Arc::new(AtomicU64::new(MOST_LOOKS / DECISIONS)))
    }

    /// How many are left.
    pub fn left(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Whether nothing more is looked at.
    pub fn are_over(&self) -> bool {
        self.left() == 0
    }
}

/// The ways of one player in a position.
pub struct Ways<'a> {
    rules: &'a Rules,
    board: &'a Board,
    /// What each route costs: nothing for one's own.
    cost: Vec<u32>,
    /// Routes that count already.
    own: Vec<RouteId>,
    joins: Vec<[CityId; 2]>,
    /// Routes of which one of each group may be used; groups that serve a completed ticket have made their choice.
    choices: Vec<ChoiceGroup>,
    /// The routes that can be used together by choice: every combination, or the first ones of very many.
    combinations: OnceCell<Vec<Vec<RouteId>>>,
    /// What counts already.
    now: OnceCell<Net<'a>>,
    /// Everything that could ever count, for each combination of choices.
    utmost: OnceCell<Vec<Net<'a>>>,
    known: RefCell<Vec<Known>>,
    search: RefCell<Search>,
    /// How much may still be looked at.
    looks: Looks,
}

/// What was found for a ticket, with some routes that are planned.
struct Known {
    ticket: TicketId,
    planned: Vec<RouteId>,
    way: Option<Rc<Way>>,
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
        Self::with_outcomes(view, None, &Looks(Arc::new(AtomicU64::new(u64::MAX))), cost)
    }

    /// The ways of the viewer, whose tickets are known to come to this. Once so many cities and routes were looked at, no way is found
    /// any more.
    pub(crate) fn with_outcomes(
        view: View<'a>,
        outcomes: Option<&Outcomes>,
        looks: &Looks,
        cost: impl Fn(RouteId) -> Option<u32>,
    ) -> Self {
        let (rules, board) = (view.rules(), view.board());
        let none = || NetworkSpec { purpose: Purpose::Tickets, edges: vec![], joins: vec![], choices: vec![] };
        let NetworkSpec { edges: mut own, joins, mut choices, .. } =
            view.own_network(Purpose::Tickets).unwrap_or_else(none);
        if !choices.is_empty() {
            let made = |outcomes: &Outcomes| outcomes.chosen.iter().map(|(_, route)| *route).collect::<Vec<_>>();
            let made = outcomes.map_or_else(|| view.own_outcomes().as_ref().map(made), |known| Some(made(known)));
            let mut made = made.unwrap_or_default().into_iter();
            choices.retain(|_| match made.next().flatten() {
                Some(route) => {
                    own.push(route);
                    false
                }
                None => true,
            });
        }
        let mut costs = vec![CLOSED; board.routes.len()];
        own.iter().for_each(|route| costs[route.index()] = 0);
        for (route, at) in board.route_ids().zip(&mut costs).filter(|(_, at)| **at == CLOSED) {
            *at = cost(route).unwrap_or(CLOSED);
        }
        Self {
            rules,
            board,
            cost: costs,
            own,
            joins,
            choices,
            combinations: OnceCell::new(),
            now: OnceCell::new(),
            utmost: OnceCell::new(),
            known: RefCell::default(),
            search: RefCell::default(),
            looks: looks.clone(),
        }
    }

    /// Counts what is looked at; says whether it is still little enough.
    fn look(&self, at: usize) -> bool {
        // One thread plays a game.
        let left = self.looks.left().saturating_sub(at as u64);
        self.looks.0.store(left, Ordering::Relaxed);
        left > 0
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
        self.way(ticket, planned).map(|way| (*way).clone())
    }

    /// The cheapest way that was found to complete a ticket, if these routes were there already, looked for but once.
    pub(crate) fn way(&self, ticket: TicketId, planned: &[RouteId]) -> Option<Rc<Way>> {
        let is_it = |known: &&Known| known.ticket == ticket && known.planned == planned;
        if let Some(known) = self.known.borrow().iter().find(is_it) {
            return known.way.clone();
        }
        let way = self.search(ticket, planned).map(Rc::new);
        self.known.borrow_mut().push(Known { ticket, planned: planned.to_vec(), way: way.clone() });
        way
    }

    fn search(&self, ticket: TicketId, planned: &[RouteId]) -> Option<Way> {
        let with = |mut costs: Vec<u32>, free: &[RouteId]| {
            free.iter().for_each(|route| costs[route.index()] = 0);
            costs
        };
        if self.choices.is_empty() {
            return match planned {
                [] => self.guess(ticket, &self.cost, &[], &[]),
                _ => self.guess(ticket, &with(self.cost.clone(), planned), planned, &[]),
            };
        }
        let costs = with(self.cost.clone(), planned);
        let free: Vec<RouteId> = self.choices.iter().flat_map(|group| group.options.iter().copied()).collect();
        // As if all could be used at once: mostly no more are used than may be.
        let way = self.guess(ticket, &with(costs.clone(), &free), planned, &free)?;
        if self.within_choices(ticket, &way, planned) {
            return Some(way);
        }
        let ways = self.combinations().iter().filter_map(|used| {
            let costs = with(costs.clone(), used);
            self.guess(ticket, &costs, planned, used)
        });
        ways.min_by_key(|way| way.cost)
    }

    /// Whether a way that was found with all choices at once holds with at most one of each group.
    fn within_choices(&self, ticket: TicketId, way: &Way, planned: &[RouteId]) -> bool {
        let mut net = self.now().with(planned.iter().chain(&way.routes).copied());
        self.combinations().iter().any(|used| {
            let added: Vec<_> = used.iter().map(|route| net.add(*route)).collect();
            let completed = self.rules.outcome_on(&net, ticket).completed;
            added.into_iter().rev().for_each(|last| net.undo(last));
            completed
        })
    }

    fn combinations(&self) -> &[Vec<RouteId>] {
        self.combinations.get_or_init(|| {
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
        })
    }

    /// What counts already.
    fn now(&self) -> &Net<'a> {
        self.now.get_or_init(|| Net::new(self.board, self.own.clone(), self.joins.clone()))
    }

    /// What a ticket comes to as things are.
    pub fn outcome_now(&self, ticket: TicketId) -> Outcome {
        self.rules.outcome_on(self.now(), ticket)
    }

    /// Whether a ticket could be completed if everything that is open were the player's own.
    fn is_possible(&self, ticket: TicketId) -> bool {
        let nets = self.utmost.get_or_init(|| {
            let open = || self.board.route_ids().filter(|route| self.cost[route.index()] != CLOSED);
            self.combinations().iter().map(|used| self.now().with(open().chain(used.iter().copied()))).collect()
        });
        nets.iter().any(|net| self.rules.outcome_on(net, ticket).completed)
    }
}
