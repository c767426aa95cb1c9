//! The pieces of each player (C1): how many of each kind, and which kind lies on which route.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use ttr_core::limits::MAX_PIECE_KINDS;
use ttr_core::page::{counted, listed};
use ttr_core::{
    AttrOn, Chapter, CodeInfo, Diagnostic, Installer, Lint, Manifest, Page, ParamFault, Phase, Picture, PieceId, Place,
    RouteId, RouteMark, RuleModule, Shape, Starter,
};
use ttr_source::{near, toml_key, toml_text};

/// How many pieces of each kind every player has: `train = 45`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(
    extend("minProperties" = 1, "additionalProperties" = json!({ "type": "integer", "minimum": 0, "maximum": MAX_PIECES })),
    example = json!({ "train": 45 })
)]
pub struct Pieces(pub BTreeMap<String, u16>);

/// Most pieces of one kind.
const MAX_PIECES: u16 = 1000;

/// The kind of piece that lies on each route, for modules that need it.
pub struct RoutePieces(pub Vec<PieceId>);

impl RuleModule for Pieces {
    fn manifest() -> Manifest {
        Manifest::new("pieces", "how many pieces of each kind every player has")
            .search_terms(["trains", "wagons", "ships", "buses", "stock", "supply", "plastic"])
            .examples(include_str!("pieces.toml"))
            .attribute::<String>(
                AttrOn::Route,
                "piece",
                "the kind of piece that is placed on the route; needed where there is more than one kind",
            )
            .code(CodeInfo::error(
                "pieces::unknown",
                "a route is for a kind of piece that there is not",
                include_str!("explain/pieces-unknown.md"),
            ))
            .code(CodeInfo::error(
                "pieces::not-said",
                "a route does not say which of several kinds of pieces it is for",
                include_str!("explain/pieces-not-said.md"),
            ))
            .code(CodeInfo::warning(
                "pieces::idle",
                "a route is for a kind of piece that the chosen rule set does not have",
                include_str!("explain/pieces-idle.md"),
            ))
            .code(CodeInfo::warning(
                "pieces::too-few",
                "a route takes more pieces than a player has",
                include_str!("explain/pieces-too-few.md"),
            ))
    }

    fn check(&self) -> Vec<ParamFault> {
        if self.0.is_empty() {
            return vec![ParamFault::new("", "names no kind of piece; as in `train = 45`")];
        }
        let too_many = self.0.iter().filter(|(_, n)| **n > MAX_PIECES);
        too_many.map(|(name, n)| ParamFault::new(name, format!("is {n}; at most {MAX_PIECES} pieces"))).collect()
    }

    fn starter(&self, room: usize) -> Starter {
        // Three spaces in four, as on the published boards.
        let most = room * 3 / 4;
        let all: usize = self.0.values().map(|n| usize::from(*n)).sum();
        let smaller = |n: u16| (usize::from(n) * most).div_ceil(all).max(1);
        let mut starter = Starter::new();
        for (name, n) in self.0.iter().filter(|_| all > most) {
            starter = starter.set(toml_key(name), smaller(*n));
        }
        match self.0.len() {
            0 | 1 => starter,
            _ => starter.in_turn(AttrOn::Route, "piece", self.0.keys().map(|name| toml_text(name))),
        }
    }

    fn install(self, b: &mut Installer<'_>) {
        let kinds: Vec<(String, PieceId)> =
            self.0.iter().map(|(name, count)| (name.clone(), b.piece(name, *count, true))).collect();
        // Told by the engine; which of them a route is for does not matter then.
        let too_many = kinds.len() > MAX_PIECE_KINDS;
        let named = b.route_attr::<Option<String>>("piece");
        let mut of_route = Vec::new();
        let routes: Vec<RouteId> = b.board().route_ids().collect();
        // Where no route says it, a kind too many is more likely meant than a word missing everywhere.
        let none_says = kinds.len() > 1 && !too_many && routes.iter().all(|route| named[*route].is_none());
        if let (true, Some(first)) = (none_says, routes.first()) {
            report_unsaid(b, *first, &kinds);
        }
        for route in routes {
            let piece = match (&named[route], &kinds[..]) {
                (Some(name), [(only, piece)]) if name != only && !b.own_rules() => {
                    let message = format!("this rule set has no {name} pieces: their routes take {only} pieces");
                    b.report_at(Place::RouteAttr(route, "piece"), Diagnostic::warning("pieces::idle", message));
                    Some(*piece)
                }
                (Some(name), _) => kinds.iter().find(|(n, _)| n == name).map(|(_, p)| *p),
                (None, [(_, only)]) => Some(*only),
                (None, _) => None,
            };
            let names: Vec<&str> = kinds.iter().map(|(n, _)| n.as_str()).collect();
            match (piece, &named[route]) {
                (Some(_), _) => {}
                (None, None) if too_many || none_says => {}
                (None, Some(name)) => {
                    let message = format!("no kind of piece is named {name:?}");
                    let place = Place::RouteAttr(route, "piece");
                    let found = Diagnostic::error("pieces::unknown", message)
                        .help(format!("this game has: {}", names.join(", ")));
                    b.report_near(place, found, near(name, names.iter().copied()));
                }
                (None, None) => {
                    let found = Diagnostic::error("pieces::not-said", "which kind of piece is this route for?");
                    b.report_route(route, found.help(format!("add `piece = ...`, one of: {}", names.join(", "))));
                }
            }
            of_route.push(piece.unwrap_or_default());
        }
        b.provide(RoutePieces(of_route.clone()));
        // G11: a piece for every space.
        b.terms(Phase::Base, {
            let of_route = of_route.clone();
            move |board, route, _, terms| {
                terms.piece = of_route[route.index()];
                terms.pieces = board.route(route).length;
            }
        });
        b.lint({
            let of_route = of_route.clone();
            move |lint| {
                if !too_many {
                    check_lengths(lint, &of_route)
                }
            }
        });
        b.tell({
            let of_route = of_route.clone();
            move |page| tell(page, &kinds, &of_route)
        });
        b.picture({
            let of_route = of_route.clone();
            move |picture| mark(picture, &of_route)
        });
    }
}

fn tell(page: &mut Page<'_>, kinds: &[(String, PieceId)], of_route: &[PieceId]) {
    let name = |name: &str| page.shown(name).to_owned();
    let each = kinds.iter().map(|(key, piece)| {
        let (name, n) = (name(key), page.rules().piece(*piece).count);
        counted(n, &format!("{name} piece"), &format!("{name} pieces"))
    });
    let text = format!("Every player has {}, and a score of 0.", listed(each));
    let keys: Vec<&str> = kinds.iter().map(|(key, _)| key.as_str()).collect();
    page.say(Chapter::Setup, Phase::Seats, "pieces", text).on(&keys).clauses(&["C1"]);
    let each = match kinds {
        [_] => String::new(),
        _ => {
            let of = |piece: PieceId| of_route.iter().filter(|of| **of == piece).count();
            let each = kinds.iter().map(|(key, piece)| format!("{} for {} pieces", of(*piece), page.shown(key)));
            format!(", of the kind that it is for: {}", listed(each))
        }
    };
    let spaces = format!("You put a piece on each of its spaces, and so need as many{each}.");
    page.say(Chapter::Routes, Phase::Base, "spaces", spaces).clauses(&["G11", "W12"]);
}

/// Where there are several kinds of pieces, the spaces of each have a shape of their own: ships sail on ovals.
fn mark(picture: &mut Picture<'_>, of_route: &[PieceId]) {
    let rules = picture.rules();
    let used = |piece: &PieceId| of_route.contains(piece);
    let pieces: Vec<PieceId> = (0..rules.pieces().len()).map(PieceId::at).filter(used).collect();
    if pieces.len() < 2 {
        return;
    }
    let mut others = [Shape::Hexagon, Shape::Box, Shape::Oval].into_iter().cycle();
    let shapes = pieces.iter().map(|piece| match rules.piece(*piece).name.as_str() {
        "train" => Shape::Box,
        "ship" => Shape::Oval,
        _ => others.next().unwrap_or_default(),
    });
    let shapes: Vec<Shape> = shapes.collect();
    for (piece, shape) in pieces.iter().zip(shapes).rev() {
        let legend = format!("route for {} pieces", rules.board().shown(&rules.piece(*piece).name));
        for (route, _) in of_route.iter().enumerate().filter(|(_, of)| *of == piece) {
            picture.route(RouteId::at(route), RouteMark::Shape(shape), &legend);
        }
    }
}

/// Tells once that no route says which of several kinds of pieces it is for.
fn report_unsaid(b: &mut Installer<'_>, first: RouteId, kinds: &[(String, PieceId)]) {
    let names: Vec<&str> = kinds.iter().map(|(name, _)| name.as_str()).collect();
    let message = format!("no route says which kind of piece it is for: {}", names.join(" or "));
    let mut found =
        Diagnostic::error("pieces::not-said", message).help("add `piece = ...` to every route, or leave one kind only");
    for name in names {
        if let Some(span) = b.span_of(Place::Param(name)) {
            found = found.also(span, "a kind of piece");
        }
    }
    b.report_route(first, found);
}

/// A route with more spaces than a player has pieces stays free for ever.
fn check_lengths(lint: &mut Lint<'_>, of_route: &[PieceId]) {
    let routes: Vec<RouteId> = lint.board().route_ids().collect();
    for route in routes {
        let Some(piece) = of_route.get(route.index()).and_then(|p| lint.pieces().get(p.index())) else {
            continue;
        };
        let (length, count, name) = (lint.board().route(route).length, piece.count, piece.name.clone());
        if u16::from(length) > count {
            let message = format!("{length} spaces, but a player has {count} {name} pieces: nobody can claim it");
            let mut found = Diagnostic::warning("pieces::too-few", message);
            if let Some(span) = lint.span_of(Place::Param(&name)) {
                found = found.also(span, "so many pieces");
            }
            lint.report_at(Place::RouteLength(route), found);
        }
    }
}
