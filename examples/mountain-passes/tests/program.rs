//! The whole command line knows the module and the map.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

fn run(line: &str) -> (i32, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_mountain-passes"))
        .args(line.split_whitespace())
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let said = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    (done.status.code().expect("it is not killed"), said)
}

#[track_caller]
fn says(line: &str, expected: &[&str]) {
    let (code, said) = run(line);
    assert_eq!(code, 0, "{line}: {said}");
    for text in expected {
        assert!(said.contains(text), "{line} does not say {text:?}: {said}");
    }
}

#[test]
fn every_command_knows_the_passes() {
    says("check alps --deny warnings", &["alps (map): no faults"]);
    says("modules mountain-passes", &["routes that take more pieces", "passes", "points"]);
    says("modules steep", &["mountain-passes", "the search term"]);
    says("modules mountain-passes", &["a pass takes a piece more, and scores two points"]);
    says("schema map", &["How many of its spaces are marked as mountain passes"]);
    says("schema ruleset", &["How many pieces are put aside for each marked space"]);
    says("explain mountain-passes::too-many", &["can't have three of them"]);
    says("maps", &["alps", "usa"]);
    says("rules alps", &["Each mountain pass on your routes scores 2 points", "Routes with passes"]);
    says("simulate alps --players greedy,random --games 20 --seed 1", &["mountain-passes/passes"]);
    says("play alps --players greedy,greedy,greedy --seed 1", &["the game ended: ", "mountain pass"]);
    says("score --new alps", &["routes"]);
    says("render alps", &["mountain pass"]);
    says("play usa --players random,random --seed 1 --set mountain-passes=true", &["no route of this board has any"]);
}

#[test]
fn a_map_with_a_mistake_is_told_with_its_place() {
    let alps = mountain_passes::registry().find_map("alps").expect("bundled").replacen("passes = 1", "passes = 9", 1);
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("steep.toml"), alps).expect("a file");
    let (code, said) = run("check steep.toml --format short");
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("error[mountain-passes::too-many]: 9 spaces of this route are marked, but it has 2"),
        "{said}"
    );
}

#[test]
fn other_programs_play_it_too() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mountain-passes"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let requests = "{\"do\": \"new\", \"map\": \"alps\", \"players\": 2}\n{\"do\": \"board\", \"game\": 1}\n";
    child.stdin.take().expect("a pipe").write_all(requests.as_bytes()).expect("it listens");
    let said = String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text");
    assert!(said.contains("\"map\":\"Alps\"") && said.contains("passes 2"), "{said}");
}
