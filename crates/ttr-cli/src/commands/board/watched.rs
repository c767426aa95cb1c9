//! Files that are watched for changes.

use crate::failure::Failure;
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

/// Files as they were when they were last read.
pub(crate) struct Watched {
    files: Vec<PathBuf>,
    before: Vec<Mark>,
}

impl Watched {
    /// Watches these from now on: before the first reading, so that no change is missed.
    ///
    /// # Errors
    /// If none of them is there: no change can come then.
    pub fn new(files: Vec<PathBuf>) -> Result<Self, Failure> {
        let before: Vec<Mark> = files.iter().map(|path| mark(path)).collect();
        if before.iter().all(Option::is_none) {
            return Err(Failure::usage("there is no file to watch: a bundled map never changes"));
        }
        Ok(Self { files, before })
    }

    /// Watches these besides, which were read now.
    pub fn also(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        for path in files {
            if !self.files.contains(&path) {
                self.before.push(mark(&path));
                self.files.push(path);
            }
        }
    }

    /// Waits until one of them changes.
    pub fn wait(&mut self) {
        loop {
            thread::sleep(EVERY);
            let now: Vec<Mark> = self.files.iter().map(|path| mark(path)).collect();
            if now != self.before {
                self.before = now;
                return;
            }
        }
    }
}
