//! Games at the keyboard, played by what is on the screen: nothing here knows a map or a rule, so that it plays whatever
//! comes later.

pub mod person;
pub mod screen;
pub mod typist;
