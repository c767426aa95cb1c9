//! The rule modules of the published games, their rule sets and maps, on the engine of [`ttr_core`].
//!
//! # A game from a map
//!
//! ```
//! use ttr_core::{ActionSpace, Game, GameSource, NoEvents, SeededChance, compile};
//!
//! let registry = ttr_variants::registry();
//! let usa = registry.find_map("usa").unwrap();
//! let rules = compile(&registry, &GameSource::new("usa", usa, 3)).unwrap().rules;
//! assert_eq!((rules.board().cities.len(), rules.board().routes.len()), (36, 100));
//!
//! let mut chance = SeededChance::new(42);
//! let mut game = Game::start(rules.into(), &mut chance, &mut NoEvents).unwrap();
//! let rules = game.rules().clone();
//! # assert!(game.state().fingerprint() != 0);
//! ```
//!
//! # A turn
//!
//! Legal actions are counted, and the n-th is made on demand. An action has words, and a form for the wire.
//!
//! ```
//! # use ttr_core::{ActionSpace, Game, GameSource, NoEvents, SeededChance, compile};
//! # use ttr_files::names;
//! # let registry = ttr_variants::registry();
//! # let usa = registry.find_map("usa").unwrap();
//! # let rules = compile(&registry, &GameSource::new("usa", usa, 3)).unwrap().rules;
//! # let mut chance = SeededChance::new(42);
//! # let mut game = Game::start(rules.into(), &mut chance, &mut NoEvents).unwrap();
//! # let rules = game.rules().clone();
//! // First all three choose their tickets at once, unseen by the others.
//! let mut space = ActionSpace::new(&rules);
//! assert_eq!(rules.to_act(game.state()).len(), 3);
//! for who in rules.player_ids() {
//!     rules.legal(game.state(), who, &mut space);
//!     assert_eq!(space.len(), 4); // two of three, in three ways, or all
//!     game.act(who, &space.nth(3), &mut chance, &mut NoEvents).unwrap();
//! }
//! // Then the first player takes the turn's action: here a card, drawn blind.
//! let who = rules.to_act(game.state()).lowest().unwrap();
//! let blind = serde_json::json!({ "op": "cards/blind", "deck": "train" });
//! let action = names::action_from(rules.view(game.state(), Some(who)), &blind).unwrap();
//! assert_eq!(rules.action_text(game.state(), who, &action), "draws a card from the train deck");
//! game.act(who, &action, &mut chance, &mut NoEvents).unwrap();
//! // A second card is due, and nothing else.
//! let tickets = names::action_from(rules.view(game.state(), Some(who)), &serde_json::json!({ "op": "tickets/draw" })).unwrap();
//! let refused = game.act(who, &tickets, &mut chance, &mut NoEvents).unwrap_err();
//! assert_eq!(refused.to_string(), "tickets/draw is not possible now: draw another card [core/not-now]");
//! ```
//!
//! # The score sheet
//!
//! ```
//! # use ttr_core::{ActionSpace, GameSource, NoEvents, SeededChance, compile};
//! # let registry = ttr_variants::registry();
//! # let usa = registry.find_map("usa").unwrap();
//! # let rules = compile(&registry, &GameSource::new("usa", usa, 2)).unwrap().rules;
//! # let mut chance = SeededChance::new(42);
//! # let mut st = rules.start(&mut chance, &mut NoEvents).unwrap();
//! # let mut space = ActionSpace::new(&rules);
//! while let Some(who) = rules.to_act(&st).lowest() {
//!     rules.legal(&st, who, &mut space);
//!     let last = space.nth(space.len() - 1);
//!     rules.apply_listed(&mut st, who, &last, &mut chance, &mut NoEvents, &mut space).unwrap();
//! }
//! let sheet = rules.score(&st);
//! for side in &sheet.sides {
//!     println!("{}: {}", rules.side_name(side.side), side.total);
//!     for line in &side.lines {
//!         println!("  {:4}  {}", line.points, rules.text(&line.note));
//!     }
//!     assert_eq!(side.total, side.lines.iter().map(|l| l.points).sum::<i32>());
//! }
//! assert!(sheet.is_final && sheet.exact);
//! ```

pub mod base;
mod bonus;
mod cards;
mod pieces;
mod places;
mod routes;
mod words;

pub use bonus::{LongestPath, MostTickets, Tours, tours};
pub use cards::{Controllers, Flags};
pub use pieces::{Exchange, Fleet};
pub use places::{Ports, Stations};
pub use routes::{DoubleRoutes, Ferries, PairRoutes, Tunnels};
use ttr_core::Registry;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Everything that is bundled: modules, rule sets and maps.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    register(&mut registry);
    registry
}

/// Adds everything that is bundled to a registry.
pub fn register(registry: &mut Registry) {
    register_modules(registry);
    for (name, text) in RULE_SETS {
        registry.rule_set(*name, *text);
    }
    for (name, text) in MAPS {
        registry.map(*name, *text);
    }
}

/// Adds the bundled modules to a registry, without rule sets and maps.
pub fn register_modules(registry: &mut Registry) {
    base::register(registry);
    registry
        .module::<Controllers>()
        .module::<DoubleRoutes>()
        .module::<Exchange>()
        .module::<Ferries>()
        .module::<Flags>()
        .module::<Fleet>()
        .module::<LongestPath>()
        .module::<MostTickets>()
        .module::<PairRoutes>()
        .module::<Ports>()
        .module::<Stations>()
        .module::<Tours>()
        .module::<Tunnels>();
}
