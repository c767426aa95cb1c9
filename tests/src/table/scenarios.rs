//! Tests of clauses that are written as data: the examples that stand beside the modules, run by the tests that cite the clauses,
//! so that a clause is found by its name wherever its test stands.

use crate::table::{BREAK, NO_GAME, registry};
use ttr_testkit::scenario::{Named, Runner};

/// Every example of a module that is about a clause holds, and there is one.
///
/// # Panics
/// If not.
#[track_caller]
pub fn hold(module: &str, clause: &str) {
    let wanted = |test: &Named<'_>| test.clauses.iter().any(|of| of == clause);
    let breaks = std::env::var(BREAK).unwrap_or_default();
    let breaks = breaks.split(';').map(str::trim).filter(|set| !set.is_empty()).map(str::to_owned);
    let registry = registry();
    let text = registry.find_module(module).unwrap_or_else(|| panic!("there is no module {module}")).manifest.examples;
    let report = Runner::new(&registry).only(&wanted).set(breaks).run(module, text);
    let no_game = report.tests.iter().flat_map(|test| &test.findings).any(|found| found.code == "test::no-game");
    assert!(!no_game, "{NO_GAME}:\n{report}");
    assert!(!report.tests.is_empty(), "no example of {module} is about {clause}");
    assert!(report.holds(), "{report}");
}
