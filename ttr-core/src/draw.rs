//! Drawing a card and nothing else: told once by a module, and done in one go where nobody listens.

use crate::bag::CardBag;
use crate::cx::Cx;
use crate::event::Sight;
use crate::ids::{DecisionId, DeckId, Kind, PlayerId, ZoneId};
use crate::install::ZoneSet;
use crate::limits::MAX_CARD_KINDS;
use crate::rules::{DrawPile, Rules};
use crate::state::Frame;
use std::sync::Arc;

/// What is done where cards on the table are not in order.
pub type MendFn = Arc<dyn Fn(&mut Cx<'_>) + Send + Sync>;

/// What an operation comes to that draws a card and does nothing else, for [`crate::Installer::draws`]: the card goes to the player's hand, and
/// the player is asked for the next one while something of the draw is left.
pub struct Draws {
    /// Which card it is.
    pub card: Drawn,
    /// The hands.
    pub hand: ZoneSet,
    /// The decision about the next card; its first number is how much of the draw is left.
    pub next: DecisionId,
    /// How many cards a draw gives; in a turn all of it is left.
    pub draw: u8,
    /// The open cards that are put in order afterwards: where they lie, how many there should be, and what does it. They are in order when
    /// there are so many, and no more of a kind than the limits of the row allow.
    pub row: Option<(ZoneId, u32, MendFn)>,
}

/// Which card is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// The top card of the deck that is the first argument.
    Top,
    /// Of the open cards one of the kind that is the first argument, which takes its price of the draw. One of this deck comes into its place.
    Open(DeckId),
}

/// The same, with where things lie.
pub(crate) struct Drawing {
    card: Drawn,
    /// The bag of the first player's hand, before the one of what is known of it, and how far apart those of the players are.
    hand: usize,
    each: usize,
    /// The open cards, how many there should be, and how many of each kind at most.
    row: usize,
    size: u32,
    most: CardBag,
    mend: MendFn,
    /// What a card of each kind takes of a draw.
    price: [u8; MAX_CARD_KINDS],
    next: DecisionId,
    draw: u16,
}

impl Drawing {
    /// What was told, if it is as things mostly are: hands are hidden, no rule looks at the cards that are turned, and limits are for one kind
    /// each.
    pub fn settled(told: &Draws, rules: &Rules) -> Option<Self> {
        let Draws { card, hand, next, draw, row } = told;
        let (row, size, mend) = row.as_ref()?;
        let row = rules.zone(*row);
        let simple = row.sight == Sight::All && rules.draw_piles.iter().all(|pile| pile.simple);
        let hidden = |who| {
            let hand = rules.zone(hand.of(who));
            hand.sight != Sight::All && hand.known == Some(hand.at + 1)
        };
        if !simple || !rules.player_ids().all(hidden) {
            return None;
        }
        let (first, each) = rules.bags_of(*hand)?;
        let mut price = [u8::MAX; MAX_CARD_KINDS];
        // Who takes a card without a price takes the whole draw.
        rules.kinds.iter().zip(&mut price).filter(|(kind, _)| kind.price > 0).for_each(|(kind, to)| *to = kind.price);
        Some(Self {
            card: *card,
            hand: first,
            each,
            row: row.at,
            size: *size,
            most: rules.row_most?,
            mend: mend.clone(),
            price,
            next: *next,
            draw: (*draw).into(),
        })
    }
}

impl Cx<'_> {
    /// Draws a card where nobody listens, if it can be done in one go: `what` is the first argument of the action. False, and nothing done,
    /// if not.
    #[inline(always)]
    pub(crate) fn draws_at_once(&mut self, drawing: &Drawing, frame: &Frame, who: PlayerId, what: u16) -> bool {
        match drawing.card {
            Drawn::Open(deck) => self.take_at_once(drawing, deck, frame, who, what),
            Drawn::Top => self.draw_at_once(drawing, frame, who, what),
        }
    }

    #[inline(never)]
    fn take_at_once(&mut self, drawing: &Drawing, deck: DeckId, frame: &Frame, who: PlayerId, what: u16) -> bool {
        let DrawPile { at, stream, .. } = self.rules.draw_piles[deck.index()];
        let bags = &mut self.st.bags[..];
        let (row, n) = (&bags[drawing.row], bags[at].size());
        let kind = Kind(what as u8 % MAX_CARD_KINDS as u8);
        if row.of(kind) == 0 || n == 0 || !self.in_order && row.size() != drawing.size {
            return false;
        }
        let Some(i) = self.chance.number(stream, n) else { return false };
        let Some(next) = bags[at].take_nth(i, n) else { return false };
        let row = &mut bags[drawing.row];
        row.replace(kind, next);
        let in_order = row.within(&drawing.most);
        self.in_order = in_order;
        if let [hand, known, ..] = &mut bags[drawing.hand + drawing.each * who.index()..] {
            hand.add(kind, 1);
            known.add(kind, 1);
        }
        self.ask_for_next(drawing, frame, who, drawing.price[kind.index() % MAX_CARD_KINDS], in_order);
        true
    }

    #[inline(never)]
    fn draw_at_once(&mut self, drawing: &Drawing, frame: &Frame, who: PlayerId, what: u16) -> bool {
        let Some(DrawPile { at, stream, .. }) = self.rules.draw_piles.get(usize::from(what)) else { return false };
        let bags = &mut self.st.bags[..];
        let n = bags[*at].size();
        if n == 0 {
            return false;
        }
        let Some(i) = self.chance.number(*stream, n) else { return false };
        let Some(kind) = bags[*at].take_nth(i, n) else { return false };
        bags[drawing.hand + drawing.each * who.index()].add(kind, 1);
        let row = &bags[drawing.row];
        let size = if self.in_order { drawing.size } else { row.size() };
        let in_order = self.in_order || size >= drawing.size && row.within(&drawing.most);
        self.in_order = in_order && size == drawing.size;
        self.ask_for_next(drawing, frame, who, 1, in_order);
        true
    }

    /// A card was drawn that takes so much of a draw: what is left is asked for, once the table is in order.
    #[inline(always)]
    fn ask_for_next(&mut self, drawing: &Drawing, frame: &Frame, who: PlayerId, price: u8, in_order: bool) {
        self.barrier = true;
        let left = if frame.decision == drawing.next { frame.args[0] } else { drawing.draw };
        let left = left.saturating_sub(price.into());
        if left > 0 {
            self.ask(drawing.next, who, [left, 0, 0, 0, 0, 0]);
        }
        if !in_order {
            (drawing.mend)(self);
        }
    }
}
