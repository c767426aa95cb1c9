//! Costs of so many cards of one kind, or wilds instead, counted for all numbers of cards side by side.
//!
//! With `c` cards of a kind and from `a` to `w` wilds, `n` cards are paid in as many ways as there are numbers of cards of the kind
//! from `n - w`, or none, to `n - a`, or `c`: what a table says for every `n` at once. A batch knows how many routes of `n` cards of
//! each kind are open, and how many of those that are paid with any one of several kinds. So all claims are, for each kind, a product
//! of ways and routes; for routes of several kinds the ways of all of them are added up, and what they have in common, wilds alone, is
//! taken off.

use super::{Class, Plenty, Row, Stock, WIDTH};
use crate::bag::CardBag;
use crate::cost::Plain;
use crate::ids::{Kind, KindSet, PieceId, PlayerId};
use crate::limits::{MAX_CARD_KINDS, MAX_ROUTES};
use crate::rules::Piece;
use wide::{i16x8, i32x4};

/// Numbers of cards are counted so many at once.
const LANES: usize = 8;

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

/// Costs that differ in how many cards of which kind they take: a row for each kind, and one for those that can be paid with several
/// kinds, which are the same for all of them.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    key: Key,
    /// The kinds that costs of several can be paid with. They have the first rows; the one behind is for those costs.
    any: Vec<u8>,
    /// The kinds that pay alone only, which have the rows behind that.
    alone: Vec<u8>,
    /// Whether no cost is paid with one kind alone.
    all_several: bool,
    /// The fewest and the most cards.
    fewest: u8,
    most: u8,
    /// The kind of wild, how many of them can be used, none where there is no such kind, and how many have to be.
    wild: u8,
    wilds: u8,
    least: u8,
    /// The first of its rows, and the one behind the last.
    first: usize,
    end: usize,
    /// The pieces that its routes take.
    pub stock: Stock,
    /// The row of each kind, among its own; beyond them for a kind that it does not take.
    row_of: [u8; MAX_CARD_KINDS],
    /// In how many ways each number of cards is paid, by how many wilds can be used and how many cards of the kind there are.
    ways: Vec<[Row; WIDTH]>,
    /// What is counted too often for several kinds, by how many wilds can be used.
    bare: Vec<Row>,
}

impl Batch {
    /// The batch of these costs, of which those of several kinds have the kinds `any`, from this row on. Nothing if it is not
    /// worth it.
    pub fn new(key: Key, any: KindSet, costs: &[(Class, Plain)], first: usize) -> Option<Self> {
        let all = costs.iter().fold(any, |all, (_, plain)| all.or(plain.kinds));
        let listed = |kinds: KindSet| -> Vec<u8> { kinds.iter().map(|kind| kind.0).collect() };
        let units = || costs.iter().map(|(_, plain)| usize::from(plain.units));
        let (fewest, most) = (units().min()?, units().max()?);
        if most >= WIDTH || costs.len() <= all.len().div_ceil(LANES) {
            return None;
        }
        let (wild, wilds) = key.wild.map_or((0, 0), |wild| (wild.0, most.min(key.most_wilds.into())));
        // More than there can be of any cost are never there.
        let least = usize::from(key.least_wilds).min(WIDTH);
        let row = |of: &dyn Fn(usize) -> i16| -> Row { std::array::from_fn(|at| of(at + 1)) };
        let ways = |wilds: usize, cards: usize| {
            row(&|n| ((cards + 1).min((n + 1).saturating_sub(least)) as i16 - n.saturating_sub(wilds) as i16).max(0))
        };
        // Wilds alone are one payment, whatever the kind.
        let twice = any.len().saturating_sub(1) as i16;
        let bare = |wilds: usize| row(&|n| if (least..=wilds).contains(&n) { twice } else { 0 });
        let (any_kinds, alone) = (listed(any), listed(all.minus(any)));
        let mut row_of = [u8::MAX; MAX_CARD_KINDS];
        any_kinds.iter().zip(0..).for_each(|(kind, row)| row_of[usize::from(*kind)] = row);
        alone.iter().zip(any_kinds.len() as u8 + 1..).for_each(|(kind, row)| row_of[usize::from(*kind)] = row);
        Some(Self {
            key,
            any: any_kinds,
            alone,
            all_several: costs.iter().all(|(_, plain)| plain.kinds.len() > 1),
            fewest: fewest as u8,
            most: most as u8,
            wild,
            wilds: wilds as u8,
            least: least as u8,
            first,
            end: first + all.len() + 1,
            stock: Stock::NONE,
            row_of,
            ways: (0..=wilds).map(|wilds| std::array::from_fn(|cards| ways(wilds, cards))).collect(),
            bare: (0..=wilds).map(bare).collect(),
        })
    }

    /// Tells it where the number of pieces is kept that its routes take.
    pub fn set_stock(&mut self, pieces: &[Piece]) {
        if let Some(piece) = pieces.get(self.key.piece.index()) {
            self.stock = match self.key.public {
                true => Stock { first: piece.shared.slot(()), each: 0 },
                false => Stock { first: piece.stock.slot(PlayerId(0)), each: 1 },
            };
        }
    }

    /// The pieces that are enough for each of its routes.
    pub fn plenty(&self) -> Plenty {
        Plenty { stock: self.stock, pieces: i32::from(self.most) + self.key.extra }
    }

    /// The kind that is wild in it.
    pub fn wild_kinds(&self) -> KindSet {
        self.key.wild.map_or(KindSet::NONE, |wild| KindSet::NONE.with(wild))
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.end - self.first
    }

    /// The row of a cost, and which of its numbers is meant.
    pub fn cell(&self, plain: &Plain) -> Option<(usize, usize)> {
        let mut kinds = plain.kinds.iter();
        let row = match (kinds.next()?, kinds.next()) {
            (_, Some(_)) => self.any.len(),
            (kind, None) => match self.any.iter().position(|of| *of == kind.0) {
                Some(row) => row,
                None => self.any.len() + 1 + self.alone.iter().position(|of| *of == kind.0)?,
            },
        };
        Some((self.first + row, usize::from(plain.units).checked_sub(1)?))
    }

    /// How many claims there are with what is in a hand, fewer than a row is wide of each kind, by how many routes are open.
    /// How many payments there are for a route is noted, and whether that is none everywhere.
    #[inline(always)]
    pub fn count(&self, hand: &CardBag, open: &[Row], to: &mut [Row], blank: &mut bool) -> i64 {
        let wilds = self.wilds_in(hand);
        if wilds < self.least {
            return self.clear(to, blank);
        }
        let (open, to) = (&open[self.first..self.end], &mut to[self.first..self.end]);
        *blank = false;
        match self.most {
            _ if self.all_several => self.count_several(hand, wilds, open, to),
            ..=8 => self.count_rows::<1>(hand, wilds, open, to),
            _ => self.count_rows::<2>(hand, wilds, open, to),
        }
    }

    /// The same with so many pieces, which may be too few for some routes.
    pub fn count_with_few(&self, hand: &CardBag, stock: i32, open: &[Row], to: &mut [Row], blank: &mut bool) -> i64 {
        let last = (stock - self.key.extra).min(self.most.into());
        if last < i32::from(self.fewest) {
            return self.clear(to, blank);
        }
        let all = self.count(hand, open, to, blank);
        if last == i32::from(self.most) || *blank {
            return all;
        }
        self.recount(last as usize, &open[self.first..self.end], &mut to[self.first..self.end])
    }

    /// Notes that there is no payment for any route.
    #[inline]
    fn clear(&self, to: &mut [Row], blank: &mut bool) -> i64 {
        if !*blank {
            *blank = true;
            to[self.first..self.end].fill([0; WIDTH]);
        }
        0
    }

    /// How many wilds of a hand can be used.
    #[inline(always)]
    fn wilds_in(&self, hand: &CardBag) -> u8 {
        hand.counts()[usize::from(self.wild) % MAX_CARD_KINDS].min(self.wilds)
    }

    /// How many more claims there are, or fewer, since these kinds of cards have changed from one hand to another: none of them
    /// wild, and there are pieces enough.
    #[inline(always)]
    pub fn count_changed(&self, from: &CardBag, hand: &CardBag, kinds: KindSet, open: &[Row], to: &mut [Row]) -> i64 {
        let wilds = self.wilds_in(hand);
        if wilds < self.least {
            return 0;
        }
        let (open, to) = (&open[self.first..self.end], &mut to[self.first..self.end]);
        let ways = &self.ways[usize::from(wilds)];
        match self.most {
            ..=8 => self.change_rows::<1>(ways, from, hand, kinds, open, to),
            _ => self.change_rows::<2>(ways, from, hand, kinds, open, to),
        }
    }

    /// The same, looking at one or two parts of each row.
    #[inline(always)]
    fn change_rows<const PARTS: usize>(
        &self,
        ways: &[Row; WIDTH],
        from: &CardBag,
        hand: &CardBag,
        kinds: KindSet,
        open: &[Row],
        to: &mut [Row],
    ) -> i64 {
        let (mut sum, mut several) = (i32x4::splat(0), [i16x8::splat(0); PARTS]);
        let end = self.any.len();
        for kind in kinds.iter() {
            let kind = kind.index() % MAX_CARD_KINDS;
            let row = usize::from(self.row_of[kind]);
            let (Some(open), Some(to)) = (open.get(row), to.get_mut(row)) else { continue };
            let [before, now] = [from, hand].map(|hand| &ways[usize::from(hand.counts()[kind]) % WIDTH]);
            for (at, several) in several.iter_mut().enumerate() {
                let now = part(now, at);
                let more = now - part(before, at);
                to.as_chunks_mut().0[at] = now.to_array();
                sum += more.dot(part(open, at));
                *several += if row < end { more } else { i16x8::splat(0) };
            }
        }
        if let (Some(open), Some(to)) = (open.get(end), to.get_mut(end)) {
            for (at, more) in several.into_iter().enumerate() {
                to.as_chunks_mut().0[at] = (part(to, at) + more).to_array();
                sum += more.dot(part(open, at));
            }
        }
        sum.reduce_add().into()
    }

    /// All of it, looking at one or two parts of each row.
    #[inline(always)]
    fn count_rows<const PARTS: usize>(&self, hand: &CardBag, wilds: u8, open: &[Row], to: &mut [Row]) -> i64 {
        let ways = &self.ways[usize::from(wilds)];
        let ways_of = |kind: u8| &ways[usize::from(hand.counts()[usize::from(kind) % MAX_CARD_KINDS]) % WIDTH];
        let (mut sum, mut several) = (i32x4::splat(0), [i16x8::splat(0); PARTS]);
        for ((kind, open), to) in self.any.iter().zip(open).zip(&mut *to) {
            let ways = ways_of(*kind);
            for (at, several) in several.iter_mut().enumerate() {
                let ways = part(ways, at);
                to.as_chunks_mut().0[at] = ways.to_array();
                sum += ways.dot(part(open, at));
                *several += ways;
            }
        }
        let at = self.any.len();
        if let (Some(open), Some(to)) = (open.get(at), to.get_mut(at)) {
            for (at, several) in several.into_iter().enumerate() {
                let ways = several - part(&self.bare[usize::from(wilds)], at);
                to.as_chunks_mut().0[at] = ways.to_array();
                sum += ways.dot(part(open, at));
            }
        }
        if !self.alone.is_empty() {
            for ((kind, open), to) in self.alone.iter().zip(&open[at + 1..]).zip(&mut to[at + 1..]) {
                let ways = ways_of(*kind);
                for at in 0..PARTS {
                    let ways = part(ways, at);
                    to.as_chunks_mut().0[at] = ways.to_array();
                    sum += ways.dot(part(open, at));
                }
            }
        }
        sum.reduce_add().into()
    }

    /// The same where all costs can be paid with several kinds: then how many payments there are with each of them is not noted.
    #[inline(never)]
    fn count_several(&self, hand: &CardBag, wilds: u8, open: &[Row], to: &mut [Row]) -> i64 {
        let ways = &self.ways[usize::from(wilds)];
        let mut several = [0, 1].map(|at| i16x8::splat(0) - part(&self.bare[usize::from(wilds)], at));
        for kind in &self.any {
            let cards = usize::from(hand.counts()[usize::from(*kind) % MAX_CARD_KINDS]) % WIDTH;
            several.iter_mut().enumerate().for_each(|(at, several)| *several += part(&ways[cards], at));
        }
        let mut sum = i32x4::splat(0);
        let at = self.any.len();
        if let (Some(open), Some(to)) = (open.get(at), to.get_mut(at)) {
            for (at, ways) in several.into_iter().enumerate() {
                to.as_chunks_mut().0[at] = ways.to_array();
                sum += ways.dot(part(open, at));
            }
        }
        sum.reduce_add().into()
    }

    /// The same where there are not enough pieces for the dearest costs.
    #[cold]
    #[inline(never)]
    fn recount(&self, last: usize, open: &[Row], to: &mut [Row]) -> i64 {
        let mut total = 0i32;
        for (open, to) in open.iter().zip(to) {
            to[last..].fill(0);
            total += open.iter().zip(&*to).map(|(open, ways)| i32::from(*open) * i32::from(*ways)).sum::<i32>();
        }
        total.into()
    }
}

/// One part of a row.
#[inline(always)]
fn part(row: &Row, at: usize) -> i16x8 {
    i16x8::new(row.as_chunks().0[at])
}

#[cfg(test)]
mod tests {
    use super::super::{Classes, Seat};
    use super::*;
    use crate::chance::below;
    use crate::cost::{Cost, KindInfo, Payer};
    use crate::ids::ColourId;
    use crate::registers::Reg;
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
        let mut rng = ChaCha8Rng::seed_from_u64(5);
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
            classes.set_stocks(&[piece_kept_at(0)]);
            let mut seat = classes.seats(1, &payers).remove(0);
            let mut hand = CardBag::EMPTY;
            let (mut words, mut stock) = ([0; 3], 0);
            for turn in 0..60 {
                // All of it is other, or a few routes, kinds of cards and pieces are.
                let word = |rng: &mut ChaCha8Rng| u64::from(below(rng, u32::MAX)) * 0x1_0000_0001;
                if turn % 10 == 0 {
                    words = [word(&mut rng), word(&mut rng), word(&mut rng) >> 42];
                    stock = 20;
                }
                words[turn % 3] ^= 1 << below(&mut rng, 22);
                let few = below(&mut rng, 3) as usize;
                for kind in (0..n).filter(|kind| turn % 10 == 0 || (kind + turn) % n < few) {
                    hand.set(Kind::at(kind), below(&mut rng, 3 + 9 * (kind as u32 % 3)) as u8);
                }
                stock -= below(&mut rng, 4) as i32;
                compare(&classes, &payers, &routes, &words, &hand, stock, &mut seat);
            }
        }
    }

    /// A piece of which the first register says how many there are.
    fn piece_kept_at(first: usize) -> Piece {
        let (name, count, claims) = ("piece".to_owned(), 0, true);
        let (stock, boxed, aside, shared) = (Reg::new(first, 0), Reg::new(1, 1), Reg::new(1, 2), Reg::new(1, 3));
        Piece { name, count, claims, stock, boxed, aside, shared }
    }

    fn compare(
        classes: &Classes,
        payers: &[Payer],
        routes: &[RouteTerms],
        words: &[u64],
        hand: &CardBag,
        stock: i32,
        seat: &mut Seat,
    ) {
        classes.count_batches(&[stock], PlayerId(0), words, hand, seat);
        let mut one_by_one = 0;
        for (at, route) in routes.iter().enumerate() {
            if classes.places[at / 64][at % 64] as usize >= seat.payments.as_flattened().len() {
                continue;
            }
            let enough = stock >= i32::from(route.pieces) && !route.closed;
            let n = if enough { payers[usize::from(route.payer)].count(hand) } else { 0 };
            let counted = classes.payments_of(at / 64, at % 64, seat);
            assert_eq!(counted, n, "{hand:?}, {stock} pieces, cost {} of {at}", route.payer);
            let is_open = words[at / 64] >> (at % 64) & 1 != 0;
            one_by_one += if is_open { n as i64 } else { 0 };
        }
        assert_eq!(seat.claims, one_by_one, "{hand:?}, {stock} pieces");
    }

    #[test]
    fn every_claim_is_found_from_either_end_with_several_kinds_of_wild() {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        let colour = |kind: usize| (kind < 4).then_some(ColourId(kind as u8));
        let kinds: Vec<KindInfo> = (0..6).map(|kind| KindInfo { colour: colour(kind), units: 1 }).collect();
        let mut costs = Vec::new();
        for units in 1..=15 {
            for cards in [0b1, 0b10, 0b100, 0b1000, 0b1111].map(KindSet) {
                let cost = Cost::cards(units).of(cards);
                costs.extend([cost.clone(), cost.clone().wilds(KindSet(1 << 4)), cost.wilds(KindSet(1 << 5))]);
            }
        }
        let payers: Vec<Payer> = costs.iter().map(|cost| Payer::new(cost, &kinds).expect("a cost")).collect();
        let (piece, pieces, aside, public, closed) = (PieceId(0), 0, 0, false, false);
        let of = |cost: &Cost| Terms { cost: cost.clone(), piece, pieces, aside, public, closed };
        let terms: Vec<Terms> = costs.iter().map(of).collect();
        let route = |at: u16| {
            let pieces = costs[usize::from(at)].parts[0].units;
            RouteTerms { terms: at, payer: at, piece, pieces, public, closed }
        };
        let routes: Vec<RouteTerms> = (0..300).map(|_| route(below(&mut rng, costs.len() as u32) as u16)).collect();
        let mut classes = Classes::new(&routes, &terms, &payers);
        assert!(classes.steps.is_empty() && classes.batches.len() > 2, "all of it in batches");
        classes.set_stocks(&[piece_kept_at(0)]);
        let mut seat = classes.seats(1, &payers).remove(0);
        let (mut hand, mut words) = (CardBag::EMPTY, [u64::MAX; 5]);
        let mut seen = 0;
        for turn in 0..400 {
            if turn % 100 == 0 {
                words = [u64::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX >> 20];
            }
            words[below(&mut rng, 5) as usize] &= !(1 << below(&mut rng, 44));
            hand.set(Kind::at(below(&mut rng, 6) as usize), below(&mut rng, 30) as u8);
            let stock = if turn % 100 < 90 { 45 } else { 9 };
            compare(&classes, &payers, &routes, &words, &hand, stock, &mut seat);
            let claims: Vec<(usize, u64)> =
                classes.routes(&seat).flat_map(|(route, n)| (0..n).map(move |i| (route, i))).collect();
            assert_eq!(claims.len() as i64, seat.claims);
            for (i, claim) in (0..).zip(&claims) {
                assert_eq!(classes.find(&seat, i, claims.len() as u64), Some(*claim), "{i} of {}", claims.len());
            }
            seen += claims.len();
        }
        assert!(seen > 10_000, "{seen} claims");
    }
}
