//! Ladders: costs that differ only in how much they ask for. Who can't pay for one can't pay for a dearer one.

use super::Cost;
use std::collections::HashMap;

/// Where a cost stands: on which ladder, and how high.
pub(super) struct Rung {
    /// The cost without its units, where who can pay for more can pay for less; other costs have a ladder each.
    pub ladder: Cost,
    pub units: u16,
}

impl Rung {
    pub fn of(cost: &Cost) -> Self {
        let mut ladder = cost.clone();
        let units = match &mut ladder.parts[..] {
            // Whoever has cards for more can pay for less: with one card, or one group, fewer. Only where groups have to
            // hold wilds may fewer of them have no room for so many.
            [part] if part.groups.is_none() || part.least_wilds == 0 => std::mem::take(&mut part.units),
            _ => 0,
        };
        Self { ladder, units }
    }
}

/// The order in which costs are looked at, ladder by ladder and cheap ones first, and for each where the next ladder begins.
pub(super) fn climb<K: Ord>(rungs: Vec<Rung>, then: impl Fn(usize) -> K) -> (Vec<usize>, Vec<usize>) {
    let mut numbers: HashMap<Cost, usize> = HashMap::new();
    let mut all: Vec<(usize, u16, usize)> = Vec::with_capacity(rungs.len());
    for (at, Rung { ladder, units }) in rungs.into_iter().enumerate() {
        let next = numbers.len();
        all.push((*numbers.entry(ladder).or_insert(next), units, at));
    }
    all.sort_by_key(|(ladder, units, at)| (*ladder, *units, then(*at)));
    let mut next = vec![all.len(); all.len()];
    for at in (0..all.len().saturating_sub(1)).rev() {
        next[at] = if all[at].0 == all[at + 1].0 { next[at + 1] } else { at + 1 };
    }
    (all.into_iter().map(|(.., at)| at).collect(), next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bag::CardBag;
    use crate::cost::{Groups, KindInfo, Payer};
    use crate::ids::{ColourId, KindSet};

    #[test]
    fn groups_that_have_to_hold_wilds_stand_on_no_ladder() {
        // One group has no room for two wilds, two groups have.
        let cost = |groups| {
            let cost = Cost::groups(groups, Groups { size: 2, most_wilds: 1 });
            cost.of(KindSet(0b011)).wilds(KindSet(0b100)).least_wilds(2)
        };
        let colour = |colour| KindInfo { colour, units: 1 };
        let kinds = [colour(Some(ColourId(0))), colour(Some(ColourId(1))), colour(None)];
        let hand = CardBag::from_counts(&[1, 1, 2]);
        let count = |groups| Payer::new(&cost(groups), &kinds).expect("a cost").count(&hand);
        assert_eq!([count(1), count(2)], [0, 1]);
        assert!(Rung::of(&cost(1)).ladder != Rung::of(&cost(2)).ladder);
        let plain = |units| Rung::of(&Cost::cards(units).of(KindSet(0b011)).wilds(KindSet(0b100)).least_wilds(2));
        assert!(plain(1).ladder == plain(4).ladder);
    }

    #[test]
    fn the_next_ladder_begins_behind_the_dearest_cost() {
        let cards = |units, kinds| Rung::of(&Cost::cards(units).of(KindSet(kinds)));
        let (order, next) = climb(vec![cards(3, 1), cards(1, 2), cards(1, 1), cards(2, 2)], |at| at);
        assert_eq!(order, [2, 0, 1, 3]);
        assert_eq!(next, [2, 2, 4, 4]);
    }
}
