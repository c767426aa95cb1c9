//! A score sheet in words: every line with its reason and what it stands on, who has won, and what decided it.

use crate::output::lines;
use crate::output::{Out, Styled, columns};
use std::io;
use ttr_core::score::{ScoreLine, ScoreSheet, TieBreak};
use ttr_core::{Rules, State};

/// What a line stands on is indented by so much.
const INDENT: usize = 11;

/// Prints the sheet of a position: the final one once the game is over, else what is public of it.
pub(crate) fn print(rules: &Rules, state: &State, out: &mut Out) -> io::Result<()> {
    print_sheet(rules, &rules.score(state), rules.view(state, None).over(), out)
}

/// Prints a sheet, and why the game ended where that is known.
pub(crate) fn print_sheet(rules: &Rules, sheet: &ScoreSheet, over: Option<u8>, out: &mut Out) -> io::Result<()> {
    out.heading(if sheet.is_final { "score" } else { "score so far, as far as it is public" })?;
    for side in &sheet.sides {
        let name = rules.side_name(side.side);
        out.line(Styled::from("  ").and(out.bold(&name)).and(format!(": {}", side.total)))?;
        for line in &side.lines {
            print_line(rules, line, out)?;
        }
    }
    if sheet.is_final { print_end(rules, over, sheet, out) } else { Ok(()) }
}

fn print_line(rules: &Rules, line: &ScoreLine, out: &mut Out) -> io::Result<()> {
    let text = rules.text(&line.note);
    let rule = format!("[{}]", line.rule);
    let sure = if line.exact { "" } else { "; at least: the search stopped short of its end" };
    let reason = format!("    {:>5}  {}{sure}", line.points, text);
    if columns(&reason) + 1 + columns(&rule) <= out.width() {
        out.line(Styled::from(reason + " ").and(out.dim(&rule)))?;
    } else {
        lines::wrapped(out, &format!("    {:>5}  ", line.points), INDENT, &format!("{text}{sure}"))?;
        out.line(Styled::from(" ".repeat(INDENT)).and(out.dim(&rule)))?;
    }
    let board = rules.board();
    let cities: Vec<&str> = line.proof.cities.iter().map(|city| rules.city_name(*city)).collect();
    let (items, between) = if cities.is_empty() {
        (line.proof.routes.iter().map(|route| board.route_name(*route)).collect(), ", ")
    } else if text.contains(&cities.join(" - ")) {
        // What the reason names already is not told again.
        (Vec::new(), "")
    } else {
        (cities.into_iter().map(str::to_owned).collect::<Vec<_>>(), " - ")
    };
    print_list(&items, between, out)?;
    // The ticket of a ticket's own line is its reason already.
    let tickets = line.proof.tickets.iter().map(|ticket| board.ticket_name(*ticket));
    let tickets: Vec<String> = tickets.filter(|name| !text.contains(name.as_str())).collect();
    print_list(&tickets, ", ", out)
}

fn print_list(items: &[String], between: &str, out: &mut Out) -> io::Result<()> {
    for row in rows(items, between, out.width() - INDENT) {
        for row in lines::broken(out.width() - INDENT, &row) {
            out.line(Styled::from(" ".repeat(INDENT)).and(out.dim(&row)))?;
        }
    }
    Ok(())
}

/// A list, broken into lines.
fn rows(items: &[String], between: &str, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let end = if i + 1 < items.len() { between.trim_end() } else { "" };
        match rows.last_mut() {
            Some(row) if columns(row) + 1 + columns(item) + columns(end) <= width => {
                row.push_str(&format!(" {item}{end}"));
            }
            _ => rows.push(format!("{item}{end}")),
        }
    }
    rows
}

fn print_end(rules: &Rules, over: Option<u8>, sheet: &ScoreSheet, out: &mut Out) -> io::Result<()> {
    if let Some(why) = over {
        out.line(format!("the game ended: {} [{}]", rules.end_text(why), rules.end_reason(why)))?;
    }
    for line in lines::broken(out.width(), &victory(rules, sheet)) {
        out.heading(line)?;
    }
    if let Some(measure) = &sheet.decided_by {
        out.line(format!("among equals it was decided by: {measure}"))?;
    }
    for tie in &sheet.ties {
        lines::wrapped(out, "  ", 4, &compared(rules, tie))?;
    }
    if !sheet.exact {
        out.line("some lines are not sure: a search stopped short of its end")?;
    }
    Ok(())
}

/// Who has won, in words.
pub(crate) fn victory(rules: &Rules, sheet: &ScoreSheet) -> String {
    let names: Vec<String> = sheet.winners.iter().map(|side| rules.side_name(*side)).collect();
    match names.as_slice() {
        [] => "nobody has won".to_owned(),
        [one] => format!("{one} has won"),
        [most @ .., last] => format!("{} and {last} share the victory", most.join(", ")),
    }
}

/// What equals have of a measure: `completed-tickets: Ann 3, Bob 2`.
pub(crate) fn compared(rules: &Rules, tie: &TieBreak) -> String {
    let each: Vec<String> = tie.values.iter().map(|(side, n)| format!("{} {n}", rules.side_name(*side))).collect();
    format!("{}: {}", tie.measure, each.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_broken_between_their_items() {
        let items: Vec<String> = (0..20).map(|n| format!("City {n:02}")).collect();
        let rows = rows(&items, " - ", 69);
        assert_eq!(rows.len(), 3);
        assert!(rows[0].starts_with("City 00 - City 01 - ") && rows[0].ends_with(" -"), "{rows:?}");
        assert!(rows[2].ends_with("- City 19") && rows.iter().all(|row| row.len() <= 69), "{rows:?}");
        assert_eq!(super::rows(&[], ", ", 69), Vec::<String>::new());
    }
}
