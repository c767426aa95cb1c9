//! The whole command line knows the modules, the rule set and the map.

use std::io::Write;
use std::process::{Command, Stdio};

fn run(line: &str, said: &str) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_team-play"))
        .args(line.split_whitespace())
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(said.as_bytes()).expect("it listens");
    let done = child.wait_with_output().expect("it ends");
    let said = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    (done.status.code().expect("it is not killed"), said)
}

#[track_caller]
fn says(line: &str, expected: &[&str]) -> String {
    let (code, said) = run(line, "");
    assert_eq!(code, 0, "{line}: {said}");
    for text in expected {
        assert!(said.contains(text), "{line} does not say {text:?}: {said}");
    }
    said
}

#[test]
fn every_command_knows_partners() {
    says("check silk-road --deny warnings", &["silk-road (map): no faults"]);
    says("check team --deny warnings", &["team (rule set): no faults"]);
    says("modules partners", &["two players a side", "seats", "names"]);
    says("modules rack", &["cards and tickets that partners have in common"]);
    says("schema ruleset", &["How many of the tickets kept from a draw go on the rack", "Where partners sit"]);
    says("explain partners::one-side", &["nobody to play against"]);
    says("explain rack::alone", &["a second hand"]);
    says("maps", &["silk-road", "usa"]);
    says("rules silk-road", &["Two players are partners", "one on your rack", "those of the whole side"]);
    says("render silk-road", &["<svg"]);
    says("score --new silk-road", &["routes"]);
}

#[test]
fn whole_games_are_played_and_scored_by_side() {
    let said = says("play silk-road --players greedy,random,greedy,random --seed 1", &["the game ended: ", "North ("]);
    assert!(said.contains("has won"), "{said}");
    // The rules play on other boards too, with partners beside each other.
    let beside = "simulate usa --rules team --players random,random,random,random --games 5 --seed 1 --set partners.seats=\"beside\"";
    says(beside, &[" 1 & 2 ", " 3 & 4 ", "random & random", "seat 1 & 2"]);
    let json = says("simulate silk-road --players greedy,random,greedy,random --games 4 --seed 1 --format json", &[]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let seats = json["seats"].as_array().expect("seats");
    assert_eq!((&seats[0]["side"], &seats[1]["side"]), (&serde_json::json!([1, 3]), &serde_json::json!([2, 4])));
    assert_eq!((&seats[0]["wins"], &seats[0]["mean_score"]), (&seats[2]["wins"], &seats[2]["mean_score"]));
}

#[test]
fn a_player_sees_the_rack_on_the_screen() {
    let (_, said) =
        run("play silk-road --players you,random,random,random --seed 2 --set turns.first=1", "1\n1\ncards\nquit\n");
    assert!(said.contains("your side's rack"), "{said}");
    assert!(said.contains("your hand (4)"), "{said}");
}

#[test]
fn a_game_that_was_played_on_a_table_is_scored_by_side() {
    let file = r#"
format = 1
map = "silk-road"

[[players]]
name = "Ann"
routes = [["Istanbul", "Ankara"]]
tickets = [["Ankara", "Baku"]]

[[players]]
name = "Bo"

[[players]]
name = "Cy"
routes = [["Istanbul", "Tbilisi"], ["Tbilisi", "Baku"]]

[[players]]
name = "Di"
"#;
    std::fs::write(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("table.toml"), file).expect("a file");
    says("score table.toml", &["North (Ann & Cy)", "Ankara - Istanbul - Tbilisi - Baku", "East (Bo & Di)"]);
}

#[test]
fn other_programs_play_it_too() {
    let requests = concat!(
        "{\"do\": \"new\", \"map\": \"silk-road\", \"players\": 4, \"seed\": 1}\n",
        "{\"do\": \"state\", \"game\": 1, \"who\": 1}\n",
        "{\"do\": \"legal\", \"game\": 1, \"who\": 1}\n",
        "{\"do\": \"score\", \"game\": 1}\n",
    );
    let (_, said) = run("engine", requests);
    assert!(said.contains("\"side\":[\"player 1\",\"player 3\"]"), "{said}");
    assert!(said.contains("North (player 1 & player 3)"), "{said}");
    assert!(!said.contains("\"error\""), "{said}");
}
