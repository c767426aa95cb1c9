//! Font files that were named on the command line.

use crate::failure::Failure;
use crate::files;
use std::path::PathBuf;
use ttr_render::{FontFault, FontFile, MAX_FONT_BYTES};

/// Reads font files.
///
/// # Errors
/// If one can't be read, or no letters can be drawn from it.
pub(crate) fn fonts(paths: &[PathBuf]) -> Result<Vec<FontFile>, Failure> {
    let read = |path: &PathBuf| {
        let faulty = |why: &FontFault| {
            let failure = Failure::usage(format!("{}: {why}", path.display()));
            failure.help("`--font` takes a TrueType or OpenType file: .ttf, .otf, .ttc or .otc")
        };
        let bytes = files::read(path, MAX_FONT_BYTES).map_err(|failure| match failure {
            Failure::Content { .. } => faulty(&FontFault::TooLarge),
            failure => failure,
        })?;
        FontFile::new(bytes).map_err(|why| faulty(&why))
    };
    paths.iter().map(read).collect()
}
