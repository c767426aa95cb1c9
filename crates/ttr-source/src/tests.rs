//! Tests of the source layer as a whole: every code, exact places, layers, hostile input, and the first board.

use super::*;
use crate::limits::{MAX_CITIES, MAX_FILE_BYTES, MAX_NESTING, MAX_ROUTES, MAX_TICKETS};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

const FIRST_BOARD: &str = include_str!("../../../maps/usa.toml");

const ISLE: &str = r#"format = 1
name = "Isle"
rules = "plain"
board = { status = "original", wrap = -135 }
routes = [
    { between = ["Aby", "Bree"], length = 2, colour = "ochre" },
    { between = ["Bree", "Cove"], length = 3, tracks = ["mauve", { colour = "teal", haunted = 1 }], foggy = true },
]
tickets = [
    { cities = ["Aby", "Cove"], points = 5 },
]
[cities]
Aby = { at = [1.5, 2] }
Bree = { haunted = true }
Cove = { pos = [3, 4], names = { ru = "Ков" } }
[set]
alpha.row = 5
[set.plain.alpha]
row = 6
[players]
min = 2
max = 5
[players.2]
alpha = { row = 7 }
[x-editor]
zoom = 3
"#;

fn load(text: &str) -> (Sources, MapSource, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let file = sources.add("isle.toml", text);
    let (map, found) = MapSource::load(&sources, file);
    (sources, map, found)
}

/// Every finding as `code @text`.
fn findings(text: &str) -> Vec<String> {
    let (sources, _, found) = load(text);
    found.iter().map(|d| format!("{} @{}", d.code, d.span.map_or("", |s| sources.slice(s)))).collect()
}

fn rule_set(text: &str) -> (Sources, RuleSetSource, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let file = sources.add("plain.toml", text);
    let (rules, found) = RuleSetSource::load(&sources, file, "plain");
    (sources, rules, found)
}

fn edited(from: &str, to: &str) -> String {
    assert_eq!(ISLE.matches(from).count(), 1, "{from}");
    ISLE.replace(from, to)
}

const KNOWN: Known<'_> = Known { modules: &["alpha", "beta", "gamma"], rule_sets: &["plain", "fancy"] };

#[test]
fn a_sound_map_has_no_faults() {
    let (sources, map, found) = load(ISLE);
    assert_eq!(found, []);
    assert_eq!((map.name.as_str(), map.entries, map.routes.len(), map.groups), ("Isle", 2, 3, 1));
    assert_eq!(map.board, Board { status: Some("original".into()), wrap: Some(-135.0), note: None });
    assert!(
        matches!(&map.rules, Some(RulesRef::Named(name, span)) if name == "plain" && sources.slice(*span) == "\"plain\"")
    );
    let city = |n: usize| &map.cities[n];
    assert_eq!((city(0).name.as_str(), city(0).at, city(0).position), ("Aby", Some([1.5, 2.0]), None));
    assert_eq!(city(1).attrs.keys().collect::<Vec<_>>(), ["haunted"]);
    assert_eq!((city(2).position, city(2).names.get("ru").unwrap().as_str()), (Some([3.0, 4.0]), "Ков"));
    let about = |n: usize| {
        let r: &Route = &map.routes[n];
        let attrs: Vec<&str> = r.attrs.keys().collect();
        let text = sources.slice(r.colour_span);
        (r.ends, r.length, r.colour.clone(), r.entry, r.track, r.group, attrs.join(" "), text)
    };
    assert_eq!(about(0), ([0, 1], 2, Some("ochre".into()), 0, 1, None, String::new(), "\"ochre\""));
    assert_eq!(about(1), ([1, 2], 3, Some("mauve".into()), 1, 1, Some(0), "foggy".into(), "\"mauve\""));
    assert_eq!(about(2), ([1, 2], 3, Some("teal".into()), 1, 2, Some(0), "foggy haunted".into(), "\"teal\""));
    assert_eq!(sources.slice(map.routes[2].span), "{ colour = \"teal\", haunted = 1 }");
    assert_eq!(sources.slice(map.routes[2].attrs.entry("haunted").unwrap().key_span), "haunted");
    assert_eq!(map.tickets[0].cities, [0, 2]);
    assert_eq!((map.tickets[0].points, &map.tickets[0].deck), (Some(5), &None));
    assert_eq!((map.players.min, map.players.max), (Some(2), Some(5)));
}

#[test]
fn a_tracks_attributes_lie_over_those_of_its_entry() {
    let (_, map, found) = load(&edited("foggy = true", "foggy = true, haunted = 9"));
    assert_eq!(found, []);
    let haunted = |n: usize| map.routes[n].attrs.get("haunted").and_then(Node::as_int);
    assert_eq!((haunted(1), haunted(2)), (Some(9), Some(1)));
}

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
        include_str!("de.rs"),
        include_str!("layers.rs"),
        include_str!("lints.rs"),
        include_str!("map.rs"),
        include_str!("map/cities.rs"),
        include_str!("map/paths.rs"),
        include_str!("map/routes.rs"),
        include_str!("map/tickets.rs"),
        include_str!("parse.rs"),
        include_str!("reader.rs"),
        include_str!("recovery.rs"),
        include_str!("ruleset.rs"),
        include_str!("syntax.rs"),
        include_str!("files.rs"),
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

#[test]
fn messages_name_file_line_and_column() {
    let (sources, _, found) = load(&edited("[\"Aby\", \"Bree\"]", "[\"Aby\", \"Bere\"]"));
    assert_eq!(sources.short(&found[0]), "isle.toml:6:25: error[map::unknown-city]: there is no city \"Bere\"");
    assert_eq!(found[0].help.as_deref(), Some("did you mean \"Bree\"?"));
}

#[test]
fn all_faults_are_told_at_once() {
    let text = edited("length = 2", "length = 0").replace("\"Cove\"], points = 5", "\"Cave\"], points = -5");
    let text = text.replace("max = 5", "max = 50").replace("name = \"Isle\"", "nmae = \"Isle\"");
    let codes: Vec<_> = load(&text).2.iter().map(|d| d.code).collect();
    assert_eq!(
        codes,
        ["map::unknown-key", "map::bad-length", "map::unknown-city", "map::bad-points", "players::bad-count",]
    );
}

#[test]
fn a_slip_for_a_key_that_must_be_there_is_one_finding_and_read_as_meant() {
    for (from, to, slip) in [
        ("length = 2", "lenght = 2", "lenght"),
        ("{ between = [\"Aby\", \"Bree\"]", "{ betwen = [\"Aby\", \"Bree\"]", "betwen"),
        ("{ cities = [\"Aby\"", "{ citys = [\"Aby\"", "citys"),
        ("name = \"Isle\"", "nmae = \"Isle\"", "nmae"),
        ("[cities]", "[citeis]", "citeis"),
        ("routes = [", "route = [", "route"),
    ] {
        let text = edited(from, to);
        assert_eq!(findings(&text), [format!("map::unknown-key @{slip}")]);
        let (_, map, found) = load(&text);
        assert_eq!((map.cities.len(), map.routes.len(), map.tickets.len(), map.name.as_str()), (3, 3, 1, "Isle"));
        assert!(map.routes.iter().all(|r| r.attrs.get(slip).is_none()), "{slip} is no attribute");
        assert!(found[0].suggestion.is_some(), "{slip}");
    }
}

#[test]
fn keys_of_other_tools_are_left_alone_everywhere() {
    let text = edited("foggy = true", "x-drawn = 3").replace("points = 5", "points = 5, x-art = \"a\"");
    let text = text.replace("Bree = { haunted = true }", "Bree = { x-size = 2 }").replace("wrap = -135", "x-y = 1");
    assert_eq!(findings(&text), Vec::<String>::new());
    let (_, map, _) = load(&text);
    assert!(map.cities.iter().all(|c| c.attrs.is_empty()) && map.tickets.iter().all(|t| t.attrs.is_empty()));
    assert!(map.routes[1].attrs.is_empty());
}

#[test]
fn display_names_are_read() {
    let (sources, map, found) = load(&edited("[x-editor]", "[display]\ncoach = \"bus\"\nteal = 3\n[x-editor]"));
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["file::wrong-type"]);
    assert_eq!((map.display["coach"].name.as_str(), sources.slice(map.display["coach"].span)), ("bus", "coach"));
}

#[test]
fn levels_make_findings_louder_or_silent_but_no_error() {
    use Severity::{Error, Info, Warning};
    let levels = |level: &str| {
        let (_, map, _) = load(&format!("{ISLE}[lints]\n'map::duplicate-ticket' = '{level}'\n"));
        Levels::read(&map.lints, CODES.iter()).0
    };
    let after = |level: &str| {
        let mut found = vec![
            Diagnostic::warning("map::duplicate-ticket", ""),
            Diagnostic::error("map::duplicate-ticket", ""),
            Diagnostic::warning("map::similar-cities", ""),
        ];
        levels(level).apply(&mut found, Error);
        found.iter().map(|d| d.severity).collect::<Vec<_>>()
    };
    assert_eq!(after("allow"), [Error, Warning]);
    assert_eq!(after("info"), [Info, Error, Warning]);
    assert_eq!(after("warn"), [Warning, Error, Warning]);
    assert_eq!(after("deny"), [Error, Error, Warning]);
}

#[test]
fn of_very_many_findings_of_a_code_the_rest_is_counted() {
    let routes = "{ between = [\"Aby\", \"Bree\"], length = 0 },\n".repeat(1_120);
    let (_, _, found) = load(&edited("routes = [\n", &format!("routes = [\n{routes}")));
    assert_eq!(found.len(), 1_000);
    assert_eq!(found[998].message, "a route has 1 to 100 spaces, not 0");
    assert_eq!(found[999].full_message(), "a route has 1 to 100 spaces, not 0 (and 120 more like this)");
}

#[test]
fn two_entries_with_the_same_ends_are_no_group() {
    let (_, map, found) = load(
        &edited("tickets = [", "x-y = 1\ntickets = [")
            .replace("routes = [", "routes = [\n    { between = [\"Bree\", \"Aby\"], length = 4 },"),
    );
    assert_eq!(found, []);
    assert_eq!(map.routes.len(), 4);
    assert_eq!((map.routes[0].group, map.routes[1].group, &map.routes[0].colour), (None, None, &None));
    assert_eq!(map.routes[0].colour_span, map.routes[0].span);
}

#[test]
fn headers_for_each_route_are_as_good_as_a_list() {
    let text = "format = 1\nname = \"x\"\n[[routes]]\nbetween = [\"a\", \"b\"]\nlength = 1\n[[routes]]\nbetween = [\"a\", \"b\"]\n[cities]\na = {}\nb = {}\n";
    let (sources, map, found) = load(text);
    assert_eq!((map.routes.len(), map.entries), (1, 2));
    assert_eq!(found.len(), 1);
    assert_eq!(sources.short(&found[0]), "isle.toml:6:1: error[file::missing]: a route has no `length`");
}

#[test]
fn misplaced_routes_are_read_all_the_same() {
    let text =
        "format = 1\nname = \"x\"\n[cities]\na = {}\nb = {}\nroutes = [{ between = [\"a\", \"b\"], length = 0 }]\n";
    let (_, map, found) = load(text);
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["map::misplaced", "map::bad-length"]);
    assert_eq!(map.cities.len(), 2);
}

// ---- syntax ----

#[test]
fn syntax_errors_cost_their_line_only() {
    let text = edited("Bree = { haunted = true }", "Old Bree = {}\nBree = { haunted = true }")
        .replace("colour = \"ochre\"", "colour = \"ochre\" = 1")
        .replace("points = 5", "points = -5");
    assert_eq!(findings(&text), ["file::syntax @", "map::bad-points @-5", "file::syntax @Old Bree"]);
    let (_, map, _) = load(&text);
    assert_eq!((map.cities.len(), map.routes.len()), (3, 2), "the entry at fault is left out");
}

#[test]
fn a_city_in_a_line_that_was_lost_is_not_missed() {
    assert_eq!(findings(&edited("Bree = { haunted = true }", "Bree = { haunted = }} true")), ["file::syntax @"]);
    assert_eq!(findings(&edited("Bree = { haunted = true }", "Bree")), ["file::syntax @Bree"]);
}

#[test]
fn a_bracket_without_its_end_is_one_error() {
    for (from, to) in [
        ("Aby = { at = [1.5, 2] }", "Aby = { at = [1.5, 2]"),
        ("Aby = { at = [1.5, 2] }", "Aby = { at = [1.5, 2 }"),
        ("points = 5 },\n]", "points = 5 },\n"),
        ("colour = \"ochre\" },", "colour = \"ochre\","),
        ("colour = \"ochre\" },", "colour = \"ochre\" }"),
        ("length = 2", "length = "),
        ("length = 2", "length 2"),
        ("length = 2", "length = two"),
        ("name = \"Isle\"", "name = \"Isle"),
        ("[players.2]", "[players.2"),
        ("[players.2]", "[players]"),
        ("[x-editor]\nzoom = 3\n", "[x-editor]\nzoom = [3\n"),
        ("[cities]", "[cities"),
        ("routes = [", "routes = ]"),
        ("tickets = [", "tickets = {"),
        ("format = 1", "format: 1"),
        ("rules = \"plain\"", "rules = \"\"\"plain\""),
    ] {
        let (sources, _, found) = load(&edited(from, to));
        let told: Vec<String> = found.iter().map(|d| sources.short(d)).collect();
        assert_eq!(found.iter().filter(|d| d.code == "file::syntax").count(), 1, "{to}: {told:#?}");
        assert!(found.iter().all(|d| d.code == "file::syntax" || d.code == "players::unknown-key"), "{to}: {told:#?}");
    }
}

#[test]
fn a_forgotten_comma_loses_nothing() {
    let (_, map, found) =
        load(&edited("colour = \"ochre\" },", "colour = \"ochre\" }").replace("\"mauve\", {", "\"mauve\" {"));
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["file::syntax", "file::syntax"]);
    assert_eq!(map.routes.len(), 3);
}

#[test]
fn neighbouring_lines_at_fault_are_both_told() {
    let text = edited("Bree = { haunted = true }", "Old Bree = {}\nNew Bree = {}\nBree = {}");
    assert_eq!(findings(&text), ["file::syntax @Old Bree", "file::syntax @New Bree"]);
}

#[test]
fn the_first_of_a_duplicate_is_shown() {
    for (from, to, first) in [
        ("Bree = { haunted = true }", "Bree = {}\nAby = {}", "Aby"),
        ("length = 2", "length = 2, length = 3", "length"),
        ("[players.2]\n", "[cities]\n", "cities"),
    ] {
        let (sources, _, found) = load(&edited(from, to));
        let duplicate = found.iter().find(|d| d.code == "file::syntax").unwrap();
        let (span, _) = duplicate.labels[0];
        assert_eq!(sources.slice(span), first);
        assert!(span.end <= duplicate.span.unwrap().start);
        assert_eq!(sources.slice(duplicate.span.unwrap()), first);
    }
}

#[test]
fn a_name_without_quotes_is_shown_with_them() {
    for name in ["Old Bree", "Brée", "O'Bree", "St. Bree's (East)"] {
        let (sources, _, found) = load(&edited("Bree = { haunted = true }", &format!("{name} = {{}}\nBree = {{}}")));
        let mend = found[0].suggestion.as_ref().unwrap();
        assert_eq!((sources.slice(mend.span), mend.applicability), (name, Applicability::Certain));
        assert_eq!(mend.replacement, toml_text(name));
    }
}

/// The message, and the mended text if it is certain.
fn mended(from: &str, to: &str) -> (String, Option<String>) {
    let text = edited(from, to);
    let (_, _, found) = load(&text);
    assert_eq!(found.len(), 1, "{to}: nothing that only follows is told: {found:#?}");
    let certain = found[0].suggestion.as_ref().filter(|mend| mend.applicability == Applicability::Certain);
    let mended = certain.map(|mend| {
        let mut mended = text.clone();
        mended.replace_range(mend.span.start as usize..mend.span.end as usize, &mend.replacement);
        assert_eq!(findings(&mended), Vec::<String>::new(), "{to}: the repair is one");
        mended
    });
    (found[0].message.clone(), mended)
}

#[test]
fn habits_of_other_formats_are_told_and_mended() {
    for (from, to, message) in [
        ("name = \"Isle\"", "name: \"Isle\"", "a key and its value are joined by `=`, not `:`"),
        ("name = \"Isle\"", "name = “Isle”", "a text stands in plain quotes: `\"`"),
        ("format = 1", "format = 1;", "a value ends with its line, without `;`"),
        ("format = 1", "format = 1 // the first", "a comment begins with `#`"),
        ("name = \"Isle\"", "name = Isle", "a text must be in quotes"),
        ("name = \"Isle\"", "name = Truro", "a text must be in quotes"),
        ("name = \"Isle\"", "name = The Isle", "a text must be in quotes"),
        ("haunted = true", "haunted = True", "this word is written small"),
        ("colour = \"ochre\" },", "colour = \"ochre\" }", "a comma is missing before this"),
    ] {
        let (said, mended) = mended(from, to);
        assert_eq!(said, message, "{to}");
        assert!(mended.is_some(), "{to}: it is certain");
    }
}

#[test]
fn a_city_with_a_dot_in_its_name_is_one_city() {
    let text = edited("Bree = { haunted = true }", "St. Bree = { haunted = true }").replace("\"Bree\"", "\"St. Bree\"");
    let (sources, map, found) = load(&text);
    assert_eq!(found.len(), 1, "{found:#?}");
    let mend = found[0].suggestion.as_ref().unwrap();
    assert_eq!((sources.slice(mend.span), mend.replacement.as_str()), ("St. Bree", "\"St. Bree\""));
    assert!(map.cities.iter().any(|city| city.name == "St. Bree"));
    // A table of one's own below a header is no name.
    let (_, map, _) = load(&edited("Bree = { haunted = true }", "Bree.names = { fr = \"Brée\" }"));
    assert!(map.cities.iter().any(|city| city.name == "Bree"));
}

#[test]
fn what_was_meant_for_the_top_of_the_map_is_no_city() {
    let text = edited("Bree = { haunted = true }", "Bree = { haunted = true }\nsummary = \"an isle\"");
    let (sources, map, found) = load(&text);
    let told: Vec<&str> = found.iter().map(|d| d.code).collect();
    assert_eq!((told, sources.slice(found[0].span.unwrap())), (vec!["map::misplaced"], "summary"));
    assert!(map.cities.iter().all(|city| city.name != "summary"));
}

#[test]
fn several_colours_are_tracks() {
    let (said, _) = mended("colour = \"ochre\"", "colour = [\"ochre\", \"ochre\"]");
    assert!(said.contains("`tracks`"), "{said}");
}

/// toml's words are not ours: [`parse`] must be looked at when they change.
#[test]
fn the_words_of_toml_are_the_ones_we_know() {
    let message = |text: &str| toml::de::DeTable::parse(text).unwrap_err().message().to_owned();
    assert_eq!(message("a = 1\na = 2"), "duplicate key");
    assert!(message("a = x").starts_with("string values must be quoted"));
    assert!(message("a = tru").starts_with("invalid boolean"));
    assert!(message("a = 2020-13-01").starts_with("invalid date"));
    assert!(message("é = 1").starts_with("invalid unquoted key"));
    assert!(message("a = \"\\q\"").starts_with("missing escaped value"));
    assert!(message("a b = 1").starts_with("key with no value"));
}

#[test]
fn byte_order_marks_and_windows_line_ends_are_fine() {
    let text = format!("\u{feff}{}", ISLE.replace('\n', "\r\n"));
    assert_eq!(findings(&text), Vec::<String>::new());
    let text = text.replace("points = 5", "points = -5");
    let (sources, _, found) = load(&text);
    assert_eq!(sources.slice(found[0].span.unwrap()), "-5");
    assert!(sources.short(&found[0]).starts_with("isle.toml:10:42:"), "{}", sources.short(&found[0]));
}

#[test]
fn values_keep_their_kind_and_place() {
    let mut sources = Sources::new();
    let text =
        "b = true\ni = -0x_F\ni2 = 0xff\nf = 1.5\nd = 2020-01-02\ns = '''x\ny'''\nl = [1, 'a']\nz.y = 1\na = {}\n";
    let file = sources.add("x", text.replace("i = -0x_F\n", ""));
    let Parsed { root, faults, .. } = parse(&sources, file);
    assert_eq!(faults, []);
    let table = root.as_table().unwrap();
    assert!(table.keys().eq(["b", "i2", "f", "d", "s", "l", "z", "a"]), "in the order of the file");
    assert_eq!(table.get("d").unwrap().as_str(), Some("2020-01-02"));
    assert_eq!(table.get("i2").unwrap().as_int(), Some(255));
    assert_eq!(sources.slice(table.get("s").unwrap().span), "'''x\ny'''");
    assert_eq!(sources.slice(table.get("l").unwrap().span), "[1, 'a']");
    assert_eq!(sources.slice(root.at(["l", "1"]).unwrap().span), "'a'");
    assert_eq!(root.at(["z", "y"]).and_then(Node::as_int), Some(1));
    for number in ["99999999999999999999", "1e999"] {
        let file = sources.add("x", format!("a = {number}"));
        let parsed = parse(&sources, file);
        assert_eq!(parsed.faults.len(), 1);
        assert_eq!(sources.slice(parsed.faults[0].span.unwrap()), number);
    }
}

#[test]
fn nesting_has_a_limit_however_it_is_written() {
    let nested = |n: usize| {
        [
            format!("a = {}{}", "[".repeat(n), "]".repeat(n)),
            format!("a = {}1{}", "{b=".repeat(n), "}".repeat(n)),
            format!("[a{}]", ".a".repeat(n - 1)),
            format!("a{}=1", ".a".repeat(n)),
        ]
    };
    let faults = |text: String| {
        let mut sources = Sources::new();
        let file = sources.add("x", text);
        parse(&sources, file).faults
    };
    for text in nested(MAX_NESTING) {
        assert_eq!(faults(text), []);
    }
    for text in nested(MAX_NESTING + 1) {
        assert_eq!(faults(text).iter().map(|f| f.code).collect::<Vec<_>>(), ["file::too-deep"]);
    }
    let brackets =
        "# [[[[\ns = \"[[[ \\\" [[[\"\nl = '[[[ \\'\nm = \"\"\"[[[ \"\" [[[\"\"\"\"\"\nn = '''[[ '' [['''''\n"
            .repeat(20);
    let keys = brackets
        .lines()
        .enumerate()
        .map(|(n, line)| format!("{}{}\n", if line.starts_with('#') { String::new() } else { format!("k{n}.") }, line));
    assert_eq!(faults(keys.collect()), []);
}

// ---- overrides of the command line ----

#[test]
fn overrides_are_paths_and_values() {
    let mut sources = Sources::new();
    let mut set = |text: &str| {
        let node = parse_set(&mut sources, text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        fn path(node: &Node, sources: &Sources, out: &mut String) {
            assert_eq!(node.layer, Layer::CommandLine);
            match node.as_table().and_then(|t| t.iter().next()) {
                Some(entry) => {
                    out.push_str(sources.slice(entry.key_span));
                    out.push('/');
                    path(&entry.value, sources, out);
                }
                None => out.push_str(&format!("{} @{}", node.what(), sources.slice(node.span))),
            }
        }
        let mut out = String::new();
        path(&node, &sources, &mut out);
        out
    };
    assert_eq!(set("alpha.row=6"), "alpha/row/the number 6 @6");
    assert_eq!(set("alpha = false"), "alpha/`false` @false");
    assert_eq!(set("a.\"b c\".d=[1, 2]"), "a/\"b c\"/d/a list @[1, 2]");
    assert_eq!(set("a.b= last turn "), "a/b/the text \"last turn\" @last turn");
    assert_eq!(set("a.b=tru"), "a/b/the text \"tru\" @tru");
    assert_eq!(set("a='x=y'"), "a/the text \"x=y\" @'x=y'");
    assert_eq!(set("a=été"), "a/the text \"été\" @été");
    for (text, code) in [
        ("", "set::no-value"),
        ("a", "set::no-value"),
        ("a=", "set::no-value"),
        ("a= ", "set::no-value"),
        ("=1", "set::bad-key"),
        ("a..b=1", "set::bad-key"),
        ("a b=1", "set::bad-key"),
        ("[a]\nb=1", "set::bad-key"),
        ("a=1\nb=2", "set::bad-key"),
        ("#a=1", "set::bad-key"),
        ("a=[1", "set::bad-value"),
        ("a={", "set::bad-value"),
        ("a==1", "set::bad-value"),
        ("a='x", "set::bad-value"),
        ("a=x\0", "set::bad-value"),
    ] {
        assert_eq!(parse_set(&mut sources, text).unwrap_err().code, code, "{text:?}");
    }
    let deep = format!("a{}=1", ".a".repeat(100));
    assert_eq!(parse_set(&mut sources, &deep).unwrap_err().code, "set::bad-key");
    let deep = format!("a={}", "[".repeat(100_000));
    assert_eq!(parse_set(&mut sources, &deep).unwrap_err().code, "file::too-deep");
}

// ---- layers ----

const PLAIN: &str = r#"format = 1
name = "Plain"
summary = "Nothing special."
[players]
min = 2
max = 5
[players.2]
beta = false
[players.4]
alpha.deep.a = 40
[alpha]
row = 1
list = [1, 2, 3]
deep = { a = 1, b = 2 }
[beta]
on = true
[x-editor]
zoom = 1
"#;

fn settled(map: &str, overrides: &[&str], players: u8) -> (Sources, Settings) {
    let mut sources = Sources::new();
    let file = sources.add("plain.toml", PLAIN);
    let (rules, found) = RuleSetSource::load(&sources, file, "plain");
    assert_eq!(found, []);
    let file = sources.add("isle.toml", map);
    let (map, found) = MapSource::load(&sources, file);
    assert_eq!(found, []);
    let command_line: Vec<Node> = overrides.iter().map(|text| parse_set(&mut sources, text).unwrap()).collect();
    let stack = Stack { rule_set: &rules, map: Some(&map), command_line: &command_line };
    assert_eq!(check_modules(&stack, &KNOWN), []);
    let settings = settle(&stack, &KNOWN, players);
    (sources, settings)
}

#[test]
fn later_layers_win_key_by_key_and_values_know_where_they_came_from() {
    let map = edited("alpha.row = 5", "alpha.row = 5\nalpha.deep.c = 3\nalpha.list = [9]");
    let value = |players: u8, overrides: &[&str], path: &[&str]| {
        let (sources, settings) = settled(&map, overrides, players);
        let node = settings.get("alpha").unwrap().node.at(path.iter().copied()).unwrap().clone();
        let position = sources.position(node.span.file, node.span.start);
        let place = format!("{}:{}", sources.name(node.span.file), position.line);
        format!("{} by {} at {place}", sources.slice(node.span), settings.layer_name(node.layer))
    };
    assert_eq!(value(3, &[], &["row"]), "6 by the map's [set.plain] at isle.toml:21");
    assert_eq!(value(2, &[], &["row"]), "7 by the map's [players.2] at isle.toml:26");
    assert_eq!(value(2, &["alpha.row=8"], &["row"]), "8 by --set at --set:1");
    assert_eq!(value(2, &["alpha.row=8", "alpha.row=9"], &["row"]), "9 by --set at --set:1");
    assert_eq!(value(3, &[], &["list"]), "[9] by the map's [set] at isle.toml:19");
    assert_eq!(value(3, &[], &["deep", "a"]), "1 by the rule set at plain.toml:14");
    assert_eq!(value(4, &[], &["deep", "a"]), "40 by the rule set's [players.4] at plain.toml:10");
    assert_eq!(value(4, &[], &["deep", "b"]), "2 by the rule set at plain.toml:14");
    assert_eq!(value(4, &[], &["deep", "c"]), "3 by the map's [set] at isle.toml:18");
    assert_eq!(value(4, &["alpha.deep=1"], &["deep"]), "1 by --set at --set:1", "a value replaces a table");
    assert!(
        Layer::RuleSet < Layer::RuleSetPlayers
            && Layer::MapSet < Layer::MapSetRules
            && Layer::MapPlayers < Layer::CommandLine
    );
}

#[test]
fn modules_are_removed_and_brought_back() {
    let modules = |players, overrides: &[&str]| {
        let (_, settings) = settled(ISLE, overrides, players);
        settings.iter().map(|(id, _)| id.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(modules(3, &[]), ["alpha", "beta"]);
    assert_eq!(modules(2, &[]), ["alpha"]);
    assert_eq!(modules(2, &["beta=true"]), ["alpha", "beta"]);
    assert_eq!(modules(3, &["alpha=false", "gamma.x=1"]), ["beta", "gamma"]);
    let (sources, settings) = settled(ISLE, &[], 2);
    let (span, layer) = settings.removed("beta").unwrap();
    assert_eq!((sources.slice(span), settings.layer_name(layer)), ("beta", "the rule set's [players.2]".into()));
    let (_, settings) = settled(ISLE, &["beta.x=1"], 2);
    assert!(settings.removed("beta").is_none());
    let beta = settings.get("beta").unwrap();
    assert!(beta.node.at(["on"]).is_none(), "what was removed is gone");
    assert_eq!(beta.node.layer, Layer::CommandLine);
}

#[test]
fn tables_of_other_rule_sets_are_left_alone_and_still_checked() {
    let (_, settings) = settled(&edited("[set.plain.alpha]", "[set.fancy.alpha]"), &[], 3);
    assert_eq!(settings.get("alpha").unwrap().node.at(["row"]).and_then(Node::as_int), Some(5));
    assert!(settings.get("fancy").is_none());
    let (_, rules, _) = rule_set(PLAIN);
    let check = |map: &str| {
        let (sources, map, _) = load(map);
        let found = check_modules(&Stack { rule_set: &rules, map: Some(&map), command_line: &[] }, &KNOWN);
        found.iter().map(|d| format!("{} {:?}", sources.short(d), d.help)).collect::<Vec<_>>()
    };
    assert_eq!(
        check(&edited("[set.plain.alpha]", "[set.fancy.alhpa]")),
        ["isle.toml:18:12: error[module::unknown]: there is no module \"alhpa\" Some(\"did you mean \\\"alpha\\\"?\")"]
    );
    assert_eq!(
        check(&edited("[set.plain.alpha]", "[set.fanzy.alpha]")),
        ["isle.toml:18:6: error[module::unknown]: there is no module \"fanzy\" Some(\"did you mean \\\"fancy\\\"?\")"]
    );
    assert_eq!(
        check(&edited("[set.plain.alpha]\nrow = 6", "plain = 3")),
        ["isle.toml:18:9: error[file::wrong-type]: `plain` must be a table, not the number 3 None"]
    );
}

#[test]
fn rule_sets_hold_their_own_keys_and_modules() {
    let (_, rules, found) = rule_set(PLAIN);
    assert_eq!(found, []);
    assert_eq!(
        (rules.id.as_str(), rules.name.as_str(), rules.summary.as_deref()),
        ("plain", "Plain", Some("Nothing special."))
    );
    assert!(rules.modules.keys().eq(["alpha", "beta"]));
    assert!(rules.players.layers.keys().eq(&[2, 4]));
    assert_eq!(player_range(&rules.players, &Players::default()).unwrap(), Some((2, 5)));
    let map = |min, max| Players { min, max, ..Players::default() };
    assert_eq!(player_range(&rules.players, &map(None, Some(4))).unwrap(), Some((2, 4)));
    assert_eq!(player_range(&rules.players, &map(Some(6), None)).unwrap_err().code, "players::range");
    assert_eq!(player_range(&map(None, None), &map(Some(6), None)).unwrap(), Some((6, 8)));
    assert_eq!(player_range(&map(None, None), &map(None, None)).unwrap(), None);

    let (_, rules, found) = rule_set("alpha = {}");
    assert_eq!(found[0].code, "file::format");
    assert_eq!(rules.name, "plain");
    assert!(rule_set("format = 2\nalpha = {}").1.modules.is_empty());
    assert_eq!(rule_set("format = 1\nplayers = 3").2[0].code, "file::wrong-type");
    assert_eq!(rule_set("format = 1\nname = 3\n[").2.len(), 2);
}

#[test]
fn a_map_can_bring_its_own_rules() {
    let (_, map, found) = load(&edited("rules = \"plain\"", "rules = { name = \"Mine\", alpha = { row = 1 } }"));
    assert_eq!(found, []);
    let Some(RulesRef::Inline(node)) = &map.rules else { panic!() };
    let (rules, found) = RuleSetSource::inline(node);
    assert_eq!(found, []);
    assert_eq!((rules.id.as_str(), rules.name.as_str(), rules.modules.len()), (INLINE, "Mine", 1));
    let node = Node::new(Value::Int(1), Span::default());
    assert_eq!(RuleSetSource::inline(&node).1[0].code, "file::wrong-type");
    let (_, map, _) = load(&edited("rules = \"plain\"", "rules = \"../own.toml\""));
    assert!(matches!(map.rules, Some(RulesRef::Path(path, _)) if path == "../own.toml"));
}

// ---- typed values ----

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(deny_unknown_fields, default)]
struct Parameters {
    row: u8,
    shares: BTreeMap<u8, i32>,
    counts: BTreeMap<String, u16>,
    tie: Option<Tie>,
    limit: Option<Limit>,
    pair: (u8, u8),
    list: Vec<String>,
    part: f64,
    on: bool,
    inner: Inner,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Tie {
    AllWin,
    Nobody,
    Chain(Vec<String>),
    Table { by: String },
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Limit {
    Count(u8),
    Named { name: String },
}

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(deny_unknown_fields)]
struct Inner {
    must: u8,
}

fn alpha(text: &str) -> (Sources, Node) {
    let (sources, rules, found) = rule_set(&format!("format = 1\n[alpha]\n{text}"));
    assert_eq!(found, []);
    let settings = settle(&Stack { rule_set: &rules, map: None, command_line: &[] }, &KNOWN, 2);
    (sources, settings.get("alpha").unwrap().node.clone())
}

#[test]
fn types_of_all_kinds_are_read() {
    let (_, node) = alpha(
        "row = 3\nshares = { 2 = -1, 10 = 5 }\ncounts = { a = 1 }\ntie = \"all-win\"\nlimit = { name = \"x\" }\npair = [1, 2]\nlist = [\"a\"]\npart = 2\non = true\ninner.must = 1\n",
    );
    let read: Parameters = node.read().unwrap();
    let expected = Parameters {
        row: 3,
        shares: BTreeMap::from([(2, -1), (10, 5)]),
        counts: BTreeMap::from([("a".into(), 1)]),
        tie: Some(Tie::AllWin),
        limit: Some(Limit::Named { name: "x".into() }),
        pair: (1, 2),
        list: vec!["a".into()],
        part: 2.0,
        on: true,
        inner: Inner { must: 1 },
    };
    assert_eq!(read, expected);
    let tie = |text: &str| alpha(text).1.read::<Parameters>().unwrap().tie;
    assert_eq!(tie("tie = { chain = [\"a\", \"b\"] }"), Some(Tie::Chain(vec!["a".into(), "b".into()])));
    assert_eq!(tie("tie.table.by = \"a\""), Some(Tie::Table { by: "a".into() }));
    assert_eq!(tie("tie = { nobody = {} }"), Some(Tie::Nobody));
    assert_eq!(alpha("limit = 4").1.read::<Parameters>().unwrap().limit, Some(Limit::Count(4)));
}

#[test]
fn faults_of_parameters_are_told_in_plain_words_with_their_place() {
    let cases = [
        ("rwo = 3", "param::unknown: there is no parameter \"rwo\" [rwo] did you mean `row`?"),
        ("row = \"3\"", "param::wrong-type: expected a whole number from 0 to 255, found the text \"3\" [\"3\"] -"),
        ("row = 300", "param::invalid: expected a whole number from 0 to 255, found the number 300 [300] -"),
        ("row = -1", "param::invalid: expected a whole number from 0 to 255, found the number -1 [-1] -"),
        ("row = 1.5", "param::wrong-type: expected a whole number from 0 to 255, found the number 1.5 [1.5] -"),
        ("on = 1", "param::wrong-type: expected `true` or `false`, found the number 1 [1] -"),
        ("part = []", "param::wrong-type: expected a number, found a list [[]] -"),
        ("list = {}", "param::wrong-type: expected a list, found a table [{}] -"),
        ("list = [\"a\", 2]", "param::wrong-type: expected a text in quotes, found the number 2 [2] -"),
        ("inner = 1", "param::wrong-type: expected a table, found the number 1 [1] -"),
        ("inner = {}", "param::missing: the parameter `must` is missing [{}] -"),
        (
            "inner = { must = 1, mast = 2 }",
            "param::unknown: there is no parameter \"mast\" [mast] did you mean `must`?",
        ),
        ("pair = [1]", "param::invalid: expected a list of 2, found 1 of them [[1]] -"),
        ("pair = [1, 2, 3]", "param::invalid: this list has 1 more than expected [[1, 2, 3]] -"),
        ("shares = { x = 1 }", "param::wrong-type: expected a whole number from 0 to 255, found the text \"x\" [x] -"),
        ("counts = { a = -1 }", "param::invalid: expected a whole number from 0 to 65535, found the number -1 [-1] -"),
        (
            "tie = \"alwin\"",
            "param::invalid: \"alwin\" is none of the possible values [\"alwin\"] did you mean `all-win`?",
        ),
        (
            "tie = \"zzzzzz\"",
            "param::invalid: \"zzzzzz\" is none of the possible values [\"zzzzzz\"] possible: `all-win`, `nobody`, `chain`, `table`",
        ),
        (
            "tie = { chian = [] }",
            "param::invalid: \"chian\" is none of the possible values [chian] did you mean `chain`?",
        ),
        (
            "tie = 3",
            "param::wrong-type: expected one of `all-win`, `nobody`, `chain`, `table`, found the number 3 [3] -",
        ),
        ("tie = \"chain\"", "param::wrong-type: \"chain\" needs parameters: write `{ chain = ... }` [\"chain\"] -"),
        ("tie = { nobody = 3 }", "param::wrong-type: \"nobody\" takes no parameters: write it as a text [3] -"),
        ("tie = { chain = [3] }", "param::wrong-type: expected a text in quotes, found the number 3 [3] -"),
        ("tie = { table = {} }", "param::missing: the parameter `by` is missing [{}] -"),
        ("tie = {}", "param::wrong-type: expected one of `all-win`, `nobody`, `chain`, `table`, found a table [{}] -"),
        ("limit = true", "param::invalid: this has none of the possible forms [true] -"),
    ];
    for (text, expected) in cases {
        let (sources, node) = alpha(text);
        let fault = node.read::<Parameters>().unwrap_err();
        let place = sources.slice(fault.span.unwrap());
        let told = format!("{}: {} [{place}] {}", fault.code, fault.message, fault.help.as_deref().unwrap_or("-"));
        assert_eq!(told, expected);
        assert_eq!(fault.primary_label.as_deref(), Some("given by the rule set"));
    }
}

#[test]
fn all_faults_of_a_module_are_told_and_the_rest_is_read() {
    let (sources, node) =
        alpha("row = 300\nrwo = 3\npart = 0.5\ninner = { mast = 1 }\nlist = [1, \"b\", 2]\nlimit = true");
    let (value, found) = node.read_all::<Parameters>();
    let places: Vec<&str> = found.iter().map(|d| sources.slice(d.span.unwrap())).collect();
    assert_eq!(places, ["300", "rwo", "mast", "{ mast = 1 }", "1", "2", "true"]);
    let value = value.unwrap();
    assert_eq!((value.part, value.list), (0.5, vec!["b".to_owned()]));
    let (value, found) = alpha("must = true").1.read_all::<Inner>();
    assert_eq!((value, found.len()), (None, 1), "that it is missing then is no news");
    let many: String = (0..100).map(|n| format!("k{n} = 1\n")).collect();
    let (value, found) = alpha(&many).1.read_all::<Parameters>();
    assert_eq!((value, found.len()), (None, 32));
}

#[test]
fn settings_read_their_modules_and_name_the_layer() {
    let (_, settings) = settled(ISLE, &["alpha.deep=x"], 3);
    #[derive(Deserialize, Debug, Default)]
    #[serde(default)]
    struct Alpha {
        row: bool,
        deep: BTreeMap<String, u8>,
    }
    let (value, found) = settings.read::<Alpha>("alpha");
    let told: Vec<_> = found.iter().map(|d| d.primary_label.clone().unwrap()).collect();
    assert_eq!(told, ["given by the map's [set.plain]", "given by --set"]);
    let value = value.unwrap();
    assert!(!value.row && value.deep.is_empty());
    assert!(settings.read::<Alpha>("gamma").0.is_none());
}

// ---- hostile input ----

/// Runs everything on a text, whatever it is.
fn run(text: &str) -> usize {
    let (sources, map, mut found) = load(text);
    let file = FileId(0);
    let (rules, more) = RuleSetSource::load(&sources, file, "plain");
    found.extend(more);
    let inline = match &map.rules {
        Some(RulesRef::Inline(node)) => RuleSetSource::inline(node).0,
        _ => rules.clone(),
    };
    for rules in [&rules, &inline] {
        let stack = Stack { rule_set: rules, map: Some(&map), command_line: &[] };
        found.extend(check_modules(&stack, &KNOWN));
        let settings = settle(&stack, &KNOWN, 2);
        for (id, setting) in settings.iter() {
            found.extend(settings.read::<Parameters>(id).1);
            let _ = setting.node.read::<BTreeMap<String, Limit>>();
        }
        found.extend(player_range(&rules.players, &map.players).err().map(|d| *d));
    }
    for d in &found {
        let spans = d.span.iter().chain(d.labels.iter().map(|(s, _)| s)).chain(d.suggestion.iter().map(|s| &s.span));
        for span in spans {
            assert!(span.start <= span.end && span.end as usize <= text.len(), "{d:?}");
            assert!(text.is_char_boundary(span.start as usize) && text.is_char_boundary(span.end as usize), "{d:?}");
        }
        assert!(!sources.short(d).contains('\n'), "{d:?}");
        assert!(d.message.len() < 2000, "{}", d.message.len());
    }
    for route in &map.routes {
        assert!(route.ends.iter().all(|c| *c < map.cities.len()));
        assert!(route.group.is_none_or(|g| g < map.groups));
    }
    found.len()
}

#[test]
fn no_input_panics_or_hangs() {
    let big = 2_000_000;
    let header = "format = 1\nname = \"x\"\n";
    let inputs = [
        "[".repeat(100_000),
        format!("a = {}", "[".repeat(100_000)),
        format!("a = {}", "{a=".repeat(100_000)),
        format!("[{}a]", "a.".repeat(100_000)),
        format!("{}a = 1", "a.".repeat(100_000)),
        "]".repeat(100_000),
        "\0".repeat(100_000),
        "\"".repeat(100_000),
        "=\n".repeat(100_000),
        "=\n".repeat(big / 2),
        "a = +++\n".repeat(10_000),
        format!("a={}", "+".repeat(100_000)),
        "[a]\n".repeat(100_000),
        "[[a]]\n".repeat(100_000),
        "[[a.b]]\n[a]\n".repeat(1000),
        "'''".repeat(10_001),
        "\u{feff}\u{feff}".into(),
        "\u{feff}".into(),
        "\r\r\n\r".into(),
        format!("{} = 1", "k".repeat(big)),
        format!("\"{}\" = 1\n[cities.\"{}\"]\nat = {{}}", "k".repeat(big / 4), "é".repeat(big / 8)),
        format!("{header}[cities]\n{}", "c = 1\n".repeat(1000)),
        format!("{header}[cities]\n{}", (0..60_000).map(|n| format!("c{n}={{}}\n")).collect::<String>()),
        format!("{header}cities = {{ a = {{}}, {} }}", (0..50_000).map(|n| format!("c{n}={n},")).collect::<String>()),
        format!(
            "{header}routes=[{}]\n[cities]\n{}",
            "{between=['Xyzzy','Yzzyx'],length=0},".repeat(30_000),
            (0..30_000).map(|n| format!("Xy{n}={{}}\n")).collect::<String>()
        ),
        format!(
            "{header}routes=[{{between=['a','b'],length=1,tracks=[{}],{}}}]\n[cities]\na={{}}\nb={{}}",
            "'x',".repeat(100_000),
            (0..30_000).map(|n| format!("a{n}=1,")).collect::<String>()
        ),
        format!("{header}tickets=[{{cities=[{}]}}]\n[cities]\na={{}}\nb={{}}", "'a','b',".repeat(60_000)),
        format!("{header}[set]\n{}", (0..50_000).map(|n| format!("alpah{n}={n}\n")).collect::<String>()),
        format!(
            "{header}[set.alpha]\n{}[players.2.alpha]\n{0}",
            (0..50_000).map(|n| format!("k{n}={n}\n")).collect::<String>()
        ),
        format!("{header}{}", (0..50_000).map(|n| format!("k{n}=1\n")).collect::<String>()),
        ISLE.replace(['[', ']'], "{"),
        ISLE.replace('"', ""),
        ISLE.replace('=', ""),
        ISLE.replace('\n', " "),
        ISLE.replace('\n', "\0"),
        ISLE.replace('}', ""),
        ISLE.replace(',', "\n"),
    ];
    for input in inputs {
        let start = std::time::Instant::now();
        run(&input);
        let seconds = start.elapsed().as_secs_f64();
        println!("{seconds:6.2} s  {:?}", input.chars().take(50).collect::<String>());
        assert!(seconds < 30.0, "{seconds} s: {:?}", input.chars().take(40).collect::<String>());
    }
    for n in 0..=255u8 {
        let mut sources = Sources::new();
        let bytes = [n, n, b'=', n, 0x80, n];
        if let Ok(file) = sources.add_bytes("x", &bytes) {
            run(sources.text(file));
        }
        let _ = parse_set(&mut sources, &String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn every_value_of_the_wrong_type_is_found() {
    let values =
        ["true", "3", "-3", "1.5", "nan", "\"\"", "\"x\"", "[]", "[[]]", "[1, 2]", "{}", "{ a = {} }", "2020-01-01"];
    let keys = [
        "format", "name", "summary", "author", "licence", "source", "rules", "board", "routes", "tickets", "cities",
        "set", "players", "lints",
    ];
    for value in values {
        for key in keys {
            run(&format!("{key} = {value}\n"));
            run(&format!("format = 1\n{key} = {value}\n"));
        }
        for key in ["at", "pos", "junction", "names"] {
            run(&edited("Bree = { haunted = true }", &format!("Bree = {{ {key} = {value} }}")));
        }
        for key in ["between", "length", "tracks", "colour"] {
            run(&edited("foggy = true", &format!("foggy = true }}, {{ {key} = {value}")));
            run(&edited("haunted = 1", &format!("haunted = 1, {key}2 = {value}, {key} = {value}")));
        }
        for key in ["cities", "points", "deck"] {
            run(&edited("points = 5", &format!("points = 5 }}, {{ {key} = {value}")));
        }
        for key in ["min", "max", "2", "x"] {
            run(&edited("min = 2\nmax = 5\n[players.2]\nalpha = { row = 7 }", &format!("{key} = {value}")));
        }
    }
}

#[test]
fn mutated_maps_never_panic() {
    let rounds = std::env::var("TTR_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000);
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    let words = "[ ] { } [[ ]] \" ' \"\"\" ''' = , . # é \0 \\ \\u00 - 0 1e999 nan true x \u{feff} [cities] [[routes]] [set] [players.3]";
    let pieces: Vec<&str> = words.split(' ').chain([" ", "\n", "\r\n", "a.b = 1\n", "[a.b]\n", "[[a]]\n"]).collect();
    for round in 0..rounds {
        let base = if round % 4 == 0 { FIRST_BOARD } else { ISLE };
        let mut text: Vec<char> = base.chars().collect();
        for _ in 0..1 + random(4) {
            let at = random(text.len());
            match random(5) {
                0 => drop(text.drain(at..(at + 1 + random(40)).min(text.len()))),
                1 => {
                    let until = (at + 1 + random(60)).min(text.len());
                    let part: Vec<char> = text[at..until].to_vec();
                    let to = random(text.len());
                    text.splice(to..to, part);
                }
                2 => text.truncate(if random(10) == 0 { at } else { text.len() }),
                3 => text[at] = pieces[random(pieces.len())].chars().next().unwrap(),
                _ => drop(text.splice(at..at, pieces[random(pieces.len())].chars())),
            }
            if text.is_empty() {
                break;
            }
        }
        run(&text.into_iter().collect::<String>());
        let soup: String = (0..random(30)).map(|_| pieces[random(pieces.len())]).collect();
        run(&soup);
    }
}

// ---- the first board ----

#[test]
fn the_first_board_is_sound_and_complete() {
    let (_, map, found) = load(FIRST_BOARD);
    assert_eq!(found, []);
    assert_eq!((map.cities.len(), map.entries, map.routes.len(), map.groups, map.tickets.len()), (36, 78, 100, 22, 30));
    assert_eq!(map.routes.iter().map(|r| u32::from(r.length)).sum::<u32>(), 309);
    assert_eq!(map.tickets.iter().filter_map(|t| t.points).sum::<i32>(), 349);
    assert!(map.cities.iter().all(|c| c.at.is_some() && c.attrs.is_empty()));
    let mut spaces: BTreeMap<&str, (usize, u32)> = BTreeMap::new();
    for route in &map.routes {
        let entry = spaces.entry(route.colour.as_deref().unwrap()).or_default();
        *entry = (entry.0 + 1, entry.1 + u32::from(route.length));
    }
    let mut counts: Vec<_> = spaces.into_values().collect();
    counts.sort();
    assert_eq!(counts, [(7, 27), (7, 27), (7, 27), (7, 27), (7, 27), (7, 27), (7, 27), (7, 27), (44, 93)]);
}
