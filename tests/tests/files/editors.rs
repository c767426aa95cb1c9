//! The schemas, as editors use them: tombi, which editors run behind their windows, validates files by the schema that
//! their first line names. It knows nothing of this program.
//!
//! These tests need tombi: `TTR_TOMBI=$(.ci/tombi) cargo test -p ttr-tests --test files editors:: -- --ignored`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use ttr_files::schema;
use ttr_tests::breaks::workspace;
use ttr_tests::examples::modules::registry;
use ttr_tests::examples::{Example, Input};

/// What tombi says of some files: nothing if they are fine.
fn lint(folder: &Path, files: &[PathBuf]) -> Option<String> {
    let tombi = std::env::var_os("TTR_TOMBI").expect("TTR_TOMBI is the path of tombi");
    let done = Command::new(tombi)
        .args(["lint", "--offline", "--no-cache", "--quiet"])
        .args(files)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("tombi starts");
    let text = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    match done.status.code() {
        Some(0) => None,
        Some(1) => Some(text),
        other => panic!("tombi ended with {other:?}: {text}"),
    }
}

fn toml_files(folder: &str) -> Vec<PathBuf> {
    let folder = workspace().join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    files.sort();
    files
}

#[test]
#[ignore = "needs tombi: see the top of the file"]
fn bundled_files_are_valid_by_the_schema_that_they_name() {
    for folder in ["maps", "ttr-variants/rulesets"] {
        let files = toml_files(folder);
        assert!(!files.is_empty());
        if let Some(said) = lint(&workspace(), &files) {
            panic!("{folder}:\n{said}");
        }
    }
}

#[test]
#[ignore = "needs tombi: see the top of the file"]
fn a_mistake_is_told_at_its_place() {
    let folder = workspace().join("target/editors");
    std::fs::create_dir_all(&folder).expect("a folder");
    let map = std::fs::read_to_string(workspace().join("maps/usa.toml")).expect("a map");
    let line = map.lines().position(|line| line.contains("length = 3")).expect("a route") + 1;
    let broken = map.replacen("length = 3", "lenght = 3", 1).replacen(
        "../schema/map.schema.json",
        &workspace().join("schema/map.schema.json").display().to_string(),
        1,
    );
    let file = folder.join("misspelt.toml");
    std::fs::write(&file, broken).expect("a map");
    let said = lint(&folder, &[file]).expect("a mistake");
    // Keys of one's own begin with `x-`; any other that is not known is marked where it stands.
    let told = said.contains("key must match the pattern `^x-`") && said.contains("\"length\" is required");
    assert!(told && said.contains(&format!("misspelt.toml:{line}:")), "{said}");
}

/// The file that an example is about, its rule set or its map, with its schema above it; nothing if it is no TOML, about
/// which a schema has nothing to say.
fn with_schema(input: &Input, of_rules: bool) -> Option<String> {
    let (schema, text) = match (&input.rule_set, std::str::from_utf8(&input.map)) {
        (Some(rules), _) if of_rules => ("ruleset", rules.text.as_str()),
        (_, Ok(map)) => ("map", map),
        (_, Err(_)) => return None,
    };
    text.parse::<toml::Table>().ok()?;
    Some(format!("#:schema ./{schema}.schema.json\n{text}"))
}

/// The names of the files about which tombi tells an error, each with all that it says of it. A warning about the layout is
/// none.
fn refused(folder: &Path, files: &[PathBuf]) -> BTreeMap<String, String> {
    let said = lint(folder, files).unwrap_or_default();
    let mut refused: BTreeMap<String, String> = BTreeMap::new();
    for (what, place) in said.lines().zip(said.lines().skip(1)) {
        let file = place.trim_start().strip_prefix("at ").and_then(|place| place.split(".toml:").next());
        if let (Some(file), Some(error)) = (file, what.trim_start().strip_prefix("Error: ")) {
            let name = Path::new(file).file_name().map(|name| name.to_string_lossy().into_owned());
            refused.entry(name.unwrap_or_default()).or_default().push_str(&format!("{error}; "));
        }
    }
    refused
}

#[test]
#[ignore = "needs tombi: see the top of the file"]
fn each_code_says_whether_the_schema_finds_it() {
    let registry = registry();
    let folder = workspace().join("target/editors/codes");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| {
        let file = folder.join(name);
        std::fs::write(&file, text).expect("a file of the test");
        file
    };
    write("map.schema.json", &schema::map(&registry).to_string());
    write("ruleset.schema.json", &schema::rule_set(&registry).to_string());
    let mut files = Vec::new();
    // Maps of many thousand lines take tombi minutes: they are looked at with TTR_ALL_PAIRS=1.
    let every = std::env::var_os("TTR_ALL_PAIRS").is_some();
    let mut examples = Example::all(&registry);
    examples.retain(|example| every || !example.large);
    for example in &examples {
        for (form, name) in [(&example.broken, "broken"), (&example.mended, "mended")] {
            let input = Input::of(&registry, &[form]).expect("one example");
            if let Some(text) = with_schema(&input, example.is_about_rules()) {
                files.push(write(&format!("{}-{name}.toml", example.code.replace("::", "-")), &text));
            }
        }
    }
    assert!(files.len() > examples.len(), "nearly all of them are TOML");
    let refused = refused(&folder, &files);
    let declared = |code: &str| registry.find_code(code).expect("a declared code").in_schema;
    let mut wrong = Vec::new();
    for Example { code, also, .. } in &examples {
        let said = |form: &str| refused.get(&format!("{}-{form}", code.replace("::", "-")));
        let expected = declared(code) || also.iter().any(|code| declared(code));
        if said("broken").is_some() != expected {
            wrong.push(format!("{code}: in_schema is {expected}, but tombi says {:?}", said("broken")));
        }
        if let Some(said) = said("mended") {
            wrong.push(format!("{code}: tombi refuses the repair: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
