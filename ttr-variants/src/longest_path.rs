//! The longest continuous path: the longest trail of one's own routes, measured in spaces; a city may be passed more
//! than once, a route not. Exact, to all who tie, to nobody without a route (G25, C10).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::limits::MAX_POINTS;
use ttr_core::trail::{TRAIL_BUDGET, TrailEdge, longest_trail};
use ttr_core::{CityId, Installer, Manifest, Measured, ParamFault, Phase, Proof, Purpose, RuleModule, TieRule};

/// Parameters of the longest path.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct LongestPath {
    /// Points for the longest path.
    pub points: i32,
}

impl Default for LongestPath {
    fn default() -> Self {
        Self { points: 10 }
    }
}

impl RuleModule for LongestPath {
    fn manifest() -> Manifest {
        Manifest::new("longest-path", "a bonus for the longest continuous path").measure("longest-path")
    }

    fn check(&self) -> Vec<ParamFault> {
        let wrong = self.points.abs_diff(0) > MAX_POINTS as u32;
        let fault = || ParamFault::new("points", format!("is {}; at most {MAX_POINTS} points", self.points));
        wrong.then(fault).into_iter().collect()
    }

    fn install(self, b: &mut Installer<'_>) {
        let text = "longest path, {n} {n:space|spaces}";
        b.award("longest-path", text, self.points, TieRule::All, 1, Phase::Awards, |scoring, side| {
            let look = scoring.look();
            let network = look.network(side, Purpose::Path);
            let edge = |r: &ttr_core::RouteId| {
                let route = look.board().route(*r);
                TrailEdge { ends: route.ends.map(|c| c.0), weight: route.length.into() }
            };
            let edges: Vec<TrailEdge> = network.edges.iter().map(edge).collect();
            let trail = longest_trail(&edges, TRAIL_BUDGET);
            let routes = trail.edges.iter().map(|i| network.edges[*i]).collect();
            let cities = trail.cities(&edges).into_iter().map(CityId).collect();
            let proof = Proof { routes, cities, ..Proof::default() };
            Measured { value: trail.length.into(), proof, exact: trail.exact }
        });
    }
}
