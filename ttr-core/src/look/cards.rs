//! What lies where: cards, tickets, what a player can pay with, what a claim has laid.

use super::Look;
use crate::actions::Action;
use crate::bag::CardBag;
use crate::claim::has_below;
use crate::event::Tickets;
use crate::ids::{DeckId, Kind, KindSet, PlayerId, TicketId, ZoneId, bits};
use crate::limits::{MAX_CARD_KINDS, MAX_TICKETS_DEALT};
use crate::rules::{ArgKind, CLAIM};
use crate::state::{Lying, Pile};
use crate::zone::Spot;

impl<'a> Look<'a> {
    /// The counts of a card zone, in kind order.
    #[inline]
    pub fn cards(self, zone: ZoneId) -> &'a [u8] {
        &self.bag_in(zone).counts()[..self.rules.material.kinds.len().min(MAX_CARD_KINDS)]
    }

    /// The cards of a zone, by reference.
    #[inline]
    pub fn bag_in(self, zone: ZoneId) -> &'a CardBag {
        self.looks_into(zone);
        self.bag_at(zone)
    }

    /// The cards of a zone, for what everybody may know of them.
    #[inline]
    fn bag_at(self, zone: ZoneId) -> &'a CardBag {
        &self.st.bags[usize::from(self.rules.material.spots[zone.index()].bag)]
    }

    /// Notes that a rule looks at what lies in a zone, if not everybody may.
    #[inline(always)]
    fn looks_into(self, zone: ZoneId) {
        if !self.rules.material.spots[zone.index()].is_public() {
            self.st.watch.note();
        }
    }

    /// The cards of a zone.
    #[inline]
    pub fn bag(self, zone: ZoneId) -> CardBag {
        *self.bag_in(zone)
    }

    /// How many cards lie in a zone.
    #[inline]
    pub fn count(self, zone: ZoneId) -> usize {
        self.bag_at(zone).len()
    }

    /// How many cards of these kinds lie in a zone.
    #[inline]
    pub fn count_of(self, zone: ZoneId, kinds: KindSet) -> usize {
        if !self.rules.material.spots[zone.index()].is_public() && !self.backs_tell(kinds) {
            self.st.watch.note();
        }
        self.bag_at(zone).len_of(kinds)
    }

    /// Whether these kinds are whole decks: everybody sees their backs, and so how many of them there are.
    #[inline(never)]
    fn backs_tell(self, kinds: KindSet) -> bool {
        let of = |deck: KindSet| kinds.and(deck);
        self.rules.material.decks.iter().all(|deck| of(deck.kinds).is_empty() || of(deck.kinds) == deck.kinds)
    }

    /// What everybody knows to be in a zone: all of it, or a lower bound.
    pub fn known(self, zone: ZoneId) -> CardBag {
        let spot = &self.rules.material.spots[zone.index()];
        match spot.known {
            true => self.st.bags[usize::from(spot.bag) + 1],
            false if spot.is_public() => *self.bag_at(zone),
            false => CardBag::EMPTY,
        }
    }

    /// Whether a card of the deck can be had: from its draw pile, or its discards shuffled.
    #[inline(always)]
    pub fn deck_has_card(self, deck: DeckId) -> bool {
        let pile = &self.rules.material.piles[deck.index()];
        [&pile.draw, &pile.discards].iter().any(|spot| !self.st.bags[usize::from(spot.bag)].is_empty())
    }

    /// Which tickets lie in a zone, a bit each, 64 to a word; no words for a zone of cards.
    #[inline]
    pub(crate) fn lying(self, zone: ZoneId) -> &'a [Lying] {
        self.looks_into(zone);
        let (at, words) = (usize::from(self.rules.material.spots[zone.index()].lying), self.st.ticket_words());
        self.st.lying.get(at * words..(at + 1) * words).unwrap_or_default()
    }

    /// Which of 64 tickets lie in a zone, a bit each.
    #[inline]
    pub(crate) fn tickets_in_word(self, zone: ZoneId, word: usize) -> u64 {
        self.lying(zone).get(word).map_or(0, |lying| lying.loose | lying.queued)
    }

    /// The tickets of a zone: those without an order first, by number, then those that lie in order.
    pub fn tickets(self, zone: ZoneId) -> Vec<TicketId> {
        let Pile { count, queued } = self.st.piles[zone.index()];
        let mut list = vec![TicketId(0); count.into()];
        self.lay_out_tickets(zone, usize::from(count - queued), &mut list);
        list
    }

    /// Writes the tickets of a zone, of which so many are without an order, into a list, as far as it goes.
    #[inline(always)]
    fn lay_out_tickets(self, zone: ZoneId, loose: usize, list: &mut [TicketId]) {
        let mut next = 0;
        for (word, lying) in self.lying(zone).iter().enumerate() {
            for bit in bits(lying.loose) {
                if let Some(ticket) = list.get_mut(next) {
                    *ticket = TicketId::at(word * 64 + bit);
                }
                next += 1;
            }
            for bit in bits(lying.queued) {
                let ticket = TicketId::at(word * 64 + bit);
                let pos = usize::from(self.st.tickets[ticket.index()].pos);
                if let Some(to) = list.get_mut(loose + pos - 1) {
                    *to = ticket;
                }
            }
        }
    }

    /// The first of the tickets that lie in order in a zone.
    #[inline]
    pub(crate) fn first_in_order(self, zone: ZoneId) -> Option<TicketId> {
        let queued = self.lying(zone).iter().enumerate();
        let mut queued =
            queued.flat_map(|(word, lying)| bits(lying.queued).map(move |bit| TicketId::at(word * 64 + bit)));
        queued.find(|ticket| self.st.tickets[ticket.index()].pos == 1)
    }

    /// How many tickets lie in a zone.
    #[inline]
    pub fn ticket_count(self, zone: ZoneId) -> usize {
        self.st.piles[zone.index()].count.into()
    }

    /// The chosen tickets of a zone, of which bit `i` stands for the i-th, and then the others.
    pub fn chosen_tickets(self, zone: ZoneId, bits: u16) -> (Tickets, Tickets) {
        let (mut chosen, mut rest) = (Tickets::new(), Tickets::new());
        for (i, ticket) in self.first_tickets(zone).into_iter().enumerate() {
            if bits >> i & 1 != 0 { chosen.push(ticket) } else { rest.push(ticket) }
        }
        (chosen, rest)
    }

    /// The first tickets of a zone, as many as are dealt at most.
    #[inline(always)]
    pub fn first_tickets(self, zone: ZoneId) -> Tickets {
        let Pile { count, queued } = self.st.piles[zone.index()];
        let mut list = Tickets::from([TicketId(0); MAX_TICKETS_DEALT]);
        list.truncate(count.into());
        self.lay_out_tickets(zone, usize::from(count - queued), &mut list);
        list
    }

    /// The tickets that an action of this player names by their bits.
    pub fn tickets_named(self, who: PlayerId, action: &Action) -> Tickets {
        let args = self.rules.op(action.op).args.iter().zip(action.args);
        let zone = args.into_iter().find_map(|((_, kind), bits)| match kind {
            ArgKind::TicketsOf(zone) => Some((self.rules.of_player(*zone, who), bits)),
            _ => None,
        });
        zone.map(|(zone, bits)| self.chosen_tickets(zone, bits).0).unwrap_or_default()
    }

    /// All cards that a player can pay with.
    #[inline]
    pub fn purse(self, who: PlayerId) -> CardBag {
        self.looks_into_purse(who);
        self.purse_unseen(who)
    }

    /// Notes that a rule looks at what a player can pay with, if not everybody may.
    #[inline]
    pub(crate) fn looks_into_purse(self, who: PlayerId) {
        if self.rules.material.purse_spots[who.index()].iter().any(|spot| !spot.is_public()) {
            self.st.watch.note();
        }
    }

    /// All cards that a player can pay with, for who notes only later whether it mattered.
    #[inline]
    pub(crate) fn purse_unseen(self, who: PlayerId) -> CardBag {
        let bag = |spot: &Spot| &self.st.bags[usize::from(spot.bag)];
        match &self.rules.material.purse_spots[who.index()][..] {
            [first] => *bag(first),
            spots => spots.iter().fold(CardBag::EMPTY, |sum, spot| sum.plus(bag(spot)).unwrap_or(sum)),
        }
    }

    /// The kinds of cards that a player can pay with.
    #[inline]
    pub fn purse_kinds(self, who: PlayerId) -> KindSet {
        self.purse(who).kinds()
    }

    /// What of the cards in escrow came from a purse other than the first: `at` counts those.
    pub(crate) fn escrow_from(self, at: usize) -> CardBag {
        let mut bag = CardBag::EMPTY;
        for kind in (0..self.rules.material.kinds.len()).map(Kind::at) {
            bag.set(kind, self.get(self.rules.material.origins[at], kind).clamp(0, u8::MAX.into()) as u8);
        }
        bag
    }

    /// The cards that lie in escrow for the claim under way, without those of a claim within which it began.
    #[inline]
    pub fn escrow(self) -> CardBag {
        let claim = || self.st.frames.iter().rev().find(|frame| frame.decision == CLAIM);
        if self.st.below.is_empty() || !claim().is_some_and(has_below) {
            return self.bag(self.rules.material.escrow);
        }
        self.escrow_above()
    }

    /// The cards that were laid in escrow since the last claim began that found cards of another there.
    #[cold]
    #[inline(never)]
    pub(crate) fn escrow_above(self) -> CardBag {
        let others = self.st.below.rchunks_exact(1 + self.rules.material.origins.len()).next().map(|record| record[0]);
        self.bag(self.rules.material.escrow).less(&others.unwrap_or_default())
    }

    /// The kinds of which there is a card in a zone.
    #[inline]
    pub fn kinds_in(self, zone: ZoneId) -> KindSet {
        self.bag_in(zone).kinds()
    }
}
