//! Files of tests, as types: see [`super::files`]. They are never read into; the reader is that of the test kit.

// Fields are only there for their types and documentation.
#![allow(dead_code)]

use super::files::{
    Changed, City, CityName, Format, HeldRoute, KeptTicket, KeptTicketTable, Name, OtherRules, Route, Rules, Set,
    Ticket,
};
use schemars::JsonSchema;
use serde_json::json;
use std::collections::BTreeMap;

/// A file of tests: positions of a game, what is done in them, and what must then be true. `ttr test` runs them.
#[derive(JsonSchema)]
#[schemars(title = "Tests", deny_unknown_fields, extend("patternProperties" = json!({ "^x-": true })))]
pub(super) struct Tests {
    /// The version of the file format: always `1`. It may be left out.
    format: Option<Format>,
    /// The map that is played: the name of one that the program knows, or the path of a file, as seen from the folder of this one.
    map: Option<Name>,
    /// A small board of the file's own instead of a map.
    board: Option<TestBoard>,
    #[schemars(flatten)]
    given: Given,
    /// The tests, each under `[[test]]`.
    #[schemars(length(min = 1))]
    test: Vec<Test>,
}

/// A board as a map file has it. Its name, its format and its cities may be left out.
#[derive(JsonSchema)]
struct TestBoard {
    /// The routes.
    routes: Vec<Route>,
    /// The tickets.
    tickets: Option<Vec<Ticket>>,
    /// What is said of cities; those that routes and tickets name are there without it.
    cities: Option<BTreeMap<String, City>>,
    /// The rule set, where the file does not name one.
    rules: Option<Rules>,
    /// Parameters of modules for this board.
    set: Option<Set>,
}

/// What is given to a test, or at the top of the file to all of them.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("patternProperties" = json!({ "^x-": true })))]
struct Given {
    /// The rule set, if it is not the map's own: the name of one that the program knows, or the path of a file.
    rules: Option<OtherRules>,
    /// Parameters of modules that are changed, as in `[set]` of a map; or a list of texts `MODULE.PARAMETER=VALUE`. What a test
    /// changes comes on top of what the file changes.
    set: Option<Changed>,
    #[schemars(flatten)]
    position: Position,
}

/// A position: who has what, what lies in the row and in other places, and what comes next.
#[derive(JsonSchema)]
pub struct Position {
    /// The seed of what is left to chance.
    seed: Option<u64>,
    /// Where the game is taken up: at the first turn (`turns`), or before anything is dealt (`setup`).
    start: Option<Start>,
    /// Who has the first turn, by name or seat. Without it, player 1.
    first: Option<Seat>,
    /// The players with what they have: a list of tables or of names, tables by name, or just how many they are.
    players: Option<GivenPlayers>,
    /// The cards in the row.
    row: Option<Cards>,
    /// The cards in other places that are nobody's, by their names, such as `train discards`.
    zones: Option<BTreeMap<String, Cards>>,
    /// What comes next by chance: cards and tickets, each from its own pile, or lists by the names of piles.
    next: Option<Next>,
}

/// Where a game is taken up.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Start {
    /// At the first turn, with everything laid out as given.
    Turns,
    /// Before anything is dealt.
    Setup,
}

/// A player, by name or by seat from 1.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
enum Seat {
    /// The name.
    Name(String),
    /// The seat.
    Seat(u8),
}

/// Players of a test.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
enum GivenPlayers {
    /// How many.
    Number(u8),
    /// Each of them.
    List(Vec<GivenPlayer>),
    /// By their names.
    Named(BTreeMap<String, PlayerOfTest>),
}

/// A player of a test.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
enum GivenPlayer {
    /// Only a name.
    Name(String),
    /// With what the player has.
    Table(PlayerOfTest),
}

/// A player with what is given: also the cards in any place of the player's own by its name, such as `hand`, and the fields that
/// score files have.
#[derive(JsonSchema)]
#[schemars(extend("x-fields" = true))]
struct PlayerOfTest {
    /// The player's name.
    name: Option<Name>,
    /// The cards in hand.
    hand: Option<Cards>,
    /// The routes that the player holds.
    routes: Option<Vec<HeldRoute>>,
    /// The tickets that the player has.
    tickets: Option<Vec<KeptTicket>>,
    /// How many pieces of a kind are left.
    pieces: Option<BTreeMap<String, u16>>,
}

/// Cards: a list of their names, or how many there are of each.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum Cards {
    /// Each by its name.
    List(Vec<String>),
    /// How many of each.
    Counts(BTreeMap<String, u8>),
}

/// What comes by chance.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum Next {
    /// In this order, each from its own pile.
    List(Vec<NextThing>),
    /// By the names of piles.
    Piles(BTreeMap<String, Vec<NextThing>>),
}

/// What comes by chance.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
enum NextThing {
    /// A card by its name, or a ticket as the program prints it.
    Name(String),
    /// A ticket by its cities.
    Cities(Vec<CityName>),
    /// A ticket as a table.
    Table(KeptTicketTable),
    /// A number, of piles that give numbers.
    Number(u16),
}

/// A test.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("patternProperties" = json!({ "^x-": true })))]
struct Test {
    /// What it says that is true.
    #[schemars(example = &"a route is paid for in its colour")]
    name: String,
    /// The clauses of the rules that it is about.
    clauses: Option<Words>,
    /// What is given, over what the file gives.
    given: Option<Given>,
    /// What is done, step by step.
    when: Option<Vec<TestStep>>,
    /// What is true at the end.
    then: Option<Then>,
}

/// A text, or several.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
enum Words {
    /// One.
    One(String),
    /// Several.
    List(Vec<String>),
}

/// A step: in words, or as a table.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
enum TestStep {
    /// The player, and what the program says of the action: `Ann draws a card from the train deck`.
    Words(String),
    /// As a table.
    Table(Box<TestStepTable>),
}

/// A step as a table.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("patternProperties" = json!({ "^x-": true })))]
struct TestStepTable {
    /// Who, by name or seat. It may be left out where only one player has to decide.
    by: Option<Seat>,
    /// What: in words, as the program says it, or as a table with the operation (`op`), its arguments and what is paid (`pay`).
    does: Does,
    /// What comes next by chance.
    next: Option<Next>,
    /// The rule that refuses it, such as `core/not-in-hand`.
    refused: Option<String>,
    /// What is true afterwards.
    then: Option<Then>,
}

/// What somebody does.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
enum Does {
    /// In words.
    Words(String),
    /// By its operation.
    Table(DoesTable),
}

/// An action by its operation; what else stands here are its arguments.
#[derive(JsonSchema)]
struct DoesTable {
    /// The operation, such as `claim/route`.
    op: String,
    /// The cards that are paid.
    pay: Option<Cards>,
}

/// What must be true of a position. What is not said may be anything.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case", extend("patternProperties" = json!({ "^x-": true })))]
struct Then {
    /// Who has to decide now.
    to_act: Option<serde_json::Value>,
    /// Whether the game is over, or the reason why.
    over: Option<Over>,
    /// What players have, by name: cards or tickets by place (or how many), `routes`, `pieces` left, and the `score` so far.
    players: Option<BTreeMap<String, BTreeMap<String, serde_json::Value>>>,
    /// The cards in the row, or how many.
    row: Option<serde_json::Value>,
    /// What lies in places that are nobody's, or how many.
    zones: Option<BTreeMap<String, serde_json::Value>>,
    /// All that a player may do, in words, by player.
    legal: Option<BTreeMap<String, Vec<String>>>,
    /// Actions that are legal.
    can: Option<serde_json::Value>,
    /// Actions that are not; `refused` says by which rule.
    cannot: Option<serde_json::Value>,
    /// What was said in the last step, as everybody hears it.
    log: Option<Words>,
    /// The score as it stands: points by player, or `total` and `lines` by rule.
    score: Option<BTreeMap<String, serde_json::Value>>,
    /// The score if the game ended here.
    final_score: Option<BTreeMap<String, serde_json::Value>>,
    /// Who wins, if the game is over or ended here.
    winners: Option<Words>,
    /// Values of registers of modules, by register and what they are of.
    registers: Option<BTreeMap<String, BTreeMap<String, i32>>>,
}

/// Whether a game is over.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
enum Over {
    /// Yes or no.
    Is(bool),
    /// Why.
    Reason(String),
}
