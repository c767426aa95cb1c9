//! Reading the sources of a game: the map, its rule set and the overrides, for any number of players.

use super::{
    Draft, GameSource, Precedence,
    fit::{check_attributes, install_order, leave_out_tickets, read_modules, silenced, tell_once},
};
use crate::limits::MAX_PLAYERS;
use crate::module::Registry;
use crate::rules::Rules;
use ttr_source::{
    Applicability, Diagnostic, FileId, Known, Levels, MapSource, Node, Players, RuleSetSource, RulesRef, Severity,
    Sources, Span, Stack, check_modules, near, parse_set, player_range, settle, toml_key,
};

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
        precedence: Precedence,
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
        let order = install_order(registry, &settings, precedence, diagnostics);
        if self.map.cities.is_empty() || self.map.routes.is_empty() || self.map.overfull {
            return None;
        }
        let silent = silenced(registry, &modules, &order);
        let mut draft = Draft::new(self.rule_set.as_ref()?, map, settings, source);
        (draft.own_rules, draft.precedence) = (self.own_rules, precedence);
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
        install_order(registry, &settings, Precedence::ById, diagnostics);
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
                    found = found.suggest_as(near.applicability, *span, ttr_source::toml_text(near.name));
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
