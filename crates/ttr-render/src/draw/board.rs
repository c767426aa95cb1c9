//! The board: land and sea, routes, cities and their names.

use crate::draw::ink::{Align, Ink, sign_name};
use crate::draw::svg::{along, escaped, n, number, slug, xy};
use crate::geometry::{Point, Slanted};
use crate::layout::labels::{LED, Label};
use crate::layout::size::{LABEL, SMALL, SPACE, half_width};
use crate::layout::{Layout, OpenEnd, Space, badges, radius};
use crate::scene::colour::{ink_on, of_player};
use crate::scene::{Held, Place, Scene, Track};
use std::fmt::Write as _;
use ttr_core::picture::{Edge, Glyph, Shape};

/// How far the land reaches beyond the routes.
const LAND: f64 = 70.0;
/// How far the land reaches around a city to which no route on land leads.
const ISLAND: f64 = 34.0;
/// How wide the shore around the land is.
const SHORE: f64 = 7.0;

/// Draws the board with its corner at the origin.
pub(super) fn draw(scene: &Scene, layout: &Layout, ink: &mut Ink<'_>) {
    let (w, h) = (n(layout.board.width()), n(layout.board.height()));
    let _ = writeln!(ink.body, r#"<clipPath id="frame"><rect width="{w}" height="{h}" rx="6"/></clipPath>"#);
    let _ = writeln!(ink.body, r#"<rect class="sea" width="{w}" height="{h}" rx="6"/>"#);
    ink.body.push_str("<g clip-path=\"url(#frame)\">\n");
    land(scene, layout, ink);
    ways(scene, layout, ink);
    ink.body.push_str("</g>\n<g id=\"routes\">\n");
    let mut spaces = layout.spaces.as_slice();
    for (i, track) in scene.tracks.iter().enumerate() {
        let own = spaces.partition_point(|space| space.track <= i);
        let (mine, rest) = spaces.split_at(own);
        spaces = rest;
        route(scene, layout, i, track, mine, ink);
    }
    ink.body.push_str("</g>\n<g id=\"cities\">\n");
    for place in 0..layout.places.len() {
        city(scene, layout, place, ink);
    }
    ink.body.push_str("</g>\n<g id=\"labels\">\n");
    for label in &layout.labels {
        name(scene, layout, label, ink);
    }
    ink.body.push_str("</g>\n");
    beyond(scene, layout, ink);
}

/// Land under routes on land, and sea all around.
fn land(scene: &Scene, layout: &Layout, ink: &mut Ink<'_>) {
    let on_land = |track: &Track| track.shape == Shape::Box;
    let lines = layout.lines.iter().filter(|(track, _)| on_land(&scene.tracks[*track]));
    let lines: Vec<(f64, String)> = lines
        .map(|(track, line)| {
            let tracks = scene.tracks.iter().filter(|other| same_ends(other, &scene.tracks[*track])).count();
            (2.0 * (half_width(tracks) + LAND), along(line))
        })
        .collect();
    for (class, more) in [("coast", SHORE), ("land", 0.0)] {
        let _ = writeln!(ink.body, r#"<g class="{class}">"#);
        // Lines of one width are one path.
        let mut widths: Vec<f64> = lines.iter().map(|(width, _)| *width).collect();
        widths.sort_by(f64::total_cmp);
        widths.dedup();
        for width in widths {
            let all: String = lines.iter().filter(|(own, _)| *own == width).map(|(_, line)| line.as_str()).collect();
            let _ = writeln!(ink.body, r#"<path d="{all}" stroke-width="{}"/>"#, n(width + 2.0 * more));
        }
        for (i, at) in layout.places.iter().enumerate() {
            // A city with routes on land has land around it already.
            if !scene.tracks.iter().any(|track| on_land(track) && track.ends.contains(&i)) {
                let (r, width) = (n(ISLAND / 2.0), n(ISLAND + 2.0 * more));
                let (x, y) = (n(at.x), n(at.y));
                let _ = writeln!(ink.body, r#"<circle cx="{x}" cy="{y}" r="{r}" stroke-width="{width}"/>"#);
            }
        }
        ink.body.push_str("</g>\n");
    }
}

fn same_ends(a: &Track, b: &Track) -> bool {
    a.ends == b.ends || (a.ends[0] == b.ends[1] && a.ends[1] == b.ends[0])
}

/// Tickets that are marked: their cities, and the way between them.
fn ways(scene: &Scene, layout: &Layout, ink: &mut Ink<'_>) {
    for (i, highlight) in scene.highlights.iter().enumerate() {
        let _ = writeln!(
            ink.body,
            r#"<g class="highlight" id="highlight-{i}"><title>{}</title>"#,
            escaped(&highlight.name)
        );
        for bed in layout.beds.iter().filter(|bed| highlight.way.contains(&bed.track)) {
            let mut line = bed.points.clone();
            let track = &scene.tracks[bed.track];
            // To the middle of its cities, but not to one beyond the edge.
            for (end, at) in track.ends.iter().zip([0, line.len()]) {
                let p = layout.places[*end];
                let near = if at == 0 { line.first() } else { line.last() };
                if near.is_some_and(|near| near.distance(p) < 60.0) {
                    line.insert(at.min(line.len()), p);
                }
            }
            let _ = writeln!(ink.body, r#"<path class="way" d="{}" stroke-width="{}"/>"#, along(&line), n(SPACE + 9.0));
        }
        for place in &highlight.places {
            let Some(at) = layout.places.get(*place) else { continue };
            let r = n(radius(scene, *place) + 8.0);
            let _ = writeln!(ink.body, r#"<circle class="goal" cx="{}" cy="{}" r="{r}"/>"#, n(at.x), n(at.y));
        }
        ink.body.push_str("</g>\n");
    }
}

fn route(scene: &Scene, layout: &Layout, at: usize, track: &Track, spaces: &[Space], ink: &mut Ink<'_>) {
    let name = |end: usize| scene.places.get(end).map_or("", |place| place.name.as_str());
    let [a, b] = track.ends.map(name);
    let colour = track.paint.and_then(|paint| scene.paints.get(paint)).map_or("", |paint| paint.name.as_str());
    let _ = write!(
        ink.body,
        r#"<g class="route" id="route-{}" data-from="{}" data-to="{}" data-length="{}" data-colour="{}""#,
        at + 1,
        escaped(a),
        escaped(b),
        track.length,
        escaped(colour)
    );
    if let Held::By(seat) = track.held {
        let owner = scene.players.get(seat).map_or("", |player| player.name.as_str());
        let _ = write!(ink.body, r#" data-owner="{}""#, escaped(owner));
    }
    let _ = writeln!(ink.body, "><title>{}</title>", escaped(&track.title));
    for bed in layout.beds.iter().filter(|bed| bed.track == at) {
        let class = if is_pale(scene, track) { "bed pale" } else { "bed" };
        let _ = writeln!(ink.body, r#"<path class="{class}" d="{}"/>"#, along(&bed.points));
    }
    for end in layout.open_ends.iter().filter(|end| end.track == at) {
        open_end(end, ink);
    }
    let signs = signs_on(track);
    for space in spaces {
        let _ = writeln!(
            ink.body,
            r#"<g class="space{}" transform="translate({}) rotate({})">"#,
            if is_pale(scene, track) { " free" } else { "" },
            xy(space.shape.centre),
            degrees(space.shape.along)
        );
        self::space(scene, track, &space.shape, signs.get(space.number).copied().flatten(), ink);
        ink.body.push_str("</g>\n");
    }
    ink.body.push_str("</g>\n");
}

/// In a game, what nobody holds is pale.
fn is_pale(scene: &Scene, track: &Track) -> bool {
    !scene.players.is_empty() && track.held == Held::Free
}

/// The direction of a space, so that its sign is never upside down.
fn degrees(along: Point) -> String {
    let along = if along.x < 0.0 { -along } else { along };
    number(along.y.atan2(along.x).to_degrees(), 1)
}

/// Which space shows which sign: from the middle on.
fn signs_on(track: &Track) -> Vec<Option<&Glyph>> {
    let length = usize::from(track.length);
    let mut all = vec![None; length];
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by_key(|i| ((2 * i + 1).abs_diff(length), *i));
    let mut order = order.into_iter();
    for (glyph, count) in &track.signs {
        for at in order.by_ref().take((*count).into()) {
            all[at] = Some(glyph);
        }
    }
    all
}

/// A space around the origin.
pub(super) fn space(scene: &Scene, track: &Track, shape: &Slanted, glyph: Option<&Glyph>, ink: &mut Ink<'_>) {
    let class = track.paint.map_or_else(|| "c-none".to_owned(), |paint| format!("c{paint}"));
    let edge = if track.edge == Edge::Dashed { " dashed" } else { "" };
    outline(track.shape, shape.length, shape.width, &format!("{class}{edge}"), ink);
    if track.edge == Edge::Twofold {
        outline(track.shape, shape.length - 4.0, shape.width - 4.0, &format!("inner {class}"), ink);
    }
    match (track.held, glyph) {
        (Held::By(seat), _) => return piece(scene, track, shape, seat, ink),
        (Held::Closed, _) => {
            let (x, y) = (n(shape.length / 2.0 - 2.0), n(shape.width / 2.0 - 1.0));
            let _ = writeln!(ink.body, r#"<path class="open-end" d="M-{x}-{y}L{x} {y}M-{x} {y}L{x}-{y}"/>"#);
            return;
        }
        (Held::Free, Some(glyph)) => {
            let r = shape.width / 2.0 - 0.7;
            let _ = write!(ink.body, r#"<circle class="plate" r="{}"/>"#, n(r));
            ink.glyph(glyph, Point::default(), r - 0.6, "#1d2226");
            return;
        }
        (Held::Free, None) => {}
    }
    if let Some(sign) = track.paint.and_then(|paint| scene.paints.get(paint)).and_then(|paint| paint.sign) {
        let _ =
            writeln!(ink.body, r##"<use class="{class}" href="#{}" stroke="none" opacity=".75"/>"##, sign_name(sign));
    }
}

fn outline(shape: Shape, length: f64, width: f64, class: &str, ink: &mut Ink<'_>) {
    let (x, y) = (length / 2.0, width / 2.0);
    let _ = match shape {
        Shape::Oval => write!(ink.body, r#"<ellipse class="{class}" rx="{}" ry="{}"/>"#, n(x), n(y)),
        Shape::Hexagon => {
            let cut = (x - y / 2.0).max(0.0);
            let points = [(-x, 0.0), (-cut, -y), (cut, -y), (x, 0.0), (cut, y), (-cut, y)];
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{},{}", n(*x), n(*y))).collect();
            write!(ink.body, r#"<polygon class="{class}" points="{}"/>"#, points.join(" "))
        }
        _ => write!(
            ink.body,
            r#"<rect class="{class}" x="{}" y="{}" width="{}" height="{}" rx="1.8"/>"#,
            n(-x),
            n(-y),
            n(length),
            n(width)
        ),
    };
}

/// A piece on a space, in the colour of its player and with the player's number.
fn piece(scene: &Scene, track: &Track, shape: &Slanted, seat: usize, ink: &mut Ink<'_>) {
    let Some(player) = scene.players.get(seat) else { return };
    outline(track.shape, shape.length - 0.5, shape.width + 2.6, &format!("piece p{}", player.colour), ink);
    let fill = ink_on(of_player(player.colour));
    ink.glyph(&Glyph::Letter(digit(seat)), Point::default(), 4.6, &format!("{fill}\" stroke=\"none"));
}

/// A player's number.
pub(super) fn digit(seat: usize) -> char {
    char::from_digit((seat + 1) as u32, 36).unwrap_or('*')
}

fn open_end(end: &OpenEnd, ink: &mut Ink<'_>) {
    let out = if end.right { 1.0 } else { -1.0 };
    let p = |x: f64, y: f64| xy(end.at + Point::new(x * out, y));
    let _ = writeln!(ink.body, r#"<path class="open-end" d="M{}L{}L{}"/>"#, p(3.0, -4.0), p(8.0, 0.0), p(3.0, 4.0));
}

/// Where routes lead that leave at an edge: the names of cities, outside of the board.
fn beyond(scene: &Scene, layout: &Layout, ink: &mut Ink<'_>) {
    let mut ends: Vec<(bool, usize, Vec<f64>)> = Vec::new();
    for end in &layout.open_ends {
        let own = ends.iter_mut().find(|(right, to, at)| {
            (*right, *to) == (end.right, end.leads_to) && at.iter().all(|y| (y - end.at.y).abs() < 40.0)
        });
        match own {
            Some((_, _, at)) => at.push(end.at.y),
            None => ends.push((end.right, end.leads_to, vec![end.at.y])),
        }
    }
    let mut ends: Vec<(bool, f64, usize)> =
        ends.into_iter().map(|(right, to, at)| (right, at.iter().sum::<f64>() / at.len() as f64, to)).collect();
    ends.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    // Names are apart, even if the ends of two bundles are mixed.
    for i in 1..ends.len() {
        if ends[i].0 == ends[i - 1].0 {
            ends[i].1 = ends[i].1.max(ends[i - 1].1 + SMALL * 1.1);
        }
    }
    for (right, y, to) in ends {
        let y = y + SMALL * 0.33;
        let (x, align) = if right { (layout.board.width() + 12.0, Align::Left) } else { (-12.0, Align::Right) };
        ink.text(Point::new(x, y), SMALL, align, "beyond", &scene.places[to].name);
    }
}

fn city(scene: &Scene, layout: &Layout, at: usize, ink: &mut Ink<'_>) {
    let (place, p) = (&scene.places[at], layout.places[at]);
    // The first piece that stands there has the place of the dot, others stand beside it.
    let first = place.pieces.first().and_then(|(glyph, seat)| Some((glyph, scene.players.get(*seat)?)));
    let class = match (first, place.junction, place.signs.first()) {
        (Some((_, player)), ..) => format!("badge p{}", player.colour),
        (None, true, _) => "junction".to_owned(),
        (None, false, Some(_)) => "signed".to_owned(),
        (None, false, None) => "dot".to_owned(),
    };
    let _ = writeln!(
        ink.body,
        r#"<g class="city" id="city-{}" data-name="{}" data-slug="{}"><title>{}</title>"#,
        at + 1,
        escaped(&place.name),
        escaped(&slug(&place.name)),
        escaped(&title(scene, place))
    );
    let r = radius(scene, at);
    let _ = writeln!(ink.body, r#"<circle class="{class}" cx="{}" cy="{}" r="{}"/>"#, n(p.x), n(p.y), n(r));
    if let Some((glyph, player)) = first {
        ink.glyph(glyph, p, r * 0.62, ink_on(of_player(player.colour)));
    } else if let Some(glyph) = place.signs.first() {
        ink.glyph(glyph, p, r * 0.62, "#fffdf6");
    }
    let signs = place.signs.iter().skip(1).map(|glyph| (glyph, None));
    let pieces = place.pieces.iter().skip(1).map(|(glyph, seat)| (glyph, scene.players.get(*seat)));
    for ((glyph, player), rect) in signs.chain(pieces).zip(badges(scene, at, p)) {
        let (middle, r) = (rect.centre(), rect.width() / 2.0);
        let class = player.map_or_else(|| "signed".to_owned(), |player| format!("badge p{}", player.colour));
        let _ = write!(ink.body, r#"<circle class="{class}" cx="{}" cy="{}" r="{}"/>"#, n(middle.x), n(middle.y), n(r));
        let fill = player.map_or("#fffdf6", |player| ink_on(of_player(player.colour)));
        ink.glyph(glyph, middle, r * 0.7, fill);
    }
    ink.body.push_str("</g>\n");
}

/// A place and whose pieces stand there.
fn title(scene: &Scene, place: &Place) -> String {
    let players = place.pieces.iter().filter_map(|(_, seat)| scene.players.get(*seat));
    let players: Vec<&str> = players.map(|player| player.name.as_str()).collect();
    if players.is_empty() { place.name.clone() } else { format!("{}: {}", place.name, players.join(", ")) }
}

fn name(scene: &Scene, layout: &Layout, label: &Label, ink: &mut Ink<'_>) {
    let (at, r) = (layout.places[label.place], radius(scene, label.place));
    let near = label.rect.nearest(at);
    if near.distance(at) > r + LED {
        let from = at + (near - at).unit() * r;
        let _ = writeln!(ink.body, r#"<path class="leader" d="{}"/>"#, along(&[from, near]));
    }
    let left = label.rect.max.x < at.x;
    let right = label.rect.min.x > at.x;
    let (x, align) = match (left, right) {
        (true, _) => (label.rect.max.x, Align::Right),
        (_, true) => (label.rect.min.x, Align::Left),
        _ => (label.rect.centre().x, Align::Middle),
    };
    let step = label.size * 1.05;
    let foot = label.rect.max.y - 0.22 * label.size - step * (label.lines.len() as f64 - 1.0);
    for (i, line) in label.lines.iter().enumerate() {
        let class = if label.size < LABEL { "label small" } else { "label" };
        ink.text(Point::new(x, foot + step * i as f64), label.size, align, class, line);
    }
}
