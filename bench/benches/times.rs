//! `cargo bench -p ttr-bench`: the times of everything that is measured, the least of some runs each.

use std::env;
use ttr_bench::measure::{Figures, time};
use ttr_bench::table;
use ttr_bench::work::ALL;

fn main() {
    let prefix = env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let figures: Vec<Figures> = ALL
        .iter()
        .filter(|(name, ..)| name.starts_with(&prefix))
        .map(|&(name, kind, rounds)| {
            let (done, time) = time(kind, rounds, 0);
            Figures { name, done, instructions: None, time }
        })
        .collect();
    print!("{}", table::text(&figures, None));
}
