//! `ttr schema`, and the schemas in `schema/`.

use crate::support::program::{Folder, is_generated, json, repository, ttr, words};
use std::fs;

/// This test, by its name.
const TEST: &str = "schema";

#[test]
fn the_schemas_of_the_repository_are_those_of_the_program() {
    is_generated(TEST, "schema/map.schema.json", &words("schema").fine());
    is_generated(TEST, "schema/map.schema.json", &words("schema map").fine());
    is_generated(TEST, "schema/ruleset.schema.json", &words("schema ruleset").fine());
    is_generated(TEST, "schema/score.schema.json", &words("schema score").fine());
    is_generated(TEST, "schema/test.schema.json", &words("schema test").fine());
    is_generated(TEST, "schema/protocol.schema.json", &words("schema protocol").fine());
}

#[test]
fn the_reference_is_that_of_the_program() {
    let how = "<!-- Generated; written anew by: TTR_BLESS=1 cargo test -p ttr-cli --test commands schema:: -->\n\n";
    for (page, command) in [
        ("map", "schema map --format markdown"),
        ("ruleset", "schema ruleset --format markdown"),
        ("modules", "modules --format markdown"),
        ("score", "schema score --format markdown"),
        ("test", "schema test --format markdown"),
        ("protocol", "schema protocol --format markdown"),
    ] {
        is_generated(TEST, &format!("docs/reference/{page}.md"), &format!("{how}{}", words(command).fine()));
    }
}

#[test]
fn a_schema_goes_to_a_file() {
    let folder = Folder::new("schema");
    let path = folder.path().join("map.schema.json");
    assert_eq!(ttr(["schema".as_ref(), "map".as_ref(), "-o".as_ref(), path.as_os_str()]).fine(), "");
    assert_eq!(fs::read_to_string(path).expect("the schema"), words("schema map").fine());
    let nowhere = folder.path().join("no such folder").join("map.schema.json");
    let message = ttr(["schema".as_ref(), "-o".as_ref(), nowhere.as_os_str()]).fails(2);
    assert!(message.starts_with("error: can't write "), "{message}");
}

#[test]
fn names_are_enumerated_and_colours_suggested() {
    let map = json(words("schema map"));
    let colour = &map["$defs"]["Route"]["properties"]["colour"]["anyOf"];
    assert_eq!(colour[0]["$ref"], "#/$defs/known-colours");
    assert_eq!(colour[1]["type"], "string", "others may be written too");
    let rules = map["properties"]["rules"]["anyOf"][0]["enum"].as_array().expect("names");
    assert!(rules.contains(&"classic".into()));
    let rule_set = json(words("schema ruleset"));
    for module in ttr_variants::registry().modules() {
        let property = &rule_set["properties"][module.manifest.id];
        assert!(property["description"].as_str().is_some_and(|d| d.contains(module.manifest.id)), "{property}");
    }
}

/// Every parameter and attribute has words for who points at it in an editor.
#[test]
fn everything_in_the_schemas_is_described() {
    fn look(path: &str, schema: &serde_json::Value) {
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let described = property["description"].as_str().is_some_and(|d| !d.is_empty());
            assert!(described, "{path}.{name} has no description");
            look(&format!("{path}.{name}"), property);
        }
    }
    for of in ["map", "ruleset", "score", "test", "protocol"] {
        let schema = json(words(&format!("schema {of}")));
        look(of, &schema);
        schema["$defs"].as_object().into_iter().flatten().for_each(|(name, definition)| look(name, definition));
    }
}

#[test]
fn bundled_files_name_their_schema() {
    for (folder, schema) in [("maps", "map.schema.json"), ("ttr-variants/rulesets", "ruleset.schema.json")] {
        for entry in fs::read_dir(repository().join(folder)).expect(folder) {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|e| e != "toml") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a file");
            let first = text.lines().next().unwrap_or_default();
            let Some(named) = first.strip_prefix("#:schema ") else {
                panic!("{}: the first line names no schema: {first}", path.display())
            };
            assert!(named.ends_with(schema), "{}: {named}", path.display());
            assert!(path.with_file_name(named).is_file(), "{}: there is no {named}", path.display());
        }
    }
}
