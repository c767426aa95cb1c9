//! `ttr new`.

mod module;

use crate::args::{New, called};
use crate::failure::Failure;
use crate::output::Out;
use crate::{Program, files, load};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use ttr_author::{default_rules, new, read_map};
use ttr_core::{NamedText, Registry};

/// Writes a new map, or the crate of a new module.
pub(crate) fn run(program: &Program<'_>, options: &New, out: &mut Out) -> Result<(), Failure> {
    if options.module {
        return module::run(program, options, out);
    }
    let path = file_of(&options.name)?;
    if path.symlink_metadata().is_ok() && !options.force {
        return Err(files::there_already(&path));
    }
    let registry = program.registry;
    let title = title_of(&path);
    let text = match &options.from {
        Some(from) => copied(registry, from, options, &path, &title)?,
        None => {
            let word = match &options.rules {
                Some(word) => word.clone(),
                None => OsString::from(default_rules(registry)?),
            };
            let rules = load::rule_set(registry, &word)?;
            let named = named(registry, &word, &path)?;
            let text = new::board(registry, &title, &path.display().to_string(), &named, &rules)?;
            called(&text, program.name).into_owned()
        }
    };
    files::write(&path, &text, options.force)?;
    let map = read_map(&NamedText { name: path.display().to_string(), text })?;
    let (cities, routes, tickets) = (map.cities.len(), map.routes.len(), map.tickets.len());
    let name = path.display();
    out.line(format!("wrote {name}: {cities} cities, {routes} routes, {tickets} tickets"))?;
    Ok(out.line(format!("`ttr play {name}` plays it, `ttr check {name}` checks it"))?)
}

/// The file of a map with this name.
fn file_of(name: &Path) -> Result<PathBuf, Failure> {
    let bad = || Failure::usage(format!("{:?} is no name for a map", name.display().to_string()));
    let mut file = name.file_name().filter(|_| !name.as_os_str().is_empty()).ok_or_else(bad)?.to_owned();
    if !Path::new(&file).extension().is_some_and(|e| e.eq_ignore_ascii_case("toml")) {
        file.push(".toml");
    }
    if Path::new(&file)
        .file_stem()
        .and_then(OsStr::to_str)
        .is_none_or(|stem| stem.trim() != stem || stem.starts_with('.'))
    {
        return Err(bad());
    }
    Ok(name.with_file_name(file))
}

/// What people call the map: `my-island` is My Island.
fn title_of(path: &Path) -> String {
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let words = stem.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect::<String>())
    };
    let title = words.map(capital).collect::<Vec<_>>().join(" ");
    if title.is_empty() || title.contains(char::is_control) { "Map".to_owned() } else { title }
}

/// What the new map calls its rule set: the name of a bundled one, or a path as seen from the map.
fn named(registry: &Registry, word: &OsStr, path: &Path) -> Result<String, Failure> {
    let text = word.to_str().ok_or_else(|| Failure::usage("the name of the rule set is not UTF-8"))?;
    if registry.find_rule_set(text).is_some() {
        return Ok(text.to_owned());
    }
    if !text.ends_with(".toml") {
        return Err(Failure::usage(format!("a map can't name {text:?}: the file of a rule set ends with .toml")));
    }
    let beside = path.parent().is_none_or(|folder| folder.as_os_str().is_empty());
    if beside || Path::new(text).is_absolute() {
        return Ok(text.to_owned());
    }
    let whole =
        Path::new(text).canonicalize().map_err(|why| Failure::unreadable(Path::new(text), files::words(&why)))?;
    Ok(whole.display().to_string())
}

/// A map under another name, perhaps with other rules.
fn copied(registry: &Registry, from: &OsStr, options: &New, path: &Path, title: &str) -> Result<String, Failure> {
    let (old, map) = load::map(registry, from)?;
    let rules = options.rules.as_deref().map(|word| named(registry, word, path)).transpose()?;
    let text = new::copy(&old, &map, title, rules.as_deref());
    // The rule set of the old map, unless there is another: it is known wherever the new file stands.
    let mut source = load::source(registry, from, options.rules.as_deref(), &[])?;
    source.map = NamedText { name: path.display().to_string(), text };
    new::sound(registry, &source)?;
    Ok(source.map.text)
}
