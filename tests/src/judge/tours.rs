//! Tours by brute force: every walk is walked.

use super::Route;
use std::collections::{BTreeMap, BTreeSet};

/// What a tour comes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Toured {
    /// All its cities are joined by a walk in the order shown (W20).
    InOrder,
    /// All are joined, but not so. The flag says whether there is such a walk, but that it passes another city of the tour
    /// on its way from one to the next.
    AnyOrder(bool),
    /// Not all are joined.
    Unfinished,
}

/// What a tour comes to for who holds these routes.
pub fn toured(routes: &[[&str; 2]], cities: &[String]) -> Toured {
    let stops: Vec<&str> = cities.iter().map(String::as_str).collect();
    let mut reached = BTreeSet::from([stops[0]]);
    for _ in routes {
        for ends in routes.iter().filter(|ends| ends.iter().any(|city| reached.contains(city))).collect::<Vec<_>>() {
            reached.extend(ends);
        }
    }
    if !stops.iter().all(|stop| reached.contains(stop)) {
        return Toured::Unfinished;
    }
    let walks = |strict| Walk { routes, stops: &stops, strict, dead: BTreeMap::new() }.on(stops[0], 1, 0);
    if walks(true) { Toured::InOrder } else { Toured::AnyOrder(walks(false)) }
}

/// What a tour of these values (in the order shown, in another, not joined) comes to: rule, points, whether completed.
pub(super) fn outcome(routes: &[&Route], cities: &[String], values: [i64; 3]) -> (&'static str, i64, bool) {
    let routes: Vec<[&str; 2]> = routes.iter().map(|r| [r.ends[0].as_str(), r.ends[1].as_str()]).collect();
    match toured(&routes, cities) {
        Toured::InOrder => ("tours/in-order", values[0], true),
        Toured::AnyOrder(_) => ("tours/any-order", values[1], true),
        Toured::Unfinished => ("tickets/failed", -values[2], false),
    }
}

struct Walk<'a> {
    routes: &'a [[&'a str; 2]],
    stops: &'a [&'a str],
    /// Whether other cities of the tour must not be passed.
    strict: bool,
    /// Where it is known not to go on: place, number of the next stop, and the routes used.
    dead: BTreeMap<(&'a str, usize), BTreeSet<u128>>,
}

impl<'a> Walk<'a> {
    fn on(&mut self, at: &'a str, next: usize, used: u128) -> bool {
        if next == self.stops.len() {
            return true;
        }
        if self.dead.get(&(at, next)).is_some_and(|tried| tried.contains(&used)) {
            return false;
        }
        for i in 0..self.routes.len() {
            let ends = self.routes[i];
            if used >> i & 1 == 1 || !ends.contains(&at) {
                continue;
            }
            let to = if ends[0] == at { ends[1] } else { ends[0] };
            let used = used | 1 << i;
            // It may go on past the stop that is due, and come back to it, unless that is forbidden.
            let there = to == self.stops[next];
            if there && self.on(to, next + 1, used) {
                return true;
            }
            let passes = self.stops.contains(&to);
            if !(self.strict && passes) && self.on(to, next, used) {
                return true;
            }
        }
        self.dead.entry((at, next)).or_default().insert(used);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judge_that_can_be_judged() {
        let cities = ["A", "B", "C"].map(str::to_owned);
        assert_eq!(toured(&[["A", "B"], ["B", "C"]], &cities), Toured::InOrder);
        assert_eq!(toured(&[["A", "B"]], &cities), Toured::Unfinished);
        assert_eq!(toured(&[["X", "A"], ["X", "B"], ["X", "C"]], &cities), Toured::AnyOrder(false));
        assert_eq!(toured(&[["A", "C"], ["C", "B"], ["B", "X"], ["X", "C"]], &cities), Toured::AnyOrder(true));
    }
}
