//! The page in lines of text.

use super::document::{Document, Item};
use crate::output::lines::{self, Line, NO_BREAK, padded};
use crate::output::{Out, Styled, columns};
use std::io;

/// What stands before an item; its further lines are indented by as much.
const BULLET: &str = "- ";
/// How many spaces stand between the columns of a table.
const BETWEEN: usize = 2;

/// Prints a page, in as many columns as there are.
pub(crate) fn print(document: &Document, out: &mut Out) -> io::Result<()> {
    out.heading(lines::broken(out.width(), &document.title).join("\n"))?;
    for text in &document.intro {
        lines::wrapped(out, "", 0, text)?;
    }
    for part in &document.chapters {
        out.gap()?;
        out.heading(&part.title)?;
        for item in &part.items {
            print_item(item, out)?;
        }
    }
    Ok(())
}

fn print_item(item: &Item, out: &mut Out) -> io::Result<()> {
    let (first, indent) = if item.lead { ("", 0) } else { (BULLET, BULLET.len()) };
    // No line begins with the dash of a route, as if it were an item.
    let text = item.text.replace(" - ", &format!("{NO_BREAK}- "));
    lines::wrapped(out, first, indent, &text)?;
    let indent = indent + BULLET.len();
    let table: Vec<Line> = table(&item.table, out.width(), indent).into_iter().map(Line::plain).collect();
    lines::print(out, &table)?;
    for note in &item.notes {
        for line in lines::broken(out.width() - indent, note) {
            out.line(Styled::from(" ".repeat(indent)).and(out.dim(&line)))?;
        }
    }
    Ok(())
}

/// A table in lines that fit: one that is too wide goes on below itself, with its headings again.
fn table(rows: &[Vec<String>], width: usize, indent: usize) -> Vec<String> {
    let wide =
        |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| columns(cell)).max().unwrap_or_default();
    let cells = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut lines = Vec::new();
    let mut from = 1;
    while from < cells {
        let (mut to, mut used) = (from, indent + wide(0));
        while to < cells && (to == from || used + BETWEEN + wide(to) <= width) {
            used += BETWEEN + wide(to);
            to += 1;
        }
        for row in rows {
            let mut line = " ".repeat(indent) + &padded(row.first().map_or("", String::as_str), wide(0));
            for at in from..to {
                let cell = row.get(at).map_or("", String::as_str);
                line.push_str(&" ".repeat(BETWEEN + wide(at) - columns(cell)));
                line.push_str(cell);
            }
            lines.push(line);
        }
        from = to;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_table_goes_on_below_itself() {
        let row = |name: &str, n: i32| [vec![name.to_owned()], (1..=6).map(|i| (i * n).to_string()).collect()].concat();
        let rows = [row("spaces", 1), row("points", 5)];
        assert_eq!(table(&rows, 80, 2), ["  spaces  1   2   3   4   5   6", "  points  5  10  15  20  25  30"]);
        assert_eq!(
            table(&rows, 20, 0),
            ["spaces  1   2   3", "points  5  10  15", "spaces   4   5   6", "points  20  25  30"]
        );
        assert!(table(&[], 80, 2).is_empty());
    }
}
