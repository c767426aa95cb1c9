//! Mutations: of bytes, of lines, of words, of values.

use super::Corpus;
use crate::props::Rng;
use serde_json::Value as Json;
use ttr_core::hash::Fnv;

/// Mutated files are not longer than this: larger ones are refused before they are looked at, which one of them tries.
const MOST_BYTES: usize = 200_000;

/// Makes broken files of sound ones.
pub(super) struct Mutator<'c, 'r> {
    corpus: &'c Corpus,
    pub(super) rng: &'r mut Rng,
}

/// Where the words of a text begin and end: names and numbers, texts in quotes, and marks by themselves.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some((start, c)) = characters.next() {
        let mut end = start + c.len_utf8();
        let mut take = |fits: &dyn Fn(char) -> bool, end: &mut usize| {
            while let Some((at, c)) = characters.next_if(|(_, c)| fits(*c)) {
                *end = at + c.len_utf8();
            }
        };
        match c {
            c if c.is_whitespace() => continue,
            '"' => {
                take(&|c| c != '"' && c != '\n', &mut end);
                if characters.next_if(|(_, c)| *c == '"').is_some() {
                    end += 1;
                }
            }
            c if c.is_alphanumeric() => take(&|c| c.is_alphanumeric() || "-_.".contains(c), &mut end),
            _ => {}
        }
        all.push((start, end));
    }
    all
}

impl<'c, 'r> Mutator<'c, 'r> {
    pub(super) fn new(corpus: &'c Corpus, rng: &'r mut Rng) -> Self {
        Self { corpus, rng }
    }

    fn word(&mut self) -> String {
        let at = self.rng.below(self.corpus.words().len());
        self.corpus.words()[at].clone()
    }

    /// A text after one mutation or some.
    pub(super) fn text(&mut self, text: &str) -> Vec<u8> {
        let mut text = text.to_owned();
        if self.rng.one_in(3) {
            for _ in 0..=self.rng.below(4) {
                text = self.alike(&text);
            }
            return text.into_bytes();
        }
        // Mostly few, so that some are sound and get as far as a game.
        let few = self.rng.below(6).min(self.rng.below(6));
        for _ in 0..=few {
            text = match self.rng.below(10) {
                0..4 => self.words(&text),
                4..6 => self.lines(&text),
                6..8 => self.value(&text),
                8 => self.other_text(&text),
                _ => String::from_utf8_lossy(&self.bytes(text.into_bytes())).into_owned(),
            };
            let end = (0..=MOST_BYTES.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            text.truncate(end);
        }
        match self.rng.below(200) {
            0..20 => self.bytes(text.into_bytes()),
            20 => vec![b'#'; ttr_source::limits::MAX_FILE_BYTES + 1],
            _ => text.into_bytes(),
        }
    }

    /// Single bytes and stretches of them.
    fn bytes(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        for _ in 0..=self.rng.below(3) {
            let at = self.rng.below(bytes.len() + 1);
            let until = (at + self.rng.below(20)).min(bytes.len());
            match self.rng.below(6) {
                0 if at < bytes.len() => bytes[at] ^= 1 << self.rng.below(8),
                1 => bytes.insert(at, self.rng.word() as u8),
                2 => drop(bytes.drain(at..until)),
                3 => {
                    let part = bytes[at..until].to_vec();
                    bytes.splice(at..at, part);
                }
                4 => bytes.truncate(at),
                _ => drop(bytes.splice(at..at, [0xef, 0xbb, 0xbf])),
            }
        }
        bytes
    }

    /// A number by another number, a text by another text, a line without its last value: what comes out is TOML still,
    /// and often a game.
    fn alike(&mut self, text: &str) -> String {
        let is_text = |word: &str| word.len() > 1 && word.starts_with('"');
        let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
        let all: Vec<(usize, usize)> =
            words(text).into_iter().filter(|&(a, b)| is_text(&text[a..b]) || is_number(&text[a..b])).collect();
        if all.is_empty() {
            return text.to_owned();
        }
        let (start, end) = self.rng.of(&all);
        let new = if is_number(&text[start..end]) {
            let small = self.rng.below(16);
            self.rng.of(&[small, small, small, 0, 40, 100, 255, 1000, 65535]).to_string()
        } else {
            let texts: Vec<(usize, usize)> = all.into_iter().filter(|&(a, b)| is_text(&text[a..b])).collect();
            let (a, b) = self.rng.of(&texts);
            text[a..b].to_owned()
        };
        format!("{}{new}{}", &text[..start], &text[end..])
    }

    /// A word by another, left out, or twice.
    fn words(&mut self, text: &str) -> String {
        let all = words(text);
        if all.is_empty() {
            return self.word();
        }
        let (start, end) = self.rng.of(&all);
        let (from, to) = self.rng.of(&all);
        let number = text[start..end].bytes().all(|b| b.is_ascii_digit());
        let other = match self.rng.below(4) {
            0 => self.word(),
            1 | 2 if number => self.rng.below(20).to_string(),
            _ => text[from..to].to_owned(),
        };
        match self.rng.below(6) {
            0 => format!("{}{}", &text[..start], &text[end..]),
            1 => format!("{}{other} {}", &text[..start], &text[start..]),
            2 => format!("{}{} {}", &text[..end], &text[start..end], &text[end..]),
            _ => format!("{}{other}{}", &text[..start], &text[end..]),
        }
    }

    /// Lines left out, twice, elsewhere, from another file, or very often.
    fn lines(&mut self, text: &str) -> String {
        let mut lines: Vec<&str> = text.lines().collect();
        if lines.is_empty() {
            return text.to_owned();
        }
        let at = self.rng.below(lines.len());
        match self.rng.below(8) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at]),
            2 | 3 => {
                let line = lines.remove(at);
                let to = self.rng.below(lines.len() + 1);
                lines.insert(to, line);
            }
            4 => {
                let maps = self.corpus.maps();
                let other: Vec<&str> = self.rng.of(&maps).lines().collect();
                let from = self.rng.below(other.len());
                let n = 1 + self.rng.below(6);
                lines.splice(at..at, other[from..].iter().take(n).copied());
            }
            5 => {
                let to = self.rng.below(lines.len());
                lines.swap(at, to);
            }
            6 => {
                let to = (at + self.rng.below(12)).min(lines.len());
                lines.drain(at..to);
            }
            _ => {
                let often = if self.rng.one_in(40) { 2000 } else { 5 };
                lines.splice(at..at, vec![lines[at]; often]);
            }
        }
        lines.join("\n") + "\n"
    }

    /// What stands behind `=` by a value of any type, or deep inside of brackets.
    fn value(&mut self, text: &str) -> String {
        let places: Vec<usize> = text.match_indices('=').map(|(at, _)| at + 1).collect();
        if places.is_empty() {
            return text.to_owned();
        }
        let start = self.rng.of(&places);
        let end = text[start..].find([',', '}', '\n', ']']).map_or(text.len(), |at| start + at);
        let old = &text[start..end];
        let new = match self.rng.below(6) {
            0 => {
                let deep = if self.rng.one_in(20) { 5000 } else { self.rng.below(40) };
                let [open, close] = self.rng.of(&[["[", "]"], ["{ a = ", "}"], ["[{ a = ", "}]"]]);
                format!("{}{old}{}", open.repeat(deep), close.repeat(deep))
            }
            1 => {
                let often = if self.rng.one_in(40) { 20_000 } else { 30 };
                format!("\"{}\"", old.replace(['"', '\\', '\n'], "").repeat(often))
            }
            2 => format!("[{}]", vec![old; 1 + self.rng.below(20)].join(",")),
            _ => self.word(),
        };
        format!("{} {new}{}", &text[..start], &text[end..])
    }

    /// The whole text in another way: other ends of lines, no end, a mark at the start, the start of another file.
    fn other_text(&mut self, text: &str) -> String {
        match self.rng.below(6) {
            0 => text.replace('\n', "\r\n"),
            1 => text.replace('\n', "\r"),
            2 => format!("\u{feff}{text}"),
            3 => {
                let all = words(text);
                let at = if all.is_empty() { 0 } else { self.rng.of(&all).1 };
                text[..at].to_owned()
            }
            4 => {
                let maps = self.corpus.maps();
                format!("{text}\n{}", self.rng.of(&maps))
            }
            _ => {
                let (from, to) = (self.word(), self.word());
                text.replace(&from, &to)
            }
        }
    }

    /// Overrides as a command line has them.
    pub(super) fn overrides(&mut self) -> Vec<String> {
        let n = 1 + self.rng.below(4);
        (0..n)
            .map(|_| {
                let at = self.rng.below(self.corpus.overrides().len());
                let sound = self.corpus.overrides()[at].clone();
                match (self.rng.below(4), sound.split_once('=')) {
                    (0, _) => sound,
                    (1, Some((key, _))) => format!("{key}={}", self.word()),
                    (2, _) => String::from_utf8_lossy(&self.bytes(sound.into_bytes())).into_owned(),
                    _ => self.words(&sound),
                }
            })
            .collect()
    }

    /// A save whose lines still fit together, or one that is broken anyhow.
    pub(super) fn save(&mut self, text: &str) -> Vec<u8> {
        if self.rng.one_in(4) {
            return self.bytes(text.as_bytes().to_vec());
        }
        let mut lines: Vec<Json> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        for _ in 0..=self.rng.below(3) {
            let at = if self.rng.one_in(3) { 0 } else { self.rng.below(lines.len()) };
            if self.rng.one_in(8) && lines.len() > 1 {
                lines.remove(at.max(1));
            } else if let Some(map) = lines[at].pointer("/game/map/text").and_then(Json::as_str)
                && self.rng.one_in(2)
            {
                let map = self.words(map);
                lines[at]["game"]["map"]["text"] = map.into();
            } else {
                self.json(&mut lines[at]);
            }
        }
        summed(lines).into_bytes()
    }

    /// Some value within a value by another one.
    fn json(&mut self, value: &mut Json) {
        let inner = match value {
            Json::Object(map) if !map.is_empty() && !self.rng.one_in(6) => {
                let at = self.rng.below(map.len());
                map.values_mut().nth(at)
            }
            Json::Array(list) if !list.is_empty() && !self.rng.one_in(6) => {
                let at = self.rng.below(list.len());
                list.get_mut(at)
            }
            _ => None,
        };
        if let Some(inner) = inner {
            return self.json(inner);
        }
        let word = self.word();
        *value = match self.rng.below(4) {
            0 => serde_json::from_str(&word).unwrap_or(Json::Null),
            1 => Json::from(self.rng.of(&[0i64, 1, 2, 3, 255, 256, 65535, 65536, -1, i64::MAX])),
            2 => Json::Array(vec![value.clone(), value.clone()]),
            _ => Json::String(word),
        };
    }
}

/// The lines of a save with sums that fit, as if they had been written so.
fn summed(lines: Vec<Json>) -> String {
    let (mut sum, mut text) = (0, String::new());
    for mut line in lines {
        if let Some(map) = line.as_object_mut() {
            map.remove("sum");
            let mut hash = Fnv::new();
            hash.word(sum);
            hash.bytes(serde_json::to_string(&map).unwrap_or_default().as_bytes());
            sum = hash.value();
            map.insert("sum".to_owned(), Json::String(format!("{sum:016x}")));
        }
        text.push_str(&format!("{line}\n"));
    }
    text
}
