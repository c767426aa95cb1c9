//! The rack: cards and tickets that partners have in common, and that nobody else sees. Of the cards of a draw every other one
//! goes there; where the first one goes is settled before the second is drawn. Routes are paid for with hand and rack, the hand
//! first: a card on the rack serves both. Of the tickets that a player keeps at the deal or from a draw, some go there too; the
//! others stay secret, even from the partner, until the player takes a turn to show them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::limits::MAX_TICKETS_DEALT;
use ttr_core::page::counted;
use ttr_core::{
    ArgKind, Chapter, CodeInfo, Diagnostic, Holds, Installer, Lint, Look, Manifest, Order, Page, ParamFault, PerPlayer,
    Phase, Place, PlayerId, Rank, RuleModule, SideZones, Vis, ZoneSet,
};
use ttr_variants::base::{Drawing, Keeping};

/// Parameters of the rack.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Rack {
    /// How many of the tickets kept at the deal each player puts on the rack.
    #[schemars(range(max = MAX_TICKETS_DEALT))]
    pub dealt: u8,
    /// How many of the tickets kept from a draw go on the rack.
    #[schemars(range(max = MAX_TICKETS_DEALT))]
    pub drawn: u8,
    /// How many tickets a player may put on the rack instead of anything else; with 0 none.
    #[schemars(range(max = MAX_TICKETS_DEALT))]
    pub show: u8,
}

impl Default for Rack {
    fn default() -> Self {
        Self { dealt: 1, drawn: 1, show: 2 }
    }
}

/// Where the next card of a draw goes: the player says, or the first one has decided it.
const FREE: i32 = 0;
const TO_RACK: i32 = 1;
const TO_HAND: i32 = 2;

impl RuleModule for Rack {
    fn manifest() -> Manifest {
        Manifest::new("rack", "cards and tickets that partners have in common")
            .requires("cards")
            .requires("partners")
            .requires("tickets")
            .code(CodeInfo::warning(
                "rack::alone",
                "there is a rack, and nobody has a partner",
                include_str!("explain/alone.md"),
            ))
    }

    fn check(&self) -> Vec<ParamFault> {
        let each = [("dealt", self.dealt), ("drawn", self.drawn), ("show", self.show)];
        let many = each.into_iter().filter(|(_, n)| usize::from(*n) > MAX_TICKETS_DEALT);
        many.map(|(key, n)| ParamFault::new(key, format!("is {n}; at most {MAX_TICKETS_DEALT} tickets"))).collect()
    }

    fn install(self, b: &mut Installer<'_>) {
        b.lint(check_partners);
        let (cards, tickets) = (split_draws(b), b.zone_per_side("tickets on the rack", Holds::Tickets, Vis::Side));
        b.pays_from(cards);
        b.scores_tickets_in(tickets);
        let kept = self.put_tickets(b, tickets);
        if self.show > 0 {
            self.offer_to_show(b, kept, tickets);
        }
        b.tell(move |page| self.tell(page));
    }
}

/// Every other card of a draw goes on the rack; one that is the whole draw does.
fn split_draws(b: &mut Installer<'_>) -> SideZones {
    let rack = b.zone_per_side("rack", Holds::Cards, Vis::Side);
    let drawing = b.service::<Drawing>();
    let (hand, drawn) = (drawing.hand, b.zone_per_player("drawn card", Holds::Cards, Vis::Owner));
    let goes = b.reg::<PerPlayer, i32>("next card goes");
    let keep = b.op("keep", "keeps the card", &[], move |cx, _, who, _| {
        cx.move_all(drawn.of(who), hand.of(who));
        cx.set(goes, who, TO_RACK);
    });
    let share = b.op("share", "puts the card on the rack", &[], move |cx, _, who, _| {
        cx.move_all(drawn.of(who), cx.rules().of_player(rack, who));
        cx.set(goes, who, TO_HAND);
    });
    let place = b.decision("place", "keep the card, or put it on the rack", move |_, _, _, out| {
        out.one(keep);
        out.one(share);
    });
    b.stop_at(drawing.way, drawn, move |cx, who, left| {
        let to = match cx.look().get(goes, who) {
            FREE if left > 0 => return cx.ask(place, who, [0; 6]),
            TO_HAND => hand.of(who),
            _ => cx.rules().of_player(rack, who),
        };
        cx.move_all(drawn.of(who), to);
        cx.set(goes, who, FREE);
    });
    // A draw that ran out of cards decides nothing about the next one.
    b.on_turn_start(move |cx, who| cx.set(goes, who, FREE));
    rack
}

impl Rack {
    /// Of the tickets that a player keeps some go on the rack. Gives the zones of the others.
    fn put_tickets(&self, b: &mut Installer<'_>, rack: SideZones) -> ZoneSet {
        let keeping = b.service::<Keeping>();
        let (kept, new) = (keeping.kept, b.zone_per_player("new tickets", Holds::Tickets, Vis::Owner));
        b.scores_tickets_in(new);
        let args = [("tickets", ArgKind::TicketsOf(new.0))];
        let put = b.op("put", "puts {tickets} on the rack", &args, move |cx, _, who, action| {
            let (chosen, others) = cx.look().chosen_tickets(new.of(who), action.args[0]);
            cx.move_tickets(new.of(who), cx.rules().of_player(rack, who), &chosen, Order::Loose);
            cx.move_tickets(new.of(who), kept.of(who), &others, Order::Loose);
        });
        let list = move |look: Look<'_>, who: PlayerId, n: u8, out: &mut ttr_core::ActionSpace<'_>| {
            let there = look.ticket_count(new.of(who));
            if there > 0 {
                out.choices(put, there, there.min(n.into()), there.min(n.into()));
            }
        };
        let (dealt, drawn) = (self.dealt, self.drawn);
        let text = "choose what goes on the rack";
        let of_deal = b.sealed_decision("of-deal", text, move |look, _, who, out| list(look, who, dealt, out));
        let of_draw = b.decision("of-draw", text, move |look, _, who, out| list(look, who, drawn, out));
        b.setup_ask_all(Phase::AfterGoals, of_deal);
        b.stop_at(keeping.way, new, move |cx, who, drawn| {
            // All choose at once when everybody has kept what was dealt.
            if drawn == Keeping::DRAWN {
                cx.ask(of_draw, who, [0; 6]);
            }
        });
        kept
    }

    /// Instead of anything else, tickets go on the rack that were kept from the partner.
    fn offer_to_show(&self, b: &mut Installer<'_>, kept: ZoneSet, rack: SideZones) {
        let most = usize::from(self.show);
        let args = [("tickets", ArgKind::TicketsOf(kept.0))];
        let show = b.op("show", "shows the partner {tickets}", &args, move |cx, _, who, action| {
            let (chosen, _) = cx.look().chosen_tickets(kept.of(who), action.args[0]);
            cx.move_tickets(kept.of(who), cx.rules().of_player(rack, who), &chosen, Order::Loose);
        });
        b.offer(Rank::Ordinary, move |look, who, out| {
            let there = look.ticket_count(kept.of(who)).min(MAX_TICKETS_DEALT);
            if there > 0 && look.rules().members(look.rules().side_of(who)).len() > 1 {
                out.choices(show, there, 1, there.min(most));
            }
        });
    }

    /// What players read before the first turn.
    fn tell(&self, page: &mut Page<'_>) {
        let rack = "Partners have a rack, which nobody else sees; how many cards and tickets it holds is seen by all. At the start no \
                    card lies there.";
        page.say(Chapter::Setup, Phase::Hands, "rack", rack);
        let split = "Of two cards of a draw you keep one and put one on your rack: where the first one goes you say before you take \
                     the second. A card that is the whole draw goes on the rack.";
        page.say(Chapter::Cards, Phase::Main, "split", split);
        let pay =
            "You pay with your hand and your rack, the hand first. Cards that you take back go where they came from.";
        page.say(Chapter::Routes, Phase::Base, "pay", pay);
        let tickets = |n: u8| counted(n, "ticket", "tickets");
        let text = format!(
            "Of the tickets that you keep at the deal you put {} on the rack, all players at once, and of those that you keep from a \
             draw {}. Your other tickets are secret, from your partner too.",
            tickets(self.dealt),
            self.drawn
        );
        page.say(Chapter::Tickets, Phase::AfterGoals, "tickets", text).on(&["dealt", "drawn"]);
        if self.show > 0 {
            let text = format!("Show your partner up to {}: put them on the rack.", tickets(self.show));
            page.say(Chapter::Turn, Phase::Main, "show", text).on(&["show"]);
        }
    }
}

/// A rack of one's own is a second hand.
fn check_partners(lint: &mut Lint<'_>) {
    if lint.sides() == lint.players() {
        let found = Diagnostic::warning("rack::alone", "there is a rack for partners, and nobody has one");
        lint.report_at(Place::Module, found.help("play with `partners`, or without the rack: `rack = false`"));
    }
}
