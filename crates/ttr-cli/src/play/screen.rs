//! The screen of one player, drawn from that player's view and nothing else.

use super::menu::{self, Menu};
use super::worth::{self, Worth};
use crate::output::lines::{self, Line, NO_BREAK};
use crate::output::position::place;
use crate::output::table::table;
use crate::output::{Out, columns};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use ttr_bots::{Found, Way, Ways};
use ttr_core::{
    ActionSpace, CityId, Holds, Owner, PieceId, PlayerId, Purpose, RouteId, Rules, Sight, TicketId, View, ZoneId,
};
use ttr_files::OwnedView;
use ttr_files::names::ZoneView;

/// So many lines of choices of a kind are listed unless all are asked for.
const LINES_OF_CHOICES: usize = 6;
/// Rather than to say that so few more are left out, they are listed.
const FEW: usize = 4;

/// Everything there is to see, but for what can be chosen.
pub(crate) fn print(view: View<'_>, out: &mut Out) -> io::Result<()> {
    let owned = OwnedView::of(view);
    lines::beside(out, &players(view, &owned, out.width()), |width| zones(view, &owned, true, width))?;
    if view.own_tickets().is_empty() { Ok(()) } else { tickets(view, out) }
}

/// What changes within a turn: what lies open, and one's own cards.
pub(crate) fn brief(view: View<'_>, out: &mut Out) -> io::Result<()> {
    lines::print(out, &zones(view, &OwnedView::of(view), false, out.width()))
}

fn zones(view: View<'_>, owned: &OwnedView, piles: bool, width: usize) -> Vec<Line> {
    let rules = view.rules();
    let mut lines = Vec::new();
    for (at, (spec, zone)) in
        rules.zones().iter().zip(&owned.zones).enumerate().filter(|(_, (spec, _))| spec.owner.is_none())
    {
        // Tickets that nobody sees and nobody draws are out of the game.
        let out = spec.holds == Holds::Tickets && !spec.shuffled && spec.sight == Sight::NOBODY;
        if let Some(text) = lying(rules, spec.holds, zone, piles).filter(|_| !out) {
            let name = rules.zone_text(ZoneId::at(at));
            lines.extend(lines::lines(width, &format!("{name}: "), 4, &text));
        }
    }
    let mine = |at: usize| view.viewer().is_some_and(|who| rules.is_of(ZoneId::at(at), who));
    let zones = rules.zones().iter().zip(&owned.zones).enumerate().filter(|(at, _)| mine(*at));
    for (at, (_, zone)) in zones.filter(|(_, (spec, _))| spec.holds == Holds::Cards) {
        // What holds cards for a moment only is of no interest otherwise.
        if zone.backs.is_empty() && !rules.is_purse(ZoneId::at(at)) {
            continue;
        }
        let your = if zone.side.len() > 1 { "your side's" } else { "your" };
        let n: usize = zone.backs.values().sum();
        let by_deck = zone.cards.as_ref().map(|cards| by_deck(rules, cards)).unwrap_or_default();
        let mut by_deck = by_deck.into_iter();
        let first = by_deck.next().unwrap_or_else(|| "no card".to_owned());
        lines.extend(lines::titled(width, &format!("{your} {} ({n}):", rules.zone_text(ZoneId::at(at))), 4, &first));
        by_deck.for_each(|cards| lines.extend(lines::lines(width, "    ", 8, &cards)));
    }
    lines
}

/// Cards by the deck that they are of, with its name where there are several.
fn by_deck(rules: &Rules, cards: &BTreeMap<String, u8>) -> Vec<String> {
    let several = rules.decks().len() > 1;
    let of_deck = |deck: usize| {
        let is_one = |name: &str| rules.kind_named(name).is_some_and(|kind| rules.kind(kind).deck.index() == deck);
        let cards: BTreeMap<String, u8> =
            cards.iter().filter(|(name, _)| is_one(name)).map(|(name, n)| (name.clone(), *n)).collect();
        let name = rules.board().shown(&rules.decks()[deck].name);
        let title = if several { format!("{name}: ") } else { String::new() };
        (!cards.is_empty()).then(|| format!("{title}{}", cards_text(rules, &cards)))
    };
    (0..rules.decks().len()).filter_map(of_deck).collect()
}

/// Cards by kind: the most first, wilds last.
pub(super) fn cards_text(rules: &Rules, cards: &BTreeMap<String, u8>) -> String {
    let mut cards: Vec<(&String, u8)> = cards.iter().map(|(kind, n)| (kind, *n)).collect();
    cards.sort_by_key(|(name, n)| {
        let kind = rules.kind_named(name);
        (kind.is_some_and(|kind| rules.kind(kind).wild), Reverse(*n), kind)
    });
    let card = |kind: &str| format!("{}{}", rules.board().shown(kind), marks(rules, kind));
    let parts: Vec<String> = cards.into_iter().map(|(kind, n)| format!("{n}{NO_BREAK}{}", card(kind))).collect();
    parts.join(", ")
}

/// What a kind of card shows and counts for, as far as its name does not say so: ` [port, x2]`.
fn marks(rules: &Rules, name: &str) -> String {
    let Some(kind) = rules.kind_named(name).map(|kind| rules.kind(kind)) else { return String::new() };
    let shown = rules.board().shown(name);
    let has = |name: &str, word: &str| name.split(' ').any(|other| other == word);
    let mut marks: Vec<String> = kind.symbols.iter().filter(|symbol| !has(shown, symbol)).cloned().collect();
    // A word that all kinds of these units have in their names, and no others.
    let says = |word: &str| {
        let mut kinds = rules.kinds().iter();
        kinds.all(|other| has(rules.board().shown(&other.name), word) == (other.units == kind.units))
    };
    if kind.units > 1 && !shown.split(' ').any(says) {
        marks.push(format!("x{}", kind.units));
    }
    if marks.is_empty() { String::new() } else { format!("{NO_BREAK}[{}]", marks.join(&format!(",{NO_BREAK}"))) }
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
        (Holds::Cards, Some(cards)) if !is_pile => Some(by_deck(rules, cards).join("; ")),
        (Holds::Cards, _) => Some(format!("{n} {}", if n == 1 { "card" } else { "cards" })),
    }
}

/// Everybody's pieces, cards, tickets and public score.
fn players(view: View<'_>, owned: &OwnedView, width: usize) -> Vec<Line> {
    let rules = view.rules();
    let size = |zone: &ZoneView| zone.backs.values().sum::<usize>() + zone.tickets.len() + zone.in_order.len();
    let zones = || rules.zones().iter().zip(&owned.zones);
    // Columns by their names, with what the board calls them.
    let mut names: Vec<(&str, String)> = Vec::new();
    for (at, (_, zone)) in zones().enumerate().filter(|(_, (spec, zone))| spec.owner.is_some() && size(zone) > 0) {
        if !names.iter().any(|(name, _)| *name == zone.name) {
            names.push((&zone.name, rules.zone_text(ZoneId::at(at))));
        }
    }
    let sheet = view.score();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for who in rules.player_ids() {
        let turn = if view.over().is_none() && view.turn_of() == who { ">" } else { "" };
        let own = match view.viewer() {
            Some(viewer) if viewer == who => " (you)",
            Some(viewer) if rules.side_of(viewer) == rules.side_of(who) => " (partner)",
            _ => "",
        };
        let mut row = vec![turn.to_owned(), format!("{}{own}", rules.seat_name(who))];
        row.extend((0..rules.pieces().len()).map(PieceId::at).map(|piece| {
            let (stock, boxed) = (view.stock(who, piece), view.boxed(who, piece));
            if boxed > 0 { format!("{stock} + {boxed}") } else { stock.to_string() }
        }));
        for (name, _) in &names {
            let mine =
                zones().enumerate().filter(|(at, (_, zone))| zone.name == *name && rules.is_of(ZoneId::at(*at), who));
            row.push(mine.map(|(_, (_, zone))| size(zone)).sum::<usize>().to_string());
        }
        row.push(sheet.total(rules.side_of(who)).to_string());
        rows.push(row);
    }
    let pieces = rules.pieces().iter().map(|piece| format!("{} pieces", rules.board().shown(&piece.name)));
    let header = pieces.chain(names.iter().map(|(_, shown)| shown.clone())).chain(["score".to_owned()]);
    let mut lines: Vec<Line> = numbers(header.collect(), rows, width).lines().map(Line::plain).collect();
    let has_box = |who| (0..rules.pieces().len()).any(|piece| view.boxed(who, PieceId::at(piece)) > 0);
    if rules.player_ids().any(has_box) {
        lines.push(Line::plain("pieces: in stock + in the box"));
    }
    if let Some(left) = view.turns_left() {
        let turns = if left == 1 { "turn is" } else { "turns are" };
        lines.push(Line::bold(format!("the last {turns} being played: {left} left, this one included")));
    }
    lines
}

/// A table of numbers by player. Where it does not fit, the names of its columns are broken between words, and in the
/// end anywhere.
fn numbers(header: Vec<String>, rows: Vec<Vec<String>>, width: usize) -> String {
    let make = |narrow: bool| {
        let broken = header.iter().map(|name| if narrow { name.replace(' ', "\n") } else { name.clone() });
        let all = table([String::new(), "player".to_owned()].into_iter().chain(broken), 2).rows(&rows);
        if narrow { all.narrow() } else { all }
    };
    let fits = |text: &String| text.lines().all(|line| columns(line) <= width);
    let all = [false, true].map(|narrow| make(narrow).to_string());
    all.into_iter().find(fits).unwrap_or_else(|| make(true).within(width).to_string())
}

/// Ways in pieces.
pub(crate) fn ways(view: View<'_>) -> Ways<'_> {
    Ways::new(view, |route| view.terms(route).map(|terms| u32::from(terms.pieces) + u32::from(terms.aside)))
}

/// One's own tickets, with what is missing.
pub(crate) fn tickets(view: View<'_>, out: &mut Out) -> io::Result<()> {
    let Some(outcomes) = view.own_outcomes() else { return Ok(()) };
    if outcomes.tickets.is_empty() {
        return out.line("you hold no ticket");
    }
    lines::print(out, &[Line::bold(format!("your tickets ({}):", outcomes.tickets.len()))])?;
    let ways = ways(view);
    for (ticket, outcome) in &outcomes.tickets {
        let (mark, missing) =
            if outcome.completed { ("[x]", ": done".to_owned()) } else { ("[ ]", missing(view, &ways, *ticket)) };
        let common = if is_common(view, *ticket) { " [your side's]" } else { "" };
        let text = format!("{}{common}{missing}", ticket_text(view, *ticket, false));
        lines::wrapped(out, &format!("  {mark} "), 8, &text)?;
    }
    Ok(())
}

/// Whether partners have a ticket in common.
fn is_common(view: View<'_>, ticket: TicketId) -> bool {
    let rules = view.rules();
    let mut zones = (0..rules.zones().len()).map(ZoneId::at).filter(|zone| match rules.zone(*zone).owner {
        Some(owner @ Owner::Side(_)) => rules.owners(owner).len() > 1,
        _ => false,
    });
    zones.any(|zone| view.tickets(zone).contains(&Some(ticket)))
}

/// A ticket with what it is worth, and its deck if that matters.
fn ticket_text(view: View<'_>, ticket: TicketId, with_deck: bool) -> String {
    let (rules, board) = (view.rules(), view.board());
    let of = &board.tickets[ticket.index()];
    let points = of.has_points.then(|| of.points.to_string());
    let deck = of.deck.as_ref().filter(|_| with_deck).map(|deck| format!(", {}", board.shown(deck)));
    let worth = rules.worth_text(ticket).or(points).map(|worth| format!(" ({worth})")).unwrap_or_default();
    let worth = format!("{worth}{}", deck.unwrap_or_default());
    format!("{}{worth}", board.ticket_name(ticket))
}

/// What is missing for a ticket, and the shortest way to it; nothing where no way is known.
fn missing(view: View<'_>, ways: &Ways<'_>, ticket: TicketId) -> String {
    let Way { routes, cost, .. } = match ways.of(ticket) {
        Found::Way(way) => way,
        Found::NoneLeft => return ": no way is left".to_owned(),
        Found::Unknown => return String::new(),
    };
    if routes.is_empty() {
        return ": joined".to_owned();
    }
    let board = view.board();
    let name = |city: CityId| board.cities[city.index()].name.as_str();
    // One chain of cities, broken where one's own routes lie between.
    let short = if has_pieces(view, &routes) { "" } else { ", more than you have" };
    let mut text = format!(": {cost} to go{short}:");
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

/// Whether the viewer has the pieces for all these routes.
fn has_pieces(view: View<'_>, routes: &[RouteId]) -> bool {
    let Some(who) = view.viewer() else { return true };
    let mut needed: BTreeMap<PieceId, i32> = BTreeMap::new();
    for terms in routes.iter().filter_map(|route| view.terms(*route)).filter(|terms| !terms.public) {
        *needed.entry(terms.piece).or_default() += i32::from(terms.pieces) + i32::from(terms.aside);
    }
    needed.iter().all(|(piece, n)| *n <= view.stock(who, *piece))
}

/// The shortest ways of the tickets that are not complete.
pub(crate) fn ways_left(view: View<'_>) -> Vec<(TicketId, Vec<RouteId>)> {
    let ways = ways(view);
    let open = view.own_outcomes().map(|outcomes| outcomes.tickets).unwrap_or_default();
    let open = open.into_iter().filter(|(_, outcome)| !outcome.completed);
    open.filter_map(|(ticket, _)| ways.cheapest(ticket, &[]).map(|way| (ticket, way.routes))).collect()
}

/// The routes on these ways, and their twins: the other track of a double does as well.
pub(crate) fn wanted(view: View<'_>, ways: &[(TicketId, Vec<RouteId>)]) -> Vec<RouteId> {
    let board = view.board();
    let mut routes: Vec<RouteId> = Vec::new();
    for route in ways.iter().flat_map(|(_, routes)| routes) {
        let [a, b] = board.route(*route).ends;
        let twins = board.group_of(route).iter().filter(|other| [[a, b], [b, a]].contains(&board.route(**other).ends));
        routes.extend(twins.copied().filter(|other| !routes.contains(other)).collect::<Vec<_>>());
    }
    routes
}

/// What can be chosen, with its numbers.
pub(crate) fn choices(
    view: View<'_>,
    space: &ActionSpace<'_>,
    menu: &Menu,
    wanted: &[RouteId],
    all: bool,
    out: &mut Out,
) -> io::Result<()> {
    let rules = view.rules();
    if let Some(deal) = &menu.deal {
        let of_way = ways(view);
        let deck = |ticket: &TicketId| &view.board().tickets[ticket.index()].deck;
        let decks = deal.tickets.windows(2).any(|pair| deck(&pair[0]) != deck(&pair[1]));
        for (i, ticket) in deal.tickets.iter().enumerate() {
            let text = format!("{}{}", ticket_text(view, *ticket, decks), missing(view, &of_way, *ticket));
            lines::wrapped(out, &format!("{:>4}) ", i + 1), 9, &text)?;
        }
        let (least, most) = deal.range();
        let how_many = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        let text =
            format!("{} {how_many} of them, by numbers as in `1 2`, by names, or `all`", menu::verb(rules, deal.op));
        lines::wrapped(out, "     ", 5, &text)?;
    }
    let of_interest = |op| worth::is_of_interest(rules, op);
    let worth = menu.entries.iter().any(|entry| of_interest(entry.op)).then(|| Worth::new(view)).flatten();
    let mut at = 0;
    while at < menu.entries.len() {
        let (op, args) = (menu.entries[at].op, menu.entries[at].args);
        let is_route = menu::route_of(rules, op, [0; 3]).is_some();
        let alike = |entry: &&menu::Entry| entry.op == op && (!is_route || entry.args[1..] == args[1..]);
        let group: Vec<_> = menu.entries[at..].iter().take_while(alike).collect();
        let mut items = Vec::with_capacity(group.len());
        let mut any_wanted = false;
        for (i, entry) in group.iter().enumerate() {
            let number = menu.tickets() + at + i + 1;
            let route = menu::route_of(rules, op, entry.args);
            let on_way = menu::on_way(view, entry, wanted).is_some();
            any_wanted |= on_way;
            let text = match route {
                Some(route) => menu::route_choice(view, route),
                None => {
                    let action = space.get(entry.first).filter(|_| of_interest(op));
                    let worth = worth.as_ref().zip(action).map(|(worth, action)| worth.of(&action));
                    format!("{}{}", menu::text(view, space, entry), worth.unwrap_or_default())
                }
            };
            items.push(format!("{}{number:>3}) {text}", if on_way { '*' } else { ' ' }));
        }
        if is_route {
            let note = if any_wanted { " (* is on the way of a ticket)" } else { "" };
            lines::wrapped(out, "     ", 7, &format!("{}{note}:", menu::heading(rules, op, args)))?;
        }
        // All that can be answered is listed, but not all that can be done in a turn.
        let fits = lines::fit(out.width(), &items, LINES_OF_CHOICES);
        let every = all || group.len() == menu.entries.len() || items.len() <= fits + FEW;
        let shown = if every { items.len() } else { fits };
        lines::in_columns(out, &items[..shown])?;
        if shown < items.len() {
            let last = menu.tickets() + at + items.len();
            let what = if is_route { String::new() } else { format!("{} ", menu::verb(rules, op)) };
            let more = items.len() - shown;
            out.line(format!("     {what}... and {more} more, up to {last}: `all` lists them"))?;
        }
        if let Some(remark) = rules.op(op).remark {
            lines::wrapped(out, "     ", 5, &format!("({})", rules.template(remark).text))?;
        }
        at += group.len();
    }
    Ok(())
}

/// What stands in a city, and what the map says of it; nothing where there is nothing to say.
pub(crate) fn city(view: View<'_>, city: CityId, pieces: &[(PlayerId, PieceId, i32)]) -> Option<String> {
    let rules = view.rules();
    let spec = &view.board().cities[city.index()];
    let piece = |(who, piece, n): &(PlayerId, PieceId, i32)| {
        let name = rules.board().shown(&rules.piece(*piece).name);
        let many = if *n > 1 { format!("{n} ") } else { String::new() };
        format!("{many}{name} of {}", rules.seat_name(*who))
    };
    let pieces: Vec<String> = pieces.iter().map(piece).collect();
    let said = match spec.attributes.as_slice() {
        [] => String::new(),
        some => format!(" ({})", some.join(", ")),
    };
    let stands = if pieces.is_empty() { String::new() } else { format!(": {}", pieces.join(", ")) };
    (!said.is_empty() || !stands.is_empty()).then(|| format!("{}{said}{stands}", spec.name))
}

/// All routes of the board that this filter lets through: free, or taken by whom.
pub(crate) fn board(view: View<'_>, keep: impl Fn(RouteId) -> bool, out: &mut Out) -> io::Result<()> {
    let (rules, board) = (view.rules(), view.board());
    let own: BTreeSet<RouteId> =
        view.own_network(Purpose::Tickets).map(|n| n.edges.into_iter().collect()).unwrap_or_default();
    let mut rows: Vec<[String; 3]> = Vec::new();
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
        rows.push([format!(" {mark}{a} - {b}"), menu::route_terms(view, route), state]);
    }
    let wide = |i: usize| rows.iter().map(|row| columns(&row[i])).max().unwrap_or_default();
    let (names, terms) = (wide(0), wide(1));
    let row = |[a, b, c]: &[String; 3]| format!("{}  {}  {c}", lines::padded(a, names), lines::padded(b, terms));
    lines::in_columns(out, &rows.iter().map(row).collect::<Vec<_>>())?;
    let routes = if rows.len() == 1 { "route" } else { "routes" };
    out.line(format!("{} {routes}; * counts for your tickets already", rows.len()))
}
