//! The program, command by command, as those type who use it; and the library that it is made of.

mod author;
mod bad_input;
mod engine;
mod games;
mod library;
mod pages;
mod play;
mod score;
mod support;
mod surface;
mod terminal;
