//! The judge's knowledge of removed routes, stations, and bonuses for most of something.

use super::{End, Judge, Route};

/// The best that tickets can come to with one option of each station, or none: by trying everything. Cities are numbers,
/// an option is a pair of cities that it joins, a ticket two cities and a value. As points, and tickets completed.
pub fn best_use(
    own: &[(usize, usize)],
    stations: &[Vec<(usize, usize)>],
    tickets: &[(usize, usize, i64)],
) -> (i64, usize) {
    match stations.split_first() {
        None => come_to(own, tickets),
        Some((options, others)) => {
            let with = |option: &(usize, usize)| best_use(&[own, &[*option]].concat(), others, tickets);
            options.iter().map(with).chain([best_use(own, others, tickets)]).max().unwrap_or_default()
        }
    }
}

fn come_to(joins: &[(usize, usize)], tickets: &[(usize, usize, i64)]) -> (i64, usize) {
    let cities = joins.iter().flat_map(|&(a, b)| [a, b]).chain(tickets.iter().flat_map(|&(a, b, _)| [a, b]));
    let cities = cities.max().map_or(0, |most| most + 1);
    // The lowest city that each hangs together with, by passing it on until nothing changes.
    let mut lowest: Vec<usize> = (0..cities).collect();
    loop {
        let before = lowest.clone();
        for &(a, b) in joins {
            let low = lowest[a].min(lowest[b]);
            (lowest[a], lowest[b]) = (low, low);
        }
        if lowest == before {
            break;
        }
    }
    let done = |&&(a, b, _): &&(usize, usize, i64)| lowest[a] == lowest[b];
    let completed = tickets.iter().filter(done).count();
    let points = tickets.iter().map(|t| if done(&t) { t.2 } else { -t.2 }).sum();
    (points, completed)
}

impl Judge {
    /// The cities in which a side has stations.
    fn stations_of(&self, end: &End<'_>, side: usize) -> Vec<String> {
        let at = end.view["registers"]["stations/station of"].as_object().cloned().unwrap_or_default();
        at.into_iter().filter(|(_, owner)| owner.as_u64() == Some(side as u64 + 1)).map(|(city, _)| city).collect()
    }

    fn others_at(&self, held: &[Vec<String>], members: &[String], city: &str) -> Vec<usize> {
        let of_others = |i: &usize| !held[*i].is_empty() && held[*i].iter().all(|name| !members.contains(name));
        (0..self.routes.len())
            .filter(|&i| self.routes[i].ends.iter().any(|end| end == city))
            .filter(of_others)
            .collect()
    }

    /// The routes of others that the tickets of a side use, once it is clear that they may and that nothing is better.
    ///
    /// # Panics
    /// If they may not, or could do better.
    pub(super) fn borrowed(&self, end: &End<'_>, side: usize, held: &[Vec<String>], own: &[&Route]) -> Vec<&Route> {
        let members = &end.sides[side];
        let stations = self.stations_of(end, side);
        let mut used: Vec<(&str, usize)> = Vec::new();
        for (city, route) in end.borrowed.get(side).into_iter().flatten() {
            let route = self.route(route);
            assert!(stations.contains(city), "{members:?} have no station in {city}");
            assert!(used.iter().all(|(other, _)| other != city), "the station in {city} uses two routes");
            assert!(self.others_at(held, members, city).contains(&route), "{city} does not let use {route}");
            used.push((city, route));
        }
        let mut names: Vec<&String> = self.routes.iter().flat_map(|r| &r.ends).collect();
        names.sort_unstable();
        names.dedup();
        let number = |name: &String| names.binary_search(&name).expect("a city");
        let joins = |route: &Route| (number(&route.ends[0]), number(&route.ends[1]));
        let tickets = self.tickets_of(end.view, members).into_iter().map(|ticket| &self.tickets[ticket]);
        let tickets: Vec<(usize, usize, i64)> = tickets.map(|(c, v, _)| (number(&c[0]), number(&c[1]), *v)).collect();
        let own: Vec<(usize, usize)> = own.iter().map(|route| joins(route)).collect();
        let options = |city: &String| {
            let others = self.others_at(held, members, city);
            others.into_iter().map(|i| joins(&self.routes[i])).collect::<Vec<_>>()
        };
        let best = best_use(&own, &stations.iter().map(options).collect::<Vec<_>>(), &tickets);
        let with: Vec<(usize, usize)> = used.iter().map(|(_, i)| joins(&self.routes[*i])).collect();
        assert_eq!(come_to(&[own, with].concat(), &tickets), best, "{members:?} could use their stations better");
        used.into_iter().map(|(_, i)| &self.routes[i]).collect()
    }

    /// The lines of a side about stations and removed routes.
    pub(super) fn ussr_lines(&self, end: &End<'_>, side: usize) -> Vec<(String, i64)> {
        let mut lines = Vec::new();
        let removed = self.removed(end, side);
        if removed != 0 {
            lines.push(("route-points/removed".to_owned(), removed));
        }
        if self.has("stations") {
            let cost = self.param("stations", "cost").and_then(toml::Value::as_array).map_or(3, Vec::len);
            let unbuilt = self.param("stations", "unbuilt").and_then(toml::Value::as_integer).unwrap_or(4);
            let left = (cost * end.sides[side].len() - self.stations_built(end, side)) as i64;
            if left > 0 {
                lines.push(("stations/unbuilt".to_owned(), unbuilt * left));
            }
            let uses = end.borrowed.get(side).into_iter().flatten();
            lines.extend(uses.map(|_| ("stations/uses".to_owned(), 0)));
        }
        lines
    }

    pub(super) fn stations_built(&self, end: &End<'_>, side: usize) -> usize {
        self.stations_of(end, side).len()
    }

    /// What a side scored for routes that were taken off the board again, as the log has them (U14).
    fn removed(&self, end: &End<'_>, side: usize) -> i64 {
        if self.param("route-points", "removed").and_then(toml::Value::as_str) == Some("lost") {
            return 0;
        }
        let players: Vec<&String> = end.sides.iter().flatten().collect();
        let mut points = 0;
        for event in end.log.iter().filter(|event| event["event"] == "released") {
            for seat in event["held"].as_array().expect("holders") {
                let name = format!("player {seat}");
                assert!(players.contains(&&name), "no player is named {name:?}");
                if end.sides[side].contains(&name) {
                    points += self.points(self.routes[self.route(&event["route"])].length);
                }
            }
        }
        points
    }

    /// The bonuses for most of something: their rule, their points, and what each side has of it.
    pub(super) fn most(&self, own: &[Vec<&Route>], completed: &[i64]) -> Vec<(String, i64, Vec<i64>)> {
        let mut bonuses = Vec::new();
        if self.has("most-tickets") {
            let points = self.param("most-tickets", "points").and_then(toml::Value::as_integer).unwrap_or(15);
            bonuses.push(("most-tickets/most-tickets".to_owned(), points, completed.to_vec()));
        }
        for (module, attribute) in [("tunnels", "tunnel"), ("ferries", "ferry")] {
            let points = self.param(module, "most").and_then(toml::Value::as_integer).unwrap_or(0);
            if self.has(module) && points != 0 {
                let count = |own: &Vec<&Route>| own.iter().filter(|route| route.says(attribute)).count() as i64;
                bonuses.push((format!("{module}/most-{module}"), points, own.iter().map(count).collect()));
            }
        }
        bonuses
    }
}
