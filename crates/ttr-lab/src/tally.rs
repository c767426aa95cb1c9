//! What came of many games, added up. Everything is a whole number, so that no order of adding changes it.

use crate::interval::Sum;
use ttr_core::{Figures, MsgId, PlayerId, Rules, State};

/// What came of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatTally {
    /// Games won alone.
    pub wins: u64,
    /// Games won together with others.
    pub shared_wins: u64,
    /// The scores.
    pub score: Sum,
    /// Tickets completed.
    pub completed: u64,
    /// Tickets not completed.
    pub failed: u64,
    /// Points by the rule of the line, numbered as its message.
    lines: Vec<Option<i64>>,
}

/// A game that stands out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Longest {
    /// Turns of all players.
    pub turns: u64,
    /// Decisions.
    pub decisions: u64,
    /// The number of the game; of several games as long, that of the first. It is kept in reverse, so that the earlier one counts
    /// as the greater.
    earliest: std::cmp::Reverse<u64>,
}

impl Longest {
    /// The number of the game, from 1.
    pub fn game(&self) -> u64 {
        self.earliest.0
    }
}

/// What came of all games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many games.
    pub games: u64,
    /// Turns of all players, by game.
    pub turns: Sum,
    /// Decisions, by game; what was forced is none.
    pub decisions: Sum,
    /// Games by the reason of their end, numbered as the rules number them.
    pub ends: Vec<u64>,
    /// By seat.
    pub seats: Vec<SeatTally>,
    /// Games in whose sheet a solver ran out of its budget.
    pub inexact: u64,
    /// The longest game.
    pub longest: Option<Longest>,
    /// The figures of the game before, whose memory the next game uses again.
    figures: Figures,
}

fn at<T: Default + Clone>(list: &mut Vec<T>, index: usize) -> &mut T {
    if list.len() <= index {
        list.resize(index + 1, T::default());
    }
    &mut list[index]
}

impl Tally {
    /// Takes in a game that is over, by its number.
    pub fn add(&mut self, rules: &Rules, state: &State, game: u64, decisions: u64) {
        let mut figures = std::mem::take(&mut self.figures);
        rules.figures(state, &mut figures);
        let look = rules.look(state);
        let turns: u64 = rules.player_ids().map(|who| u64::from(look.turns_of(who))).sum();
        self.games += 1;
        self.turns.add(turns as i64);
        self.decisions.add(decisions as i64);
        if let Some(why) = rules.view(state, None).over() {
            *at(&mut self.ends, why.into()) += 1;
        }
        self.inexact += u64::from(!figures.exact);
        self.longest = self.longest.max(Some(Longest { turns, decisions, earliest: std::cmp::Reverse(game) }));
        for (side, of) in rules.side_ids().zip(&figures.sides) {
            for who in rules.members(side).iter() {
                let seat = at(&mut self.seats, PlayerId::index(who));
                if figures.winners.contains(&side) {
                    *(if figures.winners.len() > 1 { &mut seat.shared_wins } else { &mut seat.wins }) += 1;
                }
                seat.score.add(of.total.into());
                seat.completed += of.completed as u64;
                seat.failed += of.failed as u64;
                for (line, points) in &of.lines {
                    *at(&mut seat.lines, line.0.into()).get_or_insert(0) += i64::from(*points);
                }
            }
        }
        self.figures = figures;
    }

    /// Takes in all that another has taken in.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.turns.merge(&other.turns);
        self.decisions.merge(&other.decisions);
        self.inexact += other.inexact;
        self.longest = self.longest.max(other.longest);
        for (why, n) in other.ends.iter().enumerate() {
            *at(&mut self.ends, why) += n;
        }
        for (i, theirs) in other.seats.iter().enumerate() {
            let seat = at(&mut self.seats, i);
            seat.wins += theirs.wins;
            seat.shared_wins += theirs.shared_wins;
            seat.score.merge(&theirs.score);
            seat.completed += theirs.completed;
            seat.failed += theirs.failed;
            for (line, points) in theirs.lines.iter().enumerate() {
                if let Some(points) = points {
                    *at(&mut seat.lines, line).get_or_insert(0) += points;
                }
            }
        }
    }

    /// The rules that gave or took points in some game.
    pub fn lines(&self) -> Vec<MsgId> {
        let most = self.seats.iter().map(|seat| seat.lines.len()).max().unwrap_or_default();
        let scored = |line: &usize| self.seats.iter().any(|seat| seat.lines.get(*line).copied().flatten().is_some());
        (0..most).filter(scored).map(|line| MsgId(line as u16)).collect()
    }

    /// The mean of a number per game.
    pub fn per_game(&self, total: u64) -> f64 {
        if self.games == 0 { 0.0 } else { total as f64 / self.games as f64 }
    }

    /// The mean points of a seat by a rule.
    pub fn mean_line(&self, seat: &SeatTally, line: MsgId) -> f64 {
        let total = seat.lines.get(usize::from(line.0)).copied().flatten().unwrap_or_default();
        if self.games == 0 { 0.0 } else { total as f64 / self.games as f64 }
    }
}
