//! From the words of the command line to rules: a map by name or path, a rule set by name, by path or inside the map,
//! overrides, players. All texts go into the [`GameSource`], so that a save holds everything its game was made from.

use crate::Program;
use crate::failure::Failure;
use crate::{files, report};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use ttr_core::compile::Failed;
use ttr_core::limits::MAX_FILE_BYTES;
use ttr_core::source::{MapSource, RuleSetSource, RulesRef, Severity, Sources, nearest, player_range};
use ttr_core::{GameSource, NamedText, Registry, Rules, compile};

/// A text, and the file it came from if it is not a bundled one.
struct Found {
    text: NamedText,
    file: Option<PathBuf>,
}

/// What is bundled of a kind, for messages.
struct Kind<'a> {
    /// "map", "rule set".
    what: &'static str,
    names: Vec<&'a str>,
}

/// Whether this can only be meant as a path.
fn is_path(word: &OsStr) -> bool {
    let path = Path::new(word);
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml")) || path.components().count() > 1 || path.exists()
}

/// A text by the name of a bundled one, or by the path of a file.
fn find(word: &OsStr, kind: &Kind<'_>, bundled: Option<&str>) -> Result<Found, Failure> {
    let name = word.to_string_lossy().into_owned();
    if let Some(text) = bundled {
        return Ok(Found { text: NamedText { name, text: text.to_owned() }, file: None });
    }
    if is_path(word) {
        let text = read_source(Path::new(word), &name)?;
        return Ok(Found { text: NamedText { name, text }, file: Some(word.into()) });
    }
    let Kind { what, names } = kind;
    let near = nearest(&name, names.iter().copied());
    let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
    let known =
        if names.is_empty() { "none is bundled".to_owned() } else { format!("bundled are: {}", names.join(", ")) };
    let message = format!("no {what} is named {}, and there is no file of that name", ttr_core::source::shown(&name));
    Err(Failure::usage(message).help(format!("{near}{known}")))
}

/// The text of a map or a rule set.
fn read_source(path: &Path, name: &str) -> Result<String, Failure> {
    let bytes = files::read(path, MAX_FILE_BYTES)?;
    let mut sources = Sources::new();
    match sources.add_bytes(name, &bytes) {
        Ok(file) => Ok(sources.text(file).to_owned()),
        Err(fault) => {
            let failed = Box::new(Failed { diagnostics: vec![*fault], sources });
            Err(Failure::Faults { failed, by_command_line: false, summary: format!("{name} can't be used") })
        }
    }
}

/// What a game is made of, but for the players.
pub(crate) fn source(
    registry: &Registry,
    map: &OsStr,
    rules: Option<&OsStr>,
    set: &[String],
) -> Result<GameSource, Failure> {
    let maps = Kind { what: "map", names: registry.maps().map(|(name, _)| name).collect() };
    let found = find(map, &maps, map.to_str().and_then(|name| registry.find_map(name)))?;
    let mut source = GameSource::new(&found.text.name, &found.text.text, 0);
    source.set = set.to_vec();
    let rule_sets = Kind { what: "rule set", names: registry.rule_sets().map(|(name, _)| name).collect() };
    source.rule_set = match (rules, source.rules_asked_for()) {
        (Some(word), _) => {
            let bundled = word.to_str().and_then(|name| registry.find_rule_set(name));
            Some(find(word, &rule_sets, bundled)?.text)
        }
        // One that is not known, or not said, is told with its place when the rules are made.
        (None, Some(RulesRef::Named(name, _))) => {
            registry.find_rule_set(&name).map(|text| NamedText { text: text.to_owned(), name })
        }
        (None, Some(RulesRef::Path(path, _))) => match &found.file {
            Some(file) => {
                let text = read_source(&file.with_file_name("").join(&path), &path)?;
                Some(NamedText { name: path, text })
            }
            None => None,
        },
        (None, _) => None,
    };
    Ok(source)
}

/// How many can play: the least and the most, as far as map and rule set can be read.
pub(crate) fn range_of_players(source: &GameSource) -> Option<(u8, u8)> {
    let mut sources = Sources::new();
    let file = sources.add(&source.map.name, &source.map.text);
    let (map, _) = MapSource::load(&sources, file);
    let rule_set = match (&source.rule_set, &map.rules) {
        (Some(given), _) => {
            let file = sources.add(&given.name, &given.text);
            RuleSetSource::load(&sources, file, &given.name).0
        }
        (None, Some(RulesRef::Inline(node))) => RuleSetSource::inline(node).0,
        _ => return None,
    };
    player_range(&rule_set.players, &map.players).ok().flatten()
}

/// Makes the rules. Warnings go to standard error; faults are all told at once.
pub(crate) fn rules(program: &Program<'_>, source: &GameSource) -> Result<Rules, Failure> {
    match compile(program.registry, source) {
        Ok(compiled) => {
            report::diagnostics(&compiled.diagnostics, &compiled.sources, program.colour_of_errors);
            Ok(compiled.rules)
        }
        Err(failed) => Err(faults(program.registry, source, failed)),
    }
}

/// All that is wrong, and whether it is the command line's fault: the players it seats, or overrides without which the
/// game would do.
fn faults(registry: &Registry, source: &GameSource, failed: Failed) -> Failure {
    let errors = || failed.diagnostics.iter().filter(|d| d.severity == Severity::Error);
    let seats_only = errors().all(|d| d.code == "players::seats");
    let plain = GameSource { set: Vec::new(), ..source.clone() };
    let by_command_line = seats_only || (!source.set.is_empty() && compile(registry, &plain).is_ok());
    let what = match &source.rule_set {
        Some(rules) => format!("{} with the rule set {}", source.map.name, rules.name),
        None => source.map.name.clone(),
    };
    let n = errors().count();
    let summary = format!("{what} can't be played: {n} {}", if n == 1 { "error" } else { "errors" });
    Failure::Faults { failed: Box::new(failed), by_command_line, summary }
}
