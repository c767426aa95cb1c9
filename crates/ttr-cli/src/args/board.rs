//! The options of commands about boards.

use super::{CheckFormat, MAX_WIDTH, PageFormat};
use clap::ValueEnum;
use std::ffi::OsString;
use std::path::PathBuf;

/// Draw a board, by itself or at a moment of a game, as SVG or PNG
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ttr render usa -o usa.svg
  ttr render my-map.toml -o board.png --width 2400
  ttr render my-map.toml -o board.svg --watch
  ttr render my-map.toml -o board.svg --font my-font.ttf
  ttr render --at games/usa-1-000001.ttr.jsonl -o end.svg
  ttr render --at games/usa-1-000001.ttr.jsonl:25 --highlight 'Boston - Miami' -o board.svg

Cities lie where their coordinates or positions say; without such they are laid out by the lengths of the routes. The picture needs
no font of the machine, and is the same everywhere. The font in the program has Latin, Greek and Cyrillic letters; `--font` takes
others from a file, letter by letter, without joining or reordering them.")]
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
    /// A font file for letters that the font in the program lacks, TrueType or OpenType; the first that has a letter draws it
    #[arg(long, value_name = "FILE")]
    pub font: Vec<PathBuf>,
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
