//! Rules that are played otherwise than when a save was written. Modules say what has changed, in their manifests; a save says how
//! many of these changes its writer knew.

use super::{Header, Save};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use ttr_core::{RuleChange, Rules};

/// How many changes of its rules each module of a game knows, without those that know none.
pub(super) fn known(rules: &Rules) -> BTreeMap<String, usize> {
    let modules = rules.modules().iter().map(|module| (module.manifest.id.to_owned(), module.manifest.changes.len()));
    modules.filter(|(_, changes)| *changes > 0).collect()
}

/// A rule that has changed since a save was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Changed {
    /// The module that plays it.
    pub module: &'static str,
    /// What has changed.
    #[serde(flatten)]
    pub change: RuleChange,
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RuleChange { clause, since, was, now } = &self.change;
        write!(f, "{clause} of {}, since version {since}: was \"{was}\", now \"{now}\"", self.module)
    }
}

/// What lies between the rules by which a game was saved and those by which it is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Rules that have changed since the save was written.
    pub since: Vec<Changed>,
    /// Modules that knew changes when the save was written of which this program does not know.
    pub unknown: Vec<&'static str>,
}

impl Changes {
    pub(super) fn between(header: &Header, rules: &Rules) -> Self {
        let mut changes = Self::default();
        for module in rules.modules() {
            let manifest = &module.manifest;
            let known = header.changes.get(manifest.id).copied().unwrap_or(0);
            let since = manifest.changes.iter().skip(known);
            changes.since.extend(since.map(|change| Changed { module: manifest.id, change: change.clone() }));
            if known > manifest.changes.len() {
                changes.unknown.push(manifest.id);
            }
        }
        changes
    }

    /// Whether the game is played by the rules by which it was saved.
    pub fn is_empty(&self) -> bool {
        self.since.is_empty() && self.unknown.is_empty()
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if !self.since.is_empty() {
            let all: Vec<String> = self.since.iter().map(ToString::to_string).collect();
            parts.push(format!("since this game was saved, the rules have changed: {}", all.join("; ")));
        }
        if !self.unknown.is_empty() {
            let all = self.unknown.join(", ");
            parts.push(format!("this game was saved by a later version, in which the rules have changed again: {all}"));
        }
        f.write_str(&parts.join("; "))
    }
}

impl Save {
    /// What has changed in the rules since the save was written; `rules` are those made from it.
    pub fn changes(&self, rules: &Rules) -> Changes {
        Changes::between(&self.header, rules)
    }
}
