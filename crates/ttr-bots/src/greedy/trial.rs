//! Trying an action on a position that could be the real one: what comes of it, and what that is worth.

use super::Family;
use super::mind::Mind;
use super::plan::Plan;
use super::sort::in_map_order;
use std::cell::OnceCell;
use ttr_core::chance::SeededChance;
use ttr_core::{
    Action, ActionSpace, ArgKind, CityId, NoEvents, OpId, PieceId, RouteId, SideFigures, SideId, State, When,
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
pub(super) const SAMPLES: usize = 2;
/// Others' questions on the way to our own next one are answered at most so often.
const MOST_ANSWERED: usize = 24;

/// In how many positions so many actions are tried.
fn samples(actions: usize) -> usize {
    if actions > 4 { 1 } else { SAMPLES }
}

/// Positions of what could come of an action, and what they are tried with.
pub(super) struct Trial<'m, 'a> {
    pub mind: &'m Mind<'a>,
    spaces: Vec<ActionSpace<'a>>,
    figures: SideFigures,
    /// Positions that are not needed any more, to be written over.
    used: &'m mut Vec<State>,
}

/// A position that was tried, with what it is worth once that was asked.
pub(super) struct Tried {
    pub st: State,
    worth: Option<Worth>,
}

/// What a position is worth to us.
#[derive(Clone, Copy)]
struct Worth {
    /// In tenths of a point.
    value: i64,
    /// How much more could be built.
    room: u64,
}

/// What comes of an action in all positions in which it was tried.
struct Judged {
    /// The mean value.
    value: i64,
    /// How much more could be built in the first of them.
    room: Option<u64>,
    /// Whether our turn goes on.
    goes_on: bool,
}

impl Mind<'_> {
    /// A position that could be the real one: the n-th of [`SAMPLES`].
    pub fn sample(&self, n: usize) -> &State {
        self.samples[n].get_or_init(|| self.rules.determinize(&self.view, &mut self.chance(n)))
    }

    fn chance(&self, n: usize) -> SeededChance {
        SeededChance::new(self.seed.wrapping_add(n as u64))
    }

    /// Whether it is still, or again, for us to act in the same turn.
    fn turn_goes_on(&self, st: &State) -> bool {
        let view = self.rules.view(st, None);
        view.turn_of() == self.me
            && view.turns_of(self.me) == self.view.turns_of(self.me)
            && view.to_act().has(self.me)
            && view.over().is_none()
    }

    /// How much more could be built than is planned, with the pieces that are left: of each kind so many as the board has
    /// spaces for it, the first ones counting most.
    fn room(&self, plan: &Plan) -> u64 {
        let spaces = self.spaces_left();
        let kinds = spaces.iter().zip(&plan.pieces).enumerate();
        kinds
            .map(|(piece, (spaces, planned))| {
                let left = (self.view.stock(self.me, PieceId::at(piece)) - planned).max(0);
                u64::from(*spaces) * (u64::from(left.unsigned_abs()) * 1_000_000).isqrt()
            })
            .sum()
    }
}

impl<'m, 'a> Trial<'m, 'a> {
    /// Nothing is tried yet.
    pub fn new(mind: &'m Mind<'a>, used: &'m mut Vec<State>) -> Self {
        Self { mind, spaces: Vec::new(), figures: SideFigures::default(), used }
    }

    /// What our side would have if the game ended now.
    pub fn own_total(&mut self, st: &State) -> i64 {
        self.total(st, self.mind.side, When::AtEnd)
    }

    fn total(&mut self, st: &State, side: SideId, when: When) -> i64 {
        self.mind.rules.figures_of(st, side, when, &mut self.figures);
        self.figures.total.into()
    }

    /// The position after an action and what follows from it at once.
    pub fn settled(&mut self, before: &State, action: &Action) -> Option<State> {
        self.tried(before, action, 1).map(|tried| tried.st)
    }

    /// Lets a position be written over.
    pub fn done_with(&mut self, st: State) {
        self.used.push(st);
    }

    /// Works with a list of actions that is not in use.
    fn with_space<T>(&mut self, work: impl FnOnce(&mut Self, &mut ActionSpace<'a>) -> T) -> T {
        let mut space = self.spaces.pop().unwrap_or_else(|| ActionSpace::new(self.mind.rules));
        let done = work(self, &mut space);
        self.spaces.push(space);
        done
    }

    /// The position after an action.
    fn applied(&mut self, before: &State, action: &Action) -> Option<State> {
        let mut st = match self.used.pop() {
            Some(mut used) => {
                used.clone_from(before);
                used
            }
            None => before.clone(),
        };
        let mind = self.mind;
        let applied = self.with_space(|_, space| {
            mind.rules.apply_listed(&mut st, mind.me, action, &mut mind.chance(0), &mut NoEvents, space)
        });
        applied.is_ok().then_some(st)
    }

    /// The position after an action and what follows from it before the next turn, as far as `depth`: others answer
    /// anything, we what is best.
    pub fn tried(&mut self, before: &State, action: &Action, depth: usize) -> Option<Tried> {
        let Mind { rules, me, .. } = *self.mind;
        let mut st = self.applied(before, action)?;
        for _ in 0..MOST_ANSWERED {
            let view = rules.view(&st, None);
            let Some(frame) = view.frames().last().filter(|_| view.frames().len() > 1) else { break };
            let sealed = rules.decision(frame.decision).sealed;
            let Some(who) = frame.who.iter().find(|who| *who != me).or(frame.who.lowest()) else { break };
            if who == me {
                if depth > 0
                    && let Some(after) = self.answered(&st, depth)
                {
                    self.used.push(st);
                    return Some(after);
                }
                break;
            }
            if !sealed && view.turn_of() != me {
                break;
            }
            let mind = self.mind;
            self.with_space(|_, space| {
                rules.legal(&st, who, space);
                let answer = space.get(0)?;
                rules.apply_listed(&mut st, who, &answer, &mut mind.chance(1), &mut NoEvents, space).ok()
            })?;
        }
        Some(Tried { st, worth: None })
    }

    /// The position after the best answer to a question of ours.
    fn answered(&mut self, st: &State, depth: usize) -> Option<Tried> {
        let mind = self.mind;
        let answers: Vec<Action> = self.with_space(|_, space| {
            mind.rules.legal(st, mind.me, space);
            let firsts = in_map_order(space);
            let step = firsts.len().div_ceil(MOST_FOLLOWING).max(1);
            firsts.into_iter().step_by(step).filter_map(|(_, _, first, _)| space.get(first)).collect()
        });
        let mut best: Option<Tried> = None;
        for action in answers {
            let Some(mut tried) = self.tried(st, &action, depth - 1) else { continue };
            // What there is but one of is the best, whatever it is worth.
            let Some(before) = &mut best else {
                best = Some(tried);
                continue;
            };
            // The last of equals.
            if self.worth(&mut tried).value >= self.worth(before).value {
                std::mem::swap(before, &mut tried);
            }
            self.used.push(tried.st);
        }
        best
    }

    fn worth(&mut self, of: &mut Tried) -> Worth {
        match of.worth {
            Some(known) => known,
            None => *of.worth.insert(self.worth_of(&of.st)),
        }
    }

    /// What a position is worth to us: the score as it stands, the tickets within reach with what their ways cost, the
    /// cards in hand; less what the others have gained in sight of all.
    fn worth_of(&mut self, st: &State) -> Worth {
        let Mind { rules, me, side, kinds, seed, view, .. } = *self.mind;
        let mind = Mind::new(rules.view(st, Some(me)), me, kinds, seed, &self.mind.looks);
        let plan = mind.quick_plan(&mind.open_tickets());
        let room = mind.room(&plan);
        let plan = if st.is_over() { Plan::default() } else { plan };
        let others = rules.side_ids().filter(|other| *other != side);
        let theirs: i64 = if st.is_over() {
            // The end shows more of the others than can be known.
            let sheet = view.score();
            others.map(|other| i64::from(sheet.total(other))).sum()
        } else {
            others.map(|other| self.total(st, other, When::Always)).sum()
        };
        let n = rules.side_ids().count() as i64 - 1;
        let theirs = theirs * 10 / n.pow(2).max(1);
        let card = if mind.end_is_near() { LATE_CARD } else { CARD };
        let cards = mind.purse.len() + mind.purse.len_of(rules.wilds());
        let value = self.own_total(st) * 10 + mind.worth_of(&plan) + cards as i64 * card - theirs;
        Worth { value, room }
    }

    /// The actions to try of some families: one for each with the best payment, all where they differ in more than that.
    fn candidates(&self, space: &ActionSpace<'_>, families: &[Family], plan: &Plan, most: usize) -> Vec<usize> {
        let (mind, wanted) = (self.mind, OnceCell::new());
        // Each with the family that it is any payment of, if it is.
        let mut all: Vec<(usize, Option<&Family>, OpId, [u16; 3])> = Vec::new();
        for family in families {
            if mind.rules.op(family.op).pays {
                all.push((family.first, Some(family), family.op, family.args));
            } else {
                let members = family.first..family.first + family.n.min(4 * most);
                all.extend(members.filter_map(|i| space.get(i).map(|action| (i, None, action.op, action.args))));
            }
        }
        if all.len() > most {
            let (cities, routes) = mind.places_of_interest();
            all.sort_by_cached_key(|(_, _, op, args)| {
                let interest = mind.rules.op(*op).args.iter().zip(args).any(|((_, kind), arg)| match kind {
                    ArgKind::City => cities[CityId(*arg).index()],
                    ArgKind::Route => routes[RouteId(*arg).index()],
                    _ => false,
                });
                !interest
            });
            // Of the rest every so many, so that numbers are tried from the least to the most.
            let rest = all.len().div_ceil(most);
            let aimed = |op: OpId| {
                let mut args = mind.rules.op(op).args.iter();
                args.any(|(_, kind)| matches!(kind, ArgKind::City | ArgKind::Route))
            };
            if all.iter().all(|(_, _, op, _)| !aimed(*op)) {
                all = all.into_iter().step_by(rest).collect();
            }
            all.truncate(most);
        }
        let wanted = || wanted.get_or_init(|| mind.wanted(plan, None));
        all.into_iter().map(|(i, family, ..)| family.map_or(i, |family| family.payment(space, wanted))).collect()
    }

    /// What comes of an action.
    fn judged(&mut self, samples: usize, action: &Action) -> Option<Judged> {
        let (mut n, mut sum, mut room, mut goes_on) = (0, 0, None, true);
        for i in 0..samples {
            let Some(mut after) = self.tried(self.mind.sample(i), action, DEPTH) else { continue };
            let worth = self.worth(&mut after);
            (n, sum) = (n + 1, sum + worth.value);
            goes_on &= self.mind.turn_goes_on(&after.st);
            if i == 0 {
                room = Some(worth.room);
            }
            self.used.push(after.st);
        }
        (n > 0).then(|| Judged { value: sum / n, room, goes_on })
    }

    /// The best answer to a question that is none of the known sorts.
    pub fn best_answer(&mut self, space: &ActionSpace<'_>, families: &[Family], plan: &Plan) -> usize {
        let candidates = self.candidates(space, families, plan, MOST_ANSWERS);
        let samples = samples(candidates.len());
        let mut best: Option<((i64, Option<u64>), usize)> = None;
        for (i, action) in candidates.into_iter().filter_map(|i| Some((i, space.get(i)?))) {
            let Some(Judged { value, room, .. }) = self.judged(samples, &action) else { continue };
            if best.is_none_or(|(most, _)| (value, room) > most) {
                best = Some(((value, room), i));
            }
        }
        best.map_or(0, |(_, i)| i)
    }

    /// The best of the actions of an unknown sort, if it is better than what else there is to do: the claim that is
    /// ready, or cards worth so much. Else, by how much each operation fell short.
    pub fn best_special(
        &mut self,
        space: &ActionSpace<'_>,
        families: &[Family],
        plan: &Plan,
        ready: Option<usize>,
        cards: i64,
    ) -> Result<usize, Vec<(OpId, i64)>> {
        let candidates = self.candidates(space, families, plan, MOST_TRIED);
        let samples = samples(candidates.len());
        let now = (0..samples).map(|n| self.worth_of(self.mind.sample(n)).value).sum::<i64>() / samples as i64;
        let claim = ready.and_then(|i| self.judged(samples, &space.get(i)?)).map(|judged| judged.value - now);
        let bar = claim.unwrap_or(cards).max(cards);
        let mut best: Option<(i64, usize)> = None;
        let mut short: Vec<(OpId, i64)> = Vec::new();
        for (i, action) in candidates.into_iter().filter_map(|i| Some((i, space.get(i)?))) {
            let Some(Judged { value, goes_on, .. }) = self.judged(samples, &action) else { continue };
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
