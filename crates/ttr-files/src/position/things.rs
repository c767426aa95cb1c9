//! What names mean in a game, in positions and tests: players, cards, routes, tickets, actions.

use super::Faults;
use crate::names;
use serde_json::{Map, Value as Json, json};
use ttr_core::rules::Zone;
use ttr_core::{ArgKind, CardBag, Holds, Kind, PieceId, PlayerId, RouteId, Rules, State, TicketId, ZoneId};
use ttr_source::{Diagnostic, Node, Span, Table, Value, near, nearest, shown, toml_text};

/// What is said of every other number of cards of one kind.
const NUMBER_OF_CARDS: &str = "a number of cards is 0 to 255";

/// Tells of a name that there is not, with the nearest one.
fn unknown(faults: &mut Faults, what: &str, name: &str, span: Span, known: &[String]) {
    let fault = Diagnostic::error("test::unknown-name", format!("there is no {what} {}", shown(name))).at(span);
    let fault = fault.help(format!("there is: {}", known.join(", ")));
    faults.0.push(match near(name, known.iter().map(String::as_str)) {
        Some(near) => fault.help(format!("did you mean {}?", shown(near.name))).suggest_as(
            near.applicability,
            span,
            toml_text(near.name),
        ),
        None => fault,
    });
}

/// A value as JSON.
pub fn json_of(node: &Node) -> Json {
    match &node.kind {
        Value::Bool(yes) => json!(yes),
        Value::Int(number) => json!(number),
        Value::Float(number) => json!(number),
        Value::Str(text) => json!(text),
        Value::List(items) => items.iter().map(json_of).collect(),
        Value::Table(table) => Json::Object(table.iter().map(|e| (e.key.clone(), json_of(&e.value))).collect()),
    }
}

/// A player by name, or by seat from 1.
pub fn player(rules: &Rules, node: &Node, faults: &mut Faults) -> Option<PlayerId> {
    let names: Vec<String> = rules.player_ids().map(|who| rules.seat_name(who)).collect();
    match &node.kind {
        Value::Int(seat) if (1..=names.len() as i64).contains(seat) => Some(PlayerId::at(*seat as usize - 1)),
        Value::Str(name) => player_named(rules, name, node.span, faults),
        _ => {
            let message = format!("a player goes by name, or by seat from 1 to {}, not {}", names.len(), node.what());
            faults.add("test::bad-value", message, node.span);
            None
        }
    }
}

/// A player by name; the seat as a text will do.
pub fn player_named(rules: &Rules, name: &str, span: Span, faults: &mut Faults) -> Option<PlayerId> {
    let names: Vec<String> = rules.player_ids().map(|who| rules.seat_name(who)).collect();
    let seat = || name.parse::<usize>().ok().filter(|seat| (1..=names.len()).contains(seat)).map(|seat| seat - 1);
    let found = names.iter().position(|known| known == name).or_else(seat);
    if found.is_none() {
        unknown(faults, "player", name, span, &names);
    }
    found.map(PlayerId::at)
}

/// A kind of card.
fn kind(rules: &Rules, name: &str, span: Span, faults: &mut Faults) -> Option<Kind> {
    let found = rules.kind_named(name);
    if found.is_none() {
        let known: Vec<String> = rules.kinds().iter().map(|kind| kind.name.clone()).collect();
        unknown(faults, "card", name, span, &known);
    }
    found
}

/// A kind of piece.
pub fn piece(rules: &Rules, name: &str, span: Span, faults: &mut Faults) -> Option<PieceId> {
    let found = rules.pieces().iter().position(|piece| piece.name == name);
    if found.is_none() {
        let known: Vec<String> = rules.pieces().iter().map(|piece| piece.name.clone()).collect();
        unknown(faults, "piece", name, span, &known);
    }
    found.map(PieceId::at)
}

/// Cards: a list of names, or how many there are of each.
pub fn cards(rules: &Rules, name: &str, node: &Node, faults: &mut Faults) -> Option<CardBag> {
    let mut bag = CardBag::EMPTY;
    let mut fine = true;
    match &node.kind {
        Value::List(items) => {
            for item in items {
                let text = faults.want(name, "a list of cards, each by its name in quotes", item, Node::as_str);
                match text.and_then(|text| kind(rules, text, item.span, faults)) {
                    Some(kind) => match bag.of(kind).checked_add(1) {
                        Some(n) => bag.set(kind, n),
                        None => {
                            let message = format!("{NUMBER_OF_CARDS}: these are more of one kind");
                            faults.add("test::bad-value", message, item.span);
                            return None;
                        }
                    },
                    None => fine = false,
                }
            }
        }
        Value::Table(table) => {
            for entry in table {
                let n = entry.value.as_int().and_then(|n| u8::try_from(n).ok());
                if n.is_none() {
                    let message = format!("{NUMBER_OF_CARDS}, not {}", entry.value.what());
                    faults.add("test::bad-value", message, entry.value.span);
                }
                match (kind(rules, &entry.key, entry.key_span, faults), n) {
                    (Some(kind), Some(n)) => bag.set(kind, n),
                    _ => fine = false,
                }
            }
        }
        _ => {
            faults.wrong_type(name, "a list of cards, or how many there are of each", node);
            fine = false;
        }
    }
    fine.then_some(bag)
}

/// A name as a key has it: `kept-cards` is `kept cards`.
fn same_name(key: &str, name: &str) -> bool {
    key == name || key.replace('-', " ") == name.replace('-', " ")
}

/// Whether a zone is a player's, alone or with partners.
fn is_of(rules: &Rules, zone: &Zone, who: PlayerId) -> bool {
    zone.owner.is_some_and(|owner| rules.owners(owner).has(who))
}

/// A player's zone by a key: one of the player's own, or of the player's side.
pub fn zone_of(rules: &Rules, key: &str, who: PlayerId) -> Option<ZoneId> {
    let zones = rules.zones().iter();
    let found = zones.enumerate().find(|(_, zone)| is_of(rules, zone, who) && same_name(key, &zone.name));
    found.map(|(at, _)| ZoneId::at(at))
}

/// A zone that is nobody's, by its name.
pub fn shared_zone(rules: &Rules, key: &str, span: Span, faults: &mut Faults) -> Option<ZoneId> {
    let own = || rules.zones().iter().enumerate().filter(|(_, zone)| zone.owner.is_none());
    let found = own().find(|(_, zone)| same_name(key, &zone.name)).map(|(at, _)| ZoneId::at(at));
    if found.is_none() {
        let known: Vec<String> = own().map(|(_, zone)| zone.name.clone()).collect();
        unknown(faults, "place", key, span, &known);
    }
    found
}

/// What a player's keys can be.
pub fn player_keys(rules: &Rules, who: PlayerId) -> Vec<String> {
    let zones = rules.zones().iter().filter(|zone| is_of(rules, zone, who)).map(|zone| zone.name.replace(' ', "-"));
    ["routes", "tickets", "pieces"].into_iter().map(str::to_owned).chain(zones).collect()
}

/// The routes that may be meant by `["A", "B"]`, with a colour or a track behind them where it matters, by a table, or by a text
/// as the program prints it.
pub fn routes(rules: &Rules, node: &Node, faults: &mut Faults) -> Option<Vec<RouteId>> {
    let board = rules.board();
    if let Some(text) = node.as_str() {
        let named = |id: &RouteId| board.route_name(*id) == text;
        let found: Vec<RouteId> = board.route_ids().filter(named).collect();
        if found.is_empty() {
            let known: Vec<String> = board.route_ids().map(|id| board.route_name(id)).collect();
            let near = nearest(text, known.iter().map(String::as_str));
            let fault = Diagnostic::error("test::unknown-name", format!("there is no route {}", shown(text)));
            let fault = fault.at(node.span);
            faults.0.push(match near {
                Some(near) => fault.help(format!("did you mean {}?", shown(near))).suggest(node.span, toml_text(near)),
                None => fault.help("a route is written as its two cities, `[\"Ayr\", \"Bath\"]`"),
            });
            return None;
        }
        return Some(found);
    }
    let (ends, colour, track) = match &node.kind {
        Value::List(items) if (2..=3).contains(&items.len()) => {
            (&items[..2], items.get(2).and_then(Node::as_str), items.get(2).and_then(Node::as_int))
        }
        Value::Table(table) => {
            let ends = table.get("between").and_then(Node::as_list).unwrap_or_default();
            (ends, table.get("colour").and_then(Node::as_str), table.get("track").and_then(Node::as_int))
        }
        _ => (&[][..], None, None),
    };
    let [Some(a), Some(b)] = [0, 1].map(|at| ends.get(at).and_then(Node::as_str)) else {
        let message =
            "a route is written as its two cities, `[\"Ayr\", \"Bath\"]`, with its colour or track behind them";
        faults.add("test::bad-value", message, node.span);
        return None;
    };
    let mut cities = Vec::new();
    for (name, end) in [a, b].into_iter().zip(ends) {
        let Some(city) = board.city_named(name) else {
            let known: Vec<String> = board.cities.iter().map(|city| city.name.clone()).collect();
            unknown(faults, "city", name, end.span, &known);
            return None;
        };
        cities.push(city);
    }
    let fits = |id: &RouteId| {
        let route = board.route(*id);
        let joined = route.ends == cities[..] || route.ends.iter().rev().eq(cities.iter());
        let coloured = colour.is_none_or(|name| route.colour.is_some_and(|of| board.colours[of.index()] == name));
        joined && coloured && track.is_none_or(|track| i64::from(route.track) == track)
    };
    let found: Vec<RouteId> = board.route_ids().filter(fits).collect();
    if found.is_empty() {
        faults.add("test::unknown-name", format!("no such route joins {a} and {b}"), node.span);
        return None;
    }
    Some(found)
}

/// The tickets that may be meant by their cities, or by a text as the program prints it.
pub fn tickets(rules: &Rules, node: &Node, faults: &mut Faults) -> Option<Vec<TicketId>> {
    let board = rules.board();
    let list = node.as_list().or_else(|| node.at(["cities"]).and_then(Node::as_list));
    let mut cities: Vec<&str> = list.unwrap_or_default().iter().filter_map(Node::as_str).collect();
    cities.sort_unstable();
    let same = |id: &TicketId| match node.as_str() {
        Some(text) => board.ticket_name(*id) == text,
        None => {
            let mut of: Vec<&str> =
                board.tickets[id.index()].cities.iter().map(|city| rules.city_name(*city)).collect();
            of.sort_unstable();
            of == cities
        }
    };
    let found: Vec<TicketId> = board.ticket_ids().filter(same).collect();
    if found.is_empty() {
        let message = match (node.as_str(), cities.is_empty()) {
            (Some(text), _) => format!("there is no ticket {}", shown(text)),
            (None, false) => format!("no ticket names {}", cities.join(" and ")),
            (None, true) => format!("a ticket is written as its cities, `[\"Ayr\", \"Bath\"]`, not {}", node.what()),
        };
        faults.add("test::unknown-name", message, node.span);
        return None;
    }
    Some(found)
}

/// The JSON of an action: as other programs send it, with routes and tickets in the short forms of files too.
pub fn action_json(rules: &Rules, table: &Table, faults: &mut Faults) -> Option<Json> {
    let op = table.get("op").and_then(Node::as_str).and_then(|name| rules.op_named(name));
    let mut map = Map::new();
    for entry in table {
        let kind =
            op.and_then(|op| rules.op(op).args.iter().find(|(name, _)| *name == entry.key)).map(|(_, kind)| *kind);
        let value = match (kind, &entry.value.kind) {
            (Some(ArgKind::Route), Value::List(_) | Value::Str(_)) => {
                names::route(rules, *routes(rules, &entry.value, faults)?.first()?)
            }
            (Some(ArgKind::TicketsOf(_)), Value::List(items)) => {
                let mut all = Vec::new();
                for item in items {
                    match &item.kind {
                        Value::Table(_) => all.push(json_of(item)),
                        _ => all.push(names::ticket(rules, *tickets(rules, item, faults)?.first()?)),
                    }
                }
                Json::Array(all)
            }
            (Some(ArgKind::Player), Value::Str(_)) => json!(player(rules, &entry.value, faults)?.index() + 1),
            _ if entry.key == "pay" => names::cards(rules, &cards(rules, "pay", &entry.value, faults)?),
            _ => json_of(&entry.value),
        };
        map.insert(entry.key.clone(), value);
    }
    Some(Json::Object(map))
}

/// What comes next by chance: a list of cards and tickets, each from its own pile, or lists by the names of piles.
pub fn script(rules: &Rules, node: &Node, faults: &mut Faults) -> Vec<(String, u16)> {
    let mut all = Vec::new();
    match &node.kind {
        Value::List(items) => {
            for item in items {
                let next = match &item.kind {
                    Value::Str(name)
                        if rules.kind_named(name).is_some() || item.as_list().is_none() && !name.contains(" - ") =>
                    {
                        kind(rules, name, item.span, faults).map(|kind| {
                            let pile = rules.deck(rules.kind(kind).deck).draw;
                            (rules.zone(pile).name.clone(), kind.index() as u16)
                        })
                    }
                    _ => tickets(rules, item, faults).and_then(|found| {
                        let ticket = *found.first()?;
                        Some((rules.zone(rules.home_of(ticket)).name.clone(), ticket.0))
                    }),
                };
                all.extend(next);
            }
        }
        Value::Table(table) => {
            for entry in table {
                let list = faults.want(&entry.key, "a list of what comes", &entry.value, Node::as_list);
                for item in list.unwrap_or_default() {
                    let outcome = match &item.kind {
                        Value::List(_) => tickets(rules, item, faults).map(|found| names::ticket(rules, found[0])),
                        _ => Some(json_of(item)),
                    };
                    let Some(outcome) = outcome else { continue };
                    match names::outcome_from(rules, &json!([entry.key, outcome])) {
                        Ok((_, outcome)) => all.push((entry.key.clone(), outcome)),
                        Err(why) => faults.add("test::bad-given", format!("{}: {why}", shown(&entry.key)), item.span),
                    }
                }
            }
        }
        _ => faults.wrong_type("next", "a list of cards and tickets, or such lists by the names of piles", node),
    }
    all
}

/// What lies in a zone, in words.
pub fn zone_text(rules: &Rules, st: &State, zone: ZoneId) -> String {
    let look = rules.look(st);
    match rules.zone(zone).holds {
        Holds::Cards => rules.cards_text(&look.bag(zone)),
        Holds::Tickets => {
            let names: Vec<String> = look.tickets(zone).iter().map(|id| rules.board().ticket_name(*id)).collect();
            if names.is_empty() { "no ticket".to_owned() } else { names.join(", ") }
        }
    }
}
