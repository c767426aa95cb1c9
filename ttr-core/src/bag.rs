//! Cards without an order: how many of each kind.

use crate::ids::{Kind, KindSet};
use crate::limits::MAX_CARD_KINDS;
use std::fmt;

/// How many cards of each kind: a hand, a payment, a pile. Kinds that the rules do not have stay at zero.
///
/// Bags are ordered by kind order with more cards first, which is the order in which payments are listed: the first
/// kinds of the deck before the later ones, and before wilds, which come last in kind order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardBag([u8; MAX_CARD_KINDS]);

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
        self.0.iter().map(|&n| n as usize).sum()
    }

    /// Whether there is no card.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; MAX_CARD_KINDS]
    }

    /// How many cards of these kinds.
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
    pub fn kinds(&self) -> KindSet {
        self.iter().map(|(k, _)| k).collect()
    }

    /// Kinds and their numbers, in kind order, zeros left out.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u8)> + '_ {
        self.0.iter().enumerate().filter(|&(_, &n)| n > 0).map(|(k, &n)| (Kind(k as u8), n))
    }

    /// Whether every card of this bag is in the other.
    pub fn within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a <= b)
    }

    /// The cards of both bags together, or nothing if a kind would exceed what a bag can count.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let mut sum = *self;
        for (a, b) in sum.0.iter_mut().zip(&other.0) {
            *a = a.checked_add(*b)?;
        }
        Some(sum)
    }

    /// What is left of this bag without the cards of the other, or nothing if one is not there.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Option<Self> {
        let mut rest = *self;
        for (a, b) in rest.0.iter_mut().zip(&other.0) {
            *a = a.checked_sub(*b)?;
        }
        Some(rest)
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
