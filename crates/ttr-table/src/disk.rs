//! Files written so that a crash leaves the old one or the new one, and so that no process writes over what another one has
//! written; and what went wrong with a file in words.
//!
//! Beside a file `NAME` that is written lies for a moment `.NAME.ttr-PROCESS-NUMBER.tmp`, its new text, and for as long as a
//! process keeps it for itself `.NAME.ttr-lock`. What a process that was killed has left of these is removed when the program
//! next writes to the folder.

mod held;
mod left;
mod lock;

pub use held::Held;
pub use left::sweep;

use lock::{Holder, Lock};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use ttr_source::limits::MAX_FILE_BYTES;

/// Most bytes of a saved game: it holds a map and a rule set, each of which may be as large as a file can be, and the
/// decisions.
pub const MAX_SAVE_BYTES: usize = 4 * MAX_FILE_BYTES;

/// What stands in the name of a temporary file between the name of the file and the numbers.
const TEMPORARY: &str = ".ttr-";

/// What went wrong, without the number that the system adds.
pub fn words(fault: &io::Error) -> String {
    let text = fault.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

/// Writes a file so that a crash at any moment leaves the old one or the new one, never a part of it: the text goes to a
/// temporary file in the same folder, which then takes the place of the old one.
///
/// # Errors
/// If it can't be written; the old file is then as it was.
pub fn save_file(path: &Path, text: &str) -> io::Result<()> {
    save_bytes(path, text.as_bytes())
}

/// Writes a file that is no text, such as a picture, so that a crash at any moment leaves the old file or the new one.
pub fn save_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Draft::of(path, bytes)?.replace(path)
}

/// Writes a file that is not there yet: of several processes that want to, one does.
///
/// # Errors
/// `AlreadyExists` if something of that name is there; else why it can't be written. What was there is as it was.
pub fn create_file(path: &Path, text: &str) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    Draft::of(path, text.as_bytes())?.create(path)
}

/// Writes the text of a file that was read as `was`, as [`save_file`] does, and leaves all else of it as it is: its
/// permissions, and links that lead to it.
///
/// # Errors
/// If it can't be written, or is no longer what was read; the file is then as it was.
pub fn replace(path: &Path, was: &str, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    is_writable(&path)?;
    let _lock = Lock::take(&path, Holder::Command)?;
    put(&path, was.as_bytes(), text.as_bytes())
}

/// Puts bytes in the place of those that were there; a file that has gone since is made again.
fn put(path: &Path, was: &[u8], bytes: &[u8]) -> io::Result<()> {
    let known = match fs::symlink_metadata(path) {
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => return Draft::of(path, bytes)?.create(path),
        known => known?,
    };
    if holds(path, bytes) {
        return Ok(());
    }
    if !holds(path, was) {
        let what = "another program has changed it meanwhile, and it is left as that program wrote it";
        return Err(io::Error::other(what));
    }
    is_writable(path)?;
    let draft = Draft::of(path, bytes)?;
    fs::set_permissions(&draft.path, known.permissions())?;
    draft.replace(path)
}

/// Whether a plain file, and no link to one, has these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let same_size = |known: fs::Metadata| known.is_file() && known.len() == bytes.len() as u64;
    fs::symlink_metadata(path).is_ok_and(same_size) && fs::read(path).is_ok_and(|found| found == bytes)
}

/// Refuses what nobody is meant to write: a file that is marked so, or what is no file.
fn is_writable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(known) if !known.is_file() => Err(io::Error::other("it is no plain file")),
        Ok(known) if known.permissions().readonly() => {
            Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"))
        }
        // What is not there can be made.
        _ => Ok(()),
    }
}

/// The whole path of a file, through links; it need not be there, but its folder must be.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(fault) if fault.kind() == io::ErrorKind::NotFound && fs::symlink_metadata(path).is_err() => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            Ok(fs::canonicalize(folder)?.join(path.file_name().ok_or_else(no_name)?))
        }
        // Somebody has made it just now, or it is a link that leads nowhere.
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => fs::canonicalize(path),
        whole => whole,
    }
}

/// Whether two paths lead to one file, which need not be there.
pub fn is_one_file(one: &Path, other: &Path) -> bool {
    resolved(one).is_ok_and(|one| resolved(other).is_ok_and(|other| one == other))
}

fn no_name() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "that is no name of a file")
}

/// A hidden name beside a file.
fn beside(path: &Path, ending: &str) -> io::Result<PathBuf> {
    let mut own = OsString::from(".");
    own.push(path.file_name().ok_or_else(no_name)?);
    own.push(ending);
    Ok(path.with_file_name(own))
}

/// A text on its way to its file. It is locked, so that nobody takes it for one that was left behind.
struct Draft {
    path: PathBuf,
    file: File,
    /// Whether it has gone from its path, and what is there is not ours.
    moved: bool,
}

impl Draft {
    /// Writes bytes to a new file beside the one that they are for.
    fn of(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        left::sweep_once(path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")));
        let mut draft = Self::begun(path)?;
        draft.file.write_all(bytes)?;
        draft.file.sync_all()?;
        Ok(draft)
    }

    /// A new file under a name that nobody else uses.
    fn begun(path: &Path) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let own = beside(path, &format!("{TEMPORARY}{}-{number}.tmp", std::process::id()))?;
            let file = match File::create_new(&own) {
                Err(fault) if fault.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            // Whoever was quicker to lock it takes it for one that was left behind, and removes it.
            match file.try_lock() {
                Err(fs::TryLockError::WouldBlock) => {}
                Ok(()) if !lock::is_at(&file, &own) => {}
                // There are file systems without locks.
                _ => return Ok(Self { path: own, file, moved: false }),
            }
        }
    }

    /// Takes the place of a file, if there is one.
    fn replace(mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        self.moved = true;
        Ok(())
    }

    /// Becomes a file that is not there.
    fn create(self, path: &Path) -> io::Result<()> {
        match fs::hard_link(&self.path, path) {
            Err(fault) if fault.kind() != io::ErrorKind::AlreadyExists => {}
            done => return done,
        }
        // There are file systems without links: the name is taken first.
        drop(File::create_new(path)?);
        self.replace(path).inspect_err(|_| _ = fs::remove_file(path))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.moved {
            // A second name of the file by now, or the fault that led here is the one to tell.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("ttr-files-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_new_file_takes_the_place_of_the_old_one() {
        let folder = folder("replace");
        let path = folder.join("game.ttr.jsonl");
        save_file(&path, "one\n").unwrap();
        save_file(&path, "two\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two\n");
        assert_eq!(names(&folder), ["game.ttr.jsonl"], "nothing else is left behind");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_a_crash_has_left_is_removed_and_nothing_else() {
        let folder = folder("crash");
        let path = folder.join("game");
        let left = [".game.ttr-17-0.tmp", ".other.ttr-17-1.tmp", ".other.ttr-lock"];
        let others = [".game.17-0.tmp", ".other.lock", "other.ttr-lock"];
        left.iter().chain(&others).for_each(|name| fs::write(folder.join(name), "ne").unwrap());
        save_file(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(&folder), [".game.17-0.tmp", ".other.lock", "game", "other.ttr-lock"]);
        // What a process still has stays.
        let (held, draft) = (Held::at(&path).unwrap(), Draft::of(&path, b"newer").unwrap());
        sweep(&folder);
        assert_eq!(names(&folder).len(), 6);
        draft.replace(&path).unwrap();
        drop(held);
        assert_eq!(names(&folder), [".game.17-0.tmp", ".other.lock", "game", "other.ttr-lock"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn of_many_who_make_a_file_one_does() {
        let folder = folder("create");
        let path = folder.join("game");
        let made: Vec<bool> = std::thread::scope(|scope| {
            let all: Vec<_> = (0..8)
                .map(|n| (n, path.clone()))
                .map(|(n, path)| scope.spawn(move || create_file(&path, &n.to_string())))
                .collect();
            all.into_iter().map(|one| one.join().unwrap().is_ok()).collect()
        });
        let winner = made.iter().position(|made| *made).unwrap();
        assert_eq!(made.iter().filter(|made| **made).count(), 1);
        assert_eq!(fs::read_to_string(&path).unwrap(), winner.to_string());
        assert_eq!(create_file(&path, "late").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(names(&folder), ["game"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_somebody_else_has_written_is_not_replaced() {
        let folder = folder("changed");
        let path = folder.join("map.toml");
        fs::write(&path, "old").unwrap();
        replace(&path, "old", "new").unwrap();
        fs::write(&path, "edited").unwrap();
        assert!(replace(&path, "new", "newer").unwrap_err().to_string().contains("has changed it"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "edited");
        replace(&path, "new", "edited").unwrap();
        assert_eq!(names(&folder), ["map.toml"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_is_held_by_one() {
        let folder = folder("held");
        let path = folder.join("game");
        let mut held = Held::at(&path).unwrap();
        held.write("one").unwrap();
        assert!(held.is_locked() && held.is_as_it_was());
        let fault = Held::at(&folder.join(".").join("game")).unwrap_err();
        assert_eq!(fault.kind(), io::ErrorKind::ResourceBusy);
        assert_eq!(fault.to_string(), format!("process {} is at it", std::process::id()));
        assert_eq!(replace(&path, "one", "two").unwrap_err().kind(), io::ErrorKind::ResourceBusy);
        fs::write(&path, "else").unwrap();
        assert!(!held.is_as_it_was() && held.write("two").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "else");
        fs::remove_file(&path).unwrap();
        held.write("two").unwrap();
        drop(held);
        // A lock that nobody holds is none, whoever has left it.
        fs::write(folder.join(".game.ttr-lock"), "17").unwrap();
        let mut next = Held::at(&path).unwrap();
        assert_eq!(next.write("three").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        next.holds("two");
        next.write("three").unwrap();
        drop(next);
        assert_eq!((fs::read_to_string(&path).unwrap(), names(&folder)), ("three".to_owned(), vec!["game".to_owned()]));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn nobody_waits_for_a_game_but_for_a_command() {
        let folder = folder("patience");
        let path = folder.join("game");
        let held = Held::at(&path).unwrap();
        assert_eq!(
            fs::read_to_string(folder.join(".game.ttr-lock")).unwrap(),
            format!("game {}\n", std::process::id())
        );
        let begun = Instant::now();
        assert_eq!(Held::at(&path).unwrap_err().kind(), io::ErrorKind::ResourceBusy);
        assert!(begun.elapsed() < Duration::from_millis(300), "{:?}", begun.elapsed());
        drop(held);
        let command = Lock::take(&path, Holder::Command).unwrap();
        std::thread::scope(|scope| {
            let next = scope.spawn(|| Held::at(&path).map(drop));
            std::thread::sleep(Duration::from_millis(100));
            drop(command);
            next.join().unwrap().unwrap();
        });
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_written_under_an_old_name_of_a_draft_stays() {
        let folder = folder("moved");
        let path = folder.join("game");
        let mut draft = Draft::of(&path, b"new").unwrap();
        let own = draft.path.clone();
        fs::rename(&own, &path).unwrap();
        draft.moved = true;
        fs::write(&own, "another's").unwrap();
        drop(draft);
        assert_eq!(fs::read_to_string(&own).unwrap(), "another's");
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_that_is_a_link_makes_no_file() {
        let folder = folder("linked");
        let path = folder.join("map.toml");
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink("elsewhere", folder.join(".map.toml.ttr-lock")).unwrap();
        let fault = replace(&path, "old", "new").unwrap_err();
        assert!(fault.to_string().contains("is no lock of this program"), "{fault}");
        assert_eq!(names(&folder), [".map.toml.ttr-lock", "map.toml"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_permissions_and_its_links() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = folder("keeps");
        let (path, link) = (folder.join("map.toml"), folder.join("link.toml"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        replace(&link, "old", "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
        assert_eq!(replace(&path, "new", "newer").unwrap_err().to_string(), "it is read-only");
        assert!(replace(&folder.join("nothing"), "old", "new").is_err());
        assert_eq!((fs::read_to_string(&path).unwrap(), names(&folder).len()), ("new".to_owned(), 2));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_all_as_it_was() {
        let folder = folder("refused");
        let path = folder.join("taken");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("inside"), "x").unwrap();
        assert!(save_file(&path, "new").is_err());
        assert_eq!(names(&folder), ["taken"]);
        assert_eq!(names(&path), ["inside"]);
        assert!(save_file(&folder.join("no such folder").join("game"), "new").is_err());
        assert!(save_file(Path::new("/"), "new").is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
