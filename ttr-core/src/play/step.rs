//! One step of a game: what is legal, whether an action is, and what it does.

use crate::actions::{Action, ActionSpace};
use crate::chance::Chance;
use crate::compile::core_messages as msg;
use crate::cx::{Cx, Fault};
use crate::event::Sink;
use crate::ids::{ModuleId, OpId, PlayerId, PlayerSet};
use crate::limits::MAX_PLAYERS;
use crate::look::Look;
use crate::message::{Note, Value};
use crate::phase::Phase;
use crate::rules::{MenuLine, Rank, Rules, SETUP, TURN};
use crate::state::{Frame, Sealed, State};
use crate::view::View;
use arrayvec::ArrayVec;

/// The end reason of core itself: more turns than any game may have.
pub(crate) const TOO_MANY_TURNS: u8 = 0;

/// More choices than this in a setup are a module that never ends it.
const MOST_CHOSEN_IN_SETUP: usize = 10_000;

/// The module that stands for core itself where a rule or an event is of none.
pub(crate) const CORE: ModuleId = ModuleId(u8::MAX);

/// Why an action was refused, or a step failed. Nothing has changed then.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// A rule refuses the action.
    #[error("{text} [{rule}]")]
    Refused {
        /// The rule, as `module/name`.
        rule: String,
        /// The refusal in words.
        text: String,
    },
    /// The step itself failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Why a game was not played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped<E> {
    /// Who was asked gave no action.
    Chosen(E),
    /// A step failed.
    Fault(Fault),
}

/// What is known of a step that was applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Applied {
    /// Something came by chance, or somebody saw something that had been hidden: it can't be undone.
    pub barrier: bool,
}

impl Rules {
    /// The start of a game, up to the first decision.
    ///
    /// # Errors
    /// If the source of chance fails.
    pub fn start(&self, chance: &mut dyn Chance, sink: &mut dyn Sink) -> Result<State, Fault> {
        let mut st = self.initial.clone();
        self.start_into(&mut st, chance, sink)?;
        Ok(st)
    }

    /// The start of a game, written over a used state.
    ///
    /// # Errors
    /// If the source of chance fails.
    pub fn start_into(&self, st: &mut State, chance: &mut dyn Chance, sink: &mut dyn Sink) -> Result<(), Fault> {
        st.clone_from(&self.initial);
        let mut cx = self.cx(st, chance, sink);
        cx.push(Frame { decision: SETUP, who: PlayerSet::NONE, args: [0; 6] });
        self.advance(&mut cx, &mut ActionSpace::new(self));
        cx.fault.map_or(Ok(()), Err)
    }

    /// A game that is set up, and of which no turn has begun: a position to lay out ([`mod@crate::record`]) before [`Rules::begin`] goes
    /// on. Whoever has to choose in the setup takes what is listed first.
    ///
    /// # Errors
    /// If the source of chance fails, or the setup does not come to an end.
    pub fn set_up(&self, chance: &mut dyn Chance, sink: &mut dyn Sink) -> Result<State, Fault> {
        let mut st = self.initial.clone();
        let mut cx = self.cx(&mut st, chance, sink);
        cx.push(Frame { decision: SETUP, who: PlayerSet::NONE, args: [0; 6] });
        let mut out = ActionSpace::new(self);
        let mut chosen = 0;
        while let Some(who) = self.advance_until(&mut cx, &mut out, |frame| self.is_set_up(frame)) {
            if chosen == MOST_CHOSEN_IN_SETUP {
                cx.module = CORE;
                cx.fail("the setup does not come to an end");
                continue;
            }
            chosen += 1;
            let first = out.nth(0);
            self.take(&mut cx, who, &first, false, &out);
        }
        cx.fault.map_or(Ok(st), Err)
    }

    /// Begins the first turn of a game that was set up. Its player is asked, also where there is only one thing to do, so that the
    /// position is the one that was laid out; what has to be decided before that is, and the rest is as in any game.
    ///
    /// # Errors
    /// If the source of chance fails or a module breaks a promise; the state is then not to be used.
    pub fn begin(&self, st: &mut State, chance: &mut dyn Chance, sink: &mut dyn Sink) -> Result<(), Fault> {
        let mut cx = self.cx(st, chance, sink);
        let mut out = ActionSpace::new(self);
        let at_turn = |frame: &Frame| frame.decision == TURN && !frame.who.is_empty();
        self.advance_until(&mut cx, &mut out, at_turn);
        if let Some(turn) = cx.st.frames.last().copied().filter(at_turn) {
            turn.who.iter().for_each(|who| self.list(cx.look(), &turn, who, &mut out));
            match out.is_empty() {
                // Who can do nothing at all is passed over, as ever.
                true => drop(self.advance(&mut cx, &mut out)),
                false if cx.told => self.say_asked(&mut cx, &turn),
                false => {}
            }
        }
        cx.fault.map_or(Ok(()), Err)
    }

    #[inline(always)]
    pub(crate) fn cx<'a>(&'a self, st: &'a mut State, chance: &'a mut dyn Chance, sink: &'a mut dyn Sink) -> Cx<'a> {
        let told = sink.listens();
        Cx {
            rules: self,
            st,
            chance,
            sink,
            told,
            module: CORE,
            phase: Phase::Seats,
            barrier: false,
            fault: None,
            stirred: false,
        }
    }

    /// Who has to decide: several at once, each unseen by the others, or nobody when the game is over.
    #[inline]
    pub fn to_act(&self, st: &State) -> PlayerSet {
        st.frames.last().map_or(PlayerSet::NONE, |f| f.who)
    }

    /// Everything about a position, for rules and judges; players get a [`crate::View`].
    pub fn look<'a>(&'a self, st: &'a State) -> Look<'a> {
        Look { rules: self, st }
    }

    /// Lists what a player may do now; nothing if it is not theirs to decide.
    pub fn legal(&self, st: &State, who: PlayerId, out: &mut ActionSpace<'_>) {
        out.clear();
        if let Some(frame) = st.frames.last()
            && frame.who.has(who)
        {
            self.list(Look { rules: self, st }, frame, who, out);
        }
    }

    /// Lists what a player may do in a decision: line by line of its menu, then what is left to who can do nothing ordinary.
    #[inline(never)]
    pub(crate) fn list(&self, look: Look<'_>, frame: &Frame, who: PlayerId, out: &mut ActionSpace<'_>) {
        let decision = &self.play.decisions[frame.decision.index()];
        out.clear();
        self.list_lines(&decision.lines, look, frame, who, out);
        if !out.has_ordinary() {
            self.list_fallbacks(look, frame, who, out);
        }
    }

    #[cold]
    #[inline(never)]
    fn list_fallbacks(&self, look: Look<'_>, frame: &Frame, who: PlayerId, out: &mut ActionSpace<'_>) {
        let fallbacks = &self.play.decisions[frame.decision.index()].fallbacks;
        self.list_lines(fallbacks, look, frame, who, out);
    }

    /// Lists the lines of a menu.
    #[inline(always)]
    fn list_lines(&self, lines: &[MenuLine], look: Look<'_>, frame: &Frame, who: PlayerId, out: &mut ActionSpace<'_>) {
        for line in lines {
            let before = out.total();
            line.list(look, frame, who, out);
            if line.judged {
                self.judge(line, look, who, before, out);
            }
        }
    }

    /// Takes out of what a line has listed what does not pass the filters, and notes how much of it is not ordinary.
    #[inline(never)]
    fn judge(&self, line: &MenuLine, look: Look<'_>, who: PlayerId, before: u64, out: &mut ActionSpace<'_>) {
        if !self.play.filters.is_empty() {
            out.retain_from(before, |op| self.play.filters.iter().all(|f| (f.run)(look, who, op).is_none()));
        }
        if line.rank != Rank::Ordinary {
            out.none_is_ordinary_from(before);
        }
    }

    /// Does what a player wants, if it is legal, and goes on to the next decision.
    ///
    /// # Errors
    /// If it is not legal, with the rule that refuses it, or the step fails; the state is then as it was.
    pub fn apply(
        &self,
        st: &mut State,
        who: PlayerId,
        action: &Action,
        chance: &mut dyn Chance,
        sink: &mut dyn Sink,
    ) -> Result<Applied, Illegal> {
        let mut space = ActionSpace::new(self);
        self.legal(st, who, &mut space);
        if !space.contains(action) {
            return Err(self.why_not(st, who, action));
        }
        let before = st.clone();
        self.apply_of_list(st, who, action, chance, sink, &mut space).map_err(|fault| {
            st.clone_from(&before);
            fault.into()
        })
    }

    /// Does what was just taken from a list of legal actions, without looking again, and goes on to the next decision. Lists there what
    /// the next to act may do, the one of the lowest seat where there are several.
    ///
    /// # Errors
    /// If the source of chance fails or a module breaks a promise; the state is then not to be used.
    pub fn apply_listed(
        &self,
        st: &mut State,
        who: PlayerId,
        action: &Action,
        chance: &mut dyn Chance,
        sink: &mut dyn Sink,
        out: &mut ActionSpace<'_>,
    ) -> Result<Applied, Fault> {
        // The list itself says whether there was something ordinary, but it may be in another space.
        if self.play.ops[action.op.index()].lesser {
            self.legal(st, who, out);
        }
        self.apply_of_list(st, who, action, chance, sink, out)
    }

    /// Does an action. `out` is the list that it was taken from; only whether the turn was idle depends on it.
    fn apply_of_list(
        &self,
        st: &mut State,
        who: PlayerId,
        action: &Action,
        chance: &mut dyn Chance,
        sink: &mut dyn Sink,
        out: &mut ActionSpace<'_>,
    ) -> Result<Applied, Fault> {
        let mut cx = self.cx(st, chance, sink);
        self.take(&mut cx, who, action, false, out);
        self.advance(&mut cx, out);
        let barrier = cx.barrier;
        cx.fault.map_or(Ok(Applied { barrier }), Err)
    }

    /// Plays on to the end of the game: asks for the number of an action of the list at every decision, of the player of the lowest
    /// seat where there are several, with what that player sees. Gives how many decisions there were.
    ///
    /// # Errors
    /// If no number is given, or one that the list does not have, if the source of chance fails or a module breaks a promise; the state is
    /// then not to be used.
    #[inline]
    pub fn play_out<E>(
        &self,
        st: &mut State,
        chance: &mut dyn Chance,
        sink: &mut dyn Sink,
        out: &mut ActionSpace<'_>,
        mut choose: impl FnMut(View<'_>, PlayerId, &ActionSpace<'_>) -> Result<usize, E>,
    ) -> Result<u64, Stopped<E>> {
        let mut cx = self.cx(st, chance, sink);
        let mut next = self.to_act(cx.st).lowest();
        if let Some(who) = next {
            self.legal(cx.st, who, out);
        }
        let mut decisions = 0;
        let mut action = Action::new(OpId(0), [0; 3]);
        while let Some(who) = next {
            let number = choose(self.view(cx.st, Some(who)), who, out).map_err(Stopped::Chosen)?;
            if out.write(number as u64, &mut action) {
                self.take(&mut cx, who, &action, false, out);
            } else {
                cx.fail("an action was chosen that is not listed");
            }
            next = self.advance(&mut cx, out);
            decisions += 1;
        }
        cx.fault.map_or(Ok(decisions), |fault| Err(Stopped::Fault(fault)))
    }

    /// Does what a player chose, or had to do, of what was listed.
    #[inline(always)]
    pub(crate) fn take(&self, cx: &mut Cx<'_>, who: PlayerId, action: &Action, forced: bool, out: &ActionSpace<'_>) {
        let op = &self.play.ops[action.op.index()];
        let Some(frame) = cx.st.frames.last().copied() else { return };
        let sealed = self.play.decisions[frame.decision.index()].sealed;
        if cx.told {
            cx.phase = self.phase_of(cx.st);
            cx.say_chosen(who, action, forced, sealed);
        }
        if frame.decision == TURN {
            // Not looked at for what is ordinary itself: it says nothing, and would tell others about a hand.
            let idle = op.lesser && !out.has_ordinary();
            if let Some(turn) = cx.st.frames.last_mut() {
                (turn.args[0], turn.args[1], turn.args[2]) = (super::flow::END, 0, idle.into());
                turn.who = PlayerSet::NONE;
            }
            if idle {
                cx.wake_all(self.play.wakes.idle, who.0);
            }
        } else if sealed {
            return self.seal(cx, who, action);
        } else {
            cx.st.frames.pop();
        }
        cx.module = op.module;
        cx.stirred = false;
        (op.effect)(cx, &frame, who, action);
    }

    #[inline(never)]
    fn seal(&self, cx: &mut Cx<'_>, who: PlayerId, action: &Action) {
        let depth = cx.st.frames.len() as u8 - 1;
        let frame = cx.st.frames.last_mut().expect("sealed answers belong to a frame");
        frame.who = frame.who.without(who);
        let done = frame.who.is_empty();
        // Kept by seat, so that the order in which answers come leaves no trace.
        let at = cx.st.sealed.partition_point(|s| (s.depth, s.who) < (depth, who));
        cx.st.sealed.insert(at, Sealed { depth, who, action: *action });
        if done {
            self.reveal(cx);
        }
    }

    /// All have answered: the answers are opened in seat order from the first player.
    #[inline(never)]
    pub(crate) fn reveal(&self, cx: &mut Cx<'_>) {
        let Some(frame) = cx.st.frames.pop() else { return };
        let depth = cx.st.frames.len() as u8;
        cx.barrier = true;
        let answers: ArrayVec<Sealed, MAX_PLAYERS> = cx.st.sealed.extract_if(.., |s| s.depth == depth).collect();
        let order: ArrayVec<PlayerId, MAX_PLAYERS> = cx.look().in_order().collect();
        for who in order {
            if let Some(answer) = answers.iter().find(|a| a.who == who) {
                let op = &self.play.ops[answer.action.op.index()];
                let phase = cx.phase;
                cx.run(op.module, phase, |cx| (op.effect)(cx, &frame, who, &answer.action));
            }
        }
    }

    /// Why an action is not legal: the first rule that refuses it.
    pub fn why_not(&self, st: &State, who: PlayerId, action: &Action) -> Illegal {
        let look = Look { rules: self, st };
        let refused =
            |note: Note| Illegal::Refused { rule: self.template(note.msg).name.clone(), text: self.text(&note) };
        let Some(frame) = st.frames.last() else {
            return refused(Note::new(msg::GAME_OVER));
        };
        if !frame.who.has(who) {
            let note = match frame.who.lowest() {
                Some(other) => Note::new(msg::NOT_YOURS).with("who", Value::Player(other)),
                None => Note::new(msg::GAME_OVER),
            };
            return refused(note);
        }
        let Some(op) = self.play.ops.get(action.op.index()) else {
            return refused(Note::new(msg::NO_SUCH_ACTION));
        };
        if let Some(note) = self.play.filters.iter().find_map(|f| (f.run)(look, who, action.op)) {
            return refused(note);
        }
        if let Some(why_not) = &op.why_not
            && let Some(note) = why_not(look, frame, who, action)
        {
            return refused(note);
        }
        Illegal::Refused {
            rule: self.template(msg::NOT_NOW).name.clone(),
            text: self.fill(&self.template(msg::NOT_NOW).text, |name| match name {
                "op" => Some(op.name.clone()),
                "decision" => Some(self.template(self.play.decisions[frame.decision.index()].text).text.clone()),
                _ => None,
            }),
        }
    }
}
