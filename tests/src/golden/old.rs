//! Comparing with a program that was built elsewhere, of older code: it plays and scores, the current code plays its saves
//! again by their names.

use super::{BOTS, Ending, Recorded, Step, tables, verify};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use ttr_core::{Registry, Rules, compile};
use ttr_files::save::Save;

/// So many games are saved at once.
const BATCH: u64 = 100;

/// What is compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The program.
    pub program: PathBuf,
    /// Where it saves its games; they are removed again.
    pub folder: PathBuf,
    /// How many games of each number and kind of players.
    pub games: u64,
    /// The seed of its first simulation.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
}

fn run(program: &Path, args: &[&str]) -> Result<Vec<u8>, String> {
    let told = |why: &str| format!("{} {}: {why}", program.display(), args.join(" "));
    let done = Command::new(program).args(args).output().map_err(|why| told(&why.to_string()))?;
    if done.status.success() { Ok(done.stdout) } else { Err(told(&String::from_utf8_lossy(&done.stderr))) }
}

impl Comparison {
    /// Compares games on a board, and gives for each number and kind of players how many games and decisions there were.
    ///
    /// # Errors
    /// With the first game that differs.
    pub fn of_board(&self, board: &str) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        for rules in tables(board) {
            for bot in BOTS {
                let (players, mut decisions, mut changed) = (rules.players(), 0, 0);
                for batch in 0..self.games.div_ceil(BATCH) {
                    let games = BATCH.min(self.games - batch * BATCH);
                    let (more, others) = self.batch(board, players, bot, games, self.seed + batch)?;
                    decisions += more;
                    changed += others;
                }
                let others =
                    if changed > 0 { format!(", {changed} games that a change of rules ends") } else { String::new() };
                lines.push(format!(
                    "{board}, {players} players, {bot}: {} games, {decisions} decisions{others}",
                    self.games
                ));
            }
        }
        Ok(lines)
    }

    fn batch(&self, board: &str, players: usize, bot: &str, games: u64, seed: u64) -> Result<(usize, usize), String> {
        let _ = std::fs::remove_dir_all(&self.folder);
        let (bots, games, seed) = (vec![bot; players].join(","), games.to_string(), seed.to_string());
        let folder = self.folder.to_string_lossy();
        let how = ["--players", &bots, "--games", &games, "--seed", &seed, "--save-games", &*folder];
        run(&self.program, &[&["simulate", board][..], &how].concat())?;
        let entries = std::fs::read_dir(&self.folder).map_err(|why| why.to_string())?;
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
        files.sort();
        let (next, decisions, changed) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let failed = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    let registry = ttr_variants::registry();
                    let mut rules = None;
                    while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                        match self.game(&registry, &mut rules, bot, file) {
                            Ok(Some(n)) => _ = decisions.fetch_add(n, Ordering::Relaxed),
                            Ok(None) => _ = changed.fetch_add(1, Ordering::Relaxed),
                            Err(why) => {
                                next.store(files.len(), Ordering::Relaxed);
                                let why = format!("{} (seed {seed}): {why}", file.display());
                                failed.lock().expect("nothing panics with it").get_or_insert(why);
                            }
                        }
                    }
                });
            }
        });
        match failed.into_inner().expect("nothing panics with it") {
            Some(why) => Err(why),
            None => Ok((decisions.into_inner(), changed.into_inner())),
        }
    }

    /// Compares a game, and gives how many decisions it has; nothing, if it does not fit any more since a rule has changed. The rules of
    /// the game before are kept for the next one.
    fn game(
        &self,
        registry: &Registry,
        known: &mut Option<(ttr_core::GameSource, Arc<Rules>)>,
        bot: &str,
        file: &Path,
    ) -> Result<Option<usize>, String> {
        let told = run(&self.program, &["replay", "--verify", "--format", "json", &file.to_string_lossy()])?;
        let told: Json = serde_json::from_slice(&told).map_err(|why| why.to_string())?;
        let text = std::fs::read_to_string(file).map_err(|why| why.to_string())?;
        let save = Save::read(&text).map_err(|why| why.to_string())?;
        let source = &save.header.game;
        if known.as_ref().is_none_or(|(of, _)| of != source) {
            let compiled = compile(registry, source).map_err(|why| why.to_string())?;
            *known = Some((source.clone(), Arc::new(compiled.rules)));
        }
        let Some((_, rules)) = known else { return Err("there are no rules".to_owned()) };
        // Decisions that older programs asked nobody for stand in no line of their saves: the game is written down anew.
        let played = match save.resume_with(rules.clone(), |_| {}) {
            Err(_) if !save.changes(rules).is_empty() => return Ok(None),
            played => played.map_err(|why| why.to_string())?.0,
        };
        let save =
            Save::read(&ttr_files::save::write(&played, source, save.header.seed)).map_err(|why| why.to_string())?;
        let step = |entry: &ttr_files::save::Entry| Step {
            who: entry.who.into(),
            action: entry.action.clone(),
            chance: entry.chance.clone(),
            seen: None,
        };
        let game = Recorded {
            players: rules.players(),
            seed: save.header.seed,
            start: save.header.start.clone(),
            steps: save.entries.iter().map(step).collect(),
            ending: Ending::told(told["over"].as_str().unwrap_or_default(), &told["score"]),
            told: None,
        };
        verify(rules, bot, &game)?;
        Ok(Some(game.steps.len()))
    }
}
