//! The command line.

mod author;
mod board;
mod format;
mod game;
mod rules;

pub(crate) use author::{Completions, Modules, New, Schema, SchemaOf, Test};
pub(crate) use board::{Check, Export, Fix, Fmt, Import, Info, Maps, Render};
pub(crate) use format::{CheckFormat, Format, PageFormat, RulesFormat, SchemaFormat};
pub(crate) use game::{Engine, Play, Replay, Score, Simulate};
pub(crate) use rules::{Explain, PageOfRules};

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;
use ttr_bots::Bots;
use ttr_source::clean;

/// Most games of one simulation.
pub(crate) const MAX_GAMES: u64 = 1_000_000_000;
/// Most threads.
pub(crate) const MAX_THREADS: u64 = 1_024;
/// Most pixels from left to right.
pub(crate) const MAX_WIDTH: i64 = 20_000;
/// The map of a simulation that names none, where there is one of this name.
pub(crate) const DEFAULT_MAP: &str = "usa";
/// The players of a simulation that names none, where there are such.
pub(crate) const DEFAULT_PLAYER: &str = "random";
/// How many seconds a player that is a program may take for a decision, where nobody says so.
const DEFAULT_TIME_LIMIT: &str = "10";
/// How many seconds a request to the engine may take.
pub(crate) const USUAL_PATIENCE: &str = "60";
/// The longest time that can be said.
const MOST_SECONDS: f64 = 86_400.0;

/// A time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(n) if n > 0.0 && n <= MOST_SECONDS => Ok(Duration::from_secs_f64(n)),
        _ => Err(format!("a number of seconds above 0, at most {MOST_SECONDS}")),
    }
}

/// The name of the program when it does not know its own.
const NAME: &str = "ttr";

const EXAMPLES: &str = "\
Examples:
  ttr play
  ttr rules world
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
fn command(bots: &Bots) -> clap::Command {
    let list: Vec<String> = bots.iter().map(|(name, entry)| format!("\n- {name}: {}", entry.summary())).collect();
    let with_players = |command: clap::Command| {
        command.mut_arg("players", |players| {
            let help = players.get_help().map(ToString::to_string).unwrap_or_default();
            let program =
                "\n- cmd:COMMAND: a program of your own, as in cmd:\"python3 mybot.py\"; see docs/protocol.md";
            players.long_help(format!("{help}\n{}{program}", list.concat()))
        })
    };
    Args::command().mut_subcommand("play", with_players).mut_subcommand("simulate", with_players)
}

/// The program's name, as it was called.
pub(crate) fn program_name(arg: Option<&OsString>) -> String {
    let stem = arg.and_then(|arg| Path::new(arg).file_stem()).and_then(OsStr::to_str);
    clean(stem.filter(|stem| !stem.is_empty()).unwrap_or(NAME)).replace('\n', " ")
}

/// A text as this program says it: what it calls `ttr` goes by the name that the program was started by, so that a program with
/// modules of its own does not send people to one that does not know them.
pub(crate) fn called<'t>(text: &'t str, name: &str) -> Cow<'t, str> {
    if name == NAME || !text.contains("ttr ") {
        return text.into();
    }
    let mut said = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        // A command stands in backquotes, or at the beginning of a line or of a comment.
        let rest = line.trim_start_matches(['#', ' ']);
        said.push_str(&line[..line.len() - rest.len()]);
        let rest = match rest.strip_prefix("ttr ") {
            Some(rest) => {
                said.extend([name, " "]);
                rest
            }
            None => rest,
        };
        said.push_str(&rest.replace("`ttr ", &format!("`{name} ")));
    }
    said.into()
}

/// The commands with their examples as this program says them.
pub(crate) fn command_of(bots: &Bots, name: &str) -> clap::Command {
    let renamed = |command: clap::Command| match command.get_after_help().map(ToString::to_string) {
        Some(help) => command.after_help(called(&help, name).into_owned()),
        None => command,
    };
    let command = renamed(command(bots).display_name(name.to_owned()).bin_name(name.to_owned()));
    command.mut_subcommands(renamed)
}

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Play(Play),
    Rules(PageOfRules),
    Render(Render),
    Maps(Maps),
    Modules(Modules),
    Schema(Schema),
    Simulate(Simulate),
    Replay(Replay),
    Engine(Engine),
    Score(Score),
    Test(Test),
    Check(Check),
    Explain(Explain),
    New(New),
    Info(Info),
    Fix(Fix),
    Fmt(Fmt),
    Import(Import),
    Export(Export),
    Completions(Completions),
}
