//! Tickets: dealt at the start, of which some are kept (C5), and drawn as an action (G16). A ticket is complete when an
//! unbroken chain of one's own routes joins its cities; at the end its value is added, or subtracted if it is not
//! (G18). They are secret until then (G19). There may be several decks of them, dealt and kept each by itself (U3, E2).

mod decks;
mod page;

pub use decks::TicketCount;

use crate::words::{Says, says};
use decks::Decks;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::cell::LazyCell;
use ttr_core::limits::MAX_TICKETS_DEALT;
use ttr_core::{
    ArgKind, CodeInfo, Frame, Holds, Installer, Line, Look, Manifest, Measured, MsgId, Note, Outcome, ParamFault,
    Phase, PlayerId, Rank, RuleModule, Value, Vis, Waypoint, When, ZoneSet,
};

/// Where returned tickets go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    // G20
    /// To the bottom of the deck, in the order in which they were dealt.
    Bottom,
    /// Out of the game.
    Out,
}

/// Drawing tickets as an action.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TicketDraw {
    /// How many are taken; with 0 no ticket can be drawn.
    #[schemars(range(max = MAX_TICKETS_DEALT))]
    pub take: u8,
    /// How many of them must be kept.
    #[schemars(range(max = MAX_TICKETS_DEALT))]
    pub keep: u8,
    /// The decks whose tickets can be drawn; all of them if none is named. They are put together after the deal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = json!(["short"]))]
    pub from: Vec<String>,
}

/// Parameters of tickets.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Tickets {
    /// How many are dealt to each player at the start: a number, or so many of each deck of the map. A deck that the map does
    /// not have is dealt from all tickets.
    #[schemars(example = 3, example = json!({ "long": 2, "short": 2 }))]
    pub deal: TicketCount,
    /// How many of those must be kept: a number, or so many of each deck.
    #[schemars(example = 2, example = json!({ "long": 1, "short": 1 }))]
    pub keep: TicketCount,
    /// Drawing them during the game.
    pub draw: TicketDraw,
    /// Where returned tickets go.
    pub rest: Rest,
    /// Where tickets go that are returned at the deal; as all others, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal_rest: Option<Rest>,
}

impl Default for Tickets {
    fn default() -> Self {
        Self {
            deal: TicketCount::Any(3),
            keep: TicketCount::Any(2),
            draw: TicketDraw { take: 3, keep: 1, from: Vec::new() },
            rest: Rest::Bottom,
            deal_rest: None,
        }
    }
}

/// Keeping tickets, for modules that have a say in where they go.
#[derive(Clone, Copy)]
pub struct Keeping {
    /// The tickets of each player.
    pub kept: ZoneSet,
    /// The way of those that were just kept; whoever has them stop elsewhere first is told [`Keeping::DRAWN`] if they were drawn, 0 if
    /// they were dealt.
    pub way: Waypoint,
}

impl Keeping {
    /// What the way of tickets says of those that were drawn, not dealt.
    pub const DRAWN: u16 = DRAWN;
}

/// What the second number of a frame says of tickets that were drawn, not dealt.
const DRAWN: u16 = 1;

// What it says.
const TOO_FEW: Says = ("too-few", "at least {n} of the dealt tickets must be kept");
/// Said of each deck by its name.
const TOO_FEW_OF: Says = ("too-few-of", "at least {n} of the DECK tickets must be kept");
const NONE_LEFT: Says = ("none-left", "there is no ticket left to draw");
const COMPLETED: Says = ("completed", "{ticket} completed");
const FAILED: Says = ("failed", "{ticket} not completed");

impl RuleModule for Tickets {
    fn manifest() -> Manifest {
        Manifest::new("tickets", "dealing, drawing, keeping and scoring tickets")
            .search_terms(["destination", "destination card", "objective", "goal", "mission", "secret"])
            .examples(include_str!("tickets.toml"))
            .measure("completed-tickets")
            .code(CodeInfo::error(
                "tickets::too-few",
                "the map has fewer tickets than are dealt",
                include_str!("explain/tickets-too-few.md"),
            ))
    }

    fn check(&self) -> Vec<ParamFault> {
        let mut faults = Vec::new();
        let draw = (usize::from(self.draw.take), usize::from(self.draw.keep));
        for (key, n, keep) in [("deal", self.deal.total(), self.keep.total()), ("draw.take", draw.0, draw.1)] {
            if n > MAX_TICKETS_DEALT {
                let message = format!("is {n}; at most {MAX_TICKETS_DEALT} tickets are dealt at once");
                faults.push(ParamFault::new(key, message));
            }
            if keep > n {
                faults.push(ParamFault::new(key, format!("is {n}, fewer than the {keep} that must be kept")));
            }
        }
        if let (TicketCount::ByDeck(deal), TicketCount::ByDeck(keep)) = (&self.deal, &self.keep) {
            for (deck, keep) in keep {
                let dealt = deal.get(deck).copied().unwrap_or_default();
                if *keep > dealt {
                    let message = format!("is {keep}, but only {dealt} of that deck are dealt");
                    faults.push(ParamFault::new(format!("keep.{deck}"), message));
                }
            }
        } else if let TicketCount::ByDeck(_) = &self.keep {
            faults.push(ParamFault::new("keep", "names decks, but `deal` does not"));
        }
        faults
    }

    fn install(self, b: &mut Installer<'_>) {
        let decks = Decks::new(b, &self.deal, &self.keep, &self.draw.from);
        let deck = decks.pile;
        let deal_rest = self.deal_rest.unwrap_or(self.rest);
        let out = [self.rest, deal_rest].contains(&Rest::Out);
        let out = out.then(|| b.zone("tickets out of the game", Holds::Tickets, Vis::Nobody));
        let place = |rest: Rest| match rest {
            Rest::Bottom => deck,
            Rest::Out => out.unwrap_or(deck),
        };
        let (rest, deal_rest) = (place(self.rest), place(deal_rest));
        let dealt = b.zone_per_player("dealt tickets", Holds::Tickets, Vis::Owner);
        let kept = b.zone_per_player("tickets", Holds::Tickets, Vis::Owner);
        b.scores_tickets_in(kept);
        let way = b.waypoint(kept);
        b.provide(Keeping { kept, way });

        let keep = b.op("keep", "keeps {tickets}", &[("tickets", ArgKind::TicketsOf(dealt.0))], {
            move |cx, frame, who, action| {
                let drawn = frame.args[1] == DRAWN;
                let rest = if drawn { rest } else { deal_rest };
                cx.part_tickets(dealt.of(who), action.args[0], cx.next_stop(way, who), rest);
                cx.arrive(way, who, frame.args[1]);
            }
        });
        let too_few = says(b, TOO_FEW);
        let names: Vec<String> = decks.kept_decks().map(str::to_owned).collect();
        let too_few_of: Vec<MsgId> =
            names.iter().map(|deck| b.message(TOO_FEW_OF.0, &TOO_FEW_OF.1.replace("DECK", deck))).collect();

        // C5, G20: all choose at once, unseen; the answers are opened in seat order.
        let choose = b.sealed_decision("choose", "choose which tickets to keep", {
            let decks = decks.clone();
            move |look, _, who, out| {
                let n = look.ticket_count(dealt.of(who));
                if n > 0 {
                    let (least, of) = decks.keep(look, dealt.of(who));
                    out.choices_with(keep, n, least, n, &of);
                }
            }
        });
        b.setup(Phase::Goals, {
            let decks = decks.clone();
            move |cx| decks.deal(cx, dealt)
        });
        b.setup_ask_all(Phase::Goals, choose);

        // G16: take some, keep enough.
        let least = move |look: Look<'_>, who: PlayerId, frame: &Frame| {
            look.ticket_count(dealt.of(who)).min(frame.args[0].into())
        };
        let drawn =
            b.decision("keep-drawn", "choose which of the drawn tickets to keep", move |look, frame, who, out| {
                let n = look.ticket_count(dealt.of(who));
                out.choices(keep, n, least(look, who, frame), n);
            });
        b.why_not(keep, {
            let decks = decks.clone();
            move |look, frame, who, action| {
                let few = |text: MsgId, n: usize| Some(Note::new(text).with("n", Value::Number(n as i64)));
                if frame.decision == drawn {
                    return few(too_few, least(look, who, frame));
                }
                if frame.decision != choose {
                    return None;
                }
                let (least, of) = decks.keep(look, dealt.of(who));
                let short = |((bits, n), _): &((u16, u8), &MsgId)| (action.args[0] & bits).count_ones() < u32::from(*n);
                match of.into_iter().zip(&too_few_of).find(short) {
                    Some(((_, n), text)) => few(*text, n.into()),
                    None => few(too_few, least),
                }
            }
        });
        let (taken, must_keep) = (self.draw.take, self.draw.keep);
        let draw = b.op("draw", "draws tickets", &[], move |cx, _, who, _| {
            cx.turn_tickets(deck, dealt.of(who), taken.into());
            cx.ask(drawn, who, [must_keep.into(), DRAWN, 0, 0, 0, 0]);
        });
        let none = says(b, NONE_LEFT);
        b.why_not(draw, move |look, _, _, _| (look.ticket_count(deck) == 0).then(|| Note::new(none)));
        if taken > 0 {
            b.line(Rank::Ordinary, draw, Line::WhileTickets(deck));
        }

        b.goal(
            "pair",
            |_, ticket| ticket.cities.len() == 2 && ticket.has_points,
            |net, _, ticket| {
                let completed = net.are_joined(ticket.cities[0], ticket.cities[1]);
                let points = if completed { ticket.points } else { -ticket.points };
                Outcome { points, completed, exact: true, text: None }
            },
        );
        b.goal_by_joining();
        let done = says(b, COMPLETED);
        let failed = says(b, FAILED);
        b.score(Phase::Tickets, When::AtEnd, move |scoring, side, lines| {
            let outcomes = scoring.outcomes(side);
            let chains = LazyCell::new(|| scoring.chains(side));
            for (ticket, outcome) in &outcomes.tickets {
                let text = outcome.text.unwrap_or(if outcome.completed { done } else { failed });
                lines.line_saying(outcome.points, text, outcomes.exact, |note| {
                    (note.with("ticket", Value::Ticket(*ticket)), chains.proof(*ticket, outcome.completed))
                });
            }
        });
        b.measure("completed-tickets", false, |scoring, side| {
            Measured::exact(scoring.outcomes(side).completed() as i64)
        });
        b.tell(move |page| self.tell(page, &decks));
    }
}
