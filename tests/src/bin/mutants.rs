//! Tries every break of `tests/mutants.toml`: does it turn a test of its clause red?
//!
//! All breaks of the source go into one copy of the workspace, each behind a switch, so that one build is enough; the
//! copy and its build lie under `target/mutants` and the tree stays as it is. Then the tests of each clause run with its
//! break switched on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use ttr_tests::breaks::{Break, Change, breaks, cited, clauses, workspace};
use ttr_tests::table::{BREAK, NO_GAME};

/// The variable that switches a break of the source on, by its name.
const SWITCH: &str = "TTR_MUTANT";
/// Longer than this no test runs; one that does hangs.
const PATIENCE: Duration = Duration::from_secs(60);
/// What is not copied: it is large and no part of the build.
const LEFT_OUT: [&str; 2] = ["target", ".git"];

fn main() -> ExitCode {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    if asked.iter().any(|a| a.starts_with('-')) {
        eprintln!(
            "usage: mutants [CLAUSE...]\nTries the breaks of these clauses, or of all; fails if a test stays green."
        );
        return ExitCode::from(2);
    }
    match run(&asked) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(asked: &[String]) -> Result<bool, String> {
    let root = workspace();
    let all = breaks()?;
    let known = clauses(&root)?;
    let wanted = |clause: &str| asked.is_empty() || asked.iter().any(|a| a.eq_ignore_ascii_case(clause));
    if let Some(unknown) = asked.iter().find(|a| !known.iter().any(|k| k.eq_ignore_ascii_case(a))) {
        return Err(format!("docs/rules has no clause {unknown}"));
    }
    let mut fine = true;
    for clause in known.iter().filter(|k| wanted(k) && all.iter().all(|b| b.clause != **k)) {
        println!("{clause:5} NO BREAK");
        fine = false;
    }

    let copy = root.join("target/mutants/source");
    copy_folder(&root, &copy, true)?;
    build_in_switches(&root, &copy, &all)?;
    let program = build(&copy, &root.join("target/mutants/build"))?;
    let logs = root.join("target/mutants/log");
    fs::create_dir_all(&logs).map_err(said(&logs))?;

    let mut tests: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for test in list(&program)? {
        for clause in cited(&test) {
            tests.entry(clause).or_default().push(test.clone());
        }
    }
    if let Outcome::Red { .. } = try_tests(&program, &[], None, &logs.join("none.txt"))? {
        return Err(format!("{} fails without any break; see target/mutants/log/none.txt", program.display()));
    }

    let (mut red, mut tried) = (0, 0);
    for item in all.iter().filter(|b| wanted(&b.clause)) {
        let citing = tests.get(&item.clause).map(Vec::as_slice).unwrap_or_default();
        let verdict = try_break(item, citing, &program, &logs)?;
        tried += 1;
        red += usize::from(verdict.is_red);
        let how = item.set.as_deref().or(item.file.as_deref()).unwrap_or_default();
        println!("{:5} {:22} {} ({how})", item.clause, verdict.text, item.what);
    }
    println!("{red} of {tried} breaks turn a test red");
    Ok(fine && red == tried)
}

struct Verdict {
    is_red: bool,
    text: String,
}

fn try_break(item: &Break, citing: &[String], program: &Path, logs: &Path) -> Result<Verdict, String> {
    let green = || format!("STILL GREEN: {} tests", citing.len());
    if citing.is_empty() {
        return Ok(Verdict { is_red: false, text: green() });
    }
    let (is_red, text) = match try_tests(program, citing, Some(item), &logs.join(format!("{}.txt", item.clause)))? {
        Outcome::Green => (false, green()),
        Outcome::Red { no_game: true, .. } => (false, "NO GAME TO PLAY".to_owned()),
        Outcome::Red { failed, .. } => (true, format!("red: {failed} of {} tests", citing.len())),
        Outcome::Hung => (true, "red: it hangs".to_owned()),
    };
    Ok(Verdict { is_red, text })
}

// ---- the copy

/// A fault of a file, with its name.
fn said(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |e| format!("{}: {e}", path.display())
}

fn copy_folder(from: &Path, to: &Path, is_root: bool) -> Result<(), String> {
    fs::create_dir_all(to).map_err(said(to))?;
    let mut there = Vec::new();
    for entry in fs::read_dir(from).map_err(said(from))?.flatten() {
        let name = entry.file_name();
        if is_root && LEFT_OUT.iter().any(|l| name == *l) {
            continue;
        }
        let (source, target) = (entry.path(), to.join(&name));
        there.push(name);
        if source.is_dir() {
            copy_folder(&source, &target, false)?;
        } else {
            write_if_new(&target, &fs::read(&source).map_err(said(&source))?)?;
        }
    }
    // What is gone from the tree must not stay in the build.
    for entry in fs::read_dir(to).map_err(said(to))?.flatten().filter(|e| !there.contains(&e.file_name())) {
        let path = entry.path();
        if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) }.map_err(said(&path))?;
    }
    Ok(())
}

/// Leaves a file alone that has the content already, so that cargo does not build it again.
fn write_if_new(path: &Path, content: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    fs::write(path, content).map_err(said(path))
}

/// Puts all breaks of the source into the copy, each behind its switch.
fn build_in_switches(root: &Path, copy: &Path, all: &[Break]) -> Result<(), String> {
    let mut files: BTreeMap<&str, Vec<(String, Change)>> = BTreeMap::new();
    for item in all {
        if let Some(file) = &item.file {
            let change = item.change(&read(&root.join(file))?).map_err(|e| format!("{file}: {e}"))?;
            files.entry(file).or_default().push((item.name(), change));
        }
    }
    let first_page = |file: &str| file.split_once("/src/").map(|(package, _)| format!("{package}/src/lib.rs"));
    let switched: BTreeSet<String> = files.keys().filter_map(|file| first_page(file)).collect();
    for page in &switched {
        files.entry(page).or_default();
    }
    for (file, mut changes) in files {
        let mut text = read(&root.join(file))?;
        changes.sort_by_key(|(_, change)| std::cmp::Reverse(change.place.start));
        let mut at = 0;
        while at < changes.len() {
            // Several breaks of one expression are tried one after the other.
            let place = changes[at].1.place.clone();
            let same = changes[at..].iter().take_while(|(_, c)| c.place == place).count();
            let mut code = String::from("(");
            for (name, change) in &changes[at..at + same] {
                code += &format!("if crate::mutant({name:?}) {{ {} }} else ", change.new);
            }
            code += &format!("{{ {} }})", &text[place.clone()]);
            if let Some((name, change)) = changes.get(at + same)
                && change.place.end > place.start
            {
                return Err(format!("{file}: the expressions of {name} and {} overlap", changes[at].0));
            }
            text.replace_range(place, &code);
            at += same;
        }
        if switched.contains(file) {
            text += &format!(
                "\n/// Whether this break is switched on.\nfn mutant(name: &str) -> bool {{\n    \
                 static ON: std::sync::OnceLock<String> = std::sync::OnceLock::new();\n    \
                 ON.get_or_init(|| std::env::var({SWITCH:?}).unwrap_or_default()) == name\n}}\n"
            );
        }
        write_if_new(&copy.join(file), text.as_bytes())?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(said(path))
}

// ---- building and running

/// Builds the clause tests of the copy and gives their program.
fn build(copy: &Path, target: &Path) -> Result<PathBuf, String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // Switches make odd code: its warnings mean nothing.
    cargo.current_dir(copy).env("CARGO_TARGET_DIR", target).env("RUSTFLAGS", "--cap-lints=allow");
    cargo.args(["test", "--no-run", "--package", "ttr-tests", "--test", "clauses"]);
    cargo.args(["--message-format", "json-render-diagnostics"]);
    cargo.stderr(std::process::Stdio::inherit());
    let output = cargo.output().map_err(|e| format!("cargo: {e}"))?;
    if !output.status.success() {
        return Err("a break of the source does not build; see target/mutants/source".to_owned());
    }
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| message["target"]["name"] == "clauses")
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .ok_or_else(|| "no clause tests were built".to_owned())
}

fn list(program: &Path) -> Result<Vec<String>, String> {
    let output = Command::new(program).args(["--list", "--format", "terse"]).output();
    let output = output.map_err(said(program))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

enum Outcome {
    Green,
    Red {
        failed: usize,
        /// The break leaves nothing to play, which is no proof of anything.
        no_game: bool,
    },
    Hung,
}

/// Runs some tests of a program, or all, with a break switched on.
fn try_tests(program: &Path, names: &[String], item: Option<&Break>, log: &Path) -> Result<Outcome, String> {
    let said = said(program);
    let out = File::create(log).map_err(|e| format!("{}: {e}", log.display()))?;
    let mut command = Command::new(program);
    command.args(names).env_remove(BREAK).env_remove(SWITCH).env("RUST_BACKTRACE", "0");
    if !names.is_empty() {
        command.arg("--exact");
    }
    match item {
        Some(Break { set: Some(set), .. }) => _ = command.env(BREAK, set),
        Some(item) => _ = command.env(SWITCH, item.name()),
        None => {}
    }
    let mut child = command.stdout(out.try_clone().map_err(&said)?).stderr(out).spawn().map_err(&said)?;
    let begin = Instant::now();
    let status = loop {
        match child.try_wait().map_err(&said)? {
            Some(status) => break status,
            None if begin.elapsed() > PATIENCE => {
                child.kill().and_then(|()| child.wait()).map_err(&said)?;
                return Ok(Outcome::Hung);
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    if status.success() {
        return Ok(Outcome::Green);
    }
    let text = String::from_utf8_lossy(&fs::read(log).map_err(&said)?).into_owned();
    let failed = text.lines().filter(|line| line.starts_with("test ") && line.ends_with("FAILED")).count();
    Ok(Outcome::Red { failed: failed.max(1), no_game: text.contains(NO_GAME) })
}
