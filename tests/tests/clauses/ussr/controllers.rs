//! The controllers of the USSR: U12 to U14.

use serde_json::json;
use ttr_tests::{Setup, Table};

const BLIND: &str = "draws a card from the train deck";
/// A board whose only route is far too long.
const FAR: &[&str] = &["A-B 8 white"];

fn taken(card: &str) -> serde_json::Value {
    json!({ "op": "row/take", "card": card })
}

/// Player 1 has a controller, player 2 has claimed these routes with wilds, as long as they are in all.
fn against(routes: &[&str], claimed: &[(&str, &str)]) -> Table {
    let setup = Setup::small_ussr(routes).deal(1).set("cards.decks.train.wild.count=60");
    let mut table = setup.cards("controller | wild").start();
    table.build(&[&[], claimed]);
    while table.turn_of() != 1 {
        table.idle(2);
    }
    table
}

/// What player 1 can remove, and build for nothing.
fn offered(table: &Table) -> (Vec<String>, Vec<String>) {
    let built = table.legal_after(1, "plays controller to claim");
    let built = built.iter().map(|text| text.trim_end_matches(" for no cards").to_owned()).collect();
    (table.legal_after(1, "plays controller to remove"), built)
}

#[test]
fn u12a_a_controller_comes_into_a_hand_blind_only() {
    // Dealt at setup, and played on the first turn.
    let mut dealt = Setup::small_ussr(&["A-B 4 red"]).deal(1).cards("controller | red | blue").start();
    assert_eq!(dealt.hand(1), "1 controller");
    dealt.claim_free(1, "A-B");
    assert_eq!((dealt.routes_of(1), dealt.turns()), (vec!["A - B".to_owned()], vec![1, 1]));
    // From the top of the deck, unseen by others; never from the row, not even if it should lie there.
    let mut drawn = Setup::small_ussr(FAR).cards("red | controller").start();
    drawn.blind(1);
    assert_eq!(drawn.hand(1), "1 controller");
    let shown = drawn.log(Some(2)).join("\n");
    assert!(!shown.contains("controller"), "{shown}");
    let stuck = Setup::small_ussr(FAR).deck_with_controllers("1 controller").start();
    assert_eq!((stuck.row(), stuck.refusal(1, &taken("controller"))), ("1 controller".into(), "row/too-dear".into()));
    assert_eq!(stuck.legal(1), ["passes"]);
}

#[test]
fn u12b_drawn_blind_it_is_an_ordinary_card_of_the_draw() {
    let mut first = Setup::small_ussr(FAR).row(2).cards("red wild | controller blue").start();
    first.blind(1);
    assert_eq!(first.legal(1), [BLIND, "takes red from the row"], "one more card, and no wild of the row");
    first.blind(1);
    assert_eq!((first.hand(1), first.to_act()), ("1 blue, 1 controller".into(), vec![2]));
    let mut second = Setup::small_ussr(FAR).row(2).cards("red blue | green controller").start();
    second.take(1, "red").blind(1);
    assert_eq!(
        (second.hand(1), second.row(), second.to_act()),
        ("1 controller, 1 red".into(), "1 blue, 1 green".into(), vec![2])
    );
    let mut both = Setup::small_ussr(FAR).cards("red | controller controller").start();
    both.idle(1);
    assert_eq!((both.hand(1), both.to_act()), ("2 controller".into(), vec![2]));
}

#[test]
fn u12c_a_controller_in_the_row_has_all_its_cards_discarded_and_replaced() {
    // At setup.
    let at_setup = Setup::small_ussr(FAR).row(5);
    let table = at_setup.clone().cards("red controller blue blue wild | green green black white white").start();
    assert_eq!((table.resets(), table.row()), (1, "1 black, 2 green, 2 white".into()));
    assert_eq!(table.discards(), "2 blue, 1 controller, 1 red, 1 wild");

    // Twice in a row.
    let twice = "red controller red red red | blue blue controller blue blue | green green black white white";
    let table = at_setup.clone().cards(twice).start();
    assert_eq!((table.resets(), table.row()), (2, "1 black, 2 green, 2 white".into()));
    assert_eq!(table.discards(), "4 blue, 2 controller, 4 red");

    // As the card that fills a place after the first card of a turn: the second is chosen from the new row.
    let mut table =
        at_setup.clone().cards("red blue blue blue blue | controller | green black white white wild").start();
    table.take(1, "red");
    assert_eq!((table.resets(), table.row()), (1, "1 black, 1 green, 2 white, 1 wild".into()));
    assert_eq!(table.discards(), "4 blue, 1 controller");
    let takes = ["black", "green", "white"].map(|card| format!("takes {card} from the row"));
    assert_eq!(table.legal(1), [&[BLIND.to_owned()][..], &takes].concat());
    table.take(1, "green");
    assert_eq!((table.hand(1), table.to_act()), ("1 green, 1 red".into(), vec![2]));

    // After the second card of a turn, and twice.
    let mut table = at_setup.cards("red blue blue blue blue | green").start();
    table.next_cards("black | controller | blue white white controller red | green green green white white");
    table.take(1, "red").blind(1);
    assert_eq!(table.resets(), 0);
    table.take(2, "blue");
    assert_eq!((table.resets(), table.row(), table.to_act()), (2, "3 green, 2 white".into(), vec![2]));
}

#[test]
fn u12d_one_reset_answers_a_controller_and_three_wilds_together() {
    let cards = "wild wild controller wild red | green green black white white";
    let table = Setup::small_ussr(FAR).row(5).cards(cards).start();
    assert_eq!((table.resets(), table.row()), (1, "1 black, 2 green, 2 white".into()));
    assert_eq!((table.discards(), table.cards_to_come()), ("1 controller, 1 red, 3 wild".into(), 0));
}

#[test]
fn u12e_a_row_that_cannot_be_bettered_stays_with_its_controller() {
    // Three places, two other cards.
    let stays = "the row stays as it is: no better one can be dealt".to_owned();
    let routes = &["A-B 1 red", "B-C 1 red"];
    let setup = Setup::small_ussr(routes).row(3).deal(1).deck_with_controllers("3 red, 1 blue, 1 controller");
    let mut table = setup.cards("red | red").start();
    assert_eq!((table.row(), table.resets()), ("1 blue, 1 controller, 1 red".into(), 0));
    assert!(table.log(None).contains(&stays));
    // It is looked at again at the end of a turn: the card that was paid makes a better one possible.
    table.next_cards("red blue red").claim(1, "A-B", "1 red");
    assert_eq!((table.row(), table.pile(), table.resets()), ("1 blue, 2 red".into(), "1 controller".into(), 1));
    // And after every card drawn: then the controller is needed again, and stays.
    table.take(2, "red");
    assert_eq!((table.row(), table.hand(2)), ("1 blue, 1 controller, 1 red".into(), "2 red".into()));

    // After 20 resets the 21st row stays.
    let many = Setup::small_ussr(routes).deal(1).cards("red | red").set("cards.decks.train.controller.count=30");
    let table = many.clone().cards(&"controller ".repeat(21)).start();
    assert_eq!((table.resets(), table.row(), table.cards_to_come()), (20, "1 controller".into(), 0));
    assert!(table.log(None).contains(&stays));
    let table = many.set("row.resets=3").cards(&"controller ".repeat(4)).start();
    assert_eq!((table.resets(), table.row()), (3, "1 controller".into()));
}

#[test]
fn u12f_a_controller_that_stays_in_the_row_cannot_be_taken() {
    let setup = Setup::small_ussr(&["A-B 1 red", "B-C 1 red"]).row(2).deal(1);
    let mut table = setup.clone().deck_with_controllers("3 red, 1 controller").cards("red | red").start();
    assert_eq!(table.row(), "1 controller, 1 red");
    assert_eq!(table.refusal(1, &taken("controller")), "row/too-dear");
    assert!(!table.legal(1).contains(&"takes controller from the row".into()));
    // The turn ends with one card: the controller is none.
    table.take(1, "red");
    assert_eq!((table.hand(1), table.row(), table.to_act()), ("2 red".into(), "1 controller".into(), vec![2]));
    // With nothing else to be had anywhere, drawing is not possible.
    assert!(table.ops(2).iter().all(|op| !["cards/blind", "row/take"].contains(&op.as_str())), "{:?}", table.ops(2));
    assert_eq!(table.refusal(2, &json!({ "op": "cards/blind", "deck": "train" })), "cards/no-card");
}

#[test]
fn u13a_playing_a_controller_is_the_turns_action() {
    let setup = Setup::small_ussr(&["A-B 1 red", "B-C 1 red"]).deal(2);
    let mut table = setup.cards("controller controller | red red").start();
    table.claim_free(1, "A-B");
    assert_eq!((table.to_act(), table.hand(1)), (vec![2], "1 controller".into()));
    table.claim(2, "B-C", "1 red").remove(1, "B-C");
    assert_eq!((table.to_act(), table.hand(1)), (vec![2], "no card".into()));
    assert_eq!((table.routes_of(1), table.routes_of(2).len()), (vec!["A - B".to_owned()], 0));
    // Who holds none can't play one.
    assert_eq!(table.refusal(2, &table.removal("A-B")), "controllers/none-held");
    assert_eq!(table.refusal(2, &table.free_claim("B-C")), "controllers/none-held");
}

#[test]
fn u13b_it_removes_a_route_of_another_player_of_four_spaces_or_fewer() {
    let routes = &["A-B 4 red", "B-C 5 red", "C-D 2 gray ferry=1", "D-E 1 gray tunnel", "E-F 1 red"];
    let claimed = &[("A-B", "4 wild"), ("B-C", "5 wild"), ("C-D", "2 wild")];
    let mut table = against(routes, claimed);
    assert_eq!(offered(&table).0, ["A - B", "C - D"]);
    assert_eq!(table.refusal(1, &table.removal("B-C")), "controllers/too-long");
    assert_eq!(table.refusal(1, &table.removal("D-E")), "controllers/nobodys", "it is free");
    table.remove(1, "C-D");
    assert_eq!(table.routes_of(2), ["A - B", "B - C"]);
    assert!(table.log(None).contains(&"player 1 plays controller to remove C - D".into()));

    // A tunnel too; never one's own.
    let setup = Setup::small_ussr(routes).deal(2).cards("controller wild | wild controller | black | blue white green");
    let mut table = setup.start();
    table.claim(1, "D-E", "1 wild").claim(2, "E-F", "1 wild");
    assert_eq!((table.routes_of(1).len(), offered(&table).0), (1, vec!["E - F".to_owned()]));
    assert_eq!(table.refusal(1, &table.removal("D-E")), "controllers/nobodys");
    table.remove(1, "E-F").remove(2, "D-E");
    assert_eq!((table.routes_of(1).len(), table.routes_of(2).len()), (0, 0));

    // By the parameters: longer ones too, or none.
    let longer = Setup::small_ussr(FAR).set("controllers.longest=8").deal(1);
    let mut table = longer.cards("controller | controller").start();
    table.claim_free(1, "A-B").remove(2, "A-B");
    assert_eq!(table.routes_of(1).len(), 0);
    let never = Setup::small_ussr(&["A-B 1 red", "B-C 1 red"]).set("controllers.removes=false").deal(1);
    let mut table = never.cards("red | controller").start();
    table.claim(1, "A-B", "1 red");
    assert!(!table.ops(2).contains(&"controllers/remove".into()));
    assert_eq!(table.ops(2).iter().filter(|op| *op == "controllers/build").count(), 1);
}

#[test]
fn u13c_or_it_claims_a_free_route_of_four_spaces_or_fewer_for_no_cards() {
    let routes = &["A-B 4 gray tunnel", "B-C 5 gray tunnel", "C-D 4 red", "D-E 5 red", "E-F 1 red+blue", "F-G 1 red"];
    let mut table = against(routes, &[("E-F/1", "1 wild"), ("F-G", "1 wild")]);
    assert_eq!(offered(&table).1, ["A - B", "C - D"]);
    for (route, why) in [
        ("B-C", "controllers/too-long"),
        ("D-E", "controllers/too-long"),
        ("E-F/2", "double-routes/closed"),
        ("F-G", "claim/taken"),
    ] {
        assert_eq!(table.refusal(1, &table.free_claim(route)), why, "{route}");
    }
    let before = table.hand_size(1);
    table.claim_free(1, "C-D");
    assert_eq!((table.routes_of(1), table.hand_size(1)), (vec!["C - D".to_owned()], before - 1));
    assert!(table.log(None).contains(&"player 1 plays controller to claim C - D for no cards".into()));

    // By the parameters: longer ones too, or none.
    let longer = Setup::small_ussr(FAR).set("controllers.longest=8").deal(1).cards("controller").start();
    assert_eq!(offered(&longer).1, ["A - B"]);
    let never = Setup::small_ussr(&["A-B 1 red"]).set("controllers.builds=false").deal(1).cards("controller").start();
    assert!(!never.ops(1).contains(&"controllers/build".into()));
}

#[test]
fn u13d_a_ferry_claimed_so_needs_no_wild() {
    let setup = Setup::small_ussr(&["A-B 4 gray ferry=2"]).deal(2);
    let mut table = setup.cards("controller red | blue blue").start();
    table.claim_free(1, "A-B");
    assert_eq!((table.routes_of(1).len(), table.hand(1), table.scores()), (1, "1 red".into(), vec![7, 0]));
}

#[test]
fn u13e_for_a_tunnel_claimed_so_no_card_is_turned_up() {
    let setup = Setup::small_ussr(&["A-B 4 red tunnel"]).deal(2);
    let mut table = setup.cards("controller red | blue blue").start();
    let before = table.pile_size();
    table.claim_free(1, "A-B");
    assert_eq!((table.pile_size(), table.discards()), (before, "1 controller".into()));
    assert_eq!((table.routes_of(1).len(), table.hand(1), table.to_act()), (1, "1 red".into(), vec![2]));
}

#[test]
fn u13f_the_controller_is_then_discarded() {
    let setup = Setup::small_ussr(&["A-B 1 red", "B-C 1 red"]).deal(1);
    let mut table = setup.cards("controller | controller").start();
    table.claim_free(1, "A-B");
    assert_eq!((table.hand(1), table.discards()), ("no card".into(), "1 controller".into()));
    table.remove(2, "A-B");
    assert_eq!((table.hand(2), table.discards()), ("no card".into(), "2 controller".into()));
    // It comes back with the other discards.
    let few = Setup::small_ussr(&["A-B 1 red", "B-C 1 red"]).deal(1).deck_with_controllers("1 red, 1 controller");
    let mut table = few.cards("controller | red").start();
    table.claim_free(1, "A-B").claim(2, "B-C", "1 red").next_cards("controller").blind(1);
    assert!(table.hand(1).contains("1 controller"));
}

#[test]
fn u14a_removed_wagons_go_back_to_the_stock_of_their_owner() {
    let mut table = against(&["A-B 4 red", "B-C 1 red"], &[("A-B", "4 wild"), ("B-C", "1 wild")]);
    assert_eq!((table.stock(1), table.stock(2)), (45, 40));
    table.remove(1, "A-B");
    assert_eq!((table.stock(1), table.stock(2)), (45, 44));
}

#[test]
fn u14b_the_points_once_scored_for_a_removed_route_stay() {
    let claimed = &[("A-B", "4 wild"), ("B-C", "1 wild")];
    let mut table = against(&["A-B 4 red", "B-C 1 red"], claimed);
    assert_eq!(table.scores(), [0, 8]);
    table.remove(1, "A-B");
    assert_eq!(table.scores(), [0, 8]);
    let lines = "player 2: 30 = 7 (routes that were removed) + 1 (1 route) + 12 (3 stations not built) + \
                 10 (longest path, 1 space)";
    assert_eq!(table.line_if_over(2), lines);

    // By the parameter they go with the route.
    let setup = Setup::small_ussr(&["A-B 1 red", "B-C 1 red"]).set(r#"route-points.removed="lost""#).deal(1);
    let mut table = setup.cards("red | controller").start();
    table.claim(1, "A-B", "1 red");
    assert_eq!(table.scores(), [1, 0]);
    table.remove(2, "A-B");
    assert_eq!(table.scores(), [0, 0]);
}

#[test]
fn u14c_a_removed_route_is_free_again() {
    let setup = Setup::small_ussr(&["A-B 2 red+red", "B-C 1 red"]).deal(5);
    let mut table = setup.cards("red red red red controller | red red controller blue blue").start();
    table.claim(1, "A-B/1", "2 red");
    assert_eq!(table.refusal(2, &table.route("A-B/1", "2 red")), "claim/taken");
    assert_eq!(table.refusal(2, &table.route("A-B/2", "2 red")), "double-routes/closed");
    table.remove(2, "A-B/1");
    // Both tracks of the double are open to both.
    let open = |table: &Table, seat| ["A-B/1", "A-B/2"].map(|r| table.refusal(seat, &table.route(r, "2 red")));
    let free = ["A-B/1", "A-B/2"].map(|r| format!("nothing: {} is legal", table.route(r, "2 red")));
    assert_eq!(open(&table, 1), free);
    let mut again = table.clone();
    table.idle(1);
    assert_eq!(open(&table, 2), free);
    // Another player claims the other track, or the former owner the same one, and scores once more.
    table.claim(2, "A-B/2", "2 red");
    assert_eq!((table.routes_of(2).len(), table.scores()), (1, vec![2, 2]));
    assert_eq!(table.refusal(1, &table.route("A-B/1", "2 red")), "double-routes/closed");
    again.claim(1, "A-B/1", "2 red");
    assert_eq!((again.routes_of(1).len(), again.scores(), again.stock(1)), (1, vec![4, 0], 43));
}

#[test]
fn u14d_what_hung_on_a_removed_route_is_lost() {
    let setup = Setup::small_ussr(&["A-B 1 red", "B-C 2 red", "C-D 3 red"]).deal(6);
    let setup = setup.tickets(&["A-D 9", "A-B 2"]).ticket_deal(1, 1).deals(&["A-D", "A-B"]);
    let mut table = setup.cards("red red red red red red | controller blue blue blue blue blue").start();
    table.claim(1, "A-B", "1 red").idle(2).claim(1, "B-C", "2 red").idle(2).claim(1, "C-D", "3 red");
    let before = "player 1: 53 = 7 (3 routes) + 9 (A - D completed) + 12 (3 stations not built) + \
                  10 (longest path, 6 spaces) + 15 (most completed tickets, 1)";
    assert_eq!(table.line_if_over(1), before);
    table.remove(2, "B-C");
    let after = "player 1: 20 = 2 (routes that were removed) + 5 (2 routes) + -9 (A - D not completed) + \
                 12 (3 stations not built) + 10 (longest path, 3 spaces)";
    assert_eq!(table.line_if_over(1), after);
}

#[test]
fn u14e_wagons_given_back_do_not_undo_the_end() {
    let setup = Setup::small_ussr(&["A-B 4 red", "B-C 1 red"]).set("pieces.train=6").deal(4);
    let mut table = setup.cards("red red red red | controller blue blue blue").start();
    table.claim(1, "A-B", "4 red");
    assert_eq!((table.stock(1), table.turns_left()), (2, Some(2)));
    table.remove(2, "A-B");
    assert_eq!((table.stock(1), table.turns_left()), (6, Some(1)));
    table.idle(1);
    assert_eq!((table.over(), table.turns()), ("end/few-pieces", vec![2, 1]));
}

#[test]
fn u14f_a_claim_by_controller_needs_the_wagons_and_scores_as_usual() {
    let setup = Setup::small_ussr(&["A-B 4 red", "B-C 3 red"]).set("pieces.train=3").deal(1);
    let mut table = setup.cards("controller | blue").start();
    assert_eq!(offered(&table).1, ["B - C"]);
    assert_eq!(table.refusal(1, &table.free_claim("A-B")), "core/too-few-pieces");
    table.claim_free(1, "B-C");
    assert_eq!((table.stock(1), table.scores()), (0, vec![4, 0]));
    assert_eq!(table.turns_left(), Some(2), "and it may start the last turns");
}

#[test]
fn u14g_a_controller_is_never_payment() {
    let setup = Setup::small_ussr(&["A-B 1 gray", "B-C 1 gray tunnel"]).deal(2);
    let table = setup.clone().cards("controller controller").start();
    assert!(table.claims(1).is_empty());
    assert_eq!(table.refusal(1, &table.route("A-B", "1 controller")), "core/unfit");
    assert_eq!(table.refusal(1, &table.station("A", "1 controller")), "core/unfit");
    assert!(table.legal_after(1, "builds a station in").is_empty());
    // With a red card a tunnel is laid; a controller does not pay for what matches.
    let mut table = setup.cards("controller red | blue blue | black | red white white").start();
    table.claim(1, "B-C", "1 red");
    assert_eq!(table.legal(1), ["gives the tunnel up"]);
    table.give_up(1);
    assert_eq!((table.hand(1), table.routes_of(1).len()), ("1 controller, 1 red".into(), 0));
}
