//! The results of a simulation: figures by seat and by side, and JSON.

use crate::interval::of_share;
use crate::simulation::Replaced;
use crate::tally::{SeatTally, Tally};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use ttr_core::{PlayerId, Rules, SideId};
use ttr_files::save::Secret;

/// What came of a simulation.
pub struct Results<'a> {
    /// The map, by its name or path.
    pub map: &'a str,
    /// The rules that were played.
    pub rules: &'a Rules,
    /// The seed.
    pub seed: u64,
    /// What the values of programs were keyed by, if programs play: with it the same games are played again.
    pub secret: Option<&'a Secret>,
    /// The kinds of players by seat.
    pub players: Vec<&'a str>,
    /// What came of the games.
    pub tally: &'a Tally,
    /// Players that were replaced, by seat.
    pub replaced: BTreeMap<usize, Replaced>,
    /// How long it took.
    pub seconds: f64,
}

/// Six decimals are more than a simulation can tell.
fn rounded(value: f64) -> f64 {
    let value = (value * 1e6).round() / 1e6;
    if value == 0.0 { 0.0 } else { value }
}

fn around(mean: f64, half: Option<f64>) -> Option<[f64; 2]> {
    half.map(|half| [rounded(mean - half), rounded(mean + half)])
}

impl Results<'_> {
    /// How many games were played in a second.
    pub fn games_per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.tally.games as f64 / self.seconds } else { 0.0 }
    }

    fn seats(&self) -> impl Iterator<Item = (usize, &str, &SeatTally)> {
        self.players.iter().zip(&self.tally.seats).enumerate().map(|(i, (player, seat))| (i + 1, *player, seat))
    }

    /// Every reason to end, by its number, and how many games ended so.
    pub fn ends(&self) -> impl Iterator<Item = (u8, u64)> {
        let reasons = self.rules.end_reasons().count();
        (0..reasons).map(|why| (why as u8, self.tally.ends.get(why).copied().unwrap_or_default()))
    }

    /// The results as one JSON object. All of it depends on nothing but what was asked, except `seconds` and `games_per_second`.
    pub fn json(&self) -> Json {
        let tally = self.tally;
        let ends: Map<String, Json> =
            self.ends().map(|(why, n)| (self.rules.end_reason(why).to_owned(), n.into())).collect();
        let range = |range: Option<[i64; 2]>| range.map(|[least, most]| json!({ "least": least, "most": most }));
        let mut json = json!({
            "map": self.map,
            "title": self.rules.board().name,
            "rules": self.rules.rule_set(),
            "set": self.rules.overrides(),
            "seed": self.seed,
            "games": tally.games,
            "seconds": rounded(self.seconds),
            "games_per_second": rounded(self.games_per_second()),
            "turns_per_game": rounded(tally.turns.mean()),
            "turns_range": range(tally.turns.range()),
            "decisions_per_game": rounded(tally.decisions.mean()),
            "decisions_range": range(tally.decisions.range()),
            "longest_game": tally.longest.map(|longest| json!({
                "game": longest.game(), "turns": longest.turns, "decisions": longest.decisions,
            })),
            "end_reasons": ends,
            "inexact_games": tally.inexact,
            "reproducible": self.replaced.is_empty(),
            "replaced": self.replaced.iter().map(|(seat, replaced)| json!({
                "seat": seat + 1, "by": "random", "games": replaced.games, "first_game": replaced.first.0,
                "why": replaced.first.1,
            })).collect::<Vec<_>>(),
            "seats": self.seats().map(|(number, player, seat)| self.seat_json(number, player, seat)).collect::<Vec<_>>(),
        });
        if let Some(secret) = self.secret {
            json["secret"] = secret.to_string().into();
        }
        json
    }

    fn seat_json(&self, number: usize, player: &str, seat: &SeatTally) -> Json {
        let tally = self.tally;
        let lines: Map<String, Json> = tally
            .lines()
            .into_iter()
            .map(|line| (self.rules.template(line).name.clone(), rounded(tally.mean_line(seat, line)).into()))
            .collect();
        let mut json = json!({
            "seat": number,
            "player": player,
            "wins": seat.wins,
            "shared_wins": seat.shared_wins,
            "win_share": rounded(tally.per_game(seat.wins)),
            "win_share_interval": of_share(seat.wins, tally.games).map(|ends| ends.map(rounded)),
            "mean_score": rounded(seat.score.mean()),
            "mean_score_interval": around(seat.score.mean(), seat.score.half_width()),
            "score_range": seat.score.range().map(|[least, most]| json!({ "least": least, "most": most })),
            "tickets_completed": rounded(tally.per_game(seat.completed)),
            "tickets_failed": rounded(tally.per_game(seat.failed)),
            "score_lines": lines,
        });
        if self.rules.side_count() < self.rules.players() {
            json["side"] = self.rules.members(self.side_of(number)).iter().map(|who| who.index() + 1).collect();
        }
        json
    }

    /// What came of each side, with the seats and the players of who is on it: partners win and score together.
    pub fn sides(&self) -> impl Iterator<Item = (String, String, &SeatTally)> {
        self.rules.side_ids().filter_map(move |side| {
            let members = move || self.seats().filter(move |(number, ..)| self.side_of(*number) == side);
            let numbers: Vec<String> = members().map(|(number, ..)| number.to_string()).collect();
            let players: Vec<&str> = members().map(|(_, player, _)| player).collect();
            Some((numbers.join(" & "), players.join(" & "), members().next()?.2))
        })
    }

    fn side_of(&self, number: usize) -> SideId {
        self.rules.side_of(PlayerId::at(number - 1))
    }
}
