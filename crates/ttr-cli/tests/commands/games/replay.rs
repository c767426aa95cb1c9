//! `ttr replay`: what it shows, and what it refuses.

use crate::support::program::{Folder, Ran, saved_game, ttr, words};
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use ttr_core::hash::Fnv;

fn replay(file: &Path, options: &str) -> Ran {
    let args = ["replay".as_ref(), file.as_os_str()];
    ttr(args.into_iter().chain(options.split_whitespace().map(AsRef::as_ref)))
}

#[test]
fn a_game_is_told_step_by_step_and_ends_with_its_score_sheet() {
    let folder = Folder::new("told");
    let file = saved_game(&folder);
    let text = replay(&file, "").fine();
    let decisions = fs::read_to_string(&file).unwrap().lines().count() - 1;
    for n in 1..=decisions {
        assert!(text.contains(&format!("\n{n:>6}  random ")), "decision {n} is told:\n{text}");
    }
    for part in [
        "USA, classic rules with pieces.train=6\n",
        "turn 1 of random ",
        "\nscore\n",
        "[route-points/routes]",
        "the game ended: ",
    ] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    assert!(text.contains(" has won\n") || text.contains(" share the victory\n"), "{text}");
    assert!(!text.contains("unseen"), "a replay hides nothing:\n{text}");
}

#[test]
fn the_longest_path_is_proved_city_by_city() {
    let folder = Folder::new("proof");
    let text = replay(&saved_game(&folder), "").fine();
    let mut lines = text.lines().skip_while(|line| !line.contains("longest path, "));
    let (line, proof) = (lines.next().expect("a path"), lines.next().expect("its proof"));
    assert!(line.contains(" spaces [longest-path/"), "{line}");
    assert!(proof.trim().split(" - ").count() >= 2, "{proof}");
}

#[test]
fn a_trace_names_event_module_and_phase() {
    let folder = Folder::new("trace");
    let text = replay(&saved_game(&folder), "--trace").fine();
    let columns: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().take(4).collect()).collect();
    for expected in [["0", "cards", "cards", "hands"], ["1", "chose", "tickets", "goals"]] {
        assert!(columns.iter().any(|line| line == &expected), "{expected:?} is missing:\n{text}");
    }
}

#[test]
fn a_position_shows_row_hands_routes_and_scores() {
    let folder = Folder::new("position");
    let file = saved_game(&folder);
    let text = replay(&file, "--at 4").fine();
    for part in
        ["after decision 4 of ", "  row: ", "  hand: ", "  tickets: ", "  routes: ", "to decide: ", "score so far"]
    {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    assert_eq!(text.matches("  hand: ").count(), 2, "all hands:\n{text}");
    assert!(replay(&file, "--at 0").fine().contains("after decision 0 of "));
    let decisions = fs::read_to_string(&file).unwrap().lines().count() - 1;
    let last = replay(&file, &format!("--at {decisions}")).fine();
    assert!(last.contains("the game is over") && last.contains("the game ended: "), "{last}");
    let text = replay(&file, "--at 4 --trace").fine();
    assert!(text.lines().next().is_some_and(|line| line.starts_with("     4  chose")), "{text}");
    let message = replay(&file, "--at 5000").fails(2);
    assert!(message.contains("--at 5000 is beyond the end") && message.contains(&decisions.to_string()), "{message}");
}

#[test]
fn a_position_uses_the_names_of_the_board() {
    let folder = Folder::new("position-names");
    let usa = ttr_variants::registry().find_map("usa").expect("the first board").to_owned();
    let names = "[display]\ntrain = \"sledge\"\nwild = \"snow\"\nred = \"rowan\"\n";
    let map = folder.file("north.toml", format!("{usa}\n{names}"));
    let (games, map) = (folder.path().join("games").display().to_string(), map.display().to_string());
    words(&format!("simulate {map} --players random,random --games 1 --save-games {games}")).fine();
    let file = folder.path().join("games").join("north-1-000001.ttr.jsonl");
    let text = replay(&file, "--at 60").fine();
    for part in ["  sledge deck: ", " sledge cards, face down", " snow", " rowan", "/sledge in stock: "] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    let all = text.split(|c: char| !c.is_alphanumeric());
    let old: Vec<&str> = all.filter(|word| ["train", "wild", "red"].contains(word)).collect();
    assert!(old.is_empty(), "{old:?}:\n{text}");
}

#[test]
fn a_whole_game_verifies() {
    let folder = Folder::new("whole");
    let file = saved_game(&folder);
    let lines: Vec<String> = fs::read_to_string(&file).unwrap().lines().map(str::to_owned).collect();
    let text = replay(&file, "--verify").fine();
    assert!(text.contains(&format!("verified: {} decisions", lines.len() - 1)), "{text}");
    assert!(text.contains(&state_of(lines.last().unwrap())), "the last state is named: {text}");
}

fn state_of(line: &str) -> String {
    let line: Json = serde_json::from_str(line).unwrap();
    line["state"].as_str().expect("a fingerprint").to_owned()
}

/// Writes a changed save, expects that it is refused with this line, and left as it was.
#[track_caller]
fn refused(folder: &Folder, text: &str, line: usize) -> String {
    let file = folder.file("changed.ttr.jsonl", text);
    let message = replay(&file, "--verify").fails(1);
    assert!(message.contains(&format!("changed.ttr.jsonl: line {line}: ")), "line {line} was expected: {message}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text, "the file is left as it was");
    message
}

#[test]
fn a_save_cut_within_a_line_is_refused_and_one_cut_between_lines_replays_as_far() {
    let folder = Folder::new("cut");
    let text = fs::read_to_string(saved_game(&folder)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut start = 0;
    for (i, line) in lines.iter().enumerate() {
        for cut in [1, line.len() / 2, line.len() - 1] {
            let cut = (start..=start + cut).rev().find(|at| text.is_char_boundary(*at)).unwrap();
            refused(&folder, &text[..cut], i + 1);
        }
        // Where nothing but the end of the line is missing all sums fit: what was cut is told.
        let unended = replay(&folder.file("unended.ttr.jsonl", &text[..start + line.len()]), "--verify");
        assert!(unended.err.contains("unended.ttr.jsonl: the end of its last line was cut off"), "{}", unended.err);
        assert!(unended.code == 0 && unended.out.contains(&format!("verified: {i} decisions")), "{}", unended.out);
        start += line.len() + 1;

        let file = folder.file("cut.ttr.jsonl", &text[..start]);
        let verified = replay(&file, "--verify").fine();
        assert!(verified.contains(&format!("verified: {i} decisions")), "{verified}");
        assert!(verified.contains(&state_of(line)), "as far as this line: {verified}");
        assert_eq!(verified.contains("the game is over"), i + 1 == lines.len(), "{verified}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text[..start]);
    }
    refused(&folder, "", 1);
    refused(&folder, "\n", 1);
}

#[test]
fn a_save_without_a_line_or_with_two_swapped_is_refused() {
    let folder = Folder::new("lines");
    let text = fs::read_to_string(saved_game(&folder)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let joined = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    for i in 0..lines.len() - 1 {
        let mut fewer = lines.clone();
        fewer.remove(i);
        refused(&folder, &joined(&fewer), i + 1);
        let mut swapped = lines.clone();
        swapped.swap(i, i + 1);
        refused(&folder, &joined(&swapped), i + 1);
        let mut twice = lines.clone();
        twice.insert(i, lines[i]);
        refused(&folder, &joined(&twice), i + 2);
    }
}

/// Every change of one field of a line: another value in it, without it, one more.
fn changes(value: &Json) -> Vec<Json> {
    match value {
        Json::Null => vec![Json::from(1)],
        Json::Bool(b) => vec![Json::from(!b)],
        Json::Number(n) => vec![Json::from(n.as_u64().map_or(0, |n| n.wrapping_add(1))), Json::from(n.to_string())],
        Json::String(text) => vec![Json::from(format!("{text}0"))],
        Json::Array(list) => {
            let mut all = Vec::new();
            for (i, item) in list.iter().enumerate() {
                let with = |new: Json| {
                    let mut list = list.clone();
                    list[i] = new;
                    Json::from(list)
                };
                all.extend(changes(item).into_iter().map(with));
            }
            all.push(Json::from([list.as_slice(), &[Json::Null]].concat()));
            all
        }
        Json::Object(map) => {
            let mut all = Vec::new();
            for (key, item) in map {
                let with = |new: Json| {
                    let mut map = map.clone();
                    map.insert(key.clone(), new);
                    Json::from(map)
                };
                all.extend(changes(item).into_iter().map(with));
                let mut fewer = map.clone();
                fewer.remove(key);
                all.push(Json::from(fewer));
            }
            let mut more = map.clone();
            more.insert("more".to_owned(), Json::Null);
            all.push(Json::from(more));
            all
        }
    }
}

#[test]
fn a_save_with_any_field_changed_is_refused_at_its_line() {
    let folder = Folder::new("changed");
    let text = fs::read_to_string(saved_game(&folder)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut tried = 0;
    for (i, line) in lines.iter().enumerate() {
        for change in changes(&serde_json::from_str(line).unwrap()) {
            let changed: String = lines
                .iter()
                .enumerate()
                .map(|(j, line)| if i == j { format!("{change}\n") } else { format!("{line}\n") })
                .collect();
            refused(&folder, &changed, i + 1);
            tried += 1;
        }
    }
    assert!(tried > 200, "only {tried} changes");
}

/// Lines with sums that fit, as somebody would write them who knows how.
fn forged(lines: &[Json]) -> String {
    let mut sum = 0;
    let mut text = String::new();
    for line in lines {
        let mut line = line.clone();
        line.as_object_mut().unwrap().remove("sum");
        let mut hash = Fnv::new();
        hash.word(sum);
        hash.bytes(line.to_string().as_bytes());
        sum = hash.value();
        line["sum"] = Json::from(format!("{sum:016x}"));
        text.push_str(&format!("{line}\n"));
    }
    text
}

#[test]
fn a_forged_save_is_refused_with_the_first_divergence_and_its_rule() {
    let folder = Folder::new("forged");
    let text = fs::read_to_string(saved_game(&folder)).unwrap();
    let lines: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(forged(&lines), text, "this test knows how sums are made");
    let forge = |line: usize, change: &dyn Fn(&mut Json)| {
        let mut lines = lines.clone();
        change(&mut lines[line - 1]);
        refused(&folder, &forged(&lines), line)
    };
    let of_op = |op: &str| 1 + lines.iter().position(|line| line["do"]["op"] == op).expect("such a decision");

    let claim = of_op("claim/route");
    let message = forge(claim, &|line| line["do"]["pay"] = serde_json::json!({ "wild": 9 }));
    assert!(message.contains("diverges") && message.contains("[core/"), "the rule is named: {message}");
    let keep = of_op("tickets/keep");
    let message = forge(keep, &|line| line["do"]["tickets"] = serde_json::json!([]));
    assert!(message.contains("[tickets/too-few]"), "the rule is named: {message}");
    let message = forge(keep, &|line| line["do"]["op"] = Json::from("tickets/kep"));
    assert!(message.contains("did you mean \"tickets/keep\""), "{message}");
    let message = forge(claim, &|line| line["who"] = Json::from(9));
    assert!(message.contains("seat 9"), "{message}");
    let message = forge(claim, &|line| line["state"] = Json::from("0000000000000000"));
    assert!(message.contains("the state is"), "{message}");
    let message = forge(1, &|line| line["seed"] = Json::from(4));
    assert!(message.contains("seed"), "chance must come from the seed: {message}");
    let message = forge(1, &|line| line["format"] = Json::from(7));
    assert!(message.contains("format 7"), "{message}");
    let message = forge(1, &|line| line["game"]["seats"] = serde_json::json!(["one"]));
    assert!(message.contains("1 players, but 2 to 5"), "{message}");
    let map = lines[0]["game"]["map"]["text"].as_str().unwrap();
    let faulty =
        map.replace("\"Vancouver\", \"Calgary\"", "\"Vancuver\", \"Calgary\"").replace("length = 6", "length = 0");
    let message = forge(1, &|line| line["game"]["map"]["text"] = Json::from(faulty.clone()));
    assert!(message.contains("map::unknown-city") && message.contains("map::bad-length"), "all is told: {message}");
}

#[test]
fn names_in_a_save_cannot_steer_the_terminal() {
    let folder = Folder::new("steer");
    let text = fs::read_to_string(saved_game(&folder)).unwrap();
    let mut lines: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines[0]["game"]["seats"] = serde_json::json!(["\u{1b}[2Jone", "two\u{7}"]);
    let file = folder.file("steer.ttr.jsonl", forged(&lines));
    for options in ["", "--trace", "--at 3"] {
        let shown = replay(&file, options);
        assert!(!shown.out.contains(['\u{1b}', '\u{7}']) && !shown.err.contains(['\u{1b}', '\u{7}']), "{options}");
    }
}
