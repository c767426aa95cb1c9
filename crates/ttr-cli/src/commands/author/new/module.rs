//! `ttr new --module`: a crate with a rule module of one's own, its tests, a map, and a program with the whole command line.

use crate::args::New;
use crate::failure::Failure;
use crate::output::Out;
use crate::{Program, files};
use std::path::{Path, PathBuf};
use ttr_author::new;

/// Writes the crate.
pub(super) fn run(program: &Program<'_>, options: &New, out: &mut Out) -> Result<(), Failure> {
    let folder = &options.name;
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let names = new::Names::named(program.registry, name)?;
    if folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) && !options.force {
        let message = format!("{} is there already, and not empty", folder.display());
        return Err(Failure::usage(message).help("`--force` writes into it, over files of the same names"));
    }
    let mut written = Vec::new();
    let sources = options.ttr.as_deref().map(sources).transpose()?;
    for (path, text) in new::files(program.registry, &names, sources.as_deref())? {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|why| Failure::unwritable(parent, files::words(&why)))?;
        }
        files::write(&path, &text, options.force)?;
        written.push(path);
    }
    for path in &written {
        out.line(format!("wrote {}", path.display()))?;
    }
    let folder = folder.display();
    Ok(out.line(format!("in {folder}: `cargo test` tests it, `cargo run -- play {}` plays it", names.id))?)
}

/// The whole path of a checkout of the sources.
fn sources(path: &Path) -> Result<PathBuf, Failure> {
    let whole = path.canonicalize().map_err(|why| Failure::unreadable(path, files::words(&why)))?;
    if whole.join("ttr-core/Cargo.toml").is_file() {
        return Ok(whole);
    }
    let failure = Failure::usage(format!("{} holds no sources of ttr", path.display()));
    Err(failure.help("`--ttr` takes the folder that holds `ttr-core` and `crates`"))
}
