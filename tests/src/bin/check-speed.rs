//! How long it takes to check maps of growing size: text to findings, for every number of players.
//!
//! Prints the least of several runs, and how much longer each size takes per city than the smallest one: about 1 means that
//! the time grows with the size and no faster.

use std::process::ExitCode;
use std::time::{Duration, Instant};
use ttr_core::GameSource;
use ttr_core::check::check;
use ttr_tests::examples::large::large_map;

const SIZES: [usize; 5] = [500, 1_000, 2_000, 5_000, 10_000];
const RUNS: usize = 3;

fn main() -> ExitCode {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let sizes: Option<Vec<usize>> = asked.iter().map(|word| word.parse().ok().filter(|n| *n >= 10)).collect();
    let Some(mut sizes) = sizes else {
        eprintln!("usage: check-speed [CITIES...]");
        return ExitCode::from(2);
    };
    if sizes.is_empty() {
        sizes = SIZES.to_vec();
    }
    let registry = ttr_variants::registry();
    println!(
        "{:>8} {:>8} {:>8} {:>9} {:>9} {:>10} {:>9}",
        "cities", "routes", "tickets", "kB", "findings", "ms", "per city"
    );
    let mut first = None;
    for cities in sizes {
        let source = GameSource::new("large.toml", large_map(cities), 2);
        let mut least = Duration::MAX;
        let mut findings = 0;
        for _ in 0..RUNS {
            let begun = Instant::now();
            findings = check(&registry, &source).diagnostics.len();
            least = least.min(begun.elapsed());
        }
        let per_city = least.as_secs_f64() / cities as f64;
        let times = per_city / *first.get_or_insert(per_city);
        let (kb, ms) = (source.map.text.len() / 1000, least.as_secs_f64() * 1000.0);
        println!("{cities:>8} {:>8} {cities:>8} {kb:>9} {findings:>9} {ms:>10.1} {times:>8.2}x", 3 * cities);
    }
    ExitCode::SUCCESS
}
