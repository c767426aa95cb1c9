//! The longest continuous path: the longest trail of one's own routes, measured in spaces; a city may be passed more
//! than once, a route not. Exact, to all who tie, to nobody without a route (G25, C10).

use crate::words::brings;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::VecDeque;
use ttr_core::limits::MAX_POINTS;
use ttr_core::{
    Board, Chapter, CityId, CodeInfo, Diagnostic, Installer, Lint, Manifest, Measured, Page, ParamFault, Phase, Place,
    Proof, Purpose, RuleModule, TieRule,
};
use ttr_solve::{TRAIL_BUDGET, TrailEdge, longest_trail, longest_trail_among};

/// Parameters of the longest path.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct LongestPath {
    /// Points for the longest path.
    #[schemars(range(min = -MAX_POINTS, max = MAX_POINTS))]
    pub points: i32,
}

impl Default for LongestPath {
    fn default() -> Self {
        Self { points: 10 }
    }
}

// What it says.
const LONGEST: &str = "longest path, {n} {n:space|spaces}";

impl RuleModule for LongestPath {
    fn manifest() -> Manifest {
        Manifest::new("longest-path", "a bonus for the longest continuous path")
            .search_terms([
                "longest route",
                "longest train",
                "longest road",
                "continuous path",
                "trail",
                "bonus",
                "award",
            ])
            .examples(include_str!("longest_path.toml"))
            .measure("longest-path")
            .code(CodeInfo::warning(
                "longest-path::hard",
                "the longest path may be too hard to find for certain",
                include_str!("explain/longest-path-hard.md"),
            ))
    }

    fn check(&self) -> Vec<ParamFault> {
        ParamFault::points("points", self.points).into_iter().collect()
    }

    fn install(self, b: &mut Installer<'_>) {
        let routes = b.board().routes.iter();
        let all: Vec<TrailEdge> = routes
            .map(|route| TrailEdge { ends: route.ends.map(|city| city.0), weight: route.length.into() })
            .collect();
        b.award("longest-path", LONGEST, self.points, TieRule::All, 1, Phase::Awards, move |scoring, side| {
            let network = scoring.edges(side, Purpose::Path);
            if !scoring.wants_proof() {
                let (length, exact) = longest_trail_among(&all, network.iter().map(|r| r.index()), TRAIL_BUDGET);
                return Measured { value: length.into(), proof: Proof::default(), exact };
            }
            let edges: Vec<TrailEdge> = network.iter().map(|route| all[route.index()]).collect();
            let trail = longest_trail(&edges, TRAIL_BUDGET);
            let routes = trail.edges.iter().map(|i| network[*i]).collect();
            let cities = trail.cities(&edges).into_iter().map(CityId).collect();
            let proof = Proof { routes, cities, ..Proof::default() };
            Measured { value: trail.length.into(), proof, exact: trail.exact }
        });
        b.lint(check_size);
        b.tell(move |page| self.tell(page));
    }
}

impl LongestPath {
    fn tell(&self, page: &mut Page<'_>) {
        let text = format!(
            "Having the longest path of your own routes without a break {}, to all who tie, and to nobody without a \
             route. It is measured in spaces, and may pass a city again, but no route.",
            brings(self.points)
        );
        page.say(Chapter::Scoring, Phase::Awards, "longest", text).on(&["points"]).clauses(&["G25"]);
    }
}

/// Networks up to this many routes never spend the budget; see [`longest_trail`].
const ALWAYS_EASY: usize = 100;
/// The part of the budget that a test may take: a network built to be hard could take more.
const PART: u64 = 8;

/// How many places networks are tried at.
const STARTS: usize = 3;

/// Tries the networks that a side would have if it had claimed as many short routes as its pieces allow, all close
/// together, at the busiest places of the board.
fn check_size(lint: &mut Lint<'_>) {
    let each: u32 = lint.pieces().iter().filter(|p| p.claims).map(|p| u32::from(p.count)).sum();
    let pieces = each * lint.players().div_ceil(lint.sides().max(1)) as u32;
    let board = lint.board();
    let mut busiest: Vec<CityId> = board.city_ids().collect();
    busiest.sort_by_key(|c| (Reverse(board.cities[c.index()].routes.len()), *c));
    let mut known = vec![false; board.cities.len()];
    let mut hard = None;
    for _ in 0..STARTS {
        let Some(start) = busiest.iter().find(|c| !known[c.index()]) else { break };
        let edges = built(board, *start, pieces, &mut known);
        if edges.len() > ALWAYS_EASY && !longest_trail(&edges, TRAIL_BUDGET / PART).exact {
            hard = Some(edges.len());
            break;
        }
    }
    if let Some(routes) = hard {
        let message = format!(
            "a player can hold {routes} routes of this board: the longest path among so many may not be found for certain"
        );
        let help = "the score sheet then says \"at least\"; fewer pieces or longer routes make it certain";
        lint.report_at(Place::Module, Diagnostic::warning("longest-path::hard", message).help(help));
    }
}

/// The routes that pieces suffice for, city by city from a start, the shortest of each first.
fn built(board: &Board, start: CityId, mut pieces: u32, known: &mut [bool]) -> Vec<TrailEdge> {
    let (mut edges, mut taken) = (Vec::new(), vec![false; board.routes.len()]);
    let mut cities = VecDeque::from([start]);
    known[start.index()] = true;
    while let Some(city) = cities.pop_front() {
        let mut routes = board.cities[city.index()].routes.clone();
        routes.sort_by_key(|r| board.route(*r).length);
        for route in routes {
            let data = board.route(route);
            if taken[route.index()] || u32::from(data.length) > pieces {
                continue;
            }
            taken[route.index()] = true;
            pieces -= u32::from(data.length);
            edges.push(TrailEdge { ends: data.ends.map(|c| c.0), weight: data.length.into() });
            for end in data.ends {
                if !std::mem::replace(&mut known[end.index()], true) {
                    cities.push_back(end);
                }
            }
        }
    }
    edges
}
