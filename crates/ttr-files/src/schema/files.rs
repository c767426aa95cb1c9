//! The files that authors write, as types: what schemars makes of them is the frame of the schemas. They are never read
//! into; the reader of maps and rule sets (`ttr_source`) tells more, and all at once.
//!
//! Markers that [`super`] replaces, by what the program knows: `x-attributes` (those of modules, on cities, routes,
//! tickets or cards), `x-modules` (a table for every module: `all` of its parameters, or a `part` of them), `x-names`
//! (names that are suggested or asked for).

// Fields are only there for their types and documentation.
#![allow(dead_code)]

use schemars::JsonSchema;
use serde_json::json;
use std::collections::BTreeMap;
use ttr_core::limits::{MAX_CITIES, MAX_PLAYERS, MAX_POINTS, MAX_ROUTE_LENGTH, MAX_ROUTES, MAX_TICKETS};
use ttr_source::MAX_TRACKS;

/// What a name looks like: something, on one line, without spaces around it.
const NAME: &str = r"^\S(.*\S)?$";

/// The version of the file format: always `1`.
#[derive(JsonSchema)]
#[schemars(inline, extend("const" = 1, "default" = 1))]
pub(super) struct Format(u8);

/// A text of one line, without spaces around it.
#[derive(JsonSchema)]
#[schemars(inline, extend("pattern" = NAME))]
pub(super) struct Name(String);

/// A city, as `[cities]` names it.
#[derive(JsonSchema)]
#[schemars(inline)]
pub(super) struct CityName(String);

/// The colour of a route: that of the cards it is paid with. A colour that only your rule set knows is fine too.
#[derive(JsonSchema)]
#[schemars(inline, extend("x-names" = "colours", "pattern" = NAME))]
pub(super) struct Colour(String);

/// A map: cities, the routes between them, and the tickets to complete. It names its rule set, and may change parameters
/// of it for its board.
#[derive(JsonSchema)]
#[schemars(title = "Map", deny_unknown_fields, extend("patternProperties" = json!({ "^x-": true })))]
pub(super) struct Map {
    /// The version of the file format: always `1`.
    format: Format,
    /// What people call the map.
    #[schemars(example = "Northern Isles")]
    name: Name,
    /// What it is, in a line, for listings.
    #[schemars(example = "Seven islands and many bridges")]
    summary: Option<String>,
    /// Who made it.
    #[schemars(example = "Ann Example")]
    author: Option<String>,
    /// On which terms others may use it.
    #[schemars(example = "CC-BY-4.0")]
    licence: Option<String>,
    /// Where its facts come from: a board, a book, an atlas.
    #[schemars(example = "the railway atlas of 1912")]
    source: Option<String>,
    /// The rule set it is played by: the name of one that the program knows, the path of a file (it ends in `.toml`, and
    /// is seen from the map's own folder), or a table with a rule set written here.
    rules: Option<Rules>,
    /// What is known about the board as a whole.
    board: Option<Board>,
    /// The cities by name. Names are free: put those with spaces or accents in quotes.
    #[schemars(extend("minProperties" = 1, "maxProperties" = MAX_CITIES, "propertyNames" = json!({ "pattern": NAME })))]
    cities: BTreeMap<String, City>,
    /// The routes. In TOML a list stands above the first `[header]`, or each of its tables under `[[routes]]`.
    #[schemars(length(min = 1, max = MAX_ROUTES))]
    routes: Vec<Route>,
    /// The tickets: cities to join for points.
    #[schemars(length(max = MAX_TICKETS))]
    tickets: Option<Vec<Ticket>>,
    /// Parameters of modules for this board, over those of the rule set: `MODULE.PARAMETER = VALUE`. A table with the name
    /// of a rule set holds for that rule set only: `[set.RULESET]`.
    set: Option<Set>,
    /// How many may play, and parameters for some numbers of players.
    players: Option<Players>,
    /// What pieces, cards, decks and colours are called on this board, by the names that they have in the rules.
    #[schemars(example = json!({ "piece": "coach" }))]
    display: Option<BTreeMap<String, Name>>,
    /// How loud `ttr check` is about this map: a level by the code of the finding, in quotes. Errors can't be allowed.
    lints: Option<Lints>,
}

/// A rule set.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
pub(super) enum Rules {
    /// One that the program knows.
    Named(RuleSetName),
    /// A file, as seen from the map's own.
    Path(RuleSetPath),
    /// One that is written here, and need not say its format.
    Inline(RuleSet),
}

#[derive(JsonSchema)]
#[schemars(inline, extend("x-names" = "rule-sets"))]
pub(super) struct RuleSetName(String);

#[derive(JsonSchema)]
#[schemars(inline, extend("pattern" = r"\.toml$"))]
pub(super) struct RuleSetPath(String);

/// What is known about the board as a whole.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("patternProperties" = json!({ "^x-": true })))]
pub(super) struct Board {
    /// How true it is to a published board.
    #[schemars(example = &"original")]
    status: Option<Status>,
    /// The longitude at which the world is cut to lay it flat, for boards across the date line.
    #[schemars(range(min = -180, max = 180), example = -135)]
    wrap: Option<f64>,
    /// Anything else there is to say.
    #[schemars(example = "the lengths follow the lines of today")]
    note: Option<String>,
}

/// How true a board is to the published one.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
pub(super) enum Status {
    /// Equal to the published board.
    Verified,
    /// Partly guessed.
    Reconstructed,
    /// Partly missing.
    Partial,
    /// The author's own.
    Original,
}

/// A city. `{}` will do; all that can be said of it may be left out.
#[derive(JsonSchema)]
#[schemars(extend("x-attributes" = "city"))]
pub(super) struct City {
    /// Latitude and longitude in degrees, north and east above 0.
    #[schemars(example = json!([47.61, -122.33]))]
    at: Option<Coordinates>,
    /// Where it is drawn, if not by its coordinates: x to the right and y downwards, in any unit.
    #[schemars(example = json!([120, 80]))]
    pos: Option<(f64, f64)>,
    /// Whether routes only meet here, without a city: no ticket leads here.
    #[schemars(extend("default" = false))]
    junction: Option<bool>,
    /// Its names in other languages, by the code of the language.
    #[schemars(example = json!({ "fr": "Londres", "ru": "Лондон" }))]
    names: Option<BTreeMap<String, String>>,
}

#[derive(JsonSchema)]
#[schemars(inline)]
pub(super) struct Coordinates(Latitude, Longitude);

#[derive(JsonSchema)]
#[schemars(inline)]
pub(super) struct Latitude(#[schemars(range(min = -90, max = 90))] f64);

#[derive(JsonSchema)]
#[schemars(inline)]
pub(super) struct Longitude(#[schemars(range(min = -180, max = 180))] f64);

/// A route between two cities, or several parallel ones.
#[derive(JsonSchema)]
#[schemars(
    extend("x-attributes" = "route", "not" = json!({ "required": ["tracks", "colour"] })),
    example = json!({ "between": ["Ayr", "Bath"], "length": 3 })
)]
pub(super) struct Route {
    /// The two cities it joins.
    #[schemars(length(min = 2, max = 2), extend("uniqueItems" = true), example = json!(["Ayr", "Bath"]))]
    between: Vec<CityName>,
    /// How many spaces it has.
    #[schemars(range(min = 1, max = MAX_ROUTE_LENGTH), example = 3)]
    length: u8,
    /// Its colour, if it is one route; several have `tracks`.
    colour: Option<Colour>,
    /// Several parallel routes of the same length: the colour of each, or a table where there is more to say. They form a
    /// double. Routes that are parallel but no double are two entries.
    #[schemars(length(min = 1, max = MAX_TRACKS))]
    tracks: Option<Vec<Track>>,
}

/// One of several parallel routes.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub(super) enum Track {
    /// Its colour.
    Colour(Colour),
    /// Its colour and attributes, which count more than those of the whole entry.
    Full(FullTrack),
}

/// One of several parallel routes, with its attributes.
#[derive(JsonSchema)]
#[schemars(extend("x-attributes" = "route"))]
pub(super) struct FullTrack {
    /// Its colour.
    colour: Option<Colour>,
}

/// A ticket: points for who joins its cities, and as many lost for who does not.
#[derive(JsonSchema)]
#[schemars(extend("x-attributes" = "ticket"))]
pub(super) struct Ticket {
    /// The cities to join: two, or more where the rules have such tickets.
    #[schemars(length(min = 2), example = json!(["Ayr", "Bath"]))]
    cities: Vec<CityName>,
    /// What it is worth.
    #[schemars(range(min = 0, max = MAX_POINTS), example = 11)]
    points: Option<u16>,
    /// The deck it belongs to, where the rules have several decks of tickets.
    #[schemars(example = &"long")]
    deck: Option<Name>,
}

/// Levels of findings.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("x-names" = "lints"))]
pub(super) struct Lints {}

/// Parameters of modules for this board.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("x-modules" = "part", "x-names" = "rule-sets"))]
pub(super) struct Set {}

/// Parameters of modules that hold in one case, over those of the rule set. `MODULE = false` plays without the module,
/// `MODULE = true` with its defaults.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("x-modules" = "part"))]
pub(super) struct Layer {}

/// How many may play, and parameters for some numbers of players: `[players.2]`.
#[derive(JsonSchema)]
#[schemars(
    deny_unknown_fields,
    extend("patternProperties" = json!({ format!("^[1-{MAX_PLAYERS}]$"): { "$ref": "#/$defs/Layer" } }))
)]
pub(super) struct Players {
    /// The least number of players.
    #[schemars(range(min = 1, max = MAX_PLAYERS), example = 2)]
    min: Option<u8>,
    /// The most players.
    #[schemars(range(min = 1, max = MAX_PLAYERS), example = 5)]
    max: Option<u8>,
}

/// A rule set: a table for every module that plays, named by the module's id, with its parameters. The order of the
/// tables means nothing.
#[derive(JsonSchema)]
#[schemars(
    title = "Rule set",
    deny_unknown_fields,
    extend("x-modules" = "all", "patternProperties" = json!({ "^x-": true }))
)]
pub(super) struct RuleSet {
    /// The version of the file format: always `1`.
    format: Option<Format>,
    /// What people call the rule set.
    #[schemars(example = "Short evening")]
    name: Option<String>,
    /// What it is, in a line, for listings.
    #[schemars(example = "Fewer pieces, no bonus")]
    summary: Option<String>,
    /// How many may play, and parameters for some numbers of players.
    players: Option<Players>,
}

/// A score file: the end of a game that was played on a table, from which `ttr score` makes the score sheet.
#[derive(JsonSchema)]
#[schemars(title = "Score file", deny_unknown_fields, extend("patternProperties" = json!({ "^x-": true })))]
pub(super) struct Score {
    /// The version of the file format: always `1`. It may be left out.
    format: Option<Format>,
    /// The map that was played: the name of one that the program knows, or the path of a file, as seen from the folder of this
    /// one.
    map: Name,
    /// The rule set, if it was not the map's own: the name of one that the program knows, or the path of a file (it ends in
    /// `.toml`, and is seen from the folder of this one).
    rules: Option<OtherRules>,
    /// Parameters of modules that were changed, as in `[set]` of a map; or a list of texts `MODULE.PARAMETER=VALUE`.
    set: Option<Changed>,
    /// The players by seat, each under `[[players]]`.
    #[schemars(length(max = MAX_PLAYERS))]
    players: Vec<Player>,
}

/// A rule set.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
pub(super) enum OtherRules {
    /// One that the program knows.
    Named(RuleSetName),
    /// A file, as seen from the score file's own.
    Path(RuleSetPath),
}

/// Changed parameters.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
pub(super) enum Changed {
    /// By module.
    Table(Layer),
    /// As the command line has them.
    List(Vec<String>),
}

/// A player, with all that is counted at the end. What the modules of a game own stands here under their names; `ttr score --new
/// MAP` lists what there is.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("x-fields" = true, "patternProperties" = json!({ "^x-": true })))]
pub(super) struct Player {
    /// The player's name.
    #[schemars(example = &"Ann")]
    name: Option<Name>,
    /// The routes that the player has on the board at the end, each by its two cities.
    routes: Option<Vec<HeldRoute>>,
    /// The tickets that the player kept, completed or not, each by its cities.
    tickets: Option<Vec<KeptTicket>>,
}

/// A route by its two cities, in any order. What tells parallel routes apart is needed only where they differ in more than their
/// colour.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub(super) enum HeldRoute {
    /// Its two cities.
    Cities([CityName; 2]),
    /// Its two cities, and its colour or the number of its track.
    Which(CityName, CityName, ColourOrTrack),
    /// A table with the two cities, and what tells the route from parallel ones.
    Table(HeldRouteTable),
    /// As the program prints it.
    Text(String),
}

/// A colour, or the number of a track.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
pub(super) enum ColourOrTrack {
    /// The colour.
    Colour(String),
    /// The number of the track, from 1 in the order of the map.
    Track(u16),
}

/// A route as a table.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct HeldRouteTable {
    /// Its two cities, in any order.
    between: [CityName; 2],
    /// Its colour.
    colour: Option<String>,
    /// Which of the routes between the two cities it is, from 1 in the order of the map.
    track: Option<u16>,
}

/// A ticket by its cities, in any order. What tells tickets of the same cities apart is needed only where they differ.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub(super) enum KeptTicket {
    /// Its cities, and perhaps its value behind them.
    Cities(Vec<CityOrValue>),
    /// A table with the cities, and what tells the ticket from others with these cities.
    Table(KeptTicketTable),
    /// As the program prints it.
    Text(String),
}

/// A city, or behind all cities the value of the ticket.
#[derive(JsonSchema)]
#[schemars(inline, untagged)]
pub(super) enum CityOrValue {
    /// A city.
    City(CityName),
    /// The value.
    Value(u16),
}

/// A ticket as a table.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct KeptTicketTable {
    /// Its cities, in any order.
    #[schemars(length(min = 2))]
    cities: Vec<CityName>,
    /// Its printed value.
    points: Option<u16>,
    /// Its deck.
    deck: Option<String>,
}
