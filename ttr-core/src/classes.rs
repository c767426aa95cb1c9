//! Routes sorted by the terms on which they are claimed, so that what a player can pay is counted for many routes at once.
//!
//! Most costs are so many cards of one kind, or wilds instead: they stand in a [`Batch`], a table with a place for each kind and
//! number of cards, and for the routes of any kind. Other costs are a *step* each, and those that differ only in how much they cost stand in a *ladder*: where one can't be paid, the
//! dearer ones after it can't be either, and need not be looked at.
//!
//! What depends on the open routes alone, [`Open`], is kept by who lists actions and follows the routes that open and close. Which route
//! the n-th claim is of is looked for only when it is asked for, among the open routes, by what was counted for where each of them
//! stands.

mod batch;

use crate::bag::CardBag;
use crate::ids::{KindSet, PieceId, PlayerId, bits};
use crate::look::Look;
use crate::payment::{Cost, Counted, Payer, Plain};
use crate::rules::{Piece, RouteTerms, Terms};
use batch::{Batch, Key};
use std::collections::{BTreeMap, HashMap, HashSet};

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

/// Numbers for routes that take one card, two, and so on; a cost of a batch takes fewer than so many.
const WIDTH: usize = 16;
type Row = [i16; WIDTH];

/// All terms on which routes are claimed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    batches: Vec<Batch>,
    /// How many rows the batches have; one more is for routes that nobody can claim.
    rows: usize,
    /// The steps of all ladders, cheap ones of a ladder first. They are counted behind the rows.
    steps: Vec<Step>,
    /// Where each route is counted, as many to a word as it has bits: in rows, or behind them.
    places: Vec<[u32; 64]>,
}

/// The routes that are open to a player, a bit each, and what follows from them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    pub words: Vec<u64>,
    /// How many are open in each place where routes are counted.
    rows: Vec<Row>,
}

/// What is known of a player who was listed before.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub open: Open,
    pub counted: Counted,
}

/// What a player can pay: how many payments there are for a route of each place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Payments {
    /// In the rows of the batches.
    rows: Vec<Row>,
    /// The batches for which there is none.
    blank: Vec<bool>,
    /// On steps.
    steps: Vec<u64>,
}

impl Open {
    /// Makes it that of these routes.
    #[inline(always)]
    pub fn follow(&mut self, classes: &Classes, words: &[u64]) {
        let open = self.rows.as_flattened_mut();
        for ((before, now), places) in self.words.iter_mut().zip(words).zip(&classes.places) {
            let (mut closed, opened) = (*before & !now, now & !*before);
            while closed != 0 {
                let bit = closed.trailing_zeros() as usize % 64;
                closed &= closed - 1;
                open[places[bit] as usize] -= 1;
            }
            // Routes open at the start of a game, mostly.
            if opened != 0 {
                bits(opened).for_each(|bit| open[places[bit % 64] as usize] += 1);
            }
            *before = *now;
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
        let place = |of: &RouteTerms| match cells[&class(of)] {
            Cell::Batch { row, at } => row * WIDTH + at,
            Cell::Step(step) => (all.rows + 1) * WIDTH + step,
        };
        let nowhere = all.rows * WIDTH;
        let places: Vec<usize> = route_terms.iter().map(|of| if of.closed { nowhere } else { place(of) }).collect();
        let of_word = |places: &[usize]| std::array::from_fn(|bit| places.get(bit).copied().unwrap_or(nowhere) as u32);
        all.places = places.chunks(64).map(of_word).collect();
        all
    }

    /// Adds a batch of these classes; those that have no place in it are given back.
    fn add_batch(
        &mut self,
        key: Key,
        any: KindSet,
        classes: &[(Class, Plain)],
        cells: &mut HashMap<Class, Cell>,
    ) -> Vec<Class> {
        let Some(batch) = Batch::new(key, any, classes, self.rows) else {
            return classes.iter().map(|(class, _)| *class).collect();
        };
        let (mut homeless, mut taken) = (Vec::new(), HashSet::new());
        for (class, plain) in classes {
            match batch.cell(plain).filter(|cell| taken.insert(*cell)) {
                Some((row, at)) => {
                    cells.insert(*class, Cell::Batch { row, at });
                }
                None => homeless.push(*class),
            }
        }
        self.rows += batch.rows();
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

    /// What is known of each player before anything is listed.
    pub fn seats(&self, players: usize, payers: &[Payer]) -> Vec<Seat> {
        let rows = self.rows + 1 + self.steps.len().div_ceil(WIDTH);
        let open = Open { words: vec![0; self.places.len()], rows: vec![[0; WIDTH]; rows] };
        vec![Seat { open, counted: Counted::new(payers) }; players]
    }

    /// Tells it where the numbers of pieces are kept.
    pub fn set_stocks(&mut self, pieces: &[Piece]) {
        self.batches.iter_mut().for_each(|batch| batch.set_stock(pieces));
    }

    /// Room for what a player can pay.
    pub fn payments(&self) -> Payments {
        let (rows, blank) = (vec![[0; WIDTH]; self.rows + 1], vec![true; self.batches.len()]);
        Payments { rows, blank, steps: vec![0; self.steps.len()] }
    }

    /// How many claims this player can make in all. How many payments there are for a route of each place is noted.
    #[inline(always)]
    pub fn count(&self, look: Look<'_>, who: PlayerId, hand: &CardBag, seat: &mut Seat, to: &mut Payments) -> u64 {
        let Seat { open, counted } = seat;
        let words = self.places.len();
        open.follow(self, &look.st.sets[who.index() * words..][..words]);
        let mut total = 0;
        for (batch, blank) in self.batches.iter().zip(&mut to.blank) {
            total += batch.count(hand, batch.stock(&look.st.regs, who), &open.rows, &mut to.rows, blank);
        }
        if !self.steps.is_empty() {
            counted.follow(&look.rules.payers, hand);
            let open = &open.rows[self.rows + 1..];
            total = self.count_steps(look, who, open.as_flattened(), counted, &mut to.steps).saturating_add(total);
        }
        total
    }

    /// How many payments there are for a route of this word and bit.
    #[inline(always)]
    pub fn payments_of(&self, word: usize, bit: usize, payments: &Payments) -> u64 {
        let place = self.places[word][bit % 64] as usize;
        match payments.rows.as_flattened().get(place) {
            Some(n) => *n as u64,
            None => payments.steps[place - (self.rows + 1) * WIDTH],
        }
    }

    #[inline(never)]
    fn count_steps(&self, look: Look<'_>, who: PlayerId, open: &[i16], counted: &mut Counted, to: &mut [u64]) -> u64 {
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
                total = total.saturating_add(payments.saturating_mul(*open as u64));
            }
        }
        total
    }
}

/// Where routes of the same terms stand.
#[derive(Clone, Copy)]
enum Cell {
    /// In a row of a batch.
    Batch {
        row: usize,
        at: usize,
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
