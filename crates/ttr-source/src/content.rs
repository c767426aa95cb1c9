//! What the files say: maps, rule sets and score files, and how layers of parameters lie over each other.

pub(crate) mod layers;
pub(crate) mod map;
pub(crate) mod reader;
pub(crate) mod ruleset;
pub(crate) mod score;
