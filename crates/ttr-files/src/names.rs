//! Names on the wire and in logs: actions, events, views and outcomes with stable names and named arguments, as JSON; and back
//! from names to what they mean.

mod event;
mod view;

pub use event::{EventNames, PlaceOfPieces, WhatNames, ZoneName, event, event_json};
pub use view::{OwnedView, PendingView, RouteView, SealedView, ZoneView};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use ttr_core::chance::{Script, ScriptedChance};
use ttr_core::limits::MAX_TICKETS_DEALT;
use ttr_core::{
    Action, ArgKind, CardBag, CityId, DeckId, Holds, Kind, OpId, PieceId, PlayerId, RouteId, Rules, TicketId, View,
};
use ttr_source::{cut, nearest, shown};

/// A route by its names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RouteName {
    /// Its two cities, in any order.
    pub between: [String; 2],
    /// Which of several between them, from 1 in the order of the map; 1 where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<u16>,
}

/// A ticket by its names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TicketName {
    /// Its cities, as they stand on it.
    pub cities: Vec<String>,
    /// Which of several tickets with the same cities, from 1; 1 where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy: Option<u16>,
}

/// An action by its names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ActionNames {
    /// The operation, as `module/name`.
    pub op: String,
    /// The cards paid, by kind, where the operation is paid for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pay: Option<BTreeMap<String, u8>>,
    /// Its arguments, by their names: routes and tickets by their own, cities, kinds of cards, decks and pieces as text,
    /// players by their seats.
    #[serde(flatten)]
    #[schemars(with = "BTreeMap<String, ArgumentName>")]
    pub arguments: Map<String, Json>,
}

/// An argument of an action by its names. The board says of each operation what its arguments are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ArgumentName {
    /// A city, a kind of cards, a deck or a kind of pieces.
    Name(String),
    /// A player by the seat, from 1, or a number.
    Number(u16),
    /// A route.
    Route(RouteName),
    /// Some tickets.
    Tickets(Vec<TicketName>),
}

/// What chance brought, by its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OutcomeName {
    /// A card of this kind, or a player of this name.
    Name(String),
    /// A ticket.
    Ticket(TicketName),
    /// A player by the seat.
    Seat(SeatName),
    /// A number; for a player the seat counted from 0.
    Number(u16),
}

/// A player by the seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatName {
    /// The seat, from 1.
    pub seat: u8,
}

/// Says that there is no such thing, and which one may have been meant.
fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(name, known) {
        Some(near) => format!("no {what} named {}; did you mean {near:?}?", shown(name)),
        None => format!("no {what} named {}", shown(name)),
    }
}

/// What was found in the place of something else, cut if it is very long.
fn found(json: &Json) -> String {
    cut(&json.to_string()).into_owned()
}

/// Refuses a key that a thing does not have: a misspelt one would otherwise be passed over in silence.
fn only(json: &Json, what: &str, known: &[&str]) -> Result<(), String> {
    let other = json.as_object().and_then(|map| map.keys().find(|key| !known.contains(&key.as_str())));
    let Some(key) = other else { return Ok(()) };
    let near = nearest(key, known.iter().copied()).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
    Err(format!("{what} has no {}{near}", shown(key)))
}

/// A route: its two cities, and which of several between them.
pub fn route(rules: &Rules, route: RouteId) -> Json {
    let r = rules.board().route(route);
    let [a, b] = r.ends.map(|c| rules.city_name(c));
    if r.parallel { json!({ "between": [a, b], "track": r.track }) } else { json!({ "between": [a, b] }) }
}

/// The route that this names.
///
/// # Errors
/// If it names none, in words.
pub fn route_from(rules: &Rules, json: &Json) -> Result<RouteId, String> {
    let cities = json.get("between").and_then(Json::as_array).map(Vec::as_slice);
    let Some([a, b]) = cities else {
        return Err(format!("a route needs `between` with two cities, found {}", found(json)));
    };
    only(json, "a route", &["between", "track"])?;
    let (a, b) = (city_from(rules, a)?, city_from(rules, b)?);
    let track = match json.get("track") {
        None | Some(Json::Null) => 1,
        Some(n) => {
            let number = n.as_u64().and_then(|n| u16::try_from(n).ok());
            number.ok_or_else(|| format!("`track` is a number from 1, found {}", found(n)))?
        }
    };
    rules
        .board()
        .route_between(a, b, track)
        .ok_or_else(|| format!("no track {track} between {} and {}", rules.city_name(a), rules.city_name(b)))
}

fn city_from(rules: &Rules, json: &Json) -> Result<CityId, String> {
    let name = json.as_str().ok_or_else(|| format!("expected a city's name, found {}", found(json)))?;
    let cities = || rules.board().cities.iter().map(|city| city.name.as_str());
    rules.board().city_named(name).ok_or_else(|| unknown("city", name, cities()))
}

/// A ticket: its cities, and which of several copies.
pub fn ticket(rules: &Rules, ticket: TicketId) -> Json {
    let t = &rules.board().tickets[ticket.index()];
    let cities: Vec<&str> = t.cities.iter().map(|c| rules.city_name(*c)).collect();
    if t.copy > 1 { json!({ "cities": cities, "copy": t.copy }) } else { json!({ "cities": cities }) }
}

/// The ticket that this names.
///
/// # Errors
/// If it names none, in words.
pub fn ticket_from(rules: &Rules, json: &Json) -> Result<TicketId, String> {
    let list = json.get("cities").and_then(Json::as_array);
    let list = list.ok_or_else(|| format!("a ticket needs `cities`, found {}", found(json)))?;
    only(json, "a ticket", &["cities", "copy"])?;
    let cities = list.iter().map(|c| city_from(rules, c)).collect::<Result<Vec<_>, _>>()?;
    let copy = match json.get("copy") {
        None | Some(Json::Null) => 1,
        Some(n) => n.as_u64().ok_or_else(|| format!("`copy` is a number from 1, found {}", found(n)))?,
    };
    let tickets = || rules.board().tickets.iter().enumerate().filter(|(_, t)| u64::from(t.copy) == copy);
    if let Some((at, _)) = tickets().find(|(_, t)| t.cities == cities) {
        return Ok(TicketId::at(at));
    }
    // None has them in this order: the one that has them in another is meant, if there is one alone.
    let sorted = |cities: &[CityId]| {
        let mut cities = cities.to_vec();
        cities.sort_unstable();
        cities
    };
    let wanted = sorted(&cities);
    let mut of_cities = tickets().filter(|(_, t)| sorted(&t.cities) == wanted);
    match (of_cities.next(), of_cities.next()) {
        (Some((at, _)), None) => Ok(TicketId::at(at)),
        (Some(_), Some(_)) => Err(format!("several tickets have these cities, in other orders: {}", found(json))),
        (None, _) => Err(format!("no such ticket: {}", found(json))),
    }
}

/// The player that this names, by the name or the seat; a bare number is a seat counted from 0.
fn player_from(rules: &Rules, json: &Json) -> Result<u16, String> {
    let n = rules.players() as u64;
    match json {
        Json::String(name) => {
            let names: Vec<String> = rules.player_ids().map(|who| rules.seat_name(who)).collect();
            let at = names.iter().position(|known| known == name);
            at.map(|at| at as u16).ok_or_else(|| unknown("player", name, names.iter().map(String::as_str)))
        }
        Json::Object(map) => {
            only(json, "a player", &["seat"])?;
            let seat = map.get("seat").ok_or_else(|| format!("a player needs `seat`, found {}", found(json)))?;
            let at = seat.as_u64().filter(|seat| (1..=n).contains(seat)).map(|seat| seat as u16 - 1);
            at.ok_or_else(|| format!("no seat {}: seats are 1 to {n}", found(seat)))
        }
        Json::Number(number) => {
            let at = number.as_u64().filter(|at| *at < n).map(|at| at as u16);
            let most = n.saturating_sub(1);
            at.ok_or_else(|| {
                format!(
                    "no player {number}: a bare number is counted from 0 to {most}, `{{\"seat\": 1}}` from 1 to {n}"
                )
            })
        }
        _ => Err(format!("expected a player by name or as {{\"seat\": 1}}, found {}", found(json))),
    }
}

/// Cards by kind.
pub fn cards(rules: &Rules, cards: &CardBag) -> Json {
    Json::Object(cards.iter().map(|(k, n)| (rules.kind(k).name.clone(), n.into())).collect())
}

/// The cards that this names.
///
/// # Errors
/// If it names a kind that there is not, or no number.
pub fn cards_from(rules: &Rules, json: &Json) -> Result<CardBag, String> {
    let map = json.as_object();
    let map = map.ok_or_else(|| format!("cards are given as {{ kind: number }}, found {}", found(json)))?;
    let mut bag = CardBag::EMPTY;
    for (name, n) in map {
        let kind = rules.kind_named(name).ok_or_else(|| unknown_kind(rules, name))?;
        let n = n
            .as_u64()
            .and_then(|n| u8::try_from(n).ok())
            .ok_or_else(|| format!("{name}: {} is no number of cards", found(n)))?;
        bag.set(kind, n);
    }
    Ok(bag)
}

fn seat(who: PlayerId) -> Json {
    json!(who.0 + 1)
}

fn unknown_kind(rules: &Rules, name: &str) -> String {
    unknown("card kind", name, rules.kinds().iter().map(|kind| kind.name.as_str()))
}

fn argument(rules: &Rules, kind: ArgKind, value: u16, tickets: &[TicketId]) -> Json {
    match kind {
        ArgKind::Route => route(rules, RouteId(value)),
        ArgKind::City => json!(rules.city_name(CityId(value))),
        ArgKind::Kind => json!(rules.kind(Kind(value as u8)).name),
        ArgKind::Deck => json!(rules.deck(DeckId(value as u8)).name),
        ArgKind::Piece => json!(rules.piece(PieceId(value as u8)).name),
        ArgKind::Player => seat(PlayerId(value as u8)),
        ArgKind::Number => json!(value),
        ArgKind::TicketsOf(_) => Json::Array(tickets.iter().map(|t| ticket(rules, *t)).collect()),
    }
}

fn value_from(view: View<'_>, kind: ArgKind, json: &Json) -> Result<u16, String> {
    let rules = view.rules();
    let text = || json.as_str().ok_or_else(|| format!("expected a name, found {}", found(json)));
    let number = || {
        let number = json.as_u64().and_then(|n| u16::try_from(n).ok());
        number.ok_or_else(|| format!("expected a number, found {}", found(json)))
    };
    match kind {
        ArgKind::Route => route_from(rules, json).map(|r| r.0),
        ArgKind::City => city_from(rules, json).map(|c| c.0),
        ArgKind::Kind => {
            let name = text()?;
            rules.kind_named(name).map(|kind| kind.0.into()).ok_or_else(|| unknown_kind(rules, name))
        }
        ArgKind::Deck => {
            let (name, names) = (text()?, || rules.decks().iter().map(|deck| deck.name.as_str()));
            let at = names().position(|deck| deck == name);
            at.map(|at| at as u16).ok_or_else(|| unknown("deck", name, names()))
        }
        ArgKind::Piece => {
            let (name, names) = (text()?, || rules.pieces().iter().map(|piece| piece.name.as_str()));
            let at = names().position(|piece| piece == name);
            at.map(|at| at as u16).ok_or_else(|| unknown("piece", name, names()))
        }
        ArgKind::Player => {
            let seat = number()? as usize;
            if (1..=rules.players()).contains(&seat) {
                Ok(seat as u16 - 1)
            } else {
                Err(format!("no seat {seat}: seats are 1 to {}", rules.players()))
            }
        }
        ArgKind::Number => number(),
        ArgKind::TicketsOf(zone) => {
            let list = json.as_array();
            let list = list.ok_or_else(|| format!("expected a list of tickets, found {}", found(json)))?;
            let lying = view.choosable_tickets(zone);
            let mut bits = 0u16;
            for ticket in list {
                let ticket = ticket_from(rules, ticket)?;
                let at = lying.iter().position(|t| *t == Some(ticket));
                let at = at.filter(|at| *at < MAX_TICKETS_DEALT);
                bits |= 1 << at.ok_or_else(|| format!("{} was not dealt", rules.board().ticket_name(ticket)))?;
            }
            Ok(bits)
        }
    }
}

/// One of the viewer's own legal actions with its names; nothing for an onlooker.
pub fn action(view: View<'_>, action: &Action) -> Json {
    match view.viewer() {
        Some(_) => chosen(view.rules(), action, &view.tickets_named(action)),
        None => Json::Null,
    }
}

/// An action with its names, by the tickets that it named when it was taken.
pub fn chosen(rules: &Rules, action: &Action, tickets: &[TicketId]) -> Json {
    let op = rules.op(action.op);
    let mut map = Map::new();
    map.insert("op".to_owned(), json!(op.name));
    for ((name, kind), value) in op.args.iter().zip(action.args) {
        map.insert(name.clone(), argument(rules, *kind, value, tickets));
    }
    if op.pays {
        map.insert("pay".to_owned(), cards(rules, &action.pay));
    }
    Json::Object(map)
}

/// The action of the viewer that this names; whether it is legal is another question.
///
/// # Errors
/// If an operation, argument or name is unknown or missing, in words.
pub fn action_from(view: View<'_>, json: &Json) -> Result<Action, String> {
    view.viewer().ok_or("an onlooker does nothing")?;
    let rules = view.rules();
    let map = json.as_object();
    let map = map.ok_or_else(|| format!("an action is an object with `op`, found {}", found(json)))?;
    let name = map.get("op").and_then(Json::as_str).ok_or("an action needs `op`, the name of an operation")?;
    let ops = || rules.ops().iter().map(|op| op.name.as_str());
    let op_id = rules.op_named(name).ok_or_else(|| unknown("operation", name, ops()))?;
    let op = rules.op(op_id);
    let mut action = Action::new(op_id, [0; 3]);
    for (at, (name, kind)) in op.args.iter().enumerate() {
        let value = map.get(name).ok_or_else(|| format!("{} needs `{name}`", op.name))?;
        action.args[at] = value_from(view, *kind, value).map_err(|e| format!("`{name}`: {e}"))?;
    }
    if let Some(pay) = map.get("pay") {
        action.pay = cards_from(rules, pay).map_err(|e| format!("`pay`: {e}"))?;
    }
    let known = |key: &str| key == "op" || key == "pay" && op.pays || op.args.iter().any(|(n, _)| *n == key);
    match map.keys().find(|k| !known(k)) {
        Some(key) => Err(format!("{} has no {}", op.name, shown(key))),
        None => Ok(action),
    }
}

/// An argument of an operation of the viewer: which it is, and the number that actions hold for it. Nothing if the operation has
/// no such argument, or for an onlooker.
///
/// # Errors
/// If what is named is none, in words.
pub fn argument_from(view: View<'_>, op: OpId, name: &str, json: &Json) -> Option<Result<(usize, u16), String>> {
    view.viewer()?;
    let args = &view.rules().op(op).args;
    let at = args.iter().position(|(known, _)| known == name)?;
    Some(value_from(view, args[at].1, json).map(|value| (at, value)))
}

/// An outcome of chance with its names: `["train deck", "red"]`.
pub fn outcome(rules: &Rules, (stream, outcome): (u16, u16)) -> Json {
    let name = rules.streams().get(stream as usize).map_or("?", String::as_str);
    let outcome = match rules.pile_holds(stream) {
        Some(Holds::Cards) => json!(rules.kind(Kind(outcome as u8)).name),
        Some(Holds::Tickets) => ticket(rules, TicketId(outcome)),
        None => json!(outcome),
    };
    json!([name, outcome])
}

/// The outcome that this names.
///
/// # Errors
/// If it names none, in words.
pub fn outcome_from(rules: &Rules, json: &Json) -> Result<(u16, u16), String> {
    let Some([name, outcome]) = json.as_array().map(Vec::as_slice) else {
        return Err(format!("an outcome is a pile and what it gave, found {}", found(json)));
    };
    let name = name.as_str().ok_or("a pile goes by its name")?;
    let stream = rules.streams().iter().position(|s| s == name);
    let stream = stream.ok_or_else(|| unknown("pile", name, rules.streams().iter().map(String::as_str)))?;
    let stream = stream as u16;
    let outcome = match rules.pile_holds(stream) {
        Some(Holds::Cards) => {
            let name = outcome.as_str();
            let name = name.ok_or_else(|| format!("expected a card kind's name, found {}", found(outcome)))?;
            u16::from(rules.kind_named(name).ok_or_else(|| unknown_kind(rules, name))?.0)
        }
        Some(Holds::Tickets) => ticket_from(rules, outcome)?.0,
        None if rules.brings_players(stream) => player_from(rules, outcome)?,
        None => outcome
            .as_u64()
            .and_then(|n| u16::try_from(n).ok())
            .ok_or_else(|| format!("expected a number, found {}", found(outcome)))?,
    };
    Ok((stream, outcome))
}

/// Chance that first gives what is written of some piles, then what the seed gives. What can't come when it is asked for
/// makes the step fail.
///
/// # Errors
/// If the script names a pile or an outcome that there is not, in words.
pub fn chance(rules: &Rules, seed: u64, script: &Script) -> Result<ScriptedChance, String> {
    let mut chance = ScriptedChance::new(seed).strict();
    for (pile, outcomes) in script {
        for outcome in outcomes {
            let (_, outcome) =
                outcome_from(rules, &json!([pile, outcome])).map_err(|e| format!("{}: {e}", shown(pile)))?;
            chance.push(pile, [outcome]);
        }
    }
    Ok(chance)
}
