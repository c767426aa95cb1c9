//! What is hidden stays hidden: views, determinization and event streams.

use super::course::Course;
use super::ledger::check_cards_and_tickets;
use super::play::{Rng, Style, Table, Walk, choose};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use ttr_core::chance::{Lot, NoOutcome, RecordedChance, ReplayedChance};
use ttr_core::{
    Action, ActionSpace, Chance, Event, Holds, PlayerId, Purpose, Rules, SeededChance, Sight, State, TicketId, What,
    ZoneId,
};
use ttr_files::{OwnedView, names};

/// Who looks, in words.
pub(crate) fn name_of(rules: &Rules, viewer: Option<PlayerId>) -> String {
    viewer.map_or_else(|| "an onlooker".to_owned(), |who| rules.seat_name(who))
}

/// All players, and the onlooker.
pub fn viewers(rules: &Rules) -> Vec<Option<PlayerId>> {
    rules.player_ids().map(Some).chain([None]).collect()
}

/// Whether all that a viewer can get out of a view is the same in two positions; where not, how it differs.
///
/// # Errors
/// Where it begins to differ.
pub fn look_alike(rules: &Rules, one: &State, two: &State, viewer: Option<PlayerId>) -> Result<(), String> {
    let (a, b) = (rules.view(one, viewer), rules.view(two, viewer));
    let zones = || (0..rules.zones().len()).map(ZoneId::at);
    let (cards, tickets): (Vec<ZoneId>, Vec<ZoneId>) = zones().partition(|z| rules.zone(*z).holds == Holds::Cards);
    let mut routes = rules.board().route_ids();
    let (mut list, mut other_list) = (ActionSpace::new(rules), ActionSpace::new(rules));
    a.legal(&mut list);
    b.legal(&mut other_list);
    let same = a.frames() == b.frames()
        && a.purse() == b.purse()
        && a.own_tickets() == b.own_tickets()
        && cards.iter().all(|z| a.count(*z) == b.count(*z) && a.cards(*z) == b.cards(*z) && a.known(*z) == b.known(*z))
        && tickets.iter().all(|z| a.tickets(*z) == b.tickets(*z))
        && routes.all(|r| a.held(r) == b.held(r) && a.is_free(r) == b.is_free(r) && a.terms(r) == b.terms(r))
        && PURPOSES.iter().all(|p| a.own_network(*p) == b.own_network(*p))
        && a.own_outcomes() == b.own_outcomes()
        && list.iter().eq(other_list.iter())
        && OwnedView::of(a) == OwnedView::of(b);
    if same { Ok(()) } else { Err(difference(&seen(rules, one, viewer), &seen(rules, two, viewer))) }
}

const PURPOSES: [Purpose; 3] = [Purpose::Tickets, Purpose::Path, Purpose::Reach];

/// All that a viewer can get out of a view, as one text.
fn seen(rules: &Rules, state: &State, viewer: Option<PlayerId>) -> String {
    let view = rules.view(state, viewer);
    let mut text = serde_json::to_string(&OwnedView::of(view)).expect("a view is plain data");
    for zone in (0..rules.zones().len()).map(ZoneId::at) {
        match rules.zone(zone).holds {
            Holds::Cards => {
                write!(text, "\n{} {:?} {:?}", view.count(zone), view.cards(zone), view.known(zone)).expect("a text");
            }
            Holds::Tickets => write!(text, "\n{:?}", view.tickets(zone)).expect("a text"),
        }
    }
    let mut space = ActionSpace::new(rules);
    view.legal(&mut space);
    write!(text, "\n{:?}\n{:?}", view.frames(), view.own_outcomes()).expect("a text");
    write!(text, "\n{:?} {:?}", view.purse(), view.own_tickets()).expect("a text");
    for purpose in PURPOSES {
        write!(text, "\n{:?}", view.own_network(purpose)).expect("a text");
    }
    for route in rules.board().route_ids() {
        write!(text, "\n{:?} {:?} {}", view.terms(route), view.held(route), view.is_free(route)).expect("a text");
    }
    space.iter().for_each(|action| write!(text, "\n{action:?}").expect("a text"));
    text
}

/// Whether two steps sound the same to a viewer: who is asked and who is not, what they answer, and what comes of it. Where not, the
/// number of the first event that differs, and how.
pub(super) fn sounds_alike(
    rules: &Rules,
    viewer: Option<PlayerId>,
    one: &[Event],
    two: &[Event],
) -> Result<(), (usize, String)> {
    let heard =
        |events: &[Event]| events.iter().map(|e| names::event_json(rules, e, viewer).to_string()).collect::<Vec<_>>();
    let (one, two) = (heard(one), heard(two));
    match (0..one.len().max(two.len())).find(|&i| one.get(i) != two.get(i)) {
        None => Ok(()),
        Some(i) => {
            let told = |list: &[String]| list.get(i).map_or_else(|| "nothing".to_owned(), String::clone);
            Err((i, format!("{}\n{}", told(&one), told(&two))))
        }
    }
}

/// Whether what differs at this point is something that is being shown: a card or a ticket that leaves a hidden place.
pub(super) fn comes_to_light(rules: &Rules, viewer: Option<PlayerId>, steps: [&[Event]; 2], at: usize) -> bool {
    steps.into_iter().filter_map(|events| events.get(at)).any(|event| match event.what {
        What::Cards { from, .. } | What::Tickets { from, .. } => !rules.zone(from).sight.allows(viewer),
        _ => false,
    })
}

/// A position that is dealt anew behind a viewer's back looks the same to that viewer, has the same legal actions, and
/// sounds the same in the next step; and what is dealt depends on nothing but the view. Looked at in the first steps, and
/// then once in so many.
pub fn views_survive_a_new_deal(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>, once_in: usize) {
    let rules = &*table.rules;
    for course in games {
        let course: Course = course.into();
        let seed = course.seed();
        let mut walk = Walk::new(rules, &course);
        let mut rng = Rng::new(!seed);
        loop {
            let once_in = course.once_in(once_in);
            let first = walk.steps < 2 * rules.players() && rng.one_in(1 + once_in / 6);
            if first || rng.one_in(once_in) {
                for viewer in viewers(rules) {
                    let place = format!("{}: {}, seen by {}", table.name, walk.place(), name_of(rules, viewer));
                    new_deal(&mut walk, viewer, &mut rng, &place);
                }
            }
            if !walk.step() {
                break;
            }
        }
    }
}

fn new_deal(walk: &mut Walk<'_>, viewer: Option<PlayerId>, rng: &mut Rng, place: &str) {
    let rules = walk.rules;
    let view = rules.view(&walk.state, viewer);
    if rng.one_in(4) {
        let owned = OwnedView::of(view);
        let text = serde_json::to_string(&owned).expect("a view is plain data");
        assert_eq!(serde_json::from_str::<OwnedView>(&text).expect("its own text"), owned, "{place}");
    }
    let (one, two) = (rng.word(), rng.word());
    let dealt = rules.determinize(&view, &mut SeededChance::new(one));
    check_cards_and_tickets(rules, &dealt, place);
    assert_eq!(look_alike(rules, &dealt, &walk.state, viewer), Ok(()), "{place}: the view has changed");
    let again = rules.determinize(&view, &mut SeededChance::new(two));
    let from_dealt = rules.determinize(&rules.view(&dealt, viewer), &mut SeededChance::new(two));
    assert_eq!(again, from_dealt, "{place}: more than the view went into the deal");
    // The last of several sealed answers opens the others, which may be different ones.
    let opens = walk.frame().is_some_and(|f| rules.decision(f.decision).sealed && f.who.len() == 1);
    for who in rules.to_act(&walk.state).iter().filter(|_| !opens) {
        let mut space = ActionSpace::new(rules);
        rules.legal(&walk.state, who, &mut space);
        for _ in 0..2 {
            let Some(action) = choose(&space, rng, Style::KindsFirst) else { continue };
            next_step_sounds_alike(walk, viewer, &dealt, who, &action, place);
        }
    }
}

fn next_step_sounds_alike(
    walk: &Walk<'_>,
    viewer: Option<PlayerId>,
    dealt: &State,
    who: PlayerId,
    action: &Action,
    place: &str,
) {
    let rules = walk.rules;
    let mut space = ActionSpace::new(rules);
    rules.legal(dealt, who, &mut space);
    if !space.contains(action) {
        assert_ne!(Some(who), viewer, "{place}: {action:?} is legal in one of two positions that look the same");
        return;
    }
    let (mut real, mut seeded, mut events) = (walk.state.clone(), walk.chance.clone(), Vec::new());
    let mut chance = RecordedChance::new(&mut seeded);
    rules.apply_listed(&mut real, who, action, &mut chance, &mut events, &mut space).expect("a listed action");
    let (mut other, mut other_events) = (dealt.clone(), Vec::new());
    let mut chance = ReplayedChance::new(chance.outcomes);
    let applied = rules.apply_listed(&mut other, who, action, &mut chance, &mut other_events, &mut space);
    if applied.is_err() || chance.left() > 0 || real.is_over() {
        // The pile that was dealt anew can't give these cards; and at the end all is shown.
        return;
    }
    match sounds_alike(rules, viewer, &events, &other_events) {
        Ok(()) => assert_eq!(look_alike(rules, &real, &other, viewer), Ok(()), "{place}: after {action:?}"),
        // What was hidden may come to light, as a ticket that was put to the bottom of its deck.
        Err((at, difference)) => {
            let shown = comes_to_light(rules, viewer, [&events, &other_events], at);
            let named = names::action(rules.view(&walk.state, Some(who)), action);
            assert!(shown, "{place}: {named} of {} sounds different:\n{difference}", rules.seat_name(who));
        }
    }
}

/// Who knows a ticket that lies in order in a pile, because they put it there, knows it as long as it lies there. Gives
/// how often such a ticket was looked for.
pub fn nobody_forgets_what_they_put_back(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>) -> usize {
    let rules = &*table.rules;
    let piles: Vec<ZoneId> = (0..rules.zones().len())
        .map(ZoneId::at)
        .filter(|z| rules.zone(*z).shuffled && rules.zone(*z).holds == Holds::Tickets)
        .collect();
    let known = |state: &State, viewer, pile: ZoneId| -> Vec<Option<TicketId>> {
        let tickets = rules.view(state, viewer).tickets(pile);
        let loose = OwnedView::of(rules.view(state, viewer)).zones[pile.index()].tickets.len();
        tickets[loose..].to_vec()
    };
    let mut looked_for = 0;
    for course in games {
        let course: Course = course.into();
        let mut walk = Walk::new(rules, &course);
        loop {
            let before = walk.state.clone();
            if !walk.step() || walk.state.is_over() {
                break;
            }
            // Nothing moves without an event; what was forgotten in between is missed later on.
            let moved =
                walk.events.iter().any(|e| matches!(e.what, What::Tickets { .. })) || course.written().is_some();
            let looked_at = viewers(rules).into_iter().filter(|_| moved || walk.steps.is_multiple_of(8));
            for viewer in looked_at {
                for pile in &piles {
                    let [was, is] = [&before, &walk.state].map(|state| rules.view(state, viewer).tickets(*pile));
                    // Where a pile looks as before, nothing is forgotten.
                    if was == is {
                        looked_for += is.iter().flatten().count();
                        continue;
                    }
                    let after = known(&walk.state, viewer, *pile);
                    let lie = rules.look(&walk.state).tickets(*pile);
                    for ticket in known(&before, viewer, *pile).into_iter().flatten() {
                        let still = lie[lie.len() - after.len()..].contains(&ticket);
                        let place = format!("{}: {}", table.name, walk.place());
                        assert!(
                            !still || after.contains(&Some(ticket)),
                            "{place}: {} forgets {}",
                            name_of(rules, viewer),
                            names::ticket(rules, ticket)
                        );
                        looked_for += usize::from(still);
                    }
                }
            }
        }
    }
    looked_for
}

/// What everybody is said to know of a hidden zone is what an onlooker has seen go in, less what may have left: counted
/// a second time from what an onlooker hears. Gives the most cards that were known of a zone.
pub fn known_is_what_all_have_seen(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>) -> u64 {
    let rules = &*table.rules;
    let mut most = 0;
    for course in games {
        let course: Course = course.into();
        let mut walk = Walk::new(rules, &course);
        let mut known: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
        let mut lying: BTreeMap<String, i64> = BTreeMap::new();
        loop {
            for event in walk.events.iter().filter(|e| matches!(e.what, What::Cards { .. })) {
                count_known(rules, &names::event_json(rules, event, None), &mut known, &mut lying);
            }
            let view = rules.view(&walk.state, None);
            for id in (0..rules.zones().len()).map(ZoneId::at) {
                let zone = rules.zone(id);
                if zone.holds != Holds::Cards {
                    continue;
                }
                let place = || format!("{}: {}: {} of {:?}", table.name, walk.place(), zone.name, zone.owner);
                if zone.shuffled || view.sees(id) {
                    // What all see needs no bound.
                    let none = view.sees(id) || view.known(id).is_empty();
                    assert!(none, "{}: nobody knows a pile", place());
                    continue;
                }
                let seats =
                    zone.owner.map(|owner| rules.owners(owner).iter().map(|who| who.0 + 1).collect::<Vec<u8>>());
                let key = format!("{} {:?}", zone.name, seats.unwrap_or_default());
                let mut expected = known.get(&key).cloned().unwrap_or_default();
                expected.retain(|_, n| *n > 0);
                let got = view.known(id);
                let got: BTreeMap<String, u64> =
                    got.iter().map(|(k, n)| (rules.kind(k).name.clone(), n.into())).collect();
                assert_eq!(got, expected, "{}", place());
                most = most.max(got.values().sum());
            }
            if !walk.step() || walk.state.is_over() {
                break;
            }
        }
    }
    most
}

fn count_known(
    rules: &Rules,
    event: &Json,
    known: &mut BTreeMap<String, BTreeMap<String, u64>>,
    lying: &mut BTreeMap<String, i64>,
) {
    let key = |zone: &Json| {
        let seats = zone["side"].as_array().map_or_else(|| vec![&zone["of"]], |seats| seats.iter().collect());
        let seats: Vec<u8> = seats.into_iter().filter_map(Json::as_u64).map(|n| n as u8).collect();
        format!("{} {seats:?}", zone["zone"].as_str().unwrap_or(""))
    };
    let n = event["n"].as_u64().expect("how many");
    let emptied = {
        let left = lying.entry(key(&event["from"])).or_default();
        *left -= n as i64;
        *left == 0
    };
    *lying.entry(key(&event["to"])).or_default() += n as i64;
    // Where all of a hidden place goes to another, what was known of it is known there.
    let kept =
        |zone: &Json| rules.zones().iter().any(|z| zone["zone"] == z.name && z.sight != Sight::All && !z.shuffled);
    if emptied && kept(&event["from"]) && kept(&event["to"]) {
        let gone = std::mem::take(known.entry(key(&event["from"])).or_default());
        let to = known.entry(key(&event["to"])).or_default();
        return gone.into_iter().for_each(|(kind, n)| *to.entry(kind).or_default() += n);
    }
    let from = known.entry(key(&event["from"])).or_default();
    match event["cards"].as_object() {
        Some(cards) => {
            let cards = || cards.iter().map(|(kind, n)| (kind.clone(), n.as_u64().expect("how many")));
            for (kind, n) in cards() {
                let left = from.entry(kind).or_default();
                *left = left.saturating_sub(n);
            }
            // What comes out of a hidden zone and is seen goes where all see it.
            let hidden = |zone: &Json| rules.zones().iter().any(|z| zone["zone"] == z.name && z.sight != Sight::All);
            if !hidden(&event["from"]) {
                let to = known.entry(key(&event["to"])).or_default();
                cards().for_each(|(kind, n)| *to.entry(kind).or_default() += n);
            }
        }
        None => from.values_mut().for_each(|left| *left = left.saturating_sub(n)),
    }
}

/// Where two texts begin to differ.
fn difference(a: &str, b: &str) -> String {
    let at = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    let cut = |s: &str| {
        let bytes = &s.as_bytes()[at.saturating_sub(120)..s.len().min(at + 80)];
        String::from_utf8_lossy(bytes).into_owned()
    };
    format!("...{}\n...{}", cut(a), cut(b))
}

/// Every outcome in turn: chance as a tree, walked from leaf to leaf.
#[derive(Default)]
pub struct Branches {
    /// For each pick on the way, which of how many outcomes.
    path: Vec<(usize, usize)>,
    at: usize,
}

impl Branches {
    /// Goes back to the root, for the next leaf; false if there is none.
    pub fn next_leaf(&mut self) -> bool {
        self.at = 0;
        while let Some((i, n)) = self.path.pop() {
            if i + 1 < n {
                self.path.push((i + 1, n));
                return true;
            }
        }
        false
    }
}

impl Chance for Branches {
    fn pick(&mut self, lot: &Lot<'_>) -> Result<u32, NoOutcome> {
        let mut outcomes: Vec<u16> = (0..lot.n).filter_map(|i| lot.outcome(i)).collect();
        outcomes.dedup();
        if self.at == self.path.len() {
            self.path.push((0, outcomes.len()));
        }
        let (i, n) = self.path[self.at];
        assert_eq!(n, outcomes.len(), "the same way leads to the same choice");
        self.at += 1;
        lot.number(outcomes[i]).ok_or(NoOutcome::Empty)
    }
}
