//! What is said of a syntax error: what was most likely meant, where that can be told, and toml's own words elsewhere.

use crate::findings::diagnostic::{Applicability, Diagnostic};
use crate::findings::names::toml_text;
use crate::text::files::{FileId, Span};
use crate::text::recovery::line_of;
use std::ops::Range;

/// Quotes of other kinds than TOML's, as word processors write them.
const OTHER_QUOTES: &[char] = &['“', '”', '„', '‟', '«', '»', '‘', '’', '‚'];

/// An error of toml's, at a place.
struct Fault<'t> {
    file: FileId,
    text: &'t str,
    message: &'t str,
    span: Range<usize>,
}

/// What is said of an error of toml's: its words, and its place in the text.
pub(super) fn syntax_fault(file: FileId, text: &str, message: &str, span: Range<usize>) -> Diagnostic {
    let fault = Fault { file, text, message, span };
    let told = if message.starts_with("key with no value") || message.starts_with("invalid unquoted key") {
        fault.key()
    } else if message.starts_with("string values must be quoted") {
        fault.value()
    } else if message.starts_with("invalid float") || message.starts_with("invalid boolean") {
        fault.word()
    } else if message == "duplicate key" {
        Some(fault.duplicate())
    } else if message.starts_with("missing comma") {
        fault.comma()
    } else if text.trim_start().starts_with('{') {
        Some(fault.says(message).help("this looks like JSON; a map is TOML, with a line `key = value` for each key"))
    } else {
        None
    };
    told.unwrap_or_else(|| fault.says(message))
}

impl Fault<'_> {
    fn at(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }

    fn says(&self, message: &str) -> Diagnostic {
        Diagnostic::error("file::syntax", message).at(self.at(self.span.clone()))
    }

    /// A key that can't be one, or has no value.
    fn key(&self) -> Option<Diagnostic> {
        let line = line_of(self.text, self.span.start);
        let written = &self.text[line.clone()];
        let start = line.start + written.len() - written.trim_start().len();
        let says = |message: &str, range: Range<usize>| Diagnostic::error("file::syntax", message).at(self.at(range));
        if let Some((before, _)) = written.split_once('=')
            && is_name(before.trim())
        {
            let name = start..start + before.trim().len();
            let quoted = toml_text(before.trim());
            let found = says("a name with spaces or letters beyond a-z needs quotes", name.clone());
            return Some(found.suggest_as(Applicability::Certain, self.at(name), quoted));
        }
        let bare = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        if let Some((name, value)) = written.split_once(':')
            && is_name(name.trim())
            && bare(name.trim())
        {
            let colon = start + name.trim_start().len();
            let found = says("a key and its value are joined by `=`, not `:`", colon..colon + 1);
            let equals = if name.ends_with(' ') { "=" } else { " =" };
            let sure = if value.trim().is_empty() { Applicability::Maybe } else { Applicability::Certain };
            return Some(found.suggest_as(sure, self.at(colon..colon + 1), equals));
        }
        let name = written.trim();
        if is_name(name) {
            let behind = start + name.len();
            let quoted = if bare(name) { name.to_owned() } else { toml_text(name) };
            let found = says("this key has no value", start..behind);
            return Some(found.suggest_as(Applicability::Maybe, self.at(start..behind), format!("{quoted} = {{}}")));
        }
        Some(self.says(self.message).help("a name with spaces, dots or letters beyond a-z needs quotes"))
    }

    /// A value that is none.
    fn value(&self) -> Option<Diagnostic> {
        let written = self.text.get(self.span.clone())?;
        let here = self.at(self.span.clone());
        let certain = Applicability::Certain;
        if written.is_empty() {
            return Some(self.says("a value is missing"));
        }
        if written.starts_with(OTHER_QUOTES) {
            let inner = written.trim_matches(OTHER_QUOTES);
            let plain = "a text stands in plain quotes: `\"`";
            return Some(self.says(plain).suggest_as(certain, here, toml_text(inner)));
        }
        if let Some(value) = written.strip_suffix(';') {
            let end = self.at(self.span.end - 1..self.span.end);
            let found = self.says("a value ends with its line, without `;`");
            return Some(if value.contains(';') { found } else { found.suggest_as(certain, end, "") });
        }
        if let Some(at) = written.find("//").filter(|at| !written[..*at].ends_with(':')) {
            let slashes = self.span.start + at;
            let found = self.says("a comment begins with `#`");
            return Some(found.suggest_as(certain, self.at(slashes..slashes + 2), "#"));
        }
        let found = self.says("a text must be in quotes");
        if !written.starts_with(char::is_alphabetic) {
            return Some(found.help("this is neither a number nor a list, a table, `true` or `false`"));
        }
        match written.to_lowercase().as_str() {
            "yes" | "on" => Some(self.says("yes is written `true`").suggest(here, "true")),
            "no" | "off" => Some(self.says("no is written `false`").suggest(here, "false")),
            _ if is_plainly_a_text(written) => Some(found.suggest_as(certain, here, toml_text(written))),
            _ => Some(found.suggest(here, toml_text(written))),
        }
    }

    /// A word without quotes that begins like `true`, `inf` or another one that TOML knows.
    fn word(&self) -> Option<Diagnostic> {
        let rest = self.text.get(self.span.start..)?;
        let word = rest.split([',', ']', '}', '#', '\n', '\r']).next()?.trim_end();
        let range = self.span.start..self.span.start + word.len();
        let here = self.at(range.clone());
        let mend = match word.to_lowercase().as_str() {
            plain @ ("true" | "false") => plain.to_owned(),
            _ if is_plainly_a_text(word) => toml_text(word),
            _ => return None,
        };
        let message = if mend.starts_with('"') { "a text must be in quotes" } else { "this word is written small" };
        let found = Diagnostic::error("file::syntax", message).at(here);
        Some(found.suggest_as(Applicability::Certain, here, mend))
    }

    /// A key that was there before.
    fn duplicate(&self) -> Diagnostic {
        let found = self.says("this key is given twice").label("given again");
        let length = self.span.len();
        match earlier_key(self.text, self.span.clone()) {
            Some(first) => found.also(self.at(first..first + length), "given first"),
            None => found,
        }
    }

    /// Two items of a list with nothing between them: a comma, or a quote that went astray.
    fn comma(&self) -> Option<Diagnostic> {
        let line = &self.text[line_of(self.text, self.span.start)];
        if line.matches('"').count() % 2 == 1 {
            return Some(self.says(self.message).help("is a quote missing in this line?"));
        }
        let before = self.text.get(..self.span.start)?.trim_end();
        let between = self.text.get(before.len()..self.span.start)?;
        let next = self.text.get(self.span.start..)?;
        let whole = before.ends_with(['}', ']', '"']) && next.starts_with(['{', '[', '"']);
        let found = self.says("a comma is missing before this");
        let comma = self.at(before.len()..before.len());
        (whole && !between.contains('#')).then(|| found.suggest_as(Applicability::Certain, comma, ","))
    }
}

/// Whether a stretch of a line can only be a name, though it lacks its quotes.
fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || " -_'’.&/()".contains(c);
    let coded = text.replacen("::", "", 1);
    text.starts_with(char::is_alphabetic) && coded.chars().all(plain)
}

/// Whether a value without quotes can only have been meant as a text: no number, and no word for true or false.
fn is_plainly_a_text(written: &str) -> bool {
    const OTHER: &[&str] = &["true", "false", "yes", "no", "on", "off", "none", "null", "nil", "inf", "nan"];
    written.starts_with(char::is_alphabetic)
        && written.chars().all(|c| c.is_alphanumeric() || " -'.".contains(c))
        && !OTHER.contains(&written.to_lowercase().as_str())
}

/// Where the same key last stands before, in a header or before a `=` as here.
fn earlier_key(text: &str, key: Range<usize>) -> Option<usize> {
    let written = text.get(key.clone()).filter(|w| !w.is_empty())?;
    let follows = |end: usize| text.get(end..)?.trim_start_matches([' ', '\t']).chars().next();
    let after = follows(key.end);
    let bare = |c: char| c.is_alphanumeric() || "-_.\"'".contains(c);
    let same = |at: &usize| follows(at + written.len()) == after && !text[..*at].ends_with(bare);
    text[..key.start].rmatch_indices(written).map(|(at, _)| at).find(same)
}
