//! Positions that programs give, as JSON. What is wrong with one is told by the path of its field.

use super::given::spell_out;
use super::{Faults, GIVEN_KEYS, Given, Laid, first_turn, lay_out, refuse_layout, things};
use crate::names;
use serde_json::{Map, Value as Json};
use ttr_core::Rules;
use ttr_core::chance::{Chance, Script};
use ttr_core::cx::Fault;
use ttr_source::{Diagnostic, Entry, FileId, Node, Severity, Span, Table, Value, cut, nearest, shown};

/// What the path of every field begins with.
const ROOT: &str = "position";
/// So many faults beyond the first are told by their fields.
const MOST_NAMED: usize = 3;
/// So many characters of what is wrong are told at most.
const MOST_TOLD: usize = 300;

/// So many values are in a position at most: far more than any board has places for.
const MOST_VALUES: usize = 200_000;

/// What is wrong with a position that a program gave.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field}: {text}")]
pub struct Wrong {
    /// The path of its field, such as `position.players[0].hand.red`.
    pub field: String,
    /// What is wrong, in words: what was found, and what was most likely meant.
    pub text: String,
}

/// A position as a program gives it, or a save keeps it.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    table: Table,
    /// The places of the tree: what has the number of a place as its span stands there.
    places: Vec<Place>,
    /// Whether what is said of players is said by their names, in no order.
    by_name: bool,
}

/// Who plays, as far as that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seats {
    /// These, by seat.
    Names(Vec<String>),
    /// So many.
    Number(usize),
}

impl Seats {
    /// The names by seat.
    pub fn names(self) -> Vec<String> {
        match self {
            Self::Names(names) => names,
            Self::Number(n) => (1..=n).map(|n| format!("player {n}")).collect(),
        }
    }
}

/// Why a position is not laid out.
#[derive(Debug, thiserror::Error)]
pub enum NotLaid {
    /// It can't be.
    #[error(transparent)]
    Wrong(#[from] Wrong),
    /// The game can't be set up.
    #[error("the game can't be set up: {0}")]
    Fault(#[from] Fault),
}

/// Where something stands. A path is made of these when it is told, so that none is kept for what is sound.
#[derive(Clone, PartialEq, Debug)]
struct Place {
    /// The number of the place of what it stands in.
    within: usize,
    step: Step,
}

#[derive(Clone, PartialEq, Debug)]
enum Step {
    Root,
    Item(usize),
    /// Under this key, which is cut if it is very long. The key itself has this place too, but no length, so that it is told of first.
    Key(Box<str>),
}

/// Makes a tree of JSON.
struct Planting {
    places: Vec<Place>,
    faults: Faults,
}

impl Planting {
    fn place(&mut self, within: usize, step: Step) -> usize {
        self.places.push(Place { within, step });
        self.places.len() - 1
    }

    fn node(&mut self, json: &Json, at: usize) -> Node {
        let span = span(at);
        let kind = match json {
            Json::Null => {
                self.faults.add("test::bad-value", "`null` says nothing: leave the field away", span);
                Value::Table(Table::new())
            }
            Json::Bool(yes) => Value::Bool(*yes),
            Json::Number(number) => match number.as_i64() {
                Some(number) => Value::Int(number),
                None => Value::Float(number.as_f64().unwrap_or(f64::INFINITY)),
            },
            Json::String(text) => Value::Str(text.clone()),
            Json::Array(items) => {
                let mut list = Vec::with_capacity(items.len());
                for (i, item) in items.iter().enumerate() {
                    let of = self.place(at, Step::Item(i));
                    list.push(self.node(item, of));
                }
                Value::List(list)
            }
            Json::Object(map) => Value::Table(self.table(map, at)),
        };
        Node::new(kind, span)
    }

    fn table(&mut self, map: &Map<String, Json>, at: usize) -> Table {
        let entry = |(key, value): (&String, &Json)| {
            let of = self.place(at, Step::Key(cut(key).into()));
            Entry { key: key.clone(), key_span: Span { end: of as u32, ..span(of) }, value: self.node(value, of) }
        };
        map.iter().map(entry).collect()
    }
}

/// How many values there are in all.
fn values(json: &Json) -> usize {
    let within = match json {
        Json::Array(items) => items.iter().map(values).sum(),
        Json::Object(map) => map.values().map(values).sum(),
        _ => 0,
    };
    1 + within
}

/// The place of this number.
fn span(at: usize) -> Span {
    Span::new(FileId::default(), at, at + 1)
}

impl Position {
    /// Reads a position, with its keys.
    ///
    /// # Errors
    /// If it is no position.
    pub fn read(json: &Json) -> Result<Self, Wrong> {
        let Some(map) = json.as_object() else {
            let text = "a position is an object, such as { \"players\": [...], \"row\": [...] }".to_owned();
            return Err(Wrong { field: ROOT.to_owned(), text });
        };
        if values(json) > MOST_VALUES {
            let text = format!("a position has at most {MOST_VALUES} values, the keys of other tools among them");
            return Err(Wrong { field: ROOT.to_owned(), text });
        }
        let mut planting = Planting { places: Vec::new(), faults: Faults::default() };
        let root = planting.place(0, Step::Root);
        let mut table = planting.table(map, root);
        let by_name = table.get("players").is_some_and(|node| node.as_table().is_some());
        if let Some(players) = table.get_mut("players") {
            spell_out(players);
        }
        planting.faults.keys("a position", &table, GIVEN_KEYS);
        let position = Self { table, places: planting.places, by_name };
        position.fine(planting.faults)?;
        Ok(position)
    }

    /// Says who sits where, and gives their names. What is said of somebody by a name goes to the seat of that name, all else by
    /// the order; where nobody has a name yet, the position gives them theirs.
    ///
    /// # Errors
    /// If somebody is named who has no seat, or two are said to have one seat.
    pub fn seat(&mut self, seats: Seats) -> Result<Vec<String>, Wrong> {
        let fixed = matches!(seats, Seats::Names(_));
        let mut names = seats.names();
        let by_name = self.by_name;
        let Some(node) = self.table.get_mut("players") else { return Ok(names) };
        let span = node.span;
        let Value::List(list) = &mut node.kind else { return Ok(names) };
        let mut by_seat: Vec<Option<Node>> = vec![None; names.len()];
        let mut wrong: Option<(Span, String)> = None;
        for (at, player) in std::mem::take(list).into_iter().enumerate() {
            let name = player.at(["name"]).and_then(|node| Some((node.as_str()?.to_owned(), node.span)));
            let (text, place) = name.clone().unwrap_or((String::new(), player.span));
            let number = || text.parse::<usize>().ok().and_then(|seat| seat.checked_sub(1));
            let known = names.iter().position(|name| *name == text).or_else(|| number().filter(|n| *n < names.len()));
            let seat = match (known, &name) {
                (Some(seat), Some(_)) => Some(seat),
                (None, Some(_)) if fixed || by_name => None,
                _ => Some(at).filter(|at| *at < names.len()),
            };
            let Some(seat) = seat else {
                let near = nearest(&text, names.iter().map(String::as_str));
                let near = near.map_or_else(String::new, |near| format!("did you mean {}? ", shown(near)));
                let who = brief(&names.iter().map(|name| shown(name)).collect::<Vec<_>>().join(", "));
                let text = match name {
                    Some(_) => format!("no player is named {}: {near}at the table are: {who}", shown(&text)),
                    None => format!("there are only {} players: {who}", names.len()),
                };
                wrong.get_or_insert((place, text));
                continue;
            };
            if let (None, Some((name, _))) = (known, name) {
                names[seat] = name;
            }
            match &mut by_seat[seat] {
                Some(_) => drop(wrong.get_or_insert((place, format!("{} is there twice", shown(&names[seat]))))),
                free => *free = Some(player),
            }
        }
        *list = by_seat
            .into_iter()
            .zip(&names)
            .map(|(player, name)| named(player.unwrap_or_else(|| Node::new(Value::Table(Table::new()), span)), name))
            .collect();
        match wrong {
            Some((place, text)) => Err(Wrong { field: self.path(place), text }),
            None => Ok(names),
        }
    }

    /// How many players it says something of.
    pub fn players(&self) -> usize {
        self.table.get("players").and_then(Node::as_list).map_or(0, <[Node]>::len)
    }

    /// What it says, as far as that is told without the rules.
    ///
    /// # Errors
    /// If it says what can't be said.
    pub fn given(&self) -> Result<Given, Wrong> {
        let mut faults = Faults::default();
        let given = Given::read(FileId::default(), &Table::new(), &self.table, &mut faults);
        self.fine(faults)?;
        Ok(given)
    }

    /// Whether nothing is to be laid out, since the game begins with its setup.
    ///
    /// # Errors
    /// If something is laid out all the same.
    pub fn begins_with_setup(&self) -> Result<bool, Wrong> {
        let (given, mut faults) = (self.given()?, Faults::default());
        if given.begins_with_setup() {
            refuse_layout(&given, &mut faults);
        }
        self.fine(faults)?;
        Ok(given.begins_with_setup())
    }

    /// Who has the first turn, as an override of the rules: see [`first_turn`].
    ///
    /// # Errors
    /// If that is nobody, or not to be chosen.
    pub fn first_turn(&self, rules: &Rules, set: &[String]) -> Result<Option<String>, Wrong> {
        first_turn(rules, set, &self.given()?).map_err(|found| self.wrong(found))
    }

    /// What comes next by chance, by the names of piles.
    ///
    /// # Errors
    /// If something is named that there is not.
    pub fn next(&self, rules: &Rules) -> Result<Script, Wrong> {
        let (mut script, mut faults) = (Script::new(), Faults::default());
        let next = self.table.get("next").map(|node| things::script(rules, node, &mut faults));
        self.fine(faults)?;
        for (pile, outcome) in next.into_iter().flatten() {
            let stream = rules.streams().iter().position(|name| *name == pile).unwrap_or_default();
            let named = names::outcome(rules, (stream as u16, outcome))[1].take();
            script.entry(pile).or_default().push(named);
        }
        Ok(script)
    }

    /// Sets the game up and lays the position out.
    ///
    /// # Errors
    /// If it can't be, or the game can't be set up.
    pub fn lay_out(&self, rules: &Rules, chance: &mut dyn Chance) -> Result<Laid, NotLaid> {
        let (given, mut faults) = (self.given()?, Faults::default());
        let laid = lay_out(rules, &given, chance, &mut faults)?;
        self.fine(faults)?;
        Ok(laid)
    }

    /// What is laid out, for a save: who plays by which rules, and what comes by chance, stands elsewhere in it.
    pub fn json(&self) -> Json {
        let of = |key: &str| Some((key.to_owned(), things::json_of(self.table.get(key)?)));
        let mut map: Map<String, Json> = ["players", "row", "zones"].into_iter().filter_map(of).collect();
        let players = map.get_mut("players").and_then(Json::as_array_mut);
        players.into_iter().flatten().filter_map(Json::as_object_mut).for_each(|player| drop(player.remove("name")));
        let mut json = Json::Object(map);
        forget_others(&mut json);
        json
    }

    /// The path of what stands at a place, such as `position.players[0].hand.red`.
    fn path(&self, span: Span) -> String {
        let (mut at, mut steps) = (span.start as usize, Vec::new());
        while let Some(Place { within, step }) = self.places.get(at) {
            match step {
                Step::Root => break,
                Step::Item(i) => steps.push(format!("[{i}]")),
                Step::Key(key) => steps.push(format!(".{key}")),
            }
            at = *within;
        }
        steps.push(ROOT.to_owned());
        steps.into_iter().rev().collect()
    }

    fn fine(&self, faults: Faults) -> Result<(), Wrong> {
        match faults.0.iter().any(|found| found.severity == Severity::Error) {
            true => Err(self.wrong(faults.0)),
            false => Ok(()),
        }
    }

    /// The first fault, with how many more there are and where.
    fn wrong(&self, mut found: Vec<Diagnostic>) -> Wrong {
        found.retain(|found| found.severity == Severity::Error);
        found.sort_by_key(|found| found.span.map_or((0, 0), |span| (span.start, span.end)));
        let path = |found: &Diagnostic| found.span.map_or_else(|| ROOT.to_owned(), |span| self.path(span));
        let words = |found: &Diagnostic| {
            let others = found.labels.iter().map(|(span, text)| format!(" ({text}: {})", self.path(*span)));
            let help = found.help.as_ref().map_or_else(String::new, |help| format!(": {help}"));
            format!("{}{}{help}", found.message, others.collect::<String>())
        };
        let mut text = found.first().map_or_else(String::new, |first| brief(&words(first)));
        if found.len() > 1 {
            let more = found.iter().skip(1).map(|found| cut(&path(found)).into_owned());
            let more: Vec<String> = more.take(MOST_NAMED).collect();
            text = format!("{text} (and {} more: {})", found.len() - 1, more.join(", "));
        }
        Wrong { field: found.first().map_or_else(|| ROOT.to_owned(), path), text }
    }
}

/// Takes out what belongs to other tools, of whatever size: keys that begin with `x-`. Players, routes and all else that stands in a list
/// have such keys; other tables hold things by their names, and a name may begin so.
fn forget_others(json: &mut Json) {
    match json {
        Json::Object(map) => map.values_mut().for_each(forget_others),
        Json::Array(all) => {
            for item in all {
                if let Json::Object(map) = item {
                    map.retain(|key, _| !key.starts_with("x-"));
                }
                forget_others(item);
            }
        }
        _ => {}
    }
}

/// Words that may hold long names and lists, but no more than so many of them.
fn brief(text: &str) -> String {
    match text.char_indices().nth(MOST_TOLD) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}

/// A player with a name, where no other is written.
fn named(mut player: Node, name: &str) -> Node {
    let span = player.span;
    if let Value::Table(table) = &mut player.kind {
        match table.get_mut("name") {
            Some(Node { kind: Value::Str(text), .. }) => name.clone_into(text),
            Some(_) => {}
            None => {
                let value = Node::new(Value::Str(name.to_owned()), span);
                table.insert(Entry { key: "name".to_owned(), key_span: span, value });
            }
        }
    }
    player
}
