//! Two modules that register everything and use nothing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{
    ArgKind, AttrOn, Depends, Global, Holds, Installer, Manifest, Note, PerCity, PerKind, PerPlayer, PerRoute, PerSide,
    PerTicket, Phase, Purpose, Rank, RuleModule, Vis, When,
};

/// Registers something of everything, and uses none of it.
fn idle(b: &mut Installer<'_>, id: &str) {
    b.route_attr::<bool>("idle");
    b.zone(&format!("{id} zone"), Holds::Cards, Vis::Nobody);
    b.zone_per_player(&format!("{id} hand"), Holds::Cards, Vis::Owner);
    b.shuffled_zone(&format!("{id} pile"), Holds::Tickets);
    b.deck(id);
    let stream = b.stream(&format!("{id} stream"));
    b.piece(&format!("{id} piece"), 0, false);
    b.reg::<Global, i32>("global");
    b.reg::<PerPlayer, i32>("player");
    b.reg::<PerSide, i32>("side");
    b.reg::<PerCity, bool>("city");
    b.reg::<PerRoute, bool>("route");
    b.reg::<PerKind, bool>("kind");
    b.reg::<PerTicket, bool>("ticket");
    let text = b.message("text", "nothing");
    let op = b.op("idle", "idles at {route}", &[("route", ArgKind::Route)], |_, _, _, _| {});
    b.why_not(op, move |_, _, _, _| Some(Note::new(text)));
    b.decision("ask", "nothing to ask", |_, _, _, _| {});
    b.offer(Rank::Ordinary, |_, _, _| {});
    b.filter(|_, _, _| None);
    // Chance of its own is nobody else's.
    b.setup(Phase::Seats, move |cx| {
        cx.chance(stream, 6);
    });
    b.on_turn_start(move |cx, _| {
        cx.chance(stream, 6);
    });
    b.on_turn_end(Phase::Sets, |_, _| {});
    let never = b.message("never", "never");
    b.eligible(Depends::OnAnything, |_, _, _| false, move |_, _, _| Note::new(never));
    b.personal_terms(|_, _, _, _| false);
    b.network(Purpose::Tickets, |_, _, _| {});
    b.score(Phase::Board, When::Always, |_, _, _| {});
    b.end_reason("bored", "all are bored");
}

macro_rules! idle_module {
    ($name:ident, $id:literal) => {
        module! {
            /// A module that nobody uses.
            $name {}
        }

        impl RuleModule for $name {
            fn manifest() -> Manifest {
                Manifest::new($id, "does nothing").attribute::<bool>(AttrOn::Route, "idle", "nothing")
            }

            fn install(self, b: &mut Installer<'_>) {
                idle(b, $id);
            }
        }
    };
}
idle_module!(FirstIdler, "a-idle");
idle_module!(LastIdler, "z-idle");
