//! Maps as tables: the cities, routes and tickets of a map as three CSV files, for spreadsheets and scripts.
//!
//! `docs/csv.md` says which columns there are. Attributes that modules own have a column each, by their name, so nothing
//! here knows what they mean.

mod cell;
mod codes;
mod export;
mod import;
mod make;
mod routes;
mod sheet;
mod splice;

pub use codes::TABLE_CODES;
pub use export::{Tables, left_out, tables};
pub use import::{Given, Imported, read, renames};
pub use make::{into_map, new_map};

/// The file of the cities.
pub const CITIES: &str = "cities.csv";
/// The file of the routes.
pub const ROUTES: &str = "routes.csv";
/// The file of the tickets.
pub const TICKETS: &str = "tickets.csv";

/// The columns of cities that are no attributes. Names in other languages have columns like `name:de`.
pub(crate) const CITY_COLUMNS: &[&str] = &["name", "lat", "lon", "x", "y", "junction"];
/// The columns of routes that are no attributes.
pub(crate) const ROUTE_COLUMNS: &[&str] = &["a", "b", "length", "colour", "group"];
/// The columns of tickets that are no attributes.
pub(crate) const TICKET_COLUMNS: &[&str] = &["cities", "points", "deck"];
/// What stands before an attribute that has the name of another column.
pub(crate) const ATTRIBUTE: &str = "attribute:";
/// What stands between the cities of a ticket.
pub(crate) const BETWEEN: &str = " > ";
