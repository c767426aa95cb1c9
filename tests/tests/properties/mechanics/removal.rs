//! A claim and its removal: together they leave the board as it was, for every route of every bundled board, and the
//! route is there for others.

use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use ttr_core::{Action, GameSource, PlayerId, RouteId};
use ttr_files::OwnedView;
use ttr_tests::props::{Table, Walk};
use ttr_tests::soak::tables;

/// Every bundled board with its own rules and controllers, for every number of players: so many that all players hold some,
/// and for routes of any length.
fn boards() -> Vec<Table> {
    let registry = ttr_variants::registry();
    let with_controllers = |(map, text): (&str, &str)| {
        let source = GameSource::new(map, text, 2);
        let plain = tables(&source).unwrap_or_else(|why| panic!("{map}: {why}"));
        let deck = &plain[0].rules.decks().last().expect("a deck").name;
        let card = "{ count = 60, controller = true, payable = false, price = 0 }";
        let source = source.with_set(format!("cards.decks.{deck}.controller={card}"));
        tables(&source.with_set("controllers={ longest = 255 }")).unwrap_or_else(|why| panic!("{map}: {why}"))
    };
    registry.maps().flat_map(with_controllers).collect()
}

/// The board part of a position: who holds what, where all pieces are, what stands in cities, and which routes are open to
/// whom. Not the cards, the clock, and the points that outlive a route (U14b).
#[derive(PartialEq, Debug)]
struct BoardPart {
    routes: Json,
    registers: BTreeMap<String, BTreeMap<String, i32>>,
    open: Vec<Vec<RouteId>>,
}

impl BoardPart {
    fn of(walk: &Walk<'_>) -> Self {
        let view = OwnedView::of(walk.rules.view(&walk.state, None));
        let mut registers = view.registers;
        registers.retain(|name, _| !["turns/", "route-points/"].iter().any(|module| name.starts_with(module)));
        let look = walk.rules.look(&walk.state);
        let open = walk.rules.player_ids().map(|who| look.claimable(who).collect()).collect();
        Self { routes: json!(view.routes), registers, open }
    }
}

/// Who has to decide, if somebody has.
fn next(walk: &Walk<'_>) -> Option<PlayerId> {
    walk.rules.to_act(&walk.state).iter().next()
}

/// The legal action of a player with this name that is about this route.
fn find(walk: &mut Walk<'_>, who: PlayerId, op: &str, route: RouteId) -> Option<Action> {
    let rules = walk.rules;
    rules.legal(&walk.state, who, &mut walk.space);
    walk.space.iter().find(|action| rules.op(action.op).name == op && action.route() == route)
}

/// Draws a card where that is possible, and else does the first thing that is legal.
fn draw(walk: &mut Walk<'_>) {
    let (rules, who) = (walk.rules, next(walk).expect("the game is on"));
    rules.legal(&walk.state, who, &mut walk.space);
    let blind = walk.space.iter().filter(|action| rules.op(action.op).name == "cards/blind").last();
    let action = blind.or_else(|| walk.space.iter().next()).expect("something is legal");
    walk.take(who, &action);
}

/// Whether a player is asked for the action of a turn.
fn in_turn(walk: &Walk<'_>) -> bool {
    walk.frame().is_some_and(|frame| walk.rules.decision(frame.decision).name == "core/turn")
}

/// A game on the empty board in which everybody holds two controllers.
fn all_hold_two(table: &Table) -> Walk<'_> {
    let rules = &*table.rules;
    let controller = rules.kind_named("controller").expect("a controller");
    let mut walk = Walk::new(rules, 1);
    for _ in 0..1000 {
        let hold = |who| rules.look(&walk.state).purse(who).of(controller) >= 2;
        if in_turn(&walk) && rules.player_ids().all(hold) {
            return walk;
        }
        draw(&mut walk);
    }
    panic!("{}: not everybody draws two controllers", table.name);
}

#[test]
fn claimed_and_removed_every_route_leaves_the_board_as_it_was_and_another_can_claim_it() {
    let mut compared: BTreeMap<String, usize> = BTreeMap::new();
    for table in boards() {
        let start = all_hold_two(&table);
        let before = BoardPart::of(&start);
        for route in table.rules.board().route_ids() {
            let place = format!("{}: {}", table.name, table.rules.board().route_name(route));
            let mut walk = start.fork();
            let play = |walk: &mut Walk<'_>, op: &str| {
                let who = next(walk).expect("the game is on");
                let action = find(walk, who, op, route).unwrap_or_else(|| panic!("{place}: {op} is not legal"));
                walk.take(who, &action);
                who
            };
            let one = play(&mut walk, "controllers/build");
            assert_ne!(BoardPart::of(&walk), before, "{place}");
            play(&mut walk, "controllers/remove");
            assert_eq!(BoardPart::of(&walk), before, "{place}");
            // With two players it is the turn of who had it before.
            while next(&walk) == Some(one) {
                draw(&mut walk);
            }
            let other = play(&mut walk, "controllers/build");
            assert_ne!(one, other, "{place}");
            assert!(walk.rules.look(&walk.state).held(route).iter().eq([other]), "{place}");
            *compared.entry(table.source.map.name.clone()).or_default() += 1;
        }
    }
    println!("claimed, removed and claimed by another: {compared:?}");
    assert_eq!(compared.len(), ttr_variants::registry().maps().count());
}

#[test]
fn so_does_a_claim_that_was_paid_for_in_any_random_game() {
    let boards = boards();
    let mut compared: BTreeMap<String, usize> = BTreeMap::new();
    for table in &boards {
        for seed in Table::seeds(60, boards.len()) {
            let mut walk = Walk::new(&table.rules, seed);
            while let Some((who, action)) = walk.choice() {
                if in_turn(&walk) && table.rules.op(action.op).name == "claim/route" {
                    let place = format!("{}: {}", table.name, walk.place());
                    let before = BoardPart::of(&walk);
                    let mut fork = walk.fork();
                    fork.take(who, &action);
                    let other = next(&fork).filter(|other| *other != who);
                    let removal = other.and_then(|other| find(&mut fork, other, "controllers/remove", action.route()));
                    if let (Some(other), Some(removal)) = (other, removal) {
                        fork.take(other, &removal);
                        assert_eq!(BoardPart::of(&fork), before, "{place}");
                        *compared.entry(table.source.map.name.clone()).or_default() += 1;
                    }
                }
                walk.take(who, &action);
            }
        }
    }
    println!("paid for and removed: {compared:?}");
    assert_eq!(compared.len(), ttr_variants::registry().maps().count());
}
