//! Points for claimed routes, by length, from the map's table (G12, C7). They stand on the board, and so they are
//! computed from it; those of a route that was taken off the board again are banked (U14).

use crate::words::{Says, says};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use ttr_core::limits::MAX_POINTS;
use ttr_core::{
    Board, Chapter, CodeInfo, Diagnostic, FieldShape, Given, Installer, Manifest, Note, Page, ParamFault, Phase, Place,
    Proof, RouteId, RuleModule, Starter, Value, When,
};

/// What becomes of the points of a route that is taken off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Removed {
    /// They stay with who scored them.
    Stay,
    /// They are lost with the route.
    Lost,
}

/// Parameters of route points.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct RoutePoints {
    /// Points by length: `{ 1 = 1, 2 = 2, 3 = 4 }`.
    #[schemars(extend(
        "propertyNames" = json!({ "pattern": "^([1-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])$" }),
        "additionalProperties" = json!({ "type": "integer", "minimum": -MAX_POINTS, "maximum": MAX_POINTS }),
    ))]
    pub table: BTreeMap<String, i32>,
    /// What becomes of the points of a route that is taken off the board.
    pub removed: Removed,
}

impl Default for RoutePoints {
    fn default() -> Self {
        let table = [1, 2, 4, 7, 10, 15].iter().enumerate().map(|(i, points)| ((i + 1).to_string(), *points));
        Self { table: table.collect(), removed: Removed::Stay }
    }
}

// What it says.
const REMOVED: Says = ("removed", "routes that were removed");
const BELOW_ZERO: Says = ("below-zero", "no route brings points below zero, so those that were removed do not");
const ROUTES: Says = ("routes", "{n} {n:route|routes}");

impl RuleModule for RoutePoints {
    fn manifest() -> Manifest {
        Manifest::new("route-points", "points for routes by their length")
            .search_terms(["score", "scoring table", "points table", "length"])
            .examples(include_str!("route_points.toml"))
            .field("removed-points", FieldShape::Points, "points of the player's routes that were taken off the board")
            .code(CodeInfo::error(
                "route-points::no-points",
                "the table of points has nothing for the length of a route",
                include_str!("explain/route-points-no-points.md"),
            ))
    }

    fn check(&self) -> Vec<ParamFault> {
        let lengths = self.table.iter();
        let wrong = lengths.filter(|(l, _)| !l.parse::<u8>().is_ok_and(|n| n > 0 && n.to_string() == **l));
        let mut faults: Vec<ParamFault> =
            wrong.map(|(l, _)| ParamFault::new(format!("table.{l}"), "is no length; lengths are 1 to 255")).collect();
        let large = self.table.iter().filter(|(_, p)| p.abs_diff(0) > MAX_POINTS as u32);
        faults.extend(
            large.map(|(l, p)| ParamFault::new(format!("table.{l}"), format!("is {p}; at most {MAX_POINTS} points"))),
        );
        faults
    }

    fn starter(&self, _: usize) -> Starter {
        // A small map may have lengths that the board of the rule set has not.
        let missing = (1..=6).filter(|length| !self.table.contains_key(&length.to_string()));
        missing.fold(Starter::new(), |starter, length| starter.set(format!("table.{length}"), 2 * length))
    }

    fn install(self, b: &mut Installer<'_>) {
        let mut points = [None; 256];
        for (length, value) in &self.table {
            if let Ok(length) = length.parse::<u8>() {
                points[usize::from(length)] = Some(*value);
            }
        }
        let lengths: Vec<(RouteId, u8)> = b.board().route_ids().map(|r| (r, b.board().route(r).length)).collect();
        for (route, length) in lengths {
            if points[usize::from(length)].is_none() {
                let message = format!("the table of points has nothing for {length} spaces");
                let found = Diagnostic::error("route-points::no-points", message);
                let help = format!("add `{length} = ...` to `route-points.table`");
                b.report_at(Place::RouteLength(route), found.help(help));
            }
        }
        if self.removed == Removed::Stay {
            let bank = b.bank(REMOVED.0, REMOVED.1);
            b.on_released(move |cx, route, held| {
                let value = points[usize::from(cx.look().board().route(route).length)].unwrap_or_default();
                held.iter().for_each(|who| bank.add(cx, who, value));
            });
            let below = says(b, BELOW_ZERO);
            let least = points.iter().flatten().min().copied().unwrap_or_default();
            b.field("removed-points", move |cx, who, given| {
                let Given::Number(n) = given else { return None };
                bank.add(cx, who, n);
                (n < 0 && least >= 0).then(|| Note::new(below))
            });
            b.only_with_releases();
        }
        let text = says(b, ROUTES);
        let worth: Vec<i32> =
            b.board().routes.iter().map(|route| points[usize::from(route.length)].unwrap_or_default()).collect();
        b.score(Phase::Board, When::Always, move |scoring, side, lines| {
            let look = scoring.look();
            let of = |r: RouteId| worth[r.index()];
            let (n, total) = look.routes_of(side).fold((0, 0i32), |(n, sum), r| (n + 1, sum.saturating_add(of(r))));
            lines.line_saying(total, text, true, |note| {
                let proof = Proof { routes: look.routes_of(side).collect(), ..Proof::default() };
                (note.with("n", Value::Number(n)), proof)
            });
        });
        b.tell({
            let told = self.clone();
            move |page| told.tell(page)
        });
        b.picture(move |picture| picture.table("Points of a route", self.rows(picture.rules().board())));
    }
}

impl RoutePoints {
    fn tell(&self, page: &mut Page<'_>) {
        let rows = self.rows(page.rules().board());
        let text = "A claimed route scores at once, by its length.";
        page.say(Chapter::Scoring, Phase::Board, "routes", text).table(rows).on(&["table"]).clauses(&["G12"]);
        if page.rules().releases() {
            let text = match self.removed {
                Removed::Stay => "The points of a route that is taken off the board stay with who scored them.",
                Removed::Lost => "The points of a route that is taken off the board are lost.",
            };
            page.say(Chapter::Scoring, Phase::Board, "removed", text).on(&["removed"]).clauses(&["U14"]);
        }
    }

    /// Points for the lengths that the board has, in two rows.
    fn rows(&self, board: &Board) -> Vec<Vec<String>> {
        let mut table: Vec<(u8, i32)> =
            self.table.iter().filter_map(|(length, points)| Some((length.parse().ok()?, *points))).collect();
        table.sort_unstable();
        table.retain(|(length, _)| board.routes.iter().any(|route| route.length == *length));
        let row = |name: &str, cells: Vec<String>| [vec![name.to_owned()], cells].concat();
        vec![
            row("spaces", table.iter().map(|(length, _)| length.to_string()).collect()),
            row("points", table.iter().map(|(_, points)| points.to_string()).collect()),
        ]
    }
}
