//! Claims within claims, claims that are given up, free claims, and rows with limits.

use super::scene::{DOZER, Scene, scene, scene_by};
use serde_json::{Value as Json, json};
use ttr_core::{GameSource, What, compile};
use ttr_tests::seams::{RULES, Spur};

#[test]
fn a_declared_claim_can_ask_for_more_and_be_given_up() {
    let deal = "red red blue wild blue red";
    let start = |turned: &str| {
        let mut scene = scene(2, &["tunnels=true"], deal);
        scene.next(turned).claim(1, "Bex-Cor", json!({ "red": 2 }));
        scene
    };
    // Nothing matches: the claim stands at once.
    let scene = start("blue blue blue");
    assert_eq!((scene.held("Bex-Cor"), scene.turn_of()), (vec![1], 2));
    assert_eq!(scene.cards("train discards", 0), "3 blue, 2 red");
    // A wild matches, and there is nothing to pay with: only giving up is left, and the cards go back.
    let mut scene = start("blue wild blue");
    assert_eq!((scene.legal(1), scene.held("Bex-Cor")), (vec!["gives up the tunnel".to_owned()], vec![]));
    scene.only(1);
    assert_eq!((scene.held("Bex-Cor"), scene.hand(1), scene.turn_of()), (vec![], "2 red".to_owned(), 2));
    assert!(scene.happened(|e| matches!(e, What::ClaimDropped { .. })));
    assert_eq!((scene.stock(1), scene.cards("escrow", 0)), (12, "no card".to_owned()));
    // The other player can pay or decline.
    let mut scene = start("blue wild blue");
    scene.next("blue red red").only(1).claim(2, "Bex-Cor", json!({ "blue": 1, "wild": 1 })).only(2);
    assert_eq!(scene.to_act(), [1], "player 2 had nothing left to pay with");
    assert_eq!((scene.hand(2), scene.held("Bex-Cor")), ("1 blue, 1 wild".to_owned(), vec![]));
    let mut scene = scene_with_surcharge();
    assert_eq!(scene.legal(1), ["pays 1 red more", "pays 1 wild more", "gives up the tunnel"]);
    assert_eq!(scene.cards("escrow", 0), "2 red");
    scene.act(1, json!({ "op": "tunnels/pay", "pay": { "wild": 1 } }));
    assert_eq!((scene.held("Bex-Cor"), scene.hand(1)), (vec![1], "1 red".to_owned()));
    assert_eq!(scene.cards("train discards", 0), "2 blue, 3 red, 1 wild");
    let mut scene = scene_with_surcharge();
    scene.act(1, json!({ "op": "tunnels/decline" }));
    assert_eq!((scene.held("Bex-Cor"), scene.hand(1)), (vec![], "3 red, 1 wild".to_owned()));
    assert_eq!((scene.cards("train discards", 0), scene.turn_of()), ("2 blue, 1 red".to_owned(), 2));
}

fn scene_with_surcharge() -> Scene {
    let mut scene = scene(2, &["tunnels=true", "cards.deal=4"], "red red red wild blue blue blue blue blue red");
    scene.next("blue red blue").claim(1, "Bex-Cor", json!({ "red": 2 }));
    scene
}

#[test]
fn a_committed_claim_still_has_its_cards() {
    let mut scene = scene(2, &["flags=true", "cards.deal=3"], "red wild blue red red red blue red");
    scene.claim(1, "Bex-Cor", json!({ "red": 1, "wild": 1 }));
    assert_eq!(scene.legal(1), ["keeps red", "keeps wild", "keeps none"]);
    assert_eq!((scene.held("Bex-Cor"), scene.cards("escrow", 0)), (vec![1], "1 red, 1 wild".to_owned()));
    scene.act(1, json!({ "op": "flags/keep", "card": "wild" }));
    assert_eq!((scene.cards("flags", 1), scene.cards("train discards", 0)), ("1 wild".to_owned(), "1 red".to_owned()));
    // A zone of a player that all see.
    let flags = scene.view(0).zones.into_iter().find(|z| z.name == "flags").expect("a zone");
    assert_eq!(flags.cards.expect("for all to see").into_iter().collect::<Vec<_>>(), [("wild".to_owned(), 1)]);
    // Another one of a second kind makes a set, which is banked at the end of the turn.
    scene.idle(2).claim(1, "Dun-Esk", json!({ "blue": 1 }));
    assert_eq!(scene.points(1, "flags/sets"), None);
    scene.act(1, json!({ "op": "flags/keep", "card": "blue" }));
    assert_eq!((scene.points(1, "flags/sets"), scene.cards("flags", 1)), (Some(5), "no card".to_owned()));
    assert_eq!(scene.rules().score(scene.game.state()).sides[0].total, 2 + 1 + 5, "banked points are public");
}

#[test]
fn a_claim_within_a_claim_leaves_the_cards_of_the_first_alone() {
    let set = ["flags=true", "extension=true", "double-routes.single-up-to=0"];
    let mut scene = scene(2, &set, "red red blue blue blue red");
    // Cor-Dun brings Dun-Esk for nothing; the cards paid for Cor-Dun are still there to be kept.
    scene.claim(1, "Cor-Dun", json!({ "red": 2 }));
    assert_eq!((scene.held("Cor-Dun"), scene.held("Dun-Esk")), (vec![1], vec![1]));
    assert_eq!(
        (scene.cards("escrow", 0), scene.legal(1)),
        ("2 red".to_owned(), vec!["keeps red".to_owned(), "keeps none".to_owned()])
    );
    scene.act(1, json!({ "op": "flags/keep", "card": "red" }));
    assert_eq!((scene.cards("flags", 1), scene.cards("train discards", 0)), ("1 red".to_owned(), "1 red".to_owned()));
    assert_eq!((scene.stock(1), scene.turn_of()), (9, 2));
}

#[test]
fn a_claim_within_a_claim_has_cards_of_its_own() {
    let spur = |scene: &Scene, route: &str, pay: Json| json!({ "op": "spur/lay", "route": scene.route_json(route), "pay": pay });
    let none = || "no card".to_owned();
    let mut scene = scene(2, &["spur=true", "cards.deal=4"], "red red blue blue red red red red blue red");
    // The spur stands and its card is put away; those of the first claim wait.
    scene.claim(1, "Cor-Dun", json!({ "red": 2 }));
    assert_eq!(scene.legal(1), ["lays a spur on Dun - Esk with 1 blue", "lays no spur"]);
    scene.act(1, spur(&scene, "Dun-Esk", json!({ "blue": 1 })));
    assert_eq!((scene.held("Dun-Esk"), scene.held("Cor-Dun")), (vec![1], vec![]));
    assert_eq!((scene.cards("escrow", 0), scene.cards("train discards", 0)), ("2 red".into(), "1 blue".into()));
    // The first claim stands as well, or is given up and has its own cards back.
    let mut given_up = Scene { game: scene.game.clone(), chance: scene.chance.clone(), events: Vec::new() };
    scene.act(1, json!({ "op": "spur/go-on" }));
    assert_eq!((scene.held("Cor-Dun"), scene.hand(1)), (vec![1], "1 blue".into()));
    assert_eq!((scene.cards("escrow", 0), scene.cards("train discards", 0)), (none(), "1 blue, 2 red".into()));
    given_up.act(1, json!({ "op": "spur/give-up" }));
    assert_eq!((given_up.held("Cor-Dun"), given_up.hand(1)), (vec![], "1 blue, 2 red".into()));
    assert_eq!((given_up.cards("escrow", 0), given_up.cards("train discards", 0)), (none(), "1 blue".into()));
}

#[test]
fn a_claim_within_a_claim_is_given_up_alone() {
    let start = |turned: &str| {
        let set = ["spur.longest=2", "tunnels=true", "pool=true", "cards.deal=4"];
        let mut scene = scene(2, &set, "red red blue blue red red red red blue red");
        for card in ["red", "blue", "blue"] {
            scene.act(1, json!({ "op": "pool/share" })).act(1, json!({ "op": "pool/put", "card": card })).idle(2);
        }
        scene.claim(1, "Cor-Dun", json!({ "red": 2 })).next(turned);
        let spur = json!({ "op": "spur/lay", "route": scene.route_json("Bex-Cor"), "pay": { "blue": 2 } });
        scene.act(1, spur);
        scene
    };
    // A tunnel looks at its own cards: what was laid before does not match.
    let mut scene = start("red red red");
    assert_eq!((scene.held("Bex-Cor"), scene.cards("escrow", 0)), (vec![1], "2 red".into()));
    // Each claim knows which of its cards came from the pool.
    scene.act(1, json!({ "op": "spur/give-up" }));
    assert_eq!((scene.hand(1), scene.cards("pool", 1)), ("1 red".into(), "1 red".into()));
    assert_eq!(
        (scene.cards("escrow", 0), scene.cards("train discards", 0)),
        ("no card".into(), "2 blue, 3 red".into())
    );
    // With nothing to pay for a card that matches, the tunnel is given up; the first claim goes on with its cards.
    let mut scene = start("red blue red");
    scene.only(1);
    assert_eq!((scene.held("Bex-Cor"), scene.cards("escrow", 0)), (vec![], "2 red".into()));
    assert_eq!((scene.hand(1), scene.cards("pool", 1)), ("no card".into(), "2 blue".into()));
    scene.act(1, json!({ "op": "spur/go-on" }));
    assert_eq!((scene.held("Cor-Dun"), scene.cards("escrow", 0)), (vec![1], "no card".into()));
    assert_eq!(scene.cards("train discards", 0), "1 blue, 4 red");
}

/// A board for bundled modules in claims within claims.
const SPURS: &str = r#"
format = 1
name = "Spurs"
routes = [
    { between = ["Bex", "Cor"], length = 2, colour = "gray", tunnel = true },
    { between = ["Cor", "Dun"], length = 2, colour = "red" },
    { between = ["Dun", "Esk"], length = 1, colour = "blue" },
]
tickets = [{ cities = ["Bex", "Esk"], points = 5 }]

[cities]
Bex = {}
Cor = {}
Dun = {}
Esk = {}
"#;

#[test]
fn bundled_modules_look_at_the_cards_of_a_claim_within_a_claim() {
    let start = |set: &[&str], turned: &str, spur: &str, pay: Json| {
        let mut registry = ttr_variants::registry();
        registry.module::<Spur>();
        let source = GameSource::new("spurs", SPURS, 2).with_rules("seams", RULES);
        let set = ["spur.longest=2", "tunnels=true", "cards.deal=4"].iter().chain(set);
        let source = set.fold(source, |source, set| source.with_set(*set));
        let compiled = compile(&registry, &source).unwrap_or_else(|failed| panic!("{failed}"));
        let mut scene = scene_by(compiled.rules, "red red blue blue red red red red blue red");
        scene.claim(1, "Cor-Dun", json!({ "red": 2 })).next(turned);
        let spur = json!({ "op": "spur/lay", "route": scene.route_json(spur), "pay": pay });
        scene.act(1, spur);
        scene
    };
    // A tunnel: red cards match nothing of a claim with blue ones.
    let scene = start(&[], "red red red", "Bex-Cor", json!({ "blue": 2 }));
    assert_eq!((scene.held("Bex-Cor"), scene.cards("escrow", 0)), (vec![1], "2 red".into()));
    assert_eq!(scene.cards("train discards", 0), "2 blue, 3 red");
    // With nothing to pay for the card that matches it is given up, and the first claim waits.
    let mut scene = start(&[], "red blue red", "Bex-Cor", json!({ "blue": 2 }));
    scene.only(1);
    assert_eq!((scene.held("Bex-Cor"), scene.hand(1)), (vec![], "2 blue".into()));
    assert_eq!((scene.cards("escrow", 0), scene.cards("train discards", 0)), ("2 red".into(), "1 blue, 2 red".into()));
    scene.act(1, json!({ "op": "spur/go-on" }));
    assert_eq!((scene.held("Cor-Dun"), scene.cards("escrow", 0)), (vec![1], "no card".into()));
    // Flags: a card of the claim that stands can be kept, and then one of the claim that waited.
    let flags = ["flags.colours=[\"red\", \"blue\"]"];
    let mut scene = start(&flags, "", "Dun-Esk", json!({ "blue": 1 }));
    assert_eq!(scene.legal(1), ["keeps blue", "keeps no card"]);
    scene.act(1, json!({ "op": "flags/keep", "card": "blue" })).act(1, json!({ "op": "spur/go-on" }));
    assert_eq!(
        (scene.cards("escrow", 0), scene.legal(1)),
        ("2 red".into(), vec!["keeps red".into(), "keeps no card".to_owned()])
    );
    scene.act(1, json!({ "op": "flags/none" }));
    assert_eq!((scene.cards("kept cards", 1), scene.cards("train discards", 0)), ("1 blue".into(), "2 red".into()));
}

#[test]
fn a_claim_can_be_free_and_a_route_released() {
    let set = ["bulldozers=true", DOZER];
    let mut scene = scene(2, &set, "red red dozer dozer blue red");
    scene.claim(1, "Cor-Dun", json!({ "red": 2 }));
    assert_eq!((scene.stock(1), scene.payments(2, "Cor-Dun/2")), (10, vec![]));
    assert!(scene.legal(2).contains(&"clears Cor - Dun (red)".to_owned()));
    scene.act(2, json!({ "op": "bulldozers/clear", "route": scene.route_json("Cor-Dun") }));
    assert!(scene.happened(|e| matches!(e, What::Released { .. })));
    // The pieces are back, the owner has a point for it, and the double is open again.
    assert_eq!((scene.held("Cor-Dun"), scene.stock(1)), (vec![], 12));
    assert_eq!((scene.points(1, "bulldozers/consolation"), scene.hand(2)), (Some(1), "1 dozer".to_owned()));
    scene.idle(1);
    let discards = scene.cards("train discards", 0);
    let lay = json!({ "op": "bulldozers/lay", "route": scene.route_json("Cor-Dun/2") });
    scene.act(2, lay);
    assert_eq!((scene.held("Cor-Dun/2"), scene.stock(2), scene.hand(2)), (vec![2], 10, "no card".to_owned()));
    // Nothing but the bulldozer was discarded: 1 dozer and the two red of the first claim before, 2 dozers now.
    assert_eq!(
        (discards, scene.cards("train discards", 0)),
        ("1 dozer, 2 red".to_owned(), "2 dozer, 2 red".to_owned())
    );
    // A route of three spaces is too long for it.
    assert!(!scene.legal(2).iter().any(|a| a.contains("Esk - Ada")));
}

#[test]
fn a_row_keeps_the_limits_of_other_modules() {
    let mut scene = scene(2, &["bulldozers=true", DOZER, "row.overflow=\"discard\""], "red red red red blue blue");
    // Taking a card turns up a bulldozer: the whole row is replaced.
    scene.next("dozer red wild").act(1, json!({ "op": "row/take", "card": "blue" }));
    assert_eq!(
        (scene.cards("row", 0), scene.cards("train discards", 0)),
        ("1 red, 1 wild".to_owned(), "1 blue, 1 dozer".to_owned())
    );
}
