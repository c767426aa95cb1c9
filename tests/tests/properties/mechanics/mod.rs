//! Mechanics that need a look of their own: routes that are taken off the board, stations, tours.

mod removal;
mod stations;
mod tours;
