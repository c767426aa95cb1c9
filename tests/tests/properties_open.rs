//! The one thing that is kept beside the board though it could be derived: which routes are open to whom.

use ttr_tests::props::{Table, Walk, tables};

#[test]
fn the_routes_kept_open_are_those_that_no_rule_refuses() {
    let tables = tables();
    for table in &tables {
        let rules = &*table.rules;
        for seed in Table::seeds(40, tables.len()) {
            let mut walk = Walk::new(rules, seed);
            while walk.step() {
                let look = rules.look(&walk.state);
                for who in rules.player_ids() {
                    let kept: Vec<_> = look.claimable(who).collect();
                    let open = rules.board().route_ids().filter(|r| look.why_not_claim(who, *r, None).is_none());
                    assert_eq!(kept, open.collect::<Vec<_>>(), "{}", walk.place());
                }
            }
        }
    }
}
