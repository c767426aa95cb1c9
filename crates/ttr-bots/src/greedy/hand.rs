//! Cards to pay with: what they lack for a route or a plan, and what one more of them is worth.

use super::mind::Mind;
use super::plan::Plan;
use std::borrow::Cow;
use std::cell::Cell;
use ttr_core::cost::{Agree, Part};
use ttr_core::limits::MAX_CARD_KINDS;
use ttr_core::{Action, ActionSpace, CardBag, Kind, KindSet, Price, RouteId, Rules, Terms};

/// Payments beyond a few hundred differ in nothing that matters here.
const MOST_PAYMENTS: usize = 400;
/// What a blind card is worth where there is one deck, beside those of the row.
const BLIND_CARD: i64 = 9;

/// What is looked at of each kind of card, again and again.
pub(super) struct Kinds {
    /// The kinds of the same colour, itself among them; wilds and others without a colour are alike.
    alike: [KindSet; MAX_CARD_KINDS],
    /// How many units one card covers.
    units: [u8; MAX_CARD_KINDS],
}

impl Kinds {
    pub fn of(rules: &Rules) -> Self {
        let (mut alike, mut units) = ([KindSet::NONE; MAX_CARD_KINDS], [1; MAX_CARD_KINDS]);
        for (i, kind) in rules.kinds().iter().enumerate() {
            let same = rules.kinds().iter().enumerate().filter(|(_, other)| other.colour == kind.colour);
            alike[i] = same.fold(KindSet::NONE, |set, (j, _)| set.with(Kind::at(j)));
            units[i] = kind.units.max(1);
        }
        Self { alike, units }
    }

    /// The sets of kinds of which a part can be paid: one for each colour, or all where they need not agree.
    fn colours_of(&self, part: &Part) -> impl Iterator<Item = KindSet> {
        let as_one = is_one_set(part);
        let (mut left, mut first) = (part.cards, true);
        std::iter::from_fn(move || {
            if as_one {
                return std::mem::take(&mut first).then_some(part.cards);
            }
            let set = self.alike[left.iter().next()?.index()].and(left);
            left = left.minus(set);
            Some(set)
        })
    }
}

/// Whether a part is paid of one set of kinds: of one kind, of none, or of many that need not agree.
fn is_one_set(part: &Part) -> bool {
    part.groups.is_some() || part.agree == Agree::Free || part.cards.len() < 2
}

/// How much each kind of card is wanted.
pub(super) struct Wanted([u32; MAX_CARD_KINDS]);

impl Wanted {
    /// Of the payments of an action, the one that costs the rest of the plan least: few wilds, no colour that is needed.
    pub fn best_payment(&self, space: &ActionSpace<'_>, first: usize, n: usize) -> usize {
        let price = |action: &Action| -> u32 {
            action.pay.iter().map(|(k, n)| u32::from(n) * (self.0[k.index()].min(30) + 10)).sum()
        };
        let payments = (first..first + n.min(MOST_PAYMENTS)).filter_map(|i| Some((i, space.get(i)?)));
        payments.min_by_key(|(_, action)| price(action)).map_or(first, |(i, _)| i)
    }
}

/// Cards to pay with.
pub(super) struct Hand<'a> {
    kinds: &'a Kinds,
    purse: CardBag,
    /// The most units of a colour among the kinds that were asked for last: many routes take any colour.
    most: Cell<(KindSet, u32)>,
    /// How many cards there are of the wilds that were asked for last: most routes take the same.
    wilds: Cell<(KindSet, u32)>,
}

impl<'a> Hand<'a> {
    pub fn new(kinds: &'a Kinds, purse: CardBag) -> Self {
        Self { kinds, purse, most: Cell::default(), wilds: Cell::default() }
    }

    /// How many cards are missing to pay for a route, the best colour chosen.
    pub fn lacking(&self, terms: &Terms) -> u32 {
        terms.cost.parts.iter().map(|part| self.lacking_for(part)).sum()
    }

    /// How many cards are missing to pay for a part, the best colour chosen.
    #[inline]
    pub fn lacking_for(&self, part: &Part) -> u32 {
        // Of the colour of which there is most, least is missing.
        self.lack_of(part, self.most_units(part))
    }

    /// How many units the cards cover that pay for a part, those of the best colour.
    #[inline]
    fn most_units(&self, part: &Part) -> u32 {
        if is_one_set(part) {
            return self.units_of(part.cards);
        }
        let (known, most) = self.most.get();
        if known == part.cards {
            return most;
        }
        let most = self.kinds.colours_of(part).map(|kinds| self.units_of(kinds)).max().unwrap_or_default();
        self.most.set((part.cards, most));
        most
    }

    /// How many units the cards of these kinds cover.
    fn units_of(&self, kinds: KindSet) -> u32 {
        kinds.iter().map(|kind| u32::from(self.purse.of(kind)) * u32::from(self.kinds.units[kind.index()])).sum()
    }

    /// How many cards are missing to pay for a part with coloured ones of so many units.
    fn lack_of(&self, part: &Part, have: u32) -> u32 {
        let wilds = match self.wilds.get() {
            (known, wilds) if known == part.wilds => wilds,
            _ => {
                let wilds = self.purse.len_of(part.wilds) as u32;
                self.wilds.set((part.wilds, wilds));
                wilds
            }
        };
        let least = u32::from(part.least_wilds);
        let size = part.groups.map_or(1, |g| u32::from(g.size));
        let need = u32::from(part.units) * size;
        let from_colour = have.min(need.saturating_sub(least));
        (need - from_colour).saturating_sub(wilds)
    }
}

impl<'a> Mind<'a> {
    /// How much each kind is wanted for the routes of the plan, but one.
    pub fn wanted(&self, plan: &Plan, but: Option<RouteId>) -> Wanted {
        let hand = self.hand();
        let mut wanted = [0u32; MAX_CARD_KINDS];
        for route in plan.routes.iter().filter(|r| Some(**r) != but) {
            let Some(terms) = self.view.terms(*route) else { continue };
            for part in &terms.cost.parts {
                let sets = || hand.kinds.colours_of(part).map(|set| (hand.lack_of(part, hand.units_of(set)), set));
                let free = sets().nth(1).is_some() || part.groups.is_some();
                // Of a gray route, the colour of which we have most.
                let Some((lack, set)) = sets().min_by_key(|(lack, _)| *lack) else { continue };
                for kind in set.iter() {
                    wanted[kind.index()] += if free { 4 } else { 8 } + lack.min(4);
                }
            }
        }
        for kind in self.rules.wilds().iter() {
            wanted[kind.index()] = wanted.iter().copied().max().unwrap_or_default() + 12;
        }
        Wanted(wanted)
    }

    /// The terms of the routes of a plan.
    pub fn terms_of(&self, plan: &Plan) -> Vec<Cow<'a, Terms>> {
        plan.routes.iter().filter_map(|route| self.view.terms(*route)).collect()
    }

    /// How many cards these terms lack if we had this one too.
    pub fn lacks_with(&self, terms: &[Cow<'_, Terms>], more: Option<Kind>) -> u32 {
        let mut purse = self.purse;
        if let Some(kind) = more {
            purse.add(kind, 1);
        }
        let hand = Hand::new(self.kinds, purse);
        terms.iter().map(|terms| hand.lacking(terms)).sum()
    }

    /// What a card is worth that is to be had, where the plan lacks so many now.
    pub fn worth_of_card(&self, kind: u16, now: u32, plan: &[Cow<'_, Terms>]) -> i64 {
        let kind = Kind(kind as u8);
        let helps = i64::from(now) - i64::from(self.lacks_with(plan, Some(kind)));
        let price = match self.rules.kind(kind).price {
            Price::Cards(n) => i64::from(n.max(1)),
            Price::All => i64::from(u8::MAX),
        };
        // Without a plan: what we have most of, for long routes.
        let many = i64::from(self.purse.of(kind)).min(6);
        let wild = i64::from(self.rules.kind(kind).wild) * 12;
        (helps * 20 + many + wild) / price
    }

    /// What a blind card of a deck is worth, where the plan lacks so many now. Of several decks, by what they hold: that
    /// of which no card pays for a route of the plan is of little use.
    pub fn worth_of_deck(&self, deck: u16, now: u32, plan: &[Cow<'_, Terms>]) -> i64 {
        let decks = self.rules.decks();
        let Some(deck) = decks.get(usize::from(deck)).filter(|_| decks.len() > 1) else { return BLIND_CARD };
        let (mut worth, mut cards) = (0, 0);
        for kind in deck.kinds.iter() {
            let spec = self.rules.kind(kind);
            let left = i64::from(spec.count.saturating_sub(self.purse.of(kind)));
            let helps = i64::from(now) - i64::from(self.lacks_with(plan, Some(kind)));
            worth += left * (helps * 20 + i64::from(spec.wild) * 12);
            cards += left;
        }
        worth / cards.max(1)
    }
}
