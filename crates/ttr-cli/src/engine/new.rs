//! A new game, dealt or laid out.

use super::findings;
use std::sync::Arc;
use ttr_core::{GameSource, NamedText, Registry, Rules, compile};
use ttr_files::position::{Given, Position, Seats, Wrong};
use ttr_source::{Node, RulesRef, Severity, nearest, shown};
use ttr_table::protocol::messages::{Named, New, Players};
use ttr_table::protocol::{Code, Trouble};
use ttr_table::{NoBeginning, Table};

/// A bundled text by its name, or the text that is given.
fn text<'r>(
    given: &Named,
    field: &str,
    what: &str,
    find: impl Fn(&str) -> Option<&'r str>,
    all: impl Iterator<Item = (&'r str, &'r str)>,
) -> Result<NamedText, Trouble> {
    match given {
        Named::Text(text) => Ok(text.clone()),
        Named::Bundled(name) => match find(name) {
            Some(text) => Ok(NamedText { name: name.clone(), text: text.to_owned() }),
            None => {
                let names: Vec<&str> = all.map(|(name, _)| name).collect();
                let near = nearest(name, names.iter().copied());
                let near = near.map_or_else(String::new, |near| format!("did you mean {near:?}? "));
                let known = names.join(", ");
                Err(Trouble::field(field, format!("no {what} is named {}: {near}bundled are: {known}", shown(name))))
            }
        },
    }
}

/// What a new game is made of.
fn source(
    registry: &Registry,
    new: &New,
    seats: Vec<String>,
    rules: Option<(&Named, &str)>,
) -> Result<GameSource, Trouble> {
    let map = text(&new.map, "map", "map", |name| registry.find_map(name), registry.maps())?;
    let mut source = GameSource::new(map.name, map.text, 0);
    source.set.clone_from(&new.set);
    let rule_set = |name: &str| registry.find_rule_set(name);
    source.seats = seats;
    source.rule_set = match rules {
        Some((rules, field)) => Some(text(rules, field, "rule set", rule_set, registry.rule_sets())?),
        // As everywhere, a save holds the text of the rule set that its map names.
        None => match source.rules_asked_for() {
            Some(RulesRef::Named(name, _)) => rule_set(&name).map(|text| NamedText { text: text.to_owned(), name }),
            _ => None,
        },
    };
    Ok(source)
}

/// The rules of a game.
pub(super) fn rules(registry: &Registry, source: &GameSource) -> Result<Arc<Rules>, Trouble> {
    match compile(registry, source) {
        Ok(compiled) => Ok(Arc::new(compiled.rules.watched())),
        Err(failed) => {
            // Of several findings the first error is told at once, since a program may show the words alone.
            let errors = || failed.diagnostics.iter().filter(|found| found.severity == Severity::Error);
            let first = errors().next().map_or_else(String::new, |found| format!(": {}", found.message));
            let more = match errors().count() {
                0 | 1 => String::new(),
                n => format!(" (and {} more)", n - 1),
            };
            let text = format!("{} can't be played{first}{more}", source.map.name);
            Err(Trouble { findings: findings(&failed, &source.map.name), ..Trouble::new(Code::BadRules, text) })
        }
    }
}

fn wrong(wrong: Wrong) -> Trouble {
    Trouble::field(wrong.field, wrong.text)
}

fn no_beginning(why: NoBeginning) -> Trouble {
    match why {
        NoBeginning::Script(why) => Trouble::field("script", why),
        NoBeginning::Position(why) => wrong(why),
        NoBeginning::Fault(fault) => Trouble::fault(&fault),
    }
}

/// A new game, as it is asked for.
pub(super) fn table(registry: &Registry, new: New) -> Result<Table, Trouble> {
    let seats = match &new.players {
        Players::Count(n) => Seats::Number((*n).into()),
        Players::Names(names) => Seats::Names(names.clone()),
    };
    match &new.position {
        Some(json) => {
            let mut position = Position::read(json).map_err(wrong)?;
            let names = position.seat(seats).map_err(wrong)?;
            laid_out(registry, &new, names, &position)
        }
        None => {
            let source = source(registry, &new, seats.names(), new.rules.as_ref().map(|rules| (rules, "rules")))?;
            let rules = rules(registry, &source)?;
            Table::begin(rules, source, new.seed, new.script).map_err(no_beginning)
        }
    }
}

/// A game that begins with a position.
fn laid_out(registry: &Registry, new: &New, names: Vec<String>, position: &Position) -> Result<Table, Trouble> {
    let given: Given = position.given().map_err(wrong)?;
    let named = given.score.rules.as_ref().map(|word| Named::Bundled(word.text.clone()));
    let named = named.as_ref().map(|named| (named, "position.rules"));
    let mut source = source(registry, new, names, named.or(new.rules.as_ref().map(|rules| (rules, "rules"))))?;
    source.set.extend_from_slice(&given.score.set);
    let mut made = rules(registry, &source)?;
    if let Some(set) = position.first_turn(&made, &source.set).map_err(wrong)? {
        source.set.push(set);
        made = rules(registry, &source)?;
    }
    let seed = if given.rest.get("seed").and_then(Node::as_int).is_some() { given.seed() } else { new.seed };
    let mut script = new.script.clone();
    for (pile, next) in position.next(&made).map_err(wrong)? {
        script.entry(pile).or_default().extend(next);
    }
    let begun = match position.begins_with_setup().map_err(wrong)? {
        true => Table::begin(made, source, seed, script),
        false => Table::lay_out(made, source, seed, script, position),
    };
    begun.map_err(no_beginning)
}
