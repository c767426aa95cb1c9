//! Walking through schemas, and making what schemars writes fit TOML and the editors that show it.

use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;

/// Where definitions are referred to.
pub(super) const DEFINITIONS: &str = "#/$defs/";

/// Keywords that hold one schema.
const ONE: &[&str] = &["additionalProperties", "items", "propertyNames", "contains", "if", "then", "else"];
/// Keywords that hold a list of schemas.
const LISTS: &[&str] = &["anyOf", "oneOf", "allOf", "prefixItems"];
/// Keywords that hold schemas by name.
const TABLES: &[&str] = &["properties", "patternProperties", "$defs"];

/// Does something to a schema and all within it, the innermost first.
pub(super) fn each(schema: &mut Json, run: &mut impl FnMut(&mut Map<String, Json>)) {
    let Some(object) = schema.as_object_mut() else { return };
    for (key, value) in object.iter_mut() {
        match key.as_str() {
            key if ONE.contains(&key) => each(value, run),
            key if LISTS.contains(&key) => {
                value.as_array_mut().into_iter().flatten().for_each(|inner| each(inner, run));
            }
            key if TABLES.contains(&key) => {
                value.as_object_mut().into_iter().flatten().for_each(|(_, inner)| each(inner, run));
            }
            _ => {}
        }
    }
    run(object);
}

/// The name of the definition that a schema refers to.
pub(super) fn referred(schema: &Map<String, Json>) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(DEFINITIONS)
}

/// The definitions that a schema refers to.
pub(super) fn all_referred(schema: &Json) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    each(&mut schema.clone(), &mut |schema| names.extend(referred(schema).map(str::to_owned)));
    names
}

/// Makes a schema fit TOML, which has no null, and say in words of JSON Schema what schemars says in formats of Rust.
pub(super) fn plain(schema: &mut Map<String, Json>) {
    without_null(schema);
    as_enumeration(schema);
    if let Some(format) = schema.get("format").and_then(Json::as_str) {
        let most = match format {
            "uint8" => Some(u64::from(u8::MAX)),
            "uint16" => Some(u64::from(u16::MAX)),
            "uint32" => Some(u64::from(u32::MAX)),
            _ => None,
        };
        if let Some(most) = most.filter(|_| !schema.contains_key("maximum")) {
            schema.insert("maximum".to_owned(), most.into());
        }
        schema.remove("format");
    }
    if schema.get("default").is_some_and(Json::is_null) {
        schema.remove("default");
    }
    if schema.contains_key("const") {
        schema.remove("minimum");
        schema.remove("maximum");
    }
    // Texts are wrapped by editors, not by the source.
    if let Some(Json::String(text)) = schema.get_mut("description") {
        *text = unwrapped(text);
    }
}

/// Paragraphs and items of lists on one line each.
fn unwrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let begins = line.is_empty() || line.starts_with(['-', '*', '#']);
        match lines.last_mut() {
            Some(last) if !last.is_empty() && !begins => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

fn without_null(schema: &mut Map<String, Json>) {
    if let Some(Json::Array(types)) = schema.get_mut("type") {
        types.retain(|t| t != "null");
        if let [only] = &types[..] {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Json::Array(values)) = schema.get_mut("enum") {
        values.retain(|v| !v.is_null());
    }
    for key in ["anyOf", "oneOf"] {
        let Some(Json::Array(all)) = schema.get_mut(key) else { continue };
        all.retain(|one| one.get("type").is_none_or(|t| t != "null"));
        if let [Json::Object(only)] = &all[..] {
            let only = only.clone();
            schema.remove(key);
            for (key, value) in only {
                schema.entry(key).or_insert(value);
            }
        }
    }
}

/// Fixed names as one list, each with its words in the description: editors then tell one fault, not one for each name.
fn as_enumeration(schema: &mut Map<String, Json>) {
    let Some(Json::Array(all)) = schema.get("oneOf") else { return };
    let mut names = Vec::new();
    let mut lines = Vec::new();
    for one in all {
        let described = one.get("description").and_then(Json::as_str);
        match (one.get("const"), one.get("enum").and_then(Json::as_array)) {
            (Some(name), _) => {
                names.push(name.clone());
                lines.extend(described.map(|text| format!("- `{}`: {}", written(name), unwrapped(text))));
            }
            (None, Some(several)) => names.extend(several.iter().cloned()),
            (None, None) => return,
        }
    }
    schema.remove("oneOf");
    schema.insert("type".to_owned(), json!("string"));
    schema.insert("enum".to_owned(), names.into());
    let own = schema.get("description").and_then(Json::as_str).unwrap_or_default();
    let text = [own.trim(), "", &lines.join("\n")].join("\n");
    schema.insert("description".to_owned(), text.trim().into());
}

/// A value as TOML writes it.
fn written(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), ttr_source::toml_text)
}

/// Whether a schema is a list of fixed names, or one of them.
fn is_enumeration(schema: &Json) -> bool {
    schema.get("enum").is_some() && schema.get("properties").is_none()
}

/// Puts lists of names where they are referred to, so that the words of both places are shown.
pub(super) fn inline_names(schema: &mut Json, definitions: &Map<String, Json>) {
    each(schema, &mut |schema| {
        let Some(definition) = referred(schema).and_then(|name| definitions.get(name)) else { return };
        if !is_enumeration(definition) {
            return;
        }
        let Some(definition) = definition.as_object().cloned() else { return };
        schema.remove("$ref");
        for (key, value) in definition {
            match (key.as_str(), schema.get_mut(&key)) {
                ("description", Some(Json::String(own))) => {
                    let lines: Vec<&str> = value.as_str().unwrap_or_default().lines().collect();
                    let names = lines.iter().position(|line| line.starts_with("- ")).map_or(&[][..], |at| &lines[at..]);
                    *own = [own.as_str(), "", &names.join("\n")].join("\n").trim().to_owned();
                }
                (_, Some(_)) => {}
                (_, None) => {
                    schema.insert(key, value);
                }
            }
        }
    });
}

/// Lets everything be left out: the rest may stand in another layer.
pub(super) fn relax(schema: &mut Map<String, Json>) {
    schema.remove("required");
    schema.remove("minProperties");
    if let Some(all) = schema.remove("oneOf") {
        schema.insert("anyOf".to_owned(), all);
    }
}

/// Whether something in a schema must be given.
pub(super) fn asks_for_something(schema: &Json) -> bool {
    let mut asks = false;
    each(&mut schema.clone(), &mut |schema| {
        asks |= ["required", "minProperties", "oneOf"].iter().any(|key| schema.contains_key(*key));
    });
    asks
}
