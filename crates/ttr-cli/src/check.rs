//! `ttr check`: everything that is wrong with maps and rule sets, in one run.

mod told;
mod watch;

use crate::args::{Check, CheckFormat};
use crate::failure::Failure;
use crate::load::{self, FileKind};
use crate::out::Out;
use crate::{Program, report};
use std::ffi::OsStr;
use std::path::PathBuf;
use told::Tally;
pub(crate) use told::finding;
use ttr_core::{Checked, GameSource, check, check_rule_set};
use ttr_source::Diagnostic;

/// What came of one file.
struct Looked {
    /// What it is called.
    name: String,
    /// What it was taken for; nothing if it could not be read at all.
    kind: Option<FileKind>,
    checked: Checked,
    /// The files that were read for it.
    files: Vec<PathBuf>,
}

/// Checks files, once or again and again.
pub(crate) fn run(program: &Program<'_>, options: &Check, out: &mut Out) -> Result<(), Failure> {
    if options.watch {
        return watch::run(program, options, out);
    }
    once(program, options, out).1
}

/// Checks all files and prints what was found; also says which files were read.
fn once(program: &Program<'_>, options: &Check, out: &mut Out) -> (Vec<PathBuf>, Result<(), Failure>) {
    let mut read = Vec::new();
    let done = look_at_all(program, options, out, &mut read);
    (read, done)
}

fn look_at_all(program: &Program<'_>, options: &Check, out: &mut Out, read: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let mut unreadable = false;
    let mut all = Vec::new();
    for word in &options.files {
        match look_at(program, options, word, read) {
            Ok(looked) => {
                read.extend(looked.files.iter().cloned());
                if options.format != CheckFormat::Json {
                    told::file(&looked, options, out)?;
                }
                all.push(looked);
            }
            Err(failure) => {
                unreadable = true;
                out.flush()?;
                report::failure(&failure, program);
            }
        }
    }
    match options.format {
        CheckFormat::Json => out.json(&told::json(&all))?,
        CheckFormat::Human if all.len() > 1 => {
            out.line(format!("{} files: {}", all.len(), Tally::of(all.iter().map(|looked| &looked.checked))))?;
        }
        _ => {}
    }
    let tally = Tally::of(all.iter().map(|looked| &looked.checked));
    if unreadable || tally.fails(options.deny.is_some()) {
        return Err(Failure::Told { unreadable });
    }
    Ok(())
}

/// Checks one file. Files that were asked for and can't be read are still to be watched.
fn look_at(program: &Program<'_>, options: &Check, word: &OsStr, read: &mut Vec<PathBuf>) -> Result<Looked, Failure> {
    let registry = program.registry;
    let name = word.to_string_lossy().into_owned();
    let found = match load::find_either(registry, word) {
        Ok(found) => found,
        Err(Failure::Faults { failed, .. }) => {
            let checked = Checked { diagnostics: failed.diagnostics, sources: failed.sources, players: None };
            return Ok(Looked { name, kind: None, checked, files: vec![PathBuf::from(word)] });
        }
        Err(failure) => {
            read.push(PathBuf::from(word));
            return Err(failure);
        }
    };
    let mut files: Vec<PathBuf> = found.file.iter().cloned().collect();
    let kind = Some(load::kind(registry, &found));
    if kind == Some(FileKind::RuleSet) {
        if options.rules.is_some() {
            return Err(load::rules_for_rules(&name, "check"));
        }
        let checked = check_rule_set(registry, &found.text, &options.set);
        return Ok(Looked { name, kind, checked, files });
    }
    let mut source = GameSource::new(&found.text.name, &found.text.text, 0);
    source.set.clone_from(&options.set);
    let (rules, why) = match &options.rules {
        Some(rules) => (Some(load::find_rule_set(registry, rules)), None),
        None => match load::rules_of_map(registry, &found, &source) {
            Ok(rules) => (rules.map(Ok), None),
            // The map's own fault: told with the place where the map says so.
            Err(Failure::Unreadable { why, path }) => {
                files.push(path);
                (None, Some(why))
            }
            Err(failure) => (Some(Err(failure)), None),
        },
    };
    match rules.transpose() {
        Ok(rules) => {
            source.rule_set = rules.map(|rules| {
                files.extend(rules.file);
                rules.text
            });
        }
        Err(Failure::Faults { failed, .. }) => {
            let checked = Checked { diagnostics: failed.diagnostics, sources: failed.sources, players: None };
            return Ok(Looked { name, kind, checked, files });
        }
        Err(failure) => return Err(failure),
    }
    let mut checked = check(registry, &source);
    if let Some(why) = why {
        let unread = |d: &&mut Diagnostic| d.code == "map::unknown-rules";
        checked.diagnostics.iter_mut().filter(unread).for_each(|d| d.message.push_str(&format!(": {why}")));
    }
    Ok(Looked { name, kind, checked, files })
}
