//! What routes cost, who may claim them, and whom they belong to.

use super::scene::{Scene, player, scene};
use serde_json::json;
use ttr_core::{PieceId, What};

#[test]
fn a_painted_route_costs_its_new_colour() {
    let mut scene = scene(2, &["paint=true"], "red red blue blue blue red");
    assert_eq!((scene.payments(1, "Dun-Esk"), scene.payments(1, "Ada-Bex")), (vec![], vec!["1 red".to_owned()]));
    assert!(!scene.legal(1).contains(&"paints Ada - Bex with red".to_owned()), "it is red already");
    let paint = json!({ "op": "paint/paint", "route": scene.route_json("Dun-Esk"), "card": "red" });
    scene.act(1, paint);
    assert!(scene.happened(|e| matches!(e, What::Painted { .. })));
    assert_eq!((scene.payments(2, "Dun-Esk"), scene.cards("train discards", 0)), (vec![], "1 red".to_owned()));
    assert_eq!(scene.register("paint/painted", "Dun - Esk"), 1);
    let view = scene.view(0);
    let route = view.routes.iter().find(|r| r.route == scene.route_json("Dun-Esk")).expect("it has changed");
    assert_eq!((route.colour.as_deref(), route.held.len()), (Some("red"), 0));
    scene.idle(2);
    assert_eq!(scene.payments(1, "Dun-Esk"), ["1 red"]);
    scene.claim(1, "Dun-Esk", json!({ "red": 1 }));
    assert_eq!(scene.held("Dun-Esk"), [1]);
}

#[test]
fn terms_can_be_personal() {
    let mut scene = scene(2, &["veterans=true", "cards.deal=4"], "red red red blue red red red blue blue red");
    scene.claim(1, "Ada-Bex", json!({ "red": 1 })).claim(2, "Cor-Dun", json!({ "red": 2 }));
    assert_eq!(scene.payments(1, "Bex-Cor"), ["2 red"]);
    scene.claim(1, "Dun-Esk", json!({ "blue": 1 })).idle(2);
    // After two claims a gray route of two takes one card, and one of a single space still one.
    assert_eq!((scene.payments(1, "Bex-Cor"), scene.hand(1)), (vec!["1 red".to_owned()], "2 red".to_owned()));
    assert_eq!(
        scene.attempt(1, &json!({ "op": "claim/route", "route": scene.route_json("Bex-Cor"), "pay": { "red": 2 } })),
        Err("core/superfluous".to_owned())
    );
    scene.claim(1, "Bex-Cor", json!({ "red": 1 }));
    assert_eq!((scene.stock(1), scene.hand(1)), (12 - 1 - 1 - 2, "1 red".to_owned()));
}

#[test]
fn routes_can_be_for_all_and_take_pieces_aside() {
    let mut scene = scene(2, &["works=true", "cards.deal=4"], "red red blue blue red red blue blue blue red");
    scene.claim(1, "Bex-Esk", json!({ "red": 2 }));
    // Nobody holds it, the pieces are nobody's, and whoever needs it may use it.
    let look = scene.look();
    assert!(look.is_public(scene.route("Bex-Esk")) && !look.is_free(scene.route("Bex-Esk")));
    assert_eq!((scene.held("Bex-Esk"), scene.stock(1), look.shared_stock(PieceId(0))), (vec![], 12, 1));
    assert_eq!((scene.points(1, "works/works"), scene.points(1, "route-points/routes")), (Some(2), Some(0)));
    scene.claim(2, "Dun-Esk", json!({ "blue": 1 }));
    scene.claim(1, "Ada-Cor", json!({ "blue": 2 }));
    assert_eq!((scene.stock(1), scene.look().aside(player(1), PieceId(0))), (9, 1));
    scene.ticket(2, &["Bex", "Dun"]);
    assert_eq!(scene.points(2, "tickets/completed"), Some(4));
    assert_eq!(scene.payments(1, "Bex-Esk"), [""; 0], "it is taken");
}

#[test]
fn a_closed_route_stays_closed_whatever_happens_beside_it() {
    for paint in ["paint=true", "paint=false"] {
        let set = ["shut=true", "double-routes.single-up-to=0", paint];
        let mut scene = scene(2, &set, "red red blue blue blue red");
        let closed =
            |scene: &Scene, seat| (scene.payments(seat, "Hob-Gil").len(), scene.payments(seat, "Hob-Gil/2").len());
        assert_eq!((closed(&scene, 1), closed(&scene, 2)), ((1, 0), (0, 0)), "{paint}");
        scene.claim(1, "Hob-Gil", json!({ "red": 1 }));
        assert_eq!(closed(&scene, 2), (0, 0), "{paint}");
        let action = json!({ "op": "claim/route", "route": scene.route_json("Hob-Gil/2"), "pay": { "blue": 1 } });
        assert_eq!(scene.attempt(2, &action), Err("core/closed".to_owned()), "{paint}");
    }
}

#[test]
fn costs_have_parts_groups_and_symbols() {
    let ports = [
        "costs=true",
        "cards.decks.train.red-port={ count = 3, colour = \"red\", symbols = [\"port\"] }",
        "cards.deal=6",
    ];
    let scene = scene(2, &ports, "red red red blue blue wild red-port blue wild wild red red blue red");
    assert_eq!(scene.hand(1), "2 blue, 3 red, 1 wild");
    assert_eq!(scene.payments(1, "Ada-Fay"), ["1 blue, 1 wild", "1 red, 1 wild"], "a ferry takes a wild");
    let pairs = ["2 blue, 2 red", "2 blue, 1 red, 1 wild", "1 blue, 2 red, 1 wild", "3 red, 1 wild"];
    assert_eq!(scene.payments(1, "Fay-Gil"), pairs, "a pair of a colour for each space, a wild in each at most");
    assert_eq!(scene.payments(1, "Gil-Dun"), ["1 blue, 1 wild", "1 red, 1 wild"], "a card with the symbol is missing");
    let mut scene = scene;
    scene.idle(1);
    assert_eq!(scene.hand(2), "1 blue, 2 red, 1 red-port, 2 wild");
    let port = ["1 blue, 1 wild", "1 red, 1 red-port", "1 red, 1 wild", "1 red-port, 1 wild", "2 wild"];
    assert_eq!(scene.payments(2, "Gil-Dun"), port, "one colour over both parts");
}
