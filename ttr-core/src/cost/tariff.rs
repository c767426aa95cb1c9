//! What differs in price: the payments of many costs counted at once.

use super::Payer;
use super::closed::Plain;
use crate::bag::CardBag;
use crate::ids::{Kind, KindSet, bits};
use crate::limits::MAX_CARD_KINDS;
use arrayvec::ArrayVec;

/// What each of some values costs. Most costs are so many cards of one kind: where they differ in the kinds alone, payments are
/// counted kind by kind, for all values at once that can be paid with it. Sets of values are words of bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tariff {
    /// What each value costs, by the number of its solver.
    payers: Vec<u16>,
    /// The values, sorted in the way in which they are counted.
    by: By,
}

#[derive(Clone, Debug)]
enum By {
    /// By the kinds that they can be paid with; what they cost otherwise is the same for all.
    Kind(Plain, Vec<(Kind, Vec<u64>)>),
    /// By what they cost, which is the number of its solver.
    Cost(Vec<(u16, Vec<u64>)>),
}

impl Default for By {
    fn default() -> Self {
        Self::Cost(Vec::new())
    }
}

impl Tariff {
    /// Values with what each costs, by the number of its solver; each is counted by itself.
    pub fn new(costs: impl IntoIterator<Item = (usize, u16)>) -> Self {
        let mut tariff = Self::default();
        let mut by: Vec<(u16, Vec<u64>)> = Vec::new();
        for (value, payer) in costs {
            tariff.payers.resize(tariff.payers.len().max(value + 1), payer);
            tariff.payers[value] = payer;
            let at = by.iter().position(|(known, _)| *known == payer).unwrap_or_else(|| {
                by.push((payer, Vec::new()));
                by.len() - 1
            });
            insert(&mut by[at].1, value);
        }
        tariff.by = By::Cost(by);
        tariff
    }

    /// Sorts the values by kinds, if their costs differ in those alone: then all are counted at once.
    pub fn sort(&mut self, payers: &[Payer]) {
        let By::Cost(by) = &self.by else { return };
        let plain = |payer: u16| payers[usize::from(payer)].plain();
        let Some(first) = by.first().and_then(|(payer, _)| plain(*payer)) else { return };
        let alike = |plain: &Plain| Plain { kinds: first.kinds, ..*plain } == first;
        let mut of: Vec<(Kind, Vec<u64>)> = Vec::new();
        let mut all = KindSet::NONE;
        for (payer, values) in by {
            let Some(plain) = plain(*payer).filter(alike) else { return };
            all = all.or(plain.kinds);
            for kind in plain.kinds.iter() {
                let at = of.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
                    of.push((kind, Vec::new()));
                    of.len() - 1
                });
                members(values).for_each(|value| insert(&mut of[at].1, value));
            }
        }
        self.by = By::Kind(Plain { kinds: all, ..first }, of);
    }

    /// How many payments the purse allows for the values of a set, all of which have a cost.
    pub fn count(&self, payers: &[Payer], purse: &CardBag, set: &[u64]) -> u64 {
        match &self.by {
            By::Kind(plain, of) => {
                let coloured = plain.coloured(purse);
                let mut sum = if coloured.wilds_suffice() { in_common(set, set) } else { 0 };
                for (kind, values) in of {
                    // Mostly there are few kinds that suffice.
                    let ways = coloured.ways(purse.of(*kind));
                    if ways > 0 {
                        sum += ways * in_common(set, values);
                    }
                }
                sum
            }
            By::Cost(by) => by.iter().fold(0, |sum: u64, (payer, values)| match in_common(set, values) {
                0 => sum,
                n => sum.saturating_add(payers[usize::from(*payer)].count(purse).saturating_mul(n)),
            }),
        }
    }

    /// The value to which the i-th of these payments belongs, all of one value before those of the next, and which of its payments
    /// it is.
    pub fn find(&self, payers: &[Payer], purse: &CardBag, set: &[u64], i: u64) -> Option<(usize, u64)> {
        let By::Kind(plain, of) = &self.by else {
            let payer = |value: usize| self.payer(value).map_or(0, |payer| payers[usize::from(payer)].count(purse));
            return nth_of(members(set).map(|value| (value, payer(value))), i);
        };
        let mut ways: ArrayVec<(u64, &[u64]), { MAX_CARD_KINDS + 1 }> = ArrayVec::new();
        let coloured = plain.coloured(purse);
        let by_kind = of.iter().map(|(kind, values)| (coloured.ways(purse.of(*kind)), &values[..]));
        ways.extend(by_kind.filter(|(ways, _)| *ways > 0));
        if coloured.wilds_suffice() {
            ways.push((1, set));
        }
        // How many payments there are for the values of a part of a word.
        let payments = |at: usize, part: u64| -> u64 {
            let has = |values: &[u64]| values.get(at).map_or(0, |word| u64::from((word & part).count_ones()));
            ways.iter().map(|(ways, values)| ways * has(values)).sum()
        };
        let words = set.iter().enumerate().map(|(at, word)| (at, payments(at, *word)));
        let (at, mut left) = nth_of(words, i)?;
        // Then the half of the word, the half of that, and so on.
        let (mut first, mut width) = (0, u64::BITS);
        while width > 1 {
            width /= 2;
            let n = payments(at, set[at] & ((1 << width) - 1) << first);
            if left >= n {
                left -= n;
                first += width;
            }
        }
        Some((at * 64 + first as usize, left))
    }

    /// What a value costs, by the number of its solver.
    pub fn payer(&self, value: usize) -> Option<u16> {
        self.payers.get(value).copied()
    }
}

/// The value to which the i-th of so many of each belongs, and which of its own it is.
fn nth_of(counted: impl Iterator<Item = (usize, u64)>, i: u64) -> Option<(usize, u64)> {
    let mut left = i;
    for (value, n) in counted {
        if left < n {
            return Some((value, left));
        }
        left -= n;
    }
    None
}

fn insert(set: &mut Vec<u64>, value: usize) {
    set.resize(set.len().max(value / 64 + 1), 0);
    set[value / 64] |= 1 << (value % 64);
}

fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(at, word)| bits(*word).map(move |bit| at * 64 + bit))
}

/// How many values are in both sets.
#[inline]
fn in_common(a: &[u64], b: &[u64]) -> u64 {
    a.iter().zip(b).map(|(a, b)| u64::from((a & b).count_ones())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::{Cost, KindInfo};
    use crate::ids::ColourId;

    #[test]
    fn payments_of_many_costs_are_those_of_each() {
        let info = |colour: Option<u8>| KindInfo { colour: colour.map(ColourId), units: 1 };
        let kinds = [Some(0), Some(1), Some(2), Some(3), None].map(info);
        let wild = KindSet(0b1_0000);
        let by_kinds = |units: u16, most_wilds: u16| {
            let of = move |kinds| Cost::cards(units).of(KindSet(kinds)).wilds(wild).most_wilds(most_wilds);
            [0b0001, 0b0110, 0b1111, 0b1000, 0b0110, 0b0011].map(of).to_vec()
        };
        let mixed = vec![
            Cost::cards(2).of(KindSet(0b0011)).wilds(wild),
            Cost::cards(1).of(KindSet(0b1111)),
            Cost::cards(3).of(KindSet(0b1111)).wilds(wild).any_colours(),
        ];
        let same_kinds = [by_kinds(1, 9), by_kinds(2, 9), by_kinds(3, 1)];
        for (costs, by_kind) in same_kinds.into_iter().map(|costs| (costs, true)).chain([(mixed, false)]) {
            let payers: Vec<Payer> = costs.iter().map(|cost| Payer::new(cost, &kinds).expect("a cost")).collect();
            // Values in two words, and costs that several have.
            let payer_of = |value: usize| (value % payers.len()) as u16;
            let values = || [0, 3, 5, 62, 63, 64, 65, 70, 99].into_iter();
            let mut tariff = Tariff::new(values().map(|value| (value, payer_of(value))));
            tariff.sort(&payers);
            assert_eq!(matches!(tariff.by, By::Kind(..)), by_kind, "{costs:?}");
            for hand in 0..3u32.pow(5) {
                let hand = CardBag::from_counts(&[1, 3, 9, 27, 81].map(|n| (hand / n % 3) as u8));
                for left_out in 0..9 {
                    let (mut set, mut expected) = (vec![0; 2], Vec::new());
                    for (_, value) in values().enumerate().filter(|(at, _)| at % 9 >= left_out) {
                        insert(&mut set, value);
                        assert_eq!(tariff.payer(value), Some(payer_of(value)));
                        let n = payers[usize::from(payer_of(value))].list(&hand).len() as u64;
                        expected.extend((0..n).map(|i| Some((value, i))));
                    }
                    assert_eq!(tariff.count(&payers, &hand, &set), expected.len() as u64, "{hand:?} {set:?}");
                    expected.push(None);
                    for (i, expected) in (0..).zip(expected) {
                        assert_eq!(tariff.find(&payers, &hand, &set, i), expected, "{hand:?} {set:?}");
                    }
                }
            }
        }
    }
}
