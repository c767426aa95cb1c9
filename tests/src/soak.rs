//! Soaks: many random games on one map, in each of which every property of [`crate::props`] is looked at, and what
//! happened is counted by the names of operations, events, messages and score lines. No name of a rule stands in the
//! code: `tests/soak.toml` says what must have happened under which rule set.

use crate::props::{self, Property, Table, Walk};
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use ttr_core::network::Joined;
use ttr_core::{DeckId, Event, GameSource, Rules, SideId, State, TicketId, What, compile};

/// How often what happened.
pub type Counts = BTreeMap<String, u64>;

/// What must have happened in a soak under a rule set, as `tests/soak.toml` has it: in words, and the name of its count.
///
/// # Errors
/// If the table can't be read.
pub fn wanted(rule_set: &str) -> Result<Vec<(String, String)>, String> {
    let all: BTreeMap<String, BTreeMap<String, String>> =
        toml::from_str(include_str!("../soak.toml")).map_err(|e| format!("tests/soak.toml: {e}"))?;
    Ok(all.get(rule_set).cloned().unwrap_or_default().into_iter().collect())
}

/// The tables of a map, one for each number of players that it allows.
///
/// # Errors
/// If nobody can play it, with the reason.
pub fn tables(source: &GameSource) -> Result<Vec<Table>, String> {
    let known = ttr_variants::registry();
    let mut tables = Vec::new();
    for players in 1..=ttr_core::limits::MAX_PLAYERS {
        let mut source = source.clone();
        source.seats = (1..=players).map(|n| format!("player {n}")).collect();
        match compile(&known, &source) {
            Ok(_) => tables.push(Table::new(ttr_variants::registry, source)),
            Err(failed) if failed.diagnostics.iter().any(|d| d.code == "players::seats") => {}
            Err(failed) => return Err(failed.to_string()),
        }
    }
    if tables.is_empty() { Err("no number of players can play this".to_owned()) } else { Ok(tables) }
}

/// The seed of a game of a soak. It is odd: by such seeds the players choose as `random:kinds` does, first a kind of
/// action, then its target, then its payment.
pub fn game_seed(seed: u64, number: u64) -> u64 {
    seed.wrapping_mul(1_000_000_000).wrapping_add(number).wrapping_mul(2) | 1
}

/// Plays a game and counts what happens in it.
pub fn count(table: &Table, seed: u64, counts: &mut Counts) {
    let rules = &*table.rules;
    let mut walk = Walk::new(rules, seed);
    let mut lack = Lack::default();
    loop {
        walk.events.iter().filter_map(|event| name(rules, event)).for_each(|name| add(counts, name));
        lack.look(rules, &walk.state, counts);
        if !walk.step() {
            break;
        }
    }
    add(counts, format!("{} players", rules.players()));
    let sheet = rules.score(&walk.state);
    for side in &sheet.sides {
        side.lines.iter().for_each(|line| add(counts, format!("line {}", line.rule)));
        for _ in with_help(rules, &walk.state, side.side) {
            add(counts, "ticket completed with a route of another".to_owned());
        }
    }
}

fn add(counts: &mut Counts, name: String) {
    *counts.entry(name).or_default() += 1;
}

/// What an event counts as.
fn name(rules: &Rules, event: &Event) -> Option<String> {
    Some(match &event.what {
        What::Chose { action: Some(chosen), .. } => format!("chose {}", rules.op(chosen.action.op).name),
        What::Shuffled { deck, .. } => format!("shuffled {}", rules.deck(*deck).name),
        What::Claimed { .. } => "claimed".to_owned(),
        What::ClaimDropped { .. } => "claim-dropped".to_owned(),
        What::Released { .. } => "released".to_owned(),
        What::Painted { .. } => "painted".to_owned(),
        What::LastTurns { why, .. } => format!("last-turns {}", rules.end_reason(*why)),
        What::Over { why } => format!("over {}", rules.end_reason(*why)),
        What::Note(note) => format!("note {}", rules.template(note.msg).name),
        _ => return None,
    })
}

/// Which decks have no card in their draw pile, and which none in their discards either.
#[derive(Default)]
struct Lack(BTreeMap<DeckId, [bool; 2]>);

impl Lack {
    fn look(&mut self, rules: &Rules, state: &State, counts: &mut Counts) {
        let look = rules.look(state);
        for deck in (0..rules.decks().len()).map(DeckId::at) {
            let now = [look.count(rules.deck(deck).draw) == 0, !look.deck_has_card(deck)];
            let before = self.0.insert(deck, now).unwrap_or_default();
            for (i, what) in ["dry", "used-up"].into_iter().enumerate() {
                if now[i] && !before[i] {
                    add(counts, format!("{what} {}", rules.deck(deck).name));
                }
            }
        }
    }
}

/// The tickets that a side has completed, but not by its own routes alone.
fn with_help(rules: &Rules, state: &State, side: SideId) -> Vec<TicketId> {
    let look = rules.look(state);
    let board = rules.board();
    let mut own = Joined::new(board.cities.len());
    for route in look.routes_of(side) {
        let [a, b] = board.route(route).ends;
        own.join(a, b);
    }
    let outcomes = look.outcomes(side);
    let completed = outcomes.tickets.into_iter().filter(|(_, outcome)| outcome.completed).map(|(ticket, _)| ticket);
    completed.filter(|t| board.tickets[t.index()].cities.windows(2).any(|c| own.part(c[0]) != own.part(c[1]))).collect()
}

/// What a soak came to.
#[derive(Default)]
pub struct Soaked {
    /// What happened how often.
    pub counts: Counts,
    /// The games that broke a property: number, property, what was said.
    pub broken: Vec<(u64, String, String)>,
    /// How long each property took, on all threads together.
    pub took: BTreeMap<&'static str, Duration>,
}

/// Plays the games of these numbers, shared out among the tables in turn, on so many threads. With `properties`, every
/// property is looked at in every game; else the games are only counted. `told` hears how many games are done.
pub fn soak(
    tables: &[Table],
    seed: u64,
    numbers: Range<u64>,
    threads: usize,
    properties: bool,
    told: impl Fn(u64) + Sync,
) -> Soaked {
    let soaked = Mutex::new(Soaked::default());
    let (next, done) = (AtomicU64::new(numbers.start), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        return;
                    }
                    let table = &tables[(number % tables.len() as u64) as usize];
                    let one = one_game(table, seed, number, properties);
                    soaked.lock().unwrap_or_else(|broken| broken.into_inner()).add(one);
                    told(done.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    let mut soaked = soaked.into_inner().unwrap_or_else(|broken| broken.into_inner());
    soaked.broken.sort();
    soaked
}

fn one_game(table: &Table, seed: u64, number: u64, properties: bool) -> Soaked {
    let mut one = Soaked::default();
    let seed = game_seed(seed, number);
    let mut counts = Counts::new();
    one.watch(number, "the game is played", || count(table, seed, &mut counts));
    one.counts = counts;
    let looked_at: Vec<Property> = if properties { props::all() } else { Vec::new() };
    for property in looked_at {
        one.watch(number, property.says, || (property.check)(table, &seed.into()));
    }
    one
}

impl Soaked {
    fn watch(&mut self, number: u64, name: &'static str, run: impl FnOnce()) {
        let begun = Instant::now();
        if let Err(panic) = catch_unwind(AssertUnwindSafe(run)) {
            let said = panic.downcast_ref::<String>().cloned();
            let said = said.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default();
            self.broken.push((number, name.to_owned(), said));
        }
        *self.took.entry(name).or_default() += begun.elapsed();
    }

    fn add(&mut self, other: Self) {
        other.counts.into_iter().for_each(|(name, n)| *self.counts.entry(name).or_default() += n);
        self.broken.extend(other.broken);
        other.took.into_iter().for_each(|(name, took)| *self.took.entry(name).or_default() += took);
    }
}
