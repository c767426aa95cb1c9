//! Commands about boards: what is wrong with one, how it is mended and laid out, its tables, its figures, its picture.

pub(crate) mod check;
pub(crate) mod export;
pub(crate) mod fix;
pub(crate) mod fmt;
pub(crate) mod import;
pub(crate) mod info;
pub(crate) mod maps;
pub(crate) mod render;
mod watched;
