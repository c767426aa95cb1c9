//! The context in which rules change the game. Every change goes through here and is an event.

use crate::actions::Action;
use crate::bag::CardBag;
use crate::chance::Chance;
use crate::event::{Chosen, Event, PiecesAt, Sight, Sink, What};
use crate::ids::{DecisionId, ModuleId, PieceId, PlayerId, PlayerSet, ZoneId};
use crate::install::EndReason;
use crate::look::Look;
use crate::message::Note;
use crate::phase::Phase;
use crate::registers::{Reg, RegValue, Scope};
use crate::rules::{Joint, JointFn, Rule, Rules, TURN, TurnRule, Waypoint};
use crate::state::{Frame, State};
use crate::zone::Spot;

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

/// The context of one step.
pub struct Cx<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) st: &'a mut State,
    pub(crate) chance: &'a mut dyn Chance,
    pub(crate) sink: &'a mut dyn Sink,
    /// Whether somebody listens.
    pub(crate) told: bool,
    pub(crate) module: ModuleId,
    pub(crate) phase: Phase,
    /// Something came by chance, or somebody saw something that was hidden: nothing before this can be undone.
    pub(crate) barrier: bool,
    pub(crate) fault: Option<Fault>,
    /// Something has come up that goes before what was to come next: a decision, another go, the end, a fault.
    pub(crate) stirred: bool,
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
        if self.told {
            self.tell(sight, what);
        }
    }

    /// Makes an event for who listens.
    #[cold]
    #[inline(never)]
    fn tell(&mut self, sight: Sight, what: impl FnOnce() -> What) {
        self.sink.event(&Event { module: self.module, phase: self.phase, what: what(), sight });
    }

    /// Says something in the module's own words, to all.
    pub fn note(&mut self, note: Note) {
        self.emit(Sight::All, || What::Note(note));
    }

    /// Says something in the module's own words, to all; the words are made only if somebody listens.
    #[inline]
    pub fn note_if_heard(&mut self, note: impl FnOnce(&Self) -> Note) {
        if self.told {
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

    // ---- registers and pieces

    /// Sets a register.
    #[inline]
    pub fn set<S: Scope, T: RegValue>(&mut self, reg: Reg<S, T>, at: S::At, value: T) {
        let (slot, value) = (reg.slot(at), value.store());
        if self.st.regs[slot] != value {
            self.st.regs[slot] = value;
            let wakes = self.rules.play.wakes.registers.get(usize::from(reg.number)).copied().unwrap_or_default();
            if wakes != 0 {
                self.wake_all(wakes, Spot::ALL);
            }
            self.emit(Sight::All, || What::Register { reg: reg.number, at: S::index(at) as u16, value });
        }
    }

    /// Adds to a register.
    pub fn add<S: Scope>(&mut self, reg: Reg<S, i32>, at: S::At, by: i32) {
        let value = self.look().get(reg, at).saturating_add(by);
        self.set(reg, at, value);
    }

    /// Moves pieces of a player from one place to another; on routes they are moved by claims alone.
    #[inline(always)]
    pub fn move_pieces(&mut self, who: PlayerId, piece: PieceId, from: PiecesAt, to: PiecesAt, n: u16) {
        if n > 0 {
            self.count_pieces(who, piece, from, -i32::from(n));
            self.count_pieces(who, piece, to, n.into());
            self.emit(Sight::All, move || What::Pieces { who, piece, from, to, n });
        }
    }

    /// Changes how many pieces there are in a place; on the board they are not counted.
    #[inline(always)]
    fn count_pieces(&mut self, who: PlayerId, piece: PieceId, place: PiecesAt, by: i32) {
        let rules = self.rules;
        let of = &rules.material.pieces[piece.index()];
        let (slot, whose) = match place {
            PiecesAt::Stock => (of.stock.slot(who), who.0),
            PiecesAt::Box => (of.boxed.slot(who), who.0),
            PiecesAt::Aside => (of.aside.slot(who), who.0),
            PiecesAt::Shared => (of.shared.slot(()), Spot::ALL),
            PiecesAt::Route(_) | PiecesAt::City(_) => return,
        };
        let count = &mut self.st.regs[slot];
        *count += by;
        let lacking = *count < 0;
        self.wake_all(rules.play.wakes.stocks[piece.index()], whose);
        if lacking {
            self.fail("placed more pieces than there are");
        }
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
            (turn.args[0], turn.args[1]) = (super::flow::MAIN, 0);
            turn.who = PlayerSet::one(who);
        }
        self.emit(Sight::All, || What::TurnGoesOn { who });
    }

    // ---- places where other modules have a say

    /// Does what other modules have put at a joint of this one: about a player, with a number whose meaning is the joint's. What
    /// happens there is told as a part of the step that reaches it; who does wrong there is named as who it is.
    #[inline]
    pub fn reach(&mut self, joint: Joint, who: PlayerId, n: u16) {
        let rules = self.rules;
        for rule in &rules.play.joints[usize::from(joint.0)] {
            self.run_within(rule, who, n);
        }
    }

    #[inline]
    fn run_within(&mut self, rule: &Rule<JointFn>, who: PlayerId, n: u16) {
        let sound = self.fault.is_none();
        (rule.run)(self, who, n);
        if let (true, Some(Fault::Module { module, .. })) = (sound, &mut self.fault) {
            self.rules.module_name(rule.module).clone_into(module);
        }
    }

    /// Where something comes that is on its way to a player by this waypoint.
    #[inline]
    pub fn next_stop(&self, by: Waypoint, who: PlayerId) -> ZoneId {
        let stop = &self.rules.play.stops[usize::from(by.0)];
        ZoneId(stop.first.0 + u16::from(who.0))
    }

    /// Something has come to the next stop of this waypoint: the module that interrupts the way goes on with it. The number is the
    /// waypoint's.
    #[inline]
    pub fn arrive(&mut self, by: Waypoint, who: PlayerId, n: u16) {
        let rules = self.rules;
        if let Some(rule) = &rules.play.stops[usize::from(by.0)].before {
            self.run_within(rule, who, n);
        }
    }

    // ---- what the end of a turn looks at

    /// Whether something has changed that a rule looks at since it ran, or since it had nothing more to look at.
    #[inline]
    pub fn is_due(&self, rule: TurnRule) -> bool {
        let bit = self.rules.play.wakes.bits[usize::from(rule.0)];
        bit == 0 || self.st.due.has(bit)
    }

    /// Has a rule run at the end of the turns of all players, once for each, whatever it reads.
    pub fn wake(&mut self, rule: TurnRule) {
        self.wake_all(self.rules.play.wakes.bits[usize::from(rule.0)], Spot::ALL);
    }

    /// Says that a rule has nothing more to look at, whatever has changed until now.
    #[inline]
    pub fn settled(&mut self, rule: TurnRule) {
        self.st.due.settle(self.rules.play.wakes.bits[usize::from(rule.0)]);
    }

    /// Something has changed that these rules read: for this player's turns, or for those of all.
    #[inline]
    pub(crate) fn wake_all(&mut self, rules: u32, whose: u8) {
        self.st.due.wake(rules, whose);
    }

    /// A player has begun so many turns.
    #[cold]
    #[inline(never)]
    pub(crate) fn wake_by_turn(&mut self, who: PlayerId, turn: u16) {
        let woken = self.rules.play.wakes.turns.iter().filter(|(from, _)| turn >= *from);
        let woken = woken.fold(0, |all, (_, rules)| all | rules);
        self.st.due.wake(woken, who.0);
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
            let left = turns.saturating_mul(self.rules.about.players as u16);
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

    /// Tells what a player chose.
    pub(crate) fn say_chosen(&mut self, who: PlayerId, action: &Action, forced: bool, sealed: bool) {
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
