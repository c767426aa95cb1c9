//! Score files: the end of a game that was played on a table, as people write it down. Names stay names here: what they mean
//! on the board is found when the rules are there.

use crate::content::map::looks_like_rules;
use crate::content::reader::Reader;
use crate::findings::diagnostic::Diagnostic;
use crate::findings::names::{shown, toml_key, toml_text};
use crate::limits::MAX_PLAYERS;
use crate::text::files::{FileId, Sources, Span};
use crate::text::parse::parse;
use crate::text::tree::{Entry, Node, Table, Value};

/// The keys of a score file. Keys that begin with `x-` belong to other tools.
pub const SCORE_KEYS: &[&str] = &["format", "map", "rules", "set", "players"];
/// The keys of a player in a score file that are not fields of modules.
pub const PLAYER_KEYS: &[&str] = &["name", "routes", "tickets"];
const ROUTE_KEYS: &[&str] = &["between", "colour", "track"];
/// With more words than this a list is hardly a single route or ticket without its brackets.
const MOST_OF_ONE: usize = 4;
const TICKET_KEYS: &[&str] = &["cities", "points", "deck"];

/// A word of a file, with its place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Whether the word is a part of a longer text; its place is then that of the whole text.
    pub within: bool,
}

impl Word {
    fn new(text: &str, span: Span) -> Self {
        Self { text: text.to_owned(), span, within: false }
    }

    fn within(text: &str, span: Span) -> Self {
        Self { text: text.to_owned(), span, within: true }
    }
}

/// A route as it is written: two cities, and what tells parallel ones apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenRoute {
    /// Its two cities, in any order.
    pub ends: [Word; 2],
    /// Its colour.
    pub colour: Option<Word>,
    /// Which of the routes between the two cities it is, from 1, in the order of the map.
    pub track: Option<(i64, Span)>,
    /// Where it stands.
    pub span: Span,
}

impl WrittenRoute {
    /// Whether it is said which of several parallel routes it is.
    pub fn is_told_apart(&self) -> bool {
        self.colour.is_some() || self.track.is_some()
    }
}

/// A ticket as it is written: its cities, and what tells it from others that name the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenTicket {
    /// Its cities, in any order.
    pub cities: Vec<Word>,
    /// Its printed value.
    pub points: Option<(i64, Span)>,
    /// Its deck.
    pub deck: Option<Word>,
    /// Where it stands.
    pub span: Span,
}

/// A player of a score file.
#[derive(Clone, PartialEq, Debug)]
pub struct WrittenPlayer {
    /// The name.
    pub name: Word,
    /// The routes that lie on the board at the end.
    pub routes: Vec<WrittenRoute>,
    /// The tickets that were kept.
    pub tickets: Vec<WrittenTicket>,
    /// What modules own.
    pub fields: Table,
}

/// A score file as written.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ScoreSource {
    /// The file.
    pub file: FileId,
    /// The map: the name of a bundled one, or the path of a file as seen from this one.
    pub map: Option<Word>,
    /// The rule set, where it is not the map's own.
    pub rules: Option<Word>,
    /// Overrides, as `KEY=VALUE`.
    pub set: Vec<String>,
    /// For each override where the file has it: what it sets, and the value.
    pub set_places: Vec<[Span; 2]>,
    /// The players by seat; no more than can ever play.
    pub players: Vec<WrittenPlayer>,
    /// How many players are written down.
    pub seats: usize,
    /// Where the players are written.
    pub players_span: Span,
}

impl ScoreSource {
    /// Reads a score file, with all that is wrong with its text.
    pub fn load(sources: &Sources, file: FileId) -> (Self, Vec<Diagnostic>) {
        let parsed = parse(sources, file);
        let mut reader = ScoreReader { reader: Reader::of(sources, &parsed), score: Self { file, ..Self::default() } };
        reader.score.players_span = Span::new(file, 0, 0);
        if let (true, Some(table)) = (parsed.complete, parsed.root.as_table()) {
            reader.read(&parsed.root, table);
        }
        (reader.score, parsed.with_findings(reader.reader.into_found()))
    }

    /// Reads what a score file says from a table of some other file of this format: map, rules, overrides and players. What else
    /// stands there is left to that file.
    pub fn given(file: FileId, table: &Table) -> (Self, Vec<Diagnostic>) {
        let mut reader = ScoreReader { reader: Reader::new(), score: Self { file, ..Self::default() } };
        reader.score.players_span = Span::new(file, 0, 0);
        reader.game(table);
        (reader.score, reader.reader.into_found())
    }

    /// What is wrong with the number of players on a map for `min` to `max`.
    pub fn seats_fault(&self, min: u8, max: u8, map: &str) -> Option<Diagnostic> {
        let n = self.seats;
        let fits = (usize::from(min)..=usize::from(max)).contains(&n);
        let message = match n {
            0 => format!("no player is written down; {min} to {max} can play {map}"),
            1 => format!("1 player is written down, but {min} to {max} can play {map}"),
            _ => format!("{n} players are written down, but {min} to {max} can play {map}"),
        };
        let fault = Diagnostic::error("score::players", message).at(self.players_span);
        (!fits).then(|| fault.help("each player has a part that begins with `[[players]]`"))
    }
}

struct ScoreReader<'s> {
    reader: Reader<'s>,
    score: ScoreSource,
}

fn is_key(key: &str, known: &[&str]) -> bool {
    known.contains(&key) || key.starts_with("x-")
}

/// Whether this can only be a score file: it names a map, and has a list of players.
pub(super) fn looks_like_score(top: &Table) -> bool {
    top.get("map").is_some_and(|node| node.as_str().is_some())
        && top.get("players").is_none_or(|node| node.as_list().is_some())
        && top.get("cities").is_none()
}

/// What this is, if it is surely no score file.
fn something_else(top: &Table) -> Option<&'static str> {
    let none = top.get("map").is_none() && top.get("players").is_none_or(|node| node.as_list().is_none());
    let is_map = top.get("cities").is_some() || top.get("routes").is_some_and(|node| node.as_list().is_some());
    match none {
        true if is_map => Some("a map"),
        true if looks_like_rules(top) => Some("a rule set"),
        _ => None,
    }
}

/// An override as the command line has it, for every value of a table, with its places.
fn overrides(path: &str, at: Span, node: &Node, all: &mut Vec<(String, [Span; 2])>) {
    match &node.kind {
        Value::Table(table) if !table.is_empty() => {
            for Entry { key, key_span, value } in table {
                let dot = if path.is_empty() { "" } else { "." };
                overrides(&format!("{path}{dot}{}", toml_key(key)), *key_span, value, all);
            }
        }
        _ => all.push((format!("{path}={}", toml_value(node)), [at, node.span])),
    }
}

/// A value as TOML, on one line.
pub fn toml_value(node: &Node) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match &node.kind {
        Value::Bool(yes) => yes.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Str(text) => toml_text(text),
        Value::List(items) => format!("[{}]", joined(items.iter().map(toml_value).collect())),
        Value::Table(table) => {
            let parts = table.iter().map(|e| format!("{} = {}", toml_key(&e.key), toml_value(&e.value)));
            format!("{{{}}}", joined(parts.collect()))
        }
    }
}

impl ScoreReader<'_> {
    fn read(&mut self, root: &Node, top: &Table) {
        if let Some(what) = something_else(top) {
            let fault = Diagnostic::error("score::not-a-score", format!("this is {what}, not a score file"));
            let help = "a score file names its map, and has a part `[[players]]` for each player; `ttr score --new MAP` begins one";
            return self.reader.add(fault.at(Span::new(self.score.file, 0, 0)).help(help));
        }
        if top.get("format").is_some() && !self.reader.check_format(root, top) {
            return;
        }
        for Entry { key, key_span, .. } in top.iter().filter(|e| !is_key(&e.key, SCORE_KEYS)) {
            let message = format!("score files have no {}", shown(key));
            let fault = Diagnostic::error("score::unknown-key", message).at(*key_span);
            let all = [SCORE_KEYS, PLAYER_KEYS].concat();
            let near = self.reader.nearest(key, all.into_iter()).map(|near| near.name);
            if let Some(near) = near.filter(|near| PLAYER_KEYS.contains(near)) {
                let help = match near == key {
                    true => "what a player has stands below `[[players]]`".to_owned(),
                    false => format!("did you mean `{near}`? what a player has stands below `[[players]]`"),
                };
                self.reader.add(fault.help(help));
                continue;
            }
            let fault = fault.help(format!("there is: {}", SCORE_KEYS.join(", ")));
            self.reader.unknown(fault, key, SCORE_KEYS.iter().copied(), toml_key);
        }
        if top.get("map").is_none() && !self.reader.is_lost("map") {
            let fault = Diagnostic::error("score::unknown-map", "this file does not say which map was played");
            self.reader.add(
                fault
                    .at(Span::new(self.score.file, 0, 0))
                    .help("write `map = \"NAME\"`: that of a bundled map, or the path of a file"),
            );
        }
        self.game(top);
    }

    /// What the game was made of, and what the players had.
    fn game(&mut self, top: &Table) {
        self.score.map = top.entry("map").and_then(|entry| self.word(entry));
        self.score.rules = top.entry("rules").and_then(|entry| self.word(entry));
        if let Some(entry) = top.entry("set") {
            self.set(&entry.value);
        }
        let Some(entry) = top.entry("players") else { return };
        self.score.players_span = entry.key_span;
        let expected = "a list of players, each of which begins with `[[players]]`";
        let list = self.reader.want("`players`", expected, &entry.value, Node::as_list);
        let list = list.unwrap_or_default();
        self.score.seats = list.len();
        for node in list.iter().take(MAX_PLAYERS) {
            self.player(node);
        }
    }

    fn set(&mut self, node: &Node) {
        let mut all = Vec::new();
        match &node.kind {
            Value::Table(table) if table.is_empty() => {}
            Value::Table(_) => overrides("", node.span, node, &mut all),
            Value::List(items) => {
                for item in items {
                    let text = self.reader.want("each override", "a text `KEY=VALUE`", item, Node::as_str);
                    all.extend(text.map(|text| (text.to_owned(), [item.span; 2])));
                }
            }
            _ => self.reader.wrong_type("`set`", "a table of overrides, as in a map", node),
        }
        (self.score.set, self.score.set_places) = all.into_iter().unzip();
    }

    fn word(&mut self, entry: &Entry) -> Option<Word> {
        self.reader.text(entry).map(|text| Word::new(&text, entry.value.span))
    }

    fn player(&mut self, node: &Node) {
        let seat = self.score.players.len() + 1;
        let table = self.reader.want("each player", "a table that begins with `[[players]]`", node, Node::as_table);
        let empty = Table::new();
        let table = table.unwrap_or(&empty);
        let mut name = table.entry("name").and_then(|entry| self.word(entry)).unwrap_or_default();
        if name.text.is_empty() {
            name = Word::new(&format!("player {seat}"), node.span);
        }
        let fault = if name.text.trim() != name.text || name.text.contains(char::is_control) {
            Some(Diagnostic::error(
                "score::bad-name",
                "the name of a player has spaces around it, or control characters in it",
            ))
        } else {
            let same = self.score.players.iter().find(|other| other.name.text == name.text);
            same.map(|other| {
                let message = format!("two players are named {}", shown(&name.text));
                Diagnostic::error("score::same-name", message).also(other.name.span, "the first")
            })
        };
        if let Some(fault) = fault {
            self.reader.add(fault.at(name.span).help("give each player a name of its own"));
            name.text = format!("player {seat}");
            while self.score.players.iter().any(|other| other.name.text == name.text) {
                name.text.push('\'');
            }
        }
        let routes = self.list(table, "routes", |reader, node| reader.route(node));
        let tickets = self.list(table, "tickets", |reader, node| reader.ticket(node));
        let fields = table.iter().filter(|e| !is_key(&e.key, PLAYER_KEYS)).cloned().collect();
        self.score.players.push(WrittenPlayer { name, routes, tickets, fields });
    }

    fn list<T>(&mut self, table: &Table, key: &str, mut read: impl FnMut(&mut Self, &Node) -> Option<T>) -> Vec<T> {
        let Some(node) = table.get(key) else { return Vec::new() };
        let list = self.reader.want(&format!("`{key}`"), "a list", node, Node::as_list).unwrap_or_default();
        if let Some(fault) = not_in_brackets(key, node, list) {
            self.reader.add(fault);
            return Vec::new();
        }
        list.iter().filter_map(|node| read(self, node)).collect()
    }

    fn route(&mut self, node: &Node) -> Option<WrittenRoute> {
        read_route(&mut self.reader, node)
    }

    fn ticket(&mut self, node: &Node) -> Option<WrittenTicket> {
        read_ticket(&mut self.reader, node)
    }
}

/// A route in one of its forms: `["Ayr", "Bath"]`, `["Ayr", "Bath", "red"]` or with the number of the track, a table with
/// `between`, or a text as the program prints it, `"Ayr - Bath (red)"`.
pub fn read_route(reader: &mut Reader<'_>, node: &Node) -> Option<WrittenRoute> {
    const FORM: &str = "two cities, `[\"Ayr\", \"Bath\"]`, and where it matters their colour or track behind them";
    let span = node.span;
    let (mut colour, mut track) = (None, None);
    let ends = match &node.kind {
        Value::Str(text) => {
            let (cities, rest) = match text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
                Some((cities, rest)) if cities.contains(" - ") => (cities, rest),
                _ => (text.as_str(), ""),
            };
            for part in rest.split(", ").filter(|part| !part.is_empty()) {
                match part.strip_prefix("track ").and_then(|n| n.parse().ok()) {
                    Some(number) => track = Some((number, span)),
                    None => colour = Some(Word::within(part, span)),
                }
            }
            cities.split(" - ").map(|text| Word::within(text.trim(), span)).collect()
        }
        Value::List(items) => {
            let mut words = words(reader, items.get(..2).unwrap_or(items), "each city of a route")?;
            for more in items.iter().skip(2) {
                match &more.kind {
                    Value::Int(number) if track.is_none() => track = Some((*number, more.span)),
                    Value::Str(text) if colour.is_none() => colour = Some(Word::new(text, more.span)),
                    // Too much of something: told below.
                    _ => words.push(Word::default()),
                }
            }
            words
        }
        Value::Table(table) => {
            unknown_keys(reader, table, ROUTE_KEYS, "a route");
            colour = word_of(reader, table, "colour");
            track = number_of(reader, table, "track");
            let list = table.get("between").and_then(Node::as_list).unwrap_or_default();
            words(reader, list, "each city of a route")?
        }
        _ => Vec::new(),
    };
    let Ok(ends) = <[Word; 2]>::try_from(ends) else {
        reader.error("score::bad-route", format!("a route is {FORM}"), span);
        return None;
    };
    Some(WrittenRoute { ends, colour, track, span })
}

/// A ticket in one of its forms: a list of cities, a table with `cities`, or a text, `"Ayr - Bath"`.
pub fn read_ticket(reader: &mut Reader<'_>, node: &Node) -> Option<WrittenTicket> {
    let span = node.span;
    let (mut points, mut deck) = (None, None);
    let cities = match &node.kind {
        Value::Str(text) => text.split(" - ").map(|text| Word::within(text.trim(), span)).collect(),
        Value::List(items) => {
            // Its value may stand behind its cities.
            let (items, value) = match items.split_last() {
                Some((last, items)) if last.as_int().is_some() => (items, last.as_int().map(|n| (n, last.span))),
                _ => (items.as_slice(), None),
            };
            points = value;
            words(reader, items, "each city of a ticket")?
        }
        Value::Table(table) => {
            unknown_keys(reader, table, TICKET_KEYS, "a ticket");
            points = number_of(reader, table, "points");
            deck = word_of(reader, table, "deck");
            words(reader, table.get("cities").and_then(Node::as_list).unwrap_or_default(), "each city of a ticket")?
        }
        _ => Vec::new(),
    };
    if cities.len() < 2 {
        reader.error("score::bad-ticket", "a ticket is its cities, `[\"Ayr\", \"Bath\"]`".to_owned(), span);
        return None;
    }
    Some(WrittenTicket { cities, points, deck, span })
}

/// What is wrong with a list that is a single route or ticket itself: its cities stand in it, without brackets of their own.
fn not_in_brackets(key: &str, node: &Node, list: &[Node]) -> Option<Diagnostic> {
    let is_word = |text: &str| !text.contains(" - ");
    let (first, rest) = list.split_first()?;
    let plain = rest.iter().all(|node| node.as_int().is_some() || node.as_str().is_some_and(is_word));
    if rest.is_empty() || !plain || !first.as_str().is_some_and(is_word) {
        return None;
    }
    let (code, one) = if key == "routes" { ("score::bad-route", "route") } else { ("score::bad-ticket", "ticket") };
    let message = format!("`{key}` is a list, and each {one} in it stands in brackets of its own");
    let fault = Diagnostic::error(code, message).at(node.span);
    if list.len() > MOST_OF_ONE {
        return Some(fault.help(format!("write `{key} = [[\"Ayr\", \"Bath\"], [\"Bath\", \"Cork\"]]`")));
    }
    let mended = format!("[{}]", toml_value(node));
    Some(fault.help(format!("for one {one} write `{key} = {mended}`")).suggest(node.span, mended))
}

fn words(reader: &mut Reader<'_>, items: &[Node], what: &str) -> Option<Vec<Word>> {
    let word = |reader: &mut Reader<'_>, node: &Node| {
        let text = reader.want(what, "a text in quotes", node, Node::as_str)?;
        Some(Word::new(text, node.span))
    };
    let words: Vec<Option<Word>> = items.iter().map(|node| word(reader, node)).collect();
    words.into_iter().collect()
}

fn word_of(reader: &mut Reader<'_>, table: &Table, key: &str) -> Option<Word> {
    let entry = table.entry(key)?;
    reader.text(entry).map(|text| Word::new(&text, entry.value.span))
}

fn number_of(reader: &mut Reader<'_>, table: &Table, key: &str) -> Option<(i64, Span)> {
    let node = table.get(key)?;
    reader.want(&format!("`{key}`"), "a whole number", node, Node::as_int).map(|number| (number, node.span))
}

fn unknown_keys(reader: &mut Reader<'_>, table: &Table, known: &'static [&'static str], what: &str) {
    for Entry { key, key_span, .. } in table.iter().filter(|e| !is_key(&e.key, known)) {
        let fault = Diagnostic::error("score::unknown-key", format!("{what} has no {}", shown(key))).at(*key_span);
        reader.unknown(fault, key, known.iter().copied(), toml_key);
    }
}
