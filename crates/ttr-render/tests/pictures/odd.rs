//! Boards that nobody would make on purpose: they are drawn all the same.

use ttr_render::{Drawing, MAX_PLACES, MAX_SPACES, MAX_TEXT_BYTES, MAX_TRACKS, Place, Player, Scene, TooLarge, Track};

fn place(name: &str) -> Place {
    Place { name: name.to_owned(), ..Place::default() }
}

fn route(a: usize, b: usize, length: u16) -> Track {
    Track { ends: [a, b], length, ..Track::default() }
}

/// Draws a scene: the SVG is sound, all spaces are there, every number is one.
fn drawn(scene: &Scene) -> Drawing {
    let drawing = Drawing::of(scene).expect("a picture");
    let document = roxmltree::Document::parse(&drawing.svg).expect("sound XML");
    let spaces = document.descendants().filter(|node| node.attribute("class") == Some("space")).count();
    assert_eq!(spaces, scene.tracks.iter().map(|track| usize::from(track.length)).sum::<usize>());
    assert!(!drawing.svg.contains("NaN") && !drawing.svg.contains("inf"), "every number is one");
    let board = drawing.layout.board;
    assert!(board.width().is_finite() && board.width() < 1e5 && board.height() < 1e5, "{board:?}");
    assert_eq!(drawing.layout.labels.len(), scene.places.len());
    drawing
}

#[test]
fn nothing_and_nearly_nothing() {
    drawn(&Scene::default());
    drawn(&Scene { places: vec![place("Alone")], ..Scene::default() });
    drawn(&Scene { places: vec![place("One"), place("Two"), place("Three")], ..Scene::default() });
    let known = |name: &str, at| Place { at: Some(at), ..place(name) };
    drawn(&Scene { places: vec![known("Pole", [90.0, 0.0]), known("Other", [-90.0, 180.0])], ..Scene::default() });
    let places = vec![known("Here", [10.0, 10.0]), known("There too", [10.0, 10.0])];
    drawn(&Scene { places, tracks: vec![route(0, 1, 3)], ..Scene::default() });
}

#[test]
fn names_that_are_markup() {
    let names = ["<script>alert(1)</script>", "\"quoted\" & 'so'", "]]>", "\u{0}\u{1b}[2J", "", "東京 Ωμέγα Ӂ"];
    let places: Vec<Place> = names.iter().map(|name| place(name)).collect();
    let tracks =
        (1..names.len()).map(|i| Track { name: names[i].to_owned(), title: names[i].to_owned(), ..route(0, i, 2) });
    let scene = Scene {
        title: names[0].to_owned(),
        summary: Some(names[1].to_owned()),
        credits: vec![names[2].to_owned()],
        tracks: tracks.collect(),
        places,
        ..Scene::default()
    };
    let drawing = drawn(&scene);
    assert!(!drawing.svg.contains("<script"));
}

#[test]
fn coordinates_that_are_huge_or_none_at_all() {
    for far in [1e8, 1e12, f64::MAX, f64::INFINITY, f64::NAN] {
        let at = |name: &str, x: f64, y: f64| Place { position: Some([x, y]), ..place(name) };
        let places = vec![at("A", far, -far), at("B", -far, 0.0), at("C", 1e-300, 5.0), at("D", 0.0, far), place("E")];
        let tracks = vec![route(0, 1, 2), route(1, 2, 8), route(2, 3, 1), route(3, 0, 6), route(4, 0, 2)];
        drawn(&Scene { places, tracks, ..Scene::default() });
    }
    let at = |name: &str, at: [f64; 2]| Place { at: Some(at), ..place(name) };
    let places = vec![at("A", [f64::NAN, 0.0]), at("B", [1e300, -1e300]), at("C", [12.0, 7.0])];
    drawn(&Scene { places, tracks: vec![route(0, 1, 2), route(1, 2, 3)], wrap: Some(f64::NAN), ..Scene::default() });
}

#[test]
fn many_parallel_routes_and_routes_to_nowhere() {
    let mut tracks: Vec<Track> = (1..=26).map(|length| route(0, 1, length % 5 + 1)).collect();
    tracks.push(route(1, 2, 100));
    tracks.push(route(2, 2, 3));
    drawn(&Scene { places: vec![place("A"), place("B"), place("C")], tracks, ..Scene::default() });
}

#[test]
fn everything_is_joined_to_everything() {
    let places = (0..12).map(|i| place(&format!("City number {i}"))).collect();
    let tracks = (0..12).flat_map(|a| (0..a).map(move |b| route(a, b, 1 + ((a * b) % 6) as u16))).collect();
    drawn(&Scene { places, tracks, ..Scene::default() });
}

#[test]
fn a_world_of_routes_around_it() {
    let at = |name: &str, latitude: f64, longitude: f64| Place { at: Some([latitude, longitude]), ..place(name) };
    let places =
        vec![at("West", 0.0, -179.0), at("East", 0.0, 179.0), at("Far East", 40.0, 175.0), at("Middle", 1.0, 0.0)];
    let tracks = vec![route(0, 1, 1), route(0, 1, 1), route(2, 0, 9), route(0, 3, 4), route(1, 3, 4)];
    let scene = Scene { places, tracks, wrap: Some(180.0), ..Scene::default() };
    let drawing = drawn(&scene);
    assert_eq!(drawing.layout.open_ends.len(), 6);
}

#[test]
fn a_board_without_coordinates_is_laid_out_by_its_routes() {
    let places = (0..9).map(|i| place(&format!("{}{}", ["North", "Middle", "South"][i / 3], i % 3))).collect();
    let tracks = (0..9).flat_map(|i| {
        let right = (i % 3 < 2).then(|| route(i, i + 1, 3));
        let down = (i < 6).then(|| route(i, i + 3, 3));
        right.into_iter().chain(down)
    });
    let drawing = drawn(&Scene { places, tracks: tracks.collect(), ..Scene::default() });
    // A grid of routes becomes a grid: opposite corners are farthest from each other.
    let p = &drawing.layout.places;
    let across = p[0].distance(p[8]);
    assert!((1..8).all(|i| p[0].distance(p[i]) < across), "{p:?}");
    let labels = &drawing.layout.labels;
    assert!(labels.iter().enumerate().all(|(i, a)| labels[..i].iter().all(|b| !a.rect.meets(b.rect))));
}

#[test]
fn players_and_pieces_that_are_not_there() {
    let mut odd = Scene { places: vec![place("A"), place("B")], tracks: vec![route(0, 1, 2)], ..Scene::default() };
    odd.players = vec![Player::default()];
    odd.tracks[0].held = ttr_render::Held::By(7);
    odd.tracks[0].paint = Some(99);
    odd.places[0].pieces = vec![(ttr_core::picture::Glyph::House, 5); 40];
    let drawing = Drawing::of(&odd).expect("a picture");
    roxmltree::Document::parse(&drawing.svg).expect("sound XML");
}

#[test]
fn boards_that_are_too_large_are_refused_and_soon() {
    let places = |n: usize| (0..n).map(|i| place(&format!("C{i}"))).collect::<Vec<_>>();
    let scene = |cities, tracks| Scene { places: places(cities), tracks, ..Scene::default() };
    let many = |what, most, found| Err(TooLarge::Many { what, most, found });
    let of = |scene: &Scene| Drawing::of(scene).map(|_| ());
    assert_eq!(of(&scene(MAX_PLACES + 1, Vec::new())), many("cities", MAX_PLACES, MAX_PLACES + 1));
    assert_eq!(of(&scene(2, vec![route(0, 1, 1); MAX_TRACKS + 1])), many("routes", MAX_TRACKS, MAX_TRACKS + 1));
    let long = vec![route(0, 1, 100); MAX_SPACES / 100 + 1];
    assert_eq!(of(&scene(2, long)), many("spaces of routes", MAX_SPACES, MAX_SPACES + 100));
    let named = Scene { places: vec![place(&"x".repeat(MAX_TEXT_BYTES + 1))], ..Scene::default() };
    assert_eq!(of(&named), many("bytes of names", MAX_TEXT_BYTES, MAX_TEXT_BYTES + 1));
    // A knot of routes, each of which crosses most others.
    let mut at = 0;
    let mut next = |n: usize| {
        at = (at * 1_103_515_245 + 12_345) % 2_147_483_648_usize;
        at / 65_536 % n
    };
    let knot: Vec<Track> = (0..5_000).map(|_| (next(600), next(600))).map(|(a, b)| route(a, b, 6)).collect();
    let begun = std::time::Instant::now();
    assert_eq!(of(&scene(600, knot)), Err(TooLarge::Crowded));
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    // What is too much for one picture is not missed in the next.
    drawn(&scene(3, vec![route(0, 1, 2)]));
}

#[test]
fn letters_that_the_font_lacks_are_told() {
    let missing =
        |name: &str| Drawing::of(&Scene { places: vec![place(name)], ..Scene::default() }).expect("a picture").missing;
    assert_eq!(missing("Zürich Владивосток Αθήνα St. John's – 7"), []);
    assert_eq!(
        missing("東京 თბილისი"),
        "თბილსი東京".chars().collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    );
}
