//! Rule modules (first page to be written)

pub mod base;
mod double_routes;
mod longest_path;

pub use double_routes::DoubleRoutes;
pub use longest_path::LongestPath;
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
    base::register(registry);
    registry.module::<DoubleRoutes>().module::<LongestPath>();
    for (name, text) in RULE_SETS {
        registry.rule_set(*name, *text);
    }
    for (name, text) in MAPS {
        registry.map(*name, *text);
    }
}
