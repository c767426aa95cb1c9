//! The rules of the USSR board.

mod controllers;
mod end;
mod setup;
mod stations;
mod tunnels;
