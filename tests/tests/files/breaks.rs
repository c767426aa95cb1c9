//! The table of breaks keeps up with the clauses and with the source. Whether each turns a test red takes longer:
//! `cargo run -p ttr-tests --bin mutants`.

use std::collections::BTreeSet;
use ttr_tests::breaks::{Break, breaks, clauses, workspace};

#[test]
fn every_clause_has_a_break() {
    let breaks = breaks().unwrap();
    let clauses = clauses(&workspace()).unwrap();
    assert!(!clauses.is_empty());
    let without: Vec<_> = clauses.iter().filter(|c| breaks.iter().all(|b| b.clause != **c)).collect();
    assert!(without.is_empty(), "no break in tests/mutants.toml: {without:?}");
    let unknown: Vec<_> = breaks.iter().filter(|b| !clauses.contains(&b.clause)).map(|b| &b.clause).collect();
    assert!(unknown.is_empty(), "docs/rules has no such clauses: {unknown:?}");
    let names: BTreeSet<String> = breaks.iter().map(Break::name).collect();
    assert_eq!(names.len(), breaks.len(), "two breaks of a clause are told apart by `what`");
}

#[test]
fn every_break_of_the_source_fits_the_source() {
    let mut faults = Vec::new();
    for item in breaks().unwrap() {
        match (&item.set, &item.file) {
            (Some(_), None) => {}
            (None, Some(file)) => {
                let text = std::fs::read_to_string(workspace().join(file));
                let text = text.map_err(|fault| format!("{}: {fault}", item.clause));
                let change = text.and_then(|text| item.change(&text));
                faults.extend(change.err().map(|fault| format!("{file}: {fault}")));
            }
            _ => faults.push(format!("{}: either `set` or `file`", item.clause)),
        }
    }
    assert!(faults.is_empty(), "tests/mutants.toml:\n{}", faults.join("\n"));
}
