//! Files written so that a crash leaves the old one or the new one, and what went wrong with a file in words.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use ttr_source::limits::MAX_FILE_BYTES;

/// Most bytes of a saved game: it holds a map and a rule set, each of which may be as large as a file can be, and the
/// decisions.
pub const MAX_SAVE_BYTES: usize = 4 * MAX_FILE_BYTES;

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
    save_with(path, bytes, |_| Ok(()))
}

/// Saves a file, with a last touch before it takes its place.
fn save_with(path: &Path, bytes: &[u8], touch: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let temporary = temporary(path)?;
    let written = write_through(&temporary, bytes).and_then(|()| touch(&temporary));
    let written = written.and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The fault that led here is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Writes the text of a file that is there already, as [`save_file`] does, and leaves all else of it as it is: its
/// permissions, and links that lead to it.
///
/// # Errors
/// If it can't be written; the file is then as it was.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    save_with(&path, text.as_bytes(), |temporary| fs::set_permissions(temporary, permissions))
}

fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A name in the same folder that nobody else uses: what an earlier crash has left stays where it is.
fn temporary(path: &Path) -> io::Result<PathBuf> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "that is no name of a file"));
    };
    loop {
        let mut own = std::ffi::OsString::from(".");
        own.push(name);
        own.push(format!(".{}-{}.tmp", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
        let temporary = path.with_file_name(own);
        if fs::symlink_metadata(&temporary).is_err() {
            return Ok(temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn what_a_crash_has_left_does_not_matter() {
        let folder = folder("crash");
        let path = folder.join("game");
        save_file(&path, "old").unwrap();
        // As if earlier programs of every number near ours had been stopped in the middle of writing.
        let left: Vec<String> = (0..50).map(|n| format!(".game.{}-{n}.tmp", std::process::id())).collect();
        for name in &left {
            fs::write(folder.join(name), "ne").unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        save_file(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(&folder).len(), 51);
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
        replace(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
        assert_eq!(replace(&path, "newer").unwrap_err().to_string(), "it is read-only");
        assert!(replace(&folder.join("nothing"), "new").is_err());
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
