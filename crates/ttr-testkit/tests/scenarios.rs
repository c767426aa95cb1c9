//! Scenario files: their codes, and what they can say.

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
