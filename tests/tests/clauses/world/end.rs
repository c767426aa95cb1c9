//! The pieces of the World, their choice and exchange, its tickets and its end: W3, W4, W6, W7 and W26 to W29.

use serde_json::{Value as Json, json};
use ttr_tests::{Setup, Table};

const LINE: &[&str] = &["A-B 1 red train", "B-C 1 red train", "C-D 1 red train", "D-E 1 red train"];

fn pass() -> Json {
    json!({ "op": "turns/pass" })
}

/// The World with its tickets kept, before the pieces are chosen.
fn tickets_kept(players: usize) -> Table {
    let mut table = Setup::world(players).start();
    (1..=players).for_each(|seat| _ = table.keep_all(seat));
    table
}

#[test]
fn w3_there_are_65_tickets_eight_of_them_tours() {
    for players in 2..=5 {
        let table = Setup::world(players).start();
        let tours = table.rules().board().tickets.iter().filter(|ticket| ticket.cities.len() > 2);
        assert_eq!((table.rules().board().tickets.len(), tours.count()), (65, 8));
        assert_eq!(table.ticket_deck().len(), 65 - 5 * players, "all are in one deck");
    }
}

#[test]
fn w4_everybody_has_25_trains_50_ships_and_three_ports() {
    for players in 2..=5 {
        let table = Setup::world(players).start();
        for seat in 1..=players {
            assert_eq!((table.fleet(seat), table.boxed(seat)), ([25, 50], [0, 0]));
            assert_eq!(table.stock_of(seat, "port"), 3);
        }
    }
}

#[test]
fn w6a_five_tickets_are_dealt_three_at_least_are_kept() {
    let dealt = ["Mumbai-Beijing", "Bangkok-Tokyo", "Lima-Jakarta", "Moskva-Hong Kong", "Lagos-Hong Kong"];
    let mut table = Setup::world(2).deals(&dealt).start();
    assert_eq!((table.to_act(), table.turns()), (vec![1, 2], vec![0, 0]));
    assert_eq!((table.dealt(1).len(), table.dealt(2).len(), table.legal(1).len()), (5, 5, 16));
    assert_eq!(table.refusal(1, &table.kept(&dealt[..2])), "tickets/too-few");
    table.keep(1, &dealt[1..4]).keep_all(2);
    assert_eq!(table.tickets(1), ["Bangkok - Tokyo", "Moskva - Hong Kong", "Lima - Jakarta"]);
    assert_eq!(table.tickets(2).len(), 5);
}

#[test]
fn w6b_tickets_not_kept_at_setup_go_to_the_bottom() {
    let one = ["Mumbai-Beijing", "Bangkok-Tokyo", "Lima-Jakarta", "Moskva-Hong Kong", "Lagos-Hong Kong"];
    let two = ["Vancouver-Miami", "Edinburgh-Tokyo", "Tokyo-Sydney", "New York-Tokyo", "Caracas-Athina"];
    let mut table = Setup::world(2).deals(&one).deals(&two).start();
    table.keep(2, &two[2..]).keep(1, &one[..3]);
    let bottom = ["Moskva - Hong Kong", "Lagos - Hong Kong", "Vancouver - Miami", "Edinburgh - Tokyo"];
    let deck = table.ticket_deck();
    assert_eq!((deck.len(), &deck[deck.len() - 4..]), (59, &bottom.map(String::from)[..]));
}

#[test]
fn w7a_everybody_chooses_exactly_60_pieces() {
    let mut table = tickets_kept(2);
    let ways: Vec<String> =
        (35..=50).map(|ships| format!("plays with {ships} ship pieces and {} train pieces", 60 - ships)).collect();
    assert_eq!(table.legal(1), ways);
    for (train, ship) in [(20, 39), (20, 41), (26, 34), (9, 51)] {
        assert_eq!(table.refusal(1, &table.chosen(train, ship)), "fleet/wrong-number");
    }
    table.choose(1, 20, 40).choose(2, 10, 50);
    assert_eq!((table.fleet(1), table.boxed(1)), ([20, 40], [5, 10]));
    assert_eq!((table.fleet(2), table.boxed(2)), ([10, 50], [15, 0]));
    assert_eq!((table.to_act(), table.turns()), (vec![1], vec![1, 0]));
}

#[test]
fn w7b_the_pieces_are_chosen_once_all_have_kept_their_tickets() {
    let mut table = Setup::world(3).start();
    table.keep_all(1).keep_all(3);
    assert_eq!(table.to_act(), [2]);
    assert_eq!(table.refusal(1, &table.chosen(20, 40)), "core/not-yours");
    assert_eq!(table.refusal(2, &table.chosen(20, 40)), "core/not-now");
    table.keep_all(2);
    assert_eq!(table.to_act(), [1, 2, 3]);
    assert!(table.legal(1)[0].starts_with("plays with "));
}

#[test]
fn w7c_the_choice_is_secret_until_all_have_chosen() {
    let [mut few, mut many] = [tickets_kept(3), tickets_kept(3)];
    few.choose(2, 10, 50);
    many.choose(2, 25, 35);
    for viewer in [Some(1), Some(3), None] {
        assert_eq!(few.view(viewer), many.view(viewer), "{viewer:?} sees it");
        assert_eq!(few.events(viewer), many.events(viewer), "{viewer:?} hears of it");
        let view = serde_json::to_value(few.view(viewer)).expect("plain data");
        assert_eq!(view["registers"]["pieces/train in stock"]["player 2"], 25);
    }
    assert_ne!(few.view(Some(2)), many.view(Some(2)), "one's own choice is known");
    // Another answer tells nothing either.
    few.choose(1, 12, 48);
    many.choose(1, 12, 48);
    for viewer in [Some(1), Some(3), None] {
        assert_eq!((few.view(viewer), few.events(viewer)), (many.view(viewer), many.events(viewer)));
    }
    // Then all are revealed together.
    few.choose(3, 11, 49);
    assert_eq!([1, 2, 3].map(|seat| few.fleet(seat)), [[12, 48], [10, 50], [11, 49]]);
    let view = serde_json::to_value(few.view(Some(1))).expect("plain data");
    let shown = ["player 1", "player 2", "player 3"].map(|name| &view["registers"]["pieces/train in stock"][name]);
    assert_eq!(shown, [12, 10, 11]);
}

#[test]
fn w7d_the_order_in_which_players_answer_means_nothing() {
    let chosen = [(1, 12, 48), (2, 20, 40), (3, 25, 35)];
    let [mut there, mut back] = [tickets_kept(3), tickets_kept(3)];
    for (seat, train, ship) in &chosen[..2] {
        there.choose(*seat, *train, *ship);
    }
    for (seat, train, ship) in chosen[..2].iter().rev() {
        back.choose(*seat, *train, *ship);
    }
    assert_eq!(there.state(), back.state());
    assert_eq!(there.view(Some(3)), back.view(Some(3)));
    for table in [&mut there, &mut back] {
        table.choose(3, 25, 35);
    }
    assert_eq!((there.state(), there.events(None)), (back.state(), back.events(None)));
}

/// Player 1 plays with three trains and three ships, and has two of each in the box; player 2 too.
fn with_box() -> Table {
    let setup = Setup::small_world(LINE).pieces(5, 5, 6).set("end.pieces=0");
    let mut table = setup.start();
    table.choose(1, 3, 3).choose(2, 3, 3);
    table
}

fn exchanges(table: &Table, seat: usize) -> Vec<String> {
    table.legal(seat).into_iter().filter(|action| action.starts_with("exchanges")).collect()
}

#[test]
fn w26a_pieces_are_exchanged_for_as_many_of_the_other_kind_from_ones_own_box() {
    let mut table = with_box();
    let ways = [
        "exchanges 1 ship piece for 1 train piece",
        "exchanges 2 ship pieces for 2 train pieces",
        "exchanges 1 train piece for 1 ship piece",
        "exchanges 2 train pieces for 2 ship pieces",
    ];
    assert_eq!(exchanges(&table, 1), ways);
    for (n, gives, takes) in [(0, "ship", "train"), (3, "ship", "train"), (3, "train", "ship")] {
        assert_eq!(table.refusal(1, &table.exchanged(n, gives, takes)), "exchange/too-few");
    }
    table.exchange(1, 2, "ship", "train");
    assert_eq!((table.fleet(1), table.boxed(1)), ([5, 1], [0, 4]));
    assert_eq!((table.fleet(2), table.boxed(2)), ([3, 3], [2, 2]));
}

#[test]
fn w26b_each_exchanged_piece_costs_a_point() {
    let mut table = with_box();
    table.exchange(1, 2, "ship", "train").idle(2);
    assert_eq!(table.sheet()[0], "player 1: -2 = -2 (2 pieces exchanged at -1 points) + 0 (0 routes)");
    assert_eq!(table.view(None).score, [-2, 0]);
    table.exchange(1, 1, "train", "ship");
    assert_eq!(table.sheet()[0], "player 1: -3 = -3 (3 pieces exchanged at -1 points) + 0 (0 routes)");
}

#[test]
fn w26c_exchanging_goes_on_as_long_as_the_box_has_pieces_of_that_kind() {
    let mut table = with_box();
    table.exchange(1, 2, "ship", "train").idle(2);
    // No train is left in the box: back it goes, as often as wished.
    let back = [1, 2, 3, 4]
        .map(|n| format!("exchanges {n} train {0} for {n} ship {0}", if n == 1 { "piece" } else { "pieces" }));
    assert_eq!(exchanges(&table, 1), back);
    assert_eq!(table.refusal(1, &table.exchanged(1, "ship", "train")), "exchange/too-few");
    table.exchange(1, 4, "train", "ship").idle(2).exchange(1, 4, "ship", "train");
    assert_eq!((table.fleet(1), table.boxed(1)), ([5, 1], [0, 4]));
}

#[test]
fn w26d_an_exchange_is_the_turns_action() {
    let mut table = with_box();
    table.exchange(1, 1, "ship", "train");
    assert_eq!((table.to_act(), table.turns()), (vec![2], vec![1, 1]));
    // It is not possible in the middle of a draw.
    table.blind(2);
    assert_eq!(table.refusal(2, &table.exchanged(1, "ship", "train")), "core/not-now");
}

#[test]
fn w26e_pieces_can_be_exchanged_in_the_last_turns_too() {
    let setup = Setup::small_world(LINE).pieces(5, 5, 8).deal_each(2, 0).cards("red red | red red");
    let mut table = setup.start();
    table.choose(1, 4, 4).choose(2, 4, 4).claim(1, "A-B", "1 red").idle(2).claim(1, "B-C", "1 red");
    assert_eq!(table.turns_left(), Some(4));
    table.exchange(2, 1, "ship", "train").exchange(1, 1, "ship", "train");
    assert_eq!((table.fleet(1), table.turns_left()), ([3, 3], Some(2)));
}

/// All cards are in hands, and nobody can pay for the only route.
fn nothing_to_do(players: usize) -> Table {
    let setup = Setup::small_world(&["A-B 8 white ship"]).players(players).pieces(5, 9, 12);
    let cards = format!("{players} red, {players} red ship");
    let mut table = setup.decks(&cards).deal_each(1, 1).row_each(0, 0).start();
    (1..=players).for_each(|seat| _ = table.choose(seat, 4, 8));
    table
}

#[test]
fn w26f_who_can_do_nothing_else_may_exchange_or_pass() {
    let mut table = nothing_to_do(2);
    let ways = ["exchanges 1 ship piece for 1 train piece", "exchanges 1 train piece for 1 ship piece", "passes"];
    assert_eq!(table.legal(1), ways);
    let mut passed = table.clone();
    passed.act(1, &pass());
    assert_eq!((passed.to_act(), passed.turns()), (vec![2], vec![1, 1]));
    table.exchange(1, 1, "ship", "train");
    assert_eq!((table.to_act(), table.legal(2).len()), (vec![2], 3));
    // Who can do anything else may exchange, but not pass.
    let table = with_box();
    assert_eq!(exchanges(&table, 1).len(), 4);
    assert_eq!(table.refusal(1, &pass()), "turns/can-act");
}

#[test]
fn w26g_when_for_two_rounds_nobody_could_do_more_the_game_ends() {
    for players in 2..=5 {
        let mut table = nothing_to_do(players);
        // One of them exchanges all the time, so that they never all pass in a row.
        let mut turns = 0;
        while table.over().is_empty() {
            let seat = table.turn_of();
            match (seat, table.fleet(seat)) {
                (1, [4, _]) => table.exchange(1, 1, "ship", "train"),
                (1, _) => table.exchange(1, 1, "train", "ship"),
                _ => table.act(seat, &pass()),
            };
            turns += 1;
        }
        assert_eq!((turns, table.over()), (2 * players, "turns/nobody-can-act"), "{players} players");
        assert_eq!(
            table.sheet()[0],
            "player 1: -14 = -2 (2 pieces exchanged at -1 points) + 0 (0 routes) + -12 (3 ports not built)"
        );
    }
    // If all pass, one round is enough (G22b).
    let mut table = nothing_to_do(2);
    table.act(1, &pass()).act(2, &pass());
    assert_eq!(table.over(), "turns/all-passed");
    // Who could do something else, but exchanges, starts the count anew.
    let mut table = with_box();
    for _ in 0..3 {
        table.exchange(1, 1, "ship", "train").exchange(2, 1, "ship", "train");
        table.exchange(1, 1, "train", "ship").exchange(2, 1, "train", "ship");
    }
    assert_eq!(table.over(), "");
}

#[test]
fn w27a_six_pieces_or_fewer_start_the_last_turns() {
    let setup = Setup::small_world(LINE).pieces(9, 9, 8).deal_each(2, 0).cards("red red | red red");
    let mut table = setup.start();
    table.choose(1, 4, 4).choose(2, 4, 4).claim(1, "A-B", "1 red").idle(2);
    assert_eq!((table.fleet(1), table.boxed(1), table.turns_left()), ([3, 4], [5, 5], None));
    table.claim(1, "B-C", "1 red");
    assert_eq!((table.fleet(1), table.stock_of(1, "port"), table.turns_left()), ([2, 4], 3, Some(4)));
}

#[test]
fn w27b_everybody_has_two_more_turns() {
    let setup = Setup::small_world(LINE).players(3).pieces(4, 3, 7).deal_each(1, 0).cards("red red red");
    let mut table = setup.start();
    table.idle(1).claim(2, "A-B", "1 red");
    let mut seats = Vec::new();
    while table.over().is_empty() {
        seats.push(table.turn_of());
        table.idle(table.turn_of());
    }
    assert_eq!((seats, table.over()), (vec![3, 1, 2, 3, 1, 2], "end/few-pieces"));
}

/// Player 1 claims A-B, completes a ticket, builds a port and exchanges a piece; player 2 claims C-D.
fn finished() -> Table {
    let routes = &["A-B 2 red train", "C-D 3 red train", "D-E 1 red train"];
    let setup = Setup::small_world(routes).pieces(6, 6, 9).tickets(&["A-B 5", "D-E 2"]).ticket_deal(1, 1);
    let setup = setup.deals(&["A-B", "D-E"]).deal_each(6, 2).row_each(0, 0);
    let trains = "red red red-port red-port white white | red red red white white white";
    let mut table = setup.cards(trains).cards("red-ship red-ship").start();
    table.choose(1, 4, 5).choose(2, 5, 4).claim(1, "A-B", "2 red").idle(2);
    table.build_port(1, "A", "2 red ship, 2 red port").claim(2, "C-D", "3 red");
    table.exchange(1, 1, "ship", "train").idle(2).idle(1).idle(2);
    assert_eq!(table.over(), "end/few-pieces");
    table
}

#[test]
fn w28a_there_is_no_bonus_for_the_longest_path_or_the_most_tickets() {
    let bonus = |line: &String| line.contains("path") || line.contains("most");
    assert!(!finished().sheet().iter().any(bonus), "{:?}", finished().sheet());
}

#[test]
fn w28b_the_final_score() {
    let expected = [
        "player 1: 18 = -1 (1 piece exchanged at -1 points) + 2 (1 route) + 5 (A - B completed) + \
         20 (port in A, 1 ticket completed) + -8 (2 ports not built)",
        "player 2: -10 = 4 (1 route) + -2 (D - E not completed) + -12 (3 ports not built)",
        "won by player 1",
    ];
    assert_eq!(finished().sheet(), expected);
}

#[test]
fn w29_ties_are_shared() {
    // One completes a ticket of two points and a route of one, the other claims a route that is worth as much.
    let routes = &["A-B 1 red train", "C-D 4 red train"];
    let setup = Setup::small_world(routes).pieces(6, 4, 10).tickets(&["A-B 3", "A-C 3"]).ticket_deal(1, 1);
    let setup = setup.deals(&["A-B", "A-C"]).deal_each(4, 0).set("end.turns=0");
    let mut table = setup.cards("red white white white | red red red red").start();
    table.claim(1, "A-B", "1 red").claim(2, "C-D", "4 red");
    let expected = [
        "player 1: -8 = 1 (1 route) + 3 (A - B completed) + -12 (3 ports not built)",
        "player 2: -8 = 7 (1 route) + -3 (A - C not completed) + -12 (3 ports not built)",
        "won by player 1 & player 2",
    ];
    assert_eq!(table.sheet(), expected);
}
