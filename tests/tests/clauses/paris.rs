//! The Paris rules: P1 to P12. What flags are is shown on boards of a few routes, with the classic rules beside them.

use serde_json::json;
use ttr_tests::{Setup, Table};

/// Routes of the three colours of a flag, and of others.
const ROUTES: &[&str] = &[
    "A-B 1 red",
    "B-C 1 white",
    "C-D 1 blue",
    "D-E 2 red",
    "E-F 1 green",
    "F-G 1 gray",
    "G-H 1 white",
    "H-I 1 blue",
    "I-J 1 red",
    "J-K 1 red",
    "K-L 1 red",
];

/// Two players with five cards each: the first has these, the second five green ones.
fn with(cards: &str) -> Table {
    Setup::small_flags(ROUTES).deal(5).cards(&format!("{cards} | green green green green green | yellow")).start()
}

#[test]
fn p1a_everybody_has_15_buses() {
    for players in 2..=4 {
        let table = Setup::paris(players).start();
        assert_eq!((1..=players).map(|seat| table.stock_of(seat, "bus")).collect::<Vec<_>>(), vec![15; players]);
    }
    assert_eq!(Setup::paris(5).faults(), ["players::seats"]);
}

#[test]
fn p1b_scores_start_at_nothing() {
    for players in 2..=4 {
        assert_eq!(Setup::paris(players).start().view(None).score, vec![0; players]);
    }
}

#[test]
fn p2_the_deck_has_46_cards() {
    let rules = Setup::paris(2).rules();
    let kinds: Vec<(&str, u8, bool)> = rules.kinds().iter().map(|k| (k.name.as_str(), k.count, k.wild)).collect();
    let mut expected = ["blue", "green", "purple", "red"].map(|colour| (colour, 6, false)).to_vec();
    expected.extend([("white", 8, false), ("yellow", 6, false), ("wild", 8, true)]);
    assert_eq!(kinds, expected);
    assert_eq!(kinds.iter().map(|(_, n, _)| n).sum::<u8>(), 46);
}

#[test]
fn p3a_two_cards_are_dealt_to_each_player() {
    let table = Setup::paris(2).cards("red wild | blue blue").start();
    assert_eq!((table.hand(1), table.hand(2)), ("1 red, 1 wild".into(), "2 blue".into()));
    assert_eq!((table.hand_size(1), table.turns()), (2, vec![0, 0]));
}

#[test]
fn p3b_five_cards_lie_in_the_row() {
    let mut table = Setup::paris(2).cards("red red | blue blue | white white yellow wild purple").start();
    assert_eq!(table.row(), "1 purple, 2 white, 1 yellow, 1 wild");
    table.keep_all(1).keep_all(2).next_cards("green").take(1, "purple");
    assert_eq!(table.row(), "1 green, 2 white, 1 yellow, 1 wild");
}

#[test]
fn p3c_a_row_with_three_wilds_is_discarded_and_replaced() {
    let rows = "wild red wild red wild | white white yellow purple purple";
    let mut table = Setup::paris(2).cards(&format!("blue blue | blue blue | {rows}")).start();
    assert_eq!((table.row(), table.resets()), ("2 purple, 2 white, 1 yellow".into(), 1));
    assert_eq!((table.discards_of("bus"), table.pile_of("bus").contains("3 red")), ("2 red, 3 wild".into(), false));
    // And so during the game.
    table.keep_all(1).keep_all(2);
    table.next_cards("wild wild").take(1, "purple").take(1, "purple");
    table.next_cards("wild | green green green green green").take(2, "yellow");
    assert_eq!((table.row(), table.resets()), ("5 green".into(), 1));
    assert_eq!(table.discards_of("bus"), "2 red, 2 white, 6 wild");
}

#[test]
fn p4a_two_of_20_tickets_are_dealt_one_at_least_is_kept() {
    for players in 2..=4 {
        let table = Setup::paris(players).start();
        assert_eq!((table.rules().board().tickets.len(), table.ticket_deck().len()), (20, 20 - 2 * players));
        for seat in 1..=players {
            assert_eq!((table.dealt(seat).len(), table.legal(seat).len()), (2, 3), "either of them, or both");
        }
        assert_eq!(table.refusal(1, &table.kept(&[])), "tickets/too-few");
    }
}

#[test]
fn p4b_a_ticket_not_kept_at_setup_goes_to_the_bottom() {
    let dealt = ["Arc de Triomphe - Place d'Italie", "Batignolles - Place d'Italie"];
    let mut table = Setup::paris(2).deals(&dealt).start();
    table.keep(1, &dealt[..1]).keep_all(2);
    assert_eq!(table.tickets(1), dealt[..1]);
    assert_eq!((table.ticket_deck().len(), table.ticket_deck().last().map(String::as_str)), (17, Some(dealt[1])));
}

#[test]
fn p5a_there_are_three_actions() {
    let mut table = Setup::paris(2).cards("blue red | white white | red green green wild purple").start();
    table.keep_all(1).keep_all(2);
    assert_eq!(table.ops(1), ["cards/blind", "claim/route", "row/take", "tickets/draw"], "cards in two ways");
}

#[test]
fn p5b_drawing_tickets_takes_two_and_keeps_one_at_least() {
    let mut table = Setup::paris(2).start();
    table.keep_all(1).keep_all(2);
    let two = ["Arc de Triomphe - Père-Lachaise", "Tour Eiffel - Belleville"];
    let there = two.map(|ticket| table.ticket_deck().iter().any(|other| other == ticket));
    let two: Vec<String> =
        if there == [true, true] { two.map(String::from).into() } else { table.ticket_deck()[..2].to_vec() };
    let two: Vec<&str> = two.iter().map(String::as_str).collect();
    table.next_tickets(&two).draw_tickets(1);
    assert_eq!((table.dealt(1).len(), table.legal(1).len()), (2, 3));
    assert_eq!(table.refusal(1, &table.kept(&[])), "tickets/too-few");
    table.keep(1, &two[..1]);
    assert_eq!((table.tickets(1).len(), table.ticket_deck().last().map(String::as_str)), (3, Some(two[1])));
    assert_eq!(table.to_act(), [2]);
}

#[test]
fn p5c_the_last_single_ticket_must_be_kept() {
    let setup = Setup::small_flags(ROUTES).tickets(&["A-C 3", "B-D 3", "C-E 4"]).ticket_deal(1, 1).ticket_draw(2, 1);
    let mut table = setup.deals(&["A-C", "B-D"]).start();
    table.draw_tickets(1);
    assert_eq!((table.to_act(), table.ticket_deck().len()), (vec![2], 0), "there is nothing to choose");
    assert_eq!(table.tickets(1), ["A - C", "C - E"]);
}

#[test]
fn p6_doubles_are_single_with_two_players_only() {
    for (players, refused) in [(2, "double-routes/closed"), (3, ""), (4, "")] {
        let hands = ["blue blue", "white white", "green green", "green green"][..players].join(" | ");
        let mut table = Setup::paris(players).cards(&format!("{hands} | red red purple purple purple")).start();
        (1..=players).for_each(|seat| _ = table.keep_all(seat));
        table.claim(1, "Louvre - Notre-Dame", "1 blue").keep_no_card(1);
        let second = table.route("Louvre - Notre-Dame/2", "1 white");
        match refused {
            "" => _ = table.act(2, &second),
            refused => assert_eq!(table.refusal(2, &second), refused),
        }
    }
}

#[test]
fn p7a_a_card_of_a_flags_colour_may_be_kept() {
    for (route, colour) in [("A-B", "red"), ("B-C", "white"), ("C-D", "blue")] {
        let mut table = with("red white blue green green");
        table.claim(1, route, &format!("1 {colour}"));
        assert_eq!(table.legal(1), [format!("keeps {colour}"), "keeps no card".into()]);
        table.keep_card(1, colour);
        assert_eq!((table.cards_kept(1), table.discards()), (format!("1 {colour}"), "no card".into()));
        assert_eq!((table.cards_kept(2), table.to_act()), ("no card".into(), vec![2]));
    }
    // Of no other colour.
    let mut table = with("red white blue green green");
    table.claim(1, "E-F", "1 green");
    assert_eq!((table.to_act(), table.discards()), (vec![2], "1 green".into()));
    // The colours are a parameter.
    let setup = Setup::small_flags(ROUTES).set("flags.colours=[\"green\", \"red\"]").deal(1);
    let mut table = setup.cards("green | blue | yellow").start();
    table.claim(1, "E-F", "1 green");
    assert_eq!(table.legal(1), ["keeps green", "keeps no card"]);
}

#[test]
fn p7b_at_most_one_of_each_colour_is_kept_at_a_time() {
    let mut table = with("red red red red white");
    table.claim(1, "A-B", "1 red").keep_card(1, "red").idle(2);
    table.claim(1, "I-J", "1 red");
    assert_eq!((table.to_act(), table.cards_kept(1), table.discards()), (vec![2], "1 red".into(), "1 red".into()));
    // Another colour still may be, and so may a red one by somebody else.
    table.idle(2).claim(1, "B-C", "1 white");
    assert_eq!(table.legal(1), ["keeps white", "keeps no card"]);
    // How many is a parameter.
    let setup = Setup::small_flags(ROUTES).set("flags.each=2").deal(3);
    let mut table = setup.cards("red red red | green green green | yellow").start();
    table.claim(1, "A-B", "1 red").keep_card(1, "red").idle(2);
    table.claim(1, "I-J", "1 red").keep_card(1, "red").idle(2);
    table.claim(1, "J-K", "1 red");
    assert_eq!((table.to_act(), table.cards_kept(1)), (vec![2], "2 red".into()));
}

#[test]
fn p7c_a_wild_is_never_kept() {
    let mut table = with("red wild wild wild green");
    table.claim(1, "A-B", "1 wild");
    assert_eq!((table.to_act(), table.discards()), (vec![2], "1 wild".into()), "only wilds were paid");
    table.idle(2).claim(1, "D-E", "1 red, 1 wild");
    assert_eq!(table.legal(1), ["keeps red", "keeps no card"]);
    assert_eq!(table.refusal(1, &json!({ "op": "flags/keep", "card": "wild" })), "flags/not-paid");
}

#[test]
fn p7d_keeping_is_a_choice() {
    let mut table = with("red white blue green green");
    table.claim(1, "A-B", "1 red").keep_no_card(1);
    assert_eq!((table.cards_kept(1), table.discards(), table.to_act()), ("no card".into(), "1 red".into(), vec![2]));
}

#[test]
fn p7e_the_card_kept_is_one_of_those_just_paid() {
    let mut table = with("red red red white blue");
    table.claim(1, "D-E", "2 red").keep_card(1, "red");
    assert_eq!((table.hand(1), table.cards_kept(1)), ("1 blue, 1 red, 1 white".into(), "1 red".into()));
    assert_eq!((table.discards(), table.routes_of(1)), ("1 red".into(), vec!["D - E".into()]));
    // White and blue ones of the hand were not paid.
    let mut table = with("red red red white blue");
    table.claim(1, "D-E", "2 red");
    for card in ["white", "blue"] {
        assert_eq!(table.refusal(1, &json!({ "op": "flags/keep", "card": card })), "flags/not-paid");
    }
}

#[test]
fn p7f_the_colour_of_the_cards_counts_not_that_of_the_route() {
    let mut table = with("red white blue green green");
    table.claim(1, "F-G", "1 white");
    assert_eq!(table.legal(1), ["keeps white", "keeps no card"]);
    let mut table = with("red white blue green green");
    table.claim(1, "F-G", "1 green");
    assert_eq!(table.to_act(), [2]);
}

/// A game in which the first player has completed a flag with the last of three claims.
fn flag() -> Table {
    let mut table = with("red white blue white red");
    table.claim(1, "A-B", "1 red").keep_card(1, "red").idle(2);
    table.claim(1, "B-C", "1 white").keep_card(1, "white").idle(2);
    table.claim(1, "C-D", "1 blue");
    table
}

#[test]
fn p8a_a_full_set_scores_4_at_the_end_of_the_turn() {
    let mut table = flag();
    assert_eq!(table.scored().sides[0].total, 3, "three routes of one space");
    table.keep_card(1, "blue");
    assert_eq!((table.cards_kept(1), table.discards()), ("no card".into(), "1 blue, 1 red, 1 white".into()));
    assert_eq!(table.sheet()[0], "player 1: 7 = 4 (1 set of kept cards at 4 points) + 3 (3 routes)");
    assert!(table.log(None).contains(&"player 1 scores 4 for a set of kept cards".into()), "{:?}", table.log(None));
    // The value is a parameter.
    let setup = Setup::small_flags(ROUTES).set("flags.points=9").set("flags.colours=[\"red\"]").deal(1);
    let mut table = setup.cards("red | green | yellow").start();
    table.claim(1, "A-B", "1 red").keep_card(1, "red");
    assert_eq!(table.scored().sides[0].total, 10);
}

#[test]
fn p8a_the_cards_of_a_set_are_back_before_the_row_is_looked_at() {
    // All cards are in hands and in the row: what fills its last place are the cards of the set (G5b).
    let setup = Setup::small_flags(ROUTES).deck("2 red, 1 white, 1 blue, 4 green").deal(3).row(2);
    let mut table = setup.cards("red white blue | green green green | red green").start();
    table.claim(1, "A-B", "1 red").keep_card(1, "red").take(2, "red");
    assert_eq!((table.row(), table.hand(2)), ("no card".into(), "4 green, 1 red".into()), "both cards of the row");
    table.claim(1, "B-C", "1 white").keep_card(1, "white").claim(2, "E-F", "1 green");
    assert_eq!((table.row(), table.discards()), ("1 green".into(), "no card".into()));
    table.next_cards("white").claim(1, "C-D", "1 blue").keep_card(1, "blue");
    assert_eq!(
        (table.row(), table.pile(), table.discards()),
        ("1 green, 1 white".into(), "1 blue, 1 red".into(), "no card".into())
    );
}

#[test]
fn p8a_the_cards_of_a_set_may_better_the_row() {
    // Two green cards are no row without a wild; with the three cards of the set one can be dealt (G5c).
    let setup = Setup::small_flags(ROUTES).deck("1 red, 1 white, 1 blue, 3 green, 3 wild").deal(3).row(3);
    let mut table = setup.set("row.limit.wild=0").cards("red white blue | green green green | wild wild wild").start();
    table.claim(1, "A-B", "1 red").keep_card(1, "red").claim(2, "E-F", "1 green");
    table.claim(1, "B-C", "1 white").keep_card(1, "white").claim(2, "F-G", "1 green");
    assert_eq!((table.row(), table.resets(), table.discards()), ("3 wild".into(), 0, "2 green".into()));
    table.next_cards("red green white").claim(1, "C-D", "1 blue").keep_card(1, "blue");
    assert_eq!((table.row(), table.resets()), ("1 green, 1 red, 1 white".into(), 1));
}

#[test]
fn p8b_a_new_flag_may_be_begun_from_the_next_turn_on() {
    let mut table = flag();
    table.keep_card(1, "blue").idle(2);
    table.claim(1, "G-H", "1 white").keep_card(1, "white");
    assert_eq!((table.cards_kept(1), table.scored().sides[0].total), ("1 white".into(), 8));
    // And completed once more.
    table.idle(2).claim(1, "I-J", "1 red").keep_card(1, "red").idle(2);
    table.next_cards("blue blue").blind(1).blind(1).idle(2);
    table.claim(1, "H-I", "1 blue").keep_card(1, "blue");
    assert_eq!(table.sheet()[0], "player 1: 14 = 8 (2 sets of kept cards at 4 points) + 6 (6 routes)");
}

#[test]
fn p8c_a_set_scores_before_it_is_asked_whether_the_game_ends() {
    let mut table = Setup::small_flags(ROUTES)
        .set("pieces.train=5")
        .set("end.turns=0")
        .deal(5)
        .cards("red white blue white red | green green green green green | yellow")
        .start();
    table.claim(1, "A-B", "1 red").keep_card(1, "red").idle(2);
    table.claim(1, "B-C", "1 white").keep_card(1, "white").idle(2);
    table.claim(1, "C-D", "1 blue").keep_card(1, "blue");
    assert_eq!(
        (table.over(), table.scored().sides[0].total),
        ("end/few-pieces", 17),
        "3, 4, and 10 for the longest path"
    );
    let log = table.log(None);
    let told = |words: &str| log.iter().position(|line| line.contains(words));
    let (scored, ended) = (told("for a set of kept cards"), told("few pieces left"));
    assert!(scored.is_some() && scored < ended, "{log:?}");
}

#[test]
fn p8d_an_unfinished_flag_is_worth_nothing() {
    let table = flag();
    assert_eq!(table.cards_kept(1), "1 red, 1 white");
    assert_eq!(table.sheet_if_over()[0], "player 1: 13 = 3 (3 routes) + 10 (longest path, 3 spaces)");
}

#[test]
fn p9a_kept_cards_lie_face_up() {
    let mut table = with("red white blue green green");
    table.claim(1, "A-B", "1 red").keep_card(1, "red");
    for viewer in [None, Some(1), Some(2)] {
        let zones = table.view(viewer).zones;
        let kept = zones.iter().find(|zone| zone.name == "kept cards" && zone.owner == Some("player 1".into()));
        let cards = serde_json::to_value(&kept.expect("a zone").cards).expect("plain data");
        assert_eq!(cards, json!({ "red": 1 }), "{viewer:?}");
    }
}

#[test]
fn p9b_kept_cards_cant_be_used_to_pay() {
    let mut table = with("red red white blue green");
    table.claim(1, "A-B", "1 red").keep_card(1, "red").idle(2);
    assert_eq!(table.refusal(1, &table.route("D-E", "2 red")), "core/not-in-hand");
    assert!(!table.claims(1).iter().any(|claim| claim.contains("D - E")));
}

#[test]
fn p9c_kept_cards_are_missing_from_a_reshuffle() {
    let setup = Setup::small_flags(ROUTES).deck("3 red, 2 green, 2 yellow").deal(2);
    let mut table = setup.cards("red red | green green | yellow").start();
    table.claim(1, "D-E", "2 red").keep_card(1, "red");
    assert_eq!((table.pile(), table.discards()), ("1 red, 1 yellow".into(), "1 red".into()));
    // The pile runs out, and the one red card that was discarded is the next pile: the other one is kept.
    table.next_cards("yellow red").idle(2);
    assert_eq!((table.pile_size(), table.discards()), (0, "1 red".into()));
    table.blind(1);
    assert_eq!((table.pile_size(), table.discards()), (0, "no card".into()));
    // Nothing is left to be shuffled: the second card can only be that of the row.
    assert_eq!((table.hand(1), table.cards_kept(1)), ("1 red, 1 yellow".into(), "1 red".into()));
    assert_eq!((table.row(), table.to_act()), ("no card".into(), vec![2]));
}

#[test]
fn p10_with_two_buses_or_fewer_the_last_turns_begin() {
    let mut table =
        Setup::paris(2).set("pieces.bus=4").cards("blue red | white white | red red green green purple").start();
    table.keep_all(1).keep_all(2);
    table.claim(1, "Louvre - Opéra", "1 blue").keep_no_card(1);
    assert_eq!((table.stock_of(1, "bus"), table.turns_left()), (3, None));
    table.claim(2, "Bastille - Père-Lachaise", "2 white").keep_no_card(2);
    assert_eq!((table.stock_of(2, "bus"), table.turns_left()), (2, Some(2)));
    table.claim(1, "Bastille - Notre-Dame/2", "1 red").keep_no_card(1);
    table.blind_from(2, "bus").blind_from(2, "bus");
    assert_eq!(table.over(), "end/few-pieces");
}

#[test]
fn p11a_there_is_no_bonus_for_a_longest_path() {
    let rules = Setup::paris(3).rules();
    assert!(rules.modules().iter().all(|info| info.manifest.id != "longest-path"));
}

#[test]
fn p11b_ties_go_to_the_most_completed_tickets() {
    let ties = Setup::paris(2).rules();
    let ties = ties.modules().iter().find(|info| info.manifest.id == "victory").expect("it is always there");
    assert_eq!(ties.params["ties"], json!(["completed-tickets"]));
    let setup = |pieces: u8, turns: u8| {
        let routes = &["A-B 1 green", "B-C 1 green", "D-E 1 black", "E-F 2 black"];
        let setup = Setup::small(routes).set("longest-path=false").set("victory.ties=[\"completed-tickets\"]");
        let setup = setup.set(&format!("pieces.train={pieces}")).set(&format!("end.turns={turns}")).deal(3);
        setup.cards("green green green | black black black | yellow")
    };
    // 1 + 1 and a ticket of 1 against 1 + 2.
    let mut table = setup(5, 0).tickets(&["A-C 1"]).ticket_draw(1, 1).start();
    table.claim(1, "A-B", "1 green").claim(2, "D-E", "1 black").claim(1, "B-C", "1 green").idle(2);
    table.draw_tickets(1).claim(2, "E-F", "2 black");
    assert_eq!(table.scored().sides.iter().map(|side| side.total).collect::<Vec<_>>(), [3, 3]);
    assert_eq!(table.sheet().last().map(String::as_str), Some("won by player 1, by completed-tickets"));
    // 1 against 1, without tickets.
    let mut table = setup(3, 1).start();
    table.claim(1, "A-B", "1 green").claim(2, "D-E", "1 black").idle(1);
    assert_eq!(table.sheet().last().map(String::as_str), Some("won by player 1 & player 2"));
}

#[test]
fn p12_routes_of_1_2_and_3_spaces_score_1_2_and_4() {
    let board = Setup::paris(2).rules();
    let lengths: Vec<u8> = board.board().routes.iter().map(|route| route.length).collect();
    assert!(lengths.iter().all(|length| (1..=3).contains(length)));
    for (route, pay, points) in [
        ("Louvre - Opéra", "1 blue", 1),
        ("Bastille - Père-Lachaise", "2 white", 2),
        ("Belleville - Montmartre", "3 green", 4),
    ] {
        let mut table = Setup::paris(2).start();
        table.keep_all(1).keep_all(2).build(&[&[(route, pay)]]);
        assert_eq!(table.scored().sides[0].total, points, "{route}");
    }
}
