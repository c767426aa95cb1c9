//! The parameters of a module as people read them: name, type, default and what it says, from its JSON Schema and its
//! defaults.

use serde_json::{Map, Value as Json, json};

/// Tables with more keys than this are only said to be tables.
const MOST_KEYS: usize = 8;
/// How deep types are described.
const DEEPEST: usize = 6;

/// One parameter, or one part of a parameter that is a table with fixed keys.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Parameter {
    /// Its key, with dots.
    pub name: String,
    /// Its type, in words.
    pub kind: String,
    /// Its default; nothing if it must be given.
    pub default: Option<Json>,
    /// An example, where one is given.
    pub example: Option<Json>,
    /// What it says, in Markdown.
    pub doc: String,
    /// Whether players need to know it: the page of rules tells it.
    pub for_players: bool,
}

impl Parameter {
    /// The parameter as JSON.
    pub fn json(&self) -> Json {
        let Self { name, kind, default, example, doc, for_players } = self;
        json!({
            "name": name, "type": kind, "default": default, "example": example, "doc": doc, "for_players": for_players,
        })
    }

    /// The default as one would write it.
    pub fn default_text(&self) -> String {
        self.default.as_ref().map_or_else(|| "must be given".to_owned(), toml)
    }

    /// What it says, on one line.
    pub fn doc_text(&self) -> String {
        let lines = self.doc.lines().filter(|line| !line.is_empty());
        lines.map(|line| line.strip_prefix("- ").unwrap_or(line)).collect::<Vec<_>>().join(" ")
    }
}

/// A value as TOML writes it in a line.
pub(crate) fn toml(value: &Json) -> String {
    match value {
        Json::Null => "not given".to_owned(),
        Json::String(text) => ttr_source::toml_text(text),
        Json::Array(list) => format!("[{}]", list.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Json::Object(map) if map.is_empty() => "{}".to_owned(),
        Json::Object(map) => {
            let parts: Vec<String> =
                map.iter().map(|(key, value)| format!("{} = {}", ttr_source::toml_key(key), toml(value))).collect();
            format!("{{ {} }}", parts.join(", "))
        }
        other => other.to_string(),
    }
}

/// The parameters that a schema describes.
pub(crate) fn of(schema: &Json, defaults: &Json) -> Vec<Parameter> {
    let reader = Reader { definitions: schema.get("$defs").and_then(Json::as_object) };
    let mut all = Vec::new();
    reader.table("", schema, Some(defaults), DEEPEST, &mut all);
    all
}

/// What stands for a key that the author chooses.
const ANY_NAME: &str = "NAME";

/// What the values of a table are, if its keys are free.
fn open(schema: &Json) -> Option<&Json> {
    schema.get("additionalProperties").filter(|values| values.is_object())
}

fn doc(schema: &Json) -> &str {
    schema.get("description").and_then(Json::as_str).unwrap_or_default()
}

/// What is said of a parameter that the page of rules leaves out.
const NOT_FOR_PLAYERS: &str = "Not for players: the page of rules leaves it out.";

/// Whether the page of rules tells a parameter: it is marked where it does not.
fn is_for_players(schema: &Json) -> bool {
    schema.get("x-players") != Some(&Json::Bool(false))
}

fn example(schema: &Json) -> Option<&Json> {
    schema.get("examples")?.as_array()?.first()
}

/// A type in words.
pub(crate) fn kind(schema: &Json, root: &Json) -> String {
    Reader { definitions: root.get("$defs").and_then(Json::as_object) }.kind(schema, DEEPEST)
}

struct Reader<'a> {
    definitions: Option<&'a Map<String, Json>>,
}

impl<'a> Reader<'a> {
    /// The schema itself, where this one only points to it.
    fn resolved(&self, mut schema: &'a Json) -> &'a Json {
        for _ in 0..DEEPEST {
            let name = schema.get("$ref").and_then(Json::as_str).and_then(|r| r.strip_prefix("#/$defs/"));
            match name.and_then(|name| self.definitions?.get(name)) {
                Some(found) => schema = found,
                None => break,
            }
        }
        schema
    }

    fn table(&self, prefix: &str, schema: &'a Json, defaults: Option<&Json>, depth: usize, all: &mut Vec<Parameter>) {
        let under = |key: &str| if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") };
        let properties = schema.get("properties").and_then(Json::as_object);
        for (key, property) in properties.into_iter().flatten() {
            let default = defaults.and_then(|d| d.get(key)).or_else(|| property.get("default"));
            let inner = self.resolved(property);
            if depth > 0 && inner.get("properties").is_some() && inner.get("anyOf").is_none() {
                self.table(&under(key), inner, default, depth - 1, all);
                continue;
            }
            let asked_for = schema["required"].as_array().is_some_and(|keys| keys.iter().any(|k| k == key));
            let own = [property, inner].into_iter().map(doc).find(|doc| !doc.is_empty()).unwrap_or_default();
            let for_players = is_for_players(property);
            all.push(Parameter {
                name: under(key),
                kind: self.kind(property, depth),
                default: default.cloned().or((!asked_for).then_some(Json::Null)),
                example: example(property).or_else(|| example(inner)).cloned(),
                doc: if for_players { own.to_owned() } else { format!("{own}\n\n{NOT_FOR_PLAYERS}") },
                for_players,
            });
            if let (true, Some(values)) = (depth > 1, open(inner)) {
                self.inner_tables(&under(key), values, depth - 1, all);
            }
        }
        // A table that is free for names of the author's own: those that are there, or one that stands for all.
        let Some(values) = open(schema) else { return };
        let given = defaults.and_then(Json::as_object).into_iter().flatten();
        let given = given.filter(|(key, _)| properties.is_none_or(|known| !known.contains_key(*key)));
        let mut given: Vec<(&str, Json)> = given.map(|(key, value)| (key.as_str(), value.clone())).collect();
        if given.is_empty() {
            given.push((ANY_NAME, Json::Null));
        }
        all.extend(given.into_iter().map(|(key, default)| Parameter {
            name: under(key),
            kind: self.kind(values, depth),
            default: Some(default),
            example: example(schema).cloned(),
            doc: doc(schema).to_owned(),
            for_players: is_for_players(schema),
        }));
    }

    /// The keys of tables that stand under names of the author's own.
    fn inner_tables(&self, prefix: &str, values: &'a Json, depth: usize, all: &mut Vec<Parameter>) {
        let name = format!("{prefix}.{ANY_NAME}");
        let values = self.resolved(values);
        let forms = values.get("anyOf").and_then(Json::as_array).map_or(std::slice::from_ref(values), Vec::as_slice);
        for form in forms.iter().map(|form| self.resolved(form)) {
            match open(form) {
                Some(inner) if depth > 1 => self.inner_tables(&name, inner, depth - 1, all),
                None if form.get("properties").is_some() => self.table(&name, form, None, depth - 1, all),
                _ => {}
            }
        }
    }

    /// A type in words.
    fn kind(&self, schema: &'a Json, depth: usize) -> String {
        let schema = self.resolved(schema);
        if depth == 0 {
            return "any value".to_owned();
        }
        if let Some(constant) = schema.get("const") {
            return toml(constant);
        }
        if let Some(values) = schema.get("enum").and_then(Json::as_array) {
            return either(values.iter().map(toml));
        }
        for key in ["oneOf", "anyOf"] {
            if let Some(all) = schema.get(key).and_then(Json::as_array) {
                // Names that are only suggested are no type of their own.
                let any_text = |one: &Json| one["type"] == "string" && one.get("enum").is_none();
                let named =
                    |one: &&Json| self.resolved(one)["type"] == "string" && self.resolved(one).get("enum").is_some();
                let suggests = all.iter().any(any_text);
                let all = all.iter().filter(|one| !(suggests && named(one)));
                return either(all.map(|one| self.kind(one, depth - 1)));
            }
        }
        match schema.get("type") {
            Some(Json::String(name)) => self.named(name, schema, depth),
            Some(Json::Array(names)) => either(names.iter().map(|name| match name.as_str() {
                Some("null") => "nothing".to_owned(),
                Some(name) => self.named(name, schema, depth),
                None => "any value".to_owned(),
            })),
            _ => "any value".to_owned(),
        }
    }

    fn named(&self, name: &str, schema: &'a Json, depth: usize) -> String {
        let inner = |key: &str| schema.get(key).filter(|s| s.is_object()).map(|s| self.kind(s, depth - 1));
        match name {
            "integer" => whole_number(schema),
            "number" => in_range("number", schema, None),
            "string" => "text".to_owned(),
            "boolean" => "true or false".to_owned(),
            "null" => "nothing".to_owned(),
            "array" if schema.get("prefixItems").is_some() => {
                let items = schema["prefixItems"].as_array().into_iter().flatten();
                format!("[{}]", items.map(|item| self.kind(item, depth - 1)).collect::<Vec<_>>().join("; "))
            }
            "array" => inner("items").map_or_else(|| "list".to_owned(), |of| format!("list of: {of}")),
            "object" => match schema.get("properties").and_then(Json::as_object) {
                Some(keys) if keys.len() > MOST_KEYS => "table".to_owned(),
                Some(keys) => format!("table with {}", keys.keys().map(String::as_str).collect::<Vec<_>>().join(", ")),
                None => {
                    inner("additionalProperties").map_or_else(|| "table".to_owned(), |of| format!("table of: {of}"))
                }
            },
            other => other.to_owned(),
        }
    }
}

fn whole_number(schema: &Json) -> String {
    let most = match schema.get("format").and_then(Json::as_str) {
        Some("uint8") => Some(u8::MAX.to_string()),
        Some("uint16") => Some(u16::MAX.to_string()),
        _ => None,
    };
    in_range("whole number", schema, most)
}

/// A kind of number with its range; `most` if the schema does not say it.
fn in_range(what: &str, schema: &Json, most: Option<String>) -> String {
    let least = schema.get("minimum").map(toml);
    match (least, schema.get("maximum").map(toml).or(most)) {
        (Some(least), Some(most)) => format!("{what}, {least} to {most}"),
        (Some(least), None) => format!("{what} from {least}"),
        (None, Some(most)) => format!("{what} up to {most}"),
        (None, None) => what.to_owned(),
    }
}

fn either(kinds: impl Iterator<Item = String>) -> String {
    let mut different: Vec<String> = Vec::new();
    for kind in kinds {
        if !different.contains(&kind) {
            different.push(kind);
        }
    }
    different.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_defaults_and_docs_in_words() {
        let schema = json!({
            "type": "object",
            "required": ["odd"],
            "properties": {
                "deal": { "description": "How many are dealt.\n\n- `1`: one.", "type": "integer", "format": "uint8", "minimum": 0 },
                "decks": { "type": "object", "additionalProperties": {
                    "type": "object", "additionalProperties": { "$ref": "#/$defs/Card" } } },
                "draw": { "$ref": "#/$defs/Draw" },
                "rest": { "description": "Where to.", "$ref": "#/$defs/Rest" },
                "ties": { "type": "array", "items": { "type": "string" } },
                "table": { "type": "object", "additionalProperties": { "type": "integer", "format": "int32" } },
                "first": { "anyOf": [{ "type": "integer", "minimum": 1, "maximum": 8 }, { "const": "random" }] },
                "maybe": { "type": ["boolean", "null"] },
                "odd": true,
            },
            "$defs": {
                "Card": { "anyOf": [{ "type": "integer" }, { "type": "object", "required": ["count"], "properties": {
                    "count": { "type": "integer" }, "price": { "type": "integer", "default": 1 } } }] },
                "Draw": { "type": "object", "properties": { "take": { "type": "integer" } } },
                "Rest": { "oneOf": [{ "const": "bottom" }, { "const": "out" }] },
                "Loop": { "$ref": "#/$defs/Loop" },
            },
        });
        let defaults = json!({ "deal": 3, "draw": { "take": 3 }, "rest": "bottom", "ties": ["a", "b"],
            "table": { "1": 1, "x y": 2 }, "first": "random", "maybe": null });
        let lines: Vec<String> = of(&schema, &defaults)
            .iter()
            .map(|p| format!("{} | {} | {} | {}", p.name, p.kind, p.default_text(), p.doc_text()))
            .collect();
        assert_eq!(
            lines,
            [
                "deal | whole number, 0 to 255 | 3 | How many are dealt. `1`: one.",
                "decks | table of: table of: whole number or table with count, price | not given | ",
                "decks.NAME.NAME.count | whole number | must be given | ",
                "decks.NAME.NAME.price | whole number | 1 | ",
                "draw.take | whole number | 3 | ",
                "first | whole number, 1 to 8 or \"random\" | \"random\" | ",
                "maybe | true or false or nothing | not given | ",
                "odd | any value | must be given | ",
                "rest | \"bottom\" or \"out\" | \"bottom\" | Where to.",
                "table | table of: whole number | { 1 = 1, \"x y\" = 2 } | ",
                "ties | list of: text | [\"a\", \"b\"] | ",
            ]
        );
    }

    #[test]
    fn names_of_the_authors_own_are_parameters_too() {
        let schema = json!({ "description": "How many of each kind.", "type": "object", "examples": [{ "a": 3 }],
            "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 9 } });
        let [only] = &of(&schema, &json!({}))[..] else { panic!("one parameter") };
        assert_eq!((only.name.as_str(), only.kind.as_str()), ("NAME", "whole number, 0 to 9"));
        assert_eq!((only.doc_text().as_str(), only.default_text().as_str()), ("How many of each kind.", "not given"));
        assert_eq!(only.example, Some(json!({ "a": 3 })));
        let [only] = &of(&schema, &json!({ "b": 7 }))[..] else { panic!("one parameter") };
        assert_eq!((only.name.as_str(), only.default_text().as_str()), ("b", "7"));
    }

    #[test]
    fn suggested_names_are_text() {
        let schema = json!({ "properties": { "colour": { "anyOf": [{ "$ref": "#/$defs/k" }, { "type": "string" }] } },
            "$defs": { "k": { "type": "string", "enum": ["red", "blue"] } } });
        assert_eq!(of(&schema, &json!({}))[0].kind, "text");
    }

    #[test]
    fn a_schema_in_a_circle_comes_to_an_end() {
        let schema = json!({ "properties": { "a": { "$ref": "#/$defs/A" } },
            "$defs": { "A": { "properties": { "a": { "$ref": "#/$defs/A" } } } } });
        assert_eq!(of(&schema, &json!({})).len(), 1);
        let schema =
            json!({ "properties": { "a": { "$ref": "#/$defs/A" } }, "$defs": { "A": { "$ref": "#/$defs/A" } } });
        assert_eq!(of(&schema, &json!({}))[0].kind, "any value");
    }
}
