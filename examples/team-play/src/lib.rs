//! An example of rules in a crate of one's own: partners who build together and share a rack, a rule set for them, and a map.

mod partners;
mod rack;

pub use partners::{Partners, Seats};
pub use rack::Rack;

use ttr_core::Registry;

/// Everything that is bundled with the program, and what this crate adds.
pub fn registry() -> Registry {
    let mut registry = ttr_variants::registry();
    registry.module::<Partners>().module::<Rack>();
    registry.rule_set("team", include_str!("../rules/team.toml"));
    registry.map("silk-road", include_str!("../maps/silk-road.toml"));
    registry
}
