//! Which game is played: one that random players make of a seed, or one that is written down.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use ttr_core::{Action, Fault, Game, PlayerId, Rules, Script, ScriptedChance};
use ttr_files::names;
use ttr_files::save::Origin;

/// Which game a property is looked at in.
#[derive(Clone, Debug)]
pub enum Course {
    /// That of random players, by its seed: even seeds choose uniformly, odd ones by kinds of actions.
    Seed(u64),
    /// One that is written down. Properties look at it more closely, since it is most likely a short one that shows something.
    Written(Arc<Written>),
}

/// A game that is written down: what chance brought, by name, and who did what.
#[derive(Clone, PartialEq, Debug)]
pub struct Written {
    /// Decides what is not written down.
    pub seed: u64,
    /// What each pile gave, by its name.
    pub script: Script,
    /// The decisions.
    pub steps: Vec<(PlayerId, Action)>,
}

impl Written {
    /// A game as it was played.
    pub fn of(game: &Game, seed: u64) -> Self {
        let steps = game.steps().iter().map(|step| (step.who, step.action)).collect();
        Self { seed, script: script_of(game), steps }
    }

    /// What its chance comes from, as the header of a save has it.
    pub fn origin(&self) -> Origin {
        Origin { script: self.script.clone(), ..self.seed.into() }
    }
}

/// What each pile gave in a game, by its name, as the header of a save may hold it.
pub fn script_of(game: &Game) -> Script {
    let mut script = Script::new();
    let outcomes = game.start_outcomes().iter().chain(game.steps().iter().flat_map(|step| &step.outcomes));
    for outcome in outcomes {
        if let serde_json::Value::Array(pair) = names::outcome(game.rules(), *outcome)
            && let Ok([serde_json::Value::String(pile), outcome]) = <[serde_json::Value; 2]>::try_from(pair)
        {
            script.entry(pile).or_default().push(outcome);
        }
    }
    script
}

impl From<u64> for Course {
    fn from(seed: u64) -> Self {
        Self::Seed(seed)
    }
}

impl From<Written> for Course {
    fn from(written: Written) -> Self {
        Self::Written(Arc::new(written))
    }
}

impl From<&Self> for Course {
    fn from(course: &Self) -> Self {
        course.clone()
    }
}

impl Course {
    /// The seed of all that is left to chance.
    pub fn seed(&self) -> u64 {
        match self {
            Self::Seed(seed) => *seed,
            Self::Written(written) => written.seed,
        }
    }

    /// The game, where it is written down.
    pub fn written(&self) -> Option<&Written> {
        match self {
            Self::Seed(_) => None,
            Self::Written(written) => Some(written),
        }
    }

    /// How often something is looked at: once in so many steps of a random game, at every step of one that is written down.
    pub fn once_in(&self, n: usize) -> usize {
        if self.written().is_some() { 1 } else { n }
    }

    /// The source of chance at the start: what is written down comes as long as it can, then the seed decides.
    pub fn chance(&self, rules: &Rules) -> ScriptedChance {
        let mut chance = ScriptedChance::new(self.seed());
        for (pile, outcomes) in self.written().iter().flat_map(|written| &written.script) {
            for outcome in outcomes {
                if let Ok((_, outcome)) = names::outcome_from(rules, &serde_json::json!([pile, outcome])) {
                    chance.push(pile, [outcome]);
                }
            }
        }
        chance
    }
}

/// How far a game on some thread has come, for another one to see that all goes on.
#[derive(Default, Debug)]
pub(crate) struct Progress {
    step: AtomicUsize,
    ticks: AtomicU64,
}

impl Progress {
    /// The decision to which the game has come.
    pub fn step(&self) -> usize {
        self.step.load(Ordering::Relaxed)
    }

    /// A number that grows while all goes on.
    pub fn ticks(&self) -> u64 {
        self.ticks.load(Ordering::Relaxed)
    }
}

thread_local! {
    static PROGRESS: RefCell<Option<Arc<Progress>>> = const { RefCell::new(None) };
    static BROKEN: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Notes that a game has come to this decision.
pub(crate) fn mark(step: usize) {
    PROGRESS.with_borrow(|progress| {
        if let Some(progress) = progress {
            progress.step.store(step, Ordering::Relaxed);
            progress.ticks.fetch_add(1, Ordering::Relaxed);
        }
    });
}

/// Games on this thread are followed by this.
pub(crate) fn follow(progress: Arc<Progress>) {
    PROGRESS.set(Some(progress));
}

/// Notes that another property is broken than the one that is looked at.
pub(crate) fn broken(property: &'static str) {
    BROKEN.set(Some(property));
}

/// The property that was noted as broken instead of the one that is looked at, if any was. Asking forgets it.
pub(crate) fn other_broken() -> Option<&'static str> {
    BROKEN.take()
}

/// A listed action failed: that is a breach of legality, or the action never came to an end.
pub(crate) fn failed(fault: &Fault) {
    let endless = |what: &str| what.contains("without a decision") || what.contains("too many decisions");
    broken(match fault {
        Fault::Module { what, .. } if endless(what) => "end",
        _ => "legality",
    });
}
