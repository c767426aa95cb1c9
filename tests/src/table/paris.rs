//! What a table has where cards are kept for flags, as with the Paris rules.

use super::{Setup, Table};
use serde_json::{Value as Json, json};

impl Setup {
    /// The classic rules with flags on a board of these routes; see [`Setup::small`].
    pub fn small_flags(routes: &[&str]) -> Self {
        Self::small(routes).set("flags.points=4")
    }

    /// The board of Paris with its rules, just as they are, but that player 1 begins.
    pub fn paris(players: usize) -> Self {
        Self::bundled("paris", players)
    }
}

impl Table {
    /// Keeps a card of the claim for a flag.
    pub fn keep_card(&mut self, seat: usize, card: &str) -> &mut Self {
        self.act(seat, &json!({ "op": "flags/keep", "card": card }))
    }

    /// Not to keep any card of a claim.
    pub fn no_card() -> Json {
        json!({ "op": "flags/none" })
    }

    /// Keeps no card of the claim.
    pub fn keep_no_card(&mut self, seat: usize) -> &mut Self {
        self.act(seat, &Self::no_card())
    }

    /// The cards that a player has kept.
    pub fn cards_kept(&self, seat: usize) -> String {
        self.rules().cards_text(&self.look().bag(self.zone("kept cards", Some(seat))))
    }
}
