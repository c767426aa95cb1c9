//! Drawn cards and kept tickets that land somewhere before they are the player's.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{ArgKind, Holds, Installer, Manifest, Order, RuleModule, Vis};
use ttr_variants::base::{Drawing, Keeping};

module! {
    /// The tray: a card that is drawn lands on the player's tray. All but the last of a draw are kept or tossed; the last is
    /// kept. Of tickets that were drawn and kept, one goes to a board that all see.
    Tray {}
}

impl RuleModule for Tray {
    fn manifest() -> Manifest {
        Manifest::new("tray", "where drawn cards land first").requires("cards").requires("tickets")
    }

    fn install(self, b: &mut Installer<'_>) {
        let drawing = b.service::<Drawing>();
        let (hand, tray) = (drawing.hand, b.zone_per_player("tray", Holds::Cards, Vis::Owner));
        let keep = b.op("keep", "keeps the card", &[], move |cx, _, who, _| cx.move_all(tray.of(who), hand.of(who)));
        let toss = b.op("toss", "tosses the card", &[], move |cx, _, who, _| cx.discard_all(tray.of(who)));
        let sort = b.decision("sort", "keep the card or toss it", move |_, _, _, out| {
            out.one(keep);
            out.one(toss);
        });
        b.stop_at(drawing.way, tray, move |cx, who, left| {
            if left > 0 {
                cx.ask(sort, who, [0; 6]);
            } else {
                cx.move_all(tray.of(who), hand.of(who));
            }
        });
        let keeping = b.service::<Keeping>();
        let (kept, desk) = (keeping.kept, b.zone_per_player("desk", Holds::Tickets, Vis::Owner));
        let board = b.zone_per_player("board", Holds::Tickets, Vis::Public);
        b.scores_tickets_in(board);
        let args = [("tickets", ArgKind::TicketsOf(desk.0))];
        let pin = b.op("pin", "pins {tickets} to the board", &args, move |cx, _, who, action| {
            let (chosen, others) = cx.look().chosen_tickets(desk.of(who), action.args[0]);
            cx.move_tickets(desk.of(who), board.of(who), &chosen, Order::Loose);
            cx.move_tickets(desk.of(who), kept.of(who), &others, Order::Loose);
        });
        let which = b.decision("which", "choose a ticket for the board", move |look, _, who, out| {
            out.choices(pin, look.ticket_count(desk.of(who)), 1, 1);
        });
        b.stop_at(keeping.way, desk, move |cx, who, drawn| {
            if drawn == Keeping::DRAWN {
                return cx.ask(which, who, [0; 6]);
            }
            let tickets = cx.look().tickets(desk.of(who));
            cx.move_tickets(desk.of(who), kept.of(who), &tickets, Order::Loose);
        });
    }
}
