//! The figures of a board: how large it is, what its tickets are worth, how well it holds together.

mod paths;

use paths::Graph;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use ttr_core::Rules;
use ttr_source::{MapSource, RulesRef};

/// Beyond so many steps the values of tickets are not compared with paths.
const MOST_STEPS: usize = 5_000_000;

/// Least, mean and most of some numbers.
#[derive(Clone, Copy, Default)]
struct Spread {
    least: u64,
    mean: f64,
    most: u64,
}

impl Spread {
    fn of(numbers: &[u64]) -> Option<Self> {
        let (least, most) = (*numbers.iter().min()?, *numbers.iter().max()?);
        Some(Self { least, mean: numbers.iter().sum::<u64>() as f64 / numbers.len() as f64, most })
    }

    fn json(spread: Option<Self>) -> Json {
        spread.map_or(Json::Null, |s| json!({ "least": s.least, "mean": hundredths(s.mean), "most": s.most }))
    }

    fn cell(spread: Option<Self>) -> String {
        spread.map_or_else(|| "-".to_owned(), |s| format!("{} / {:.1} / {}", s.least, s.mean, s.most))
    }
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// Routes and spaces of a kind.
#[derive(Clone, Copy, Default)]
struct Room {
    routes: usize,
    spaces: u64,
}

/// How the values of tickets compare with the shortest paths.
#[derive(Clone, Copy, Default)]
struct Values {
    equal: usize,
    above: usize,
    below: usize,
    /// The largest difference.
    most: u64,
    /// Tickets whose cities no path joins.
    unreachable: usize,
}

/// The figures of one board.
pub struct Figures {
    /// The map, by the name of its file.
    pub name: String,
    rules: String,
    status: Option<String>,
    cities: usize,
    junctions: usize,
    connections: usize,
    routes: usize,
    doubles: usize,
    spaces: u64,
    lengths: BTreeMap<u16, usize>,
    length: Option<Spread>,
    colours: BTreeMap<String, Room>,
    degrees: Option<Spread>,
    dead_ends: usize,
    parts: usize,
    bridges: usize,
    tickets: usize,
    ticket_decks: BTreeMap<String, usize>,
    points: Option<Spread>,
    points_in_all: u64,
    values: Option<Values>,
    without_ticket: usize,
    players: Option<(u8, u8)>,
    /// Pieces of each player, by kind.
    pieces: Vec<(String, u16)>,
    /// Cards, by deck.
    cards: Vec<(String, usize)>,
}

impl Figures {
    /// What the map alone says.
    pub fn of(name: &str, map: &MapSource) -> Self {
        let mut connections: BTreeMap<usize, ([usize; 2], u64)> = BTreeMap::new();
        let (mut lengths, mut colours) = (BTreeMap::new(), BTreeMap::<String, Room>::new());
        let mut tracks: HashMap<usize, usize> = HashMap::new();
        for route in &map.routes {
            connections.insert(route.entry, (route.ends, u64::from(route.length)));
            *tracks.entry(route.entry).or_default() += 1;
            *lengths.entry(route.length).or_default() += 1;
            let colour = route.colour.clone().unwrap_or_else(|| "no colour".to_owned());
            let room = colours.entry(colour).or_default();
            room.routes += 1;
            room.spaces += u64::from(route.length);
        }
        let connections: Vec<([usize; 2], u64)> = connections.into_values().collect();
        let graph = Graph::new(map.cities.len(), &connections);
        let degrees = graph.degrees();
        let (parts, bridges) = graph.parts_and_bridges();
        let spaces: Vec<u64> = map.routes.iter().map(|route| u64::from(route.length)).collect();
        let points: Vec<u64> = map.tickets.iter().filter_map(|ticket| u64::try_from(ticket.points?).ok()).collect();
        let named: BTreeSet<usize> = map.tickets.iter().flat_map(|ticket| &ticket.cities).copied().collect();
        let mut ticket_decks = BTreeMap::new();
        for deck in map.tickets.iter().filter_map(|ticket| ticket.deck.clone()) {
            *ticket_decks.entry(deck).or_default() += 1;
        }
        let junctions = map.cities.iter().filter(|city| city.junction).count();
        Self {
            name: name.to_owned(),
            rules: match &map.rules {
                Some(RulesRef::Named(name, _) | RulesRef::Path(name, _)) => name.clone(),
                Some(RulesRef::Inline(_)) => "its own".to_owned(),
                None => "none".to_owned(),
            },
            status: map.board.status.clone(),
            cities: map.cities.len() - junctions,
            junctions,
            connections: connections.len(),
            routes: map.routes.len(),
            doubles: tracks.values().filter(|n| **n > 1).count(),
            spaces: spaces.iter().sum(),
            lengths,
            length: Spread::of(&spaces),
            colours,
            degrees: Spread::of(&degrees.iter().map(|n| *n as u64).collect::<Vec<_>>()),
            dead_ends: degrees.iter().filter(|n| **n == 1).count(),
            parts,
            bridges,
            tickets: map.tickets.len(),
            ticket_decks,
            points: Spread::of(&points),
            points_in_all: points.iter().sum(),
            values: values(map, &graph),
            without_ticket: (0..map.cities.len()).filter(|n| !map.cities[*n].junction && !named.contains(n)).count(),
            players: None,
            pieces: Vec::new(),
            cards: Vec::new(),
        }
    }

    /// With another rule set than the one that the map asks for.
    pub fn by(&mut self, rules: &str) {
        self.rules = rules.to_owned();
    }

    /// What the rules say, for the most players.
    pub fn game(&mut self, min: u8, max: u8, rules: Option<&Rules>) {
        self.players = Some((min, max));
        let Some(rules) = rules else { return };
        let pieces = rules.pieces().iter().filter(|piece| piece.claims);
        self.pieces = pieces.map(|piece| (piece.name.clone(), piece.count)).collect();
        let count =
            |deck: &ttr_core::rules::Deck| deck.kinds.iter().map(|kind| usize::from(rules.kind(kind).count)).sum();
        self.cards = rules.decks().iter().map(|deck| (deck.name.clone(), count(deck))).collect();
    }

    fn per_player(&self) -> Option<f64> {
        self.players.map(|(_, max)| self.spaces as f64 / f64::from(max.max(1)))
    }

    /// For other programs.
    pub fn json(&self) -> Json {
        let colours: BTreeMap<&String, Json> =
            self.colours.iter().map(|(c, r)| (c, json!({ "routes": r.routes, "spaces": r.spaces }))).collect();
        let numbered = |list: &[(String, usize)]| list.iter().cloned().collect::<BTreeMap<String, usize>>();
        json!({
            "name": self.name,
            "rules": self.rules,
            "status": self.status,
            "players": self.players.map(|(min, max)| json!({ "min": min, "max": max })),
            "cities": self.cities,
            "junctions": self.junctions,
            "connections": self.connections,
            "routes": self.routes,
            "doubles": self.doubles,
            "spaces": self.spaces,
            "spaces_per_player": self.per_player().map(hundredths),
            "pieces": self.pieces.iter().cloned().collect::<BTreeMap<String, u16>>(),
            "cards": numbered(&self.cards),
            "lengths": self.lengths.iter().map(|(l, n)| (l.to_string(), *n)).collect::<BTreeMap<String, usize>>(),
            "length": Spread::json(self.length),
            "colours": colours,
            "degrees": Spread::json(self.degrees),
            "dead_ends": self.dead_ends,
            "parts": self.parts,
            "bridges": self.bridges,
            "tickets": self.tickets,
            "ticket_decks": self.ticket_decks,
            "points": Spread::json(self.points),
            "points_in_all": self.points_in_all,
            "points_against_paths": self.values.map(|v| json!({
                "equal": v.equal, "above": v.above, "below": v.below, "most": v.most, "unreachable": v.unreachable,
            })),
            "cities_without_ticket": self.without_ticket,
        })
    }
}

/// The values of tickets of two cities against the shortest paths. Nothing if there is too much to look at.
fn values(map: &MapSource, graph: &Graph) -> Option<Values> {
    let mut by_city: BTreeMap<usize, Vec<(usize, u64)>> = BTreeMap::new();
    for ticket in &map.tickets {
        if let ([from, to], Some(points)) = (&ticket.cities[..], ticket.points) {
            let worth = u64::try_from(points).unwrap_or_default();
            by_city.entry(*from).or_default().push((*to, worth));
        }
    }
    let (mut found, mut steps) = (Values::default(), MOST_STEPS);
    for (from, tickets) in by_city {
        let to: Vec<usize> = tickets.iter().map(|(to, _)| *to).collect();
        let distances = graph.distances(from, &to, &mut steps)?;
        for (path, (_, worth)) in distances.into_iter().zip(tickets) {
            match path {
                None => found.unreachable += 1,
                Some(path) => {
                    found.equal += usize::from(worth == path);
                    found.above += usize::from(worth > path);
                    found.below += usize::from(worth < path);
                    found.most = found.most.max(worth.abs_diff(path));
                }
            }
        }
    }
    Some(found)
}

/// The rows of the table: what, and then a cell for every map.
pub fn rows(all: &[Figures]) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |what: &str, cell: &dyn Fn(&Figures) -> String| {
        let cells = all.iter().map(cell);
        rows.push(std::iter::once(what.to_owned()).chain(cells).collect());
    };
    let players = |(min, max): (u8, u8)| if min == max { min.to_string() } else { format!("{min}-{max}") };
    row("rules", &|f| f.rules.clone());
    row("board", &|f| f.status.clone().unwrap_or_else(|| "not said".to_owned()));
    row("players", &|f| f.players.map_or_else(|| "?".to_owned(), players));
    row("cities", &|f| if f.junctions == 0 { f.cities.to_string() } else { format!("{} + {}", f.cities, f.junctions) });
    row("connections", &|f| f.connections.to_string());
    row("double routes", &|f| f.doubles.to_string());
    row("routes", &|f| f.routes.to_string());
    row("spaces", &|f| f.spaces.to_string());
    row("spaces for each of the most players", &|f| {
        f.per_player().map_or_else(|| "?".to_owned(), |spaces| format!("{spaces:.1}"))
    });
    row("pieces of each player", &|f| listed(&f.pieces));
    row("cards", &|f| listed(&f.cards));
    row("length of a route: least / mean / most", &|f| Spread::cell(f.length));
    let lengths: BTreeSet<u16> = all.iter().flat_map(|f| f.lengths.keys().copied()).collect();
    for length in lengths {
        row(&format!("  routes of {length}"), &|f| f.lengths.get(&length).copied().unwrap_or(0).to_string());
    }
    let colours: BTreeSet<&String> = all.iter().flat_map(|f| f.colours.keys()).collect();
    for colour in colours {
        row(&format!("  {colour}: routes / spaces"), &|f| {
            f.colours.get(colour).map_or_else(|| "-".to_owned(), |room| format!("{} / {}", room.routes, room.spaces))
        });
    }
    row("connections of a city: least / mean / most", &|f| Spread::cell(f.degrees));
    row("dead ends", &|f| f.dead_ends.to_string());
    row("parts", &|f| f.parts.to_string());
    row("connections that nothing goes around", &|f| f.bridges.to_string());
    row("tickets", &|f| f.tickets.to_string());
    let decks: BTreeSet<&String> = all.iter().flat_map(|f| f.ticket_decks.keys()).collect();
    for deck in decks {
        row(&format!("  in the deck {deck}"), &|f| f.ticket_decks.get(deck).copied().unwrap_or(0).to_string());
    }
    row("points of a ticket: least / mean / most", &|f| Spread::cell(f.points));
    row("points in all", &|f| f.points_in_all.to_string());
    let value = |f: &Figures, of: fn(Values) -> String| f.values.map_or_else(|| "?".to_owned(), of);
    row("  worth the shortest path", &|f| value(f, |v| v.equal.to_string()));
    row("  worth more / less", &|f| value(f, |v| format!("{} / {}", v.above, v.below)));
    row("  by at most", &|f| value(f, |v| v.most.to_string()));
    row("  that no path joins", &|f| value(f, |v| v.unreachable.to_string()));
    row("cities that no ticket names", &|f| f.without_ticket.to_string());
    rows
}

/// Numbers with what they count: `45 train`.
fn listed<N: ToString>(list: &[(String, N)]) -> String {
    let texts: Vec<String> = list.iter().map(|(name, n)| format!("{} {name}", n.to_string())).collect();
    if texts.is_empty() { "?".to_owned() } else { texts.join(", ") }
}
