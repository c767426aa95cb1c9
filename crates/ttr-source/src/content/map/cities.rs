//! Reading the cities of a map, and the names by which routes and tickets speak of them.

use super::{CITY_KEYS, City, MapReader, attributes};
use crate::findings::diagnostic::{Applicability, Diagnostic};
use crate::findings::names::{folded, shown, toml_key, toml_text};
use crate::limits::MAX_CITIES;
use crate::text::files::Span;
use crate::text::tree::{Entry, Node, Table};
use std::collections::{HashMap, HashSet};

/// So many cities are listed, to paste them: those of any map that is played.
const MOST_LISTED: usize = 128;

impl MapReader<'_> {
    pub(super) fn in_range(&mut self, what: &str, value: f64, limit: f64, span: Span) -> bool {
        let fine = value.abs() <= limit;
        if !fine {
            let message = match limit {
                f64::MAX => format!("{what} must be a finite number, not {value}"),
                _ => format!("{what} must be from -{limit} to {limit}, not {value}"),
            };
            self.reader.error("map::bad-coordinates", message, span);
        }
        fine
    }

    fn two_numbers(&mut self, table: &Table, key: &str, limits: [(&str, f64); 2]) -> Option<[f64; 2]> {
        let node = table.get(key)?;
        let numbers = |node: &Node| match node.as_list()? {
            [a, b] => Some([a.as_float()?, b.as_float()?]),
            _ => None,
        };
        let [(first, _), (second, _)] = limits;
        let expected = format!("[{first}, {second}], two numbers");
        let both = self.reader.want(&format!("`{key}`"), &expected, node, numbers)?;
        let spans = node.as_list().into_iter().flatten().map(|n| n.span);
        let values = both.into_iter().zip(limits).zip(spans);
        let checked: Vec<bool> = values.map(|((v, (what, limit)), span)| self.in_range(what, v, limit, span)).collect();
        checked.into_iter().all(|fine| fine).then_some(both)
    }

    /// Reads cities whose names have a dot and no quotes, `St. Ives = {}`, which TOML takes for a table in a table. `false`
    /// if the entry is something else.
    pub(super) fn dotted_cities(&mut self, entry: &Entry) -> bool {
        let spaced = |part: &Entry| part.key_span.start > entry.key_span.end + 1;
        let is_name = |part: &Entry| part.key.starts_with(char::is_uppercase) || spaced(part);
        let is_city =
            |part: &Entry| part.value.as_table().is_some() && is_name(part) && !CITY_KEYS.contains(&part.key.as_str());
        let Some(parts) = entry.value.as_table().filter(|parts| !parts.is_empty() && parts.iter().all(is_city)) else {
            return false;
        };
        // The parts of a name stand side by side; below a header of its own a part would stand elsewhere.
        let near = |part: &Entry| (1..8).contains(&part.key_span.start.saturating_sub(entry.key_span.end));
        if !parts.iter().next().is_some_and(near) {
            return false;
        }
        for part in parts {
            let name = format!("{}.{}{}", entry.key, if spaced(part) { " " } else { "" }, part.key);
            let first = Span { start: entry.key_span.start, ..part.key_span };
            let span = if near(part) { first } else { part.key_span };
            let found = Diagnostic::error("map::bad-name", "a name with a dot needs quotes").at(span);
            self.reader.add(if near(part) {
                found.suggest_as(Applicability::Certain, span, toml_text(&name))
            } else {
                found
            });
            self.city(&Entry { key: name, key_span: span, value: part.value.clone() });
        }
        true
    }

    pub(super) fn city(&mut self, entry: &Entry) {
        let Entry { key, key_span, value } = entry;
        if self.map.cities.len() == MAX_CITIES {
            if !std::mem::replace(&mut self.too_many_cities, true) {
                self.reader.error("map::too-many-cities", format!("a map has at most {MAX_CITIES} cities"), *key_span);
            }
            (self.whole, self.map.overfull) = (false, true);
            self.known.insert(key.clone(), None);
            return;
        }
        self.known.insert(key.clone(), Some(self.map.cities.len()));
        self.reader.check_name("a city", key, *key_span);
        let empty = Table::new();
        let name = shown(key);
        let expected = "a table, such as `{}`";
        let table = self.reader.want(&format!("the city {name}"), expected, value, Node::as_table).unwrap_or(&empty);
        let at = self.two_numbers(table, "at", [("the latitude", 90.0), ("the longitude", 180.0)]);
        let position = self.two_numbers(table, "pos", [("x", f64::MAX), ("y", f64::MAX)]);
        let junction = table.get("junction");
        let junction = junction.and_then(|n| self.reader.want("`junction`", "`true` or `false`", n, Node::as_bool));
        let names = table.entry("names").and_then(|entry| self.reader.table(entry));
        let names = names.into_iter().flatten().filter_map(|e| Some((e.key.clone(), self.reader.text(e)?))).collect();
        self.map.cities.push(City {
            name: key.clone(),
            at,
            position,
            junction: junction.unwrap_or(false),
            names,
            attrs: attributes(table, CITY_KEYS),
            span: *key_span,
        });
    }

    /// Tells that there are no cities: where routes or tickets name them, with the list to paste.
    pub(super) fn no_cities(&mut self, root: Span, top: &Table) {
        let (mut place, mut names, mut seen) = (root, Vec::new(), HashSet::new());
        for (list, key) in [("routes", "between"), ("tickets", "cities")] {
            for item in top.get(list).and_then(Node::as_list).unwrap_or_default() {
                let Some(node) = item.at([key]) else { continue };
                let named: Vec<&str> = node.as_list().unwrap_or_default().iter().filter_map(Node::as_str).collect();
                if names.is_empty() && !named.is_empty() {
                    place = node.span;
                }
                names.extend(named.into_iter().filter(|name| seen.insert(*name)));
            }
        }
        let fault = Diagnostic::error("map::no-cities", "the map has no cities").at(place);
        if names.is_empty() {
            return self.reader.add(fault.help("they stand under `[cities]`, each as in `Ayr = {}`"));
        }
        let header = if top.get("cities").is_some() { "" } else { "[cities]\n" };
        let where_to =
            if header.is_empty() { "write them below `[cities]`" } else { "write them at the end of the file" };
        let mut list: Vec<String> =
            names.iter().take(MOST_LISTED).map(|name| format!("{} = {{}}", toml_key(name))).collect();
        if names.len() > MOST_LISTED {
            list.push(format!("# and {} more", names.len() - MOST_LISTED));
        }
        let fault = fault.label(format!("the first of {} that routes and tickets name", names.len()));
        self.reader.add(fault.help(format!("{where_to}:\n\n{header}{}", list.join("\n"))));
    }

    pub(super) fn similar_cities(&mut self) {
        let mut seen: HashMap<String, (&str, Span)> = HashMap::new();
        for City { name, span, .. } in &self.map.cities {
            if let Some((first, place)) = seen.get(&folded(name)) {
                let message = format!("{} and {} differ in case or accents only", shown(first), shown(name));
                let found = Diagnostic::warning("map::similar-cities", message).at(*span);
                self.reader.add(found.also(*place, "the other one"));
            } else {
                seen.insert(folded(name), (name, *span));
            }
        }
    }

    /// The city that a text names.
    fn named_city(&mut self, node: &Node, of: &str) -> Option<usize> {
        let name = self.reader.want(&format!("each city of {of}"), "a text in quotes", node, Node::as_str)?;
        if let Some(&city) = self.known.get(name) {
            return city;
        }
        if !self.known.is_empty() && !self.reader.is_lost(name) {
            let fault = Diagnostic::error("map::unknown-city", format!("there is no city {}", shown(name)));
            let fault = fault.at(node.span).label("not a city of this map");
            let cities = self.map.cities.iter().map(|c| c.name.as_str());
            self.reader.unknown(fault, name, cities, toml_text);
        }
        None
    }

    /// The list of cities under a key.
    pub(super) fn cities(
        &mut self,
        table: &Table,
        key: &str,
        of: &str,
        own: &[&str],
        span: Span,
    ) -> Option<(Span, Vec<Span>, Vec<Option<usize>>)> {
        let node = self.required(table, key, of, own, span)?;
        let list = self.reader.want(&format!("`{key}`"), "a list of cities", node, Node::as_list)?;
        let places = list.iter().map(|city| city.span).collect();
        Some((node.span, places, list.iter().map(|city| self.named_city(city, of)).collect()))
    }
}
