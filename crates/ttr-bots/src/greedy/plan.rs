//! What `greedy` plans: which routes join the cities of its tickets, and what they cost.

use super::mind::{Mind, TURN};
use crate::ways::Way;
use std::cmp::Reverse;
use ttr_core::{PieceId, RouteId, TicketId};

/// A way costs points that could be had elsewhere: so many hundredths of a tenth of a card.
const COST_OF_WAY: i64 = 70;

/// A way to join the cities of some tickets.
#[derive(Clone, Default)]
pub(super) struct Plan {
    pub routes: Vec<RouteId>,
    /// What it costs, in tenths of a card.
    cost: u32,
    /// Pieces that it takes, by kind.
    pub pieces: Vec<i32>,
    /// Turns that it takes at least.
    turns: u32,
    /// Points that its tickets gain.
    gain: i64,
}

/// What a way gains for what it costs.
fn reward(gain: i64, way: &Way) -> i64 {
    gain * 1000 / i64::from(way.cost + TURN)
}

/// Adds ways to a plan as long as there are pieces and time for them.
struct Planner<'m, 'a> {
    mind: &'m Mind<'a>,
    plan: Plan,
    stocks: Vec<i32>,
    turns: u32,
}

impl<'m, 'a> Planner<'m, 'a> {
    fn new(mind: &'m Mind<'a>) -> Self {
        let pieces = (0..mind.rules.pieces().len()).map(PieceId::at);
        let stocks: Vec<i32> = pieces.map(|piece| mind.view.stock(mind.me, piece)).collect();
        let turns = if mind.end_is_near() { mind.turns_left() } else { u32::MAX };
        Self { mind, plan: Plan { pieces: vec![0; stocks.len()], ..Plan::default() }, stocks, turns }
    }

    fn add(&mut self, gain: i64, way: &Way) {
        let mut pieces = self.plan.pieces.clone();
        let mut turns = self.plan.turns;
        let hand = self.mind.hand();
        for terms in way.routes.iter().filter_map(|r| self.mind.terms[r.index()].as_ref()) {
            if !terms.public {
                pieces[terms.piece.index()] += i32::from(terms.pieces) + i32::from(terms.aside);
            }
            turns += 1 + hand.lacking(terms).map_or(0, |lack| lack.div_ceil(2));
        }
        if turns <= self.turns && pieces.iter().zip(&self.stocks).all(|(needed, stock)| needed <= stock) {
            self.plan.gain += gain;
            self.plan.cost += way.cost;
            (self.plan.pieces, self.plan.turns) = (pieces, turns);
            self.plan.routes.extend(&way.routes);
        }
    }
}

impl Mind<'_> {
    /// Joins the cities of tickets one after the other, the most rewarding first, each over what is planned already.
    /// Tickets for which no way, too few pieces or too little time is left are given up.
    pub fn plan(&self, tickets: &[TicketId]) -> Plan {
        let mut planner = Planner::new(self);
        let mut left = self.with_points(tickets);
        while !left.is_empty() {
            let found = left.iter().enumerate().filter_map(|(i, (ticket, now))| {
                let way = self.ways.cheapest(*ticket, &planner.plan.routes)?;
                Some((i, i64::from(way.outcome.points) - now, way))
            });
            // The best value for what it costs; ties by map order.
            let Some((i, gain, way)) = found.max_by_key(|(i, gain, way)| (reward(*gain, way), Reverse(*i))) else {
                break;
            };
            planner.add(gain, &way);
            left.remove(i);
        }
        planner.plan
    }

    /// A plan for a position that is only thought of: tickets are put in order once, and never again.
    pub fn quick_plan(&self, tickets: &[TicketId]) -> Plan {
        let mut planner = Planner::new(self);
        let found = self.with_points(tickets).into_iter().enumerate().filter_map(|(i, (ticket, now))| {
            let way = self.ways.cheapest(ticket, &[])?;
            let gain = i64::from(way.outcome.points) - now;
            Some((Reverse(reward(gain, &way)), i, gain, ticket, way))
        });
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|(reward, i, ..)| (*reward, *i));
        for (_, _, gain, ticket, way) in found {
            let over_others = || self.ways.cheapest(ticket, &planner.plan.routes);
            let way = if planner.plan.routes.is_empty() { Some(way) } else { over_others() };
            if let Some(way) = way {
                planner.add(gain, &way);
            }
        }
        planner.plan
    }

    /// Tickets with what they come to as they are.
    fn with_points(&self, tickets: &[TicketId]) -> Vec<(TicketId, i64)> {
        tickets.iter().map(|t| (*t, i64::from(self.ways.outcome_now(*t).points))).collect()
    }

    /// What a plan is worth, in tenths of a point. Routes score on their own, too, so cards are not all lost.
    pub fn worth_of(&self, plan: &Plan) -> i64 {
        plan.gain * 10 - i64::from(plan.cost) * COST_OF_WAY / 100
    }
}
