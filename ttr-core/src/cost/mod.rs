//! Costs and their payments: the only place where payments are listed, counted and checked.
//!
//! A [`Cost`] is a list of [`Part`]s. A bag of cards *covers* a cost if each of its cards can be given to exactly one
//! part, as a coloured card or as a wild, so that every part has its units, its wilds are within its limits, its colours
//! agree and its groups can be formed. A bag is a legal *payment* if it covers the cost and no smaller bag within it does
//! (G13). Legality so depends on the cost alone; a hand only says which of the payments its owner can make.
//!
//! A [`Payer`] is a cost compiled, once, into one of three forms:
//! - `closed`: one part of one colour, with one kind of wild, as most costs are: arithmetic, no memory;
//! - `diagram`: any other cost: its payments as a decision diagram, one layer per card kind, built by the algebra of
//!   `family` from what `cover` says of each part. Whatever is asked is a walk through the layers; payments are never
//!   listed to be counted;
//! - `listed`: the diagrams of so few payments that going through all of them is faster.
//!
//! ```
//! # use ttr_core::{cost::*, CardBag, ColourId, Kind, KindSet};
//! let colour = |c| KindInfo { colour: Some(ColourId(c)), units: 1 };
//! let kinds = [colour(0), colour(1), KindInfo { colour: None, units: 1 }];
//! let (coloured, wild) = (KindSet(0b011), KindSet(0b100));
//!
//! let cost = Cost::cards(3).of(coloured).wilds(wild);
//! let payer = Payer::new(&cost, &kinds)?;
//! let hand = CardBag::from_counts(&[2, 3, 1]);
//! assert_eq!(payer.list(&hand), [[2, 0, 1], [0, 3, 0], [0, 2, 1]].map(|n| CardBag::from_counts(&n)));
//! assert_eq!(payer.count(&hand), 3);
//! assert_eq!(
//!     payer.check(&hand, &CardBag::from_counts(&[1, 1, 1])),
//!     Err(PayFault::Unfit { kind: Kind(1) })
//! );
//! # Ok::<(), CostError>(())
//! ```

mod closed;
mod cover;
mod diagram;
mod family;
mod ladder;
mod listed;
pub(crate) mod memo;
pub(crate) mod price_list;
mod rows;
#[cfg(test)]
mod tests;

use crate::bag::CardBag;
use crate::ids::{ColourId, Kind, KindSet};
use crate::limits::{MAX_CARD_KINDS, MAX_COST_PARTS};
use arrayvec::ArrayVec;
use closed::Closed;
pub(crate) use closed::{Plain, PlainColour};
use diagram::Diagram;
use listed::Listed;
use std::fmt;
use std::ops::Add;

/// What a payment has to know of a card kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KindInfo {
    /// The colour. Cards without one, when they play as coloured cards, agree with one another only.
    pub colour: Option<ColourId>,
    /// How many units one card covers.
    pub units: u8,
}

/// How the coloured cards of a part must agree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Agree {
    /// One colour for all coloured cards of all the parts with this variable.
    Same(u8),
    /// Any mix of colours.
    Free,
}

/// How the cards of a part are sorted: each group has one colour, and colours are free between groups.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Groups {
    /// How many cards a group has, whatever their units.
    pub size: u8,
    /// How many of them may be wilds.
    pub most_wilds: u8,
}

/// One demand of a cost. A kind may be both in `cards` and in `wilds`; each of its cards then plays as either.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// How many units the cards must cover, at least; with `groups`, how many groups they must be.
    pub units: u16,
    /// The kinds that pay here as coloured cards.
    pub cards: KindSet,
    /// The kinds that pay here for any card.
    pub wilds: KindSet,
    /// How the coloured cards agree.
    pub agree: Agree,
    /// The fewest wilds in this part.
    pub least_wilds: u16,
    /// The most wilds in this part.
    pub most_wilds: u16,
    /// Whether and how the cards are sorted into groups.
    pub groups: Option<Groups>,
}

impl Part {
    fn new(units: u16) -> Self {
        Self {
            units,
            cards: KindSet::NONE,
            wilds: KindSet::NONE,
            agree: Agree::Same(0),
            least_wilds: 0,
            most_wilds: u16::MAX,
            groups: None,
        }
    }
}

/// What has to be paid, as parts that are all to be covered. Without a part it is free: its only payment is no card.
///
/// A cost is written from left to right; what follows [`Cost::cards`] or [`Cost::groups`] speaks of that part:
/// ```
/// # use ttr_core::{cost::*, KindSet};
/// # let (coloured, with_symbol, wild) = (KindSet(1), KindSet(2), KindSet(4));
/// let five_of_a_colour_two_of_them_wild = Cost::cards(5).of(coloured).wilds(wild).least_wilds(2);
/// let four_twos_of_a_colour = Cost::groups(4, Groups { size: 2, most_wilds: 1 }).of(coloured).wilds(wild);
/// let two_and_two_of_one_colour = Cost::cards(2).of(coloured).wilds(wild) + Cost::cards(2).of(with_symbol).wilds(wild);
/// let and_any_card = two_and_two_of_one_colour + Cost::cards(1).of(coloured).any_colours();
/// assert_eq!(and_any_card.parts.len(), 3);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cost {
    /// The parts. Their order has no meaning.
    pub parts: ArrayVec<Part, MAX_COST_PARTS>,
    /// Whether more parts were added than a cost can hold, which makes it an error to compile.
    overfull: bool,
}

impl Cost {
    /// Nothing to pay.
    pub fn free() -> Self {
        Self::default()
    }

    /// So many units in cards of one colour.
    pub fn cards(units: u16) -> Self {
        Self::free() + Part::new(units)
    }

    /// So many groups of cards, each of one colour.
    pub fn groups(count: u16, groups: Groups) -> Self {
        Self::free() + Part { agree: Agree::Free, groups: Some(groups), ..Part::new(count) }
    }

    /// These kinds pay as coloured cards.
    #[must_use]
    pub fn of(self, cards: KindSet) -> Self {
        self.edit(|part| part.cards = cards)
    }

    /// These kinds stand for any card.
    #[must_use]
    pub fn wilds(self, wilds: KindSet) -> Self {
        self.edit(|part| part.wilds = wilds)
    }

    /// At least so many wilds.
    #[must_use]
    pub fn least_wilds(self, n: u16) -> Self {
        self.edit(|part| part.least_wilds = n)
    }

    /// At most so many wilds.
    #[must_use]
    pub fn most_wilds(self, n: u16) -> Self {
        self.edit(|part| part.most_wilds = n)
    }

    /// The coloured cards need not agree.
    #[must_use]
    pub fn any_colours(self) -> Self {
        self.edit(|part| part.agree = Agree::Free)
    }

    /// The coloured cards agree with those of the parts of the same variable. Every part has variable 0 unless it is
    /// said otherwise, so that parts added to one another share one colour.
    #[must_use]
    pub fn colour_variable(self, variable: u8) -> Self {
        self.edit(|part| part.agree = Agree::Same(variable))
    }

    /// The parts of which something is to be paid, as far as these kinds of cards exist.
    fn parts_that_ask(&self, kinds: KindSet) -> ArrayVec<Part, MAX_COST_PARTS> {
        let mut parts = self.parts.clone();
        parts.retain(|part| part.units > 0 || part.least_wilds > 0);
        for part in &mut parts {
            part.cards = part.cards.and(kinds);
            part.wilds = part.wilds.and(kinds);
        }
        parts
    }

    fn edit(mut self, change: impl FnOnce(&mut Part)) -> Self {
        if let Some(part) = self.parts.last_mut() {
            change(part);
        }
        self
    }
}

impl Add<Part> for Cost {
    type Output = Self;

    /// Both together. More than [`MAX_COST_PARTS`] parts are refused by [`Payer::new`].
    fn add(mut self, part: Part) -> Self {
        if self.parts.try_push(part).is_err() {
            self.overfull = true;
        }
        self
    }
}

impl Add for Cost {
    type Output = Self;

    /// Both together. More than [`MAX_COST_PARTS`] parts are refused by [`Payer::new`].
    fn add(self, other: Self) -> Self {
        let whole = !other.overfull;
        let sum = other.parts.into_iter().fold(self, Add::add);
        if whole { sum } else { Self { overfull: true, ..sum } }
    }
}

/// Why a cost cannot be compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CostError {
    /// It has more than [`MAX_COST_PARTS`] parts.
    TooManyParts,
    /// Its payments are too many and too various for a diagram of [`MAX_WORK`] steps.
    TooLarge,
}

impl fmt::Display for CostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyParts => write!(f, "a cost of more than {MAX_COST_PARTS} parts"),
            Self::TooLarge => write!(f, "a cost whose payments are too many to be told apart"),
        }
    }
}

impl std::error::Error for CostError {}

/// What is wrong with a payment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PayFault {
    /// More cards of a kind than the hand holds.
    NotInHand {
        /// The kind.
        kind: Kind,
        /// How many were paid.
        paid: u8,
        /// How many the hand holds.
        held: u8,
    },
    /// With more cards it would be a payment.
    TooLittle,
    /// Without a card of this kind, and perhaps others, it would be a payment.
    Superfluous {
        /// The kind.
        kind: Kind,
    },
    /// A card of this kind has no place here, or none beside the cards of the kinds before it: the colours do not agree,
    /// or there are too many wilds, or too few.
    Unfit {
        /// The kind.
        kind: Kind,
    },
}

impl fmt::Display for PayFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInHand { kind, paid, held } => {
                write!(f, "{paid} cards of kind {} are paid, {held} are in the hand", kind.0)
            }
            Self::TooLittle => write!(f, "more cards are needed"),
            Self::Superfluous { kind } => write!(f, "a card of kind {} is superfluous", kind.0),
            Self::Unfit { kind } => write!(f, "a card of kind {} does not fit", kind.0),
        }
    }
}

impl std::error::Error for PayFault {}

/// Most steps in compiling a cost, a step being about an edge of a diagram: some tenths of a second at worst.
///
/// Within it are, whatever the kinds: one part of 100 units, or of 16 groups of two; two parts of 6 units each that share
/// their colour and their kinds. Parts whose colours are independent and whose kinds overlap are dearer: two of 6 units each
/// where 9 kinds pay. Costs of one colour with one kind of wild have a closed form, and no bound.
pub const MAX_WORK: usize = 1 << 20;

/// A cost compiled: answers what can be paid for it from a hand.
#[derive(Clone, Debug)]
pub struct Payer(Form, KindSet);

#[derive(Clone, Debug)]
enum Form {
    Closed(Closed),
    Listed(Listed),
    Diagram(Diagram),
}

impl Payer {
    /// Compiles a cost. `kinds` are all card kinds of the rules, in kind order; others never pay.
    pub fn new(cost: &Cost, kinds: &[KindInfo]) -> Result<Self, CostError> {
        if cost.overfull {
            return Err(CostError::TooManyParts);
        }
        let kinds = &kinds[..kinds.len().min(MAX_CARD_KINDS)];
        let parts = cost.parts_that_ask((0..kinds.len()).map(Kind::at).collect());
        let used = parts.iter().fold(KindSet::NONE, |used, part| used.or(part.cards).or(part.wilds));
        if let Some(closed) = Closed::new(&parts, kinds) {
            return Ok(Self(Form::Closed(closed), used));
        }
        let diagram = family::compile(&parts, kinds)?;
        Ok(Self(Listed::new(&diagram).map_or(Form::Diagram(diagram), Form::Listed), used))
    }

    /// The kinds that it can be paid with.
    pub(crate) fn kinds(&self) -> KindSet {
        self.1
    }

    /// The cost as one of so many cards of one kind, if it is one.
    pub(crate) fn plain(&self) -> Option<Plain> {
        match &self.0 {
            Form::Closed(closed) => closed.plain(),
            _ => None,
        }
    }

    /// How many payments the hand can make, `u64::MAX` standing for that many or more.
    #[inline(never)]
    pub fn count(&self, hand: &CardBag) -> u64 {
        match &self.0 {
            Form::Closed(closed) => closed.count(hand),
            Form::Listed(listed) => listed.count(hand),
            Form::Diagram(diagram) => diagram.count(hand),
        }
    }

    /// Whether the hand can make a payment.
    #[inline]
    pub fn payable(&self, hand: &CardBag) -> bool {
        match &self.0 {
            Form::Closed(closed) => closed.payable(hand),
            Form::Listed(listed) => listed.payable(hand),
            Form::Diagram(diagram) => diagram.payable(hand),
        }
    }

    /// The `i`-th of the payments that the hand can make, in the order of bags.
    #[inline]
    pub fn nth(&self, hand: &CardBag, i: u64) -> Option<CardBag> {
        match &self.0 {
            Form::Closed(closed) => closed.nth(hand, i),
            Form::Listed(listed) => listed.nth(hand, i),
            Form::Diagram(diagram) => diagram.nth(hand, i),
        }
    }

    /// Calls `each` with every payment that the hand can make, in the order of bags.
    pub fn for_each(&self, hand: &CardBag, mut each: impl FnMut(CardBag)) {
        match &self.0 {
            Form::Closed(closed) => closed.for_each(hand, &mut each),
            Form::Listed(listed) => listed.for_each(hand, &mut each),
            Form::Diagram(diagram) => diagram.for_each(hand, &mut each),
        }
    }

    /// Every payment that the hand can make, in the order of bags.
    pub fn list(&self, hand: &CardBag) -> Vec<CardBag> {
        let mut payments = Vec::new();
        self.for_each(hand, |pay| payments.push(pay));
        payments
    }

    /// Whether these cards are a payment that the hand can make.
    pub fn accepts(&self, hand: &CardBag, pay: &CardBag) -> bool {
        pay.within(hand) && self.is_payment(pay)
    }

    /// Whether these cards are a payment that the hand can make, and if not, what is wrong with them.
    pub fn check(&self, hand: &CardBag, pay: &CardBag) -> Result<(), PayFault> {
        for (kind, paid) in pay.iter() {
            let held = hand.of(kind);
            if paid > held {
                return Err(PayFault::NotInHand { kind, paid, held });
            }
        }
        if self.is_payment(pay) {
            return Ok(());
        }
        if let Some((kind, _)) = pay.iter().find(|&(kind, _)| !self.fits(&CardBag::one(kind))) {
            return Err(PayFault::Unfit { kind });
        }
        // Paid from the cards laid down, a payment leaves those over that are one too many.
        let over = self.nth(pay, 0).and_then(|enough| pay.minus(&enough));
        if let Some((kind, _)) = over.and_then(|over| over.iter().next()) {
            return Err(PayFault::Superfluous { kind });
        }
        let mut laid = CardBag::EMPTY;
        for (kind, n) in pay.iter() {
            laid.set(kind, n);
            if !self.fits(&laid) {
                return Err(PayFault::Unfit { kind });
            }
        }
        Err(PayFault::TooLittle)
    }

    fn is_payment(&self, pay: &CardBag) -> bool {
        match &self.0 {
            Form::Closed(closed) => closed.is_payment(pay),
            Form::Listed(listed) => listed.is_payment(pay),
            Form::Diagram(diagram) => diagram.is_payment(pay),
        }
    }

    /// Whether the cards are part of some payment, from whatever hand.
    fn fits(&self, cards: &CardBag) -> bool {
        match &self.0 {
            Form::Closed(closed) => closed.fits(cards),
            Form::Listed(listed) => listed.fits(cards),
            Form::Diagram(diagram) => diagram.fits(cards),
        }
    }
}
