//! The score of each side, by plain walks over names.

use super::{Judge, Route, texts};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// What a side scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Rule and points, sorted.
    pub lines: Vec<(String, i64)>,
    /// Their sum.
    pub total: i64,
}

/// The end of a game, in plain data.
pub struct End<'a> {
    /// All that an onlooker sees then.
    pub view: &'a Json,
    /// What happened in the game, as an onlooker heard it.
    pub log: &'a [Json],
    /// The names of the players of each side.
    pub sides: &'a [Vec<String>],
    /// By side, the routes of others that its tickets are said to use, each with the city that lets it.
    pub borrowed: &'a [Vec<(String, Json)>],
}

impl Judge {
    /// The score of each side, and which sides win.
    ///
    /// # Panics
    /// If the end does not fit the map, or routes are borrowed that may not be, or not those that are best.
    pub fn score(&self, end: &End<'_>) -> (Vec<Verdict>, Vec<usize>) {
        let held = self.held(end.view);
        let mut scores = Vec::new();
        let mut completed = Vec::new();
        let mut owned: Vec<Vec<&Route>> = Vec::new();
        for (number, side) in end.sides.iter().enumerate() {
            let own: Vec<&Route> = (self.routes.iter().zip(&held))
                .filter(|(_, held)| held.iter().any(|name| side.contains(name)))
                .map(|(route, _)| route)
                .collect();
            let mut lines = self.ussr_lines(end, number);
            if self.has("route-points") {
                let points = |r: &&Route| self.points(r.length);
                lines.push(("route-points/routes".to_owned(), own.iter().map(points).sum()));
            }
            let mut done: Vec<usize> = Vec::new();
            let usable = [own.clone(), self.borrowed(end, number, &held, &own)].concat();
            for ticket in self.tickets_of(end.view, side) {
                let (rule, points, joined) = self.outcome(&usable, ticket);
                if joined {
                    done.push(ticket);
                }
                lines.push((rule.to_owned(), points));
            }
            completed.push(done.len() as i64);
            lines.extend(self.world_lines(end, number, &done));
            scores.push(lines);
            owned.push(own);
        }
        let has_path = self.bonuses(&owned, &completed, &mut scores);
        let scores: Vec<Verdict> = scores
            .into_iter()
            .map(|mut lines| {
                lines.sort();
                Verdict { total: lines.iter().map(|(_, points)| points).sum(), lines }
            })
            .collect();
        let most = scores.iter().map(|s| s.total).max().unwrap_or(0);
        let mut winners: Vec<usize> = (0..end.sides.len()).filter(|&i| scores[i].total == most).collect();
        for tie in self.param("victory", "ties").map(texts).unwrap_or_default() {
            let measure = |i: usize| match tie.as_str() {
                "completed-tickets" => completed[i],
                "longest-path" => i64::from(has_path[i]),
                "stations-built" => -(self.stations_built(end, i) as i64),
                other => panic!("the judge does not know the measure {other}"),
            };
            let best = winners.iter().map(|&i| measure(i)).max().unwrap_or(0);
            winners.retain(|&i| measure(i) == best);
        }
        (scores, winners)
    }

    /// Adds the bonuses, each to all who have most of something, and says who has the longest path.
    fn bonuses(&self, own: &[Vec<&Route>], completed: &[i64], scores: &mut [Vec<(String, i64)>]) -> Vec<bool> {
        let mut bonuses = self.most(own, completed);
        let path = "longest-path/longest-path".to_owned();
        if self.has("longest-path") {
            let points = self.param("longest-path", "points").and_then(toml::Value::as_integer).unwrap_or(10);
            let lengths = own.iter().map(|own| i64::from(longest_trail_of_names(own)));
            bonuses.push((path.clone(), points, lengths.collect()));
        }
        for (rule, points, has) in bonuses {
            let best = has.iter().copied().max().unwrap_or(0);
            for (lines, _) in scores.iter_mut().zip(&has).filter(|(_, n)| **n == best && best > 0) {
                lines.push((rule.clone(), points));
            }
        }
        scores.iter().map(|lines| lines.iter().any(|(rule, _)| *rule == path)).collect()
    }

    pub(super) fn points(&self, length: u32) -> i64 {
        match self.param("route-points", "table") {
            Some(table) => table[length.to_string().as_str()].as_integer().expect("points"),
            None => [0, 1, 2, 4, 7, 10, 15][length as usize],
        }
    }

    /// The tickets of a side, by their number.
    pub(super) fn tickets_of(&self, view: &Json, side: &[String]) -> Vec<usize> {
        let zones = view["zones"].as_array().expect("zones").iter();
        let of_side = zones.filter(|z| {
            z["name"] == "tickets" && z["owner"].as_str().is_some_and(|owner| side.iter().any(|name| name == owner))
        });
        let tickets = of_side.flat_map(|z| z["tickets"].as_array().cloned().unwrap_or_default());
        tickets.map(|t| self.ticket(&t)).collect()
    }

    /// What a ticket comes to with these routes: the rule, its points, and whether it is completed.
    fn outcome(&self, usable: &[&Route], ticket: usize) -> (&'static str, i64, bool) {
        let (cities, value, _) = &self.tickets[ticket];
        if let Some(values) = self.tours[ticket] {
            return super::tours::outcome(usable, cities, values);
        }
        let joined = self.joined(usable, cities);
        if joined { ("tickets/completed", *value, true) } else { ("tickets/failed", -value, false) }
    }

    /// Whether one can walk from the first city to all others: by colouring what can be reached, again and again.
    fn joined(&self, own: &[&Route], cities: &[String]) -> bool {
        let mut reached = BTreeSet::from([cities[0].as_str()]);
        loop {
            let before = reached.len();
            for route in own {
                let [a, b] = [route.ends[0].as_str(), route.ends[1].as_str()];
                if reached.contains(a) || reached.contains(b) {
                    reached.extend([a, b]);
                }
            }
            if reached.len() == before {
                return cities.iter().all(|c| reached.contains(c.as_str()));
            }
        }
    }
}

fn longest_trail_of_names(routes: &[&Route]) -> u32 {
    let mut names: Vec<&str> = routes.iter().flat_map(|r| r.ends.iter().map(String::as_str)).collect();
    names.sort_unstable();
    names.dedup();
    let number = |name: &str| names.iter().position(|n| *n == name).expect("a city");
    let edges: Vec<(usize, usize, u32)> =
        routes.iter().map(|r| (number(&r.ends[0]), number(&r.ends[1]), r.length)).collect();
    longest_trail(&edges)
}

/// The longest trail by walking every one, from every city; a walk is given up when all that is left would not do.
pub fn longest_trail(edges: &[(usize, usize, u32)]) -> u32 {
    struct Walk<'a> {
        edges: &'a [(usize, usize, u32)],
        used: Vec<bool>,
        best: u32,
    }
    impl Walk<'_> {
        fn on(&mut self, at: usize, length: u32, left: u32) {
            self.best = self.best.max(length);
            for (i, &(a, b, weight)) in self.edges.iter().enumerate() {
                if self.used[i] || (a != at && b != at) || length + left <= self.best {
                    continue;
                }
                self.used[i] = true;
                self.on(if a == at { b } else { a }, length + weight, left - weight);
                self.used[i] = false;
            }
        }
    }
    // What hangs together is walked by itself, so that what is left is what can be reached.
    let cities = edges.iter().flat_map(|&(a, b, _)| [a, b]).max().map_or(0, |most| most + 1);
    let mut part: Vec<usize> = (0..cities).collect();
    for _ in 0..cities {
        for &(a, b, _) in edges {
            let low = part[a].min(part[b]);
            (part[a], part[b]) = (low, low);
        }
    }
    let mut best = 0;
    for number in 0..cities {
        let own: Vec<_> = edges.iter().copied().filter(|&(a, ..)| part[a] == number).collect();
        let total = own.iter().map(|&(.., weight)| weight).sum();
        let mut walk = Walk { edges: &own, used: vec![false; own.len()], best: 0 };
        (0..cities).filter(|&city| part[city] == number).for_each(|city| walk.on(city, 0, total));
        best = best.max(walk.best);
    }
    best
}
