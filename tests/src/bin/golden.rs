//! Plays the recorded games again, writes the record anew, or compares with a program of older code; see
//! [`ttr_tests::golden`].

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use ttr_tests::golden::old::Comparison;
use ttr_tests::golden::{BOARDS, BOTS, Games, path, perft, play, text};

const USAGE: &str = "\
usage: golden [--write | --old PROGRAM [--games N] [--seed S] [--threads T]] [MAP]...
Plays the games again that are recorded in tests/golden on the named maps (all six) and compares actions, lists, chance, what
is told, score sheets and what the players choose. --write plays them anew and records them, with
the recorded decisions where they still fit. --old lets a `ttr` that was
built of older code play N games (100) of each number and kind of players from seed S (1) on, and compares those with the
current code instead. Fails with the first thing that differs.";

#[derive(Default)]
struct Options {
    write: bool,
    old: Option<PathBuf>,
    games: Option<u64>,
    seed: Option<u64>,
    threads: Option<usize>,
    boards: Vec<String>,
}

fn options() -> Option<Options> {
    let mut options = Options::default();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--write" => options.write = true,
            "--old" => options.old = Some(words.next()?.into()),
            "--games" => options.games = Some(words.next()?.parse().ok()?),
            "--seed" => options.seed = Some(words.next()?.parse().ok()?),
            "--threads" => options.threads = Some(words.next()?.parse().ok().filter(|n| *n > 0)?),
            board if BOARDS.contains(&board) => options.boards.push(word),
            _ => return None,
        }
    }
    if options.boards.is_empty() {
        options.boards = BOARDS.map(str::to_owned).to_vec();
    }
    Some(options)
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let done = match &options.old {
        Some(program) => compare(&options, program.clone()),
        None if options.write => write(&options),
        None => again(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn again(options: &Options) -> Result<(), String> {
    for board in &options.boards {
        for bot in BOTS {
            let begun = Instant::now();
            let games = Games::read(board, bot)?;
            let decisions = games.verify()?;
            let (n, seconds) = (games.games.len(), begun.elapsed().as_secs_f64());
            println!("{board}, {bot}: {n} games, {decisions} decisions, as recorded, in {seconds:.1} s");
        }
    }
    let begun = Instant::now();
    if perft::counts()? != perft::recorded()? {
        return Err("other numbers of sequences than tests/golden/perft.txt".to_owned());
    }
    println!("perft: as recorded, in {:.1} s", begun.elapsed().as_secs_f64());
    Ok(())
}

fn write(options: &Options) -> Result<(), String> {
    let save = |path: PathBuf, text: String| {
        std::fs::write(&path, &text).map_err(|why| format!("{}: {why}", path.display()))?;
        println!("{}: {} bytes", path.display(), text.len());
        Ok::<_, String>(())
    };
    for board in &options.boards {
        for bot in BOTS {
            let title = format!("Games of {bot} on {board}, with every number of players.");
            let (games, others) = play(board, bot);
            save(path(board, bot), text::write(&title, &games.games))?;
            if others > 0 {
                println!("{others} games of {bot} on {board} are other ones: their decisions don't fit any more");
            }
        }
    }
    save(perft::path(), perft::counts()?)
}

fn compare(options: &Options, program: PathBuf) -> Result<(), String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let folder = std::env::temp_dir().join(format!("ttr-golden-{}", std::process::id()));
    let comparison = Comparison {
        program,
        folder,
        games: options.games.unwrap_or(100),
        seed: options.seed.unwrap_or(1),
        threads: options.threads.unwrap_or(threads),
    };
    for board in &options.boards {
        comparison.of_board(board)?.iter().for_each(|line| println!("{line}"));
    }
    let _ = std::fs::remove_dir_all(&comparison.folder);
    println!("the same games, sheets and choices");
    Ok(())
}
