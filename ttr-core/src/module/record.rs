//! The end of a game that was played on a table, as people write it down in a score file ([`ttr_source::ScoreSource`]): what
//! modules declare of it, and how a position is made of it thing by thing, which the ordinary rules score.
//!
//! Routes and tickets every game has. What a module owns is a field of a player, which the module declares in its manifest
//! ([`crate::Manifest::field`]) and puts into the position with [`Installer::field`], or in one line with
//! [`Installer::field_bank`], [`Installer::field_in_cities`] or [`Installer::field_cards`]. What can't be, modules tell with
//! [`Installer::contradiction`].

mod arrange;
mod enter;

pub use arrange::Lacking;
pub use enter::Unfit;

use crate::compile::core_messages as msg;
use crate::cx::Cx;
use crate::event::PiecesAt;
use crate::ids::{CityId, Kind, ModuleId, PieceId, PlayerId, RouteId, SideId, TicketId};
use crate::install::{Bank, Installer};
use crate::look::Look;
use crate::message::{Note, Value};
use crate::registers::{PerCity, Reg};
use crate::rules::Rules;
use crate::zone::ZoneSet;
use serde::Serialize;

/// What a field of a player holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldShape {
    /// How many of something.
    Count,
    /// Points, gained or lost.
    Points,
    /// A list of cities.
    Cities,
    /// A list of routes, each by its two cities.
    Routes,
    /// A list of cards, each by the name of its kind.
    Cards,
    /// A list of tickets, each by its cities.
    Tickets,
}

impl FieldShape {
    /// In words, for listings.
    pub fn words(self) -> &'static str {
        match self {
            Self::Count => "a number",
            Self::Points => "points",
            Self::Cities => "a list of cities",
            Self::Routes => "a list of routes",
            Self::Cards => "a list of cards",
            Self::Tickets => "a list of tickets",
        }
    }

    /// A value that says nothing, as a file has it.
    pub fn nothing(self) -> &'static str {
        match self {
            Self::Count | Self::Points => "0",
            Self::Cities | Self::Routes | Self::Cards | Self::Tickets => "[]",
        }
    }
}

/// A field of a player in score files, as the manifest of its module declares it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FieldInfo {
    /// Its name in the file.
    pub name: &'static str,
    /// What it holds.
    pub shape: FieldShape,
    /// What it says.
    pub doc: &'static str,
}

/// One value of a field: the number, or one thing of its list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// How many, or how many points.
    Number(i32),
    /// A city.
    City(CityId),
    /// A route.
    Route(RouteId),
    /// A card.
    Card(Kind),
    /// A ticket.
    Ticket(TicketId),
}

type PutFn = Box<dyn Fn(&mut Cx<'_>, PlayerId, Given) -> Option<Note> + Send + Sync>;
pub(crate) type ContradictionFn = Box<dyn Fn(Look<'_>, PlayerId) -> Option<Note> + Send + Sync>;

/// A field of the rules of a game.
pub struct Field {
    /// What it is.
    pub info: FieldInfo,
    pub(crate) module: ModuleId,
    pub(crate) only_with_releases: bool,
    put: PutFn,
}

impl Field {
    /// The module that owns it.
    pub fn module(&self) -> ModuleId {
        self.module
    }
}

impl Installer<'_> {
    /// Says how a field that the module's manifest declares is put into the position of a score file: called for each value,
    /// with all routes on the board. Gives the refusal of a value that can't be; nothing of it stays then.
    ///
    /// # Panics
    /// If the manifest does not declare it: a mistake of the module, not of a file.
    pub fn field(
        &mut self,
        name: &str,
        put: impl Fn(&mut Cx<'_>, PlayerId, Given) -> Option<Note> + Send + Sync + 'static,
    ) {
        let (rules, module) = (&self.draft.rules, self.draft.module);
        let declared = rules.about.modules.last().and_then(|m| m.manifest.fields.iter().find(|f| f.name == name));
        let info = declared.unwrap_or_else(|| panic!("the manifest declares no field {name}")).clone();
        if let Some(other) = rules.words.fields.iter().find(|field| field.info.name == name) {
            let other = other.module;
            return self.draft.exclusive(&format!("the field `{name}` of score files"), other, module);
        }
        let field = Field { info, module, only_with_releases: false, put: Box::new(put) };
        self.draft.rules.words.fields.push(field);
    }

    /// A field of points that were banked: a number of points as it is, or `each` for as many as are counted.
    pub fn field_bank(&mut self, name: &str, bank: Bank, each: i32) {
        self.field(name, move |cx, who, given| {
            if let Given::Number(n) = given {
                bank.add(cx, who, n.saturating_mul(each));
            }
            None
        });
    }

    /// The last field is only there where routes can come off the board.
    pub fn only_with_releases(&mut self) {
        if let Some(field) = self.draft.rules.words.fields.last_mut() {
            field.only_with_releases = true;
        }
    }

    /// A field of cities in which pieces of a kind stand, and of which a register says whose they are; `why_not` refuses those
    /// where none can stand.
    pub fn field_in_cities(
        &mut self,
        name: &str,
        piece: PieceId,
        at: Reg<PerCity, Option<SideId>>,
        why_not: impl Fn(Look<'_>, PlayerId, CityId) -> Option<Note> + Send + Sync + 'static,
    ) {
        self.field(name, move |cx, who, given| {
            let Given::City(city) = given else { return None };
            let (look, side) = (cx.look(), cx.rules().side_of(who));
            let few = || (look.stock(who, piece) <= 0).then(|| too_few(piece, 1, 0));
            if let Some(note) = why_not(look, who, city).or_else(few) {
                return Some(note);
            }
            cx.move_pieces(who, piece, PiecesAt::Stock, PiecesAt::City(city), 1);
            cx.set(at, city, Some(side));
            None
        });
    }

    /// A field of cards that lie in a zone of the player.
    pub fn field_cards(&mut self, name: &str, zones: ZoneSet) {
        self.field(name, move |cx, who, given| {
            let Given::Card(kind) = given else { return None };
            let draw = cx.rules().deck(cx.rules().kind(kind).deck).draw;
            if cx.look().bag(draw).of(kind) == 0 {
                return Some(Note::new(msg::NO_CARD_LEFT).with("kind", Value::Kind(kind)));
            }
            cx.move_card(draw, zones.of(who), kind);
            None
        });
    }

    /// Says what can't be at the end of a game, of what one player has: asked after each thing that is entered.
    pub fn contradiction(&mut self, what: impl Fn(Look<'_>, PlayerId) -> Option<Note> + Send + Sync + 'static) {
        self.draft.rules.words.contradictions.push(Box::new(what));
    }
}

/// More pieces are needed than there are.
pub(crate) fn too_few(piece: PieceId, needed: i64, has: i64) -> Note {
    let note = Note::new(msg::TOO_FEW_PIECES).with("n", Value::Number(needed)).with("piece", Value::Piece(piece));
    note.with("has", Value::Number(has))
}

impl Rules {
    /// The fields that a player has in score files by these rules, besides routes and tickets.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.words.fields.iter().filter(|field| !field.only_with_releases || self.claims.releases)
    }
}
