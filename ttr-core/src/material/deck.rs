//! Decks and kinds of pieces.

use crate::bag::CardBag;
use crate::ids::{KindSet, ZoneId};
use crate::registers::{Global, PerPlayer, Reg};

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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pile {
    /// The draw pile.
    pub from: ZoneId,
    /// The stream of chance that it draws from.
    pub stream: u16,
    /// The bags of the draw pile and of the discards.
    pub draw: usize,
    pub discards: usize,
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
