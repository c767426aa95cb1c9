// ANCHOR: parameters
//! Mountain passes: some spaces of a route are marked. Who claims it also puts a piece aside for each of them, out of the game,
//! and scores 2 points for it. The pieces stay aside, and their points stay, if the route comes off the board later.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::limits::MAX_POINTS;
use ttr_core::page::counted;
use ttr_core::{
    Attr, AttrOn, Chapter, CodeInfo, Diagnostic, FieldShape, Glyph, Installer, Manifest, Note, Page, ParamFault, Phase,
    Place, Proof, RouteId, RouteMark, RuleModule, Starter, Value, When,
};

/// Parameters of mountain passes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct MountainPasses {
    /// How many pieces are put aside for each marked space.
    #[schemars(range(max = 10))]
    pub pieces: u8,
    /// Points for each marked space.
    #[schemars(range(min = -MAX_POINTS, max = MAX_POINTS))]
    pub points: i32,
}

impl Default for MountainPasses {
    fn default() -> Self {
        Self { pieces: 1, points: 2 }
    }
}

// ANCHOR_END: parameters
// ANCHOR: manifest
impl RuleModule for MountainPasses {
    fn manifest() -> Manifest {
        Manifest::new("mountain-passes", "routes that take more pieces, and score for them")
            .search_terms(["alps", "steep", "snow"])
            .examples(include_str!("../tests/rules.toml"))
            .requires("claim")
            .attribute::<u8>(AttrOn::Route, "passes", "how many of its spaces are marked as mountain passes")
            .field("removed-passes", FieldShape::Count, "marked spaces of the player's routes that came off the board")
            .code(CodeInfo::error(
                "mountain-passes::too-many",
                "a route has more marked spaces than spaces",
                include_str!("explain/too-many.md"),
            ))
            .code(CodeInfo::error(
                "mountain-passes::too-dear",
                "nobody has as many pieces as a route takes",
                include_str!("explain/too-dear.md"),
            ))
            .code(CodeInfo::warning(
                "mountain-passes::none",
                "the game has mountain passes, and the board has none",
                include_str!("explain/none.md"),
            ))
    }

    fn check(&self) -> Vec<ParamFault> {
        let many = (self.pieces > 10).then(|| ParamFault::new("pieces", format!("is {}; at most 10", self.pieces)));
        many.into_iter().chain(ParamFault::points("points", self.points)).collect()
    }

    fn starter(&self, _: usize) -> Starter {
        Starter::new().in_turn(AttrOn::Route, "passes", ["", "1", ""].map(str::to_owned))
    }

    // ANCHOR_END: manifest
    // ANCHOR: install
    fn install(self, b: &mut Installer<'_>) {
        let passes = b.route_attr::<u8>("passes");
        self.look_at(b, &passes);
        let Self { pieces, points } = self;
        b.terms(Phase::Extra, {
            let passes = passes.clone();
            move |_, route, _, terms| terms.aside = terms.aside.saturating_add(passes[route].saturating_mul(pieces))
        });
        let text = b.message("passes", "{n} mountain {n:pass|passes}");
        b.score(Phase::Board, When::Always, {
            let passes = passes.clone();
            move |scoring, side, lines| {
                let look = scoring.look();
                let held = || look.routes_of(side).filter(|route| passes[*route] > 0);
                let n: i32 = held().map(|route| i32::from(passes[route])).sum();
                if n > 0 {
                    let proof = scoring.proof(|| Proof { routes: held().collect(), ..Proof::default() });
                    lines.line(n.saturating_mul(points), Note::new(text).with("n", Value::Number(n.into())), proof);
                }
            }
        });
        let bank = b.bank("removed", "mountain passes of routes that were removed");
        b.field_bank("removed-passes", bank, points);
        b.only_with_releases();
        b.on_released({
            let passes = passes.clone();
            move |cx, route, held| {
                held.iter().for_each(|who| bank.add(cx, who, points.saturating_mul(passes[route].into())));
            }
        });
        b.picture({
            let passes = passes.clone();
            move |picture| {
                for (route, n) in passes.iter().filter(|(_, n)| **n > 0) {
                    picture.route(route, RouteMark::Glyph(Glyph::Triangle, *n), "mountain pass: more pieces for each");
                }
            }
        });
        b.tell(move |page| self.tell(page, &passes));
    }
}

// ANCHOR_END: install
// ANCHOR: findings
impl MountainPasses {
    /// What is wrong with the routes, or with the module on this board.
    fn look_at(&self, b: &mut Installer<'_>, passes: &Attr<RouteId, u8>) {
        let most = b.claim_pieces().iter().map(|piece| b.pieces()[piece.0 as usize].count).max().unwrap_or_default();
        for (route, n) in passes.iter().filter(|(_, n)| **n > 0) {
            let length = b.board().route(route).length;
            let taken = u16::from(length) + u16::from(*n) * u16::from(self.pieces);
            let found = if *n > length {
                let message = format!("{n} spaces of this route are marked, but it has {length}");
                Diagnostic::error("mountain-passes::too-many", message).help(format!("at most {length}"))
            } else if taken > most {
                let message = format!("this route takes {taken} pieces with its passes, and a player has {most}");
                Diagnostic::error("mountain-passes::too-dear", message).help("mark fewer spaces, or give more pieces")
            } else {
                continue;
            };
            b.report_at(Place::RouteAttr(route, "passes"), found);
        }
        if passes.iter().all(|(_, n)| *n == 0) {
            let message = "mountain passes are played, and no route of this board has any";
            let found = Diagnostic::warning("mountain-passes::none", message);
            b.report_at(
                Place::Module,
                found.help("give routes `passes = 1`, or play without: `mountain-passes = false`"),
            );
        }
    }

    // ANCHOR_END: findings
    // ANCHOR: page
    /// What players read before the first turn.
    fn tell(&self, page: &mut Page<'_>, passes: &Attr<RouteId, u8>) {
        let text = match self.pieces {
            0 => "Marked spaces are mountain passes.".to_owned(),
            n => format!(
                "Marked spaces are mountain passes: for each of them, who claims the route also puts {} aside, which nobody \
                 gets back.",
                counted(n, "piece", "pieces")
            ),
        };
        page.say(Chapter::Routes, Phase::Extra, "pass", text).on(&["pieces"]);
        let board = page.rules().board();
        let marked = passes.iter().filter(|(_, n)| **n > 0);
        let list: Vec<String> = marked.map(|(route, n)| format!("{} ({n})", board.route_name(route))).collect();
        page.say(Chapter::Routes, Phase::Extra, "passes", format!("Routes with passes: {}.", list.join(", "))).fact();
        let text = format!("Each mountain pass on your routes scores {}.", counted(self.points, "point", "points"));
        page.say(Chapter::Scoring, Phase::Board, "pass", text).on(&["points"]);
        if page.rules().releases() {
            let text = "The points of passes stay with who scored them when a route is taken off the board.";
            page.say(Chapter::Scoring, Phase::Board, "removed", text);
        }
    }
}
// ANCHOR_END: page
