//! The results of a simulation, as tables and as JSON.

use crate::interval::of_share;
use crate::out::{Out, clean, grouped};
use crate::table::table;
use crate::tally::{Seat, Tally};
use crate::{lines, simulate::Replaced};
use comfy_table::Table;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::io;
use ttr_core::{PlayerId, Rules, SideId};

/// What came of a simulation.
pub(crate) struct Results<'a> {
    /// The map, by its name or path.
    pub map: &'a str,
    /// The rules that were played.
    pub rules: &'a Rules,
    /// The seed.
    pub seed: u64,
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

fn decimals(value: f64, n: usize) -> String {
    let text = format!("{value:.n$}");
    // No minus before what is rounded to nothing.
    if text.trim_start_matches(['-', '0', '.']).is_empty() { text.replace('-', "") } else { text }
}

impl Results<'_> {
    fn games_per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.tally.games as f64 / self.seconds } else { 0.0 }
    }

    fn seats(&self) -> impl Iterator<Item = (usize, &str, &Seat)> {
        self.players.iter().zip(&self.tally.seats).enumerate().map(|(i, (player, seat))| (i + 1, *player, seat))
    }

    fn ends(&self) -> impl Iterator<Item = (u8, u64)> {
        let reasons = self.rules.end_reasons().count();
        (0..reasons).map(|why| (why as u8, self.tally.ends.get(why).copied().unwrap_or_default()))
    }

    /// As one object. But for `seconds` and `games_per_second` it depends on what was asked alone.
    pub fn json(&self) -> Json {
        let tally = self.tally;
        let ends: Map<String, Json> =
            self.ends().map(|(why, n)| (self.rules.end_reason(why).to_owned(), n.into())).collect();
        let range = |range: Option<[i64; 2]>| range.map(|[least, most]| json!({ "least": least, "most": most }));
        json!({
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
        })
    }

    fn seat_json(&self, number: usize, player: &str, seat: &Seat) -> Json {
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

    /// As tables.
    pub fn print(&self, out: &mut Out) -> io::Result<()> {
        let tally = self.tally;
        let what = format!(
            "{}, {}: {} {}, seed {}",
            clean(&self.rules.board().name),
            clean(&self.rules.rules_text()),
            grouped(tally.games),
            if tally.games == 1 { "game" } else { "games" },
            self.seed
        );
        out.heading(what)?;
        for table in [self.seat_table(), self.line_table(), self.game_table()] {
            out.gap()?;
            out.line(table.trim_fmt())?;
        }
        out.gap()?;
        if tally.inexact > 0 {
            out.line(format!(
                "In {} games a search stopped short of its end: their scores are at least what is counted here.",
                grouped(tally.inexact)
            ))?;
        }
        for (seat, replaced) in &self.replaced {
            let (player, n, (game, why)) = (self.players[*seat], grouped(replaced.games), &replaced.first);
            let games = if replaced.games == 1 { "game" } else { "games" };
            let what = format!("Seat {}, {player}, was replaced by random in {n} {games}", seat + 1);
            lines::wrapped(out, "", 0, &format!("{what}, first in game {}: {why}.", grouped(*game)))?;
        }
        if !self.replaced.is_empty() {
            out.line("This result is not reproducible: the same seed need not give it again.")?;
        }
        let note = "± and brackets: 95 % confidence. Scores, points, tickets, turns and decisions are means of a game.";
        let note = out.dim(note).into_owned();
        out.line(note)
    }

    /// What came of each side, with the seats and the players of who is on it: partners win and score together.
    fn sides(&self) -> impl Iterator<Item = (String, String, &Seat)> {
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

    fn seat_table(&self) -> Table {
        let tally = self.tally;
        let header =
            ["seat", "player", "wins", "shared", "share of wins", "score", "least to most", "tickets", "failed"];
        let mut table = table(header, 2);
        for (seats, players, seat) in self.sides() {
            let percent = |share: f64| decimals(share * 100.0, 1);
            let within = of_share(seat.wins, tally.games)
                .map_or_else(String::new, |[low, high]| format!(" ({} to {})", percent(low), percent(high)));
            let half = seat.score.half_width().map_or_else(String::new, |half| format!(" ± {}", decimals(half, 1)));
            table.add_row([
                seats,
                clean(&players).into_owned(),
                grouped(seat.wins),
                grouped(seat.shared_wins),
                format!("{} %{within}", percent(tally.per_game(seat.wins))),
                format!("{}{half}", decimals(seat.score.mean(), 1)),
                seat.score.range().map_or_else(String::new, |[least, most]| format!("{least} to {most}")),
                decimals(tally.per_game(seat.completed), 2),
                decimals(tally.per_game(seat.failed), 2),
            ]);
        }
        table
    }

    fn line_table(&self) -> Table {
        let mut header = vec!["points by rule".to_owned()];
        header.extend(self.sides().map(|(seats, ..)| format!("seat {seats}")));
        let mut table = table(header, 1);
        for line in self.tally.lines() {
            let mut row = vec![clean(&self.rules.template(line).name).into_owned()];
            row.extend(self.sides().map(|(_, _, seat)| decimals(self.tally.mean_line(seat, line), 2)));
            table.add_row(row);
        }
        table
    }

    fn game_table(&self) -> Table {
        let tally = self.tally;
        let mut table = table(["games", ""], 2);
        let mut row = |name: &str, value: String| {
            table.add_row([name.to_owned(), value]);
        };
        let spread = |range: Option<[i64; 2]>| range.map_or_else(String::new, |[a, b]| format!(", {a} to {b}"));
        row("turns", format!("{}{}", decimals(tally.turns.mean(), 1), spread(tally.turns.range())));
        row("decisions", format!("{}{}", decimals(tally.decisions.mean(), 1), spread(tally.decisions.range())));
        for (why, n) in self.ends().filter(|(_, n)| *n > 0) {
            let share = decimals(tally.per_game(n) * 100.0, 1);
            let text = clean(self.rules.end_text(why)).into_owned();
            row(&format!("end: {}", clean(self.rules.end_reason(why))), format!("{} ({share} %): {text}", grouped(n)));
        }
        if let Some(longest) = tally.longest {
            let turns = format!("{} turns, {} decisions", grouped(longest.turns), grouped(longest.decisions));
            row("longest", format!("game {}: {turns}", grouped(longest.game())));
        }
        row("speed", format!("{} games a second", grouped(self.games_per_second().round() as u64)));
        table
    }
}
