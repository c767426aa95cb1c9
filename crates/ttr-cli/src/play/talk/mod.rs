//! The conversation with a person who has to decide: commands, choices, payments.

mod deal;
mod look;
mod pay;

use super::menu::{self, Entry, Menu};
use super::words::{self, Names};
use super::{Session, cost, screen};
use crate::failure::Failure;
use crate::output::lines;
use std::cell::OnceCell;
use std::io;
use std::sync::Arc;
use ttr_core::{Action, ActionSpace, ArgKind, Kind, OpId, PlayerId, RouteId, Rules, TicketId, View};
use ttr_table::seats::OPPONENT;

/// So many things are listed where a word means several.
const MOST_MEANT: usize = 12;

/// What can be typed besides choices. One that begins no other, and nothing that can be chosen, may be cut short.
const COMMANDS: [&str; 13] =
    ["help", "hint", "yes", "why", "log", "tickets", "board", "rules", "undo", "save", "quit", "screen", "all"];
/// Commands by their first letter alone, whatever else begins so.
const SHORT: [(&str, &str); 3] = [("t", "tickets"), ("b", "board"), ("q", "quit")];

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
    pub session: &'t mut Session<'a>,
    pub who: PlayerId,
}

/// Operations with arguments, and what each can be called by.
type Imaginable = (Vec<(OpId, [u16; 3])>, Vec<Names>);

/// What is asked.
pub(super) struct Question<'r> {
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
            names.describe(&menu::long_text(view, &self.space, entry));
            names
        };
        self.names.get_or_init(|| self.menu.entries.iter().map(names).collect())
    }

    /// Of several entries that are meant, those whose verb was typed first: `claim` is not `play a card to claim`.
    fn by_verb(&self, rules: &Rules, typed: &[String], meant: Vec<usize>) -> Vec<usize> {
        let verb = |i: &usize| words::words(&menu::verb(rules, self.menu.entries[*i].op)).into_iter().next();
        let said = |i: &usize| !typed.is_empty() && verb(i).as_ref() == typed.first();
        let said: Vec<usize> = meant.iter().copied().filter(said).collect();
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
        let rules: Arc<Rules> = self.session.rules.clone();
        let question = self.question(&rules);
        self.print_question(&question, false)?;
        let mut hint = None;
        loop {
            let prompt = match self.session.game.people() {
                1 => "> ".to_owned(),
                _ => format!("{}> ", rules.seat_name(self.who)),
            };
            let Some(line) = self.session.keyboard.ask(&prompt, self.session.out)? else { return Ok(None) };
            match self.hear(&question, &line, &mut hint)? {
                Heard::Answer(answer) => return Ok(Some(answer)),
                Heard::Again => {}
                Heard::Leave => return Ok(None),
            }
        }
    }

    fn question<'r>(&self, rules: &'r Rules) -> Question<'r> {
        let view = self.session.game.view(Some(self.who));
        let mut space = ActionSpace::new(rules);
        view.legal(&mut space);
        let ways = screen::ways_left(view);
        let wanted = screen::wanted(view, &ways);
        let menu = Menu::new(view, &space, &wanted);
        Question { space, menu, names: OnceCell::new(), imaginable: OnceCell::new(), ways, wanted }
    }

    fn print_question(&mut self, question: &Question<'_>, all: bool) -> io::Result<()> {
        let rules = self.session.rules.clone();
        let view = rules.view(self.session.game.state(), Some(self.who));
        if let Some(frame) = view.frames().last() {
            let text = &rules.template(rules.decision(frame.decision).text).text;
            let name = format!("{}:", rules.seat_name(self.who));
            let lines = lines::titled(self.session.out.width(), &name, 4, text);
            lines::print(self.session.out, &lines)?;
        }
        screen::choices(view, &question.space, &question.menu, &question.wanted, all, self.session.out)
    }

    /// The command that a line begins with, by its whole name or by enough of it.
    fn command(&self, question: &Question<'_>, words: &[String], hinted: bool) -> Option<&'static str> {
        let (first, rest) = words.split_first()?;
        let first = if first == "exit" { "quit" } else { first.as_str() };
        if let Some(whole) = COMMANDS.iter().find(|command| **command == first) {
            return Some(whole);
        }
        if let Some((_, command)) = SHORT.iter().find(|(short, _)| *short == first && rest.is_empty()) {
            return Some(command);
        }
        if !rest.is_empty() || first.parse::<usize>().is_ok() {
            return None;
        }
        if hinted && "yes".starts_with(first) {
            return Some("yes");
        }
        let mut begun = COMMANDS.iter().filter(|command| **command != "yes" && command.starts_with(first));
        let (Some(one), None) = (begun.next(), begun.next()) else { return None };
        let view = self.session.game.view(Some(self.who));
        let tickets = question.menu.deal.iter().flat_map(|deal| &deal.tickets);
        let mut tickets = tickets.map(|ticket| menu::ticket_names(view, *ticket));
        let named =
            question.names(view).iter().any(|names| names.begins_with(first)) || tickets.any(|t| t.begins_with(first));
        (!named).then_some(*one)
    }

    /// Commands first, then choices.
    fn hear(&mut self, question: &Question<'_>, line: &str, hint: &mut Option<Action>) -> Result<Heard, Failure> {
        let words = words::words(line);
        let command = match self.command(question, &words, hint.is_some()) {
            None if words.is_empty() && line.contains('?') => Some("help"),
            None if words.is_empty() => {
                self.session.out.line("Type a number, part of a name, or `help`.")?;
                return Ok(Heard::Again);
            }
            command => command,
        };
        let rest = words.get(1..).unwrap_or_default();
        match (command.unwrap_or_default(), rest.len()) {
            ("hint", 0) => *hint = self.hint(question)?,
            ("yes", 0) => match *hint {
                Some(action) => return Ok(Heard::Answer(Answer::Do(action))),
                None => self.session.out.line("`yes` does what a `hint` said: ask for one first.")?,
            },
            ("why", n) if n == 0 || rest[0] == "not" => {
                self.why_not(question, &rest.get(1..).unwrap_or_default().join(" "))?;
            }
            ("undo", 0) => {
                if self.session.game.can_undo(self.who) {
                    return Ok(Heard::Answer(Answer::Undo));
                }
                self.session.undo(self.who)?;
            }
            ("quit", 0) => return Ok(Heard::Leave),
            ("screen", 0) => {
                let who = self.who;
                self.session.draw(who, false)?;
                self.print_question(question, false)?;
            }
            ("all", 0) if question.menu.deal.is_none() => self.print_question(question, true)?,
            (command, _) if self.looked(Some(question), command, line)? => {}
            _ => return self.choice(question, line, hint),
        }
        Ok(Heard::Again)
    }

    /// What a line chooses.
    fn choice(&mut self, question: &Question<'_>, line: &str, hint: &mut Option<Action>) -> Result<Heard, Failure> {
        // Whoever types something else does not mean an old hint by the next `yes`.
        *hint = None;
        let menu = &question.menu;
        let line = match &menu.deal {
            Some(deal) => deal::without_verb(line, &menu::verb(&self.session.rules, deal.op)),
            None => line,
        };
        let numbers: Option<Vec<usize>> =
            line.split([' ', ',', '+']).filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect();
        if let Some(numbers) = &numbers {
            let tickets = menu.tickets();
            return match (numbers.as_slice(), &menu.deal) {
                ([one], _) if *one > tickets && *one <= tickets + menu.entries.len() => {
                    self.chosen(question, one - tickets - 1, None, &[])
                }
                (some, Some(deal)) if some.iter().all(|n| (1..=tickets).contains(n)) => {
                    self.kept(deal, some.iter().fold(0, |bits, n| bits | 1 << (n - 1)), question)
                }
                _ => {
                    let last = tickets + menu.entries.len();
                    self.session.out.line(format!("There is no such number: they go from 1 to {last}."))?;
                    Ok(Heard::Again)
                }
            };
        }
        if let Some(deal) = &menu.deal
            && let Some(heard) = self.named_tickets(question, deal, line)?
        {
            return Ok(heard);
        }
        let pays = menu.entries.iter().any(|entry| self.session.rules.op(entry.op).pays);
        let (what, pay) = match line.split_once(" with ").filter(|_| pays) {
            Some((what, pay)) => (what, Some(pay)),
            None => (line, None),
        };
        if let Some(one) = self.spelt(question, line) {
            let entry = &question.menu.entries[one];
            let view = self.session.game.view(Some(self.who));
            let with_pay =
                entry.n == 1 && words::words(&menu::text(view, &question.space, entry)) == words::words(line);
            return match question.space.get(entry.first).filter(|_| with_pay) {
                Some(action) => Ok(Heard::Answer(Answer::Do(action))),
                None => self.chosen(question, one, None, &words::words(what)),
            };
        }
        let typed = words::words(what);
        match self.meant(question, what).as_slice() {
            [] => {
                self.not_there(question, what)?;
                Ok(Heard::Again)
            }
            [one] if pay.is_some() || self.is_sure(&question.menu.entries[*one], &typed) => {
                self.chosen(question, *one, pay, &typed)
            }
            [one] => self.guessed(question, *one, &typed, hint),
            several => {
                self.list_meant(question, several)?;
                Ok(Heard::Again)
            }
        }
    }

    /// The entry that is on the screen in just these words.
    fn spelt(&self, question: &Question<'_>, line: &str) -> Option<usize> {
        let view = self.session.game.view(Some(self.who));
        let typed = words::words(line);
        let is_it = |entry: &Entry| {
            [menu::text, menu::long_text].iter().any(|text| words::words(&text(view, &question.space, entry)) == typed)
        };
        let mut all = question.menu.entries.iter().enumerate().filter(|(_, entry)| is_it(entry)).map(|(i, _)| i);
        all.next().filter(|_| all.next().is_none())
    }

    /// The entries that a text means; where that are several, those that have its words in their order.
    fn meant(&self, question: &Question<'_>, text: &str) -> Vec<usize> {
        let view = self.session.game.view(Some(self.who));
        let typed = words::words(text);
        let meant = question.by_verb(&self.session.rules, &typed, words::meant(text, question.names(view)));
        let shown = |i: &usize| menu::long_text(view, &question.space, &question.menu.entries[*i]);
        let in_order: Vec<usize> = match meant.len() {
            0 | 1 => Vec::new(),
            _ => meant.iter().copied().filter(|i| words::in_order(&typed, &shown(i))).collect(),
        };
        if in_order.is_empty() { meant } else { in_order }
    }

    /// Whether it is certain that an entry is meant by these words: they say what is to be done, or name both cities of a
    /// route to be claimed, or a card or a deck to be drawn. Whatever only describes it may be mistyped.
    fn is_sure(&self, entry: &Entry, typed: &[String]) -> bool {
        let rules = &self.session.rules;
        let view = self.session.game.view(Some(self.who));
        let spec = rules.op(entry.op);
        let verbs = menu::verbs(rules, entry.op);
        let says = |verb: &String, word: &String| word.len() > 1 && verb.starts_with(word.as_str());
        let said = typed.first().and_then(|word| verbs.iter().find(|verb| says(verb, word)));
        if let Some(verb) = said {
            let alone =
                (0..rules.ops().len()).filter(|op| menu::verbs(rules, OpId::at(*op)).contains(verb)).count() < 2;
            return alone || typed.len() > 1;
        }
        match spec.args.first() {
            Some((_, ArgKind::Route)) if spec.pays => menu::are_named(view, RouteId(entry.args[0]), typed),
            Some(_) if !spec.pays && spec.args.iter().all(|(_, k)| matches!(k, ArgKind::Kind | ArgKind::Deck)) => {
                let names = menu::names(view, entry.op, entry.args);
                typed.iter().all(|word| names.begins_with(word) || names.says(word))
            }
            _ => false,
        }
    }

    /// An entry may be meant: how to pay for it is asked anyway, or else whether it is.
    fn guessed(
        &mut self,
        question: &Question<'_>,
        i: usize,
        typed: &[String],
        hint: &mut Option<Action>,
    ) -> Result<Heard, Failure> {
        let entry = &question.menu.entries[i];
        if entry.n > 1 {
            return self.chosen(question, i, None, typed);
        }
        self.session.out.line("That could be:")?;
        let rules = self.session.rules.clone();
        let view = rules.view(self.session.game.state(), Some(self.who));
        let number = question.menu.tickets() + i + 1;
        let text = menu::text(view, &question.space, entry);
        lines::wrapped(self.session.out, &format!("{number:>4}) "), 8, &text)?;
        self.session.out.line("`yes` does it.")?;
        *hint = question.space.get(entry.first);
        Ok(Heard::Again)
    }

    fn list_meant(&mut self, question: &Question<'_>, meant: &[usize]) -> io::Result<()> {
        self.session.out.line("That could be:")?;
        let rules = self.session.rules.clone();
        let view = rules.view(self.session.game.state(), Some(self.who));
        for &i in meant.iter().take(MOST_MEANT) {
            let entry = &question.menu.entries[i];
            let text = menu::long_text(view, &question.space, entry);
            lines::wrapped(self.session.out, &format!("{:>4}) ", question.menu.tickets() + i + 1), 8, &text)?;
        }
        if meant.len() > MOST_MEANT {
            self.session.out.line(format!("      and {} more", meant.len() - MOST_MEANT))?;
        }
        self.session.out.line("Type more of it, or the number.")
    }

    /// Nothing that can be chosen is called so.
    fn not_there(&mut self, question: &Question<'_>, text: &str) -> Result<(), Failure> {
        let rules = self.session.rules.clone();
        let view = rules.view(self.session.game.state(), Some(self.who));
        if !words::meant(text, &question.imaginable(view).1).is_empty() {
            return self.why_not(question, text);
        }
        let text = format!("Nothing here is called `{text}`. `help` says what can be typed, `all` lists every choice.");
        Ok(lines::wrapped(self.session.out, "", 0, &text)?)
    }

    /// An entry was chosen by these words, or by its number; a payment, where there are several.
    fn chosen(
        &mut self,
        question: &Question<'_>,
        i: usize,
        pay: Option<&str>,
        typed: &[String],
    ) -> Result<Heard, Failure> {
        let entry = &question.menu.entries[i];
        let rules = self.session.rules.clone();
        let view = rules.view(self.session.game.state(), Some(self.who));
        let payments = menu::payments(view, &question.space, entry);
        if let ([only], None) = (payments.as_slice(), pay)
            && !cost::is_unexpected(view, only, typed)
        {
            return Ok(Heard::Answer(Answer::Do(*only)));
        }
        let names: Vec<Names> = payments.iter().map(|action| menu::payment_names(&rules, &action.pay)).collect();
        if let Some(pay) = pay {
            match self.paid(&payments, &names, pay).as_slice() {
                [one] => return Ok(Heard::Answer(Answer::Do(payments[*one]))),
                [] => {
                    let text = format!("`{pay}` does not pay for it. {}", cost::text(view, entry.op, entry.args));
                    lines::wrapped(self.session.out, "", 0, text.trim_end())?;
                }
                _ => {}
            }
        }
        self.payment(question, entry, &payments, &names)
    }

    /// What the computer would do.
    fn hint(&mut self, question: &Question<'_>) -> Result<Option<Action>, Failure> {
        let bots = self.session.program.bots;
        let entry = bots.find(OPPONENT).or_else(|| bots.iter().next().map(|(_, entry)| entry));
        let Some(entry) = entry else {
            self.session.out.line("No computer player is there to ask.")?;
            return Ok(None);
        };
        let mut bot = entry.make();
        bot.begin(self.session.game.rng_of_decision(self.who));
        let rules = self.session.rules.clone();
        let view = rules.view(self.session.game.state(), Some(self.who));
        let action = question.space.get(bot.choose(view, &question.space));
        if let Some(action) = &action {
            let why = reason(view, action, &question.ways).map_or_else(String::new, |why| format!(" ({why})"));
            let done = "`yes` does it".replace(' ', lines::NO_BREAK);
            let text = format!("{}{why}; {done}", menu::action_text(view, action));
            lines::wrapped(self.session.out, "hint: ", 6, &text)?;
        }
        Ok(action)
    }
}

/// What an action is good for, as far as it can be told: a route of a way, a card for one.
pub(super) fn reason(view: View<'_>, action: &Action, ways: &[(TicketId, Vec<RouteId>)]) -> Option<String> {
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
                    let fits = |part: &ttr_core::cost::Part| part.cards.has(kind) || part.wilds.has(kind);
                    terms.cost.parts.iter().any(fits)
                })
            };
            // A route of just this colour before one of any colour.
            let colour = view.rules().kind(kind).colour;
            let own = routes.clone().filter(pays).find(|route| colour.is_some() && view.colour(**route) == colour);
            own.or_else(|| routes.find(pays)).map(|route| format!("for {}", board.route_name(*route)))
        }
        _ => None,
    }
}
