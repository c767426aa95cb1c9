//! What the tests share: the program and what it printed, the pages of the book, and somebody who plays at the keyboard by what is on
//! the screen, and knows neither map nor rules.

pub mod book;
pub mod person;
pub mod program;
pub mod screen;
pub mod typist;
