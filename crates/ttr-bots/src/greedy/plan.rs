//! What `greedy` plans: which routes join the cities of its tickets, and what they cost.

use super::mind::{Mind, TURN};
use crate::ways::Way;
use std::cmp::Reverse;
use std::rc::Rc;
use ttr_core::limits::MAX_PIECE_KINDS;
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
    pub pieces: [i32; MAX_PIECE_KINDS],
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
    stocks: [i32; MAX_PIECE_KINDS],
    turns: u32,
}

impl<'m, 'a> Planner<'m, 'a> {
    fn new(mind: &'m Mind<'a>) -> Self {
        let mut stocks = [0; MAX_PIECE_KINDS];
        for (piece, stock) in stocks.iter_mut().enumerate().take(mind.rules.pieces().len()) {
            *stock = mind.view.stock(mind.me, PieceId::at(piece));
        }
        let turns = if mind.end_is_near() { mind.turns_left() } else { u32::MAX };
        Self { mind, plan: Plan::default(), stocks, turns }
    }

    /// Whether there was enough for the way.
    fn add(&mut self, gain: i64, way: &Way) -> bool {
        let (mut pieces, mut turns) = (self.plan.pieces, self.plan.turns);
        for open in way.routes.iter().filter_map(|route| self.mind.open[route.index()].as_ref()) {
            pieces[open.piece.index()] += i32::from(open.pieces) + i32::from(open.aside);
            turns += open.turns;
        }
        let enough = pieces.iter().zip(&self.stocks).all(|(needed, stock)| needed <= stock);
        if turns > self.turns || !enough {
            return false;
        }
        self.plan.gain += gain;
        self.plan.cost += way.cost;
        (self.plan.pieces, self.plan.turns) = (pieces, turns);
        self.plan.routes.extend(&way.routes);
        true
    }
}

/// A ticket that is not in the plan yet: what it comes to as things are, and the way to complete it.
struct Left {
    ticket: TicketId,
    now: i64,
    way: Option<Rc<Way>>,
}

impl Left {
    fn gain(&self, way: &Way) -> i64 {
        i64::from(way.outcome.points) - self.now
    }
}

impl Mind<'_> {
    /// Joins the cities of tickets one after the other, the most rewarding first, each over what is planned already.
    /// Tickets for which no way, too few pieces or too little time is left are given up.
    pub fn plan(&self, tickets: &[TicketId]) -> Plan {
        let mut planner = Planner::new(self);
        let mut left = self.left(tickets);
        loop {
            let found = left.iter().enumerate().filter_map(|(i, left)| {
                let way = left.way.as_ref()?;
                Some((i, left.gain(way), way))
            });
            // The best value for what it costs; ties by map order.
            let Some((i, gain, way)) = found.max_by_key(|(i, gain, way)| (reward(*gain, way), Reverse(*i))) else {
                break;
            };
            let changed = planner.add(gain, way) && !way.routes.is_empty();
            left.remove(i);
            if changed {
                left.iter_mut().for_each(|left| left.way = self.ways.way(left.ticket, &planner.plan.routes));
            }
        }
        planner.plan
    }

    /// A plan for a position that is only thought of: tickets are put in order once, and never again.
    pub fn quick_plan(&self, tickets: &[TicketId]) -> Plan {
        let mut planner = Planner::new(self);
        let mut found = self.left(tickets);
        found.sort_by_cached_key(|left| left.way.as_ref().map(|way| Reverse(reward(left.gain(way), way))));
        for left in found {
            let Some(alone) = &left.way else { continue };
            let over_others = self.ways.way(left.ticket, &planner.plan.routes);
            if let Some(way) = over_others {
                planner.add(left.gain(alone), &way);
            }
        }
        planner.plan
    }

    /// Tickets with what they come to as they are, and their ways.
    fn left(&self, tickets: &[TicketId]) -> Vec<Left> {
        let left = |ticket: &TicketId| {
            let now = i64::from(self.ways.outcome_now(*ticket).points);
            Left { ticket: *ticket, now, way: self.ways.way(*ticket, &[]) }
        };
        tickets.iter().map(left).collect()
    }

    /// What a plan is worth, in tenths of a point. Routes score on their own, too, so cards are not all lost.
    pub fn worth_of(&self, plan: &Plan) -> i64 {
        plan.gain * 10 - i64::from(plan.cost) * COST_OF_WAY / 100
    }
}
