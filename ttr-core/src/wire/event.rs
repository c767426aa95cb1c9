//! Events by their names: what happened, as JSON and in words, as somebody may see it.

use super::{ActionNames, RouteName, TicketName};
use crate::event::{Event, PiecesAt, What};
use crate::ids::{PlayerId, PlayerSet, RouteId, TicketId, ZoneId};
use crate::message::Value;
use crate::rules::{Owner, Rules};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// An event by its names, as somebody sees it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct EventNames {
    /// The module at work.
    pub module: String,
    /// The phase in which it works.
    pub phase: String,
    /// The event in words: of a `note` always, else if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub what: WhatNames,
}

/// What happened, by its names. Players are numbers of seats, from 1. What the viewer may not see is left out.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum WhatNames {
    /// A turn began.
    Turn {
        /// Whose turn.
        who: u8,
        /// Which of their turns, from 1.
        turn: u16,
    },
    /// The first player is named.
    FirstPlayer {
        /// Who.
        who: u8,
    },
    /// The turn goes on: its player may do something more.
    TurnGoesOn {
        /// Whose turn.
        who: u8,
    },
    /// A decision was taken.
    Chose {
        /// Who decided.
        who: u8,
        /// What, where the viewer may see it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<ActionNames>")]
        action: Option<Json>,
        /// Whether it was the only legal action, which the rules take by themselves.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        forced: bool,
        /// Whether the answer stays closed until all have answered.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        sealed: bool,
    },
    /// Somebody has to decide.
    Asked {
        /// What about, as `module/name`.
        decision: String,
        /// Who.
        who: Vec<u8>,
    },
    /// Cards moved.
    Cards {
        /// From where.
        from: ZoneName,
        /// To where.
        to: ZoneName,
        /// How many.
        n: u16,
        /// How many of each kind, where the viewer may see it.
        #[serde(skip_serializing_if = "Option::is_none")]
        cards: Option<BTreeMap<String, u8>>,
    },
    /// Tickets moved.
    Tickets {
        /// From where.
        from: ZoneName,
        /// To where.
        to: ZoneName,
        /// How many.
        n: u16,
        /// Which, where the viewer may see it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<Vec<TicketName>>")]
        tickets: Option<Vec<Json>>,
    },
    /// The discards of a deck were shuffled to a new draw pile.
    Shuffled {
        /// Which deck.
        deck: String,
        /// How many cards went in.
        n: u16,
    },
    /// A route was claimed.
    Claimed {
        /// By whom.
        who: u8,
        /// Which.
        #[schemars(with = "RouteName")]
        route: Json,
    },
    /// A claim was given up before it stood.
    ClaimDropped {
        /// By whom.
        who: u8,
        /// Which route.
        #[schemars(with = "RouteName")]
        route: Json,
    },
    /// A route was taken off the board.
    Released {
        /// Which.
        #[schemars(with = "RouteName")]
        route: Json,
        /// Whose it was.
        held: Vec<u8>,
    },
    /// A route got another colour.
    Painted {
        /// Which.
        #[schemars(with = "RouteName")]
        route: Json,
        /// Its colour now.
        colour: Option<String>,
    },
    /// Pieces moved.
    Pieces {
        /// Whose.
        who: u8,
        /// Of which kind.
        piece: String,
        /// From where.
        from: PlaceOfPieces,
        /// To where.
        to: PlaceOfPieces,
        /// How many.
        n: u16,
    },
    /// A number that a module keeps has changed.
    Register {
        /// Which, as `module/name`.
        register: String,
        /// Of whom or of what: the name of a player, side, city, route, card or ticket; empty if it is one of the game.
        of: String,
        /// Its value now.
        value: i32,
    },
    /// The last turns have begun.
    LastTurns {
        /// Why, as `module/name`.
        why: String,
        /// How many turns are still to come.
        left: u16,
    },
    /// The game is over.
    Over {
        /// Why, as `module/name`.
        why: String,
    },
    /// A module says something, which is its `text`.
    Note {
        /// The rule that it comes from, as `module/name`.
        rule: String,
    },
}

/// A zone by its names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ZoneName {
    /// Its name.
    pub zone: String,
    /// The seat of its player, if it is a player's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u8>,
    /// The seats of those who have it in common, if it is a side's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Vec<u8>>,
}

/// Where pieces lie.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlaceOfPieces {
    /// In the player's stock, ready to be placed.
    Stock,
    /// In the player's box, out of reach but for an exchange.
    Box,
    /// Put aside for the rest of the game.
    Aside,
    /// In the stock that all share.
    #[serde(rename = "shared stock")]
    Shared,
    /// On a route.
    Route(#[schemars(with = "RouteName")] Json),
    /// In a city.
    City(String),
}

impl Rules {
    fn seats(&self, who: PlayerSet) -> Vec<u8> {
        who.iter().map(|p| p.0 + 1).collect()
    }

    fn zone_name(&self, zone: ZoneId) -> ZoneName {
        let z = self.zone(zone);
        let (of, side) = match z.owner {
            Some(Owner::Player(who)) => (Some(who.0 + 1), None),
            Some(Owner::Side(side)) => (None, Some(self.seats(self.members(side)))),
            None => (None, None),
        };
        ZoneName { zone: z.name.clone(), of, side }
    }

    fn place_of_pieces(&self, at: PiecesAt) -> PlaceOfPieces {
        match at {
            PiecesAt::Stock => PlaceOfPieces::Stock,
            PiecesAt::Box => PlaceOfPieces::Box,
            PiecesAt::Aside => PlaceOfPieces::Aside,
            PiecesAt::Shared => PlaceOfPieces::Shared,
            PiecesAt::Route(route) => PlaceOfPieces::Route(self.route_json(route)),
            PiecesAt::City(city) => PlaceOfPieces::City(self.city_name(city).to_owned()),
        }
    }

    fn what_names(&self, what: &What) -> WhatNames {
        let seat = |who: PlayerId| who.0 + 1;
        let named = |list: &[TicketId]| list.iter().map(|t| self.ticket_json(*t)).collect();
        let route_json = |route: RouteId| self.route_json(route);
        let reason = |why: u8| self.end_reason(why).to_owned();
        match what {
            What::TurnBegan { who, turn } => WhatNames::Turn { who: seat(*who), turn: *turn },
            What::FirstPlayer { who } => WhatNames::FirstPlayer { who: seat(*who) },
            What::TurnGoesOn { who } => WhatNames::TurnGoesOn { who: seat(*who) },
            What::Chose { who, action, forced, sealed } => WhatNames::Chose {
                who: seat(*who),
                action: action.as_ref().map(|action| self.chosen_json(action)),
                forced: *forced,
                sealed: *sealed,
            },
            What::Asked { decision, who } => {
                WhatNames::Asked { decision: self.decision(*decision).name.clone(), who: self.seats(*who) }
            }
            What::Cards { from, to, n, cards } => WhatNames::Cards {
                from: self.zone_name(*from),
                to: self.zone_name(*to),
                n: *n,
                cards: cards.map(|cards| cards.iter().map(|(k, n)| (self.kind(k).name.clone(), n)).collect()),
            },
            What::Tickets { from, to, n, tickets } => WhatNames::Tickets {
                from: self.zone_name(*from),
                to: self.zone_name(*to),
                n: *n,
                tickets: tickets.as_ref().map(|tickets| named(tickets)),
            },
            What::Shuffled { deck, n } => WhatNames::Shuffled { deck: self.deck(*deck).name.clone(), n: *n },
            What::Claimed { who, route } => WhatNames::Claimed { who: seat(*who), route: route_json(*route) },
            What::ClaimDropped { who, route } => WhatNames::ClaimDropped { who: seat(*who), route: route_json(*route) },
            What::Released { route, held } => {
                WhatNames::Released { route: route_json(*route), held: self.seats(*held) }
            }
            What::Painted { route, colour } => WhatNames::Painted {
                route: route_json(*route),
                colour: colour.map(|c| self.board.colours[c.index()].clone()),
            },
            What::Pieces { who, piece, from, to, n } => WhatNames::Pieces {
                who: seat(*who),
                piece: self.piece(*piece).name.clone(),
                from: self.place_of_pieces(*from),
                to: self.place_of_pieces(*to),
                n: *n,
            },
            What::Register { reg, at, value } => {
                let spec = &self.regs[*reg as usize];
                let of = spec.label(self, *at as usize);
                WhatNames::Register { register: spec.name.clone(), of, value: *value }
            }
            What::LastTurns { why, left } => WhatNames::LastTurns { why: reason(*why), left: *left },
            What::Over { why } => WhatNames::Over { why: reason(*why) },
            What::Note(note) => WhatNames::Note { rule: self.template(note.msg).name.clone() },
        }
    }

    /// An event by its names, as this viewer may see it.
    pub fn event_names(&self, event: &Event, viewer: Option<PlayerId>) -> EventNames {
        let event = event.seen_by(viewer);
        let text = match &event.what {
            What::Note(note) => Some(self.text(note)),
            _ => None,
        };
        EventNames {
            module: self.module_name(event.module).to_owned(),
            phase: event.phase.name().to_owned(),
            text,
            what: self.what_names(&event.what),
        }
    }

    /// An event with its names as JSON, as this viewer may see it.
    pub fn event_json(&self, event: &Event, viewer: Option<PlayerId>) -> Json {
        serde_json::to_value(self.event_names(event, viewer)).unwrap_or_default()
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
