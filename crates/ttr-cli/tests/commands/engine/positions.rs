//! Positions that are laid out by `new`: what may be done there, what comes of it, and what is said of those that can't be.

use super::support::{Session, fits};
use crate::support::program::{Folder, json, ttr, words};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::process::Command;

/// A map by its text.
fn isle() -> Json {
    let text = r#"
        format = 1
        name = "Isle"
        rules = "classic"
        routes = [
            { between = ["Ayr", "Bath"], length = 2, colour = "red" },
            { between = ["Bath", "Cork"], length = 3, colour = "gray" },
            { between = ["Cork", "Dee"], length = 4, colour = "blue" },
            { between = ["Dee", "Ayr"], length = 2, tracks = ["green", "white"] },
        ]
        tickets = [
            { cities = ["Ayr", "Cork"], points = 6 },
            { cities = ["Ayr", "Bath"], points = 2 },
            { cities = ["Bath", "Dee"], points = 4 },
        ]

        [cities]
        Ayr = {}
        Bath = {}
        Cork = {}
        Dee = {}

        [set]
        tickets = { deal = 0, keep = 0 }
    "#;
    json!({ "name": "isle", "text": text })
}

fn new(position: Json) -> Json {
    json!({ "do": "new", "map": isle(), "players": ["Ann", "Bob"], "position": position })
}

fn zone<'j>(state: &'j Json, name: &str, owner: Option<&str>) -> &'j Json {
    let zones = state["zones"].as_array().expect("zones");
    let found = zones.iter().find(|zone| zone["name"] == name && zone["owner"].as_str() == owner);
    found.unwrap_or_else(|| panic!("no {name} in {state}"))
}

#[test]
fn a_position_is_laid_out_and_answers_about_it() {
    let schema = json(words("schema protocol"));
    // With every seed: nothing of what was dealt before may be left.
    for seed in 1..=20 {
        let mut session = Session::new(ttr_variants::registry);
        let mut begin = new(json!({
            "players": [
                { "name": "Ann", "hand": { "red": 1, "wild": 1 }, "routes": [["Bath", "Cork"]], "tickets": [["Cork", "Ayr"]] },
                { "name": "Bob", "hand": ["white", "white", "blue"], "pieces": { "train": 5 } },
            ],
            "first": "Ann",
            "row": ["red", "red", "blue", "wild", "green"],
            "zones": { "train discards": { "black": 2 } },
            "next": ["black", ["Bath", "Dee"]],
        }));
        begin["seed"] = seed.into();
        fits(&schema, "request", &begin).expect("as the schema says");
        let game = session.ask(begin);
        assert_eq!(
            (&game["to_act"], &game["decision"], &game["decisions"]),
            (&json!([1]), &json!("core/turn"), &json!(0))
        );
        let legal = json!({ "do": "legal", "game": 1, "who": 1 });
        let operations = session.ask(legal.clone())["legal"]["operations"].clone();
        assert_eq!(operations, json!({ "claim/route": 1, "row/take": 4, "cards/blind": 1, "tickets/draw": 1 }));
        let mut of = legal;
        (of["op"], of["with"]) = ("claim/route".into(), json!({ "route": { "between": ["Ayr", "Bath"] } }));
        let listed = session.ask(of.clone())["legal"].clone();
        assert_eq!(
            (&listed["count"], &listed["actions"][0]["action"]["pay"]),
            (&json!(1), &json!({ "red": 1, "wild": 1 }))
        );
        of["with"] = json!({ "route": { "between": ["Bath", "Cork"] } });
        assert_eq!(session.ask(of)["legal"]["count"], 0);
        let state = session.ask(json!({ "do": "state", "game": 1, "who": 1 }))["state"].clone();
        assert_eq!(zone(&state, "hand", Some("Ann"))["cards"], json!({ "red": 1, "wild": 1 }));
        assert_eq!(zone(&state, "hand", Some("Bob"))["backs"], json!({ "train": 3 }));
        assert!(zone(&state, "hand", Some("Bob")).get("cards").is_none(), "what others hold stays hidden: {state}");
        assert_eq!(zone(&state, "row", None)["cards"], json!({ "blue": 1, "green": 1, "red": 2, "wild": 1 }));
        assert_eq!(zone(&state, "train discards", None)["cards"], json!({ "black": 2 }));
        assert_eq!(zone(&state, "tickets", Some("Ann"))["tickets"], json!([{ "cities": ["Ayr", "Cork"] }]));
        assert_eq!(state["registers"]["pieces/train in stock"], json!({ "Ann": 42, "Bob": 5 }));
        // What happens goes on from there.
        let pay =
            json!({ "op": "claim/route", "route": { "between": ["Ayr", "Bath"] }, "pay": { "red": 1, "wild": 1 } });
        session.ask(json!({ "do": "act", "game": 1, "who": 1, "action": pay }));
        let totals = |session: &mut Session| -> Vec<i64> {
            let sheet = session.ask(json!({ "do": "score", "game": 1 }));
            let sides = sheet["score"]["sides"].as_array().expect("sides").clone();
            sides.iter().filter_map(|side| side["total"].as_i64()).collect()
        };
        assert_eq!(totals(&mut session), [6, 0]);
        let game = session.ask(json!({ "do": "game", "game": 1 }));
        let since = game["events"].clone();
        session.ask(json!({ "do": "act", "game": 1, "who": 2, "action": { "op": "cards/blind", "deck": "train" } }));
        let told = session.ask(json!({ "do": "events", "game": 1, "who": 2, "since": since }));
        assert!(told["events"].to_string().contains(r#""cards":{"black":1}"#), "the script goes on: {told}");
        let refused = session.try_ask(&json!({ "do": "undo", "game": 1, "who": 2 }));
        assert_eq!(refused["code"], "undo-refused");
    }
}

/// What is said of nobody is that nobody has anything; what is said of piles and the row comes by the seed.
#[test]
fn what_is_not_said_comes_by_the_seed() {
    let mut session = Session::new(ttr_variants::registry);
    let ask = |session: &mut Session, seed: u64, position: Json| {
        let mut begin = new(position);
        begin["seed"] = seed.into();
        let game = session.ask(begin)["game"].clone();
        session.ask(json!({ "do": "state", "game": game }))["state"].clone()
    };
    let (one, again) = (ask(&mut session, 3, json!({})), ask(&mut session, 3, json!({})));
    assert_eq!(one, again);
    assert_eq!(
        (&one["turn_of"], &one["first"]),
        (&json!("Ann"), &json!("Ann")),
        "player 1 begins where nothing is said"
    );
    assert!(zone(&one, "hand", Some("Ann")).get("backs").is_none(), "{one}");
    assert_eq!(zone(&one, "row", None)["backs"], json!({ "train": 5 }));
    let rows = (4..20).map(|seed| zone(&ask(&mut session, seed, json!({})), "row", None)["cards"].to_string());
    assert!(rows.collect::<std::collections::BTreeSet<_>>().len() > 5);
    let other = ask(&mut session, 3, json!({ "seed": 4 }));
    assert_eq!(other, ask(&mut session, 4, json!({})), "`given` has a seed too");
}

/// By name, by seat, in any order; names go to the seats that have them.
#[test]
fn players_are_said_by_name_or_by_seat() {
    let mut session = Session::new(ttr_variants::registry);
    let mut hands = |players: Json, position: Json| -> Vec<Json> {
        let mut begin = new(json!({ "players": position }));
        begin["players"] = players;
        let game = session.ask(begin);
        let names: Vec<Json> = game["players"].as_array().expect("names").clone();
        let all = (1..=names.len()).map(|seat| {
            let state = session.ask(json!({ "do": "state", "game": game["game"], "who": seat }))["state"].clone();
            let name = names[seat - 1].as_str().expect("a name");
            json!([name, zone(&state, "hand", Some(name)).get("cards")])
        });
        all.collect()
    };
    let expected = [json!(["Ann", {}]), json!(["Bob", { "red": 2 }])];
    let people = json!(["Ann", "Bob"]);
    assert_eq!(hands(people.clone(), json!({ "Bob": { "hand": ["red", "red"] } })), expected);
    assert_eq!(hands(people.clone(), json!({ "2": { "hand": ["red", "red"] } })), expected);
    assert_eq!(hands(people.clone(), json!([{ "name": "Bob", "hand": ["red", "red"] }])), expected);
    assert_eq!(hands(people, json!([{}, { "hand": { "red": 2 } }])), expected);
    assert_eq!(hands(json!(2), json!(["Ann", { "name": "Bob", "hand": { "red": 2 } }])), expected);
}

#[test]
fn what_can_not_be_laid_out_is_told_by_its_field() {
    let mut session = Session::new(ttr_variants::registry);
    let only = "there is no card \"pink\": there is: black, blue, green, orange, purple, red, white, yellow, wild";
    for (position, field, says) in [
        (json!(7), "position", "a position is an object"),
        (json!({ "hands": {} }), "position.hands", "a position has no \"hands\": there is: rules, set, seed"),
        (json!({ "rwo": [] }), "position.rwo", "a position has no \"rwo\": did you mean `row`?"),
        (
            json!({ "players": { "Anna": {} } }),
            "position.players.Anna",
            "no player is named \"Anna\": did you mean \"Ann\"?",
        ),
        (json!({ "players": [{}, {}, {}] }), "position.players[2]", "there are only 2 players: \"Ann\", \"Bob\""),
        (json!({ "players": ["Ann", "Ann"] }), "position.players[1]", "\"Ann\" is there twice"),
        (json!({ "players": [7] }), "position.players[0]", "each player must be a table"),
        (
            json!({ "players": { "Ann": { "hand": { "rde": 2 } } } }),
            "position.players.Ann.hand.rde",
            "there is no card \"rde\": did you mean \"red\"?",
        ),
        (json!({ "players": [{ "hand": ["pink"] }] }), "position.players[0].hand[0]", only),
        (
            json!({ "players": [{ "hand": { "red": -1 } }] }),
            "position.players[0].hand.red",
            "a number of cards is 0 to 255, not the number -1",
        ),
        (
            json!({ "players": [{ "hand": { "red": 13 } }], "row": [] }),
            "position.players[0].hand.red",
            "13 red cards are wanted, but only 12 are left in the pile",
        ),
        (
            json!({ "players": [{ "hand": null }] }),
            "position.players[0].hand",
            "`null` says nothing: leave the field away",
        ),
        (
            json!({ "players": [{ "routes": [["Ayr", "Bth"]] }] }),
            "position.players[0].routes[0][1]",
            "there is no city \"Bth\": did you mean \"Bath\"?",
        ),
        (
            json!({ "players": [{ "routes": [["Ayr", "Cork"]] }] }),
            "position.players[0].routes[0]",
            "no route joins Ayr and Cork: from Ayr routes lead to: Bath, Dee",
        ),
        (
            json!({ "players": [{ "routes": [["Ayr", "Bath"]] }, { "routes": [["Ayr", "Bath"]] }] }),
            "position.players[1].routes[0]",
            "Ayr - Bath is held twice: by Ann already (the first time: position.players[0].routes[0])",
        ),
        (
            json!({ "players": [{ "routes": [["Ayr", "Dee", "green"]] }, { "routes": [["Ayr", "Dee", "white"]] }] }),
            "position.players[1].routes[0]",
            "Bob can't have",
        ),
        (
            json!({ "players": [{ "tickets": [["Ayr", "Dee"]] }] }),
            "position.players[0].tickets[0]",
            "no ticket names Ayr and Dee",
        ),
        (
            json!({ "players": [{ "pieces": { "trian": 1 } }] }),
            "position.players[0].pieces.trian",
            "there is no piece \"trian\": did you mean \"train\"?",
        ),
        (
            json!({ "players": [{ "pieces": { "train": 99 } }] }),
            "position.players[0].pieces.train",
            "99 train pieces are wanted, but only 45 are left",
        ),
        (
            json!({ "players": [{ "stations": [] }] }),
            "position.players[0].stations",
            "players have no \"stations\" by these rules: there is: name, routes, pieces, hand, tickets",
        ),
        (json!({ "first": "Bbo" }), "position.first", "there is no player \"Bbo\": did you mean \"Bob\"?"),
        (json!({ "first": 3 }), "position.first", "a player goes by name, or by seat from 1 to 2, not the number 3"),
        (json!({ "row": 7 }), "position.row", "`row` must be a list of cards"),
        (
            json!({ "zones": { "train discard": {} } }),
            "position.zones.train discard",
            "there is no place \"train discard\": did you mean \"train discards\"?",
        ),
        (json!({ "zones": { "train deck": [] } }), "position.zones.train deck", "\"train deck\" can't be laid out"),
        (json!({ "next": ["pink"] }), "position.next[0]", only),
        (
            json!({ "seed": -1 }),
            "position.seed",
            "`seed` must be a whole number from 0 to 9223372036854775807, not the number -1",
        ),
        (json!({ "start": "now" }), "position.start", "`start` is \"turns\" or \"setup\", not the text \"now\""),
        (
            json!({ "start": "setup", "row": [] }),
            "position.row",
            "a game that begins with its setup is dealt, not laid out",
        ),
        (json!({ "rules": "clasic" }), "position.rules", "no rule set is named \"clasic\": did you mean \"classic\"?"),
        (json!({ "set": 7 }), "position.set", "`set` must be a table of overrides"),
    ] {
        let answer = session.try_ask(&new(position.clone()));
        assert_eq!((&answer["code"], &answer["field"]), (&json!("bad-field"), &json!(field)), "{position}: {answer}");
        assert!(answer["text"].as_str().is_some_and(|text| text.starts_with(says)), "{position}: {answer}");
    }
    // Of several the first is told, and where the others are; whatever comes, the answer is short, and no game has begun.
    let answer = session.try_ask(&new(json!({ "players": [{ "hand": ["pink", "rde"] }], "row": ["grey"] })));
    assert!(
        answer["text"]
            .as_str()
            .is_some_and(|text| text.ends_with("(and 2 more: position.players[0].hand[1], position.row[0])")),
        "{answer}"
    );
    let long = "x".repeat(100_000);
    for position in [
        json!(long),
        json!({ long.as_str(): 1 }),
        json!({ "players": { long.as_str(): {} } }),
        json!({ "players": [{ long.as_str(): long }, { "hand": [long] }] }),
        json!({ "players": [{ "hand": { long.as_str(): long } }] }),
        json!({ "players": [{ "routes": [[long, long]], "tickets": [[long, long]] }] }),
        json!({ "row": vec![long.as_str(); 3], "next": { long.as_str(): [long] }, "first": long }),
    ] {
        let answer = session.try_ask(&new(position));
        assert_eq!(answer["is"], "error");
        assert!(answer.to_string().len() < 900, "{}", &answer.to_string()[..900]);
    }
    assert_eq!(session.ask(new(json!({})))["game"], 1);
}

/// Lists are as long as somebody makes them, and keys too: there is an answer, it is short, and it costs no more than what was sent.
#[test]
fn long_lists_and_keys_are_told_and_cost_little() {
    let mut session = Session::new(ttr_variants::registry);
    for many in [256, 300, 40_000] {
        let red = vec!["red"; many];
        for (position, field) in [
            (json!({ "players": [{ "hand": red }] }), "position.players[0].hand[255]"),
            (json!({ "row": red }), "position.row[255]"),
            (json!({ "zones": { "train discards": red } }), "position.zones.train discards[255]"),
        ] {
            let answer = session.try_ask(&new(position));
            assert_eq!((&answer["code"], &answer["field"]), (&json!("bad-field"), &json!(field)), "{answer}");
            assert_eq!(answer["text"], "a number of cards is 0 to 255: these are more of one kind");
        }
    }
    let answer = session.try_ask(&new(json!({ "row": { "rde": "two" } })));
    assert!(answer["text"].as_str().is_some_and(|text| text.starts_with("there is no card \"rde\"")), "{answer}");
    let key = "A".repeat(40_000);
    let began = std::time::Instant::now();
    let answer = session.try_ask(&new(json!({ "players": [{ "hand": { key.as_str(): vec![0; 40_000] } }] })));
    assert!(answer["text"].as_str().is_some_and(|text| text.starts_with("there is no card \"AAAA")), "{answer}");
    let field = answer["field"].as_str().expect("a field");
    assert!(field.starts_with("position.players[0].hand.AAAA") && field.ends_with('…'), "{field}");
    assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
    let answer = session.try_ask(&new(json!({ "x-note": vec![0; 200_000] })));
    assert_eq!(answer["text"], "a position has at most 200000 values, the keys of other tools among them");
    // The largest seed, and one more.
    session.ask(new(json!({ "seed": i64::MAX })));
    let answer = session.try_ask(&new(json!({ "seed": 1_u64 << 63 })));
    assert!(
        answer["text"]
            .as_str()
            .is_some_and(|text| text.starts_with("`seed` must be a whole number from 0 to 9223372036854775807, not")),
        "{answer}"
    );
}

/// Whatever is in a position, there is an answer, and no module panics.
#[test]
fn no_position_panics() {
    let pieces = [
        json!(null),
        json!(-1),
        json!(0),
        json!(1e300),
        json!(u64::MAX),
        json!(true),
        json!(""),
        json!("red"),
        json!("Ann"),
        json!([]),
        json!({}),
        json!(["red"]),
        json!([["Ayr", "Bath"]]),
        json!({ "red": 255 }),
        json!({ "train": 0 }),
        json!({ "train": 65_536 }),
        json!([{ "between": ["Ayr", "Dee"], "track": 2 }]),
        json!([{ "cities": [] }]),
        json!([[]]),
        json!({ "Ann": { "hand": { "red": 2 } } }),
    ];
    let mut session = Session::new(ttr_variants::registry);
    for piece in &pieces {
        for key in ["rules", "set", "seed", "start", "first", "players", "row", "zones", "next"] {
            session.try_ask(&new(json!({ key: piece })));
        }
        for key in ["name", "hand", "routes", "tickets", "pieces", "dealt-tickets", "stations"] {
            session.try_ask(&new(json!({ "players": [{ key: piece }] })));
        }
        for key in ["row", "escrow", "train discards", "ticket deck"] {
            session.try_ask(&new(json!({ "zones": { key: piece } })));
        }
    }
    for answer in &session.answers {
        assert!(!answer.contains("module-panic") && !answer.contains("module-fault"), "{answer}");
    }
}

/// On every board, with what the setup asks there: positions are laid out before any turn, and games go on from them to their ends.
#[test]
fn positions_of_every_board_are_played_to_the_end_and_saved() {
    let folder = Folder::new("engine-positions");
    for (map, _) in ttr_variants::registry().maps() {
        let mut session = Session::new(ttr_variants::registry);
        let position = json!({ "first": 2, "row": [], "players": [{}, {}, {}] });
        let game = session.ask(json!({ "do": "new", "map": map, "players": 3, "seed": 5, "position": position }));
        assert_eq!((&game["to_act"], &game["decision"]), (&json!([2]), &json!("core/turn")), "{map}");
        session.play(|n| n / 2, 30);
        let text = session.ask(json!({ "do": "save", "game": 1 }))["text"].clone();
        session.play(|n| n / 2, 100_000);
        let (events, score) = (session.events(1), session.ask(json!({ "do": "score", "game": 1 }))["score"].clone());
        assert_eq!(score["final"], true, "{map}");
        // The save holds the position: it goes on as the game did, and replays.
        session.ask(json!({ "do": "load", "text": text }));
        session.game = 2;
        session.play(|n| n / 2, 100_000);
        assert_eq!(
            (session.events(1), session.ask(json!({ "do": "score", "game": 2 }))["score"].clone()),
            (events, score),
            "{map}"
        );
        let path = folder.path().join(format!("{map}.ttr.jsonl"));
        std::fs::write(&path, text.as_str().expect("a text")).expect("a file");
        let said = ttr(["replay".as_ref(), "--verify".as_ref(), path.as_os_str()]).fine();
        assert!(said.contains("verified: 30 decisions"), "{said}");
        assert!(ttr(["replay".as_ref(), path.as_os_str()]).fine().contains("laid out\n"), "{map}");
        let refused = ttr(["test".as_ref(), path.as_os_str()]).fails(2);
        assert!(refused.contains("begins with a position that was laid out"), "{refused}");
        // A save whose position can't be is refused at its line.
        let wrong = text.as_str().expect("a text").replace("\"row\":[]", "\"row\":[\"pink\"]");
        let answer = session.try_ask(&json!({ "do": "load", "text": wrong }));
        assert_eq!((&answer["code"], &answer["line"]), (&json!("bad-save"), &json!(1)), "{answer}");
    }
}

/// A suite of tests in another language.
#[test]
fn a_suite_of_tests_in_python_holds() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/python/rules_test.py");
    let done = Command::new("python3").arg(script).env("TTR", env!("CARGO_BIN_EXE_ttr")).output().expect("Python 3");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && said.contains("OK"), "{said}");
}

/// Cards that the seed has dealt into the row are not there for hands: that is said, and where.
#[test]
fn cards_that_lie_in_a_row_that_was_dealt_are_told() {
    let mut session = Session::new(ttr_variants::registry);
    let told = (1..=20).filter_map(|seed| {
        let mut begin = new(json!({ "players": [{ "hand": { "red": 12 } }] }));
        begin["seed"] = seed.into();
        let answer = session.try_ask(&begin);
        answer["text"].as_str().map(str::to_owned)
    });
    let told: Vec<String> = told.collect();
    let help = "are left in the pile: some lie in the row, which was dealt: say what lies there too";
    assert!(!told.is_empty() && told.iter().all(|text| text.ends_with(help)), "{told:?}");
    session.ask(new(
        json!({ "players": [{ "hand": { "red": 12 } }], "row": ["blue", "blue", "green", "white", "black"] }),
    ));
}

/// What belongs to other tools is passed over, and no save holds it.
#[test]
fn what_belongs_to_other_tools_is_not_kept() {
    let mut session = Session::new(ttr_variants::registry);
    let long = "x".repeat(100_000);
    session.ask(new(json!({
        "x-note": long,
        "players": [{ "x-note": long, "routes": [{ "between": ["Ayr", "Bath"], "x-note": long }] }],
    })));
    let text = session.ask(json!({ "do": "save", "game": 1 }))["text"].clone();
    assert!(
        text.as_str().is_some_and(|text| text.len() < 20_000 && text.contains(r#""position":{"players""#)),
        "{text}"
    );
    session.ask(json!({ "do": "load", "text": text }));
}

/// A kind of cards may be called as keys of other tools are: it is kept.
#[test]
fn cards_that_are_called_like_keys_of_other_tools_are_kept() {
    let mut session = Session::new(ttr_variants::registry);
    let mut begin = new(json!({
        "players": [{ "x-note": 1, "hand": { "x-ray": 2 } }],
        "zones": { "train discards": { "x-ray": 1, "red": 1 } },
    }));
    begin["set"] = json!(["cards.decks.train.x-ray=5"]);
    session.ask(begin);
    let text = session.ask(json!({ "do": "save", "game": 1 }))["text"].clone();
    assert!(text.as_str().is_some_and(|text| !text.contains("x-note")), "{text}");
    session.ask(json!({ "do": "load", "text": text }));
    let state = session.ask(json!({ "do": "state", "game": 2, "who": 1 }))["state"].clone();
    assert_eq!(zone(&state, "hand", Some("Ann"))["cards"], json!({ "x-ray": 2 }));
    assert_eq!(zone(&state, "train discards", None)["cards"], json!({ "red": 1, "x-ray": 1 }));
}

/// A person goes on from a position, and its picture shows what was laid out.
#[test]
fn a_position_is_gone_on_with_and_drawn() {
    let mut session = Session::new(ttr_variants::registry);
    let position =
        json!({ "players": [{ "stations": ["Wien"], "routes": [["Wien", "München"]], "hand": { "red": 5 } }] });
    session.ask(json!({ "do": "new", "map": "europe", "players": ["Ann", "Bob"], "position": position }));
    let text = session.ask(json!({ "do": "save", "game": 1 }))["text"].clone();
    let folder = Folder::new("engine-position");
    let path = folder.path().join("laid.ttr.jsonl");
    std::fs::write(&path, text.as_str().expect("a text")).expect("a file");
    let drawn = |words: &[&str]| ttr(words.iter().map(|word| word.replace("FILE", &path.to_string_lossy()))).fine();
    assert_ne!(drawn(&["render", "--at", "FILE"]), drawn(&["render", "europe"]), "route and station are drawn");
    let score = drawn(&["score", "FILE"]);
    assert!(score.contains("München - Wien"), "{score}");
}
