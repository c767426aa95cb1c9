//! Where cities lie to begin with: by their coordinates, by their positions, or by the lengths of their routes.

use crate::geometry::{Point, Rect};
use crate::layout::chain::Bundle;
use crate::layout::project::Projection;
use crate::layout::size::{CITY, CLEAR, PITCH};
use crate::layout::stress;
use crate::scene::Scene;
use crate::work;

/// Larger numbers than this are taken for a mistake, and their cities are placed by their routes.
const LARGEST: f64 = 1e9;

/// Cities in the plane, to the scale of the picture.
pub(crate) struct Plan {
    /// Where each wants to be.
    pub points: Vec<Point>,
    /// Whether that is known, and not only guessed from its routes.
    pub known: Vec<bool>,
    /// The left and the right edge, where the world is cut.
    pub edges: Option<[f64; 2]>,
}

impl Plan {
    /// The plan of a board; says of the bundles which go around the world.
    pub fn new(scene: &Scene, bundles: &mut [Bundle]) -> Self {
        let sound = |pair: Option<[f64; 2]>| pair.filter(|pair| pair.iter().all(|v| v.abs() <= LARGEST));
        let by_position: Vec<Option<Point>> =
            scene.places.iter().map(|place| sound(place.position).map(|[x, y]| Point::new(x, y))).collect();
        let by_globe = by_position.iter().filter(|p| p.is_some()).count() * 2 < scene.places.len();
        if !by_globe {
            return Self::scaled(scene, bundles, by_position, None);
        }
        let at: Vec<Option<[f64; 2]>> = scene.places.iter().map(|place| sound(place.at)).collect();
        let known: Vec<[f64; 2]> = at.iter().flatten().copied().collect();
        let wrap = scene.wrap.filter(|wrap| wrap.abs() <= LARGEST);
        let projection = Projection::fitting(&known, wrap);
        let points = at.iter().map(|at| at.map(|at| projection.place(at))).collect();
        let around = matches!(projection, Projection::Cylinder { .. }).then_some(std::f64::consts::TAU);
        Self::scaled(scene, bundles, points, around.filter(|_| wrap.is_some()))
    }

    fn scaled(scene: &Scene, bundles: &mut [Bundle], points: Vec<Option<Point>>, around: Option<f64>) -> Self {
        for bundle in bundles.iter_mut() {
            let [a, b] = bundle.ends.map(|end| points[end]);
            let apart = a.zip(b).map_or(0.0, |(a, b)| (a.x - b.x).abs());
            bundle.wraps = around.is_some_and(|around| apart > around / 2.0);
        }
        let lengths: Vec<(usize, usize, f64)> = bundles
            .iter()
            .map(|bundle| (bundle.ends[0], bundle.ends[1], wanted(bundle.spaces(scene), bundle.half_width())))
            .collect();
        let known: Vec<bool> = points.iter().map(Option::is_some).collect();
        if !known.contains(&true) {
            let points = stress::plan(points.len(), &lengths);
            return Self { points, known: vec![false; known.len()], edges: None };
        }
        let scale = scale(&points, bundles, &lengths, around);
        let mut points: Vec<Option<Point>> = points.into_iter().map(|p| p.map(|p| p * scale)).collect();
        fill_in(&mut points, &lengths);
        let edges = around.map(|around| [0.0, around * scale]);
        Self { points: points.into_iter().map(Option::unwrap_or_default).collect(), known, edges }
    }
}

/// How far the ends of a bundle with so many spaces want to be from each other.
pub(crate) fn wanted(spaces: usize, half_width: f64) -> f64 {
    (2.0 * (CITY + CLEAR) + spaces as f64 * PITCH).max(half_width)
}

/// The scale at which routes have room for their spaces: all but the most crowded.
fn scale(points: &[Option<Point>], bundles: &[Bundle], lengths: &[(usize, usize, f64)], around: Option<f64>) -> f64 {
    let mut ratios: Vec<f64> = Vec::new();
    for (bundle, (a, b, length)) in bundles.iter().zip(lengths) {
        let (Some(a), Some(b)) = (points[*a], points[*b]) else { continue };
        let mut way = b - a;
        if let (true, Some(around)) = (bundle.wraps, around) {
            way.x = around - way.x.abs();
        }
        if way.length() > 1e-9 {
            ratios.push(length / way.length());
        }
    }
    ratios.sort_by(f64::total_cmp);
    // A world that is cut can't grow any more in one part only.
    let tenths = if around.is_some() { 8 } else { 7 };
    if let Some(scale) = ratios.get(ratios.len() * tenths / 10) {
        return *scale;
    }
    // No routes: as wide as they would be with some.
    let size = Rect::of(points.iter().flatten().copied()).map_or(0.0, |r| r.width().max(r.height()));
    let side = (points.len() as f64).sqrt() * 3.0 * PITCH;
    if size > 1e-9 { side / size } else { 1.0 }
}

/// Cities of which nothing is known lie amid their neighbours, or else in a row below the others.
fn fill_in(points: &mut [Option<Point>], lengths: &[(usize, usize, f64)]) {
    let mut missing = points.iter().filter(|p| p.is_none()).count();
    while missing > 0 {
        let mut placed: Vec<(usize, Point)> = Vec::new();
        for i in (0..points.len()).filter(|i| points[*i].is_none() && work::look(lengths.len())) {
            let near: Vec<(Point, f64)> = lengths
                .iter()
                .filter_map(|(a, b, length)| match (*a == i, *b == i) {
                    (true, false) => points[*b].map(|p| (p, *length)),
                    (false, true) => points[*a].map(|p| (p, *length)),
                    _ => None,
                })
                .collect();
            if let [(only, length)] = near[..] {
                // Away from the middle of the board.
                let middle = Rect::of(points.iter().flatten().copied()).map_or(only, Rect::centre);
                placed.push((i, only + (only - middle).unit() * length + Point::new(0.0, i as f64 * 0.1)));
            } else if !near.is_empty() {
                let sum = near.iter().fold(Point::default(), |sum, (p, _)| sum + *p);
                placed.push((i, sum * (1.0 / near.len() as f64) + Point::new(i as f64 * 0.1, 0.0)));
            }
        }
        if placed.is_empty() {
            let below = Rect::of(points.iter().flatten().copied());
            let (left, low) = below.map_or((0.0, 0.0), |r| (r.min.x, r.max.y));
            for (n, point) in points.iter_mut().filter(|p| p.is_none()).enumerate() {
                *point = Some(Point::new(left + n as f64 * 2.0 * PITCH, low + 2.0 * PITCH));
            }
            return;
        }
        missing -= placed.len();
        for (i, p) in placed {
            points[i] = Some(p);
        }
    }
}
