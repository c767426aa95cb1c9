//! Modules for setup, the course of turns, and the end.

use super::{kinds, train_deck};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{
    ArgKind, AttrOn, CityId, Depends, Global, Installer, Manifest, Note, PerCity, PerKind, PerPlayer, Phase, PlayerId,
    PlayerSet, Purpose, Rank, RuleModule,
};
use ttr_variants::base::Drawing;

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
        /// How many turns each player then has.
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
