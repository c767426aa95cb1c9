//! A position of a replay in words. Nothing is hidden: every hand is shown as its own player sees it.

use crate::output::{Out, sheet};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::io;
use ttr_core::{Owner, Rules, State, ZoneId};
use ttr_files::OwnedView;
use ttr_files::names::ZoneView;

/// Prints a position.
pub(crate) fn print(rules: &Rules, state: &State, out: &mut Out) -> io::Result<()> {
    let table = OwnedView::of(rules.view(state, None));
    print_turn(&table, out)?;
    out.heading("on the table")?;
    for (at, zone) in table.zones.iter().enumerate().filter(|(_, zone)| zone.owner.is_none() && !is_empty(zone)) {
        print_zone(rules, at, zone, out)?;
    }
    for who in rules.player_ids() {
        let own = OwnedView::of(rules.view(state, Some(who)));
        let name = rules.seat_name(who);
        out.heading(name)?;
        // By place, not by name: two players may have the same.
        let zones = rules.zones().iter().zip(&own.zones).enumerate();
        for (at, (_, zone)) in zones.filter(|(_, (zone, _))| zone.owner == Some(Owner::Player(who))) {
            print_zone(rules, at, zone, out)?;
        }
        for answer in own.sealed.iter().filter_map(|sealed| sealed.answer.as_ref()) {
            out.line(format!("  has answered, unseen by the others: {answer}"))?;
        }
        let board = rules.board();
        let held = board.route_ids().filter(|route| rules.view(state, None).held(*route).has(who));
        let routes: Vec<String> = held.map(|route| board.route_name(route)).collect();
        out.line(format!("  routes: {}", listed(routes)))?;
    }
    print_sides(rules, state, out)?;
    let open: Vec<String> = table.routes.iter().filter(|r| r.public).map(|r| place(&r.route)).collect();
    if !open.is_empty() {
        out.line(format!("open to all: {}", listed(open)))?;
    }
    if !table.registers.is_empty() {
        out.heading("counts")?;
        for (name, values) in &table.registers {
            out.line(format!("  {}: {}", register_text(rules, name), counts(values)))?;
        }
    }
    sheet::print(rules, state, out)
}

/// What the players of a side have in common, as they see it.
fn print_sides(rules: &Rules, state: &State, out: &mut Out) -> io::Result<()> {
    for side in rules.side_ids() {
        let Some(who) = rules.members(side).lowest() else { continue };
        let common = |at: &usize| rules.zone(ZoneId::at(*at)).owner == Some(Owner::Side(side));
        let common: Vec<usize> = (0..rules.zones().len()).filter(common).collect();
        if common.is_empty() {
            continue;
        }
        let seen = OwnedView::of(rules.view(state, Some(who)));
        out.heading(rules.side_name(side))?;
        for at in common {
            print_zone(rules, at, &seen.zones[at], out)?;
        }
    }
    Ok(())
}

fn print_turn(table: &OwnedView, out: &mut Out) -> io::Result<()> {
    let turns: Vec<String> = table.players.iter().zip(&table.turns).map(|(who, n)| format!("{who} {n}")).collect();
    out.line(format!("{}, {} rules; turns so far: {}", table.map, table.rules, turns.join(", ")))?;
    match (&table.over, table.turns_left) {
        (Some(why), _) => out.line(format!("the game is over: {why}"))?,
        (None, Some(left)) => out.line(format!("turn of {}; {left} turns left", table.turn_of))?,
        (None, None) => out.line(format!("turn of {}", table.turn_of))?,
    }
    if let (Some(frame), false) = (table.pending.last(), table.to_act.is_empty()) {
        out.line(format!("to decide: {} ({})", table.to_act.join(", "), frame.decision))?;
    }
    Ok(())
}

fn is_empty(zone: &ZoneView) -> bool {
    zone.backs.is_empty() && zone.tickets.is_empty() && zone.in_order.is_empty()
}

/// A register by its name, with the piece that it counts, if it does, as the board calls it.
fn register_text(rules: &Rules, name: &str) -> String {
    let counts = |piece: &&str| name.split_once('/').is_some_and(|(_, rest)| rest.starts_with(&format!("{piece} ")));
    match rules.pieces().iter().map(|piece| piece.name.as_str()).find(counts) {
        Some(piece) => name.replacen(&format!("/{piece} "), &format!("/{} ", rules.board().shown(piece)), 1),
        None => name.to_owned(),
    }
}

fn print_zone(rules: &Rules, at: usize, zone: &ZoneView, out: &mut Out) -> io::Result<()> {
    let shown = |name: &str| rules.board().shown(name).to_owned();
    let mut parts = Vec::new();
    match &zone.cards {
        Some(cards) => parts.extend(cards.iter().map(|(kind, n)| format!("{n} {}", shown(kind)))),
        None => parts.extend(zone.backs.iter().map(|(deck, n)| format!("{n} {} cards, face down", shown(deck)))),
    }
    let tickets = zone.tickets.iter().chain(&zone.in_order);
    parts.extend(tickets.clone().flatten().map(place));
    let unseen = tickets.filter(|ticket| ticket.is_none()).count();
    if unseen > 0 {
        parts.push(format!("{unseen} tickets, face down"));
    }
    out.line(format!("  {}: {}", rules.zone_text(ZoneId::at(at)), listed(parts)))
}

/// A route or a ticket by its cities.
pub(crate) fn place(json: &Json) -> String {
    let cities = json.get("cities").or_else(|| json.get("between")).and_then(Json::as_array);
    let cities: Vec<&str> = cities.into_iter().flatten().filter_map(Json::as_str).collect();
    let number = json.get("track").or_else(|| json.get("copy")).and_then(Json::as_u64);
    let number = number.map_or_else(String::new, |n| format!(" ({n})"));
    format!("{}{number}", cities.join(" - "))
}

fn listed(parts: Vec<String>) -> String {
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

fn counts(values: &BTreeMap<String, i32>) -> String {
    let parts = values.iter().map(|(of, n)| if of.is_empty() { n.to_string() } else { format!("{of} {n}") });
    listed(parts.collect())
}
