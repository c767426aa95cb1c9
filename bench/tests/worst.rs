//! Exact solvers stay far below their budgets on what they find hardest.

use ttr_bench::games;
use ttr_bench::worst::{NETS, stations};
use ttr_core::score::CHOICE_BUDGET;
use ttr_core::{NoEvents, SeededChance};
use ttr_solve::{TRAIL_BUDGET, WALK_BUDGET};

#[test]
fn the_longest_trail_of_hard_networks_takes_a_tenth_of_the_budget_at_most() {
    for net in NETS {
        let trail = net.trail();
        assert!(trail.exact, "{net:?}");
        assert!(trail.steps <= TRAIL_BUDGET / 10, "{net:?} takes {} steps", trail.steps);
    }
}

#[test]
fn a_tour_through_hard_networks_takes_a_tenth_of_the_budget_at_most() {
    for net in NETS {
        assert!(net.walk(WALK_BUDGET / 10).is_some(), "{net:?}");
    }
}

#[test]
fn the_best_use_of_stations_is_found_for_certain() {
    let registry = ttr_variants::registry();
    for map in ["europe", "ussr"] {
        let rules = games::rules(&registry, map, 4);
        let state = rules.start(&mut SeededChance::new(1), &mut NoEvents).expect("a game begins");
        let outcomes = stations(&rules, &state, 5);
        assert!(outcomes.exact, "{map}: more than {CHOICE_BUDGET} ways");
        assert_eq!(outcomes.chosen.len(), 5);
    }
}
