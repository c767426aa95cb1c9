//! Missing, broken and hostile files and command lines: each gets a message that names what and where, and its exit code.

use crate::support::program::{Folder, ttr, words};
use std::fs;

/// A small map in which nothing is wrong.
const MAP: &str = "\
format = 1
name = \"Small\"
rules = \"classic\"
routes = [
    { between = [\"A\", \"B\"], length = 2, colour = \"red\" },
    { between = [\"B\", \"C\"], length = 3, colour = \"gray\" },
    { between = [\"C\", \"A\"], length = 1, tracks = [\"blue\", \"gray\"] },
]
tickets = [
    { cities = [\"A\", \"B\"], points = 3 },
    { cities = [\"B\", \"C\"], points = 4 },
    { cities = [\"A\", \"C\"], points = 5 },
]
[cities]
A = {}
B = {}
C = {}
[set]
pieces.train = 4
tickets = { deal = 1, keep = 1, draw = { take = 1, keep = 1 } }
";

/// Expects this exit code, and a message with all of these parts.
#[track_caller]
fn fails(line: &str, code: i32, parts: &[&str]) {
    let message = words(line).fails(code);
    for part in parts {
        assert!(message.contains(part), "{part:?} is missing in the message to `ttr {line}`:\n{message}");
    }
}

#[test]
fn the_small_map_is_fine() {
    let folder = Folder::new("small");
    let file = folder.file("small.toml", MAP);
    words(&format!("simulate {} --players random,random --games 20", file.display())).fine();
}

#[test]
fn wrong_words_on_the_command_line() {
    fails("", 2, &["Usage:"]);
    fails("simulat", 2, &["simulat", "simulate"]);
    fails("simulate --gmaes 3", 2, &["--gmaes", "--games"]);
    fails("simulate --games", 2, &["--games"]);
    fails("simulate --games 0", 2, &["--games", "0", "1..=1000000000"]);
    fails("simulate --games -1", 2, &["-1"]);
    fails("simulate --games 1.5", 2, &["1.5"]);
    fails("simulate --games 99999999999999999999999", 2, &["99999999999999999999999"]);
    fails("simulate --games 1000000001", 2, &["1000000001"]);
    fails("simulate --seed x", 2, &["--seed", "x"]);
    fails("simulate --seed -1", 2, &["-1"]);
    fails("simulate --seed 18446744073709551616", 2, &["18446744073709551616"]);
    fails("simulate --threads 0", 2, &["--threads"]);
    fails("simulate --threads 100000", 2, &["--threads"]);
    fails("simulate --format xml", 2, &["xml", "table", "json"]);
    fails("simulate usa europe", 2, &["europe"]);
    fails("replay", 2, &["FILE"]);
    fails("replay x --verify --at 3", 2, &["--verify", "--at"]);
    fails("replay x --at -3", 2, &["-3"]);
    fails("maps usa", 2, &["usa"]);
    fails("--color blue maps", 2, &["blue", "always"]);
    fails("completions tcsh", 2, &["tcsh", "bash"]);
}

#[test]
fn the_greatest_seed_is_a_seed() {
    words("simulate --games 1 --seed 18446744073709551615 --set pieces.train=6").fine();
}

#[test]
fn names_that_are_not_known_get_the_nearest_and_a_list() {
    fails("simulate uas", 2, &["no map is named \"uas\"", "did you mean `usa`?", "bundled are: ", "usa"]);
    fails("simulate nowhere", 2, &["no map is named \"nowhere\"", "bundled are: ", "usa"]);
    fails("simulate usa --rules clasic", 2, &["no rule set is named \"clasic\"", "did you mean `classic`?"]);
    fails("modules tikets", 2, &["no module is named \"tikets\"", "did you mean `tickets`?", "known are: ", "cards"]);
    let parts = ["no computer player is named \"randon\"", "did you mean `random`?", "`random:kinds` (first a kind"];
    fails("simulate usa --players random,randon", 2, &parts);
    fails("simulate usa --players random,,random", 2, &["no computer player is named \"\""]);
    let long = "x".repeat(100_000);
    let message = ttr(["simulate", &long]).fails(2);
    assert!(message.len() < 1000, "long names are cut: {} bytes", message.len());
}

#[test]
fn a_number_of_players_that_the_map_does_not_seat() {
    fails("simulate usa --players random", 2, &["1 players, but 2 to 5 can play USA"]);
    let six = ["random"; 6].join(",");
    fails(&format!("simulate usa --players {six}"), 2, &["6 players, but 2 to 5 can play USA"]);
    let many = ["random"; 5000].join(",");
    fails(&format!("simulate usa --players {many}"), 2, &["5000 players"]);
}

#[test]
fn overrides_that_are_wrong_are_shown_with_their_place() {
    let set = |text: &str, parts: &[&str]| {
        let message = ttr(["simulate", "usa", "--games", "1", "--set", text]).fails(2);
        for part in parts {
            assert!(message.contains(part), "{part:?} is missing for --set {text}:\n{message}");
        }
    };
    set("pieces", &["set::no-value", "--set:1:1", "KEY=VALUE"]);
    set("pieces.train=", &["set::no-value"]);
    set("=3", &["set::bad-key"]);
    set("piece.train=3", &["module::unknown", "pieces"]);
    set("tickets.deel=3", &["param::unknown", "deal"]);
    set("tickets.deal=many", &["param::wrong-type"]);
    set("tickets.deal=-1", &["tickets"]);
    set("tickets.deal=200", &["param::invalid", "--set"]);
    set("cards.draw=0", &["param::invalid", "at least 1"]);
    set("cards=false", &["error"]);
    set(
        "a=[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        &["error"],
    );
    set("\u{1b}[2J=1", &["set::bad-key"]);
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new("unreadable");
    let dir = folder.path().display();
    for command in ["simulate", "replay", "simulate usa --rules"] {
        fails(&format!("{command} {dir}/missing.toml"), 2, &["can't read", "missing.toml", "no such file"]);
        fails(&format!("{command} {dir}"), 2, &["can't read", "it is a directory"]);
    }
    let file = folder.file("a-file", "x");
    fails(&format!("simulate {}/inside.toml", file.display()), 2, &["can't read", "inside.toml"]);
}

#[test]
fn files_that_are_too_large_are_refused_unread() {
    let folder = Folder::new("large");
    let file = folder.path().join("large.toml");
    fs::File::create(&file).unwrap().set_len(8 * 1024 * 1024 + 1).unwrap();
    for command in ["simulate", "simulate usa --rules"] {
        fails(&format!("{command} {}", file.display()), 1, &["large.toml", "too large", "at most 8 MB"]);
    }
    fs::OpenOptions::new().write(true).open(&file).unwrap().set_len(1 << 40).unwrap();
    fails(&format!("replay {}", file.display()), 1, &["large.toml", "too large"]);
    if cfg!(target_os = "linux") {
        fails("simulate /dev/zero", 1, &["/dev/zero", "too large"]);
        fails("replay /dev/zero", 1, &["/dev/zero", "too large"]);
    }
}

#[test]
fn files_that_are_no_text() {
    let folder = Folder::new("binary");
    let file = folder.file("latin.toml", b"format = 1\nname = \"Montr\xe9al\"\n");
    let file = file.display();
    fails(
        &format!("simulate {file}"),
        1,
        &["file::not-utf8", "latin.toml:2:14", "0xE9", "save it with the encoding UTF-8"],
    );
    fails(&format!("simulate usa --rules {file}"), 1, &["file::not-utf8", "latin.toml:2:14"]);
    fails(&format!("replay {file}"), 1, &["latin.toml: line 2: not UTF-8", "0xE9"]);
    let file = folder.file("wide.toml", b"\xff\xfef\0o\0");
    fails(&format!("simulate {}", file.display()), 1, &["UTF-16"]);
    fails(&format!("replay {}", file.display()), 1, &["line 1", "UTF-16"]);
    let file = folder.file("nul.toml", b"format = 1\0\n");
    fails(&format!("simulate {}", file.display()), 1, &["nul.toml:1:10", "file::syntax"]);
}

#[test]
fn a_map_with_faults_gets_all_of_them_with_their_lines() {
    let folder = Folder::new("faults");
    let text = MAP
        .replace("between = [\"B\", \"C\"]", "between = [\"B\", \"D\"]")
        .replace("length = 2", "length = 0")
        .replace("points = 4", "pints = 4")
        .replace("pieces.train = 4", "piece.train = 4");
    let file = folder.file("faulty.toml", text);
    let parts = [
        "error[map::unknown-city]",
        "faulty.toml:6:23",
        "error[map::bad-length]",
        "faulty.toml:5:38",
        "error[map::unowned-attribute]",
        "`pints`",
        "error[module::unknown]",
        "faulty.toml:19:1",
        "write it like this",
        "19 | pieces.train = 4",
        "can't be played: ",
        "errors",
    ];
    fails(&format!("simulate {} --players random,random", file.display()), 1, &parts);
}

#[test]
fn maps_that_are_no_maps() {
    let folder = Folder::new("nomaps");
    for (name, text, part) in [
        ("empty", "", "format"),
        ("words", "this is no map", "file::syntax"),
        ("format", "format = 9\n", "file::format"),
        ("json", "{\"format\": 1}", "file::syntax"),
        ("bare", "format = 1\nname = \"x\"\n", "map::no-cities"),
        ("norules", &MAP.replace("rules = \"classic\"\n", ""), "names no rule set"),
        ("unknown", &MAP.replace("\"classic\"", "\"clasic\""), "write it like this"),
        ("missing", &MAP.replace("\"classic\"", "\"other.toml\""), "can't read"),
    ] {
        let file = folder.file(&format!("{name}.toml"), text);
        let code = if name == "missing" { 2 } else { 1 };
        fails(&format!("simulate {} --players random,random", file.display()), code, &[part]);
    }
    let deep = format!("format = 1\nx = {}1{}\n", "[".repeat(100_000), "]".repeat(100_000));
    let file = folder.file("deep.toml", deep);
    fails(&format!("simulate {}", file.display()), 1, &["deep.toml"]);
    let many = format!("format = 1\nname = \"x\"\nroutes = [{}]\n", "{ between = [\"A\", \"B\"] }, ".repeat(30_000));
    let file = folder.file("many.toml", many);
    fails(
        &format!("simulate {}", file.display()),
        1,
        &["many.toml:3:", "... and 29,980 more like this: error[file::missing]", ": 30002 errors"],
    );
    let long = format!("format = 1\nname = \"{}\"\nfoo = {}\n", "n".repeat(1 << 20), "1, ".repeat(1 << 20));
    let file = folder.file("long.toml", long);
    fails(&format!("simulate {}", file.display()), 1, &["long.toml"]);
}

#[test]
fn saves_that_are_no_saves() {
    let folder = Folder::new("nosaves");
    for (name, text, line) in [
        ("empty", "", 1),
        ("words", "this is no save\n", 1),
        ("list", "[1, 2]\n", 1),
        ("object", "{}\n", 1),
        ("sum", "{\"sum\": 7}\n", 1),
        ("deep", &format!("{}\n", "[".repeat(1_000_000)), 1),
        ("map", MAP, 1),
    ] {
        let file = folder.file(name, text);
        fails(&format!("replay {}", file.display()), 1, &[name, &format!("line {line}: "), "left as it is"]);
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}

#[test]
fn games_that_cannot_be_saved() {
    let folder = Folder::new("unwritable");
    let file = folder.file("taken", "x");
    let line = "simulate usa --players random,random --games 2 --set pieces.train=6 --save-games";
    fails(&format!("{line} {}", file.display()), 2, &["can't write", "taken"]);
    fails(&format!("{line} {}/inside", file.display()), 2, &["can't write", "inside"]);
    fs::create_dir_all(folder.path().join("dir/usa-1-000002.ttr.jsonl")).unwrap();
    fails(&format!("{line} {}/dir", folder.path().display()), 2, &["can't write", "usa-1-000002.ttr.jsonl"]);
}

/// Whatever a map file holds, the program answers with 0, 1 or 2, and does not panic.
#[test]
fn damaged_maps_never_panic() {
    let folder = Folder::new("damaged");
    let mut random = 7u64;
    let mut below = |n: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % n
    };
    for _ in 0..150 {
        let mut bytes = MAP.as_bytes().to_vec();
        for _ in 0..=below(3) {
            let at = below(bytes.len());
            match below(4) {
                0 => bytes[at] = [b'"', b'[', b']', b'{', b'}', b'=', b'\n', 0x1b, 0xc3, b'9'][below(10)],
                1 => drop(bytes.drain(at..(at + 1 + below(30)).min(bytes.len()))),
                2 => bytes.splice(at..at, MAP.as_bytes()[..below(MAP.len())].to_vec()).for_each(drop),
                _ => bytes.insert(at, below(256) as u8),
            }
            if bytes.is_empty() {
                break;
            }
        }
        let file = folder.file("damaged.toml", &bytes);
        let ran = ttr(["simulate".as_ref(), file.as_os_str(), "--games".as_ref(), "2".as_ref()]);
        assert!((0..=2).contains(&ran.code) && !ran.err.contains("panicked"), "{}", ran.err);
        assert!(ran.code == 0 || !ran.err.is_empty());
        assert!(!ran.err.contains('\u{1b}'), "{}", ran.err);
    }
}
