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
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use wide::{i16x8, i32x4};

/// Numbers of cards side by side.
pub(crate) const LANES: usize = 8;
/// More cards of a kind than this make no difference to a cost in a row.
const MOST_CARDS: usize = 2 * LANES - 1;

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

/// Where the number of pieces is kept, how far apart those of the players are, and how many more there are beside those: very many where
/// none is needed.
#[derive(Clone, Copy, Debug)]
struct Stock {
    first: u32,
    each: u32,
    more: i32,
}

/// Rows whose ways are read from one table.
#[derive(Clone, Debug)]
struct Table {
    /// The kind of wild, and how many of them can be used at most and must be at least.
    wild: u8,
    wilds: u8,
    least: u8,
    /// What the pieces come from, less those that it takes more than cards, and less the cards before the first lane.
    stock: Stock,
    /// In how many ways each number of cards is paid, by how many wilds can be used and how many cards of the kind there are.
    ways: Box<[[Lanes; MOST_CARDS + 1]]>,
    /// What is counted once for each kind though it is one payment, wilds alone, by how many wilds can be used.
    bare: Box<[Lanes]>,
    /// Its rows: first those of several kinds or of wilds alone, then those of one kind each.
    several: Box<[Several]>,
    single: Box<[u8]>,
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
    stock: Stock,
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
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    /// Which list it is.
    list: u16,
    /// The targets that were counted.
    open: Vec<u64>,
    /// The payments of each row, two lanes to a number.
    rows: Vec<[i32; 4]>,
    /// What was found out of each table.
    tables: Vec<Found>,
    /// The payments of one target of each step.
    steps: Vec<u64>,
}

/// What was found out of a table.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    /// In how many ways one target of each lane is paid with any of the kinds that have a row of their own.
    ways: Lanes,
    /// Which lanes count, as a mask: the dearer ones take too many pieces.
    lanes: Lanes,
}

impl Counted {
    /// Room for what is counted of a list.
    pub fn new(number: u16, list: &PriceList) -> Self {
        Self {
            list: number,
            open: vec![0; list.words],
            rows: vec![[0; 4]; list.rows],
            tables: vec![Found::default(); list.tables.len()],
            steps: vec![0; list.steps.len()],
        }
    }

    /// Whether it is of this list.
    #[inline(always)]
    pub fn is_of(&self, number: u16) -> bool {
        self.list == number
    }

    /// Begins to count these targets.
    #[inline(always)]
    pub fn begin(&mut self, set: &[u64]) {
        // Most boards have no more than 128 routes: a call to copy them takes longer than they do.
        match (&mut self.open[..], set) {
            ([to], [one]) => *to = *one,
            ([first, second], [one, other]) => (*first, *second) = (*one, *other),
            (to, set) if to.len() == set.len() => to.copy_from_slice(set),
            _ => {}
        }
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
            by_kinds.sort_by_key(|(kinds, _)| (kinds.len() == 1, Reverse(kinds.len()), *kinds));
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

    /// All targets in the order in which their payments stand; behind them those that nobody can have.
    pub fn order(&self) -> impl Iterator<Item = usize> {
        let mut order: Vec<usize> = (0..self.cells.len()).collect();
        order.sort_by_key(|target| self.cells[*target]);
        order.into_iter()
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

    /// Counts the payments that a hand allows of everything in rows, with how many targets of each cell are open.
    #[inline(always)]
    pub fn count_rows(&self, hand: &CardBag, who: PlayerId, regs: &[i32], open: &[i16], to: &mut Counted) -> u64 {
        let (mut open, mut to_rows) = (open.as_chunks::<LANES>().0, &mut to.rows[..]);
        let capped = hand.at_most(MOST_CARDS as u8);
        let mut all = i32x4::splat(0);
        for (table, found) in self.tables.iter().zip(&mut to.tables) {
            all += table.count(&capped, who, regs, &mut open, &mut to_rows, found);
        }
        all.reduce_add() as u64
    }

    /// Whether something has to be counted by itself.
    #[inline(always)]
    pub fn has_steps(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Counts the payments of everything that stands in no row.
    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "what a position is, what it is counted with, and where to")]
    pub fn count_steps(
        &self,
        hand: &CardBag,
        who: PlayerId,
        regs: &[i32],
        open: &[i16],
        payers: &[Payer],
        memos: &mut Option<Memo>,
        to: &mut Counted,
    ) -> u64 {
        let memo = memos.get_or_insert_with(|| Memo::new(payers));
        memo.follow(payers, hand);
        let (open, to) = (open.get(self.rows * LANES..).unwrap_or_default(), &mut to.steps[..]);
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
            } else if step.stock.of(regs, who) >= i32::from(step.target.pieces) {
                to[at - 1] = payments;
                total = total.saturating_add(payments.saturating_mul(*n as u64));
            }
        }
        total
    }

    /// The targets of a cell that are open.
    #[inline]
    fn open_in(&self, cell: usize, counted: &Counted) -> impl Iterator<Item = u64> {
        self.members[cell * self.words..][..self.words].iter().zip(&counted.open).map(|(members, open)| members & open)
    }

    /// The i-th payment of what was counted: its target, and which of the payments of that target it is.
    #[inline]
    pub fn find(&self, hand: &CardBag, counted: &Counted, i: u64) -> Option<(usize, u64)> {
        let mut i = i;
        for (row, sums) in counted.rows.iter().enumerate() {
            let n = sums.iter().map(|n| i64::from(*n)).sum::<i64>() as u64;
            if i < n {
                return self.find_in_row(row, sums, hand, counted, i);
            }
            i -= n;
        }
        for (at, payments) in counted.steps.iter().enumerate().filter(|(_, payments)| **payments > 0) {
            let cell = self.rows * LANES + at;
            let there = self.open_in(cell, counted).map(u64::count_ones).sum::<u32>();
            let n = payments.saturating_mul(there.into());
            if i < n {
                return Some((nth_of(self.open_in(cell, counted), (i / payments) as u32)?, i % payments));
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
        i: u64,
    ) -> Option<(usize, u64)> {
        let ways = self.ways_of_row(row, hand, counted);
        let (mut i, mut slot) = (i, 0);
        while i >= sums[slot] as u64 {
            i -= sums[slot] as u64;
            slot += 1;
        }
        for lane in [slot * 2, slot * 2 + 1] {
            let n = ways[lane] as u64;
            if n > 0 {
                for (at, word) in self.open_in(row * LANES + lane, counted).enumerate() {
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
        while let Some(table) = self.tables.get(at).filter(|table| row >= table.rows()) {
            row -= table.rows();
            at += 1;
        }
        let (table, found) = (&self.tables[at], &counted.tables[at]);
        let capped = hand.at_most(MOST_CARDS as u8);
        let wilds = usize::from(table.wilds_in(&capped));
        let ways = match table.several.get(row) {
            Some(several) => table.ways_of_several(several, i16x8::new(found.ways), &capped, wilds),
            None => table.ways_of(table.single[row - table.several.len()], &capped, wilds),
        };
        (ways & i16x8::new(found.lanes)).to_array()
    }

    /// The targets that can be paid of those that were counted, each with how many payments it has, in the order of the list.
    pub fn each<'a>(&'a self, hand: &'a CardBag, counted: &'a Counted) -> impl Iterator<Item = (usize, u64)> + 'a {
        let rows = (0..counted.rows.len()).filter(|row| counted.rows[*row] != [0; 4]).flat_map(move |row| {
            let ways = self.ways_of_row(row, hand, counted);
            (0..LANES).map(move |lane| (row * LANES + lane, ways[lane] as u64))
        });
        let behind = self.rows * LANES;
        let steps = counted.steps.iter().enumerate().map(move |(at, payments)| (behind + at, *payments));
        rows.chain(steps).filter(|(_, n)| *n > 0).flat_map(move |(cell, n)| {
            let words = self.open_in(cell, counted).enumerate();
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
    /// Whoever takes none has always enough.
    const ENDLESS: Self = Self { first: u32::MAX, each: 0, more: i32::MAX / 2 };

    fn new(piece: PieceId, shared: bool, pieces: &[Piece]) -> Self {
        match pieces.get(piece.index()) {
            Some(piece) if shared => Self { first: piece.shared.slot(()) as u32, each: 0, more: 0 },
            Some(piece) => Self { first: piece.stock.slot(PlayerId(0)) as u32, each: 1, more: 0 },
            None => Self::ENDLESS,
        }
    }

    #[inline(always)]
    fn of(self, regs: &[i32], who: PlayerId) -> i32 {
        let at = self.first + self.each * u32::from(who.0);
        regs.get(at as usize).copied().unwrap_or_default() + self.more
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
        let (several_rows, single): (Vec<_>, Vec<_>) = rows.into_iter().partition(|kinds| kinds.len() != 1);
        let single: Box<[u8]> = single.concat().into();
        let several = |kinds: Box<[u8]>| Several { of_each: kinds == single, kinds };
        let several = several_rows.into_iter().map(several).collect();
        let stock = key.extra.map_or(Stock::ENDLESS, |extra| {
            let stock = Stock::new(key.piece, key.shared, pieces);
            Stock { more: stock.more - extra - base as i32, ..stock }
        });
        Self {
            wild: key.wild.unwrap_or_default(),
            wilds: wilds as u8,
            least: least as u8,
            stock,
            ways: (0..=wilds).map(|wilds| std::array::from_fn(|cards| ways(wilds, cards))).collect(),
            bare: (0..=wilds).map(bare).collect(),
            several,
            single,
        }
    }

    #[inline(always)]
    fn wilds_in(&self, hand: &CardBag) -> u8 {
        hand.counts()[usize::from(self.wild) % MAX_CARD_KINDS].min(self.wilds)
    }

    /// The lanes that count: those of which there are wilds and pieces enough.
    #[inline(always)]
    fn lanes(&self, wilds: u8, who: PlayerId, regs: &[i32]) -> usize {
        let lanes = self.stock.of(regs, who).clamp(0, LANES as i32) as usize;
        if wilds < self.least { 0 } else { lanes }
    }

    /// In how many ways each number of cards of a kind is paid.
    #[inline(always)]
    fn ways_of(&self, kind: u8, hand: &CardBag, wilds: usize) -> i16x8 {
        let cards = usize::from(hand.counts()[usize::from(kind) % MAX_CARD_KINDS]) % (MOST_CARDS + 1);
        i16x8::new(self.ways[wilds][cards])
    }

    /// In how many ways each number of cards of any kind of a row is paid; `each`: of those that have a row of their own.
    #[inline(always)]
    fn ways_of_several(&self, row: &Several, each: i16x8, hand: &CardBag, wilds: usize) -> i16x8 {
        let ways = match row.of_each {
            true => each,
            false => row.kinds.iter().fold(i16x8::splat(0), |sum, kind| sum + self.ways_of(*kind, hand, wilds)),
        };
        // Wilds alone are one payment, though they were counted for each kind.
        ways - i16x8::new(self.bare[wilds]) * i16x8::splat(row.kinds.len() as i16 - 1)
    }

    /// Counts the payments of all its rows, and goes on to those of the next table.
    #[inline(always)]
    fn count<'a>(
        &self,
        hand: &CardBag,
        who: PlayerId,
        regs: &[i32],
        open: &mut &'a [Lanes],
        to: &mut &'a mut [[i32; 4]],
        found: &mut Found,
    ) -> i32x4 {
        let wilds = self.wilds_in(hand);
        let lanes = i16x8::new(UP_TO[self.lanes(wilds, who, regs)]);
        let (several, single) = (self.several.len(), self.single.len());
        let (mut all, mut each) = (i32x4::splat(0), i16x8::splat(0));
        let (Some((open_several, rest)), Some((to_several, to_rest))) =
            (open.split_at_checked(several), std::mem::take(to).split_at_mut_checked(several))
        else {
            return all;
        };
        let (Some((open_single, rest)), Some((to_single, to_rest)), Some(ways)) =
            (rest.split_at_checked(single), to_rest.split_at_mut_checked(single), self.ways.get(usize::from(wilds)))
        else {
            return all;
        };
        (*open, *to) = (rest, to_rest);
        for ((kind, open), to) in self.single.iter().zip(open_single).zip(to_single) {
            let cards = hand.counts()[usize::from(*kind) % MAX_CARD_KINDS];
            let ways = i16x8::new(ways[usize::from(cards) % (MOST_CARDS + 1)]) & lanes;
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

    /// How many rows it has.
    #[inline(always)]
    fn rows(&self) -> usize {
        self.several.len() + self.single.len()
    }
}

impl Step {
    /// Costs sorted into ladders, cheap ones of a ladder first.
    fn ladders(targets: Vec<Target>, costs: &[Cost], pieces: &[Piece]) -> Vec<Self> {
        let rungs = targets.iter().map(|target| Rung::of(&costs[usize::from(target.payer)]));
        let (order, next) = climb(rungs.collect(), |at| (targets[at].payer, targets[at].pieces));
        let step = |(at, next): (usize, usize)| {
            let target = targets[at];
            let stock = match target.pieces {
                0 => Stock::ENDLESS,
                _ => Stock::new(target.piece, target.shared, pieces),
            };
            Self { target, stock, next }
        };
        order.into_iter().zip(next).map(step).collect()
    }
}
