//! From sources to rules: a map, a rule set and overrides, for a number of players. All faults are found in one go.

use crate::board::{Board, City, Route, Ticket};
use crate::chance::SeededChance;
use crate::cx::Cx;
use crate::event::{NoEvents, Sight};
use crate::ids::{CityId, ColourId, DecisionId, ModuleId, PieceId, PlayerSet, RouteId, SideId, ZoneId};
use crate::install::Installer;
use crate::limits::{MAX_CARD_KINDS, MAX_COLOURS, MAX_DECKS, MAX_PIECE_KINDS};
use crate::message::{MsgId, Template};
use crate::module::{AttrOn, NamedText, ParamFault, ReadModule, Registry};
use crate::payment::{Cost, KindInfo, Payer};
use crate::phase::Phase;
use crate::rules::{Decision, Depends, Holds, ModuleInfo, RouteTerms, Rules, Terms, Vis};
use crate::source::{
    Diagnostic, Known, MapSource, Node, RuleSetSource, RulesRef, Settings, Severity, Sources, Stack, Table,
    check_modules, nearest, parse_set, player_range, settle, sort,
};
use crate::state::{Clock, RouteState, State, TicketPlace};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap};

pub(crate) const SETUP: DecisionId = DecisionId(0);
pub(crate) const TURN: DecisionId = DecisionId(1);
pub(crate) const CLAIM: DecisionId = DecisionId(2);

/// What core itself says, by number.
pub(crate) mod core_messages {
    use crate::message::MsgId;

    pub const ALL: [(&str, &str); 15] = [
        ("core/setup", "the game is set up"),
        ("core/turn", "choose an action"),
        ("core/claim", "a claim is settled"),
        ("core/game-over", "the game is over"),
        ("core/not-yours", "it is for {who} to decide"),
        ("core/no-such-action", "there is no such action"),
        ("core/not-now", "{op} is not possible now: {decision}"),
        ("core/no-such-route", "there is no such route"),
        ("core/closed", "{route} can't be claimed"),
        ("core/too-few-pieces", "{n} {piece} are needed, {has} are left"),
        ("core/not-in-hand", "{cards}: there are not so many {kind} in hand"),
        ("core/too-little", "{cards}: more cards are needed"),
        ("core/superfluous", "{cards}: a {kind} card is superfluous"),
        ("core/unfit", "{cards}: these cards do not pay for it"),
        ("core/too-many-turns", "more turns than any game may have"),
    ];
    pub const TURN: MsgId = MsgId(1);
    pub const GAME_OVER: MsgId = MsgId(3);
    pub const NOT_YOURS: MsgId = MsgId(4);
    pub const NO_SUCH_ACTION: MsgId = MsgId(5);
    pub const NOT_NOW: MsgId = MsgId(6);
    pub const NO_SUCH_ROUTE: MsgId = MsgId(7);
    pub const CLOSED: MsgId = MsgId(8);
    pub const TOO_FEW_PIECES: MsgId = MsgId(9);
    pub const NOT_IN_HAND: MsgId = MsgId(10);
    pub const TOO_LITTLE: MsgId = MsgId(11);
    pub const SUPERFLUOUS: MsgId = MsgId(12);
    pub const UNFIT: MsgId = MsgId(13);
    pub const TOO_MANY_TURNS: MsgId = MsgId(14);
}

/// What a game is made from: texts, not files, so that a save can hold all of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSource {
    /// The map.
    pub map: NamedText,
    /// The rule set, where the map does not hold it.
    pub rule_set: Option<NamedText>,
    /// Overrides, as `KEY=VALUE`.
    pub set: Vec<String>,
    /// The players' names by seat.
    pub seats: Vec<String>,
}

impl GameSource {
    /// A map by its text, with the rule set that it names, for so many players.
    pub fn new(map_name: impl Into<String>, map_text: impl Into<String>, players: usize) -> Self {
        Self {
            map: NamedText { name: map_name.into(), text: map_text.into() },
            rule_set: None,
            set: Vec::new(),
            seats: (1..=players).map(|n| format!("player {n}")).collect(),
        }
    }

    /// With a rule set by its text.
    #[must_use]
    pub fn with_rules(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.rule_set = Some(NamedText { name: name.into(), text: text.into() });
        self
    }

    /// With an override, `KEY=VALUE`.
    #[must_use]
    pub fn with_set(mut self, set: impl Into<String>) -> Self {
        self.set.push(set.into());
        self
    }

    /// What rule set the map asks for, if it can be read: a name or a path that is still to be looked up.
    pub fn rules_asked_for(&self) -> Option<RulesRef> {
        let mut sources = Sources::new();
        let file = sources.add(&self.map.name, &self.map.text);
        MapSource::load(&sources, file).0.rules
    }
}

/// Rules, and what is worth knowing about their sources.
#[derive(Debug)]
pub struct Compiled {
    /// The rules.
    pub rules: Rules,
    /// Warnings and information.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that the diagnostics speak of.
    pub sources: Sources,
}

/// Sources that can't be made into rules.
#[derive(Debug)]
pub struct Failed {
    /// All faults that were found, and the warnings too.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that they speak of.
    pub sources: Sources,
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lines: Vec<String> = self.diagnostics.iter().map(|d| self.sources.short(d)).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Failed {}

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
    pub sides_by: Option<ModuleId>,
    /// By which module a kind of card was registered, and under which key.
    pub kind_places: Vec<(ModuleId, String)>,
    pub goal_of: Vec<Option<(u8, ModuleId)>>,
    pub terms: Vec<(Phase, ModuleId, TermsFn)>,
    pub ties: Option<(ModuleId, String, Vec<String>)>,
    ids: Vec<&'static str>,
    settings: Settings,
    map: MapSource,
}

impl Draft {
    pub fn module_id(&self) -> &'static str {
        self.ids.get(self.module.index()).copied().unwrap_or("core")
    }

    /// Two modules want what only one can have.
    pub fn exclusive(&mut self, what: &str, one: ModuleId, other: ModuleId) {
        let name = |m: ModuleId| self.ids.get(m.index()).copied().unwrap_or("core");
        let span = |m: ModuleId| self.settings.get(name(m)).map(|s| s.key_span);
        let (a, b) = (name(one), name(other));
        let mut found = Diagnostic::error("module::exclusive", format!("`{a}` and `{b}` both decide {what}"));
        found.span = span(other);
        if let Some(span) = span(one) {
            found = found.also(span, format!("`{a}` decides it here"));
        }
        self.diagnostics.push(found.help("take one of the two out, as in `NAME = false`"));
    }

    /// A parameter whose value can't be used, at its place and with its layer.
    pub fn param_fault(&self, module: ModuleId, fault: &ParamFault) -> Diagnostic {
        let id = self.ids.get(module.index()).copied().unwrap_or("core");
        param_fault(&self.settings, id, fault)
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
        values
    }

    fn read_card_attr<T: DeserializeOwned + Default>(&mut self, name: &str) -> Vec<T> {
        let mut found = Vec::new();
        let values = self.rules.kinds.iter().map(|kind| match kind.attrs.get(name) {
            None => T::default(),
            Some(json) => serde_json::from_value(json.clone()).unwrap_or_else(|e| {
                found.push(Diagnostic::error("card::attribute", format!("card kind {}: `{name}`: {e}", kind.name)));
                T::default()
            }),
        });
        let values = values.collect();
        self.diagnostics.append(&mut found);
        values
    }

    /// Something wrong with a route of the map, at its colour.
    pub fn at_route_colour(&self, route: RouteId, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.at(self.map.routes[route.index()].colour_span)
    }

    /// Something wrong with a route of the map.
    pub fn at_route(&self, route: RouteId, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.at(self.map.routes[route.index()].span)
    }
}

fn param_fault(settings: &Settings, id: &str, fault: &ParamFault) -> Diagnostic {
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

/// Makes rules.
///
/// # Errors
/// With everything that is wrong with the sources.
pub fn compile(registry: &Registry, source: &GameSource) -> Result<Compiled, Failed> {
    let mut sources = Sources::new();
    let mut diagnostics = Vec::new();
    let rules = compile_into(registry, source, &mut sources, &mut diagnostics);
    sort(&mut diagnostics);
    match rules {
        Some(rules) if diagnostics.iter().all(|d| d.severity != Severity::Error) => {
            Ok(Compiled { rules, diagnostics, sources })
        }
        _ => Err(Failed { diagnostics, sources }),
    }
}

fn compile_into(
    registry: &Registry,
    source: &GameSource,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Rules> {
    let file = sources.add(&source.map.name, &source.map.text);
    let (map, found) = MapSource::load(sources, file);
    diagnostics.extend(found);
    let (rule_set, own_rules) = find_rule_set(registry, source, &map, sources, diagnostics)?;
    let mut overrides = Vec::new();
    for text in &source.set {
        match parse_set(sources, text) {
            Ok(node) => overrides.push(node),
            Err(fault) => diagnostics.push(*fault),
        }
    }
    let module_ids: Vec<&str> = registry.modules().map(|m| m.manifest.id).collect();
    let rule_set_names: Vec<&str> = registry.rule_sets().map(|(name, _)| name).collect();
    let known = Known { modules: &module_ids, rule_sets: &rule_set_names };
    let stack = Stack { rule_set: &rule_set, map: Some(&map), command_line: &overrides };
    diagnostics.extend(check_modules(&stack, &known));
    let players = source.seats.len();
    match player_range(&rule_set.players, &map.players) {
        Err(fault) => {
            diagnostics.push(*fault);
            return None;
        }
        Ok(range) => {
            let (min, max) = range.unwrap_or((1, crate::limits::MAX_PLAYERS as u8));
            if !(usize::from(min)..=usize::from(max)).contains(&players) {
                let message = format!("{players} players, but {min} to {max} can play {}", map.name);
                let mut found = Diagnostic::error("players::seats", message);
                found.span = map.players.span.or(rule_set.players.span);
                diagnostics.push(found);
                return None;
            }
        }
    }
    if let Some(twice) = source.seats.iter().enumerate().find(|(i, name)| source.seats[..*i].contains(name)) {
        let message = format!("two players are named {:?}; give each a name of its own", twice.1);
        diagnostics.push(Diagnostic::error("players::same-name", message));
        return None;
    }
    let settings = settle(&stack, &known, players as u8);
    let modules = read_modules(registry, &settings, diagnostics);
    check_attributes(registry, &settings, &map, own_rules, diagnostics);
    let order = install_order(registry, &settings, diagnostics)?;
    if map.cities.is_empty() || map.routes.is_empty() {
        return None;
    }
    // Modules are installed even when something is wrong already, so that all faults are told at once; but not
    // without parameters that can be read.
    let modules = modules?;
    let draft = Draft::new(&rule_set, map, settings, source);
    draft.install(modules, &order, registry, diagnostics)
}

fn find_rule_set(
    registry: &Registry,
    source: &GameSource,
    map: &MapSource,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(RuleSetSource, bool)> {
    let asked_for = match &map.rules {
        Some(RulesRef::Named(name, _)) => Some(name.as_str()),
        Some(RulesRef::Path(path, _)) => Some(path.as_str()),
        _ => None,
    };
    let (name, text) = match (&source.rule_set, &map.rules) {
        (Some(given), _) => (given.name.as_str(), given.text.as_str()),
        (None, Some(RulesRef::Inline(node))) => {
            let (rule_set, found) = RuleSetSource::inline(node);
            diagnostics.extend(found);
            return Some((rule_set, true));
        }
        (None, Some(RulesRef::Named(name, span))) => match registry.find_rule_set(name) {
            Some(text) => (name.as_str(), text),
            None => {
                let mut found =
                    Diagnostic::error("map::unknown-rules", format!("no rule set is named {name:?}")).at(*span);
                if let Some(near) = nearest(name, registry.rule_sets().map(|(n, _)| n)) {
                    found = found.suggest(*span, crate::source::toml_text(near));
                }
                let names: Vec<&str> = registry.rule_sets().map(|(n, _)| n).collect();
                diagnostics.push(found.help(format!("known are: {}", names.join(", "))));
                return None;
            }
        },
        (None, Some(RulesRef::Path(path, span))) => {
            let message = format!("the rule set file {path:?} was not read");
            diagnostics.push(Diagnostic::error("map::unknown-rules", message).at(*span));
            return None;
        }
        (None, None) => {
            let message = "the map names no rule set";
            let found = Diagnostic::error("map::unknown-rules", message);
            diagnostics.push(found.help("add `rules = \"...\"` with the name of a rule set, or choose one"));
            return None;
        }
    };
    // A file goes by its path, so that a place in it can be opened.
    let title = if name.ends_with(".toml") { name.to_owned() } else { format!("rule set {name}") };
    let file = sources.add(title, text);
    let (rule_set, found) = RuleSetSource::load(sources, file, name);
    diagnostics.extend(found);
    Some((rule_set, asked_for == Some(name)))
}

fn read_modules(
    registry: &Registry,
    settings: &Settings,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<BTreeMap<&'static str, ReadModule>> {
    let mut modules = BTreeMap::new();
    let mut complete = true;
    for (id, _) in settings.iter() {
        // Unknown ids were told by the check of the layers.
        let Some(entry) = registry.find_module(id) else {
            complete = false;
            continue;
        };
        let (read, found) = entry.read(settings);
        // What could not be read is left out of the parameters: to go on with the rest would only tell of what follows.
        let sound = found.iter().all(|d| d.severity != Severity::Error);
        diagnostics.extend(found);
        match read.filter(|_| sound) {
            Some(read) => {
                diagnostics.extend(read.faults.iter().map(|f| param_fault(settings, id, f)));
                complete &= read.faults.is_empty();
                modules.insert(entry.manifest.id, read);
            }
            None => complete = false,
        }
    }
    complete.then_some(modules)
}

/// Tells attributes that no module of the game owns, and which would.
fn check_attributes(
    registry: &Registry,
    settings: &Settings,
    map: &MapSource,
    own_rules: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut told: Vec<(AttrOn, String)> = Vec::new();
    let places = (map.cities.iter().map(|c| (AttrOn::City, &c.attrs)))
        .chain(map.routes.iter().map(|r| (AttrOn::Route, &r.attrs)))
        .chain(map.tickets.iter().map(|t| (AttrOn::Ticket, &t.attrs)));
    for (on, attrs) in places {
        for entry in attrs {
            let owns = |m: &&crate::module::ModuleEntry| {
                m.manifest.attributes.iter().any(|a| a.on == on && a.name == entry.key)
            };
            let owner = registry.modules().find(owns).map(|m| m.manifest.id);
            if owner.is_some_and(|id| settings.get(id).is_some()) {
                continue;
            }
            // One line per attribute would bury everything else.
            if told.contains(&(on, entry.key.clone())) && owner.is_some() {
                continue;
            }
            told.push((on, entry.key.clone()));
            let what = match on {
                AttrOn::City => "cities",
                AttrOn::Route => "routes",
                AttrOn::Ticket => "tickets",
                AttrOn::Card => "cards",
            };
            let message = format!("no module of this rule set knows `{}` on {what}", entry.key);
            let severity = if owner.is_some() && !own_rules { Severity::Warning } else { Severity::Error };
            let mut found = Diagnostic::new(severity, "map::unowned-attribute", message).at(entry.key_span);
            found = match owner {
                Some(id) => {
                    found.help(format!("the module `{id}` would own it: add `[{id}]` to the rule set or `[set]`"))
                }
                None => {
                    let names = registry.modules().flat_map(|m| m.manifest.attributes.iter());
                    let names: Vec<&str> = names.filter(|a| a.on == on).map(|a| a.name).collect();
                    let fields: &[&str] = match on {
                        AttrOn::City => crate::source::CITY_KEYS,
                        AttrOn::Route => crate::source::ROUTE_KEYS,
                        _ => crate::source::TICKET_KEYS,
                    };
                    match nearest(&entry.key, names.into_iter().chain(fields.iter().copied())) {
                        Some(near) => found.suggest(entry.key_span, near),
                        None => found,
                    }
                }
            };
            diagnostics.push(found);
        }
    }
}

/// Modules in the order in which they are installed: those that are required first, else by id.
fn install_order(
    registry: &Registry,
    settings: &Settings,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<&'static str>> {
    let manifests: Vec<_> = settings.iter().filter_map(|(id, s)| Some((registry.find_module(id)?, s))).collect();
    let mut sound = true;
    for (entry, setting) in &manifests {
        let id = entry.manifest.id;
        for needed in &entry.manifest.requires {
            if settings.get(needed).is_none() {
                sound = false;
                let message = format!("`{id}` needs the module `{needed}`");
                let mut found = Diagnostic::error("module::missing", message).at(setting.key_span);
                found = match settings.removed(needed) {
                    Some((span, _)) => found.also(span, "taken out here"),
                    None => found.help(format!("add `[{needed}]` to the rule set")),
                };
                diagnostics.push(found);
            }
        }
        for other in &entry.manifest.conflicts {
            if let Some(there) = settings.get(other) {
                sound = false;
                let message = format!("`{id}` and `{other}` can't be in one game");
                let found = Diagnostic::error("module::conflict", message).at(setting.key_span);
                diagnostics.push(found.also(there.key_span, format!("`{other}` is here")));
            }
        }
    }
    if !sound {
        return None;
    }
    let mut order: Vec<&'static str> = Vec::new();
    while order.len() < manifests.len() {
        let ready = manifests
            .iter()
            .find(|(m, _)| !order.contains(&m.manifest.id) && m.manifest.requires.iter().all(|r| order.contains(r)));
        match ready {
            Some((entry, _)) => order.push(entry.manifest.id),
            None => {
                let stuck: Vec<_> = manifests.iter().filter(|(m, _)| !order.contains(&m.manifest.id)).collect();
                let names: Vec<String> = stuck.iter().map(|(m, _)| format!("`{}`", m.manifest.id)).collect();
                let message = format!("modules need each other in a circle: {}", names.join(", "));
                let mut found = Diagnostic::error("module::circle", message);
                for (i, (m, s)) in stuck.iter().enumerate() {
                    if i == 0 {
                        found = found.at(s.key_span);
                    } else {
                        found = found.also(s.key_span, format!("`{}` is here", m.manifest.id));
                    }
                }
                diagnostics.push(found);
                return None;
            }
        }
    }
    Some(order)
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
        })
        .collect();
    let mut groups = vec![Vec::new(); map.groups];
    let ends = |r: &crate::source::Route| [r.ends[0].min(r.ends[1]), r.ends[0].max(r.ends[1])];
    let mut tracks: HashMap<[CityId; 2], u16> = HashMap::new();
    let mut routes = Vec::with_capacity(map.routes.len());
    for (i, r) in map.routes.iter().enumerate() {
        let track = tracks.entry(ends(r)).and_modify(|n| *n += 1).or_insert(1);
        let id = RouteId::at(i);
        for end in r.ends {
            cities[end.index()].routes.push(id);
        }
        if let Some(group) = r.group {
            groups[group.index()].push(id);
        }
        let colour = r.colour.as_ref().and_then(|c| colours.binary_search(c).ok()).map(ColourId::at);
        routes.push(Route {
            ends: r.ends,
            length: r.length.min(u16::from(u8::MAX)) as u8,
            colour,
            group: r.group,
            track: *track,
            parallel: false,
        });
    }
    for (route, r) in routes.iter_mut().zip(&map.routes) {
        route.parallel = tracks[&ends(r)] > 1;
    }
    let mut copies: HashMap<&[CityId], u16> = HashMap::new();
    let tickets = map
        .tickets
        .iter()
        .map(|t| Ticket {
            cities: t.cities.clone(),
            points: t.points.unwrap_or_default(),
            has_points: t.points.is_some(),
            deck: t.deck.clone(),
            copy: *copies.entry(&t.cities).and_modify(|n| *n += 1).or_insert(1),
            goal: 0,
        })
        .collect();
    Board { name: map.name.clone(), cities, routes, groups, tickets, colours }
}

impl Draft {
    fn new(rule_set: &RuleSetSource, map: MapSource, settings: Settings, source: &GameSource) -> Self {
        let board = board_of(&map);
        let players = source.seats.len();
        let empty = State {
            cards: Vec::new(),
            regs: Vec::new(),
            routes: Vec::new(),
            tickets: Vec::new(),
            open: Vec::new(),
            frames: arrayvec::ArrayVec::new(),
            sealed: Vec::new(),
            clock: Clock::default(),
        };
        let messages = core_messages::ALL.iter();
        let messages = messages.map(|(n, t)| Template { name: (*n).to_owned(), text: (*t).to_owned() }).collect();
        let core = ModuleId(u8::MAX);
        let decision = |name: &str, text: u16| Decision {
            name: name.to_owned(),
            module: core,
            text: MsgId(text),
            sealed: false,
            offers: Vec::new(),
        };
        let tickets = board.tickets.len();
        let rules = Rules {
            rule_set: rule_set.id.clone(),
            overrides: source.set.clone(),
            players,
            sides: (0..players).map(SideId::at).collect(),
            side_count: players,
            seat_names: source.seats.clone(),
            board,
            modules: Vec::new(),
            kinds: Vec::new(),
            kind_info: Vec::new(),
            decks: Vec::new(),
            pieces: Vec::new(),
            zones: Vec::new(),
            regs: Vec::new(),
            streams: Vec::new(),
            escrow: ZoneId(0),
            purses: Vec::new(),
            goal_zones: Vec::new(),
            row_limits: Vec::new(),
            ops: Vec::new(),
            decisions: vec![
                decision("core/setup", 0),
                decision("core/turn", core_messages::TURN.0),
                decision("core/claim", 2),
            ],
            filters: Vec::new(),
            setup: Vec::new(),
            turn_start: Vec::new(),
            turn_end: Vec::new(),
            declared: Vec::new(),
            committed: Vec::new(),
            released: Vec::new(),
            turned: Vec::new(),
            eligibility: Vec::new(),
            asks_always: false,
            personal: Vec::new(),
            next: None,
            paints: false,
            route_terms: Vec::new(),
            terms: Vec::new(),
            payers: Vec::new(),
            network: Vec::new(),
            goals: Vec::new(),
            scores: Vec::new(),
            measures: Vec::new(),
            awards: Vec::new(),
            award_order: Vec::new(),
            ties: Vec::new(),
            ends: vec![("core/too-many-turns".to_owned(), core_messages::TOO_MANY_TURNS)],
            messages,
            initial: empty,
        };
        Self {
            rules,
            module: core,
            seams: Vec::new(),
            diagnostics: Vec::new(),
            services: HashMap::new(),
            initial_regs: Vec::new(),
            reg_len: 0,
            ticket_start: vec![None; tickets],
            side_zones: Vec::new(),
            sides_by: None,
            kind_places: Vec::new(),
            goal_of: vec![None; tickets],
            terms: Vec::new(),
            ties: None,
            ids: settings.iter().map(|_| "").collect(),
            settings,
            map,
        }
    }

    fn install(
        mut self,
        mut modules: BTreeMap<&'static str, ReadModule>,
        order: &[&'static str],
        registry: &Registry,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Rules> {
        // Numbered by id: what runs first within a phase must not depend on who needs whom.
        self.ids = modules.keys().copied().collect();
        self.seams = vec![Vec::new(); self.ids.len()];
        let escrow = Installer { draft: &mut self }.zone("escrow", Holds::Cards, Vis::Public);
        self.rules.escrow = escrow;
        let out = Installer { draft: &mut self }.zone("tickets that nobody deals", Holds::Tickets, Vis::Nobody);
        for id in order {
            let Some(read) = modules.remove(id) else { continue };
            self.module = ModuleId::at(self.ids.binary_search(id).unwrap_or_default());
            let manifest = registry.find_module(id)?.manifest.clone();
            self.rules.modules.push(ModuleInfo { manifest, params: read.params, seams: Vec::new() });
            (read.install)(&mut Installer { draft: &mut self });
        }
        self.module = ModuleId(u8::MAX);
        self.check_limits();
        self.check_cards(registry);
        self.settle_goals();
        self.settle_ties(registry);
        let sound = self.diagnostics.iter().all(|d| d.severity != Severity::Error);
        if sound {
            self.lay_out(out);
            self.settle_terms();
        }
        let sound = self.diagnostics.iter().all(|d| d.severity != Severity::Error);
        diagnostics.append(&mut self.diagnostics);
        if !sound {
            return None;
        }
        let mut rules = self.rules;
        rules.modules.sort_by_key(|m| m.manifest.id);
        for (info, seams) in rules.modules.iter_mut().zip(self.seams) {
            info.seams = seams;
            info.seams.sort_by_key(|(seam, phase)| (*phase, *seam));
        }
        rules.find_open_routes();
        Some(rules)
    }

    fn check_limits(&mut self) {
        let rules = &self.rules;
        let mut told = Vec::new();
        let mut check = |n: usize, most: usize, what: &str, code: &'static str| {
            if n > most {
                told.push(Diagnostic::error(code, format!("{n} {what}, but the engine counts {most} at most")));
            }
        };
        check(rules.kinds.len(), MAX_CARD_KINDS, "kinds of cards", "limit::card-kinds");
        check(rules.board.colours.len(), MAX_COLOURS, "colours", "limit::colours");
        check(rules.pieces.len(), MAX_PIECE_KINDS, "kinds of pieces", "limit::piece-kinds");
        check(rules.decks.len(), MAX_DECKS, "decks", "limit::decks");
        self.diagnostics.append(&mut told);
    }

    /// Every attribute of a card kind must be some module's.
    fn check_cards(&mut self, registry: &Registry) {
        for kind in self.rules.kinds.iter().enumerate() {
            for name in kind.1.attrs.keys() {
                let owns = |id: &str| {
                    let entry = registry.find_module(id);
                    entry.is_some_and(|m| m.manifest.attributes.iter().any(|a| a.on == AttrOn::Card && a.name == name))
                };
                if self.ids.iter().any(|id| owns(id)) {
                    continue;
                }
                let (module, key) = &self.kind_places[kind.0];
                let kind = &kind.1.name;
                let mut found = self.param_fault(*module, &ParamFault::new(format!("{key}.{name}"), ""));
                found.code = "card::unowned-attribute";
                found.message = format!("no module of this game knows `{name}` on the card kind {kind}");
                let names = registry.modules().flat_map(|m| m.manifest.attributes.iter());
                let names = names.filter(|a| a.on == AttrOn::Card).map(|a| a.name);
                if let Some(near) = nearest(name, names) {
                    found = found.help(format!("did you mean `{near}`?"));
                }
                if let Some(id) = registry.modules().map(|m| m.manifest.id).find(|id| owns(id)) {
                    found = found.help(format!("the module `{id}` would own it"));
                }
                self.diagnostics.push(found);
            }
        }
    }

    fn settle_goals(&mut self) {
        if self.rules.goals.is_empty() {
            return;
        }
        for (i, goal) in self.goal_of.iter().enumerate() {
            match goal {
                Some((goal, _)) => self.rules.board.tickets[i].goal = *goal,
                None => {
                    let ticket = &self.rules.board.tickets[i];
                    let points = if ticket.has_points { "`points`" } else { "no `points`" };
                    let n = ticket.cities.len();
                    let message = format!("no module of this game knows a ticket of {n} cities with {points}");
                    let found = Diagnostic::error("ticket::unknown-goal", message);
                    self.diagnostics.push(found.at(self.map.tickets[i].span));
                }
            }
        }
    }

    fn settle_ties(&mut self, registry: &Registry) {
        let Some((module, key, names)) = self.ties.take() else { return };
        for name in names {
            // A module that was taken out takes its measures with it.
            let owner = registry.modules().find(|m| m.manifest.measures.contains(&name.as_str()));
            if let Some(owner) = owner.filter(|m| !self.ids.contains(&m.manifest.id)) {
                let id = owner.manifest.id;
                let mut found = self.param_fault(module, &ParamFault::new(&*key, ""));
                (found.severity, found.code) = (Severity::Warning, "ties::absent");
                found.message = format!("{name:?} breaks no tie: the module `{id}` is not in the game");
                self.diagnostics.push(found);
                continue;
            }
            match self.rules.measures.iter().position(|m| m.name == name) {
                Some(at) => self.rules.ties.push(at),
                None => {
                    let known: Vec<&str> = self.rules.measures.iter().map(|m| m.name.as_str()).collect();
                    let near = nearest(&name, known.iter().copied());
                    let known = known.join(", ");
                    let hint = near.map_or_else(String::new, |n| format!("; did you mean {n:?}?"));
                    let message = format!("names {name:?}, but the measures of this game are {known}{hint}");
                    let found = self.param_fault(module, &ParamFault::new(&*key, message));
                    self.diagnostics.push(found);
                }
            }
        }
    }

    /// Where everything lies in the state, and how it lies at the start.
    fn lay_out(&mut self, nowhere: ZoneId) {
        let rules = &mut self.rules;
        let kinds = rules.kinds.len();
        rules.kind_info = rules.kinds.iter().map(|k| KindInfo { colour: k.colour, units: k.units.max(1) }).collect();
        for zone in &self.side_zones {
            if let Some(owner) = rules.zones[zone.index()].owner {
                rules.zones[zone.index()].sight = Sight::Some(rules.members(rules.side_of(owner)));
            }
        }
        let mut len = 0;
        for zone in rules.zones.iter_mut().filter(|z| z.holds == Holds::Cards) {
            zone.offset = len;
            len += kinds;
            if zone.sight != Sight::All && !zone.shuffled {
                zone.known = Some(len);
                len += kinds;
            }
        }
        let st = &mut rules.initial;
        st.cards = vec![0; len];
        for deck in &rules.decks {
            for kind in deck.kinds.iter() {
                st.cards[rules.zones[deck.draw.index()].offset + kind.index()] = rules.kinds[kind.index()].count;
            }
        }
        st.regs = vec![0; self.reg_len];
        for &(slot, value) in &self.initial_regs {
            st.regs[slot] = value;
        }
        let route_state = |r: &Route| RouteState { colour: r.colour.map_or(u8::MAX, |c| c.0), ..RouteState::default() };
        st.routes = rules.board.routes.iter().map(route_state).collect();
        let place = |z: &Option<ZoneId>| TicketPlace { zone: z.unwrap_or(nowhere), pos: 0, seen: PlayerSet::NONE };
        st.tickets = self.ticket_start.iter().map(place).collect();

        rules.filters.sort_by_key(|r| (r.phase, r.module));
        rules.setup.sort_by_key(|r| (r.phase, r.module));
        rules.turn_start.sort_by_key(|r| (r.phase, r.module));
        rules.turn_end.sort_by_key(|r| (r.phase, r.module));
        rules.declared.sort_by_key(|r| (r.phase, r.module));
        rules.committed.sort_by_key(|r| (r.phase, r.module));
        rules.released.sort_by_key(|r| (r.phase, r.module));
        rules.turned.sort_by_key(|r| (r.phase, r.module));
        rules.personal.sort_by_key(|r| (r.phase, r.module));
        rules.network.sort_by_key(|(_, r)| (r.phase, r.module));
        rules.scores.sort_by_key(|r| (r.phase, r.module));
        rules.eligibility.sort_by_key(|e| e.module);
        rules.asks_always = rules.eligibility.iter().any(|e| e.depends == Depends::OnAnything);
        rules.award_order = (0..rules.awards.len()).collect();
        let awards = &rules.awards;
        rules.award_order.sort_by_key(|i| (awards[*i].phase, awards[*i].module));
        for decision in &mut rules.decisions {
            decision.offers.sort_by_key(|o| o.module);
        }
        self.terms.sort_by_key(|(phase, module, _)| (*phase, *module));
    }

    /// Folds what the map says of every route into tables: its terms, and a solver for each distinct cost.
    fn settle_terms(&mut self) {
        let rules = &mut self.rules;
        let colours: Vec<Option<Option<ColourId>>> = if rules.paints {
            (0..rules.board.colours.len()).map(|c| Some(Some(ColourId::at(c)))).chain([Some(None)]).collect()
        } else {
            vec![None]
        };
        let mut known_terms: HashMap<Terms, u16> = HashMap::new();
        let mut known_costs: HashMap<Cost, u16> = HashMap::new();
        for route in rules.board.route_ids() {
            for colour in &colours {
                let colour = colour.unwrap_or(rules.board.route(route).colour);
                let mut terms = Terms {
                    cost: Cost::free(),
                    piece: PieceId(0),
                    pieces: 0,
                    aside: 0,
                    public: false,
                    closed: rules.pieces.is_empty(),
                };
                for (_, _, change) in &self.terms {
                    change(&rules.board, route, colour, &mut terms);
                }
                let payer = match known_costs.get(&terms.cost) {
                    Some(at) => *at,
                    None => match Payer::new(&terms.cost, &rules.kind_info) {
                        Ok(payer) => {
                            let at = rules.payers.len() as u16;
                            known_costs.insert(terms.cost.clone(), at);
                            rules.payers.push(payer);
                            at
                        }
                        Err(e) => {
                            let found = Diagnostic::error("route::cost", format!("this route has {e}"));
                            self.diagnostics.push(found.at(self.map.routes[route.index()].span));
                            return;
                        }
                    },
                };
                let (piece, public, closed) = (terms.piece, terms.public, terms.closed);
                let pieces = u16::from(terms.pieces) + u16::from(terms.aside);
                let at = *known_terms.entry(terms.clone()).or_insert_with(|| {
                    rules.terms.push(terms);
                    (rules.terms.len() - 1) as u16
                });
                rules.route_terms.push(RouteTerms { terms: at, payer, piece, pieces, public, closed });
            }
        }
    }
}

impl Rules {
    /// Which routes are open to whom at the start.
    fn find_open_routes(&mut self) {
        let words = self.open_words();
        self.initial.open = vec![0; words * self.players];
        let mut st = self.initial.clone();
        let (mut chance, mut sink) = (SeededChance::new(0), NoEvents);
        let mut cx = Cx {
            rules: self,
            st: &mut st,
            chance: &mut chance,
            sink: &mut sink,
            wants: false,
            module: ModuleId(u8::MAX),
            phase: Phase::Seats,
            barrier: false,
            fault: None,
        };
        for route in self.board.route_ids() {
            let closed = |colour| self.terms[self.route_terms[self.terms_at(route, colour)].terms as usize].closed;
            if !self.paints && closed(None) {
                continue;
            }
            cx.board_changed(route);
        }
        self.initial = st;
    }
}
