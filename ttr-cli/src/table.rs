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
