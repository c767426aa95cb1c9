//! The work that is measured: whole games, and single steps on positions of such games.

use crate::boards;
use crate::games::{self, Played, Table};
use crate::worst::{self, Net};
use std::hint::black_box;
use ttr_bots::Bots;
use ttr_core::{
    ActionSpace, Figures, GameSource, NoEvents, Purpose, Registry, Rules, SeededChance, SideId, State, compile,
};
use ttr_files::OwnedView;
use ttr_solve::{TRAIL_BUDGET, TrailEdge, WALK_BUDGET, longest_trail};

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Whole games on a bundled map with so many players.
    Games(&'static str, usize),
    /// Whole games of `greedy` on a bundled map, in four seats.
    Greedy(&'static str),
    /// Whole games of a fixed number of turns on a made-up board so many times as large as the smallest.
    Board(usize),
    /// One step, on positions of games on a bundled map with four players.
    Step(&'static str, Step),
    /// Compiling a bundled map for four players.
    Compile(&'static str),
    /// The longest trail of a hard network.
    Trail(Net),
    /// Whether a tour passes its stops in order through a hard network.
    Tour(Net),
    /// The best use of so many stations on a bundled map.
    Stations(&'static str, usize),
}

/// One step of a game, or of looking at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Listing and counting the legal actions.
    List,
    /// Making one of those counted.
    Pick,
    /// A copy, and an action applied to it.
    Apply,
    /// A copy into a used state.
    Copy,
    /// A player's view, with all that it holds.
    View,
    /// A position that looks the same to a player.
    Determinize,
    /// The figures of the final score.
    Figures,
    /// The score sheet with its words and proofs.
    Sheet,
    /// The longest trail of one side.
    Trail,
}

/// All that is measured, by name, with how many games or rounds through all positions a measurement takes.
pub const ALL: &[(&str, Kind, u64)] = &[
    ("games/usa-2", Kind::Games("usa", 2), 40),
    ("games/usa-4", Kind::Games("usa", 4), 40),
    ("games/europe-4", Kind::Games("europe", 4), 30),
    ("games/ussr-4", Kind::Games("ussr", 4), 30),
    ("games/paris-4", Kind::Games("paris", 4), 60),
    ("games/world-4", Kind::Games("world", 4), 15),
    ("greedy/usa-4", Kind::Greedy("usa"), 10),
    ("greedy/europe-4", Kind::Greedy("europe"), 5),
    ("greedy/india-4", Kind::Greedy("india"), 5),
    ("greedy/ussr-4", Kind::Greedy("ussr"), 5),
    ("greedy/paris-4", Kind::Greedy("paris"), 10),
    ("greedy/world-4", Kind::Greedy("world"), 2),
    ("board/1x", Kind::Board(1), 20),
    ("board/10x", Kind::Board(10), 10),
    ("step/usa/list", Kind::Step("usa", Step::List), 10),
    ("step/usa/pick", Kind::Step("usa", Step::Pick), 10),
    ("step/usa/apply", Kind::Step("usa", Step::Apply), 10),
    ("step/usa/copy", Kind::Step("usa", Step::Copy), 10),
    ("step/usa/view", Kind::Step("usa", Step::View), 2),
    ("step/usa/determinize", Kind::Step("usa", Step::Determinize), 2),
    ("step/usa/figures", Kind::Step("usa", Step::Figures), 2),
    ("step/usa/sheet", Kind::Step("usa", Step::Sheet), 2),
    ("step/usa/trail", Kind::Step("usa", Step::Trail), 2),
    ("step/world/list", Kind::Step("world", Step::List), 2),
    ("step/world/copy", Kind::Step("world", Step::Copy), 10),
    ("step/ussr/copy", Kind::Step("ussr", Step::Copy), 10),
    ("compile/usa", Kind::Compile("usa"), 2),
    ("worst/trail/dense-45", Kind::Trail(Net::Dense(45)), 5),
    ("worst/trail/dense-100", Kind::Trail(Net::Dense(100)), 5),
    ("worst/trail/loose-45", Kind::Trail(Net::Loose(45)), 2),
    ("worst/trail/loose-100", Kind::Trail(Net::Loose(100)), 1),
    ("worst/trail/ring-45", Kind::Trail(Net::Ring(45)), 2),
    ("worst/trail/ring-100", Kind::Trail(Net::Ring(100)), 1),
    ("worst/trail/parallel-100", Kind::Trail(Net::Parallel(100)), 5),
    ("worst/trail/leaves-100", Kind::Trail(Net::Leaves(100)), 5),
    ("worst/tour/dense-45", Kind::Tour(Net::Dense(45)), 2),
    ("worst/tour/dense-100", Kind::Tour(Net::Dense(100)), 1),
    ("worst/tour/ring-100", Kind::Tour(Net::Ring(100)), 2),
    ("worst/stations/europe", Kind::Stations("europe", 3), 1),
    ("worst/stations/ussr", Kind::Stations("ussr", 5), 1),
];

/// How much was done, for the figures per unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Games, steps or compilations.
    pub units: u64,
    /// Turns of all players, in games.
    pub turns: u64,
    /// Decisions, in games.
    pub decisions: u64,
}

/// Does the work once, so that memory is there, and then calls `measure` with what does it again.
pub fn prepare(kind: Kind, rounds: u64, extra: u64, measure: &mut dyn FnMut(&mut dyn FnMut() -> Done)) {
    let registry = ttr_variants::registry();
    match kind {
        Kind::Games(map, players) => play(&games::rules(&registry, map, players), None, rounds, extra, measure),
        Kind::Greedy(map) => play(&games::rules(&registry, map, 4), Some("greedy"), rounds, extra, measure),
        Kind::Board(size) => play(&boards::rules(&registry, size), None, rounds, extra, measure),
        Kind::Step(map, step) => steps(&games::rules(&registry, map, 4), step, rounds, measure),
        Kind::Compile(map) => compiles(&registry, map, rounds, measure),
        Kind::Trail(net) => again(rounds, &mut || drop(black_box(net.trail())), measure),
        Kind::Tour(net) => again(
            rounds,
            &mut || {
                black_box(net.walk(WALK_BUDGET));
            },
            measure,
        ),
        Kind::Stations(map, n) => {
            let rules = games::rules(&registry, map, 4);
            let state = rules.start(&mut SeededChance::new(1), &mut NoEvents).expect("a game begins");
            again(rounds, &mut || drop(black_box(worst::stations(&rules, &state, n))), measure);
        }
    }
}

/// Games of a computer player of this name in all seats, or of chance.
fn play(rules: &Rules, bot: Option<&str>, games: u64, extra: u64, measure: &mut dyn FnMut(&mut dyn FnMut() -> Done)) {
    let mut table = Table::new(rules);
    let mut players = bot.map(|name| {
        let (bots, seats) = (Bots::bundled(), rules.player_ids());
        let player = bots.find(name).expect("a bundled player");
        seats.map(|_| player.make()).collect::<Vec<_>>()
    });
    let mut once = |seed, played: &mut Played| match &mut players {
        Some(players) => table.play_with(players, seed, played),
        None => table.play(seed, played),
    };
    once(0, &mut Played::default());
    measure(&mut || {
        let mut played = Played::default();
        for seed in 1..=games {
            once(seed, &mut played);
            // So many games in a hundred are played twice, and counted once.
            if (seed * extra) / 100 != ((seed - 1) * extra) / 100 {
                once(seed, &mut Played::default());
            }
        }
        Done { units: played.games, turns: played.turns, decisions: played.decisions }
    });
}

/// How many games positions are taken from, and how many of each.
const GAMES: u64 = 4;
const POSITIONS: usize = 25;

fn steps(rules: &Rules, step: Step, rounds: u64, measure: &mut dyn FnMut(&mut dyn FnMut() -> Done)) {
    let mut positions: Vec<State> = Vec::new();
    let mut ends: Vec<State> = Vec::new();
    for seed in 1..=GAMES {
        let all = Table::new(rules).positions(seed);
        ends.extend(all.last().cloned());
        let far = (all.len() / POSITIONS).max(1);
        positions.extend(all.into_iter().step_by(far).filter(|state| !state.is_over()));
    }
    let at_end = matches!(step, Step::Figures | Step::Sheet | Step::Trail);
    let positions = if at_end { ends } else { positions };
    let mut tools = Tools::new(rules, &positions[0]);
    tools.all(rules, &positions, step);
    measure(&mut || {
        (0..rounds).for_each(|_| tools.all(rules, &positions, step));
        Done { units: rounds * positions.len() as u64, ..Done::default() }
    });
}

/// What steps are done with, used again and again.
struct Tools<'r> {
    space: ActionSpace<'r>,
    state: State,
    chance: SeededChance,
    figures: Figures,
}

impl<'r> Tools<'r> {
    fn new(rules: &'r Rules, state: &State) -> Self {
        let space = ActionSpace::new(rules);
        Self { space, state: state.clone(), chance: SeededChance::new(1), figures: Figures::default() }
    }

    fn all(&mut self, rules: &'r Rules, positions: &[State], step: Step) {
        for (i, position) in positions.iter().enumerate() {
            self.one(rules, position, step, i);
        }
    }

    fn one(&mut self, rules: &'r Rules, position: &State, step: Step, i: usize) {
        let Self { space, state, chance, figures } = self;
        let who = rules.to_act(position).lowest().unwrap_or_default();
        match step {
            Step::List => {
                rules.legal(position, who, space);
                black_box(space.len());
            }
            // Of what was listed last: as many as there are positions.
            Step::Pick => {
                if space.is_empty() || i.is_multiple_of(10) {
                    rules.legal(position, who, space);
                }
                black_box(space.nth(i * 7919 % space.len()));
            }
            Step::Apply => {
                rules.legal(position, who, space);
                let action = space.nth(i * 7919 % space.len());
                state.clone_from(position);
                rules.apply_listed(state, who, &action, chance, &mut NoEvents, space).expect("a listed action applies");
            }
            Step::Copy => {
                state.clone_from(position);
                black_box(&*state);
            }
            Step::View => drop(black_box(OwnedView::of(rules.view(position, Some(who))))),
            Step::Determinize => drop(black_box(rules.determinize(&rules.view(position, Some(who)), chance))),
            Step::Figures => {
                rules.figures(position, figures);
                black_box(&*figures);
            }
            Step::Sheet => drop(black_box(rules.score(position))),
            Step::Trail => {
                let network = rules.look(position).network(SideId(0), Purpose::Path);
                let edges = network.edges.iter().map(|route| {
                    let route = rules.board().route(*route);
                    TrailEdge { ends: route.ends.map(|city| city.0), weight: route.length.into() }
                });
                black_box(longest_trail(&edges.collect::<Vec<_>>(), TRAIL_BUDGET));
            }
        }
    }
}

fn compiles(registry: &Registry, map: &str, rounds: u64, measure: &mut dyn FnMut(&mut dyn FnMut() -> Done)) {
    let text = registry.find_map(map).unwrap_or_default();
    let source = GameSource::new(map, text, 4);
    again(rounds, &mut || drop(black_box(compile(registry, &source))), measure);
}

/// Does the same so many times.
fn again(rounds: u64, once: &mut dyn FnMut(), measure: &mut dyn FnMut(&mut dyn FnMut() -> Done)) {
    once();
    measure(&mut || {
        (0..rounds).for_each(|_| once());
        Done { units: rounds, ..Done::default() }
    });
}
