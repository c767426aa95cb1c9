//! `ttr export`.

use crate::args::Export;
use crate::failure::Failure;
use crate::output::Out;
use crate::{Program, files, load};
use std::fs;
use ttr_author::tables::{CITIES, ROUTES, TICKETS, left_out, tables};

/// Writes the tables of a map.
pub(crate) fn run(program: &Program<'_>, options: &Export, out: &mut Out) -> Result<(), Failure> {
    let (text, map) = load::map(program.registry, &options.map)?;
    let written = tables(&map);
    let folder = &options.output;
    let all = [(CITIES, &written.cities), (ROUTES, &written.routes), (TICKETS, &written.tickets)];
    if let Some((file, _)) = all.iter().find(|(file, _)| folder.join(file).exists() && !options.force) {
        return Err(files::there_already(&folder.join(file)));
    }
    let unwritable = |why: std::io::Error| Failure::unwritable(folder, files::words(&why));
    fs::create_dir_all(folder).map_err(unwritable)?;
    for (file, text) in all {
        let path = folder.join(file);
        files::write(&path, text, options.force)?;
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
