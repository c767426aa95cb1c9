//! `ttr import`.

use crate::args::{DEFAULT_RULES, Import};
use crate::failure::Failure;
use crate::out::Out;
use crate::tables::import::{Imported, read, renames};
use crate::tables::splice::replaced;
use crate::tables::{CITIES, ROUTES};
use crate::{Program, files, layout, load, report};
use std::collections::BTreeSet;
use std::path::Path;
use ttr_core::{NamedText, Registry};
use ttr_source::{RuleSetSource, Sources, toml_text};

/// Makes a map of tables, or puts them into one.
pub(crate) fn run(program: &Program<'_>, options: &Import, out: &mut Out) -> Result<(), Failure> {
    let renames = renames(&options.column)?;
    match &options.into {
        Some(path) => into(program, options, &renames, path, out),
        None => new(program, options, &renames, out),
    }
}

fn tell(program: &Program<'_>, notes: &[String]) {
    notes.iter().for_each(|note| report::note(note, program.colour_of_errors));
}

fn laid_out(part: &str) -> Result<String, Failure> {
    layout::canonical(part).map_err(|why| Failure::content(why.to_string()))
}

/// A new map.
fn new(program: &Program<'_>, options: &Import, renames: &[(&str, &str)], out: &mut Out) -> Result<(), Failure> {
    let registry = program.registry;
    let imported = read(registry, &options.folder, renames, &[])?;
    if let (Some(path), false) = (&options.output, options.force)
        && path.exists()
    {
        return Err(Failure::usage(format!("{} is there already", path.display())).help("`--force` replaces it"));
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
    let mut text = format!("format = 1\nname = {}\nrules = {}\n\n", toml_text(&name), toml_text(&rules));
    text.extend([imported.routes.as_deref(), Some("\n"), imported.tickets.as_deref()].into_iter().flatten());
    let modules = modules_needed(registry, &rules, &imported);
    if !modules.is_empty() {
        text.push_str("\n# For the attributes of the tables.\n[set]\n");
        text.extend(modules.iter().map(|module| format!("{module} = true\n")));
    }
    text.push('\n');
    text.push_str(imported.cities.as_deref().unwrap_or_default());
    let text = laid_out(&text)?;
    let title = options.output.as_ref().map_or_else(|| "the new map".to_owned(), |path| path.display().to_string());
    load::read_map(&NamedText { name: title, text: text.clone() })?;
    tell(program, &imported.notes);
    if !modules.is_empty() {
        let names: Vec<&str> = modules.into_iter().collect();
        let message = format!("modules that the attributes need were added under [set]: {}", names.join(", "));
        report::note(&message, program.colour_of_errors);
    }
    match &options.output {
        None => Ok(out.text(text.as_bytes())?),
        Some(path) => {
            files::save_file(path, &text).map_err(|why| Failure::unwritable(path, files::words(&why)))?;
            Ok(out.line(format!("wrote {}", path.display()))?)
        }
    }
}

/// The rule set of a map that names none.
pub(crate) fn default_rules(registry: &Registry) -> Result<String, Failure> {
    let names: Vec<&str> = registry.rule_sets().map(|(name, _)| name).collect();
    let name = names.iter().find(|name| **name == DEFAULT_RULES).or(names.first());
    name.map(|name| (*name).to_owned())
        .ok_or_else(|| Failure::usage("no rule set is bundled").help("name one by --rules"))
}

/// The modules that own the attributes of the tables and are not in the rule set, as far as that is known.
fn modules_needed<'r>(registry: &'r Registry, rules: &str, imported: &Imported) -> BTreeSet<&'r str> {
    let Some(text) = registry.find_rule_set(rules) else { return BTreeSet::new() };
    let mut sources = Sources::new();
    let file = sources.add(rules, text);
    let rule_set = RuleSetSource::load(&sources, file, rules).0;
    let owner = |(on, name): &(ttr_core::AttrOn, String)| {
        let owns = |attribute: &ttr_core::module::AttrInfo| attribute.on == *on && attribute.name == name;
        let owners = registry.modules().filter(|module| module.manifest.attributes.iter().any(owns));
        let ids: Vec<&str> = owners.map(|module| module.manifest.id).collect();
        let there = ids.iter().any(|id| rule_set.modules.get(id).is_some());
        ids.first().copied().filter(|_| !there)
    };
    imported.attributes.iter().filter_map(owner).collect()
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
    let before = load::read_map(&old)?;
    let cities: Vec<String> = before.cities.iter().map(|city| city.name.clone()).collect();
    let imported = read(program.registry, &options.folder, renames, &cities)?;
    let mut notes = imported.notes.clone();
    let mut text = old.text.clone();
    let parts = [("cities", &imported.cities), ("routes", &imported.routes), ("tickets", &imported.tickets)];
    for (key, part) in parts {
        let Some(part) = part else { continue };
        let (new, comments) = replaced(&text, key, &laid_out(part)?);
        if says_the_same(&old, &NamedText { name: old.name.clone(), text: new.clone() }, key) {
            notes.push(format!("{}: {key} are the same as before and were left as they are", old.name));
            continue;
        }
        if comments > 0 {
            let them = if comments == 1 { "1 comment" } else { "comments" };
            notes.push(format!("{}: {them} among the old {key} went with them", old.name));
        }
        text = new;
    }
    load::read_map(&NamedText { name: old.name.clone(), text: text.clone() })?;
    tell(program, &notes);
    if text == old.text {
        return Ok(out.line(format!("{}: nothing to change", old.name))?);
    }
    files::replace(path, &text).map_err(|why| Failure::unwritable(path, files::words(&why)))?;
    Ok(out.line(format!("wrote {}", old.name))?)
}

/// Whether two maps have the same cities, routes or tickets, however they are written.
fn says_the_same(old: &NamedText, new: &NamedText, key: &str) -> bool {
    let read = |text: &NamedText| {
        let mut sources = Sources::new();
        let file = sources.add(&text.name, &text.text);
        crate::tables::export::tables(&ttr_source::MapSource::load(&sources, file).0)
    };
    let (old, new) = (read(old), read(new));
    match key {
        "cities" => old.cities == new.cities,
        "routes" => old.routes == new.routes,
        _ => old.tickets == new.tickets,
    }
}
