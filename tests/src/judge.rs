//! Judges: the rules a second time, naively, on plain lists and names. They read map and rule set by themselves and
//! positions from the JSON of a view, and use no type of the engine.

mod cost;
mod tours;
mod ussr;
mod world;

pub use cost::{Bags, Card, Payable};
pub use tours::{Toured, toured};
pub use ussr::best_use;

use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

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

    /// What no module of the game knows is plain.
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

    fn points(&self, length: u32) -> i64 {
        match self.param("route-points", "table") {
            Some(table) => table[length.to_string().as_str()].as_integer().expect("points"),
            None => [0, 1, 2, 4, 7, 10, 15][length as usize],
        }
    }

    /// The tickets of a side, by their number.
    fn tickets_of(&self, view: &Json, side: &[String]) -> Vec<usize> {
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
            return tours::outcome(usable, cities, values);
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

/// What lies where: by zone and owner, its cards or its tickets, those without an order sorted, then those in order;
/// and the sealed answers by player.
pub type World = BTreeMap<String, String>;

/// The name of a zone of a view in a world.
pub fn zone_key(zone: &Json) -> String {
    format!("{} of {}", zone["name"].as_str().unwrap_or(""), zone["owner"].as_str().unwrap_or("all"))
}

/// A list of tickets in a world.
pub fn tickets_text(loose: &[String], in_order: &[String]) -> String {
    let mut loose = loose.to_vec();
    loose.sort();
    format!("{} | {}", loose.join(", "), in_order.join(", "))
}

/// Cards in a world: how many of each kind.
pub fn cards_text(cards: &BTreeMap<String, u64>) -> String {
    let there = cards.iter().filter(|(_, n)| **n > 0);
    there.map(|(kind, n)| format!("{n} {kind}")).collect::<Vec<_>>().join(", ")
}

/// What a ticket is called in a world.
pub fn ticket_text(json: &Json) -> String {
    json.to_string()
}

impl Judge {
    /// Every world that a viewer can't rule out. `keep` says how many of the dealt tickets must be kept, for sealed
    /// answers about them.
    ///
    /// # Panics
    /// If the view does not fit the map.
    pub fn worlds(&self, view: &Json, keep: usize) -> BTreeSet<World> {
        let zones: Vec<Json> = view["zones"].as_array().expect("zones").clone();
        let mut worlds = vec![World::new()];
        self.deal_cards(&zones, &mut worlds);
        let mut with_tickets = Vec::new();
        for world in worlds {
            self.deal_tickets(&zones, world, &mut with_tickets);
        }
        let mut answered = BTreeSet::new();
        for world in with_tickets {
            answered.extend(answers(view, world, keep));
        }
        answered
    }

    fn deal_cards(&self, zones: &[Json], worlds: &mut Vec<World>) {
        let card_zones = zones.iter().filter(|z| z["tickets"].is_null() && z["in_order"].is_null());
        let number = |zone: &Json, key: &str, kind: &str| zone[key][kind].as_u64().unwrap_or(0);
        let mut decks: Vec<&String> = self.kinds.iter().map(|(_, deck, ..)| deck).collect();
        decks.dedup();
        assert_eq!(decks.len(), 1, "this judge knows one deck");
        let mut unseen: Vec<(String, u64)> = Vec::new();
        for (kind, _, count, _) in &self.kinds {
            let seen =
                |z: &Json| if z["cards"].is_null() { number(z, "known", kind) } else { number(z, "cards", kind) };
            unseen.push((kind.clone(), count - card_zones.clone().map(seen).sum::<u64>()));
        }
        // Each zone in turn gets every bag of its size, over the cards that are known to lie there.
        let mut open: Vec<(World, Vec<(String, u64)>)> =
            worlds.drain(..).map(|world| (world, unseen.clone())).collect();
        for zone in card_zones {
            let known: BTreeMap<String, u64> = self
                .kinds
                .iter()
                .map(|(kind, ..)| {
                    (kind.clone(), number(zone, if zone["cards"].is_null() { "known" } else { "cards" }, kind))
                })
                .collect();
            let size: u64 = zone["backs"].as_object().map_or(0, |b| b.values().filter_map(Json::as_u64).sum());
            let missing = size - known.values().sum::<u64>();
            let mut next = Vec::new();
            for (world, unseen) in open {
                for bag in bags_of(missing, &unseen) {
                    let (mut world, mut unseen, mut cards) = (world.clone(), unseen.clone(), known.clone());
                    for (i, n) in bag.iter().enumerate() {
                        unseen[i].1 -= n;
                        *cards.get_mut(&unseen[i].0).expect("a kind") += n;
                    }
                    // What is empty is left out: an empty zone does not say what it could hold.
                    if size > 0 {
                        world.insert(zone_key(zone), cards_text(&cards));
                    }
                    next.push((world, unseen));
                }
            }
            open = next;
        }
        *worlds = open.into_iter().map(|(world, _)| world).collect();
    }

    fn deal_tickets(&self, zones: &[Json], world: World, out: &mut Vec<World>) {
        let shown: Vec<usize> = zones
            .iter()
            .flat_map(|z| [&z["tickets"], &z["in_order"]])
            .flat_map(|list| list.as_array().cloned().unwrap_or_default())
            .filter(|t| !t.is_null())
            .map(|t| self.ticket(&t))
            .collect();
        let unknown: Vec<String> = (0..self.tickets.len())
            .filter(|i| !shown.contains(i))
            .map(|i| {
                let (cities, _, copy) = &self.tickets[i];
                let mut json = serde_json::json!({ "cities": cities });
                if *copy > 1 {
                    json["copy"] = (*copy).into();
                }
                ticket_text(&json)
            })
            .collect();
        for order in permutations(&unknown) {
            let mut next = order.into_iter();
            let mut world = world.clone();
            for zone in zones.iter().filter(|z| !z["tickets"].is_null() || !z["in_order"].is_null()) {
                let mut fill = |list: &Json| -> Vec<String> {
                    let list = list.as_array().cloned().unwrap_or_default();
                    list.iter()
                        .map(|t| if t.is_null() { next.next().expect("a ticket") } else { ticket_text(t) })
                        .collect()
                };
                let (loose, in_order) = (fill(&zone["tickets"]), fill(&zone["in_order"]));
                world.insert(zone_key(zone), tickets_text(&loose, &in_order));
            }
            out.push(world);
        }
    }
}

/// The worlds with every sealed answer that others may have given.
fn answers(view: &Json, world: World, keep: usize) -> Vec<World> {
    let mut worlds = vec![world];
    for sealed in view["sealed"].as_array().expect("sealed answers") {
        let who = sealed["who"].as_str().expect("a player");
        let mut next = Vec::new();
        for world in worlds {
            let dealt = world.get(&format!("dealt tickets of {who}")).cloned().unwrap_or_default();
            let dealt: Vec<String> = dealt.trim_start_matches(" | ").split(", ").map(str::to_owned).collect();
            let own = sealed.get("answer").map(|a| a["tickets"].to_string());
            for bits in 0..1u32 << dealt.len() {
                let kept: Vec<&str> =
                    (0..dealt.len()).filter(|i| bits >> i & 1 == 1).map(|i| dealt[i].as_str()).collect();
                let answer = format!("[{}]", kept.join(","));
                if kept.len() >= keep.min(dealt.len()) && own.as_ref().is_none_or(|own| *own == answer) {
                    let mut world = world.clone();
                    world.insert(format!("answer of {who}"), answer);
                    next.push(world);
                }
            }
        }
        worlds = next;
    }
    worlds
}

/// Every bag of so many cards out of these.
fn bags_of(size: u64, from: &[(String, u64)]) -> Vec<Vec<u64>> {
    let Some(((_, most), rest)) = from.split_first() else {
        return if size == 0 { vec![vec![]] } else { vec![] };
    };
    (0..=size.min(*most))
        .flat_map(|n| bags_of(size - n, rest).into_iter().map(move |bag| [&[n][..], &bag].concat()))
        .collect()
}

fn permutations(list: &[String]) -> Vec<Vec<String>> {
    if list.is_empty() {
        return vec![vec![]];
    }
    (0..list.len())
        .flat_map(|i| {
            let mut rest = list.to_vec();
            let first = rest.remove(i);
            permutations(&rest).into_iter().map(move |p| [&[first.clone()][..], &p].concat())
        })
        .collect()
}
