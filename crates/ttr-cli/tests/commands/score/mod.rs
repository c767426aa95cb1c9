//! `ttr score`: score files and what is wrong with them, files to fill in, saved games, and the formats.

mod sheets;
mod wrong;

use crate::support::book::{blocks, page};
use crate::support::program::{Folder, Ran, json, repository, saved_game, ttr, words};
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

/// A score file of the book's page, by its name.
fn of_page(name: &str) -> String {
    let all = blocks(&page("docs/score.md"));
    let block = all.iter().find(|block| block.words == format!("toml file={name}"));
    block.unwrap_or_else(|| panic!("{name} is not on the page")).text.clone()
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
