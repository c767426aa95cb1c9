//! Events by their names: what happened, as somebody may see it.

use super::{ActionNames, RouteName, TicketName, chosen, route, ticket};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use ttr_core::event::{Event, PiecesAt, What};
use ttr_core::{Owner, PlayerId, PlayerSet, RouteId, Rules, TicketId, ZoneId};

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
        /// Whether it was the only legal action, which the rules take by themselves where that tells nothing of a hand.
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

fn seats(who: PlayerSet) -> Vec<u8> {
    who.iter().map(|p| p.0 + 1).collect()
}

fn zone_name(rules: &Rules, zone: ZoneId) -> ZoneName {
    let z = rules.zone(zone);
    let (of, side) = match z.owner {
        Some(Owner::Player(who)) => (Some(who.0 + 1), None),
        Some(Owner::Side(side)) => (None, Some(seats(rules.members(side)))),
        None => (None, None),
    };
    ZoneName { zone: z.name.clone(), of, side }
}

fn place_of_pieces(rules: &Rules, at: PiecesAt) -> PlaceOfPieces {
    match at {
        PiecesAt::Stock => PlaceOfPieces::Stock,
        PiecesAt::Box => PlaceOfPieces::Box,
        PiecesAt::Aside => PlaceOfPieces::Aside,
        PiecesAt::Shared => PlaceOfPieces::Shared,
        PiecesAt::Route(at) => PlaceOfPieces::Route(route(rules, at)),
        PiecesAt::City(city) => PlaceOfPieces::City(rules.city_name(city).to_owned()),
    }
}

fn what_names(rules: &Rules, what: &What) -> WhatNames {
    let seat = |who: PlayerId| who.0 + 1;
    let named = |list: &[TicketId]| list.iter().map(|t| ticket(rules, *t)).collect();
    let named_route = |id: RouteId| route(rules, id);
    let reason = |why: u8| rules.end_reason(why).to_owned();
    match what {
        What::TurnBegan { who, turn } => WhatNames::Turn { who: seat(*who), turn: *turn },
        What::FirstPlayer { who } => WhatNames::FirstPlayer { who: seat(*who) },
        What::TurnGoesOn { who } => WhatNames::TurnGoesOn { who: seat(*who) },
        What::Chose { who, action, forced, sealed } => WhatNames::Chose {
            who: seat(*who),
            action: action.as_ref().map(|action| chosen(rules, &action.action, &action.tickets)),
            forced: *forced,
            sealed: *sealed,
        },
        What::Asked { decision, who } => {
            WhatNames::Asked { decision: rules.decision(*decision).name.clone(), who: seats(*who) }
        }
        What::Cards { from, to, n, cards } => WhatNames::Cards {
            from: zone_name(rules, *from),
            to: zone_name(rules, *to),
            n: *n,
            cards: cards.map(|cards| cards.iter().map(|(k, n)| (rules.kind(k).name.clone(), n)).collect()),
        },
        What::Tickets { from, to, n, tickets } => WhatNames::Tickets {
            from: zone_name(rules, *from),
            to: zone_name(rules, *to),
            n: *n,
            tickets: tickets.as_ref().map(|tickets| named(tickets)),
        },
        What::Shuffled { deck, n } => WhatNames::Shuffled { deck: rules.deck(*deck).name.clone(), n: *n },
        What::Claimed { who, route } => WhatNames::Claimed { who: seat(*who), route: named_route(*route) },
        What::ClaimDropped { who, route } => WhatNames::ClaimDropped { who: seat(*who), route: named_route(*route) },
        What::Released { route, held } => WhatNames::Released { route: named_route(*route), held: seats(*held) },
        What::Painted { route, colour } => WhatNames::Painted {
            route: named_route(*route),
            colour: colour.map(|c| rules.board().colours[c.index()].clone()),
        },
        What::Pieces { who, piece, from, to, n } => WhatNames::Pieces {
            who: seat(*who),
            piece: rules.piece(*piece).name.clone(),
            from: place_of_pieces(rules, *from),
            to: place_of_pieces(rules, *to),
            n: *n,
        },
        What::Register { reg, at, value } => {
            let spec = &rules.registers()[*reg as usize];
            let of = spec.label(rules, *at as usize);
            WhatNames::Register { register: spec.name.clone(), of, value: *value }
        }
        What::LastTurns { why, left } => WhatNames::LastTurns { why: reason(*why), left: *left },
        What::Over { why } => WhatNames::Over { why: reason(*why) },
        What::Note(note) => WhatNames::Note { rule: rules.template(note.msg).name.clone() },
    }
}

/// An event by its names, as this viewer may see it.
pub fn event(rules: &Rules, event: &Event, viewer: Option<PlayerId>) -> EventNames {
    let event = event.seen_by(viewer);
    let text = match &event.what {
        What::Note(note) => Some(rules.text(note)),
        _ => None,
    };
    EventNames {
        module: rules.module_name(event.module).to_owned(),
        phase: event.phase.name().to_owned(),
        text,
        what: what_names(rules, &event.what),
    }
}

/// An event with its names as JSON, as this viewer may see it.
pub fn event_json(rules: &Rules, event: &Event, viewer: Option<PlayerId>) -> Json {
    serde_json::to_value(self::event(rules, event, viewer)).unwrap_or_default()
}
