//! What a person can look at without deciding anything, and what can be said of what is not possible.

use super::super::menu;
use super::super::words::{self, Names};
use super::super::{cost, saving, screen};
use super::{MOST_MEANT, Question, SHORT, Talk};
use crate::commands::board::render::{self, Picture};
use crate::commands::rules::page;
use crate::failure::Failure;
use crate::output::lines;
use std::io;
use std::path::Path;
use ttr_core::{Action, CityId, Illegal, OpId, View};
use ttr_render::{Drawing, Scene};
use ttr_table::told;

/// So many lines of the log are shown unless more are asked for.
const LOG_LINES: usize = 30;

/// The rules of the engine that speak of a payment: what it should be says more.
const PAYMENTS: [&str; 4] = ["core/not-in-hand", "core/too-little", "core/superfluous", "core/unfit"];
/// The answer where no rule has one.
const NO_RULE: &str = "core/not-now";
/// So many things are looked at where it is asked why they are not possible.
const MOST_ASKED: usize = 200;

const HELP: &str = "\
Choose by its number, or type part of it: `red`, `deck`, `claim bos new`. Case,
accents and hyphens don't matter. `claim bos new with 1 red 1 wild` also pays.
What is only described, as by `2 red`, is asked about before it is done.
  hint           what the computer would do; `yes` or `y` does it
  why not ...    which rule forbids something, as in `why not claim bos new`
  tickets (t)    your tickets, with what is missing
  board [WORDS]  the routes, free or whose, and what stands in the cities:
                 `board dallas`, `board red`, `board me`; `b` shows all
                 `board FILE.svg` draws a picture of it
  all            every choice; `screen` draws everything again
  log [LINES]    what happened so far
  rules          the rules of this game, on a page
  undo           takes back your last decision, while nobody has learned by it:
                 no card that was drawn, no payment from a hand that others had
                 not seen
  save [FILE]    saves the game
  quit (q)       saves the game and leaves";

impl Talk<'_, '_> {
    /// Does what a command asks that only looks at something; whether it was one.
    pub(super) fn looked(
        &mut self,
        question: Option<&Question<'_>>,
        command: &str,
        line: &str,
    ) -> Result<bool, Failure> {
        let words = words::words(line);
        let rest = words.get(1..).unwrap_or_default();
        match (command, rest) {
            ("help", _) => self.session.out.line(HELP)?,
            ("log", []) => self.log(LOG_LINES)?,
            ("log", [n]) if n.parse::<usize>().is_ok() => self.log(n.parse().unwrap_or(LOG_LINES))?,
            ("tickets", []) => self.tickets(question)?,
            ("board", _) => match picture(line) {
                Some(file) => self.picture(file)?,
                None => self.board(&rest.join(" "))?,
            },
            ("rules", []) => self.rules()?,
            ("save", _) => {
                let (_, file) = line.trim_start().split_once(' ').unwrap_or_default();
                self.save(file.trim())?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Does what a whole line asks to look at, where no new choice can be made: at the question how to pay, and after a decision.
    pub(crate) fn looks(&mut self, question: Option<&Question<'_>>, line: &str) -> Result<bool, Failure> {
        let words = words::words(line);
        let Some(first) = words.first() else { return Ok(false) };
        let short = SHORT.iter().find(|(short, _)| short == first && words.len() == 1);
        self.looked(question, short.map_or(first.as_str(), |(_, command)| *command), line)
    }

    /// Which rule keeps something from being done.
    pub(super) fn why_not(&mut self, question: &Question<'_>, text: &str) -> Result<(), Failure> {
        let rules = self.session.rules.clone();
        let view = rules.view(self.session.game.state(), Some(self.who));
        if words::words(text).is_empty() {
            return Ok(self.session.out.line("Why not what? As in `why not red`.")?);
        }
        let menu = &question.menu;
        if let Some(number) = text.parse::<usize>().ok().and_then(|n| n.checked_sub(menu.tickets() + 1))
            && let Some(entry) = menu.entries.get(number)
        {
            let text = format!("{}: you can, by its number", menu::long_text(view, &question.space, entry));
            return Ok(lines::wrapped(self.session.out, "  ", 4, &text)?);
        }
        let (all, names) = question.imaginable(view);
        let meant = words::meant(text, names);
        if meant.is_empty() {
            let text = format!("Nothing in this game is called `{text}`; `board` lists the routes.");
            return Ok(lines::wrapped(self.session.out, "", 0, &text)?);
        }
        let mut told: Vec<(String, bool)> = Vec::new();
        for (op, args) in meant.iter().take(MOST_ASKED).map(|i| all[*i]) {
            let answer = answer(view, question, op, args);
            if !told.contains(&answer) {
                told.push(answer);
            }
        }
        // What no rule speaks of is never possible: it is only told where nothing else is meant.
        if told.iter().any(|(_, of_rule)| *of_rule) {
            told.retain(|(_, of_rule)| *of_rule);
        }
        for (text, _) in told.iter().take(MOST_MEANT) {
            lines::wrapped(self.session.out, "  ", 4, text)?;
        }
        let more = told.len().max(meant.len().saturating_sub(MOST_ASKED) + MOST_MEANT) - MOST_MEANT;
        if told.len() > MOST_MEANT || meant.len() > MOST_ASKED {
            self.session.out.line(format!("  and {more} more: type more of it"))?;
        }
        Ok(())
    }

    fn log(&mut self, most: usize) -> io::Result<()> {
        let session = &mut *self.session;
        let lines = told::lines(&session.rules, session.game.events().iter().flatten(), Some(self.who));
        for line in &lines[lines.len().saturating_sub(most)..] {
            let indent = line.len() - line.trim_start().len() + 2;
            lines::wrapped(session.out, &" ".repeat(indent), indent + 2, line)?;
        }
        if lines.len() > most {
            session.out.line(format!("{most} of {} lines; `log {}` shows all", lines.len(), lines.len()))?;
        }
        Ok(())
    }

    fn tickets(&mut self, question: Option<&Question<'_>>) -> io::Result<()> {
        let rules = self.session.rules.clone();
        screen::tickets(rules.view(self.session.game.state(), Some(self.who)), self.session.out)?;
        let Some(question) = question else { return Ok(()) };
        // The same word may be a choice too.
        let names = question.names(rules.view(self.session.game.state(), Some(self.who)));
        for i in words::meant("tickets", names).into_iter().take(3) {
            let entry = &question.menu.entries[i];
            let text = menu::with_args(&rules, entry.op, entry.args);
            let number = question.menu.tickets() + i + 1;
            lines::wrapped(self.session.out, "", 4, &format!("({number} is: {text})"))?;
        }
        Ok(())
    }

    fn board(&mut self, filter: &str) -> Result<(), Failure> {
        let rules = self.session.rules.clone();
        let view = rules.view(self.session.game.state(), Some(self.who));
        let pieces = self.session.pieces_in_cities();
        let of_city = |city: CityId| pieces.get(&city).map(Vec::as_slice).unwrap_or_default();
        let cities: Vec<(CityId, String)> = rules
            .board()
            .city_ids()
            .filter_map(|city| screen::city(view, city, of_city(city)).map(|text| (city, text)))
            .collect();
        if filter.is_empty() {
            screen::board(view, |_| true, self.session.out)?;
            for (_, text) in cities.iter().filter(|(city, _)| !of_city(*city).is_empty()) {
                lines::wrapped(self.session.out, "  ", 4, text)?;
            }
            return Ok(());
        }
        let names: Vec<Names> = rules
            .board()
            .route_ids()
            .map(|route| {
                let mut names = menu::route_names(view, route);
                view.held(route).iter().for_each(|who| names.describe(&rules.seat_name(who)));
                names.describe(if view.is_free(route) { "free" } else { "taken" });
                if view.held(route).has(self.who) {
                    names.describe("me mine");
                }
                names
            })
            .collect();
        let meant = words::meant(filter, &names);
        let names = cities.iter().map(|(city, text)| {
            let mut names = menu::city_names(view, *city);
            names.describe(text);
            names
        });
        let named = words::meant(filter, &names.collect::<Vec<_>>());
        let wanted = words::words(filter);
        let marked = |city: CityId| {
            rules.board().cities[city.index()].attributes.iter().any(|marked| words::words(marked) == wanted)
        };
        for (i, (city, text)) in cities.iter().enumerate() {
            if named.contains(&i) || marked(*city) {
                lines::wrapped(self.session.out, "  ", 4, text)?;
            }
        }
        Ok(screen::board(view, |route| meant.contains(&route.index()), self.session.out)?)
    }

    /// Writes a picture of the board, as everybody sees it.
    fn picture(&mut self, file: &str) -> io::Result<()> {
        let game = &self.session.game;
        let (map, path) = (ttr_author::texts(game.source()).0, Path::new(file));
        let events = game.events().iter().flatten();
        let scene = render::scene_of_game(game.rules(), game.state(), events, game.steps().len(), &map);
        let scene = Scene { fonts: self.session.fonts.clone(), ..scene };
        let drawn = Drawing::of(&scene).map_err(|fault| render::too_large(&fault));
        let written = drawn.and_then(|drawing| {
            Picture::at(path)?.write(path, &drawing.svg, None)?;
            Ok(drawing.missing)
        });
        let text = match written {
            Ok(missing) if !missing.is_empty() => {
                let (missing, help) = (render::without_letters(&scene, &missing), render::OTHER_FONT);
                format!("the board is drawn in {}; {missing}; {help}", saving::quoted(path))
            }
            Ok(_) => format!("the board is drawn in {}", saving::quoted(path)),
            Err(failure) => failure.to_string(),
        };
        lines::wrapped(self.session.out, "", 0, &text)
    }

    /// The page of rules of this game.
    fn rules(&mut self) -> io::Result<()> {
        let session = &mut *self.session;
        let rules = std::slice::from_ref(&*session.rules);
        let document = page::document(session.program.registry, session.game.source(), rules, false);
        page::print(&document, session.out)
    }

    fn save(&mut self, file: &str) -> Result<(), Failure> {
        let text = self.session.game.save();
        let saved = match file {
            "" => self.session.saving.now(text),
            file => self.session.saving.copy(Path::new(file), text),
        };
        // A file that can't be written is no reason to end the game.
        let told = match saved {
            Ok(place) => place.map(|place| place.told()).unwrap_or_default(),
            Err(why) => vec![why],
        };
        Ok(self.session.say(&told)?)
    }
}

/// The file of `board FILE.svg`.
fn picture(line: &str) -> Option<&str> {
    let (_, file) = line.trim().split_once(' ')?;
    let file = file.trim();
    let ending = Path::new(file).extension()?.to_str()?.to_lowercase();
    ["svg", "png"].contains(&ending.as_str()).then_some(file)
}

/// Whether something can be done, or why not; and whether a rule says so.
fn answer(view: View<'_>, question: &Question<'_>, op: OpId, args: [u16; 3]) -> (String, bool) {
    let (rules, menu) = (view.rules(), &question.menu);
    let what = menu::with_args(rules, op, args);
    let is_it = |of: (OpId, [u16; 3])| of == (op, args) || menu::are_twins(view, of, (op, args));
    if let Some(at) = menu.entries.iter().position(|entry| is_it((entry.op, entry.args))) {
        return (format!("{what}: you can, it is number {}", menu.tickets() + at + 1), true);
    }
    if menu.deal.as_ref().is_some_and(|deal| deal.op == op) {
        return (format!("{what}: you can, by their numbers"), true);
    }
    // Within a turn something else may have to be decided first.
    if let Some(frame) = view.frames().last().filter(|_| view.frames().len() > 1) {
        let decision = rules.decision(frame.decision);
        let offered = question.space.families().any(|(offered, ..)| offered == op);
        if !offered && rules.op(op).module != decision.module {
            let now = &rules.template(decision.text).text;
            return (format!("{what}: not now, first {now} [{}]", decision.name), true);
        }
    }
    let pay = menu::best_effort(view, op, args);
    match view.why_not(&Action { op, args, pay }) {
        Some(Illegal::Refused { rule, text }) if PAYMENTS.contains(&rule.as_str()) => {
            let cost = cost::text(view, op, args);
            let told = if cost.is_empty() { text } else { cost.trim_end_matches('.').replacen("It", "it", 1) };
            (format!("{what}: {told} [{rule}]"), true)
        }
        Some(why) => {
            let of_rule = !matches!(&why, Illegal::Refused { rule, .. } if rule == NO_RULE);
            (format!("{what}: {why}"), of_rule)
        }
        None => (what, false),
    }
}
