//! Kinds of cards.

use crate::ids::{ColourId, DeckId};

/// A kind of card.
#[derive(Clone, Debug)]
pub struct CardKind {
    /// Its name.
    pub name: String,
    /// The deck whose back it has.
    pub deck: DeckId,
    /// How many there are.
    pub count: u8,
    /// Its colour; wilds have none.
    pub colour: Option<ColourId>,
    /// Whether it may stand for another card.
    pub wild: bool,
    /// How many units one card covers.
    pub units: u8,
    /// How much of a draw it takes when taken from the row.
    pub price: Price,
    /// Whether it can be paid with at all.
    pub payable: bool,
    /// Symbols that costs may ask for.
    pub symbols: Vec<String>,
    /// Further attributes, owned by modules.
    pub attrs: serde_json::Map<String, serde_json::Value>,
}

/// How much of a draw a card takes when it is taken from the row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Price {
    /// So many of the draw's cards; with 0 it can't be taken.
    Cards(u8),
    /// All of it: the card is a draw by itself.
    All,
}

impl Price {
    /// What is left of a draw after such a card was taken, of which `left` of `draw` was left before; nothing if it can't be
    /// taken any more.
    #[inline]
    pub fn of(self, left: u16, draw: u16) -> Option<u16> {
        match self {
            Self::Cards(0) => None,
            Self::Cards(n) => left.checked_sub(n.into()),
            Self::All => (left == draw).then_some(0),
        }
    }
}
