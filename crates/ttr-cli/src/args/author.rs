//! The options of commands for who makes maps and modules.

use super::{CheckFormat, PageFormat, SchemaFormat};
use clap::ValueEnum;
use std::ffi::OsString;
use std::path::PathBuf;

/// List the rule modules, show one (its parameters, its attributes, where it takes part in the game, examples), or find one by a word
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr modules
  ttr modules tickets
  ttr modules bridge
  ttr modules last round
  ttr modules --format json
  ttr modules --format markdown

A word that is the name of no module finds those with a search term, a summary, a parameter or an attribute that it fits.
The examples of a module are a file of tests: `ttr test` runs it.
A parameter is changed for a simulation by `--set MODULE.PARAMETER=VALUE`.")]
pub(crate) struct Modules {
    /// Show this module, or list those that are about these words
    pub name: Vec<String>,
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
