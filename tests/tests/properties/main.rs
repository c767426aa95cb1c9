//! What holds in every game, and that what tries it does: random games on all maps, with all rule sets and at all seams.

mod combinations;
mod every_game;
mod kit;
mod mechanics;
mod open;
mod recorded;
mod scoring;
mod seams;
mod secrets;
mod soak;
