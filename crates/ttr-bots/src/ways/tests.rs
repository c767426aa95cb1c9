//! Ways compared with those found by trying every set of routes.

use super::*;
use ttr_core::{ActionSpace, GameSource, NoEvents, SeededChance, State, compile};
use ttr_tests::seams;

fn pieces(view: View<'_>, route: RouteId) -> Option<u32> {
    view.terms(route).map(|terms| u32::from(terms.pieces) + u32::from(terms.aside))
}

/// Whether these routes complete a ticket with at most one route of each group of choices.
fn completes(ways: &Ways<'_>, ticket: TicketId, more: &[RouteId]) -> bool {
    ways.combinations().iter().any(|used| {
        let net = ways.now().with(more.iter().chain(used).copied());
        ways.rules.outcome_on(&net, ticket).completed
    })
}

/// The least cost at which a ticket can be completed, by trying every set of open routes.
fn by_hand(ways: &Ways<'_>, ticket: TicketId, open: &[RouteId]) -> Option<u32> {
    let sets = 0..1u32 << open.len();
    let sets = sets.map(|bits| -> Vec<RouteId> {
        open.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0).map(|(_, route)| *route).collect()
    });
    let cost = |set: &Vec<RouteId>| set.iter().map(|route| ways.cost[route.index()]).sum::<u32>();
    let mut best: Option<u32> = None;
    for set in sets {
        if best.is_none_or(|best| cost(&set) < best) && completes(ways, ticket, &set) {
            best = Some(cost(&set));
        }
    }
    best
}

fn compare(view: View<'_>, open_at_most: usize, seen: &mut [usize; 4]) {
    let ways = Ways::new(view, |route| pieces(view, route));
    let open: Vec<RouteId> =
        view.board().route_ids().filter(|route| !matches!(ways.cost[route.index()], 0 | CLOSED)).collect();
    if open.len() > open_at_most {
        return;
    }
    seen[3] += ways.choices.len();
    for ticket in view.board().ticket_ids() {
        let least = by_hand(&ways, ticket, &open);
        let pair = view.board().tickets[ticket.index()].cities.len() == 2;
        match (ways.of(ticket), least) {
            (Found::Way(way), Some(least)) if pair => {
                assert_eq!(way.cost, least);
                seen[0] += 1;
            }
            (Found::Way(way), Some(least)) => {
                // To join more than two cities at least cost is hard; this comes near.
                assert!(way.cost <= least + least / 2, "{way:?} costs {}, not {least}", way.cost);
                assert!(completes(&ways, ticket, &way.routes));
                seen[1] += 1;
            }
            (Found::NoneLeft, None) => seen[2] += 1,
            (found, least) => panic!("{found:?}, but {least:?} by hand"),
        }
    }
}

fn played(source: &GameSource, seed: u64, mut look: impl FnMut(View<'_>)) {
    let rules = compile(&seams::registry(), source).unwrap_or_else(|_| panic!("a game")).rules;
    let mut chance = SeededChance::new(seed);
    let mut st: State = rules.start(&mut chance, &mut NoEvents).expect("it begins");
    let mut space = ActionSpace::new(&rules);
    for n in 0u64.. {
        let Some(who) = rules.to_act(&st).lowest() else { break };
        rules.legal(&st, who, &mut space);
        if n % 9 == seed % 9 {
            look(rules.view(&st, Some(who)));
        }
        let claims = space.families().filter(|(op, ..)| rules.op(*op).pays).map(|(_, _, first, _)| first);
        let claims: Vec<usize> = claims.collect();
        let luck = (seed.wrapping_mul(31) + n.wrapping_mul(2_654_435_761)) as usize;
        let i = if !luck.is_multiple_of(3) && !claims.is_empty() {
            claims[luck % claims.len()]
        } else {
            luck % space.len()
        };
        let action = space.nth(i);
        rules.apply_listed(&mut st, who, &action, &mut chance, &mut NoEvents, &mut space).expect("it is legal");
    }
}

#[test]
fn ways_are_the_cheapest_with_every_mechanic() {
    let mut seen = [0; 4];
    for seed in 0..40 {
        let source = seams::source(2 + seed as usize % 3, seams::ALL);
        played(&source, seed, |view| compare(view, 9, &mut seen));
    }
    let [pairs, tours, none, choices] = seen;
    assert!(pairs > 300 && tours > 100 && none > 50 && choices > 20, "{seen:?}");
}
