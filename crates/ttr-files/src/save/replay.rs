//! A save is played again: by what was written down alone, or along the seed, to go on with it.

use super::{Entry, Save, SaveFault, hex};
use crate::names;
use crate::position::{Laid, NotLaid, Position};
use serde_json::Value as Json;
use std::sync::Arc;
use ttr_core::chance::{Chance, Lot, NoOutcome, ReplayedChance, ScriptedChance};
use ttr_core::event::{Event, Sink};
use ttr_core::{ActionSpace, Game, PlayerId, Registry, Rules, compile};

impl Save {
    /// The rules of the game.
    ///
    /// # Errors
    /// If the map or the rule set in the save can't be used by this program.
    pub fn rules(&self, registry: &Registry) -> Result<Rules, SaveFault> {
        match compile(registry, &self.header.game) {
            Ok(compiled) => Ok(compiled.rules),
            Err(failed) => Err(SaveFault {
                line: 1,
                what: format!("the map or rule set in the save does not compile ({} faults)", failed.diagnostics.len()),
                compile: Some(Box::new(failed)),
            }),
        }
    }

    /// Plays the first `most` decisions again by what was written down, checking every line; `watch` hears what happened
    /// after each (0: setup).
    ///
    /// # Errors
    /// With the first line that diverges, and the rule that says so.
    pub fn replay(
        &self,
        registry: &Registry,
        most: usize,
        mut watch: impl FnMut(usize, &Game, &[Event]),
    ) -> Result<Game, SaveFault> {
        let rules = Arc::new(self.rules(registry)?);
        self.replayed(rules.clone(), most, &mut watch).map_err(|fault| self.explained(&rules, fault))
    }

    fn replayed(
        &self,
        rules: Arc<Rules>,
        most: usize,
        watch: &mut impl FnMut(usize, &Game, &[Event]),
    ) -> Result<Game, SaveFault> {
        let mut events: Vec<Event> = Vec::new();
        let mut chance = self.outcomes(&rules, 1, &self.header.start)?;
        let laid = self.laid_out(&rules, &mut chance)?;
        let mut game = begun(rules.clone(), laid, &mut chance, &mut events)
            .map_err(|e| SaveFault::new(1, format!("setup diverges: {e}")))?;
        self.not_asked_for(&mut game, 1, &mut chance, &mut events, |_| {})?;
        self.check(1, chance.left(), &self.header.state, game.state().fingerprint())?;
        watch(0, &game, &events);
        for (i, entry) in self.entries.iter().take(most).enumerate() {
            let line = i + 2;
            events.clear();
            let mut chance = self.outcomes(&rules, line, &entry.chance)?;
            self.step(&mut game, line, entry, &mut chance, &mut events)?;
            self.not_asked_for(&mut game, line, &mut chance, &mut events, |_| {})?;
            self.check(line, chance.left(), &entry.state, game.state().fingerprint())?;
            watch(i + 1, &game, &events);
        }
        Ok(game)
    }

    /// The game where it stopped, and the source of chance as it was then: it goes on as if it had not stopped.
    ///
    /// # Errors
    /// With the first line that diverges.
    pub fn resume(&self, registry: &Registry) -> Result<(Game, ScriptedChance), SaveFault> {
        self.resume_with(Arc::new(self.rules(registry)?), |_| {})
    }

    /// Goes on with the game by rules that were made of it before; `watch` hears what happened in setup, then decision by decision.
    ///
    /// # Errors
    /// With the first line that diverges.
    pub fn resume_with(
        &self,
        rules: Arc<Rules>,
        mut watch: impl FnMut(Vec<Event>),
    ) -> Result<(Game, ScriptedChance), SaveFault> {
        self.resumed(rules.clone(), &mut watch).map_err(|fault| self.explained(&rules, fault))
    }

    fn resumed(
        &self,
        rules: Arc<Rules>,
        watch: &mut impl FnMut(Vec<Event>),
    ) -> Result<(Game, ScriptedChance), SaveFault> {
        let mut events = Vec::new();
        let seeded = names::chance(&rules, self.header.seed, &self.header.script);
        let mut seeded = seeded.map_err(|e| SaveFault::new(1, format!("the script: {e}")))?;
        // What was laid out was laid out by the seed alone.
        let mut before = ScriptedChance::new(self.header.seed);
        let mut both = Both { seeded: &mut before, written: self.outcomes(&rules, 1, &self.header.start)? };
        let laid = self.laid_out(&rules, &mut both)?;
        let mut both = Both { seeded: &mut seeded, written: both.written };
        let mut game = begun(rules.clone(), laid, &mut both, &mut events)
            .map_err(|e| SaveFault::new(1, format!("setup diverges from the seed: {e}")))?;
        watch(std::mem::take(&mut events));
        self.not_asked_for(&mut game, 1, &mut both, &mut events, |events| watch(std::mem::take(events)))?;
        self.check(1, both.written.left(), &self.header.state, game.state().fingerprint())?;
        for (i, entry) in self.entries.iter().enumerate() {
            let line = i + 2;
            let mut both = Both { seeded: &mut seeded, written: self.outcomes(&rules, line, &entry.chance)? };
            self.step(&mut game, line, entry, &mut both, &mut events)?;
            watch(std::mem::take(&mut events));
            self.not_asked_for(&mut game, line, &mut both, &mut events, |events| watch(std::mem::take(events)))?;
            self.check(line, both.written.left(), &entry.state, game.state().fingerprint())?;
        }
        Ok((game, seeded))
    }

    /// The position with which the game begins, if it begins with one.
    fn laid_out(&self, rules: &Rules, chance: &mut dyn Chance) -> Result<Option<Laid>, SaveFault> {
        let Some(json) = &self.header.position else { return Ok(None) };
        let laid = Position::read(json).map_err(NotLaid::from).and_then(|position| position.lay_out(rules, chance));
        laid.map(Some).map_err(|why| SaveFault::new(1, why.to_string()))
    }

    fn outcomes(&self, rules: &Rules, line: usize, list: &[Json]) -> Result<ReplayedChance, SaveFault> {
        let outcomes = list.iter().map(|o| names::outcome_from(rules, o)).collect::<Result<Vec<_>, _>>();
        outcomes.map(ReplayedChance::new).map_err(|e| SaveFault::new(line, e))
    }

    fn step(
        &self,
        game: &mut Game,
        line: usize,
        entry: &Entry,
        chance: &mut dyn Chance,
        sink: &mut dyn Sink,
    ) -> Result<(), SaveFault> {
        let seats = game.rules().players();
        if entry.who == 0 || usize::from(entry.who) > seats {
            return Err(SaveFault::new(line, format!("seat {} of {seats}", entry.who)));
        }
        let who = PlayerId(entry.who - 1);
        let action = names::action_from(game.rules().view(game.state(), Some(who)), &entry.action);
        let action = action.map_err(|e| SaveFault::new(line, e))?;
        game.act(who, &action, chance, sink).map_err(|e| {
            // The game is as it was before.
            let (rules, tried) = (game.rules(), game.rules().action_text(game.state(), who, &action));
            SaveFault::new(line, format!("diverges where {} {tried}: {e}", rules.seat_name(who)))
        })
    }

    /// Takes the actions that stand in no line of the save because they were the only ones; `watch` gets the events after each.
    fn not_asked_for(
        &self,
        game: &mut Game,
        line: usize,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
        mut watch: impl FnMut(&mut Vec<Event>),
    ) -> Result<(), SaveFault> {
        if !self.passes_over_the_only_action() {
            return Ok(());
        }
        let rules = game.rules().clone();
        let mut space = ActionSpace::new(&rules);
        loop {
            let mut only = rules.to_act(game.state()).iter().filter_map(|who| {
                rules.legal(game.state(), who, &mut space);
                (space.len() == 1).then(|| (who, space.nth(0)))
            });
            let Some((who, action)) = only.next() else { return Ok(()) };
            game.act(who, &action, chance, events).map_err(|e| {
                SaveFault::new(line, format!("diverges where {} has no choice: {e}", rules.seat_name(who)))
            })?;
            watch(events);
        }
    }

    /// Whether all that chance brought was asked for, and the state is the one that was written down.
    fn check(&self, line: usize, left: usize, written: &str, state: u64) -> Result<(), SaveFault> {
        if left > 0 {
            let what = format!("diverges: {left} outcomes of chance were written down that nobody asked for");
            return Err(SaveFault::new(line, what));
        }
        if self.compares_fingerprints() && written != hex(state) {
            let what = format!("diverges: the state is {} here, {written} was written down", hex(state));
            return Err(SaveFault::new(line, what));
        }
        Ok(())
    }

    /// What is wrong with a line, with the number of the decision in it, and with the rules that have changed since it was written,
    /// which may be why.
    fn explained(&self, rules: &Rules, mut fault: SaveFault) -> SaveFault {
        if fault.line > 1 {
            fault.what = format!("decision {}: {}", fault.line - 1, fault.what);
        }
        let changes = self.changes(rules);
        if !changes.is_empty() {
            fault.what = format!("{}; {changes}", fault.what);
        }
        fault
    }
}

/// A game at its first decision.
fn begun(
    rules: Arc<Rules>,
    laid: Option<Laid>,
    chance: &mut dyn Chance,
    events: &mut Vec<Event>,
) -> Result<Game, ttr_core::cx::Fault> {
    match laid {
        Some(laid) => laid.begin(rules, chance, events),
        None => Game::start(rules, chance, events),
    }
}

/// Chance that follows the seed, and fails where the save has something else written down.
struct Both<'a> {
    seeded: &'a mut ScriptedChance,
    written: ReplayedChance,
}

impl Chance for Both<'_> {
    fn pick(&mut self, lot: &Lot<'_>) -> Result<u32, NoOutcome> {
        let (seeded, written) = (self.seeded.pick(lot)?, self.written.pick(lot)?);
        if lot.outcome(seeded) == lot.outcome(written) { Ok(seeded) } else { Err(NoOutcome::Empty) }
    }
}
