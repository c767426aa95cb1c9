//! The costs whose payments are counted by arithmetic: so many cards of one colour, one kind of wild standing for any.

use super::{Agree, KindInfo, Part};
use crate::bag::CardBag;
use crate::ids::Kind;
use crate::limits::MAX_CARD_KINDS;
use arrayvec::ArrayVec;

/// One part of cards that count one each, in one colour, with at most two kinds to a colour and at most one kind of wild,
/// which comes after the coloured kinds.
///
/// All payments have the same number of cards. They are listed by their first coloured kind, the *lead*; besides it they
/// have only its *mate*, the later kind of the colour, and wilds, whose number follows. The payment of wilds alone is last.
#[derive(Clone, Debug)]
pub(super) struct Closed {
    leads: ArrayVec<Lead, MAX_CARD_KINDS>,
    wild: Option<Kind>,
    cards: i32,
    least_wilds: i32,
    most_wilds: i32,
}

#[derive(Clone, Copy, Debug)]
struct Lead {
    kind: Kind,
    mate: Option<Kind>,
}

/// How many coloured cards a payment has: from `least` to `most`, none if that is empty.
#[derive(Clone, Copy)]
struct Coloured {
    least: i32,
    most: i32,
}

impl Closed {
    /// The closed form of a cost, if it has one.
    pub(super) fn new(parts: &[Part], kinds: &[KindInfo]) -> Option<Self> {
        let free = Part::new(0);
        let part = match parts {
            [] => &free,
            [part] => part,
            _ => return None,
        };
        let cards = part.units.max(part.least_wilds);
        let colour = |kind: Kind| kinds[kind.index()].colour;
        let one_colour = || part.cards.iter().map(colour).is_sorted_by(|a, b| a == b);
        let in_order = part.wilds.is_empty() || part.cards.0 < part.wilds.0;
        if part.groups.is_some()
            || part.least_wilds > part.most_wilds
            || part.wilds.len() > 1
            || !part.cards.and(part.wilds).is_empty()
            || !in_order
            || part.cards.or(part.wilds).iter().any(|kind| kinds[kind.index()].units != 1)
            || (part.agree == Agree::Free && cards > 1 && !one_colour())
        {
            return None;
        }
        let mut leads = ArrayVec::new();
        for kind in part.cards.iter() {
            let mut mates = part.cards.iter().filter(|&k| k > kind && colour(k) == colour(kind));
            leads.push(Lead { kind, mate: mates.next() });
            if mates.next().is_some() {
                return None;
            }
        }
        Some(Self {
            leads,
            wild: part.wilds.iter().next(),
            cards: cards.into(),
            least_wilds: part.least_wilds.into(),
            most_wilds: part.most_wilds.min(cards).into(),
        })
    }

    #[inline]
    fn wilds_in(&self, bag: &CardBag) -> i32 {
        self.wild.map_or(0, |wild| bag.of(wild).into())
    }

    /// How many coloured cards there may be beside these wilds.
    #[inline]
    fn coloured(&self, wilds_held: i32) -> Coloured {
        Coloured { least: self.cards - wilds_held.min(self.most_wilds), most: self.cards - self.least_wilds }
    }

    pub(super) fn count(&self, hand: &CardBag) -> u64 {
        let n = self.coloured(self.wilds_in(hand));
        let mut count = u64::from(n.least <= 0);
        for lead in &self.leads {
            count += lead.ways(hand, n) as u64;
        }
        count
    }

    pub(super) fn payable(&self, hand: &CardBag) -> bool {
        let n = self.coloured(self.wilds_in(hand));
        n.least <= 0
            || n.least <= n.most && self.leads.iter().any(|lead| lead.held(hand) + lead.mates_held(hand) >= n.least)
    }

    pub(super) fn nth(&self, hand: &CardBag, i: u64) -> Option<CardBag> {
        let n = self.coloured(self.wilds_in(hand));
        let mut i = i32::try_from(i).ok()?;
        for lead in &self.leads {
            let ways = lead.ways(hand, n);
            if i >= ways {
                i -= ways;
                continue;
            }
            let mut leads = lead.held(hand).min(n.most);
            loop {
                let mates = lead.mates(hand, n, leads);
                if i < mates.ways() {
                    return Some(self.payment(lead, leads, mates.most - i));
                }
                i -= mates.ways();
                leads -= 1;
            }
        }
        (i == 0 && n.least <= 0).then(|| self.wilds_alone())
    }

    pub(super) fn for_each(&self, hand: &CardBag, each: &mut impl FnMut(CardBag)) {
        let n = self.coloured(self.wilds_in(hand));
        for lead in &self.leads {
            for leads in (1..=lead.held(hand).min(n.most)).rev() {
                let mates = lead.mates(hand, n, leads);
                (mates.least..=mates.most).rev().for_each(|m| each(self.payment(lead, leads, m)));
            }
        }
        if n.least <= 0 {
            each(self.wilds_alone());
        }
    }

    pub(super) fn is_payment(&self, pay: &CardBag) -> bool {
        self.sorted(pay).is_some_and(|(coloured, wilds)| {
            coloured + wilds == self.cards && self.least_wilds <= wilds && wilds <= self.most_wilds
        })
    }

    pub(super) fn fits(&self, cards: &CardBag) -> bool {
        let most_wilds = if self.wild.is_some() { self.most_wilds } else { 0 };
        let most_coloured = if self.leads.is_empty() { 0 } else { self.cards - self.least_wilds };
        self.sorted(cards).is_some_and(|(coloured, wilds)| {
            let least = wilds.max(self.least_wilds).max(self.cards - most_coloured);
            least <= most_wilds.min(self.cards - coloured)
        })
    }

    /// How many coloured cards and wilds these are, unless there are others too.
    fn sorted(&self, cards: &CardBag) -> Option<(i32, i32)> {
        let wilds = self.wilds_in(cards);
        let lead = self.leads.iter().find(|lead| lead.held(cards) > 0);
        let coloured = lead.map_or(0, |lead| lead.held(cards) + lead.mates_held(cards));
        (cards.len() as i32 == coloured + wilds).then_some((coloured, wilds))
    }

    #[inline]
    fn payment(&self, lead: &Lead, leads: i32, mates: i32) -> CardBag {
        let mut pay = CardBag::EMPTY;
        pay.set(lead.kind, leads as u8);
        if let Some(mate) = lead.mate {
            pay.set(mate, mates as u8);
        }
        if let Some(wild) = self.wild {
            pay.set(wild, (self.cards - leads - mates) as u8);
        }
        pay
    }

    fn wilds_alone(&self) -> CardBag {
        self.wild.map_or(CardBag::EMPTY, |wild| CardBag::EMPTY.with(wild, self.cards as u8))
    }
}

impl Lead {
    #[inline]
    fn held(&self, hand: &CardBag) -> i32 {
        hand.of(self.kind).into()
    }

    #[inline]
    fn mates_held(&self, hand: &CardBag) -> i32 {
        self.mate.map_or(0, |mate| hand.of(mate).into())
    }

    /// How many mates may go with so many leads.
    #[inline]
    fn mates(&self, hand: &CardBag, n: Coloured, leads: i32) -> Coloured {
        Coloured { least: (n.least - leads).max(0), most: self.mates_held(hand).min(n.most - leads) }
    }

    /// How many payments have this lead.
    #[inline]
    fn ways(&self, hand: &CardBag, n: Coloured) -> i32 {
        let (leads, mates) = (self.held(hand), self.mates_held(hand));
        if mates == 0 {
            return Coloured { least: n.least.max(1), most: n.most.min(leads) }.ways();
        }
        if leads == 0 || n.least > n.most {
            return 0;
        }
        // One lead is always there: of the others and the mates, so many more.
        sums_up_to(n.most - 1, leads - 1, mates) - sums_up_to(n.least - 2, leads - 1, mates)
    }
}

impl Coloured {
    #[inline]
    fn ways(self) -> i32 {
        (self.most - self.least + 1).max(0)
    }
}

/// The number of pairs `x <= a`, `y <= b` of numbers from 0 with `x + y <= sum`.
#[inline]
fn sums_up_to(sum: i32, a: i32, b: i32) -> i32 {
    let triangle = |n: i32| if n < 0 { 0 } else { (n + 1) * (n + 2) / 2 };
    let sum = sum.min(a + b);
    triangle(sum) - triangle(sum - a - 1) - triangle(sum - b - 1) + triangle(sum - a - b - 2)
}
