//! A score sheet as a page of Markdown.

use crate::output::sheet::{compared, victory};
use crate::output::table::{markdown, with_references};
use ttr_core::score::ScoreLine;
use ttr_core::{Rules, ScoreSheet};

/// The whole sheet.
pub(super) fn sheet(rules: &Rules, sheet: &ScoreSheet) -> String {
    let mut page = format!("# {}, {}\n", plain(&rules.board().name), plain(&rules.rules_text()));
    if !sheet.is_final {
        page.push_str("\nThe game is not over: this is what is public of the score.\n");
    }
    for side in &sheet.sides {
        page.push_str(&format!("\n## {}: {}\n\n", plain(&rules.side_name(side.side)), side.total));
        let rows = side.lines.iter().map(|line| {
            let sure = if line.exact { "" } else { " (at least)" };
            let text = format!("{}{sure}", rules.text(&line.note));
            [plain(&text), plain(&stands_on(rules, line)), format!("`{}`", line.rule), line.points.to_string()]
        });
        page.push_str(&markdown(["what for", "stands on", "rule", "points"], 3, rows));
    }
    if sheet.is_final {
        page.push_str(&format!("\n**{}**\n", plain(&victory(rules, sheet))));
        if let Some(measure) = &sheet.decided_by {
            page.push_str(&format!("\nAmong equals it was decided by: {}\n", plain(measure)));
        }
        for (i, tie) in sheet.ties.iter().enumerate() {
            let gap = if i == 0 { "\n" } else { "" };
            page.push_str(&format!("{gap}- {}\n", plain(&compared(rules, tie))));
        }
    }
    page
}

/// What a line stands on: a path city by city, routes, or tickets.
fn stands_on(rules: &Rules, line: &ScoreLine) -> String {
    let (board, proof) = (rules.board(), &line.proof);
    if proof.cities.len() > 1 || !proof.cities.is_empty() && proof.routes.is_empty() {
        let cities: Vec<&str> = proof.cities.iter().map(|city| rules.city_name(*city)).collect();
        let tickets = match proof.routes.is_empty() {
            true => proof.tickets.iter().map(|ticket| board.ticket_name(*ticket)).collect(),
            false => Vec::new(),
        };
        return [vec![cities.join(" - ")], tickets].concat().join("; ");
    }
    let routes = proof.routes.iter().map(|route| board.route_name(*route));
    let tickets = proof.tickets.iter().map(|ticket| board.ticket_name(*ticket));
    routes.chain(tickets).collect::<Vec<_>>().join("; ")
}

/// Text of a file as Markdown shows it: on one line, without marks of its own.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '*' | '_' | '`' | '[' | ']' | '<' | '>' | '\\' | '#' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    with_references(&out)
}
