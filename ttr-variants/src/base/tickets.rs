//! Tickets: dealt at the start, of which some are kept (C5), and drawn as an action (G16). A ticket is complete when an
//! unbroken chain of one's own routes joins its cities; at the end its value is added, or subtracted if it is not
//! (G18). They are secret until then (G19).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::limits::MAX_TICKETS_DEALT;
use ttr_core::{
    ArgKind, Cx, Holds, Installer, Manifest, Measured, Note, Order, Outcome, ParamFault, Phase, PlayerId, Proof, Rank,
    RuleModule, Value, Vis, When, ZoneId, ZoneSet,
};

/// Where returned tickets go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    /// To the bottom of the deck, in the order in which they were dealt (G20).
    Bottom,
    /// Out of the game.
    Out,
}

/// Drawing tickets as an action.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TicketDraw {
    /// How many are taken.
    pub take: u8,
    /// How many of them must be kept.
    pub keep: u8,
}

/// Parameters of tickets.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Tickets {
    /// How many are dealt to each player at the start.
    pub deal: u8,
    /// How many of those must be kept.
    pub keep: u8,
    /// Drawing them during the game.
    pub draw: TicketDraw,
    /// Where returned tickets go.
    pub rest: Rest,
}

impl Default for Tickets {
    fn default() -> Self {
        Self { deal: 3, keep: 2, draw: TicketDraw { take: 3, keep: 1 }, rest: Rest::Bottom }
    }
}

impl RuleModule for Tickets {
    fn manifest() -> Manifest {
        Manifest::new("tickets", "dealing, drawing, keeping and scoring tickets").measure("completed-tickets")
    }

    fn check(&self) -> Vec<ParamFault> {
        let mut faults = Vec::new();
        for (key, n, keep) in [("deal", self.deal, self.keep), ("draw.take", self.draw.take, self.draw.keep)] {
            if usize::from(n) > MAX_TICKETS_DEALT {
                faults.push(ParamFault::new(
                    key,
                    format!("is {n}; at most {MAX_TICKETS_DEALT} tickets are dealt at once"),
                ));
            }
            if keep > n {
                faults.push(ParamFault::new(key, format!("is {n}, fewer than the {keep} that must be kept")));
            }
        }
        faults
    }

    fn install(self, b: &mut Installer<'_>) {
        let tickets = b.board().tickets.len();
        let needed = usize::from(self.deal) * b.players();
        if tickets < needed {
            let message = format!("takes {needed} tickets for {} players, but the map has {tickets}", b.players());
            b.fault("deal", message);
        }
        let deck = b.shuffled_zone("ticket deck", Holds::Tickets);
        let rest = match self.rest {
            Rest::Bottom => deck,
            Rest::Out => b.zone("tickets out of the game", Holds::Tickets, Vis::Nobody),
        };
        let dealt = b.zone_per_player("dealt tickets", Holds::Tickets, Vis::Owner);
        let kept = b.zone_per_player("tickets", Holds::Tickets, Vis::Owner);
        b.tickets_start_in(deck, |_| true);
        b.scores_tickets_in(kept);

        let keep = b.op("keep", "keeps {tickets}", &[("tickets", ArgKind::TicketsOf(dealt.0))], {
            move |cx, _, who, action| {
                let (chosen, others) = cx.look().chosen_tickets(dealt.of(who), action.args[0]);
                cx.move_tickets(dealt.of(who), kept.of(who), &chosen, Order::Loose);
                cx.move_tickets(dealt.of(who), rest, &others, Order::Behind);
            }
        });
        let too_few = b.message("too-few", "at least {n} of the dealt tickets must be kept");
        let least =
            move |look: ttr_core::Look<'_>, who: PlayerId, keep: u16| look.ticket_count(dealt.of(who)).min(keep.into());

        // C5, G20: all choose at once, unseen; the answers are opened in seat order.
        let (first_deal, first_keep) = (self.deal, u16::from(self.keep));
        let choose = b.sealed_decision("choose", "choose which tickets to keep", move |look, _, who, out| {
            let n = look.ticket_count(dealt.of(who));
            if n > 0 {
                out.choices(keep, n, least(look, who, first_keep), n);
            }
        });
        b.setup(Phase::Goals, move |cx| {
            let players: Vec<PlayerId> = cx.look().in_order().collect();
            for who in players {
                deal(cx, deck, dealt, who, first_deal);
            }
        });
        b.setup_ask_all(Phase::Goals, choose);

        // G16: take some, keep enough.
        let drawn =
            b.decision("keep-drawn", "choose which of the drawn tickets to keep", move |look, frame, who, out| {
                let n = look.ticket_count(dealt.of(who));
                out.choices(keep, n, least(look, who, frame.args[0]), n);
            });
        b.why_not(keep, move |look, frame, who, _| {
            let setup = frame.decision == choose;
            let asked = setup || frame.decision == drawn;
            let least = least(look, who, if setup { first_keep } else { frame.args[0] });
            asked.then(|| Note::new(too_few).with("n", Value::Number(least as i64)))
        });
        let draw = b.op("draw", "draws tickets", &[], move |cx, _, who, _| {
            deal(cx, deck, dealt, who, self.draw.take);
            cx.ask(drawn, who, [self.draw.keep.into(), 0, 0, 0, 0, 0]);
        });
        let none = b.message("none-left", "there is no ticket left to draw");
        b.why_not(draw, move |look, _, _, _| (look.ticket_count(deck) == 0).then(|| Note::new(none)));
        if self.draw.take > 0 {
            b.offer(Rank::Ordinary, move |look, _, out| {
                if look.ticket_count(deck) > 0 {
                    out.one(draw);
                }
            });
        }

        b.goal(
            "pair",
            |_, ticket| ticket.cities.len() == 2 && ticket.has_points,
            |net, _, ticket| {
                let completed = net.are_joined(ticket.cities[0], ticket.cities[1]);
                let points = if completed { ticket.points } else { -ticket.points };
                Outcome { points, completed, exact: true }
            },
        );
        let done = b.message("completed", "{ticket} completed");
        let failed = b.message("failed", "{ticket} not completed");
        b.score(Phase::Tickets, When::AtEnd, move |scoring, side, lines| {
            let outcomes = scoring.outcomes(side);
            for (ticket, outcome) in &outcomes.tickets {
                let text = if outcome.completed { done } else { failed };
                let note = Note::new(text).with("ticket", Value::Ticket(*ticket));
                let proof = Proof { tickets: vec![*ticket], ..Proof::default() };
                lines.line_with(outcome.points, note, proof, outcomes.exact);
            }
        });
        b.measure("completed-tickets", false, |scoring, side| {
            Measured::exact(scoring.outcomes(side).completed() as i64)
        });
    }
}

fn deal(cx: &mut Cx<'_>, deck: ZoneId, dealt: ZoneSet, who: PlayerId, n: u8) {
    for _ in 0..n {
        if cx.turn_ticket(deck, dealt.of(who), Order::Behind).is_none() {
            return;
        }
    }
}
