//! Costs of so many cards of one kind, or wilds instead, counted by sums over open routes.
//!
//! With up to `c` cards of a kind and from `a` to `w` wilds, `n` cards are paid in as many ways as there are `i` in `0..=c` and `j`
//! in `a..=w` with `i + j = n`. For all routes of a row that is the sum of `open(i + j)` over a rectangle, where `open(n)` routes of
//! `n` cards are open. With `S(m)`, the sum of `(m - n) * open(n)` over all `n < m`, it is `S(c + w + 1) - S(c + a) - S(w) + S(a -
//! 1)`: however many routes there are, a row takes four steps.

use super::Class;
use crate::bag::CardBag;
use crate::ids::{Kind, KindSet, PieceId};
use crate::limits::MAX_CARD_KINDS;
use crate::payment::Plain;

/// A row has so many cells: one for each number of cards.
pub(super) const COLUMNS: usize = 16;

/// Columns are counted so many at once.
const WIDTH: usize = 8;

/// A row has so many sums: of all numbers of cards and wilds together.
pub(super) const SUMS: usize = 2 * COLUMNS;

/// At most so many cells for each class: a table that is all but empty is not worth it.
const MOST_CELLS: usize = 2 * COLUMNS;

/// The sums of a row.
pub(super) type Row = [i32; SUMS];

/// What a route of so many cards adds to the sums of its row.
pub(super) const RAMPS: [Row; COLUMNS] = {
    let mut ramps = [[0; SUMS]; COLUMNS];
    let mut units = 0;
    while units < COLUMNS {
        let mut m = units + 1;
        while m < SUMS {
            ramps[units][m] = (m - units) as i32;
            m += 1;
        }
        units += 1;
    }
    ramps
};

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

/// A table of costs: a row for each kind that some are paid with alone, and a last one for those that can be paid with
/// several kinds, which are the same for all of them. A column is a number of cards.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    key: Key,
    /// The kinds with a row that the last row is paid with too: these rows come first.
    both: Vec<Kind>,
    /// The kinds with a row alone.
    own: Vec<Kind>,
    /// The kinds of the last row alone.
    any: Vec<Kind>,
    /// The most cards.
    most: usize,
    /// The first of its rows.
    first: usize,
}

/// What a player has for a batch.
#[derive(Clone, Copy)]
struct Have<'a> {
    hand: &'a [u8; MAX_CARD_KINDS],
    /// The wilds that can be used, at most as many as the dearest cost.
    wilds: usize,
    /// How many of them have to be.
    least: usize,
    /// For how many cards there are enough pieces.
    reach: i32,
}

impl Have<'_> {
    #[inline(always)]
    fn cards(&self, kind: Kind) -> usize {
        self.hand[kind.index() % MAX_CARD_KINDS].into()
    }
}

impl Batch {
    /// The batch of these costs, of which those of several kinds have the kinds `any`, from this row on. Nothing if it is not
    /// worth it.
    pub fn new(key: Key, any: KindSet, costs: &[(Class, Plain)], first: usize) -> Option<Self> {
        let alone = costs.iter().filter(|(_, plain)| plain.kinds.len() == 1);
        let alone: KindSet = alone.flat_map(|(_, plain)| plain.kinds.iter()).collect();
        let list = |kinds: KindSet| kinds.iter().collect::<Vec<_>>();
        let (both, own, any) = (list(alone.and(any)), list(alone.minus(any)), list(any.minus(alone)));
        let most = costs.iter().map(|(_, plain)| plain.units).max()?.into();
        let batch = Self { key, both, own, any, most, first };
        (most < COLUMNS && batch.rows() * COLUMNS <= MOST_CELLS * costs.len()).then_some(batch)
    }

    pub fn piece(&self) -> PieceId {
        self.key.piece
    }

    pub fn is_public(&self) -> bool {
        self.key.public
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.both.len() + self.own.len() + 1
    }

    /// How many halves of a row of sums are used.
    pub fn used(&self) -> usize {
        (2 * self.most + 2).div_ceil(COLUMNS)
    }

    /// The cell of a cost.
    pub fn cell(&self, plain: &Plain) -> Option<usize> {
        let row = match plain.kinds.len() {
            1 => self.both.iter().chain(&self.own).position(|kind| plain.kinds.has(*kind))?,
            _ => self.rows() - 1,
        };
        Some((self.first + row) * COLUMNS + usize::from(plain.units))
    }

    #[inline(always)]
    fn have<'a>(&self, hand: &'a CardBag, stock: i32) -> Have<'a> {
        let (key, hand) = (&self.key, hand.counts());
        let wilds = key.wild.map_or(0, |wild| hand[wild.index() % MAX_CARD_KINDS].into());
        let wilds = usize::min(wilds, key.most_wilds.into()).min(self.most);
        Have { hand, wilds, least: key.least_wilds.into(), reach: stock - key.extra }
    }

    /// How many claims a hand and so many pieces allow, by the sums over open routes.
    #[inline(never)]
    pub fn count(&self, hand: &CardBag, stock: i32, sums: &[Row]) -> u64 {
        let have = self.have(hand, stock);
        if have.wilds < have.least {
            return 0;
        }
        let Some((last, rows)) = sums[self.first..][..self.rows()].split_last() else { return 0 };
        if have.reach < self.most as i32 {
            return self.count_within_reach(have, rows, last);
        }
        self.sum_up(have, rows, last, |row, m| row[m % SUMS])
    }

    /// The same where there are too few pieces for some: as if the routes that are too long were not open.
    #[cold]
    #[inline(never)]
    fn count_within_reach(&self, have: Have<'_>, rows: &[Row], last: &Row) -> u64 {
        let reach = have.reach.max(0) as usize;
        self.sum_up(have, rows, last, |row, m| match m.checked_sub(reach + 1) {
            Some(beyond) => row[reach + 1] + beyond as i32 * (row[reach + 1] - row[reach]),
            None => row[m],
        })
    }

    #[inline(always)]
    fn sum_up(&self, have: Have<'_>, rows: &[Row], last: &Row, sum: impl Fn(&Row, usize) -> i32) -> u64 {
        let Have { wilds, least, .. } = have;
        let upto = |row: &Row, cards: usize| sum(row, cards + wilds + 1) - sum(row, cards + least);
        let before = |row: &Row| sum(row, wilds) - if least == 0 { 0 } else { sum(row, least - 1) };
        let (mut total, mut any) = (0, 0);
        for (kind, row) in self.both.iter().zip(rows) {
            let cards = have.cards(*kind).min(self.most);
            if cards + wilds != 0 {
                total += upto(row, cards) - before(row);
                any += upto(last, cards);
            }
        }
        if rows.len() > self.both.len() {
            for (kind, row) in self.own.iter().zip(&rows[self.both.len()..]) {
                total += upto(row, have.cards(*kind).min(self.most)) - before(row);
            }
        }
        for kind in &self.any {
            any += upto(last, have.cards(*kind).min(self.most));
        }
        if wilds != 0 {
            // Wilds alone are one payment, whatever the kind.
            let (kinds, before) = ((self.both.len() + self.any.len()) as i32, before(last));
            let bare = upto(last, 0) - before;
            any -= kinds * before + (kinds - 1) * bare;
        }
        (total + any) as u64
    }

    /// Writes to its cells how many payments a hand and so many pieces allow for a route of each.
    #[inline(never)]
    pub fn fill(&self, hand: &CardBag, stock: i32, cells: &mut [i16]) {
        let cells = cells[self.first * COLUMNS..][..self.rows() * COLUMNS].as_chunks_mut::<COLUMNS>().0;
        let have = self.have(hand, stock);
        if have.wilds < have.least {
            return cells.fill([0; COLUMNS]);
        }
        for half in (0..=self.most).step_by(WIDTH) {
            self.fill_some(have, half, cells);
        }
    }

    /// Writes some columns, from this one on.
    #[inline(always)]
    fn fill_some(&self, have: Have<'_>, first: usize, cells: &mut [[i16; COLUMNS]]) {
        let columns = Columns::new(first as i16, have);
        let at = (first / WIDTH) % (COLUMNS / WIDTH);
        let part = |row: &mut [i16; COLUMNS], n: Lanes| row.as_chunks_mut::<WIDTH>().0[at] = n;
        let (bare, mut sum) = (columns.bare(), columns.bare());
        let Some((last, rows)) = cells.split_last_mut() else { return };
        let mut rows = rows.iter_mut();
        for (kind, row) in self.both.iter().zip(&mut rows) {
            let cards = have.cards(*kind);
            if cards == 0 {
                part(row, bare);
            } else {
                part(row, columns.ways(cards, &columns.fewest));
                sum = add(&sum, &columns.ways(cards, &columns.fewest_of_kind));
            }
        }
        for (kind, row) in self.own.iter().zip(rows) {
            part(row, columns.ways(have.cards(*kind), &columns.fewest));
        }
        for kind in &self.any {
            sum = add(&sum, &columns.ways(have.cards(*kind), &columns.fewest_of_kind));
        }
        part(last, sum);
    }
}

/// Some columns side by side.
type Lanes = [i16; WIDTH];

#[inline(always)]
fn add(a: &Lanes, b: &Lanes) -> Lanes {
    std::array::from_fn(|i| a[i] + b[i])
}

struct Columns {
    /// One less than the fewest cards of a kind that can be paid; and where that may be none, but one has to be.
    fewest: Lanes,
    fewest_of_kind: Lanes,
    /// The most cards of a kind that can be paid.
    most: Lanes,
}

impl Columns {
    /// The columns from this number of cards on.
    #[inline(always)]
    fn new(first: i16, have: Have<'_>) -> Self {
        let units: Lanes = std::array::from_fn(|i| first + i as i16);
        let (wilds, least, reach) = (have.wilds as i16, have.least as i16, have.reach.clamp(0, 1 << 10) as i16);
        let fewest: Lanes = std::array::from_fn(|i| (units[i] - wilds).max(0) - 1);
        let fewest_of_kind = std::array::from_fn(|i| fewest[i].max(0));
        // Less than none where there are too few pieces.
        let most = std::array::from_fn(|i| units[i] - least - ((units[i] - reach).max(0) << 5));
        Self { fewest, fewest_of_kind, most }
    }

    /// The payments with so many cards of a kind.
    #[inline(always)]
    fn ways(&self, cards: usize, fewest: &Lanes) -> Lanes {
        std::array::from_fn(|i| ((cards as i16).min(self.most[i]) - fewest[i]).max(0))
    }

    /// The payments of wilds alone.
    #[inline(always)]
    fn bare(&self) -> Lanes {
        std::array::from_fn(|i| (self.most[i].min(0) - self.fewest[i]).max(0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Classes, Open, turn};
    use super::*;
    use crate::chance::below;
    use crate::ids::{ColourId, PlayerId};
    use crate::payment::{Cost, KindInfo, Payer};
    use crate::rules::{RouteTerms, Terms};
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    const KINDS: usize = 5;
    const WILD: KindSet = KindSet(1 << (KINDS - 1));

    /// Costs of all shapes that go into batches, and one that does not.
    fn costs(rng: &mut ChaCha8Rng) -> Vec<Cost> {
        let mut costs = vec![Cost::cards(3).of(KindSet(0b1111)).any_colours()];
        for _ in 0..40 {
            let units = 1 + below(rng, 15) as u16;
            let cards = match below(rng, 4) {
                0 => KindSet(1 << below(rng, 4)),
                1 => KindSet(0b1111),
                2 => KindSet(0b0011),
                _ => KindSet(0b0100),
            };
            let cost = Cost::cards(units).of(cards);
            costs.push(match below(rng, 4) {
                0 => cost,
                1 => cost.wilds(WILD).least_wilds(below(rng, 3) as u16),
                2 => cost.wilds(WILD).most_wilds(below(rng, 4) as u16),
                _ => cost.wilds(WILD),
            });
        }
        costs
    }

    #[test]
    fn all_claims_at_once_are_the_claims_one_by_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let kinds: Vec<KindInfo> =
            (0..KINDS).map(|k| KindInfo { colour: (k + 1 < KINDS).then_some(ColourId(k as u8)), units: 1 }).collect();
        for _ in 0..60 {
            let costs = costs(&mut rng);
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
            classes.set_start(1, &[u64::MAX, u64::MAX, u64::MAX >> 42]);
            let mut open = classes.open().remove(0);
            for _ in 0..40 {
                let word = |rng: &mut ChaCha8Rng| u64::from(below(rng, u32::MAX)) * 0x1_0000_0001;
                let words = [word(&mut rng), word(&mut rng), word(&mut rng) >> 42];
                open.follow(&classes, PlayerId(0), &words);
                let mut hand = CardBag::EMPTY;
                for kind in 0..KINDS {
                    hand.set(Kind::at(kind), below(&mut rng, 3 + 6 * (kind as u32 % 3)) as u8);
                }
                let stock = below(&mut rng, 20) as i32;
                compare(&classes, &payers, &routes, &open, &hand, stock);
            }
        }
    }

    fn compare(classes: &Classes, payers: &[Payer], routes: &[RouteTerms], open: &Open, hand: &CardBag, stock: i32) {
        let mut payments = classes.payments();
        payments.stocks.fill(stock);
        payments.fill(classes, hand);
        let (mut by_batches, mut one_by_one) = (0, 0);
        for batch in &classes.batches {
            by_batches += batch.count(hand, stock, &open.sums);
        }
        for (at, route) in routes.iter().enumerate().filter(|(_, route)| !route.closed) {
            let cell = classes.cell_of[at / 64][at % 64];
            if cell as usize >= classes.batched {
                continue;
            }
            let enough = stock >= i32::from(route.pieces);
            let n = if enough { payers[usize::from(route.payer)].count(hand) } else { 0 };
            assert_eq!(payments.of(cell), n, "{hand:?}, {stock} pieces, cost {} of {at}", route.payer);
            assert_eq!(classes.payers[cell as usize], route.payer);
            one_by_one += if open.words[at / 64] >> (at % 64) & 1 != 0 { n } else { 0 };
        }
        assert_eq!(by_batches, one_by_one, "{hand:?}, {stock} pieces");
    }

    #[test]
    fn sums_follow_the_routes_that_open_and_close() {
        let mut sums = vec![[0; SUMS]];
        let part = |units| super::super::Part::Row { row: 0, units };
        for (units, open) in [(2, true), (3, true), (3, true), (5, true), (3, false), (2, false)] {
            turn(&mut sums, &mut [], 2, &part(units), open);
        }
        // One of three, one of five.
        let expected: Row = std::array::from_fn(|m| (m as i32 - 3).max(0) + (m as i32 - 5).max(0));
        assert_eq!(sums, [expected]);
    }
}
