//! `ttr simulate`.

use crate::args::{DEFAULT_MAP, DEFAULT_PLAYER, Format, Simulate};
use crate::failure::Failure;
use crate::files::{self, save_file};
use crate::out::{Out, grouped};
use crate::programs::Chosen;
use crate::results::Results;
use crate::tally::Tally;
use crate::{Program, load, programs};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use ttr_bots::{Bot, BotEntry, seed_of_seat};
use ttr_core::hash::Fnv;
use ttr_core::{
    ActionSpace, Game, GameSource, NoEvents, Panicked, PlayerId, Registry, Rules, SeededChance, State, Stopped, View,
    compile, guarded, save,
};
use ttr_source::{nearest, shown};

/// So many games are taken at a time.
const BLOCK: u64 = 8;

/// Plays games and prints what came of them.
pub(crate) fn run(program: &Program<'_>, options: &Simulate, out: &mut Out) -> Result<(), Failure> {
    let map = options.map.clone().map_or_else(|| default_map(program.registry), Ok)?;
    let mut source = load::source(program.registry, &map, options.rules.as_deref(), &options.set)?;
    let players = players(program, options, &source)?;
    let seat = |(i, (name, _)): (usize, &(String, Chosen<'_>))| format!("{} {}", programs::seat_name(name), i + 1);
    source.seats = players.iter().enumerate().map(seat).collect();
    let rules = Arc::new(load::fast_rules(program, &source)?);
    let threads = match options.threads {
        Some(n) => n as usize,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let folder = options.save_games.as_deref();
    if let Some(folder) = folder {
        fs::create_dir_all(folder).map_err(|fault| Failure::unwritable(folder, files::words(&fault)))?;
    }
    let bar = progress_bar(options.games);
    let simulation = Simulation {
        registry: program.registry,
        rules: &rules,
        source: &source,
        players: players.iter().map(|(_, chosen)| chosen.entry()).collect(),
        seed: options.seed,
        games: options.games,
        saves: folder.map(|folder| Saves::new(folder, &source.map.name, options)),
        bar: &bar,
        next: AtomicU64::new(1),
        stop_after: AtomicU64::new(u64::MAX),
        replaced: Mutex::default(),
    };
    let began = Instant::now();
    let tally = simulation.play(threads);
    bar.finish_and_clear();
    let results = Results {
        map: &source.map.name,
        rules: &rules,
        seed: options.seed,
        players: players.iter().map(|(name, _)| name.as_str()).collect(),
        tally: &tally?,
        replaced: simulation.replaced.into_inner().unwrap_or_default(),
        seconds: began.elapsed().as_secs_f64(),
    };
    match options.format {
        Format::Json => Ok(out.json(&results.json())?),
        Format::Table => Ok(results.print(out)?),
    }
}

/// The map of a game that names none.
pub(crate) fn default_map(registry: &Registry) -> Result<OsString, Failure> {
    let first = registry.maps().next().map(|(name, _)| name);
    let map = registry.find_map(DEFAULT_MAP).map(|_| DEFAULT_MAP).or(first);
    map.map(OsString::from).ok_or_else(|| Failure::usage("no map is bundled: name the file of one"))
}

/// The players of the command line, by seat.
fn players<'a>(
    program: &Program<'a>,
    options: &Simulate,
    source: &GameSource,
) -> Result<Vec<(String, Chosen<'a>)>, Failure> {
    let names = || program.bots.iter().map(|(name, _)| name);
    let mut wanted = options.players.clone();
    if wanted.is_empty() {
        let (min, max) = load::range_of_players(source).unwrap_or((4, 4));
        let usual = names().find(|name| *name == DEFAULT_PLAYER).or_else(|| names().next());
        let name = usual.ok_or_else(|| Failure::usage("no computer player is known"))?;
        wanted = vec![name.to_owned(); usize::from(4.clamp(min, max.max(min)))];
    }
    let find = |name: String| match programs::find(program.bots, &name, options.time_limit)? {
        Some(chosen) => Ok((name, chosen)),
        None => {
            let near = nearest(&name, names());
            let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
            let known: Vec<String> =
                program.bots.iter().map(|(name, entry)| format!("`{name}` ({})", entry.summary())).collect();
            let failure = Failure::usage(format!("no computer player is named {}", shown(&name)));
            Err(failure.help(format!("{near}known are: {}", known.join(", "))))
        }
    };
    wanted.into_iter().map(find).collect()
}

/// On a terminal only: elsewhere nobody looks at it.
fn progress_bar(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} games, {speed} a second, {eta} to go");
    let bar = ProgressBar::new(games);
    let speed = |state: &ProgressState, to: &mut dyn fmt::Write| {
        let _ = write!(to, "{}", grouped(state.per_sec().round() as u64));
    };
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("speed", speed));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The seed of a game, by its number.
fn seed_of_game(seed: u64, game: u64) -> u64 {
    let mut hash = Fnv::new();
    hash.bytes(b"game");
    hash.word(seed);
    hash.word(game);
    hash.value()
}

/// Where games are saved.
struct Saves {
    folder: PathBuf,
    /// What every name begins with.
    start: String,
    digits: usize,
}

impl Saves {
    fn new(folder: &Path, map: &str, options: &Simulate) -> Self {
        let stem = Path::new(map).file_stem().map_or_else(|| "map".into(), |stem| stem.to_string_lossy());
        let plain = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '-' };
        let start = format!("{}-{}", stem.chars().map(plain).collect::<String>(), options.seed);
        Self { folder: folder.to_owned(), start, digits: options.games.to_string().len().max(6) }
    }

    fn path(&self, game: u64) -> PathBuf {
        self.folder.join(format!("{}-{game:0digits$}.ttr.jsonl", self.start, digits = self.digits))
    }
}

/// Games to be played.
struct Simulation<'a> {
    registry: &'a Registry,
    rules: &'a Arc<Rules>,
    source: &'a GameSource,
    players: Vec<&'a BotEntry>,
    seed: u64,
    games: u64,
    saves: Option<Saves>,
    bar: &'a ProgressBar,
    /// The next game that nobody plays yet; they are numbered from 1.
    next: AtomicU64,
    /// No game after this one is of interest: it failed.
    stop_after: AtomicU64,
    /// Players that were replaced, by seat.
    replaced: Mutex<BTreeMap<usize, Replaced>>,
}

/// A player that is a program and was replaced in some games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Replaced {
    /// In how many games.
    pub games: u64,
    /// The first of them, and why.
    pub first: (u64, String),
}

impl Simulation<'_> {
    /// Plays them all. What comes of it depends on the seed alone: every game has a seed of its own, and what is added up
    /// are whole numbers. Of several games that fail, the first is told.
    fn play(&self, threads: usize) -> Result<Tally, Failure> {
        let threads = threads.min(usize::try_from(self.games).unwrap_or(usize::MAX));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|fault| Failure::usage(format!("can't start {threads} threads: {fault}")))?;
        let mut sum = Tally::default();
        let mut first: Option<(u64, Failure)> = None;
        for (tally, failed) in pool.broadcast(|_| self.work()) {
            sum.merge(&tally);
            first = match (first, failed) {
                (Some(one), Some(other)) => Some(if one.0 <= other.0 { one } else { other }),
                (one, other) => one.or(other),
            };
        }
        first.map_or(Ok(sum), |(_, failure)| Err(failure))
    }

    /// What one thread does: a block of games after the other, as long as there are any.
    fn work(&self) -> (Tally, Option<(u64, Failure)>) {
        let mut tally = Tally::default();
        let mut table = Table::new(self);
        loop {
            let from = self.next.fetch_add(BLOCK, Ordering::Relaxed);
            let to = from.saturating_add(BLOCK - 1).min(self.games).min(self.stop_after.load(Ordering::Relaxed));
            if from > to {
                return (tally, None);
            }
            for game in from..=to {
                let played = guarded(|| table.play(game, &mut tally));
                if let Err(failure) = played.unwrap_or_else(|panicked| Err(self.panicked(game, panicked))) {
                    self.stop_after.fetch_min(game, Ordering::Relaxed);
                    return (tally, Some((game, failure)));
                }
            }
            self.bar.inc(to - from + 1);
        }
    }
}

impl Simulation<'_> {
    /// What is said of a game in which something panicked. It is played once more with rules that note which module is at work.
    fn panicked(&self, game: u64, panicked: Panicked) -> Failure {
        let watched = compile(self.registry, self.source).ok().map(|compiled| Arc::new(compiled.rules.watched()));
        let again = watched.and_then(|rules| {
            let simulation = Simulation {
                rules: &rules,
                players: self.players.clone(),
                saves: None,
                next: AtomicU64::new(1),
                stop_after: AtomicU64::new(u64::MAX),
                replaced: Mutex::default(),
                ..*self
            };
            guarded(|| Table::new(&simulation).play(game, &mut Tally::default())).err()
        });
        let why = Failure::panicked(&again.unwrap_or(panicked)).to_string();
        Failure::content(format!("game {game} (seed {}): {why}", seed_of_game(self.seed, game)))
    }
}

/// A table at which one game after the other is played, with the same players.
struct Table<'a> {
    simulation: &'a Simulation<'a>,
    players: Vec<Box<dyn Bot>>,
    space: ActionSpace<'a>,
    chance: SeededChance,
    /// The last game's, to be written over.
    state: Option<State>,
}

impl<'a> Table<'a> {
    fn new(simulation: &'a Simulation<'a>) -> Self {
        Self {
            simulation,
            players: simulation.players.iter().map(|entry| entry.make()).collect(),
            space: ActionSpace::new(simulation.rules),
            chance: SeededChance::new(0),
            state: None,
        }
    }

    fn play(&mut self, game: u64, tally: &mut Tally) -> Result<(), Failure> {
        let seed = seed_of_game(self.simulation.seed, game);
        self.chance.reseed(seed);
        for (seat, player) in self.players.iter_mut().enumerate() {
            player.begin(seed_of_seat(seed, seat));
        }
        let rules = self.simulation.rules;
        let failed = |why: String| Failure::content(format!("game {game} (seed {seed}): {why}"));
        match &self.simulation.saves {
            None => {
                let decisions = self.play_unseen().map_err(failed)?;
                if let Some(state) = &self.state {
                    tally.add(rules, state, game, decisions);
                }
            }
            Some(saves) => {
                let played = self.play_logged().map_err(failed)?;
                tally.add(rules, played.state(), game, played.steps().len() as u64);
                let path = saves.path(game);
                let text = save::write(&played, self.simulation.source, seed);
                save_file(&path, &text).map_err(|fault| Failure::unwritable(&path, files::words(&fault)))?;
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
                player.over(self.simulation.rules.view(state, Some(PlayerId::at(seat))));
            }
            let Some(why) = player.replaced() else { continue };
            let Ok(mut all) = self.simulation.replaced.lock() else { continue };
            let of_seat = all.entry(seat).or_insert_with(|| Replaced { games: 0, first: (game, why.clone()) });
            of_seat.games += 1;
            if game < of_seat.first.0 {
                of_seat.first = (game, why);
            }
        }
    }

    /// Plays a game of which only the end is wanted.
    fn play_unseen(&mut self) -> Result<u64, String> {
        let rules = self.simulation.rules;
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
        let rules = self.simulation.rules;
        let mut game = Game::start(rules.clone(), &mut self.chance, &mut NoEvents).map_err(|e| e.to_string())?;
        while let Some(who) = rules.to_act(game.state()).lowest() {
            rules.legal(game.state(), who, &mut self.space);
            let action = choose(rules, rules.view(game.state(), Some(who)), who, &mut self.players, &self.space)?;
            game.act(who, &action, &mut self.chance, &mut NoEvents).map_err(|e| e.to_string())?;
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
) -> Result<ttr_core::Action, String> {
    let player = players.get_mut(who.index()).ok_or("there are fewer players than seats")?;
    let chosen = player.choose(view, space);
    let none = || format!("{} chose action {chosen} of {}", rules.seat_name(who), space.len());
    space.get(chosen).ok_or_else(none)
}

fn is_over(state: &State) -> Result<(), String> {
    if state.is_over() { Ok(()) } else { Err("nobody is to decide, but the game is not over".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use ttr_bots::Bots;
    use ttr_core::{Installer, Manifest, RuleModule};

    /// Panics when a route is claimed.
    #[derive(Default, Serialize, Deserialize, JsonSchema)]
    struct Clumsy {}

    impl RuleModule for Clumsy {
        fn manifest() -> Manifest {
            Manifest::new("clumsy", "panics")
        }

        fn install(self, b: &mut Installer<'_>) {
            b.on_committed(ttr_core::Phase::Extra, |_, _| panic!("slipped"));
        }
    }

    #[test]
    fn a_module_that_panics_is_named_with_its_game() {
        let mut registry = ttr_variants::registry();
        registry.module::<Clumsy>();
        let (bots, words) = (Bots::bundled(), "ttr simulate usa --games 20 --set clumsy=true --seed 1");
        let program = Program { name: "ttr", registry: &registry, bots: &bots, colour_of_errors: false };
        let args = crate::args::Args::parse_from(words.split(' '));
        let crate::args::Command::Simulate(options) = args.command else { panic!("a simulation") };
        let failure = run(&program, &options, &mut Out::to(Vec::new(), 80)).expect_err("it panics");
        assert_eq!(failure.exit_code(), 1);
        let text = failure.to_string();
        assert!(text.starts_with("game 1 (seed ") && text.ends_with("): module clumsy panicked: slipped"), "{text}");
    }
}
