//! The pieces of each player (C1): how many of each kind, and which kind lies on which route.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ttr_core::source::Diagnostic;
use ttr_core::{AttrOn, Installer, Manifest, ParamFault, Phase, PieceId, RouteId, RuleModule};

/// How many pieces of each kind every player has: `train = 45`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Pieces(pub BTreeMap<String, u16>);

/// The kind of piece that lies on each route, for modules that need it.
pub struct RoutePieces(pub Vec<PieceId>);

impl RuleModule for Pieces {
    fn manifest() -> Manifest {
        Manifest::new("pieces", "how many pieces of each kind every player has").attribute(
            AttrOn::Route,
            "piece",
            "the kind of piece that is placed on the route; needed where there is more than one kind",
        )
    }

    fn check(&self) -> Vec<ParamFault> {
        if self.0.is_empty() {
            return vec![ParamFault::new("", "names no kind of piece; as in `train = 45`")];
        }
        let too_many = self.0.iter().filter(|(_, n)| **n > 1000);
        too_many.map(|(name, n)| ParamFault::new(name, format!("is {n}; at most 1000 pieces"))).collect()
    }

    fn install(self, b: &mut Installer<'_>) {
        let kinds: Vec<(String, PieceId)> =
            self.0.iter().map(|(name, count)| (name.clone(), b.piece(name, *count, true))).collect();
        let named = b.route_attr::<Option<String>>("piece");
        let mut of_route = Vec::new();
        let routes: Vec<RouteId> = b.board().route_ids().collect();
        for route in routes {
            let piece = match (&named[route], &kinds[..]) {
                (Some(name), _) => kinds.iter().find(|(n, _)| n == name).map(|(_, p)| *p),
                (None, [(_, only)]) => Some(*only),
                (None, _) => None,
            };
            let names: Vec<&str> = kinds.iter().map(|(n, _)| n.as_str()).collect();
            match (piece, &named[route]) {
                (Some(_), _) => {}
                (None, Some(name)) => {
                    let message = format!("no kind of piece is named {name:?}");
                    let found = Diagnostic::error("route::unknown-piece", message);
                    b.report_route(route, found.help(format!("this game has: {}", names.join(", "))));
                }
                (None, None) => {
                    let found = Diagnostic::error("route::no-piece", "which kind of piece is this route for?");
                    b.report_route(route, found.help(format!("add `piece = ...`, one of: {}", names.join(", "))));
                }
            }
            of_route.push(piece.unwrap_or_default());
        }
        b.provide(RoutePieces(of_route.clone()));
        // G11: a piece for every space.
        b.terms(Phase::Base, move |board, route, _, terms| {
            terms.piece = of_route[route.index()];
            terms.pieces = board.route(route).length;
        });
    }
}
