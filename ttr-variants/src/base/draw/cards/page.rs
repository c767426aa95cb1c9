//! What the page of rules says of the decks and of drawing.

use super::{Cards, Deal};
use ttr_core::page::{counted, listed};
use ttr_core::rules::{CardKind, Deck};
use ttr_core::{Chapter, Kind, Page, Phase};

impl Cards {
    pub(super) fn tell(&self, page: &mut Page<'_>) {
        let dealt = self.dealt_text(page);
        page.say(Chapter::Setup, Phase::Hands, "deal", dealt).on(&["deal"]).clauses(&["C3"]);
        let cards = counted(self.draw, "card", "cards");
        page.say(Chapter::Turn, Phase::Main, "draw", format!("Draw {cards}.")).on(&["draw"]).clauses(&["C6"]);
        for deck in page.rules().decks() {
            let text = deck_text(page, deck);
            let key = format!("decks.{}", deck.name);
            page.say(Chapter::Cards, Phase::Seats, "deck", text).on(&[&key]).clauses(&["C2"]);
        }
        let from = if page.rules().decks().len() > 1 { "the top of any deck" } else { "the top of the deck" };
        let draw = match self.draw {
            1 => format!("A draw is 1 card, blind from {from}."),
            n => format!(
                "A draw is {n} cards, one after the other, blind from {from}. Whoever can take another card of a draw must."
            ),
        };
        page.say(Chapter::Cards, Phase::Main, "draw", draw).on(&["draw"]).clauses(&["G2", "G7"]);
        let hand = "Hands are secret; how many cards a hand has is not, and there is no limit. Everybody sees what is taken face \
                    up and what is discarded.";
        page.say(Chapter::Cards, Phase::Upkeep, "hand", hand).clauses(&["G8", "G19"]);
        let again = "A deck that has run out is made anew by shuffling its discards. With no card to be had anywhere, nobody can \
                     draw cards.";
        page.say(Chapter::Cards, Phase::Upkeep, "reshuffle", again).clauses(&["G6", "G7"]);
    }

    fn dealt_text(&self, page: &Page<'_>) -> String {
        let dealt = match &self.deal {
            Deal::Cards(n) => counted(n, "card", "cards"),
            Deal::ByDeck(by) => {
                let each = by.iter().map(|(deck, n)| {
                    let deck = page.shown(deck);
                    counted(n, &format!("{deck} card"), &format!("{deck} cards"))
                });
                listed(each)
            }
        };
        format!("Each player is dealt {dealt}.")
    }
}

/// All that a deck holds: kinds of which there is as much to say are told together.
fn deck_text(page: &Page<'_>, deck: &Deck) -> String {
    let rules = page.rules();
    let mut groups: Vec<(u8, String, Vec<String>)> = Vec::new();
    for kind in deck.kinds.iter() {
        let (count, what) = (rules.kind(kind).count, what(page, rules.kind(kind)));
        let name = name(page, kind);
        match groups.iter_mut().find(|(n, said, _)| *n == count && *said == what) {
            Some((_, _, names)) => names.push(name),
            None => groups.push((count, what, vec![name])),
        }
    }
    let parts: Vec<String> = groups
        .iter()
        .map(|(count, what, names)| match &names[..] {
            [one] => format!("{count} {one}{what}"),
            _ => format!("{count} each of {}{what}", listed(names)),
        })
        .collect();
    let total: usize = deck.kinds.iter().map(|kind| usize::from(rules.kind(kind).count)).sum();
    format!("The {} deck has {}: {}.", page.shown(&deck.name), counted(total, "card", "cards"), parts.join("; "))
}

/// The name of a kind, with its colour where that does not say it.
fn name(page: &Page<'_>, kind: Kind) -> String {
    let kind = page.rules().kind(kind);
    let name = page.shown(&kind.name);
    let colour = kind.colour.map(|colour| page.rules().board().colours[colour.index()].as_str());
    match colour.filter(|colour| !kind.name.split([' ', '-', '_']).any(|word| word == *colour)) {
        Some(colour) => format!("{name} (its colour is {})", page.shown(colour)),
        None => name.to_owned(),
    }
}

/// What there is to know about a kind besides its name and colour.
fn what(page: &Page<'_>, kind: &CardKind) -> String {
    let mut said = Vec::new();
    if kind.wild {
        said.push("for any card".to_owned());
    }
    if !kind.payable {
        said.push("never paid with".to_owned());
    }
    if kind.units > 1 {
        said.push(format!("for up to {} spaces", kind.units));
    }
    if !kind.symbols.is_empty() {
        said.push(format!("with the symbol {}", listed(kind.symbols.iter().map(|symbol| page.shown(symbol)))));
    }
    if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) }
}
