//! Rule modules: what one says of itself, how it registers what it does, and the registry that holds them.

pub mod install;
pub mod record;
mod registry;
pub mod starter;

pub(crate) use registry::ReadModule;
pub use registry::{AttrInfo, AttrOn, Manifest, ModuleEntry, NamedText, ParamFault, Registry, RuleChange, RuleModule};
