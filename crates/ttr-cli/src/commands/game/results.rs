//! The results of a simulation, as tables.

use crate::output::lines;
use crate::output::table::{Grid, table};
use crate::output::{Out, grouped};
use std::io;
use ttr_lab::{Results, of_share};

fn decimals(value: f64, n: usize) -> String {
    let text = format!("{value:.n$}");
    // No minus before what is rounded to nothing.
    if text.trim_start_matches(['-', '0', '.']).is_empty() { text.replace('-', "") } else { text }
}

/// Prints the results.
pub(crate) fn print(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    let tally = results.tally;
    let what = format!(
        "{}, {}: {} {}, seed {}",
        results.rules.board().name,
        results.rules.rules_text(),
        grouped(tally.games),
        if tally.games == 1 { "game" } else { "games" },
        results.seed
    );
    out.heading(what)?;
    for table in [seat_table(results), line_table(results), game_table(results)] {
        out.gap()?;
        out.line(table.to_string())?;
    }
    out.gap()?;
    if tally.inexact > 0 {
        out.line(format!(
            "In {} games a search stopped short of its end: their scores are at least what is counted here.",
            grouped(tally.inexact)
        ))?;
    }
    for (seat, replaced) in &results.replaced {
        let (player, n, (game, why)) = (results.players[*seat], grouped(replaced.games), &replaced.first);
        let games = if replaced.games == 1 { "game" } else { "games" };
        let what = format!("Seat {}, {player}, was replaced by random in {n} {games}", seat + 1);
        lines::wrapped(out, "", 0, &format!("{what}, first in game {}: {why}.", grouped(*game)))?;
    }
    if !results.replaced.is_empty() {
        out.line("This result is not reproducible: the same seed need not give it again.")?;
    }
    if let Some(secret) = results.secret {
        let what =
            format!("Programs took their chance from `--secret {secret}`: with it the same seed gives the same games.");
        lines::wrapped(out, "", 0, &what)?;
    }
    let note = "± and brackets: 95 % confidence. Scores, points, tickets, turns and decisions are means of a game.";
    out.line(out.dim(note))
}

fn seat_table(results: &Results<'_>) -> Grid {
    let tally = results.tally;
    let header = ["seat", "player", "wins", "shared", "share of wins", "score", "least to most", "tickets", "failed"];
    let mut table = table(header, 2);
    for (seats, players, seat) in results.sides() {
        let percent = |share: f64| decimals(share * 100.0, 1);
        let within = of_share(seat.wins, tally.games)
            .map_or_else(String::new, |[low, high]| format!(" ({} to {})", percent(low), percent(high)));
        let half = seat.score.half_width().map_or_else(String::new, |half| format!(" ± {}", decimals(half, 1)));
        table.row([
            seats,
            players,
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

fn line_table(results: &Results<'_>) -> Grid {
    let mut header = vec!["points by rule".to_owned()];
    header.extend(results.sides().map(|(seats, ..)| format!("seat {seats}")));
    let mut table = table(header, 1);
    for line in results.tally.lines() {
        let mut row = vec![results.rules.template(line).name.clone()];
        row.extend(results.sides().map(|(_, _, seat)| decimals(results.tally.mean_line(seat, line), 2)));
        table.row(row);
    }
    table
}

fn game_table(results: &Results<'_>) -> Grid {
    let tally = results.tally;
    let mut table = table(["games", ""], 2);
    let mut row = |name: &str, value: String| {
        table.row([name.to_owned(), value]);
    };
    let spread = |range: Option<[i64; 2]>| range.map_or_else(String::new, |[a, b]| format!(", {a} to {b}"));
    row("turns", format!("{}{}", decimals(tally.turns.mean(), 1), spread(tally.turns.range())));
    row("decisions", format!("{}{}", decimals(tally.decisions.mean(), 1), spread(tally.decisions.range())));
    for (why, n) in results.ends().filter(|(_, n)| *n > 0) {
        let share = decimals(tally.per_game(n) * 100.0, 1);
        let text = results.rules.end_text(why);
        row(&format!("end: {}", results.rules.end_reason(why)), format!("{} ({share} %): {text}", grouped(n)));
    }
    if let Some(longest) = tally.longest {
        let turns = format!("{} turns, {} decisions", grouped(longest.turns), grouped(longest.decisions));
        row("longest", format!("game {}: {turns}", grouped(longest.game())));
    }
    row("speed", format!("{} games a second", grouped(results.games_per_second().round() as u64)));
    table
}
