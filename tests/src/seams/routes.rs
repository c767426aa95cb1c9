//! Modules for what a route costs, who may claim it, and whom it belongs to.

use super::payable;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::cost::Groups;
use ttr_core::{
    ArgKind, AttrOn, CardBag, Cost, Installer, Kind, Manifest, PerPlayer, PerRoute, Phase, Rank, RuleModule,
};
use ttr_variants::base::Drawing;

module! {
    /// Paint: a free route gets the colour of a card that is spent on it, once.
    Paint {}
}

impl RuleModule for Paint {
    fn manifest() -> Manifest {
        Manifest::new("paint", "routes get other colours").requires("cards")
    }

    fn install(self, b: &mut Installer<'_>) {
        b.paints();
        let hand = b.service::<Drawing>().hand;
        let painted = b.reg::<PerRoute, bool>("painted");
        let args = [("route", ArgKind::Route), ("card", ArgKind::Kind)];
        let paint = b.op("paint", "paints {route} with {card}", &args, move |cx, _, who, action| {
            let kind = Kind(action.args[1] as u8);
            cx.discard(hand.of(who), &CardBag::one(kind));
            cx.paint(action.route(), cx.rules().kind(kind).colour);
            cx.set(painted, action.route(), true);
        });
        let (coloured, _) = payable(b);
        b.offer(Rank::Ordinary, move |look, who, out| {
            let cards: Vec<Kind> = look.kinds_in(hand.of(who)).iter().filter(|k| coloured.has(*k)).collect();
            for route in look.board().route_ids().filter(|r| look.is_free(*r) && !look.get(painted, *r)) {
                let other = |k: &&Kind| look.rules().kind(**k).colour != look.colour(route);
                for kind in cards.iter().filter(other) {
                    out.with(paint, [route.0, kind.0.into(), 0]);
                }
            }
        });
    }
}

module! {
    /// Veterans: who has claimed enough routes pays a card less for each further one.
    Veterans {
        /// How many routes.
        from: u8 = 2,
    }
}

impl RuleModule for Veterans {
    fn manifest() -> Manifest {
        Manifest::new("veterans", "who has many routes pays less")
    }

    fn install(self, b: &mut Installer<'_>) {
        let claims = b.reg::<PerPlayer, i32>("claims");
        b.on_committed(Phase::Gain, move |cx, claim| cx.add(claims, claim.who, 1));
        b.personal_terms(move |look, who, _, terms| {
            let [part] = &mut terms.cost.parts[..] else { return false };
            let less = look.get(claims, who) >= self.from.into() && part.units > 1 && part.groups.is_none();
            part.units -= u16::from(less);
            less
        });
    }
}

module! {
    /// Works: some routes are built for all, with pieces that nobody owns; for some, pieces are put aside for good.
    Works {
        /// How many pieces are nobody's.
        pieces: u16 = 3,
    }
}

impl RuleModule for Works {
    fn manifest() -> Manifest {
        Manifest::new("works", "routes for all, and routes that take more pieces")
            .requires("pieces")
            .attribute::<bool>(AttrOn::Route, "public", "whether it is for all")
            .attribute::<u8>(AttrOn::Route, "aside", "how many pieces are put aside for it")
    }

    fn install(self, b: &mut Installer<'_>) {
        let train = b.claim_pieces()[0];
        b.shared_pieces(train, self.pieces);
        let (public, aside) = (b.route_attr::<bool>("public"), b.route_attr::<u8>("aside"));
        b.terms(Phase::Extra, move |_, route, _, terms| {
            terms.public = public[route];
            terms.aside = aside[route];
        });
        let bank = b.bank("works", "routes for all");
        b.on_committed(Phase::Gain, move |cx, claim| {
            if cx.look().is_public(claim.route) {
                bank.add(cx, claim.who, 2);
            }
        });
    }
}

module! {
    /// Shut: some routes nobody can claim.
    Shut {}
}

impl RuleModule for Shut {
    fn manifest() -> Manifest {
        Manifest::new("shut", "routes that nobody can claim").attribute::<bool>(
            AttrOn::Route,
            "shut",
            "whether it is shut",
        )
    }

    fn install(self, b: &mut Installer<'_>) {
        let shut = b.route_attr::<bool>("shut");
        b.terms(Phase::Extra, move |_, route, _, terms| terms.closed |= shut[route]);
    }
}

module! {
    /// Other costs: a ferry takes a wild, pairs take two cards of a colour for each space, a port takes a card with its
    /// symbol and another of the same colour.
    Costs {}
}

impl RuleModule for Costs {
    fn manifest() -> Manifest {
        let manifest = Manifest::new("costs", "other costs than cards of a colour").requires("cards");
        manifest.attribute::<String>(AttrOn::Route, "cost", "`ferry`, `pairs` or `port`")
    }

    fn install(self, b: &mut Installer<'_>) {
        let cost = b.route_attr::<Option<String>>("cost");
        let (coloured, wilds) = payable(b);
        let ports = b.kinds_where(|k| k.symbols.iter().any(|s| s == "port"));
        b.terms(Phase::Extra, move |board, route, _, terms| {
            let length = u16::from(board.route(route).length);
            match cost[route].as_deref() {
                Some("ferry") => terms.cost.parts[0].least_wilds = 1,
                Some("pairs") => {
                    let groups = Groups { size: 2, most_wilds: 1 };
                    terms.cost = Cost::groups(length, groups).of(coloured).wilds(wilds);
                }
                Some("port") => {
                    terms.cost = Cost::cards(1).of(ports).wilds(wilds) + Cost::cards(1).of(coloured).wilds(wilds);
                }
                _ => {}
            }
        });
    }
}
