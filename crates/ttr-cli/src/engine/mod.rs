//! `ttr engine`: the rules engine for programs in any language. A line of JSON comes in, a line of JSON goes out; whatever
//! comes, the answer is a message.

mod game;
mod new;
mod worker;

use crate::Program;
use crate::args;
use crate::failure::Failure;
use game::Game;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;
use ttr_core::Registry;
use ttr_core::compile::Failed;
use ttr_table::protocol::lines::{self, Line, MAX_LINE_BYTES};
use ttr_table::protocol::messages::{Answer, Bye, Ended, Hello, PROTOCOL, Request};
use ttr_table::protocol::{Code, Trouble, read, too_long};
use worker::{Lost, Worker};

/// Most games at once.
const MAX_GAMES: usize = 1_000;
/// Most bytes that all games together take, about; and what is kept of it for games that are under way already.
const MAX_BYTES: usize = 768 * 1024 * 1024;
const KEPT_BYTES: usize = MAX_BYTES / 4;
/// How many seconds a request may take where nobody says so.
const USUAL_PATIENCE: u64 = match u64::from_str_radix(args::USUAL_PATIENCE, 10) {
    Ok(seconds) => seconds,
    Err(_) => panic!("a number of seconds"),
};

/// Answers what comes on standard input.
pub(crate) fn run(program: &Program<'_>, options: &args::Engine) -> Result<(), Failure> {
    Ok(serve_within(options.patience, program.registry, &mut io::stdin().lock(), &mut io::stdout().lock())?)
}

/// Answers requests until nothing more comes or one of them says `quit`. A request may take a minute.
///
/// # Errors
/// If nothing can be read or written any more.
pub fn serve(registry: &Registry, from: &mut impl BufRead, to: &mut impl Write) -> io::Result<()> {
    serve_within(Duration::from_secs(USUAL_PATIENCE), registry, from, to)
}

/// Answers requests until nothing more comes or one of them says `quit`. A game in which a request takes longer than `patience`
/// has ended. What loops there goes on in a thread of its own until the process ends, since nothing can stop it.
///
/// # Errors
/// If nothing can be read or written any more.
pub fn serve_within(
    patience: Duration,
    registry: &Registry,
    from: &mut impl BufRead,
    to: &mut impl Write,
) -> io::Result<()> {
    let worker = Worker::new(patience);
    let mut engine =
        Engine { registry: Arc::new(registry.clone()), worker, games: BTreeMap::new(), last: 0, most_bytes: MAX_BYTES };
    loop {
        let line = match lines::next(from, MAX_LINE_BYTES)? {
            Line::End => return Ok(()),
            Line::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => continue,
            Line::Whole(line) => Ok(line),
            Line::TooLong => Err(too_long(MAX_LINE_BYTES)),
        };
        let (answer, id) = match line.and_then(|line| read(&line)) {
            Ok((id, request)) => (request.and_then(|request| engine.answer(request)), id),
            Err(trouble) => (Err(trouble), None),
        };
        let answer = answer.unwrap_or_else(|trouble| Answer::Error(Box::new(trouble)));
        writeln!(to, "{}", answer.line(id.as_ref()))?;
        to.flush()?;
        if let Answer::Bye(_) = answer {
            return Ok(());
        }
    }
}

/// What is wrong with a map or a rule set, as `ttr check --format json` has it.
fn findings(failed: &Failed, name: &str) -> Vec<Json> {
    failed.diagnostics.iter().map(|found| ttr_author::finding(found, name, &failed.sources)).collect()
}

/// A game, or why there is none any more.
enum Slot {
    On(Box<Game>),
    Gone(Box<str>),
}

/// All games of a process.
struct Engine {
    registry: Arc<Registry>,
    worker: Worker,
    games: BTreeMap<u64, Slot>,
    /// The number of the last game.
    last: u64,
    /// Most bytes that all games together take.
    most_bytes: usize,
}

impl Engine {
    fn answer(&mut self, request: Request) -> Result<Answer, Trouble> {
        match request {
            Request::Hello(_) => Ok(self.hello()),
            Request::New(new) => self.begin(move |registry, number| Game::begin(registry, number, new)),
            Request::Load(load) => self.begin(move |registry, number| Game::load(registry, number, &load.text)),
            Request::Game(of) => self.at(of.game, |table| Ok(table.status())),
            Request::Board(of) => self.at(of.game, |table| Ok(table.board())),
            Request::State(ask) => self.at(ask.game, move |table| table.state(ask.who)),
            Request::Legal(ask) => self.at(ask.game, move |table| table.legal(&ask)),
            Request::Act(act) => {
                self.has_room(0)?;
                self.at(act.game, move |table| table.act(&act))
            }
            Request::Undo(undo) => self.at(undo.game, move |table| table.undo(undo.who)),
            Request::Events(ask) => self.at(ask.game, move |table| table.tell(&ask)),
            Request::Score(of) => self.at(of.game, |table| Ok(table.score())),
            Request::Save(of) => self.at(of.game, |table| Ok(table.save())),
            Request::End(of) => self.end(of.game),
            Request::Quit(_) => Ok(Answer::Bye(Bye {})),
        }
    }

    fn hello(&self) -> Answer {
        Answer::Hello(Hello {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            maps: self.registry.maps().map(|(name, _)| name.to_owned()).collect(),
            rule_sets: self.registry.rule_sets().map(|(name, _)| name.to_owned()).collect(),
            requests: Request::KINDS.iter().map(|kind| (*kind).to_owned()).collect(),
        })
    }

    /// Adds a game, if it can be made.
    fn begin(
        &mut self,
        make: impl FnOnce(&Registry, u64) -> Result<Game, Trouble> + Send + 'static,
    ) -> Result<Answer, Trouble> {
        let under_way = self.games.values().filter(|slot| matches!(slot, Slot::On(_))).count();
        if under_way >= MAX_GAMES {
            let text = format!("{MAX_GAMES} games are under way: `end` forgets one");
            return Err(Trouble::new(Code::TooManyGames, text));
        }
        self.has_room(KEPT_BYTES)?;
        let (number, registry) = (self.last + 1, self.registry.clone());
        let made = self.worker.run(move || make(&registry, number).map(|table| (table.status(), Box::new(table))));
        let (status, table) = made.map_err(|lost| self.lost(&lost))??;
        self.last = number;
        self.games.insert(number, Slot::On(table));
        Ok(status)
    }

    /// Looks whether there is room for more, of which so much is kept for others.
    fn has_room(&self, kept: usize) -> Result<(), Trouble> {
        let bytes = |slot: &Slot| if let Slot::On(game) = slot { game.bytes() } else { 0 };
        let most = self.most_bytes.saturating_sub(kept);
        if self.games.values().map(bytes).sum::<usize>() < most {
            return Ok(());
        }
        let text = format!("the games under way take more than about {} MiB: `end` forgets one", most / (1024 * 1024));
        Err(Trouble::new(Code::TooMuch, text))
    }

    /// Asks something of a game. One in which a module panics, or does not come back, is over.
    fn at(
        &mut self,
        game: u64,
        ask: impl FnOnce(&mut Game) -> Result<Answer, Trouble> + Send + 'static,
    ) -> Result<Answer, Trouble> {
        let about = |trouble: Trouble| Trouble { game: Some(game), ..trouble };
        let mut table = match self.games.remove(&game) {
            Some(Slot::On(table)) => table,
            gone => {
                let trouble = no_such_game(game, gone.as_ref());
                self.games.extend(gone.map(|gone| (game, gone)));
                return Err(about(trouble));
            }
        };
        let asked = self.worker.run(move || (ask(&mut table), table));
        let (answer, slot) = match asked {
            Ok((answer, table)) => (answer, Slot::On(table)),
            Err(lost) => {
                let trouble = self.lost(&lost);
                let why = trouble.text.clone();
                (Err(trouble), Slot::Gone(why))
            }
        };
        self.games.insert(game, slot);
        answer.map_err(about)
    }

    /// What is said of a game that is lost.
    fn lost(&self, lost: &Lost) -> Trouble {
        match lost {
            Lost::Panicked(panicked) => Trouble::panicked(panicked),
            Lost::Hangs(module) => Trouble::hangs(*module, self.worker.patience()),
        }
    }

    fn end(&mut self, game: u64) -> Result<Answer, Trouble> {
        match self.games.get(&game) {
            Some(Slot::On(_)) => {
                self.games.remove(&game);
                Ok(Answer::Ended(Ended { game }))
            }
            gone => Err(Trouble { game: Some(game), ..no_such_game(game, gone) }),
        }
    }
}

fn no_such_game(game: u64, gone: Option<&Slot>) -> Trouble {
    let text = match gone {
        Some(Slot::Gone(why)) => format!("game {game} has ended: {why}"),
        _ => format!("there is no game {game}"),
    };
    Trouble { field: Some("game".into()), ..Trouble::new(Code::NoSuchGame, text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ttr_files::save::{self, Origin, Save};

    #[test]
    fn games_take_no_more_than_so_much_together() {
        let worker = Worker::new(Duration::from_secs(USUAL_PATIENCE));
        let registry = Arc::new(ttr_variants::registry());
        let mut engine =
            Engine { registry, worker, games: BTreeMap::new(), last: 0, most_bytes: KEPT_BYTES + (4 << 20) };
        let mut ask = |line: &str| {
            let (_, request) = read(line.as_bytes()).expect("JSON");
            engine.answer(request.expect("a request")).map_err(|trouble| trouble.code)
        };
        let comment = "#".repeat(100_000);
        let text = format!("{}\n{comment}", ttr_variants::registry().find_map("usa").expect("a map"));
        let new = serde_json::json!({ "do": "new", "map": { "name": "m", "text": text }, "players": 2 }).to_string();
        assert!(ask(&new).is_ok(), "one is no trouble");
        assert_eq!(ask(&new).and_then(|_| ask(&new)).err(), Some(Code::TooMuch));
        assert!(ask(r#"{"do":"act","game":1,"who":1,"number":0}"#).is_ok(), "those under way go on");
        assert!(ask(r#"{"do":"end","game":1}"#).is_ok() && ask(&new).is_ok(), "one that ends makes room");
    }

    /// What a client sends beside the map is counted too: scripts, and positions as saves hold them.
    #[test]
    fn scripts_and_positions_of_games_are_counted() {
        let row = serde_json::json!({ "row": [] });
        let usual = serde_json::json!({ "do": "new", "map": "usa", "players": 2, "position": row });
        let bytes = |request: &Json| {
            let (_, request) = read(request.to_string().as_bytes()).expect("JSON");
            let Ok(Request::New(new)) = request else { panic!("a new game") };
            Game::begin(&ttr_variants::registry(), 1, new).unwrap_or_else(|why| panic!("{}", why.text)).bytes()
        };
        let few = bytes(&usual);
        let mut scripted = usual.clone();
        scripted["script"] = serde_json::json!({ "train deck": vec!["red"; 10_000] });
        assert!(bytes(&scripted) > few + 640_000);
        let mut large = usual.clone();
        large["position"]["players"] = serde_json::json!([{ "hand": { "red": 9, "blue": 9 } }]);
        assert!(bytes(&large) > few + 300);

        // A save of another program may hold more than is laid out.
        let registry = ttr_variants::registry();
        let (_, request) = read(usual.to_string().as_bytes()).expect("JSON");
        let Ok(Request::New(new)) = request else { panic!("a new game") };
        let game = Game::begin(&registry, 1, new).unwrap_or_else(|why| panic!("{}", why.text));
        let Answer::Saved(saved) = game.save() else { panic!("a save") };
        let save = Save::read(&saved.text).expect("a save");
        let (game, _) = save.resume(&registry).expect("a game");
        let position = serde_json::json!({ "row": [], "x-note": vec![0; 10_000] });
        let origin = Origin { seed: save.header.seed, position: Some(position), ..Origin::default() };
        let text = save::write(&game, &save.header.game, origin);
        match Game::load(&registry, 1, &text) {
            Ok(loaded) => assert!(loaded.bytes() > few + 320_000),
            Err(why) => panic!("{}", why.text),
        }
    }
}
