//! Modules that are broken on purpose, each with a twin that is not: `broken = false`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;
use ttr_core::event::PiecesAt;
use ttr_core::{
    ArgKind, CityId, Cost, Depends, Holds, Installer, Look, Manifest, Note, Order, PerCity, PerPlayer, Phase, PieceId,
    Proof, Rank, Registry, RuleModule, Value, Vis, When,
};
use ttr_variants::base::Drawing;

/// A board that has something for each of them.
pub const MAP: &str = r#"
format = 1
name = "Fen"
routes = [
    { between = ["Ayr", "Bath"], length = 1, colour = "red" },
    { between = ["Bath", "Cork"], length = 1, colour = "blue" },
    { between = ["Cork", "Dent"], length = 2, colour = "red" },
    { between = ["Dent", "Ayr"], length = 1, tracks = ["gray", "gray"] },
    { between = ["Ayr", "Cork"], length = 2, colour = "blue" },
]
tickets = [
    { cities = ["Ayr", "Bath"], points = 1 },
    { cities = ["Ayr", "Cork"], points = 2 },
    { cities = ["Bath", "Dent"], points = 3 },
    { cities = ["Bath", "Cork"], points = 4 },
    { cities = ["Cork", "Dent"], points = 5 },
    { cities = ["Ayr", "Dent"], points = 6 },
]

[cities]
Ayr = {}
Bath = {}
Cork = {}
Dent = {}
"#;

/// The base game without tickets, which belong to one of the modules here.
pub const RULES: &str = r#"
format = 1
name = "Fen"
turns = { limit = 12 }
pieces = { train = 9 }
row = { size = 2 }
claim = true
route-points = true
end = { pieces = 0, turns = 1 }

[players]
min = 2
max = 3

[cards]
deal = 3

[cards.decks.train]
red = 9
blue = 9
wild = { count = 4, wild = true }
"#;

/// Everything bundled, and the modules of this file.
pub fn registry() -> Registry {
    let mut registry = ttr_variants::registry();
    registry
        .module::<Camps>()
        .module::<Bribes>()
        .module::<Vault>()
        .module::<Boasts>()
        .module::<Bows>()
        .module::<Fame>();
    registry.module::<Echo>().module::<Moods>().module::<Gifts>().module::<Curfew>().module::<TollsAdded>();
    registry.module::<TollsDoubled>().module::<Audience>().module::<Stage>().module::<Dawdling>().module::<Spinning>();
    registry.module::<Sleeping>().module::<Clumsy>().module::<Dawn>();
    registry
}

/// A module that can be broken.
macro_rules! module {
    ($(#[$doc:meta])* $name:ident, $id:literal, $requires:expr, |$broken:ident, $b:ident| $install:block) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        pub struct $name {
            /// Whether it is broken.
            broken: bool,
        }

        impl RuleModule for $name {
            fn manifest() -> Manifest {
                let manifest = Manifest::new($id, "a module for tests");
                let requires: &[&'static str] = &$requires;
                requires.iter().fold(manifest, |manifest, id| manifest.requires(id))
            }

            fn install(self, $b: &mut Installer<'_>) {
                let $broken = self.broken;
                $install
            }
        }
    };
}

const TRAIN: PieceId = PieceId(0);

module! {
    /// A camp is a piece in a city, which can be struck again. Broken: who strikes it does not get the piece back.
    Camps, "camps", ["pieces"], |broken, b| {
        let camp_of = b.reg::<PerCity, i32>("camp of");
        let city = [("city", ArgKind::City)];
        let pitch = b.op("pitch", "camps in {city}", &city, move |cx, _, who, action| {
            cx.move_pieces(who, TRAIN, PiecesAt::Stock, PiecesAt::City(CityId(action.args[0])), 1);
            cx.set(camp_of, CityId(action.args[0]), i32::from(who.0) + 1);
        });
        let strike = b.op("strike", "strikes the camp in {city}", &city, move |cx, _, who, action| {
            cx.set(camp_of, CityId(action.args[0]), 0);
            if !broken {
                cx.move_pieces(who, TRAIN, PiecesAt::City(CityId(action.args[0])), PiecesAt::Stock, 1);
            }
        });
        b.offer(Rank::Ordinary, move |look, who, out| {
            let cities = || (0..look.board().cities.len()).map(CityId::at);
            if look.stock(who, TRAIN) > 0 {
                out.each(pitch, cities().filter(|c| look.get(camp_of, *c) == 0).map(|c| c.0));
            }
            out.each(strike, cities().filter(|c| look.get(camp_of, *c) == i32::from(who.0) + 1).map(|c| c.0));
        });
    }
}

module! {
    /// A bribe is a card for nothing. Broken: the card is laid down and not put away.
    Bribes, "bribes", ["cards"], |broken, b| {
        let kinds = b.kinds_where(|kind| kind.payable);
        let bribe = b.op("bribe", "bribes with {pay}", &[], move |cx, _, who, action| {
            if broken {
                let escrow = cx.rules().escrow();
                cx.take_payment(who, &action.pay, escrow);
            } else {
                cx.pay(who, &action.pay);
            }
        });
        b.offer(Rank::Ordinary, move |look, who, out| out.pay(look, who, bribe, [0; 3], &Cost::cards(1).of(kinds)));
    }
}

module! {
    /// Everybody has two tickets and may lay one away, unseen. Broken: all hear what it is worth.
    Vault, "vault", [], |broken, b| {
        let deck = b.shuffled_zone("deck of tickets", Holds::Tickets);
        b.tickets_start_in(deck, |_| true);
        let chest = b.zone_per_player("chest", Holds::Tickets, Vis::Owner);
        let vault = b.zone_per_player("vault", Holds::Tickets, Vis::Owner);
        b.setup(Phase::Goals, move |cx| {
            for who in cx.rules().player_ids() {
                for _ in 0..2 {
                    cx.turn_ticket(deck, chest.of(who), Order::Loose);
                }
            }
        });
        let worth = b.message("worth", "what is laid away is worth {n}");
        let tickets = [("tickets", ArgKind::TicketsOf(chest.of(ttr_core::PlayerId(0))))];
        let store = b.op("store", "lays {tickets} away", &tickets, move |cx, _, who, action| {
            let (chosen, _) = cx.look().chosen_tickets(chest.of(who), action.args[0]);
            cx.move_tickets(chest.of(who), vault.of(who), &chosen, Order::Loose);
            if broken {
                let points = chosen.iter().map(|t| i64::from(cx.look().board().tickets[t.index()].points)).sum();
                cx.note(Note::new(worth).with("n", Value::Number(points)));
            }
        });
        b.offer(Rank::Ordinary, move |look, who, out| {
            let n = look.ticket_count(chest.of(who));
            if n > 0 {
                out.choices(store, n, 1, 1);
            }
        });
    }
}

module! {
    /// Broken: who draws tells how many wilds that makes.
    Boasts, "boasts", ["cards"], |broken, b| {
        let hand = b.service::<Drawing>().hand;
        let wilds = b.kinds_where(|kind| kind.wild);
        let told = b.reg::<PerPlayer, i32>("told");
        b.on_turn_end(Phase::Upkeep, move |cx, who| {
            let n = if broken { cx.look().count_of(hand.of(who), wilds) } else { cx.look().count(hand.of(who)) };
            cx.set(told, who, n as i32);
        });
    }
}

module! {
    /// Whoever has claimed a route may boast of a wild. Broken: who holds none is not asked, so that others learn of it.
    Bows, "bows", ["cards", "claim"], |broken, b| {
        let hand = b.service::<Drawing>().hand;
        let wilds = b.kinds_where(|kind| kind.wild);
        let (bow, boast) = (b.op("bow", "bows", &[], |_, _, _, _| {}), b.op("boast", "boasts", &[], |_, _, _, _| {}));
        let has_one = move |look: Look<'_>, who| look.count_of(hand.of(who), wilds) > 0;
        let asked = b.decision("which", "bow, or boast of a wild", move |look, _, who, out| {
            if has_one(look, who) {
                out.one(boast);
            }
            out.one(bow);
        });
        b.on_committed(Phase::Gain, move |cx, claim| {
            if !broken || has_one(cx.look(), claim.who) {
                cx.ask(asked, claim.who, [0; 6]);
            }
        });
    }
}

module! {
    /// Two points for each route. Broken: they are banked too.
    Fame, "fame", ["claim"], |broken, b| {
        let text = b.message("fame", "fame for {n} routes");
        b.score(Phase::Board, When::Always, move |scoring, side, lines| {
            let n = scoring.look().routes_of(side).count();
            let note = Note::new(text).with("n", Value::Number(n as i64));
            lines.line(2 * n as i32, note, Proof::default());
        });
        let bank = b.bank("banked", "fame of claims");
        b.on_committed(Phase::Gain, move |cx, claim| {
            if broken {
                bank.add(cx, claim.who, 2);
            }
        });
    }
}

module! {
    /// A point for each city at one's routes. Broken: for every route both its cities count anew.
    Echo, "echo", ["claim"], |broken, b| {
        let text = b.message("echo", "{city} is reached");
        b.score(Phase::Board, When::Always, move |scoring, side, lines| {
            let look = scoring.look();
            let mut cities: Vec<CityId> = look.routes_of(side).flat_map(|r| look.board().route(r).ends).collect();
            if !broken {
                cities.sort_unstable();
                cities.dedup();
            }
            for city in cities {
                let proof = Proof { cities: vec![city], ..Proof::default() };
                lines.line(1, Note::new(text).with("city", Value::City(city)), proof);
            }
        });
    }
}

/// How often [`Moods`] was asked.
static ASKED: AtomicI32 = AtomicI32::new(0);

module! {
    /// A point. Broken: the more often somebody asks, the more.
    Moods, "moods", [], |broken, b| {
        let text = b.message("mood", "a good mood");
        b.score(Phase::Board, When::Always, move |_, _, lines| {
            let asked = if broken { ASKED.fetch_add(1, Ordering::Relaxed) } else { 0 };
            lines.line(1 + asked, Note::new(text), Proof::default());
        });
    }
}

module! {
    /// A card may be given to the discards. Broken: any kind is listed, whether one has it or not.
    Gifts, "gifts", ["cards"], |broken, b| {
        let hand = b.service::<Drawing>().hand;
        let all = b.kinds_where(|_| true);
        let give = b.op("give", "gives {card} away", &[("card", ArgKind::Kind)], move |cx, _, who, action| {
            cx.discard(hand.of(who), &ttr_core::CardBag::one(action.kind()));
        });
        b.offer(Rank::Ordinary, move |look, who, out| {
            let there = look.kinds_in(hand.of(who));
            if !there.is_empty() {
                out.each_kind(give, if broken { all } else { there });
            }
        });
    }
}

module! {
    /// In every third turn nobody claims short routes. Broken: it says that this depends on the routes alone.
    Curfew, "curfew", ["claim"], |broken, b| {
        let depends = if broken { Depends::OnGroup } else { Depends::OnAnything };
        let text = b.message("curfew", "not in this turn");
        b.eligible(
            depends,
            |look, who, route| look.turns_of(who) % 3 == 2 && look.board().route(route).length == 1,
            move |_, _, _| Note::new(text),
        );
    }
}

module! {
    /// Nobody claims long routes in the first two turns. Broken: it says that this depends on the routes alone, and so they are
    /// never listed.
    Dawn, "dawn", ["claim"], |broken, b| {
        let depends = if broken { Depends::OnGroup } else { Depends::OnAnything };
        let text = b.message("dawn", "not so early");
        b.eligible(
            depends,
            |look, who, route| look.turns_of(who) < 3 && look.board().route(route).length > 1,
            move |_, _, _| Note::new(text),
        );
    }
}

module! {
    /// Every route takes a piece more.
    TollsAdded, "tolls-added", ["claim"], |broken, b| {
        let phase = if broken { Phase::Extra } else { Phase::Base };
        b.terms(phase, |_, _, _, terms| terms.aside += 1);
    }
}

module! {
    /// All that is put aside is put aside twice. Broken, both of them: they do it in the same phase, and it is left to
    /// their names who comes first.
    TollsDoubled, "tolls-doubled", ["claim"], |broken, b| {
        let _ = broken;
        b.terms(Phase::Extra, |_, _, _, terms| terms.aside *= 2);
    }
}

/// What [`Audience`] brings.
struct Seats(i32);

module! {
    /// Somebody who listens.
    Audience, "audience", [], |broken, b| {
        let _ = broken;
        b.provide(Seats(3));
    }
}

module! {
    /// Points for those who listen. Broken: it does not say that it needs them, and finds them only if they came before.
    Stage, "stage", [], |broken, b| {
        let seats = if broken { b.find_service::<Seats>().map_or(0, |seats| seats.0) } else { 3 };
        let text = b.message("seats", "an audience");
        b.score(Phase::Board, When::Always, move |_, _, lines| lines.line(seats, Note::new(text), Proof::default()));
    }
}

module! {
    /// One may dawdle instead of acting. Broken: after one's second turn one can do nothing else, and the turn goes on.
    Dawdling, "dawdling", [], |broken, b| {
        let number = [("number", ArgKind::Number)];
        let dawdle = b.op("dawdle", "dawdles in way {number}", &number, move |cx, _, who, _| {
            if broken && cx.look().turns_of(who) > 2 {
                cx.continue_turn();
            }
        });
        b.offer(Rank::Ordinary, move |_, _, out| out.each(dawdle, [1, 2]));
        let text = b.message("too-lazy", "too lazy for that");
        b.filter(move |look, who, op| {
            (broken && look.turns_of(who) > 2 && op != dawdle).then(|| Note::new(text))
        });
    }
}

module! {
    /// One may spin once. Broken: one spin leads to the next.
    Spinning, "spinning", [], |broken, b| {
        let spin = b.op("spin", "spins", &[], move |cx, frame, who, _| {
            if broken {
                cx.ask(frame.decision, who, [0; 6]);
            }
        });
        let again = b.decision("again", "spin", move |_, _, _, out| out.one(spin));
        let begin = b.op("begin", "begins to spin", &[], move |cx, _, who, _| cx.ask(again, who, [0; 6]));
        b.offer(Rank::Ordinary, move |_, _, out| out.one(begin));
    }
}

module! {
    /// Broken: who claims a route falls asleep.
    Sleeping, "sleeping", ["claim"], |broken, b| {
        b.on_committed(Phase::Gain, move |_, _| {
            if broken {
                loop {
                    std::thread::sleep(Duration::from_millis(50));
                }
            }
        });
    }
}

module! {
    /// Broken: who claims the third route drops something.
    Clumsy, "clumsy", ["claim"], |broken, b| {
        b.on_committed(Phase::Gain, move |cx, claim| {
            let n = cx.look().routes_of(cx.rules().side_of(claim.who)).count();
            assert!(!broken || n < 2, "dropped it");
        });
    }
}
