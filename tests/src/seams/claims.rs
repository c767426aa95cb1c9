//! Modules for claims: more is asked for once cards are laid, claims lie within claims, routes are cleared or built for nothing.

use super::{kinds, packed, payable, train_deck, unpacked};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{
    ArgKind, AttrOn, CardBag, Cost, Global, Holds, Installer, KindSet, Manifest, Payment, Phase, Rank, RouteId,
    RuleModule, Vis,
};
use ttr_variants::base::Drawing;

module! {
    /// Tunnels: after the cards are laid, some are turned up; each match costs one more, or the claim is given up.
    Tunnels {
        /// How many cards are turned up.
        cards: u8 = 3,
    }
}

impl RuleModule for Tunnels {
    fn manifest() -> Manifest {
        let manifest = Manifest::new("tunnels", "a claim may cost more than it seemed").requires("cards");
        manifest.attribute::<bool>(AttrOn::Route, "tunnel", "whether it is a tunnel")
    }

    fn install(self, b: &mut Installer<'_>) {
        let tunnel = b.route_attr::<bool>("tunnel");
        let deck = train_deck(b);
        let shown = b.zone("turned up", Holds::Cards, Vis::Public);
        let (_, wilds) = payable(b);
        let pay = b.op("pay", "pays {pay} more", &[], move |cx, _, who, action| {
            let escrow = cx.rules().escrow();
            cx.take_payment(who, &action.pay, escrow);
            cx.discard_all(shown);
        });
        let decline = b.op("decline", "gives up the tunnel", &[], move |cx, _, _, _| {
            cx.abort_claim();
            cx.discard_all(shown);
        });
        let ask = b.decision("surcharge", "pay more, or give up", move |look, frame, who, out| {
            let [n, low, high, ..] = frame.args;
            out.pay(look, who, pay, [0; 3], &Cost::cards(n).of(unpacked(low, high)).wilds(wilds));
            out.one(decline);
        });
        b.on_declared(Phase::Reveal, move |cx, claim| {
            if !tunnel[claim.route] || claim.free {
                return;
            }
            for _ in 0..self.cards {
                cx.turn_card(deck, shown);
            }
            let paid = cx.look().escrow().kinds().minus(wilds);
            let [low, high] = packed(paid);
            match cx.look().count_of(shown, paid.or(wilds)) {
                0 => cx.discard_all(shown),
                n => cx.ask(ask, claim.who, [n as u16, low, high, 0, 0, 0]),
            }
        });
    }
}

module! {
    /// Flags: a card of a claim may be kept, one of each kind, for all to see; a set of them scores and is discarded.
    Flags {
        /// How many flags make a set.
        set: u8 = 2,
        /// The points for a set.
        points: i32 = 5,
    }
}

impl RuleModule for Flags {
    fn manifest() -> Manifest {
        Manifest::new("flags", "cards of a claim are kept for sets")
    }

    fn install(self, b: &mut Installer<'_>) {
        let kept = b.zone_per_player("flags", Holds::Cards, Vis::Public);
        let keep = b.op("keep", "keeps {card}", &[("card", ArgKind::Kind)], move |cx, _, who, action| {
            let escrow = cx.rules().escrow();
            cx.move_card(escrow, kept.of(who), action.kind());
        });
        let skip = b.op("skip", "keeps none", &[], |_, _, _, _| {});
        let ask = b.decision("which", "keep a card of the claim", move |_, frame, _, out| {
            out.each(keep, kinds(unpacked(frame.args[0], frame.args[1]).iter()));
            out.one(skip);
        });
        b.on_committed(Phase::Gain, move |cx, claim| {
            if claim.free {
                return;
            }
            let look = cx.look();
            let new = look.escrow().kinds().minus(look.bag(kept.of(claim.who)).kinds());
            if !new.is_empty() {
                let [low, high] = packed(new);
                cx.ask(ask, claim.who, [low, high, 0, 0, 0, 0]);
            }
        });
        let bank = b.bank("sets", "sets of flags");
        b.on_turn_end(Phase::Sets, move |cx, who| {
            if cx.look().count(kept.of(who)) >= usize::from(self.set) {
                cx.discard_all(kept.of(who));
                bank.add(cx, who, self.points);
            }
        });
    }
}

module! {
    /// Extension: who claims a route with cards gets, for nothing, the first route of one space that can be claimed at its
    /// end. A claim within a claim: it starts while the cards of the first one still lie there.
    Extension {}
}

impl RuleModule for Extension {
    fn manifest() -> Manifest {
        Manifest::new("extension", "a claim may bring another one")
    }

    fn install(self, b: &mut Installer<'_>) {
        b.on_committed(Phase::Gain, |cx, claim| {
            let look = cx.look();
            let ends = look.board().route(claim.route).ends;
            let next = look.claimable(claim.who).find(|r| {
                let route = look.board().route(*r);
                route.length == 1 && route.ends.iter().any(|c| ends.contains(c))
            });
            if let (false, Some(route)) = (claim.free, next) {
                cx.claim(claim.who, route, Payment::Free);
            }
        });
    }
}

module! {
    /// Spur: who has laid the cards for a route may first lay others for a short route at its end, and then go on with the first
    /// one or give it up. A claim within a claim that has cards of its own.
    Spur {
        /// The longest route for it.
        longest: u8 = 1,
    }
}

impl RuleModule for Spur {
    fn manifest() -> Manifest {
        Manifest::new("spur", "a claim may wait for another one")
    }

    fn install(self, b: &mut Installer<'_>) {
        let first = b.reg::<Global, Option<RouteId>>("claim that waits");
        let lay =
            b.op("lay", "lays a spur on {route} with {pay}", &[("route", ArgKind::Route)], |cx, _, who, action| {
                cx.claim(who, action.route(), Payment::Cards(action.pay));
            });
        let skip = b.op("skip", "lays no spur", &[], |_, _, _, _| {});
        let which = b.decision("which", "lay a spur, or none", move |look, frame, who, out| {
            let ends = look.board().route(RouteId(frame.args[0])).ends;
            for route in look.claimable(who).filter(|route| route.0 != frame.args[0]) {
                let spur = look.board().route(route);
                if spur.length <= self.longest && spur.ends.iter().any(|city| ends.contains(city)) {
                    out.pay(look, who, lay, [route.0, 0, 0], &look.terms(who, route).cost);
                }
            }
            out.one(skip);
        });
        let go_on = b.op("go-on", "goes on", &[], |_, _, _, _| {});
        let give_up = b.op("give-up", "gives the claim up", &[], |cx, _, _, _| cx.abort_claim());
        let whether = b.decision("whether", "go on with the claim, or give it up", move |_, _, _, out| {
            out.one(go_on);
            out.one(give_up);
        });
        // Once all is revealed. One claim waits at a time, and what comes of it is not asked again.
        b.on_declared(Phase::Commit, move |cx, claim| {
            if !claim.free && cx.look().get(first, ()).is_none() {
                cx.set(first, (), Some(claim.route));
                cx.ask(which, claim.who, [claim.route.0, 0, 0, 0, 0, 0]);
            }
        });
        b.on_declared(Phase::Commit, move |cx, claim| {
            if cx.look().get(first, ()) == Some(claim.route) {
                cx.set(first, (), None);
                cx.ask(whether, claim.who, [0; 6]);
            }
        });
    }
}

module! {
    /// Bulldozers: cards that never lie in the row, and clear a short route of another side or lay one for nothing. Whose
    /// route is cleared gets a point.
    Bulldozers {
        /// The longest route for them.
        longest: u8 = 2,
    }
}

impl RuleModule for Bulldozers {
    fn manifest() -> Manifest {
        let manifest = Manifest::new("bulldozers", "cards that clear or lay a short route").requires("cards");
        manifest.attribute::<bool>(AttrOn::Card, "bulldozer", "whether it is a bulldozer")
    }

    fn install(self, b: &mut Installer<'_>) {
        let attr = b.card_attr::<bool>("bulldozer");
        let dozers: KindSet = attr.iter().filter(|(_, is)| **is).map(|(kind, _)| kind).collect();
        b.row_limit(dozers, 0);
        let hand = b.find_service::<Drawing>().expect("the cards are there").hand;
        let has = move |look: ttr_core::Look<'_>, who| look.bag(hand.of(who)).kinds().and(dozers).iter().next();
        let spend = move |cx: &mut ttr_core::Cx<'_>, who| {
            if let Some(kind) = has(cx.look(), who) {
                cx.discard(hand.of(who), &CardBag::one(kind));
            }
        };
        let route = [("route", ArgKind::Route)];
        let clear = b.op("clear", "clears {route}", &route, move |cx, _, who, action| {
            spend(cx, who);
            cx.release(action.route());
        });
        let lay = b.op("lay", "lays {route} for nothing", &route, move |cx, _, who, action| {
            spend(cx, who);
            cx.claim(who, action.route(), Payment::Free);
        });
        b.offer(Rank::Ordinary, move |look, who, out| {
            if has(look, who).is_some() {
                let short = |r: &RouteId| look.board().route(*r).length <= self.longest;
                let side = look.rules().side_of(who);
                out.each(clear, look.routes_of_others(side).filter(short).map(|r| r.0));
                out.each(lay, look.claimable(who).filter(short).map(|r| r.0));
            }
        });
        let bank = b.bank("consolation", "consolation for cleared routes");
        b.on_released(move |cx, _, held| held.iter().for_each(|who| bank.add(cx, who, 1)));
    }
}
