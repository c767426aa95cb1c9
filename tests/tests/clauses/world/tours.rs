//! The tours and ports of the World: W19 to W25. The rulebook's examples are among them: a port in Lima with a wild, a ship and two
//! train cards (W22b), and two ports that score 30 each (W25).

use ttr_tests::{Setup, Table};

/// What a tour comes to for player 1, who holds all of these routes, in words.
fn tour(routes: &[&str], tour: &str) -> String {
    let roads: Vec<String> = routes.iter().map(|route| format!("{route} 1 red train")).collect();
    let roads: Vec<&str> = roads.iter().map(String::as_str).chain(["Y-Z 1 red train"]).collect();
    let setup = Setup::small_world(&roads).tickets(&[&format!("{tour} 9/6/15"), "Y-Z 1"]).ticket_deal(1, 1);
    let setup = setup.deals(&[tour, "Y-Z"]).decks("60 red, 9 red ship").deal_each(20, 0).set("ports.count=0");
    let mut table = setup.start();
    for route in routes {
        table.claim(1, route, "1 red").idle(2);
    }
    let sheet = &table.sheet_if_over()[0];
    let (_, line) = sheet.split_once(" + ").unwrap_or_else(|| panic!("{sheet}"));
    line.to_owned()
}

#[test]
fn w19a_a_tour_joined_in_the_order_shown_brings_the_higher_value() {
    assert_eq!(tour(&["A-B", "B-C"], "A-B-C"), "9 (A - B - C joined in the order shown)");
    assert_eq!(tour(&["C-D", "A-B", "B-C"], "A-B-C-D"), "9 (A - B - C - D joined in the order shown)");
}

#[test]
fn w19b_a_tour_joined_otherwise_brings_the_lower_value() {
    assert_eq!(tour(&["A-C", "C-B"], "A-B-C"), "6 (A - B - C joined, but not in the order shown)");
}

#[test]
fn w19c_a_tour_not_joined_costs_its_penalty() {
    assert_eq!(tour(&["A-B"], "A-B-C"), "-15 (A - B - C not completed)");
    assert_eq!(tour(&["A-B", "C-D"], "A-B-C-D"), "-15 (A - B - C - D not completed)");
}

#[test]
fn w20a_in_the_order_shown_is_a_walk_that_uses_no_route_twice() {
    // A star: the way to B would be used a second time.
    assert_eq!(tour(&["X-A", "X-B", "X-C"], "A-B-C"), "6 (A - B - C joined, but not in the order shown)");
    // With a second way out of B there is a walk.
    assert_eq!(tour(&["X-A", "X-B", "X-C", "B-C"], "A-B-C"), "9 (A - B - C joined in the order shown)");
    // The walk ends at the last city; what lies beyond it does no harm.
    assert_eq!(tour(&["A-B", "B-C", "C-D", "D-A"], "A-B-C"), "9 (A - B - C joined in the order shown)");
}

#[test]
fn w20b_on_its_way_to_the_next_city_a_walk_passes_no_other_city_of_the_tour() {
    // From A to B past C, which comes later.
    assert_eq!(tour(&["A-C", "C-B", "B-X", "X-C"], "A-B-C"), "6 (A - B - C joined, but not in the order shown)");
    // From B to C past A, which was the first.
    assert_eq!(tour(&["A-B", "B-X", "X-A", "A-C"], "A-B-C"), "6 (A - B - C joined, but not in the order shown)");
    // A way around it makes it good.
    assert_eq!(tour(&["A-B", "B-X", "X-C", "A-C"], "A-B-C"), "9 (A - B - C joined in the order shown)");
}

#[test]
fn w20c_cities_that_are_not_on_the_tour_may_be_passed_freely() {
    assert_eq!(tour(&["A-X", "X-Y", "Y-B", "B-C"], "A-B-C"), "9 (A - B - C joined in the order shown)");
    // Past X twice, over other routes.
    let roads = ["A-X", "X-B", "B-W", "W-X", "X-C"];
    assert_eq!(tour(&roads, "A-B-C"), "9 (A - B - C joined in the order shown)");
}

/// Plenty of red cards with the port symbol, and some without, for both players.
fn red(routes: &[&str]) -> Setup {
    let decks = "60 red, 60 red port, 60 red ship, 20 red double ship, 20 wild";
    let [trains, ships] = [
        "red red red red red red red-port red-port red-port red-port red-port red-port red-port red-port",
        "red-ship red-ship red-ship red-ship red-ship red-ship red-ship red-ship red-ship red-ship",
    ];
    let setup = Setup::small_world(routes).decks(decks).deal_each(14, 10).row_each(0, 0);
    setup.cards(trains).cards(trains).cards(ships).cards(ships)
}

const PORT: &str = "2 red ship, 2 red port";

/// The line of player 1 in the sheet as it would be now, without the name and the sum.
fn lines(table: &Table) -> String {
    let sheet = &table.sheet_if_over()[0];
    let (_, lines) = sheet.split_once(" = ").unwrap_or_else(|| panic!("{sheet}"));
    lines.to_owned()
}

#[test]
fn w21a_ports_are_built_in_port_cities_only() {
    let mut table = red(&["A-B 1 red train"]).city("B", "").start();
    table.claim(1, "A-B", "1 red").idle(2);
    let builds: Vec<String> = table.legal(1).into_iter().filter(|a| a.starts_with("builds")).collect();
    assert_eq!(builds, ["builds a port in A with 2 red ship, 2 red port"]);
    assert_eq!(table.refusal(1, &table.port("B", PORT)), "ports/no-port-city");
}

#[test]
fn w21b_there_is_at_most_one_port_in_a_city() {
    let mut table = red(&["A-B 1 red train", "B-C 1 red train"]).start();
    table.claim(1, "A-B", "1 red").claim(2, "B-C", "1 red").build_port(1, "B", PORT);
    let builds: Vec<String> = table.legal(2).into_iter().filter(|a| a.starts_with("builds")).collect();
    assert_eq!(builds, ["builds a port in C with 2 red ship, 2 red port"]);
    assert_eq!(table.refusal(2, &table.port("B", PORT)), "ports/taken");
    table.idle(2);
    assert_eq!(table.refusal(1, &table.port("B", PORT)), "ports/taken", "not even by the owner");
}

#[test]
fn w21c_one_of_the_builders_own_routes_must_end_there() {
    let mut table = red(&["A-B 1 red train", "B-C 1 red ship"]).start();
    assert_eq!(table.refusal(1, &table.port("A", PORT)), "ports/no-route");
    table.claim(1, "A-B", "1 red").claim(2, "B-C", "1 red ship");
    // A train route will do, and so will a ship route.
    assert!(table.clone().try_act(1, &table.port("A", PORT)).is_ok());
    assert_eq!(table.refusal(1, &table.port("C", PORT)), "ports/no-route", "the route there is another's");
    table.idle(1);
    assert!(table.try_act(2, &table.port("C", PORT)).is_ok());
}

#[test]
fn w21d_who_has_built_three_ports_can_build_no_more() {
    let mut table = red(&["A-B 1 red train", "B-C 1 red train", "C-D 1 red train"]).start();
    for route in ["A-B", "B-C", "C-D"] {
        table.claim(1, route, "1 red").idle(2);
    }
    for city in ["A", "B", "C"] {
        assert!(table.legal(1).iter().any(|a| a.starts_with(&format!("builds a port in {city}"))));
        table.build_port(1, city, PORT).idle(2);
    }
    assert_eq!(table.hand(1), "4 red ship, 3 red, 2 red port", "enough for another");
    assert_eq!((table.stock_of(1, "port"), table.stock_of(2, "port")), (0, 3));
    assert_eq!(table.refusal(1, &table.port("D", PORT)), "ports/none-left");
    assert!(!table.ops(1).contains(&"ports/build".into()));
}

/// Player 1 has a route that ends in Lima and these cards, on the board of the World.
fn in_lima(cards: &str) -> Table {
    let dealt = "yellow yellow red | red-ship red-ship red-ship white-ship white-ship red-double-ship red-double-ship";
    let mut table = Setup::world(2).cards(dealt).start();
    table.keep_all(1).keep_all(2).choose(1, 20, 40).choose(2, 20, 40);
    table.claim(1, "Caracas-Lima/2", "2 yellow").one_of_each(2).collect(1, cards);
    if table.turn_of() == 2 {
        table.one_of_each(2);
    }
    table
}

#[test]
fn w22a_a_port_costs_two_train_and_two_ship_cards_of_a_colour_with_the_symbol() {
    let mut table = in_lima("red-port red-port white-port white");
    let builds: Vec<String> = table.legal(1).into_iter().filter(|a| a.starts_with("builds")).collect();
    let cities = ["Caracas", "Lima"].map(|city| format!("builds a port in {city} with 2 red ship, 2 red port"));
    assert_eq!(builds, cities);
    // Without the symbol; of two colours; too few of one deck.
    for pay in ["2 red ship, 1 red, 1 red port", "2 red double ship, 2 red port", "2 white ship, 2 red port"] {
        assert_eq!(table.refusal(1, &table.port("Lima", pay)), "core/unfit");
    }
    assert_eq!(table.refusal(1, &table.port("Lima", "3 red ship, 1 red port")), "core/unfit");
    assert_eq!(table.refusal(1, &table.port("Lima", "2 red ship, 1 red port")), "core/too-little");
    table.build_port(1, "Lima", "2 red ship, 2 red port");
    assert_eq!((table.stock_of(1, "port"), table.to_act()), (2, vec![2]));
    let discards = (table.discards_of("ship"), table.discards_of("train"));
    assert_eq!(discards, ("2 red ship".into(), "2 red port, 2 yellow".into()));
}

#[test]
fn w22b_wilds_may_stand_for_any_of_the_four_cards() {
    // One wild, one ship and two train cards.
    let mut table = in_lima("red-port red-port wild wild | wild wild");
    assert!(table.clone().try_act(1, &table.port("Lima", "1 red ship, 2 red port, 1 wild")).is_ok());
    assert!(table.clone().try_act(1, &table.port("Lima", "2 red ship, 1 red port, 1 wild")).is_ok());
    assert!(table.clone().try_act(1, &table.port("Lima", "1 red ship, 1 red port, 2 wild")).is_ok());
    assert!(table.clone().try_act(1, &table.port("Lima", "2 white ship, 2 wild")).is_ok());
    table.build_port(1, "Lima", "4 wild");
    assert_eq!((table.discards_of("ship"), table.discards_of("train")), ("no card".into(), "2 yellow, 4 wild".into()));
}

#[test]
fn w23a_a_port_scores_by_its_owners_completed_tickets_that_name_its_city() {
    let routes = ["A-X", "A-B", "A-C", "A-D", "A-E"].map(|route| format!("{route} 1 red train"));
    let routes: Vec<&str> = routes.iter().map(String::as_str).collect();
    let tickets = ["A-B 1", "A-C 1", "A-D 1", "E-A 1", "B-C 1", "B-D 1", "C-D 1", "B-E 1"];
    let names: Vec<&str> = tickets.iter().map(|ticket| ticket.split(' ').next().unwrap_or_default()).collect();
    let mut table = red(&routes).tickets(&tickets).ticket_deal(4, 4).deals(&names).start();
    let port = |table: &Table| {
        let lines = lines(table);
        lines.split(" + ").find(|line| line.contains("port in")).map(str::to_owned).unwrap_or_default()
    };
    table.claim(1, "A-X", "1 red").idle(2).build_port(1, "A", PORT).idle(2);
    let mut scored = vec![port(&table)];
    for route in ["A-B", "A-C", "A-D", "A-E"] {
        table.claim(1, route, "1 red").idle(2);
        scored.push(port(&table));
    }
    let expected = [
        "0 (port in A, 0 tickets completed)",
        "20 (port in A, 1 ticket completed)",
        "30 (port in A, 2 tickets completed)",
        "40 (port in A, 3 tickets completed)",
        "40 (port in A, 4 tickets completed)",
    ];
    assert_eq!(scored, expected);
}

#[test]
fn w23b_completed_tours_count_in_either_order() {
    let routes = ["A-C 1 red train", "C-B 1 red train", "B-D 1 red train"];
    let tickets = ["A-B-C 9/6/15", "A-C-B 9/6/15", "A-C-D 9/6/15", "A-B 3", "A-D 1", "B-D 1"];
    let names = ["A-B-C", "A-C-B", "A-C-D", "A-B", "A-D", "B-D"];
    let mut table = red(&routes).tickets(&tickets).ticket_deal(3, 3).deals(&names).start();
    table.claim(1, "A-C", "1 red").idle(2).claim(1, "C-B", "1 red").idle(2).build_port(1, "A", PORT);
    let expected = "2 (2 routes) + 6 (A - B - C joined, but not in the order shown) + \
                    9 (A - C - B joined in the order shown) + -15 (A - C - D not completed) + \
                    30 (port in A, 2 tickets completed) + -8 (2 ports not built)";
    assert_eq!(lines(&table), expected, "A - B is player 2's ticket");
}

#[test]
fn w23c_a_ticket_that_names_two_of_the_players_ports_counts_for_both() {
    let setup = red(&["A-B 1 red train", "B-C 1 red train"]).tickets(&["A-B 5", "B-C 2"]).ticket_deal(1, 1);
    let mut table = setup.deals(&["A-B", "B-C"]).start();
    table.claim(1, "A-B", "1 red").idle(2).build_port(1, "A", PORT).idle(2).build_port(1, "B", PORT);
    let expected = "1 (1 route) + 5 (A - B completed) + 20 (port in A, 1 ticket completed) + \
                    20 (port in B, 1 ticket completed) + -4 (1 port not built)";
    assert_eq!(lines(&table), expected);
}

#[test]
fn w24_each_port_not_built_costs_four_points() {
    let mut table = red(&["A-B 1 red train", "B-C 1 red train"]).start();
    assert_eq!(lines(&table), "0 (0 routes) + -12 (3 ports not built)");
    table.claim(1, "A-B", "1 red").idle(2).build_port(1, "A", PORT).idle(2);
    let ports = "1 (1 route) + 0 (port in A, 0 tickets completed) + -8 (2 ports not built)";
    assert_eq!(lines(&table), ports);
    table.build_port(1, "B", PORT).idle(2).claim(1, "B-C", "1 red").idle(2).build_port(1, "C", PORT);
    assert!(!lines(&table).contains("not built"));
}

#[test]
fn w25_the_rulebooks_example() {
    let own = ["Buenos Aires-Manila", "Buenos Aires-Sydney", "Hamburg-Dar Es Salaam"];
    let tour = "Lagos-Luanda-Dar Es Salaam-Djibouti";
    let others = ["Mumbai-Beijing", "Bangkok-Tokyo", "Vancouver-Miami", "Edinburgh-Tokyo", "Moskva-Hong Kong"];
    let mut table = Setup::world(2).deals(&own).deals(&[tour, "Edinburgh-Sydney"]).deals(&others).start();
    table.keep(1, &[&own[..], &[tour]].concat()).keep(2, &others[..3]).choose(1, 20, 40).choose(2, 20, 40);
    let plan = [
        ("Buenos Aires-Cape Town/1", "4 purple double ship"),
        ("Dar Es Salaam-Cape Town/1", "3 green"),
        ("Dar Es Salaam-Jakarta/1", "4 green double ship"),
        ("Manila-Jakarta", "1 white double ship"),
        ("Jakarta-Darwin", "1 black double ship"),
        ("Darwin-Sydney", "2 green"),
        ("Lagos-Luanda/1", "1 purple"),
        ("Luanda-Dar Es Salaam", "2 red, 2 white"),
        ("Djibouti-Dar Es Salaam/1", "1 black"),
        ("Al-Qahira - Djibouti/1", "2 red"),
        ("Athina - Al-Qahira", "1 green ship"),
        ("Hamburg-Athina", "2 green port"),
    ];
    // Player 2 exchanges a train for a ship and back again.
    let to_and_fro = |table: &mut Table, seat: usize| {
        let [gives, takes] = if table.fleet(seat)[0] == 20 { ["train", "ship"] } else { ["ship", "train"] };
        table.exchange(seat, 1, gives, takes);
    };
    table.build_while(&[&plan], to_and_fro);
    for (city, colour) in [("Buenos Aires", "yellow"), ("Dar Es Salaam", "white")] {
        to_and_fro(&mut table, 2);
        for kind in ["port", "ship"] {
            let card = format!("{colour}-{kind}");
            let deck = if kind == "port" { "train" } else { "ship" };
            table.next_cards(&format!("{card} {card}")).blind_from(1, deck).blind_from(1, deck);
            to_and_fro(&mut table, 2);
        }
        table.build_port(1, city, &format!("2 {colour} ship, 2 {colour} port"));
    }
    let expected = "55 (12 routes) + 8 (Hamburg - Dar Es Salaam completed) + 13 (Buenos Aires - Sydney completed) + \
                    17 (Buenos Aires - Manila completed) + \
                    9 (Lagos - Luanda - Dar Es Salaam - Djibouti joined in the order shown) + \
                    30 (port in Buenos Aires, 2 tickets completed) + \
                    30 (port in Dar Es Salaam, 2 tickets completed) + -4 (1 port not built)";
    assert_eq!(lines(&table), expected);
}
