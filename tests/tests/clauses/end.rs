//! The end and the score: G21 to G26.

use serde_json::{Value as Json, json};
use ttr_tests::{Setup, Table};

const LINE: &[&str] = &["A-B 1 red", "B-C 1 red", "C-D 1 red", "D-E 1 red"];
const BLIND: &str = "draws a card from the train deck";
const PASS: &str = "passes";

fn pass() -> Json {
    json!({ "op": "turns/pass" })
}

/// How often a player passed since the last decision.
fn passes(table: &Table, seat: usize) -> usize {
    table.log(None).iter().filter(|line| **line == format!("player {seat} {PASS}")).count()
}

#[test]
fn g21a_few_pieces_left_start_the_last_turns() {
    let setup = Setup::small(LINE).set("pieces.train=4").deal(3).cards("red red red | red red red | blue");
    let mut table = setup.set("end.pieces=2").start();
    table.claim(1, "A-B", "1 red").idle(2);
    assert_eq!((table.stock(1), table.turns_left()), (3, None));
    table.claim(1, "B-C", "1 red");
    assert_eq!((table.stock(1), table.turns_left()), (2, Some(2)));
    assert!(table.log(None).contains(&"last turns: a player has few pieces left (2 to come)".into()));
    table.idle(2).idle(1);
    assert_eq!((table.over(), table.to_act()), ("end/few-pieces", vec![]));
    assert_eq!(table.refusal(2, &json!({ "op": "cards/blind", "deck": "train" })), "core/game-over");
}

#[test]
fn g21b_every_player_has_the_same_number_of_last_turns() {
    let setup = Setup::small(LINE).players(3).set("pieces.train=3").deal(1).cards("blue | red | blue | green");
    let mut table = setup.set("end.pieces=2").set("end.turns=2").start();
    table.idle(1).claim(2, "A-B", "1 red");
    let mut seats = Vec::new();
    while table.over().is_empty() && seats.len() < 20 {
        seats.push(table.turn_of());
        table.idle(table.turn_of());
    }
    assert_eq!(seats, [3, 1, 2, 3, 1, 2]);
    assert_eq!((table.over(), table.turns()), ("end/few-pieces", vec![3, 3, 2]));
}

#[test]
fn g21c_what_has_started_the_end_is_not_undone() {
    let setup = Setup::small(LINE).set("pieces.train=3").set("removal=true").deal(1).cards("red | blue | green");
    let mut table = setup.set("end.turns=2").start();
    table.claim(1, "A-B", "1 red").idle(2);
    table.act(1, &json!({ "op": "removal/remove", "route": { "between": ["A", "B"] } }));
    assert_eq!((table.stock(1), table.turns_left()), (3, Some(2)));
    table.idle(2).idle(1);
    assert_eq!((table.over(), table.turns()), ("end/few-pieces", vec![3, 2]));
}

#[test]
fn g21d_the_end_is_looked_at_last_in_a_turn() {
    // The piece is given back before the turn is over: there were never too few at its end.
    let setup = Setup::small(LINE).set("pieces.train=3").set("removal.at-turn-end=true").deal(1);
    let mut table = setup.cards("red | blue | green").start();
    table.claim(1, "A-B", "1 red");
    assert!(table.log(None).contains(&"A - B is free again".into()));
    assert_eq!((table.stock(1), table.turns_left()), (3, None));
    // Without that they are.
    let setup = Setup::small(LINE).set("pieces.train=3").deal(1).cards("red | blue | green");
    assert_eq!(setup.start().claim(1, "A-B", "1 red").turns_left(), Some(2));
}

#[test]
fn g21e_every_action_is_legal_in_the_last_turns() {
    let setup = Setup::small(LINE).set("pieces.train=3").deal(2).cards("red blue | red white | green");
    let mut table = setup.tickets(&["A-C 2", "A-D 3"]).ticket_draw(2, 1).start();
    table.claim(1, "A-B", "1 red");
    assert_eq!(table.turns_left(), Some(2));
    let claims = ["B - C", "C - D", "D - E"].map(|route| format!("claims {route} with 1 red"));
    let others = [BLIND, "takes green from the row", "draws tickets"].map(String::from);
    assert_eq!(table.legal(2), [&others[..1], &claims[..], &others[1..]].concat());
    table.draw_tickets(2).keep_all(2);
    assert_eq!((table.tickets(2).len(), table.turns_left()), (2, Some(1)));
}

/// Two routes in each of two colours, and no card but these: player 1 holds a red one, player 2 a blue one.
fn two_cards() -> Setup {
    let routes = &["A-B 1 red", "B-C 1 red", "C-D 1 blue", "D-E 1 blue"];
    Setup::small(routes).deck("1 red, 1 blue").deal(1).cards("red | blue")
}

#[test]
fn g21f_a_pass_uses_up_a_last_turn() {
    let mut table = two_cards().row(0).set("pieces.train=3").set("end.turns=2").start();
    table.claim(1, "A-B", "1 red");
    assert_eq!(table.turns_left(), Some(4));
    // Player 2 draws the red card; player 1, with no card to be had anywhere, passes.
    table.blind(2).pass(1);
    assert_eq!((passes(&table, 1), table.turns_left(), table.to_act()), (1, Some(2), vec![2]));
    // Player 2 claims, which leaves player 1 the card paid to draw: the last of the last turns.
    table.claim(2, "C-D", "1 blue").blind(1);
    assert_eq!((table.over(), table.turns()), ("end/few-pieces", vec![3, 2]));
    assert_eq!(table.hand(1), "1 blue");
}

#[test]
fn g22a_who_can_do_nothing_passes() {
    let mut table = two_cards().row(0).start();
    table.claim(1, "A-B", "1 red");
    assert_eq!(table.turns(), [1, 1]);
    table.blind(2).pass(1);
    // All cards are in the hand of player 2: player 1 has had a turn, and it is player 2 again.
    assert_eq!((table.hand(1), table.hand(2)), ("no card".into(), "1 blue, 1 red".into()));
    assert_eq!((passes(&table, 1), table.turns(), table.to_act()), (1, vec![2, 2], vec![2]));
    assert_eq!(table.over(), "", "player 2 can act");
}

#[test]
fn g22b_when_all_pass_in_a_row_the_game_ends_and_is_scored() {
    // One route that the cards can pay for: once it is claimed and its card drawn again, nothing is left to do.
    let setup = Setup::small(&["A-B 1 red+red", "B-C 6 blue"]).players(3).deck("3 red").deal(1);
    let mut table = setup.tickets(&["A-B 5", "A-C 7", "B-C 9"]).ticket_deal(1, 1).deals(&["A-B", "A-C", "B-C"]).start();
    assert_eq!(table.to_act(), [1]);
    table.claim(1, "A-B", "1 red");
    // Player 2 has to take the card that was paid; players 3 and 1 pass, and so does player 2.
    table.take(2, "red").pass(3).pass(1).pass(2);
    assert_eq!(table.hand(2), "2 red");
    assert_eq!((table.over(), table.turns()), ("turns/all-passed", vec![2, 2, 1]));
    let lines = [
        "player 1: 16 = 1 (1 route) + 5 (A - B completed) + 10 (longest path, 1 space)",
        "player 2: -7 = 0 (0 routes) + -7 (A - C not completed)",
        "player 3: -9 = 0 (0 routes) + -9 (B - C not completed)",
        "won by player 1",
    ];
    assert_eq!(table.sheet(), lines);
}

#[test]
fn g22b_so_it_does_within_the_last_turns() {
    let setup = Setup::small(&["A-B 1 red+red"]).deck("2 red").deal(1).set("pieces.train=3").set("end.turns=5");
    let mut table = setup.start();
    table.claim(1, "A-B", "1 red");
    assert!(table.log(None).contains(&"last turns: a player has few pieces left (10 to come)".into()));
    assert_eq!((table.over(), table.turns()), ("turns/all-passed", vec![2, 2]));
    assert_eq!(table.turns_left(), Some(8), "player 2 drew the card, then both passed");
}

#[test]
fn g22c_passing_is_not_a_choice() {
    let mut table = two_cards().row(0).start();
    assert_eq!(table.legal(1), ["claims A - B with 1 red", "claims B - C with 1 red"]);
    assert_eq!(table.refusal(1, &pass()), "turns/can-act");
    table.claim(1, "A-B", "1 red");
    assert_eq!(table.legal(2), [BLIND, "claims C - D with 1 blue", "claims D - E with 1 blue"]);
    assert_eq!(table.refusal(2, &pass()), "turns/can-act");
}

/// A game of two turns each, in which player 1 claims A - B and B - C and player 2 claims C - D.
fn short_game() -> Table {
    let setup = Setup::small(LINE).set("turns.limit=2").deal(2).cards("red red | red blue | green");
    let setup = setup.tickets(&["A-C 5", "A-D 7", "C-D 3", "A-E 9"]).ticket_deal(2, 1);
    let mut table = setup.deals(&["A-C", "A-D", "C-D", "A-E"]).start();
    table.keep_all(1).keep(2, &["C-D"]).claim(1, "A-B", "1 red").claim(2, "C-D", "1 red").claim(1, "B-C", "1 red");
    table.idle(2);
    table
}

#[test]
fn g23a_the_score_is_explained_line_by_line() {
    let table = short_game();
    let first =
        "player 1: 10 = 2 (2 routes) + 5 (A - C completed) + -7 (A - D not completed) + 10 (longest path, 2 spaces)";
    let second = "player 2: 4 = 1 (1 route) + 3 (C - D completed)";
    assert_eq!(table.sheet(), [first, second, "won by player 1"]);
    let sheet = table.scored();
    let rules: Vec<&str> = sheet.sides[0].lines.iter().map(|l| l.rule.as_str()).collect();
    assert_eq!(rules, ["route-points/routes", "tickets/completed", "tickets/failed", "longest-path/longest-path"]);
    // Each line stands on something: two routes, a ticket with its chain, a ticket without one, the routes of the path.
    let proof = |line: usize| {
        let proof = &sheet.sides[0].lines[line].proof;
        let routes: Vec<String> = proof.routes.iter().map(|r| table.rules().board().route_name(*r)).collect();
        let tickets: Vec<String> = proof.tickets.iter().map(|t| table.rules().board().ticket_name(*t)).collect();
        [routes, tickets].concat().join(", ")
    };
    assert_eq!([0, 1, 2].map(proof), ["A - B, B - C", "A - B, B - C, A - C", "A - D"]);
    let mut path = sheet.sides[0].lines[3].proof.routes.clone();
    path.sort_unstable();
    assert_eq!(path, sheet.sides[0].lines[0].proof.routes);
}

#[test]
fn g23b_the_final_score_is_the_sum_of_the_lines() {
    let table = short_game();
    let sums: Vec<i32> = table.scored().sides.iter().map(|s| s.lines.iter().map(|l| l.points).sum()).collect();
    let totals: Vec<i32> = table.scored().sides.iter().map(|s| s.total).collect();
    assert_eq!((&sums[..], &totals[..]), (&[10, 4][..], &[10, 4][..]));
    assert_eq!(table.view(None).score, totals);
}

#[test]
fn g23c_scores_may_go_below_zero() {
    let setup = Setup::small(LINE).tickets(&["A-E 21", "B-E 3"]).ticket_deal(1, 1).deals(&["A-E", "B-E"]).deal(1);
    let setup = setup.set("route-points.table.1=-2").set("turns.limit=1").set("longest-path.points=0");
    let mut table = setup.cards("red | blue | green").start();
    table.claim(1, "A-B", "1 red");
    assert_eq!(table.sheet(), ["player 1: -2 = -2 (1 route)", "player 2: 0 = 0 (0 routes)"]);
    table.idle(2);
    let first = "player 1: -23 = -2 (1 route) + -21 (A - E not completed) + 0 (longest path, 1 space)";
    assert_eq!(table.sheet(), [first, "player 2: -3 = 0 (0 routes) + -3 (B - E not completed)", "won by player 2"]);
}

/// A game of three players that ends after a turn each: the first two claim a route of one space, with these tickets.
fn three_players(set: &[&str], tickets: [&str; 3]) -> Table {
    let setup = Setup::small(LINE).players(3).set("turns.limit=1").deal(1).cards("red | red | blue | green");
    let setup = setup.tickets(&["A-B 1", "B-C 1", "C-D 1", "D-E 1"]).ticket_deal(1, 1).deals(&tickets);
    let mut table = set.iter().fold(setup, |setup, s| setup.set(s)).start();
    table.claim(1, "A-B", "1 red").claim(2, "B-C", "1 red").idle(3);
    table
}

#[test]
fn g24a_most_points_win() {
    let table = three_players(&[], ["D-E", "B-C", "C-D"]);
    assert_eq!(table.over(), "turns/turn-limit");
    let lines = [
        "player 1: 10 = 1 (1 route) + -1 (D - E not completed) + 10 (longest path, 1 space)",
        "player 2: 12 = 1 (1 route) + 1 (B - C completed) + 10 (longest path, 1 space)",
        "player 3: -1 = 0 (0 routes) + -1 (C - D not completed)",
        "won by player 2",
    ];
    assert_eq!(table.sheet(), lines);
}

#[test]
fn g24b_ties_are_broken_one_comparison_after_the_other() {
    // Player 1 has a route of 2 points and a failed ticket, player 2 one of 0 and a completed ticket: 11 points each.
    let tied = |ties: &str| {
        let setup = Setup::small(&["A-B 2 red", "C-D 1 red", "D-E 1 red"]).set("turns.limit=1").deal(2);
        let setup = setup.cards("red red | red red | green").set("route-points.table.1=0");
        let setup = setup.tickets(&["A-D 1", "C-D 1"]).ticket_deal(1, 1).deals(&["A-D", "C-D"]);
        let mut table = setup.set("longest-path.points=0").set(&format!("victory.ties={ties}")).start();
        table.claim(1, "A-B", "2 red").claim(2, "C-D", "1 red");
        table.sheet()
    };
    let lines = [
        "player 1: 1 = 2 (1 route) + -1 (A - D not completed) + 0 (longest path, 2 spaces)",
        "player 2: 1 = 0 (1 route) + 1 (C - D completed)",
    ];
    let tickets_first = tied(r#"["completed-tickets", "longest-path"]"#);
    assert_eq!(tickets_first, [&lines[..], &["won by player 2, by completed-tickets"]].concat());
    let path_first = tied(r#"["longest-path", "completed-tickets"]"#);
    assert_eq!(path_first, [&lines[..], &["won by player 1, by longest-path"]].concat());
}

#[test]
fn g24b_each_comparison_is_among_those_still_tied() {
    // Player 3 has the longest path, but is behind: of 1 and 2, who are tied, neither has it.
    let setup = Setup::small(&["A-B 1 red", "C-D 1 red", "E-F 2 red"]).players(3).set("turns.limit=1").deal(2);
    let setup = setup.set("longest-path.points=0").set("route-points.table.2=0").set("row.size=0");
    let mut table = setup.cards("red red | red red | red red").start();
    table.claim(1, "A-B", "1 red").claim(2, "C-D", "1 red").claim(3, "E-F", "2 red");
    let lines = [
        "player 1: 1 = 1 (1 route)",
        "player 2: 1 = 1 (1 route)",
        "player 3: 0 = 0 (1 route) + 0 (longest path, 2 spaces)",
        "won by player 1 & player 2",
    ];
    assert_eq!(table.sheet(), lines);
}

#[test]
fn g24c_what_remains_tied_is_a_shared_victory() {
    let table = three_players(&[], ["A-B", "B-C", "C-D"]);
    let lines = [
        "player 1: 12 = 1 (1 route) + 1 (A - B completed) + 10 (longest path, 1 space)",
        "player 2: 12 = 1 (1 route) + 1 (B - C completed) + 10 (longest path, 1 space)",
        "player 3: -1 = 0 (0 routes) + -1 (C - D not completed)",
        "won by player 1 & player 2",
    ];
    assert_eq!(table.sheet(), lines);
}

/// The length of the longest path of a player who holds all these routes, each of which takes red cards.
fn longest(routes: &[&str]) -> String {
    let setup = Setup::small(routes).deck("250 red, 250 blue").deal(60).row(2).set("route-points.table.7=0");
    let mut table = setup.cards(&"red ".repeat(60)).cards(&"blue ".repeat(60)).start();
    let pays: Vec<(&str, String)> = routes
        .iter()
        .map(|r| {
            let parts: Vec<&str> = r.split(' ').collect();
            (parts[0], format!("{} red", parts[1]))
        })
        .collect();
    let plan: Vec<(&str, &str)> = pays.iter().map(|(route, pay)| (*route, pay.as_str())).collect();
    table.build(&[&plan]);
    let sheet = table.rules().final_score(table.state());
    let line = sheet.sides[0].lines.last().expect("a line");
    assert_eq!((line.rule.as_str(), line.points, line.exact), ("longest-path/longest-path", 10, true));
    assert!(sheet.sides[1].lines.iter().all(|l| l.rule != line.rule));
    // What is said to be the path is one: its routes follow each other, none of them twice.
    let board = table.rules().board();
    let mut seen = line.proof.routes.clone();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), line.proof.routes.len());
    for (route, cities) in line.proof.routes.iter().zip(line.proof.cities.windows(2)) {
        let [a, b] = board.route(*route).ends;
        assert!(cities == [a, b] || cities == [b, a]);
    }
    let spaces: u32 = line.proof.routes.iter().map(|r| u32::from(board.route(*r).length)).sum();
    let text = table.rules().text(&line.note);
    assert_eq!(text, format!("longest path, {spaces} spaces"));
    text
}

#[test]
fn g25a_the_longest_path_is_counted_in_spaces() {
    // Two routes of three spaces are longer than three of one.
    assert_eq!(longest(&["A-B 1 red", "B-C 1 red", "C-D 1 red", "E-F 3 red", "F-G 3 red"]), "longest path, 6 spaces");
    assert_eq!(longest(&["A-B 6 red", "C-D 2 red", "D-E 3 red"]), "longest path, 6 spaces");
}

#[test]
fn g25b_a_path_may_revisit_cities_but_not_routes() {
    // Two triangles that share C are walked in one go, through C twice.
    let eight = ["A-B 1 red", "B-C 1 red", "C-A 1 red", "C-D 1 red", "D-E 1 red", "E-C 1 red"];
    assert_eq!(longest(&eight), "longest path, 6 spaces");
    // A star is not: only two of its rays are on one path.
    assert_eq!(longest(&["A-B 3 red", "A-C 2 red", "A-D 1 red"]), "longest path, 5 spaces");
}

#[test]
fn g25c_the_longest_path_is_exact() {
    // Of 29 spaces five must be left out, but which? B, D, E and F have an odd number of routes, and a path has two ends:
    // leaving out E - A and A - F, or else D - F, costs least. The longest route at every step leads to 17 spaces.
    let routes = ["A-F 2 red", "D-F 5 red", "A-D 2 red", "C-F 6 red", "A-E 3 red", "A-B 5 red", "C-D 6 red"];
    assert_eq!(longest(&routes), "longest path, 24 spaces");
}

#[test]
fn g25d_all_who_tie_for_the_longest_path_get_the_bonus() {
    let setup = Setup::small(&["A-B 2 red", "C-D 2 red", "E-F 1 red"]).players(3).deal(2).row(0);
    let mut table = setup.cards(&"red ".repeat(6)).start();
    table.claim(1, "A-B", "2 red").claim(2, "C-D", "2 red").claim(3, "E-F", "1 red");
    let lines = [
        "player 1: 12 = 2 (1 route) + 10 (longest path, 2 spaces)",
        "player 2: 12 = 2 (1 route) + 10 (longest path, 2 spaces)",
        "player 3: 1 = 1 (1 route)",
        "won by player 1 & player 2",
    ];
    assert_eq!(table.sheet_if_over(), lines);
}

#[test]
fn g25e_no_route_no_longest_path() {
    let mut table = Setup::small(LINE).set("turns.limit=1").cards("blue | green green green green").start();
    table.idle(1).idle(2);
    assert_eq!(table.over(), "turns/turn-limit");
    let lines = ["player 1: 0 = 0 (0 routes)", "player 2: 0 = 0 (0 routes)", "won by player 1 & player 2"];
    assert_eq!(table.sheet(), lines);
}

#[test]
fn g26_when_every_player_has_had_500_turns_the_game_ends() {
    // Cards enough to draw two a turn for ever, as it were.
    let cards: Vec<String> = ["black", "blue", "green", "orange", "purple", "red", "white", "yellow", "wild"]
        .map(|c| format!("250 {c}"))
        .into();
    let setup = Setup::small(&["A-B 6 black"]).deck(&cards.join(", ")).set("route-points.table.6=0");
    let mut table = setup.set("turns.first=2").start();
    for turn in 1..=500 {
        assert_eq!((table.over(), table.turns()), ("", vec![turn - 1, turn]));
        table.idle(2);
        assert_eq!((table.over(), table.turns()), ("", vec![turn, turn]));
        table.idle(1);
    }
    assert_eq!((table.over(), table.turns(), table.to_act()), ("turns/turn-limit", vec![500, 500], vec![]));
    assert!(table.log(None).contains(&"the game is over: every player has had the limit of turns".into()));
    let lines = ["player 1: 0 = 0 (0 routes)", "player 2: 0 = 0 (0 routes)", "won by player 1 & player 2"];
    assert_eq!(table.sheet(), lines);
}

#[test]
fn g26_the_limit_is_a_parameter() {
    let mut table = Setup::small(LINE).players(3).set("turns.limit=2").start();
    for seat in [1, 2, 3, 1, 2] {
        table.idle(seat);
        assert_eq!(table.over(), "");
    }
    table.idle(3);
    assert_eq!(table.over(), "turns/turn-limit");
}
