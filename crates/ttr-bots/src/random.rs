//! `random`: any legal action, all alike.

use crate::Bot;
use crate::seeds::{below, generator};
use rand::rngs::Xoshiro256PlusPlus;
use ttr_core::{ActionSpace, View};

/// Any legal action, all alike.
pub struct Random(Xoshiro256PlusPlus);

impl Default for Random {
    fn default() -> Self {
        Self(generator(0))
    }
}

impl Bot for Random {
    fn begin(&mut self, seed: u64) {
        self.0 = generator(seed);
    }

    fn choose(&mut self, _: View<'_>, space: &ActionSpace<'_>) -> usize {
        below(&mut self.0, space.len())
    }
}
