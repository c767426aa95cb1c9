//! From a game that breaks a property to a short one: what comes after it is cut off, then decisions are left out as long as
//! the rest breaks the same property. What chance brought stays with the decision that it came after.

use crate::props::{Course, Property, Table, Walk, Written, bot};
use crate::watch::{Broken, look, watched};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use ttr_core::chance::{Chance, Lot, NoOutcome, SeededChance};
use ttr_core::game::Step;
use ttr_core::{Action, Game, NoEvents, PlayerId, Rules};
use ttr_files::save;

/// A game with what chance brought in each of its steps.
#[derive(Clone)]
pub(crate) struct Played {
    pub game: Game,
    pub seed: u64,
}

type Outcomes = Vec<(u16, u16)>;

/// What was written down for a step comes as long as it can, then the seed decides.
struct Attached<'a> {
    given: VecDeque<(u16, u16)>,
    rest: &'a mut SeededChance,
}

impl Chance for Attached<'_> {
    fn pick(&mut self, lot: &Lot<'_>) -> Result<u32, NoOutcome> {
        let number = |(stream, outcome): &(u16, u16)| lot.number(*outcome).filter(|_| *stream == lot.stream);
        match self.given.iter().position(|given| number(given).is_some()).and_then(|at| self.given.remove(at)) {
            Some(given) => number(&given).ok_or(NoOutcome::Empty),
            None => self.rest.pick(lot),
        }
    }
}

impl Played {
    /// Plays these decisions; those that are not legal are left out.
    fn of(rules: &Arc<Rules>, seed: u64, start: &Outcomes, steps: &[(PlayerId, Action, Outcomes)]) -> Option<Self> {
        let mut rest = SeededChance::new(seed);
        let mut chance = Attached { given: start.iter().copied().collect(), rest: &mut rest };
        let mut game = Game::start(rules.clone(), &mut chance, &mut NoEvents).ok()?;
        for (who, action, outcomes) in steps {
            let mut chance = Attached { given: outcomes.iter().copied().collect(), rest: &mut rest };
            let _ = game.act(*who, action, &mut chance, &mut NoEvents);
        }
        Some(Self { game, seed })
    }

    /// Its first decisions, or some of them.
    fn only(&self, keep: impl Fn(usize) -> bool) -> Option<Self> {
        let kept = |(i, step): (usize, &Step)| keep(i).then(|| (step.who, step.action, step.outcomes.clone()));
        let steps: Vec<_> = self.game.steps().iter().enumerate().filter_map(kept).collect();
        Self::of(self.game.rules(), self.seed, &self.game.start_outcomes().to_vec(), &steps)
    }

    fn len(&self) -> usize {
        self.game.steps().len()
    }

    pub fn course(&self) -> Course {
        Written::of(&self.game, self.seed).into()
    }

    /// The text of a save. A game that its seed gives needs nothing more; any other one says what each pile gives.
    pub fn text(&self, table: &Table) -> String {
        let steps: Vec<_> = self.game.steps().iter().map(|step| (step.who, step.action, Vec::new())).collect();
        let by_seed = Self::of(self.game.rules(), self.seed, &Vec::new(), &steps);
        if by_seed.is_some_and(|same| same.game.steps() == self.game.steps()) {
            return save::write(&self.game, &table.source, self.seed);
        }
        save::write(&self.game, &table.source, Written::of(&self.game, self.seed).origin())
    }
}

/// Plays a game up to a decision, or to where it can't go on; `by_bots` as the games of saves are played.
fn record(table: &Table, course: &Course, most: usize, by_bots: bool) -> Option<Played> {
    let (rules, seed) = (&table.rules, course.seed());
    let mut chance = course.chance(rules);
    let mut game = Game::start(rules.clone(), &mut chance, &mut NoEvents).ok()?;
    let mut walk = Walk::new(rules, course);
    while game.steps().len() < most {
        let n = game.steps().len();
        let next = if by_bots { bot(rules, game.state(), course, n) } else { walk.choice() };
        let Some((who, action)) = next else { break };
        if game.act(who, &action, &mut chance, &mut NoEvents).is_err() {
            break;
        }
        if !by_bots {
            walk.take(who, &action);
        }
    }
    Some(Played { game, seed })
}

/// Looks for short games that break a property.
pub(crate) struct Shrinker<'k> {
    pub table: Arc<Table>,
    pub properties: &'k [Property],
    pub patience: Duration,
    /// How many decisions may still be played again.
    pub effort: usize,
}

/// A game that breaks a property.
pub(crate) struct Found {
    pub played: Played,
    pub broken: Broken,
}

impl Shrinker<'_> {
    /// A game is tried, which costs as much as it is long.
    fn spend(&mut self, played: &Played) {
        self.effort = self.effort.saturating_sub(played.len() + 10);
    }

    /// What a written game breaks first, of all properties.
    fn first_broken(&mut self, played: &Played) -> Option<(Property, Broken)> {
        self.properties.iter().find_map(|property| {
            self.spend(played);
            let broken = look(&self.table, property, &played.course(), self.patience).err()?;
            Some((*property, broken))
        })
    }

    /// The game up to where a property was broken, if what is written down of it breaks one too.
    fn begin(&mut self, course: &Course, broken: &Broken) -> Option<(Property, Found)> {
        let step = broken.step;
        // The step that was under way, if it can be taken, and the one after it are part of what shows it.
        for (most, by_bots) in [(step, false), (step + 1, false), (step, true), (step + 1, true), (usize::MAX, false)] {
            let (table, course) = (self.table.clone(), course.clone());
            let recorded = watched(broken.property, self.patience, move || record(&table, &course, most, by_bots));
            let Ok(Some(played)) = recorded else { continue };
            if broken.hangs {
                return Some((self.properties[0], Found { played, broken: broken.clone() }));
            }
            if let Some((property, broken)) = self.first_broken(&played) {
                return Some((property, Found { played, broken }));
            }
        }
        None
    }

    /// Whether the game breaks the same property.
    fn still(&mut self, property: &Property, found: &Found, played: Option<Played>) -> Option<Found> {
        let played = played?;
        self.spend(&played);
        let broken = look(&self.table, property, &played.course(), self.patience).err()?;
        (broken.property == found.broken.property && !broken.hangs).then_some(Found { played, broken })
    }

    /// What of a game can be played again without some of its decisions.
    fn part(&self, found: &Found, keep: impl Fn(usize) -> bool + Send + 'static) -> Option<Played> {
        let played = found.played.clone();
        watched("end", self.patience, move || played.only(keep)).ok().flatten()
    }

    /// A game as short as can be found that breaks what this one does; nothing if it can't be written down.
    pub fn shrink(&mut self, course: &Course, broken: &Broken) -> Option<Found> {
        let (property, mut found) = self.begin(course, broken)?;
        if found.broken.hangs {
            return Some(found);
        }
        // Some things need no game at all.
        let nothing = self.part(&found, |_| false);
        if let Some(shorter) = self.still(&property, &found, nothing) {
            return Some(shorter);
        }
        // The end first: most of a long game comes after what it shows.
        for most in [found.broken.step, found.broken.step + 1] {
            if most < found.played.len() {
                let cut = self.part(&found, move |i| i < most);
                if let Some(shorter) = self.still(&property, &found, cut) {
                    found = shorter;
                    break;
                }
            }
        }
        let mut size = found.played.len().div_ceil(2).max(1);
        while self.effort > 0 && found.played.len() > 0 {
            let (mut at, before) = (0, found.played.len());
            // From the end: what is left out there changes the least.
            while at < found.played.len() && self.effort > 0 {
                let end = found.played.len() - at;
                let begin = end.saturating_sub(size);
                let part = self.part(&found, move |i| i < begin || i >= end);
                match self.still(&property, &found, part.filter(|part| part.len() < found.played.len())) {
                    Some(shorter) => found = shorter,
                    None => at += size,
                }
            }
            if size == 1 && found.played.len() == before {
                break;
            }
            size = (size / 2).max(1);
        }
        Some(found)
    }
}
