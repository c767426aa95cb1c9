//! What the page of rules says of the row.

use super::{Overflow, Refill, Row, Size};
use crate::words;
use ttr_core::page::{capital, counted, either, listed};
use ttr_core::{Chapter, DeckId, Kind, Page, Phase, Price};

impl Row {
    /// What players read of the row. `decks` are in the order in which they fill it; a draw gives `draw` cards.
    pub(super) fn tell(&self, page: &mut Page<'_>, decks: &[DeckId], draw: u8) {
        let rules = page.rules();
        let decks: Vec<&str> = decks.iter().map(|deck| page.shown(&rules.deck(*deck).name)).collect();
        let laid = match &self.size {
            Size::Cards(n) => counted(n, "card", "cards"),
            Size::ByDeck(by) => listed(by.iter().map(|(deck, n)| {
                let deck = page.shown(deck);
                counted(n, &format!("{deck} card"), &format!("{deck} cards"))
            })),
        };
        let laid = format!("{laid} {} turned up: the row.", if self.size.total() == 1 { "is" } else { "are" });
        page.say(Chapter::Setup, Phase::Table, "row", laid).on(&["size"]).clauses(&["C3"]);
        let from = match (self.refill, decks.len()) {
            (_, 0 | 1) => String::new(),
            (Refill::Taker, _) => ", from the deck that the taker chooses".to_owned(),
            (Refill::InOrder, _) => format!(", from the first of these decks that has a card: {}", decks.join(", ")),
        };
        let which = if draw == 1 { "The card" } else { "Each card" };
        let next = if draw == 1 { "" } else { ", before the next one is chosen" };
        let take = format!("{which} may be taken from the row instead. Its place is filled at once{from}{next}.");
        page.say(Chapter::Cards, Phase::Main, "take", take).on(&["refill"]).clauses(&["G2", "W9"]);
        if decks.len() > 1 && self.refill == Refill::Taker {
            let order = format!(
                "A place for which nobody chooses is filled from the first of these decks that has a card: {}.",
                decks.join(", ")
            );
            page.say(Chapter::Cards, Phase::Main, "order", order).on(&["order"]).clauses(&["W9"]);
        }
        self.tell_prices(page, draw);
        self.tell_limits(page);
    }

    /// Tells of cards that count for more than one card of a draw, or can't be taken.
    fn tell_prices(&self, page: &mut Page<'_>, draw: u8) {
        let kinds = page.rules().kinds();
        let of =
            |price: Price| (0..kinds.len()).map(Kind::at).filter(|kind| kinds[kind.index()].price == price).collect();
        let mut prices: Vec<Price> =
            kinds.iter().map(|kind| kind.price).filter(|price| *price != Price::Cards(1)).collect();
        prices.sort_unstable_by(|a, b| b.cmp(a));
        prices.dedup();
        for price in prices {
            let names = words::kinds(page, of(price));
            let name = format!("A {} card", either(names));
            let text = match price {
                Price::Cards(0) => {
                    format!("{name} can't be taken from the row; drawn blind it is a card like any other.")
                }
                Price::All if draw == 1 => continue,
                Price::All => format!(
                    "{name} taken from the row is the whole draw, and so can't be taken after another card; drawn blind it is a \
                     card like any other."
                ),
                Price::Cards(n) => format!("{name} taken from the row counts as {n} cards of the draw."),
            };
            let number = match price {
                Price::Cards(n) => n,
                Price::All => u8::MAX,
            };
            page.say(Chapter::Cards, Phase::Main, &format!("price-{number}"), text).clauses(&["G3"]);
        }
    }

    fn tell_limits(&self, page: &mut Page<'_>) {
        let limits = page.rules().limits().each().iter().map(|(kinds, most)| {
            let names = either(words::kinds(page, *kinds));
            if *most == 0 { format!("any {names} card") } else { format!("more than {most} {names} cards") }
        });
        let limits = either(limits.collect::<Vec<_>>());
        if limits.is_empty() {
            return;
        }
        let away = match self.overflow {
            Overflow::Reshuffle => "shuffled back into the deck",
            Overflow::Discard => "discarded",
        };
        let text = format!(
            "Whenever the row holds {limits}, at setup too, all of it is {away} and a new one is dealt, unless no better \
             one can be had."
        );
        page.say(Chapter::Cards, Phase::Main, "limit", capital(&text))
            .on(&["limit", "overflow"])
            .clauses(&["G4", "G5"]);
    }
}
