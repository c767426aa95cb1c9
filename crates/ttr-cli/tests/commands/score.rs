//! `ttr score`: score files and what is wrong with them, files to fill in, saved games, and the formats.

use crate::book::{blocks, page};
use crate::program::{Folder, Ran, json, repository, saved_game, ttr, words};
use serde_json::{Value as Json, json};
use std::fs;
use std::path::Path;
use ttr_files::score::SCORE_CODES;

fn score(path: &Path, more: &[&str]) -> Ran {
    let more = more.iter().map(AsRef::as_ref);
    ttr(["score".as_ref(), path.as_os_str()].into_iter().chain(more))
}

/// The sheet of a file with which nothing is wrong.
#[track_caller]
fn sheet(folder: &Folder, text: &str) -> Json {
    json(score(&folder.file("score.toml", text), &["--format", "json"]))
}

/// The codes of what is told, in their order.
fn codes(ran: &Ran) -> Vec<&str> {
    ran.err.split("error[").skip(1).map(|rest| rest.split(']').next().unwrap_or_default()).collect()
}

#[test]
fn the_examples_of_the_codes_hold() {
    let folder = Folder::new("score-codes");
    folder.file("isle.toml", fs::read(repository().join("crates/ttr-cli/tests/score/isle.toml")).expect("a map"));
    for info in SCORE_CODES {
        let blocks = info.text.split("```toml ").skip(1).map(|block| block.split("```").next().unwrap_or_default());
        let mut seen = Vec::new();
        for block in blocks {
            let (state, text) = block.split_once('\n').expect("a word and a file");
            let ran = score(&folder.file("score.toml", text), &[]);
            let expected: &[&str] = if state == "broken" { &[info.code] } else { &[] };
            assert_eq!(codes(&ran), expected, "{}: {state}:\n{}", info.code, ran.err);
            assert_eq!(ran.code, i32::from(state == "broken"), "{}", ran.err);
            assert!(state == "mended" || ran.err.contains("score.toml:"), "a place: {}", ran.err);
            seen.push(state);
        }
        assert_eq!(seen, ["broken", "mended"], "{}", info.code);
    }
}

#[test]
fn a_file_to_fill_in_can_be_scored_at_once() {
    let folder = Folder::new("score-new");
    for (map, _) in ttr_variants::registry().maps() {
        for players in ["2", "4"] {
            let text = words(&format!("score --new {map} --players {players}")).fine();
            assert!(text.starts_with("#:schema ./score.schema.json\n") && text.contains(&format!("map = {map:?}")));
            let sheet = sheet(&folder, &text);
            let all = sheet["players"].as_array().expect("players");
            assert_eq!(all.len().to_string(), players, "{map}");
            let nothing = match map {
                "world" => -12,
                "europe" | "ussr" => 12,
                _ => 0,
            };
            assert!(
                all.iter().all(|player| player["total"] == nothing && player["tickets"] == json!([])),
                "{map}: {sheet}"
            );
            // Without the comments it is the same.
            let bare: String =
                text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
            assert_eq!(self::sheet(&folder, &bare), sheet, "{map}");
        }
    }
    let path = folder.path().join("game.toml");
    let new = |more: &str| words(&format!("score --new usa -o {} {more}", path.display()));
    assert!(new("--rules europe --set pieces.train=20").fine().starts_with("wrote "));
    let text = fs::read_to_string(&path).expect("it is written");
    assert!(
        text.contains("rules = \"europe\"\nset = [\"pieces.train=20\"]\n") && text.contains("stations = []\n"),
        "{text}"
    );
    let refused = new("");
    assert!(
        refused.code == 2 && refused.err.contains("is there already") && refused.err.contains("--force"),
        "{}",
        refused.err
    );
    new("--force").fine();
}

#[test]
fn the_sheet_of_a_save_is_the_one_that_a_replay_ends_with() {
    let folder = Folder::new("score-save");
    let file = saved_game(&folder);
    let printed = score(&file, &[]).fine();
    let replayed = words(&format!("replay {}", file.display())).fine();
    assert!(replayed.ends_with(&printed), "{printed}");
    let sheet = json(score(&file, &["--format", "json"]));
    assert_eq!(sheet["players"].as_array().map(Vec::len), Some(2));
    assert!(score(&file, &["--format", "md"]).fine().starts_with("# USA, "), "a page");
    // A game that is not over has no winner, and shows what is public.
    let text = fs::read_to_string(&file).expect("a save");
    let some: String = text.lines().take(8).map(|line| format!("{line}\n")).collect();
    let begun = json(score(&folder.file("begun.jsonl", some), &["--format", "json"]));
    assert_eq!((&begun["winners"], &begun["players"][0]["tickets"]), (&json!([]), &json!([])));
    assert_eq!(score(&folder.file("cut.jsonl", &text[..text.len() / 2]), &[]).code, 1);
    assert_eq!(score(&folder.path().join("nowhere.toml"), &[]).code, 2);
}

#[test]
fn names_are_forgiven_where_it_is_harmless() {
    let folder = Folder::new("score-names");
    let text = |routes: &str, tickets: &str| {
        format!("map = \"usa\"\n[[players]]\nname = \"Ann\"\nroutes = {routes}\ntickets = {tickets}\n[[players]]\n")
    };
    let plain = sheet(
        &folder,
        &text("[[\"Montréal\", \"New York\"], [\"Denver\", \"Kansas City\", \"orange\"]]", "[[\"Boston\", \"Miami\"]]"),
    );
    assert_eq!(plain["players"][1]["name"], "player 2");
    let others = [
        ("[[\"new york\", \"MONTREAL\"], [\"Kansas City\", \"Denver\", 2]]", "[[\"Miami\", \"Boston\"]]"),
        ("[\"New York - Montréal\", \"Denver - Kansas City (orange)\"]", "[\"Boston - Miami\"]"),
        (
            "[{ between = [\"Montréal\", \"New York\"] }, { between = [\"Denver\", \"Kansas City\"], colour = \"orange\" }]",
            "[{ cities = [\"Boston\", \"Miami\"], points = 12 }]",
        ),
    ];
    for (routes, tickets) in others {
        assert_eq!(sheet(&folder, &text(routes, tickets)), plain, "{routes} {tickets}");
    }
}

#[test]
fn what_is_wrong_is_left_out_and_the_rest_is_scored() {
    let folder = Folder::new("score-rest");
    let file = folder.file(
        "game.toml",
        r#"
map = "usa"

[[players]]
name = "Ann"
routes = [
    ["Seatle", "Portland"],                    # misspelt
    ["Seattle", "Helena"],                     # 15
    ["Helena", "Denver"],                      # 7
    ["Helena", "Denver"],                      # once more
    ["Denver", "Kansas City", "black"],        # 7
    ["Denver", "Kansas City", "orange"],       # the other track
    ["Denver", "Boston"],                      # no route
]
tickets = [["Boston", "Miami"], ["Boston", "Seattle"]]
ports = ["Boston"]

[[players]]
name = "Bob"
routes = [["Denver", "Helena"], ["Kansas City", "Denver"], ["Miami", "Atlanta"]]  # 10 for the last
tickets = [["Miami", "Boston"], ["Denver", "Pittsburgh"]]
"#,
    );
    let ran = score(&file, &["--format", "json"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let mut told = codes(&ran);
    told.sort_unstable();
    let expected = [
        "score::against-rules",
        "score::against-rules",
        "score::route-twice",
        "score::route-twice",
        "score::ticket-twice",
        "score::unknown-city",
        "score::unknown-field",
        "score::unknown-route",
        "score::unknown-ticket",
    ];
    assert_eq!(told, expected, "{}", ran.err);
    for words in [
        "did you mean \"Seattle\"?",
        "game.toml:7:",
        "the first time",
        "[double-routes/own-twin]",
        "[double-routes/closed]",
    ] {
        assert!(ran.err.contains(words), "{words}: {}", ran.err);
    }
    assert!(ran.err.trim_end().ends_with("9 errors: what is wrong is left out, the rest is scored"), "{}", ran.err);
    let sheet: Json = serde_json::from_str(&ran.out).expect("the sheet is there");
    // 15 + 7 + 7, the ticket of 12 not completed, 14 spaces for the longest path; and 10, 11 lost.
    let totals: Vec<&Json> = sheet["players"].as_array().expect("players").iter().map(|p| &p["total"]).collect();
    assert_eq!(totals, [29 - 12 + 10, 10 - 11]);
    assert_eq!((&sheet["winners"], &sheet["decided_by"]), (&json!(["Ann"]), &Json::Null));
}

/// A score file of the book's page, by its name.
fn of_page(name: &str) -> String {
    let all = blocks(&page("docs/score.md"));
    let block = all.iter().find(|block| block.words == format!("toml file={name}"));
    block.unwrap_or_else(|| panic!("{name} is not on the page")).text.clone()
}

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
    assert_eq!(keys, ["decided_by", "players", "winners"]);
    let mut keys: Vec<&String> = ann.as_object().expect("an object").keys().collect();
    keys.sort();
    assert_eq!(keys, ["lines", "longest", "name", "tickets", "total"]);
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

#[test]
fn hostile_files_are_told_and_never_hang() {
    let folder = Folder::new("score-hostile");
    let many = |item: &str, n: usize| format!("[{}]", vec![item; n].join(","));
    let game = |fields: &str| format!("map = \"world\"\n[[players]]\nname = \"Ann\"\n{fields}\n[[players]]\n");
    let files = [
        String::new(),
        "map = 3\nplayers = 4\n".to_owned(),
        "map = \"usa\"\n[players.Ann]\nroutes = []\n".to_owned(),
        "map = \"usa\"\nset = { pieces.train = -1 }\n[[players]]\n[[players]]\n".to_owned(),
        "map = \"../../../../etc/passwd\"\n[[players]]\n[[players]]\n".to_owned(),
        "map = \"usa\"\nplayers = [1, 2, [], {}]\n".to_owned(),
        game(&format!("routes = {}", many("[\"Lagos\", \"Luanda\"]", 50_000))),
        game(&format!("routes = {}", many("[\"Lagoos\", \"Luandaa\"]", 50_000))),
        game(&format!("tickets = {}", many("[\"Lagos\", \"Luanda\"]", 50_000))),
        game(&format!("tickets = [{}]", many("\"Lagos\"", 100_000))),
        game(&format!("ports = {}", many("\"Lagos\"", 50_000))),
        game("exchanged = 9223372036854775807"),
        game(
            "routes = [3, [], [\"Lagos\"], [\"Lagos\", 4], [\"Lagos\", \"Luanda\", 1.5], {}, \"Lagos\", \" - \"]\ntickets = [3, [], {}, [4], \"\"]",
        ),
    ];
    for (at, text) in files.iter().enumerate() {
        let ran = score(&folder.file("hostile.toml", text), &[]);
        assert_eq!(ran.code, 1, "file {at}: {}{}", ran.out, ran.err);
        assert!(
            ran.err.contains("error[") && ran.err.len() < 200_000,
            "file {at}: {}",
            &ran.err[..ran.err.len().min(2000)]
        );
    }
    assert_eq!(score(&folder.file("latin.toml", b"map = \"\xe9\""), &[]).code, 1);
}

#[test]
fn the_page_of_score_files_names_every_field_and_key() {
    let page = page("docs/score.md");
    for module in ttr_variants::registry().modules() {
        for field in &module.manifest.fields {
            assert!(page.contains(&format!("`{}`", field.name)), "{}", field.name);
        }
    }
    for key in ttr_source::SCORE_KEYS.iter().chain(ttr_source::PLAYER_KEYS) {
        assert!(page.contains(&format!("`{key}`")), "{key}");
    }
    for (map, _) in ttr_variants::registry().maps() {
        assert!(page.contains(&format!("\nmap = {map:?}\n")), "{map} has an example");
    }
}

#[test]
fn pieces_stand_where_they_can() {
    let folder = Folder::new("score-pieces");
    let told = |text: &str| {
        let ran = score(&folder.file("score.toml", text), &["--format", "json"]);
        assert_eq!(ran.code, i32::from(!ran.err.is_empty()), "{}", ran.err);
        let codes: Vec<String> = codes(&ran).into_iter().map(str::to_owned).collect();
        let sheet: Json = serde_json::from_str(&ran.out).expect("the rest is scored");
        (codes, sheet["players"][0]["total"].as_i64().unwrap_or_default(), ran.err)
    };
    let europe = |ann: &str, bob: &str| {
        told(&format!("map = \"europe\"\n[[players]]\nstations = {ann}\n[[players]]\nstations = {bob}\n"))
    };
    // Each that is built brings 4 less.
    assert_eq!(europe("[\"Paris\"]", "[\"Wien\"]").1, 8);
    let (codes, total, err) = europe("[\"Paris\", \"paris\"]", "[\"PARIS\"]");
    assert_eq!((codes, total), (vec!["score::against-rules".to_owned(); 2], 8), "{err}");
    assert!(err.contains("there is a station in Paris already [stations/taken]"), "{err}");
    let (codes, total, err) = europe("[\"Paris\", \"Wien\", \"Roma\", \"Riga\"]", "[]");
    assert_eq!((codes, total), (vec!["score::too-many-pieces".to_owned()], 0), "{err}");
    let world = |ann: &str, bob: &str| told(&format!("map = \"world\"\n[[players]]\n{ann}\n[[players]]\n{bob}\n"));
    let lima = "routes = [[\"Lima\", \"Caracas\"]]\nports = [\"Lima\"]";
    // 2 for the route, 8 for two ports that are not built; a port without tickets brings nothing.
    assert_eq!(world(lima, "").1, 2 - 8);
    for (ann, bob, words) in [
        (
            "routes = [[\"Tehran\", \"Athina\"]]\nports = [\"Tehran\"]",
            "",
            "Tehran is no port city [ports/no-port-city]",
        ),
        ("ports = [\"Lima\"]", "", "none of your routes ends in Lima [ports/no-route]"),
        (
            lima,
            "routes = [[\"Lima\", \"Valparaiso\"]]\nports = [\"Lima\"]",
            "there is a port in Lima already [ports/taken]",
        ),
    ] {
        let (codes, _, err) = world(ann, bob);
        assert_eq!(codes, ["score::against-rules"], "{err}");
        assert!(err.contains(words), "{words}: {err}");
    }
    // Trains are scarcer than pieces: 4 + 4 + 3 + 4 + 3 + 3 + 3 = 24 of 25, then 2 more.
    let trains = r#"routes = [
        ["Caracas", "Rio de Janeiro"], ["Los Angeles", "New York"], ["Mexico", "Caracas"], ["Moskva", "Novosibirsk"],
        ["Novosibirsk", "Beijing"], ["Tehran", "Mumbai"], ["Mumbai", "Bangkok"], ["Beijing", "Hong Kong"],
    ]"#;
    let (codes, total, err) = world(trains, "");
    assert_eq!((codes, total), (vec!["score::too-many-pieces".to_owned()], 7 + 7 + 4 + 7 + 4 + 4 + 4 - 12), "{err}");
    let ships = r#"routes = [
        ["Los Angeles", "Tokyo"], ["New York", "Edinburgh"], ["Lima", "Sydney"], ["Buenos Aires", "Cape Town"],
        ["Dar Es Salaam", "Jakarta"], ["Valparaiso", "Christchurch"], ["Rio de Janeiro", "Luanda"],
        ["Caracas", "Rio de Janeiro"], ["Los Angeles", "New York"], ["Moskva", "Novosibirsk"],
    ]"#;
    // 7 + 7 + 8 + 7 + 7 + 7 + 6 = 49 ships, and 4 + 4 trains; the last 4 would be the 61st piece.
    let (codes, _, err) = world(ships, "");
    assert_eq!(codes, ["score::against-rules"], "{err}");
    assert!(
        err.contains("Moskva - Novosibirsk (green): everybody plays with 60 pieces in all [fleet/too-many]"),
        "{err}"
    );
    let paris = |kept: &str| told(&format!("map = \"paris\"\n[[players]]\nkept-cards = {kept}\n[[players]]\n"));
    assert_eq!(paris("[\"blue\", \"white\"]").0, Vec::<String>::new());
    for kept in ["[\"blue\", \"blue\"]", "[\"blue\", \"white\", \"red\"]", "[\"green\"]"] {
        assert_eq!(paris(kept).0, ["score::against-rules"], "{kept}");
    }
}

#[test]
fn a_map_is_no_score_file_and_a_score_file_is_no_map() {
    let folder = Folder::new("score-kinds");
    for (kind, path) in [("a map", "maps/usa.toml"), ("a rule set", "ttr-variants/rulesets/world.toml")] {
        let ran = score(&repository().join(path), &[]);
        assert!(
            ran.code == 1 && ran.err.contains(&format!("error[score::not-a-score]: this is {kind}, not a score file")),
            "{}",
            ran.err
        );
        assert_eq!(codes(&ran).len(), 1, "{}", ran.err);
    }
    let path = folder.file("game.toml", of_page("usa-game.toml"));
    let ran = ttr(["check".as_ref(), path.as_os_str()]);
    assert!(
        ran.code == 1 && ran.out.contains("error[file::not-a-map]: this is a score file, not a map"),
        "{}{}",
        ran.out,
        ran.err
    );
}
