//! Commands for who makes maps and modules, and for their editors and shells.

pub(crate) mod completions;
pub(crate) mod modules;
pub(crate) mod new;
pub(crate) mod schema;
mod search;
pub(crate) mod test;
