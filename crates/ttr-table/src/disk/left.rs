//! What processes that were killed have left in a folder.

use super::{TEMPORARY, lock};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Removes from a folder the temporary files and the locks of this program which no process holds any more.
pub fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let known = entry.file_type().is_ok_and(|kind| kind.is_file());
        if known && is_ours(&entry.file_name().to_string_lossy()) {
            remove(&entry.path());
        }
    }
}

/// As [`sweep`], before this process first writes to a folder.
pub(super) fn sweep_once(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let first = SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned());
    if first {
        sweep(folder);
    }
}

/// Removes a file that nobody holds. What can't be removed stays: it is in nobody's way.
fn remove(path: &Path) {
    let Ok(file) = File::options().read(true).write(true).open(path) else { return };
    if file.try_lock().is_ok() && lock::is_at(&file, path) {
        // Whoever finds it locked just now is not to take it for a game's.
        let _ = file.set_len(0);
        let _ = fs::remove_file(path);
    }
}

/// Whether this program gives such names: `.NAME.ttr-lock` and `.NAME.ttr-PROCESS-NUMBER.tmp`.
fn is_ours(name: &str) -> bool {
    let Some(name) = name.strip_prefix('.') else { return false };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let temporary = || {
        let (of, numbers) = name.strip_suffix(".tmp")?.rsplit_once(TEMPORARY)?;
        let (process, number) = numbers.split_once('-')?;
        Some(!of.is_empty() && is_number(process) && is_number(number))
    };
    name.strip_suffix(lock::ENDING).is_some_and(|of| !of.is_empty()) || temporary().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_this_program_gives_are_its_own() {
        for ours in [".game.ttr-lock", ".game.ttr.jsonl.ttr-17-0.tmp", ".a.ttr-1-2.ttr-3-4.tmp"] {
            assert!(is_ours(ours), "{ours}");
        }
        for other in [
            "game",
            ".game.lock",
            "game.ttr-lock",
            "..ttr-lock.old",
            ".game.17-0.tmp",
            ".game.ttr-17.tmp",
            ".game.ttr-x-0.tmp",
            ".game.ttr--0.tmp",
            "game.ttr-17-0.tmp",
            "..swp",
            ".ttr-lock",
            ".ttr-1-2.tmp",
        ] {
            assert!(!is_ours(other), "{other}");
        }
    }
}
