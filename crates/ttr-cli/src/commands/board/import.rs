//! `ttr import`.

use crate::args::Import;
use crate::failure::Failure;
use crate::output::Out;
use crate::output::report;
use crate::{Program, files, load};
use std::path::Path;
use ttr_author::tables::{self, CITIES, Given, ROUTES, TICKETS};
use ttr_author::{default_rules, read_map};
use ttr_core::NamedText;

/// Makes a map of tables, or puts them into one.
pub(crate) fn run(program: &Program<'_>, options: &Import, out: &mut Out) -> Result<(), Failure> {
    let renames = tables::renames(&options.column)?;
    match &options.into {
        Some(path) => into(program, options, &renames, path, out),
        None => new(program, options, &renames, out),
    }
}

fn tell(program: &Program<'_>, notes: &[String]) {
    notes.iter().for_each(|note| report::note(note, program.colour_of_errors));
}

/// The tables that a folder has.
fn given(folder: &Path) -> Result<Given, Failure> {
    let table = |file: &str| -> Result<Option<NamedText>, Failure> {
        let path = folder.join(file);
        if !path.exists() {
            return Ok(None);
        }
        let name = path.display().to_string();
        Ok(Some(NamedText { text: load::read_source(&path, &name)?, name }))
    };
    let (cities, routes, tickets) = (table(CITIES)?, table(ROUTES)?, table(TICKETS)?);
    Ok(Given { folder: folder.display().to_string(), cities, routes, tickets })
}

/// A new map.
fn new(program: &Program<'_>, options: &Import, renames: &[(&str, &str)], out: &mut Out) -> Result<(), Failure> {
    let registry = program.registry;
    let imported = tables::read(registry, &given(&options.folder)?, renames, &[])?;
    if let Some(path) = options.output.as_deref().filter(|path| path.exists() && !options.force) {
        return Err(files::there_already(path));
    }
    for (part, file) in [(&imported.cities, CITIES), (&imported.routes, ROUTES)] {
        if part.is_none() {
            let message = format!("{} has no {file}, without which there is no map", options.folder.display());
            return Err(Failure::usage(message).help("`--into MAP` takes what is missing from a map"));
        }
    }
    let rules = match &options.rules {
        Some(rules) => rules.clone(),
        None => default_rules(registry)?,
    };
    let path = options.folder.canonicalize().unwrap_or_else(|_| options.folder.clone());
    let name = path.file_name().map_or_else(|| "map".to_owned(), |name| name.to_string_lossy().into_owned());
    let title = options.output.as_ref().map_or_else(|| "the new map".to_owned(), |path| path.display().to_string());
    let (text, modules) = tables::new_map(registry, &imported, &name, &rules, &title)?;
    tell(program, &imported.notes);
    if !modules.is_empty() {
        let message = format!("modules that the attributes need were added under [set]: {}", modules.join(", "));
        report::note(&message, program.colour_of_errors);
    }
    match &options.output {
        None => Ok(out.file(&text)?),
        Some(path) => {
            files::write(path, &text, options.force)?;
            Ok(out.line(format!("wrote {}", path.display()))?)
        }
    }
}

/// Puts tables into a map, in place of what it has.
fn into(
    program: &Program<'_>,
    options: &Import,
    renames: &[(&str, &str)],
    path: &Path,
    out: &mut Out,
) -> Result<(), Failure> {
    let name = path.display().to_string();
    let old = NamedText { text: load::read_source(path, &name)?, name };
    let before = read_map(&old)?;
    let cities: Vec<String> = before.cities.iter().map(|city| city.name.clone()).collect();
    let imported = tables::read(program.registry, &given(&options.folder)?, renames, &cities)?;
    let (text, notes) = tables::into_map(&old, &imported)?;
    tell(program, &notes);
    if text == old.text {
        return Ok(out.line(format!("{}: nothing to change", old.name))?);
    }
    files::replace(path, &old.text, &text).map_err(|why| Failure::unwritable(path, files::words(&why)))?;
    Ok(out.line(format!("wrote {}", old.name))?)
}
