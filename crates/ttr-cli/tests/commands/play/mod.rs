//! `ttr play`: games at the keyboard, text in and screen out.

mod files;
mod maps;
mod mechanics;

use crate::support::person::Person;
use crate::support::program::{Folder, Ran, program, ttr};
use crate::support::screen::{self, Choice, Prompt, sheet};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A small map. No ticket has the cities of a route, so that the name of a ticket on the screen is that of a ticket.
const MAP: &str = r#"
format = 1
name = "Small"
rules = "classic"
routes = [
    { between = ["Zürich", "Quimper"],          length = 2, colour = "gray" },
    { between = ["Quimper", "Saint-Étienne"],   length = 1, colour = "gray" },
    { between = ["Saint-Étienne", "Jokkmokk"],  length = 2, colour = "red" },
    { between = ["Jokkmokk", "Wladiwostok"],    length = 1, tracks = ["gray", "gray"] },
    { between = ["Wladiwostok", "Xanten"],      length = 2, colour = "gray" },
    { between = ["Xanten", "Zürich"],           length = 1, tracks = ["blue", "green"] },
    { between = ["Xanten", "Saint-Étienne"],    length = 3, colour = "gray" },
]
tickets = [
    { cities = ["Zürich", "Saint-Étienne"], points = 4 },
    { cities = ["Zürich", "Jokkmokk"],      points = 6 },
    { cities = ["Zürich", "Wladiwostok"],   points = 5 },
    { cities = ["Quimper", "Jokkmokk"],     points = 5 },
    { cities = ["Quimper", "Wladiwostok"],  points = 6 },
    { cities = ["Quimper", "Xanten"],       points = 4 },
    { cities = ["Saint-Étienne", "Wladiwostok"], points = 4 },
    { cities = ["Jokkmokk", "Xanten"],      points = 4 },
]
[cities]
"Zürich" = { names = { it = "Turicum" } }
Quimper = {}
"Saint-Étienne" = {}
Jokkmokk = {}
Wladiwostok = {}
Xanten = {}
[set]
pieces.train = 9
tickets = { deal = 2, keep = 1, draw = { take = 2, keep = 1 } }
"#;

/// What a person types for each city.
const TYPED: [(&str, &str); 6] = [
    ("Zürich", "turic"),
    ("Quimper", "QUIM"),
    ("Saint-Étienne", "saintetien"),
    ("Jokkmokk", "jok"),
    ("Wladiwostok", "wla"),
    ("Xanten", "xan"),
];

fn map(folder: &Folder) -> PathBuf {
    folder.file("small.toml", MAP)
}

/// Starts the program in this folder.
fn start(folder: &Folder, args: &str) -> Child {
    program()
        .args(["play"].into_iter().chain(args.split_whitespace()))
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Plays with this typed beforehand.
fn typed(folder: &Folder, args: &str, input: &str) -> Ran {
    let mut child = start(folder, args);
    // A game that has ended reads no more.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let done = child.wait_with_output().expect("the program ends");
    Ran {
        code: done.status.code().expect("the program is not killed"),
        out: String::from_utf8(done.stdout).expect("text"),
        err: String::from_utf8(done.stderr).expect("text"),
    }
}

/// Sits down to play.
fn sit_down(folder: &Folder, args: &str) -> Person {
    let mut command = program();
    command.args(["play"].into_iter().chain(args.split_whitespace())).current_dir(folder.path());
    Person::at_pipes(command)
}

/// What our person types, from what is on the screen alone: tickets, then routes on the way, then a card, all by names.
fn reply(prompt: &Prompt, text: &str) -> String {
    match prompt {
        Prompt::GoOn | Prompt::Curtain | Prompt::End => return String::new(),
        Prompt::Pay => return "1".to_owned(),
        Prompt::Decide(_) => {}
    }
    if screen::deal(text).is_some() {
        return "all".to_owned();
    }
    for Choice { text: route, .. } in screen::choices(text).iter().filter(|choice| choice.on_way) {
        let words: Vec<&str> = TYPED.iter().filter(|(city, _)| route.contains(city)).map(|(_, typed)| *typed).collect();
        if words.len() == 2 {
            let colour = ["blue", "green"].into_iter().find(|colour| route.contains(colour)).unwrap_or_default();
            return format!("claim {} {colour}", words.join(" ")).trim_end().to_owned();
        }
    }
    if text.contains("draw a card from the train deck") { "deck".to_owned() } else { "1".to_owned() }
}

/// Plays on to the end from what is on the screen, or for so many prompts; the last one is not answered.
fn play_on(person: &mut Person, mut text: String, mut prompt: Prompt, most: usize) -> Vec<(Prompt, String)> {
    let mut seen = Vec::new();
    loop {
        seen.push((prompt.clone(), text.clone()));
        if prompt == Prompt::End || seen.len() >= most {
            return seen;
        }
        (text, prompt) = person.say(&reply(&prompt, &text));
    }
}

#[test]
fn the_transcript_of_the_readme_is_what_is_shown() {
    let readme = include_str!("../../../../../README.md");
    let shown = readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a transcript");
    let said: Vec<&str> = shown.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let input = format!("1 2 3\n\n{}\n", said.join("\n"));
    let text = typed(&Folder::new("readme"), "--seed 7", &input).fine();
    assert!(text.contains(shown), "the README shows\n{shown}\nand the program\n{text}");
}

#[test]
fn a_whole_game_by_typed_names() {
    let folder = Folder::new("whole-game");
    let args = format!("{} --players you,random --seed 11 --save game", map(&folder).display());
    let mut ann = sit_down(&folder, &args);
    let (screen, prompt) = ann.read();
    for part in
        ["Small, Classic rules: player 1 (you), random 2", "--seed 11", "train pieces", "row: ", "your hand (4): "]
    {
        assert!(screen.to_lowercase().contains(&part.to_lowercase()), "{part} is missing:\n{screen}");
    }
    let seen = play_on(&mut ann, screen, prompt, 500);
    assert_eq!(seen.last().map(|(prompt, _)| prompt), Some(&Prompt::End), "{}", ann.all);
    assert_eq!(ann.child.wait().expect("it ends").code(), Some(0));
    for part in ["player 1 claims ", "[x] ", " to go: ", "since your last decision", "random 2 ", "the game ended: "] {
        assert!(ann.all.contains(part), "{part} is missing:\n{}", ann.all);
    }
    assert!(sheet(&ann.all).contains("[tickets/completed]"), "{}", ann.all);
    assert!(!ann.all.contains("Nothing here is called"), "every name is understood:\n{}", ann.all);
    for line in ann.all.lines() {
        assert!(line.chars().count() <= 80, "{} characters: {line}", line.chars().count());
    }
    let file = folder.path().join("game");
    let verified = ttr(["replay".as_ref(), file.as_os_str(), "--verify".as_ref()]).fine();
    assert!(verified.contains("the game is over"), "{verified}");
    let again = typed(&folder, "--resume game", "").fine();
    assert_eq!(sheet(&again), sheet(&ann.all), "a game that is over shows its end");
}

#[test]
fn wrong_ambiguous_and_empty_input_lose_nothing() {
    let folder = Folder::new("wrong");
    let args = format!("{} --players you,greedy --seed 4", map(&folder).display());
    let mut ann = sit_down(&folder, &args);
    ann.read();
    for (line, part) in [
        ("", "`help`"),
        ("   ", "`help`"),
        ("?", "why not"),
        ("!!!", "`help`"),
        ("xyzzy", "Nothing here is called `xyzzy`"),
        ("17", "There is no such number: they go from 1 to 2."),
        ("0", "There is no such number"),
        ("none", "0 of them: at least 1 of the dealt tickets must be kept"),
        ("red", "take red from the row: "),
        ("yes", "ask for one first"),
        ("undo", "can't be undone"),
        ("hint", "hint: keep "),
        ("99999999999999999999999999", "Nothing here is called"),
        ("\u{1b}[2J", "Nothing here is called"),
        ("why not", "Why not what?"),
        ("why not xyzzy", "Nothing in this game is called `xyzzy`"),
        ("save /nowhere/at/all", "can't write /nowhere/at/all"),
        ("save my game.json", "--resume 'my game.json'"),
        ("tickets", "you hold no ticket"),
    ] {
        let (screen, prompt) = ann.say(line);
        assert!(screen.contains(part), "{line:?} should say {part:?}:\n{screen}");
        assert_eq!(prompt, Prompt::Decide(String::new()), "{line:?}:\n{screen}");
        assert!(!screen.contains('\u{1b}'), "nothing steers the terminal");
    }
    let (_, prompt) = ann.say("all");
    assert_eq!(prompt, Prompt::GoOn);
    let (screen, prompt) = ann.say("what?");
    assert!(screen.contains("Your decision is taken") && prompt == Prompt::GoOn, "{screen}");
    let (screen, prompt) = ann.say("board quim");
    assert!(screen.contains("2 routes") && prompt == Prompt::GoOn, "{screen}");
    ann.say("");
    for (line, parts) in [
        ("take", &["That could be:", "take ", "Type more of it"][..]),
        ("draw", &["That could be:", "draw tickets", "draw a card"]),
        ("tickets", &["your tickets (2):", " is: draw tickets)"]),
        ("board", &["Zürich - Quimper", "9 routes", "free"]),
        ("board quim", &["2 routes"]),
        ("board etienne red", &["1 route;", "Jokkmokk"]),
        ("why not claim xan etie", &["claim Xanten - Saint-Étienne with cards", "[core/"]),
        ("why not pass", &["[turns/can-act]"]),
        ("rules", &["Each player is dealt", "How it differs from classic"]),
        ("log", &["greedy 2 gets 2 tickets from the ticket deck"]),
        ("all", &["choose an action"]),
        ("screen", &["train pieces", "choose an action"]),
        ("help", &["why not"]),
    ] {
        let (screen, prompt) = ann.say(line);
        assert!(parts.iter().all(|part| screen.contains(part)), "{line:?} should say {parts:?}:\n{screen}");
        assert_eq!(prompt, Prompt::Decide(String::new()), "{line:?}:\n{screen}");
    }
    let (screen, _) = ann.say("quit");
    assert!(screen.contains("saved to ttr-autosave.jsonl"), "{screen}");
}

#[test]
fn a_payment_is_asked_for_only_where_there_is_a_choice() {
    let folder = Folder::new("payment");
    let args = format!("{} --players you,greedy --seed 4", map(&folder).display());
    let mut ann = sit_down(&folder, &args);
    ann.read();
    ann.say("all");
    ann.say("");
    // Cards until there are two ways to pay for a single space.
    let mut asked = None;
    for _ in 0..30 {
        let (screen, prompt) = ann.say("claim quim saintet");
        if prompt == Prompt::Pay {
            asked = Some(screen);
            break;
        }
        ann.say("deck");
    }
    let asked = asked.expect("two ways");
    let first = asked.lines().find(|line| line.trim_start().starts_with("1) ")).expect("a payment");
    assert!(!first.contains("wild"), "wilds come last:\n{asked}");
    for (line, part) in [
        ("", "`back`"),
        ("77", "no such payment"),
        ("xyz", "no such payment"),
        ("help", "`back`"),
        ("tickets", "your tickets ("),
        ("board quim", "2 routes"),
        ("hint", "1 pays it"),
    ] {
        let (screen, prompt) = ann.say(line);
        assert!(screen.contains(part) && prompt == Prompt::Pay, "{line:?}:\n{screen}");
    }
    let (screen, prompt) = ann.say("back");
    assert!(screen.contains("Nothing was paid") && matches!(prompt, Prompt::Decide(_)), "{screen}");
    ann.say("claim quim saintet");
    let (screen, _) = ann.say(first.trim_start().trim_start_matches("1) "));
    assert!(screen.contains("player 1 claims Quimper - Saint-Étienne with 1 "), "{screen}");
    ann.say("quit");
}

#[test]
fn undo_ends_at_what_was_shown() {
    let folder = Folder::new("undo");
    let args = format!("{} --players you,greedy --seed 4 --save game", map(&folder).display());
    let mut ann = sit_down(&folder, &args);
    let (first, _) = ann.read();
    let before = fs::read_to_string(folder.path().join("game")).expect("saved");
    ann.say("1");
    assert_ne!(fs::read_to_string(folder.path().join("game")).expect("saved"), before);
    let (screen, prompt) = ann.say("undo");
    assert!(screen.contains("taken back") && matches!(prompt, Prompt::Decide(_)), "{screen}");
    assert_eq!(fs::read_to_string(folder.path().join("game")).expect("saved"), before, "the save too");
    let tickets =
        |screen: &str| screen.lines().filter(|line| line.contains(" to go: ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(tickets(&screen), tickets(&first), "asked as before");
    ann.say("2");
    let (screen, _) = ann.say("");
    assert!(screen.contains("your tickets (1):"), "{screen}");
    let (screen, _) = ann.say("undo");
    assert!(screen.contains("can't be undone: "), "others have decided:\n{screen}");
    ann.say("deck");
    let (screen, prompt) = ann.say("undo");
    assert!(screen.contains("can't be undone: a card was drawn or something hidden was shown since"), "{screen}");
    assert_eq!(prompt, Prompt::Decide(String::new()));
    ann.say("quit");
}

#[test]
fn a_curtain_falls_between_two_people() {
    let folder = Folder::new("curtain");
    let args = format!("{} --players you:Ann,you:Bob,greedy --seed 21", map(&folder).display());
    let mut both = sit_down(&folder, &args);
    let (screen, prompt) = both.read();
    assert!(prompt == Prompt::Curtain && !screen.contains("hand ("), "{screen}");
    let (text, prompt) = both.say("let me see");
    assert!(text.contains("Only Enter opens the curtain") && prompt == Prompt::Curtain, "{text}");
    let seen = play_on(&mut both, text, prompt, 1000);
    assert_eq!(seen.last().map(|(prompt, _)| prompt), Some(&Prompt::End), "{}", both.all);
    // Whose screen it is, is known from the prompt; the screen before the curtain is still theirs who decided.
    let mut own: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    let of = |prompt: &Prompt| match prompt {
        Prompt::Decide(name) if name == "Ann" => Some(0),
        Prompt::Decide(name) if name == "Bob" => Some(1),
        _ => None,
    };
    let is_ticket = |line: &&str| line.contains(" to go: ") || line.contains("): done");
    let name = |line: &str| {
        let line = line.trim_start_matches(|c: char| !c.is_alphabetic() || c == 'x');
        line.split(" (").next().unwrap_or_default().to_owned()
    };
    for (prompt, screen) in &seen {
        if let Some(who) = of(prompt) {
            own[who].extend(screen.lines().filter(is_ticket).map(name));
        }
    }
    assert!(own.iter().all(|tickets| tickets.len() > 3), "{own:?}");
    let (mut curtains, mut owner) = (0, None);
    for (prompt, screen) in &seen[..seen.len() - 1] {
        owner = of(prompt).or(if *prompt == Prompt::Curtain { None } else { owner });
        curtains += usize::from(*prompt == Prompt::Curtain);
        let hidden = |who: usize| {
            let other = &own[1 - who];
            own[who].iter().filter(|ticket| !other.contains(ticket)).collect::<Vec<_>>()
        };
        for who in 0..2 {
            if owner != Some(who) {
                let shown: Vec<_> = hidden(who).into_iter().filter(|ticket| screen.contains(ticket.as_str())).collect();
                assert!(shown.is_empty(), "{shown:?} of another on the screen:\n{screen}");
            }
        }
        if *prompt == Prompt::Curtain {
            assert!(!screen.contains("your hand"), "{screen}");
        }
    }
    assert!(curtains > 6, "{curtains} curtains");
}

/// Kills a game at some moment, goes on, and gives what was on the screen in the end.
fn killed_and_resumed(map: &Path, name: &str, after: usize, typing: bool) -> String {
    let folder = Folder::new(name);
    let args = format!("{} --players you,greedy,random --seed 31 --save game", map.display());
    let mut ann = sit_down(&folder, &args);
    let (screen, prompt) = ann.read();
    let seen = play_on(&mut ann, screen, prompt, after);
    if typing && let Some((prompt, screen)) = seen.last() {
        // In the middle of what this line begins.
        ann.key(&reply(prompt, screen));
    }
    ann.child.kill().expect("it runs");
    ann.child.wait().expect("it ends");
    let mut again = sit_down(&folder, "--resume game");
    let (screen, prompt) = again.read();
    let seen = play_on(&mut again, screen, prompt, 500);
    assert_eq!(seen.last().map(|(prompt, _)| prompt), Some(&Prompt::End), "{}", again.all);
    sheet(&again.all).to_owned()
}

#[test]
fn a_killed_game_goes_on_as_it_would_have() {
    let folder = Folder::new("killed");
    let map = map(&folder);
    let args = format!("{} --players you,greedy,random --seed 31", map.display());
    let mut ann = sit_down(&folder, &args);
    let (screen, prompt) = ann.read();
    play_on(&mut ann, screen, prompt, 500);
    let expected = sheet(&ann.all);
    for after in [1, 2, 3, 5, 8, 13] {
        for typing in [false, true] {
            let got = killed_and_resumed(&map, &format!("killed-{after}-{typing}"), after, typing);
            assert_eq!(got, expected, "killed after {after} prompts");
        }
    }
}

#[test]
fn the_end_of_the_input_saves() {
    let folder = Folder::new("end-of-input");
    let args = format!("{} --players you,greedy --seed 4", map(&folder).display());
    for (n, input) in ["", "all\n", "all\n\ndeck\n", "all\n\nclaim", "all\n\n\u{0}\u{1}\n"].into_iter().enumerate() {
        let text = typed(&folder, &args, input).fine();
        if n == 0 {
            assert!(text.contains("You have decided nothing") && folder.names() == ["small.toml"], "{text}");
            continue;
        }
        let file = if n == 1 { "ttr-autosave.jsonl".to_owned() } else { format!("ttr-autosave-{n}.jsonl") };
        assert!(text.ends_with(&format!("saved to {file}; `ttr play --resume {file}` goes on\n")), "{text}");
        let again = typed(&folder, &format!("--resume {file}"), "").fine();
        assert!(again.contains(&format!("saved to {file}")), "it goes on being saved there:\n{again}");
    }
    let latin = [b"all\n\n\xff\xfe\n".as_slice(), &[b'x'; 10_000]].concat();
    let mut child = start(&folder, &args);
    child.stdin.take().expect("a pipe").write_all(&latin).expect("it listens");
    assert_eq!(child.wait_with_output().expect("it ends").status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupted_game_is_saved() {
    // Interrupted at the keyboard, told to end, or the terminal is closed.
    for (save, signal) in [("", "INT"), ("--save game", "INT"), ("", "TERM"), ("", "HUP")] {
        let folder = Folder::new("interrupted");
        let args = format!("{} --players you,greedy --seed 4 {save}", map(&folder).display());
        let mut ann = sit_down(&folder, &args);
        ann.read();
        ann.say("all");
        let kill = Command::new("sh").arg("-c").arg(format!("kill -{signal} {}", ann.child.id())).status();
        assert!(kill.expect("a shell").success());
        assert_eq!(ann.child.wait().expect("it ends").code(), Some(130));
        let mut said = String::new();
        ann.child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        let file = if save.is_empty() { "ttr-autosave.jsonl" } else { "game" };
        assert!(said.contains(&format!("saved to {file}")), "{said}");
        let again = typed(&folder, &format!("--resume {file}"), "").fine();
        assert!(again.contains("decisions played again") && again.contains("your tickets (2)"), "{again}");
    }
}

#[test]
fn a_broken_save_is_refused_and_left_as_it_was() {
    let folder = Folder::new("broken");
    let args = format!("{} --players you,greedy --seed 4 --save game", map(&folder).display());
    typed(&folder, &args, "all\n\ndeck\ndeck\n").fine();
    let text = fs::read_to_string(folder.path().join("game")).expect("saved");
    let second = text.match_indices('\n').nth(1).expect("lines").0;
    for (name, broken, line) in [
        ("empty", String::new(), "line 1"),
        ("cut", text[..text.len() - 7].to_owned(), "line "),
        ("changed", text.replacen("\"who\":1", "\"who\":2", 1), "line 2"),
        ("missing", format!("{}{}", &text[..text.find('\n').expect("lines") + 1], &text[second + 1..]), "line 2"),
    ] {
        let file = folder.file(name, &broken);
        let message = typed(&folder, &format!("--resume {name}"), "").fails(1);
        assert!(message.contains(line) && message.contains("left as it is"), "{name}: {message}");
        assert_eq!(fs::read_to_string(file).expect("there"), broken, "{name}");
    }
    let message = typed(&folder, "--resume nothing", "").fails(2);
    assert!(message.contains("can't read nothing"), "{message}");
    let message = typed(&folder, &args, "").fails(2);
    assert!(message.contains("game is there already") && message.contains("--resume game"), "{message}");
    assert_eq!(fs::read_to_string(folder.path().join("game")).expect("there"), text);
    let message = typed(&folder, &args.replace("--save game", "--save no/such/folder"), "").fails(2);
    assert!(message.contains("can't write no/such/folder"), "{message}");
    typed(&folder, "--resume game --seed 4", "").fails(2);
}

#[test]
fn players_are_people_or_computers_by_their_names() {
    let folder = Folder::new("players");
    let map = map(&folder);
    for (players, part) in [
        ("you,gredy", "did you mean `greedy`?"),
        ("you:,greedy", "is no name for a player"),
        ("you:Wolfeschlegelsteinhausenbergerdorff,greedy", "is no name for a player"),
        ("you:greedy 2,random", "is the name of a computer player"),
        ("you:Ann,you:Ann", "two players are named \"Ann\""),
        ("you", "1 players"),
    ] {
        let args = ["play".as_ref(), map.as_os_str(), "--players".as_ref(), players.as_ref()];
        let message = ttr(args).fails(2);
        assert!(message.contains(part), "{players}: {message}");
    }
}

#[test]
fn without_people_the_game_runs_through() {
    let folder = Folder::new("nobody");
    let args = format!("{} --players greedy,random --seed 3", map(&folder).display());
    let text = typed(&folder, &args, "").fine();
    assert!(text.contains("greedy 1 claims ") && text.contains("the game ended: "), "{text}");
    assert!(sheet(&text).contains("greedy 1: ") && !text.contains("> "), "{text}");
    assert_eq!(typed(&folder, &args, "").fine(), text, "the same seed gives the same game");
    assert_eq!(folder.names(), ["small.toml"], "nothing is left behind");
}

#[test]
fn no_argument_plays_the_classic_board_against_two() {
    let folder = Folder::new("no-argument");
    let text = typed(&folder, "", "all\n\nhint\nyes\nquit\n").fine();
    assert!(text.starts_with("USA, "), "{text}");
    assert!(text.contains("player 1 (you), greedy 2, greedy 3\nseed "), "{text}");
    assert!(text.contains("saved to ttr-autosave.jsonl"), "{text}");
}
