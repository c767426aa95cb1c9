//! Drawing a card and nothing else: told once by a module, and done in one go where nobody listens.

use crate::bag::CardBag;
use crate::compile::TURN;
use crate::cx::Cx;
use crate::engine::TURN_END;
use crate::event::Sight;
use crate::ids::{DecisionId, DeckId, Kind, PlayerId, PlayerSet, ZoneId};
use crate::install::ZoneSet;
use crate::limits::MAX_CARD_KINDS;
use crate::rules::{DrawPile, Op, Rules, bags_of};
use crate::state::Frame;
use std::sync::Arc;

/// What is done where cards on the table are not in order.
pub type MendFn = Arc<dyn Fn(&mut Cx<'_>) + Send + Sync>;

/// What an operation comes to that draws a card and does nothing else, for [`crate::Installer::draws`]: the card goes to the
/// player's hand, and the player is asked for the next one while something of the draw is left.
pub struct Draws {
    /// Which card it is.
    pub card: Drawn,
    /// The hands.
    pub hand: ZoneSet,
    /// The decision about the next card; its first number is how much of the draw is left.
    pub next: DecisionId,
    /// How many cards a draw gives; in a turn all of it is left.
    pub draw: u8,
    /// The open cards that are put in order afterwards: where they lie, how many there should be, and what does it. They are in
    /// order when there are so many, and no more of a kind than the limits of the row allow.
    pub row: (ZoneId, u32, MendFn),
}

/// Which card is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// The top card of the deck that is the first argument.
    Top,
    /// Of the open cards one of the kind that is the first argument, which takes its price of the draw. One of this deck comes
    /// into its place.
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
    pub mend: MendFn,
    /// What a card of each kind takes of a draw.
    price: [u8; MAX_CARD_KINDS],
    next: DecisionId,
    draw: u16,
}

impl Drawing {
    /// What was told, if it is as things mostly are: hands are hidden, no rule looks at the cards that are turned, and limits
    /// are for one kind each.
    pub fn settled(told: &Draws, rules: &Rules) -> Option<Self> {
        let Draws { card, hand, next, draw, row: (row, size, mend) } = told;
        let row = rules.zone(*row);
        let simple = row.sight == Sight::All && rules.draw_piles.iter().all(|pile| pile.simple);
        let simple = simple && !rules.decision(*next).sealed && *next != TURN;
        let hidden = |who| {
            let hand = rules.zone(hand.of(who));
            hand.sight != Sight::All && hand.known == Some(hand.at + 1)
        };
        if !simple || !rules.player_ids().all(hidden) {
            return None;
        }
        let (first, each) = bags_of(&rules.zones, *hand, rules.players)?;
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

    /// The open cards, and how many there should be.
    pub fn row(&self) -> (usize, u32) {
        (self.row, self.size)
    }
}

impl Cx<'_> {
    /// Draws a card where nobody listens, if it can be done in one go: `what` is the first argument of the operation. False,
    /// and nothing done, if not.
    #[inline(always)]
    pub(crate) fn draws_at_once(&mut self, op: &Op, who: PlayerId, what: u16) -> bool {
        let (Some(drawing), Some(frame)) = (&op.draws, self.st.frames.last()) else { return false };
        let in_turn = frame.decision == TURN;
        if op.lesser || !in_turn && frame.decision != drawing.next {
            return false;
        }
        let left = if in_turn { drawing.draw } else { frame.args[0] };
        let drawn = match drawing.card {
            Drawn::Open(deck) => self.take_open(drawing, deck, who, what),
            Drawn::Top => self.take_top(drawing, who, what),
        };
        let Some((price, in_order)) = drawn else { return false };
        (self.module, self.stirred, self.barrier) = (op.module, false, true);
        self.ask_on(drawing, who, in_turn, left.saturating_sub(price.into()));
        // Whatever is asked to put the table in order is settled before the next card.
        if !in_order {
            (drawing.mend)(self);
        }
        true
    }

    /// A card was drawn: so much of the draw is left.
    #[inline(always)]
    fn ask_on(&mut self, drawing: &Drawing, who: PlayerId, in_turn: bool, left: u16) {
        if !in_turn {
            // The same is asked again, as long as something is left.
            match self.st.frames.last_mut() {
                Some(frame) if left > 0 => {
                    *frame = Frame { decision: drawing.next, who: PlayerSet::one(who), args: [left, 0, 0, 0, 0, 0] };
                }
                _ => drop(self.st.frames.pop()),
            }
            return;
        }
        if let Some(turn) = self.st.frames.last_mut() {
            (turn.args[0], turn.args[1], turn.args[2]) = (TURN_END, 0, 0);
            turn.who = PlayerSet::NONE;
        }
        if left > 0 {
            self.ask(drawing.next, who, [left, 0, 0, 0, 0, 0]);
        }
    }

    /// An open card to the hand, and another one into its place: what it takes of the draw, and whether the open cards are in
    /// order then.
    #[inline(always)]
    fn take_open(&mut self, drawing: &Drawing, deck: DeckId, who: PlayerId, what: u16) -> Option<(u8, bool)> {
        let DrawPile { at, stream, .. } = self.rules.draw_piles[deck.index()];
        let bags = &mut self.st.bags[..];
        let (row, n) = (&bags[drawing.row], bags[at].size());
        let kind = Kind(what as u8 % MAX_CARD_KINDS as u8);
        if row.of(kind) == 0 || n == 0 || !self.in_order && row.size() != drawing.size {
            return None;
        }
        let i = self.chance.number(stream, n)?;
        let next = bags[at].take_nth(i, n)?;
        let row = &mut bags[drawing.row];
        row.replace(kind, next);
        self.in_order = row.within(&drawing.most);
        if let [hand, known, ..] = &mut bags[drawing.hand + drawing.each * who.index()..] {
            hand.add(kind, 1);
            known.add(kind, 1);
        }
        Some((drawing.price[kind.index() % MAX_CARD_KINDS], self.in_order))
    }

    /// The same with the top card of a deck.
    #[inline(always)]
    fn take_top(&mut self, drawing: &Drawing, who: PlayerId, what: u16) -> Option<(u8, bool)> {
        let DrawPile { at, stream, .. } = *self.rules.draw_piles.get(usize::from(what))?;
        let bags = &mut self.st.bags[..];
        let n = bags[at].size();
        if n == 0 {
            return None;
        }
        let i = self.chance.number(stream, n)?;
        let kind = bags[at].take_nth(i, n)?;
        bags[drawing.hand + drawing.each * who.index()].add(kind, 1);
        if self.in_order {
            return Some((1, true));
        }
        let row = &bags[drawing.row];
        let in_order = row.size() >= drawing.size && row.within(&drawing.most);
        self.in_order = in_order && row.size() == drawing.size;
        Some((1, in_order))
    }
}
