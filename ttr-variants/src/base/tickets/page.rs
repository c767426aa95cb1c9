//! What the page of rules says of tickets.

use super::{Decks, Rest, TicketDraw, Tickets};
use std::collections::{BTreeMap, BTreeSet};
use ttr_core::page::{capital, counted, listed};
use ttr_core::{Chapter, Page, Phase};

fn tickets(n: impl std::fmt::Display) -> String {
    counted(n, "ticket", "tickets")
}

fn gone(rest: Rest) -> &'static str {
    match rest {
        Rest::Bottom => "go to the bottom of the deck",
        Rest::Out => "leave the game",
    }
}

impl Tickets {
    pub(super) fn tell(&self, page: &mut Page<'_>, decks: &Decks) {
        page.say(Chapter::Tickets, Phase::Seats, "all", all_text(page)).fact();
        let deal = page.say(Chapter::Setup, Phase::Goals, "deal", self.deal_text(page, decks));
        deal.on(&["deal", "keep", "rest", "deal-rest", "draw.from"]).clauses(&["C5", "G20"]);
        let complete = "A ticket is complete when an unbroken chain of your own routes joins its cities.";
        page.say(Chapter::Tickets, Phase::Goals, "complete", complete).clauses(&["G18"]);
        let kept = "A ticket that you keep is yours to the end. Which tickets you have stays secret until then, but not how \
                    many, and there is no limit.";
        page.say(Chapter::Tickets, Phase::Goals, "kept", kept).clauses(&["G8", "G17", "G19"]);
        let TicketDraw { take, keep, .. } = self.draw;
        let from = decks.drawn(page);
        if take > 0 {
            let turn = format!("Draw {} and keep at least {keep}.", tickets(take));
            page.say(Chapter::Turn, Phase::Main, "draw", turn).on(&["draw.take", "draw.keep"]).clauses(&["C6"]);
            let text = format!(
                "Drawing tickets, you take {take}{from}, or as many as are left, and keep at least {keep}; the others {}. With none \
                 left, nobody can draw tickets.",
                gone(self.rest)
            );
            let draw = page.say(Chapter::Tickets, Phase::Main, "draw", text);
            draw.on(&["draw.take", "draw.keep", "draw.from", "rest"]).clauses(&["G16"]);
        } else {
            let none = "During the game no tickets are drawn.";
            page.say(Chapter::Tickets, Phase::Main, "draw", none).on(&["draw.take"]).clauses(&["G16"]);
        }
        let score = "At the end every complete ticket adds its value, and every other one takes its value away.";
        page.say(Chapter::Scoring, Phase::Tickets, "tickets", score).clauses(&["G18"]);
    }

    fn deal_text(&self, page: &Page<'_>, decks: &Decks) -> String {
        let dealt = decks.dealt(page);
        let rest = self.deal_rest.unwrap_or(self.rest);
        let kept = decks.kept(page);
        let mut text = format!(
            "Each player is dealt {dealt}. All choose at once, unseen, and keep {kept}; those returned {}.",
            gone(rest)
        );
        if decks.own.iter().filter(|own| own.stays).count() > 1 {
            text.push_str(" What is left is shuffled into one deck.");
        }
        let out = decks.left_out(page);
        if !out.is_empty() {
            let of = if decks.own.is_empty() { "" } else { " that nobody was dealt" };
            text.push_str(&format!(" {} tickets{of} leave the game.", capital(&out)));
        }
        text
    }
}

/// How many tickets there are, of each deck.
fn all_text(page: &Page<'_>) -> String {
    let all = &page.rules().board().tickets;
    let mut by_deck: BTreeMap<&str, usize> = BTreeMap::new();
    for deck in all.iter().filter_map(|ticket| ticket.deck.as_deref()) {
        *by_deck.entry(deck).or_default() += 1;
    }
    let each: Vec<String> = by_deck.iter().map(|(deck, n)| format!("{n} {}", page.shown(deck))).collect();
    let each = if each.is_empty() { String::new() } else { format!(": {}", listed(each)) };
    format!("There {} {}{each}.", if all.len() == 1 { "is" } else { "are" }, tickets(all.len()))
}

impl Decks {
    fn dealt(&self, page: &Page<'_>) -> String {
        if self.own.is_empty() {
            return tickets(self.deal);
        }
        let each = self.own.iter().map(|own| format!("{} {}", own.deal, page.shown(&own.name)));
        let one = self.own.len() == 1 && self.own[0].deal == 1;
        format!("{} {}", listed(each), if one { "ticket" } else { "tickets" })
    }

    /// How many must be kept: of each deck, or in all.
    fn kept(&self, page: &Page<'_>) -> String {
        if self.keep == 0 {
            return "as many as they like".to_owned();
        }
        if self.keep_of.is_empty() {
            return format!("at least {}", self.keep);
        }
        let each = listed(self.keep_of.iter().map(|(deck, n)| format!("{n} {}", page.shown(deck))));
        format!("at least {each}")
    }

    /// The decks of which nothing can be drawn later.
    fn left_out(&self, page: &Page<'_>) -> String {
        let decks = page.rules().board().tickets.iter().filter_map(|ticket| ticket.deck.as_deref());
        let out: BTreeSet<&str> =
            decks.filter(|deck| !self.from.is_empty() && !self.from.iter().any(|d| d == deck)).collect();
        listed(out.into_iter().map(|deck| page.shown(deck)))
    }

    /// Which tickets can be drawn, if not all.
    fn drawn(&self, page: &Page<'_>) -> String {
        match &self.from[..] {
            [] => String::new(),
            from => format!(" {} ones", listed(from.iter().map(|deck| page.shown(deck)))),
        }
    }
}
