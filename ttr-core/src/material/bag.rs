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

/// A one in each byte, and the sign of each.
const BYTES: u64 = 0x0101_0101_0101_0101;
const SIGNS: u64 = BYTES << 7;

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
        self.size() as usize
    }

    /// How many cards in all, as a number to compare with.
    #[inline(always)]
    pub fn size(&self) -> u32 {
        sum(self.halves())
    }

    /// The cards of this bag that can be matched with one of the same kind in the other.
    #[must_use]
    #[inline(always)]
    pub(crate) fn common(&self, other: &Self) -> Self {
        let ([a, b], [c, d]) = (self.halves(), other.halves());
        Self::of_halves([a.min(c), b.min(d)])
    }

    /// How many these are.
    #[inline(always)]
    pub(crate) fn in_common(&self, other: &Self) -> u32 {
        self.common(other).size()
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
        let [a, b] = self.halves().map(|half| half.simd_eq(u8x16::splat(0)).to_bitmask());
        KindSet(!(a | b << 16))
    }

    /// The kinds of which there are not as many in the other bag.
    #[inline]
    pub fn differing(&self, other: &Self) -> KindSet {
        let ([a, b], [c, d]) = (self.halves(), other.halves());
        KindSet(!(a.simd_eq(c).to_bitmask() | b.simd_eq(d).to_bitmask() << 16))
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

    /// The kind of the i-th of `n` cards, in kind order; there are more than `i`.
    #[inline(always)]
    pub(crate) fn nth_of(&self, i: u32, n: u32) -> Kind {
        if n <= 0x7f { self.nth_of_few(i) } else { self.nth(i).unwrap_or(Kind(0)) }
    }

    /// The kind of the i-th card, in kind order, where there are no more than a byte with its sign can count.
    #[inline(always)]
    fn nth_of_few(&self, i: u32) -> Kind {
        // How many cards there are up to some kind, less those up to the one that is looked for.
        let mut short = !u64::from(i);
        for (at, word) in self.words().into_iter().enumerate() {
            // That number for each kind of the word; the sign is set where it is not below zero.
            let up_to = word.wrapping_add(short).wrapping_mul(BYTES).wrapping_add(SIGNS);
            if up_to & SIGNS != 0 {
                return Kind(at as u8 * 8 + ((up_to & SIGNS).trailing_zeros() / 8) as u8);
            }
            short = (up_to >> 56).wrapping_sub(0x80);
        }
        Kind(0)
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

    /// The counts of the first half of all kinds, and of the second, to be looked at together.
    #[inline(always)]
    fn halves(&self) -> [u8x16; 2] {
        let (halves, _) = self.0.as_chunks();
        [u8x16::new(halves[0]), u8x16::new(halves[1])]
    }

    #[inline(always)]
    fn of_halves([first, second]: [u8x16; 2]) -> Self {
        let mut bag = Self::EMPTY;
        let (halves, _) = bag.0.as_chunks_mut();
        (halves[0], halves[1]) = (first.to_array(), second.to_array());
        bag
    }

    /// The counts, eight kinds to a word, the first of them lowest.
    #[inline]
    fn words(&self) -> [u64; MAX_CARD_KINDS / 8] {
        std::array::from_fn(|i| u64::from_le_bytes(std::array::from_fn(|byte| self.0[i * 8 + byte])))
    }

    /// Whether every card of this bag is in the other.
    #[inline]
    pub fn within(&self, other: &Self) -> bool {
        // Nothing is left without those of the other bag.
        let ([a, b], [c, d]) = (self.halves(), other.halves());
        (a.saturating_sub(c) | b.saturating_sub(d)).simd_eq(u8x16::splat(0)).to_bitmask() == 0xffff
    }

    /// The cards of both bags together, or nothing if a kind would exceed what a bag can count.
    #[must_use]
    #[inline]
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let ([a, b], [c, d]) = (self.halves(), other.halves());
        let sum = Self::of_halves([a + c, b + d]);
        other.within(&sum).then_some(sum)
    }

    /// What is left of this bag without the cards of the other, or nothing if one is not there.
    #[must_use]
    #[inline]
    pub fn minus(&self, other: &Self) -> Option<Self> {
        other.within(self).then(|| self.less(other))
    }

    /// Takes all cards of the other out, if they are there.
    #[inline(always)]
    pub(crate) fn take_all(&mut self, other: &Self) -> bool {
        let all = other.within(self);
        if all {
            *self = self.less(other);
        }
        all
    }

    /// Puts all cards of the other in; there are not more of a kind than can be counted.
    #[inline(always)]
    pub(crate) fn add_all(&mut self, other: &Self) {
        let ([a, b], [c, d]) = (self.halves(), other.halves());
        *self = Self::of_halves([a + c, b + d]);
    }

    /// What is left of this bag without the cards of the other, as far as they are there.
    #[must_use]
    #[inline]
    pub fn less(&self, other: &Self) -> Self {
        let ([a, b], [c, d]) = (self.halves(), other.halves());
        Self::of_halves([a.saturating_sub(c), b.saturating_sub(d)])
    }

    /// The counts in kind order.
    #[inline]
    pub fn counts(&self) -> &[u8; MAX_CARD_KINDS] {
        &self.0
    }
}

/// The sum of all bytes, eight of them at once: every processor of this family can.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn sum(halves: [u8x16; 2]) -> u32 {
    use safe_arch::{add_i64_m128i, byte_shr_imm_u128_m128i, get_i32_from_m128i_s, m128i, sum_of_u8_abs_diff_m128i};
    let [a, b] = halves.map(|half| sum_of_u8_abs_diff_m128i(m128i::from(half.to_array()), m128i::default()));
    let both = add_i64_m128i(a, b);
    get_i32_from_m128i_s(add_i64_m128i(both, byte_shr_imm_u128_m128i::<8>(both))) as u32
}

/// The sum of all bytes.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn sum(halves: [u8x16; 2]) -> u32 {
    halves.iter().flat_map(|half| half.as_array()).map(|n| u32::from(*n)).sum()
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
    use crate::chance::below;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn cards_come_and_go_all_or_none() {
        let (some, more) = (CardBag::from_counts(&[2, 0, 255]), CardBag::from_counts(&[1, 3, 1]));
        let mut bag = some;
        assert_eq!(bag.plus(&more), None, "255 and one more are too many");
        assert!(!bag.take_all(&more), "there is none of the second kind");
        assert_eq!(bag, some);
        assert!(bag.take_all(&CardBag::from_counts(&[1, 0, 1])));
        bag.add_all(&more);
        assert_eq!(bag, CardBag::from_counts(&[2, 3, 255]));
    }

    #[test]
    fn the_ith_card_is_counted_in_kind_order() {
        let bag = CardBag::from_counts(&[2, 0, 3]);
        let kinds: Vec<Option<Kind>> = (0..6).map(|i| bag.nth(i)).collect();
        assert_eq!(kinds, [Some(Kind(0)), Some(Kind(0)), Some(Kind(2)), Some(Kind(2)), Some(Kind(2)), None]);
        for i in 0..5 {
            assert_eq!(Some(bag.nth_of(i, 5)), bag.nth(i));
        }
    }

    /// Bags of all sizes, some of them as full as can be.
    fn some_bags() -> Vec<CardBag> {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut bag = |most: u32| {
            let counts: [u8; MAX_CARD_KINDS] = std::array::from_fn(|_| below(&mut rng, most + 1) as u8);
            let kinds = below(&mut rng, MAX_CARD_KINDS as u32 + 1) as usize;
            CardBag::from_counts(&counts[..kinds])
        };
        let mut all: Vec<CardBag> = [0, 1, 3, 4, 20, 255].into_iter().cycle().take(300).map(&mut bag).collect();
        all.push(CardBag::from_counts(&[255; MAX_CARD_KINDS]));
        all
    }

    #[test]
    fn many_kinds_at_once_are_the_kinds_one_by_one() {
        let bags = some_bags();
        for (a, b) in bags.iter().zip(bags.iter().skip(1).chain(&bags)) {
            let each = |of: &dyn Fn(u8, u8) -> u8| CardBag(std::array::from_fn(|kind| of(a.0[kind], b.0[kind])));
            let kinds_where = |of: &dyn Fn(u8, u8) -> bool| -> KindSet {
                (0..MAX_CARD_KINDS).filter(|kind| of(a.0[*kind], b.0[*kind])).map(Kind::at).collect()
            };
            assert_eq!(a.size(), a.0.iter().map(|n| u32::from(*n)).sum::<u32>());
            assert_eq!(a.len(), a.size() as usize);
            assert_eq!(a.common(b), each(&|a, b| a.min(b)));
            assert_eq!(a.in_common(b), a.common(b).size());
            assert_eq!(a.less(b), each(&|a, b| a.saturating_sub(b)));
            assert_eq!(a.kinds(), kinds_where(&|a, _| a > 0));
            assert_eq!(a.differing(b), kinds_where(&|a, b| a != b));
            assert_eq!(a.within(b), kinds_where(&|a, b| a > b).is_empty());
            assert_eq!(a.minus(b), b.within(a).then(|| a.less(b)));
            let room = kinds_where(&|a, b| a.checked_add(b).is_none()).is_empty();
            assert_eq!(a.plus(b), room.then(|| each(&|a, b| a.wrapping_add(b))));
        }
    }

    #[test]
    fn the_ith_card_of_few_is_that_of_many() {
        let (mut few, mut many) = (0, 0);
        for bag in some_bags() {
            let n = bag.size();
            if n <= 127 {
                few += 1
            } else {
                many += 1
            }
            for i in 0..n.min(300) {
                assert_eq!(Some(bag.nth_of(i, n)), bag.nth(i), "card {i} of {bag:?}");
            }
        }
        assert!(few > 50 && many > 50, "{few} {many}");
    }
}
