//! The test kit: what every map and every rule module gets for one call. It plays random games with whatever a registry
//! holds, and looks in each of them whether the [properties](props::ALL) hold that every game must have: nothing is lost, what
//! is listed can be done, what is hidden stays hidden, saves replay, every game ends. What breaks a property is told with a
//! short game that shows it and the line that plays it again.
//!
//! A whole test file of a crate with modules or maps of its own:
//!
//! ```
//! use ttr_testkit::Kit;
//! # mod my_crate { pub use ttr_variants::registry; }
//!
//! // #[test]
//! fn every_property_holds() {
//!     Kit::new(my_crate::registry).map("usa").games(1)
//! #       .players(2..=2).set("turns.limit=6")
//!         .check();
//! }
//! # every_property_holds();
//! ```
//!
//! [`check`] does it for all maps of a registry, [`check_map`] for a map by its text, [`check_save`] for a saved game; [`Kit`]
//! has what can be chosen.

mod failure;
mod kit;
pub mod props;
pub mod scenario;
mod shrink;
mod watch;

pub use failure::{Failure, Report};
pub use kit::{Kit, check, check_map, check_save};
