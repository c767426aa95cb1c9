//! The order of modules means nothing: installed in another order, and with rules of one phase run in another order, the
//! game is the same by name.

use super::course::Course;
use super::play::{Rng, Table, Walk};
use serde_json::{Value as Json, json};
use ttr_core::{ActionSpace, NoEvents, PlayerId, Rules, State};
use ttr_files::{OwnedView, names};

/// Equal choices and equal chance lead to equal games when modules come in another order, wherever nothing says
/// which comes first: the same actions, the same views, the same scores.
///
/// # Panics
/// If they do not, with what differs.
pub fn order_means_nothing(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>) {
    let (rules, other) = (&*table.rules, &**table.reordered());
    for course in games {
        let course: Course = course.into();
        let (mut walk, mut rng) = (Walk::new(rules, &course), Rng::new(!course.seed()));
        let mut chance = course.chance(other);
        let place = format!("{}: {}", table.name, walk.place());
        let started = other.start(&mut chance, &mut NoEvents);
        let mut state =
            started.unwrap_or_else(|fault| panic!("{place}: with modules in another order, setup: {fault}"));
        loop {
            let place = format!("{}: {}", table.name, walk.place());
            let [asked, asked_there] = [pending(rules, &walk.state), pending(other, &state)];
            if asked != asked_there && asked != TURN && asked_there != TURN {
                // Two modules ask in one phase: who comes first is left to their names, and nothing else can be compared.
                break;
            }
            // Before a turn, what rules of the same phase do may not be done yet while one of them asks.
            let between = asked == TURN || asked_there == TURN || walk.state.is_over();
            if between && (walk.state.is_over() || rng.one_in(course.once_in(16)) || asked != asked_there) {
                compare(rules, &walk.state, other, &state, &place);
            }
            let Some((who, action)) = walk.choice() else { break };
            let named = names::action(rules.view(&walk.state, Some(who)), &action);
            walk.take(who, &action);
            let same = names::action_from(other.view(&state, Some(who)), &named);
            let done = same.and_then(|same| {
                other.apply(&mut state, who, &same, &mut chance, &mut NoEvents).map_err(|refused| refused.to_string())
            });
            if let Err(why) = done {
                panic!("{place}: {named} is legal, but with modules in another order not: {why}");
            }
        }
    }
}

/// The decision of a turn.
const TURN: &str = "core/turn";

/// What has to be decided.
fn pending<'r>(rules: &'r Rules, state: &State) -> &'r str {
    rules.look(state).frames().last().map_or("", |frame| &rules.decision(frame.decision).name)
}

fn compare(rules: &Rules, state: &State, other: &Rules, other_state: &State, place: &str) {
    let [one, two] = [(rules, state), (other, other_state)].map(|(rules, state)| told(rules, state));
    for (one, two) in one.iter().zip(&two) {
        if one != two {
            panic!("{place}: with modules in another order the game differs:\n{}", difference(one, two));
        }
    }
}

/// All that a position says by name, in an order that does not depend on that of modules.
fn told(rules: &Rules, state: &State) -> Vec<(String, Json)> {
    let mut told = Vec::new();
    let view = serde_json::to_value(OwnedView::of(rules.view(state, None))).unwrap_or_default();
    for (key, part) in view.as_object().into_iter().flatten() {
        let mut part = sorted(part);
        if key == "pending" {
            part.as_array_mut().into_iter().flatten().for_each(leave_out_numbers);
        }
        told.push((key.clone(), part));
    }
    for who in rules.player_ids() {
        let legal = legal_by_name(rules, state, who);
        told.push((format!("what {} can do", rules.seat_name(who)), json!(legal)));
    }
    for side in rules.final_score(state).sides {
        let lines = side.lines.iter().map(|line| json!([line.rule, rules.text(&line.note), line.points]));
        told.push((format!("the score of {}", rules.side_name(side.side)), sorted(&lines.collect())));
    }
    told
}

/// How far the engine's own procedures have come is no part of the game: it counts rules by their order.
fn leave_out_numbers(frame: &mut Json) {
    if frame["decision"].as_str().is_some_and(|name| name.starts_with("core/")) {
        frame["args"] = Json::Null;
    }
}

/// The first legal actions of a player.
fn legal_by_name(rules: &Rules, state: &State, who: PlayerId) -> Vec<Json> {
    const MOST: usize = 60;
    let mut space = ActionSpace::new(rules);
    rules.legal(state, who, &mut space);
    let mut list = vec![json!(space.len())];
    list.extend(space.iter().take(MOST).map(|action| names::action(rules.view(state, Some(who)), &action)));
    list
}

/// A list by its texts: zones are listed as modules bring them.
fn sorted(part: &Json) -> Json {
    match part {
        Json::Array(list) => {
            let mut list = list.clone();
            list.sort_by_cached_key(ToString::to_string);
            Json::Array(list)
        }
        other => other.clone(),
    }
}

/// What differs of two parts, with the first entry that only one of them has.
fn difference((name, one): &(String, Json), (_, two): &(String, Json)) -> String {
    let entries = |part: &Json| -> Vec<String> {
        match part {
            Json::Array(list) => list.iter().map(ToString::to_string).collect(),
            Json::Object(map) => map.iter().map(|(key, value)| format!("{key}: {value}")).collect(),
            other => vec![other.to_string()],
        }
    };
    let (one, two) = (entries(one), entries(two));
    let only = |list: &[String], other: &[String]| {
        let first = list.iter().find(|entry| !other.contains(entry));
        first.map_or_else(|| "nothing".to_owned(), |entry| entry.chars().take(300).collect())
    };
    format!("{name}: {}\n{name}: {}", only(&one, &two), only(&two, &one))
}
