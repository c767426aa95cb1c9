//! Messages: every operation, event, refusal, score line and reason has a template with named arguments, and one
//! renderer turns it into words. English; a language key is reserved in the templates' table.

use crate::bag::CardBag;
use crate::ids::{CityId, ColourId, DeckId, Kind, PieceId, PlayerId, RouteId, SideId, TicketId, ZoneId};
use crate::rules::Rules;
use arrayvec::ArrayVec;

/// The number of a template.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MsgId(pub u16);

/// A template, with the module that registered it.
#[derive(Clone, Debug)]
pub struct Template {
    /// `module/name`, stable.
    pub name: String,
    /// Text with `{arguments}`.
    pub text: String,
}

/// An argument of a message.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A player.
    Player(PlayerId),
    /// A side.
    Side(SideId),
    /// A city.
    City(CityId),
    /// A route.
    Route(RouteId),
    /// A ticket.
    Ticket(TicketId),
    /// A card kind.
    Kind(Kind),
    /// A colour.
    Colour(ColourId),
    /// A deck.
    Deck(DeckId),
    /// A kind of piece.
    Piece(PieceId),
    /// A number.
    Number(i64),
    /// Cards.
    Cards(CardBag),
}

/// A message with its arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Note {
    /// Which template.
    pub msg: MsgId,
    /// Arguments by name.
    pub args: ArrayVec<(&'static str, Value), 4>,
}

impl Note {
    /// A message without arguments.
    pub fn new(msg: MsgId) -> Self {
        Self { msg, args: ArrayVec::new() }
    }

    /// With an argument; a fifth one is left out.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Value) -> Self {
        let _ = self.args.try_push((name, value));
        self
    }
}

impl Rules {
    /// A message in words.
    pub fn text(&self, note: &Note) -> String {
        self.fill(&self.template(note.msg).text, |name| {
            note.args.iter().find(|(n, _)| *n == name).map(|(_, v)| self.value_text(v))
        })
    }

    /// Fills the `{arguments}` of a template; one that is not known stays as it is. `{n:route|routes}` gives the first
    /// word where `n` is 1, else the second.
    pub fn fill(&self, template: &str, mut arg: impl FnMut(&str) -> Option<String>) -> String {
        let mut out = String::with_capacity(template.len() + 16);
        let mut rest = template;
        while let Some(open) = rest.find('{') {
            let Some(close) = rest[open..].find('}') else { break };
            out.push_str(&rest[..open]);
            let name = &rest[open + 1..open + close];
            let (name, words) = name.split_once(':').map_or((name, None), |(name, w)| (name, w.split_once('|')));
            match arg(name) {
                Some(n) if words.is_some() => {
                    let (one, many) = words.unwrap_or_default();
                    out.push_str(if n == "1" { one } else { many });
                }
                Some(text) => out.push_str(&text),
                None => out.push_str(&rest[open..=open + close]),
            }
            rest = &rest[open + close + 1..];
        }
        out.push_str(rest);
        out
    }

    /// An argument in words. What there is not (an action may name anything) goes by its number.
    pub fn value_text(&self, value: &Value) -> String {
        fn name<T>(list: &[T], i: usize, name: impl Fn(&T) -> String) -> String {
            list.get(i).map_or_else(|| format!("#{i}"), name)
        }
        let board = self.board();
        match *value {
            Value::Player(who) => self.seat_name(who),
            Value::Side(side) => self.side_name(side),
            Value::City(city) => name(&board.cities, city.index(), |c| c.name.clone()),
            Value::Route(route) => name(&board.routes, route.index(), |_| board.route_name(route)),
            Value::Ticket(ticket) => name(&board.tickets, ticket.index(), |_| board.ticket_name(ticket)),
            Value::Kind(kind) => name(&self.material.kinds, kind.index(), |k| board.shown(&k.name).to_owned()),
            Value::Colour(colour) => name(&board.colours, colour.index(), |c| board.shown(c).to_owned()),
            Value::Deck(deck) => name(&self.material.decks, deck.index(), |d| board.shown(&d.name).to_owned()),
            Value::Piece(piece) => name(&self.material.pieces, piece.index(), |p| board.shown(&p.name).to_owned()),
            Value::Number(n) => n.to_string(),
            Value::Cards(bag) => self.cards_text(&bag),
        }
    }

    /// What a zone is called on this board: the piles of a deck by the name that the deck has there.
    pub fn zone_text(&self, zone: ZoneId) -> String {
        let name = &self.zone(zone).name;
        let deck = self.material.decks.iter().find(|deck| [deck.draw, deck.discards].contains(&zone));
        match deck.and_then(|deck| Some((deck, name.strip_prefix(deck.name.as_str())?))) {
            Some((deck, pile)) => format!("{}{pile}", self.board.shown(&deck.name)),
            None => name.clone(),
        }
    }

    /// Cards in words: `2 coal, 1 wild`.
    pub fn cards_text(&self, bag: &CardBag) -> String {
        if bag.is_empty() {
            return "no card".to_owned();
        }
        let parts = bag.iter().map(|(k, n)| format!("{n} {}", self.value_text(&Value::Kind(k))));
        parts.collect::<Vec<_>>().join(", ")
    }
}
