//! Paths and parts of a board.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// The connections of a board: parallel tracks of an entry are one.
pub(super) struct Graph {
    /// For every city its neighbours: the city, the length, the number of the connection.
    next: Vec<Vec<(usize, u64, usize)>>,
}

impl Graph {
    /// Connections between so many cities: two ends and a length each.
    pub fn new(cities: usize, connections: &[([usize; 2], u64)]) -> Self {
        let mut next = vec![Vec::new(); cities];
        for (number, ([a, b], length)) in connections.iter().enumerate() {
            next[*a].push((*b, *length, number));
            next[*b].push((*a, *length, number));
        }
        Self { next }
    }

    /// How many connections every city has.
    pub fn degrees(&self) -> Vec<usize> {
        self.next.iter().map(Vec::len).collect()
    }

    /// The lengths of the shortest paths from a city to some others, in their order; nothing where there is none. Takes
    /// every connection it looks at from the steps that are left, and gives up when there are none.
    pub fn distances(&self, from: usize, to: &[usize], steps: &mut usize) -> Option<Vec<Option<u64>>> {
        let mut least: HashMap<usize, u64> = HashMap::new();
        let mut missing: HashSet<usize> = to.iter().copied().collect();
        let mut open = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((far, city))) = open.pop().filter(|_| !missing.is_empty()) {
            if least.contains_key(&city) {
                continue;
            }
            least.insert(city, far);
            missing.remove(&city);
            let next = self.next.get(city)?;
            *steps = steps.checked_sub(next.len() + 1)?;
            open.extend(next.iter().map(|(other, length, _)| Reverse((far + length, *other))));
        }
        Some(to.iter().map(|city| least.get(city).copied()).collect())
    }

    /// Into how many parts the board falls, and how many connections are the only way between two parts of it.
    pub fn parts_and_bridges(&self) -> (usize, usize) {
        let n = self.next.len();
        let (mut found, mut low) = (vec![usize::MAX; n], vec![usize::MAX; n]);
        let (mut time, mut parts, mut bridges) = (0, 0, 0);
        for start in 0..n {
            if found[start] != usize::MAX {
                continue;
            }
            parts += 1;
            (found[start], low[start]) = (time, time);
            time += 1;
            // A city, the connection that led to it, and which of its own comes next.
            let mut stack = vec![(start, usize::MAX, 0)];
            while let Some((city, by, at)) = stack.pop() {
                let Some(&(other, _, number)) = self.next[city].get(at) else {
                    if let Some(&(before, ..)) = stack.last() {
                        low[before] = low[before].min(low[city]);
                        bridges += usize::from(low[city] > found[before]);
                    }
                    continue;
                };
                stack.push((city, by, at + 1));
                if number == by {
                    continue;
                }
                if found[other] == usize::MAX {
                    (found[other], low[other]) = (time, time);
                    time += 1;
                    stack.push((other, number, 0));
                } else {
                    low[city] = low[city].min(found[other]);
                }
            }
        }
        (parts, bridges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_parts_and_bridges_of_small_boards() {
        // A triangle, with a tail of two, and two cities apart that two connections join.
        let all = [([0, 1], 2), ([1, 2], 2), ([0, 2], 5), ([2, 3], 1), ([3, 4], 1), ([5, 6], 3), ([5, 6], 1)];
        let graph = Graph::new(7, &all);
        let all = [0, 1, 2, 3, 4, 5, 6];
        let found = graph.distances(0, &all, &mut 100);
        assert_eq!(found, Some(vec![Some(0), Some(2), Some(4), Some(5), Some(6), None, None]));
        assert_eq!(graph.distances(6, &[5], &mut 100), Some(vec![Some(1)]), "the shorter of two");
        assert_eq!(graph.distances(0, &all, &mut 5), None, "too much to look at");
        assert_eq!(graph.parts_and_bridges(), (2, 2));
        assert_eq!(graph.degrees(), [2, 2, 3, 2, 1, 2, 2]);
        assert_eq!(Graph::new(3, &[]).parts_and_bridges(), (3, 0));
        assert_eq!(Graph::new(0, &[]).parts_and_bridges(), (0, 0));
        let long: Vec<_> = (0..50_000).map(|n| ([n, n + 1], 1)).collect();
        assert_eq!(Graph::new(50_001, &long).parts_and_bridges(), (1, 50_000), "no depth is too deep");
    }
}
