//! The third stage: a search that sweeps over the network with only the few cities at its front in mind.

use super::network::{NONE, Network, Part};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem::{replace, take};

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
    /// For each slot the number of its group: slots of one group are connected; zero for those without a kept edge.
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
pub(super) fn search(net: &mut Network, part: &Part, budget: u64, steps: &mut u64) -> u64 {
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
