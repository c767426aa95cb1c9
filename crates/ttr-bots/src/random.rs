//! `random`: any legal action, all alike.

use crate::{Bot, PlayerRng};
use ttr_core::{ActionSpace, View};

/// Any legal action, all alike.
#[derive(Default)]
pub struct Random(PlayerRng);

impl Bot for Random {
    fn begin(&mut self, rng: PlayerRng) {
        self.0 = rng;
    }

    fn choose(&mut self, _: View<'_>, space: &ActionSpace<'_>) -> usize {
        // Where nothing is to be chosen, no chance is taken.
        if space.len() <= 1 { 0 } else { self.0.below(space.len()) }
    }
}
