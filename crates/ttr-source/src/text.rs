//! From text to a tree in which every value has its place.

pub(crate) mod de;
pub(crate) mod files;
pub(crate) mod parse;
mod recovery;
mod syntax;
pub(crate) mod tree;
