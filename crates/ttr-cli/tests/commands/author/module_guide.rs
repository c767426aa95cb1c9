//! The module guide: its code is that of the example crate, and followed to the letter in an empty folder it ends with a working,
//! tested module.

use crate::support::book::{Block, Step, blocks, fence, is_as_shown, page};
use crate::support::program::{Folder, program, repository};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GUIDE: &str = "docs/guide/modules.md";
/// Where the guide has the sources of the program.
const SOURCES: &str = "../ttr";

/// An option behind the language of a block.
fn option(block: &Block, name: &str) -> Option<String> {
    let value = block.words.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
    value.map(str::to_owned)
}

/// A part of a file between `ANCHOR: NAME` and `ANCHOR_END: NAME`, or all of it without those lines.
fn part(place: &str) -> String {
    let (path, anchor) = place.split_once(':').map_or((place, None), |(path, anchor)| (path, Some(anchor)));
    let text = page(path);
    let mut inside = anchor.is_none();
    let mut taken = String::new();
    for line in text.lines() {
        let marked = |word: &str| line.trim().strip_prefix(&format!("// {word}: ")).map(str::to_owned);
        match (marked("ANCHOR"), marked("ANCHOR_END")) {
            (Some(name), _) => inside |= Some(name.as_str()) == anchor,
            (_, Some(name)) => inside &= Some(name.as_str()) != anchor,
            _ if inside => taken.push_str(&format!("{line}\n")),
            _ => {}
        }
    }
    assert!(!taken.is_empty(), "{place} has nothing");
    taken
}

/// The guide with the code as it is in the example.
fn up_to_date(text: &str) -> String {
    let mut fresh = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        fresh.push_str(&format!("{line}\n"));
        let from = line.split(' ').find_map(|word| word.strip_prefix("from="));
        if let (Some(n), Some(place)) = (fence(line), from) {
            fresh.push_str(&part(place));
            let end = lines.by_ref().find(|line| fence(line) == Some(n)).expect("the end of the block");
            fresh.push_str(&format!("{end}\n"));
        }
    }
    fresh
}

#[test]
fn the_code_of_the_guide_is_that_of_the_example() {
    let text = page(GUIDE);
    let fresh = up_to_date(&text);
    if std::env::var_os("TTR_BLESS").is_some() {
        fs::write(repository().join(GUIDE), fresh).expect("a page");
        return;
    }
    assert!(
        text == fresh,
        "{GUIDE} is not up to date: TTR_BLESS=1 cargo test -p ttr-cli --test commands module_guide::the_code writes it anew"
    );
}

/// Types a command of the guide: the program itself, or cargo with what was built for these tests.
fn run(folder: &Path, command: &str) -> (bool, String) {
    let root = repository().canonicalize().expect("the repository");
    let command = command.replace(SOURCES, &root.display().to_string());
    let words: Vec<&str> = command.split_whitespace().collect();
    let mut child = match words[0] {
        "ttr" => program(),
        "cargo" => {
            let mut cargo = Command::new(env!("CARGO"));
            // Where the project builds, and with what it was built of: nothing is built twice, and nothing fetched.
            let target = Path::new(env!("CARGO_BIN_EXE_ttr")).ancestors().nth(2).expect("the folder of builds");
            cargo.env("CARGO_TARGET_DIR", target).env("CARGO_NET_OFFLINE", "true").stdin(Stdio::null());
            // One of the settings of the project, without which what it was built of would not do.
            cargo.env("CARGO_PROFILE_DEV_LTO", "off");
            for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_PKG")) {
                cargo.env_remove(name);
            }
            fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the versions that are there");
            cargo
        }
        other => panic!("the guide types {other}"),
    };
    let done = child.args(&words[1..]).current_dir(folder).output().expect("it starts");
    let said = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    (done.status.success(), said)
}

/// What the reader does with a block.
fn follow(at: &mut PathBuf, block: &Block) {
    let save = |path: PathBuf, text: String| {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    match (option(block, "file"), option(block, "append"), block.words.split(' ').next()) {
        (Some(file), _, Some("rust" | "text" | "toml")) => save(at.join(file), block.text.clone()),
        (_, Some(file), Some("rust")) => {
            let path = at.join(file);
            let text = fs::read_to_string(&path).expect("it was saved before") + &block.text;
            save(path, text);
        }
        _ => {
            for step in block.steps() {
                match step {
                    Step::Change { file, from, to } => {
                        let text = fs::read_to_string(at.join(&file)).expect("a file");
                        assert_eq!(
                            text.matches(from.as_str()).count(),
                            1,
                            "{file} has these lines once:\n{from}\nin:\n{text}"
                        );
                        save(at.join(file), text.replacen(&from, &to, 1));
                    }
                    Step::Type { command, shown } => match command.strip_prefix("cd ") {
                        Some(folder) => *at = at.join(folder),
                        None => {
                            let (fine, said) = run(at, &command);
                            assert!(fine, "$ {command}\n{said}");
                            assert!(is_as_shown(&shown, &said), "$ {command}\n{said}\nbut the page shows:\n{shown}");
                        }
                    },
                    other => panic!("the guide has no such step: {other:?}"),
                }
            }
        }
    }
}

#[test]
fn the_guide_leads_from_an_empty_folder_to_a_tested_module() {
    let folder = Folder::new("module-guide");
    let mut at = folder.path().to_owned();
    let all = blocks(&page(GUIDE));
    all.iter().for_each(|block| follow(&mut at, block));
    // What the reader has now is the example.
    let own = fs::read_to_string(at.join("src/mountain_passes.rs")).expect("the module");
    assert_eq!(own, part("examples/mountain-passes/src/mountain_passes.rs"));
    // The break that the guide speaks of is found.
    let broken = own.replace("terms.aside.saturating_add(", "terms.aside.min(");
    assert_ne!(own, broken);
    fs::write(at.join("src/mountain_passes.rs"), broken).expect("the module");
    let (fine, said) = run(&at, "cargo test");
    assert!(!fine && said.contains("test the_rules_hold ... FAILED"), "{said}");
}
