//! Diagnostics: what is wrong, where, and what would mend it. Plain data, rendered elsewhere.

use crate::limits::MAX_FILE_BYTES;
use serde::Serialize;
use std::fmt;

/// A file of [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FileId(pub u16);

/// A stretch of a file's text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The span of a byte range; offsets beyond 4 GB, which no readable file has, stay at the end.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { file, start: offset(start), end: offset(end.max(start)) }
    }

    /// Whether two spans share a byte, or one begins where the other ends.
    pub fn touches(self, other: Self) -> bool {
        self.file == other.file && self.start <= other.end && other.start <= self.end
    }
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file can't be used.
    Error,
    /// It can, but surely was not meant so.
    Warning,
    /// Worth knowing.
    Info,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        })
    }
}

/// Whether a suggested edit may be made without asking.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Applicability {
    /// It is surely what was meant.
    Certain,
    /// It is a guess, for the author to judge.
    Maybe,
}

/// An edit that would mend the fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// What to replace.
    pub span: Span,
    /// By what.
    pub replacement: String,
    /// Whether it may be made without asking.
    pub applicability: Applicability,
}

/// One finding about a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The stable name of this kind of finding, listed in [`super::CODES`] or declared by its module.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
    /// What to write under the span.
    pub primary_label: Option<String>,
    /// Other places that have to do with it.
    pub labels: Vec<(Span, String)>,
    /// How to go on.
    pub help: Option<String>,
    /// The edit that would mend it, where one is known.
    pub suggestion: Option<Suggestion>,
    /// How many more like this there were, which are counted and not told.
    pub more: usize,
}

impl Diagnostic {
    /// A finding without a place yet.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            span: None,
            primary_label: None,
            labels: Vec::new(),
            help: None,
            suggestion: None,
            more: 0,
        }
    }

    /// An error without a place yet.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// A warning without a place yet.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// With its place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// With words under its place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary_label = Some(text.into());
        self
    }

    /// With another place that has to do with it.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }

    /// With a line on how to go on.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// What is wrong, with how many more like this there were.
    pub fn full_message(&self) -> String {
        match self.more {
            0 => self.message.clone(),
            more => format!("{} (and {more} more like this)", self.message),
        }
    }

    /// With an edit that may mend it.
    #[must_use]
    pub fn suggest(self, span: Span, replacement: impl Into<String>) -> Self {
        self.suggest_as(Applicability::Maybe, span, replacement)
    }

    /// With an edit that would mend it, and whether it may be made without asking.
    #[must_use]
    pub fn suggest_as(mut self, applicability: Applicability, span: Span, replacement: impl Into<String>) -> Self {
        self.suggestion = Some(Suggestion { span, replacement: replacement.into(), applicability });
        self
    }
}

/// Puts diagnostics in the order of their places; those without one come first.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|d| d.span.map(|s| (s.file, s.start)));
}

/// A place as people count: lines and characters from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

#[derive(Clone, Debug)]
struct SourceFile {
    name: String,
    text: String,
    line_starts: Vec<usize>,
    /// How many characters stand before every 1,024th byte, so that a place in a very long line is found quickly.
    marks: Vec<usize>,
}

const MARK: usize = 1024;

fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| b & 0xc0 != 0x80).count()
}

impl SourceFile {
    fn new(name: String, text: String) -> Self {
        let ends = text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(ends).collect();
        let mut seen = 0;
        let mark = |chunk: &[u8]| {
            seen += characters(chunk);
            seen - characters(chunk)
        };
        let marks = text.as_bytes().chunks(MARK).map(mark).collect();
        Self { name, line_starts, marks, text }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let from = offset / MARK * MARK;
        let marked = self.marks.get(offset / MARK).copied();
        marked.map_or_else(|| characters(self.text.as_bytes()), |n| n + characters(&self.text.as_bytes()[from..offset]))
    }
}

/// The files that spans point into.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// No files yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. Of more than 65,535 files the last ones share an id that has no text.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let Some(id) = u16::try_from(self.files.len()).ok().filter(|&id| id < u16::MAX) else {
            return FileId(u16::MAX);
        };
        self.files.push(SourceFile::new(name.into(), text.into()));
        FileId(id)
    }

    /// Adds a file as it came from the disk. If it is too large or not UTF-8, the diagnostic says so and points into
    /// what of it is kept for show.
    pub fn add_bytes(&mut self, name: impl Into<String>, bytes: &[u8]) -> Result<FileId, Box<Diagnostic>> {
        if bytes.len() > MAX_FILE_BYTES {
            let file = self.add(name, "");
            return Err(Box::new(too_large(file, bytes.len())));
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(self.add(name, text)),
            Err(fault) => {
                let file = self.add(name, String::from_utf8_lossy(bytes));
                let at = fault.valid_up_to();
                let found = Diagnostic::error("file::not-utf8", "this file is not UTF-8 text")
                    .at(Span::new(file, at, at + '\u{fffd}'.len_utf8()))
                    .label(format!("byte 0x{:02X} can't stand here", bytes.get(at).copied().unwrap_or_default()));
                Err(Box::new(found.help(match bytes {
                    [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it looks like UTF-16: save it as UTF-8",
                    _ => "save it with the encoding UTF-8",
                })))
            }
        }
    }

    /// Adds a file that was not read because it is too large, and says so.
    pub fn add_too_large(&mut self, name: impl Into<String>) -> Diagnostic {
        let file = self.add(name, "");
        let message = format!("this file is too large: at most {} MB are read", MAX_FILE_BYTES >> 20);
        Diagnostic::error("file::too-large", message).at(Span::new(file, 0, 0))
    }

    fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(usize::from(id.0))
    }

    /// A file's name.
    pub fn name(&self, id: FileId) -> &str {
        self.file(id).map_or("?", |f| &f.name)
    }

    /// A file's text.
    pub fn text(&self, id: FileId) -> &str {
        self.file(id).map_or("", |f| &f.text)
    }

    /// The text under a span; nothing if it does not lie in the file.
    pub fn slice(&self, span: Span) -> &str {
        self.text(span.file).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Where a byte stands. A byte-order mark is not counted.
    pub fn position(&self, id: FileId, offset: u32) -> Position {
        let Some(file) = self.file(id) else { return Position { line: 1, column: 1 } };
        let offset = (offset as usize).min(file.text.len());
        let line = file.line_starts.partition_point(|&start| start <= offset).max(1);
        let start = file.line_starts.get(line - 1).copied().unwrap_or(0);
        let mark = usize::from(start == 0 && offset > 0 && file.text.starts_with('\u{feff}'));
        let column = 1 + file.characters_before(offset) - file.characters_before(start) - mark;
        Position { line, column }
    }

    /// A diagnostic in one line: `map.toml:3:14: error[map::unknown-city]: ...`.
    pub fn short(&self, found: &Diagnostic) -> String {
        let Diagnostic { severity, code, .. } = found;
        let message = found.full_message();
        match found.span {
            Some(span) => {
                let Position { line, column } = self.position(span.file, span.start);
                format!("{}:{line}:{column}: {severity}[{code}]: {message}", self.name(span.file))
            }
            None => format!("{severity}[{code}]: {message}"),
        }
    }
}

pub(super) fn too_large(file: FileId, bytes: usize) -> Diagnostic {
    Diagnostic::error(
        "file::too-large",
        format!("this file has {bytes} bytes: at most {} MB are read", MAX_FILE_BYTES >> 20),
    )
    .at(Span::new(file, 0, 0))
}

/// Names longer than this are neither compared nor shown in full.
const LONGEST_NAME: usize = 60;

/// A name from a file as messages show it: in quotes, on one line, cut if it is very long.
pub fn shown(text: &str) -> String {
    match text.char_indices().nth(LONGEST_NAME) {
        Some((cut, _)) => format!("{:?}", format!("{}…", &text[..cut])),
        None => format!("{text:?}"),
    }
}

/// A name that was most likely meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Near<'a> {
    /// The name.
    pub name: &'a str,
    /// Whether to write it instead is certain: hardly anything differs, and no other name comes near.
    pub applicability: Applicability,
}

/// The candidate that somebody who wrote `want` most likely meant, if one is near enough. Names of more than 60
/// characters have none, so that the search stays cheap on any input.
pub fn nearest<'a>(want: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(want, candidates).map(|near| near.name)
}

/// As [`nearest`], and how sure it is. It is certain if at most one letter in four differs and no more than two in all,
/// and every other candidate differs by twice as many.
pub fn near<'a>(want: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<Near<'a>> {
    if want.len() > LONGEST_NAME * 4 {
        return None;
    }
    let wanted = want.to_lowercase();
    let length = wanted.chars().count();
    let (mut best, mut second): (Option<(usize, &str)>, usize) = (None, usize::MAX);
    for candidate in candidates {
        if candidate.len() > LONGEST_NAME * 4 {
            continue;
        }
        let other = candidate.to_lowercase();
        let other_length = other.chars().count();
        let longest = length.max(other_length);
        let allowed = 1 + longest / 4;
        if longest > LONGEST_NAME || length.abs_diff(other_length) > allowed + 1 {
            continue;
        }
        let found = (strsim::damerau_levenshtein(&wanted, &other), candidate);
        // One that is a little too far off to be meant still makes another one less certain.
        if found.0 > allowed || found.0 >= longest || best.is_some_and(|best| best < found) {
            second = if best.is_some_and(|best| best.1 == candidate) { second } else { second.min(found.0) };
            continue;
        }
        if let Some((distance, name)) = best.replace(found)
            && name != candidate
        {
            second = second.min(distance);
        }
    }
    best.map(|(distance, name)| {
        let certain =
            distance <= 2 && distance * 4 <= length.max(name.chars().count()) && second >= (2 * distance).max(1);
        Near { name, applicability: if certain { Applicability::Certain } else { Applicability::Maybe } }
    })
}

/// A text as a TOML value, in quotes.
pub fn toml_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A text as a TOML key, in quotes only where it needs them.
pub fn toml_key(text: &str) -> String {
    let bare = !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if bare { text.to_owned() } else { toml_text(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_skip_the_byte_order_mark() {
        let mut sources = Sources::new();
        let file = sources.add("a.toml", "\u{feff}é = 1\r\nöö x\n");
        let at = |offset| {
            let p = sources.position(file, offset);
            (p.line, p.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(3), (1, 1));
        assert_eq!(at(6), (1, 3));
        assert_eq!(at(11), (2, 1));
        assert_eq!(at(13), (2, 2));
        assert_eq!(at(14), (2, 3), "inside a character counts as behind its start");
        assert_eq!(at(9999), (3, 1));
        assert_eq!(sources.position(FileId(7), 3), Position { line: 1, column: 1 });
    }

    #[test]
    fn short_form_is_one_line() {
        let mut sources = Sources::new();
        let file = sources.add("a.toml", "x = 1\ny = 2\n");
        let found = Diagnostic::warning("map::unknown-key", "no").at(Span::new(file, 6, 7));
        assert_eq!(sources.short(&found), "a.toml:2:1: warning[map::unknown-key]: no");
        let found = Diagnostic::new(Severity::Info, "map::unknown-key", "no");
        assert_eq!(sources.short(&found), "info[map::unknown-key]: no");
    }

    #[test]
    fn bytes_that_are_not_text_are_refused_with_a_place() {
        let mut sources = Sources::new();
        let fault = sources.add_bytes("a", b"ab\n\xffc").unwrap_err();
        assert_eq!(sources.short(&fault), "a:2:1: error[file::not-utf8]: this file is not UTF-8 text");
        assert!(sources.add_bytes("a", b"\xff\xfea\0").unwrap_err().help.unwrap().contains("UTF-16"));
        assert_eq!(sources.add_bytes("a", &vec![b' '; MAX_FILE_BYTES + 1]).unwrap_err().code, "file::too-large");
        let file = sources.add_bytes("a", "é".as_bytes()).unwrap();
        assert_eq!(sources.text(file), "é");
    }

    #[test]
    fn nearest_names() {
        let have = ["Aberlour", "Sankt-Élmo", "x"];
        assert_eq!(nearest("aberluor", have), Some("Aberlour"));
        assert_eq!(nearest("Sankt-Elom", have), Some("Sankt-Élmo"));
        assert_eq!(nearest("y", have), None, "nothing in common");
        assert_eq!(nearest("Zanzibar", have), None);
        let long = "a".repeat(1 << 20);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        assert_eq!(nearest("a", [long.as_str()]), None);
    }

    #[test]
    fn a_name_is_certain_if_little_differs_and_no_other_is_near() {
        let certain = |want: &str, have: &[&str]| {
            near(want, have.iter().copied()).map(|n| (n.name.to_owned(), n.applicability == Applicability::Certain))
        };
        let is = |name: &str, certain: bool| Some((name.to_owned(), certain));
        assert_eq!(certain("Aberluor", &["Aberlour", "Wick"]), is("Aberlour", true));
        assert_eq!(certain("wick", &["Aberlour", "Wick"]), is("Wick", true), "only the case differs");
        assert_eq!(certain("Abelur", &["Aberlour", "Wick"]), is("Aberlour", true));
        assert_eq!(certain("Abelu", &["Aberlour", "Wick"]), is("Aberlour", false), "three letters are missing");
        assert_eq!(certain("Wck", &["Aberlour", "Wick"]), is("Wick", true));
        assert_eq!(certain("Wi", &["Aberlour", "Wic"]), is("Wic", false), "too short to be sure");
        assert_eq!(certain("Wicke", &["Wick", "Wickey"]), is("Wick", false), "either may be meant");
        assert_eq!(certain("Wicke", &["Wick", "Wick"]), is("Wick", true), "the same name twice");
        assert_eq!(certain("Burgam", &["Burgan", "Burghan"]), is("Burgan", true), "one letter against two");
        assert_eq!(certain("Burgambi", &["Burganba", "Burghanba"]), is("Burganba", false), "two letters against three");
        assert_eq!(certain("wick", &["WICK", "Wick"]), is("WICK", false), "either may be meant");
    }

    #[test]
    fn toml_texts_and_keys_read_back() {
        for text in ["", "plain", "a b", "q\"\\\n\t\u{7}", "é"] {
            let file = format!("{} = {}", toml_key(text), toml_text(text));
            let table: std::collections::BTreeMap<String, String> = toml::from_str(&file).unwrap();
            assert_eq!(table.get(text).map(String::as_str), Some(text), "{file}");
        }
        assert_eq!(toml_key("a-b_1"), "a-b_1");
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shown("a\nb"), "\"a\\nb\"");
        assert!(shown(&"é".repeat(1 << 20)).chars().count() < 70);
    }

    #[test]
    fn too_many_files_share_an_id_without_text() {
        let mut sources = Sources::new();
        for _ in 0..65_600 {
            sources.add("", "x");
        }
        assert_eq!(sources.add("", "x"), FileId(u16::MAX));
        assert_eq!(sources.text(FileId(u16::MAX)), "");
    }
}
