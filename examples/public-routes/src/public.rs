//! Public routes: who claims one pays its cards, but places a single piece of a stock that all share. Nobody holds the route, it
//! brings no points for its length, and from then on everybody may use it for tickets. Its builder moves as many spaces forward
//! on a track; at the end the track pays by rank. Sides that are level share the better rank, and who has built none has a
//! rank of their own: the last payment.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::limits::MAX_POINTS;
use ttr_core::page::{counted, listed};
use ttr_core::{
    Attr, AttrOn, Chapter, CodeInfo, Diagnostic, Edge, Installer, Look, Manifest, Measured, Note, Page, ParamFault,
    PerSide, Phase, Place, Proof, Reg, RouteId, RouteMark, RuleModule, SideId, Starter, Value, When,
};

/// Parameters of public routes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct PublicRoutes {
    /// How many shared pieces there are: each public route takes one.
    #[schemars(range(min = 1, max = 1000))]
    pub pieces: u16,
    /// Points by rank on the track, from the first on; who is behind all of them gets nothing.
    pub pay: Vec<i32>,
    /// Points for who has built no public route.
    #[schemars(range(min = -MAX_POINTS, max = MAX_POINTS))]
    pub none: i32,
}

impl Default for PublicRoutes {
    fn default() -> Self {
        Self { pieces: 16, pay: vec![20, 10, 5], none: -10 }
    }
}

impl RuleModule for PublicRoutes {
    fn manifest() -> Manifest {
        Manifest::new("public-routes", "routes for everybody, and a track for who builds them")
            .requires("claim")
            .attribute::<bool>(AttrOn::Route, "public", "whether everybody may use it once it is built")
            .measure("track")
            .code(CodeInfo::warning(
                "public-routes::none",
                "the game has public routes, and the board has none",
                include_str!("explain/none.md"),
            ))
            .code(CodeInfo::warning(
                "public-routes::too-few-pieces",
                "there are fewer shared pieces than public routes",
                include_str!("explain/too-few-pieces.md"),
            ))
    }

    fn check(&self) -> Vec<ParamFault> {
        let pay =
            self.pay.iter().enumerate().filter_map(|(at, points)| ParamFault::points(format!("pay.{at}"), *points));
        let pieces = !(1..=1000).contains(&self.pieces);
        let pieces = pieces.then(|| ParamFault::new("pieces", format!("is {}; 1 to 1000", self.pieces)));
        pay.chain(pieces).chain(ParamFault::points("none", self.none)).collect()
    }

    fn starter(&self, _: usize) -> Starter {
        Starter::new().in_turn(AttrOn::Route, "public", ["", "", "true"].map(str::to_owned))
    }

    fn install(self, b: &mut Installer<'_>) {
        let public = b.route_attr::<bool>("public");
        self.look_at(b, &public);
        let express = b.piece("express", 0, false);
        b.shared_pieces(express, self.pieces);
        b.terms(Phase::Extra, {
            let public = public.clone();
            move |_, route, _, terms| {
                if public[route] {
                    (terms.public, terms.piece, terms.pieces) = (true, express, 1);
                }
            }
        });
        let track = b.reg::<PerSide, i32>("track");
        b.on_committed(Phase::Gain, move |cx, claim| {
            if cx.look().is_public(claim.route) {
                let (side, length) = (cx.rules().side_of(claim.who), cx.look().board().route(claim.route).length);
                cx.add(track, side, length.into());
            }
        });
        b.measure("track", false, move |scoring, side| Measured::exact(scoring.look().get(track, side).into()));
        let ranked = b.message("rank", "rank {rank} on the track, {n} {n:space|spaces}");
        let nothing = b.message("nothing", "no public route built");
        b.score(Phase::Awards, When::AtEnd, {
            let told = self.clone();
            move |scoring, side, lines| match rank(scoring.look(), track, side) {
                None => lines.line(told.none, Note::new(nothing), Proof::default()),
                Some(rank) => {
                    let n = Value::Number(scoring.look().get(track, side).into());
                    let note = Note::new(ranked).with("rank", Value::Number(rank as i64 + 1)).with("n", n);
                    lines.line(told.pay.get(rank).copied().unwrap_or_default(), note, Proof::default());
                }
            }
        });
        b.picture({
            let public = public.clone();
            move |picture| {
                for (route, _) in public.iter().filter(|(_, is)| **is) {
                    picture.route(route, RouteMark::Edge(Edge::Twofold), "public route");
                }
            }
        });
        b.tell(move |page| self.tell(page, &public));
    }
}

/// How many sides are further on the track; nothing for one that has not left its start.
fn rank(look: Look<'_>, track: Reg<PerSide, i32>, side: SideId) -> Option<usize> {
    let own = look.get(track, side);
    let ahead = look.rules().side_ids().filter(|other| look.get(track, *other) > own).count();
    (own > 0).then_some(ahead)
}

impl PublicRoutes {
    /// What is odd about the module on this board.
    fn look_at(&self, b: &mut Installer<'_>, public: &Attr<RouteId, bool>) {
        let n = public.iter().filter(|(_, is)| **is).count();
        if n == 0 {
            let found = Diagnostic::warning("public-routes::none", "public routes are played, and this board has none");
            b.report_at(
                Place::Module,
                found.help("give routes `public = true`, or play without: `public-routes = false`"),
            );
        } else if n > usize::from(self.pieces) {
            let message =
                format!("{n} routes are public, and there are {} shared pieces: not all can be built", self.pieces);
            b.report_at(Place::Param("pieces"), Diagnostic::warning("public-routes::too-few-pieces", message));
        }
    }

    /// What players read before the first turn.
    fn tell(&self, page: &mut Page<'_>, public: &Attr<RouteId, bool>) {
        let board = page.rules().board();
        let names = public.iter().filter(|(_, is)| **is).map(|(route, _)| board.route_name(route));
        let text = format!(
            "A public route takes its cards and one of the {} that all share. Nobody holds it and it scores nothing, but once it \
             is built everybody may use it for tickets.",
            counted(self.pieces, "express piece", "express pieces")
        );
        let list = format!("Public routes: {}.", names.collect::<Vec<_>>().join(", "));
        page.say(Chapter::Routes, Phase::Extra, "public", text).on(&["pieces"]);
        page.say(Chapter::Routes, Phase::Extra, "routes", list).fact();
        let text = "Who builds a public route moves as many spaces forward on the track as it has.";
        page.say(Chapter::Routes, Phase::Gain, "track", text);
        let pay = listed(self.pay.iter().map(|points| counted(points, "point", "points")));
        let text = format!(
            "At the end the track pays {pay} by rank; who is level has the same rank. Who has built no public route scores {}.",
            counted(self.none, "point", "points")
        );
        page.say(Chapter::Scoring, Phase::Awards, "track", text).on(&["pay", "none"]);
    }
}
