//! The figures that a change is held against.

use crate::measure::Figures;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// More than this, in percent, is a fault.
pub const MOST_GROWTH: f64 = 5.0;

/// What a program was built with: only figures of the same are compared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Build {
    /// The compiler.
    pub rustc: String,
    /// The kind of machine.
    pub target: String,
    /// What the target CPU can do, as the compiler was told.
    pub features: String,
    /// The profile.
    pub profile: String,
}

impl Build {
    /// Of this program.
    pub fn this() -> Self {
        Self {
            rustc: env!("BENCH_RUSTC").to_owned(),
            target: env!("BENCH_TARGET").to_owned(),
            features: env!("BENCH_FEATURES").to_owned(),
            profile: env!("BENCH_PROFILE").to_owned(),
        }
    }
}

/// Instructions per game, step or compilation, by name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Baseline {
    /// What the program was built with.
    pub build: Build,
    /// Instructions, by what was measured.
    pub instructions: BTreeMap<String, u64>,
}

/// What comes of a comparison.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// Nothing can be said, and why.
    NotComparable(String),
    /// What has grown by more than it may: name, before, now.
    Grown(Vec<(String, u64, u64)>),
    /// What the baseline does not know.
    Unknown(Vec<String>),
    /// All is within bounds.
    Good,
}

impl Baseline {
    /// From figures of this program.
    pub fn of(figures: &[Figures]) -> Self {
        let counted = figures.iter().filter_map(|f| Some((f.name.to_owned(), f.per_unit()?.round() as u64)));
        Self { build: Build::this(), instructions: counted.collect() }
    }

    /// Holds figures against this baseline.
    pub fn compare(&self, now: &Self) -> Verdict {
        if self.build != now.build {
            let built = |build: &Build| format!("{} for {}, {}", build.rustc, build.target, build.profile);
            return Verdict::NotComparable(format!(
                "the baseline is of {}, this program of {}{}",
                built(&self.build),
                built(&now.build),
                if self.build.features == now.build.features { "" } else { ", for another CPU" }
            ));
        }
        if now.instructions.is_empty() {
            return Verdict::NotComparable("valgrind is not there, so that no instructions were counted".to_owned());
        }
        let unknown = now.instructions.keys().filter(|name| !self.instructions.contains_key(*name));
        let unknown: Vec<String> = unknown.cloned().collect();
        if !unknown.is_empty() {
            return Verdict::Unknown(unknown);
        }
        let most = |before: u64| (before as f64 * (1.0 + MOST_GROWTH / 100.0)) as u64;
        let grown = now.instructions.iter().filter_map(|(name, now)| {
            let before = *self.instructions.get(name)?;
            (*now > most(before)).then(|| (name.clone(), before, *now))
        });
        match grown.collect::<Vec<_>>() {
            grown if grown.is_empty() => Verdict::Good,
            grown => Verdict::Grown(grown),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn baseline(games: u64) -> Baseline {
        Baseline { build: Build::this(), instructions: BTreeMap::from([("games".to_owned(), games)]) }
    }

    #[test]
    fn growth_beyond_five_percent_is_found() {
        assert_eq!(baseline(1000).compare(&baseline(1050)), Verdict::Good);
        assert_eq!(baseline(1000).compare(&baseline(500)), Verdict::Good);
        let grown = Verdict::Grown(vec![("games".to_owned(), 1000, 1051)]);
        assert_eq!(baseline(1000).compare(&baseline(1051)), grown);
    }

    #[test]
    fn what_the_baseline_does_not_know_is_told() {
        let mut more = baseline(1000);
        more.instructions.insert("steps".to_owned(), 1);
        assert_eq!(baseline(1000).compare(&more), Verdict::Unknown(vec!["steps".to_owned()]));
        assert_eq!(more.compare(&baseline(1000)), Verdict::Good);
    }

    #[test]
    fn other_builds_are_not_compared() {
        let mut other = baseline(1000);
        other.build.rustc = "another compiler".to_owned();
        assert!(matches!(other.compare(&baseline(9000)), Verdict::NotComparable(_)));
        let nothing = Baseline { instructions: BTreeMap::new(), ..baseline(0) };
        assert!(matches!(baseline(1000).compare(&nothing), Verdict::NotComparable(_)));
    }
}
