//! The sheet of a score file equals that of the game: for random finished games of every bundled map, with its own rules and
//! with every other rule set, the file being written from what an onlooker sees of the end, and not from a save.
//!
//! `TTR_GAMES=32 cargo test -p ttr-tests --test properties score::` plays a thousand games of every variant.

use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use ttr_core::{Rules, ScoreSheet};
use ttr_files::score;
use ttr_source::{ScoreSource, Sources, toml_text};
use ttr_tests::judge::judging::view_json;
use ttr_tests::props::{Table, Walk, tables};

/// What the fields of modules say, read from the registers and zones that everybody sees: the field, the register, and what
/// one of it counts in the register.
const BANKS: &[(&str, &str, &str, &str)] = &[
    ("exchanged", "exchange/exchanged", "exchange", "points"),
    ("sets", "flags/sets", "flags", "points"),
    ("removed-points", "route-points/removed", "", ""),
];
const IN_CITIES: &[(&str, &str)] = &[("stations", "stations/station of"), ("ports", "ports/port of")];

fn texts(list: &Json) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Json::as_str).collect()
}

fn listed(words: &[&str]) -> String {
    words.iter().map(|word| toml_text(word)).collect::<Vec<_>>().join(", ")
}

/// The fields that were written, and how often.
type Written = BTreeMap<String, usize>;

/// The score file of a position: a reader of the board writes it, with the tracks of parallel routes or without.
fn score_file(table: &Table, view: &Json, tracks: bool, written: &mut Written) -> String {
    let mut text = format!("map = {}\n", toml_text(&table.source.map.name));
    for (seat, name) in texts(&view["players"]).into_iter().enumerate() {
        write!(text, "\n[[players]]\nname = {}\nroutes = [\n", toml_text(name)).unwrap();
        for route in view["routes"].as_array().into_iter().flatten() {
            if !texts(&route["held"]).contains(&name) {
                continue;
            }
            let mut ends = texts(&route["route"]["between"]);
            // The order of the cities means nothing.
            if (ends[0].len() + seat).is_multiple_of(2) {
                ends.reverse();
            }
            let track = route["route"]["track"].as_u64().filter(|_| tracks);
            let track = track.map_or_else(String::new, |n| format!(", {n}"));
            writeln!(text, "    [{}{track}],", listed(&ends)).unwrap();
            *written.entry("routes".to_owned()).or_default() += 1;
        }
        text.push_str("]\ntickets = [\n");
        for zone in view["zones"].as_array().into_iter().flatten().filter(|zone| zone["owner"] == name) {
            if zone["name"] == "tickets" {
                for ticket in zone["tickets"].as_array().into_iter().flatten() {
                    let mut cities = texts(&ticket["cities"]);
                    if cities[0].len().is_multiple_of(2) {
                        cities.reverse();
                    }
                    writeln!(text, "    [{}],", listed(&cities)).unwrap();
                    *written.entry("tickets".to_owned()).or_default() += 1;
                }
            }
        }
        text.push_str("]\n");
        fields(table, view, seat, name, &mut text, written);
    }
    text
}

fn fields(table: &Table, view: &Json, seat: usize, name: &str, text: &mut String, written: &mut Written) {
    for (field, register, module, param) in BANKS {
        let Some(points) = view["registers"][register][name].as_i64() else { continue };
        let each = table.param(module, param).and_then(Json::as_i64).unwrap_or(1);
        writeln!(text, "{field} = {}", points / each).unwrap();
        *written.entry((*field).to_owned()).or_default() += 1;
    }
    for (field, register) in IN_CITIES {
        let all = view["registers"][register].as_object();
        let mine = all.into_iter().flatten().filter(|(_, side)| side.as_u64() == Some(seat as u64 + 1));
        let cities: Vec<&str> = mine.map(|(city, _)| city.as_str()).collect();
        if !cities.is_empty() {
            writeln!(text, "{field} = [{}]", listed(&cities)).unwrap();
            *written.entry((*field).to_owned()).or_default() += 1;
        }
    }
    let zones = view["zones"].as_array().into_iter().flatten();
    for zone in zones.filter(|zone| zone["owner"] == name && zone["name"] == "kept cards") {
        let cards = zone["cards"].as_object().into_iter().flatten();
        let kept: Vec<&str> = cards
            .flat_map(|(kind, n)| std::iter::repeat_n(kind.as_str(), n.as_u64().unwrap_or_default() as usize))
            .collect();
        if !kept.is_empty() {
            writeln!(text, "kept-cards = [{}]", listed(&kept)).unwrap();
            *written.entry("kept-cards".to_owned()).or_default() += 1;
        }
    }
}

/// The sheet of a score file with which nothing is wrong.
fn sheet_of(rules: &Rules, text: &str, place: &str) -> ScoreSheet {
    let mut sources = Sources::new();
    let file = sources.add("score.toml", text);
    let (score, found) = ScoreSource::load(&sources, file);
    let (state, more) = score::enter(rules, &score);
    let told: Vec<String> = found.iter().chain(&more).map(|found| sources.short(found)).collect();
    assert!(told.is_empty(), "{place}: {told:#?}\n{text}");
    rules.final_score(&state)
}

fn compare(table: &Table, seed: u64, written: &mut Written) {
    let rules = &*table.rules;
    let mut walk = Walk::new(rules, seed);
    while walk.step() {}
    let place = format!("{}: {}", table.name, walk.place());
    let expected = rules.score(&walk.state);
    assert!(expected.is_final, "{place}");
    let view = view_json(&walk, None);
    let text = score_file(table, &view, true, written);
    assert_eq!(sheet_of(rules, &text, &place), expected, "{place}\n{text}");
    // Which of parallel routes it was changes nothing but their names.
    let text = score_file(table, &view, false, &mut Written::new());
    let plain = sheet_of(rules, &text, &place);
    let figures = |sheet: &ScoreSheet| {
        let lines = |side: &ttr_core::score::SideScore| {
            side.lines.iter().map(|line| (line.rule.clone(), line.points)).collect::<Vec<_>>()
        };
        let sides: Vec<_> = sheet.sides.iter().map(|side| (lines(side), side.total, side.tickets.clone())).collect();
        (sides, sheet.winners.clone(), sheet.decided_by.clone())
    };
    assert_eq!(figures(&plain), figures(&expected), "{place}\n{text}");
}

#[test]
fn the_sheet_of_a_score_file_is_that_of_the_game() {
    let all = tables();
    let (own, others): (Vec<&Table>, Vec<&Table>) = all.iter().partition(|table| table.source.rule_set.is_none());
    let mut written = Written::new();
    for table in &own {
        let same_map = own.iter().filter(|other| other.source.map.name == table.source.map.name).count();
        Table::seeds(32, same_map).for_each(|seed| compare(table, seed, &mut written));
    }
    for table in &others {
        compare(table, 1, &mut written);
    }
    println!("{written:?}");
    let fields = BANKS.iter().map(|(field, ..)| *field).chain(IN_CITIES.iter().map(|(field, _)| *field));
    for field in fields.chain(["routes", "tickets", "kept-cards"]) {
        assert!(written.get(field).is_some_and(|n| *n > 5), "{field}: {written:?}");
    }
    // Every field of every bundled game is among them.
    for table in &all {
        for field in table.rules.fields() {
            assert!(written.contains_key(field.info.name), "{} is not written", field.info.name);
        }
    }
}
