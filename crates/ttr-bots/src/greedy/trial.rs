//! Trying an action on a position that could be the real one: what sort of action it is, and what it is worth.

use super::Family;
use super::mind::Mind;
use super::plan::Plan;
use ttr_core::chance::SeededChance;
use ttr_core::{
    Action, ActionSpace, ArgKind, CardBag, CityId, Holds, Kind, NoEvents, OpId, PieceId, RouteId, SideFigures, State,
    View, When, ZoneId,
};

/// So many actions of an unknown sort are tried in a turn: those on the ways of our tickets first.
const MOST_TRIED: usize = 10;
/// So many answers to a question that must be answered.
const MOST_ANSWERS: usize = 48;
/// What follows from an action within the turn is looked at as far as this, and so many answers each time.
const DEPTH: usize = 2;
const MOST_FOLLOWING: usize = 8;
/// What a card in hand is worth, in tenths of a point, and what when the end is near; a wild twice as much.
const CARD: i64 = 6;
const LATE_CARD: i64 = 2;
/// So many positions are tried where few actions are, as chance may decide what comes of them.
const SAMPLES: u64 = 2;
/// Others' questions on the way to our own next one are answered at most so often.
const MOST_ANSWERED: usize = 24;

/// What an action is, seen from what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    /// A route is claimed and paid for.
    Claim,
    /// The card that it names comes to the hand.
    Card,
    /// A card of the deck that it names comes to the hand.
    Deck,
    /// The tickets that it names are ours.
    Keep,
    /// Tickets are to be chosen next.
    Tickets,
    /// Anything else.
    Other,
}

/// The families of a list, those of one operation in map order, whatever the order in which they are listed.
pub(super) fn in_map_order(space: &ActionSpace<'_>) -> Vec<(OpId, [u16; 3], usize, usize)> {
    let mut families: Vec<_> = space.families().collect();
    families.chunk_by_mut(|one, other| one.0 == other.0).for_each(|of_one| of_one.sort_by_key(|(_, args, ..)| *args));
    families
}

impl Mind<'_> {
    /// What the actions of an operation are.
    pub fn sort_of(&self, space: &ActionSpace<'_>, op: OpId, first: usize, n: usize) -> Sort {
        let spec = self.rules.op(op);
        let argument = spec.args.first().map(|(_, kind)| *kind);
        let names_tickets = matches!(argument, Some(ArgKind::TicketsOf(_)));
        let mut actions = (first..first.saturating_add(n)).filter_map(|i| space.get(i));
        let Some(action) = actions.find(|action| !names_tickets || action.args[0] != 0) else { return Sort::Other };
        let tried = |sample| self.tried(&self.sample(sample), &action, 0);
        let is = |sort: Sort, what: &dyn Fn(&State) -> bool| {
            let happens = (0..SAMPLES).any(|sample| tried(sample).is_some_and(|after| what(&after)));
            if happens { sort } else { Sort::Other }
        };
        // A card may lie somewhere else of ours before it is in the hand.
        let held = |st: &State| self.held(self.rules.view(st, Some(self.me)));
        let now = self.held(self.view);
        match argument {
            Some(ArgKind::Route) if spec.pays => is(Sort::Claim, &|st| {
                let route = RouteId(action.args[0]);
                let free = self.rules.view(st, None).is_free(route);
                self.view.is_free(route) && !free || self.rules.view(st, None).count(self.rules.escrow()) > 0
            }),
            Some(ArgKind::Kind) if !spec.pays => {
                let kind = Kind(action.args[0] as u8);
                is(Sort::Card, &|st| held(st).of(kind) > now.of(kind))
            }
            Some(ArgKind::Deck) if !spec.pays => is(Sort::Deck, &|st| held(st).len() > now.len()),
            Some(ArgKind::TicketsOf(_)) => {
                let (named, ours) = (self.tickets_named(&action), self.view.own_tickets());
                is(Sort::Keep, &|st| {
                    let own = self.rules.view(st, Some(self.me)).own_tickets();
                    named.iter().any(|ticket| !ours.contains(ticket)) && named.iter().all(|ticket| own.contains(ticket))
                })
            }
            _ if spec.args.is_empty() && !spec.pays => is(Sort::Tickets, &|st| {
                let mut space = ActionSpace::new(self.rules);
                self.rules.legal(st, self.me, &mut space);
                let names_tickets =
                    |op: OpId| matches!(self.rules.op(op).args.first(), Some((_, ArgKind::TicketsOf(_))));
                !space.is_empty() && space.families().all(|(op, ..)| names_tickets(op))
            }),
            _ => Sort::Other,
        }
    }

    /// All cards that lie in places of ours.
    fn held(&self, view: View<'_>) -> CardBag {
        let zones = (0..self.rules.zones().len()).map(ZoneId::at).filter(|zone| self.rules.is_of(*zone, self.me));
        let cards = zones.filter(|zone| self.rules.zone(*zone).holds == Holds::Cards);
        cards.filter_map(|zone| view.cards(zone)).fold(CardBag::EMPTY, |sum, bag| sum.plus(&bag).unwrap_or(sum))
    }

    /// A position that could be the real one.
    pub fn sample(&self, n: u64) -> State {
        self.rules.determinize(&self.view, &mut self.chance(n))
    }

    fn chance(&self, n: u64) -> SeededChance {
        SeededChance::new(self.seed.wrapping_add(n))
    }

    /// What our side would have if the game ended now.
    pub fn own_total(&self, st: &State) -> i64 {
        let mut figures = SideFigures::default();
        self.rules.figures_of(st, self.side, When::AtEnd, &mut figures);
        figures.total.into()
    }

    /// The position after an action and what follows from it at once.
    pub fn settled(&self, before: &State, action: &Action) -> Option<State> {
        self.tried(before, action, 1)
    }

    /// The position after an action.
    fn applied(&self, before: &State, action: &Action) -> Option<State> {
        let mut st = before.clone();
        let mut space = ActionSpace::new(self.rules);
        self.rules.apply_listed(&mut st, self.me, action, &mut self.chance(0), &mut NoEvents, &mut space).ok()?;
        Some(st)
    }

    /// The position after an action and what follows from it before the next turn, as far as `depth`: others answer
    /// anything, we what is best.
    fn tried(&self, before: &State, action: &Action, depth: usize) -> Option<State> {
        let mut st = self.applied(before, action)?;
        let mut space = ActionSpace::new(self.rules);
        for _ in 0..MOST_ANSWERED {
            let view = self.rules.view(&st, None);
            let Some(frame) = view.frames().last().filter(|_| view.frames().len() > 1) else { break };
            let sealed = self.rules.decision(frame.decision).sealed;
            let Some(who) = frame.who.iter().find(|who| *who != self.me).or(frame.who.lowest()) else { break };
            if who == self.me {
                return if depth == 0 { Some(st) } else { self.answered(&st, depth).or(Some(st)) };
            }
            if !sealed && view.turn_of() != self.me {
                break;
            }
            self.rules.legal(&st, who, &mut space);
            let answer = space.get(0)?;
            self.rules.apply_listed(&mut st, who, &answer, &mut self.chance(1), &mut NoEvents, &mut space).ok()?;
        }
        Some(st)
    }

    /// The position after the best answer to a question of ours.
    fn answered(&self, st: &State, depth: usize) -> Option<State> {
        let mut space = ActionSpace::new(self.rules);
        self.rules.legal(st, self.me, &mut space);
        let firsts: Vec<usize> = in_map_order(&space).into_iter().map(|(_, _, first, _)| first).collect();
        let step = firsts.len().div_ceil(MOST_FOLLOWING).max(1);
        let answers = firsts.into_iter().step_by(step).filter_map(|i| space.get(i));
        let positions = answers.filter_map(|action| self.tried(st, &action, depth - 1));
        positions.max_by_key(|st| self.value(st))
    }

    /// What a position is worth to us, in tenths of a point: the score as it stands, the tickets within reach with what
    /// their ways cost, the cards in hand; less what the others have gained in sight of all.
    pub fn value(&self, st: &State) -> i64 {
        let view = self.rules.view(st, Some(self.me));
        let mind = Mind::new(view, self.me, self.seed);
        let plan = if st.is_over() { Plan::default() } else { mind.quick_plan(&mind.open_tickets()) };
        // The end shows more of the others than can be known.
        let sheet = if st.is_over() { self.view.score() } else { self.rules.score(st) };
        let others: Vec<i64> =
            self.rules.side_ids().filter(|side| *side != self.side).map(|side| sheet.total(side).into()).collect();
        let theirs = others.iter().sum::<i64>() * 10 / (others.len() as i64).pow(2).max(1);
        let card = if mind.end_is_near() { LATE_CARD } else { CARD };
        let cards = mind.purse.len() + mind.purse.len_of(self.rules.wilds());
        self.own_total(st) * 10 + mind.worth_of(&plan) + cards as i64 * card - theirs
    }

    /// Whether it is still, or again, for us to act in the same turn.
    fn turn_goes_on(&self, st: &State) -> bool {
        let view = self.rules.view(st, None);
        view.turn_of() == self.me
            && view.turns_of(self.me) == self.view.turns_of(self.me)
            && view.to_act().has(self.me)
            && view.over().is_none()
    }

    /// The actions to try of some families: one for each with the best payment, all where they differ in more than that.
    fn candidates(&self, space: &ActionSpace<'_>, families: &[Family], plan: &Plan, most: usize) -> Vec<usize> {
        let mut all: Vec<(usize, OpId, [u16; 3])> = Vec::new();
        for family in families {
            let Some(action) = space.get(family.first) else { continue };
            if self.rules.op(action.op).pays {
                let i = self.best_payment(space, family.first, family.n, plan, None);
                all.push((i, action.op, action.args));
            } else {
                let members = family.first..family.first + family.n.min(4 * most);
                all.extend(members.filter_map(|i| space.get(i).map(|action| (i, action.op, action.args))));
            }
        }
        if all.len() > most {
            let (cities, routes) = self.places_of_interest();
            all.sort_by_key(|(_, op, args)| {
                let interest = self.rules.op(*op).args.iter().zip(args).any(|((_, kind), arg)| match kind {
                    ArgKind::City => cities[CityId(*arg).index()],
                    ArgKind::Route => routes[RouteId(*arg).index()],
                    _ => false,
                });
                !interest
            });
            // Of the rest every so many, so that numbers are tried from the least to the most.
            let rest = all.len().div_ceil(most);
            let aimed = |op: OpId| {
                let mut args = self.rules.op(op).args.iter();
                args.any(|(_, kind)| matches!(kind, ArgKind::City | ArgKind::Route))
            };
            if all.iter().all(|(_, op, _)| !aimed(*op)) {
                all = all.into_iter().step_by(rest).collect();
            }
            all.truncate(most);
        }
        all.into_iter().map(|(i, ..)| i).collect()
    }

    /// The mean value after an action, and whether our turn goes on then.
    fn judged(&self, samples: &[State], action: &Action) -> Option<(i64, bool)> {
        let after: Vec<State> = samples.iter().filter_map(|st| self.tried(st, action, DEPTH)).collect();
        let n = i64::try_from(after.len()).ok().filter(|n| *n > 0)?;
        let value = after.iter().map(|st| self.value(st)).sum::<i64>() / n;
        Some((value, after.iter().all(|st| self.turn_goes_on(st))))
    }

    fn samples(&self, actions: usize) -> Vec<State> {
        let n = if actions > 4 { 1 } else { SAMPLES };
        (0..n).map(|n| self.sample(n)).collect()
    }

    /// The best answer to a question that is none of the known sorts.
    pub fn best_answer(&self, space: &ActionSpace<'_>, families: &[Family], plan: &Plan) -> usize {
        let candidates = self.candidates(space, families, plan, MOST_ANSWERS);
        let samples = self.samples(candidates.len());
        let judged = candidates.into_iter().filter_map(|i| {
            let action = space.get(i)?;
            let room = samples.first().and_then(|st| self.tried(st, &action, DEPTH)).map(|st| self.room(&st));
            Some(((self.judged(&samples, &action)?.0, room), i))
        });
        judged.rev().max_by_key(|(value, _)| *value).map_or(0, |(_, i)| i)
    }

    /// How much more could be built than is planned, with the pieces that are left in a position: of each kind so many as
    /// the board has spaces for it, the first ones counting most.
    fn room(&self, st: &State) -> u64 {
        let view = self.rules.view(st, Some(self.me));
        let mind = Mind::new(view, self.me, self.seed);
        let plan = mind.quick_plan(&mind.open_tickets());
        let spaces = mind.spaces_left();
        let kinds = spaces.iter().zip(&plan.pieces).enumerate();
        kinds
            .map(|(piece, (spaces, planned))| {
                let left = (view.stock(self.me, PieceId::at(piece)) - planned).max(0);
                u64::from(*spaces) * (u64::from(left.unsigned_abs()) * 1_000_000).isqrt()
            })
            .sum()
    }

    /// The best of the actions of an unknown sort, if it is better than what else there is to do: the claim that is
    /// ready, or cards worth so much. Else, by how much each operation fell short.
    pub fn best_special(
        &self,
        space: &ActionSpace<'_>,
        families: &[Family],
        plan: &Plan,
        ready: Option<usize>,
        cards: i64,
    ) -> Result<usize, Vec<(OpId, i64)>> {
        let candidates = self.candidates(space, families, plan, MOST_TRIED);
        let samples = self.samples(candidates.len());
        let n = samples.len() as i64;
        let now = samples.iter().map(|st| self.value(st)).sum::<i64>() / n.max(1);
        let claim = ready.and_then(|i| self.judged(&samples, &space.get(i)?)).map(|(value, _)| value - now);
        let bar = claim.unwrap_or(cards).max(cards);
        let mut best: Option<(i64, usize)> = None;
        let mut short: Vec<(OpId, i64)> = Vec::new();
        for (i, action) in candidates.into_iter().filter_map(|i| Some((i, space.get(i)?))) {
            let Some((value, goes_on)) = self.judged(&samples, &action) else { continue };
            let over_bar = value - now - if goes_on { 0 } else { bar };
            if over_bar > 0 && best.is_none_or(|(most, _)| over_bar > most) {
                best = Some((over_bar, i));
            }
            match short.iter_mut().find(|(op, _)| *op == action.op) {
                Some((_, by)) => *by = (*by).min(-over_bar),
                None => short.push((action.op, -over_bar)),
            }
        }
        best.map(|(_, i)| i).ok_or(short)
    }
}
