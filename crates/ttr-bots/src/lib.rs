//! Computer players: they get the view of their seat and the list of legal actions, never the state, and know nothing of any
//! module, so that every one of them can play every game.
//!
//! A player is a [`Bot`]; [`Bots`] knows them by name. [`Ways`] tells the cheapest way to complete a ticket, to players and to
//! whoever wants to show it.
//!
//! ```
//! use ttr_bots::{Bots, PlayerRng};
//! use ttr_core::{ActionSpace, GameSource, NoEvents, SeededChance, compile};
//!
//! let registry = ttr_variants::registry();
//! let source = GameSource::new("usa", registry.find_map("usa").expect("a bundled map"), 2);
//! let rules = compile(&registry, &source).expect("sound").rules;
//! let mut players = ["random", "random:kinds"].map(|name| Bots::bundled().find(name).expect("bundled").make());
//! players.iter_mut().enumerate().for_each(|(seat, player)| player.begin(PlayerRng::of_seat(7, seat)));
//!
//! let mut chance = SeededChance::new(7);
//! let mut state = rules.start(&mut chance, &mut NoEvents).expect("it begins");
//! let mut space = ActionSpace::new(&rules);
//! while let Some(who) = rules.to_act(&state).lowest() {
//!     rules.legal(&state, who, &mut space);
//!     let chosen = players[who.index()].choose(rules.view(&state, Some(who)), &space);
//!     rules.apply_listed(&mut state, who, &space.nth(chosen), &mut chance, &mut NoEvents, &mut space).expect("it is legal");
//! }
//! assert!(state.is_over());
//! ```

mod greedy;
mod kinds;
mod random;
mod rng;
mod ways;

pub use greedy::Greedy;
pub use kinds::RandomKinds;
pub use random::Random;
pub use rng::{PlayerRng, Values};
pub use ways::{Found, Way, Ways};

use std::collections::BTreeMap;
use ttr_core::{ActionSpace, View};

/// A computer player.
pub trait Bot: Send {
    /// A game begins. All chance that the player needs must come of this generator, so that the same seed gives the same
    /// game. Nobody else has the same one, and nobody can tell the game's seed from it.
    fn begin(&mut self, rng: PlayerRng);

    /// A game goes on that may have been saved: all chance of the decisions to come must come of this generator.
    fn goes_on(&mut self, rng: PlayerRng) {
        self.begin(rng);
    }

    /// Chooses one of the legal actions, by its number. There is at least one, and mostly more: who has one alone is asked only where
    /// it depends on what others can't see.
    fn choose(&mut self, view: View<'_>, space: &ActionSpace<'_>) -> usize;

    /// Whether it would choose the same again in the same game. Nobody knows that of a program that somebody else has written.
    fn repeats(&self) -> bool {
        true
    }

    /// The game is over.
    fn over(&mut self, _view: View<'_>) {}

    /// Why another player chooses in its place since this was last asked, if one does: the game can't be repeated then.
    fn replaced(&mut self) -> Option<String> {
        None
    }
}

type Make = Box<dyn Fn() -> Box<dyn Bot> + Send + Sync>;

/// A kind of computer player.
pub struct BotEntry {
    summary: String,
    make: Make,
}

impl BotEntry {
    /// A player that is made so.
    pub fn new(summary: impl Into<String>, make: impl Fn() -> Box<dyn Bot> + Send + Sync + 'static) -> Self {
        Self { summary: summary.into(), make: Box::new(make) }
    }

    /// What it is, in a line.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// One of them.
    pub fn make(&self) -> Box<dyn Bot> {
        (self.make)()
    }
}

/// The computer players that a program knows, by name.
#[derive(Default)]
pub struct Bots {
    entries: BTreeMap<String, BotEntry>,
}

impl Bots {
    /// Nobody.
    pub fn new() -> Self {
        Self::default()
    }

    /// Those that are bundled: `greedy`, `random` and `random:kinds`.
    pub fn bundled() -> Self {
        let mut bots = Self::new();
        bots.add("random", "any legal action, all alike", || Box::<Random>::default());
        let summary = "first a kind of action, then its target, then its payment";
        bots.add("random:kinds", summary, || Box::<RandomKinds>::default());
        bots.add("greedy", "follows its tickets, the cheapest way", || Box::<Greedy>::default());
        bots
    }

    /// Adds a player; one of the same name is replaced. A name can't hold a comma.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        summary: impl Into<String>,
        make: impl Fn() -> Box<dyn Bot> + Send + Sync + 'static,
    ) -> &mut Self {
        self.entries.insert(name.into(), BotEntry::new(summary, make));
        self
    }

    /// The player of this name.
    pub fn find(&self, name: &str) -> Option<&BotEntry> {
        self.entries.get(name)
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &BotEntry)> {
        self.entries.iter().map(|(name, entry)| (name.as_str(), entry))
    }
}
