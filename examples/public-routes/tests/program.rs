//! The whole command line knows the module and the map.

use std::process::{Command, Stdio};

#[track_caller]
fn says(line: &str, expected: &[&str]) {
    let done = Command::new(env!("CARGO_BIN_EXE_public-routes"))
        .args(line.split_whitespace())
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let said = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert_eq!(done.status.code(), Some(0), "{line}: {said}");
    for text in expected {
        assert!(said.contains(text), "{line} does not say {text:?}: {said}");
    }
}

#[test]
fn every_command_knows_the_public_routes() {
    says("check honshu --deny warnings", &["honshu (map): no faults"]);
    says("modules public-routes", &["routes for everybody"]);
    says("schema map", &["Whether everybody may use it once it is built"]);
    says("explain public-routes::none", &["nobody can ever move on the track"]);
    says("rules honshu", &["Public routes: ", "At the end the track pays"]);
    says("simulate honshu --players greedy,random,random --games 20 --seed 1", &["public-routes/rank"]);
    says("play honshu --players greedy,greedy --seed 1", &["the game ended: ", "on the track"]);
    says("render honshu", &["public route"]);
}
