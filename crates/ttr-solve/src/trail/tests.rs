use super::*;
use std::mem::replace;
use std::time::Instant;

/// Random numbers, xorshift.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn edge(&mut self, a: usize, b: usize, most: usize) -> TrailEdge {
        TrailEdge { ends: [a as u16, b as u16], weight: 1 + self.roll(most) as u32 }
    }

    /// Edges between any two different cities, parallel ones among them.
    fn network(&mut self, cities: usize, edges: usize, most: usize) -> Vec<TrailEdge> {
        let mut edge = || {
            let a = self.roll(cities);
            let b = (a + 1 + self.roll(cities - 1)) % cities;
            self.edge(a, b, most)
        };
        (0..edges).map(|_| edge()).collect()
    }

    /// A network in which every city has as many edges as any other.
    fn regular(&mut self, cities: usize, degree: usize, most: usize) -> Vec<TrailEdge> {
        let mut ends: Vec<usize> = (0..cities * degree).map(|i| i % cities).collect();
        self.shuffle(&mut ends);
        ends.chunks_exact(2).map(|pair| self.edge(pair[0], pair[1], most)).collect()
    }

    /// All edges between some cities.
    fn complete(&mut self, cities: std::ops::Range<usize>, most: usize) -> Vec<TrailEdge> {
        let pairs = cities.clone().flat_map(|a| (cities.start..a).map(move |b| (a, b)));
        pairs.map(|(a, b)| self.edge(a, b, most)).collect()
    }

    /// Complete networks, each linked by some edges to one of those before, or by a shared city if there is none.
    fn blobs(&mut self, count: usize, size: usize, links: usize, most: usize) -> Vec<TrailEdge> {
        let mut edges = Vec::new();
        for blob in 0..count {
            edges.extend(self.complete(blob * size..(blob + 1) * size, most));
            for _ in 0..links.min(blob * links) {
                let (a, b) = (blob * size + self.roll(size), self.roll(blob * size));
                edges.push(self.edge(a, b, most));
            }
            if links == 0 && blob > 0 {
                let shared = self.roll(blob * size) as u16;
                for end in edges.iter_mut().flat_map(|edge| &mut edge.ends) {
                    *end = if usize::from(*end) == blob * size { shared } else { *end };
                }
            }
        }
        edges
    }

    fn grid(&mut self, rows: usize, columns: usize, most: usize) -> Vec<TrailEdge> {
        let mut edges = Vec::new();
        for at in 0..rows * columns {
            if (at + 1) % columns != 0 {
                edges.push(self.edge(at, at + 1, most));
            }
            if at + columns < rows * columns {
                edges.push(self.edge(at, at + columns, most));
            }
        }
        edges
    }

    /// What a player might build on a board, with that many pieces.
    fn built(&mut self, board: &[TrailEdge], pieces: u32) -> Vec<TrailEdge> {
        let (mut left, mut built) = (pieces, Vec::<TrailEdge>::new());
        for _ in 0..500 {
            let edge = board[self.roll(board.len())];
            let joins = built.iter().any(|other| other.ends.iter().any(|city| edge.ends.contains(city)));
            if edge.weight <= left && !built.contains(&edge) && (joins || self.roll(10) == 0) {
                left -= edge.weight;
                built.push(edge);
            }
        }
        built
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in 1..items.len() {
            items.swap(i, self.roll(i + 1));
        }
    }
}

/// The judge: walks every trail there is.
fn longest_by_walking(edges: &[TrailEdge]) -> u32 {
    fn on(edges: &[TrailEdge], used: &mut [bool], here: u16) -> u32 {
        let mut longest = 0;
        for i in 0..edges.len() {
            let [a, b] = edges[i].ends;
            if !used[i] && (a == here || b == here) {
                used[i] = true;
                longest = longest.max(edges[i].weight + on(edges, used, if a == here { b } else { a }));
                used[i] = false;
            }
        }
        longest
    }
    let used = &mut vec![false; edges.len()];
    edges.iter().flat_map(|edge| edge.ends).map(|city| on(edges, used, city)).max().unwrap_or(0)
}

/// A second judge, for cases with too many trails to walk: tries every set of edges.
fn longest_by_sets(edges: &[TrailEdge]) -> u32 {
    let ends: Vec<u32> = edges.iter().map(|edge| 1 << edge.ends[0] ^ 1 << edge.ends[1]).collect();
    let cities: Vec<u32> = edges.iter().map(|edge| 1 << edge.ends[0] | 1 << edge.ends[1]).collect();
    let chosen = |set: u32| (0..edges.len()).filter(move |i| set >> i & 1 == 1);
    let mut longest = 0;
    for set in 1..1u32 << edges.len() {
        let weight = chosen(set).map(|i| edges[i].weight).sum();
        if weight > longest && chosen(set).fold(0, |odd, i| odd ^ ends[i]).count_ones() <= 2 {
            let all = chosen(set).fold(0, |all, i| all | cities[i]);
            let (mut reached, mut before) = (all & all.wrapping_neg(), 0);
            while reached != before {
                before = reached;
                reached = chosen(set).filter(|&i| cities[i] & before != 0).fold(before, |all, i| all | cities[i]);
            }
            longest = if reached == all { weight } else { longest };
        }
    }
    longest
}

/// Checks that the trail can be walked as it says.
fn assert_walkable(trail: &Trail, edges: &[TrailEdge]) {
    let mut used = vec![false; edges.len()];
    for &edge in &trail.edges {
        assert!(!replace(&mut used[edge], true), "twice along {edge} in {trail:?}");
    }
    let length = trail.edges.iter().map(|&edge| u64::from(edges[edge].weight)).sum::<u64>();
    assert_eq!(u64::from(trail.length), length.min(u32::MAX.into()));
    let cities = trail.cities(edges);
    assert_eq!(cities.len(), if trail.edges.is_empty() { 0 } else { trail.edges.len() + 1 });
    for (pair, &edge) in cities.windows(2).zip(&trail.edges) {
        let [a, b] = edges[edge].ends;
        assert!(pair == [a, b] || pair == [b, a], "{edge} does not lead from {} to {}", pair[0], pair[1]);
    }
}

fn solve(edges: &[TrailEdge]) -> Trail {
    let trail = longest_trail(edges, TRAIL_BUDGET);
    assert_walkable(&trail, edges);
    assert!(trail.exact, "{} steps do not suffice for {edges:?}", trail.steps);
    trail
}

/// The length by the third stage alone, which has then also to do what the first two would have done.
fn longest_by_search(edges: &[TrailEdge]) -> u32 {
    let mut net = Network::new(edges);
    for i in 0..net.cities.len() {
        net.cities[i].mark = false;
        if let (0, Some(ring)) = (net.cities[i].degree, net.ring(i as u32)) {
            net.offer(&[ring]);
        }
    }
    for part in net.parts() {
        if part.total <= net.best_length {
            continue;
        }
        assert_eq!(search(&mut net, &part, TRAIL_BUDGET, &mut 0), 0);
    }
    net.best_length as u32
}

fn unit(pairs: impl IntoIterator<Item = (u16, u16)>) -> Vec<TrailEdge> {
    pairs.into_iter().map(|(a, b)| TrailEdge { ends: [a, b], weight: 1 }).collect()
}

#[test]
fn the_length_alone_is_the_length_of_the_trail() {
    let mut dice = Dice(11);
    let mut easy = 0;
    for _ in 0..3000 {
        let (cities, edges) = (2 + dice.roll(24), dice.roll(16));
        let mut edges = dice.network(cities, edges, 6);
        if dice.roll(8) == 0 {
            let city = dice.roll(cities);
            edges.push(dice.edge(city, city, 6));
        }
        let trail = longest_trail(&edges, TRAIL_BUDGET);
        assert_eq!(longest_trail_length(&edges, TRAIL_BUDGET), (trail.length, trail.exact), "{edges:?}");
        easy += usize::from(without_dead_ends(&edges, 0..edges.len()).is_some_and(|bare| bare.rings.is_empty()));
    }
    assert!((300..2700).contains(&easy), "{easy} without a search");
}

#[test]
fn g25_a_city_may_be_passed_twice_and_a_route_not() {
    // Two triangles that share a city, then a star with three arms, then four cities all linked.
    assert_eq!(solve(&unit([(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0)])).length, 6);
    assert_eq!(solve(&unit([(0, 1), (0, 2), (0, 3)])).length, 2);
    assert_eq!(solve(&unit([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])).length, 5);
}

#[test]
fn a_loop_is_taken_between_two_dead_ends() {
    let edges = [(3, 4, 1), (4, 5, 1), (5, 3, 1), (0, 3, 1), (0, 0, 5), (0, 1, 6), (0, 2, 6)];
    assert_eq!(solve(&edges.map(|(a, b, weight)| TrailEdge { ends: [a, b], weight })).length, 17);
}

#[test]
fn nothing_has_length_zero() {
    let none = Trail { length: 0, edges: Vec::new(), exact: true, steps: 0 };
    assert_eq!(longest_trail(&[], TRAIL_BUDGET), none);
    assert_eq!(longest_trail(&[], 0).cities(&[]), Vec::<u16>::new());
    assert_eq!(solve(&[TrailEdge { ends: [7, 7], weight: 0 }, TrailEdge { ends: [7, 8], weight: 0 }]).length, 0);
}

#[test]
fn it_agrees_with_walking_every_trail() {
    let dice = &mut Dice(0x9e37_79b9_7f4a_7c15);
    for round in 0..6_000 {
        // With few cities and many edges there would be too many trails to walk.
        let cities = 2 + dice.roll(8);
        let edges = 1 + dice.roll(10.min(3 + 2 * cities));
        let mut edges = dice.network(cities, edges, 6);
        for edge in edges.iter_mut().filter(|_| round % 3 == 0) {
            match dice.roll(6) {
                0 => edge.ends[1] = edge.ends[0],
                1 => edge.weight = 0,
                _ => {}
            }
        }
        let longest = longest_by_walking(&edges);
        assert_eq!(solve(&edges).length, longest, "{edges:?}");
        assert_eq!(longest_by_search(&edges), longest, "by search alone: {edges:?}");
    }
}

#[test]
fn it_agrees_with_trying_every_set_of_edges() {
    let dice = &mut Dice(0x2545_f491_4f6c_dd1d);
    for round in 0..600 {
        let edges = match round % 6 {
            0 => dice.regular(10, 3, 6),
            1 => dice.regular(10, 3, 1),
            2 => dice.blobs(2, 4, 1, 4),
            3 => dice.blobs(5, 3, 0, 6),
            4 => dice.blobs(4, 3, 1, 6),
            _ => dice.network(8, 15, 6),
        };
        let longest = longest_by_sets(&edges);
        assert_eq!(solve(&edges).length, longest, "{edges:?}");
        assert_eq!(longest_by_search(&edges), longest, "by search alone: {edges:?}");
    }
}

#[test]
fn the_length_does_not_depend_on_order_names_or_scale() {
    let dice = &mut Dice(0x0123_4567_89ab_cdef);
    for round in 0..150 {
        let edges = match round % 3 {
            0 => dice.network(22, 45, 6),
            1 => dice.regular(30, 3, 4),
            _ => dice.blobs(6, 5, 1, 3),
        };
        let mut other = edges.clone();
        dice.shuffle(&mut other);
        let mut names: Vec<u16> = (0..500).collect();
        dice.shuffle(&mut names);
        for edge in &mut other {
            edge.ends = edge.ends.map(|city| names[usize::from(city)]);
            edge.ends.rotate_left(dice.roll(2));
            // Beyond what an entry of the tables holds.
            edge.weight *= 30_000;
        }
        let trail = solve(&edges);
        assert_eq!(trail, longest_trail(&edges, TRAIL_BUDGET), "the same input, another trail");
        assert_eq!(30_000 * trail.length, solve(&other).length, "{edges:?}");
    }
}

#[test]
fn hard_networks_take_less_than_a_tenth_of_the_budget() {
    let dice = &mut Dice(0xfeed_beef_cafe_f00d);
    let mut family = |name: &str, count: usize, make: &mut dyn FnMut(&mut Dice) -> Vec<TrailEdge>| {
        let (mut worst, mut longest, mut sum) = (0, 0.0f64, 0.0);
        for _ in 0..count {
            let edges = make(dice);
            let clock = Instant::now();
            let trail = solve(&edges);
            let time = clock.elapsed().as_secs_f64() * 1e6;
            (worst, longest, sum) = (worst.max(trail.steps), longest.max(time), sum + time);
            assert!(trail.steps < TRAIL_BUDGET / 10, "{} steps for {name}: {edges:?}", trail.steps);
        }
        let mean = sum / count as f64;
        println!("{name:32} x{count:<4} steps <= {worst:6}  time {mean:9.1} us, <= {longest:9.1} us");
    };
    for most in [1, 6] {
        println!("-- weights 1 to {most}");
        family("built with 45 pieces", 2_000, &mut |d| {
            let board = d.grid(6, 7, 6);
            d.built(&board, 45)
        });
        family("complete, 10 cities, 45 edges", 20, &mut |d| d.complete(0..10, most));
        family("complete, 14 cities, 91 edges", 20, &mut |d| d.complete(0..14, most));
        family("16 cities, 100 edges", 20, &mut |d| {
            let mut edges = d.complete(0..16, most);
            d.shuffle(&mut edges);
            edges.split_off(20)
        });
        family("bipartite, 9 + 11", 10, &mut |d| (0..99).map(|i| d.edge(i % 9, 9 + i / 9, most)).collect::<Vec<_>>());
        for cities in [8, 14, 20, 26, 32] {
            family(&format!("random, {cities} cities, 45 edges"), 200, &mut |d| d.network(cities, 45, most));
        }
        for cities in [15, 25, 40, 55, 70] {
            family(&format!("random, {cities} cities, 100 edges"), 20, &mut |d| d.network(cities, 100, most));
        }
        for (cities, degree) in [(30, 3), (66, 3), (40, 5), (28, 7), (22, 9)] {
            family(&format!("{cities} cities of {degree} edges"), 20, &mut |d| d.regular(cities, degree, most));
        }
        for (rows, columns) in [(5, 5), (7, 8), (4, 14), (2, 33)] {
            family(&format!("grid, {rows} by {columns}"), 20, &mut |d| d.grid(rows, columns, most));
        }
        family("ring of 100", 5, &mut |d| (0..100).map(|i| d.edge(i, (i + 1) % 100, most)).collect());
        family("ring of 70, 30 chords", 20, &mut |d| {
            let mut ring: Vec<_> = (0..70).map(|i| d.edge(i, (i + 1) % 70, most)).collect();
            ring.extend(d.network(70, 30, most));
            ring
        });
        family("wheel of 50", 20, &mut |d| {
            (0..50).flat_map(|i| [d.edge(i, (i + 1) % 50, most), d.edge(i, 50, most)]).collect()
        });
        family("star of 100", 5, &mut |d| (1..=100).map(|i| d.edge(0, i, most)).collect());
        family("caterpillar of 33", 5, &mut |d| {
            (0..33).flat_map(|i| [(i, i + 1), (i, i + 50), (i, i + 100)]).map(|(a, b)| d.edge(a, b, most)).collect()
        });
        family("random tree of 100", 50, &mut |d| {
            (1..=100)
                .map(|i| {
                    let to = d.roll(i);
                    d.edge(i, to, most)
                })
                .collect()
        });
        family("50 pairs of parallel edges", 20, &mut |d| {
            let mut edges = d.network(20, 50, most);
            edges.extend(edges.clone());
            edges
        });
        for (count, size, links) in [(30, 3, 0), (25, 3, 1), (14, 4, 1), (8, 5, 1), (6, 6, 1), (4, 7, 1), (3, 8, 1)] {
            let name = format!("{count} times {size} cities, by {links}");
            family(&name, 30, &mut |d| d.blobs(count, size, links, most));
        }
        for (count, size, links) in [(12, 4, 2), (7, 5, 3), (5, 6, 3), (4, 7, 2), (2, 10, 2)] {
            let name = format!("{count} times {size} cities, by {links}");
            family(&name, 30, &mut |d| d.blobs(count, size, links, most));
        }
    }
}

#[test]
fn a_spent_budget_leaves_a_trail_that_may_not_be_the_longest() {
    let dice = &mut Dice(0xdead_10cc_dead_10cc);
    for budget in [0, 1, 50, 1_000] {
        let edges = dice.regular(66, 3, 6);
        let trail = longest_trail(&edges, budget);
        assert_walkable(&trail, &edges);
        assert!(!trail.exact && trail.length > 0 && trail.steps <= budget + 50, "{budget}: {trail:?}");
        assert!(solve(&edges).length >= trail.length);
    }
    // Cut short anywhere in the search, it does not pass a shorter trail for the longest.
    let mut shorter = 0;
    for _ in 0..30 {
        let edges = dice.blobs(14, 4, 1, 6);
        let longest = solve(&edges);
        let trail = longest_trail(&edges, longest.steps * (1 + dice.roll(9) as u64) / 10);
        assert_walkable(&trail, &edges);
        assert!(!trail.exact || trail.length == longest.length);
        shorter += u32::from(trail.length < longest.length);
    }
    assert!(shorter > 10, "only {shorter} were cut short");
    // Far too large a front: no search at all, and no wait either.
    let edges = dice.regular(3_000, 5, 6);
    let trail = longest_trail(&edges, TRAIL_BUDGET);
    assert_walkable(&trail, &edges);
    assert!(!trail.exact);
    // What needs no search is exact on any budget.
    assert!(longest_trail(&dice.complete(0..31, 1), 0).exact);
}

#[test]
fn large_weights_saturate() {
    let edges = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| TrailEdge { ends: [a, b], weight: u32::MAX });
    assert_eq!(solve(&edges).length, u32::MAX);
}
