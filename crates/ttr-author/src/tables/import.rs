//! From tables to the parts of a map.

use super::cell::to_toml;
use super::routes::{self, read_attributes};
use super::sheet::{Faults, Row, Sheet, folded};
use super::{ATTRIBUTE, CITIES, ROUTES, TICKETS};
use crate::Fault;
use std::collections::{HashMap, HashSet};
use ttr_core::{AttrOn, NamedText, Registry};
use ttr_source::limits::MAX_POINTS;
use ttr_source::{Span, cut, near, shown, toml_key, toml_text};

/// The parts of a map that the tables hold, as texts of a map file in no layout, and what there is to say of them.
#[derive(Default)]
pub struct Imported {
    /// `[cities]` and its lines.
    pub cities: Option<String>,
    /// `routes = [...]`.
    pub routes: Option<String>,
    /// `tickets = [...]`.
    pub tickets: Option<String>,
    /// What came of it, for people.
    pub notes: Vec<String>,
    /// Attributes that were carried over, in order.
    pub attributes: Vec<(AttrOn, String)>,
}

/// The names of the cities that routes and tickets may lead to.
pub(super) struct Cities<'a> {
    names: Vec<&'a str>,
    known: HashSet<&'a str>,
}

impl<'a> Cities<'a> {
    fn new(names: Vec<&'a str>) -> Self {
        Self { known: names.iter().copied().collect(), names }
    }

    /// The city that a cell names, or a part of it. One that there is not is told, with the one that was meant.
    pub fn named(&self, cell: Cell<'_>, name: &str, faults: &mut Faults) -> Option<String> {
        if self.known.contains(name) {
            return Some(name.to_owned());
        }
        let Cell { sheet, row, column } = cell;
        if name.is_empty() {
            faults.at(sheet, row, column, "table::bad-cell", "a city is missing");
            return None;
        }
        let place = row.place_of(column, name, &faults.sources);
        let found = sheet.fault(row, column, "map::unknown-city", format!("there is no city {}", shown(name)));
        let found = found.at(place);
        faults.add(match near(name, self.names.iter().copied()) {
            Some(near) => {
                let found = found.help(format!("did you mean {}?", shown(near.name)));
                // What would need quotes is only named.
                let plain = !near.name.contains([',', ';', '\t', '"', '>']) && faults.sources.slice(place) == name;
                if plain { found.suggest_as(near.applicability, place, near.name) } else { found }
            }
            None => found,
        });
        None
    }
}

/// A cell of a table.
#[derive(Clone, Copy)]
pub(super) struct Cell<'a> {
    pub sheet: &'a Sheet,
    pub row: &'a Row,
    pub column: Option<usize>,
}

/// A column of an attribute, or of one key of an attribute that is a table: `tour.penalty`.
pub(super) struct Column {
    pub name: String,
    pub key: Option<String>,
    pub at: usize,
}

/// The columns of attributes that some module knows.
pub(super) fn attributes(sheet: &mut Sheet, known: &[&str]) -> Vec<Column> {
    let mut found = Vec::new();
    for name in known {
        let (plain, marked) = (folded(name), format!("{ATTRIBUTE}{}", folded(name)));
        let whole = sheet.column(&[&marked, &plain]).map(|at| Column { name: (*name).to_owned(), key: None, at });
        let keys = sheet.columns_like(&format!("{plain}.")).into_iter();
        found.extend(whole);
        found.extend(keys.map(|(key, at)| Column { name: (*name).to_owned(), key: Some(key), at }));
    }
    found.sort_by_key(|column| column.at);
    found
}

/// A table in braces.
pub(super) fn pairs(keys: &[(String, String)]) -> String {
    let pairs: Vec<String> = keys.iter().map(|(key, value)| format!("{} = {value}", toml_key(key))).collect();
    if pairs.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", pairs.join(", ")) }
}

/// So many columns that are not carried over are named.
const MOST_NAMED: usize = 20;

/// Other names for columns, as `OLD=NEW`, taken apart.
///
/// # Errors
/// If a word is none.
pub fn renames<'w>(words: &'w [String]) -> Result<Vec<(&'w str, &'w str)>, Fault> {
    let pair = |word: &'w String| match word.split_once('=') {
        Some((old, new)) if !old.is_empty() && !new.is_empty() => Ok((old, new)),
        _ => Err(Fault::wish(format!("--column is OLD=NEW, as in `kind=piece`, not {}", shown(word)))),
    };
    words.iter().map(pair).collect()
}

/// The tables of a folder, as texts under the names of their files.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The folder, for messages.
    pub folder: String,
    /// The cities.
    pub cities: Option<NamedText>,
    /// The routes.
    pub routes: Option<NamedText>,
    /// The tickets.
    pub tickets: Option<NamedText>,
}

/// Reads tables. `there` are the cities of the map that is imported into, for tables without cities.
///
/// # Errors
/// With everything that is wrong with them.
pub fn read(registry: &Registry, given: &Given, renames: &[(&str, &str)], there: &[String]) -> Result<Imported, Fault> {
    let mut faults = Faults::default();
    let mut cities = Sheet::read(given.cities.as_ref(), &mut faults);
    let mut routes = Sheet::read(given.routes.as_ref(), &mut faults);
    let mut tickets = Sheet::read(given.tickets.as_ref(), &mut faults);
    // What is said of a table without the others would only follow from their faults.
    faults.done()?;
    if cities.is_none() && routes.is_none() && tickets.is_none() {
        let message = format!("{} has none of {CITIES}, {ROUTES} and {TICKETS}", given.folder);
        return Err(Fault::wish(message).help("`ttr export MAP -o DIR` shows what they look like"));
    }
    for (old, new) in renames {
        let mut found = false;
        for sheet in [&mut cities, &mut routes, &mut tickets].into_iter().flatten() {
            found |= sheet.rename(old, new);
        }
        if !found {
            return Err(Fault::wish(format!("no table has a column {}", shown(old))));
        }
    }
    let known = |on: AttrOn| -> Vec<&str> {
        let all = registry.modules().flat_map(|module| &module.manifest.attributes);
        all.filter(|attribute| attribute.on == on).map(|attribute| attribute.name).collect()
    };
    let mut imported = Imported::default();
    let mut names: Vec<String> = there.to_vec();
    if let Some(sheet) = &mut cities {
        names = read_cities(sheet, &known(AttrOn::City), &mut imported, &mut faults);
    }
    let named = Cities::new(names.iter().map(String::as_str).collect());
    if let Some(sheet) = &mut routes {
        let found = routes::read(sheet, &known(AttrOn::Route), &named, &mut faults);
        let (tracks, entries) = (found.tracks, found.entries.len());
        imported.notes.push(format!("{}: {tracks} routes in {entries} entries", sheet.file));
        if found.guessed > 0 {
            let message = format!("{} doubles were made of rows with the same cities and length", found.guessed);
            imported.notes.push(format!("{}: {message}; a column `group` would say so", sheet.file));
        }
        imported.routes = Some(list("routes", &found.entries));
    }
    if let Some(sheet) = &mut tickets {
        let found = read_tickets(sheet, &known(AttrOn::Ticket), &named, &mut faults);
        imported.notes.push(format!("{}: {} tickets", sheet.file, found.len()));
        imported.tickets = Some(list("tickets", &found));
    }
    faults.done()?;
    for (sheet, on, what) in [
        (&mut cities, AttrOn::City, "cities"),
        (&mut routes, AttrOn::Route, "routes"),
        (&mut tickets, AttrOn::Ticket, "tickets"),
    ] {
        let Some(sheet) = sheet else { continue };
        let columns = attributes(sheet, &known(on));
        let unused: Vec<String> = sheet.unused().into_iter().map(|name| format!("`{}`", cut(name))).collect();
        let message = match &unused[..] {
            [] => None,
            [one] => Some(format!("the column {one} is not carried over: no module knows it on {what}")),
            all => {
                let more = match all.len().saturating_sub(MOST_NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let named = all[..all.len().min(MOST_NAMED)].join(", ");
                Some(format!("columns that are not carried over, since no module knows them on {what}: {named}{more}"))
            }
        };
        imported.notes.extend(message.map(|message| format!("{}: {message}", sheet.file)));
        // A column that says nothing but no needs no module.
        let says = |at: usize| sheet.rows.iter().any(|row| matches!(to_toml(row.cell(Some(at))), Ok(Some(_))));
        let carried = columns.into_iter().filter(|column| says(column.at));
        imported.attributes.extend(carried.map(|column| (on, column.name)));
    }
    Ok(imported)
}

/// A list at the top of a map file, an item a line.
fn list(key: &str, items: &[String]) -> String {
    format!("{key} = [\n{}]\n", items.iter().map(|item| format!("{item},\n")).collect::<String>())
}

/// Reads the cities, and gives their names.
fn read_cities(sheet: &mut Sheet, known: &[&str], imported: &mut Imported, faults: &mut Faults) -> Vec<String> {
    let name = sheet.needs(&["name", "city", "city-name"], faults);
    let at = [&["lat", "latitude"][..], &["lon", "lng", "long", "longitude"]].map(|names| sheet.column(names));
    let position = [&["x"][..], &["y"]].map(|names| sheet.column(names));
    let junction = sheet.column(&["junction"]);
    let languages = sheet.columns_like("name:");
    let attributes_at = attributes(sheet, known);
    let mut places: HashMap<String, Span> = HashMap::new();
    let (mut names, mut text) = (Vec::new(), String::from("[cities]\n"));
    for row in &sheet.rows {
        let city = row.cell(name);
        if name.is_some() && city.is_empty() {
            faults.at(sheet, row, name, "map::bad-name", "the city has no name");
        } else if let Some(first) = places.insert(city.to_owned(), row.place(name)).filter(|_| name.is_some()) {
            let found = sheet.fault(row, name, "table::same-city", format!("two cities are named {}", shown(city)));
            faults.add(found.also(first, "the first of them"));
        }
        let mut keys = Vec::new();
        for (key, columns) in [("at", at), ("pos", position)] {
            if let Some([a, b]) = place(sheet, row, columns, faults) {
                keys.push((key.to_owned(), format!("[{a}, {b}]")));
            }
        }
        match to_toml(row.cell(junction)).as_ref().map(Option::as_deref) {
            Ok(None | Some("false")) => {}
            Ok(Some("true")) => keys.push(("junction".to_owned(), "true".to_owned())),
            _ => {
                let message = format!("a junction is `yes` or `no`, not {}", shown(row.cell(junction)));
                faults.at(sheet, row, junction, "table::bad-cell", message);
            }
        }
        let other = languages.iter().filter(|(_, at)| !row.cell(Some(*at)).is_empty());
        let other: Vec<_> = other.map(|(key, at)| (key.clone(), toml_text(row.cell(Some(*at))))).collect();
        if !other.is_empty() {
            keys.push(("names".to_owned(), pairs(&other)));
        }
        keys.extend(read_attributes(sheet, row, &attributes_at, faults));
        text.push_str(&format!("{} = {}\n", toml_key(city), pairs(&keys)));
        if !city.is_empty() {
            names.push(city.to_owned());
        }
    }
    imported.notes.push(format!("{}: {} cities", sheet.file, names.len()));
    imported.cities = Some(text);
    names
}

/// Two coordinates as they are to be written; nothing if both cells are empty.
fn place(sheet: &Sheet, row: &Row, columns: [Option<usize>; 2], faults: &mut Faults) -> Option<[String; 2]> {
    let cells = columns.map(|at| row.cell(at));
    if cells.iter().all(|cell| cell.is_empty()) {
        return None;
    }
    let mut numbers = [0.0; 2];
    for ((cell, column), number) in cells.into_iter().zip(columns).zip(&mut numbers) {
        let message = match sheet.number(cell) {
            Some(found) => {
                *number = found;
                continue;
            }
            None if cell.is_empty() => "half of a place: the other coordinate is missing".to_owned(),
            None => format!("{} is no number", shown(cell)),
        };
        faults.at(sheet, row, column, "table::bad-cell", message);
    }
    Some(numbers.map(|number| number.to_string()))
}

/// Reads the tickets, each a table in braces.
fn read_tickets(sheet: &mut Sheet, known: &[&str], cities: &Cities<'_>, faults: &mut Faults) -> Vec<String> {
    let together = sheet.column(&["cities"]);
    let apart = [&["a", "from", "city-a", "city1", "source"], &["b", "to", "city-b", "city2", "target"]];
    let apart = if together.is_none() { apart.map(|names| sheet.column(names)) } else { [None, None] };
    if together.is_none() && apart.contains(&None) {
        sheet.needs(&["cities"], faults);
        return Vec::new();
    }
    let points = sheet.column(&["points", "value"]);
    let deck = sheet.column(&["deck"]);
    let attributes_at = attributes(sheet, known);
    let mut all = Vec::new();
    for row in &sheet.rows {
        let (columns, names) = match together {
            Some(_) => ([together; 2], split_cities(row.cell(together))),
            None => (apart, apart.map(|at| row.cell(at).to_owned()).to_vec()),
        };
        if names.len() < 2 {
            let message = format!("a ticket has two cities or more, not {}", shown(row.cell(together)));
            let found = sheet.fault(row, together, "map::short-ticket", message);
            faults.add(found.help("write them with `>` between, as in `Lima > Quito`"));
            continue;
        }
        let cells = columns.into_iter().chain(std::iter::repeat(together)).map(|column| Cell { sheet, row, column });
        let named = names.iter().zip(cells).filter_map(|(name, cell)| cities.named(cell, name, faults));
        let named: Vec<String> = named.map(|name| toml_text(&name)).collect();
        let mut keys = vec![("cities".to_owned(), format!("[{}]", named.join(", ")))];
        let cell = row.cell(points);
        match cell.parse::<i64>() {
            Ok(worth) if (0..=i64::from(MAX_POINTS)).contains(&worth) => {
                keys.push(("points".to_owned(), worth.to_string()))
            }
            _ if cell.is_empty() => {}
            _ => {
                let message = format!("a ticket is worth 0 to {MAX_POINTS}, not {}", shown(cell));
                faults.at(sheet, row, points, "map::bad-points", message);
            }
        }
        if !row.cell(deck).is_empty() {
            keys.push(("deck".to_owned(), toml_text(row.cell(deck))));
        }
        keys.extend(read_attributes(sheet, row, &attributes_at, faults));
        all.push(pairs(&keys));
    }
    all
}

/// The cities of a ticket: `Lima > Quito`, or a list of texts as in map files.
fn split_cities(cell: &str) -> Vec<String> {
    if cell.starts_with('[') {
        let mut sources = ttr_source::Sources::new();
        let file = sources.add("", format!("x = {cell}"));
        let parsed = ttr_source::parse(&sources, file);
        let list = Some(&parsed.root)
            .filter(|_| parsed.faults.is_empty())
            .and_then(|root| root.at(["x"]))
            .and_then(|node| node.as_list())
            .unwrap_or_default();
        return list.iter().filter_map(|node| node.as_str()).map(str::to_owned).collect();
    }
    cell.split('>').map(|city| city.trim().to_owned()).filter(|city| !city.is_empty()).collect()
}
