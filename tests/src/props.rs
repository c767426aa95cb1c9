//! Random play, and the properties that hold for every game: of every bundled map and rule set, with every number of
//! players, and of any rule set of test modules. A new map or module is covered by being registered.

mod hidden;
mod play;
mod replay;
mod step;
mod tiny;

pub use hidden::*;
pub use play::*;
pub use replay::*;
pub use step::*;
pub use tiny::*;
