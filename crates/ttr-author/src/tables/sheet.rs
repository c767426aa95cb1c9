//! CSV files as people and spreadsheets write them: any of the usual separators, quotes, a byte-order mark, Windows line
//! ends, empty lines, columns in any order.

use crate::Fault;
use std::collections::HashMap;
use std::ops::Range;
use ttr_core::NamedText;
use ttr_core::compile::Failed;
use ttr_source::{Diagnostic, FileId, Sources, Span, near, shown, sort};

/// What is wrong with tables, with the places.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    /// The texts.
    pub sources: Sources,
    all: Vec<Diagnostic>,
}

impl Faults {
    /// A fault of a cell.
    pub fn at(
        &mut self,
        sheet: &Sheet,
        row: &Row,
        column: Option<usize>,
        code: &'static str,
        message: impl Into<String>,
    ) {
        self.add(sheet.fault(row, column, code, message));
    }

    /// A fault.
    pub fn add(&mut self, found: Diagnostic) {
        self.all.push(found);
    }

    /// All faults as one failure, if there are any.
    pub fn done(&mut self) -> Result<(), Fault> {
        let (mut diagnostics, sources) = (std::mem::take(&mut self.all), &self.sources);
        sort(&mut diagnostics);
        let summary = match diagnostics.len() {
            0 => return Ok(()),
            1 => "1 error in the tables; nothing was written".to_owned(),
            n => format!("{n} errors in the tables; nothing was written"),
        };
        Err(Fault::findings(Failed { diagnostics, sources: sources.clone() }, summary))
    }
}

/// A table of a file.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// The file's name.
    pub file: String,
    /// Where the names of the columns stand.
    header: Vec<Span>,
    columns: Vec<String>,
    /// The names of the columns as written.
    written: Vec<String>,
    /// Which columns somebody has asked for.
    used: Vec<bool>,
    /// Which columns had another name.
    renamed: Vec<bool>,
    /// The rows that hold anything.
    pub rows: Vec<Row>,
    /// Numbers may have a comma before their fraction, since none separates the columns.
    decimal_comma: bool,
}

/// A row, with the places of its cells.
#[derive(Debug)]
pub(crate) struct Row {
    cells: Vec<String>,
    /// Where each cell stands, with its quotes.
    places: Vec<Span>,
    /// The place behind the last cell.
    end: Span,
}

impl Row {
    /// The cell of a column, without spaces around it; empty if the row is too short.
    pub fn cell(&self, column: Option<usize>) -> &str {
        column.and_then(|at| self.cells.get(at)).map_or("", String::as_str)
    }

    /// Where the cell of a column stands; the end of the row if it is too short.
    pub fn place(&self, column: Option<usize>) -> Span {
        column.and_then(|at| self.places.get(at)).copied().unwrap_or(self.end)
    }

    /// Where a part of a cell stands; the whole cell if it is not written there as it is.
    pub fn place_of(&self, column: Option<usize>, part: &str, sources: &Sources) -> Span {
        let whole = self.place(column);
        let text = sources.slice(whole);
        // No part of another name.
        let apart = |at: &usize| {
            let letter = |c: char| c.is_alphanumeric();
            !text[..*at].ends_with(letter) && !text[at + part.len()..].starts_with(letter)
        };
        match text.match_indices(part).map(|(at, _)| at).find(apart) {
            Some(at) => Span::new(whole.file, whole.start as usize + at, whole.start as usize + at + part.len()),
            None => whole,
        }
    }
}

/// A column's name as it is looked for: small letters, with `-` for spaces and underscores.
pub(super) fn folded(name: &str) -> String {
    let dash = |c: char| if c == ' ' || c == '_' { '-' } else { c };
    name.trim().to_lowercase().chars().map(dash).collect()
}

impl Sheet {
    /// Reads a table; nothing if there is none, or if it is no table, which is then told.
    pub fn read(table: Option<&NamedText>, faults: &mut Faults) -> Option<Self> {
        let NamedText { name, text } = table?;
        let file = faults.sources.add(name, text);
        Self::parse(file, name, text).map_err(|fault| faults.add(*fault)).ok()
    }

    /// Reads a text.
    ///
    /// # Errors
    /// With what makes it no table.
    pub fn parse(file: FileId, name: &str, whole: &str) -> Result<Self, Box<Diagnostic>> {
        let text = whole.strip_prefix('\u{feff}').unwrap_or(whole);
        let before = whole.len() - text.len();
        let fault = |code, message: String, span: Span| Box::new(Diagnostic::error(code, message).at(span));
        let separator = separator(text);
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(separator)
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        let (mut header, mut rows): (Option<Row>, Vec<Row>) = (None, Vec::new());
        for record in reader.records() {
            let record = record.map_err(|why| fault("file::not-utf8", why.to_string(), Span::new(file, 0, 0)))?;
            let start = record.position().map_or(0, |at| start_of(text, at));
            let ranges = fields(text, start, separator, record.len());
            let end = ranges.last().map_or(start, |range| range.end) + before;
            let places = ranges.iter().map(|range| Span::new(file, range.start + before, range.end + before)).collect();
            let cells: Vec<String> = record.iter().map(|cell| cell.trim().to_owned()).collect();
            if cells.iter().all(String::is_empty) {
                continue;
            }
            let row = Row { cells, places, end: Span::new(file, end, end) };
            let Some(header) = &header else {
                header = Some(row);
                continue;
            };
            let n = header.cells.len();
            if let Some((at, beyond)) = row.cells.iter().enumerate().skip(n).find(|(_, cell)| !cell.is_empty()) {
                let message = format!("{} stands beyond the last of the {n} columns", shown(beyond));
                return Err(fault("table::beyond-columns", message, row.place(Some(at))));
            }
            rows.push(row);
        }
        let Some(header) = header else {
            let found = fault("table::empty", "the table is empty".to_owned(), Span::new(file, 0, 0));
            return Err(Box::new(found.help("its first line names the columns")));
        };
        let columns: Vec<String> = header.cells.iter().map(|name| folded(name)).collect();
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for (at, column) in columns.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            if let Some(first) = seen.insert(column, at) {
                let message = format!("two columns are named {}", shown(column));
                let found = fault("table::same-column", message, header.place(Some(at)));
                return Err(Box::new(found.also(header.place(Some(first)), "the first of them")));
            }
        }
        let (used, renamed) = (vec![false; columns.len()], vec![false; columns.len()]);
        let (written, header) = (header.cells, header.places);
        let decimal_comma = separator != b',';
        Ok(Self { file: name.to_owned(), header, columns, written, used, renamed, rows, decimal_comma })
    }

    /// A fault of a cell, with the name of its column.
    pub fn fault(
        &self,
        row: &Row,
        column: Option<usize>,
        code: &'static str,
        message: impl Into<String>,
    ) -> Diagnostic {
        let found = Diagnostic::error(code, message).at(row.place(column));
        match column.and_then(|at| self.written.get(at)) {
            Some(name) => found.label(format!("in the column `{name}`")),
            None => found,
        }
    }

    /// Gives a column another name, unless there is one of that name; says whether there is one of the old name.
    pub fn rename(&mut self, old: &str, new: &str) -> bool {
        let at = self.columns.iter().position(|name| *name == folded(old));
        if let Some(at) = at.filter(|_| !self.columns.contains(&folded(new))) {
            (self.columns[at], self.written[at]) = (folded(new), new.to_owned());
            self.renamed[at] = true;
        }
        at.is_some()
    }

    /// Whether the column had another name, and so was written by somebody who fills all of its cells: then 0 is nothing.
    pub fn is_renamed(&self, column: usize) -> bool {
        self.renamed.get(column).copied().unwrap_or_default()
    }

    /// The column of this name, or of one of its other names.
    pub fn column(&mut self, names: &[&str]) -> Option<usize> {
        let at = names.iter().find_map(|name| self.columns.iter().position(|column| column == name))?;
        self.used[at] = true;
        Some(at)
    }

    /// The column of this name, which must be there.
    pub fn needs(&mut self, names: &[&str], faults: &mut Faults) -> Option<usize> {
        let found = self.column(names);
        if found.is_none() {
            let name = names.first().copied().unwrap_or_default();
            let place = self.header.first().zip(self.header.last()).map(|(a, b)| Span { end: b.end, ..*a });
            let fault = Diagnostic::error("table::no-column", format!("there is no column `{name}`"));
            let meant = near(name, self.columns.iter().map(String::as_str));
            let meant = meant.and_then(|near| self.columns.iter().position(|column| column == near.name));
            faults.add(match meant {
                Some(at) => {
                    let help = format!("is `{}` meant for it?", self.written[at]);
                    fault.at(self.header[at]).help(help).suggest(self.header[at], name)
                }
                None => Diagnostic { span: place, ..fault }.help("the first line names the columns"),
            });
        }
        found
    }

    /// The columns whose names begin so, with what comes behind as it is written.
    pub fn columns_like(&mut self, begins: &str) -> Vec<(String, usize)> {
        let like = |(at, name): (usize, &String)| {
            let rest = self.written.get(at).and_then(|written| written.get(begins.len()..))?;
            name.starts_with(begins).then(|| (rest.trim().to_owned(), at))
        };
        let found: Vec<(String, usize)> = self.columns.iter().enumerate().filter_map(like).collect();
        found.iter().for_each(|(_, at)| self.used[*at] = true);
        found
    }

    /// The columns that nobody has asked for and that say anything: more than nothing, `no` or 0.
    pub fn unused(&self) -> Vec<&str> {
        let says = |cell: &str| !matches!(cell.to_lowercase().as_str(), "" | "no" | "0");
        let holds = |at: usize| self.rows.iter().any(|row| says(row.cell(Some(at))));
        let columns = self.columns.iter().enumerate().filter(|(at, _)| !self.used[*at] && holds(*at));
        columns.map(|(_, name)| name.as_str()).collect()
    }

    /// A number with a fraction.
    pub fn number(&self, cell: &str) -> Option<f64> {
        let number = if self.decimal_comma { cell.replace(',', ".") } else { cell.to_owned() };
        number.parse::<f64>().ok().filter(|number| number.is_finite())
    }
}

/// Where a record begins; its position is that of the empty lines before it.
fn start_of(text: &str, at: &csv::Position) -> usize {
    let start = usize::try_from(at.byte()).unwrap_or(text.len()).min(text.len());
    let empty = text.as_bytes()[start..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
    start + empty
}

/// Where the cells of a record stand that begins here, without the spaces around them.
fn fields(text: &str, start: usize, separator: u8, n: usize) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let ends = |at: usize| bytes.get(at).is_none_or(|byte| *byte == separator || matches!(byte, b'\n' | b'\r'));
    let mut at = start;
    let mut field = || {
        let begin = at;
        let mut quoted = bytes.get(at) == Some(&b'"');
        if quoted {
            at += 1;
        }
        while quoted && at < bytes.len() {
            // Within quotes a quote is written twice.
            let twice = bytes[at..].starts_with(b"\"\"");
            quoted = twice || bytes[at] != b'"';
            at += if twice { 2 } else { 1 };
        }
        while !ends(at) {
            at += 1;
        }
        let end = at;
        at = (at + 1).min(bytes.len());
        let cell = text.get(begin..end).unwrap_or_default();
        let left = begin + cell.len() - cell.trim_start().len();
        left..left + cell.trim().len()
    };
    (0..n).map(|_| field()).collect()
}

/// What separates the columns: whatever the first line has most of, outside of quotes.
fn separator(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut quoted = false;
    for byte in first.bytes() {
        quoted ^= byte == b'"';
        if let Some((_, n)) = counts.iter_mut().find(|(separator, _)| !quoted && *separator == byte) {
            *n += 1;
        }
    }
    counts.into_iter().rev().max_by_key(|(_, n)| *n).map_or(b',', |(separator, _)| separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        sheet(text).unwrap().rows.into_iter().map(|row| row.cells).collect()
    }

    fn sheet(text: &str) -> Result<Sheet, Box<Diagnostic>> {
        Sheet::parse(FileId::default(), "x.csv", text)
    }

    #[test]
    fn tables_of_every_program_are_read_alike() {
        let expected = [["Lima", "1.5", "a, b"], ["Bree", "", "say \"no\""]];
        for text in [
            "name,lat,note\nLima,1.5,\"a, b\"\nBree,,\"say \"\"no\"\"\"\n",
            "\u{feff}name;lat;note\r\nLima;1.5;a, b\r\n\r\nBree;;\"say \"\"no\"\"\"\r\n;;\r\n",
            "name\tlat\tnote\nLima\t1.5\ta, b\n\n\n Bree \t\t\"say \"\"no\"\"\"",
        ] {
            assert_eq!(cells(text), expected, "{text:?}");
        }
        let mut sheet = sheet(" City_Name ;LAT\nLima;1,5\n").unwrap();
        assert_eq!(sheet.column(&["name", "city-name"]), Some(0));
        assert_eq!(sheet.number(sheet.rows[0].cell(Some(1))), Some(1.5));
        assert_eq!(sheet.unused(), ["lat"]);
        assert_eq!(sheet.rows[0].cell(Some(7)), "");
    }

    #[test]
    fn what_is_no_table_is_told() {
        for (text, says) in [
            ("", "x.csv:1:1: error[table::empty]: the table is empty"),
            ("\n \n", "x.csv:1:1: error[table::empty]: the table is empty"),
            ("a,b,A\n", "x.csv:1:5: error[table::same-column]: two columns are named \"a\""),
            (
                "\u{feff}a,b\n\n1,2,,\n1,2,3\n",
                "x.csv:4:5: error[table::beyond-columns]: \"3\" stands beyond the last of the 2 columns",
            ),
        ] {
            let mut sources = Sources::new();
            let file = sources.add("x.csv", text);
            assert_eq!(sources.short(&Sheet::parse(file, "x.csv", text).unwrap_err()), says, "{text:?}");
        }
    }

    #[test]
    fn every_cell_has_its_place() {
        let text = "\u{feff}name;note\r\n\r\n Lima ;\"a;\"\"b\"\"\nc\"\r\n\"x\"y;\r\nÜnder";
        let mut sources = Sources::new();
        let file = sources.add("x.csv", text);
        let sheet = Sheet::parse(file, "x.csv", text).unwrap();
        let places = |row: &Row| [0, 1].map(|at| sources.slice(row.place(Some(at))).to_owned());
        assert_eq!(places(&sheet.rows[0]), ["Lima", "\"a;\"\"b\"\"\nc\""]);
        assert_eq!(places(&sheet.rows[1]), ["\"x\"y", ""]);
        assert_eq!(places(&sheet.rows[2]), ["Ünder", ""], "a row that is too short");
        assert_eq!(sources.slice(sheet.header[1]), "note");
        assert_eq!(sources.slice(sheet.rows[2].place_of(Some(0), "Ünder", &sources)), "Ünder");
        assert_eq!(sources.slice(sheet.rows[0].place_of(Some(1), "b", &sources)), "b");
        assert_eq!(sources.slice(sheet.rows[2].place_of(Some(0), "der", &sources)), "Ünder");
    }
}
