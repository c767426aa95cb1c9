//! What is answered, and what a player that is a program is told.

use super::BoardInfo;
use crate::protocol::Trouble;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use ttr_files::OwnedView;
use ttr_files::names::{ActionNames, EventNames, RouteName, TicketName};

/// Who speaks, and what there is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Hello {
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
pub struct Status {
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

/// What does not change during a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BoardOf {
    /// The game's number.
    pub game: u64,
    /// The board and the material.
    pub board: BoardInfo,
}

/// A position as somebody sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StateOf {
    /// The game's number.
    pub game: u64,
    /// The seat that looks; nothing for an onlooker.
    pub who: Option<u8>,
    /// What it sees. What it may not see is not there.
    pub state: OwnedView,
}

/// A legal action.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Listed {
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
pub struct LegalPage {
    /// How many there are of those that were asked for; none if it is not for this seat to decide.
    pub count: usize,
    /// How many of them there are by operation.
    pub operations: BTreeMap<String, usize>,
    /// So many were passed over.
    pub from: usize,
    /// The page. The order of the list follows from the position alone: by module and by operation; what an operation is about
    /// comes in an order of the engine.
    pub actions: Vec<Listed>,
}

/// The legal actions of a seat, or a page of them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LegalOf {
    /// The game's number.
    pub game: u64,
    /// Whose, by seat.
    pub who: u8,
    /// The actions.
    pub legal: LegalPage,
}

/// Events as somebody sees them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EventsOf {
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
pub struct ProofInfo {
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

/// A route with what it is.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ScoredRoute {
    /// Its two cities.
    pub between: [String; 2],
    /// Its colour; nothing for a gray one.
    pub colour: Option<String>,
    /// Which it is of those between the two cities, from 1.
    pub track: u16,
    /// How many spaces it has.
    pub length: u8,
}

/// What a line stands on, with what that is.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct StandsOn {
    /// Routes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<ScoredRoute>,
    /// Cities.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cities: Vec<String>,
    /// Tickets, each by its cities.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tickets: Vec<Vec<String>>,
}

/// What a ticket came to.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ScoredTicket {
    /// Its cities.
    pub cities: Vec<String>,
    /// Its points, with their sign.
    pub points: i32,
    /// Whether it is completed.
    pub completed: bool,
}

/// The longest path of a side.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct LongestPath {
    /// Its length in spaces.
    pub length: i64,
    /// Its cities, one after the other.
    pub cities: Vec<String>,
    /// Its routes, one after the other.
    pub routes: Vec<ScoredRoute>,
    /// Whether it brings the bonus.
    pub award: bool,
}

/// A line of a score sheet.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ScoreLine {
    /// The rule that it comes from, as `module/name`.
    pub rule: String,
    /// The reason in words.
    pub text: String,
    /// Its points.
    pub points: i32,
    /// Whether it is sure; where not, it is at least this.
    pub exact: bool,
    /// What it stands on, by names that requests take too.
    pub proof: ProofInfo,
    /// What it stands on, with lengths and colours.
    pub stands_on: StandsOn,
}

/// What a side has scored.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SideInfo {
    /// The names of its players.
    pub side: String,
    /// Their seats.
    pub seats: Vec<u8>,
    /// The sum of its lines.
    pub total: i32,
    /// Its lines.
    pub lines: Vec<ScoreLine>,
    /// The names of its players, as in `side`.
    pub name: String,
    /// What each of its tickets came to; nothing while the game is on.
    pub tickets: Vec<ScoredTicket>,
    /// Its longest path, where that counts and the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<LongestPath>,
}

/// A score sheet: the final one once the game is over, else what is public of it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Sheet {
    /// Whether the game is over.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// By side.
    pub sides: Vec<SideInfo>,
    /// All of `sides`, by the name that it has in `ttr score`.
    pub players: Vec<SideInfo>,
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
pub struct ScoreOf {
    /// The game's number.
    pub game: u64,
    /// The sheet.
    pub score: Sheet,
}

/// A game as a save.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Saved {
    /// The game's number.
    pub game: u64,
    /// The text of the save: JSON lines, for a file that `ttr replay` shows and `ttr play --resume` goes on with.
    pub text: String,
}

/// Which game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ended {
    /// The game's number.
    pub game: u64,
}

/// Nothing more is said.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Bye {}

/// A game begins for a player that is a program.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Begin {
    /// The game's number.
    pub game: u64,
    /// The player's seat, from 1.
    pub who: u8,
    /// The players' names by seat.
    pub players: Vec<String>,
    /// What the player should take its chance from: the same if the game's seed and the secret that nobody is told are the
    /// same. It tells nothing of either.
    pub seed: u64,
    /// How many seconds a decision may take.
    pub time_limit: f64,
    /// The board and the material.
    pub board: BoardInfo,
}

/// It is for the player to decide. It answers with `act`; before that it may ask for `board`, `state`, `legal` and `score`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Turn {
    /// The game's number.
    pub game: u64,
    /// The player's seat, from 1.
    pub who: u8,
    /// What the player should take the chance of this decision from: another one for every decision.
    pub seed: u64,
    /// The position as the player sees it.
    pub state: OwnedView,
    /// The first page of what it may do.
    pub legal: LegalPage,
}

/// The game is over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Over {
    /// The game's number.
    pub game: u64,
    /// The player's seat, from 1.
    pub who: u8,
    /// The final score sheet.
    pub score: Sheet,
}

/// Makes the enum of all answers, its writer and the list of their schemas.
macro_rules! answers {
    ($($(#[doc = $doc:literal])+ $kind:literal $name:ident($body:ty),)+) => {
        /// An answer.
        #[derive(Clone, Debug)]
        pub enum Answer {
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
                let line = format!("{{\"is\":\"{kind}\"{id}{comma}{}", body.strip_prefix('{').unwrap_or("}"));
                // Somebody may look on at a terminal.
                ttr_source::clean_json(&line).into_owned()
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
