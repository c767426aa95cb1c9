//! Rows of routes, put together to the entries of a map.

use super::cell::to_toml;
use super::import::{Cell, Cities, Column, attributes, pairs};
use super::sheet::{Faults, Row, Sheet};
use std::collections::HashMap;
use ttr_core::limits::MAX_ROUTE_LENGTH;
use ttr_source::{Span, shown, toml_text};

/// An entry: the tracks between two cities that form one group.
struct Entry {
    ends: [String; 2],
    length: u16,
    /// Where the first says its group.
    place: Span,
    tracks: Vec<Track>,
}

struct Track {
    colour: String,
    /// Attributes, each as the text of its value.
    attributes: Vec<(String, String)>,
}

/// What came of a table of routes.
pub(super) struct Routes {
    /// Entries of the list `routes`, each a table in braces.
    pub entries: Vec<String>,
    /// How many tracks they have.
    pub tracks: usize,
    /// How many entries were put together without a column that says so.
    pub guessed: usize,
}

/// What tells one group of rows from the others.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Said(String),
    Parallel([String; 2], u16),
    Alone(usize),
}

/// Reads the routes.
pub(super) fn read(sheet: &mut Sheet, known: &[&str], cities: &Cities<'_>, faults: &mut Faults) -> Routes {
    let [a, b] = [&["a", "from", "city-a", "city1", "source"], &["b", "to", "city-b", "city2", "target"]]
        .map(|names| sheet.needs(names, faults));
    let length = sheet.needs(&["length", "len", "spaces"], faults);
    let colour = sheet.column(&["colour", "color"]);
    let group = sheet.column(&["group"]);
    let attributes_at = attributes(sheet, known);
    if [a, b, length].contains(&None) {
        return Routes { entries: Vec::new(), tracks: 0, guessed: 0 };
    }
    let mut entries: Vec<Entry> = Vec::new();
    let mut places: HashMap<Key, usize> = HashMap::new();
    for (number, row) in sheet.rows.iter().enumerate() {
        let ends = [a, b].map(|column| cities.named(Cell { sheet, row, column }, row.cell(column), faults));
        let long = read_length(sheet, row, length, faults);
        let attributes = read_attributes(sheet, row, &attributes_at, faults);
        let ([Some(from), Some(to)], Some(length)) = (ends, long) else { continue };
        if from == to {
            let message = format!("the route leads from {} to itself", shown(&from));
            faults.at(sheet, row, b, "map::route-to-itself", message);
            continue;
        }
        let mut sorted = [from.clone(), to.clone()];
        sorted.sort();
        let key = match (group, row.cell(group)) {
            (None, _) => Key::Parallel(sorted, length),
            (Some(_), "") => Key::Alone(number),
            (Some(_), said) => Key::Said(said.to_owned()),
        };
        let track = Track { colour: row.cell(colour).to_owned(), attributes };
        let at = *places.entry(key).or_insert(entries.len());
        match entries.get_mut(at) {
            None => entries.push(Entry { ends: [from, to], length, place: row.place(group), tracks: vec![track] }),
            Some(entry) => {
                let same = entry.ends == [from.clone(), to.clone()] || entry.ends == [to, from];
                if same && entry.length == length {
                    entry.tracks.push(track);
                } else {
                    let message = "the routes of a group have the same cities and the same length";
                    let found = sheet.fault(row, group, "table::bad-group", message);
                    faults.add(found.also(entry.place, "the first of the group"));
                }
            }
        }
    }
    let doubles = entries.iter().filter(|entry| entry.tracks.len() > 1).count();
    Routes {
        tracks: entries.iter().map(|entry| entry.tracks.len()).sum(),
        guessed: if group.is_none() { doubles } else { 0 },
        entries: entries.iter().map(Entry::toml).collect(),
    }
}

fn read_length(sheet: &Sheet, row: &Row, column: Option<usize>, faults: &mut Faults) -> Option<u16> {
    let cell = row.cell(column);
    let length = cell.parse::<u16>().ok().filter(|length| (1..=MAX_ROUTE_LENGTH as u16).contains(length));
    if length.is_none() {
        let message = format!("a route has 1 to {MAX_ROUTE_LENGTH} spaces, not {}", shown(cell));
        faults.at(sheet, row, column, "map::bad-length", message);
    }
    length
}

/// The attributes of a row, each as the text of its value.
pub(super) fn read_attributes(
    sheet: &Sheet,
    row: &Row,
    columns: &[Column],
    faults: &mut Faults,
) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut tables: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for Column { name, key, at } in columns {
        let value = match to_toml(row.cell(Some(*at))) {
            Ok(value) => value.filter(|value| !(sheet.is_renamed(*at) && value == "0")),
            Err(message) => {
                faults.at(sheet, row, Some(*at), "table::bad-cell", message);
                None
            }
        };
        let Some(value) = value else { continue };
        match key {
            None => found.push((name.clone(), value)),
            Some(key) => match tables.iter_mut().find(|(table, _)| table == name) {
                Some((_, keys)) => keys.push((key.clone(), value)),
                None => tables.push((name.clone(), vec![(key.clone(), value)])),
            },
        }
    }
    for (name, keys) in tables {
        if found.iter().any(|(other, _)| *other == name) {
            let column = columns.iter().find(|column| column.name == name && column.key.is_none());
            let message = format!("`{name}` is given as a whole and by its keys");
            faults.at(sheet, row, column.map(|column| column.at), "table::bad-cell", message);
        }
        found.push((name, pairs(&keys)));
    }
    found
}

impl Entry {
    fn toml(&self) -> String {
        let between = self.ends.each_ref().map(|city| toml_text(city)).join(", ");
        let mut keys = vec![("between".to_owned(), format!("[{between}]"))];
        keys.push(("length".to_owned(), self.length.to_string()));
        match &self.tracks[..] {
            [only] => {
                keys.extend(only.colour());
                keys.extend(only.attributes.iter().cloned());
            }
            tracks => {
                // What all tracks have in common belongs to the entry.
                let first = tracks.first().map(|track| &track.attributes[..]).unwrap_or_default();
                let (shared, _): (Vec<_>, Vec<_>) =
                    first.iter().cloned().partition(|pair| tracks.iter().all(|track| track.attributes.contains(pair)));
                let texts: Vec<String> = tracks.iter().map(|track| track.toml(&shared)).collect();
                keys.push(("tracks".to_owned(), format!("[{}]", texts.join(", "))));
                keys.extend(shared);
            }
        }
        pairs(&keys)
    }
}

impl Track {
    fn colour(&self) -> Option<(String, String)> {
        (!self.colour.is_empty()).then(|| ("colour".to_owned(), toml_text(&self.colour)))
    }

    fn toml(&self, shared: &[(String, String)]) -> String {
        let own: Vec<_> = self.attributes.iter().filter(|pair| !shared.contains(pair)).cloned().collect();
        match self.colour() {
            Some((_, colour)) if own.is_empty() => colour,
            colour => pairs(&colour.into_iter().chain(own).collect::<Vec<_>>()),
        }
    }
}
