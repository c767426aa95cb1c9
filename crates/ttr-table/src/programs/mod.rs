//! Players that are programs of their own, in any language: `cmd:python3 mybot.py`. They are told and ask by the messages of
//! `ttr engine`, for their own seat alone.
//!
//! One that dies, takes too long or answers nonsense is replaced by `random` for the rest of the game. It gets another chance
//! in the next one, but after three such games it is not started any more.

mod process;

use crate::protocol::messages::{Answer, Begin, BoardOf, LegalOf, Over, Request, ScoreOf, StateOf, Turn, USUAL_PAGE};
use crate::protocol::seat::{self, Wanted};
use crate::protocol::{self, Trouble, sheet};
use crate::seats::NoPlayer;
use process::{Aside, Heard, Process};
use serde_json::Value as Json;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use ttr_bots::{Bot, BotEntry, Bots, PlayerRng, Random, Values};
use ttr_core::{ActionSpace, PlayerId, View};
use ttr_files::save::Secret;
use ttr_files::{OwnedView, names};
use ttr_source::shown;

/// What the word for a program begins with.
const MARK: &str = "cmd:";
/// After so many games that went wrong a program is not started any more.
const MOST_CHANCES: u32 = 3;
/// Most bytes of a line that a program says.
const MAX_LINE_BYTES: usize = 1024 * 1024;

/// On what terms programs play.
#[derive(Clone, Debug)]
pub struct Terms {
    /// How long one may take for a decision.
    pub limit: Duration,
    /// What the values that they take their chance from are keyed by. No program is told it: who knows the values alone, and even
    /// the seed, can't tell any other.
    pub secret: Secret,
}

/// A player of the command line.
pub enum Chosen<'b> {
    /// A computer player that the program knows.
    Known(&'b BotEntry),
    /// A program of one's own.
    Program(BotEntry),
}

impl Chosen<'_> {
    /// What makes it.
    pub fn entry(&self) -> &BotEntry {
        match self {
            Self::Known(entry) => entry,
            Self::Program(entry) => entry,
        }
    }
}

/// The computer player, or the program, that a word names; nothing if it is neither.
pub fn find<'b>(bots: &'b Bots, word: &str, terms: &Terms) -> Result<Option<Chosen<'b>>, NoPlayer> {
    let Some(command) = word.strip_prefix(MARK) else { return Ok(bots.find(word).map(Chosen::Known)) };
    let words = split(command).map_err(|why| NoPlayer::new(format!("{}: {why}", shown(word))))?;
    let Some(program) = words.first() else {
        let none = NoPlayer::new(format!("{} names no program", shown(word)));
        return Err(none.help("as in `--players you,cmd:\"python3 mybot.py\"`"));
    };
    if !is_there(program) {
        return Err(NoPlayer::new(format!("{}: there is no program {}", shown(word), shown(program))));
    }
    let troubles = Arc::new(AtomicU32::new(0));
    let summary = "a program of your own";
    let (terms, aside) = (terms.clone(), Arc::new(Aside::default()));
    let make =
        move || Box::new(External::new(words.clone(), terms.clone(), troubles.clone(), aside.clone())) as Box<dyn Bot>;
    Ok(Some(Chosen::Program(BotEntry::new(summary, make))))
}

/// How a player is called at the table, but for the number: a program by its file.
pub fn seat_name(word: &str) -> String {
    let Some(command) = word.strip_prefix(MARK) else { return word.to_owned() };
    let words = split(command).unwrap_or_default();
    // Of `python3 mybot.py` the script is what tells it from others.
    let file = words.get(1).filter(|second| !second.starts_with('-')).or(words.first());
    let stem = file.and_then(|file| Path::new(file).file_stem()).unwrap_or_default().to_string_lossy();
    format!("{MARK}{}", stem.chars().filter(|c| !c.is_control()).take(16).collect::<String>())
}

/// Whether this word names a program, or a seat of this name was a program's.
pub fn is_program(word: &str) -> bool {
    word.starts_with(MARK)
}

/// The words of a command: separated by spaces, but for those between quotes.
fn split(command: &str) -> Result<Vec<String>, &'static str> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() { Err("a quote is not closed") } else { Ok(words) }
}

/// Whether there is a program of this name, as far as can be told before it is started.
fn is_there(program: &str) -> bool {
    if cfg!(windows) || Path::new(program).components().count() > 1 {
        return cfg!(windows) || Path::new(program).is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// A player that is a program.
struct External {
    command: Vec<String>,
    terms: Terms,
    /// How many games went wrong, at all tables.
    troubles: Arc<AtomicU32>,
    /// What it said on its standard error, at all tables.
    aside: Arc<Aside>,
    process: Option<Process>,
    /// The number of the game, as the program knows it.
    game: u64,
    /// Whether the program was told of the game.
    told: bool,
    /// Whether `random` plays in its place until the game is over.
    replaced: bool,
    why: Option<String>,
    /// What the program takes its chance from.
    values: Values,
    /// How many decisions the program was asked for since it was given these values.
    asked: u64,
    random: Random,
}

impl External {
    fn new(command: Vec<String>, terms: Terms, troubles: Arc<AtomicU32>, aside: Arc<Aside>) -> Self {
        let values = PlayerRng::default().values(terms.secret.bytes());
        Self {
            command,
            terms,
            troubles,
            aside,
            process: None,
            game: 0,
            told: false,
            replaced: false,
            why: None,
            values,
            asked: 0,
            random: Random::default(),
        }
    }

    /// Asks the program for a decision.
    fn ask(&mut self, view: View<'_>, who: PlayerId, space: &ActionSpace<'_>) -> Result<usize, String> {
        if self.process.is_none() {
            self.process = Some(Process::start(&self.command, MAX_LINE_BYTES, &self.aside)?);
        }
        if !std::mem::replace(&mut self.told, true) {
            self.say(&self.begin_message(view, who))?;
        }
        let (game, seat) = (self.game, seat::seat(who));
        let first_page = Wanted { most: USUAL_PAGE, ..Wanted::default() };
        let legal = seat::legal(view, space, &first_page).map_err(|trouble| trouble.text.to_string())?;
        self.asked += 1;
        let seed = self.values.value(self.asked);
        let turn = Turn { game, who: seat, seed, state: OwnedView::of(view), legal };
        self.say(&Answer::Turn(Box::new(turn)))?;
        let until = Instant::now() + self.terms.limit;
        loop {
            let Some(process) = &mut self.process else { return Err("it has ended".to_owned()) };
            let line = match process.hear(until) {
                Heard::Line(line) => line,
                Heard::TooLong => return Err(format!("it said a line of more than {MAX_LINE_BYTES} bytes")),
                Heard::Nothing => return Err(format!("no answer within {} s", self.terms.limit.as_secs_f64())),
                Heard::Ended(how) => return Err(how),
            };
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let nonsense = |trouble: Trouble| format!("it said {}: {}", brief(&line), trouble.text);
            let (id, request) = protocol::read(&line).map_err(nonsense)?;
            let request = request.map_err(nonsense)?;
            if let Request::Act(act) = &request {
                if (act.game, act.who) != (game, seat) {
                    return Err(format!("it acted for seat {} of game {}", act.who, act.game));
                }
                return number(view, space, act.number, act.action.as_ref()).map_err(nonsense);
            }
            let answer = self.answer(view, who, space, &request).map_err(nonsense)?;
            self.say_with(&answer, id.as_ref())?;
        }
    }

    fn begin_message(&self, view: View<'_>, who: PlayerId) -> Answer {
        let rules = view.rules();
        Answer::Begin(Box::new(Begin {
            game: self.game,
            who: seat::seat(who),
            players: rules.player_ids().map(|who| rules.seat_name(who)).collect(),
            seed: self.values.value(0),
            time_limit: self.terms.limit.as_secs_f64(),
            board: seat::board(rules),
        }))
    }

    /// What a player may ask while it thinks.
    fn answer(
        &self,
        view: View<'_>,
        who: PlayerId,
        space: &ActionSpace<'_>,
        request: &Request,
    ) -> Result<Answer, Trouble> {
        let (game, own) = (self.game, seat::seat(who));
        let of = |named: u64, seat: Option<u8>| match (named == game, seat.is_none_or(|seat| seat == own)) {
            (false, _) => Err(Trouble::field("game", format!("it plays game {game}, not {named}"))),
            (true, false) => Err(Trouble::field("who", format!("it plays at seat {own}"))),
            (true, true) => Ok(()),
        };
        match request {
            Request::Board(ask) => {
                of(ask.game, None)?;
                Ok(Answer::Board(BoardOf { game, board: seat::board(view.rules()) }))
            }
            Request::State(ask) => {
                of(ask.game, ask.who)?;
                Ok(Answer::State(Box::new(StateOf { game, who: Some(own), state: OwnedView::of(view) })))
            }
            Request::Legal(ask) => {
                of(ask.game, Some(ask.who))?;
                Ok(Answer::Legal(LegalOf { game, who: own, legal: seat::legal(view, space, &ask.wanted())? }))
            }
            Request::Score(ask) => {
                of(ask.game, None)?;
                Ok(Answer::Score(ScoreOf { game, score: sheet::of(view.rules(), &view.score()) }))
            }
            _ => {
                Err(Trouble::field("do", "a player may only ask for `board`, `state`, `legal` and `score`, and `act`"))
            }
        }
    }

    fn say(&mut self, answer: &Answer) -> Result<(), String> {
        self.say_with(answer, None)
    }

    fn say_with(&mut self, answer: &Answer, id: Option<&Json>) -> Result<(), String> {
        let Some(process) = &mut self.process else { return Err("it has ended".to_owned()) };
        process.say(answer.line(id))
    }
}

/// The number of the action that a program chose.
fn number(
    view: View<'_>,
    space: &ActionSpace<'_>,
    number: Option<usize>,
    names: Option<&Json>,
) -> Result<usize, Trouble> {
    match (number, names) {
        (Some(number), None) if number < space.len() => Ok(number),
        (Some(number), None) => {
            Err(Trouble::field("number", format!("there is no action {number} of {}", space.len())))
        }
        (None, Some(names)) => {
            let action = names::action_from(view, names).map_err(|why| Trouble::field("action", why))?;
            let rules = view.rules();
            let mut families = space.families().filter(|(op, args, ..)| {
                // All actions of one that is paid for have the same arguments.
                *op == action.op && (!rules.op(*op).pays || *args == action.args)
            });
            let found = families.find_map(|(_, _, first, n)| {
                (first..first + n).find(|number| space.get(*number).is_some_and(|other| other == action))
            });
            match (found, view.why_not(&action)) {
                (Some(number), _) => Ok(number),
                (None, Some(illegal)) => Err(Trouble::illegal(illegal)),
                (None, None) => Err(Trouble::field("action", "it is not legal")),
            }
        }
        _ => Err(Trouble::field("action", "either `action` or `number` is needed")),
    }
}

/// The beginning of what was said.
fn brief(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let start: String = text.chars().take(60).collect();
    shown(&if start.len() < text.len() { format!("{start}...") } else { start }).to_string()
}

impl Bot for External {
    fn begin(&mut self, rng: PlayerRng) {
        (self.game, self.told, self.why) = (self.game + 1, false, None);
        self.replaced = self.troubles.load(Ordering::Relaxed) >= MOST_CHANCES;
        if self.replaced {
            self.why = Some(format!("it went wrong in {MOST_CHANCES} games before, and was not started any more"));
        }
        self.goes_on(rng);
    }

    fn goes_on(&mut self, mut rng: PlayerRng) {
        (self.values, self.asked) = (rng.values(self.terms.secret.bytes()), 0);
        self.random.begin(rng);
    }

    fn repeats(&self) -> bool {
        false
    }

    fn choose(&mut self, view: View<'_>, space: &ActionSpace<'_>) -> usize {
        if let (false, Some(who)) = (self.replaced, view.viewer()) {
            match self.ask(view, who, space) {
                Ok(number) => return number,
                Err(why) => {
                    self.troubles.fetch_add(1, Ordering::Relaxed);
                    (self.replaced, self.why) = (true, Some(why));
                    if let Some(process) = self.process.take() {
                        process.kill();
                    }
                }
            }
        }
        self.random.choose(view, space)
    }

    fn over(&mut self, view: View<'_>) {
        if let (false, true, Some(who)) = (self.replaced, self.told, view.viewer()) {
            let score = sheet::of(view.rules(), &view.score());
            // One that has gone is missed when it is to decide.
            let _ = self.say(&Answer::Over(Over { game: self.game, who: seat::seat(who), score }));
        }
    }

    fn replaced(&mut self) -> Option<String> {
        self.why.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_into_words() {
        assert_eq!(split("python3 my.py  -x"), Ok(vec!["python3".into(), "my.py".into(), "-x".into()]));
        assert_eq!(split("'my bot' \"\" a'b c'd"), Ok(vec!["my bot".into(), String::new(), "ab cd".into()]));
        assert_eq!(split("  "), Ok(vec![]));
        assert!(split("a 'b").is_err());
    }

    #[test]
    fn seats_are_named_by_the_script() {
        let names = ["greedy", "cmd:python3 bots/my bot.py", "cmd:./bot.sh --fast", "cmd:python3 -m x", "cmd:"];
        assert_eq!(names.map(seat_name), ["greedy", "cmd:my", "cmd:bot", "cmd:python3", "cmd:"]);
    }
}
