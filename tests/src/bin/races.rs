//! Pairs of processes that race for one file, and processes that are killed while they save; see [`ttr_tests::fuzz::races`].

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use ttr_tests::breaks::workspace;
use ttr_tests::fuzz::races::Races;

const USAGE: &str = "\
usage: races [--rounds N] [--seed S] [--program TTR]
Lets N pairs of processes (200) race for each kind of file, and kills N that save. TTR is the program, if it is not beside this one.";

fn options() -> Option<(u64, Races)> {
    let program = std::env::current_exe().ok()?.with_file_name(format!("ttr{}", std::env::consts::EXE_SUFFIX));
    let mut races = Races { program, folder: workspace().join("target/races"), seed: 1 };
    let (mut rounds, mut words) = (200, std::env::args().skip(1));
    while let Some(word) = words.next() {
        let value = words.next()?;
        match word.as_str() {
            "--rounds" => rounds = value.parse().ok()?,
            "--seed" => races.seed = value.parse().ok()?,
            "--program" => races.program = PathBuf::from(value),
            _ => return None,
        }
    }
    Some((rounds, races))
}

fn main() -> ExitCode {
    let Some((rounds, races)) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&races, rounds) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(races: &Races, rounds: u64) -> Result<(), String> {
    let begun = Instant::now();
    let seconds = || begun.elapsed().as_secs_f64();
    races.new_games(rounds)?;
    println!(
        "{rounds} pairs of new games for one file: one goes on, the other is told, no game is lost ({:.0} s)",
        seconds()
    );
    races.resumed_games(rounds)?;
    println!(
        "{rounds} pairs that resume one save: one goes on, the other is told, no game is lost ({:.0} s)",
        seconds()
    );
    races.autosaves(rounds)?;
    println!("{rounds} pairs left at once in one folder: each has an autosave of its own ({:.0} s)", seconds());
    let killed = races.kills(rounds)?;
    println!(
        "{} kills while saving: {} had saved and all of these resume; {} left a temporary file and {} a lock, none after the \
         next start ({:.0} s)",
        killed.kills,
        killed.resumed,
        killed.temporary,
        killed.locks,
        seconds()
    );
    Ok(())
}
