//! Where a module's findings stand: the places of parameters, cities, routes, tickets and cards in the files.

use super::Draft;
use crate::board::Board;
use crate::ids::{CityId, Kind, KindSet, ModuleId, RouteId, TicketId};
use crate::install::Installer;
use crate::module::ParamFault;
use crate::rules::{CardKind, Deck, Piece};
use crate::step::CORE;
use ttr_source::{Diagnostic, Near, Node, Settings, Span, Table, toml_text};

/// Something in a file that a module has a finding about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place<'a> {
    /// The module: where it is brought into the game.
    Module,
    /// A parameter of the module, by its key path with dots.
    Param(&'a str),
    /// A city: its name under `[cities]`.
    City(CityId),
    /// An attribute of a city: its value.
    CityAttr(CityId, &'a str),
    /// A route: its track, or its entry where it has only one.
    Route(RouteId),
    /// The length of a route.
    RouteLength(RouteId),
    /// The colour of a route.
    RouteColour(RouteId),
    /// An attribute of a route: its value.
    RouteAttr(RouteId, &'a str),
    /// A ticket.
    Ticket(TicketId),
    /// The points of a ticket.
    TicketPoints(TicketId),
    /// An attribute of a ticket: its value.
    TicketAttr(TicketId, &'a str),
    /// A kind of card.
    Card(Kind),
    /// An attribute of a kind of card: its value.
    CardAttr(Kind, &'a str),
}

/// The part of a value that was said last: a table may be put together from several layers.
fn latest(node: &Node) -> &Node {
    let inner = node.as_table().into_iter().flatten().map(|entry| latest(&entry.value));
    inner.filter(|inner| inner.layer > node.layer).max_by_key(|inner| inner.layer).unwrap_or(node)
}

fn attr(attrs: &Table, name: &str) -> Option<Span> {
    attrs.get(name).map(|node| node.span)
}

impl Draft {
    /// How many tickets the map has, at fault or not.
    pub fn tickets_written(&self) -> usize {
        self.map.tickets.len() + self.map.tickets_left_out
    }

    /// The id of a module of the draft.
    pub fn id_of(&self, module: ModuleId) -> &'static str {
        self.ids.get(module.index()).copied().unwrap_or("core")
    }

    /// A parameter as it is written; nothing if it is a default.
    pub(super) fn param(&self, module: ModuleId, key: &str) -> Option<&Node> {
        self.settings.get(self.id_of(module))?.node.at(key.split('.').filter(|k| !k.is_empty()))
    }

    /// The nearest place to a parameter that is written.
    fn near_param(&self, module: ModuleId, key: &str) -> Option<Span> {
        param_fault(&self.settings, self.id_of(module), &ParamFault::new(key, "")).span
    }

    /// Where something stands. What is not written has the place of what it belongs to; nothing if that stands nowhere.
    pub(super) fn span_of(&self, place: Place<'_>) -> Option<Span> {
        let city = |c: CityId| self.map.cities.get(c.index());
        let route = |r: RouteId| self.map.routes.get(r.index());
        let ticket = |t: TicketId| self.map.tickets.get(t.index());
        let kind = |k: Kind| self.kind_places.get(k.index());
        match place {
            Place::Module => self.settings.get(self.module_id()).map(|s| s.key_span),
            Place::Param(key) => match self.param(self.module, key) {
                Some(node) => Some(latest(node).span),
                None => self.near_param(self.module, key),
            },
            Place::City(c) => city(c).map(|c| c.span),
            Place::CityAttr(c, name) => city(c).map(|c| attr(&c.attrs, name).unwrap_or(c.span)),
            Place::Route(r) => route(r).map(|r| r.span),
            Place::RouteLength(r) => route(r).map(|r| r.length_span),
            Place::RouteColour(r) => route(r).map(|r| r.colour_span),
            Place::RouteAttr(r, name) => route(r).map(|r| attr(&r.attrs, name).unwrap_or(r.span)),
            Place::Ticket(t) => ticket(t).map(|t| t.span),
            Place::TicketPoints(t) => ticket(t).map(|t| t.points_span),
            Place::TicketAttr(t, name) => ticket(t).map(|t| attr(&t.attrs, name).unwrap_or(t.span)),
            Place::Card(k) => kind(k).and_then(|(module, key)| self.near_param(*module, key)),
            Place::CardAttr(k, name) => {
                kind(k).and_then(|(module, key)| self.near_param(*module, &format!("{key}.{name}")))
            }
        }
    }

    /// A finding at its place, unless it has one; a parameter with the layer that it came from.
    fn placed(&self, place: Place<'_>, mut found: Diagnostic) -> Diagnostic {
        found.span = found.span.or_else(|| self.span_of(place));
        if let (Place::Param(key), None) = (place, &found.primary_label) {
            let layer = self.param(self.module, key).map(|node| self.settings.layer_name(latest(node).layer));
            let from = layer.unwrap_or_else(|| "the module's default".to_owned());
            found = found.label(format!("given by {from}"));
        }
        found
    }
}

/// A parameter whose value can't be used, at the nearest place that is written and with its layer.
pub(super) fn param_fault(settings: &Settings, id: &str, fault: &ParamFault) -> Diagnostic {
    let setting = settings.get(id);
    // The closest node that the file has: a default stands nowhere.
    let mut node = setting.map(|s| &s.node);
    let mut path: Vec<&str> = fault.key.split('.').filter(|k| !k.is_empty()).collect();
    while let Some(s) = setting {
        if let Some(found) = s.node.at(path.iter().copied()) {
            node = Some(found);
            break;
        }
        if path.pop().is_none() {
            break;
        }
    }
    let whole = path.len() == fault.key.split('.').filter(|k| !k.is_empty()).count();
    let layer = if whole { node.map_or_else(String::new, |n| settings.layer_name(n.layer)) } else { String::new() };
    let from = if layer.is_empty() { "the module's default".to_owned() } else { layer };
    let key = if fault.key.is_empty() { id.to_owned() } else { format!("{id}.{}", fault.key) };
    let mut found = Diagnostic::error("param::invalid", format!("`{key}` {} (from {from})", fault.message));
    found.span = node.map(|n| n.span).or(setting.map(|s| s.key_span));
    found
}

/// Reporting what is wrong with the files.
impl Installer<'_> {
    /// Where something stands in a file, for labels and suggestions; what is not written has the place of what it belongs
    /// to.
    pub fn span_of(&self, place: Place<'_>) -> Option<Span> {
        self.draft.span_of(place)
    }

    /// Reports something wrong with the parameters or the map. After an error the rules are not made. The code is one
    /// that the module's manifest declares.
    ///
    /// ```
    /// # use ttr_core::{Diagnostic, Installer, Place, RouteId};
    /// # fn install(b: &mut Installer<'_>, route: RouteId) {
    /// let place = Place::RouteAttr(route, "guests");
    /// let mut found = Diagnostic::error("guests::too-many", "5 guests, but at most 3 find room")
    ///     .help("3 is the most that `guests.room` allows");
    /// if let Some(span) = b.span_of(place) {
    ///     found = found.suggest(span, "3");
    /// }
    /// b.report_at(place, found);
    /// # }
    /// ```
    pub fn report_at(&mut self, place: Place<'_>, found: Diagnostic) {
        let found = self.draft.placed(place, found);
        self.draft.diagnostics.push(found);
    }

    /// Reports something that stands nowhere, or whose place is known already.
    pub fn report(&mut self, found: Diagnostic) {
        self.draft.diagnostics.push(found);
    }

    /// Reports a parameter of this module that does not fit the map or the other modules.
    pub fn fault(&mut self, key: &str, message: impl Into<String>) {
        let found = self.draft.param_fault(self.draft.module, &ParamFault::new(key, message));
        self.draft.diagnostics.push(found);
    }

    /// Reports something wrong with a route of the map.
    pub fn report_route(&mut self, route: RouteId, found: Diagnostic) {
        self.report_at(Place::Route(route), found);
    }

    /// Reports something wrong with the colour of a route of the map.
    pub fn report_colour(&mut self, route: RouteId, found: Diagnostic) {
        self.report_at(Place::RouteColour(route), found);
    }

    /// Reports something wrong with the colour of a route of the map, with which colour was meant.
    pub fn report_colour_fix(&mut self, route: RouteId, found: Diagnostic, meant: Near<'_>) {
        self.report_near(Place::RouteColour(route), found, Some(meant));
    }

    /// Reports a text that is none of those possible, with the one that was meant, if there is one near (see
    /// [`ttr_source::near`]).
    pub fn report_near(&mut self, place: Place<'_>, found: Diagnostic, meant: Option<Near<'_>>) {
        let found = match (self.span_of(place), meant) {
            (Some(span), Some(meant)) => found.suggest_as(meant.applicability, span, toml_text(meant.name)),
            _ => found,
        };
        self.report_at(place, found);
    }

    /// Looks for what is allowed but surely not meant, when somebody asks for it (`ttr check`) and not for a game. Runs
    /// when all modules are installed.
    pub fn lint(&mut self, run: impl FnOnce(&mut Lint<'_>) + 'static) {
        let module = self.draft.module;
        self.draft.lints.push((module, Box::new(run)));
    }
}

/// What all modules together have brought, for one that looks for what was surely not meant. It may be a game with faults
/// of other modules; those of the module itself, and of those that it requires, are none.
pub struct Lint<'a> {
    draft: &'a mut Draft,
}

impl Lint<'_> {
    /// How many players.
    pub fn players(&self) -> usize {
        self.draft.rules.about.players
    }

    /// How many sides.
    pub fn sides(&self) -> usize {
        self.draft.rules.about.side_count
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.draft.rules.board
    }

    /// The kinds of cards.
    pub fn kinds(&self) -> &[CardKind] {
        &self.draft.rules.material.kinds
    }

    /// The decks.
    pub fn decks(&self) -> &[Deck] {
        &self.draft.rules.material.decks
    }

    /// The kinds of pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.draft.rules.material.pieces
    }

    /// How many cards of which kinds may lie in the row.
    pub fn row_limits(&self) -> &[(KindSet, u8)] {
        &self.draft.row_limits
    }

    /// Where something stands in a file; see [`Installer::span_of`].
    pub fn span_of(&self, place: Place<'_>) -> Option<Span> {
        self.draft.span_of(place)
    }

    /// Reports a finding; see [`Installer::report_at`].
    pub fn report_at(&mut self, place: Place<'_>, found: Diagnostic) {
        let found = self.draft.placed(place, found);
        self.draft.diagnostics.push(found);
    }
}

impl Draft {
    /// Runs the lints of all modules but those that keep silent.
    pub(super) fn run_lints(&mut self, silent: &[&'static str]) {
        for (module, run) in std::mem::take(&mut self.lints) {
            self.module = module;
            if !silent.contains(&self.module_id()) {
                run(&mut Lint { draft: self });
            }
        }
        self.module = CORE;
    }
}
