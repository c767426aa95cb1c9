//! The rules engine: positions, legal actions, payments, views and scores for board games in which players claim routes
//! between cities. It knows players, sides, cities, routes, cards, zones, claims, goals and score lines; it knows no
//! variant and no mechanic. Those are *modules*, which subscribe to its seams. The modules of the published games, their
//! rule sets and maps are in the crate `ttr-variants`.
//!
//! # A module
//!
//! A module is a type: its fields are its parameters, read from the rule set's table, and `install` registers what it
//! does. This one is a whole little game: on your turn put a marker on any free route; who holds most spaces wins.
//!
//! ```
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//! use ttr_core::*;
//!
//! /// Markers on routes.
//! #[derive(Serialize, Deserialize, JsonSchema)]
//! #[serde(default)]
//! struct Markers {
//!     /// How many each player has.
//!     count: u16,
//! }
//!
//! impl Default for Markers {
//!     fn default() -> Self {
//!         Self { count: 3 }
//!     }
//! }
//!
//! impl RuleModule for Markers {
//!     fn manifest() -> Manifest {
//!         Manifest::new("markers", "a marker on any free route")
//!     }
//!
//!     fn install(self, b: &mut Installer<'_>) {
//!         let marker = b.piece("marker", self.count, true);
//!         b.terms(Phase::Base, move |_, _, _, terms| (terms.piece, terms.pieces, terms.closed) = (marker, 1, false));
//!         let taken = b.message("taken", "{route} is taken");
//!         b.closes(
//!             |look, r| if look.is_free(r) { PlayerSet::NONE } else { look.rules().everybody() },
//!             move |_, _, r| Note::new(taken).with("route", Value::Route(r)),
//!         );
//!         let put = b.op("put", "puts a marker on {route}", &[("route", ArgKind::Route)], |cx, _, who, action| {
//!             cx.claim(who, action.route(), Payment::Free)
//!         });
//!         b.offer(Rank::Ordinary, move |look, who, out| out.each(put, look.claimable(who).map(|r| r.0)));
//!         b.why_not(put, |look, _, who, action| look.why_not_claim(who, action.route(), None));
//!         let full = b.end_reason("full", "every route is taken");
//!         b.on_turn_end(Phase::EndCheck, move |cx, _| {
//!             if cx.look().board().route_ids().all(|r| !cx.look().is_free(r)) {
//!                 cx.end_game(full)
//!             }
//!         });
//!         let spaces = b.message("spaces", "spaces");
//!         b.score(Phase::Board, When::Always, move |scoring, side, lines| {
//!             let routes: Vec<RouteId> = scoring.look().routes_of(side).collect();
//!             let n = routes.iter().map(|r| i32::from(scoring.look().board().route(*r).length)).sum();
//!             lines.line(n, Note::new(spaces), Proof { routes, ..Proof::default() })
//!         });
//!         // Its part of the page that players read before the first turn.
//!         b.tell(move |page| {
//!             let text = format!("Put one of your {} markers on a free route.", self.count);
//!             page.say(Chapter::Turn, Phase::Main, "put", text).on(&["count"]);
//!             page.say(Chapter::Scoring, Phase::Board, "spaces", "Every space of your routes is a point.");
//!         });
//!     }
//! }
//!
//! let mut registry = Registry::new();
//! registry.module::<Markers>();
//! let map = r#"
//!     format = 1
//!     name = "Triangle"
//!     rules = { markers = { count = 2 } }
//!     routes = [
//!         { between = ["Ayr", "Bath"], length = 2 },
//!         { between = ["Bath", "Cork"], length = 3 },
//!         { between = ["Cork", "Ayr"], length = 1 },
//!     ]
//!     [cities]
//!     Ayr = {}
//!     Bath = {}
//!     Cork = {}
//! "#;
//! let rules = compile(&registry, &GameSource::new("triangle", map, 2)).unwrap().rules;
//! assert_eq!(rules.page()[0].text, "Put one of your 2 markers on a free route.");
//!
//! // The position is a value; chance and events stay outside of it.
//! let mut chance = SeededChance::new(1);
//! let mut st = rules.start(&mut chance, &mut NoEvents).unwrap();
//! let mut space = ActionSpace::new(&rules);
//! while let Some(who) = rules.to_act(&st).lowest() {
//!     rules.legal(&st, who, &mut space);
//!     let first = space.nth(0);
//!     rules.apply(&mut st, who, &first, &mut chance, &mut NoEvents).unwrap();
//!     // What is not on the list is refused, and the rule that refuses it has a name.
//!     let again = rules.apply(&mut st, who, &first, &mut chance, &mut NoEvents);
//!     assert!(again.is_err());
//! }
//! let sheet = rules.score(&st);
//! assert_eq!(sheet.sides.iter().map(|s| s.total).collect::<Vec<_>>(), [3, 3]); // 2 + 1, and 3
//! assert_eq!(sheet.winners.len(), 2);
//! ```
//!
//! A module comes into a game by a table of its name in the rule set, under `[set]` of a map, or by an override:
//! `markers = { count = 2 }`, `markers = true`, `--set markers.count=2`; `markers = false` takes it out.
//!
//! # Where to look
//!
//! - Sources to rules: [`mod@compile`], [`module`], and the crate [`ttr_source`]; what a module can do: [`Installer`].
//! - A game: [`Rules`] ([`Rules::start`], [`Rules::legal`], [`Rules::apply`], [`Rules::score`]), [`State`],
//!   [`ActionSpace`], [`Game`] with its log and undo. What is written down of a game
//!   (saves, score files, names on the wire) is in the crate `ttr-files`.
//! - The rules in words, for players: [`page`], [`Rules::page`]. What modules mark on a picture: [`picture`], [`Rules::marks`].
//! - What somebody may see: [`View`], [`Rules::determinize`], [`Event::seen_by`].
//! - Solvers: [`mod@cost`], [`network`]; those that know no game are in the crate `ttr-solve`.

pub mod board;
pub mod compile;
pub mod cost;
mod look;
mod material;
pub mod module;
mod play;
pub mod rules;
pub mod score;
pub mod state;
mod tell;

pub use compile::check;
pub(crate) use compile::watch;
pub use look::view;
pub use material::{bag, hash, ids, limits, registers};
pub(crate) use material::{deck, kind, zone};
pub use module::{install, record, starter};
pub(crate) use play::claim;
pub use play::{actions, chance, cx, event, game, step};
pub use rules::phase;
pub use score::network;
pub use tell::{message, page, picture};

pub use actions::{Action, ActionSpace};
pub use bag::CardBag;
pub use board::Board;
pub use chance::{Chance, Script, ScriptedChance, SeededChance};
pub use check::{Checked, check, check_rule_set};
pub use compile::{Compiled, Failed, GameSource, Lint, Place, compile, compile_reordered};
pub use cost::{Cost, Payer};
pub use cx::{Cx, Fault, Order, Payment};
pub use event::{Chosen, Event, NoEvents, Sight, Sink, What};
pub use game::{Game, UndoRefused};
pub use ids::*;
pub use install::{Attr, Bank, CostId, EndReason, Installer};
pub use look::Look;
pub use material::zone::{SideZones, ZoneSet};
pub use message::{MsgId, Note, Value};
pub use module::{AttrOn, Manifest, NamedText, ParamFault, Registry, RuleChange, RuleModule};
pub use network::{Net, NetworkSpec, Purpose};
pub use page::{Chapter, Page, Sentence};
pub use phase::Phase;
pub use picture::{Edge, Glyph, Marks, Picture, RouteMark, Shape};
pub use record::{FieldShape, Given, Unfit};
pub use registers::{Global, PerCity, PerKind, PerPlayer, PerRoute, PerSide, PerTicket, Reg};
pub use rules::{
    ArgKind, CardKind, CityLine, Claim, ClosedTo, Closes, Deck, Depends, Holds, Joint, Limits, Line, Owner, Price,
    Rank, Read, Rules, Taken, Terms, TurnRule, Turned, Vis, Waypoint,
};
pub use score::{
    AwardScore, Chains, Figures, Measured, Outcome, Outcomes, Proof, ScoreLine, ScoreSheet, SideFigures, TieBreak,
    TieRule, When,
};
pub use starter::Starter;
pub use state::{Frame, State};
pub use step::{Applied, Illegal, Stopped};
pub use ttr_source::{CodeInfo, Diagnostic};
pub use view::View;
pub use watch::{AtWork, Panicked, guarded};
