//! Maps made of tables: a new one, or one whose cities, routes or tickets are put in place of the old ones.

use super::export::tables;
use super::import::Imported;
use super::splice::replaced;
use crate::{Fault, layout, read_map};
use std::collections::BTreeSet;
use ttr_core::{NamedText, Registry};
use ttr_source::{MapSource, RuleSetSource, Sources, toml_text};

fn laid_out(part: &str) -> Result<String, Fault> {
    layout::canonical(part).map_err(|why| Fault::content(why.to_string()))
}

/// The text of a new map of this name by a rule set, and the modules that its attributes need and the rule set does not have:
/// they are added under `[set]`.
///
/// # Errors
/// If the map would not be sound; `file` is what it is called in the findings.
pub fn new_map<'r>(
    registry: &'r Registry,
    imported: &Imported,
    name: &str,
    rules: &str,
    file: &str,
) -> Result<(String, Vec<&'r str>), Fault> {
    let mut text = format!("format = 1\nname = {}\nrules = {}\n\n", toml_text(name), toml_text(rules));
    text.extend([imported.routes.as_deref(), Some("\n"), imported.tickets.as_deref()].into_iter().flatten());
    let modules = modules_needed(registry, rules, imported);
    if !modules.is_empty() {
        text.push_str("\n# For the attributes of the tables.\n[set]\n");
        text.extend(modules.iter().map(|module| format!("{module} = true\n")));
    }
    text.push('\n');
    text.push_str(imported.cities.as_deref().unwrap_or_default());
    let text = laid_out(&text)?;
    read_map(&NamedText { name: file.to_owned(), text: text.clone() })?;
    Ok((text, modules.into_iter().collect()))
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

/// The text of a map with tables in place of what it has, and what there is to say of it.
///
/// # Errors
/// If the map would not be sound.
pub fn into_map(old: &NamedText, imported: &Imported) -> Result<(String, Vec<String>), Fault> {
    let mut notes = imported.notes.clone();
    let mut text = old.text.clone();
    let parts = [("cities", &imported.cities), ("routes", &imported.routes), ("tickets", &imported.tickets)];
    for (key, part) in parts {
        let Some(part) = part else { continue };
        let (new, comments) = replaced(&text, key, &laid_out(part)?);
        if says_the_same(old, &NamedText { name: old.name.clone(), text: new.clone() }, key) {
            notes.push(format!("{}: {key} are the same as before and were left as they are", old.name));
            continue;
        }
        if comments > 0 {
            let them = if comments == 1 { "1 comment" } else { "comments" };
            notes.push(format!("{}: {them} among the old {key} went with them", old.name));
        }
        text = new;
    }
    read_map(&NamedText { name: old.name.clone(), text: text.clone() })?;
    Ok((text, notes))
}

/// Whether two maps have the same cities, routes or tickets, however they are written.
fn says_the_same(old: &NamedText, new: &NamedText, key: &str) -> bool {
    let read = |text: &NamedText| {
        let mut sources = Sources::new();
        let file = sources.add(&text.name, &text.text);
        tables(&MapSource::load(&sources, file).0)
    };
    let (old, new) = (read(old), read(new));
    match key {
        "cities" => old.cities == new.cities,
        "routes" => old.routes == new.routes,
        _ => old.tickets == new.tickets,
    }
}
