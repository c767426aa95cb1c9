//! Processes that get in each other's way, and processes that are killed: pairs of the real program race for one file, and one that
//! saves is killed at any moment. No game may be lost, whoever can't have the file must be told, and nothing may be left behind.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use ttr_core::hash::Fnv;

/// A program hangs that takes longer.
const PATIENCE: Duration = Duration::from_secs(60);
/// A short game.
const GAME: &str = "usa --set pieces.train=8 --seed";
/// What somebody types who keeps all tickets and draws two cards.
const TYPED: &str = "all\n\ndeck\ndeck\n";

/// Where it is tried, and with what.
#[derive(Clone, Debug)]
pub struct Races {
    /// The program `ttr`.
    pub program: PathBuf,
    /// A folder of one's own. It is made, and removed again if all went well.
    pub folder: PathBuf,
    /// Another number, other moments.
    pub seed: u64,
}

/// What kills have met.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Killed {
    /// So many processes were killed.
    pub kills: u64,
    /// So often a game was in the file by then.
    pub resumed: u64,
    /// So often a temporary file was left behind, until the next start.
    pub temporary: u64,
    /// So often a lock was.
    pub locks: u64,
}

/// What came of a process.
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ended {
    /// Whether it went on with its game, and where that is.
    fn saved_to(&self, file: &str) -> bool {
        self.code == Some(0) && self.out.contains(&format!("saved to {file};"))
    }

    /// Whether it was told that it can't have the file.
    fn was_told(&self) -> bool {
        self.code == Some(2) && ["is being played", "is there already"].iter().any(|why| self.err.contains(why))
    }
}

impl Races {
    /// Pairs of new games that want one file: one gets it, and its whole game is in it.
    ///
    /// # Errors
    /// With the first round in which a game is lost, or nobody is told.
    pub fn new_games(&self, rounds: u64) -> Result<(), String> {
        let alone = [self.alone(1)?, self.alone(2)?];
        self.rounds("new", rounds, |folder| {
            let args = [1, 2].map(|seed| format!("play {GAME} {seed} --players you,greedy --save game"));
            self.pair_for_a_file(folder, &args, &alone)
        })
    }

    /// Pairs of processes that go on with one save: one does, and what it decided is in it.
    ///
    /// # Errors
    /// With the first round in which a game is lost, or nobody is told.
    pub fn resumed_games(&self, rounds: u64) -> Result<(), String> {
        let whole = self.alone(1)?;
        self.rounds("resumed", rounds, |folder| {
            self.run(folder, &format!("play {GAME} 1 --players you,greedy --save game"), "")?;
            let args = "play --resume game".to_owned();
            self.pair_for_a_file(folder, &[args.clone(), args], &[whole.clone(), whole.clone()])
        })
    }

    /// Pairs of games without a file that are left in one folder at once: each has an autosave of its own.
    ///
    /// # Errors
    /// With the first round in which a game is lost.
    pub fn autosaves(&self, rounds: u64) -> Result<(), String> {
        let mut alone = [self.alone(1)?, self.alone(2)?];
        alone.sort();
        self.rounds("autosave", rounds, |folder| {
            let args = [1, 2].map(|seed| format!("play {GAME} {seed} --players you,greedy"));
            let mut both = self.start_both(folder, &args)?;
            both.iter_mut().for_each(|child| drop(child.stdin.take()));
            for child in both {
                let ended = ended(child)?;
                if ended.code != Some(0) {
                    return Err(format!("a game could not be left: {}", ended.err));
                }
            }
            let names = names(folder)?;
            let mut found = Vec::new();
            for name in &names {
                found.push(fs::read_to_string(folder.join(name)).map_err(|why| format!("{name}: {why}"))?);
            }
            found.sort();
            if found == alone { Ok(()) } else { Err(format!("both games should be in {names:?}")) }
        })
    }

    /// Kills a process that saves after every decision, at any moment, and goes on with its game. `watch` hears of each kill.
    ///
    /// # Errors
    /// With the first kill after which the game can't be resumed, or after which something is left behind by the next start.
    pub fn kills(&self, rounds: u64) -> Result<Killed, String> {
        let folder = self.made("kills")?;
        let players = "--players random,random,random,random";
        let begun = Instant::now();
        self.run(&folder, &format!("play {GAME} 0 {players} --save game"), "")?;
        let longest = begun.elapsed();
        fs::remove_file(folder.join("game")).map_err(|why| format!("no game was saved: {why}"))?;
        let mut killed = Killed::default();
        for round in 0..rounds {
            let told = |why: String| format!("kill {round}, in {}: {why}", folder.display());
            let there = folder.join("game").exists();
            let args =
                if there { "play --resume game".into() } else { format!("play {GAME} {round} {players} --save game") };
            // Nobody reads what it says: it must not wait for that.
            let mut child = self.start_telling(&folder, &args, Stdio::null())?;
            sleep(longest.mul_f64(self.moment(round)));
            // It may have come to its end before.
            let _ = child.kill();
            child.wait().map_err(|why| told(why.to_string()))?;
            killed.kills += 1;
            let left = names(&folder)?;
            killed.temporary += u64::from(left.iter().any(|name| name.ends_with(".tmp")));
            killed.locks += u64::from(left.iter().any(|name| name.ends_with(".ttr-lock")));
            if left.contains(&"game".to_owned()) {
                killed.resumed += 1;
                self.run(&folder, "replay game --verify", "").map_err(told)?;
                let next = self.run(&folder, "play --resume game --players you,you,you,you", "").map_err(told)?;
                if next.out.contains("the game ended: ") {
                    fs::remove_file(folder.join("game")).map_err(|why| told(why.to_string()))?;
                }
            } else {
                self.run(&folder, &format!("play {GAME} {round} --players you,random"), "").map_err(told)?;
            }
            let left = names(&folder)?;
            if left.iter().any(|name| name != "game") {
                return Err(told(format!("left behind after the next start: {left:?}")));
            }
        }
        removed(&folder)?;
        Ok(killed)
    }

    /// A moment between 0 and 1 that hangs on the seed alone.
    fn moment(&self, round: u64) -> f64 {
        let mut hash = Fnv::new();
        hash.word(self.seed);
        hash.word(round);
        (hash.value() >> 16) as f64 / (1_u64 << 48) as f64
    }

    /// The save of a game that nobody disturbs.
    fn alone(&self, seed: u64) -> Result<String, String> {
        let folder = self.made("alone")?;
        self.run(&folder, &format!("play {GAME} {seed} --players you,greedy --save game"), TYPED)?;
        let text = fs::read_to_string(folder.join("game")).map_err(|why| format!("no game was saved: {why}"));
        removed(&folder)?;
        text
    }

    /// Plays rounds, each in a folder of its own.
    fn rounds(&self, name: &str, rounds: u64, play: impl Fn(&Path) -> Result<(), String>) -> Result<(), String> {
        for round in 0..rounds {
            let folder = self.made(name)?;
            play(&folder).map_err(|why| format!("round {round}, in {}: {why}", folder.display()))?;
            removed(&folder)?;
        }
        Ok(())
    }

    /// Both want to keep their game in the file `game`; what is in it if one of them alone does so is known.
    fn pair_for_a_file(&self, folder: &Path, args: &[String; 2], alone: &[String; 2]) -> Result<(), String> {
        let mut both = self.start_both(folder, args)?;
        // Whoever has the file sits there and waits for more, so that the other one can't come after.
        let begun = Instant::now();
        let ended_first = loop {
            let done = |child: &mut Child| child.try_wait().is_ok_and(|code| code.is_some());
            if let Some(first) = both.iter_mut().position(done) {
                break first;
            }
            if begun.elapsed() > PATIENCE {
                both.iter_mut().for_each(|child| _ = child.kill());
                return Err("both play on in one file".to_owned());
            }
            sleep(Duration::from_millis(2));
        };
        both.iter_mut().for_each(|child| drop(child.stdin.take()));
        let [first, second] = both.map(ended);
        let all = [first?, second?];
        let (told, went_on) = (&all[ended_first], &all[1 - ended_first]);
        if !told.was_told() {
            return Err(format!("who can't have the file is not told: {:?}: {}{}", told.code, told.out, told.err));
        }
        if !went_on.saved_to("game") {
            return Err(format!("nobody goes on: {:?}: {}{}", went_on.code, went_on.out, went_on.err));
        }
        let found = fs::read_to_string(folder.join("game")).map_err(|why| format!("no game was saved: {why}"))?;
        if found != alone[1 - ended_first] {
            return Err("the game of who went on is not in the file".to_owned());
        }
        match names(folder)?.as_slice() {
            [_] => Ok(()),
            left => Err(format!("left behind: {left:?}")),
        }
    }

    /// Starts two processes at once, and types.
    fn start_both(&self, folder: &Path, args: &[String; 2]) -> Result<[Child; 2], String> {
        let mut both = [self.start(folder, &args[0])?, self.start(folder, &args[1])?];
        for child in &mut both {
            if let Some(keys) = &mut child.stdin {
                // Who was told that the file is taken reads no more.
                let _ = keys.write_all(TYPED.as_bytes());
            }
        }
        Ok(both)
    }

    fn start(&self, folder: &Path, args: &str) -> Result<Child, String> {
        self.start_telling(folder, args, Stdio::piped())
    }

    fn start_telling(&self, folder: &Path, args: &str, out: Stdio) -> Result<Child, String> {
        let mut command = Command::new(&self.program);
        command.args(args.split_whitespace()).current_dir(folder);
        command.stdin(Stdio::piped()).stdout(out).stderr(Stdio::piped());
        command.spawn().map_err(|why| format!("{}: {why}", self.program.display()))
    }

    /// Runs the program with this typed; it must succeed.
    fn run(&self, folder: &Path, args: &str, typed: &str) -> Result<Ended, String> {
        let mut child = self.start(folder, args)?;
        if let Some(mut keys) = child.stdin.take() {
            // A game that has ended reads no more.
            let _ = keys.write_all(typed.as_bytes());
        }
        let ended = ended(child)?;
        if ended.code == Some(0) { Ok(ended) } else { Err(format!("{args}: {:?}: {}", ended.code, ended.err)) }
    }

    fn made(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.folder.join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        Ok(folder)
    }
}

fn removed(folder: &Path) -> Result<(), String> {
    fs::remove_dir_all(folder).map_err(|why| format!("{}: {why}", folder.display()))
}

/// Waits for a process that ends by itself.
fn ended(child: Child) -> Result<Ended, String> {
    let done = child.wait_with_output().map_err(|why| why.to_string())?;
    let text = |mut bytes: &[u8]| {
        let mut text = String::new();
        bytes.read_to_string(&mut text).map(|_| text).map_err(|why| why.to_string())
    };
    Ok(Ended { code: done.status.code(), out: text(&done.stdout)?, err: text(&done.stderr)? })
}

fn names(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}
