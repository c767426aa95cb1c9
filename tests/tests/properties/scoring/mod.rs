//! Scores, by the judges and by score files.

mod judged;
mod score;
