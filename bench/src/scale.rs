//! How a long simulation grows: the work of two threads against that of one, and the memory of a million games.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

/// How many games the threads are compared with.
const FEW: u64 = 40_000;
/// How often the memory of a run is looked at.
const OFTEN: Duration = Duration::from_millis(20);

struct Run {
    /// Hundredths of a second, of all threads together.
    cpu: u64,
    /// The most memory, in kB.
    peak: u64,
    seconds: f64,
}

/// Hundredths of a second that all runs that have ended took.
fn cpu_of_runs() -> Option<u64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may have spaces.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(13)?.parse::<u64>().ok()? + fields.get(14)?.parse::<u64>().ok()?)
}

/// The most memory that a process has held so far, in kB.
fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix("kB")?.trim().parse().ok())
}

/// The program that simulates, beside this one.
fn program() -> Result<PathBuf, String> {
    let this = env::current_exe().map_err(|fault| fault.to_string())?;
    let program = this.with_file_name(format!("ttr{}", env::consts::EXE_SUFFIX));
    let missing = || format!("there is no {}: build it with `cargo build --release`", program.display());
    program.is_file().then(|| program.clone()).ok_or_else(missing)
}

fn run(program: &Path, games: u64, threads: u64) -> Result<Run, String> {
    let untold = || "the system does not tell time and memory of a process as Linux does".to_owned();
    let (began, before) = (Instant::now(), cpu_of_runs().ok_or_else(untold)?);
    let mut child = Command::new(program)
        .args(["simulate", "usa", "--players", "random,random,random,random", "--seed", "1"])
        .args(["--games", &games.to_string(), "--threads", &threads.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|fault| format!("{}: {fault}", program.display()))?;
    let mut most = None;
    let status = loop {
        most = most.max(peak(child.id()));
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) => sleep(OFTEN),
            Err(fault) => return Err(fault.to_string()),
        }
    };
    if !status.success() {
        return Err(format!("{} simulate: {status}", program.display()));
    }
    let cpu = cpu_of_runs().ok_or_else(untold)? - before;
    Ok(Run { cpu, peak: most.ok_or_else(untold)?, seconds: began.elapsed().as_secs_f64() })
}

/// Prints what a tenth of so many games and all of them take on one thread and on two.
///
/// # Errors
/// If the program that simulates is not there, or the system does not tell time and memory of a process as Linux does.
pub fn report(games: u64) -> Result<(), String> {
    let program = program()?;
    println!(
        "{:>12}{:>9}{:>14}{:>12}{:>12}{:>14}",
        "games", "threads", "CPU seconds", "seconds", "a second", "peak MB"
    );
    let mut runs = Vec::new();
    for (games, threads) in [(FEW, 1), (FEW, 2), (games / 10, 2), (games, 2)] {
        let run = run(&program, games, threads)?;
        println!(
            "{games:>12}{threads:>9}{:>14.2}{:>12.1}{:>12.0}{:>14.1}",
            run.cpu as f64 / 100.0,
            run.seconds,
            games as f64 / run.seconds,
            run.peak as f64 / 1024.0
        );
        runs.push(run);
    }
    let ratio = |a: u64, b: u64| a as f64 / b.max(1) as f64;
    println!("\ntwo threads take {:.2} times the CPU time of one", ratio(runs[1].cpu, runs[0].cpu));
    println!("ten times as many games take {:.2} times the memory", ratio(runs[3].peak, runs[2].peak));
    Ok(())
}
