//! Who sits at which seat: by the words of a command line, or by the names in a save.

use crate::programs::{self, Terms};
use ttr_bots::{Bot, Bots, PlayerRng};
use ttr_source::{nearest, shown};
use unicode_width::UnicodeWidthStr as _;

/// The computer player where none is named, and the one that gives hints.
pub const OPPONENT: &str = "greedy";
/// The word for a person among the players.
const PERSON: &str = "you";
/// How many play where nobody says so.
const USUAL_PLAYERS: u8 = 3;
/// The longest name of a person, so that it fits wherever it is written.
const LONGEST_NAME: usize = 24;

/// Who sits at a seat.
pub enum Seat {
    /// Somebody who is asked by whoever shows the game.
    Person,
    /// A computer player, or a program.
    Computer(Box<dyn Bot>),
}

/// Who sits at a seat, and under which name.
pub struct Named {
    /// The name at the table.
    pub name: String,
    /// Who it is.
    pub seat: Seat,
}

/// A word that names no player, or names one that can't sit there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct NoPlayer {
    /// What was expected and what was found.
    pub message: String,
    /// How to go on.
    pub help: Option<String>,
}

impl NoPlayer {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None }
    }

    pub(crate) fn help(self, text: impl Into<String>) -> Self {
        Self { help: Some(text.into()), ..self }
    }
}

/// The players of a new game by their words; without any, a person against as many computer players as is usual and as can play.
/// Programs play on these terms.
///
/// # Errors
/// If a word names nobody, or two have one name.
pub fn players(
    bots: &Bots,
    words: &[String],
    can_play: Option<(u8, u8)>,
    terms: &Terms,
) -> Result<Vec<Named>, NoPlayer> {
    let mut wanted = words.to_vec();
    if wanted.is_empty() {
        let (min, max) = can_play.unwrap_or((USUAL_PLAYERS, USUAL_PLAYERS));
        let opponent = bots.find(OPPONENT).map(|_| OPPONENT).or_else(|| bots.iter().next().map(|(name, _)| name));
        let opponent = opponent.ok_or_else(|| NoPlayer::new("no computer player is known: name the players"))?;
        wanted = vec![opponent.to_owned(); usize::from(USUAL_PLAYERS.clamp(min, max.max(min)))];
        if let Some(first) = wanted.first_mut() {
            PERSON.clone_into(first);
        }
    }
    let mut all: Vec<Named> = Vec::new();
    for (i, word) in wanted.iter().enumerate() {
        let named = match word.split_once(':') {
            _ if word == PERSON => Named { name: format!("player {}", i + 1), seat: Seat::Person },
            Some((PERSON, name)) => Named { name: own_name(bots, name)?, seat: Seat::Person },
            _ => match programs::find(bots, word, terms)? {
                Some(chosen) => {
                    let mut bot = chosen.entry().make();
                    bot.begin(PlayerRng::default());
                    Named { name: format!("{} {}", programs::seat_name(word), i + 1), seat: Seat::Computer(bot) }
                }
                None => return Err(nobody(bots, word)),
            },
        };
        if all.iter().any(|other| other.name == named.name) {
            return Err(NoPlayer::new(format!("two players are named {}", shown(&named.name))));
        }
        all.push(named);
    }
    Ok(all)
}

/// A name that a person chose.
fn own_name(bots: &Bots, name: &str) -> Result<String, NoPlayer> {
    let name = name.trim();
    if name.is_empty() || name.chars().any(char::is_control) || name.width() > LONGEST_NAME {
        let help = format!("1 to {LONGEST_NAME} characters that can be printed");
        return Err(NoPlayer::new(format!("{} is no name for a player", shown(name))).help(help));
    }
    // A save tells people from computer players by their names.
    if computer_of(bots, name).is_some() || programs::is_program(name) {
        return Err(NoPlayer::new(format!("{} is the name of a computer player", shown(name))));
    }
    Ok(name.to_owned())
}

fn nobody(bots: &Bots, word: &str) -> NoPlayer {
    let names = || bots.iter().map(|(name, _)| name).chain([PERSON]);
    let near = nearest(word, names());
    let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
    let known: Vec<String> = bots.iter().map(|(name, entry)| format!("`{name}` ({})", entry.summary())).collect();
    NoPlayer::new(format!("no player is named {}", shown(word))).help(format!(
        "{near}a person is `{PERSON}`, or with a name `{PERSON}:Ann`; a program of your own is `cmd:COMMAND`; computer players \
         are: {}",
        known.join(", ")
    ))
}

/// The computer player whose seat has this name, as in `greedy 2`.
fn computer_of(bots: &Bots, seat: &str) -> Option<Box<dyn Bot>> {
    let (name, number) = seat.rsplit_once(' ')?;
    number.parse::<u8>().ok()?;
    bots.find(name).map(|entry| entry.make())
}

/// Who plays a game that was saved: those that the words name, or those by whose names its seats go.
///
/// # Errors
/// If a word names nobody, or a seat was a program's and no words say who plays.
pub fn of_save(bots: &Bots, words: &[String], names: &[String], terms: &Terms) -> Result<Vec<Seat>, NoPlayer> {
    if words.is_empty() {
        // What a file says is not run: who goes on with a game says which programs play.
        if let Some(name) = names.iter().find(|name| programs::is_program(name)) {
            let failure = NoPlayer::new(format!("{} was a program of somebody's own", shown(name)));
            return Err(failure.help("say who plays by seat, as in `--players you,cmd:\"python3 mybot.py\"`"));
        }
        let seat = |name: &String| computer_of(bots, name).map_or(Seat::Person, Seat::Computer);
        return Ok(names.iter().map(seat).collect());
    }
    if words.len() != names.len() {
        let (n, given) = (names.len(), words.len());
        return Err(NoPlayer::new(format!("the game has {n} seats, and {given} players are named")));
    }
    let seat = |word: &String| -> Result<Seat, NoPlayer> {
        if word.split(':').next() == Some(PERSON) {
            return Ok(Seat::Person);
        }
        let chosen = programs::find(bots, word, terms)?.ok_or_else(|| nobody(bots, word))?;
        let mut bot = chosen.entry().make();
        bot.begin(PlayerRng::default());
        Ok(Seat::Computer(bot))
    };
    words.iter().map(seat).collect()
}
