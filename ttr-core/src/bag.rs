//! Cards without an order: how many of each kind.

use crate::ids::{Kind, KindSet};
use crate::limits::MAX_CARD_KINDS;
use std::fmt;
use wide::u8x16;

/// How many cards of each kind: a hand, a payment, a pile. Kinds that the rules do not have stay at zero.
///
/// Bags are ordered by kind order with more cards first, which is the order in which payments are listed: the first
/// kinds of the deck before the later ones, and before wilds, which come last in kind order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardBag([u8; MAX_CARD_KINDS]);

/// The lower byte of each half word.
const LOW: u64 = 0x00ff_00ff_00ff_00ff;
/// A one in each half word: what is multiplied by it has the sum of its half words in the highest.
const ONES: u64 = 0x0001_0001_0001_0001;

impl CardBag {
    /// No card.
    pub const EMPTY: Self = Self([0; MAX_CARD_KINDS]);

    /// A bag from counts in kind order; counts beyond [`MAX_CARD_KINDS`] are left out.
    #[inline]
    pub fn from_counts(counts: &[u8]) -> Self {
        let mut bag = Self::EMPTY;
        for (to, &n) in bag.0.iter_mut().zip(counts) {
            *to = n;
        }
        bag
    }

    /// One card.
    #[inline]
    pub fn one(kind: Kind) -> Self {
        Self::EMPTY.with(kind, 1)
    }

    /// This bag with `n` more cards of a kind.
    #[inline]
    #[must_use]
    pub fn with(mut self, kind: Kind, n: u8) -> Self {
        self.0[kind.index()] += n;
        self
    }

    /// How many cards of a kind.
    #[inline]
    pub fn of(&self, kind: Kind) -> u8 {
        self.0[kind.index()]
    }

    /// Puts cards in.
    #[inline]
    pub fn add(&mut self, kind: Kind, n: u8) {
        self.0[kind.index()] += n;
    }

    /// Sets the number of cards of a kind.
    #[inline]
    pub fn set(&mut self, kind: Kind, n: u8) {
        self.0[kind.index()] = n;
    }

    /// Takes cards out, if they are there.
    #[inline]
    pub fn take(&mut self, kind: Kind, n: u8) -> bool {
        match self.0[kind.index()].checked_sub(n) {
            Some(left) => {
                self.0[kind.index()] = left;
                true
            }
            None => false,
        }
    }

    /// How many cards in all.
    #[inline]
    pub fn len(&self) -> usize {
        // Two kinds to a half word, then all half words at once.
        let halves = self.words().map(|word| (word & LOW) + (word >> 8 & LOW));
        let sums: u64 = halves.iter().sum();
        (sums.wrapping_mul(ONES) >> 48) as usize
    }

    /// The same as a number in which they are added up at once: faster, where it is compared with another of its kind.
    #[inline]
    pub fn size(&self) -> u32 {
        self.0.iter().map(|n| u32::from(*n)).sum()
    }

    /// How many cards of this bag can be matched with one of the same kind in the other.
    #[inline(always)]
    pub(crate) fn in_common(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(a, b)| u32::from(*a.min(b))).sum()
    }

    /// Whether there is no card.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; MAX_CARD_KINDS]
    }

    /// How many cards of these kinds.
    #[inline]
    pub fn len_of(&self, kinds: KindSet) -> usize {
        kinds.iter().map(|k| self.of(k) as usize).sum()
    }

    /// The cards of these kinds.
    #[must_use]
    pub fn only(&self, kinds: KindSet) -> Self {
        let mut part = Self::EMPTY;
        self.iter().filter(|(kind, _)| kinds.has(*kind)).for_each(|(kind, n)| part.add(kind, n));
        part
    }

    /// The kinds of which there is a card.
    #[inline]
    pub fn kinds(&self) -> KindSet {
        let none = |half: &[u8; 16]| u8x16::new(*half).simd_eq(u8x16::splat(0)).to_bitmask();
        let (halves, _) = self.0.as_chunks::<16>();
        KindSet(!(none(&halves[0]) | none(&halves[1]) << 16))
    }

    /// The kinds of which there are not as many in the other bag.
    #[inline]
    pub fn differing(&self, other: &Self) -> KindSet {
        Self(std::array::from_fn(|kind| self.0[kind] ^ other.0[kind])).kinds()
    }

    /// The kind of the i-th card, in kind order.
    #[inline]
    pub fn nth(&self, mut i: u32) -> Option<Kind> {
        for (kind, n) in self.0.iter().enumerate() {
            if i < u32::from(*n) {
                return Some(Kind(kind as u8));
            }
            i -= u32::from(*n);
        }
        None
    }

    /// Takes the i-th card out, in kind order.
    #[inline(always)]
    pub(crate) fn take_nth(&mut self, i: u32) -> Option<Kind> {
        let kind = self.nth(i)?;
        self.0[kind.index()] -= 1;
        Some(kind)
    }

    /// Kinds and their numbers, in kind order, zeros left out.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u8)> + '_ {
        let words = self.words();
        let (mut at, mut left) = (0, words[0]);
        std::iter::from_fn(move || {
            while left == 0 {
                at += 1;
                left = *words.get(at)?;
            }
            let byte = left.trailing_zeros() / 8;
            left &= !(0xff << (byte * 8));
            let kind = at * 8 + byte as usize;
            Some((Kind(kind as u8), self.0[kind]))
        })
    }

    /// The counts, eight kinds to a word, the first of them lowest.
    #[inline]
    fn words(&self) -> [u64; MAX_CARD_KINDS / 8] {
        std::array::from_fn(|i| u64::from_le_bytes(std::array::from_fn(|byte| self.0[i * 8 + byte])))
    }

    /// Whether every card of this bag is in the other.
    #[inline]
    pub fn within(&self, other: &Self) -> bool {
        // Without a way out before the last kind, so that it is done for many kinds at once.
        self.0.iter().zip(&other.0).fold(0, |over, (a, b)| over | a.saturating_sub(*b)) == 0
    }

    /// The cards of both bags together, or nothing if a kind would exceed what a bag can count.
    #[must_use]
    #[inline]
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let (mut sum, mut over) = (*self, false);
        for (a, b) in sum.0.iter_mut().zip(&other.0) {
            over |= *a > u8::MAX - *b;
            *a = a.wrapping_add(*b);
        }
        (!over).then_some(sum)
    }

    /// What is left of this bag without the cards of the other, or nothing if one is not there.
    #[must_use]
    #[inline]
    pub fn minus(&self, other: &Self) -> Option<Self> {
        let mut rest = *self;
        for (a, b) in rest.0.iter_mut().zip(&other.0) {
            *a = a.wrapping_sub(*b);
        }
        other.within(self).then_some(rest)
    }

    /// Takes all cards of the other out, if they are there.
    #[inline(always)]
    pub(crate) fn take_all(&mut self, other: &Self) -> bool {
        let all = other.within(self);
        if all {
            self.0.iter_mut().zip(&other.0).for_each(|(n, less)| *n = n.wrapping_sub(*less));
        }
        all
    }

    /// Puts all cards of the other in, if there is room.
    #[inline(always)]
    pub(crate) fn add_all(&mut self, other: &Self) -> bool {
        let sum = Self(std::array::from_fn(|kind| self.0[kind].wrapping_add(other.0[kind])));
        let room = other.within(&sum);
        if room {
            *self = sum;
        }
        room
    }

    /// What is left of this bag without the cards of the other, as far as they are there.
    #[must_use]
    #[inline]
    pub fn less(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|kind| self.0[kind].saturating_sub(other.0[kind])))
    }

    /// The counts in kind order.
    #[inline]
    pub fn counts(&self) -> &[u8; MAX_CARD_KINDS] {
        &self.0
    }
}

impl Default for CardBag {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Ord for CardBag {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.0.cmp(&self.0)
    }
}

impl PartialOrd for CardBag {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for CardBag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(k, n)| (k.0, n))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_come_and_go_all_or_none() {
        let (some, more) = (CardBag::from_counts(&[2, 0, 255]), CardBag::from_counts(&[1, 3, 1]));
        let mut bag = some;
        assert!(!bag.add_all(&more), "255 and one more are too many");
        assert!(!bag.take_all(&more), "there is none of the second kind");
        assert_eq!(bag, some);
        assert!(bag.take_all(&CardBag::from_counts(&[1, 0, 1])));
        assert!(bag.add_all(&more));
        assert_eq!(bag, CardBag::from_counts(&[2, 3, 255]));
    }

    #[test]
    fn the_ith_card_is_counted_in_kind_order() {
        let bag = CardBag::from_counts(&[2, 0, 3]);
        let kinds: Vec<Option<Kind>> = (0..6).map(|i| bag.nth(i)).collect();
        assert_eq!(kinds, [Some(Kind(0)), Some(Kind(0)), Some(Kind(2)), Some(Kind(2)), Some(Kind(2)), None]);
        for i in 0..6 {
            let mut left = bag;
            assert_eq!(left.take_nth(i), bag.nth(i));
            assert_eq!(left.len(), bag.len() - usize::from(bag.nth(i).is_some()));
        }
    }
}
