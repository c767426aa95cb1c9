//! A game under way: its seats, what happened in it, and the ways to go on.

use crate::seats::Seat;
use std::sync::Arc;
use ttr_bots::PlayerRng;
use ttr_core::cx;
use ttr_core::game::Step;
use ttr_core::{
    Action, ActionSpace, Event, Game, GameSource, Illegal, PlayerId, Rules, Script, ScriptedChance, State, UndoRefused,
    View,
};
use ttr_files::names;
use ttr_files::position::{NotLaid, Position, Wrong};
use ttr_files::save::{self, Origin, Save, SaveFault, Secret};

/// A game with its seats.
pub struct Table {
    rules: Arc<Rules>,
    game: Game,
    chance: ScriptedChance,
    source: GameSource,
    origin: Origin,
    seats: Vec<Seat>,
    /// What happened: first in setup, then decision by decision.
    events: Vec<Vec<Event>>,
}

/// Why a game can't begin.
#[derive(Debug, thiserror::Error)]
pub enum NoBeginning {
    /// The script names what there is not.
    #[error("the script: {0}")]
    Script(String),
    /// The position can't be laid out.
    #[error(transparent)]
    Position(Wrong),
    /// A module is at fault, or the script can't be followed.
    #[error("the game can't begin: {0}")]
    Fault(cx::Fault),
}

/// What a computer player did wrong.
#[derive(Debug, thiserror::Error)]
pub enum Misplayed {
    /// It chose what is not on the list.
    #[error("{name} chose action {chosen} of {all}")]
    NoSuchAction {
        /// Whose player.
        name: String,
        /// What it chose.
        chosen: usize,
        /// How many actions there are.
        all: usize,
    },
    /// A step failed.
    #[error("{name}: {why}")]
    Illegal {
        /// Whose player.
        name: String,
        /// Why.
        why: Illegal,
    },
}

/// A person on every seat.
fn people(rules: &Rules) -> Vec<Seat> {
    rules.player_ids().map(|_| Seat::Person).collect()
}

impl Table {
    /// A new game.
    ///
    /// # Errors
    /// If it can't begin.
    pub fn begin(rules: Arc<Rules>, source: GameSource, seed: u64, script: Script) -> Result<Self, NoBeginning> {
        let mut chance = names::chance(&rules, seed, &script).map_err(NoBeginning::Script)?;
        let mut events = Vec::new();
        let game = Game::start(rules.clone(), &mut chance, &mut events).map_err(NoBeginning::Fault)?;
        let seats = people(&rules);
        let origin = Origin { script, ..seed.into() };
        Ok(Self { rules, game, chance, source, origin, seats, events: vec![events] })
    }

    /// A game that begins with a position: everybody has what it says, and the first turn begins. What it does not say comes by the
    /// seed; what comes after it is first what the script says.
    ///
    /// # Errors
    /// If it can't begin.
    pub fn lay_out(
        rules: Arc<Rules>,
        source: GameSource,
        seed: u64,
        script: Script,
        position: &Position,
    ) -> Result<Self, NoBeginning> {
        let mut chance = names::chance(&rules, seed, &script).map_err(NoBeginning::Script)?;
        let laid = position.lay_out(&rules, &mut ScriptedChance::new(seed)).map_err(|why| match why {
            NotLaid::Wrong(wrong) => NoBeginning::Position(wrong),
            NotLaid::Fault(fault) => NoBeginning::Fault(fault),
        })?;
        let mut events = Vec::new();
        let game = laid.begin(rules.clone(), &mut chance, &mut events).map_err(NoBeginning::Fault)?;
        let seats = people(&rules);
        let origin = Origin { script, position: Some(position.json()), ..seed.into() };
        Ok(Self { rules, game, chance, source, origin, seats, events: vec![events] })
    }

    /// A game that was saved, by the rules made of its source.
    ///
    /// # Errors
    /// With the first line that diverges.
    pub fn resume(rules: Arc<Rules>, save: Save) -> Result<Self, SaveFault> {
        let mut events = Vec::new();
        let (game, chance) = save.resume_with(rules.clone(), |more| events.push(more))?;
        let header = save.header;
        let (source, origin) = (
            header.game,
            Origin { seed: header.seed, script: header.script, secret: header.secret, position: header.position },
        );
        let seats = people(&rules);
        Ok(Self { rules, game, chance, source, origin, seats, events })
    }

    /// Says who sits where; before that there are people on all seats.
    pub fn sit(&mut self, seats: Vec<Seat>) {
        self.seats = seats;
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// What the game is made of.
    pub fn source(&self) -> &GameSource {
        &self.source
    }

    /// What it began with.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Where chance began.
    pub fn seed(&self) -> u64 {
        self.origin.seed
    }

    /// What the values of programs that play are keyed by, if it is known.
    pub fn secret(&self) -> Option<&Secret> {
        self.origin.secret.as_ref()
    }

    /// Notes what the values of programs that play are keyed by: saves hold it.
    pub fn keep_secret(&mut self, secret: Secret) {
        self.origin.secret = Some(secret);
    }

    /// Whether it began with a position that was laid out.
    pub fn was_laid_out(&self) -> bool {
        self.origin.position.is_some()
    }

    /// The position.
    pub fn state(&self) -> &State {
        self.game.state()
    }

    /// The decisions so far.
    pub fn steps(&self) -> &[Step] {
        self.game.steps()
    }

    /// The position as somebody sees it; as an onlooker does, without a seat.
    pub fn view(&self, who: Option<PlayerId>) -> View<'_> {
        self.rules.view(self.game.state(), who)
    }

    /// What happened: in setup, then decision by decision. All of it: who tells it to a seat asks what that seat may know.
    pub fn events(&self) -> &[Vec<Event>] {
        &self.events
    }

    /// Who sits at the seats.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Whether a person sits there.
    pub fn is_person(&self, who: PlayerId) -> bool {
        matches!(self.seats.get(who.index()), Some(Seat::Person))
    }

    /// Whether who sits there would decide the same again in the same game: computer players would.
    pub fn repeats(&self, who: PlayerId) -> bool {
        matches!(self.seats.get(who.index()), Some(Seat::Computer(bot)) if bot.repeats())
    }

    /// How many people play.
    pub fn people(&self) -> usize {
        self.seats.iter().filter(|seat| matches!(seat, Seat::Person)).count()
    }

    /// The game as the text of a save.
    pub fn save(&self) -> String {
        save::write(&self.game, &self.source, self.origin.clone())
    }

    /// Does what somebody wants. Where it is refused nothing has changed.
    ///
    /// # Errors
    /// If it is not legal, or fails.
    pub fn act(&mut self, who: PlayerId, action: &Action) -> Result<(), Illegal> {
        let before = self.chance.clone();
        let mut events = Vec::new();
        if let Err(illegal) = self.game.act(who, action, &mut self.chance, &mut events) {
            self.chance = before;
            return Err(illegal);
        }
        self.events.push(events);
        Ok(())
    }

    /// Takes back somebody's last decision.
    ///
    /// # Errors
    /// If somebody has learned or decided something since.
    pub fn undo(&mut self, who: PlayerId) -> Result<(), UndoRefused> {
        self.game.undo(who)?;
        self.events.pop();
        Ok(())
    }

    /// Whether somebody's last decision can be taken back.
    pub fn can_undo(&self, who: PlayerId) -> bool {
        self.game.clone().undo(who).is_ok()
    }

    /// What a computer player takes the chance of its next decision from: made of seed, seat and the number of decisions so far
    /// alone, so that a game that was saved goes on as it would have.
    pub fn rng_of_decision(&self, who: PlayerId) -> PlayerRng {
        PlayerRng::of_decision(self.origin.seed, who.index(), self.game.steps().len())
    }

    /// The computer player at this seat decides. Says why another was put in its place, if that has happened now; where a person
    /// sits, nothing happens.
    ///
    /// # Errors
    /// If what it chose can't be done.
    pub fn computer(&mut self, who: PlayerId) -> Result<Option<String>, Misplayed> {
        let rules = self.rules.clone();
        let rng = self.rng_of_decision(who);
        let mut space = ActionSpace::new(&rules);
        let view = rules.view(self.game.state(), Some(who));
        view.legal(&mut space);
        let Some(Seat::Computer(bot)) = self.seats.get_mut(who.index()) else { return Ok(None) };
        bot.goes_on(rng);
        let chosen = bot.choose(view, &space);
        let replaced = bot.replaced();
        let name = || rules.seat_name(who);
        let none = || Misplayed::NoSuchAction { name: name(), chosen, all: space.len() };
        let action = space.get(chosen).ok_or_else(none)?;
        self.act(who, &action).map_err(|why| Misplayed::Illegal { name: name(), why })?;
        Ok(replaced)
    }

    /// The computer players hear that the game is over.
    pub fn over(&mut self) {
        let rules = self.rules.clone();
        for (seat, player) in self.seats.iter_mut().enumerate() {
            if let Seat::Computer(bot) = player {
                bot.over(rules.view(self.game.state(), Some(PlayerId::at(seat))));
            }
        }
    }
}
