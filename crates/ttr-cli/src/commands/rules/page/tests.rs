//! Every parameter is told on the page, or said to be not for players; and what every page keeps.

use super::document::Item;
use super::{Document, document, seated};
use crate::commands::rules::parameters::{self, toml};
use crate::load;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use ttr_core::{Chapter, GameSource, Installer, Manifest, Page, Phase, Registry, RuleModule, Rules, compile};
use ttr_files::schema;
use ttr_source::toml_key;

/// Enough for every bundled game.
const PLAYERS: u8 = 3;

/// Values of parameters that the schema does not lead to: `KEY=VALUE` for a parameter of a module, and the map to try it on.
/// Where the author chooses names, the key is one of the map's.
const ODD: &[(&str, &str, &[&str])] = &[
    ("cards.decks", "usa", &["cards.decks.train.red=3", "cards.decks.train.pink=2"]),
    ("cards.decks.NAME.NAME.colour", "world", &["cards.decks.train.\"black port\".colour=\"white\""]),
    (
        "cards.decks.NAME.NAME.controller",
        "ussr",
        &["cards.decks.train.inspector={ count = 1, controller = true, payable = false, price = 0 }"],
    ),
    ("cards.decks.NAME.NAME.count", "world", &["cards.decks.train.\"black port\".count=5"]),
    ("cards.decks.NAME.NAME.payable", "world", &["cards.decks.ship.\"black ship\".payable=false"]),
    (
        "cards.decks.NAME.NAME.price",
        "world",
        &[
            "cards.decks.train.\"black port\".price=0",
            "cards.decks.train.\"black port\".price=2",
            "cards.decks.train.\"black port\".price=\"all\"",
        ],
    ),
    ("cards.decks.NAME.NAME.symbols", "world", &["cards.decks.train.\"black port\".symbols=[\"port\", \"star\"]"]),
    ("cards.decks.NAME.NAME.units", "world", &["cards.decks.train.\"black port\".units=3"]),
    ("cards.decks.NAME.NAME.wild", "world", &["cards.decks.train.\"black port\".wild=true"]),
    ("cards.deal", "world", &["cards.deal={ train = 4, ship = 7 }"]),
    ("claim.any-colour", "paris", &["claim.any-colour=\"purple\""]),
    ("claim.decks", "world", &["claim.decks.train=[\"train\", \"ship\"]"]),
    ("flags.colours", "paris", &["flags.colours=[\"blue\", \"green\"]"]),
    ("pieces.NAME", "usa", &["pieces.train=44", "pieces.train=46"]),
    ("ports.cost", "world", &["ports.cost.train=1"]),
    ("ports.symbol", "world", &["ports.symbol=\"\""]),
    ("ports.table", "world", &["ports.table.1=15", "ports.table.4=50"]),
    ("route-points.table", "usa", &["route-points.table.1=2"]),
    ("row.limit", "usa", &["row.limit.wild=1", "row.limit.red=3"]),
    ("row.order", "world", &["row.order=[\"ship\", \"train\"]"]),
    ("row.size", "world", &["row.size={ train = 4, ship = 3 }"]),
    ("stations.cost", "europe", &["stations.cost=[2, 2]"]),
    ("tickets.draw.from", "ussr", &["tickets.draw.from=[\"short\"]"]),
    ("victory.ties", "usa", &["victory.ties=[]", "victory.ties=[\"longest-path\"]"]),
];

/// A game on a map by its own rules, with overrides.
fn source(registry: &Registry, map: &str, set: &[&str]) -> GameSource {
    let set: Vec<String> = set.iter().map(|text| (*text).to_owned()).collect();
    load::source(registry, OsStr::new(map), None, &set).unwrap_or_else(|_| panic!("{map} is bundled"))
}

fn rules(registry: &Registry, source: &GameSource) -> Option<Rules> {
    compile(registry, &seated(source, PLAYERS)).ok().map(|compiled| compiled.rules)
}

/// What the page says, without the overrides that stand in its title.
fn page(registry: &Registry, source: &GameSource) -> Option<Document> {
    let rules = rules(registry, source)?;
    let all = document(registry, source, std::slice::from_ref(&rules), false);
    Some(Document { title: String::new(), ..all })
}

/// A schema without what only points to it.
fn resolved<'a>(mut schema: &'a Json, root: &'a Json) -> &'a Json {
    while let Some(name) = schema["$ref"].as_str().and_then(|name| name.strip_prefix("#/$defs/")) {
        schema = &root["$defs"][name];
    }
    schema
}

/// The schema of a parameter by its key.
fn schema_of<'a>(root: &'a Json, key: &str) -> &'a Json {
    key.split('.').fold(root, |schema, part| &resolved(schema, root)["properties"][part])
}

/// Values that a schema allows, as TOML: all that are named, and of numbers those beside the one in use and the ends of the range.
fn allowed(schema: &Json, root: &Json, now: &Json) -> Vec<Json> {
    let mut values: Vec<Json> = schema["examples"].as_array().cloned().unwrap_or_default();
    let schema = resolved(schema, root);
    values.extend(schema["examples"].as_array().into_iter().flatten().cloned());
    values.extend(schema.get("const").cloned());
    values.extend(schema["enum"].as_array().into_iter().flatten().cloned());
    for one in ["anyOf", "oneOf"].iter().filter_map(|key| schema[key].as_array()).flatten() {
        values.extend(allowed(one, root, now));
    }
    let types = match &schema["type"] {
        Json::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    if types.contains(&"boolean".into()) {
        values.extend([true.into(), false.into()]);
    }
    if types.contains(&"integer".into()) {
        let least = schema["minimum"].as_i64().unwrap_or_default();
        let most = schema["maximum"].as_i64().unwrap_or(255);
        let now = now.as_i64().unwrap_or(least);
        values.extend(
            [now + 1, now - 1, least, most].iter().filter(|n| (least..=most).contains(n)).map(|n| Json::from(*n)),
        );
    }
    values.retain(|value| value != now);
    values.dedup();
    values
}

/// The maps whose own rules have a module, with the parameters in use.
fn homes(registry: &Registry, id: &str) -> Vec<(String, Json)> {
    let home = |(map, _): (&str, &str)| {
        let rules = rules(registry, &source(registry, map, &[]))?;
        let info = rules.modules().iter().find(|info| info.manifest.id == id)?;
        Some((map.to_owned(), info.params.clone()))
    };
    registry.maps().filter_map(home).collect()
}

/// Every value that can be played changes the page of some game.
#[test]
fn another_value_of_every_parameter_changes_the_page() {
    let registry = ttr_variants::registry();
    let (mut told, mut silent, mut faults) = (0, Vec::new(), Vec::new());
    let mut odd: BTreeSet<&str> = ODD.iter().map(|(key, ..)| *key).collect();
    for module in registry.modules() {
        let id = module.manifest.id;
        let homes = homes(&registry, id);
        assert!(!homes.is_empty(), "no bundled game has {id}");
        let root = schema::parameters(&registry, module);
        for parameter in parameters::of(&root, &module.defaults()) {
            let key = format!("{id}.{}", parameter.name);
            if !parameter.for_players {
                silent.push(key);
                continue;
            }
            let mut tries: Vec<(String, String)> = Vec::new();
            // A value that another game has is told there.
            let mut in_use: BTreeSet<String> = BTreeSet::new();
            for (_, map, sets) in ODD.iter().filter(|(of, ..)| *of == key) {
                odd.remove(key.as_str());
                tries.extend(sets.iter().map(|set| ((*map).to_owned(), (*set).to_owned())));
            }
            if !parameter.name.contains("NAME") {
                for (map, params) in &homes {
                    let now = parameter.name.split('.').fold(params, |value, part| &value[part]);
                    in_use.insert(format!("{key}={}", toml(now)));
                    let values = allowed(schema_of(&root, &parameter.name), &root, now);
                    tries.extend(values.iter().map(|value| (map.clone(), format!("{key}={}", toml(value)))));
                }
            }
            let sets: BTreeSet<&String> = tries.iter().map(|(_, set)| set).collect();
            let mut played = 0;
            for set in sets {
                let mut could = false;
                let changes = tries.iter().filter(|(_, other)| other == set).any(|(map, _)| {
                    let plain = page(&registry, &source(&registry, map, &[]));
                    let other = page(&registry, &source(&registry, map, &[set]));
                    could |= other.is_some();
                    other.is_some() && other != plain
                });
                if could && !changes && !in_use.contains(set) {
                    faults.push(format!("no page tells {set}: write a sentence, or mark it `\"x-players\" = false`"));
                }
                played += usize::from(could);
            }
            if played == 0 {
                faults.push(format!("no other value of {key} can be played: put one into the table of this test"));
            }
            told += 1;
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(silent, ["row.resets"], "not for players");
    assert!(told > 40, "{told} parameters");
    assert!(odd.is_empty(), "no such parameter: {odd:?}");
}

/// The chapters that modules write.
fn chapters(document: &Document) -> impl Iterator<Item = &Item> {
    let titles: Vec<&str> = Chapter::ALL.iter().map(|chapter| chapter.title()).collect();
    let parts = document.chapters.iter().filter(move |part| titles.contains(&part.title.as_str()));
    parts.flat_map(|part| &part.items)
}

#[test]
fn every_module_of_every_game_has_a_sentence() {
    let registry = ttr_variants::registry();
    let mut played = 0;
    for (map, _) in registry.maps() {
        for (name, text) in registry.rule_sets() {
            let source = source(&registry, map, &[]).with_rules(name, text);
            let Some(rules) = rules(&registry, &source) else { continue };
            played += 1;
            let page = rules.page();
            for info in rules.modules() {
                let id = info.manifest.id;
                assert!(page.iter().any(|s| rules.module_name(s.module) == id), "{id} says nothing: {name} on {map}");
            }
            for sentence in &page {
                let text = &sentence.text;
                let whole = text.ends_with('.') || text.ends_with(':');
                assert!(
                    whole && text.starts_with(|c: char| c.is_uppercase() || c.is_numeric()),
                    "{name} on {map}: {text:?}"
                );
                assert!(!text.contains(['{', '}', '_']) && !text.contains("  "), "{name} on {map}: {text:?}");
                assert!(sentence.table.iter().all(|row| row.len() == sentence.table[0].len()), "{text:?}");
                for key in &sentence.keys {
                    assert!(!rules.layers_of(rules.module_name(sentence.module), key).is_empty(), "{key}");
                }
            }
        }
    }
    assert!(played > 20, "{played} games");
}

#[test]
fn sentences_name_parameters_and_clauses_that_there_are() {
    let registry = ttr_variants::registry();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    let files = std::fs::read_dir(folder).expect("the written rules").map(|entry| entry.expect("an entry").path());
    let text: String = files.map(|file| std::fs::read_to_string(file).expect("a page")).collect();
    let clauses: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("### ")?.split(' ').next()).collect();
    for (map, _) in registry.maps() {
        let rules = rules(&registry, &source(&registry, map, &[])).expect("bundled");
        for sentence in rules.page() {
            for id in &sentence.clauses {
                let is_it = |clause: &&str| clause.trim_end_matches(|c: char| c.is_ascii_lowercase()) == *id;
                assert!(clauses.iter().any(is_it), "{}: there is no clause {id}", sentence.name);
            }
            let module = registry.find_module(rules.module_name(sentence.module)).expect("registered");
            let all = parameters::of(&schema::parameters(&registry, module), &module.defaults());
            for key in &sentence.keys {
                let named = |name: &str| name == key || name == "NAME" || key.starts_with(&format!("{name}."));
                assert!(all.iter().any(|parameter| named(&parameter.name)), "{}: there is no {key}", sentence.name);
            }
        }
    }
}

#[test]
fn things_go_by_their_names_on_the_board() {
    let registry = ttr_variants::registry();
    let names = [
        ("usa", &["train", "red", "gray", "black"][..]),
        ("ussr", &["train", "red", "gray", "controller"]),
        ("world", &["train", "ship", "black"]),
        ("paris", &["bus", "blue", "red"]),
    ];
    for (map, names) in names {
        let mut source = source(&registry, map, &[]);
        let shown = |name: &str| format!("{} = \"X{}x\"\n", toml_key(name), &name[1..]);
        source.map.text.push_str(&format!("\n[display]\n{}", names.iter().map(|name| shown(name)).collect::<String>()));
        let page = page(&registry, &source).expect("it can be played");
        let said: Vec<String> =
            chapters(&page).map(|item| format!("{} {}", item.text, item.table.concat().join(" "))).collect();
        let said = said.join(" ");
        let words: Vec<&str> = said.split(|c: char| !c.is_alphanumeric()).collect();
        for name in names {
            assert!(words.contains(&&*format!("X{}x", &name[1..])), "{map}: {name}\n{said}");
            // A kind of card may have the name in its own.
            let own = map == "world" && *name != "train";
            assert!(own || !words.contains(name), "{map}: {name}\n{said}");
        }
    }
}

/// A module of somebody else.
#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(default)]
struct Weather {
    /// How many days it rains.
    days: u8,
    /// How it is drawn on a screen.
    #[schemars(extend("x-players" = false))]
    icon: String,
}

impl Default for Weather {
    fn default() -> Self {
        Self { days: 2, icon: "cloud".to_owned() }
    }
}

impl RuleModule for Weather {
    fn manifest() -> Manifest {
        Manifest::new("weather", "rain on some days")
    }

    fn install(self, b: &mut Installer<'_>) {
        b.tell(move |page: &mut Page<'_>| {
            let text = format!("It rains for {} days.", self.days);
            page.say(Chapter::Setup, Phase::Ready, "rain", text).on(&["days"]);
        });
    }
}

#[test]
fn a_module_of_somebody_else_is_on_the_page() {
    let mut registry = ttr_variants::registry();
    registry.module::<Weather>();
    let source = source(&registry, "usa", &["weather.days=7"]);
    let games = [rules(&registry, &source).expect("it can be played")];
    let page = document(&registry, &source, &games, true);
    let item = chapters(&page).find(|item| item.text == "It rains for 7 days.").expect("on the page");
    assert_eq!(item.notes, ["weather.days = 7 (--set)"]);
    let differences = page.chapters.last().expect("a chapter");
    assert_eq!(differences.items[0].text, "New: weather: rain on some days.");
    let module = registry.find_module("weather").expect("registered");
    let parameters = parameters::of(&schema::parameters(&registry, module), &module.defaults());
    let marked: Vec<(&str, bool)> = parameters.iter().map(|p| (p.name.as_str(), p.for_players)).collect();
    assert_eq!(marked, [("days", true), ("icon", false)]);
    assert!(parameters[1].doc.ends_with("Not for players: the page of rules leaves it out."));
    assert!(!schema::rule_set(&registry).to_string().contains("x-players"), "editors know no such mark");
}

#[test]
fn a_program_without_classic_rules_compares_with_nothing() {
    let mut registry = Registry::new();
    ttr_variants::register_modules(&mut registry);
    let all = ttr_variants::registry();
    registry.map("usa", all.find_map("usa").expect("bundled"));
    registry.rule_set("mine", all.find_rule_set("classic").expect("bundled"));
    let source = source(&registry, "usa", &[]).with_rules("mine", all.find_rule_set("classic").expect("bundled"));
    let page = page(&registry, &source).expect("it can be played");
    assert!(page.chapters.iter().all(|part| !part.title.contains("differs")));
}
