//! The JSON Schema of the messages, and the page of the reference that is made from it.

use super::messages::{Answer, PROTOCOL, Request};
use schemars::Schema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value as Json, json};

/// What a message may carry besides its own fields.
const ID: &str = "A text or a number that the answer repeats, so that a program knows which request it answers.";

/// The schema of all messages: every request under `$defs` as `request-KIND`, every answer as `answer-KIND`.
pub fn schema() -> Json {
    // What may be left out of a request is not what may be missing in an answer.
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let requests = Request::schemas(&mut generator);
    let mut definitions: Map<String, Json> = generator.take_definitions(true);
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let answers = Answer::schemas(&mut generator);
    definitions.extend(generator.take_definitions(true));
    let mut add = |side: &str, tag: &str, all: Vec<(&'static str, &'static str, Schema)>| -> Vec<Json> {
        let mut refs = Vec::new();
        for (kind, doc, schema) in all {
            let name = format!("{side}-{kind}");
            refs.push(json!({ "$ref": format!("#/$defs/{name}") }));
            definitions.insert(name, message(tag, kind, doc.trim(), schema));
        }
        refs
    };
    let (requests, answers) = (add("request", "do", requests), add("answer", "is", answers));
    definitions.values_mut().for_each(without_marks);
    definitions.insert("request".to_owned(), json!({ "description": "What a program asks.", "oneOf": requests }));
    definitions.insert("answer".to_owned(), json!({ "description": "What the engine answers.", "oneOf": answers }));
    let description = format!(
        "A line that goes to `ttr engine` is a request, a line that comes from it an answer. Version {PROTOCOL} of the \
         protocol."
    );
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of the engine",
        "description": description,
        "oneOf": [{ "$ref": "#/$defs/request" }, { "$ref": "#/$defs/answer" }],
        "$defs": definitions,
    })
}

/// Takes out the marks by which the schemas of files are completed ([`ttr_files::schema`]): nobody else knows them.
fn without_marks(schema: &mut Json) {
    match schema {
        Json::Object(map) => {
            map.retain(|key, _| !key.starts_with("x-"));
            map.values_mut().for_each(without_marks);
        }
        Json::Array(all) => all.iter_mut().for_each(without_marks),
        _ => {}
    }
}

/// A message: its kind, its id and what it holds.
fn message(tag: &str, kind: &str, doc: &str, schema: Schema) -> Json {
    let mut json = schema.to_value();
    if let Some(object) = json.as_object_mut() {
        object.remove("title");
    }
    json["description"] = doc.into();
    let what = if tag == "do" { "The kind of request." } else { "The kind of answer." };
    json["properties"][tag] = json!({ "const": kind, "description": what });
    json["properties"]["id"] = json!({ "type": ["string", "integer", "number"], "description": ID });
    let mut required: Vec<Json> = json["required"].as_array().cloned().unwrap_or_default();
    required.insert(0, tag.into());
    json["required"] = required.into();
    json
}
