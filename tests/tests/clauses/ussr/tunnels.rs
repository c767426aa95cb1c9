//! The tunnels of the USSR: U8 to U11.

use serde_json::json;
use ttr_tests::{Setup, Table, hold};

const GIVE_UP: &str = "gives the tunnel up";

/// A tunnel between A and B; player 1 has these cards, player 2 as many blue ones.
fn tunnel(route: &str, hand: &str) -> Setup {
    let n = hand.split_whitespace().count();
    Setup::small_ussr(&[route]).deal(n as u8).cards(hand).cards(&"blue ".repeat(n)).cards("black")
}

/// The game of [`tunnel`] once these cards are laid for it and those are turned up.
fn laid(route: &str, hand: &str, pay: &str, turned: &str) -> Table {
    let mut table = tunnel(route, hand).cards(turned).start();
    table.claim(1, "A-B", pay);
    table
}

fn ways(pay: &[&str]) -> Vec<String> {
    let pays = pay.iter().map(|cards| format!("pays {cards} more for the tunnel"));
    pays.chain([GIVE_UP.to_owned()]).collect()
}

#[test]
fn u8a_when_the_cards_are_laid_the_top_three_are_turned_up() {
    let table = laid("A-B 2 red tunnel", "red red red", "2 red", "red white green");
    assert_eq!((table.laid(), table.turned_up()), ("2 red".into(), "1 green, 1 red, 1 white".into()));
    assert_eq!((table.discards(), table.routes_of(1).len(), table.to_act()), ("no card".into(), 0, vec![1]));
    // Everybody sees them, and what they mean.
    for viewer in [None, Some(1), Some(2)] {
        assert!(table.log(viewer).contains(&"1 green, 1 red, 1 white turned up: 1 matches".into()));
        let view = table.view(viewer);
        let shown = view.zones.iter().find(|zone| zone.name == "cards turned up").expect("a place for them");
        assert_eq!(
            serde_json::to_value(&shown.cards).expect("plain data"),
            json!({ "red": 1, "white": 1, "green": 1 })
        );
    }
    // By the parameter, as many as it says.
    let mut two = tunnel("A-B 2 red tunnel", "red red red").set("tunnels.reveal=2").cards("red white green").start();
    two.claim(1, "A-B", "2 red");
    assert_eq!(two.turned_up(), "1 red, 1 white");
    // For any other route none is.
    let mut plain = tunnel("A-B 2 red", "red red red").start();
    let before = plain.pile_size();
    plain.claim(1, "A-B", "2 red");
    assert_eq!((plain.pile_size(), plain.routes_of(1).len()), (before, 1));
}

#[test]
fn u8b_each_that_matches_costs_one_more_card() {
    let hand = "red red red red wild wild";
    let mut one = laid("A-B 2 red tunnel", hand, "2 red", "red white green");
    assert_eq!(one.legal(1), ways(&["1 red", "1 wild"]));
    for (pay, why) in [("2 red", "core/superfluous"), ("1 blue", "core/not-in-hand"), ("", "core/too-little")] {
        assert_eq!(one.refusal(1, &one.surcharge(pay)), why, "{pay}");
    }
    one.pay_more(1, "1 red");
    assert_eq!((one.routes_of(1).len(), one.stock(1), one.hand(1)), (1, 43, "1 red, 2 wild".into()));
    assert_eq!((one.scores(), one.to_act()), (vec![2, 0], vec![2]));

    let mut three = laid("A-B 2 red tunnel", hand, "1 red, 1 wild", "red red red");
    assert_eq!(three.legal(1), ways(&["3 red", "2 red, 1 wild"]));
    three.pay_more(1, "2 red, 1 wild");
    assert_eq!((three.hand(1), three.stock(1)), ("1 red".into(), 43));

    // On a gray tunnel the colour that was played decides.
    let gray = laid("A-B 2 gray tunnel", "red red red white white", "2 white", "red red red");
    assert_eq!((gray.routes_of(1).len(), gray.to_act()), (1, vec![2]));
    let gray = laid("A-B 2 gray tunnel", "red red red white white", "2 red", "red white red");
    assert!(gray.log(None).contains(&"2 red, 1 white turned up: 2 match".into()));
}

#[test]
fn u8c_a_wild_that_is_turned_up_matches_too() {
    let table = laid("A-B 2 red tunnel", "red red red red wild", "2 red", "wild red green");
    assert_eq!(table.legal(1), ways(&["2 red", "1 red, 1 wild"]));
    let table = laid("A-B 2 red tunnel", "red red red red wild", "2 red", "wild white green");
    assert_eq!(table.legal(1), ways(&["1 red", "1 wild"]));
    // By the parameter it does not.
    let setup = tunnel("A-B 2 red tunnel", "red red red red wild").set("tunnels.wilds-match=false");
    let mut table = setup.cards("wild red wild").start();
    table.claim(1, "A-B", "2 red");
    assert_eq!(table.legal(1), ways(&["1 red", "1 wild"]));
}

#[test]
fn u9a_a_tunnel_laid_with_wilds_only_is_matched_by_wilds_only() {
    let table = laid("A-B 2 red tunnel", "wild wild wild red red", "2 wild", "red red white");
    assert_eq!((table.routes_of(1).len(), table.hand(1)), (1, "2 red, 1 wild".into()));
    assert!(table.log(None).contains(&"2 red, 1 white turned up: 0 match".into()));
    let table = laid("A-B 2 red tunnel", "wild wild wild red red", "2 wild", "red wild white");
    assert!(table.log(None).contains(&"1 red, 1 white, 1 wild turned up: 1 matches".into()));
    // One card of the colour among them, and the colour matches again.
    let table = laid("A-B 2 red tunnel", "wild wild wild red red", "1 red, 1 wild", "red wild white");
    assert!(table.log(None).contains(&"1 red, 1 white, 1 wild turned up: 2 match".into()));
}

#[test]
fn u9b_what_matches_it_is_paid_for_with_wilds_only() {
    hold("tunnels", "U9b");
}

#[test]
fn u10a_who_does_not_want_to_pay_takes_the_laid_cards_back() {
    hold("tunnels", "U10a");
}

#[test]
fn u10b_who_cannot_pay_takes_them_back_as_well() {
    // They are asked all the same: that there is nothing else to choose would tell others what the hand lacks.
    let mut table = laid("A-B 2 red tunnel", "red red white", "2 red", "red white green");
    assert_eq!(table.legal(1), [GIVE_UP]);
    table.give_up(1);
    assert!(table.log(Some(2)).contains(&format!("player 1 {GIVE_UP}")));
    assert_eq!((table.hand(1), table.laid(), table.routes_of(1).len()), ("2 red, 1 white".into(), "no card".into(), 0));
    assert_eq!((table.to_act(), table.stock(1)), (vec![2], 45));
    // One of two that match could be paid: that is not enough.
    let mut table = laid("A-B 2 red tunnel", "red red red", "2 red", "red red green");
    assert_eq!(table.legal(1), [GIVE_UP]);
    table.give_up(1);
    assert_eq!((table.hand(1), table.to_act()), ("3 red".into(), vec![2]));
}

#[test]
fn u10c_the_cards_that_were_turned_up_are_discarded_either_way() {
    let asked = laid("A-B 2 red tunnel", "red red red wild", "2 red", "red white green");
    assert_eq!(asked.discards(), "no card");
    let mut paid = asked.clone();
    paid.pay_more(1, "1 wild");
    assert_eq!((paid.discards(), paid.turned_up()), ("1 green, 3 red, 1 white, 1 wild".into(), "no card".into()));
    let mut left = asked;
    left.give_up(1);
    assert_eq!((left.discards(), left.turned_up()), ("1 green, 1 red, 1 white".into(), "no card".into()));
    let free = laid("A-B 2 red tunnel", "red red red wild", "2 red", "blue white green");
    assert_eq!((free.discards(), free.turned_up()), ("1 blue, 1 green, 2 red, 1 white".into(), "no card".into()));
}

#[test]
fn u10d_with_nothing_more_to_pay_the_tunnel_is_built() {
    hold("tunnels", "U10d");
}

#[test]
fn u11a_with_fewer_than_three_cards_to_be_had_as_many_as_there_are_are_turned_up() {
    // One card in the pile, none in the discards.
    let setup = Setup::small_ussr(&["A-B 2 red tunnel"]).row(0).deal(2).deck_with_controllers("4 red, 1 blue");
    let mut one = setup.cards("red red | red red").start();
    one.claim(1, "A-B", "2 red");
    assert!(one.log(None).contains(&"1 blue turned up: 0 match".into()));
    assert_eq!((one.routes_of(1).len(), one.discards()), (1, "1 blue, 2 red".into()));
    // None at all.
    let setup = Setup::small_ussr(&["A-B 2 red tunnel"]).row(0).deal(2).deck_with_controllers("4 red");
    let mut none = setup.start();
    none.claim(1, "A-B", "2 red");
    assert!(none.log(None).contains(&"no card turned up: 0 match".into()));
    assert_eq!((none.routes_of(1).len(), none.discards(), none.stock(1)), (1, "2 red".into(), 43));
    // Two, of which one is made anew from the discards; both match.
    let routes = &["A-B 2 red tunnel", "B-C 1 red"];
    let setup = Setup::small_ussr(routes).row(0).deal(5).deck_with_controllers("9 red, 2 wild");
    let mut two = setup.cards("red red red red red | red red red red wild").start();
    two.claim(1, "B-C", "1 red").build_station(2, "C", "1 red").claim(1, "A-B", "2 red");
    assert!(two.log(None).contains(&"2 red, 1 wild turned up: 3 match".into()));
    assert!(two.log(None).contains(&"2 discards shuffled to a new train deck".into()));
}

#[test]
fn u11b_a_reshuffle_leaves_out_the_cards_that_are_laid_or_turned_up() {
    // Seven cards: two laid, two with player 2, one in the pile, two in the discards. Five are asked for.
    let routes = &["A-B 2 red tunnel", "B-C 1 red", "C-D 1 red"];
    let setup = Setup::small_ussr(routes).row(0).deal(3).deck_with_controllers("7 red").set("tunnels.reveal=5");
    let mut table = setup.start();
    table.claim(1, "B-C", "1 red").claim(2, "C-D", "1 red");
    assert_eq!((table.pile(), table.discards()), ("1 red".into(), "2 red".into()));
    table.claim(1, "A-B", "2 red");
    let shuffled = table.log(None).iter().filter(|line| line.contains("shuffled")).count();
    assert!(table.log(None).contains(&"3 red turned up: 3 match".into()), "{:#?}", table.log(None));
    assert_eq!(shuffled, 1);
    table.give_up(1);
    // Nobody can pay that: the laid cards are back, those turned up are discarded.
    assert_eq!((table.hand(1), table.hand(2), table.discards()), ("2 red".into(), "2 red".into(), "3 red".into()));
    assert_eq!(table.pile(), "no card");
}

#[test]
fn u11c_a_controller_that_is_turned_up_matches_nothing() {
    let mut table = laid("A-B 2 gray tunnel", "red red red red wild", "2 red", "controller red controller");
    assert!(table.log(None).contains(&"2 controller, 1 red turned up: 1 matches".into()));
    assert_eq!(table.legal(1), ways(&["1 red", "1 wild"]));
    table.pay_more(1, "1 red");
    assert_eq!((table.discards(), table.hand(1)), ("2 controller, 4 red".into(), "1 red, 1 wild".into()));
    let table = laid("A-B 2 gray tunnel", "wild wild wild", "2 wild", "controller red controller");
    assert_eq!((table.routes_of(1).len(), table.hand(1)), (1, "1 wild".into()));
}
