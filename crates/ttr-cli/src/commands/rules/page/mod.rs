//! `ttr rules`: the rules of a game on a page, for who is about to play it.

mod differences;
mod document;
mod html;
mod markdown;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use document::Document;
pub(crate) use text::print;

use crate::args::{PageOfRules, RulesFormat};
use crate::failure::Failure;
use crate::output::Out;
use crate::output::report;
use crate::{Program, load};
use document::About;
use toml::{Table, Value};
use ttr_author::DEFAULT_RULES;
use ttr_core::{GameSource, Registry, Rules, compile};

/// Prints the rules of a game.
pub(crate) fn run(program: &Program<'_>, options: &PageOfRules, out: &mut Out) -> Result<(), Failure> {
    let registry = program.registry;
    let map = options.map.clone().map_or_else(|| load::default_map(registry), Ok)?;
    let source = load::source(registry, &map, options.rules.as_deref(), &options.set)?;
    let counts = match options.players {
        Some(n) => vec![n],
        None => every_number(&source),
    };
    let games = games(program, &source, &counts)?;
    let document = document(registry, &source, &games, options.sources);
    match options.format {
        RulesFormat::Text => Ok(print(&document, out)?),
        RulesFormat::Markdown => Ok(out.file(&markdown::page(&document))?),
        RulesFormat::Html => Ok(out.file(&html::page(&document))?),
    }
}

/// Every number of players that map and rule set allow; without such, one that brings to light what is wrong with them.
fn every_number(source: &GameSource) -> Vec<u8> {
    ttr_author::range_of_players(source).map_or_else(|| vec![2], |(min, max)| (min..=max.max(min)).collect())
}

/// The game for so many players.
fn seated(source: &GameSource, players: u8) -> GameSource {
    GameSource { seats: (1..=players).map(|seat| format!("player {seat}")).collect(), ..source.clone() }
}

/// The rules for each number of players. Warnings are told once.
fn games(program: &Program<'_>, source: &GameSource, counts: &[u8]) -> Result<Vec<Rules>, Failure> {
    let mut games = Vec::new();
    for (i, players) in counts.iter().enumerate() {
        match compile(program.registry, &seated(source, *players)) {
            Ok(compiled) if i > 0 => games.push(compiled.rules),
            Ok(compiled) => {
                report::diagnostics(&compiled.diagnostics, &compiled.sources, program.colour_of_errors);
                games.push(compiled.rules);
            }
            // Told by who tells all such faults.
            Err(_) => games.push(load::rules(program, &seated(source, *players))?),
        }
    }
    Ok(games)
}

/// The page of a game, for the numbers of players of these rules.
pub(crate) fn document(registry: &Registry, source: &GameSource, games: &[Rules], sources: bool) -> Document {
    let games: Vec<&Rules> = games.iter().collect();
    let mut document = Document::new(&About::of(source), &games, sources);
    let first = games.first().map(|rules| rules.players() as u8);
    if let Some(classic) = first.and_then(|players| classic(registry, source, players)) {
        let their_range = ttr_author::range_of_players(&classic);
        let rules = games.iter().map(|rules| rules.players() as u8).filter_map(|players| {
            let can_play = their_range.is_none_or(|(min, max)| (min..=max).contains(&players));
            compile(registry, &seated(&classic, players)).ok().filter(|_| can_play).map(|compiled| compiled.rules)
        });
        let rules: Vec<Rules> = rules.collect();
        let ranges = ttr_author::range_of_players(source).zip(their_range);
        document.chapters.push(differences::chapter(&games, &rules.iter().collect::<Vec<_>>(), ranges));
    }
    document
}

/// The board by the classic rules, if the program knows such: without what the map changes of the rules, as far as the
/// board can be played so.
fn classic(registry: &Registry, source: &GameSource, players: u8) -> Option<GameSource> {
    let text = registry.find_rule_set(DEFAULT_RULES)?;
    let whole = GameSource { set: Vec::new(), ..source.clone() }.with_rules(DEFAULT_RULES, text);
    let plain = without_parameters(&source.map.text).into_iter().map(|map| {
        // Under a name that the map does not ask for: what its own rules know may lie idle.
        let mut plain = whole.clone().with_rules(format!("{DEFAULT_RULES} rules"), text);
        plain.map.text = map;
        plain
    });
    let can_be_played = |game: &GameSource| compile(registry, &seated(game, players)).is_ok();
    plain.into_iter().find(can_be_played).or(Some(whole))
}

/// The text of a map without its parameters, and then with those of one module each: a board may need some, such as points for
/// the lengths that it has.
fn without_parameters(map: &str) -> Vec<String> {
    let Ok(mut table) = map.parse::<Table>() else { return Vec::new() };
    let set = match table.remove("set") {
        Some(Value::Table(set)) => set,
        _ => Table::new(),
    };
    if let Some(Value::Table(players)) = table.get_mut("players") {
        players.retain(|key, _| ["min", "max"].contains(&key));
    }
    let with = |part: Table| {
        let mut table = table.clone();
        table.insert("set".to_owned(), Value::Table(part));
        toml::to_string(&table).ok()
    };
    let one = |(key, value): (&String, &Value)| Table::from_iter([(key.clone(), value.clone())]);
    std::iter::once(Table::new()).chain(set.iter().map(one)).filter_map(with).collect()
}
