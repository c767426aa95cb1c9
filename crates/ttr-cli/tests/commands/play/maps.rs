//! Whole games at the keyboard on every bundled map, played by what is on the screen: through pipes and on a terminal, by
//! numbers and by names, with mistakes in between, saved and killed and resumed. A map that is added is played too.

use crate::support::person::{Person, unstyled};
use crate::support::program::{Folder, json, program, ttr, words};
use crate::support::screen::{self, Prompt, sheet};
use crate::support::typist::{self, How, Typist};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

/// A bundled map.
#[derive(Clone, Debug)]
struct Map {
    name: String,
    least: usize,
}

fn maps() -> Vec<Map> {
    let list = json(words("maps --format json"));
    let maps = list.as_array().or_else(|| list["maps"].as_array()).expect("a list");
    let map = |map: &serde_json::Value| Map {
        name: map["name"].as_str().expect("a name").to_owned(),
        least: map["players"]["min"].as_u64().expect("a number") as usize,
    };
    let maps: Vec<Map> = maps.iter().map(map).collect();
    assert!(!maps.is_empty());
    maps
}

/// Plays on all maps, two at a time.
fn on_every_map(play: impl Fn(&Map) + Sync) {
    let maps = maps();
    for pair in maps.chunks(2) {
        thread::scope(|scope| {
            for map in pair {
                scope.spawn(|| play(map));
            }
        });
    }
}

impl Map {
    /// One person and as many computer players as are needed.
    fn alone(&self) -> String {
        self.with("you", 1)
    }

    /// These people, and computer players to the least number.
    fn with(&self, people: &str, n: usize) -> String {
        let others = self.least.max(2).saturating_sub(n);
        let kinds = ["greedy", "random:kinds", "random"];
        let names = (0..others).map(|i| kinds[i % kinds.len()].to_owned());
        [people.to_owned()].into_iter().chain(names).collect::<Vec<_>>().join(",")
    }
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = program();
    command.arg("play").args(args).current_dir(folder);
    command
}

/// The last prompt of a game that was played out, and its exit code.
#[track_caller]
fn is_over(person: &mut Person, seen: &[(Prompt, String)]) {
    assert_eq!(seen.last().map(|(prompt, _)| prompt), Some(&Prompt::End), "{}", person.all);
    assert_eq!(person.done(), Some(0), "{}", person.all);
    assert!(sheet(&unstyled(&person.all)).contains("the game ended: "), "{}", person.all);
}

#[test]
fn a_whole_game_by_numbers() {
    on_every_map(|map| {
        let folder = Folder::new(&format!("numbers-{}", map.name));
        let players = map.alone();
        let mut ann = Person::at_pipes(command(folder.path(), &[&map.name, "--players", &players, "--seed", "5"]));
        let seen = ann.play(&mut Typist::new(How::Numbers, 5), 3_000);
        is_over(&mut ann, &seen);
        for wrong in ["There is no such number", "Nothing here is called", "That could be:"] {
            assert!(!ann.all.contains(wrong), "{}: {wrong}\n{}", map.name, ann.all);
        }
        assert!(folder.names().is_empty(), "nothing is left behind: {:?}", folder.names());
    });
}

#[test]
fn a_whole_game_by_parts_of_names() {
    on_every_map(|map| {
        let folder = Folder::new(&format!("names-{}", map.name));
        let players = map.alone();
        let mut ann = Person::at_pipes(command(folder.path(), &[&map.name, "--players", &players, "--seed", "6"]));
        let mut typist = Typist::new(How::Names, 6);
        let seen = ann.play(&mut typist, 3_000);
        is_over(&mut ann, &seen);
        assert!(!ann.all.contains("Nothing here is called"), "{}: a name is not known:\n{}", map.name, ann.all);
        let Typist { named, ambiguous, .. } = typist;
        assert!(named > 20 && ambiguous * 4 < named, "{}: {ambiguous} of {named} names meant several things", map.name);
    });
}

#[test]
fn mistakes_lose_nothing() {
    on_every_map(|map| {
        let folder = Folder::new(&format!("mistakes-{}", map.name));
        let players = map.alone();
        let args = [&map.name, "--players", &players, "--seed", "7", "--save", "game"];
        let mut ann = Person::at_pipes(command(folder.path(), &args));
        let mut typist = Typist::new(How::Numbers, 7);
        let (mut text, mut prompt) = ann.read();
        let saved = || fs::read_to_string(folder.path().join("game")).expect("saved");
        let mut wrong = typist::IDLE.iter().chain(&["why not claim", "hint", "save other"]).cycle();
        for n in 0..60 {
            if prompt == Prompt::End {
                break;
            }
            if let (Prompt::Decide(_), true) = (&prompt, n % 2 == 0) {
                let before = saved();
                for _ in 0..3 {
                    let line = wrong.next().expect("there are always more");
                    let (said, after) = ann.say(line);
                    assert_eq!(after, prompt, "{}: after {line:?}:\n{said}", map.name);
                    assert!(!said.contains('\u{1b}') && !said.contains('\u{7}'), "nothing steers the terminal");
                    assert!(said.trim_end().len() > line.len() + 2, "{}: {line:?} is answered:\n{said}", map.name);
                    assert!(saved() == before, "{}: {line:?} has changed the save:\n{said}", map.name);
                }
            }
            (text, prompt) = ann.say(&typist.reply(&prompt, &text));
        }
        if prompt != Prompt::End {
            ann.key("quit");
            ann.read();
        }
        // Without the mistakes it is the same game.
        let file = folder.path().join("game");
        ttr(["replay".as_ref(), file.as_os_str(), "--verify".as_ref()]).fine();
        let with = saved();
        let args = [&map.name, "--players", &players, "--seed", "7", "--save", "plain"];
        let mut bob = Person::at_pipes(command(folder.path(), &args));
        bob.play(&mut Typist::new(How::Numbers, 7), 61);
        bob.hang_up();
        bob.read();
        assert_eq!(bob.done(), Some(0));
        let plain = fs::read_to_string(folder.path().join("plain")).expect("saved");
        let shorter = with.len().min(plain.len());
        assert!(shorter > 1000 && with[..shorter] == plain[..shorter], "{}: another game", map.name);
    });
}

#[test]
fn the_end_of_the_input_saves_wherever_it_comes() {
    on_every_map(|map| {
        let players = map.alone();
        for after in [1, 2, 7, 20] {
            let folder = Folder::new(&format!("end-of-input-{}-{after}", map.name));
            let mut ann = Person::at_pipes(command(folder.path(), &[&map.name, "--players", &players, "--seed", "8"]));
            ann.play(&mut Typist::new(How::Numbers, 8), after);
            ann.hang_up();
            let (text, prompt) = ann.read();
            assert_eq!((prompt, ann.done()), (Prompt::End, Some(0)), "{text}");
            if after == 1 {
                assert!(folder.names().is_empty() && text.contains("You have decided nothing"), "{}: {text}", map.name);
                continue;
            }
            assert_eq!(folder.names(), ["ttr-autosave.jsonl"], "{}: {text}", map.name);
            let file = folder.path().join("ttr-autosave.jsonl");
            ttr(["replay".as_ref(), file.as_os_str(), "--verify".as_ref()]).fine();
        }
    });
}

#[test]
fn undo_takes_back_up_to_what_was_shown() {
    on_every_map(|map| {
        let folder = Folder::new(&format!("undo-{}", map.name));
        let players = map.alone();
        let args = [&map.name, "--players", &players, "--seed", "9", "--save", "game"];
        let mut ann = Person::at_pipes(command(folder.path(), &args));
        let mut typist = Typist::new(How::Numbers, 9);
        let (mut text, mut prompt) = ann.read();
        let saved = || fs::read_to_string(folder.path().join("game")).expect("saved");
        let (mut taken_back, mut refused) = (0, 0);
        let mut before = saved();
        for _ in 0..80 {
            match prompt {
                Prompt::End => break,
                Prompt::GoOn if unstyled(&text).contains("`undo` takes it back") && taken_back < 5 => {
                    let (said, after) = ann.say("undo");
                    assert!(said.contains("taken back") && matches!(after, Prompt::Decide(_)), "{said}");
                    assert_eq!(saved(), before, "{}: the save too", map.name);
                    taken_back += 1;
                    let again = typist.reply(&after, &said);
                    (text, prompt) = ann.say(&again);
                    continue;
                }
                Prompt::Decide(_) if refused < 8 => {
                    let (said, after) = ann.say("undo");
                    if said.contains("can't be undone: ") {
                        assert_eq!(after, prompt, "{said}");
                        refused += 1;
                    } else {
                        // One of several decisions of a turn.
                        assert!(matches!(after, Prompt::Decide(_)), "{said}");
                        (text, prompt) = (said, after);
                    }
                }
                _ => {}
            }
            before = saved();
            (text, prompt) = ann.say(&typist.reply(&prompt, &text));
        }
        assert!(refused > 3, "{}: {taken_back} taken back, {refused} refused\n{}", map.name, ann.all);
    });
}

#[test]
fn a_curtain_falls_between_people() {
    on_every_map(|map| {
        let folder = Folder::new(&format!("curtain-{}", map.name));
        let players = map.with("you:Ann,you:Bob", 2);
        let mut both = Person::at_pipes(command(folder.path(), &[&map.name, "--players", &players, "--seed", "10"]));
        let seen = both.play(&mut Typist::new(How::Numbers, 10), 5_000);
        is_over(&mut both, &seen);
        // Between the prompts of two people there is a curtain; before it opens nothing is shown but who is to look.
        let mut last: Option<&str> = None;
        let mut curtains = 0;
        for (prompt, text) in &seen {
            match prompt {
                Prompt::Decide(name) => {
                    assert!(last.is_none_or(|last| last == name), "{}: no curtain before {name}", map.name);
                    last = Some(name);
                }
                Prompt::Curtain => {
                    let after = text.rsplit('═').next().unwrap_or_default();
                    assert!(after.trim().starts_with("It is for ") && after.trim().lines().count() <= 2, "{after}");
                    last = None;
                    curtains += 1;
                }
                _ => {}
            }
        }
        assert!(curtains > 10, "{}: {curtains} curtains", map.name);
    });
}

#[test]
fn a_game_that_is_killed_goes_on_as_it_would_have() {
    on_every_map(|map| {
        let players = map.alone();
        let how = || Typist::new(How::Numbers, 12);
        let args = [&map.name, "--players", &players, "--seed", "12"];
        let folder = Folder::new(&format!("whole-{}", map.name));
        let mut ann = Person::at_pipes(command(folder.path(), &args));
        let seen = ann.play(&mut how(), 3_000);
        is_over(&mut ann, &seen);
        // Killed again and again, each time at another moment of what a line has begun.
        let folder = Folder::new(&format!("killed-{}", map.name));
        let args = [&map.name, "--players", &players, "--seed", "12", "--save", "game"];
        let mut again = Person::at_pipes(command(folder.path(), &args));
        let mut kills = 0;
        let ended = loop {
            let prompts = 3 + 7 * kills as usize % 31;
            let seen = again.play(&mut how(), prompts);
            let Some((prompt, text)) = seen.last() else { panic!("nothing is asked") };
            if *prompt == Prompt::End {
                break again.all.clone();
            }
            if kills < 12 {
                // The line that was typed last is being worked on, or has been, or is the next one.
                again.key(&how().reply(prompt, text));
                thread::sleep(Duration::from_micros(300 * (kills % 5)));
                again.kill();
                kills += 1;
                again = Person::at_pipes(command(folder.path(), &["--resume", "game"]));
            } else {
                again.key("quit");
                again.read();
                again = Person::at_pipes(command(folder.path(), &["--resume", "game"]));
                kills += 1;
            }
            assert!(kills < 200, "{}: it does not end", map.name);
        };
        assert_eq!(sheet(&ended), sheet(&ann.all), "{}: killed {kills} times", map.name);
    });
}

#[cfg(unix)]
#[test]
fn a_whole_game_on_a_terminal() {
    on_every_map(|map| {
        for (columns, colour) in [(80u16, true), (120, false)] {
            let folder = Folder::new(&format!("terminal-{}-{columns}", map.name));
            let players = map.alone();
            let args = [&map.name, "--players", &players, "--seed", "13"];
            let mut command = command(folder.path(), &args);
            command.env("TERM", "xterm");
            if !colour {
                command.env("NO_COLOR", "1");
            }
            let mut ann = Person::at_terminal(command, columns);
            let how = if columns == 80 { How::Names } else { How::Numbers };
            let seen = ann.play(&mut Typist::new(how, 13), 3_000);
            is_over(&mut ann, &seen);
            assert_eq!(ann.all.contains("\u{1b}[1m"), colour, "{}: bold only where there is colour", map.name);
            assert!(!ann.all.contains("\u{1b}[2J"), "one person needs no curtain");
            let text = unstyled(&ann.all);
            let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap_or_default();
            let width = widest.chars().count();
            assert!(width > 60 && width <= columns.into(), "{}: {width} columns: {widest}", map.name);
        }
    });
}

#[cfg(unix)]
#[test]
fn a_terminal_is_cleared_between_people() {
    let map = &maps()[0];
    let folder = Folder::new("cleared");
    let players = map.with("you:Ann,you:Bob", 2);
    let mut command = command(folder.path(), &[&map.name, "--players", &players, "--seed", "4"]);
    command.env("TERM", "xterm");
    let mut both = Person::at_terminal(command, 100);
    let seen = both.play(&mut Typist::new(How::Numbers, 4), 24);
    let curtains = seen.iter().filter(|(prompt, _)| *prompt == Prompt::Curtain).count();
    assert!(both.all.matches("\u{1b}[2J\u{1b}[3J\u{1b}[H").count() >= 2 * curtains - 1 && curtains > 3, "{}", both.all);
    both.key("quit");
    let (text, _) = both.read();
    assert!(text.contains("saved to") || screen::prompt(&text).is_some(), "{text}");
}
