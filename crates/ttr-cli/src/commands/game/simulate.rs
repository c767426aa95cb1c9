//! `ttr simulate`.

use crate::args::{DEFAULT_PLAYER, Format, Simulate};
use crate::commands::game::results;
use crate::failure::Failure;
use crate::files::{self, create_file};
use crate::output::{Out, grouped};
use crate::{Program, load};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use ttr_core::GameSource;
use ttr_files::save::Secret;
use ttr_lab::{Fault, Keep, Played, Results, Simulation};
use ttr_source::{nearest, shown};
use ttr_table::drawn;
use ttr_table::programs::{self, Chosen, Terms};

/// Plays games and prints what came of them.
pub(crate) fn run(program: &Program<'_>, options: &Simulate, out: &mut Out) -> Result<(), Failure> {
    let map = options.map.clone().map_or_else(|| load::default_map(program.registry), Ok)?;
    let mut source = load::source(program.registry, &map, options.rules.as_deref(), &options.set)?;
    let secret = options.secret.clone().map_or_else(|| drawn::secret().map_err(Failure::undrawn), Ok)?;
    let terms = Terms { limit: options.time_limit, secret };
    let players = players(program, options, &terms, &source)?;
    let program_plays = players.iter().any(|(name, _)| programs::is_program(name));
    let secret = (program_plays || options.secret.is_some()).then_some(&terms.secret);
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
    let saves = folder.map(|folder| Saves::new(folder, &source.map.name, options));
    let keep = saves.as_ref().map(|saves| |game: u64, text: &str| kept(&saves.path(game), text));
    let simulation = Simulation {
        registry: program.registry,
        rules: &rules,
        source: &source,
        players: players.iter().map(|(_, chosen)| chosen.entry()).collect(),
        seed: options.seed,
        secret,
        games: options.games,
        keep: keep.as_ref().map(|keep| keep as Keep<'_>),
        progress: &|games| bar.inc(games),
    };
    let began = Instant::now();
    let played = simulation.play(threads);
    bar.finish_and_clear();
    let Played { tally, replaced } = played.map_err(|fault| failure(fault, saves.as_ref(), secret))?;
    let results = Results {
        map: &source.map.name,
        rules: &rules,
        seed: options.seed,
        secret,
        players: players.iter().map(|(name, _)| name.as_str()).collect(),
        tally: &tally,
        replaced,
        seconds: began.elapsed().as_secs_f64(),
    };
    match options.format {
        Format::Json => Ok(out.json(&results.json())?),
        Format::Table => Ok(results::print(&results, out)?),
    }
}

/// Why the games could not be played, as the program says it.
fn failure(fault: Fault, saves: Option<&Saves>, secret: Option<&Secret>) -> Failure {
    // With both the game is played again.
    let of = |game, seed| match secret {
        Some(secret) => format!("game {game} (seed {seed}, secret {secret})"),
        None => format!("game {game} (seed {seed})"),
    };
    match fault {
        Fault::Threads { .. } => Failure::usage(fault.to_string()),
        Fault::Game { game, seed, why } => Failure::content(format!("{}: {why}", of(game, seed))),
        Fault::Panicked { game, seed, panicked } => {
            Failure::content(format!("{}: {}", of(game, seed), Failure::panicked(&panicked)))
        }
        Fault::Unkept { game, why } => {
            let path = saves.map_or_else(PathBuf::new, |saves| saves.path(game));
            let failure = Failure::unwritable(&path, files::words(&why));
            match why.kind() {
                io::ErrorKind::AlreadyExists => failure.help("another folder, or another `--seed`, keeps both"),
                _ => failure,
            }
        }
    }
}

/// The players of the command line, by seat.
fn players<'a>(
    program: &Program<'a>,
    options: &Simulate,
    terms: &Terms,
    source: &GameSource,
) -> Result<Vec<(String, Chosen<'a>)>, Failure> {
    let names = || program.bots.iter().map(|(name, _)| name);
    let mut wanted = options.players.clone();
    if wanted.is_empty() {
        let (min, max) = ttr_author::range_of_players(source).unwrap_or((4, 4));
        let usual = names().find(|name| *name == DEFAULT_PLAYER).or_else(|| names().next());
        let name = usual.ok_or_else(|| Failure::usage("no computer player is known"))?;
        wanted = vec![name.to_owned(); usize::from(4.clamp(min, max.max(min)))];
    }
    let find = |name: String| match programs::find(program.bots, &name, terms)? {
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
    if !io::stderr().is_terminal() {
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

/// Writes a game down; what is there already stays as it is, and may be this game.
fn kept(path: &Path, text: &str) -> io::Result<()> {
    match create_file(path, text) {
        Err(fault) if fault.kind() == io::ErrorKind::AlreadyExists => {
            if fs::read(path).is_ok_and(|found| found == text.as_bytes()) {
                return Ok(());
            }
            Err(io::Error::new(fault.kind(), "it is there already, with something else in it, and is left as it is"))
        }
        done => done,
    }
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
