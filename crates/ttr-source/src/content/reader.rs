//! Reading values by hand: what is wrong with them is collected.

use crate::findings::diagnostic::Diagnostic;
use crate::findings::names::{Near, near, shown};
use crate::text::files::{Sources, Span};
use crate::text::parse::Parsed;
use crate::text::tree::{Entry, Node, Table};
use std::collections::HashMap;

/// The version of the file formats that is read.
pub(super) const FORMAT: i64 = 1;

/// How many pairs of characters may be compared in search of names that were meant: enough for every mistake that
/// people make, and an end for files that consist of nothing else.
const COMPARISONS: usize = 20_000_000;

/// A key as messages show it.
fn ticked(key: &str) -> String {
    format!("`{}`", shown(key).trim_matches('"'))
}

/// Of more findings of one code than this in a file the rest is counted: nobody reads on, and a file of 8 MB could hold
/// hundreds of thousands.
const MOST_OF_A_CODE: usize = 1_000;

/// Collects what is wrong with the values of a file, as they are read one by one.
pub struct Reader<'s> {
    found: Vec<Diagnostic>,
    /// How many there were of each code, and which is the last one kept.
    counts: HashMap<&'static str, (usize, usize)>,
    /// How many there were in all.
    total: usize,
    comparisons: usize,
    /// Lines that could not be read.
    lost: Vec<&'s str>,
}

impl Default for Reader<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'s> Reader<'s> {
    /// For values of a file of which all lines were read.
    pub fn new() -> Self {
        Self { found: Vec::new(), counts: HashMap::new(), total: 0, comparisons: COMPARISONS, lost: Vec::new() }
    }

    /// For a file of which some lines are lost.
    pub(crate) fn of(sources: &'s Sources, parsed: &Parsed) -> Self {
        Self { lost: parsed.lost.iter().map(|&span| sources.slice(span)).collect(), ..Self::new() }
    }

    /// Whether a word stands in a line that could not be read: then it is not surely missing.
    pub(crate) fn is_lost(&self, word: &str) -> bool {
        self.lost.iter().any(|text| text.contains(word))
    }

    /// Adds a finding; where there are very many of its code, it is only counted.
    pub fn add(&mut self, found: Diagnostic) {
        self.total += 1;
        let (count, last) = self.counts.entry(found.code).or_default();
        *count += 1;
        if *count <= MOST_OF_A_CODE {
            *last = self.found.len();
            self.found.push(found);
        }
    }

    /// Adds an error.
    pub fn error(&mut self, code: &'static str, message: String, span: Span) {
        self.add(Diagnostic::error(code, message).at(span));
    }

    /// Whether a finding of this code is still told, and not only counted.
    pub fn has_room(&self, code: &'static str) -> bool {
        self.counts.get(code).is_none_or(|(count, _)| *count < MOST_OF_A_CODE)
    }

    /// How many findings there were so far.
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// All findings; where there are too many of a code, the last one kept says how many more there are.
    pub fn into_found(mut self) -> Vec<Diagnostic> {
        for (count, last) in self.counts.values() {
            if let Some(d) = self.found.get_mut(*last) {
                d.more = count.saturating_sub(MOST_OF_A_CODE);
            }
        }
        self.found
    }

    /// An error about a name that does not exist, with the name that was meant if there is a near one.
    pub fn unknown<'c>(
        &mut self,
        mut fault: Diagnostic,
        written: &str,
        candidates: impl ExactSizeIterator<Item = &'c str>,
        spelt: fn(&str) -> String,
    ) {
        if let (Some(near), Some(span)) = (self.nearest(written, candidates), fault.span) {
            let help = format!("did you mean {}?", shown(near.name));
            fault = fault.help(help).suggest_as(near.applicability, span, spelt(near.name));
        }
        self.add(fault);
    }

    /// The candidate that was most likely meant. Nothing if none is near, or if the file has made very many comparisons already.
    pub fn nearest<'c>(
        &mut self,
        written: &str,
        candidates: impl ExactSizeIterator<Item = &'c str>,
    ) -> Option<Near<'c>> {
        let length = written.len().min(60);
        self.comparisons = self.comparisons.checked_sub((1 + length * length).saturating_mul(candidates.len()))?;
        near(written, candidates)
    }

    /// Adds the error that a value is of the wrong type; `name` is what messages call it.
    pub fn wrong_type(&mut self, name: &str, expected: &str, node: &Node) {
        let message = format!("{name} must be {expected}, not {}", node.what());
        self.error("file::wrong-type", message, node.span);
    }

    /// Asks a node for a value of a type; `name` is what messages call it.
    pub fn want<'n, T>(
        &mut self,
        name: &str,
        expected: &str,
        node: &'n Node,
        get: impl FnOnce(&'n Node) -> Option<T>,
    ) -> Option<T> {
        let value = get(node);
        if value.is_none() {
            self.wrong_type(name, expected, node);
        }
        value
    }

    pub(crate) fn text(&mut self, entry: &Entry) -> Option<String> {
        self.want(&ticked(&entry.key), "a text in quotes", &entry.value, Node::as_str).map(str::to_owned)
    }

    /// The text under a key that may be left out.
    pub(crate) fn optional_text(&mut self, table: &Table, key: &str) -> Option<String> {
        table.entry(key).and_then(|entry| self.text(entry))
    }

    pub(crate) fn table<'n>(&mut self, entry: &'n Entry) -> Option<&'n Table> {
        self.want(&ticked(&entry.key), "a table", &entry.value, Node::as_table)
    }

    /// A name that people will read: not empty, on one line, no spaces around it.
    pub(crate) fn check_name(&mut self, what: &str, name: &str, span: Span) {
        let fault = if name.is_empty() {
            "is empty"
        } else if name.contains(char::is_control) {
            "has control characters in it"
        } else if name.trim() != name {
            "has spaces around it"
        } else {
            return self.check_letters(what, name, span);
        };
        self.error("map::bad-name", format!("the name of {what} {fault}"), span);
    }

    /// Whether the file may be read on: yes, unless it says that it has another format.
    pub(crate) fn check_format(&mut self, root: &Node, table: &Table) -> bool {
        let help = format!("write `format = {FORMAT}`");
        let fault = |message: String, span| Diagnostic::error("file::format", message).at(span).help(help);
        match table.get("format").map(|node| (node, node.as_int())) {
            Some((_, Some(FORMAT))) => true,
            Some((node, Some(other))) => {
                let message = format!("this file has format {other}; this program reads format {FORMAT}");
                let help = "it may be meant for a newer version of the program";
                self.add(Diagnostic::error("file::format", message).at(node.span).help(help));
                false
            }
            Some((node, None)) => {
                self.add(fault(format!("`format` must be the number {FORMAT}, not {}", node.what()), node.span));
                true
            }
            None if self.is_lost("format") => true,
            None => {
                self.add(fault("this file does not say its `format`".to_owned(), root.span));
                true
            }
        }
    }
}
