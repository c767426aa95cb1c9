//! Makes room: cities stay about where they are, routes become about as long as their spaces, and nothing lies on anything else
//! where that can be helped. Everything is moved a little, again and again, in a fixed order.

mod lay;

use crate::geometry::{Grid, Point, PointGrid, Rect};
use crate::layout::chain::{Bundle, Chain, Node};
use crate::layout::plan::Plan;
use crate::layout::size::{CITY, MAX_PITCH, MAX_SPACE, MIN_PITCH, SPACE, START};
use crate::scene::Scene;
use crate::work;
use std::collections::BTreeSet;

/// Rounds for cities alone, for all, for all with their labels, and for these once more.
const ROUNDS: [usize; 4] = [400, 260, 200, 50];
/// How far around a place more room is made for its label, and how much.
const REACH: f64 = 180.0;
const PUSH: f64 = 6.0;
/// With more nodes than this there are fewer rounds.
const MANY: usize = 3000;
/// How far apart the dots of two cities are at least.
const CITIES_APART: f64 = 40.0;
/// How far apart routes are at least, and a route and a city that it does not lead to.
const APART: f64 = 3.0;
/// The straight way may be so much shorter than a route, which bends then.
const BENT: f64 = 0.85;
/// Routes of so few spaces do not bend.
const STIFF: usize = 2;

/// All nodes and chains of a board.
pub(crate) struct Net {
    pub nodes: Vec<Node>,
    pub chains: Vec<Chain>,
    pub bundles: Vec<Bundle>,
    pub places: usize,
    /// Where places want to be, if that is known.
    anchors: Vec<Option<Point>>,
    /// The left and the right edge, where the world is cut.
    pub edges: Option<[f64; 2]>,
    /// The directions in which routes lead by the map.
    bearings: Vec<([usize; 2], Point)>,
    /// The most from space to space; more where labels needed room.
    most_pitch: f64,
    /// Pairs of chains that cross: they do not shun each other.
    crossing: BTreeSet<(usize, usize)>,
}

/// A label while room is made: its box as seen from its city.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Tag {
    pub place: usize,
    pub offset: Rect,
}

impl Tag {
    pub fn rect(&self, city: Point) -> Rect {
        Rect { min: self.offset.min + city, max: self.offset.max + city }
    }
}

impl Net {
    /// The net of a scene, as planned, with cities moved to where their routes fit.
    pub fn new(scene: &Scene) -> Self {
        let mut bundles = Bundle::all(scene);
        let plan = Plan::new(scene, &mut bundles);
        let anchors = plan.points.iter().zip(&plan.known).map(|(p, known)| known.then_some(*p)).collect();
        let node = |p: &Point| Node { p: *p, light: 0.35, radius: CITY, chain: None };
        let mut net = Self {
            nodes: plan.points.iter().map(node).collect(),
            chains: Vec::new(),
            places: plan.points.len(),
            bundles,
            anchors,
            edges: plan.edges,
            bearings: Vec::new(),
            most_pitch: MAX_PITCH,
            crossing: BTreeSet::new(),
        };
        net.take_bearings(&plan);
        net.settle_cities(scene);
        net.lay_chains(scene);
        net
    }

    fn rounds(&self, of: usize) -> usize {
        match self.nodes.len() {
            // Ever fewer, so that the time for large boards grows little faster than they do.
            n if n > MANY => (ROUNDS[of] * MANY / n * MANY / n).max(25),
            _ => ROUNDS[of],
        }
    }

    fn take_bearings(&mut self, plan: &Plan) {
        for bundle in self.bundles.iter().filter(|bundle| !bundle.wraps && bundle.ends[0] != bundle.ends[1]) {
            let [a, b] = bundle.ends;
            let way = plan.points[b] - plan.points[a];
            if way.length() > 1e-6 {
                self.bearings.push((bundle.ends, way.unit()));
            }
        }
    }

    /// Routes keep the directions in which they lead: so a crowded part of the board can grow, and an empty one shrink.
    fn keep_bearings(&mut self, by: f64) {
        for at in 0..self.bearings.len() {
            let ([a, b], bearing) = self.bearings[at];
            let way = self.nodes[b].p - self.nodes[a].p;
            let off = way - bearing * way.dot(bearing).max(1.0);
            self.shift(a, b, off * by);
        }
    }

    /// Cities alone, as far from each other as their routes need.
    fn settle_cities(&mut self, scene: &Scene) {
        let spans: Vec<([usize; 2], f64, f64)> = self
            .bundles
            .iter()
            .filter(|bundle| !bundle.wraps && bundle.ends[0] != bundle.ends[1])
            .map(|bundle| {
                let spaces = bundle.spaces(scene);
                let [least, most] = self.span(spaces, 2.0 * START, bundle.half_width());
                (bundle.ends, least, most)
            })
            .collect();
        let rounds = self.rounds(0);
        for round in 0..rounds {
            self.pull_home(0.02 * (1.0 - round as f64 / rounds as f64) + 0.0015);
            self.keep_bearings(0.12);
            for (ends, least, most) in &spans {
                self.keep_between(*ends, *least, *most, 0.3);
            }
            self.part_cities();
            self.stay_inside();
        }
        // From now on this is where they belong.
        for (anchor, node) in self.anchors.iter_mut().zip(&self.nodes) {
            *anchor = Some(node.p);
        }
    }

    fn pull_home(&mut self, by: f64) {
        for (node, anchor) in self.nodes.iter_mut().zip(&self.anchors) {
            if let Some(anchor) = anchor {
                node.p = node.p.towards(*anchor, by);
            }
        }
    }

    /// Two nodes are no nearer and no farther than this.
    fn keep_between(&mut self, [a, b]: [usize; 2], least: f64, most: f64, by: f64) {
        let way = self.nodes[b].p - self.nodes[a].p;
        let now = way.length();
        let goal = now.max(least).min(most);
        if goal != now {
            self.shift(a, b, way.unit() * ((now - goal) * by));
        }
    }

    /// Moves two nodes towards each other, the lighter one more.
    fn shift(&mut self, a: usize, b: usize, by: Point) {
        let (x, y) = (self.nodes[a].light, self.nodes[b].light);
        let sum = (x + y).max(1e-9);
        self.nodes[a].p = self.nodes[a].p + by * (x / sum);
        self.nodes[b].p = self.nodes[b].p - by * (y / sum);
    }

    fn part_cities(&mut self) {
        let Some(grid) = PointGrid::new(self.nodes[..self.places].iter().map(|node| node.p), CITIES_APART) else {
            return;
        };
        for i in 0..self.places {
            let area = Rect::around(self.nodes[i].p, 2.0 * CITIES_APART, 2.0 * CITIES_APART);
            for row in grid.near(area) {
                for j in row.iter().map(|j| *j as usize).filter(|j| *j < i) {
                    self.keep_apart(i, j, CITIES_APART, 0.5);
                }
            }
        }
    }

    fn keep_apart(&mut self, a: usize, b: usize, least: f64, by: f64) {
        let way = self.nodes[b].p - self.nodes[a].p;
        let now = way.length();
        if now < least {
            let way = if now > 1e-6 { way * (1.0 / now) } else { Point::new(1.0, 0.0) };
            self.shift(a, b, way * ((now - least) * by));
        }
    }

    /// Where the world is cut, nothing but the ends of chains touches the edges.
    fn stay_inside(&mut self) {
        let Some([left, right]) = self.edges else { return };
        for node in &mut self.nodes {
            if node.light > 0.0 {
                let room = node.radius + 2.0 * APART;
                node.p.x = node.p.x.max(left + room).min(right - room);
            }
        }
    }

    /// Makes room for all, and for labels where they are given.
    pub fn relax(&mut self, tags: &[Tag]) {
        self.relax_for(self.rounds(if tags.is_empty() { 1 } else { 2 }), tags);
    }

    /// Makes room once more.
    pub fn relax_again(&mut self, tags: &[Tag]) {
        self.relax_for(self.rounds(3), tags);
    }

    fn relax_for(&mut self, rounds: usize, tags: &[Tag]) {
        if !self.is_large() {
            self.untangle();
        }
        for round in 0..rounds {
            if !work::look(self.nodes.len()) {
                break;
            }
            let part = round as f64 / rounds as f64;
            if round % 20 == 0 {
                self.find_crossings();
            }
            self.pull_home(0.012 - 0.008 * part);
            self.stretch();
            self.keep_bearings(0.02);
            self.smooth(if part < 0.85 { 0.3 } else { 0.12 });
            self.part();
            self.part();
            self.part_cities();
            self.part_tags(tags);
            self.stay_inside();
            self.join_edges();
        }
        for _ in 0..10 {
            self.part();
            self.smooth(0.1);
        }
        self.join_edges();
    }

    /// Chains become as long as their spaces need.
    fn stretch(&mut self) {
        for at in 0..self.chains.len() {
            let nodes = std::mem::take(&mut self.chains[at].nodes);
            let chain = &self.chains[at];
            let (spaces, ends, places) = (chain.spaces as f64, chain.ends_length(), chain.places);
            if places[0] != places[1] {
                let [least, most] = self.span(chain.spaces, ends, chain.half);
                self.keep_between([nodes[0], nodes[nodes.len() - 1]], least, most, 0.12);
                self.keep_from_edge(places, &nodes, least);
            }
            let length: f64 = nodes.windows(2).map(|w| self.nodes[w[0]].p.distance(self.nodes[w[1]].p)).sum();
            let pitch = (length - ends) / spaces.max(0.5);
            let goal = pitch.max(MIN_PITCH + 3.0).min(self.most_pitch);
            let inner = (nodes.len() - 2) as f64;
            // The first and the last node are half a step from the ends.
            let step = goal * spaces.max(0.5) / inner;
            for (i, two) in nodes.windows(2).enumerate() {
                let end = usize::from(i > 0);
                let place = if i == 0 {
                    places[0]
                } else if i == nodes.len() - 2 {
                    places[1]
                } else {
                    None
                };
                let is_end = end == 0 || i == nodes.len() - 2;
                let rest = match (is_end, place) {
                    (false, _) => step,
                    (true, Some(_)) => step / 2.0 + START,
                    (true, None) => step / 2.0,
                };
                self.keep_between([two[0], two[1]], rest, rest, 0.35);
            }
            self.chains[at].nodes = nodes;
        }
    }

    /// The least and the most between the ends of a chain with so many spaces, of which so much is at its ends. Wide ones need
    /// room where they meet others at a city.
    fn span(&self, spaces: usize, ends: f64, half: f64) -> [f64; 2] {
        let bent = if spaces > STIFF { BENT } else { 1.0 };
        let (spaces, ends) = ((spaces as f64).max(0.5), ends + half - SPACE / 2.0);
        [bent * (ends + spaces * MIN_PITCH), ends + spaces * self.most_pitch]
    }

    /// A city whose route leaves the board has room for its spaces before the edge.
    fn keep_from_edge(&mut self, places: [Option<usize>; 2], nodes: &[usize], least: f64) {
        let (city, edge) = match places {
            [Some(city), None] => (city, nodes[nodes.len() - 1]),
            [None, Some(city)] => (city, nodes[0]),
            _ => return,
        };
        let far = self.nodes[city].p.x - self.nodes[edge].p.x;
        let short = least - far.abs();
        if short > 0.0 {
            self.nodes[city].p.x += 0.2 * if far < 0.0 { -short } else { short };
        }
    }

    /// Chains become smooth.
    fn smooth(&mut self, by: f64) {
        for at in 0..self.chains.len() {
            let nodes = std::mem::take(&mut self.chains[at].nodes);
            for three in nodes.windows(3) {
                let middle = self.nodes[three[0]].p.towards(self.nodes[three[2]].p, 0.5);
                let node = &mut self.nodes[three[1]];
                node.p = node.p.towards(middle, by);
            }
            for five in nodes.windows(5) {
                let middle = self.nodes[five[0]].p.towards(self.nodes[five[4]].p, 0.5);
                let node = &mut self.nodes[five[2]];
                node.p = node.p.towards(middle, by * 0.2);
            }
            self.chains[at].nodes = nodes;
        }
    }

    fn grid(&self) -> Option<PointGrid> {
        PointGrid::new(self.nodes.iter().map(|node| node.p), 30.0)
    }

    /// Nodes of different chains, and chains and foreign cities, keep apart.
    fn part(&mut self) {
        let Some(grid) = self.grid() else { return };
        let widest = self.nodes.iter().fold(CITY, |w, n| w.max(n.radius));
        for i in self.places..self.nodes.len() {
            let Node { p, radius, .. } = self.nodes[i];
            let reach = 2.0 * (radius + widest + 2.0 * APART);
            for row in grid.near(Rect::around(p, reach, reach)) {
                for j in row.iter().map(|j| *j as usize).filter(|j| *j < i) {
                    if let Some(least) = self.least_between(i, j) {
                        self.keep_apart(i, j, least, 0.45);
                    }
                }
            }
        }
    }

    /// How far two nodes are to be from each other; nothing if that does not matter.
    fn least_between(&self, i: usize, j: usize) -> Option<f64> {
        let (a, b) = (&self.nodes[i], &self.nodes[j]);
        let one = a.chain?;
        let whole = a.radius + b.radius;
        let Some(other) = b.chain else {
            return (!self.chains[one].places.contains(&Some(j))).then_some(whole + 2.0 * APART);
        };
        let (p, q) = (a.p - b.p, whole);
        if one == other || p.dot(p) >= q * q || self.crossing.contains(&(one.min(other), one.max(other))) {
            return None;
        }
        let (x, y) = (&self.chains[one], &self.chains[other]);
        let shared = x.places.iter().flatten().find(|place| y.places.contains(&Some(**place)));
        Some(shared.map_or(whole, |place| {
            let city = self.nodes[*place].p;
            whole.min(1.1 * a.p.distance(city).min(b.p.distance(city)))
        }))
    }

    /// Labels keep chains away, and each other.
    fn part_tags(&mut self, tags: &[Tag]) {
        if tags.is_empty() {
            return;
        }
        let Some(grid) = self.grid() else { return };
        let widest = self.nodes.iter().fold(CITY, |w, n| w.max(n.radius));
        let rects: Vec<Rect> = tags.iter().map(|tag| tag.rect(self.nodes[tag.place].p)).collect();
        let Some(area) = rects.iter().copied().reduce(Rect::with) else { return };
        let mut labels = Grid::new(area, 60.0);
        rects.iter().enumerate().for_each(|(i, rect)| labels.put(*rect, i as u32));
        for (i, tag) in tags.iter().enumerate() {
            let rect = tag.rect(self.nodes[tag.place].p);
            let near: Vec<u32> = grid.near(rect.grown(widest)).flatten().copied().collect();
            for j in near.into_iter().map(|j| j as usize).filter(|j| *j != tag.place) {
                let (p, room) = (self.nodes[j].p, self.nodes[j].radius + 1.0);
                let nearest = rect.nearest(p);
                let away = p - nearest;
                let far = away.length();
                if far >= room {
                    continue;
                }
                let push = if far > 1e-6 {
                    away * ((room - far) / far)
                } else {
                    // Not through the city: away from it, if the label is above or below.
                    let city = self.nodes[tag.place].p.y;
                    let up = match (rect.max.y < city, rect.min.y > city) {
                        (true, _) => true,
                        (_, true) => false,
                        _ => p.y - rect.min.y < rect.max.y - p.y,
                    };
                    Point::new(0.0, if up { rect.min.y - p.y - room } else { rect.max.y - p.y + room })
                };
                let node = &mut self.nodes[j];
                if node.light > 0.0 {
                    node.p = node.p + push * 0.45;
                }
                let city = &mut self.nodes[tag.place];
                city.p = city.p - push * 0.1;
            }
            let own = tag.rect(self.nodes[tag.place].p);
            for other in labels.near(own.grown(4.0)).filter(|other| *other < i as u32).collect::<Vec<_>>() {
                self.part_labels(tag, &tags[other as usize]);
            }
        }
    }

    fn part_labels(&mut self, one: &Tag, other: &Tag) {
        let (a, b) = (one.rect(self.nodes[one.place].p), other.rect(self.nodes[other.place].p));
        if a.grown(2.0).meets(b) {
            let up = a.centre().y < b.centre().y;
            let over = if up { a.max.y + 2.0 - b.min.y } else { b.max.y + 2.0 - a.min.y };
            let by = Point::new(0.0, if up { -over } else { over } * 0.25);
            self.nodes[one.place].p = self.nodes[one.place].p + by;
            self.nodes[other.place].p = self.nodes[other.place].p - by;
        }
    }

    /// The two ends of a chain around the world are at one height, where its neighbours draw them, apart from those of others.
    fn join_edges(&mut self) {
        let mut ends: Vec<(f64, f64, [usize; 2])> = Vec::new();
        for (at, chain) in self.chains.iter().enumerate() {
            let Some(next) = self.chains.get(at + 1).filter(|next| next.bundle == chain.bundle) else { continue };
            let out = chain.nodes[chain.nodes.len() - 1];
            let inner = chain.nodes[chain.nodes.len() - 2];
            let (back, behind) = (next.nodes[0], next.nodes[1]);
            let goal = (self.nodes[inner].p.y + self.nodes[behind].p.y) / 2.0;
            let y = self.nodes[out].p.y + (goal - self.nodes[out].p.y) * 0.3;
            ends.push((y, chain.half, [out, back]));
        }
        ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        for _ in 0..4 {
            for i in 1..ends.len() {
                let least = ends[i].1 + ends[i - 1].1 + 2.0 * APART;
                let short = least - (ends[i].0 - ends[i - 1].0);
                if short > 0.0 {
                    ends[i].0 += short / 2.0;
                    ends[i - 1].0 -= short / 2.0;
                }
            }
        }
        for (y, _, nodes) in ends {
            nodes.iter().for_each(|node| self.nodes[*node].p.y = y);
        }
    }

    /// Moves everything near these places away from them, so that there is more room between their routes.
    pub fn loosen(&mut self, places: &[usize]) {
        self.most_pitch = (self.most_pitch + 1.0).min(MAX_SPACE);
        for place in places {
            let city = self.nodes[*place].p;
            let moved = |p: Point| {
                let way = p - city;
                let far = way.length();
                if far > 1e-6 && far < REACH { p + way * (PUSH * (1.0 - far / REACH) / far) } else { p }
            };
            self.nodes.iter_mut().filter(|node| node.light > 0.0).for_each(|node| node.p = moved(node.p));
            self.anchors.iter_mut().flatten().for_each(|p| *p = moved(*p));
        }
    }

    /// Whether there is so much that time matters.
    pub fn is_large(&self) -> bool {
        self.nodes.len() > MANY
    }

    /// Makes everything larger, so that what has a size of its own takes less of it.
    pub fn grow(&mut self, by: f64) {
        self.nodes.iter_mut().for_each(|node| node.p = node.p * by);
        self.anchors.iter_mut().flatten().for_each(|p| *p = *p * by);
        self.edges = self.edges.map(|edges| edges.map(|x| x * by));
    }
}
