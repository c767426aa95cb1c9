//! `ttr check --watch`: again whenever a file changes.

use super::once;
use crate::Program;
use crate::args::Check;
use crate::failure::Failure;
use crate::out::Out;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

/// How often files are looked at. Nobody types faster.
const EVERY: Duration = Duration::from_millis(200);

/// What tells one state of a file from another: when it was written and how large it is; nothing if it is not there.
type Mark = Option<(Option<SystemTime>, u64)>;

fn mark(path: &Path) -> Mark {
    path.metadata().ok().map(|known| (known.modified().ok(), known.len()))
}

fn marks(files: &[PathBuf]) -> Vec<Mark> {
    files.iter().map(|path| mark(path)).collect()
}

/// Checks until interrupted. What is wrong is told and waited for; only output that can't be written ends it, and files
/// that no change can mend.
pub(super) fn run(program: &Program<'_>, options: &Check, out: &mut Out) -> Result<(), Failure> {
    // Before the first reading, so that no change is missed; what is read besides is known after it.
    let mut files: Vec<PathBuf> = options.files.iter().chain(&options.rules).map(PathBuf::from).collect();
    let mut before = marks(&files);
    if before.iter().all(Option::is_none) {
        return Err(Failure::usage("there is no file to watch: a bundled map never changes"));
    }
    loop {
        let (read, done) = once(program, options, out);
        if let Err(failure @ Failure::Output(_)) = done {
            return Err(failure);
        }
        for path in read {
            if !files.contains(&path) {
                before.push(mark(&path));
                files.push(path);
            }
        }
        out.line("Waiting for a change; Ctrl-C ends.")?;
        out.gap()?;
        out.flush()?;
        loop {
            thread::sleep(EVERY);
            let now = marks(&files);
            if now != before {
                before = now;
                break;
            }
        }
    }
}
