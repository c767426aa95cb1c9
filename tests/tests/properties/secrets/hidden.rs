//! What is hidden stays hidden: views, determinization and event streams, on every bundled map with every number of
//! players; and on a tiny deck, determinization reaches every position that a viewer can't rule out, and no other.

use ttr_tests::props::{self, Compared, Table, tables};

#[test]
fn a_new_deal_of_what_is_hidden_looks_the_same() {
    let tables = tables();
    tables.iter().for_each(|table| props::views_survive_a_new_deal(table, Table::seeds(24, tables.len()), 6));
}

#[test]
fn games_that_differ_in_a_secret_look_and_sound_the_same() {
    let mut tables = tables();
    // With few cards and tickets, what was put back comes again soon.
    tables.extend([2, 3].map(props::tiny));
    let mut all = Compared::default();
    for table in &tables {
        let compared = props::secrets_leave_no_trace(table, Table::seeds(30, tables.len()), true, 3);
        println!("{}: {compared:?}", table.name);
        all.pairs += compared.pairs;
        all.steps += compared.steps;
    }
    assert!(all.pairs > 100 && all.steps > 1000, "hardly anything was compared: {all:?}");
}

#[test]
fn who_put_a_ticket_back_remembers_it() {
    let mut tables = tables();
    tables.extend([2, 3].map(props::tiny));
    let looked_for: usize =
        tables.iter().map(|t| props::nobody_forgets_what_they_put_back(t, Table::seeds(24, tables.len()))).sum();
    println!("{looked_for} tickets looked for");
    assert!(looked_for > 100);
}

#[test]
fn what_is_known_of_a_hand_is_what_all_have_seen() {
    let tables = tables();
    let known = tables.iter().map(|t| props::known_is_what_all_have_seen(t, Table::seeds(24, tables.len())));
    assert!(known.max().is_some_and(|most| most > 3));
}

#[test]
fn on_a_tiny_deck_a_new_deal_reaches_every_consistent_position_and_no_other() {
    for players in [2, 3] {
        let (compared, most) = props::new_deals_are_exhaustive(players, Table::seeds(6, 1));
        println!("{players} players: {compared} positions in all, {most} where most was open");
        assert!(most > 100);
    }
}
