//! Modules for players who are one side.

use super::kinds;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{
    ArgKind, Holds, Installer, Manifest, Measured, Phase, PlayerSet, Rank, RuleModule, SideId, TieRule, Vis,
};
use ttr_variants::base::Drawing;

module! {
    /// Teams: with four players those who sit opposite each other are one side.
    Teams {
        /// What the sides are called.
        names: Vec<String> = Vec::new(),
    }
}

impl RuleModule for Teams {
    fn manifest() -> Manifest {
        Manifest::new("teams", "two sides of two")
    }

    fn install(self, b: &mut Installer<'_>) {
        if b.players() == 4 {
            b.sides(&[0, 1, 0, 1].map(SideId));
            b.name_sides(&self.names);
        }
    }
}

module! {
    /// A place of each side, of a module that does not say that it needs the sides.
    Early {}
}

impl RuleModule for Early {
    fn manifest() -> Manifest {
        Manifest::new("early", "a place of each side, too early")
    }

    fn install(self, b: &mut Installer<'_>) {
        b.zone_per_side("early places", Holds::Cards, Vis::Public);
    }
}

module! {
    /// The pool: instead of anything else a player may put a card, unseen by the other sides, to a pool that the whole
    /// side sees and that can be paid from. Its module comes before that of the teams.
    Pool {}
}

impl RuleModule for Pool {
    fn manifest() -> Manifest {
        Manifest::new("pool", "cards that one's side sees").requires("cards")
    }

    fn install(self, b: &mut Installer<'_>) {
        let hand = b.service::<Drawing>().hand;
        let pool = b.zone_per_player("pool", Holds::Cards, Vis::Side);
        b.pays_from(pool);
        let put = b.op("put", "puts {card} to the pool", &[("card", ArgKind::Kind)], move |cx, _, who, action| {
            cx.move_card(hand.of(who), pool.of(who), action.kind());
        });
        let which = b.sealed_decision("which", "choose a card for the pool", move |look, _, who, out| {
            out.each(put, kinds(look.kinds_in(hand.of(who)).iter()));
        });
        let share = b.op("share", "puts a card to the pool", &[], move |cx, _, who, _| {
            cx.ask_all(which, PlayerSet::one(who), [0; 6]);
        });
        b.offer(Rank::Ordinary, move |look, who, out| {
            if look.count(hand.of(who)) > 0 {
                out.one(share);
            }
        });
    }
}

module! {
    /// Honours: points for the side with the most routes, to nobody if two are equal.
    Honours {
        /// The points.
        points: i32 = 6,
        /// The fewest routes with which a side gets the points.
        least: i64 = 1,
    }
}

impl RuleModule for Honours {
    fn manifest() -> Manifest {
        Manifest::new("honours", "an award that is not shared")
    }

    fn install(self, b: &mut Installer<'_>) {
        let text = "most routes, {n}";
        b.award("most-routes", text, self.points, TieRule::Nobody, self.least, Phase::Awards, |scoring, side| {
            Measured::exact(scoring.look().routes_of(side).count() as i64)
        });
    }
}
