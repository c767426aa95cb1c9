//! What the program prints: text of some width, tables, score sheets, positions, differences; failures on standard error.

pub(crate) mod difference;
pub(crate) mod lines;
mod out;
pub(crate) mod position;
pub(crate) mod report;
pub(crate) mod sheet;
mod styled;
pub(crate) mod table;

pub(crate) use out::{Out, grouped};
pub(crate) use styled::{Styled, columns};
