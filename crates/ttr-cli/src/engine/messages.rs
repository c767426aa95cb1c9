//! The messages of the protocol: what is asked, and what is answered. Their doc comments are the reference.

use super::trouble::Trouble;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use ttr_core::{
    ActionNames, ArgKind, ArgumentName, EventNames, NamedText, OutcomeName, OwnedView, RouteName, Script, TicketName,
};

/// The version of the protocol.
pub(crate) const PROTOCOL: u32 = 1;
/// How many actions or events a page has where nobody says so.
pub(crate) const USUAL_PAGE: usize = 100;
/// Most actions or events of a page.
pub(crate) const MOST_ON_A_PAGE: usize = 10_000;

fn usual_page() -> usize {
    USUAL_PAGE
}

fn first_seed() -> u64 {
    1
}

/// A text by the name of a bundled one, or the text itself under a name of one's own.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected the name of a bundled one, or { \"name\": ..., \"text\": ... } with its TOML text"
)]
pub(crate) enum Named {
    /// The name of a bundled one.
    Bundled(String),
    /// The text itself, TOML.
    #[schemars(with = "OwnText")]
    Text(NamedText),
}

/// A map or a rule set of one's own.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "stands for another type in the schema")]
pub(crate) struct OwnText {
    /// The name it goes by, in findings and saves.
    name: String,
    /// The TOML text.
    text: String,
}

/// Who plays.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a number of players, or a list of their names")]
pub(crate) enum Players {
    /// So many, named `player 1` and so on.
    Count(u8),
    /// Their names by seat.
    Names(Vec<String>),
}

/// Nothing more is said.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// What a game is made of.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct New {
    /// The map.
    pub map: Named,
    /// The rule set, instead of the one that the map asks for.
    #[serde(default)]
    pub rules: Option<Named>,
    /// Changes of parameters, each as `module.parameter=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Who plays.
    pub players: Players,
    /// Where chance begins: the same seed and the same choices give the same game.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// What some piles give before the seed decides, by their names: kinds of cards, tickets or numbers, in the order in
    /// which they come. What can't come when it is asked for is an error.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Vec<OutcomeName>>")]
    pub script: Script,
}

/// A saved game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Load {
    /// The text of the save, as `save` gives it and `ttr play` and `ttr simulate` write it.
    pub text: String,
}

/// Which game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfGame {
    /// The game's number.
    pub game: u64,
}

/// Which game, and who looks at it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seen {
    /// The game's number.
    pub game: u64,
    /// The seat that looks, from 1; without it, what an onlooker sees.
    #[serde(default)]
    pub who: Option<u8>,
}

/// Which of the legal actions are wanted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Legal {
    /// The game's number.
    pub game: u64,
    /// Whose, by seat from 1.
    pub who: u8,
    /// Only those of this operation.
    #[serde(default)]
    pub op: Option<String>,
    /// Only those with these arguments, by their names; all payments of them.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, ArgumentName>")]
    pub with: Map<String, Json>,
    /// So many of them are passed over.
    #[serde(default)]
    pub from: usize,
    /// How many are listed at most; 0 for the counts alone.
    #[serde(default = "usual_page")]
    #[schemars(range(max = MOST_ON_A_PAGE))]
    pub most: usize,
    /// Whether each is told in words too.
    #[serde(default)]
    pub words: bool,
}

/// What a player does: `action` or `number`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    /// The game's number.
    pub game: u64,
    /// Who, by seat from 1.
    pub who: u8,
    /// The action with its names, as `legal` lists it.
    #[serde(default)]
    #[schemars(with = "Option<ActionNames>")]
    pub action: Option<Json>,
    /// The number that `legal` gives it in this position.
    #[serde(default)]
    pub number: Option<usize>,
}

/// Whose last decision.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Undo {
    /// The game's number.
    pub game: u64,
    /// Whose, by seat from 1.
    pub who: u8,
}

/// Which events are wanted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Events {
    /// The game's number.
    pub game: u64,
    /// The seat that looks, from 1; without it, what an onlooker sees.
    #[serde(default)]
    pub who: Option<u8>,
    /// So many events are known already: the `next` of the last answer.
    #[serde(default)]
    pub since: usize,
    /// How many are told at most.
    #[serde(default = "usual_page")]
    #[schemars(range(max = MOST_ON_A_PAGE))]
    pub most: usize,
    /// Whether each is told in words too.
    #[serde(default)]
    pub words: bool,
}

/// Who speaks, and what there is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Hello {
    /// The version of the protocol; it changes when messages change in a way that breaks programs.
    pub protocol: u32,
    /// The version of the program.
    pub version: String,
    /// The bundled maps.
    pub maps: Vec<String>,
    /// The bundled rule sets.
    pub rule_sets: Vec<String>,
    /// The kinds of requests.
    pub requests: Vec<String>,
}

/// How a game stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Status {
    /// The game's number, by which requests name it.
    pub game: u64,
    /// The map's own name.
    pub map: String,
    /// The rule set.
    pub rules: String,
    /// The players' names by seat. Seats are numbered from 1.
    pub players: Vec<String>,
    /// The seats that have to decide: several where all answer at once, none once the game is over.
    pub to_act: Vec<u8>,
    /// What is to be decided, as `module/name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    /// Why the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<String>,
    /// How many decisions were taken.
    pub decisions: usize,
    /// How many events there were.
    pub events: usize,
}

/// A city of the board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CityInfo {
    /// Its name.
    pub name: String,
    /// Latitude and longitude, where the map gives them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[f64; 2]>,
    /// Whether routes meet here, but it is no city for anything else.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub junction: bool,
    /// What the map says of it to modules, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
}

/// A route of the board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RouteInfo {
    /// By what it is named in actions.
    #[schemars(with = "RouteName")]
    pub route: Json,
    /// How many spaces it has.
    pub length: u8,
    /// Its colour on the map, if it has one.
    pub colour: Option<String>,
    /// The double that it belongs to: the same number for all its routes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u16>,
    /// The kind of piece that is placed on it.
    pub piece: String,
    /// What the map says of it to modules, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
}

/// A ticket of the board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TicketInfo {
    /// By what it is named in actions.
    #[schemars(with = "TicketName")]
    pub ticket: Json,
    /// Its value; nothing if it has no single one.
    pub points: Option<i32>,
    /// What it is worth in words, where it has no single value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<String>,
    /// The deck of tickets that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<String>,
}

/// A kind of card.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CardInfo {
    /// Its name.
    pub name: String,
    /// Its deck.
    pub deck: String,
    /// How many there are.
    pub count: u8,
    /// Its colour; wilds have none.
    pub colour: Option<String>,
    /// Whether it may stand for another card.
    pub wild: bool,
    /// How many cards it counts for.
    pub units: u8,
    /// Symbols that costs may ask for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub symbols: Vec<String>,
}

/// A kind of piece.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PieceInfo {
    /// Its name.
    pub name: String,
    /// How many each player starts with.
    pub count: u16,
    /// Whether routes are claimed with it.
    pub claims: bool,
}

/// What an argument of an action is, and by what it is named.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ArgumentKind {
    /// A route, by its cities and its track.
    Route,
    /// A city, by its name.
    City,
    /// A kind of cards, by its name.
    Card,
    /// A deck, by its name.
    Deck,
    /// A kind of pieces, by its name.
    Piece,
    /// A player, by the seat from 1.
    Player,
    /// A number.
    Number,
    /// A list of tickets, each by its cities.
    Tickets,
}

impl From<ArgKind> for ArgumentKind {
    fn from(kind: ArgKind) -> Self {
        match kind {
            ArgKind::Route => Self::Route,
            ArgKind::City => Self::City,
            ArgKind::Kind => Self::Card,
            ArgKind::Deck => Self::Deck,
            ArgKind::Piece => Self::Piece,
            ArgKind::Player => Self::Player,
            ArgKind::Number => Self::Number,
            ArgKind::TicketsOf(_) => Self::Tickets,
        }
    }
}

/// An operation: one kind of action.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OpInfo {
    /// Its name, as `module/name`.
    pub op: String,
    /// The names of its arguments.
    pub arguments: Vec<String>,
    /// What its arguments are, in the same order.
    pub kinds: Vec<ArgumentKind>,
    /// Whether it is paid for with cards.
    pub pays: bool,
    /// What it says in words, of the player.
    pub text: String,
}

/// What does not change during a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct BoardInfo {
    /// The map's own name.
    pub map: String,
    /// The rule set.
    pub rules: String,
    /// The modules that play.
    pub modules: Vec<String>,
    /// The cities.
    pub cities: Vec<CityInfo>,
    /// The routes.
    pub routes: Vec<RouteInfo>,
    /// The tickets.
    pub tickets: Vec<TicketInfo>,
    /// The kinds of cards.
    pub cards: Vec<CardInfo>,
    /// The kinds of pieces.
    pub pieces: Vec<PieceInfo>,
    /// The operations.
    pub operations: Vec<OpInfo>,
    /// The piles and other sources of chance, by which a script names them.
    pub piles: Vec<String>,
}

/// What does not change during a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct BoardOf {
    /// The game's number.
    pub game: u64,
    /// The board and the material.
    pub board: BoardInfo,
}

/// A position as somebody sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct StateOf {
    /// The game's number.
    pub game: u64,
    /// The seat that looks; nothing for an onlooker.
    pub who: Option<u8>,
    /// What it sees. What it may not see is not there.
    pub state: OwnedView,
}

/// A legal action.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Listed {
    /// Its number among all legal actions, from 0.
    pub number: usize,
    /// The action with its names.
    #[schemars(with = "ActionNames")]
    pub action: Json,
    /// The action in words, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The legal actions, or a page of them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LegalPage {
    /// How many there are of those that were asked for; none if it is not for this seat to decide.
    pub count: usize,
    /// How many of them there are by operation.
    pub operations: BTreeMap<String, usize>,
    /// So many were passed over.
    pub from: usize,
    /// The page. The order is always the same: by module, operation, map, payment.
    pub actions: Vec<Listed>,
}

/// The legal actions of a seat, or a page of them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LegalOf {
    /// The game's number.
    pub game: u64,
    /// Whose, by seat.
    pub who: u8,
    /// The actions.
    pub legal: LegalPage,
}

/// Events as somebody sees them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct EventsOf {
    /// The game's number.
    pub game: u64,
    /// The seat that looks; nothing for an onlooker.
    pub who: Option<u8>,
    /// So many were known already.
    pub since: usize,
    /// The `since` of the next request. An `undo` takes events away again.
    pub next: usize,
    /// How many there are in all.
    pub count: usize,
    /// What happened. What the seat may not see is left out.
    pub events: Vec<EventNames>,
}

/// What a line stands on.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct ProofInfo {
    /// Routes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<RouteName>")]
    pub routes: Vec<Json>,
    /// Cities.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cities: Vec<String>,
    /// Tickets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<TicketName>")]
    pub tickets: Vec<Json>,
}

/// A line of a score sheet.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct ScoreLine {
    /// The rule that it comes from, as `module/name`.
    pub rule: String,
    /// The reason in words.
    pub text: String,
    /// Its points.
    pub points: i32,
    /// Whether it is sure; where not, it is at least this.
    pub exact: bool,
    /// What it stands on.
    pub proof: ProofInfo,
}

/// What a side has scored.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct SideInfo {
    /// The names of its players.
    pub side: String,
    /// Their seats.
    pub seats: Vec<u8>,
    /// The sum of its lines.
    pub total: i32,
    /// Its lines.
    pub lines: Vec<ScoreLine>,
}

/// A score sheet: the final one once the game is over, else what is public of it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Sheet {
    /// Whether the game is over.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// By side.
    pub sides: Vec<SideInfo>,
    /// The seats of those who have won; nobody while the game is on.
    pub winners: Vec<u8>,
    /// The measure that decided among equals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// Whether every line is sure.
    pub exact: bool,
}

/// The score sheet of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ScoreOf {
    /// The game's number.
    pub game: u64,
    /// The sheet.
    pub score: Sheet,
}

/// A game as a save.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Saved {
    /// The game's number.
    pub game: u64,
    /// The text of the save: JSON lines, for a file that `ttr replay` shows and `ttr play --resume` goes on with.
    pub text: String,
}

/// Which game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Ended {
    /// The game's number.
    pub game: u64,
}

/// Nothing more is said.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Bye {}

/// A game begins for a player that is a program.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Begin {
    /// The game's number.
    pub game: u64,
    /// The player's seat, from 1.
    pub who: u8,
    /// The players' names by seat.
    pub players: Vec<String>,
    /// What the player should take its chance from, so that the same seed gives the same game.
    pub seed: u64,
    /// How many seconds a decision may take.
    pub time_limit: f64,
    /// The board and the material.
    pub board: BoardInfo,
}

/// It is for the player to decide. It answers with `act`; before that it may ask for `board`, `state`, `legal` and `score`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Turn {
    /// The game's number.
    pub game: u64,
    /// The player's seat, from 1.
    pub who: u8,
    /// What the player should take the chance of this decision from.
    pub seed: u64,
    /// The position as the player sees it.
    pub state: OwnedView,
    /// The first page of what it may do.
    pub legal: LegalPage,
}

/// The game is over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Over {
    /// The game's number.
    pub game: u64,
    /// The player's seat, from 1.
    pub who: u8,
    /// The final score sheet.
    pub score: Sheet,
}

/// Makes the enum of all requests, its reader and the list of their schemas.
macro_rules! requests {
    ($($(#[doc = $doc:literal])+ $kind:literal $name:ident($body:ty),)+) => {
        /// A request.
        #[derive(Clone, Debug)]
        pub(crate) enum Request {
            $($(#[doc = $doc])+ $name($body),)+
        }

        impl Request {
            /// The kinds of requests.
            pub const KINDS: &[&str] = &[$($kind),+];

            /// Reads a request of a kind; nothing if there is no such kind.
            pub fn read(kind: &str, body: &Json) -> Option<Result<Self, serde_path_to_error::Error<serde_json::Error>>> {
                match kind {
                    $($kind => Some(serde_path_to_error::deserialize(body).map(Self::$name)),)+
                    _ => None,
                }
            }

            /// Kinds, what they do, and the schemas of what they hold.
            pub fn schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, &'static str, Schema)> {
                vec![$(($kind, concat!($($doc),+), <$body>::json_schema(generator))),+]
            }
        }
    };
}

requests! {
    /// Asks who speaks, and what is bundled. Answered by `hello`.
    "hello" Hello(Nothing),
    /// Begins a game. Answered by `game`.
    "new" New(New),
    /// Goes on with a saved game. Answered by `game`.
    "load" Load(Load),
    /// Asks how a game stands. Answered by `game`.
    "game" Game(OfGame),
    /// Asks for what does not change during a game: the board, cards, pieces, operations. Answered by `board`.
    "board" Board(OfGame),
    /// Asks for the position as a player or an onlooker sees it. Answered by `state`.
    "state" State(Seen),
    /// Asks what a player may do. Answered by `legal`.
    "legal" Legal(Legal),
    /// Does what a player wants. Answered by `game`.
    "act" Act(Act),
    /// Takes back a player's last decision, as long as nothing came by chance, nothing hidden was shown and nobody else has decided since. Answered by `game`.
    "undo" Undo(Undo),
    /// Asks what happened, as a player or an onlooker may know it. Answered by `events`.
    "events" Events(Events),
    /// Asks for the score sheet. Answered by `score`.
    "score" Score(OfGame),
    /// Asks for the text of a save. It holds all that is hidden. Answered by `saved`.
    "save" Save(OfGame),
    /// Forgets a game. Answered by `ended`.
    "end" End(OfGame),
    /// Ends the program. Answered by `bye`.
    "quit" Quit(Nothing),
}

/// Makes the enum of all answers, its writer and the list of their schemas.
macro_rules! answers {
    ($($(#[doc = $doc:literal])+ $kind:literal $name:ident($body:ty),)+) => {
        /// An answer.
        #[derive(Clone, Debug)]
        pub(crate) enum Answer {
            $($(#[doc = $doc])+ $name($body),)+
        }

        impl Answer {
            /// The answer as a line of JSON, its kind and the id of its request first.
            pub fn line(&self, id: Option<&Json>) -> String {
                let (kind, body) = match self {
                    $(Self::$name(body) => ($kind, serde_json::to_string(body).unwrap_or_default()),)+
                };
                let id = id.map_or_else(String::new, |id| format!(",\"id\":{id}"));
                let comma = if body == "{}" { "" } else { "," };
                format!("{{\"is\":\"{kind}\"{id}{comma}{}", body.strip_prefix('{').unwrap_or("}"))
            }

            /// Kinds, what they say, and the schemas of what they hold.
            pub fn schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, &'static str, Schema)> {
                vec![$(($kind, concat!($($doc),+), <$body>::json_schema(generator))),+]
            }
        }
    };
}

answers! {
    /// Who speaks, and what is bundled.
    "hello" Hello(Hello),
    /// How a game stands.
    "game" Game(Status),
    /// What does not change during a game.
    "board" Board(BoardOf),
    /// A position as somebody sees it.
    "state" State(Box<StateOf>),
    /// The legal actions of a seat, or a page of them.
    "legal" Legal(LegalOf),
    /// Events as somebody sees them.
    "events" Events(EventsOf),
    /// A score sheet: the final one once the game is over, else what is public of it.
    "score" Score(ScoreOf),
    /// A game as a save.
    "saved" Saved(Saved),
    /// A game was forgotten.
    "ended" Ended(Ended),
    /// Nothing more comes.
    "bye" Bye(Bye),
    /// To a player that is a program: a game begins.
    "begin" Begin(Box<Begin>),
    /// To a player that is a program: it is for it to decide. It answers with `act`; before that it may ask for `board`, `state`, `legal` and `score`.
    "turn" Turn(Box<Turn>),
    /// To a player that is a program: the game is over.
    "over" Over(Over),
    /// Something could not be done.
    "error" Error(Box<Trouble>),
}
