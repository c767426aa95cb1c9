//! What holds in every game, and that what tries it does: random games on all maps, with all rule sets and at all seams.

mod asked;
mod combinations;
mod every_game;
mod golden;
mod hidden;
mod judged;
mod kit;
mod open;
mod perft;
mod removal;
mod replay;
mod score;
mod sealed;
mod seams;
mod soak;
mod stations;
mod told;
mod tours;
