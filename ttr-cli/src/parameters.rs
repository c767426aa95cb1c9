//! The parameters of a module as people read them: name, type, default and what it says, from its JSON Schema and its
//! defaults.

use serde_json::{Map, Value as Json, json};

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
    /// What it says.
    pub doc: String,
}

impl Parameter {
    /// As JSON.
    pub fn json(&self) -> Json {
        json!({ "name": self.name, "type": self.kind, "default": self.default, "doc": self.doc })
    }

    /// The default as one would write it.
    pub fn default_text(&self) -> String {
        self.default.as_ref().map_or_else(|| "must be given".to_owned(), toml)
    }
}

/// A value as TOML writes it in a line.
fn toml(value: &Json) -> String {
    match value {
        Json::Null => "not given".to_owned(),
        Json::String(text) => ttr_core::source::toml_text(text),
        Json::Array(list) => format!("[{}]", list.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Json::Object(map) if map.is_empty() => "{}".to_owned(),
        Json::Object(map) => {
            let parts: Vec<String> = map
                .iter()
                .map(|(key, value)| format!("{} = {}", ttr_core::source::toml_key(key), toml(value)))
                .collect();
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
        let Some(properties) = schema.get("properties").and_then(Json::as_object) else { return };
        for (key, property) in properties {
            let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
            let default = defaults.and_then(|d| d.get(key));
            let inner = self.resolved(property);
            if depth > 0 && inner.get("properties").is_some() && inner.get("anyOf").is_none() {
                self.table(&name, inner, default, depth - 1, all);
                continue;
            }
            let doc = property.get("description").or_else(|| inner.get("description")).and_then(Json::as_str);
            all.push(Parameter {
                name,
                kind: self.kind(property, depth),
                default: default.cloned(),
                doc: doc.unwrap_or_default().replace('\n', " "),
            });
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
                return either(all.iter().map(|one| self.kind(one, depth - 1)));
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
            "number" => "number".to_owned(),
            "string" => "text".to_owned(),
            "boolean" => "true or false".to_owned(),
            "null" => "nothing".to_owned(),
            "array" => inner("items").map_or_else(|| "list".to_owned(), |of| format!("list of: {of}")),
            "object" => match schema.get("properties").and_then(Json::as_object) {
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
    let bits = schema.get("format").and_then(Json::as_str);
    let least = schema.get("minimum").map(toml);
    let most = schema.get("maximum").map(toml).or_else(|| match bits {
        Some("uint8") => Some(u8::MAX.to_string()),
        Some("uint16") => Some(u16::MAX.to_string()),
        _ => None,
    });
    match (least, most) {
        (Some(least), Some(most)) => format!("whole number, {least} to {most}"),
        (Some(least), None) => format!("whole number from {least}"),
        (None, Some(most)) => format!("whole number up to {most}"),
        (None, None) => "whole number".to_owned(),
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
            "properties": {
                "deal": { "description": "How many\nare dealt.", "type": "integer", "format": "uint8", "minimum": 0 },
                "draw": { "$ref": "#/$defs/Draw" },
                "rest": { "description": "Where to.", "$ref": "#/$defs/Rest" },
                "ties": { "type": "array", "items": { "type": "string" } },
                "table": { "type": "object", "additionalProperties": { "type": "integer", "format": "int32" } },
                "first": { "anyOf": [{ "type": "integer", "minimum": 1, "maximum": 8 }, { "const": "random" }] },
                "maybe": { "type": ["boolean", "null"] },
                "odd": true,
            },
            "$defs": {
                "Draw": { "type": "object", "properties": { "take": { "type": "integer" } } },
                "Rest": { "oneOf": [{ "const": "bottom" }, { "const": "out" }] },
                "Loop": { "$ref": "#/$defs/Loop" },
            },
        });
        let defaults = json!({ "deal": 3, "draw": { "take": 3 }, "rest": "bottom", "ties": ["a", "b"],
            "table": { "1": 1, "x y": 2 }, "first": "random", "maybe": null });
        let lines: Vec<String> = of(&schema, &defaults)
            .iter()
            .map(|p| format!("{} | {} | {} | {}", p.name, p.kind, p.default_text(), p.doc))
            .collect();
        assert_eq!(
            lines,
            [
                "deal | whole number, 0 to 255 | 3 | How many are dealt.",
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
    fn a_schema_in_a_circle_comes_to_an_end() {
        let schema = json!({ "properties": { "a": { "$ref": "#/$defs/A" } },
            "$defs": { "A": { "properties": { "a": { "$ref": "#/$defs/A" } } } } });
        assert_eq!(of(&schema, &json!({})).len(), 1);
        let schema =
            json!({ "properties": { "a": { "$ref": "#/$defs/A" } }, "$defs": { "A": { "$ref": "#/$defs/A" } } });
        assert_eq!(of(&schema, &json!({}))[0].kind, "any value");
    }
}
