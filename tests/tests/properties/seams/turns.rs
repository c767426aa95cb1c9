//! The course of turns, questions, filters, and the end.

use super::scene::{DOZER, Scene, player, scene};
use serde_json::json;
use ttr_files::names;

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
    // After thinking only passing is left; then comes the second of the two turns.
    scene.act(1, json!({ "op": "encore/think" }));
    assert_eq!((scene.turn_of(), scene.legal(1)), (1, vec!["passes".to_owned()]));
    scene.only(1);
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
