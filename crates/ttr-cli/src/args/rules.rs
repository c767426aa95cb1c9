//! The options of commands that tell rules and codes.

use super::RulesFormat;
use std::ffi::OsString;

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
