//! What holds for every game, on every bundled map, with every number of players: nothing is lost, lists and refusals
//! agree, indexing and copies are sound, and every game ends.

use ttr_tests::props::{self, Table, tables};

#[test]
fn nothing_is_lost_and_every_game_ends_below_the_limit_of_turns() {
    let tables = tables();
    for table in &tables {
        let longest = props::nothing_is_lost(table, Table::seeds(160, tables.len()));
        let most = props::most_turns(table);
        println!("{}: the longest game had {longest} turns, {most} is the limit", table.name);
        assert!(longest < most, "{}: {longest} turns", table.name);
    }
}

#[test]
fn listed_actions_apply_and_others_are_refused() {
    let tables = tables();
    tables.iter().for_each(|table| props::legal_and_apply_agree(table, Table::seeds(40, tables.len())));
}

#[test]
fn the_nth_action_is_the_nth_of_the_list() {
    let tables = tables();
    tables.iter().for_each(|table| props::indexing_is_sound(table, Table::seeds(40, tables.len())));
}

#[test]
fn copies_are_equal_and_different_positions_differ() {
    let tables = tables();
    tables.iter().for_each(|table| props::copies_are_equal(table, Table::seeds(80, tables.len())));
}
