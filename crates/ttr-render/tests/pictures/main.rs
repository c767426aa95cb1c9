//! Pictures of boards and games, and of what can be odd about them; and those of the book.

mod boards;
mod book;
mod fonts;
mod games;
mod odd;
mod support;
mod tiny_font;
