//! Somebody who plays by what is on the screen alone. What is typed hangs on the screen and a seed, not on what was typed
//! before: a game that is resumed goes on as it would have.

use super::screen::{self, Choice, Prompt};

/// How choices are made known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// By their numbers.
    Numbers,
    /// By parts of their names.
    Names,
    /// By asking for a hint, and doing it.
    Hints,
}

/// Somebody who plays.
#[derive(Clone, Debug)]
pub struct Typist {
    how: How,
    seed: u64,
    /// Names that were typed, and those of them that meant several things.
    pub named: usize,
    pub ambiguous: usize,
}

/// How a hint ends.
pub const HINTED: &str = "`yes` does it\n";

/// A number that hangs on a text and a seed.
pub fn mixed(text: &str, seed: u64) -> u64 {
    let mut hash = seed ^ 0xcbf2_9ce4_8422_2325;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^= hash >> 31;
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ hash >> 29
}

impl Typist {
    pub fn new(how: How, seed: u64) -> Self {
        Self { how, seed, named: 0, ambiguous: 0 }
    }

    /// What is typed next.
    pub fn reply(&mut self, prompt: &Prompt, text: &str) -> String {
        match prompt {
            Prompt::GoOn | Prompt::Curtain | Prompt::End => String::new(),
            Prompt::Pay => self.pay(text),
            Prompt::Decide(_) if text.contains(HINTED) => "yes".to_owned(),
            Prompt::Decide(_) if self.how == How::Hints => "hint".to_owned(),
            Prompt::Decide(_) => self.decide(text),
        }
    }

    fn pay(&self, text: &str) -> String {
        let payments = screen::choices(text);
        match (payments.as_slice(), self.how) {
            ([], _) => "1".to_owned(),
            // Few wilds come first.
            ([first, ..], How::Names) => first.text.clone(),
            (several, _) => {
                several[mixed(&listed(several), self.seed) as usize % several.len().min(3)].number.to_string()
            }
        }
    }

    fn decide(&mut self, text: &str) -> String {
        // A name that means several things: one of those that are listed, by its number.
        if text.contains("That could be:") {
            self.ambiguous += 1;
            return screen::choices(text).first().map_or_else(|| "hint".to_owned(), |choice| choice.number.to_string());
        }
        let choices = screen::choices(text);
        let luck = mixed(&listed(&choices), self.seed);
        if let Some((least, most)) = screen::deal(text) {
            return self.keep(&choices, least, most, luck);
        }
        let on_way: Vec<&Choice> = choices.iter().filter(|choice| choice.on_way).collect();
        let chosen = match (luck % 10, on_way.as_slice(), choices.as_slice()) {
            (_, _, []) => return "hint".to_owned(),
            (0..7, [_, ..], _) => on_way[(luck >> 8) as usize % on_way.len()],
            (_, _, all) => &all[(luck >> 8) as usize % all.len()],
        };
        match self.how {
            How::Names => {
                self.named += 1;
                // What it would score now is no part of its name.
                let name = chosen.text.split(" (now ").next().unwrap_or_default();
                shortened(name, 2 + (luck >> 16) as usize % 4)
            }
            _ => chosen.number.to_string(),
        }
    }

    /// Some of the tickets that lie there, at least as many as must be.
    fn keep(&mut self, tickets: &[Choice], least: usize, most: usize, luck: u64) -> String {
        let n = least.max(1) + luck as usize % (most + 1 - least.max(1)).max(1);
        let first = (luck >> 8) as usize % tickets.len().max(1);
        let kept: Vec<&Choice> = tickets.iter().cycle().skip(first).take(n.min(tickets.len())).collect();
        match self.how {
            How::Names => {
                self.named += 1;
                let name = |ticket: &&Choice| {
                    let name = ticket.text.split(" (").next().unwrap_or_default();
                    shortened(name.split(": ").next().unwrap_or_default(), 6)
                };
                kept.iter().map(name).collect::<Vec<_>>().join(", ")
            }
            _ => kept.iter().map(|ticket| ticket.number.to_string()).collect::<Vec<_>>().join(" "),
        }
    }
}

/// The choices alone: what else is on the screen may differ after a game was resumed.
fn listed(choices: &[Choice]) -> String {
    choices.iter().map(|choice| format!("{}{}", choice.number, choice.text)).collect()
}

/// The first letters of every word of a name, as somebody types who knows no accents and no capitals.
fn shortened(name: &str, letters: usize) -> String {
    let plain = |c: char| match c {
        'é' | 'è' | 'ê' | 'É' => 'e',
        'ü' | 'Ü' => 'u',
        'ö' | 'ø' | 'ó' | 'Ö' => 'o',
        'ä' | 'á' | 'å' | 'ã' => 'a',
        'í' => 'i',
        'ñ' => 'n',
        'ç' => 'c',
        c => c.to_lowercase().next().unwrap_or(c),
    };
    let words = name.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(|word| word.chars().take(letters.max(2)).map(plain).collect()).collect();
    words.join(" ")
}

/// What somebody types who makes mistakes or looks around: none of it decides anything.
pub const IDLE: [&str; 22] = [
    "",
    "   ",
    "?",
    "xyzzy",
    "0",
    "9999",
    "99999999999999999999999999",
    "why not",
    "why not xyzzy",
    "why not pass",
    "-1",
    "!!!",
    "\u{1b}[2J",
    "\u{0}\u{7}",
    "help",
    "log",
    "log 5",
    "tickets",
    "board",
    "board xyzzy",
    "rules",
    "screen",
];
