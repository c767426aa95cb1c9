//! A game under way: the position, the log of what was decided and what chance brought, and undo.

use crate::actions::Action;
use crate::chance::{Chance, RecordedChance};
use crate::cx::Fault;
use crate::event::{Sink, Tickets};
use crate::ids::PlayerId;
use crate::rules::Rules;
use crate::state::State;
use crate::step::Illegal;
use std::sync::Arc;

/// One decision of the log. Forced actions are no decisions: they follow from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Who decided.
    pub who: PlayerId,
    /// What.
    pub action: Action,
    /// The tickets that the action names: its bits mean nothing once they have moved.
    pub tickets: Tickets,
    /// What chance brought, as pairs of stream and outcome.
    pub outcomes: Vec<(u16, u16)>,
    /// The fingerprint of the state after it.
    pub fingerprint: u64,
}

/// Why nothing can be undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UndoRefused {
    /// The player has decided nothing yet, or another player has decided since.
    #[error("the last decision was not yours")]
    NotYours,
    /// Chance or something that was shown lies in between.
    #[error("a card was drawn or something hidden was shown since")]
    Shown,
}

/// A game with its log.
#[derive(Clone)]
pub struct Game {
    rules: Arc<Rules>,
    state: State,
    start: Vec<(u16, u16)>,
    start_fingerprint: u64,
    steps: Vec<Step>,
    /// States before the latest decisions, as far back as they can be undone.
    before: Vec<(PlayerId, State)>,
}

impl Game {
    /// Starts a game.
    ///
    /// # Errors
    /// If the source of chance fails.
    pub fn start(rules: Arc<Rules>, chance: &mut dyn Chance, sink: &mut dyn Sink) -> Result<Self, Fault> {
        let mut chance = RecordedChance::new(chance);
        let state = rules.start(&mut chance, sink)?;
        let start_fingerprint = state.fingerprint();
        Ok(Self { rules, state, start: chance.outcomes, start_fingerprint, steps: Vec::new(), before: Vec::new() })
    }

    /// Takes up a game in a position that was set up ([`Rules::set_up`]) and laid out: its first turn begins. `start` is what chance
    /// brought before.
    ///
    /// # Errors
    /// If the source of chance fails.
    pub fn take_up(
        rules: Arc<Rules>,
        mut state: State,
        mut start: Vec<(u16, u16)>,
        chance: &mut dyn Chance,
        sink: &mut dyn Sink,
    ) -> Result<Self, Fault> {
        let mut chance = RecordedChance::new(chance);
        rules.begin(&mut state, &mut chance, sink)?;
        start.append(&mut chance.outcomes);
        let start_fingerprint = state.fingerprint();
        Ok(Self { rules, state, start, start_fingerprint, steps: Vec::new(), before: Vec::new() })
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The position.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What chance brought during setup.
    pub fn start_outcomes(&self) -> &[(u16, u16)] {
        &self.start
    }

    /// The fingerprint of the state after setup.
    pub fn start_fingerprint(&self) -> u64 {
        self.start_fingerprint
    }

    /// The decisions so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Does what a player wants, if it is legal.
    ///
    /// # Errors
    /// If it is not, or the step fails; the game is then as it was.
    pub fn act(
        &mut self,
        who: PlayerId,
        action: &Action,
        chance: &mut dyn Chance,
        sink: &mut dyn Sink,
    ) -> Result<(), Illegal> {
        let before = self.state.clone();
        let mut chance = RecordedChance::new(chance);
        let applied = self.rules.apply(&mut self.state, who, action, &mut chance, sink)?;
        let outcomes = chance.outcomes;
        // The bits of an action mean something in the position in which it was taken.
        let tickets = self.rules.look(&before).tickets_named(who, action);
        let fingerprint = self.state.fingerprint();
        self.steps.push(Step { who, action: *action, tickets, outcomes, fingerprint });
        if applied.barrier || self.before.iter().any(|(other, _)| *other != who) {
            self.before.clear();
        }
        if !applied.barrier {
            self.before.push((who, before));
        }
        Ok(())
    }

    /// Takes back the player's last decision, if nothing came by chance, nothing hidden was shown and nobody else has
    /// decided since.
    ///
    /// # Errors
    /// If it can't be taken back.
    pub fn undo(&mut self, who: PlayerId) -> Result<(), UndoRefused> {
        match self.before.last() {
            Some((by, _)) if *by == who => {
                if let Some((_, state)) = self.before.pop() {
                    self.state = state;
                    self.steps.pop();
                }
                Ok(())
            }
            _ if self.steps.last().is_some_and(|s| s.who == who) => Err(UndoRefused::Shown),
            _ => Err(UndoRefused::NotYours),
        }
    }
}
