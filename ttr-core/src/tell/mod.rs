//! What modules say: messages, the page of rules, marks of pictures.

pub mod message;
pub mod page;
pub mod picture;
mod words;
