//! From the words of the command line to rules: a map by name or path, a rule set by name, by path or inside the map,
//! overrides, players. All texts go into the [`GameSource`], so that a save holds everything its game was made from.

use crate::Program;
use crate::failure::Failure;
use crate::{files, report};
use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use ttr_core::compile::Failed;
use ttr_core::{GameSource, NamedText, Registry, Rules, compile};
use ttr_source::limits::MAX_FILE_BYTES;
use ttr_source::{MapSource, RuleSetSource, RulesRef, Severity, Sources, nearest, player_range};

/// A text, and the file it came from if it is not a bundled one.
pub(crate) struct Found {
    /// The text under the name that it was asked for by.
    pub text: NamedText,
    /// Its file.
    pub file: Option<PathBuf>,
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
    let message = format!("no {what} is named {}, and there is no file of that name", ttr_source::shown(&name));
    Err(Failure::usage(message).help(format!("{near}{known}")))
}

/// The text of a map or a rule set.
pub(crate) fn read_source(path: &Path, name: &str) -> Result<String, Failure> {
    match files::read(path, MAX_FILE_BYTES) {
        Ok(bytes) => text_of(&bytes, name),
        Err(Failure::Content { .. }) => {
            let mut sources = Sources::new();
            let fault = sources.add_too_large(name);
            let failed = Box::new(Failed { diagnostics: vec![fault], sources });
            Err(Failure::Faults { failed, by_command_line: false, summary: format!("{name} can't be used") })
        }
        Err(other) => Err(other),
    }
}

/// The text of a map or a rule set on standard input.
pub(crate) fn read_stdin(name: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|why| Failure::unreadable(Path::new(name), files::words(&why)))?;
    text_of(&bytes, name)
}

fn text_of(bytes: &[u8], name: &str) -> Result<String, Failure> {
    let mut sources = Sources::new();
    match sources.add_bytes(name, bytes) {
        Ok(file) => Ok(sources.text(file).to_owned()),
        Err(fault) => {
            let failed = Box::new(Failed { diagnostics: vec![*fault], sources });
            Err(Failure::Faults { failed, by_command_line: false, summary: format!("{name} can't be used") })
        }
    }
}

/// A map by its name or path.
pub(crate) fn find_map(registry: &Registry, word: &OsStr) -> Result<Found, Failure> {
    let maps = Kind { what: "map", names: registry.maps().map(|(name, _)| name).collect() };
    find(word, &maps, word.to_str().and_then(|name| registry.find_map(name)))
}

/// A rule set by its name or path.
pub(crate) fn find_rule_set(registry: &Registry, word: &OsStr) -> Result<Found, Failure> {
    let rule_sets = Kind { what: "rule set", names: registry.rule_sets().map(|(name, _)| name).collect() };
    find(word, &rule_sets, word.to_str().and_then(|name| registry.find_rule_set(name)))
}

/// A map or a rule set by its name or path; of two of the same name the map.
pub(crate) fn find_either(registry: &Registry, word: &OsStr) -> Result<Found, Failure> {
    let bundled = word.to_str().and_then(|name| registry.find_map(name).or_else(|| registry.find_rule_set(name)));
    let mut names: Vec<&str> = registry.maps().chain(registry.rule_sets()).map(|(name, _)| name).collect();
    names.dedup();
    find(word, &Kind { what: "map or rule set", names }, bundled)
}

/// The rule set that a map asks for, if it can be found. One that is not known, or not said, is told with its place when
/// the rules are made.
pub(crate) fn rules_of_map(registry: &Registry, map: &Found, source: &GameSource) -> Result<Option<Found>, Failure> {
    match source.rules_asked_for() {
        Some(RulesRef::Named(name, _)) => {
            let text = registry.find_rule_set(&name).map(str::to_owned);
            Ok(text.map(|text| Found { text: NamedText { text, name }, file: None }))
        }
        Some(RulesRef::Path(path, _)) => match &map.file {
            Some(file) => {
                let place = file.with_file_name("").join(&path);
                let text = read_source(&place, &path)?;
                Ok(Some(Found { text: NamedText { name: path, text }, file: Some(place) }))
            }
            None => Ok(None),
        },
        _ => Ok(None),
    }
}

/// What a game is made of, but for the players.
pub(crate) fn source(
    registry: &Registry,
    map: &OsStr,
    rules: Option<&OsStr>,
    set: &[String],
) -> Result<GameSource, Failure> {
    with_rules(registry, find_map(registry, map)?, rules, set)
}

/// A rule set by the name of a bundled one or the path of a file.
pub(crate) fn rule_set(registry: &Registry, word: &OsStr) -> Result<NamedText, Failure> {
    let rule_sets = Kind { what: "rule set", names: registry.rule_sets().map(|(name, _)| name).collect() };
    Ok(find(word, &rule_sets, word.to_str().and_then(|name| registry.find_rule_set(name)))?.text)
}

/// A map by the name of a bundled one or the path of a file, as it is written; warnings are left to `ttr check`.
pub(crate) fn map(registry: &Registry, map: &OsStr) -> Result<(NamedText, MapSource), Failure> {
    let maps = Kind { what: "map", names: registry.maps().map(|(name, _)| name).collect() };
    let text = find(map, &maps, map.to_str().and_then(|name| registry.find_map(name)))?.text;
    let map = read_map(&text)?;
    Ok((text, map))
}

/// A map's text, read. All errors are told at once.
pub(crate) fn read_map(text: &NamedText) -> Result<MapSource, Failure> {
    let mut sources = Sources::new();
    let file = sources.add(&text.name, &text.text);
    let (map, mut diagnostics) = MapSource::load(&sources, file);
    diagnostics.retain(|found| found.severity == Severity::Error);
    if diagnostics.is_empty() {
        return Ok(map);
    }
    let (n, summary) = (diagnostics.len(), format!("{} can't be used", text.name));
    let summary = format!("{summary}: {n} {}", if n == 1 { "error" } else { "errors" });
    Err(Failure::Faults { failed: Box::new(Failed { diagnostics, sources }), by_command_line: false, summary })
}

/// A map or a rule set by its path, though it may go by the name of a bundled one too.
pub(crate) fn file(path: &Path) -> Result<Found, Failure> {
    let name = path.display().to_string();
    Ok(Found { text: NamedText { text: read_source(path, &name)?, name }, file: Some(path.to_owned()) })
}

/// What a file may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileKind {
    /// A map.
    Map,
    /// A rule set.
    RuleSet,
}

/// Whether this is a map or a rule set: by its name where it is bundled, else by its content. What could be neither is
/// taken for a map.
pub(crate) fn kind(registry: &Registry, found: &Found) -> FileKind {
    let is_rule_set = if found.file.is_none() {
        registry.find_map(&found.text.name).is_none()
    } else {
        let mut sources = Sources::new();
        let file = sources.add(&found.text.name, &found.text.text);
        RuleSetSource::is_rule_set(&sources, file)
    };
    if is_rule_set { FileKind::RuleSet } else { FileKind::Map }
}

/// A rule set that is given another one.
pub(crate) fn rules_for_rules(name: &str, command: &str) -> Failure {
    Failure::usage(format!("{name} is a rule set; --rules is for maps"))
        .help(format!("check it with a map: `ttr check MAP --rules {name}`; by itself: `ttr {command} {name}`"))
}

/// What a game is made of, but for the players, by its map.
pub(crate) fn with_rules(
    registry: &Registry,
    found: Found,
    rules: Option<&OsStr>,
    set: &[String],
) -> Result<GameSource, Failure> {
    let mut source = GameSource::new(&found.text.name, &found.text.text, 0);
    source.set = set.to_vec();
    source.rule_set = match rules {
        Some(word) => Some(find_rule_set(registry, word)?.text),
        None => rules_of_map(registry, &found, &source)?.map(|rules| rules.text),
    };
    Ok(source)
}

/// Map and rule set as they are written, as far as they can be read.
pub(crate) fn texts(source: &GameSource) -> (MapSource, Option<RuleSetSource>) {
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
pub(crate) fn range_of_players(source: &GameSource) -> Option<(u8, u8)> {
    let (map, rule_set) = texts(source);
    player_range(&rule_set?.players, &map.players).ok().flatten()
}

/// Makes the rules, which note whenever a module is at work, so that one that panics can be named. Warnings go to standard
/// error; faults are all told at once.
pub(crate) fn rules(program: &Program<'_>, source: &GameSource) -> Result<Rules, Failure> {
    fast_rules(program, source).map(Rules::watched)
}

/// The same for who plays thousands of games: nothing is noted.
pub(crate) fn fast_rules(program: &Program<'_>, source: &GameSource) -> Result<Rules, Failure> {
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
    let n: usize = errors().map(|d| 1 + d.more).sum();
    let summary = format!("{what} can't be played: {n} {}", if n == 1 { "error" } else { "errors" });
    Failure::Faults { failed: Box::new(failed), by_command_line, summary }
}
