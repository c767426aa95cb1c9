//! What the program writes for people to read, and the book: pages of rules, lists, schemas with their reference, the guide.

mod guide;
mod listings;
mod rules;
mod schema;
