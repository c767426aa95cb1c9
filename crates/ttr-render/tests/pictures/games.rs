//! Pictures of games, and marks of modules that nobody here knows.

use crate::support::{Game, boards, map_of, rules_of};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{AttrOn, Edge, Glyph, Installer, Manifest, RouteId, RouteMark, RuleModule, Shape, TicketId};
use ttr_render::{Drawing, Scene};

#[test]
fn who_holds_what_is_seen() {
    for (name, decisions) in [("usa", 150), ("world", 260), ("europe", 200)] {
        let (game, map) = Game::on(name, 3, decisions);
        let view = game.rules.view(&game.state, None);
        let board = game.rules.board();
        let scene = game.scene(&map);
        let svg = Drawing::of(&scene).expect("a picture").svg;
        roxmltree::Document::parse(&svg).expect("sound XML");
        let held: Vec<RouteId> = board.route_ids().filter(|route| !view.held(*route).is_empty()).collect();
        assert!(held.len() > 5, "{name}: {} routes are held", held.len());
        let pieces: usize = held.iter().map(|route| usize::from(board.route(*route).length)).sum();
        // One more for each player, in the legend.
        assert_eq!(svg.matches(r#"class="piece p"#).count(), pieces + 3, "{name}");
        assert_eq!(svg.matches(" data-owner=").count(), held.len(), "{name}");
        for who in game.rules.player_ids() {
            assert!(svg.contains(&format!("aria-label=\"{}: ", game.rules.seat_name(who))), "{name}");
        }
        let standing = scene.places.iter().filter(|place| !place.pieces.is_empty()).count();
        assert_eq!(svg.matches(r#"<circle class="badge p"#).count(), standing, "{name}: pieces in cities");
    }
}

#[test]
fn hidden_things_are_not_in_the_picture() {
    let (game, map) = Game::on("usa", 3, 40);
    let before = Drawing::of(&game.scene(&map)).expect("a picture").svg;
    // Another deal that looks the same to everybody.
    let view = game.rules.view(&game.state, None);
    let mut chance = ttr_core::SeededChance::new(99);
    let other = game.rules.determinize(&view, &mut chance);
    let same = Game { rules: Game::on("usa", 3, 0).0.rules, state: other, pieces: game.pieces.clone() };
    assert!(Drawing::of(&same.scene(&map)).expect("a picture").svg == before);
}

#[test]
fn tickets_are_marked_with_their_way() {
    let usa = boards().iter().find(|board| board.name == "usa").expect("bundled");
    let ticket = TicketId(0);
    let way: Vec<RouteId> = vec![RouteId(0), RouteId(3)];
    let plain = &usa.drawing;
    let marked =
        Drawing::of(&usa.scene.clone().highlighting(&usa.rules, ticket, &way, "two routes")).expect("a picture");
    assert_eq!(marked.layout, plain.layout, "a mark moves nothing");
    let cities = usa.rules.board().tickets[0].cities.len();
    assert_eq!(marked.svg.matches(r#"<circle class="goal""#).count(), cities);
    assert_eq!(marked.svg.matches(r#"<path class="way""#).count(), way.len());
    let name = usa.rules.board().ticket_name(ticket);
    assert!(marked.svg.contains(&format!("aria-label=\"{name}: two routes\"")));
}

/// A third party's module: canals, whose spaces are hexagons with an edge of two lines, and locks in cities.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Canals {}

impl RuleModule for Canals {
    fn manifest() -> Manifest {
        Manifest::new("canals", "routes on canals, and cities with locks")
            .attribute::<bool>(AttrOn::Route, "canal", "whether it is a canal")
            .attribute::<u8>(AttrOn::City, "locks", "how many locks the city has")
    }

    fn install(self, b: &mut Installer<'_>) {
        let canal = b.route_attr::<bool>("canal");
        let locks = b.city_attr::<u8>("locks");
        b.picture(move |picture| {
            for (route, _) in canal.iter().filter(|(_, is)| **is) {
                picture.route(route, RouteMark::Shape(Shape::Hexagon), "canal");
                picture.route(route, RouteMark::Edge(Edge::Twofold), "banks of a canal");
                picture.route(route, RouteMark::Glyph(Glyph::Letter('~'), 1), "water");
            }
            for (city, _) in locks.iter().filter(|(_, n)| **n > 0) {
                picture.city(city, Glyph::Corners(vec![[-80, -80], [80, -80], [0, 90]]), "lock");
            }
            picture.table("Toll of a lock", vec![vec!["locks".to_owned(), "1".to_owned()]]);
        });
    }
}

const CANALS: &str = r#"
    format = 1
    name = "Canals"
    rules = "classic"
    set.canals = true
    set.pieces.train = 20
    set.tickets.deal = 1
    set.tickets.keep = 1
    routes = [
        { between = ["Ayr", "Bath"], length = 2, colour = "red", canal = true },
        { between = ["Bath", "Cork"], length = 3, colour = "gray" },
        { between = ["Cork", "Ayr"], length = 1, colour = "blue" },
    ]
    tickets = [{ cities = ["Ayr", "Cork"], points = 3 }, { cities = ["Ayr", "Bath"], points = 3 }]
    [cities]
    Ayr = {}
    Bath = { locks = 2 }
    Cork = {}
"#;

#[test]
fn a_third_partys_marks_are_drawn() {
    let mut registry = ttr_variants::registry();
    registry.module::<Canals>();
    let text = CANALS.to_owned();
    let rules = rules_of(&registry, "canals", &text, 2);
    let scene = Scene::of(&rules, &map_of("canals", &text), None);
    let svg = Drawing::of(&scene).expect("a picture").svg;
    for words in ["canal", "banks of a canal", "water", "lock", "Toll of a lock"] {
        assert!(svg.contains(&format!("aria-label=\"{words}\"")), "{words}");
    }
    // Two spaces with an inner line, and three samples: of the shape, the edge and the sign.
    assert_eq!(svg.matches("<polygon class=\"c").count(), 2 + 1);
    assert_eq!(svg.matches("<polygon class=\"inner").count(), 2);
    assert_eq!(svg.matches(r#"<circle class="plate""#).count(), 1 + 1);
    assert_eq!(svg.matches(r#"<circle class="signed""#).count(), 1 + 1);
}
