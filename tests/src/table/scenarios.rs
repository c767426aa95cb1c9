//! Tests of clauses that are written as data, in `tests/scenarios`: run by the tests that cite the clauses, so that a clause is
//! found by its name wherever its test stands.

use crate::table::{BREAK, NO_GAME, registry};
use std::path::Path;
use ttr_testkit::scenario::{Named, Runner};

/// Every test of a file that is about a clause holds, and there is one.
///
/// # Panics
/// If not.
#[track_caller]
pub fn hold(file: &str, clause: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(file).with_extension("toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let wanted = |test: &Named<'_>| test.clauses.iter().any(|of| of == clause);
    let breaks = std::env::var(BREAK).unwrap_or_default();
    let breaks = breaks.split(';').map(str::trim).filter(|set| !set.is_empty()).map(str::to_owned);
    let registry = registry();
    let report = Runner::new(&registry).only(&wanted).set(breaks).run(file, &text);
    let no_game = report.tests.iter().flat_map(|test| &test.findings).any(|found| found.code == "test::no-game");
    assert!(!no_game, "{NO_GAME}:\n{report}");
    assert!(!report.tests.is_empty(), "no test of {file} is about {clause}");
    assert!(report.holds(), "{report}");
}
