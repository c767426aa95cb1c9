//! What does not change during a game: the board, cards, pieces and operations.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;
use ttr_core::ArgKind;
use ttr_files::names::{RouteName, TicketName};

/// A city of the board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CityInfo {
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
pub struct RouteInfo {
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
pub struct TicketInfo {
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
pub struct CardInfo {
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
pub struct PieceInfo {
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
pub enum ArgumentKind {
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
pub struct OpInfo {
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
pub struct BoardInfo {
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
