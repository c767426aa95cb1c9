//! A board with a deck of six cards and five tickets, on which everything can be enumerated.

use super::{Branches, Table, Walk, viewers};
use crate::judge::{Judge, World, cards_text, ticket_text, tickets_text, zone_key};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use ttr_core::{GameSource, Holds, Rules, State, ZoneId};
use ttr_files::{OwnedView, names};

/// Four cities, six cards, five tickets, and the classic modules.
pub const TINY: &str = r#"
format = 1
name = "Tiny"
routes = [
    { between = ["Aa", "Bee"], length = 1, colour = "red" },
    { between = ["Bee", "Cee"], length = 2, tracks = ["gray", "gray"] },
    { between = ["Cee", "Dee"], length = 1, colour = "blue" },
    { between = ["Dee", "Aa"], length = 2, colour = "gray" },
]
tickets = [
    { cities = ["Aa", "Bee"], points = 1 },
    { cities = ["Aa", "Cee"], points = 3 },
    { cities = ["Bee", "Cee"], points = 2 },
    { cities = ["Bee", "Dee"], points = 3 },
    { cities = ["Cee", "Dee"], points = 1 },
]

[cities]
Aa = {}
Bee = {}
Cee = {}
Dee = {}

[rules]
name = "Tiny"
turns = { first = 1, limit = 12 }
pieces = { train = 4 }
claim = true
route-points = true
double-routes = true
longest-path = true
victory = { ties = ["completed-tickets", "longest-path"] }
end = { pieces = 0, turns = 1 }
tickets = { deal = 2, keep = 1, draw = { take = 2, keep = 1 } }

[rules.players]
min = 2
max = 3

[rules.row]
size = 1
limit = { wild = 1 }

[rules.cards]
deal = 1
decks.train = { red = 2, blue = 2, wild = { count = 2, wild = true, price = 2 } }
"#;

/// A table at the tiny board.
pub fn tiny(players: usize) -> Table {
    let source = GameSource::new("tiny", TINY, players);
    // So that there are tickets left.
    let source = if players > 2 { source.with_set("tickets.deal=1") } else { source };
    Table::new(ttr_variants::registry, source)
}

/// What really lies where in a position.
pub fn world(rules: &Rules, state: &State) -> World {
    let look = rules.look(state);
    let view = serde_json::to_value(OwnedView::of(rules.view(state, None))).expect("a view is plain data");
    let mut world = World::new();
    for (i, zone) in view["zones"].as_array().expect("zones").iter().enumerate() {
        let id = ZoneId::at(i);
        if rules.zone(id).holds == Holds::Cards {
            let cards: BTreeMap<String, u64> =
                look.bag(id).iter().map(|(k, n)| (rules.kind(k).name.clone(), n.into())).collect();
            if !cards.is_empty() {
                world.insert(zone_key(zone), cards_text(&cards));
            }
        } else if !zone["tickets"].is_null() || !zone["in_order"].is_null() {
            let tickets: Vec<String> =
                look.tickets(id).into_iter().map(|t| ticket_text(&names::ticket(rules, t))).collect();
            let loose = zone["tickets"].as_array().map_or(0, Vec::len);
            world.insert(zone_key(zone), tickets_text(&tickets[..loose], &tickets[loose..]));
        }
    }
    for who in rules.player_ids() {
        let own = OwnedView::of(rules.view(state, Some(who)));
        for sealed in own.sealed.iter().filter(|s| s.who == rules.seat_name(who)) {
            let answer = sealed.answer.as_ref().expect("one's own answer");
            world.insert(format!("answer of {}", sealed.who), answer["tickets"].to_string());
        }
    }
    world
}

/// More ways to deal than this are not gone through.
const MOST_DEALS: usize = 20_000;

/// On the tiny board, determinization reaches every world that a viewer can't rule out, and no other. Gives the number
/// of worlds that were compared, and of those of the position that left most open.
pub fn new_deals_are_exhaustive(players: usize, seeds: impl Iterator<Item = u64>) -> (usize, usize) {
    let table = tiny(players);
    let rules = &*table.rules;
    let judge = Judge::new(TINY, None, players);
    let (mut compared, mut most, mut skipped) = (0, 0, 0);
    for seed in seeds {
        let mut walk = Walk::new(rules, seed);
        loop {
            for viewer in viewers(rules) {
                let view = rules.view(&walk.state, viewer);
                let json = serde_json::to_value(OwnedView::of(view)).expect("a view is plain data");
                let mut chance = Branches::default();
                let (mut deals, mut n) = (HashSet::new(), 0);
                loop {
                    deals.insert(rules.determinize(&view, &mut chance));
                    n += 1;
                    if !chance.next_leaf() || n > MOST_DEALS {
                        break;
                    }
                }
                if n > MOST_DEALS {
                    skipped += 1;
                    continue;
                }
                let reached: BTreeSet<World> = deals.iter().map(|state| world(rules, state)).collect();
                let expected = judge.worlds(&json, 1);
                let place = format!("{}, seen by {viewer:?}", walk.place());
                assert!(expected.contains(&world(rules, &walk.state)), "{place}: the judge rules out what is");
                if let Some(world) = reached.difference(&expected).next() {
                    panic!("{place}: reached, but ruled out: {world:#?}\nby {json:#}");
                }
                if let Some(world) = expected.difference(&reached).next() {
                    panic!("{place}: possible, but never reached: {world:#?}\nby {json:#}");
                }
                compared += reached.len();
                most = most.max(reached.len());
            }
            if !walk.step() {
                break;
            }
        }
    }
    println!("{players} players: {skipped} views left too much open");
    (compared, most)
}
