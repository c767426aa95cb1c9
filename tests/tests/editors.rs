//! The schemas, as editors use them: tombi, which editors run behind their windows, validates files by the schema that
//! their first line names. It knows nothing of this program.
//!
//! These tests need tombi: `TTR_TOMBI=$(.ci/tombi) cargo test -p ttr-tests --test editors -- --ignored`.

use std::path::{Path, PathBuf};
use std::process::Command;
use ttr_tests::breaks::workspace;

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
