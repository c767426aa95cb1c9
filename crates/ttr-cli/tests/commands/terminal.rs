//! Nothing out of a file, or of a program, steers the terminal or hides on it: whatever command shows it, it comes escaped.

use crate::support::program::{Folder, program, ttr};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What no terminal may get: controls of both kinds, marks of direction, what has no width.
const STEERS: &[char] =
    &['\u{9b}', '\u{1b}', '\u{202e}', '\u{200b}', '\u{2066}', '\r', '\u{7}', '\u{7f}', '\u{feff}', '\u{e0041}'];

/// A map on which everything that can have a name has one with this in it, once in each form: `RAW` where it stands in the
/// file itself, `NAME` where it is a value. It is sound where names may have these characters.
const MAP: &str = "\
format = 1 # RAW
name = \"Isle NAME\"
summary = \"S NAME\"
author = \"A NAME\"
source = \"B NAME\"
rules = \"classic\"
routes = [
    { between = [\"A NAME\", \"B NAME\"], length = 2, colour = \"red\" }, # RAW
    { between = [\"B NAME\", \"C NAME\"], length = 3, colour = \"gray\" },
    { between = [\"C NAME\", \"A NAME\"], length = 1, tracks = [\"blue\", \"gray\"] },
]
tickets = [
    { cities = [\"A NAME\", \"B NAME\"], points = 3 },
    { cities = [\"B NAME\", \"C NAME\"], points = 4 },
    { cities = [\"A NAME\", \"C NAME\"], points = 5 },
]
[cities]
\"A NAME\" = {}
\"B NAME\" = { names = { fr = \"F NAME\" } }
\"C NAME\" = {}
[set]
pieces.train = 4
tickets = { deal = 1, keep = 1, draw = { take = 1, keep = 1 } }
[players]
max = 3
[display]
red = \"Red NAME\"
train = \"Train NAME\"
";

/// What may not reach a terminal, in some output.
#[track_caller]
fn is_clean(what: &str, output: &[u8]) {
    let text = String::from_utf8(output.to_vec()).unwrap_or_else(|fault| panic!("{what}: {fault}"));
    let raw = |c: char| c != '\n' && (STEERS.contains(&c) || c.is_control());
    if let Some(at) = text.find(raw) {
        let line = text[..at].matches('\n').count();
        panic!("{what}: {:?} in {:?}", text[at..].chars().next(), text.lines().nth(line));
    }
}

/// Runs a command in a folder, with this on its standard input; looks at both of its outputs, and gives them and its exit code.
#[track_caller]
fn run(folder: &Path, args: &[&str], typed: &str) -> (Option<i32>, String, String) {
    let mut command = program();
    let mut child = command
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let typed = typed.to_owned();
    let typist = std::thread::spawn(move || drop(input.write_all(typed.as_bytes())));
    let done = child.wait_with_output().expect("it ends");
    typist.join().expect("typed");
    let what = format!("ttr {}", args.join(" ")).escape_debug().to_string();
    is_clean(&what, &done.stdout);
    is_clean(&what, &done.stderr);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (done.status.code(), text(done.stdout), text(done.stderr))
}

/// A name in which these stand, as TOML writes it.
fn named(with: &str) -> String {
    with.chars().map(|c| if c.is_control() { format!("\\u{:04X}", u32::from(c)) } else { c.to_string() }).collect()
}

/// Every command that shows what a map says, and what each takes besides it.
fn every_command(folder: &Folder, map: &str) {
    let path = folder.path();
    let go = |line: &str, typed: &str| run(path, &line.split(' ').collect::<Vec<_>>(), typed);
    for line in [
        "check MAP",
        "check --all MAP",
        "check --format short MAP",
        "check --format json MAP",
        "fix --check MAP",
        "fmt --check MAP",
        "info MAP",
        "info --format json MAP",
        "info --format markdown MAP",
        "rules MAP",
        "rules --format markdown MAP",
        "rules --format html MAP",
        "rules --format json MAP",
        "maps MAP",
        "render MAP",
        "test MAP --games 1",
        "test --format json MAP --games 1",
        "simulate MAP --games 1 --players random,random",
        "simulate MAP --games 1 --players random,greedy --format json",
        "simulate MAP --games 1 --players random,random --seed 7 --save-games saves",
        "score --template MAP",
        "export MAP -o tables",
        "import tables",
        "score score.toml",
        "score --format json score.toml",
        "score --format markdown score.toml",
        "test ours.test.toml",
        "play MAP --players you,random --seed 1",
        "explain MAP",
        "modules MAP",
        "check MAP.toml",
        "simulate MAP.toml",
        "replay MAP.toml",
        "new map MAP",
    ] {
        let typed = "help\nlook\nboard\nhand\ntickets\nlog\nscore\n1\n1\n1\nroutes A\u{202e}\u{9b}\n1\n1\nundo\n1\n1\n1\nquit\n";
        go(&line.replace("MAP", map), typed);
    }
    let saves = std::fs::read_dir(path.join("saves")).into_iter().flatten().flatten();
    for save in saves {
        let name = format!("saves/{}", save.file_name().into_string().expect("text"));
        for line in [
            "replay",
            "replay --verify",
            "replay --trace",
            "replay --format json --verify",
            "replay --at 9",
            "score",
            "test",
            "play --resume",
        ] {
            go(&format!("{line} {name}"), "look\n1\nquit\n");
        }
    }
    let text = std::fs::read_to_string(path.join("map.toml")).expect("the map");
    let text = serde_json::json!({ "do": "new", "map": { "text": text }, "players": 2 });
    let asks =
        "{\"do\":\"board\",\"game\":1}\n{\"do\":\"legal\",\"game\":1,\"who\":0}\n{\"do\":\"state\",\"game\":1}\n";
    go("engine", &format!("{text}\n{asks}{{\"do\":\"\u{9b}\u{202e}\",\"id\":\"\u{200b}\"}}\n\u{9b}\u{1b}\n"));
}

fn folder_with(with: &str) -> Folder {
    let folder = Folder::new("terminal");
    let raw: String = with.chars().filter(|c| *c != '\r').collect();
    let map = MAP.replace("NAME", &named(with)).replace("RAW", &raw);
    folder.file("map.toml", &map);
    let score = "format = 1\nmap = \"map.toml\"\n[[players]]\nname = \"Ann NAME\"\nroutes = [[\"A NAME\", \"B NAME\"], [\"D NAME\", \"A NAME\"]]\n";
    folder.file("score.toml", score.replace("NAME", &named(with)));
    let test = "format = 1\nmap = \"map.toml\"\n[[test]]\nname = \"T NAME\"\ngiven.Ann.routes = [[\"A NAME\", \"D NAME\"]]\nwhen = []\n";
    folder.file("ours.test.toml", test.replace("NAME", &named(with)));
    folder
}

#[test]
fn names_that_turn_text_around_reach_no_terminal() {
    let with = "\u{202e}\u{2066}\u{200b}x\u{feff}\u{e0041}\u{200d}";
    let folder = folder_with(with);
    every_command(&folder, "map.toml");
    // They are shown all the same, and what is written to files says what it said.
    let (code, out, _) =
        run(folder.path(), &["simulate", "map.toml", "--games", "1", "--players", "random,random"], "");
    assert!(code == Some(0) && out.contains("Isle \\u{202e}\\u{2066}\\u{200b}x\\u{feff}\\u{e0041}\\u{200d},"), "{out}");
    let (code, out, _) = run(
        folder.path(),
        &["simulate", "map.toml", "--games", "1", "--players", "random,random", "--format", "json"],
        "",
    );
    assert!(code == Some(0) && out.contains("\\u202e\\u2066\\u200bx\\ufeff\\udb40\\udc41"), "{out}");
    let (code, out, _) = run(folder.path(), &["import", "tables"], "");
    assert!(code == Some(0) && out.contains("A \\u202E\\u2066\\u200Bx\\uFEFF\\U000E0041\\u200D"), "{out}");
    let cities = std::fs::read_to_string(folder.path().join("tables/cities.csv")).expect("exported");
    assert!(cities.contains(&format!("A {with}")), "{cities}");
}

#[test]
fn controls_reach_no_terminal() {
    let folder = folder_with("\u{9b}31m\u{1b}[2J\r\u{7}\u{7f}\u{85}");
    every_command(&folder, "map.toml");
}

#[test]
fn what_is_typed_and_named_on_the_command_line_reaches_no_terminal() {
    let folder = folder_with("\u{202e}\u{200b}");
    let hostile = "m\u{9b}31m\u{1b}[2J\u{202e}\u{200b}\u{7}.toml";
    every_command(&folder, hostile.trim_end_matches(".toml"));
}

#[test]
fn words_of_the_command_line_are_repeated_as_they_can_be_shown() {
    let folder = Folder::new("terminal-words");
    for args in [
        &["\u{1b}[31mplay"][..],
        &["--\u{9b}"],
        &["simulate", "--games", "\u{1b}]0;x\u{7}"],
        &["simulate", "--seed", "\u{202e}1"],
        &["simulate", "usa", "--set", "\u{9b}=\u{200b}"],
        &["simulate", "usa", "--players", "\u{9b},random"],
        &["render", "usa", "--highlight", "\u{202e}"],
        &["simulate", "--color", "always", "--gam\u{9b}es", "1"],
    ] {
        let plain = args.contains(&"--color");
        if plain {
            let done = program().args(args).output().expect("it starts");
            let text = String::from_utf8(done.stderr).expect("text");
            assert!(text.contains("\\u{9b}") && !text.contains('\u{9b}'), "{text:?}");
            continue;
        }
        let (code, _, err) = run(folder.path(), args, "");
        assert!(code == Some(2) && err.contains("\\u{"), "{args:?}: {code:?} {err}");
    }
}

/// Colour is the program's own, and no text of a file takes part in it.
#[test]
fn with_colour_too() {
    let folder = folder_with("\u{1b}[31m\u{9b}\u{202e}");
    for line in
        ["check --color always map.toml", "fmt --check --color always map.toml", "fix --check --color always map.toml"]
    {
        let done = program().args(line.split(' ')).current_dir(folder.path()).output().expect("it starts");
        for bytes in [done.stdout, done.stderr] {
            let text = String::from_utf8(bytes).expect("text");
            assert!(!text.contains(['\u{9b}', '\u{202e}']), "{line}: {text:?}");
            // What the program styles is at the beginning and the end of words, and never this.
            assert!(!text.contains("\u{1b}[31m\\u{9b}"), "{line}: {text:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn what_players_say_aside_is_cleaned_and_cut() {
    let folder = Folder::new("terminal-aside");
    let loud = folder.file(
        "loud.sh",
        "printf '\\233\\033[2J\\342\\200\\256\\302\\233\\n' >&2\nyes xxxxxxxxxxxxxxx | head -c 9000000 >&2\nexit 3\n",
    );
    let players = format!("random,cmd:sh '{}'", loud.display());
    let done: std::process::Output = Command::new(env!("CARGO_BIN_EXE_ttr"))
        .args(["simulate", "usa", "--games", "2", "--players", &players])
        .output()
        .expect("it starts");
    is_clean("simulate", &done.stderr);
    let err = String::from_utf8(done.stderr).expect("text");
    assert!(err.starts_with("\u{fffd}\\u{1b}[2J\\u{202e}\\u{9b}\n"), "{:?}", &err[..60]);
    assert!((4_194_304..4_300_000).contains(&err.len()), "{}", err.len());
    assert!(err.contains("it said more than 4194304 bytes"));
    assert!(ttr(["maps"]).fine().contains("usa"));
}
