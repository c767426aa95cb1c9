//! Help, versions, completions, colour, closed pipes, interruption: how the program behaves among others.

use crate::support::program::{Folder, program, saved_game, words};
use std::fs::OpenOptions;
use std::io::Read;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

const COMMANDS: [&str; 7] = ["play", "rules", "maps", "modules", "simulate", "replay", "completions"];

#[test]
fn help_has_examples_for_every_command() {
    let help = words("--help").fine();
    assert!(help.contains("Examples:") && help.contains("Usage: ttr"), "{help}");
    for command in COMMANDS {
        assert!(help.contains(command), "{command}");
        let own = words(&format!("{command} --help")).fine();
        assert!(own.contains("Examples:\n  ttr ") && own.contains(&format!("Usage: ttr {command}")), "{own}");
        assert!(words(&format!("help {command}")).fine().contains("Examples:"));
    }
    assert!(words("simulate --help").fine().contains("- random:kinds: first a kind of action"), "players are listed");
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(words("--version").fine(), format!("ttr {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = words(&format!("completions {shell}")).fine();
        assert!(COMMANDS.iter().all(|command| script.contains(command)) && script.contains("save-games"), "{shell}");
    }
}

#[test]
fn colour_is_asked_for_or_not_there() {
    let folder = Folder::new("colour");
    let file = saved_game(&folder);
    let replay = format!("replay {}", file.display());
    for line in [replay.as_str(), "--help", "simulate --games 2"] {
        assert!(!words(line).out.contains('\u{1b}'), "{line}: nobody sees it");
        assert!(words(&format!("--color always {line}")).out.contains('\u{1b}'), "{line}: always is always");
        assert!(!words(&format!("--color=never {line}")).out.contains('\u{1b}'), "{line}: never is never");
    }
    for line in ["simulate nowhere", "simulate --set x", "simulate --nothing"] {
        assert!(!words(line).err.contains('\u{1b}'), "{line}");
        assert!(words(&format!("--color always {line}")).err.contains('\u{1b}'), "{line}");
        assert!(!words(&format!("{line} --color never")).err.contains('\u{1b}'), "{line}");
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let folder = Folder::new("pipe");
    let file = folder.path().join("usa-1-000001.ttr.jsonl");
    words(&format!("simulate --games 1 --save-games {}", folder.path().display())).fine();
    let long = format!("replay {} --trace", file.display());
    for line in ["maps", "modules", "--help", "completions zsh", "simulate --games 2", long.as_str()] {
        let mut child = program()
            .args(line.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // As `| head -1` does: a little is read, then nobody listens any more.
        let mut one = [0];
        child.stdout.take().expect("a pipe").read_exact(&mut one).expect("something is printed");
        let done = child.wait_with_output().expect("the program ends");
        assert_eq!(done.status.code(), Some(0), "{line}");
        assert_eq!(String::from_utf8_lossy(&done.stderr), "", "{line}");
    }
}

#[test]
fn output_that_cannot_be_written_is_told() {
    let Ok(full) = OpenOptions::new().write(true).open("/dev/full") else { return };
    let done = program().arg("maps").stdout(full).output().expect("the program starts");
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("can't write the output"));
}

/// Starts a long simulation and waits until it has saved some games.
fn long_simulation(folder: &Folder) -> std::process::Child {
    let dir = folder.path().to_str().expect("text");
    let line = format!("simulate --games 1000000 --players random,random --set pieces.train=6 --save-games {dir}");
    let child = program()
        .args(line.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let began = Instant::now();
    while folder.names().iter().filter(|name| name.ends_with(".jsonl")).count() < 5 {
        assert!(began.elapsed() < Duration::from_secs(60), "no game was saved");
        thread::sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn a_crash_while_writing_leaves_whole_files() {
    let folder = Folder::new("crash");
    let mut child = long_simulation(&folder);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let saves: Vec<String> = folder.names().into_iter().filter(|name| name.ends_with(".ttr.jsonl")).collect();
    assert!(saves.len() >= 5);
    // The last ones are those that it was writing.
    for name in saves.iter().rev().take(20) {
        let file = folder.path().join(name);
        let text = words(&format!("replay {} --verify", file.display())).fine();
        assert!(text.contains("the game is over"), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_program_says_130() {
    let folder = Folder::new("interrupt");
    let child = long_simulation(&folder);
    let kill = std::process::Command::new("sh").arg("-c").arg(format!("kill -INT {}", child.id())).status();
    assert!(kill.expect("a shell").success());
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(done.status.code(), Some(130));
    assert_eq!(done.stdout, b"");
}
