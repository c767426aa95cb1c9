//! Pictures of the bundled boards: nothing lies on anything else, and every space is there.

use crate::support::{Board, boards};
use std::collections::BTreeMap;
use ttr_render::{Drawing, Label, Layout, Point, Rect, Scene, font, radius};

/// The box of a label's letters by the advances of the embedded font, around the middle of where it is said to be.
fn measured(label: &Label) -> Rect {
    let width = label.lines.iter().map(|line| font().width(line, label.size)).fold(0.0, f64::max);
    let height = font().cap_height(label.size) + (label.lines.len() - 1) as f64 * label.size;
    let rect = Rect::around(label.rect.centre(), width, height);
    assert!(label.rect.grown(1e-6).holds(rect), "{label:?} is larger than its box");
    label.rect
}

fn dots<'b>(scene: &'b Scene, layout: &'b Layout) -> impl Iterator<Item = (usize, Rect)> + 'b {
    let dot = |(i, p): (usize, &Point)| (i, Rect::around(*p, 2.0 * radius(scene, i), 2.0 * radius(scene, i)));
    layout.places.iter().enumerate().map(dot)
}

#[test]
fn no_label_lies_on_a_space_a_city_or_another_label() {
    for Board { name, scene, drawing, .. } in boards() {
        let layout = &drawing.layout;
        assert_eq!(layout.labels.len(), scene.places.len(), "{name}: every city has a label");
        for (i, label) in layout.labels.iter().enumerate() {
            let (rect, own) = (measured(label), &scene.places[label.place].name);
            assert!(layout.board.holds(rect), "{name}: {own} is on the board");
            for space in &layout.spaces {
                assert!(!space.shape.meets(rect), "{name}: {own} lies on {}", scene.tracks[space.track].name);
            }
            for (place, dot) in dots(scene, layout) {
                assert!(!dot.meets(rect), "{name}: {own} lies on the dot of {}", scene.places[place].name);
            }
            for other in &layout.labels[..i] {
                assert!(!measured(other).meets(rect), "{name}: {own} lies on {}", scene.places[other.place].name);
            }
        }
    }
}

#[test]
fn no_space_lies_on_another_or_on_a_city() {
    for Board { name, scene, drawing, .. } in boards() {
        let layout = &drawing.layout;
        for (i, space) in layout.spaces.iter().enumerate() {
            let own = &scene.tracks[space.track].name;
            for other in &layout.spaces[..i] {
                let theirs = &scene.tracks[other.track].name;
                assert!(!space.shape.overlaps(&other.shape), "{name}: {own} lies on {theirs}");
            }
            for (place, at) in layout.places.iter().enumerate() {
                let clear = space.shape.distance(*at) - radius(scene, place);
                assert!(clear > 0.0, "{name}: {own} lies on {}", scene.places[place].name);
            }
            assert!(layout.board.grown(0.1).holds(space.shape.bounds()), "{name}: {own} is on the board");
            assert!(space.shape.length > space.shape.width, "{name}: a space of {own} is longer than wide");
        }
    }
}

#[test]
fn there_are_as_many_spaces_as_routes_have() {
    for Board { name, scene, drawing, .. } in boards() {
        let sum: usize = scene.tracks.iter().map(|track| usize::from(track.length)).sum();
        assert_eq!(drawing.svg.matches(r#"<g class="space""#).count(), sum, "{name}");
        let routes = drawing.svg.matches(r#"<g class="route" id="route-"#).count();
        assert_eq!(routes, scene.tracks.len(), "{name}");
        for (i, track) in scene.tracks.iter().enumerate() {
            let own: Vec<usize> =
                drawing.layout.spaces.iter().filter(|space| space.track == i).map(|space| space.number).collect();
            assert_eq!(own, (0..track.length.into()).collect::<Vec<_>>(), "{name}: {}", track.name);
        }
    }
}

#[test]
fn routes_around_the_world_have_two_open_ends_at_the_edges() {
    let mut around = 0;
    for Board { name, scene, drawing, .. } in boards() {
        let layout = &drawing.layout;
        let mut ends: BTreeMap<usize, Vec<(bool, f64)>> = BTreeMap::new();
        for end in &layout.open_ends {
            assert!((end.at.x - if end.right { layout.board.max.x } else { layout.board.min.x }).abs() < 1e-6);
            ends.entry(end.track).or_default().push((end.right, end.at.y));
        }
        // By the map: a route whose cities are nearer to each other across the cut than on this side of it.
        let east = |at: [f64; 2], cut: f64| (at[1] - cut).rem_euclid(360.0);
        for (i, track) in scene.tracks.iter().enumerate() {
            let apart = scene.wrap.and_then(|cut| {
                let [a, b] = track.ends.map(|end| scene.places[end].at);
                Some((east(a?, cut) - east(b?, cut)).abs())
            });
            let wraps = apart.is_some_and(|apart| apart > 180.0);
            let own = ends.remove(&i).unwrap_or_default();
            assert_eq!(own.len(), if wraps { 2 } else { 0 }, "{name}: {}", track.name);
            if let [(one, y), (other, z)] = own[..] {
                assert!(one != other && (y - z).abs() < 8.0, "{name}: {} goes on where it left", track.name);
                around += 1;
            }
        }
        assert_eq!(drawing.svg.matches(r#"<path class="open-end""#).count(), layout.open_ends.len(), "{name}");
    }
    assert!(around >= 8, "{around} routes go around the world");
}

#[test]
fn the_same_board_gives_the_same_bytes() {
    for Board { name, scene, drawing, .. } in boards() {
        assert!(Drawing::of(scene).expect("a picture") == *drawing, "{name}");
        let numbers = drawing.svg.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
        let long = numbers.filter_map(|n| n.split_once('.')).find(|(_, decimals)| decimals.len() > 5);
        assert_eq!(long, None, "{name}: a number with many decimals");
    }
}

#[test]
fn pictures_are_sound_and_say_what_things_are() {
    for Board { name, scene, drawing, .. } in boards() {
        let document = roxmltree::Document::parse(&drawing.svg).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let mut ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{name}: an id stands for one thing");
        let used = document.descendants().filter_map(|node| node.attribute("href")?.strip_prefix('#'));
        used.for_each(|id| assert!(ids.binary_search(&id).is_ok(), "{name}: {id}"));
        for (i, place) in scene.places.iter().enumerate() {
            let city = document.descendants().find(|node| node.attribute("id") == Some(&format!("city-{}", i + 1)));
            let city = city.unwrap_or_else(|| panic!("{name}: {}", place.name));
            assert_eq!(city.attribute("data-name"), Some(place.name.as_str()));
            assert_eq!(city.first_element_child().and_then(|title| title.text()), Some(place.name.as_str()));
        }
        assert!(!drawing.svg.contains("<text") && !drawing.svg.contains("font-family"), "{name}: letters are outlines");
    }
}

#[test]
fn the_legend_has_the_colours_the_marks_and_the_points() {
    let said = |svg: &str| -> Vec<String> {
        let texts = svg.split("aria-label=\"").skip(1).filter_map(|rest| rest.split('"').next());
        texts.map(str::to_owned).collect()
    };
    let has = |board: &str, words: &[&str]| {
        let board = boards().iter().find(|b| b.name == board).expect("bundled");
        let said = said(&board.drawing.svg);
        for word in words {
            assert!(said.iter().any(|text| text == word), "{word} is in the legend of {}: {said:?}", board.name);
        }
    };
    has("usa", &["USA", "Points of a route", "15", "gray: any colour", "purple"]);
    has("europe", &["tunnel", "ferry: a wild for each star", "station", "21"]);
    has(
        "world",
        &["route for ship pieces", "pair route: 2 cards for each space", "a port can be built here", "Sydney"],
    );
}

#[test]
fn colours_of_cards_have_signs_that_differ() {
    for Board { name, scene, .. } in boards() {
        let signs: Vec<_> = scene.paints.iter().filter_map(|paint| paint.sign).collect();
        assert!(signs.iter().enumerate().all(|(i, sign)| !signs[..i].contains(sign)), "{name}");
        assert!(signs.len() + 1 >= scene.paints.len(), "{name}: only the colour that stands for any has none");
    }
}
