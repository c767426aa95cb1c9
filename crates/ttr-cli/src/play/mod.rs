//! `ttr play`: a game at the keyboard, for one person or several, against computer players.
//!
//! Whatever a person sees is drawn from the view of that person's seat, and named by the messages of the modules: this
//! code knows none of them.

mod cost;
mod keyboard;
mod menu;
mod saving;
mod screen;
mod shown;
mod talk;
pub(crate) mod words;
mod worth;

#[cfg(test)]
mod tests;

pub(crate) use saving::interrupted;

use crate::args::Play;
use crate::commands::board::render;
use crate::failure::Failure;
use crate::files::{self, MAX_SAVE_BYTES};
use crate::output::Out;
use crate::output::{lines, sheet};
use crate::{Program, load};
use keyboard::Keyboard;
use saving::Saving;
use shown::Shown;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;
use talk::Answer;
use ttr_core::{Action, CityId, PieceId, PlayerId, Rules, Script, compile};
use ttr_files::save::{Save, SaveFault, Secret};
use ttr_render::FontFile;
use ttr_table::programs::{self, Terms};
use ttr_table::{Table, drawn, seats, standing, told};

/// Plays a game.
pub(crate) fn run(program: &Program<'_>, options: &Play, out: &mut Out) -> Result<(), Failure> {
    let fonts = render::fonts(&options.font)?;
    let (keyboard, saving) = (Keyboard::stdin(), Saving::of_process());
    let mut session = match &options.resume {
        Some(file) => Session::resume(program, file, options, keyboard, saving, out)?,
        None => Session::begin(program, options, keyboard, saving, out)?,
    };
    session.fonts = fonts;
    session.play()
}

/// How a person's turn at the keyboard ended.
enum Flow {
    /// The game goes on.
    On,
    /// The person leaves, or nothing more can be read.
    Leave,
}

/// A game under way at a keyboard.
struct Session<'a> {
    program: &'a Program<'a>,
    out: &'a mut Out,
    keyboard: Keyboard,
    /// Fonts of pictures.
    fonts: Vec<FontFile>,
    rules: Arc<Rules>,
    game: Shown,
    /// How much of what happened each seat has seen: setup, then decisions.
    seen: Vec<usize>,
    saving: Saving,
    /// Who looks at the screen.
    at_screen: Option<PlayerId>,
    /// Players that were replaced, in words.
    replaced: Vec<String>,
}

/// On what terms programs play: by a secret that is known already, the one that was asked for, or else one that is drawn.
fn terms(options: &Play, known: Option<&Secret>) -> Result<Terms, Failure> {
    let secret = match known.or(options.secret.as_ref()) {
        Some(secret) => secret.clone(),
        None => drawn::secret().map_err(Failure::undrawn)?,
    };
    Ok(Terms { limit: options.time_limit, secret })
}

/// A secret belongs to a game in which programs play, and to one for which it was asked.
fn needs_secret(options: &Play) -> bool {
    options.secret.is_some() || options.players.iter().any(|word| programs::is_program(word))
}

fn refused(path: &Path, fault: &SaveFault) -> Failure {
    Failure::content(format!("{}: {fault}", path.display())).help("the file was left as it is")
}

impl<'a> Session<'a> {
    /// A new game.
    fn begin(
        program: &'a Program<'a>,
        options: &Play,
        keyboard: Keyboard,
        saving: Saving,
        out: &'a mut Out,
    ) -> Result<Self, Failure> {
        let map = options.map.clone().map_or_else(|| load::default_map(program.registry), Ok)?;
        let mut source = load::source(program.registry, &map, options.rules.as_deref(), &options.set)?;
        let range = ttr_author::range_of_players(&source);
        let terms = terms(options, None)?;
        let named = seats::players(program.bots, &options.players, range, &terms)?;
        source.seats = named.iter().map(|player| player.name.clone()).collect();
        let rules = Arc::new(load::rules(program, &source)?);
        let seed = options.seed.map_or_else(|| drawn::seed().map_err(Failure::undrawn), Ok)?;
        let seats: Vec<_> = named.into_iter().map(|player| player.seat).collect();
        let seen = vec![1; seats.len()];
        let begun = Table::begin(rules, source, seed, Script::new());
        let mut table = begun.map_err(|fault| Failure::content(fault.to_string()))?;
        table.sit(seats);
        if needs_secret(options) {
            table.keep_secret(terms.secret);
        }
        if let Some(file) = &options.save {
            saving.begin_in(file, &table.save())?;
        }
        Ok(Self::at(program, table, seen, keyboard, saving, out))
    }

    fn at(
        program: &'a Program<'a>,
        table: Table,
        seen: Vec<usize>,
        keyboard: Keyboard,
        saving: Saving,
        out: &'a mut Out,
    ) -> Self {
        let rules = table.rules().clone();
        let game = Shown::new(table);
        Self {
            program,
            out,
            keyboard,
            fonts: Vec::new(),
            rules,
            game,
            seen,
            saving,
            at_screen: None,
            replaced: Vec::new(),
        }
    }

    /// A game that was saved.
    fn resume(
        program: &'a Program<'a>,
        file: &Path,
        options: &Play,
        keyboard: Keyboard,
        saving: Saving,
        out: &'a mut Out,
    ) -> Result<Self, Failure> {
        let other = options.save.as_deref().filter(|save| !files::is_one_file(save, file));
        let text = match other {
            Some(_) => files::read_text(file, MAX_SAVE_BYTES)?,
            None => saving.go_on_in(file)?,
        };
        let save = Save::read(&text).map_err(|fault| refused(file, &fault))?;
        let rules = match compile(program.registry, &save.header.game) {
            Ok(compiled) => Arc::new(compiled.rules),
            Err(failed) => {
                let summary = format!("{}: line 1: the map or the rule set in the save can't be used", file.display());
                return Err(Failure::Faults { failed: Box::new(failed), by_command_line: false, summary });
            }
        };
        let note = save.note();
        let (names, decisions) = (save.header.game.seats.clone(), save.entries.len());
        let mut table = Table::resume(rules, save).map_err(|fault| refused(file, &fault))?;
        if let (Some(own), Some(given)) = (table.secret(), &options.secret)
            && own != given
        {
            let failure = Failure::usage(format!("the game in {} has another secret already", file.display()));
            return Err(failure.help("without `--secret` its programs go on with that one"));
        }
        let terms = terms(options, table.secret())?;
        table.sit(seats::of_save(program.bots, &options.players, &names, &terms)?);
        if needs_secret(options) {
            table.keep_secret(terms.secret);
        }
        let last = |who: PlayerId| table.steps().iter().rposition(|step| step.who == who).map_or(1, |at| at + 2);
        let seen = table.rules().player_ids().map(last).collect();
        if let Some(other) = other {
            saving.begin_in(other, &table.save())?;
        }
        let session = Self::at(program, table, seen, keyboard, saving, out);
        let file = file.display().to_string();
        session.out.line(format!("{file}: {decisions} decisions played again"))?;
        if let Some(note) = note {
            lines::wrapped(session.out, "", 0, &format!("{file}: {note}"))?;
        }
        Ok(session)
    }

    /// Whose pieces stand in which cities.
    fn pieces_in_cities(&self) -> BTreeMap<CityId, Vec<(PlayerId, PieceId, i32)>> {
        standing::in_cities(self.game.events().iter().flatten())
    }

    /// Plays to the end, or until somebody leaves.
    fn play(&mut self) -> Result<(), Failure> {
        self.welcome()?;
        let rules = self.rules.clone();
        while let Some(who) = rules.to_act(self.game.state()).lowest() {
            if self.game.is_person(who) {
                if let Flow::Leave = self.person(who)? {
                    return self.leave();
                }
            } else {
                self.computer(who)?;
            }
        }
        if !self.game.state().is_over() {
            return Err(Failure::content("nobody is to decide, but the game is not over"));
        }
        self.end()
    }

    fn welcome(&mut self) -> io::Result<()> {
        let (board, rule_set) = (self.rules.board().name.clone(), self.rules.rule_set().to_owned());
        let only = self.game.people() == 1;
        let names = self.rules.player_ids().map(|who| {
            let you = if only && self.game.is_person(who) { " (you)" } else { "" };
            format!("{}{you}", self.rules.seat_name(who))
        });
        let title = format!("{board}, {rule_set} rules: {}", names.collect::<Vec<_>>().join(", "));
        lines::wrapped(self.out, "", 4, &title)?;
        self.out.line(match (self.game.was_laid_out(), self.game.seed()) {
            (true, _) => "this game began with a position that was laid out".to_owned(),
            (false, seed) => format!("seed {seed}: `--seed {seed}` gives the same cards again"),
        })?;
        if let Some(caution) = self.saving.caution() {
            lines::wrapped(self.out, "", 0, &caution)?;
        }
        if self.game.people() > 0 {
            self.out.line("Choose by number or by typing part of a name; `help` says more.")?;
        }
        Ok(())
    }

    /// A computer player decides.
    fn computer(&mut self, who: PlayerId) -> Result<(), Failure> {
        let replaced = self.game.computer(who).map_err(|fault| Failure::content(fault.to_string()))?;
        self.decided(who)?;
        if let Some(why) = replaced {
            let text = format!(
                "{}: {why}. `random` plays on in its place; this game can't be repeated from its seed.",
                self.rules.seat_name(who)
            );
            lines::wrapped(self.out, "", 0, &text)?;
            self.replaced.push(text);
        }
        if self.game.people() == 0 {
            let from = self.game.events().len() - 1;
            self.tell(None, from)?;
        }
        Ok(())
    }

    fn act(&mut self, who: PlayerId, action: &Action) -> Result<(), Failure> {
        let name = self.rules.seat_name(who);
        self.game.act(who, action).map_err(|fault| Failure::content(format!("{name}: {fault}")))?;
        self.decided(who)
    }

    /// Somebody has decided. Computer players would choose the same again: without a file only what people and programs of
    /// somebody's own decide must be held.
    fn decided(&mut self, who: PlayerId) -> Result<(), Failure> {
        if self.saving.has_file() || !self.game.repeats(who) {
            self.keep()?;
        }
        Ok(())
    }

    /// Keeps the game as it is now, if there is anything in it that would not come again by itself.
    fn keep(&mut self) -> io::Result<()> {
        let worth_keeping = self.game.steps().iter().any(|step| !self.game.repeats(step.who));
        let told = self.saving.decided(worth_keeping, || self.game.save());
        self.say(&told)
    }

    fn say(&mut self, told: &[String]) -> io::Result<()> {
        told.iter().try_for_each(|line| lines::wrapped(self.out, "", 0, line))
    }

    /// Takes back the last decision.
    fn undo(&mut self, who: PlayerId) -> Result<bool, Failure> {
        if let Err(refused) = self.game.undo(who) {
            let why = format!(
                "That can't be undone: {refused}. Only your own last decisions can be taken back, as long as nobody has \
                 learned anything by them and nobody else has decided since."
            );
            lines::wrapped(self.out, "", 0, &why)?;
            return Ok(false);
        }
        let told = self.game.events().len();
        self.seen.iter_mut().for_each(|seen| *seen = (*seen).min(told));
        self.keep()?;
        Ok(true)
    }

    /// Tells what happened since, as this viewer may know it.
    fn tell(&mut self, viewer: Option<PlayerId>, from: usize) -> io::Result<()> {
        let events = self.game.events().get(from..).unwrap_or_default().iter().flatten();
        for line in told::news(self.game.view(viewer), events) {
            let indent = line.len() - line.trim_start().len() + 2;
            lines::wrapped(self.out, &" ".repeat(indent), indent + 2, &line)?;
        }
        Ok(())
    }

    /// A person decides.
    fn person(&mut self, who: PlayerId) -> Result<Flow, Failure> {
        let follows = self.at_screen == Some(who) && self.seen[who.index()] == self.game.events().len();
        if self.at_screen != Some(who) && self.game.people() > 1 {
            let Flow::On = self.curtain(who)? else { return Ok(Flow::Leave) };
        }
        self.at_screen = Some(who);
        self.draw(who, follows)?;
        let Some(answer) = talk::Talk { session: self, who }.ask()? else { return Ok(Flow::Leave) };
        match answer {
            Answer::Undo => {
                self.undo(who)?;
                Ok(Flow::On)
            }
            Answer::Do(action) => {
                self.act(who, &action)?;
                self.tell(Some(who), self.game.events().len() - 1)?;
                self.seen[who.index()] = self.game.events().len();
                self.hand_over(who)
            }
        }
    }

    /// The screen of a person: all of it, or what has changed within a turn.
    fn draw(&mut self, who: PlayerId, follows: bool) -> io::Result<()> {
        let rules = self.rules.clone();
        let name = rules.seat_name(who);
        if !follows {
            let board = &rules.board().name;
            lines::rule(self.out, &format!("{board}: {name}"))?;
            let from = self.seen[who.index()];
            if from < self.game.events().len() {
                self.out.heading("since your last decision")?;
                self.tell(Some(who), from)?;
                self.out.gap()?;
            }
        }
        self.seen[who.index()] = self.game.events().len();
        let view = rules.view(self.game.state(), Some(who));
        if follows { screen::brief(view, self.out) } else { screen::print(view, self.out) }
    }

    /// The screen goes from one person to the other.
    fn curtain(&mut self, who: PlayerId) -> Result<Flow, Failure> {
        self.clear()?;
        let name = self.rules.seat_name(who);
        self.out.line(format!("It is for {name} to decide; nobody else looks."))?;
        let prompt = format!("If you are {name}, press Enter, else turn away. ");
        loop {
            let Some(line) = self.keyboard.ask(&prompt, self.out)? else { return Ok(Flow::Leave) };
            match line.to_lowercase().as_str() {
                "" => break,
                "quit" | "exit" => return Ok(Flow::Leave),
                _ => self.out.line("Only Enter opens the curtain; `quit` saves and leaves.")?,
            }
        }
        self.clear()?;
        Ok(Flow::On)
    }

    /// Leaves nothing on the screen: on a terminal it is cleared, elsewhere a line is drawn.
    fn clear(&mut self) -> io::Result<()> {
        if self.out.is_terminal() { self.out.clear() } else { self.out.line("═".repeat(self.out.width())) }
    }

    /// A person has decided, and somebody else is next: the last moment to take it back, and to look at what came.
    fn hand_over(&mut self, who: PlayerId) -> Result<Flow, Failure> {
        let next = self.rules.to_act(self.game.state()).lowest();
        if next.is_none_or(|next| next == who) {
            return Ok(Flow::On);
        }
        let can_undo = self.game.can_undo(who);
        if !can_undo && self.game.people() < 2 {
            return Ok(Flow::On);
        }
        let prompt = if can_undo { "Enter goes on, `undo` takes it back. " } else { "Enter goes on. " };
        loop {
            let Some(line) = self.keyboard.ask(prompt, self.out)? else { return Ok(Flow::Leave) };
            match line.to_lowercase().as_str() {
                "" => return Ok(Flow::On),
                "quit" | "exit" => return Ok(Flow::Leave),
                "undo" => {
                    if self.undo(who)? {
                        self.out.line("taken back")?;
                        return Ok(Flow::On);
                    }
                }
                _ if talk::Talk { session: self, who }.looks(None, &line)? => {}
                _ => {
                    let text = format!("Your decision is taken. {prompt}`quit` saves and leaves.");
                    lines::wrapped(self.out, "", 0, &text)?;
                }
            }
        }
    }

    /// Somebody leaves: the game is saved, if anything was decided in it.
    fn leave(&mut self) -> Result<(), Failure> {
        match self.saving.left(|| self.game.save()) {
            Ok(Some(place)) => return Ok(self.say(&place.told())?),
            Ok(None) => {
                let seed = self.game.seed();
                let text = format!(
                    "You have decided nothing, and no file is written: `--seed {seed}` gives the same cards again."
                );
                return Ok(lines::wrapped(self.out, "", 0, &text)?);
            }
            Err(why) => lines::wrapped(self.out, "", 0, &format!("{why}."))?,
        }
        loop {
            let prompt = "In which file is the game to be kept? Enter leaves without it. ";
            let text = match self.keyboard.ask(prompt, self.out)? {
                None => {
                    self.saving.over();
                    return Err(Failure::usage("the game could not be saved"));
                }
                Some(line) if line.is_empty() => {
                    self.saving.over();
                    return Ok(());
                }
                Some(line) => self.saving.copy(Path::new(&line), self.game.save()),
            };
            match text {
                Ok(place) => {
                    self.saving.over();
                    return Ok(self.say(&place.map(|place| place.told()).unwrap_or_default())?);
                }
                Err(why) => lines::wrapped(self.out, "", 0, &format!("{why}."))?,
            }
        }
    }

    fn end(&mut self) -> Result<(), Failure> {
        let file = self.saving.over();
        let people: Vec<PlayerId> = self.rules.player_ids().filter(|who| self.game.is_person(*who)).collect();
        // Several people look at the end together: they are told what all may know.
        let viewer = if let [one] = people.as_slice() { Some(*one) } else { None };
        let from = match viewer {
            Some(who) => self.seen[who.index()],
            None => people.iter().map(|who| self.seen[who.index()]).min().unwrap_or(self.game.events().len()),
        };
        if self.game.people() > 1 {
            self.clear()?;
        }
        if from < self.game.events().len() {
            lines::rule(self.out, "the end")?;
            self.tell(viewer, from)?;
        }
        self.out.gap()?;
        let rules = self.rules.clone();
        self.game.over();
        sheet::print(&rules, self.game.state(), self.out)?;
        for text in std::mem::take(&mut self.replaced) {
            lines::wrapped(self.out, "", 0, &text)?;
        }
        if let Some(file) = file {
            let text =
                format!("the game is in {file}; `ttr replay {file}` tells it again", file = saving::quoted(&file));
            lines::wrapped(self.out, "", 0, &text)?;
        }
        self.out.line(format!("seed {}", self.game.seed()))?;
        if let Some(secret) = self.game.secret() {
            self.out.line(format!("secret {secret}: with it and the seed programs get the same values again"))?;
        }
        Ok(())
    }
}
