//! Claiming a route: G9 to G15.

use serde_json::{Value as Json, json};
use ttr_tests::Setup;
use ttr_tests::hold;

fn remove(ends: [&str; 2], track: u8) -> Json {
    json!({ "op": "removal/remove", "route": { "between": ends, "track": track } })
}

#[test]
fn g9a_any_free_route_may_be_claimed() {
    let setup = Setup::small(&["A-B 1 red", "B-C 1 red", "D-E 1 red"]).deal(2);
    let mut table = setup.cards("red red | red red | blue").start();
    table.claim(1, "A-B", "1 red");
    assert_eq!(table.claims(2), ["claims B - C with 1 red", "claims D - E with 1 red"]);
    assert_eq!(table.refusal(2, &table.route("A-B", "1 red")), "claim/taken");
    table.claim(2, "B-C", "1 red");
    // Far from the one that player 1 holds.
    assert_eq!(table.claims(1), ["claims D - E with 1 red"]);
    assert_eq!(table.refusal(1, &table.route("A-B", "1 red")), "claim/taken", "not even one's own again");
    table.claim(1, "D-E", "1 red");
    assert_eq!((table.routes_of(1), table.routes_of(2)), (vec!["A - B".into(), "D - E".into()], vec!["B - C".into()]));
}

#[test]
fn g9b_one_route_a_turn() {
    let setup = Setup::small(&["A-B 1 red", "B-C 1 red"]).deal(2).cards("red red | blue blue | green");
    let mut table = setup.start();
    assert_eq!(table.claims(1), ["claims A - B with 1 red", "claims B - C with 1 red"]);
    table.claim(1, "A-B", "1 red");
    assert_eq!((table.to_act(), table.hand(1)), (vec![2], "1 red".into()), "the other must wait");
    assert_eq!(table.refusal(1, &table.route("B-C", "1 red")), "core/not-yours");
}

#[test]
fn g9c_a_route_is_claimed_whole() {
    let mut table = Setup::small(&["A-B 3 red"]).deal(3).cards("red red red | blue blue blue | green").start();
    assert_eq!(table.claims(1), ["claims A - B with 3 red"]);
    for part in ["1 red", "2 red"] {
        assert_eq!(table.refusal(1, &table.route("A-B", part)), "core/too-little");
    }
    table.claim(1, "A-B", "3 red");
    assert_eq!((table.stock(1), table.routes_of(1)), (42, vec!["A - B".into()]));
    assert_eq!(table.look().pieces_on(ttr_core::RouteId(0)), 3);
}

#[test]
fn g10a_a_card_for_every_space_in_the_colour_of_the_route() {
    hold("claim", "G10a");
}

#[test]
fn g10b_a_gray_route_takes_any_one_colour() {
    hold("claim", "G10b");
}

#[test]
fn g10c_wilds_stand_for_any_card() {
    hold("claim", "G10c");
}

#[test]
fn g10d_wilds_alone_pay_for_any_route() {
    hold("claim", "G10d");
}

#[test]
fn g11a_a_piece_for_every_space() {
    let setup = Setup::small(&["A-B 2 red", "B-C 3 red", "C-D 4 red"]).deal(9).set("pieces.train=5");
    let setup = setup.set("end.pieces=0");
    let mut table = setup.cards(&format!("{}| {}| black", "red ".repeat(9), "blue ".repeat(9))).start();
    assert_eq!(table.claims(1), ["claims A - B with 2 red", "claims B - C with 3 red", "claims C - D with 4 red"]);
    table.claim(1, "A-B", "2 red").idle(2);
    assert_eq!((table.stock(1), table.stock(2)), (3, 5));
    // The cards would do for both; the pieces for one.
    assert_eq!(table.claims(1), ["claims B - C with 3 red"]);
    assert_eq!(table.refusal(1, &table.route("C-D", "4 red")), "core/too-few-pieces");
    table.claim(1, "B-C", "3 red");
    assert_eq!((table.stock(1), table.hand(1)), (0, "4 red".into()));
}

#[test]
fn g11b_paid_cards_go_to_the_discards() {
    let setup = Setup::small(&["A-B 3 red"]).deal(4).cards("red red red wild | white white white white | black");
    let mut table = setup.start();
    table.claim(1, "A-B", "2 red, 1 wild");
    assert_eq!((table.hand(1), table.discards()), ("1 red".into(), "2 red, 1 wild".into()));
    assert!(table.log(None).contains(&"2 red, 1 wild: escrow to train discards".into()));
}

#[test]
fn g12_a_route_scores_at_once() {
    let setup = Setup::small(&["A-B 3 red", "B-C 1 red"]).deal(4);
    let mut table = setup.cards("red red red red | white white white white | black").start();
    assert_eq!(table.sheet(), ["player 1: 0 = 0 (0 routes)", "player 2: 0 = 0 (0 routes)"]);
    table.claim(1, "A-B", "3 red");
    assert_eq!(table.sheet(), ["player 1: 4 = 4 (1 route)", "player 2: 0 = 0 (0 routes)"]);
    table.idle(2).claim(1, "B-C", "1 red");
    assert_eq!(table.sheet(), ["player 1: 5 = 5 (2 routes)", "player 2: 0 = 0 (0 routes)"]);
    assert_eq!(table.view(Some(2)).score, [5, 0]);
}

#[test]
fn g13_nothing_superfluous_is_paid() {
    hold("claim", "G13");
}

#[test]
fn g14a_nobody_holds_two_routes_of_one_double() {
    let setup = Setup::small(&["A-B 1 red+blue"]).deal(2).set("double-routes.single-up-to=1");
    let mut table = setup.cards("red blue | red blue | green").start();
    assert_eq!(table.claims(1), ["claims A - B (red) with 1 red", "claims A - B (blue) with 1 blue"]);
    table.claim(1, "A-B", "1 red");
    assert_eq!(table.claims(2), ["claims A - B (blue) with 1 blue"]);
    table.idle(2);
    assert_eq!(table.claims(1), [""; 0]);
    assert_eq!(table.refusal(1, &table.route("A-B/2", "1 blue")), "double-routes/own-twin");
    table.idle(1).claim(2, "A-B/2", "1 blue");
    assert_eq!(table.routes_of(2), ["A - B (blue)"]);
}

#[test]
fn g14a_of_three_tracks_a_player_holds_one_too() {
    let setup = Setup::small(&["A-B 1 red+red+red"]).players(3).deal(2).set("double-routes.single-up-to=1");
    let mut table = setup.cards("red red | red red | red red | green").start();
    table.claim(1, "A-B/2", "1 red").claim(2, "A-B/1", "1 red").idle(3);
    assert_eq!(table.refusal(1, &table.route("A-B/3", "1 red")), "double-routes/own-twin");
    table.idle(1);
    assert_eq!(table.refusal(2, &table.route("A-B/3", "1 red")), "double-routes/own-twin");
    table.idle(2).claim(3, "A-B/3", "1 red");
    assert_eq!(table.routes_of(3), ["A - B (red, track 3)"]);
}

#[test]
fn g14b_equal_ends_in_two_entries_make_no_double() {
    let setup = Setup::small(&["A-B 1 red", "A-B 2 blue"]).deal(3).set("double-routes.single-up-to=5");
    let mut table = setup.cards("red blue blue | red blue blue | green").start();
    table.claim(1, "A-B", "1 red");
    assert_eq!(table.claims(2), ["claims A - B (blue) with 2 blue"], "not closed by the other");
    table.idle(2);
    table.claim(1, "A-B/2", "2 blue");
    assert_eq!(table.routes_of(1), ["A - B (red)", "A - B (blue)"]);
}

#[test]
fn g15a_with_few_players_a_double_is_single() {
    let double = |players: usize| {
        let setup = Setup::small(&["A-B 1 red+blue", "B-C 1 blue"]).players(players).deal(2);
        let hands = "red blue | ".repeat(players) + "green";
        let mut table = setup.set("double-routes.single-up-to=3").cards(&hands).start();
        table.claim(1, "A-B", "1 red");
        table
    };
    for players in [2, 3] {
        let table = double(players);
        assert_eq!(table.claims(2), ["claims B - C with 1 blue"]);
        assert_eq!(table.refusal(2, &table.route("A-B/2", "1 blue")), "double-routes/closed");
        assert_eq!(table.refusal(2, &table.route("A-B/1", "1 red")), "claim/taken");
    }
    assert_eq!(double(4).claims(2), ["claims A - B (blue) with 1 blue", "claims B - C with 1 blue"]);
}

#[test]
fn g15b_a_route_removed_from_the_board_opens_the_double_again() {
    let setup = Setup::small(&["A-B 1 red+blue"]).deal(2).set("removal=true");
    let mut table = setup.cards("red blue | red blue | green").start();
    table.claim(1, "A-B", "1 red");
    assert_eq!((table.claims(2), table.stock(1)), (vec![], 44));
    table.idle(2).act(1, &remove(["A", "B"], 1));
    assert_eq!((table.routes_of(1), table.stock(1)), (vec![], 45));
    let mut with_red = table.clone();
    assert!(table.claims(2).contains(&"claims A - B (red) with 1 red".into()));
    assert!(table.claims(2).contains(&"claims A - B (blue) with 1 blue".into()));
    table.claim(2, "A-B/2", "1 blue");
    assert_eq!(table.routes_of(2), ["A - B (blue)"]);
    // Not only to others: its former owner may have either of them too.
    with_red.idle(2);
    assert!(with_red.claims(1).contains(&"claims A - B (blue) with 1 blue".into()));
}
