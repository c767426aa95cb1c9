//! The World's two decks, their row and drawing: W1, W2, W5 and W8 to W11.

use serde_json::json;
use ttr_tests::{Setup, Table};

/// A board whose only route nobody can pay for.
const FAR: &[&str] = &["A-B 8 white ship"];
const COLOURS: [&str; 6] = ["black", "green", "purple", "red", "white", "yellow"];
const BLIND: [&str; 2] = ["draws a card from the ship deck", "draws a card from the train deck"];
const REFILL: [&str; 2] = ["fills the row from the ship deck", "fills the row from the train deck"];

fn blind(deck: &str) -> serde_json::Value {
    json!({ "op": "cards/blind", "deck": deck })
}

/// The kinds of a deck of the World, with their numbers.
fn kinds_of(deck: &str) -> Vec<(String, u8)> {
    let rules = Setup::world(2).rules();
    let own = rules.kinds().iter().filter(|kind| rules.deck(kind.deck).name == deck);
    own.map(|kind| (kind.name.clone(), kind.count)).collect()
}

fn drawn_or_taken(cards: &[&str]) -> Vec<String> {
    let take = cards.iter().map(|card| format!("takes {card} from the row"));
    BLIND.iter().map(ToString::to_string).chain(take).collect()
}

#[test]
fn w1a_the_train_deck_has_80_cards() {
    let mut expected: Vec<(String, u8)> = Vec::new();
    for colour in COLOURS {
        expected.extend([(colour.to_owned(), 7), (format!("{colour} port"), 4)]);
    }
    expected.push(("wild".to_owned(), 14));
    assert_eq!(kinds_of("train"), expected);
    assert_eq!(expected.iter().map(|(_, n)| u32::from(*n)).sum::<u32>(), 80);
    assert_eq!(expected[..2].iter().map(|(_, n)| n).sum::<u8>(), 11);
}

#[test]
fn w1b_the_ship_deck_has_60_cards_and_is_apart() {
    let mut expected: Vec<(String, u8)> = Vec::new();
    for colour in COLOURS {
        expected.extend([(format!("{colour} double ship"), 6), (format!("{colour} ship"), 4)]);
    }
    assert_eq!(kinds_of("ship"), expected);
    assert_eq!(expected.iter().map(|(_, n)| u32::from(*n)).sum::<u32>(), 60);
    for players in 2..=5 {
        let table = Setup::world(players).start();
        let count = |pile: &str| table.look().count(table.zone(pile, None));
        assert_eq!((count("train deck"), count("ship deck")), (77 - 3 * players, 57 - 7 * players));
    }
}

#[test]
fn w1c_a_wild_goes_to_the_train_discards_whatever_it_pays_for() {
    let setup = Setup::small_world(&["A-B 2 red ship"]).deal_each(1, 1);
    let mut table = setup.cards("wild red-ship | red red-ship").start();
    table.claim(1, "A-B", "1 red ship, 1 wild");
    assert_eq!((table.discards_of("train"), table.discards_of("ship")), ("1 wild".into(), "1 red ship".into()));
}

#[test]
fn w2a_some_cards_show_the_port_symbol() {
    let rules = Setup::world(2).rules();
    let shown = rules.kinds().iter().filter(|kind| kind.symbols == ["port"]);
    let shown: Vec<(&str, u8)> = shown.map(|kind| (kind.name.as_str(), kind.count)).collect();
    let ships = COLOURS.map(|colour| format!("{colour} ship"));
    let trains = COLOURS.map(|colour| format!("{colour} port"));
    let expected: Vec<(&str, u8)> = ships.iter().chain(&trains).map(|name| (name.as_str(), 4)).collect();
    assert_eq!(shown, expected);
}

#[test]
fn w2b_on_routes_a_card_with_the_symbol_is_like_any_other() {
    let setup = Setup::small_world(&["A-B 2 red train"]).deal_each(4, 0);
    let table = setup.cards("red red red-port red-port").start();
    assert_eq!(table.payments(1), ["2 red", "1 red, 1 red port", "2 red port"]);
}

#[test]
fn w5a_three_train_and_seven_ship_cards_are_dealt() {
    for players in 2..=5 {
        let table = Setup::world(players).start();
        for seat in 1..=players {
            let backs = table.view(None).zones.into_iter().filter(|zone| zone.name == "hand").nth(seat - 1);
            let backs = serde_json::to_value(backs.expect("a hand").backs).expect("plain data");
            assert_eq!(backs, json!({ "train": 3, "ship": 7 }));
        }
    }
    let ships = "red-ship red-ship red-ship red-ship white-ship white-ship white-ship";
    let table = Setup::world(2).cards(&format!("wild wild red | {ships}")).start();
    assert_eq!((table.turns(), table.hand(1)), (vec![0, 0], "4 red ship, 3 white ship, 1 red, 2 wild".into()));
}

#[test]
fn w5b_three_cards_of_each_deck_lie_in_the_row() {
    for players in 2..=5 {
        let table = Setup::world(players).start();
        let row = table.view(None).zones.into_iter().find(|zone| zone.name == "row").expect("a row");
        assert_eq!(serde_json::to_value(row.backs).expect("plain data"), json!({ "train": 3, "ship": 3 }));
    }
}

#[test]
fn w8a_there_are_five_actions() {
    let setup = Setup::small_world(&["A-B 1 red train", "B-C 1 red train"]).deal_each(4, 2).pieces(5, 5, 8);
    let setup = setup.tickets(&["A-C 2", "A-B 1"]).ticket_draw(2, 1);
    let mut table = setup.cards("red red red-port red-port | red-ship red-ship").start();
    table.choose(1, 4, 4).choose(2, 4, 4).claim(1, "A-B", "1 red").one_of_each(2);
    let drawing = ["cards/blind", "row/take"];
    let others = ["claim/route", "exchange/pieces", "ports/build", "tickets/draw"];
    let mut expected = [&drawing[..], &others].concat();
    expected.sort_unstable();
    assert_eq!(table.ops(1), expected);
}

#[test]
fn w8b_drawing_tickets_takes_four_and_keeps_one_at_least() {
    let mut table = Setup::world(2).start();
    table.keep_all(1).keep_all(2).choose(1, 20, 40).choose(2, 20, 40);
    let next = ["Hamburg-Beijing", "Moskva-Hong Kong", "Lagos-Hong Kong", "Edinburgh-Sydney"];
    let held = [table.tickets(1), table.tickets(2)].concat();
    let next: Vec<&str> = next.into_iter().filter(|t| !held.contains(&t.replacen('-', " - ", 1))).collect();
    assert_eq!(next.len(), 4, "the seed dealt one of them");
    table.next_tickets(&next).draw_tickets(1);
    assert_eq!((table.dealt(1).len(), table.legal(1).len()), (4, 15));
    assert_eq!(table.refusal(1, &table.kept(&[])), "tickets/too-few");
    table.keep(1, &next[1..2]);
    let bottom = [0, 2, 3].map(|i| next[i].replacen('-', " - ", 1));
    let deck = table.ticket_deck();
    assert_eq!((table.tickets(1).len(), &deck[deck.len() - 3..]), (6, &bottom[..]));
    assert_eq!(table.to_act(), [2]);
}

#[test]
fn w9a_a_card_comes_from_the_row_or_either_deck() {
    let mut table = Setup::small_world(FAR).cards("red red-ship | white white-ship").start();
    assert_eq!(table.legal(1), drawn_or_taken(&["red ship", "red"]));
    table.blind_from(1, "ship");
    assert_eq!(table.legal(1), drawn_or_taken(&["red ship", "red"]));
    table.blind_from(1, "train");
    assert_eq!((table.hand(1), table.to_act()), ("1 white ship, 1 white".into(), vec![2]));
}

#[test]
fn w9b_who_takes_a_card_from_the_row_chooses_the_deck_that_fills_its_place() {
    let setup = Setup::small_world(FAR).cards("red red-ship | white white-double-ship");
    let mut table = setup.start();
    table.take(1, "red");
    assert_eq!((table.legal(1), table.row()), (REFILL.map(String::from).to_vec(), "1 red ship".into()));
    let mut ships = table.clone();
    ships.act(1, &table.refilled("ship"));
    assert_eq!(ships.row(), "1 red ship, 1 white double ship");
    table.act(1, &table.refilled("train"));
    assert_eq!(table.row(), "1 red ship, 1 white");
}

#[test]
fn w9c_what_fills_the_place_is_seen_before_the_second_card_is_chosen() {
    let mut table = Setup::small_world(FAR).cards("red red-ship | white-double-ship green-ship").start();
    table.take(1, "red");
    assert_eq!(table.refusal(1, &blind("train")), "core/not-now", "the deck is chosen first");
    table.act(1, &table.refilled("ship"));
    assert_eq!(table.row(), "1 red ship, 1 white double ship");
    assert_eq!(table.legal(1), drawn_or_taken(&["red ship", "white double ship"]));
    table.take_and_refill(1, "white double ship", "ship");
    assert_eq!((table.hand(1), table.row()), ("1 white double ship, 1 red".into(), "1 green ship, 1 red ship".into()));
    assert_eq!(table.to_act(), [2]);
}

#[test]
fn w9d_the_second_card_and_a_lone_wild_are_replaced_in_the_same_way() {
    let mut table = Setup::small_world(FAR).row_each(2, 0).cards("red wild | green white").start();
    let mut second = table.clone();
    second.blind_from(1, "train").take(1, "red");
    assert_eq!(second.legal(1), REFILL.map(String::from));
    second.act(1, &second.refilled("train"));
    assert_eq!((second.row(), second.to_act()), ("1 white, 1 wild".into(), vec![2]));

    table.take(1, "wild");
    assert_eq!(table.legal(1), REFILL.map(String::from));
    table.act(1, &table.refilled("train"));
    assert_eq!((table.row(), table.hand(1), table.to_act()), ("1 green, 1 red".into(), "1 wild".into(), vec![2]));
}

/// Whether the refill was no choice.
fn filled_by_itself(table: &Table, deck: &str) -> bool {
    let line = format!("player 1 fills the row from the {deck} deck (the only legal action)");
    table.log(None).contains(&line)
}

#[test]
fn w9e_with_one_deck_used_up_the_other_fills_the_place() {
    let mut table = Setup::small_world(FAR).decks("6 red, 1 red ship").start();
    assert_eq!((table.pile_of("ship"), table.row()), ("no card".into(), "1 red ship, 1 red".into()));
    table.take(1, "red ship");
    assert!(filled_by_itself(&table, "train"));
    assert_eq!((table.row(), table.to_act()), ("2 red".into(), vec![1]));

    let mut table = Setup::small_world(FAR).decks("1 red, 6 red ship").start();
    assert_eq!((table.pile_of("train"), table.row()), ("no card".into(), "1 red ship, 1 red".into()));
    table.take(1, "red");
    assert!(filled_by_itself(&table, "ship"));
    assert_eq!((table.row(), table.to_act()), ("2 red ship".into(), vec![1]));
}

#[test]
fn w9f_with_both_decks_used_up_the_place_stays_empty_for_now() {
    // Both cards of the row are all that is left: the second one has to be taken too.
    let mut table = Setup::small_world(FAR).decks("1 red, 1 red ship").start();
    table.take(1, "red");
    assert_eq!((table.row(), table.hand(1)), ("no card".into(), "1 red ship, 1 red".into()));

    // A place to fill, and a card in the discards of both decks: the train deck fills it.
    let setup = Setup::small_world(&["A-B 2 red ship", "B-C 2 red ship"])
        .decks("2 wild, 2 red ship")
        .deal_each(1, 1)
        .row_each(0, 1);
    let mut table = setup.start();
    assert_eq!(table.row(), "no card");
    table.claim(1, "A-B", "1 red ship, 1 wild");
    assert_eq!((table.row(), table.discards_of("ship")), ("1 wild".into(), "1 red ship".into()));

    // With no train card, the ship deck does.
    let setup = Setup::small_world(&["A-B 1 red ship", "B-C 1 red ship"])
        .decks("2 wild, 2 red ship")
        .deal_each(1, 1)
        .row_each(1, 0);
    let mut table = setup.start();
    table.claim(1, "A-B", "1 red ship");
    assert_eq!((table.row(), table.discards_of("ship")), ("1 red ship".into(), "no card".into()));
}

#[test]
fn w9g_a_deck_whose_discards_are_not_empty_can_be_chosen() {
    let setup = Setup::small_world(&["A-B 1 red ship"]).decks("6 red, 2 red ship").deal_each(0, 1).row_each(1, 0);
    let mut table = setup.start();
    table.claim(1, "A-B", "1 red ship");
    assert_eq!((table.pile_of("ship"), table.discards_of("ship")), ("no card".into(), "1 red ship".into()));
    table.take(2, "red");
    assert_eq!(table.legal(2), REFILL.map(String::from));
    table.act(2, &table.refilled("ship"));
    assert!(table.log(None).contains(&"1 discards shuffled to a new ship deck".into()));
    assert_eq!((table.row(), table.discards_of("ship")), ("1 red ship".into(), "no card".into()));
}

#[test]
fn w10a_three_wilds_replace_all_six_cards() {
    let trains = "wild wild wild | red red white";
    let ships = "red-ship red-ship red-double-ship | white-ship white-ship white-ship";
    let table = Setup::small_world(FAR).row_each(3, 3).cards(trains).cards(ships).start();
    assert_eq!((table.resets(), table.row()), (1, "3 white ship, 2 red, 1 white".into()));
    assert_eq!(table.discards_of("train"), "3 wild");
    assert_eq!(table.discards_of("ship"), "1 red double ship, 2 red ship");
}

#[test]
fn w10b_the_row_is_replaced_in_mid_turn_and_without_a_choice() {
    let (trains, ships) = ("red wild wild | wild | green green black", "red-ship red-ship red-ship");
    let mut table = Setup::small_world(FAR).row_each(3, 3).cards(trains).cards(ships).start();
    table.next_cards("white-ship white-ship white-ship").take_and_refill(1, "red", "train");
    assert_eq!((table.resets(), table.row()), (1, "3 white ship, 1 black, 2 green".into()));
    assert_eq!(table.legal(1), drawn_or_taken(&["white ship", "black", "green"]));
    assert_eq!(table.to_act(), [1]);
}

#[test]
fn w10c_what_one_deck_lacks_the_other_gives() {
    // Two ships: a fourth train card lies in the row, at the start and after a reset.
    let setup = Setup::small_world(FAR).decks("3 wild, 9 red, 2 red ship").row_each(3, 3);
    let table = setup.cards("wild wild wild red | red red red red").start();
    assert_eq!((table.resets(), table.row()), (1, "2 red ship, 4 red".into()));
    assert_eq!((table.discards_of("train"), table.discards_of("ship")), ("1 red, 3 wild".into(), "no card".into()));

    // Too few trains: more ships lie there. If those trains are wilds, no row would be better, and it stays.
    let table = Setup::small_world(FAR).decks("2 red, 8 red ship").row_each(3, 3).start();
    assert_eq!(table.row(), "4 red ship, 2 red");
    let table = Setup::small_world(FAR).decks("3 wild, 8 red ship").row_each(3, 3).start();
    assert_eq!((table.row(), table.resets()), ("3 red ship, 3 wild".into(), 0));
    assert!(table.log(None).contains(&"the row stays as it is: no better one can be dealt".into()));
}

#[test]
fn w11_each_deck_is_made_anew_from_its_own_discards() {
    let routes = &["A-B 2 red train", "B-C 2 red ship"];
    let setup = Setup::small_world(routes).decks("4 red, 4 red ship").deal_each(2, 2).row_each(0, 0);
    let mut table = setup.start();
    table.claim(1, "A-B", "2 red").claim(2, "B-C", "2 red ship");
    assert_eq!((table.pile_of("train"), table.pile_of("ship")), ("no card".into(), "no card".into()));
    table.blind_from(1, "ship");
    assert!(table.log(None).contains(&"2 discards shuffled to a new ship deck".into()));
    assert_eq!((table.pile_of("ship"), table.discards_of("train")), ("1 red ship".into(), "2 red".into()));
    table.blind_from(1, "train");
    assert_eq!((table.pile_of("train"), table.discards_of("train")), ("1 red".into(), "no card".into()));
    assert_eq!((table.pile_of("ship"), table.hand(1)), ("1 red ship".into(), "3 red ship, 1 red".into()));
}
