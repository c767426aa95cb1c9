//! A game of a few moves, in which the cards come as written.

use serde_json::{Value as Json, json};
use std::sync::Arc;
use ttr_core::{
    ActionSpace, Event, Game, Illegal, PieceId, PlayerId, RouteId, Rules, ScriptedChance, What, ZoneId, compile,
};
use ttr_files::{OwnedView, names};
use ttr_tests::seams::{registry, source};

/// Cards that never lie in the row and clear or lay short routes.
pub const DOZER: &str = "cards.decks.train.dozer={ count = 2, price = 0, payable = false, bulldozer = true }";

/// A game of a few moves. Seats are numbered from 1; the cards of the deck come as written.
pub struct Scene {
    pub game: Game,
    pub chance: ScriptedChance,
    pub events: Vec<Event>,
}

pub fn rules(players: usize, set: &[&str]) -> Rules {
    compile(&registry(), &source(players, set)).unwrap_or_else(|failed| panic!("{failed}")).rules
}

/// Hands are dealt first, from the first player, then the row.
pub fn scene(players: usize, set: &[&str], cards: &str) -> Scene {
    scene_by(rules(players, set), cards)
}

pub fn scene_by(rules: Rules, cards: &str) -> Scene {
    let rules = Arc::new(rules);
    let kind = |name: &str| u16::from(rules.kind_named(name).unwrap_or_else(|| panic!("no {name}")).0);
    let mut chance = ScriptedChance::new(1).next("train deck", cards.split_whitespace().map(kind));
    let mut events = Vec::new();
    let game = Game::start(rules.clone(), &mut chance, &mut events).expect("setup");
    Scene { game, chance, events }
}

pub fn player(seat: usize) -> PlayerId {
    PlayerId::at(seat - 1)
}

impl Scene {
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    pub fn look(&self) -> ttr_core::Look<'_> {
        self.rules().look(self.game.state())
    }

    /// Does this, or names the rule that refuses it.
    pub fn attempt(&mut self, seat: usize, action: &Json) -> Result<(), String> {
        let action =
            names::action_from(self.rules().view(self.game.state(), Some(player(seat))), action).expect("an action");
        self.events.clear();
        self.game.act(player(seat), &action, &mut self.chance, &mut self.events).map_err(|e| match e {
            Illegal::Refused { rule, .. } => rule,
            Illegal::Fault(fault) => panic!("{fault}"),
        })
    }

    pub fn act(&mut self, seat: usize, action: Json) -> &mut Self {
        if let Err(rule) = self.attempt(seat, &action) {
            panic!("{action} of {seat} is refused by {rule}; legal are {:#?}", self.legal(seat));
        }
        self
    }

    pub fn claim(&mut self, seat: usize, route: &str, pay: Json) -> &mut Self {
        let action = json!({ "op": "claim/route", "route": self.route_json(route), "pay": pay });
        self.act(seat, action)
    }

    /// Does the only thing that a player can do, who is asked because it depends on what others can't see.
    pub fn only(&mut self, seat: usize) -> &mut Self {
        let mut space = ActionSpace::new(self.rules());
        self.rules().legal(self.game.state(), player(seat), &mut space);
        assert_eq!(space.len(), 1, "{:?}", self.legal(seat));
        let action = space.nth(0);
        self.events.clear();
        self.game.act(player(seat), &action, &mut self.chance, &mut self.events).expect("it is legal");
        self
    }

    /// A turn in which nothing happens: two cards drawn blind.
    pub fn idle(&mut self, seat: usize) -> &mut Self {
        let blind = json!({ "op": "cards/blind", "deck": "train" });
        self.act(seat, blind.clone()).act(seat, blind)
    }

    /// The next cards of the deck.
    pub fn next(&mut self, cards: &str) -> &mut Self {
        let kinds: Vec<u16> = (cards.split_whitespace())
            .map(|name| u16::from(self.rules().kind_named(name).unwrap_or_else(|| panic!("no {name}")).0))
            .collect();
        self.chance.push("train deck", kinds);
        self
    }

    pub fn route_json(&self, route: &str) -> Json {
        names::route(self.rules(), self.route(route))
    }

    /// A route by `Ada-Bex`, or `Cor-Dun/2` for the second track.
    pub fn route(&self, route: &str) -> RouteId {
        let (ends, track) = route.split_once('/').unwrap_or((route, "1"));
        let (a, b) = ends.split_once('-').expect("two cities");
        let json = json!({ "between": [a, b], "track": track.parse::<u16>().expect("a track") });
        names::route_from(self.rules(), &json).expect("a route")
    }

    pub fn legal(&self, seat: usize) -> Vec<String> {
        let mut space = ActionSpace::new(self.rules());
        self.rules().legal(self.game.state(), player(seat), &mut space);
        space.iter().map(|a| self.rules().action_text(self.game.state(), player(seat), &a)).collect()
    }

    /// The payments with which a player can claim a route.
    pub fn payments(&self, seat: usize, route: &str) -> Vec<String> {
        let start = format!("claims {} with ", self.rules().board().route_name(self.route(route)));
        self.legal(seat).iter().filter_map(|a| a.strip_prefix(&start)).map(str::to_owned).collect()
    }

    pub fn to_act(&self) -> Vec<usize> {
        self.rules().to_act(self.game.state()).iter().map(|p| p.index() + 1).collect()
    }

    pub fn turn_of(&self) -> usize {
        self.look().turn_of().index() + 1
    }

    pub fn zone(&self, name: &str, seat: usize) -> ZoneId {
        let owner = (seat > 0).then(|| player(seat));
        self.rules().zone_named(name, owner).unwrap_or_else(|| panic!("no zone {name}"))
    }

    /// The cards of a zone; seat 0 is nobody.
    pub fn cards(&self, name: &str, seat: usize) -> String {
        self.rules().cards_text(&self.look().bag(self.zone(name, seat)))
    }

    pub fn hand(&self, seat: usize) -> String {
        self.cards("hand", seat)
    }

    pub fn stock(&self, seat: usize) -> i32 {
        self.look().stock(player(seat), PieceId(0))
    }

    /// Who holds a route: seats.
    pub fn held(&self, route: &str) -> Vec<usize> {
        self.look().held(self.route(route)).iter().map(|p| p.index() + 1).collect()
    }

    pub fn view(&self, seat: usize) -> OwnedView {
        let viewer = (seat > 0).then(|| player(seat));
        OwnedView::of(self.rules().view(self.game.state(), viewer))
    }

    pub fn register(&self, name: &str, of: &str) -> i32 {
        self.view(0).registers.get(name).and_then(|r| r.get(of)).copied().unwrap_or_default()
    }

    /// The lines of a side, as rule and points, if the game ended here.
    pub fn lines(&self, side: usize) -> Vec<(String, i32)> {
        let sheet = self.rules().final_score(self.game.state());
        sheet.sides[side - 1].lines.iter().map(|l| (l.rule.clone(), l.points)).collect()
    }

    pub fn points(&self, side: usize, rule: &str) -> Option<i32> {
        self.lines(side).iter().find(|(r, _)| r == rule).map(|(_, points)| *points)
    }

    pub fn happened(&self, is: impl Fn(&What) -> bool) -> bool {
        self.events.iter().any(|e| is(&e.what))
    }

    /// Gives tickets of the deck to a player, whatever chance would bring: by drawing them.
    pub fn ticket(&mut self, seat: usize, cities: &[&str]) -> &mut Self {
        let ticket = names::ticket_from(self.rules(), &json!({ "cities": cities })).expect("a ticket");
        self.chance.push("ticket deck", [ticket.0]);
        self.act(seat, json!({ "op": "tickets/draw" }));
        self.act(seat, json!({ "op": "tickets/keep", "tickets": [{ "cities": cities }] }))
    }
}
