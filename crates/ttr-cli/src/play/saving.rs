//! Where a game under way is kept: after every decision in the file that was asked for, else when it is left.

use crate::failure::Failure;
use crate::files::{self, save_file};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The game of this process, for when it is interrupted: where it belongs, and its text unless it is there already.
static UNDER_WAY: Mutex<Option<(PathBuf, Option<String>)>> = Mutex::new(None);

/// Keeps a game.
pub(crate) struct Saving {
    file: Option<PathBuf>,
    /// Whether the game is the one of this process, which an interruption saves.
    of_process: bool,
}

impl Saving {
    /// Keeps the game in this file after every decision; without a file, nowhere until it is left.
    pub fn new(file: Option<PathBuf>) -> Self {
        Self { file, of_process: true }
    }

    /// Keeps the game nowhere at all, as tests want it.
    #[cfg(test)]
    pub fn nowhere() -> Self {
        Self { file: None, of_process: false }
    }

    /// The file that is written after every decision.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// A decision was taken. Without a file the text is only held for an interruption.
    pub fn decided(&self, text: impl FnOnce() -> String) -> Result<(), Failure> {
        let Some(file) = &self.file else {
            if self.of_process {
                set(Some((free_name(), Some(text()))));
            }
            return Ok(());
        };
        write(file, &text())?;
        set(Some((file.clone(), None)));
        Ok(())
    }

    /// The game is left: it is written, and where. A program that is ended just now waits for it, and saves nothing more.
    pub fn left(&self, text: &str) -> Result<PathBuf, Failure> {
        let file = self.file.clone();
        if !self.of_process {
            return Ok(file.unwrap_or_else(free_name));
        }
        let mut under_way = UNDER_WAY.lock().ok();
        let file = file.unwrap_or_else(free_name);
        write(&file, text)?;
        if let Some(under_way) = under_way.as_deref_mut() {
            *under_way = None;
        }
        Ok(file)
    }

    /// The game is over: an interruption has nothing to keep.
    pub fn over(&self) {
        set(None);
    }
}

fn set(game: Option<(PathBuf, Option<String>)>) {
    if let Ok(mut under_way) = UNDER_WAY.lock() {
        *under_way = game;
    }
}

/// Writes a save to a file.
pub(crate) fn write(file: &Path, text: &str) -> Result<(), Failure> {
    save_file(file, text).map_err(|fault| Failure::unwritable(file, files::words(&fault)))
}

/// A name in the current folder that no file has yet.
fn free_name() -> PathBuf {
    let names = (1..).map(|n| match n {
        1 => PathBuf::from("ttr-autosave.jsonl"),
        n => PathBuf::from(format!("ttr-autosave-{n}.jsonl")),
    });
    names.into_iter().find(|name| !name.exists()).unwrap_or_default()
}

/// The program is interrupted, told to end, or its terminal is gone: what is under way is saved, and that is said where
/// it can be.
pub(crate) fn interrupted() {
    // Held until the program has ended, so that it is not saved a second time on another way out.
    let Ok(mut under_way) = UNDER_WAY.lock() else { return };
    let Some((file, text)) = under_way.take() else { return };
    let told = match text.map_or(Ok(()), |text| save_file(&file, &text)) {
        Ok(()) => saved(&file),
        Err(fault) => format!("can't save to {}: {}", file.display(), files::words(&fault)),
    };
    // Nobody may be left to read it.
    let _ = writeln!(io::stderr(), "\n{told}");
    std::mem::forget(under_way);
}

/// Where a game is, and how to go on with it.
pub(crate) fn saved(file: &Path) -> String {
    format!("saved to {}; `ttr play --resume {}` goes on", file.display(), quoted(file))
}

/// A file as it is typed on a command line: in quotes where it has letters that a shell does not leave alone.
pub(crate) fn quoted(file: &Path) -> String {
    let name = file.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/\\.-_:+,@%=~".contains(c);
    if !name.is_empty() && name.chars().all(plain) { name } else { format!("'{}'", name.replace('\'', "'\\''")) }
}
