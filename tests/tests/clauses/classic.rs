//! The classic rule set on the board of the USA, both as they are: C1 to C11.

use serde_json::json;
use ttr_tests::{Setup, Table};

/// Two players whose tickets are these, three each, of which they keep the first two.
fn two_players(tickets: [&str; 6]) -> Table {
    let setup = Setup::usa(2).deals(&tickets).cards("red red red red | blue blue blue blue");
    let mut table = setup.cards("white white black black orange").start();
    table.keep(1, &tickets[..2]).keep(2, &tickets[3..5]);
    table
}

/// Two players with some tickets.
fn some_game() -> Table {
    let west = ["Denver-El Paso", "Calgary-Salt Lake City", "Helena-Los Angeles"];
    let east = ["New York-Atlanta", "Boston-Miami", "Toronto-Miami"];
    two_players([west[0], west[1], west[2], east[0], east[1], east[2]])
}

#[test]
fn c1a_everybody_has_45_trains() {
    for players in 2..=5 {
        let table = Setup::usa(players).start();
        assert_eq!((1..=players).map(|seat| table.stock(seat)).collect::<Vec<_>>(), vec![45; players]);
    }
}

#[test]
fn c1b_scores_start_at_nothing() {
    for players in 2..=5 {
        let table = Setup::usa(players).start();
        let lines: Vec<String> = (1..=players).map(|seat| format!("player {seat}: 0 = 0 (0 routes)")).collect();
        assert_eq!(table.sheet(), lines);
        assert_eq!(table.view(None).score, vec![0; players]);
    }
}

#[test]
fn c2_the_deck_has_110_cards() {
    let rules = Setup::usa(2).rules();
    let kinds: Vec<(&str, u8, bool)> = rules.kinds().iter().map(|k| (k.name.as_str(), k.count, k.wild)).collect();
    let colours = ["black", "blue", "green", "orange", "purple", "red", "white", "yellow"];
    let mut expected: Vec<(&str, u8, bool)> = colours.into_iter().map(|c| (c, 12, false)).collect();
    expected.push(("wild", 14, true));
    assert_eq!(kinds, expected);
    for players in 2..=5 {
        let table = Setup::usa(players).start();
        let hands: usize = (1..=players).map(|seat| table.hand_size(seat)).sum();
        assert_eq!(hands + 5 + table.pile_size(), 110);
    }
}

#[test]
fn c3a_four_cards_are_dealt_to_each_player() {
    for players in 2..=5 {
        let table = Setup::usa(players).start();
        assert_eq!((1..=players).map(|seat| table.hand_size(seat)).collect::<Vec<_>>(), vec![4; players]);
    }
    // Before the first turn, and unseen.
    let table = Setup::usa(2).cards("red red blue wild | green").start();
    assert_eq!((table.turns(), table.hand(1)), (vec![0, 0], "1 blue, 2 red, 1 wild".into()));
    let hand = table.view(Some(2)).zones.into_iter().find(|z| z.name == "hand" && z.owner != Some("player 2".into()));
    assert_eq!(hand.expect("a hand").cards, None);
}

#[test]
fn c3b_five_cards_lie_in_the_row() {
    let setup = Setup::usa(2).cards("red red red red | blue blue blue blue | white white black black orange");
    let mut table = setup.start();
    assert_eq!(table.row(), "2 black, 1 orange, 2 white");
    table.keep_all(1).keep_all(2);
    table.next_cards("green purple").take(1, "orange");
    assert_eq!(table.row(), "2 black, 1 green, 2 white");
    table.take(1, "black");
    assert_eq!(table.row(), "1 black, 1 green, 1 purple, 2 white");
}

const HANDS: &str = "red red red red | blue blue blue blue | ";

#[test]
fn c4a_a_row_with_three_wilds_is_shuffled_back_into_the_pile() {
    let rows = "wild black wild black wild | white white white green green";
    let table = Setup::usa(2).cards(&format!("{HANDS}{rows}")).start();
    assert_eq!((table.row(), table.resets()), ("2 green, 3 white".into(), 1));
    assert_eq!((table.pile_size(), table.discards()), (97, "no card".into()));
    assert!(table.pile().contains("12 black") && table.pile().contains("14 wild"));
    // What lay in the discards stays there.
    let mut table = some_game();
    table.claim(1, "Dallas-Houston", "1 red");
    table.next_cards("wild wild").take(2, "black").take(2, "black");
    assert_eq!(table.row(), "1 orange, 2 white, 2 wild");
    table.next_cards("wild | green green green green green").take(1, "orange");
    assert_eq!((table.row(), table.resets()), ("5 green".into(), 1));
    assert_eq!((table.discards(), table.pile_size()), ("1 red".into(), 94));
}

#[test]
fn c4b_the_other_reading_discards_the_row() {
    let rows = "wild black wild black wild | white white white green green";
    let table = Setup::usa(2).set("row.overflow=discard").cards(&format!("{HANDS}{rows}")).start();
    assert_eq!((table.row(), table.resets()), ("2 green, 3 white".into(), 1));
    assert_eq!((table.pile_size(), table.discards()), (92, "2 black, 3 wild".into()));
}

#[test]
fn c4c_the_discards_are_shuffled_in_when_nothing_else_helps() {
    let setup = Setup::usa(2).cards("black black black black | blue blue blue blue | red green white wild wild");
    let mut table = setup.start();
    table.keep_all(1).keep_all(2).claim(1, "Dallas-Houston", "1 black");
    // All coloured cards of the pile but one go to hands.
    let left = [(8, "black"), (8, "blue"), (11, "green"), (12, "orange"), (12, "purple"), (11, "red"), (11, "white")];
    let left = [&left[..], &[(12, "yellow")]].concat();
    let coloured: Vec<&str> = left.iter().flat_map(|(n, kind)| vec![*kind; *n]).collect();
    table.next_cards(&coloured.join(" "));
    for _ in 0..21 {
        table.idle(2).idle(1);
    }
    assert_eq!((table.pile(), table.discards()), ("1 yellow, 12 wild".into(), "1 black".into()));
    // The last of them too; then the row gets a third wild. Of the pile and this row only two cards are not wild.
    table.blind(2).next_cards("wild | green black white wild wild").take(2, "red");
    assert_eq!((table.row(), table.resets()), ("1 black, 1 green, 1 white, 2 wild".into(), 1));
    assert_eq!((table.pile(), table.discards()), ("12 wild".into(), "no card".into()));
    assert!(table.log(None).contains(&"1 discards shuffled to a new train deck".into()));
}

#[test]
fn c5a_three_tickets_are_dealt_two_at_least_are_kept() {
    let dealt = ["Boston-Miami", "Denver-El Paso", "Seattle-New York"];
    let mut table = Setup::usa(2).deals(&dealt).start();
    assert_eq!((table.to_act(), table.turns()), (vec![1, 2], vec![0, 0]));
    assert_eq!((table.dealt(1).len(), table.dealt(2).len()), (3, 3));
    let choices = [
        "keeps Boston - Miami, Denver - El Paso",
        "keeps Boston - Miami, Seattle - New York",
        "keeps Denver - El Paso, Seattle - New York",
        "keeps Boston - Miami, Denver - El Paso, Seattle - New York",
    ];
    assert_eq!(table.legal(1), choices);
    assert_eq!(table.refusal(1, &table.kept(&dealt[..1])), "tickets/too-few");
    table.keep(1, &dealt[1..]).keep_all(2);
    assert_eq!(table.tickets(1), ["Denver - El Paso", "Seattle - New York"]);
    assert_eq!(table.tickets(2).len(), 3);
}

#[test]
fn c5b_tickets_not_kept_at_setup_go_to_the_bottom() {
    let table = some_game();
    let deck = table.ticket_deck();
    assert_eq!((deck.len(), &deck[24..]), (26, &["Helena - Los Angeles".into(), "Toronto - Miami".into()][..]));
}

#[test]
fn c6a_there_are_three_actions() {
    let mut table = some_game();
    // A card is drawn from the pile or taken from the row.
    let actions = ["cards/blind", "claim/route", "row/take", "tickets/draw"];
    assert_eq!(table.ops(1), actions);
    table.idle(1);
    assert_eq!(table.ops(2), actions);
    // What else has a name belongs to these, or is for who can do none of them.
    let others: Vec<&str> = table.rules().ops().iter().map(|op| op.name.as_str()).collect();
    let others: Vec<&str> = others.into_iter().filter(|op| !actions.contains(op)).collect();
    assert_eq!(others, ["tickets/keep", "turns/pass"]);
    assert_eq!(table.refusal(2, &json!({ "op": "turns/pass" })), "turns/can-act");
}

#[test]
fn c6b_drawing_tickets_takes_three_and_keeps_one_at_least() {
    let mut table = some_game();
    table.next_tickets(&["Duluth-Houston", "Dallas-New York", "Portland-Phoenix"]).draw_tickets(1);
    let (a, b, c) = ("Duluth - Houston", "Dallas - New York", "Portland - Phoenix");
    assert_eq!(table.dealt(1), [a, b, c]);
    let choices = [vec![a], vec![b], vec![a, b], vec![c], vec![a, c], vec![b, c], vec![a, b, c]];
    let mut expected: Vec<String> = choices.iter().map(|kept| format!("keeps {}", kept.join(", "))).collect();
    let mut legal = table.legal(1);
    expected.sort_unstable();
    legal.sort_unstable();
    assert_eq!(legal, expected);
    assert_eq!(table.refusal(1, &table.kept(&[])), "tickets/too-few");
    table.keep(1, &["Dallas-New York"]);
    assert_eq!(table.tickets(1), ["Denver - El Paso", "Calgary - Salt Lake City", "Dallas - New York"]);
}

#[test]
fn c6c_tickets_not_kept_during_the_game_go_to_the_bottom() {
    let mut table = some_game();
    table.next_tickets(&["Duluth-Houston", "Dallas-New York", "Portland-Phoenix"]).draw_tickets(1);
    table.keep(1, &["Dallas-New York"]);
    let deck = table.ticket_deck();
    let bottom = ["Helena - Los Angeles", "Toronto - Miami", "Duluth - Houston", "Portland - Phoenix"];
    assert_eq!((deck.len(), &deck[21..]), (25, &bottom.map(String::from)[..]));
}

#[test]
fn c7_longer_routes_score_more_than_their_length() {
    let mut table = some_game();
    let claims = [
        ("Dallas-Houston", "1 red"),
        ("Denver-Santa Fe", "2 red"),
        ("Phoenix-El Paso", "3 white"),
        ("Calgary-Seattle", "4 orange"),
        ("Sault St. Marie-Montréal", "5 black"),
        ("Winnipeg-Sault St. Marie", "6 yellow"),
    ];
    let mut scores = Vec::new();
    for claim in claims {
        table.build(&[&[claim]]);
        scores.push(table.scored().sides[0].total);
    }
    let by_length: Vec<i32> = (0..6).map(|i| scores[i] - if i == 0 { 0 } else { scores[i - 1] }).collect();
    assert_eq!(by_length, [1, 2, 4, 7, 10, 15]);
    assert_eq!(table.sheet(), ["player 1: 39 = 39 (6 routes)", "player 2: 0 = 0 (0 routes)"]);
}

#[test]
fn c8_doubles_are_single_with_two_or_three_players() {
    for players in 2..=5 {
        let mut table = Setup::usa(players).cards("red red red red | red red red red").start();
        (1..=players).for_each(|seat| _ = table.keep_all(seat));
        table.claim(1, "Dallas-Houston", "1 red");
        let other = table.route("Dallas-Houston/2", "1 red");
        if players <= 3 {
            assert_eq!(table.refusal(2, &other), "double-routes/closed");
            continue;
        }
        table.act(2, &other);
        assert_eq!(table.routes_of(2), ["Dallas - Houston (gray, track 2)"]);
        // But not by one and the same player.
        (3..=players).for_each(|seat| _ = table.idle(seat));
        table.claim(1, "Kansas City-Omaha/2", "1 red").idle(2);
        (3..=players).for_each(|seat| _ = table.idle(seat));
        assert_eq!(table.refusal(1, &table.route("Kansas City-Omaha", "1 red")), "double-routes/own-twin");
    }
}

#[test]
fn c9_two_trains_or_fewer_start_one_last_turn_each() {
    let mut table = some_game();
    let six = [
        ("Calgary-Winnipeg", "6 white"),
        ("Toronto-Duluth", "6 purple"),
        ("Seattle-Helena", "6 yellow"),
        ("Portland-Salt Lake City", "6 blue"),
        ("Los Angeles-El Paso", "6 black"),
        ("Helena-Duluth", "6 orange"),
        ("El Paso-Houston", "6 green"),
    ];
    // Player 2 leaves the cards alone as long as there are tickets.
    let draws = |table: &mut Table, seat: usize| {
        if table.ticket_deck().len() < 2 {
            table.idle(seat);
        } else {
            table.draw_tickets(seat);
            let kept = table.dealt(seat).remove(0);
            table.keep(seat, &[&kept]);
        }
    };
    table.build_while(&[&six], draws);
    assert_eq!((table.stock(1), table.turns_left()), (3, None));
    table.idle(2);
    table.claim(1, "Dallas-Houston", "1 red");
    assert_eq!((table.stock(1), table.turns_left()), (2, Some(2)));
    let before = table.turns();
    assert_eq!(table.to_act(), [2]);
    table.idle(2);
    assert_eq!((table.over(), table.to_act()), ("", vec![1]));
    table.idle(1);
    assert_eq!((table.over(), table.to_act()), ("end/few-pieces", vec![]));
    assert_eq!(table.turns(), [before[0] + 1, before[1]], "one more each, that of player 2 had begun");
}

#[test]
fn c10_the_longest_path_is_worth_ten_points() {
    let tickets = ["Calgary-Salt Lake City", "Duluth-Houston", "Boston-Miami"];
    let mut table =
        two_players([tickets[0], tickets[1], tickets[2], "Chicago-New Orleans", "Helena-Los Angeles", "Toronto-Miami"]);
    let lost = [
        "-7 (Calgary - Salt Lake City not completed) + -8 (Duluth - Houston not completed)",
        "-7 (Chicago - New Orleans not completed) + -8 (Helena - Los Angeles not completed)",
    ];
    table.build(&[
        &[("Denver-Santa Fe", "2 red"), ("Santa Fe-El Paso", "2 red")],
        &[("Kansas City-Oklahoma City", "2 blue")],
    ]);
    let one = [
        format!("player 1: -1 = 4 (2 routes) + {} + 10 (longest path, 4 spaces)", lost[0]),
        format!("player 2: -13 = 2 (1 route) + {}", lost[1]),
        "won by player 1".to_owned(),
    ];
    assert_eq!(table.sheet_if_over(), one);
    table.build(&[&[], &[("Oklahoma City-Dallas", "2 blue")]]);
    let both = [
        one[0].clone(),
        format!("player 2: -1 = 4 (2 routes) + {} + 10 (longest path, 4 spaces)", lost[1]),
        "won by player 1 & player 2".to_owned(),
    ];
    assert_eq!(table.sheet_if_over(), both);
}

const SOUTH_WEST: [(&str, &str); 2] = [("Denver-Santa Fe", "2 red"), ("Santa Fe-El Paso", "2 red")];
const SOUTH: [(&str, &str); 3] =
    [("Kansas City-Oklahoma City", "2 blue"), ("Oklahoma City-Dallas", "2 blue"), ("Dallas-Houston", "1 blue")];

#[test]
fn c11a_of_tied_players_the_one_with_the_most_completed_tickets_wins() {
    let first = ["Denver-El Paso", "Kansas City-Houston", "Boston-Miami"];
    let second = ["Dallas-New York", "Seattle-New York", "Toronto-Miami"];
    let mut table = two_players([first[0], first[1], first[2], second[0], second[1], second[2]]);
    let red = [SOUTH_WEST.to_vec(), vec![SOUTH[0], SOUTH[1], SOUTH[2]]].concat();
    let north_east = [
        ("Dallas-Little Rock", "2 blue"),
        ("Saint Louis-Little Rock", "2 white"),
        ("Saint Louis-Pittsburgh", "5 green"),
        ("New York-Pittsburgh", "2 green"),
        ("Pittsburgh-Washington", "2 orange"),
        ("Nashville-Atlanta", "1 orange"),
    ];
    table.build(&[&red, &north_east]);
    // The one ticket of player 2 is worth more than the two of player 1, and player 2 has the longest path.
    let lines = [
        "player 1: 18 = 9 (5 routes) + 4 (Denver - El Paso completed) + 5 (Kansas City - Houston completed)",
        "player 2: 18 = 19 (6 routes) + 11 (Dallas - New York completed) + -22 (Seattle - New York not completed) \
         + 10 (longest path, 11 spaces)",
        "won by player 1, by completed-tickets",
    ];
    assert_eq!(table.sheet_if_over(), lines);
}

#[test]
fn c11b_then_the_one_with_the_longest_path_wins() {
    let first = ["Denver-El Paso", "Los Angeles-Miami", "Boston-Miami"];
    let second = ["Kansas City-Houston", "Duluth-Houston", "Toronto-Miami"];
    let mut table = two_players([first[0], first[1], first[2], second[0], second[1], second[2]]);
    table.build(&[&[SOUTH_WEST[0], SOUTH_WEST[1], ("Phoenix-El Paso", "3 red")], &SOUTH]);
    let lines = [
        "player 1: 2 = 8 (3 routes) + 4 (Denver - El Paso completed) + -20 (Los Angeles - Miami not completed) \
         + 10 (longest path, 7 spaces)",
        "player 2: 2 = 5 (3 routes) + 5 (Kansas City - Houston completed) + -8 (Duluth - Houston not completed)",
        "won by player 1, by longest-path",
    ];
    assert_eq!(table.sheet_if_over(), lines);
}

#[test]
fn c11c_if_none_of_them_has_it_the_victory_is_shared() {
    let tickets = [
        ["Denver-El Paso", "Chicago-New Orleans", "Boston-Miami"],
        ["Kansas City-Houston", "Chicago-Santa Fe", "Toronto-Miami"],
        ["Vancouver-Santa Fe", "Vancouver-Montréal", "Portland-Phoenix"],
    ];
    let setup = Setup::usa(3).deals(&tickets.concat()).cards("red red red red | blue blue blue blue");
    let mut table = setup.cards("white white white white | green green black black orange").start();
    for (seat, tickets) in tickets.iter().enumerate() {
        table.keep(seat + 1, &tickets[..2]);
    }
    table.build(&[&SOUTH_WEST, &SOUTH, &[("Calgary-Winnipeg", "6 white")]]);
    // Player 3 has the longest path, but is not one of the tied; of these, player 2 has the longer one.
    let lines = [
        "player 1: 1 = 4 (2 routes) + 4 (Denver - El Paso completed) + -7 (Chicago - New Orleans not completed)",
        "player 2: 1 = 5 (3 routes) + 5 (Kansas City - Houston completed) + -9 (Chicago - Santa Fe not completed)",
        "player 3: -8 = 15 (1 route) + -13 (Vancouver - Santa Fe not completed) \
         + -20 (Vancouver - Montréal not completed) + 10 (longest path, 6 spaces)",
        "won by player 1 & player 2",
    ];
    assert_eq!(table.sheet_if_over(), lines);
}

#[test]
fn c11c_if_several_of_them_have_it_the_victory_is_shared() {
    let first = ["Denver-El Paso", "Calgary-Salt Lake City", "Boston-Miami"];
    let second = ["New York-Atlanta", "Sault St. Marie-Nashville", "Toronto-Miami"];
    let mut table = two_players([first[0], first[1], first[2], second[0], second[1], second[2]]);
    let coast = [
        ("New York-Washington", "2 black"),
        ("Washington-Raleigh", "2 blue"),
        ("Raleigh-Atlanta", "2 blue"),
        ("Nashville-Atlanta", "1 blue"),
    ];
    table.build(&[&[SOUTH_WEST[0], SOUTH_WEST[1], ("Phoenix-El Paso", "3 red")], &coast]);
    let lines = [
        "player 1: 15 = 8 (3 routes) + 4 (Denver - El Paso completed) + -7 (Calgary - Salt Lake City not completed) \
         + 10 (longest path, 7 spaces)",
        "player 2: 15 = 7 (4 routes) + 6 (New York - Atlanta completed) \
         + -8 (Sault St. Marie - Nashville not completed) + 10 (longest path, 7 spaces)",
        "won by player 1 & player 2",
    ];
    assert_eq!(table.sheet_if_over(), lines);
}
