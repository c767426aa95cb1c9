//! The Europe rules: E1 to E10.

use ttr_tests::{Setup, Table};

/// Europe with all dealt tickets kept.
fn tickets_kept(setup: Setup, players: usize) -> Table {
    let mut table = setup.start();
    (1..=players).for_each(|seat| _ = table.keep_all(seat));
    table
}

const LONG: [&str; 2] = ["Brest-Petrograd", "Cadiz-Stockholm"];
const SHORT: [&str; 6] =
    ["Athina-Angora", "Budapest-Sofia", "Frankfurt-Kobenhavn", "Rostov-Erzurum", "Sofia-Smyrna", "Kyiv-Petrograd"];

/// Two players who are dealt these, one long ticket each and three short ones.
fn dealt() -> Setup {
    Setup::europe(2).deals_of("long", &LONG).deals_of("short", &SHORT)
}

#[test]
fn e1a_everybody_has_45_trains_and_three_stations() {
    for players in 2..=5 {
        let table = Setup::europe(players).start();
        for seat in 1..=players {
            assert_eq!((table.stock_of(seat, "train"), table.stock_of(seat, "station")), (45, 3));
        }
        assert_eq!(table.scores(), vec![0; players]);
    }
}

#[test]
fn e1b_the_deck_has_110_cards() {
    let rules = Setup::europe(2).rules();
    let kinds: Vec<(&str, u8, bool)> = rules.kinds().iter().map(|k| (k.name.as_str(), k.count, k.wild)).collect();
    let colours = ["black", "blue", "green", "orange", "purple", "red", "white", "yellow"];
    let mut expected: Vec<(&str, u8, bool)> = colours.into_iter().map(|colour| (colour, 12, false)).collect();
    expected.push(("wild", 14, true));
    assert_eq!(kinds, expected);
}

#[test]
fn e1c_four_cards_are_dealt_five_lie_in_the_row() {
    let table = Setup::europe(2).cards("red red blue wild | green green green green | white black red red red").start();
    assert_eq!((table.hand(1), table.hand(2)), ("1 blue, 2 red, 1 wild".into(), "4 green".into()));
    assert_eq!(table.row(), "1 black, 3 red, 1 white");
}

#[test]
fn e1d_a_row_with_three_wilds_is_discarded_and_replaced() {
    let hands = "red red red red | blue blue blue blue";
    let rows = "wild black wild black wild | white white white green green";
    let table = Setup::europe(2).cards(&format!("{hands} | {rows}")).start();
    assert_eq!((table.row(), table.resets()), ("2 green, 3 white".into(), 1));
    assert_eq!(table.discards(), "2 black, 3 wild");
}

#[test]
fn e2a_one_long_ticket_and_three_others_are_dealt() {
    let board = Setup::europe(2).rules();
    let long = |deck: &str| board.board().tickets.iter().filter(|t| t.deck.as_deref() == Some(deck)).count();
    assert_eq!((board.board().tickets.len(), long("long"), long("short")), (46, 6, 40));
    let table = dealt().start();
    let mut one = table.dealt(1);
    one.sort();
    assert_eq!(one, ["Athina - Angora", "Brest - Petrograd", "Budapest - Sofia", "Frankfurt - Kobenhavn"]);
    for players in 2..=5 {
        let table = Setup::europe(players).start();
        assert!((1..=players).all(|seat| table.dealt(seat).len() == 4));
    }
}

#[test]
fn e2b_two_at_least_are_kept_whichever() {
    let mut table = dealt().start();
    assert_eq!(table.legal(1).len(), 11, "two of four in six ways, three in four, or all");
    assert_eq!(table.refusal(1, &table.kept(&LONG[..1])), "tickets/too-few");
    table.keep(1, &SHORT[..2]).keep_all(2);
    assert_eq!(table.tickets(1), ["Athina - Angora", "Budapest - Sofia"], "the long one is not among them");
}

#[test]
fn e2c_tickets_returned_at_the_deal_leave_the_game() {
    let mut table = dealt().start();
    table.keep(1, &SHORT[..2]).keep_all(2);
    let deck = table.ticket_deck();
    assert_eq!(deck.len(), 40 - 6);
    for gone in ["Brest - Petrograd", "Frankfurt - Kobenhavn"] {
        assert!(!deck.iter().any(|ticket| ticket == gone), "{gone} can't be drawn any more");
        assert!(table.tickets_out().iter().any(|ticket| ticket == gone), "{:?}", table.tickets_out());
    }
}

#[test]
fn e2d_long_tickets_that_were_not_dealt_leave_the_game() {
    let table = tickets_kept(dealt(), 2);
    let board = table.rules().board();
    let is_long = |name: &str| {
        let all = (0..board.tickets.len()).map(ttr_core::TicketId::at);
        all.filter(|t| board.tickets[t.index()].deck.as_deref() == Some("long")).any(|t| board.ticket_name(t) == name)
    };
    assert!(!table.ticket_deck().iter().any(|ticket| is_long(ticket)));
    assert_eq!(table.ticket_deck().len(), 34);
}

#[test]
fn e3a_there_are_four_actions() {
    let setup = Setup::europe(2).cards("red red red red | blue blue blue blue | white black green orange purple");
    let table = tickets_kept(setup, 2);
    let ops = ["cards/blind", "claim/route", "row/take", "stations/build", "tickets/draw"];
    assert_eq!(table.ops(1), ops, "cards in two ways");
}

#[test]
fn e3b_drawing_tickets_takes_three_and_keeps_one_at_least() {
    let mut table = tickets_kept(dealt(), 2);
    let three = ["Palermo-Constantinople", "Zagrab-Brindisi", "Brest-Marseille"];
    table.next_tickets(&three).draw_tickets(1);
    assert_eq!((table.dealt(1).len(), table.legal(1).len()), (3, 7));
    assert_eq!(table.refusal(1, &table.kept(&[])), "tickets/too-few");
    table.keep(1, &three[..1]);
    let deck = table.ticket_deck();
    assert_eq!(deck[deck.len() - 2..], ["Zagrab - Brindisi", "Brest - Marseille"]);
    assert_eq!((table.tickets(1).len(), table.to_act()), (5, vec![2]));
}

#[test]
fn e4a_a_ferry_takes_a_wild_for_each_of_its_symbols() {
    let setup = Setup::small_europe(&["A-B 3 gray ferry=2"]).deal(5);
    let mut table = setup.cards("red red red wild wild | blue blue blue blue blue").start();
    assert_eq!(table.claims(1), ["claims A - B with 1 red, 2 wild"]);
    assert_eq!(table.refusal(1, &table.route("A-B", "2 red, 1 wild")), "core/unfit");
    table.claim(1, "A-B", "1 red, 2 wild");
    // London - Amsterdam is one of them.
    let rules = Setup::europe(2).rules();
    let ferries = rules.board().routes.iter().filter(|route| route.attributes.iter().any(|a| a.starts_with("ferry")));
    assert_eq!(ferries.count(), 13);
}

#[test]
fn e4b_a_tunnel_may_cost_more_than_it_shows() {
    let laid = |turned: &str| {
        let setup = Setup::small_europe(&["A-B 2 red tunnel"]).deal(4);
        let mut table = setup.cards("red red red wild | blue blue blue blue | black").cards(turned).start();
        table.claim(1, "A-B", "2 red");
        table
    };
    let table = laid("white white green");
    assert_eq!((table.routes_of(1).len(), table.to_act()), (1, vec![2]), "nothing matches");
    let mut table = laid("red wild green");
    assert_eq!(table.legal(1), ["pays 1 red, 1 wild more for the tunnel", "gives the tunnel up"], "a wild matches too");
    table.pay_more(1, "1 red, 1 wild");
    assert_eq!(table.routes_of(1), ["A - B"]);
    let mut table = laid("red red red");
    assert_eq!(table.legal(1), ["gives the tunnel up"], "who can't pay has the cards back");
    table.give_up(1);
    assert_eq!(table.to_act(), [2]);
    assert_eq!((table.hand(1), table.routes_of(1).len()), ("3 red, 1 wild".into(), 0));
    table.idle(2);
}

#[test]
fn e5a_a_station_costs_one_card_then_two_then_three_of_one_colour() {
    let setup = Setup::small_europe(&["A-B 1 red", "B-C 1 blue"]).deal(7);
    let mut table = setup.cards("green green green red red wild black | blue blue blue blue blue blue blue").start();
    let stations = |table: &Table| table.legal_after(1, "builds a station in A");
    assert_eq!(stations(&table), ["with 1 black", "with 1 green", "with 1 red", "with 1 wild"], "any card will do");
    table.build_station(1, "B", "1 black").idle(2);
    assert_eq!(stations(&table), ["with 2 green", "with 1 green, 1 wild", "with 2 red", "with 1 red, 1 wild"]);
    table.build_station(1, "A", "2 red").idle(2);
    assert_eq!(table.refusal(1, &table.station("C", "1 wild, 1 green")), "core/too-little");
    table.build_station(1, "C", "2 green, 1 wild").idle(2);
    assert_eq!(table.stock_of(1, "station"), 0);
}

/// Player 1 has the ticket A-C and the route A-B, player 2 the route B-C.
fn borrowed() -> Table {
    let setup = Setup::small_europe(&["A-B 1 red", "B-C 2 blue", "C-D 1 green"]).deal(3);
    let setup = setup.tickets(&["A-C 6"]).ticket_draw(1, 1);
    let mut table = setup.cards("red green black | blue blue blue").start();
    table.claim(1, "A-B", "1 red").claim(2, "B-C", "2 blue").draw_tickets(1).idle(2);
    table
}

#[test]
fn e5b_at_the_end_a_station_uses_one_route_of_another_player() {
    let mut table = borrowed();
    assert!(table.line_if_over(1).contains("-6 (A - C not completed)"), "{}", table.line_if_over(1));
    table.build_station(1, "C", "1 green");
    assert!(table.line_if_over(1).contains("6 (A - C completed)"), "{}", table.line_if_over(1));
}

#[test]
fn e5c_each_station_not_built_brings_4_points() {
    let mut table = borrowed();
    assert!(table.line_if_over(1).contains("12 (3 stations not built)"));
    table.build_station(1, "C", "1 green");
    assert!(table.line_if_over(1).contains("8 (2 stations not built)"));
}

#[test]
fn e6_doubles_are_single_with_two_or_three_players() {
    for players in 2..=5 {
        let setup = Setup::europe(players).cards("black black black black | orange orange orange orange");
        let mut table = tickets_kept(setup, players);
        table.claim(1, "Edinburgh-London", "4 black");
        let second = table.route("Edinburgh-London/2", "4 orange");
        match players {
            2 | 3 => assert_eq!(table.refusal(2, &second), "double-routes/closed"),
            _ => _ = table.act(2, &second),
        }
    }
}

#[test]
fn e7_routes_score_by_their_length() {
    for (length, points) in [(1, 1), (2, 2), (3, 4), (4, 7), (6, 15), (8, 21)] {
        let mut table = Setup::small_europe(&[&format!("A-B {length} red")]).start();
        table.build(&[&[("A-B", &format!("{length} red"))]]);
        assert_eq!(table.scores()[0], points, "{length} spaces");
    }
}

#[test]
fn e8a_the_longest_path_brings_ten_points_to_all_who_tie() {
    let mut table = Setup::small_europe(&["A-B 2 red", "C-D 2 red", "D-E 1 red"]).start();
    table.build(&[&[("A-B", "2 red")], &[("C-D", "2 red")]]);
    assert!((1..=2).all(|seat| table.line_if_over(seat).contains("10 (longest path, 2 spaces)")));
    table.build(&[&[], &[("D-E", "1 red")]]);
    assert!(!table.line_if_over(1).contains("longest path"));
    assert!(table.line_if_over(2).contains("10 (longest path, 3 spaces)"));
}

#[test]
fn e8b_routes_that_a_station_uses_do_not_count_for_it() {
    let mut table = borrowed();
    table.build_station(1, "C", "1 green");
    assert!(table.line_if_over(1).contains("6 (A - C completed)"), "with B - C, which would make it 3 spaces");
    assert!(!table.line_if_over(1).contains("longest path"));
    assert!(table.line_if_over(2).contains("10 (longest path, 2 spaces)"));
}

#[test]
fn e9_with_two_trains_or_fewer_the_last_turns_begin() {
    let setup = Setup::small_europe(&["A-B 4 red", "B-C 1 red"]).set("pieces.train=7").deal(5);
    let mut table = setup.cards("red red red red red").start();
    table.claim(1, "A-B", "4 red").idle(2);
    assert_eq!((table.stock_of(1, "train"), table.turns_left()), (3, None));
    table.claim(1, "B-C", "1 red");
    assert_eq!(table.turns_left(), Some(2));
    table.idle(2).idle(1);
    assert_eq!(table.over(), "end/few-pieces");
}

/// A game in which both have claimed routes and built stations; what tells them apart is up to the tickets and routes.
fn tied(routes: &[&str], tickets: &[&str], claims: [&[(&str, &str)]; 2], stations: [&[&str]; 2]) -> Vec<String> {
    let names: Vec<&str> = tickets.iter().map(|t| t.split(' ').next().expect("cities")).collect();
    let setup = Setup::small_europe(routes).tickets(tickets).ticket_draw(1, 1).deals(&names);
    let mut table = setup.start();
    (0..tickets.len()).for_each(|i| _ = table.draw_tickets(i % 2 + 1));
    if table.turn_of() == 2 {
        table.idle(2);
    }
    table.build(&claims);
    while table.turn_of() != 1 {
        table.idle(2);
    }
    for i in 0..stations[0].len().max(stations[1].len()) {
        for seat in [1, 2] {
            match stations[seat - 1].get(i) {
                Some(city) => {
                    let cards = ["1 green", "2 green", "3 green"][i];
                    while table.hand(seat).split(", ").find_map(|c| c.strip_suffix(" green")).is_none_or(|n| n < "6") {
                        table.next_cards("green green").idle(seat).next_cards("black black").idle(3 - seat);
                    }
                    table.build_station(seat, city, cards);
                }
                None => _ = table.next_cards("black black").idle(seat),
            }
        }
    }
    table.sheet_if_over()
}

#[test]
fn e10a_ties_go_to_the_most_completed_tickets() {
    // 1 and a ticket of 11 against 2 and 10 for the longest path.
    let routes = &["A-B 1 red", "C-D 1 red", "D-E 1 red"];
    let two: &[(&str, &str)] = &[("C-D", "1 red"), ("D-E", "1 red")];
    let sheet = tied(routes, &["A-B 11"], [&[("A-B", "1 red")], two], [&[], &[]]);
    assert_eq!(sheet[2], "won by player 1, by completed-tickets", "{sheet:?}");
}

#[test]
fn e10b_then_to_the_fewest_stations_built() {
    let routes = &["A-B 2 red", "C-D 2 red", "E-F 3 red"];
    let two: &[(&str, &str)] = &[("C-D", "2 red"), ("E-F", "3 red")];
    // 2, 20 for a ticket and 12 for stations against 6, 10 for a ticket, 8 for stations and 10 for the longest path.
    let sheet = tied(routes, &["A-B 20", "C-D 10"], [&[("A-B", "2 red")], two], [&[], &["A"]]);
    assert_eq!(sheet[2], "won by player 1, by stations-built", "{sheet:?}");
}

#[test]
fn e10c_then_to_who_has_the_longest_path() {
    let routes = &["A-B 2 red", "C-D 3 red"];
    // 2 and a ticket of 13 against 4, a ticket of 1 and 10 for the longest path.
    let sheet = tied(routes, &["A-B 13", "C-D 1"], [&[("A-B", "2 red")], &[("C-D", "3 red")]], [&[], &[]]);
    assert_eq!(sheet[2], "won by player 2, by longest-path", "{sheet:?}");
}

#[test]
fn e10d_then_the_victory_is_shared() {
    let routes = &["A-B 2 red", "C-D 2 red"];
    let sheet = tied(routes, &["A-B 5", "C-D 5"], [&[("A-B", "2 red")], &[("C-D", "2 red")]], [&[], &[]]);
    assert_eq!(sheet[2], "won by player 1 & player 2", "{sheet:?}");
}
