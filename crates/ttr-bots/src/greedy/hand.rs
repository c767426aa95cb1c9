//! Cards to pay with: what they lack for a route or a plan, and what one more of them is worth.

use super::mind::Mind;
use super::plan::Plan;
use ttr_core::cost::{Agree, Part};
use ttr_core::{Action, ActionSpace, CardBag, ColourId, Kind, KindSet, Price, RouteId, Rules, Terms};

/// Payments beyond a few hundred differ in nothing that matters here.
const MOST_PAYMENTS: usize = 400;
/// What a blind card is worth where there is one deck, beside those of the row.
const BLIND_CARD: i64 = 9;

/// Cards to pay with.
#[derive(Clone, Copy)]
pub(super) struct Hand<'a> {
    pub rules: &'a Rules,
    pub purse: CardBag,
}

impl Hand<'_> {
    /// How many cards are missing to pay for a route, the best colour chosen.
    pub fn lacking(&self, terms: &Terms) -> Option<u32> {
        let mut lack = 0;
        for part in &terms.cost.parts {
            lack += self.colours_of(part).into_iter().map(|kinds| self.lack_of(part, kinds)).min()?;
        }
        Some(lack)
    }

    fn lack_of(&self, part: &Part, kinds: KindSet) -> u32 {
        let units = |k: Kind| u32::from(self.purse.of(k)) * u32::from(self.rules.kind(k).units.max(1));
        let have: u32 = kinds.iter().map(units).sum();
        let wilds = self.purse.len_of(part.wilds) as u32;
        let least = u32::from(part.least_wilds);
        let size = part.groups.map_or(1, |g| u32::from(g.size));
        let need = u32::from(part.units) * size;
        let from_colour = have.min(need.saturating_sub(least));
        (need - from_colour).saturating_sub(wilds)
    }

    /// The sets of kinds of which a part can be paid: one for each colour, or all where they need not agree.
    fn colours_of(&self, part: &Part) -> Vec<KindSet> {
        if part.groups.is_some() || part.agree == Agree::Free {
            return vec![part.cards];
        }
        let mut sets: Vec<(Option<ColourId>, KindSet)> = Vec::new();
        for kind in part.cards.iter() {
            let colour = self.rules.kind(kind).colour;
            match sets.iter_mut().find(|(c, _)| *c == colour) {
                Some((_, set)) => *set = set.with(kind),
                None => sets.push((colour, KindSet::NONE.with(kind))),
            }
        }
        if sets.is_empty() {
            sets.push((None, KindSet::NONE));
        }
        sets.into_iter().map(|(_, set)| set).collect()
    }
}

impl Mind<'_> {
    /// Of the payments of an action, the one that costs the rest of the plan least: few wilds, no colour that is needed.
    pub fn best_payment(
        &self,
        space: &ActionSpace<'_>,
        first: usize,
        n: usize,
        plan: &Plan,
        but: Option<RouteId>,
    ) -> usize {
        if n < 2 {
            return first;
        }
        let wanted = self.wanted(plan, but);
        let price = |action: &Action| -> u32 {
            action.pay.iter().map(|(k, n)| u32::from(n) * (wanted[k.index()].min(30) + 10)).sum()
        };
        let payments = (first..first + n.min(MOST_PAYMENTS)).filter_map(|i| Some((i, space.get(i)?)));
        payments.min_by_key(|(_, action)| price(action)).map_or(first, |(i, _)| i)
    }

    /// How much each kind is wanted for the routes of the plan, but one.
    fn wanted(&self, plan: &Plan, but: Option<RouteId>) -> Vec<u32> {
        let hand = self.hand();
        let mut wanted = vec![0u32; self.rules.kinds().len()];
        for route in plan.routes.iter().filter(|r| Some(**r) != but) {
            let Some(terms) = &self.terms[route.index()] else { continue };
            for part in &terms.cost.parts {
                let sets = hand.colours_of(part);
                let free = sets.len() > 1 || part.groups.is_some();
                // Of a gray route, the colour of which we have most.
                let Some(set) = sets.iter().min_by_key(|s| hand.lack_of(part, **s)) else { continue };
                let lack = hand.lack_of(part, *set);
                for kind in set.iter() {
                    wanted[kind.index()] += if free { 4 } else { 8 } + lack.min(4);
                }
            }
        }
        for kind in self.rules.wilds().iter() {
            wanted[kind.index()] = wanted.iter().copied().max().unwrap_or_default() + 12;
        }
        wanted
    }

    /// How many cards the plan lacks if we had this one too.
    pub fn lacks_with(&self, plan: &Plan, more: Option<Kind>) -> u32 {
        let mut hand = self.hand();
        if let Some(kind) = more {
            hand.purse.add(kind, 1);
        }
        let terms = plan.routes.iter().filter_map(|r| self.terms[r.index()].as_ref());
        terms.filter_map(|t| hand.lacking(t)).sum()
    }

    /// What a card is worth that is to be had, where the plan lacks so many now.
    pub fn worth_of_card(&self, kind: u16, now: u32, plan: &Plan) -> i64 {
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
    pub fn worth_of_deck(&self, deck: u16, now: u32, plan: &Plan) -> i64 {
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
