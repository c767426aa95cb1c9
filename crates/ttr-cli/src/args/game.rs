//! The options of commands that play, show and score games.

use super::{DEFAULT_TIME_LIMIT, Format, MAX_GAMES, MAX_THREADS, PageFormat, USUAL_PATIENCE, seconds};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use ttr_files::save::Secret;

/// Play a game at the keyboard, alone or with others, against computer players
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr play
  ttr play usa --players you,greedy --seed 7
  ttr play --players you:Ann,you:Bob,greedy --save game.ttr.jsonl
  ttr play --resume game.ttr.jsonl
  ttr play my-map.toml --set pieces.train=20

With `--save` the game is in the file after every decision; without, it is saved when you leave it, if you have decided
anything, to `ttr-autosave.jsonl` in the current folder, or `ttr-autosave-2.jsonl` and so on.")]
pub(crate) struct Play {
    /// A bundled map by its name, or the path of a map file [default: usa]
    #[arg(value_name = "MAP")]
    pub map: Option<OsString>,
    /// Who plays, by seat: `you`, `you:NAME`, a computer player, or `cmd:COMMAND`, a program of your own [default: you and two
    /// of `greedy`]
    #[arg(long, short, value_name = "PLAYER,...", value_delimiter = ',')]
    pub players: Vec<String>,
    /// How long a player that is a program may take for a decision; one that takes longer is replaced by `random`
    #[arg(long, value_name = "SECONDS", default_value = DEFAULT_TIME_LIMIT, value_parser = seconds)]
    pub time_limit: Duration,
    /// Where chance begins; the same number gives the same cards [default: one that the system draws]
    #[arg(long, short, value_name = "S")]
    pub seed: Option<u64>,
    /// What the values are keyed by that programs take their chance from, 1 to 32 bytes: with the same secret and seed they are
    /// the same again [default: one that the system draws]
    #[arg(long, value_name = "HEX")]
    pub secret: Option<Secret>,
    /// Saves the game to this file after every decision; it must not be there yet
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// A font file for letters of pictures: `board FILE.svg` draws one during the game
    #[arg(long, value_name = "FILE")]
    pub font: Vec<PathBuf>,
    /// Goes on with a saved game, and goes on saving it there; `--players` then says who plays now
    #[arg(long, value_name = "FILE", conflicts_with_all = ["map", "seed", "rules", "set"])]
    pub resume: Option<PathBuf>,
    /// A rule set by its name, or the path of its file, instead of the one that the map asks for
    #[arg(long, value_name = "RULES")]
    pub rules: Option<OsString>,
    /// Changes a parameter of a module, as in `end.pieces=0`; `MODULE=false` plays without a module
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// Play many games between computer players and print what came of them
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr simulate usa --players random,random,random,random --games 2000
  ttr simulate usa --players random,random:kinds --games 500 --seed 7 --format json
  ttr simulate usa --players random,random --set pieces.train=20 --set end.pieces=0
  ttr simulate my-map.toml --rules my-rules.toml --players random,random,random
  ttr simulate usa --players random,random --games 10 --save-games games

Two runs with the same seed give the same games, on any number of threads. Where programs play, the same `--secret` belongs to it;
it is told with the results.")]
pub(crate) struct Simulate {
    /// A bundled map by its name, or the path of a map file [default: usa]
    #[arg(value_name = "MAP")]
    pub map: Option<OsString>,
    /// Who plays, by seat: computer players, or `cmd:COMMAND`, a program of your own [default: four of `random`, or as many as
    /// the map seats]
    #[arg(long, short, value_name = "PLAYER,...", value_delimiter = ',')]
    pub players: Vec<String>,
    /// How long a player that is a program may take for a decision; one that takes longer is replaced by `random`
    #[arg(long, value_name = "SECONDS", default_value = DEFAULT_TIME_LIMIT, value_parser = seconds)]
    pub time_limit: Duration,
    /// How many games
    #[arg(long, short, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=MAX_GAMES))]
    pub games: u64,
    /// Where chance begins; the same number gives the same games
    #[arg(long, short, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// What the values are keyed by that programs take their chance from, 1 to 32 bytes: with the same secret and seed they are
    /// the same again [default: one that the system draws]
    #[arg(long, value_name = "HEX")]
    pub secret: Option<Secret>,
    /// A rule set by its name, or the path of its file, instead of the one that the map asks for
    #[arg(long, value_name = "RULES")]
    pub rules: Option<OsString>,
    /// Changes a parameter of a module, as in `end.pieces=0`; `MODULE=false` plays without a module
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// How many threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    pub threads: Option<u64>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Saves every game to a file in this folder, which is made if need be; no file is replaced
    #[arg(long, value_name = "DIR")]
    pub save_games: Option<PathBuf>,
}

/// Show a saved game step by step, or at one point, or verify it
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr replay games/usa-1-000001.ttr.jsonl
  ttr replay games/usa-1-000001.ttr.jsonl --at 25
  ttr replay games/usa-1-000001.ttr.jsonl --at 25 --trace
  ttr replay games/usa-1-000001.ttr.jsonl --verify
  ttr replay games/usa-1-000001.ttr.jsonl --verify --format json

Whatever is shown is played again by the rules, and checked line by line. The file is never changed.")]
pub(crate) struct Replay {
    /// The saved game
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only check it: that every decision was legal, that every position is the one written down (in saves from format 2 on), and that
    /// chance comes from the seed
    #[arg(long, conflicts_with_all = ["at", "trace"])]
    pub verify: bool,
    /// Show the position after this many decisions, with everything that was hidden; 0 is the start
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// Show every event with the module and the phase it comes from; with `--at`, those of that decision
    #[arg(long)]
    pub trace: bool,
    /// How to print what was verified; as JSON with the score sheet
    #[arg(long, value_enum, default_value_t = Format::Table, requires = "verify")]
    pub format: Format,
}

/// Speak with other programs: the rules engine on standard input and output, a line of JSON for a line of JSON
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr engine
  ttr engine < requests.jsonl

A request is an object with `do`, its kind, as in {\"do\": \"new\", \"map\": \"usa\", \"players\": 2}; whatever can't be done is
answered by an error. docs/protocol.md has all of them, and `ttr schema protocol` their JSON Schema.")]
pub(crate) struct Engine {
    /// How long a request may take; a game in which a module takes longer has ended
    #[arg(long, value_name = "SECONDS", default_value = USUAL_PATIENCE, value_parser = seconds)]
    pub patience: Duration,
}

/// Score a game that was played on a table: write down who has what, and see every line of the sheet explained
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr score --new usa --players 3 -o my-game.toml
  ttr score my-game.toml
  ttr score my-game.toml --format json
  ttr score my-game.toml --format md > sheet.md
  ttr score games/usa-1-000001.ttr.jsonl

The first writes a file to fill in: the map, and for each player routes, tickets and what else the rules count. What can't be,
such as a route that two players hold, is told with its place and left out; the rest is scored. Exit codes: 0 fine, 1 something
is wrong with the file, 2 it can't be read. `docs/score.md` has an example for every bundled game.")]
pub(crate) struct Score {
    /// The score file, or a saved game
    #[arg(value_name = "FILE", required_unless_present = "new", conflicts_with = "new")]
    pub file: Option<PathBuf>,
    /// Prints a score file to fill in for this map, a bundled one by its name or the path of a map file
    #[arg(long, value_name = "MAP")]
    pub new: Option<OsString>,
    /// With `--new`: for so many players [default: the fewest that can play]
    #[arg(long, short, value_name = "N", requires = "new", conflicts_with = "file")]
    pub players: Option<u8>,
    /// A rule set by its name, or the path of its file, instead of the one that the score file or the map asks for
    #[arg(long, value_name = "RULES")]
    pub rules: Option<OsString>,
    /// Changes a parameter of a module, as in `end.pieces=0`, whatever the score file says of it
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// With `--new`: writes it to this file
    #[arg(long, short, value_name = "NEW", requires = "new", conflicts_with = "file")]
    pub output: Option<PathBuf>,
    /// With `--new`: replaces the file, if it is there
    #[arg(long, requires = "output", conflicts_with = "file")]
    pub force: bool,
    /// How to print the sheet
    #[arg(long, value_enum, default_value_t = PageFormat::Table)]
    pub format: PageFormat,
}
