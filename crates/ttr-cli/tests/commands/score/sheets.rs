//! Whole sheets, line by line: of the files that the book shows, and of what is rare.

use super::{codes, of_page, score, sheet};
use crate::support::program::Folder;
use serde_json::{Value as Json, json};

/// The lines of a player, as rule and points.
fn lines(player: &Json) -> Vec<(&str, i64)> {
    let all = player["lines"].as_array().expect("lines").iter();
    all.map(|line| (line["rule"].as_str().expect("a rule"), line["points"].as_i64().expect("points"))).collect()
}

/// The line of a rule.
fn line<'a>(player: &'a Json, rule: &str) -> &'a Json {
    let mut all = player["lines"].as_array().expect("lines").iter();
    all.find(|line| line["rule"] == rule).unwrap_or_else(|| panic!("{rule}: {player:#}"))
}

/// A player: the name, the total, and the lines as rule and points.
type Expected<'a> = (&'a str, i64, &'a [(&'a str, i64)]);

#[track_caller]
fn assert_players(sheet: &Json, expected: &[Expected<'_>]) {
    let players = sheet["players"].as_array().expect("players");
    let got: Vec<_> =
        players.iter().map(|p| (p["name"].as_str().unwrap_or_default(), p["total"].as_i64(), lines(p))).collect();
    let expected: Vec<_> = expected.iter().map(|(name, total, lines)| (*name, Some(*total), lines.to_vec())).collect();
    assert_eq!(got, expected);
}

#[test]
fn classic_scores_routes_tickets_and_the_longest_path() {
    let sheet = sheet(&Folder::new("score-usa"), &of_page("usa-game.toml"));
    // 3 + 5 + 4 + 4 spaces: 4 + 10 + 7 + 7; then four of 2 and one of 4 spaces.
    let (routes, tickets, failed) = ("route-points/routes", "tickets/completed", "tickets/failed");
    let ann = [(routes, 28), (failed, -11), (tickets, 16), ("longest-path/longest-path", 10)];
    assert_players(&sheet, &[("Ann", 43, &ann), ("Bob", 18, &[(routes, 15), (failed, -9), (tickets, 12)])]);
    let ann = &sheet["players"][0];
    let path = json!(["Los Angeles", "Phoenix", "Denver", "Omaha", "Chicago"]);
    assert_eq!(ann["longest"]["cities"], path);
    assert_eq!((&ann["longest"]["length"], &ann["longest"]["award"]), (&json!(16), &json!(true)));
    assert_eq!(sheet["players"][1]["longest"]["length"], 12);
    assert_eq!(sheet["players"][1]["longest"]["award"], false);
    let completed = line(ann, "tickets/completed");
    assert_eq!(completed["stands_on"]["cities"], path);
    assert_eq!(completed["stands_on"]["tickets"], json!([["Los Angeles", "Chicago"]]));
    assert_eq!(
        completed["stands_on"]["routes"][1],
        json!({ "between": ["Phoenix", "Denver"], "colour": "white", "track": 1, "length": 5 })
    );
    let tickets = json!([
        { "cities": ["Portland", "Phoenix"], "points": -11, "completed": false },
        { "cities": ["Los Angeles", "Chicago"], "points": 16, "completed": true },
    ]);
    assert_eq!(ann["tickets"], tickets);
    let mut keys: Vec<&String> = sheet.as_object().expect("an object").keys().collect();
    keys.sort();
    assert_eq!(keys, ["decided_by", "exact", "final", "players", "sides", "winners"]);
    let mut keys: Vec<&String> = ann.as_object().expect("an object").keys().collect();
    keys.sort();
    assert_eq!(keys, ["lines", "longest", "name", "seats", "side", "tickets", "total"]);
}

#[test]
fn a_station_that_matters_borrows_one_route() {
    let folder = Folder::new("score-europe");
    let text = of_page("europe-game.toml");
    let with = sheet(&folder, &text);
    // Two of 3 spaces, a ticket of 8 by way of the other's route, two stations left; two of 2 spaces and the path of 4.
    let (routes, unbuilt) = ("route-points/routes", "stations/unbuilt");
    let ann = [(routes, 8), ("tickets/completed", 8), ("stations/uses", 0), (unbuilt, 8)];
    let bob = [(routes, 4), ("tickets/failed", -6), (unbuilt, 12), ("longest-path/longest-path", 10)];
    assert_players(&with, &[("Ann", 24, &ann), ("Bob", 20, &bob)]);
    let uses = line(&with["players"][0], "stations/uses");
    assert_eq!(uses["stands_on"]["cities"], json!(["München"]));
    assert_eq!(uses["stands_on"]["routes"][0]["between"], json!(["Frankfurt", "München"]));
    // What is borrowed counts for no path.
    assert_eq!(with["players"][0]["longest"]["length"], 3);
    // Without the station the ticket is lost, and the third one brings points: 16 less, and 4 more.
    let without = sheet(&folder, &text.replace("stations = [\"München\"]\n", ""));
    assert_eq!((&without["players"][0]["total"], &without["winners"]), (&json!(24 - 16 + 4), &json!(["Bob"])));
    // A station where no other player's route ends lets use nothing.
    let elsewhere = sheet(&folder, &text.replace("stations = [\"München\"]", "stations = [\"Paris\"]"));
    assert_eq!(elsewhere["players"][0]["total"], 24 - 16);
}

/// The example of the World's rulebook: two ports of 30 points each, by two tickets each.
#[test]
fn w25_ports_score_by_completed_tickets_tours_among_them() {
    let folder = Folder::new("score-world");
    let text = of_page("world-game.toml");
    let scored = sheet(&folder, &text);
    let (routes, tickets, ports, unbuilt) = ("route-points/routes", "tickets/completed", "ports/port", "ports/unbuilt");
    // 7, 3, 1, 2, 1, 7, 2, 2, 2, 2, 1 and 2 spaces: 18 + 4 + 1 + 2 + 1 + 18 + 2 + 2 + 2 + 2 + 1 + 2.
    let ann = [
        ("exchange/exchanged", -2),
        (routes, 55),
        (tickets, 8),
        (tickets, 13),
        (tickets, 17),
        ("tours/in-order", 9),
        (ports, 30),
        (ports, 30),
        (unbuilt, -4),
    ];
    // Casablanca is between Al-Qahira and Tehran: joined, but not in the order shown.
    let bob = [(routes, 9), (tickets, 5), ("tours/any-order", 6), (unbuilt, -12)];
    assert_players(&scored, &[("Ann", 156, &ann), ("Bob", 8, &bob)]);
    let players = scored["players"].as_array().expect("players");
    let counted: Vec<&Json> = players[0]["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .filter(|l| l["rule"] == ports)
        .map(|l| &l["stands_on"])
        .collect();
    let tour = json!(["Lagos", "Luanda", "Dar Es Salaam", "Djibouti"]);
    assert_eq!(
        *counted[0],
        json!({ "cities": ["Buenos Aires"], "tickets": [["Buenos Aires", "Sydney"], ["Buenos Aires", "Manila"]] })
    );
    assert_eq!(*counted[1], json!({ "cities": ["Dar Es Salaam"], "tickets": [["Hamburg", "Dar Es Salaam"], tour] }));
    assert_eq!(line(&players[0], "tours/in-order")["stands_on"]["cities"], tour, "the walk");
    assert!(players.iter().all(|player| player.get("longest").is_none()), "it counts for nothing here");
    // Without Luanda - Dar Es Salaam the tour is not joined: 2 + 9 less, 15 lost, and one port counts one ticket only.
    let apart = sheet(&folder, &text.replace("    [\"Dar Es Salaam\", \"Luanda\"],\n", ""));
    assert_eq!(apart["players"][0]["total"], 156 - 2 - 9 - 15 - 10);
    let failed = apart["players"][0]["tickets"].as_array().expect("tickets").iter().find(|t| t["completed"] == false);
    assert_eq!(failed, Some(&json!({ "cities": tour, "points": -15, "completed": false })));
}

#[test]
fn ussr_paris_and_india_score_what_their_modules_own() {
    let folder = Folder::new("score-others");
    let ussr = sheet(&folder, &of_page("ussr-game.toml"));
    let (routes, tickets, failed, longest) =
        ("route-points/routes", "tickets/completed", "tickets/failed", "longest-path/longest-path");
    // A ferry of 3 and a route of 4 spaces; a tunnel of 2 and two of 1.
    let ann = [
        ("route-points/removed", 7),
        (routes, 11),
        (tickets, 7),
        ("stations/unbuilt", 12),
        ("ferries/most-ferries", 10),
        (longest, 10),
        ("most-tickets/most-tickets", 15),
    ];
    let bob = [(routes, 4), (failed, -7), ("stations/unbuilt", 8), ("tunnels/most-tunnels", 10)];
    assert_players(&ussr, &[("Ann", 72, &ann), ("Bob", 15, &bob)]);
    let paris = sheet(&folder, &of_page("paris-game.toml"));
    // Four of 1 and one of 2 spaces, a set; five of 1 and one of 2, two sets.
    let ann = [("flags/sets", 4), (routes, 6), (tickets, 6), (tickets, 3)];
    assert_players(&paris, &[("Ann", 19, &ann), ("Bob", 12, &[("flags/sets", 8), (routes, 7), (failed, -3)])]);
    let india = sheet(&folder, &of_page("india-game.toml"));
    // 3, 2, 1, 1, 2 and 1 spaces: 4 + 2 + 1 + 1 + 2 + 1; 6 and 1: 15 + 1.
    let ann = [(routes, 11), (tickets, 7), (tickets, 5), (longest, 10)];
    assert_players(&india, &[("Ann", 33, &ann), ("Bob", 17, &[(routes, 16), (tickets, 7), (failed, -6)])]);
    assert_eq!(india["players"][0]["longest"]["length"], 9);
}

#[test]
fn ties_are_broken_or_shared_and_totals_may_be_below_zero() {
    let folder = Folder::new("score-ties");
    let game = |ann: &str, bob: &str| {
        format!("map = \"usa\"\n[[players]]\nname = \"Ann\"\n{ann}\n[[players]]\nname = \"Bob\"\n{bob}\n")
    };
    let totals = |sheet: &Json| {
        sheet["players"]
            .as_array()
            .expect("players")
            .iter()
            .map(|p| p["total"].as_i64().unwrap_or_default())
            .collect::<Vec<_>>()
    };
    // A space each: 1 and the bonus for both.
    let shared =
        sheet(&folder, &game("routes = [[\"Dallas\", \"Houston\"]]", "routes = [[\"Nashville\", \"Atlanta\"]]"));
    assert_eq!(
        (totals(&shared), &shared["winners"], &shared["decided_by"]),
        (vec![11, 11], &json!(["Ann", "Bob"]), &Json::Null)
    );
    // 2 + 2 and a ticket of 4, or 7 + 1: 8 and the bonus for both; one ticket against none.
    let ann =
        "routes = [[\"Denver\", \"Santa Fe\"], [\"Santa Fe\", \"El Paso\"]]\ntickets = [[\"Denver\", \"El Paso\"]]";
    let bob = "routes = [[\"Calgary\", \"Helena\"], [\"Nashville\", \"Atlanta\"]]";
    let broken = sheet(&folder, &game(ann, bob));
    assert_eq!((totals(&broken), &broken["winners"]), (vec![18, 18], &json!(["Ann"])));
    assert_eq!(broken["decided_by"], "completed-tickets");
    let told = score(&folder.path().join("score.toml"), &[]).fine();
    assert!(
        told.ends_with(
            "Ann has won\namong equals it was decided by: completed-tickets\n  completed-tickets: Ann 1, Bob 0\n"
        ),
        "{told}"
    );
    // Nothing but a ticket of 22, and two of 21 and 20 with a route of 1 space.
    let below = sheet(
        &folder,
        &game(
            "tickets = [[\"Seattle\", \"New York\"]]",
            "routes = [[\"Dallas\", \"Houston\"]]\ntickets = [[\"Los Angeles\", \"New York\"], [\"Los Angeles\", \"Miami\"]]",
        ),
    );
    assert_eq!((totals(&below), &below["winners"]), (vec![-22, 1 + 10 - 21 - 20], &json!(["Ann"])));
}

#[test]
fn both_tracks_of_a_double_are_held_where_enough_play() {
    let folder = Folder::new("score-doubles");
    let four = |last: &str| {
        let each = |name: &str, routes: &str| format!("[[players]]\nname = {name:?}\nroutes = {routes}\n");
        let route = "[[\"Denver\", \"Kansas City\"]]";
        format!(
            "map = \"usa\"\n{}{}{}{last}",
            each("Ann", route),
            each("Bob", "[[\"Kansas City\", \"Denver\", \"black\"]]"),
            each("Cai", "[]")
        )
    };
    // Whoever says which track has it, and the other one is left to who does not.
    let scored = sheet(&folder, &four("[[players]]\nname = \"Dee\"\n"));
    assert_eq!(line(&scored["players"][0], "route-points/routes")["stands_on"]["routes"][0]["colour"], "orange");
    assert_eq!(line(&scored["players"][1], "route-points/routes")["stands_on"]["routes"][0]["colour"], "black");
    // With three players it is single; a third holder there is not.
    let three = score(&folder.file("three.toml", four("")), &[]);
    assert_eq!(codes(&three), ["score::against-rules"], "{}", three.err);
    let fifth = score(
        &folder.file("four.toml", four("[[players]]\nname = \"Dee\"\nroutes = [\"Denver - Kansas City\"]\n")),
        &[],
    );
    assert_eq!(codes(&fifth), ["score::route-twice"], "{}", fifth.err);
}
