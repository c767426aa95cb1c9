//! Known numbers: how many sequences of actions there are to a depth, with chance fixed by a seed or enumerated; and one
//! whole game on a small board as text, to be read in review.
//!
//! `TTR_BLESS=1 cargo test -p ttr-tests --test properties perft::` writes `tests/golden/tiny.txt` anew.

use std::fmt::Write as _;
use std::path::Path;
use ttr_core::chance::RecordedChance;
use ttr_core::{ActionSpace, Event, GameSource, NoEvents, Rules, SeededChance, State};
use ttr_files::{OwnedView, names};
use ttr_tests::props::{Branches, Table, bot, tiny, viewers};

/// How many sequences of so many decisions there are; chance goes on from where it was.
fn perft(rules: &Rules, state: &State, chance: &SeededChance, depth: usize) -> u64 {
    let Some(who) = rules.to_act(state).lowest() else { return 1 };
    if depth == 0 {
        return 1;
    }
    let mut space = ActionSpace::new(rules);
    rules.legal(state, who, &mut space);
    if depth == 1 {
        return space.len() as u64;
    }
    let mut sequences = 0;
    for action in space.iter().collect::<Vec<_>>() {
        let (mut next, mut chance) = (state.clone(), chance.clone());
        rules.apply_listed(&mut next, who, &action, &mut chance, &mut NoEvents, &mut space).expect("a listed action");
        sequences += perft(rules, &next, &chance, depth - 1);
    }
    sequences
}

/// How many sequences of so many decisions there are, each with everything that chance can bring.
fn perft_of_all_chances(rules: &Rules, state: &State, depth: usize) -> u64 {
    let Some(who) = rules.to_act(state).lowest() else { return 1 };
    if depth == 0 {
        return 1;
    }
    let mut space = ActionSpace::new(rules);
    rules.legal(state, who, &mut space);
    let mut sequences = 0;
    for action in space.iter().collect::<Vec<_>>() {
        let mut chance = Branches::default();
        loop {
            let mut next = state.clone();
            rules
                .apply_listed(&mut next, who, &action, &mut chance, &mut NoEvents, &mut ActionSpace::new(rules))
                .expect("a listed action");
            sequences += perft_of_all_chances(rules, &next, depth - 1);
            if !chance.next_leaf() {
                break;
            }
        }
    }
    sequences
}

#[test]
fn perft_of_usa_with_two_players() {
    let registry = ttr_variants::registry();
    let map = registry.find_map("usa").expect("a bundled map");
    let table = Table::new(ttr_variants::registry, GameSource::new("usa", map, 2));
    let mut chance = SeededChance::new(1);
    let state = table.rules.start(&mut chance, &mut NoEvents).expect("setup");
    let counts: Vec<u64> = (1..=5).map(|depth| perft(&table.rules, &state, &chance, depth)).collect();
    assert_eq!(counts, [4, 16, 1984, 228_512, 8_290_848]);
}

#[test]
fn perft_of_the_tiny_board_with_all_chances() {
    for (players, expected) in [(2, [3, 9, 81, 384, 2080, 13_278, 78_609]), (3, [7, 24, 111, 420, 1732, 8376, 38_757])]
    {
        let table = tiny(players);
        let mut chance = SeededChance::new(1);
        let state = table.rules.start(&mut chance, &mut NoEvents).expect("setup");
        let counts: Vec<u64> = (1..=7).map(|depth| perft_of_all_chances(&table.rules, &state, depth)).collect();
        assert_eq!(counts, expected, "{players} players");
    }
}

/// One game on the tiny board: after every decision what happened, what everybody sees, and what can be done.
fn playthrough() -> String {
    let table = tiny(2);
    let rules = &*table.rules;
    let seed = 3;
    let mut text = String::new();
    let (mut seeded, mut events) = (SeededChance::new(seed), Vec::new());
    let mut chance = RecordedChance::new(&mut seeded);
    let mut state = rules.start(&mut chance, &mut events).expect("setup");
    let mut outcomes = chance.outcomes;
    let mut n = 0;
    writeln!(text, "# {}\n\n## setup", table.name).expect("a text");
    loop {
        describe(rules, &state, &events, &outcomes, &mut text);
        let Some((who, action)) = bot(rules, &state, seed, n) else { break };
        n += 1;
        writeln!(text, "\n## {n}. {} {}", rules.seat_name(who), rules.action_text(&state, who, &action))
            .expect("a text");
        writeln!(text, "{}", names::action(rules.view(&state, Some(who)), &action)).expect("a text");
        events.clear();
        let mut chance = RecordedChance::new(&mut seeded);
        rules
            .apply_listed(&mut state, who, &action, &mut chance, &mut events, &mut ActionSpace::new(rules))
            .expect("a listed action");
        outcomes = chance.outcomes;
    }
    writeln!(text, "\n## score").expect("a text");
    let sheet = rules.score(&state);
    for side in &sheet.sides {
        writeln!(text, "{}: {}", rules.side_name(side.side), side.total).expect("a text");
        for line in &side.lines {
            writeln!(text, "  {} {} [{}]", line.points, rules.text(&line.note), line.rule).expect("a text");
        }
    }
    let winners: Vec<String> = sheet.winners.iter().map(|s| rules.side_name(*s)).collect();
    writeln!(text, "won by {}, decided by {:?}", winners.join(" and "), sheet.decided_by).expect("a text");
    writeln!(text, "fingerprint {:016x}", state.fingerprint()).expect("a text");
    text
}

fn describe(rules: &Rules, state: &State, events: &[Event], outcomes: &[(u16, u16)], text: &mut String) {
    for outcome in outcomes {
        writeln!(text, "chance: {}", names::outcome(rules, *outcome)).expect("a text");
    }
    for event in events {
        let module = rules.module_name(event.module);
        writeln!(text, "event: {} [{module}, {}]", rules.event_text(event, None), event.phase.name()).expect("a text");
    }
    for viewer in viewers(rules) {
        let view = OwnedView::of(rules.view(state, viewer));
        let name = viewer.map_or("onlooker".to_owned(), |who| rules.seat_name(who));
        writeln!(text, "view of {name}: turn of {}, {:?}, score {:?}", view.turn_of, view.turns, view.score)
            .expect("a text");
        for zone in &view.zones {
            let mut zone = serde_json::to_value(zone).expect("a view is plain data");
            let fields = zone.as_object_mut().expect("a zone");
            let key = ["name", "owner"].map(|k| fields.remove(k).and_then(|v| v.as_str().map(str::to_owned)));
            fields.retain(|_, v| v.as_object().is_none_or(|o| !o.is_empty()));
            if !fields.is_empty() {
                let owner = key[1].as_ref().map_or(String::new(), |owner| format!(" of {owner}"));
                writeln!(text, "  {}{owner}: {zone}", key[0].clone().unwrap_or_default()).expect("a text");
            }
        }
        for sealed in &view.sealed {
            let answer = sealed.answer.as_ref().map_or("closed".to_owned(), ToString::to_string);
            writeln!(text, "  answer of {}: {answer}", sealed.who).expect("a text");
        }
        if viewer.is_none() {
            for route in &view.routes {
                writeln!(text, "  {} held by {}", route.route, route.held.join(", ")).expect("a text");
            }
            for (register, values) in &view.registers {
                writeln!(text, "  {register}: {values:?}").expect("a text");
            }
            for frame in &view.pending {
                writeln!(text, "  pending: {} for {:?} {:?}", frame.decision, frame.who, frame.args).expect("a text");
            }
        }
    }
    let mut space = ActionSpace::new(rules);
    for who in rules.to_act(state).iter() {
        rules.legal(state, who, &mut space);
        writeln!(text, "{} can:", rules.seat_name(who)).expect("a text");
        for action in space.iter().collect::<Vec<_>>() {
            writeln!(text, "  {}", rules.action_text(state, who, &action)).expect("a text");
        }
    }
}

#[test]
fn the_playthrough_of_the_tiny_board_is_as_written_down() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/tiny.txt");
    let got = playthrough();
    if std::env::var_os("TTR_BLESS").is_some() {
        std::fs::write(&path, &got).expect("a file that can be written");
    }
    let written = std::fs::read_to_string(&path).expect("a playthrough").replace("\r\n", "\n");
    if let Some((n, (got, written))) = got.lines().zip(written.lines()).enumerate().find(|(_, (a, b))| a != b) {
        panic!("line {} differs:\n  got {got}\n  was {written}\n(TTR_BLESS=1 writes it anew)", n + 1);
    }
    assert_eq!(got.lines().count(), written.lines().count(), "TTR_BLESS=1 writes it anew");
}
