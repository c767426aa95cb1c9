//! `ttr engine`: the rules engine for programs in any language. A line of JSON comes in, a line of JSON goes out; whatever
//! comes, the answer is a message.

pub(crate) mod lines;
pub(crate) mod messages;
mod misread;
pub(crate) mod schema;
pub(crate) mod seat;
mod table;
pub(crate) mod trouble;
mod worker;

use crate::Program;
use crate::args;
use crate::failure::Failure;
use lines::{Line, MAX_LINE_BYTES};
use messages::{Answer, Bye, Ended, Hello, Named, PROTOCOL, Request};
use misread::brief;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;
use table::Table;
use trouble::{Code, Trouble};
use ttr_core::Registry;
use ttr_core::compile::Failed;
use ttr_source::{nearest, shown};
use worker::{Lost, Worker};

/// Most games at once.
const MAX_GAMES: usize = 1_000;
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

/// As [`serve`]; a game in which a request takes longer than this has ended. What loops there goes on in a thread of its own
/// until the process ends, since nothing can stop it.
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
    let mut engine = Engine { registry: Arc::new(registry.clone()), worker, games: BTreeMap::new(), last: 0 };
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

/// A line that is too long.
pub(crate) fn too_long(most: usize) -> Trouble {
    Trouble::new(Code::LineTooLong, format!("the line has more than {most} bytes"))
}

/// The request that a line holds, and the id that its answer is to carry.
pub(crate) fn read(line: &[u8]) -> Result<(Option<Json>, Result<Request, Trouble>), Trouble> {
    let not_json = |why: String| Trouble::new(Code::NotJson, why);
    let body: Json = serde_json::from_slice(line).map_err(|why| not_json(format!("the line is not JSON: {why}")))?;
    let Json::Object(mut body) = body else {
        return Err(not_json("the line is JSON, but no object".to_owned()));
    };
    let id = match body.remove("id") {
        Some(id @ (Json::String(_) | Json::Number(_))) => Some(id),
        None => None,
        Some(other) => {
            return Err(Trouble::field("id", format!("an id is a text or a number, found {}", brief(&other))));
        }
    };
    let kind = match body.remove("do") {
        Some(Json::String(kind)) => kind,
        Some(other) => {
            return Ok((id, Err(Trouble::field("do", format!("expected a kind of request, found {}", brief(&other))))));
        }
        None => return Ok((id, Err(Trouble::field("do", "a request needs `do`, its kind")))),
    };
    let body = Json::Object(body);
    let request = match Request::read(&kind, &body) {
        Some(request) => request.map_err(|fault| misread::misread(&kind, &body, &fault)),
        None => {
            let near = nearest(&kind, Request::KINDS.iter().copied());
            let near = near.map_or_else(String::new, |near| format!("did you mean {near:?}? "));
            let text = format!("no request is named {}: {near}there are: {}", shown(&kind), Request::KINDS.join(", "));
            Err(Trouble { field: Some("do".into()), ..Trouble::new(Code::UnknownKind, text) })
        }
    };
    Ok((id, request))
}

/// What is wrong with a map or a rule set, as `ttr check --format json` has it.
fn findings(failed: &Failed, name: &str) -> Vec<Json> {
    failed.diagnostics.iter().map(|found| crate::check::finding(found, name, &failed.sources)).collect()
}

/// A game, or why there is none any more.
enum Slot {
    On(Box<Table>),
    Gone(Box<str>),
}

/// All games of a process.
struct Engine {
    registry: Arc<Registry>,
    worker: Worker,
    games: BTreeMap<u64, Slot>,
    /// The number of the last game.
    last: u64,
}

impl Engine {
    fn answer(&mut self, request: Request) -> Result<Answer, Trouble> {
        match request {
            Request::Hello(_) => Ok(self.hello()),
            Request::New(new) => self.begin(move |registry, number| Table::begin(registry, number, new)),
            Request::Load(load) => self.begin(move |registry, number| Table::load(registry, number, &load.text)),
            Request::Game(of) => self.at(of.game, |table| Ok(table.status())),
            Request::Board(of) => self.at(of.game, |table| Ok(table.board())),
            Request::State(ask) => self.at(ask.game, move |table| table.state(ask.who)),
            Request::Legal(ask) => self.at(ask.game, move |table| table.legal(&ask)),
            Request::Act(act) => self.at(act.game, move |table| table.act(&act)),
            Request::Undo(undo) => self.at(undo.game, move |table| table.undo(undo.who)),
            Request::Events(ask) => self.at(ask.game, move |table| table.events(&ask)),
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
        make: impl FnOnce(&Registry, u64) -> Result<Table, Trouble> + Send + 'static,
    ) -> Result<Answer, Trouble> {
        let under_way = self.games.values().filter(|slot| matches!(slot, Slot::On(_))).count();
        if under_way >= MAX_GAMES {
            let text = format!("{MAX_GAMES} games are under way: `end` forgets one");
            return Err(Trouble::new(Code::TooManyGames, text));
        }
        let (number, registry) = (self.last + 1, self.registry.clone());
        let made = self.worker.run(move || make(&registry, number).map(|table| (table.status(), Box::new(table))));
        let (status, table) = made.map_err(|lost| self.lost(&lost))??;
        self.last = number;
        self.games.insert(number, Slot::On(table));
        Ok(status)
    }

    /// Asks something of a game. One in which a module panics, or does not come back, is over.
    fn at(
        &mut self,
        game: u64,
        ask: impl FnOnce(&mut Table) -> Result<Answer, Trouble> + Send + 'static,
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
