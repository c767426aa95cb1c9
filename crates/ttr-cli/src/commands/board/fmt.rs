//! `ttr fmt`.

use crate::args::Fmt;
use crate::failure::Failure;
use crate::output::Out;
use crate::output::difference;
use crate::{Program, files, load};
use std::ffi::OsStr;
use std::path::Path;
use ttr_author::layout;
use ttr_core::compile::Failed;
use ttr_source::{Sources, parse};

/// What stands for standard input.
const STDIN: &str = "-";

/// Lays files out, or tells which are not.
pub(crate) fn run(_: &Program<'_>, options: &Fmt, out: &mut Out) -> Result<(), Failure> {
    let mut failed = Failed { diagnostics: Vec::new(), sources: Sources::new() };
    let (mut changed, mut others) = (0, None);
    for path in &options.files {
        let from_stdin = path.as_os_str() == OsStr::new(STDIN);
        let one = match one(path, from_stdin, &mut failed) {
            Ok(Some(one)) => one,
            Ok(None) => continue,
            // The other files are laid out all the same.
            Err(failure) => {
                others.get_or_insert(failure);
                continue;
            }
        };
        changed += usize::from(one.old != one.new);
        if options.check {
            difference::print(&difference::unified(&one.name, &one.old, &one.new), out)?;
        } else if from_stdin {
            out.file(&one.new)?;
        } else if one.old != one.new {
            files::replace(path, &one.old, &one.new).map_err(|why| Failure::unwritable(path, files::words(&why)))?;
            out.line(format!("laid out {}", one.name))?;
        }
    }
    if !failed.diagnostics.is_empty() {
        let summary = "what is not TOML has no layout; the file is as it was".to_owned();
        return Err(Failure::Faults { failed: Box::new(failed), by_command_line: false, summary });
    }
    if let Some(failure) = others {
        return Err(failure);
    }
    match changed {
        0 => Ok(()),
        _ if !options.check => Ok(()),
        1 => Err(Failure::content("1 file is not in its layout").help("`ttr fmt FILE` lays it out")),
        n => {
            Err(Failure::content(format!("{n} files are not in their layout")).help("`ttr fmt FILE...` lays them out"))
        }
    }
}

/// A file before and after.
struct Laid {
    name: String,
    old: String,
    new: String,
}

/// Lays one file out. Nothing if it is not TOML, which is then told.
fn one(path: &Path, from_stdin: bool, failed: &mut Failed) -> Result<Option<Laid>, Failure> {
    let name = if from_stdin { "standard input".to_owned() } else { path.display().to_string() };
    let old = if from_stdin { load::read_stdin(&name)? } else { load::read_source(path, &name)? };
    let file = failed.sources.add(name.clone(), old.clone());
    let parsed = parse(&failed.sources, file);
    if !parsed.faults.is_empty() {
        failed.diagnostics.extend(parsed.faults);
        return Ok(None);
    }
    match layout::canonical(&old) {
        Ok(new) => Ok(Some(Laid { name, old, new })),
        Err(why) => Err(Failure::content(format!("{name}: {why}; the file is as it was"))),
    }
}
