//! `random:kinds`: first a kind of action, then its target, then its payment.

use crate::{Bot, PlayerRng};
use ttr_core::{ActionSpace, OpId, View};

/// First a kind of action, then its target, then its payment. What is rare among all actions (drawing tickets beside a
/// thousand ways to pay for a route) comes up as often as the rest.
#[derive(Default)]
pub struct RandomKinds {
    rng: PlayerRng,
    /// Where the families of each operation begin, and how many actions each has.
    families: Vec<(OpId, usize, usize)>,
    ops: Vec<OpId>,
}

impl Bot for RandomKinds {
    fn begin(&mut self, rng: PlayerRng) {
        self.rng = rng;
    }

    fn choose(&mut self, _: View<'_>, space: &ActionSpace<'_>) -> usize {
        // Where nothing is to be chosen, no chance is taken.
        if space.len() <= 1 {
            return 0;
        }
        self.families.clear();
        self.families.extend(space.families().map(|(op, _, first, n)| (op, first, n)));
        self.ops.clear();
        for (op, ..) in &self.families {
            if !self.ops.contains(op) {
                self.ops.push(*op);
            }
        }
        let Some(&op) = self.ops.get(self.rng.below(self.ops.len())) else { return 0 };
        self.families.retain(|(other, ..)| *other == op);
        let Some(&(_, first, n)) = self.families.get(self.rng.below(self.families.len())) else { return 0 };
        first + self.rng.below(n)
    }
}
