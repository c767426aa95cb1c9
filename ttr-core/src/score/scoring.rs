//! A position on its way to the score.

use super::choice::Desk;
use super::network::Purpose;
use super::{Measured, Outcomes, Proof};
use crate::ids::{RouteId, SideId};
use crate::limits::MAX_PLAYERS;
use crate::look::Look;
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};

/// A position on its way to the score: what several lines need is computed once.
pub struct Scoring<'a> {
    look: Look<'a>,
    proofs: bool,
    /// The routes of all sides, one after the other, and where those of each end and the next begin.
    routes: OnceCell<(Vec<RouteId>, [usize; MAX_PLAYERS + 1])>,
    outcomes: [OnceCell<Outcomes>; MAX_PLAYERS],
    /// What each side has of each measure, those of one measure side by side.
    pub(super) measured: Vec<OnceCell<Measured>>,
    desk: RefCell<Desk>,
}

impl<'a> Scoring<'a> {
    pub(super) fn new(look: Look<'a>, proofs: bool) -> Self {
        Self {
            look,
            proofs,
            routes: OnceCell::new(),
            outcomes: [const { OnceCell::new() }; MAX_PLAYERS],
            measured: (0..look.rules.scoring.measures.len() * look.rules.about.side_count)
                .map(|_| OnceCell::new())
                .collect(),
            desk: RefCell::default(),
        }
    }

    /// The position.
    pub fn look(&self) -> Look<'a> {
        self.look
    }

    /// Whether somebody will read proofs.
    pub fn wants_proof(&self) -> bool {
        self.proofs
    }

    /// The proof of a line or a number, which is made only where somebody will read it.
    pub fn proof(&self, make: impl FnOnce() -> Proof) -> Proof {
        if self.proofs { make() } else { Proof::default() }
    }

    /// What a side's tickets come to.
    pub fn outcomes(&self, side: SideId) -> &Outcomes {
        let work_out = || self.look.outcomes_with(side, self.routes(side), &mut self.desk.borrow_mut());
        self.outcomes[side.index()].get_or_init(work_out)
    }

    /// A side's own and the public routes, in map order.
    fn routes(&self, side: SideId) -> &[RouteId] {
        let (routes, ends) = self.routes.get_or_init(|| {
            let (mut routes, mut ends) = (Vec::with_capacity(128), [0; MAX_PLAYERS + 1]);
            for side in self.look.rules.side_ids() {
                self.look.routes_used_by(side).for_each(|route| routes.push(route));
                ends[side.index() + 1] = routes.len();
            }
            (routes, ends)
        });
        &routes[ends[side.index()]..ends[side.index() + 1]]
    }

    /// The routes that count for a side and a purpose.
    pub fn edges(&self, side: SideId, purpose: Purpose) -> Cow<'_, [RouteId]> {
        let routes = self.routes(side);
        match self.look.rules.is_plain(purpose) {
            true => Cow::Borrowed(routes),
            false => Cow::Owned(self.look.network_of(routes.to_vec(), side, purpose).edges),
        }
    }
}
