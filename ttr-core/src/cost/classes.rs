//! Routes sorted by the terms on which they are claimed, so that what a player can pay is counted for many routes at once.
//!
//! Most costs are so many cards of one kind, or wilds instead: they stand in a [`Batch`], a table with a place for each kind and
//! number of cards, and for the routes of any kind. Other costs are a *step* each, and those that differ only in how much they cost stand in a *ladder*: where one can't be paid, the
//! dearer ones after it can't be either, and need not be looked at.
//!
//! What was counted is kept for each player, in a [`Seat`], by who lists actions: from one turn to the next some routes close
//! and a few kinds of cards change, and what that makes of the number of claims is added up. Which route the n-th claim is of
//! is looked for only when it is asked for, among the open routes, by what was counted for where each of them stands.

mod batch;

use crate::bag::CardBag;
use crate::cost::{Cost, Counted, Payer, Plain};
use crate::ids::{KindSet, PieceId, PlayerId, bits};
use crate::look::Look;
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

/// More claims are not counted, so that there is room for what else can be done.
const MOST: u64 = u64::MAX >> 1;

/// All terms on which routes are claimed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    batches: Vec<Batch>,
    /// How many rows the batches have; one more is for routes that nobody can claim.
    rows: usize,
    /// The kinds that are wild in a batch.
    wilds: KindSet,
    /// Who has so many pieces has enough for every route of the batches, if all of them take pieces of one stock.
    plenty: Option<Plenty>,
    /// The steps of all ladders, cheap ones of a ladder first. They are counted behind the rows.
    steps: Vec<Step>,
    /// Where each route is counted, as many to a word as it has bits: in rows, or behind them.
    places: Vec<[u32; 64]>,
    /// All routes, a bit each, and how many there are in each place.
    all: (Vec<u64>, Vec<Row>),
}

/// So many pieces of a stock are enough for every route that takes some of it.
#[derive(Clone, Copy, Debug)]
struct Plenty {
    stock: Stock,
    pieces: i32,
}

impl Plenty {
    /// What is enough for this and for another, of the same stock.
    fn with(self, other: Self) -> Option<Self> {
        (self.stock == other.stock).then_some(Self { pieces: self.pieces.max(other.pieces), ..self })
    }
}

/// Where the number of pieces is kept, and how far apart those of the players are; beyond all registers where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stock {
    first: usize,
    each: usize,
}

impl Stock {
    const NONE: Self = Self { first: usize::MAX, each: 0 };

    /// How many pieces there are for this player; none of a kind that there is not.
    #[inline(always)]
    fn of(&self, regs: &[i32], who: PlayerId) -> i32 {
        regs.get(self.first.wrapping_add(self.each * who.index())).copied().unwrap_or(0)
    }
}

/// What was counted for a player who was listed before.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    /// The routes that were open, a bit each.
    words: Vec<u64>,
    /// How many of them there were in each place where routes are counted.
    open: Vec<Row>,
    /// The cards that there were to pay with, as many of a kind as a cost can take.
    hand: CardBag,
    /// Whether there were pieces enough for every route: then what changes is all that has to be counted again.
    plenty: bool,
    /// How many payments there were for a route of each place in the rows of the batches.
    payments: Vec<Row>,
    /// The batches for which there was none.
    blank: Vec<bool>,
    /// How many claims of routes of the batches there were, payments told apart.
    claims: i64,
    /// How many payments there were for a route of each step.
    steps: Vec<u64>,
    /// What was counted of single costs.
    pub counted: Counted,
}

impl Seat {
    /// Makes it that of these open routes.
    #[inline(always)]
    fn follow(&mut self, classes: &Classes, words: &[u64]) {
        let (open, payments) = (self.open.as_flattened_mut(), self.payments.as_flattened());
        for ((before, now), places) in self.words.iter_mut().zip(words).zip(&classes.places) {
            let mut closed = *before ^ now;
            if closed & now != 0 {
                return self.follow_opened(classes, words);
            }
            *before = *now;
            while closed != 0 {
                let bit = closed.trailing_zeros() as usize % 64;
                closed &= closed - 1;
                let place = places[bit] as usize;
                open[place] -= 1;
                self.claims -= payments.get(place).map_or(0, |n| i64::from(*n));
            }
        }
    }

    /// The same where routes have opened: mostly all of them, when a game begins.
    #[cold]
    #[inline(never)]
    fn follow_opened(&mut self, classes: &Classes, words: &[u64]) {
        let far = |from: &[u64]| from.iter().zip(words).map(|(from, to)| (from ^ to).count_ones()).sum::<u32>();
        let (routes, open) = &classes.all;
        if far(routes) < far(&self.words) {
            self.words.copy_from_slice(routes);
            self.open.copy_from_slice(open);
        }
        for ((before, now), places) in self.words.iter_mut().zip(words).zip(&classes.places) {
            for bit in bits(*before ^ now) {
                self.open.as_flattened_mut()[places[bit] as usize] += if now >> bit & 1 != 0 { 1 } else { -1 };
            }
            *before = *now;
        }
        // All is counted again.
        self.plenty = false;
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
        let mut open = vec![[0; WIDTH]; all.rows + 1 + all.steps.len().div_ceil(WIDTH)];
        places.iter().for_each(|place| open.as_flattened_mut()[*place] += 1);
        let word = |routes: &[usize]| u64::MAX >> (64 - routes.len());
        all.all = (places.chunks(64).map(word).collect(), open);
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
        self.wilds = self.wilds.or(batch.wild_kinds());
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
        let seat = Seat {
            words: vec![0; self.places.len()],
            open: vec![[0; WIDTH]; self.all.1.len()],
            hand: CardBag::EMPTY,
            plenty: false,
            payments: vec![[0; WIDTH]; self.rows + 1],
            blank: vec![true; self.batches.len()],
            claims: 0,
            steps: vec![0; self.steps.len()],
            counted: Counted::new(payers),
        };
        vec![seat; players]
    }

    /// Tells it where the numbers of pieces are kept.
    pub fn set_stocks(&mut self, pieces: &[Piece]) {
        self.batches.iter_mut().for_each(|batch| batch.set_stock(pieces));
        let mut all = self.batches.iter().map(Batch::plenty);
        let first = all.next();
        self.plenty = first.and_then(|first| all.try_fold(first, Plenty::with));
    }

    /// How many claims this player can make in all. How many payments there are for a route of each place is noted.
    #[inline(always)]
    pub fn count(&self, look: Look<'_>, who: PlayerId, hand: &CardBag, seat: &mut Seat) -> u64 {
        let words = self.places.len();
        self.count_batches(&look.st.regs, who, &look.st.sets[who.index() * words..][..words], hand, seat);
        let claims = seat.claims as u64;
        if self.steps.is_empty() {
            claims
        } else {
            self.count_steps(look, who, hand, seat).saturating_add(claims).min(MOST)
        }
    }

    /// The same for the routes of the batches, with these open ones.
    #[inline(always)]
    fn count_batches(&self, regs: &[i32], who: PlayerId, words: &[u64], hand: &CardBag, seat: &mut Seat) {
        seat.follow(self, words);
        // More cards of a kind than a cost takes make no difference.
        let hand = hand.at_most(WIDTH as u8 - 1);
        let changed = seat.hand.differing(&hand);
        let plenty = match &self.plenty {
            Some(of) => of.stock.of(regs, who) >= of.pieces,
            None => self.has_plenty(regs, who),
        };
        if !plenty {
            (seat.plenty, seat.hand) = (false, hand);
            return self.count_with_few(regs, who, seat);
        }
        if !seat.plenty || !changed.and(self.wilds).is_empty() {
            let mut claims = 0;
            for (batch, blank) in self.batches.iter().zip(&mut seat.blank) {
                claims += batch.count(&hand, &seat.open, &mut seat.payments, blank);
            }
            (seat.plenty, seat.claims) = (true, claims);
        } else if !changed.is_empty() {
            for batch in &self.batches {
                seat.claims += batch.count_changed(&seat.hand, &hand, changed, &seat.open, &mut seat.payments);
            }
        }
        seat.hand = hand;
    }

    /// Whether there are pieces enough of every stock.
    #[inline(never)]
    fn has_plenty(&self, regs: &[i32], who: PlayerId) -> bool {
        self.batches.iter().map(Batch::plenty).all(|of| of.stock.of(regs, who) >= of.pieces)
    }

    /// The same where there may be too few pieces for some routes.
    #[cold]
    #[inline(never)]
    fn count_with_few(&self, regs: &[i32], who: PlayerId, seat: &mut Seat) {
        let Seat { open, hand, payments, blank, claims, .. } = seat;
        *claims = 0;
        for (batch, blank) in self.batches.iter().zip(blank) {
            *claims += batch.count_with_few(hand, batch.stock.of(regs, who), open, payments, blank);
        }
    }

    /// How many payments there are for a route of this word and bit.
    #[inline(always)]
    fn payments_of(&self, word: usize, bit: usize, seat: &Seat) -> u64 {
        self.payments_at(self.places[word][bit % 64] as usize, seat)
    }

    /// How many payments there are for a route of this place.
    #[inline(always)]
    fn payments_at(&self, place: usize, seat: &Seat) -> u64 {
        match seat.payments.as_flattened().get(place) {
            Some(n) => *n as u64,
            None => seat.steps[place - (self.rows + 1) * WIDTH],
        }
    }

    /// The routes that can be claimed in map order, each with how many payments it has.
    pub fn routes<'a>(&'a self, seat: &'a Seat) -> impl Iterator<Item = (usize, u64)> + 'a {
        let routes = seat.words.iter().enumerate().flat_map(|(at, word)| bits(*word).map(move |bit| (at, bit)));
        let counted = routes.map(|(word, bit)| (word * 64 + bit, self.payments_of(word, bit, seat)));
        counted.filter(|(_, n)| *n > 0)
    }

    /// The route of the i-th claim of so many, and which of its payments it is.
    #[inline]
    pub fn find(&self, seat: &Seat, i: u64, claims: u64) -> Option<(usize, u64)> {
        let payments = seat.payments.as_flattened();
        if self.steps.is_empty() {
            return self.find_by(|place| payments[place].into(), seat, i, claims);
        }
        self.find_on_steps(seat, i, claims)
    }

    /// The same where costs stand on steps.
    #[inline(never)]
    fn find_on_steps(&self, seat: &Seat, i: u64, claims: u64) -> Option<(usize, u64)> {
        self.find_by(|place| self.payments_at(place, seat).min(MOST) as i64, seat, i, claims)
    }

    /// The same by how many payments there are for a route of each place. Looked for from the nearer end, where all are counted.
    #[inline(always)]
    fn find_by(&self, count: impl Fn(usize) -> i64, seat: &Seat, i: u64, claims: u64) -> Option<(usize, u64)> {
        let words = seat.words.iter().zip(&self.places).enumerate();
        if i < claims / 2 || claims == MOST {
            let mut left = i as i64;
            for (at, (word, places)) in words {
                let mut routes = *word;
                while routes != 0 {
                    let bit = routes.trailing_zeros() as usize % 64;
                    let n = count(places[bit] as usize);
                    left -= n;
                    if left < 0 {
                        return Some((at * 64 + bit, (left + n) as u64));
                    }
                    routes &= routes - 1;
                }
            }
        } else {
            let mut left = claims.checked_sub(i)? as i64;
            for (at, (word, places)) in words.rev() {
                let mut routes = *word;
                while routes != 0 {
                    let bit = routes.ilog2() as usize % 64;
                    routes ^= 1 << bit;
                    left -= count(places[bit] as usize);
                    if left <= 0 {
                        return Some((at * 64 + bit, left.unsigned_abs()));
                    }
                }
            }
        }
        None
    }

    #[inline(never)]
    fn count_steps(&self, look: Look<'_>, who: PlayerId, hand: &CardBag, seat: &mut Seat) -> u64 {
        let Seat { open, counted, steps: to, .. } = seat;
        counted.follow(&look.rules.payers, hand);
        let open = open[self.rows + 1..].as_flattened();
        let mut total = 0u64;
        let mut stock = Having::new(look, who);
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
struct Having {
    piece: PieceId,
    public: bool,
    n: i32,
}

impl Having {
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
    use crate::cost::{Groups, KindInfo};
    use crate::ids::ColourId;

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
