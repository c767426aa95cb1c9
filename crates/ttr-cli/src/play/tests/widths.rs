//! No line is longer than the screen is wide, whatever the names; and every city is known by every name the map has.

use super::super::menu;
use super::super::words;
use super::typist::{How, Typist};
use super::{boards, played};
use crate::output::columns;
use ttr_core::{Registry, SeededChance, compile};

/// Names of all lengths, with accents of both kinds, in other scripts, and of letters that take two columns.
const MAP: &str = r#"
format = 1
name = "Wide and very wide, from one end of everything to the other one"
rules = "classic"
routes = [
    { between = ["Петропавловск-Камчатский", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"], length = 2, colour = "gray" },
    { between = ["Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", "東京特別区"], length = 1, colour = "gray" },
    { between = ["東京特別区", "Zürich"], length = 2, colour = "red" },
    { between = ["Zürich", "Ü"], length = 1, tracks = ["gray", "gray"] },
    { between = ["Ü", "Saint-Étienne-du-Rouvray-sur-Mer"], length = 2, colour = "gray" },
    { between = ["Saint-Étienne-du-Rouvray-sur-Mer", "Петропавловск-Камчатский"], length = 1, tracks = ["blue", "green"] },
]
tickets = [
    { cities = ["Петропавловск-Камчатский", "東京特別区"], points = 4 },
    { cities = ["Петропавловск-Камчатский", "Zürich"], points = 6 },
    { cities = ["Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", "Saint-Étienne-du-Rouvray-sur-Mer"], points = 5 },
    { cities = ["Zürich", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"], points = 5 },
    { cities = ["Ü", "東京特別区"], points = 4 },
    { cities = ["Ü", "Петропавловск-Камчатский"], points = 3 },
]
[cities]
"Петропавловск-Камчатский" = {}
"Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" = {}
"東京特別区" = { names = { en = "Tokyo" } }
"Zürich" = {}
"Ü" = {}
"Saint-Étienne-du-Rouvray-sur-Mer" = {}
[set]
pieces.train = 9
tickets = { deal = 2, keep = 1, draw = { take = 2, keep = 1 } }
"#;

fn fits(registry: &Registry, args: &[&str], width: usize, seed: u64) {
    let game = played(registry, args, width, Typist::new(How::Numbers, seed), 3);
    for line in game.text.lines() {
        // What was typed is the person's own.
        let is_typed = line.starts_with("> ") || line.contains("\u{fffd}");
        assert!(is_typed || columns(line) <= width, "{} of {width} columns: {line}", columns(line));
    }
}

#[test]
fn no_line_is_longer_than_the_screen() {
    let mut registry = ttr_variants::registry();
    let boards = boards(&registry);
    registry.map("wide", MAP);
    let players = "you:Пётр Петропавловский III,greedy,random";
    for width in [80, 100, 120, 200] {
        for seed in 0..3u64 {
            let number = seed.to_string();
            fits(&registry, &["wide", "--players", players, "--seed", &number], width, seed);
        }
        for board in &boards {
            let players = vec!["greedy"; usize::from(board.players.1) - 1].join(",");
            let players = format!("you,{players}");
            let mut args = vec![board.map.as_str(), "--players", &players, "--seed", "3"];
            args.extend(board.short.iter().flat_map(|set| ["--set", set.as_str()]));
            fits(&registry, &args, width, 3);
        }
    }
}

#[test]
fn a_wide_screen_is_used() {
    let registry = ttr_variants::registry();
    for board in boards(&registry) {
        let players = vec!["random"; usize::from(board.players.0) - 1].join(",");
        let players = format!("you,{players}");
        let mut args = vec![board.map.as_str(), "--players", &players, "--seed", "3"];
        args.extend(board.short.iter().flat_map(|set| ["--set", set.as_str()]));
        let lines = |width| {
            let game = played(&registry, &args, width, Typist::new(How::Hints, 3), u64::MAX);
            game.text.lines().count()
        };
        let (narrow, wide) = (lines(80), lines(160));
        assert!(wide * 10 < narrow * 9, "{}: {narrow} lines on 80 columns, {wide} on 160", board.map);
    }
}

#[test]
fn every_city_is_known_by_every_name() {
    let registry = ttr_variants::registry();
    for board in boards(&registry) {
        let mut source = crate::load::source(&registry, board.map.as_ref(), None, &[]).expect("a map");
        source.seats = (0..board.players.0).map(|seat| format!("player {seat}")).collect();
        let rules = compile(&registry, &source).unwrap_or_else(|_| panic!("{}", board.map)).rules;
        let st = rules.start(&mut SeededChance::new(1), &mut ttr_core::NoEvents).expect("it begins");
        let view = rules.view(&st, None);
        let routes: Vec<_> = rules.board().route_ids().map(|route| menu::route_names(view, route)).collect();
        for city in rules.board().cities.iter().filter(|city| !city.routes.is_empty()) {
            for name in city.names.iter().map(|(_, name)| name).chain([&city.name]) {
                let meant = words::meant(name, &routes);
                let all = city.routes.iter().all(|route| meant.contains(&route.index()));
                assert!(all, "{}: {name} means {meant:?}, not {:?}", board.map, city.routes);
            }
        }
    }
}
