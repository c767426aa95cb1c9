//! Saves that programs wrote which knew format 1 alone, or formats 1 and 2 (`tests/saves`): whoever has one can show it, verify it, score
//! it, and go on with it.

use crate::support::program::{Folder, json, repository, ttr};
use serde_json::{Value as Json, json};
use std::fs;
use std::path::PathBuf;

/// The saves, each with the score sheet that the old program made of it.
fn saves() -> Vec<(PathBuf, Json)> {
    let folder = repository().join("tests/saves");
    let scores = fs::read_to_string(folder.join("scores.json")).expect("the score sheets");
    let scores: serde_json::Map<String, Json> = serde_json::from_str(&scores).expect("JSON");
    scores.into_iter().map(|(name, sheet)| (folder.join(format!("{name}.ttr.jsonl")), sheet)).collect()
}

/// Whether all that was said before is still said; there may be more fields.
fn keeps(now: &Json, then: &Json) -> bool {
    match (now, then) {
        (Json::Object(now), Json::Object(then)) => {
            then.iter().all(|(key, then)| now.get(key).is_some_and(|now| keeps(now, then)))
        }
        (Json::Array(now), Json::Array(then)) => {
            now.len() == then.len() && now.iter().zip(then).all(|(now, then)| keeps(now, then))
        }
        _ => now == then,
    }
}

#[test]
fn they_verify_and_score_as_the_old_program_scored_them() {
    for (file, sheet) in saves() {
        let found = json(ttr(["score".as_ref(), file.as_os_str(), "--format".as_ref(), "json".as_ref()]));
        assert!(keeps(&found, &sheet), "{}: {found}, not {sheet}", file.display());
        let verified = ttr(["replay".as_ref(), file.as_os_str(), "--verify".as_ref()]);
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let format = if name.contains("-2.") { 2 } else { 1 };
        let passed_over = verified.out.contains("its fingerprints are of format 1 and were not compared");
        assert!(verified.out.contains(" decisions, all legal; final state ") && passed_over == (format == 1), "{name}");
        // One rule has changed, in games with flags.
        let flags = verified.err.contains("P8 of flags");
        assert!(flags == name.starts_with("paris") || flags && name.starts_with("undone"), "{name}: {}", verified.err);
        assert!(flags || verified.err.is_empty(), "{name}: {}", verified.err);
        let args = ["replay".as_ref(), file.as_os_str(), "--verify".as_ref(), "--format".as_ref(), "json".as_ref()];
        let found: Json = serde_json::from_str(&ttr(args).out).expect("JSON");
        let changed: Vec<&Json> =
            found["rules_changed"].as_array().expect("a list").iter().map(|c| &c["clause"]).collect();
        let expected = if flags { vec![&found["rules_changed"][0]["clause"]] } else { vec![] };
        assert_eq!((&found["format"], changed), (&json!(format), expected), "{name}");
        assert_eq!(found["over"].is_null(), file.ends_with("stopped.ttr.jsonl"), "{}", file.display());
    }
}

#[test]
fn one_that_was_stopped_goes_on_as_format_3() {
    let folder = Folder::new("old-save");
    let text = fs::read_to_string(repository().join("tests/saves/stopped.ttr.jsonl")).expect("a save");
    let file = folder.file("game.ttr.jsonl", &text);
    let players = ["--players".as_ref(), "greedy,greedy,greedy".as_ref()];
    ttr(["play".as_ref(), "--resume".as_ref(), file.as_os_str()].into_iter().chain(players)).fine();
    let new = fs::read_to_string(&file).expect("it was saved");
    let header: Json = serde_json::from_str(new.lines().next().expect("a header")).expect("JSON");
    assert_eq!(header["format"], 3);
    assert!(new.lines().count() > text.lines().count(), "it went on");
    let verified = ttr(["replay".as_ref(), file.as_os_str(), "--verify".as_ref()]).fine();
    assert!(verified.contains("the game is over") && !verified.contains("not compared"), "{verified}");
}

#[test]
fn one_that_is_damaged_is_refused_at_its_line() {
    let folder = Folder::new("old-damaged");
    let text = fs::read_to_string(repository().join("tests/saves/usa.ttr.jsonl")).expect("a save");
    for (damaged, line) in [
        (text.replacen("\"op\":\"cards/", "\"op\":\"card/", 1), "its sum does not fit"),
        (text[..text.len() - 40].to_owned(), "line 150: the line is cut short"),
        (
            text.lines().filter(|line| !line.contains("\"n\":77,")).map(|line| format!("{line}\n")).collect(),
            "line 78: ",
        ),
    ] {
        assert_ne!(damaged, text);
        let file = folder.file("game.ttr.jsonl", &damaged);
        for args in [["replay", "--verify"], ["score", "--format=json"]] {
            let message = ttr([args[0].as_ref(), file.as_os_str(), args[1].as_ref()]).fails(1);
            assert!(message.contains(line) && message.contains("left as it is"), "{message}");
        }
        assert_eq!(fs::read_to_string(&file).expect("there"), damaged);
    }
}
