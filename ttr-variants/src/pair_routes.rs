//! Pair routes: every space takes two cards of one colour instead of one, another colour for the next space if wished; a
//! wild may be one of the two (W15). One piece lies on each space, as on any route.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::payment::{Agree, Groups};
use ttr_core::{AttrOn, Installer, Manifest, ParamFault, Phase, RuleModule};

/// Parameters of pair routes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct PairRoutes {
    /// How many cards each space takes.
    #[schemars(range(min = 1, max = 8))]
    pub cards: u8,
    /// How many of the cards of a space may be wilds.
    pub wilds: u8,
}

impl Default for PairRoutes {
    fn default() -> Self {
        Self { cards: 2, wilds: 1 }
    }
}

impl RuleModule for PairRoutes {
    fn manifest() -> Manifest {
        Manifest::new("pair-routes", "routes of which every space takes several cards of one colour")
            .requires("claim")
            .attribute::<bool>(
            AttrOn::Route,
            "pair",
            "whether every space takes several cards of one colour, as a pair does",
        )
    }

    fn check(&self) -> Vec<ParamFault> {
        let mut faults = Vec::new();
        if !(1..=8).contains(&self.cards) {
            faults.push(ParamFault::new("cards", format!("is {}; a space takes 1 to 8 cards", self.cards)));
        }
        if self.wilds > self.cards {
            let message = format!("is {}, more than the {} cards of a space", self.wilds, self.cards);
            faults.push(ParamFault::new("wilds", message));
        }
        faults
    }

    fn install(self, b: &mut Installer<'_>) {
        let pair = b.route_attr::<bool>("pair");
        let groups = Groups { size: self.cards, most_wilds: self.wilds };
        b.terms(Phase::Extra, move |_, route, _, terms| {
            if pair[route] {
                // A group for every card that it would take otherwise, of whatever colours the route allows.
                for part in &mut terms.cost.parts {
                    (part.agree, part.groups) = (Agree::Free, Some(groups));
                }
            }
        });
    }
}
