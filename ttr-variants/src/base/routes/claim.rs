//! Claiming a route: any free one, one a turn, all its spaces at once (G9), paid with as many cards as spaces, all of the
//! route's colour or of any one colour where it is gray, wilds standing for any card (G10). The cards go to the
//! discards (G11), and none of them is superfluous (G13). Where there are several kinds of pieces, the routes of each may
//! take cards of certain decks only (W12).

use super::pieces::RoutePieces;
use crate::words::{self, Says, says};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use ttr_core::page::{capital, counted, either, listed};
use ttr_core::{
    ArgKind, Chapter, ClosedTo, Closes, CodeInfo, ColourId, Cost, Diagnostic, Installer, KindSet, Line, Lint, Manifest,
    Note, Page, Payment, Phase, Place, Rank, RouteId, RuleModule, Taken, Value,
};
use ttr_source::near;

/// Parameters of claims.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Claims {
    /// The colour of routes that take cards of any one colour.
    #[schemars(extend("x-names" = "colours"))]
    pub any_colour: String,
    /// For kinds of pieces, the decks whose cards pay their routes, as in `{ train = ["train"] }`; those not named take
    /// cards of any deck. Wilds pay everywhere.
    #[schemars(example = json!({ "train": ["train"], "ship": ["ship"] }))]
    pub decks: BTreeMap<String, Vec<String>>,
}

impl Default for Claims {
    fn default() -> Self {
        Self { any_colour: "gray".to_owned(), decks: BTreeMap::new() }
    }
}

// What it says.
const TAKEN: Says = ("taken", "{route} is taken");

impl RuleModule for Claims {
    fn manifest() -> Manifest {
        Manifest::new("claim", "claiming routes with cards")
            .search_terms(["build", "pay", "payment", "track", "colour", "gray", "grey", "wild"])
            .examples(include_str!("claim.toml"))
            .requires("cards")
            .requires("pieces")
            .code(CodeInfo::error(
                "claim::unknown-colour",
                "a route has a colour that no card has",
                include_str!("explain/claim-unknown-colour.md"),
            ))
            .code(CodeInfo::warning(
                "claim::same-colour",
                "two tracks of one entry have the same colour",
                include_str!("explain/claim-same-colour.md"),
            ))
            .code(CodeInfo::warning(
                "claim::too-few-cards",
                "a route takes more cards than there are of its colour",
                include_str!("explain/claim-too-few-cards.md"),
            ))
    }

    fn install(self, b: &mut Installer<'_>) {
        let wilds = b.kinds_where(|k| k.wild && k.payable);
        let coloured = b.kinds_where(|k| k.colour.is_some() && k.payable);
        let colours: Vec<Option<ColourId>> = b.kinds().iter().map(|k| k.colour).collect();
        let of_colour = move |colour: ColourId| -> KindSet {
            coloured.iter().filter(|k| colours[k.index()] == Some(colour)).collect()
        };
        let pays = self.kinds_by_piece(b);
        let piece_of = b.service::<RoutePieces>();
        let on_route =
            move |route: RouteId| pays.get(piece_of.0[route.index()].index()).copied().unwrap_or(KindSet::NONE);
        self.check_colours(b, |route, colour| of_colour(colour).and(on_route(route)));

        let any = b.board().colour_named(&self.any_colour);
        b.terms(Phase::Base, move |board, route, colour, terms| {
            let kinds = match colour {
                Some(colour) if Some(colour) != any => of_colour(colour),
                _ => coloured,
            };
            let kinds = kinds.and(on_route(route));
            terms.cost = Cost::cards(board.route(route).length.into()).of(kinds).wilds(wilds);
        });

        let taken = says(b, TAKEN);
        let closes = Closes { once: Taken::Route, to: ClosedTo::All };
        b.closes_when(closes, move |_, _, route| Note::new(taken).with("route", Value::Route(route)));

        let claim = b.op("route", "claims {route} with {pay}", &[("route", ArgKind::Route)], |cx, _, who, action| {
            cx.claim(who, action.route(), Payment::Cards(action.pay));
        });
        b.why_not(claim, |look, _, who, action| look.why_not_claim(who, action.route(), Some(&action.pay)));
        b.line(Rank::Ordinary, claim, Line::Claims);
        b.lint(move |lint| {
            check_tracks(lint, any);
            check_cards(lint, any, coloured, wilds);
        });
        b.tell(move |page| self.tell(page, wilds));
    }
}

impl Claims {
    fn tell(&self, page: &mut Page<'_>, wilds: KindSet) {
        page.say(Chapter::Turn, Phase::Main, "claim", "Claim a free route, paying with cards.").clauses(&["C6"]);
        let whole = "You may claim any free route, beside your others or not, and always the whole of it.";
        page.say(Chapter::Routes, Phase::Base, "claim", whole).clauses(&["G9"]);
        let board = page.rules().board();
        let any = board.colour_named(&self.any_colour);
        let n = board.routes.iter().filter(|route| route.colour.is_none() || route.colour == any).count();
        let any = page.shown(&self.any_colour);
        let gray = match n {
            0 => String::new(),
            _ => format!(
                "; {} {any}: cards of any one colour pay for {}",
                counted(n, "route is", "routes are"),
                if n == 1 { "it" } else { "them" }
            ),
        };
        let wild = match &words::kinds(page, wilds)[..] {
            [] => String::new(),
            wilds => format!(" {} cards stand for any card, or for all of them.", capital(&listed(wilds))),
        };
        let text = format!("It takes as many cards as it has spaces, all of its colour{gray}.{wild}");
        page.say(Chapter::Routes, Phase::Base, "pay", text).on(&["any-colour"]).clauses(&["G10"]);
        if !self.decks.is_empty() {
            let each = self.decks.iter().map(|(piece, decks)| {
                let decks = either(decks.iter().map(|deck| page.shown(deck)));
                let decks =
                    if decks.is_empty() { "wilds only".to_owned() } else { format!("cards of the {decks} deck") };
                format!("routes for {} pieces take {decks}", page.shown(piece))
            });
            let text = format!("{}. Wilds pay everywhere.", capital(&listed(each)));
            page.say(Chapter::Routes, Phase::Base, "decks", text).on(&["decks"]).clauses(&["W12"]);
        }
        let whose = if page.rules().decks().len() > 1 { "the discards of their decks" } else { "the discards" };
        let exact =
            format!("You can't pay a card too many: one that the others could do without. The cards go to {whose}.");
        page.say(Chapter::Routes, Phase::Base, "exact", exact).clauses(&["G11", "G13"]);
    }

    /// The kinds of cards that pay the routes of each kind of piece.
    fn kinds_by_piece(&self, b: &mut Installer<'_>) -> Vec<KindSet> {
        let all = b.kinds_where(|_| true);
        let mut pays = vec![all; b.pieces().len()];
        let decks: Vec<(String, KindSet)> = b.decks().iter().map(|deck| (deck.name.clone(), deck.kinds)).collect();
        for (piece, names) in &self.decks {
            let Some(at) = b.pieces().iter().position(|p| p.claims && p.name == *piece) else {
                b.fault(&format!("decks.{piece}"), "is for a kind of piece that there is not");
                continue;
            };
            pays[at] = KindSet::NONE;
            for name in names {
                match decks.iter().find(|(deck, _)| deck == name) {
                    Some((_, kinds)) => pays[at] = pays[at].or(*kinds),
                    None => b.fault(&format!("decks.{piece}"), format!("names the deck {name:?}, which there is not")),
                }
            }
        }
        pays
    }

    /// Reports routes whose colour no card has.
    fn check_colours(&self, b: &mut Installer<'_>, of_colour: impl Fn(RouteId, ColourId) -> KindSet) {
        let routes: Vec<RouteId> = b.board().route_ids().collect();
        for route in routes {
            let Some(colour) = b.board().route(route).colour else { continue };
            let name = b.board().colours[colour.index()].clone();
            if name == self.any_colour || !of_colour(route, colour).is_empty() {
                continue;
            }
            let mut known = b.colours_of_cards();
            known.push(self.any_colour.clone());
            let message = format!("no card has the colour {name:?} of this route");
            let mut found = Diagnostic::error("claim::unknown-colour", message);
            found = found.help(format!("this game has: {}", known.join(", ")));
            match near(&name, known.iter().map(String::as_str)) {
                Some(near) => b.report_colour_fix(route, found, near),
                None => b.report_colour(route, found),
            }
        }
    }
}

/// Two tracks of one colour are the same to everybody: most likely one of them is a slip.
fn check_tracks(lint: &mut Lint<'_>, any: Option<ColourId>) {
    for group in lint.board().groups.clone() {
        let colour = |route: RouteId| lint.board().route(route).colour.filter(|c| Some(*c) != any);
        let twin =
            |at: usize| group[..at].iter().copied().find(|r| colour(*r).is_some() && colour(*r) == colour(group[at]));
        let twins: Vec<(RouteId, RouteId)> = (1..group.len()).filter_map(|at| Some((group[at], twin(at)?))).collect();
        for (route, twin) in twins {
            let board = lint.board();
            let name = board.route(route).colour.map_or("", |c| board.colours[c.index()].as_str());
            let mut found = Diagnostic::warning("claim::same-colour", format!("two of these tracks are {name}"));
            if let Some(span) = lint.span_of(Place::RouteColour(twin)) {
                found = found.also(span, "the first");
            }
            lint.report_at(Place::RouteColour(route), found);
        }
    }
}

/// A route that takes more cards than the decks hold of its colour, wilds among them, stays free for ever.
fn check_cards(lint: &mut Lint<'_>, any: Option<ColourId>, coloured: KindSet, wilds: KindSet) {
    let kinds = lint.kinds();
    let spaces = |set: KindSet, colour: Option<ColourId>| -> usize {
        let of = set.iter().map(|k| &kinds[k.index()]).filter(|k| colour.is_none() || k.colour == colour);
        of.map(|k| usize::from(k.count) * usize::from(k.units)).sum()
    };
    let wild = spaces(wilds, None);
    let colours = lint.board().colours.len();
    let by_colour: Vec<usize> = (0..colours).map(|c| spaces(coloured, Some(ColourId::at(c))) + wild).collect();
    let most = by_colour.iter().copied().max().unwrap_or(wild);
    let routes: Vec<RouteId> = lint.board().route_ids().collect();
    for route in routes {
        let board = lint.board();
        let length = usize::from(board.route(route).length);
        let colour = board.route(route).colour.filter(|c| Some(*c) != any);
        let there = colour.map_or(most, |c| by_colour[c.index()]);
        if length > there {
            let of = colour.map_or_else(|| "any one colour".to_owned(), |c| board.colours[c.index()].clone());
            let message = format!("this route takes {length} cards, but of {of}, wilds among them, there are {there}");
            lint.report_at(Place::RouteLength(route), Diagnostic::warning("claim::too-few-cards", message));
        }
    }
}
