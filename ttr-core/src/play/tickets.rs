//! Tickets on the move, one at a time: where each lies, in which order, and who knows of it.

use crate::chance::{LooseTickets, Lot, Weights};
use crate::cx::{Cx, Order};
use crate::event::{Tickets, What};
use crate::ids::{PlayerSet, TicketId, ZoneId, bits};
use crate::limits::MAX_TICKETS_DEALT;
use crate::look::Look;
use crate::rules::Holds;
use crate::rules::Rules;
use crate::state::{Pile, State, TicketPlace};
use crate::zone::{Spot, Zone};

/// What there is to know of a way from one zone to another.
#[derive(Clone, Copy)]
struct Way<'a> {
    here: &'a Spot,
    there: &'a Spot,
    source: &'a Zone,
    target: &'a Zone,
    order: Order,
    /// Who knows which tickets come there: these too, but of all only those.
    seen_too: PlayerSet,
    seen_of: PlayerSet,
}

impl<'a> Way<'a> {
    #[inline]
    fn new(rules: &'a Rules, from: ZoneId, to: ZoneId, order: Order) -> Self {
        let (source, target) = (&rules.material.zones[from.index()], &rules.material.zones[to.index()]);
        let (here, there) = (&rules.material.spots[from.index()], &rules.material.spots[to.index()]);
        // What a player holds is that player's secret (G19a), even where others could work it out.
        let keeps = target.owner.is_none() && !there.is_public() && !(order == Order::Loose && target.shuffled);
        let (seen_too, seen_of) = match keeps {
            true => {
                (source.sight.players(rules.about.players), PlayerSet(!target.sight.players(rules.about.players).0))
            }
            false => (PlayerSet::NONE, PlayerSet::NONE),
        };
        Self { here, there, source, target, order, seen_too, seen_of }
    }
}

impl Cx<'_> {
    /// Turns the top ticket of a zone into another: one of those without an order by chance, or else the first of those
    /// that lie in order. `None` if there is none.
    pub fn turn_ticket(&mut self, from: ZoneId, to: ZoneId, order: Order) -> Option<TicketId> {
        let way = Way::new(self.rules, from, to, order);
        self.turn_on(&way)
    }

    /// Turns so many tickets of a zone into another, each behind all that lie there, as [`Cx::turn_ticket`] does; fewer if it has
    /// fewer.
    pub fn turn_tickets(&mut self, from: ZoneId, to: ZoneId, n: usize) {
        let way = Way::new(self.rules, from, to, Order::Behind);
        for _ in 0..n {
            if self.turn_on(&way).is_none() {
                return;
            }
        }
    }

    /// Turns the top ticket of a zone.
    fn turn_on(&mut self, way: &Way<'_>) -> Option<TicketId> {
        let from = way.here.zone;
        let Pile { count, queued } = self.st.piles[from.index()];
        let ticket = if count > queued {
            self.ticket_by_chance(from, way.source.stream, (count - queued).into())?
        } else {
            self.look().first_in_order(from)?
        };
        self.blur(way, &[ticket]);
        self.put_ticket(way, ticket);
        self.settle_way(way, &[ticket]);
        Some(ticket)
    }

    /// One of the tickets that lie in a zone without an order.
    #[inline]
    fn ticket_by_chance(&mut self, from: ZoneId, stream: u16, n: u32) -> Option<TicketId> {
        let rules = self.rules;
        self.barrier = true;
        let weights = Weights::Tickets(LooseTickets(Look { rules, st: self.st }.lying(from)));
        let lot = Lot { stream, name: &rules.material.streams[usize::from(stream)], n, from: weights };
        let i = match self.chance.pick(&lot) {
            Ok(i) if i < n => i,
            other => {
                let lying = self.look().lying(from).to_vec();
                self.no_outcome(stream, Weights::Tickets(LooseTickets(&lying)), other)
            }
        };
        self.look().nth_loose(from, i)
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

    /// Moves tickets from one zone to another.
    pub fn move_tickets(&mut self, from: ZoneId, to: ZoneId, tickets: &[TicketId], order: Order) {
        if tickets.is_empty() {
            return;
        }
        let way = Way::new(self.rules, from, to, order);
        let lie_there = tickets.iter().all(|ticket| self.st.tickets[ticket.index()].zone == from);
        if way.target.holds != Holds::Tickets || !lie_there {
            return self.fail(format!("moved tickets that do not lie in \"{}\"", way.source.name));
        }
        self.blur(&way, tickets);
        for (done, ticket) in tickets.iter().enumerate() {
            if self.st.tickets[ticket.index()].zone != from || (from == to && tickets[..done].contains(ticket)) {
                return self.fail("moved a ticket twice");
            }
            self.put_ticket(&way, *ticket);
        }
        self.settle_way(&way, tickets);
    }

    /// Who sees a part of a zone go does not know which part, unless they may look into it or all of it goes. What was known of the first
    /// of a queue stays known. What was seen of tickets is kept in hidden places alone that are nobody's; and what lies in order below a
    /// pile stays where it was put.
    #[inline]
    fn blur(&mut self, way: &Way<'_>, going: &[TicketId]) {
        if way.source.owner.is_none() && !way.source.shuffled && !way.here.is_public() {
            let from = way.here.zone;
            if self.look().ticket_count(from) != going.len() {
                for place in self.st.tickets.iter_mut().filter(|place| place.zone == from) {
                    place.seen = PlayerSet::NONE;
                }
            }
        }
    }

    /// Takes a ticket from its place and puts it down in a zone: the one way in which tickets move.
    fn put_ticket(&mut self, way: &Way<'_>, ticket: TicketId) {
        let words = self.st.ticket_words();
        let State { piles, tickets, lying, .. } = &mut *self.st;
        let (word, bit) = (ticket.index() / 64, 1u64 << (ticket.index() % 64));
        let place = &mut tickets[ticket.index()];
        let before = *place;
        let pile = &mut piles[way.here.zone.index()];
        pile.count -= 1;
        pile.queued -= u16::from(before.pos > 0);
        let last = before.pos > pile.queued;
        let pile = &mut piles[way.there.zone.index()];
        pile.count += 1;
        let pos = if way.order == Order::Behind { pile.queued + 1 } else { 0 };
        pile.queued = pile.queued.max(pos);
        let at = usize::from(way.here.lying) * words;
        if let Some(lying) = lying.get_mut(at + word) {
            *lying.of(before.pos) &= !bit;
        }
        *place = TicketPlace { zone: way.there.zone, pos, seen: before.seen.or(way.seen_too).and(way.seen_of) };
        if before.pos > 0 && !last {
            // Those behind it move up.
            for (lying, places) in lying.iter().skip(at).zip(tickets.chunks_mut(64)) {
                for at in bits(lying.queued) {
                    places[at].pos -= u16::from(places[at].pos > before.pos);
                }
            }
        }
        if let Some(lying) = lying.get_mut(usize::from(way.there.lying) * words + word) {
            *lying.of(pos) |= bit;
        }
    }

    /// Tickets have gone a way: what follows of it.
    #[inline]
    fn settle_way(&mut self, way: &Way<'_>, tickets: &[TicketId]) {
        self.barrier |= !way.there.is_seen_within(way.here);
        self.disturb(way.here);
        self.disturb(way.there);
        let sight = way.source.sight.or(way.target.sight);
        self.emit(sight, || What::Tickets {
            from: way.here.zone,
            to: way.there.zone,
            n: tickets.len() as u16,
            tickets: Some(tickets.iter().copied().take(MAX_TICKETS_DEALT).collect::<Tickets>()),
        });
    }
}
