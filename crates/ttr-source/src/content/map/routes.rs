//! Reading the routes of a map: entries, each with one track or several.

use super::{MAX_TRACKS, MapReader, ROUTE_KEYS, Route, TRACK_KEYS, attributes};
use crate::findings::diagnostic::{Applicability, Diagnostic};
use crate::findings::names::shown;
use crate::limits::{MAX_ROUTE_LENGTH, MAX_ROUTES};
use crate::text::files::Span;
use crate::text::tree::{Node, Table, Value};

/// What an entry of `routes` is.
const ENTRY: &str = "a table, as in `{ between = [\"Ayr\", \"Bath\"], length = 3, ... }`";

/// One track of an entry.
struct Track {
    colour: Option<String>,
    colour_span: Span,
    attrs: Table,
    span: Span,
}

impl MapReader<'_> {
    fn ends(&mut self, table: &Table, span: Span) -> Option<[usize; 2]> {
        let (span, _, cities) = self.cities(table, "between", "a route", ROUTE_KEYS, span)?;
        match cities[..] {
            [Some(a), Some(b)] if a == b => {
                let name = shown(&self.map.cities[a].name);
                self.reader.error("map::route-to-itself", format!("this route leads from {name} to itself"), span);
                self.to_itself = true;
                None
            }
            [Some(a), Some(b)] => Some([a, b]),
            [_, _] => None,
            _ => {
                let message = format!("a route joins two cities, not {}", cities.len());
                self.reader.error("map::bad-ends", message, span);
                None
            }
        }
    }

    fn length(&mut self, table: &Table, span: Span) -> Option<(u16, Span)> {
        let node = self.required(table, "length", "a route", ROUTE_KEYS, span)?;
        let length = self.reader.want("`length`", "a whole number", node, Node::as_int)?;
        if (1..=MAX_ROUTE_LENGTH as i64).contains(&length) {
            return Some((u16::try_from(length).ok()?, node.span));
        }
        let message = format!("a route has 1 to {MAX_ROUTE_LENGTH} spaces, not {length}");
        self.reader.error("map::bad-length", message, node.span);
        None
    }

    /// The colour under the key `colour`, with its place.
    fn colour(&mut self, table: &Table) -> Option<(String, Span)> {
        let entry = table.entry("colour")?;
        if entry.value.as_list().is_some() {
            let message = "`colour` is a single one; several tracks have theirs under `tracks`";
            let found = Diagnostic::error("file::wrong-type", message).at(entry.key_span);
            self.reader.add(found.suggest_as(Applicability::Certain, entry.key_span, "tracks"));
            return None;
        }
        let colour = self.reader.text(entry)?;
        self.reader.check_name("a colour", &colour, entry.value.span);
        Some((colour, entry.value.span))
    }

    /// Colour, attributes and place of each track of an entry. Nothing for tracks at fault.
    fn tracks(&mut self, table: &Table, span: Span) -> Vec<Option<Track>> {
        let mut shared = attributes(table, ROUTE_KEYS);
        self.misspelt.iter().for_each(|key| drop(shared.remove(key)));
        let Some(entry) = table.entry("tracks") else {
            let (colour, place) = self.colour(table).unzip();
            return vec![Some(Track { colour, colour_span: place.unwrap_or(span), attrs: shared, span })];
        };
        if let Some(colour) = table.entry("colour") {
            let message = "a route has `tracks` or, if there is one only, `colour`; not both".to_owned();
            let fault = Diagnostic::error("map::tracks-and-colour", message).at(colour.key_span);
            self.reader.add(fault.also(entry.key_span, "the tracks"));
        }
        let list = self.reader.want("`tracks`", "a list of colours or tables", &entry.value, Node::as_list);
        let list = list.unwrap_or_default();
        if entry.value.as_list().is_some_and(<[Node]>::is_empty) {
            self.reader.error("map::no-tracks", "this route has no track".to_owned(), entry.value.span);
        }
        if let Some(beyond) = list.get(MAX_TRACKS) {
            let message = format!("an entry has at most {MAX_TRACKS} tracks, not {}", list.len());
            self.reader.error("map::too-many-tracks", message, beyond.span);
        }
        list.iter().take(MAX_TRACKS).map(|node| self.track(node, &shared)).collect()
    }

    fn track(&mut self, node: &Node, shared: &Table) -> Option<Track> {
        match &node.kind {
            Value::Str(colour) => {
                self.reader.check_name("a colour", colour, node.span);
                let (attrs, span) = (shared.clone(), node.span);
                Some(Track { colour: Some(colour.clone()), colour_span: span, attrs, span })
            }
            Value::Table(table) => {
                let (colour, place) = self.colour(table).unzip();
                let mut attrs = shared.clone();
                for entry in &attributes(table, TRACK_KEYS) {
                    if ROUTE_KEYS.contains(&entry.key.as_str()) {
                        let message = format!("`{}` belongs to the whole entry, not to one of its tracks", entry.key);
                        self.reader.error("map::track-key", message, entry.key_span);
                        continue;
                    }
                    attrs.insert(entry.clone());
                }
                Some(Track { colour, colour_span: place.unwrap_or(node.span), attrs, span: node.span })
            }
            _ => {
                self.reader.wrong_type("a track", "a colour or a table", node);
                None
            }
        }
    }

    /// Reads an entry of `routes`; `false` if no more fit.
    pub(super) fn entry(&mut self, number: usize, node: &Node) -> bool {
        self.map.entries = number + 1;
        let Some(table) = self.reader.want("a route", ENTRY, node, Node::as_table) else {
            self.whole = false;
            return true;
        };
        self.to_itself = false;
        self.misspelt.clear();
        let ends = self.ends(table, node.span);
        let length = self.length(table, node.span);
        let tracks = self.tracks(table, node.span);
        match ends {
            Some(ends) => self.map.joined.push(ends),
            // A route from a city to itself would join nothing; any other that is at fault might.
            None => self.whole &= self.to_itself,
        }
        let all_tracks = !tracks.is_empty() && tracks.iter().all(Option::is_some);
        self.map.lengths_known &= length.is_some() && all_tracks && !self.to_itself;
        let (Some(ends), Some((length, length_span))) = (ends, length) else { return true };
        if self.map.routes.len() + tracks.len() > MAX_ROUTES {
            let message = format!("a map has at most {MAX_ROUTES} routes, every track counted");
            self.reader.error("map::too-many-routes", message, node.span);
            (self.whole, self.map.overfull) = (false, true);
            return false;
        }
        let group = (tracks.len() > 1).then_some(self.map.groups);
        self.map.groups += usize::from(group.is_some());
        for (at, track) in tracks.into_iter().enumerate() {
            let Some(Track { colour, colour_span, attrs, span }) = track else { continue };
            let track = at + 1;
            self.map.routes.push(Route {
                ends,
                length,
                length_span,
                colour,
                colour_span,
                entry: number,
                track,
                group,
                attrs,
                span,
            });
        }
        true
    }
}
