//! Who sits at which seat: by the words of the command line, or by the names in a save.

use super::{OPPONENT, Seat};
use crate::args::Play;
use crate::failure::Failure;
use crate::out::columns;
use crate::{Program, load, programs};
use ttr_bots::Bot;
use ttr_core::GameSource;
use ttr_source::{nearest, shown};

/// The word for a person among the players.
const PERSON: &str = "you";
/// How many play where nobody says so.
const USUAL_PLAYERS: u8 = 3;
/// The longest name of a person, so that it fits wherever it is written.
const LONGEST_NAME: usize = 24;

/// What a word of `--players` means.
pub(super) struct Named {
    /// The name at the table.
    pub seat: String,
    pub computer: Option<Box<dyn Bot>>,
}

/// The players of the command line.
pub(super) fn players(program: &Program<'_>, options: &Play, source: &GameSource) -> Result<Vec<Named>, Failure> {
    let bots = program.bots;
    let mut wanted = options.players.clone();
    if wanted.is_empty() {
        let (min, max) = load::range_of_players(source).unwrap_or((USUAL_PLAYERS, USUAL_PLAYERS));
        let opponent = bots.find(OPPONENT).map(|_| OPPONENT).or_else(|| bots.iter().next().map(|(name, _)| name));
        let opponent = opponent.ok_or_else(|| Failure::usage("no computer player is known: name the players"))?;
        wanted = vec![opponent.to_owned(); usize::from(USUAL_PLAYERS.clamp(min, max.max(min)))];
        if let Some(first) = wanted.first_mut() {
            PERSON.clone_into(first);
        }
    }
    let mut all: Vec<Named> = Vec::new();
    for (i, word) in wanted.iter().enumerate() {
        let named = match word.split_once(':') {
            _ if word == PERSON => Named { seat: format!("player {}", i + 1), computer: None },
            Some((PERSON, name)) => Named { seat: own_name(program, name)?, computer: None },
            _ => match programs::find(bots, word, options.time_limit)? {
                Some(chosen) => {
                    let mut bot = chosen.entry().make();
                    bot.begin(0);
                    Named { seat: format!("{} {}", programs::seat_name(word), i + 1), computer: Some(bot) }
                }
                None => return Err(nobody(program, word)),
            },
        };
        if all.iter().any(|other| other.seat == named.seat) {
            return Err(Failure::usage(format!("two players are named {}", shown(&named.seat))));
        }
        all.push(named);
    }
    Ok(all)
}

/// A name that a person chose.
fn own_name(program: &Program<'_>, name: &str) -> Result<String, Failure> {
    let name = name.trim();
    if name.is_empty() || name.chars().any(char::is_control) || columns(name) > LONGEST_NAME {
        let help = format!("1 to {LONGEST_NAME} characters that can be printed");
        return Err(Failure::usage(format!("{} is no name for a player", shown(name))).help(help));
    }
    // A save tells people from computer players by their names.
    if computer_of(program, name).is_some() || programs::is_program(name) {
        return Err(Failure::usage(format!("{} is the name of a computer player", shown(name))));
    }
    Ok(name.to_owned())
}

fn nobody(program: &Program<'_>, word: &str) -> Failure {
    let names = || program.bots.iter().map(|(name, _)| name).chain([PERSON]);
    let near = nearest(word, names());
    let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
    let known: Vec<String> =
        program.bots.iter().map(|(name, entry)| format!("`{name}` ({})", entry.summary())).collect();
    Failure::usage(format!("no player is named {}", shown(word))).help(format!(
        "{near}a person is `{PERSON}`, or with a name `{PERSON}:Ann`; a program of your own is `cmd:COMMAND`; computer players \
         are: {}",
        known.join(", ")
    ))
}

/// The computer player whose seat has this name, as in `greedy 2`.
fn computer_of(program: &Program<'_>, seat: &str) -> Option<Box<dyn Bot>> {
    let (name, number) = seat.rsplit_once(' ')?;
    number.parse::<u8>().ok()?;
    program.bots.find(name).map(|entry| entry.make())
}

/// Who plays a game that was saved: those of the command line, or those by whose names its seats go.
pub(super) fn of_save(program: &Program<'_>, options: &Play, names: &[String]) -> Result<Vec<Seat>, Failure> {
    if options.players.is_empty() {
        // What a file says is not run: who goes on with a game says which programs play.
        if let Some(name) = names.iter().find(|name| programs::is_program(name)) {
            let failure = Failure::usage(format!("{} was a program of somebody's own", shown(name)));
            return Err(failure.help("say who plays by seat, as in `--players you,cmd:\"python3 mybot.py\"`"));
        }
        let seat = |name: &String| computer_of(program, name).map_or(Seat::Person, Seat::Computer);
        return Ok(names.iter().map(seat).collect());
    }
    if options.players.len() != names.len() {
        let (n, given) = (names.len(), options.players.len());
        return Err(Failure::usage(format!("the game has {n} seats, and {given} players are named")));
    }
    let seat = |word: &String| -> Result<Seat, Failure> {
        if word.split(':').next() == Some(PERSON) {
            return Ok(Seat::Person);
        }
        let chosen = programs::find(program.bots, word, options.time_limit)?.ok_or_else(|| nobody(program, word))?;
        let mut bot = chosen.entry().make();
        bot.begin(0);
        Ok(Seat::Computer(bot))
    };
    options.players.iter().map(seat).collect()
}
