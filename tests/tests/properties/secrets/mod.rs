//! Who may know what: hidden cards and tickets, what is told to whom, questions, and answers that are given in secret.

mod asked;
mod hidden;
mod sealed;
mod told;
