//! Every seam of the engine has a user: the bundled modules, or a module of `ttr_tests::seams`, whose effect is shown
//! here in a few moves; and all of them together keep every property that holds for all games.

use ttr_tests::props::{self, Table};
use ttr_tests::seams::{ALL, registry, source};

fn everything() -> Vec<Table> {
    (2..=4).map(|players| Table::new(registry, source(players, ALL))).collect()
}

#[test]
fn all_seams_together_lose_nothing() {
    for table in everything() {
        let longest = props::nothing_is_lost(&table, Table::seeds(200, 3));
        println!("{}: the longest game had {longest} turns", table.name);
        assert!(longest < props::most_turns(&table));
    }
}

#[test]
fn all_seams_together_list_what_they_accept() {
    everything().iter().for_each(|table| props::legal_and_apply_agree(table, Table::seeds(60, 3)));
}

#[test]
fn all_seams_together_are_indexed_soundly() {
    everything().iter().for_each(|table| props::indexing_is_sound(table, Table::seeds(60, 3)));
}

#[test]
fn all_seams_together_are_copied_exactly() {
    everything().iter().for_each(|table| props::copies_are_equal(table, Table::seeds(60, 3)));
}

#[test]
fn all_seams_together_survive_a_new_deal() {
    everything().iter().for_each(|table| props::views_survive_a_new_deal(table, Table::seeds(24, 3)));
}

#[test]
fn all_seams_together_keep_secrets() {
    for table in everything() {
        let compared = props::secrets_leave_no_trace(&table, Table::seeds(36, 3), false);
        println!("{}: {compared:?}", table.name);
        assert!(compared.pairs > 10);
    }
}

#[test]
fn all_seams_together_are_saved_exactly() {
    everything().iter().for_each(|table| props::saves_are_exact(table, Table::seeds(18, 3)));
}

#[test]
fn all_seams_together_take_sealed_answers_in_any_order() {
    for table in everything() {
        assert!(props::sealed_answers_come_in_any_order(&table, Table::seeds(9, 3)) > 10, "{}", table.name);
    }
}

#[test]
fn all_seams_together_are_undone_exactly() {
    for table in everything() {
        assert!(props::undo_is_exact(&table, Table::seeds(18, 3)) > 10, "{}", table.name);
    }
}
