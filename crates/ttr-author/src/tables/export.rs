//! From a map to tables.

use super::cell::to_cell;
use super::cell::to_toml;
use super::sheet::folded;
use super::splice::comments;
use super::{ATTRIBUTE, BETWEEN, CITY_COLUMNS, ROUTE_COLUMNS, TICKET_COLUMNS};
use std::collections::{BTreeMap, BTreeSet};
use ttr_source::{MapSource, Sources, Table, parse, toml_text};

/// The three tables of a map, as the text of CSV files.
pub struct Tables {
    /// The cities.
    pub cities: String,
    /// The routes.
    pub routes: String,
    /// The tickets.
    pub tickets: String,
}

/// A table while it is being written.
struct Writer {
    header: Vec<String>,
    /// Attributes and, where one is always a table, its keys.
    attributes: BTreeSet<(String, Option<String>)>,
    rows: Vec<Vec<String>>,
}

impl Writer {
    /// A table with these columns, and one for each attribute that any of its rows has. An attribute that is a table
    /// wherever it stands has a column for each of its keys.
    fn new<'t>(header: Vec<String>, tables: impl Iterator<Item = &'t Table>) -> Self {
        let mut whole: BTreeSet<&str> = BTreeSet::new();
        let mut keys: BTreeSet<(&str, &str)> = BTreeSet::new();
        for entry in tables.flat_map(Table::iter) {
            match entry.value.as_table().filter(|table| !table.is_empty()) {
                Some(table) => keys.extend(table.keys().map(|key| (entry.key.as_str(), key))),
                None => drop(whole.insert(&entry.key)),
            }
        }
        // A column is found by the first dot of its name, and without regard to capitals.
        let plain = |text: &str| text == folded(text) && !text.contains(['.', ':']);
        let odd: Vec<&str> = keys.iter().filter(|(name, key)| !plain(name) || !plain(key)).map(|(n, _)| *n).collect();
        whole.extend(odd);
        let by_key = keys.iter().filter(|(name, _)| !whole.contains(name));
        let by_key = by_key.map(|(name, key)| ((*name).to_owned(), Some((*key).to_owned())));
        let attributes = whole.iter().map(|name| ((*name).to_owned(), None)).chain(by_key).collect();
        Self { header, attributes, rows: Vec::new() }
    }

    fn row(&mut self, mut cells: Vec<String>, attributes: &Table) {
        let cell = |(name, key): &(String, Option<String>)| {
            let value = attributes.get(name)?;
            let value = key.as_ref().map_or(Some(value), |key| value.at([key.as_str()]))?;
            Some(to_cell(value))
        };
        cells.extend(self.attributes.iter().map(|column| cell(column).unwrap_or_default()));
        self.rows.push(cells);
    }

    /// The text, without the columns after the first that are empty in every row.
    fn finish(self, always: usize) -> String {
        let own = self.header.clone();
        let attribute = |(name, key): &(String, Option<String>)| match key {
            Some(key) => format!("{name}.{key}"),
            None if own.contains(name) => format!("{ATTRIBUTE}{name}"),
            None => name.clone(),
        };
        let header: Vec<String> = own.iter().cloned().chain(self.attributes.iter().map(attribute)).collect();
        let filled = |at: usize| self.rows.iter().any(|row| row.get(at).is_some_and(|cell| !cell.is_empty()));
        let kept: Vec<usize> = (0..header.len()).filter(|&at| at < always || filled(at)).collect();
        let mut writer = csv::Writer::from_writer(Vec::new());
        // Writing to memory does not fail.
        for row in [&header].into_iter().chain(&self.rows) {
            let _ = writer.write_record(kept.iter().map(|&at| row.get(at).map_or("", String::as_str)));
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

fn columns(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// A text as a cell that is never taken for anything else.
fn number(at: Option<f64>) -> String {
    at.map(|number| number.to_string()).unwrap_or_default()
}

/// The cities, routes and tickets of a map.
pub fn tables(map: &MapSource) -> Tables {
    let name = |city: usize| map.cities.get(city).map_or("", |city| city.name.as_str());

    let languages: BTreeSet<&String> = map.cities.iter().flat_map(|city| city.names.keys()).collect();
    let mut header = columns(CITY_COLUMNS);
    header.extend(languages.iter().map(|language| format!("name:{language}")));
    let mut cities = Writer::new(header, map.cities.iter().map(|city| &city.attrs));
    for city in &map.cities {
        let place = |of: Option<[f64; 2]>, at: usize| number(of.map(|of| of[at]));
        let junction = if city.junction { "yes" } else { "" };
        let mut cells = vec![city.name.clone(), place(city.at, 0), place(city.at, 1)];
        cells.extend([place(city.position, 0), place(city.position, 1), junction.to_owned()]);
        cells.extend(languages.iter().map(|language| city.names.get(*language).cloned().unwrap_or_default()));
        cities.row(cells, &city.attrs);
    }

    let mut numbers = BTreeMap::new();
    let mut routes = Writer::new(columns(ROUTE_COLUMNS), map.routes.iter().map(|route| &route.attrs));
    for route in &map.routes {
        let group = route.group.map(|group| {
            let next = numbers.len() + 1;
            numbers.entry(group).or_insert(next).to_string()
        });
        let [a, b] = route.ends.map(|end| name(end).to_owned());
        let colour = route.colour.clone().unwrap_or_default();
        routes.row(vec![a, b, route.length.to_string(), colour, group.unwrap_or_default()], &route.attrs);
    }

    let mut tickets = Writer::new(columns(TICKET_COLUMNS), map.tickets.iter().map(|ticket| &ticket.attrs));
    for ticket in &map.tickets {
        let cities: Vec<&str> = ticket.cities.iter().map(|city| name(*city)).collect();
        let points = ticket.points.map(|points| points.to_string()).unwrap_or_default();
        tickets.row(vec![joined(&cities), points, ticket.deck.clone().unwrap_or_default()], &ticket.attrs);
    }
    Tables { cities: cities.finish(1), routes: routes.finish(5), tickets: tickets.finish(2) }
}

/// The cities of a ticket in a cell: `Boston > Miami`, or as a list of texts where that would be taken for other cities.
fn joined(cities: &[&str]) -> String {
    let plain = cities.join(BETWEEN);
    let told_apart = plain.split('>').map(str::trim).eq(cities.iter().copied()) && !plain.starts_with('[');
    if told_apart {
        return plain;
    }
    let list = format!("[{}]", cities.iter().map(|city| toml_text(city)).collect::<Vec<_>>().join(", "));
    debug_assert!(to_toml(&list).is_ok());
    list
}

/// What a map has besides its tables: keys, and comments.
pub fn left_out(name: &str, text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let parsed = parse(&sources, file);
    let keys = parsed.root.as_table().into_iter().flat_map(|table| table.keys());
    let carried = ["format", "cities", "routes", "tickets"];
    let mut left: Vec<String> = keys.filter(|key| !carried.contains(key)).map(|key| format!("`{key}`")).collect();
    match comments(text.strip_prefix('\u{feff}').unwrap_or(text)) {
        0 => {}
        1 => left.push("1 comment".to_owned()),
        n => left.push(format!("{n} comments")),
    }
    left
}
