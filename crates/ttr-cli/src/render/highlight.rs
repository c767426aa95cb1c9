//! Tickets that are to be marked: which are meant, and the way between their cities.

use crate::failure::Failure;
use crate::play::words;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use ttr_core::page::{counted, listed};
use ttr_core::{Board, CityId, PlayerId, Purpose, RouteId, Rules, State, TicketId};
use ttr_source::{nearest, shown};

/// The ticket that a text names by its cities: in their order, or in another if only one has them.
pub(super) fn find(rules: &Rules, text: &str) -> Result<TicketId, Failure> {
    let board = rules.board();
    let cities = cities(board, text)?;
    let of = |ticket: &TicketId| &board.tickets[ticket.index()].cities;
    let sorted = |cities: &[CityId]| {
        let mut cities = cities.to_vec();
        cities.sort_unstable();
        cities
    };
    let in_order = board.ticket_ids().find(|ticket| *of(ticket) == cities);
    let found = in_order.or_else(|| board.ticket_ids().find(|ticket| sorted(of(ticket)) == sorted(&cities)));
    found.ok_or_else(|| {
        let names: Vec<&str> = cities.iter().map(|city| rules.city_name(*city)).collect();
        let named = |ticket: &TicketId| cities.iter().any(|city| of(ticket).contains(city));
        let near: Vec<String> =
            board.ticket_ids().filter(named).take(6).map(|ticket| board.ticket_name(ticket)).collect();
        let help = match near.is_empty() {
            true => "no ticket names any of these cities".to_owned(),
            false => format!("tickets of these cities are: {}", near.join("; ")),
        };
        Failure::usage(format!("no ticket joins {}", listed(names))).help(help)
    })
}

/// The cities of `Boston - Miami`. Names may hold dashes themselves: those between cities stand between spaces.
fn cities(board: &Board, text: &str) -> Result<Vec<CityId>, Failure> {
    let parts = text.split([',', '>', ';', '–', '→']).flat_map(|part| part.split(" - "));
    let parts: Vec<&str> = parts.map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() < 2 {
        let message = format!("{} is no ticket: two cities or more are needed", shown(text));
        return Err(Failure::usage(message).help("as in `--highlight 'Boston - Miami'`"));
    }
    let city = |name: &&str| {
        let is_it = |city: &&CityId| words::words(&board.cities[city.index()].name) == words::words(name);
        board.city_ids().collect::<Vec<_>>().iter().find(is_it).copied().ok_or_else(|| {
            let near = nearest(name, board.cities.iter().map(|city| city.name.as_str()));
            let failure = Failure::usage(format!("no city is named {}", shown(name)));
            match near {
                Some(near) => failure.help(format!("did you mean {}?", shown(near))),
                None => failure.help("`ttr export MAP -o DIR` lists the cities of a map"),
            }
        })
    };
    parts.iter().map(city).collect()
}

/// The way between the cities of a ticket for the side that is nearest to it, and how far that is. Only what lies on the board
/// counts: whose ticket it is, nobody is told.
pub(super) fn way(rules: &Rules, state: &State, ticket: TicketId) -> (Vec<RouteId>, String) {
    let board = rules.board();
    let cities = &board.tickets[ticket.index()].cities;
    let mut best: Option<(u32, Vec<RouteId>, PlayerId)> = None;
    for side in rules.side_ids() {
        let Some(who) = rules.members(side).lowest() else { continue };
        let view = rules.view(state, Some(who));
        let Some(network) = view.own_network(Purpose::Tickets) else { continue };
        let cost = |route: RouteId| match network.edges.contains(&route) {
            true => Some(0),
            false if view.is_free(route) && !closed_by_twin(board, view, route, who) => {
                Some(u32::from(board.route(route).length))
            }
            false => None,
        };
        let (mut total, mut routes) = (0, Vec::new());
        let joined = cities.windows(2).all(|two| match shortest(board, two[0], two[1], &network.joins, &cost) {
            Some((cost, way)) => {
                total += cost;
                routes.extend(way);
                true
            }
            None => false,
        });
        if joined && best.as_ref().is_none_or(|(least, ..)| total < *least) {
            best = Some((total, routes, who));
        }
    }
    match best {
        None => (Vec::new(), "no way is left".to_owned()),
        Some((total, routes, who)) => {
            let name = rules.side_name(rules.side_of(who));
            let note = match total {
                0 => format!("joined by {name}"),
                n => format!("{} to go, for {name}", counted(n, "space", "spaces")),
            };
            (routes, note)
        }
    }
}

/// Whether the player holds another track of the same double.
fn closed_by_twin(board: &Board, view: ttr_core::View<'_>, route: RouteId, who: PlayerId) -> bool {
    board.group_of(&route).iter().any(|twin| view.held(*twin).has(who))
}

/// How a city was reached: what it cost, and by which route from where.
type Came = (u32, Option<(RouteId, CityId)>);

fn shortest(
    board: &Board,
    from: CityId,
    to: CityId,
    joins: &[[CityId; 2]],
    cost: &impl Fn(RouteId) -> Option<u32>,
) -> Option<(u32, Vec<RouteId>)> {
    let mut came: Vec<Option<Came>> = vec![None; board.cities.len()];
    let mut queue = BinaryHeap::from([Reverse((0, 0, from, None))]);
    while let Some(Reverse((so_far, steps, city, by))) = queue.pop() {
        if came[city.index()].is_some() {
            continue;
        }
        came[city.index()] = Some((so_far, by));
        for route in &board.cities[city.index()].routes {
            if let Some(cost) = cost(*route) {
                let [a, b] = board.route(*route).ends;
                let next = if a == city { b } else { a };
                queue.push(Reverse((so_far + cost, steps + 1, next, Some((*route, city)))));
            }
        }
        // Cities that count as one are joined by no route.
        for [a, b] in joins.iter().filter(|pair| pair.contains(&city)) {
            let next = if *a == city { *b } else { *a };
            if came[next.index()].is_none() {
                queue.push(Reverse((so_far, steps, next, by)));
            }
        }
    }
    let (total, _) = came[to.index()]?;
    let (mut routes, mut at) = (Vec::new(), to);
    while let Some((_, Some((route, before)))) = came[at.index()] {
        routes.push(route);
        at = before;
        if at == from {
            break;
        }
    }
    routes.reverse();
    Some((total, routes))
}
