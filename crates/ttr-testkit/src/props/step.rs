//! What holds after every step: the list of legal actions is what is accepted, copies are equal.

use super::course::{Course, failed};
use super::play::{Rng, Table, Walk};
use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use ttr_core::cost::KindInfo;
use ttr_core::{
    Action, ActionSpace, Figures, Illegal, Kind, Look, NoEvents, OpId, Payer, PlayerId, Purpose, RouteId, Rules,
    SeededChance, State, What, ZoneId,
};
use ttr_files::names;

/// The most turns that a game may have: G26.
pub fn most_turns(table: &Table) -> u32 {
    let limit = table.param("turns", "limit").and_then(serde_json::Value::as_u64).expect("these rules limit the turns");
    limit as u32 * table.rules.players() as u32
}

/// What is listed is accepted; what is not listed is refused by a rule with a name, and changes nothing.
pub fn legal_and_apply_agree(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>) {
    let rules = &*table.rules;
    for course in games {
        let course: Course = course.into();
        let seed = course.seed();
        let mut walk = Walk::new(rules, &course);
        let mut rng = Rng::new(!seed);
        while let Some((who, action)) = walk.choice() {
            let place = format!("{}: {}", table.name, walk.place());
            // A long list is looked at now and then only.
            if walk.space.len() <= 200 || rng.one_in(course.once_in(8)) {
                agree_here(&mut walk, who, &mut rng, &place);
            }
            walk.take(who, &action);
        }
        if walk.state.is_over() {
            over_is_over(&walk);
        } else {
            // Where it stops there may be an action that can't be done.
            every_action_applies(&walk);
        }
    }
}

/// Tries every action that is listed at this point, of all who are asked; of a long list a part. Gives how many were tried.
///
/// # Panics
/// If one fails, with what it is.
pub fn every_action_applies(walk: &Walk<'_>) -> usize {
    const MOST: usize = 400;
    let rules = walk.rules;
    let (mut space, mut next, mut tried) = (ActionSpace::new(rules), ActionSpace::new(rules), 0);
    for who in rules.to_act(&walk.state).iter() {
        rules.legal(&walk.state, who, &mut space);
        for i in (0..space.len()).step_by(space.len().div_ceil(MOST).max(1)) {
            let (action, mut copy, mut chance) = (space.nth(i), walk.state.clone(), walk.chance.clone());
            if let Err(fault) = rules.apply_listed(&mut copy, who, &action, &mut chance, &mut NoEvents, &mut next) {
                failed(&fault);
                let named = names::action(rules.view(&walk.state, Some(who)), &action);
                panic!("{}: {named} of {} is listed, but fails: {fault}", walk.place(), rules.seat_name(who));
            }
            tried += 1;
        }
    }
    tried
}

fn agree_here(walk: &mut Walk<'_>, who: PlayerId, rng: &mut Rng, place: &str) {
    let rules = walk.rules;
    let listed: HashSet<Action> = walk.space.iter().collect();
    let space = std::mem::replace(&mut walk.space, ActionSpace::new(rules));
    for _ in 0..3 {
        let action = space.nth(rng.below(space.len()));
        assert!(space.contains(&action), "{place}: {action:?} is listed but not contained");
        let mut copy = walk.state.clone();
        let applied = rules.apply(&mut copy, who, &action, &mut walk.chance.clone(), &mut NoEvents);
        assert!(applied.is_ok(), "{place}: {action:?} is listed, but {applied:?}");
        assert!(copy != walk.state, "{place}: {action:?} changed nothing");
    }
    for _ in 0..8 {
        let action = disturbed(&space, rules, rng);
        assert_eq!(space.contains(&action), listed.contains(&action), "{place}: contains {action:?}");
        if !listed.contains(&action) {
            refused(walk, who, &action, place);
        }
    }
    // Others, seats that nobody has among them, can do nothing at all, unless they are asked too.
    let action = space.nth(rng.below(space.len()));
    let asked = rules.to_act(&walk.state);
    let others: Vec<PlayerId> = (0..=9).map(PlayerId).filter(|p| !asked.iter().any(|q| q == *p)).collect();
    for _ in 0..2 {
        refused(walk, rng.of(&others), &action, place);
    }
    walk.space = space;
}

/// A listed action with something else in one place.
fn disturbed(space: &ActionSpace<'_>, rules: &Rules, rng: &mut Rng) -> Action {
    let mut action = space.nth(rng.below(space.len()));
    match rng.below(6) {
        0 => action.op = OpId::at(rng.below(rules.ops().len() + 2)),
        1 => action.args[rng.below(3)] = rng.below(40) as u16,
        2 => action.args[0] = rng.below(rules.board().routes.len() + 3) as u16,
        3 => {
            let i = rng.below(3);
            action.args[i] = rng.of(&[0, 1, 255, 256, u16::MAX, action.args[i].wrapping_add(1)]);
        }
        4 => {
            let kind = Kind::at(rng.below(ttr_core::limits::MAX_CARD_KINDS));
            action.pay.set(kind, rng.below(4) as u8);
        }
        _ => {
            // As many cards, but other ones.
            let paid: Vec<Kind> = action.pay.kinds().iter().collect();
            let to = Kind::at(rng.below(rules.kinds().len()));
            if paid.is_empty() {
                action.pay.add(to, 1);
            } else {
                action.pay.take(rng.of(&paid), 1);
                action.pay.add(to, 1);
            }
        }
    }
    action
}

fn refused(walk: &Walk<'_>, who: PlayerId, action: &Action, place: &str) {
    let mut copy = walk.state.clone();
    match walk.rules.apply(&mut copy, who, action, &mut walk.chance.clone(), &mut NoEvents) {
        Err(Illegal::Refused { rule, text }) => {
            assert!(rule.contains('/') && !text.is_empty(), "{place}: {action:?}: refused by {rule:?}: {text:?}");
        }
        other => panic!("{place}: {action:?} of {who:?} is not listed, but {other:?}"),
    }
    assert_eq!(copy, walk.state, "{place}: {action:?} was refused, and yet did something");
}

/// When the game is over nobody has a legal action, and nothing is accepted.
fn over_is_over(walk: &Walk<'_>) {
    let mut space = ActionSpace::new(walk.rules);
    for who in walk.rules.player_ids() {
        walk.rules.legal(&walk.state, who, &mut space);
        assert!(space.is_empty() && space.get(0).is_none());
        for op in 0..walk.rules.ops().len() {
            refused(walk, who, &Action::new(OpId::at(op), [0; 3]), "over");
        }
    }
}

/// The order of the list, as the contract says: by module and operation, all payments of a target together and in card-kind order, and
/// what is offered only when there is nothing else comes last.
fn check_order(rules: &Rules, list: &[Action], place: &str) {
    let key = |a: &Action| (rules.op(a.op).module, a.op);
    let falls: Vec<usize> = (1..list.len()).filter(|&i| key(&list[i - 1]) > key(&list[i])).collect();
    match falls[..] {
        [] => {}
        [at] => {
            let fallback: HashSet<OpId> = list[at..].iter().map(|a| a.op).collect();
            let mixed = list[..at].iter().any(|a| fallback.contains(&a.op));
            assert!(!mixed, "{place}: {:?} comes before {:?}", list[at - 1], list[at]);
        }
        _ => panic!("{place}: out of order: {:?} before {:?}", list[falls[0] - 1], list[falls[0]]),
    }
    let target = |a: &Action| (a.op, a.args);
    let mut seen = HashSet::new();
    for of_one in list.chunk_by(|one, other| target(one) == target(other)) {
        assert!(seen.insert(target(&of_one[0])), "{place}: {:?} comes at two places", of_one[0]);
        let ascending = of_one.windows(2).all(|pair| pair[0].pay < pair[1].pay);
        assert!(ascending, "{place}: the payments of {:?} are out of order", of_one[0]);
    }
}

/// The n-th action is the n-th of the list, there is none twice, and the list is in the order that seeds depend on.
pub fn indexing_is_sound(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>) {
    let rules = &*table.rules;
    for course in games {
        let course: Course = course.into();
        let mut walk = Walk::new(rules, &course);
        while let Some((who, action)) = walk.choice() {
            // A long list is looked at now and then only.
            if walk.space.len() > 200 && !walk.steps.is_multiple_of(course.once_in(4)) {
                walk.take(who, &action);
                continue;
            }
            let place = format!("{}: {}", table.name, walk.place());
            let space = &walk.space;
            let list: Vec<Action> = space.iter().collect();
            assert_eq!(list.len(), space.len(), "{place}");
            assert!(list.iter().enumerate().all(|(i, a)| space.nth(i) == *a), "{place}: nth differs from iter");
            assert_eq!(space.get(list.len()), None, "{place}: one more than there are");
            assert_eq!(list.iter().collect::<HashSet<_>>().len(), list.len(), "{place}: one is listed twice");
            check_order(rules, &list, &place);
            let mut next = 0;
            // Members are made while the families are gone through.
            let mut fresh = ActionSpace::new(rules);
            rules.legal(&walk.state, who, &mut fresh);
            assert!(fresh.families().all(|(_, _, first, _)| fresh.nth(first) == list[first]), "{place}");
            for (op, args, first, n) in space.families() {
                assert_eq!((first, n > 0), (next, true), "{place}: families leave no gap");
                next += n;
                assert!(list[first..next].iter().all(|a| a.op == op && a.args[1..] == args[1..]), "{place}");
            }
            assert_eq!(next, list.len(), "{place}: families make up the list");
            // Listed anew into a used space it is the same.
            let mut again = ActionSpace::new(rules);
            rules.legal(&walk.state, who, &mut again);
            rules.legal(&walk.state, who, &mut again);
            assert!(again.iter().eq(list), "{place}: a second listing differs");
            walk.take(who, &action);
        }
    }
}

fn std_hash(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// Copies are equal, with equal hashes and equal futures; different positions have different fingerprints.
pub fn copies_are_equal(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>) {
    let rules = &*table.rules;
    let mut seen: HashMap<u64, State> = HashMap::new();
    let (mut next, mut legal) = (ActionSpace::new(rules), ActionSpace::new(rules));
    let mut figures = Figures::default();
    // Positions of all stages, to be written over.
    let mut old = vec![rules.start(&mut SeededChance::new(99), &mut NoEvents).expect("setup")];
    for course in games {
        let course: Course = course.into();
        let seed = course.seed();
        let mut walk = Walk::new(rules, &course);
        let mut rng = Rng::new(!seed);
        let mut taken: Vec<(PlayerId, Action)> = Vec::new();
        loop {
            let place = format!("{}: {}", table.name, walk.place());
            let print = walk.state.fingerprint();
            let copy = walk.state.clone();
            // Written over what another game left there.
            let before = old[rng.below(old.len())].clone();
            let mut used = before.clone();
            used.clone_from(&walk.state);
            for other in [&copy, &used] {
                assert_eq!(*other, walk.state, "{place}");
                assert_eq!(other.fingerprint(), print, "{place}");
                assert_eq!(std_hash(other), std_hash(&walk.state), "{place}");
            }
            assert_eq!(before == walk.state, before.fingerprint() == print, "{place}");
            let first = seen.entry(print).or_insert(copy);
            assert_eq!(*first, walk.state, "{place}: two positions with one fingerprint");
            let Some((who, action)) = walk.choice() else { break };
            // The copy goes the same way, and leaves the list of what comes next: whatever rules at the end of a turn look at again.
            let mut chance = walk.chance.clone();
            if rng.one_in(2) {
                used = rules.all_woken(&used);
            }
            let applied =
                rules.apply_listed(&mut used, who, &action, &mut chance, &mut NoEvents, &mut next).expect("a step");
            walk.take(who, &action);
            assert_eq!(applied.barrier, walk.barrier, "{place}: whether it can be undone");
            taken.push((who, action));
            assert_eq!(used, walk.state, "{place}: the copy went another way");
            assert_is_the_list(rules, &used, &next, &mut legal, &place);
            if old.len() < 40 {
                old.push(used);
            } else if rng.one_in(10) {
                let at = rng.below(old.len());
                old[at] = used;
            }
        }
        if walk.state.is_over() {
            assert_same_figures(rules, &walk.state, &mut figures, &table.name);
            let mut played = old[rng.below(old.len())].clone();
            play_out(rules, &course, taken, &mut played, &mut next);
            assert_eq!(played, walk.state, "{}: played out in one go", table.name);
        }
        // Setup into a used state is setup.
        let mut used = old[rng.below(old.len())].clone();
        rules.start_into(&mut used, &mut course.chance(rules), &mut NoEvents).expect("setup");
        assert_eq!(used, Walk::new(rules, &course).state);
        seen.clear();
    }
}

/// Takes the same actions in a game that is played out in one go, over a used state. Sealed answers may come in another order.
fn play_out(
    rules: &Rules,
    course: &Course,
    mut taken: Vec<(PlayerId, Action)>,
    state: &mut State,
    space: &mut ActionSpace<'_>,
) {
    let mut chance = course.chance(rules);
    rules.start_into(state, &mut chance, &mut NoEvents).expect("setup");
    let n = taken.len() as u64;
    let played = rules.play_out(state, &mut chance, &mut NoEvents, space, |view, who, space| {
        assert_eq!(view.viewer(), Some(who));
        let at = taken.iter().position(|(by, _)| *by == who).ok_or("nothing was left to do")?;
        let (_, action) = taken.remove(at);
        assert!(space.contains(&action), "{}: {action:?} is not listed", course.seed());
        space.iter().position(|listed| listed == action).ok_or("it is not in the list")
    });
    assert_eq!(played, Ok(n));
}

/// What is kept beside the board though it could be derived is as it should be: which routes are open to whom, and who
/// holds which.
pub fn open_routes_are_kept(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>) {
    let rules = &*table.rules;
    for course in games {
        let course: Course = course.into();
        let mut walk = Walk::new(rules, &course);
        while walk.step() {
            let (anew, place) = (rules.derived_anew(&walk.state), walk.place());
            assert_eq!(
                anew, walk.state,
                "{}: {place}: what follows from the position is not what is kept of it",
                table.name
            );
            // What is kept changes with the board; a fault would stay until it is looked at.
            let changed = walk.events.iter().any(|e| matches!(e.what, What::Claimed { .. } | What::Released { .. }));
            let look = rules.look(&walk.state);
            for who in rules.player_ids().filter(|_| changed || walk.steps.is_multiple_of(course.once_in(8))) {
                let kept: Vec<RouteId> = look.claimable(who).collect();
                let open = rules.board().route_ids().filter(|r| look.why_not_claim(who, *r, None).is_none());
                let open: Vec<RouteId> = open.collect();
                let names = |one: &[RouteId], other: &[RouteId]| -> Vec<String> {
                    let only = one.iter().filter(|route| !other.contains(route));
                    only.take(5).map(|route| rules.board().route_name(*route)).collect()
                };
                if kept != open {
                    let (place, who) = (walk.place(), rules.seat_name(who));
                    let (listed, not) = (names(&kept, &open), names(&open, &kept));
                    panic!(
                        "{}: {place}: {who} is offered {listed:?}, which a rule refuses, and not {not:?}, which none does; \
                         a rule that depends on more than the routes of a group must say so",
                        table.name
                    );
                }
            }
            if changed || walk.steps.is_multiple_of(course.once_in(8)) {
                assert_claims_are_listed(rules, &walk, &table.name);
                assert_holders_are_kept(look, &table.name);
            }
        }
    }
}

/// The routes of a side are those on which its pieces lie, and it has one in the cities where they end.
fn assert_holders_are_kept(look: Look<'_>, name: &str) {
    let board = look.board();
    for side in look.rules().side_ids() {
        let held: Vec<RouteId> = board.route_ids().filter(|route| look.is_held_by(*route, side)).collect();
        assert_eq!(
            look.routes_of(side).collect::<Vec<_>>(),
            held,
            "{name}: the routes of {}",
            look.rules().side_name(side)
        );
        let mut used = board.route_ids().filter(|route| held.contains(route) || look.is_public(*route));
        let network = look.network(side, Purpose::Reach);
        assert!(used.all(|route| network.edges.contains(&route)), "{name}: public routes are of every network");
        for city in board.city_ids() {
            let ends = held.iter().any(|route| board.route(*route).ends.contains(&city));
            assert_eq!(look.touches(side, city), ends, "{name}: {}", board.cities[city.index()].name);
        }
    }
}

/// Where claims are listed at all, they are those of the routes that can be claimed and paid, each with all its payments.
fn assert_claims_are_listed(rules: &Rules, walk: &Walk<'_>, name: &str) {
    let (Some(who), Some(claim)) = (rules.to_act(&walk.state).lowest(), rules.op_named("claim/route")) else { return };
    let mut space = ActionSpace::new(rules);
    rules.legal(&walk.state, who, &mut space);
    let mut listed: Vec<(u16, usize)> =
        space.families().filter(|(op, ..)| *op == claim).map(|(_, args, _, n)| (args[0], n)).collect();
    listed.sort_unstable();
    if listed.is_empty() {
        return;
    }
    let look = rules.look(&walk.state);
    let kinds: Vec<KindInfo> =
        rules.kinds().iter().map(|kind| KindInfo { colour: kind.colour, units: kind.units.max(1) }).collect();
    let purse = look.purse(who);
    let payments = |route: &RouteId| {
        let payer = Payer::new(&look.terms(who, *route).cost, &kinds).expect("a cost that is in the game");
        payer.count(&purse) as usize
    };
    let expected: Vec<(u16, usize)> =
        look.claimable(who).map(|route| (route.0, payments(&route))).filter(|(_, n)| *n > 0).collect();
    assert_eq!(listed, expected, "{name}: {}", walk.place());
}

/// What is left of a step is the list of legal actions of the next to act.
fn assert_is_the_list<'r>(
    rules: &'r Rules,
    state: &State,
    next: &ActionSpace<'r>,
    legal: &mut ActionSpace<'r>,
    place: &str,
) {
    let look = rules.look(state);
    for zone in (0..rules.zones().len()).map(ZoneId::at) {
        assert_eq!(look.ticket_count(zone), look.tickets(zone).len(), "{place}: tickets in {}", rules.zone(zone).name);
    }
    let Some(who) = rules.to_act(state).lowest() else {
        return assert!(next.is_empty(), "{place}: the game is over");
    };
    rules.legal(state, who, legal);
    assert_eq!(next.len(), legal.len(), "{place}");
    assert!(next.families().eq(legal.families()), "{place}");
    for i in [0, next.len() / 2, next.len() - 1] {
        assert_eq!(next.nth(i), legal.nth(i), "{place}: action {i}");
    }
}

/// The figures of a finished game are those of its sheet.
fn assert_same_figures(rules: &Rules, end: &State, figures: &mut Figures, name: &str) {
    rules.figures(end, figures);
    let sheet = rules.score(end);
    assert_eq!(figures.winners, sheet.winners, "{name}");
    assert_eq!(figures.exact, sheet.exact, "{name}");
    for (figures, side) in figures.sides.iter().zip(&sheet.sides) {
        assert_eq!(figures.total, side.total, "{name}");
        assert!(figures.lines.iter().copied().eq(side.lines.iter().map(|line| (line.note.msg, line.points))), "{name}");
        let outcomes = rules.look(end).outcomes(side.side);
        assert_eq!(figures.completed, outcomes.completed(), "{name}");
        assert_eq!(figures.completed + figures.failed, outcomes.tickets.len(), "{name}");
    }
}
