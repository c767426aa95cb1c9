//! Rule sets: tables of parameters, keyed by module.

use crate::content::reader::Reader;
use crate::findings::diagnostic::Diagnostic;
use crate::findings::names::{shown, toml_key};
use crate::limits::MAX_PLAYERS;
use crate::text::files::FileId;
use crate::text::files::{Sources, Span};
use crate::text::parse::parse;
use crate::text::tree::{Entry, Node, Table};
use std::collections::BTreeMap;

/// The id of a rule set that is written inside a map.
pub const INLINE: &str = "inline";
/// The keys of a rule set that are not modules. Keys that begin with `x-` belong to other tools.
pub const RULE_SET_KEYS: &[&str] = &["format", "name", "summary", "players"];

/// How many may play, and parameters for some numbers of players: the table `[players]` of maps and rule sets.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Players {
    /// The least number.
    pub min: Option<u8>,
    /// The most.
    pub max: Option<u8>,
    /// Where this is said.
    pub span: Option<Span>,
    /// Parameters that hold for one number of players: `[players.N]`.
    pub layers: BTreeMap<u8, Table>,
}

impl Players {
    pub(super) fn read<'e>(reader: &mut Reader<'_>, span: Span, entries: impl Iterator<Item = &'e Entry>) -> Self {
        let seats = |n: &i64| (1..=MAX_PLAYERS as i64).contains(n);
        let mut players = Self { span: Some(span), ..Self::default() };
        let mut places = Vec::new();
        for Entry { key, key_span, value } in entries {
            if key == "min" || key == "max" {
                let name = format!("`players.{key}`");
                let Some(number) = reader.want(&name, "a whole number", value, Node::as_int) else { continue };
                if !seats(&number) {
                    let message = format!("{name} must be from 1 to {MAX_PLAYERS}, not {number}");
                    reader.error("players::bad-count", message, value.span);
                    continue;
                }
                *(if key == "min" { &mut players.min } else { &mut players.max }) = Some(number as u8);
                continue;
            }
            match key.parse::<i64>() {
                Ok(number) if seats(&number) && number.to_string() == *key => {
                    if let Some(table) = reader.want(&format!("`[players.{key}]`"), "a table", value, Node::as_table) {
                        players.layers.insert(number as u8, table.clone());
                        places.push((number as u8, *key_span));
                    }
                }
                Ok(_) => {
                    let message = format!("a table can't seat {} players, only 1 to {MAX_PLAYERS}", shown(key));
                    reader.error("players::bad-count", message, *key_span);
                }
                Err(_) => {
                    let message = format!("`[players]` has `min`, `max` and numbers of players, but no {}", shown(key));
                    let fault = Diagnostic::error("players::unknown-key", message).at(*key_span);
                    reader.unknown(fault, key, ["min", "max"].into_iter(), toml_key);
                }
            }
        }
        let (min, max) = (players.min.unwrap_or(1), players.max.unwrap_or(MAX_PLAYERS as u8));
        if min > max {
            let message = format!("the least number of players, {min}, is above the most, {max}");
            reader.error("players::range", message, span);
            (players.min, players.max) = (None, None);
            return players;
        }
        for (number, span) in places.into_iter().filter(|(n, _)| !(min..=max).contains(n)) {
            let message = format!("these parameters are never used: {min} to {max} play, not {number}");
            reader.add(Diagnostic::warning("players::unused-count", message).at(span));
        }
        players
    }
}

/// The least and the most players of a rule set on a map, whose word counts more. Nothing if neither is said; what only
/// one end is said of is open at the other.
///
/// # Errors
/// If what both say leaves nobody to play.
pub fn player_range(rule_set: &Players, map: &Players) -> Result<Option<(u8, u8)>, Box<Diagnostic>> {
    let (min, max) = match (map.min.or(rule_set.min), map.max.or(rule_set.max)) {
        (None, None) => return Ok(None),
        (min, max) => (min.unwrap_or(1), max.unwrap_or(MAX_PLAYERS as u8)),
    };
    if min <= max {
        return Ok(Some((min, max)));
    }
    let message = format!("the least number of players, {min}, is above the most, {max}");
    let mut fault = Diagnostic::error("players::range", message);
    fault.span = map.span.or(rule_set.span);
    fault.labels = rule_set.span.map(|span| (span, "the rule set says this".to_owned())).into_iter().collect();
    Err(Box::new(fault))
}

/// A rule set as written: which modules play, with which parameters.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RuleSetSource {
    /// What maps and the command line call it.
    pub id: String,
    /// What people call it; the id, if it is not said.
    pub name: String,
    /// What it is, in a line.
    pub summary: Option<String>,
    /// How many may play, and parameters for some numbers of players.
    pub players: Players,
    /// The parameters of each module; `false` for none of it, `true` for its defaults.
    pub modules: Table,
    /// Where it stands.
    pub span: Span,
}

/// Whether this can only be a map: it has what no rule set has.
fn looks_like_map(top: &Table) -> bool {
    let list = |key: &str| top.get(key).is_some_and(|node| node.as_list().is_some());
    top.get("cities").is_some() && top.get("rules").is_some() || list("routes") || list("tickets")
}

impl RuleSetSource {
    /// Whether a file holds a rule set and no map, told by what is in it; one with neither is taken for a map.
    pub fn is_rule_set(sources: &Sources, file: FileId) -> bool {
        parse(sources, file).root.as_table().is_some_and(super::map::looks_like_rules)
    }

    /// Reads the file of a rule set, with all faults of its text and its content.
    pub fn load(sources: &Sources, file: FileId, id: &str) -> (Self, Vec<Diagnostic>) {
        let parsed = parse(sources, file);
        let mut reader = Reader::of(sources, &parsed);
        let rule_set = match parsed.root.as_table() {
            Some(table) if looks_like_map(table) => {
                let span = ["cities", "routes"].iter().find_map(|key| table.entry(key)).map(|entry| entry.key_span);
                let fault = Diagnostic::error("file::not-rules", "this is a map, not a rule set");
                let help = "a rule set has a table for each of its modules, such as those that `ttr modules` lists";
                reader.add(fault.at(span.unwrap_or(parsed.root.span)).help(help));
                Self { id: id.to_owned(), name: id.to_owned(), ..Self::default() }
            }
            Some(table) if parsed.complete && reader.check_format(&parsed.root, table) => {
                Self::from_table(&mut reader, id, table, parsed.root.span)
            }
            _ => Self { id: id.to_owned(), name: id.to_owned(), ..Self::default() },
        };
        (rule_set, parsed.with_findings(reader.into_found()))
    }

    /// Reads a rule set that is written inside a map, `rules = { ... }`. It has the id [`INLINE`] and need not say its
    /// format.
    pub fn inline(node: &Node) -> (Self, Vec<Diagnostic>) {
        let mut reader = Reader::new();
        let empty = Table::new();
        let table = reader.want("`rules`", "a table", node, Node::as_table).unwrap_or(&empty);
        let rule_set = match table.get("format") {
            Some(_) if !reader.check_format(node, table) => Self { id: INLINE.to_owned(), ..Self::default() },
            _ => Self::from_table(&mut reader, INLINE, table, node.span),
        };
        (rule_set, reader.into_found())
    }

    fn from_table(reader: &mut Reader<'_>, id: &str, table: &Table, span: Span) -> Self {
        let name = reader.optional_text(table, "name").unwrap_or_else(|| id.to_owned());
        let summary = reader.optional_text(table, "summary");
        let players = table.entry("players").and_then(|entry| Some((entry.key_span, reader.table(entry)?)));
        let players = players.map(|(span, table)| Players::read(reader, span, table.iter())).unwrap_or_default();
        let module = |e: &&Entry| !RULE_SET_KEYS.contains(&e.key.as_str()) && !e.key.starts_with("x-");
        let modules = table.iter().filter(module).cloned().collect();
        Self { id: id.to_owned(), name, summary, players, modules, span }
    }
}
