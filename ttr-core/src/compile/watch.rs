//! Which module is at work, for programs that go on when one of them panics: a game ends then, and the message names the
//! module. Rules that are not watched cost nothing more for it.

use crate::ids::ModuleId;
use crate::look::Look;
use crate::rules::{
    ClaimFn, Eligibility, FilterFn, JointFn, MenuLine, NetworkFn, Op, PersonalFn, Refuses, ReleaseFn, Rule, Rules,
    SetupStep, Source, TurnEnd, TurnFn, TurnedFn, WhyNotFn,
};
use crate::score::{GoalSpec, MeasureHow, MeasureSpec, ScoreRule, WalkFn};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

thread_local! {
    static AT_WORK: AtWork = AtWork::default();
}

/// The names of all modules that were ever noted.
static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());

/// Which module is at work on a thread, for another thread that waits for it: one that never comes back can be named.
#[derive(Clone, Default, Debug)]
pub struct AtWork(Arc<AtomicUsize>);

impl AtWork {
    /// Of the thread that asks.
    pub fn here() -> Self {
        AT_WORK.with(Self::clone)
    }

    /// The module that is at work now, if one is.
    pub fn module(&self) -> Option<&'static str> {
        let at = self.0.load(Ordering::Relaxed).checked_sub(1)?;
        NAMES.lock().unwrap_or_else(PoisonError::into_inner).get(at).copied()
    }

    fn note(&self, who: usize) {
        self.0.store(who, Ordering::Relaxed);
    }
}

/// A module that can be at work, as threads note it: its place among the names, from 1.
#[derive(Clone, Copy)]
pub(crate) struct Worker(usize);

impl From<&'static str> for Worker {
    fn from(id: &'static str) -> Self {
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let known = names.iter().position(|name| *name == id);
        Self(
            1 + known.unwrap_or_else(|| {
                names.push(id);
                names.len() - 1
            }),
        )
    }
}

/// Code that panicked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} panicked: {what}", module.map_or_else(|| "the engine".to_owned(), |id| format!("module {id}")))]
pub struct Panicked {
    /// The module that was at work, or that had called what panicked.
    pub module: Option<&'static str>,
    /// What it said.
    pub what: String,
}

/// Does something in which modules take part: their installation, or steps of a game whose rules are
/// [watched](Rules::watched).
///
/// # Errors
/// If it panics. What it was about to change is not to be used any more.
pub fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, Panicked> {
    let at_work = AtWork::here();
    at_work.note(0);
    let done = catch_unwind(AssertUnwindSafe(run));
    done.map_err(|payload| {
        let module = at_work.module();
        at_work.note(0);
        Panicked { module, what: words(&*payload) }
    })
}

fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no reason given").to_owned()
}

/// Runs code of a module. When it panics, the note that the module is at work stays.
pub(crate) fn working<T>(id: impl Into<Worker>, run: impl FnOnce() -> T) -> T {
    let Worker(who) = id.into();
    AT_WORK.with(|at_work| {
        let before = at_work.0.load(Ordering::Relaxed);
        at_work.note(who);
        let done = run();
        at_work.note(before);
        done
    })
}

impl Rules {
    /// These rules with a watch over their modules: whenever one is at work, that is noted, for [`guarded`]. They are a little slower.
    #[must_use]
    pub fn watched(mut self) -> Self {
        let ids: Vec<Worker> = self.about.modules.iter().map(|m| m.manifest.id.into()).collect();
        let core = Worker::from("core");
        let id = |module: ModuleId| ids.get(module.index()).copied().unwrap_or(core);
        self.play.ops = self.play.ops.into_iter().map(|op| watched_op(id(op.module), op)).collect();
        for decision in &mut self.play.decisions {
            for lines in [&mut decision.lines, &mut decision.fallbacks] {
                *lines = std::mem::take(lines).into_iter().map(|line| watched_line(id(line.module), line)).collect();
            }
        }
        // Each list of rules, with the type of its rules and what they are called with.
        macro_rules! watch {
            ($($part:ident.$list:ident: $type:ty = ($($arg:ident),+);)+) => {$(
                let all = std::mem::take(&mut self.$part.$list).into_iter();
                self.$part.$list.extend(all.map(|Rule { module, phase, run }| {
                    let id = id(module);
                    let run: $type = Box::new(move |$($arg),+| working(id, || run($($arg),+)));
                    Rule { module, phase, run }
                }));
            )+};
        }
        watch! {
            play.filters: FilterFn = (look, who, op);
            claims.declared: ClaimFn = (cx, claim);
            claims.committed: ClaimFn = (cx, claim);
            claims.released: ReleaseFn = (cx, route, held);
            play.turned: TurnedFn = (cx, turned);
            play.turn_start: TurnFn = (cx, who);
            claims.personal: PersonalFn = (look, who, route, terms);
        }
        self.play.turn_end =
            self.play.turn_end.into_iter().map(|rule| watched_turn_end(id(rule.module), rule)).collect();
        for joint in &mut self.play.joints {
            *joint = std::mem::take(joint).into_iter().map(|rule| watched_joint(id(rule.module), rule)).collect();
        }
        for stop in &mut self.play.stops {
            stop.before = stop.before.take().map(|rule| watched_joint(id(rule.module), rule));
        }
        self.play.next = self.play.next.map(|Rule { module, phase, run }| {
            let id = id(module);
            Rule { module, phase, run: Box::new(move |look: Look<'_>, who| working(id, || run(look, who))) as _ }
        });
        self.play.setup = self.play.setup.into_iter().map(|rule| watched_setup(id(rule.module), rule)).collect();
        self.claims.eligibility =
            self.claims.eligibility.into_iter().map(|rule| watched_claims(id(rule.module), rule)).collect();
        self.scoring.scores =
            self.scoring.scores.into_iter().map(|rule| watched_score(id(rule.module), rule)).collect();
        self.networks.goals = self.networks.goals.into_iter().map(|goal| watched_goal(id(goal.module), goal)).collect();
        self.scoring.measures =
            self.scoring.measures.into_iter().map(|measure| watched_measure(id(measure.module), measure)).collect();
        let network = self.networks.changes.into_iter().map(|(purpose, Rule { module, phase, run })| {
            let id = id(module);
            let run: NetworkFn = Box::new(move |look, side, spec| working(id, || run(look, side, spec)));
            (purpose, Rule { module, phase, run })
        });
        self.networks.changes = network.collect();
        self
    }
}

fn watched_op(id: Worker, op: Op) -> Op {
    let Op { effect, why_not, .. } = op;
    Op {
        effect: Box::new(move |cx, frame, who, action| working(id, || effect(cx, frame, who, action))),
        why_not: why_not.map(|why| -> WhyNotFn {
            Box::new(move |look, frame, who, action| working(id, || why(look, frame, who, action)))
        }),
        ..op
    }
}

fn watched_line(id: Worker, line: MenuLine) -> MenuLine {
    let source = match line.source {
        Source::Asked(list) => {
            Source::Asked(Box::new(move |look, frame, who, out| working(id, || list(look, frame, who, out))))
        }
        counted => counted,
    };
    MenuLine { source, ..line }
}

fn watched_turn_end(id: Worker, Rule { module, phase, run }: Rule<TurnEnd>) -> Rule<TurnEnd> {
    let TurnEnd { reads, run } = run;
    let run: TurnFn = Box::new(move |cx, who| working(id, || run(cx, who)));
    Rule { module, phase, run: TurnEnd { reads, run } }
}

fn watched_joint(id: Worker, Rule { module, phase, run }: Rule<JointFn>) -> Rule<JointFn> {
    Rule { module, phase, run: Box::new(move |cx, who, n| working(id, || run(cx, who, n))) }
}

fn watched_setup(id: Worker, Rule { module, phase, run }: Rule<SetupStep>) -> Rule<SetupStep> {
    let run = match run {
        SetupStep::Do(run) => SetupStep::Do(Box::new(move |cx| working(id, || run(cx)))),
        asks => asks,
    };
    Rule { module, phase, run }
}

fn watched_claims(id: Worker, rule: Eligibility) -> Eligibility {
    let Eligibility { module, depends, refuses, why } = rule;
    Eligibility {
        module,
        depends,
        refuses: match refuses {
            Refuses::When(closes) => Refuses::When(closes),
            Refuses::Player(of) => {
                Refuses::Player(Box::new(move |look, who, route| working(id, || of(look, who, route))))
            }
            Refuses::Players(of) => Refuses::Players(Box::new(move |look, route| working(id, || of(look, route)))),
        },
        why: Box::new(move |look, who, route| working(id, || why(look, who, route))),
    }
}

fn watched_score(id: Worker, ScoreRule { module, phase, when, run }: ScoreRule) -> ScoreRule {
    ScoreRule {
        module,
        phase,
        when,
        run: Box::new(move |scoring, side, lines| working(id, || run(scoring, side, lines))),
    }
}

fn watched_goal(id: Worker, GoalSpec { name, module, evaluate, walk, by_joining }: GoalSpec) -> GoalSpec {
    GoalSpec {
        name,
        module,
        evaluate: Box::new(move |net, ticket, of| working(id, || evaluate(net, ticket, of))),
        walk: walk.map(|walk| -> WalkFn { Box::new(move |net, ticket, of| working(id, || walk(net, ticket, of))) }),
        by_joining,
    }
}

fn watched_measure(id: Worker, measure: MeasureSpec) -> MeasureSpec {
    let how = match measure.how {
        MeasureHow::Run(run) => MeasureHow::Run(Box::new(move |scoring, side| working(id, || run(scoring, side)))),
        other => other,
    };
    MeasureSpec { how, ..measure }
}
