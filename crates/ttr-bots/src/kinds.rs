//! `random:kinds`: first a kind of action, then its target, then its payment.

use crate::Bot;
use crate::seeds::{below, generator};
use rand::rngs::Xoshiro256PlusPlus;
use ttr_core::{ActionSpace, OpId, View};

/// First a kind of action, then its target, then its payment. What is rare among all actions (drawing tickets beside a
/// thousand ways to pay for a route) comes up as often as the rest.
pub struct RandomKinds {
    rng: Xoshiro256PlusPlus,
    /// Where the families of each operation begin, and how many actions each has.
    families: Vec<(OpId, usize, usize)>,
    ops: Vec<OpId>,
}

impl Default for RandomKinds {
    fn default() -> Self {
        Self { rng: generator(0), families: Vec::new(), ops: Vec::new() }
    }
}

impl Bot for RandomKinds {
    fn begin(&mut self, seed: u64) {
        self.rng = generator(seed);
    }

    fn choose(&mut self, _: View<'_>, space: &ActionSpace<'_>) -> usize {
        self.families.clear();
        self.families.extend(space.families().map(|(op, _, first, n)| (op, first, n)));
        self.ops.clear();
        for (op, ..) in &self.families {
            if !self.ops.contains(op) {
                self.ops.push(*op);
            }
        }
        let Some(&op) = self.ops.get(below(&mut self.rng, self.ops.len())) else { return 0 };
        self.families.retain(|(other, ..)| *other == op);
        let Some(&(_, first, n)) = self.families.get(below(&mut self.rng, self.families.len())) else { return 0 };
        first + below(&mut self.rng, n)
    }
}
