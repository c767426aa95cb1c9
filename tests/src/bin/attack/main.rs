//! Attacks the seed of games, as a program that plays in them could: with the source, and with all that it was told. It knows no
//! secret that it was not told.
//!
//! What it shows: from the values in `begin` and `turn` no seed comes out, however small it is, as none is tried that gives them.
//! And from the cards that a seat sees no seed comes out that was drawn, as none is small enough to be tried. What it does not
//! show, since it is not so: that a small seed which somebody has typed can't be told from the cards.

mod cards;
mod game;
mod guess;
mod weak;

use cards::Dealt;
use game::{Host, Seen, Way};
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

const USAGE: &str = "\
usage: attack [--bits N] [--games N] [--program PROGRAM]
Lets `ttr` (the one beside this program) play games with a program in both seats, N of each kind (1), and attacks their seeds
with all that the program was told and every seed below 2^N (20): by the values of `begin` and `turn` where the seed is below
that, by the values and the cards where it was drawn. --program takes another `ttr`, such as one built of older code. Fails if
a seed is found.";

struct Options {
    bits: u32,
    games: u64,
    program: Option<PathBuf>,
}

fn options(mut words: impl Iterator<Item = String>) -> Option<Options> {
    let mut options = Options { bits: 20, games: 1, program: None };
    while let Some(word) = words.next() {
        let value = words.next()?;
        match word.as_str() {
            "--bits" => options.bits = value.parse().ok().filter(|bits| (1..=63).contains(bits))?,
            "--games" => options.games = value.parse().ok().filter(|games| *games > 0)?,
            "--program" => options.program = Some(value.into()),
            _ => return None,
        }
    }
    Some(options)
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    if words.len() == 2 && std::env::args().nth(1).as_deref() == Some(game::LISTEN) {
        return match words.nth(1).map(|file| game::listen(std::io::stdin().lock(), Path::new(&file))) {
            Some(Ok(())) => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        };
    }
    let Some(options) = options(words) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match attacked(&options) {
        Ok(0) => {
            println!("no seed was found");
            ExitCode::SUCCESS
        }
        Ok(found) => {
            println!("{found} seeds were found");
            ExitCode::FAILURE
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

/// How many seeds were found.
fn attacked(options: &Options) -> Result<usize, String> {
    let host = Host::new(options.program.clone())?;
    let mut found = 0;
    let mut told = |what: &str, by: &str, began: Instant, seed: Option<String>| {
        let seconds = began.elapsed().as_secs_f64();
        match &seed {
            Some(seed) => println!("{what}, by {by}: found in {seconds:.1} s: {seed}"),
            None => println!("{what}, by {by}: not found in {seconds:.1} s"),
        }
        found += usize::from(seed.is_some());
    };
    for number in 0..options.games {
        for way in [Way::Play, Way::Simulate] {
            let seed = small_seed(number, options.bits);
            let (what, seats) = (format!("{way:?} with seed {seed}"), host.play(way, Some(seed))?);
            by_values(&what, &seats, options.bits, &mut told);
        }
        let seats = host.play(Way::Play, None)?;
        by_values("Play with a seed that was drawn", &seats, options.bits, &mut told);
        let (began, dealt) = (Instant::now(), Dealt::new(&seats)?);
        let seed = search(options.bits, || dealt.trial());
        told("Play with a seed that was drawn", "its cards", began, seed.map(|seed| seed.to_string()));
    }
    Ok(found)
}

/// The seed of a game, as somebody may have typed it.
fn small_seed(number: u64, bits: u32) -> u64 {
    (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - bits)
}

fn by_values(what: &str, seats: &[Seen], bits: u32, told: &mut impl FnMut(&str, &str, Instant, Option<String>)) {
    for seen in seats {
        let began = Instant::now();
        let by = format!("the values of seat {} turned back", seen.seat + 1);
        let seeds: Vec<String> = guess::inverted(seen).iter().map(u64::to_string).collect();
        let seeds = Some(seeds.join(" or ")).filter(|seeds| !seeds.is_empty());
        told(what, &by, began, seeds);
        let began = Instant::now();
        let by = format!("the values of seat {} and every seed", seen.seat + 1);
        let seed = search(bits, || |seed| guess::way_of(seen, seed).is_some());
        let way = |seed| format!("{seed}, {}", guess::way_of(seen, seed).unwrap_or_default());
        told(what, &by, began, seed.map(way));
    }
}

/// Tries every seed below 2^bits on all cores, as each core does it.
fn search<T: FnMut(u64) -> bool>(bits: u32, trial: impl Fn() -> T + Sync) -> Option<u64> {
    const BLOCK: u64 = 1 << 12;
    let (end, next, found) = (1 << bits, AtomicU64::new(0), AtomicU64::new(u64::MAX));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut trial = trial();
                loop {
                    let from = next.fetch_add(BLOCK, Ordering::Relaxed);
                    if from >= end || found.load(Ordering::Relaxed) != u64::MAX {
                        return;
                    }
                    if let Some(seed) = (from..end.min(from + BLOCK)).find(|seed| trial(*seed)) {
                        found.fetch_min(seed, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    Some(found.into_inner()).filter(|seed| *seed != u64::MAX)
}

/// The lines of what was written down.
fn lines(input: impl BufRead) -> impl Iterator<Item = String> {
    input.lines().map_while(Result::ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_is_tried_and_the_one_that_fits_is_found() {
        for wanted in [0, 4095, 4096, (1 << 16) - 1] {
            assert_eq!(search(16, || |seed| seed == wanted), Some(wanted));
        }
        assert_eq!(search(16, || |seed| seed == 1 << 16), None);
    }
}
