//! Every seam of the engine has a user: the bundled modules, or a module of `ttr_tests::seams`, whose effect is shown
//! here in a few moves; and all of them together keep every property that holds for all games.

mod claims;
mod routes;
mod scene;
mod sides;
mod tickets;
mod turns;

use scene::{Scene, player, scene};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use ttr_core::{PlayerId, What};
use ttr_files::names;
use ttr_tests::props::{self, Table, tables};
use ttr_tests::seams::{ALL, registry, source};

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
        "joint",
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
        "waypoint",
    ];
    assert_eq!(seams, BTreeSet::from(expected), "a seam without a user, or a new one");
}

#[test]
fn players_of_a_side_score_together_and_see_what_is_theirs() {
    let deal = "red red blue blue wild blue red red red red";
    let mut scene = scene(4, &["teams=true", "pool=true"], deal);
    assert_eq!(scene.rules().side_count(), 2);
    assert_eq!(scene.rules().side_name(ttr_core::SideId(0)), "player 1 & player 3");
    // A card is put to the pool: the partner sees it, the others see that there is one.
    scene.act(1, json!({ "op": "pool/share" })).only(1);
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
    scene.act(1, json!({ "op": "pool/share" })).only(1).idle(2);
    let before = scene.look().purse(player(1));
    scene.next("red red red").claim(1, "Bex-Cor", json!({ "red": 2 })).only(1);
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
