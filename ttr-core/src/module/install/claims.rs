//! Claims of routes, and other things that cost cards.

use super::{CostId, Installer};
use crate::board::Board;
use crate::cost::Cost;
use crate::cx::Cx;
use crate::ids::{ColourId, PlayerId, PlayerSet, RouteId};
use crate::look::Look;
use crate::message::Note;
use crate::phase::Phase;
use crate::rules::{Claim, Closes, Depends, Eligibility, RefusalFn, Refuses, Rule, Terms, Turned};

impl Installer<'_> {
    /// Registers something that is paid with cards, for [`crate::ActionSpace::pay_registered`]; `key` is the parameter that it
    /// comes from. One whose payments can't be told apart is a fault of that parameter.
    pub fn cost(&mut self, key: &str, cost: Cost) -> CostId {
        self.joins("cost", None);
        self.draft.costs.push((self.draft.module, key.to_owned(), cost));
        CostId((self.draft.costs.len() - 1) as u16)
    }

    /// Sets or changes the terms of routes by what the map says of them. Runs once per route, when the rules are compiled. What is paid
    /// besides is added to the cost that is there: `terms.cost = terms.cost.clone() + Cost::cards(2).of(kinds).any_colours()`.
    pub fn terms(&mut self, phase: Phase, change: impl Fn(&Board, RouteId, Option<ColourId>, &mut Terms) + 'static) {
        self.joins("cost", Some(phase));
        self.draft.terms.push((phase, self.draft.module, Box::new(change)));
    }

    /// Changes the terms of a route for a player during the game, beginning with those of the map; says whether it did.
    pub fn personal_terms(
        &mut self,
        change: impl Fn(Look<'_>, PlayerId, RouteId, &mut Terms) -> bool + Send + Sync + 'static,
    ) {
        self.joins("cost", Some(Phase::Personal));
        let rule = Rule { module: self.draft.module, phase: Phase::Personal, run: Box::new(change) as _ };
        self.draft.rules.claims.personal.push(rule);
    }

    /// Routes change their colours in these rules.
    pub fn paints(&mut self) {
        self.draft.rules.claims.paints = true;
    }

    /// Routes can come off the board in these rules: others may speak of it.
    pub fn releases(&mut self) {
        self.draft.rules.claims.releases = true;
    }

    /// Keeps players from claiming routes by what lies on the routes of the same group: says whom, and why.
    pub fn closes(
        &mut self,
        to: impl Fn(Look<'_>, RouteId) -> PlayerSet + Send + Sync + 'static,
        why: impl Fn(Look<'_>, PlayerId, RouteId) -> Note + Send + Sync + 'static,
    ) {
        self.keeps_from_routes(Depends::OnGroup, Refuses::Players(Box::new(to)), Box::new(why));
    }

    /// Closes routes by what lies on them or beside them: says to whom once, and asks the module only for the reason.
    pub fn closes_when(
        &mut self,
        closes: Closes,
        why: impl Fn(Look<'_>, PlayerId, RouteId) -> Note + Send + Sync + 'static,
    ) {
        self.keeps_from_routes(Depends::OnGroup, Refuses::When(closes), Box::new(why));
    }

    /// Keeps players from claiming routes: says whether it does, and if so, why.
    pub fn eligible(
        &mut self,
        depends: Depends,
        refuses: impl Fn(Look<'_>, PlayerId, RouteId) -> bool + Send + Sync + 'static,
        why: impl Fn(Look<'_>, PlayerId, RouteId) -> Note + Send + Sync + 'static,
    ) {
        self.keeps_from_routes(depends, Refuses::Player(Box::new(refuses)), Box::new(why));
    }

    fn keeps_from_routes(&mut self, depends: Depends, refuses: Refuses, why: RefusalFn) {
        self.joins("claim", Some(Phase::Main));
        let rule = Eligibility { module: self.draft.module, depends, refuses, why };
        self.draft.rules.claims.eligibility.push(rule);
    }

    /// Hears that a claim is declared: the cards lie in escrow, nothing stands yet.
    pub fn on_declared(&mut self, phase: Phase, run: impl Fn(&mut Cx<'_>, &Claim) + Send + Sync + 'static) {
        self.on_declared_on(phase, |_| true, run);
    }

    /// Hears that a claim of one of these routes is declared: the cards lie in escrow, nothing stands yet.
    pub fn on_declared_on(
        &mut self,
        phase: Phase,
        of: impl Fn(RouteId) -> bool,
        run: impl Fn(&mut Cx<'_>, &Claim) + Send + Sync + 'static,
    ) {
        self.joins("reaction", Some(phase));
        let rules = &mut self.draft.rules;
        let mut heard = vec![0; rules.claims.heard.len()];
        for route in rules.board.route_ids().filter(|route| of(*route)) {
            heard[route.index() / 64] |= 1u64 << (route.index() % 64);
        }
        rules.claims.heard.iter_mut().zip(&heard).for_each(|(all, these)| *all |= these);
        let run = move |cx: &mut Cx<'_>, claim: &Claim| {
            if heard[claim.route.index() / 64] >> (claim.route.index() % 64) & 1 != 0 {
                run(cx, claim);
            }
        };
        rules.claims.declared.push(Rule { module: self.draft.module, phase, run: Box::new(run) });
    }

    /// Hears that a claim is committed: it stands, and the cards are still in escrow. Routes of a score file are heard of too: see
    /// [`Claim::free`].
    pub fn on_committed(&mut self, phase: Phase, run: impl Fn(&mut Cx<'_>, &Claim) + Send + Sync + 'static) {
        self.joins("reaction", Some(phase));
        self.draft.rules.claims.heard.fill(u64::MAX);
        self.draft.rules.claims.committed.push(Rule { module: self.draft.module, phase, run: Box::new(run) });
    }

    /// Hears that a route was taken off the board, and whose it was.
    pub fn on_released(&mut self, run: impl Fn(&mut Cx<'_>, RouteId, PlayerSet) + Send + Sync + 'static) {
        self.joins("reaction", Some(Phase::Gain));
        let rule = Rule { module: self.draft.module, phase: Phase::Gain, run: Box::new(run) as _ };
        self.draft.rules.claims.released.push(rule);
    }

    /// Hears of every card that leaves a draw pile, wherever it goes.
    pub fn on_card_turned(&mut self, run: impl Fn(&mut Cx<'_>, &Turned) + Send + Sync + 'static) {
        self.joins("reaction", Some(Phase::Reveal));
        let rule = Rule { module: self.draft.module, phase: Phase::Reveal, run: Box::new(run) as _ };
        self.draft.rules.play.turned.push(rule);
    }
}
