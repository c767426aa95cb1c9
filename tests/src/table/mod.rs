//! A table to play a few moves at: a small board written in a line, cards and tickets that come as they are told to,
//! actions by their names, and what lies where as text.
//!
//! ```
//! use ttr_tests::Setup;
//! let mut table = Setup::small(&["A-B 2 red", "B-C 1 gray"]).deal(2).cards("red red | blue blue | green").start();
//! assert_eq!(table.legal(1)[0], "draws a card from the train deck");
//! table.claim(1, "A-B", "2 red");
//! assert_eq!((table.discards(), table.to_act()), ("2 red".to_owned(), vec![2]));
//! assert_eq!(table.refusal(2, &table.route("A-B", "2 blue")), "claim/taken");
//! ```

mod acts;
mod europe;
mod paris;
pub mod scenarios;
mod setup;
mod shows;
mod ussr;
mod world;

use crate::modules::{Flip, Removal};
use serde_json::{Value as Json, json};
use ttr_core::chance::{Lot, NoOutcome};
use ttr_core::{Chance, Event, Game, GameSource, Look, PlayerId, Registry, Rules, ScriptedChance, State};
use ttr_files::names;

/// Overrides in this variable, separated by `;`, are laid over every game that the tests play: it breaks a rule on purpose.
pub const BREAK: &str = "TTR_BREAK";
/// What a test says when such an override leaves no game to play: then the break is at fault, not the rule.
pub const NO_GAME: &str = "the sources do not make a game";

const TICKETS: &str = "ticket deck";
const COLOURS: [&str; 8] = ["black", "blue", "green", "orange", "purple", "red", "white", "yellow"];

fn player(seat: usize) -> PlayerId {
    PlayerId::at(seat - 1)
}

fn seat(who: PlayerId) -> usize {
    who.index() + 1
}

/// The two cities of `A-B`, or of `A - B` where a name has a hyphen.
fn cities(text: &str) -> [&str; 2] {
    let ends = text.split_once(" - ").or_else(|| text.split_once('-'));
    let (a, b) = ends.unwrap_or_else(|| panic!("{text:?} is not like A-B"));
    [a.trim(), b.trim()]
}

/// The cities of a ticket, two or more: `A-C`, `A-B-C`.
fn stops(text: &str) -> Vec<&str> {
    text.split(if text.contains(" - ") { " - " } else { "-" }).map(str::trim).collect()
}

/// The cards of a script, each by its name, in which `-` stands for a space. `|` is for the reader.
fn scripted(cards: &str) -> Vec<String> {
    cards.split_whitespace().filter(|c| *c != "|").map(|c| c.replace('-', " ")).collect()
}

/// Cards as JSON, from `2 red, 1 wild`.
fn cards_json(text: &str) -> Json {
    let pairs = text.split(',').map(str::trim).filter(|t| !t.is_empty()).map(|card| {
        let (n, kind) = card.split_once(' ').unwrap_or_else(|| panic!("{card:?} is not like 2 red"));
        (kind.to_owned(), n.parse::<u8>().unwrap_or_else(|_| panic!("{n:?} is no number of cards")).into())
    });
    Json::Object(pairs.collect())
}

/// Everything bundled, and the modules of the tests.
pub fn registry() -> Registry {
    let mut registry = ttr_variants::registry();
    registry.module::<Removal>().module::<Flip>();
    registry
}

/// A game to be started.
#[derive(Clone)]
pub struct Setup {
    source: GameSource,
    rules: &'static str,
    routes: Vec<String>,
    /// What is said of cities, such as `port = true`, by name; `*` is for all others.
    cities: Vec<(String, String)>,
    tickets: Vec<String>,
    cards: Vec<String>,
    /// The tickets to come, each with the name of its pile.
    deals: Vec<(String, String)>,
    first: Vec<u16>,
    seed: u64,
}

/// Chance that follows its script: what can't come is a mistake of the test.
#[derive(Clone)]
struct Strict(ScriptedChance);

impl Strict {
    fn push_cards(&mut self, rules: &Rules, cards: &[String]) {
        for name in cards {
            let kind = rules.kind_named(name).unwrap_or_else(|| panic!("no card is named {name:?}"));
            let pile = rules.deck(rules.kind(kind).deck).draw;
            self.0.push(&rules.zone(pile).name, [u16::from(kind.0)]);
        }
    }

    fn push_tickets(&mut self, rules: &Rules, pile: &str, tickets: &[String]) {
        let find = |name: &String| {
            let json = json!({ "cities": stops(name) });
            names::ticket_from(rules, &json).unwrap_or_else(|e| panic!("{e}")).0
        };
        self.0.push(pile, tickets.iter().map(find));
    }
}

impl Chance for Strict {
    fn pick(&mut self, lot: &Lot<'_>) -> Result<u32, NoOutcome> {
        let before = self.0.left(lot.name);
        let outcome = self.0.pick(lot);
        assert!(before == 0 || self.0.left(lot.name) < before, "the script of the {:?} can't go on: {lot:?}", lot.name);
        outcome
    }
}

/// A game under way. Seats are numbered from 1.
#[derive(Clone)]
pub struct Table {
    game: Game,
    chance: Strict,
    events: Vec<Event>,
}

impl Table {
    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The position.
    pub fn state(&self) -> &State {
        self.game.state()
    }

    /// The position with its rules, for judges.
    pub fn look(&self) -> Look<'_> {
        self.rules().look(self.state())
    }
}
