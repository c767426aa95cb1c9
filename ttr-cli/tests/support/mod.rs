//! Games at the keyboard, played by what is on the screen: nothing here knows a map or a rule, so that it plays whatever
//! comes later.
#![allow(dead_code, reason = "every test file uses its own part of it")]

pub mod person;
pub mod screen;
pub mod typist;
