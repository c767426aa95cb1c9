//! The routes of the World, what pays for them, and where they lead: W12 to W18. The rulebook's examples of double ships are
//! among them: four spaces with two doubles, with four singles, with two singles and a double (W13a); five spaces with three
//! doubles (W13b), but not with two doubles and two singles (W13c).

use serde_json::json;
use ttr_source::{MapSource, Sources};
use ttr_tests::{Setup, Table};

/// A table at which player 1 has these cards and one route to claim; player 2 has nothing.
fn with_hand(route: &str, trains: &str, ships: &str) -> Table {
    let [train, ship] = [trains, ships].map(|cards| cards.split_whitespace().count() as u8);
    Setup::small_world(&[route]).deal_each(train, ship).cards(trains).cards(ships).start()
}

fn refused(table: &Table, pay: &str) -> String {
    table.refusal(1, &table.route("A-B", pay))
}

#[test]
fn w12a_train_routes_take_train_cards_and_trains() {
    let mut table = with_hand("A-B 2 red train", "red red", "red-ship red-ship red-double-ship");
    assert_eq!(table.payments(1), ["2 red"]);
    assert_eq!(refused(&table, "2 red ship"), "core/unfit");
    table.claim(1, "A-B", "2 red");
    assert_eq!(table.fleet(1), [23, 50]);
    // Ships do not stand in for trains.
    let setup = Setup::small_world(&["A-B 2 red train"]).pieces(1, 9, 10).deal_each(2, 0).cards("red red");
    let table = setup.start();
    assert_eq!((table.payments(1).len(), refused(&table, "2 red")), (0, "core/too-few-pieces".into()));
}

#[test]
fn w12b_ship_routes_take_ship_cards_and_ships() {
    let mut table = with_hand("A-B 2 red ship", "red red red-port", "red-ship red-ship");
    assert_eq!(table.payments(1), ["2 red ship"]);
    assert_eq!(refused(&table, "2 red"), "core/unfit");
    table.claim(1, "A-B", "2 red ship");
    assert_eq!(table.fleet(1), [25, 48]);
    let setup = Setup::small_world(&["A-B 2 red ship"]).pieces(9, 1, 10).deal_each(0, 2).cards("red-ship red-ship");
    let table = setup.start();
    assert_eq!((table.payments(1).len(), refused(&table, "2 red ship")), (0, "core/too-few-pieces".into()));
}

#[test]
fn w12c_a_wild_serves_on_both() {
    let table = with_hand("A-B 2 red train", "red wild wild", "");
    assert_eq!(table.payments(1), ["1 red, 1 wild", "2 wild"]);
    let table = with_hand("A-B 2 red ship", "wild wild", "red-ship");
    assert_eq!(table.payments(1), ["1 red ship, 1 wild", "2 wild"]);
}

#[test]
fn w13a_a_double_ship_counts_for_one_or_two_ships() {
    let ships = "white-double-ship white-double-ship white-ship white-ship white-ship white-ship";
    let table = with_hand("A-B 4 white ship", "", ships);
    let four = ["2 white double ship", "1 white double ship, 2 white ship", "4 white ship"];
    assert_eq!(table.payments(1), four);
    let table = with_hand("A-B 3 white ship", "", ships);
    let three = ["2 white double ship", "1 white double ship, 1 white ship", "3 white ship"];
    assert_eq!(table.payments(1), three);
    let table = with_hand("A-B 1 white ship", "", ships);
    assert_eq!(table.payments(1), ["1 white double ship", "1 white ship"]);
}

#[test]
fn w13b_only_as_many_ships_are_placed_as_there_are_spaces() {
    let mut table = with_hand("A-B 5 white ship", "", "white-double-ship white-double-ship white-double-ship");
    table.claim(1, "A-B", "3 white double ship");
    assert_eq!((table.fleet(1), table.discards_of("ship")), ([25, 45], "3 white double ship".into()));
    assert_eq!(table.sheet_if_over()[0], "player 1: -2 = 10 (1 route) + -12 (3 ports not built)");
}

#[test]
fn w13c_a_payment_with_doubles_has_no_superfluous_card_either() {
    let ships = "white-double-ship white-double-ship white-double-ship white-ship white-ship";
    let table = with_hand("A-B 5 white ship", "", ships);
    assert_eq!(table.payments(1), ["3 white double ship", "2 white double ship, 1 white ship"]);
    assert_eq!(refused(&table, "2 white double ship, 2 white ship"), "core/superfluous");
    assert_eq!(refused(&table, "2 white double ship"), "core/too-little");
}

#[test]
fn w13d_a_wild_counts_for_one_ship() {
    let table = with_hand("A-B 3 white ship", "wild wild wild", "white-double-ship");
    assert_eq!(table.payments(1), ["1 white double ship, 1 wild", "3 wild"]);
    assert_eq!(refused(&table, "2 wild"), "core/too-little");
}

#[test]
fn w14a_a_gray_ship_route_takes_ship_cards_of_any_one_colour() {
    let table = with_hand("A-B 3 gray ship", "wild red", "white-double-ship white-ship red-double-ship red-ship");
    let red = ["1 red double ship, 1 red ship", "1 red double ship, 1 wild"];
    let white = ["1 white double ship, 1 white ship", "1 white double ship, 1 wild"];
    assert_eq!(table.payments(1), [red, white].concat());
    assert_eq!(refused(&table, "1 red double ship, 1 white ship"), "core/unfit");
}

#[test]
fn w14b_a_gray_train_route_takes_train_cards_of_any_one_colour() {
    let table = with_hand("A-B 2 gray train", "red red-port white wild", "white-ship white-ship");
    let payments = ["1 red, 1 red port", "1 red, 1 wild", "1 red port, 1 wild", "1 white, 1 wild"];
    assert_eq!(table.payments(1), payments);
    assert_eq!(refused(&table, "1 red, 1 white"), "core/unfit");
}

#[test]
fn w15a_a_pair_route_takes_two_cards_of_one_colour_for_every_space() {
    let table = with_hand("A-B 2 gray train pair", "red red red white white-port", "");
    assert_eq!(table.payments(1), ["2 red, 1 white, 1 white port"]);
    assert_eq!(refused(&table, "2 red"), "core/too-little");
    let table = with_hand("A-B 2 gray train pair", "red red red red white", "");
    assert_eq!(table.payments(1), ["4 red"]);
    let table = with_hand("A-B 1 gray train pair", "red white", "");
    assert_eq!((table.payments(1).len(), refused(&table, "1 red, 1 white")), (0, "core/unfit".into()));
}

#[test]
fn w15b_a_wild_may_be_one_of_the_two_cards_of_a_pair() {
    let table = with_hand("A-B 1 gray train pair", "red wild wild", "");
    assert_eq!(table.payments(1), ["1 red, 1 wild"]);
    assert_eq!(refused(&table, "2 wild"), "core/unfit");
    let table = with_hand("A-B 2 gray train pair", "red white wild wild", "");
    assert_eq!(table.payments(1), ["1 red, 1 white, 2 wild"]);
}

#[test]
fn w15c_a_payment_is_legal_if_its_cards_can_be_sorted_into_such_pairs() {
    // Two red and two wilds: each wild goes with a red.
    let table = with_hand("A-B 2 gray train pair", "red red wild wild wild", "");
    assert_eq!(table.payments(1), ["2 red, 2 wild"]);
    assert_eq!(refused(&table, "1 red, 3 wild"), "core/unfit");
    let table = with_hand("A-B 2 gray train pair", "red red red white wild", "");
    assert_eq!(table.payments(1), ["3 red, 1 wild", "2 red, 1 white, 1 wild"]);
    assert_eq!(refused(&table, "3 red, 1 white"), "core/unfit");
}

#[test]
fn w15d_a_pair_route_is_as_long_as_its_spaces() {
    let mut table = with_hand("A-B 2 gray train pair", "red red white white", "");
    table.claim(1, "A-B", "2 red, 2 white");
    assert_eq!((table.fleet(1), table.discards()), ([23, 50], "2 red, 2 white".into()));
    assert_eq!(table.sheet_if_over()[0], "player 1: -10 = 2 (1 route) + -12 (3 ports not built)");
}

#[test]
fn w16_double_routes_are_single_with_two_or_three_players() {
    for (players, open) in [(2, false), (3, false), (4, true), (5, true)] {
        let setup = Setup::small_world(&["A-B 1 red+white train"]).players(players).deal_each(2, 0);
        let mut table = setup.cards("red white | red white").start();
        table.claim(1, "A-B/1", "1 red");
        assert_eq!(table.payments(2), if open { vec!["1 white"] } else { vec![] }, "{players} players");
        let expected = if open { "nothing" } else { "double-routes/closed" };
        let refusal = table.refusal(2, &table.route("A-B/2", "1 white"));
        assert!(refusal.starts_with(expected), "{players} players: {refusal}");
    }
}

#[test]
fn w17a_the_board_wraps_at_its_edges() {
    let registry = ttr_variants::registry();
    let mut sources = Sources::default();
    let file = sources.add("world.toml", registry.find_map("world").expect("a bundled map"));
    let (map, found) = MapSource::load(&sources, file);
    assert!(found.is_empty(), "{found:?}");
    let cut = map.board.wrap.expect("where the board is cut");
    // Where a city stands on the board, from its western edge, in degrees.
    let stands = |name: &str| {
        let at = map.cities.iter().find(|city| city.name == name).and_then(|city| city.at).expect("a place");
        (at[1] - cut).rem_euclid(360.0)
    };
    let rules = Setup::world(2).rules();
    let board = rules.board();
    let mut over: Vec<String> = Vec::new();
    for route in &board.routes {
        let [a, b] = route.ends.map(|city| board.cities[city.index()].name.as_str());
        if (stands(a) - stands(b)).abs() > 180.0 {
            over.push(format!("{a} - {b} {}", route.length));
        }
    }
    let expected = [
        "Anchorage - Vancouver 2",
        "Anchorage - Cambridge Bay 6",
        "Vancouver - Tokyo 6",
        "Los Angeles - Tokyo 7",
        "Los Angeles - Tokyo 7",
        "Los Angeles - Honolulu 3",
        "Lima - Honolulu 6",
        "Lima - Sydney 8",
        "Lima - Sydney 8",
        "Valparaiso - Christchurch 7",
    ];
    assert_eq!(over, expected);
}

#[test]
fn w17b_the_junction_joins_routes() {
    let rules = Setup::world(2).rules();
    let junction = rules.board().cities.iter().find(|city| city.junction).expect("a junction");
    assert_eq!((junction.name.as_str(), junction.routes.len()), ("Port-aux-Francais", 4));
    let setup = Setup::small_world(&["A-J 1 red ship", "J-B 1 red ship"]).city("J", "junction = true");
    let setup = setup.tickets(&["A-B 5", "A-B 6"]).ticket_deal(1, 1).deals(&["A-B"]).deal_each(0, 2);
    let mut table = setup.cards("red-ship red-ship").start();
    table.claim(1, "A-J", "1 red ship").one_of_each(2).claim(1, "J-B", "1 red ship");
    assert!(table.sheet_if_over()[0].contains("5 (A - B completed)"), "{:?}", table.sheet_if_over());
}

#[test]
fn w17c_the_junction_is_neither_a_port_nor_on_a_ticket() {
    let setup = Setup::small_world(&["A-J 1 red ship", "J-B 1 red ship"]);
    assert_eq!(setup.clone().city("J", "junction = true, port = true").faults(), ["ports::junction"]);
    let ticket = setup.clone().city("J", "junction = true").tickets(&["A-J 3"]);
    assert_eq!(ticket.faults(), ["map::ticket-at-junction"]);
    assert!(setup.clone().city("J", "junction = true").faults().is_empty());
    // Who has a route there can build in its other city only.
    let setup = setup.city("J", "junction = true").deal_each(2, 3);
    let mut table = setup.cards("red-port red-port | red-ship red-ship red-ship").start();
    table.claim(1, "A-J", "1 red ship").one_of_each(2);
    let pay = "2 red ship, 2 red port";
    assert_eq!(table.refusal(1, &table.port("J", pay)), "ports/no-port-city");
    assert!(table.try_act(1, &table.port("A", pay)).is_ok());
}

#[test]
fn w18_the_table_of_points() {
    let lengths = [1u8, 2, 3, 4, 5, 6, 7, 8];
    let routes = lengths.map(|n| format!("A{n}-B{n} {n} white ship"));
    let routes: Vec<&str> = routes.iter().map(String::as_str).collect();
    let setup = Setup::small_world(&routes).decks("60 red, 40 white double ship, 40 red ship").deal_each(0, 20);
    let mut table = setup.cards(&"white-double-ship ".repeat(20)).start();
    let mut scores = Vec::new();
    for n in lengths {
        table.claim(1, &format!("A{n}-B{n}"), &format!("{} white double ship", n.div_ceil(2)));
        scores.push(table.view(None).score[0]);
        table.idle(2);
    }
    assert_eq!(scores, [1, 3, 7, 14, 24, 39, 57, 78]);
    // The rules of a map may have a table of their own: that of the World is the same.
    let rules = Setup::world(2).rules();
    let points = rules.modules().iter().find(|m| m.manifest.id == "route-points").expect("points for routes");
    let table = json!({ "1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15, "7": 18, "8": 21 });
    assert_eq!(points.params["table"], table);
}
