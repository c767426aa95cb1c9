//! How chains are laid: along the way on which least is in their way, again where they got tangled.

use super::{APART, Net};
use crate::geometry::{Grid, Point, Rect};
use crate::layout::chain::{Bundle, Chain, Node};
use crate::layout::size::{CITY, CLEAR, MIN_PITCH, PITCH};
use crate::scene::Scene;
use crate::work;
use std::collections::BTreeSet;

/// What a chain is made from.
struct Part {
    bundle: usize,
    spaces: usize,
    places: [Option<usize>; 2],
    ends: [usize; 2],
    part: [f64; 2],
}

/// Chains that are laid already, as steps.
struct Laid {
    grid: Grid,
    steps: Vec<(Point, Point, Option<[usize; 2]>)>,
}

impl Laid {
    fn put(&mut self, p: Point, q: Point, ends: Option<[usize; 2]>) {
        let area = Rect { min: Point::new(p.x.min(q.x), p.y.min(q.y)), max: Point::new(p.x.max(q.x), p.y.max(q.y)) };
        self.grid.put(area, self.steps.len() as u32);
        self.steps.push((p, q, ends));
    }

    /// How much is in the way of a chain: crossings above all, then what it comes near to.
    fn cost(&self, points: &[Point], ends: [usize; 2], half: f64) -> f64 {
        let mut cost = 0.0;
        for two in points.windows(2) {
            let (p, q) = (two[0], two[1]);
            let area =
                Rect { min: Point::new(p.x.min(q.x), p.y.min(q.y)), max: Point::new(p.x.max(q.x), p.y.max(q.y)) };
            let room = half + 14.0;
            let mut seen: Vec<u32> = self.grid.near(area.grown(room)).collect();
            seen.sort_unstable();
            seen.dedup();
            for (r, s, of) in seen.into_iter().map(|i| self.steps[i as usize]) {
                let is_end = [r, s].iter().any(|end| *end == points[0] || *end == points[points.len() - 1]);
                if !is_end && cross(p, q, r, s) {
                    cost += 100.0;
                }
                let shares = of.is_some_and(|of| of.iter().any(|end| ends.contains(end)));
                let far = p.towards(q, 0.5).distance(r.towards(s, 0.5));
                if !is_end && !shares && far < room {
                    let weight = if of.is_none() { 40.0 } else { 12.0 };
                    cost += (room - far) / room * weight;
                }
            }
        }
        cost
    }
}

/// Whether two steps cross.
fn cross(p: Point, q: Point, r: Point, s: Point) -> bool {
    let (a, b) = ((q - p).cross(r - p), (q - p).cross(s - p));
    let (c, d) = ((s - r).cross(p - r), (s - r).cross(q - r));
    a * b < 0.0 && c * d < 0.0
}

/// Points along a bow of this height, with both ends.
fn arc(from: Point, to: Point, height: f64, inner: usize) -> Vec<Point> {
    let up = (to - from).unit().turned();
    let point = |i: usize| {
        // Half a step at either end.
        let t = if i == 0 {
            0.0
        } else if i > inner {
            1.0
        } else {
            (i as f64 - 0.5) / inner as f64
        };
        from.towards(to, t) + up * (4.0 * height * t * (1.0 - t))
    };
    (0..inner + 2).map(point).collect()
}

impl Net {
    /// Chains along the way that crosses least and is nearest to the length that they need.
    pub(super) fn lay_chains(&mut self, scene: &Scene) {
        let mut order: Vec<usize> = (0..self.bundles.len()).collect();
        let length = |bundle: &Bundle| {
            let [a, b] = bundle.ends.map(|end| self.nodes[end].p);
            a.distance(b)
        };
        let lengths: Vec<f64> = self.bundles.iter().map(length).collect();
        order.sort_by(|a, b| lengths[*a].total_cmp(&lengths[*b]).then(a.cmp(b)));
        let cities = self.nodes.iter().map(|n| n.p);
        let Some(area) = Rect::of(cities) else { return };
        let mut laid = Laid { grid: Grid::new(area.grown(100.0), 40.0), steps: Vec::new() };
        for i in 0..self.places {
            let p = self.nodes[i].p;
            laid.put(p, p, None);
        }
        for at in order {
            let bundle = self.bundles[at].clone();
            let spaces = bundle.spaces(scene);
            if bundle.wraps {
                self.lay_around(at, &bundle, spaces);
            } else {
                self.lay_straight(at, &bundle, spaces, &mut laid);
            }
        }
    }

    fn lay_straight(&mut self, at: usize, bundle: &Bundle, spaces: usize, laid: &mut Laid) {
        let [a, b] = bundle.ends;
        let (from, to) = (self.nodes[a].p, self.nodes[b].p);
        let inner = Chain::inner_nodes(spaces);
        let straight = from.distance(to);
        let wanted = 2.0 * (CITY + CLEAR) + spaces as f64 * MIN_PITCH.max(PITCH * 0.85);
        let bow = if wanted > straight { (0.375 * straight.max(20.0) * (wanted - straight)).sqrt() } else { 0.0 };
        let step = (straight * 0.12).max(CITY);
        let mut best: Option<(f64, Vec<Point>)> = None;
        for (tilt, extra) in [(1.0, 0.0), (-1.0, 0.0), (1.0, 1.0), (-1.0, 1.0), (1.0, 2.0), (-1.0, 2.0)] {
            let height = tilt * (bow + extra * step);
            let points = arc(from, to, height, inner);
            let cost = laid.cost(&points, bundle.ends, bundle.half_width()) + extra * 14.0;
            if best.as_ref().is_none_or(|(least, _)| cost < *least - 1e-9) {
                best = Some((cost, points));
            }
        }
        let Some((_, points)) = best else { return };
        for two in points.windows(2) {
            laid.put(two[0], two[1], Some(bundle.ends));
        }
        let part = Part { bundle: at, spaces, places: [Some(a), Some(b)], ends: [a, b], part: [0.0, 1.0] };
        self.add_chain(part, &points[1..points.len() - 1]);
    }

    /// Two chains, each to an edge of the board, as much of the spaces on each as it is long.
    fn lay_around(&mut self, at: usize, bundle: &Bundle, spaces: usize) {
        let Some([left, right]) = self.edges else { return };
        let [a, b] = bundle.ends;
        let out = self.nodes[a].p.x > self.nodes[b].p.x;
        let [pa, pb] = [self.nodes[a].p, self.nodes[b].p];
        let (ea, eb) = if out { (right, left) } else { (left, right) };
        let (da, db) = ((ea - pa.x).abs(), (eb - pb.x).abs());
        let share = (da / (da + db).max(1e-9)).clamp(0.0, 1.0);
        // Both sides have a space, if there are two.
        let of_a = (share * spaces as f64).round().clamp(1.0, (spaces as f64 - 1.0).max(1.0));
        let part = of_a / (spaces as f64).max(1.0);
        let y = pa.y + (pb.y - pa.y) * share;
        let sides =
            [(a, pa, ea, [0.0, part], of_a as usize), (b, pb, eb, [part, 1.0], spaces.saturating_sub(of_a as usize))];
        for (side, (place, p, edge, part, count)) in sides.into_iter().enumerate() {
            let end = Point::new(edge, y);
            let radius = bundle.half_width() + APART;
            self.nodes.push(Node { p: end, light: 0.0, radius, chain: Some(self.chains.len()) });
            let edge = self.nodes.len() - 1;
            let inner = Chain::inner_nodes(count);
            let points = arc(p, end, 0.0, inner);
            let mut points = points[1..points.len() - 1].to_vec();
            let (mut places, mut ends) = ([Some(place), None], [place, edge]);
            if side == 1 {
                points.reverse();
                places.reverse();
                ends.reverse();
            }
            self.add_chain(Part { bundle: at, spaces: count, places, ends, part }, &points);
        }
    }

    fn add_chain(&mut self, part: Part, inner: &[Point]) {
        let (chain, half) = (self.chains.len(), self.bundles[part.bundle].half_width());
        let first = self.nodes.len();
        let node = |p: &Point| Node { p: *p, light: 1.0, radius: half + APART / 2.0, chain: Some(chain) };
        self.nodes.extend(inner.iter().map(node));
        let nodes = std::iter::once(part.ends[0]).chain(first..self.nodes.len()).chain([part.ends[1]]).collect();
        let Part { bundle, spaces, places, part, .. } = part;
        self.chains.push(Chain { bundle, spaces, nodes, places, half, part });
    }

    /// Chains that cross others are laid anew where fewer are in their way.
    pub(super) fn untangle(&mut self) {
        self.find_crossings();
        let tangled: BTreeSet<usize> = self.crossing.iter().flat_map(|(a, b)| [*a, *b]).collect();
        for at in tangled {
            if !work::look(1) {
                break;
            }
            let Chain { nodes, places: [Some(a), Some(b)], bundle, half, .. } = self.chains[at].clone() else {
                continue;
            };
            let Some(laid) = self.laid_without(at) else { return };
            let now: Vec<Point> = nodes.iter().map(|node| self.nodes[*node].p).collect();
            let (from, to) = (self.nodes[a].p, self.nodes[b].p);
            let ends = self.bundles[bundle].ends;
            let mut best = (laid.cost(&now, ends, half) - 60.0, None);
            for height in [0.0, 0.12, -0.12, 0.22, -0.22, 0.34, -0.34, 0.48, -0.48] {
                let points = arc(from, to, height * from.distance(to), nodes.len() - 2);
                let cost = laid.cost(&points, ends, half) + height * height * 100.0;
                if cost < best.0 {
                    best = (cost, Some(points));
                }
            }
            for (node, p) in nodes.iter().zip(best.1.into_iter().flatten()) {
                self.nodes[*node].p = p;
            }
        }
    }

    /// All that a chain may meet, as steps.
    fn laid_without(&self, skipped: usize) -> Option<Laid> {
        let area = Rect::of(self.nodes.iter().map(|n| n.p))?;
        let mut laid = Laid { grid: Grid::new(area, 40.0), steps: Vec::new() };
        self.nodes[..self.places].iter().for_each(|node| laid.put(node.p, node.p, None));
        for chain in self.chains.iter().enumerate().filter(|(at, _)| *at != skipped).map(|(_, chain)| chain) {
            if !work::look(chain.nodes.len()) {
                break;
            }
            for two in chain.nodes.windows(2) {
                laid.put(self.nodes[two[0]].p, self.nodes[two[1]].p, Some(self.bundles[chain.bundle].ends));
            }
        }
        Some(laid)
    }

    pub(super) fn find_crossings(&mut self) {
        self.crossing.clear();
        let Some(grid) = self.grid() else { return };
        for (one, chain) in self.chains.iter().enumerate() {
            for step in chain.nodes.windows(2) {
                let (p, q) = (self.nodes[step[0]].p, self.nodes[step[1]].p);
                let near =
                    Rect { min: Point::new(p.x.min(q.x), p.y.min(q.y)), max: Point::new(p.x.max(q.x), p.y.max(q.y)) };
                for j in grid.near(near.grown(25.0)).flatten().copied() {
                    let Some(other) = self.nodes[j as usize].chain.filter(|other| *other < one) else { continue };
                    let nodes = &self.chains[other].nodes;
                    let at = nodes.iter().position(|n| *n == j as usize).unwrap_or_default();
                    let around = &nodes[at.saturating_sub(1)..(at + 2).min(nodes.len())];
                    let shared = chain.places.iter().flatten().find(|p| self.chains[other].places.contains(&Some(**p)));
                    // Where routes leave the same city, they find their way apart.
                    if shared.is_some_and(|place| self.nodes[*place].p.distance(p) < 40.0) {
                        continue;
                    }
                    let shares = |two: &[usize]| two.iter().any(|n| step.contains(n));
                    let crosses = around
                        .windows(2)
                        .any(|two| !shares(two) && cross(p, q, self.nodes[two[0]].p, self.nodes[two[1]].p));
                    if crosses {
                        self.crossing.insert((other, one));
                    }
                }
            }
        }
    }
}
