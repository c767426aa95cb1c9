//! An example of rules in a crate of one's own: a module, a map for it, and (in `main.rs`) the whole command line with both.

mod mountain_passes;

pub use mountain_passes::MountainPasses;

use ttr_core::Registry;

/// Everything that is bundled with the program, and what this crate adds.
pub fn registry() -> Registry {
    let mut registry = ttr_variants::registry();
    registry.module::<MountainPasses>();
    registry.map("alps", include_str!("../maps/alps.toml"));
    registry
}
