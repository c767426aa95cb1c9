//! How recorded games are written down: by names, with a short word for each.
//!
//! The words come first: `op` (with the names of its arguments; a `+` where it is paid for), `kind` of cards, `pile` (of `cards`
//! or of other `words`), and `word`: anything else that has a name, as JSON. Then the games:
//!
//! - `game`: number of players, seed, then the hashes of what was told, if they were recorded;
//! - `start`: what chance brought during setup, each time pile and outcome;
//! - decisions, one after the other: seat, operation, words of its arguments (tickets that go together in brackets), `=` and the
//!   cards that are paid, `:` with the number of legal actions and a hash of two letters, `+` and what chance brought, `!` and
//!   how many forced actions followed;
//! - `side`: the total, then points and word of every line of the sheet;
//! - `end`: the seats of who won, a hash of the sheet, and why the game was over.

use super::{Ending, Recorded, Seen, Step, Told};
use serde_json::{Map, Value as Json};
use std::collections::HashMap;
use std::fmt::Write as _;

/// What words are made of; hashes have the last two letters, too.
const LETTERS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";
/// So many letters words are made of.
const OF_WORDS: usize = 62;
/// Kinds of cards go by letters proper: a number comes behind them.
const OF_KINDS: std::ops::Range<usize> = 10..62;
/// Lines of decisions are about so long.
const WIDTH: usize = 120;

fn letter(i: usize) -> char {
    LETTERS[i].into()
}

fn number(letter: char) -> Result<usize, String> {
    let at = LETTERS.iter().position(|l| char::from(*l) == letter);
    at.ok_or_else(|| format!("{letter:?} is no letter of a word"))
}

/// An operation: its name, those of its arguments, and whether it is paid for.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Op {
    name: String,
    args: Vec<String>,
    pays: bool,
}

/// The words of a file, in their order.
#[derive(Default)]
struct Words {
    ops: Vec<Op>,
    kinds: Vec<String>,
    /// The piles by their names, each with whether it is one of cards.
    piles: Vec<(String, bool)>,
    words: Vec<String>,
    numbers: HashMap<String, usize>,
}

/// The number of a thing in a list, to which it is added if it is new.
fn find<T: PartialEq>(list: &mut Vec<T>, thing: T, most: usize) -> usize {
    let at = list.iter().position(|known| *known == thing);
    at.unwrap_or_else(|| {
        assert!(list.len() < most, "more names than letters");
        list.push(thing);
        list.len() - 1
    })
}

impl Words {
    fn word(&mut self, json: &Json) -> String {
        let text = json.to_string();
        let next = self.words.len();
        let at = *self.numbers.entry(text.clone()).or_insert(next);
        if at == next {
            assert!(next < OF_WORDS * OF_WORDS, "more names than words of two letters");
            self.words.push(text);
        }
        [letter(at / OF_WORDS), letter(at % OF_WORDS)].iter().collect()
    }

    fn kind(&mut self, name: &str) -> char {
        letter(OF_KINDS.start + find(&mut self.kinds, name.to_owned(), OF_KINDS.len()))
    }

    /// An outcome of chance.
    fn outcome(&mut self, outcome: &Json) -> String {
        let (pile, what) = (outcome[0].as_str().unwrap_or_default(), &outcome[1]);
        let of_cards = what.is_string();
        let mut text = String::from(letter(find(&mut self.piles, (pile.to_owned(), of_cards), OF_WORDS)));
        match what.as_str() {
            Some(kind) => text.push(self.kind(kind)),
            None => text.push_str(&self.word(what)),
        }
        text
    }

    fn action(&mut self, action: &Json) -> String {
        let map = action.as_object().expect("an action is an object");
        let args = map.keys().filter(|key| *key != "op" && *key != "pay");
        let name = action["op"].as_str().expect("an operation has a name").to_owned();
        let op = Op { name, args: args.cloned().collect(), pays: map.contains_key("pay") };
        let mut text = String::new();
        let args = op.args.clone();
        text.push(letter(find(&mut self.ops, op, OF_WORDS)));
        for arg in args {
            match &map[&arg] {
                Json::Array(list) => {
                    let words: String = list.iter().map(|json| self.word(json)).collect();
                    write!(text, "[{words}]").expect("a text");
                }
                json => text.push_str(&self.word(json)),
            }
        }
        let cards = map.get("pay").and_then(Json::as_object);
        for (i, (kind, n)) in cards.into_iter().flatten().enumerate() {
            let equals = if i == 0 { "=" } else { "" };
            write!(text, "{equals}{}{n}", self.kind(kind)).expect("a text");
        }
        text
    }

    fn step(&mut self, step: &Step) -> String {
        let mut text = format!("{}{}", step.who, self.action(&step.action));
        let seen = step.seen.expect("a decision of a record");
        let names = usize::from(seen.names);
        write!(text, ":{}{}{}", seen.legal, letter(names / 64), letter(names % 64)).expect("a text");
        if !step.chance.is_empty() {
            text.push('+');
            step.chance.iter().for_each(|outcome| text.push_str(&self.outcome(outcome)));
        }
        if seen.forced > 0 {
            write!(text, "!{}", seen.forced).expect("a text");
        }
        text
    }

    fn game(&mut self, game: &Recorded, text: &mut String) {
        write!(text, "game {} {}", game.players, game.seed).expect("a text");
        if let Some(told) = game.told {
            write!(text, " {:08x} {:08x}", told.what, told.whence).expect("a text");
        }
        text.push_str("\nstart ");
        game.start.iter().for_each(|outcome| text.push_str(&self.outcome(outcome)));
        let mut width = usize::MAX;
        for step in &game.steps {
            let word = self.step(step);
            let fits = width.saturating_add(word.len()) < WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 + word.len() } else { word.len() };
            text.push_str(&word);
        }
        text.push('\n');
        for (total, lines) in &game.ending.sides {
            write!(text, "side {total}").expect("a text");
            for (points, line) in lines {
                write!(text, " {points}:{}", self.word(&Json::from(line.as_str()))).expect("a text");
            }
            text.push('\n');
        }
        let winners: String = game.ending.winners.iter().map(u64::to_string).collect();
        writeln!(text, "end {winners} {:016x} {}", game.ending.sheet, game.ending.over).expect("a text");
    }
}

/// Games as the text of a file.
///
/// # Panics
/// If they have more names than there are short words.
pub fn write(title: &str, games: &[Recorded]) -> String {
    let (mut words, mut body) = (Words::default(), String::new());
    games.iter().for_each(|game| words.game(game, &mut body));
    let mut text = format!("# {title}\n# Made by `golden --write`; tests/src/golden/text.rs says how it is written.\n");
    for (i, op) in words.ops.iter().enumerate() {
        let (letter, plus) = (letter(i), if op.pays { "+" } else { "" });
        let args: String = op.args.iter().map(|arg| format!(" {arg}")).collect();
        writeln!(text, "op {letter} {}{plus}{args}", op.name).expect("a text");
    }
    for (i, kind) in words.kinds.iter().enumerate() {
        writeln!(text, "kind {} {kind}", letter(OF_KINDS.start + i)).expect("a text");
    }
    for (i, (pile, of_cards)) in words.piles.iter().enumerate() {
        writeln!(text, "pile {} {} {pile}", letter(i), if *of_cards { "cards" } else { "words" }).expect("a text");
    }
    for (i, word) in words.words.iter().enumerate() {
        writeln!(text, "word {}{} {word}", letter(i / OF_WORDS), letter(i % OF_WORDS)).expect("a text");
    }
    text + &body
}

/// The letters of a line, one after the other.
struct Letters<'t>(std::iter::Peekable<std::str::Chars<'t>>);

impl Letters<'_> {
    fn one(&mut self) -> Result<usize, String> {
        self.0.next().ok_or_else(|| "it ends too early".to_owned()).and_then(number)
    }

    fn has(&mut self, letter: char) -> bool {
        self.0.next_if_eq(&letter).is_some()
    }

    fn count(&mut self) -> Result<usize, String> {
        let mut digits = String::new();
        while let Some(digit) = self.0.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        digits.parse().map_err(|_| "a number is missing".to_owned())
    }
}

/// The words of a file that is read.
#[derive(Default)]
struct Known {
    ops: Vec<Op>,
    kinds: Vec<String>,
    piles: Vec<(String, bool)>,
    words: Vec<Json>,
}

impl Known {
    fn word(&self, letters: &mut Letters<'_>) -> Result<Json, String> {
        let at = letters.one()? * OF_WORDS + letters.one()?;
        self.words.get(at).cloned().ok_or_else(|| format!("there is no word {at}"))
    }

    fn kind(&self, letters: &mut Letters<'_>) -> Result<&str, String> {
        let at = letters.one()?;
        let kind = at.checked_sub(OF_KINDS.start).and_then(|at| self.kinds.get(at));
        kind.map(String::as_str).ok_or_else(|| format!("there is no kind {at}"))
    }

    fn outcomes(&self, letters: &mut Letters<'_>) -> Result<Vec<Json>, String> {
        let mut all = Vec::new();
        while letters.0.peek().is_some_and(|letter| *letter != '!') {
            let at = letters.one()?;
            let (pile, of_cards) = self.piles.get(at).ok_or_else(|| format!("there is no pile {at}"))?;
            let what = if *of_cards { Json::from(self.kind(letters)?) } else { self.word(letters)? };
            all.push(Json::Array(vec![Json::from(pile.as_str()), what]));
        }
        Ok(all)
    }

    fn action(&self, letters: &mut Letters<'_>) -> Result<Json, String> {
        let at = letters.one()?;
        let op = self.ops.get(at).ok_or_else(|| format!("there is no operation {at}"))?;
        let mut action = Map::new();
        action.insert("op".to_owned(), Json::from(op.name.as_str()));
        for arg in &op.args {
            let value = if letters.has('[') {
                let mut list = Vec::new();
                while !letters.has(']') {
                    list.push(self.word(letters)?);
                }
                Json::Array(list)
            } else {
                self.word(letters)?
            };
            action.insert(arg.clone(), value);
        }
        if op.pays {
            let mut cards = Map::new();
            if letters.has('=') {
                while letters.0.peek().is_some_and(|letter| *letter != ':') {
                    let kind = self.kind(letters)?.to_owned();
                    cards.insert(kind, Json::from(letters.count()?));
                }
            }
            action.insert("pay".to_owned(), Json::Object(cards));
        }
        Ok(Json::Object(action))
    }

    fn step(&self, text: &str) -> Result<Step, String> {
        let mut letters = Letters(text.chars().peekable());
        let who = letters.one()?;
        let action = self.action(&mut letters)?;
        if !letters.has(':') {
            return Err("the list is missing".to_owned());
        }
        // The last two letters of the list are its hash, and may be digits.
        let list: String = std::iter::from_fn(|| letters.0.next_if(|l| !"+!".contains(*l))).collect();
        let (legal, names) = list.split_at_checked(list.len().saturating_sub(2)).ok_or("the list is missing")?;
        let legal = legal.parse().map_err(|_| "the number of actions is missing")?;
        let names = names.chars().try_fold(0, |sum, l| number(l).map(|n| sum * 64 + n))? as u16;
        let chance = if letters.has('+') { self.outcomes(&mut letters)? } else { Vec::new() };
        let forced = if letters.has('!') { letters.count()? } else { 0 };
        match letters.0.next() {
            None => Ok(Step { who, action, chance, seen: Some(Seen { legal, names, forced }) }),
            Some(more) => Err(format!("{more:?} is too much")),
        }
    }

    /// Takes in a line of words, if it is one.
    fn learn(&mut self, what: &str, rest: &str) -> Result<bool, String> {
        let (_, rest) = rest.split_once(' ').unwrap_or_default();
        match what {
            "op" => {
                let mut names = rest.split(' ');
                let name = names.next().unwrap_or_default();
                let args = names.map(str::to_owned).collect();
                self.ops.push(Op { name: name.trim_end_matches('+').to_owned(), args, pays: name.ends_with('+') });
            }
            "kind" => self.kinds.push(rest.to_owned()),
            "pile" => {
                let (of, name) = rest.split_once(' ').ok_or("a pile has a name")?;
                self.piles.push((name.to_owned(), of == "cards"));
            }
            "word" => self.words.push(serde_json::from_str(rest).map_err(|why| why.to_string())?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn side(&self, rest: &str) -> Result<(i64, Vec<(i64, String)>), String> {
        let mut parts = rest.split(' ');
        let points = |text: &str| text.parse::<i64>().map_err(|_| format!("{text:?} are no points"));
        let total = points(parts.next().unwrap_or_default())?;
        let lines = parts.map(|part| {
            let (n, word) = part.split_once(':').ok_or("a line has points and a word")?;
            let line = self.word(&mut Letters(word.chars().peekable()))?;
            Ok((points(n)?, line.as_str().unwrap_or_default().to_owned()))
        });
        Ok((total, lines.collect::<Result<_, String>>()?))
    }
}

fn game(rest: &str) -> Result<Recorded, String> {
    let parts: Vec<&str> = rest.split(' ').collect();
    let hex = |text: &str| u32::from_str_radix(text, 16).map_err(|why| why.to_string());
    let told = match parts[..] {
        [_, _] => None,
        [_, _, what, whence] => Some(Told { what: hex(what)?, whence: hex(whence)? }),
        _ => return Err("a game has players and a seed".to_owned()),
    };
    let players = parts[0].parse().map_err(|_| "the number of players is missing")?;
    let seed = parts[1].parse().map_err(|_| "the seed is missing")?;
    let ending = Ending { over: String::new(), sides: Vec::new(), winners: Vec::new(), sheet: 0 };
    Ok(Recorded { players, seed, start: Vec::new(), steps: Vec::new(), ending, told })
}

/// The games of a file.
///
/// # Errors
/// With the first line that can't be understood, in words.
pub fn read(text: &str) -> Result<Vec<Recorded>, String> {
    let (mut known, mut games) = (Known::default(), Vec::<Recorded>::new());
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        take(&mut known, &mut games, line).map_err(|why| format!("line {}: {why}", i + 1))?;
    }
    Ok(games)
}

fn take(known: &mut Known, games: &mut Vec<Recorded>, line: &str) -> Result<(), String> {
    let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
    if known.learn(what, rest)? {
        return Ok(());
    }
    if what == "game" {
        games.push(game(rest)?);
        return Ok(());
    }
    let last = games.last_mut().ok_or("it belongs to no game")?;
    match what {
        "start" => last.start = known.outcomes(&mut Letters(rest.chars().peekable()))?,
        "side" => last.ending.sides.push(known.side(rest)?),
        "end" => {
            let parts: Vec<&str> = rest.splitn(3, ' ').collect();
            let [winners, sheet, over] = parts[..] else { return Err("an end has three parts".to_owned()) };
            last.ending.winners = winners.chars().filter_map(|seat| seat.to_digit(10).map(u64::from)).collect();
            last.ending.sheet = u64::from_str_radix(sheet, 16).map_err(|why| why.to_string())?;
            last.ending.over = over.to_owned();
        }
        _ => {
            for step in line.split(' ') {
                last.steps.push(known.step(step).map_err(|why| format!("{step}: {why}"))?);
            }
        }
    }
    Ok(())
}
