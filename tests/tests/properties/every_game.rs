//! What holds for every game, on every bundled map, with every number of players: nothing is lost, lists and refusals
//! agree, indexing and copies are sound, and every game ends.

use std::collections::BTreeSet;
use ttr_tests::props::{self, Table, scarce_tables, tables};

#[test]
fn nothing_is_lost_and_every_game_ends_below_the_limit_of_turns() {
    let tables = tables();
    for table in &tables {
        let (longest, ends) = props::nothing_is_lost(table, Table::seeds(600, tables.len()));
        let most = props::most_turns(table);
        println!("{}: the longest game had {longest} turns, {most} is the limit; ends: {ends:?}", table.name);
        assert!(longest < most, "{}: {longest} turns", table.name);
    }
}

#[test]
fn scarce_games_keep_the_properties_too() {
    let tables = scarce_tables();
    let mut all = BTreeSet::new();
    for table in &tables {
        let (longest, ends) = props::nothing_is_lost(table, Table::seeds(160, tables.len()));
        println!("{}: the longest game had {longest} turns; ends: {ends:?}", table.name);
        assert!(longest <= props::most_turns(table), "{}: {longest} turns", table.name);
        all.extend(ends);
        props::legal_and_apply_agree(table, Table::seeds(24, tables.len()));
        props::indexing_is_sound(table, Table::seeds(24, tables.len()));
        props::views_survive_a_new_deal(table, Table::seeds(8, tables.len()), 6);
        props::secrets_leave_no_trace(table, Table::seeds(8, tables.len()), true, 3);
        props::saves_are_exact(table, Table::seeds(8, tables.len()), 3);
    }
    assert!(all.len() > 1, "games ended in one way only: {all:?}");
}

#[test]
fn listed_actions_apply_and_others_are_refused() {
    let tables = tables();
    tables.iter().for_each(|table| props::legal_and_apply_agree(table, Table::seeds(120, tables.len())));
}

#[test]
fn the_nth_action_is_the_nth_of_the_list() {
    let tables = tables();
    tables.iter().for_each(|table| props::indexing_is_sound(table, Table::seeds(120, tables.len())));
}

#[test]
fn copies_are_equal_and_different_positions_differ() {
    let tables = tables();
    tables.iter().for_each(|table| props::copies_are_equal(table, Table::seeds(200, tables.len())));
}
