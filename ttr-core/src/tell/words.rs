//! Actions and events in words, and what a pile gives.

use crate::actions::Action;
use crate::event::{Chosen, Event, PiecesAt, What};
use crate::ids::{CityId, DeckId, Kind, PieceId, PlayerId, RouteId, ZoneId};
use crate::message::Value;
use crate::rules::{ArgKind, Holds, Rules};
use crate::state::State;

impl Rules {
    /// An action in words, as its player says it: `claims Ayr - Bath with 3 coal`. It must be legal in this position.
    pub fn action_text(&self, st: &State, who: PlayerId, action: &Action) -> String {
        let tickets = self.look(st).tickets_named(who, action);
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
                ArgKind::City => self.city_name(CityId(value)).to_owned(),
                ArgKind::Kind => self.kind(Kind(value as u8)).name.clone(),
                ArgKind::Deck => self.deck(DeckId(value as u8)).name.clone(),
                ArgKind::Piece => self.piece(PieceId(value as u8)).name.clone(),
                ArgKind::Number => value.to_string(),
            })
        })
    }

    /// What the pile of a stream of chance gives: cards or tickets, or nothing where the stream is of numbers.
    pub fn pile_holds(&self, stream: u16) -> Option<Holds> {
        self.material.zones.iter().find(|z| z.shuffled && z.stream == stream).map(|z| z.holds)
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
                let spec = &self.material.regs[*reg as usize];
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
