//! Tables, all of one look.

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

/// A line under the header, and no other: tables are read down as well as across.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// A table with these columns, of which the first `words` hold words and the others numbers.
pub(crate) fn table(header: impl IntoIterator<Item = impl Into<String>>, words: usize) -> Table {
    let header: Vec<String> = header.into_iter().map(Into::into).collect();
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_header(header);
    for column in table.column_iter_mut().skip(words) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// A table of Markdown with so many columns of words, the others being numbers.
pub(crate) fn markdown<R: IntoIterator<Item = impl AsRef<str>>>(
    header: impl IntoIterator<Item = impl AsRef<str>>,
    words: usize,
    rows: impl IntoIterator<Item = R>,
) -> String {
    let cell = |text: &str| text.replace('|', "\\|");
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let header: Vec<String> = header.into_iter().map(|text| cell(text.as_ref())).collect();
    let numbers = header.len().saturating_sub(words);
    let rule = format!("|{}{}\n", "---|".repeat(words), "---:|".repeat(numbers));
    let rows = rows.into_iter().map(|row| line(row.into_iter().map(|text| cell(text.as_ref())).collect()));
    [line(header), rule].into_iter().chain(rows).collect()
}
