//! The check that holds instructions against a baseline passes for the same program, and fails for one that does more.

use std::env;
use std::path::Path;
use std::process::{Command, Output};
use ttr_bench::measure::has_callgrind;

fn bench(baseline: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ttr-bench"));
    command.args(["games/paris-4", "--no-times", "--baseline"]).arg(baseline).args(args);
    command.output().expect("the program runs")
}

#[test]
fn a_tenth_more_work_fails_the_check() {
    if !has_callgrind() {
        eprintln!("valgrind is not there: nothing is counted, and nothing to be seen");
        return;
    }
    let baseline = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gate.json");
    assert!(bench(&baseline, &["--write"]).status.success());
    let same = bench(&baseline, &["--check"]);
    assert!(same.status.success(), "{}", String::from_utf8_lossy(&same.stderr));
    let more = bench(&baseline, &["--check", "--extra", "10"]);
    assert!(!more.status.success());
    let said = String::from_utf8_lossy(&more.stderr);
    assert!(said.contains("games/paris-4 takes"), "{said}");
}

#[test]
fn what_is_asked_wrongly_is_told() {
    for args in [&["--format", "xml"][..], &["--extra", "much"], &["--nonsense"], &["games/mars"]] {
        let out = Command::new(env!("CARGO_BIN_EXE_ttr-bench")).args(args).output().expect("the program runs");
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&out.stderr).contains("usage: ttr-bench"), "{args:?}");
    }
}
