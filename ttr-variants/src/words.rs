//! Words that sentences of several modules are made of.

use ttr_core::page::counted;
use ttr_core::{Board, CityId, KindSet, Page, RouteId};

/// `1 point`, `10 points`.
pub(crate) fn points(n: i32) -> String {
    counted(n, "point", "points")
}

/// What something does to the score: `brings 4 points`, `costs 4 points`.
pub(crate) fn brings(n: i32) -> String {
    match n {
        0 => "brings no points".to_owned(),
        1.. => format!("brings {}", points(n)),
        _ => format!("costs {}", points(n.saturating_neg())),
    }
}

/// `the first`, `the second`, and so on.
pub(crate) fn nth(at: usize) -> String {
    const NAMES: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    NAMES.get(at).map_or_else(|| format!("number {}", at + 1), |name| (*name).to_owned())
}

/// All routes of some sort by name, each with what is to be said of it: `The 3 tunnels: A - B, B - C (2 routes).`
pub(crate) fn routes(board: &Board, [one, many]: [&str; 2], routes: &[(RouteId, String)]) -> String {
    let mark = |route: RouteId| routes.iter().find(|(other, _)| *other == route).map(|(_, mark)| mark.as_str());
    let names = routes.iter().filter_map(|(route, said)| {
        let ends = board.route(*route).ends;
        let parallel: Vec<RouteId> = board.route_ids().filter(|r| same_ends(board.route(*r).ends, ends)).collect();
        // Parallel ones that are alike are told together.
        let alike = parallel.len() > 1 && parallel.iter().all(|other| mark(*other) == Some(said));
        if alike && parallel[0] != *route {
            return None;
        }
        let tracks = format!("{} routes", parallel.len());
        let notes = [if alike { tracks.as_str() } else { "" }, said].into_iter().filter(|note| !note.is_empty());
        let notes = notes.collect::<Vec<_>>().join(", ");
        let name = if alike {
            ends.map(|city| board.cities[city.index()].name.as_str()).join(" - ")
        } else {
            board.route_name(*route)
        };
        Some(if notes.is_empty() { name } else { format!("{name} ({notes})") })
    });
    let names: Vec<String> = names.collect();
    match routes.len() {
        0 => format!("This board has no {one}."),
        1 => format!("The only {one}: {}.", names.join(", ")),
        n => format!("The {n} {many}: {}.", names.join(", ")),
    }
}

fn same_ends(one: [CityId; 2], other: [CityId; 2]) -> bool {
    one == other || one == [other[1], other[0]]
}

/// The names of kinds of cards on this board.
pub(crate) fn kinds(page: &Page<'_>, kinds: KindSet) -> Vec<String> {
    kinds.iter().map(|kind| page.shown(&page.rules().kind(kind).name).to_owned()).collect()
}
