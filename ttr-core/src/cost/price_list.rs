//! Price lists: things that cost something, be they routes or cities, sorted by what they cost, so that the payments for all of them are
//! counted at once.
//!
//! Most costs are so many cards of one kind, or wilds instead. With `c` cards of a kind and from `a` to `w` wilds, `n` cards are
//! paid in as many ways as there are numbers of cards of the kind from `n - w`, or none, to `n - a`, or `c`: a table says it for
//! eight `n` side by side. A *row* is of costs that are paid with the same kinds; its eight *lanes* are so many cards each. With how many
//! targets are open in each lane, which the position keeps, all payments of a row are one product of ways and targets.
//!
//! Any other cost is a *step*; those that differ only in how much they cost stand in a *ladder*: where one can't be paid, the dearer
//! ones after it can't be either, and need not be looked at.
//!
//! Payments are ordered by row and lane or by step, then by target in map order, then as the cost lists them.

use super::ladder::{Rung, climb};
use super::memo::Memo;
use super::{Cost, Payer, Plain};
use crate::bag::CardBag;
use crate::deck::Piece;
use crate::ids::{KindSet, PieceId, PlayerId, bits};
use crate::limits::{MAX_CARD_KINDS, MAX_ROUTES};
use crate::rules::RouteTerms;
use std::collections::{BTreeMap, HashMap, HashSet};
use wide::{i16x8, i32x4};

/// Numbers of cards side by side.
pub(crate) const LANES: usize = 8;
/// More cards of a kind than this make no difference to a cost in a row.
const MOST_CARDS: usize = 2 * LANES - 1;
/// More payments are not counted, so that there is room for what else can be done.
const MOST: u64 = u64::MAX >> 1;

/// How many targets can be counted in a lane.
const _: () = assert!(MAX_ROUTES <= i16::MAX as usize);

type Lanes = [i16; LANES];

/// What one thing costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Target {
    /// The number of its solver.
    pub payer: u16,
    /// The kind of piece that it takes, how many, and whether all share them.
    pub piece: PieceId,
    pub pieces: u16,
    pub shared: bool,
}

impl Target {
    /// For what it costs in cards; whoever asks sees to the pieces.
    pub fn without_pieces(payer: u16) -> Self {
        Self { payer, piece: PieceId(0), pieces: 0, shared: false }
    }
}

impl From<&RouteTerms> for Target {
    fn from(of: &RouteTerms) -> Self {
        Self { payer: of.payer, piece: of.piece, pieces: of.pieces, shared: of.public }
    }
}

/// What the costs of some rows have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Key {
    wild: Option<u8>,
    least_wilds: u16,
    most_wilds: u16,
    piece: PieceId,
    shared: bool,
    /// How many pieces more than cards; nothing where no piece is taken.
    extra: Option<i32>,
    /// Whether it takes more cards than the first eight lanes hold.
    above: bool,
}

impl Key {
    fn new(plain: &Plain, target: &Target) -> Self {
        let taken = target.pieces > 0;
        Self {
            wild: plain.wild.map(|wild| wild.0),
            least_wilds: plain.least_wilds,
            most_wilds: plain.most_wilds.unwrap_or(u16::MAX),
            piece: if taken { target.piece } else { PieceId(0) },
            shared: taken && target.shared,
            extra: taken.then(|| i32::from(target.pieces) - i32::from(plain.units)),
            above: usize::from(plain.units) > LANES,
        }
    }
}

/// Where the number of pieces is kept, and how far apart those of the players are.
#[derive(Clone, Copy, Debug)]
struct Stock {
    first: usize,
    each: usize,
}

/// Rows whose ways are read from one table.
#[derive(Clone, Debug)]
struct Table {
    /// The kind of wild, and how many of them can be used at most and must be at least.
    wild: u8,
    wilds: u8,
    least: u8,
    /// How many cards the first lane stands for, less one.
    base: i32,
    /// What the pieces come from, and how many more of them it takes than cards.
    stock: Option<(Stock, i32)>,
    /// In how many ways each number of cards is paid, by how many wilds can be used and how many cards of the kind there are.
    ways: Box<[[Lanes; MOST_CARDS + 1]]>,
    /// What is counted once for each kind though it is one payment, wilds alone, by how many wilds can be used.
    bare: Box<[Lanes]>,
    /// Its rows: first those of one kind each, then those of several kinds or of wilds alone.
    single: Box<[u8]>,
    several: Box<[Several]>,
}

/// A row of costs that can be paid with several kinds, or with wilds alone.
#[derive(Clone, Debug)]
struct Several {
    kinds: Box<[u8]>,
    /// Whether these are the kinds that have a row of their own in the table, as mostly.
    of_each: bool,
}

/// A cost that is counted by itself.
#[derive(Clone, Copy, Debug)]
struct Step {
    target: Target,
    stock: Option<Stock>,
    /// Where the next ladder begins.
    next: usize,
}

/// All prices of some targets.
#[derive(Clone, Debug, Default)]
pub(crate) struct PriceList {
    tables: Box<[Table]>,
    /// How many rows the tables have.
    rows: usize,
    steps: Box<[Step]>,
    /// In which cell each target stands, [`PriceList::NOWHERE`] for one that can't be had: lanes of rows, then steps.
    cells: Box<[u16]>,
    /// What each target costs, by the number of its solver.
    payers: Box<[u16]>,
    /// The targets of each cell, as many words of bits for each.
    members: Box<[u64]>,
    words: usize,
}

/// So many lanes count: the dearer ones of which there are not enough pieces do not.
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

/// What was counted of a price list for somebody.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted {
    /// The payments of each row, two lanes to a number.
    rows: Vec<[i32; 4]>,
    /// How many lanes of each table count: the dearer ones take too many pieces.
    up_to: Vec<u8>,
    /// The payments of one target of each step.
    steps: Vec<u64>,
}

impl Counted {
    /// Makes room for what is counted of a list.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, list: &PriceList) {
        self.rows = vec![[0; 4]; list.rows];
        self.up_to = vec![0; list.tables.len()];
        self.steps = vec![0; list.steps.len()];
    }
}

impl PriceList {
    pub const NOWHERE: u16 = u16::MAX;

    /// The list of these targets; those that nobody can have are left out. `costs` are those of the solvers.
    pub fn new(targets: &[Option<Target>], payers: &[Payer], costs: &[Cost], pieces: &[Piece]) -> Self {
        let mut by_key: BTreeMap<Key, BTreeMap<KindSet, Vec<(Target, u16)>>> = BTreeMap::new();
        let mut alone: Vec<Target> = Vec::new();
        let mut seen: HashSet<Target> = HashSet::new();
        for target in targets.iter().flatten() {
            if !seen.insert(*target) {
                continue;
            }
            match payers[usize::from(target.payer)].plain() {
                Some(plain) if usize::from(plain.units) <= MOST_CARDS => {
                    let rows = by_key.entry(Key::new(&plain, target)).or_default();
                    rows.entry(plain.kinds).or_default().push((*target, plain.units));
                }
                _ => alone.push(*target),
            }
        }
        let (mut tables, mut rows, mut cell_of) = (Vec::new(), 0, HashMap::new());
        let mut taken: HashSet<usize> = HashSet::new();
        for (key, by_kinds) in by_key {
            let most = by_kinds.values().flatten().map(|(_, units)| *units).max().unwrap_or_default();
            let mut by_kinds: Vec<(KindSet, Vec<(Target, u16)>)> = by_kinds.into_iter().collect();
            by_kinds.sort_by_key(|(kinds, _)| (kinds.len() != 1, kinds.len(), *kinds));
            for (_, targets) in &by_kinds {
                for (target, units) in targets {
                    let cell = rows * LANES + (usize::from(*units) - 1) % LANES;
                    // Two solvers of one cost would count in one lane: the later one stands by itself.
                    if taken.insert(cell) {
                        cell_of.insert(*target, cell);
                    } else {
                        alone.push(*target);
                    }
                }
                rows += 1;
            }
            let kinds = by_kinds.into_iter().map(|(kinds, _)| kinds);
            tables.push(Table::new(&key, most, pieces, kinds));
        }
        let steps = Step::ladders(alone, costs, pieces);
        for (at, step) in steps.iter().enumerate() {
            cell_of.insert(step.target, rows * LANES + at);
        }
        let cell = |target: &Option<Target>| target.map_or(Self::NOWHERE, |target| cell_of[&target] as u16);
        let cells: Box<[u16]> = targets.iter().map(cell).collect();
        let words = targets.len().div_ceil(64);
        let mut members = vec![0u64; (rows * LANES + steps.len()) * words];
        for (at, cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != Self::NOWHERE) {
            members[usize::from(*cell) * words + at / 64] |= 1 << (at % 64);
        }
        Self {
            tables: tables.into(),
            rows,
            steps: steps.into(),
            cells,
            payers: targets.iter().map(|target| target.map_or(0, |target| target.payer)).collect(),
            members: members.into(),
            words,
        }
    }

    /// How many cells it has.
    pub fn width(&self) -> usize {
        self.rows * LANES + self.steps.len()
    }

    /// The cell in which a target is counted; nothing for one that nobody can have.
    #[inline]
    pub fn cell(&self, target: usize) -> Option<usize> {
        self.cells.get(target).map(|cell| usize::from(*cell)).filter(|cell| *cell != usize::from(Self::NOWHERE))
    }

    /// What a target costs, by the number of its solver.
    #[inline]
    pub fn payer(&self, target: usize) -> u16 {
        self.payers.get(target).copied().unwrap_or_default()
    }

    /// How many targets of a set there are in each cell.
    pub fn count_open(&self, open: &[u64], to: &mut Vec<i16>) {
        let first = to.len();
        to.resize(first + self.width(), 0);
        for (at, word) in open.iter().enumerate() {
            for bit in bits(*word) {
                if let Some(cell) = self.cell(at * 64 + bit) {
                    to[first + cell] += 1;
                }
            }
        }
    }

    /// Counts all payments that a hand allows, with how many targets of each cell are open.
    #[inline(always)]
    pub fn count(
        &self,
        hand: &CardBag,
        who: PlayerId,
        regs: &[i32],
        open: &[i16],
        payers: &[Payer],
        memo: &mut Option<Memo>,
        to: &mut Counted,
    ) -> u64 {
        if to.rows.len() != self.rows || to.up_to.len() != self.tables.len() || to.steps.len() != self.steps.len() {
            to.make_room(self);
        }
        let (open_rows, open_steps) = open.split_at((self.rows * LANES).min(open.len()));
        let (mut open, mut sums) = (open_rows.as_chunks::<LANES>().0, &mut to.rows[..]);
        let capped = hand.at_most(MOST_CARDS as u8);
        let mut all = i32x4::splat(0);
        for (table, up_to) in self.tables.iter().zip(&mut to.up_to) {
            let n = table.single.len() + table.several.len();
            let (these, rest) = open.split_at(n.min(open.len()));
            let (to, behind) = std::mem::take(&mut sums).split_at_mut(n);
            (open, sums) = (rest, behind);
            all += table.count(&capped, who, regs, these, to, up_to);
        }
        let total = all.reduce_add() as u64;
        if self.steps.is_empty() {
            return total;
        }
        self.count_steps(hand, who, regs, open_steps, payers, memo, &mut to.steps).saturating_add(total).min(MOST)
    }

    #[inline(never)]
    fn count_steps(
        &self,
        hand: &CardBag,
        who: PlayerId,
        regs: &[i32],
        open: &[i16],
        payers: &[Payer],
        memos: &mut Option<Memo>,
        to: &mut [u64],
    ) -> u64 {
        let memo = memos.get_or_insert_with(|| Memo::new(payers));
        memo.follow(payers, hand);
        to.fill(0);
        let (mut total, mut at) = (0u64, 0);
        while let (Some(step), Some(n)) = (self.steps.get(at), open.get(at)) {
            at += 1;
            if *n == 0 {
                continue;
            }
            let payments = memo.of(payers, step.target.payer);
            if payments == 0 {
                at = step.next;
            } else if step.stock.is_none_or(|stock| stock.of(regs, who) >= i32::from(step.target.pieces)) {
                to[at - 1] = payments;
                total = total.saturating_add(payments.saturating_mul(*n as u64));
            }
        }
        total
    }

    /// The targets of a cell that are open.
    #[inline]
    fn open_in(&self, cell: usize, open: &[u64]) -> impl Iterator<Item = u64> {
        self.members[cell * self.words..][..self.words].iter().zip(open).map(|(members, open)| members & open)
    }

    /// The i-th payment: its target, and which of the payments of that target it is. `open` is the set of targets that were counted.
    #[inline]
    pub fn find(&self, hand: &CardBag, counted: &Counted, open: &[u64], i: u64) -> Option<(usize, u64)> {
        let mut i = i;
        for (row, sums) in counted.rows.iter().enumerate() {
            let n = sums.iter().map(|n| i64::from(*n)).sum::<i64>() as u64;
            if i < n {
                return self.find_in_row(row, sums, hand, counted, open, i);
            }
            i -= n;
        }
        for (at, payments) in counted.steps.iter().enumerate().filter(|(_, payments)| **payments > 0) {
            let cell = self.rows * LANES + at;
            let there = self.open_in(cell, open).map(u64::count_ones).sum::<u32>();
            let n = payments.saturating_mul(there.into());
            if i < n {
                return Some((nth_of(self.open_in(cell, open), (i / payments) as u32)?, i % payments));
            }
            i -= n;
        }
        None
    }

    #[inline]
    fn find_in_row(
        &self,
        row: usize,
        sums: &[i32; 4],
        hand: &CardBag,
        counted: &Counted,
        open: &[u64],
        i: u64,
    ) -> Option<(usize, u64)> {
        let ways = self.ways_of_row(row, hand, counted);
        let (mut i, mut pair) = (i, 0);
        while i >= sums[pair] as u64 {
            i -= sums[pair] as u64;
            pair += 1;
        }
        for lane in [pair * 2, pair * 2 + 1] {
            let n = ways[lane] as u64;
            if n > 0 {
                for (at, word) in self.open_in(row * LANES + lane, open).enumerate() {
                    let mut left = word;
                    while left != 0 {
                        if i < n {
                            return Some((at * 64 + left.trailing_zeros() as usize, i));
                        }
                        i -= n;
                        left &= left - 1;
                    }
                }
            }
        }
        None
    }

    /// In how many ways one target of each lane of a row is paid.
    #[inline]
    fn ways_of_row(&self, row: usize, hand: &CardBag, counted: &Counted) -> Lanes {
        let (mut at, mut row) = (0, row);
        while let Some(table) = self.tables.get(at).filter(|table| row >= table.single.len() + table.several.len()) {
            row -= table.single.len() + table.several.len();
            at += 1;
        }
        let (table, lanes) = (&self.tables[at], usize::from(counted.up_to[at]));
        let capped = hand.at_most(MOST_CARDS as u8);
        let wilds = usize::from(table.wilds_in(&capped));
        let ways = match table.single.get(row) {
            Some(kind) => table.ways_of(*kind, &capped, wilds),
            None => table.ways_of_several(&table.several[row - table.single.len()].kinds, &capped, wilds),
        };
        (ways & i16x8::new(UP_TO[lanes % (LANES + 1)])).to_array()
    }

    /// The targets of a set that can be paid, each with how many payments it has, in the order of the list.
    pub fn each<'a>(
        &'a self,
        hand: &'a CardBag,
        counted: &'a Counted,
        open: &'a [u64],
    ) -> impl Iterator<Item = (usize, u64)> + 'a {
        let rows = (0..counted.rows.len()).filter(|row| counted.rows[*row] != [0; 4]).flat_map(move |row| {
            let ways = self.ways_of_row(row, hand, counted);
            (0..LANES).map(move |lane| (row * LANES + lane, ways[lane] as u64))
        });
        let behind = self.rows * LANES;
        let steps = counted.steps.iter().enumerate().map(move |(at, payments)| (behind + at, *payments));
        rows.chain(steps).filter(|(_, n)| *n > 0).flat_map(move |(cell, n)| {
            let words = self.open_in(cell, open).enumerate();
            words.flat_map(move |(at, word)| bits(word).map(move |bit| (at * 64 + bit, n)))
        })
    }
}

/// The i-th number in a set of words of bits.
#[inline]
fn nth_of(set: impl Iterator<Item = u64>, i: u32) -> Option<usize> {
    crate::ids::nth_member(set, i)
}

impl Stock {
    fn new(piece: PieceId, shared: bool, pieces: &[Piece]) -> Option<Self> {
        let piece = pieces.get(piece.index())?;
        Some(match shared {
            true => Self { first: piece.shared.slot(()), each: 0 },
            false => Self { first: piece.stock.slot(PlayerId(0)), each: 1 },
        })
    }

    #[inline(always)]
    fn of(self, regs: &[i32], who: PlayerId) -> i32 {
        regs.get(self.first + self.each * who.index()).copied().unwrap_or_default()
    }
}

impl Table {
    fn new(key: &Key, most: u16, pieces: &[Piece], rows: impl Iterator<Item = KindSet>) -> Self {
        let base = if key.above { LANES } else { 0 };
        let most = usize::from(most);
        let wilds = if key.wild.is_some() { most.min(key.most_wilds.into()) } else { 0 };
        // More than there can be of any cost are never there.
        let least = usize::from(key.least_wilds).min(2 * LANES);
        let lanes = |of: &dyn Fn(usize) -> i16| -> Lanes { std::array::from_fn(|lane| of(base + lane + 1)) };
        let ways = |wilds: usize, cards: usize| {
            lanes(&|n| ((cards + 1).min((n + 1).saturating_sub(least)) as i16 - n.saturating_sub(wilds) as i16).max(0))
        };
        let bare = |wilds: usize| lanes(&|n| i16::from((least..=wilds).contains(&n)));
        let rows: Vec<Box<[u8]>> = rows.map(|kinds| kinds.iter().map(|kind| kind.0).collect()).collect();
        let single: Box<[u8]> =
            rows.iter().map_while(|kinds| kinds.first().filter(|_| kinds.len() == 1).copied()).collect();
        let several = |kinds: &Box<[u8]>| Several { kinds: kinds.clone(), of_each: *kinds == single };
        let several = rows[single.len()..].iter().map(several).collect();
        let stock = key.extra.and_then(|extra| Some((Stock::new(key.piece, key.shared, pieces)?, extra)));
        Self {
            wild: key.wild.unwrap_or_default(),
            wilds: wilds as u8,
            least: least as u8,
            base: base as i32,
            stock,
            ways: (0..=wilds).map(|wilds| std::array::from_fn(|cards| ways(wilds, cards))).collect(),
            bare: (0..=wilds).map(bare).collect(),
            single,
            several,
        }
    }

    #[inline(always)]
    fn wilds_in(&self, hand: &CardBag) -> u8 {
        hand.counts()[usize::from(self.wild) % MAX_CARD_KINDS].min(self.wilds)
    }

    /// How many wilds can be used, and how many lanes count: those of which there are wilds and pieces enough.
    #[inline(always)]
    fn what_counts(&self, hand: &CardBag, who: PlayerId, regs: &[i32]) -> (u8, usize) {
        let wilds = self.wilds_in(hand);
        if wilds < self.least {
            return (wilds, 0);
        }
        let lanes = match self.stock {
            Some((stock, extra)) => (stock.of(regs, who) - extra - self.base).clamp(0, LANES as i32) as usize,
            None => LANES,
        };
        (wilds, lanes)
    }

    /// In how many ways each number of cards of a kind is paid.
    #[inline(always)]
    fn ways_of(&self, kind: u8, hand: &CardBag, wilds: usize) -> i16x8 {
        let cards = usize::from(hand.counts()[usize::from(kind) % MAX_CARD_KINDS]) % (MOST_CARDS + 1);
        i16x8::new(self.ways[wilds][cards])
    }

    /// In how many ways each number of cards of any of these kinds is paid.
    #[inline(always)]
    fn ways_of_several(&self, kinds: &[u8], hand: &CardBag, wilds: usize) -> i16x8 {
        let all = kinds.iter().fold(i16x8::splat(0), |sum, kind| sum + self.ways_of(*kind, hand, wilds));
        self.less_bare(all, kinds.len(), wilds)
    }

    /// The ways of so many kinds, without what was counted for each of them though it is one payment: wilds alone.
    #[inline(always)]
    fn less_bare(&self, ways: i16x8, kinds: usize, wilds: usize) -> i16x8 {
        ways - i16x8::new(self.bare[wilds]) * i16x8::splat(kinds as i16 - 1)
    }

    /// Counts the payments of all its rows.
    #[inline(always)]
    fn count(
        &self,
        hand: &CardBag,
        who: PlayerId,
        regs: &[i32],
        open: &[Lanes],
        to: &mut [[i32; 4]],
        up_to: &mut u8,
    ) -> i32x4 {
        let (wilds, lanes) = self.what_counts(hand, who, regs);
        *up_to = lanes as u8;
        let mut all = i32x4::splat(0);
        if lanes == 0 {
            to.fill([0; 4]);
            return all;
        }
        let mask = i16x8::new(UP_TO[lanes % (LANES + 1)]);
        let (Some(ways), n) = (self.ways.get(usize::from(wilds)), self.single.len()) else { return all };
        let (Some((open, open_several)), Some((to, to_several))) =
            (open.split_at_checked(n), to.split_at_mut_checked(n))
        else {
            return all;
        };
        let mut each = i16x8::splat(0);
        for at in 0..n {
            let cards = usize::from(hand.counts()[usize::from(self.single[at]) % MAX_CARD_KINDS]) % (MOST_CARDS + 1);
            let ways = i16x8::new(ways[cards]) & mask;
            let sum = ways.dot(i16x8::new(open[at]));
            each += ways;
            to[at] = sum.to_array();
            all += sum;
        }
        for ((several, open), to) in self.several.iter().zip(open_several).zip(to_several) {
            let ways = match several.of_each {
                true => self.less_bare(each, n, wilds.into()),
                false => self.ways_of_several(&several.kinds, hand, wilds.into()),
            };
            let sum = (ways & mask).dot(i16x8::new(*open));
            *to = sum.to_array();
            all += sum;
        }
        all
    }
}

impl Step {
    /// Costs sorted into ladders, cheap ones of a ladder first.
    fn ladders(targets: Vec<Target>, costs: &[Cost], pieces: &[Piece]) -> Vec<Self> {
        let rungs = targets.iter().map(|target| Rung::of(&costs[usize::from(target.payer)]));
        let (order, next) = climb(rungs.collect(), |at| (targets[at].payer, targets[at].pieces));
        let step = |(at, next): (usize, usize)| {
            let target = targets[at];
            let stock = (target.pieces > 0).then(|| Stock::new(target.piece, target.shared, pieces)).flatten();
            Self { target, stock, next }
        };
        order.into_iter().zip(next).map(step).collect()
    }
}
