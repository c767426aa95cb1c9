//! Rules on their way: what the modules have brought so far, from the board to the rules.

use super::{GameSource, Lint, Place, Precedence, core_messages, fit::Order, places::param_fault};
use crate::board::{Board, City, Route, Ticket};
use crate::cost::Cost;
use crate::ids::{CityId, ColourId, GroupId, Kind, KindSet, ModuleId, RouteId, SideId, ZoneId};
use crate::install::Installer;
use crate::limits::{MAX_CARD_KINDS, MAX_COLOURS};
use crate::message::{MsgId, Template};
use crate::module::{AttrOn, ParamFault, ReadModule, Registry};
use crate::phase::Phase;
use crate::rules::{
    About, Claims, Costs, Decision, Holds, Material, ModuleInfo, Networks, Play, Rules, Scoring, Terms, Vis, Words,
};
use crate::state::{Clock, Due, State, Watch};
use crate::step::CORE;
use crate::watch::working;
use serde::de::DeserializeOwned;
use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap};
use ttr_source::{Diagnostic, MapSource, Node, RuleSetSource, Settings, Severity, Span, Table, shown};

type LintFn = Box<dyn FnOnce(&mut Lint<'_>)>;
type TermsFn = Box<dyn Fn(&Board, RouteId, Option<ColourId>, &mut Terms)>;

/// Rules on their way.
pub(crate) struct Draft {
    pub rules: Rules,
    pub module: ModuleId,
    pub seams: Vec<Vec<(&'static str, Option<Phase>)>>,
    pub diagnostics: Vec<Diagnostic>,
    pub services: HashMap<TypeId, (ModuleId, Box<dyn Any + Send + Sync>)>,
    pub initial_regs: Vec<(usize, i32)>,
    pub reg_len: usize,
    pub ticket_start: Vec<Option<ZoneId>>,
    /// Zones of players that their sides see.
    pub side_zones: Vec<ZoneId>,
    /// Who was the first to have places of each side.
    pub side_zones_by: Option<ModuleId>,
    pub sides_by: Option<ModuleId>,
    /// By which module a kind of card was registered, and under which key.
    pub kind_places: Vec<(ModuleId, String)>,
    pub goal_of: Vec<Option<(u8, ModuleId)>>,
    pub terms: Vec<(Phase, ModuleId, TermsFn)>,
    /// Costs that modules have registered, with the parameter that each comes from.
    pub costs: Vec<(ModuleId, String, Cost)>,
    pub row_limits: Vec<(KindSet, u8)>,
    pub ties: Option<(ModuleId, String, Vec<String>)>,
    pub lints: Vec<(ModuleId, LintFn)>,
    /// Whether the map was made for the rule set.
    pub own_rules: bool,
    pub(super) precedence: Precedence,
    pub(crate) ids: Vec<&'static str>,
    pub(super) settings: Settings,
    pub(super) map: MapSource,
}

impl Draft {
    pub fn module_id(&self) -> &'static str {
        self.id_of(self.module)
    }

    /// Two modules want what only one can have.
    pub fn exclusive(&mut self, what: &str, one: ModuleId, other: ModuleId) {
        let span = |m: ModuleId| self.settings.get(self.id_of(m)).map(|s| s.key_span);
        let (a, b) = (self.id_of(one), self.id_of(other));
        let mut found = Diagnostic::error("module::exclusive", format!("`{a}` and `{b}` both decide {what}"));
        found.span = span(other);
        if let Some(span) = span(one) {
            found = found.also(span, format!("`{a}` decides it here"));
        }
        self.diagnostics.push(found.help("take one of the two out, as in `NAME = false`"));
    }

    /// A parameter whose value can't be used, at its place and with its layer.
    pub fn param_fault(&self, module: ModuleId, fault: &ParamFault) -> Diagnostic {
        param_fault(&self.settings, self.id_of(module), fault)
    }

    pub fn read_attr<T: DeserializeOwned + Default>(&mut self, on: AttrOn, name: &str) -> Vec<T> {
        if on == AttrOn::Card {
            return self.read_card_attr(name);
        }
        let tables: Vec<&Table> = match on {
            AttrOn::City => self.map.cities.iter().map(|c| &c.attrs).collect(),
            AttrOn::Route => self.map.routes.iter().map(|r| &r.attrs).collect(),
            _ => self.map.tickets.iter().map(|t| &t.attrs).collect(),
        };
        let mut found = Vec::new();
        let values = tables.into_iter().map(|table| match table.get(name).map(Node::read::<T>) {
            None => T::default(),
            Some(Ok(value)) => value,
            Some(Err(diagnostic)) => {
                found.push(*diagnostic);
                T::default()
            }
        });
        let values = values.collect();
        self.diagnostics.append(&mut found);
        let told = |attrs: &Table, of: &mut Vec<String>| {
            let words = attrs.get(name).and_then(|node| in_words(name, node));
            of.extend(words.filter(|words| !of.contains(words)));
        };
        let board = &mut self.rules.board;
        match on {
            AttrOn::City => {
                let both = board.cities.iter_mut().zip(&self.map.cities);
                both.for_each(|(city, source)| told(&source.attrs, &mut city.attributes));
            }
            AttrOn::Route => {
                let both = board.routes.iter_mut().zip(&self.map.routes);
                both.for_each(|(route, source)| told(&source.attrs, &mut route.attributes));
            }
            _ => {}
        }
        values
    }

    fn read_card_attr<T: DeserializeOwned + Default>(&mut self, name: &str) -> Vec<T> {
        let mut found = Vec::new();
        let values = self.rules.material.kinds.iter().enumerate().map(|(i, kind)| match kind.attrs.get(name) {
            None => T::default(),
            Some(json) => serde_json::from_value(json.clone()).unwrap_or_else(|e| {
                let key = self.kind_places.get(i).map(|(module, key)| (*module, format!("{key}.{name}")));
                let written = key.and_then(|(module, key)| self.param(module, &key)?.read::<T>().err());
                let why = written.map_or_else(|| e.to_string(), |fault| fault.message);
                let message = format!("`{name}` of the card kind {}: {why}", shown(&kind.name));
                let mut fault = Diagnostic::error("card::attribute", message);
                fault.span = self.span_of(Place::CardAttr(Kind::at(i), name));
                found.push(fault);
                T::default()
            }),
        });
        let values = values.collect();
        self.diagnostics.append(&mut found);
        values
    }
}

/// An attribute for reading: its name, with its value where that says more than that it is there.
fn in_words(name: &str, node: &Node) -> Option<String> {
    match &node.kind {
        ttr_source::Value::Bool(is) => is.then(|| name.to_owned()),
        ttr_source::Value::Int(n) => Some(format!("{name} {n}")),
        ttr_source::Value::Str(text) => Some(format!("{name} {text}")),
        _ => Some(name.to_owned()),
    }
}

fn board_of(map: &MapSource) -> Board {
    let mut colours: Vec<String> = map.routes.iter().filter_map(|r| r.colour.clone()).collect();
    colours.sort_unstable();
    colours.dedup();
    let mut cities: Vec<City> = map
        .cities
        .iter()
        .map(|c| City {
            name: c.name.clone(),
            names: c.names.iter().map(|(k, v)| (k.clone(), v.clone())).collect(),
            at: c.at,
            junction: c.junction,
            routes: Vec::new(),
            attributes: Vec::new(),
        })
        .collect();
    let mut groups = vec![Vec::new(); map.groups];
    let ends = |r: &ttr_source::Route| [r.ends[0].min(r.ends[1]), r.ends[0].max(r.ends[1])];
    let mut tracks: HashMap<[usize; 2], u16> = HashMap::new();
    let mut routes = Vec::with_capacity(map.routes.len());
    for (i, r) in map.routes.iter().enumerate() {
        let track = tracks.entry(ends(r)).and_modify(|n| *n += 1).or_insert(1);
        let id = RouteId::at(i);
        for end in r.ends {
            cities[end].routes.push(id);
        }
        if let Some(group) = r.group {
            groups[group].push(id);
        }
        let colour = r.colour.as_ref().and_then(|c| colours.binary_search(c).ok()).map(ColourId::at);
        routes.push(Route {
            ends: r.ends.map(CityId::at),
            length: r.length.min(u16::from(u8::MAX)) as u8,
            colour,
            group: r.group.map(GroupId::at),
            track: *track,
            parallel: false,
            attributes: Vec::new(),
        });
    }
    for (route, r) in routes.iter_mut().zip(&map.routes) {
        route.parallel = tracks[&ends(r)] > 1;
    }
    let mut copies: HashMap<&[usize], u16> = HashMap::new();
    let tickets = map
        .tickets
        .iter()
        .map(|t| Ticket {
            cities: t.cities.iter().copied().map(CityId::at).collect(),
            points: t.points.unwrap_or_default(),
            has_points: t.points.is_some(),
            deck: t.deck.clone(),
            copy: *copies.entry(&t.cities).and_modify(|n| *n += 1).or_insert(1),
            goal: 0,
        })
        .collect();
    let display = map.display.iter().map(|(key, display)| (key.clone(), display.name.clone())).collect();
    Board { name: map.name.clone(), cities, routes, groups, tickets, colours, display }
}

impl Draft {
    pub(super) fn new(rule_set: &RuleSetSource, map: MapSource, settings: Settings, source: &GameSource) -> Self {
        let board = board_of(&map);
        let players = source.seats.len();
        let empty = State {
            bags: Vec::new(),
            kinds: 0,
            regs: Vec::new(),
            routes: Vec::new(),
            tickets: Vec::new(),
            piles: Vec::new(),
            lying: Vec::new(),
            sets: Vec::new(),
            open: Vec::new(),
            frames: arrayvec::ArrayVec::new(),
            sealed: Vec::new(),
            below: Vec::new(),
            clock: Clock::default(),
            due: Due::ALL,
            watch: Watch::default(),
        };
        let messages = core_messages::ALL.iter();
        let messages = messages.map(|(n, t)| Template { name: (*n).to_owned(), text: (*t).to_owned() }).collect();
        let decision = |name: &str, text: MsgId| Decision {
            name: name.to_owned(),
            module: CORE,
            text,
            sealed: false,
            lines: Vec::new(),
            fallbacks: Vec::new(),
        };
        let tickets = board.tickets.len();
        let heard = vec![0; board.routes.len().div_ceil(64)];
        let rules = Rules {
            about: About {
                rule_set: rule_set.id.clone(),
                overrides: source.set.clone(),
                players,
                sides: (0..players).map(SideId::at).collect(),
                side_count: players,
                seat_names: source.seats.clone(),
                ..About::default()
            },
            board,
            material: Material::default(),
            costs: Costs::default(),
            play: Play {
                decisions: vec![
                    decision("core/setup", core_messages::SETUP),
                    decision("core/turn", core_messages::TURN),
                    decision("core/claim", core_messages::CLAIM),
                ],
                ends: vec![("core/too-many-turns".to_owned(), core_messages::TOO_MANY_TURNS)],
                ..Play::default()
            },
            claims: Claims { heard, ..Claims::default() },
            networks: Networks::default(),
            scoring: Scoring::default(),
            words: Words { messages, ..Words::default() },
            initial: empty,
        };
        Self {
            rules,
            module: CORE,
            seams: Vec::new(),
            diagnostics: Vec::new(),
            services: HashMap::new(),
            initial_regs: Vec::new(),
            reg_len: 0,
            ticket_start: vec![None; tickets],
            side_zones: Vec::new(),
            side_zones_by: None,
            sides_by: None,
            kind_places: Vec::new(),
            goal_of: vec![None; tickets],
            terms: Vec::new(),
            costs: Vec::new(),
            row_limits: Vec::new(),
            ties: None,
            lints: Vec::new(),
            own_rules: true,
            precedence: Precedence::ById,
            ids: settings.iter().map(|_| "").collect(),
            settings,
            map,
        }
    }

    pub(super) fn install(
        mut self,
        mut modules: BTreeMap<&'static str, ReadModule>,
        order: &Order,
        silent: &[&'static str],
        registry: &Registry,
        lints: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Rules> {
        // Numbered by id: what runs first within a phase must not depend on who needs whom.
        self.ids = modules.keys().copied().collect();
        self.seams = vec![Vec::new(); self.ids.len()];
        let escrow = Installer { draft: &mut self }.zone("escrow", Holds::Cards, Vis::Public);
        self.rules.material.escrow = escrow;
        let out = Installer { draft: &mut self }.zone("tickets that nobody deals", Holds::Tickets, Vis::Nobody);
        for id in &order.ids {
            let Some(read) = modules.remove(id) else { continue };
            let before = self.diagnostics.len();
            self.module = ModuleId::at(self.ids.binary_search(id).unwrap_or_default());
            let manifest = registry.find_module(id)?.manifest.clone();
            self.rules.about.modules.push(ModuleInfo { manifest, params: read.params, seams: Vec::new() });
            working(*id, || (read.install)(&mut Installer { draft: &mut self }));
            if silent.contains(id) {
                self.diagnostics.truncate(before);
            }
        }
        self.module = CORE;
        self.check_cards(registry, silent);
        if order.complete {
            self.settle_goals();
            self.settle_ties(registry, silent);
            self.check_claims();
        }
        if silent.is_empty() {
            self.check_display();
        }
        if lints {
            self.run_lints(silent);
        }
        let sound = silent.is_empty() && self.diagnostics.iter().all(|d| d.severity != Severity::Error);
        if sound {
            self.lay_out(out);
            self.settle_costs();
            self.settle_terms();
        }
        let sound = sound && self.diagnostics.iter().all(|d| d.severity != Severity::Error);
        diagnostics.append(&mut self.diagnostics);
        if !sound {
            return None;
        }
        self.settle_prices();
        self.settle_menus();
        let mut rules = self.rules;
        rules.about.settings = self.settings;
        rules.about.modules.sort_by_key(|m| m.manifest.id);
        rules.words.fields.sort_by_key(|field| field.module);
        for (info, seams) in rules.about.modules.iter_mut().zip(self.seams) {
            info.seams = seams;
            info.seams.sort_by_key(|(seam, phase)| (*phase, *seam));
        }
        rules.find_most_pieces();
        rules.find_ending_routes();
        rules.find_open_routes();
        Some(rules)
    }

    /// More colours on the board than can be counted: without them no route could be told from another.
    pub(super) fn too_many_colours(&self) -> Option<Diagnostic> {
        let colours = self.rules.board.colours.len();
        let message = format!("the routes have {colours} colours; the engine counts {MAX_COLOURS}, those of cards too");
        let mut found = Diagnostic::error("limit::colours", message);
        found.span = self.map.routes.last().map(|route| route.colour_span);
        (colours > MAX_COLOURS).then_some(found)
    }

    /// Tells the first kind of card beyond those that can be counted.
    pub fn one_kind_too_many(&mut self, key: &str) {
        const CODE: &str = "limit::card-kinds";
        if !self.diagnostics.iter().any(|d| d.code == CODE) {
            let place = self.span_of(Place::Param(key));
            self.check_limit(MAX_CARD_KINDS + 1, MAX_CARD_KINDS, "kinds of cards", CODE, place);
        }
    }

    /// Tells the first of some things that is one too many, at the place where it is brought in.
    pub fn check_limit(&mut self, n: usize, most: usize, what: &str, code: &'static str, span: Option<Span>) {
        if n == most + 1 {
            let mut found = Diagnostic::error(code, format!("more than {most} {what}: the engine counts no further"));
            found.span = span.or(Some(Span::new(self.map.file, 0, 0)));
            self.diagnostics.push(found);
        }
    }
}
