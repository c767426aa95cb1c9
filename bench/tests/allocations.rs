//! No decision asks for memory where nobody listens to the events.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use ttr_bench::games::{self, Table};
use ttr_core::{ActionSpace, NoEvents, SeededChance};

/// Counts what the thread asks for.
struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is passed on to the system's allocator as it came; the counter is a plain number of the thread.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn no_decision_asks_for_memory() {
    let registry = ttr_variants::registry();
    let mut dear = Vec::new();
    for map in ["usa", "europe", "ussr", "paris", "world", "india"] {
        let rules = games::rules(&registry, map, 4);
        let mut table = Table::new(&rules);
        // What is used again and again has its size after some games.
        for seed in 1..=30 {
            table.decide_all(seed, |_, _| {});
        }
        for seed in 31..=40 {
            let mut before = ASKED.get();
            table.decide_all(seed, |op, _| {
                let asked = ASKED.get() - before;
                if let Some(op) = op.filter(|_| asked > 0) {
                    dear.push(format!("{map}: {} asks {asked} times", rules.op(op).name));
                }
                before = ASKED.get();
            });
        }
    }
    dear.sort();
    dear.dedup();
    assert!(dear.is_empty(), "decisions that ask for memory:\n{}", dear.join("\n"));
}

#[test]
fn no_action_asks_for_memory_where_its_player_lists_the_next_ones_apart() {
    let registry = ttr_variants::registry();
    let mut dear = Vec::new();
    for map in ["usa", "europe", "ussr", "paris", "world", "india"] {
        let rules = games::rules(&registry, map, 4);
        let (mut chance, mut space) = (SeededChance::new(0), ActionSpace::new(&rules));
        let mut state = rules.start(&mut chance, &mut NoEvents).expect("a game begins");
        for seed in 1..=20 {
            chance.reseed(seed);
            rules.start_into(&mut state, &mut chance, &mut NoEvents).expect("a game begins");
            let mut number = seed as usize;
            while let Some(who) = rules.to_act(&state).lowest() {
                rules.legal(&state, who, &mut space);
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let action = space.nth((number >> 33) % space.len());
                let before = ASKED.get();
                rules
                    .apply_listed(&mut state, who, &action, &mut chance, &mut NoEvents, &mut space)
                    .expect("it is listed");
                // What is used again and again has its size after some games.
                if ASKED.get() > before && seed > 10 {
                    dear.push(format!("{map}: {}", rules.op(action.op).name));
                }
            }
        }
    }
    dear.sort();
    dear.dedup();
    assert!(dear.is_empty(), "actions that ask for memory:\n{}", dear.join("\n"));
}
