//! Locks: for as long as a process writes to a file it holds the file `.NAME.ttr-lock` beside it. The system lets go of a
//! lock when its process ends, however it ends; what a kill leaves behind is a file that nobody holds.

use same_file::Handle;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How the name of a lock ends.
pub(super) const ENDING: &str = ".ttr-lock";

/// Whoever looks whether a lock is still held, or writes a single time, has it no longer than this.
const PATIENCE: Duration = Duration::from_millis(600);
/// How often a lock is tried.
const PAUSE: Duration = Duration::from_millis(5);

/// Whoever says that a game holds it is believed after so many looks: who removes it has it no longer than for one.
const LOOKS: u32 = 3;
/// What a game writes before its number.
const GAME: &str = "game ";

/// What has a lock.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holder {
    /// A game, for as long as it goes on: nobody waits for it.
    Game,
    /// A command that writes once.
    Command,
}

/// A lock that this process holds.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    /// Nothing where the file system has no locks.
    file: Option<File>,
}

impl Lock {
    /// Locks a file, by its whole path; it need not be there.
    ///
    /// # Errors
    /// `ResourceBusy`, with the process if it is known, if another one holds it; else why nothing can be written there.
    pub fn take(path: &Path, holder: Holder) -> io::Result<Self> {
        let path = super::beside(path, ENDING)?;
        let begun = Instant::now();
        let mut games = 0;
        loop {
            let Some(mut file) = opened(&path)? else { continue };
            match file.try_lock() {
                // Who held it before may have removed it just now.
                Ok(()) if is_at(&file, &path) => {
                    // For who finds it locked; without, it is locked all the same.
                    let game = if holder == Holder::Game { GAME } else { "" };
                    let _ = file.set_len(0).and_then(|()| writeln!(file, "{game}{}", std::process::id()));
                    return Ok(Self { path, file: Some(file) });
                }
                Ok(()) if begun.elapsed() < PATIENCE => sleep(PAUSE),
                Ok(()) | Err(TryLockError::WouldBlock) => {
                    let said = said(&mut file);
                    games = if said.starts_with(GAME) { games + 1 } else { 0 };
                    if games >= LOOKS || begun.elapsed() >= PATIENCE {
                        return Err(busy(&said));
                    }
                    sleep(PAUSE);
                }
                Err(TryLockError::Error(_)) => {
                    // Nobody can hold it here.
                    let _ = fs::remove_file(&path);
                    return Ok(Self { path, file: None });
                }
            }
        }
    }

    /// Whether it keeps others away: there are file systems without locks.
    pub fn holds(&self) -> bool {
        self.file.is_some()
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.file.as_ref().is_some_and(|file| is_at(file, &self.path)) {
            // One that stays is removed when somebody next writes there.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether this open file is the one of that name.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    let known = fs::symlink_metadata(path).is_ok_and(|known| known.is_file());
    let open = || Handle::from_file(file.try_clone()?);
    known && open().is_ok_and(|open| Handle::from_path(path).is_ok_and(|named| named == open))
}

/// Opens a lock, or makes it; nothing if it was there and was removed just now. Links are not followed: they lead to somebody
/// else's file.
fn opened(path: &Path) -> io::Result<Option<File>> {
    match File::options().read(true).write(true).create_new(true).open(path) {
        Err(fault) if fault.kind() == io::ErrorKind::AlreadyExists => {}
        // Where nothing can be made, one that is there can be held all the same.
        Err(fault) if fs::symlink_metadata(path).is_err() => return Err(fault),
        Err(_) => {}
        made => return made.map(Some),
    }
    let Ok(known) = fs::symlink_metadata(path) else { return Ok(None) };
    if !known.is_file() {
        let what = format!("{} is no lock of this program", path.display());
        return Err(io::Error::new(io::ErrorKind::ResourceBusy, what));
    }
    // One that belongs to somebody else can be held though it can't be written.
    let options = || File::options().read(true).write(true).open(path);
    match options().or_else(|fault| File::open(path).map_err(|_| fault)) {
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(None),
        file => file.map(Some),
    }
}

/// What stands in a lock.
fn said(file: &mut File) -> String {
    let mut text = String::new();
    // There are systems on which a file that is locked can't be read.
    let _ = file.take(32).read_to_string(&mut text);
    text
}

/// Another process has it.
fn busy(said: &str) -> io::Error {
    let who = match said.strip_prefix(GAME).unwrap_or(said).trim().parse::<u32>() {
        Ok(number) => format!("process {number}"),
        Err(_) => "another process".to_owned(),
    };
    io::Error::new(io::ErrorKind::ResourceBusy, format!("{who} is at it"))
}
