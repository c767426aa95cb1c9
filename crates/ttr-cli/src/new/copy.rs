//! A copy of a map under another name: only what must be different is.

use crate::mend::apply;
use ttr_core::NamedText;
use ttr_source::{Applicability, FileId, MapSource, Node, Sources, Span, Suggestion, Table, parse, toml_text};

/// The text of the copy: its own name, where it comes from, and that it is no longer what it was verified to be.
pub(super) fn text(old: &NamedText, map: &MapSource, title: &str, rules: Option<&str>) -> String {
    let mut sources = Sources::new();
    let file = sources.add(&old.name, &old.text);
    let parsed = parse(&sources, file);
    let empty = Table::new();
    let top = parsed.root.as_table().unwrap_or(&empty);
    let mut copy = Copy { edits: Vec::new(), added: String::new() };
    // The path to the schema leads from the old file, not from the new one.
    if let Some(line) =
        old.text.lines().next().filter(|line| line.trim_start_matches('\u{feff}').starts_with("#:schema"))
    {
        let start = line.len() - line.trim_start_matches('\u{feff}').len();
        let end = old.text.find('\n').map_or(old.text.len(), |at| at + 1);
        copy.replace(Span::new(file, start, end), String::new());
    }
    copy.put(top.get("name"), "name", toml_text(title));
    let comes_from = format!("the map {} ({})", map.name, old.name);
    let source = match &map.source {
        Some(before) => format!("{comes_from}; its source: {before}"),
        None => comes_from,
    };
    copy.put(top.get("source"), "source", toml_text(&source));
    if let Some(rules) = rules {
        copy.put(top.get("rules"), "rules", toml_text(rules));
    }
    if let Some(status) = top.get("board").and_then(|board| board.at(["status"])) {
        copy.replace(status.span, toml_text("original"));
    }
    // What was not there before stands right below the name.
    if let Some(name) = top.get("name").filter(|_| !copy.added.is_empty()) {
        let end = name.span.end as usize;
        let line_end = old.text[end..].find('\n').map_or(old.text.len(), |at| end + at + 1);
        let added = if old.text.contains("\r\n") { copy.added.replace('\n', "\r\n") } else { copy.added.clone() };
        copy.replace(Span::new(file, line_end, line_end), added);
    }
    copy.edits.sort_by_key(|edit| edit.span);
    apply(&old.text, &copy.edits)
}

struct Copy {
    edits: Vec<Suggestion>,
    added: String,
}

impl Copy {
    fn replace(&mut self, span: Span, replacement: String) {
        debug_assert_eq!(span.file, FileId::default());
        self.edits.push(Suggestion { span, replacement, applicability: Applicability::Certain });
    }

    /// Gives a key another value, or adds it.
    fn put(&mut self, old: Option<&Node>, key: &str, value: String) {
        match old {
            Some(node) => self.replace(node.span, value),
            None => self.added.push_str(&format!("{key} = {value}\n")),
        }
    }
}
