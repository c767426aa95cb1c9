//! `ttr check` and `ttr explain`.

use crate::support::program::{Folder, json, program, ttr, words};
use serde_json::{Value as Json, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// A small map in which nothing is wrong.
const MAP: &str = "\
format = 1
name = \"Small\"
rules = \"classic\"
routes = [
    { between = [\"A\", \"B\"], length = 2, colour = \"red\" },
    { between = [\"B\", \"C\"], length = 3, colour = \"gray\" },
    { between = [\"C\", \"A\"], length = 1, tracks = [\"blue\", \"gray\"] },
]
tickets = [
    { cities = [\"A\", \"B\"], points = 2 },
    { cities = [\"B\", \"C\"], points = 3 },
    { cities = [\"A\", \"C\"], points = 1 },
]
[cities]
A = {}
B = {}
C = {}
[set]
pieces.train = 8
tickets = { deal = 1, keep = 1 }
[players]
max = 3
";

#[test]
fn bundled_maps_and_rule_sets_pass() {
    let text = words("check usa classic --deny warnings").fine();
    assert!(
        text.contains(
            "\nusa (map): no faults, 11 notes\nclassic (rule set): no faults\n2 files: no faults, 11 notes\n"
        ),
        "{text}"
    );
    assert!(text.contains("... and 2 more like this; --all shows them\n"), "{text}");
    let all = words("check usa --all").fine();
    assert_eq!(all.matches("info[map::").count(), 11, "{all}");
    assert!(!all.contains("more like this"), "{all}");
}

#[test]
fn all_faults_of_all_files_are_told_in_one_run() {
    let folder = Folder::new("check-all");
    let one = folder.file(
        "one.toml",
        MAP.replace("length = 2", "length = 0").replace("\"B\", \"C\"], points", "\"D\", \"C\"], points"),
    );
    let two = folder.file("two.toml", MAP.replace("colour = \"red\"", "colour = \"redd\""));
    let fine = folder.file("fine.toml", MAP);
    let ran = ttr(["check".as_ref(), one.as_os_str(), two.as_os_str(), fine.as_os_str()]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    for part in [
        "error[map::bad-length]: a route has 1 to 100 spaces, not 0\n --> ",
        "one.toml:5:38\n",
        "error[map::unknown-city]: there is no city \"D\"",
        "one.toml (map): 2 errors\n",
        "error[claim::unknown-colour]",
        "two.toml (map): 1 error\n",
        "fine.toml (map): no faults\n",
        "3 files: 3 errors\n",
    ] {
        assert!(ran.out.contains(part), "{part:?} is missing:\n{}", ran.out);
    }
}

#[test]
fn exit_codes_tell_errors_warnings_and_usage_apart() {
    let folder = Folder::new("check-codes");
    let ticket = "    { cities = [\"A\", \"B\"], points = 2 },\n";
    let warned = folder.file("warned.toml", MAP.replace(ticket, &ticket.repeat(2)));
    let warned = warned.display();
    let text = words(&format!("check {warned}")).fine();
    assert!(text.ends_with("warned.toml (map): 1 warning\n"), "{text}");
    assert_eq!(words(&format!("check {warned} --deny warnings")).code, 1);
    assert_eq!(words("check").code, 2);
    assert_eq!(words("check usa --format xml").code, 2);
    let ran = words(&format!("check nothing.toml {warned}"));
    assert_eq!(ran.code, 2, "the rest is checked all the same");
    assert!(ran.err.contains("can't read nothing.toml") && ran.out.contains("1 warning"), "{} {}", ran.err, ran.out);
    let ran = words("check clasic");
    assert!(ran.code == 2 && ran.err.contains("did you mean `classic`?"), "{}", ran.err);
    let ran = words("check classic --rules classic");
    assert!(ran.code == 2 && ran.err.contains("classic is a rule set"), "{}", ran.err);
}

#[test]
fn json_has_every_finding_with_its_place() {
    let folder = Folder::new("check-json");
    let text =
        MAP.replace("between = [\"B\", \"C\"]", "between = [\"Bb\", \"C\"]").replace("A = {}", "Ba = {}\nA = {}");
    let file = folder.file("isle.toml", text);
    let name = file.display().to_string();
    let ran = words(&format!("check {name} --format json"));
    assert_eq!(ran.code, 1);
    let all: Json = serde_json::from_str(&ran.out).expect("JSON");
    let found = all["diagnostics"].as_array().expect("a list");
    let keys: Vec<&str> = found[0].as_object().expect("a table").keys().map(String::as_str).collect();
    let expected = [
        "code",
        "column",
        "end_column",
        "end_line",
        "file",
        "help",
        "labels",
        "line",
        "message",
        "severity",
        "suggestion",
    ];
    assert_eq!(keys, expected);
    assert_eq!(
        found[0],
        json!({
            "code": "map::unknown-city", "severity": "error", "message": "there is no city \"Bb\"", "file": name,
            "line": 6, "column": 18, "end_line": 6, "end_column": 22, "help": "did you mean \"B\"?",
            "labels": [{ "file": name, "line": 6, "column": 18, "end_line": 6, "end_column": 22,
                "text": "not a city of this map", "primary": true }],
            "suggestion": { "file": name, "line": 6, "column": 18, "end_line": 6, "end_column": 22,
                "replacement": "\"B\"", "certain": false },
        })
    );
    assert_eq!(
        all["files"],
        json!([{ "file": name, "kind": "map", "players": { "min": 2, "max": 3 }, "errors": 1, "warnings": 0, "infos": 1 }])
    );
    let usa = json(words("check usa --format json"));
    assert_eq!(usa["diagnostics"].as_array().map(Vec::len), Some(11), "information too, and all of it");
    let label = json(words("check classic usa --format json --set claim=false"));
    let claims = label["diagnostics"].as_array().expect("a list").iter().find(|d| d["code"] == "module::no-claims");
    let claims = claims.expect("a warning");
    assert_eq!(
        (&claims["file"], &claims["line"], &claims["severity"]),
        (&json!("--set"), &json!(1), &json!("warning"))
    );
    assert_eq!(claims["labels"][0]["text"], "`claim` is taken out by --set");
}

#[test]
fn the_short_form_is_a_line_each() {
    let folder = Folder::new("check-short");
    let file = folder.file("isle.toml", MAP.replace("length = 2", "lenght = 2").replace("points = 3", "points = 4"));
    let ran = words(&format!("check {} --format short", file.display()));
    let name = file.display();
    let expected = format!(
        "{name}:5:29: error[map::unknown-key]: a route has no `lenght`, but must have a `length`\n\
         {name}:11:37: info[map::ticket-value]: 4 points, but the shortest path from \"B\" to \"C\" has 3 spaces\n"
    );
    assert_eq!((ran.code, ran.out), (1, expected));
}

#[test]
fn findings_for_some_numbers_of_players_say_so_and_come_once() {
    let folder = Folder::new("check-players");
    let file = folder.file("isle.toml", MAP.replace("tickets = { deal = 1, keep = 1 }", "cards.decks.train.wild.count = 0\nrow.limit = {}\nrow.size = 5\ncards.deal = 35\ntickets = { deal = 1, keep = 1 }"));
    let ran = words(&format!("check {} --format short", file.display()));
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    assert!(ran.out.ends_with("105 in all, but the train deck has 96 (with 3 players)\n"), "{}", ran.out);
}

#[test]
fn what_was_likely_meant_is_explained() {
    let folder = Folder::new("check-meant");
    let check = |text: &str| {
        let file = folder.file("isle.toml", text);
        let ran = words(&format!("check {}", file.display()));
        assert_eq!(ran.code, 1, "{}", ran.out);
        ran.out
    };
    let text = check(&MAP.replace("rules = \"classic\"\n", ""));
    assert!(text.contains("the map names no rule set") && text.contains("known are: classic"), "{text}");
    let text = check(&MAP.replace("rules = \"classic\"", "rules = \"other.toml\""));
    assert!(
        text.contains("error[map::unknown-rules]") && text.contains("no such file") && text.contains(":3:9"),
        "{text}"
    );
    let text = check(&MAP.replace("[set]\npieces.train = 8\n", "[pieces]\ntrain = 8\n[set]\n"));
    assert!(
        text.contains("`pieces` is a module: its parameters belong under [set]") && text.contains("[set.pieces]"),
        "{text}"
    );
    let file = folder.file("isle.toml", MAP);
    let ran = words(&format!("check usa --rules {}", file.display()));
    assert!(ran.code == 1 && ran.out.contains("error[file::not-rules]: this is a map, not a rule set"), "{}", ran.out);
    let ran = words(&format!("simulate usa --rules {}", file.display()));
    assert!(ran.code == 1 && ran.err.contains("error[file::not-rules]"), "{}", ran.err);
    assert_eq!(ran.err.matches("error[").count(), 1, "{}", ran.err);
    let rules = folder.file("mine.toml", "format = 1\n[pieces]\ntrain = 9\n[cards]\ndraw = 2\n[tickets]\ndeal = 2\n");
    let ran = words(&format!("simulate {}", rules.display()));
    assert!(ran.code == 1 && ran.err.contains("error[file::not-a-map]: this is a rule set, not a map"), "{}", ran.err);
    let ran = words(&format!("check {}", rules.display()));
    assert!(
        ran.out.contains("error[param::invalid]: `cards.decks` has no cards"),
        "a rule set by its content: {}",
        ran.out
    );
    for (set, part) in [
        ("claim=false", "no module of this game lets players claim routes"),
        ("cards=false", "`claim` needs the module `cards`"),
    ] {
        let ran = words(&format!("check usa --set {set}"));
        assert!(ran.out.contains(part) && ran.out.contains("--set:1:1"), "{}", ran.out);
    }
    let ran = words("check usa --set pieces.train=-5");
    assert!(ran.out.contains("found the number -5") && ran.out.contains("given by --set"), "{}", ran.out);
}

#[test]
fn levels_are_set_in_the_map() {
    let folder = Folder::new("check-levels");
    let check = |level: &str| {
        let ticket = "    { cities = [\"A\", \"B\"], points = 2 },\n";
        let text =
            MAP.replace(ticket, &ticket.repeat(2)) + &format!("[lints]\n\"map::duplicate-ticket\" = \"{level}\"\n");
        let file = folder.file("isle.toml", text);
        let ran = words(&format!("check {} --format short", file.display()));
        (ran.code, ran.out.split(": ").nth(1).unwrap_or_default().to_owned())
    };
    assert_eq!(check("allow"), (0, String::new()));
    assert_eq!(check("info"), (0, "info[map::duplicate-ticket]".to_owned()));
    assert_eq!(check("warn"), (0, "warning[map::duplicate-ticket]".to_owned()));
    assert_eq!(check("deny"), (1, "error[map::duplicate-ticket]".to_owned()));
    let file = folder.path().join("isle.toml");
    let played = words(&format!("simulate {} --players random,random --games 1", file.display()));
    assert_eq!(played.code, 0, "a denied warning keeps nobody from playing: {}", played.err);
}

#[test]
fn of_very_many_faults_some_are_shown_and_the_rest_is_counted() {
    let folder = Folder::new("check-many");
    let route = "    { between = [\"A\", \"B\"], length = 2, colour = \"red\" },\n";
    let many: String =
        (0..140).map(|n| route.replace("length = 2", "length = 0").replace('\n', &format!("# {n}\n"))).collect();
    let file = folder.file("isle.toml", MAP.replace(route, &many));
    let ran = words(&format!("check {}", file.display()));
    assert_eq!(ran.out.matches("error[map::bad-length]: a route").count(), 20, "{}", ran.out);
    assert!(ran.out.contains("... and 120 more like this: error[map::bad-length]\n"), "{}", ran.out);
    assert!(ran.out.ends_with("isle.toml (map): 140 errors\n"), "{}", ran.out);
}

/// The lines of a program until one that waits for a change.
fn until_waiting(lines: &mut impl Iterator<Item = std::io::Result<String>>) -> String {
    let mut text = String::new();
    for line in lines {
        let line = line.expect("a line");
        if line.starts_with("Waiting for a change") {
            return text;
        }
        text.push_str(&line);
        text.push('\n');
    }
    panic!("it ended:\n{text}");
}

#[test]
fn a_watched_file_is_checked_again_when_it_changes() {
    let folder = Folder::new("check-watch");
    let file = folder.file("isle.toml", MAP.replace("length = 2", "length = 0"));
    let mut child = program()
        .args(["check".as_ref(), file.as_os_str(), "--watch".as_ref()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(until_waiting(&mut lines).contains("isle.toml (map): 1 error\n"));
    fs::write(&file, MAP).expect("a file");
    assert!(until_waiting(&mut lines).contains("isle.toml (map): no faults\n"));
    // Editors that save by renaming leave no file for a moment.
    fs::remove_file(&file).expect("a file");
    assert!(!until_waiting(&mut lines).contains("no faults"));
    fs::write(&file, MAP.replace("points = 3", "points = -3")).expect("a file");
    assert!(until_waiting(&mut lines).contains("error[map::bad-points]"));
    child.kill().expect("it runs until it is stopped");
    child.wait().expect("it ends");
    assert_eq!(words("check usa --watch").code, 2, "nothing to watch");
}

#[test]
fn codes_are_explained() {
    let text = words("explain map::unknown-city").fine();
    assert!(
        text.starts_with("error[map::unknown-city]: a route or ticket names a city that the map does not have\n\n"),
        "{text}"
    );
    assert!(text.contains("\n    { between = [\"Ayr\", \"Bth\"]") && !text.contains("```"), "{text}");
    assert_eq!(words("explain error[map::unknown-city]").fine(), text, "as it stands in a message");
    assert!(words("explain map::dead-end").fine().contains("[lints]: \"map::dead-end\" = \"allow\""));
    let list = words("explain").fine();
    let registry = ttr_variants::registry();
    for info in registry
        .codes()
        .chain(ttr_author::TABLE_CODES)
        .chain(ttr_author::explain::PROGRAM_CODES)
        .chain(ttr_files::score::SCORE_CODES)
        .chain(ttr_testkit::scenario::SCENARIO_CODES)
    {
        assert!(list.lines().any(|line| line.starts_with(info.code) && line.ends_with(info.summary)), "{}", info.code);
        words(&format!("explain {}", info.code)).fine();
    }
    let ran = words("explain map::unkown-city");
    assert!(ran.code == 2 && ran.err.contains("did you mean `map::unknown-city`?"), "{}", ran.err);
    let ran = words("explain unknown-city");
    assert!(ran.code == 2 && ran.err.contains("did you mean `map::unknown-city`?"), "{}", ran.err);
}

#[test]
fn hostile_files_get_a_code_and_a_place() {
    let folder = Folder::new("check-hostile");
    let nested = format!("format = 1\nx = {}{}\n", "[".repeat(33), "]".repeat(33));
    let cities: String = (0..10_000).map(|n| format!("C{n} = {{}}\n")).collect();
    let cities = format!(
        "format = 1\nname = \"x\"\nrules = \"classic\"\nroutes = [{{ between = [\"C0\", \"C1\"], length = 1 }}]\n[cities]\n{cities}"
    );
    let types = MAP.replace("= [", "= 3 # [").replace("{}", "[]").replace("1\n", "\"1\"\n");
    let numbers = MAP
        .replace("length = 2", "length = 99999999999999999999")
        .replace("points = 3", "points = 1e999")
        .replace("max = 3", "max = -9");
    let marked = format!("\u{feff}{}", MAP.replace('\n', "\r\n"));
    let cases: [(&str, Vec<u8>, i32, &[&str]); 12] = [
        ("binary", (0..=255u8).cycle().take(5000).collect(), 1, &["file::not-utf8", "binary.toml:2:118"]),
        ("nul", vec![0; 5000], 1, &["file::syntax", "nul.toml:1:1"]),
        ("huge", vec![b'#'; 8 * 1024 * 1024 + 1], 1, &["file::too-large", "huge.toml:1:1"]),
        ("long", vec![b'#'; 8 * 1024 * 1024], 1, &["file::format", "long.toml:1:1"]),
        ("nested", nested.into_bytes(), 1, &["file::too-deep", "nested.toml:2:"]),
        ("cities", cities.into_bytes(), 1, &["map::not-connected", "tickets::too-few"]),
        (
            "twice",
            MAP.replace("B = {}", "B = {}\nA = {}").into_bytes(),
            1,
            &["file::syntax", "this key is given twice", "given first"],
        ),
        ("types", types.into_bytes(), 1, &["file::format", "file::wrong-type", "types.toml:1:10"]),
        ("numbers", numbers.into_bytes(), 1, &["too large to be read", "numbers.toml:5:38", "players::bad-count"]),
        ("latin", b"format = 1\nname = \"Montr\xe9al\"\n".to_vec(), 1, &["file::not-utf8", "latin.toml:2:14"]),
        ("marked", marked.into_bytes(), 0, &["marked.toml (map): no faults"]),
        ("empty", Vec::new(), 1, &["file::format", "empty.toml:1:1"]),
    ];
    for (name, bytes, code, parts) in cases {
        let file = folder.file(&format!("{name}.toml"), &bytes);
        for format in ["human", "json", "short"] {
            let ran = words(&format!("check {} --format {format}", file.display()));
            assert_eq!((ran.code, ran.err.as_str()), (code, ""), "{name}: {}", ran.out);
            for part in parts.iter().filter(|_| format == "human") {
                assert!(ran.out.contains(part), "{name}: {part:?} is missing:\n{}", ran.out);
            }
        }
        assert_eq!(fs::read(&file).expect("the file"), bytes, "{name}: untouched");
    }
}
