//! Secrets leave no trace: games that differ in nothing but something hidden look and sound the same.

use super::course::Course;
use super::hidden::{comes_to_light, look_alike, name_of, sounds_alike, viewers};
use super::play::{Rng, Style, Table, Walk, choose};
use std::fmt::Write as _;
use ttr_core::chance::{RecordedChance, ReplayedChance};
use ttr_core::{Action, ActionSpace, ArgKind, Event, Holds, PlayerId, Rules, SeededChance, State};
use ttr_files::names;

/// How much was compared by [`secrets_leave_no_trace`].
#[derive(Clone, Copy, Default, Debug)]
pub struct Compared {
    /// Pairs of games that differ in something hidden.
    pub pairs: usize,
    /// Steps after which a viewer's views were compared.
    pub steps: usize,
}

/// Two games that differ in nothing but a card or ticket drawn unseen, or in a secret choice: as long as a viewer hears
/// the same of both, they look the same. Where `strict`, the difference itself can't be heard either. Such games are made up
/// once in so many steps.
pub fn secrets_leave_no_trace(
    table: &Table,
    games: impl IntoIterator<Item = impl Into<Course>>,
    strict: bool,
    once_in: usize,
) -> Compared {
    let rules = &*table.rules;
    let mut compared = Compared::default();
    for course in games {
        let course: Course = course.into();
        let seed = course.seed();
        let mut walk = Walk::new(rules, &course);
        let mut rng = Rng::new(!seed);
        let once_in = course.once_in(once_in);
        // Something else was dealt at the start.
        for _ in 0..(12 / once_in).max(1) {
            let Some(outcomes) = altered(&walk.outcomes, rules, &mut rng) else { continue };
            let (mut chance, mut events) = (ReplayedChance::new(outcomes), Vec::new());
            let Ok(other) = rules.start(&mut chance, &mut events) else { continue };
            if chance.left() == 0 {
                let place = format!("{}: setup of seed {seed}", table.name);
                let twins = Twins::new(rules, place, &walk.events, &events, None, strict);
                twins.go_on(&walk, other, &mut rng, &mut compared);
            }
        }
        while let Some((who, action)) = walk.choice() {
            let before = walk.state.clone();
            let sealed = walk.frame().is_some_and(|f| rules.decision(f.decision).sealed);
            let wanted = sealed || rng.one_in(once_in);
            // A short game that is written down is looked at closely.
            let tries = course.written().map_or(1, |written| (240 / written.steps.len().max(1)).clamp(1, 8));
            let mut another = || if wanted { another_choice(&walk, who, &action, &mut rng) } else { None };
            let secrets: Vec<Option<Action>> = (0..tries).map(|_| another()).collect();
            walk.take(who, &action);
            if walk.state.is_over() || !wanted {
                continue;
            }
            for secret in secrets {
                let (other_action, outcomes, by) = match secret {
                    Some(other) if rng.one_in(2) => (other, Some(walk.outcomes.clone()), Some(who)),
                    _ => (action, altered(&walk.outcomes, rules, &mut rng), None),
                };
                let Some(outcomes) = outcomes else { continue };
                let (mut chance, mut events, mut other) = (ReplayedChance::new(outcomes), Vec::new(), before.clone());
                let mut space = ActionSpace::new(rules);
                let applied = rules.apply_listed(&mut other, who, &other_action, &mut chance, &mut events, &mut space);
                // What was made up may not be what can come.
                if applied.is_err() || chance.left() > 0 || other == walk.state || other.is_over() {
                    continue;
                }
                let named = names::action(rules.view(&before, Some(who)), &action);
                let place = format!("{}: {}: after {named} of {}", table.name, walk.place(), rules.seat_name(who));
                let twins = Twins::new(rules, place, &walk.events, &events, by, strict);
                twins.go_on(&walk, other, &mut rng, &mut compared);
            }
        }
    }
    compared
}

/// The outcomes with another one in one place: one that might have come as well.
fn altered(outcomes: &[(u16, u16)], rules: &Rules, rng: &mut Rng) -> Option<Vec<(u16, u16)>> {
    if outcomes.is_empty() {
        return None;
    }
    let mut outcomes = outcomes.to_vec();
    let at = rng.below(outcomes.len());
    let pile = rules.zones().iter().find(|z| z.shuffled && z.name == rules.streams()[outcomes[at].0 as usize]);
    let n = match pile.map(|z| z.holds) {
        Some(Holds::Cards) => rules.kinds().len(),
        Some(Holds::Tickets) => rules.board().tickets.len(),
        None => return None,
    };
    let other = rng.below(n) as u16;
    if outcomes[at].1 == other {
        return None;
    }
    outcomes[at].1 = other;
    Some(outcomes)
}

/// Another choice that others can't tell from this one: of a sealed answer any, of tickets as many.
fn another_choice(walk: &Walk<'_>, who: PlayerId, action: &Action, rng: &mut Rng) -> Option<Action> {
    let rules = walk.rules;
    let frame = walk.frame()?;
    let sealed = rules.decision(frame.decision).sealed;
    let op = rules.op(action.op);
    if !sealed && !op.secret || sealed && frame.who.len() < 2 {
        return None;
    }
    let tickets = op.args.iter().any(|(_, kind)| matches!(kind, ArgKind::TicketsOf(_)));
    let as_many = |a: &Action| a.args[0].count_ones() == action.args[0].count_ones();
    let mut space = ActionSpace::new(rules);
    rules.legal(&walk.state, who, &mut space);
    let others: Vec<Action> = space
        .iter()
        .filter(|a| a != action && (sealed || a.op == action.op && (!tickets || as_many(a))))
        .take(50)
        .collect();
    (!others.is_empty()).then(|| rng.of(&others))
}

/// Two games, and the viewers who can't tell them apart so far.
struct Twins<'t> {
    rules: &'t Rules,
    place: String,
    blind: Vec<Option<PlayerId>>,
}

impl<'t> Twins<'t> {
    /// Two games after a step that differs in something hidden, which is a choice `by` a player or came by chance.
    fn new(rules: &'t Rules, place: String, one: &[Event], two: &[Event], by: Option<PlayerId>, strict: bool) -> Self {
        let mut twins = Self { rules, place, blind: Vec::new() };
        let first = one.iter().zip(two).find(|(a, b)| a != b);
        for viewer in viewers(rules).into_iter().filter(|v| by.is_none() || *v != by) {
            let unseen = first.is_none_or(|(a, b)| !a.sight.allows(viewer) && !b.sight.allows(viewer));
            match sounds_alike(rules, viewer, one, two) {
                Ok(()) => twins.blind.push(viewer),
                Err((at, difference)) if strict && unseen && !comes_to_light(rules, viewer, [one, two], at) => {
                    panic!("{}, {} hears of a secret:\n{difference}", twins.place, name_of(rules, viewer));
                }
                _ => {}
            }
        }
        twins
    }

    /// Compares, and plays both games on with the same actions and outcomes as long as that is possible.
    fn go_on(mut self, walk: &Walk<'_>, mut other: State, rng: &mut Rng, compared: &mut Compared) {
        let rules = self.rules;
        let (mut state, mut seeded) = (walk.state.clone(), walk.chance.clone());
        let (mut space, mut other_space) = (ActionSpace::new(rules), ActionSpace::new(rules));
        compared.pairs += usize::from(!self.blind.is_empty());
        let mut path = String::new();
        for _ in 0..24 {
            if self.blind.is_empty() {
                return;
            }
            self.compare(&state, &other, rng, &path);
            compared.steps += self.blind.len();
            let asked: Vec<PlayerId> = rules.to_act(&state).iter().filter(|p| rules.to_act(&other).has(*p)).collect();
            if asked.is_empty() {
                return;
            }
            let who = rng.of(&asked);
            rules.legal(&state, who, &mut space);
            rules.legal(&other, who, &mut other_space);
            let common = (0..6).filter_map(|_| choose(&space, rng, Style::KindsFirst));
            let Some(action) = common.into_iter().find(|a| other_space.contains(a)) else { return };
            let named = names::action(rules.view(&state, Some(who)), &action);
            let (mut events, mut other_events) = (Vec::new(), Vec::new());
            let mut chance = RecordedChance::new(&mut seeded);
            rules
                .apply_listed(&mut state, who, &action, &mut chance, &mut events, &mut space)
                .expect("a listed action");
            let mut chance = ReplayedChance::new(chance.outcomes);
            let applied = rules.apply_listed(&mut other, who, &action, &mut chance, &mut other_events, &mut space);
            // At the end all is shown.
            if applied.is_err() || chance.left() > 0 || state.is_over() || other.is_over() {
                return;
            }
            write!(path, " {named}").expect("a text");
            self.blind.retain(|viewer| sounds_alike(rules, *viewer, &events, &other_events).is_ok());
        }
    }

    fn compare(&self, one: &State, two: &State, rng: &mut Rng, path: &str) {
        let rules = self.rules;
        for viewer in &self.blind {
            if let Err(difference) = look_alike(rules, one, two, *viewer) {
                panic!("{}, then{path}, {} sees a secret:\n{difference}", self.place, name_of(rules, *viewer));
            }
            let seed = rng.word();
            let [one, two] =
                [one, two].map(|state| rules.determinize(&rules.view(state, *viewer), &mut SeededChance::new(seed)));
            assert!(
                one == two,
                "{}, then{path}: what {} does not know goes into the new deal",
                self.place,
                name_of(rules, *viewer)
            );
        }
    }
}
