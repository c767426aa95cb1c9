//! What the players of a side have in common, and what all have.

use super::scene::{Scene, player, rules, scene};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use ttr_core::{ActionSpace, CardBag, Payer, PlayerId, SeededChance, SideId, What, compile};
use ttr_files::names;
use ttr_tests::props::{self, Table};
use ttr_tests::seams::{registry, source};

const DEAL: &str = "red red blue blue wild blue red red red red";
const TEAMS: &[&str] = &["rack=true", "teams=true"];

/// Four players, of whom the first and the third have each put a card on their rack: red, and blue or wild.
fn with_rack(third: &str, set: &[&str]) -> Scene {
    let mut scene = scene(4, &[TEAMS, set].concat(), DEAL);
    // The first player has but red cards: no choice, which nobody learns.
    scene.act(1, json!({ "op": "rack/call" })).only(1);
    scene.act(3, json!({ "op": "rack/put", "card": third }));
    scene
}

#[test]
fn partners_have_a_place_in_common_that_others_do_not_see() {
    let scene = with_rack("wild", &[]);
    assert_eq!(scene.zone("rack", 1), scene.zone("rack", 3));
    assert_ne!(scene.zone("rack", 1), scene.zone("rack", 2));
    assert_eq!((scene.cards("rack", 1), scene.cards("rack", 4)), ("1 red, 1 wild".to_owned(), "no card".to_owned()));
    for (seat, sees) in [(0, false), (1, true), (2, false), (3, true), (4, false)] {
        let view = scene.view(seat);
        let rack = view.zones.iter().find(|z| z.owner.as_deref() == Some("player 1 & player 3") && z.name == "rack");
        let rack = rack.expect("the rack");
        assert_eq!(rack.side, ["player 1", "player 3"]);
        assert_eq!((rack.cards.is_some(), rack.backs["train"], rack.known.is_empty()), (sees, 2, true), "seat {seat}");
        let viewer = seat.checked_sub(1).map(PlayerId::at);
        let heard: Vec<Json> = scene.events.iter().map(|e| names::event_json(scene.rules(), e, viewer)).collect();
        let moved: Vec<&Json> = heard.iter().filter(|e| e["event"] == "cards").collect();
        assert_eq!(moved.len(), 2, "both cards are put when both have chosen");
        for event in moved {
            assert_eq!(event["to"], json!({ "zone": "rack", "side": [1, 3] }));
            assert_eq!(event.get("cards").is_some(), sees, "seat {seat}");
        }
    }
    let told = |seat: usize| scene.rules().event_text(&scene.events[0], Some(player(seat)));
    assert!(!told(2).contains("wild"), "{}", told(2));
}

#[test]
fn a_payment_is_of_all_purses_and_takes_from_them_in_order() {
    let mut scene = with_rack("blue", &[]);
    scene.idle(2);
    // Player 3: a wild in hand, red and blue on the rack.
    assert_eq!((scene.hand(3), scene.cards("rack", 3)), ("1 wild".to_owned(), "1 blue, 1 red".to_owned()));
    assert_eq!(scene.payments(3, "Bex-Cor"), ["1 blue, 1 wild", "1 red, 1 wild"]);
    assert_eq!(scene.payments(3, "Cor-Dun"), ["1 red, 1 wild"]);
    scene.claim(3, "Bex-Cor", json!({ "red": 1, "wild": 1 })).idle(4);
    assert_eq!((scene.hand(3), scene.cards("rack", 3)), ("no card".to_owned(), "1 blue".to_owned()));
    // The hand first, then the rack, then what is everybody's.
    scene
        .next("blue red")
        .idle(1)
        .act(2, json!({ "op": "rack/give", "card": "blue" }))
        .next("blue blue")
        .idle(3)
        .idle(4);
    assert_eq!((scene.hand(1), scene.cards("kitty", 0)), ("1 blue, 2 red".to_owned(), "1 blue".to_owned()));
    assert_eq!(scene.payments(1, "Esk-Ada"), ["3 blue"], "of three places");
    scene.claim(1, "Esk-Ada", json!({ "blue": 3 }));
    let left = (scene.hand(1), scene.cards("rack", 1), scene.cards("kitty", 0));
    assert_eq!(left, ("2 red".to_owned(), "no card".to_owned(), "no card".to_owned()));
}

#[test]
fn payments_from_several_places_are_those_of_all_cards_together() {
    let table = Table::new(registry, source(4, TEAMS));
    let mut mixed = 0;
    for seed in Table::seeds(6, 3) {
        let (game, _) = props::whole_game(&table.rules, seed);
        let rules = game.rules();
        let mut chance = SeededChance::new(seed);
        let mut st = rules.start(&mut chance, &mut ttr_core::NoEvents).expect("setup");
        for step in game.steps() {
            let look = rules.look(&st);
            let zones = ["hand", "rack"].map(|name| rules.zone_named(name, Some(step.who)).expect("a zone"));
            let kitty = rules.zone_named("kitty", None).expect("a zone");
            let bags = [look.bag(zones[0]), look.bag(zones[1]), look.bag(kitty)];
            let all = bags.iter().fold(CardBag::EMPTY, |sum, bag| sum.plus(bag).expect("few cards"));
            assert_eq!(look.purse(step.who), all);
            let mut space = ActionSpace::new(rules);
            rules.legal(&st, step.who, &mut space);
            let claim = rules.op_named("claim/route").expect("claims");
            if rules.decision(look.frames().last().expect("a frame").decision).name == "core/turn" {
                for route in look.claimable(step.who) {
                    let listed: Vec<CardBag> =
                        space.iter().filter(|a| a.op == claim && a.route() == route).map(|a| a.pay).collect();
                    let kinds: Vec<_> = (rules.kinds().iter())
                        .map(|k| ttr_core::cost::KindInfo { colour: k.colour, units: k.units })
                        .collect();
                    let payer = Payer::new(&look.terms(step.who, route).cost, &kinds).expect("a cost");
                    assert_eq!(listed, payer.list(&all));
                    mixed += listed.iter().filter(|pay| !bags.iter().any(|bag| pay.within(bag))).count();
                }
            }
            rules.apply(&mut st, step.who, &step.action, &mut chance, &mut ttr_core::NoEvents).expect("as before");
        }
    }
    assert!(mixed > 50, "{mixed} payments of several places");
}

#[test]
fn what_was_paid_comes_back_to_where_it_came_from() {
    let mut scene = with_rack("blue", &["tunnels=true"]);
    scene.idle(2);
    let before = (scene.hand(3), scene.cards("rack", 3));
    scene.next("red red red").claim(3, "Bex-Cor", json!({ "red": 1, "wild": 1 })).only(3);
    assert!(scene.happened(|e| matches!(e, What::ClaimDropped { .. })), "nothing is left to pay with");
    assert_eq!((scene.hand(3), scene.cards("rack", 3)), before);
    assert_eq!(scene.cards("escrow", 0), "no card");
    // Everybody has seen the cards.
    let view = scene.view(0);
    let rack = view.zones.iter().find(|z| z.side.len() == 2 && z.name == "rack").expect("the rack");
    assert_eq!(rack.known, [("red".to_owned(), 1)].into());
    assert!(!view.registers.keys().any(|name| name.contains("laid from")), "nothing is remembered: {view:?}");
}

#[test]
fn while_a_claim_waits_all_know_where_its_cards_came_from() {
    let mut scene = with_rack("blue", &["tunnels=true"]);
    scene.next("red red").idle(2).next("red blue").idle(3).idle(4).next("wild blue").idle(1).idle(2);
    assert_eq!(
        (scene.hand(3), scene.cards("rack", 3)),
        ("1 blue, 1 red, 1 wild".to_owned(), "1 blue, 1 red".to_owned())
    );
    scene.next("red blue blue").claim(3, "Bex-Cor", json!({ "red": 2 }));
    assert_eq!((scene.cards("escrow", 0), scene.register("rack/laid from rack", "red")), ("2 red".to_owned(), 1));
    let mut given_up = Scene { game: scene.game.clone(), chance: scene.chance.clone(), events: Vec::new() };
    given_up.act(3, json!({ "op": "tunnels/decline" }));
    assert_eq!(
        (given_up.hand(3), given_up.cards("rack", 3), given_up.register("rack/laid from rack", "red")),
        ("1 blue, 1 red, 1 wild".to_owned(), "1 blue, 1 red".to_owned(), 0)
    );
    scene.act(3, json!({ "op": "tunnels/pay", "pay": { "wild": 1 } }));
    assert_eq!((scene.held("Bex-Cor"), scene.register("rack/laid from rack", "red")), (vec![3], 0));
}

#[test]
fn a_side_of_one_has_its_places_too() {
    let mut scene = scene(2, TEAMS, "red red blue blue wild blue");
    scene.act(1, json!({ "op": "rack/call" })).only(1);
    assert_eq!((scene.hand(1), scene.cards("rack", 1)), ("1 red".to_owned(), "1 red".to_owned()));
    assert_ne!(scene.zone("rack", 1), scene.zone("rack", 2));
    scene.act(2, json!({ "op": "rack/give", "card": "blue" })).claim(1, "Bex-Cor", json!({ "red": 2 }));
    assert_eq!((scene.hand(1), scene.cards("rack", 1)), ("no card".to_owned(), "no card".to_owned()));
}

#[test]
fn goals_of_a_side_score_once_and_are_named_by_both() {
    let mut scene = scene(4, TEAMS, DEAL);
    let ticket = names::ticket_from(scene.rules(), &json!({ "cities": ["Ada", "Bex"] })).err();
    assert!(ticket.is_some(), "no such ticket");
    let ticket = names::ticket_from(scene.rules(), &json!({ "cities": ["Bex", "Dun"] })).expect("a ticket");
    scene.chance.push("ticket deck", [ticket.0]);
    scene.act(1, json!({ "op": "rack/goal" })).idle(2);
    assert_eq!(scene.look().tickets_of(SideId(0)), [ticket], "not once for each player");
    assert_eq!(scene.points(1, "tickets/failed"), Some(-4));
    let own = |seat: usize| scene.rules().view(scene.game.state(), Some(player(seat))).own_tickets();
    assert_eq!((own(1), own(3), own(2)), (vec![ticket], vec![ticket], vec![]));
    assert!(scene.view(2).zones.iter().any(|z| z.name == "goals" && z.tickets == [None]));
    assert!(scene.legal(3).contains(&"puts Bex - Dun back".to_owned()));
    scene.act(3, json!({ "op": "rack/back", "tickets": [{ "cities": ["Bex", "Dun"] }] }));
    assert_eq!(scene.look().tickets_of(SideId(0)), []);
}

#[test]
fn a_new_deal_leaves_a_side_what_it_sees() {
    let scene = with_rack("wild", &[]);
    let racks = |seat: usize| -> BTreeSet<String> {
        let view = scene.rules().view(scene.game.state(), Some(player(seat)));
        let mut found = BTreeSet::new();
        for seed in 0..60 {
            let st = scene.rules().determinize(&view, &mut SeededChance::new(seed));
            found.insert(scene.rules().cards_text(&scene.rules().look(&st).bag(scene.zone("rack", 1))));
        }
        found
    };
    for partner in [1, 3] {
        assert_eq!(racks(partner), BTreeSet::from(["1 red, 1 wild".to_owned()]), "seat {partner}");
    }
    for other in [2, 4] {
        assert!(racks(other).len() > 3, "seat {other}: {:?}", racks(other));
    }
}

#[test]
fn sides_come_before_what_they_have() {
    // `early` comes before `teams`, and does not require it.
    let failed = compile(&registry(), &source(4, &["early=true", "teams=true"])).expect_err("sides too late");
    let text = failed.to_string();
    assert!(
        text.contains("makes the sides too late: `early` has places of each side, and must require `teams`"),
        "{text}"
    );
    let alone = rules(4, &["early=true"]);
    assert_eq!(alone.zones().iter().filter(|zone| zone.name == "early places").count(), 4, "each player is a side");
}

#[test]
fn sides_have_names() {
    let rules = rules(4, &["teams.names=[\"North\", \"South\"]"]);
    assert_eq!(rules.side_name(SideId(1)), "South (player 2 & player 4)");
}
