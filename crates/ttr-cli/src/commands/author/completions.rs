//! `ttr completions`.

use crate::args::Completions;
use crate::failure::Failure;
use crate::output::Out;

/// Prints what a shell needs to complete the command line.
pub(crate) fn run(options: &Completions, mut command: clap::Command, name: &str, out: &mut Out) -> Result<(), Failure> {
    // By way of memory: the generator panics where it can't write.
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut command, name, &mut script);
    Ok(out.file(&String::from_utf8_lossy(&script))?)
}
