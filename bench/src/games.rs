//! Whole games: of players who choose among all legal actions alike, and of computer players.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use std::convert::Infallible;
use ttr_bots::{Bot, PlayerRng};
use ttr_core::chance::below;
use ttr_core::{
    ActionSpace, Figures, GameSource, NoEvents, OpId, PlayerId, Registry, Rules, SeededChance, State, View, compile,
};

/// How much was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Games.
    pub games: u64,
    /// Turns of all players.
    pub turns: u64,
    /// Decisions; what is forced is none.
    pub decisions: u64,
    /// The sum of all scores.
    pub points: i64,
}

/// The rules of a bundled map for so many players.
///
/// # Panics
/// If there is no such map, or it is not for so many.
pub fn rules(registry: &Registry, map: &str, players: usize) -> Rules {
    let text = registry.find_map(map).unwrap_or_else(|| panic!("no map is named {map}"));
    compiled(registry, &GameSource::new(map, text, players))
}

/// The rules of a game.
///
/// # Panics
/// If it can't be played.
pub fn compiled(registry: &Registry, source: &GameSource) -> Rules {
    match compile(registry, source) {
        Ok(compiled) => compiled.rules,
        Err(failed) => panic!("{}: {}", source.map.name, failed.diagnostics[0].message),
    }
}

/// The number of any of the legal actions, one as likely as the other.
#[inline(always)]
fn any(space: &ActionSpace<'_>, player: &mut Xoshiro256PlusPlus) -> usize {
    // Where nothing is to be chosen, no chance is taken.
    if space.len() <= 1 { 0 } else { below(player, u32::try_from(space.len()).unwrap_or(u32::MAX)) as usize }
}

/// A table at which one game after the other is played.
pub struct Table<'a> {
    rules: &'a Rules,
    space: ActionSpace<'a>,
    chance: SeededChance,
    player: Xoshiro256PlusPlus,
    state: State,
    figures: Figures,
}

impl<'a> Table<'a> {
    /// A table for these rules.
    pub fn new(rules: &'a Rules) -> Self {
        let mut chance = SeededChance::new(0);
        let state = rules.start(&mut chance, &mut NoEvents).expect("a game begins");
        let space = ActionSpace::new(rules);
        Self { rules, space, chance, player: Xoshiro256PlusPlus::seed_from_u64(0), state, figures: Figures::default() }
    }

    /// Plays a game of chance to its end and scores it.
    pub fn play(&mut self, seed: u64, played: &mut Played) {
        self.begin(seed);
        let Self { rules, space, chance, player, state, .. } = self;
        let random = |_: View<'_>, _: PlayerId, space: &ActionSpace<'_>| Ok::<_, Infallible>(any(space, player));
        played.decisions += rules.play_out(state, chance, &mut NoEvents, space, random).expect("a game is played");
        self.score(played);
    }

    /// Plays a game of these players to its end, one for each seat, and scores it.
    pub fn play_with(&mut self, players: &mut [Box<dyn Bot>], seed: u64, played: &mut Played) {
        self.begin(seed);
        players.iter_mut().enumerate().for_each(|(seat, player)| player.begin(PlayerRng::of_seat(seed, seat)));
        let Self { rules, space, chance, state, .. } = self;
        let choose = |view: View<'_>, who: PlayerId, space: &ActionSpace<'_>| {
            Ok::<_, Infallible>(players[who.index()].choose(view, space))
        };
        played.decisions += rules.play_out(state, chance, &mut NoEvents, space, choose).expect("a game is played");
        self.score(played);
    }

    fn score(&mut self, played: &mut Played) {
        let Self { rules, state, figures, .. } = self;
        let look = rules.look(state);
        played.games += 1;
        played.turns += rules.player_ids().map(|who| u64::from(look.turns_of(who))).sum::<u64>();
        rules.figures(state, figures);
        played.points += figures.sides.iter().map(|side| i64::from(side.total)).sum::<i64>();
    }

    /// Lays out a new game.
    fn begin(&mut self, seed: u64) {
        let Self { rules, chance, player, state, .. } = self;
        chance.reseed(seed);
        *player = Xoshiro256PlusPlus::seed_from_u64(seed);
        rules.start_into(state, chance, &mut NoEvents).expect("a game begins");
    }

    /// The positions of a game at every decision, and its end.
    pub fn positions(&mut self, seed: u64) -> Vec<State> {
        let mut all = Vec::new();
        self.decide_all(seed, |_, state| all.push(state.clone()));
        all
    }

    /// Plays a game to its end, and calls `each` once it has begun and after every decision, with what was done and the
    /// position.
    #[inline]
    pub fn decide_all(&mut self, seed: u64, mut each: impl FnMut(Option<OpId>, &State)) {
        self.begin(seed);
        let Self { rules, space, chance, player, state, .. } = self;
        let mut next = rules.to_act(state).lowest();
        if let Some(who) = next {
            rules.legal(state, who, space);
        }
        each(None, state);
        while let Some(who) = next {
            let action = space.nth(any(space, player));
            rules.apply_listed(state, who, &action, chance, &mut NoEvents, space).expect("a listed action applies");
            each(Some(action.op), state);
            next = rules.to_act(state).lowest();
        }
    }
}
