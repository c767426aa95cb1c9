//! What is new: a small map for any rule set, a copy of a map, the crate of a module.

mod board;
mod copy;
mod module;

pub use module::{Names, files};

use crate::Fault;
use ttr_core::compile::Failed;
use ttr_core::{GameSource, NamedText, Registry, check};
use ttr_source::{MapSource, Severity};

/// The text of a small map of this title for a rule set that it calls `named`; `file` is what the map will be called.
///
/// # Errors
/// If no small map can be made for the rule set.
pub fn board(registry: &Registry, title: &str, file: &str, named: &str, rules: &NamedText) -> Result<String, Fault> {
    board::text(registry, title, file, named, rules)
}

/// The text of a map under another title, perhaps with other rules: only what must be different is.
pub fn copy(old: &NamedText, map: &MapSource, title: &str, rules: Option<&str>) -> String {
    copy::text(old, map, title, rules)
}

/// Whether a map that is about to be written is sound.
///
/// # Errors
/// With all its errors.
pub fn sound(registry: &Registry, source: &GameSource) -> Result<(), Fault> {
    let mut checked = check(registry, source);
    checked.diagnostics.retain(|found| found.severity == Severity::Error);
    if checked.diagnostics.is_empty() {
        return Ok(());
    }
    let failed = Failed { diagnostics: checked.diagnostics, sources: checked.sources };
    Err(Fault::findings(failed, format!("{} would not be sound, and was not written", source.map.name)))
}
