//! The book: its guide for map authors, followed to the letter in an empty folder; the commands of its other pages and of the
//! program's help; and its links.

use crate::support::book::{Step, blocks, is_as_shown, page, pages};
use crate::support::person::Person;
use crate::support::program::{Folder, Ran, program, repository, words};
use crate::support::screen::{Prompt, sheet};
use crate::support::typist::{How, Typist};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

const GUIDE: &str = "docs/guide/authors.md";
/// Followed by a test of its own.
const MODULES: &str = "docs/guide/modules.md";

/// What is typed while a program runs, as it stands in what it shows: behind its prompts.
fn typed(shown: &str) -> String {
    let reply = |line: &str| {
        let reply = line.strip_prefix("> ").or_else(|| line.split_once("takes it back. ").map(|(_, reply)| reply));
        reply.map(|reply| format!("{reply}\n"))
    };
    shown.lines().filter_map(reply).collect()
}

/// Runs a command of a page in a folder, with this typed.
fn run(folder: &Path, command: &str, input: &str) -> Ran {
    // As a shell has it: what stands between quotes is one word.
    let parts = command.split('\'').enumerate();
    let words: Vec<&str> =
        parts.flat_map(|(i, part)| if i % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }).collect();
    let mut words = words.into_iter();
    assert_eq!(words.next(), Some("ttr"), "pages name the program only: {command}");
    let mut child = program()
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Who does not listen is not asked.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let done = child.wait_with_output().expect("it ends");
    Ran {
        code: done.status.code().expect("a code"),
        out: String::from_utf8(done.stdout).expect("text"),
        err: String::from_utf8(done.stderr).expect("text"),
    }
}

/// Runs a command that goes on until it is interrupted: as many lines as are shown.
fn watch(folder: &Path, command: &str, lines: usize) -> String {
    let mut child = program()
        .args(command.split_whitespace().skip(1))
        .current_dir(folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let out = BufReader::new(child.stdout.take().expect("a pipe"));
    let said = out.lines().take(lines).map(|line| line.expect("text") + "\n").collect();
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    said
}

/// Does what a reader does.
fn follow(folder: &Folder, step: &Step) {
    let path = |file: &str| folder.path().join(file);
    let read = |file: &str| fs::read_to_string(path(file)).unwrap_or_else(|why| panic!("{file}: {why}"));
    match step {
        Step::Save { file, text } => drop(folder.file(file, text)),
        Step::Append { file, text } => drop(folder.file(file, read(file) + text)),
        Step::Change { file, from, to } => {
            let text = read(file);
            assert_eq!(text.matches(from.as_str()).count(), 1, "{file} has these lines once:\n{from}\nin:\n{text}");
            folder.file(file, text.replacen(from, to, 1));
        }
        Step::Type { command, shown } if shown.ends_with("^C\n") => {
            let shown = shown.trim_end_matches("^C\n");
            let said = watch(folder.path(), command, shown.lines().count());
            assert!(is_as_shown(shown, &said), "$ {command}\n{said}\nbut the page shows:\n{shown}");
        }
        Step::Type { command, shown } => {
            let ran = run(folder.path(), command, &typed(shown));
            let said = format!("{}{}", ran.out, ran.err);
            assert!(is_as_shown(shown, &said), "$ {command}\n{said}\nbut the page shows:\n{shown}");
            let fails = shown.lines().any(|line| line.starts_with("error"));
            assert_eq!(ran.code, i32::from(fails), "$ {command}: it fails where an error is shown");
        }
    }
}

#[test]
fn the_authors_guide_leads_from_an_empty_folder_to_a_played_map() {
    let folder = Folder::new("guide");
    let steps: Vec<Step> = blocks(&page(GUIDE)).iter().flat_map(|block| block.steps()).collect();
    let typed = steps.iter().filter(|step| matches!(step, Step::Type { .. })).count();
    assert!(typed > 12 && typed < steps.len(), "commands, and files to save");
    for step in &steps {
        follow(&folder, step);
    }
    // The reader goes on to the end of a game.
    let mut command = program();
    command.args(["play", "corsica.toml", "--players", "you,greedy", "--seed", "7"]).current_dir(folder.path());
    let mut reader = Person::at_pipes(command);
    let seen = reader.play(&mut Typist::new(How::Hints, 7), 3_000);
    assert_eq!(seen.last().map(|(prompt, _)| prompt), Some(&Prompt::End), "{}", reader.all);
    assert_eq!(reader.done(), Some(0), "{}", reader.all);
    assert!(sheet(&reader.all).contains("the game ended: "), "{}", reader.all);
    assert!(reader.all.contains("coach pieces"), "things are called as the guide says");
    // What was written on the way is what the guide speaks of.
    let names = ["corsica.toml", "map.schema.json", "tables", "ttr-autosave.jsonl"];
    assert_eq!(folder.names(), names, "nothing else is left behind");
}

#[test]
fn the_guide_shows_every_command_of_an_author() {
    let text = page(GUIDE);
    for command in ["check", "explain", "fix", "fmt", "schema", "new", "info", "import", "export", "play", "simulate"] {
        assert!(text.contains(&format!("ttr {command} ")) || text.contains(&format!("ttr {command}\n")), "{command}");
    }
}

#[test]
fn the_commands_of_the_other_pages_work() {
    let mut tried = 0;
    for path in pages().iter().filter(|path| ![GUIDE, MODULES].contains(&path.as_str())) {
        let folder = Folder::new(&format!("page-{}", path.replace('/', "-")));
        let commands: Vec<Step> = blocks(&page(path)).iter().flat_map(|block| block.steps()).collect();
        for step in &commands {
            // What builds and tests the project itself is tried by whoever does that.
            if matches!(step, Step::Type { command, .. } if command.starts_with("cargo ")) {
                continue;
            }
            follow(&folder, step);
            tried += 1;
        }
    }
    assert!(tried >= 3, "{tried} commands");
}

/// The names of all commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = words("--help").fine();
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list of commands");
    let name = |line: &str| line.strip_prefix("  ")?.split_whitespace().next().map(str::to_owned);
    list.lines().filter(|line| !line.starts_with("   ")).filter_map(name).filter(|name| name != "help").collect()
}

#[test]
fn the_examples_of_the_help_work() {
    let folder = Folder::new("help-examples");
    let at = |command: &str| run(folder.path(), command, "");
    let classic = ttr_variants::registry().find_rule_set("classic").expect("bundled").to_owned();
    folder.file("my-rules.toml", classic);
    let tests = "rules = \"classic\"\nset = { tickets = false }\n\
        board.routes = [{ between = [\"Ayr\", \"Bath\"], length = 1, colour = \"red\" }]\n\
        [[test]]\nname = \"it is paid for\"\nthen.players.1 = { hand = 0 }\n";
    folder.file("my-tests.toml", tests);
    folder.file("requests.jsonl", "{\"do\": \"hello\"}\n");
    let usa = ttr_variants::registry().find_map("usa").expect("bundled").to_owned();
    folder.file("maps/usa.toml", usa);
    let font = repository().join("crates/ttr-render/fonts/FiraSansCondensed-Medium.ttf");
    folder.file("my-font.ttf", fs::read(font).expect("the font"));
    at("ttr new my-map").fine();
    assert_eq!(at("ttr export my-map.toml -o tables").code, 0);
    let routes = fs::read_to_string(folder.path().join("tables/routes.csv")).expect("a table");
    let with_kind = |(at, line): (usize, &str)| format!("{line},{}\n", if at == 0 { "kind" } else { "train" });
    folder.file("tables/routes.csv", routes.lines().enumerate().map(with_kind).collect::<String>());
    at("ttr simulate usa --players random,random --games 1 --seed 1 --save-games games").fine();
    let mut tried = 0;
    for command in commands() {
        let help = words(&format!("{command} --help")).fine();
        let examples = help.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{command} has no examples"));
        for example in examples.lines().map_while(|line| line.strip_prefix("  ")) {
            if example.ends_with("--watch") {
                continue;
            }
            // What a shell does with a line, the test does.
            let (line, input) = match example.split_once(" < ") {
                Some((line, file)) => (line, fs::read_to_string(folder.path().join(file)).expect("a file")),
                None => (example.split(" > ").next().unwrap_or_default(), String::new()),
            };
            let mut line = line.replace("maps/*.toml", "maps/usa.toml");
            // Tables and maps that an earlier example wrote may be written again.
            let replaces = line.contains("schema") || line.starts_with("ttr render");
            if line.contains(" -o ") && !replaces && !line.contains("--force") {
                line.push_str(" --force");
            }
            let ran = run(folder.path(), &line, &input);
            assert_eq!(ran.code, 0, "{example}\n{}{}", ran.out, ran.err);
            tried += 1;
        }
    }
    assert!(tried > 40, "{tried} examples");
}

/// The links of a page to files of the repository, as seen from the repository.
fn links(path: &str) -> Vec<String> {
    let text = page(path);
    let folder = Path::new(path).parent().expect("a folder");
    let outside_blocks: String = text.split("```").step_by(2).collect();
    let targets = outside_blocks.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let local = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    local.map(|target| folder.join(target.split('#').next().unwrap_or_default()).display().to_string()).collect()
}

#[test]
fn links_lead_somewhere() {
    for path in pages() {
        for target in links(&path) {
            assert!(repository().join(&target).exists(), "{path} links to {target}");
        }
    }
    for path in ["README.md", "docs/README.md"] {
        assert!(links(path).iter().any(|target| target.ends_with("guide/authors.md")), "{path} links to the guide");
    }
}

#[test]
fn every_page_is_in_the_book() {
    let summary = links("docs/SUMMARY.md");
    for path in pages().iter().filter(|path| path.starts_with("docs/") && *path != "docs/SUMMARY.md") {
        assert_eq!(summary.iter().filter(|target| *target == path).count(), 1, "{path} is in docs/SUMMARY.md once");
    }
    assert!(page("book.toml").contains("src = \"docs\""));
}
