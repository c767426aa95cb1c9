//! Scenario files: their codes, and what they can say.

use std::collections::BTreeSet;
use std::fs;
use ttr_source::Severity;
use ttr_testkit::scenario::{self, SCENARIO_CODES};

fn codes(text: &str) -> Vec<&'static str> {
    let report = scenario::run(&ttr_variants::registry(), "test.toml", text);
    let all = report.findings.iter().chain(report.tests.iter().flat_map(|test| &test.findings));
    let errors = all.filter(|found| found.severity == Severity::Error);
    errors.inspect(|found| assert!(found.span.is_some(), "{report}")).map(|found| found.code).collect()
}

#[test]
fn the_examples_of_the_codes_hold() {
    for info in SCENARIO_CODES {
        let blocks = info.text.split("```toml ").skip(1).map(|block| block.split("```").next().unwrap_or_default());
        let mut seen = Vec::new();
        for block in blocks {
            let (state, text) = block.split_once('\n').expect("a word and a file");
            let expected: &[&str] = if state == "broken" { &[info.code] } else { &[] };
            let report = scenario::run(&ttr_variants::registry(), "test.toml", text);
            assert_eq!(codes(text), expected, "{}: {state}:\n{report}", info.code);
            seen.push(state);
        }
        assert_eq!(seen, ["broken", "mended"], "{}", info.code);
    }
}

/// The clauses of the rules, by their headings.
fn clauses() -> BTreeSet<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules");
    let pages = fs::read_dir(folder).expect("the pages of rules").map(|entry| entry.expect("a page").path());
    let texts: Vec<String> = pages.map(|page| fs::read_to_string(page).expect("a text")).collect();
    let headings = texts.iter().flat_map(|text| text.lines()).filter_map(|line| line.strip_prefix("### "));
    headings.filter_map(|heading| heading.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn the_examples_of_every_module_hold() {
    let (registry, clauses) = (ttr_variants::registry(), clauses());
    for module in registry.modules() {
        let (id, tests) = (module.manifest.id, scenario::list(module.manifest.examples));
        assert!((3..=6).contains(&tests.len()), "{id} has {} examples; it should have three to six", tests.len());
        for test in tests {
            let unknown = test.clauses.iter().find(|clause| !clauses.contains(*clause));
            assert_eq!(unknown, None, "{id}: {:?} cites a clause that there is not", test.name);
        }
    }
    let run = scenario::run_examples(&registry);
    assert_eq!(run.len(), registry.modules().count());
    for (id, report) in run {
        assert!(report.holds(), "{id}: {report}");
    }
}
