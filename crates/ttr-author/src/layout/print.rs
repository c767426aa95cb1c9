//! From the tree to text.

use super::rows::{aligned, are_rows, key_width};
use super::tree::{Group, Item, Part, Value, items};
use unicode_width::UnicodeWidthStr;

/// Lines are broken so as to be no wider than this, rows excepted.
const WIDTH: usize = 120;
/// What the items of a list are set in by.
const INDENT: usize = 4;

/// How wide a text is on a screen. What has several lines is wider than any line.
pub(super) fn width(text: &str) -> usize {
    if text.contains('\n') { WIDTH + 1 } else { text.width() }
}

pub(super) fn pair(key: &str, value: &str) -> String {
    format!("{key} = {value}")
}

/// A value on one line.
pub(super) fn flat(value: &Value<'_>) -> String {
    match value {
        Value::Plain(text) => (*text).to_owned(),
        Value::List(group) => format!("[{}]", flat_items(group)),
        Value::Table(group) if group.items().next().is_none() => "{}".to_owned(),
        Value::Table(group) => format!("{{ {} }}", flat_items(group)),
    }
}

fn flat_items(group: &Group<'_>) -> String {
    let item = |item: &Item<'_>| match &item.key {
        Some(key) => pair(key, &flat(&item.value)),
        None => flat(&item.value),
    };
    group.items().map(item).collect::<Vec<_>>().join(", ")
}

/// A whole file, from header to header.
pub(super) fn document(parts: &[Part<'_>], line_end: &str) -> String {
    let mut printer = Printer { out: String::new(), line_end };
    let is_header = |part: &Part<'_>| matches!(part, Part::Header(..));
    let mut start = 0;
    for at in (0..parts.len()).filter(|&at| is_header(&parts[at])).chain([parts.len()]) {
        // The comments right above a header belong to it.
        let comments = parts[start..at].iter().rev().take_while(|part| matches!(part, Part::Comment(_))).count();
        let end = if at < parts.len() { at - comments } else { at };
        printer.section(&parts[start..end]);
        start = end;
    }
    printer.out
}

/// Where parts stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the file, before the first header.
    Top,
    /// Below a header.
    Section,
    /// Between brackets.
    Group,
}

struct Printer<'e> {
    out: String,
    line_end: &'e str,
}

impl Printer<'_> {
    /// The part of a file from a header, with the comments above it, to the next.
    fn section(&mut self, mut parts: &[Part<'_>]) {
        while let [Part::Blank, rest @ ..] | [rest @ .., Part::Blank] = parts {
            parts = rest;
        }
        if !parts.is_empty() && !self.out.is_empty() {
            self.line("");
        }
        match parts.iter().position(|part| matches!(part, Part::Header(..))) {
            None => self.parts(parts, 0, Place::Top),
            Some(at) => {
                let (head, mut body) = parts.split_at(at + 1);
                while let [Part::Blank, rest @ ..] = body {
                    body = rest;
                }
                self.parts(head, 0, Place::Section);
                self.parts(body, 0, Place::Section);
            }
        }
    }

    /// A comment behind something, so many columns further right than it must be.
    fn comment(&mut self, comment: Option<&str>, further: usize) {
        if let Some(comment) = comment {
            self.out.push_str(&" ".repeat(2 + further));
            self.out.push_str(comment);
        }
    }

    fn parts(&mut self, parts: &[Part<'_>], indent: usize, place: Place) {
        let margin = " ".repeat(indent);
        let mut texts = self.texts(parts, indent, place).into_iter();
        // Comments in a run of lines that all have one are aligned.
        let mut run: Vec<(String, &str)> = Vec::new();
        for part in parts {
            match part {
                Part::Item(item) => {
                    let Some(text) = texts.next() else { continue };
                    let text = if place == Place::Group { format!("{margin}{text},") } else { text };
                    match item.comment {
                        Some(comment) => run.push((text, comment)),
                        None => {
                            self.run(&mut run);
                            self.line(&text);
                        }
                    }
                }
                Part::Comment(text) => {
                    self.run(&mut run);
                    self.line(&format!("{margin}{text}"));
                }
                Part::Header(text, comment) => {
                    self.run(&mut run);
                    self.out.push_str(text);
                    self.comment(*comment, 0);
                    self.line("");
                }
                Part::Blank => {
                    self.run(&mut run);
                    self.line("");
                }
            }
        }
        self.run(&mut run);
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push_str(self.line_end);
    }

    fn run(&mut self, run: &mut Vec<(String, &str)>) {
        let wide = |text: &str| if text.contains('\n') { 0 } else { text.width() };
        let most = run.iter().map(|(text, _)| wide(text)).max().unwrap_or(0);
        for (text, comment) in run.drain(..) {
            let further = if text.contains('\n') { 0 } else { most - wide(&text) };
            self.out.push_str(&text);
            self.comment(Some(comment), further);
            self.out.push_str(self.line_end);
        }
    }

    /// The texts of the items among some parts, without commas and comments.
    fn texts(&self, parts: &[Part<'_>], indent: usize, place: Place) -> Vec<String> {
        let items: Vec<&Item<'_>> = items(parts).collect();
        let rows = are_rows(parts);
        let aligned = if rows { aligned(&items) } else { Vec::new() };
        let mut aligned = aligned.into_iter();
        let key_width = if rows { key_width(items.iter().filter_map(|item| item.key.as_deref())) } else { 0 };
        let write = |item: &&Item<'_>| {
            let key = match &item.key {
                Some(key) => format!("{key}{} = ", " ".repeat(key_width.saturating_sub(width(key)))),
                None => String::new(),
            };
            let value = aligned.next().flatten().unwrap_or_else(|| {
                let list_of_rows = matches!(&item.value, Value::List(list) if are_rows(&list.parts));
                let room = WIDTH.saturating_sub(indent + width(&key) + usize::from(place == Place::Group));
                self.value(&item.value, indent, room, place == Place::Top && list_of_rows)
            });
            key + &value
        };
        items.iter().map(write).collect()
    }

    /// A value on one line or, if it must be, on several.
    fn value(&self, value: &Value<'_>, indent: usize, room: usize, must_break: bool) -> String {
        let Some(group) = value.group() else { return flat(value) };
        let empty = group.items().next().is_none() && !group.has_comment();
        if empty || !(must_break || group.has_comment() || width(&flat(value)) > room) {
            return flat(value);
        }
        let (open, close) = if matches!(value, Value::List(_)) { ('[', ']') } else { ('{', '}') };
        let mut inner = Printer { out: String::from(open), line_end: self.line_end };
        inner.comment(group.opening, 0);
        inner.line("");
        inner.parts(&group.parts, indent + INDENT, Place::Group);
        inner.out.push_str(&" ".repeat(indent));
        inner.out.push(close);
        inner.out
    }
}
