//! Rule modules and the registry that holds them.

use crate::install::Installer;
use crate::limits::MAX_POINTS;
use crate::record::{FieldInfo, FieldShape};
use crate::starter::Starter;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::any::TypeId;
use std::collections::BTreeMap;
use ttr_source::{CODES, CodeInfo, Diagnostic, Node, Settings, Severity};

/// What carries an attribute that a module owns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttrOn {
    /// A city of the map.
    City,
    /// A route of the map.
    Route,
    /// A ticket of the map.
    Ticket,
    /// A kind of card of a rule set.
    Card,
}

/// An attribute that a module owns.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AttrInfo {
    /// What carries it.
    pub on: AttrOn,
    /// Its name in the file.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// The JSON Schema of its values, from which editors and the reference know them.
    pub schema: Schema,
}

/// A change of a rule since games were saved by it: what was played before and what is played now. Old saves keep what was decided, so
/// one may stop fitting; then whoever reads it is told of the clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleChange {
    /// The clause, by its id on the pages of rules.
    pub clause: &'static str,
    /// The first version that plays by the new rule.
    pub since: &'static str,
    /// The old rule, in a sentence without a full stop.
    pub was: &'static str,
    /// The new rule, likewise.
    pub now: &'static str,
}

/// What a module says of itself before it is made: its id, what it needs, what it owns.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Manifest {
    /// The id: the name of its table in rule sets.
    pub id: &'static str,
    /// One line for listings.
    pub summary: &'static str,
    /// Modules that must be there too, and are installed before.
    pub requires: Vec<&'static str>,
    /// Modules that can't be there together with this one.
    pub conflicts: Vec<&'static str>,
    /// Attributes that it owns.
    pub attributes: Vec<AttrInfo>,
    /// Measures and awards by which ties may be broken while it is in the game.
    pub measures: Vec<&'static str>,
    /// Fields of players in score files that it owns.
    pub fields: Vec<FieldInfo>,
    /// Codes of what it finds wrong with maps and parameters, each with its id as the family: `ID::NAME`.
    pub codes: Vec<CodeInfo>,
    /// Changes of its rules, oldest first. A save says how many of them were known when it was written, so this list only grows,
    /// at its end.
    pub changes: Vec<RuleChange>,
    /// Words by which people look for it who do not know its name.
    pub search_terms: Vec<&'static str>,
    /// Its examples: a file of tests, as `ttr test` runs it; empty if it has none.
    pub examples: &'static str,
}

impl Manifest {
    /// A manifest with an id and a summary.
    pub fn new(id: &'static str, summary: &'static str) -> Self {
        Self {
            id,
            summary,
            requires: Vec::new(),
            conflicts: Vec::new(),
            attributes: Vec::new(),
            measures: Vec::new(),
            fields: Vec::new(),
            codes: Vec::new(),
            changes: Vec::new(),
            search_terms: Vec::new(),
            examples: "",
        }
    }

    /// Needs another module.
    #[must_use]
    pub fn requires(mut self, id: &'static str) -> Self {
        self.requires.push(id);
        self
    }

    /// Can't be together with another module.
    #[must_use]
    pub fn conflicts(mut self, id: &'static str) -> Self {
        self.conflicts.push(id);
        self
    }

    /// Brings a measure or an award by which ties may be broken.
    #[must_use]
    pub fn measure(mut self, name: &'static str) -> Self {
        self.measures.push(name);
        self
    }

    /// Owns a field of players in score files, which [`Installer::field`] puts into the position.
    #[must_use]
    pub fn field(mut self, name: &'static str, shape: FieldShape, doc: &'static str) -> Self {
        self.fields.push(FieldInfo { name, shape, doc });
        self
    }

    /// Reports findings of a code of its own, `ID::NAME`.
    #[must_use]
    pub fn code(mut self, code: CodeInfo) -> Self {
        self.codes.push(code);
        self
    }

    /// Plays a clause otherwise than before, in a way that saved games may meet. Goes behind the changes that are there already.
    #[must_use]
    pub fn changed(mut self, change: RuleChange) -> Self {
        self.changes.push(change);
        self
    }

    /// Is found by these words too, besides its id, its summary, its parameters and its attributes: what people call the
    /// rule, or what it is like.
    #[must_use]
    pub fn search_terms<const N: usize>(mut self, words: [&'static str; N]) -> Self {
        self.search_terms.extend(words);
        self
    }

    /// Shows what it does by examples: the text of a file of tests that stands beside the module.
    /// `examples(include_str!("markers.toml"))`
    #[must_use]
    pub fn examples(mut self, text: &'static str) -> Self {
        self.examples = text;
        self
    }

    /// Owns an attribute whose values have a type: `attribute::<bool>(AttrOn::Route, "steep", "...")`. The type is that
    /// of a value which is written; where it is read as an `Option`, it is what the option holds.
    #[must_use]
    pub fn attribute<T: JsonSchema>(mut self, on: AttrOn, name: &'static str, doc: &'static str) -> Self {
        let settings = SchemaSettings::draft2020_12().with(|s| (s.inline_subschemas, s.meta_schema) = (true, None));
        let mut schema = settings.into_generator().into_root_schema_for::<T>();
        schema.remove("title");
        self.attributes.push(AttrInfo { on, name, doc, schema });
        self
    }
}

/// A rule module. The type *is* its parameters: what the rule set's table is read into, with defaults, documented for
/// the schema. Installing it subscribes it to the seams it has a say in.
///
/// The schema of a parameter is what schemars makes of its field: the doc comment is what editors show, the default comes
/// from [`Default`], `#[schemars(range(min = 1, max = 12))]` states what is allowed, `#[schemars(example = 3)]` shows it,
/// and names that are fixed are the variants of an enum, each with a doc comment. One that players need not know, and that the
/// page of rules ([`crate::page`]) leaves out, is marked by `#[schemars(extend("x-players" = false))]`.
pub trait RuleModule: DeserializeOwned + Serialize + JsonSchema + Default + Send + Sync + 'static {
    /// What the module is.
    fn manifest() -> Manifest;

    /// Checks the parameters beyond what their types say. Each fault names the key it is about.
    fn check(&self) -> Vec<ParamFault> {
        Vec::new()
    }

    /// What a new, small map needs so that this module can be played on it with these parameters. `room` is how many spaces
    /// the board has for each player.
    fn starter(&self, _room: usize) -> Starter {
        Starter::new()
    }

    /// Registers what the module does.
    fn install(self, b: &mut Installer<'_>);
}

/// A parameter whose value can't be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamFault {
    /// The key path within the module's table, with dots.
    pub key: String,
    /// What is wrong with it, in words, with the values that would do.
    pub message: String,
}

impl ParamFault {
    /// The fault of a number of points that is beyond [`MAX_POINTS`], if it is.
    pub fn points(key: impl Into<String>, points: i32) -> Option<Self> {
        let beyond = points.unsigned_abs() > MAX_POINTS.unsigned_abs();
        beyond.then(|| Self::new(key, format!("is {points}; at most {MAX_POINTS} points")))
    }

    /// A fault of this key.
    pub fn new(key: impl Into<String>, message: impl Into<String>) -> Self {
        Self { key: key.into(), message: message.into() }
    }
}

pub(crate) type InstallFn = Box<dyn FnOnce(&mut Installer<'_>)>;

/// A module whose parameters were read: what installs it, what is wrong with them, and the values in use.
pub(crate) struct ReadModule {
    pub install: InstallFn,
    /// What is wrong with the parameters by themselves.
    pub found: Vec<Diagnostic>,
    /// What is wrong with them together. Where anything is wrong, the module is installed with its defaults, so that what
    /// is wrong elsewhere is found too.
    pub faults: Vec<ParamFault>,
    pub params: serde_json::Value,
}

impl ReadModule {
    fn new<M: RuleModule>(settings: &Settings, id: &str) -> Self {
        let (read, found) = settings.read::<M>(id);
        let faults = read.as_ref().map(M::check).unwrap_or_default();
        let sound = faults.is_empty() && found.iter().all(|d| d.severity != Severity::Error);
        let module = read.filter(|_| sound).unwrap_or_default();
        let params = serde_json::to_value(&module).unwrap_or_default();
        Self { install: Box::new(move |b| module.install(b)), found, faults, params }
    }

    /// Whether the parameters can be used.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty() && self.found.iter().all(|d| d.severity != Severity::Error)
    }
}

type ReadFn = fn(&Settings, &str) -> ReadModule;

/// A module as the registry holds it.
#[derive(Clone)]
pub struct ModuleEntry {
    /// What it is.
    pub manifest: Manifest,
    made_by: TypeId,
    read: ReadFn,
    starter: fn(Option<&Node>, usize) -> Starter,
    defaults: fn() -> serde_json::Value,
    schema: fn(&mut SchemaGenerator) -> Schema,
}

impl ModuleEntry {
    /// Whether both are one module, and not one that replaces the other under its id.
    pub fn is(&self, other: &Self) -> bool {
        self.made_by == other.made_by
    }

    /// Reads the parameters out of the settled layers, with all faults of their types.
    pub(crate) fn read(&self, settings: &Settings) -> ReadModule {
        (self.read)(settings, self.manifest.id)
    }

    /// What a new map needs for it, with the parameters of a rule set; see [`RuleModule::starter`].
    pub fn starter(&self, params: Option<&Node>, room: usize) -> Starter {
        (self.starter)(params, room)
    }

    /// The default parameters.
    pub fn defaults(&self) -> serde_json::Value {
        (self.defaults)()
    }

    /// The JSON Schema of the parameters, with its definitions.
    pub fn schema(&self) -> Schema {
        let mut generator = SchemaGenerator::default();
        let mut schema = self.schema_in(&mut generator);
        let definitions = generator.take_definitions(true);
        if !definitions.is_empty() {
            schema.insert("$defs".to_owned(), definitions.into());
        }
        schema
    }

    /// The JSON Schema of the parameters as part of a larger one, in which the types they share are defined once.
    pub fn schema_in(&self, generator: &mut SchemaGenerator) -> Schema {
        (self.schema)(generator)
    }
}

/// A text that the registry knows by name: a map or a rule set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedText {
    /// The name it goes by.
    pub name: String,
    /// The TOML text.
    pub text: String,
}

/// The modules, rule sets and maps that a program knows. A third party registers all three.
#[derive(Clone, Default)]
pub struct Registry {
    modules: BTreeMap<&'static str, ModuleEntry>,
    rule_sets: BTreeMap<String, String>,
    maps: BTreeMap<String, String>,
}

impl Registry {
    /// Nothing registered.
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers a module; one of the same id is replaced.
    pub fn module<M: RuleModule>(&mut self) -> &mut Self {
        let manifest = M::manifest();
        let entry = ModuleEntry {
            manifest: manifest.clone(),
            made_by: TypeId::of::<M>(),
            read: ReadModule::new::<M>,
            starter: |params, room| {
                let module = params.and_then(|node| node.read_all::<M>().0).unwrap_or_default();
                module.starter(room)
            },
            defaults: || serde_json::to_value(M::default()).unwrap_or_default(),
            schema: |generator| M::json_schema(generator),
        };
        self.modules.insert(manifest.id, entry);
        self
    }

    /// Registers a rule set under a name.
    pub fn rule_set(&mut self, name: impl Into<String>, text: impl Into<String>) -> &mut Self {
        self.rule_sets.insert(name.into(), text.into());
        self
    }

    /// Registers a map under a name.
    pub fn map(&mut self, name: impl Into<String>, text: impl Into<String>) -> &mut Self {
        self.maps.insert(name.into(), text.into());
        self
    }

    /// The modules by id.
    pub fn modules(&self) -> impl Iterator<Item = &ModuleEntry> {
        self.modules.values()
    }

    /// The module with this id.
    pub fn find_module(&self, id: &str) -> Option<&ModuleEntry> {
        self.modules.get(id)
    }

    /// Every code that a finding may have: the engine's, then those of each module.
    pub fn codes(&self) -> impl Iterator<Item = &CodeInfo> {
        CODES.iter().chain(self.modules.values().flat_map(|m| &m.manifest.codes))
    }

    /// What is known about a code.
    pub fn find_code(&self, code: &str) -> Option<&CodeInfo> {
        self.codes().find(|info| info.code == code)
    }

    /// Names and texts of the rule sets, by name.
    pub fn rule_sets(&self) -> impl Iterator<Item = (&str, &str)> {
        self.rule_sets.iter().map(|(n, t)| (n.as_str(), t.as_str()))
    }

    /// The text of the rule set with this name.
    pub fn find_rule_set(&self, name: &str) -> Option<&str> {
        self.rule_sets.get(name).map(String::as_str)
    }

    /// Names and texts of the maps, by name.
    pub fn maps(&self) -> impl Iterator<Item = (&str, &str)> {
        self.maps.iter().map(|(n, t)| (n.as_str(), t.as_str()))
    }

    /// The text of the map with this name.
    pub fn find_map(&self, name: &str) -> Option<&str> {
        self.maps.get(name).map(String::as_str)
    }
}
