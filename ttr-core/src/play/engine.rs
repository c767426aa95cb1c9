//! The engine: starts a game, says who is to act and what is legal, applies an action, and goes on until somebody has to
//! decide. It knows turns, claims and pending frames; what happens in them is the modules'.

use crate::actions::{Action, ActionSpace, Picked};
use crate::chance::Chance;
use crate::compile::{CLAIM, SETUP, TURN, core_messages as msg};
use crate::cx::{Cx, Fault};
use crate::event::{Sight, Sink, What};
use crate::ids::{ModuleId, PlayerId, PlayerSet, RouteId};
use crate::limits::{MAX_PLAYERS, MAX_TURNS};
use crate::look::Look;
use crate::message::{Note, Value};
use crate::offer::{Offer, Shaped};
use crate::phase::Phase;
use crate::rules::{Claim, ClaimFn, Rank, Rule, Rules, SetupStep};
use crate::state::{Frame, Sealed, State};
use crate::view::View;
use arrayvec::ArrayVec;

pub(crate) const TURN_START: u16 = 0;
pub(crate) const TURN_MAIN: u16 = 1;
pub(crate) const TURN_END: u16 = 2;

pub(crate) const CLAIM_DECLARED: u16 = 0;
pub(crate) const CLAIM_COMMITTED: u16 = 1;
pub(crate) const CLAIM_ABORT: u16 = 2;

/// More steps than this without a decision are a module that never ends.
const MOST_AUTOMATIC_STEPS: u32 = 1_000_000;

/// The end reason of core itself.
const TOO_MANY_TURNS: u8 = 0;

/// Modules that core's own steps are written to.
const CORE: ModuleId = ModuleId(u8::MAX);

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

/// What a player does: an action of the list, or its number there, which is less to be looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The number of an action in the list.
    Number(usize),
    /// An action of the list.
    Action(Action),
}

impl From<usize> for Choice {
    #[inline]
    fn from(number: usize) -> Self {
        Self::Number(number)
    }
}

impl From<Action> for Choice {
    #[inline]
    fn from(action: Action) -> Self {
        Self::Action(action)
    }
}

/// What is known of a step that was applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Applied {
    /// Something came by chance, or somebody saw something that had been hidden: it can't be undone.
    pub barrier: bool,
}

enum Probed {
    None,
    One(Action),
    More,
}

/// Whether cards of others lay in escrow when a claim began.
pub(crate) fn has_beneath(claim: &Frame) -> bool {
    claim.args[5] != 0
}

pub(crate) fn claim_of(frame: &Frame) -> Claim {
    Claim { who: PlayerId(frame.args[0] as u8), route: RouteId(frame.args[1]), free: frame.args[2] != 0 }
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
        self.set_up(&mut cx);
        cx.fault.map_or(Ok(()), Err)
    }

    /// Goes on to the first decision; apart from the steps of a game, which are compiled for themselves.
    #[inline(never)]
    fn set_up(&self, cx: &mut Cx<'_>) {
        self.advance(cx, None);
    }

    #[inline(always)]
    pub(crate) fn cx<'a>(&'a self, st: &'a mut State, chance: &'a mut dyn Chance, sink: &'a mut dyn Sink) -> Cx<'a> {
        let wants = sink.wants();
        Cx {
            rules: self,
            st,
            chance,
            sink,
            wants,
            module: CORE,
            phase: Phase::Seats,
            barrier: false,
            fault: None,
            stirred: false,
            in_order: false,
            chosen_unseen: false,
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

    #[inline(always)]
    fn list(&self, look: Look<'_>, frame: &Frame, who: PlayerId, out: &mut ActionSpace<'_>) {
        if let Some(Some(shape)) = self.shapes.get(frame.decision.index()) {
            match &**shape {
                Shaped::Cards(cards) => out.list_cards(look, frame.args[0], cards),
                Shaped::Turn(turn) => out.list_turn(look, frame.args[0], who, turn),
                Shaped::More(shape) => out.list_shape(look, frame, who, shape),
            }
            if !out.is_empty() {
                return;
            }
        }
        self.list_one_by_one(look, frame, who, out);
    }

    /// The same, going from offer to offer.
    #[inline(never)]
    fn list_one_by_one(&self, look: Look<'_>, frame: &Frame, who: PlayerId, out: &mut ActionSpace<'_>) {
        let decision = &self.decisions[frame.decision.index()];
        out.clear();
        if decision.simple && self.shapes[frame.decision.index()].is_none() {
            for offer in &decision.offers {
                offer.list(look, frame, who, out);
            }
            if !out.is_empty() {
                return;
            }
            out.clear();
        }
        self.list_by_rank(look, frame, who, out);
    }

    /// The same where rules filter what is offered, where not all of it is ordinary, or where nothing ordinary is.
    #[inline(never)]
    fn list_by_rank(&self, look: Look<'_>, frame: &Frame, who: PlayerId, out: &mut ActionSpace<'_>) {
        let decision = &self.decisions[frame.decision.index()];
        let mut ordinary = false;
        for offer in &decision.offers {
            let before = out.total();
            self.list_offer(offer, look, frame, who, out);
            ordinary |= offer.rank == Rank::Ordinary && out.total() != before;
        }
        for offer in decision.fallbacks.iter().filter(|_| !ordinary) {
            self.list_offer(offer, look, frame, who, out);
        }
    }

    #[inline(always)]
    fn list_offer(&self, offer: &Offer, look: Look<'_>, frame: &Frame, who: PlayerId, out: &mut ActionSpace<'_>) {
        if self.filters.is_empty() {
            return offer.list(look, frame, who, out);
        }
        self.list_what_passes(offer, look, frame, who, out);
    }

    /// The same with what rules let pass.
    #[cold]
    #[inline(never)]
    fn list_what_passes(&self, offer: &Offer, look: Look<'_>, frame: &Frame, who: PlayerId, out: &mut ActionSpace<'_>) {
        let families = out.family_count();
        offer.list(look, frame, who, out);
        out.retain_from(families, |op| self.filters.iter().all(|f| (f.run)(look, who, op).is_none()));
    }

    /// Whether there is no legal action, one (and which), or more. Looks no further than it must: at the cheap offers
    /// first, which are the last ones, since payments are counted by those that claim.
    fn probe(&self, look: Look<'_>, frame: &Frame, who: PlayerId) -> Probed {
        if !self.filters.is_empty() {
            return self.probe_filtered(look, frame, who);
        }
        let decision = &self.decisions[frame.decision.index()];
        let mut out = ActionSpace::probe(self);
        let mut ordinary = false;
        for offer in decision.offers.iter().rev() {
            let before = out.total();
            offer.list(look, frame, who, &mut out);
            ordinary |= offer.rank == Rank::Ordinary && out.total() != before;
            if out.is_full() {
                return Probed::More;
            }
        }
        if !ordinary {
            for offer in &decision.fallbacks {
                offer.list(look, frame, who, &mut out);
            }
        }
        match out.only() {
            Some(only) => Probed::One(only),
            None if out.is_empty() => Probed::None,
            None => Probed::More,
        }
    }

    /// The same where rules filter what is offered.
    #[cold]
    fn probe_filtered(&self, look: Look<'_>, frame: &Frame, who: PlayerId) -> Probed {
        self.list_anew(look, frame, who, &mut ActionSpace::new(self))
    }

    /// The same, with the list of all of them.
    #[inline(always)]
    fn list_anew(&self, look: Look<'_>, frame: &Frame, who: PlayerId, out: &mut ActionSpace<'_>) -> Probed {
        self.list(look, frame, who, out);
        if out.total() > 1 {
            return Probed::More;
        }
        out.get(0).map_or(Probed::None, Probed::One)
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
        self.apply_listed(st, who, action, chance, sink).map_err(|fault| {
            st.clone_from(&before);
            fault.into()
        })
    }

    /// Does what was just taken from the list of legal actions, without looking again.
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
    ) -> Result<Applied, Fault> {
        self.take_and_go_on(st, who, action, chance, sink, None)
    }

    /// Does what was just taken from this list of legal actions, and lists anew: what the next to act may do, the one of the
    /// lowest seat where there are several. Saves looking twice, at whether there is a choice and which.
    ///
    /// # Errors
    /// If the source of chance fails or a module breaks a promise; the state is then not to be used.
    pub fn play_on(
        &self,
        st: &mut State,
        who: PlayerId,
        action: &Action,
        chance: &mut dyn Chance,
        sink: &mut dyn Sink,
        out: &mut ActionSpace<'_>,
    ) -> Result<Applied, Fault> {
        self.take_and_go_on(st, who, action, chance, sink, Some(out))
    }

    /// Plays on to the end of the game: asks which action of the list is taken at every decision, of the player of the lowest
    /// seat where there are several, with what that player sees; its number in the list does as well. Gives how many decisions
    /// there were. Less is done for each of them than with [`Rules::play_on`]; whether somebody listens is looked at once.
    ///
    /// # Errors
    /// If an action is not given, if the source of chance fails or a module breaks a promise; the state is then not to be used.
    #[inline]
    pub fn play_out<C: Into<Choice>, E>(
        &self,
        st: &mut State,
        chance: &mut dyn Chance,
        sink: &mut dyn Sink,
        out: &mut ActionSpace<'_>,
        mut choose: impl FnMut(View<'_>, PlayerId, &ActionSpace<'_>) -> Result<C, E>,
    ) -> Result<u64, Stopped<E>> {
        let mut cx = self.cx(st, chance, sink);
        let mut next = self.to_act(cx.st).lowest();
        if let Some(who) = next {
            self.legal(cx.st, who, out);
        }
        let mut decisions = 0;
        while let Some(who) = next {
            let choice = choose(self.view(cx.st, Some(who)), who, out).map_err(Stopped::Chosen)?;
            match choice.into() {
                Choice::Number(i) => self.take_number(&mut cx, who, i, out),
                Choice::Action(action) => self.take(&mut cx, who, &action, false),
            }
            next = self.advance(&mut cx, Some(out));
            decisions += 1;
        }
        cx.fault.map_or(Ok(decisions), |fault| Err(Stopped::Fault(fault)))
    }

    #[inline(never)]
    fn take_and_go_on(
        &self,
        st: &mut State,
        who: PlayerId,
        action: &Action,
        chance: &mut dyn Chance,
        sink: &mut dyn Sink,
        out: Option<&mut ActionSpace<'_>>,
    ) -> Result<Applied, Fault> {
        let mut cx = self.cx(st, chance, sink);
        self.take(&mut cx, who, action, false);
        self.advance(&mut cx, out);
        let barrier = cx.barrier;
        match cx.fault {
            Some(fault) => Err(fault),
            None => Ok(Applied { barrier }),
        }
    }

    /// Takes an action that was forced.
    #[inline(never)]
    fn take_forced(&self, cx: &mut Cx<'_>, who: PlayerId, action: &Action) {
        self.take(cx, who, action, true);
    }

    /// Takes the action of this number of a list, without making it where its operation and an argument say all.
    #[inline(always)]
    fn take_number(&self, cx: &mut Cx<'_>, who: PlayerId, i: usize, out: &ActionSpace<'_>) {
        let action = match out.picked(i) {
            Some(Picked::Bare(op, arg)) => {
                if !cx.wants && cx.draws_at_once(&self.ops[op.index()], who, arg) {
                    return;
                }
                Action::new(op, [arg, 0, 0])
            }
            Some(Picked::Action(action)) => action,
            None => return cx.fail("an action was chosen that is not listed"),
        };
        self.take_made(cx, who, &action, false);
    }

    #[inline(always)]
    fn take(&self, cx: &mut Cx<'_>, who: PlayerId, action: &Action, forced: bool) {
        if cx.wants || !cx.draws_at_once(&self.ops[action.op.index()], who, action.args[0]) {
            self.take_made(cx, who, action, forced);
        }
    }

    /// The same, but for cards that are drawn at once.
    #[inline(always)]
    fn take_made(&self, cx: &mut Cx<'_>, who: PlayerId, action: &Action, forced: bool) {
        let op = &self.ops[action.op.index()];
        let told = cx.wants;
        let Some(frame) = cx.st.frames.last().copied() else { return };
        if told {
            self.say_chosen(cx, &frame, who, action, forced);
        }
        if frame.decision == TURN {
            let idle = op.lesser && self.nothing_ordinary(cx.look(), &frame, who);
            if let Some(turn) = cx.st.frames.last_mut() {
                (turn.args[0], turn.args[1], turn.args[2]) = (TURN_END, 0, idle.into());
                turn.who = PlayerSet::NONE;
            }
        } else if self.decisions[frame.decision.index()].sealed {
            return self.seal(cx, who, action, forced);
        } else {
            cx.st.frames.pop();
        }
        cx.module = op.module;
        cx.stirred = false;
        if !told
            && op.claims
            && let Some(standing) = cx.claims_at_once(action.route())
        {
            return cx.claim_at_once(who, action, standing);
        }
        cx.in_order = false;
        (op.apply)(cx, &frame, who, action);
    }

    #[cold]
    #[inline(never)]
    fn say_chosen(&self, cx: &mut Cx<'_>, frame: &Frame, who: PlayerId, action: &Action, forced: bool) {
        cx.phase = self.phase_of(cx.st);
        cx.chose(who, action, forced, self.decisions[frame.decision.index()].sealed);
    }

    /// Whether a player who does something lesser, or falls back, had nothing ordinary to do. Not looked at for what is
    /// ordinary itself: it says nothing, and would tell others about a hand.
    #[inline(never)]
    fn nothing_ordinary(&self, look: Look<'_>, frame: &Frame, who: PlayerId) -> bool {
        let decision = &self.decisions[frame.decision.index()];
        let mut out = if self.filters.is_empty() { ActionSpace::probe(self) } else { ActionSpace::new(self) };
        decision.offers.iter().filter(|o| o.rank == Rank::Ordinary).all(|offer| {
            self.list_offer(offer, look, frame, who, &mut out);
            out.is_empty()
        })
    }

    /// The phase to which the pending decision belongs: that of the procedure below it.
    fn phase_of(&self, st: &State) -> Phase {
        for frame in st.frames.iter().rev() {
            let before = (frame.args[1] as usize).checked_sub(1);
            return match frame.decision {
                SETUP => {
                    // A step that asks one after the other stays the current one until all were asked.
                    let done = usize::from(frame.args[1] == 0);
                    (frame.args[0] as usize).checked_sub(done).map_or(Phase::Seats, |i| self.setup[i].phase)
                }
                TURN => match (frame.args[0], before) {
                    (TURN_START, _) => Phase::TurnStart,
                    (TURN_END, Some(i)) => self.turn_end[i].phase,
                    _ => Phase::Main,
                },
                CLAIM if frame.args[3] == CLAIM_COMMITTED => Phase::Gain,
                CLAIM => Phase::Reveal,
                _ => continue,
            };
        }
        Phase::Seats
    }

    #[inline(never)]
    fn seal(&self, cx: &mut Cx<'_>, who: PlayerId, action: &Action, forced: bool) {
        let depth = cx.st.frames.len() as u8 - 1;
        let frame = cx.st.frames.last_mut().expect("sealed answers belong to a frame");
        frame.who = frame.who.without(who);
        let done = frame.who.is_empty();
        // Who is left alone is looked at anyway.
        cx.chosen_unseen = !forced && !done && frame.who.only().is_none();
        // Kept by seat, so that the order in which answers come leaves no trace.
        let at = cx.st.sealed.partition_point(|s| (s.depth, s.who) < (depth, who));
        cx.st.sealed.insert(at, Sealed { depth, who, action: *action });
        if done {
            self.reveal(cx);
        }
    }

    /// All have answered: the answers are opened in seat order from the first player.
    #[inline(never)]
    fn reveal(&self, cx: &mut Cx<'_>) {
        let Some(frame) = cx.st.frames.pop() else { return };
        let depth = cx.st.frames.len() as u8;
        (cx.barrier, cx.in_order) = (true, false);
        let answers: ArrayVec<Sealed, MAX_PLAYERS> = cx.st.sealed.extract_if(.., |s| s.depth == depth).collect();
        let order: ArrayVec<PlayerId, MAX_PLAYERS> = cx.look().in_order().collect();
        for who in order {
            if let Some(answer) = answers.iter().find(|a| a.who == who) {
                let op = &self.ops[answer.action.op.index()];
                let phase = cx.phase;
                cx.run(op.module, phase, |cx| (op.apply)(cx, &frame, who, &answer.action));
            }
        }
    }

    /// Goes on until somebody has to decide, who it is, or the game is over.
    #[inline(always)]
    fn advance(&self, cx: &mut Cx<'_>, mut out: Option<&mut ActionSpace<'_>>) -> Option<PlayerId> {
        for _ in 0..MOST_AUTOMATIC_STEPS {
            // Nobody acts after a fault, or when it is over.
            if cx.stirred && (cx.fault.is_some() || cx.st.clock.over.is_some()) {
                cx.st.frames.clear();
                cx.st.sealed.clear();
                cx.st.beneath.clear();
            }
            let Some(frame) = cx.st.frames.last() else {
                // What was forced last is listed no more.
                if let Some(out) = out {
                    out.clear();
                }
                return None;
            };
            let mut only = frame.who.only();
            if frame.who.is_empty() {
                let frame = *frame;
                if !self.go_on(cx, &frame) {
                    continue;
                }
                only = Some(cx.st.clock.player);
            }
            // Mostly one player has a choice.
            if let (Some(who), Some(out), Some(frame)) = (only, out.as_deref_mut(), cx.st.frames.last()) {
                match self.list_anew(cx.look(), frame, who, out) {
                    Probed::More => {
                        if cx.wants {
                            self.say_asked(cx);
                        }
                        return only;
                    }
                    Probed::One(only) => self.take_forced(cx, who, &only),
                    Probed::None => self.skip(cx, who),
                }
            } else if self.settle(cx, out.as_deref_mut()) {
                return self.to_act(cx.st).lowest();
            }
        }
        cx.module = CORE;
        cx.fail("the game goes on without a decision");
        None
    }

    /// Goes on with a procedure. True if the player whose turn it is has been asked what to do in it, and nothing else has come
    /// up.
    #[inline(always)]
    fn go_on(&self, cx: &mut Cx<'_>, frame: &Frame) -> bool {
        if frame.decision == TURN {
            return self.go_on_with_turn(cx, frame);
        }
        // Rules that hear of a claim, and steps of setup, may do anything with the row.
        cx.in_order = false;
        match frame.decision {
            CLAIM => self.go_on_with_claim(cx, frame),
            SETUP => self.go_on_with_setup(cx, frame),
            _ => {
                cx.st.frames.pop();
            }
        }
        false
    }

    /// Takes the only legal action of a frame, or drops a frame without any. True if a player has to decide.
    #[inline(never)]
    fn settle(&self, cx: &mut Cx<'_>, mut out: Option<&mut ActionSpace<'_>>) -> bool {
        let frame = *cx.st.frames.last().expect("the frame that is settled");
        let first = frame.who.lowest();
        // The first one last, whose list it is that is left. Others need not be looked at again where nothing they see has
        // changed.
        let others = match (first, std::mem::take(&mut cx.chosen_unseen)) {
            (Some(_), true) => PlayerSet::NONE,
            (Some(first), false) => frame.who.without(first),
            (None, _) => frame.who,
        };
        for who in others.iter().chain(first) {
            let probed = match out.as_deref_mut() {
                Some(out) if Some(who) == first => self.list_anew(cx.look(), &frame, who, out),
                _ => self.probe(cx.look(), &frame, who),
            };
            match probed {
                Probed::None => {
                    self.skip(cx, who);
                    return false;
                }
                Probed::One(only) => {
                    self.take_forced(cx, who, &only);
                    return false;
                }
                Probed::More => {}
            }
        }
        self.say_asked(cx);
        true
    }

    /// A player of a frame has nothing to choose from.
    #[inline(never)]
    fn skip(&self, cx: &mut Cx<'_>, who: PlayerId) {
        let top = cx.st.frames.last_mut().expect("the frame that is settled");
        top.who = top.who.without(who);
        if top.decision == TURN {
            top.args[0] = TURN_END;
            top.args[1] = 0;
        } else if top.who.is_empty() {
            if self.decisions[top.decision.index()].sealed {
                self.reveal(cx);
            } else {
                cx.st.frames.pop();
            }
        }
    }

    fn say_asked(&self, cx: &mut Cx<'_>) {
        if let (true, Some(&Frame { decision, who, .. })) = (cx.wants, cx.st.frames.last()) {
            cx.phase = self.phase_of(cx.st);
            cx.module = self.decisions[decision.index()].module;
            cx.emit(Sight::All, || What::Asked { decision, who });
        }
    }

    #[inline(never)]
    fn go_on_with_setup(&self, cx: &mut Cx<'_>, frame: &Frame) {
        let (step, asked) = (frame.args[0], frame.args[1]);
        let Some(rule) = self.setup.get(step as usize) else {
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
                cx.ask_all(*decision, PlayerSet::first(self.players), [0; 6]);
            }
            SetupStep::AskEach { decision, reverse } => {
                if asked as usize == self.players {
                    (top.args[0], top.args[1]) = (step + 1, 0);
                    return;
                }
                top.args[1] += 1;
                let n = self.players;
                let turn = if *reverse { n - 1 - asked as usize } else { asked as usize };
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
        cx.emit(Sight::All, || What::TurnBegan { who, turn });
    }

    /// True if the player has been asked what to do in it, and nothing else has come up.
    #[inline(always)]
    fn go_on_with_turn(&self, cx: &mut Cx<'_>, frame: &Frame) -> bool {
        let (who, [stage, done, idle, ..]) = (cx.st.clock.player, frame.args);
        // Mostly no rule has anything to do when a turn ends.
        if let Some(quiet) = &self.quiet
            && stage != TURN_START
            && quiet.holds(cx.st, who, idle != 0, cx.in_order)
        {
            cx.in_order = cx.in_order || quiet.has_full_row(cx.st);
            return self.end_turn(cx, who);
        }
        cx.in_order = false;
        let rules = if stage == TURN_START { &self.turn_start } else { &self.turn_end };
        cx.stirred = false;
        let mut left = rules.get(usize::from(done)..).unwrap_or_default();
        while let [rule, rest @ ..] = left {
            left = rest;
            if !rule.run.is_due(cx.look(), who) {
                continue;
            }
            (cx.module, cx.phase) = (rule.module, rule.phase);
            (rule.run.run)(cx, who);
            // Whatever was asked, given another go or ended comes first.
            if cx.stirred {
                self.put_off_turn(cx, stage, (rules.len() - left.len()) as u16);
                return false;
            }
        }
        if stage == TURN_START {
            self.ask_for_turn(cx, who);
            return true;
        }
        self.end_turn(cx, who)
    }

    /// The turn is over: the last turns count down, and the next player begins. True if they have been asked what to do.
    #[inline(always)]
    fn end_turn(&self, cx: &mut Cx<'_>, who: PlayerId) -> bool {
        if let Some((why, left)) = &mut cx.st.clock.last {
            *left -= 1;
            if *left == 0 {
                let why = *why;
                (cx.module, cx.phase) = (CORE, Phase::EndCheck);
                cx.over(why);
                return false;
            }
        }
        if cx.st.clock.turns[who.index() % MAX_PLAYERS] >= MAX_TURNS {
            (cx.module, cx.phase) = (CORE, Phase::EndCheck);
            cx.over(TOO_MANY_TURNS);
            return false;
        }
        let next = match &self.next {
            Some(rule) => PlayerId::at((rule.run)(cx.look(), who).index() % self.players),
            None if who.index() + 1 == self.players => PlayerId(0),
            None => PlayerId(who.0 + 1),
        };
        cx.st.clock.player = next;
        self.begin_turn(cx);
        if self.turn_start.is_empty() {
            self.ask_for_turn(cx, next);
            return true;
        }
        cx.st.frames.last_mut().expect("the turn frame").args = [TURN_START, 0, 0, 0, 0, 0];
        false
    }

    /// Something comes before the rest of a stage of a turn, of which so many rules have run.
    #[cold]
    #[inline(never)]
    fn put_off_turn(&self, cx: &mut Cx<'_>, stage: u16, done: u16) {
        // A turn that was given another go begins its end anew.
        if let Some(turn) = cx.st.frames.iter_mut().find(|f| f.decision == TURN && f.args[0] == stage) {
            turn.args[1] = done;
        }
    }

    fn ask_for_turn(&self, cx: &mut Cx<'_>, who: PlayerId) {
        let turn = cx.st.frames.last_mut().expect("the turn frame");
        turn.args = [TURN_MAIN, 0, 0, 0, 0, 0];
        turn.who = PlayerSet::one(who);
        cx.phase = Phase::Main;
    }

    #[inline(never)]
    fn go_on_with_claim(&self, cx: &mut Cx<'_>, frame: &Frame) {
        let claim = claim_of(frame);
        let (stage, done) = (frame.args[3], frame.args[4]);
        cx.stirred = false;
        match stage {
            CLAIM_DECLARED => {
                self.hear_of_claim(cx, &claim, &self.declared, CLAIM_DECLARED, done);
                if cx.stirred {
                    return;
                }
                (cx.module, cx.phase) = (CORE, Phase::Commit);
                cx.place_claim(&claim);
                if cx.stirred {
                    return;
                }
                self.hear_of_claim(cx, &claim, &self.committed, CLAIM_COMMITTED, 0);
            }
            CLAIM_COMMITTED => self.hear_of_claim(cx, &claim, &self.committed, CLAIM_COMMITTED, done),
            _ => return self.drop_claim(cx, frame, &claim),
        }
        if cx.stirred {
            return;
        }
        cx.st.frames.pop();
        (cx.module, cx.phase) = (CORE, Phase::Gain);
        cx.put_away_laid(has_beneath(frame));
    }

    /// Lets rules hear of a claim, from one of them on, until something comes first.
    #[inline]
    fn hear_of_claim(&self, cx: &mut Cx<'_>, claim: &Claim, rules: &[Rule<ClaimFn>], stage: u16, done: u16) {
        for (done, rule) in (1..).zip(rules).skip(done.into()) {
            let top = cx.st.frames.last_mut().expect("the claim frame");
            (top.args[3], top.args[4]) = (stage, done);
            (cx.module, cx.phase) = (rule.module, rule.phase);
            (rule.run)(cx, claim);
            if cx.stirred {
                return;
            }
        }
    }

    /// Gives a claim up: all of it is given back.
    #[cold]
    #[inline(never)]
    fn drop_claim(&self, cx: &mut Cx<'_>, frame: &Frame, claim: &Claim) {
        cx.st.frames.pop();
        (cx.module, cx.phase) = (CORE, Phase::Reveal);
        cx.give_back(claim.who, has_beneath(frame));
        cx.emit(Sight::All, || What::ClaimDropped { who: claim.who, route: claim.route });
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
        let Some(op) = self.ops.get(action.op.index()) else {
            return refused(Note::new(msg::NO_SUCH_ACTION));
        };
        if let Some(note) = self.filters.iter().find_map(|f| (f.run)(look, who, action.op)) {
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
                "decision" => Some(self.template(self.decisions[frame.decision.index()].text).text.clone()),
                _ => None,
            }),
        }
    }
}
