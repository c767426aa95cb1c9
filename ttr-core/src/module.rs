//! Rule modules and the registry that holds them.

use crate::install::Installer;
use crate::source::{Diagnostic, Settings};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AttrInfo {
    /// What carries it.
    pub on: AttrOn,
    /// Its name in the file.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
}

/// What a module says of itself before it is made: its id, what it needs, what it owns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
}

impl Manifest {
    /// A manifest with an id and a summary.
    pub fn new(id: &'static str, summary: &'static str) -> Self {
        Self { id, summary, requires: Vec::new(), conflicts: Vec::new(), attributes: Vec::new(), measures: Vec::new() }
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

    /// Owns an attribute.
    #[must_use]
    pub fn attribute(mut self, on: AttrOn, name: &'static str, doc: &'static str) -> Self {
        self.attributes.push(AttrInfo { on, name, doc });
        self
    }
}

/// A rule module. The type *is* its parameters: what the rule set's table is read into, with defaults, documented for
/// the schema. Installing it subscribes it to the seams it has a say in.
pub trait RuleModule: DeserializeOwned + Serialize + JsonSchema + Default + Send + Sync + 'static {
    /// What the module is.
    fn manifest() -> Manifest;

    /// Checks the parameters beyond what their types say. Each fault names the key it is about.
    fn check(&self) -> Vec<ParamFault> {
        Vec::new()
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
    /// A fault of this key.
    pub fn new(key: impl Into<String>, message: impl Into<String>) -> Self {
        Self { key: key.into(), message: message.into() }
    }
}

pub(crate) type InstallFn = Box<dyn FnOnce(&mut Installer<'_>)>;

/// A module whose parameters were read: what installs it, what is wrong with them, and the values in use.
pub(crate) struct ReadModule {
    pub install: InstallFn,
    pub faults: Vec<ParamFault>,
    pub params: serde_json::Value,
}

type ReadFn = fn(&Settings, &str) -> (Option<ReadModule>, Vec<Diagnostic>);

/// A module as the registry holds it.
pub struct ModuleEntry {
    /// What it is.
    pub manifest: Manifest,
    read: ReadFn,
    defaults: fn() -> serde_json::Value,
    schema: fn() -> schemars::Schema,
}

impl ModuleEntry {
    /// Reads the parameters out of the settled layers, with all faults of their types.
    pub(crate) fn read(&self, settings: &Settings) -> (Option<ReadModule>, Vec<Diagnostic>) {
        (self.read)(settings, self.manifest.id)
    }

    /// The default parameters.
    pub fn defaults(&self) -> serde_json::Value {
        (self.defaults)()
    }

    /// The JSON Schema of the parameters.
    pub fn schema(&self) -> schemars::Schema {
        (self.schema)()
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
#[derive(Default)]
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
            read: |settings, id| {
                let (module, diagnostics) = settings.read::<M>(id);
                let read = module.map(|module| {
                    let (faults, params) = (module.check(), serde_json::to_value(&module).unwrap_or_default());
                    let install: InstallFn = Box::new(move |b| module.install(b));
                    ReadModule { install, faults, params }
                });
                (read, diagnostics)
            },
            defaults: || serde_json::to_value(M::default()).unwrap_or_default(),
            schema: || schemars::schema_for!(M),
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
