//! How a long simulation grows: the work of two threads against that of one, and the memory of a million games.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;
use std::{env, fs};

/// The option by which the program calls itself for one run.
pub const ONE_RUN: &str = "--one-run";

/// How many games the threads are compared with.
const FEW: u64 = 40_000;

/// Simulates so many games of four random players in this process, on so many threads. What it took is said on the standard
/// error output: hundredths of a second of all threads, and the most memory in kB.
pub fn one_run(games: &str, threads: &str) -> ExitCode {
    let players = ["random"; 4].join(",");
    let args = ["ttr", "simulate", "usa", "--players", &players, "--games", games, "--threads", threads, "--seed", "1"];
    let done = ttr_cli::run(ttr_variants::registry(), args.map(OsString::from));
    match (cpu(), peak()) {
        (Some(cpu), Some(peak)) => eprintln!("{cpu} {peak}"),
        _ => eprintln!("- -"),
    }
    done
}

/// Hundredths of a second that all threads of this process have run.
fn cpu() -> Option<u64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may have spaces.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

/// The most memory that this process has held, in kB.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix("kB")?.trim().parse().ok())
}

struct Run {
    /// Hundredths of a second, of all threads together.
    cpu: u64,
    /// Memory in kB.
    peak: u64,
    seconds: f64,
}

fn run(program: &Path, games: u64, threads: u64) -> Result<Run, String> {
    let began = Instant::now();
    let out = Command::new(program)
        .args([ONE_RUN, &games.to_string(), &threads.to_string()])
        .output()
        .map_err(|fault| fault.to_string())?;
    let seconds = began.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    let mut last = said.lines().last().unwrap_or_default().split(' ').map(str::parse);
    match (out.status.success(), last.next(), last.next()) {
        (true, Some(Ok(cpu)), Some(Ok(peak))) => Ok(Run { cpu, peak, seconds }),
        _ => Err(format!("time and memory can't be read here: {}", said.trim())),
    }
}

/// Prints what a tenth of so many games and all of them take on one thread and on two.
///
/// # Errors
/// If the system does not tell time and memory of a process as Linux does.
pub fn report(games: u64) -> Result<(), String> {
    let program = env::current_exe().map_err(|fault| fault.to_string())?;
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
