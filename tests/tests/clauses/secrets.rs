//! What is secret and what is not: G19. Wherever something is secret, two games that differ in nothing else are played,
//! and everybody else sees the same in both.

use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use ttr_files::names;
use ttr_files::names::ZoneView;
use ttr_tests::{Setup, Table};

const LINE: &[&str] = &["A-B 1 red", "B-C 1 red", "C-D 1 red"];
const SIX: &[&str] = &["A-B 1", "A-C 2", "A-D 3", "B-C 4", "B-D 5", "C-D 6"];

/// A game with everything that all viewers have seen of it so far.
struct Watched {
    table: Table,
    /// By viewer: an onlooker, player 1, player 2.
    seen: [Vec<Json>; 3],
}

const VIEWERS: [Option<usize>; 3] = [None, Some(1), Some(2)];

impl Watched {
    fn new(setup: Setup) -> Self {
        let mut watched = Self { table: setup.start(), seen: Default::default() };
        watched.watch();
        watched
    }

    fn watch(&mut self) {
        for (seen, viewer) in self.seen.iter_mut().zip(VIEWERS) {
            seen.extend(self.table.events(viewer));
            seen.push(serde_json::to_value(self.table.view(viewer)).expect("a view is plain data"));
        }
    }

    fn step(&mut self, act: impl FnOnce(&mut Table)) -> &mut Self {
        act(&mut self.table);
        self.watch();
        self
    }
}

/// Player 1 sees a difference between two games; player 2 and onlookers see none.
fn only_player_1_can_tell(one: &Watched, other: &Watched) {
    let [onlooker, own, opponent] = &one.seen;
    assert_eq!(onlooker, &other.seen[0]);
    assert_eq!(opponent, &other.seen[2]);
    assert_ne!(own, &other.seen[1]);
}

fn zone(table: &Table, viewer: Option<usize>, name: &str, owner: Option<usize>) -> ZoneView {
    let owner = owner.map(|seat| format!("player {seat}"));
    let mut zones = table.view(viewer).zones.into_iter();
    zones.find(|z| z.name == name && z.owner == owner).expect("a zone of this name")
}

fn bag<const N: usize>(cards: [(&str, u8); N]) -> BTreeMap<String, u8> {
    cards.map(|(kind, n)| (kind.to_owned(), n)).into()
}

fn ticket(a: &str, b: &str) -> Option<Json> {
    Some(json!({ "cities": [a, b] }))
}

/// The events of a kind, as a viewer sees them.
fn events(table: &Table, viewer: Option<usize>, kind: &str) -> Vec<Json> {
    table.events(viewer).into_iter().filter(|e| e["event"] == kind).collect()
}

#[test]
fn g19a_tickets_are_secret_until_the_end() {
    let play = |dealt: [&str; 3], drawn: [&str; 2]| {
        let more = ["A-E 7", "B-E 8", "C-E 9", "D-E 10"];
        let setup = Setup::small(LINE).tickets(&[SIX, &more].concat()).ticket_deal(3, 2).ticket_draw(2, 1);
        let deals = [&dealt[..], &["A-D", "B-C", "B-D"], &drawn].concat();
        let mut game = Watched::new(setup.set("turns.limit=2").deals(&deals));
        game.step(|t| _ = t.keep(1, &dealt[..2])).step(|t| _ = t.keep(2, &["A-D", "B-C"]));
        game.step(|t| _ = t.draw_tickets(1)).step(|t| _ = t.keep(1, &drawn[..1])).step(|t| _ = t.idle(2));
        game
    };
    let (mut one, other) = (play(["A-B", "A-C", "C-D"], ["A-E", "B-E"]), play(["C-D", "A-C", "A-B"], ["D-E", "C-E"]));
    only_player_1_can_tell(&one, &other);
    assert_eq!(zone(&one.table, Some(2), "tickets", Some(1)).tickets, [None, None, None]);
    // At the end all are shown.
    one.table.idle(1).idle(2);
    assert_eq!(one.table.over(), "turns/turn-limit");
    let shown = zone(&one.table, Some(2), "tickets", Some(1)).tickets;
    let held: Vec<_> = one.table.look().tickets(one.table.zone("tickets", Some(1)));
    assert_eq!(shown, held.iter().map(|t| Some(names::ticket(one.table.rules(), *t))).collect::<Vec<_>>());
    assert_eq!(shown.len(), 3);
}

#[test]
fn g19b_hands_are_secret() {
    let play = |hand: &str, drawn: &str| {
        let setup = Setup::small(LINE).set("turns.limit=1").deal(2);
        let mut game = Watched::new(setup.cards(&format!("{hand} | blue blue | green | {drawn}")));
        game.step(|t| _ = t.blind(1)).step(|t| _ = t.blind(1)).step(|t| _ = t.idle(2));
        assert_eq!(game.table.over(), "turns/turn-limit", "at the end tickets are shown, but not hands");
        game
    };
    let (one, other) = (play("white white", "red black | red red"), play("red black", "white wild | red red"));
    only_player_1_can_tell(&one, &other);
    let hidden = zone(&one.table, Some(2), "hand", Some(1));
    assert_eq!((hidden.cards, hidden.known), (None, bag([])));
    let own = zone(&one.table, Some(1), "hand", Some(1));
    assert_eq!(own.cards, Some(bag([("black", 1), ("red", 1), ("white", 2)])));
}

#[test]
fn g19c_the_order_of_a_deck_is_secret() {
    let play = |dealt: [&str; 3]| {
        let setup = Setup::small(LINE).tickets(SIX).ticket_draw(3, 1).deals(&dealt);
        let mut game = Watched::new(setup);
        game.step(|t| _ = t.draw_tickets(1)).step(|t| _ = t.keep(1, &dealt[..1]));
        game
    };
    let (one, other) = (play(["A-B", "C-D", "B-C"]), play(["A-B", "B-C", "C-D"]));
    only_player_1_can_tell(&one, &other);
    let bottom = |viewer| zone(&one.table, viewer, "ticket deck", None);
    // Who put the tickets there knows what they are; the others know that two lie there.
    assert_eq!(bottom(Some(1)).in_order, [ticket("C", "D"), ticket("B", "C")]);
    assert_eq!((bottom(Some(2)).in_order, bottom(None).in_order), (vec![None, None], vec![None, None]));
    assert_eq!((bottom(Some(1)).tickets, bottom(Some(2)).tickets), (vec![None; 3], vec![None; 3]));
    // Of the pile of cards nobody sees more than how many there are.
    for viewer in VIEWERS {
        let pile = zone(&one.table, viewer, "train deck", None);
        assert_eq!((pile.cards, pile.known), (None, bag([])));
    }
}

#[test]
fn g19d_what_was_drawn_blind_is_secret() {
    let play = |drawn: &str| {
        let mut game = Watched::new(Setup::small(LINE).cards(&format!("green | {drawn}")));
        game.step(|t| _ = t.blind(1));
        game
    };
    let (red, wild) = (play("red"), play("wild"));
    only_player_1_can_tell(&red, &wild);
    let [drawn] = &events(&red.table, Some(2), "cards")[..] else { panic!("one card moves") };
    assert_eq!(drawn["from"], json!({ "zone": "train deck" }));
    assert_eq!(drawn["to"], json!({ "zone": "hand", "of": 1 }));
    assert_eq!((&drawn["n"], drawn.get("cards")), (&json!(1), None));
    assert_eq!(events(&red.table, Some(1), "cards")[0]["cards"], json!({ "red": 1 }));
}

#[test]
fn g19e_whether_a_ticket_is_complete_is_secret() {
    // In one game the route completes the ticket of player 1, in the other it does not.
    let play = |ticket: &str| {
        let setup = Setup::small(LINE).tickets(&["A-B 1", "C-D 1", "A-D 3"]).ticket_deal(1, 1).deals(&[ticket, "A-D"]);
        let mut game = Watched::new(setup.deal(1).cards("red | blue | green"));
        game.step(|t| _ = t.claim(1, "A-B", "1 red"));
        game
    };
    let (complete, open) = (play("A-B"), play("C-D"));
    only_player_1_can_tell(&complete, &open);
    for viewer in VIEWERS {
        assert_eq!(complete.table.view(viewer).score, [1, 0], "routes only");
    }
    assert_eq!(complete.table.sheet(), ["player 1: 1 = 1 (1 route)", "player 2: 0 = 0 (0 routes)"]);
    let own = |game: &Watched| {
        let view = game.table.rules().view(game.table.state(), Some(ttr_core::PlayerId(0)));
        view.own_outcomes().expect("player 1 has a side").completed()
    };
    assert_eq!((own(&complete), own(&open)), (1, 0), "one's own tickets are no secret");
}

#[test]
fn g19f_what_was_taken_from_the_row_is_public() {
    let mut table = Setup::small(LINE).row(2).deal(1).cards("red | blue | red green | white").start();
    table.take(1, "red");
    for viewer in VIEWERS {
        let taken = &events(&table, viewer, "cards")[0];
        assert_eq!((&taken["cards"], &taken["to"]), (&json!({ "red": 1 }), &json!({ "zone": "hand", "of": 1 })));
        assert_eq!(events(&table, viewer, "chose")[0]["action"], json!({ "op": "row/take", "card": "red" }));
        assert_eq!(zone(&table, viewer, "hand", Some(1)).known, bag([("red", 1)]));
    }
    // Known as long as it can't have been spent: one red was taken, one red is paid.
    table.blind(1).idle(2).claim(1, "A-B", "1 red");
    assert_eq!(zone(&table, Some(2), "hand", Some(1)).known, bag([]));
}

#[test]
fn g19g_discards_and_cards_turned_up_are_public() {
    let setup = Setup::small(LINE).row(3).deal(1).set("row.overflow=discard");
    let mut table = setup.cards("red | blue | wild wild wild | green white white").start();
    for viewer in VIEWERS {
        assert_eq!(zone(&table, viewer, "row", None).cards, Some(bag([("green", 1), ("white", 2)])));
        assert_eq!(zone(&table, viewer, "train discards", None).cards, Some(bag([("wild", 3)])));
        let to_row = |e: &Json| e["to"] == json!({ "zone": "row" });
        let turned_up: Vec<Json> = events(&table, viewer, "cards").into_iter().filter(to_row).collect();
        let cards: Vec<&Json> = turned_up.iter().map(|e| &e["cards"]).collect();
        let (wild, green, white) = (json!({ "wild": 1 }), json!({ "green": 1 }), json!({ "white": 1 }));
        assert_eq!(cards, [&wild, &wild, &wild, &green, &white, &white]);
    }
    table.claim(1, "A-B", "1 red");
    for viewer in VIEWERS {
        assert_eq!(zone(&table, viewer, "train discards", None).cards, Some(bag([("red", 1), ("wild", 3)])));
        assert!(events(&table, viewer, "cards").iter().all(|e| e["cards"] == json!({ "red": 1 })));
    }
}

#[test]
fn g19h_numbers_of_cards_and_tickets_are_public() {
    let setup = Setup::small(LINE).tickets(SIX).ticket_deal(2, 1).ticket_draw(2, 1).deal(3);
    let mut table = setup.deals(&["A-B", "A-C", "A-D", "B-C"]).start();
    table.keep(1, &["A-B", "A-C"]).keep(2, &["A-D"]).idle(1).draw_tickets(2).keep_all(2);
    for viewer in VIEWERS {
        let cards = [1, 2].map(|seat| zone(&table, viewer, "hand", Some(seat)).backs["train"]);
        let tickets = [1, 2].map(|seat| zone(&table, viewer, "tickets", Some(seat)).tickets.len());
        assert_eq!((cards, tickets), ([5, 3], [2, 3]));
        let kept = &events(&table, viewer, "tickets")[0];
        assert_eq!((&kept["to"], &kept["n"]), (&json!({ "zone": "tickets", "of": 2 }), &json!(2)));
    }
}
