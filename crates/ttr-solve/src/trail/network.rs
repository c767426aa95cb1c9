//! A network that gets smaller, with the longest trail so far.

use super::TrailEdge;
use std::mem::replace;

/// No edge, city or end.
pub(super) const NONE: u32 = u32::MAX;

/// One end of an edge; edge `e` has the ends `2 * e` and `2 * e + 1`.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) city: u32,
    /// Where it stands in [`Network::around`].
    pub(super) place: u32,
}

#[derive(Clone, Copy)]
pub(super) struct City {
    /// Its ends, without those of loops, are `around[start..start + degree]`.
    pub(super) start: u32,
    pub(super) degree: u32,
    /// Its loops, as one edge, or `NONE`.
    pub(super) ring: u32,
    /// A mark that a search sets on cities that wait for it or that it has seen.
    pub(super) mark: bool,
}

/// An edge of the shrinking network stands for a list of edges of the input, of which it is the first.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) weight: u64,
    pub(super) next: u32,
    pub(super) last: u32,
    pub(super) out: bool,
}

/// A connected part of the network.
pub(super) struct Part {
    pub(super) cities: Vec<u32>,
    pub(super) edges: Vec<u32>,
    pub(super) total: u64,
}

pub(super) struct Network {
    /// For each city index of the input one more than its index in `cities`.
    pub(super) number: Vec<u32>,
    pub(super) cities: Vec<City>,
    pub(super) edges: Vec<Edge>,
    pub(super) ends: Vec<End>,
    pub(super) around: Vec<u32>,
    /// The longest trail so far, as edges of the input in any order.
    pub(super) best: Vec<u32>,
    pub(super) best_length: u64,
}

impl Network {
    pub(super) fn new(input: &[TrailEdge]) -> Self {
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
    pub(super) fn longest(&self) -> u32 {
        u32::try_from(self.best_length).unwrap_or(u32::MAX)
    }

    pub(super) fn degree(&self, city: u32) -> u32 {
        self.cities[city as usize].degree
    }

    pub(super) fn ring(&self, city: u32) -> Option<u32> {
        Some(self.cities[city as usize].ring).filter(|&ring| ring != NONE)
    }

    pub(super) fn around(&self, city: u32) -> &[u32] {
        let City { start, degree, .. } = self.cities[city as usize];
        &self.around[start as usize..][..degree as usize]
    }

    /// The city at the other end of an edge.
    pub(super) fn beyond(&self, end: u32) -> u32 {
        self.ends[(end ^ 1) as usize].city
    }

    pub(super) fn weight(&self, edge: u32) -> u64 {
        self.edges[edge as usize].weight
    }

    /// Lets `edge` stand for what `other` stands for, too.
    pub(super) fn append(&mut self, edge: u32, other: u32) {
        let Edge { weight, last, .. } = self.edges[other as usize];
        let edge = &mut self.edges[edge as usize];
        edge.weight += weight;
        let joint = replace(&mut edge.last, last);
        self.edges[joint as usize].next = other;
    }

    pub(super) fn add_ring(&mut self, city: u32, edge: u32) {
        match self.ring(city) {
            Some(ring) => self.append(ring, edge),
            None => self.cities[city as usize].ring = edge,
        }
    }

    /// Lets `edge` stand for the loops of a city too: no trail comes along one of them without the others.
    pub(super) fn take_ring(&mut self, city: u32, edge: u32) {
        let ring = replace(&mut self.cities[city as usize].ring, NONE);
        if ring != NONE {
            self.append(edge, ring);
        }
    }

    pub(super) fn detach(&mut self, end: u32) {
        let End { city, place } = self.ends[end as usize];
        let City { start, degree, .. } = &mut self.cities[city as usize];
        *degree -= 1;
        let last = self.around[(*start + *degree) as usize];
        self.around[place as usize] = last;
        self.ends[last as usize].place = place;
    }

    pub(super) fn remove(&mut self, edge: u32) {
        self.detach(2 * edge);
        self.detach(2 * edge + 1);
    }

    /// Remembers a trail of these edges if it is the longest so far.
    pub(super) fn offer(&mut self, edges: &[u32]) {
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

    pub(super) fn mark(&mut self, cities: &[u32], mark: bool) {
        for &city in cities {
            self.cities[city as usize].mark = mark;
        }
    }

    /// All that is connected with an unmarked city, which gets marked by it.
    pub(super) fn part_of(&mut self, city: u32) -> Part {
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

    pub(super) fn parts(&mut self) -> Vec<Part> {
        let mut parts = Vec::new();
        for city in 0..self.cities.len() as u32 {
            if !self.cities[city as usize].mark && self.degree(city) > 0 {
                parts.push(self.part_of(city));
            }
        }
        parts
    }

    /// The best trail in walking order, after Hierholzer: go on until stuck, then back to where a way is left.
    pub(super) fn into_walk(mut self, input: &[TrailEdge]) -> Vec<usize> {
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
