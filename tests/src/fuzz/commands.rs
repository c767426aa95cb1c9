//! Throws mutated files, lines and words at every command of the program, each in a process of its own that has only so much memory and
//! time: none may panic, hang, be killed, or show what steers a terminal.

use super::Corpus;
use super::mutate::Mutator;
use crate::props::Rng;
use serde_json::json;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use ttr_core::hash::Fnv;
use ttr_source::is_unseen;

/// Most kilobytes of memory of a process.
const MOST_KILOBYTES: u32 = 1024 * 1024;
/// How long a process may take.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// All commands that read something, with what they are given: `MAP`, `RULES`, `SAVE`, `SCORE`, `TESTS` and `TABLES` are mutated files,
/// `SET` is an override, `WORD` any word, `ARGS` a whole command line with mutated words.
const COMMANDS: &[(&str, &[&str])] = &[
    (
        "check",
        &[
            "check MAP",
            "check MAP --all --format json",
            "check MAP --format short",
            "check RULES",
            "check usa --rules RULES",
        ],
    ),
    ("fix", &["fix MAP", "fix --write MAP", "fix RULES"]),
    ("fmt", &["fmt --check MAP", "fmt --check RULES", "fmt MAP"]),
    ("info", &["info MAP", "info MAP --format json"]),
    (
        "render",
        &[
            "render MAP",
            "render MAP -o out.svg",
            "render --at SAVE -o out.svg",
            "render MAP -o out.png --highlight WORD",
        ],
    ),
    ("rules", &["rules MAP", "rules MAP --format html", "rules MAP --format markdown", "rules usa --rules RULES"]),
    (
        "score",
        &[
            "score SCORE",
            "score SCORE --format json",
            "score SAVE",
            "score SCORE --format markdown",
            "score SCORE --set SET",
        ],
    ),
    (
        "replay",
        &[
            "replay SAVE",
            "replay SAVE --verify",
            "replay SAVE --trace",
            "replay SAVE --at 7",
            "replay SAVE --verify --format json",
        ],
    ),
    ("play", &["play MAP --players you,random", "play --resume SAVE", "play usa --players you,greedy --set SET"]),
    (
        "simulate",
        &[
            "simulate MAP --games 1 --players random,random",
            "simulate MAP --games 1 --players greedy,random --format json",
            "simulate usa --games 1 --players random,random --set SET",
            "simulate usa --games 1 --players random,random --rules RULES",
        ],
    ),
    ("test", &["test TESTS", "test TESTS --format json", "test SAVE", "test MAP --games 1"]),
    ("import", &["import TABLES", "import TABLES -o out.toml", "import TABLES --into MAP -o out.toml"]),
    ("export", &["export MAP -o out"]),
    ("engine", &["engine"]),
    ("explain", &["explain WORD"]),
    ("modules", &["modules WORD", "modules WORD --format json"]),
    ("new", &["new map out.toml --rules RULES", "new map out.toml --from MAP"]),
    ("args", &["ARGS"]),
];

/// Command lines whose words are mutated.
const LINES: &[&str] = &[
    "simulate usa --players random,greedy --games 1 --seed 7 --set pieces.train=6 --threads 1",
    "check usa --rules classic --set tickets.deal=3 --players 3",
    "render usa -o out.svg --highlight Boston-Miami --width 600",
    "rules europe --players 2 --sources",
    "score --new usa --players 2",
    "play usa --players you,random --seed 3",
    "info world",
    "explain map::unknown-city",
    "engine --patience 5",
    "schema map",
    "completions bash",
];

/// Tables of a small map.
const TABLES: [(&str, &str); 3] = [
    (
        "cities.csv",
        "name,lat,lon,junction,name:fr\nAyr,55.5,-4.6,,\nBath,51.4,-2.4,no,Bain\nCork,51.9,-8.5,yes,\n\"St. Ives\",50.2,-5.5,,\n",
    ),
    (
        "routes.csv",
        "a,b,length,colour,piece,group\nAyr,Bath,3,red,,1\nAyr,Bath,3,blue,,1\nBath,Cork,2,,train,\nCork,St. Ives,4,gray,,\n",
    ),
    ("tickets.csv", "cities,points,deck\nAyr > Cork,9,\nBath > St. Ives,6,short\n"),
];

/// What is said to the engine.
const ASKED: &[&str] = &[
    r#"{"do":"hello"}"#,
    r#"{"do":"new","map":"usa","players":2,"seed":7}"#,
    r#"{"do":"new","map":"europe","players":["Ann","Bob"],"set":["pieces.train=6"],"id":3}"#,
    r#"{"do":"new","map":"usa","players":["Ann","Bob"],"position":{"players":{"Ann":{"hand":{"red":2,"wild":1},"routes":[["Boston","Montréal"]]}},"row":["red","red","blue","wild","green"],"next":["black"],"first":"Bob","seed":4}}"#,
    r#"{"do":"new","map":"europe","players":2,"position":{"players":[{"stations":["Wien"],"pieces":{"train":3}},{"tickets":[]}],"zones":{"train discards":{"red":4}},"set":{"pieces.train":9}}}"#,
    r#"{"do":"new","map":"usa","players":2,"script":{"train deck":["red","red","wild"]}}"#,
    r#"{"do":"board","game":1}"#,
    r#"{"do":"state","game":1,"who":1}"#,
    r#"{"do":"legal","game":1,"who":1,"most":3,"words":true}"#,
    r#"{"do":"act","game":1,"who":1,"number":0}"#,
    r#"{"do":"act","game":1,"who":2,"number":1}"#,
    r#"{"do":"events","game":1,"who":1,"since":0,"most":4,"words":true}"#,
    r#"{"do":"undo","game":1,"who":1}"#,
    r#"{"do":"score","game":1}"#,
    r#"{"do":"save","game":1}"#,
    r#"{"do":"end","game":1}"#,
];

/// What is typed at the keyboard.
const TYPED: &[&str] = &[
    "help",
    "look",
    "board",
    "hand",
    "tickets",
    "log",
    "score",
    "1",
    "2",
    "3",
    "1 2",
    "all",
    "undo",
    "rules",
    "routes",
    "save x",
    "",
    "board x.svg",
    "Boston",
    "-1",
    "99999999999999999999",
    "quit",
];

/// Names that steer, hide or turn around.
const HOSTILE: &str = "\u{202e}\u{200b}\u{9b}2J\u{feff}";

/// The commands by name.
pub fn commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _)| *name)
}

/// A run of the program.
#[derive(Debug)]
pub struct Attempt {
    /// What it is given on the command line.
    pub args: Vec<String>,
    files: Vec<(String, Vec<u8>)>,
    typed: Vec<u8>,
}

/// What was wrong with a run.
#[derive(Debug)]
pub struct Wrong {
    /// In words.
    pub why: String,
    /// What it said on standard error, the end of it.
    pub said: String,
}

impl Attempt {
    /// The run of a number.
    pub fn new(corpus: &Corpus, command: &str, seed: u64, number: u64) -> Self {
        let mut hash = Fnv::new();
        hash.bytes(command.as_bytes());
        let mut rng = Rng::new(seed ^ hash.value() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let lines = COMMANDS.iter().find(|(name, _)| *name == command).map_or(&["check MAP"][..], |(_, lines)| lines);
        let line = rng.of(lines);
        let mut maker = Maker { corpus, rng, files: Vec::new() };
        let args = maker.args(line);
        let typed = if command == "engine" { maker.asked() } else { maker.typed() };
        Self { args, files: maker.files, typed }
    }

    /// Runs it in a folder, which it has for itself, and says what was wrong.
    ///
    /// # Errors
    /// If the program can't be run at all.
    pub fn run(&self, program: &Path, folder: &Path) -> std::io::Result<Option<Wrong>> {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder)?;
        for (name, bytes) in &self.files {
            let path = folder.join(name);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, bytes)?;
        }
        let [out, err] = ["stdout", "stderr"].map(|name| folder.join(name));
        let limited = format!("ulimit -v {MOST_KILOBYTES}; exec \"$0\" \"$@\"");
        let mut child = Command::new("sh")
            .args(["-c", &limited])
            .arg(program)
            .args(&self.args)
            .current_dir(folder)
            .env("COLUMNS", "80")
            .stdin(Stdio::piped())
            .stdout(File::create(&out)?)
            .stderr(File::create(&err)?)
            .spawn()?;
        let begun = Instant::now();
        if let Some(mut input) = child.stdin.take() {
            let typed = self.typed.clone();
            // Who reads no more has its reasons.
            thread::spawn(move || input.write_all(&typed));
        }
        let mut pause = Duration::from_millis(1);
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break Some(status);
            }
            if begun.elapsed() > PATIENCE {
                child.kill()?;
                child.wait()?;
                break None;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        };
        let said = fs::read(&err)?;
        let why = match status.map(|status| status.code()) {
            None => Some(format!("it takes more than {PATIENCE:?}")),
            Some(None) => Some("it was killed".to_owned()),
            Some(Some(0..=2)) => None,
            Some(Some(code)) => Some(format!("it ended with {code}")),
        };
        let why = why.or_else(|| raw(&said)).or_else(|| fs::read(&out).ok().and_then(|out| raw(&out)));
        let text = String::from_utf8_lossy(&said).into_owned();
        let why = if text.contains("panicked") { Some("it panicked".to_owned()) } else { why };
        let start = (0..=text.len().saturating_sub(2_000)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        Ok(why.map(|why| Wrong { why, said: text[start..].to_owned() }))
    }

    /// Writes down what it is given, for who wants to try it by hand.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn keep(&self, folder: &Path) -> std::io::Result<PathBuf> {
        fs::create_dir_all(folder)?;
        for (name, bytes) in self.files.iter().chain([&("stdin".to_owned(), self.typed.clone())]) {
            let path = folder.join(name);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, bytes)?;
        }
        fs::write(folder.join("args"), self.args.join("\n"))?;
        Ok(folder.to_owned())
    }
}

/// What steers a terminal in an output, or is no text.
fn raw(output: &[u8]) -> Option<String> {
    if output.starts_with(b"\x89PNG") {
        return None;
    }
    let Ok(text) = std::str::from_utf8(output) else { return Some("it says what is no text".to_owned()) };
    let found = text.chars().find(|c| *c != '\n' && is_unseen(*c))?;
    Some(format!("it shows U+{:04X} as it is", u32::from(found)))
}

/// Makes what a run is given.
struct Maker<'c> {
    corpus: &'c Corpus,
    rng: Rng,
    files: Vec<(String, Vec<u8>)>,
}

impl Maker<'_> {
    fn mutator(&mut self) -> Mutator<'_, '_> {
        Mutator::new(self.corpus, &mut self.rng)
    }

    fn args(&mut self, line: &str) -> Vec<String> {
        let mut args = Vec::new();
        for word in line.split(' ') {
            match word {
                "ARGS" => args.extend(self.line()),
                "MAP" => {
                    let text = self.map();
                    args.push(self.file("map.toml", text));
                }
                "RULES" => {
                    let rules = self.rng.of(&self.corpus.rule_sets());
                    let text = self.mutated(rules);
                    args.push(self.file("rules.toml", text));
                }
                "SAVE" => {
                    let save = self.rng.of(&self.corpus.saves());
                    let text = self.mutator().save(save);
                    args.push(self.file("game.ttr.jsonl", text));
                }
                "SCORE" => {
                    let (_, score) = self.rng.of(&self.corpus.scores());
                    let text = self.mutated(score);
                    args.push(self.file("score.toml", text));
                }
                "TESTS" => {
                    let tests = self.rng.of(&self.corpus.tests());
                    let text = self.mutated(tests);
                    args.push(self.file("ours.test.toml", text));
                }
                "TABLES" => {
                    for (name, table) in TABLES {
                        let text = if self.rng.one_in(3) { table.into() } else { self.mutated(table) };
                        self.file(&format!("tables/{name}"), text);
                    }
                    args.push("tables".to_owned());
                }
                "SET" => {
                    let set = self.mutator().overrides();
                    args.push(set.first().cloned().unwrap_or_default().replace('\0', ""));
                }
                "WORD" => args.push(self.word()),
                word => args.push(word.to_owned()),
            }
        }
        args
    }

    fn file(&mut self, name: &str, text: Vec<u8>) -> String {
        self.files.push((name.to_owned(), text));
        name.to_owned()
    }

    fn word(&mut self) -> String {
        let words = self.corpus.words();
        let word = words[self.rng.below(words.len())].clone();
        let word = if self.rng.one_in(6) { format!("{HOSTILE}{word}") } else { word };
        // No command line can hold it.
        word.replace('\0', "")
    }

    /// A command line with some words that are others, left out, or twice.
    fn line(&mut self) -> Vec<String> {
        let mut words: Vec<String> = self.rng.of(LINES).split(' ').map(str::to_owned).collect();
        for _ in 0..=self.rng.below(3) {
            let at = self.rng.below(words.len());
            match self.rng.below(4) {
                0 => words[at] = self.word(),
                1 => drop(words.remove(at)),
                2 => words.insert(at, words[at].clone()),
                _ => words[at] = format!("{}{}", words[at], self.word()),
            }
            if words.is_empty() {
                break;
            }
        }
        words
    }

    /// A text after some mutations; sometimes it grows, or its names steer.
    fn mutated(&mut self, text: &str) -> Vec<u8> {
        match self.rng.below(40) {
            0 => self.grown(text),
            1..4 => {
                let marks: Vec<(usize, &str)> = text.match_indices('"').collect();
                let Some((at, _)) = (!marks.is_empty()).then(|| self.rng.of(&marks)) else { return text.into() };
                format!("{}{HOSTILE}{}", &text[..=at], &text[at + 1..]).into_bytes()
            }
            _ => self.mutator().text(text),
        }
    }

    /// A line of a text very often, with other numbers in it each time.
    fn grown(&mut self, text: &str) -> Vec<u8> {
        let lines: Vec<&str> = text.lines().collect();
        if lines.is_empty() {
            return Vec::new();
        }
        let at = self.rng.below(lines.len());
        let often = self.rng.of(&[100, 3_000, 40_000]);
        let mut all: Vec<String> = lines[..at].iter().map(|line| (*line).to_owned()).collect();
        let renamed = self.rng.one_in(2);
        all.extend(
            (0..often)
                .map(|n| if renamed { lines[at].replacen(" = ", &format!("{n} = "), 1) } else { lines[at].to_owned() }),
        );
        all.extend(lines[at..].iter().map(|line| (*line).to_owned()));
        all.join("\n").into_bytes()
    }

    fn map(&mut self) -> Vec<u8> {
        if self.rng.one_in(30) {
            return self.large_map().into_bytes();
        }
        let map = self.rng.of(&self.corpus.maps());
        self.mutated(map)
    }

    /// A sound map of very many cities, routes or tickets.
    fn large_map(&mut self) -> String {
        let sizes = [10, 100, 300, 1_000, 3_000, 32_000];
        let (cities, routes, tickets) = (self.rng.of(&sizes), self.rng.of(&sizes), self.rng.of(&sizes));
        let mut text = String::from("format = 1\nname = \"Large\"\nrules = \"classic\"\nroutes = [\n");
        for n in 0..routes {
            let a = if n + 1 < cities { n } else { self.rng.below(cities) };
            let b = if n + 1 < cities && self.rng.one_in(2) {
                n + 1
            } else {
                (a + 1 + self.rng.below(cities - 1)) % cities
            };
            let length = 1 + self.rng.below(6);
            text.push_str(&format!("{{ between = [\"C{a}\", \"C{b}\"], length = {length}, colour = \"gray\" }},\n"));
        }
        text.push_str("]\ntickets = [\n");
        for _ in 0..tickets.max(40) {
            let a = self.rng.below(cities);
            let b = (a + 1 + self.rng.below(cities - 1)) % cities;
            text.push_str(&format!("{{ cities = [\"C{a}\", \"C{b}\"], points = 5 }},\n"));
        }
        text.push_str("]\n[cities]\n");
        (0..cities).for_each(|n| text.push_str(&format!("C{n} = {{}}\n")));
        text
    }

    fn typed(&mut self) -> Vec<u8> {
        let n = self.rng.below(30);
        let mut lines: Vec<String> = (0..n).map(|_| self.rng.of(TYPED).to_owned()).collect();
        if self.rng.one_in(3) {
            lines.push(self.word());
        }
        let text = lines.join("\n") + "\n";
        if self.rng.one_in(4) { self.mutated(&text) } else { text.into_bytes() }
    }

    fn asked(&mut self) -> Vec<u8> {
        let mut lines = vec![ASKED[1].to_owned()];
        for _ in 0..self.rng.below(12) {
            lines.push(self.rng.of(ASKED).to_owned());
        }
        if self.rng.one_in(4) {
            let map = self.map();
            let text = String::from_utf8_lossy(&map);
            lines.push(json!({ "do": "new", "map": { "name": "m", "text": text }, "players": 2 }).to_string());
        }
        if self.rng.one_in(4) {
            lines.push(self.long_list());
        }
        if self.rng.one_in(60) {
            let line = lines[self.rng.below(lines.len())].clone();
            lines.extend(std::iter::repeat_n(line, 1_500));
        }
        let text = lines.join("\n") + "\n";
        if self.rng.one_in(2) { text.into_bytes() } else { self.mutator().text(&text) }
    }

    /// A new game with a list that is longer than any game has use for.
    fn long_list(&mut self) -> String {
        let many = self.rng.of(&[255, 300, 300, 40_000]);
        let items = [json!("red"), json!("pink"), json!(0), json!(["Boston", "Miami"]), json!({}), json!(null)];
        let item = &items[self.rng.below(items.len())];
        let list = json!(vec![item; many]);
        let (key, name) = (self.rng.of(&["hand", "routes", "tickets", "name"]), "A".repeat(many));
        let position = match self.rng.below(6) {
            0 => json!({ "players": [{ key: list }] }),
            1 => json!({ "players": [{ key: { name.as_str(): list } }] }),
            2 => json!({ "zones": { "train discards": list } }),
            3 => json!({ "next": list }),
            4 => json!({ "row": list }),
            _ => json!({ "players": list }),
        };
        let mut new = json!({ "do": "new", "map": "usa", "players": 2 });
        match self.rng.one_in(4) {
            true => new["script"] = json!({ "train deck": list }),
            false => new["position"] = position,
        }
        new.to_string()
    }
}
