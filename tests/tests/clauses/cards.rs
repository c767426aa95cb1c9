//! Turn and cards: G1 to G8.

use serde_json::{Value as Json, json};
use ttr_tests::Setup;
use ttr_tests::hold;

/// A route that nobody can pay for soon: cards are all that matters.
const FAR: &[&str] = &["A-B 6 black"];

const BLIND: &str = "draws a card from the train deck";

fn pass() -> Json {
    json!({ "op": "turns/pass" })
}

fn take(card: &str) -> Json {
    json!({ "op": "row/take", "card": card })
}

fn blind() -> Json {
    json!({ "op": "cards/blind", "deck": "train" })
}

#[test]
fn g1a_turns_go_round_clockwise() {
    let mut table = Setup::small(FAR).players(3).set("turns.first=2").start();
    let mut seats = Vec::new();
    for _ in 0..5 {
        assert_eq!(table.to_act(), [table.turn_of()]);
        seats.push(table.turn_of());
        table.idle(table.turn_of());
    }
    assert_eq!(seats, [2, 3, 1, 2, 3]);
    assert_eq!(table.turns(), [2, 2, 2]);
}

#[test]
fn g1b_a_turn_is_one_action() {
    let setup = Setup::small(&["A-B 1 red", "B-C 1 red"]).deal(2).cards("red red | blue blue | green");
    let mut table = setup.start();
    assert_eq!(table.refusal(1, &pass()), "turns/can-act");
    table.claim(1, "A-B", "1 red");
    assert_eq!(table.to_act(), [2]);
    assert_eq!(table.turns(), [1, 1]);
    for second in [table.route("B-C", "1 red"), blind(), take("green")] {
        assert_eq!(table.refusal(1, &second), "core/not-yours");
    }
}

#[test]
fn g1c_a_named_first_player_begins() {
    for seat in 1..=3 {
        let table = Setup::small(FAR).players(3).set(&format!("turns.first={seat}")).start();
        assert_eq!(table.to_act(), [seat]);
        assert_eq!(table.view(None).first, format!("player {seat}"));
    }
}

#[test]
fn g1c_else_the_first_player_is_drawn_from_the_seed() {
    let random = Setup::small(FAR).players(3).set("turns.first=random");
    for seat in 1..=3 {
        assert_eq!(random.clone().draws_first(seat).start().to_act(), [seat]);
    }
    let drawn = |seed| random.clone().seed(seed).start().to_act();
    for seed in 0..20 {
        assert_eq!(drawn(seed), drawn(seed));
    }
    let mut firsts: Vec<_> = (0..40).map(drawn).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts, [[1], [2], [3]]);
}

#[test]
fn g2a_drawing_gives_two_cards_from_the_row_or_the_pile() {
    let table = Setup::small(FAR).row(2).cards("red blue | green black").start();
    assert_eq!(table.legal(1), [BLIND, "takes blue from the row", "takes red from the row"]);

    let mut both_blind = table.clone();
    both_blind.blind(1).blind(1);
    assert_eq!((both_blind.hand(1), both_blind.row()), ("1 black, 1 green".into(), "1 blue, 1 red".into()));

    let mut blind_first = table.clone();
    blind_first.blind(1).take(1, "red");
    assert_eq!((blind_first.hand(1), blind_first.row()), ("1 green, 1 red".into(), "1 black, 1 blue".into()));

    let mut row_first = table.clone();
    row_first.take(1, "red").blind(1);
    assert_eq!((row_first.hand(1), row_first.row()), ("1 black, 1 red".into(), "1 blue, 1 green".into()));

    let mut both_open = table.clone();
    both_open.take(1, "red").take(1, "blue");
    assert_eq!((both_open.hand(1), both_open.row()), ("1 blue, 1 red".into(), "1 black, 1 green".into()));

    for done in [both_blind, blind_first, row_first, both_open] {
        assert_eq!(done.to_act(), [2]);
    }
}

#[test]
fn g2b_a_card_taken_from_the_row_is_replaced_before_the_second_choice() {
    let mut table = Setup::small(FAR).row(2).cards("red blue | green").start();
    table.take(1, "red");
    assert_eq!(table.row(), "1 blue, 1 green");
    assert_eq!(table.legal(1), [BLIND, "takes blue from the row", "takes green from the row"]);
    table.take(1, "green");
    assert_eq!(table.hand(1), "1 green, 1 red");
}

#[test]
fn g2c_who_can_take_a_second_card_must() {
    let setup = Setup::small(&["A-B 1 red"]).tickets(&["A-B 1"]).ticket_draw(1, 1).row(2).deal(1);
    let mut table = setup.cards("red | blue | green white | black").start();
    table.blind(1);
    assert_eq!(table.to_act(), [1]);
    assert_eq!(table.legal(1), [BLIND, "takes green from the row", "takes white from the row"]);
    assert_eq!(table.refusal(1, &pass()), "turns/can-act");
    assert_eq!(table.refusal(1, &table.route("A-B", "1 red")), "core/not-now");
    assert_eq!(table.refusal(1, &json!({ "op": "tickets/draw" })), "core/not-now");
    table.take(1, "white");
    assert_eq!((table.hand_size(1), table.to_act()), (3, vec![2]));
}

#[test]
fn g3a_a_wild_from_the_row_is_the_whole_draw() {
    hold("row", "G3a");
}

#[test]
fn g3b_a_wild_in_the_row_is_never_the_second_card() {
    hold("row", "G3b");
}

#[test]
fn g3c_a_wild_drawn_blind_is_a_card_like_any_other() {
    hold("cards", "G3c");
}

#[test]
fn g3d_a_row_replaced_in_mid_draw_is_there_for_the_second_card() {
    hold("row", "G3d");
}

#[test]
fn g4a_three_wilds_replace_the_row_at_setup() {
    let table = Setup::small(FAR).row(5).cards("wild red wild blue wild | red red blue wild wild").start();
    assert_eq!((table.resets(), table.row()), (1, "1 blue, 2 red, 2 wild".into()));
    assert_eq!((table.cards_to_come(), table.discards()), (0, "no card".into()));
}

#[test]
fn g4a_three_wilds_replace_the_row_after_a_place_was_filled() {
    let mut table = Setup::small(FAR).row(3).cards("red wild wild | blue").start();
    assert_eq!((table.resets(), table.row()), (0, "1 red, 2 wild".into()), "two wilds may lie there");
    table.blind(1);
    assert_eq!(table.resets(), 0);
    table.next_cards("wild | white white black").take(1, "red");
    assert_eq!((table.resets(), table.row()), (1, "1 black, 2 white".into()));
}

#[test]
fn g4b_a_new_row_is_looked_at_like_the_old_one() {
    let rows = "wild wild wild | wild wild wild | wild wild wild | red wild wild";
    let table = Setup::small(FAR).row(3).cards(rows).start();
    assert_eq!((table.resets(), table.row()), (3, "1 red, 2 wild".into()));
}

#[test]
fn g4c_the_row_is_judged_when_it_is_as_full_as_it_can_be() {
    // Three wilds lie there after three cards: two more are dealt before anybody counts.
    let setup = Setup::small(FAR).row(5).set("row.overflow=discard");
    let table = setup.cards("wild wild wild red blue | green green green green green").start();
    assert_eq!((table.row(), table.discards()), ("5 green".into(), "1 blue, 1 red, 3 wild".into()));
}

#[test]
fn g4d_the_old_row_is_away_before_the_new_one_is_dealt() {
    // Two cards are left in the pile, so that the third place needs a card of the old row.
    let setup = Setup::small(FAR).deck("4 red, 3 wild").deal(1).row(3).set("row.overflow=discard");
    let table = setup.cards("red | red | wild wild wild | red red | wild").start();
    assert_eq!(table.row(), "2 red, 1 wild");
    assert_eq!((table.pile(), table.discards()), ("2 wild".into(), "no card".into()));
}

#[test]
fn g5a_a_row_that_cannot_improve_stays() {
    let table = Setup::small(FAR).deck("2 red, 4 wild").deal(1).row(3).cards("red | red").start();
    assert_eq!((table.row(), table.pile()), ("3 wild".into(), "1 wild".into()));
    assert_eq!(table.resets(), 0);
    assert!(table.log(None).contains(&"the row stays as it is: no better one can be dealt".into()));
    assert_eq!(table.legal(1), [BLIND, "takes wild from the row"]);
}

#[test]
fn g5a_a_row_with_gaps_is_no_better_row() {
    // One red and two wilds would do, if a fourth card did not have to lie there too.
    let setup = Setup::small(FAR).deck("3 red, 3 wild").deal(1).row(5).cards("red | red | wild wild red wild");
    let table = setup.start();
    assert_eq!((table.row(), table.pile()), ("1 red, 3 wild".into(), "no card".into()));
    assert_eq!(table.resets(), 0);
    assert!(table.log(None).contains(&"the row stays as it is: no better one can be dealt".into()));
}

#[test]
fn g5a_what_lies_in_hands_does_not_count_but_the_discards_do() {
    let setup = Setup::small(&["A-B 1 red", "B-C 1 red"]).deck("6 red, 4 wild").deal(3).row(3);
    let mut table = setup.cards("red red red | red red red").start();
    assert_eq!((table.row(), table.resets()), ("3 wild".into(), 0));
    table.next_cards("wild red wild").claim(1, "A-B", "1 red");
    assert_eq!((table.row(), table.pile(), table.resets()), ("1 red, 2 wild".into(), "2 wild".into(), 1));
}

#[test]
fn g5a_a_row_is_replaced_when_the_last_card_of_the_pile_would_better_it() {
    // Three wilds lie there, one red card is left: three reds and two wilds are a better row, if chance brings it.
    for overflow in ["reshuffle", "discard"] {
        let setup = Setup::small(FAR).deck("5 red, 3 wild").deal(1).row(5).set(&format!("row.overflow={overflow}"));
        let table = setup.cards("red | red | wild red wild red wild | red wild red wild red").start();
        assert_eq!((table.row(), table.resets()), ("3 red, 2 wild".into(), 1), "{overflow}");
        assert_eq!((table.pile(), table.discards()), ("1 wild".into(), "no card".into()), "{overflow}");
        // A row that is dealt no better is replaced again.
        let again = "wild red wild red wild | red wild red wild wild | red wild red wild red";
        let setup = Setup::small(FAR).deck("5 red, 3 wild").deal(1).row(5).set(&format!("row.overflow={overflow}"));
        let table = setup.cards(&format!("red | red | {again}")).start();
        assert_eq!((table.row(), table.resets()), ("3 red, 2 wild".into(), 2), "{overflow}");
    }
}

#[test]
fn g5b_empty_places_are_filled_as_soon_as_there_are_cards() {
    let setup = Setup::small(&["A-B 1 red", "B-C 1 red"]).deck("3 red, 1 blue").deal(1).row(2);
    let mut table = setup.cards("red | red | red blue").start();
    table.take(1, "red");
    assert_eq!((table.hand(1), table.row()), ("1 blue, 2 red".into(), "no card".into()), "blue was the only choice");
    assert_eq!(table.to_act(), [2]);
    table.claim(2, "A-B", "1 red");
    assert_eq!((table.row(), table.pile(), table.discards()), ("1 red".into(), "no card".into(), "no card".into()));
}

#[test]
fn g5b_a_gap_is_filled_after_every_card_drawn() {
    let setup = Setup::small(&["A-B 2 red", "B-C 2 red"]).deck("6 red").deal(2).row(2);
    let mut table = setup.cards("red red | red red | red red").start();
    table.take(1, "red");
    assert_eq!((table.row(), table.hand(1)), ("no card".into(), "4 red".into()), "the second was the only choice");
    table.claim(2, "A-B", "2 red");
    assert_eq!((table.row(), table.pile()), ("2 red".into(), "no card".into()));
    table.claim(1, "B-C", "2 red");
    assert_eq!((table.row(), table.discards()), ("2 red".into(), "2 red".into()), "a full row needs no card");
    table.take(2, "red");
    assert_eq!((table.row(), table.pile(), table.discards()), ("2 red".into(), "1 red".into(), "no card".into()));
}

#[test]
fn g5c_a_row_left_with_too_many_wilds_is_looked_at_again() {
    let setup = Setup::small(&["A-B 3 red"]).deck("3 red, 3 blue, 3 wild").deal(3).row(3);
    let mut table = setup.cards("red red red | blue blue blue | wild wild wild").start();
    assert_eq!((table.row(), table.resets()), ("3 wild".into(), 0));
    table.next_cards("red wild red").claim(1, "A-B", "3 red");
    assert_eq!((table.row(), table.resets()), ("2 red, 1 wild".into(), 1));
    assert_eq!((table.pile(), table.discards()), ("1 red, 2 wild".into(), "no card".into()));
}

#[test]
fn g5d_after_twenty_resets_in_a_row_the_row_stays() {
    let rows = "wild wild wild | ".repeat(21);
    let mut table = Setup::small(FAR).row(3).cards(&rows).start();
    assert_eq!((table.resets(), table.cards_to_come(), table.row()), (20, 0, "3 wild".into()));
    assert!(table.log(None).contains(&"the row stays as it is: no better one can be dealt".into()));
    // The next card drawn gives it another try.
    table.next_cards("red | blue green white").blind(1);
    assert_eq!((table.resets(), table.row()), (1, "1 blue, 1 green, 1 white".into()));
}

#[test]
fn g6a_an_empty_pile_waits_until_a_card_is_needed() {
    let setup = Setup::small(&["A-B 1 red"]).deck("6 red").deal(2);
    let mut table = setup.start();
    table.claim(1, "A-B", "1 red");
    assert_eq!((table.pile(), table.discards()), ("1 red".into(), "1 red".into()));
    table.blind(2);
    assert_eq!((table.pile(), table.discards()), ("no card".into(), "1 red".into()));
    assert_eq!(table.legal(2), [BLIND, "takes red from the row"]);
    table.blind(2);
    assert!(table.log(None).contains(&"1 discards shuffled to a new train deck".into()));
    assert_eq!((table.pile(), table.discards(), table.hand(2)), ("no card".into(), "no card".into(), "4 red".into()));
}

#[test]
fn g6b_only_cards_already_discarded_become_the_new_pile() {
    let setup = Setup::small(&["A-B 2 red", "B-C 2 red"]).deck("8 red, 1 blue").deal(4).set("flip=true");
    let mut table = setup.cards("red red red red | red red red red | blue").start();
    // With an empty pile the two cards laid down for the claim can't be turned up for it.
    table.claim(1, "A-B", "2 red");
    assert!(table.log(None).contains(&"there is nothing to turn up".into()));
    assert_eq!((table.hand(1), table.hand(2), table.row()), ("2 red".into(), "4 red".into(), "1 blue".into()));
    assert_eq!((table.pile(), table.discards()), ("no card".into(), "2 red".into()));
    // Those of the claim before can.
    table.claim(2, "B-C", "2 red");
    assert!(table.log(None).contains(&"2 discards shuffled to a new train deck".into()));
    assert_eq!((table.pile(), table.discards()), ("1 red".into(), "2 red".into()));
}

#[test]
fn g7a_with_no_cards_left_to_take_drawing_is_not_possible() {
    let table = Setup::small(&["A-B 1 red", "B-C 1 red"]).deck("4 red").deal(2).start();
    assert_eq!((table.row(), table.pile(), table.discards()), ("no card".into(), "no card".into(), "no card".into()));
    assert_eq!(table.legal(1), ["claims A - B with 1 red", "claims B - C with 1 red"]);
    assert_eq!(table.refusal(1, &blind()), "cards/no-card");
    assert_eq!(table.refusal(1, &take("red")), "row/not-there");
}

#[test]
fn g7b_while_the_row_holds_a_card_drawing_is_possible() {
    let setup = Setup::small(&["A-B 1 red", "B-C 1 red"]).deck("4 red, 1 wild").deal(2);
    let mut table = setup.cards("red red | red red | wild").start();
    assert_eq!((table.row(), table.pile(), table.discards()), ("1 wild".into(), "no card".into(), "no card".into()));
    let claims = ["claims A - B with 1 red", "claims B - C with 1 red"];
    assert_eq!(table.legal(1), [&claims[..], &["takes wild from the row"]].concat());
    assert_eq!(table.refusal(1, &blind()), "cards/no-card");
    table.take(1, "wild");
    assert_eq!((table.hand(1), table.to_act()), ("2 red, 1 wild".into(), vec![2]));
}

#[test]
fn g7c_when_the_cards_run_out_after_the_first_the_draw_is_over() {
    let routes = &["A-B 1 red", "B-C 1 red"];
    // The last card in the row.
    let mut table = Setup::small(routes).deck("4 red, 1 blue").deal(2).cards("red red | red red | blue").start();
    table.take(1, "blue");
    assert_eq!((table.hand(1), table.to_act(), table.turns()), ("1 blue, 2 red".into(), vec![2], vec![1, 1]));
    // The last card in the pile: it runs dry in mid-draw.
    let mut table = Setup::small(routes).deck("4 red, 1 blue").deal(2).row(0).cards("red red | red red").start();
    table.blind(1);
    assert_eq!((table.hand(1), table.to_act(), table.turns()), ("1 blue, 2 red".into(), vec![2], vec![1, 1]));
}

#[test]
fn g7d_when_only_wilds_are_left_for_the_second_card_the_draw_is_over() {
    let setup = Setup::small(&["A-B 1 red"]).deck("4 red, 1 blue, 2 wild").deal(2).row(3);
    let mut table = setup.cards("red red | red red | blue wild wild").start();
    table.take(1, "blue");
    assert_eq!((table.hand(1), table.row()), ("1 blue, 2 red".into(), "2 wild".into()));
    assert_eq!((table.to_act(), table.turns()), (vec![2], vec![1, 1]));
}

#[test]
fn g8a_hands_have_no_limit() {
    let mut table = Setup::small(FAR).start();
    for _ in 0..20 {
        table.idle(1).idle(2);
    }
    assert_eq!((table.hand_size(1), table.hand_size(2)), (40, 40));
    assert!(table.legal(1).contains(&BLIND.into()));
}

#[test]
fn g8b_tickets_have_no_limit() {
    let pairs = ["A-B 1", "A-C 1", "A-D 1", "B-C 1", "B-D 1", "C-D 1"];
    let setup = Setup::small(&["A-B 1 red", "B-C 1 red", "C-D 1 red"]).tickets(&[pairs, pairs].concat());
    let mut table = setup.ticket_draw(3, 1).start();
    for _ in 0..4 {
        table.draw_tickets(1).keep_all(1).idle(2);
    }
    assert_eq!((table.tickets(1).len(), table.ticket_deck().len()), (12, 0));
}
