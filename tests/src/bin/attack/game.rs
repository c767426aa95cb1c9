//! Games that are attacked: `ttr` plays them with a program in both seats, which writes down what it is told.

use crate::lines;
use serde_json::{Value as Json, json};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The word by which this program listens to a game.
pub const LISTEN: &str = "--listen";
/// The map of the games, and what makes them short.
pub const MAP: &str = "usa";
pub const SET: &str = "pieces.train=8";
/// How many seats there are.
pub const SEATS: usize = 2;

/// How a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// By `ttr play`.
    Play,
    /// By `ttr simulate`, as its first game.
    Simulate,
}

/// What a seat was told by its first decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// How the game is played.
    pub way: Way,
    /// The seat, from 0.
    pub seat: usize,
    /// The value of `begin`.
    pub begin: u64,
    /// The value of the first `turn`.
    pub turn: u64,
    /// The position of that turn.
    pub state: Json,
}

impl Seen {
    /// How many decisions there were before: all choose their tickets first, one after the other.
    pub fn decisions(&self) -> usize {
        self.seat
    }

    fn read(way: Way, seat: usize, file: &Path) -> Option<Self> {
        let messages = lines(BufReader::new(File::open(file).ok()?)).map(|line| serde_json::from_str::<Json>(&line));
        let messages: Vec<Json> = messages.collect::<Result<_, _>>().ok()?;
        let first = |kind: &str| messages.iter().find(|message| message["is"] == kind);
        let (begin, turn) = (first("begin")?, first("turn")?);
        let (begin, state, turn) = (begin["seed"].as_u64()?, turn["state"].clone(), turn["seed"].as_u64()?);
        Some(Self { way, seat, begin, turn, state })
    }
}

/// Who plays the games.
pub struct Host {
    program: PathBuf,
    listener: PathBuf,
}

impl Host {
    /// This `ttr`, or the one beside this program.
    pub fn new(program: Option<PathBuf>) -> Result<Self, String> {
        let listener = std::env::current_exe().map_err(|why| format!("this program can't be found: {why}"))?;
        let beside = || listener.with_file_name(format!("ttr{}", std::env::consts::EXE_SUFFIX));
        let program = program.unwrap_or_else(beside);
        if !program.is_file() {
            return Err(format!("there is no program {}: build it, or name one by --program", program.display()));
        }
        Ok(Self { program, listener })
    }

    /// Plays a game, and tells what each seat saw of it.
    pub fn play(&self, way: Way, seed: Option<u64>) -> Result<Vec<Seen>, String> {
        let folder = std::env::temp_dir().join(format!("ttr-attack-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        let seen = self.play_in(&folder, way, seed);
        // What is left of it is in nobody's way.
        let _ = fs::remove_dir_all(&folder);
        seen
    }

    fn play_in(&self, folder: &Path, way: Way, seed: Option<u64>) -> Result<Vec<Seen>, String> {
        let files: [PathBuf; SEATS] = std::array::from_fn(|seat| folder.join(format!("{seat}.jsonl")));
        let player = |file: &PathBuf| format!("cmd:'{}' {LISTEN} '{}'", self.listener.display(), file.display());
        let players = files.iter().map(player).collect::<Vec<_>>().join(",");
        let mut command = Command::new(&self.program);
        command.args([if way == Way::Play { "play" } else { "simulate" }, MAP, "--players", &players, "--set", SET]);
        if way == Way::Simulate {
            command.args(["--games", "1"]);
        }
        if let Some(seed) = seed {
            command.args(["--seed", &seed.to_string()]);
        }
        let done = command.stdin(Stdio::null()).current_dir(folder).output();
        let done = done.map_err(|why| format!("{}: {why}", self.program.display()))?;
        let failed = || format!("{command:?}: {}", String::from_utf8_lossy(&done.stderr));
        let seats = files.iter().enumerate().map(|(seat, file)| Seen::read(way, seat, file));
        seats.collect::<Option<Vec<_>>>().filter(|_| done.status.success()).ok_or_else(failed)
    }
}

/// Plays, and writes down the beginning of a game and the first turn.
pub fn listen(input: impl BufRead, file: &Path) -> io::Result<()> {
    let (mut out, mut to) = (io::stdout().lock(), File::create(file)?);
    for line in lines(input) {
        let message: Json = serde_json::from_str(&line)?;
        if message["is"] == "begin" || message["is"] == "turn" {
            writeln!(to, "{line}")?;
        }
        if message["is"] == "turn" {
            let act = json!({ "do": "act", "game": message["game"], "who": message["who"], "number": 0 });
            writeln!(out, "{act}")?;
            out.flush()?;
        }
    }
    Ok(())
}
