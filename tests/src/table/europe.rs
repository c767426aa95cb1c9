//! A table with the Europe rules.

use super::Setup;

impl Setup {
    /// The Europe rules on a board of these routes; see [`Setup::small_ussr`].
    pub fn small_europe(routes: &[&str]) -> Self {
        let mut setup = Self::small(routes);
        setup.rules = "europe";
        setup
    }

    /// The board of Europe with its rules, just as they are, but that player 1 begins.
    pub fn europe(players: usize) -> Self {
        Self::bundled("europe", players)
    }
}
