//! Decks and kinds of pieces.

use crate::bag::CardBag;
use crate::ids::{KindSet, ZoneId};
use crate::registers::{Global, PerPlayer, Reg};
use crate::zone::Spot;

/// A deck: a draw pile and its discards.
#[derive(Clone, Debug)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// The draw pile.
    pub draw: ZoneId,
    /// The discards.
    pub discards: ZoneId,
    /// The kinds with its back.
    pub kinds: KindSet,
}

/// What has to be known of a deck for every card.
#[derive(Clone, Debug)]
pub(crate) struct Pile {
    /// The draw pile and the discards.
    pub draw: Spot,
    pub discards: Spot,
    /// The stream of chance that it draws from, and its name.
    pub stream: u16,
    pub name: String,
    /// As many cards as can be of each of its kinds.
    pub all: CardBag,
}

/// A kind of piece, and where its numbers are kept.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its name.
    pub name: String,
    /// How many each player starts with.
    pub count: u16,
    /// Whether it is one of the pieces that claim routes (and not a special one).
    pub claims: bool,
    pub(crate) stock: Reg<PerPlayer, i32>,
    pub(crate) boxed: Reg<PerPlayer, i32>,
    pub(crate) aside: Reg<PerPlayer, i32>,
    pub(crate) shared: Reg<Global, i32>,
}
