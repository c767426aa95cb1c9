//! The screen of one player, drawn from that player's view and nothing else.

use super::menu::{self, Menu};
use super::ways::{Way, Ways};
use crate::out::{Out, clean};
use crate::position::place;
use crate::table::table;
use std::collections::BTreeSet;
use std::io;
use ttr_core::view::ZoneView;
use ttr_core::{ActionSpace, CityId, Holds, OwnedView, PieceId, Purpose, RouteId, Rules, TicketId, View};

/// Holds words together.
const NO_BREAK: &str = "\u{a0}";
/// Columns that every terminal has.
pub(crate) const WIDTH: usize = 80;
/// So many routes are listed unless all are asked for.
const ROUTES_SHOWN: usize = 12;

/// Writes text in lines that fit, those after the first one indented.
pub(crate) fn wrapped(out: &mut Out, first: &str, indent: usize, text: &str) -> io::Result<()> {
    for line in wrap(first, indent, &clean(text)) {
        out.line(line)?;
    }
    Ok(())
}

fn wrap(first: &str, indent: usize, text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut empty = true;
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines.push(line.trim_end().to_owned());
    lines.iter().map(|line| line.replace(NO_BREAK, " ")).collect()
}

/// Writes items in as many columns as fit, read downwards.
fn columns(out: &mut Out, indent: usize, items: &[String]) -> io::Result<()> {
    let wide = items.iter().map(|item| item.chars().count()).max().unwrap_or_default() + 1;
    let across = ((WIDTH - indent) / wide).max(1);
    let down = items.len().div_ceil(across);
    for row in 0..down {
        let cells = (0..across).filter_map(|column| items.get(column * down + row));
        let line: String = cells.map(|item| format!("{item:wide$}")).collect();
        out.line(format!("{}{}", " ".repeat(indent), line.trim_end()))?;
    }
    Ok(())
}

/// A line across the screen with a title.
pub(crate) fn rule(out: &mut Out, title: &str) -> io::Result<()> {
    let title = format!("── {} ", clean(title));
    let left = WIDTH.saturating_sub(title.chars().count());
    out.gap()?;
    out.heading(format!("{title}{}", "─".repeat(left)))
}

/// Everything there is to see, but for what can be chosen.
pub(crate) fn print(view: View<'_>, out: &mut Out) -> io::Result<()> {
    let owned = view.to_owned();
    players(view, &owned, out)?;
    zones(view, &owned, true, out)?;
    tickets(view, out)
}

/// What changes within a turn: what lies open, and one's own cards.
pub(crate) fn brief(view: View<'_>, out: &mut Out) -> io::Result<()> {
    zones(view, &view.to_owned(), false, out)
}

fn zones(view: View<'_>, owned: &OwnedView, piles: bool, out: &mut Out) -> io::Result<()> {
    let rules = view.rules();
    for (spec, zone) in rules.zones().iter().zip(&owned.zones).filter(|(spec, _)| spec.owner.is_none()) {
        if let Some(text) = lying(rules, spec.holds, zone, piles) {
            wrapped(out, &format!("{}: ", clean(&zone.name)), 4, &text)?;
        }
    }
    if let Some(me) = view.viewer() {
        let mine = rules.zones().iter().zip(&owned.zones).filter(|(spec, _)| spec.owner == Some(me));
        for (_, zone) in mine.filter(|(spec, _)| spec.holds == Holds::Cards) {
            let n: usize = zone.backs.values().sum();
            let cards = zone.cards.iter().flatten().map(|(kind, n)| format!("{n} {kind}"));
            let cards = cards.collect::<Vec<_>>().join(", ");
            let cards = if cards.is_empty() { "no card" } else { &cards };
            let title = out.bold(&format!("your {} ({n}):", clean(&zone.name))).into_owned();
            wrapped(out, &format!("{title} "), 4, cards)?;
        }
    }
    Ok(())
}

/// What lies in a zone of nobody, in few words; nothing if it is empty, or a pile and piles are not wanted.
fn lying(rules: &Rules, holds: Holds, zone: &ZoneView, with_piles: bool) -> Option<String> {
    let n: usize = zone.backs.values().sum();
    let piles = rules.decks().iter().flat_map(|deck| [deck.draw, deck.discards]);
    let is_pile = piles.into_iter().any(|pile| rules.zone(pile).name == zone.name);
    match (holds, &zone.cards) {
        (Holds::Cards, _) if is_pile && !with_piles => None,
        (Holds::Tickets, _) if !with_piles => None,
        (Holds::Tickets, _) => {
            let all = || zone.tickets.iter().chain(&zone.in_order);
            let open: Vec<String> = all().flatten().map(place).collect();
            let n = all().count();
            let what = if n == 1 { "ticket" } else { "tickets" };
            match (n, open.is_empty()) {
                (0, _) => None,
                (_, true) => Some(format!("{n} {what}")),
                (_, false) if open.len() == n => Some(open.join(", ")),
                (_, false) => Some(format!("{n} {what}, among them {}", open.join(", "))),
            }
        }
        (Holds::Cards, _) if n == 0 => None,
        (Holds::Cards, Some(cards)) if !is_pile => {
            Some(cards.iter().map(|(kind, n)| format!("{n} {kind}")).collect::<Vec<_>>().join(", "))
        }
        (Holds::Cards, _) => Some(format!("{n} {}", if n == 1 { "card" } else { "cards" })),
    }
}

/// Everybody's pieces, cards, tickets and public score.
fn players(view: View<'_>, owned: &OwnedView, out: &mut Out) -> io::Result<()> {
    let rules = view.rules();
    let size = |zone: &ZoneView| zone.backs.values().sum::<usize>() + zone.tickets.len() + zone.in_order.len();
    let zones = || rules.zones().iter().zip(&owned.zones);
    let mut names: Vec<&str> = Vec::new();
    for (_, zone) in zones().filter(|(spec, zone)| spec.owner.is_some() && size(zone) > 0) {
        if !names.contains(&zone.name.as_str()) {
            names.push(&zone.name);
        }
    }
    let mut header = vec![String::new(), "player".to_owned()];
    header.extend(rules.pieces().iter().map(|piece| format!("{} pieces", clean(&piece.name))));
    header.extend(names.iter().map(|name| clean(name).into_owned()));
    header.push("score".to_owned());
    let mut all = table(header, 2);
    let sheet = view.score();
    for who in rules.player_ids() {
        let turn = if view.over().is_none() && view.turn_of() == who { ">" } else { "" };
        let own = if view.viewer() == Some(who) { " (you)" } else { "" };
        let mut row = vec![turn.to_owned(), format!("{}{own}", clean(&rules.seat_name(who)))];
        row.extend((0..rules.pieces().len()).map(|piece| view.stock(who, PieceId::at(piece)).to_string()));
        for name in &names {
            let mine = zones().filter(|(spec, zone)| spec.owner == Some(who) && zone.name == *name);
            row.push(mine.map(|(_, zone)| size(zone)).sum::<usize>().to_string());
        }
        row.push(sheet.total(rules.side_of(who)).to_string());
        all.add_row(row);
    }
    out.line(all.trim_fmt())?;
    if let Some(left) = view.turns_left() {
        let turns = if left == 1 { "turn is" } else { "turns are" };
        out.heading(format!("the last {turns} being played: {left} left, this one included"))?;
    }
    Ok(())
}

/// One's own tickets, with what is missing.
pub(crate) fn tickets(view: View<'_>, out: &mut Out) -> io::Result<()> {
    let Some(outcomes) = view.own_outcomes() else { return Ok(()) };
    if outcomes.tickets.is_empty() {
        return out.line("you hold no ticket");
    }
    let title = out.bold(&format!("your tickets ({}):", outcomes.tickets.len())).into_owned();
    out.line(title)?;
    let ways = Ways::new(view);
    for (ticket, outcome) in &outcomes.tickets {
        let (mark, missing) =
            if outcome.completed { ("[x]", "done".to_owned()) } else { ("[ ]", missing(view, &ways, *ticket)) };
        let text = format!("{}: {missing}", ticket_text(view, *ticket));
        wrapped(out, &format!("  {mark} "), 8, &text)?;
    }
    Ok(())
}

fn ticket_text(view: View<'_>, ticket: TicketId) -> String {
    let board = view.board();
    format!("{} ({})", board.ticket_name(ticket), board.tickets[ticket.index()].points)
}

/// What is missing for a ticket, and the shortest way to it.
fn missing(view: View<'_>, ways: &Ways<'_>, ticket: TicketId) -> String {
    let Some(Way { routes, pieces }) = ways.of(ticket) else { return "no way is left".to_owned() };
    if routes.is_empty() {
        return "joined".to_owned();
    }
    let board = view.board();
    let name = |city: CityId| board.cities[city.index()].name.as_str();
    // One chain of cities, broken where one's own routes lie between.
    let mut text = format!("{pieces} to go:");
    let mut at = None;
    for (i, route) in routes.iter().enumerate() {
        let [mut a, mut b] = board.route(*route).ends;
        let next = routes.get(i + 1).map(|next| board.route(*next).ends);
        let turned = at == Some(b) || (at != Some(a) && next.is_some_and(|next| next.contains(&a)));
        if turned {
            (a, b) = (b, a);
        }
        let terms = menu::route_terms(view, *route).replace(' ', NO_BREAK);
        match at {
            Some(city) if city == a => {}
            Some(_) => text.push_str(&format!(", {}", name(a))),
            None => text.push_str(&format!(" {}", name(a))),
        }
        text.push_str(&format!(" ({terms}) {}", name(b)));
        at = Some(b);
    }
    text
}

/// The routes on the shortest ways of the tickets that are not complete.
pub(crate) fn wanted(view: View<'_>) -> Vec<RouteId> {
    let ways = Ways::new(view);
    let open = view.own_outcomes().map(|outcomes| outcomes.tickets).unwrap_or_default();
    let mut routes: Vec<RouteId> = Vec::new();
    for (ticket, _) in open.into_iter().filter(|(_, outcome)| !outcome.completed) {
        for route in ways.of(ticket).map(|way| way.routes).unwrap_or_default() {
            // The other track of a double does as well.
            let board = view.board();
            let twins = board.group_of(&route).iter().filter(|other| {
                let ends = board.route(**other).ends;
                ends == board.route(route).ends || ends == [board.route(route).ends[1], board.route(route).ends[0]]
            });
            routes.extend(twins.copied().filter(|other| !routes.contains(other)).collect::<Vec<_>>());
        }
    }
    routes
}

/// What can be chosen, with its numbers.
pub(crate) fn choices(
    view: View<'_>,
    space: &ActionSpace<'_>,
    menu: &Menu,
    ways: &[RouteId],
    all: bool,
    out: &mut Out,
) -> io::Result<()> {
    let rules = view.rules();
    if let Some(deal) = &menu.deal {
        let of_way = Ways::new(view);
        for (i, ticket) in deal.tickets.iter().enumerate() {
            let text = format!("{}: {}", ticket_text(view, *ticket), missing(view, &of_way, *ticket));
            wrapped(out, &format!("{:>3}  ", i + 1), 9, &text)?;
        }
        let (least, most) = deal.range();
        let how_many = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        let verb = menu::verb(rules, deal.op);
        out.line(format!("     {}: {how_many} of them, by numbers as in `1 2`, by names, or `all`", clean(&verb)))?;
    }
    let number = |i: usize| menu.tickets() + i + 1;
    let mut at = 0;
    while at < menu.entries.len() {
        let op = menu.entries[at].op;
        let same = menu.entries[at..].iter().take_while(|entry| entry.op == op).count();
        let group = &menu.entries[at..at + same];
        let is_route = menu::route_of(rules, op, [0; 3]).is_some();
        if is_route {
            let shown = if all { same } else { same.min(ROUTES_SHOWN) };
            out.line(format!("     {} (* is on the way of a ticket)", clean(&menu::verb(rules, op))))?;
            let items: Vec<String> = group[..shown]
                .iter()
                .enumerate()
                .map(|(i, entry)| {
                    let route = RouteId(entry.args[0]);
                    let board = view.board();
                    let [a, b] = board.route(route).ends.map(|city| board.cities[city.index()].name.as_str());
                    let mark = if ways.contains(&route) { '*' } else { ' ' };
                    let terms = menu::route_terms(view, route);
                    clean(&format!("{:>3} {mark}{a} - {b} {terms}", number(at + i))).into_owned()
                })
                .collect();
            columns(out, 0, &items)?;
            if shown < same {
                out.line(format!("     and {} more routes: `all` lists them", same - shown))?;
            }
        } else {
            let items: Vec<String> = group
                .iter()
                .enumerate()
                .map(|(i, entry)| {
                    let text = menu::text(view, space, entry);
                    clean(&format!("{:>3}  {text}", number(at + i))).into_owned()
                })
                .collect();
            columns(out, 0, &items)?;
        }
        at += same;
    }
    Ok(())
}

/// All routes of the board that this filter lets through: free, or taken by whom.
pub(crate) fn board(view: View<'_>, keep: impl Fn(RouteId) -> bool, out: &mut Out) -> io::Result<()> {
    let (rules, board) = (view.rules(), view.board());
    let own: BTreeSet<RouteId> =
        view.own_network(Purpose::Tickets).map(|n| n.edges.into_iter().collect()).unwrap_or_default();
    let mut shown = 0;
    for route in board.route_ids().filter(|route| keep(*route)) {
        let holders: Vec<String> = view.held(route).iter().map(|who| rules.seat_name(who)).collect();
        let state = match (holders.is_empty(), view.is_free(route)) {
            (false, _) => holders.join(", "),
            (true, true) if view.terms(route).is_none() => "closed to you".to_owned(),
            (true, true) => "free".to_owned(),
            (true, false) => "open to all".to_owned(),
        };
        let [a, b] = board.route(route).ends.map(|city| board.cities[city.index()].name.as_str());
        let mark = if own.contains(&route) { '*' } else { ' ' };
        let terms = menu::route_terms(view, route);
        let name = format!("{a} - {b}");
        out.line(clean(format!(" {mark}{name:<36} {terms:<12} {state}").trim_end()))?;
        shown += 1;
    }
    out.line(format!("{shown} routes; * counts for your tickets already"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = "word ".repeat(40);
        let lines = wrap("row: ", 4, &text);
        assert!(lines.len() == 3 && lines.iter().all(|line| line.chars().count() <= WIDTH), "{lines:?}");
        assert!(lines[0].starts_with("row: word") && lines[1].starts_with("    word"), "{lines:?}");
        assert_eq!(wrap("row: ", 4, ""), ["row:"]);
        let long = "x".repeat(200);
        assert_eq!(wrap("row: ", 4, &long), [format!("row: {long}")], "a word is never cut");
    }
}
