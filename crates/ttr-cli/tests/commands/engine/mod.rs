//! `ttr engine`: whole games by a program in another language, the page of the protocol, bad input, secrets, saves, scripts and
//! modules that panic.

mod modules;
mod positions;
mod programs;
mod secrets;
mod support;

use self::support::{Session, fits};
use crate::support::book::{blocks, is_as_shown, page};
use crate::support::program::{Folder, json, words};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::process::Command;

/// A script of another language plays games by choosing legal actions, with garbage in between. `TTR_ENGINE_GAMES` says how
/// many on each map.
#[test]
fn a_python_script_plays_every_map() {
    let games = std::env::var("TTR_ENGINE_GAMES").unwrap_or_else(|_| "3".to_owned());
    let folder = Folder::new("engine-host");
    for (map, _) in ttr_variants::registry().maps() {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/host.py");
        let done = Command::new("python3")
            .arg(script)
            .args([env!("CARGO_BIN_EXE_ttr"), map, &games])
            .arg(folder.path())
            .output()
            .expect("Python 3");
        let said = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert!(done.status.success() && said.contains("all score sheets equal"), "{map}: {said}");
    }
}

#[test]
fn the_page_shows_what_is_said() {
    let sessions: Vec<_> = blocks(&page("docs/protocol.md")).into_iter().filter(|b| b.words == "jsonl").collect();
    assert!(sessions.len() >= 3);
    let schema = json(words("schema protocol"));
    for block in sessions {
        let mut session = Session::new(ttr_variants::registry);
        for line in block.text.lines().filter_map(|line| line.strip_prefix("> ")) {
            session.line(line);
            // What is shown as a request is one, but for what is shown to be none.
            let fault = fits(&schema, "request", &serde_json::from_str(line).unwrap_or_default());
            assert!(fault.is_ok() || session.last()["is"] == "error", "{line}: {fault:?}");
        }
        let shown: Vec<&str> = block.text.lines().filter(|line| !line.starts_with("> ")).collect();
        let said = session.answers.iter().map(|line| format!("{line}\n")).collect::<String>();
        for (shown, said) in shown.iter().zip(said.lines()) {
            assert!(is_as_shown(shown, said), "line {}: shown\n{shown}\nfound\n{said}", block.line);
        }
        assert_eq!(shown.len(), session.answers.len(), "line {}", block.line);
    }
}

#[test]
fn every_answer_fits_its_schema() {
    let schema = json(words("schema protocol"));
    for (map, _) in ttr_variants::registry().maps() {
        let mut session = Session::new(ttr_variants::registry);
        session.ask(json!({ "do": "hello" }));
        session.ask(json!({ "do": "new", "map": map, "players": 3, "seed": 3 }));
        session.play(|n| n / 3, 150);
        for request in [
            json!({ "do": "board", "game": 1 }),
            json!({ "do": "state", "game": 1 }),
            json!({ "do": "state", "game": 1, "who": 2 }),
            json!({ "do": "legal", "game": 1, "who": 1, "most": 10, "words": true }),
            json!({ "do": "events", "game": 1, "who": 3, "most": 1000, "words": true }),
            json!({ "do": "score", "game": 1 }),
            json!({ "do": "save", "game": 1 }),
            json!({ "do": "undo", "game": 1, "who": 1 }),
            json!({ "do": "new", "map": { "name": "x", "text": "format = 2" }, "players": 2 }),
            json!({ "do": "end", "game": 1 }),
            json!({ "do": "end", "game": 1 }),
            json!({ "do": "quit" }),
        ] {
            fits(&schema, "request", &request).unwrap_or_else(|why| panic!("{request}: {why}"));
            session.line(&request.to_string());
        }
        for answer in &session.answers {
            let answer: Json = serde_json::from_str(answer).expect("JSON");
            fits(&schema, &format!("answer-{}", answer["is"].as_str().expect("a kind")), &answer)
                .expect("as the schema says");
        }
    }
    for bad in
        [json!({ "do": "new", "map": "usa" }), json!({ "do": "legal", "game": 1, "who": 1, "mots": 1 }), json!({})]
    {
        assert!(fits(&schema, "request", &bad).is_err(), "{bad}");
    }
}

#[test]
fn bad_lines_say_what_is_at_fault_and_change_nothing() {
    let mut session = Session::new(ttr_variants::registry);
    session.ask(json!({ "do": "new", "map": "usa", "players": 2, "seed": 7 }));
    session.play(|_| 0, 6);
    let before = session.everything();
    let cases = [
        ("x", "not-json", None),
        ("7", "not-json", None),
        ("{\"do\": \"game\", \"game\": 1", "not-json", None),
        ("{\"do\": \"game\", \"game\": 1} {}", "not-json", None),
        (r#"{"game": 1}"#, "bad-field", Some("do")),
        (r#"{"do": "gmae", "game": 1}"#, "unknown-kind", Some("do")),
        (r#"{"do": "game", "id": [], "game": 1}"#, "bad-field", Some("id")),
        (r#"{"do": "game"}"#, "bad-field", Some("game")),
        (r#"{"do": "game", "game": "1"}"#, "bad-field", Some("game")),
        (r#"{"do": "game", "game": -1}"#, "bad-field", Some("game")),
        (r#"{"do": "game", "game": 2}"#, "no-such-game", Some("game")),
        (r#"{"do": "game", "game": 1, "gaem": 1}"#, "bad-field", Some("gaem")),
        (r#"{"do": "new", "map": "usa", "players": 1}"#, "bad-rules", None),
        (r#"{"do": "new", "map": "usa", "players": ["a", "a"]}"#, "bad-rules", None),
        (r#"{"do": "new", "map": "usa", "players": ["a", 7]}"#, "bad-field", Some("players")),
        (r#"{"do": "new", "map": "usa", "rules": "clasic", "players": 2}"#, "bad-field", Some("rules")),
        (r#"{"do": "new", "map": "usa", "set": ["pieces.train=x"], "players": 2}"#, "bad-rules", None),
        (r#"{"do": "new", "map": "usa", "set": [7], "players": 2}"#, "bad-field", Some("set[0]")),
        (r#"{"do": "new", "map": {"name": "x"}, "players": 2}"#, "bad-field", Some("map")),
        (r#"{"do": "new", "map": "usa", "players": 2, "script": {"no pile": [1]}}"#, "bad-field", Some("script")),
        (r#"{"do": "load", "text": "{}"}"#, "bad-save", Some("text")),
        (r#"{"do": "state", "game": 1, "who": 3}"#, "bad-field", Some("who")),
        (r#"{"do": "state", "game": 1, "who": 0}"#, "bad-field", Some("who")),
        (r#"{"do": "legal", "game": 1, "who": 1, "most": 10001}"#, "bad-field", Some("most")),
        (r#"{"do": "legal", "game": 1, "who": 1, "op": "claim/rout"}"#, "bad-field", Some("op")),
        (r#"{"do": "legal", "game": 1, "who": 1, "with": {"pay": {}}}"#, "bad-field", Some("with.pay")),
        (r#"{"do": "events", "game": 1, "since": 100000}"#, "bad-field", Some("since")),
        (r#"{"do": "act", "game": 1, "who": 1}"#, "bad-field", Some("action")),
        (
            r#"{"do": "act", "game": 1, "who": 1, "number": 0, "action": {"op": "row/draw"}}"#,
            "bad-field",
            Some("action"),
        ),
        (r#"{"do": "act", "game": 1, "who": 1, "number": 100000}"#, "bad-field", Some("number")),
        (r#"{"do": "act", "game": 1, "who": 1, "action": 7}"#, "bad-field", Some("action")),
        (r#"{"do": "act", "game": 1, "who": 2, "number": 0}"#, "not-your-turn", None),
        (r#"{"do": "act", "game": 1, "who": 2, "action": {"op": "nothing"}}"#, "not-your-turn", None),
        (
            r#"{"do": "act", "game": 1, "who": 1, "action": {"op": "claim/route", "route":
               {"between": ["Boston", "New York"], "trak": 2}, "pay": {"red": 2}}}"#,
            "bad-field",
            Some("action"),
        ),
        (r#"{"do": "undo", "game": 1, "who": 1}"#, "undo-refused", None),
        (r#"{"do": "end", "game": 7}"#, "no-such-game", Some("game")),
    ];
    for (line, code, field) in cases {
        session.line(&line.replace('\n', " "));
        let answer = session.last();
        assert_eq!((answer["is"].as_str(), answer["code"].as_str()), (Some("error"), Some(code)), "{line}: {answer}");
        assert_eq!(answer["field"].as_str(), field, "{line}: {answer}");
        assert!(answer["text"].as_str().is_some_and(|text| !text.is_empty()), "{answer}");
        assert_eq!(session.everything(), before, "{line}");
    }
    // A route that is too dear is refused by the rule that says so.
    let claim =
        json!({ "op": "claim/route", "route": { "between": ["Boston", "New York"], "track": 1 }, "pay": { "red": 2 } });
    session.line(&json!({ "do": "act", "game": 1, "who": 1, "action": claim }).to_string());
    assert_eq!(session.last()["code"], "illegal-action");
    assert!(session.last()["rule"].as_str().is_some_and(|rule| rule.contains('/')), "{}", session.last());
    assert_eq!(session.everything(), before);
}

/// What is at fault is said in words for people, with what was found, what was expected and what may have been meant.
#[test]
fn errors_say_what_was_found_and_what_was_meant() {
    let mut session = Session::new(ttr_variants::registry);
    session.ask(json!({ "do": "new", "map": "usa", "players": 2, "seed": 7 }));
    let claim = |route: Json, pay: Json| {
        let action = json!({ "op": "claim/route", "route": route, "pay": pay });
        json!({ "do": "act", "game": 1, "who": 1, "action": action })
    };
    let boston = |other: &str| json!({ "between": ["Boston", other] });
    let scripted = |script: Json| json!({ "do": "new", "map": "usa", "players": 2, "script": script });
    let cases = [
        (json!({ "do": "game", "game": "1" }), "expected a whole number from 0, found \"1\""),
        (json!({ "do": "state", "game": 1, "who": 300 }), "expected a whole number, 0 to 255, found 300"),
        (json!({ "do": "legal", "game": 1, "who": 1, "words": 1 }), "expected true or false, found 1"),
        (json!({ "do": "legal", "game": 1, "who": 1, "with": [] }), "expected an object, found []"),
        (json!({ "do": "load", "text": 7 }), "expected a text, found 7"),
        (json!({ "do": "load" }), "`load` needs `text`"),
        (json!({ "do": "state", "game": 1, "woh": 1 }), "`state` has no `woh`: did you mean `who`? it has: game, who"),
        (json!({ "do": "hello", "you": 1 }), "`hello` has no `you`: it has: nothing"),
        (
            json!({ "do": "new", "map": "usa", "players": 300 }),
            "expected a number of players, or a list of their names, found 300",
        ),
        (json!({ "do": "new", "map": "usa", "players": 9 }), "usa can't be played: 9 players, but 2 to 5 can play USA"),
        (claim(boston("Miam"), json!({})), "`route`: no city named \"Miam\"; did you mean \"Miami\"?"),
        (claim(boston("New York"), json!({ "rde": 2 })), "`pay`: no card kind named \"rde\"; did you mean \"red\"?"),
        (claim(json!(7), json!({})), "`route`: a route needs `between` with two cities, found 7"),
        (
            claim(json!({ "between": ["Boston", "New York"], "trak": 2 }), json!({ "red": 2 })),
            "`route`: a route has no \"trak\"; did you mean \"track\"?",
        ),
        (
            scripted(json!({ "trian deck": ["red"] })),
            "\"trian deck\": no pile named \"trian deck\"; did you mean \"train deck\"?",
        ),
        (
            scripted(json!({ "ticket deck": [{ "cities": ["Boston", "Miami"], "copy": "x" }] })),
            "\"ticket deck\": `copy` is a number from 1, found \"x\"",
        ),
    ];
    for (request, says) in cases {
        assert_eq!(session.try_ask(&request)["text"], says, "{request}");
    }
    // Whatever comes, the answer is short.
    let long = "x".repeat(100_000);
    for request in [
        json!({ "do": long }),
        json!({ "do": { "a": long } }),
        json!({ "do": "hello", "id": [long] }),
        json!({ "do": "new", "map": long, "players": 2 }),
        json!({ "do": "new", "map": "usa", "rules": long, "players": 2 }),
        scripted(json!({ "x": [long] })),
        scripted(json!({ long.as_str(): ["red"] })),
        json!({ "do": "game", "game": long }),
        json!({ "do": "game", long.as_str(): 1 }),
        json!({ "do": "legal", "game": 1, "who": 1, "op": long }),
        json!({ "do": "legal", "game": 1, "who": 1, "with": { long.as_str(): 1 } }),
        json!({ "do": "act", "game": 1, "who": 1, "action": { "op": long } }),
        claim(boston(&long), json!({})),
        claim(boston("New York"), json!({ long.as_str(): 1 })),
        claim(json!([long]), json!({})),
    ] {
        let answer = session.try_ask(&request);
        assert_eq!(answer["is"], "error");
        assert!(answer.to_string().len() < 700, "{}", &answer.to_string()[..200]);
    }
}

/// The schema leaves nothing open: of every field it says what it is.
#[test]
fn the_schema_says_what_everything_is() {
    fn look(at: &str, schema: &Json, open: &mut Vec<String>) {
        let says = ["$ref", "type", "const", "enum", "oneOf", "anyOf"].iter().any(|key| schema.get(key).is_some());
        if !says {
            open.push(at.to_owned());
        }
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            look(&format!("{at}.{name}"), field, open);
        }
        for key in ["items", "additionalProperties"] {
            if let Some(inner) = schema.get(key).filter(|inner| !inner.is_boolean() || inner == &&json!(true)) {
                look(&format!("{at}.{key}"), inner, open);
            }
        }
        for option in ["oneOf", "anyOf"].iter().filter_map(|key| schema[key].as_array()).flatten() {
            look(at, option, open);
        }
    }
    let schema = json(words("schema protocol"));
    let mut open = Vec::new();
    for (name, definition) in schema["$defs"].as_object().expect("definitions") {
        look(name, definition, &mut open);
    }
    assert_eq!(open, [""; 0], "nothing is said of these");
    let kinds = schema["$defs"]["EventNames"]["oneOf"].as_array().expect("kinds of events");
    assert!(kinds.iter().any(|kind| kind["properties"]["event"]["const"] == "claimed"), "{kinds:?}");
}

#[test]
fn the_board_says_what_the_arguments_of_operations_are() {
    let mut session = Session::new(ttr_variants::registry);
    session.ask(json!({ "do": "new", "map": "usa", "players": 2 }));
    let board = session.ask(json!({ "do": "board", "game": 1 }))["board"].clone();
    let operations = board["operations"].as_array().expect("operations");
    let of = |name: &str| operations.iter().find(|op| op["op"] == name).expect("an operation").clone();
    assert_eq!((&of("claim/route")["arguments"], &of("claim/route")["kinds"]), (&json!(["route"]), &json!(["route"])));
    assert_eq!(of("tickets/keep")["kinds"], json!(["tickets"]));
    for op in operations {
        assert_eq!(op["arguments"].as_array().map(Vec::len), op["kinds"].as_array().map(Vec::len), "{op}");
    }
}

#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let mut long = vec![b'['; 2 * ttr_cli::MAX_SAVE_BYTES + 1];
    long.extend_from_slice(b"\n{\"do\": \"quit\"}\n{\"do\": \"hello\"}\n");
    let mut said = Vec::new();
    ttr_cli::engine::serve(&ttr_variants::registry(), &mut long.as_slice(), &mut said).expect("written");
    let said = String::from_utf8(said).expect("text");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].contains("\"code\":\"line-too-long\""), "{}", lines[0]);
    assert_eq!(lines[1..], ["{\"is\":\"bye\"}"], "nothing is answered after `quit`");
}

#[test]
fn a_seat_is_told_nothing_that_it_may_not_know() {
    for (map, _) in ttr_variants::registry().maps() {
        let mut session = Session::new(ttr_variants::registry);
        session.ask(json!({ "do": "new", "map": map, "players": 3, "seed": 5 }));
        session.play(|n| n / 2, 40);
        for who in [None, Some(1), Some(2), Some(3)] {
            let mut ask = json!({ "do": "state", "game": 1 });
            let mut events = json!({ "do": "events", "game": 1, "most": 10000 });
            if let Some(who) = who {
                (ask["who"], events["who"]) = (who.into(), who.into());
            }
            let state = session.ask(ask)["state"].clone();
            let own = who.map(|who| format!("player {who}"));
            for zone in state["zones"].as_array().expect("zones").iter().filter(|zone| zone["name"] == "hand") {
                let is_own = zone["owner"].as_str() == own.as_deref();
                assert_eq!(zone.get("cards").is_some(), is_own, "{map}, {who:?}: {zone}");
            }
            for event in session.ask(events)["events"].as_array().expect("events") {
                let from_deck = event["from"]["zone"].as_str().is_some_and(|zone| zone.ends_with(" deck"));
                let to_hand = ["hand", "tickets"].iter().any(|zone| event["to"]["zone"] == *zone);
                if from_deck && to_hand && event["to"]["of"].as_u64() != who {
                    assert!(event.get("cards").is_none() && event.get("tickets").is_none(), "{map}, {who:?}: {event}");
                }
            }
        }
    }
}

#[test]
fn a_game_that_was_saved_goes_on_as_it_would_have() {
    let mut session = Session::new(ttr_variants::registry);
    session.ask(json!({ "do": "new", "map": "europe", "players": 2, "seed": 9 }));
    session.play(|n| n / 2, 30);
    let text = session.ask(json!({ "do": "save", "game": 1 }))["text"].clone();
    session.play(|n| n / 2, 10_000);
    let (events, score) = (session.events(1), session.ask(json!({ "do": "score", "game": 1 }))["score"].clone());
    assert_eq!(score["final"], true);
    let loaded = session.ask(json!({ "do": "load", "text": text }));
    assert_eq!((&loaded["game"], &loaded["decisions"]), (&2.into(), &30.into()));
    session.game = 2;
    session.play(|n| n / 2, 10_000);
    assert_eq!(session.ask(json!({ "do": "score", "game": 2 }))["score"], score);
    assert_eq!(session.events(2), events);
}

#[test]
fn a_script_says_what_comes() {
    let mut session = Session::new(ttr_variants::registry);
    let script = json!({
        "train deck": ["red", "wild", "red", "blue"],
        "ticket deck": [{ "cities": ["Boston", "Miami"] }, { "cities": ["Denver", "Pittsburgh"] }],
    });
    session.ask(json!({ "do": "new", "map": "usa", "players": 2, "seed": 7, "script": script }));
    let zones = session.ask(json!({ "do": "state", "game": 1, "who": 1 }))["state"]["zones"].clone();
    let text = zones.to_string();
    assert!(text.contains(r#"{"blue":1,"red":2,"wild":1}"#), "{text}");
    assert!(text.contains(r#"{"cities":["Boston","Miami"]}"#), "{text}");
    session.play(|_| 0, 10);
    let (save, before) = (session.ask(json!({ "do": "save", "game": 1 }))["text"].clone(), session.everything());
    session.ask(json!({ "do": "load", "text": save.clone() }));
    let folder = Folder::new("engine-script");
    let file = folder.file("scripted.ttr.jsonl", save.as_str().expect("text"));
    assert!(words(&format!("replay {} --verify", file.display())).fine().contains("verified: 10 decisions"));
    session.game = 2;
    assert_eq!(session.everything()["state"], before["state"]);
    // What can't come makes the step fail, and nothing has changed.
    let script = json!({ "train deck": vec!["red"; 13] });
    session.line(&json!({ "do": "new", "map": "usa", "players": 2, "script": script }).to_string());
    assert_eq!(session.last()["code"], "bad-chance", "{}", session.last());
    let said = session.last()["text"].as_str().unwrap_or_default().to_owned();
    assert!(said.contains("the pile \"train deck\" can't give red now"), "{said}");
}

#[test]
fn a_script_names_players_and_tickets_as_people_do() {
    let mut session = Session::new(ttr_variants::registry);
    let new = |script: Json| json!({ "do": "new", "map": "usa", "players": ["Ann", "Bob"], "script": script });
    for (at, second) in [json!("Bob"), json!({ "seat": 2 }), json!(1)].into_iter().enumerate() {
        // Every game is loaded again.
        let game = 2 * at + 1;
        let ticket = json!({ "cities": ["Miami", "Boston"] });
        let script = json!({ "first player": [second], "ticket deck": [ticket] });
        session.ask(new(script));
        let state = session.ask(json!({ "do": "state", "game": game, "who": 2 }))["state"].clone();
        assert_eq!(state["first"], "Bob", "tickets are dealt to Bob first");
        assert!(state["zones"].to_string().contains(r#"{"cities":["Boston","Miami"]}"#), "{state}");
        let text = session.ask(json!({ "do": "save", "game": game }))["text"].clone();
        assert_eq!(session.ask(json!({ "do": "load", "text": text }))["is"], "game", "it is in the save");
    }
    for (script, says) in [
        (json!({ "first player": ["Bbo"] }), "no player named \"Bbo\"; did you mean \"Bob\"?"),
        (json!({ "first player": [{ "seat": 0 }] }), "no seat 0: seats are 1 to 2"),
        (json!({ "first player": [{ "seat": 3 }] }), "no seat 3: seats are 1 to 2"),
        (json!({ "first player": [{ "saet": 1 }] }), "did you mean \"seat\"?"),
        (json!({ "first player": [2] }), "no player 2: a bare number is counted from 0 to 1"),
        (json!({ "first player": [[1]] }), "expected a player by name or as {\"seat\": 1}"),
        (json!({ "ticket deck": [{ "cities": ["Miami", "Atlanta"] }] }), "no such ticket"),
    ] {
        session.line(&new(script.clone()).to_string());
        let said = session.last();
        assert_eq!((&said["code"], &said["field"]), (&"bad-field".into(), &"script".into()), "{script}: {said}");
        assert!(said["text"].as_str().is_some_and(|text| text.contains(says)), "{script}: {said}");
    }
}

#[test]
fn score_sheets_are_those_of_the_command() {
    let folder = Folder::new("engine-sheets");
    for map in ["usa", "europe"] {
        let mut session = Session::new(ttr_variants::registry);
        session.ask(json!({ "do": "new", "map": map, "players": 3, "seed": 5, "set": ["pieces.train=9"] }));
        session.play(|n| n / 2, 10_000);
        let save = session.ask(json!({ "do": "save", "game": 1 }))["text"].clone();
        let mut said = session.ask(json!({ "do": "score", "game": 1 }))["score"].clone();
        assert_eq!((&said["final"], &said["sides"]), (&true.into(), &said["players"]), "{map}");
        let file = folder.file("game.ttr.jsonl", save.as_str().expect("text"));
        let mut told = json(words(&format!("score {} --format json", file.display())));
        let names: Vec<Json> = told["winners"].as_array().expect("winners").clone();
        let seats: Vec<Json> = said["winners"].as_array().expect("winners").clone();
        assert_eq!(names, seats.iter().map(|seat| json!(format!("player {seat}"))).collect::<Vec<_>>(), "{map}");
        for sheet in [&mut said, &mut told] {
            sheet["winners"] = Json::Null;
            // One says null, the other says nothing.
            sheet["decided_by"] = sheet["decided_by"].take();
        }
        assert_eq!(said, told, "{map}");
        let side = &said["sides"][0];
        assert!(side["seats"][0] == 1 && side["name"] == side["side"] && side["tickets"][0]["completed"].is_boolean());
        assert!(side["lines"][0]["proof"].is_object() && side["lines"][0]["stands_on"].is_object(), "{side}");
    }
}
