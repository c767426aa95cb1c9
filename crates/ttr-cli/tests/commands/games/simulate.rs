//! `ttr simulate`.

use crate::support::program::{Folder, json, ttr, words};
use serde_json::Value as Json;
use std::fs;

/// The results, but for the timings.
fn results(line: &str) -> Json {
    let mut all = json(words(&format!("simulate {line} --format json")));
    let object = all.as_object_mut().expect("one object");
    for timing in ["seconds", "games_per_second"] {
        assert!(object.remove(timing).is_some_and(|t| t.as_f64().is_some_and(|t| t >= 0.0)), "{timing}");
    }
    all
}

#[test]
fn one_seed_gives_the_same_results_in_every_run_on_any_number_of_threads() {
    let line = "usa --players random,random:kinds,random --games 60 --seed 11";
    let first = results(&format!("{line} --threads 1"));
    for threads in [1, 2, 3, 16] {
        assert_eq!(first, results(&format!("{line} --threads {threads}")), "{threads} threads");
    }
    assert_eq!(first, results(line));
    assert_ne!(first["seats"], results("usa --players random,random:kinds,random --games 60 --seed 12")["seats"]);
}

#[test]
fn the_json_has_what_was_promised() {
    let all = results("usa --players random,random:kinds --games 30 --seed 3");
    assert_eq!((&all["map"], &all["rules"]), (&Json::from("usa"), &Json::from("classic")));
    assert_eq!((&all["seed"], &all["games"]), (&Json::from(3), &Json::from(30)));
    for key in ["turns_per_game", "decisions_per_game"] {
        assert!(all[key].as_f64().is_some_and(|n| n > 10.0), "{key}");
    }
    let ends = all["end_reasons"].as_object().expect("reasons with their numbers");
    assert_eq!(ends.values().map(|n| n.as_u64().expect("a number")).sum::<u64>(), 30);
    let seats = all["seats"].as_array().expect("a list");
    let players: Vec<&str> = seats.iter().map(|seat| seat["player"].as_str().expect("a name")).collect();
    assert_eq!(players, ["random", "random:kinds"]);
    for seat in seats {
        let (mean, interval) = (seat["mean_score"].as_f64(), seat["mean_score_interval"].as_array());
        let [low, high] = interval.expect("an interval").as_slice() else { panic!("two ends: {seat}") };
        assert!(low.as_f64() < mean && mean < high.as_f64(), "{seat}");
        assert!(seat["tickets_completed"].is_f64() && seat["tickets_failed"].is_f64());
        let lines = seat["score_lines"].as_object().expect("the mean of every line");
        let sum: f64 = lines.values().map(|line| line.as_f64().expect("a number")).sum();
        assert!((sum - mean.expect("a number")).abs() < 1e-4, "the lines add up to the score: {seat}");
        assert!(lines.keys().all(|rule| rule.contains('/')), "rules go by module and name: {seat}");
    }
    // Either one wins alone, or both share it.
    let wins: u64 = seats.iter().map(|seat| seat["wins"].as_u64().expect("a number")).sum();
    let shared: u64 = seats.iter().map(|seat| seat["shared_wins"].as_u64().expect("a number")).sum();
    assert_eq!(wins + shared / 2, 30);
}

#[test]
fn a_single_game_has_no_interval() {
    let all = results("usa --players random,random --games 1 --set pieces.train=6");
    assert_eq!(all["seats"][0]["mean_score_interval"], Json::Null);
    assert_eq!(all["longest_game"]["game"], 1);
}

#[test]
fn saved_games_are_the_same_games_and_verify() {
    let folder = Folder::new("saved");
    let dir = folder.path().join("new").join("folder");
    let line = "usa --players random,random:kinds,random --games 12 --seed 21 --set pieces.train=12";
    let saved = results(&format!("{line} --threads 2 --save-games {}", dir.display()));
    assert_eq!(saved, results(line), "writing games down changes none of them");
    let mut names: Vec<String> =
        fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let expected: Vec<String> = (1..=12).map(|n| format!("usa-21-{n:06}.ttr.jsonl")).collect();
    assert_eq!(names, expected, "one file each, and nothing else");
    let mut decisions = 0;
    for name in names {
        let text = ttr(["replay".as_ref(), dir.join(&name).as_os_str(), "--verify".as_ref()]).fine();
        assert!(text.contains("the game is over"), "{text}");
        decisions += fs::read_to_string(dir.join(&name)).unwrap().lines().count() - 1;
    }
    assert_eq!(saved["decisions_per_game"].as_f64().unwrap(), (decisions as f64 / 12.0 * 1e6).round() / 1e6);
}

#[test]
fn the_table_has_what_a_person_looks_for() {
    let text = words("simulate usa --players random,random:kinds --games 20 --seed 1").fine();
    for part in [
        "USA, classic rules: 20 games, seed 1",
        "seat   player",
        "share of wins",
        "random:kinds",
        "points by rule",
        "route-points/routes",
        "tickets/failed",
        "turns",
        "decisions",
        "end: ",
        "longest",
        "games a second",
        "95 % confidence",
    ] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "no colour where no terminal is");
}

#[test]
fn without_words_it_plays_the_usual_game() {
    let all = results("--games 3");
    assert_eq!((&all["map"], &all["seed"]), (&Json::from("usa"), &Json::from(1)));
    let players: Vec<&Json> = all["seats"].as_array().unwrap().iter().map(|seat| &seat["player"]).collect();
    assert_eq!(players, ["random"; 4]);
}

#[test]
fn overrides_change_the_game_and_the_last_one_wins() {
    let usual = results("usa --players random,random --games 5");
    let short = results("usa --players random,random --games 5 --set pieces.train=8");
    assert!(short["turns_per_game"].as_f64() < usual["turns_per_game"].as_f64());
    let mut back = results("usa --players random,random --games 5 --set pieces.train=8 --set pieces.train=45");
    // The results say what they were played with, so that they can be had again.
    assert_eq!(back["set"], serde_json::json!(["pieces.train=8", "pieces.train=45"]));
    back["set"] = usual["set"].clone();
    assert_eq!(usual, back, "as the rule set says");
    let without = results("usa --players random,random --games 5 --set longest-path=false --set victory.ties=[]");
    let lines = without["seats"][0]["score_lines"].as_object().unwrap();
    assert!(!lines.keys().any(|rule| rule.starts_with("longest-path/")), "{lines:?}");
}

/// The bundled map and rule set as files.
fn bundled() -> (String, String) {
    let registry = ttr_variants::registry();
    let text = |found: Option<&str>| found.expect("bundled").to_owned();
    (text(registry.find_map("usa")), text(registry.find_rule_set("classic")))
}

#[test]
fn a_path_works_wherever_a_name_does() {
    let folder = Folder::new("paths");
    let (map, rules) = bundled();
    let seats = |line: String| results(&format!("{line} --players random,random --games 4"))["seats"].clone();
    let expected = seats("usa".to_owned());

    let named = folder.file("named.toml", &map);
    assert_eq!(seats(named.display().to_string()), expected, "a map by its path, its rules by name");

    folder.file("deep/rules/own.toml", &rules);
    let relative = folder.file("deep/map.toml", map.replace("rules = \"classic\"", "rules = \"rules/own.toml\""));
    assert_eq!(seats(relative.display().to_string()), expected, "the path of a rule set is seen from its map");

    let own = folder.path().join("deep/rules/own.toml");
    assert_eq!(seats(format!("usa --rules {}", own.display())), expected, "rules by their path");
    assert_eq!(seats("usa --rules classic".to_owned()), expected, "rules by their name");

    let inline = format!("{}\n{}", map.replace("rules = \"classic\"\n", ""), inside(&rules));
    let inline = folder.file("inline.toml", inline);
    assert_eq!(seats(inline.display().to_string()), expected, "rules inside the map");
}

/// A rule set as a part of a map.
fn inside(rules: &str) -> String {
    let lines = rules.lines().filter(|line| !line.starts_with("format"));
    let mut text = String::from("[rules]\n");
    for line in lines {
        match line.strip_prefix('[') {
            Some(rest) => text.push_str(&format!("[rules.{rest}\n")),
            None => text.push_str(&format!("{line}\n")),
        }
    }
    text
}

#[test]
fn games_that_were_kept_are_never_replaced() {
    let folder = Folder::new("kept");
    let dir = folder.path().display();
    let line = |players: &str| {
        format!("simulate usa --players {players} --games 2 --seed 5 --set pieces.train=6 --save-games {dir}")
    };
    words(&line("random,random")).fine();
    let file = folder.path().join("usa-5-000001.ttr.jsonl");
    let first = fs::read_to_string(&file).unwrap();
    words(&line("random,random")).fine();
    let message = words(&line("random,random,random")).fails(2);
    assert!(message.contains("is there already, with something else in it"), "{message}");
    assert_eq!(fs::read_to_string(&file).unwrap(), first);
}

#[test]
fn saves_of_maps_with_odd_names_have_plain_ones() {
    let folder = Folder::new("odd");
    let (map, _) = bundled();
    let file = folder.file("my map (é).toml", map);
    let saves = folder.path().join("saves");
    let args = ["simulate".as_ref(), file.as_os_str(), "--save-games".as_ref(), saves.as_os_str()];
    let more = ["--games", "1", "--players", "random,random", "--set", "pieces.train=6"];
    ttr(args.into_iter().chain(more.iter().map(std::ffi::OsStr::new))).fine();
    let names: Vec<_> = fs::read_dir(saves).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["my-map--é--1-000001.ttr.jsonl"]);
}
