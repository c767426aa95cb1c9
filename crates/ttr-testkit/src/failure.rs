//! What is told when a property does not hold.

use std::fmt;
use std::path::PathBuf;

/// What was looked at, and held.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// Maps with a number of players.
    pub tables: usize,
    /// Games that were played at them.
    pub games: usize,
    /// Properties that were looked at in all of these together.
    pub looks: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tables, games, looks } = self;
        write!(f, "{looks} looks at properties in {games} games at {tables} tables")
    }
}

/// A property that does not hold, with the shortest game that was found to show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The short name of the property.
    pub property: &'static str,
    /// What it says.
    pub says: &'static str,
    /// Map, rule set and number of players.
    pub table: String,
    /// The seed of the game.
    pub seed: u64,
    /// The decision to which the game had come.
    pub step: usize,
    /// What was found.
    pub message: String,
    /// How many decisions the shortest game has.
    pub decisions: usize,
    /// The shortest game, as the text of a save.
    pub save: Option<String>,
    /// Where it was written to.
    pub file: Option<PathBuf>,
    /// One line that shows it again.
    pub command: Option<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: it does not hold that {}", self.property, self.says)?;
        writeln!(f, "  at: {}, seed {}, decision {}", self.table, self.seed, self.step)?;
        writeln!(f, "  found: {}", self.message.replace('\n', "\n    "))?;
        let n = if self.decisions == 1 { "1 decision".to_owned() } else { format!("{} decisions", self.decisions) };
        match (&self.file, &self.save) {
            (Some(file), _) => writeln!(f, "  shortest game found: {n}, {}", file.display())?,
            (None, Some(_)) => writeln!(f, "  the game has {n}")?,
            (None, None) => writeln!(f, "  no game could be written down that shows it: run the same test again")?,
        }
        match &self.command {
            Some(command) => write!(f, "  to see it again: {command}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Failure {}
