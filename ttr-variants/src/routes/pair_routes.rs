//! Pair routes: every space takes two cards of one colour instead of one, another colour for the next space if wished; a
//! wild may be one of the two (W15). One piece lies on each space, as on any route.

use crate::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::cost::{Agree, Groups};
use ttr_core::page::counted;
use ttr_core::{
    Attr, AttrOn, Chapter, Edge, Installer, Manifest, Page, ParamFault, Phase, RouteId, RouteMark, RuleModule,
};

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
            .search_terms(["two cards for each space", "double cards", "twofold", "expensive"])
            .examples(include_str!("pair_routes.toml"))
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
        b.terms(Phase::Extra, {
            let pair = pair.clone();
            move |_, route, _, terms| {
                if pair[route] {
                    // A group for every card that it would take otherwise, of whatever colours the route allows.
                    for part in &mut terms.cost.parts {
                        (part.agree, part.groups) = (Agree::Free, Some(groups));
                    }
                }
            }
        });
        b.tell({
            let pair = pair.clone();
            move |page| self.tell(page, &pair)
        });
        b.picture({
            let legend = format!("pair route: {} for each space", counted(groups.size, "card", "cards"));
            move |picture| {
                for (route, _) in pair.iter().filter(|(_, is)| **is) {
                    picture.route(route, RouteMark::Edge(Edge::Twofold), &legend);
                }
            }
        });
    }
}

impl PairRoutes {
    fn tell(&self, page: &mut Page<'_>, pair: &Attr<RouteId, bool>) {
        let Self { cards, wilds } = *self;
        let wild = match wilds {
            0 => "none of them wild".to_owned(),
            n if n == cards => "wilds among them or not".to_owned(),
            n => format!("at most {n} of them wild"),
        };
        let text = match cards {
            1 => format!("On a pair route each space takes a card of any colour that the route allows, {wild}."),
            _ => format!(
                "On a pair route each space takes {cards} cards of one colour, {wild}; the next space may take another colour, if the \
                 route allows it. Each space still takes 1 piece."
            ),
        };
        page.say(Chapter::Routes, Phase::Extra, "pair", text).on(&["cards", "wilds"]).clauses(&["W15"]);
        let pairs: Vec<(RouteId, String)> =
            pair.iter().filter(|(_, is)| **is).map(|(route, _)| (route, String::new())).collect();
        let list = words::routes(page.rules().board(), ["pair route", "pair routes"], &pairs);
        page.say(Chapter::Routes, Phase::Extra, "pairs", list).fact();
    }
}
