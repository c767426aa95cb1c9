//! The rule, on the smallest board that shows it.

use serde_json::json;
use std::sync::Arc;
use ttr_core::{
    Failed, Game, GameSource, Illegal, NoEvents, PieceId, PlayerId, RouteId, Rules, Script, ScriptedChance, SideId,
    compile,
};
use ttr_files::names;
use ttr_testkit::Kit;

const ONE: PlayerId = PlayerId(0);
const TWO: PlayerId = PlayerId(1);

const MAP: &str = r#"
format = 1
name = "Coast"
routes = [
    { between = ["Ayr", "Bath"], length = 3, colour = "red", public = true },
    { between = ["Bath", "Cork"], length = 2, colour = "red", public = true },
    { between = ["Cork", "Ayr"], length = 1, colour = "blue" },
]
[cities]
Ayr = {}
Bath = {}
Cork = {}
"#;

const RULES: &str = r#"
format = 1
name = "Coast"
turns = { first = 1, limit = 2 }
pieces = { train = 6 }
row = { size = 2, limit = { wild = 1 } }
claim = true
route-points = true
public-routes = { pieces = 2, pay = [8, 3], none = -4 }
end = { pieces = 0, turns = 1 }
[players]
min = 2
max = 2
[cards]
deal = 5
[cards.decks.train]
red = 20
blue = 20
wild = { count = 2, wild = true }
"#;

fn rules(map: &str, set: &[&str]) -> Result<Arc<Rules>, Failed> {
    let source = GameSource::new("coast", map, 2).with_rules("coast", RULES);
    let source = set.iter().fold(source, |source, text| source.with_set(*text));
    compile(&public_routes::registry(), &source).map(|compiled| Arc::new(compiled.rules))
}

/// A game in which both are dealt 5 red cards.
fn game(set: &[&str]) -> (Game, ScriptedChance) {
    let rules = rules(MAP, set).expect("rules");
    let script = Script::from([("train deck".to_owned(), vec!["red".into(); 10])]);
    let mut chance = names::chance(&rules, 1, &script).expect("a script");
    (Game::start(rules, &mut chance, &mut NoEvents).expect("a game"), chance)
}

fn claim(
    game: &mut Game,
    chance: &mut ScriptedChance,
    who: PlayerId,
    between: [&str; 2],
    red: u8,
) -> Result<(), Illegal> {
    let names = json!({ "op": "claim/route", "route": { "between": between }, "pay": { "red": red } });
    let action = names::action_from(game.rules().view(game.state(), Some(who)), &names).expect("names");
    game.act(who, &action, chance, &mut NoEvents)
}

/// Draws two cards.
fn draw(game: &mut Game, chance: &mut ScriptedChance, who: PlayerId) {
    for _ in 0..2 {
        let names = json!({ "op": "cards/blind", "deck": "train" });
        let action = names::action_from(game.rules().view(game.state(), Some(who)), &names).expect("names");
        game.act(who, &action, chance, &mut NoEvents).expect("a card");
    }
}

/// The lines of the sheets that say something: side, rule, points, reason.
fn lines(game: &Game) -> Vec<(u8, String, i32, String)> {
    let (rules, sheet) = (game.rules(), game.rules().score(game.state()));
    let of = |side: &ttr_core::score::SideScore| {
        let said = side.lines.iter().filter(|line| line.points != 0);
        said.map(|line| (side.side.0, line.rule.clone(), line.points, rules.text(&line.note))).collect::<Vec<_>>()
    };
    sheet.sides.iter().flat_map(of).collect()
}

fn line(side: u8, rule: &str, points: i32, text: &str) -> (u8, String, i32, String) {
    (side, rule.to_owned(), points, text.to_owned())
}

#[test]
fn a_public_route_takes_one_shared_piece_and_is_nobodys() {
    let (mut game, mut chance) = game(&[]);
    let express = PieceId::at(game.rules().pieces().iter().position(|p| p.name == "express").expect("the piece"));
    claim(&mut game, &mut chance, ONE, ["Ayr", "Bath"], 3).expect("a claim");
    let look = game.rules().look(game.state());
    assert_eq!((look.stock(ONE, PieceId(0)), look.stock(TWO, PieceId(0)), look.shared_stock(express)), (6, 6, 1));
    assert!(look.is_public(RouteId(0)) && look.held(RouteId(0)).is_empty() && !look.is_free(RouteId(0)));
    assert_eq!(lines(&game), [], "it brings no points for its length, and the track pays at the end");
    // Nobody builds it again.
    let refused = claim(&mut game, &mut chance, TWO, ["Ayr", "Bath"], 3);
    assert!(refused.is_err(), "{refused:?}");
}

#[test]
fn everybody_uses_what_anybody_has_built() {
    let (mut game, mut chance) = game(&[]);
    claim(&mut game, &mut chance, ONE, ["Ayr", "Bath"], 3).expect("a claim");
    let look = game.rules().look(game.state());
    for side in [SideId(0), SideId(1)] {
        assert_eq!(look.network(side, ttr_core::Purpose::Tickets).edges, [RouteId(0)], "{side:?}");
    }
}

#[test]
fn the_track_pays_by_rank() {
    let (mut game, mut chance) = game(&[]);
    claim(&mut game, &mut chance, ONE, ["Ayr", "Bath"], 3).expect("a claim");
    claim(&mut game, &mut chance, TWO, ["Bath", "Cork"], 2).expect("a claim");
    draw(&mut game, &mut chance, ONE);
    draw(&mut game, &mut chance, TWO);
    assert!(game.state().is_over());
    let expected = [
        line(0, "public-routes/rank", 8, "rank 1 on the track, 3 spaces"),
        line(1, "public-routes/rank", 3, "rank 2 on the track, 2 spaces"),
    ];
    assert_eq!(lines(&game), expected);
}

#[test]
fn who_has_built_none_is_paid_apart() {
    let (mut game, mut chance) = game(&[]);
    draw(&mut game, &mut chance, ONE);
    claim(&mut game, &mut chance, TWO, ["Bath", "Cork"], 2).expect("a claim");
    draw(&mut game, &mut chance, ONE);
    draw(&mut game, &mut chance, TWO);
    let expected = [
        line(0, "public-routes/nothing", -4, "no public route built"),
        line(1, "public-routes/rank", 8, "rank 1 on the track, 2 spaces"),
    ];
    assert_eq!(lines(&game), expected);
}

#[test]
fn who_is_level_shares_the_better_rank() {
    let even = rules(&MAP.replace("length = 3", "length = 2"), &[]).expect("rules");
    let script = Script::from([("train deck".to_owned(), vec!["red".into(); 10])]);
    let mut chance = names::chance(&even, 1, &script).expect("a script");
    let mut game = Game::start(even, &mut chance, &mut NoEvents).expect("a game");
    claim(&mut game, &mut chance, ONE, ["Ayr", "Bath"], 2).expect("a claim");
    claim(&mut game, &mut chance, TWO, ["Bath", "Cork"], 2).expect("a claim");
    draw(&mut game, &mut chance, ONE);
    draw(&mut game, &mut chance, TWO);
    let text = "rank 1 on the track, 2 spaces";
    assert_eq!(lines(&game), [line(0, "public-routes/rank", 8, text), line(1, "public-routes/rank", 8, text)]);
}

#[test]
fn shared_pieces_run_out() {
    let (mut game, mut chance) = game(&["public-routes.pieces=1"]);
    claim(&mut game, &mut chance, ONE, ["Ayr", "Bath"], 3).expect("a claim");
    let refused = claim(&mut game, &mut chance, TWO, ["Bath", "Cork"], 2).expect_err("no piece is left");
    assert_eq!(refused.to_string(), "1 express piece is needed, 0 are left [core/too-few-pieces]");
}

#[test]
fn findings_and_words() {
    let found = |map: &str, set: &[&str]| -> Vec<&str> {
        let source = GameSource::new("coast", map, 2).with_rules("coast", RULES);
        let source = set.iter().fold(source, |source, text| source.with_set(*text));
        let compiled = compile(&public_routes::registry(), &source).expect("rules");
        compiled.diagnostics.iter().map(|found| found.code).collect()
    };
    assert_eq!(found(MAP, &[]), [] as [&str; 0]);
    assert_eq!(found(&MAP.replace(", public = true", ""), &[]), ["public-routes::none"]);
    assert_eq!(found(MAP, &["public-routes.pieces=1"]), ["public-routes::too-few-pieces"]);
    assert!(rules(MAP, &["public-routes.pay=[100000]"]).is_err());
    let page = rules(MAP, &[]).expect("rules").page();
    let said: Vec<&str> = page.iter().map(|said| said.text.as_str()).collect();
    assert!(said.contains(&"Public routes: Ayr - Bath, Bath - Cork."), "{said:?}");
    let pays = "At the end the track pays 8 points and 3 points by rank; who is level has the same rank. Who has built no public \
                route scores -4 points.";
    assert!(said.contains(&pays), "{said:?}");
}

#[test]
fn every_property_holds() {
    Kit::new(public_routes::registry).map("honshu").program("public-routes").games(6).check();
}
