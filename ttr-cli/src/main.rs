//! The `ttr` program.

fn main() {}
