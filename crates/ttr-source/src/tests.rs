//! Tests of this crate as a whole: every code, exact places, layers, hostile input, and the first board.

mod codes;
mod hostile;
mod layers;
mod maps;
mod syntax;
mod values;

use super::*;

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
