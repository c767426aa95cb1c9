//! Rows of a price list: what is paid with the same colours, counted for eight numbers of cards side by side.

use super::price_list::Target;
use super::{Plain, PlainColour};
use crate::bag::CardBag;
use crate::deck::Piece;
use crate::ids::{Kind, KindSet, PieceId, PlayerId};
use crate::limits::{MAX_CARD_KINDS, MAX_ROUTES};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use wide::{i16x8, i32x4};

/// Numbers of cards side by side.
pub(super) const LANES: usize = 8;

/// More cards of a kind than this make no difference to a cost in a row.
pub(super) const MOST_CARDS: usize = 2 * LANES - 1;

/// How many numbers of cards of a colour there are: those that a hand can have of one kind, or those of two kinds, packed.
const CARDS: usize = 1 << u8::BITS;

/// A colour of two kinds is packed into one number: the cards of the first kind, and so many times those of the second.
const PACKED: usize = MOST_CARDS + 1;

// A lane can count as many targets as there may be.
const _: () = assert!(MAX_ROUTES <= i16::MAX as usize);

pub(super) type Lanes = [i16; LANES];

/// Targets and how many cards they take, by the first kinds of the colours that pay.
pub(super) type ByKinds = BTreeMap<KindSet, Vec<(Target, u16)>>;

/// What the costs of some rows have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key {
    wild: Option<u8>,
    least_wilds: u16,
    most_wilds: u16,
    piece: PieceId,
    shared: bool,
    /// How many pieces more than cards; nothing where no piece is taken.
    extra: Option<i32>,
    /// Whether it takes more cards than the first eight lanes hold.
    above: bool,
    colour: PlainColour,
}

impl Key {
    pub fn new(plain: &Plain, target: &Target) -> Self {
        let taken = target.pieces > 0;
        Self {
            wild: plain.wild.map(|wild| wild.0),
            least_wilds: plain.least_wilds,
            most_wilds: plain.most_wilds.unwrap_or(u16::MAX),
            piece: if taken { target.piece } else { PieceId(0) },
            shared: taken && target.shared,
            extra: taken.then(|| i32::from(target.pieces) - i32::from(plain.units)),
            above: usize::from(plain.units) > LANES,
            colour: plain.colour,
        }
    }
}

/// Where the number of pieces is kept, how far apart those of the players are, and how many more there are beside those: very many where
/// none is needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stock {
    first: u32,
    each: u32,
    more: i32,
}

impl Stock {
    /// Whoever takes none has always enough.
    pub const ENDLESS: Self = Self { first: u32::MAX, each: 0, more: i32::MAX / 2 };

    pub fn new(piece: PieceId, shared: bool, pieces: &[Piece]) -> Self {
        match pieces.get(piece.index()) {
            Some(piece) if shared => Self { first: piece.shared.slot(()) as u32, each: 0, more: 0 },
            Some(piece) => Self { first: piece.stock.slot(PlayerId(0)) as u32, each: 1, more: 0 },
            None => Self::ENDLESS,
        }
    }

    #[inline(always)]
    pub fn of(self, regs: &[i32], who: PlayerId) -> i32 {
        let at = self.first + self.each * u32::from(who.0);
        regs.get(at as usize).copied().unwrap_or_default() + self.more
    }
}

/// Rows whose ways are read from one table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The kind of wild, and how many of them can be used at most and must be at least.
    wild: u8,
    wilds: u8,
    least: u8,
    /// How many lanes the pieces suffice for: the number of pieces, less those that a target takes more than cards, and less the cards
    /// before the first lane.
    stock: Stock,
    /// The first and the second kind of each colour, if colours have two.
    both: Box<[[u8; 2]]>,
    /// In how many ways each number of cards is paid, by how many wilds can be used and how many cards of the colour there are.
    ways: Box<[[Lanes; CARDS]]>,
    /// Its first rows: those of several colours or of wilds alone.
    several: Box<[Several]>,
    /// The colours that have a row of their own behind those, whether something costs it or not. A colour is told by its kind, or by its
    /// place among those of `both`.
    single: Range<u8>,
    /// Where they stand among the rows of all tables.
    pub rows: Range<usize>,
}

/// A row of costs that can be paid with several colours, or with wilds alone.
#[derive(Clone, Debug)]
pub(super) struct Several {
    set: KindSet,
    colours: Box<[u8]>,
    /// How often the payment of wilds alone is counted too often, once for each colour but one, by how many wilds can be used.
    bare: Box<[Lanes]>,
    /// Whether these are all colours that have a row of their own in the table, as mostly.
    of_each: bool,
}

/// The masks of the first so many lanes: the dearer ones, for which pieces are lacking, do not count.
const UP_TO: [Lanes; LANES + 1] = {
    let mut masks = [[0; LANES]; LANES + 1];
    let mut n = 0;
    while n <= LANES {
        let mut lane = 0;
        while lane < n {
            masks[n][lane] = -1;
            lane += 1;
        }
        n += 1;
    }
    masks
};

/// What was found out of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    /// In how many ways one target of each lane is paid with any of the colours that have a row of their own.
    ways: Lanes,
    /// Which lanes count, as a mask: the dearer ones take too many pieces.
    lanes: Lanes,
}

impl Table {
    /// The table of these costs, whose rows begin behind those of others.
    pub fn new(key: &Key, by_kinds: &ByKinds, pieces: &[Piece], first: usize) -> Self {
        let base = if key.above { LANES } else { 0 };
        let most = by_kinds.values().flatten().map(|(_, units)| usize::from(*units)).max().unwrap_or_default();
        let wilds = if key.wild.is_some() { most.min(key.most_wilds.into()) } else { 0 };
        // More than there can be of any cost are never there.
        let least = usize::from(key.least_wilds).min(2 * LANES);
        let lanes = |of: &dyn Fn(usize) -> i16| -> Lanes { std::array::from_fn(|lane| of(base + lane + 1)) };
        // More cards than are paid make no difference.
        let (counts, second) = (most + 1, key.colour.second.is_some());
        let ways = |wilds: usize| -> [Lanes; CARDS] {
            let limits = [least as i32, wilds as i32];
            let of = |at: usize| {
                let cards = [at % counts, at / counts].map(|cards| cards as u8);
                lanes(&|n| key.colour.ways(cards, n as i32, limits) as i16)
            };
            let all: Vec<Lanes> = (0..if second { counts * counts } else { counts }).map(of).collect();
            std::array::from_fn(|cards| match second {
                true => all[(cards % PACKED).min(most) + (cards / PACKED).min(most) * counts],
                false => all[cards.min(most)],
            })
        };
        let bare = |kinds: &KindSet| {
            let more = kinds.len() as i16 - 1;
            let of = |wilds: usize| lanes(&|n| if (least..=wilds).contains(&n) { more } else { 0 });
            (0..=wilds).map(of).collect()
        };
        let all: KindSet = by_kinds.keys().flat_map(|kinds| kinds.iter()).collect();
        let second = |behind: u8| all.iter().map(move |kind| [kind.0, kind.0 + behind]).collect();
        let both: Box<[[u8; 2]]> = key.colour.second.map(|(behind, _)| second(behind)).unwrap_or_default();
        // From the first kind to the last one, so that they lie side by side in a hand.
        let single = match by_kinds.keys().any(|kinds| kinds.len() == 1) {
            true if !both.is_empty() => 0..both.len() as u8,
            true => all.0.trailing_zeros() as u8..(u32::BITS - all.0.leading_zeros()) as u8,
            false => 0..0,
        };
        let mut several: Vec<KindSet> = by_kinds.keys().copied().filter(|kinds| kinds.len() != 1).collect();
        several.sort_by_key(|kinds| (Reverse(kinds.len()), *kinds));
        let of_several = |set: &KindSet| {
            let colours: Box<[u8]> = set.iter().map(|kind| colour_of(kind, &both)).collect();
            Several { set: *set, of_each: colours.iter().copied().eq(single.clone()), colours, bare: bare(set) }
        };
        let several: Box<[Several]> = several.iter().map(of_several).collect();
        let rows = first..first + single.len() + several.len();
        let stock = key.extra.map_or(Stock::ENDLESS, |extra| {
            let stock = Stock::new(key.piece, key.shared, pieces);
            Stock { more: stock.more - extra - base as i32, ..stock }
        });
        Self {
            wild: key.wild.unwrap_or_default(),
            wilds: wilds as u8,
            least: least as u8,
            stock,
            both,
            ways: (0..=wilds).map(ways).collect(),
            several,
            single,
            rows,
        }
    }

    /// The row of costs that are paid with the colours of these first kinds.
    pub fn row_of(&self, kinds: KindSet) -> usize {
        let several = self.several.iter().take_while(|row| row.set != kinds).count();
        let colour = kinds.iter().next().filter(|_| kinds.len() == 1).map(|kind| colour_of(kind, &self.both));
        let single = colour.map_or(0, |colour| colour - self.single.start);
        self.rows.start + several + usize::from(single)
    }

    #[inline(always)]
    fn wilds_in(&self, hand: &CardBag) -> u8 {
        hand.counts()[usize::from(self.wild) % MAX_CARD_KINDS].min(self.wilds)
    }

    /// The cards of a hand as their ways are looked up: by colour.
    #[inline(always)]
    fn by_colour<'a>(&self, hand: &'a CardBag) -> Cow<'a, CardBag> {
        match &self.both[..] {
            [] => Cow::Borrowed(hand),
            both => Cow::Owned(packed(hand, both)),
        }
    }

    /// How many lanes count: those of which there are pieces enough.
    #[inline(always)]
    fn lanes(&self, who: PlayerId, regs: &[i32]) -> usize {
        self.stock.of(regs, who).clamp(0, LANES as i32) as usize
    }

    /// In how many ways each number of cards of a colour is paid.
    #[inline(always)]
    fn ways_of(&self, colour: u8, hand: &CardBag, wilds: usize) -> i16x8 {
        i16x8::new(self.ways[wilds][usize::from(hand.counts()[usize::from(colour) % MAX_CARD_KINDS])])
    }

    /// In how many ways each number of cards of any colour of a row is paid; `each`: of those that have a row of their own.
    #[inline(always)]
    fn ways_of_several(&self, row: &Several, each: i16x8, hand: &CardBag, wilds: usize) -> i16x8 {
        let ways = match row.of_each {
            true => each,
            false => row.colours.iter().fold(i16x8::splat(0), |sum, colour| sum + self.ways_of(*colour, hand, wilds)),
        };
        ways - row.bare.get(wilds).copied().map_or(i16x8::splat(0), i16x8::new)
    }

    /// In how many ways one target of each lane of a row is paid, by what was found out when it was counted.
    #[inline]
    pub fn ways_of_row(&self, row: usize, hand: &CardBag, found: &Found) -> Lanes {
        let (wilds, row) = (usize::from(self.wilds_in(hand)), row - self.rows.start);
        let hand = &*self.by_colour(hand);
        let ways = match self.several.get(row) {
            Some(several) => self.ways_of_several(several, i16x8::new(found.ways), hand, wilds),
            None => self.ways_of(self.single.start + (row - self.several.len()) as u8, hand, wilds),
        };
        (ways & i16x8::new(found.lanes)).to_array()
    }

    /// Counts the payments of all its rows, for how many targets are open in each lane.
    #[inline(always)]
    pub fn count(
        &self,
        hand: &CardBag,
        who: PlayerId,
        regs: &[i32],
        open: &[Lanes],
        sums: &mut [[i32; 4]],
        found: &mut Found,
    ) -> i32x4 {
        let wilds = self.wilds_in(hand);
        if wilds < self.least {
            sums.fill([0; 4]);
            *found = Found::default();
            return i32x4::splat(0);
        }
        let lanes = i16x8::new(UP_TO[self.lanes(who, regs)]);
        let hand = &*self.by_colour(hand);
        let (mut all, mut each) = (i32x4::splat(0), i16x8::splat(0));
        let Some(ways) = self.ways.get(usize::from(wilds)) else { return all };
        let several = self.several.len().min(open.len());
        let (open_several, open_single) = open.split_at(several);
        let (to_several, to_single) = sums.split_at_mut(several);
        let cards = hand.counts().get(usize::from(self.single.start)..).unwrap_or_default();
        for ((cards, open), to) in cards.iter().zip(open_single).zip(to_single) {
            let ways = i16x8::new(ways[usize::from(*cards)]) & lanes;
            let sum = ways.dot(i16x8::new(*open));
            each += ways;
            *to = sum.to_array();
            all += sum;
        }
        for ((row, open), to) in self.several.iter().zip(open_several).zip(to_several) {
            let ways = self.ways_of_several(row, each, hand, wilds.into()) & lanes;
            let sum = ways.dot(i16x8::new(*open));
            *to = sum.to_array();
            all += sum;
        }
        (found.ways, found.lanes) = (each.to_array(), lanes.to_array());
        all
    }
}

/// The cards of both kinds of each colour as one number; no more of each than make a difference.
#[inline(never)]
fn packed(hand: &CardBag, both: &[[u8; 2]]) -> CardBag {
    let (mut held, mut cards) = (*hand.counts(), [0; MAX_CARD_KINDS]);
    held.iter_mut().for_each(|n| *n = (*n).min(MOST_CARDS as u8));
    for (cards, kinds) in cards.iter_mut().zip(both) {
        let [first, second] = kinds.map(|kind| held[usize::from(kind) % MAX_CARD_KINDS]);
        *cards = first | (second * PACKED as u8);
    }
    CardBag::from_counts(&cards)
}

/// The colour of a first kind.
fn colour_of(kind: Kind, both: &[[u8; 2]]) -> u8 {
    both.iter().position(|[first, _]| *first == kind.0).map_or(kind.0, |at| at as u8)
}
