//! Measuring: instructions with callgrind, which counts the same on a busy machine, and times, of which the least counts.

use crate::work::{ALL, Done, Kind, prepare};
use std::env;
use std::process::Command;
use std::time::{Duration, Instant};

/// What a piece of work costs.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Its name.
    pub name: &'static str,
    /// How much was done.
    pub done: Done,
    /// Instructions of all of it; nothing where callgrind is not to be had.
    pub instructions: Option<u64>,
    /// The least time that all of it took.
    pub time: Duration,
}

impl Figures {
    /// Instructions for a game, a step or a compilation.
    pub fn per_unit(&self) -> Option<f64> {
        Some(self.instructions? as f64 / self.done.units.max(1) as f64)
    }

    /// Nanoseconds for a game, a step or a compilation.
    pub fn nanoseconds(&self) -> f64 {
        self.time.as_secs_f64() * 1e9 / self.done.units.max(1) as f64
    }
}

/// The work of this name.
pub fn find(name: &str) -> Option<(&'static str, Kind, u64)> {
    ALL.iter().copied().find(|(known, ..)| *known == name)
}

/// Does the work once in this process, in the function that callgrind looks at, and prints how much it was.
pub fn work(name: &str, extra: u64) -> Option<Done> {
    let (_, kind, rounds) = find(name)?;
    let mut all = Done::default();
    prepare(kind, rounds, extra, &mut |work| all = measured_by_callgrind(work));
    Some(all)
}

#[inline(never)]
fn measured_by_callgrind(work: &mut dyn FnMut() -> Done) -> Done {
    work()
}

/// How often work is timed: the least of the times is the least disturbed.
const TIMES: usize = 5;

/// The least time that the work takes.
pub fn time(kind: Kind, rounds: u64, extra: u64) -> (Done, Duration) {
    let mut best = (Done::default(), Duration::MAX);
    prepare(kind, rounds, extra, &mut |work| {
        for _ in 0..TIMES {
            let began = Instant::now();
            let done = work();
            best = (done, best.1.min(began.elapsed()));
        }
    });
    best
}

/// Whether callgrind can be had.
pub fn has_callgrind() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|out| out.status.success())
}

/// The instructions of the work of this name, counted in a process of its own.
///
/// # Errors
/// If callgrind does not run, or does not say what it has counted.
pub fn instructions(name: &str, extra: u64) -> Result<u64, String> {
    let program = env::current_exe().map_err(|fault| fault.to_string())?;
    let out = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*measured_by_callgrind*"])
        .arg(program)
        .args(["--work", name, "--extra", &extra.to_string()])
        .output()
        .map_err(|fault| format!("valgrind: {fault}"))?;
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    let counted = said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    counted.filter(|_| out.status.success()).ok_or_else(|| format!("valgrind on {name}: {}", said.trim()))
}

/// Measures everything whose name begins so.
///
/// # Errors
/// If callgrind is there and fails.
pub fn all(prefix: &str, extra: u64, times: bool) -> Result<Vec<Figures>, String> {
    let callgrind = has_callgrind();
    let mut figures = Vec::new();
    for &(name, kind, rounds) in ALL.iter().filter(|(name, ..)| name.starts_with(prefix)) {
        let instructions = if callgrind { Some(instructions(name, extra)?) } else { None };
        let (done, time) = if times { time(kind, rounds, extra) } else { (done(kind, rounds), Duration::ZERO) };
        figures.push(Figures { name, done, instructions, time });
    }
    Ok(figures)
}

fn done(kind: Kind, rounds: u64) -> Done {
    let mut all = Done::default();
    prepare(kind, rounds, 0, &mut |work| all = work());
    all
}
