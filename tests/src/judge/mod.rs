//! Judges: the rules a second time, naively, on plain lists and names. They read map and rule set by themselves and
//! positions from the JSON of a view, and use no type of the engine.

mod cost;
pub mod judging;
mod score;
mod tours;
mod ussr;
mod world;
mod worlds;

pub use cost::{Bags, Card, Payable};
pub use score::{End, Verdict, longest_trail};
pub use tours::{Toured, toured};
pub use ussr::best_use;
pub use worlds::{World, cards_text, ticket_text, tickets_text, zone_key};

use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Modules whose claims, costs and scores the judges know.
pub const KNOWN: &[&str] = &[
    "claim",
    "controllers",
    "double-routes",
    "exchange",
    "ferries",
    "longest-path",
    "most-tickets",
    "pair-routes",
    "pieces",
    "ports",
    "route-points",
    "stations",
    "tickets",
    "tours",
    "tunnels",
    "victory",
];

/// A route of the map.
#[derive(Clone, PartialEq, Debug)]
pub struct Route {
    /// The cities at its ends.
    pub ends: [String; 2],
    /// Its spaces.
    pub length: u32,
    /// Its colour.
    pub colour: String,
    /// The entry of the map that it is a track of.
    pub entry: usize,
    /// Which of the routes between its cities, from 1.
    pub track: u64,
    /// What the map says of it.
    pub attributes: toml::Table,
}

impl Route {
    /// Whether an attribute is true, or a number above 0.
    fn says(&self, attribute: &str) -> bool {
        self.number(attribute) > 0
    }

    /// An attribute as a number.
    fn number(&self, attribute: &str) -> i64 {
        match self.attributes.get(attribute) {
            Some(toml::Value::Boolean(is)) => (*is).into(),
            Some(toml::Value::Integer(n)) => *n,
            _ => 0,
        }
    }

    fn joins(&self, a: &str, b: &str) -> bool {
        self.ends == [a, b] || self.ends == [b, a]
    }
}

/// A map and its parameters, for a number of players.
pub struct Judge {
    /// The routes in map order.
    pub routes: Vec<Route>,
    /// The tickets: cities, value, which of several with these cities.
    pub tickets: Vec<(Vec<String>, i64, u64)>,
    /// For each ticket that is a tour its values: in the order shown, in another, not joined.
    pub tours: Vec<Option<[i64; 3]>>,
    /// The cities that are marked as ports.
    pub port_cities: Vec<String>,
    /// The parameters by module.
    pub params: toml::Table,
    /// The card kinds in their order: name, deck, number, whether wild.
    pub kinds: Vec<(String, String, u64, bool)>,
    /// What a cost sees of each of them.
    pub cards: Vec<Card>,
    players: usize,
}

fn text(value: &toml::Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn texts(value: &toml::Value) -> Vec<String> {
    value.as_array().expect("a list").iter().map(text).collect()
}

/// Lays one table over another: tables merge, anything else replaces.
fn lay(into: &mut toml::Table, from: &toml::Table) {
    for (key, value) in from {
        match (into.get_mut(key), value) {
            (Some(toml::Value::Table(into)), toml::Value::Table(from)) => lay(into, from),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}

impl Judge {
    /// Reads a map and the text of its rule set (of which the name is given), if it is not in the map itself.
    ///
    /// # Panics
    /// If they are not sound: that is for others to find.
    pub fn new(map: &str, rules: Option<(&str, &str)>, players: usize) -> Self {
        let map: toml::Table = map.parse().expect("a map");
        let (name, rules) = match rules {
            Some((name, text)) => (name, text.parse().expect("a rule set")),
            None => ("inline", map["rules"].as_table().expect("inline rules").clone()),
        };
        let none = toml::Table::new();
        let table = |t: &toml::Table, key: &str| t.get(key).and_then(toml::Value::as_table).cloned();
        let of_players = |t: &toml::Table| table(&table(t, "players").unwrap_or_default(), &players.to_string());
        let mut params = rules.clone();
        let set = table(&map, "set").unwrap_or_default();
        let layers =
            [of_players(&rules), Some(set.clone()), table(&set, name), of_players(&map)].map(Option::unwrap_or_default);
        layers.iter().for_each(|layer| lay(&mut params, layer));

        let mut routes: Vec<Route> = Vec::new();
        let empty = Vec::new();
        for (entry, table) in map["routes"].as_array().unwrap_or(&empty).iter().enumerate() {
            let between = texts(&table["between"]);
            let track = |t: &toml::Value| match t {
                toml::Value::String(colour) => toml::Table::from_iter([("colour".to_owned(), colour.clone().into())]),
                t => t.as_table().expect("a track").clone(),
            };
            let tracks: Vec<toml::Table> = match table.get("tracks") {
                Some(tracks) => tracks.as_array().expect("a list of tracks").iter().map(track).collect(),
                None => vec![toml::Table::new()],
            };
            for track in tracks {
                let mut attributes = table.as_table().expect("a route").clone();
                lay(&mut attributes, &track);
                let colour = attributes.get("colour").map(text).unwrap_or_default();
                let ends = [between[0].clone(), between[1].clone()];
                let track = 1 + routes.iter().filter(|r| r.joins(&ends[0], &ends[1])).count() as u64;
                let length = table["length"].as_integer().expect("a length") as u32;
                routes.push(Route { ends, length, colour, entry, track, attributes });
            }
        }
        let mut tickets: Vec<(Vec<String>, i64, u64)> = Vec::new();
        let mut tours = Vec::new();
        for table in map.get("tickets").and_then(toml::Value::as_array).unwrap_or(&empty) {
            let cities = texts(&table["cities"]);
            let value = |tour: &toml::Value, key: &str| tour[key].as_integer().expect("a value of a tour");
            tours.push(table.get("tour").map(|t| ["in-order", "any-order", "penalty"].map(|key| value(t, key))));
            let copy = 1 + tickets.iter().filter(|(c, ..)| *c == cities).count() as u64;
            tickets.push((cities, table.get("points").and_then(toml::Value::as_integer).unwrap_or(0), copy));
        }
        let mut kinds = Vec::new();
        for (deck, cards) in table(&table(&params, "cards").unwrap_or_default(), "decks").as_ref().unwrap_or(&none) {
            let mut of_deck: Vec<((String, String, u64, bool), Card)> = Vec::new();
            for (kind, card) in cards.as_table().expect("a deck") {
                let count = card.as_integer().or_else(|| card.get("count")?.as_integer()).expect("a number of cards");
                let wild = card.get("wild").and_then(toml::Value::as_bool).unwrap_or(false);
                of_deck.push(((kind.clone(), deck.clone(), count as u64, wild), Card::read(deck, kind, card)));
            }
            of_deck.sort_by_key(|((name, _, _, wild), _)| (*wild, name.clone()));
            kinds.extend(of_deck);
        }
        let (kinds, cards) = kinds.into_iter().unzip();
        let cities = map["cities"].as_table().expect("cities").iter();
        let ports = cities.filter(|(_, said)| said.get("port").and_then(toml::Value::as_bool) == Some(true));
        let port_cities = ports.map(|(name, _)| name.clone()).collect();
        let mut judge = Self { routes, tickets, tours, port_cities, params, kinds, cards, players };
        judge.forget();
        judge
    }

    /// Forgets attributes that no module of the game knows: routes and cities that have them are then plain.
    fn forget(&mut self) {
        let pieces = self.params.get("pieces").and_then(toml::Value::as_table).cloned().unwrap_or_default();
        let (pairs, ferries) = (self.has("pair-routes"), self.has("ferries"));
        for route in &mut self.routes {
            route.attributes.retain(|name, said| match name {
                "pair" => pairs,
                "ferry" => ferries,
                "piece" => said.as_str().is_some_and(|piece| pieces.contains_key(piece)),
                _ => true,
            });
        }
    }

    fn param(&self, module: &str, key: &str) -> Option<&toml::Value> {
        self.params.get(module)?.get(key)
    }

    fn has(&self, module: &str) -> bool {
        self.params.get(module).is_some_and(|m| m.as_bool() != Some(false))
    }

    /// Which route of the map this names.
    fn route(&self, json: &Json) -> usize {
        let [a, b] = [0, 1].map(|i| json["between"][i].as_str().expect("a city"));
        let track = json["track"].as_u64().unwrap_or(1);
        self.routes.iter().position(|r| r.joins(a, b) && r.track == track).expect("a route of the map")
    }

    /// Which ticket of the map this names.
    fn ticket(&self, json: &Json) -> usize {
        let cities: Vec<&str> = json["cities"].as_array().expect("cities").iter().filter_map(Json::as_str).collect();
        let copy = json["copy"].as_u64().unwrap_or(1);
        self.tickets.iter().position(|(c, _, n)| *c == cities && *n == copy).expect("a ticket of the map")
    }

    /// The holders of each route.
    fn held(&self, view: &Json) -> Vec<Vec<String>> {
        let mut held = vec![Vec::new(); self.routes.len()];
        for route in view["routes"].as_array().expect("routes") {
            let names = route["held"].as_array().expect("holders").iter().filter_map(Json::as_str);
            held[self.route(&route["route"])] = names.map(str::to_owned).collect();
        }
        held
    }
}

impl Judge {
    /// The kind of piece that claims a route: the one it names, or the only one.
    fn piece<'a>(&'a self, route: &'a Route) -> &'a str {
        let only = || self.params.get("pieces")?.as_table()?.keys().next().map(String::as_str);
        route.attributes.get("piece").and_then(toml::Value::as_str).or_else(only).unwrap_or("train")
    }

    /// Every claim that the viewer of a position can make, in map order, payments with more of the first kinds first:
    /// as route and cards. By the rules of claims, pieces, pair routes, ferries and double routes alone.
    ///
    /// # Panics
    /// If the view does not fit the map.
    pub fn claims(&self, view: &Json) -> Payable {
        let me = view["viewer"].as_str().expect("a player");
        let held = self.held(view);
        let mut bags = Bags::new(self.hand(view));
        let single = self.param("double-routes", "single-up-to").and_then(toml::Value::as_integer).unwrap_or(3);
        let mut claims = Payable::default();
        type Alike<'a> = (&'a str, &'a str, u32, i64, bool);
        let mut known: BTreeMap<Alike<'_>, Option<Vec<Vec<u64>>>> = BTreeMap::new();
        for (i, route) in self.routes.iter().enumerate() {
            let pieces = view["registers"][format!("pieces/{} in stock", self.piece(route))][me].as_u64().unwrap_or(0);
            let twins = || (0..self.routes.len()).filter(|&j| j != i && self.routes[j].entry == route.entry);
            let closed = self.has("double-routes")
                && twins().any(|j| {
                    held[j].iter().any(|name| name == me) || self.players as i64 <= single && !held[j].is_empty()
                });
            if !held[i].is_empty() || closed || pieces < u64::from(route.length) {
                continue;
            }
            let alike = (self.piece(route), &*route.colour, route.length, route.number("ferry"), route.says("pair"));
            let payments = known.entry(alike).or_insert_with(|| self.payments(&mut bags, route));
            let between = &route.ends;
            let parallel = self.routes.iter().filter(|r| r.joins(&between[0], &between[1])).count() > 1;
            let mut name = serde_json::json!({ "between": between });
            if parallel {
                name["track"] = route.track.into();
            }
            match payments {
                Some(payments) => claims
                    .actions
                    .extend(payments.iter().map(|bag| serde_json::json!({ "route": name, "pay": self.pay_json(bag) }))),
                None => claims.skipped.push(name),
            }
        }
        claims
    }
}
