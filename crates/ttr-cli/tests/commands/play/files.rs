//! The files of games: no two processes keep a game in one, nothing is written over, and wherever a game goes, that is said.

use super::{map, sit_down, start, typed};
use crate::support::program::{Folder, ttr, words};
use crate::support::screen::Prompt;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use ttr_tests::fuzz::races::{Killed, Races};

/// The options of a new game on the small map.
fn game(folder: &Folder) -> String {
    format!("{} --players you,greedy --seed 4", map(folder).display())
}

/// A folder with a game in the file `game`.
fn with_game(name: &str) -> Folder {
    let folder = Folder::new(name);
    typed(&folder, &format!("{} --save game", game(&folder)), "all\n\ndeck\ndeck\n").fine();
    folder
}

fn text(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// How many decisions are in a save of which every line fits.
fn decisions(folder: &Folder, name: &str) -> usize {
    ttr(["replay".as_ref(), folder.path().join(name).as_os_str(), "--verify".as_ref()]).fine();
    text(folder, name).lines().count() - 1
}

fn races(folder: &Folder) -> Races {
    Races { program: PathBuf::from(env!("CARGO_BIN_EXE_ttr")), folder: folder.path().join("races"), seed: 5 }
}

#[test]
fn of_two_processes_that_want_one_file_one_goes_on_and_the_other_is_told() {
    let folder = Folder::new("races");
    races(&folder).new_games(3).expect("no game is lost");
    races(&folder).resumed_games(3).expect("no game is lost");
}

#[test]
fn games_that_are_left_at_once_have_autosaves_of_their_own() {
    races(&Folder::new("autosaves")).autosaves(3).expect("no game is lost");
}

#[test]
fn what_a_kill_leaves_behind_is_gone_after_the_next_start() {
    let Killed { kills, resumed, .. } = races(&Folder::new("kills")).kills(6).expect("all resume");
    assert!(kills == 6 && resumed > 0, "{kills} kills, {resumed} games");
}

#[test]
fn a_start_removes_only_what_is_its_own_and_held_by_nobody() {
    let folder = with_game("sweep");
    let ours = [".game.ttr-lock", ".other.ttr-lock", ".game.ttr-999-0.tmp", ".ttr-autosave.jsonl.ttr-1-22.tmp"];
    let others = [".game.lock", ".game.999-0.tmp", "game.ttr-lock", ".game.ttr-x-1.tmp", ".swp"];
    ours.iter().chain(&others).for_each(|name| drop(folder.file(name, "1\n")));
    let mut kept: Vec<String> = others.iter().map(|name| (*name).to_owned()).collect();
    kept.extend(["game".to_owned(), "small.toml".to_owned()]);
    kept.sort();
    let mut ann = sit_down(&folder, "--resume game");
    ann.read();
    typed(&folder, "--players greedy,random --set pieces.train=5", "").fine();
    let names = folder.names();
    assert!(names.contains(&".game.ttr-lock".to_owned()), "somebody holds it: {names:?}");
    ann.say("quit");
    assert_eq!(ann.done(), Some(0));
    assert_eq!(folder.names(), kept);
    // A start that writes no game does so too.
    folder.file(".map.toml.ttr-7-7.tmp", "x");
    folder.file("map.toml", "a=1\n");
    ttr(["fmt".as_ref(), folder.path().join("map.toml").as_os_str()]).fine();
    assert!(!folder.names().iter().any(|name| name.ends_with("7-7.tmp")), "{:?}", folder.names());
}

#[test]
fn a_game_under_way_keeps_its_file_and_says_who_has_it() {
    let folder = with_game("under-way");
    let mut ann = sit_down(&folder, "--resume game");
    ann.read();
    let before = text(&folder, "game");
    let message = typed(&folder, "--resume game", "").fails(2);
    let process = format!("game is being played: process {} is at it", ann.child.id());
    assert!(message.contains(&process) && message.contains("--resume game --save OTHER"), "{message}");
    // Another file takes the game as it is now, and both go on.
    let bob = typed(&folder, "--resume game --save other", "deck\n").fine();
    assert!(bob.contains("saved to other;") && text(&folder, "game") == before, "{bob}");
    let message = typed(&folder, "--resume game --save other", "").fails(2);
    assert!(message.contains("other is there already"), "{message}");
    assert_eq!(decisions(&folder, "other"), decisions(&folder, "game") + 1);
    ann.say("deck");
    ann.say("quit");
    assert_eq!(decisions(&folder, "game"), decisions(&folder, "other"));
    assert_eq!(folder.names(), ["game", "other", "small.toml"]);
}

#[cfg(unix)]
#[test]
fn a_link_leads_to_the_same_file() {
    let folder = with_game("link");
    std::os::unix::fs::symlink("game", folder.path().join("link")).expect("a link");
    let mut ann = sit_down(&folder, "--resume link");
    ann.read();
    assert!(typed(&folder, "--resume game", "").fails(2).contains("is being played"));
    let before = decisions(&folder, "game");
    ann.say("deck");
    ann.say("quit");
    assert_eq!(decisions(&folder, "game"), before + 1, "what the link leads to is written");
    assert!(folder.path().join("link").is_symlink());
    let message = typed(&folder, &format!("{} --save link", game(&folder)), "").fails(2);
    assert!(message.contains("link is there already"), "{message}");
}

#[test]
fn a_save_that_somebody_else_has_changed_is_left_and_the_game_goes_on() {
    let folder = with_game("changed");
    let mut ann = sit_down(&folder, "--resume game");
    ann.read();
    let before = decisions(&folder, "game");
    folder.file("game", "something else\n");
    let (screen, prompt) = ann.say("deck");
    assert!(screen.contains("can't write game: another program has changed it meanwhile"), "{screen}");
    assert!(screen.contains("saved to ttr-autosave.jsonl") && matches!(prompt, Prompt::Decide(_)), "{screen}");
    assert_eq!(
        (text(&folder, "game").as_str(), decisions(&folder, "ttr-autosave.jsonl")),
        ("something else\n", before + 1)
    );
    // There it is kept from now on, and belongs to it alone.
    assert!(typed(&folder, "--resume ttr-autosave.jsonl", "").fails(2).contains("is being played"));
    let (screen, _) = ann.say("deck");
    assert!(!screen.contains("saved"), "it is said once:\n{screen}");
    assert!(decisions(&folder, "ttr-autosave.jsonl") > before + 1);
    let (screen, _) = ann.say("quit");
    assert!(screen.contains("saved to ttr-autosave.jsonl") && ann.done() == Some(0), "{screen}");
    assert_eq!(folder.names(), ["game", "small.toml", "ttr-autosave.jsonl"]);
}

#[test]
fn a_save_that_is_changed_before_the_game_is_left_is_left_too() {
    let folder = with_game("changed-last");
    let whole = text(&folder, "game");
    let mut ann = sit_down(&folder, "--resume game");
    ann.read();
    folder.file("game", "");
    let (screen, _) = ann.say("quit");
    assert!(screen.contains("saved to ttr-autosave.jsonl"), "{screen}");
    assert_eq!((text(&folder, "game").as_str(), text(&folder, "ttr-autosave.jsonl")), ("", whole));
}

#[test]
fn a_save_that_was_removed_is_written_again() {
    let folder = with_game("removed");
    let mut ann = sit_down(&folder, "--resume game");
    ann.read();
    let before = decisions(&folder, "game");
    fs::remove_file(folder.path().join("game")).expect("it is there");
    ann.say("deck");
    assert_eq!(decisions(&folder, "game"), before + 1);
    fs::remove_file(folder.path().join("game")).expect("it is there");
    let (screen, _) = ann.say("quit");
    assert!(screen.contains("saved to game;") && decisions(&folder, "game") == before + 1, "{screen}");
}

#[test]
fn a_game_that_can_be_written_nowhere_goes_on_and_asks_for_a_file() {
    let folder = Folder::new("nowhere");
    let here = Folder::new("elsewhere");
    let args = format!("{} --save games/game", game(&folder));
    fs::create_dir(folder.path().join("games")).expect("a folder");
    let mut ann = sit_down(&folder, &args);
    ann.read();
    // The folder of the save is gone, and so is the current one.
    fs::remove_dir_all(folder.path()).expect("it is there");
    let (screen, prompt) = ann.say("all");
    assert!(screen.contains("can't write games/game: ") && screen.contains("in no file as it is now"), "{screen}");
    assert_ne!(prompt, Prompt::End, "{screen}");
    let (screen, _) = ann.say("");
    assert!(!screen.contains("can't write"), "it is said once:\n{screen}");
    ann.key("quit");
    ann.key("no/such/folder/game");
    ann.key(&here.path().join("game").display().to_string());
    let (screen, prompt) = ann.read();
    assert_eq!((prompt, ann.done()), (Prompt::End, Some(0)), "{screen}");
    assert!(screen.contains("In which file is the game to be kept?") && screen.contains("saved to "), "{screen}");
    assert_eq!(decisions(&here, "game"), 3);
}

#[test]
fn a_save_that_is_only_to_be_read_is_not_written() {
    let folder = with_game("read-only");
    let path = folder.path().join("game");
    let mut permissions = fs::metadata(&path).expect("it is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("they can be set");
    let message = typed(&folder, "--resume game", "").fails(2);
    assert!(message.contains("can't write game: it is read-only") && message.contains("--save OTHER"), "{message}");
    assert!(typed(&folder, "--resume game --save other", "").fine().contains("saved to other;"));
}

#[test]
fn nothing_is_written_where_nothing_was_decided() {
    let folder = Folder::new("nothing");
    let args = game(&folder);
    for typing in ["", "quit\n", "hint\nboard\nquit\n", "all\nundo\nquit\n"] {
        let text = typed(&folder, &args, typing).fine();
        assert!(text.contains("You have decided nothing") && text.contains("`--seed 4`"), "{typing:?}: {text}");
        assert_eq!(folder.names(), ["small.toml"], "{typing:?}");
    }
    // Nor where the game is in a file already, by whatever name.
    let text = typed(&folder, &args, "all\nsave mine\nquit\n").fine();
    assert!(text.ends_with("saved to mine; `ttr play --resume mine` goes on\n"), "{text}");
    assert_eq!(folder.names(), ["mine", "small.toml"]);
    // Computer players decide before it is for the person to.
    typed(&folder, "--resume mine", "").fine();
    let before = text_and_time(&folder);
    typed(&folder, "--resume mine", "quit\n").fine();
    assert_eq!(text_and_time(&folder), before, "a save in which nothing was decided is not touched");
}

fn text_and_time(folder: &Folder) -> (String, std::time::SystemTime) {
    let known = fs::metadata(folder.path().join("mine")).expect("it is there");
    (text(folder, "mine"), known.modified().expect("a time"))
}

#[test]
fn an_autosave_says_where_it_lies_and_is_one_for_a_game() {
    let folder = Folder::new("autosave");
    let mut ann = sit_down(&folder, &game(&folder));
    ann.read();
    ann.say("all");
    ann.say("");
    let (screen, _) = ann.say("save");
    let place = folder.path().canonicalize().expect("it is there");
    let unbroken = screen.replace('\n', "");
    let told = place.file_name().expect("a name").to_string_lossy().into_owned();
    assert!(unbroken.contains("The game is kept, in the folder ") && unbroken.contains(&told), "{screen}");
    ann.say("deck");
    assert_eq!(decisions(&folder, "ttr-autosave.jsonl"), 4, "it is kept there from then on");
    ann.say("save");
    ann.say("quit");
    assert_eq!(folder.names(), ["small.toml", "ttr-autosave.jsonl"]);
}

#[test]
fn a_copy_never_replaces_a_file_that_is_not_its_own() {
    let folder = with_game("copies");
    folder.file("taken", "mine\n");
    let mut ann = sit_down(&folder, "--resume game");
    ann.read();
    let (screen, _) = ann.say("save taken");
    assert!(screen.contains("taken is there already, and is left as it is"), "{screen}");
    let (screen, _) = ann.say("save copy");
    assert!(screen.contains("saved to copy;"), "{screen}");
    ann.say("deck");
    let (screen, _) = ann.say("save copy");
    assert!(screen.contains("saved to copy;") && text(&folder, "copy") == text(&folder, "game"), "{screen}");
    let copied = text(&folder, "copy");
    folder.file("copy", "somebody else\n");
    let (screen, _) = ann.say("save copy");
    assert!(screen.contains("can't write copy: another program has changed it"), "{screen}");
    // It is known for a copy of this game even so.
    folder.file("copy", &copied);
    let (screen, _) = ann.say("save copy");
    assert!(screen.contains("saved to copy;"), "{screen}");
    folder.file("copy", "somebody else\n");
    let (screen, _) = ann.say("save game");
    assert!(screen.contains("saved to game;"), "its own file:\n{screen}");
    assert_eq!((text(&folder, "taken").as_str(), text(&folder, "copy").as_str()), ("mine\n", "somebody else\n"));
}

#[test]
fn a_game_whose_screen_goes_away_is_saved() {
    let folder = Folder::new("no-screen");
    let mut child = start(&folder, &game(&folder));
    drop(child.stdout.take());
    // The first line is heard before it is noticed that nobody looks.
    let _ = child.stdin.take().expect("a pipe").write_all(b"all\n\ndeck\n");
    child.wait().expect("it ends");
    let names = folder.names();
    assert!(names.len() == 1 || names[1] == "ttr-autosave.jsonl", "{names:?}");
}

#[test]
fn what_an_editor_does_to_a_save_loses_nothing() {
    let folder = with_game("edited");
    let whole = text(&folder, "game");
    let marked = format!("\u{feff}{whole}");
    let windows = format!("\u{feff}{}\r\n", whole.replace('\n', "\r\n"));
    for (name, edited) in [("marked", &marked), ("windows", &windows)] {
        let file = folder.file(name, edited);
        let told = ttr(["replay".as_ref(), file.as_os_str(), "--verify".as_ref()]).fine();
        assert!(told.contains(": verified: "), "{told}");
        for command in ["replay", "score"] {
            ttr([command.as_ref(), file.as_os_str()]).fine();
        }
        words(&format!("test {} --games 1", file.display())).fine();
        let text = typed(&folder, &format!("--resume {name}"), "deck\n").fine();
        assert!(text.contains("decisions played again") && text.contains(&format!("saved to {name};")), "{text}");
        assert_eq!(decisions(&folder, name), whole.lines().count(), "and one more");
    }
    let file = folder.file("unended", whole.trim_end());
    for command in ["replay", "score"] {
        let ran = ttr([command.as_ref(), file.as_os_str()]);
        assert!(ran.code == 0 && ran.err.contains("unended: the end of its last line was cut off"), "{}", ran.err);
    }
    let text = typed(&folder, "--resume unended", "deck\n").fine();
    assert!(text.contains("the end of its last line was cut off"), "{text}");
    assert_eq!(decisions(&folder, "unended"), whole.lines().count(), "and one more");
    let half = folder.file("half", &whole[..whole.len() - 30]);
    let message = ttr(["replay".as_ref(), half.as_os_str()]).fails(1);
    let (line, before) = (whole.lines().count(), whole.lines().count() - 2);
    let said = format!(
        "line {line}: the line is cut short; without it the save is whole, and goes on after decision {before}"
    );
    assert!(message.contains(&said), "{message}");
    // In the middle of the file it is not the last line alone that is lost.
    let lines: Vec<&str> = whole.lines().collect();
    for (middle, says) in [
        (
            &lines[2][..20],
            "line 3: the line is cut short, and 2 lines follow; the lines before it are whole, up to decision 1",
        ),
        ("", "line 3: the line is empty; the lines before it are whole, up to decision 1"),
    ] {
        let half = folder.file("half", [lines[0], lines[1], middle, lines[3], lines[4]].join("\n"));
        let message = ttr(["replay".as_ref(), half.as_os_str()]).fails(1).replace('\n', " ");
        assert!(message.contains(says), "{message}");
    }
}
