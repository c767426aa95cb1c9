//! Maps: cities, routes and tickets as an author wrote them, with all that is wrong with them.

mod cities;
mod letters;
mod paths;
mod routes;
mod tickets;

use crate::content::reader::Reader;
use crate::content::ruleset::Players;
use crate::content::score::looks_like_score;
use crate::findings::diagnostic::Diagnostic;
use crate::findings::names::{nearest, shown, toml_key, toml_text};
use crate::limits::MAX_TICKETS;
use crate::text::files::{FileId, Sources, Span};
use crate::text::parse::{Parsed, parse};
use crate::text::tree::{Entry, Node, Table, Value};
use std::collections::{BTreeMap, HashMap};

/// Most tracks of one entry.
pub const MAX_TRACKS: usize = 8;

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
    /// The cities it joins, by their numbers in [`MapSource::cities`].
    pub ends: [usize; 2],
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
    /// The number of the group that the entry's tracks form, if there are several.
    pub group: Option<usize>,
    /// What modules know about it: the entry's attributes, overlaid by the track's.
    pub attrs: Table,
    /// Where the track stands, or the entry if it has only one.
    pub span: Span,
}

/// A ticket.
#[derive(Clone, PartialEq, Debug)]
pub struct Ticket {
    /// The cities it names, at least two, by their numbers in [`MapSource::cities`].
    pub cities: Vec<usize>,
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
    /// One that is written in the map; see [`crate::RuleSetSource::inline`].
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
    pub joined: Vec<[usize; 2]>,
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
    known: HashMap<String, Option<usize>>,
    too_many_cities: bool,
    /// Whether the last entry leads from a city to itself.
    to_itself: bool,
    /// Keys of the present entry that were taken for one that is missing.
    misspelt: Vec<String>,
    /// Whether all cities and the ends of all routes are known.
    whole: bool,
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
        if looks_like_score(top) {
            let fault = Diagnostic::error("file::not-a-map", "this is a score file, not a map").at(root.span);
            return self.reader.add(fault.help("`ttr score FILE` scores it"));
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
        let cities = top.entry("cities").and_then(|entry| {
            let expected = "a table, with a line `Ayr = {}` for each city";
            self.reader.want("`cities`", expected, &entry.value, Node::as_table)
        });
        for entry in cities.into_iter().flatten().filter(|e| !is_misplaced(e)) {
            if MAP_KEYS.contains(&entry.key.as_str()) && entry.value.as_table().is_none() {
                self.misplaced("cities", entry);
            } else if !self.dotted_cities(entry) {
                self.city(entry);
            }
        }
        self.similar_cities();
        self.lookalike_cities();
        if self.map.cities.is_empty() && self.whole && (top.get("cities").is_none() || cities.is_some()) {
            self.no_cities(root.span, top);
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
        if top.get("tickets").is_none() && self.reader.is_lost("tickets") {
            // Nobody knows how many there are.
            self.map.tickets_left_out = MAX_TICKETS;
        }
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

    /// The list under a key of the map, even if it stands below a header and so in another table.
    fn list<'n>(&mut self, top: &'n Table, key: &str) -> Option<&'n [Node]> {
        if let Some(node) = top.get(key) {
            return self.reader.want(&format!("`{key}`"), "a list of tables", node, Node::as_list);
        }
        let tables = ["cities", "set", "players", "board", "display", "lints"].into_iter();
        let mut found = tables.filter_map(|name| Some((name, top.get(name)?.as_table()?.entry(key)?)));
        let (name, entry) = found.find(|(_, entry)| is_misplaced(entry))?;
        self.misplaced(name, entry);
        entry.value.as_list()
    }

    /// Tells that something stands below a header that was meant to stand above it.
    fn misplaced(&mut self, header: &str, entry: &Entry) {
        let key = &entry.key;
        let message = format!("`{key}` stands below `[{header}]` and so belongs to it");
        let help = match is_misplaced(entry) {
            true => format!("move it above the first header, or write `[[{key}]]` for each of them"),
            false => "move it above the first header".to_owned(),
        };
        self.reader.add(Diagnostic::error("map::misplaced", message).at(entry.key_span).help(help));
    }

    fn missing(&mut self, what: &str, key: &str, span: Span) {
        if !self.reader.is_lost(key) {
            let example = match key {
                "between" | "cities" => "[\"Ayr\", \"Bath\"]",
                "length" => "3",
                _ => "\"...\"",
            };
            let found = Diagnostic::error("file::missing", format!("{what} has no `{key}`")).at(span);
            self.reader.add(found.help(format!("add it, as in `{key} = {example}`")));
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
}
