//! The kit: what is played, how often, and what is looked at.

use crate::failure::{Failure, Report};
use crate::props::{ALL, Course, MOST_DECISIONS, Property, Table, Written};
use crate::scenario;
use crate::shrink::Shrinker;
use crate::watch::{Broken, look, watched};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use ttr_core::limits::MAX_PLAYERS;
use ttr_core::{GameSource, NamedText, Registry, compile};
use ttr_files::save::Save;

/// Examples of modules that do not hold are told under this name.
const EXAMPLES: Property =
    Property { name: "examples", says: "what the examples of the modules say is so", check: |_, _| {} };

/// What is wrong with the sources is told under this name.
const COMPILES: Property = Property { name: "compiles", says: "the map and the rules make a game", check: |_, _| {} };

/// Every property on some maps of a registry: what is played, how often, and what is looked at.
///
/// ```
/// use ttr_testkit::Kit;
/// Kit::new(ttr_variants::registry)
///     .map("usa")
///     .set("turns.limit=8")
///     .players(2..=3)
///     .games(1)
///     .check();
/// ```
#[derive(Clone)]
#[must_use = "nothing is played before `check` or `run`"]
pub struct Kit {
    registry: Arc<Registry>,
    beyond: Option<Arc<Registry>>,
    maps: Vec<String>,
    texts: Vec<NamedText>,
    rules: Option<String>,
    rules_text: Option<NamedText>,
    set: Vec<String>,
    players: RangeInclusive<usize>,
    games: u64,
    only: Vec<String>,
    without: Vec<String>,
    decisions: usize,
    patience: Duration,
    effort: usize,
    folder: Option<PathBuf>,
    program: Option<String>,
}

impl Kit {
    /// Every property on every map of a registry with its own rules and every number of players, in two games each.
    pub fn new(registry: impl FnOnce() -> Registry) -> Self {
        Self::of(Arc::new(registry()))
    }

    /// Every property on every map of a registry that is shared with others, with its own rules and every number of players, in
    /// two games each.
    pub fn of(registry: Arc<Registry>) -> Self {
        Self {
            registry,
            beyond: None,
            maps: Vec::new(),
            texts: Vec::new(),
            rules: None,
            rules_text: None,
            set: Vec::new(),
            players: 1..=MAX_PLAYERS,
            games: 2,
            only: Vec::new(),
            without: Vec::new(),
            decisions: MOST_DECISIONS,
            patience: Duration::from_secs(60),
            effort: 20_000,
            folder: None,
            program: None,
        }
    }

    /// Neither the maps nor the examples of modules that another registry has as well: whoever wrote them tests them. What
    /// replaces a map or a module of the other under its name is not the other's.
    pub fn beyond(mut self, other: impl FnOnce() -> Registry) -> Self {
        self.beyond = Some(Arc::new(other()));
        self
    }

    /// On this map of the registry, and others that are named.
    pub fn map(mut self, name: impl Into<String>) -> Self {
        self.maps.push(name.into());
        self
    }

    /// On these maps of the registry.
    pub fn maps(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.maps.extend(names.into_iter().map(Into::into));
        self
    }

    /// On a map by its text.
    pub fn map_text(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.texts.push(NamedText { name: name.into(), text: text.into() });
        self
    }

    /// By a rule set of the registry, instead of those that the maps ask for.
    pub fn rules(mut self, name: impl Into<String>) -> Self {
        self.rules = Some(name.into());
        self
    }

    /// By a rule set by its text.
    pub fn rules_text(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.rules_text = Some(NamedText { name: name.into(), text: text.into() });
        self
    }

    /// With another value of a parameter, `KEY=VALUE`, or with a module more, `MODULE=true`.
    pub fn set(mut self, set: impl Into<String>) -> Self {
        self.set.push(set.into());
        self
    }

    /// With so many players only, as far as the rules allow them.
    pub fn players(mut self, players: RangeInclusive<usize>) -> Self {
        self.players = players;
        self
    }

    /// So many games at each table, times `TTR_GAMES` (1 if it is not set).
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// Only the properties of these names.
    pub fn only(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.only.extend(names.into_iter().map(Into::into));
        self
    }

    /// Not the properties of these names.
    pub fn without(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.without.extend(names.into_iter().map(Into::into));
        self
    }

    /// A game with more decisions than this never ends.
    pub fn decisions(mut self, most: usize) -> Self {
        self.decisions = most;
        self
    }

    /// What does not come a decision further for so long is given up as never ending. It should be far more than anything
    /// that ends takes on a busy machine; where it strikes, the result depends on the machine, and says so.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// So many decisions are played again to find a short game that shows what is broken.
    pub fn effort(mut self, decisions: usize) -> Self {
        self.effort = decisions;
        self
    }

    /// Games that show what is broken are written to this folder, instead of `TTR_TESTKIT_DIR` or `target/ttr-testkit`.
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// The program with which such a game is looked at again, as `PROGRAM test FILE`; without one it is the test itself, with
    /// `TTR_REPLAY`.
    pub fn program(mut self, program: impl Into<String>) -> Self {
        self.program = Some(program.into());
        self
    }

    /// Looks at all of it. Where `TTR_REPLAY` names a save, only at that game.
    ///
    /// # Panics
    /// If a property does not hold, with all that is told of it.
    pub fn check(self) {
        let done = match std::env::var_os("TTR_REPLAY") {
            Some(file) => match std::fs::read_to_string(&file) {
                Ok(text) => self.run_save(&text),
                Err(fault) => panic!("TTR_REPLAY: {} can't be read: {fault}", Path::new(&file).display()),
            },
            None => self.run(),
        };
        if let Err(failure) = done {
            panic!("{failure}");
        }
    }

    /// Looks at all of it.
    ///
    /// # Errors
    /// With the first property that does not hold.
    pub fn run(&self) -> Result<Report, Box<Failure>> {
        let mut report = Report::default();
        let tables = self.tables()?;
        self.run_examples()?;
        for table in &tables {
            report.tables += 1;
            for seed in Table::seeds(self.games, 1) {
                report.games += 1;
                report.looks += self
                    .look_at(table, &seed.into())
                    .map_err(|broken| self.fail(&tables, table, &seed.into(), &broken))?;
            }
        }
        Ok(report)
    }

    /// Runs the examples of the modules of the registry that are to be tested.
    fn run_examples(&self) -> Result<(), Box<Failure>> {
        if !self.wants(&EXAMPLES) {
            return Ok(());
        }
        let others = |id| self.beyond.as_ref().and_then(|beyond| beyond.find_module(id));
        for module in self.registry.modules().filter(|m| others(m.manifest.id).is_none_or(|other| !m.is(other))) {
            let (id, text, registry) = (module.manifest.id, module.manifest.examples, self.registry.clone());
            if text.is_empty() {
                continue;
            }
            let file = format!("the examples of {id}");
            let told = |broken: Broken| self.told(&broken, &file, 0, None);
            let name = file.clone();
            let report = watched(EXAMPLES.name, self.patience, move || scenario::run(&registry, &name, text));
            let report = report.map_err(told)?;
            if !report.holds() {
                return Err(told(Broken {
                    property: EXAMPLES.name,
                    step: 0,
                    message: report.to_string(),
                    hangs: false,
                }));
            }
        }
        Ok(())
    }

    /// Looks at every property at every step of a saved game.
    ///
    /// # Errors
    /// With the first property that does not hold; a save that can't be read or replayed is one too.
    pub fn run_save(&self, text: &str) -> Result<Report, Box<Failure>> {
        let fault = |broken: Broken| self.told(&broken, "the save", 0, None);
        let read = |line: usize, what: String| Broken {
            property: "replay",
            step: line.saturating_sub(1),
            message: format!("line {line}: {what}"),
            hangs: false,
        };
        let save = Save::read(text).map_err(|e| fault(read(e.line, e.what)))?;
        if save.header.position.is_some() {
            let what = "the game begins with a position that was laid out: no other game can be compared with it";
            return Err(fault(read(1, what.to_owned())));
        }
        let (table, header) = (Arc::new(self.table(save.header.game.clone())?), save.header.clone());
        let registry = self.registry.clone();
        let replayed = watched("replay", self.patience, move || save.replay(&registry, usize::MAX, |_, _, _| {}));
        let game = replayed.and_then(|game| game.map_err(|e| read(e.line, e.what))).map_err(fault)?;
        let course = Course::from(Written::of(&game, header.seed));
        let looks = self.look_at(&table, &course).map_err(|broken| {
            let mut failure = self.told(&broken, &table.name, header.seed, None);
            (failure.save, failure.decisions) = (Some(text.to_owned()), game.steps().len());
            failure
        })?;
        Ok(Report { tables: 1, games: 1, looks })
    }

    /// The properties that are looked at.
    pub fn properties(&self) -> Vec<Property> {
        ALL.iter().filter(|property| self.wants(property)).copied().collect()
    }

    /// Whether a property is looked at.
    fn wants(&self, property: &Property) -> bool {
        let named = |list: &[String]| list.iter().any(|name| name == property.name);
        (self.only.is_empty() || named(&self.only)) && !named(&self.without)
    }

    fn look_at(&self, table: &Arc<Table>, course: &Course) -> Result<usize, Broken> {
        let properties = self.properties();
        properties.iter().try_for_each(|property| look(table, property, course, self.patience))?;
        Ok(properties.len())
    }

    /// The maps that are played on.
    fn sources(&self) -> Result<Vec<NamedText>, Box<Failure>> {
        let (known, mut texts) = (&*self.registry, self.texts.clone());
        for name in &self.maps {
            match known.find_map(name) {
                Some(text) => texts.push(NamedText { name: name.clone(), text: text.to_owned() }),
                None => {
                    let names: Vec<&str> = known.maps().map(|(name, _)| name).collect();
                    return Err(self.no_game(format!("there is no map {name:?}, only {}", names.join(", "))));
                }
            }
        }
        if self.maps.is_empty() && self.texts.is_empty() {
            let others = |name| self.beyond.as_ref().and_then(|beyond| beyond.find_map(name));
            let own = known.maps().filter(|(name, text)| others(name) != Some(text));
            texts.extend(own.map(|(name, text)| NamedText { name: name.to_owned(), text: text.to_owned() }));
        }
        if texts.is_empty() { Err(self.no_game("there is no map to play on".to_owned())) } else { Ok(texts) }
    }

    /// The tables, those with fewer players first.
    fn tables(&self) -> Result<Vec<Arc<Table>>, Box<Failure>> {
        let known = &*self.registry;
        for name in self.only.iter().chain(&self.without) {
            let all = || ALL.iter().chain([&EXAMPLES]).map(|property| property.name);
            if !all().any(|known| known == name) {
                let names: Vec<&str> = all().collect();
                return Err(self.no_game(format!("there is no property {name:?}, only {}", names.join(", "))));
            }
        }
        let mut rules = self.rules_text.clone();
        if let Some(name) = &self.rules {
            let Some(text) = known.find_rule_set(name) else {
                let names: Vec<&str> = known.rule_sets().map(|(name, _)| name).collect();
                return Err(self.no_game(format!("there is no rule set {name:?}, only {}", names.join(", "))));
            };
            rules = Some(NamedText { name: name.clone(), text: text.to_owned() });
        }
        let mut tables = Vec::new();
        for map in self.sources()? {
            let before = tables.len();
            for players in self.players.clone() {
                let mut source = GameSource::new(&map.name, &map.text, players);
                (source.rule_set, source.set) = (rules.clone(), self.set.clone());
                // Some numbers of players can't play it.
                tables.extend(self.compiled(&source)?.map(Arc::new));
            }
            if tables.len() == before {
                return Err(self.no_game(format!("{}: none of these numbers of players can play it", map.name)));
            }
        }
        Ok(tables)
    }

    fn table(&self, source: GameSource) -> Result<Table, Box<Failure>> {
        let table = self.compiled(&source)?;
        table.ok_or_else(|| self.no_game(format!("{} players can't play it", source.seats.len())))
    }

    /// A table, unless it is only the number of players that does not fit.
    fn compiled(&self, source: &GameSource) -> Result<Option<Table>, Box<Failure>> {
        let (registry, given) = (self.registry.clone(), source.clone());
        let compiled = watched(COMPILES.name, self.patience, move || compile(&registry, &given));
        match compiled.map_err(|broken| self.told(&broken, &source.map.name, 0, None))? {
            Ok(compiled) => {
                let mut table = Table::seat(self.registry.clone(), source.clone(), compiled.rules.watched());
                table.most_decisions = self.decisions;
                Ok(Some(table))
            }
            Err(failed) if failed.diagnostics.iter().any(|d| d.code == "players::seats") => Ok(None),
            Err(failed) => Err(self.no_game(failed.to_string())),
        }
    }

    fn no_game(&self, message: String) -> Box<Failure> {
        let broken = Broken { property: COMPILES.name, step: 0, message, hangs: false };
        self.told(&broken, "no table", 0, None)
    }

    /// What is told of a property that is broken.
    fn told(&self, broken: &Broken, table: &str, seed: u64, save: Option<String>) -> Box<Failure> {
        let says = ALL.iter().chain([&COMPILES, &EXAMPLES]).find(|p| p.name == broken.property).map_or("", |p| p.says);
        Box::new(Failure {
            property: broken.property,
            says,
            table: table.to_owned(),
            seed,
            step: broken.step,
            message: without_place(&broken.message, table).to_owned(),
            decisions: 0,
            save,
            file: None,
            command: None,
        })
    }

    /// Shrinks a game that breaks a property, and writes it.
    fn fail(&self, tables: &[Arc<Table>], table: &Arc<Table>, course: &Course, broken: &Broken) -> Box<Failure> {
        let mut table = table.clone();
        let (mut course, mut broken) = (course.clone(), broken.clone());
        if !broken.hangs {
            (table, course, broken) = self.simplest(tables, (table, course, broken));
        }
        let properties = self.properties();
        let mut shrinker =
            Shrinker { table: table.clone(), properties: &properties, patience: self.patience, effort: self.effort };
        let Some(found) = shrinker.shrink(&course, &broken) else {
            return self.told(&broken, &table.name, course.seed(), None);
        };
        let text = found.played.text(&table);
        let mut failure = self.told(&found.broken, &table.name, course.seed(), Some(text.clone()));
        failure.decisions = found.played.game.steps().len();
        // What a look at the save says is what whoever looks at it again will see.
        if !found.broken.hangs
            && let Err(seen) = self.run_save(&text)
        {
            (failure.property, failure.says, failure.step) = (seen.property, seen.says, seen.step);
            failure.message = seen.message;
        }
        self.write(&mut failure, &table, &text);
        failure
    }

    /// A game with fewer players or another of the first seeds, where that breaks the property sooner.
    fn simplest(&self, tables: &[Arc<Table>], mut found: (Arc<Table>, Course, Broken)) -> (Arc<Table>, Course, Broken) {
        const SEEDS: u64 = 6;
        let players = found.0.rules.players();
        let (map, property) = (found.0.source.map.clone(), found.2.property);
        let Some(check) = ALL.iter().find(|p| p.name == property) else { return found };
        let fewest = tables.iter().find(|t| t.source.map == map && t.rules.players() <= players);
        if let Some(table) = fewest {
            for seed in 0..SEEDS {
                let Err(broken) = look(table, check, &seed.into(), self.patience) else { continue };
                let fewer = table.rules.players() < found.0.rules.players();
                if broken.property == property && !broken.hangs && (fewer || broken.step < found.2.step) {
                    found = (table.clone(), seed.into(), broken);
                }
            }
        }
        found
    }

    fn write(&self, failure: &mut Failure, table: &Table, text: &str) {
        let folder = self.folder.clone().unwrap_or_else(default_folder);
        // Tests that run at the same time do not write over each other's games.
        let test = std::thread::current().name().filter(|name| *name != "main").map(str::to_owned);
        let map = format!("{}-{}", table.source.map.name, table.rules.players());
        let words = [test.as_deref(), Some(failure.property), Some(&map)].into_iter().flatten().collect::<Vec<_>>();
        let name: String = words.join("-").chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        let file = folder.join(format!("{name}-{}.ttr.jsonl", failure.seed));
        if let Err(fault) = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, text)) {
            failure.message += &format!("\n({} can't be written: {fault})", file.display());
            return;
        }
        let shown = shell_word(&file.display().to_string());
        failure.command = Some(match &self.program {
            Some(program) => format!("{program} test {shown}"),
            None => {
                let test = test.map_or_else(String::new, |name| format!(" {name}"));
                format!("TTR_REPLAY={shown} cargo test{test}")
            }
        });
        failure.file = Some(file);
    }
}

/// A message without the table and the place in the game at its beginning, which are told apart.
fn without_place<'m>(message: &'m str, table: &str) -> &'m str {
    let message = message.strip_prefix("assertion `left == right` failed: ").unwrap_or(message);
    let rest = message.strip_prefix(table).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(message);
    let is_place = |place: &str| place.contains(" players, seed ") && place.contains(", decision ");
    match rest.split_once(": ") {
        Some((place, rest)) if is_place(place) && !place.contains(", seen by ") => rest,
        _ => rest,
    }
}

/// A word of a command line.
fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+=:@%,".contains(c);
    if text.chars().all(plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// Where games are written that show what is broken: the folder of build output, if this is a test that lies in one or there is
/// one here.
fn default_folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("TTR_TESTKIT_DIR") {
        return folder.into();
    }
    let exe = std::env::current_exe().ok();
    let deps = exe.as_deref().and_then(Path::parent).filter(|folder| folder.ends_with("deps"));
    let target = deps.and_then(|deps| deps.parent()?.parent()).map(Path::to_owned);
    let here = || if Path::new("target").is_dir() { PathBuf::from("target") } else { PathBuf::new() };
    target.unwrap_or_else(here).join("ttr-testkit")
}

/// Looks at every property on every map of a registry with its own rules and every number of players.
///
/// # Panics
/// If a property does not hold, with a short game that shows it.
pub fn check(registry: impl FnOnce() -> Registry) {
    Kit::new(registry).check();
}

/// Looks at every property at every step of a saved game.
///
/// # Errors
/// With the first property that does not hold.
pub fn check_save(registry: impl FnOnce() -> Registry, text: &str) -> Result<Report, Box<Failure>> {
    Kit::new(registry).run_save(text)
}

/// Looks at every property on a map by its text, with its own rules and every number of players.
///
/// # Errors
/// With the first property that does not hold.
pub fn check_map(registry: impl FnOnce() -> Registry, name: &str, text: &str) -> Result<Report, Box<Failure>> {
    Kit::new(registry).map_text(name, text).run()
}
