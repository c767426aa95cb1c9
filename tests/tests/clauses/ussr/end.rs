//! The score and the end of the USSR: U18 to U22.

use serde_json::json;
use ttr_tests::{Setup, Table};

/// Claims each of these routes, in turn, with as many wilds as it has spaces, on a board of these.
fn claimed(routes: &[&str], by: &[&[(&str, &str)]]) -> Table {
    let setup = Setup::small_ussr(routes).players(by.len().max(2)).set("cards.decks.train.wild.count=100");
    let mut table = setup.set("tunnels.wilds-match=false").start();
    table.build(by);
    table
}

/// The lines of every player about bonuses: `10 most tunnels, 1 tunnel`.
fn bonuses(table: &Table) -> Vec<Vec<String>> {
    let sheet = table.rules().final_score(table.state());
    let others = ["route-points", "tickets", "stations"];
    let own = |side: &ttr_core::score::SideScore| {
        let lines = side.lines.iter().filter(|line| !others.contains(&line.rule.split('/').next().unwrap_or("")));
        lines.map(|line| format!("{} {}", line.points, table.rules().text(&line.note))).collect()
    };
    sheet.sides.iter().map(own).collect()
}

#[test]
fn u18_the_table_of_points() {
    let routes: Vec<String> = (1..=8).map(|n| format!("A{n}-B{n} {n} red")).collect();
    let routes: Vec<&str> = routes.iter().map(String::as_str).collect();
    let mut table = Setup::small_ussr(&routes).set("cards.decks.train.red=100").start();
    let mut scores = Vec::new();
    for n in 1..=8 {
        table.build(&[&[(&format!("A{n}-B{n}"), &format!("{n} red"))], &[]]);
        scores.push(table.scores()[0]);
    }
    assert_eq!(scores, [1, 3, 7, 14, 24, 39, 57, 78]);
    // The board's own table is the same.
    let rules = Setup::ussr(2).rules();
    let points = rules.modules().iter().find(|m| m.manifest.id == "route-points").expect("points for routes");
    let table = json!({ "1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15, "7": 18, "8": 21 });
    assert_eq!(points.params["table"], table);
}

#[test]
fn u19_the_longest_path_brings_ten_points_to_all_who_tie() {
    let routes = &["A-B 3 red", "B-C 2 red", "D-E 5 red", "F-G 4 red"];
    let mut table = claimed(routes, &[&[("A-B", "3 wild")], &[("F-G", "4 wild")], &[]]);
    assert_eq!(bonuses(&table), [vec![], vec!["10 longest path, 4 spaces"], vec![]]);
    table.build(&[&[("B-C", "2 wild")], &[], &[("D-E", "5 wild")]]);
    assert_eq!(bonuses(&table), [vec!["10 longest path, 5 spaces"], vec![], vec!["10 longest path, 5 spaces"]]);
}

/// Three players with a ticket each, of which these are completed.
fn with_tickets(completed: [bool; 3]) -> Table {
    let routes = &["A-B 1 red", "C-D 1 red", "E-F 1 red", "F-G 1 red"];
    let setup = Setup::small_ussr(routes).players(3).set("longest-path=false");
    let setup = setup.tickets(&["A-B 1", "C-D 20", "E-F 5"]).ticket_deal(1, 1).deals(&["A-B", "C-D", "E-F"]);
    let mut table = setup.start();
    let plans = [&[("A-B", "1 red")][..], &[("C-D", "1 red")], &[("E-F", "1 red")]];
    let plans: Vec<&[(&str, &str)]> = (0..3).map(|i| if completed[i] { plans[i] } else { &[] }).collect();
    table.build(&plans);
    table
}

#[test]
fn u20a_most_completed_tickets_bring_15_points() {
    let table = with_tickets([true, false, false]);
    assert_eq!(bonuses(&table), [vec!["15 most completed tickets, 1"], vec![], vec![]]);

    // Tickets are counted, whatever their value.
    let setup = Setup::small_ussr(&["A-B 1 red", "B-C 1 red", "D-E 1 red"]).set("longest-path=false");
    let setup = setup.tickets(&["A-B 1", "A-C 1", "D-E 30", "E-D 1"]).ticket_deal(2, 1);
    let mut table = setup.deals(&["A-B", "A-C", "D-E", "E-D"]).start();
    table.keep_all(1).keep(2, &["D-E"]).build(&[&[("A-B", "1 red"), ("B-C", "1 red")], &[("D-E", "1 red")]]);
    assert_eq!(bonuses(&table), [vec!["15 most completed tickets, 2"], vec![]]);
}

#[test]
fn u20b_all_who_tie_have_it_nobody_with_no_completed_ticket() {
    let fifteen = || vec!["15 most completed tickets, 1".to_owned()];
    assert_eq!(bonuses(&with_tickets([true, true, false])), [fifteen(), fifteen(), vec![]]);
    assert_eq!(bonuses(&with_tickets([true, true, true])), [fifteen(), fifteen(), fifteen()]);
    assert_eq!(bonuses(&with_tickets([false; 3])), [vec![] as Vec<String>, vec![], vec![]]);
}

const TUNNELS: &[&str] = &["A-B 1 red tunnel", "B-C 1 red tunnel", "D-E 6 red tunnel", "F-G 1 red"];
const FERRIES: &[&str] = &["A-B 1 red ferry=1", "B-C 1 red ferry=1", "D-E 6 red ferry=2", "F-G 1 red"];

/// The bonuses but for the longest path.
fn glories(table: &Table) -> Vec<Vec<String>> {
    let mut all = bonuses(table);
    all.iter_mut().for_each(|lines| lines.retain(|line| !line.contains("longest path")));
    all
}

#[test]
fn u21a_most_tunnels_bring_ten_points() {
    // Two short ones are more than a long one.
    let short: &[(&str, &str)] = &[("A-B", "1 wild"), ("B-C", "1 wild")];
    let table = claimed(TUNNELS, &[short, &[("D-E", "6 wild")]]);
    assert_eq!(glories(&table), [vec!["10 most tunnels, 2 tunnels"], vec![]]);
    let off = Setup::small_ussr(TUNNELS).set("tunnels.most=0").deal(1).cards("controller | red").start();
    let mut off = off;
    off.claim_free(1, "A-B");
    assert_eq!(glories(&off), [vec![] as Vec<String>, vec![]]);
}

#[test]
fn u21b_most_ferries_bring_ten_points() {
    let short: &[(&str, &str)] = &[("A-B", "1 wild"), ("B-C", "1 wild")];
    let table = claimed(FERRIES, &[short, &[("D-E", "6 wild")]]);
    assert_eq!(glories(&table), [vec!["10 most ferries, 2 ferries"], vec![]]);
    let off = Setup::small_ussr(FERRIES).set("ferries.most=0").deal(1).cards("controller | red").start();
    let mut off = off;
    off.claim_free(1, "A-B");
    assert_eq!(glories(&off), [vec![] as Vec<String>, vec![]]);
}

#[test]
fn u21c_only_routes_held_at_the_end_count() {
    for (routes, text) in [(TUNNELS, "most tunnels, 1 tunnel"), (FERRIES, "most ferries, 1 ferry")] {
        let setup = Setup::small_ussr(routes).deal(1).cards("controller | controller");
        let mut table = setup.start();
        table.claim_free(1, "A-B");
        assert_eq!(glories(&table), [vec![format!("10 {text}")], vec![]]);
        table.remove(2, "A-B");
        assert_eq!(glories(&table), [vec![] as Vec<String>, vec![]]);
    }
}

#[test]
fn u21d_all_who_tie_have_it_nobody_with_none() {
    for (routes, text) in [(TUNNELS, "10 most tunnels, 1 tunnel"), (FERRIES, "10 most ferries, 1 ferry")] {
        let table = claimed(routes, &[&[("A-B", "1 wild")], &[("D-E", "6 wild")], &[("F-G", "1 wild")]]);
        assert_eq!(glories(&table), [vec![text], vec![text], vec![]]);
        let table = claimed(routes, &[&[], &[("F-G", "1 wild")]]);
        assert_eq!(glories(&table), [vec![] as Vec<String>, vec![]]);
    }
}

#[test]
fn u22a_two_wagons_or_fewer_start_one_last_turn_each() {
    let setup = Setup::small_ussr(&["A-B 4 red", "B-C 1 red"]).players(3).set("pieces.train=7").deal(5);
    let mut table = setup.cards("red red red red red").start();
    table.claim(1, "A-B", "4 red").idle(2).idle(3);
    assert_eq!((table.stock(1), table.turns_left()), (3, None));
    table.claim(1, "B-C", "1 red");
    assert_eq!((table.stock(1), table.turns_left()), (2, Some(3)));
    table.idle(2).idle(3).idle(1);
    assert_eq!((table.over(), table.turns()), ("end/few-pieces", vec![3, 2, 2]));
}

/// Two players with as many points, who have claimed a route each; player 1 has two tickets, player 2 one.
fn tied(tickets: &[&str], first: &[&str], second: &[&str]) -> Table {
    let routes = &["A-B 1 red", "C-D 1 red"];
    let setup = Setup::small_ussr(routes).set("most-tickets=false").tickets(tickets).ticket_deal(2, 1);
    let mut table = setup.deals(&[first, second].concat()).start();
    table.keep_all(1).keep_all(2).build(&[&[("A-B", "1 red")], &[("C-D", "1 red")]]);
    table
}

#[test]
fn u22b_of_tied_players_the_one_with_the_most_completed_tickets_wins() {
    let tickets = &["A-B 3", "B-A 3", "C-D 8", "A-D 2"];
    let table = tied(tickets, &["A-B", "B-A"], &["C-D", "A-D"]);
    let one = "player 1: 29 = 1 (1 route) + 3 (A - B completed) + 3 (B - A completed) + 12 (3 stations not built) + \
               10 (longest path, 1 space)";
    let two = "player 2: 29 = 1 (1 route) + 8 (C - D completed) + -2 (A - D not completed) + 12 (3 stations not built) + \
               10 (longest path, 1 space)";
    assert_eq!(table.sheet_if_over(), [one, two, "won by player 1, by completed-tickets"]);
}

#[test]
fn u22c_who_is_still_tied_wins_together() {
    let tickets = &["A-B 8", "A-C 2", "C-D 8", "A-D 2"];
    let table = tied(tickets, &["A-B", "A-C"], &["C-D", "A-D"]);
    assert_eq!(table.sheet_if_over()[2], "won by player 1 & player 2");
}
