//! The longest continuous path (G25): the longest trail in a network of routes, measured in spaces. A city may be
//! passed more than once, a route not. A route is an edge here, its spaces are the weight.
//!
//! Edges can be walked in one go when they are connected and at most two cities have an odd number of them. So the
//! question is which edges to leave out at the least loss. The answer comes in three stages, each of them exact:
//!
//! 1. **Shrink.** A city with two edges is passed or not at all, so the two become one; of the dead ends at a city only
//!    the two longest count. Trees and rings vanish here, and most of what is built in a game nearly does.
//! 2. **Pair up.** Leave out the shortest ways between odd cities. Often the loss is one that no trail avoids: so it is
//!    in dense networks of short routes, however large.
//! 3. **Search.** Sweep over the network with only the few cities at the front of the sweep in mind. A first sweep,
//!    backwards, tables the least loss if what is kept need not be connected: the parities at the front suffice for
//!    that. A second, best first with the tables as its bound, keeps track of what is connected. The work grows with
//!    the width of the front and not with the number of trails, and a hundred edges have a front of 17 at most or so.

#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem::{replace, swap, take};

/// A budget for [`longest_trail`]: some seconds at the very worst. Networks of a hundred edges take a fraction of it,
/// those of a game almost nothing.
pub const TRAIL_BUDGET: u64 = 4_000_000;

/// One edge: its two ends (city indices) and its weight in spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrailEdge {
    /// The cities at its ends, which may be the same.
    pub ends: [u16; 2],
    /// Its spaces.
    pub weight: u32,
}

/// What [`longest_trail`] finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trail {
    /// The spaces of its edges.
    pub length: u32,
    /// Its edges as indices into the input, in walking order.
    pub edges: Vec<usize>,
    /// Whether no trail is longer for certain. If not, the budget ran out: the longest has at least `length`.
    pub exact: bool,
    /// The work of the search, by which the budget is measured; zero where none was needed.
    pub steps: u64,
}

impl Trail {
    /// The cities in walking order, one more than edges. `edges` is the input of [`longest_trail`].
    pub fn cities(&self, edges: &[TrailEdge]) -> Vec<u16> {
        let walk = |from: u16| {
            let mut cities = vec![from];
            for &edge in &self.edges {
                let [a, b] = edges[edge].ends;
                match cities[cities.len() - 1] {
                    here if here == a => cities.push(b),
                    here if here == b => cities.push(a),
                    _ => return None,
                }
            }
            Some(cities)
        };
        // The first edge alone does not say at which end the walk begins: only one of them lets it go on.
        self.edges.first().and_then(|&first| edges[first].ends.into_iter().find_map(walk)).unwrap_or_default()
    }
}

/// The longest trail: edges that can be walked in one go, none of them twice. The same input gives the same trail.
///
/// A search that has taken `budget` steps ends with the best trail so far; [`TRAIL_BUDGET`] is ample.
///
/// ```
/// # use ttr_core::trail::{TRAIL_BUDGET, TrailEdge, longest_trail};
/// // A triangle with a tail at each corner: in by one tail, all around and on to the next corner, out by its tail.
/// let edges = [(0, 1, 2), (1, 2, 2), (2, 0, 2), (0, 3, 1), (1, 4, 5), (2, 5, 4)];
/// let edges = edges.map(|(a, b, weight)| TrailEdge { ends: [a, b], weight });
/// let trail = longest_trail(&edges, TRAIL_BUDGET);
/// assert_eq!((trail.length, trail.exact), (13, true));
/// assert_eq!(trail.cities(&edges).len(), trail.edges.len() + 1);
/// ```
pub fn longest_trail(edges: &[TrailEdge], budget: u64) -> Trail {
    let (net, exact, steps) = with_longest(edges, budget);
    Trail { length: net.longest(), edges: net.into_walk(edges), exact, steps }
}

/// A network of which the longest trail was looked for; whether none is longer for certain, and the work of the search.
fn with_longest(edges: &[TrailEdge], budget: u64) -> (Network, bool, u64) {
    let mut net = Network::new(edges);
    net.shrink();
    let mut parts = net.parts();
    parts.sort_by_key(|part| Reverse(part.total));
    let mut steps = 0;
    // The length up to which a longer trail may have been missed.
    let mut open = 0;
    for part in &parts {
        if part.total <= net.best_length {
            break;
        }
        let most = part.total - net.match_up(part);
        if most > net.best_length {
            open = open.max(most.min(search(&mut net, part, budget, &mut steps)));
        }
    }
    let exact = open <= net.best_length;
    (net, exact, steps)
}

/// How long the longest trail is, and whether that is certain: what [`longest_trail`] says, without the way. Where the budget does
/// not suffice, one of them may find a longer trail than the other.
pub fn longest_trail_length(edges: &[TrailEdge], budget: u64) -> (u32, bool) {
    longest_trail_among(edges, 0..edges.len(), budget)
}

/// The same with some of the edges, each by its index and none of them twice: so nobody has to copy them.
#[inline]
pub fn longest_trail_among(
    edges: &[TrailEdge],
    these: impl Iterator<Item = usize> + Clone,
    budget: u64,
) -> (u32, bool) {
    let Some(Bare { longest, rings }) = without_dead_ends(edges, these.clone()) else {
        let (net, exact, _) = with_longest(&these.map(|edge| edges[edge]).collect::<Vec<_>>(), budget);
        return (net.longest(), exact);
    };
    let longest = u32::try_from(longest).unwrap_or(u32::MAX);
    if rings.is_empty() {
        return (longest, true);
    }
    let (net, exact, _) = with_longest(&rings, budget);
    (longest.max(net.longest()), exact)
}

/// A network without its trees.
struct Bare {
    /// The longest trail within a tree.
    longest: u64,
    /// What is left, and at each city of it the two longest ways into what hung there, as an edge each.
    rings: Vec<TrailEdge>,
}

/// A city: which edges are left there, and the longest ways that were taken off.
#[derive(Clone, Copy, Default)]
struct Stop {
    /// How many edges.
    degree: u32,
    /// The sum of their numbers: where one is left, it is known by that.
    sum: u32,
    far: [u32; 2],
}

/// In longer rings it takes too long to look at all pairs of cities.
const LONGEST_RING: usize = 200;

/// The longest trail that goes along a ring, where what is left of the network, so many edges, are rings apart from each other. It
/// goes all around and has both its ends at one city, or one way or the other between two cities. Nothing for other networks.
fn longest_around(
    edges: &[TrailEdge],
    these: impl Iterator<Item = usize> + Clone,
    left: usize,
    stops: &mut [Stop],
) -> Option<u64> {
    let apart = |end: u16| matches!(stops[usize::from(end)].degree, 0 | 2);
    if left > LONGEST_RING || !these.clone().all(|edge| edges[edge].ends.into_iter().all(apart)) {
        return None;
    }
    // Each city of a ring: how far along the ring it is, and the longest way out of it.
    let mut ring: ArrayVec<(u64, u64), LONGEST_RING> = ArrayVec::new();
    let mut longest = 0;
    for number in these {
        let ends = edges[number].ends.map(usize::from);
        if ends.iter().any(|end| stops[*end].degree == 0) {
            continue;
        }
        ring.clear();
        // From one end of this edge away from it, until it is come back to.
        let (mut here, mut edge, mut along, mut both) = (ends[0], number, 0, 0);
        while stops[here].degree > 0 {
            let Stop { sum, far: [far, second], .. } = stops[here];
            stops[here].degree = 0;
            ring.try_push((along, far.into())).ok()?;
            both = both.max(u64::from(far) + u64::from(second));
            edge = (sum as usize).checked_sub(edge)?;
            let TrailEdge { ends: [a, b], weight } = *edges.get(edge)?;
            along += u64::from(weight);
            here ^= usize::from(a ^ b);
        }
        longest = longest.max(along + both);
        for (i, (at, far)) in ring.iter().enumerate() {
            for (other, beyond) in &ring[..i] {
                let way = at - other;
                longest = longest.max(way.max(along - way) + far + beyond);
            }
        }
    }
    Some(longest)
}

/// Takes off dead ends until none is left. A trail that is not within a tree begins and ends with the longest ways out of a city
/// that is left, at most two of them. Nothing for networks with more cities or edges than can be counted so.
#[inline]
fn without_dead_ends(edges: &[TrailEdge], these: impl Iterator<Item = usize> + Clone) -> Option<Bare> {
    if edges.len() > usize::from(u16::MAX) {
        return None;
    }
    // Mostly there are few cities.
    let mut few = [Stop::default(); 64];
    if let Some(left) = count_at_stops(edges, these.clone(), &mut few) {
        return take_off_dead_ends(edges, these, left, &mut few);
    }
    let highest = these.clone().flat_map(|edge| edges[edge].ends).max().unwrap_or(0);
    let mut many = vec![Stop::default(); usize::from(highest) + 1];
    let left = count_at_stops(edges, these.clone(), &mut many)?;
    take_off_dead_ends(edges, these, left, &mut many)
}

/// Counts the edges at each city, and how many there are in all; nothing if there are more cities than these.
#[inline(always)]
fn count_at_stops(edges: &[TrailEdge], these: impl Iterator<Item = usize>, stops: &mut [Stop]) -> Option<usize> {
    let mut count = 0;
    for number in these {
        for end in edges[number].ends {
            let stop = stops.get_mut(usize::from(end))?;
            stop.degree += 1;
            stop.sum += number as u32;
        }
        count += 1;
    }
    Some(count)
}

#[inline(always)]
fn take_off_dead_ends(
    edges: &[TrailEdge],
    these: impl Iterator<Item = usize> + Clone,
    mut left: usize,
    stops: &mut [Stop],
) -> Option<Bare> {
    let mut longest = 0;
    for edge in these.clone() {
        for city in edges[edge].ends {
            // Off goes a dead end, and with it what becomes one.
            let mut here = usize::from(city);
            while stops[here].degree == 1 {
                let number = stops[here].sum;
                let TrailEdge { ends: [a, b], weight } = *edges.get(number as usize)?;
                let way = stops[here].far[0].checked_add(weight)?;
                stops[here].degree = 0;
                here ^= usize::from(a ^ b);
                let stop = &mut stops[here];
                stop.degree -= 1;
                stop.sum -= number;
                let [far, second] = stop.far;
                longest = longest.max(u64::from(far) + u64::from(way));
                stop.far = [far.max(way), far.min(way).max(second)];
                left -= 1;
            }
        }
    }
    if left == 0 {
        return Some(Bare { longest, rings: Vec::new() });
    }
    if let Some(around) = longest_around(edges, these.clone(), left, stops) {
        return Some(Bare { longest: longest.max(around), rings: Vec::new() });
    }
    let stays = |edge: &TrailEdge| edge.ends.iter().all(|end| stops[usize::from(*end)].degree > 0);
    let mut rings: Vec<TrailEdge> = these.map(|edge| edges[edge]).filter(stays).collect();
    let mut next = u16::try_from(stops.len() - 1).ok()?;
    for (city, stop) in (0..).zip(&*stops).filter(|(_, stop)| stop.degree > 0) {
        for weight in stop.far.into_iter().filter(|far| *far > 0) {
            next = next.checked_add(1)?;
            rings.push(TrailEdge { ends: [city, next], weight });
        }
    }
    Some(Bare { longest, rings })
}

const NONE: u32 = u32::MAX;

/// One end of an edge; edge `e` has the ends `2 * e` and `2 * e + 1`.
#[derive(Clone, Copy)]
struct End {
    city: u32,
    /// Where it stands in [`Network::around`].
    place: u32,
}

#[derive(Clone, Copy)]
struct City {
    /// Its ends, those of loops apart, are `around[start..start + degree]`.
    start: u32,
    degree: u32,
    /// Its loops, as one edge, or `NONE`.
    ring: u32,
    /// Whether it is waiting or has been seen, while that matters.
    mark: bool,
}

/// An edge of the shrinking network stands for a list of edges of the input, of which it is the first.
#[derive(Clone, Copy)]
struct Edge {
    weight: u64,
    next: u32,
    last: u32,
    out: bool,
}

/// A connected part of the network.
struct Part {
    cities: Vec<u32>,
    edges: Vec<u32>,
    total: u64,
}

struct Network {
    /// For each city index of the input one more than its index in `cities`.
    number: Vec<u32>,
    cities: Vec<City>,
    edges: Vec<Edge>,
    ends: Vec<End>,
    around: Vec<u32>,
    /// The longest trail so far, as edges of the input in any order.
    best: Vec<u32>,
    best_length: u64,
}

impl Network {
    fn new(input: &[TrailEdge]) -> Self {
        let highest = input.iter().flat_map(|edge| edge.ends).max().unwrap_or(0);
        let mut number = vec![0; usize::from(highest) + 1];
        let mut cities = Vec::with_capacity(input.len() + 1);
        let mut ends = Vec::with_capacity(2 * input.len());
        for edge in input {
            for name in edge.ends {
                let number = &mut number[usize::from(name)];
                if *number == 0 {
                    cities.push(City { start: 0, degree: 0, ring: NONE, mark: true });
                    *number = cities.len() as u32;
                }
                ends.push(End { city: *number - 1, place: 0 });
                cities[(*number - 1) as usize].start += 1;
            }
        }
        let mut sum = 0;
        for city in &mut cities {
            sum += replace(&mut city.start, sum);
        }
        let edge = |(last, edge): (u32, &TrailEdge)| Edge { weight: edge.weight.into(), next: NONE, last, out: false };
        let edges = (0..).zip(input).map(edge).collect();
        let around = vec![NONE; ends.len()];
        let mut net =
            Self { number, cities, edges, ends, around, best: Vec::with_capacity(input.len()), best_length: 0 };
        for end in 0..net.ends.len() as u32 {
            let city = net.ends[end as usize].city;
            if city != net.beyond(end) {
                let City { start, degree, .. } = &mut net.cities[city as usize];
                net.ends[end as usize].place = *start + *degree;
                net.around[(*start + *degree) as usize] = end;
                *degree += 1;
            } else if end.is_multiple_of(2) {
                net.add_ring(city, end / 2);
            }
        }
        net
    }

    /// The length of the longest trail so far.
    fn longest(&self) -> u32 {
        u32::try_from(self.best_length).unwrap_or(u32::MAX)
    }

    fn degree(&self, city: u32) -> u32 {
        self.cities[city as usize].degree
    }

    fn ring(&self, city: u32) -> Option<u32> {
        Some(self.cities[city as usize].ring).filter(|&ring| ring != NONE)
    }

    fn around(&self, city: u32) -> &[u32] {
        let City { start, degree, .. } = self.cities[city as usize];
        &self.around[start as usize..][..degree as usize]
    }

    /// The city at the other end of an edge.
    fn beyond(&self, end: u32) -> u32 {
        self.ends[(end ^ 1) as usize].city
    }

    fn weight(&self, edge: u32) -> u64 {
        self.edges[edge as usize].weight
    }

    /// Lets `edge` stand for what `other` stands for, too.
    fn append(&mut self, edge: u32, other: u32) {
        let Edge { weight, last, .. } = self.edges[other as usize];
        let edge = &mut self.edges[edge as usize];
        edge.weight += weight;
        let joint = replace(&mut edge.last, last);
        self.edges[joint as usize].next = other;
    }

    fn add_ring(&mut self, city: u32, edge: u32) {
        match self.ring(city) {
            Some(ring) => self.append(ring, edge),
            None => self.cities[city as usize].ring = edge,
        }
    }

    /// Lets `edge` take over the loops of a city, where no trail comes along the one without the others.
    fn take_ring(&mut self, city: u32, edge: u32) {
        let ring = replace(&mut self.cities[city as usize].ring, NONE);
        if ring != NONE {
            self.append(edge, ring);
        }
    }

    fn detach(&mut self, end: u32) {
        let End { city, place } = self.ends[end as usize];
        let City { start, degree, .. } = &mut self.cities[city as usize];
        *degree -= 1;
        let last = self.around[(*start + *degree) as usize];
        self.around[place as usize] = last;
        self.ends[last as usize].place = place;
    }

    fn remove(&mut self, edge: u32) {
        self.detach(2 * edge);
        self.detach(2 * edge + 1);
    }

    /// Remembers a trail of these edges if it is the longest so far.
    fn offer(&mut self, edges: &[u32]) {
        let length = edges.iter().map(|&edge| self.weight(edge)).sum();
        if length > self.best_length {
            self.best_length = length;
            self.best.clear();
            for &edge in edges {
                let last = self.edges[edge as usize].last;
                let mut part = edge;
                while part != last {
                    self.best.push(part);
                    part = self.edges[part as usize].next;
                }
                self.best.push(last);
            }
        }
    }

    /// Makes the network smaller wherever that takes no search, and offers the trails that get lost by it. Then each
    /// city has at least three edges, or only one, and at most two of a city's edges are such dead ends.
    fn shrink(&mut self) {
        let mut waiting: Vec<u32> = (0..self.cities.len() as u32).collect();
        while let Some(city) = waiting.pop() {
            self.cities[city as usize].mark = false;
            if self.degree(city) > 2 {
                self.prune(city);
            }
            let changed = match *self.around(city) {
                [] => {
                    if let Some(ring) = self.ring(city) {
                        self.offer(&[ring]);
                    }
                    continue;
                }
                [end] => {
                    let other = self.beyond(end);
                    self.take_ring(city, end / 2);
                    if self.degree(other) == 1 {
                        self.take_ring(other, end / 2);
                        self.offer(&[end / 2]);
                        self.remove(end / 2);
                        continue;
                    }
                    [other, other]
                }
                // A trail that ended here could go on. So it takes both or none: make them one edge.
                [one, two] => {
                    let [a, b] = [self.beyond(one), self.beyond(two)];
                    self.take_ring(city, one / 2);
                    self.append(one / 2, two / 2);
                    if a == b {
                        self.remove(one / 2);
                        self.remove(two / 2);
                        self.add_ring(a, one / 2);
                    } else {
                        self.cities[city as usize].degree = 0;
                        let place = self.ends[(two ^ 1) as usize].place;
                        self.around[place as usize] = one;
                        self.ends[one as usize] = End { city: b, place };
                    }
                    [a, b]
                }
                _ => continue,
            };
            for city in changed {
                if !replace(&mut self.cities[city as usize].mark, true) {
                    waiting.push(city);
                }
            }
        }
    }

    /// A dead end is the first or last edge of a trail, so only the two longest of a city are of use. Where no more than
    /// one edge leads on, the second is so only for the trail from one to the other.
    fn prune(&mut self, city: u32) {
        let mut longest = [NONE; 2];
        let mut useless = Vec::new();
        for i in 0..self.degree(city) as usize {
            let end = self.around(city)[i];
            if self.degree(self.beyond(end)) == 1 {
                let mut edge = end / 2;
                self.take_ring(self.beyond(end), edge);
                for kept in &mut longest {
                    if *kept == NONE || edge != NONE && self.weight(edge) > self.weight(*kept) {
                        swap(kept, &mut edge);
                    }
                }
                useless.extend(Some(edge).filter(|&edge| edge != NONE));
            }
        }
        for edge in useless {
            self.remove(edge);
        }
        if self.degree(city) == 3 && longest[1] != NONE {
            match self.ring(city) {
                Some(ring) => self.offer(&[longest[0], longest[1], ring]),
                None => self.offer(&longest),
            }
            self.remove(longest[1]);
        }
    }

    fn mark(&mut self, cities: &[u32], mark: bool) {
        for &city in cities {
            self.cities[city as usize].mark = mark;
        }
    }

    /// All that is connected with an unmarked city, which gets marked by it.
    fn part_of(&mut self, city: u32) -> Part {
        let mut part = Part { cities: vec![city], edges: Vec::new(), total: 0 };
        self.cities[city as usize].mark = true;
        let mut i = 0;
        while let Some(&city) = part.cities.get(i) {
            i += 1;
            part.edges.extend(self.ring(city));
            for at in 0..self.degree(city) as usize {
                let end = self.around(city)[at];
                let other = self.beyond(end);
                if self.edges[end as usize / 2].out {
                    continue;
                }
                if end.is_multiple_of(2) {
                    part.edges.push(end / 2);
                }
                if !replace(&mut self.cities[other as usize].mark, true) {
                    part.cities.push(other);
                }
            }
        }
        part.total = part.edges.iter().map(|&edge| self.weight(edge)).sum();
        part
    }

    fn parts(&mut self) -> Vec<Part> {
        let mut parts = Vec::new();
        for city in 0..self.cities.len() as u32 {
            if !self.cities[city as usize].mark && self.degree(city) > 0 {
                parts.push(self.part_of(city));
            }
        }
        parts
    }

    /// Offers a good trail of a part: leaves out the shortest way between any two odd cities until only two are odd,
    /// and takes the best of what is still connected. Returns a loss that no trail of the part avoids.
    fn match_up(&mut self, part: &Part) -> u64 {
        let mut odd: Vec<u32> = part.cities.iter().copied().filter(|&city| self.degree(city) % 2 == 1).collect();
        if odd.len() <= 2 {
            self.offer(&part.edges);
            return 0;
        }
        // Each odd city but two loses an edge, and an edge has two ends.
        let lightest = |&city: &u32| self.around(city).iter().map(|&end| self.weight(end / 2)).min().unwrap_or(0);
        let mut losses: Vec<u64> = odd.iter().map(lightest).collect();
        losses.sort_unstable();
        let certain = losses.iter().rev().skip(2).sum::<u64>().div_ceil(2);

        // For each city the nearest odd one, how far it is, and the end where the way there begins.
        let mut near = Vec::new();
        self.mark(&part.cities, false);
        self.mark(&odd, true);
        while odd.len() > 2 {
            near.clear();
            near.resize(self.cities.len(), (NONE, 0, None));
            let mut links = Vec::new();
            let mut heap: BinaryHeap<_> = odd.iter().map(|&city| Reverse((0, None, city, city))).collect();
            while let Some(Reverse((far, back, city, from))) = heap.pop() {
                if near[city as usize].0 != NONE {
                    continue;
                }
                near[city as usize] = (from, far, back);
                for &end in self.around(city).iter().filter(|&end| !self.edges[*end as usize / 2].out) {
                    let other = self.beyond(end);
                    let (source, distance, _) = near[other as usize];
                    let way = far + self.weight(end / 2);
                    if source == NONE {
                        heap.push(Reverse((way, Some(end ^ 1), other, from)));
                    } else if source != from {
                        links.push((way + distance, end));
                    }
                }
            }
            // The ways of two links have no edge in common unless they lead to the same odd city.
            links.sort_unstable();
            let mut left = odd.len();
            for (_, end) in links {
                let cities = [end, end ^ 1].map(|end| self.ends[end as usize].city);
                let ends = cities.map(|city| near[city as usize].0);
                if left > 2 && ends.iter().all(|&city| self.cities[city as usize].mark) {
                    left -= 2;
                    self.mark(&ends, false);
                    self.edges[end as usize / 2].out = true;
                    for mut city in cities {
                        while let Some(back) = near[city as usize].2 {
                            self.edges[back as usize / 2].out = true;
                            city = self.beyond(back);
                        }
                    }
                }
            }
            odd.retain(|&city| self.cities[city as usize].mark);
        }
        self.mark(&part.cities, false);
        for &city in &part.cities {
            if !self.cities[city as usize].mark {
                let rest = self.part_of(city);
                self.offer(&rest.edges);
            }
        }
        certain
    }

    /// The best trail in walking order, after Hierholzer: go on until stuck, then back to where a way is left.
    fn into_walk(mut self, input: &[TrailEdge]) -> Vec<usize> {
        // The ends of the input again, in a list for each city instead of side by side.
        for city in &mut self.cities {
            (city.start, city.degree) = (NONE, 0);
        }
        for &edge in &self.best {
            self.edges[edge as usize].out = false;
            for (end, name) in (2 * edge..).zip(input[edge as usize].ends) {
                let number = self.number[usize::from(name)] - 1;
                let city = &mut self.cities[number as usize];
                self.ends[end as usize] = End { city: number, place: replace(&mut city.start, end) };
                city.degree += 1;
            }
        }
        let passed = (0..self.cities.len() as u32).filter(|&city| self.degree(city) > 0);
        let Some(begin) = passed.max_by_key(|&city| self.degree(city) % 2) else { return Vec::new() };
        let mut walk = Vec::with_capacity(self.best.len());
        let mut path = Vec::with_capacity(self.best.len() + 1);
        path.push((begin, NONE));
        while let Some(&(city, edge)) = path.last() {
            let end = self.cities[city as usize].start;
            if end != NONE {
                self.cities[city as usize].start = self.ends[end as usize].place;
                if !replace(&mut self.edges[end as usize / 2].out, true) {
                    path.push((self.beyond(end), end / 2));
                }
            } else {
                path.pop();
                walk.extend((edge != NONE).then_some(edge as usize));
            }
        }
        walk
    }
}

/// The most cities at the front of a sweep, and the most entries of its tables: they bound the memory and the work.
const WIDEST: usize = 20;
const MOST_ENTRIES: u64 = 1 << 24;

/// One move of a sweep. A city stands at a slot of the front from its first edge to its last.
#[derive(Clone, Copy)]
struct Move {
    what: What,
    /// How many cities are at the front before it.
    width: usize,
    /// Where its table begins.
    table: usize,
    /// The weight of the edges that the sweep has not come to before it.
    ahead: u64,
}

#[derive(Clone, Copy)]
enum What {
    /// An edge is kept or left out. Cities that are new take the slots after the last.
    Edge { slots: [usize; 2], edge: u32, weight: u64 },
    /// A city without further edges leaves the front. The last one takes its slot.
    Leave { slot: usize },
}

/// A sweep over a part: from one city it clears city after city of all their edges.
struct Sweep<'a> {
    net: &'a Network,
    moves: Vec<Move>,
    front: Vec<u32>,
    cities: Vec<SweepCity>,
    /// Cities at the front after the last move, and entries of all tables so far.
    width: usize,
    entries: u64,
    work: u64,
}

#[derive(Clone, Copy)]
struct SweepCity {
    /// Its slot at the front; `NONE` before, `GONE` after.
    slot: u32,
    /// How many edges the sweep has yet to come to.
    left: u32,
    tally: u32,
}

const GONE: u32 = NONE - 1;

impl<'a> Sweep<'a> {
    /// A sweep that ends early as soon as its tables have more than `most` entries.
    fn new(net: &'a Network, part: &Part, from: u32, most: u64) -> Self {
        let cities = net.cities.iter().map(|city| SweepCity { slot: NONE, left: city.degree, tally: 0 }).collect();
        let moves = Vec::with_capacity(part.edges.len() + part.cities.len());
        let mut sweep = Self { net, moves, front: Vec::new(), cities, width: 0, entries: 0, work: 0 };
        let mut next = Some(from);
        while let Some(city) = next.filter(|_| sweep.entries <= most) {
            sweep.clear(city);
            next = sweep.choose();
        }
        let mut ahead = part.total;
        for step in &mut sweep.moves {
            step.ahead = ahead;
            if let What::Edge { weight, .. } = step.what {
                ahead -= weight;
            }
        }
        sweep
    }

    fn push(&mut self, what: What) {
        self.moves.push(Move { what, width: self.width, table: self.entries as usize, ahead: 0 });
        // A front that is too wide makes the tables too large.
        self.entries += if self.front.len() > WIDEST { MOST_ENTRIES } else { 2 << self.width };
        self.width = self.front.len();
    }

    fn enter(&mut self, city: u32) {
        if self.cities[city as usize].slot == NONE {
            let slot = self.front.len();
            self.cities[city as usize].slot = slot as u32;
            self.front.push(city);
            if let Some(edge) = self.net.ring(city) {
                self.push(What::Edge { slots: [slot; 2], edge, weight: self.net.weight(edge) });
            }
        }
    }

    fn leave(&mut self, city: u32) {
        let slot = replace(&mut self.cities[city as usize].slot, GONE);
        self.front.swap_remove(slot as usize);
        if let Some(&moved) = self.front.get(slot as usize) {
            self.cities[moved as usize].slot = slot;
        }
        self.push(What::Leave { slot: slot as usize });
    }

    /// Goes along all edges of a city that are left, those to cities at the front first.
    fn clear(&mut self, city: u32) {
        let net = self.net;
        self.enter(city);
        let slot = |sweep: &Self, end: u32| sweep.cities[net.beyond(end) as usize].slot;
        let mut ends: Vec<u32> = net.around(city).iter().copied().filter(|&end| slot(self, end) != GONE).collect();
        ends.sort_by_key(|&end| slot(self, end) == NONE);
        for end in ends {
            let other = net.beyond(end);
            self.enter(other);
            let slots = [city, other].map(|city| self.cities[city as usize].slot as usize);
            self.push(What::Edge { slots, edge: end / 2, weight: net.weight(end / 2) });
            self.cities[other as usize].left -= 1;
            if self.cities[other as usize].left == 0 {
                self.leave(other);
            }
        }
        self.leave(city);
    }

    /// The city at the front or next to it by whose clearing the front grows least.
    fn choose(&mut self) -> Option<u32> {
        if self.work > MOST_ENTRIES {
            self.entries = MOST_ENTRIES;
        }
        let mut best = (i32::MAX, 0, 0, NONE);
        for i in 0..self.front.len() {
            let city = self.front[i];
            best = best.min((self.growth(city), 0, i, city));
            for &end in self.net.around(city) {
                let other = self.net.beyond(end);
                if self.cities[other as usize].slot == NONE {
                    best = best.min((self.growth(other), 1, i, other));
                }
            }
        }
        Some(best.3).filter(|&city| city != NONE)
    }

    fn growth(&mut self, city: u32) -> i32 {
        let others = self.net.around(city).iter().map(|&end| self.net.beyond(end) as usize);
        let mut growth = -i32::from(self.cities[city as usize].slot != NONE);
        for other in others.clone() {
            self.cities[other].tally += 1;
            self.work += 1;
        }
        for other in others {
            let SweepCity { slot, left, tally } = &mut self.cities[other];
            let edges = take(tally);
            if edges > 0 && *slot != GONE {
                growth += i32::from(edges < *left) - i32::from(*slot != NONE);
            }
        }
        growth
    }
}

/// What a sweep has to know of the kept edges behind its front.
#[derive(Clone, Copy, Default)]
struct State {
    /// The same number for slots that are connected, zero for those without a kept edge.
    groups: [u8; WIDEST],
    /// The slots with an odd number of kept edges, as bits.
    odd: u32,
    /// The slots with a kept edge, as bits.
    touched: u32,
    /// The odd cities behind the front: ends of the trail.
    ends: u8,
    /// Whether the move before kept an edge.
    kept: bool,
    /// The weight of the edges left out.
    lost: u64,
    /// The move that is next.
    at: u32,
    /// The state before that move.
    parent: u32,
    /// The state that was looked at before with the same `at`, `odd` and `ends`.
    earlier: u32,
}

impl State {
    /// Whether every way to go on from `other` to a trail is one from here, too: what is connected there is so here,
    /// and each group here has a part there, so that it is not left alone. Both have the same `at`, `odd` and `ends`.
    fn covers(&self, other: &State) -> bool {
        if other.touched & !self.touched != 0 {
            return false;
        }
        let mut counterpart = [0; WIDEST + 1];
        let (mut all, mut met) = (0u32, 0u32);
        for (&here, &there) in self.groups.iter().zip(&other.groups).filter(|(here, _)| **here != 0) {
            all |= 1 << here;
            if there != 0 {
                met |= 1 << here;
                let known = replace(&mut counterpart[usize::from(there)], here);
                if known != 0 && known != here {
                    return false;
                }
            }
        }
        all == met
    }

    fn keep(mut self, [a, b]: [usize; 2]) -> Self {
        self.kept = true;
        self.odd ^= (1 << a) ^ (1 << b);
        self.touched |= (1 << a) | (1 << b);
        let [to, from] = match [self.groups[a], self.groups[b]] {
            [0, 0] => [self.groups.iter().fold(1u32, |taken, group| taken | 1 << group).trailing_ones() as u8, 0],
            [0, group] | [group, 0] => [group, 0],
            both => both,
        };
        self.groups[a] = to;
        self.groups[b] = to;
        for group in self.groups.iter_mut().filter(|group| from != 0 && **group == from) {
            *group = to;
        }
        self
    }
}

/// Where parities and ends stand in a table: in its second half with two ends. Between one and none the parities tell,
/// as there is an even number of odd cities in all.
fn place(width: usize, odd: u32, ends: u8) -> usize {
    usize::from(ends == 2) << width | odd as usize
}

/// Bits of slots when a city has left the front and the last one has its slot.
fn without(slot: usize, width: usize, bits: u32) -> u32 {
    let last = bits >> (width - 1) & 1;
    (bits & !(1 << slot) | last << slot) & !(1 << (width - 1))
}

/// The tables of a sweep: for the parities and ends before each move the least weight to leave out from there on, if
/// what is kept need not be connected. A weight too large for an entry is cut off, which leaves it a lower bound.
fn least_losses(moves: &[Move], entries: usize) -> Vec<u16> {
    let mut tables = vec![0u16; entries + 2];
    let (mut end, mut end_width) = (entries, 0);
    for &Move { what, width, table, .. } in moves.iter().rev() {
        let (now, then) = tables.split_at_mut(end);
        let now = &mut now[table..];
        match what {
            What::Edge { slots: [a, b], weight, .. } => {
                let flip = (1 << a) ^ (1 << b);
                let weight = u16::try_from(weight).unwrap_or(u16::MAX);
                for (now, then) in now.chunks_mut(1 << width).zip(then.chunks(1 << end_width)) {
                    for (odd, now) in now.iter_mut().enumerate() {
                        *now = then[odd ^ flip].min(then[odd].saturating_add(weight));
                    }
                }
            }
            What::Leave { slot } => {
                for (i, now) in now.iter_mut().enumerate() {
                    let odd = i as u32 & ((1 << width) - 1);
                    let ends = if i >> width > 0 { 2 } else { odd.count_ones() as u8 % 2 };
                    let ends = ends + (odd >> slot & 1) as u8;
                    *now = if ends > 2 { u16::MAX } else { then[place(end_width, without(slot, width, odd), ends)] };
                }
            }
        }
        (end, end_width) = (table, width);
    }
    tables
}

/// A step is a state of the search, or what takes about its time: entries of tables or comparisons of states.
const ENTRIES_PER_STEP: u64 = 64;
const CHECKS_PER_STEP: u64 = 16;

/// Offers the longest trail of a part if it is longer than the best. Returns zero, or if the budget ran out a length
/// that no trail of the part surpasses.
fn search(net: &mut Network, part: &Part, budget: u64, steps: &mut u64) -> u64 {
    // A sweep from another city may have smaller tables. To try some pays as long as it takes less time than those.
    let mut most = budget.saturating_sub(*steps).saturating_mul(ENTRIES_PER_STEP).min(MOST_ENTRIES - 1);
    let (mut best, mut work) = (None, 0);
    for &city in &part.cities {
        let sweep = Sweep::new(net, part, city, most);
        work += sweep.work;
        if sweep.entries <= most {
            most = sweep.entries - 1;
            best = Some(sweep.moves);
        }
        if work >= most / 4 {
            break;
        }
    }
    *steps += work / ENTRIES_PER_STEP;
    let Some(moves) = best else { return part.total };
    let entries = most as usize + 1;
    *steps += most / ENTRIES_PER_STEP;
    let bound = least_losses(&moves, entries);

    let mut states = vec![State { parent: NONE, ..State::default() }];
    // For each entry of the tables the last state looked at there. The start, number zero, needs no mention.
    let mut looked_at = vec![0; entries + 2];
    let mut heap = BinaryHeap::from([(Reverse(u64::from(bound[0])), 0, 0)]);
    let mut least = part.total - net.best_length;
    let (mut found, mut missed, mut checks) = (NONE, 0, 0);
    while let Some((Reverse(loss), _, id)) = heap.pop().filter(|next| next.0.0 < least) {
        if *steps + checks / CHECKS_PER_STEP >= budget {
            missed = part.total - loss;
            break;
        }
        *steps += 1;
        let state = states[id as usize];
        let Move { what, width, table, ahead } = moves[state.at as usize];
        // A state that came here earlier has lost no more, since the bound is the same. If it covers this one, it does.
        let last = &mut looked_at[table + place(width, state.odd, state.ends)];
        let mut earlier = *last;
        while earlier != 0 && !states[earlier as usize].covers(&state) {
            earlier = states[earlier as usize].earlier;
            checks += 1;
        }
        if earlier != 0 {
            continue;
        }
        states[id as usize].earlier = replace(last, id);

        let next = State { at: state.at + 1, parent: id, kept: false, ..state };
        let (table, width_then) = moves.get(next.at as usize).map_or((entries, 0), |step| (step.table, step.width));
        let mut push = |state: State| {
            let loss = state.lost + u64::from(bound[table + place(width_then, state.odd, state.ends)]);
            if loss < least {
                heap.push((Reverse(loss), state.at, states.len() as u32));
                states.push(state);
            }
        };
        match what {
            What::Edge { slots, weight, .. } => {
                push(State { lost: state.lost + weight, ..next });
                push(next.keep(slots));
            }
            What::Leave { slot } => {
                let ends = state.ends + (state.odd >> slot & 1) as u8;
                if ends > 2 {
                    continue;
                }
                let mut groups = state.groups;
                let group = groups[slot];
                groups[slot] = groups[width - 1];
                groups[width - 1] = 0;
                let [odd, touched] = [state.odd, state.touched].map(|bits| without(slot, width, bits));
                if group == 0 || groups.contains(&group) {
                    push(State { groups, odd, touched, ends, ..next });
                } else if touched == 0 && state.lost + ahead < least {
                    // This was the only group and nothing leads on from it: a trail.
                    (least, found) = (state.lost + ahead, id);
                }
            }
        }
    }
    *steps += checks / CHECKS_PER_STEP;
    let mut edges = Vec::new();
    while found != NONE {
        let State { kept, at, parent, .. } = states[found as usize];
        if kept && let What::Edge { edge, .. } = moves[at as usize - 1].what {
            edges.push(edge);
        }
        found = parent;
    }
    net.offer(&edges);
    missed
}
