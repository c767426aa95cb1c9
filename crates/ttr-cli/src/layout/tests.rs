use super::canonical;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng as _, SeedableRng as _};
use toml_parser::parser::{Event, EventKind, parse_document};

/// Chance for tests: the same in every run.
struct Dice(Xoshiro256PlusPlus);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from 0 to below `n`.
    fn below(&mut self, n: u64) -> usize {
        (self.0.next_u64() % n) as usize
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64)]
    }

    fn spaces(&mut self) -> &'static str {
        self.pick(&["", "", " ", " ", "  ", "\t", "     "])
    }
}

fn bundled() -> Vec<(String, &'static str)> {
    let maps = ttr_variants::MAPS.iter().map(|(name, text)| (format!("map {name}"), *text));
    maps.chain(ttr_variants::RULE_SETS.iter().map(|(name, text)| (format!("rule set {name}"), *text))).collect()
}

#[test]
fn bundled_files_are_in_their_layout() {
    for (name, text) in bundled() {
        assert!(canonical(text).unwrap() == text, "{name}: run `ttr fmt` on it");
    }
}

/// Other spaces, line breaks and alignment. What is kept stays: comments behind or above the same things, and whether
/// there is an empty line between two things.
fn shaken(text: &str, dice: &mut Dice) -> String {
    use EventKind::*;
    let tokens = toml_parser::Source::new(text).lex().into_vec();
    let mut events: Vec<Event> = Vec::new();
    parse_document(&tokens, &mut events, &mut None);
    let kinds: Vec<EventKind> = events.iter().map(Event::kind).filter(|kind| *kind != Whitespace).collect();
    let (mut out, mut depth, mut at) = (String::new(), 0, 0_usize);
    let mut rest = events.iter().peekable();
    while let Some(event) = rest.next() {
        let kind = event.kind();
        if kind == Whitespace {
            out.push_str(dice.spaces());
            continue;
        }
        let before = at.checked_sub(1).map(|at| kinds[at]);
        at += 1;
        let after = kinds.get(at).copied();
        match kind {
            Newline => {
                let mut breaks = 1;
                while rest.next_if(|e| matches!(e.kind(), Newline | Whitespace)).is_some_and(|e| {
                    breaks += usize::from(e.kind() == Newline);
                    true
                }) {}
                at += breaks - 1;
                let after = kinds.get(at).copied();
                let edge = matches!(before, Some(ArrayOpen | InlineTableOpen | StdTableClose | ArrayTableClose) | None)
                    || matches!(after, Some(ArrayClose | InlineTableClose) | None)
                    // The comments above a header belong to it.
                    || (matches!(after, Some(StdTableOpen | ArrayTableOpen)) && before != Some(Comment));
                let comment = before == Some(Comment) || after == Some(Comment);
                if depth > 0 && breaks == 1 && !comment && dice.one_in(3) {
                    out.push(' ');
                    continue;
                }
                // Empty lines at the edges of things come and go.
                let more = if edge || breaks > 1 { dice.below(3) } else { 0 };
                let least = if edge && after != Some(Comment) && before != Some(Comment) { 1 } else { breaks };
                for _ in 0..least + more {
                    out.push_str(dice.spaces());
                    out.push('\n');
                }
                out.push_str(dice.spaces());
            }
            ValueSep if matches!(after, Some(Newline)) && kinds.get(at + 1) == Some(&ArrayClose) && dice.one_in(2) => {}
            _ => {
                if matches!(kind, ArrayClose | InlineTableClose) {
                    depth -= 1;
                    if !matches!(before, Some(Newline)) && dice.one_in(4) {
                        out.push('\n');
                    }
                }
                out.push_str(&text[event.span().start()..event.span().end()]);
                depth += usize::from(matches!(kind, ArrayOpen | InlineTableOpen));
                let may_break = matches!(kind, ArrayOpen | InlineTableOpen | ValueSep);
                if may_break && !matches!(after, Some(Newline | Comment)) && dice.one_in(4) {
                    out.push('\n');
                }
            }
        }
    }
    out
}

#[test]
fn bundled_files_come_back_from_any_spaces_line_breaks_and_alignment() {
    let mut dice = Dice::new(7);
    for (name, text) in bundled() {
        for _ in 0..20 {
            let shaken = shaken(text, &mut dice);
            assert_ne!(shaken, text, "{name}");
            let back = canonical(&shaken).unwrap_or_else(|_| panic!("{name}: not sound:\n{shaken}"));
            assert!(back == text, "{name}:\n{}", similar::TextDiff::from_lines(text, back.as_str()).unified_diff());
        }
    }
}

/// A random file: every kind of value, comments wherever one may stand, in any layout.
struct Author {
    dice: Dice,
    keys: usize,
    out: String,
}

impl Author {
    fn key(&mut self) {
        self.keys += 1;
        let key = match self.dice.below(6) {
            0 => format!("\"k {}\"", self.keys),
            1 => format!("'k.{}'", self.keys),
            2 => format!("k{}{}.{}é", self.keys, self.dice.spaces(), self.dice.spaces()).replace('é', "deep"),
            _ => format!("k{}", self.keys),
        };
        self.out.push_str(&key);
    }

    fn comment(&mut self) {
        let text = self.dice.pick(&["#", "# a comment", "#:schema x", "# é # \"quoted\" [x]  ", "#\ttab"]);
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Space in which line breaks and comments may stand.
    fn gap(&mut self) {
        for _ in 0..self.dice.below(3) {
            match self.dice.below(6) {
                0 => self.comment(),
                1 => self.out.push('\n'),
                2 => self.out.push_str("\r\n"),
                _ => self.out.push_str(self.dice.spaces()),
            }
        }
    }

    fn pair(&mut self, depth: usize) {
        self.key();
        let sign = format!("{}={}", self.dice.spaces(), self.dice.spaces());
        self.out.push_str(&sign);
        self.value(depth);
    }

    fn value(&mut self, depth: usize) {
        let plain = [
            "1",
            "-17",
            "+3",
            "0x1F",
            "1_000",
            "3.25",
            "-0.5e3",
            "inf",
            "true",
            "false",
            "1979-05-27",
            "07:32:00",
            "\"a text\"",
            "'literal \\ text'",
            "\"é \\u00e9 \\\" # no comment\"",
            "\"\"\"\nlong\n  text\"\"\"",
            "'''raw\r\ntext'''",
            "\"\"",
            "2020-01-01T00:00:00Z",
        ];
        let (open, close, table) = match self.dice.below(if depth > 3 { 4 } else { 8 }) {
            0..=3 => return self.out.push_str(self.dice.pick(&plain)),
            4 | 5 => ("[", "]", false),
            _ => ("{", "}", true),
        };
        self.out.push_str(open);
        self.gap();
        for left in (0..self.dice.below(5)).rev() {
            if table {
                self.pair(depth + 1)
            } else {
                self.value(depth + 1)
            }
            self.gap();
            if left > 0 || self.dice.one_in(3) {
                self.out.push(',');
                self.gap();
            }
        }
        self.out.push_str(close);
    }

    fn file(seed: u64) -> String {
        let mut author = Self { dice: Dice::new(seed), keys: 0, out: String::new() };
        if author.dice.one_in(8) {
            author.out.push('\u{feff}');
        }
        for _ in 0..author.dice.below(12) {
            author.out.push_str(author.dice.spaces());
            match author.dice.below(8) {
                0 => author.out.push('\n'),
                1 => author.comment(),
                2 | 3 => {
                    author.keys += 1;
                    let (open, close) = author.dice.pick(&[("[", "]"), ("[[", "]]"), ("[ ", "\t]")]);
                    let header = format!("{open}t{} . 'x'{close}", author.keys);
                    author.out.push_str(&header);
                    author.end_of_line();
                }
                _ => {
                    author.pair(0);
                    author.end_of_line();
                }
            }
        }
        author.out
    }

    fn end_of_line(&mut self) {
        self.out.push_str(self.dice.spaces());
        match self.dice.below(4) {
            0 => self.comment(),
            1 => self.out.push_str("\r\n"),
            _ => self.out.push('\n'),
        }
    }
}

#[test]
fn any_file_says_the_same_afterwards_and_is_then_in_its_layout() {
    let mut comments = 0;
    for seed in 0..4_000 {
        let text = Author::file(seed);
        let values: toml::Table = toml::from_str(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let once = canonical(&text).unwrap_or_else(|_| panic!("seed {seed}:\n{text}"));
        assert!(toml::from_str::<toml::Table>(&once).unwrap() == values, "seed {seed}:\n{text}\n=>\n{once}");
        let told = |text: &str| super::tree::comments(text.trim_start_matches('\u{feff}')).join("\n");
        assert_eq!(told(&once), told(&text), "seed {seed}:\n{text}\n=>\n{once}");
        comments += told(&text).lines().count();
        let twice = canonical(&once).unwrap();
        assert!(twice == once, "seed {seed}:\n{text}\n=>\n{once}\n=>\n{twice}");
        assert_eq!(once.starts_with('\u{feff}'), text.starts_with('\u{feff}'), "seed {seed}");
    }
    assert!(comments > 4_000, "comments are what this is about: {comments}");
}

#[test]
fn what_is_not_toml_has_no_layout() {
    for text in ["a", "a = ", "[", "a = [1", "a = 1\na = 2", "a = 1 b = 2", "\0", "a = {b = 1", "[a]\n[a]"] {
        assert!(canonical(text).is_err(), "{text:?}");
    }
    let deep = 100_000;
    assert!(canonical(&format!("a = {}{}", "[".repeat(deep), "]".repeat(deep))).is_err());
    assert_eq!(canonical("").unwrap(), "");
    assert_eq!(canonical("\n\n").unwrap(), "");
    assert_eq!(canonical("\u{feff}a=1").unwrap(), "\u{feff}a = 1\n");
    assert_eq!(canonical("a=1\r\n\r\n\r\n\r\n#x\r\n").unwrap(), "a = 1\r\n\r\n#x\r\n");
}
