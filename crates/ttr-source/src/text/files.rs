//! The texts that diagnostics speak of, and places in them.

use crate::findings::diagnostic::Diagnostic;
use crate::limits::MAX_FILE_BYTES;

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

    /// All files, in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..u16::MAX).take(self.files.len()).map(FileId)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Severity;

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
    fn too_many_files_share_an_id_without_text() {
        let mut sources = Sources::new();
        for _ in 0..65_600 {
            sources.add("", "x");
        }
        assert_eq!(sources.add("", "x"), FileId(u16::MAX));
        assert_eq!(sources.text(FileId(u16::MAX)), "");
    }
}
