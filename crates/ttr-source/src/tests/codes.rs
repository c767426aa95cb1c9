//! Every code: what triggers it, and that it stands in the list.

use super::*;
use crate::limits::{MAX_CITIES, MAX_FILE_BYTES, MAX_ROUTES, MAX_TICKETS};
use serde::Deserialize;
use std::collections::BTreeSet;

/// An edit of the sound map, and all that is found then.
const BROKEN_MAPS: &[(&str, &str, &[&str])] = &[
    ("format = 1\n", "", &["file::format @"]),
    ("format = 1\n", "format = 2\n", &["file::format @2"]),
    ("format = 1\n", "format = \"1\"\n", &["file::format @\"1\""]),
    ("name = \"Isle\"\n", "", &["file::missing @"]),
    ("name = \"Isle\"", "name = 3", &["file::wrong-type @3"]),
    ("name = \"Isle\"", "name = \"\"", &["map::bad-name @\"\""]),
    ("name = \"Isle\"", "name = \" Isle\"", &["map::bad-name @\" Isle\""]),
    ("name = \"Isle\"", "name = \"Is\\nle\"", &["map::bad-name @\"Is\\nle\""]),
    ("name = \"Isle\"", "name = \"Isle\"\nlicense = \"MIT\"", &["map::unknown-key @license"]),
    ("rules = \"plain\"", "rules = 3", &["file::wrong-type @3"]),
    ("\"original\"", "\"orignal\"", &["map::invalid @\"orignal\""]),
    ("wrap = -135", "wrap = 181", &["map::bad-coordinates @181"]),
    ("wrap = -135", "warp = 181", &["map::unknown-key @warp"]),
    ("at = [1.5, 2]", "at = [91, -181]", &["map::bad-coordinates @91", "map::bad-coordinates @-181"]),
    ("at = [1.5, 2]", "at = [nan, 1]", &["map::bad-coordinates @nan"]),
    ("at = [1.5, 2]", "at = [1]", &["file::wrong-type @[1]"]),
    ("pos = [3, 4]", "pos = [inf, 4]", &["map::bad-coordinates @inf"]),
    ("names = { ru = \"Ков\" }", "names = { ru = 3 }", &["file::wrong-type @3"]),
    ("Bree = { haunted = true }", "Bree = 3", &["file::wrong-type @3"]),
    ("Bree = { haunted = true }", "Bree = {}\n\"\" = {}", &["map::bad-name @\"\"", "map::not-connected @\"\""]),
    (
        "Bree = { haunted = true }",
        "Bree = {}\n\"brée\" = {}",
        &["map::similar-cities @\"brée\"", "map::not-connected @\"brée\""],
    ),
    ("Bree = { haunted = true }", "Bree = {}\nAby = {}", &["file::syntax @Aby"]),
    ("[\"Aby\", \"Bree\"]", "[\"Aby\", \"Bre\"]", &["map::unknown-city @\"Bre\""]),
    ("[\"Aby\", \"Bree\"]", "[\"Aby\", 7]", &["file::wrong-type @7"]),
    ("[\"Aby\", \"Bree\"]", "[\"Aby\"]", &["map::bad-ends @[\"Aby\"]"]),
    ("{ between = [\"Aby\", \"Bree\"], ", "{ ", &["file::missing @{ length = 2, colour = \"ochre\" }"]),
    (
        "[\"Aby\", \"Bree\"]",
        "[\"Aby\", \"Aby\"]",
        &[
            "map::route-to-itself @[\"Aby\", \"Aby\"]",
            "map::unreachable-ticket @{ cities = [\"Aby\", \"Cove\"], points = 5 }",
            "map::not-connected @Aby",
        ],
    ),
    ("length = 2", "length = 0", &["map::bad-length @0"]),
    ("length = 2", "length = 101", &["map::bad-length @101"]),
    ("length = 2", "length = 2.0", &["file::wrong-type @2.0"]),
    ("colour = \"ochre\"", "colour = 3", &["file::wrong-type @3"]),
    ("colour = \"ochre\"", "colour = \"\"", &["map::bad-name @\"\""]),
    ("colour = \"ochre\"", "tracks = []", &["map::no-tracks @[]"]),
    ("colour = \"ochre\"", "tracks = 3", &["file::wrong-type @3"]),
    ("colour = \"ochre\"", "tracks = [3]", &["file::wrong-type @3"]),
    ("colour = \"ochre\"", "tracks = [{ length = 3 }]", &["map::track-key @length"]),
    ("colour = \"ochre\"", "colour = \"ochre\", tracks = [\"teal\"]", &["map::tracks-and-colour @colour"]),
    (
        "colour = \"ochre\"",
        "tracks = [\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\"]",
        &["map::too-many-tracks @\"i\""],
    ),
    ("[\"Aby\", \"Cove\"]", "[\"Aby\"]", &["map::short-ticket @[\"Aby\"]"]),
    ("[\"Aby\", \"Cove\"]", "[\"Aby\", \"Aby\"]", &["map::ticket-repeats-city @\"Aby\""]),
    ("[\"Aby\", \"Cove\"]", "[\"Aby\", \"Zork\"]", &["map::unknown-city @\"Zork\""]),
    ("Bree = { haunted = true }", "Bree = { junction = 1 }", &["file::wrong-type @1"]),
    ("Aby = { at = [1.5, 2] }", "Aby = { junction = true }", &["map::ticket-at-junction @\"Aby\""]),
    ("points = 5", "points = -5", &["map::bad-points @-5"]),
    ("points = 5", "points = true", &["file::wrong-type @true"]),
    ("points = 5", "deck = 1", &["file::wrong-type @1"]),
    (
        "points = 5 },",
        "points = 5 }, { cities = [\"Cove\", \"Aby\"] },",
        &["map::duplicate-ticket @{ cities = [\"Cove\", \"Aby\"] }"],
    ),
    ("points = 5 },", "points = 5 }, { cities = [\"Cove\", \"Aby\"], deck = \"b\" },", &[]),
    ("points = 5 },", "points = 5 }, 3,", &["file::wrong-type @3"]),
    ("min = 2", "min = 0", &["players::bad-count @0"]),
    ("min = 2", "min = 6", &["players::range @players"]),
    ("max = 5", "max = 9", &["players::bad-count @9"]),
    ("max = 5", "mox = 5", &["players::unknown-key @mox"]),
    ("max = 5", "max = \"5\"", &["file::wrong-type @\"5\""]),
    ("[players.2]", "[players.9]", &["players::bad-count @9"]),
    ("[players.2]", "[players.02]", &["players::bad-count @02"]),
    ("[players.2]", "[players.7]", &["players::unused-count @7"]),
    ("[players.2]\nalpha = { row = 7 }", "2 = 7", &["file::wrong-type @7"]),
    ("[set]\nalpha.row = 5\n[set.plain.alpha]\nrow = 6", "[lints]", &[]),
    ("[x-editor]", "[y-editor]", &["map::unknown-key @y-editor"]),
];

#[test]
fn broken_maps_are_told_what_is_wrong_and_nothing_else() {
    for (from, to, expected) in BROKEN_MAPS {
        assert_eq!(findings(&edited(from, to)), *expected, "{from:?} -> {to:?}");
    }
}

/// Maps and other inputs that need more than an edit.
fn other_triggers() -> Vec<(&'static str, Vec<Diagnostic>)> {
    let map = |text: &str| load(text).2;
    let header = "format = 1\nname = \"x\"\n";
    let many = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    let stack = |rules: &str, set: &str| {
        let (_, rules, _) = rule_set(&format!("format = 1\n{rules}"));
        let (_, map, _) = load(&edited("alpha.row = 5", set));
        check_modules(&Stack { rule_set: &rules, map: Some(&map), command_line: &[] }, &KNOWN)
    };
    let set = |text: &str| match parse_set(&mut Sources::new(), text) {
        Ok(_) => vec![],
        Err(fault) => vec![*fault],
    };
    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its faults are of interest")]
    struct Row {
        row: u8,
    }
    let read = |text: &str| rule_set(text).1.modules.get("alpha").unwrap().read_all::<Row>().1;
    let lints = |text: &str| {
        let (_, map, _) = load(&format!("{ISLE}[lints]\n{text}\n"));
        Levels::read(&map.lints, CODES.iter()).1
    };
    let cities = many(MAX_CITIES + 2, &|n| format!("c{n}={{}}\n"));
    let routes = many(MAX_ROUTES / 8 + 1, &|_| {
        "[[routes]]\nbetween=['a','b']\nlength=1\ntracks=['a','b','c','d','e','f','g','h']\n".into()
    });
    let tickets = many(MAX_TICKETS + 2, &|n| format!("{{cities=['a','b'],deck='{n}'}},"));
    let ab = "[cities]\na={}\nb={}\n";
    let mut sources = Sources::new();
    vec![
        ("file::too-large", map(&" ".repeat(MAX_FILE_BYTES + 1))),
        ("file::not-utf8", vec![*sources.add_bytes("x", b"\xff").unwrap_err()]),
        ("file::too-deep", map(&format!("a = {}1{}", "[".repeat(33), "]".repeat(33)))),
        ("set::no-value", set("alpha.row")),
        ("set::bad-key", set("a b=3")),
        ("set::bad-value", set("a=[1,")),
        ("param::unknown", read("format = 1\nalpha = { row = 1, raw = 2 }")),
        ("param::wrong-type", read("format = 1\nalpha = { row = true }")),
        ("param::invalid", read("format = 1\nalpha = { row = 256 }")),
        ("param::missing", read("format = 1\nalpha = {}")),
        ("module::unknown", stack("alpah = {}", "alpha.row = 5")),
        ("module::not-a-table", stack("alpha = 3", "alpha.row = 5")),
        ("map::misplaced", map(&format!("{header}{ab}routes = [{{ between = ['a', 'b'], length = 1 }}]"))),
        ("map::no-cities", map(&format!("{header}routes = []\n[cities]\n"))),
        ("map::no-routes", map(&format!("{header}{ab}"))),
        (
            "map::too-many-cities",
            map(&format!("{header}routes=[{{between=['c0','c32001'],length=1}}]\n[cities]\n{cities}")),
        ),
        ("map::too-many-routes", map(&format!("{header}{ab}{routes}"))),
        (
            "map::too-many-tickets",
            map(&format!("{header}routes=[{{between=['a','b'],length=1}}]\ntickets=[{tickets}]\n{ab}")),
        ),
        ("file::not-a-map", map("format = 1\nname = \"Plain\"\n[alpha]\nrow = 1\n")),
        ("file::not-rules", rule_set(ISLE).2),
        ("lints::unknown", lints("'map::dead-edn' = 'allow'")),
        ("lints::unknown", lints("map.dead-end = 'allow'")),
        ("lints::not-a-lint", lints("'map::unknown-city' = 'allow'")),
        ("lints::level", lints("'map::duplicate-ticket' = 'alow'")),
        ("module::ambiguous", {
            let (_, rules, _) = rule_set("format = 1");
            let (_, map, _) = load(ISLE);
            let known = Known { rule_sets: &["alpha"], ..KNOWN };
            check_modules(&Stack { rule_set: &rules, map: Some(&map), command_line: &[] }, &known)
        }),
    ]
}

#[test]
fn every_code_is_triggered_by_a_test() {
    let mut seen = BTreeSet::new();
    for (from, to, _) in BROKEN_MAPS {
        seen.extend(load(&edited(from, to)).2.iter().map(|d| d.code));
    }
    for (code, found) in other_triggers() {
        assert!(found.iter().any(|d| d.code == code), "{code}: {found:?}");
        let expected: &[&str] = match code {
            "map::no-cities" => &["map::no-cities", "map::no-routes"],
            _ => &[code],
        };
        assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), expected);
        seen.insert(code);
    }
    assert_eq!(seen, used_codes());
}

/// The codes that stand in the files of this layer.
fn used_codes() -> BTreeSet<&'static str> {
    let files = [
        include_str!("../text/de.rs"),
        include_str!("../content/layers.rs"),
        include_str!("../findings/lints.rs"),
        include_str!("../content/map.rs"),
        include_str!("../content/map/cities.rs"),
        include_str!("../content/map/paths.rs"),
        include_str!("../content/map/routes.rs"),
        include_str!("../content/map/tickets.rs"),
        include_str!("../text/parse.rs"),
        include_str!("../content/reader.rs"),
        include_str!("../text/recovery.rs"),
        include_str!("../content/ruleset.rs"),
        include_str!("../text/syntax.rs"),
        include_str!("../text/files.rs"),
    ];
    let plain = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c.is_ascii_digit());
    let is_code = |text: &&str| text.split_once("::").is_some_and(|(family, name)| plain(family) && plain(name));
    let sources = files.map(|file| file.split("#[cfg(test)]").next().unwrap_or_default());
    sources.iter().flat_map(|file| file.split('"')).filter(is_code).collect()
}

#[test]
fn every_code_in_the_sources_is_listed_once() {
    let listed: BTreeSet<&str> = CODES.iter().map(|c| c.code).collect();
    assert_eq!(listed.len(), CODES.len());
    assert_eq!(used_codes().difference(&listed).collect::<Vec<_>>(), Vec::<&&str>::new());
    assert!(used_codes().len() > 40, "the codes are found at all");
}

#[test]
fn suggestions_mend_what_they_can() {
    let mend = |text: &str| {
        let (sources, _, found) = load(text);
        let edit = found[0].suggestion.clone().unwrap_or_else(|| panic!("{found:?}"));
        let mut text = sources.text(edit.span.file).to_owned();
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.replacement);
        text
    };
    for (from, to) in [
        ("[\"Aby\", \"Bree\"]", "[\"Aby\", \"Bere\"]"),
        ("[\"Aby\", \"Cove\"]", "[\"Aby\", \"Coves\"]"),
        ("\"original\"", "\"Orignal\""),
        ("max = 5", "mxa = 5"),
        ("colour = \"ochre\"", "colour = ochre"),
    ] {
        assert_eq!(mend(&edited(from, to)), ISLE, "{to}");
    }
    assert!(mend(&edited("name = \"Isle\"", "name = \"Isle\"\nlicense = \"MIT\"")).contains("\nlicence = \"MIT\""));
}
