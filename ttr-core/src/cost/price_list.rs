//! Price lists: things that cost something, be they routes or cities, sorted by what they cost, so that the payments for all of them are
//! counted at once.
//!
//! Most costs are so many cards of one colour, or wilds instead. In how many ways `n` cards are paid with so many cards of a colour
//! and so many wilds, a table says for eight `n` side by side. A *row* is of costs that are paid with the same colours; its eight *lanes*
//! are so many cards each. With how many targets are open in each lane, which the position keeps, all payments of a row are one product of
//! ways and targets. A colour may have two kinds of cards, and they may cover one unit or two: what is said of cards is then so of units.
//!
//! Any other cost is a *step*; those that differ only in how much they cost stand in a *ladder*: where one can't be paid, the dearer
//! ones after it can't be either, and need not be looked at.
//!
//! Payments are ordered by row and lane or by step, then by target in map order, then as the cost lists them.

use super::ladder::{Rung, climb};
use super::memo::Memo;
use super::rows::{ByKinds, Found, Key, LANES, MOST_CARDS, Stock, Table};
use super::{Cost, Payer};
use crate::bag::CardBag;
use crate::deck::Piece;
use crate::ids::{PieceId, PlayerId, bits, nth_member};
use crate::rules::RouteTerms;
use std::collections::{BTreeMap, HashMap, HashSet};
use wide::i32x4;

/// What one thing costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Target {
    /// The number of its solver.
    pub payer: u16,
    /// The kind of piece that it takes.
    pub piece: PieceId,
    /// How many pieces of that kind.
    pub pieces: u16,
    /// Whether they come from the stock that all share.
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
    /// The targets of each cell, a bit each, in `words` words for each cell.
    members: Box<[u64]>,
    /// How many targets each cell has.
    in_cells: Box<[i16]>,
    /// All targets that can be had, a bit each.
    all: Box<[u64]>,
    /// How many words of bits a set of targets has.
    words: usize,
}

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

    /// Another list is counted here than the last time: room for it is looked for behind, and made once.
    #[cold]
    #[inline(never)]
    pub fn room_for<'a>(number: u16, list: &PriceList, counted: &'a mut Vec<Self>, here: usize) -> &'a mut Self {
        let behind = counted.iter().skip(here).position(|of| of.is_of(number));
        let at = behind.map_or(counted.len(), |behind| here + behind);
        if behind.is_none() {
            counted.push(Self::new(number, list));
        }
        counted.swap(here, at);
        &mut counted[here]
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
        let mut by_key: BTreeMap<Key, ByKinds> = BTreeMap::new();
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
            let table = Table::new(&key, &by_kinds, pieces, rows);
            for (kinds, targets) in &by_kinds {
                let row = table.row_of(*kinds);
                for (target, units) in targets {
                    let cell = row * LANES + (usize::from(*units) - 1) % LANES;
                    // Two solvers of one cost would count in one lane: the later one stands by itself.
                    if taken.insert(cell) {
                        cell_of.insert(*target, cell);
                    } else {
                        alone.push(*target);
                    }
                }
            }
            rows = table.rows.end;
            tables.push(table);
        }
        let steps = Step::ladders(alone, costs, pieces);
        for (at, step) in steps.iter().enumerate() {
            cell_of.insert(step.target, rows * LANES + at);
        }
        let cell = |target: &Option<Target>| target.map_or(Self::NOWHERE, |target| cell_of[&target] as u16);
        let cells: Box<[u16]> = targets.iter().map(cell).collect();
        let words = targets.len().div_ceil(64);
        let (mut all, mut in_cells) = (vec![0u64; words], vec![0; rows * LANES + steps.len()]);
        let mut members = vec![0u64; in_cells.len() * words];
        for (at, cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != Self::NOWHERE) {
            members[usize::from(*cell) * words + at / 64] |= 1 << (at % 64);
            all[at / 64] |= 1 << (at % 64);
            in_cells[usize::from(*cell)] += 1;
        }
        Self {
            tables: tables.into(),
            rows,
            steps: steps.into(),
            cells,
            payers: targets.iter().map(|target| target.map_or(0, |target| target.payer)).collect(),
            members: members.into(),
            in_cells: in_cells.into(),
            all: all.into(),
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

    /// How many targets of a set there are in each cell: all of the list but those that are missing.
    pub fn count_open(&self, open: &[u64], to: &mut Vec<i16>) {
        to.clear();
        to.extend_from_slice(&self.in_cells);
        for (word, (open, all)) in open.iter().zip(&self.all).enumerate() {
            for bit in bits(all & !open) {
                if let Some(n) = self.cells.get(word * 64 + bit).and_then(|cell| to.get_mut(usize::from(*cell))) {
                    *n -= 1;
                }
            }
        }
    }

    /// Counts the payments that a hand allows of everything in rows, with how many targets of each cell are open.
    #[inline(always)]
    pub fn count_rows(&self, hand: &CardBag, who: PlayerId, regs: &[i32], open: &[i16], to: &mut Counted) -> u64 {
        let open = open.as_chunks::<LANES>().0;
        let mut all = i32x4::splat(0);
        for (table, found) in self.tables.iter().zip(&mut to.tables) {
            if let (Some(open), Some(sums)) = (open.get(table.rows.clone()), to.rows.get_mut(table.rows.clone())) {
                all += table.count(hand, who, regs, open, sums, found);
            }
        }
        all.reduce_add() as u64
    }

    /// Whether the hand can pay for something, as far as that is soon found out: what stands in rows is sooner counted.
    #[inline]
    pub fn payable(&self, hand: &CardBag, payers: &[Payer], memos: &mut Option<Memo>) -> bool {
        if self.rows > 0 {
            return true;
        }
        let memo = memos.get_or_insert_with(|| Memo::new(payers));
        memo.follow(payers, hand);
        self.steps.iter().any(|step| memo.of(payers, step.target.payer) > 0)
    }

    /// How many words of bits a set of its targets has.
    #[inline]
    pub fn words(&self) -> usize {
        self.words
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
            let n = sums.iter().sum::<i32>() as u64;
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
                return Some((nth_member(self.open_in(cell, counted), (i / payments) as u32)?, i % payments));
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
    fn ways_of_row(&self, row: usize, hand: &CardBag, counted: &Counted) -> [i16; LANES] {
        let at = self.tables.iter().position(|table| row < table.rows.end).unwrap_or_default();
        self.tables[at].ways_of_row(row, hand, &counted.tables[at])
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
