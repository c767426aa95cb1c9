//! Rows: tables in braces, one a line, whose columns are aligned as far as their keys are the same.

use super::print::{flat, pair, width};
use super::tree::{Group, Item, Part, Value};
use std::collections::BTreeMap;

/// A cell that is wider than this does not make its column wider.
const WIDEST: usize = 60;

/// The cells of a table that stands on one line.
struct Row {
    cells: Vec<Cell>,
    text: String,
}

struct Cell {
    key: String,
    /// The value, taken apart where it is a list of numbers.
    value: Values,
}

enum Values {
    Text(String),
    Number(String),
    Numbers(Vec<String>),
}

/// Whether these parts are rows: nothing but tables in braces; where they have keys, at least two of them.
pub(super) fn are_rows(parts: &[Part<'_>]) -> bool {
    let mut items = super::tree::items(parts).peekable();
    let least = items.peek().map_or(1, |first| if first.key.is_some() { 2 } else { 1 });
    let (count, tables) = items.fold((0, 0), |(n, m), i| (n + 1, m + usize::from(matches!(i.value, Value::Table(_)))));
    count >= least && count == tables
}

/// The texts of rows, aligned, without their keys. Nothing for those that are broken into lines or are no rows.
pub(super) fn aligned(items: &[&Item<'_>]) -> Vec<Option<String>> {
    let mut rows: Vec<Option<Row>> = items.iter().map(|item| row(&item.value)).collect();
    let mut all: Vec<&mut Row> = rows.iter_mut().flatten().collect();
    align(&mut all, 0);
    rows.into_iter().map(|row| Some(finished(row?))).collect()
}

fn finished(row: Row) -> String {
    if row.cells.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", row.text) }
}

/// How wide the keys of rows are, the widest left out.
pub(super) fn key_width<'k>(keys: impl Iterator<Item = &'k str>) -> usize {
    keys.map(width).filter(|width| *width <= WIDEST).max().unwrap_or(0)
}

fn row(value: &Value<'_>) -> Option<Row> {
    let Value::Table(group) = value else { return None };
    if group.has_comment() {
        return None;
    }
    let cells: Vec<Cell> = group.items().map(cell).collect();
    Some(Row { cells, text: String::new() })
}

fn cell(item: &Item<'_>) -> Cell {
    Cell { key: item.key.clone().unwrap_or_default(), value: values(&item.value) }
}

fn values(value: &Value<'_>) -> Values {
    match value {
        Value::Plain(text) if is_number(text) => Values::Number((*text).to_owned()),
        Value::List(group) => numbers(group).map_or_else(|| Values::Text(flat(value)), Values::Numbers),
        _ => Values::Text(flat(value)),
    }
}

fn numbers(group: &Group<'_>) -> Option<Vec<String>> {
    let number = |item: &Item<'_>| match item.value {
        Value::Plain(text) if is_number(text) => Some(text.to_owned()),
        _ => None,
    };
    group.items().map(number).collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c)) && text.replace('_', "").parse::<f64>().is_ok()
}

fn right(text: &str, wide: usize) -> String {
    format!("{}{text}", " ".repeat(wide.saturating_sub(width(text))))
}

/// Writes the cells from this column on, into rows that have the same keys up to here.
fn align(rows: &mut [&mut Row], column: usize) {
    let mut by_key: BTreeMap<String, Vec<&mut Row>> = BTreeMap::new();
    for row in rows.iter_mut() {
        if let Some(cell) = row.cells.get(column) {
            by_key.entry(cell.key.clone()).or_default().push(row);
        }
    }
    for (key, mut rows) in by_key {
        let texts = column_texts(&rows, column);
        let texts: Vec<String> = texts.into_iter().map(|value| pair(&key, &value)).collect();
        let goes_on = |row: &&mut Row| row.cells.len() > column + 1;
        let waited_for = texts.iter().zip(&rows).filter(|(_, row)| goes_on(row));
        let wide = waited_for.map(|(text, _)| width(text)).filter(|width| *width <= WIDEST).max().unwrap_or(0);
        for (row, text) in rows.iter_mut().zip(&texts) {
            row.text.push_str(text);
            if goes_on(row) {
                row.text.push_str(", ");
                row.text.push_str(&" ".repeat(wide.saturating_sub(width(text))));
            }
        }
        align(&mut rows, column + 1);
    }
}

/// The values of a column. Numbers are aligned at the right if all of them are numbers.
fn column_texts(rows: &[&mut Row], column: usize) -> Vec<String> {
    let values: Vec<&Values> = rows.iter().filter_map(|row| row.cells.get(column)).map(|cell| &cell.value).collect();
    let lists: Option<Vec<&[String]>> = values.iter().map(|value| value.as_numbers()).collect();
    let Some(lists) = lists else { return values.iter().map(|value| value.plain()).collect() };
    let columns = lists.iter().map(|list| list.len()).max().unwrap_or(0);
    let wide = |at: usize| lists.iter().filter_map(|list| list.get(at)).map(|text| width(text)).max().unwrap_or(0);
    let wides: Vec<usize> = (0..columns).map(wide).collect();
    let even =
        |list: &[String]| -> Vec<String> { list.iter().zip(&wides).map(|(text, wide)| right(text, *wide)).collect() };
    let write = |value: &&Values| match value {
        Values::Numbers(list) => format!("[{}]", even(list).join(", ")),
        Values::Number(text) => even(std::slice::from_ref(text)).concat(),
        Values::Text(text) => text.clone(),
    };
    // A number alone and numbers in a list are two things.
    let lists = values.iter().filter(|value| matches!(value, Values::Numbers(_))).count();
    if lists == 0 || lists == values.len() {
        values.iter().map(write).collect()
    } else {
        values.iter().map(|value| value.plain()).collect()
    }
}

impl Values {
    fn as_numbers(&self) -> Option<&[String]> {
        match self {
            Self::Text(_) => None,
            Self::Number(text) => Some(std::slice::from_ref(text)),
            Self::Numbers(list) => Some(list),
        }
    }

    fn plain(&self) -> String {
        match self {
            Self::Text(text) | Self::Number(text) => text.clone(),
            Self::Numbers(list) => format!("[{}]", list.join(", ")),
        }
    }
}
