//! Tables, all of one look.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use std::fmt;
use ttr_source::{clean, is_unseen};

/// A line under the header, and no other: tables are read down as well as across.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// A table whose columns are as wide as what is shown in them.
pub(crate) struct Grid(Table);

/// A table with these columns, of which the first `words` hold words and the others numbers.
pub(crate) fn table(header: impl IntoIterator<Item = impl AsRef<str>>, words: usize) -> Grid {
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_header(cells(header));
    for column in table.column_iter_mut().skip(words) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    Grid(table)
}

fn cells(row: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<String> {
    row.into_iter().map(|cell| clean(cell.as_ref()).into_owned()).collect()
}

impl Grid {
    /// Adds a row.
    pub fn row(&mut self, row: impl IntoIterator<Item = impl AsRef<str>>) {
        self.0.add_row(cells(row));
    }

    /// Adds rows.
    pub fn rows<R: IntoIterator<Item = impl AsRef<str>>>(mut self, rows: impl IntoIterator<Item = R>) -> Self {
        rows.into_iter().for_each(|row| self.row(row));
        self
    }

    /// With as little as can be between its columns.
    pub fn narrow(mut self) -> Self {
        self.0.column_iter_mut().for_each(|column| {
            column.set_padding((0, 1));
        });
        self
    }

    /// Broken between words, and in the end anywhere, so that it fits.
    pub fn within(mut self, width: usize) -> Self {
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        self.0.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        self
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.trim_fmt())
    }
}

/// A text of a page of Markdown or HTML: what is not seen stands there as a reference, which says the same and can be read in
/// the page's own text. What steers is in no page.
pub(crate) fn with_references(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push(c),
            c if c.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            c if is_unseen(c) => out.push_str(&format!("&#x{:x};", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// A table of Markdown with so many columns of words, the others being numbers.
pub(crate) fn markdown<R: IntoIterator<Item = impl AsRef<str>>>(
    header: impl IntoIterator<Item = impl AsRef<str>>,
    words: usize,
    rows: impl IntoIterator<Item = R>,
) -> String {
    let cell = |text: &str| with_references(&text.replace('|', "\\|"));
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let header: Vec<String> = header.into_iter().map(|text| cell(text.as_ref())).collect();
    let numbers = header.len().saturating_sub(words);
    let rule = format!("|{}{}\n", "---|".repeat(words), "---:|".repeat(numbers));
    let rows = rows.into_iter().map(|row| line(row.into_iter().map(|text| cell(text.as_ref())).collect()));
    [line(header), rule].into_iter().chain(rows).collect()
}
