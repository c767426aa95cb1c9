//! Saves, replays, sealed answers and undo; and that the order in which modules, tables and answers come means nothing.

use std::sync::Arc;
use ttr_core::{Registry, compile};
use ttr_tests::props::{self, Table, tables};
use ttr_tests::seams::{FirstIdler, LastIdler};
use ttr_variants::base::{Cards, Claims, End, Pieces, RoutePoints, Row, Tickets, Turns, Victory};
use ttr_variants::{DoubleRoutes, LongestPath};

#[test]
fn a_save_replays_to_the_same_game_and_a_stopped_game_goes_on() {
    let tables = tables();
    tables.iter().for_each(|table| props::saves_are_exact(table, Table::seeds(16, tables.len()), 3));
}

#[test]
fn a_damaged_save_is_refused_with_the_line() {
    props::damaged_saves_are_refused(&props::tiny(2), 1);
    let tables = tables();
    props::damaged_saves_are_refused(&tables[0], 2);
}

#[test]
fn the_order_of_sealed_answers_means_nothing() {
    let tables = tables();
    for table in &tables {
        let orders = props::sealed_answers_come_in_any_order(table, Table::seeds(24, tables.len()));
        println!("{}: {orders} orders", table.name);
        assert!(orders > 1 || table.rules.players() == 1, "{}: nothing was sealed", table.name);
    }
}

#[test]
fn what_can_be_undone_is_undone_exactly_and_garbage_changes_nothing() {
    let tables = tables();
    let undone: usize = tables.iter().map(|table| props::undo_is_exact(table, Table::seeds(24, tables.len()))).sum();
    println!("{undone} decisions undone");
    assert!(undone > 0);
}

/// The bundled modules, registered the other way round.
fn the_other_way_round() -> Registry {
    let mut registry = Registry::new();
    registry.module::<LongestPath>().module::<DoubleRoutes>().module::<Victory>().module::<Turns>();
    registry.module::<Tickets>().module::<Row>().module::<RoutePoints>().module::<Pieces>().module::<End>();
    registry.module::<Claims>().module::<Cards>();
    ttr_variants::register(&mut registry);
    registry
}

/// A value on one line, its tables the other way round.
fn inline(value: &toml::Value) -> String {
    match value {
        toml::Value::Table(table) => {
            let entries: Vec<String> = table.iter().rev().map(|(k, v)| format!("{k:?} = {}", inline(v))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        toml::Value::Array(list) => format!("[{}]", list.iter().map(inline).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// A rule set with its tables, and what is in them, the other way round: the deepest headers first.
fn reversed(text: &str) -> String {
    let table: toml::Table = text.parse().expect("a rule set");
    let (tables, keys): (Vec<_>, Vec<_>) = table.iter().rev().partition(|(_, v)| v.is_table());
    let mut out: String = keys.iter().map(|(k, v)| format!("{k:?} = {}\n", inline(v))).collect();
    for (key, value) in tables {
        let value = value.as_table().expect("a table");
        // Sub-tables as headers of their own, before the table that they belong to.
        let (subs, keys): (Vec<_>, Vec<_>) = value.iter().rev().partition(|(_, v)| v.is_table());
        for (sub, value) in subs {
            out += &format!("[{key:?}.{sub:?}]\n");
            for (k, v) in value.as_table().expect("a table").iter().rev() {
                out += &format!("{k:?} = {}\n", inline(v));
            }
        }
        out += &format!("[{key:?}]\n");
        keys.iter().for_each(|(k, v)| out += &format!("{k:?} = {}\n", inline(v)));
    }
    out
}

#[test]
fn the_order_of_modules_and_tables_means_nothing() {
    let tables = tables();
    let bundled = ttr_variants::registry();
    for table in &tables {
        let registered = Table::new(the_other_way_round, table.source.clone());
        let (name, text) = match &table.source.rule_set {
            Some(given) => (given.name.clone(), given.text.clone()),
            None => match table.source.rules_asked_for() {
                Some(ttr_source::RulesRef::Named(name, _)) => {
                    let text = bundled.find_rule_set(&name).expect("a bundled rule set").to_owned();
                    (name, text)
                }
                _ => continue,
            },
        };
        let text = reversed(&text);
        let written = Table::new(ttr_variants::registry, table.source.clone().with_rules(name, text));
        for seed in Table::seeds(16, tables.len()) {
            let (game, events) = props::whole_game(&table.rules, seed);
            for other in [&registered, &written] {
                let (same, heard) = props::whole_game(&other.rules, seed);
                assert_eq!(game.steps(), same.steps(), "{}: seed {seed}", table.name);
                assert_eq!(game.state(), same.state(), "{}: seed {seed}", table.name);
                assert_eq!(events, heard, "{}: seed {seed}", table.name);
                assert_eq!(table.rules.score(game.state()), other.rules.score(same.state()));
            }
        }
    }
}

#[test]
fn a_module_that_nobody_uses_changes_no_game() {
    let tables = tables();
    let mut registry = ttr_variants::registry();
    registry.module::<FirstIdler>().module::<LastIdler>();
    for table in &tables {
        for module in ["a-idle", "z-idle"] {
            let source = table.source.clone().with_set(format!("{module}=true"));
            let rules = match compile(&registry, &source) {
                Ok(compiled) => Arc::new(compiled.rules),
                Err(failed) => panic!("{failed}"),
            };
            for seed in Table::seeds(16, tables.len()) {
                let mut with = props::story(&rules, seed);
                let without = props::story(&table.rules, seed);
                // Its own chance is the only trace of it.
                with.iter_mut().for_each(props::forget_idlers);
                assert_eq!(with, without, "{} with {module}: seed {seed}", table.name);
            }
        }
    }
}
