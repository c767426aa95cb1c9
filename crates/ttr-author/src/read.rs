//! Maps and rule sets as they are written, before they are rules.

use crate::Fault;
use ttr_core::compile::Failed;
use ttr_core::{GameSource, NamedText, Registry};
use ttr_source::{MapSource, RuleSetSource, RulesRef, Severity, Sources, player_range};

/// The rule set of a new map that names none, where there is one of this name.
pub const DEFAULT_RULES: &str = "classic";

/// A map's text, read; warnings are left to a check.
///
/// # Errors
/// With all errors at once.
pub fn read_map(text: &NamedText) -> Result<MapSource, Fault> {
    let mut sources = Sources::new();
    let file = sources.add(&text.name, &text.text);
    let (map, mut diagnostics) = MapSource::load(&sources, file);
    diagnostics.retain(|found| found.severity == Severity::Error);
    if diagnostics.is_empty() {
        return Ok(map);
    }
    let (n, summary) = (diagnostics.len(), format!("{} can't be used", text.name));
    let summary = format!("{summary}: {n} {}", if n == 1 { "error" } else { "errors" });
    Err(Fault::findings(Failed { diagnostics, sources }, summary))
}

/// Map and rule set as they are written, as far as they can be read.
pub fn texts(source: &GameSource) -> (MapSource, Option<RuleSetSource>) {
    let mut sources = Sources::new();
    let file = sources.add(&source.map.name, &source.map.text);
    let (map, _) = MapSource::load(&sources, file);
    let rule_set = match (&source.rule_set, &map.rules) {
        (Some(given), _) => {
            let file = sources.add(&given.name, &given.text);
            Some(RuleSetSource::load(&sources, file, &given.name).0)
        }
        (None, Some(RulesRef::Inline(node))) => Some(RuleSetSource::inline(node).0),
        _ => None,
    };
    (map, rule_set)
}

/// How many can play: the least and the most, as far as map and rule set can be read.
pub fn range_of_players(source: &GameSource) -> Option<(u8, u8)> {
    let (map, rule_set) = texts(source);
    player_range(&rule_set?.players, &map.players).ok().flatten()
}

/// The rule set of a map that names none.
///
/// # Errors
/// If none is bundled.
pub fn default_rules(registry: &Registry) -> Result<String, Fault> {
    let names: Vec<&str> = registry.rule_sets().map(|(name, _)| name).collect();
    let name = names.iter().find(|name| **name == DEFAULT_RULES).or(names.first());
    name.map(|name| (*name).to_owned()).ok_or_else(|| Fault::wish("no rule set is bundled").help("name one by --rules"))
}
