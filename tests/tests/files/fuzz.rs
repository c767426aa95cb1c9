//! A short run of `cargo run --release -p ttr-tests --bin fuzz`.

use std::collections::BTreeMap;
use ttr_tests::fuzz::{Corpus, Input};

/// So many inputs are tried.
const INPUTS: u64 = 3_000;

#[test]
fn broken_files_never_panic() {
    let registry = ttr_variants::registry();
    let corpus = Corpus::new(&registry);
    let mut outcomes = BTreeMap::new();
    for number in 0..INPUTS {
        let input = Input::new(&corpus, 1, number);
        match input.run(&registry, number) {
            Ok(outcome) => *outcomes.entry(outcome).or_insert(0u64) += 1,
            Err(why) => panic!("input {number} of seed 1: {why}\n{}", String::from_utf8_lossy(&input.bytes())),
        }
    }
    println!("{outcomes:?}");
    // Mutations that only ever break the first line would show nothing.
    assert!(outcomes.len() == 3 && outcomes.values().all(|n| *n > INPUTS / 200), "{outcomes:?}");
}

#[test]
fn an_input_is_the_same_every_time() {
    let registry = ttr_variants::registry();
    let corpus = Corpus::new(&registry);
    for number in 0..50 {
        let [a, b] = [(); 2].map(|()| Input::new(&corpus, 9, number).bytes());
        assert_eq!(a, b);
        assert_ne!(a, Input::new(&corpus, 10, number).bytes());
    }
}
