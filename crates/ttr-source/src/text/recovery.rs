//! Going on after a syntax error: what to leave out of a text, or to put in, so that the rest can be read. Texts keep
//! their length, so that places stay as they are.

use crate::limits::MAX_NESTING;
use std::ops::Range;

/// Errors after which the rest of the text is read as it was meant. Pinned by a test, since the words are not ours; an
/// unknown one costs its line, no more.
pub(super) fn is_soft(message: &str) -> bool {
    const SOFT: &[&str] = &[
        "duplicate key",
        "string values must be quoted",
        "invalid boolean",
        "invalid date",
        "invalid unquoted key",
        "missing escaped value",
    ];
    SOFT.iter().any(|soft| message.starts_with(soft))
}

/// A change to a text with an error.
pub(super) struct Repair {
    /// What to replace.
    pub(super) range: Range<usize>,
    /// What stands there instead: as many bytes as are replaced.
    pub(super) text: String,
    /// Whether something is left out.
    pub(super) loses: bool,
    /// The bracket that seems to lack its end.
    pub(super) opener: Option<usize>,
    /// Whether the text left out begins in the middle of something.
    continues: bool,
}

impl Repair {
    /// The change for an error at a place, in toml's words.
    pub(super) fn of(text: &str, at: usize, message: &str) -> Self {
        let line = line_of(text, at);
        let open = open_brackets(&text[..line.start]);
        let opener = open.last().copied();
        let begins = text[line.clone()].trim_start();
        let continues = open.is_empty() && begins.starts_with(CONTINUES);
        let range = match opener {
            Some(opener) => lines_with_open_bracket(text, &open, opener, line.clone()),
            None => lines_at_top(text, line.clone()),
        };
        let opener = opener.filter(|_| range.start < line.start);
        let closes = text.get(at..).is_none_or(|rest| rest.starts_with(['}', ']']));
        let spaced = text.get(..at).is_some_and(|before| before.ends_with([' ', '\t']));
        if message.starts_with("missing comma") && range == line && spaced && !closes {
            return Self { range: at - 1..at, text: ",".to_owned(), loses: false, opener, continues };
        }
        let blank = |c: char| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) };
        Self { text: text[range.clone()].chars().map(blank).collect(), range, loses: true, opener, continues }
    }

    /// Whether the error only comes from what was left out before it.
    pub(super) fn follows(&self, lost_until: Option<usize>) -> bool {
        self.continues && lost_until == Some(self.range.start)
    }
}

/// How a line begins that can't begin anything by itself.
const CONTINUES: [char; 3] = ['{', '}', ']'];

/// The line around an offset, with its line end.
pub(super) fn line_of(text: &str, offset: usize) -> Range<usize> {
    let offset = (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let end = text[offset..].find('\n').map_or(text.len(), |at| offset + at + 1);
    start..end
}

/// The lines of a range, each with its own range.
fn lines(text: &str, range: Range<usize>) -> impl Iterator<Item = (Range<usize>, &str)> {
    text[range.clone()].split_inclusive('\n').scan(range.start, |at, line| {
        *at += line.len();
        Some((*at - line.len()..*at, line.trim()))
    })
}

fn is_header(line: &str) -> bool {
    line.starts_with('[') && line.ends_with(']') && !line.contains([',', '=', '"', '{'])
}

/// The lines to leave out for an error in a line outside all brackets. After a broken header nobody knows where the
/// lines up to the next one belong.
fn lines_at_top(text: &str, line: Range<usize>) -> Range<usize> {
    let header = text[line.clone()].trim_start().starts_with('[');
    let goes_on = |next: &str| {
        if header { !is_header(next) } else { next.is_empty() || next.starts_with('#') || next.starts_with(CONTINUES) }
    };
    let end = lines(text, line.end..text.len()).take_while(|(_, next)| goes_on(next)).last();
    line.start..end.map_or(line.end, |(last, _)| last.end)
}

/// The lines to leave out for an error in a line before which brackets are open. If the line begins something new, the
/// last bracket lacks its end, and the lines from that bracket on are at fault.
fn lines_with_open_bracket(text: &str, open: &[usize], opener: usize, line: Range<usize>) -> Range<usize> {
    let first = line_of(text, opener);
    let begins = text[line.clone()].trim();
    let in_table = text[opener..].starts_with('{');
    let key_value = begins.split_once('=').is_some_and(|(key, _)| !key.contains(['{', '[', ',', '}', ']']));
    if is_header(begins) || (key_value && (!in_table || open.len() == 1)) || (begins.starts_with('{') && in_table) {
        // A header in between was taken for an item of a list.
        let header = lines(text, first.end..line.start).find(|(_, between)| is_header(between));
        first.start..header.map_or(line.start, |(header, _)| header.start)
    } else if key_value || begins.is_empty() {
        first.start..line.end
    } else {
        line
    }
}

/// The brackets that are open at the end of a text, outermost first, or where they become too many.
pub(super) fn open_brackets(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ahead = |at: usize, what: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(what));
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'[' | b'{' => {
                open.push(at);
                if open.len() > MAX_NESTING {
                    return open;
                }
            }
            b']' | b'}' => drop(open.pop()),
            b'#' => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
            }
            b'"' | b'\'' => {
                let long = [byte; 3];
                let multi_line = ahead(at, &long);
                at += if multi_line { 3 } else { 1 };
                loop {
                    match bytes.get(at) {
                        None => break,
                        Some(b'\n') if !multi_line => break,
                        Some(b'\\') if byte == b'"' => at += 1,
                        Some(&b) if b == byte && !multi_line => break,
                        Some(&b) if b == byte && ahead(at, &long) => {
                            at += 2;
                            // Up to two more quotes belong to the text.
                            at += (0..2).take_while(|n| bytes.get(at + 1 + n) == Some(&byte)).count();
                            break;
                        }
                        Some(_) => {}
                    }
                    at += 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    open
}
