//! A file that one process keeps for itself while it writes to it again and again.

use super::lock::{Holder, Lock};
use std::io;
use std::path::{Path, PathBuf};

/// A file which no other process of this program writes to, for as long as this lives; and what it held when it was last
/// looked at, so that what somebody else has written since is never written over.
#[derive(Debug)]
pub struct Held {
    path: PathBuf,
    was: Option<Vec<u8>>,
    lock: Lock,
}

impl Held {
    /// Holds the file at a path, through links. Until [`Held::holds`] says what is in it, it is one that is to be made.
    ///
    /// # Errors
    /// `ResourceBusy`, if another process has it; else why nothing can be written there.
    pub fn at(path: &Path) -> io::Result<Self> {
        let path = super::resolved(path)?;
        super::is_writable(&path)?;
        super::left::sweep_once(path.parent().unwrap_or(&path));
        Ok(Self { lock: Lock::take(&path, Holder::Game)?, was: None, path })
    }

    /// Says what is in the file, as it was read while it was held.
    pub fn holds(&mut self, bytes: impl Into<Vec<u8>>) {
        self.was = Some(bytes.into());
    }

    /// Whether the file is still as it was.
    pub fn is_as_it_was(&self) -> bool {
        self.was.as_ref().is_some_and(|was| super::holds(&self.path, was))
    }

    /// Whether others are kept away: there are file systems without locks.
    pub fn is_locked(&self) -> bool {
        self.lock.holds()
    }

    /// The whole path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file, if it is still as it was; one that was removed since is made again.
    ///
    /// # Errors
    /// `AlreadyExists`, if it was to be made and is there; else why it can't be written. The file is then as it was.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        match &self.was {
            Some(was) => super::put(&self.path, was, text.as_bytes())?,
            None => super::create_file(&self.path, text)?,
        }
        self.was = Some(text.into());
        Ok(())
    }
}
