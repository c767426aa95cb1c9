//! What the program does with an author's text, for other programs: an editor that shows findings as the terminal does, or
//! tidies a file as it is saved.

use crate::{layout, mend, report};
use ttr_core::{GameSource, NamedText, Registry};
use ttr_source::{Diagnostic, Sources};

/// A finding as `ttr check` shows it, without colour: the line it is about, and the line as it should be.
pub fn rendered(found: &Diagnostic, sources: &Sources) -> String {
    report::render(found, sources, false)
}

/// The text of a map or a rule set as `ttr fmt` lays it out; nothing if it is not sound TOML.
pub fn laid_out(text: &str) -> Option<String> {
    layout::canonical(text).ok()
}

/// The text of a map as `ttr fix` mends it; as it was, if nothing is certain.
pub fn mended(registry: &Registry, source: &GameSource) -> String {
    mend::mend_map(registry, source).text
}

/// The text of a rule set as `ttr fix` mends it; as it was, if nothing is certain.
pub fn mended_rules(registry: &Registry, rule_set: &NamedText) -> String {
    mend::mend_rule_set(registry, rule_set).text
}
