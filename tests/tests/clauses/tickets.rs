//! Tickets: G16 to G18 and G20. That they are secret, G19, is shown in `secrets.rs`.

use serde_json::json;
use ttr_tests::{Setup, Table};

const LINE: &[&str] = &["A-B 1 red", "B-C 1 red", "C-D 1 red"];
const SIX: &[&str] = &["A-B 1", "A-C 2", "A-D 3", "B-C 4", "B-D 5", "C-D 6"];

#[test]
fn g16a_take_some_keep_enough_return_the_rest() {
    let setup = Setup::small(LINE).tickets(SIX).ticket_draw(3, 2).deals(&["C-D", "A-B", "B-C"]);
    let mut table = setup.start();
    table.draw_tickets(1);
    assert_eq!(table.dealt(1), ["C - D", "A - B", "B - C"]);
    assert_eq!(table.ticket_deck(), ["A - C", "A - D", "B - D"]);
    let choices = ["keeps C - D, A - B", "keeps C - D, B - C", "keeps A - B, B - C", "keeps C - D, A - B, B - C"];
    assert_eq!(table.legal(1), choices);
    for too_few in [&[][..], &["A-B"]] {
        assert_eq!(table.refusal(1, &table.kept(too_few)), "tickets/too-few");
    }
    table.keep(1, &["C-D", "B-C"]);
    assert_eq!(table.tickets(1), ["B - C", "C - D"]);
    assert_eq!((table.dealt(1), table.to_act()), (vec![], vec![2]));
    assert_eq!(table.ticket_deck(), ["A - C", "A - D", "B - D", "A - B"]);
}

#[test]
fn g16b_with_too_few_tickets_left_take_what_is_there() {
    let mut table = Setup::small(LINE).tickets(&["A-C 2", "B-D 5"]).ticket_draw(3, 1).deals(&["B-D", "A-C"]).start();
    table.draw_tickets(1);
    assert_eq!((table.dealt(1), table.ticket_deck()), (vec!["B - D".into(), "A - C".into()], vec![]));
    assert_eq!(table.legal(1), ["keeps B - D", "keeps A - C", "keeps B - D, A - C"]);
}

#[test]
fn g16c_with_too_few_to_choose_from_keep_all() {
    let mut table = Setup::small(LINE).tickets(&["A-C 2"]).ticket_draw(3, 2).start();
    table.draw_tickets(1);
    assert!(table.log(Some(1)).contains(&"player 1 keeps A - C (the only legal action)".into()));
    assert_eq!((table.tickets(1), table.dealt(1)), (vec!["A - C".into()], vec![]));
    assert_eq!((table.ticket_deck(), table.to_act()), (vec![], vec![2]));
}

#[test]
fn g16d_with_no_tickets_left_drawing_them_is_not_possible() {
    let mut table = Setup::small(LINE).tickets(&["A-C 2"]).ticket_draw(3, 1).cards("red").start();
    assert!(table.legal(1).contains(&"draws tickets".into()));
    table.draw_tickets(1);
    assert_eq!(table.legal(2), ["draws a card from the train deck", "takes red from the row"]);
    assert_eq!(table.refusal(2, &json!({ "op": "tickets/draw" })), "tickets/none-left");
}

#[test]
fn g17_a_kept_ticket_stays() {
    let setup = Setup::small(LINE).tickets(SIX).ticket_draw(2, 1).deals(&["A-D", "A-B", "B-C", "C-D"]);
    let mut table = setup.start();
    table.draw_tickets(1).keep(1, &["A-D"]);
    assert_eq!(table.refusal(1, &table.kept(&["A-D"])), "`tickets`: A - D was not dealt");
    table.idle(2).draw_tickets(1);
    // It is not among those to choose from, and what is chosen now does not touch it.
    assert_eq!(table.legal(1), ["keeps B - C", "keeps C - D", "keeps B - C, C - D"]);
    assert_eq!(table.refusal(1, &table.kept(&["A-D", "B-C"])), "`tickets`: A - D was not dealt");
    table.keep(1, &["B-C"]);
    assert_eq!(table.tickets(1), ["A - D", "B - C"]);
    let lost = "player 1: -7 = 0 (0 routes) + -3 (A - D not completed) + -4 (B - C not completed)";
    assert_eq!(table.sheet_if_over(), [lost, "player 2: 0 = 0 (0 routes)", "won by player 2"]);
}

/// Player 1 holds the ticket A - D, player 2 the ticket B - C; both have red cards enough.
fn two_tickets() -> Table {
    let setup = Setup::small(LINE).tickets(&["A-D 3", "B-C 4"]).ticket_deal(1, 1).deals(&["A-D", "B-C"]);
    setup.deal(4).set("longest-path=false").set("victory.ties=[]").cards(&"red ".repeat(8)).start()
}

#[test]
fn g18a_a_chain_of_ones_own_routes_completes_a_ticket() {
    let mut table = two_tickets();
    table.claim(1, "A-B", "1 red").idle(2).claim(1, "C-D", "1 red").idle(2);
    let gap = "player 1: -1 = 2 (2 routes) + -3 (A - D not completed)";
    let other = "player 2: -4 = 0 (0 routes) + -4 (B - C not completed)";
    assert_eq!(table.sheet_if_over(), [gap, other, "won by player 1"]);
    // A gap that another player's route closes is still a gap.
    let mut filled = table.clone();
    filled.idle(1).claim(2, "B-C", "1 red");
    let other = "player 2: 5 = 1 (1 route) + 4 (B - C completed)";
    assert_eq!(filled.sheet_if_over(), [gap, other, "won by player 2"]);
    table.claim(1, "B-C", "1 red");
    let chain = "player 1: 6 = 3 (3 routes) + 3 (A - D completed)";
    assert_eq!(table.sheet_if_over()[0], chain);
}

#[test]
fn g18b_a_completed_ticket_adds_its_value_at_the_end() {
    let mut table = two_tickets();
    table.build(&[&[("A-B", "1 red"), ("B-C", "1 red"), ("C-D", "1 red")]]);
    assert_eq!(table.sheet()[0], "player 1: 3 = 3 (3 routes)", "not before the end");
    assert_eq!(table.sheet_if_over()[0], "player 1: 6 = 3 (3 routes) + 3 (A - D completed)");
}

#[test]
fn g18c_a_ticket_not_completed_subtracts_its_value_at_the_end() {
    let mut table = two_tickets();
    table.build(&[&[("A-B", "1 red"), ("B-C", "1 red")]]);
    assert_eq!(table.sheet(), ["player 1: 2 = 2 (2 routes)", "player 2: 0 = 0 (0 routes)"], "not before the end");
    let lost = "player 1: -1 = 2 (2 routes) + -3 (A - D not completed)";
    let other = "player 2: -4 = 0 (0 routes) + -4 (B - C not completed)";
    assert_eq!(table.sheet_if_over(), [lost, other, "won by player 1"]);
}

#[test]
fn g20a_returned_tickets_go_down_in_the_order_they_were_dealt() {
    let setup = Setup::small(LINE).tickets(SIX).ticket_draw(3, 1).deals(&["C-D", "A-C", "B-C"]);
    let mut table = setup.start();
    table.draw_tickets(1).keep(1, &["A-C"]);
    assert_eq!(table.ticket_deck(), ["A - B", "A - D", "B - D", "C - D", "B - C"]);
    // What was there before comes first, then those at the bottom, the one dealt first before the other.
    table.next_tickets(&["B-D", "A-B", "A-D"]).draw_tickets(2).keep(2, &["B-D"]);
    assert_eq!(table.ticket_deck(), ["C - D", "B - C", "A - B", "A - D"]);
    table.draw_tickets(1);
    assert_eq!(table.dealt(1), ["C - D", "B - C", "A - B"]);
}

/// Three players, of whom the second begins, choose one or both of two tickets.
fn choosing() -> Table {
    let setup = Setup::small(LINE).players(3).set("turns.first=2").tickets(SIX).ticket_deal(2, 1);
    setup.deals(&["A-B", "A-C", "A-D", "B-C", "B-D", "C-D"]).start()
}

#[test]
fn g20b_at_setup_all_choose_at_once_and_unseen() {
    let table = choosing();
    assert_eq!(table.to_act(), [1, 2, 3]);
    assert_eq!(table.dealt(2), ["A - B", "A - C"], "dealt from the first player on");
    assert_eq!(table.legal(3), ["keeps A - D", "keeps B - C", "keeps A - D, B - C"]);
    let after = |choice: &[&str]| {
        let mut table = table.clone();
        table.keep(3, choice);
        table
    };
    let (one, other, both) = (after(&["A-D"]), after(&["B-C"]), after(&["A-D", "B-C"]));
    assert_eq!(one.to_act(), [1, 2], "in any order");
    for viewer in [None, Some(1), Some(2)] {
        for table in [&other, &both] {
            assert_eq!(one.view(viewer), table.view(viewer), "what was kept, and how many, stays unseen");
            assert_eq!(one.events(viewer), table.events(viewer));
        }
        let [chose] = &one.events(viewer)[..1] else { panic!("an event") };
        assert_eq!((&chose["who"], &chose["sealed"], chose.get("action")), (&json!(3), &json!(true), None));
    }
    assert_eq!(one.events(Some(3))[0]["action"], one.kept(&["A-D"]), "one's own choice is no secret to oneself");
    assert_ne!(one.view(Some(3)), other.view(Some(3)));
    // Once all have chosen the choices are carried out.
    let mut all = one.clone();
    all.keep(1, &["B-D", "C-D"]);
    assert_eq!((all.tickets(1), all.tickets(3)), (vec![], vec![]));
    all.keep(2, &["A-B"]);
    assert_eq!(all.tickets(1), ["B - D", "C - D"]);
    assert_eq!((all.tickets(2), all.tickets(3)), (vec!["A - B".into()], vec!["A - D".into()]));
    assert_eq!(all.to_act(), [2]);
}

#[test]
fn g20c_tickets_returned_at_setup_go_down_in_seat_order_from_the_first_player() {
    for answers in [[1, 2, 3], [3, 1, 2], [2, 3, 1]] {
        let mut table = choosing();
        for seat in answers {
            table.keep(seat, &[["B-D"], ["A-C"], ["A-D"]][seat - 1]);
        }
        assert_eq!(table.ticket_deck(), ["A - B", "B - C", "C - D"], "of players 2, 3 and 1");
    }
}
