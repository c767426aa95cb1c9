//! What mutations begin with, and the words they put in.

use crate::props::TINY;
use std::collections::BTreeSet;
use ttr_core::{ActionSpace, Game, GameSource, NoEvents, Registry, SeededChance, compile};
use ttr_files::{save, schema};
use ttr_testkit::scenario::SCENARIO_CODES;

/// A small map with everything that a map can have.
const RICH: &str = r#"#:schema ../schema/map.schema.json
format = 1
name = "Ré"
summary = "Small, but with everything"
author = "Ann"
licence = "CC0-1.0"
source = "an atlas"
rules = "classic"
board = { status = "original", wrap = -135, note = "none" }
routes = [
    { between = ["Ars", "La Flotte"], length = 2, colour = "red" },       # a comment
    { between = ["La Flotte", "Rivedoux"], length = 3, tracks = ["blue", { colour = "gray", piece = "train" }] },
    { between = ["Rivedoux", "Knot"], length = 1 },
    { between = ["Knot", "Ars"], length = 6, tracks = ["gray"] },
]

[[tickets]]
cities = ["Ars", "Rivedoux"]
points = 5
[[tickets]]
cities = ["La Flotte", "Ars"]
points = 2
deck = "short"
[[tickets]]
cities = ["Rivedoux", "La Flotte"]
points = 3

[cities]
Ars = { at = [46.2, -1.5], names = { fr = "Ars-en-Ré", ru = "Арс" } }
"La Flotte" = { pos = [12.5, -3] }
Rivedoux = { junction = false }
Knot = { junction = true }

[set]
pieces.train = 12
tickets = { deal = 1, keep = 1, draw = { take = 1, keep = 1 } }
[set.classic.row]
limit = { wild = 3, red = 2 }
[players]
min = 2
max = 4
[players.2]
double-routes = false
[lints]
"map::duplicate-ticket" = "allow"
[x-other]
anything = [1, 2.5, true, 2020-01-01, { a = "b" }]
"#;

/// Values that are at the edge of what can be read, or beyond.
const EDGES: &[&str] = &[
    "0",
    "-1",
    "1",
    "2",
    "9",
    "127",
    "128",
    "254",
    "255",
    "256",
    "1000",
    "32000",
    "32767",
    "65535",
    "65536",
    "2147483647",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "1e308",
    "-1e999",
    "nan",
    "inf",
    "0.5",
    "0x7f",
    "0b1",
    "1_000",
    "01",
    "true",
    "false",
    "\"\"",
    "''",
    "\" \"",
    "\"a\\u0000b\"",
    "\"\\n\"",
    "\"\"\"\n\"\"\"",
    "[]",
    "{}",
    "[[]]",
    "[{}]",
    "{ a = 1 }",
    "[1, \"a\"]",
    "2020-01-01",
    "07:32:00",
    "1979-05-27T07:32:00Z",
    "=",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\"",
    "'",
    "#",
    ".",
    "[[",
    "]]",
    "\\",
    "\u{feff}",
    "\u{202e}",
    "é",
    "🚂",
    "x-",
];

/// The score files of the book, each with the name of its map.
fn scores() -> Vec<(String, String)> {
    let page = include_str!("../../../docs/score.md");
    let blocks = page.split("```toml").skip(1).filter_map(|block| block.split("```").next()?.split_once('\n'));
    let score = |(_, text): (&str, &str)| {
        let map = text.lines().find_map(|line| line.strip_prefix("map = "))?.trim_matches('"');
        Some((map.to_owned(), text.to_owned()))
    };
    blocks.filter_map(score).collect()
}

/// Files of tests: the examples of modules, those of the book, and the examples of their codes.
fn tests(registry: &Registry) -> Vec<String> {
    let book = include_str!("../../../docs/tests.md").split("```toml file=").skip(1);
    let codes = SCENARIO_CODES.iter().flat_map(|info| info.text.split("```toml ").skip(1));
    let blocks = book.chain(codes).filter_map(|block| block.split("```").next()?.split_once('\n'));
    let all = blocks.map(|(_, text)| text.to_owned());
    let modules = registry.modules().map(|module| module.manifest.examples);
    all.chain(modules.filter(|text| !text.is_empty()).map(str::to_owned)).collect()
}

/// Sound files of each kind, and words.
pub struct Corpus {
    maps: Vec<String>,
    rule_sets: Vec<String>,
    saves: Vec<String>,
    /// Score files, each with the name of its map.
    scores: Vec<(String, String)>,
    /// Files of tests.
    tests: Vec<String>,
    words: Vec<String>,
    overrides: Vec<String>,
}

impl Corpus {
    /// What a registry brings, and small maps, which come more often: mutations of them are tried faster.
    pub fn new(registry: &Registry) -> Self {
        let small = [TINY, RICH].into_iter().cycle().take(8 * registry.maps().count().max(1)).map(str::to_owned);
        let maps: Vec<String> = registry.maps().map(|(_, text)| text.to_owned()).chain(small).collect();
        let rule_sets: Vec<String> = registry.rule_sets().map(|(_, text)| text.to_owned()).collect();
        let mut words: BTreeSet<String> = EDGES.iter().map(|word| (*word).to_owned()).collect();
        let mut overrides = Vec::new();
        for module in registry.modules() {
            let id = module.manifest.id;
            words.insert(id.to_owned());
            words.extend(module.manifest.attributes.iter().map(|a| a.name.to_owned()));
            let defaults = module.defaults();
            overrides.push(format!("{id}=true"));
            for (key, value) in defaults.as_object().into_iter().flatten() {
                words.insert(key.clone());
                overrides.push(format!("{id}.{key}={value}"));
            }
        }
        names(&schema::map(registry), &mut words);
        names(&schema::score(registry), &mut words);
        names(&schema::tests(registry), &mut words);
        let saves = vec![saved(registry)];
        Self {
            maps,
            rule_sets,
            saves,
            scores: scores(),
            tests: tests(registry),
            words: words.into_iter().collect(),
            overrides,
        }
    }

    /// Score files, each with the name of its map.
    pub fn scores(&self) -> Vec<(&str, &str)> {
        self.scores.iter().map(|(map, text)| (map.as_str(), text.as_str())).collect()
    }

    /// Files of tests.
    pub fn tests(&self) -> Vec<&str> {
        self.tests.iter().map(String::as_str).collect()
    }

    /// Maps, sound before they are mutated.
    pub fn maps(&self) -> Vec<&str> {
        self.maps.iter().map(String::as_str).collect()
    }

    /// Rule sets.
    pub fn rule_sets(&self) -> Vec<&str> {
        self.rule_sets.iter().map(String::as_str).collect()
    }

    /// Saved games.
    pub fn saves(&self) -> Vec<&str> {
        self.saves.iter().map(String::as_str).collect()
    }

    /// Names and values that mean something somewhere.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Overrides of every parameter by its default.
    pub fn overrides(&self) -> &[String] {
        &self.overrides
    }
}

/// All names of keys in a schema.
fn names(schema: &serde_json::Value, words: &mut BTreeSet<String>) {
    match schema {
        serde_json::Value::Object(map) => {
            if let Some(properties) = map.get("properties").and_then(serde_json::Value::as_object) {
                words.extend(properties.keys().cloned());
            }
            map.values().for_each(|inner| names(inner, words));
        }
        serde_json::Value::Array(list) => list.iter().for_each(|inner| names(inner, words)),
        _ => {}
    }
}

/// A short game on the tiny board.
fn saved(registry: &Registry) -> String {
    let source = GameSource::new("tiny", TINY, 2);
    let rules = compile(registry, &source).expect("the tiny board").rules;
    let mut chance = SeededChance::new(7);
    let mut game = Game::start(rules.into(), &mut chance, &mut NoEvents).expect("a game");
    let rules = game.rules().clone();
    let mut space = ActionSpace::new(&rules);
    for step in 0..20 {
        let Some(who) = rules.to_act(game.state()).lowest() else { break };
        rules.legal(game.state(), who, &mut space);
        let action = space.nth(step % space.len());
        game.act(who, &action, &mut chance, &mut NoEvents).expect("a listed action");
    }
    save::write(&game, &source, 7)
}
