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
    pub fn take(path: &Path) -> io::Result<Self> {
        let path = super::beside(path, ENDING)?;
        let begun = Instant::now();
        loop {
            // One that belongs to somebody else can be held though it can't be written.
            let options = || File::options().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = options().or_else(|fault| File::open(&path).map_err(|_| fault))?;
            if !fs::symlink_metadata(&path).is_ok_and(|known| known.is_file()) && begun.elapsed() > PATIENCE {
                let what = format!("{} is no lock of this program", path.display());
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, what));
            }
            match file.try_lock() {
                // Who held it before may have removed it just now.
                Ok(()) if is_at(&file, &path) => {
                    // For who finds it locked; without, it is locked all the same.
                    let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
                    return Ok(Self { path, file: Some(file) });
                }
                Ok(()) | Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => sleep(PAUSE),
                Ok(()) | Err(TryLockError::WouldBlock) => return Err(busy(&mut file)),
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

/// Another process has it.
fn busy(file: &mut File) -> io::Error {
    let mut text = String::new();
    // There are systems on which a file that is locked can't be read.
    let _ = file.take(32).read_to_string(&mut text);
    let who = match text.trim().parse::<u32>() {
        Ok(number) => format!("process {number}"),
        Err(_) => "another process".to_owned(),
    };
    io::Error::new(io::ErrorKind::ResourceBusy, format!("{who} is at it"))
}
