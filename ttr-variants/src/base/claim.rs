//! Claiming a route: any free one, one a turn, all its spaces at once (G9), paid with as many cards as spaces, all of the
//! route's colour or of any one colour where it is gray, wilds standing for any card (G10). The cards go to the
//! discards (G11), and none of them is superfluous (G13).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::source::{Diagnostic, nearest, toml_text};
use ttr_core::{
    ArgKind, ColourId, Cost, Depends, Installer, KindSet, Manifest, Note, Payment, Phase, Rank, RouteId, RuleModule,
    Value,
};

/// Parameters of claims.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Claims {
    /// The colour of routes that take cards of any one colour.
    pub any_colour: String,
}

impl Default for Claims {
    fn default() -> Self {
        Self { any_colour: "gray".to_owned() }
    }
}

impl RuleModule for Claims {
    fn manifest() -> Manifest {
        Manifest::new("claim", "claiming routes with cards").requires("cards").requires("pieces")
    }

    fn install(self, b: &mut Installer<'_>) {
        let wilds = b.kinds_where(|k| k.wild && k.payable);
        let coloured = b.kinds_where(|k| k.colour.is_some() && k.payable);
        let colours: Vec<Option<ColourId>> = b.kinds().iter().map(|k| k.colour).collect();
        let of_colour = move |colour: ColourId| -> KindSet {
            coloured.iter().filter(|k| colours[k.index()] == Some(colour)).collect()
        };
        self.check_colours(b, &of_colour);

        let any = b.board().colour_named(&self.any_colour);
        b.terms(Phase::Base, move |board, route, colour, terms| {
            let kinds = match colour {
                Some(colour) if Some(colour) != any => of_colour(colour),
                _ => coloured,
            };
            terms.cost = Cost::cards(board.route(route).length.into()).of(kinds).wilds(wilds);
        });

        let taken = b.message("taken", "{route} is taken");
        b.eligible(Depends::OnGroup, move |look, _, route| {
            (!look.is_free(route)).then(|| Note::new(taken).with("route", Value::Route(route)))
        });

        let claim = b.op("route", "claims {route} with {pay}", &[("route", ArgKind::Route)], |cx, _, who, action| {
            cx.claim(who, action.route(), Payment::Cards(action.pay));
        });
        b.why_not(claim, |look, _, who, action| look.why_not_claim(who, action.route(), Some(&action.pay)));
        b.offer(Rank::Ordinary, move |look, who, out| out.claims(look, who, claim));
    }
}

impl Claims {
    fn check_colours(&self, b: &mut Installer<'_>, of_colour: &impl Fn(ColourId) -> KindSet) {
        let routes: Vec<RouteId> = b.board().route_ids().collect();
        for route in routes {
            let Some(colour) = b.board().route(route).colour else { continue };
            let name = b.board().colours[colour.index()].clone();
            if name == self.any_colour || !of_colour(colour).is_empty() {
                continue;
            }
            let mut known: Vec<String> =
                b.kinds().iter().filter(|k| k.payable && !k.wild).map(|k| k.name.clone()).collect();
            known.push(self.any_colour.clone());
            let message = format!("no card has the colour {name:?} of this route");
            let mut found = Diagnostic::error("map::unknown-colour", message);
            found = found.help(format!("this game has: {}", known.join(", ")));
            match nearest(&name, known.iter().map(String::as_str)) {
                Some(near) => b.report_colour_fix(route, found, &toml_text(near)),
                None => b.report_colour(route, found),
            }
        }
    }
}
