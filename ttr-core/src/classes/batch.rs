//! Costs of so many cards of one kind, or wilds instead, counted for many kinds side by side.
//!
//! With `c` cards of a kind and from `a` to `w` wilds, `n` cards are paid in as many ways as there are numbers of cards of the kind
//! from `n - w`, or none, to `n - a`, or `c`. A batch knows how many routes of `n` cards of each kind are open; those that are paid with
//! any one of several kinds are among those of each. So all claims are, for each `n`, a product of ways and routes for each kind, and
//! what such routes have in common, wilds alone, is taken off once.

use super::Class;
use crate::bag::CardBag;
use crate::ids::{Kind, KindSet, PieceId, PlayerId};
use crate::limits::{MAX_CARD_KINDS, MAX_ROUTES};
use crate::payment::Plain;
use crate::rules::Piece;
use wide::{i16x8, i32x4, u8x16};

/// A cost of a batch has fewer cards than this.
const COLUMNS: usize = 16;

/// Kinds are counted so many at once.
pub(super) const LANES: usize = 8;

/// A number for each of some kinds side by side.
pub(super) type Lanes = [i16; LANES];

/// All routes of a board can be counted so.
const _: () = assert!(MAX_ROUTES <= i16::MAX as usize);

/// What the costs of a batch have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Key {
    wild: Option<Kind>,
    least_wilds: u16,
    most_wilds: u16,
    piece: PieceId,
    public: bool,
    /// How many pieces more than cards.
    extra: i32,
}

impl Key {
    pub fn new(plain: &Plain, class: Class) -> Self {
        Self {
            wild: plain.wild,
            least_wilds: plain.least_wilds,
            most_wilds: plain.most_wilds.unwrap_or(u16::MAX),
            piece: class.piece,
            public: class.public,
            extra: i32::from(class.pieces) - i32::from(plain.units),
        }
    }
}

/// A table of costs: for each number of cards a cell for each kind that some are paid with alone, and one for those that can be
/// paid with several kinds, which are the same for all of them.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    key: Key,
    /// The kind of each lane. There may be lanes that no cost is paid with.
    kinds: Vec<[u8; LANES]>,
    /// Where they are one after the other: the first.
    first_kind: Option<usize>,
    /// With which of them costs of several can be paid: a one each.
    any: Vec<Lanes>,
    /// How many those are.
    several: i32,
    /// The fewest and the most cards.
    fewest: u8,
    most: u8,
    /// The kind of wild, how many of them can be used, none where there is no such kind, and how many have to be.
    wild: u8,
    wilds: u8,
    least: u8,
    /// The first of its cells, as many to each as there are lanes: one for every number of cards for each of the lanes of `any`,
    /// then those of costs of several kinds.
    first: usize,
    /// How many there are.
    cells: usize,
    /// Where the number of pieces is kept.
    stock: Option<Counter>,
    /// The routes of up to so many cards that can be paid with each kind of the lanes: a word of bits for each number of cards, for
    /// all lanes of the first word of the routes, then of the next.
    routes: Vec<[u64; COLUMNS]>,
}

/// Where a route stands in a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// Which kind pays for it, from the first one of the batch on; behind them: several.
    lane: u8,
    units: u8,
}

/// Where a number of pieces is kept.
#[derive(Clone, Copy, Debug)]
struct Counter {
    slot: usize,
    /// How far apart those of the players are.
    each: usize,
}

/// What a player has for a batch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Have {
    /// The wilds that can be used, at most as many as the dearest cost.
    wilds: u8,
    /// How many of them have to be.
    least: u8,
    /// The most cards of a cost for which there are enough pieces; none, if there are not even enough wilds.
    last: u8,
}

impl Batch {
    /// The batch of these costs, of which those of several kinds have the kinds `any`, from this cell on. Nothing if it is not
    /// worth it.
    pub fn new(key: Key, any: KindSet, costs: &[(Class, Plain)], first: usize) -> Option<Self> {
        let all = costs.iter().fold(any, |all, (_, plain)| all.or(plain.kinds));
        let (lowest, highest) = (all.iter().next()?.index(), all.iter().last()?.index());
        let first_kind = lowest / LANES * LANES;
        // Where they fit into fewer lanes without what lies between them, they are picked out.
        let lanes = all.len().div_ceil(LANES);
        let first_kind = ((highest - first_kind) / LANES < lanes).then_some(first_kind);
        let listed = match first_kind {
            Some(first) => (first..first + lanes * LANES).map(|kind| kind as u8).collect(),
            None => all.iter().map(|kind| kind.0).collect::<Vec<u8>>(),
        };
        let kinds = listed.chunks(LANES).map(|kinds| {
            let last = kinds.last().copied().unwrap_or_default();
            std::array::from_fn(|lane| kinds.get(lane).copied().unwrap_or(last))
        });
        let kinds: Vec<[u8; LANES]> = kinds.collect();
        // A kind that fills the lanes left over is not counted there.
        let is_any = |at: usize| i16::from(listed.get(at).is_some_and(|kind| any.has(Kind(*kind))));
        let lanes_of = |from: usize| std::array::from_fn(|lane| is_any(from * LANES + lane));
        let units = || costs.iter().map(|(_, plain)| usize::from(plain.units));
        let (fewest, most) = (units().min()?, units().max()?);
        let (wild, wilds) = key.wild.map_or((0, 0), |wild| (wild.0, most.min(key.most_wilds.into())));
        // More than there can be of any cost are never there.
        let least = key.least_wilds.min(COLUMNS as u16) as u8;
        let any: Vec<Lanes> = (0..lanes).map(lanes_of).collect();
        let several = any.as_flattened().iter().map(|one| i32::from(*one)).sum();
        (most < COLUMNS && costs.len() > lanes).then_some(Self {
            key,
            kinds,
            first_kind,
            any,
            several,
            fewest: fewest as u8,
            most: most as u8,
            wild,
            wilds: wilds as u8,
            least,
            first,
            cells: lanes * COLUMNS + COLUMNS / LANES,
            stock: None,
            routes: Vec::new(),
        })
    }

    /// Tells it where the number of pieces is kept that its routes take.
    pub fn set_stock(&mut self, pieces: &[Piece]) {
        let piece = pieces.get(self.key.piece.index());
        self.stock = piece.map(|piece| match self.key.public {
            true => Counter { slot: piece.shared.slot(()), each: 0 },
            false => Counter { slot: piece.stock.slot(PlayerId(0)), each: 1 },
        });
    }

    /// How many pieces this player has for it; none of a kind that there is not.
    #[inline(always)]
    pub fn stock(&self, regs: &[i32], who: PlayerId) -> i32 {
        match self.stock {
            Some(Counter { slot, each }) => regs[slot + each * who.index()],
            None => 0,
        }
    }

    /// How many cells it has, as many to each as there are lanes.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The cell of a cost.
    pub fn cell(&self, plain: &Plain) -> Option<usize> {
        let (units, any) = (usize::from(plain.units), self.first + self.any.len() * COLUMNS);
        if plain.kinds.len() > 1 {
            return Some(any * LANES + units);
        }
        let kind = plain.kinds.iter().next()?;
        let lane = self.kinds.as_flattened().iter().position(|of| *of == kind.0)?;
        Some((self.first + lane / LANES * COLUMNS + units) * LANES + lane % LANES)
    }

    /// The column of a cell, what a route of it adds there, and whether it is one of several kinds; nothing if those are in more
    /// than one.
    pub fn column(&self, cell: usize) -> Option<(usize, Lanes, bool)> {
        let mut adds = [0; LANES];
        if cell < (self.first + self.any.len() * COLUMNS) * LANES {
            adds[cell % LANES] = 1;
            return Some((cell / LANES, adds, false));
        }
        match &self.any[..] {
            [any] => Some((self.first + cell % COLUMNS, *any, true)),
            _ => None,
        }
    }

    /// Opens or closes a route of this cell, which is one of several kinds: one more or less.
    #[inline]
    pub fn turn(&self, open: &mut [Lanes], cell: usize, by: i16) {
        open.as_flattened_mut()[cell] += by;
        let units = cell % COLUMNS;
        for (any, columns) in self.any.iter().zip(open[self.first..].chunks_exact_mut(COLUMNS)) {
            let open = &mut columns[units];
            *open = (i16x8::new(*open) + i16x8::new(*any) * i16x8::splat(by)).to_array();
        }
    }

    /// What there is for it in a hand, with so many pieces.
    #[inline(always)]
    pub fn have(&self, hand: &CardBag, stock: i32) -> Have {
        let wilds = hand.counts()[usize::from(self.wild) % MAX_CARD_KINDS].min(self.wilds);
        let least = self.least;
        let last = (stock - self.key.extra).clamp(0, self.most.into()) as u8;
        Have { wilds, least, last: if wilds < least { 0 } else { last } }
    }

    /// The cards of some kinds, and one more of each.
    #[inline(always)]
    fn cards(&self, hand: &CardBag, at: usize) -> i16x8 {
        let Some(first) = self.first_kind else { return self.picked_cards(hand, at) };
        let at = first / LANES + at;
        let half = u8x16::new(hand.counts().as_chunks().0[at / 2 % (MAX_CARD_KINDS / 16)]);
        let cards = if at.is_multiple_of(2) { i16x8::from_u8x16_low(half) } else { i16x8::from_u8x16_high(half) };
        cards + i16x8::splat(1)
    }

    /// The same where the kinds are not one after the other.
    #[inline(never)]
    fn picked_cards(&self, hand: &CardBag, at: usize) -> i16x8 {
        i16x8::new(self.kinds[at].map(|kind| i16::from(hand.counts()[usize::from(kind) % MAX_CARD_KINDS]) + 1))
    }

    /// How many claims there are with what is in a hand, by how many routes of each cell are open.
    #[inline(always)]
    pub fn count(&self, hand: &CardBag, have: Have, open: &[Lanes]) -> u64 {
        if have.last < self.fewest {
            return 0;
        }
        let (columns, any) = open[self.first..][..self.cells].as_chunks::<COLUMNS>();
        let mut sum = i32x4::splat(0);
        for (at, columns) in columns.iter().enumerate() {
            let (cards, mut ways) = (self.cards(hand, at), Ways::new(self.fewest, have));
            for open in &columns[usize::from(self.fewest)..=usize::from(have.last) % COLUMNS] {
                sum += ways.next(cards).dot(i16x8::new(*open));
            }
        }
        let total = sum.reduce_add();
        // Wilds alone are one payment, whatever the kind.
        if have.wilds < self.fewest.max(have.least) {
            return total as u64;
        }
        (total - (self.several - 1) * self.paid_with_wilds(have, any.as_flattened())) as u64
    }

    /// How many of the open routes of several kinds can be paid with wilds alone.
    #[inline(never)]
    fn paid_with_wilds(&self, have: Have, open: &[i16]) -> i32 {
        let [first, last] = [self.fewest.max(have.least), have.wilds.min(have.last)].map(usize::from);
        (first..=last).map(|units| i32::from(open[units % COLUMNS])).sum()
    }

    /// How many lanes there are.
    fn lanes(&self) -> usize {
        self.any.len() * LANES
    }

    /// Where the routes of a cell stand.
    pub fn at(&self, cell: usize) -> At {
        let (column, lane) = (cell / LANES - self.first, cell % LANES);
        if column >= self.any.len() * COLUMNS {
            return At { lane: self.lanes() as u8, units: (cell % COLUMNS) as u8 };
        }
        At { lane: (column / COLUMNS * LANES + lane) as u8, units: (column % COLUMNS) as u8 }
    }

    /// How many bytes the table of routes takes that all have so many words of bits.
    pub fn table_size(&self, words: usize) -> usize {
        self.lanes() * words * size_of::<[u64; COLUMNS]>()
    }

    /// Tells it that a route stands here; all have so many words of bits.
    pub fn add_route(&mut self, route: usize, at: At, words: usize) {
        let lanes = self.lanes();
        self.routes.resize(lanes * words, [0; COLUMNS]);
        let pays = |lane: usize| lane == usize::from(at.lane);
        let any = |lane: usize| usize::from(at.lane) == lanes && self.any.as_flattened()[lane] != 0;
        for lane in (0..lanes).filter(|lane| pays(*lane) || any(*lane)) {
            for routes in &mut self.routes[route / 64 * lanes + lane][usize::from(at.units)..] {
                *routes |= 1 << (route % 64);
            }
        }
    }

    /// Adds the routes for which there are enough cards and pieces, if not always wilds enough among them.
    #[inline]
    pub fn add_payable(&self, hand: &CardBag, have: Have, to: &mut [u64]) {
        if have.last < self.fewest {
            return;
        }
        let (wilds, last) = (u8x16::splat(have.wilds), u8x16::splat(have.last));
        let reach = hand.counts().as_chunks().0.iter().map(|half| (u8x16::new(*half).saturating_add(wilds)).min(last));
        let mut reaches = [[0; 16]; MAX_CARD_KINDS / 16];
        reaches.iter_mut().zip(reach).for_each(|(to, reach)| *to = reach.to_array());
        let (mut reaches, mut picked) = (reaches.as_flattened(), [0; MAX_CARD_KINDS]);
        if let Some(first) = self.first_kind {
            reaches = &reaches[first..];
        } else {
            for (to, kind) in picked.iter_mut().zip(self.kinds.as_flattened()) {
                *to = reaches[usize::from(*kind) % MAX_CARD_KINDS];
            }
            reaches = &picked;
        }
        for (to, routes) in to.iter_mut().zip(self.routes.chunks_exact(self.lanes())) {
            for (routes, reach) in routes.iter().zip(reaches) {
                *to |= routes[usize::from(*reach) % COLUMNS];
            }
        }
    }

    /// How many payments there are for a route that stands here.
    #[inline(always)]
    pub fn payments(&self, hand: &CardBag, have: Have, at: At) -> u64 {
        let (lane, units) = (usize::from(at.lane), at.units);
        if units > have.last {
            return 0;
        }
        if lane == self.lanes() {
            return self.payments_of_several(hand, have, units);
        }
        let kind = self.kinds.as_flattened()[lane];
        let cards = i32::from(hand.counts()[usize::from(kind) % MAX_CARD_KINDS]);
        let most = cards.min(i32::from(units) - i32::from(have.least));
        let fewest = (i32::from(units) - i32::from(have.wilds)).max(0);
        (most - fewest + 1).max(0) as u64
    }

    /// The same for a route of several kinds.
    #[inline(always)]
    fn payments_of_several(&self, hand: &CardBag, have: Have, units: u8) -> u64 {
        let mut sum = i32x4::splat(0);
        for (at, any) in self.any.iter().enumerate() {
            sum += Ways::new(units, have).next(self.cards(hand, at)).dot(i16x8::new(*any));
        }
        // Wilds alone are one payment, whatever the kind.
        let bare = have.least <= units && units <= have.wilds;
        (sum.reduce_add() - if bare { self.several - 1 } else { 0 }) as u64
    }
}

/// In how many ways costs are paid, one number of cards after the other.
struct Ways {
    /// One more than the most cards of a kind that can be paid.
    most: i16x8,
    /// The fewest.
    fewest: i16x8,
}

impl Ways {
    /// From this number of cards on.
    #[inline(always)]
    fn new(units: u8, have: Have) -> Self {
        let [units, wilds, least] = [units, have.wilds, have.least].map(i16::from);
        Self { most: i16x8::splat(units + 1 - least), fewest: i16x8::splat(units - wilds) }
    }

    /// The ways of the next number, with so many cards less one.
    #[inline(always)]
    fn next(&mut self, cards: i16x8) -> i16x8 {
        let (none, one) = (i16x8::splat(0), i16x8::splat(1));
        let ways = (cards.min(self.most) - self.fewest.max(none)).max(none);
        self.most += one;
        self.fewest += one;
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Classes, Open};
    use super::*;
    use crate::chance::below;
    use crate::ids::ColourId;
    use crate::payment::{Cost, KindInfo, Payer};
    use crate::rules::{RouteTerms, Terms};
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// Costs of all shapes that go into batches, and one that does not, of so many kinds, the last of them wild.
    fn costs(rng: &mut ChaCha8Rng, kinds: usize) -> Vec<Cost> {
        let wild = KindSet(1 << (kinds - 1));
        let colours = KindSet(wild.0 - 1);
        let mut costs = vec![Cost::cards(3).of(colours).any_colours()];
        for _ in 0..90 {
            let units = 1 + below(rng, 15) as u16;
            let cards = match below(rng, 4) {
                0 => KindSet(1 << below(rng, kinds as u32 - 1)),
                1 => colours,
                2 => KindSet(0b0011 << (kinds / 2)),
                _ => KindSet(1 << (kinds - 2)),
            };
            let cost = Cost::cards(units).of(cards);
            costs.push(match below(rng, 4) {
                0 => cost,
                1 => cost.wilds(wild).least_wilds(below(rng, 3) as u16),
                2 => cost.wilds(wild).most_wilds(below(rng, 4) as u16),
                _ => cost.wilds(wild),
            });
        }
        costs
    }

    #[test]
    fn all_claims_at_once_are_the_claims_one_by_one() {
        let (mut rng, mut picked) = (ChaCha8Rng::seed_from_u64(5), false);
        for n in [5, 9, 22, 32].into_iter().cycle().take(80) {
            let colour = |k: usize| (k + 1 < n).then_some(ColourId(k as u8));
            let kinds: Vec<KindInfo> = (0..n).map(|k| KindInfo { colour: colour(k), units: 1 }).collect();
            let costs = costs(&mut rng, n);
            let payers: Vec<Payer> = costs.iter().map(|cost| Payer::new(cost, &kinds).expect("a cost")).collect();
            let (piece, pieces, aside, public, closed) = (PieceId(0), 0, 0, false, false);
            let of = |cost: &Cost| Terms { cost: cost.clone(), piece, pieces, aside, public, closed };
            let terms: Vec<Terms> = costs.iter().map(of).collect();
            let routes: Vec<RouteTerms> = (0..150)
                .map(|_| {
                    let at = below(&mut rng, costs.len() as u32) as u16;
                    let units = costs[usize::from(at)].parts[0].units;
                    let pieces = units + below(&mut rng, 2) as u16;
                    let closed = below(&mut rng, 10) == 0;
                    RouteTerms { terms: at, payer: at, piece: PieceId(0), pieces, public: false, closed }
                })
                .collect();
            let mut classes = Classes::new(&routes, &terms, &payers);
            assert!(classes.batches.len() > 2, "the costs that this is about");
            picked |= classes.batches.iter().any(|batch| batch.first_kind.is_none());
            classes.set_start(1, &[u64::MAX, u64::MAX, u64::MAX >> 42]);
            let mut open = classes.seats(1, &payers).remove(0).open;
            for _ in 0..40 {
                let word = |rng: &mut ChaCha8Rng| u64::from(below(rng, u32::MAX)) * 0x1_0000_0001;
                let words = [word(&mut rng), word(&mut rng), word(&mut rng) >> 42];
                open.follow(&classes, PlayerId(0), &words);
                let mut hand = CardBag::EMPTY;
                for kind in 0..n {
                    hand.set(Kind::at(kind), below(&mut rng, 3 + 6 * (kind as u32 % 3)) as u8);
                }
                let stock = below(&mut rng, 20) as i32;
                compare(&classes, &payers, &routes, &open, &hand, stock);
            }
        }
        assert!(picked, "kinds that are not one after the other");
    }

    fn compare(classes: &Classes, payers: &[Payer], routes: &[RouteTerms], open: &Open, hand: &CardBag, stock: i32) {
        let mut payments = classes.payments();
        let (mut by_batches, mut one_by_one) = (0, 0);
        for (batch, have) in classes.batches.iter().zip(&mut payments.have) {
            *have = batch.have(hand, stock);
            by_batches += batch.count(hand, *have, &open.cells);
        }
        payments.find(classes, hand, &open.words);
        for (at, route) in routes.iter().enumerate().filter(|(_, route)| !route.closed) {
            if matches!(classes.spots[at], super::super::Spot::Step(_)) {
                continue;
            }
            let enough = stock >= i32::from(route.pieces);
            let n = if enough { payers[usize::from(route.payer)].count(hand) } else { 0 };
            let counted = classes.payments_of(at, hand, &payments);
            assert_eq!(counted, n, "{hand:?}, {stock} pieces, cost {} of {at}", route.payer);
            let [is_open, is_payable] =
                [&open.words, &payments.words].map(|words| words[at / 64] >> (at % 64) & 1 != 0);
            assert!(is_open || !is_payable, "{at} is closed");
            assert!(is_payable || !is_open || n == 0, "{at} can be paid");
            one_by_one += if is_open { n } else { 0 };
        }
        assert_eq!(by_batches, one_by_one, "{hand:?}, {stock} pieces");
    }
}
