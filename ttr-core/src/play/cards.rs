//! Cards on the move. Wherever they come from, one function puts them down: it wakes the rules that look at these places, and tells who
//! listens. What everybody knows of a hidden place is kept up on the way, and what can't be undone is noted.

use crate::bag::CardBag;
use crate::chance::{Lot, NoOutcome, Weights};
use crate::cx::{Cx, Fault};
use crate::deck::Pile;
use crate::event::{Sight, What};
use crate::ids::{DeckId, Kind, PlayerId, TicketId, ZoneId};
use crate::rules::Turned;
use crate::zone::Spot;

/// Some cards: a bag of them, or one of a kind. Cards only move, so no zone holds more of a kind than there are.
pub(super) trait Cards: Copy {
    fn leave(self, bag: &mut CardBag) -> bool;
    fn join(self, bag: &mut CardBag);
    fn forget(self, known: &mut CardBag);
    fn bag(self) -> CardBag;
}

impl Cards for &CardBag {
    #[inline(always)]
    fn leave(self, bag: &mut CardBag) -> bool {
        bag.take_all(self)
    }
    #[inline(always)]
    fn join(self, bag: &mut CardBag) {
        bag.add_all(self);
    }
    #[inline(always)]
    fn forget(self, known: &mut CardBag) {
        *known = known.less(self);
    }
    #[inline(always)]
    fn bag(self) -> CardBag {
        *self
    }
}

impl Cards for Kind {
    #[inline(always)]
    fn leave(self, bag: &mut CardBag) -> bool {
        bag.take(self, 1)
    }
    #[inline(always)]
    fn join(self, bag: &mut CardBag) {
        bag.add(self, 1);
    }
    #[inline(always)]
    fn forget(self, known: &mut CardBag) {
        known.take(self, 1);
    }
    #[inline(always)]
    fn bag(self) -> CardBag {
        CardBag::one(self)
    }
}

impl Cx<'_> {
    // ---- chance

    /// One outcome of a named stream: a number below `n`.
    pub fn chance(&mut self, stream: u16, n: u16) -> u16 {
        let from = Weights::Below(n.max(1));
        let lot = Lot::new(stream, &self.rules.material.streams[usize::from(stream)], from);
        self.barrier = true;
        match self.chance.pick(&lot) {
            Ok(i) if i < lot.n => i as u16,
            other => self.no_outcome(stream, from, other) as u16,
        }
    }

    /// The source has no outcome of this lot, or one that can't be: a fault. The step goes on with the first chance.
    #[cold]
    #[inline(never)]
    pub(crate) fn no_outcome(&mut self, stream: u16, from: Weights<'_>, picked: Result<u32, NoOutcome>) -> u32 {
        self.stirred = true;
        let named = |n: u16| match from {
            Weights::Cards(_) => Some(self.rules.material.kinds.get(usize::from(n))?.name.clone()),
            Weights::Tickets(_) => {
                let tickets = &self.rules.board.tickets;
                (usize::from(n) < tickets.len()).then(|| self.rules.board.ticket_name(TicketId(n)))
            }
            Weights::Each(_) | Weights::Below(_) => None,
        };
        let outcome = match picked {
            Err(NoOutcome::Empty) => "the outcome given for another pile, or none is left".to_owned(),
            Err(NoOutcome::CantCome(n)) => format!("{} now", named(n).unwrap_or_else(|| format!("outcome {n}"))),
            Ok(i) => format!("chance {i} now"),
        };
        let stream = self.rules.material.streams[usize::from(stream)].clone();
        self.fault.get_or_insert(Fault::Chance { stream, outcome });
        0
    }

    // ---- cards

    /// Moves cards from one place to another, and what everybody knows of them.
    #[inline(always)]
    pub(super) fn shift(&mut self, here: &Spot, there: &Spot, cards: impl Cards) {
        let (from, to) = (usize::from(here.bag), usize::from(there.bag));
        let bags = &mut self.st.bags[..];
        if !cards.leave(&mut bags[from]) {
            return self.cards_missing(here);
        }
        // What everybody has seen go in stays known until as many of that kind have left (G19f).
        if here.known {
            if there.is_public() {
                cards.forget(&mut bags[from + 1]);
            } else {
                self.forget_known(here, there, &cards.bag());
            }
        } else if there.known && here.is_public() {
            cards.join(&mut bags[to + 1]);
        }
        self.barrier |= !there.is_seen_within(here);
        self.put_down(here, there, cards);
    }

    /// Puts cards down that were taken from one place in another: the one way in which cards come to a place.
    #[inline(always)]
    fn put_down(&mut self, here: &Spot, there: &Spot, cards: impl Cards) {
        cards.join(&mut self.st.bags[usize::from(there.bag)]);
        self.disturb(here);
        self.disturb(there);
        if self.told {
            self.say_moved(here.zone, there.zone, cards.bag());
        }
    }

    /// Something has changed in a place: the rules that look at it at the end of a turn have something to look at.
    #[inline(always)]
    pub(crate) fn disturb(&mut self, spot: &Spot) {
        if spot.wakes != 0 {
            self.wake_all(spot.wakes, spot.whose);
        }
    }

    /// Moves cards; if one of them is not there, none moves, and the step fails.
    pub fn move_cards(&mut self, from: ZoneId, to: ZoneId, cards: &CardBag) {
        if !cards.is_empty() {
            let spots = &self.rules.material.spots;
            self.shift(&spots[from.index()], &spots[to.index()], cards);
        }
    }

    /// Moves one card.
    #[inline(always)]
    pub fn move_card(&mut self, from: ZoneId, to: ZoneId, kind: Kind) {
        let spots = &self.rules.material.spots;
        self.shift(&spots[from.index()], &spots[to.index()], kind);
    }

    /// Moves all cards of a zone.
    pub fn move_all(&mut self, from: ZoneId, to: ZoneId) {
        let cards = self.look().bag(from);
        self.move_cards(from, to, &cards);
    }

    #[cold]
    #[inline(never)]
    fn cards_missing(&mut self, from: &Spot) {
        self.fail(format!("moved cards that do not lie in \"{}\"", self.rules.zone(from.zone).name));
    }

    /// Cards have gone from one hidden place to another.
    #[inline(never)]
    fn forget_known(&mut self, source: &Spot, target: &Spot, cards: &CardBag) {
        let known = usize::from(source.bag) + 1;
        // Who sees all go knows that what was known of them is there now.
        if target.known && self.st.bags[usize::from(source.bag)].is_empty() {
            let there = usize::from(target.bag) + 1;
            let gone = std::mem::take(&mut self.st.bags[known]);
            self.st.bags[there] = self.st.bags[there].plus(&gone).unwrap_or(gone);
        }
        // Not everybody sees which ones go: only their backs are known, so it may be any of those known to be there.
        for deck in &self.rules.material.decks {
            let n = cards.len_of(deck.kinds).min(usize::from(u8::MAX)) as u8;
            for kind in deck.kinds.iter() {
                let known = &mut self.st.bags[known];
                known.set(kind, known.of(kind).saturating_sub(n));
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn say_moved(&mut self, from: ZoneId, to: ZoneId, cards: CardBag) {
        let sight = self.rules.material.zones[from.index()].sight.or(self.rules.material.zones[to.index()].sight);
        self.emit(sight, || What::Cards { from, to, n: cards.len() as u16, cards: Some(cards) });
    }

    /// Turns the top card of a deck into a zone; an empty draw pile is made anew from its discards first (G6). `None`
    /// if there is none.
    #[inline(always)]
    pub fn turn_card(&mut self, deck: DeckId, to: ZoneId) -> Option<Kind> {
        let rules = self.rules;
        self.turn(deck, &rules.material.piles[deck.index()], &rules.material.spots[to.index()])
    }

    #[inline(always)]
    fn turn(&mut self, deck: DeckId, pile: &Pile, there: &Spot) -> Option<Kind> {
        let cards = &mut self.st.bags[usize::from(pile.draw.bag)];
        let n = cards.size();
        if n == 0 {
            return self.turn_of_discards(deck, pile, there);
        }
        let lot = Lot { stream: pile.stream, name: &pile.name, n, from: Weights::Cards(cards) };
        let kind = match self.chance.pick(&lot) {
            Ok(i) if i < n => cards.nth_of(i, n),
            picked => return self.turn_for_none(pile, there, picked),
        };
        // Nobody knows what lies in a draw pile, nor what comes out of it before it does.
        cards.take(kind, 1);
        self.barrier = true;
        self.put_down(&pile.draw, there, kind);
        if !self.rules.play.turned.is_empty() {
            self.hear_of_turned(&Turned { deck, kind, to: there.zone });
        }
        Some(kind)
    }

    /// Turns a card where the draw pile is empty: its discards are shuffled into it.
    #[cold]
    #[inline(never)]
    fn turn_of_discards(&mut self, deck: DeckId, pile: &Pile, there: &Spot) -> Option<Kind> {
        if self.reshuffle(deck) { self.turn(deck, pile, there) } else { None }
    }

    /// Turns a card where chance has none of the pile to give.
    #[cold]
    #[inline(never)]
    fn turn_for_none(&mut self, pile: &Pile, there: &Spot, picked: Result<u32, NoOutcome>) -> Option<Kind> {
        let cards = self.st.bags[usize::from(pile.draw.bag)];
        let kind = cards.nth(self.no_outcome(pile.stream, Weights::Cards(&cards), picked))?;
        self.shift(&pile.draw, there, kind);
        Some(kind)
    }

    #[inline(never)]
    fn hear_of_turned(&mut self, turned: &Turned) {
        for rule in &self.rules.play.turned {
            self.run(rule.module, rule.phase, |cx| (rule.run)(cx, turned));
        }
    }

    /// Turns so many cards of a deck into a zone, as [`Cx::turn_card`] does; fewer if it has fewer. Gives how many.
    pub fn turn_cards(&mut self, deck: DeckId, to: ZoneId, n: usize) -> usize {
        let rules = self.rules;
        let (pile, there) = (&rules.material.piles[deck.index()], &rules.material.spots[to.index()]);
        let mut turned = 0;
        while turned < n && self.turn(deck, pile, there).is_some() {
            turned += 1;
        }
        turned
    }

    /// Turns cards of a deck into a zone until so many lie there. Gives what lies there then; nothing if the deck has too few.
    #[inline(always)]
    pub fn fill(&mut self, to: ZoneId, size: u32, deck: DeckId) -> Option<&CardBag> {
        let rules = self.rules;
        let (pile, there) = (&rules.material.piles[deck.index()], &rules.material.spots[to.index()]);
        let at = usize::from(there.bag);
        let mut missing = size.saturating_sub(self.st.bags[at].size());
        while missing > 0 {
            self.turn(deck, pile, there)?;
            missing -= 1;
        }
        Some(&self.st.bags[at])
    }

    /// Puts the discards of a deck to its draw pile, in an order nobody knows. False if there are none.
    #[inline(never)]
    pub fn reshuffle(&mut self, deck: DeckId) -> bool {
        let pile = &self.rules.material.decks[deck.index()];
        let n = self.look().count(pile.discards);
        if n == 0 {
            return false;
        }
        self.move_all(pile.discards, pile.draw);
        self.emit(Sight::All, || What::Shuffled { deck, n: n as u16 });
        true
    }

    /// Puts cards to the discards, each to those of its own deck.
    #[inline]
    pub fn discard(&mut self, from: ZoneId, cards: &CardBag) {
        let rules = self.rules;
        let here = &rules.material.spots[from.index()];
        for pile in &rules.material.piles {
            let part = cards.common(&pile.all);
            if !part.is_empty() {
                self.shift(here, &pile.discards, &part);
            }
        }
    }

    /// Puts all cards of a zone to the discards, each to those of its own deck.
    pub fn discard_all(&mut self, from: ZoneId) {
        let cards = self.look().bag(from);
        self.discard(from, &cards);
    }

    /// Takes a payment and discards it.
    pub fn pay(&mut self, who: PlayerId, cards: &CardBag) {
        let escrow = self.rules.material.escrow;
        self.take_from_purses(who, cards, escrow, false);
        self.discard(escrow, cards);
    }
}
