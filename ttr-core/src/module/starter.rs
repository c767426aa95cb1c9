//! What a new map needs so that a module can be played on it.

use crate::module::AttrOn;

/// What a module asks of a new, small map: attributes without which it can't be played, and parameters that the rule set
/// has for a larger board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Starter {
    /// Attributes, each with the TOML texts of its values. The things that carry it take them in turn; an empty text
    /// leaves it out.
    pub attributes: Vec<(AttrOn, &'static str, Vec<String>)>,
    /// Parameters to set: the key path within the module's table, with dots, and the TOML text of the value.
    pub set: Vec<(String, String)>,
}

impl Starter {
    /// Nothing is needed.
    pub fn new() -> Self {
        Self::default()
    }

    /// An attribute that cities, routes or tickets carry, with these values in turn.
    #[must_use]
    pub fn in_turn(mut self, on: AttrOn, name: &'static str, values: impl IntoIterator<Item = String>) -> Self {
        self.attributes.push((on, name, values.into_iter().collect()));
        self
    }

    /// A parameter with another value than the rule set gives it.
    #[must_use]
    pub fn set(mut self, key: impl Into<String>, value: impl ToString) -> Self {
        self.set.push((key.into(), value.to_string()));
        self
    }
}
