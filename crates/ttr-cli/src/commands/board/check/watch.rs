//! `ttr check --watch`: again whenever a file changes.

use super::once;
use crate::Program;
use crate::args::Check;
use crate::commands::board::watched::Watched;
use crate::failure::Failure;
use crate::output::Out;
use std::path::PathBuf;

/// Checks until interrupted. What is wrong is told and waited for; only output that can't be written ends it, and files
/// that no change can mend.
pub(super) fn run(program: &Program<'_>, options: &Check, out: &mut Out) -> Result<(), Failure> {
    let mut watched = Watched::new(options.files.iter().chain(&options.rules).map(PathBuf::from).collect())?;
    loop {
        let (read, done) = once(program, options, out);
        if let Err(failure @ Failure::Output(_)) = done {
            return Err(failure);
        }
        watched.also(read);
        out.line("Waiting for a change; Ctrl-C ends.")?;
        out.gap()?;
        out.flush()?;
        watched.wait();
    }
}
