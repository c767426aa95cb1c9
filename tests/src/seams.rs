//! Modules for the seams of the engine that no bundled module uses, each a small mechanic of its own, on a board that
//! has something for all of them; and two modules that register everything and use nothing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::cost::Groups;
use ttr_core::event::PiecesAt;
use ttr_core::{
    ArgKind, AttrOn, CardBag, CityId, Cost, DeckId, Depends, GameSource, Global, Holds, Installer, Kind, KindSet,
    Manifest, Measured, Note, Order, Outcome, Payment, PerCity, PerKind, PerPlayer, PerRoute, PerSide, PerTicket,
    Phase, PlayerId, PlayerSet, Proof, Purpose, Rank, Registry, RouteId, RuleModule, SideId, TieRule, Value, Vis, When,
};
use ttr_variants::base::Drawing;

/// A module with its parameters and their defaults.
macro_rules! module {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty = $default:expr),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }
    };
}

mod rack;
mod tray;

pub use rack::Rack;
pub use tray::Tray;

/// A board with a place for every mechanic of this file. It names no rule set: attributes of modules that are not in the
/// game are then no error.
pub const MAP: &str = r#"
format = 1
name = "Seams"
routes = [
    { between = ["Ada", "Bex"], length = 1, colour = "red" },
    { between = ["Bex", "Cor"], length = 2, colour = "gray", tunnel = true },
    { between = ["Cor", "Dun"], length = 2, tracks = ["red", "blue"] },
    { between = ["Dun", "Esk"], length = 1, colour = "blue" },
    { between = ["Esk", "Ada"], length = 3, colour = "gray" },
    { between = ["Ada", "Cor"], length = 2, colour = "blue", aside = 1 },
    { between = ["Bex", "Esk"], length = 2, colour = "red", public = true },
    { between = ["Ada", "Fay"], length = 2, colour = "gray", cost = "ferry" },
    { between = ["Fay", "Gil"], length = 2, colour = "gray", cost = "pairs" },
    { between = ["Gil", "Dun"], length = 2, colour = "gray", cost = "port" },
    { between = ["Hob", "Gil"], length = 1, tracks = ["gray", { colour = "gray", shut = true }] },
]
tickets = [
    { cities = ["Ada", "Cor"], points = 3 },
    { cities = ["Ada", "Cor"], points = 3 },
    { cities = ["Bex", "Dun"], points = 4 },
    { cities = ["Ada", "Esk"], points = 5 },
    { cities = ["Dun", "Gil"], points = 6 },
    { cities = ["Cor", "Esk"], points = 2 },
    { cities = ["Fay", "Bex"], points = 3 },
    { cities = ["Hob", "Ada"], points = 9 },
    { cities = ["Bex", "Gil"], points = 8 },
    { cities = ["Ada", "Cor", "Esk"], points = 6, deck = "long", bonus = 2 },
    { cities = ["Ada", "Cor", "Esk"], points = 6, deck = "long" },
    { cities = ["Bex", "Dun", "Fay"], points = 7, deck = "long" },
    { cities = ["Ada", "Dun", "Gil"], points = 8, deck = "long", bonus = 1 },
    { cities = ["Bex", "Cor", "Hob"], points = 9, deck = "long" },
]

[cities]
Ada = {}
Bex = { gate = true }
Cor = {}
Dun = {}
Esk = {}
Fay = {}
Gil = {}
Hob = { summit = true }
"#;

/// The bundled modules, with small numbers.
pub const RULES: &str = r#"
format = 1
name = "Seams"
turns = { first = 1, limit = 40 }
pieces = { train = 12 }
row = { size = 2, limit = { wild = 1 } }
claim = true
route-points = true
double-routes = true
tickets = { deal = 0, keep = 0, draw = { take = 2, keep = 1 } }
longest-path = true
end = { pieces = 0, turns = 1 }
victory = { ties = ["completed-tickets", "longest-path"] }

[players]
min = 2
max = 4

[cards]
deal = 2

[cards.decks.train]
red = 10
blue = 10
wild = { count = 5, wild = true, price = 2 }
"#;

/// What brings all modules of this file into one game.
pub const ALL: &[&str] = &[
    "bulldozers=true",
    "cards.decks.train.dozer={ count = 2, price = 0, payable = false, bulldozer = true }",
    "costs=true",
    "cards.decks.train.red-port={ count = 3, colour = \"red\", symbols = [\"port\"] }",
    "cards.decks.train.blue-port={ count = 3, colour = \"blue\", symbols = [\"port\"] }",
    "curfew=true",
    "encore=true",
    "extension=true",
    "flags=true",
    "homes=true",
    "honours=true",
    "paint=true",
    "passing=true",
    "pool=true",
    "rack=true",
    "shut=true",
    "spur=true",
    "stations=true",
    "storm=true",
    "cards.decks.train.gale={ count = 3, payable = false, storm = true }",
    "teams=true",
    "tours=true",
    "tray=true",
    "tunnels=true",
    "veterans=true",
    "works=true",
    "tickets.deal=2",
    "tickets.keep=1",
    "victory.ties=[\"stations-built\", \"most-routes\", \"completed-tickets\"]",
];

/// Everything bundled and the modules of this file.
pub fn registry() -> Registry {
    let mut registry = ttr_variants::registry();
    registry.module::<Bulldozers>().module::<Costs>().module::<Curfew>().module::<Encore>().module::<Flags>();
    registry.module::<Extension>().module::<Early>().module::<Rack>().module::<Tray>();
    registry.module::<Homes>().module::<Honours>().module::<Paint>().module::<Passing>().module::<Pool>();
    registry
        .module::<Shut>()
        .module::<Spur>()
        .module::<Stations>()
        .module::<Storm>()
        .module::<Teams>()
        .module::<Tours>();
    registry.module::<Tunnels>().module::<Veterans>().module::<Works>();
    registry.module::<FirstIdler>().module::<LastIdler>();
    registry
}

/// The sources of a game on the board of this file with these settings. Tickets that only tours know are left out where
/// there are none.
pub fn source(players: usize, set: &[&str]) -> GameSource {
    let tours = set.contains(&"tours=true");
    let map: Vec<&str> = MAP.lines().filter(|line| tours || !line.contains("deck = \"long\"")).collect();
    let source = GameSource::new("seams", map.join("\n"), players).with_rules("seams", RULES);
    set.iter().fold(source, |source, set| source.with_set(*set))
}

/// A set of kinds as two numbers of a frame.
fn packed(kinds: KindSet) -> [u16; 2] {
    [kinds.0 as u16, (kinds.0 >> 16) as u16]
}

fn unpacked(low: u16, high: u16) -> KindSet {
    KindSet(u32::from(low) | u32::from(high) << 16)
}

fn payable(b: &Installer<'_>) -> (KindSet, KindSet) {
    (b.kinds_where(|k| k.colour.is_some() && k.payable), b.kinds_where(|k| k.wild && k.payable))
}

/// The deck that all play with, by its name: others may have been registered before.
fn train_deck(b: &Installer<'_>) -> DeckId {
    DeckId::at(b.decks().iter().position(|d| d.name == "train").expect("the cards are there"))
}

fn kinds(kinds: impl Iterator<Item = Kind>) -> impl Iterator<Item = u16> {
    kinds.map(|k| u16::from(k.0))
}

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
        /// How many make a set.
        set: u8 = 2,
        /// Points for it.
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
    /// Encore: once in a game a player takes a turn to have two after it, and once in every turn may think before acting.
    Encore {}
}

impl RuleModule for Encore {
    fn manifest() -> Manifest {
        Manifest::new("encore", "turns more and longer turns")
    }

    fn install(self, b: &mut Installer<'_>) {
        let (used, again) = (b.reg::<PerPlayer, bool>("used"), b.reg::<PerPlayer, i32>("again"));
        let thought = b.reg::<PerPlayer, bool>("thought");
        let encore = b.op("encore", "will have two turns more", &[], move |cx, _, who, _| {
            cx.set(used, who, true);
            cx.set(again, who, 2);
        });
        let think = b.op("think", "thinks", &[], move |cx, _, who, _| {
            cx.set(thought, who, true);
            cx.continue_turn();
        });
        b.offer(Rank::Ordinary, move |look, who, out| {
            if !look.get(used, who) {
                out.one(encore);
            }
        });
        // Thinking is nothing to do: who can only think may pass as well.
        b.offer(Rank::Lesser, move |look, who, out| {
            if !look.get(thought, who) {
                out.one(think);
            }
        });
        b.on_turn_start(move |cx, who| {
            cx.set(thought, who, false);
            if cx.look().get(again, who) > 0 {
                cx.add(again, who, -1);
            }
        });
        b.next_player(move |look, who| {
            let next = PlayerId::at((who.index() + 1) % look.rules().players());
            if look.get(again, who) > 0 { who } else { next }
        });
    }
}

module! {
    /// Homes: from the last player to the first each settles in a city, then from the first to the last each takes up to
    /// two cards. One's home is as good as joined to every gate, for tickets.
    Homes {}
}

impl RuleModule for Homes {
    fn manifest() -> Manifest {
        let manifest = Manifest::new("homes", "a city to start from").requires("cards");
        manifest.attribute::<bool>(AttrOn::City, "gate", "whether homes are joined to it")
    }

    fn install(self, b: &mut Installer<'_>) {
        let gate = b.city_attr::<bool>("gate");
        let gates: Vec<CityId> = gate.iter().filter(|(_, is)| **is).map(|(city, _)| city).collect();
        let hand = b.service::<Drawing>().hand;
        let deck = train_deck(b);
        let home = b.reg::<PerCity, Option<PlayerId>>("home of");
        let settle = b.op("settle", "settles in {city}", &[("city", ArgKind::City)], move |cx, _, who, action| {
            cx.set(home, CityId(action.args[0]), Some(who));
        });
        let choose = b.decision("where", "choose a home", move |look, _, _, out| {
            let free = look.board().city_ids().filter(|c| look.get(home, *c).is_none());
            out.each(settle, free.map(|c| c.0));
        });
        b.setup_ask_each(Phase::AfterGoals, choose, true);
        let gift = b.op("gift", "takes {n} cards", &[("n", ArgKind::Number)], move |cx, _, who, action| {
            for _ in 0..action.args[0] {
                cx.turn_card(deck, hand.of(who));
            }
        });
        let gifts = b.decision("how-many", "take up to two cards", move |_, _, _, out| out.each(gift, 0..=2));
        b.setup_ask_each(Phase::Ready, gifts, false);
        b.network(Purpose::Tickets, move |look, side, spec| {
            let homes = look
                .board()
                .city_ids()
                .filter(|c| look.get(home, *c).is_some_and(|who| look.rules().side_of(who) == side));
            spec.joins.extend(homes.flat_map(|city| gates.iter().map(move |gate| [city, *gate])));
        });
    }
}

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

module! {
    /// Stations: one in a city lets a side use, for its tickets, one route of another side that ends there.
    Stations {
        /// How many each player has.
        count: u16 = 2,
        /// Points for each that is not built.
        unbuilt: i32 = 4,
    }
}

impl RuleModule for Stations {
    fn manifest() -> Manifest {
        Manifest::new("stations", "routes of others for one's tickets").requires("cards")
    }

    fn install(self, b: &mut Installer<'_>) {
        let station = b.piece("station", self.count, false);
        let at = b.reg::<PerCity, Option<SideId>>("station of");
        let built = b.reg::<PerSide, i32>("built");
        let (coloured, wilds) = payable(b);
        let cost = Cost::cards(1).of(coloured).wilds(wilds);
        let build = b.op("build", "builds a station in {city} for {pay}", &[("city", ArgKind::City)], {
            move |cx, _, who, action| {
                let (city, side) = (CityId(action.args[0]), cx.rules().side_of(who));
                cx.pay(who, &action.pay);
                cx.move_pieces(who, station, PiecesAt::Stock, PiecesAt::City(city), 1);
                cx.set(at, city, Some(side));
                cx.add(built, side, 1);
            }
        });
        b.offer(Rank::Ordinary, move |look, who, out| {
            if look.stock(who, station) > 0 {
                for city in look.board().city_ids().filter(|c| look.get(at, *c).is_none()) {
                    out.pay(look, who, build, [city.0, 0, 0], &cost);
                }
            }
        });
        b.network(Purpose::Tickets, move |look, side, spec| {
            for city in look.board().city_ids().filter(|c| look.get(at, *c) == Some(side)) {
                let here = look.board().cities[city.index()].routes.iter().copied();
                let others: Vec<_> = look.routes_of_others(side).collect();
                spec.choose_one(city, here.filter(|r| others.contains(r)));
            }
        });
        let text = b.message("unbuilt", "{n} stations not built");
        b.score(Phase::PiecesLeft, When::AtEnd, move |scoring, side, lines| {
            let look = scoring.look();
            let left: i32 = look.rules().members(side).iter().map(|who| look.stock(who, station)).sum();
            lines.line(left * self.unbuilt, Note::new(text).with("n", Value::Number(left.into())), Proof::default());
        });
        b.measure("stations-built", true, move |scoring, side| Measured::exact(scoring.look().get(built, side).into()));
    }
}

module! {
    /// Tours: tickets of three cities and more, in a deck of their own, of which one is dealt to each. One that is shown
    /// to all is worth its bonus, but only if it is completed.
    Tours {}
}

impl RuleModule for Tours {
    fn manifest() -> Manifest {
        let manifest = Manifest::new("tours", "tickets of more than two cities").requires("tickets");
        manifest.attribute::<i32>(AttrOn::Ticket, "bonus", "points more where it is shown and completed")
    }

    fn install(self, b: &mut Installer<'_>) {
        let bonus = b.ticket_attr::<i32>("bonus");
        let pile = b.shuffled_zone("tours", Holds::Tickets);
        let own = b.zone_per_player("own tours", Holds::Tickets, Vis::Owner);
        let open = b.zone_per_player("open tours", Holds::Tickets, Vis::Public);
        b.tickets_start_in(pile, |ticket| ticket.deck.as_deref() == Some("long"));
        b.scores_tickets_in(own);
        b.scores_tickets_in(open);
        b.goal(
            "tour",
            |_, ticket| ticket.cities.len() > 2,
            |net, _, ticket| {
                let completed = ticket.cities.windows(2).all(|pair| net.are_joined(pair[0], pair[1]));
                Outcome { points: if completed { ticket.points } else { 0 }, completed, exact: true, text: None }
            },
        );
        b.setup(Phase::Goals, move |cx| {
            let players: Vec<PlayerId> = cx.look().in_order().collect();
            for who in players {
                cx.turn_ticket(pile, own.of(who), Order::Loose);
            }
        });
        let shown_in = b.reg::<PerTicket, i32>("shown in turn");
        let show = b.op("show", "shows a tour", &[], move |cx, _, who, _| {
            let tours = cx.look().tickets(own.of(who));
            cx.move_tickets(own.of(who), open.of(who), &tours, Order::Loose);
            let turn = cx.look().turns_of(who).into();
            tours.iter().for_each(|t| cx.set(shown_in, *t, turn));
        });
        b.offer(Rank::Ordinary, move |look, who, out| {
            if look.ticket_count(own.of(who)) > 0 {
                out.one(show);
            }
        });
        let text = b.message("bonus", "{ticket} was shown");
        b.score(Phase::AfterTickets, When::AtEnd, move |scoring, side, lines| {
            let shown = |t: &ttr_core::TicketId| scoring.look().get(shown_in, *t) > 0;
            for (ticket, outcome) in &scoring.outcomes(side).tickets {
                if outcome.completed && shown(ticket) && bonus[*ticket] != 0 {
                    let note = Note::new(text).with("ticket", Value::Ticket(*ticket));
                    lines.line(bonus[*ticket], note, Proof { tickets: vec![*ticket], ..Proof::default() });
                }
            }
        });
    }
}

module! {
    /// Honours: points for the side with the most routes, to nobody if two are equal.
    Honours {
        /// The points.
        points: i32 = 6,
        /// Nobody gets them with fewer.
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

module! {
    /// Storm: cards that bring a storm wherever they are turned. Until the end of the next turn nobody claims a route with
    /// cards, and to summits none can be claimed at all.
    Storm {}
}

impl RuleModule for Storm {
    fn manifest() -> Manifest {
        Manifest::new("storm", "cards that keep players from claiming")
            .requires("cards")
            .attribute::<bool>(AttrOn::Card, "storm", "whether it brings a storm")
            .attribute::<bool>(AttrOn::City, "summit", "whether it is out of reach in a storm")
    }

    fn install(self, b: &mut Installer<'_>) {
        let (storm, summit) = (b.card_attr::<bool>("storm"), b.city_attr::<bool>("summit"));
        let (left, seen) = (b.reg::<Global, i32>("turns left"), b.reg::<PerKind, i32>("seen"));
        b.on_card_turned(move |cx, turned| {
            if storm[turned.kind] {
                cx.add(seen, turned.kind, 1);
                cx.set(left, (), 2);
            }
        });
        b.on_turn_end(Phase::Upkeep, move |cx, _| {
            if cx.look().get(left, ()) > 0 {
                cx.add(left, (), -1);
            }
        });
        let text = b.message("storm", "nobody can do this in the storm");
        b.filter(move |look, _, op| {
            let claims = look.get(left, ()) > 0 && look.rules().op(op).name == "claim/route";
            claims.then(|| Note::new(text))
        });
        b.eligible(
            Depends::OnAnything,
            move |look, _, route| {
                let high = look.board().route(route).ends.iter().any(|c| summit[*c]);
                high && look.get(left, ()) > 0
            },
            move |_, _, _| Note::new(text),
        );
    }
}

module! {
    /// Curfew: when a player has had so many turns, the last ones begin.
    Curfew {
        /// How many turns.
        after: u16 = 18,
        /// How many each then has.
        turns: u16 = 2,
    }
}

impl RuleModule for Curfew {
    fn manifest() -> Manifest {
        Manifest::new("curfew", "the game ends early")
    }

    fn install(self, b: &mut Installer<'_>) {
        let late = b.end_reason("late", "it is late");
        b.on_turn_end(Phase::EndCheck, move |cx, who| {
            if cx.look().turns_of(who) >= self.after {
                cx.trigger_end(late, self.turns);
            }
        });
    }
}

module! {
    /// Passing: every few rounds all players at once pass a card to the left, unseen by the others.
    Passing {
        /// How many rounds.
        every: u16 = 3,
    }
}

impl RuleModule for Passing {
    fn manifest() -> Manifest {
        Manifest::new("passing", "cards are passed to the left").requires("cards")
    }

    fn install(self, b: &mut Installer<'_>) {
        let hand = b.service::<Drawing>().hand;
        let pass = b.op("pass", "passes {card} to the left", &[("card", ArgKind::Kind)], move |cx, _, who, action| {
            let left = PlayerId::at((who.index() + 1) % cx.rules().players());
            cx.move_card(hand.of(who), hand.of(left), action.kind());
        });
        let which = b.sealed_decision("which", "choose a card to pass", move |look, _, who, out| {
            out.each(pass, kinds(look.kinds_in(hand.of(who)).iter()));
        });
        b.on_turn_end(Phase::Sets, move |cx, who| {
            let last = who.index() + 1 == cx.rules().players();
            if last && cx.look().turns_of(who).is_multiple_of(self.every) {
                let with_cards = cx.rules().player_ids().filter(|p| cx.look().count(hand.of(*p)) > 0);
                let who = with_cards.fold(PlayerSet::NONE, PlayerSet::with);
                cx.ask_all(which, who, [0; 6]);
            }
        });
    }
}

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
