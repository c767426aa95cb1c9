//! The rule, on the smallest board that shows it.

use mountain_passes::MountainPasses;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;
use ttr_core::{
    ArgKind, Failed, Game, GameSource, Illegal, Installer, Manifest, NoEvents, PieceId, PlayerId, Rank, Registry,
    RuleModule, Rules, Script, ScriptedChance, compile,
};
use ttr_files::names;
use ttr_testkit::Kit;

const ONE: PlayerId = PlayerId(0);
const TWO: PlayerId = PlayerId(1);
const TRAIN: PieceId = PieceId(0);

const MAP: &str = r#"
format = 1
name = "Ridge"
routes = [
    { between = ["Ayr", "Bath"], length = 2, colour = "red", passes = 1 },
    { between = ["Bath", "Cork"], length = 3, colour = "red", passes = 2 },
    { between = ["Cork", "Ayr"], length = 1, colour = "blue" },
]
[cities]
Ayr = {}
Bath = {}
Cork = {}
"#;

const RULES: &str = r#"
format = 1
name = "Ridge"
turns = { first = 1, limit = 40 }
pieces = { train = 6 }
row = { size = 2, limit = { wild = 1 } }
claim = true
route-points = true
mountain-passes = true
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

/// Takes routes off the board again: a rule of some other module.
#[derive(Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Landslide {}

impl RuleModule for Landslide {
    fn manifest() -> Manifest {
        Manifest::new("landslide", "takes routes off the board").requires("claim")
    }

    fn install(self, b: &mut Installer<'_>) {
        b.releases();
        let bury = b.op("bury", "buries {route}", &[("route", ArgKind::Route)], |cx, _, _, action| {
            cx.release(action.route());
        });
        b.offer(Rank::Ordinary, move |look, _, out| {
            out.each(bury, look.board().route_ids().filter(|route| !look.is_free(*route)).map(|route| route.0));
        });
    }
}

fn registry() -> Registry {
    let mut registry = mountain_passes::registry();
    registry.module::<Landslide>();
    registry
}

fn rules(map: &str, set: &[&str]) -> Result<Arc<Rules>, Failed> {
    let source = GameSource::new("ridge", map, 2).with_rules("ridge", RULES);
    let source = set.iter().fold(source, |source, text| source.with_set(*text));
    compile(&registry(), &source).map(|compiled| Arc::new(compiled.rules))
}

/// A game in which the first player is dealt 5 red cards, and the second one 5 blue ones.
fn game(set: &[&str]) -> (Game, ScriptedChance) {
    let rules = rules(MAP, set).expect("rules");
    let cards = [vec!["red"; 5], vec!["blue"; 5]].concat().into_iter().map(Into::into).collect();
    let script = Script::from([("train deck".to_owned(), cards)]);
    let mut chance = names::chance(&rules, 1, &script).expect("a script");
    (Game::start(rules, &mut chance, &mut NoEvents).expect("a game"), chance)
}

fn act(game: &mut Game, chance: &mut ScriptedChance, who: PlayerId, action: serde_json::Value) -> Result<(), Illegal> {
    let action = names::action_from(game.rules().view(game.state(), Some(who)), &action).expect("names");
    game.act(who, &action, chance, &mut NoEvents)
}

fn claim(between: [&str; 2], red: u8) -> serde_json::Value {
    json!({ "op": "claim/route", "route": { "between": between }, "pay": { "red": red } })
}

/// Draws two cards.
fn draw(game: &mut Game, chance: &mut ScriptedChance, who: PlayerId) {
    for _ in 0..2 {
        act(game, chance, who, json!({ "op": "cards/blind", "deck": "train" })).expect("a card");
    }
}

/// Pieces that can be placed, and those that were put aside.
fn pieces(game: &Game, who: PlayerId) -> (i32, i32) {
    let look = game.rules().look(game.state());
    (look.stock(who, TRAIN), look.aside(who, TRAIN))
}

/// The lines of a player's sheet that say something: rule, points, reason.
fn lines(game: &Game, who: PlayerId) -> Vec<(String, i32, String)> {
    let (rules, sheet) = (game.rules(), game.rules().score(game.state()));
    let lines = &sheet.sides[rules.side_of(who).index()].lines;
    let said = lines.iter().filter(|line| line.points != 0);
    said.map(|line| (line.rule.clone(), line.points, rules.text(&line.note))).collect()
}

fn line(rule: &str, points: i32, text: &str) -> (String, i32, String) {
    (rule.to_owned(), points, text.to_owned())
}

#[test]
fn a_pass_takes_a_piece_more_and_scores_two_points() {
    let (mut game, mut chance) = game(&[]);
    act(&mut game, &mut chance, ONE, claim(["Ayr", "Bath"], 2)).expect("a claim");
    assert_eq!(pieces(&game, ONE), (3, 1), "2 on the route, 1 aside");
    assert_eq!(pieces(&game, TWO), (6, 0));
    let expected = [line("mountain-passes/passes", 2, "1 mountain pass"), line("route-points/routes", 2, "1 route")];
    assert_eq!(lines(&game, ONE), expected);
    assert_eq!(lines(&game, TWO), []);
}

#[test]
fn who_lacks_the_piece_for_a_pass_cannot_claim() {
    let (mut game, mut chance) = game(&[]);
    act(&mut game, &mut chance, ONE, claim(["Ayr", "Bath"], 2)).expect("3 pieces are needed");
    draw(&mut game, &mut chance, TWO);
    let refused = act(&mut game, &mut chance, ONE, claim(["Bath", "Cork"], 3)).expect_err("5 pieces are needed");
    assert_eq!(refused.to_string(), "5 train pieces are needed, 3 are left [core/too-few-pieces]");
    assert_eq!(pieces(&game, ONE), (3, 1));
}

#[test]
fn the_numbers_are_parameters() {
    let (mut game, mut chance) = game(&["pieces.train=8", "mountain-passes.pieces=2", "mountain-passes.points=5"]);
    act(&mut game, &mut chance, ONE, claim(["Ayr", "Bath"], 2)).expect("a claim");
    assert_eq!(pieces(&game, ONE), (4, 2));
    assert_eq!(lines(&game, ONE)[0], line("mountain-passes/passes", 5, "1 mountain pass"));
    let failed = rules(MAP, &["mountain-passes.pieces=11"]).expect_err("too many");
    assert!(failed.to_string().contains("at most 10"), "{failed}");
}

#[test]
fn pieces_and_points_stay_when_the_route_is_gone() {
    let (mut game, mut chance) = game(&["landslide=true"]);
    act(&mut game, &mut chance, ONE, claim(["Ayr", "Bath"], 2)).expect("a claim");
    let bury = json!({ "op": "landslide/bury", "route": { "between": ["Ayr", "Bath"] } });
    act(&mut game, &mut chance, TWO, bury).expect("a landslide");
    assert_eq!(pieces(&game, ONE), (5, 1), "those on the route come back, the one aside does not");
    let passes = line("mountain-passes/removed", 2, "mountain passes of routes that were removed");
    let expected = [passes, line("route-points/removed", 2, "routes that were removed")];
    assert_eq!(lines(&game, ONE), expected);
    // It can be claimed again, and the piece is due again.
    draw(&mut game, &mut chance, ONE);
    draw(&mut game, &mut chance, TWO);
    act(&mut game, &mut chance, ONE, claim(["Ayr", "Bath"], 2)).expect("a claim");
    assert_eq!(pieces(&game, ONE), (2, 2));
}

#[test]
fn findings_name_the_route() {
    let found = |map: &str, set: &[&str]| -> Vec<(&str, bool)> {
        let source = GameSource::new("ridge", map, 2).with_rules("ridge", RULES);
        let source = set.iter().fold(source, |source, text| source.with_set(*text));
        let diagnostics = match compile(&registry(), &source) {
            Ok(compiled) => compiled.diagnostics,
            Err(failed) => failed.diagnostics,
        };
        diagnostics.iter().map(|found| (found.code, found.span.is_some())).collect()
    };
    assert_eq!(found(MAP, &[]), []);
    let marked = |n: u8| MAP.replace("passes = 2", &format!("passes = {n}"));
    assert_eq!(found(&marked(4), &[]), [("mountain-passes::too-many", true)]);
    assert_eq!(found(MAP, &["pieces.train=4"]), [("mountain-passes::too-dear", true)]);
    assert_eq!(found(MAP, &["pieces.train=4", "mountain-passes.pieces=0"]), []);
    let none = MAP.replace(", passes = 1", "").replace(", passes = 2", "");
    assert_eq!(found(&none, &[]), [("mountain-passes::none", true)]);
}

#[test]
fn the_page_tells_the_numbers() {
    let said = |set: &[&str]| -> Vec<String> {
        let rules = rules(MAP, set).expect("rules");
        let own = rules.page().into_iter().filter(|said| said.name.starts_with("mountain-passes/"));
        own.map(|said| said.text).collect()
    };
    let expected = [
        "Marked spaces are mountain passes: for each of them, who claims the route also puts 1 piece aside, which nobody gets \
         back.",
        "Routes with passes: Ayr - Bath (1), Bath - Cork (2).",
        "Each mountain pass on your routes scores 2 points.",
    ];
    assert_eq!(said(&[]), expected);
    let other = said(&["mountain-passes.pieces=0", "mountain-passes.points=1", "landslide=true"]);
    assert_eq!(other[0], "Marked spaces are mountain passes.");
    assert_eq!(other[2], "Each mountain pass on your routes scores 1 point.");
    assert!(other[3].contains("stay with who scored them"), "{other:?}");
}

#[test]
fn every_property_holds_with_other_rules_too() {
    let kit = || Kit::new(registry).map("alps").program("mountain-passes");
    kit().games(6).check();
    // Also while routes come off the board again, and on a board that has no passes.
    kit().set("landslide=true").check();
    Kit::new(registry).map("usa").set("mountain-passes=true").players(2..=2).check();
}

#[test]
fn it_is_a_module_like_any_other() {
    let manifest = MountainPasses::manifest();
    assert!(manifest.codes.iter().all(|code| code.code.starts_with("mountain-passes::") && !code.text.is_empty()));
    assert!(MountainPasses::default().check().is_empty());
}
