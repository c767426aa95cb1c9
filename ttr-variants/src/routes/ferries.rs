//! Ferries: for each symbol on the route a wild must be among the cards (U7). Who holds most of them at the end may have a
//! bonus (U21).

use crate::bonus::most::{most_routes, tell_most};
use crate::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::limits::MAX_POINTS;
use ttr_core::page::counted;
use ttr_core::{
    Attr, AttrOn, Chapter, CodeInfo, Diagnostic, Glyph, Installer, Manifest, Page, ParamFault, Phase, Place, RouteId,
    RouteMark, RuleModule,
};

/// Parameters of ferries.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Ferries {
    /// Points for who holds most ferries at the end; 0 for no such bonus.
    #[schemars(range(min = -MAX_POINTS, max = MAX_POINTS))]
    pub most: i32,
}

// What it says.
const MOST_FERRIES: &str = "most ferries, {n} {n:ferry|ferries}";

impl RuleModule for Ferries {
    fn manifest() -> Manifest {
        Manifest::new("ferries", "routes that take wilds")
            .search_terms(["bridge", "sea", "water", "boat", "ship", "locomotive", "symbol", "Europe"])
            .examples(include_str!("ferries.toml"))
            .requires("claim")
            .attribute::<u8>(AttrOn::Route, "ferry", "how many of the cards must be wilds")
            .measure("most-ferries")
            .code(CodeInfo::error(
                "ferries::too-many",
                "a ferry asks for more wilds than it has spaces",
                include_str!("explain/ferries-too-many.md"),
            ))
            .code(CodeInfo::error(
                "ferries::no-wilds",
                "a ferry asks for wilds, and the game has none",
                include_str!("explain/ferries-no-wilds.md"),
            ))
    }

    fn check(&self) -> Vec<ParamFault> {
        ParamFault::points("most", self.most).into_iter().collect()
    }

    fn install(self, b: &mut Installer<'_>) {
        let ferry = b.route_attr::<u8>("ferry");
        let ferries: Vec<RouteId> = ferry.iter().filter(|(_, wilds)| **wilds > 0).map(|(route, _)| route).collect();
        for route in &ferries {
            let (wilds, length) = (ferry[*route], b.board().route(*route).length);
            if wilds > length {
                let message = format!("this ferry asks for {wilds} wilds, but it has {length} spaces");
                let found = Diagnostic::error("ferries::too-many", message);
                b.report_at(Place::RouteAttr(*route, "ferry"), found.help(format!("at most {length}")));
            }
        }
        if let Some(route) = ferries.first()
            && b.kinds_where(|kind| kind.wild && kind.payable).is_empty()
        {
            let found = Diagnostic::error("ferries::no-wilds", "this ferry asks for wilds, and the game has none");
            b.report_at(
                Place::RouteAttr(*route, "ferry"),
                found.help("add wilds to `cards.decks`, or take `ferry` out"),
            );
        }
        b.terms(Phase::Extra, {
            let ferry = ferry.clone();
            move |_, route, _, terms| {
                if let Some(part) = terms.cost.parts.first_mut() {
                    part.least_wilds = part.least_wilds.max(ferry[route].into());
                }
            }
        });
        if self.most != 0 {
            let ferry = ferry.clone();
            most_routes(b, "most-ferries", MOST_FERRIES, self.most, move |route| ferry[route] > 0);
        }
        b.tell({
            let ferry = ferry.clone();
            move |page| self.tell(page, &ferry)
        });
        b.picture(move |picture| {
            for (route, wilds) in ferry.iter().filter(|(_, wilds)| **wilds > 0) {
                picture.route(route, RouteMark::Glyph(Glyph::Star, *wilds), "ferry: a wild for each star");
            }
        });
    }
}

impl Ferries {
    fn tell(&self, page: &mut Page<'_>, ferry: &Attr<RouteId, u8>) {
        let text = "A ferry shows how many of its cards must be wild at least; the others are as on any route.";
        page.say(Chapter::Routes, Phase::Extra, "ferry", text).clauses(&["U7"]);
        let ferries: Vec<(RouteId, String)> =
            ferry.iter().filter(|(_, n)| **n > 0).map(|(route, n)| (route, counted(n, "wild", "wilds"))).collect();
        let list = words::routes(page.rules().board(), ["ferry", "ferries"], &ferries);
        page.say(Chapter::Routes, Phase::Extra, "ferries", list).fact();
        if self.most != 0 {
            tell_most(page, "ferries", self.most, "most", "U21");
        }
    }
}
