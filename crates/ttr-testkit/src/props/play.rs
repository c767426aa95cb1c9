//! Tables to play at, and random games at them.

use super::course::{Course, Written, broken, failed, mark};
use std::sync::{Arc, OnceLock};
use ttr_core::chance::RecordedChance;
use ttr_core::{
    Action, ActionSpace, Event, Frame, GameSource, PlayerId, Registry, Rules, ScriptedChance, Sink, State, compile,
    compile_reordered,
};
use ttr_files::names;

/// More decisions than any game should have, unless it is told otherwise.
pub const MOST_DECISIONS: usize = 20_000;
/// More than this are not kept of what happens in one step.
const MOST_EVENTS: usize = 100_000;

/// A map with its rules, for a number of players.
pub struct Table {
    /// Map, rule set and number of players, for messages.
    pub name: String,
    /// What the rules were made from.
    pub source: GameSource,
    /// The rules.
    pub rules: Arc<Rules>,
    /// Where they came from.
    pub registry: Arc<Registry>,
    /// More decisions than any game here should have.
    pub most_decisions: usize,
    reordered: OnceLock<Option<Arc<Rules>>>,
}

impl Table {
    /// A table for one game.
    ///
    /// # Panics
    /// If the sources do not compile.
    pub fn new(registry: impl FnOnce() -> Registry, source: GameSource) -> Self {
        let registry = Arc::new(registry());
        match compile(&registry, &source) {
            Ok(compiled) => Self::seat(registry, source, compiled.rules),
            Err(failed) => panic!("{}: {failed}", source.map.name),
        }
    }

    /// A table for a game whose rules are there already.
    pub fn seat(registry: Arc<Registry>, source: GameSource, rules: Rules) -> Self {
        let name = format!("{}, {} rules, {} players", source.map.name, rules.rule_set(), rules.players());
        let (rules, reordered) = (Arc::new(rules), OnceLock::new());
        Self { name, source, rules, registry, most_decisions: MOST_DECISIONS, reordered }
    }

    /// The rules made of the modules the other way round wherever nothing says which comes first.
    ///
    /// # Panics
    /// If they do not compile in that order.
    pub fn reordered(&self) -> &Arc<Rules> {
        let made = self
            .reordered
            .get_or_init(|| compile_reordered(&self.registry, &self.source).ok().map(|c| Arc::new(c.rules)));
        made.as_ref().unwrap_or_else(|| panic!("{}: it compiles in one order of modules only", self.name))
    }

    /// A parameter in use, as JSON.
    pub fn param(&self, module: &str, key: &str) -> Option<&serde_json::Value> {
        let module = self.rules.modules().iter().find(|m| m.manifest.id == module)?;
        module.params.get(key)
    }

    /// The seeds of so many games, shared out among a number of tables, times `TTR_GAMES` (1 if it is not set).
    pub fn seeds(games: u64, tables: usize) -> std::ops::Range<u64> {
        0..so_many(games).div_ceil(tables as u64)
    }
}

/// So many games, times `TTR_GAMES` (1 if it is not set).
pub fn so_many(games: u64) -> u64 {
    let times = std::env::var("TTR_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1u64).max(1);
    games.saturating_mul(times)
}

/// Every map of a registry with its own and every other rule set of it, for every number of players that they allow.
///
/// # Panics
/// If a map does not compile with its own rules for a number of players that they allow, or for none.
pub fn tables_of(registry: impl FnOnce() -> Registry) -> Vec<Table> {
    let known = Arc::new(registry());
    let mut tables = Vec::new();
    for (map, text) in known.maps() {
        let before = tables.len();
        let own = GameSource::new(map, text, 2).rules_asked_for();
        let own_name = match &own {
            Some(ttr_source::RulesRef::Named(name, _)) => Some(name.as_str()),
            _ => None,
        };
        let others = known.rule_sets().filter(|(name, _)| Some(*name) != own_name).map(Some);
        for rule_set in [None].into_iter().chain(others) {
            for players in 1..=ttr_core::limits::MAX_PLAYERS {
                let mut source = GameSource::new(map, text, players);
                if let Some((name, text)) = rule_set {
                    source = source.with_rules(name, text);
                }
                match compile(&known, &source) {
                    Ok(compiled) => tables.push(Table::seat(known.clone(), source, compiled.rules)),
                    Err(failed) if failed.diagnostics.iter().any(|d| d.code == "players::seats") => {}
                    // Not every map can be played by the rules of another.
                    Err(_) if rule_set.is_some() => {}
                    Err(failed) => panic!("{map} with {players} players: {failed}"),
                }
            }
        }
        assert!(tables.len() > before, "nobody can play {map}");
    }
    tables
}

/// A small generator for choices of players and of tests: SplitMix64.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// The next number.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below `n`, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        (self.word() % n as u64) as usize
    }

    /// Whether something happens that happens once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of a list, which is not empty.
    pub fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// How random players choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Every action is as likely.
    Uniform,
    /// First the kind of action, then its target, then its payment.
    KindsFirst,
}

/// What a random player does; nothing if there is nothing to be done.
pub fn choose(space: &ActionSpace<'_>, rng: &mut Rng, style: Style) -> Option<Action> {
    if space.is_empty() {
        return None;
    }
    if style == Style::Uniform {
        return Some(space.nth(rng.below(space.len())));
    }
    let mut ops: Vec<_> = space.families().map(|(op, ..)| op).collect();
    ops.dedup();
    let op = rng.of(&ops);
    let targets: Vec<_> = space.families().filter(|(o, ..)| *o == op).collect();
    let (_, _, first, n) = rng.of(&targets);
    Some(space.nth(first + rng.below(n)))
}

/// A random game under way.
pub struct Walk<'r> {
    /// The rules.
    pub rules: &'r Rules,
    /// The position.
    pub state: State,
    /// The cards' chance.
    pub chance: ScriptedChance,
    /// The players' choices.
    pub rng: Rng,
    /// How they choose.
    pub style: Style,
    /// What happened in the latest step.
    pub events: Vec<Event>,
    /// What chance brought in the latest step.
    pub outcomes: Vec<(u16, u16)>,
    /// Whether the latest step can't be undone.
    pub barrier: bool,
    /// Decisions so far.
    pub steps: usize,
    /// The legal actions of who was last asked for.
    pub space: ActionSpace<'r>,
    seed: u64,
    written: Option<Arc<Written>>,
}

/// Keeps what happened, but not all of a step that never ends.
pub(crate) struct Kept<'e>(pub &'e mut Vec<Event>);

impl Sink for Kept<'_> {
    fn event(&mut self, event: &Event) {
        if self.0.len() < MOST_EVENTS {
            self.0.push(event.clone());
        }
    }
}

impl<'r> Walk<'r> {
    /// A game after setup: one that random players make of a seed, or one that is written down.
    ///
    /// # Panics
    /// If setup fails.
    pub fn new(rules: &'r Rules, course: impl Into<Course>) -> Self {
        let course = course.into();
        mark(0);
        let (seed, mut given) = (course.seed(), course.chance(rules));
        let mut chance = RecordedChance::new(&mut given);
        let mut events = Vec::new();
        let state = rules.start(&mut chance, &mut Kept(&mut events)).unwrap_or_else(|e| {
            failed(&e);
            panic!("seed {seed}: setup: {e}")
        });
        let outcomes = chance.outcomes;
        Self {
            rules,
            state,
            chance: given,
            rng: Rng::new(seed),
            style: if seed.is_multiple_of(2) { Style::Uniform } else { Style::KindsFirst },
            events,
            outcomes,
            barrier: true,
            steps: 0,
            space: ActionSpace::new(rules),
            seed,
            written: match course {
                Course::Seed(_) => None,
                Course::Written(written) => Some(written),
            },
        }
    }

    /// What is written down is over: from here on random players play.
    pub fn let_loose(&mut self) {
        self.written = None;
    }

    /// A copy of the game, to be gone on with in another way.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self {
            state: self.state.clone(),
            chance: self.chance.clone(),
            rng: self.rng.clone(),
            events: self.events.clone(),
            outcomes: self.outcomes.clone(),
            space: ActionSpace::new(self.rules),
            written: self.written.clone(),
            ..*self
        }
    }

    /// What the next player to be asked chooses; nothing when the game is over, or no more of it is written down.
    ///
    /// # Panics
    /// If nobody can do anything though the game is not over, or it does not end.
    pub fn choice(&mut self) -> Option<(PlayerId, Action)> {
        if let Some(written) = &self.written {
            let (who, action) = *written.steps.get(self.steps)?;
            self.rules.legal(&self.state, who, &mut self.space);
            return Some((who, action));
        }
        if self.steps > 10 * MOST_DECISIONS {
            broken("end");
            panic!("{}: the game does not end", self.place());
        }
        let asked: Vec<PlayerId> = self.rules.to_act(&self.state).iter().collect();
        if asked.is_empty() {
            assert!(self.state.is_over(), "{}: nobody is asked, but the game is not over", self.place());
            return None;
        }
        let who = self.rng.of(&asked);
        self.rules.legal(&self.state, who, &mut self.space);
        let action = choose(&self.space, &mut self.rng, self.style);
        Some((who, action.unwrap_or_else(|| panic!("{}: asked, but nothing is legal", self.place()))))
    }

    /// Does it.
    ///
    /// # Panics
    /// If the step fails.
    pub fn take(&mut self, who: PlayerId, action: &Action) {
        self.events.clear();
        let before = self.state.clone();
        let mut chance = RecordedChance::new(&mut self.chance);
        let applied = self.rules.apply_listed(
            &mut self.state,
            who,
            action,
            &mut chance,
            &mut Kept(&mut self.events),
            &mut self.space,
        );
        self.outcomes = chance.outcomes;
        match applied {
            Ok(applied) => self.barrier = applied.barrier,
            Err(fault) => {
                failed(&fault);
                let named = names::action(self.rules.view(&before, Some(who)), action);
                panic!("{}: {named} of {} is listed, but fails: {fault}", self.place(), self.rules.seat_name(who));
            }
        }
        self.steps += 1;
        mark(self.steps);
    }

    /// Chooses and does it; false when the game is over.
    pub fn step(&mut self) -> bool {
        match self.choice() {
            Some((who, action)) => {
                self.take(who, &action);
                true
            }
            None => false,
        }
    }

    /// The pending frame.
    pub fn frame(&self) -> Option<Frame> {
        self.rules.look(&self.state).frames().last().copied()
    }

    /// Where this is, for messages.
    pub fn place(&self) -> String {
        format!("{} players, seed {}, decision {}", self.rules.players(), self.seed, self.steps)
    }
}
