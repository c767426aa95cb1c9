//! What is written down of games: saves, score files, names on the wire, and the JSON Schemas of files. Nothing in play needs it.
//!
//! - [`save`]: saved games, which replay.
//! - [`score`]: from a score file to a position.
//! - [`position`]: from what is given to a position before its first turn.
//! - [`names`]: actions, events, views and outcomes by their names, and back.
//! - [`schema`]: JSON Schemas of maps, rule sets, score files and tests, for editors.

pub mod names;
pub mod position;
pub mod save;
pub mod schema;
pub mod score;

pub use names::OwnedView;
pub use save::Save;
