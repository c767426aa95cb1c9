//! Every code has a text with an example that yields it and a repair that yields nothing; the exact words are in
//! `tests/broken`; and any two faults together are both told, unless `masks.toml` says why not.
//!
//! `TTR_BLESS=1 cargo test -p ttr-tests --test files broken::` writes the broken maps, what is said of them, and the book's page of
//! diagnostics anew; read the diff.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use ttr_core::Registry;
use ttr_source::{CodeInfo, Diagnostic, Severity};
use ttr_tests::examples::modules::registry;
use ttr_tests::examples::{BASE, Example, Input};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("broken")
}

fn codes(found: &[Diagnostic]) -> BTreeSet<&'static str> {
    found.iter().map(|d| d.code).collect()
}

fn told(found: &[Diagnostic]) -> Vec<String> {
    found.iter().map(|d| format!("{}: {}", d.code, d.message)).collect()
}

/// Compares a file with what it should hold, or writes it.
fn same_or_blessed(path: &Path, text: &str, wrong: &mut Vec<String>) {
    if std::env::var_os("TTR_BLESS").is_some() {
        return fs::write(path, text).expect("the folder can be written to");
    }
    if fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n") != text {
        wrong.push(format!("{}:\n{text}", path.display()));
    }
}

#[test]
fn nothing_is_wrong_with_the_map_that_the_examples_change() {
    let input = Input::of(&registry(), &[]).expect("no changes");
    assert_eq!(input.map, BASE.as_bytes());
    assert_eq!(told(&input.findings(&registry(), "base.toml").0), Vec::<String>::new());
}

#[test]
fn every_example_yields_its_code_and_every_repair_yields_nothing() {
    let registry = registry();
    let mut wrong = Vec::new();
    for example in Example::all(&registry) {
        let input = Input::of(&registry, &[&example.broken]).expect("one example");
        let (found, _) = input.findings(&registry, "isle.toml");
        let mut expected: BTreeSet<&str> = example.also.iter().map(String::as_str).collect();
        expected.insert(example.code);
        if codes(&found) != expected {
            wrong.push(format!("{}: {:#?}", example.code, told(&found)));
        }
        for d in &found {
            let info = registry.find_code(d.code).unwrap_or_else(|| panic!("{} is not declared", d.code));
            assert_eq!(d.severity, info.severity, "{}: as it is declared", d.code);
            assert!(d.span.is_some() || d.code == "players::same-name", "{}: a place", d.code);
        }
        let input = Input::of(&registry, &[&example.mended]).expect("one example");
        let (found, _) = input.findings(&registry, "isle.toml");
        if !found.is_empty() {
            wrong.push(format!("{} mended: {:#?}", example.code, told(&found)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn broken_maps_are_told_in_exactly_these_words() {
    let registry = registry();
    let mut wrong = Vec::new();
    let mut files = BTreeSet::from(["base.toml".to_owned(), "masks.toml".to_owned()]);
    for example in Example::all(&registry) {
        let name = example.code.replace("::", "-");
        let input = Input::of(&registry, &[&example.broken]).expect("one example");
        let file = format!("{name}.toml");
        let (found, sources) = input.findings(&registry, &file);
        let mut text = format!("$ ttr check {file}");
        input.rule_set.iter().for_each(|rules| text.push_str(&format!(" --rules {}", rules.name)));
        input.set.iter().for_each(|set| text.push_str(&format!(" --set '{set}'")));
        if !input.players.is_empty() {
            text = format!("$ ttr play {file} --players {}", input.players.join(","));
        }
        text.push('\n');
        for (n, d) in found.iter().enumerate() {
            if n == 5 {
                text.push_str(&format!("\n... and {} more\n", found.len() - 5));
                break;
            }
            text.push_str(&format!("\n{}\n", ttr_author::render(d, &sources, false)));
        }
        same_or_blessed(&folder().join(format!("{name}.txt")), &text, &mut wrong);
        files.insert(format!("{name}.txt"));
        // Maps of many thousand lines, and those in another encoding, are made when they are needed.
        if let (false, Ok(map)) = (example.large, std::str::from_utf8(&input.map)) {
            same_or_blessed(&folder().join(&file), map, &mut wrong);
            files.insert(file);
        }
    }
    assert!(wrong.is_empty(), "TTR_BLESS=1 writes these anew:\n{}", wrong.join("\n"));
    let there = fs::read_dir(folder()).expect("the folder").map(|e| e.expect("a file").file_name());
    let there: BTreeSet<String> = there.filter_map(|name| name.into_string().ok()).collect();
    assert_eq!(there, files, "a file for every code, and no other");
}

/// Why one fault may hide another.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mask {
    /// The codes that hide: a code, `FAMILY::*`, `*`, or `(modules)` for those of all modules.
    by: Vec<String>,
    /// The codes that are hidden.
    hides: Vec<String>,
    /// Why.
    #[expect(dead_code, reason = "for readers of the file")]
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Masks {
    mask: Vec<Mask>,
    /// Pairs whose examples change the same words, so that they can't be applied together.
    same_words: Vec<[String; 2]>,
}

fn fits(pattern: &str, code: &str) -> bool {
    if pattern == "(modules)" {
        return ttr_source::CODES.iter().all(|info| info.code != code);
    }
    pattern.strip_suffix('*').map_or(pattern == code, |start| code.starts_with(start))
}

#[test]
fn any_two_faults_together_are_both_told() {
    let registry = registry();
    let text = fs::read_to_string(folder().join("masks.toml")).expect("the list of masks");
    let masks: Masks = toml::from_str(&text).unwrap_or_else(|e| panic!("{e}"));
    let all = Example::all(&registry);
    let (mut used, mut overlaps) = (BTreeSet::new(), BTreeSet::new());
    let mut missing: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let every = std::env::var_os("TTR_ALL_PAIRS").is_some();
    for (i, one) in all.iter().enumerate() {
        for (j, other) in all.iter().enumerate().skip(i + 1) {
            if !one.broken.goes_with(&other.broken) {
                overlaps.insert([one.code.to_owned(), other.code.to_owned()]);
                continue;
            }
            // A very large map takes its time: of its pairs some are tried, all of them with TTR_ALL_PAIRS=1.
            if (one.large || other.large) && !every && (i + j) % 16 != 0 {
                continue;
            }
            let input = Input::of(&registry, &[&one.broken, &other.broken]).expect("they go together");
            let found = codes(&input.findings(&registry, "isle.toml").0);
            for (hidden, by) in [(one, other), (other, one)] {
                if found.contains(hidden.code) {
                    continue;
                }
                let hides =
                    |m: &Mask| m.by.iter().any(|p| fits(p, by.code)) && m.hides.iter().any(|p| fits(p, hidden.code));
                match masks.mask.iter().position(hides) {
                    Some(at) => drop(used.insert(at)),
                    None => drop(missing.entry(by.code).or_default().insert(hidden.code)),
                }
            }
        }
    }
    assert!(missing.is_empty(), "these hide others without a reason in masks.toml: {missing:#?}");
    assert_eq!(overlaps, masks.same_words.iter().cloned().collect(), "pairs that change the same words");
    let stale: Vec<&Vec<String>> =
        masks.mask.iter().enumerate().filter(|(i, _)| !used.contains(i)).map(|(_, m)| &m.by).collect();
    assert!(stale.is_empty() || !every, "these masks hide nothing: {stale:?}");
}

/// Codes that stand in a source file, tests left out.
fn codes_in(text: &str) -> Vec<&str> {
    let plain = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c.is_ascii_digit());
    let is_code = move |text: &&str| text.split_once("::").is_some_and(|(family, name)| plain(family) && plain(name));
    let code = text.split("#[cfg(test)]").next().unwrap_or_default().lines();
    code.filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| line.split('"')).filter(is_code).collect()
}

fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            all.push(path);
        }
    }
}

#[test]
fn codes_are_declared_where_they_belong() {
    let registry = registry();
    let files = || {
        let pictures = ttr_author::TABLE_CODES.iter().chain(ttr_author::explain::PROGRAM_CODES);
        pictures.chain(ttr_files::score::SCORE_CODES).chain(ttr_testkit::scenario::SCENARIO_CODES)
    };
    let own = || ttr_source::CODES.iter().chain(files());
    let all = || registry.codes().chain(files());
    let declared: BTreeSet<&str> = all().map(|info| info.code).collect();
    assert_eq!(declared.len(), all().count(), "no code is declared twice");
    let families: BTreeSet<&str> = own().map(CodeInfo::family).collect();
    for module in registry.modules() {
        let id = module.manifest.id;
        assert!(!families.contains(id), "{id} is a family of the engine or the program");
        for info in &module.manifest.codes {
            assert_eq!(info.family(), id, "a module's codes begin with its id");
        }
    }
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let mut files = Vec::new();
    let crates = fs::read_dir(workspace.join("crates")).expect("the crates").flatten().map(|entry| entry.path());
    for package in ["ttr-core", "ttr-variants"].map(|name| workspace.join(name)).into_iter().chain(crates) {
        sources(&package.join("src"), &mut files);
    }
    for path in files {
        let text = fs::read_to_string(&path).expect("a source");
        for code in codes_in(&text) {
            assert!(declared.contains(code), "{}: {code} is not declared", path.display());
        }
    }
}

/// A text as the book shows it: blocks of TOML have no words behind their language.
fn plain_blocks(text: &str) -> String {
    let fence = |line: &str| match line.strip_prefix("```").filter(|words| !words.is_empty()) {
        Some(words) if words.starts_with("toml") || words.starts_with("rule-set") => "```toml\n".to_owned(),
        Some(_) => "```text\n".to_owned(),
        None => format!("{line}\n"),
    };
    text.trim().lines().map(fence).collect()
}

fn page(registry: &Registry) -> String {
    let mut page = "# Diagnostics\n\nEvery finding of `ttr check`, of `ttr import` about tables, of `ttr render` about pictures, of `ttr score` about score files and of `ttr test` about tests has a code, and `ttr explain CODE` prints what stands here. \
        Errors must be mended; the level of\nwarnings and information is set in the map, under `[lints]`:\n\n\
        ```toml\n[lints]\n\"map::dead-end\" = \"allow\"      # or info, warn, deny\n```\n\n\
        This page is made from the texts of the codes: `TTR_BLESS=1 cargo test -p ttr-tests --test files broken::` writes it anew.\n"
        .to_owned();
    for info in registry
        .codes()
        .chain(ttr_author::TABLE_CODES)
        .chain(ttr_author::explain::PROGRAM_CODES)
        .chain(ttr_files::score::SCORE_CODES)
        .chain(ttr_testkit::scenario::SCENARIO_CODES)
    {
        let marked = if info.in_schema { ". Editors that use the schema mark it too." } else { "" };
        page.push_str(&format!("\n## {}\n\n*{}: {}*{marked}\n\n", info.code, info.severity, info.summary));
        page.push_str(&plain_blocks(info.text));
    }
    page
}

#[test]
fn the_book_has_a_page_of_all_codes() {
    let mut wrong = Vec::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/diagnostics.md");
    same_or_blessed(&path, &page(&ttr_variants::registry()), &mut wrong);
    assert!(wrong.is_empty(), "docs/diagnostics.md is not up to date: TTR_BLESS=1 writes it anew");
}

#[test]
fn bundled_maps_and_rule_sets_pass() {
    let registry = ttr_variants::registry();
    for (name, text) in registry.maps() {
        let checked = ttr_core::check(&registry, &ttr_core::GameSource::new(name, text, 0));
        let faults: Vec<&Diagnostic> = checked.diagnostics.iter().filter(|d| d.severity != Severity::Info).collect();
        assert!(faults.is_empty(), "{name}: {faults:#?}");
        assert!(checked.players.is_some());
    }
    for (name, text) in registry.rule_sets() {
        let rule_set = ttr_core::NamedText { name: name.to_owned(), text: text.to_owned() };
        assert!(ttr_core::check_rule_set(&registry, &rule_set, &[]).diagnostics.is_empty(), "{name}");
    }
}
