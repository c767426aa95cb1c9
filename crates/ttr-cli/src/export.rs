//! `ttr export`.

use crate::args::Export;
use crate::failure::Failure;
use crate::out::Out;
use crate::tables::{CITIES, ROUTES, TICKETS, export::tables, splice};
use crate::{Program, files, load};
use std::fs;
use ttr_source::{Sources, parse};

/// Writes the tables of a map.
pub(crate) fn run(program: &Program<'_>, options: &Export, out: &mut Out) -> Result<(), Failure> {
    let (text, map) = load::map(program.registry, &options.map)?;
    let written = tables(&map);
    let folder = &options.output;
    let all = [(CITIES, &written.cities), (ROUTES, &written.routes), (TICKETS, &written.tickets)];
    if let Some((file, _)) = all.iter().find(|(file, _)| folder.join(file).exists() && !options.force) {
        let message = format!("{} is there already", folder.join(file).display());
        return Err(Failure::usage(message).help("`--force` replaces it"));
    }
    let unwritable = |why: std::io::Error| Failure::unwritable(folder, files::words(&why));
    fs::create_dir_all(folder).map_err(unwritable)?;
    for (file, text) in all {
        let path = folder.join(file);
        files::save_file(&path, text).map_err(|why| Failure::unwritable(&path, files::words(&why)))?;
    }
    let counts = [(CITIES, map.cities.len(), "cities"), (ROUTES, map.routes.len(), "routes")];
    for (file, n, what) in counts.into_iter().chain([(TICKETS, map.tickets.len(), "tickets")]) {
        out.line(format!("{}: {n} {what}", folder.join(file).display()))?;
    }
    let left = left_out(&text.name, &text.text);
    if !left.is_empty() {
        out.line(format!("not carried over: {}", left.join(", ")))?;
    }
    Ok(())
}

/// What a map has besides: keys, and comments.
fn left_out(name: &str, text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let parsed = parse(&sources, file);
    let keys = parsed.root.as_table().into_iter().flat_map(|table| table.keys());
    let carried = ["format", "cities", "routes", "tickets"];
    let mut left: Vec<String> = keys.filter(|key| !carried.contains(key)).map(|key| format!("`{key}`")).collect();
    match splice::comments(text.strip_prefix('\u{feff}').unwrap_or(text)) {
        0 => {}
        1 => left.push("1 comment".to_owned()),
        n => left.push(format!("{n} comments")),
    }
    left
}
