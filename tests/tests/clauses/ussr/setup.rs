//! What the USSR has on the table, its actions, double routes and ferries: U1 to U7.

use ttr_tests::{Setup, Table};

const COLOURS: [&str; 8] = ["black", "blue", "green", "orange", "purple", "red", "white", "yellow"];

/// The USSR with all dealt tickets kept.
fn tickets_kept(setup: Setup, players: usize) -> Table {
    let mut table = setup.start();
    (1..=players).for_each(|seat| _ = table.keep_all(seat));
    table
}

/// How many tickets of a list are of a deck.
fn of_deck(table: &Table, tickets: &[String], deck: &str) -> usize {
    let board = table.rules().board();
    let all = (0..board.tickets.len()).map(ttr_core::TicketId::at);
    let own: Vec<String> =
        all.filter(|t| board.tickets[t.index()].deck.as_deref() == Some(deck)).map(|t| board.ticket_name(t)).collect();
    tickets.iter().filter(|ticket| own.contains(ticket)).count()
}

#[test]
fn u1a_everybody_has_45_wagons_and_three_stations() {
    for players in 2..=5 {
        let table = Setup::ussr(players).start();
        for seat in 1..=players {
            assert_eq!((table.stock_of(seat, "train"), table.stock_of(seat, "station")), (45, 3));
        }
    }
}

#[test]
fn u1b_scores_start_at_nothing() {
    for players in 2..=5 {
        assert_eq!(Setup::ussr(players).start().scores(), vec![0; players]);
    }
}

#[test]
fn u2_the_deck_has_112_cards() {
    let rules = Setup::ussr(2).rules();
    let kinds: Vec<(&str, u8)> = rules.kinds().iter().map(|kind| (kind.name.as_str(), kind.count)).collect();
    let mut expected: Vec<(&str, u8)> = COLOURS.iter().map(|colour| (*colour, 12)).collect();
    expected.insert(2, ("controller", 2));
    expected.push(("wild", 14));
    assert_eq!(kinds, expected);
    assert_eq!(expected.iter().map(|(_, n)| u32::from(*n)).sum::<u32>(), 112);
    for players in 2..=5 {
        // At the start they lie in the pile, the hands, the row, and where a row was replaced.
        let table = Setup::ussr(players).start();
        let count = |zone: &str| table.look().count(table.zone(zone, None));
        assert_eq!(count("train deck") + count("train discards") + count("row") + 4 * players, 112);
    }
}

#[test]
fn u3a_there_are_57_tickets_12_long_and_45_short() {
    let table = Setup::ussr(2).start();
    let board = table.rules().board();
    let of = |deck: &str| board.tickets.iter().filter(|t| t.deck.as_deref() == Some(deck)).count();
    assert_eq!((board.tickets.len(), of("long"), of("short")), (57, 12, 45));
}

#[test]
fn u3b_two_long_and_two_short_tickets_are_dealt_one_of_each_at_least_is_kept() {
    let (long, short) = (["Kiev-Irkutsk", "Minsk-Chita"], ["Kiev-Riga", "Tallinn-Lvov"]);
    let mut table = Setup::ussr(2).deals_of("long", &long).deals_of("short", &short).start();
    assert_eq!((table.to_act(), table.turns()), (vec![1, 2], vec![0, 0]));
    assert_eq!(table.dealt(1), ["Kiev - Irkutsk", "Minsk - Chita", "Kiev - Riga", "Tallinn - Lvov"]);
    let other = table.dealt(2);
    assert_eq!((of_deck(&table, &other, "long"), of_deck(&table, &other, "short")), (2, 2));
    assert_eq!(table.legal(1).len(), 9, "three ways with the long ones, three with the short ones");
    for kept in [&long[..], &short[..], &long[..1], &short[..1], &[]] {
        assert_eq!(table.refusal(1, &table.kept(kept)), "tickets/too-few-of", "{kept:?}");
    }
    table.keep(1, &[long[1], short[0]]).keep_all(2);
    assert_eq!(table.tickets(1), ["Kiev - Riga", "Minsk - Chita"]);
    assert_eq!((table.tickets(2).len(), table.turns()), (4, vec![1, 0]));
}

#[test]
fn u3c_tickets_returned_at_the_deal_leave_the_game() {
    let (long, short) = (["Kiev-Irkutsk", "Minsk-Chita"], ["Kiev-Riga", "Tallinn-Lvov"]);
    let mut table = Setup::ussr(2).deals_of("long", &long).deals_of("short", &short).start();
    table.keep(1, &[long[1], short[0]]).keep_all(2);
    let mut out = table.tickets_out();
    out.sort_unstable();
    assert_eq!(out, ["Kiev - Irkutsk", "Tallinn - Lvov"]);
    assert_eq!(table.ticket_deck().len(), 57 - 8);
    assert!(out.iter().all(|ticket| !table.ticket_deck().contains(ticket)));
}

#[test]
fn u3d_the_tickets_not_dealt_become_one_deck() {
    for players in 2..=5 {
        let table = tickets_kept(Setup::ussr(players), players);
        let deck = table.ticket_deck();
        let of = ["long", "short"].map(|name| of_deck(&table, &deck, name));
        assert_eq!((deck.len(), of), (57 - 4 * players, [12 - 2 * players, 45 - 2 * players]));
    }
    // A draw takes whatever comes.
    let mut table = tickets_kept(Setup::ussr(2), 2);
    let deck = table.ticket_deck();
    let one = |name: &str| deck.iter().find(|t| of_deck(&table, std::slice::from_ref(*t), name) == 1);
    let [long, short] = ["long", "short"].map(|name| one(name).expect("some are left").clone());
    table.next_tickets(&[&long, &short]).draw_tickets(1);
    assert_eq!(table.dealt(1)[..2], [long, short]);

    // By the parameter, one of the decks is not drawn from: what is left of it is out of the game.
    let table = tickets_kept(Setup::ussr(2).set(r#"tickets.draw.from=["short"]"#), 2);
    let deck = table.ticket_deck();
    assert_eq!(["long", "short"].map(|name| of_deck(&table, &deck, name)), [0, 41]);
}

#[test]
fn u4a_four_cards_are_dealt_and_five_lie_in_the_row() {
    for players in 2..=5 {
        let table = Setup::ussr(players).start();
        assert!((1..=players).all(|seat| table.hand_size(seat) == 4));
        assert_eq!(table.look().count(table.zone("row", None)), 5);
    }
}

#[test]
fn u4b_three_wilds_in_the_row_are_discarded_with_the_others() {
    let cards = "red red red red | blue blue blue blue | wild green wild white wild | red blue green black black";
    let table = Setup::ussr(2).cards(cards).start();
    assert_eq!((table.resets(), table.row()), (1, "2 black, 1 blue, 1 green, 1 red".into()));
    assert_eq!(table.discards(), "1 green, 1 white, 3 wild");
}

#[test]
fn u5a_there_are_five_actions() {
    let setup = Setup::small_ussr(&["A-B 1 red", "B-C 1 red"]).deal(2).tickets(&["A-C 2", "A-B 1"]).ticket_draw(2, 1);
    let mut table = setup.cards("red red | red controller | green").start();
    table.claim(1, "A-B", "1 red");
    let (draw, claim) = (["cards/blind", "claim/route"], ["controllers/remove", "controllers/build", "row/take"]);
    let expected = [&draw[..], &claim, &["stations/build", "tickets/draw"]].concat();
    assert_eq!(table.ops(2), expected);
}

#[test]
fn u5b_drawing_tickets_takes_three_and_keeps_one_at_least() {
    let mut table = tickets_kept(Setup::ussr(2), 2);
    let next: Vec<String> = table.ticket_deck()[..3].to_vec();
    let names: Vec<&str> = next.iter().map(String::as_str).collect();
    table.next_tickets(&names).draw_tickets(1);
    assert_eq!((table.dealt(1), table.legal(1).len()), (next.clone(), 7));
    assert_eq!(table.refusal(1, &table.kept(&[])), "tickets/too-few");
    table.keep(1, &names[1..2]);
    assert!(table.tickets(1).contains(&next[1]));
    assert_eq!((table.tickets(1).len(), table.ticket_deck().len()), (5, 57 - 8 - 3));
    let mut out = table.tickets_out();
    out.sort_unstable();
    let mut expected = vec![next[0].clone(), next[2].clone()];
    expected.sort_unstable();
    assert_eq!((out, table.to_act()), (expected, vec![2]));
}

#[test]
fn u6_double_routes_are_single_with_two_players_only() {
    for players in 2..=5 {
        let setup = Setup::small_ussr(&["A-B 1 red+white"]).players(players).deal(2);
        let mut table = setup.cards("red white | red white").start();
        table.claim(1, "A-B/1", "1 red");
        let expected = if players == 2 { "double-routes/closed" } else { "nothing" };
        let refusal = table.refusal(2, &table.route("A-B/2", "1 white"));
        assert!(refusal.starts_with(expected), "{players} players: {refusal}");
        assert_eq!(table.claims(2).len(), usize::from(players > 2), "{players} players");
    }
}

/// The payments of player 1 for the route between A and B.
fn payments(table: &Table) -> Vec<String> {
    table.legal_after(1, "claims A - B with")
}

#[test]
fn u7a_for_each_symbol_of_a_ferry_a_wild_must_be_played() {
    let ferry = |route: &str| Setup::small_ussr(&[route]).deal(5).cards("red red red wild wild").start();
    let one = ferry("A-B 3 red ferry=1");
    assert_eq!(payments(&one), ["2 red, 1 wild", "1 red, 2 wild"]);
    assert_eq!(one.refusal(1, &one.route("A-B", "3 red")), "core/unfit");
    let two = ferry("A-B 3 red ferry=2");
    assert_eq!(payments(&two), ["1 red, 2 wild"]);
    assert_eq!(two.refusal(1, &two.route("A-B", "2 red, 1 wild")), "core/unfit");
    let three = ferry("A-B 3 red ferry=3");
    assert_eq!((payments(&three).len(), payments(&ferry("A-B 3 red ferry=0")).len()), (0, 3));
}

#[test]
fn u7b_the_other_spaces_take_cards_of_the_colour_or_further_wilds() {
    let hand = "red red blue wild wild wild";
    let table = Setup::small_ussr(&["A-B 3 gray ferry=1"]).deal(6).cards(hand).start();
    assert_eq!(payments(&table), ["1 blue, 2 wild", "2 red, 1 wild", "1 red, 2 wild", "3 wild"]);
    assert_eq!(table.refusal(1, &table.route("A-B", "1 blue, 1 red, 1 wild")), "core/unfit");
    let mut table = Setup::small_ussr(&["A-B 3 red ferry=1"]).deal(6).cards(hand).start();
    assert_eq!(payments(&table), ["2 red, 1 wild", "1 red, 2 wild", "3 wild"]);
    table.claim(1, "A-B", "2 red, 1 wild");
    assert_eq!((table.stock(1), table.discards(), table.scores()), (42, "2 red, 1 wild".into(), vec![4, 0]));
}

#[test]
fn u7c_from_ashgabat_to_baku_orange_cards_and_one_wild() {
    let cards = "orange orange orange wild | wild wild orange blue";
    let mut table = tickets_kept(Setup::ussr(2).cards(cards), 2);
    assert_eq!(table.legal_after(1, "claims Baku - Ashgabat with"), ["2 orange, 1 wild"]);
    assert_eq!(table.refusal(1, &table.route("Ashgabat-Baku", "3 orange")), "core/unfit");
    table.claim(1, "Ashgabat-Baku", "2 orange, 1 wild");
    assert_eq!((table.routes_of(1), table.hand(1)), (vec!["Baku - Ashgabat".to_owned()], "1 orange".into()));
}
