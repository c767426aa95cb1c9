//! Dead ends and rings, whose longest trail is known without a search.

use super::TrailEdge;
use arrayvec::ArrayVec;

/// A network without its trees.
pub(super) struct Bare {
    /// The longest trail within a tree.
    pub(super) longest: u64,
    /// What is left, and at each city of it the two longest ways into what hung there, as an edge each.
    pub(super) rings: Vec<TrailEdge>,
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
pub(super) fn without_dead_ends(edges: &[TrailEdge], these: impl Iterator<Item = usize> + Clone) -> Option<Bare> {
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
