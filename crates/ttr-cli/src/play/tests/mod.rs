//! Whole games in this process: text in, screen out, and all that was hidden at hand to be searched for.

#[path = "../../../tests/commands/support/screen.rs"]
#[expect(dead_code, reason = "other tests use the rest of it")]
mod screen;
#[path = "../../../tests/commands/support/typist.rs"]
mod typist;

mod hidden;
mod meaning;
mod menus;
mod same;
mod telling;
mod widths;

use super::keyboard::Keyboard;
use super::saving::Saving;
use super::{Play, Session};
use crate::args::{Args, Command};
use crate::output::Out;
use crate::{Bots, Program};
use clap::Parser;
use screen::Prompt;
use std::cell::RefCell;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;
use std::sync::Arc;
use ttr_core::{Event, GameSource, Registry, Rules, compile};
use typist::Typist;

/// A screen that remembers everything.
#[derive(Clone, Default)]
struct Glass(Rc<RefCell<Vec<u8>>>);

impl Glass {
    fn text(&self) -> String {
        String::from_utf8(self.0.borrow().clone()).expect("text")
    }

    fn len(&self) -> usize {
        self.0.borrow().len()
    }

    fn since(&self, from: usize) -> String {
        String::from_utf8(self.0.borrow()[from..].to_vec()).expect("text")
    }
}

impl Write for Glass {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Somebody who looks at a screen and types; now and then something that decides nothing.
struct Hands {
    glass: Glass,
    read: usize,
    typist: Typist,
    /// One of so many lines decides nothing.
    idle: u64,
    prompts: usize,
    /// The last screen on which there was something to choose.
    asked: String,
    line: Vec<u8>,
}

/// No game takes so many prompts.
const MOST_PROMPTS: usize = 5_000;

impl Hands {
    fn new(glass: &Glass, typist: Typist, idle: u64) -> Self {
        Self { glass: glass.clone(), read: 0, typist, idle, prompts: 0, asked: String::new(), line: Vec::new() }
    }

    fn type_line(&mut self) -> String {
        let text = self.glass.since(self.read);
        self.read = self.glass.len();
        self.prompts += 1;
        assert!(self.prompts < MOST_PROMPTS, "the game does not end:\n{text}");
        let prompt = screen::prompt(&text).unwrap_or_else(|| panic!("nothing is asked:\n{text}"));
        let luck = typist::mixed(&text, self.prompts as u64);
        if matches!(prompt, Prompt::Decide(_)) && luck.is_multiple_of(self.idle) && !text.contains("That could be") {
            let all = typist::IDLE.len() as u64 + 3;
            return match (luck >> 20) % all {
                0 => "hint".to_owned(),
                1 => "why not claim".to_owned(),
                2 => "why not red".to_owned(),
                n => typist::IDLE[n as usize - 3].to_owned(),
            };
        }
        // What was asked before something was looked at is still asked.
        let looked = matches!(prompt, Prompt::Decide(_)) && screen::choices(&text).is_empty();
        if !looked || text.contains(typist::HINTED) {
            self.asked = text;
        }
        self.typist.reply(&prompt, &self.asked)
    }
}

impl Read for Hands {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let from = self.fill_buf()?;
        let n = from.len().min(to.len());
        to[..n].copy_from_slice(&from[..n]);
        self.consume(n);
        Ok(n)
    }
}

impl BufRead for Hands {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.line.is_empty() {
            self.line = format!("{}\n", self.type_line()).into_bytes();
        }
        Ok(&self.line)
    }

    fn consume(&mut self, n: usize) {
        self.line.drain(..n);
    }
}

/// A game that was played.
struct Played {
    text: String,
    rules: Arc<Rules>,
    events: Vec<Vec<Event>>,
}

fn options(args: &[&str]) -> Play {
    let args = ["ttr", "play"].into_iter().chain(args.iter().copied());
    match Args::try_parse_from(args).expect("a command line").command {
        Command::Play(options) => options,
        other => panic!("{other:?}"),
    }
}

/// Plays a game to its end.
fn played(registry: &Registry, args: &[&str], width: usize, typist: Typist, idle: u64) -> Played {
    let bots = Bots::bundled();
    let program = Program { name: "ttr", registry, bots: &bots, colour_of_errors: false };
    let glass = Glass::default();
    let hands = Hands::new(&glass, typist, idle);
    let mut out = Out::to(glass.clone(), width);
    let options = options(args);
    let begun = Session::begin(&program, &options, Keyboard::of(hands), Saving::nowhere(), &mut out);
    let mut table = begun.unwrap_or_else(|fault| panic!("{args:?}: {fault}"));
    table.play().unwrap_or_else(|fault| panic!("{args:?}: {fault}"));
    let (rules, events) = (table.rules.clone(), table.game.events().to_vec());
    Played { text: glass.text(), rules, events }
}

/// A board to play on.
struct BoardToTry {
    map: String,
    /// Parameters that make games shorter, where the map takes them.
    short: Vec<String>,
    players: (u8, u8),
}

/// All bundled maps.
fn boards(registry: &Registry) -> Vec<BoardToTry> {
    let board = |name: &str| {
        let source = crate::load::source(registry, name.as_ref(), None, &[]).unwrap_or_else(|f| panic!("{name}: {f}"));
        let players = ttr_author::range_of_players(&source).unwrap_or((2, 2));
        let mut compiled = source.clone();
        compiled.seats = (0..players.0).map(|seat| format!("player {seat}")).collect();
        let short = vec!["turns.limit=9".to_owned()];
        let fits = |set: &Vec<String>| compile(registry, &GameSource { set: set.clone(), ..compiled.clone() }).is_ok();
        BoardToTry { map: name.to_owned(), short: Some(short).filter(fits).unwrap_or_default(), players }
    };
    registry.maps().map(|(name, _)| board(name)).collect()
}

/// Splits work over two threads.
fn in_two(n: u64, work: impl Fn(u64) + Sync) {
    let next = std::sync::atomic::AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    match next.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
                        i if i < n => work(i),
                        _ => break,
                    }
                }
            });
        }
    });
}
