//! The first stage: the network gets smaller wherever that takes no search.

use super::network::{End, NONE, Network};
use std::mem::{replace, swap};

impl Network {
    /// Makes the network smaller wherever that takes no search, and offers the trails that get lost by it. Then each
    /// city has at least three edges, or only one, and at most two of a city's edges are such dead ends.
    pub(super) fn shrink(&mut self) {
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
}
