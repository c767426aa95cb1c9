//! The reference in Markdown: every key of maps and rule sets, and every module, from the same schemas and manifests that
//! editors and the program use.

use crate::args::SchemaOf;
use crate::commands::author::modules::Played;
use crate::commands::rules::parameters::{self, Parameter, toml};
use serde_json::Value as Json;
use ttr_core::Phase;
use ttr_core::module::{AttrInfo, Manifest, ModuleEntry};
use ttr_core::record::FieldInfo;
use ttr_source::{
    BOARD_KEYS, CITY_KEYS, CodeInfo, MAP_KEYS, PLAYER_KEYS, ROUTE_KEYS, RULE_SET_KEYS, SCORE_KEYS, TICKET_KEYS,
    TRACK_KEYS,
};
use ttr_testkit::scenario::{self, GIVEN_KEYS, SCENARIO_KEYS, STEP_KEYS, TEST_KEYS, THEN_KEYS};

/// A table of a file: its heading, its definition (none: the file itself), and its keys in the order of the page.
type Section = (&'static str, Option<&'static str>, &'static [&'static str]);

const PLAYERS_KEYS: &[&str] = &["min", "max"];

const MAP: &[Section] = &[
    ("Keys of a map", None, MAP_KEYS),
    ("The board: `board`", Some("Board"), BOARD_KEYS),
    ("A city: `cities.NAME`", Some("City"), CITY_KEYS),
    ("A route: each of `routes`", Some("Route"), ROUTE_KEYS),
    ("A track: each of a route's `tracks`, if it is a table", Some("FullTrack"), TRACK_KEYS),
    ("A ticket: each of `tickets`", Some("Ticket"), TICKET_KEYS),
    ("Parameters for this board: `set`", Some("Set"), &[]),
    ("Numbers of players: `players`", Some("Players"), PLAYERS_KEYS),
    ("Levels of findings: `lints`", Some("Lints"), &[]),
];

const RULE_SET: &[Section] =
    &[("Keys of a rule set", None, RULE_SET_KEYS), ("Numbers of players: `players`", Some("Players"), PLAYERS_KEYS)];

const SCORE: &[Section] = &[
    ("Keys of a score file", None, SCORE_KEYS),
    ("A player: each of `players`", Some("Player"), PLAYER_KEYS),
    ("A route as a table", Some("HeldRouteTable"), &[]),
    ("A ticket as a table", Some("KeptTicketTable"), &[]),
];

const TESTS: &[Section] = &[
    ("Keys of a file of tests", None, SCENARIO_KEYS),
    ("A test: each of `test`", Some("Test"), TEST_KEYS),
    ("What is given: `given`", Some("Given"), GIVEN_KEYS),
    ("A player of a test", Some("PlayerOfTest"), &[]),
    ("A step as a table: each of `when`", Some("TestStepTable"), STEP_KEYS),
    ("What must be true: `then`", Some("Then"), THEN_KEYS),
];

/// The page of a kind of file.
pub(crate) fn file(of: SchemaOf, schema: &Json) -> String {
    let (title, sections) = match of {
        SchemaOf::Map => ("Map files", MAP),
        SchemaOf::Ruleset => ("Rule-set files", RULE_SET),
        SchemaOf::Score => ("Score files", SCORE),
        SchemaOf::Test => ("Files of tests", TESTS),
        SchemaOf::Protocol => return protocol(schema),
    };
    let mut page = format!("# {title}\n\n{}\n", text(schema, "description"));
    for (heading, definition, keys) in sections {
        let table = definition.map_or(schema, |name| &schema["$defs"][name]);
        page.push_str(&format!("\n## {heading}\n\n"));
        if definition.is_some() {
            page.push_str(&format!("{}\n\n", text(table, "description")));
        }
        page.push_str(&keys_of(table, keys, schema));
    }
    page
}

/// The page of the messages of the engine.
fn protocol(schema: &Json) -> String {
    let mut page = format!("# Messages of the engine\n\n{}\n", text(schema, "description"));
    let definitions = schema["$defs"].as_object().into_iter().flatten();
    let of_kind = |name: &str, start: &str| name.strip_prefix(start).map(str::to_owned);
    let mut part = |title: &str, intro: &str, name: &dyn Fn(&str) -> Option<String>| {
        page.push_str(&format!("\n## {title}\n\n{intro}\n"));
        for (key, table) in definitions.clone() {
            let Some(name) = name(key) else { continue };
            page.push_str(&format!("\n### {name}\n\n{}\n", text(table, "description")));
            let keys = fields_of(table, key.starts_with("request-"), schema);
            for rows in [keys, grid(["value", "what it says"], &values_of(table, schema)), events_of(table, schema)] {
                if !rows.is_empty() {
                    page.push_str(&format!("\n{rows}"));
                }
            }
        }
    };
    let id = "and may have `id`, a text or a number, which the answer repeats";
    part("Requests", &format!("A request has `do`, its kind, {id}."), &|key| {
        of_kind(key, "request-").map(|k| code(&k))
    });
    part("Answers", "An answer has `is`, its kind, and the `id` of its request.", &|key| {
        of_kind(key, "answer-").map(|k| code(&k))
    });
    part("What they hold", "The types that several messages share.", &|key| {
        let is_message = ["request", "answer"].iter().any(|side| key == *side || key.starts_with(&format!("{side}-")));
        (!is_message).then(|| key.to_owned())
    });
    page
}

/// What something may be that is not always of one kind.
fn values_of(table: &Json, root: &Json) -> Vec<[String; 2]> {
    let options = ["oneOf", "anyOf"].iter().filter_map(|key| table[key].as_array()).flatten();
    let rows = options.flat_map(|one| {
        let names = one["enum"].as_array().into_iter().flatten().chain(one.get("const")).filter_map(Json::as_str);
        let doc = text(one, "description");
        let mut rows: Vec<[String; 2]> = names.map(|name| [code(name), doc.to_owned()]).collect();
        let fields = || one["properties"].as_object().into_iter().flatten();
        if fields().any(|(_, field)| field.get("const").is_some()) {
            // One of several events, which have a table of their own.
        } else if fields().next().is_some() {
            let fields = fields().map(|(key, field)| format!("{}: {}", code(key), linked(field, root)));
            rows.push([format!("table with {}", fields.collect::<Vec<_>>().join(", ")), doc.to_owned()]);
        } else if rows.is_empty() {
            rows.push([linked(one, root), doc.to_owned()]);
        }
        rows
    });
    rows.collect()
}

/// The kinds of events, with the fields that each has besides those of all.
fn events_of(table: &Json, root: &Json) -> String {
    let kinds = table["oneOf"].as_array().into_iter().flatten();
    let rows: Vec<[String; 3]> = kinds
        .filter_map(|one| {
            let fields = one["properties"].as_object()?;
            let name = fields.values().find_map(|field| field["const"].as_str())?;
            let fields = fields.iter().filter(|(_, field)| field.get("const").is_none());
            let fields = fields.map(|(key, field)| {
                let needed = one["required"].as_array().is_some_and(|keys| keys.iter().any(|k| k == key));
                let given = if needed { "" } else { ", may be missing" };
                format!("{} ({}{given}): {}", code(key), linked(field, root), text(field, "description"))
            });
            let fields: Vec<String> = fields.map(|line| line.replace('\n', " ")).collect();
            Some([code(name), text(one, "description").to_owned(), fields.join("\n")])
        })
        .collect();
    grid(["event", "what happened", "its fields"], &rows)
}

/// The fields of a message or of what it holds, in a row each.
fn fields_of(table: &Json, is_request: bool, root: &Json) -> String {
    let fields = table["properties"].as_object().into_iter().flatten();
    let mut rows: Vec<[String; 4]> = fields
        .filter(|(key, _)| !["do", "is", "id"].contains(&key.as_str()))
        .map(|(key, field)| {
            let needed = table["required"].as_array().is_some_and(|keys| keys.iter().any(|k| k == key));
            let default = match (needed, field.get("default")) {
                (true, _) if is_request => "must be given".to_owned(),
                (true, _) => "always".to_owned(),
                (false, Some(default)) if !default.is_null() => code(&default.to_string()),
                (false, _) => "may be missing".to_owned(),
            };
            [code(key), linked(field, root), default, text(field, "description").to_owned()]
        })
        .collect();
    let others = &table["additionalProperties"];
    if let Some(name) = text(others, "$ref").strip_prefix("#/$defs/") {
        let what = text(&root["$defs"][name], "description").to_owned();
        rows.push([code("NAME"), linked(others, root), "may be missing".to_owned(), what]);
    }
    grid(["field", "type", "given", "what it says"], &rows)
}

/// The type of a field; one that is told elsewhere on the page is a link.
fn linked(field: &Json, root: &Json) -> String {
    let name = |schema: &Json| {
        text(schema, "$ref").strip_prefix("#/$defs/").map(|name| format!("[{name}](#{})", name.to_lowercase()))
    };
    let list = |schema: &Json| name(&schema["items"]).map(|name| format!("list of {name}"));
    let table = || {
        let values = field.get("additionalProperties")?;
        Some(format!("table of {}", name(values).or_else(|| list(values))?))
    };
    let or_nothing = || {
        let some = field["anyOf"].as_array().filter(|options| options.iter().any(|o| o["type"] == "null"))?;
        Some(format!("{} or nothing", some.iter().find_map(name)?))
    };
    name(field)
        .or_else(|| list(field))
        .or_else(table)
        .or_else(or_nothing)
        .unwrap_or_else(|| parameters::kind(field, root))
}

fn text<'a>(schema: &'a Json, key: &str) -> &'a str {
    schema[key].as_str().unwrap_or_default()
}

/// The keys of a table: first those that the format has, then attributes and other names. Tables of modules are on a page of
/// their own.
fn keys_of(table: &Json, order: &[&str], root: &Json) -> String {
    let Some(properties) = table["properties"].as_object() else { return String::new() };
    let is_module = |property: &Json| text(&property["anyOf"][0], "$ref").starts_with("#/$defs/module-");
    let others = properties.iter().filter(|(key, property)| !order.contains(&key.as_str()) && !is_module(property));
    let ordered = order.iter().filter_map(|key| properties.get_key_value(*key));
    let rows: Vec<[String; 5]> = ordered
        .chain(others)
        .map(|(key, property)| {
            let needed = table["required"].as_array().is_some_and(|keys| keys.iter().any(|k| k == key));
            let default = match property.get("default") {
                _ if needed => "must be given".to_owned(),
                Some(default) => code(&toml(default)),
                None => String::new(),
            };
            let example = property["examples"][0].clone();
            let example = if example.is_null() { String::new() } else { code(&toml(&example)) };
            [code(key), parameters::kind(property, root), default, example, text(property, "description").to_owned()]
        })
        .collect();
    let mut page = grid(["key", "type", "default", "example", "what it says"], &rows);
    let modules: Vec<String> = properties.iter().filter(|(_, p)| is_module(p)).map(|(id, _)| link(id)).collect();
    if !modules.is_empty() {
        let gap = if rows.is_empty() { "" } else { "\n" };
        page.push_str(&format!("{gap}And a table for each module: {}.\n", modules.join(", ")));
    }
    page
}

fn link(module: &str) -> String {
    format!("[`{module}`](modules.md#{module})")
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

/// A table of Markdown, without columns that hold nothing. Nothing if it has no rows.
fn grid<const N: usize>(header: [&str; N], rows: &[[String; N]]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let used: Vec<usize> = (0..N).filter(|&at| rows.iter().any(|row| !row[at].is_empty())).collect();
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = line(used.iter().map(|&at| header[at].to_owned()).collect());
    text.push_str(&line(used.iter().map(|_| "---".to_owned()).collect()).replace(' ', ""));
    rows.iter().for_each(|row| text.push_str(&line(used.iter().map(|&at| cell(&row[at])).collect())));
    text
}

/// Text of several paragraphs in a cell.
fn cell(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| line.strip_prefix("- ").map_or_else(|| line.to_owned(), |item| format!("• {item}")))
        .collect();
    lines.join("<br>").replace('|', "\\|")
}

/// The page of the modules.
pub(crate) fn modules<'a>(all: impl Iterator<Item = (&'a ModuleEntry, Vec<Parameter>, &'a Played)>) -> String {
    let mut page = "# Modules\n\nA module is a rule that a game can have. A rule set has a table for each module that plays; \
                    a map may change its parameters under `[set]`, and the command line by `--set MODULE.PARAMETER=VALUE`.\n"
        .to_owned();
    for (module, parameters, played) in all {
        page.push_str(&one_module(module, &parameters, played));
    }
    page
}

fn one_module(module: &ModuleEntry, parameters: &[Parameter], played: &Played) -> String {
    let manifest = &module.manifest;
    let mut page = format!("\n## {}\n\n{}.\n", manifest.id, capital(manifest.summary));
    let mut facts = |what: &str, names: Vec<String>| {
        if !names.is_empty() {
            page.push_str(&format!("\n{what}: {}.\n", names.join(", ")));
        }
    };
    facts("Requires", manifest.requires.iter().map(|id| link(id)).collect());
    facts("Can't be together with", manifest.conflicts.iter().map(|id| link(id)).collect());
    facts("Rule sets that have it", played.rule_sets.iter().map(|name| code(name)).collect());
    facts("Breaks ties by", manifest.measures.iter().map(|name| code(name)).collect());
    let seam = |(phase, seam): &(Option<Phase>, &'static str)| match phase {
        Some(phase) => format!("{seam} ({})", phase.name()),
        None => (*seam).to_owned(),
    };
    facts("Takes part in", played.seams.iter().map(seam).collect());
    let rows: Vec<[String; 5]> = parameters
        .iter()
        .map(|p| {
            let default = match &p.default {
                None => "must be given".to_owned(),
                Some(Json::Null) => String::new(),
                Some(default) => code(&toml(default)),
            };
            let example = p.example.as_ref().map_or_else(String::new, |example| code(&toml(example)));
            [code(&p.name), p.kind.clone(), default, example, p.doc.clone()]
        })
        .collect();
    let mut part = |text: String| {
        if !text.is_empty() {
            page.push_str(&format!("\n{text}"));
        }
    };
    part(grid(["parameter", "type", "default", "example", "what it says"], &rows));
    let attribute = |a: &AttrInfo| {
        let schema = a.schema.as_value();
        [
            code(a.name),
            crate::commands::author::modules::carrier(a.on).to_owned(),
            parameters::kind(schema, schema),
            capital(a.doc),
        ]
    };
    let rows: Vec<[String; 4]> = manifest.attributes.iter().map(attribute).collect();
    part(grid(["attribute", "of", "type", "what it says"], &rows));
    let field = |f: &FieldInfo| [code(f.name), f.shape.words().to_owned(), capital(f.doc)];
    let rows: Vec<[String; 3]> = manifest.fields.iter().map(field).collect();
    part(grid(["field of a score file", "type", "what it says"], &rows));
    let finding = |c: &CodeInfo| [code(c.code), c.severity.to_string(), capital(c.summary)];
    let rows: Vec<[String; 3]> = manifest.codes.iter().map(finding).collect();
    part(grid(["finding", "level", "what it means"], &rows));
    part(examples(manifest));
    page
}

/// The examples of a module: what each says, with its clauses, and the file of tests.
fn examples(manifest: &Manifest) -> String {
    let Some(text) = example_file(manifest.examples) else { return String::new() };
    let said = scenario::list(text).into_iter().map(|test| match test.clauses.join(", ") {
        clauses if clauses.is_empty() => format!("- {}\n", capital(&test.name)),
        clauses => format!("- {} ({clauses})\n", capital(&test.name)),
    });
    format!("Examples:\n\n{}\n```toml\n{}\n```\n", said.collect::<String>(), text.trim_end())
}

/// The file of tests with the examples of a module, without the line that names its schema.
pub(crate) fn example_file(text: &str) -> Option<&str> {
    let text = match text.split_once('\n') {
        Some((first, rest)) if first.starts_with("#:schema ") => rest,
        _ => text,
    };
    (!text.trim().is_empty()).then_some(text)
}

fn capital(line: &str) -> String {
    let mut characters = line.chars();
    characters.next().into_iter().flat_map(char::to_uppercase).chain(characters).collect()
}
