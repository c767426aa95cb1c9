//! `greedy`: follows its tickets. It keeps tickets that fit together, joins their cities the cheapest way over its own
//! and free routes, draws the colours it lacks, and takes whatever else a module offers by what it does to its prospects.
//!
//! It knows no module by name. What an action is, it sees from what it does to a position that could be the real one: a
//! route is claimed, a card comes to the hand, tickets are kept. Whatever does none of these is tried there, too, and
//! judged by the score and the tickets that would then be within reach.

mod mind;
mod trial;

use crate::players::Bot;
use mind::{Mind, Plan};
use trial::Sort;
use ttr_core::hash::Fnv;
use ttr_core::{ActionSpace, OpId, RouteId, View};

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

/// The player.
#[derive(Default)]
pub(crate) struct Greedy {
    seed: u64,
    /// What each operation does, as far as it was met in this game.
    sorts: Vec<Option<Sort>>,
    /// Before which turn each operation of an unknown sort is not tried again: it was of little use.
    resting: Vec<u16>,
}

impl Bot for Greedy {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.sorts.clear();
        self.resting.clear();
    }

    fn choose(&mut self, view: View<'_>, space: &ActionSpace<'_>) -> usize {
        let Some(me) = view.viewer() else { return 0 };
        // From what is seen alone, so that a game that was resumed goes on the same.
        let mut seed = Fnv::new();
        seed.word(self.seed);
        seed.word(view.turns_of(me).into());
        seed.word(space.len() as u64);
        let mind = Mind::new(view, me, seed.value());
        let mut families = Vec::new();
        self.sorts.resize(mind.rules.ops().len(), None);
        self.resting.resize(mind.rules.ops().len(), 0);
        let turn = view.turns_of(me);
        for (op, args, first, n) in space.families() {
            let sort = self.sorts.get(op.index()).copied().flatten();
            let sort = sort.unwrap_or_else(|| mind.sort_of(space, op, first, n));
            if let Some(known) = self.sorts.get_mut(op.index()) {
                *known = Some(sort);
            }
            families.push(Family { op, sort, args, first, n });
        }
        let choice = Choice { mind, space, families };
        let (chosen, short) = choice.choose(|op| self.resting.get(op.index()).is_some_and(|until| turn < *until));
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
}

/// A decision.
struct Choice<'a, 's> {
    mind: Mind<'a>,
    space: &'s ActionSpace<'s>,
    families: Vec<Family>,
}

impl Choice<'_, '_> {
    fn of(&self, sort: Sort) -> impl DoubleEndedIterator<Item = &Family> {
        self.families.iter().filter(move |family| family.sort == sort)
    }

    /// What is chosen, and by how much each operation that was tried fell short.
    fn choose(&self, is_resting: impl Fn(OpId) -> bool) -> (usize, Vec<(OpId, i64)>) {
        let mind = &self.mind;
        if self.of(Sort::Keep).next().is_some() {
            return (self.keep(), Vec::new());
        }
        let plan = mind.plan(&mind.open_tickets());
        let mut specials: Vec<Family> = self.of(Sort::Other).copied().collect();
        if specials.len() == self.families.len() {
            return (mind.best_answer(self.space, &specials, &plan), Vec::new());
        }
        if !mind.end_is_near() {
            specials.retain(|family| !is_resting(family.op));
        }
        // A route of the plan that can be paid for: the hardest to replace first.
        let ready = self.of(Sort::Claim).filter(|family| plan.routes.contains(&family.route()));
        let ready = ready.max_by_key(|family| mind.urgency(family.route())).map(|family| self.payment(family, &plan));
        let mut short = Vec::new();
        if !specials.is_empty() {
            match mind.best_special(self.space, &specials, &plan, ready, TURN_OF_CARDS) {
                Ok(i) => return (i, short),
                Err(by) => short = by,
            }
        }
        (ready.unwrap_or_else(|| self.choose_known(&plan)), short)
    }

    /// The best of what is known, where no route of the plan can be paid for.
    fn choose_known(&self, plan: &Plan) -> usize {
        let mind = &self.mind;
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
            if let Some((gain, i)) = self.best_by_score(plan)
                && (gain >= POINTS_OFF_THE_WAY || near)
            {
                return i;
            }
        }
        let cards = self.best_card(plan);
        let points = || self.best_by_score(plan).map(|(_, i)| i);
        cards.or_else(points).or(tickets.map(|family| family.first)).unwrap_or(0)
    }

    fn payment(&self, family: &Family, plan: &Plan) -> usize {
        self.mind.best_payment(self.space, family.first, family.n, plan, Some(family.route()))
    }

    /// The best card to take, or a blind one.
    fn best_card(&self, plan: &Plan) -> Option<usize> {
        let mind = &self.mind;
        let now = mind.lacks_with(plan, None);
        let mut best: Option<(i64, usize)> = None;
        for family in &self.families {
            let gain = match family.sort {
                Sort::Card => mind.worth_of_card(family.args[0], now, plan),
                Sort::Deck => mind.worth_of_deck(family.args[0], now, plan),
                _ => continue,
            };
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, family.first));
            }
        }
        best.map(|(_, i)| i)
    }

    /// The claim that scores best at once, routes of the plan spared.
    fn best_by_score(&self, plan: &Plan) -> Option<(i64, usize)> {
        let mind = &self.mind;
        let sample = mind.sample(0);
        let now = mind.own_total(&sample);
        let mut best: Option<(i64, usize)> = None;
        for family in self.of(Sort::Claim) {
            let i = self.payment(family, plan);
            let Some(after) = self.space.get(i).and_then(|action| mind.settled(&sample, &action)) else { continue };
            let gain = mind.own_total(&after) - now;
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, i));
            }
        }
        best
    }

    /// The tickets with the best expectation, of those that can be kept.
    fn keep(&self) -> usize {
        let mind = &self.mind;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use ttr_core::{KindSet, NoEvents, PieceId, Rules, SeededChance, compile};

    /// The kinds that pay for what a plan lacks.
    fn lacking(mind: &Mind<'_>, plan: &Plan) -> KindSet {
        let now = mind.lacks_with(plan, None);
        let kinds = (0..mind.rules.kinds().len()).map(ttr_core::Kind::at);
        kinds.filter(|kind| mind.lacks_with(plan, Some(*kind)) < now).collect()
    }

    fn world(players: &[&str]) -> Rules {
        let registry = ttr_variants::registry();
        let mut source = crate::load::source(&registry, "world".as_ref(), None, &[]).expect("a map");
        source.seats = players.iter().map(|name| (*name).to_owned()).collect();
        compile(&registry, &source).unwrap_or_else(|_| panic!("a game")).rules
    }

    #[test]
    fn pieces_are_chosen_by_what_the_tickets_take_and_the_board_has() {
        let rules = world(&["a", "b"]);
        let pieces = [0, 1].map(PieceId::at);
        let mut fleets = BTreeSet::new();
        for seed in 1..9 {
            let mut chance = SeededChance::new(seed);
            let mut st = rules.start(&mut chance, &mut NoEvents).expect("it begins");
            let mut space = ActionSpace::new(&rules);
            let mut bots = [Greedy::default(), Greedy::default()];
            // Tickets, then pieces; the first turn comes when all have chosen.
            while rules.view(&st, None).frames().len() > 1 {
                let who = rules.to_act(&st).lowest().expect("somebody chooses");
                let view = rules.view(&st, Some(who));
                view.legal(&mut space);
                let action = space.nth(bots[who.index()].choose(view, &space));
                rules.apply_listed(&mut st, who, &action, &mut chance, &mut NoEvents).expect("it is legal");
            }
            for who in rules.player_ids() {
                let view = rules.view(&st, Some(who));
                fleets.insert(pieces.map(|piece| view.stock(who, piece)));
            }
        }
        assert!(fleets.len() > 3, "other tickets, other pieces: {fleets:?}");
        assert!(fleets.iter().all(|fleet| fleet.iter().sum::<i32>() == 60), "{fleets:?}");
    }

    #[test]
    fn blind_cards_come_from_a_deck_that_pays_for_the_plan() {
        let rules = world(&["a", "b", "c"]);
        let mut chance = SeededChance::new(5);
        let mut st = rules.start(&mut chance, &mut NoEvents).expect("it begins");
        let mut space = ActionSpace::new(&rules);
        let mut bots = [Greedy::default(), Greedy::default(), Greedy::default()];
        let (mut drawn, mut aimed) = (0, 0);
        while let Some(who) = rules.to_act(&st).lowest() {
            let view = rules.view(&st, Some(who));
            view.legal(&mut space);
            let action = space.nth(bots[who.index()].choose(view, &space));
            let decks = space.families().filter(|(op, ..)| *op == action.op).count();
            let sort = bots[who.index()].sorts.get(action.op.index()).copied().flatten();
            if sort == Some(Sort::Deck) && decks > 1 {
                let mind = Mind::new(view, who, 0);
                let plan = mind.plan(&mind.open_tickets());
                let lacking = lacking(&mind, &plan);
                drawn += 1;
                if !lacking.is_empty() {
                    aimed += 1;
                    let deck = &rules.decks()[usize::from(action.args[0])];
                    assert!(!deck.kinds.and(lacking).is_empty(), "{}", rules.action_text(&st, who, &action));
                }
            }
            rules.apply_listed(&mut st, who, &action, &mut chance, &mut NoEvents).expect("it is legal");
        }
        assert!(drawn > 20 && aimed > 10, "{aimed} of {drawn} blind draws");
    }
}
