//! Names on the wire and in logs: actions, events and outcomes with stable names and named arguments, as JSON.

use crate::actions::Action;
use crate::bag::CardBag;
use crate::chance::{Script, ScriptedChance};
use crate::event::{Chosen, Event, PiecesAt, What};
use crate::ids::{CityId, DecisionId, DeckId, Kind, OpId, PieceId, PlayerId, PlayerSet, RouteId, TicketId, ZoneId};
use crate::look::Look;
use crate::message::Value;
use crate::rules::{ArgKind, Holds, Owner, Rules};
use crate::state::State;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

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
    pub arguments: Map<String, Json>,
}

impl Rules {
    /// A route: its two cities, and which of several between them.
    pub fn route_json(&self, route: RouteId) -> Json {
        let r = self.board.route(route);
        let [a, b] = r.ends.map(|c| self.city_name(c));
        if r.parallel { json!({ "between": [a, b], "track": r.track }) } else { json!({ "between": [a, b] }) }
    }

    /// The route that this names.
    ///
    /// # Errors
    /// If it names none, in words.
    pub fn route_from_json(&self, json: &Json) -> Result<RouteId, String> {
        let cities = json.get("between").and_then(Json::as_array).map(Vec::as_slice);
        let Some([a, b]) = cities else { return Err("a route needs `between` with two cities".to_owned()) };
        let (a, b) = (self.city_from_json(a)?, self.city_from_json(b)?);
        let track = match json.get("track") {
            None => 1,
            Some(n) => n.as_u64().and_then(|n| u16::try_from(n).ok()).ok_or("`track` is a number from 1")?,
        };
        self.board
            .route_between(a, b, track)
            .ok_or_else(|| format!("no track {track} between {} and {}", self.city_name(a), self.city_name(b)))
    }

    fn city_from_json(&self, json: &Json) -> Result<CityId, String> {
        let name = json.as_str().ok_or_else(|| format!("expected a city's name, found {json}"))?;
        self.board.city_named(name).ok_or_else(|| format!("no city named {name:?}"))
    }

    /// A ticket: its cities, and which of several copies.
    pub fn ticket_json(&self, ticket: TicketId) -> Json {
        let t = &self.board.tickets[ticket.index()];
        let cities: Vec<&str> = t.cities.iter().map(|c| self.city_name(*c)).collect();
        if t.copy > 1 { json!({ "cities": cities, "copy": t.copy }) } else { json!({ "cities": cities }) }
    }

    /// The ticket that this names.
    ///
    /// # Errors
    /// If it names none, in words.
    pub fn ticket_from_json(&self, json: &Json) -> Result<TicketId, String> {
        let list = json.get("cities").and_then(Json::as_array).ok_or("a ticket needs `cities`")?;
        let cities = list.iter().map(|c| self.city_from_json(c)).collect::<Result<Vec<_>, _>>()?;
        let copy = json.get("copy").and_then(Json::as_u64).unwrap_or(1);
        let named = |t: &crate::board::Ticket| t.cities == cities && u64::from(t.copy) == copy;
        let found = self.board.tickets.iter().position(named);
        found.map(TicketId::at).ok_or_else(|| format!("no such ticket: {json}"))
    }

    /// Cards by kind.
    pub fn cards_json(&self, cards: &CardBag) -> Json {
        Json::Object(cards.iter().map(|(k, n)| (self.kind(k).name.clone(), n.into())).collect())
    }

    /// The cards that this names.
    ///
    /// # Errors
    /// If it names a kind that there is not, or no number.
    pub fn cards_from_json(&self, json: &Json) -> Result<CardBag, String> {
        let map = json.as_object().ok_or("cards are given as { kind: number }")?;
        let mut bag = CardBag::EMPTY;
        for (name, n) in map {
            let kind = self.kind_named(name).ok_or_else(|| format!("no card kind named {name:?}"))?;
            let n = n
                .as_u64()
                .and_then(|n| u8::try_from(n).ok())
                .ok_or_else(|| format!("{name}: {n} is no number of cards"))?;
            bag.set(kind, n);
        }
        Ok(bag)
    }

    fn seat_json(&self, who: PlayerId) -> Json {
        json!(who.0 + 1)
    }

    fn seats_json(&self, who: PlayerSet) -> Json {
        Json::Array(who.iter().map(|p| self.seat_json(p)).collect())
    }

    fn arg_json(&self, kind: ArgKind, value: u16, tickets: &[TicketId]) -> Json {
        match kind {
            ArgKind::Route => self.route_json(RouteId(value)),
            ArgKind::City => json!(self.city_name(CityId(value))),
            ArgKind::Kind => json!(self.kind(Kind(value as u8)).name),
            ArgKind::Deck => json!(self.deck(DeckId(value as u8)).name),
            ArgKind::Piece => json!(self.piece(PieceId(value as u8)).name),
            ArgKind::Player => self.seat_json(PlayerId(value as u8)),
            ArgKind::Number => json!(value),
            ArgKind::TicketsOf(_) => Json::Array(tickets.iter().map(|t| self.ticket_json(*t)).collect()),
        }
    }

    fn arg_from_json(&self, look: Look<'_>, who: PlayerId, kind: ArgKind, json: &Json) -> Result<u16, String> {
        let text = || json.as_str().ok_or_else(|| format!("expected a name, found {json}"));
        let number = || {
            json.as_u64().and_then(|n| u16::try_from(n).ok()).ok_or_else(|| format!("expected a number, found {json}"))
        };
        let named =
            |found: Option<usize>, what: &str| found.map(|i| i as u16).ok_or_else(|| format!("no {what} named {json}"));
        match kind {
            ArgKind::Route => self.route_from_json(json).map(|r| r.0),
            ArgKind::City => self.city_from_json(json).map(|c| c.0),
            ArgKind::Kind => named(self.kind_named(text()?).map(Kind::index), "card kind"),
            ArgKind::Deck => {
                let name = text()?;
                named(self.decks.iter().position(|d| d.name == name), "deck")
            }
            ArgKind::Piece => {
                let name = text()?;
                named(self.pieces.iter().position(|p| p.name == name), "piece")
            }
            ArgKind::Player => {
                let seat = number()? as usize;
                if (1..=self.players).contains(&seat) { Ok(seat as u16 - 1) } else { Err(format!("no seat {seat}")) }
            }
            ArgKind::Number => number(),
            ArgKind::TicketsOf(zone) => {
                let list = json.as_array().ok_or("expected a list of tickets")?;
                let lying = look.tickets(self.of_player(zone, who));
                let mut bits = 0u16;
                for ticket in list {
                    let ticket = self.ticket_from_json(ticket)?;
                    let at = lying.iter().position(|t| *t == ticket);
                    let at = at.filter(|at| *at < crate::limits::MAX_TICKETS_DEALT);
                    bits |= 1 << at.ok_or_else(|| format!("{} was not dealt", self.board.ticket_name(ticket)))?;
                }
                Ok(bits)
            }
        }
    }

    /// An action with its names, as its player sees it. It must be legal in this position.
    pub fn action_json(&self, st: &State, who: PlayerId, action: &Action) -> Json {
        let tickets = Look { rules: self, st }.tickets_named(who, action);
        self.chosen_json(&Chosen { action: *action, tickets })
    }

    fn chosen_json(&self, Chosen { action, tickets }: &Chosen) -> Json {
        let op = self.op(action.op);
        let mut map = Map::new();
        map.insert("op".to_owned(), json!(op.name));
        for ((name, kind), value) in op.args.iter().zip(action.args) {
            map.insert(name.clone(), self.arg_json(*kind, value, tickets));
        }
        if op.pays {
            map.insert("pay".to_owned(), self.cards_json(&action.pay));
        }
        Json::Object(map)
    }

    /// The action that this names; whether it is legal is another question.
    ///
    /// # Errors
    /// If an operation, argument or name is unknown or missing, in words.
    pub fn action_from_json(&self, st: &State, who: PlayerId, json: &Json) -> Result<Action, String> {
        let look = Look { rules: self, st };
        let map = json.as_object().ok_or("an action is an object with `op`")?;
        let name = map.get("op").and_then(Json::as_str).ok_or("an action needs `op`, the name of an operation")?;
        let op_id = self.op_named(name).ok_or_else(|| {
            let near = crate::source::nearest(name, self.ops.iter().map(|o| o.name.as_str()));
            match near {
                Some(near) => format!("no operation named {name:?}; did you mean {near:?}?"),
                None => format!("no operation named {name:?}"),
            }
        })?;
        let op = self.op(op_id);
        let mut action = Action::new(op_id, [0; 3]);
        for (at, (name, kind)) in op.args.iter().enumerate() {
            let value = map.get(name).ok_or_else(|| format!("{} needs `{name}`", op.name))?;
            action.args[at] = self.arg_from_json(look, who, *kind, value).map_err(|e| format!("`{name}`: {e}"))?;
        }
        if let Some(pay) = map.get("pay") {
            action.pay = self.cards_from_json(pay).map_err(|e| format!("`pay`: {e}"))?;
        }
        let known = |key: &str| key == "op" || key == "pay" && op.pays || op.args.iter().any(|(n, _)| *n == key);
        match map.keys().find(|k| !known(k)) {
            Some(key) => Err(format!("{} has no `{key}`", op.name)),
            None => Ok(action),
        }
    }

    /// An argument of an operation from its JSON, as the number that actions hold. Nothing if the operation has no such argument.
    ///
    /// # Errors
    /// If it is none, with the reason in words.
    pub fn argument_from_json(
        &self,
        st: &State,
        who: PlayerId,
        op: OpId,
        name: &str,
        json: &Json,
    ) -> Option<Result<(usize, u16), String>> {
        let at = self.op(op).args.iter().position(|(known, _)| known == name)?;
        let value = self.arg_from_json(Look { rules: self, st }, who, self.op(op).args[at].1, json);
        Some(value.map(|value| (at, value)))
    }

    /// An action in words, as its player says it: `claims Boston - Miami with 3 red`. It must be legal in this position.
    pub fn action_text(&self, st: &State, who: PlayerId, action: &Action) -> String {
        let tickets = Look { rules: self, st }.tickets_named(who, action);
        self.chosen_text(&Chosen { action: *action, tickets })
    }

    fn chosen_text(&self, Chosen { action, tickets }: &Chosen) -> String {
        let op = self.op(action.op);
        self.fill(&self.template(op.text).text, |name| {
            if name == "pay" {
                return Some(self.cards_text(&action.pay));
            }
            let at = op.args.iter().position(|(n, _)| *n == name)?;
            let value = action.args[at];
            Some(match op.args[at].1 {
                ArgKind::Route => self.board.route_name(RouteId(value)),
                ArgKind::TicketsOf(_) if tickets.is_empty() => "none".to_owned(),
                ArgKind::TicketsOf(_) => {
                    let names: Vec<String> = tickets.iter().map(|t| self.board.ticket_name(*t)).collect();
                    names.join(", ")
                }
                ArgKind::Player => self.seat_name(PlayerId(value as u8)),
                kind => match self.arg_json(kind, value, tickets) {
                    Json::String(text) => text,
                    other => other.to_string(),
                },
            })
        })
    }

    fn zone_of_stream(&self, stream: u16) -> Option<Holds> {
        self.zones.iter().find(|z| z.shuffled && z.stream == stream).map(|z| z.holds)
    }

    /// An outcome of chance with its names: `["train deck", "red"]`.
    pub fn outcome_json(&self, (stream, outcome): (u16, u16)) -> Json {
        let name = self.streams.get(stream as usize).map_or("?", String::as_str);
        let outcome = match self.zone_of_stream(stream) {
            Some(Holds::Cards) => json!(self.kind(Kind(outcome as u8)).name),
            Some(Holds::Tickets) => self.ticket_json(TicketId(outcome)),
            None => json!(outcome),
        };
        json!([name, outcome])
    }

    /// The outcome that this names.
    ///
    /// # Errors
    /// If it names none, in words.
    pub fn outcome_from_json(&self, json: &Json) -> Result<(u16, u16), String> {
        let Some([name, outcome]) = json.as_array().map(Vec::as_slice) else {
            return Err(format!("an outcome is a pile and what it gave, found {json}"));
        };
        let name = name.as_str().ok_or("a pile goes by its name")?;
        let stream = self.streams.iter().position(|s| s == name).ok_or_else(|| format!("no pile named {name:?}"))?;
        let stream = stream as u16;
        let outcome = match self.zone_of_stream(stream) {
            Some(Holds::Cards) => {
                let kind = outcome.as_str().and_then(|name| self.kind_named(name));
                u16::from(kind.ok_or_else(|| format!("no card kind named {outcome}"))?.0)
            }
            Some(Holds::Tickets) => self.ticket_from_json(outcome)?.0,
            None => outcome
                .as_u64()
                .and_then(|n| u16::try_from(n).ok())
                .ok_or_else(|| format!("expected a number, found {outcome}"))?,
        };
        Ok((stream, outcome))
    }

    /// Chance that first gives what is written of some piles, then what the seed gives. What can't come when it is asked for
    /// makes the step fail.
    ///
    /// # Errors
    /// If the script names a pile or an outcome that there is not, in words.
    pub fn scripted_chance(&self, seed: u64, script: &Script) -> Result<ScriptedChance, String> {
        let mut chance = ScriptedChance::new(seed).strict();
        for (pile, outcomes) in script {
            for outcome in outcomes {
                let (_, outcome) =
                    self.outcome_from_json(&json!([pile, outcome])).map_err(|e| format!("{pile:?}: {e}"))?;
                chance.push(pile, [outcome]);
            }
        }
        Ok(chance)
    }

    fn zone_json(&self, zone: ZoneId) -> Json {
        let z = self.zone(zone);
        match z.owner {
            Some(Owner::Player(who)) => json!({ "zone": z.name, "of": self.seat_json(who) }),
            Some(Owner::Side(side)) => json!({ "zone": z.name, "side": self.seats_json(self.members(side)) }),
            None => json!({ "zone": z.name }),
        }
    }

    fn pieces_json(&self, at: PiecesAt) -> Json {
        match at {
            PiecesAt::Stock => json!("stock"),
            PiecesAt::Box => json!("box"),
            PiecesAt::Aside => json!("aside"),
            PiecesAt::Shared => json!("shared stock"),
            PiecesAt::Route(route) => json!({ "route": self.route_json(route) }),
            PiecesAt::City(city) => json!({ "city": self.city_name(city) }),
        }
    }

    fn decision_json(&self, decision: DecisionId) -> Json {
        json!(self.decision(decision).name)
    }

    /// An event with its names, as this viewer may see it.
    pub fn event_json(&self, event: &Event, viewer: Option<PlayerId>) -> Json {
        let event = event.seen_by(viewer);
        let (name, body) = match &event.what {
            What::TurnBegan { who, turn } => ("turn", json!({ "who": self.seat_json(*who), "turn": turn })),
            What::FirstPlayer { who } => ("first-player", json!({ "who": self.seat_json(*who) })),
            What::TurnGoesOn { who } => ("turn-goes-on", json!({ "who": self.seat_json(*who) })),
            What::Chose { who, action, forced, sealed } => {
                let mut body = json!({ "who": self.seat_json(*who) });
                if let Some(action) = action {
                    body["action"] = self.chosen_json(action);
                }
                if *forced {
                    body["forced"] = json!(true);
                }
                if *sealed {
                    body["sealed"] = json!(true);
                }
                ("chose", body)
            }
            What::Asked { decision, who } => {
                ("asked", json!({ "decision": self.decision_json(*decision), "who": self.seats_json(*who) }))
            }
            What::Cards { from, to, n, cards } => {
                let mut body = json!({ "from": self.zone_json(*from), "to": self.zone_json(*to), "n": n });
                if let Some(cards) = cards {
                    body["cards"] = self.cards_json(cards);
                }
                ("cards", body)
            }
            What::Tickets { from, to, n, tickets } => {
                let mut body = json!({ "from": self.zone_json(*from), "to": self.zone_json(*to), "n": n });
                if let Some(tickets) = tickets {
                    body["tickets"] = tickets.iter().map(|t| self.ticket_json(*t)).collect();
                }
                ("tickets", body)
            }
            What::Shuffled { deck, n } => ("shuffled", json!({ "deck": self.deck(*deck).name, "n": n })),
            What::Claimed { who, route } => {
                ("claimed", json!({ "who": self.seat_json(*who), "route": self.route_json(*route) }))
            }
            What::ClaimDropped { who, route } => {
                ("claim-dropped", json!({ "who": self.seat_json(*who), "route": self.route_json(*route) }))
            }
            What::Released { route, held } => {
                ("released", json!({ "route": self.route_json(*route), "held": self.seats_json(*held) }))
            }
            What::Painted { route, colour } => {
                let colour = colour.map(|c| self.board.colours[c.index()].clone());
                ("painted", json!({ "route": self.route_json(*route), "colour": colour }))
            }
            What::Pieces { who, piece, from, to, n } => (
                "pieces",
                json!({
                    "who": self.seat_json(*who), "piece": self.piece(*piece).name,
                    "from": self.pieces_json(*from), "to": self.pieces_json(*to), "n": n
                }),
            ),
            What::Register { reg, at, value } => {
                let spec = &self.regs[*reg as usize];
                ("register", json!({ "register": spec.name, "of": spec.label(self, *at as usize), "value": value }))
            }
            What::LastTurns { why, left } => ("last-turns", json!({ "why": self.end_reason(*why), "left": left })),
            What::Over { why } => ("over", json!({ "why": self.end_reason(*why) })),
            What::Note(note) => ("note", json!({ "rule": self.template(note.msg).name, "text": self.text(note) })),
        };
        let mut body = body;
        body["event"] = json!(name);
        body["module"] = json!(self.module_name(event.module));
        body["phase"] = json!(event.phase.name());
        body
    }

    /// An event in words, as this viewer may see it.
    pub fn event_text(&self, event: &Event, viewer: Option<PlayerId>) -> String {
        let event = event.seen_by(viewer);
        let zone = |z: ZoneId| match self.zone(z).owner {
            Some(owner) => format!("{} of {}", self.zone_text(z), self.owner_name(owner)),
            None => self.zone_text(z),
        };
        match &event.what {
            What::TurnBegan { who, turn } => format!("turn {turn} of {}", self.seat_name(*who)),
            What::FirstPlayer { who } => format!("{} has the first turn", self.seat_name(*who)),
            What::TurnGoesOn { who } => format!("the turn of {} goes on", self.seat_name(*who)),
            What::Chose { who, action, forced, sealed } => {
                let what = match action {
                    Some(action) => self.chosen_text(action),
                    None => "has chosen".to_owned(),
                };
                let how = if *forced {
                    " (the only legal action)"
                } else if *sealed {
                    " (sealed)"
                } else {
                    ""
                };
                format!("{} {what}{how}", self.seat_name(*who))
            }
            What::Asked { decision, who } => {
                let names: Vec<String> = who.iter().map(|p| self.seat_name(p)).collect();
                format!("{}: {}", names.join(", "), self.template(self.decision(*decision).text).text)
            }
            What::Cards { from, to, n, cards } => {
                let cards = cards.map_or_else(|| format!("{n} unseen"), |c| self.cards_text(&c));
                format!("{cards}: {} to {}", zone(*from), zone(*to))
            }
            What::Tickets { from, to, n, tickets } => {
                let tickets = match tickets {
                    Some(list) => list.iter().map(|t| self.board.ticket_name(*t)).collect::<Vec<_>>().join(", "),
                    None => format!("{n} unseen"),
                };
                format!("{tickets}: {} to {}", zone(*from), zone(*to))
            }
            What::Shuffled { deck, n } => {
                format!("{n} discards shuffled to a new {} deck", self.value_text(&Value::Deck(*deck)))
            }
            What::Claimed { who, route } => {
                format!("{} holds {}", self.seat_name(*who), self.board.route_name(*route))
            }
            What::ClaimDropped { who, route } => {
                format!("{} gives up {}", self.seat_name(*who), self.board.route_name(*route))
            }
            What::Released { route, .. } => format!("{} is free again", self.board.route_name(*route)),
            What::Painted { route, colour } => {
                let colour = colour.map_or_else(|| "no colour".to_owned(), |c| self.value_text(&Value::Colour(c)));
                format!("{} is {colour} now", self.board.route_name(*route))
            }
            What::Pieces { who, piece, from, to, n } => {
                let place = |at: PiecesAt| match at {
                    PiecesAt::Stock => "stock".to_owned(),
                    PiecesAt::Box => "box".to_owned(),
                    PiecesAt::Aside => "aside".to_owned(),
                    PiecesAt::Shared => "shared stock".to_owned(),
                    PiecesAt::Route(route) => self.board.route_name(route),
                    PiecesAt::City(city) => self.city_name(city).to_owned(),
                };
                let (from, to) = (place(*from), place(*to));
                let piece = self.value_text(&Value::Piece(*piece));
                format!("{n} {piece} of {}: {from} to {to}", self.seat_name(*who))
            }
            What::Register { reg, at, value } => {
                let spec = &self.regs[*reg as usize];
                let label = spec.label(self, *at as usize);
                if label.is_empty() {
                    format!("{} = {value}", spec.name)
                } else {
                    format!("{} ({label}) = {value}", spec.name)
                }
            }
            What::LastTurns { why, left } => format!("last turns: {} ({left} to come)", self.end_text(*why)),
            What::Over { why } => format!("the game is over: {}", self.end_text(*why)),
            What::Note(note) => self.text(note),
        }
    }
}
