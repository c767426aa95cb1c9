//! Tickets on the move, one at a time: where each lies, in which order, and who knows of it.

use crate::chance::{LooseTickets, Lot, Weights};
use crate::cx::{Cx, Order};
use crate::event::{Tickets, What};
use crate::ids::{PlayerSet, TicketId, ZoneId, bits};
use crate::limits::MAX_TICKETS_DEALT;
use crate::look::Look;
use crate::rules::Holds;
use crate::state::{Pile, State, TicketPlace};
use crate::zone::{Spot, Zone};

/// Who has seen tickets that were moved: these too, but of all only those.
#[derive(Clone, Copy)]
struct Seen {
    too: PlayerSet,
    of: PlayerSet,
}

impl Cx<'_> {
    /// Turns the top ticket of a zone into another: one of those without an order by chance, or else the first of those
    /// that lie in order. `None` if there is none.
    pub fn turn_ticket(&mut self, from: ZoneId, to: ZoneId, order: Order) -> Option<TicketId> {
        let Pile { count, queued } = self.st.piles[from.index()];
        let ticket = if count > queued {
            self.ticket_by_chance(from, (count - queued).into())?
        } else {
            self.look().first_in_order(from)?
        };
        self.move_tickets(from, to, &[ticket], order);
        Some(ticket)
    }

    /// One of the tickets that lie in a zone without an order.
    fn ticket_by_chance(&mut self, from: ZoneId, n: u32) -> Option<TicketId> {
        let rules = self.rules;
        let stream = rules.zones[from.index()].stream;
        self.barrier = true;
        let weights = Weights::Tickets(LooseTickets(Look { rules, st: self.st }.lying(from)));
        let lot = Lot { stream, name: &rules.streams[usize::from(stream)], n, from: weights };
        let i = match self.chance.pick(&lot) {
            Ok(i) if i < n => i,
            other => {
                let lying = self.look().lying(from).to_vec();
                self.no_outcome(stream, Weights::Tickets(LooseTickets(&lying)), other)
            }
        };
        self.look().nth_loose(from, i)
    }

    /// Turns so many tickets of a zone into another, each behind all that lie there, as [`Cx::turn_ticket`] does; fewer if it has
    /// fewer.
    pub fn turn_tickets(&mut self, from: ZoneId, to: ZoneId, n: usize) {
        for _ in 0..n {
            if self.turn_ticket(from, to, Order::Behind).is_none() {
                return;
            }
        }
    }

    /// Moves all tickets of a zone to another, without an order.
    pub fn move_all_tickets(&mut self, from: ZoneId, to: ZoneId) {
        let tickets = self.look().tickets(from);
        self.move_tickets(from, to, &tickets, Order::Loose);
    }

    /// Moves all tickets of a player's zone: those of which bit `i` stands for the i-th to one place, without an order, and the
    /// others to another, behind all that lie there.
    pub fn part_tickets(&mut self, from: ZoneId, chosen: u16, to: ZoneId, rest: ZoneId) {
        let (chosen, left) = self.look().chosen_tickets(from, chosen);
        self.move_tickets(from, to, &chosen, Order::Loose);
        self.move_tickets(from, rest, &left, Order::Behind);
    }

    /// Moves tickets from one zone to another: the one way in which tickets move.
    pub fn move_tickets(&mut self, from: ZoneId, to: ZoneId, tickets: &[TicketId], order: Order) {
        let Some(first) = tickets.first() else { return };
        let rules = self.rules;
        let (source, target) = (&rules.zones[from.index()], &rules.zones[to.index()]);
        if target.holds != Holds::Tickets || tickets.iter().any(|t| self.st.tickets[t.index()].zone != from) {
            return self.fail(format!("moved tickets that do not lie in \"{}\"", source.name));
        }
        // Who sees a part of a zone go does not know which part, unless they may look into it or all of it goes. What
        // was known of the first of a queue stays known.
        let in_order = self.st.tickets[first.index()].pos > 0;
        let whole = self.look().ticket_count(from) == tickets.len() || (in_order && source.shuffled);
        // What was seen of tickets is kept in hidden places alone that are nobody's; and what lies in order below a pile stays
        // where it was put.
        let (here, there) = (rules.spots[from.index()], rules.spots[to.index()]);
        if !whole && source.owner.is_none() && !source.shuffled && !here.is_public() {
            for place in self.st.tickets.iter_mut().filter(|place| place.zone == from) {
                place.seen = PlayerSet::NONE;
            }
        }
        let seen = self.seen_by(source, target, order);
        for (done, ticket) in tickets.iter().enumerate() {
            if self.st.tickets[ticket.index()].zone != from || (from == to && tickets[..done].contains(ticket)) {
                return self.fail("moved a ticket twice");
            }
            self.put_ticket(&here, *ticket, to, &there, order, seen);
        }
        self.barrier |= !there.is_seen_within(&here);
        self.disturb(&here);
        self.disturb(&there);
        let sight = source.sight.or(target.sight);
        self.emit(sight, || What::Tickets {
            from,
            to,
            n: tickets.len() as u16,
            tickets: Some(tickets.iter().copied().take(MAX_TICKETS_DEALT).collect::<Tickets>()),
        });
    }

    /// Takes a ticket from its place and puts it down in a zone.
    fn put_ticket(&mut self, here: &Spot, ticket: TicketId, to: ZoneId, there: &Spot, order: Order, seen: Seen) {
        let words = self.st.ticket_words();
        let State { piles, tickets, lying, .. } = &mut *self.st;
        let (word, bit) = (ticket.index() / 64, 1u64 << (ticket.index() % 64));
        let before = tickets[ticket.index()];
        let pile = &mut piles[before.zone.index()];
        pile.count -= 1;
        let at = usize::from(here.lying) * words;
        if let Some(lying) = lying.get_mut(at + word) {
            *lying.of(before.pos) &= !bit;
        }
        if before.pos > 0 {
            pile.queued -= 1;
            // Those behind it move up.
            for (lying, places) in lying.iter().skip(at).zip(tickets.chunks_mut(64)) {
                for at in bits(lying.queued).filter(|_| before.pos <= pile.queued) {
                    places[at].pos -= u16::from(places[at].pos > before.pos);
                }
            }
        }
        let pile = &mut piles[to.index()];
        pile.count += 1;
        pile.queued += u16::from(order == Order::Behind);
        let pos = if order == Order::Behind { pile.queued } else { 0 };
        tickets[ticket.index()] = TicketPlace { zone: to, pos, seen: before.seen.or(seen.too).and(seen.of) };
        if let Some(lying) = lying.get_mut(usize::from(there.lying) * words + word) {
            *lying.of(pos) |= bit;
        }
    }

    /// Who knows which tickets lie in a zone that came from another.
    #[inline]
    fn seen_by(&self, source: &Zone, target: &Zone, order: Order) -> Seen {
        // What a player holds is that player's secret (G19a), even where others could work it out.
        let keeps = target.owner.is_none() && target.sight != crate::event::Sight::All;
        if !keeps || (order == Order::Loose && target.shuffled) {
            return Seen { too: PlayerSet::NONE, of: PlayerSet::NONE };
        }
        let (brought, hidden) = (source.sight.players(self.rules.players), target.sight.players(self.rules.players));
        Seen { too: brought, of: PlayerSet(!hidden.0) }
    }
}
