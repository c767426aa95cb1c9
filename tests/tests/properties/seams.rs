//! Every seam of the engine has a user: the bundled modules, or a module of `ttr_tests::seams`, whose effect is shown
//! here in a few moves; and all of them together keep every property that holds for all games.

use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use ttr_core::{
    ActionSpace, Event, Game, GameSource, Illegal, PieceId, PlayerId, RouteId, Rules, ScriptedChance, What, ZoneId,
    compile,
};
use ttr_files::{OwnedView, names};
use ttr_tests::props::{self, Table, tables};
use ttr_tests::seams::{ALL, RULES, Spur, registry, source};

mod sides;

fn everything() -> Vec<Table> {
    (2..=4).map(|players| Table::new(registry, source(players, ALL))).collect()
}

#[test]
fn all_seams_together_lose_nothing() {
    for table in everything() {
        let (longest, ends) = props::nothing_is_lost(&table, Table::seeds(200, 3));
        println!("{}: the longest game had {longest} turns; ends: {ends:?}", table.name);
        assert!(longest < props::most_turns(&table));
    }
}

#[test]
fn all_seams_together_list_what_they_accept() {
    everything().iter().for_each(|table| props::legal_and_apply_agree(table, Table::seeds(60, 3)));
}

#[test]
fn all_seams_together_are_indexed_soundly() {
    everything().iter().for_each(|table| props::indexing_is_sound(table, Table::seeds(60, 3)));
}

#[test]
fn all_seams_together_are_copied_exactly() {
    everything().iter().for_each(|table| props::copies_are_equal(table, Table::seeds(60, 3)));
}

#[test]
fn all_seams_together_survive_a_new_deal() {
    everything().iter().for_each(|table| props::views_survive_a_new_deal(table, Table::seeds(24, 3), 6));
}

#[test]
fn all_seams_together_keep_secrets() {
    for table in everything() {
        let compared = props::secrets_leave_no_trace(&table, Table::seeds(36, 3), false, 3);
        println!("{}: {compared:?}", table.name);
        assert!(compared.pairs > 10);
    }
}

#[test]
fn all_seams_together_know_what_all_have_seen() {
    everything().iter().for_each(|table| {
        props::known_is_what_all_have_seen(table, Table::seeds(24, 3));
        props::nobody_forgets_what_they_put_back(table, Table::seeds(24, 3));
    });
}

#[test]
fn all_seams_together_are_saved_exactly() {
    everything().iter().for_each(|table| props::saves_are_exact(table, Table::seeds(18, 3), 3));
}

#[test]
fn all_seams_together_take_sealed_answers_in_any_order() {
    for table in everything() {
        assert!(props::sealed_answers_come_in_any_order(&table, Table::seeds(18, 3)) > 10, "{}", table.name);
    }
}

#[test]
fn all_seams_together_are_undone_exactly() {
    for table in everything() {
        assert!(props::undo_is_exact(&table, Table::seeds(18, 3)) > 10, "{}", table.name);
    }
}

#[test]
fn the_order_of_settings_and_idle_modules_mean_nothing_to_all_seams_together() {
    let reversed: Vec<&str> = ALL.iter().rev().copied().collect();
    for table in everything() {
        let players = table.rules.players();
        let other = Table::new(registry, source(players, &reversed));
        let idle = Table::new(registry, source(players, &[ALL, &["a-idle=true", "z-idle=true"]].concat()));
        for seed in Table::seeds(9, 3) {
            let (game, events) = props::whole_game(&table.rules, seed);
            let (same, heard) = props::whole_game(&other.rules, seed);
            assert_eq!((game.state(), game.steps()), (same.state(), same.steps()), "{}: seed {seed}", table.name);
            assert_eq!(events, heard, "{}: seed {seed}", table.name);
            let story = props::story(&table.rules, seed);
            let mut with_idlers = props::story(&idle.rules, seed);
            with_idlers.iter_mut().for_each(props::forget_idlers);
            assert_eq!(with_idlers, story, "{}: seed {seed}", table.name);
        }
    }
}

/// A game of a few moves. Seats are numbered from 1; the cards of the deck come as written.
struct Scene {
    game: Game,
    chance: ScriptedChance,
    events: Vec<Event>,
}

fn rules(players: usize, set: &[&str]) -> Rules {
    compile(&registry(), &source(players, set)).unwrap_or_else(|failed| panic!("{failed}")).rules
}

/// Hands are dealt first, from the first player, then the row.
fn scene(players: usize, set: &[&str], cards: &str) -> Scene {
    scene_by(rules(players, set), cards)
}

fn scene_by(rules: Rules, cards: &str) -> Scene {
    let rules = Arc::new(rules);
    let kind = |name: &str| u16::from(rules.kind_named(name).unwrap_or_else(|| panic!("no {name}")).0);
    let mut chance = ScriptedChance::new(1).next("train deck", cards.split_whitespace().map(kind));
    let mut events = Vec::new();
    let game = Game::start(rules.clone(), &mut chance, &mut events).expect("setup");
    Scene { game, chance, events }
}

fn player(seat: usize) -> PlayerId {
    PlayerId::at(seat - 1)
}

impl Scene {
    fn rules(&self) -> &Rules {
        self.game.rules()
    }

    fn look(&self) -> ttr_core::Look<'_> {
        self.rules().look(self.game.state())
    }

    /// Does this, or names the rule that refuses it.
    fn attempt(&mut self, seat: usize, action: &Json) -> Result<(), String> {
        let action =
            names::action_from(self.rules().view(self.game.state(), Some(player(seat))), action).expect("an action");
        self.events.clear();
        self.game.act(player(seat), &action, &mut self.chance, &mut self.events).map_err(|e| match e {
            Illegal::Refused { rule, .. } => rule,
            Illegal::Fault(fault) => panic!("{fault}"),
        })
    }

    fn act(&mut self, seat: usize, action: Json) -> &mut Self {
        if let Err(rule) = self.attempt(seat, &action) {
            panic!("{action} of {seat} is refused by {rule}; legal are {:#?}", self.legal(seat));
        }
        self
    }

    fn claim(&mut self, seat: usize, route: &str, pay: Json) -> &mut Self {
        let action = json!({ "op": "claim/route", "route": self.route_json(route), "pay": pay });
        self.act(seat, action)
    }

    /// A turn in which nothing happens: two cards drawn blind.
    fn idle(&mut self, seat: usize) -> &mut Self {
        let blind = json!({ "op": "cards/blind", "deck": "train" });
        self.act(seat, blind.clone()).act(seat, blind)
    }

    /// The next cards of the deck.
    fn next(&mut self, cards: &str) -> &mut Self {
        let kinds: Vec<u16> = (cards.split_whitespace())
            .map(|name| u16::from(self.rules().kind_named(name).unwrap_or_else(|| panic!("no {name}")).0))
            .collect();
        self.chance.push("train deck", kinds);
        self
    }

    fn route_json(&self, route: &str) -> Json {
        names::route(self.rules(), self.route(route))
    }

    /// A route by `Ada-Bex`, or `Cor-Dun/2` for the second track.
    fn route(&self, route: &str) -> RouteId {
        let (ends, track) = route.split_once('/').unwrap_or((route, "1"));
        let (a, b) = ends.split_once('-').expect("two cities");
        let json = json!({ "between": [a, b], "track": track.parse::<u16>().expect("a track") });
        names::route_from(self.rules(), &json).expect("a route")
    }

    fn legal(&self, seat: usize) -> Vec<String> {
        let mut space = ActionSpace::new(self.rules());
        self.rules().legal(self.game.state(), player(seat), &mut space);
        space.iter().map(|a| self.rules().action_text(self.game.state(), player(seat), &a)).collect()
    }

    /// The payments with which a player can claim a route.
    fn payments(&self, seat: usize, route: &str) -> Vec<String> {
        let start = format!("claims {} with ", self.rules().board().route_name(self.route(route)));
        self.legal(seat).iter().filter_map(|a| a.strip_prefix(&start)).map(str::to_owned).collect()
    }

    fn to_act(&self) -> Vec<usize> {
        self.rules().to_act(self.game.state()).iter().map(|p| p.index() + 1).collect()
    }

    fn turn_of(&self) -> usize {
        self.look().turn_of().index() + 1
    }

    fn zone(&self, name: &str, seat: usize) -> ZoneId {
        let owner = (seat > 0).then(|| player(seat));
        self.rules().zone_named(name, owner).unwrap_or_else(|| panic!("no zone {name}"))
    }

    /// The cards of a zone; seat 0 is nobody.
    fn cards(&self, name: &str, seat: usize) -> String {
        self.rules().cards_text(&self.look().bag(self.zone(name, seat)))
    }

    fn hand(&self, seat: usize) -> String {
        self.cards("hand", seat)
    }

    fn stock(&self, seat: usize) -> i32 {
        self.look().stock(player(seat), PieceId(0))
    }

    /// Who holds a route: seats.
    fn held(&self, route: &str) -> Vec<usize> {
        self.look().held(self.route(route)).iter().map(|p| p.index() + 1).collect()
    }

    fn view(&self, seat: usize) -> OwnedView {
        let viewer = (seat > 0).then(|| player(seat));
        OwnedView::of(self.rules().view(self.game.state(), viewer))
    }

    fn register(&self, name: &str, of: &str) -> i32 {
        self.view(0).registers.get(name).and_then(|r| r.get(of)).copied().unwrap_or_default()
    }

    /// The lines of a side, as rule and points, if the game ended here.
    fn lines(&self, side: usize) -> Vec<(String, i32)> {
        let sheet = self.rules().final_score(self.game.state());
        sheet.sides[side - 1].lines.iter().map(|l| (l.rule.clone(), l.points)).collect()
    }

    fn points(&self, side: usize, rule: &str) -> Option<i32> {
        self.lines(side).iter().find(|(r, _)| r == rule).map(|(_, points)| *points)
    }

    fn happened(&self, is: impl Fn(&What) -> bool) -> bool {
        self.events.iter().any(|e| is(&e.what))
    }

    /// Gives tickets of the deck to a player, whatever chance would bring: by drawing them.
    fn ticket(&mut self, seat: usize, cities: &[&str]) -> &mut Self {
        let ticket = names::ticket_from(self.rules(), &json!({ "cities": cities })).expect("a ticket");
        self.chance.push("ticket deck", [ticket.0]);
        self.act(seat, json!({ "op": "tickets/draw" }));
        self.act(seat, json!({ "op": "tickets/keep", "tickets": [{ "cities": cities }] }))
    }
}

#[test]
fn every_seam_has_a_user() {
    let bundled = tables();
    let ours = everything();
    let users = |tables: &[Table]| -> BTreeSet<(String, String)> {
        let modules = tables.iter().flat_map(|t| t.rules.modules());
        modules.flat_map(|m| m.seams.iter().map(|(s, _)| ((*s).to_owned(), m.manifest.id.to_owned()))).collect()
    };
    let (bundled, all) = (users(&bundled), users(&ours));
    let seams: BTreeSet<&str> = all.iter().map(|(seam, _)| seam.as_str()).collect();
    let of = |users: &BTreeSet<(String, String)>, seam: &str| -> Vec<String> {
        users.iter().filter(|(s, _)| s == seam).map(|(_, module)| module.clone()).collect()
    };
    for seam in &seams {
        let tests: Vec<String> = of(&all, seam).into_iter().filter(|m| !of(&bundled, seam).contains(m)).collect();
        println!("{seam}: bundled {:?}, tests {tests:?}", of(&bundled, seam));
    }
    let expected = [
        "claim",
        "cost",
        "decision",
        "end",
        "filter",
        "network",
        "next player",
        "offer",
        "reaction",
        "row limit",
        "score",
        "setup",
        "sides",
        "ticket",
        "turn",
    ];
    assert_eq!(seams, BTreeSet::from(expected), "a seam without a user, or a new one");
}

#[test]
fn a_declared_claim_can_ask_for_more_and_be_given_up() {
    let deal = "red red blue wild blue red";
    let start = |turned: &str| {
        let mut scene = scene(2, &["tunnels=true"], deal);
        scene.next(turned).claim(1, "Bex-Cor", json!({ "red": 2 }));
        scene
    };
    // Nothing matches: the claim stands at once.
    let scene = start("blue blue blue");
    assert_eq!((scene.held("Bex-Cor"), scene.turn_of()), (vec![1], 2));
    assert_eq!(scene.cards("train discards", 0), "3 blue, 2 red");
    // A wild matches, and there is nothing to pay with: giving up is forced, and the cards go back.
    let scene = start("blue wild blue");
    assert_eq!((scene.held("Bex-Cor"), scene.hand(1), scene.turn_of()), (vec![], "2 red".to_owned(), 2));
    assert!(scene.happened(|e| matches!(e, What::ClaimDropped { .. })));
    assert_eq!((scene.stock(1), scene.cards("escrow", 0)), (12, "no card".to_owned()));
    // The other player can pay or decline.
    let mut scene = start("blue wild blue");
    scene.next("blue red red").claim(2, "Bex-Cor", json!({ "blue": 1, "wild": 1 }));
    assert_eq!(scene.to_act(), [1], "player 2 had nothing left to pay with");
    assert_eq!((scene.hand(2), scene.held("Bex-Cor")), ("1 blue, 1 wild".to_owned(), vec![]));
    let mut scene = scene_with_surcharge();
    assert_eq!(scene.legal(1), ["pays 1 red more", "pays 1 wild more", "gives up the tunnel"]);
    assert_eq!(scene.cards("escrow", 0), "2 red");
    scene.act(1, json!({ "op": "tunnels/pay", "pay": { "wild": 1 } }));
    assert_eq!((scene.held("Bex-Cor"), scene.hand(1)), (vec![1], "1 red".to_owned()));
    assert_eq!(scene.cards("train discards", 0), "2 blue, 3 red, 1 wild");
    let mut scene = scene_with_surcharge();
    scene.act(1, json!({ "op": "tunnels/decline" }));
    assert_eq!((scene.held("Bex-Cor"), scene.hand(1)), (vec![], "3 red, 1 wild".to_owned()));
    assert_eq!((scene.cards("train discards", 0), scene.turn_of()), ("2 blue, 1 red".to_owned(), 2));
}

fn scene_with_surcharge() -> Scene {
    let mut scene = scene(2, &["tunnels=true", "cards.deal=4"], "red red red wild blue blue blue blue blue red");
    scene.next("blue red blue").claim(1, "Bex-Cor", json!({ "red": 2 }));
    scene
}

#[test]
fn a_committed_claim_still_has_its_cards() {
    let mut scene = scene(2, &["flags=true", "cards.deal=3"], "red wild blue red red red blue red");
    scene.claim(1, "Bex-Cor", json!({ "red": 1, "wild": 1 }));
    assert_eq!(scene.legal(1), ["keeps red", "keeps wild", "keeps none"]);
    assert_eq!((scene.held("Bex-Cor"), scene.cards("escrow", 0)), (vec![1], "1 red, 1 wild".to_owned()));
    scene.act(1, json!({ "op": "flags/keep", "card": "wild" }));
    assert_eq!((scene.cards("flags", 1), scene.cards("train discards", 0)), ("1 wild".to_owned(), "1 red".to_owned()));
    // A zone of a player that all see.
    let flags = scene.view(0).zones.into_iter().find(|z| z.name == "flags").expect("a zone");
    assert_eq!(flags.cards.expect("for all to see").into_iter().collect::<Vec<_>>(), [("wild".to_owned(), 1)]);
    // Another one of a second kind makes a set, which is banked at the end of the turn.
    scene.idle(2).claim(1, "Dun-Esk", json!({ "blue": 1 }));
    assert_eq!(scene.points(1, "flags/sets"), None);
    scene.act(1, json!({ "op": "flags/keep", "card": "blue" }));
    assert_eq!((scene.points(1, "flags/sets"), scene.cards("flags", 1)), (Some(5), "no card".to_owned()));
    assert_eq!(scene.rules().score(scene.game.state()).sides[0].total, 2 + 1 + 5, "banked points are public");
}

#[test]
fn a_claim_within_a_claim_leaves_the_cards_of_the_first_alone() {
    let set = ["flags=true", "extension=true", "double-routes.single-up-to=0"];
    let mut scene = scene(2, &set, "red red blue blue blue red");
    // Cor-Dun brings Dun-Esk for nothing; the cards paid for Cor-Dun are still there to be kept.
    scene.claim(1, "Cor-Dun", json!({ "red": 2 }));
    assert_eq!((scene.held("Cor-Dun"), scene.held("Dun-Esk")), (vec![1], vec![1]));
    assert_eq!(
        (scene.cards("escrow", 0), scene.legal(1)),
        ("2 red".to_owned(), vec!["keeps red".to_owned(), "keeps none".to_owned()])
    );
    scene.act(1, json!({ "op": "flags/keep", "card": "red" }));
    assert_eq!((scene.cards("flags", 1), scene.cards("train discards", 0)), ("1 red".to_owned(), "1 red".to_owned()));
    assert_eq!((scene.stock(1), scene.turn_of()), (9, 2));
}

#[test]
fn a_claim_within_a_claim_has_cards_of_its_own() {
    let spur = |scene: &Scene, route: &str, pay: Json| json!({ "op": "spur/lay", "route": scene.route_json(route), "pay": pay });
    let none = || "no card".to_owned();
    let mut scene = scene(2, &["spur=true", "cards.deal=4"], "red red blue blue red red red red blue red");
    // The spur stands and its card is put away; those of the first claim wait.
    scene.claim(1, "Cor-Dun", json!({ "red": 2 }));
    assert_eq!(scene.legal(1), ["lays a spur on Dun - Esk with 1 blue", "lays no spur"]);
    scene.act(1, spur(&scene, "Dun-Esk", json!({ "blue": 1 })));
    assert_eq!((scene.held("Dun-Esk"), scene.held("Cor-Dun")), (vec![1], vec![]));
    assert_eq!((scene.cards("escrow", 0), scene.cards("train discards", 0)), ("2 red".into(), "1 blue".into()));
    // The first claim stands as well, or is given up and has its own cards back.
    let mut given_up = Scene { game: scene.game.clone(), chance: scene.chance.clone(), events: Vec::new() };
    scene.act(1, json!({ "op": "spur/go-on" }));
    assert_eq!((scene.held("Cor-Dun"), scene.hand(1)), (vec![1], "1 blue".into()));
    assert_eq!((scene.cards("escrow", 0), scene.cards("train discards", 0)), (none(), "1 blue, 2 red".into()));
    given_up.act(1, json!({ "op": "spur/give-up" }));
    assert_eq!((given_up.held("Cor-Dun"), given_up.hand(1)), (vec![], "1 blue, 2 red".into()));
    assert_eq!((given_up.cards("escrow", 0), given_up.cards("train discards", 0)), (none(), "1 blue".into()));
}

#[test]
fn a_claim_within_a_claim_is_given_up_alone() {
    let start = |turned: &str| {
        let set = ["spur.longest=2", "tunnels=true", "pool=true", "cards.deal=4"];
        let mut scene = scene(2, &set, "red red blue blue red red red red blue red");
        for card in ["red", "blue", "blue"] {
            scene.act(1, json!({ "op": "pool/share" })).act(1, json!({ "op": "pool/put", "card": card })).idle(2);
        }
        scene.claim(1, "Cor-Dun", json!({ "red": 2 })).next(turned);
        let spur = json!({ "op": "spur/lay", "route": scene.route_json("Bex-Cor"), "pay": { "blue": 2 } });
        scene.act(1, spur);
        scene
    };
    // A tunnel looks at its own cards: what was laid before does not match.
    let mut scene = start("red red red");
    assert_eq!((scene.held("Bex-Cor"), scene.cards("escrow", 0)), (vec![1], "2 red".into()));
    // Each claim knows which of its cards came from the pool.
    scene.act(1, json!({ "op": "spur/give-up" }));
    assert_eq!((scene.hand(1), scene.cards("pool", 1)), ("1 red".into(), "1 red".into()));
    assert_eq!(
        (scene.cards("escrow", 0), scene.cards("train discards", 0)),
        ("no card".into(), "2 blue, 3 red".into())
    );
    // With nothing to pay for a card that matches, the tunnel is given up; the first claim goes on with its cards.
    let mut scene = start("red blue red");
    assert_eq!((scene.held("Bex-Cor"), scene.cards("escrow", 0)), (vec![], "2 red".into()));
    assert_eq!((scene.hand(1), scene.cards("pool", 1)), ("no card".into(), "2 blue".into()));
    scene.act(1, json!({ "op": "spur/go-on" }));
    assert_eq!((scene.held("Cor-Dun"), scene.cards("escrow", 0)), (vec![1], "no card".into()));
    assert_eq!(scene.cards("train discards", 0), "1 blue, 4 red");
}

/// A board for bundled modules in claims within claims.
const SPURS: &str = r#"
format = 1
name = "Spurs"
routes = [
    { between = ["Bex", "Cor"], length = 2, colour = "gray", tunnel = true },
    { between = ["Cor", "Dun"], length = 2, colour = "red" },
    { between = ["Dun", "Esk"], length = 1, colour = "blue" },
]
tickets = [{ cities = ["Bex", "Esk"], points = 5 }]

[cities]
Bex = {}
Cor = {}
Dun = {}
Esk = {}
"#;

#[test]
fn bundled_modules_look_at_the_cards_of_a_claim_within_a_claim() {
    let start = |set: &[&str], turned: &str, spur: &str, pay: Json| {
        let mut registry = ttr_variants::registry();
        registry.module::<Spur>();
        let source = GameSource::new("spurs", SPURS, 2).with_rules("seams", RULES);
        let set = ["spur.longest=2", "tunnels=true", "cards.deal=4"].iter().chain(set);
        let source = set.fold(source, |source, set| source.with_set(*set));
        let compiled = compile(&registry, &source).unwrap_or_else(|failed| panic!("{failed}"));
        let mut scene = scene_by(compiled.rules, "red red blue blue red red red red blue red");
        scene.claim(1, "Cor-Dun", json!({ "red": 2 })).next(turned);
        let spur = json!({ "op": "spur/lay", "route": scene.route_json(spur), "pay": pay });
        scene.act(1, spur);
        scene
    };
    // A tunnel: red cards match nothing of a claim with blue ones.
    let scene = start(&[], "red red red", "Bex-Cor", json!({ "blue": 2 }));
    assert_eq!((scene.held("Bex-Cor"), scene.cards("escrow", 0)), (vec![1], "2 red".into()));
    assert_eq!(scene.cards("train discards", 0), "2 blue, 3 red");
    // With nothing to pay for the card that matches it is given up, and the first claim waits.
    let mut scene = start(&[], "red blue red", "Bex-Cor", json!({ "blue": 2 }));
    assert_eq!((scene.held("Bex-Cor"), scene.hand(1)), (vec![], "2 blue".into()));
    assert_eq!((scene.cards("escrow", 0), scene.cards("train discards", 0)), ("2 red".into(), "1 blue, 2 red".into()));
    scene.act(1, json!({ "op": "spur/go-on" }));
    assert_eq!((scene.held("Cor-Dun"), scene.cards("escrow", 0)), (vec![1], "no card".into()));
    // Flags: a card of the claim that stands can be kept, and then one of the claim that waited.
    let flags = ["flags.colours=[\"red\", \"blue\"]"];
    let mut scene = start(&flags, "", "Dun-Esk", json!({ "blue": 1 }));
    assert_eq!(scene.legal(1), ["keeps blue", "keeps no card"]);
    scene.act(1, json!({ "op": "flags/keep", "card": "blue" })).act(1, json!({ "op": "spur/go-on" }));
    assert_eq!(
        (scene.cards("escrow", 0), scene.legal(1)),
        ("2 red".into(), vec!["keeps red".into(), "keeps no card".to_owned()])
    );
    scene.act(1, json!({ "op": "flags/none" }));
    assert_eq!((scene.cards("kept cards", 1), scene.cards("train discards", 0)), ("1 blue".into(), "2 red".into()));
}

const DOZER: &str = "cards.decks.train.dozer={ count = 2, price = 0, payable = false, bulldozer = true }";

#[test]
fn a_claim_can_be_free_and_a_route_released() {
    let set = ["bulldozers=true", DOZER];
    let mut scene = scene(2, &set, "red red dozer dozer blue red");
    scene.claim(1, "Cor-Dun", json!({ "red": 2 }));
    assert_eq!((scene.stock(1), scene.payments(2, "Cor-Dun/2")), (10, vec![]));
    assert!(scene.legal(2).contains(&"clears Cor - Dun (red)".to_owned()));
    scene.act(2, json!({ "op": "bulldozers/clear", "route": scene.route_json("Cor-Dun") }));
    assert!(scene.happened(|e| matches!(e, What::Released { .. })));
    // The pieces are back, the owner has a point for it, and the double is open again.
    assert_eq!((scene.held("Cor-Dun"), scene.stock(1)), (vec![], 12));
    assert_eq!((scene.points(1, "bulldozers/consolation"), scene.hand(2)), (Some(1), "1 dozer".to_owned()));
    scene.idle(1);
    let discards = scene.cards("train discards", 0);
    let lay = json!({ "op": "bulldozers/lay", "route": scene.route_json("Cor-Dun/2") });
    scene.act(2, lay);
    assert_eq!((scene.held("Cor-Dun/2"), scene.stock(2), scene.hand(2)), (vec![2], 10, "no card".to_owned()));
    // Nothing but the bulldozer was discarded: 1 dozer and the two red of the first claim before, 2 dozers now.
    assert_eq!(
        (discards, scene.cards("train discards", 0)),
        ("1 dozer, 2 red".to_owned(), "2 dozer, 2 red".to_owned())
    );
    // A route of three spaces is too long for it.
    assert!(!scene.legal(2).iter().any(|a| a.contains("Esk - Ada")));
}

#[test]
fn a_row_keeps_the_limits_of_other_modules() {
    let mut scene = scene(2, &["bulldozers=true", DOZER, "row.overflow=\"discard\""], "red red red red blue blue");
    // Taking a card turns up a bulldozer: the whole row is replaced.
    scene.next("dozer red wild").act(1, json!({ "op": "row/take", "card": "blue" }));
    assert_eq!(
        (scene.cards("row", 0), scene.cards("train discards", 0)),
        ("1 red, 1 wild".to_owned(), "1 blue, 1 dozer".to_owned())
    );
}

#[test]
fn players_of_a_side_score_together_and_see_what_is_theirs() {
    let deal = "red red blue blue wild blue red red red red";
    let mut scene = scene(4, &["teams=true", "pool=true"], deal);
    assert_eq!(scene.rules().side_count(), 2);
    assert_eq!(scene.rules().side_name(ttr_core::SideId(0)), "player 1 & player 3");
    // A card is put to the pool: the partner sees it, the others see that there is one.
    scene.act(1, json!({ "op": "pool/share" }));
    assert_eq!((scene.cards("pool", 1), scene.hand(1)), ("1 red".to_owned(), "1 red".to_owned()));
    for (seat, sees) in [(0, false), (1, true), (2, false), (3, true), (4, false)] {
        let view = scene.view(seat);
        let pool = view.zones.iter().find(|z| z.name == "pool" && z.owner.as_deref() == Some("player 1"));
        let pool = pool.expect("the pool of player 1");
        assert_eq!((pool.cards.is_some(), pool.backs["train"]), (sees, 1), "seat {seat}");
        assert!(pool.known.is_empty());
        let heard: Vec<Json> = scene
            .events
            .iter()
            .map(|e| names::event_json(scene.rules(), e, seat.checked_sub(1).map(PlayerId::at)))
            .collect();
        let moved = heard.iter().find(|e| e["event"] == "cards").expect("a card moved");
        assert_eq!(moved.get("cards").is_some(), sees, "seat {seat}");
    }
    // The pool can be paid from, and routes of both partners make one network.
    scene.claim(2, "Dun-Esk", json!({ "blue": 1 }));
    scene.claim(3, "Ada-Cor", json!({ "blue": 1, "wild": 1 }));
    scene.idle(4).claim(1, "Bex-Cor", json!({ "red": 2 }));
    assert_eq!((scene.hand(1), scene.cards("pool", 1)), ("no card".to_owned(), "no card".to_owned()));
    let joined = scene.look().network(ttr_core::SideId(0), ttr_core::Purpose::Tickets).edges;
    assert_eq!(joined, [scene.route("Bex-Cor"), scene.route("Ada-Cor")]);
    assert_eq!((scene.points(1, "route-points/routes"), scene.points(2, "route-points/routes")), (Some(4), Some(1)));
}

#[test]
fn what_was_paid_comes_back_to_the_purses() {
    let mut scene = scene(2, &["tunnels=true", "pool=true"], "red red blue blue blue red");
    scene.act(1, json!({ "op": "pool/share" })).idle(2);
    let before = scene.look().purse(player(1));
    scene.next("red red red").claim(1, "Bex-Cor", json!({ "red": 2 }));
    assert!(scene.happened(|e| matches!(e, What::ClaimDropped { .. })));
    assert_eq!((scene.look().purse(player(1)), scene.cards("escrow", 0)), (before, "no card".to_owned()));
}

#[test]
fn cards_and_tickets_can_land_elsewhere_first() {
    let mut scene = scene(2, &["tray=true"], "red red blue blue blue red");
    let known = |scene: &Scene, name: &str| {
        let zones = scene.view(2).zones;
        zones.into_iter().find(|z| z.name == name && z.owner.as_deref() == Some("player 1")).expect("a zone").known
    };
    // Face up: all know what lies on the tray, and where it goes.
    scene.act(1, json!({ "op": "row/take", "card": "blue" }));
    assert_eq!(
        (scene.legal(1).join(", "), scene.cards("tray", 1)),
        ("keeps the card, tosses the card".into(), "1 blue".into())
    );
    assert_eq!(known(&scene, "tray"), [("blue".to_owned(), 1)].into());
    scene.act(1, json!({ "op": "tray/keep" }));
    assert_eq!((scene.hand(1), scene.cards("tray", 1)), ("1 blue, 2 red".to_owned(), "no card".to_owned()));
    assert_eq!(known(&scene, "hand"), [("blue".to_owned(), 1)].into(), "all of the tray went there");
    // The last card of a draw is kept; blind, nobody knows it.
    scene.next("wild").act(1, json!({ "op": "cards/blind", "deck": "train" }));
    assert_eq!((scene.hand(1), scene.turn_of()), ("1 blue, 2 red, 1 wild".to_owned(), 2));
    assert_eq!(known(&scene, "hand"), [("blue".to_owned(), 1)].into());
    scene.next("wild").act(2, json!({ "op": "cards/blind", "deck": "train" })).act(2, json!({ "op": "tray/toss" }));
    assert_eq!((scene.hand(2), scene.cards("train discards", 0)), ("2 blue".to_owned(), "1 wild".to_owned()));
    scene.act(2, json!({ "op": "cards/blind", "deck": "train" }));
    // Tickets land on the desk, and one of those just kept goes to the board.
    let tickets = [["Bex", "Dun"], ["Cor", "Esk"]].map(|cities| json!({ "cities": cities }));
    let ids: Vec<u16> = tickets.iter().map(|t| names::ticket_from(scene.rules(), t).expect("a ticket").0).collect();
    scene.chance.push("ticket deck", ids);
    scene.act(1, json!({ "op": "tickets/draw" })).act(1, json!({ "op": "tickets/keep", "tickets": tickets }));
    assert_eq!(scene.legal(1), ["pins Bex - Dun to the board", "pins Cor - Esk to the board"]);
    scene.act(1, json!({ "op": "tray/pin", "tickets": [tickets[1]] }));
    let lying = |name: &str| scene.look().tickets(scene.zone(name, 1));
    assert_eq!((lying("board").len(), lying("tickets").len(), lying("desk").len()), (1, 1, 0));
    assert_eq!(scene.lines(1).iter().filter(|(rule, _)| rule == "tickets/failed").count(), 2, "both score");
}

#[test]
fn turns_can_be_more_and_longer() {
    let mut scene = scene(2, &["encore=true"], "red red blue blue blue red");
    // Thinking does not end the turn, and comes once in it.
    scene.act(1, json!({ "op": "encore/think" }));
    assert_eq!((scene.turn_of(), scene.look().turns_of(player(1))), (1, 1));
    assert!(!scene.legal(1).contains(&"thinks".to_owned()) && scene.legal(1).len() > 1);
    scene.act(1, json!({ "op": "encore/encore" }));
    let mut order = Vec::new();
    for _ in 0..4 {
        let seat = scene.turn_of();
        order.push((seat, scene.look().turns_of(player(seat))));
        assert!(scene.legal(seat).contains(&"thinks".to_owned()), "in every turn");
        scene.idle(seat);
    }
    assert_eq!(order, [(1, 2), (1, 3), (2, 1), (1, 4)]);
}

#[test]
fn a_lesser_action_leaves_the_fallback_open() {
    let none = ["cards.decks.train.red=0", "cards.decks.train.blue=0", "cards.decks.train.wild.count=0"];
    let more = ["cards.deal=0", "tickets.draw={ take = 0, keep = 0 }", "encore=true"];
    let mut scene = scene(2, &[&none[..], &more].concat(), "");
    assert_eq!(scene.legal(1), ["will have two turns more", "thinks"], "no passing while there is something to do");
    scene.act(1, json!({ "op": "encore/encore" }));
    assert_eq!((scene.turn_of(), scene.legal(1)), (1, vec!["thinks".to_owned(), "passes".to_owned()]));
    // After thinking only passing is left, and is forced; then the second of the two turns.
    scene.act(1, json!({ "op": "encore/think" }));
    assert!(scene.happened(|e| matches!(e, What::Chose { forced: true, .. })));
    assert_eq!((scene.turn_of(), scene.look().turns_of(player(1))), (1, 3));
}

#[test]
fn setup_asks_one_after_the_other_and_backwards() {
    let mut scene = scene(3, &["homes=true", "turns.first=2"], "red red blue blue red blue red blue");
    let mut asked = Vec::new();
    for city in ["Ada", "Bex", "Fay"] {
        let seat = scene.to_act()[0];
        asked.push(seat);
        scene.act(seat, json!({ "op": "homes/settle", "city": city }));
    }
    assert_eq!(asked, [1, 3, 2], "from the last to the first, who is player 2");
    let mut asked = Vec::new();
    for n in [0, 2, 1] {
        let seat = scene.to_act()[0];
        asked.push(seat);
        scene.act(seat, json!({ "op": "homes/gift", "n": n }));
    }
    assert_eq!(asked, [2, 3, 1]);
    let cards = |seat| scene.look().count(scene.zone("hand", seat));
    assert_eq!((cards(2), cards(3), cards(1), scene.turn_of()), (2, 4, 3, 2));
    assert_eq!((scene.register("homes/home of", "Fay"), scene.register("homes/home of", "Ada")), (2, 1));
}

#[test]
fn cities_can_be_joined_without_a_route() {
    let mut scene = scene(2, &["homes=true", "tickets.draw={ take = 1, keep = 1 }"], "red red blue blue blue red");
    scene.act(2, json!({ "op": "homes/settle", "city": "Hob" })).act(1, json!({ "op": "homes/settle", "city": "Fay" }));
    for seat in [1, 2] {
        scene.act(seat, json!({ "op": "homes/gift", "n": 0 }));
    }
    // Home of player 1 is Fay, and Bex is a gate: so much for the ticket Fay - Bex. For player 2 it is not.
    let ticket = names::ticket_from(scene.rules(), &json!({ "cities": ["Fay", "Bex"] })).expect("a ticket");
    scene.chance.push("ticket deck", [ticket.0]);
    scene.act(1, json!({ "op": "tickets/draw" }));
    assert_eq!(scene.points(1, "tickets/completed"), Some(3));
    let ticket = names::ticket_from(scene.rules(), &json!({ "cities": ["Bex", "Dun"] })).expect("a ticket");
    scene.chance.push("ticket deck", [ticket.0]);
    scene.act(2, json!({ "op": "tickets/draw" }));
    assert_eq!(scene.points(2, "tickets/failed"), Some(-4));
}

#[test]
fn a_painted_route_costs_its_new_colour() {
    let mut scene = scene(2, &["paint=true"], "red red blue blue blue red");
    assert_eq!((scene.payments(1, "Dun-Esk"), scene.payments(1, "Ada-Bex")), (vec![], vec!["1 red".to_owned()]));
    assert!(!scene.legal(1).contains(&"paints Ada - Bex with red".to_owned()), "it is red already");
    let paint = json!({ "op": "paint/paint", "route": scene.route_json("Dun-Esk"), "card": "red" });
    scene.act(1, paint);
    assert!(scene.happened(|e| matches!(e, What::Painted { .. })));
    assert_eq!((scene.payments(2, "Dun-Esk"), scene.cards("train discards", 0)), (vec![], "1 red".to_owned()));
    assert_eq!(scene.register("paint/painted", "Dun - Esk"), 1);
    let view = scene.view(0);
    let route = view.routes.iter().find(|r| r.route == scene.route_json("Dun-Esk")).expect("it has changed");
    assert_eq!((route.colour.as_deref(), route.held.len()), (Some("red"), 0));
    scene.idle(2);
    assert_eq!(scene.payments(1, "Dun-Esk"), ["1 red"]);
    scene.claim(1, "Dun-Esk", json!({ "red": 1 }));
    assert_eq!(scene.held("Dun-Esk"), [1]);
}

#[test]
fn terms_can_be_personal() {
    let mut scene = scene(2, &["veterans=true", "cards.deal=4"], "red red red blue red red red blue blue red");
    scene.claim(1, "Ada-Bex", json!({ "red": 1 })).claim(2, "Cor-Dun", json!({ "red": 2 }));
    assert_eq!(scene.payments(1, "Bex-Cor"), ["2 red"]);
    scene.claim(1, "Dun-Esk", json!({ "blue": 1 })).idle(2);
    // After two claims a gray route of two takes one card, and one of a single space still one.
    assert_eq!((scene.payments(1, "Bex-Cor"), scene.hand(1)), (vec!["1 red".to_owned()], "2 red".to_owned()));
    assert_eq!(
        scene.attempt(1, &json!({ "op": "claim/route", "route": scene.route_json("Bex-Cor"), "pay": { "red": 2 } })),
        Err("core/superfluous".to_owned())
    );
    scene.claim(1, "Bex-Cor", json!({ "red": 1 }));
    assert_eq!((scene.stock(1), scene.hand(1)), (12 - 1 - 1 - 2, "1 red".to_owned()));
}

#[test]
fn routes_can_be_for_all_and_take_pieces_aside() {
    let mut scene = scene(2, &["works=true", "cards.deal=4"], "red red blue blue red red blue blue blue red");
    scene.claim(1, "Bex-Esk", json!({ "red": 2 }));
    // Nobody holds it, the pieces are nobody's, and whoever needs it may use it.
    let look = scene.look();
    assert!(look.is_public(scene.route("Bex-Esk")) && !look.is_free(scene.route("Bex-Esk")));
    assert_eq!((scene.held("Bex-Esk"), scene.stock(1), look.shared_stock(PieceId(0))), (vec![], 12, 1));
    assert_eq!((scene.points(1, "works/works"), scene.points(1, "route-points/routes")), (Some(2), Some(0)));
    scene.claim(2, "Dun-Esk", json!({ "blue": 1 }));
    scene.claim(1, "Ada-Cor", json!({ "blue": 2 }));
    assert_eq!((scene.stock(1), scene.look().aside(player(1), PieceId(0))), (9, 1));
    scene.ticket(2, &["Bex", "Dun"]);
    assert_eq!(scene.points(2, "tickets/completed"), Some(4));
    assert_eq!(scene.payments(1, "Bex-Esk"), [""; 0], "it is taken");
}

#[test]
fn a_closed_route_stays_closed_whatever_happens_beside_it() {
    for paint in ["paint=true", "paint=false"] {
        let set = ["shut=true", "double-routes.single-up-to=0", paint];
        let mut scene = scene(2, &set, "red red blue blue blue red");
        let closed =
            |scene: &Scene, seat| (scene.payments(seat, "Hob-Gil").len(), scene.payments(seat, "Hob-Gil/2").len());
        assert_eq!((closed(&scene, 1), closed(&scene, 2)), ((1, 0), (0, 0)), "{paint}");
        scene.claim(1, "Hob-Gil", json!({ "red": 1 }));
        assert_eq!(closed(&scene, 2), (0, 0), "{paint}");
        let action = json!({ "op": "claim/route", "route": scene.route_json("Hob-Gil/2"), "pay": { "blue": 1 } });
        assert_eq!(scene.attempt(2, &action), Err("core/closed".to_owned()), "{paint}");
    }
}

#[test]
fn costs_have_parts_groups_and_symbols() {
    let ports = [
        "costs=true",
        "cards.decks.train.red-port={ count = 3, colour = \"red\", symbols = [\"port\"] }",
        "cards.deal=6",
    ];
    let scene = scene(2, &ports, "red red red blue blue wild red-port blue wild wild red red blue red");
    assert_eq!(scene.hand(1), "2 blue, 3 red, 1 wild");
    assert_eq!(scene.payments(1, "Ada-Fay"), ["1 blue, 1 wild", "1 red, 1 wild"], "a ferry takes a wild");
    let pairs = ["2 blue, 2 red", "2 blue, 1 red, 1 wild", "1 blue, 2 red, 1 wild", "3 red, 1 wild"];
    assert_eq!(scene.payments(1, "Fay-Gil"), pairs, "a pair of a colour for each space, a wild in each at most");
    assert_eq!(scene.payments(1, "Gil-Dun"), ["1 blue, 1 wild", "1 red, 1 wild"], "a card with the symbol is missing");
    let mut scene = scene;
    scene.idle(1);
    assert_eq!(scene.hand(2), "1 blue, 2 red, 1 red-port, 2 wild");
    let port = ["1 blue, 1 wild", "1 red, 1 red-port", "1 red, 1 wild", "1 red-port, 1 wild", "2 wild"];
    assert_eq!(scene.payments(2, "Gil-Dun"), port, "one colour over both parts");
}

#[test]
fn the_best_of_several_routes_is_chosen() {
    let set =
        ["stations=true", "cards.deal=4", "tickets.draw={ take = 1, keep = 1 }", "victory.ties=[\"stations-built\"]"];
    let mut scene = scene(2, &set, "red red blue blue red red blue wild blue red");
    scene.claim(1, "Cor-Dun", json!({ "red": 2 }));
    let build = json!({ "op": "stations/build", "city": "Dun", "pay": { "blue": 1 } });
    scene.act(2, build);
    let look = scene.look();
    assert_eq!((look.stock(player(2), PieceId(1)), scene.register("stations/station of", "Dun")), (1, 2));
    assert!(scene.happened(|e| matches!(e, What::Pieces { .. })));
    assert_eq!(scene.cards("train discards", 0), "1 blue, 2 red");
    scene.claim(1, "Dun-Esk", json!({ "blue": 1 }));
    // A ticket needs the one route of player 1 at Dun, another the other: the better one is chosen.
    scene.act(2, json!({ "op": "stations/build", "city": "Bex", "pay": { "red": 1 } })).idle(1);
    let give = |scene: &mut Scene, cities: [&str; 2]| {
        let ticket = names::ticket_from(scene.rules(), &json!({ "cities": cities })).expect("a ticket");
        scene.chance.push("ticket deck", [ticket.0]);
        scene.act(2, json!({ "op": "tickets/draw" }));
        scene.idle(1);
    };
    give(&mut scene, ["Cor", "Esk"]);
    assert_eq!(scene.points(2, "tickets/failed"), Some(-2), "one route of the two is not enough");
    scene.claim(2, "Bex-Cor", json!({ "red": 1, "wild": 1 })).idle(1);
    give(&mut scene, ["Bex", "Dun"]);
    assert_eq!(scene.points(2, "tickets/completed"), Some(4), "Cor - Dun is used");
    let outcomes = scene.look().outcomes(ttr_core::SideId(1));
    let chosen: Vec<_> = outcomes.chosen.iter().map(|(_, route)| *route).collect();
    assert_eq!((outcomes.exact, chosen), (true, vec![Some(scene.route("Cor-Dun"))]), "nobody else is at Bex");
    // What is not built counts; and among equals who has built fewer would win.
    assert_eq!((scene.points(1, "stations/unbuilt"), scene.points(2, "stations/unbuilt")), (Some(8), Some(0)));
    assert!(scene.rules().measures().any(|m| m == "stations-built"));
}

#[test]
fn goals_can_be_of_other_kinds() {
    let mut scene = scene(2, &["tours=true", "cards.deal=4"], "red red blue blue red red blue wild blue red");
    let look = scene.look();
    assert_eq!((look.ticket_count(scene.zone("own tours", 1)), look.ticket_count(scene.zone("tours", 0))), (1, 3));
    assert_eq!(look.ticket_count(scene.zone("ticket deck", 0)), 9, "the long ones are not in the other deck");
    assert!(scene.rules().goals().eq(["tickets/pair", "tours/tour"]));
    assert_eq!(scene.points(1, "tickets/failed"), Some(0), "a tour that is not completed costs nothing");
    // Secret, until it is shown.
    let tour = scene.look().tickets(scene.zone("own tours", 1))[0];
    let sees = |scene: &Scene, zone: &str| {
        let view = scene.view(2);
        let zone =
            view.zones.iter().find(|z| z.name == zone && z.owner.as_deref() == Some("player 1")).expect("a zone");
        zone.tickets.clone()
    };
    assert_eq!(sees(&scene, "own tours"), [None]);
    scene.act(1, json!({ "op": "tours/show" }));
    assert_eq!(sees(&scene, "open tours"), [Some(names::ticket(scene.rules(), tour))]);
    assert_eq!(scene.register("tours/shown in turn", &scene.rules().board().ticket_name(tour)), 1);
    assert!(scene.events.iter().any(|e| names::event_json(scene.rules(), e, None)["tickets"].is_array()));
}

#[test]
fn two_tickets_with_the_same_cities_are_two() {
    let rules = rules(2, &["tours=true", "tickets.draw={ take = 2, keep = 1 }"]);
    let copies: Vec<Json> = rules
        .board()
        .ticket_ids()
        .map(|t| names::ticket(&rules, t))
        .filter(|t| t["cities"] == json!(["Ada", "Cor", "Esk"]))
        .collect();
    assert_eq!(copies.len(), 2);
    let ids: Vec<u16> = copies.iter().map(|t| names::ticket_from(&rules, t).expect("a ticket").0).collect();
    assert_ne!(ids[0], ids[1]);
    // Both are dealt and shown, and each has a register of its own.
    let mut scene = scene(2, &["tours=true"], "red red blue blue blue red");
    scene.chance = ScriptedChance::new(1).next("tours", ids);
    let rules = scene.game.rules().clone();
    scene.game = Game::start(rules, &mut scene.chance, &mut scene.events).expect("setup");
    scene.act(1, json!({ "op": "tours/show" })).act(2, json!({ "op": "tours/show" }));
    let shown = scene.view(0).registers["tours/shown in turn"].len();
    assert_eq!(shown, 2);
}

#[test]
fn an_award_can_be_for_nobody() {
    let mut scene = scene(2, &["honours=true"], "red red blue blue blue red");
    assert_eq!((scene.points(1, "honours/most-routes"), scene.points(2, "honours/most-routes")), (None, None));
    scene.claim(1, "Ada-Bex", json!({ "red": 1 }));
    assert_eq!((scene.points(1, "honours/most-routes"), scene.points(2, "honours/most-routes")), (Some(6), None));
    scene.claim(2, "Dun-Esk", json!({ "blue": 1 }));
    assert_eq!((scene.points(1, "honours/most-routes"), scene.points(2, "honours/most-routes")), (None, None));
    // The longest path is for all who tie.
    assert_eq!(
        (scene.points(1, "longest-path/longest-path"), scene.points(2, "longest-path/longest-path")),
        (Some(10), Some(10))
    );
    assert_eq!(scene.rules().score(scene.game.state()).sides[0].lines.len(), 1, "awards are for the end");
}

#[test]
fn fewer_can_be_better_among_equals() {
    let set = ["stations={ unbuilt = 0 }", "victory.ties=[\"stations-built\"]"];
    let mut scene = scene(2, &set, "red red blue blue blue red");
    let winners = |scene: &Scene| {
        let sheet = scene.rules().final_score(scene.game.state());
        (sheet.winners.iter().map(|s| s.index() + 1).collect::<Vec<_>>(), sheet.decided_by)
    };
    assert_eq!(winners(&scene), (vec![1, 2], None));
    scene.act(1, json!({ "op": "stations/build", "city": "Dun", "pay": { "red": 1 } }));
    assert_eq!(winners(&scene), (vec![2], Some("stations-built".to_owned())));
}

const GALE: &str = "cards.decks.train.gale={ count = 2, payable = false, storm = true }";

#[test]
fn a_turned_card_can_have_an_effect_and_filter_operations() {
    let set = ["storm=true", GALE, "bulldozers=true", DOZER];
    let mut scene = scene(2, &set, "red red blue dozer blue red");
    let claim = json!({ "op": "claim/route", "route": scene.route_json("Ada-Bex"), "pay": { "red": 1 } });
    assert!(scene.legal(1).iter().any(|a| a.starts_with("claims")));
    // A gale drawn blind: nobody sees the card, all feel the storm, in the next turn too.
    scene.next("gale red").idle(1);
    assert_eq!((scene.register("storm/turns left", ""), scene.register("storm/seen", "gale")), (1, 1));
    assert!(!scene.legal(2).iter().any(|a| a.starts_with("claims")) && scene.legal(2).len() > 2);
    let other = json!({ "op": "claim/route", "route": scene.route_json("Dun-Esk"), "pay": { "blue": 1 } });
    assert_eq!(scene.attempt(2, &other), Err("storm/storm".to_owned()));
    // Routes laid by other means are no such operation, but those to a summit are out of reach.
    let lay = |scene: &Scene| -> Vec<String> { scene.legal(2).into_iter().filter(|a| a.starts_with("lays")).collect() };
    assert!(lay(&scene).iter().any(|a| a.contains("Dun - Esk")) && !lay(&scene).iter().any(|a| a.contains("Hob")));
    scene.idle(2);
    assert_eq!(scene.register("storm/turns left", ""), 0);
    scene.act(1, claim);
    assert!(lay(&scene).iter().any(|a| a.contains("Hob")), "out again");
}

#[test]
fn another_module_can_start_the_end() {
    let mut scene = scene(2, &["curfew={ after = 2, turns = 1 }"], "red red blue blue blue red");
    let mut turns = Vec::new();
    while let Some(&seat) = scene.to_act().first() {
        turns.push((seat, scene.look().turns_left()));
        scene.idle(seat);
    }
    assert_eq!(turns, [(1, None), (2, None), (1, None), (2, Some(2)), (1, Some(1))]);
    assert_eq!(scene.view(0).over.as_deref(), Some("curfew/late"));
}

#[test]
fn all_can_be_asked_at_once_in_mid_game() {
    let mut scene = scene(3, &["passing={ every = 1 }"], "red red blue red wild red blue red");
    scene.next("blue blue blue blue blue blue").idle(1).idle(2).idle(3);
    assert_eq!(scene.to_act(), [1, 2, 3]);
    let pass = |card: &str| json!({ "op": "passing/pass", "card": card });
    scene.act(2, pass("blue"));
    // Nobody else sees which.
    assert_eq!((scene.to_act(), scene.hand(2)), (vec![1, 3], "3 blue, 1 red".to_owned()));
    let answers = |seat| scene.view(seat).sealed.iter().map(|s| s.answer.is_some()).collect::<Vec<_>>();
    assert_eq!((answers(0), answers(1), answers(2)), (vec![false], vec![false], vec![true]));
    assert_eq!(scene.attempt(2, &pass("blue")), Err("core/not-yours".to_owned()));
    scene.act(3, pass("wild"));
    scene.act(1, pass("red"));
    assert_eq!(
        (scene.hand(1), scene.hand(2), scene.hand(3)),
        ("2 blue, 1 red, 1 wild".to_owned(), "2 blue, 2 red".to_owned(), "3 blue, 1 red".to_owned())
    );
    assert_eq!(scene.turn_of(), 1);
    // Player 1 saw what went to player 2, who saw it come; player 3 did not.
    let card = |seat: usize| {
        let heard = scene.events.iter().map(|e| names::event_json(scene.rules(), e, Some(player(seat))));
        let mut moves = heard.filter(|e| e["event"] == "cards" && e["from"]["of"] == 1);
        moves.next().expect("a card moved").get("cards").is_some()
    };
    assert_eq!((card(1), card(2), card(3)), (true, true, false));
}
