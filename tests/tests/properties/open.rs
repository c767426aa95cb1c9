//! What is kept beside the board though it could be derived: which routes are open to whom, and who holds which.

use ttr_tests::props::{self, Table, tables};

#[test]
fn the_routes_kept_open_are_those_that_no_rule_refuses() {
    let tables = tables();
    tables.iter().for_each(|table| props::open_routes_are_kept(table, Table::seeds(40, tables.len())));
}
