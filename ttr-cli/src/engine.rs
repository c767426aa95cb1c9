//! `ttr engine`: the rules engine for programs in any language. A line of JSON comes in, a line of JSON goes out; whatever
//! comes, the answer is a message.

pub(crate) mod lines;
pub(crate) mod messages;
mod misread;
pub(crate) mod schema;
pub(crate) mod seat;
mod table;
pub(crate) mod trouble;

use crate::Program;
use crate::failure::Failure;
use lines::{Line, MAX_LINE_BYTES};
use messages::{Answer, Bye, Ended, Hello, Named, PROTOCOL, Request};
use misread::brief;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use table::Table;
use trouble::{Code, Trouble};
use ttr_core::compile::Failed;
use ttr_core::source::{nearest, shown};
use ttr_core::{Registry, guarded};

/// Most games at once.
const MAX_GAMES: usize = 1_000;

/// Answers what comes on standard input.
pub(crate) fn run(program: &Program<'_>) -> Result<(), Failure> {
    Ok(serve(program.registry, &mut io::stdin().lock(), &mut io::stdout().lock())?)
}

/// Answers requests until nothing more comes or one of them says `quit`.
///
/// # Errors
/// If nothing can be read or written any more.
pub fn serve(registry: &Registry, from: &mut impl BufRead, to: &mut impl Write) -> io::Result<()> {
    let mut engine = Engine { registry, games: BTreeMap::new(), last: 0 };
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
struct Engine<'r> {
    registry: &'r Registry,
    games: BTreeMap<u64, Slot>,
    /// The number of the last game.
    last: u64,
}

impl Engine<'_> {
    fn answer(&mut self, request: Request) -> Result<Answer, Trouble> {
        match request {
            Request::Hello(_) => Ok(self.hello()),
            Request::New(new) => self.begin(|registry, number| Table::begin(registry, number, new)),
            Request::Load(load) => self.begin(|registry, number| Table::load(registry, number, &load.text)),
            Request::Game(of) => self.at(of.game, |table| Ok(table.status())),
            Request::Board(of) => self.at(of.game, |table| Ok(table.board())),
            Request::State(ask) => self.at(ask.game, |table| table.state(ask.who)),
            Request::Legal(ask) => self.at(ask.game, |table| table.legal(&ask)),
            Request::Act(act) => self.at(act.game, |table| table.act(&act)),
            Request::Undo(undo) => self.at(undo.game, |table| table.undo(undo.who)),
            Request::Events(ask) => self.at(ask.game, |table| table.events(&ask)),
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
    fn begin(&mut self, make: impl FnOnce(&Registry, u64) -> Result<Table, Trouble>) -> Result<Answer, Trouble> {
        let under_way = self.games.values().filter(|slot| matches!(slot, Slot::On(_))).count();
        if under_way >= MAX_GAMES {
            let text = format!("{MAX_GAMES} games are under way: `end` forgets one");
            return Err(Trouble::new(Code::TooManyGames, text));
        }
        let number = self.last + 1;
        let made = guarded(|| make(self.registry, number).map(|table| (table.status(), Box::new(table))));
        let (status, table) = made.map_err(|panicked| Trouble::panicked(&panicked))??;
        self.last = number;
        self.games.insert(number, Slot::On(table));
        Ok(status)
    }

    /// Asks something of a game. One in which a module panics is over.
    fn at(&mut self, game: u64, ask: impl FnOnce(&mut Table) -> Result<Answer, Trouble>) -> Result<Answer, Trouble> {
        let about = |trouble: Trouble| Trouble { game: Some(game), ..trouble };
        let table = match self.games.get_mut(&game) {
            Some(Slot::On(table)) => table,
            gone => return Err(about(no_such_game(game, gone.as_deref()))),
        };
        match guarded(|| ask(table)) {
            Ok(answer) => answer.map_err(about),
            Err(panicked) => {
                let trouble = about(Trouble::panicked(&panicked));
                self.games.insert(game, Slot::Gone(trouble.text.clone()));
                Err(trouble)
            }
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
