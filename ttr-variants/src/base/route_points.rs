//! Points for claimed routes, by length, from the map's table (G12, C7). They stand on the board, and so they are
//! computed from it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ttr_core::limits::MAX_POINTS;
use ttr_core::source::Diagnostic;
use ttr_core::{Installer, Manifest, Note, ParamFault, Phase, Proof, RouteId, RuleModule, Value, When};

/// Parameters of route points.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct RoutePoints {
    /// Points by length: `{ 1 = 1, 2 = 2, 3 = 4 }`.
    pub table: BTreeMap<String, i32>,
}

impl Default for RoutePoints {
    fn default() -> Self {
        let table = [1, 2, 4, 7, 10, 15].iter().enumerate().map(|(i, points)| ((i + 1).to_string(), *points));
        Self { table: table.collect() }
    }
}

impl RuleModule for RoutePoints {
    fn manifest() -> Manifest {
        Manifest::new("route-points", "points for routes by their length")
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
                let found = Diagnostic::error("map::no-points", message);
                b.report_route(route, found.help(format!("add `{length} = ...` to `route-points.table`")));
            }
        }
        let text = b.message("routes", "{n} {n:route|routes}");
        b.score(Phase::Board, When::Always, move |scoring, side, lines| {
            let look = scoring.look();
            let routes: Vec<RouteId> = look.routes_of(side).collect();
            let of = |r: &RouteId| points[usize::from(look.board().route(*r).length)].unwrap_or_default();
            let total = routes.iter().map(of).fold(0i32, i32::saturating_add);
            let note = Note::new(text).with("n", Value::Number(routes.len() as i64));
            lines.line(total, note, Proof { routes, ..Proof::default() });
        });
    }
}
