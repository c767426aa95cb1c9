//! Flags: who has claimed a route with cards of a flag's colour may keep one of them, face up, instead of discarding it (P7,
//! P9). A set of all the colours scores at the end of the turn and is discarded (P8).

use crate::words::{Says, brings, says};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use ttr_core::limits::MAX_POINTS;
use ttr_core::page::{counted, either, listed};
use ttr_core::{
    ArgKind, Chapter, CodeInfo, ColourId, Diagnostic, FieldShape, Holds, Installer, KindSet, Look, Manifest, Note,
    Page, ParamFault, Phase, Place, PlayerId, RouteId, RuleChange, RuleModule, Value, Vis, ZoneSet,
};
use ttr_source::near;

/// Most cards of each colour in a set.
const MAX_EACH: u8 = 10;
/// Most colours of a set for which it is looked whether the claims can have given its cards.
const MOST_WEIGHED: usize = 8;

/// Parameters of flags.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Flags {
    /// The colours of which cards can be kept; a set has all of them.
    #[schemars(example = json!(["blue", "white", "red"]))]
    pub colours: Vec<String>,
    /// How many cards of each colour make a set; nobody keeps more at a time.
    #[schemars(range(min = 1, max = MAX_EACH))]
    pub each: u8,
    /// Points for a set.
    #[schemars(range(min = -MAX_POINTS, max = MAX_POINTS))]
    pub points: i32,
}

impl Default for Flags {
    fn default() -> Self {
        Self { colours: ["blue", "white", "red"].map(str::to_owned).into(), each: 1, points: 4 }
    }
}

// What it says.
const SETS: Says = ("sets", "{n} {n:set|sets} of kept cards at {each} {each:point|points}");
const NOT_PAID: Says = ("not-paid", "{card} is none of the cards that can be kept of this claim");
const TOO_MANY_KEPT: Says = ("too-many-kept", "nobody keeps such cards, or so many of a colour");
const FULL_SET: Says = ("full-set", "a full set has scored and is discarded: it counts in `sets`");
const TOO_FEW_CLAIMS: Says = (
    "too-few-claims",
    "each kept card is of a claim of its own, and too few of these routes are paid with cards of their colours",
);
const SET: Says = ("set", "{who} scores {n} for a set of kept cards");

impl RuleModule for Flags {
    fn manifest() -> Manifest {
        Manifest::new("flags", "keeping cards of a claim for sets that score")
            .search_terms(["tricolour", "set collection", "collect", "keep a card", "Paris"])
            .examples(include_str!("flags.toml"))
            .requires("claim")
            .changed(RuleChange {
                clause: "P8",
                since: "0.1.0",
                was: "the cards of a set were discarded after the row was looked at",
                now: "the cards of a set are discarded before the row is looked at",
            })
            .field("sets", FieldShape::Count, "how many sets of kept cards the player has scored")
            .field("kept-cards", FieldShape::Cards, "cards of an unfinished set before the player; they bring nothing")
            .code(CodeInfo::error(
                "flags::unknown-colour",
                "no card has a colour that can be kept",
                include_str!("explain/flags-unknown-colour.md"),
            ))
    }

    fn check(&self) -> Vec<ParamFault> {
        let mut faults: Vec<ParamFault> = ParamFault::points("points", self.points).into_iter().collect();
        if self.colours.is_empty() {
            faults.push(ParamFault::new("colours", "names no colour; as in `[\"blue\", \"white\", \"red\"]`"));
        }
        let twice = self.colours.iter().enumerate().find(|(i, colour)| self.colours[..*i].contains(colour));
        if let Some((_, colour)) = twice {
            faults.push(ParamFault::new("colours", format!("names {colour:?} twice; `each` says how many make a set")));
        }
        if !(1..=MAX_EACH).contains(&self.each) {
            faults.push(ParamFault::new("each", format!("is {}; it must be 1 to {MAX_EACH} cards", self.each)));
        }
        faults
    }

    fn install(self, b: &mut Installer<'_>) {
        let kept = b.zone_per_player("kept cards", Holds::Cards, Vis::Public);
        let set = Set { kept, colours: self.kinds(b), each: usize::from(self.each) };

        let keep = b.op("keep", "keeps {card}", &[("card", ArgKind::Kind)], move |cx, _, who, action| {
            let escrow = cx.rules().escrow();
            cx.move_card(escrow, kept.of(who), action.kind());
        });
        let none = b.op("none", "keeps no card", &[], |_, _, _, _| {});
        let which = b.decision("which", "keep a card of the claim, or none", {
            let set = set.clone();
            move |look, _, who, out| {
                out.each(keep, set.wanted(look, who).iter().map(|kind| u16::from(kind.0)));
                out.one(none);
            }
        });
        let not_paid = says(b, NOT_PAID);
        b.why_not(keep, {
            let set = set.clone();
            move |look, frame, who, action| {
                let listed = frame.decision != which || set.wanted(look, who).has(action.kind());
                (!listed).then(|| Note::new(not_paid).with("card", Value::Kind(action.kind())))
            }
        });
        b.on_committed(Phase::Gain, {
            let set = set.clone();
            move |cx, claim| {
                if !claim.free && !set.wanted(cx.look(), claim.who).is_empty() {
                    cx.ask(which, claim.who, [0; 6]);
                }
            }
        });
        let bank = b.bank_at(SETS.0, SETS.1, self.points);
        let scored = says(b, SET);
        b.on_turn_end_for(Phase::Sets, &[kept.into()], {
            let set = set.clone();
            move |cx, who| {
                if set.is_full(cx.look(), who) {
                    cx.discard_all(kept.of(who));
                    bank.add(cx, who, self.points);
                    let note = Note::new(scored).with("who", Value::Player(who));
                    cx.note(note.with("n", Value::Number(self.points.into())));
                }
            }
        });
        b.field_bank("sets", bank, self.points);
        b.field_cards("kept-cards", kept);
        let too_many = says(b, TOO_MANY_KEPT);
        let full = says(b, FULL_SET);
        let too_few = says(b, TOO_FEW_CLAIMS);
        b.contradiction(move |look, who| {
            let sets = bank.of(look, look.rules().side_of(who)).checked_div(self.points).unwrap_or_default();
            let text = match () {
                () if set.is_full(look, who) => full,
                () if set.is_too_much(look, who) => too_many,
                () if sets > 0 && !set.is_served(look, who, sets as usize) => too_few,
                () => return None,
            };
            Some(Note::new(text))
        });
        b.tell(move |page| self.tell(page));
    }
}

impl Flags {
    fn tell(&self, page: &mut Page<'_>) {
        let colours: Vec<&str> = self.colours.iter().map(|colour| page.shown(colour)).collect();
        let each = counted(self.each, "card", "cards");
        let text = format!(
            "If you claimed a route with {} cards, you may keep one of them, face up before you, instead of discarding it: no wild, and at \
             most {each} of each colour at a time. Cards so kept can't be paid with.",
            either(&colours)
        );
        page.say(Chapter::Routes, Phase::Gain, "keep", text).on(&["colours", "each"]).clauses(&["P7", "P9"]);
        let set = listed(colours.iter().map(|colour| format!("{} {colour}", self.each)));
        let text = format!(
            "A set of {set} before you at the end of your turn {}, and is discarded; an unfinished one brings nothing.",
            brings(self.points)
        );
        page.say(Chapter::Scoring, Phase::Tickets, "set", text).on(&["colours", "each", "points"]).clauses(&["P8"]);
    }

    /// For each colour of a set, the kinds of card that have it.
    fn kinds(&self, b: &mut Installer<'_>) -> Vec<KindSet> {
        let mut sets = Vec::with_capacity(self.colours.len());
        for (i, name) in self.colours.iter().enumerate() {
            let colour = b.board().colours.iter().position(|known| known == name).map(ColourId::at);
            let kinds = b.kinds_where(|kind| kind.payable && !kind.wild && colour.is_some() && kind.colour == colour);
            if kinds.is_empty() {
                let known = b.colours_of_cards();
                let found = Diagnostic::error("flags::unknown-colour", format!("no card can be kept for {name:?}"));
                let like = near(name, known.iter().map(String::as_str))
                    .map_or_else(String::new, |near| format!("; did you mean {:?}?", near.name));
                let help = format!("this game has cards of: {}{like}", known.join(", "));
                b.report_at(Place::Param(&format!("colours.{i}")), found.help(help));
            }
            sets.push(kinds);
        }
        sets
    }
}

/// What is kept, and what makes a set of it.
#[derive(Clone)]
struct Set {
    kept: ZoneSet,
    /// The kinds of each colour.
    colours: Vec<KindSet>,
    /// Cards of each colour.
    each: usize,
}

impl Set {
    /// Whether a player has all the cards of a colour.
    fn has(&self, look: Look<'_>, who: PlayerId, colour: KindSet) -> bool {
        look.count_of(self.kept.of(who), colour) >= self.each
    }

    /// The kinds among the cards just paid of which the player may keep one.
    fn wanted(&self, look: Look<'_>, who: PlayerId) -> KindSet {
        let paid = look.escrow().kinds();
        let open = self.colours.iter().filter(|colour| !self.has(look, who, **colour));
        open.fold(KindSet::NONE, |set, colour| set.or(paid.and(*colour)))
    }

    /// Whether something is kept that can't be: of no colour of a set, or more of one than a set has.
    fn is_too_much(&self, look: Look<'_>, who: PlayerId) -> bool {
        let of = |colour: &KindSet| look.count_of(self.kept.of(who), *colour);
        let all: usize = self.colours.iter().map(of).sum();
        all < look.count(self.kept.of(who)) || self.colours.iter().any(|colour| of(colour) > self.each)
    }

    /// Whether the player's routes can have given the cards of so many sets and those that are kept: each claim gives one card, of
    /// a colour that pays for the route. Where it is not said which track of a double it is, it may be any.
    fn is_served(&self, look: Look<'_>, who: PlayerId, sets: usize) -> bool {
        let rules = look.rules();
        let is_public = |route: RouteId| look.terms(who, route).public;
        if rules.releases() || self.colours.len() > MOST_WEIGHED || look.board().route_ids().any(is_public) {
            return true;
        }
        let pays = |route: RouteId| {
            let tracks = look.board().group_of(&route).iter();
            let parts = tracks.flat_map(|track| look.terms(who, *track).into_owned().cost.parts);
            parts.fold(KindSet::NONE, |kinds, part| kinds.or(part.cards))
        };
        let paid: Vec<KindSet> = look.routes_of(rules.side_of(who)).map(pays).collect();
        let needed = |colour: KindSet| sets * self.each + look.count_of(self.kept.of(who), colour);
        // For any colours together there are as many claims as cards.
        (1..1usize << self.colours.len()).all(|some| {
            let colours =
                || self.colours.iter().enumerate().filter(|(i, _)| some >> i & 1 == 1).map(|(_, colour)| *colour);
            let kinds = colours().fold(KindSet::NONE, KindSet::or);
            colours().map(needed).sum::<usize>() <= paid.iter().filter(|pays| !pays.and(kinds).is_empty()).count()
        })
    }

    fn is_full(&self, look: Look<'_>, who: PlayerId) -> bool {
        self.colours.iter().all(|colour| self.has(look, who, *colour))
    }
}
