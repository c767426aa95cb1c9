//! `ttr score`: the explained sheet of a game that was played on a table, from a score file, or of a saved game.

mod json;
mod overrides;
mod page;
mod template;

use crate::Program;
use crate::args::{PageFormat, Score};
use crate::commands::game::replay;
use crate::failure::Failure;
use crate::files::{self, MAX_SAVE_BYTES};
use crate::load::{self, Found};
use crate::output::Out;
use crate::output::{report, sheet};
use std::ffi::OsStr;
use std::path::Path;
use ttr_core::compile::Failed;
use ttr_core::{GameSource, NamedText, Rules, ScoreSheet, compile};
use ttr_files::score;
use ttr_source::{Diagnostic, ScoreSource, Severity, Sources, Word, near, shown, sort, toml_text};

/// Scores a file, or begins one.
pub(crate) fn run(program: &Program<'_>, options: &Score, out: &mut Out) -> Result<(), Failure> {
    if let Some(map) = &options.new {
        return template::run(program, map, options, out);
    }
    let Some(path) = options.file.as_deref() else {
        return Err(Failure::usage("which file?").help("`ttr score FILE`, or `ttr score --new MAP` to begin one"));
    };
    let bytes = files::read(path, MAX_SAVE_BYTES)?;
    if files::is_save(&bytes) {
        if options.rules.is_some() || !options.set.is_empty() {
            let message = format!(
                "{} is a saved game, which has its rules: --rules and --set are for score files",
                path.display()
            );
            return Err(Failure::usage(message));
        }
        return saved(program, path, options.format, out);
    }
    drop(bytes);
    written(program, path, options, out)
}

/// The sheet of a saved game.
fn saved(program: &Program<'_>, path: &Path, format: PageFormat, out: &mut Out) -> Result<(), Failure> {
    let save = replay::read(program, path)?;
    let game = save.replay(program.registry, usize::MAX, |_, _, _| {}).map_err(|fault| replay::refused(path, fault))?;
    let (rules, state) = (game.rules(), game.state());
    print(rules, &rules.score(state), rules.view(state, None).over(), format, out)
}

/// The sheet of a score file. What is wrong with it is told after the sheet of the rest.
fn written(program: &Program<'_>, path: &Path, options: &Score, out: &mut Out) -> Result<(), Failure> {
    let name = path.display().to_string();
    let text = load::read_source(path, &name)?;
    let mut sources = Sources::new();
    let file = sources.add(&name, &text);
    let (score, mut found) = ScoreSource::load(&sources, file);
    let rules = options.rules.as_deref().map(|word| load::rule_set(program.registry, word)).transpose()?;
    let source = match source(program, path, &score, rules) {
        Ok(mut source) => {
            source.set.extend_from_slice(&options.set);
            source
        }
        Err(fault) => {
            found.extend(fault.map(|fault| *fault));
            return Err(faults(&name, found, sources, "nothing can be scored"));
        }
    };
    if let Some((min, max)) = ttr_author::range_of_players(&source)
        && let Some(fault) = score.seats_fault(min, max, &source.map.name)
    {
        found.push(fault);
        return Err(faults(&name, found, sources, "nothing can be scored"));
    }
    let rules = match compile(program.registry, &source) {
        Ok(mut compiled) => {
            overrides::place(&score, &name, &text, &mut compiled.diagnostics, &mut compiled.sources);
            report::diagnostics(&compiled.diagnostics, &compiled.sources, program.colour_of_errors);
            compiled.rules
        }
        Err(mut failed) => {
            overrides::place(&score, &name, &text, &mut failed.diagnostics, &mut failed.sources);
            report::diagnostics(&found, &sources, program.colour_of_errors);
            let plain = GameSource { set: score.set.clone(), ..source.clone() };
            let by_command_line = !options.set.is_empty() && compile(program.registry, &plain).is_ok();
            let summary =
                format!("{name}: the game can't be made of its map, rule set and `set`: nothing can be scored");
            return Err(Failure::Faults { failed: Box::new(failed), by_command_line, summary });
        }
    };
    let (state, more) = score::enter(&rules, &score);
    found.extend(more);
    print(&rules, &rules.final_score(&state), None, options.format, out)?;
    if found.iter().any(|fault| fault.severity == Severity::Error) {
        return Err(faults(&name, found, sources, "what is wrong is left out, the rest is scored"));
    }
    report::diagnostics(&found, &sources, program.colour_of_errors);
    Ok(())
}

fn faults(name: &str, mut diagnostics: Vec<Diagnostic>, sources: Sources, so: &str) -> Failure {
    sort(&mut diagnostics);
    let n: usize = diagnostics.iter().filter(|d| d.severity == Severity::Error).map(|d| 1 + d.more).sum();
    let summary = format!("{name}: {n} {}: {so}", if n == 1 { "error" } else { "errors" });
    Failure::Faults { failed: Box::new(Failed { diagnostics, sources }), by_command_line: false, summary }
}

/// What the game was made of, by the rules of the command line if it names some; what is not there is told at its place.
fn source(
    program: &Program<'_>,
    path: &Path,
    score: &ScoreSource,
    rules: Option<NamedText>,
) -> Result<GameSource, Option<Box<Diagnostic>>> {
    let registry = program.registry;
    let map = score.map.as_ref().ok_or(None)?;
    let maps: Vec<&str> = registry.maps().map(|(name, _)| name).collect();
    let map = find(path, map, "map", "score::unknown-map", registry.find_map(&map.text), &maps)?;
    let mut source = GameSource::new(&map.text.name, &map.text.text, 0);
    source.set.clone_from(&score.set);
    source.seats = score.players.iter().map(|player| player.name.text.clone()).collect();
    source.rule_set = match &score.rules {
        _ if rules.is_some() => rules,
        Some(word) => {
            let rule_sets: Vec<&str> = registry.rule_sets().map(|(name, _)| name).collect();
            let bundled = registry.find_rule_set(&word.text);
            Some(find(path, word, "rule set", "score::unknown-rules", bundled, &rule_sets)?.text)
        }
        // One that can't be read is told with its place in the map when the rules are made.
        None => load::rules_of_map(registry, &map, &source).ok().flatten().map(|rules| rules.text),
    };
    Ok(source)
}

/// A text by the name of a bundled one, or by the path of a file as seen from the score file.
fn find(
    path: &Path,
    word: &Word,
    what: &str,
    code: &'static str,
    bundled: Option<&str>,
    names: &[&str],
) -> Result<Found, Box<Diagnostic>> {
    let name = word.text.clone();
    if let Some(text) = bundled {
        return Ok(Found { text: NamedText { name, text: text.to_owned() }, file: None });
    }
    let place = path.with_file_name("").join(&word.text);
    let is_path = place.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml")) || place.is_file();
    let why = match load::read_source(&place, &name) {
        Ok(text) if is_path => return Ok(Found { text: NamedText { name, text }, file: Some(place) }),
        Err(Failure::Unreadable { why, .. }) if is_path => format!(": {why}"),
        Err(_) if is_path => ": the file is too large, or no UTF-8 text".to_owned(),
        _ => ", and there is no file of that name".to_owned(),
    };
    let fault = Diagnostic::error(code, format!("no {what} is named {}{why}", shown(&word.text))).at(word.span);
    let fault = fault.help(format!("bundled are: {}; or the path of a file", names.join(", ")));
    Err(Box::new(match near(&word.text, names.iter().copied()) {
        Some(near) => fault.suggest_as(near.applicability, word.span, toml_text(near.name)),
        None => fault,
    }))
}

fn print(
    rules: &Rules,
    sheet: &ScoreSheet,
    over: Option<u8>,
    format: PageFormat,
    out: &mut Out,
) -> Result<(), Failure> {
    match format {
        PageFormat::Table => sheet::print_sheet(rules, sheet, over, out)?,
        PageFormat::Json => out.json(&json::sheet(rules, sheet))?,
        PageFormat::Markdown => out.file(&page::sheet(rules, sheet))?,
    }
    Ok(())
}

/// Whether a word on the command line is the name of something bundled.
fn is_bundled(word: &OsStr, find: impl Fn(&str) -> bool) -> bool {
    word.to_str().is_some_and(find)
}
