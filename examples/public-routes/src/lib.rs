//! An example of rules in a crate of one's own: routes that everybody uses once anybody has built them, and a map with such.

mod public;

pub use public::PublicRoutes;

use ttr_core::Registry;

/// Everything that is bundled with the program, and what this crate adds.
pub fn registry() -> Registry {
    let mut registry = ttr_variants::registry();
    registry.module::<PublicRoutes>();
    registry.map("honshu", include_str!("../maps/honshu.toml"));
    registry
}
