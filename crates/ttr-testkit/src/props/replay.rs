//! Saved games, sealed answers in any order, undo, and games compared by name.

use super::course::{Course, Written, broken, mark};
use super::play::{Rng, Style, Table, Walk, choose};
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use std::sync::Arc;
use ttr_core::game::Step;
use ttr_core::{
    Action, ActionSpace, Chance, Event, Game, GameSource, Illegal, Kind, NoEvents, OpId, PlayerId, PlayerSet, Rules,
    SeededChance, Sink, State, What,
};
use ttr_files::names;
use ttr_files::save::{self, Save};

/// What the players of a game do: it depends on the game's seed, the number of the decision and the position alone, so
/// that they do the same after a break. In a game that is written down they do what is written there.
///
/// # Panics
/// If the game does not end.
pub fn bot(rules: &Rules, state: &State, course: impl Into<Course>, n: usize) -> Option<(PlayerId, Action)> {
    let course = course.into();
    mark(n);
    if let Some(written) = course.written() {
        return written.steps.get(n).copied();
    }
    if n > 10 * super::play::MOST_DECISIONS {
        broken("end");
        panic!("seed {}: the game does not end", course.seed());
    }
    let seed = course.seed();
    let mut rng = Rng::new(seed ^ (n as u64) << 32);
    let asked: Vec<PlayerId> = rules.to_act(state).iter().collect();
    if asked.is_empty() {
        return None;
    }
    let who = rng.of(&asked);
    let mut space = ActionSpace::new(rules);
    rules.legal(state, who, &mut space);
    let style = if seed.is_multiple_of(2) { Style::Uniform } else { Style::KindsFirst };
    Some((who, choose(&space, &mut rng, style)?))
}

/// Plays a game on until it is over or has so many decisions.
///
/// # Panics
/// If an action that is listed fails.
pub fn play_on(game: &mut Game, course: &Course, chance: &mut dyn Chance, most: usize, sink: &mut dyn Sink) {
    let rules = game.rules().clone();
    while game.steps().len() < most
        && let Some((who, action)) = bot(&rules, game.state(), course, game.steps().len())
    {
        if let Err(refused) = game.act(who, &action, chance, sink) {
            broken("legality");
            panic!("decision {}: {action:?} of {who:?} is listed, but {refused}", game.steps().len());
        }
    }
}

/// A whole game, with all that happened.
///
/// # Panics
/// If it can't be played.
pub fn whole_game(rules: &Arc<Rules>, course: impl Into<Course>) -> (Game, Vec<Event>) {
    let course = course.into();
    let (mut chance, mut events) = (course.chance(rules), Vec::new());
    let mut game = Game::start(rules.clone(), &mut chance, &mut events).expect("setup");
    play_on(&mut game, &course, &mut chance, usize::MAX, &mut events);
    (game, events)
}

/// A game as the text of a save: by its seed, or where it is written down, with what each pile gives.
pub fn save_of(game: &Game, source: &GameSource, course: &Course) -> String {
    match course {
        Course::Seed(seed) => save::write(game, source, *seed),
        Course::Written(written) => save::write(game, source, Written::of(game, written.seed).origin()),
    }
}

/// A saved game replays to the same positions with the same events, and a game that was stopped anywhere goes on as if
/// it had not been; it is stopped so many times.
pub fn saves_are_exact(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>, stops: usize) {
    let registry = &*table.registry;
    for course in games {
        let course: Course = course.into();
        let seed = course.seed();
        let place = format!("{}: seed {seed}", table.name);
        let (game, events) = whole_game(&table.rules, &course);
        let text = save_of(&game, &table.source, &course);
        let save = Save::read(&text).expect("a save");
        let mut heard: Vec<Event> = Vec::new();
        let again = save.replay(registry, usize::MAX, |_, _, events| heard.extend_from_slice(events)).expect("a save");
        assert_eq!(again.state(), game.state(), "{place}");
        assert_eq!(again.state().fingerprint(), game.state().fingerprint(), "{place}");
        assert_eq!(again.steps(), game.steps(), "{place}");
        assert_eq!(heard, events, "{place}: a replay sounds different");
        assert_eq!(save_of(&again, &table.source, &course), text, "{place}: written again it differs");

        let mut rng = Rng::new(!seed);
        for _ in 0..stops {
            let stop = rng.below(game.steps().len() + 1);
            let mut chance = course.chance(&table.rules);
            let mut part = Game::start(table.rules.clone(), &mut chance, &mut NoEvents).expect("setup");
            play_on(&mut part, &course, &mut chance, stop, &mut NoEvents);
            let text = match &course {
                Course::Seed(_) => save_of(&part, &table.source, &course),
                // All that is written down is still to come.
                Course::Written(_) => save::write(&part, &table.source, Written::of(&game, seed).origin()),
            };
            let (mut part, mut chance) = Save::read(&text).expect("a save").resume(registry).expect("a save");
            assert_eq!(part.steps(), &game.steps()[..stop], "{place}, stopped at {stop}");
            play_on(&mut part, &course, &mut chance, usize::MAX, &mut NoEvents);
            assert_eq!(part.steps(), game.steps(), "{place}, stopped at {stop}");
            assert_eq!(part.state(), game.state(), "{place}, stopped at {stop}");
            // The same by what was written down, up to there.
            let part = save.replay(registry, stop, |_, _, _| {}).expect("a save");
            assert_eq!(part.steps(), &game.steps()[..stop], "{place}, replayed up to {stop}");
        }
    }
}

/// A save that is cut at a line is the game as it was then; one that is cut elsewhere, or in which anything was changed,
/// is refused, with the line.
pub fn damaged_saves_are_refused(table: &Table, seed: u64) {
    let registry = &*table.registry;
    let (game, _) = whole_game(&table.rules, seed);
    let text = save::write(&game, &table.source, seed);
    let lines: Vec<&str> = text.lines().collect();
    let mut rng = Rng::new(seed);
    for n in 0..lines.len() {
        let whole: String = lines[..n].iter().map(|l| format!("{l}\n")).collect();
        if n > 0 && (n < 4 || rng.one_in(16)) {
            let (part, _) = Save::read(&whole).expect("whole lines").resume(registry).expect("a save");
            assert_eq!(part.steps(), &game.steps()[..n - 1], "cut after line {n}");
        }
        // Cut within the next line, or with nothing but its end missing.
        let line = lines[n];
        let at = (0..line.len()).rev().find(|i| line.is_char_boundary(*i) && rng.one_in(3)).unwrap_or(1);
        let fault = Save::read(&format!("{whole}{}", &line[..at])).expect_err("a line that is cut short");
        assert_eq!(fault.line, n + 1, "{fault}");
        let (without, with) = (Save::read(&format!("{whole}{line}")), Save::read(&format!("{whole}{line}\n")));
        let (without, with) = (without.expect("all sums fit"), with.expect("whole lines"));
        assert!(
            without.header == with.header && without.entries == with.entries,
            "the end of line {} is missing",
            n + 1
        );
        assert!(without.note().is_some() && with.note().is_none(), "what was cut is told");
        // A line left out, twice, or two in the wrong order.
        for changed in [[&lines[..n], &lines[n + 1..]].concat(), [&lines[..n], &[line], &lines[n..]].concat()] {
            let text: String = changed.iter().map(|l| format!("{l}\n")).collect();
            let last = n + 1 == lines.len() && changed.len() < lines.len();
            assert_eq!(Save::read(&text).is_ok(), last && n > 0, "line {} left out or twice", n + 1);
        }
        let parsed: Json = serde_json::from_str(line).expect("JSON");
        for changed in changes(&parsed, &mut rng) {
            let mut lines: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
            lines[n] = changed.to_string();
            let fault = Save::read(&(lines.join("\n") + "\n")).expect_err("a line that was changed");
            assert_eq!(fault.line, n + 1, "{fault}");
        }
    }
}

/// The JSON with something else in one of its fields: every field once.
fn changes(json: &Json, rng: &mut Rng) -> Vec<Json> {
    let other = |json: &Json, rng: &mut Rng| match json {
        Json::Number(n) => json!(n.as_u64().unwrap_or(0) + 1),
        Json::String(text) if rng.one_in(2) => json!(format!("{text}x")),
        Json::Bool(b) => json!(!b),
        Json::Null => json!("x"),
        _ => Json::Null,
    };
    let mut changed = Vec::new();
    match json {
        Json::Object(map) => {
            for key in map.keys() {
                let mut less = map.clone();
                less.remove(key);
                changed.push(Json::Object(less));
                for part in changes(&map[key], rng) {
                    let mut map = map.clone();
                    map[key] = part;
                    changed.push(Json::Object(map));
                }
            }
            let mut more = map.clone();
            more.insert("more".to_owned(), json!(1));
            changed.push(Json::Object(more));
        }
        Json::Array(list) => {
            for i in 0..list.len() {
                let mut less = list.clone();
                less.remove(i);
                changed.push(Json::Array(less));
                for part in changes(&list[i], rng) {
                    let mut list = list.clone();
                    list[i] = part;
                    changed.push(Json::Array(list));
                }
            }
        }
        leaf => changed.push(other(leaf, rng)),
    }
    changed
}

/// The order in which sealed answers arrive leaves no trace in the position, nor in what happens when they are opened.
/// Gives how many orders were tried.
pub fn sealed_answers_come_in_any_order(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>) -> usize {
    let rules = &*table.rules;
    let mut orders = 0;
    for course in games {
        let course: Course = course.into();
        let mut walk = Walk::new(rules, &course);
        while let Some(frame) = walk.frame() {
            if rules.decision(frame.decision).sealed && frame.who.len() > 1 {
                orders += any_order(&mut walk, table);
            }
            if !walk.step() {
                break;
            }
        }
    }
    orders
}

fn any_order(walk: &mut Walk<'_>, table: &Table) -> usize {
    let rules = walk.rules;
    let asked: Vec<PlayerId> = rules.to_act(&walk.state).iter().collect();
    let mut answers: Vec<(PlayerId, Action)> = Vec::new();
    for who in asked {
        let mut space = ActionSpace::new(rules);
        rules.legal(&walk.state, who, &mut space);
        answers.push((who, choose(&space, &mut walk.rng, Style::Uniform).expect("who is asked has an answer")));
    }
    let mut first: Option<(State, Vec<Event>)> = None;
    let mut after: HashMap<PlayerSet, State> = HashMap::new();
    let orders = orders_of(&answers);
    for order in &orders {
        let place = format!("{}: {}: {order:?}", table.name, walk.place());
        let (mut state, mut chance, mut events) = (walk.state.clone(), walk.chance.clone(), Vec::new());
        let mut answered = PlayerSet::NONE;
        for (i, (who, action)) in order.iter().enumerate() {
            let at = events.len();
            rules.apply(&mut state, *who, action, &mut chance, &mut events).expect("a listed answer");
            let opened = events[at..].iter().any(|e| !is_about_asking(e));
            assert_eq!(opened, i + 1 == order.len(), "{place}: the last one opens them");
            answered = answered.with(*who);
            assert_eq!(state, *after.entry(answered).or_insert_with(|| state.clone()), "{place}: {answered:?}");
        }
        events.retain(|e| !is_about_asking(e));
        match &first {
            None => first = Some((state, events)),
            Some((same, heard)) => {
                assert_eq!(state, *same, "{place}");
                assert_eq!(events, *heard, "{place}");
            }
        }
    }
    orders.len()
}

fn is_about_asking(event: &Event) -> bool {
    matches!(event.what, What::Chose { sealed: true, .. } | What::Asked { .. })
}

/// All orders of a list.
pub fn orders_of<T: Copy>(list: &[T]) -> Vec<Vec<T>> {
    if list.is_empty() {
        return vec![vec![]];
    }
    let rest = |i: usize| -> Vec<T> { (0..list.len()).filter(|j| *j != i).map(|j| list[j]).collect() };
    (0..list.len())
        .flat_map(|i| orders_of(&rest(i)).into_iter().map(move |order| [&[list[i]], &order[..]].concat()))
        .collect()
}

/// What can be undone is undone exactly, and only by who did it; an illegal action leaves a game as it was, whatever it
/// says. Gives how many decisions were undone.
pub fn undo_is_exact(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>) -> usize {
    let mut undone = 0;
    for course in games {
        let course: Course = course.into();
        let seed = course.seed();
        let rules = &table.rules;
        let mut chance = course.chance(rules);
        let mut game = Game::start(rules.clone(), &mut chance, &mut NoEvents).expect("setup");
        let mut rng = Rng::new(!seed);
        while let Some((who, action)) = bot(rules, game.state(), &course, game.steps().len()) {
            let place = format!("{}: seed {seed}, decision {}", table.name, game.steps().len());
            garbage_is_refused(&mut game, who, &action, &mut rng, &place);
            let (before, steps) = (game.state().clone(), game.steps().len());
            let mut seeded = chance.clone();
            game.act(who, &action, &mut chance, &mut NoEvents).expect("a listed action");
            let drawn = !game.steps()[steps].outcomes.is_empty();
            let (after, taken) = (game.state().clone(), game.steps()[steps].clone());
            for other in rules.player_ids().filter(|p| *p != who) {
                assert!(game.undo(other).is_err(), "{place}: undone by another");
            }
            if game.undo(who).is_ok() {
                assert!(!drawn, "{place}: chance was undone");
                assert_eq!((game.state(), game.steps().len()), (&before, steps), "{place}");
                game.act(who, &action, &mut seeded, &mut NoEvents).expect("a listed action");
                undone += 1;
            }
            assert_eq!((game.state(), &game.steps()[steps..]), (&after, &[taken][..]), "{place}");
        }
    }
    undone
}

fn garbage_is_refused(game: &mut Game, who: PlayerId, action: &Action, rng: &mut Rng, place: &str) {
    let mut other = *action;
    other.op = OpId(rng.below(40) as u16);
    other.args = [rng.word() as u16, rng.word() as u16, rng.word() as u16];
    other.pay.set(Kind::at(rng.below(32)), rng.word() as u8);
    // All that was before can be compared now and then only: it grows with every decision.
    let whole = rng.one_in(32).then(|| game.clone());
    let (state, steps) = (game.state().clone(), game.steps().len());
    match game.act(who, &other, &mut SeededChance::new(1), &mut NoEvents) {
        Err(Illegal::Refused { rule, .. }) => assert!(!rule.is_empty(), "{place}"),
        other => panic!("{place}: {other:?}"),
    }
    assert_eq!((game.state(), game.steps().len()), (&state, steps), "{place}");
    assert!(whole.is_none_or(|whole| whole.steps() == game.steps()), "{place}");
}

/// A game by name: who did what, what chance brought, and the score, without a number that depends on what else is
/// registered.
pub fn story(rules: &Arc<Rules>, course: impl Into<Course>) -> Vec<Json> {
    let (game, _) = whole_game(rules, course);
    let outcomes = |list: &[(u16, u16)]| list.iter().map(|o| names::outcome(rules, *o)).collect::<Vec<_>>();
    let mut story = vec![json!(outcomes(game.start_outcomes()))];
    let step = |s: &Step| json!([s.who.0, names::chosen(rules, &s.action, &s.tickets), outcomes(&s.outcomes)]);
    story.extend(game.steps().iter().map(step));
    let sheet = rules.score(game.state());
    for side in &sheet.sides {
        let lines: Vec<Json> = side.lines.iter().map(|l| json!([l.rule, rules.text(&l.note), l.points])).collect();
        story.push(json!([rules.side_name(side.side), lines, side.total]));
    }
    story.push(json!(sheet.winners.iter().map(|s| rules.side_name(*s)).collect::<Vec<_>>()));
    story.push(json!(rules.end_reason(rules.view(game.state(), None).over().expect("it is over"))));
    story
}
