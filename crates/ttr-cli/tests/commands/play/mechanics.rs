//! What a person at the keyboard sees of tunnels, controllers and several decks of tickets. Nothing of it is told to the
//! program: it comes from what the modules declare.

use crate::support::program::{Folder, program};
use std::io::Write;
use std::process::Stdio;

/// A board on which every card is red, and the same for whatever chance brings.
const RED: &str = r#"
format = 1
name = "Red"
rules = "ussr"
routes = [
    { between = ["Ada", "Bex"], length = 2, colour = "red", tunnel = true },
    { between = ["Bex", "Cor"], length = 1, colour = "red" },
    { between = ["Cor", "Dun"], length = 1, colour = "red" },
]
tickets = [
    { cities = ["Ada", "Cor"], points = 5, deck = "long" },
    { cities = ["Ada", "Dun"], points = 6, deck = "long" },
    { cities = ["Ada", "Bex"], points = 2, deck = "short" },
    { cities = ["Bex", "Cor"], points = 1, deck = "short" },
]
[set]
turns.first = 1
tickets.deal = { long = 1, short = 1 }
cards.deal = 6
cards.decks.train = { red = 60, black = 0, blue = 0, green = 0, orange = 0, purple = 0, white = 0, yellow = 0, wild = { count = 0 } }
[cities]
Ada = {}
Bex = {}
Cor = {}
Dun = {}
"#;

/// What is on the screen when somebody has typed these lines.
fn typed(name: &str, map: &str, args: &[&str], lines: &[&str]) -> String {
    let folder = Folder::new(name);
    folder.file("red.toml", RED);
    let mut command = program();
    command.args(["play", map, "--seed", "1"]).args(args).current_dir(folder.path());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut keys = child.stdin.take().expect("a pipe");
    keys.write_all((lines.join("\n") + "\n").as_bytes()).expect("somebody listens");
    drop(keys);
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(done.status.code(), Some(0));
    String::from_utf8(done.stdout).expect("text")
}

/// Whether these lines stand in a text, one below the other.
#[track_caller]
fn shows(text: &str, lines: &str) {
    let lines = lines.trim_matches('\n');
    assert!(text.contains(lines), "not there:\n{lines}\nbut:\n{text}");
}

const TWO: [&str; 4] = ["-p", "you:Ann,you:Bob", "--set", "cards.decks.train.controller.count=0"];

#[test]
fn a_tunnel_shows_its_cards_and_asks() {
    let screen = typed("tunnel", "red.toml", &TWO, &["", "claim ada"]);
    let asked = "
  Ann claims Ada - Bex with 2 red
    3 red turned up: 3 match
escrow: 2 red
row: 5 red
cards turned up: 3 red
your hand (4): 4 red
Ann: pay for the cards that match, or give the tunnel up
   1) pay 3 red more for the tunnel
   2) give the tunnel up
Ann> ";
    shows(&screen, asked);
    let screen = typed("tunnel-left", "red.toml", &TWO, &["", "claim ada", "give up"]);
    shows(&screen, "  Ann gives the tunnel up\n");
    shows(&screen, "    Ann takes 2 red back\n");
}

#[test]
fn a_controller_offers_what_it_can_remove_and_build() {
    let players = ["-p", "you:Ann,you:Bob", "--set", "cards.decks.train.controller.count=40"];
    let screen = typed("controller", "red.toml", &players, &["", "claim bex cor", "", ""]);
    let offered = "
     claim:
   7) Ada - Bex 2 red, tunnel     8) Cor - Dun 1 red
     play controller to remove:
   9) Bex - Cor 1 red (Ann)
     play controller to claim ... for no cards:
  10) Ada - Bex 2 red, tunnel    11) Cor - Dun 1 red
Bob> ";
    shows(&screen, offered);
    // A verb that is typed first is that of the whole phrase.
    let screen = typed("controller-played", "red.toml", &players, &["", "claim bex cor", "", "", "play dun"]);
    shows(&screen, "  Bob plays controller to claim Cor - Dun for no cards\n");
}

#[test]
fn cities_on_the_way_of_a_ticket_are_marked() {
    let screen = typed("cities", "red.toml", &TWO, &[""]);
    let stations = "
*  3) build a station in Ada with 1 red (now -4)
*  4) build a station in Bex with 1 red (now -4)
*  5) build a station in Cor with 1 red (now -4)
*  6) build a station in Dun with 1 red (now -4)
";
    shows(&screen, stations);
}

#[test]
fn tickets_say_their_deck_and_why_some_must_be_kept() {
    let screen = typed("decks", "ussr", &["-p", "you,random"], &["3 4", "1 2"]);
    assert!(screen.contains("), long: ") && screen.contains("), short: "), "{screen}");
    shows(&screen, "That would be 2 of them: at least 1 of the long tickets must be kept\n");
    shows(&screen, "That would be 2 of them: at least 1 of the short tickets must be kept\n");
}
