//! Cards that do more than pay: flags and controllers.

mod controllers;
mod flags;

pub use controllers::Controllers;
pub use flags::Flags;
