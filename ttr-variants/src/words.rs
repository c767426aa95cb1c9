//! Words that sentences of several modules are made of.

use std::collections::HashMap;
use ttr_core::page::counted;
use ttr_core::{Board, CityId, Installer, KindSet, MsgId, Page, RouteId};

/// Something that a module says: why it refuses an action, or a line of the log or of the score sheet. The key, by which it is
/// known, and the words. A module has all of them together, above its manifest.
pub(crate) type Says = (&'static str, &'static str);

/// Lets the module that is installed say this.
pub(crate) fn says(b: &mut Installer<'_>, (key, words): Says) -> MsgId {
    b.message(key, words)
}

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

/// `first`, `second`, and so on; `number 7` from the seventh on.
pub(crate) fn nth(at: usize) -> String {
    const NAMES: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    NAMES.get(at).map_or_else(|| format!("number {}", at + 1), |name| (*name).to_owned())
}

/// All routes of some sort by name, each with what is to be said of it: `The 3 tunnels: A - B, B - C (2 routes).`
pub(crate) fn routes(board: &Board, [one, many]: [&str; 2], routes: &[(RouteId, String)]) -> String {
    let marks: HashMap<RouteId, &str> = routes.iter().map(|(route, mark)| (*route, mark.as_str())).collect();
    let mut between: HashMap<[CityId; 2], Parallel> = HashMap::new();
    for route in board.route_ids() {
        let mark = marks.get(&route).copied();
        let all = between.entry(sorted(board.route(route).ends)).or_default();
        all.routes.push(route);
        all.mixed |= mark.is_none() || mark != marks.get(&all.routes[0]).copied();
    }
    let names = routes.iter().filter_map(|(route, said)| {
        let ends = board.route(*route).ends;
        let Parallel { routes: parallel, mixed } = between.get(&sorted(ends))?;
        // Parallel ones that are alike are told together.
        let alike = parallel.len() > 1 && !mixed;
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

/// The routes between two cities, and whether what is said of them differs.
#[derive(Default)]
struct Parallel {
    routes: Vec<RouteId>,
    mixed: bool,
}

fn sorted([a, b]: [CityId; 2]) -> [CityId; 2] {
    [a.min(b), a.max(b)]
}

/// The names of kinds of cards on this board.
pub(crate) fn kinds(page: &Page<'_>, kinds: KindSet) -> Vec<String> {
    kinds.iter().map(|kind| page.shown(&page.rules().kind(kind).name).to_owned()).collect()
}
