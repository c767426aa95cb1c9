//! The command line.

use crate::players::Bots;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Most games of one simulation.
pub(crate) const MAX_GAMES: u64 = 1_000_000_000;
/// Most threads.
pub(crate) const MAX_THREADS: u64 = 1_024;
/// The map of a simulation that names none, where there is one of this name.
pub(crate) const DEFAULT_MAP: &str = "usa";
/// The players of a simulation that names none, where there are such.
pub(crate) const DEFAULT_PLAYER: &str = "random";
/// The name of the program when it does not know its own.
const NAME: &str = "ttr";

const EXAMPLES: &str = "\
Examples:
  ttr play
  ttr maps
  ttr simulate usa --players random,random,random --games 1000 --seed 7
  ttr simulate my-map.toml --players random,random --save-games games
  ttr replay games/my-map-1-000001.ttr.jsonl

`ttr COMMAND --help` has more of them. Wherever the name of a bundled map or rule set stands, the path of a file works too.";

/// Plays train games by their rules: at the keyboard or by the thousand, and shows saved ones step by step.
#[derive(Parser, Debug)]
#[command(name = NAME, version, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Args {
    /// When to use colour; `auto` does on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub color: Colour,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// When output is in colour.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    /// On a terminal.
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

impl Colour {
    /// What the command line asks for, as far as can be told before it is understood: help is in colour too.
    pub fn asked_for(args: &[OsString]) -> Self {
        let words = args.iter().map(|arg| arg.to_str().unwrap_or_default()).take_while(|arg| *arg != "--");
        let words: Vec<&str> = words.collect();
        let value = words.iter().enumerate().find_map(|(i, word)| match *word {
            "--color" => words.get(i + 1).copied(),
            word => word.strip_prefix("--color="),
        });
        value.and_then(|value| Self::from_str(value, false).ok()).unwrap_or(Self::Auto)
    }
}

/// The command line of a program with these computer players, whose help lists them.
pub(crate) fn command(bots: &Bots) -> clap::Command {
    let list: Vec<String> = bots.iter().map(|(name, entry)| format!("\n- {name}: {}", entry.summary())).collect();
    let with_players = |command: clap::Command| {
        command.mut_arg("players", |players| {
            let help = players.get_help().map(ToString::to_string).unwrap_or_default();
            players.long_help(format!("{help}\n{}", list.concat()))
        })
    };
    Args::command().mut_subcommand("play", with_players).mut_subcommand("simulate", with_players)
}

/// The program's name, as it was called.
pub(crate) fn program_name(arg: Option<&OsString>) -> String {
    let stem = arg.and_then(|arg| Path::new(arg).file_stem()).and_then(OsStr::to_str);
    stem.filter(|stem| !stem.is_empty()).unwrap_or(NAME).to_owned()
}

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Play(Play),
    Maps(Maps),
    Modules(Modules),
    Simulate(Simulate),
    Replay(Replay),
    Completions(Completions),
}

/// How results are printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// For reading.
    Table,
    /// For other programs.
    Json,
}

/// Play a game at the keyboard, alone or with others, against computer players
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr play
  ttr play usa --players you,greedy --seed 7
  ttr play --players you:Ann,you:Bob,greedy --save game.ttr.jsonl
  ttr play --resume game.ttr.jsonl
  ttr play my-map.toml --set pieces.train=20

With `--save` the game is in the file after every decision; without, it is saved when you leave it.")]
pub(crate) struct Play {
    /// A bundled map by its name, or the path of a map file [default: usa]
    #[arg(value_name = "MAP")]
    pub map: Option<OsString>,
    /// Who plays, by seat: `you`, `you:NAME`, or a computer player [default: you and two of `greedy`]
    #[arg(long, short, value_name = "PLAYER,...", value_delimiter = ',')]
    pub players: Vec<String>,
    /// Where chance begins; the same number gives the same cards [default: one that the clock gives]
    #[arg(long, short, value_name = "S")]
    pub seed: Option<u64>,
    /// Saves the game to this file after every decision
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Goes on with a saved game, and goes on saving it there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["map", "players", "seed", "rules", "set"])]
    pub resume: Option<PathBuf>,
    /// A rule set by its name, or the path of its file, instead of the one that the map asks for
    #[arg(long, value_name = "RULES")]
    pub rules: Option<OsString>,
    /// Changes a parameter of a module, as in `end.pieces=0`; `MODULE=false` plays without a module
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// List the bundled maps: players, rule set, size, and how true they are to the published board
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr maps
  ttr maps --format json")]
pub(crate) struct Maps {
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// List the rule modules, or show one: its parameters, its attributes, and where it takes part in the game
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr modules
  ttr modules tickets
  ttr modules --format json

A parameter is changed for a simulation by `--set MODULE.PARAMETER=VALUE`.")]
pub(crate) struct Modules {
    /// Show this module
    pub name: Option<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
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

Two runs with the same seed give the same games, on any number of threads.")]
pub(crate) struct Simulate {
    /// A bundled map by its name, or the path of a map file [default: usa]
    #[arg(value_name = "MAP")]
    pub map: Option<OsString>,
    /// Who plays, by seat [default: four of `random`, or as many as the map seats]
    #[arg(long, short, value_name = "PLAYER,...", value_delimiter = ',')]
    pub players: Vec<String>,
    /// How many games
    #[arg(long, short, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=MAX_GAMES))]
    pub games: u64,
    /// Where chance begins; the same number gives the same games
    #[arg(long, short, value_name = "S", default_value_t = 1)]
    pub seed: u64,
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
    /// Saves every game to a file in this folder, which is made if need be; files of the same name are replaced
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

Whatever is shown is played again by the rules, and checked line by line. The file is never changed.")]
pub(crate) struct Replay {
    /// The saved game
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only check it: that every decision was legal, that every position is the one written down, and that chance comes
    /// from the seed
    #[arg(long, conflicts_with_all = ["at", "trace"])]
    pub verify: bool,
    /// Show the position after this many decisions, with everything that was hidden; 0 is the start
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// Show every event with the module and the phase it comes from; with `--at`, those of that decision
    #[arg(long)]
    pub trace: bool,
}

/// Print what a shell needs to complete commands and options
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr completions bash > ~/.local/share/bash-completion/completions/ttr
  ttr completions fish > ~/.config/fish/completions/ttr.fish")]
pub(crate) struct Completions {
    /// Which shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}
