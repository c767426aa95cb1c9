//! The choice of pieces at setup is sealed (W7): with every number of players, in every order of answers, nobody sees or
//! hears anything of another's choice before the last one is made, and the order leaves no trace.

use ttr_core::{Action, ActionSpace, Event, GameSource, PlayerId, Rules, SeededChance, State, What};
use ttr_files::names;
use ttr_tests::props::{Rng, Style, Table, Walk, choose, look_alike, orders_of, viewers};

const CHOICE: &str = "fleet/choice";

/// A game of the World at the choice of pieces.
fn at_the_choice(rules: &Rules, seed: u64) -> Walk<'_> {
    let mut walk = Walk::new(rules, seed);
    while walk.frame().is_some_and(|f| rules.decision(f.decision).name != CHOICE) {
        assert!(walk.step(), "the pieces are never chosen");
    }
    walk
}

/// For every player two different choices.
fn choices(walk: &Walk<'_>, rng: &mut Rng) -> Vec<[Action; 2]> {
    let mut space = ActionSpace::new(walk.rules);
    let mut one_of = |who| {
        walk.rules.legal(&walk.state, who, &mut space);
        choose(&space, rng, Style::Uniform).expect("who is asked can answer")
    };
    let mut choices = Vec::new();
    for who in walk.rules.player_ids() {
        let one = one_of(who);
        let other = std::iter::repeat_with(|| one_of(who)).find(|other| *other != one).expect("there is another way");
        choices.push([one, other]);
    }
    choices
}

/// The position after these answers, with what happened.
fn answered(walk: &Walk<'_>, answers: &[(PlayerId, Action)]) -> (State, Vec<Event>) {
    let (mut state, mut chance, mut events) = (walk.state.clone(), walk.chance.clone(), Vec::new());
    for (who, action) in answers {
        walk.rules.apply(&mut state, *who, action, &mut chance, &mut events).expect("a listed answer");
    }
    (state, events)
}

fn told(rules: &Rules, events: &[Event], viewer: Option<PlayerId>) -> Vec<String> {
    events
        .iter()
        .map(|event| names::event_json(rules, event, viewer).to_string() + &rules.event_text(event, viewer))
        .collect()
}

#[test]
fn nobody_learns_of_a_choice_before_all_have_chosen_and_the_order_means_nothing() {
    let registry = ttr_variants::registry();
    let map = registry.find_map("world").expect("a bundled map");
    let (mut compared, mut orders) = (0, 0);
    for players in 2..=5 {
        let table = Table::new(ttr_variants::registry, GameSource::new("world", map, players));
        let rules = &*table.rules;
        for seed in Table::seeds(3, 1) {
            let walk = at_the_choice(rules, seed);
            let mut rng = Rng::new(seed);
            let choices = choices(&walk, &mut rng);
            let seats: Vec<PlayerId> = rules.player_ids().collect();
            let mut end: Option<(State, Vec<Event>)> = None;
            for order in orders_of(&seats) {
                let place = format!("{players} players, seed {seed}, order {order:?}");
                for n in 1..players {
                    for viewer in viewers(rules) {
                        compared += 1;
                        let answers = |which: usize| -> Vec<(PlayerId, Action)> {
                            let own = |who: PlayerId| if Some(who) == viewer { 0 } else { which };
                            order[..n].iter().map(|who| (*who, choices[who.index()][own(*who)])).collect()
                        };
                        // The same answers but for those of others: two games that the viewer can't tell apart.
                        let [(one, events), (two, others)] = [0, 1].map(|which| answered(&walk, &answers(which)));
                        assert_eq!(look_alike(rules, &one, &two, viewer), Ok(()), "{place}: {viewer:?} sees it");
                        assert_eq!(
                            told(rules, &events, viewer),
                            told(rules, &others, viewer),
                            "{place}: {viewer:?} hears it"
                        );
                        let deal = |state| rules.determinize(&rules.view(state, viewer), &mut SeededChance::new(seed));
                        assert_eq!(deal(&one), deal(&two), "{place}: it goes into a new deal for {viewer:?}");
                        // Nothing has been opened: no piece has moved.
                        assert!(!events.iter().any(|e| matches!(e.what, What::Pieces { .. })), "{place}");
                    }
                }
                let all: Vec<(PlayerId, Action)> = order.iter().map(|who| (*who, choices[who.index()][0])).collect();
                let (state, mut events) = answered(&walk, &all);
                // Who answered when is told; what was answered is opened in one order.
                events.retain(|e| !matches!(e.what, What::Chose { sealed: true, .. } | What::Asked { .. }));
                let first = end.get_or_insert_with(|| (state.clone(), events.clone()));
                assert_eq!((&state, &events), (&first.0, &first.1), "{place}: the order has left a trace");
                orders += 1;
            }
            let (state, events) = end.expect("an order");
            let look = rules.look(&state);
            for who in rules.player_ids() {
                let chosen = choices[who.index()][0].args;
                let pieces = (0..rules.pieces().len()).map(ttr_core::PieceId::at).filter(|p| rules.piece(*p).claims);
                let stock: Vec<i32> = pieces.map(|piece| look.stock(who, piece)).collect();
                assert_eq!(stock, chosen[..stock.len()].iter().map(|n| i32::from(*n)).collect::<Vec<_>>());
            }
            // Then everybody hears of all of them.
            assert_eq!(told(rules, &events, None), told(rules, &events, Some(PlayerId(0))));
        }
    }
    println!("{compared} comparisons, {orders} orders");
    assert_eq!(orders % (2 + 6 + 24 + 120), 0);
}
