//! Playing the games, block by block, on as many threads as asked for.

use crate::tally::Tally;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use ttr_bots::{Bot, BotEntry, PlayerRng};
use ttr_core::hash::Fnv;
use ttr_core::{
    ActionSpace, Game, GameSource, NoEvents, Panicked, PlayerId, Registry, Rules, SeededChance, State, Stopped, View,
    compile, guarded,
};
use ttr_files::save::{self, Origin, Secret};

/// So many games are taken at a time.
const BLOCK: u64 = 8;

/// The seed of a game, by its number.
fn seed_of_game(seed: u64, game: u64) -> u64 {
    let mut hash = Fnv::new();
    hash.bytes(b"game");
    hash.word(seed);
    hash.word(game);
    hash.value()
}

/// What is done with the text of a game, by its number.
pub type Keep<'a> = &'a (dyn Fn(u64, &str) -> io::Result<()> + Sync);

/// Games to be played.
#[derive(Clone)]
pub struct Simulation<'a> {
    /// Modules, rule sets and maps.
    pub registry: &'a Registry,
    /// The rules, made of `source`.
    pub rules: &'a Arc<Rules>,
    /// What the games are made of.
    pub source: &'a GameSource,
    /// Who plays, by seat.
    pub players: Vec<&'a BotEntry>,
    /// The seed: every game has one of its own, made of this and its number.
    pub seed: u64,
    /// What the values of programs are keyed by, if programs play: games that are kept hold it.
    pub secret: Option<&'a Secret>,
    /// How many games.
    pub games: u64,
    /// Where games are kept, if they are.
    pub keep: Option<Keep<'a>>,
    /// Hears of so many more games that were played.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// The games, added up.
    pub tally: Tally,
    /// Players that were replaced, by seat.
    pub replaced: BTreeMap<usize, Replaced>,
}

/// Why games could not be played.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// There are no threads for it.
    #[error("can't start {threads} threads: {why}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// Why not.
        why: String,
    },
    /// A player or a module is at fault.
    #[error("game {game} (seed {seed}): {why}")]
    Game {
        /// The game's number.
        game: u64,
        /// Its seed.
        seed: u64,
        /// What went wrong.
        why: String,
    },
    /// Something panicked.
    #[error("game {game} (seed {seed}): {panicked}")]
    Panicked {
        /// The game's number.
        game: u64,
        /// Its seed.
        seed: u64,
        /// Whose code it was, as far as that is known.
        panicked: Panicked,
    },
    /// A game could not be kept.
    #[error("game {game} can't be written: {why}")]
    Unkept {
        /// The game's number.
        game: u64,
        /// Why not.
        why: io::Error,
    },
}

/// A simulation under way.
struct Course<'a> {
    simulation: &'a Simulation<'a>,
    /// The next game that nobody plays yet; they are numbered from 1.
    next: AtomicU64,
    /// No game after this one is of interest: it failed.
    stop_after: AtomicU64,
    /// Players that were replaced, by seat.
    replaced: Mutex<BTreeMap<usize, Replaced>>,
}

/// A player that is a program and was replaced in some games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replaced {
    /// In how many games.
    pub games: u64,
    /// The first of them, and why.
    pub first: (u64, String),
}

impl Simulation<'_> {
    /// Plays them all. What comes of it depends on the seed alone: every game has a seed of its own, and what is added up
    /// are whole numbers. Of several games that fail, the first is told.
    ///
    /// # Errors
    /// If a player or a module is at fault, or a game can't be kept.
    pub fn play(&self, threads: usize) -> Result<Played, Fault> {
        let threads = threads.min(usize::try_from(self.games).unwrap_or(usize::MAX));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|fault| Fault::Threads { threads, why: fault.to_string() })?;
        let course = Course::new(self);
        let mut tally = Tally::default();
        let mut first: Option<(u64, Fault)> = None;
        for (part, failed) in pool.broadcast(|_| course.work()) {
            tally.merge(&part);
            first = match (first, failed) {
                (Some(one), Some(other)) => Some(if one.0 <= other.0 { one } else { other }),
                (one, other) => one.or(other),
            };
        }
        let replaced = course.replaced.into_inner().unwrap_or_default();
        first.map_or(Ok(Played { tally, replaced }), |(_, fault)| Err(fault))
    }
}

impl<'a> Course<'a> {
    fn new(simulation: &'a Simulation<'a>) -> Self {
        let (next, stop_after) = (AtomicU64::new(1), AtomicU64::new(u64::MAX));
        Self { simulation, next, stop_after, replaced: Mutex::default() }
    }

    /// What one thread does: a block of games after the other, as long as there are any.
    fn work(&self) -> (Tally, Option<(u64, Fault)>) {
        let Simulation { games, progress, .. } = self.simulation;
        let mut tally = Tally::default();
        let mut table = Table::new(self);
        loop {
            let from = self.next.fetch_add(BLOCK, Ordering::Relaxed);
            let to = from.saturating_add(BLOCK - 1).min(*games).min(self.stop_after.load(Ordering::Relaxed));
            if from > to {
                return (tally, None);
            }
            for game in from..=to {
                let played = guarded(|| table.play(game, &mut tally));
                if let Err(fault) = played.unwrap_or_else(|panicked| Err(self.panicked(game, panicked))) {
                    self.stop_after.fetch_min(game, Ordering::Relaxed);
                    return (tally, Some((game, fault)));
                }
            }
            progress(to - from + 1);
        }
    }

    /// What is said of a game in which something panicked. It is played once more with rules that note which module is at work.
    fn panicked(&self, game: u64, panicked: Panicked) -> Fault {
        let Simulation { registry, source, seed, .. } = *self.simulation;
        let watched = compile(registry, source).ok().map(|compiled| Arc::new(compiled.rules.watched()));
        let again = watched.and_then(|rules| {
            let simulation = Simulation { rules: &rules, keep: None, ..self.simulation.clone() };
            let course = Course::new(&simulation);
            guarded(|| Table::new(&course).play(game, &mut Tally::default())).err()
        });
        Fault::Panicked { game, seed: seed_of_game(seed, game), panicked: again.unwrap_or(panicked) }
    }
}

/// A table at which one game after the other is played, with the same players.
struct Table<'a> {
    course: &'a Course<'a>,
    rules: &'a Arc<Rules>,
    players: Vec<Box<dyn Bot>>,
    space: ActionSpace<'a>,
    chance: SeededChance,
    /// The position of the game before, whose memory the next game uses again.
    state: Option<State>,
}

impl<'a> Table<'a> {
    fn new(course: &'a Course<'a>) -> Self {
        let simulation = course.simulation;
        Self {
            course,
            rules: simulation.rules,
            players: simulation.players.iter().map(|entry| entry.make()).collect(),
            space: ActionSpace::new(simulation.rules),
            chance: SeededChance::new(0),
            state: None,
        }
    }

    fn play(&mut self, game: u64, tally: &mut Tally) -> Result<(), Fault> {
        let Simulation { source, keep, seed, secret, .. } = *self.course.simulation;
        let seed = seed_of_game(seed, game);
        self.chance.reseed(seed);
        for (seat, player) in self.players.iter_mut().enumerate() {
            player.begin(PlayerRng::of_seat(seed, seat));
        }
        let rules = self.rules;
        let failed = |why: String| Fault::Game { game, seed, why };
        match keep {
            None => {
                let decisions = self.play_unseen().map_err(failed)?;
                if let Some(state) = &self.state {
                    tally.add(rules, state, game, decisions);
                }
            }
            Some(keep) => {
                let played = self.play_logged().map_err(failed)?;
                tally.add(rules, played.state(), game, played.steps().len() as u64);
                let origin = Origin { secret: secret.cloned(), ..seed.into() };
                let text = save::write(&played, source, origin);
                keep(game, &text).map_err(|why| Fault::Unkept { game, why })?;
                self.state = Some(played.state().clone());
            }
        }
        self.close(game);
        Ok(())
    }

    /// The players hear that the game is over, and those that were replaced are noted.
    fn close(&mut self, game: u64) {
        for (seat, player) in self.players.iter_mut().enumerate() {
            if let Some(state) = &self.state {
                player.over(self.rules.view(state, Some(PlayerId::at(seat))));
            }
            let Some(why) = player.replaced() else { continue };
            let Ok(mut all) = self.course.replaced.lock() else { continue };
            let of_seat = all.entry(seat).or_insert_with(|| Replaced { games: 0, first: (game, why.clone()) });
            of_seat.games += 1;
            if game < of_seat.first.0 {
                of_seat.first = (game, why);
            }
        }
    }

    /// Plays a game of which only the end is wanted.
    fn play_unseen(&mut self) -> Result<u64, String> {
        let rules = self.rules;
        let state = match &mut self.state {
            Some(state) => {
                rules.start_into(state, &mut self.chance, &mut NoEvents).map_err(|e| e.to_string())?;
                state
            }
            none => none.insert(rules.start(&mut self.chance, &mut NoEvents).map_err(|e| e.to_string())?),
        };
        let players = &mut self.players;
        let choose = |view: View<'_>, who: PlayerId, space: &ActionSpace<'_>| choose(rules, view, who, players, space);
        let played = rules.play_out(state, &mut self.chance, &mut NoEvents, &mut self.space, choose);
        let decisions = played.map_err(|stopped| match stopped {
            Stopped::Chosen(why) => why,
            Stopped::Fault(fault) => fault.to_string(),
        })?;
        is_over(state).map(|()| decisions)
    }

    /// Plays a game that is written down.
    fn play_logged(&mut self) -> Result<Game, String> {
        let rules = self.rules;
        let mut game = Game::start(rules.clone(), &mut self.chance, &mut NoEvents).map_err(|e| e.to_string())?;
        while let Some(who) = rules.to_act(game.state()).lowest() {
            rules.legal(game.state(), who, &mut self.space);
            let chosen = choose(rules, rules.view(game.state(), Some(who)), who, &mut self.players, &self.space)?;
            game.act(who, &self.space.nth(chosen), &mut self.chance, &mut NoEvents).map_err(|e| e.to_string())?;
        }
        is_over(game.state()).map(|()| game)
    }
}

fn choose(
    rules: &Rules,
    view: View<'_>,
    who: PlayerId,
    players: &mut [Box<dyn Bot>],
    space: &ActionSpace<'_>,
) -> Result<usize, String> {
    let player = players.get_mut(who.index()).ok_or("there are fewer players than seats")?;
    let chosen = player.choose(view, space);
    let none = || format!("{} chose action {chosen} of {}", rules.seat_name(who), space.len());
    (chosen < space.len()).then_some(chosen).ok_or_else(none)
}

fn is_over(state: &State) -> Result<(), String> {
    if state.is_over() { Ok(()) } else { Err("nobody is to decide, but the game is not over".to_owned()) }
}
