//! JSON Schemas of map, rule-set and score files, by which editors complete, explain and check what an author writes.
//!
//! The frame comes from types that mirror the files. What modules own comes from the modules of the registry, bundled or
//! not: parameters from the type that a module is ([`ttr_core::RuleModule`]), attributes from its manifest
//! ([`ttr_core::Manifest::attribute`]). A module whose parameters hold attributes of others, as a kind of card does, marks
//! the table by `#[schemars(extend("x-attributes" = "card"))]`; a field for a colour is marked by `"x-names" = "colours"`,
//! one for a list of measures by `"x-names" = "measures"`. A parameter of which the page of rules ([`mod@ttr_core::page`]) says
//! nothing, because players need not know it, is marked by `"x-players" = false`.
//!
//! ```
//! use ttr_core::Registry;
//! use ttr_files::schema;
//!
//! let map = schema::map(&Registry::new());
//! assert_eq!(map["required"], serde_json::json!(["format", "name", "cities", "routes"]));
//! assert_eq!(map["$defs"]["Route"]["properties"]["length"]["maximum"], 100);
//! ```

mod files;
mod scenario;
mod shape;
#[cfg(test)]
mod tests;

pub use scenario::Position;

use crate::score::{MOST_COUNTED, MOST_POINTS};
use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use ttr_core::module::ModuleEntry;
use ttr_core::{AttrOn, FieldShape, Registry};
use ttr_source::{INLINE, LEVELS, MapSource, RuleSetSource, Sources};

/// The definition of the colours that maps have.
const KNOWN_COLOURS: &str = "known-colours";

/// The name of the definition of a module's parameters.
fn definition_of(module: &str) -> String {
    format!("module-{module}")
}

/// The name of the form of a definition in which nothing is required: a layer may set any part of a table.
fn part_of(definition: &str) -> String {
    format!("{definition}-part")
}

fn refer(definition: &str) -> Json {
    json!({ "$ref": format!("{}{definition}", shape::DEFINITIONS) })
}

/// The JSON Schema of a map file, for a program that knows these modules and rule sets.
pub fn map(registry: &Registry) -> Json {
    Assembly::new(registry).of::<files::Map>()
}

/// The JSON Schema of a rule-set file, for a program that knows these modules.
pub fn rule_set(registry: &Registry) -> Json {
    let mut schema = Assembly::new(registry).of::<files::RuleSet>();
    schema["required"] = json!(["format"]);
    schema
}

/// The JSON Schema of a score file, for a program that knows these modules and rule sets.
pub fn score(registry: &Registry) -> Json {
    Assembly::new(registry).of::<files::Score>()
}

/// The JSON Schema of a file of tests, for a program that knows these modules and rule sets.
pub fn tests(registry: &Registry) -> Json {
    Assembly::new(registry).of::<scenario::Tests>()
}

/// The JSON Schema of the parameters of one module, as a rule set has them. It suggests no names of bundled maps, and keeps the
/// mark of what is not for players.
pub fn parameters(registry: &Registry, module: &ModuleEntry) -> Json {
    let assembly = Assembly { registry, colours: BTreeSet::new(), rule_sets: BTreeMap::new(), for_editors: false };
    assembly.complete(|generator| module.schema_in(generator).into())
}

/// Names from the registry.
struct Assembly<'r> {
    registry: &'r Registry,
    colours: BTreeSet<String>,
    /// The rule sets with their summaries.
    rule_sets: BTreeMap<&'r str, Option<String>>,
    /// Whether the schema is for editors; they know none of the marks that this program puts into schemas for itself.
    for_editors: bool,
}

impl<'r> Assembly<'r> {
    fn new(registry: &'r Registry) -> Self {
        let mut sources = Sources::new();
        let mut colours = BTreeSet::new();
        for (name, text) in registry.maps() {
            let file = sources.add(name, text);
            let (map, _) = MapSource::load(&sources, file);
            colours.extend(map.routes.into_iter().filter_map(|route| route.colour));
        }
        let mut rule_sets = BTreeMap::new();
        for (name, text) in registry.rule_sets() {
            let file = sources.add(name, text);
            rule_sets.insert(name, RuleSetSource::load(&sources, file, name).0.summary);
        }
        Self { registry, colours, rule_sets, for_editors: true }
    }

    /// The whole schema of a file.
    fn of<T: JsonSchema>(&self) -> Json {
        self.complete(|generator| T::json_schema(generator).into())
    }

    fn complete(&self, root: impl FnOnce(&mut SchemaGenerator) -> Json) -> Json {
        let mut generator = SchemaSettings::draft2020_12().into_generator();
        let mut root = root(&mut generator);
        generator.subschema_for::<files::Layer>();
        let modules: Vec<(String, Json)> = self
            .registry
            .modules()
            .map(|module| (definition_of(module.manifest.id), module.schema_in(&mut generator).into()))
            .collect();
        let mut definitions = generator.take_definitions(true);
        definitions.extend(modules);
        for schema in std::iter::once(&mut root).chain(definitions.values_mut()) {
            shape::each(schema, &mut shape::plain);
            shape::each(schema, &mut |schema| self.replace_markers(schema));
        }
        let names = definitions.clone();
        for schema in std::iter::once(&mut root).chain(definitions.values_mut()) {
            shape::inline_names(schema, &names);
        }
        let colours = json!({ "description": "A colour of a bundled map.", "type": "string", "enum": self.colours });
        definitions.insert(KNOWN_COLOURS.to_owned(), colours);
        self.add_parts(&mut definitions);
        let used = reachable(&root, &definitions);
        definitions.retain(|name, _| used.contains(name));
        root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
        if !definitions.is_empty() {
            root["$defs"] = definitions.into();
        }
        root
    }

    fn replace_markers(&self, schema: &mut Map<String, Json>) {
        if let Some(on) = schema.remove("x-attributes") {
            let on = [AttrOn::City, AttrOn::Route, AttrOn::Ticket, AttrOn::Card]
                .into_iter()
                .find(|one| serde_json::to_value(one).is_ok_and(|name| name == on));
            on.into_iter().for_each(|on| self.add_attributes(schema, on));
        }
        if schema.remove("x-fields").is_some() {
            self.add_fields(schema);
        }
        if self.for_editors {
            schema.remove("x-players");
        }
        if let Some(names) = schema.remove("x-names") {
            match names.as_str() {
                Some("colours") => self.suggest_colours(schema),
                Some("measures") => {
                    let all = self.registry.modules().flat_map(|m| &m.manifest.measures).collect::<BTreeSet<_>>();
                    schema.insert("items".to_owned(), json!({ "type": "string", "enum": all }));
                }
                Some("lints") => {
                    for lint in self.registry.codes().filter(|code| code.is_lint()) {
                        let level = json!({
                            "description": format!("{} By default: {}.", sentence(lint.summary), lint.severity),
                            "type": "string",
                            "enum": LEVELS,
                        });
                        insert(schema, "properties", lint.code, level);
                    }
                }
                Some("rule-sets") if schema.contains_key("x-modules") => self.add_rule_sets(schema),
                Some("rule-sets") => self.ask_for_rule_set(schema),
                _ => {}
            }
        }
        if let Some(which) = schema.remove("x-modules") {
            let all = which == "all";
            for module in self.registry.modules() {
                let definition = definition_of(module.manifest.id);
                let definition = if all { definition } else { part_of(&definition) };
                insert(schema, "properties", module.manifest.id, module_table(module, &definition));
            }
        }
    }

    fn add_attributes(&self, schema: &mut Map<String, Json>, on: AttrOn) {
        for module in self.registry.modules() {
            for attribute in module.manifest.attributes.iter().filter(|a| a.on == on) {
                let mut value = Json::from(attribute.schema.clone());
                shape::each(&mut value, &mut shape::plain);
                let id = module.manifest.id;
                let text = format!("{}\n\nAn attribute of the module `{id}`.", sentence(attribute.doc));
                value["description"] = text.into();
                insert(schema, "properties", attribute.name, value);
            }
        }
        if on != AttrOn::Card {
            insert(schema, "patternProperties", "^x-", json!(true));
        }
        schema.insert("additionalProperties".to_owned(), json!(false));
    }

    /// What modules own of a player in a score file.
    fn add_fields(&self, schema: &mut Map<String, Json>) {
        for module in self.registry.modules() {
            for field in &module.manifest.fields {
                let list = |items: Json| json!({ "type": "array", "items": items });
                let mut value = match field.shape {
                    FieldShape::Count => json!({ "type": "integer", "minimum": 0, "maximum": MOST_COUNTED }),
                    FieldShape::Points => json!({ "type": "integer", "minimum": -MOST_POINTS, "maximum": MOST_POINTS }),
                    FieldShape::Cities | FieldShape::Cards => list(json!({ "type": "string" })),
                    FieldShape::Routes => list(refer("HeldRoute")),
                    FieldShape::Tickets => list(refer("KeptTicket")),
                };
                let text = format!("{}\n\nA field of the module `{}`.", sentence(field.doc), module.manifest.id);
                value["description"] = text.into();
                insert(schema, "properties", field.name, value);
            }
        }
    }

    fn suggest_colours(&self, schema: &mut Map<String, Json>) {
        let pattern = schema.remove("pattern");
        schema.remove("type");
        let mut any = json!({ "type": "string" });
        if let Some(pattern) = pattern {
            any["pattern"] = pattern;
        }
        let all = if self.colours.is_empty() { vec![any] } else { vec![refer(KNOWN_COLOURS), any] };
        schema.insert("anyOf".to_owned(), all.into());
        schema.extend(self.colours.first().map(|colour| ("examples".to_owned(), json!([colour]))));
    }

    fn ask_for_rule_set(&self, schema: &mut Map<String, Json>) {
        let summary = |(name, text): (&&str, &Option<String>)| match text {
            Some(text) => format!("- `{}`: {text}", ttr_source::toml_text(name)),
            None => format!("- `{}`", ttr_source::toml_text(name)),
        };
        let lines: Vec<String> = self.rule_sets.iter().map(summary).collect();
        schema.insert("enum".to_owned(), self.rule_sets.keys().copied().collect());
        schema.insert("description".to_owned(), format!("A bundled rule set:\n\n{}", lines.join("\n")).into());
    }

    /// Layers for single rule sets: for those the program knows, those in files, and the one that a map brings itself.
    fn add_rule_sets(&self, schema: &mut Map<String, Json>) {
        for name in self.rule_sets.keys().filter(|name| self.registry.find_module(name).is_none()) {
            let mut layer = refer("Layer");
            layer["description"] = format!("Parameters of modules for the rule set `{name}` only.").into();
            insert(schema, "properties", name, layer);
        }
        insert(schema, "patternProperties", &format!(r"^{INLINE}$|\.toml$"), refer("Layer"));
    }

    /// The parameters of modules as layers have them, of which everything may be left out.
    fn add_parts(&self, definitions: &mut Map<String, Json>) {
        let mut strict: BTreeSet<String> =
            definitions.iter().filter(|(_, d)| shape::asks_for_something(d)).map(|(name, _)| name.clone()).collect();
        loop {
            let refers = |schema: &Json| shape::all_referred(schema).iter().any(|name| strict.contains(name));
            let more = definitions.iter().filter(|(name, schema)| !strict.contains(*name) && refers(schema));
            let more: Vec<String> = more.map(|(name, _)| name.clone()).collect();
            if more.is_empty() {
                break;
            }
            strict.extend(more);
        }
        let mut parts = Map::new();
        for (name, schema) in definitions.iter() {
            let module = self.registry.modules().any(|m| definition_of(m.manifest.id) == *name);
            if !module && !strict.contains(name) {
                continue;
            }
            let mut part = if strict.contains(name) { schema.clone() } else { refer(name) };
            if strict.contains(name) {
                shape::each(&mut part, &mut |schema| {
                    shape::relax(schema);
                    let part = shape::referred(schema).filter(|name| strict.contains(*name)).map(part_of);
                    if let Some(part) = part {
                        schema.insert("$ref".to_owned(), format!("{}{part}", shape::DEFINITIONS).into());
                    }
                });
            }
            parts.insert(part_of(name), part);
        }
        definitions.extend(parts);
    }
}

/// A module's table, or whether it plays at all.
fn module_table(module: &ModuleEntry, definition: &str) -> Json {
    let text = format!(
        "{}\n\nThe module `{}`: a table of parameters, `true` for its defaults, or `false` to leave it out.",
        sentence(module.manifest.summary),
        module.manifest.id
    );
    json!({ "description": text, "anyOf": [refer(definition), { "type": "boolean" }] })
}

fn insert(schema: &mut Map<String, Json>, keyword: &str, name: &str, value: Json) {
    if let Json::Object(table) = schema.entry(keyword).or_insert_with(|| json!({})) {
        table.insert(name.to_owned(), value);
    }
}

/// A line of a listing as a sentence.
fn sentence(line: &str) -> String {
    let mut characters = line.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if line.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", characters.as_str())
}

/// The definitions that a schema needs.
fn reachable(root: &Json, definitions: &Map<String, Json>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![root];
    while let Some(schema) = open.pop() {
        for name in shape::all_referred(schema) {
            if let Some(definition) = definitions.get(&name).filter(|_| !reached.contains(&name)) {
                open.push(definition);
                reached.insert(name);
            }
        }
    }
    reached
}
