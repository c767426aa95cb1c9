//! Places that players have in common: a rack for the cards of a side and one for its goals, and a kitty of all.

use super::kinds;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{ArgKind, Holds, Installer, Manifest, Order, Rank, RuleModule, Vis};
use ttr_variants::base::Drawing;

module! {
    /// The rack: instead of anything else a player has all of the side put a card to its rack at once, or draws a goal for
    /// the side, or puts one back, or gives a card to the kitty, which all see. Rack and kitty can be paid from.
    Rack {}
}

impl RuleModule for Rack {
    fn manifest() -> Manifest {
        let manifest = Manifest::new("rack", "what a side has in common, and what all have");
        manifest.requires("cards").requires("teams").requires("tickets")
    }

    fn install(self, b: &mut Installer<'_>) {
        let hand = b.service::<Drawing>().hand;
        let rack = b.zone_per_side("rack", Holds::Cards, Vis::Side);
        let goals = b.zone_per_side("goals", Holds::Tickets, Vis::Owner);
        let kitty = b.zone("kitty", Holds::Cards, Vis::Public);
        b.pays_from(rack);
        b.pays_from(kitty);
        b.scores_tickets_in(goals);
        let put = b.op("put", "puts {card} on the rack", &[("card", ArgKind::Kind)], move |cx, _, who, action| {
            cx.move_card(hand.of(who), cx.rules().of_player(rack, who), action.kind());
        });
        let which = b.sealed_decision("which", "choose a card for the rack", move |look, _, who, out| {
            out.each(put, kinds(look.kinds_in(hand.of(who)).iter()));
        });
        let call = b.op("call", "calls for cards", &[], move |cx, _, who, _| {
            let side = cx.rules().members(cx.rules().side_of(who));
            cx.ask_all(which, side, [0; 6]);
        });
        let give = b.op("give", "gives {card} to the kitty", &[("card", ArgKind::Kind)], move |cx, _, who, action| {
            cx.move_card(hand.of(who), kitty, action.kind());
        });
        let deck = |look: ttr_core::Look<'_>| look.rules().zone_named("ticket deck", None).expect("the deck");
        let goal = b.op("goal", "draws a goal for the side", &[], move |cx, _, who, _| {
            let to = goals.of(cx.rules().side_of(who));
            cx.turn_ticket(deck(cx.look()), to, Order::Loose);
        });
        let args = [("tickets", ArgKind::TicketsOf(goals.0))];
        let back = b.op("back", "puts {tickets} back", &args, move |cx, _, who, action| {
            let from = cx.rules().of_player(goals, who);
            let (chosen, _) = cx.look().chosen_tickets(from, action.args[0]);
            cx.move_tickets(from, deck(cx.look()), &chosen, Order::Behind);
        });
        b.offer(Rank::Ordinary, move |look, who, out| {
            let members = look.rules().members(look.rules().side_of(who));
            if members.iter().all(|member| look.count(hand.of(member)) > 0) {
                out.one(call);
            }
            out.each(give, kinds(look.kinds_in(hand.of(who)).iter()));
            let there = look.ticket_count(look.rules().of_player(goals, who));
            if there < 3 && look.ticket_count(deck(look)) > 0 {
                out.one(goal);
            }
            if there > 0 {
                out.choices(back, there, 1, 1);
            }
        });
    }
}
