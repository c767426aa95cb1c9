//! How a game goes on: setup, turns and claims run stage by stage until somebody has to decide.

use crate::actions::ActionSpace;
use crate::cx::Cx;
use crate::event::{Sight, What};
use crate::ids::{PlayerId, PlayerSet};
use crate::limits::{MAX_PLAYERS, MAX_TURNS};
use crate::phase::Phase;
use crate::rules::{CLAIM, Rules, SETUP, SetupStep, TURN};
use crate::state::{Frame, State};
use crate::step::{CORE, TOO_MANY_TURNS};

/// How far a turn is, which its frame says.
pub(crate) const START: u16 = 0;
pub(crate) const MAIN: u16 = 1;
pub(crate) const END: u16 = 2;

/// More steps than this without a decision are a module that never ends.
const MOST_AUTOMATIC_STEPS: u32 = 1_000_000;

impl Rules {
    /// Goes on until somebody has to decide, who it is, or the game is over. What they may do is listed then: that of the lowest seat,
    /// where there are several.
    #[inline(always)]
    pub(crate) fn advance(&self, cx: &mut Cx<'_>, out: &mut ActionSpace<'_>) -> Option<PlayerId> {
        self.advance_until(cx, out, |_| false)
    }

    /// Goes on as [`Rules::advance`] does, but no further than to a position that was waited for; nobody was asked then.
    #[inline(always)]
    pub(crate) fn advance_until(
        &self,
        cx: &mut Cx<'_>,
        out: &mut ActionSpace<'_>,
        reached: impl Fn(&Frame) -> bool,
    ) -> Option<PlayerId> {
        for _ in 0..MOST_AUTOMATIC_STEPS {
            // Nobody acts after a fault, or when it is over.
            if cx.stirred && (cx.fault.is_some() || cx.st.clock.over.is_some()) {
                cx.st.frames.clear();
                cx.st.sealed.clear();
                cx.st.below.clear();
            }
            let Some(frame) = cx.st.frames.last() else {
                out.clear();
                return None;
            };
            if reached(frame) {
                out.clear();
                return None;
            }
            if frame.who.is_empty() {
                let frame = *frame;
                self.go_on(cx, &frame);
            } else if let Some(who) = self.settle(cx, out) {
                return Some(who);
            }
        }
        cx.module = CORE;
        cx.fail("the game goes on without a decision");
        None
    }

    /// Goes on with a procedure.
    #[inline(always)]
    fn go_on(&self, cx: &mut Cx<'_>, frame: &Frame) {
        match frame.decision {
            TURN => self.go_on_with_turn(cx, frame),
            CLAIM => self.go_on_with_claim(cx, frame),
            SETUP => self.go_on_with_setup(cx, frame),
            _ => drop(cx.st.frames.pop()),
        }
    }

    /// Takes the only legal action of who is asked, or passes over who has none. If everybody has a choice: who is listed. Where the
    /// menu depends on what others can't see, a single action is asked for too: that it is the only one would tell them.
    #[inline(always)]
    fn settle(&self, cx: &mut Cx<'_>, out: &mut ActionSpace<'_>) -> Option<PlayerId> {
        let frame = *cx.st.frames.last()?;
        let first = frame.who.lowest()?;
        // The first one last, whose list it is that is left.
        let mut others = frame.who.without(first);
        loop {
            let who = others.lowest().unwrap_or(first);
            cx.st.watch.begin();
            self.list(cx.look(), &frame, who, out);
            if out.total() <= 1 && !(out.total() == 1 && cx.st.watch.is_noted()) {
                self.go_without_asking(cx, who, out);
                return None;
            }
            if others.is_empty() {
                break;
            }
            others = others.without(who);
        }
        if cx.told {
            self.say_asked(cx, &frame);
        }
        Some(first)
    }

    /// Takes the only action of a player, or passes over who has none.
    #[inline(never)]
    fn go_without_asking(&self, cx: &mut Cx<'_>, who: PlayerId, out: &mut ActionSpace<'_>) {
        match out.get(0) {
            Some(only) => self.take(cx, who, &only, true, out),
            None => self.skip(cx, who),
        }
    }

    /// A player of a frame has nothing to choose from.
    #[inline(never)]
    fn skip(&self, cx: &mut Cx<'_>, who: PlayerId) {
        let top = cx.st.frames.last_mut().expect("the frame that is settled");
        top.who = top.who.without(who);
        if top.decision == TURN {
            (top.args[0], top.args[1]) = (END, 0);
        } else if top.who.is_empty() {
            if self.play.decisions[top.decision.index()].sealed {
                self.reveal(cx);
            } else {
                cx.st.frames.pop();
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn say_asked(&self, cx: &mut Cx<'_>, &Frame { decision, who, .. }: &Frame) {
        cx.phase = self.phase_of(cx.st);
        cx.module = self.play.decisions[decision.index()].module;
        cx.emit(Sight::All, || What::Asked { decision, who });
    }

    /// The phase to which the pending decision belongs: that of the procedure below it.
    pub(crate) fn phase_of(&self, st: &State) -> Phase {
        for frame in st.frames.iter().rev() {
            let before = usize::from(frame.args[1]).checked_sub(1);
            return match frame.decision {
                SETUP => {
                    // A step that asks one after the other stays the current one until all were asked.
                    let done = usize::from(frame.args[1] == 0);
                    usize::from(frame.args[0]).checked_sub(done).map_or(Phase::Seats, |i| self.play.setup[i].phase)
                }
                TURN => match (frame.args[0], before) {
                    (START, _) => Phase::TurnStart,
                    (END, Some(i)) => self.play.turn_end[i].phase,
                    _ => Phase::Main,
                },
                CLAIM if super::claim::is_committed(frame) => Phase::Gain,
                CLAIM => Phase::Reveal,
                _ => continue,
            };
        }
        Phase::Seats
    }

    /// Whether the setup is over and the first turn is next, by the frame on top.
    pub(crate) fn is_set_up(&self, frame: &Frame) -> bool {
        frame.decision == SETUP && usize::from(frame.args[0]) >= self.play.setup.len()
    }

    #[inline(never)]
    fn go_on_with_setup(&self, cx: &mut Cx<'_>, frame: &Frame) {
        let (step, asked) = (frame.args[0], usize::from(frame.args[1]));
        let Some(rule) = self.play.setup.get(usize::from(step)) else {
            cx.st.frames.pop();
            cx.push(Frame { decision: TURN, who: PlayerSet::NONE, args: [0; 6] });
            return self.begin_turn(cx);
        };
        let top = cx.st.frames.last_mut().expect("the setup frame");
        (cx.module, cx.phase) = (rule.module, rule.phase);
        match &rule.run {
            SetupStep::Do(run) => {
                top.args[0] += 1;
                run(cx);
            }
            SetupStep::AskAll(decision) => {
                top.args[0] += 1;
                cx.ask_all(*decision, PlayerSet::first(self.about.players), [0; 6]);
            }
            SetupStep::AskEach { decision, reverse } => {
                if asked == self.about.players {
                    (top.args[0], top.args[1]) = (step + 1, 0);
                    return;
                }
                top.args[1] += 1;
                let n = self.about.players;
                let turn = if *reverse { n - 1 - asked } else { asked };
                let who = PlayerId::at((cx.st.clock.first.index() + turn) % n);
                cx.ask(*decision, who, [0; 6]);
            }
        }
    }

    #[inline(always)]
    fn begin_turn(&self, cx: &mut Cx<'_>) {
        let who = cx.st.clock.player;
        let turns = &mut cx.st.clock.turns[who.index() % MAX_PLAYERS];
        *turns = turns.saturating_add(1);
        let turn = *turns;
        (cx.module, cx.phase) = (CORE, Phase::TurnStart);
        if turn >= self.play.wakes.first_turn {
            cx.wake_by_turn(who, turn);
        }
        cx.emit(Sight::All, || What::TurnBegan { who, turn });
    }

    /// Runs the stages of a turn from where it is: the rules of its start, then its player is asked; the rules of its end that have
    /// something to look at, then the next turn begins.
    #[inline(always)]
    fn go_on_with_turn(&self, cx: &mut Cx<'_>, frame: &Frame) {
        let (who, [stage, done, ..]) = (cx.st.clock.player, frame.args);
        cx.stirred = false;
        let mut done = usize::from(done);
        if stage == START {
            while let Some(rule) = self.play.turn_start.get(done) {
                done += 1;
                (cx.module, cx.phase) = (rule.module, rule.phase);
                (rule.run)(cx, who);
                if cx.stirred {
                    return self.put_off_turn(cx, START, done);
                }
            }
            return self.ask_for_turn(cx, who);
        }
        while let Some(at) = self.next_at_end(cx.st, who, done) {
            let rule = &self.play.turn_end[at];
            done = at + 1;
            cx.st.due.runs(at, who);
            (cx.module, cx.phase) = (rule.module, rule.phase);
            (rule.run.run)(cx, who);
            // Whatever was asked, given another go or ended comes first.
            if cx.stirred {
                return self.put_off_turn(cx, END, done);
            }
        }
        self.end_turn(cx, who);
    }

    /// The next rule for the end of a turn, of those that have not run yet, which has something to look at. Those beyond the number of
    /// bits always run.
    #[inline(always)]
    fn next_at_end(&self, st: &mut State, who: PlayerId, done: usize) -> Option<usize> {
        let due = st.due.at_end(who) | self.play.wakes.always;
        let left = due.checked_shr(done as u32).unwrap_or(0);
        let at = if left != 0 { done + left.trailing_zeros() as usize } else { done.max(32) };
        (at < self.play.turn_end.len()).then_some(at)
    }

    /// The turn is over: the last turns count down, and the next player begins.
    #[inline(always)]
    fn end_turn(&self, cx: &mut Cx<'_>, who: PlayerId) {
        if let Some((why, left)) = &mut cx.st.clock.last {
            *left -= 1;
            if *left == 0 {
                let why = *why;
                (cx.module, cx.phase) = (CORE, Phase::EndCheck);
                return cx.over(why);
            }
        }
        if cx.st.clock.turns[who.index() % MAX_PLAYERS] >= MAX_TURNS {
            (cx.module, cx.phase) = (CORE, Phase::EndCheck);
            return cx.over(TOO_MANY_TURNS);
        }
        let next = match &self.play.next {
            Some(rule) => PlayerId::at((rule.run)(cx.look(), who).index() % self.about.players),
            None if who.index() + 1 == self.about.players => PlayerId(0),
            None => PlayerId(who.0 + 1),
        };
        cx.st.clock.player = next;
        self.begin_turn(cx);
        if self.play.turn_start.is_empty() {
            return self.ask_for_turn(cx, next);
        }
        cx.st.frames.last_mut().expect("the turn frame").args = [START, 0, 0, 0, 0, 0];
    }

    /// Something comes before the rest of a stage of a turn, of which so many rules have run.
    #[cold]
    #[inline(never)]
    fn put_off_turn(&self, cx: &mut Cx<'_>, stage: u16, done: usize) {
        // A turn that was given another go begins its end anew.
        if let Some(turn) = cx.st.frames.iter_mut().find(|f| f.decision == TURN && f.args[0] == stage) {
            turn.args[1] = done as u16;
        }
    }

    #[inline(always)]
    fn ask_for_turn(&self, cx: &mut Cx<'_>, who: PlayerId) {
        let turn = cx.st.frames.last_mut().expect("the turn frame");
        turn.args = [MAIN, 0, 0, 0, 0, 0];
        turn.who = PlayerSet::one(who);
        cx.phase = Phase::Main;
    }
}
