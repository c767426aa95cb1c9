//! Pages of the book, read as a reader follows them: which file to save, what to change in it, what to type, and what comes
//! of it.

use crate::support::program::repository;
use std::fs;

/// A page, by its path in the repository.
pub fn page(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|why| panic!("{path}: {why}")).replace("\r\n", "\n")
}

/// Every page of the repository, by its path in it.
pub fn pages() -> Vec<String> {
    let mut pages = vec!["README.md".to_owned(), "CONTRIBUTING.md".to_owned()];
    let mut folders = vec!["docs".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(repository().join(&folder)).expect("a folder of the book") {
            let entry = entry.expect("an entry");
            let path = format!("{folder}/{}", entry.file_name().into_string().expect("text"));
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.ends_with(".md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// A block between lines of three backticks: the words behind the first ones, and the text.
#[derive(Clone, Debug)]
pub struct Block {
    pub words: String,
    pub text: String,
    /// Its first line, on the page.
    pub line: usize,
}

/// How many backticks a line begins with, if it begins or ends a block.
pub fn fence(line: &str) -> Option<usize> {
    let n = line.len() - line.trim_start_matches('`').len();
    (n >= 3).then_some(n)
}

pub fn blocks(page: &str) -> Vec<Block> {
    let mut all: Vec<Block> = Vec::new();
    let mut open = None;
    for (at, line) in page.lines().enumerate() {
        match (fence(line), open) {
            (Some(n), None) => {
                all.push(Block { words: line[n..].to_owned(), text: String::new(), line: at + 2 });
                open = Some(n);
            }
            (Some(n), Some(of)) if n >= of => open = None,
            (_, Some(_)) => {
                let block = all.last_mut().expect("the open one");
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block has no end");
    all
}

/// Something that a reader does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Saves a file.
    Save { file: String, text: String },
    /// Adds to the end of a file.
    Append { file: String, text: String },
    /// Puts these lines in the place of those.
    Change { file: String, from: String, to: String },
    /// Types a command; what follows is what comes of it.
    Type { command: String, shown: String },
}

impl Block {
    /// What the reader does here: nothing if the block only shows something.
    pub fn steps(&self) -> Vec<Step> {
        let option = |name: &str| {
            let value = self.words.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
            value.map(str::to_owned)
        };
        let text = self.text.clone();
        match self.words.split(' ').next() {
            Some("toml") => match (option("file"), option("append")) {
                (Some(file), _) => vec![Step::Save { file, text }],
                (None, Some(file)) => vec![Step::Append { file, text }],
                (None, None) => Vec::new(),
            },
            Some("diff") => option("file").map(|file| self.change(file)).into_iter().collect(),
            Some("console") => self.commands(),
            _ => Vec::new(),
        }
    }

    fn change(&self, file: String) -> Step {
        let side = |left_out: char| -> String {
            let lines = self.text.lines().filter(|line| !line.starts_with(left_out));
            lines.map(|line| format!("{}\n", line.get(1..).unwrap_or_default())).collect()
        };
        Step::Change { file, from: side('+'), to: side('-') }
    }

    /// The commands behind a `$`, each with what follows it; without any `$` every line is a command.
    fn commands(&self) -> Vec<Step> {
        let mut all: Vec<Step> = Vec::new();
        let marked = self.text.lines().any(|line| line.starts_with("$ "));
        for line in self.text.lines() {
            match (line.strip_prefix("$ "), all.last_mut()) {
                (Some(command), _) => all.push(Step::Type { command: command.to_owned(), shown: String::new() }),
                (None, Some(Step::Type { shown, .. })) if marked => {
                    shown.push_str(line);
                    shown.push('\n');
                }
                (None, _) if marked => panic!("line {}: what comes of no command", self.line),
                (None, _) => all.push(Step::Type { command: line.to_owned(), shown: "...\n".to_owned() }),
            }
        }
        all
    }
}

/// Whether an output is the one shown, in which `...` stands for any stretch of it: in a line for one without a line end,
/// as a line of its own for any number of lines.
pub fn is_as_shown(shown: &str, output: &str) -> bool {
    let shown: Vec<&str> = shown.trim_end().lines().collect();
    let output: Vec<&str> = output.trim_end().lines().map(str::trim_end).collect();
    lines_match(&shown, &output)
}

fn lines_match(shown: &[&str], output: &[&str]) -> bool {
    match (shown, output) {
        ([], rest) => rest.is_empty(),
        (["..."], _) => true,
        (["...", after @ ..], _) => (0..=output.len()).any(|n| lines_match(after, &output[n..])),
        ([line, after @ ..], [found, rest @ ..]) => line_matches(line.trim_end(), found) && lines_match(after, rest),
        (_, []) => false,
    }
}

/// Spaces around `...` in a line may be any number of them, so that columns need not be of the same width.
fn line_matches(line: &str, found: &str) -> bool {
    let mut parts = line.split("...");
    let first = parts.next().unwrap_or_default();
    let parts: Vec<&str> = parts.map(str::trim).collect();
    let Some(last) = parts.last() else { return line == found };
    let Some(mut rest) = found.strip_prefix(first.trim_end()) else { return false };
    for part in &parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty() || last.is_empty() || found.ends_with(last)
}

#[test]
fn what_is_left_out_may_be_anything() {
    assert!(is_as_shown("a\n...\nc\n", "a\nc\n") && is_as_shown("a\n...\nc\n", "a\nb\nb\nc\n"));
    assert!(is_as_shown("a  ...  b ...\n", "a x b y\n") && is_as_shown("a ... b\n", "a b b\n"));
    assert!(
        !is_as_shown("a\n...\nc\n", "a\nb\n") && !is_as_shown("a\n", "a\nb\n") && !is_as_shown("a ... b\n", "a b c\n")
    );
    assert!(!is_as_shown("a ... c ... b\n", "a b\n") && !is_as_shown("a\nb\n", "a\n"));
}
