//! The codes of findings: what each one means, how bad it is, and the text that explains it.
//!
//! A code is `FAMILY::NAME`. Those of this crate are in [`CODES`]; a module declares its own in its manifest, with its
//! id as the family. The text is Markdown: what the finding means, why it is bad, an example and its repair.

use crate::findings::diagnostic::Severity;
use serde::Serialize;

/// A code of a [`crate::Diagnostic`] and all that is known about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct CodeInfo {
    /// The code, as in `error[CODE]`.
    pub code: &'static str,
    /// What it means, in one line.
    pub summary: &'static str,
    /// How bad it is, where the map says nothing else.
    pub severity: Severity,
    /// What it means, why it is bad, an example and its repair, in Markdown.
    #[serde(skip)]
    pub text: &'static str,
    /// Whether the JSON Schema of the file finds it too, in the example of the text at least.
    pub in_schema: bool,
}

impl CodeInfo {
    const fn new(severity: Severity, code: &'static str, summary: &'static str, text: &'static str) -> Self {
        Self { code, summary, severity, text, in_schema: false }
    }

    /// A code of errors: the file can't be used.
    pub const fn error(code: &'static str, summary: &'static str, text: &'static str) -> Self {
        Self::new(Severity::Error, code, summary, text)
    }

    /// A code of warnings: surely not meant so. The map can set its level.
    pub const fn warning(code: &'static str, summary: &'static str, text: &'static str) -> Self {
        Self::new(Severity::Warning, code, summary, text)
    }

    /// A code of what is worth knowing. The map can set its level.
    pub const fn info(code: &'static str, summary: &'static str, text: &'static str) -> Self {
        Self::new(Severity::Info, code, summary, text)
    }

    /// With the JSON Schema finding it too.
    #[must_use]
    pub const fn in_schema(mut self) -> Self {
        self.in_schema = true;
        self
    }

    /// The part before the colons.
    pub fn family(&self) -> &'static str {
        self.code.split_once("::").map_or(self.code, |(family, _)| family)
    }

    /// Whether a map can set its level: errors can't be allowed.
    pub fn is_lint(&self) -> bool {
        self.severity != Severity::Error
    }
}

/// A code with its text.
macro_rules! code {
    ($severity:ident $code:literal $file:literal $summary:literal) => {
        CodeInfo::$severity($code, $summary, include_str!(concat!("explain/", $file, ".md")))
    };
}

/// Every code of this crate, family by family.
pub const CODES: &[CodeInfo] = &[
    code!(error "file::too-large" "file-too-large" "the file is larger than any map or rule set may be"),
    code!(error "file::not-utf8" "file-not-utf8" "the file is not UTF-8 text"),
    code!(error "file::too-deep" "file-too-deep" "tables or lists are nested too deeply"),
    code!(error "file::syntax" "file-syntax" "the file is not TOML"),
    code!(error "file::format" "file-format" "the file does not say `format = 1`").in_schema(),
    code!(error "file::not-a-map" "file-not-a-map" "a rule set stands where a map is wanted").in_schema(),
    code!(error "file::not-rules" "file-not-rules" "a map stands where a rule set is wanted").in_schema(),
    code!(error "file::missing" "file-missing" "something that must be given is not there").in_schema(),
    code!(error "file::wrong-type" "file-wrong-type" "a value is of the wrong type").in_schema(),
    code!(error "set::no-value" "set-no-value" "an override is not of the form KEY=VALUE"),
    code!(error "set::bad-key" "set-bad-key" "the key of an override is not a dotted path"),
    code!(error "set::bad-value" "set-bad-value" "the value of an override is neither a TOML value nor a plain word"),
    code!(error "param::unknown" "param-unknown" "a module has no such parameter").in_schema(),
    code!(error "param::wrong-type" "param-wrong-type" "a parameter is of the wrong type").in_schema(),
    code!(error "param::invalid" "param-invalid" "a parameter's value is out of range or not one of those possible").in_schema(),
    code!(error "param::missing" "param-missing" "a parameter that has no default is not given"),
    code!(error "module::unknown" "module-unknown" "no module has this name").in_schema(),
    code!(error "module::not-a-table" "module-not-a-table" "a module is given something other than a table, `true` or `false`").in_schema(),
    code!(error "module::ambiguous" "module-ambiguous" "a name in `[set]` is that of a module and of a rule set"),
    code!(error "module::missing" "module-missing" "a module that another one needs is not in the game"),
    code!(error "module::conflict" "module-conflict" "two modules that can't be in one game"),
    code!(error "module::circle" "module-circle" "modules need each other in a circle"),
    code!(error "module::exclusive" "module-exclusive" "two modules decide something that only one can decide"),
    code!(warning "module::no-claims" "module-no-claims" "no module of the game lets players claim routes"),
    code!(error "players::bad-count" "players-bad-count" "a number of players is no number, or not one that a table can seat").in_schema(),
    code!(error "players::range" "players-range" "the least number of players is above the most"),
    code!(warning "players::unused-count" "players-unused-count" "overrides for a number of players that never play"),
    code!(error "players::unknown-key" "players-unknown-key" "`[players]` holds something else than numbers of players").in_schema(),
    code!(error "players::seats" "players-seats" "so many players can't play this map by these rules"),
    code!(error "players::same-name" "players-same-name" "two players have the same name"),
    code!(error "map::unknown-key" "map-unknown-key" "a key that maps do not have").in_schema(),
    code!(error "map::misplaced" "map-misplaced" "routes or tickets stand below a header, and so belong to its table").in_schema(),
    code!(error "map::bad-name" "map-bad-name" "a name is empty, or has control characters or spaces around it").in_schema(),
    code!(error "map::invalid" "map-invalid" "a value is not one of those possible").in_schema(),
    code!(error "map::bad-coordinates" "map-bad-coordinates" "coordinates are out of range").in_schema(),
    code!(error "map::no-cities" "map-no-cities" "the map has no cities").in_schema(),
    code!(error "map::no-routes" "map-no-routes" "the map has no routes").in_schema(),
    code!(warning "map::similar-cities" "map-similar-cities" "the names of two cities differ in case or accents only"),
    code!(warning "map::lookalike-cities" "map-lookalike-cities" "the names of two cities look alike, and differ"),
    code!(warning "map::unseen-letters" "map-unseen-letters" "a name has characters in it that can't be seen"),
    code!(warning "map::mixed-letters" "map-mixed-letters" "a word of a name has letters of more than one alphabet"),
    code!(error "map::unknown-city" "map-unknown-city" "a route or ticket names a city that the map does not have"),
    code!(error "map::bad-ends" "map-bad-ends" "a route does not join exactly two cities").in_schema(),
    code!(error "map::route-to-itself" "map-route-to-itself" "a route leads from a city to itself").in_schema(),
    code!(error "map::bad-length" "map-bad-length" "a route has no spaces, or too many").in_schema(),
    code!(error "map::no-tracks" "map-no-tracks" "a route's list of tracks is empty").in_schema(),
    code!(error "map::tracks-and-colour" "map-tracks-and-colour" "a route has both `tracks` and `colour`").in_schema(),
    code!(error "map::track-key" "map-track-key" "a track has a key that only its whole entry may have").in_schema(),
    code!(error "map::short-ticket" "map-short-ticket" "a ticket names fewer than two cities").in_schema(),
    code!(error "map::ticket-repeats-city" "map-ticket-repeats-city" "a ticket names the same city twice in a row"),
    code!(error "map::ticket-at-junction" "map-ticket-at-junction" "a ticket names a junction"),
    code!(error "map::bad-points" "map-bad-points" "a ticket's points are out of range").in_schema(),
    code!(warning "map::duplicate-ticket" "map-duplicate-ticket" "two tickets name the same cities"),
    code!(error "map::too-many-cities" "map-too-many-cities" "the map has more cities than the engine can count").in_schema(),
    code!(error "map::too-many-routes" "map-too-many-routes" "the map has more routes than the engine can count").in_schema(),
    code!(error "map::too-many-tracks" "map-too-many-tracks" "an entry has more tracks than the engine can count").in_schema(),
    code!(error "map::too-many-tickets" "map-too-many-tickets" "the map has more tickets than the engine can count").in_schema(),
    code!(warning "map::not-connected" "map-not-connected" "some cities can't be reached from others"),
    code!(warning "map::unreachable-ticket" "map-unreachable-ticket" "no path joins the cities of a ticket"),
    code!(error "map::unknown-rules" "map-unknown-rules" "the map asks for a rule set that is not there").in_schema(),
    code!(error "map::unowned-attribute" "map-unowned-attribute" "an attribute that no module of the game knows").in_schema(),
    code!(warning "map::idle-attribute" "map-idle-attribute" "an attribute of a module that the chosen rule set does not have"),
    code!(warning "map::idle-ticket" "map-idle-ticket" "a ticket of a kind that the chosen rule set does not have"),
    code!(error "map::module-outside-set" "map-module-outside-set" "the parameters of a module stand at the top of a map").in_schema(),
    code!(warning "map::unknown-display" "map-unknown-display" "a display name is for something that the game does not have"),
    code!(warning "map::parallel-entries" "map-parallel-entries" "two entries between the same cities look like a double"),
    code!(info "map::dead-end" "map-dead-end" "a city has one neighbour only"),
    code!(info "map::bridge" "map-bridge" "a single route holds the board together"),
    code!(info "map::unnamed-city" "map-unnamed-city" "no ticket names a city"),
    code!(info "map::ticket-value" "map-ticket-value" "a ticket's points are not the length of the shortest path"),
    code!(warning "lints::unknown" "lints-unknown" "`[lints]` names something that is no code").in_schema(),
    code!(error "lints::not-a-lint" "lints-not-a-lint" "`[lints]` sets the level of an error").in_schema(),
    code!(error "lints::level" "lints-level" "a level in `[lints]` is not one of those possible").in_schema(),
    code!(error "route::cost" "route-cost" "the payments of a route are too many to be told apart"),
    code!(error "ticket::unknown-goal" "ticket-unknown-goal" "a ticket is of a kind that no module of the game knows"),
    code!(error "card::attribute" "card-attribute" "an attribute of a kind of card is of the wrong type").in_schema(),
    code!(error "card::unowned-attribute" "card-unowned-attribute" "an attribute of a kind of card that no module of the game knows").in_schema(),
    code!(warning "ties::absent" "ties-absent" "ties are to be broken by a measure of a module that is not in the game"),
    code!(error "zone::same-name" "zone-same-name" "two piles have the same name"),
    code!(error "limit::decks" "limit-decks" "more decks than the engine can count"),
    code!(error "limit::card-kinds" "limit-card-kinds" "more kinds of cards than the engine can count"),
    code!(error "limit::colours" "limit-colours" "more colours than the engine can count"),
    code!(error "limit::piece-kinds" "limit-piece-kinds" "more kinds of pieces than the engine can count"),
];
