//! Runs the built program.

use serde_json::Value as Json;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// What came of a run.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// The output, of a run in which all went well.
    #[track_caller]
    pub fn fine(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The message, of a run that failed with this code and printed nothing else.
    #[track_caller]
    pub fn fails(self, code: i32) -> String {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }
}

/// The program, with nothing of the caller's environment that changes its looks.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ttr"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("COLUMNS").stdin(Stdio::null());
    command
}

/// Runs the program with these arguments.
pub fn ttr(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Ran {
    let done = program().args(args).output().expect("the program starts");
    Ran {
        code: done.status.code().expect("the program is not killed"),
        out: String::from_utf8(done.stdout).expect("text"),
        err: String::from_utf8(done.stderr).expect("text"),
    }
}

/// Runs the program with the words of this line.
pub fn words(line: &str) -> Ran {
    ttr(line.split_whitespace())
}

/// The JSON that a run printed.
#[track_caller]
pub fn json(ran: Ran) -> Json {
    serde_json::from_str(&ran.fine()).expect("JSON")
}

/// A folder of one's own, removed in the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let (process, number) = (std::process::id(), MADE.fetch_add(1, Relaxed));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{process}-{number}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        Self(folder)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("in the folder")).expect("a folder");
        fs::write(&path, text).expect("a file of the test");
        path
    }

    /// The names of its files.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("text")).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A short game on the USA board, saved to a file in this folder.
pub fn saved_game(folder: &Folder) -> PathBuf {
    let dir = folder.path().to_str().expect("text");
    words(&format!("simulate usa --players random,random --games 1 --seed 5 --set pieces.train=6 --save-games {dir}"))
        .fine();
    folder.path().join("usa-5-000001.ttr.jsonl")
}

pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares a file of the repository with what it is generated from by a test, or writes it anew if `TTR_BLESS` is set.
#[track_caller]
pub fn is_generated(test: &str, path: &str, text: &str) {
    let file = repository().join(path);
    if std::env::var_os("TTR_BLESS").is_some() {
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        return fs::write(file, text).expect("a file of the repository");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    let differs = found.lines().zip(text.lines()).position(|(a, b)| a != b).map_or(0, |at| at + 1);
    assert!(
        found == text,
        "{path} is out of date, from line {differs} on: TTR_BLESS=1 cargo test -p ttr-cli --test commands {test}::"
    );
}
