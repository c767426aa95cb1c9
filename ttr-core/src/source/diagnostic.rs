//! Diagnostics: what is wrong, where, and what would mend it. Plain data, rendered elsewhere.

use crate::limits::MAX_FILE_BYTES;
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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

/// An edit that would mend the fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// What to replace.
    pub span: Span,
    /// By what.
    pub replacement: String,
}

/// One finding about a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The stable name of this kind of finding, listed in [`CODES`].
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

    /// With an edit that would mend it.
    #[must_use]
    pub fn suggest(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.suggestion = Some(Suggestion { span, replacement: replacement.into() });
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
        let Diagnostic { severity, code, message, .. } = found;
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
    Diagnostic::error("file::too-large", format!("this file has {bytes} bytes; at most {MAX_FILE_BYTES} are read"))
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

/// The candidate that somebody who wrote `want` most likely meant, if one is near enough. Names of more than 60
/// characters have none, so that the search stays cheap on any input.
pub fn nearest<'a>(want: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if want.len() > LONGEST_NAME * 4 {
        return None;
    }
    let wanted = want.to_lowercase();
    let length = wanted.chars().count();
    let near = candidates.into_iter().filter_map(|candidate| {
        if candidate.len() > LONGEST_NAME * 4 {
            return None;
        }
        let other = candidate.to_lowercase();
        let other_length = other.chars().count();
        let longest = length.max(other_length);
        let allowed = 1 + longest / 4;
        if longest > LONGEST_NAME || length.abs_diff(other_length) > allowed {
            return None;
        }
        let distance = strsim::damerau_levenshtein(&wanted, &other);
        (distance <= allowed && distance < longest).then_some((distance, candidate))
    });
    near.min().map(|(_, candidate)| candidate)
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

/// A code of [`Diagnostic`] and what it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeInfo {
    /// The code, as in `error[CODE]`.
    pub code: &'static str,
    /// What it means, in one line.
    pub summary: &'static str,
}

const fn code(code: &'static str, summary: &'static str) -> CodeInfo {
    CodeInfo { code, summary }
}

/// Every code of this crate.
pub const CODES: &[CodeInfo] = &[
    code("file::too-large", "the file is larger than any map or rule set may be"),
    code("file::not-utf8", "the file is not UTF-8 text"),
    code("file::too-deep", "tables or lists are nested too deeply"),
    code("file::syntax", "the file is not TOML"),
    code("file::format", "the file does not say `format = 1`"),
    code("file::missing", "something that must be given is not there"),
    code("file::wrong-type", "a value is of the wrong type"),
    code("set::no-value", "an override is not of the form KEY=VALUE"),
    code("set::bad-key", "the key of an override is not a dotted path"),
    code("set::bad-value", "the value of an override is neither a TOML value nor a plain word"),
    code("param::unknown", "a module has no such parameter"),
    code("param::wrong-type", "a parameter is of the wrong type"),
    code("param::invalid", "a parameter's value is out of range or not one of those possible"),
    code("param::missing", "a parameter that has no default is not given"),
    code("module::unknown", "no module has this name"),
    code("module::not-a-table", "a module is given something other than a table, `true` or `false`"),
    code("module::ambiguous", "a name in `[set]` is that of a module and of a rule set"),
    code("players::bad-count", "a number of players is no number, or not one that a table can seat"),
    code("players::range", "the least number of players is above the most"),
    code("players::unused-count", "overrides for a number of players that never play"),
    code("players::unknown-key", "`[players]` holds something else than numbers of players"),
    code("map::unknown-key", "a key that maps do not have"),
    code("map::misplaced", "routes or tickets stand below a header, and so belong to its table"),
    code("map::bad-name", "a name is empty, or has control characters or spaces around it"),
    code("map::invalid", "a value is not one of those possible"),
    code("map::bad-coordinates", "coordinates are out of range"),
    code("map::no-cities", "the map has no cities"),
    code("map::no-routes", "the map has no routes"),
    code("map::similar-cities", "the names of two cities differ in case or accents only"),
    code("map::unknown-city", "a route or ticket names a city that the map does not have"),
    code("map::bad-ends", "a route does not join exactly two cities"),
    code("map::route-to-itself", "a route leads from a city to itself"),
    code("map::bad-length", "a route has no spaces, or too many"),
    code("map::no-tracks", "a route's list of tracks is empty"),
    code("map::tracks-and-colour", "a route has both `tracks` and `colour`"),
    code("map::track-key", "a track has a key that only its whole entry may have"),
    code("map::short-ticket", "a ticket names fewer than two cities"),
    code("map::ticket-repeats-city", "a ticket names the same city twice in a row"),
    code("map::ticket-at-junction", "a ticket names a junction"),
    code("map::bad-points", "a ticket's points are out of range"),
    code("map::duplicate-ticket", "two tickets name the same cities"),
    code("map::too-many-cities", "the map has more cities than the engine can count"),
    code("map::too-many-routes", "the map has more routes than the engine can count"),
    code("map::too-many-tracks", "an entry has more tracks than the engine can count"),
    code("map::too-many-tickets", "the map has more tickets than the engine can count"),
    code("map::not-connected", "some cities can't be reached from others"),
    code("map::unreachable-ticket", "no path joins the cities of a ticket"),
    code("module::missing", "a module that another one needs is not in the game"),
    code("module::conflict", "two modules that can't be in one game"),
    code("module::circle", "modules need each other in a circle"),
    code("module::exclusive", "two modules decide something that only one can decide"),
    code("players::seats", "so many players can't play this map by these rules"),
    code("map::unknown-rules", "the map asks for a rule set that is not there"),
    code("map::unowned-attribute", "an attribute that no module of the game knows"),
    code("map::unknown-colour", "a route has a colour that no card has"),
    code("map::no-points", "the table of points has nothing for the length of a route"),
    code("route::unknown-piece", "a route is for a kind of piece that there is not"),
    code("route::no-piece", "a route does not say which of several kinds of pieces it is for"),
    code("route::cost", "the payments of a route are too many to be told apart"),
    code("ticket::unknown-goal", "a ticket is of a kind that no module of the game knows"),
    code("card::attribute", "an attribute of a kind of card is of the wrong type"),
    code("card::unowned-attribute", "an attribute of a kind of card that no module of the game knows"),
    code("players::same-name", "two players have the same name"),
    code("ties::absent", "ties are to be broken by a measure of a module that is not in the game"),
    code("zone::same-name", "two piles have the same name"),
    code("limit::decks", "more decks than the engine can count"),
    code("limit::card-kinds", "more kinds of cards than the engine can count"),
    code("limit::colours", "more colours than the engine can count"),
    code("limit::piece-kinds", "more kinds of pieces than the engine can count"),
];

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
