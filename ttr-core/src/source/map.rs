//! Maps: cities, routes and tickets as an author wrote them, with all that is wrong with them.

use super::diagnostic::{Diagnostic, FileId, Sources, Span, nearest, shown, toml_key, toml_text};
use super::parse::{Parsed, parse};
use super::reader::Reader;
use super::ruleset::Players;
use super::tree::{Entry, Node, Table, Value};
use crate::ids::{CityId, GroupId};
use crate::limits::{MAX_CITIES, MAX_ROUTE_LENGTH, MAX_ROUTES, MAX_TICKETS};
use petgraph::unionfind::UnionFind;
use std::collections::{BTreeMap, HashMap};

/// Most tracks of one entry.
pub const MAX_TRACKS: usize = 8;
/// Most points of a ticket.
pub const MAX_POINTS: i64 = 10_000;

/// The keys of a map. Keys that begin with `x-` belong to other tools.
pub const MAP_KEYS: &[&str] = &[
    "format", "name", "summary", "author", "licence", "source", "rules", "board", "cities", "routes", "tickets", "set",
    "players", "display", "lints",
];
/// The keys of `board`.
pub const BOARD_KEYS: &[&str] = &["status", "wrap", "note"];
/// What `board.status` may say: equal to the published board, partly guessed, partly missing, or the author's own.
pub const STATUSES: &[&str] = &["verified", "reconstructed", "partial", "original"];
/// The keys of a city that are not attributes of modules.
pub const CITY_KEYS: &[&str] = &["at", "pos", "junction", "names"];
/// The keys of an entry of `routes` that are not attributes of modules.
pub const ROUTE_KEYS: &[&str] = &["between", "length", "tracks", "colour"];
/// The keys of a track that are not attributes of modules.
pub const TRACK_KEYS: &[&str] = &["colour"];
/// The keys of a ticket that are not attributes of modules.
pub const TICKET_KEYS: &[&str] = &["cities", "points", "deck"];

/// A place on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct City {
    /// Its name.
    pub name: String,
    /// Latitude and longitude in degrees.
    pub at: Option<[f64; 2]>,
    /// Where it is drawn, if not by its coordinates.
    pub position: Option<[f64; 2]>,
    /// Whether routes meet here without a city: no ticket leads here.
    pub junction: bool,
    /// Its names in other languages.
    pub names: BTreeMap<String, String>,
    /// What modules know about it.
    pub attrs: Table,
    /// Where its name stands.
    pub span: Span,
}

/// A route: one track of an entry.
#[derive(Clone, PartialEq, Debug)]
pub struct Route {
    /// The cities it joins.
    pub ends: [CityId; 2],
    /// How many spaces.
    pub length: u16,
    /// Where its length stands.
    pub length_span: Span,
    /// Its colour, if it is given.
    pub colour: Option<String>,
    /// Where its colour stands, or else the route.
    pub colour_span: Span,
    /// Which entry of `routes` it belongs to, from 0.
    pub entry: usize,
    /// Which track of its entry it is, from 1.
    pub track: usize,
    /// The group of the entry's tracks, if there are several.
    pub group: Option<GroupId>,
    /// What modules know about it: the entry's attributes, overlaid by the track's.
    pub attrs: Table,
    /// Where the track stands, or the entry if it has only one.
    pub span: Span,
}

/// A ticket.
#[derive(Clone, PartialEq, Debug)]
pub struct Ticket {
    /// The cities it names, at least two.
    pub cities: Vec<CityId>,
    /// Its points.
    pub points: Option<i32>,
    /// Where its points stand, or else the ticket.
    pub points_span: Span,
    /// Whether its points are as they are written; if they are at fault, they are 0.
    pub sound: bool,
    /// The deck it belongs to.
    pub deck: Option<String>,
    /// What modules know about it.
    pub attrs: Table,
    /// Where it stands.
    pub span: Span,
}

/// Which rule set a map asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum RulesRef {
    /// One that the program knows.
    Named(String, Span),
    /// A file, as seen from the map's own.
    Path(String, Span),
    /// One that is written in the map; see [`super::RuleSetSource::inline`].
    Inline(Node),
}

/// What is known about the board as a whole.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Board {
    /// How true it is to a published board: one of [`STATUSES`].
    pub status: Option<String>,
    /// The longitude at which the world is cut to lay it flat.
    pub wrap: Option<f64>,
    /// Anything else there is to say.
    pub note: Option<String>,
}

/// A map as written.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MapSource {
    /// The file.
    pub file: FileId,
    /// Its name.
    pub name: String,
    /// What it is, in a line.
    pub summary: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// On which terms it may be used.
    pub licence: Option<String>,
    /// Where its facts come from.
    pub source: Option<String>,
    /// The rule set it asks for.
    pub rules: Option<RulesRef>,
    /// What is known about the board as a whole.
    pub board: Board,
    /// The cities, in the order of the file.
    pub cities: Vec<City>,
    /// The routes, in the order of the file.
    pub routes: Vec<Route>,
    /// How many entries `routes` has.
    pub entries: usize,
    /// How many groups the routes form.
    pub groups: usize,
    /// The tickets, in the order of the file.
    pub tickets: Vec<Ticket>,
    /// The parameters of `[set]`, for all rule sets and for single ones.
    pub set: Table,
    /// How many may play, and parameters for some numbers of players.
    pub players: Players,
    /// What pieces, cards, decks and colours are called on this board, by their names in the rules.
    pub display: BTreeMap<String, DisplayName>,
    /// The levels of lints.
    pub lints: Table,
    /// Keys that maps do not have, with their places.
    pub unknown: Vec<(String, Span)>,
    /// The cities that entries join, also where something else is wrong with an entry.
    pub joined: Vec<[CityId; 2]>,
    /// Whether all cities and the ends of all routes are known, so that it can be said what is not joined.
    pub ends_known: bool,
    /// Whether the lengths of all routes are known besides, so that paths can be measured.
    pub lengths_known: bool,
    /// Whether the cities of all tickets are known.
    pub tickets_known: bool,
    /// How many tickets were left out, because something is wrong with them.
    pub tickets_left_out: usize,
    /// Whether there is more of something than can be counted.
    pub overfull: bool,
}

/// What something is called on a board, where the rules call it otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DisplayName {
    /// The name to show.
    pub name: String,
    /// Where the name in the rules stands.
    pub span: Span,
}

impl MapSource {
    /// Reads the file of a map, with all faults of its text and its content.
    pub fn load(sources: &Sources, file: FileId) -> (Self, Vec<Diagnostic>) {
        Self::read(sources, &parse(sources, file))
    }

    /// Reads a map from what was parsed of its file; the faults of the text are among those given back.
    pub fn read(sources: &Sources, parsed: &Parsed) -> (Self, Vec<Diagnostic>) {
        let mut reader = MapReader {
            reader: Reader::of(sources, parsed),
            map: Self { file: parsed.root.span.file, ..Self::default() },
            known: HashMap::new(),
            too_many_cities: false,
            to_itself: false,
            misspelt: Vec::new(),
            whole: parsed.lost.is_empty(),
        };
        (reader.map.lengths_known, reader.map.tickets_known) = (reader.whole, reader.whole);
        if let (true, Some(table)) = (parsed.complete, parsed.root.as_table()) {
            reader.read(&parsed.root, table);
        }
        reader.map.ends_known = reader.whole;
        reader.map.lengths_known &= reader.whole;
        (reader.map, parsed.with_findings(reader.reader.into_found()))
    }
}

struct MapReader<'s> {
    reader: Reader<'s>,
    map: MapSource,
    /// Every city named in the file, if its number is not beyond the limit.
    known: HashMap<String, Option<CityId>>,
    too_many_cities: bool,
    /// Whether the last entry leads from a city to itself.
    to_itself: bool,
    /// Keys of the present entry that were taken for one that is missing.
    misspelt: Vec<String>,
    /// Whether all cities and the ends of all routes are known.
    whole: bool,
}

/// One track of an entry.
struct Track {
    colour: Option<String>,
    colour_span: Span,
    attrs: Table,
    span: Span,
}

/// Whether a list stands below a header that was meant to stand above it.
fn is_misplaced(entry: &Entry) -> bool {
    matches!(entry.key.as_str(), "routes" | "tickets") && entry.value.as_list().is_some()
}

/// The keys that belong to modules: not the format's own, nor those of other tools.
fn attributes(table: &Table, own: &[&str]) -> Table {
    let is_attribute = |e: &&Entry| !own.contains(&e.key.as_str()) && !e.key.starts_with("x-");
    table.iter().filter(is_attribute).cloned().collect()
}

fn is_map_key(key: &str) -> bool {
    MAP_KEYS.contains(&key) || key.starts_with("x-")
}

/// Whether this can only be a rule set: nothing that only maps have, and tables of other names.
pub(super) fn looks_like_rules(top: &Table) -> bool {
    let of_map = |e: &Entry| match nearest(&e.key, MAP_KEYS.iter().copied()) {
        Some("rules" | "board" | "cities" | "set" | "display" | "lints") => true,
        // A module may have one of these names, but then it has a table.
        Some("routes" | "tickets") => e.value.as_list().is_some(),
        _ => false,
    };
    let module = |e: &Entry| !is_map_key(&e.key) && matches!(e.value.kind, Value::Table(_) | Value::Bool(_));
    !top.iter().any(of_map) && top.iter().any(module)
}

/// The map as it was most likely meant: a key that maps do not have stands for one that is missing and spelt nearly so.
fn as_meant(top: &Table) -> Table {
    let meant = |entry: &Entry| {
        let near = nearest(&entry.key, MAP_KEYS.iter().copied()).filter(|key| top.get(key).is_none());
        let key = near.filter(|_| !is_map_key(&entry.key)).unwrap_or(&entry.key);
        Entry { key: key.to_owned(), ..entry.clone() }
    };
    top.iter().map(meant).collect()
}

impl MapReader<'_> {
    fn read(&mut self, root: &Node, top: &Table) {
        if looks_like_rules(top) {
            let fault = Diagnostic::error("file::not-a-map", "this is a rule set, not a map").at(root.span);
            let help =
                "a map has [cities] and routes; a rule set is given with --rules, or by its name or path in `rules`";
            return self.reader.add(fault.help(help));
        }
        if !self.reader.check_format(root, top) {
            return;
        }
        for Entry { key, key_span, .. } in top {
            if !is_map_key(key) {
                self.map.unknown.push((key.clone(), *key_span));
                let fault = Diagnostic::error("map::unknown-key", format!("maps have no {}", shown(key))).at(*key_span);
                let fault = fault.help("parameters of modules belong under [set]; keys of other tools begin with `x-`");
                self.reader.unknown(fault, key, MAP_KEYS.iter().copied(), toml_key);
            }
        }
        let meant = (!self.map.unknown.is_empty()).then(|| as_meant(top));
        let top = meant.as_ref().unwrap_or(top);
        match top.entry("name") {
            Some(entry) => {
                self.map.name = self.reader.text(entry).unwrap_or_default();
                if entry.value.as_str().is_some() {
                    self.reader.check_name("the map", &self.map.name, entry.value.span);
                }
            }
            None => self.missing("the map", "name", root.span),
        }
        self.map.summary = self.reader.optional_text(top, "summary");
        self.map.author = self.reader.optional_text(top, "author");
        self.map.licence = self.reader.optional_text(top, "licence");
        self.map.source = self.reader.optional_text(top, "source");
        self.map.rules = top.entry("rules").and_then(|entry| self.rules(&entry.value));
        if let Some(table) = top.entry("board").and_then(|entry| self.reader.table(entry)) {
            self.map.board = self.board(table);
        }
        let cities = top.entry("cities").and_then(|entry| self.reader.table(entry));
        for entry in cities.into_iter().flatten().filter(|e| !is_misplaced(e)) {
            self.city(entry);
        }
        self.similar_cities();
        if self.map.cities.is_empty() && self.whole && (top.get("cities").is_none() || cities.is_some()) {
            self.reader.error("map::no-cities", "the map has no cities".to_owned(), root.span);
        }
        let routes = self.list(top, "routes");
        for (number, node) in routes.unwrap_or_default().iter().enumerate() {
            if !self.entry(number, node) {
                break;
            }
        }
        if routes.is_some_and(<[Node]>::is_empty) || (top.get("routes").is_none() && routes.is_none() && self.whole) {
            self.reader.error("map::no-routes", "the map has no routes".to_owned(), root.span);
        }
        let tickets = self.list(top, "tickets");
        let mut seen = HashMap::new();
        for node in tickets.unwrap_or_default() {
            if !self.ticket(node, &mut seen) {
                break;
            }
        }
        if let Some(table) = top.entry("set").and_then(|entry| self.reader.table(entry)) {
            self.map.set = table.iter().filter(|e| !is_misplaced(e)).cloned().collect();
        }
        if let Some(entry) = top.entry("players")
            && let Some(table) = self.reader.table(entry)
        {
            let entries = table.iter().filter(|e| !is_misplaced(e));
            self.map.players = Players::read(&mut self.reader, entry.key_span, entries);
        }
        if let Some(table) = top.entry("display").and_then(|entry| self.reader.table(entry)) {
            for entry in table.iter().filter(|e| !is_misplaced(e)) {
                let Some(name) = self.reader.text(entry) else { continue };
                self.reader.check_name("something on the board", &name, entry.value.span);
                self.map.display.insert(entry.key.clone(), DisplayName { name, span: entry.key_span });
            }
        }
        if let Some(table) = top.entry("lints").and_then(|entry| self.reader.table(entry)) {
            self.map.lints = table.clone();
        }
        self.check_paths();
    }

    fn rules(&mut self, node: &Node) -> Option<RulesRef> {
        match &node.kind {
            Value::Table(_) => Some(RulesRef::Inline(node.clone())),
            Value::Str(name) => {
                self.reader.check_name("the rule set", name, node.span);
                let new = if name.ends_with(".toml") { RulesRef::Path } else { RulesRef::Named };
                Some(new(name.clone(), node.span))
            }
            _ => {
                self.reader.wrong_type("`rules`", "the name of a rule set, the path of its file, or a table", node);
                None
            }
        }
    }

    fn board(&mut self, table: &Table) -> Board {
        for Entry { key, key_span, .. } in table.iter().filter(|e| !is_misplaced(e)) {
            if !BOARD_KEYS.contains(&key.as_str()) && !key.starts_with("x-") {
                let fault =
                    Diagnostic::error("map::unknown-key", format!("`board` has no {}", shown(key))).at(*key_span);
                self.reader.unknown(fault, key, BOARD_KEYS.iter().copied(), toml_key);
            }
        }
        let status = table.entry("status").and_then(|entry| {
            let status = self.reader.text(entry)?;
            if STATUSES.contains(&status.as_str()) {
                return Some(status);
            }
            let message = format!("{} is no status of a board: {}", shown(&status), STATUSES.join(", "));
            let fault = Diagnostic::error("map::invalid", message).at(entry.value.span);
            self.reader.unknown(fault, &status, STATUSES.iter().copied(), toml_text);
            None
        });
        let wrap = table.get("wrap").and_then(|node| {
            let wrap = self.reader.want("`wrap`", "a number", node, Node::as_float)?;
            self.in_range("the longitude", wrap, 180.0, node.span).then_some(wrap)
        });
        Board { status, wrap, note: self.reader.optional_text(table, "note") }
    }

    fn in_range(&mut self, what: &str, value: f64, limit: f64, span: Span) -> bool {
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

    fn city(&mut self, entry: &Entry) {
        let Entry { key, key_span, value } = entry;
        if self.map.cities.len() == MAX_CITIES {
            if !std::mem::replace(&mut self.too_many_cities, true) {
                self.reader.error("map::too-many-cities", format!("a map has at most {MAX_CITIES} cities"), *key_span);
            }
            (self.whole, self.map.overfull) = (false, true);
            self.known.insert(key.clone(), None);
            return;
        }
        self.known.insert(key.clone(), Some(CityId::at(self.map.cities.len())));
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

    fn similar_cities(&mut self) {
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

    /// The list under a key of the map, even if it stands below a header and so in another table.
    fn list<'n>(&mut self, top: &'n Table, key: &str) -> Option<&'n [Node]> {
        if let Some(node) = top.get(key) {
            return self.reader.want(&format!("`{key}`"), "a list of tables", node, Node::as_list);
        }
        let tables = ["cities", "set", "players", "board", "display", "lints"].into_iter();
        let mut found = tables.filter_map(|name| Some((name, top.get(name)?.as_table()?.entry(key)?)));
        let (name, entry) = found.find(|(_, entry)| is_misplaced(entry))?;
        let message = format!("`{key}` stands below `[{name}]` and so belongs to it");
        let help = format!("move it above the first header, or write `[[{key}]]` for each of them");
        self.reader.add(Diagnostic::error("map::misplaced", message).at(entry.key_span).help(help));
        entry.value.as_list()
    }

    /// The city that a text names.
    fn named_city(&mut self, node: &Node, of: &str) -> Option<CityId> {
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

    fn missing(&mut self, what: &str, key: &str, span: Span) {
        if !self.reader.is_lost(key) {
            self.reader.error("file::missing", format!("{what} has no `{key}`"), span);
        }
    }

    /// The value of a key that must be there. One that is most likely a slip for it is taken in its place.
    fn required<'n>(&mut self, table: &'n Table, key: &str, of: &str, own: &[&str], span: Span) -> Option<&'n Node> {
        if let Some(node) = table.get(key) {
            return Some(node);
        }
        let slip = |e: &&Entry| !own.contains(&e.key.as_str()) && nearest(&e.key, [key]).is_some();
        let Some(entry) = table.iter().find(slip) else {
            self.missing(of, key, span);
            return None;
        };
        let message = format!("{of} has no `{}`, but must have a `{key}`", entry.key);
        let fault = Diagnostic::error("map::unknown-key", message).at(entry.key_span);
        self.reader.unknown(fault, &entry.key, [key].into_iter(), toml_key);
        self.misspelt.push(entry.key.clone());
        Some(&entry.value)
    }

    /// The list of cities under a key.
    fn cities(
        &mut self,
        table: &Table,
        key: &str,
        of: &str,
        own: &[&str],
        span: Span,
    ) -> Option<(Span, Vec<Span>, Vec<Option<CityId>>)> {
        let node = self.required(table, key, of, own, span)?;
        let list = self.reader.want(&format!("`{key}`"), "a list of cities", node, Node::as_list)?;
        let places = list.iter().map(|city| city.span).collect();
        Some((node.span, places, list.iter().map(|city| self.named_city(city, of)).collect()))
    }

    fn ends(&mut self, table: &Table, span: Span) -> Option<[CityId; 2]> {
        let (span, _, cities) = self.cities(table, "between", "a route", ROUTE_KEYS, span)?;
        match cities[..] {
            [Some(a), Some(b)] if a == b => {
                let name = shown(&self.map.cities[a.index()].name);
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
    fn entry(&mut self, number: usize, node: &Node) -> bool {
        self.map.entries = number + 1;
        let Some(table) = self.reader.want("a route", "a table", node, Node::as_table) else {
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
        let group = (tracks.len() > 1).then(|| GroupId::at(self.map.groups));
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

    /// Reads a ticket; `false` if no more fit.
    fn ticket(&mut self, node: &Node, seen: &mut HashMap<(Vec<CityId>, Option<String>), Span>) -> bool {
        if self.map.tickets.len() == MAX_TICKETS {
            self.reader.error("map::too-many-tickets", format!("a map has at most {MAX_TICKETS} tickets"), node.span);
            (self.map.tickets_known, self.map.overfull) = (false, true);
            return false;
        }
        let Some(table) = self.reader.want("a ticket", "a table", node, Node::as_table) else {
            return self.leave_ticket_out();
        };
        self.misspelt.clear();
        let before = self.reader.total();
        let points = table.get("points").map(|node| self.points(node));
        let sound = self.reader.total() == before;
        let deck = table.entry("deck").and_then(|entry| {
            let deck = self.reader.text(entry)?;
            self.reader.check_name("a deck", &deck, entry.value.span);
            Some(deck)
        });
        let Some(cities) = self.ticket_cities(table, node.span) else {
            return self.leave_ticket_out();
        };
        let mut key: Vec<CityId> = cities.clone();
        key.reverse();
        if let Some(first) = seen.get(&(cities.clone().min(key.clone()), deck.clone())) {
            let names: Vec<String> = cities.iter().take(8).map(|c| shown(&self.map.cities[c.index()].name)).collect();
            let message = format!("there is another ticket for {}", names.join(" and "));
            let found = Diagnostic::warning("map::duplicate-ticket", message).at(node.span);
            self.reader.add(found.also(*first, "the first one"));
        } else {
            seen.insert((key.min(cities.clone()), deck.clone()), node.span);
        }
        let points_span = table.get("points").map_or(node.span, |points| points.span);
        let mut attrs = attributes(table, TICKET_KEYS);
        self.misspelt.iter().for_each(|key| drop(attrs.remove(key)));
        self.map.tickets.push(Ticket { cities, points, points_span, sound, deck, attrs, span: node.span });
        true
    }

    fn leave_ticket_out(&mut self) -> bool {
        self.map.tickets_known = false;
        self.map.tickets_left_out += 1;
        true
    }

    /// The points of a ticket; none of them if they are at fault.
    fn points(&mut self, node: &Node) -> i32 {
        let Some(points) = self.reader.want("`points`", "a whole number", node, Node::as_int) else { return 0 };
        if (0..=MAX_POINTS).contains(&points) {
            return i32::try_from(points).unwrap_or_default();
        }
        let message = format!("a ticket is worth 0 to {MAX_POINTS} points, not {points}");
        self.reader.error("map::bad-points", message, node.span);
        0
    }

    /// The cities of a ticket, if all is well with them.
    fn ticket_cities(&mut self, table: &Table, span: Span) -> Option<Vec<CityId>> {
        let (list_span, places, cities) = self.cities(table, "cities", "a ticket", TICKET_KEYS, span)?;
        let before = self.reader.total();
        if cities.len() < 2 {
            let message = format!("a ticket names two cities or more, not {}", cities.len());
            self.reader.error("map::short-ticket", message, list_span);
        }
        for (at, city) in cities.iter().enumerate() {
            let Some(City { name, junction, span, .. }) = city.map(|c| &self.map.cities[c.index()]) else { continue };
            if at > 0 && cities[at - 1] == *city {
                let message = format!("this ticket names {} twice in a row", shown(name));
                let fault = Diagnostic::error("map::ticket-repeats-city", message).at(places[at]);
                self.reader.add(fault.also(places[at - 1], "here before"));
            }
            if *junction {
                let message = format!("{} is a junction: no ticket can lead there", shown(name));
                let fault = Diagnostic::error("map::ticket-at-junction", message).at(places[at]);
                self.reader.add(fault.also(*span, "a junction"));
            }
        }
        let cities: Option<Vec<CityId>> = cities.into_iter().collect();
        cities.filter(|_| self.reader.total() == before)
    }

    /// Warns of cities that no routes join. Silent if it can't be known, because of faults told already.
    fn check_paths(&mut self) {
        if !self.whole || self.map.joined.is_empty() {
            return;
        }
        let cities = &self.map.cities;
        let mut parts = UnionFind::<usize>::new(cities.len());
        for [a, b] in &self.map.joined {
            parts.union(a.index(), b.index());
        }
        let part = parts.into_labeling();
        let mut sizes = HashMap::new();
        part.iter().for_each(|&p| *sizes.entry(p).or_insert(0usize) += 1);
        let main = part.iter().copied().max_by_key(|p| (sizes[p], std::cmp::Reverse(*p)));
        let outside = (0..cities.len()).find(|&c| Some(part[c]) != main);
        let inside = (0..cities.len()).find(|&c| Some(part[c]) == main);
        if let (Some(from), Some(to)) = (inside, outside) {
            let (from, to) = (&cities[from], &cities[to]);
            let message = format!(
                "the board falls into {} parts: no routes lead from {} to {}",
                sizes.len(),
                shown(&from.name),
                shown(&to.name)
            );
            let found = Diagnostic::warning("map::not-connected", message).at(to.span).label("can't be reached");
            self.reader.add(found.also(from.span, "from here"));
        }
        for ticket in &self.map.tickets {
            let gap = ticket.cities.windows(2).find(|leg| part[leg[0].index()] != part[leg[1].index()]);
            let Some([from, to]) = gap else { continue };
            let [from, to] = [from, to].map(|c| shown(&cities[c.index()].name));
            let message = format!("no path joins {from} and {to}: nobody can complete this ticket");
            self.reader.add(Diagnostic::warning("map::unreachable-ticket", message).at(ticket.span));
        }
    }
}

/// A name without case and accents.
fn folded(name: &str) -> String {
    const LETTERS: &[(&str, char)] = &[
        ("àáâãäåāăą", 'a'),
        ("çćĉċč", 'c'),
        ("ďđð", 'd'),
        ("èéêëēĕėęě", 'e'),
        ("ĝğġģ", 'g'),
        ("ĥħ", 'h'),
        ("ìíîïĩīĭįı", 'i'),
        ("ĵ", 'j'),
        ("ķ", 'k'),
        ("ĺļľŀł", 'l'),
        ("ñńņňŉ", 'n'),
        ("òóôõöøōŏő", 'o'),
        ("ŕŗř", 'r'),
        ("śŝşš", 's'),
        ("ţťŧ", 't'),
        ("ùúûüũūŭůűų", 'u'),
        ("ŵ", 'w'),
        ("ýÿŷ", 'y'),
        ("źżž", 'z'),
        ("ё", 'е'),
    ];
    let accented = |c: char| LETTERS.iter().find(|(all, _)| !c.is_ascii() && all.contains(c));
    let plain = |c: char| accented(c).map_or(c, |(_, plain)| *plain);
    let combining = |c: &char| ('\u{300}'..='\u{36f}').contains(c);
    name.to_lowercase().chars().filter(|c| !combining(c)).map(plain).collect()
}
