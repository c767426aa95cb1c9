//! Tickets on the move, one at a time: where each lies, in which order, and who knows of it.

use crate::chance::{LooseTickets, Lot, Weights};
use crate::cx::{Cx, Order};
use crate::event::{Tickets, What};
use crate::ids::{PlayerSet, TicketId, ZoneId, bits, nth_member};
use crate::limits::MAX_TICKETS_DEALT;
use crate::look::Look;
use crate::rules::Holds;
use crate::rules::Rules;
use crate::state::{Lying, Pile, State, TicketPlace};
use crate::zone::{Spot, Zone};

/// What there is to know of a way from one zone to another.
#[derive(Clone, Copy)]
struct Way<'a> {
    here: &'a Spot,
    there: &'a Spot,
    source: &'a Zone,
    target: &'a Zone,
    order: Order,
    /// Who sees by this move which tickets come there, besides those who knew before.
    seen_too: PlayerSet,
    /// The players for whom such knowledge is kept: those who may not look into the zone anyway, or nobody.
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
        self.turn_top(&Way::new(self.rules, from, to, order), 1)
    }

    /// Turns so many tickets of a zone into another, each behind all that lie there, as [`Cx::turn_ticket`] does; fewer if it has
    /// fewer.
    pub fn turn_tickets(&mut self, from: ZoneId, to: ZoneId, n: usize) {
        self.turn_top(&Way::new(self.rules, from, to, Order::Behind), n);
    }

    /// Turns the top tickets of a zone, one after the other, and gives the last, if there are so many.
    fn turn_top(&mut self, way: &Way<'_>, n: usize) -> Option<TicketId> {
        let mut last = None;
        for _ in 0..n {
            let Pile { count, queued } = self.st.piles[way.here.zone.index()];
            let ticket = if count > queued {
                self.ticket_by_chance(way, (count - queued).into())?
            } else {
                self.look().first_in_order(way.here.zone)?
            };
            self.blur(way, 1);
            if !self.lift(way, &[ticket]) {
                return None;
            }
            self.lay(way, ticket);
            self.settle_way(way, &[ticket]);
            last = Some(ticket);
        }
        last
    }

    /// One of the tickets that lie in a zone without an order.
    #[inline(always)]
    fn ticket_by_chance(&mut self, way: &Way<'_>, n: u32) -> Option<TicketId> {
        let (rules, stream) = (self.rules, way.source.stream);
        self.barrier = true;
        let lying = Look { rules, st: self.st }.lying(way.here.zone);
        let from = Weights::Tickets(LooseTickets(lying));
        let lot = Lot { stream, name: &rules.material.streams[usize::from(stream)], n, from };
        match self.chance.pick(&lot) {
            Ok(i) if i < n => nth_loose(lying, i),
            other => {
                let lying = lying.to_vec();
                let i = self.no_outcome(stream, Weights::Tickets(LooseTickets(&lying)), other);
                nth_loose(&lying, i)
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

    /// Moves tickets from one zone to another.
    pub fn move_tickets(&mut self, from: ZoneId, to: ZoneId, tickets: &[TicketId], order: Order) {
        if tickets.is_empty() {
            return;
        }
        let way = Way::new(self.rules, from, to, order);
        if way.target.holds != Holds::Tickets {
            return self.fail(format!("moved tickets from \"{}\" to where cards lie", way.source.name));
        }
        self.blur(&way, tickets.len());
        if !self.lift(&way, tickets) {
            return;
        }
        tickets.iter().for_each(|ticket| self.lay(&way, *ticket));
        self.settle_way(&way, tickets);
    }

    /// Forgets who knew which tickets lie in a zone if only a part of it goes, as nobody can tell which part. Only hidden zones that
    /// belong to nobody keep such knowledge. From a pile that is drawn from, the tickets in order below stay where they were put, so what
    /// is known of them stays true.
    #[inline(always)]
    fn blur(&mut self, way: &Way<'_>, going: usize) {
        if way.source.owner.is_none() && !way.source.shuffled && !way.here.is_public() {
            let from = way.here.zone;
            if self.look().ticket_count(from) != going {
                for place in self.st.tickets.iter_mut().filter(|place| place.zone == from) {
                    place.seen = PlayerSet::NONE;
                }
            }
        }
    }

    /// Takes tickets from where they lie; of those in order that stay, each moves up. Whether all of them lay there.
    #[inline(always)]
    fn lift(&mut self, way: &Way<'_>, going: &[TicketId]) -> bool {
        let words = self.st.ticket_words();
        let State { piles, tickets, lying, .. } = &mut *self.st;
        let (pile, tickets) = (&mut piles[way.here.zone.index()], &mut tickets[..]);
        let at = usize::from(way.here.lying) * words;
        let lying = lying.get_mut(at..at + words).unwrap_or_default();
        let (mut queued, mut there) = (0, true);
        for ticket in going.iter().map(|ticket| ticket.index()) {
            let (pos, bit) = (tickets[ticket].pos, 1 << (ticket % 64));
            queued += u16::from(pos > 0);
            if let Some(lying) = lying.get_mut(ticket / 64) {
                there &= *lying.of(pos) & bit != 0;
                *lying.of(pos) &= !bit;
            }
        }
        if !there {
            self.fail(format!("moved a ticket that does not lie in \"{}\", or twice", way.source.name));
            return false;
        }
        pile.count -= going.len() as u16;
        pile.queued -= queued;
        if queued > 0 && pile.queued > 0 {
            for (first, lying) in (0..).step_by(64).zip(lying) {
                for at in bits(lying.queued).map(|bit| first + bit) {
                    let pos = tickets[at].pos;
                    let before = going.iter().filter(|ticket| (1..pos).contains(&tickets[ticket.index()].pos));
                    tickets[at].pos -= before.count() as u16;
                }
            }
        }
        true
    }

    /// Lays down a ticket that was lifted: the one way in which tickets move.
    #[inline(always)]
    fn lay(&mut self, way: &Way<'_>, ticket: TicketId) {
        let (words, ticket) = (self.st.ticket_words(), ticket.index());
        let State { piles, tickets, lying, .. } = &mut *self.st;
        let (pile, place) = (&mut piles[way.there.zone.index()], &mut tickets[ticket]);
        pile.count += 1;
        pile.queued += u16::from(way.order == Order::Behind);
        let pos = if way.order == Order::Behind { pile.queued } else { 0 };
        *place = TicketPlace { zone: way.there.zone, pos, seen: place.seen.or(way.seen_too).and(way.seen_of) };
        if let Some(lying) = lying.get_mut(usize::from(way.there.lying) * words + ticket / 64) {
            *lying.of(pos) |= 1 << (ticket % 64);
        }
    }

    /// Tickets have gone a way: wakes the rules that look at its ends, notes what can't be undone, and tells who listens.
    #[inline(always)]
    fn settle_way(&mut self, way: &Way<'_>, tickets: &[TicketId]) {
        self.barrier |= !way.there.is_seen_within(way.here);
        self.disturb(way.here);
        self.disturb(way.there);
        if self.told {
            self.say_gone(way, tickets);
        }
    }

    #[cold]
    #[inline(never)]
    fn say_gone(&mut self, way: &Way<'_>, tickets: &[TicketId]) {
        let sight = way.source.sight.or(way.target.sight);
        self.emit(sight, || What::Tickets {
            from: way.here.zone,
            to: way.there.zone,
            n: tickets.len() as u16,
            tickets: Some(tickets.iter().copied().take(MAX_TICKETS_DEALT).collect::<Tickets>()),
        });
    }
}

/// The i-th of the tickets that lie somewhere without an order, by number.
#[inline(always)]
fn nth_loose(lying: &[Lying], i: u32) -> Option<TicketId> {
    nth_member(lying.iter().map(|lying| lying.loose), i).map(TicketId::at)
}
