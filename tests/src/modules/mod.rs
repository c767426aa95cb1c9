//! Modules that exist for tests alone. They stand on the public seams of the engine, as those of any other crate would.

pub mod offers;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{ArgKind, DeckId, Holds, Installer, Manifest, Note, Phase, Rank, RuleModule, SideId, Vis};

/// Routes can be taken off the board again: by their owner as an action, or by themselves at the end of the turn.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Removal {
    /// Whatever the player holds at the end of a turn is taken off the board.
    pub at_turn_end: bool,
}

impl RuleModule for Removal {
    fn manifest() -> Manifest {
        Manifest::new("removal", "routes can be taken off the board")
    }

    fn install(self, b: &mut Installer<'_>) {
        let remove = b.op("remove", "takes {route} off the board", &[("route", ArgKind::Route)], |cx, _, _, action| {
            cx.release(action.route());
        });
        b.offer(Rank::Ordinary, move |look, who, out| {
            out.each(remove, look.routes_of(look.rules().side_of(who)).map(|r| r.0));
        });
        if self.at_turn_end {
            b.on_turn_end(Phase::Sets, |cx, who| {
                let side: SideId = cx.rules().side_of(who);
                let routes: Vec<_> = cx.look().routes_of(side).collect();
                routes.into_iter().for_each(|route| cx.release(route));
            });
        }
    }
}

/// While a claim is declared and its cards are laid down, the top card of the deck is turned up.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Flip {}

impl RuleModule for Flip {
    fn manifest() -> Manifest {
        Manifest::new("flip", "a claim turns up a card").requires("cards")
    }

    fn install(self, b: &mut Installer<'_>) {
        let turned_up = b.zone("turned up", Holds::Cards, Vis::Public);
        let nothing = b.message("nothing", "there is nothing to turn up");
        b.on_declared(Phase::Reveal, move |cx, _| {
            if cx.turn_card(DeckId(0), turned_up).is_none() {
                cx.note(Note::new(nothing));
            }
        });
    }
}
