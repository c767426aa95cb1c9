//! The command line.

mod format;

pub(crate) use format::{CheckFormat, Format, PageFormat, RulesFormat, SchemaFormat};

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;
use ttr_bots::Bots;

/// Most games of one simulation.
pub(crate) const MAX_GAMES: u64 = 1_000_000_000;
/// Most threads.
pub(crate) const MAX_THREADS: u64 = 1_024;
/// Most pixels from left to right.
pub(crate) const MAX_WIDTH: i64 = 20_000;
/// The map of a simulation that names none, where there is one of this name.
pub(crate) const DEFAULT_MAP: &str = "usa";
/// The rule set of a new map that names none, where there is one of this name.
pub(crate) const DEFAULT_RULES: &str = "classic";
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
    stem.filter(|stem| !stem.is_empty()).unwrap_or(NAME).to_owned()
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
    /// Who plays, by seat: `you`, `you:NAME`, a computer player, or `cmd:COMMAND`, a program of your own [default: you and two
    /// of `greedy`]
    #[arg(long, short, value_name = "PLAYER,...", value_delimiter = ',')]
    pub players: Vec<String>,
    /// How long a player that is a program may take for a decision; one that takes longer is replaced by `random`
    #[arg(long, value_name = "SECONDS", default_value = DEFAULT_TIME_LIMIT, value_parser = seconds)]
    pub time_limit: Duration,
    /// Where chance begins; the same number gives the same cards [default: one that the clock gives]
    #[arg(long, short, value_name = "S")]
    pub seed: Option<u64>,
    /// Saves the game to this file after every decision
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
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

/// Show the rules of a game on a page: setup, turns, routes, cards, tickets, the end, scoring, and how it differs from classic
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr rules
  ttr rules europe --players 3
  ttr rules usa --rules europe --set pieces.train=30
  ttr rules my-map.toml --sources
  ttr rules world --format html > world.html

Without `--players` the page is for every number of players that can play, and says what differs between them.")]
pub(crate) struct PageOfRules {
    /// A bundled map by its name, or the path of a map file [default: usa]
    #[arg(value_name = "MAP")]
    pub map: Option<OsString>,
    /// For so many players [default: as many as can play]
    #[arg(long, short, value_name = "N")]
    pub players: Option<u8>,
    /// A rule set by its name, or the path of its file, instead of the one that the map asks for
    #[arg(long, value_name = "RULES")]
    pub rules: Option<OsString>,
    /// Changes a parameter of a module, as in `end.pieces=0`; `MODULE=false` plays without a module
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Says below each rule which parameters it stands on, where their values came from, and which clauses it tells
    #[arg(long)]
    pub sources: bool,
    /// How to print it
    #[arg(long, value_enum, default_value_t = RulesFormat::Text)]
    pub format: RulesFormat,
}

/// Draw a board, by itself or at a moment of a game, as SVG or PNG
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr render usa -o usa.svg
  ttr render my-map.toml -o board.png --width 2400
  ttr render my-map.toml -o board.svg --watch
  ttr render --at games/usa-1-000001.ttr.jsonl -o end.svg
  ttr render --at games/usa-1-000001.ttr.jsonl:25 --highlight 'Boston - Miami' -o board.svg

Cities lie where their coordinates or positions say; without such they are laid out by the lengths of the routes. The picture needs
no font of the machine, and is the same everywhere.")]
pub(crate) struct Render {
    /// A bundled map by its name, or the path of a map file [default: usa, or the map of the saved game]
    #[arg(value_name = "MAP")]
    pub map: Option<OsString>,
    /// Writes the picture to this file, which is replaced: `.svg` or `.png` [default: SVG is printed]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The position of a saved game, at its end or after so many decisions
    #[arg(long, value_name = "SAVE[:N]", conflicts_with_all = ["rules", "set", "players"])]
    pub at: Option<OsString>,
    /// Marks a ticket by its cities, as in `Boston - Miami`; in a game also the way that is or could be built
    #[arg(long, value_name = "TICKET")]
    pub highlight: Vec<String>,
    /// Draws again whenever a file changes, until it is interrupted
    #[arg(long, requires = "output")]
    pub watch: bool,
    /// How many pixels wide a PNG is
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=MAX_WIDTH))]
    pub width: Option<u32>,
    /// For so many players [default: as few as can play]
    #[arg(long, short, value_name = "N")]
    pub players: Option<u8>,
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
    #[arg(long, value_enum, default_value_t = PageFormat::Table)]
    pub format: PageFormat,
}

/// List the rule modules, or show one: its parameters, its attributes, and where it takes part in the game
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr modules
  ttr modules tickets
  ttr modules --format json
  ttr modules --format markdown

A parameter is changed for a simulation by `--set MODULE.PARAMETER=VALUE`.")]
pub(crate) struct Modules {
    /// Show this module
    pub name: Option<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = PageFormat::Table)]
    pub format: PageFormat,
}

/// Print the JSON Schema of maps, rule sets, score files or messages of the engine, by which editors complete, explain and check what you write
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr schema map -o map.schema.json
  ttr schema ruleset -o ruleset.schema.json
  ttr schema score -o score.schema.json

With the schema beside your map, let its first line be `#:schema ./map.schema.json`: editors that know TOML schemas, such as
VS Code with Tombi or Even Better TOML, then complete names, show what they mean and mark mistakes.")]
pub(crate) struct Schema {
    /// Of which files
    #[arg(value_enum, default_value_t = SchemaOf::Map)]
    pub of: SchemaOf,
    /// How to print it
    #[arg(long, value_enum, default_value_t = SchemaFormat::Json)]
    pub format: SchemaFormat,
    /// Writes it to this file; one that is there is replaced
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Files that have a schema.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SchemaOf {
    /// Map files.
    Map,
    /// Rule-set files.
    Ruleset,
    /// Score files.
    Score,
    /// Files of tests.
    Test,
    /// The messages of `ttr engine`.
    Protocol,
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
  ttr replay games/usa-1-000001.ttr.jsonl --verify --format json

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

/// Run tests that are written as data, or look whether everything holds on a map that must hold in every game
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr test my-tests.toml
  ttr test my-tests.toml --only 'paid for'
  ttr test my-tests.toml --format json
  ttr test my-map.toml --games 5
  ttr test games/usa-1-000001.ttr.jsonl

A file of tests names a map, or has a small board of its own; each test lays out a position, lets players act, and says what must
then be true: who has what, what may be done, which rule refuses something, what it scores. docs/tests.md has the format. On a map
random games are played, and it is looked at every step whether nothing is lost, lists and refusals agree, secrets are kept, and games
replay and end; of a saved game every step is looked at in the same way. Exit codes: 0 all holds; 1 something does not, or a file is
wrong; 2 a file can't be read.")]
pub(crate) struct Test {
    /// Files of tests, maps (or the names of bundled ones), or saved games
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<OsString>,
    /// On a map: so many random games for each number of players
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub games: u64,
    /// Runs only tests with this in their names
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// How to print what came of them
    #[arg(long, value_enum, default_value_t = CheckFormat::Human)]
    pub format: CheckFormat,
}

/// Check maps and rule sets: everything that is wrong with them, where, and how to mend it
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr check my-map.toml
  ttr check maps/*.toml --deny warnings
  ttr check my-map.toml --rules my-rules.toml --set pieces.train=20
  ttr check my-map.toml --watch
  ttr check my-map.toml --format json

A map is checked for every number of players that it seats. Exit codes: 0 fine, or nothing worse than warnings; 1 errors; 2 a
file that can't be read. The map sets the level of single warnings under [lints]; `ttr explain CODE` says more about one.")]
pub(crate) struct Check {
    /// Maps or rule sets: the paths of files, or the names of bundled ones
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<OsString>,
    /// A rule set by its name, or the path of its file, instead of the one that each map asks for
    #[arg(long, value_name = "RULESET")]
    pub rules: Option<OsString>,
    /// Changes a parameter of a module, as in `end.pieces=0`
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t = CheckFormat::Human)]
    pub format: CheckFormat,
    /// Fails also by what is less than an error
    #[arg(long, value_enum, value_name = "WHAT")]
    pub deny: Option<Deny>,
    /// Shows every finding in full, information too
    #[arg(long)]
    pub all: bool,
    /// Checks again whenever a file changes, until it is interrupted
    #[arg(long)]
    pub watch: bool,
}

/// What a check fails by besides errors.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deny {
    /// Warnings.
    Warnings,
}

/// Explain a finding by its code: what it means, why it is bad, an example and its repair
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr explain
  ttr explain map::unknown-city")]
pub(crate) struct Explain {
    /// The code, as it stands in brackets: `error[CODE]`; without one all codes are listed
    pub code: Option<String>,
}

/// Begin a map, with comments that explain it or as a copy of another; or a rule module in a crate of its own
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr new island
  ttr new isles --rules world
  ttr new my-usa --from usa
  ttr new --module long-haul

The first writes island.toml; `ttr play island.toml` plays it. Change it in any editor, and see with `ttr check island.toml`
whether all is well. The last writes a crate into the folder long-haul: a rule in Rust, its tests, a map, and a program with the
whole command line; the module guide of the book goes on from there.")]
pub(crate) struct New {
    /// The name of the map; its file is NAME.toml. With `--module`, that of the module and of the folder of its crate
    #[arg(value_name = "NAME")]
    pub name: PathBuf,
    /// Begins a rule module: a crate with its tests, a map for it, and a program with the whole command line
    #[arg(long, conflicts_with_all = ["from", "rules"])]
    pub module: bool,
    /// With `--module`: uses the crates of this folder, which holds the sources of ttr, instead of published ones
    #[arg(long, value_name = "FOLDER", requires = "module")]
    pub ttr: Option<PathBuf>,
    /// Copies this map, a bundled one by its name or a file, with its comments
    #[arg(long, value_name = "MAP")]
    pub from: Option<OsString>,
    /// The rule set that the map asks for, by its name or the path of its file [default: classic, or that of the copied map]
    #[arg(long, value_name = "RULES")]
    pub rules: Option<OsString>,
    /// Replaces what is there already
    #[arg(long)]
    pub force: bool,
}

/// Show the figures of a map beside those of the bundled boards: lengths, colours, doubles, tickets, room for each player
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr info my-map.toml
  ttr info usa
  ttr info my-map.toml --format json
  ttr info my-map.toml --format markdown > figures.md
  ttr info usa --rules europe")]
pub(crate) struct Info {
    /// A bundled map by its name, or the path of a map file
    #[arg(value_name = "MAP")]
    pub map: OsString,
    /// A rule set by its name, or the path of its file, instead of the one that the map asks for
    #[arg(long, value_name = "RULES")]
    pub rules: Option<OsString>,
    /// Changes a parameter of a module, as in `pieces.train=30`
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = PageFormat::Table)]
    pub format: PageFormat,
}

/// Mend maps and rule sets where it is certain what was meant, such as a misspelt city or parameter
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr fix my-map.toml
  ttr fix --write my-map.toml my-rules.toml

Without `--write` the edits are only shown. Comments, order and layout stay as they are. Where two names might be meant, or
the fault is of another kind, nothing is done: what remains is told.")]
pub(crate) struct Fix {
    /// The files: maps or rule sets
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Writes the files
    #[arg(long)]
    pub write: bool,
    /// A rule set by its name, or the path of its file, instead of the one that the map asks for
    #[arg(long, value_name = "RULES")]
    pub rules: Option<OsString>,
}

/// Bring map and rule-set files into the one layout: spaces, line breaks and columns; comments stay
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr fmt my-map.toml
  ttr fmt --check maps/*.toml
  ttr fmt - < my-map.toml

Nothing but the layout changes: values and comments are the same, in the same order, and that is checked before a file is
written. A file with a syntax error is left as it is.")]
pub(crate) struct Fmt {
    /// The files; `-` reads standard input and prints what it becomes
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Writes nothing: prints what would change, and fails if anything would
    #[arg(long)]
    pub check: bool,
}

/// Make a map of tables: cities.csv, routes.csv and tickets.csv of a folder
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr import tables -o my-map.toml
  ttr import tables --into my-map.toml
  ttr import tables --column kind=piece --rules my-rules.toml

Columns: cities have name, lat, lon, x, y, junction, name:LANGUAGE; routes a, b, length, colour, group, with a row for each
track; tickets cities (`Lima > Quito`), points, deck; and each of them the attributes that modules know. Only a name, or two
cities and a length, must be there. Commas, semicolons and tabs separate. `ttr export` writes an example.")]
pub(crate) struct Import {
    /// The folder of the tables
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Puts them into this map file in place of its own; the rest of it stays, and so does what the folder has no table for
    #[arg(long, value_name = "MAP")]
    pub into: Option<PathBuf>,
    /// Writes the map to this file [default: it is printed]
    #[arg(long, short, value_name = "FILE", conflicts_with = "into")]
    pub output: Option<PathBuf>,
    /// Replaces the file, if it is there
    #[arg(long, requires = "output")]
    pub force: bool,
    /// The rule set that the new map asks for: its name, or the path of its file as seen from the map [default: classic]
    #[arg(long, value_name = "RULES", conflicts_with = "into")]
    pub rules: Option<String>,
    /// Reads a column under another name, as in `kind=piece`; a 0 in it then stands for nothing
    #[arg(long, value_name = "OLD=NEW")]
    pub column: Vec<String>,
}

/// Write the cities, routes and tickets of a map as tables: cities.csv, routes.csv and tickets.csv
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr export usa -o tables
  ttr export my-map.toml -o tables --force

`ttr import tables --into my-map.toml` brings them back.")]
pub(crate) struct Export {
    /// A bundled map by its name, or the path of a map file
    #[arg(value_name = "MAP")]
    pub map: OsString,
    /// The folder, which is made if need be
    #[arg(long, short, value_name = "DIR")]
    pub output: PathBuf,
    /// Replaces tables that are there
    #[arg(long)]
    pub force: bool,
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
