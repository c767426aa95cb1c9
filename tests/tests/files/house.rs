//! One finds one's way in the house: no folder of sources is crowded, no file is long, and no comment explains itself by its neighbour.

use std::fs;
use std::path::{Path, PathBuf};

/// More entries in a folder, or lines in a file, are more than one looks over.
const ENTRIES: usize = 12;
const LINES: usize = 530;

/// The folders of sources below one, and this one.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![folder.to_owned()];
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() && entry.file_name().is_some_and(|name| name != "target") {
            all.extend(folders(&entry));
        }
    }
    all
}

/// All folders with sources of the workspace, each with what is in it.
fn house() -> Vec<(PathBuf, Vec<PathBuf>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let rooms =
        ["ttr-core", "ttr-variants", "crates", "tests", "bench", "examples"].map(|name| folders(&root.join(name)));
    let listed = rooms.into_iter().flatten().map(|folder| {
        let entries = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        (folder, entries)
    });
    listed.filter(|(_, entries): &(_, Vec<PathBuf>)| entries.iter().any(|entry| is_source(entry))).collect()
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rs")
}

fn sources() -> impl Iterator<Item = (PathBuf, String)> {
    let files = house().into_iter().flat_map(|(_, entries)| entries).filter(|path| is_source(path));
    files.map(|path| (path.clone(), fs::read_to_string(path).expect("a source")))
}

#[test]
fn no_folder_is_crowded() {
    for (folder, entries) in house() {
        // What a module brings beside its sources (examples as data) stands with them.
        let n = entries.iter().filter(|entry| is_source(entry) || entry.is_dir()).count();
        assert!(n <= ENTRIES, "{} has {n} entries", folder.display());
    }
}

#[test]
fn no_file_is_long() {
    for (path, text) in sources() {
        let n = text.lines().count();
        assert!(n <= LINES, "{} has {n} lines", path.display());
    }
}

/// A merge that was left half done.
#[test]
fn no_page_has_two_versions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let pages = folders(&root.join("docs")).into_iter().chain([root]);
    for folder in pages {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        for page in entries.filter(|path| path.extension().is_some_and(|ending| ending == "md")) {
            let text = fs::read_to_string(&page).expect("a page");
            let left = text.lines().find(|line| ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| line.starts_with(mark)));
            assert_eq!(left, None, "{}", page.display());
        }
    }
}

#[test]
fn no_comment_explains_itself_by_its_neighbour() {
    for (path, text) in sources() {
        let begins_so =
            |line: &&str| line.trim_start().strip_prefix("///").is_some_and(|rest| rest.starts_with(" The same"));
        assert_eq!(text.lines().find(begins_so), None, "{}", path.display());
    }
}
