//! Layers of parameters: whose word counts, key by key, and where each value came from.

use crate::content::map::MapSource;
use crate::content::reader::Reader;
use crate::content::ruleset::{RULE_SET_KEYS, RuleSetSource};
use crate::findings::diagnostic::Diagnostic;
use crate::findings::names::{shown, toml_key};
use crate::text::files::Span;
use crate::text::tree::{Entry, Node, Table, Value};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// Where a parameter came from. Later layers win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Layer {
    /// No layer: an attribute or any other part of a file that is no parameter.
    #[default]
    File,
    /// The module's own default.
    ModuleDefault,
    /// The rule set.
    RuleSet,
    /// The rule set's `[players.N]`.
    RuleSetPlayers,
    /// The map's `[set]`.
    MapSet,
    /// The map's `[set.RULESET]`.
    MapSetRules,
    /// The map's `[players.N]`.
    MapPlayers,
    /// `--set` on the command line.
    CommandLine,
}

impl Layer {
    /// Its name in messages; [`Settings::layer_name`] knows the rule set and the number of players too.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "the file",
            Self::ModuleDefault => "the module's default",
            Self::RuleSet => "the rule set",
            Self::RuleSetPlayers => "the rule set's [players]",
            Self::MapSet => "the map's [set]",
            Self::MapSetRules => "the map's [set] for this rule set",
            Self::MapPlayers => "the map's [players]",
            Self::CommandLine => "--set",
        }
    }
}

/// The ids that the program knows: they tell a module's table in `[set]` from that of a rule set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// The modules.
    pub modules: &'a [&'a str],
    /// The rule sets; that of the [`Stack`] need not be among them.
    pub rule_sets: &'a [&'a str],
}

/// What is laid over each other.
#[derive(Clone, Copy, Debug)]
pub struct Stack<'a> {
    /// The rule set.
    pub rule_set: &'a RuleSetSource,
    /// The map.
    pub map: Option<&'a MapSource>,
    /// The overrides of the command line, each from [`crate::parse_set`].
    pub command_line: &'a [Node],
}

impl Stack<'_> {
    fn names_rule_set(&self, known: &Known<'_>, name: &str) -> bool {
        name == self.rule_set.id || known.rule_sets.contains(&name)
    }

    /// Whether a table of `[set]` is for a rule set: by its name, unless it is also that of a module.
    fn is_rule_set(&self, known: &Known<'_>, name: &str) -> bool {
        self.names_rule_set(known, name) && !known.modules.contains(&name)
    }
}

/// The parameters of one module.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    /// Where the module is brought into the game.
    pub key_span: Span,
    /// Its parameters: a table whose nodes know their places and layers. The layer of the table itself is the one that
    /// brought the module in.
    pub node: Node,
}

/// The parameters of every module in the game, after all layers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    rule_set: String,
    players: u8,
    modules: BTreeMap<String, Setting>,
    removed: BTreeMap<String, (Span, Layer)>,
}

impl Settings {
    /// The parameters of a module; nothing if it is not in the game.
    pub fn get(&self, module: &str) -> Option<&Setting> {
        self.modules.get(module)
    }

    /// The modules of the game in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Setting)> {
        self.modules.iter().map(|(id, setting)| (id.as_str(), setting))
    }

    /// Where and by which layer a module was taken out of the game.
    pub fn removed(&self, module: &str) -> Option<(Span, Layer)> {
        self.removed.get(module).copied()
    }

    /// All modules that were taken out of the game, where and by which layer.
    pub fn all_removed(&self) -> impl Iterator<Item = (&str, (Span, Layer))> {
        self.removed.iter().map(|(id, place)| (id.as_str(), *place))
    }

    /// A layer as messages name it.
    pub fn layer_name(&self, layer: Layer) -> String {
        match layer {
            Layer::RuleSetPlayers => format!("the rule set's [players.{}]", self.players),
            Layer::MapSetRules => format!("the map's [set.{}]", toml_key(&self.rule_set)),
            Layer::MapPlayers => format!("the map's [players.{}]", self.players),
            other => other.name().to_owned(),
        }
    }

    /// Reads the parameters of a module, with all faults; see [`Node::read_all`]. Nothing if it is not in the game.
    pub fn read<T: DeserializeOwned>(&self, module: &str) -> (Option<T>, Vec<Diagnostic>) {
        let layer_name = |layer| self.layer_name(layer);
        self.get(module).map(|s| s.node.read_all_with(&layer_name)).unwrap_or_default()
    }

    fn lay(&mut self, entry: &Entry, layer: Layer) {
        let Entry { key, key_span, value } = entry;
        let empty = Table::new();
        let table = match &value.kind {
            Value::Table(table) => table,
            Value::Bool(true) => &empty,
            Value::Bool(false) => {
                self.modules.remove(key);
                self.removed.insert(key.clone(), (*key_span, layer));
                return;
            }
            _ => return,
        };
        self.removed.remove(key);
        let setting = self.modules.entry(key.clone()).or_insert_with(|| Setting {
            key_span: *key_span,
            node: Node { kind: Value::Table(Table::new()), span: value.span, layer },
        });
        if let Value::Table(into) = &mut setting.node.kind {
            merge(into, table, layer);
        }
    }
}

/// Lays a table over another: tables merge, anything else replaces.
fn merge(into: &mut Table, from: &Table, layer: Layer) {
    for entry in from {
        if let (Some(Node { kind: Value::Table(into), .. }), Value::Table(from)) =
            (into.get_mut(&entry.key), &entry.value.kind)
        {
            merge(into, from, layer);
        } else {
            into.insert(Entry { value: entry.value.clone().in_layer(layer), ..entry.clone() });
        }
    }
}

/// Lays all parameters over each other for a number of players: rule set, its `[players.N]`, the map's `[set]`, its
/// `[set.RULESET]`, its `[players.N]`, the command line. What [`check_modules`] finds at fault is left out.
pub fn settle(stack: &Stack<'_>, known: &Known<'_>, players: u8) -> Settings {
    let mut settings = Settings { rule_set: stack.rule_set.id.clone(), players, ..Settings::default() };
    let mut lay = |table: Option<&Table>, layer: Layer| {
        table.into_iter().flatten().for_each(|entry| settings.lay(entry, layer));
    };
    lay(Some(&stack.rule_set.modules), Layer::RuleSet);
    lay(stack.rule_set.players.layers.get(&players), Layer::RuleSetPlayers);
    if let Some(map) = stack.map {
        let set: Table = map.set.iter().filter(|e| !stack.is_rule_set(known, &e.key)).cloned().collect();
        lay(Some(&set), Layer::MapSet);
        let own = map.set.get(&stack.rule_set.id).filter(|_| stack.is_rule_set(known, &stack.rule_set.id));
        lay(own.and_then(Node::as_table), Layer::MapSetRules);
        lay(map.players.layers.get(&players), Layer::MapPlayers);
    }
    for node in stack.command_line {
        lay(node.as_table(), Layer::CommandLine);
    }
    settings
}

/// Checks the names and types of modules in every layer, for every number of players and every rule set at once.
pub fn check_modules(stack: &Stack<'_>, known: &Known<'_>) -> Vec<Diagnostic> {
    let mut reader = Reader::new();
    check_table(&mut reader, &stack.rule_set.modules, known.modules, RULE_SET_KEYS);
    for table in stack.rule_set.players.layers.values() {
        check_table(&mut reader, table, known.modules, &[]);
    }
    if let Some(map) = stack.map {
        for entry in &map.set {
            if stack.is_rule_set(known, &entry.key) {
                if let Some(table) = reader.table(entry) {
                    check_table(&mut reader, table, known.modules, &[]);
                }
                continue;
            }
            if stack.names_rule_set(known, &entry.key) {
                let message = format!("{} is a module and a rule set; here it means the module", shown(&entry.key));
                reader.error("module::ambiguous", message, entry.key_span);
            }
            check_module(&mut reader, entry, known.modules, known.rule_sets);
        }
        for table in map.players.layers.values() {
            check_table(&mut reader, table, known.modules, &[]);
        }
    }
    for node in stack.command_line {
        node.as_table().into_iter().for_each(|table| check_table(&mut reader, table, known.modules, &[]));
    }
    reader.into_found()
}

fn check_table(reader: &mut Reader<'_>, table: &Table, modules: &[&str], others: &[&str]) {
    table.iter().for_each(|entry| check_module(reader, entry, modules, others));
}

/// `others` are names that could have been meant besides modules.
fn check_module(reader: &mut Reader<'_>, entry: &Entry, modules: &[&str], others: &[&str]) {
    let Entry { key, key_span, value } = entry;
    if !modules.contains(&key.as_str()) {
        let fault = Diagnostic::error("module::unknown", format!("there is no module {}", shown(key))).at(*key_span);
        let names: Vec<&str> = modules.iter().chain(others).copied().collect();
        reader.unknown(fault, key, names.into_iter(), toml_key);
    } else if !matches!(value.kind, Value::Table(_) | Value::Bool(_)) {
        let message = format!("the module `{key}` takes a table of parameters, not {}", value.what());
        let help = "`true` stands for its defaults, `false` takes it out of the game";
        reader.add(Diagnostic::error("module::not-a-table", message).at(value.span).help(help));
    }
}
