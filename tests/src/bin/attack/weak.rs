//! How games gave their seeds away before values were keyed by a secret. The attack knows it, and shows by it that it finds what can
//! be found.

use ttr_core::hash::Fnv;

/// The step by which a word is taken in, and the last one.
const STEP: u64 = 0x0000_0100_0000_01b3;
const LAST: u64 = 0xd6e8_feb8_6659_fd93;
/// So many bits of a value were left out.
pub const CUT: u32 = 11;

/// The seed of a player for a game.
pub fn of_seat(game_seed: u64, seat: usize) -> u64 {
    let mut hash = Fnv::new();
    hash.bytes(b"player");
    hash.word(game_seed);
    hash.word(seat as u64);
    hash.value()
}

/// The seed of a player for a decision.
pub fn of_decision(game_seed: u64, seat: usize, decisions: usize) -> u64 {
    words([of_seat(game_seed, seat), decisions as u64])
}

/// The value that a program was given.
pub fn value(seed: u64, number: u64) -> u64 {
    words([seed, number]) >> CUT
}

fn words(words: [u64; 2]) -> u64 {
    let mut hash = Fnv::new();
    words.into_iter().for_each(|word| hash.word(word));
    hash.value()
}

/// The factor that undoes another one.
const fn undoing(factor: u64) -> u64 {
    let mut inverse = factor;
    let mut n = 0;
    while n < 6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(factor.wrapping_mul(inverse)));
        n += 1;
    }
    inverse
}

/// What was mixed with itself, `by` bits further on.
fn unmixed(mixed: u64, by: u32) -> u64 {
    let mut word = mixed;
    for _ in 0..u64::BITS / by {
        word = mixed ^ (word >> by);
    }
    word
}

/// What a hash was before a word was taken in; between the two stands what was taken in.
fn before(state: u64) -> u64 {
    unmixed(state, 29).wrapping_mul(const { undoing(STEP) })
}

/// What a hash was before it was told.
fn told(value: u64) -> u64 {
    unmixed(unmixed(value, 32).wrapping_mul(const { undoing(LAST) }), 32)
}

/// The first of two words that a hash has taken in, from the hash and the second.
pub fn first_of_two(value: u64, second: u64) -> u64 {
    first_after(empty(), value, second)
}

/// The seed of the game, from that of a player for it.
pub fn game_of_seat(of_seat: u64, seat: usize) -> u64 {
    first_after(behind(b"player"), of_seat, seat as u64)
}

/// The seed of all games, from that of one of them.
pub fn all_of_game(of_game: u64, game: u64) -> u64 {
    first_after(behind(b"game"), of_game, game)
}

fn first_after(start: u64, value: u64, second: u64) -> u64 {
    let state = before(told(value)) ^ second;
    before(state) ^ start
}

/// The state of a hash that has taken in nothing.
fn empty() -> u64 {
    told(Fnv::new().value())
}

/// The state of a hash that has taken in a name.
fn behind(name: &[u8]) -> u64 {
    let mut hash = Fnv::new();
    hash.bytes(name);
    told(hash.value())
}

/// The seed of a game of a simulation.
pub fn of_game(seed: u64, game: u64) -> u64 {
    let mut hash = Fnv::new();
    hash.bytes(b"game");
    hash.word(seed);
    hash.word(game);
    hash.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_can_be_turned_back() {
        for seed in [0, 1, 7, u64::MAX, 0x0123_4567_89ab_cdef] {
            assert_eq!(all_of_game(of_game(seed, 3), 3), seed);
            assert_eq!(game_of_seat(of_seat(seed, 1), 1), seed);
            assert_eq!(first_of_two(of_decision(seed, 1, 9), 9), of_seat(seed, 1));
        }
    }
}
