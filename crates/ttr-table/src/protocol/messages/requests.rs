//! What a program asks.

use super::{MOST_ON_A_PAGE, USUAL_PAGE};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use ttr_core::{NamedText, Script};
use ttr_files::names::{ActionNames, ArgumentName, OutcomeName};
use ttr_files::schema::Position;

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
pub enum Named {
    /// The name of a bundled one.
    Bundled(String),
    /// The text itself, TOML.
    #[schemars(with = "OwnText")]
    Text(NamedText),
}

/// A map or a rule set of one's own.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "stands for another type in the schema")]
pub struct OwnText {
    /// The name it goes by, in findings and saves.
    name: String,
    /// The TOML text.
    text: String,
}

/// Who plays.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a number of players, or a list of their names")]
pub enum Players {
    /// So many, named `player 1` and so on.
    Count(u8),
    /// Their names by seat.
    Names(Vec<String>),
}

/// Nothing more is said.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// What a game is made of.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct New {
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
    /// What some piles give before the seed decides, by their names: kinds of cards, tickets, players or numbers, in the
    /// order in which they come. What can't come when it is asked for is an error.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Vec<OutcomeName>>")]
    pub script: Script,
    /// The position with which the game begins, instead of being dealt: all that `given` of a file of tests takes, by the same names.
    /// What it does not say of piles, row and other places comes by the seed.
    #[serde(default)]
    #[schemars(with = "Option<GivenPosition>")]
    pub position: Option<Json>,
}

/// A position that is laid out. What stands here comes in the place of what the request says by the same name; `set` adds to it.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("patternProperties" = json!({ "^x-": true })))]
#[expect(dead_code, reason = "stands for another type in the schema")]
pub struct GivenPosition {
    /// A bundled rule set.
    rules: Option<String>,
    /// Parameters of modules that are changed: a list of texts `MODULE.PARAMETER=VALUE`, or tables by module.
    set: Option<Changed>,
    #[schemars(flatten)]
    position: Position,
}

/// Changed parameters.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
#[expect(dead_code, reason = "stands for another type in the schema")]
pub enum Changed {
    /// As the command line has them.
    List(Vec<String>),
    /// By module.
    Table(BTreeMap<String, ModuleChanged>),
}

/// What is changed of a module.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
#[expect(dead_code, reason = "stands for another type in the schema")]
pub enum ModuleChanged {
    /// Some of its parameters.
    Some(SomeParameters),
    /// Whether it plays.
    Plays(bool),
}

/// Parameters by their names.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct SomeParameters {}

/// A saved game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// The text of the save, as `save` gives it and `ttr play` and `ttr simulate` write it.
    pub text: String,
}

/// Which game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfGame {
    /// The game's number.
    pub game: u64,
}

/// Which game, and who looks at it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// The game's number.
    pub game: u64,
    /// The seat that looks, from 1; without it, what an onlooker sees.
    #[serde(default)]
    pub who: Option<u8>,
}

/// Which of the legal actions are wanted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Legal {
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
pub struct Act {
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
pub struct Undo {
    /// The game's number.
    pub game: u64,
    /// Whose, by seat from 1.
    pub who: u8,
}

/// Which events are wanted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Events {
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

/// Makes the enum of all requests, its reader and the list of their schemas.
macro_rules! requests {
    ($($(#[doc = $doc:literal])+ $kind:literal $name:ident($body:ty),)+) => {
        /// A request.
        #[derive(Clone, Debug)]
        pub enum Request {
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
