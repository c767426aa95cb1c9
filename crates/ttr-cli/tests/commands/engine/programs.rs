//! Players that are programs of their own: the example in Python, and those that die, hang or answer nonsense.

use crate::support::book::{blocks, page};
use crate::support::program::{Folder, Ran, json, program, repository, ttr, words};
use serde_json::Value as Json;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

/// Long enough for any machine, where nobody is meant to be late.
const PATIENCE: &str = "300";

fn example() -> String {
    let path = repository().join("examples/python/bot.py").canonicalize().expect("the example");
    format!("cmd:python3 '{}'", path.display())
}

/// Runs the program with these players.
fn with_players(line: &str, players: &str, limit: &str) -> Ran {
    ttr(line.split_whitespace().chain(["--players", players, "--time-limit", limit]))
}

fn simulated(line: &str, players: &str, limit: &str) -> Json {
    let mut all = json(with_players(&format!("simulate {line} --format json"), players, limit));
    for key in ["seconds", "games_per_second"] {
        all[key] = Json::Null;
    }
    all
}

#[test]
fn the_example_is_short() {
    let text = fs::read_to_string(repository().join("examples/python/bot.py")).expect("the example");
    assert!(text.lines().count() < 50);
}

#[test]
fn the_example_plays_every_map_and_the_same_again() {
    for (map, _) in ttr_variants::registry().maps() {
        let players = format!("{},random", example());
        let line = format!("{map} --games 2 --seed 5 --secret 05 --threads 1");
        let first = simulated(&line, &players, PATIENCE);
        assert_eq!(
            (&first["reproducible"], &first["replaced"]),
            (&true.into(), &Json::Array(vec![])),
            "{map}: {first}"
        );
        assert_eq!(first["games"], 2);
        if map == "usa" {
            assert_eq!(first, simulated(&line.replace("--threads 1", "--threads 2"), &players, PATIENCE), "{map}");
            assert!(first["seats"][0]["mean_score"].as_f64() > first["seats"][1]["mean_score"].as_f64(), "{first}");
        }
    }
}

#[test]
fn the_player_of_the_page_plays() {
    let folder = Folder::new("programs-page");
    let blocks = blocks(&page("docs/protocol.md"));
    let block = blocks.iter().find(|block| block.words == "python").expect("a player");
    let path = folder.file("any.py", &block.text);
    let players = format!("cmd:python3 '{}',random", path.display());
    let once = || simulated("paris --games 2 --seed 8 --secret 08", &players, PATIENCE);
    let first = once();
    assert_eq!(first["reproducible"], true, "{first}");
    assert_eq!(first, once());
}

/// A player in Python that does this when it is to decide.
fn player(folder: &Folder, name: &str, does: &str) -> String {
    let text = format!(
        "import json, os, sys, time\n\ndef say(**fields):\n    print(json.dumps(fields), flush=True)\n\n\
         for line in sys.stdin:\n    m = json.loads(line)\n    if m['is'] != 'turn': continue\n    \
         g, w, n = m['game'], m['who'], m['legal']['count']\n    {does}\n"
    );
    let path = folder.file(&format!("{name}.py"), text);
    format!("cmd:python3 '{}'", path.display())
}

#[test]
fn who_goes_wrong_is_replaced_and_the_result_says_so() {
    let folder = Folder::new("programs");
    let cases = [
        ("dies", "sys.exit(3)", "it ended: exit status: 3"),
        ("late", "time.sleep(1000)", "no answer within 0.3 s"),
        ("gibberish", "print('hello?', flush=True)", "it said \"hello?\": the line is not JSON"),
        ("beyond", "say(do='act', game=g, who=w, number=n)", "there is no action"),
        ("unknown", "say(do='act', game=g, who=w, action={'op': 'cheat'})", "no operation named"),
        ("illegal", "say(do='act', game=g, who=w, action={'op': 'turns/pass'})", "it said "),
        ("both", "say(do='act', game=g, who=w)", "either `action` or `number` is needed"),
        ("other", "say(do='act', game=g, who=w % 2 + 1, number=0)", "it acted for seat"),
        ("curious", "say(do='state', game=g, who=w % 2 + 1)", "it plays at seat"),
        ("greedy", "say(do='save', game=g)", "a player may only ask"),
        ("long", "print('[' * 2000000, flush=True)", "more than 1048576 bytes"),
    ];
    for (name, does, why) in cases {
        let command = player(&folder, name, does);
        let limit = if name == "late" { "0.3" } else { PATIENCE };
        let line = "usa --games 5 --seed 2 --threads 1 --set pieces.train=8";
        let all = simulated(line, &format!("random,{command}"), limit);
        assert_eq!(all["games"], 5, "{name}");
        assert_eq!(all["reproducible"], false, "{name}: {all}");
        let replaced = &all["replaced"][0];
        let figures = (&replaced["seat"], &replaced["games"], &replaced["first_game"], &replaced["by"]);
        assert_eq!(figures, (&2.into(), &5.into(), &1.into(), &"random".into()), "{name}: {replaced}");
        assert!(replaced["why"].as_str().is_some_and(|text| text.contains(why)), "{name}: {replaced}");
    }
    let command = player(&folder, "dies", "sys.exit(3)");
    let text =
        with_players("simulate usa --games 1 --set pieces.train=8", &format!("random,{command}"), PATIENCE).fine();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("was replaced by random in 1 game, first in game 1: it ended: exit status: 3."), "{text}");
    assert!(text.contains("This result is not reproducible"), "{text}");
}

#[test]
fn a_program_asks_and_names_its_action() {
    let folder = Folder::new("programs-ask");
    // Asks for everything that it may, and acts by name.
    let does = "say(do='board', game=g); b = json.loads(sys.stdin.readline())['board']; \
                say(do='score', game=g); json.loads(sys.stdin.readline())['score']['sides']; \
                say(do='state', game=g, who=w, id=7); s = json.loads(sys.stdin.readline()); \
                assert s['id'] == 7 and s['state'] == m['state'] and b['map'] == 'USA'; \
                say(do='legal', game=g, who=w, **{'from': n - 1, 'most': 1}); \
                a = json.loads(sys.stdin.readline())['legal']['actions'][0]['action']; \
                say(do='act', game=g, who=w, action=a)";
    let command = player(&folder, "asks", does);
    let all = simulated("usa --games 2 --set pieces.train=10", &format!("{command},{command}"), PATIENCE);
    assert_eq!((&all["reproducible"], &all["games"]), (&true.into(), &2.into()), "{all}");
}

#[test]
fn games_with_programs_are_saved_and_verified() {
    let folder = Folder::new("programs-saved");
    let dir = folder.path().display().to_string();
    let line = format!("usa --games 1 --seed 3 --set pieces.train=10 --save-games {dir}");
    assert_eq!(simulated(&line, &format!("{},random", example()), PATIENCE)["reproducible"], true);
    let file = folder.path().join("usa-3-000001.ttr.jsonl");
    let text = fs::read_to_string(&file).expect("a save");
    assert!(text.contains("\"cmd:bot 1\"") && !text.contains("python3"), "a save names no command");
    assert!(words(&format!("replay {} --verify", file.display())).fine().contains("the game is over"));
}

#[test]
fn a_game_against_a_program_is_played_and_gone_on_with() {
    let folder = Folder::new("programs-play");
    let save = folder.path().join("game.ttr.jsonl");
    let line = format!("play usa --seed 4 --set pieces.train=8 --save {}", save.display());
    // The person leaves at once.
    let said = with_players(&line, &format!("{},you", example()), PATIENCE);
    assert_eq!(said.code, 0, "{}", said.err);
    let resume = format!("play --resume {}", save.display());
    let refused = words(&resume).fails(2);
    assert!(refused.contains("cmd:bot 1") && refused.contains("--players"), "{refused}");
    let too_few = with_players(&resume, "greedy", PATIENCE).fails(2);
    assert!(too_few.contains("2 seats"), "{too_few}");
    let text = with_players(&resume, &format!("{},greedy", example()), PATIENCE).fine();
    assert!(text.contains("the game ended: ") && text.contains("cmd:bot 1"), "{text}");
    let dies = player(&folder, "dies", "sys.exit(3)");
    let text = with_players("play usa --seed 4 --set pieces.train=8", &format!("{dies},greedy"), PATIENCE).fine();
    assert_eq!(text.matches("`random` plays on").count(), 2, "when it happens, and in the end: {text}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_game_of_programs_alone_is_saved() {
    let folder = Folder::new("programs-interrupted");
    let slow = player(&folder, "slow", "time.sleep(0.05); say(do='act', game=g, who=w, number=0)");
    let players = format!("{slow},{slow}");
    let mut child = program()
        .current_dir(folder.path())
        .args(["play", "usa", "--seed", "4", "--players", &players])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    // Past the title and the seed, when something was decided.
    assert!(lines.by_ref().nth(8).is_some());
    let kill = Command::new("sh").arg("-c").arg(format!("kill -INT {}", child.id())).status();
    assert!(kill.expect("a shell").success());
    lines.for_each(drop);
    let done = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.code() == Some(130) && said.contains("saved to ttr-autosave.jsonl"), "{said}");
    let text = fs::read_to_string(folder.path().join("ttr-autosave.jsonl")).expect("saved");
    assert!(text.contains("\"secret\":"), "{text}");
}

#[test]
fn programs_that_are_not_there_are_told_before_the_game() {
    for command in ["simulate usa", "play usa"] {
        for (players, says) in [
            ("cmd:no-such-program-at-all,random", "there is no program"),
            ("cmd:,random", "names no program"),
            ("cmd:python3 'x,random", "a quote is not closed"),
        ] {
            let message = with_players(command, players, PATIENCE).fails(2);
            assert!(message.contains(says), "{command} {players}: {message}");
        }
        for limit in ["0", "x", "inf", "NaN", "1e9"] {
            let message = with_players(command, "random,random", limit).fails(2);
            assert!(message.contains("a number of seconds above 0"), "{message}");
        }
    }
    assert!(words("play usa --players you:cmd:x,greedy").fails(2).contains("is the name of a computer player"));
}
