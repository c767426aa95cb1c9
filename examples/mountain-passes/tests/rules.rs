//! The tests of the module: those written as data, and what must hold in every game.

use std::path::Path;

#[test]
fn the_rules_hold() {
    let report = ttr_testkit::scenario::run_file(&mountain_passes::registry(), Path::new("tests/rules.toml"));
    let report = report.expect("the file of tests");
    assert!(report.holds(), "{report}");
}

/// Nothing is lost, lists and refusals agree, secrets are kept, games end, saves replay: whatever is played on the map.
#[test]
fn every_property_holds() {
    ttr_testkit::Kit::new(mountain_passes::registry).map("alps").check();
}
