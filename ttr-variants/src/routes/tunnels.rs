//! Tunnels: once the cards are laid, the top cards of the deck are turned up; each that matches costs one card more, or the
//! claim is given up and the cards go back (U8-U11). Who holds most of them at the end may have a bonus (U21).

use crate::bonus::most::{most_routes, tell_most};
use crate::words::{self, Says, says};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::limits::MAX_POINTS;
use ttr_core::{
    Attr, AttrOn, Chapter, ColourId, Cost, CostId, Edge, Holds, Installer, KindSet, Look, Manifest, Note, Page,
    ParamFault, Phase, RouteId, RouteMark, RuleModule, Value, Vis,
};

/// Most cards that are turned up.
const MAX_REVEAL: u8 = 10;

/// Parameters of tunnels.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Tunnels {
    /// How many cards are turned up.
    #[schemars(range(min = 1, max = MAX_REVEAL))]
    pub reveal: u8,
    /// Whether a wild that is turned up matches.
    pub wilds_match: bool,
    /// Points for who holds most tunnels at the end; 0 for no such bonus.
    #[schemars(range(min = -MAX_POINTS, max = MAX_POINTS))]
    pub most: i32,
}

impl Default for Tunnels {
    fn default() -> Self {
        Self { reveal: 3, wilds_match: true, most: 0 }
    }
}

// What it says.
const MATCHED: Says = ("matched", "{cards} turned up: {n} {n:matches|match}");
const MOST_TUNNELS: &str = "most tunnels, {n} {n:tunnel|tunnels}";

impl RuleModule for Tunnels {
    fn manifest() -> Manifest {
        Manifest::new("tunnels", "routes that may cost more than they show")
            .search_terms(["mountain", "underground", "surprise cost", "extra cards", "turn up cards", "Europe"])
            .examples(include_str!("tunnels.toml"))
            .requires("claim")
            .attribute::<bool>(AttrOn::Route, "tunnel", "whether cards are turned up when the route is claimed")
            .measure("most-tunnels")
    }

    fn check(&self) -> Vec<ParamFault> {
        let reveal = (!(1..=MAX_REVEAL).contains(&self.reveal))
            .then(|| ParamFault::new("reveal", format!("is {}; it must be 1 to {MAX_REVEAL} cards", self.reveal)));
        reveal.into_iter().chain(ParamFault::points("most", self.most)).collect()
    }

    fn install(self, b: &mut Installer<'_>) {
        let tunnel = b.route_attr::<bool>("tunnel");
        let shown = b.zone("cards turned up", Holds::Cards, Vis::Public);
        let costs = Surcharges::new(b, self.reveal);

        let pay = b.op("pay", "pays {pay} more for the tunnel", &[], move |cx, _, who, action| {
            let escrow = cx.rules().escrow();
            cx.take_payment(who, &action.pay, escrow);
            cx.discard_all(shown);
        });
        let give_up = b.op("give-up", "gives the tunnel up", &[], move |cx, _, _, _| {
            cx.abort_claim();
            cx.discard_all(shown);
        });
        let surcharge = b.decision("surcharge", "pay for the cards that match, or give the tunnel up", {
            let costs = costs.clone();
            move |look, frame, who, out| {
                if let Some(cost) = costs.registered(look, frame.args[0]) {
                    out.pay_registered(look, who, pay, [0; 3], cost);
                } else {
                    out.pay(look, who, pay, [0; 3], &costs.cost(look, frame.args[0]));
                }
                out.one(give_up);
            }
        });
        b.why_not(pay, {
            let costs = costs.clone();
            move |look, frame, who, action| {
                if frame.decision != surcharge {
                    return None;
                }
                look.why_not_cost(costs.registered(look, frame.args[0])?, who, &action.pay)
            }
        });
        let matched = says(b, MATCHED);
        let wilds_match = self.wilds_match;
        b.on_declared_on(Phase::Reveal, |route| tunnel[route], {
            move |cx, claim| {
                // Claimed without cards, a tunnel is like any other route (U13).
                let laid = cx.look().escrow().kinds();
                let Some(first) = laid.iter().next().filter(|_| !claim.free) else {
                    return;
                };
                let deck = cx.rules().kind(first).deck;
                cx.turn_cards(deck, shown, self.reveal.into());
                let matching = costs.matching(laid, wilds_match);
                let turned = cx.look().bag_in(shown);
                let n = turned.len_of(turned.kinds().and(matching)) as u16;
                cx.note_if_heard(|cx| {
                    let note = Note::new(matched).with("cards", Value::Cards(cx.look().bag(shown)));
                    note.with("n", Value::Number(n.into()))
                });
                // U10: with nothing more to pay it is built.
                if n == 0 {
                    cx.discard_all(shown);
                } else {
                    cx.ask(surcharge, claim.who, [n, 0, 0, 0, 0, 0]);
                }
            }
        });
        if self.most != 0 {
            let tunnel = tunnel.clone();
            most_routes(b, "most-tunnels", MOST_TUNNELS, self.most, move |route| tunnel[route]);
        }
        b.tell({
            let tunnel = tunnel.clone();
            move |page| self.tell(page, &tunnel)
        });
        b.picture(move |picture| {
            for (route, _) in tunnel.iter().filter(|(_, is)| **is) {
                picture.route(route, RouteMark::Edge(Edge::Dashed), "tunnel");
            }
        });
    }
}

impl Tunnels {
    fn tell(&self, page: &mut Page<'_>, tunnel: &Attr<RouteId, bool>) {
        let turned = match self.reveal {
            1 => "the top card of the deck is turned up. If it has".to_owned(),
            n => format!("the top {n} cards of the deck are turned up. For each that has"),
        };
        let (matching, wilds) = if self.wilds_match {
            ("the colour laid, or is wild,", "then only wilds match, and only wilds pay for them")
        } else {
            ("the colour laid", "then nothing matches")
        };
        let text = format!(
            "For a tunnel, first lay the cards that it takes; then {turned} {matching} you pay one card more, of that colour or wild. \
             If you laid wilds only, {wilds}."
        );
        page.say(Chapter::Routes, Phase::Reveal, "tunnel", text).on(&["reveal", "wilds-match"]).clauses(&["U8", "U9"]);
        let give_up = "If you can't or won't pay more, you take back what you laid, and your turn is over. What was turned up is \
                       discarded.";
        page.say(Chapter::Routes, Phase::Reveal, "give-up", give_up).clauses(&["U10", "U11"]);
        let tunnels: Vec<(RouteId, String)> =
            tunnel.iter().filter(|(_, is)| **is).map(|(route, _)| (route, String::new())).collect();
        let list = words::routes(page.rules().board(), ["tunnel", "tunnels"], &tunnels);
        page.say(Chapter::Routes, Phase::Reveal, "tunnels", list).fact();
        if self.most != 0 {
            tell_most(page, "tunnels", self.most, "most", "U21");
        }
    }
}

/// What the cards that match can cost: by how many they are, and the colour laid.
#[derive(Clone)]
struct Surcharges {
    /// The kinds of each colour, by its number, and those that pay for it.
    colours: Vec<(KindSet, KindSet)>,
    /// By the number of a kind, the colour that it is laid as; none for wilds.
    colour_of: Vec<Option<ColourId>>,
    wilds: KindSet,
    /// All wilds, those that never pay included.
    all_wilds: KindSet,
    /// For each colour, and last for wilds alone: what one more costs, two more, and so on.
    costs: Vec<Vec<CostId>>,
}

impl Surcharges {
    fn new(b: &mut Installer<'_>, most: u8) -> Self {
        let wilds = b.kinds_where(|kind| kind.wild && kind.payable);
        let all_wilds = b.kinds_where(|kind| kind.wild);
        let colour_of = b.kinds().iter().map(|kind| kind.colour.filter(|_| !(kind.wild && kind.payable))).collect();
        let of = |colour| {
            let kinds = b.kinds_where(|kind| kind.colour == Some(ColourId::at(colour)));
            (kinds, kinds.and(b.kinds_where(|kind| kind.payable)))
        };
        let colours: Vec<(KindSet, KindSet)> = (0..b.board().colours.len()).map(of).collect();
        let each = colours.iter().map(|(_, payable)| *payable).chain([KindSet::NONE]);
        let costs = each.map(|kinds| {
            let cost = |n: u8| Cost::cards(n.into()).of(kinds).wilds(wilds);
            (1..=most).map(|n| b.cost("reveal", cost(n))).collect()
        });
        let costs = costs.collect();
        Self { colours, colour_of, wilds, all_wilds, costs }
    }

    /// The colours of the cards laid, without wilds; a colour of several kinds comes several times.
    fn colours(&self, laid: KindSet) -> impl Iterator<Item = ColourId> {
        laid.minus(self.wilds).iter().filter_map(|kind| self.colour_of.get(kind.index()).copied().flatten())
    }

    /// The kinds of cards that match, if these kinds are laid.
    fn matching(&self, laid: KindSet, wilds_match: bool) -> KindSet {
        let coloured = self.colours(laid).fold(KindSet::NONE, |set, colour| set.or(self.colours[colour.index()].1));
        if wilds_match { coloured.or(self.all_wilds) } else { coloured.minus(self.all_wilds) }
    }

    /// What `n` more cost, where cards of one colour at most were laid. U9: after wilds only, wilds only.
    fn registered(&self, look: Look<'_>, n: u16) -> Option<CostId> {
        let laid = look.escrow().kinds();
        let by_number = match self.colours(laid).next() {
            None => self.costs.last(),
            Some(colour) => {
                let others = laid.minus(self.colours[colour.index()].0);
                self.costs.get(colour.index()).filter(|_| self.colours(others).next().is_none())
            }
        };
        by_number?.get(usize::from(n).checked_sub(1)?).copied()
    }

    /// What `n` more cost, where cards of several colours were laid: any of them.
    fn cost(&self, look: Look<'_>, n: u16) -> Cost {
        let laid = look.escrow().kinds();
        let kinds = self.colours(laid).fold(KindSet::NONE, |set, colour| set.or(self.colours[colour.index()].1));
        Cost::cards(n).of(kinds).wilds(self.wilds).any_colours()
    }
}
