//! What programs take their chance from: keyed by a secret that none of them is told.

use crate::support::program::{Folder, Ran, json, ttr, words};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};

/// Players for both seats that write down what they are told; what stands in their files is forgotten.
struct Listeners {
    folder: Folder,
    program: PathBuf,
}

impl Listeners {
    fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        let text = "import json, sys\n\nout = open(sys.argv[1], 'a')\nfor line in sys.stdin:\n    m = json.loads(line)\n    \
                    out.write(line)\n    out.flush()\n    if m['is'] == 'turn':\n        \
                    print(json.dumps({'do': 'act', 'game': m['game'], 'who': m['who'], 'number': 0}), flush=True)\n";
        let program = folder.file("listens.py", text);
        Self { folder, program }
    }

    fn file(&self, seat: usize) -> PathBuf {
        self.folder.path().join(format!("{seat}.told"))
    }

    /// Runs the program with these words behind the players.
    fn run(&self, line: &str) -> Ran {
        let player = |seat| {
            let _ = fs::remove_file(self.file(seat));
            format!("cmd:python3 '{}' '{}'", self.program.display(), self.file(seat).display())
        };
        let players = [0, 1].map(player).join(",");
        ttr(line.split_whitespace().chain(["--players", &players, "--time-limit", "300"]))
    }

    /// What was told to both.
    fn told(&self) -> String {
        [0, 1].map(|seat| fs::read_to_string(self.file(seat)).unwrap_or_default()).concat()
    }

    /// The values that both were given, in `begin` and in `turn`.
    fn values(&self) -> Vec<u64> {
        let told = self.told();
        let messages = told.lines().map(|line| serde_json::from_str::<Json>(line).expect("JSON"));
        messages.filter_map(|message| message["seed"].as_u64()).collect()
    }
}

/// The first line of a save.
fn header(file: &Path) -> Json {
    let text = fs::read_to_string(file).expect("a save");
    serde_json::from_str(text.lines().next().expect("a header")).expect("JSON")
}

const SHORT: &str = "simulate usa --games 2 --seed 424242 --threads 1 --set pieces.train=6 --format json";

#[test]
fn values_hang_on_the_seed_and_the_secret_and_on_nothing_else() {
    let listeners = Listeners::new("secrets");
    let run = |line: &str| {
        let secret = json(listeners.run(line))["secret"].as_str().expect("programs play").to_owned();
        (secret, listeners.values())
    };
    let (drawn, values) = run(SHORT);
    assert_eq!(drawn.len(), 32, "{drawn}");
    let mut all = values.clone();
    all.sort_unstable();
    all.dedup();
    assert!(all.len() == values.len() && all.len() > 20, "every decision has another one: {values:?}");
    assert!(all.iter().all(|value| *value < 1 << 53));

    assert_eq!(run(&format!("{SHORT} --secret {drawn}")), (drawn.clone(), values.clone()), "both give the same again");
    let (other, others) = run(SHORT);
    assert!(other != drawn && others.iter().all(|value| !values.contains(value)), "another one is drawn");
    let (_, others) = run(&SHORT.replace("424242", "424243").replace("json", &format!("json --secret {drawn}")));
    assert!(others.iter().all(|value| !values.contains(value)), "another seed gives others");
}

#[test]
fn programs_are_told_neither_the_seed_nor_the_secret() {
    let listeners = Listeners::new("secrets-told");
    let secret = "00c0ffee00c0ffee";
    let text = listeners.run(&format!("{SHORT} --secret {secret}").replace("--format json", "")).fine();
    assert!(text.contains(&format!("`--secret {secret}`")), "who wants it again finds it with the results: {text}");
    let told = listeners.told();
    assert!(told.contains("\"turn\"") && !told.contains("c0ffee") && !told.contains("424242"));
    let played = listeners.run("play usa --set pieces.train=6 --seed 424242");
    assert_eq!(played.code, 0, "{}", played.err);
    let told = listeners.told();
    let secret = played.out.lines().find_map(|line| line.strip_prefix("secret ")).expect("it is told in the end");
    let secret = secret.split(':').next().expect("the digits");
    assert!(secret.len() == 32 && told.contains("\"turn\"") && !told.contains(secret) && !told.contains("424242"));
}

#[test]
fn a_save_holds_the_secret_and_goes_on_with_it() {
    let listeners = Listeners::new("secrets-saved");
    let path = |name: &str| listeners.folder.path().join(name);
    let play = |name: &str, rest: &str| {
        let save = path(name);
        let line = format!("play usa --seed 4 --set pieces.train=6 --save {} {rest}", save.display());
        assert_eq!(listeners.run(&line).code, 0);
        (save, listeners.values())
    };
    let (whole, values) = play("whole", "--secret AB01");
    assert_eq!(header(&whole)["secret"], "ab01");
    assert_eq!(play("again", "--secret ab01").1, values);
    let (drawn, others) = play("drawn", "");
    assert_eq!(header(&drawn)["secret"].as_str().map(str::len), Some(32));
    assert_ne!(others, values);
    assert!(words(&format!("replay {} --verify", whole.display())).fine().contains("the game is over"));

    // Of a game that stopped after ten decisions, the rest is as it was.
    let text = fs::read_to_string(&whole).expect("a save");
    let part = path("part");
    fs::write(&part, text.split_inclusive('\n').take(11).collect::<String>()).expect("a file");
    let resume = format!("play --resume {}", part.display());
    let refused = listeners.run(&format!("{resume} --secret ab02")).fails(2);
    assert!(refused.contains("has another secret already"), "{refused}");
    assert_eq!(fs::read_to_string(&part).expect("a save").lines().count(), 11, "it is as it was");
    assert_eq!(listeners.run(&resume).code, 0);
    let rest = listeners.values();
    assert_eq!(fs::read_to_string(&part).expect("a save"), text, "the same game");
    assert!(rest.len() > 5 && rest.iter().filter(|value| values.contains(value)).count() >= rest.len() - 2, "{rest:?}");
}

#[test]
fn games_without_programs_and_older_saves_have_no_secret() {
    let folder = Folder::new("no-programs");
    let save = folder.path().join("game.ttr.jsonl");
    let line = format!("play usa --players random,random --seed 4 --set pieces.train=6 --save {}", save.display());
    let text = words(&line).fine();
    assert!(!text.contains("secret") && header(&save)["secret"].is_null(), "{text}");
    let line = "simulate usa --players random,random --games 2 --format json";
    assert!(json(words(line))["secret"].is_null());
    // A program that goes on with such a game brings one.
    let listeners = Listeners::new("secrets-older");
    let part = folder.path().join("part.ttr.jsonl");
    let text = fs::read_to_string(&save).expect("a save");
    fs::write(&part, text.split_inclusive('\n').take(5).collect::<String>()).expect("a file");
    assert_eq!(listeners.run(&format!("play --resume {} --secret 0123", part.display())).code, 0);
    assert_eq!(header(&part)["secret"], "0123");
}

#[test]
fn a_secret_that_is_none_is_told() {
    for command in ["simulate usa --players random,random", "play usa --players random,random"] {
        for (secret, says) in [
            ("xyz", "'x' at place 1 is no hexadecimal digit"),
            ("123", "an even number"),
            ("", "it is empty"),
            (&*"00".repeat(33), "at most 64"),
        ] {
            let message = ttr(command.split(' ').chain(["--secret", secret])).fails(2);
            assert!(message.contains(says) && message.contains("--secret"), "{command} {secret:?}: {message}");
        }
    }
}

#[test]
fn a_seed_that_nobody_chose_is_wide() {
    let line = "play usa --players random,random --set pieces.train=6";
    let seed = |text: String| -> u64 {
        let seed = text.lines().find_map(|line| line.strip_prefix("seed ")).expect("the seed is told");
        seed.split(':').next().and_then(|seed| seed.parse().ok()).expect("a number")
    };
    let seeds: Vec<u64> = (0..4).map(|_| seed(words(line).fine())).collect();
    assert!(seeds.iter().all(|seed| *seed >= 1 << 40), "as many as can't be tried: {seeds:?}");
}
