//! The page of the book that leads from every clause of the rules to its tests.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// All files of a folder with this ending, in order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => all.extend(files(&path, ending)),
            false if path.extension().is_some_and(|e| e == ending) => all.push(path),
            false => {}
        }
    }
    all.sort();
    all
}

/// The clauses that a test cites by the start of its name.
fn cited(name: &str) -> Vec<String> {
    let is_id = |word: &&str| {
        let digits = word.get(1..).unwrap_or_default().trim_end_matches(|c: char| c.is_ascii_lowercase());
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && !digits.is_empty()
            && digits.bytes().all(|b| b.is_ascii_digit())
            && word.len() <= digits.len() + 2
    };
    name.split('_').take_while(is_id).map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// The tests of every clause: their names, and the files they stand in.
fn tests() -> BTreeMap<String, Vec<(String, String)>> {
    let root = repository();
    let mut all: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for folder in ["tests/tests", "ttr-core/src", "crates", "ttr-variants/src"] {
        for path in files(&root.join(folder), "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let place = path.strip_prefix(&root).expect("in it").display().to_string();
            for line in text.lines() {
                let Some(name) = line.trim().strip_prefix("fn ").and_then(|rest| rest.strip_suffix("() {")) else {
                    continue;
                };
                for clause in cited(name) {
                    all.entry(clause).or_default().push((name.to_owned(), place.clone()));
                }
            }
        }
    }
    for path in files(&root.join("ttr-variants/src"), "toml") {
        let place = path.strip_prefix(&root).expect("in it").display().to_string();
        let text = fs::read_to_string(&path).expect("a file of tests");
        let file: toml::Table = text.parse().expect("TOML");
        for test in file["test"].as_array().expect("tests") {
            let clauses = match test.get("clauses") {
                Some(toml::Value::Array(list)) => list.iter().filter_map(toml::Value::as_str).collect(),
                Some(one) => one.as_str().into_iter().collect(),
                None => Vec::new(),
            };
            for clause in clauses {
                all.entry(clause.to_owned())
                    .or_default()
                    .push((test["name"].as_str().expect("a name").to_owned(), place.clone()));
            }
        }
    }
    all
}

#[test]
fn the_book_leads_from_every_clause_to_its_tests() {
    let (root, tests) = (repository(), tests());
    let mut page = "# Clauses and their tests\n\nEvery clause of the rules has tests, and they go by its id. This page is made from them: \
        `TTR_BLESS=1 cargo test -p ttr-tests --test files clause_pages::` writes it anew.\n"
        .to_owned();
    for name in ["common", "classic", "world", "ussr", "europe", "paris"] {
        let text = fs::read_to_string(root.join(format!("docs/rules/{name}.md"))).expect("a page of rules");
        let title = text.lines().find_map(|line| line.strip_prefix("# ")).expect("a title");
        write!(page, "\n## [{title}]({name}.md)\n\n| clause | tests |\n|---|---|\n").expect("a text");
        for heading in text.lines().filter_map(|line| line.strip_prefix("### ")) {
            let (id, what) = heading.split_once(' ').expect("an id and a title");
            let links: Vec<String> = tests
                .get(id)
                .unwrap_or_else(|| panic!("{id} has no test"))
                .iter()
                .map(|(test, place)| format!("[{test}](../../{place})"))
                .collect();
            writeln!(page, "| **{id}** {} | {} |", what.trim().replace('|', "\\|"), links.join("<br>"))
                .expect("a text");
        }
    }
    let path = root.join("docs/rules/tests.md");
    if std::env::var_os("TTR_BLESS").is_some() {
        fs::write(&path, &page).expect("a page");
    }
    let found = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == page, "docs/rules/tests.md is not up to date: TTR_BLESS=1 writes it anew");
}
