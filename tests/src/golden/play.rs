//! Playing a game to be recorded, and playing a recorded game again.

use super::names::{Names, told};
use super::{Ending, ORDER_IS_AS_RECORDED, Recorded, Seen, Step, Told};
use serde_json::Value as Json;
use std::collections::VecDeque;
use ttr_bots::{Bot, Bots, PlayerRng};
use ttr_core::chance::{Lot, NoOutcome, RecordedChance};
use ttr_core::hash::Fnv;
use ttr_core::{Action, ActionSpace, Chance, Event, PlayerId, Rules, SeededChance, State, What};
use ttr_files::{OwnedView, names};

/// What everybody sees is looked at once in so many decisions.
const LOOKED_AT: usize = 16;
/// What is told is recorded of one game in so many: it takes longer than to play.
const TOLD: u64 = 3;

fn players(rules: &Rules, bot: &str, seed: u64) -> Result<Vec<Box<dyn Bot>>, String> {
    let bots = Bots::bundled();
    let entry = bots.find(bot).ok_or_else(|| format!("no player is named {bot}"))?;
    let player = |seat| {
        let mut player = entry.make();
        player.begin(PlayerRng::of_seat(seed, seat));
        player
    };
    Ok((0..rules.players()).map(player).collect())
}

/// How many of these events are forced actions.
fn forced(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event.what, What::Chose { forced: true, .. })).count()
}

/// Listens to a game.
struct Listener<'r> {
    rules: &'r Rules,
    viewers: [Option<PlayerId>; 2],
    what: Fnv,
    whence: Fnv,
    heard: usize,
}

impl<'r> Listener<'r> {
    fn new(rules: &'r Rules, seed: u64) -> Option<Self> {
        let player = PlayerId::at((seed / TOLD) as usize % rules.players());
        let listens = seed.is_multiple_of(TOLD);
        let (what, whence) = (Fnv::new(), Fnv::new());
        listens.then_some(Self { rules, viewers: [None, Some(player)], what, whence, heard: 0 })
    }

    fn hear(&mut self, st: &State, events: &[Event]) {
        let rules = self.rules;
        for viewer in self.viewers {
            for event in events {
                self.what.bytes(names::event_json(rules, event, viewer).to_string().as_bytes());
            }
            if self.heard.is_multiple_of(LOOKED_AT) {
                let view = serde_json::to_value(OwnedView::of(rules.view(st, viewer))).unwrap_or_default();
                self.what.bytes(view.to_string().as_bytes());
            }
        }
        for event in events {
            self.whence.bytes(rules.module_name(event.module).as_bytes());
            self.whence.bytes(event.phase.name().as_bytes());
        }
        self.heard += 1;
    }

    fn told(&self) -> Told {
        Told { what: self.what.value() as u32, whence: self.whence.value() as u32 }
    }
}

/// Plays a game and writes it down.
///
/// # Errors
/// If it can't be played, in words.
pub fn record(rules: &Rules, bot: &str, seed: u64) -> Result<Recorded, String> {
    let mut players = players(rules, bot, seed)?;
    record_by(rules, seed, |st, who, space| {
        let chosen = players[who.index()].choose(rules.view(st, Some(who)), space);
        space.get(chosen).ok_or_else(|| "a player chose what is not there".to_owned())
    })
}

/// Writes a recorded game down anew: with the same decisions, and those between them that nobody was asked for then because there was
/// nothing to choose.
///
/// # Errors
/// If they don't fit any more, in words.
pub fn record_again(rules: &Rules, game: &Recorded) -> Result<Recorded, String> {
    let mut steps = game.steps.iter().peekable();
    let again = record_by(rules, game.seed, |st, who, space| {
        let written = |step: &&Step| names::action_from(rules.view(st, Some(PlayerId::at(step.who - 1))), &step.action);
        let next = steps.peek().filter(|step| step.who == who.index() + 1).and_then(|step| written(step).ok());
        match next.filter(|next| space.contains(next)) {
            Some(next) => {
                steps.next();
                Ok(next)
            }
            None if space.len() == 1 => Ok(space.nth(0)),
            None => Err("a decision does not fit any more".to_owned()),
        }
    })?;
    let brought = |game: &Recorded| game.steps.iter().flat_map(|step| step.chance.clone()).collect::<Vec<_>>();
    let same = (&again.start, brought(&again)) == (&game.start, brought(game));
    if same && again.ending.differs_from(&game.ending).is_none() {
        Ok(again)
    } else {
        Err("it ends otherwise".to_owned())
    }
}

/// Plays a game with the actions that are chosen, and writes it down.
fn record_by(
    rules: &Rules,
    seed: u64,
    mut choose: impl FnMut(&State, PlayerId, &ActionSpace<'_>) -> Result<Action, String>,
) -> Result<Recorded, String> {
    let names = Names::new(rules);
    let mut seeded = SeededChance::new(seed);
    let mut events: Vec<Event> = Vec::new();
    let outcomes = |chance: &RecordedChance<'_>| -> Vec<Json> {
        chance.outcomes.iter().map(|outcome| names::outcome(rules, *outcome)).collect()
    };
    let mut chance = RecordedChance::new(&mut seeded);
    let mut st = rules.start(&mut chance, &mut events).map_err(|why| format!("setup: {why}"))?;
    let start = outcomes(&chance);
    let mut listener = Listener::new(rules, seed);
    listener.iter_mut().for_each(|listener| listener.hear(&st, &events));
    let mut steps = Vec::new();
    let mut space = ActionSpace::new(rules);
    while let Some(who) = rules.to_act(&st).lowest() {
        rules.legal(&st, who, &mut space);
        let list = names.of_list(&st, who, &space);
        let action = choose(&st, who, &space)?;
        let named = names::action(rules.view(&st, Some(who)), &action);
        events.clear();
        let mut chance = RecordedChance::new(&mut seeded);
        rules
            .apply_listed(&mut st, who, &action, &mut chance, &mut events, &mut space)
            .map_err(|why| why.to_string())?;
        listener.iter_mut().for_each(|listener| listener.hear(&st, &events));
        let seen = Seen { legal: list.legal, names: list.names, forced: forced(&events) };
        steps.push(Step { who: who.index() + 1, action: named, chance: outcomes(&chance), seen: Some(seen) });
    }
    let told = listener.map(|listener| listener.told());
    Ok(Recorded { players: rules.players(), seed, start, steps, ending: Ending::of(rules, &st), told })
}

/// Asks the seed, and gives what is written down.
struct Both {
    seeded: SeededChance,
    written: VecDeque<(u16, u16)>,
    /// What differs.
    strayed: Option<String>,
}

impl Both {
    fn expect(&mut self, rules: &Rules, outcomes: &[Json]) -> Result<(), String> {
        self.written = outcomes.iter().map(|outcome| names::outcome_from(rules, outcome)).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn check(&mut self, rules: &Rules) -> Result<(), String> {
        if let Some(strayed) = self.strayed.take() {
            return Err(strayed);
        }
        let left: Vec<String> = self.written.iter().map(|o| names::outcome(rules, *o).to_string()).collect();
        if left.is_empty() { Ok(()) } else { Err(format!("nobody asked chance for {}", left.join(", "))) }
    }
}

impl Chance for Both {
    fn pick(&mut self, lot: &Lot<'_>) -> Result<u32, NoOutcome> {
        let seeded = self.seeded.pick(lot)?;
        let Some((_, outcome)) = self.written.pop_front().filter(|(stream, _)| *stream == lot.stream) else {
            self.strayed.get_or_insert(format!("{:?} is asked for something that was not recorded", lot.name));
            return Err(NoOutcome::Empty);
        };
        if lot.outcome(seeded) != Some(outcome) {
            let seeded = lot.outcome(seeded);
            let why = format!("the seed gives {seeded:?} of {:?}, {outcome} was recorded", lot.name);
            self.strayed.get_or_insert(why);
        }
        lot.number(outcome).ok_or(NoOutcome::CantCome(outcome))
    }
}

/// Plays a recorded game again and compares everything.
///
/// # Errors
/// With the first thing that differs, in words.
pub fn verify(rules: &Rules, bot: &str, game: &Recorded) -> Result<(), String> {
    let mut again = Again::new(rules, Some(bot), game)?;
    for (i, step) in game.steps.iter().enumerate() {
        again.step(step).map_err(|why| {
            format!("decision {} of {}, player {}: {}: {why}", i + 1, game.steps.len(), step.who, step.action)
        })?;
    }
    again.end(game)
}

/// A game that is played again.
struct Again<'r> {
    rules: &'r Rules,
    names: Names<'r>,
    /// The players that have to choose what they chose before.
    players: Vec<Box<dyn Bot>>,
    chance: Both,
    st: State,
    space: ActionSpace<'r>,
    events: Vec<Event>,
    listener: Option<Listener<'r>>,
}

impl<'r> Again<'r> {
    fn new(rules: &'r Rules, bot: Option<&str>, game: &Recorded) -> Result<Self, String> {
        let bot = bot.filter(|bot| ORDER_IS_AS_RECORDED || *bot == "greedy");
        let players = bot.map(|bot| players(rules, bot, game.seed)).transpose()?.unwrap_or_default();
        let mut chance = Both { seeded: SeededChance::new(game.seed), written: VecDeque::new(), strayed: None };
        let mut events: Vec<Event> = Vec::new();
        chance.expect(rules, &game.start)?;
        let started = rules.start(&mut chance, &mut events);
        chance.check(rules).map_err(|why| format!("setup: {why}"))?;
        let st = started.map_err(|why| format!("setup: {why}"))?;
        let mut listener = game.told.and_then(|_| Listener::new(rules, game.seed));
        listener.iter_mut().for_each(|listener| listener.hear(&st, &events));
        let (names, space) = (Names::new(rules), ActionSpace::new(rules));
        Ok(Self { rules, names, players, chance, st, space, events, listener })
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        let rules = self.rules;
        let who = PlayerId::at(step.who - 1);
        if !rules.to_act(&self.st).has(who) {
            return Err("another one is asked".to_owned());
        }
        rules.legal(&self.st, who, &mut self.space);
        let action = names::action_from(rules.view(&self.st, Some(who)), &step.action)?;
        if let Some(seen) = step.seen {
            let list = self.names.of_list(&self.st, who, &self.space);
            if list.legal != seen.legal || list.names != seen.names {
                let what = if list.legal == seen.legal { "as many, but others," } else { "so many" };
                let all = told(rules, &self.space);
                return Err(format!(
                    "{} actions are legal ({all}), {} were: {what} were recorded",
                    list.legal, seen.legal
                ));
            }
        }
        if !self.space.contains(&action) {
            return Err(format!("it is not legal: {}", rules.why_not(&self.st, who, &action)));
        }
        if let Some(player) = self.players.get_mut(who.index()) {
            let chosen = player.choose(rules.view(&self.st, Some(who)), &self.space);
            let chosen = self.space.get(chosen).ok_or("the player chooses what is not there")?;
            if chosen != action {
                return Err(format!("the player chooses {}", names::action(rules.view(&self.st, Some(who)), &chosen)));
            }
        }
        self.chance.expect(rules, &step.chance)?;
        self.events.clear();
        let applied =
            rules.apply_listed(&mut self.st, who, &action, &mut self.chance, &mut self.events, &mut self.space);
        self.chance.check(rules)?;
        applied.map_err(|why| why.to_string())?;
        let n = forced(&self.events);
        if let Some(seen) = step.seen.filter(|seen| seen.forced != n) {
            return Err(format!("{n} forced actions follow, {} were recorded", seen.forced));
        }
        if let Some(listener) = &mut self.listener {
            listener.hear(&self.st, &self.events);
        }
        Ok(())
    }

    fn end(&self, game: &Recorded) -> Result<(), String> {
        let asked: Vec<String> = self.rules.to_act(&self.st).iter().map(|who| self.rules.seat_name(who)).collect();
        if !asked.is_empty() {
            return Err(format!("it goes on with {}", asked.join(", ")));
        }
        if let Some(why) = Ending::of(self.rules, &self.st).differs_from(&game.ending) {
            return Err(why);
        }
        let now = self.listener.as_ref().map(Listener::told);
        match (now, game.told) {
            (Some(now), Some(then)) if now.what != then.what => Err("other things are told or seen".to_owned()),
            (Some(now), Some(then)) if now.whence != then.whence => {
                Err("what is told comes of other modules, or in other phases".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// The position of a recorded game after so many decisions.
///
/// # Errors
/// If it can't be played so far, in words.
pub(super) fn position(rules: &Rules, game: &Recorded, after: usize) -> Result<State, String> {
    let mut again = Again::new(rules, None, &Recorded { told: None, ..game.clone() })?;
    for step in &game.steps[..after] {
        again.step(&Step { seen: None, ..step.clone() })?;
    }
    Ok(again.st)
}
