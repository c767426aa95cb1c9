//! The judge's knowledge of ports and exchanged pieces, by what everybody heard.

use super::{End, Judge};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The city of each port, with the seat of its owner, from 1, by a log of what was chosen.
fn ports_built(log: &[Json]) -> BTreeMap<String, u64> {
    let built = log.iter().filter(|event| event["action"]["op"] == "ports/build");
    let at = |event: &Json| event["action"]["city"].as_str().expect("a city").to_owned();
    built.map(|event| (at(event), event["who"].as_u64().expect("a seat"))).collect()
}

impl Judge {
    fn number(&self, module: &str, key: &str, or: i64) -> i64 {
        self.param(module, key).and_then(toml::Value::as_integer).unwrap_or(or)
    }

    /// The lines of a side about ports and exchanged pieces; `done` are the tickets that it has completed.
    pub(super) fn world_lines(&self, end: &End<'_>, side: usize, done: &[usize]) -> Vec<(String, i64)> {
        let members = &end.sides[side];
        let is_member = |seat: &u64| members.iter().any(|name| end.view["players"][*seat as usize - 1] == **name);
        let mut lines = Vec::new();
        let exchanged = end.log.iter().filter(|event| event["action"]["op"] == "exchange/pieces");
        let own = exchanged.filter(|event| is_member(&event["who"].as_u64().expect("a seat")));
        let n: i64 = own.map(|event| event["action"]["n"].as_i64().expect("a number")).sum();
        if n != 0 {
            lines.push(("exchange/exchanged".to_owned(), self.number("exchange", "points", -1) * n));
        }
        if !self.has("ports") {
            return lines;
        }
        let built = ports_built(end.log);
        let own: Vec<&String> = built.iter().filter(|(_, seat)| is_member(seat)).map(|(city, _)| city).collect();
        for city in &own {
            let n = done.iter().filter(|ticket| self.tickets[**ticket].0.contains(city)).count();
            let table = self.param("ports", "table").and_then(toml::Value::as_table).expect("points for ports");
            let most = table.keys().filter_map(|key| key.parse().ok()).filter(|key: &usize| *key <= n).max();
            let points = most.map_or(0, |key| table[&key.to_string()].as_integer().expect("points"));
            lines.push(("ports/port".to_owned(), points));
        }
        let left = self.number("ports", "count", 3) * members.len() as i64 - own.len() as i64;
        if left > 0 {
            lines.push(("ports/unbuilt".to_owned(), self.number("ports", "unbuilt", -4) * left));
        }
        lines
    }

    /// The cities where the viewer of a position may build a port, if the cards allow it: by the view, and what was heard.
    ///
    /// # Panics
    /// If they do not fit the map.
    pub fn open_ports(&self, view: &Json, log: &[Json]) -> Vec<String> {
        let me = view["viewer"].as_str().expect("a player");
        let seat = 1 + view["players"].as_array().expect("players").iter().position(|p| p == me).expect("a seat");
        let built = ports_built(log);
        let own = built.values().filter(|owner| **owner == seat as u64).count();
        if !self.has("ports") || own as i64 >= self.number("ports", "count", 3) {
            return Vec::new();
        }
        let held = self.held(view);
        let ends_there = |city: &String| {
            let mut own = self.routes.iter().zip(&held).filter(|(_, held)| held.iter().any(|name| name == me));
            own.any(|(route, _)| route.ends.contains(city))
        };
        let open = self.port_cities.iter().filter(|city| !built.contains_key(*city) && ends_there(city));
        open.cloned().collect()
    }

    /// What sort of route this names, as far as payments go.
    pub fn sort_of_route(&self, json: &Json) -> &'static str {
        let route = &self.routes[self.route(json)];
        let any = self.param("claim", "any-colour").and_then(toml::Value::as_str).unwrap_or("gray");
        match (self.piece(route), route.colour == any) {
            _ if route.says("pair") => "pair",
            _ if route.says("ferry") => "ferry",
            ("train", false) => "train",
            ("train", true) => "gray train",
            ("ship", false) => "ship",
            ("ship", true) => "gray ship",
            _ => "other",
        }
    }
}
