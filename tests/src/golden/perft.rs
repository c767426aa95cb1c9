//! How many sequences of actions there are from positions of recorded games.

use super::{BOARDS, Games, folder, play::position, tables};
use std::fmt::Write as _;
use ttr_core::{ActionSpace, NoEvents, Rules, SeededChance, State};

/// Positions of the games of these players are counted from: they come about a good deal.
const BOT: &str = "random:kinds";
/// Positions so far into a game, in parts of it.
const PARTS: [usize; 4] = [0, 1, 2, 3];
/// Depths of which the one before comes to more than this are not counted.
const MOST: u64 = 2000;
const DEEPEST: usize = 5;

/// How many sequences of so many decisions there are; chance goes on from where it was.
fn count(rules: &Rules, state: &State, chance: &SeededChance, depth: usize) -> u64 {
    let Some(who) = rules.to_act(state).lowest() else { return 1 };
    let mut space = ActionSpace::new(rules);
    rules.legal(state, who, &mut space);
    if depth == 1 {
        return space.len() as u64;
    }
    let mut sequences = 0;
    for i in 0..space.len() {
        let (mut next, mut chance) = (state.clone(), chance.clone());
        let mut after = ActionSpace::new(rules);
        let applied = rules.apply_listed(&mut next, who, &space.nth(i), &mut chance, &mut NoEvents, &mut after);
        sequences += applied.map_or(0, |_| count(rules, &next, &chance, depth - 1));
    }
    sequences
}

/// Counts them anew, by the games that are recorded.
///
/// # Errors
/// If a game can't be read or played.
pub fn counts() -> Result<String, String> {
    let mut text =
        String::from("# How many sequences of 1, 2, 3 ... decisions there are from a position of a recorded game.\n");
    for board in BOARDS {
        let games = Games::read(board, BOT)?.games;
        for rules in tables(board) {
            let Some(game) = games.iter().find(|game| game.players == rules.players()) else { continue };
            for part in PARTS {
                let after = game.steps.len() * part / PARTS.len();
                let place = |why: String| format!("{board}, {} players, after {after} decisions: {why}", game.players);
                let state = position(&rules, game, after).map_err(place)?;
                let chance = SeededChance::new(game.seed);
                write!(text, "{board} {} after {after}:", game.players).expect("a text");
                let mut last = 0;
                for depth in 1..=DEEPEST {
                    if last > MOST {
                        break;
                    }
                    last = count(&rules, &state, &chance, depth);
                    write!(text, " {last}").expect("a text");
                }
                text.push('\n');
            }
        }
    }
    Ok(text)
}

/// The counts as they are recorded.
///
/// # Errors
/// If there is no such file.
pub fn recorded() -> Result<String, String> {
    let path = path();
    let text = std::fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
    Ok(text.replace("\r\n", "\n"))
}

/// Where they are recorded.
pub fn path() -> std::path::PathBuf {
    folder().join("perft.txt")
}
