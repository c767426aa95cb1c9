//! Routes sorted by the terms on which they are claimed, so that what a player can pay is counted for many routes at once.
//!
//! A *cell* stands for all routes of the same terms. Most costs are so many cards of one kind, or wilds instead: they stand in
//! a [`Batch`], a table with a cell for each kind and number of cards, and for the routes of any kind. Other
//! costs are a *step* each, and those that differ only in how much they cost stand in a *ladder*: where one can't be paid, the
//! dearer ones after it can't be either, and need not be looked at.
//!
//! What depends on the open routes alone, [`Open`], is kept by who lists actions and follows the routes that open and close. Which route
//! the n-th claim is of is looked for only when it is asked for, among the open routes that may be paid, by what is known of where
//! each of them stands.

mod batch;

use crate::bag::CardBag;
use crate::ids::{KindSet, PieceId, PlayerId, bits};
use crate::look::Look;
use crate::payment::{Cost, Counted, Payer, Plain};
use crate::rules::{Piece, RouteTerms, Terms};
use batch::{Batch, Have, Key, LANES, Lanes};
use std::collections::{BTreeMap, HashMap, HashSet};
use wide::i16x8;

/// The most bytes of tables of the routes that a hand may pay; without them more routes are looked at.
const MOST_TABLES: usize = 1 << 20;

/// The terms on which routes are claimed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Class {
    /// What they cost, by the number of its solver.
    payer: u16,
    piece: PieceId,
    public: bool,
    /// Pieces placed and put aside.
    pieces: u16,
}

/// A cell of a cost that is counted by itself.
#[derive(Clone, Copy, Debug)]
struct Step {
    class: Class,
    /// How much it costs, in the units of its ladder.
    units: u16,
    /// On which ladder it stands, and where the next one begins.
    ladder: u32,
    next: u32,
}

/// All terms on which routes are claimed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    batches: Vec<Batch>,
    /// How many cells the batches have, as many to each as there are lanes.
    batched: usize,
    /// The steps of all ladders, cheap ones of a ladder first.
    steps: Vec<Step>,
    /// Where each route stands.
    spots: Vec<Spot>,
    /// The routes that are looked at whatever is in a hand, a bit each: those on steps, and of batches that keep no tables of theirs.
    looked_at: Vec<u64>,
    /// What each route is part of, as many to a word as it has bits.
    parts: Vec<[Part; 64]>,
    /// The open routes at the start of a game, for each player.
    start: Vec<Open>,
}

/// Where a route stands, for how it is paid.
#[derive(Clone, Copy, Debug)]
enum Spot {
    /// In a batch.
    Batch { batch: u16, at: batch::At },
    /// On a step.
    Step(u32),
    /// Nobody can claim it.
    Nowhere,
}

/// What a route is part of while it is open.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// A column of a batch, with what it adds there: a one for each kind that pays for it. Where those are several, `any` is one,
    /// and the routes of that cell are one more.
    Column { adds: Lanes, column: u32, cell: u32, any: i16 },
    /// A cell of several kinds of a batch of more than have room in a column.
    Columns { batch: u16, cell: u32 },
    /// The routes of a step.
    Step(u32),
    /// Nobody can claim it.
    Nothing,
}

/// The routes that are open to a player, a bit each, and what follows from them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    pub words: Vec<u64>,
    /// How many routes of each cell of the batches are open; those of several kinds are among those of each.
    cells: Vec<Lanes>,
    /// How many routes of each step are open.
    steps: Vec<u16>,
}

/// What is known of a player who was listed before.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub open: Open,
    pub counted: Counted,
}

/// What a player can pay.
#[derive(Clone, Debug, Default)]
pub(crate) struct Payments {
    /// What the player has for each batch.
    have: Vec<Have>,
    /// How many payments there are for a route of each step.
    steps: Vec<u64>,
    /// The open routes that may be paid, a bit each; others can't be.
    words: Vec<u64>,
    /// Whether they have been found.
    found: bool,
}

impl Payments {
    /// The open routes that may be paid, a bit each, once they are found.
    #[inline]
    pub fn words(&self) -> Option<&[u64]> {
        self.found.then_some(&self.words)
    }

    /// Finds the open routes that may be paid from this hand.
    #[inline]
    pub fn find(&mut self, classes: &Classes, hand: &CardBag, open: &[u64]) {
        self.found = true;
        self.words.clone_from(&classes.looked_at);
        for (batch, have) in classes.batches.iter().zip(&self.have) {
            batch.add_payable(hand, *have, &mut self.words);
        }
        self.words.iter_mut().zip(open).for_each(|(word, open)| *word &= open);
    }
}

impl Open {
    /// Makes it that of these routes.
    #[inline]
    pub fn follow(&mut self, classes: &Classes, who: PlayerId, words: &[u64]) {
        if self.words.iter().zip(words).any(|(a, b)| a != b) {
            self.change(classes, who, words);
        }
    }

    #[inline(never)]
    fn change(&mut self, classes: &Classes, who: PlayerId, words: &[u64]) {
        // Routes open at the start of a game, mostly.
        if self.words.iter().zip(words).any(|(before, now)| now & !before != 0) {
            self.start_anew(classes, &classes.start[who.index()], words);
        }
        for ((before, now), parts) in self.words.iter_mut().zip(words).zip(&classes.parts) {
            let mut closed = std::mem::replace(before, *now) & !now;
            while closed != 0 {
                let bit = closed.trailing_zeros() as usize % 64;
                closed &= closed - 1;
                classes.turn::<false>(&mut self.cells, &mut self.steps, &parts[bit]);
            }
        }
    }

    /// Opens routes: begins with those of the start, if that is nearer.
    #[cold]
    #[inline(never)]
    fn start_anew(&mut self, classes: &Classes, start: &Self, words: &[u64]) {
        let apart = |other: &Self| other.words.iter().zip(words).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
        if apart(start) < apart(self) {
            self.words.clone_from(&start.words);
            self.cells.clone_from(&start.cells);
            self.steps.clone_from(&start.steps);
        }
        for ((before, now), parts) in self.words.iter_mut().zip(words).zip(&classes.parts) {
            let opened = now & !*before;
            *before |= now;
            for bit in bits(opened) {
                classes.turn::<true>(&mut self.cells, &mut self.steps, &parts[bit]);
            }
        }
    }
}

impl Classes {
    /// The classes of routes with these terms.
    pub fn new(route_terms: &[RouteTerms], terms: &[Terms], payers: &[Payer]) -> Self {
        let class = |of: &RouteTerms| Class { payer: of.payer, piece: of.piece, public: of.public, pieces: of.pieces };
        let mut found: HashMap<Class, &Cost> = HashMap::new();
        let mut batches: BTreeMap<Key, Vec<(Class, Plain)>> = BTreeMap::new();
        let mut alone = Vec::new();
        for of in route_terms.iter().filter(|of| !of.closed) {
            let class = class(of);
            if found.insert(class, &terms[usize::from(of.terms)].cost).is_some() {
                continue;
            }
            match payers[usize::from(class.payer)].plain() {
                Some(plain) => batches.entry(Key::new(&plain, class)).or_default().push((class, plain)),
                None => alone.push(class),
            }
        }
        let (mut all, mut cells) = (Self::default(), HashMap::new());
        for (key, classes) in batches {
            for (any, classes) in by_kinds(classes) {
                alone.extend(all.add_batch(key, any, &classes, &mut cells));
            }
        }
        all.add_ladders(alone.into_iter().map(|class| (class, Rung::of(found[&class]))), &mut cells);
        let cells: Vec<Option<Cell>> = route_terms.iter().map(|of| (!of.closed).then(|| cells[&class(of)])).collect();
        let part = |bit: usize, cells: &[Option<Cell>]| {
            cells.get(bit).copied().flatten().map_or(Part::Nothing, |cell| all.part(cell))
        };
        all.parts = cells.chunks(64).map(|cells| std::array::from_fn(|bit| part(bit, cells))).collect();
        let words = all.parts.len();
        let tables = all.batches.iter().map(|batch| batch.table_size(words)).sum::<usize>() <= MOST_TABLES;
        all.looked_at = vec![0; words];
        for (route, cell) in cells.iter().enumerate() {
            let spot = match *cell {
                Some(Cell::Batch { batch, cell }) => {
                    let at = all.batches[batch].at(cell);
                    if tables {
                        all.batches[batch].add_route(route, at, words);
                    }
                    Spot::Batch { batch: batch as u16, at }
                }
                Some(Cell::Step(step)) => Spot::Step(step as u32),
                None => Spot::Nowhere,
            };
            all.spots.push(spot);
            let looked_at = matches!(spot, Spot::Step(_)) || !tables && matches!(spot, Spot::Batch { .. });
            all.looked_at[route / 64] |= u64::from(looked_at) << (route % 64);
        }
        all
    }

    /// Opens or closes a route.
    #[inline(always)]
    fn turn<const OPENS: bool>(&self, cells: &mut [Lanes], steps: &mut [u16], part: &Part) {
        let by = if OPENS { 1 } else { -1 };
        match part {
            Part::Column { adds, column, cell, any } => {
                let (adds, column) = (i16x8::new(*adds), &mut cells[*column as usize]);
                let now = i16x8::new(*column);
                *column = if OPENS { now + adds } else { now - adds }.to_array();
                cells.as_flattened_mut()[*cell as usize] += any * by;
            }
            Part::Columns { batch, cell } => self.batches[usize::from(*batch)].turn(cells, *cell as usize, by),
            Part::Step(at) => {
                let n = &mut steps[*at as usize];
                *n = n.wrapping_add_signed(by);
            }
            Part::Nothing => {}
        }
    }

    /// Adds a batch of these classes; those that have no place in it are given back.
    fn add_batch(
        &mut self,
        key: Key,
        any: KindSet,
        classes: &[(Class, Plain)],
        cells: &mut HashMap<Class, Cell>,
    ) -> Vec<Class> {
        let Some(batch) = Batch::new(key, any, classes, self.batched) else {
            return classes.iter().map(|(class, _)| *class).collect();
        };
        let (mut homeless, mut taken) = (Vec::new(), HashSet::new());
        for (class, plain) in classes {
            match batch.cell(plain).filter(|cell| taken.insert(*cell)) {
                Some(cell) => {
                    cells.insert(*class, Cell::Batch { batch: self.batches.len(), cell });
                }
                None => homeless.push(*class),
            }
        }
        self.batched += batch.cells();
        self.batches.push(batch);
        homeless
    }

    fn add_ladders(&mut self, classes: impl Iterator<Item = (Class, Rung)>, cells: &mut HashMap<Class, Cell>) {
        let mut numbers: HashMap<Cost, u32> = HashMap::new();
        for (class, Rung { ladder, units }) in classes {
            let next = numbers.len() as u32;
            let ladder = *numbers.entry(ladder).or_insert(next);
            self.steps.push(Step { class, units, ladder, next: 0 });
        }
        self.steps.sort_by_key(|step| (step.ladder, step.units, step.class.payer, step.class.pieces));
        for (at, step) in self.steps.iter().enumerate() {
            cells.insert(step.class, Cell::Step(at));
        }
        let mut next = self.steps.len();
        for at in (0..next).rev() {
            if self.steps.get(at + 1).is_some_and(|above| above.ladder != self.steps[at].ladder) {
                next = at + 1;
            }
            self.steps[at].next = next as u32;
        }
    }

    fn part(&self, cell: Cell) -> Part {
        match cell {
            Cell::Batch { batch, cell } => match self.batches[batch].column(cell) {
                Some((column, adds, any)) => {
                    Part::Column { adds, column: column as u32, cell: cell as u32, any: any.into() }
                }
                None => Part::Columns { batch: batch as u16, cell: cell as u32 },
            },
            Cell::Step(step) => Part::Step(step as u32),
        }
    }

    /// Tells it which routes are open at the start, as words of bits, player by player.
    pub fn set_start(&mut self, players: usize, open: &[u64]) {
        let words = open.len() / players.max(1);
        for player in 0..players {
            let cells = vec![[0; LANES]; self.batched];
            let mut start = Open { words: vec![0; words], cells, steps: vec![0; self.steps.len()] };
            for (at, word) in open[player * words..][..words].iter().enumerate() {
                start.words[at] = *word;
                for bit in bits(*word) {
                    self.turn::<true>(&mut start.cells, &mut start.steps, &self.parts[at][bit]);
                }
            }
            self.start.push(start);
        }
    }

    /// What is known of each player before anything is listed.
    pub fn seats(&self, players: usize, payers: &[Payer]) -> Vec<Seat> {
        let open = |player: usize| self.start.get(player).cloned().unwrap_or_default();
        (0..players).map(|player| Seat { open: open(player), counted: Counted::new(payers) }).collect()
    }

    /// Tells it where the numbers of pieces are kept.
    pub fn set_stocks(&mut self, pieces: &[Piece]) {
        self.batches.iter_mut().for_each(|batch| batch.set_stock(pieces));
    }

    /// Room for what a player can pay.
    pub fn payments(&self) -> Payments {
        Payments {
            have: vec![Have::default(); self.batches.len()],
            steps: vec![0; self.steps.len()],
            words: Vec::with_capacity(self.looked_at.len()),
            found: false,
        }
    }

    /// How many claims this player can make in all. What is needed to tell how many payments there are for each route is noted.
    #[inline]
    pub fn count(&self, look: Look<'_>, who: PlayerId, hand: &CardBag, seat: &mut Seat, to: &mut Payments) -> u64 {
        let Seat { open, counted } = seat;
        let words = self.parts.len();
        open.follow(self, who, &look.st.sets[who.index() * words..][..words]);
        to.found = false;
        let mut total = 0;
        for (batch, to) in self.batches.iter().zip(&mut to.have) {
            let have = batch.have(hand, batch.stock(&look.st.regs, who));
            *to = have;
            total += batch.count(hand, have, &open.cells);
        }
        if !self.steps.is_empty() {
            counted.follow(&look.rules.payers, hand);
            total = self.count_steps(look, who, &open.steps, counted, &mut to.steps).saturating_add(total);
        }
        total
    }

    /// How many payments there are for a route.
    #[inline(always)]
    pub fn payments_of(&self, route: usize, hand: &CardBag, payments: &Payments) -> u64 {
        match self.spots[route] {
            Spot::Batch { batch, at } => {
                let batch = usize::from(batch);
                self.batches[batch].payments(hand, payments.have[batch], at)
            }
            Spot::Step(step) => payments.steps[step as usize],
            Spot::Nowhere => 0,
        }
    }

    #[inline(never)]
    fn count_steps(&self, look: Look<'_>, who: PlayerId, open: &[u16], counted: &mut Counted, to: &mut [u64]) -> u64 {
        let mut total = 0u64;
        let mut stock = Stock::new(look, who);
        to.fill(0);
        let mut at = 0;
        while let (Some(step), Some(open)) = (self.steps.get(at), open.get(at)) {
            at += 1;
            if *open == 0 {
                continue;
            }
            let payments = counted.of(&look.rules.payers, step.class.payer);
            if payments == 0 {
                at = step.next as usize;
            } else if stock.suffices(look, who, &step.class) {
                to[at - 1] = payments;
                total = total.saturating_add(payments.saturating_mul(u64::from(*open)));
            }
        }
        total
    }
}

/// Where routes of the same terms stand.
#[derive(Clone, Copy)]
enum Cell {
    /// A cell of a batch.
    Batch {
        batch: usize,
        cell: usize,
    },
    Step(usize),
}

/// Costs sorted by the kinds of those that can be paid with several; those of one kind are with the most of them.
fn by_kinds(classes: Vec<(Class, Plain)>) -> Vec<(KindSet, Vec<(Class, Plain)>)> {
    let mut by: BTreeMap<KindSet, Vec<(Class, Plain)>> = BTreeMap::new();
    let mut alone = Vec::new();
    for (class, plain) in classes {
        match plain.kinds.len() {
            1 => alone.push((class, plain)),
            _ => by.entry(plain.kinds).or_default().push((class, plain)),
        }
    }
    let mut sorted: Vec<_> = by.into_iter().collect();
    sorted.sort_by_key(|(_, classes)| std::cmp::Reverse(classes.len()));
    match sorted.first_mut() {
        Some((_, first)) => first.append(&mut alone),
        None => sorted.push((KindSet::NONE, alone)),
    }
    sorted
}

/// How many pieces of a kind a player has to place.
struct Stock {
    piece: PieceId,
    public: bool,
    n: i32,
}

impl Stock {
    fn new(look: Look<'_>, who: PlayerId) -> Self {
        let (piece, public) = (PieceId(0), false);
        Self { piece, public, n: look.stock_of(who, piece, public) }
    }

    /// Whether there are enough for a route of this class.
    #[inline]
    fn suffices(&mut self, look: Look<'_>, who: PlayerId, class: &Class) -> bool {
        if (self.piece, self.public) != (class.piece, class.public) {
            (self.piece, self.public) = (class.piece, class.public);
            self.n = look.stock_of(who, class.piece, class.public);
        }
        self.n >= i32::from(class.pieces)
    }
}

/// Where a cost stands: on which ladder, and how high.
struct Rung {
    /// The cost without its units, where who can pay for more can pay for less; other costs have a ladder each.
    ladder: Cost,
    units: u16,
}

impl Rung {
    fn of(cost: &Cost) -> Self {
        let mut ladder = cost.clone();
        let units = match &mut ladder.parts[..] {
            // Whoever has cards for more can pay for less: with one card, or one group, fewer. Only where groups have to
            // hold wilds may fewer of them have no room for so many.
            [part] if part.groups.is_none() || part.least_wilds == 0 => std::mem::take(&mut part.units),
            _ => 0,
        };
        Self { ladder, units }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::ColourId;
    use crate::payment::{Groups, KindInfo};

    #[test]
    fn groups_that_have_to_hold_wilds_stand_on_no_ladder() {
        // One group has no room for two wilds, two groups have.
        let cost = |groups| {
            let cost = Cost::groups(groups, Groups { size: 2, most_wilds: 1 });
            cost.of(KindSet(0b011)).wilds(KindSet(0b100)).least_wilds(2)
        };
        let colour = |colour| KindInfo { colour, units: 1 };
        let kinds = [colour(Some(ColourId(0))), colour(Some(ColourId(1))), colour(None)];
        let hand = CardBag::from_counts(&[1, 1, 2]);
        let count = |groups| Payer::new(&cost(groups), &kinds).expect("a cost").count(&hand);
        assert_eq!([count(1), count(2)], [0, 1]);
        assert!(Rung::of(&cost(1)).ladder != Rung::of(&cost(2)).ladder);
        let plain = |units| Rung::of(&Cost::cards(units).of(KindSet(0b011)).wilds(KindSet(0b100)).least_wilds(2));
        assert!(plain(1).ladder == plain(4).ladder);
    }
}
