//! What the engine itself finds odd about a board: loose ends, tickets that do not fit, entries that look like a double.

use petgraph::algo::bridges::bridges;
use petgraph::graph::UnGraph;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use ttr_source::{Diagnostic, MapSource, Route, Severity, shown};

/// How many routes may be looked at in search of shortest paths: enough for thousands of tickets on a large board.
const PATH_BUDGET: usize = 30_000_000;

/// Everything that is odd about a board, in no order, as far as it can be known in spite of its faults.
pub(super) fn all(map: &MapSource) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let connections = connections(map);
    parallel_entries(map, &connections, &mut found);
    if map.ends_known {
        loose_ends(map, &connections, &mut found);
    }
    if map.tickets_known {
        unnamed_cities(map, &mut found);
    }
    if map.lengths_known {
        ticket_values(map, &mut found);
    }
    found
}

fn info(code: &'static str, message: String) -> Diagnostic {
    Diagnostic::new(Severity::Info, code, message)
}

fn name(map: &MapSource, city: usize) -> String {
    shown(&map.cities[city].name)
}

/// The routes between each two neighbours, in map order; none where all are at fault.
type Connections<'m> = BTreeMap<[usize; 2], Vec<&'m Route>>;

fn connections(map: &MapSource) -> Connections<'_> {
    let mut all: Connections<'_> = BTreeMap::new();
    for [a, b] in &map.joined {
        all.entry([*a.min(b), *a.max(b)]).or_default();
    }
    for route in &map.routes {
        let [a, b] = route.ends;
        all.entry([a.min(b), a.max(b)]).or_default().push(route);
    }
    all
}

/// Two entries that differ in nothing but their colour may have been meant as a double.
fn parallel_entries(map: &MapSource, connections: &Connections<'_>, found: &mut Vec<Diagnostic>) {
    let keys = |route: &Route| route.attrs.iter().map(|e| (e.key.clone(), e.value.kind.clone())).collect::<Vec<_>>();
    for (ends, routes) in connections.iter().filter(|(_, routes)| routes.len() > 1) {
        let mut firsts: BTreeMap<u16, &Route> = BTreeMap::new();
        let mut alike = None;
        for route in routes {
            let first: &Route = firsts.entry(route.length).or_insert(route);
            if first.entry != route.entry && keys(first) == keys(route) {
                alike = Some((first, *route));
                break;
            }
        }
        let Some((first, second)) = alike else { continue };
        let [a, b] = ends.map(|city| name(map, city));
        let message = format!("two entries join {a} and {b}: they are no double, a player may claim both");
        let help = "for a double, write one entry with two `tracks`; if it is meant so, allow this lint under [lints]";
        let warning = Diagnostic::warning("map::parallel-entries", message).at(second.span).label("the second");
        found.push(warning.also(first.span, "the first").help(help));
    }
}

/// Cities with one neighbour, and connections without which the board falls apart.
fn loose_ends(map: &MapSource, connections: &Connections<'_>, found: &mut Vec<Diagnostic>) {
    let mut neighbours = vec![0usize; map.cities.len()];
    connections.keys().flatten().for_each(|city| neighbours[*city] += 1);
    for (city, _) in map.cities.iter().zip(&neighbours).filter(|(_, n)| **n == 1) {
        let message = format!("{} is a dead end: it has one neighbour only", shown(&city.name));
        found.push(info("map::dead-end", message).at(city.span));
    }
    let mut graph = UnGraph::<(), &[&Route], u32>::default();
    let nodes: Vec<_> = map.cities.iter().map(|_| graph.add_node(())).collect();
    for ([a, b], routes) in connections {
        graph.add_edge(nodes[*a], nodes[*b], routes);
    }
    for routes in bridges(&graph).map(|edge| *edge.weight()) {
        let [route] = routes else { continue };
        if route.ends.iter().any(|city| neighbours[*city] == 1) {
            continue; // A dead end, told above.
        }
        let [a, b] = route.ends.map(|city| name(map, city));
        let message = format!("all paths from one part of the board to the other lead from {a} to {b}");
        let help = "whoever claims it cuts the board in two for everybody else";
        found.push(info("map::bridge", message).at(route.span).help(help));
    }
}

/// Cities that no ticket leads to.
fn unnamed_cities(map: &MapSource, found: &mut Vec<Diagnostic>) {
    if map.tickets.is_empty() {
        return;
    }
    let mut named = vec![false; map.cities.len()];
    map.tickets.iter().flat_map(|t| &t.cities).for_each(|city| named[*city] = true);
    for (city, _) in map.cities.iter().zip(&named).filter(|(city, named)| !**named && !city.junction) {
        let message = format!("no ticket names {}", shown(&city.name));
        found.push(info("map::unnamed-city", message).at(city.span));
    }
}

/// Tickets of two cities whose points are not the spaces of the shortest path between them.
fn ticket_values(map: &MapSource, found: &mut Vec<Diagnostic>) {
    let mut by_start: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, ticket) in map.tickets.iter().enumerate() {
        if let ([from, _], Some(_), true) = (&ticket.cities[..], ticket.points, ticket.sound) {
            by_start.entry(*from).or_default().push(at);
        }
    }
    let mut paths = Paths::new(map);
    for (from, tickets) in by_start {
        let ends: Vec<usize> = tickets.iter().map(|at| map.tickets[*at].cities[1]).collect();
        let Some(spaces) = paths.shortest(from, &ends) else {
            let message = "the board is too large to hold the points of all tickets against their shortest paths";
            found.push(info("map::ticket-value", message.to_owned()).at(map.tickets[tickets[0]].span));
            return;
        };
        for (at, spaces) in tickets.into_iter().zip(spaces) {
            let ticket = &map.tickets[at];
            let (Some(points), Some(spaces)) = (ticket.points, spaces) else { continue };
            if i64::from(points) != i64::from(spaces) {
                let [from, to] = [ticket.cities[0], ticket.cities[1]].map(|city| name(map, city));
                let message = format!("{points} points, but the shortest path from {from} to {to} has {spaces} spaces");
                found.push(info("map::ticket-value", message).at(ticket.points_span));
            }
        }
    }
}

/// Shortest paths on the whole board, in spaces.
struct Paths {
    neighbours: Vec<Vec<(usize, u32)>>,
    /// The least spaces so far to each city, of the search with this number.
    best: Vec<(u32, u32)>,
    search: u32,
    budget: usize,
}

impl Paths {
    fn new(map: &MapSource) -> Self {
        let mut neighbours = vec![Vec::new(); map.cities.len()];
        for route in &map.routes {
            let [a, b] = route.ends;
            neighbours[a].push((b, u32::from(route.length)));
            neighbours[b].push((a, u32::from(route.length)));
        }
        Self { best: vec![(0, 0); neighbours.len()], neighbours, search: 0, budget: PATH_BUDGET }
    }

    /// Whether this is the shortest way to a city so far.
    fn shorter(&mut self, city: usize, spaces: u32) -> bool {
        let shorter = self.best[city].0 != self.search || self.best[city].1 > spaces;
        if shorter {
            self.best[city] = (self.search, spaces);
        }
        shorter
    }

    /// The spaces from a city to each of some others, where a path joins them. Nothing if the budget is spent.
    fn shortest(&mut self, from: usize, ends: &[usize]) -> Option<Vec<Option<u32>>> {
        self.search += 1;
        let mut left: BTreeSet<usize> = ends.iter().copied().collect();
        let mut open = BinaryHeap::from([Reverse((0u32, from))]);
        self.shorter(from, 0);
        while let Some(Reverse((spaces, city))) = open.pop() {
            if self.best[city].1 < spaces {
                continue;
            }
            left.remove(&city);
            if left.is_empty() {
                break;
            }
            self.budget = self.budget.checked_sub(1 + self.neighbours[city].len())?;
            for at in 0..self.neighbours[city].len() {
                let (next, length) = self.neighbours[city][at];
                if self.shorter(next, spaces + length) {
                    open.push(Reverse((spaces + length, next)));
                }
            }
        }
        let spaces = |city: &usize| (!left.contains(city)).then(|| self.best[*city].1);
        Some(ends.iter().map(spaces).collect())
    }
}
