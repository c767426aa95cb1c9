//! `ttr info`.

use crate::args::{Info, PageFormat};
use crate::failure::Failure;
use crate::output::Out;
use crate::output::table::{markdown, table};
use crate::{Program, load};
use std::ffi::OsStr;
use std::path::Path;
use ttr_author::figures::{self, Figures};
use ttr_author::range_of_players;
use ttr_core::{GameSource, Registry, compile};

/// Shows the figures of a map beside those of the bundled ones.
pub(crate) fn run(program: &Program<'_>, options: &Info, out: &mut Out) -> Result<(), Failure> {
    let registry = program.registry;
    let mut asked = of_map(registry, &options.map)?;
    if options.rules.is_some() || !options.set.is_empty() {
        let source = load::source(registry, &options.map, options.rules.as_deref(), &options.set)?;
        let range = range_of_players(&source);
        let (min, max) = range.ok_or_else(|| Failure::usage("no number of players can play this"))?;
        let rules = load::rules(program, &GameSource { seats: seats(max), ..source })?;
        asked.by(rules.rule_set());
        asked.game(min, max, Some(&rules));
    }
    let others = registry.maps().map(|(name, _)| OsStr::new(name)).filter(|name| **name != *options.map);
    let mut all = vec![asked];
    // A bundled map at fault is told by `ttr maps`; here it is only left out.
    all.extend(others.filter_map(|name| of_map(registry, name).ok()));
    let names = all.iter().map(|figures| figures.name.clone());
    let header: Vec<String> = std::iter::once(String::new()).chain(names).collect();
    match options.format {
        PageFormat::Json => out.json(&all.iter().map(Figures::json).collect())?,
        PageFormat::Table => {
            out.line(table(header, 1).rows(figures::rows(&all)).to_string())?;
        }
        PageFormat::Markdown => out.file(&markdown(&header, 1, figures::rows(&all)))?,
    }
    Ok(())
}

/// The figures of a map, with those of the game where it can be played.
fn of_map(registry: &Registry, word: &OsStr) -> Result<Figures, Failure> {
    let (text, map) = load::map(registry, word)?;
    let name =
        Path::new(&text.name).file_name().map_or_else(|| text.name.clone(), |n| n.to_string_lossy().into_owned());
    let mut figures = Figures::of(&name, &map);
    let Ok(source) = load::source(registry, word, None, &[]) else { return Ok(figures) };
    if let Some((min, max)) = range_of_players(&source) {
        let rules = compile(registry, &GameSource { seats: seats(max), ..source }).ok().map(|compiled| compiled.rules);
        figures.game(min, max, rules.as_ref());
    }
    Ok(figures)
}

fn seats(n: u8) -> Vec<String> {
    (1..=n).map(|seat| format!("player {seat}")).collect()
}
