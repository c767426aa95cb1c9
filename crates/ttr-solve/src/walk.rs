//! Whether a walk passes given stops in their order. Exact, within a budget of steps.

/// So many steps a search takes at most: some tenths of a second at worst.
pub const WALK_BUDGET: u32 = 100_000;

/// A leg of more edges than this is not searched for: recursion stays shallow.
const LONGEST_LEG: usize = 2_000;

/// Whether there is a walk over these edges that starts at the first stop, reaches each stop in turn and ends at the last,
/// uses no edge twice, and passes no stop on its way from one to the next. Nothing if the budget runs out first.
///
/// ```
/// # use ttr_solve::walk_in_order;
/// let star = [[0, 1], [0, 2], [0, 3]];
/// assert_eq!(walk_in_order(&star, &[1, 2], 1000), Some(true));
/// assert_eq!(walk_in_order(&star, &[1, 2, 3], 1000), Some(false), "the way to 2 would be used twice");
/// ```
pub fn walk_in_order(edges: &[[u16; 2]], stops: &[u16], budget: u32) -> Option<bool> {
    search(edges, stops, budget).map(|walk| walk.is_some())
}

/// A walk over these edges that starts at the first stop, reaches each stop in turn and ends at the last, uses no edge twice, and
/// passes no stop on its way from one to the next: its edges, one after the other. Nothing if there is none, or the budget runs out first.
///
/// ```
/// # use ttr_solve::find_walk;
/// let ring = [[0, 1], [1, 2], [2, 3], [3, 0]];
/// assert_eq!(find_walk(&ring, &[1, 3, 0], 1000), Some(vec![1, 2, 3]));
/// ```
pub fn find_walk(edges: &[[u16; 2]], stops: &[u16], budget: u32) -> Option<Vec<usize>> {
    let (simple, steps) = search(edges, stops, budget)??;
    let mut walk = Vec::new();
    for (edge, mut at) in steps {
        let mut open = vec![edge];
        while let Some(edge) = open.pop() {
            let [a, b] = simple.ends[edge];
            match simple.halves.get(edge.wrapping_sub(edges.len())) {
                // What stands for two edges is walked from either end.
                Some([first, second]) => open.extend(if a == at { [second, first] } else { [first, second] }),
                None => {
                    walk.push(edge);
                    at = if a == at { b } else { a };
                }
            }
        }
    }
    Some(walk)
}

/// The edges of a walk in a simplified network, each with the node that it is left from.
type Steps = Vec<(usize, u16)>;

/// The walk, if there is one; nothing if the budget runs out first.
fn search(edges: &[[u16; 2]], stops: &[u16], budget: u32) -> Option<Option<(Simple, Steps)>> {
    let nodes = edges.iter().flatten().chain(stops).max().map_or(0, |most| usize::from(*most) + 1);
    let mut is_stop = vec![false; nodes];
    stops.iter().for_each(|stop| is_stop[usize::from(*stop)] = true);
    let simple = simplify(edges, &is_stop);
    let mut beside: Vec<Vec<(u16, usize)>> = vec![Vec::new(); nodes];
    for (at, &[a, b]) in simple.ends.iter().enumerate().filter(|(at, _)| simple.is_left[*at]) {
        beside[usize::from(a)].push((b, at));
        beside[usize::from(b)].push((a, at));
    }
    let mut search = Search {
        beside: &beside,
        is_stop: &is_stop,
        stops,
        used: vec![false; simple.ends.len()],
        on_leg: vec![false; nodes],
        left: budget,
        steps: Vec::new(),
    };
    let found = search.legs_from(0);
    let (left, mut steps) = (search.left, search.steps);
    steps.reverse();
    if found || left > 0 { Some(found.then_some((simple, steps))) } else { None }
}

/// A network without what no walk needs. Behind the edges that were given stand those that were made of two.
struct Simple {
    ends: Vec<[u16; 2]>,
    is_left: Vec<bool>,
    /// Of each edge that was made of two: the one at its first end, and the one at its second.
    halves: Vec<[usize; 2]>,
}

/// Takes out what no walk needs: loops, dead ends, and nodes that only lie between two edges.
fn simplify(edges: &[[u16; 2]], is_stop: &[bool]) -> Simple {
    let mut ends = edges.to_vec();
    let mut is_left: Vec<bool> = edges.iter().map(|[a, b]| a != b).collect();
    let mut halves = Vec::new();
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); is_stop.len()];
    for (edge, ends) in edges.iter().enumerate().filter(|(edge, _)| is_left[*edge]) {
        ends.iter().for_each(|end| at[usize::from(*end)].push(edge));
    }
    let mut look_at: Vec<usize> = (0..is_stop.len()).collect();
    while let Some(node) = look_at.pop() {
        if is_stop[node] {
            continue;
        }
        at[node].retain(|edge| is_left[*edge]);
        let far = |[a, b]: [u16; 2]| if usize::from(a) == node { b } else { a };
        match at[node][..] {
            [only] => {
                look_at.push(far(ends[only]).into());
                is_left[only] = false;
            }
            [first, second] => {
                let (a, b) = (far(ends[first]), far(ends[second]));
                (is_left[first], is_left[second]) = (false, false);
                if a == b {
                    // There and back again: of no use to anybody.
                    look_at.push(a.into());
                } else {
                    at[usize::from(a)].push(ends.len());
                    at[usize::from(b)].push(ends.len());
                    ends.push([a, b]);
                    is_left.push(true);
                    halves.push([first, second]);
                }
            }
            _ => {}
        }
    }
    Simple { ends, is_left, halves }
}

struct Search<'a> {
    beside: &'a [Vec<(u16, usize)>],
    is_stop: &'a [bool],
    stops: &'a [u16],
    used: Vec<bool>,
    on_leg: Vec<bool>,
    left: u32,
    /// What was found, the last step first.
    steps: Steps,
}

impl Search<'_> {
    /// Whether the legs from this one on can be walked over the edges that are left.
    fn legs_from(&mut self, leg: usize) -> bool {
        if leg + 1 >= self.stops.len() {
            return true;
        }
        let outer = std::mem::replace(&mut self.on_leg, vec![false; self.is_stop.len()]);
        // Each for itself first: where one of them can't be, no choice for this one helps.
        let can_be = |l: usize| self.distances(l)[usize::from(self.stops[l])].is_some();
        let found = (leg..self.stops.len() - 1).all(can_be) && self.go(leg, self.stops[leg], 0);
        self.on_leg = outer;
        found
    }

    /// Whether this leg, which has come to this node, and all others can be walked.
    fn go(&mut self, leg: usize, node: u16, depth: usize) -> bool {
        if node == self.stops[leg + 1] {
            return self.legs_from(leg + 1);
        }
        if self.left == 0 || depth > LONGEST_LEG {
            self.left = 0;
            return false;
        }
        self.left -= 1;
        self.on_leg[usize::from(node)] = true;
        let distances = self.distances(leg);
        let (beside, used) = (self.beside, &self.used);
        let next = beside[usize::from(node)].iter().filter(|(_, edge)| !used[*edge]);
        let mut next: Vec<(u32, u16, usize)> = next
            .filter(|(to, _)| *to != self.stops[leg])
            .filter_map(|(to, edge)| Some((distances[usize::from(*to)]?, *to, *edge)))
            .collect();
        next.sort_unstable();
        for (_, to, edge) in next {
            self.used[edge] = true;
            let found = self.go(leg, to, depth + 1);
            self.used[edge] = false;
            if found {
                self.steps.push((edge, node));
                return true;
            }
        }
        self.on_leg[usize::from(node)] = false;
        false
    }

    /// How far every node is from the end of a leg, over what that leg may still use; nothing where there is no way.
    fn distances(&self, leg: usize) -> Vec<Option<u32>> {
        let (from, to) = (self.stops[leg], self.stops[leg + 1]);
        let mut far = vec![None; self.is_stop.len()];
        far[usize::from(to)] = Some(0);
        let mut queue = std::collections::VecDeque::from([(to, 0)]);
        while let Some((node, d)) = queue.pop_front() {
            // A stop ends the way, but for the one that the leg leads to.
            if node != to && self.is_stop[usize::from(node)] {
                continue;
            }
            for (next, edge) in &self.beside[usize::from(node)] {
                let at = usize::from(*next);
                let open = *next == from || !self.is_stop[at] && !self.on_leg[at];
                if !self.used[*edge] && open && far[at].is_none() {
                    far[at] = Some(d + 1);
                    queue.push_back((*next, d + 1));
                }
            }
        }
        far
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every walk that uses no edge twice, without any thought.
    fn brute(edges: &[[u16; 2]], used: &mut Vec<bool>, at: u16, stops: &[u16], all: &[u16]) -> bool {
        let Some((next, others)) = stops.split_first() else { return true };
        if at == *next {
            return brute(edges, used, at, others, all);
        }
        for (edge, &[a, b]) in edges.iter().enumerate() {
            for (from, to) in [(a, b), (b, a)] {
                if used[edge] || from != at || (to != *next && all.contains(&to)) {
                    continue;
                }
                used[edge] = true;
                let found = brute(edges, used, to, stops, all);
                used[edge] = false;
                if found {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the edges, one after the other, make a walk as it is wanted.
    fn assert_walks(edges: &[[u16; 2]], walk: &[usize], stops: &[u16]) {
        let mut used = walk.to_vec();
        used.sort_unstable();
        used.dedup();
        assert_eq!(used.len(), walk.len(), "no edge twice: {edges:?} {walk:?}");
        let (mut at, mut next) = (stops[0], 1);
        for edge in walk {
            let [a, b] = edges[*edge];
            assert!(a == at || b == at, "{edges:?} {walk:?} {stops:?}");
            at = if a == at { b } else { a };
            if stops.contains(&at) {
                assert_eq!(stops.get(next), Some(&at), "{edges:?} {walk:?} {stops:?}");
                next += 1;
            }
        }
        assert_eq!(next, stops.len(), "{edges:?} {walk:?} {stops:?}");
    }

    #[test]
    fn equals_trying_every_walk() {
        let mut seed = 1u32;
        let mut below = |n: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % n
        };
        let mut found = [0, 0];
        for _ in 0..4000 {
            let nodes = 3 + below(6);
            let edges: Vec<[u16; 2]> = (0..2 + below(9)).map(|_| [below(nodes) as u16, below(nodes) as u16]).collect();
            let mut stops: Vec<u16> = (0..2 + below(4)).map(|_| below(nodes) as u16).collect();
            stops.dedup();
            let expected = brute(&edges, &mut vec![false; edges.len()], stops[0], &stops[1..], &stops);
            assert_eq!(walk_in_order(&edges, &stops, WALK_BUDGET), Some(expected), "{edges:?} {stops:?}");
            let walk = find_walk(&edges, &stops, WALK_BUDGET);
            assert_eq!(walk.is_some(), expected, "{edges:?} {stops:?}");
            walk.iter().for_each(|walk| assert_walks(&edges, walk, &stops));
            found[usize::from(expected)] += 1;
        }
        assert!(found.iter().all(|n| *n > 300), "{found:?}");
    }

    #[test]
    fn a_walk_beyond_the_budget_is_not_known() {
        // Every node is joined with every other: the last leg is shut off only when all else was tried.
        let mut edges: Vec<[u16; 2]> = (0..12).flat_map(|a| (a + 1..12).map(move |b| [a, b])).collect();
        edges.push([12, 13]);
        edges.push([12, 14]);
        assert_eq!(walk_in_order(&edges, &[0, 1, 2, 0, 1, 2, 0], 5), None);
        assert_eq!(walk_in_order(&edges, &[13, 14, 0], 5), Some(false), "no way at all is found without a search");
    }

    #[test]
    fn long_chains_and_large_networks_take_no_time() {
        let chain: Vec<[u16; 2]> = (0..30_000).map(|n| [n, n + 1]).collect();
        assert_eq!(walk_in_order(&chain, &[0, 15_000, 30_000], WALK_BUDGET), Some(true));
        assert_eq!(walk_in_order(&chain, &[0, 30_000, 15_000], WALK_BUDGET), Some(false));
    }
}
