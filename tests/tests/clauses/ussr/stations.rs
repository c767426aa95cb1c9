//! The stations of the USSR: U15 to U17.

use ttr_tests::{Setup, Table};

/// The stations that a player can build, by city and payment: `A with 1 red`.
fn stations(table: &Table, seat: usize) -> Vec<String> {
    let mut stations = table.legal_after(seat, "builds a station in");
    stations.sort();
    stations
}

#[test]
fn u15a_a_station_is_built_in_any_city_that_has_none() {
    let setup = Setup::small_ussr(&["A-B 1 gray", "B-C 1 gray"]).deal(3);
    let mut table = setup.cards("red red red | blue blue blue").start();
    assert_eq!(stations(&table, 1), ["A with 1 red", "B with 1 red", "C with 1 red"]);
    table.build_station(1, "B", "1 red");
    assert_eq!((table.stock_of(1, "station"), table.discards()), (2, "1 red".into()));
    assert_eq!((table.to_act(), table.scores()), (vec![2], vec![0, 0]));
    // Not where there is one, whoever's it is.
    assert_eq!(stations(&table, 2), ["A with 1 blue", "C with 1 blue"]);
    assert_eq!(table.refusal(2, &table.station("B", "1 blue")), "stations/taken");
    table.build_station(2, "A", "1 blue");
    assert_eq!(table.refusal(1, &table.station("B", "2 red")), "stations/taken", "one's own neither");
    assert_eq!(stations(&table, 1), ["C with 2 red"]);
    assert!(
        Setup::small_ussr(&["A-B 1 gray", "B-C 1 gray"])
            .deal(1)
            .city("B", "junction = true")
            .cards("red")
            .start()
            .refusal(1, &table.station("B", "1 red"))
            == "stations/junction"
    );
}

#[test]
fn u15b_the_first_costs_a_card_in_the_colour_of_a_route_that_ends_in_the_city() {
    let setup = Setup::small_ussr(&["A-B 1 red", "B-C 1 blue"]).deal(3);
    let mut table = setup.clone().cards("red blue green | red red blue").start();
    let colours = ["A with 1 red", "B with 1 blue", "B with 1 red", "C with 1 blue"];
    assert_eq!(stations(&table, 1), colours);
    for (city, pay) in [("A", "1 blue"), ("B", "1 green"), ("C", "1 red")] {
        assert_eq!(table.refusal(1, &table.station(city, pay)), "core/unfit", "{city} {pay}");
    }
    assert_eq!(table.refusal(1, &table.station("A", "")), "core/too-little");
    // Claimed or not, and by whomever: the route's colour is the same.
    table.claim(1, "A-B", "1 red");
    assert_eq!(stations(&table, 2), colours);
    table.build_station(2, "A", "1 red");
    assert_eq!(table.stock_of(2, "station"), 2);
    // By the parameter any card will do.
    let any = setup.set("stations.first-by-colour=false").cards("red blue green").start();
    let each = |city: &str| ["blue", "green", "red"].map(|colour| format!("{city} with 1 {colour}"));
    assert_eq!(stations(&any, 1), [each("A"), each("B"), each("C")].concat());
}

#[test]
fn u15c_where_one_of_these_routes_is_gray_any_card_will_do() {
    let setup = Setup::small_ussr(&["A-B 1 red", "B-C 1 gray", "C-D 1 blue"]).deal(2);
    let table = setup.cards("red green").start();
    let gray = ["B with 1 green", "B with 1 red", "C with 1 green", "C with 1 red"];
    assert_eq!(stations(&table, 1), [&["A with 1 red"][..], &gray].concat());
}

#[test]
fn u15d_the_second_costs_two_cards_of_one_colour_the_third_three() {
    let setup = Setup::small_ussr(&["A-B 1 red", "B-C 1 red"]).deal(8);
    let setup = setup.cards("red blue blue green green green blue black").cards(&"white ".repeat(8)).cards("white");
    let mut table = setup.start();
    assert_eq!(stations(&table, 1), ["A with 1 red", "B with 1 red", "C with 1 red"]);
    table.build_station(1, "A", "1 red").idle(2);
    // In any city, whatever colours its routes have.
    let two = |city: &str| ["blue", "green"].map(|colour| format!("{city} with 2 {colour}"));
    assert_eq!(stations(&table, 1), [two("B"), two("C")].concat());
    for (pay, why) in [("1 blue", "core/too-little"), ("1 black, 1 blue", "core/unfit"), ("3 blue", "core/superfluous")]
    {
        assert_eq!(table.refusal(1, &table.station("B", pay)), why, "{pay}");
    }
    table.build_station(1, "B", "2 blue").idle(2);
    assert_eq!(stations(&table, 1), ["C with 3 green"]);
    table.build_station(1, "C", "3 green");
    assert_eq!((table.hand(1), table.stock_of(1, "station")), ("1 black, 1 blue".into(), 0));
    assert_eq!(table.discards(), "2 blue, 3 green, 1 red");
}

#[test]
fn u15e_wilds_stand_for_any_card_of_a_station() {
    let setup = Setup::small_ussr(&["A-B 1 red", "B-C 1 red"]).deal(5);
    let mut table = setup.cards("green wild wild wild wild").start();
    assert_eq!(stations(&table, 1), ["A with 1 wild", "B with 1 wild", "C with 1 wild"]);
    table.build_station(1, "A", "1 wild").idle(2);
    let two = |city: &str| [format!("{city} with 1 green, 1 wild"), format!("{city} with 2 wild")];
    assert_eq!(stations(&table, 1), [two("B"), two("C")].concat());
    table.build_station(1, "B", "1 green, 1 wild");
    assert_eq!(table.discards(), "1 green, 2 wild");
}

#[test]
fn u15f_who_has_built_three_stations_can_build_no_more() {
    let setup = Setup::small_ussr(&["A-B 1 gray", "B-C 1 gray", "C-D 1 gray"]).deal(8);
    let mut table = setup.cards("red red red red red red red red").start();
    table.build_station(1, "A", "1 red").idle(2).build_station(1, "B", "2 red").idle(2).build_station(1, "C", "3 red");
    assert!(!stations(&table, 2).is_empty(), "another player can");
    table.idle(2);
    assert_eq!((stations(&table, 1).len(), table.stock_of(1, "station")), (0, 0));
    assert_eq!(table.refusal(1, &table.station("D", "2 red")), "stations/none-left");
}

/// Player 1 has these tickets and stations, player 2 these routes, on a board of gray routes of one space.
fn borrowing(routes: &[&str], tickets: &[&str], stations: &[&str], mine: &[&str], theirs: &[&str]) -> Table {
    let routes: Vec<String> = routes.iter().map(|ends| format!("{ends} 1 gray")).collect();
    let routes: Vec<&str> = routes.iter().map(String::as_str).collect();
    let names: Vec<&str> = tickets.iter().filter_map(|t| t.split_once(' ').map(|(ends, _)| ends)).collect();
    let n = tickets.len() as u8;
    // A ticket of player 2 that is never complete; so is the line of it.
    let own: Vec<String> = (0..n).map(|i| format!("Y{i}-Z{i}")).collect();
    let ends: Vec<String> = own.iter().map(|ends| format!("{ends} 1 gray")).collect();
    let none: Vec<String> = own.iter().map(|ends| format!("{ends} 1")).collect();
    let all_routes: Vec<&str> = routes.into_iter().chain(ends.iter().map(String::as_str)).collect();
    let all_tickets: Vec<&str> = tickets.iter().copied().chain(none.iter().map(String::as_str)).collect();
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let setup = Setup::small_ussr(&all_routes).deal(20).tickets(&all_tickets).ticket_deal(n, n);
    let setup = setup.deals(&names).deals(&own).set("cards.decks.train.red=50");
    let mut table = setup.cards(&"red ".repeat(40)).start();
    for i in 0..mine.len().max(theirs.len()).max(stations.len()) {
        for (seat, claims) in [(1, mine), (2, theirs)] {
            match claims.get(i) {
                Some(route) => _ = table.claim(seat, route, "1 red"),
                None => _ = table.idle(seat),
            }
        }
    }
    for (i, city) in stations.iter().enumerate() {
        table.build_station(1, city, &format!("{} red", i + 1)).idle(2);
    }
    table
}

/// The lines of player 1 about tickets and stations, without those that are always there.
fn told(table: &Table) -> Vec<String> {
    let sheet = table.rules().final_score(table.state());
    let about = sheet.sides[0]
        .lines
        .iter()
        .filter(|line| ["tickets", "stations"].contains(&line.rule.split('/').next().unwrap_or("")));
    let lines = about.filter(|line| line.rule != "stations/unbuilt");
    lines.map(|line| format!("{} {}", line.points, table.rules().text(&line.note))).collect()
}

#[test]
fn u16a_at_the_end_a_station_lets_its_owner_use_a_route_of_another_player() {
    // A-B is mine, B-C another's, and in B, or in C, stands a station.
    for city in ["B", "C"] {
        let table = borrowing(&["A-B", "B-C"], &["A-C 5"], &[city], &["A-B"], &["B-C"]);
        assert_eq!(told(&table), ["5 A - C completed".to_owned(), format!("0 station in {city} uses B - C")]);
    }
    // Without one, or with one elsewhere, or where nobody has a route, nothing is borrowed.
    let none = borrowing(&["A-B", "B-C"], &["A-C 5"], &[], &["A-B"], &["B-C"]);
    assert_eq!(told(&none), ["-5 A - C not completed"]);
    let elsewhere = borrowing(&["A-B", "B-C", "D-A"], &["A-C 5"], &["D"], &["A-B"], &["B-C"]);
    assert_eq!(told(&elsewhere), ["-5 A - C not completed"]);
    let free = borrowing(&["A-B", "B-C"], &["A-C 5"], &["B"], &["A-B"], &[]);
    assert_eq!(told(&free), ["-5 A - C not completed"]);
    // Others cannot use my station.
    let theirs = borrowing(&["A-B", "B-C"], &["A-C 5"], &["B"], &["A-B"], &["B-C"]);
    let lines = &theirs.rules().final_score(theirs.state()).sides[1].lines;
    assert!(lines.iter().all(|line| line.rule != "stations/uses"));
}

#[test]
fn u16b_it_is_one_route_the_same_for_all_tickets() {
    // Two tickets, each of which needs another route at the one station.
    let table = borrowing(&["A-B", "B-C", "B-D"], &["A-C 5", "A-D 4"], &["B"], &["A-B"], &["B-C", "B-D"]);
    assert_eq!(told(&table), ["5 A - C completed", "-4 A - D not completed", "0 station in B uses B - C"]);
    // With two stations each has its own.
    let table = borrowing(&["A-B", "B-C", "B-D"], &["A-C 5", "A-D 4"], &["B", "D"], &["A-B"], &["B-C", "B-D"]);
    let both = ["5 A - C completed", "4 A - D completed", "0 station in B uses B - C", "0 station in D uses B - D"];
    assert_eq!(told(&table), both);
    // One route serves several tickets.
    let table = borrowing(&["A-B", "B-C", "C-D"], &["A-C 5", "A-D 4"], &["B"], &["A-B", "C-D"], &["B-C"]);
    assert_eq!(told(&table), ["5 A - C completed", "4 A - D completed", "0 station in B uses B - C"]);
}

#[test]
fn u16c_it_is_chosen_so_that_the_tickets_come_to_most() {
    // One ticket of 9 or two of 4.
    let routes = &["A-B", "B-C", "B-D", "D-E"];
    let table = borrowing(routes, &["A-C 9", "A-D 4", "A-E 4"], &["B"], &["A-B", "D-E"], &["B-C", "B-D"]);
    let nine = ["9 A - C completed", "-4 A - D not completed", "-4 A - E not completed", "0 station in B uses B - C"];
    assert_eq!(told(&table), nine);
    let table = borrowing(routes, &["A-C 7", "A-D 4", "A-E 4"], &["B"], &["A-B", "D-E"], &["B-C", "B-D"]);
    let eight = ["-7 A - C not completed", "4 A - D completed", "4 A - E completed", "0 station in B uses B - D"];
    assert_eq!(told(&table), eight);
    // Two stations together: neither route is of use by itself.
    let table = borrowing(&["A-B", "B-C", "C-D"], &["A-D 9"], &["B", "C"], &["A-B"], &["B-C", "C-D"]);
    assert_eq!(told(&table), ["9 A - D completed", "0 station in B uses B - C", "0 station in C uses C - D"]);
    // A station that is of no use takes none.
    let table = borrowing(&["A-B", "B-C"], &["A-B 9"], &["B"], &["A-B"], &["B-C"]);
    assert_eq!(told(&table), ["9 A - B completed"]);
}

#[test]
fn u16d_among_equals_it_is_chosen_so_that_the_most_tickets_are_complete() {
    let routes = &["A-B", "B-C", "B-D", "D-E"];
    let table = borrowing(routes, &["A-C 8", "A-D 4", "A-E 4"], &["B"], &["A-B", "D-E"], &["B-C", "B-D"]);
    let two = ["-8 A - C not completed", "4 A - D completed", "4 A - E completed", "0 station in B uses B - D"];
    assert_eq!(told(&table), two);
}

#[test]
fn u16e_a_ticket_completed_so_counts_as_completed() {
    let table = borrowing(&["A-B", "B-C"], &["A-C 5"], &["B"], &["A-B"], &["B-C"]);
    let one = "player 1: 39 = 1 (1 route) + 5 (A - C completed) + 0 (station in B uses B - C) + \
               8 (2 stations not built) + 10 (longest path, 1 space) + 15 (most completed tickets, 1)";
    assert_eq!(table.line_if_over(1), one);

    // In a tie too: 14 points each, two tickets against one.
    let setup = Setup::small_ussr(&["A-B 1 gray", "B-C 1 gray", "C-D 1 gray"]).deal(2).ticket_deal(2, 2);
    let setup = setup.tickets(&["A-B 2", "A-C 3", "B-C 3", "C-D 2"]).deals(&["A-B", "A-C", "B-C", "C-D"]);
    let setup = setup.set("most-tickets=false").set("longest-path=false");
    let mut table = setup.cards("red red | blue blue | black").start();
    table.claim(1, "A-B", "1 red").claim(2, "B-C", "1 blue").build_station(1, "B", "1 red");
    let one = "player 1: 14 = 1 (1 route) + 2 (A - B completed) + 3 (A - C completed) + \
               0 (station in B uses B - C) + 8 (2 stations not built)";
    let two = "player 2: 14 = 1 (1 route) + 3 (B - C completed) + -2 (C - D not completed) + 12 (3 stations not built)";
    assert_eq!(table.sheet_if_over(), [one, two, "won by player 1, by completed-tickets"]);
}

#[test]
fn u16f_a_borrowed_route_counts_for_nothing_else() {
    let routes = &["A-B 1 gray", "B-C 4 gray tunnel", "C-D 1 gray ferry=1"];
    let setup = Setup::small_ussr(routes).deal(8).tickets(&["A-D 9", "A-B 1"]).ticket_deal(1, 1);
    let setup = setup.deals(&["A-D", "A-B"]).cards("red red red red red red red red | white white white white wild");
    let mut table = setup.cards("red red red | black | blue blue blue").start();
    table.claim(1, "A-B", "1 red").claim(2, "B-C", "4 white").build_station(1, "B", "1 red");
    table.claim(2, "C-D", "1 wild").build_station(1, "C", "2 red");
    let one = "player 1: 29 = 1 (1 route) + 9 (A - D completed) + 0 (station in B uses B - C) + \
               0 (station in C uses C - D) + 4 (1 station not built) + 15 (most completed tickets, 1)";
    let two = "player 2: 49 = 8 (2 routes) + -1 (A - B not completed) + 12 (3 stations not built) + \
               10 (most ferries, 1 ferry) + 10 (longest path, 5 spaces) + 10 (most tunnels, 1 tunnel)";
    assert_eq!(table.sheet_if_over(), [one, two, "won by player 2"]);
}

#[test]
fn u17_each_station_not_built_brings_four_points() {
    let setup = Setup::small_ussr(&["A-B 1 gray", "B-C 1 gray", "C-D 1 gray"]).deal(8);
    let mut table = setup.clone().cards("red red red red red red red red").start();
    let expected = [(12, "3 stations"), (8, "2 stations"), (4, "1 station")];
    for (i, city) in ["A", "B", "C"].iter().enumerate() {
        let (points, text) = expected[i];
        let line = format!("player 1: {points} = 0 (0 routes) + {points} ({text} not built)");
        assert_eq!(table.line_if_over(1), line);
        table.build_station(1, city, &format!("{} red", i + 1)).idle(2);
    }
    assert_eq!(table.line_if_over(1), "player 1: 0 = 0 (0 routes)");
    // By the parameter, other points.
    let table = setup.set("stations.unbuilt=-2").start();
    assert_eq!(table.line_if_over(1), "player 1: -6 = 0 (0 routes) + -6 (3 stations not built)");
}
