//! The rules, on the smallest board that shows them.

use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use team_play::{Partners, Rack};
use ttr_core::{
    ActionSpace, Event, Failed, Game, GameSource, Illegal, PieceId, PlayerId, RuleModule, Rules, ScriptedChance,
    SeededChance, SideId, What, ZoneId, compile,
};
use ttr_files::names::ZoneView;
use ttr_files::{OwnedView, names};
use ttr_testkit::Kit;

const TRAIN: PieceId = PieceId(0);

const MAP: &str = r#"
format = 1
name = "Pond"
routes = [
    { between = ["Ayr", "Bath"], length = 2, tracks = ["red", "blue"] },
    { between = ["Bath", "Cork"], length = 3, colour = "red" },
    { between = ["Cork", "Deal"], length = 1, colour = "blue" },
    { between = ["Deal", "Ayr"], length = 2, colour = "gray", tunnel = true },
]
tickets = [
    { cities = ["Ayr", "Cork"], points = 5 },
    { cities = ["Ayr", "Deal"], points = 3 },
    { cities = ["Bath", "Deal"], points = 4 },
    { cities = ["Bath", "Cork"], points = 2 },
    { cities = ["Cork", "Deal"], points = 1 },
    { cities = ["Ayr", "Bath"], points = 2 },
    { cities = ["Ayr", "Cork"], points = 6 },
    { cities = ["Bath", "Deal"], points = 7 },
    { cities = ["Ayr", "Deal"], points = 8 },
    { cities = ["Cork", "Deal"], points = 9 },
]
[cities]
Ayr = {}
Bath = {}
Cork = {}
Deal = {}
"#;

const RULES: &str = r#"
format = 1
name = "Pond"
turns = { first = 1, limit = 40 }
partners = true
rack = true
pieces = { train = 6 }
row = { size = 2, limit = { wild = 2 } }
claim = true
route-points = true
double-routes = true
longest-path = true
tickets = { deal = 0, keep = 0, draw = { take = 2, keep = 1 } }
end = { pieces = 3, turns = 1 }
[players]
min = 2
max = 6
[cards]
deal = 2
[cards.decks.train]
red = 20
blue = 20
wild = { count = 4, wild = true, price = "all" }
"#;

/// A game of a few moves; seats are numbered from 1.
struct Scene {
    game: Game,
    chance: ScriptedChance,
    events: Vec<Event>,
}

fn rules(players: usize, set: &[&str]) -> Result<Arc<Rules>, Failed> {
    let source = GameSource::new("pond", MAP, players).with_rules("pond", RULES);
    let source = set.iter().fold(source, |source, text| source.with_set(*text));
    compile(&team_play::registry(), &source).map(|compiled| Arc::new(compiled.rules))
}

/// Hands are dealt first, two cards from the first player on, then the row.
fn scene(players: usize, set: &[&str], cards: &str) -> Scene {
    let rules = rules(players, set).expect("rules");
    let mut chance = ScriptedChance::new(1).next("train deck", kinds(&rules, cards));
    let mut events = Vec::new();
    let game = Game::start(rules, &mut chance, &mut events).expect("a game");
    Scene { game, chance, events }
}

fn kinds(rules: &Rules, cards: &str) -> Vec<u16> {
    cards.split_whitespace().map(|name| rules.kind_named(name).expect("a kind").0.into()).collect()
}

fn player(seat: usize) -> PlayerId {
    PlayerId::at(seat - 1)
}

/// Four players: reds for 1 and 3, blues for 2 and 4; red and blue in the row.
const DEAL: &str = "red red blue blue red red blue blue red blue";

impl Scene {
    fn rules(&self) -> &Rules {
        self.game.rules()
    }

    fn attempt(&mut self, seat: usize, action: &Json) -> Result<(), Illegal> {
        let action =
            names::action_from(self.rules().view(self.game.state(), Some(player(seat))), action).expect("names");
        self.events.clear();
        self.game.act(player(seat), &action, &mut self.chance, &mut self.events)
    }

    #[track_caller]
    fn act(&mut self, seat: usize, action: Json) -> &mut Self {
        self.attempt(seat, &action).unwrap_or_else(|why| panic!("{action}: {why}; legal: {:?}", self.legal(seat)));
        self
    }

    fn next(&mut self, cards: &str) -> &mut Self {
        let kinds = kinds(self.rules(), cards);
        self.chance.push("train deck", kinds);
        self
    }

    #[track_caller]
    fn blind(&mut self, seat: usize, card: &str) -> &mut Self {
        self.next(card).act(seat, json!({ "op": "cards/blind", "deck": "train" }))
    }

    /// Draws these two cards, and keeps the first.
    #[track_caller]
    fn draw(&mut self, seat: usize, first: &str, second: &str) -> &mut Self {
        self.blind(seat, first).act(seat, json!({ "op": "rack/keep" })).blind(seat, second)
    }

    #[track_caller]
    fn claim(&mut self, seat: usize, between: [&str; 2], pay: Json) -> &mut Self {
        self.act(seat, json!({ "op": "claim/route", "route": { "between": between, "track": 1 }, "pay": pay }))
    }

    fn legal(&self, seat: usize) -> Vec<String> {
        let mut space = ActionSpace::new(self.rules());
        self.rules().legal(self.game.state(), player(seat), &mut space);
        space.iter().map(|action| self.rules().action_text(self.game.state(), player(seat), &action)).collect()
    }

    fn zone(&self, name: &str, seat: usize) -> ZoneId {
        self.rules().zone_named(name, Some(player(seat))).expect("a zone")
    }

    fn cards(&self, name: &str, seat: usize) -> String {
        self.rules().cards_text(&self.rules().look(self.game.state()).bag(self.zone(name, seat)))
    }

    /// Hand and rack of a player.
    fn both(&self, seat: usize) -> (String, String) {
        (self.cards("hand", seat), self.cards("rack", seat))
    }

    fn tickets(&self, name: &str, seat: usize) -> Vec<String> {
        let tickets = self.rules().look(self.game.state()).tickets(self.zone(name, seat));
        tickets.into_iter().map(|ticket| self.rules().board().ticket_name(ticket)).collect()
    }

    /// The zone as a player sees it; seat 0 looks on.
    fn seen(&self, by: usize, name: &str, of: usize) -> ZoneView {
        let viewer = (by > 0).then(|| player(by));
        let view: OwnedView = OwnedView::of(self.rules().view(self.game.state(), viewer));
        view.zones[self.zone(name, of).index()].clone()
    }

    fn points(&self, side: usize, rule: &str) -> i32 {
        let sheet = self.rules().final_score(self.game.state());
        sheet.sides[side].lines.iter().filter(|line| line.rule == rule).map(|line| line.points).sum()
    }
}

fn texts(hand: &str, rack: &str) -> (String, String) {
    (hand.to_owned(), rack.to_owned())
}

#[test]
fn two_players_are_a_side() {
    let sides = |players: usize, set: &[&str]| -> Vec<String> {
        let rules = rules(players, set).expect("rules");
        rules.side_ids().map(|side| rules.side_name(side)).collect()
    };
    assert_eq!(sides(4, &[]), ["North (player 1 & player 3)", "East (player 2 & player 4)"]);
    assert_eq!(sides(6, &["partners.names=[]"]), ["player 1 & player 4", "player 2 & player 5", "player 3 & player 6"]);
    assert_eq!(
        sides(4, &["partners.seats=\"beside\"", "partners.names=[]"]),
        ["player 1 & player 2", "player 3 & player 4"]
    );
    // Who is left over is alone.
    assert_eq!(sides(5, &["partners.names=[]"]), ["player 1 & player 4", "player 2 & player 5", "player 3"]);
}

#[test]
fn partners_build_one_network_and_score_together() {
    let mut scene = scene(4, &[], DEAL);
    scene
        .claim(1, ["Ayr", "Bath"], json!({ "red": 2 }))
        .draw(2, "blue", "blue")
        .draw(3, "red", "red")
        .draw(4, "blue", "blue");
    scene.draw(1, "red", "red").draw(2, "blue", "blue").claim(3, ["Bath", "Cork"], json!({ "red": 3 }));
    let look = scene.rules().look(scene.game.state());
    assert_eq!((scene.points(0, "route-points/routes"), scene.points(1, "route-points/routes")), (2 + 4, 0));
    assert_eq!(scene.points(0, "longest-path/longest-path"), 10);
    // Each has their own pieces.
    assert_eq!((look.stock(player(1), TRAIN), look.stock(player(3), TRAIN)), (4, 3));
    assert_eq!(look.routes_of(SideId(0)).count(), 2);
    // The other track of a double is theirs already, whichever of them claimed it.
    scene.draw(4, "blue", "blue").draw(1, "blue", "blue").draw(2, "red", "red");
    let twin =
        json!({ "op": "claim/route", "route": { "between": ["Ayr", "Bath"], "track": 2 }, "pay": { "blue": 2 } });
    let refused = scene.attempt(3, &twin).expect_err("a double");
    assert!(refused.to_string().contains("yours already"), "{refused}");
}

#[test]
fn of_two_cards_one_goes_on_the_rack() {
    let mut scene = scene(4, &[], DEAL);
    // The first card is seen, and its place is settled before the second is drawn.
    scene.blind(1, "wild");
    assert_eq!(scene.legal(1), ["keeps the card", "puts the card on the rack"]);
    assert_eq!((scene.both(1), scene.cards("drawn card", 1)), (texts("2 red", "no card"), "1 wild".to_owned()));
    assert!(scene.seen(3, "drawn card", 1).cards.is_none(), "not even the partner sees it before it is on the rack");
    scene.act(1, json!({ "op": "rack/keep" })).blind(1, "blue");
    assert_eq!(scene.both(1), texts("2 red, 1 wild", "1 blue"), "the second goes to the other place");
    assert_eq!(scene.game.rules().look(scene.game.state()).turn_of(), player(2));
    scene
        .blind(2, "red")
        .act(2, json!({ "op": "rack/share" }))
        .next("red")
        .act(2, json!({ "op": "row/take", "card": "blue" }));
    assert_eq!(scene.both(2), texts("3 blue", "1 red"));
    // The rack is that of both.
    assert_eq!(scene.both(3), texts("2 red", "1 blue"));
    scene.draw(3, "red", "red");
    assert_eq!(
        (scene.both(3), scene.both(1)),
        (texts("3 red", "1 blue, 1 red"), texts("2 red, 1 wild", "1 blue, 1 red"))
    );
}

#[test]
fn a_card_that_is_the_whole_draw_goes_on_the_rack() {
    let mut scene = scene(4, &[], "red red blue blue red red blue blue wild blue");
    scene.next("red").act(1, json!({ "op": "row/take", "card": "wild" }));
    assert_eq!(scene.both(1), texts("2 red", "1 wild"));
    assert_eq!(scene.rules().look(scene.game.state()).turn_of(), player(2));
}

#[test]
fn a_draw_without_a_second_card_decides_nothing_about_the_next() {
    let few = ["cards.decks.train.red=9", "cards.decks.train.blue=0", "cards.decks.train.wild.count=0", "row.size=0"];
    let mut scene = scene(4, &few, "red red red red red red red red");
    scene.act(1, json!({ "op": "cards/blind", "deck": "train" })).act(1, json!({ "op": "rack/keep" }));
    assert_eq!(
        (scene.both(1), scene.rules().look(scene.game.state()).turn_of()),
        (texts("3 red", "no card"), player(2))
    );
    scene.claim(2, ["Ayr", "Bath"], json!({ "red": 2 }));
    scene.act(3, json!({ "op": "cards/blind", "deck": "train" }));
    assert_eq!(scene.legal(3), ["keeps the card", "puts the card on the rack"]);
    // The second card is the only choice, and comes by itself.
    scene.act(3, json!({ "op": "rack/share" }));
    assert_eq!(scene.both(3), texts("3 red", "1 red"));
    scene.claim(4, ["Deal", "Ayr"], json!({ "red": 2 }));
    scene.act(1, json!({ "op": "cards/blind", "deck": "train" }));
    assert_eq!(scene.legal(1), ["keeps the card", "puts the card on the rack"], "asked anew");
}

#[test]
fn routes_are_paid_for_with_hand_and_rack() {
    let mut scene = scene(4, &[], DEAL);
    scene.draw(1, "blue", "red").draw(2, "blue", "blue");
    assert_eq!(scene.both(3), texts("2 red", "1 red"));
    assert!(scene.legal(3).contains(&"claims Bath - Cork with 3 red".to_owned()), "{:?}", scene.legal(3));
    scene.claim(3, ["Bath", "Cork"], json!({ "red": 3 }));
    assert_eq!(scene.both(3), texts("no card", "no card"));
    // The hand pays first.
    scene.draw(4, "blue", "blue").draw(1, "red", "red");
    assert_eq!(scene.both(1), texts("1 blue, 3 red", "1 red"));
    scene.draw(2, "red", "red").draw(3, "blue", "blue").draw(4, "red", "red").claim(
        1,
        ["Ayr", "Bath"],
        json!({ "red": 2 }),
    );
    assert_eq!(scene.both(1), texts("1 blue, 1 red", "1 blue, 1 red"));
    // What the others have on their rack is of no use.
    let refused = scene
        .attempt(2, &json!({ "op": "claim/route", "route": { "between": ["Bath", "Cork"] }, "pay": { "red": 3 } }));
    assert!(refused.is_err());
}

#[test]
fn what_was_laid_for_a_tunnel_goes_back_where_it_came_from() {
    let mut scene = scene(4, &["tunnels=true"], "red blue blue blue red wild blue blue red blue");
    scene.draw(1, "blue", "red").draw(2, "blue", "blue");
    assert_eq!(scene.both(3), texts("1 red, 1 wild", "1 red"));
    scene.next("red red red").claim(3, ["Deal", "Ayr"], json!({ "red": 2 }));
    // Nothing is left to pay with; the player is asked all the same.
    scene.act(3, json!({ "op": "tunnels/give-up" }));
    assert!(scene.events.iter().any(|event| matches!(event.what, What::ClaimDropped { .. })), "3 more are too many");
    assert_eq!(scene.both(3), texts("1 red, 1 wild", "1 red"), "the red of the rack too");
}

#[test]
fn only_partners_see_the_rack() {
    let mut scene = scene(4, &[], DEAL);
    scene.draw(1, "blue", "wild");
    for (seat, sees) in [(0, false), (1, true), (2, false), (3, true), (4, false)] {
        let rack = scene.seen(seat, "rack", 1);
        assert_eq!((rack.cards.is_some(), rack.backs["train"], rack.known.len()), (sees, 1, 0), "seat {seat}");
        assert_eq!(scene.seen(seat, "hand", 1).cards.is_some(), seat == 1, "a hand is each player's own");
    }
    // What is taken face up everybody sees, and where it goes.
    scene.next("blue").act(2, json!({ "op": "row/take", "card": "red" }));
    assert_eq!(scene.seen(1, "drawn card", 2).known, [("red".to_owned(), 1)].into());
    scene.act(2, json!({ "op": "rack/share" }));
    assert_eq!(scene.seen(1, "rack", 2).known, [("red".to_owned(), 1)].into());
    let heard = |event: &Event, by: usize| names::event_json(scene.rules(), event, Some(player(by)));
    let moved: Vec<&Event> = scene.events.iter().filter(|event| matches!(event.what, What::Cards { .. })).collect();
    assert!(moved.iter().any(|event| heard(event, 1)["to"] == json!({ "zone": "rack", "side": [2, 4] })));
}

#[test]
fn a_new_deal_leaves_partners_their_rack() {
    let mut scene = scene(4, &[], DEAL);
    scene.draw(1, "blue", "wild");
    let racks = |seat: usize| -> BTreeSet<String> {
        let view = scene.rules().view(scene.game.state(), Some(player(seat)));
        let deal = |seed| scene.rules().determinize(&view, &mut SeededChance::new(seed));
        (0..40)
            .map(|seed| scene.rules().cards_text(&scene.rules().look(&deal(seed)).bag(scene.zone("rack", 1))))
            .collect()
    };
    assert_eq!((racks(1), racks(3)), (["1 wild".to_owned()].into(), ["1 wild".to_owned()].into()));
    assert_eq!(racks(2).len(), 3, "red, blue or wild");
}

const TICKETS: &[&str] = &["tickets.deal=3", "tickets.keep=2"];

/// Four players with tickets; each keeps two of those dealt.
fn with_tickets(set: &[&str]) -> Scene {
    let mut scene = scene(4, &[TICKETS, &["tickets.deal=2"], set].concat(), DEAL);
    while let Some(who) =
        scene.rules().to_act(scene.game.state()).lowest().filter(|_| scene.seen(0, "tickets", 1).tickets.is_empty())
    {
        let mut space = ActionSpace::new(scene.rules());
        scene.rules().legal(scene.game.state(), who, &mut space);
        let action = space.nth(0);
        scene.game.act(who, &action, &mut scene.chance, &mut scene.events).expect("listed");
    }
    scene
}

#[test]
fn at_the_deal_each_puts_a_ticket_on_the_rack() {
    let scene = with_tickets(&[]);
    for seat in 1..=4 {
        assert_eq!((scene.tickets("tickets", seat).len(), scene.tickets("tickets on the rack", seat).len()), (1, 2));
        assert_eq!(scene.tickets("new tickets", seat).len(), 0);
    }
    for (seat, sees) in [(1, true), (2, false), (3, true), (4, false)] {
        let rack = scene.seen(seat, "tickets on the rack", 1).tickets;
        assert_eq!(rack.iter().filter(|ticket| ticket.is_some()).count(), if sees { 2 } else { 0 }, "seat {seat}");
        let own = scene.seen(seat, "tickets", 1).tickets;
        assert_eq!(own[0].is_some(), seat == 1, "secret from the partner too");
        let view = scene.rules().view(scene.game.state(), Some(player(seat)));
        assert_eq!(view.own_tickets().len(), 3, "one's own and those of the rack");
    }
    // All choose at once.
    let sealed = scene.rules().decisions().iter().find(|decision| decision.name == "rack/of-deal").expect("a decision");
    assert!(sealed.sealed);
}

#[test]
fn of_tickets_that_are_drawn_one_goes_on_the_rack() {
    let mut scene = scene(4, &[], DEAL);
    let tickets = [("Ayr", "Bath"), ("Bath", "Cork")].map(|(a, b)| json!({ "cities": [a, b] }));
    let ids: Vec<u16> = tickets.iter().map(|t| names::ticket_from(scene.rules(), t).expect("a ticket").0).collect();
    scene.chance.push("ticket deck", ids);
    scene.act(1, json!({ "op": "tickets/draw" })).act(1, json!({ "op": "tickets/keep", "tickets": tickets }));
    assert_eq!(scene.legal(1), ["puts Bath - Cork on the rack", "puts Ayr - Bath on the rack"]);
    scene.act(1, json!({ "op": "rack/put", "tickets": [tickets[1]] }));
    assert_eq!(
        (scene.tickets("tickets", 1), scene.tickets("tickets on the rack", 3)),
        (vec!["Ayr - Bath".to_owned()], vec!["Bath - Cork".to_owned()])
    );
    // Only one kept: there is no choice.
    let ticket =
        names::ticket_from(scene.rules(), &json!({ "cities": ["Cork", "Deal"], "copy": 1 })).expect("a ticket").0;
    scene.chance.push("ticket deck", [ticket]);
    scene.act(2, json!({ "op": "tickets/draw" }));
    let keep = names::ticket(scene.rules(), ttr_core::TicketId(ticket));
    scene.act(2, json!({ "op": "tickets/keep", "tickets": [keep] }));
    assert_eq!((scene.tickets("tickets", 2).len(), scene.tickets("tickets on the rack", 2).len()), (0, 1));
    // A ticket of the rack scores once, on the network of both.
    assert_eq!(scene.points(0, "tickets/failed"), -2 - 2);
    scene.claim(3, ["Ayr", "Bath"], json!({ "red": 2 }));
    assert_eq!((scene.points(0, "tickets/failed"), scene.points(0, "tickets/completed")), (-2, 2));
}

#[test]
fn tickets_are_shown_in_a_turn_of_their_own() {
    let mut scene = with_tickets(&[]);
    let own = scene.tickets("tickets", 1)[0].clone();
    assert!(scene.legal(1).contains(&format!("shows the partner {own}")), "{:?}", scene.legal(1));
    let shown = scene.rules().look(scene.game.state()).tickets(scene.zone("tickets", 1))[0];
    let shown = names::ticket(scene.rules(), shown);
    scene.act(1, json!({ "op": "rack/show", "tickets": [shown] }));
    assert_eq!((scene.tickets("tickets", 1).len(), scene.tickets("tickets on the rack", 3).len()), (0, 3));
    assert_eq!(scene.rules().look(scene.game.state()).turn_of(), player(2));
    let shows = |set: &[&str]| -> usize {
        with_tickets(set).legal(1).iter().filter(|action| action.starts_with("shows the partner")).count()
    };
    assert_eq!((shows(&["rack.dealt=0"]), shows(&["rack.dealt=0", "rack.show=1"])), (3, 2), "of two one or both");
    let none = with_tickets(&["rack.show=0"]);
    assert!(!none.legal(1).iter().any(|action| action.starts_with("shows")), "a parameter");
}

#[test]
fn the_pieces_of_both_start_the_end() {
    let mut scene = scene(4, &["pieces.train=4", "end.pieces=4"], DEAL);
    scene.claim(1, ["Ayr", "Bath"], json!({ "red": 2 }));
    assert_eq!(scene.rules().look(scene.game.state()).turns_left(), None, "6 pieces of both");
    scene.draw(2, "blue", "blue").claim(3, ["Deal", "Ayr"], json!({ "red": 2 }));
    assert_eq!(scene.rules().look(scene.game.state()).turns_left(), Some(4), "4 pieces of both");
}

#[test]
fn findings_say_what_is_odd() {
    let found = |players: usize, set: &[&str]| -> Vec<&str> {
        let source = GameSource::new("pond", MAP, players).with_rules("pond", RULES);
        let source = set.iter().fold(source, |source, text| source.with_set(*text));
        let checked = match compile(&team_play::registry(), &source) {
            Ok(compiled) => compiled.diagnostics,
            Err(failed) => failed.diagnostics,
        };
        checked
            .iter()
            .map(|found| found.code)
            .filter(|code| code.contains("partners::") || code.contains("rack::"))
            .collect()
    };
    assert_eq!(found(4, &[]), [""; 0]);
    assert_eq!(found(2, &[]), ["partners::one-side"]);
    let failed = rules(4, &["rack.dealt=13"]).expect_err("too many");
    assert!(failed.to_string().contains("at most 12 tickets"), "{failed}");
    let failed = rules(4, &["partners=false"]).expect_err("the rack needs them");
    assert!(failed.to_string().contains("partners"), "{failed}");
}

#[test]
fn the_page_tells_the_numbers() {
    let said = |players: usize, set: &[&str], name: &str| -> String {
        let page = rules(players, set).expect("rules").page();
        page.into_iter().find(|said| said.name == name).map(|said| said.text).unwrap_or_default()
    };
    let text = said(4, &[], "partners/partners");
    assert!(text.starts_with("Two players are partners: seats 1 and 3 (North) and seats 2 and 4 (East)."), "{text}");
    assert!(said(4, &["rack.dealt=2"], "rack/tickets").contains("you put 2 tickets on the rack"));
    assert_eq!(said(4, &["rack.show=1"], "rack/show"), "Show your partner up to 1 ticket: put them on the rack.");
    assert!(said(4, &[], "end/few").contains("those of the whole side together"));
}

#[test]
fn every_property_holds() {
    let kit = || Kit::new(team_play::registry).program("team-play");
    kit().map("silk-road").check();
    // On the small board there is more to fight for, and tunnels are given up; alone, beside a partner and across.
    let pond = || kit().map_text("pond", MAP).rules_text("pond", RULES).set("tunnels=true").set("tickets.deal=2");
    pond().players(3..=5).games(6).check();
    pond().players(4..=4).set("partners.seats=\"beside\"").games(6).check();
    // By the same rules on a board that knows nothing of partners.
    kit().map("usa").rules("team").players(4..=4).games(1).check();
}

#[test]
fn they_are_modules_like_any_other() {
    for (id, manifest) in [("partners", Partners::manifest()), ("rack", Rack::manifest())] {
        assert!(manifest.codes.iter().all(|code| code.code.starts_with(&format!("{id}::")) && !code.text.is_empty()));
    }
    assert!(Partners::default().check().is_empty() && Rack::default().check().is_empty());
}
