//! Where everything is: cities, the spaces of routes, labels, and the open ends of routes that go around the world.

mod chain;
mod curve;
pub(crate) mod labels;
mod plan;
mod project;
mod relax;
pub(crate) mod size;
mod stress;

use crate::geometry::{Grid, Point, Rect, Slanted};
use crate::scene::Scene;
use crate::work;
use chain::Chain;
use curve::Curve;
use labels::{Care, Label};
use relax::Net;
use size::{CITY, CLEAR, GAP, JUNCTION, LABEL, MAX_SPACE, SIGNED, SMALL, SPACE, TRACKS};
use std::collections::BTreeSet;

/// How often a board is made larger, if labels find no room.
const LARGER: usize = 40;
/// How often room is made around cities whose labels find none, before the whole board is made larger.
const MORE: usize = 16;
/// So often lines from labels to their places keep off everything.
const CAREFUL: usize = 12;
/// By how much a board is made larger each time; the second value is for boards so large that time matters.
const GROWTH: f64 = 1.05;
const FASTER: f64 = 1.25;
/// The room around the board.
const MARGIN: f64 = 34.0;
/// How often routes that lie on each other at a city step back from it.
const APART: usize = 14;

/// How far it is from the edge of the board to the last space of a route that leaves there.
const INSIDE: f64 = 4.5;
/// Most signs and pieces beside a city.
const MOST_BADGES: usize = 7;

/// A space of a route.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Space {
    /// Its track.
    pub track: usize,
    /// Which of the track's spaces it is, from 0.
    pub number: usize,
    /// Where it lies.
    pub shape: Slanted,
}

/// An end of a route at the edge of the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OpenEnd {
    /// Its track.
    pub track: usize,
    /// Where it is.
    pub at: Point,
    /// Whether at the right edge.
    pub right: bool,
    /// The place that the route leads to from there.
    pub leads_to: usize,
}

/// The line that the spaces of a track lie on.
#[derive(Clone, PartialEq, Debug)]
pub struct Bed {
    /// Its track.
    pub track: usize,
    /// Along these points.
    pub points: Vec<Point>,
}

/// Where everything is.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// The board.
    pub board: Rect,
    /// The middle of each place.
    pub places: Vec<Point>,
    /// All spaces, by track.
    pub spaces: Vec<Space>,
    /// The lines that the spaces lie on.
    pub beds: Vec<Bed>,
    /// Ends of routes that go around the world.
    pub open_ends: Vec<OpenEnd>,
    /// The names of places.
    pub labels: Vec<Label>,
    /// The middle lines of bundles, for what lies below them, each with its first track.
    pub lines: Vec<(usize, Vec<Point>)>,
}

/// Radius of a place's dot.
pub fn radius(scene: &Scene, place: usize) -> f64 {
    let place = &scene.places[place];
    match (place.junction, place.signs.is_empty() && place.pieces.is_empty()) {
        (_, false) => SIGNED,
        (true, true) => JUNCTION,
        (false, true) => CITY,
    }
}

/// Size of a place's letters.
pub(crate) fn letters(scene: &Scene, place: usize) -> f64 {
    if scene.places[place].junction { SMALL } else { LABEL }
}

/// What stands beside a place's dot, where its signs and pieces are more than one: at its right below.
pub fn badges(scene: &Scene, place: usize, at: Point) -> Vec<Rect> {
    let place = &scene.places[place];
    let count = place.signs.len().saturating_sub(1) + place.pieces.len().saturating_sub(1);
    let badge = |i: usize| Rect::around(at + Point::new(9.0 + 11.0 * i as f64, 9.0), 11.0, 11.0);
    (0..count.min(MOST_BADGES)).map(badge).collect()
}

impl Layout {
    /// Lays a board out.
    pub fn of(scene: &Scene) -> Self {
        let mut net = Net::new(scene);
        net.relax(&[]);
        let tags = labels::tags(scene, &net);
        net.relax(&tags);
        let tags = labels::tags(scene, &net);
        net.relax(&tags);
        let mut layout = Self::drawn(scene, &net);
        for round in 0..LARGER {
            if !work::look(layout.spaces.len()) {
                break;
            }
            let care = match round {
                0..CAREFUL if !net.is_large() => Care::Most,
                _ if round + 1 < LARGER => Care::Usual,
                _ => Care::None,
            };
            let Err(stuck) = labels::place(scene, &mut layout, care) else { break };
            if round < MORE && !net.is_large() {
                net.loosen(&stuck);
                net.relax_again(&labels::tags(scene, &net));
            } else {
                net.grow(if net.is_large() { FASTER } else { GROWTH });
            }
            layout = Self::drawn(scene, &net);
        }
        layout.moved_to_origin()
    }

    /// All but the labels.
    fn drawn(scene: &Scene, net: &Net) -> Self {
        let places: Vec<Point> = net.nodes[..net.places].iter().map(|node| node.p).collect();
        let mut layout = Self {
            board: Rect { min: Point::default(), max: Point::default() },
            places,
            spaces: Vec::new(),
            beds: Vec::new(),
            open_ends: Vec::new(),
            labels: Vec::new(),
            lines: Vec::new(),
        };
        let curves: Vec<Curve> = net
            .chains
            .iter()
            .map(|chain| Curve::through(&chain.nodes.iter().map(|n| net.nodes[*n].p).collect::<Vec<_>>()))
            .collect();
        let mut starts = starts(scene, net, &curves);
        for round in 0.. {
            layout.clear();
            let mut of_chain: Vec<usize> = Vec::new();
            for (i, (chain, curve)) in net.chains.iter().zip(&curves).enumerate() {
                layout.lay(scene, net, chain, curve, starts[i]);
                of_chain.resize(layout.spaces.len(), i);
            }
            if round == APART || !step_back(net, &curves, &layout, &of_chain, &mut starts) {
                break;
            }
        }
        layout.spaces.sort_by_key(|space| (space.track, space.number));
        layout.beds.sort_by_key(|bed| bed.track);
        layout.board = layout.bounds(net);
        layout
    }

    fn clear(&mut self) {
        self.spaces.clear();
        self.beds.clear();
        self.open_ends.clear();
        self.lines.clear();
    }

    /// The tracks of a bundle along a chain.
    fn lay(&mut self, scene: &Scene, net: &Net, chain: &Chain, curve: &Curve, ends: [f64; 2]) {
        let bundle = &net.bundles[chain.bundle];
        let (from, to) = (ends[0], (curve.length() - ends[1]).max(ends[0]));
        self.lines.push((bundle.tracks[0], curve.simple()));
        for (i, at) in bundle.tracks.iter().enumerate() {
            let track = &scene.tracks[*at];
            let turned = track.ends != bundle.ends;
            let side = (i as f64 - (bundle.tracks.len() - 1) as f64 / 2.0) * TRACKS;
            let line = curve.beside(from, to, side);
            let spaces = chain.spaces_of(track.length);
            let pitch = line.length() / spaces.len().max(1) as f64;
            let length = (pitch - GAP).clamp(2.0, MAX_SPACE);
            for (k, number) in spaces.clone().enumerate() {
                let far = (k as f64 + 0.5) * pitch;
                let along = line.direction(far, length / 3.0);
                let shape = Slanted { centre: line.point(far), along, length, width: SPACE };
                let last = usize::from(track.length).saturating_sub(1);
                let number = if turned { last.saturating_sub(number) } else { number };
                self.spaces.push(Space { track: *at, number, shape });
            }
            // What they lie on goes on to the middle of the city, or to the edge.
            let mut points = line.simple();
            for (end, place) in chain.places.iter().enumerate() {
                let last = match place {
                    Some(place) => self.places[*place],
                    None => {
                        let open = self.open_end(net, chain, curve, *at, end, side);
                        self.open_ends.push(open);
                        open.at
                    }
                };
                points.insert(if end == 0 { 0 } else { points.len() }, last);
            }
            self.beds.push(Bed { track: *at, points });
        }
    }

    /// Where a track leaves the board.
    fn open_end(&self, net: &Net, chain: &Chain, curve: &Curve, track: usize, end: usize, side: f64) -> OpenEnd {
        let ends = net.bundles[chain.bundle].ends;
        let far = if end == 0 { 0.0 } else { curve.length() };
        let p = curve.point(far) + curve.direction(far, 5.0).turned() * side;
        let edges = net.edges.unwrap_or_default();
        let right = (p.x - edges[1]).abs() < (p.x - edges[0]).abs();
        // A chain knows the place at its one end; beyond the edge is the other one of the bundle.
        let near = chain.places.iter().flatten().next().copied();
        let leads_to = ends.iter().copied().find(|place| Some(*place) != near).unwrap_or(ends[0]);
        OpenEnd { track, at: Point::new(edges[usize::from(right)], p.y), right, leads_to }
    }

    /// The board around all that is on it.
    fn bounds(&self, net: &Net) -> Rect {
        let dots = self.places.iter().map(|p| Rect::around(*p, 2.0 * CITY, 2.0 * CITY));
        let all = dots.chain(self.spaces.iter().map(|space| space.shape.bounds()));
        let all = all.chain(self.labels.iter().map(|label| label.rect));
        let all = all.reduce(Rect::with).unwrap_or(Rect::around(Point::default(), 1.0, 1.0)).grown(MARGIN);
        match net.edges {
            Some([left, right]) => Rect { min: Point::new(left, all.min.y), max: Point::new(right, all.max.y) },
            None => all,
        }
    }

    fn moved_to_origin(mut self) -> Self {
        let by = -self.board.min;
        let shift = |p: &mut Point| *p = *p + by;
        shift(&mut self.board.min);
        shift(&mut self.board.max);
        self.places.iter_mut().for_each(shift);
        self.spaces.iter_mut().for_each(|space| shift(&mut space.shape.centre));
        self.beds.iter_mut().flat_map(|bed| &mut bed.points).for_each(shift);
        self.lines.iter_mut().flat_map(|(_, line)| line).for_each(shift);
        self.open_ends.iter_mut().for_each(|end| shift(&mut end.at));
        for label in &mut self.labels {
            shift(&mut label.rect.min);
            shift(&mut label.rect.max);
        }
        self
    }

    /// Makes the board hold all its labels, but for the edges where the world is cut.
    pub(crate) fn hold_labels(&mut self, wraps: bool) {
        let Some(all) = self.labels.iter().map(|label| label.rect).reduce(Rect::with) else { return };
        let all = self.board.with(all.grown(8.0));
        let x = if wraps { [self.board.min.x, self.board.max.x] } else { [all.min.x, all.max.x] };
        self.board = Rect { min: Point::new(x[0], all.min.y), max: Point::new(x[1], all.max.y) };
    }
}

/// How far from its ends the spaces of each chain begin: beyond the dots of cities, and where routes that leave a city in nearly
/// the same direction are no longer on each other.
fn starts(scene: &Scene, net: &Net, curves: &[Curve]) -> Vec<[f64; 2]> {
    let mut leaving: Vec<Vec<(usize, usize, Point, f64)>> = vec![Vec::new(); net.places];
    for (i, chain) in net.chains.iter().enumerate() {
        for (end, place) in chain.places.iter().enumerate() {
            if let Some(place) = place {
                let curve = &curves[i];
                let near = if end == 0 { 22.0 } else { curve.length() - 22.0 };
                let way = (curve.point(near) - net.nodes[*place].p).unit();
                leaving[*place].push((i, end, way, chain.half));
            }
        }
    }
    let mut starts: Vec<[f64; 2]> = net
        .chains
        .iter()
        .map(|chain| chain.places.map(|place| place.map_or(INSIDE, |place| radius(scene, place).max(CITY) + CLEAR)))
        .collect();
    for routes in &leaving {
        for (i, (chain, end, way, half)) in routes.iter().enumerate() {
            if !work::look(routes.len()) {
                return starts;
            }
            for (_, _, other, wide) in routes.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, route)| route) {
                let cos = way.dot(*other).clamp(-0.99, 0.999);
                let tan = ((1.0 - cos) / (1.0 + cos)).sqrt();
                let need = ((half + wide) / 2.0 + 1.0) / tan;
                let most = (curves[*chain].length() * 0.18).clamp(CITY + CLEAR, CITY + CLEAR + 12.0);
                starts[*chain][*end] = starts[*chain][*end].max(need.min(most));
            }
        }
    }
    starts
}

/// Routes whose first spaces lie on each other begin a little farther from their city; says whether any does.
fn step_back(net: &Net, curves: &[Curve], layout: &Layout, of_chain: &[usize], starts: &mut [[f64; 2]]) -> bool {
    let Some(area) = Rect::of(layout.spaces.iter().map(|space| space.shape.centre)) else { return false };
    let mut grid = Grid::new(area, 40.0);
    let mut moved: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (i, space) in layout.spaces.iter().enumerate() {
        for j in grid.near(space.shape.bounds()).map(|j| j as usize) {
            let (one, two) = (of_chain[i], of_chain[j]);
            if one == two || !space.shape.overlaps(&layout.spaces[j].shape) {
                continue;
            }
            let (a, b) = (&net.chains[one], &net.chains[two]);
            let Some(place) = a.places.iter().flatten().find(|place| b.places.contains(&Some(**place))) else {
                continue;
            };
            let near = space.shape.centre.distance(layout.places[*place]) < 90.0;
            for (at, chain) in [(one, a), (two, b)].into_iter().filter(|_| near) {
                moved.extend(chain.places.iter().position(|p| p == &Some(*place)).map(|end| (at, end)));
            }
        }
        grid.put(space.shape.bounds(), i as u32);
    }
    let mut any = false;
    for (chain, end) in moved {
        let most = (curves[chain].length() * 0.33).min(46.0);
        if starts[chain][end] + 2.0 <= most {
            starts[chain][end] += 2.0;
            any = true;
        }
    }
    any
}
