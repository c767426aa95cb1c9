//! Setup, turns, the places where other modules have a say, and the end.

use super::{EndReason, Installer};
use crate::cx::Cx;
use crate::ids::{DecisionId, PlayerId};
use crate::look::Look;
use crate::phase::Phase;
use crate::rules::{Joint, Read, Rule, SetupStep, Stop, TurnEnd, TurnRule, Waypoint};
use crate::zone::ZoneSet;

impl Installer<'_> {
    fn push_setup(&mut self, phase: Phase, step: SetupStep) {
        self.joins("setup", Some(phase));
        self.draft.rules.play.setup.push(Rule { module: self.draft.module, phase, run: step });
    }

    /// Does something during setup.
    pub fn setup(&mut self, phase: Phase, run: impl Fn(&mut Cx<'_>) + Send + Sync + 'static) {
        self.push_setup(phase, SetupStep::Do(Box::new(run)));
    }

    /// Asks all players at once during setup, each unseen by the others.
    pub fn setup_ask_all(&mut self, phase: Phase, decision: DecisionId) {
        self.push_setup(phase, SetupStep::AskAll(decision));
    }

    /// Asks the players one after the other during setup, from the first or, in reverse, from the last.
    pub fn setup_ask_each(&mut self, phase: Phase, decision: DecisionId, reverse: bool) {
        self.push_setup(phase, SetupStep::AskEach { decision, reverse });
    }

    /// Does something at the start of every turn.
    pub fn on_turn_start(&mut self, run: impl Fn(&mut Cx<'_>, PlayerId) + Send + Sync + 'static) {
        self.joins("turn", Some(Phase::TurnStart));
        let rule = Rule { module: self.draft.module, phase: Phase::TurnStart, run: Box::new(run) as _ };
        self.draft.rules.play.turn_start.push(rule);
    }

    /// Does something at the end of every turn.
    pub fn on_turn_end(&mut self, phase: Phase, run: impl Fn(&mut Cx<'_>, PlayerId) + Send + Sync + 'static) {
        self.push_turn_end(phase, TurnEnd { reads: None, run: Box::new(run) });
    }

    /// Does something at the end of a turn if anything that it reads has changed since it last ran. What it does must depend on nothing
    /// else.
    pub fn on_turn_end_for(
        &mut self,
        phase: Phase,
        reads: &[Read],
        run: impl Fn(&mut Cx<'_>, PlayerId) + Send + Sync + 'static,
    ) {
        let rule = self.turn_rule();
        self.on_turn_end_as(rule, phase, reads, run);
    }

    /// A rule for the end of a turn that effects can wake: see [`Cx::wake`]. What it does is said by [`Installer::on_turn_end_as`].
    pub fn turn_rule(&mut self) -> TurnRule {
        self.draft.rules.play.wakes.bits.push(0);
        TurnRule((self.draft.rules.play.wakes.bits.len() - 1) as u16)
    }

    /// Says what a rule for the end of a turn does, and what it looks at: it runs once anything of that has changed, or once it was woken.
    pub fn on_turn_end_as(
        &mut self,
        rule: TurnRule,
        phase: Phase,
        reads: &[Read],
        run: impl Fn(&mut Cx<'_>, PlayerId) + Send + Sync + 'static,
    ) {
        self.push_turn_end(phase, TurnEnd { reads: Some((rule, reads.to_vec())), run: Box::new(run) });
    }

    fn push_turn_end(&mut self, phase: Phase, run: TurnEnd) {
        self.joins("turn", Some(phase));
        self.draft.rules.play.turn_end.push(Rule { module: self.draft.module, phase, run });
    }

    /// Registers a joint: a place in effects of this module where other modules put theirs, see [`Cx::reach`].
    pub fn joint(&mut self) -> Joint {
        self.draft.rules.play.joints.push(Vec::new());
        Joint((self.draft.rules.play.joints.len() - 1) as u16)
    }

    /// Puts something at a joint of another module: it is told of which player it is, and a number whose meaning is the joint's.
    pub fn at(&mut self, joint: Joint, phase: Phase, run: impl Fn(&mut Cx<'_>, PlayerId, u16) + Send + Sync + 'static) {
        self.joins("joint", Some(phase));
        let rule = Rule { module: self.draft.module, phase, run: Box::new(run) as _ };
        self.draft.rules.play.joints[usize::from(joint.0)].push(rule);
    }

    /// Registers a waypoint: cards or tickets come by it to these zones of players, see [`Cx::next_stop`] and [`Cx::arrive`].
    pub fn waypoint(&mut self, to: ZoneSet) -> Waypoint {
        self.draft.rules.play.stops.push(Stop { to: to.0, first: to.0, before: None });
        Waypoint((self.draft.rules.play.stops.len() - 1) as u16)
    }

    /// Has everything that comes by a waypoint stop in these zones first. `then` moves it on, or asks the player; it is told who it is, and
    /// a number whose meaning is the waypoint's. Only one module can.
    pub fn stop_at(
        &mut self,
        waypoint: Waypoint,
        zones: ZoneSet,
        then: impl Fn(&mut Cx<'_>, PlayerId, u16) + Send + Sync + 'static,
    ) {
        self.joins("waypoint", None);
        let module = self.draft.module;
        let stop = &mut self.draft.rules.play.stops[usize::from(waypoint.0)];
        if let Some(other) = &stop.before {
            let other = other.module;
            let what =
                format!("where what goes to \"{}\" stops first", self.draft.rules.material.zones[stop.to.index()].name);
            return self.draft.exclusive(&what, other, module);
        }
        stop.first = zones.0;
        stop.before = Some(Rule { module, phase: Phase::Main, run: Box::new(then) as _ });
    }

    /// Decides whose turn comes next. Only one module can.
    pub fn next_player(&mut self, next: impl Fn(Look<'_>, PlayerId) -> PlayerId + Send + Sync + 'static) {
        self.joins("next player", None);
        let module = self.draft.module;
        if let Some(other) = &self.draft.rules.play.next {
            let other = other.module;
            self.draft.exclusive("who is next", other, module);
            return;
        }
        self.draft.rules.play.next = Some(Rule { module, phase: Phase::TurnStart, run: Box::new(next) });
    }

    /// Registers a reason for which the game ends.
    pub fn end_reason(&mut self, name: &str, text: &str) -> EndReason {
        self.joins("end", Some(Phase::EndCheck));
        let msg = self.message(name, text);
        let name = self.full_name(name);
        self.draft.rules.play.ends.push((name, msg));
        EndReason((self.draft.rules.play.ends.len() - 1) as u8)
    }
}
