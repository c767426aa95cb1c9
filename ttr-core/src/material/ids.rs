//! The small numbers by which everything is called once a map is compiled, and sets of them.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub $inner);

        impl $name {
            /// The number as an index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The id with this index; indices are bounded by [`crate::limits`], larger ones wrap.
            #[inline]
            pub const fn at(index: usize) -> Self {
                Self(index as $inner)
            }
        }
    };
}

id! {
    /// A player, by seat.
    PlayerId(u8)
}
id! {
    /// A side: the players who score together. One player each unless a module says otherwise.
    SideId(u8)
}
id! {
    /// A city, in map order.
    CityId(u16)
}
id! {
    /// A route: one line of spaces that is claimed as a whole (a map entry's tracks are its routes), in map order.
    RouteId(u16)
}
id! {
    /// A group of parallel routes that the map declares as a double (or triple).
    GroupId(u16)
}
id! {
    /// A ticket, in map order.
    TicketId(u16)
}
id! {
    /// A kind of card: cards of a kind differ in nothing.
    Kind(u8)
}
id! {
    /// A colour of cards and routes.
    ColourId(u8)
}
id! {
    /// A deck: the cards with one back.
    DeckId(u8)
}
id! {
    /// A kind of piece.
    PieceId(u8)
}
id! {
    /// A place where cards or tickets lie.
    ZoneId(u16)
}
id! {
    /// A rule module of these rules, in the order of module ids.
    ModuleId(u8)
}
id! {
    /// An operation: one kind of action.
    OpId(u16)
}
id! {
    /// A kind of pending decision.
    DecisionId(u8)
}

/// A set of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PlayerSet(pub u8);

impl PlayerSet {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// One player alone.
    #[inline]
    pub const fn one(who: PlayerId) -> Self {
        Self(1 << who.0)
    }

    /// The first `n` seats.
    pub const fn first(n: usize) -> Self {
        Self(((1u16 << n) - 1) as u8)
    }

    /// Whether the player is in the set; a seat that no table has is in none.
    #[inline]
    pub const fn has(self, who: PlayerId) -> bool {
        who.0 < 8 && self.0 >> who.0 & 1 != 0
    }

    /// The only player, if there is one and no other.
    #[inline]
    pub const fn only(self) -> Option<PlayerId> {
        if self.0.is_power_of_two() { Some(PlayerId(self.0.trailing_zeros() as u8)) } else { None }
    }

    /// Whether nobody is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many players.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The set with this player too.
    #[inline]
    #[must_use]
    pub const fn with(self, who: PlayerId) -> Self {
        Self(self.0 | 1 << who.0)
    }

    /// The set without this player.
    #[inline]
    #[must_use]
    pub const fn without(self, who: PlayerId) -> Self {
        Self(self.0 & !(1 << who.0))
    }

    /// The players of both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The players of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The players of either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The player of lowest seat.
    #[inline]
    pub const fn lowest(self) -> Option<PlayerId> {
        if self.0 == 0 { None } else { Some(PlayerId(self.0.trailing_zeros() as u8)) }
    }

    /// The players by seat.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = PlayerId> {
        bits(self.0.into()).map(PlayerId::at)
    }
}

impl FromIterator<PlayerId> for PlayerSet {
    fn from_iter<I: IntoIterator<Item = PlayerId>>(players: I) -> Self {
        players.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for PlayerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|p| p.0)).finish()
    }
}

/// The numbers of the bits that are set in a word, ascending.
#[inline]
pub(crate) fn bits(word: u64) -> impl Iterator<Item = usize> {
    let mut left = word;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros())?;
        left &= left - 1;
        Some(bit as usize)
    })
}

/// The number of the i-th bit that is set in a word, counted from zero; the word has more than `i`.
#[inline]
pub(crate) fn nth_bit(word: u64, i: u32) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // How many are set of each two, of each four, of each byte; then of each byte and all below it.
    let of_two = word - (word >> 1 & 0x5555_5555_5555_5555);
    let of_four = (of_two & 0x3333_3333_3333_3333) + (of_two >> 2 & 0x3333_3333_3333_3333);
    let of_byte = (of_four + (of_four >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let up_to = of_byte.wrapping_mul(ONES);
    // The highest bit of each byte with which there are no more than `i`: the one that is looked for comes behind.
    let passed = ((u64::from(i % 64) * ONES) | (ONES << 7)).wrapping_sub(up_to) & (ONES << 7);
    let shift = ((passed >> 7).wrapping_mul(ONES) >> 56) as u32 * 8 % 64;
    let before = (up_to << 8 >> shift) as u32 & 0xff;
    let mut left = word >> shift;
    for _ in before..i {
        left &= left.wrapping_sub(1);
    }
    (shift + left.trailing_zeros()) as usize
}

/// The i-th number in a set of words of bits, ascending, if there are so many.
#[inline]
pub(crate) fn nth_member(set: impl IntoIterator<Item = u64>, i: u32) -> Option<usize> {
    let mut left = i;
    for (at, word) in set.into_iter().enumerate() {
        let n = word.count_ones();
        if left < n {
            return Some(at * 64 + nth_bit(word, left));
        }
        left -= n;
    }
    None
}

/// The numbers in a set of words of bits, ascending. Arguments have room for those of the first 1024 words.
pub(crate) fn members(set: impl IntoIterator<Item = u64>) -> impl Iterator<Item = u16> {
    let words = set.into_iter().take(1024).enumerate();
    words.flat_map(|(at, word)| bits(word).map(move |bit| (at * 64 + bit) as u16))
}

/// A set of card kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct KindSet(pub u32);

impl KindSet {
    /// No kind.
    pub const NONE: Self = Self(0);

    /// Whether the kind is in the set.
    #[inline]
    pub const fn has(self, kind: Kind) -> bool {
        // An action that somebody sends may name any number.
        (kind.0 as u32) < u32::BITS && self.0 >> kind.0 & 1 != 0
    }

    /// The set with this kind too.
    #[inline]
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind.0)
    }

    /// The kinds of both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The kinds of either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kinds of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether no kind is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many kinds.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The i-th kind, in kind order.
    #[inline(always)]
    pub(crate) fn nth(self, i: u32) -> Option<Kind> {
        let left = (0..i).fold(self.0, |left, _| left & left.wrapping_sub(1));
        (left != 0).then(|| Kind(left.trailing_zeros() as u8))
    }

    /// The kinds in kind order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let kind = left.trailing_zeros() as u8;
                left &= left - 1;
                Kind(kind)
            })
        })
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|k| k.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_is_found_by_its_number() {
        let mut words = vec![u64::MAX, 1, 1 << 63, 0x8000_0000_0000_0001, 0xff00, 0x0101_0101_0101_0101];
        words.extend((0..64).map(|shift| 0x9e37_79b9_7f4a_7c15u64.rotate_left(shift) & (u64::MAX >> (shift / 2))));
        for word in words {
            for (i, bit) in bits(word).enumerate() {
                assert_eq!(nth_bit(word, i as u32), bit, "{word:#x} {i}");
                assert_eq!(nth_member([0, word, 3], i as u32), Some(64 + bit));
            }
            assert_eq!(nth_member([word, 3], word.count_ones()), Some(64));
            assert_eq!(nth_member([word], word.count_ones()), None);
        }
    }

    #[test]
    fn one_player_alone_is_the_only_one() {
        for set in (0..=u8::MAX).map(PlayerSet) {
            let only = set.lowest().filter(|who| set == PlayerSet::one(*who));
            assert_eq!(set.only(), only, "{set:?}");
        }
    }

    #[test]
    fn a_kind_is_found_by_its_number() {
        for set in [0, 1, 1 << 31, 0x8000_0001, 0x00f0_0f00, u32::MAX].map(KindSet) {
            let kinds: Vec<Option<Kind>> = (0..34).map(|i| set.nth(i)).collect();
            let expected: Vec<Option<Kind>> = set.iter().map(Some).chain([None; 34]).take(34).collect();
            assert_eq!(kinds, expected, "{set:?}");
        }
    }
}
