//! The decks that tickets are dealt from: one for all, or some of each of several, which are put together afterwards.

use crate::base::forms::read_either;
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use ttr_core::limits::MAX_TICKETS_DEALT;
use ttr_core::{Cx, Diagnostic, Holds, Installer, Look, Place, ZoneId, ZoneSet};

/// How many tickets: of all decks alike, or so many of each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum TicketCount {
    /// So many, of whatever deck.
    Any(#[schemars(range(max = MAX_TICKETS_DEALT))] u8),
    /// So many of each deck.
    ByDeck(BTreeMap<String, u8>),
}

impl<'de> Deserialize<'de> for TicketCount {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        read_either(de, "how many tickets (0 to 255), or a table of ticket decks", Self::Any, Self::ByDeck)
    }
}

impl TicketCount {
    /// How many in all.
    pub fn total(&self) -> usize {
        match self {
            Self::Any(n) => usize::from(*n),
            Self::ByDeck(by) => by.values().map(|n| usize::from(*n)).sum(),
        }
    }

    /// The decks, with how many of each.
    pub(super) fn decks(&self) -> impl Iterator<Item = (&str, u8)> {
        let by = match self {
            Self::Any(_) => None,
            Self::ByDeck(by) => Some(by),
        };
        by.into_iter().flatten().map(|(deck, n)| (deck.as_str(), *n))
    }
}

/// A deck that is dealt from by itself.
#[derive(Clone)]
pub(super) struct Own {
    pub name: String,
    zone: ZoneId,
    /// How many each player is dealt.
    pub deal: u8,
    /// Whether what is left of it can be drawn later.
    pub stays: bool,
}

/// The piles of the deal.
#[derive(Clone)]
pub(super) struct Decks {
    /// Where tickets are drawn from during the game.
    pub pile: ZoneId,
    /// How many each player is dealt from it.
    pub(super) deal: u8,
    pub(super) own: Vec<Own>,
    /// Where tickets go that can't be drawn later.
    out: Option<ZoneId>,
    /// How many of the dealt ones must be kept in all, and of each deck.
    pub(super) keep: usize,
    pub(super) keep_of: Vec<(String, u8)>,
    /// For each ticket, the number of its deck among these; beyond the last if it is of none.
    kept_deck_of: Vec<usize>,
    /// The decks whose tickets can be drawn, if not all.
    pub(super) from: Vec<String>,
}

impl Decks {
    /// Registers the piles. Where the map lacks a deck, all are dealt from all tickets; so too where it was made for other
    /// rules and has too few of a deck.
    pub fn new(b: &mut Installer<'_>, deal: &TicketCount, keep: &TicketCount, from: &[String]) -> Self {
        let has = |b: &Installer<'_>, deck: &str| b.board().tickets.iter().any(|t| t.deck.as_deref() == Some(deck));
        let from: Vec<&String> = from.iter().filter(|deck| has(b, deck)).collect();
        let drawn = |deck: Option<&str>| from.is_empty() || from.iter().any(|name| Some(name.as_str()) == deck);
        let pile = b.shuffled_zone("ticket deck", Holds::Tickets);
        let closed = b.board().tickets.iter().any(|t| !drawn(t.deck.as_deref()));
        let out = closed.then(|| b.zone("tickets that are not drawn", Holds::Tickets, ttr_core::Vis::Nobody));
        b.tickets_start_in(pile, |_| true);
        if let Some(out) = out {
            b.tickets_start_in(out, |ticket| !drawn(ticket.deck.as_deref()));
        }
        let count = |deck: &str| b.board().tickets.iter().filter(|t| t.deck.as_deref() == Some(deck)).count();
        let needed = |n: u8| if b.own_rules() { 1 } else { usize::from(n) * b.players() };
        let by_deck = deal.decks().all(|(name, n)| count(name) >= needed(n).max(1));
        let from_all = match deal {
            TicketCount::ByDeck(_) if by_deck => 0,
            all => u8::try_from(all.total()).unwrap_or(u8::MAX),
        };
        let mut own = Vec::new();
        for (name, n) in deal.decks().filter(|_| by_deck) {
            let zone = b.shuffled_zone(&format!("{name} ticket deck"), Holds::Tickets);
            b.tickets_start_in(zone, |ticket| ticket.deck.as_deref() == Some(name));
            own.push(Own { name: name.to_owned(), zone, deal: n, stays: drawn(Some(name)) });
        }
        let keep_of =
            keep.decks().filter(|(deck, n)| *n > 0 && by_deck && has(b, deck)).map(|(deck, n)| (deck.to_owned(), n));
        let keep_of: Vec<(String, u8)> = keep_of.collect();
        let deck_of = |deck: Option<&str>| keep_of.iter().position(|(kept, _)| Some(kept.as_str()) == deck);
        let tickets = b.board().tickets.iter();
        let kept_deck_of = tickets.map(|ticket| deck_of(ticket.deck.as_deref()).unwrap_or(usize::MAX)).collect();
        let from = from.into_iter().cloned().collect();
        let decks = Self { pile, deal: from_all, own, out, keep: keep.total(), keep_of, kept_deck_of, from };
        decks.check(b);
        decks
    }

    /// Whether there are enough tickets to deal.
    fn check(&self, b: &mut Installer<'_>) {
        let players = b.players();
        let count = |name: &str| b.board().tickets.iter().filter(|t| t.deck.as_deref() == Some(name)).count();
        let own: Vec<(String, usize, usize)> =
            self.own.iter().map(|own| (own.name.clone(), count(&own.name), usize::from(own.deal) * players)).collect();
        let in_own: usize = own.iter().map(|(_, there, _)| there).sum();
        let in_pile = b.board().tickets.len() - in_own;
        // Tickets at fault are told as such, and may be of any deck.
        let left_out = b.tickets_written() - b.board().tickets.len();
        let needed = usize::from(self.deal) * players;
        let too_few = |what: &str, needed: usize, there: usize| {
            let message = format!("{needed} {what} are dealt to {players} players, but the map has {there}");
            let found = Diagnostic::error("tickets::too-few", message);
            found.help("add tickets to the map, or let it deal fewer: `tickets.deal` under [set]")
        };
        if in_pile + left_out < needed {
            b.report_at(Place::Param("deal"), too_few("tickets", needed, in_pile + left_out));
        }
        for (name, there, needed) in own.into_iter().filter(|(_, there, needed)| there + left_out < *needed) {
            let found = too_few(&format!("{name} tickets"), needed, there + left_out);
            b.report_at(Place::Param(&format!("deal.{name}")), found);
        }
    }

    /// Deals to all players, and puts what is left together.
    pub fn deal(&self, cx: &mut Cx<'_>, dealt: ZoneSet) {
        for who in cx.look().in_order() {
            for own in &self.own {
                cx.turn_tickets(own.zone, dealt.of(who), own.deal.into());
            }
            cx.turn_tickets(self.pile, dealt.of(who), self.deal.into());
        }
        for own in &self.own {
            let to = if own.stays { Some(self.pile) } else { self.out };
            if let Some(to) = to {
                cx.move_all_tickets(own.zone, to);
            }
        }
    }

    /// How many of the dealt tickets must be kept: in all, and of those that bits stand for. Fewer where there are fewer.
    pub fn keep(&self, look: Look<'_>, dealt: ZoneId) -> (usize, ArrayVec<(u16, u8), MAX_TICKETS_DEALT>) {
        let n = look.ticket_count(dealt);
        // Who has to keep all needs no look at them.
        if self.keep_of.is_empty() || self.keep >= n {
            return (self.keep.min(n), ArrayVec::new());
        }
        let tickets = look.first_tickets(dealt);
        let mut of: ArrayVec<(u16, u8), MAX_TICKETS_DEALT> =
            self.keep_of.iter().take(MAX_TICKETS_DEALT).map(|(_, least)| (0, *least)).collect();
        for (i, ticket) in tickets.iter().enumerate() {
            if let Some((bits, _)) = of.get_mut(self.kept_deck_of[ticket.index()]) {
                *bits |= 1 << i;
            }
        }
        of.iter_mut().for_each(|(bits, least)| *least = (*least).min(bits.count_ones() as u8));
        (self.keep.min(tickets.len()), of)
    }

    /// The names of the decks of which some must be kept.
    pub fn kept_decks(&self) -> impl Iterator<Item = &str> {
        self.keep_of.iter().map(|(deck, _)| deck.as_str())
    }
}
