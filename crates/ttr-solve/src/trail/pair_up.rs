//! The second stage: the shortest ways between odd cities are left out.

use super::network::{NONE, Network, Part};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

impl Network {
    /// Offers a good trail of a part: leaves out the shortest way between any two odd cities until only two are odd,
    /// and takes the best of what is still connected. Returns a loss that no trail of the part avoids.
    pub(super) fn match_up(&mut self, part: &Part) -> u64 {
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
}
