//! The context in which rules change the game. Every change goes through here and is an event.

use crate::actions::Action;
use crate::bag::CardBag;
use crate::chance::{Chance, LooseTickets, Lot, Weights};
use crate::compile::{CLAIM, TURN};
use crate::event::{Chosen, Event, PiecesAt, Sight, Sink, Tickets, What};
use crate::ids::{
    ColourId, DecisionId, DeckId, Kind, ModuleId, PieceId, PlayerId, PlayerSet, RouteId, TicketId, ZoneId, bits,
    nth_known_member,
};
use crate::install::EndReason;
use crate::limits::MAX_TICKETS_DEALT;
use crate::look::Look;
use crate::message::Note;
use crate::phase::Phase;
use crate::registers::{Reg, RegValue, Scope};
use crate::rules::{Claim, Closings, Depends, DrawPile, Holds, Placing, Rules, Standing, Turned, Zone};
use crate::state::{Frame, Lying, Pile, State, TicketPlace};

/// What went wrong in a step beyond what rules can refuse. The state is then not to be used any more.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The source of chance had no outcome, or one that can't come.
    #[error("the pile \"{stream}\" can't give {outcome}")]
    Chance {
        /// The stream that was asked.
        stream: String,
        /// What it gave, in words.
        outcome: String,
    },
    /// A module broke a promise of the engine.
    #[error("module {module}: {what}")]
    Module {
        /// Which module.
        module: String,
        /// What it did.
        what: String,
    },
}

/// How the tickets are put down that move to a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Without an order: laid with the others, or shuffled in.
    Loose,
    /// Behind all others, in the order given.
    Behind,
}

/// How a claim is paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payment {
    /// With these cards, which lie in escrow until the claim stands.
    Cards(CardBag),
    /// With nothing.
    Free,
}

/// Who has seen tickets that were moved: these too, but of all only those.
#[derive(Clone, Copy)]
struct Seen {
    too: PlayerSet,
    of: PlayerSet,
}

impl Seen {
    #[inline(always)]
    fn of(self, before: PlayerSet) -> PlayerSet {
        before.or(self.too).and(self.of)
    }
}

/// The context of one step.
pub struct Cx<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) st: &'a mut State,
    pub(crate) chance: &'a mut dyn Chance,
    pub(crate) sink: &'a mut dyn Sink,
    pub(crate) wants: bool,
    pub(crate) module: ModuleId,
    pub(crate) phase: Phase,
    /// Something came by chance, or somebody saw something that was hidden: nothing before this can be undone.
    pub(crate) barrier: bool,
    pub(crate) fault: Option<Fault>,
    /// Something has come up that goes before what was to come next: a decision, another go, the end, a fault.
    pub(crate) stirred: bool,
    /// The row was seen to have as many cards as it should and to be in order, and nothing was done since that could change it.
    pub(crate) in_order: bool,
    /// Somebody has chosen unseen: who is asked with them had a choice before, and has it still.
    pub(crate) chosen_unseen: bool,
}

impl<'a> Cx<'a> {
    /// The position, read-only.
    #[inline]
    pub fn look(&self) -> Look<'_> {
        Look { rules: self.rules, st: self.st }
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    #[inline]
    pub(crate) fn emit(&mut self, sight: Sight, what: impl FnOnce() -> What) {
        if self.wants {
            self.tell(sight, what);
        }
    }

    /// The event itself, which is made only for who listens.
    #[cold]
    #[inline(never)]
    fn tell(&mut self, sight: Sight, what: impl FnOnce() -> What) {
        self.sink.event(&Event { module: self.module, phase: self.phase, what: what(), sight });
    }

    /// Says something in the module's own words, to all.
    pub fn note(&mut self, note: Note) {
        self.emit(Sight::All, || What::Note(note));
    }

    /// The same, made only if somebody listens.
    #[inline]
    pub fn note_if_heard(&mut self, note: impl FnOnce(&Self) -> Note) {
        if self.wants {
            let note = note(self);
            self.note(note);
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn fail(&mut self, what: impl Into<String>) {
        self.stirred = true;
        let module = self.rules.module_name(self.module).to_owned();
        self.fault.get_or_insert(Fault::Module { module, what: what.into() });
    }

    // ---- chance

    /// One outcome of a named stream: a number below `n`.
    pub fn chance(&mut self, stream: u16, n: u16) -> u16 {
        self.ask_chance(stream, Weights::Below(n.max(1)))
    }

    fn ask_chance(&mut self, stream: u16, from: Weights<'_>) -> u16 {
        let lot = Lot { stream, name: &self.rules.streams[stream as usize], from };
        self.barrier = true;
        outcome_of(self.rules, &mut *self.chance, &lot, &mut self.fault, &mut self.stirred)
    }

    // ---- cards

    /// Moves cards; if one of them is not there, none moves, and the step fails.
    #[inline]
    pub fn move_cards(&mut self, from: ZoneId, to: ZoneId, cards: &CardBag) {
        if !self.moves_cards(from, to, cards) {
            self.cards_missing(&self.rules.zones[from.index()]);
        }
    }

    /// Moves cards, if all of them are there.
    #[inline(never)]
    fn moves_cards(&mut self, from: ZoneId, to: ZoneId, cards: &CardBag) -> bool {
        if cards.is_empty() {
            return true;
        }
        let rules = self.rules;
        let (source, target) = (&rules.zones[from.index()], &rules.zones[to.index()]);
        let bags = &mut self.st.bags[..];
        if !bags[source.at].take_all(cards) {
            return false;
        }
        if !bags[target.at].add_all(cards) {
            self.no_room_for_cards(target);
            return true;
        }
        // What everybody has seen go in stays known until as many of that kind have left (G19f).
        if let Some(known) = source.known {
            if target.sight != Sight::All {
                self.forget_known(source, target, cards);
            } else {
                bags[known] = bags[known].less(cards);
            }
        }
        if let Some(known) = target.known
            && source.sight == Sight::All
        {
            self.st.bags[known].add_all(cards);
        }
        self.barrier |= !target.sight.within(source.sight);
        if self.wants {
            self.say_moved(from, to, cards);
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn no_room_for_cards(&mut self, target: &Zone) {
        self.fail(format!("moved more cards of a kind than there can be to \"{}\"", target.name));
    }

    #[cold]
    #[inline(never)]
    fn cards_missing(&mut self, source: &Zone) {
        self.fail(format!("moved cards that do not lie in \"{}\"", source.name));
    }

    /// Moves one card.
    #[inline(always)]
    pub fn move_card(&mut self, from: ZoneId, to: ZoneId, kind: Kind) {
        let rules = self.rules;
        let (source, target) = (&rules.zones[from.index()], &rules.zones[to.index()]);
        // What is said of many cards is seldom needed for one.
        if self.wants || source.known.is_some() {
            return self.move_cards(from, to, &CardBag::one(kind));
        }
        if !self.st.bags[source.at].take(kind, 1) {
            return self.cards_missing(source);
        }
        // Cards only move: no zone holds more of a kind than there are.
        self.st.bags[target.at].add(kind, 1);
        if let Some(known) = target.known
            && source.sight == Sight::All
        {
            self.st.bags[known].add(kind, 1);
        }
        self.barrier |= !target.sight.within(source.sight);
    }

    /// Moves all cards of a zone.
    pub fn move_all(&mut self, from: ZoneId, to: ZoneId) {
        let rules = self.rules;
        let (source, target) = (&rules.zones[from.index()], &rules.zones[to.index()]);
        // What is said of some cards is seldom needed for all.
        if self.wants || from == to || source.known.is_some() || target.known.is_some() {
            let cards = self.look().bag(from);
            return self.move_cards(from, to, &cards);
        }
        let bags = &mut self.st.bags[..];
        let cards = std::mem::take(&mut bags[source.at]);
        if !bags[target.at].add_all(&cards) {
            return self.no_room_for_cards(target);
        }
        self.barrier |= !target.sight.within(source.sight) && !cards.is_empty();
    }

    /// Cards have gone from one hidden place to another.
    #[inline(never)]
    fn forget_known(&mut self, source: &Zone, target: &Zone, cards: &CardBag) {
        let Some(known) = source.known else { return };
        // Who sees all go knows that what was known of them is there now.
        if let (true, Some(there)) = (self.st.bags[source.at].is_empty(), target.known) {
            let gone = std::mem::take(&mut self.st.bags[known]);
            self.st.bags[there] = self.st.bags[there].plus(&gone).unwrap_or(gone);
        }
        // Not everybody sees which ones go: only their backs are known, so it may be any of those known to be there.
        for deck in &self.rules.decks {
            let n = cards.len_of(deck.kinds).min(usize::from(u8::MAX)) as u8;
            for kind in deck.kinds.iter() {
                let known = &mut self.st.bags[known];
                known.set(kind, known.of(kind).saturating_sub(n));
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn say_moved(&mut self, from: ZoneId, to: ZoneId, cards: &CardBag) {
        let sight = self.rules.zones[from.index()].sight.or(self.rules.zones[to.index()].sight);
        let (n, cards) = (cards.len() as u16, *cards);
        self.emit(sight, || What::Cards { from, to, n, cards: Some(cards) });
    }

    /// Turns the top card of a deck into a zone; an empty draw pile is made anew from its discards first (G6). `None`
    /// if there is none.
    pub fn turn_card(&mut self, deck: DeckId, to: ZoneId) -> Option<Kind> {
        let rules = self.rules;
        let DrawPile { at, stream, simple, .. } = rules.draw_piles[deck.index()];
        let pile = &mut self.st.bags[at];
        let n = pile.size();
        // Mostly nobody listens, and what is hidden leaves nothing known.
        if simple
            && !self.wants
            && n > 0
            && let Some(i) = self.chance.number(stream, n)
            && let Some(kind) = pile.take_nth(i, n)
        {
            self.st.bags[rules.zones[to.index()].at].add(kind, 1);
            self.barrier = true;
            return Some(kind);
        }
        self.turn_card_of(deck, to)
    }

    /// Turns so many cards of a deck into a zone, as [`Cx::turn_card`] does; fewer if it has fewer. Gives how many.
    pub fn turn_cards(&mut self, deck: DeckId, to: ZoneId, n: usize) -> usize {
        let rules = self.rules;
        let DrawPile { at, stream, simple, .. } = rules.draw_piles[deck.index()];
        let target = rules.zones[to.index()].at;
        let mut done = 0;
        if simple && !self.wants {
            let bags = &mut self.st.bags[..];
            let mut left = bags[at].size();
            while done < n
                && left > 0
                && let Some(i) = self.chance.number(stream, left)
                && let Some(kind) = bags[at].take_nth(i, left)
            {
                bags[target].add(kind, 1);
                self.barrier = true;
                left -= 1;
                done += 1;
            }
        }
        while done < n && self.turn_card(deck, to).is_some() {
            done += 1;
        }
        done
    }

    /// The same in all cases.
    #[inline(never)]
    fn turn_card_of(&mut self, deck: DeckId, to: ZoneId) -> Option<Kind> {
        let rules = self.rules;
        let DrawPile { at, stream, .. } = rules.draw_piles[deck.index()];
        if self.st.bags[at].is_empty() && !self.reshuffle(deck) {
            return None;
        }
        let lot = Lot { stream, name: &rules.streams[stream as usize], from: Weights::Cards(&self.st.bags[at]) };
        let kind = Kind(outcome_of(rules, &mut *self.chance, &lot, &mut self.fault, &mut self.stirred) as u8);
        self.barrier = true;
        self.move_card(rules.decks[deck.index()].draw, to, kind);
        let turned = Turned { deck, kind, to };
        for rule in &rules.turned {
            self.run(rule.module, rule.phase, |cx| (rule.run)(cx, &turned));
        }
        Some(kind)
    }

    /// Puts the discards of a deck to its draw pile, in an order nobody knows. False if there are none.
    #[inline(never)]
    pub fn reshuffle(&mut self, deck: DeckId) -> bool {
        let pile = &self.rules.decks[deck.index()];
        let n = self.look().count(pile.discards);
        if n == 0 {
            return false;
        }
        self.move_all(pile.discards, pile.draw);
        self.emit(Sight::All, || What::Shuffled { deck, n: n as u16 });
        true
    }

    /// Puts cards to the discards, each to those of its own deck.
    pub fn discard(&mut self, from: ZoneId, cards: &CardBag) {
        let rules = self.rules;
        if let [deck] = &rules.decks[..] {
            return self.move_cards(from, deck.discards, cards);
        }
        for deck in &rules.decks {
            self.move_cards(from, deck.discards, &cards.only(deck.kinds));
        }
    }

    /// Puts all cards of a zone to the discards, each to those of its own deck.
    pub fn discard_all(&mut self, from: ZoneId) {
        if let [deck] = &self.rules.decks[..] {
            return self.move_all(from, deck.discards);
        }
        let cards = self.look().bag(from);
        self.discard(from, &cards);
    }

    /// Takes a payment from the player's cards into a zone, from the purses in their order.
    pub fn take_payment(&mut self, who: PlayerId, cards: &CardBag, to: ZoneId) {
        let laid = !self.rules.laid.is_empty() && to == self.rules.escrow && self.claim_under_way().is_some();
        self.take_from_purses(who, cards, to, laid);
    }

    /// `laid`: for the claim under way.
    fn take_from_purses(&mut self, who: PlayerId, cards: &CardBag, to: ZoneId, laid: bool) {
        let rules = self.rules;
        if let Some(first) = rules.own_purse {
            let zone = ZoneId(first.0 + u16::from(who.0));
            if !self.moves_cards(zone, to, cards) {
                self.payment_missing();
            }
            return;
        }
        let mut left = *cards;
        for (at, zone) in rules.purses.iter().enumerate() {
            let zone = rules.of_player(*zone, who);
            let there = self.look().bag(zone);
            if left.within(&there) {
                self.note_laid(at, laid, &left);
                return self.move_cards(zone, to, &left);
            }
            let mut part = CardBag::EMPTY;
            for (kind, n) in left.iter() {
                part.add(kind, n.min(there.of(kind)));
            }
            left = left.minus(&part).unwrap_or_default();
            self.note_laid(at, laid, &part);
            self.move_cards(zone, to, &part);
        }
        if !left.is_empty() {
            self.payment_missing();
        }
    }

    #[cold]
    #[inline(never)]
    fn payment_missing(&mut self) {
        self.fail("took cards that the player does not have");
    }

    /// Remembers for a claim which cards came from a purse other than the first: they go back there if it is given up. All
    /// see the cards go, so it says nothing new.
    fn note_laid(&mut self, purse: usize, laid: bool, cards: &CardBag) {
        let Some(laid) = purse.checked_sub(1).filter(|_| laid).map(|at| self.rules.laid[at]) else { return };
        for (kind, n) in cards.iter() {
            self.st.regs[laid.slot(kind)] += i32::from(n);
        }
    }

    /// Forgets where the cards of a claim came from.
    fn forget_laid(&mut self) {
        for laid in &self.rules.laid {
            for kind in (0..self.rules.kinds.len()).map(Kind::at) {
                self.st.regs[laid.slot(kind)] = 0;
            }
        }
    }

    /// A claim begins while cards of others lie in escrow: they are none of its own.
    #[cold]
    #[inline(never)]
    fn lay_beneath(&mut self) {
        let escrow = self.look().bag(self.rules.escrow);
        self.st.beneath.push(escrow);
        for at in 0..self.rules.laid.len() {
            let laid = self.look().laid_from(at);
            self.st.beneath.push(laid);
        }
        self.forget_laid();
    }

    /// That claim is over: what lies in escrow is that of the others, of which it is known again where it came from.
    #[cold]
    #[inline(never)]
    fn lift_beneath(&mut self) {
        for laid in self.rules.laid.iter().rev() {
            let Some(bag) = self.st.beneath.pop() else { return };
            bag.iter().for_each(|(kind, n)| self.st.regs[laid.slot(kind)] = n.into());
        }
        self.st.beneath.pop();
    }

    /// A claim stands, and what was laid for it is put to the discards.
    #[inline]
    pub(crate) fn put_away_laid(&mut self, beneath: bool) {
        self.forget_laid();
        if beneath {
            return self.put_away_own();
        }
        self.discard_all(self.rules.escrow);
    }

    #[cold]
    #[inline(never)]
    fn put_away_own(&mut self) {
        let own = self.look().laid_above();
        self.lift_beneath();
        self.discard(self.rules.escrow, &own);
    }

    /// Gives the cards of a claim back to where they came from.
    pub(crate) fn give_back(&mut self, who: PlayerId, beneath: bool) {
        let (rules, escrow) = (self.rules, self.rules.escrow);
        let mut own = if beneath { self.look().laid_above() } else { self.look().bag(escrow) };
        for (at, purse) in rules.purses.iter().skip(1).enumerate() {
            let mut part = CardBag::EMPTY;
            for (kind, n) in self.look().laid_from(at).iter() {
                part.add(kind, n.min(own.of(kind)));
            }
            own = own.less(&part);
            self.move_cards(escrow, rules.of_player(*purse, who), &part);
        }
        self.forget_laid();
        if let Some(purse) = rules.purses.first() {
            self.move_cards(escrow, rules.of_player(*purse, who), &own);
        }
        if beneath {
            self.lift_beneath();
        }
    }

    /// Takes a payment and discards it.
    pub fn pay(&mut self, who: PlayerId, cards: &CardBag) {
        // Mostly nobody listens, and the cards are the player's alone.
        if let Some(first) = self.rules.own_purse
            && !self.wants
            && !cards.is_empty()
        {
            return self.pay_at_once(first, who, cards);
        }
        let escrow = self.rules.escrow;
        self.take_from_purses(who, cards, escrow, false);
        self.discard(escrow, cards);
    }

    // ---- tickets

    /// Turns the top ticket of a zone into another: one of those without an order by chance, or else the first of those
    /// that lie in order. `None` if there is none.
    pub fn turn_ticket(&mut self, from: ZoneId, to: ZoneId, order: Order) -> Option<TicketId> {
        let Pile { count, queued } = self.st.piles[from.index()];
        let ticket = if count > queued {
            let stream = self.rules.zones[from.index()].stream;
            let loose = LooseTickets { places: &self.st.tickets, zone: from, n: count - queued };
            self.barrier = true;
            let number = self.chance.number(stream, loose.n.into());
            TicketId(number.and_then(|i| self.look().nth_loose(from, i)).unwrap_or_else(|| {
                let lot = Lot { stream, name: &self.rules.streams[stream as usize], from: Weights::Tickets(loose) };
                outcome_of(self.rules, &mut *self.chance, &lot, &mut self.fault, &mut self.stirred)
            }))
        } else {
            self.look().first_in_order(from)?
        };
        let (source, target) = (&self.rules.zones[from.index()], &self.rules.zones[to.index()]);
        if self.wants || !source.shuffled || target.holds != Holds::Tickets {
            self.move_tickets(from, to, &[ticket], order);
            return Some(ticket);
        }
        // Nobody listens, and what lies in order below a pile stays known.
        if count == queued {
            self.close_queue(from, 1);
            self.barrier |= !target.sight.within(source.sight);
        }
        self.put_ticket(source, ticket, to, order);
        Some(ticket)
    }

    /// Turns so many tickets of a zone into another, each behind all that lie there, as [`Cx::turn_ticket`] does; fewer if it has
    /// fewer.
    pub fn turn_tickets(&mut self, from: ZoneId, to: ZoneId, n: usize) {
        let (source, target) = (&self.rules.zones[from.index()], &self.rules.zones[to.index()]);
        // Mostly nobody listens, and who gets them is a player.
        let quickly = match (source.lying, target.lying) {
            (Some(here), Some(there)) if !self.wants && source.shuffled && from != to => {
                (target.owner.is_some() && target.holds == Holds::Tickets).then_some([here, there])
            }
            _ => None,
        };
        let mut left = n;
        while left > 0 {
            if let Some(places) = quickly {
                left -= self.turn_many_tickets(from, to, places, left);
            }
            if left == 0 || self.turn_ticket(from, to, Order::Behind).is_none() {
                return;
            }
            left -= 1;
        }
    }

    /// The same without a word of it, as far as numbers are given by chance. Gives how many.
    fn turn_many_tickets(&mut self, from: ZoneId, to: ZoneId, places: [usize; 2], n: usize) -> usize {
        let mut done = self.turn_loose_tickets(from, to, places, n);
        let Pile { count, queued } = self.st.piles[from.index()];
        if done < n && count == queued && count > 0 {
            done += self.turn_first_tickets(from, to, places, n - done);
        }
        done
    }

    /// Turns up to `n` tickets of those without an order, whose places are told, as far as numbers are given by chance. Gives how
    /// many.
    fn turn_loose_tickets(&mut self, from: ZoneId, to: ZoneId, [here, there]: [usize; 2], n: usize) -> usize {
        let stream = self.rules.zones[from.index()].stream;
        let words = self.st.ticket_words();
        let State { piles, tickets, lying, .. } = &mut *self.st;
        let Pile { count, queued } = piles[from.index()];
        let mut pile = piles[to.index()];
        let (mut left, mut done) = (count - queued, 0);
        while done < n
            && left > 0
            && let Some(i) = self.chance.number(stream, left.into())
            && let Some((word, bit)) = nth_known_member(lying[here * words..][..words].iter().map(|l| l.loose), i)
        {
            lying[here * words + word].loose &= !(1 << bit);
            lying[there * words + word].queued |= 1 << bit;
            pile.count += 1;
            pile.queued += 1;
            tickets[word * 64 + bit] = TicketPlace { zone: to, pos: pile.queued, seen: PlayerSet::NONE };
            left -= 1;
            done += 1;
        }
        piles[from.index()].count = queued + left;
        piles[to.index()] = pile;
        self.barrier |= done > 0;
        done
    }

    /// Turns the first tickets of a zone where all lie in order, up to `n`. Gives how many.
    fn turn_first_tickets(&mut self, from: ZoneId, to: ZoneId, [here, there]: [usize; 2], n: usize) -> usize {
        let words = self.st.ticket_words();
        let State { piles, tickets, lying, .. } = &mut *self.st;
        let behind = piles[to.index()].queued;
        let taken = piles[from.index()].queued.min(n.min(usize::from(u16::MAX)) as u16);
        for (word, places) in tickets.chunks_mut(64).enumerate() {
            for at in bits(lying[here * words + word].queued) {
                let place = &mut places[at];
                if place.pos > taken {
                    place.pos -= taken;
                } else {
                    *place = TicketPlace { zone: to, pos: behind + place.pos, seen: PlayerSet::NONE };
                    lying[here * words + word].queued &= !(1 << at);
                    lying[there * words + word].queued |= 1 << at;
                }
            }
        }
        for (zone, by) in [(from, taken.wrapping_neg()), (to, taken)] {
            let pile = &mut piles[zone.index()];
            *pile = Pile { count: pile.count.wrapping_add(by), queued: pile.queued.wrapping_add(by) };
        }
        let (source, target) = (&self.rules.zones[from.index()], &self.rules.zones[to.index()]);
        self.barrier |= !target.sight.within(source.sight);
        taken.into()
    }

    /// Takes a ticket from its place and puts it down in a zone.
    #[inline]
    fn put_ticket(&mut self, source: &Zone, ticket: TicketId, to: ZoneId, order: Order) {
        if let Some(at) = source.lying {
            let (words, bit) = (self.st.ticket_words(), 1 << (ticket.index() % 64));
            let lying = &mut self.st.lying[at * words + ticket.index() / 64];
            lying.loose &= !bit;
            lying.queued &= !bit;
        }
        self.st.piles[self.st.tickets[ticket.index()].zone.index()].count -= 1;
        let target = &self.rules.zones[to.index()];
        let seen = self.seen_by(source, target, order);
        let words = self.st.ticket_words();
        let State { piles, tickets, lying, .. } = &mut *self.st;
        let pile = &mut piles[to.index()];
        pile.count += 1;
        pile.queued += u16::from(order == Order::Behind);
        let pos = if order == Order::Behind { pile.queued } else { 0 };
        let place = &mut tickets[ticket.index()];
        *place = TicketPlace { zone: to, pos, seen: seen.of(place.seen) };
        if let Some(at) = target.lying {
            *lying[at * words + ticket.index() / 64].of(pos) |= 1 << (ticket.index() % 64);
        }
    }

    /// Moves all tickets of a zone to another, without an order.
    pub fn move_all_tickets(&mut self, from: ZoneId, to: ZoneId) {
        let (source, target) = (&self.rules.zones[from.index()], &self.rules.zones[to.index()]);
        let (Some(here), Some(there)) = (source.lying, target.lying) else {
            let tickets = self.look().tickets(from);
            return self.move_tickets(from, to, &tickets, Order::Loose);
        };
        if self.wants || from == to || target.holds != Holds::Tickets {
            let tickets = self.look().tickets(from);
            return self.move_tickets(from, to, &tickets, Order::Loose);
        }
        if self.look().ticket_count(from) == 0 {
            return;
        }
        let seen = self.seen_by(source, target, Order::Loose);
        let words = self.st.ticket_words();
        let State { piles, tickets, lying, .. } = &mut *self.st;
        for (word, places) in tickets.chunks_mut(64).enumerate() {
            let Lying { loose, queued } = std::mem::take(&mut lying[here * words + word]);
            for bit in bits(loose | queued) {
                let place = &mut places[bit];
                *place = TicketPlace { zone: to, pos: 0, seen: seen.of(place.seen) };
            }
            lying[there * words + word].loose |= loose | queued;
        }
        piles[to.index()].count += std::mem::take(&mut piles[from.index()]).count;
        self.barrier |= !target.sight.within(source.sight);
    }

    /// Moves tickets from one zone to another.
    pub fn move_tickets(&mut self, from: ZoneId, to: ZoneId, tickets: &[TicketId], order: Order) {
        if tickets.is_empty() {
            return;
        }
        let rules = self.rules;
        let (source, target) = (&rules.zones[from.index()], &rules.zones[to.index()]);
        if target.holds != Holds::Tickets || tickets.iter().any(|t| self.st.tickets[t.index()].zone != from) {
            return self.fail(format!("moved tickets that do not lie in \"{}\"", source.name));
        }
        // Who sees a part of a zone go does not know which part, unless they may look into it or all of it goes. What
        // was known of the first of a queue stays known.
        let in_order = self.st.tickets[tickets[0].index()].pos > 0;
        let whole = self.look().ticket_count(from) == tickets.len() || (in_order && source.shuffled);
        // What was seen of tickets is kept in hidden places alone that are nobody's; and what lies in order below a pile stays
        // where it was put.
        if !whole && source.owner.is_none() && !source.shuffled && source.sight != Sight::All {
            for place in self.st.tickets.iter_mut().filter(|place| place.zone == from) {
                place.seen = PlayerSet::NONE;
            }
        }
        for (done, ticket) in tickets.iter().enumerate() {
            let place = self.st.tickets[ticket.index()];
            if place.zone != from || (from == to && tickets[..done].contains(ticket)) {
                return self.fail("moved a ticket twice");
            }
            if place.pos > 0 {
                self.close_queue(from, place.pos);
            }
            self.put_ticket(source, *ticket, to, order);
        }
        if !target.sight.within(source.sight) {
            self.barrier = true;
        }
        let sight = source.sight.or(target.sight);
        self.emit(sight, || What::Tickets {
            from,
            to,
            n: tickets.len() as u16,
            tickets: Some(tickets.iter().copied().take(MAX_TICKETS_DEALT).collect::<Tickets>()),
        });
    }

    /// Moves all tickets of a player's zone: those of which bit `i` stands for the i-th to one place, without an order, and the
    /// others to another, behind all that lie there.
    pub fn part_tickets(&mut self, from: ZoneId, chosen: u16, to: ZoneId, rest: ZoneId) {
        let rules = self.rules;
        let [source, target, others] = [from, to, rest].map(|zone| &rules.zones[zone.index()]);
        let Pile { count, queued } = self.st.piles[from.index()];
        let held = target.holds == Holds::Tickets && others.holds == Holds::Tickets;
        let (Some(here), Some(there), Some(behind), true) = (source.lying, target.lying, others.lying, held) else {
            return self.part_tickets_one_by_one(from, chosen, to, rest);
        };
        let in_order = count == queued && usize::from(count) <= MAX_TICKETS_DEALT;
        if self.wants || [to, rest].contains(&from) || source.owner.is_none() || !in_order {
            return self.part_tickets_one_by_one(from, chosen, to, rest);
        }
        // Nobody listens, all lie in order, and in the end none is left whose place could change.
        let all = ((1u32 << count) - 1) as u16;
        let (chosen, left) = (chosen & all, !chosen & all);
        let seen = self.seen_by(source, target, Order::Loose);
        let seen_behind = self.seen_by(source, others, Order::Behind);
        let words = self.st.ticket_words();
        let State { piles, tickets, lying, .. } = &mut *self.st;
        let last = piles[rest.index()].queued;
        for (word, places) in tickets.chunks_mut(64).enumerate() {
            let these = std::mem::take(&mut lying[here * words + word].queued);
            let mut kept = 0;
            for bit in bits(these) {
                let place = &mut places[bit];
                let at = place.pos - 1;
                *place = if chosen >> (at % 16) & 1 != 0 {
                    kept |= 1 << bit;
                    TicketPlace { zone: to, pos: 0, seen: seen.of(place.seen) }
                } else {
                    let before = left & ((1 << (at % 16)) - 1);
                    let pos = last + before.count_ones() as u16 + 1;
                    TicketPlace { zone: rest, pos, seen: seen_behind.of(place.seen) }
                };
            }
            lying[there * words + word].loose |= kept;
            lying[behind * words + word].queued |= these & !kept;
        }
        let back = left.count_ones() as u16;
        piles[from.index()] = Pile::default();
        piles[to.index()].count += count - back;
        piles[rest.index()].count += back;
        piles[rest.index()].queued += back;
        self.barrier |= chosen != 0 && !target.sight.within(source.sight);
        self.barrier |= left != 0 && !others.sight.within(source.sight);
    }

    /// The same in all cases.
    #[inline(never)]
    fn part_tickets_one_by_one(&mut self, from: ZoneId, chosen: u16, to: ZoneId, rest: ZoneId) {
        let (chosen, left) = self.look().chosen_tickets(from, chosen);
        self.move_tickets(from, to, &chosen, Order::Loose);
        self.move_tickets(from, rest, &left, Order::Behind);
    }

    /// Who knows which tickets lie in a zone that came from another.
    #[inline]
    fn seen_by(&self, source: &Zone, target: &Zone, order: Order) -> Seen {
        // What a player holds is that player's secret (G19a), even where others could work it out.
        let keeps = target.owner.is_none() && target.sight != Sight::All;
        if !keeps || (order == Order::Loose && target.shuffled) {
            return Seen { too: PlayerSet::NONE, of: PlayerSet::NONE };
        }
        let (brought, hidden) = (source.sight.players(self.rules.players), target.sight.players(self.rules.players));
        Seen { too: brought, of: PlayerSet(!hidden.0) }
    }

    /// A ticket has left its place in order: those behind it move up.
    fn close_queue(&mut self, zone: ZoneId, pos: u16) {
        let pile = &mut self.st.piles[zone.index()];
        let last = pile.queued == pos;
        pile.queued -= 1;
        if !last {
            let words = self.st.ticket_words();
            let at = self.rules.zones[zone.index()].lying.map_or(0, |at| at * words);
            for (lying, places) in self.st.lying[at..].iter().zip(self.st.tickets.chunks_mut(64)) {
                for at in bits(lying.queued) {
                    if places[at].pos > pos {
                        places[at].pos -= 1;
                    }
                }
            }
        }
    }

    // ---- registers and pieces

    /// Sets a register.
    #[inline]
    pub fn set<S: Scope, T: RegValue>(&mut self, reg: Reg<S, T>, at: S::At, value: T) {
        let (slot, value) = (reg.slot(at), value.store());
        if self.st.regs[slot] != value {
            self.st.regs[slot] = value;
            self.emit(Sight::All, || What::Register { reg: reg.number, at: S::index(at) as u16, value });
        }
    }

    /// Adds to a register.
    pub fn add<S: Scope>(&mut self, reg: Reg<S, i32>, at: S::At, by: i32) {
        let value = self.look().get(reg, at).saturating_add(by);
        self.set(reg, at, value);
    }

    /// Moves pieces of a player from one place to another; on routes they are moved by claims alone.
    #[inline]
    pub fn move_pieces(&mut self, who: PlayerId, piece: PieceId, from: PiecesAt, to: PiecesAt, n: u16) {
        if n > 0 {
            self.move_some_pieces(who, piece, from, to, n);
        }
    }

    fn move_some_pieces(&mut self, who: PlayerId, piece: PieceId, from: PiecesAt, to: PiecesAt, n: u16) {
        for (place, by) in [(from, -i32::from(n)), (to, i32::from(n))] {
            let p = &self.rules.pieces[piece.index()];
            let slot = match place {
                PiecesAt::Stock => p.stock.slot(who),
                PiecesAt::Box => p.boxed.slot(who),
                PiecesAt::Aside => p.aside.slot(who),
                PiecesAt::Shared => p.shared.slot(()),
                PiecesAt::Route(_) | PiecesAt::City(_) => continue,
            };
            self.st.regs[slot] += by;
            if self.st.regs[slot] < 0 {
                self.fail("placed more pieces than there are");
            }
        }
        self.emit(Sight::All, || What::Pieces { who, piece, from, to, n });
    }

    // ---- decisions

    /// Asks a player something: pushes a frame that is settled before anything below it goes on.
    pub fn ask(&mut self, decision: DecisionId, who: PlayerId, args: [u16; 6]) {
        self.push(Frame { decision, who: PlayerSet::one(who), args });
    }

    /// Asks several players at once; the answers are sealed until all have come.
    pub fn ask_all(&mut self, decision: DecisionId, who: PlayerSet, args: [u16; 6]) {
        self.push(Frame { decision, who, args });
    }

    #[inline]
    pub(crate) fn push(&mut self, frame: Frame) {
        self.stirred = true;
        if self.st.frames.try_push(frame).is_err() {
            self.fail("left too many decisions pending");
        }
    }

    /// The turn goes on: after this action its player may do another.
    pub fn continue_turn(&mut self) {
        self.stirred = true;
        let who = self.st.clock.player;
        if let Some(turn) = self.st.frames.iter_mut().find(|f| f.decision == TURN) {
            turn.args[0] = crate::engine::TURN_MAIN;
            turn.args[1] = 0;
            turn.who = PlayerSet::one(who);
        }
        self.emit(Sight::All, || What::TurnGoesOn { who });
    }

    // ---- routes

    /// Claims a route: lays the payment in escrow and declares the claim. It goes on when all that rules have to say is
    /// settled.
    pub fn claim(&mut self, who: PlayerId, route: RouteId, payment: Payment) {
        let free = payment == Payment::Free;
        let beneath = !self.look().bag_in(self.rules.escrow).is_empty();
        if beneath {
            self.lay_beneath();
        }
        self.push(Frame {
            decision: CLAIM,
            who: PlayerSet::NONE,
            args: [u16::from(who.0), route.0, u16::from(free), 0, 0, u16::from(beneath)],
        });
        if let Payment::Cards(cards) = payment {
            let escrow = self.rules.escrow;
            self.take_payment(who, &cards, escrow);
        }
    }

    /// What a claim of this route changes, if its steps need not be taken one by one where nobody listens.
    #[inline(always)]
    pub(crate) fn claims_at_once(&self, route: RouteId) -> Option<&'a Standing> {
        let standing = self.rules.standings.get(route.index())?;
        (standing.at_once && self.st.frames.len() <= 1).then_some(standing)
    }

    /// All that becomes of a claim of which no rule hears: what [`Cx::claim`] and what follows come to.
    #[inline(always)]
    pub(crate) fn claim_at_once(&mut self, who: PlayerId, action: &Action, standing: &Standing) {
        if let Some(first) = self.rules.own_purse {
            self.pay_at_once(first, who, &action.pay);
        }
        self.stand(who, action.route(), standing);
    }

    /// Takes cards from a player's own zone of these to the discards, without laying them in escrow, where nobody listens.
    #[inline(always)]
    fn pay_at_once(&mut self, first: ZoneId, who: PlayerId, cards: &CardBag) {
        let rules = self.rules;
        let hand = &rules.zones[first.index() + who.index()];
        let bags = &mut self.st.bags[..];
        if !bags[hand.at].take_all(cards) {
            return self.payment_missing();
        }
        if let Some(known) = hand.known {
            bags[known] = bags[known].less(cards);
        }
        self.barrier |= hand.sight != Sight::All;
        match &rules.draw_piles[..] {
            [deck] if bags[deck.discards].add_all(cards) => {}
            _ => self.lay_discards(cards),
        }
    }

    /// Lays cards on the discards, each on those of its own deck.
    #[inline(never)]
    fn lay_discards(&mut self, cards: &CardBag) {
        for pile in &self.rules.draw_piles {
            if !self.st.bags[pile.discards].add_all(&cards.common(&pile.all)) {
                self.fail("moved more cards of a kind than there can be to the discards");
            }
        }
    }

    /// The claim under way, if there is one.
    pub fn claim_under_way(&self) -> Option<Claim> {
        self.st.frames.iter().rev().find(|f| f.decision == CLAIM).map(crate::engine::claim_of)
    }

    /// Gives up the claim under way: its cards go back when the claim is reached again.
    pub fn abort_claim(&mut self) {
        self.stirred = true;
        match self.st.frames.iter_mut().rev().find(|f| f.decision == CLAIM) {
            Some(frame) if frame.args[3] == crate::engine::CLAIM_DECLARED => frame.args[3] = crate::engine::CLAIM_ABORT,
            _ => self.fail("gave up a claim that is not under way"),
        }
    }

    /// Takes a route off the board: the inverse of a claim. The pieces go back to their owners' stocks.
    pub fn release(&mut self, route: RouteId) {
        let r = self.st.routes[route.index()];
        let held = r.held;
        let piece = self.rules.terms(route).piece;
        self.st.routes[route.index()].held = PlayerSet::NONE;
        self.st.routes[route.index()].pieces = 0;
        self.st.routes[route.index()].public = false;
        self.forget_holders(route);
        self.emit(Sight::All, || What::Released { route, held });
        for who in held.iter() {
            self.move_pieces(who, piece, PiecesAt::Route(route), PiecesAt::Stock, r.pieces.into());
        }
        if r.public {
            self.move_pieces(PlayerId(0), piece, PiecesAt::Route(route), PiecesAt::Shared, r.pieces.into());
        }
        self.board_changed(route);
        let rules = self.rules;
        for rule in &rules.released {
            self.run(rule.module, rule.phase, |cx| (rule.run)(cx, route, held));
        }
    }

    /// Gives a route another colour. Only for modules that declared it with [`crate::Installer::paints`].
    pub fn paint(&mut self, route: RouteId, colour: Option<ColourId>) {
        if !self.rules.paints {
            return self.fail("painted a route without declaring it");
        }
        self.st.routes[route.index()].colour = colour.map_or(u8::MAX, |c| c.0);
        self.emit(Sight::All, || What::Painted { route, colour });
        self.board_changed(route);
    }

    pub(crate) fn place_claim(&mut self, claim: &Claim) {
        let (route, who) = (claim.route, claim.who);
        // Mostly nobody listens, and what it comes to is known.
        if let Some(standing) = self.rules.standings.get(route.index())
            && standing.plain
            && !self.wants
        {
            return self.stand(who, route, standing);
        }
        let Placing { piece, pieces, aside, public } = self.look().placing(who, route);
        let from = if public { PiecesAt::Shared } else { PiecesAt::Stock };
        let state = &mut self.st.routes[route.index()];
        state.pieces = pieces;
        if public {
            state.public = true;
        } else {
            state.held = state.held.with(who);
        }
        self.note_holder(route, if public { self.rules.players } else { who.index() });
        self.emit(Sight::All, || What::Claimed { who, route });
        self.move_pieces(who, piece, from, PiecesAt::Route(route), pieces.into());
        self.move_pieces(who, piece, from, PiecesAt::Aside, aside.into());
        self.board_changed(route);
    }

    /// A claim stands, of which it is known what it changes: its pieces come from the player's stock, and routes are closed.
    #[inline(always)]
    fn stand(&mut self, who: PlayerId, route: RouteId, standing: &Standing) {
        let (rules, words) = (self.rules, self.rules.open_words());
        let State { routes, regs, sets, .. } = &mut *self.st;
        let on = &mut routes[route.index()];
        on.pieces = standing.pieces;
        on.held = on.held.with(who);
        let sets = &mut sets[..];
        sets[(rules.players + who.index()) * words + standing.word] |= standing.bit;
        let mut at = standing.word;
        for _ in 0..rules.players {
            sets[at] &= !standing.to_all;
            at += words;
        }
        if standing.to_holder != 0 {
            for who in rules.with_partners(PlayerSet::one(who)).iter() {
                sets[who.index() * words + standing.word] &= !standing.to_holder;
            }
        }
        let stock = &mut regs[standing.stock + who.index()];
        *stock -= i32::from(standing.pieces);
        if *stock < 0 {
            self.fail("placed more pieces than there are");
        }
    }

    /// A route is held by one more player; as many as there are players stands for all of them, whose it is when it is
    /// public.
    fn note_holder(&mut self, route: RouteId, holder: usize) {
        let at = (self.rules.players + holder) * self.rules.open_words() + route.index() / 64;
        self.st.sets[at] |= 1 << (route.index() % 64);
    }

    /// A route is nobody's any more.
    fn forget_holders(&mut self, route: RouteId) {
        for held in self.st.sets.chunks_exact_mut(self.rules.open_words()).skip(self.rules.players) {
            held[route.index() / 64] &= !(1 << (route.index() % 64));
        }
    }

    /// What lies on a route has changed: to whom those of its group are open depends on it.
    pub(crate) fn board_changed(&mut self, route: RouteId) {
        let rules = self.rules;
        let group = rules.board.group_of(&route);
        for other in group {
            let mut closed = PlayerSet::NONE;
            if rules.closings.taken && !self.look().is_free(*other) {
                closed = rules.everybody();
            } else if group.len() > 1 {
                closed = self.closed_by_twins(*other, group);
            }
            if rules.closings.others {
                closed = closed.or(self.closed_otherwise(*other));
            }
            self.open_to_all_but(*other, closed);
        }
    }

    /// To whom a route is closed by others of its group.
    #[inline]
    fn closed_by_twins(&self, route: RouteId, group: &[RouteId]) -> PlayerSet {
        let (mut holders, mut taken) = (PlayerSet::NONE, false);
        for twin in group.iter().filter(|twin| **twin != route) {
            holders = holders.or(self.look().held(*twin));
            taken |= !self.look().is_free(*twin);
        }
        match self.rules.closings {
            Closings { taken_twin: true, .. } if taken => self.rules.everybody(),
            Closings { held_twin: true, .. } => self.rules.with_partners(holders),
            _ => PlayerSet::NONE,
        }
    }

    /// To whom rules close a route that have to be asked.
    #[cold]
    #[inline(never)]
    fn closed_otherwise(&self, route: RouteId) -> PlayerSet {
        let on_group = self.rules.eligibility.iter().filter(|rule| rule.depends == Depends::OnGroup);
        on_group.fold(PlayerSet::NONE, |to, rule| to.or(rule.refused(self.look(), route)))
    }

    #[inline]
    fn open_to_all_but(&mut self, route: RouteId, closed: PlayerSet) {
        let (mut at, bit) = (route.index() / 64, 1 << (route.index() % 64));
        let (sets, words) = (&mut self.st.sets[..], self.rules.open_words());
        for who in 0..self.rules.players {
            if closed.0 >> (who % 8) & 1 != 0 {
                sets[at] &= !bit;
            } else {
                sets[at] |= bit;
            }
            at += words;
        }
    }

    // ---- turns and the end

    /// Names the first player; only during setup.
    pub fn set_first_player(&mut self, who: PlayerId) {
        self.emit(Sight::All, || What::FirstPlayer { who });
        self.st.clock.first = who;
        self.st.clock.player = who;
    }

    /// Whether the last turns have begun.
    pub fn ending(&self) -> bool {
        self.st.clock.last.is_some()
    }

    /// Begins the last turns: `turns` more for every player. Once begun, nothing undoes it.
    #[cold]
    #[inline(never)]
    pub fn trigger_end(&mut self, why: EndReason, turns: u16) {
        if self.st.clock.last.is_none() {
            let left = turns.saturating_mul(self.rules.players as u16);
            // The turn in which it is triggered is not one of them.
            self.st.clock.last = Some((why.0, left.saturating_add(1)));
            self.emit(Sight::All, || What::LastTurns { why: why.0, left });
        }
    }

    /// Ends the game as soon as the present step is settled.
    #[cold]
    #[inline(never)]
    pub fn end_game(&mut self, why: EndReason) {
        self.over(why.0);
    }

    pub(crate) fn over(&mut self, why: u8) {
        self.stirred = true;
        if self.st.clock.over.is_none() {
            self.st.clock.over = Some(why);
            self.emit(Sight::All, || What::Over { why });
        }
    }

    #[inline]
    pub(crate) fn run(&mut self, module: ModuleId, phase: Phase, f: impl FnOnce(&mut Self)) {
        let before = (self.module, self.phase);
        (self.module, self.phase) = (module, phase);
        f(self);
        (self.module, self.phase) = before;
    }

    pub(crate) fn chose(&mut self, who: PlayerId, action: &Action, forced: bool, sealed: bool) {
        if self.wants {
            let op = self.rules.op(action.op);
            let sight = if sealed || op.secret { Sight::Some(PlayerSet::one(who)) } else { Sight::All };
            let chosen = Chosen { action: *action, tickets: self.look().tickets_named(who, action) };
            // A sealed answer does not tell whose operation it is.
            let asked = self.st.frames.last().map(|f| self.rules.decision(f.decision).module);
            let module = asked.filter(|_| sealed).unwrap_or(op.module);
            let before = std::mem::replace(&mut self.module, module);
            self.emit(sight, || What::Chose { who, action: Some(chosen), forced, sealed });
            self.module = before;
        }
    }
}

/// One outcome of the lot; the first one, and a fault, where the source has none that can come.
#[inline]
fn outcome_of(
    rules: &Rules,
    chance: &mut dyn Chance,
    lot: &Lot<'_>,
    fault: &mut Option<Fault>,
    stirred: &mut bool,
) -> u16 {
    match chance.pick(lot) {
        Some(outcome) if lot.allows(outcome) => outcome,
        outcome => {
            *stirred = true;
            fault.get_or_insert_with(|| no_such_outcome(rules, lot, outcome));
            lot.nth(0).unwrap_or_default()
        }
    }
}

#[cold]
#[inline(never)]
fn no_such_outcome(rules: &Rules, lot: &Lot<'_>, outcome: Option<u16>) -> Fault {
    let named = |n: u16| match lot.from {
        Weights::Cards(_) => Some(rules.kinds.get(usize::from(n))?.name.clone()),
        Weights::Tickets(_) => {
            (usize::from(n) < rules.board.tickets.len()).then(|| rules.board.ticket_name(TicketId(n)))
        }
        Weights::Each(_) | Weights::Below(_) => None,
    };
    let outcome = match outcome {
        Some(n) => format!("{} now", named(n).unwrap_or_else(|| format!("outcome {n}"))),
        None => "the outcome given for another pile, or none is left".to_owned(),
    };
    Fault::Chance { stream: lot.name.to_owned(), outcome }
}
