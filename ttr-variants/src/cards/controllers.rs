//! Controllers: cards that are drawn blind and never lie in the row (U12). Playing one is the turn's action: it takes a short
//! route of another player off the board, or claims a free one for no cards (U13, U14).

use crate::words::{self, Says, says};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::page::{counted, either};
use ttr_core::{
    ArgKind, AttrOn, CardBag, Chapter, CodeInfo, Diagnostic, Installer, Kind, KindSet, Look, Manifest, Note, Page,
    ParamFault, Payment, Phase, Place, PlayerId, Price, Rank, RouteId, RuleModule, SideId, Value,
};

/// Parameters of controllers.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Controllers {
    /// The longest route that a controller can remove or build, in spaces.
    #[schemars(range(min = 1))]
    pub longest: u8,
    /// Whether a controller can take a route of another player off the board.
    pub removes: bool,
    /// Whether a controller can claim a free route.
    pub builds: bool,
}

impl Default for Controllers {
    fn default() -> Self {
        Self { longest: 4, removes: true, builds: true }
    }
}

// What it says.
const NONE_HELD: Says = ("none-held", "you hold no such card");
const TOO_LONG: Says = ("too-long", "{route} has more than {n} spaces");
const NOBODYS: Says = ("nobodys", "{route} is not another player's");

impl RuleModule for Controllers {
    fn manifest() -> Manifest {
        Manifest::new("controllers", "cards that remove a route of another player, or build one for nothing")
            .search_terms([
                "conductor",
                "inspector",
                "sabotage",
                "steal",
                "destroy",
                "remove a route",
                "take off the board",
                "free claim",
            ])
            .examples(include_str!("controllers.toml"))
            .requires("claim")
            .attribute::<bool>(
                AttrOn::Card,
                "controller",
                "whether the card is a controller: never paid with, never in the row",
            )
            .code(CodeInfo::error(
                "controllers::none",
                "no card of the game is a controller",
                include_str!("explain/controllers-none.md"),
            ))
            .code(CodeInfo::error(
                "controllers::ordinary",
                "a controller can be paid with, or taken from the row",
                include_str!("explain/controllers-ordinary.md"),
            ))
    }

    fn check(&self) -> Vec<ParamFault> {
        let mut faults = Vec::new();
        if self.longest == 0 {
            faults.push(ParamFault::new("longest", "must be at least 1 space"));
        }
        if !self.removes && !self.builds {
            faults.push(ParamFault::new("builds", "is false, and `removes` is too: a controller could do nothing"));
        }
        faults
    }

    fn install(self, b: &mut Installer<'_>) {
        let controller = b.card_attr::<bool>("controller");
        let kinds: KindSet = controller.iter().filter(|(_, is)| **is).map(|(kind, _)| kind).collect();
        if kinds.is_empty() {
            let found = Diagnostic::error("controllers::none", "controllers are to be played, but no card is one");
            b.report_at(Place::Module, found.help("add a kind of card with `controller = true` to `cards.decks`"));
        }
        for kind in kinds.iter() {
            let card = &b.kinds()[kind.index()];
            if card.payable || card.price != Price::Cards(0) {
                let found = Diagnostic::error("controllers::ordinary", format!("{} is a controller", card.name));
                let help = "a controller needs `payable = false` and `price = 0`";
                b.report_at(Place::CardAttr(kind, "controller"), found.help(help));
            }
        }
        // U12: one that lies in the row has it replaced.
        b.row_limit(kinds, 0);

        if self.removes {
            b.releases();
        }

        let held = move |look: Look<'_>, who: PlayerId| look.purse_kinds(who).and(kinds).iter().next();
        let longest = self.longest;
        let removable = move |look: Look<'_>, side: SideId, route: RouteId| {
            !look.held(route).is_empty() && !look.is_held_by(route, side) && look.board().route(route).length <= longest
        };
        let args = [("route", ArgKind::Route), ("card", ArgKind::Kind)];
        let remove = b.op("remove", "plays {card} to remove {route}", &args, |cx, _, who, action| {
            cx.pay(who, &CardBag::one(Kind(action.args[1] as u8)));
            cx.release(action.route());
        });
        let build = b.op("build", "plays {card} to claim {route} for no cards", &args, |cx, _, who, action| {
            cx.pay(who, &CardBag::one(Kind(action.args[1] as u8)));
            cx.claim(who, action.route(), Payment::Free);
        });
        let mut short = vec![0; b.board().routes.len().div_ceil(64)];
        for route in b.board().route_ids().filter(|route| b.board().route(*route).length <= longest) {
            short[route.index() / 64] |= 1 << (route.index() % 64);
        }
        b.offer(Rank::Ordinary, move |look, who, out| {
            let Some(card) = held(look, who) else { return };
            let card = [card.0.into(), 0];
            if self.removes {
                let theirs = look.held_by_others(look.rules().side_of(who));
                out.each_in(remove, theirs.zip(&short).map(|(theirs, short)| theirs & short), card);
            }
            if self.builds {
                out.each_in(build, look.claimable_in(who, &short), card);
            }
        });
        let none = says(b, NONE_HELD);
        let long = says(b, TOO_LONG);
        let not_theirs = says(b, NOBODYS);
        for (op, removes) in [(remove, true), (build, false)] {
            b.why_not(op, move |look, _, who, action| {
                let route = action.route();
                if route.index() >= look.board().routes.len() {
                    return None;
                }
                let card = Kind(action.args[1] as u8);
                // Of other cards there is nothing to say: they are never played so.
                if !kinds.has(card) {
                    return None;
                }
                if held(look, who) != Some(card) {
                    return Some(Note::new(none));
                }
                let note = |text| Note::new(text).with("route", Value::Route(route));
                if look.board().route(route).length > longest {
                    return Some(note(long).with("n", Value::Number(longest.into())));
                }
                if removes {
                    let side = look.rules().side_of(who);
                    return (!removable(look, side, route)).then(|| note(not_theirs));
                }
                look.why_not_claim(who, route, None)
            });
        }
        b.tell(move |page| self.tell(page, kinds));
    }
}

impl Controllers {
    fn tell(&self, page: &mut Page<'_>, kinds: KindSet) {
        let name = either(words::kinds(page, kinds));
        let spaces = counted(self.longest, "space", "spaces");
        page.say(Chapter::Turn, Phase::Main, "play", format!("Play a {name}.")).clauses(&["U5"]);
        let removes = format!(
            "takes another player's route of up to {spaces} off the board: the pieces go back to their owner, and the route is free"
        );
        let builds = format!(
            "claims a free route of up to {spaces} for you, with your pieces and for its points, but without cards, whatever kind it is"
        );
        let what = match (self.removes, self.builds) {
            (true, true) => format!("either {removes}; or it {builds}"),
            (true, false) => removes,
            (false, _) => builds,
        };
        let text = format!("A {name} {what}. Then it is discarded.");
        page.say(Chapter::Actions, Phase::Main, "play", text)
            .on(&["longest", "removes", "builds"])
            .clauses(&["U13", "U14"]);
    }
}
