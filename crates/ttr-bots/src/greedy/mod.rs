//! `greedy`: follows its tickets. It keeps tickets that fit together, joins their cities the cheapest way over its own
//! and free routes, draws the colours it lacks, and takes whatever else a module offers by what it does to its prospects.
//!
//! It knows no module by name. What an action is, it sees from what it does to a position that could be the real one: a
//! route is claimed, a card comes to the hand, tickets are kept. Whatever does none of these is tried there, too, and
//! judged by the score and the tickets that would then be within reach.

mod hand;
mod keep;
mod mind;
mod plan;
mod sort;
#[cfg(test)]
mod tests;
mod trial;

use crate::ways::Looks;
use crate::{Bot, PlayerRng};
use hand::{Kinds, Wanted};
use mind::Mind;
use plan::Plan;
use sort::{Sort, in_map_order};
use std::borrow::Borrow;
use std::cell::OnceCell;
use trial::Trial;
use ttr_core::{ActionSpace, OpId, RouteId, State, View};

/// With fewer pieces than this no new tickets are drawn.
const PIECES_FOR_TICKETS: i32 = 14;
/// A claim that is on no way must bring so many points, unless the end is near.
const POINTS_OFF_THE_WAY: i64 = 4;
/// What a turn is worth that is spent on cards, in tenths of a point: an action that ends the turn must bring more.
const TURN_OF_CARDS: i64 = 12;

/// For how many turns something rests that fell short by so much, in tenths of a point.
fn rest(short: i64) -> u16 {
    match short {
        ..15 => 1,
        15..50 => 3,
        _ => 5,
    }
}

/// Follows its tickets, the cheapest way.
#[derive(Default)]
pub struct Greedy {
    rng: PlayerRng,
    /// What each operation does, as far as it was met in this game.
    sorts: Vec<Option<Sort>>,
    /// Before which turn each operation of an unknown sort is not tried again: it was of little use.
    resting: Vec<u16>,
    /// How much may still be looked at in this game, or for this decision.
    looks: Looks,
    /// Positions that were thought of, to be written over.
    used: Vec<State>,
}

impl Bot for Greedy {
    fn begin(&mut self, rng: PlayerRng) {
        self.rng = rng;
        self.looks = Looks::default();
        self.sorts.clear();
        self.resting.clear();
        self.used.clear();
    }

    /// What it remembers is what it has met since this process began to play, and a game that was saved has none of it. So each
    /// decision begins anew, and may look at its own part of what a whole game may: what earlier ones looked at can't be known.
    fn goes_on(&mut self, rng: PlayerRng) {
        self.begin(rng);
        self.looks = Looks::of_a_decision();
    }

    fn choose(&mut self, view: View<'_>, space: &ActionSpace<'_>) -> usize {
        // Where nothing is to be chosen, no chance is taken.
        let Some(me) = view.viewer().filter(|_| space.len() > 1) else { return 0 };
        if self.looks.are_over() {
            // The board is too large to think on.
            return self.rng.below(space.len());
        }
        let mut families = Vec::with_capacity(64);
        self.sorts.resize(view.rules().ops().len(), None);
        self.resting.resize(view.rules().ops().len(), 0);
        let kinds = Kinds::of(view.rules());
        let mind = Mind::new(view, me, &kinds, self.rng.word(), &self.looks);
        let mut trial = Trial::new(&mind, &mut self.used);
        let turn = view.turns_of(me);
        for (op, args, first, n) in in_map_order(space) {
            let sort = self.sorts.get(op.index()).copied().flatten();
            let sort = sort.unwrap_or_else(|| trial.sort_of(space, op, first, n));
            if let Some(known) = self.sorts.get_mut(op.index()) {
                *known = Some(sort);
            }
            families.push(Family { op, sort, args, first, n });
        }
        let choice = Choice { mind: &mind, space, families, wanted: OnceCell::new() };
        let (chosen, short) =
            choice.choose(&mut trial, |op| self.resting.get(op.index()).is_some_and(|until| turn < *until));
        for (op, short) in short {
            if let Some(until) = self.resting.get_mut(op.index()) {
                *until = turn + rest(short);
            }
        }
        chosen
    }
}

/// Actions of one operation and one target, with all their payments.
#[derive(Clone, Copy)]
struct Family {
    op: OpId,
    sort: Sort,
    args: [u16; 3],
    first: usize,
    n: usize,
}

impl Family {
    fn route(&self) -> RouteId {
        RouteId(self.args[0])
    }

    /// The payment that spares most of what is wanted.
    fn payment<W: Borrow<Wanted>>(&self, space: &ActionSpace<'_>, wanted: impl FnOnce() -> W) -> usize {
        if self.n < 2 { self.first } else { wanted().borrow().best_payment(space, self.first, self.n) }
    }
}

/// A decision.
struct Choice<'m, 'a> {
    mind: &'m Mind<'a>,
    space: &'m ActionSpace<'m>,
    families: Vec<Family>,
    /// What the plan wants, for whatever is not in it.
    wanted: OnceCell<Wanted>,
}

impl Choice<'_, '_> {
    fn of(&self, sort: Sort) -> impl DoubleEndedIterator<Item = &Family> {
        self.families.iter().filter(move |family| family.sort == sort)
    }

    /// What is chosen, and by how much each operation that was tried fell short.
    fn choose(&self, trial: &mut Trial<'_, '_>, is_resting: impl Fn(OpId) -> bool) -> (usize, Vec<(OpId, i64)>) {
        let mind = self.mind;
        if self.of(Sort::Keep).next().is_some() {
            return (self.keep(), Vec::new());
        }
        let plan = mind.plan(&mind.open_tickets());
        let mut specials: Vec<Family> = self.of(Sort::Other).copied().collect();
        if specials.len() == self.families.len() {
            return (trial.best_answer(self.space, &specials, &plan), Vec::new());
        }
        if !mind.end_is_near() {
            specials.retain(|family| !is_resting(family.op));
        }
        // A route of the plan that can be paid for: the hardest to replace first.
        let ready = self.of(Sort::Claim).filter(|family| plan.routes.contains(&family.route()));
        let ready = ready.max_by_key(|family| mind.urgency(family.route())).map(|family| self.payment(family, &plan));
        let mut short = Vec::new();
        if !specials.is_empty() {
            match trial.best_special(self.space, &specials, &plan, ready, TURN_OF_CARDS) {
                Ok(i) => return (i, short),
                Err(by) => short = by,
            }
        }
        (ready.unwrap_or_else(|| self.choose_known(&plan, trial)), short)
    }

    /// The best of what is known, where no route of the plan can be paid for.
    fn choose_known(&self, plan: &Plan, trial: &mut Trial<'_, '_>) -> usize {
        let mind = self.mind;
        let near = mind.end_is_near();
        let tickets = self.of(Sort::Tickets).next();
        if plan.routes.is_empty() {
            // The old ones are done: new ones if there is time for them, else points.
            if let Some(family) = tickets
                && !near
                && mind.stock(mind.me) >= PIECES_FOR_TICKETS
            {
                return family.first;
            }
            if let Some((gain, i)) = self.best_by_score(plan, trial)
                && (gain >= POINTS_OFF_THE_WAY || near)
            {
                return i;
            }
        }
        let cards = self.best_card(plan);
        let points = || self.best_by_score(plan, trial).map(|(_, i)| i);
        cards.or_else(points).or(tickets.map(|family| family.first)).unwrap_or(0)
    }

    fn payment(&self, family: &Family, plan: &Plan) -> usize {
        let (mind, route) = (self.mind, family.route());
        if plan.routes.contains(&route) {
            return family.payment(self.space, || mind.wanted(plan, Some(route)));
        }
        family.payment(self.space, || self.wanted.get_or_init(|| mind.wanted(plan, None)))
    }

    /// The best card to take, or a blind one.
    fn best_card(&self, plan: &Plan) -> Option<usize> {
        let mind = self.mind;
        let plan = mind.terms_of(plan);
        let now = mind.lacks_with(&plan, None);
        let mut best: Option<(i64, usize)> = None;
        for family in &self.families {
            let gain = match family.sort {
                Sort::Card => mind.worth_of_card(family.args[0], now, &plan),
                Sort::Deck => mind.worth_of_deck(family.args[0], now, &plan),
                _ => continue,
            };
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, family.first));
            }
        }
        best.map(|(_, i)| i)
    }

    /// The claim that scores best at once, routes of the plan spared.
    fn best_by_score(&self, plan: &Plan, trial: &mut Trial<'_, '_>) -> Option<(i64, usize)> {
        let sample = self.mind.sample(0);
        let now = trial.own_total(sample);
        let mut best: Option<(i64, usize)> = None;
        for family in self.of(Sort::Claim) {
            let i = self.payment(family, plan);
            let Some(after) = self.space.get(i).and_then(|action| trial.settled(sample, &action)) else { continue };
            let gain = trial.own_total(&after) - now;
            trial.done_with(after);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, i));
            }
        }
        best
    }
}
