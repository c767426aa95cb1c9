//! Networks, tickets, awards and ties.

use super::scene::{Scene, player, rules, scene};
use serde_json::{Value as Json, json};
use ttr_core::{Game, PieceId, ScriptedChance, What};
use ttr_files::names;

#[test]
fn cities_can_be_joined_without_a_route() {
    let mut scene = scene(2, &["homes=true", "tickets.draw={ take = 1, keep = 1 }"], "red red blue blue blue red");
    scene.act(2, json!({ "op": "homes/settle", "city": "Hob" })).act(1, json!({ "op": "homes/settle", "city": "Fay" }));
    for seat in [1, 2] {
        scene.act(seat, json!({ "op": "homes/gift", "n": 0 }));
    }
    // Home of player 1 is Fay, and Bex is a gate: so much for the ticket Fay - Bex. For player 2 it is not.
    let ticket = names::ticket_from(scene.rules(), &json!({ "cities": ["Fay", "Bex"] })).expect("a ticket");
    scene.chance.push("ticket deck", [ticket.0]);
    scene.act(1, json!({ "op": "tickets/draw" }));
    assert_eq!(scene.points(1, "tickets/completed"), Some(3));
    let ticket = names::ticket_from(scene.rules(), &json!({ "cities": ["Bex", "Dun"] })).expect("a ticket");
    scene.chance.push("ticket deck", [ticket.0]);
    scene.act(2, json!({ "op": "tickets/draw" }));
    assert_eq!(scene.points(2, "tickets/failed"), Some(-4));
}

#[test]
fn the_best_of_several_routes_is_chosen() {
    let set =
        ["stations=true", "cards.deal=4", "tickets.draw={ take = 1, keep = 1 }", "victory.ties=[\"stations-built\"]"];
    let mut scene = scene(2, &set, "red red blue blue red red blue wild blue red");
    scene.claim(1, "Cor-Dun", json!({ "red": 2 }));
    let build = json!({ "op": "stations/build", "city": "Dun", "pay": { "blue": 1 } });
    scene.act(2, build);
    let look = scene.look();
    assert_eq!((look.stock(player(2), PieceId(1)), scene.register("stations/station of", "Dun")), (1, 2));
    assert!(scene.happened(|e| matches!(e, What::Pieces { .. })));
    assert_eq!(scene.cards("train discards", 0), "1 blue, 2 red");
    scene.claim(1, "Dun-Esk", json!({ "blue": 1 }));
    // A ticket needs the one route of player 1 at Dun, another the other: the better one is chosen.
    scene.act(2, json!({ "op": "stations/build", "city": "Bex", "pay": { "red": 1 } })).idle(1);
    let give = |scene: &mut Scene, cities: [&str; 2]| {
        let ticket = names::ticket_from(scene.rules(), &json!({ "cities": cities })).expect("a ticket");
        scene.chance.push("ticket deck", [ticket.0]);
        scene.act(2, json!({ "op": "tickets/draw" }));
        scene.idle(1);
    };
    give(&mut scene, ["Cor", "Esk"]);
    assert_eq!(scene.points(2, "tickets/failed"), Some(-2), "one route of the two is not enough");
    scene.claim(2, "Bex-Cor", json!({ "red": 1, "wild": 1 })).idle(1);
    give(&mut scene, ["Bex", "Dun"]);
    assert_eq!(scene.points(2, "tickets/completed"), Some(4), "Cor - Dun is used");
    let outcomes = scene.look().outcomes(ttr_core::SideId(1));
    let chosen: Vec<_> = outcomes.chosen.iter().map(|(_, route)| *route).collect();
    assert_eq!((outcomes.exact, chosen), (true, vec![Some(scene.route("Cor-Dun"))]), "nobody else is at Bex");
    // What is not built counts; and among equals who has built fewer would win.
    assert_eq!((scene.points(1, "stations/unbuilt"), scene.points(2, "stations/unbuilt")), (Some(8), Some(0)));
    assert!(scene.rules().measures().any(|m| m == "stations-built"));
}

#[test]
fn goals_can_be_of_other_kinds() {
    let mut scene = scene(2, &["tours=true", "cards.deal=4"], "red red blue blue red red blue wild blue red");
    let look = scene.look();
    assert_eq!((look.ticket_count(scene.zone("own tours", 1)), look.ticket_count(scene.zone("tours", 0))), (1, 3));
    assert_eq!(look.ticket_count(scene.zone("ticket deck", 0)), 9, "the long ones are not in the other deck");
    assert!(scene.rules().goals().eq(["tickets/pair", "tours/tour"]));
    assert_eq!(scene.points(1, "tickets/failed"), Some(0), "a tour that is not completed costs nothing");
    // Secret, until it is shown.
    let tour = scene.look().tickets(scene.zone("own tours", 1))[0];
    let sees = |scene: &Scene, zone: &str| {
        let view = scene.view(2);
        let zone =
            view.zones.iter().find(|z| z.name == zone && z.owner.as_deref() == Some("player 1")).expect("a zone");
        zone.tickets.clone()
    };
    assert_eq!(sees(&scene, "own tours"), [None]);
    scene.act(1, json!({ "op": "tours/show" }));
    assert_eq!(sees(&scene, "open tours"), [Some(names::ticket(scene.rules(), tour))]);
    assert_eq!(scene.register("tours/shown in turn", &scene.rules().board().ticket_name(tour)), 1);
    assert!(scene.events.iter().any(|e| names::event_json(scene.rules(), e, None)["tickets"].is_array()));
}

#[test]
fn two_tickets_with_the_same_cities_are_two() {
    let rules = rules(2, &["tours=true", "tickets.draw={ take = 2, keep = 1 }"]);
    let copies: Vec<Json> = rules
        .board()
        .ticket_ids()
        .map(|t| names::ticket(&rules, t))
        .filter(|t| t["cities"] == json!(["Ada", "Cor", "Esk"]))
        .collect();
    assert_eq!(copies.len(), 2);
    let ids: Vec<u16> = copies.iter().map(|t| names::ticket_from(&rules, t).expect("a ticket").0).collect();
    assert_ne!(ids[0], ids[1]);
    // Both are dealt and shown, and each has a register of its own.
    let mut scene = scene(2, &["tours=true"], "red red blue blue blue red");
    scene.chance = ScriptedChance::new(1).next("tours", ids);
    let rules = scene.game.rules().clone();
    scene.game = Game::start(rules, &mut scene.chance, &mut scene.events).expect("setup");
    scene.act(1, json!({ "op": "tours/show" })).act(2, json!({ "op": "tours/show" }));
    let shown = scene.view(0).registers["tours/shown in turn"].len();
    assert_eq!(shown, 2);
}

#[test]
fn an_award_can_be_for_nobody() {
    let mut scene = scene(2, &["honours=true"], "red red blue blue blue red");
    assert_eq!((scene.points(1, "honours/most-routes"), scene.points(2, "honours/most-routes")), (None, None));
    scene.claim(1, "Ada-Bex", json!({ "red": 1 }));
    assert_eq!((scene.points(1, "honours/most-routes"), scene.points(2, "honours/most-routes")), (Some(6), None));
    scene.claim(2, "Dun-Esk", json!({ "blue": 1 }));
    assert_eq!((scene.points(1, "honours/most-routes"), scene.points(2, "honours/most-routes")), (None, None));
    // The longest path is for all who tie.
    assert_eq!(
        (scene.points(1, "longest-path/longest-path"), scene.points(2, "longest-path/longest-path")),
        (Some(10), Some(10))
    );
    assert_eq!(scene.rules().score(scene.game.state()).sides[0].lines.len(), 1, "awards are for the end");
}

#[test]
fn fewer_can_be_better_among_equals() {
    let set = ["stations={ unbuilt = 0 }", "victory.ties=[\"stations-built\"]"];
    let mut scene = scene(2, &set, "red red blue blue blue red");
    let winners = |scene: &Scene| {
        let sheet = scene.rules().final_score(scene.game.state());
        (sheet.winners.iter().map(|s| s.index() + 1).collect::<Vec<_>>(), sheet.decided_by)
    };
    assert_eq!(winners(&scene), (vec![1, 2], None));
    scene.act(1, json!({ "op": "stations/build", "city": "Dun", "pay": { "red": 1 } }));
    assert_eq!(winners(&scene), (vec![2], Some("stations-built".to_owned())));
}
