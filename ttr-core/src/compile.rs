//! From sources to rules: a map, a rule set and overrides, for a number of players. All faults are found in one go.

mod places;

pub use places::{Lint, Place};

use crate::board::{Board, City, Route, Ticket};
use crate::chance::SeededChance;
use crate::cx::Cx;
use crate::event::{NoEvents, Sight};
use crate::ids::{CityId, ColourId, DecisionId, Kind, ModuleId, PieceId, PlayerSet, RouteId, SideId, ZoneId};
use crate::install::Installer;
use crate::limits::{MAX_CARD_KINDS, MAX_COLOURS, MAX_PLAYERS};
use crate::message::{MsgId, Template};
use crate::module::{AttrOn, NamedText, ParamFault, ReadModule, Registry};
use crate::payment::{Cost, KindInfo, Payer};
use crate::phase::Phase;
use crate::rules::{ArgKind, Decision, Depends, Holds, ModuleInfo, RouteTerms, Rules, Terms, Vis};
use crate::source::{
    Applicability, Diagnostic, FileId, Known, Levels, MapSource, Near, Node, Players, RuleSetSource, RulesRef,
    Settings, Severity, Sources, Span, Stack, Table, check_modules, near, nearest, parse_set, player_range, settle,
    shown, sort, toml_key,
};
use crate::state::{Clock, RouteState, State, TicketPlace};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap, hash_map};

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
    pub sides_by: Option<ModuleId>,
    /// By which module a kind of card was registered, and under which key.
    pub kind_places: Vec<(ModuleId, String)>,
    pub goal_of: Vec<Option<(u8, ModuleId)>>,
    pub terms: Vec<(Phase, ModuleId, TermsFn)>,
    /// Costs that modules have registered, with the parameter that each comes from.
    pub costs: Vec<(ModuleId, String, Cost)>,
    pub ties: Option<(ModuleId, String, Vec<String>)>,
    pub lints: Vec<(ModuleId, LintFn)>,
    /// Whether the map was made for the rule set.
    pub own_rules: bool,
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
        let values = self.rules.kinds.iter().enumerate().map(|(i, kind)| match kind.attrs.get(name) {
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
        crate::source::Value::Bool(is) => is.then(|| name.to_owned()),
        crate::source::Value::Int(n) => Some(format!("{name} {n}")),
        crate::source::Value::Str(text) => Some(format!("{name} {text}")),
        _ => Some(name.to_owned()),
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

/// The texts of a game as they were read: the same for any number of players.
pub(crate) struct Loaded {
    pub map: MapSource,
    pub rule_set: Option<RuleSetSource>,
    /// Whether the rule set is the one that the map asks for.
    own_rules: bool,
    overrides: Vec<Node>,
    /// How loud the map wants findings to be.
    pub levels: Levels,
}

impl Loaded {
    /// Reads the texts, with all that is wrong with them for whoever plays.
    pub fn read(
        registry: &Registry,
        source: &GameSource,
        sources: &mut Sources,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let file = sources.add(&source.map.name, &source.map.text);
        let (map, found) = MapSource::load(sources, file);
        diagnostics.extend(found.into_iter().map(|d| outside_set(registry, &map, d)));
        let (levels, found) = Levels::read(&map.lints, registry.codes());
        diagnostics.extend(found);
        let rule_set = find_rule_set(registry, source, &map, sources, diagnostics);
        let (rule_set, own_rules) = rule_set.map_or((None, false), |(rules, own)| (Some(rules), own));
        let mut overrides = Vec::new();
        for text in &source.set {
            match parse_set(sources, text) {
                Ok(node) => overrides.push(node),
                Err(fault) => diagnostics.push(*fault),
            }
        }
        let loaded = Self { map, rule_set, own_rules, overrides, levels };
        // Without a rule set, the names under [set] can be checked all the same.
        let none = RuleSetSource::default();
        let rule_set = loaded.rule_set.as_ref().unwrap_or(&none);
        let stack = Stack { rule_set, map: Some(&loaded.map), command_line: &loaded.overrides };
        with_known(registry, |known| diagnostics.extend(check_modules(&stack, known)));
        loaded
    }

    /// The layers of parameters, if there is a rule set.
    fn stack<T>(&self, registry: &Registry, with: impl FnOnce(&Stack<'_>, &Known<'_>) -> T) -> Option<T> {
        let rule_set = self.rule_set.as_ref()?;
        let stack = Stack { rule_set, map: Some(&self.map), command_line: &self.overrides };
        Some(with_known(registry, |known| with(&stack, known)))
    }

    /// The least and the most players.
    pub fn range(&self) -> Result<(u8, u8), Box<Diagnostic>> {
        let none = Players::default();
        let range = player_range(self.rule_set.as_ref().map_or(&none, |rules| &rules.players), &self.map.players)?;
        Ok(range.unwrap_or((1, MAX_PLAYERS as u8)))
    }

    /// Makes the rules for these players, with `lints` also looking for what was surely not meant.
    pub fn rules(
        &self,
        registry: &Registry,
        source: &GameSource,
        lints: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Rules> {
        let settings = self.stack(registry, |stack, known| settle(stack, known, source.seats.len() as u8))?;
        let modules = read_modules(registry, &settings, diagnostics);
        check_attributes(registry, &settings, &self.map, self.own_rules, diagnostics);
        let mut map = self.map.clone();
        if !self.own_rules {
            leave_out_tickets(registry, &settings, &mut map, diagnostics);
        }
        let order = install_order(registry, &settings, diagnostics);
        if self.map.cities.is_empty() || self.map.routes.is_empty() || self.map.overfull {
            return None;
        }
        let silent = silenced(registry, &modules, &order);
        let mut draft = Draft::new(self.rule_set.as_ref()?, map, settings, source);
        draft.own_rules = self.own_rules;
        if let Some(fault) = draft.too_many_colours() {
            diagnostics.push(fault);
            return None;
        }
        // Modules are installed even when something is wrong already, so that all faults are told at once.
        let rules = draft.install(modules, &order, &silent, registry, lints, diagnostics);
        if !self.own_rules {
            tell_once(diagnostics);
        }
        rules
    }
}

/// A rule set and overrides by themselves, without a map.
pub(crate) struct LoadedRules {
    pub rule_set: RuleSetSource,
    overrides: Vec<Node>,
}

impl LoadedRules {
    pub fn read(
        registry: &Registry,
        file: FileId,
        id: &str,
        set: &[String],
        sources: &mut Sources,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let (rule_set, found) = RuleSetSource::load(sources, file, id);
        diagnostics.extend(found);
        let mut overrides = Vec::new();
        for text in set {
            match parse_set(sources, text) {
                Ok(node) => overrides.push(node),
                Err(fault) => diagnostics.push(*fault),
            }
        }
        let loaded = Self { rule_set, overrides };
        loaded.stack(registry, |stack, known| diagnostics.extend(check_modules(stack, known)));
        loaded
    }

    fn stack<T>(&self, registry: &Registry, with: impl FnOnce(&Stack<'_>, &Known<'_>) -> T) -> T {
        with_known(registry, |known| {
            with(&Stack { rule_set: &self.rule_set, map: None, command_line: &self.overrides }, known)
        })
    }

    /// Reads the parameters of all modules for a number of players, and looks whether the modules go together.
    pub fn modules(&self, registry: &Registry, players: u8, diagnostics: &mut Vec<Diagnostic>) {
        let settings = self.stack(registry, |stack, known| settle(stack, known, players));
        read_modules(registry, &settings, diagnostics);
        install_order(registry, &settings, diagnostics);
    }
}

fn with_known<T>(registry: &Registry, with: impl FnOnce(&Known<'_>) -> T) -> T {
    let modules: Vec<&str> = registry.modules().map(|m| m.manifest.id).collect();
    let rule_sets: Vec<&str> = registry.rule_sets().map(|(name, _)| name).collect();
    with(&Known { modules: &modules, rule_sets: &rule_sets })
}

/// A key that maps do not have, told as what it is if it is a module's.
fn outside_set(registry: &Registry, map: &MapSource, found: Diagnostic) -> Diagnostic {
    let key = map.unknown.iter().find(|(_, span)| found.span == Some(*span) && found.code == "map::unknown-key");
    let Some((id, span)) = key.filter(|(id, _)| registry.find_module(id).is_some()) else { return found };
    let certain = if map.set.is_empty() { Applicability::Certain } else { Applicability::Maybe };
    Diagnostic::error("map::module-outside-set", format!("`{id}` is a module: its parameters belong under [set]"))
        .at(*span)
        .help("in a map `[set]` changes the rules; in a rule set modules stand at the top")
        .suggest_as(certain, *span, format!("set.{}", toml_key(id)))
}

fn compile_into(
    registry: &Registry,
    source: &GameSource,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Rules> {
    let loaded = Loaded::read(registry, source, sources, diagnostics);
    let rules = loaded.rule_set.as_ref().and_then(|rule_set| {
        let players = source.seats.len();
        match loaded.range() {
            Err(fault) => {
                diagnostics.push(*fault);
                return None;
            }
            Ok((min, max)) if !(usize::from(min)..=usize::from(max)).contains(&players) => {
                let message = format!("{players} players, but {min} to {max} can play {}", loaded.map.name);
                let mut found = Diagnostic::error("players::seats", message);
                found.span = loaded.map.players.span.or(rule_set.players.span);
                diagnostics.push(found);
                return None;
            }
            Ok(_) => {}
        }
        if let Some(twice) = source.seats.iter().enumerate().find(|(i, name)| source.seats[..*i].contains(name)) {
            let message = format!("two players are named {:?}; give each a name of its own", twice.1);
            diagnostics.push(Diagnostic::error("players::same-name", message));
            return None;
        }
        loaded.rules(registry, source, false, diagnostics)
    });
    // To play, what the map denies is no more than a warning: only a check of the map fails by it.
    loaded.levels.apply(diagnostics, Severity::Warning);
    rules
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
                if let Some(near) = near(name, registry.rule_sets().map(|(n, _)| n)) {
                    found = found.suggest_as(near.applicability, *span, crate::source::toml_text(near.name));
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
            let found = Diagnostic::error("map::unknown-rules", message).at(Span::new(map.file, 0, 0));
            let names: Vec<&str> = registry.rule_sets().map(|(n, _)| n).collect();
            let help = format!("add `rules = \"...\"` or choose one with --rules; known are: {}", names.join(", "));
            // A file that is no map, or can't be read, need not say it.
            if !diagnostics.iter().any(|d| d.code.starts_with("file::") && d.code != "file::missing") {
                diagnostics.push(found.help(help));
            }
            return None;
        }
    };
    // A file goes by its path, so that a place in it can be opened.
    let title = if name.ends_with(".toml") { name.to_owned() } else { format!("rule set {name}") };
    let file = sources.add(title, text);
    let (rule_set, found) = RuleSetSource::load(sources, file, name);
    let unusable = rule_set.modules.is_empty() && found.iter().any(|d| d.severity == Severity::Error);
    diagnostics.extend(found);
    (!unusable).then(|| (rule_set, asked_for == Some(name)))
}

/// Modules by id, with what was read of their parameters.
type Modules = BTreeMap<&'static str, ReadModule>;

/// Reads the parameters of all modules. Unknown ids were told by the check of the layers.
fn read_modules(registry: &Registry, settings: &Settings, diagnostics: &mut Vec<Diagnostic>) -> Modules {
    let mut modules = BTreeMap::new();
    for entry in settings.iter().filter_map(|(id, _)| registry.find_module(id)) {
        let id = entry.manifest.id;
        let read = entry.read(settings);
        diagnostics.extend(read.found.iter().cloned());
        // What is said of all parameters together may only follow from those that could not be read.
        let follows = |fault: &&ParamFault| fault.key.is_empty() && !read.found.is_empty();
        diagnostics.extend(read.faults.iter().filter(|f| !follows(f)).map(|f| param_fault(settings, id, f)));
        modules.insert(id, read);
    }
    modules
}

/// Modules that are at fault, and those that build on them: what they would say of the map only follows from that.
fn silenced(registry: &Registry, modules: &Modules, order: &Order) -> Vec<&'static str> {
    let mut silent: Vec<&'static str> =
        modules.iter().filter(|(id, read)| !read.is_sound() || !order.ids.contains(id)).map(|(id, _)| *id).collect();
    for id in &order.ids {
        let needs = registry.find_module(id).map_or(&[][..], |m| &m.manifest.requires);
        if needs.iter().any(|needed| silent.contains(needed)) && !silent.contains(id) {
            silent.push(id);
        }
    }
    silent
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
            // A map may say more than a rule set that it was not written for makes use of.
            let idle = owner.is_some() && !own_rules;
            let found = if idle {
                Diagnostic::warning("map::idle-attribute", message)
            } else {
                Diagnostic::error("map::unowned-attribute", message)
            };
            let mut found = found.at(entry.key_span);
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
                    match near(&entry.key, names.into_iter().chain(fields.iter().copied())) {
                        // Several colours are tracks.
                        Some(Near { name: "colour", .. }) if entry.value.as_list().is_some() => {
                            found.suggest_as(Applicability::Certain, entry.key_span, "tracks")
                        }
                        Some(near) => found.suggest_as(near.applicability, entry.key_span, near.name),
                        None => found,
                    }
                }
            };
            diagnostics.push(found);
        }
    }
}

/// Leaves out tickets without points that only a module knows which is not in the game: a map may have more kinds of them
/// than a rule set that it was not written for.
fn leave_out_tickets(registry: &Registry, settings: &Settings, map: &mut MapSource, diagnostics: &mut Vec<Diagnostic>) {
    let absent = |name: &str| {
        let owner =
            registry.modules().find(|m| m.manifest.attributes.iter().any(|a| a.on == AttrOn::Ticket && a.name == name));
        owner.is_some_and(|m| settings.get(m.manifest.id).is_none())
    };
    let unknown =
        |ticket: &crate::source::Ticket| ticket.points.is_none() && ticket.attrs.iter().any(|entry| absent(&entry.key));
    let left_out: Vec<Span> = map.tickets.iter().filter(|ticket| unknown(ticket)).map(|ticket| ticket.span).collect();
    let Some((first, rest)) = left_out.split_first() else { return };
    let mut found =
        Diagnostic::warning("map::idle-ticket", "no module of this rule set knows such a ticket").at(*first);
    found.more = rest.len();
    diagnostics.push(found.help("it is left out of the game"));
    map.tickets.retain(|ticket| !unknown(ticket));
}

/// With a rule set that the map was not made for, the same may be wrong in a hundred places: it is told once.
fn tell_once(diagnostics: &mut Vec<Diagnostic>) {
    let mut told: HashMap<(&'static str, String), usize> = HashMap::new();
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    for found in diagnostics.drain(..) {
        match told.entry((found.code, found.message.clone())) {
            hash_map::Entry::Occupied(first) => kept[*first.get()].more += 1 + found.more,
            hash_map::Entry::Vacant(entry) => {
                entry.insert(kept.len());
                kept.push(found);
            }
        }
    }
    *diagnostics = kept;
}

/// The modules that go together, in the order in which they are installed: those that are required first, else by id.
struct Order {
    ids: Vec<&'static str>,
    /// Whether no module had to be left out.
    complete: bool,
}

/// Puts modules in order. Those that lack another, stand against one or need each other in a circle are told and left out.
fn install_order(registry: &Registry, settings: &Settings, diagnostics: &mut Vec<Diagnostic>) -> Order {
    let manifests: Vec<_> = settings.iter().filter_map(|(id, s)| Some((registry.find_module(id)?, s))).collect();
    let mut out: Vec<&'static str> = Vec::new();
    for (entry, setting) in &manifests {
        let id = entry.manifest.id;
        for needed in &entry.manifest.requires {
            if settings.get(needed).is_none() {
                out.push(id);
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
                out.push(id);
                let message = format!("`{id}` and `{other}` can't be in one game");
                let found = Diagnostic::error("module::conflict", message).at(setting.key_span);
                diagnostics.push(found.also(there.key_span, format!("`{other}` is here")));
            }
        }
    }
    let mut ids: Vec<&'static str> = Vec::new();
    while let Some((entry, _)) = manifests.iter().find(|(m, _)| {
        let (id, requires) = (&m.manifest.id, &m.manifest.requires);
        !ids.contains(id) && !out.contains(id) && requires.iter().all(|r| ids.contains(r))
    }) {
        ids.push(entry.manifest.id);
    }
    // What waits for a module that was left out is left out with it; the rest waits for itself.
    let waits = |id: &&'static str| !ids.contains(id) && !out.contains(id);
    let mut stuck: Vec<&'static str> = manifests.iter().map(|(m, _)| m.manifest.id).filter(waits).collect();
    loop {
        let needs = |id: &str| registry.find_module(id).map_or(&[][..], |m| &m.manifest.requires);
        let before = stuck.len();
        let follows: Vec<&'static str> =
            stuck.iter().copied().filter(|id| needs(id).iter().any(|n| out.contains(n))).collect();
        out.extend(&follows);
        stuck.retain(|id| !follows.contains(id));
        // Nor is one part of a circle that only needs one.
        let needed: Vec<&'static str> = stuck.iter().flat_map(|id| needs(id)).copied().collect();
        stuck.retain(|id| needed.contains(id));
        if stuck.len() == before {
            break;
        }
    }
    if let Some((first, rest)) = stuck.split_first() {
        let names: Vec<String> = stuck.iter().map(|id| format!("`{id}`")).collect();
        let message = format!("modules need each other in a circle: {}", names.join(", "));
        let mut found = Diagnostic::error("module::circle", message);
        found.span = settings.get(first).map(|s| s.key_span);
        for (id, setting) in rest.iter().filter_map(|id| Some((id, settings.get(id)?))) {
            found = found.also(setting.key_span, format!("`{id}` is here"));
        }
        diagnostics.push(found);
    }
    Order { complete: ids.len() == manifests.len(), ids }
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
            attributes: Vec::new(),
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
    let display = map.display.iter().map(|(key, display)| (key.clone(), display.name.clone())).collect();
    Board { name: map.name.clone(), cities, routes, groups, tickets, colours, display }
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
            worths: Vec::new(),
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
            costs: Vec::new(),
            ties: None,
            lints: Vec::new(),
            own_rules: true,
            ids: settings.iter().map(|_| "").collect(),
            settings,
            map,
        }
    }

    fn install(
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
        self.rules.escrow = escrow;
        let out = Installer { draft: &mut self }.zone("tickets that nobody deals", Holds::Tickets, Vis::Nobody);
        for id in &order.ids {
            let Some(read) = modules.remove(id) else { continue };
            let before = self.diagnostics.len();
            self.module = ModuleId::at(self.ids.binary_search(id).unwrap_or_default());
            let manifest = registry.find_module(id)?.manifest.clone();
            self.rules.modules.push(ModuleInfo { manifest, params: read.params, seams: Vec::new() });
            (read.install)(&mut Installer { draft: &mut self });
            if silent.contains(id) {
                self.diagnostics.truncate(before);
            }
        }
        self.module = ModuleId(u8::MAX);
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
        let mut rules = self.rules;
        rules.modules.sort_by_key(|m| m.manifest.id);
        for (info, seams) in rules.modules.iter_mut().zip(self.seams) {
            info.seams = seams;
            info.seams.sort_by_key(|(seam, phase)| (*phase, *seam));
        }
        rules.find_open_routes();
        Some(rules)
    }

    /// More colours on the board than can be counted: without them no route could be told from another.
    fn too_many_colours(&self) -> Option<Diagnostic> {
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

    /// Every attribute of a card kind must be some module's.
    fn check_cards(&mut self, registry: &Registry, silent: &[&'static str]) {
        for kind in self.rules.kinds.iter().enumerate() {
            let by = self.kind_places.get(kind.0).and_then(|(module, _)| self.ids.get(module.index()));
            if by.is_some_and(|id| silent.contains(id)) {
                continue;
            }
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

    /// Without an operation on routes there is nothing to play for: most likely a module is missing.
    fn check_claims(&mut self) {
        let on_routes = |op: &crate::rules::Op| op.args.iter().any(|(_, kind)| *kind == ArgKind::Route);
        if self.rules.ops.iter().any(on_routes) {
            return;
        }
        let message = "no module of this game lets players claim routes";
        let mut found = Diagnostic::warning("module::no-claims", message).at(Span::new(self.map.file, 0, 0));
        let mut removed = self.settings.all_removed();
        if let Some((id, (span, layer))) = removed.next() {
            found = found.at(span).label(format!("`{id}` is taken out by {}", self.settings.layer_name(layer)));
        }
        for (id, (span, layer)) in removed {
            found = found.also(span, format!("`{id}` is taken out by {}", self.settings.layer_name(layer)));
        }
        self.diagnostics
            .push(found.help("a module is taken out by `NAME = false`; to change its parameters, set them"));
    }

    /// Display names must be for something that the game has.
    fn check_display(&mut self) {
        let rules = &self.rules;
        let names: Vec<&str> = (rules.pieces.iter().map(|p| p.name.as_str()))
            .chain(rules.kinds.iter().map(|k| k.name.as_str()))
            .chain(rules.decks.iter().map(|d| d.name.as_str()))
            .chain(rules.board.colours.iter().map(String::as_str))
            .collect();
        let mut told = Vec::new();
        for (key, display) in self.map.display.iter().filter(|(key, _)| !names.contains(&key.as_str())) {
            let message = format!("this game has no piece, card, deck or colour {}", shown(key));
            let found = Diagnostic::warning("map::unknown-display", message).at(display.span);
            told.push(match near(key, names.iter().copied()) {
                Some(near) => found.suggest_as(near.applicability, display.span, toml_key(near.name)),
                None => found,
            });
        }
        self.diagnostics.append(&mut told);
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
                    // A misspelt key is told as such.
                    if self.map.tickets[i].attrs.keys().any(|key| nearest(key, ["points"]).is_some()) {
                        continue;
                    }
                    let points = if ticket.has_points { "`points`" } else { "no `points`" };
                    let n = ticket.cities.len();
                    let message = format!("no module of this game knows a ticket of {n} cities with {points}");
                    let mut found = Diagnostic::error("ticket::unknown-goal", message);
                    if !ticket.has_points {
                        found = found.help("add what it is worth, as in `points = 5`");
                    }
                    self.diagnostics.push(found.at(self.map.tickets[i].span));
                }
            }
        }
    }

    fn settle_ties(&mut self, registry: &Registry, silent: &[&'static str]) {
        let Some((module, key, names)) = self.ties.take() else { return };
        if self.ids.get(module.index()).is_some_and(|id| silent.contains(id)) {
            return;
        }
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

    /// A solver for every cost that a module has registered, in that order; those of routes come behind.
    fn settle_costs(&mut self) {
        for (module, key, cost) in std::mem::take(&mut self.costs) {
            match Payer::new(&cost, &self.rules.kind_info) {
                Ok(payer) => self.rules.payers.push(payer),
                Err(e) => {
                    let found = self.param_fault(module, &ParamFault::new(key, format!("is {e}")));
                    self.diagnostics.push(found);
                }
            }
        }
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
