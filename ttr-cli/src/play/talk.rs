//! The conversation with a person who has to decide: commands, choices, payments.

use super::menu::{self, Deal, Entry, Menu};
use super::words::{self, Names};
use super::{OPPONENT, Table, saving, screen, told};
use crate::failure::Failure;
use crate::out::clean;
use crate::{lines, parameters};
use std::cell::OnceCell;
use std::io;
use std::path::Path;
use std::sync::Arc;
use ttr_core::{Action, ActionSpace, ArgKind, Game, Kind, OpId, PlayerId, RouteId, Rules, TicketId, View, schema};

/// So many things are listed where a word means several.
const MOST_MEANT: usize = 12;
/// So many payments are listed unless all are asked for.
const PAYMENTS_SHOWN: usize = 10;
/// So many lines of the log are shown unless more are asked for.
const LOG_LINES: usize = 30;

const HELP: &str = "\
Choose by its number, or type part of it: `red`, `deck`, `claim bos new`. Case,
accents and hyphens don't matter. `claim bos new with 1 red 1 wild` also pays.
  hint           what the computer would do; `yes` does it
  why not ...    which rule forbids something, as in `why not claim bos new`
  tickets        your tickets, with what is missing
  board [WORDS]  the routes, free or whose; `board dallas`, `board red`
  all            every choice; `screen` draws everything again
  log [LINES]    what happened so far
  rules          the rules of this game and their numbers
  undo           takes back your last decision, while nobody has learned by it
  save [FILE]    saves the game
  quit           saves the game and leaves";

/// What a person has decided.
pub(super) enum Answer {
    /// This action.
    Do(Action),
    /// To take back the last one.
    Undo,
}

/// What a line came to.
enum Heard {
    Answer(Answer),
    /// Something was said; the question stays.
    Again,
    /// Nothing more is to be read.
    Leave,
}

/// A conversation.
pub(super) struct Talk<'t, 'a> {
    pub table: &'t mut Table<'a>,
    pub who: PlayerId,
}

/// Operations with arguments, and what each can be called by.
type Imaginable = (Vec<(OpId, [u16; 3])>, Vec<Names>);

/// What is asked.
struct Question<'r> {
    space: ActionSpace<'r>,
    menu: Menu,
    /// Names of the entries, made when something is typed.
    names: OnceCell<Vec<Names>>,
    /// Everything that could be done at some time, with its names; made when something is typed that can't be now.
    imaginable: OnceCell<Imaginable>,
    /// The ways of the player's tickets.
    ways: Vec<(TicketId, Vec<RouteId>)>,
    /// Routes on them.
    wanted: Vec<RouteId>,
}

impl Question<'_> {
    /// What the entries can be called by: whatever the screen says of them.
    fn names(&self, view: View<'_>) -> &[Names] {
        let names = |entry: &Entry| {
            let mut names = menu::names(view, entry.op, entry.args);
            names.describe(&menu::text(view, &self.space, entry));
            names
        };
        self.names.get_or_init(|| self.menu.entries.iter().map(names).collect())
    }

    /// Of several entries that are meant, those whose verb was typed first: `claim` is not `play a card to claim`.
    fn by_verb(&self, rules: &Rules, text: &str, meant: Vec<usize>) -> Vec<usize> {
        let typed = words::words(text).into_iter().next();
        let verb = |i: &usize| words::words(&menu::verb(rules, self.menu.entries[*i].op)).into_iter().next();
        let said: Vec<usize> = meant.iter().copied().filter(|i| typed.is_some() && verb(i) == typed).collect();
        if said.is_empty() { meant } else { said }
    }

    /// Everything that could be done at some time, and what it can be called by.
    fn imaginable(&self, view: View<'_>) -> &Imaginable {
        self.imaginable.get_or_init(|| {
            let all = menu::imaginable(view.rules(), view.rules().players());
            let names = all.iter().map(|(op, args)| menu::names(view, *op, *args)).collect();
            (all, names)
        })
    }
}

impl Talk<'_, '_> {
    /// Asks until there is an answer. Nothing if the person leaves.
    pub fn ask(&mut self) -> Result<Option<Answer>, Failure> {
        let rules: Arc<Rules> = self.table.rules.clone();
        let question = self.question(&rules);
        self.print_question(&question, false)?;
        let mut hint = None;
        loop {
            let prompt = match self.table.people() {
                1 => "> ".to_owned(),
                _ => format!("{}> ", rules.seat_name(self.who)),
            };
            let Some(line) = self.table.keyboard.ask(&prompt, self.table.out)? else { return Ok(None) };
            match self.hear(&question, &line, &mut hint)? {
                Heard::Answer(answer) => return Ok(Some(answer)),
                Heard::Again => {}
                Heard::Leave => return Ok(None),
            }
        }
    }

    fn question<'r>(&self, rules: &'r Rules) -> Question<'r> {
        let view = self.table.view(Some(self.who));
        let mut space = ActionSpace::new(rules);
        view.legal(&mut space);
        let ways = screen::ways_left(view);
        let wanted = screen::wanted(view, &ways);
        let menu = Menu::new(view, &space, &wanted);
        Question { space, menu, names: OnceCell::new(), imaginable: OnceCell::new(), ways, wanted }
    }

    fn print_question(&mut self, question: &Question<'_>, all: bool) -> io::Result<()> {
        let rules = self.table.rules.clone();
        let view = rules.view(self.table.game.state(), Some(self.who));
        if let Some(frame) = view.frames().last() {
            let text = &rules.template(rules.decision(frame.decision).text).text;
            let name = format!("{}:", rules.seat_name(self.who));
            let lines = lines::titled(self.table.out.width(), &name, 4, text);
            lines::print(self.table.out, &lines)?;
        }
        screen::choices(view, &question.space, &question.menu, &question.wanted, all, self.table.out)
    }

    /// Commands first, then choices.
    fn hear(&mut self, question: &Question<'_>, line: &str, hint: &mut Option<Action>) -> Result<Heard, Failure> {
        let words = words::words(line);
        let (first, rest) = match words.split_first() {
            Some((first, rest)) => (first.as_str(), rest),
            None if line.contains('?') => ("help", words.as_slice()),
            None => {
                self.table.out.line("Type a number, part of a name, or `help`.")?;
                return Ok(Heard::Again);
            }
        };
        match (first, rest.len()) {
            ("help", _) => self.table.out.line(HELP)?,
            ("hint", 0) => *hint = self.hint(question)?,
            ("yes", 0) if hint.is_some() => {
                if let Some(action) = *hint {
                    return Ok(Heard::Answer(Answer::Do(action)));
                }
            }
            ("yes", 0) => self.table.out.line("`yes` does what a `hint` said: ask for one first.")?,
            ("why", n) if n > 0 && rest[0] == "not" => self.why_not(question, &rest[1..].join(" "))?,
            ("log", 0) => self.log(LOG_LINES)?,
            ("log", 1) if rest[0].parse::<usize>().is_ok() => self.log(rest[0].parse().unwrap_or(LOG_LINES))?,
            ("tickets", 0) => self.tickets(question)?,
            ("board", _) => self.board(&rest.join(" "))?,
            ("rules", 0) => self.rules()?,
            ("undo", 0) => {
                if Game::clone(&self.table.game).undo(self.who).is_ok() {
                    return Ok(Heard::Answer(Answer::Undo));
                }
                self.table.undo(self.who)?;
            }
            ("save", _) => self.save(line.trim_start()["save".len()..].trim())?,
            ("quit" | "exit", 0) => return Ok(Heard::Leave),
            ("screen", 0) => {
                let who = self.who;
                self.table.draw(who, false)?;
                self.print_question(question, false)?;
            }
            ("all", 0) if question.menu.deal.is_none() => self.print_question(question, true)?,
            _ => return self.choice(question, line),
        }
        Ok(Heard::Again)
    }

    /// What a line chooses.
    fn choice(&mut self, question: &Question<'_>, line: &str) -> Result<Heard, Failure> {
        let menu = &question.menu;
        let line = match &menu.deal {
            Some(deal) => without_verb(line, &menu::verb(&self.table.rules, deal.op)),
            None => line,
        };
        let numbers: Option<Vec<usize>> =
            line.split([' ', ',', '+']).filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect();
        if let Some(numbers) = &numbers {
            let tickets = menu.tickets();
            return match (numbers.as_slice(), &menu.deal) {
                ([one], _) if *one > tickets && *one <= tickets + menu.entries.len() => {
                    self.chosen(question, one - tickets - 1, None)
                }
                (some, Some(deal)) if some.iter().all(|n| (1..=tickets).contains(n)) => {
                    self.kept(deal, some.iter().fold(0, |bits, n| bits | 1 << (n - 1)), question)
                }
                _ => {
                    let last = tickets + menu.entries.len();
                    self.table.out.line(format!("There is no such number: they go from 1 to {last}."))?;
                    Ok(Heard::Again)
                }
            };
        }
        if let Some(deal) = &menu.deal
            && let Some(heard) = self.named_tickets(question, deal, line)?
        {
            return Ok(heard);
        }
        let (what, pay) = match line.split_once(" with ") {
            Some((what, pay)) => (what, Some(pay)),
            None => (line, None),
        };
        let meant = words::meant(what, question.names(self.table.view(Some(self.who))));
        match question.by_verb(&self.table.rules, what, meant).as_slice() {
            [] => {
                self.not_there(question, what)?;
                Ok(Heard::Again)
            }
            [one] => self.chosen(question, *one, pay),
            several => {
                self.list_meant(question, several)?;
                Ok(Heard::Again)
            }
        }
    }

    fn list_meant(&mut self, question: &Question<'_>, meant: &[usize]) -> io::Result<()> {
        self.table.out.line("That could be:")?;
        let rules = self.table.rules.clone();
        let view = rules.view(self.table.game.state(), Some(self.who));
        for &i in meant.iter().take(MOST_MEANT) {
            let entry = &question.menu.entries[i];
            let mut text = menu::text(view, &question.space, entry);
            if let Some(route) = menu::route_of(&rules, entry.op, entry.args) {
                text = menu::phrase(&rules, entry.op, entry.args, &menu::route_choice(view, route));
            }
            lines::wrapped(self.table.out, &format!("{:>4}) ", question.menu.tickets() + i + 1), 8, &text)?;
        }
        if meant.len() > MOST_MEANT {
            self.table.out.line(format!("      and {} more", meant.len() - MOST_MEANT))?;
        }
        self.table.out.line("Type more of it, or the number.")
    }

    /// Nothing that can be chosen is called so.
    fn not_there(&mut self, question: &Question<'_>, text: &str) -> Result<(), Failure> {
        let rules = self.table.rules.clone();
        let view = rules.view(self.table.game.state(), Some(self.who));
        if !words::meant(text, &question.imaginable(view).1).is_empty() {
            return self.why_not(question, text);
        }
        let text = format!("Nothing here is called `{text}`. `help` says what can be typed, `all` lists every choice.");
        Ok(lines::wrapped(self.table.out, "", 0, &text)?)
    }

    /// An entry was chosen; a payment, where there are several.
    fn chosen(&mut self, question: &Question<'_>, i: usize, pay: Option<&str>) -> Result<Heard, Failure> {
        let entry = &question.menu.entries[i];
        let rules = self.table.rules.clone();
        let payments = menu::payments(self.table.view(Some(self.who)), &question.space, entry);
        if let ([only], None) = (payments.as_slice(), pay) {
            return Ok(Heard::Answer(Answer::Do(*only)));
        }
        let names: Vec<Names> = payments.iter().map(|action| menu::payment_names(&rules, &action.pay)).collect();
        if let Some(pay) = pay {
            match self.paid(&payments, &names, pay).as_slice() {
                [one] => return Ok(Heard::Answer(Answer::Do(payments[*one]))),
                [] => lines::wrapped(self.table.out, "", 0, &format!("`{pay}` does not pay for it."))?,
                _ => {}
            }
        }
        self.payment(entry, &payments, &names)
    }

    /// Which payments a text means: those of just these cards, else all that hold them.
    fn paid(&self, payments: &[Action], names: &[Names], text: &str) -> Vec<usize> {
        let meant = words::meant(text, names);
        let typed = words::words(text).iter().filter(|word| word.parse::<u64>().is_err()).count();
        let kinds = |i: &usize| payments[*i].pay.kinds().iter().count();
        let just: Vec<usize> = meant.iter().copied().filter(|i| kinds(i) == typed).collect();
        // `2 red 1 wild` and `1 red 2 wild` are of the same cards: the numbers must stand before their kinds.
        let rules = &self.table.rules;
        let spelt = words::words(text).join(" ");
        let said = |i: &usize| words::words(&rules.cards_text(&payments[*i].pay)).join(" ") == spelt;
        let exact: Vec<usize> = meant.iter().copied().filter(said).collect();
        match (exact.is_empty(), just.is_empty()) {
            (false, _) => exact,
            (true, false) => just,
            (true, true) => meant,
        }
    }

    /// Asks for a payment.
    fn payment(&mut self, entry: &Entry, payments: &[Action], names: &[Names]) -> Result<Heard, Failure> {
        let rules = self.table.rules.clone();
        let text = match menu::route_of(&rules, entry.op, entry.args) {
            Some(route) => rules.board().route_name(route),
            None => menu::verb(&rules, entry.op),
        };
        let mut shown: Vec<usize> = (0..payments.len().min(PAYMENTS_SHOWN)).collect();
        loop {
            lines::wrapped(self.table.out, "", 4, &format!("{text}: pay with"))?;
            for &i in &shown {
                let cards = rules.cards_text(&payments[i].pay);
                lines::wrapped(self.table.out, &format!("{:>4}) ", i + 1), 8, &cards)?;
            }
            if shown.len() < payments.len() {
                let more = payments.len() - shown.len();
                self.table.out.line(format!("      and {more} other ways: `all` lists them"))?;
            }
            loop {
                let asked = self.table.keyboard.ask("pay (or `back`)> ", self.table.out)?;
                let Some(line) = asked else { return Ok(Heard::Leave) };
                let meant = match line.to_lowercase().as_str() {
                    "" => {
                        self.table.out.line("Type a number, as in `1`, cards, as in `2 red`, or `back`.")?;
                        continue;
                    }
                    "back" | "undo" => {
                        self.table.out.line("Nothing was paid.")?;
                        return Ok(Heard::Again);
                    }
                    "all" => {
                        shown = (0..payments.len()).collect();
                        break;
                    }
                    "quit" | "exit" => return Ok(Heard::Leave),
                    "help" => {
                        self.table
                            .out
                            .line("Type the number of a payment, or its cards; `back` claims something else.")?;
                        continue;
                    }
                    line => match line.parse::<usize>() {
                        Ok(n) if (1..=payments.len()).contains(&n) => vec![n - 1],
                        Ok(_) => Vec::new(),
                        Err(_) => self.paid(payments, names, line),
                    },
                };
                match meant.as_slice() {
                    [one] => return Ok(Heard::Answer(Answer::Do(payments[*one]))),
                    [] => self
                        .table
                        .out
                        .line(format!("There is no such payment: they go from 1 to {}.", payments.len()))?,
                    _ => {
                        shown = meant;
                        break;
                    }
                }
            }
        }
    }

    /// Tickets by their names. Nothing if none is meant.
    fn named_tickets(&mut self, question: &Question<'_>, deal: &Deal, line: &str) -> Result<Option<Heard>, Failure> {
        let rules = self.table.rules.clone();
        let names: Vec<Names> = {
            let view = self.table.view(Some(self.who));
            deal.tickets.iter().map(|ticket| menu::ticket_names(view, *ticket)).collect()
        };
        let text = line.trim();
        let all = deal.tickets.iter().enumerate().fold(0, |bits, (i, _)| bits | 1 << i);
        match text.to_lowercase().as_str() {
            "all" => return self.kept(deal, all, question).map(Some),
            "none" => return self.kept(deal, 0, question).map(Some),
            _ => {}
        }
        let parts: Vec<&str> = text.split([',', '+']).map(str::trim).filter(|part| !part.is_empty()).collect();
        let whole = |parts: &[&str]| parts.iter().map(|part| words::meant(part, &names)).collect::<Vec<_>>();
        let mut meant = whole(&parts);
        if meant.iter().any(Vec::is_empty) {
            // One after the other, without a comma.
            meant = whole(&text.split_whitespace().collect::<Vec<_>>());
        }
        if meant.is_empty() || meant.iter().any(Vec::is_empty) {
            return Ok(None);
        }
        if let Some(several) = meant.iter().find(|meant| meant.len() > 1) {
            self.table.out.line("That could be:")?;
            for &i in several {
                let name = rules.board().ticket_name(deal.tickets[i]);
                lines::wrapped(self.table.out, &format!("{:>4}) ", i + 1), 8, &name)?;
            }
            self.table.out.line("Type more of it, or the numbers.")?;
            return Ok(Some(Heard::Again));
        }
        let bits = meant.iter().fold(0, |bits, meant| bits | 1 << meant[0]);
        self.kept(deal, bits, question).map(Some)
    }

    /// These tickets were chosen, if so many may be.
    fn kept(&mut self, deal: &Deal, bits: u16, question: &Question<'_>) -> Result<Heard, Failure> {
        let found = deal.sets.iter().find(|(set, _)| *set == bits).and_then(|(_, i)| question.space.get(*i));
        if let Some(action) = found {
            return Ok(Heard::Answer(Answer::Do(action)));
        }
        let (least, most) = deal.range();
        let n = bits.count_ones();
        let action = Action::new(deal.op, [bits, 0, 0]);
        let why = self.table.view(Some(self.who)).why_not(&action);
        let why = match why {
            Some(why) if n <= most => why.to_string(),
            _ => format!("choose {least} to {most}"),
        };
        lines::wrapped(self.table.out, "", 0, &format!("That would be {n} of them: {why}."))?;
        Ok(Heard::Again)
    }

    /// What the computer would do.
    fn hint(&mut self, question: &Question<'_>) -> Result<Option<Action>, Failure> {
        let bots = self.table.program.bots;
        let entry = bots.find(OPPONENT).or_else(|| bots.iter().next().map(|(_, entry)| entry));
        let Some(entry) = entry else {
            self.table.out.line("No computer player is there to ask.")?;
            return Ok(None);
        };
        let mut bot = entry.make();
        bot.begin(self.table.seed_of_decision(self.who));
        let rules = self.table.rules.clone();
        let view = rules.view(self.table.game.state(), Some(self.who));
        let action = question.space.get(bot.choose(view, &question.space));
        if let Some(action) = &action {
            let why = reason(view, action, &question.ways).map_or_else(String::new, |why| format!(" ({why})"));
            let done = "`yes` does it".replace(' ', lines::NO_BREAK);
            let text = format!("{}{why}; {done}", menu::asked(&view.action_text(action)));
            lines::wrapped(self.table.out, "hint: ", 6, &text)?;
        }
        Ok(action)
    }

    /// Which rule keeps something from being done.
    fn why_not(&mut self, question: &Question<'_>, text: &str) -> Result<(), Failure> {
        let rules = self.table.rules.clone();
        let view = rules.view(self.table.game.state(), Some(self.who));
        if words::words(text).is_empty() {
            return Ok(self.table.out.line("Why not what? As in `why not red`.")?);
        }
        let (all, names) = question.imaginable(view);
        let meant = words::meant(text, names);
        if meant.is_empty() {
            let text = format!("Nothing in this game is called `{text}`; `board` lists the routes.");
            return Ok(lines::wrapped(self.table.out, "", 0, &text)?);
        }
        for &i in meant.iter().take(MOST_MEANT) {
            let (op, args) = all[i];
            let at = question.menu.entries.iter().position(|entry| (entry.op, entry.args) == (op, args));
            let legal = || question.space.families().any(|(o, a, ..)| (o, a) == (op, args));
            let what = menu::with_args(&rules, op, args);
            let told = match at {
                Some(at) => format!("{what}: you can, it is number {}", question.menu.tickets() + at + 1),
                None if legal() => format!("{what}: you can"),
                None if question.menu.deal.as_ref().is_some_and(|deal| deal.op == op) => {
                    format!("{what}: you can, by their numbers")
                }
                None => {
                    let action = Action { op, args, pay: menu::best_effort(view, op, args) };
                    match view.why_not(&action) {
                        Some(why) => format!("{what}: {why}"),
                        None => what,
                    }
                }
            };
            lines::wrapped(self.table.out, "  ", 4, &told)?;
        }
        if meant.len() > MOST_MEANT {
            self.table.out.line(format!("  and {} more: type more of it", meant.len() - MOST_MEANT))?;
        }
        Ok(())
    }

    fn log(&mut self, most: usize) -> io::Result<()> {
        let table = &mut *self.table;
        let lines = told::lines(&table.rules, table.events.iter().flatten(), Some(self.who));
        for line in &lines[lines.len().saturating_sub(most)..] {
            let indent = line.len() - line.trim_start().len() + 2;
            lines::wrapped(table.out, &" ".repeat(indent), indent + 2, line)?;
        }
        if lines.len() > most {
            table.out.line(format!("{most} of {} lines; `log {}` shows all", lines.len(), lines.len()))?;
        }
        Ok(())
    }

    fn tickets(&mut self, question: &Question<'_>) -> io::Result<()> {
        let rules = self.table.rules.clone();
        screen::tickets(rules.view(self.table.game.state(), Some(self.who)), self.table.out)?;
        // The same word may be a choice too.
        let names = question.names(rules.view(self.table.game.state(), Some(self.who)));
        for i in words::meant("tickets", names).into_iter().take(3) {
            let entry = &question.menu.entries[i];
            let text = menu::with_args(&rules, entry.op, entry.args);
            let number = question.menu.tickets() + i + 1;
            lines::wrapped(self.table.out, "", 4, &format!("({number} is: {text})"))?;
        }
        Ok(())
    }

    fn board(&mut self, filter: &str) -> Result<(), Failure> {
        let rules = self.table.rules.clone();
        let view = rules.view(self.table.game.state(), Some(self.who));
        if filter.is_empty() {
            return Ok(screen::board(view, |_| true, self.table.out)?);
        }
        let names: Vec<Names> = rules
            .board()
            .route_ids()
            .map(|route| {
                let mut names = menu::route_names(view, route);
                view.held(route).iter().for_each(|who| names.describe(&rules.seat_name(who)));
                names.describe(if view.is_free(route) { "free" } else { "taken" });
                names
            })
            .collect();
        let meant = words::meant(filter, &names);
        Ok(screen::board(view, |route| meant.contains(&route.index()), self.table.out)?)
    }

    /// The modules of this game, with their parameters as they are in it.
    fn rules(&mut self) -> io::Result<()> {
        let table = &mut *self.table;
        let rules = table.rules.clone();
        table.out.heading(clean(&format!("{}, {} rules", rules.board().name, rules.rule_set())))?;
        for info in rules.modules() {
            let id = info.manifest.id;
            lines::wrapped(table.out, "", 4, &format!("{id}: {}", info.manifest.summary))?;
            let Some(module) = table.program.registry.find_module(id) else { continue };
            let schema = schema::parameters(table.program.registry, module);
            for parameter in parameters::of(&schema, &info.params).iter().filter(|p| !p.is_pattern()) {
                let text = format!("{} = {}: {}", parameter.name, parameter.default_text(), parameter.doc_text());
                lines::wrapped(table.out, "    ", 8, &text)?;
            }
        }
        Ok(())
    }

    fn save(&mut self, file: &str) -> Result<(), Failure> {
        let text = self.table.text();
        let saved = if file.is_empty() {
            self.table.saving.left(&text)
        } else {
            saving::write(Path::new(file), &text).map(|()| file.into())
        };
        // A file that can't be written is no reason to end the game.
        match saved {
            Ok(file) => self.table.out.line(clean(&saving::saved(&file)))?,
            Err(failure) => self.table.out.line(clean(&failure.to_string()))?,
        }
        if file.is_empty() {
            self.table.saving.decided(|| text)?;
        }
        Ok(())
    }
}

/// What an action is good for, as far as it can be told: a route of a way, a card for one.
fn reason(view: View<'_>, action: &Action, ways: &[(TicketId, Vec<RouteId>)]) -> Option<String> {
    let board = view.board();
    let (_, kind) = view.rules().op(action.op).args.first()?;
    match kind {
        ArgKind::Route => {
            let [a, b] = board.route(RouteId(action.args[0])).ends;
            let joins = |route: &RouteId| [[a, b], [b, a]].contains(&board.route(*route).ends);
            let mut tickets = ways.iter().filter(|(_, routes)| routes.iter().any(joins));
            tickets.next().map(|(ticket, _)| format!("on the way of {}", board.ticket_name(*ticket)))
        }
        ArgKind::Kind => {
            let kind = Kind(u8::try_from(action.args[0]).ok()?);
            let mut routes = ways.iter().flat_map(|(_, routes)| routes);
            let pays = |route: &&RouteId| {
                view.terms(**route).is_some_and(|terms| {
                    let fits = |part: &ttr_core::payment::Part| part.cards.has(kind) || part.wilds.has(kind);
                    terms.cost.parts.iter().any(fits)
                })
            };
            // A route of just this colour before one of any colour.
            let colour = view.rules().kind(kind).colour;
            let own = routes.clone().find(|route| colour.is_some() && view.colour(**route) == colour);
            own.or_else(|| routes.find(pays)).map(|route| format!("for {}", board.route_name(*route)))
        }
        _ => None,
    }
}

/// A line without the word before the names of tickets: `keep`.
fn without_verb<'l>(line: &'l str, verb: &str) -> &'l str {
    let verb = words::words(verb);
    match line.trim().split_once(' ') {
        Some((first, rest))
            if words::words(first).first().zip(verb.first()).is_some_and(|(word, verb)| verb.starts_with(word)) =>
        {
            rest.trim()
        }
        _ => line.trim(),
    }
}
