//! What authors write: map files, rule-set files and overrides, read into plain data with a place for every value.
//!
//! Text becomes a [`Node`] tree ([`parse`]), a tree becomes a [`MapSource`] or a [`RuleSetSource`], and [`settle`] lays
//! the parameters of the rule set, the map and the command line over each other. Nothing here knows what a module
//! does: parameters and attributes stay nodes until their module reads them with [`Node::read`]. Every step gives back
//! what can be used together with *all* the faults it found, as [`Diagnostic`]s; nothing is rendered, nothing panics.
//!
//! ```
//! use ttr_source::{MapSource, Sources};
//!
//! let mut sources = Sources::new();
//! let file = sources.add("isle.toml", r#"
//! format = 1
//! name = "Isle"
//! routes = [{ between = ["Aby", "Bre"], length = 3 }]
//! [cities]
//! Aby = {}
//! Bree = {}
//! "#);
//! let (map, found) = MapSource::load(&sources, file);
//! assert_eq!(map.cities.len(), 2);
//! assert_eq!(sources.short(&found[0]), "isle.toml:4:31: error[map::unknown-city]: there is no city \"Bre\"");
//! assert_eq!(found[0].suggestion.as_ref().unwrap().replacement, "\"Bree\"");
//! ```

mod content;
mod findings;
pub mod limits;
#[cfg(test)]
mod tests;
mod text;

pub use content::layers::{Known, Layer, Setting, Settings, Stack, check_modules, settle};
pub use content::map::{
    BOARD_KEYS, Board, CITY_KEYS, City, DisplayName, MAP_KEYS, MAX_TRACKS, MapSource, ROUTE_KEYS, Route, RulesRef,
    STATUSES, TICKET_KEYS, TRACK_KEYS, Ticket,
};
pub use content::reader::Reader;
pub use content::ruleset::{INLINE, Players, RULE_SET_KEYS, RuleSetSource, player_range};
pub use content::score::{
    PLAYER_KEYS, SCORE_KEYS, ScoreSource, Word, WrittenPlayer, WrittenRoute, WrittenTicket, read_route, read_ticket,
    toml_value,
};
pub use findings::clean::{clean, clean_json, is_unseen};
pub use findings::codes::{CODES, CodeInfo};
pub use findings::diagnostic::{Applicability, Diagnostic, Severity, Suggestion, sort};
pub use findings::lints::{LEVELS, Level, Levels};
pub use findings::names::{Near, cut, folded, near, nearest, shown, toml_key, toml_text};
pub use text::files::{FileId, Position, Sources, Span};
pub use text::parse::{Parsed, parse, parse_set};
pub use text::tree::{Entry, Node, Table, Value};
