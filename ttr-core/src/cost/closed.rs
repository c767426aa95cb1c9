//! The costs whose payments are counted by arithmetic: so many units in one colour, one kind of wild standing for any card.

use super::{Agree, KindInfo, Part};
use crate::bag::CardBag;
use crate::ids::{Kind, KindSet};
use crate::limits::MAX_CARD_KINDS;
use arrayvec::ArrayVec;

/// One part of cards of one colour, that count one or two, with at most two kinds to a colour and at most one kind of wild,
/// which counts one and comes after the coloured kinds.
///
/// Payments are listed by their first coloured kind, the *lead*. Besides it they have only its *mate*, the later kind of the
/// colour, and wilds, whose number follows. The payment of wilds alone is the last.
#[derive(Clone, Debug)]
pub(super) struct Closed {
    /// All coloured kinds, in kind order.
    leads: ArrayVec<Lead, MAX_CARD_KINDS>,
    wild: Option<Kind>,
    units: i32,
    least_wilds: i32,
    most_wilds: i32,
    counting: Counting,
}

/// How payments with coloured cards are counted.
#[derive(Clone, Copy, Debug)]
enum Counting {
    /// One kind of coloured card, which counts one.
    One(Lead),
    /// Every card counts one and every colour has one kind: the most cards of each kind that a payment has.
    Each([u8; MAX_CARD_KINDS]),
    /// Anything else: each kind with its mate.
    Mixed,
}

#[derive(Clone, Copy, Debug)]
struct Lead {
    kind: Kind,
    units: u8,
    mate: Option<(Kind, u8)>,
}

/// So many units in cards of one colour, or wilds instead, within limits. Whichever colours there are, each is counted alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Plain {
    /// The first kind of each colour, one of which is paid.
    pub kinds: KindSet,
    pub colour: PlainColour,
    pub wild: Option<Kind>,
    /// How many units, one or more.
    pub units: u16,
    pub least_wilds: u16,
    /// The most wilds, where that is less than all cards.
    pub most_wilds: Option<u16>,
}

/// What all colours of a cost have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct PlainColour {
    /// How many units a card of the first kind covers.
    pub first: u8,
    /// How far behind the first kind there is another, and how many units its cards cover.
    pub second: Option<(u8, u8)>,
}

impl PlainColour {
    /// In how many ways so many units are paid with these cards of a colour and from `least` to `most` wilds, or with wilds alone.
    pub fn ways(self, [firsts, seconds]: [u8; 2], units: i32, [least, most]: [i32; 2]) -> i32 {
        let n = Span { least: units - most, most: units - least };
        let mate = self.second.map(|(_, covers)| (Kind(1), covers));
        let hand = CardBag::from_counts(&[firsts, seconds]);
        let first = Lead { kind: Kind(0), units: self.first, mate };
        let second = mate.map(|(kind, units)| Lead { kind, units, mate: None });
        first.ways(&hand, n) + second.map_or(0, |second| second.ways(&hand, n)) + i32::from(n.least <= 0)
    }
}

/// From `least` to `most`: nothing if that is less.
#[derive(Clone, Copy)]
struct Span {
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
        let info = |kind: Kind| kinds[kind.index()];
        let one_colour = || part.cards.iter().map(|kind| info(kind).colour).is_sorted_by(|a, b| a == b);
        // If more wilds are asked for than units, they alone are the payment.
        let units = part.units.max(part.least_wilds);
        if part.groups.is_some()
            || part.least_wilds > part.most_wilds
            || part.wilds.len() > 1
            || !(part.wilds.is_empty() || part.cards.0 < part.wilds.0)
            || part.wilds.iter().any(|kind| info(kind).units != 1)
            || part.cards.iter().any(|kind| !matches!(info(kind).units, 1 | 2))
            || (part.agree == Agree::Free && units > 1 && !one_colour())
        {
            return None;
        }
        let mut leads = ArrayVec::<Lead, MAX_CARD_KINDS>::new();
        let mut most = [0; MAX_CARD_KINDS];
        for kind in part.cards.iter() {
            let mut mates = part.cards.iter().filter(|&mate| mate > kind && info(mate).colour == info(kind).colour);
            let mate = mates.next().map(|mate| (mate, info(mate).units));
            if mates.next().is_some() {
                return None;
            }
            leads.push(Lead { kind, units: info(kind).units, mate });
            most[kind.index()] = u8::try_from(units - part.least_wilds).unwrap_or(u8::MAX);
        }
        let plain = leads.iter().all(|lead| lead.units == 1 && lead.mate.is_none());
        let counting = match leads.as_slice() {
            [lead] if plain => Counting::One(*lead),
            _ if plain => Counting::Each(most),
            _ => Counting::Mixed,
        };
        Some(Self {
            counting,
            leads,
            wild: part.wilds.iter().next(),
            units: units.into(),
            least_wilds: part.least_wilds.into(),
            most_wilds: part.most_wilds.min(units).into(),
        })
    }

    /// The cost as one of which each colour can be counted by its first kind, if it is one and asks for any: where all colours have one
    /// kind, or two that lie as far apart.
    pub(super) fn plain(&self) -> Option<Plain> {
        let small = |n: i32| u16::try_from(n).ok();
        let seconds: KindSet = self.leads.iter().filter_map(|lead| lead.mate).map(|(mate, _)| mate).collect();
        let firsts = || self.leads.iter().filter(|lead| !seconds.has(lead.kind));
        let colour = |lead: &Lead| PlainColour {
            first: lead.units,
            second: lead.mate.map(|(mate, units)| (mate.0 - lead.kind.0, units)),
        };
        let of_first = firsts().next().map_or(PlainColour { first: 1, second: None }, colour);
        (self.units > 0 && firsts().all(|lead| colour(lead) == of_first)).then_some(())?;
        Some(Plain {
            kinds: firsts().map(|lead| lead.kind).collect(),
            colour: of_first,
            wild: self.wild,
            units: small(self.units)?,
            least_wilds: small(self.least_wilds)?,
            most_wilds: if self.most_wilds < self.units { Some(small(self.most_wilds)?) } else { None },
        })
    }

    #[inline]
    fn wilds_in(&self, bag: &CardBag) -> i32 {
        self.wild.map_or(0, |wild| bag.of(wild).into())
    }

    /// How many units the coloured cards may cover beside the wilds of a hand.
    #[inline]
    fn coloured(&self, hand: &CardBag) -> Span {
        let wilds = self.wilds_in(hand).min(self.most_wilds);
        Span { least: self.units - wilds, most: self.units - self.least_wilds }
    }

    #[inline(always)]
    pub(super) fn count(&self, hand: &CardBag) -> u64 {
        let n = self.coloured(hand);
        let coloured = match &self.counting {
            Counting::One(lead) => lead.alone(hand, n),
            Counting::Each(most) => alone_in_each(hand, most, n.least),
            Counting::Mixed => self.count_coloured(hand, n),
        };
        (coloured + i32::from(n.least <= 0)) as u64
    }

    #[inline(never)]
    fn count_coloured(&self, hand: &CardBag, n: Span) -> i32 {
        self.leads.iter().map(|lead| lead.ways(hand, n)).sum()
    }

    #[inline]
    pub(super) fn payable(&self, hand: &CardBag) -> bool {
        if !matches!(self.counting, Counting::Mixed) {
            return self.count(hand) > 0;
        }
        let n = self.coloured(hand);
        n.least <= 0 || n.least <= n.most && self.leads.iter().any(|lead| lead.units_in(hand) >= n.least)
    }

    #[inline]
    pub(super) fn nth(&self, hand: &CardBag, i: u64) -> Option<CardBag> {
        match self.counting {
            Counting::Mixed => self.nth_mixed(hand, i),
            _ => self.nth_alone(hand, i),
        }
    }

    /// The n-th payment where each kind is counted alone.
    #[inline(never)]
    fn nth_alone(&self, hand: &CardBag, i: u64) -> Option<CardBag> {
        let n = self.coloured(hand);
        let (fewer, mut left) = ((n.least - 1).max(0), i32::try_from(i).ok()?);
        for lead in &self.leads {
            let most = n.most.min(lead.held(hand));
            let ways = most - fewer;
            if left < ways {
                // More cards of the kind come first.
                let leads = most - left;
                let mut pay = CardBag::EMPTY;
                pay.set(lead.kind, leads as u8);
                if let Some(wild) = self.wild {
                    pay.set(wild, (self.units - leads) as u8);
                }
                return Some(pay);
            }
            if ways > 0 {
                left -= ways;
            }
        }
        (left == 0 && n.least <= 0).then(|| self.wilds_alone())
    }

    #[inline(never)]
    fn nth_mixed(&self, hand: &CardBag, i: u64) -> Option<CardBag> {
        let n = self.coloured(hand);
        let mut i = i32::try_from(i).ok()?;
        for lead in &self.leads {
            for leads in lead.numbers(hand, n) {
                let mates = lead.mates(hand, n, leads);
                if i < mates.len() {
                    return Some(self.payment(lead, leads, mates.most - i));
                }
                i -= mates.len();
            }
        }
        (i == 0 && n.least <= 0).then(|| self.wilds_alone())
    }

    pub(super) fn for_each(&self, hand: &CardBag, each: &mut impl FnMut(CardBag)) {
        let n = self.coloured(hand);
        for lead in &self.leads {
            for leads in lead.numbers(hand, n) {
                let mates = lead.mates(hand, n, leads);
                (mates.least..=mates.most).rev().for_each(|mates| each(self.payment(lead, leads, mates)));
            }
        }
        if n.least <= 0 {
            each(self.wilds_alone());
        }
    }

    pub(super) fn is_payment(&self, pay: &CardBag) -> bool {
        let n = self.coloured(pay);
        match self.leads.iter().find(|lead| pay.of(lead.kind) > 0) {
            Some(lead) => {
                let (leads, mates) = (pay.of(lead.kind).into(), lead.mates_held(pay));
                let allowed = lead.mates(pay, n, leads);
                n.least <= n.most
                    && allowed.least <= mates
                    && mates <= allowed.most
                    && self.payment(lead, leads, mates) == *pay
            }
            None => n.least <= 0 && self.wilds_alone() == *pay,
        }
    }

    pub(super) fn fits(&self, cards: &CardBag) -> bool {
        let mut fits = false;
        let enough = CardBag::from_counts(&[self.units.min(u8::MAX.into()) as u8; MAX_CARD_KINDS]);
        self.for_each(&enough, &mut |pay| fits |= cards.within(&pay));
        fits
    }

    #[inline]
    fn payment(&self, lead: &Lead, leads: i32, mates: i32) -> CardBag {
        let mut pay = CardBag::EMPTY;
        let mut left = self.units - leads * i32::from(lead.units);
        pay.set(lead.kind, leads as u8);
        if let Some((mate, units)) = lead.mate {
            pay.set(mate, mates as u8);
            left -= mates * i32::from(units);
        }
        if let Some(wild) = self.wild {
            pay.set(wild, left.max(self.least_wilds) as u8);
        }
        pay
    }

    fn wilds_alone(&self) -> CardBag {
        self.wild.map_or(CardBag::EMPTY, |wild| CardBag::EMPTY.with(wild, self.units as u8))
    }
}

impl Lead {
    #[inline]
    fn held(&self, hand: &CardBag) -> i32 {
        hand.of(self.kind).into()
    }

    #[inline]
    fn mates_held(&self, hand: &CardBag) -> i32 {
        self.mate.map_or(0, |(mate, _)| hand.of(mate).into())
    }

    /// How many units the hand has in this kind and its mate.
    #[inline]
    fn units_in(&self, hand: &CardBag) -> i32 {
        let mate_units = self.mate.map_or(0, |(_, units)| units.into());
        self.held(hand) * i32::from(self.units) + self.mates_held(hand) * mate_units
    }

    /// How many leads a payment may have, in the order of payments.
    #[inline]
    fn numbers(&self, hand: &CardBag, n: Span) -> impl Iterator<Item = i32> {
        let most = if self.units == 1 { n.most } else { (n.most + 1) / 2 };
        let held = if n.least <= n.most { self.held(hand) } else { 0 };
        (1..most.min(held) + 1).rev()
    }

    /// How many mates may go with so many leads, one or more.
    ///
    /// One unit too many may be paid if no card could be taken away for it: if all cards are twos, the wilds asked for
    /// aside. Then there are no further wilds, so that it is the payment with the most mates, or the only one.
    #[inline]
    fn mates(&self, hand: &CardBag, n: Span, leads: i32) -> Span {
        let units = leads * i32::from(self.units);
        let (least, most) = ((n.least - units).max(0), n.most - units);
        let over = i32::from(self.units) - 1;
        match self.mate {
            Some((_, 2)) => Span { least: (least + 1) / 2, most: ((most + over) >> 1).min(self.mates_held(hand)) },
            _ if most == -over => Span { least: 0, most: 0 },
            _ => Span { least, most: most.min(self.mates_held(hand)) },
        }
    }

    /// How many payments have this lead.
    #[inline]
    fn ways(&self, hand: &CardBag, n: Span) -> i32 {
        if self.units_in(hand) < n.least {
            return 0;
        }
        // Fewer leads take more mates: once there are too few of them, there always are.
        let held = self.mates_held(hand);
        let mates = self.numbers(hand, n).map(|leads| self.mates(hand, n, leads));
        mates.take_while(|mates| mates.least <= held).map(Span::len).sum()
    }

    /// How many payments have this lead and no mate, if it counts one.
    #[inline]
    fn alone(&self, hand: &CardBag, n: Span) -> i32 {
        Span { least: n.least.max(1), most: n.most.min(self.held(hand)) }.len()
    }
}

impl Span {
    #[inline]
    fn len(self) -> i32 {
        (self.most - self.least + 1).max(0)
    }
}

/// The sum of [`Lead::alone`] over all kinds, of each of which there are at most so many, made so that it is done for many at
/// once.
#[inline]
fn alone_in_each(hand: &CardBag, most: &[u8; MAX_CARD_KINDS], least: i32) -> i32 {
    let below = (least - 1).clamp(0, u8::MAX.into()) as u8;
    let mut ways = [0; MAX_CARD_KINDS];
    for ((ways, &held), most) in ways.iter_mut().zip(hand.counts()).zip(most) {
        *ways = held.min(*most).saturating_sub(below);
    }
    ways.iter().map(|&ways| u16::from(ways)).sum::<u16>().into()
}
