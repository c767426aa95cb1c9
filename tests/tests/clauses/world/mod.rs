//! The rules of the World board.

mod cards;
mod end;
mod routes;
mod tours;
