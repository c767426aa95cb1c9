//! Games in bulk: plays as many as asked for on all cores, and adds up what came of them; without a terminal and without files.
//!
//! A [`Simulation`] plays; the [`Tally`] is what came of it, in whole numbers, so that neither threads nor their order change it;
//! [`Results`] says it as figures and as JSON.
//!
//! ```
//! use std::sync::Arc;
//! use ttr_bots::Bots;
//! use ttr_core::{GameSource, compile};
//! use ttr_lab::Simulation;
//!
//! let registry = ttr_variants::registry();
//! let source = GameSource::new("usa", registry.find_map("usa").expect("a bundled map"), 2);
//! let rules = Arc::new(compile(&registry, &source).expect("sound").rules);
//! let bots = Bots::bundled();
//! let random = bots.find("random").expect("bundled");
//! let simulation = Simulation {
//!     registry: &registry,
//!     rules: &rules,
//!     source: &source,
//!     players: vec![random, random],
//!     seed: 1,
//!     secret: None,
//!     games: 10,
//!     keep: None,
//!     progress: &|_| {},
//! };
//! assert_eq!(simulation.play(2).expect("nobody is at fault").tally.games, 10);
//! ```

mod interval;
mod results;
mod simulation;
mod tally;

pub use interval::{Sum, of_share};
pub use results::Results;
pub use simulation::{Fault, Keep, Played, Replaced, Simulation};
pub use tally::{Longest, SeatTally, Tally};
