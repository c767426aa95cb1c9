//! CSV files as people and spreadsheets write them: any of the usual separators, quotes, a byte-order mark, Windows line
//! ends, empty lines, columns in any order.

use crate::failure::Failure;
use crate::files;
use std::path::Path;
use ttr_core::limits::MAX_FILE_BYTES;
use ttr_core::source::{nearest, shown};

/// Faults beyond so many are counted, not told.
const MOST_TOLD: usize = 50;

/// What is wrong with tables, with the places.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    all: Vec<String>,
}

impl Faults {
    /// A fault of a cell.
    pub fn at(&mut self, sheet: &Sheet, row: &Row, column: &str, message: impl AsRef<str>) {
        self.all.push(format!("{}:{}: column `{column}`: {}", sheet.file, row.line, message.as_ref()));
    }

    /// A fault of a whole file.
    pub fn of(&mut self, sheet: &Sheet, message: impl AsRef<str>) {
        self.all.push(format!("{}: {}", sheet.file, message.as_ref()));
    }

    /// All faults as one failure, if there are any.
    pub fn done(self) -> Result<(), Failure> {
        match self.all.len() {
            0 => Ok(()),
            1 => Err(Failure::content(self.all.concat())),
            n => {
                let told: Vec<String> = self.all.iter().take(MOST_TOLD).map(|fault| format!("\n  {fault}")).collect();
                let more = if n > MOST_TOLD { format!("\n  and {} more", n - MOST_TOLD) } else { String::new() };
                Err(Failure::content(format!("{n} faults in the tables:{}{more}", told.concat())))
            }
        }
    }
}

/// A table of a file.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// The file's name.
    pub file: String,
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

/// A row, with the line on which it begins.
#[derive(Debug)]
pub(crate) struct Row {
    /// The line, from 1.
    pub line: u64,
    cells: Vec<String>,
}

impl Row {
    /// The cell of a column, without spaces around it; empty if the row is too short.
    pub fn cell(&self, column: Option<usize>) -> &str {
        column.and_then(|at| self.cells.get(at)).map_or("", String::as_str)
    }
}

/// A column's name as it is looked for: small letters, with `-` for spaces and underscores.
pub(super) fn folded(name: &str) -> String {
    let dash = |c: char| if c == ' ' || c == '_' { '-' } else { c };
    name.trim().to_lowercase().chars().map(dash).collect()
}

impl Sheet {
    /// Reads a file of a folder; nothing if there is none.
    ///
    /// # Errors
    /// If it can't be read or is no table.
    pub fn read(folder: &Path, file: &str) -> Result<Option<Self>, Failure> {
        let path = folder.join(file);
        if !path.exists() {
            return Ok(None);
        }
        let text = files::read_text(&path, MAX_FILE_BYTES)?;
        Self::parse(&path.display().to_string(), &text).map(Some).map_err(Failure::content)
    }

    /// Reads a text.
    pub fn parse(file: &str, text: &str) -> Result<Self, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let separator = separator(text);
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(separator)
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        let (mut columns, mut rows): (Option<Vec<String>>, Vec<Row>) = (None, Vec::new());
        let mut written = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|fault| format!("{file}: {fault}"))?;
            let line = record.position().map_or(0, |at| line_of(text, at));
            let cells: Vec<String> = record.iter().map(|cell| cell.trim().to_owned()).collect();
            if cells.iter().all(String::is_empty) {
                continue;
            }
            let Some(columns) = &columns else {
                columns = Some(cells.iter().map(|name| folded(name)).collect());
                written = cells;
                continue;
            };
            if let Some(beyond) = cells.iter().skip(columns.len()).find(|cell| !cell.is_empty()) {
                let (n, beyond) = (columns.len(), shown(beyond));
                return Err(format!("{file}:{line}: {beyond} stands beyond the last of the {n} columns"));
            }
            rows.push(Row { line, cells });
        }
        let columns = columns.ok_or_else(|| format!("{file}: the table is empty; its first line names the columns"))?;
        let twice = columns.iter().enumerate().find(|(at, name)| !name.is_empty() && columns[..*at].contains(name));
        if let Some((_, name)) = twice {
            return Err(format!("{file}: two columns are named {}", shown(name)));
        }
        let (used, renamed) = (vec![false; columns.len()], vec![false; columns.len()]);
        Ok(Self { file: file.to_owned(), columns, written, used, renamed, rows, decimal_comma: separator != b',' })
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
            let near = nearest(name, self.columns.iter().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!("; is `{near}` meant for it?"));
            faults.of(self, format!("there is no column `{name}`{near}"));
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

/// The line on which a record begins; its position is that of the empty lines before it.
fn line_of(text: &str, at: &csv::Position) -> u64 {
    let rest = usize::try_from(at.byte()).ok().and_then(|start| text.as_bytes().get(start..)).unwrap_or_default();
    let empty = rest.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).filter(|byte| **byte == b'\n').count();
    at.line() + empty as u64
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
        Sheet::parse("x.csv", text).unwrap().rows.into_iter().map(|row| row.cells).collect()
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
        let mut sheet = Sheet::parse("x.csv", " City_Name ;LAT\nLima;1,5\n").unwrap();
        assert_eq!(sheet.column(&["name", "city-name"]), Some(0));
        assert_eq!(sheet.number(sheet.rows[0].cell(Some(1))), Some(1.5));
        assert_eq!(sheet.unused(), ["lat"]);
        assert_eq!(sheet.rows[0].line, 2);
        assert_eq!(sheet.rows[0].cell(Some(7)), "");
    }

    #[test]
    fn what_is_no_table_is_told() {
        for (text, says) in [
            ("", "x.csv: the table is empty; its first line names the columns"),
            ("\n \n", "x.csv: the table is empty; its first line names the columns"),
            ("a,b,A\n", "x.csv: two columns are named \"a\""),
            ("a,b\n\n1,2,,\n1,2,3\n", "x.csv:4: \"3\" stands beyond the last of the 2 columns"),
        ] {
            assert_eq!(Sheet::parse("x.csv", text).unwrap_err(), says, "{text:?}");
        }
    }
}
