//! `[lints]`: how loud each kind of finding is for this map.

use crate::content::reader::Reader;
use crate::findings::codes::CodeInfo;
use crate::findings::diagnostic::{Diagnostic, Severity};
use crate::findings::names::{shown, toml_text};
use crate::text::tree::{Entry, Node, Table};
use std::collections::BTreeMap;

/// How loud a finding is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Not told at all.
    Allow,
    /// Told as information.
    Info,
    /// Told as a warning.
    Warn,
    /// Told as an error: a check of the map fails.
    Deny,
}

/// What a level may be called.
pub const LEVELS: &[&str] = &["allow", "info", "warn", "deny"];

impl Level {
    fn named(name: &str) -> Option<Self> {
        let all = [Self::Allow, Self::Info, Self::Warn, Self::Deny];
        LEVELS.iter().position(|level| *level == name).and_then(|at| all.get(at).copied())
    }
}

/// The levels that a map sets, by code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Levels(BTreeMap<String, Level>);

impl Levels {
    /// Reads the table `[lints]`: codes of warnings and information, each with a level.
    pub fn read<'c>(table: &Table, codes: impl Iterator<Item = &'c CodeInfo>) -> (Self, Vec<Diagnostic>) {
        let mut reader = Reader::new();
        let mut levels = Self::default();
        if table.is_empty() {
            return (levels, reader.into_found());
        }
        let codes: BTreeMap<&str, &CodeInfo> = codes.map(|info| (info.code, info)).collect();
        let lints: Vec<&str> = codes.values().filter(|info| info.is_lint()).map(|info| info.code).collect();
        for Entry { key, key_span, value } in table {
            match codes.get(key.as_str()) {
                Some(info) if info.is_lint() => {}
                Some(_) => {
                    let message = format!("{} is an error, which no level can change", shown(key));
                    let help = "levels are for warnings and information: take this line out";
                    reader.add(Diagnostic::error("lints::not-a-lint", message).at(*key_span).help(help));
                    continue;
                }
                None => {
                    let fault = Diagnostic::warning("lints::unknown", format!("there is no lint {}", shown(key)));
                    // A code has colons, so its key stands in quotes: `map.dead-end` is a table in a table.
                    let inner = value.as_table().and_then(|table| table.keys().next());
                    let written = inner.map_or_else(|| key.clone(), |name| format!("{key}::{name}"));
                    let fault = match inner {
                        Some(_) => {
                            fault.at(*key_span).help(format!("a code stands in quotes: {}", toml_text(&written)))
                        }
                        None => fault.at(*key_span).help("`ttr explain` lists the codes"),
                    };
                    if inner.is_some() {
                        reader.add(fault);
                    } else {
                        reader.unknown(fault, &written, lints.iter().copied(), toml_text);
                    }
                    continue;
                }
            }
            let Some(name) = reader.want(&toml_text(key), "a level in quotes", value, Node::as_str) else { continue };
            match Level::named(name) {
                Some(level) => drop(levels.0.insert(key.clone(), level)),
                None => {
                    let message = format!("{} is no level: {}", shown(name), LEVELS.join(", "));
                    let fault = Diagnostic::error("lints::level", message).at(value.span);
                    reader.unknown(fault, name, LEVELS.iter().copied(), toml_text);
                }
            }
        }
        (levels, reader.into_found())
    }

    /// Makes findings as loud as the map wants them. Errors stay as they are; what is denied becomes `denied`.
    pub fn apply(&self, found: &mut Vec<Diagnostic>, denied: Severity) {
        if self.0.is_empty() {
            return;
        }
        found.retain_mut(|d| {
            let level = self.0.get(d.code).filter(|_| d.severity != Severity::Error);
            match level {
                Some(Level::Allow) => return false,
                Some(Level::Info) => d.severity = Severity::Info,
                Some(Level::Warn) => d.severity = Severity::Warning,
                Some(Level::Deny) => d.severity = denied,
                None => {}
            }
            true
        });
    }
}
