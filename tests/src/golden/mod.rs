//! The golden record: games as they were played and scored before the engine was rewritten, in `tests/golden`.
//!
//! Everything in it goes by names: who decided, the action, what chance brought. So a game can be played again when the order
//! of the actions in a list has changed. At every decision the record holds how many actions are legal and a hash of their
//! names that does not depend on their order; after it, how many forced actions came; at the end the score sheet. The players
//! choose again, too: `greedy` has to choose what was recorded, and so have the random ones as long as [`ORDER_IS_AS_RECORDED`].
//!
//! - [`verify`] plays a recorded game on the current code and compares.
//! - [`text`] is how games are written down, [`Games`] are those of one board and one kind of player.
//! - [`perft`] counts sequences of actions from positions of recorded games.
//! - [`old`] lets a program that was built elsewhere play, and compares.

mod names;
pub mod old;
pub mod perft;
mod play;
mod sheet;
pub mod text;

pub use play::{record, record_again, verify};
pub use sheet::Ending;

use serde_json::Value as Json;
use std::path::PathBuf;
use std::sync::Arc;
use ttr_core::{GameSource, Rules, compile};

/// Whether the actions of a list stand in the order in which they stood when the record was made. Then players that choose a
/// number choose the recorded action. To be switched off, here, by the change that reorders lists.
pub const ORDER_IS_AS_RECORDED: bool = false;

/// The boards of the record, each played by its own rules.
pub const BOARDS: [&str; 6] = ["usa", "europe", "india", "paris", "ussr", "world"];
/// The players of the record: all seats of a game have the same.
pub const BOTS: [&str; 3] = ["random", "random:kinds", "greedy"];
/// So many games of every number of players are recorded for a board.
const GAMES: usize = 10;
/// How many games are recorded for the World, whose games are long and on which `greedy` thinks long.
const GAMES_OF_WORLD: usize = 6;

/// A decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The seat of who decided, from 1.
    pub who: usize,
    /// What was decided, by names.
    pub action: Json,
    /// What chance brought, by names.
    pub chance: Vec<Json>,
    /// What else is known of it. A save knows nothing more.
    pub seen: Option<Seen>,
}

/// What is recorded of a decision besides what was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// How many actions were legal.
    pub legal: usize,
    /// A hash of their names and of who is asked, of twelve bits.
    pub names: u16,
    /// How many forced actions followed.
    pub forced: usize,
}

/// A recorded game.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorded {
    /// The number of players.
    pub players: usize,
    /// The seed of its chance, from which those of its players come.
    pub seed: u64,
    /// What chance brought during setup.
    pub start: Vec<Json>,
    /// The decisions.
    pub steps: Vec<Step>,
    /// How it ended.
    pub ending: Ending,
    /// What was told and shown, if that was recorded.
    pub told: Option<Told>,
}

/// Hashes of what was told during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    /// What an onlooker and one of the players heard and saw.
    pub what: u32,
    /// Of which module and in which phase everything happened.
    pub whence: u32,
}

/// The recorded games of a board and a kind of player.
#[derive(Clone, PartialEq, Debug)]
pub struct Games {
    /// The board.
    pub board: String,
    /// The players.
    pub bot: String,
    /// The games.
    pub games: Vec<Recorded>,
}

/// The folder of the record.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// The file of a board and a kind of player.
pub fn path(board: &str, bot: &str) -> PathBuf {
    folder().join(format!("{board}-{}.txt", bot.replace(':', "-")))
}

/// The rules of a bundled board for every number of players that they allow.
///
/// # Panics
/// If nobody can play it.
pub fn tables(board: &str) -> Vec<Arc<Rules>> {
    let registry = ttr_variants::registry();
    let map = registry.find_map(board).unwrap_or_else(|| panic!("no map is named {board}"));
    let rules = (1..=ttr_core::limits::MAX_PLAYERS).filter_map(|players| {
        let compiled = compile(&registry, &GameSource::new(board, map, players)).ok()?;
        Some(Arc::new(compiled.rules))
    });
    let rules: Vec<_> = rules.collect();
    assert!(!rules.is_empty(), "nobody can play {board}");
    rules
}

/// Plays the games that are recorded for a board and a kind of player: with the decisions that are recorded, where they still fit, else
/// with those that the players take now. Says how many there are of these.
///
/// # Panics
/// If one can't be played.
pub fn play(board: &str, bot: &str) -> (Games, usize) {
    let recorded = Games::read(board, bot).map(|games| games.games).unwrap_or_default();
    let mut others = 0;
    let each = if board == "world" { GAMES_OF_WORLD } else { GAMES };
    let mut games = Vec::new();
    for rules in tables(board) {
        for n in 0..each {
            let seed = 1000 * rules.players() as u64 + n as u64;
            let before = recorded.iter().find(|game| (game.players, game.seed) == (rules.players(), seed));
            let again = before.and_then(|game| record_again(&rules, game).ok());
            let again = again.filter(|game| verify(&rules, bot, game).is_ok());
            others += usize::from(again.is_none());
            let game = again.map_or_else(|| record(&rules, bot, seed), Ok);
            games.push(game.unwrap_or_else(|why| panic!("{board}, {bot}, seed {seed}: {why}")));
        }
    }
    (Games { board: board.to_owned(), bot: bot.to_owned(), games }, others)
}

impl Games {
    /// Reads the record of a board and a kind of player.
    ///
    /// # Errors
    /// If there is none, or it can't be understood, in words.
    pub fn read(board: &str, bot: &str) -> Result<Self, String> {
        let path = path(board, bot);
        let text = std::fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        let games = text::read(&text).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(Self { board: board.to_owned(), bot: bot.to_owned(), games })
    }

    /// Plays all of them again and compares. Gives how many decisions there were.
    ///
    /// # Errors
    /// With the first thing that differs, in words.
    pub fn verify(&self) -> Result<usize, String> {
        let tables = tables(&self.board);
        let mut decisions = 0;
        for (i, game) in self.games.iter().enumerate() {
            let place = |why: String| {
                let (board, bot, n) = (&self.board, &self.bot, i + 1);
                format!("{board}, {bot}, game {n} ({} players, seed {}): {why}", game.players, game.seed)
            };
            let rules = tables.iter().find(|rules| rules.players() == game.players);
            let rules = rules.ok_or_else(|| place("so many can't play any more".to_owned()))?;
            verify(rules, &self.bot, game).map_err(place)?;
            decisions += game.steps.len();
        }
        Ok(decisions)
    }
}
