//! Bonuses for who has most of something at the end: to all who tie, to nobody who has none (U20, U21).

use crate::words::brings;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::limits::MAX_POINTS;
use ttr_core::{Chapter, Installer, Manifest, Measured, Page, ParamFault, Phase, Proof, RouteId, RuleModule, TieRule};

/// Parameters of the bonus for most completed tickets.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct MostTickets {
    /// Points for who has completed most tickets.
    #[schemars(range(min = -MAX_POINTS, max = MAX_POINTS))]
    pub points: i32,
}

impl Default for MostTickets {
    fn default() -> Self {
        Self { points: 15 }
    }
}

// What it says.
const MOST: &str = "most completed tickets, {n}";

impl RuleModule for MostTickets {
    fn manifest() -> Manifest {
        Manifest::new("most-tickets", "a bonus for most completed tickets")
            .search_terms(["globetrotter", "most destinations", "bonus", "award"])
            .examples(include_str!("most.toml"))
            .requires("tickets")
            .measure("most-tickets")
    }

    fn check(&self) -> Vec<ParamFault> {
        ParamFault::points("points", self.points).into_iter().collect()
    }

    fn install(self, b: &mut Installer<'_>) {
        b.award("most-tickets", MOST, self.points, TieRule::All, 1, Phase::Awards, |scoring, side| {
            let outcomes = scoring.outcomes(side);
            let tickets = outcomes.tickets.iter().filter(|(_, outcome)| outcome.completed).map(|(ticket, _)| *ticket);
            let proof = scoring.proof(|| Proof { tickets: tickets.collect(), ..Proof::default() });
            Measured { value: outcomes.completed() as i64, proof, exact: outcomes.exact }
        });
        b.tell(move |page| tell_most(page, "complete tickets", self.points, "points", "U20"));
    }
}

/// Tells of a bonus for who has most of something.
pub(crate) fn tell_most(page: &mut Page<'_>, what: &str, points: i32, key: &str, clause: &'static str) {
    let text =
        format!("Having the most {what} at the end {}, to all who tie, and to nobody who has none.", brings(points));
    page.say(Chapter::Scoring, Phase::Awards, "most", text).on(&[key]).clauses(&[clause]);
}

/// Registers a bonus for who holds most routes of some sort.
pub(crate) fn most_routes(
    b: &mut Installer<'_>,
    name: &str,
    text: &str,
    points: i32,
    is_one: impl Fn(RouteId) -> bool + Send + Sync + 'static,
) {
    b.award(name, text, points, TieRule::All, 1, Phase::Awards, move |scoring, side| {
        let routes = || scoring.look().routes_of(side).filter(|route| is_one(*route));
        let proof = scoring.proof(|| Proof { routes: routes().collect(), ..Proof::default() });
        Measured { value: routes().count() as i64, proof, exact: true }
    });
}
