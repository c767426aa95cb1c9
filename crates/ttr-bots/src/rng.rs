//! Where the chance of players comes from: a generator for each seat, apart from the game's own chance and from every other
//! seat's.
//!
//! Its state is a keyed hash of the game's seed, 256 bits wide, which can't be turned back. Whoever works a generator out, from
//! what they were given or from what others do, is as far from the seed and from all other generators as before: a guess at
//! the seed can be tried, and nothing else. Where not even that may be, values are keyed by a secret. The generator is one of
//! `rand`. How a number below another comes of it is the engine's way and not that of `rand`, which may give other numbers
//! with another version: simulations of one seed would change.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// What the generators of players are made for: the hash of one use says nothing of any other.
const OF_SEAT: &str = "ttr 2026-11 generator of a player for a game";
const OF_DECISION: &str = "ttr 2026-11 generator of a player for a decision";
const OF_PROGRAM: &str = "ttr 2026-11 values of a program";

/// Values for programs are whole numbers in any language: so many bits.
const BITS_OF_VALUES: u32 = 53;

/// The generator of a player, of which all its chance comes.
#[derive(Clone)]
pub struct PlayerRng(Xoshiro256PlusPlus);

impl PlayerRng {
    /// That of the player at this seat, for a whole game.
    pub fn of_seat(game_seed: u64, seat: usize) -> Self {
        Self::made_of(OF_SEAT, [game_seed, seat as u64])
    }

    /// That of the player at this seat, for one decision: by how many there were in the game before.
    pub fn of_decision(game_seed: u64, seat: usize, decisions: usize) -> Self {
        Self::made_of(OF_DECISION, [game_seed, seat as u64, decisions as u64])
    }

    fn made_of<const N: usize>(what: &str, words: [u64; N]) -> Self {
        let bytes = words.map(u64::to_le_bytes);
        Self(Xoshiro256PlusPlus::from_seed(blake3::derive_key(what, bytes.as_flattened())))
    }

    /// The next word.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, without bias. `n` of zero gives zero.
    pub fn below(&mut self, n: usize) -> usize {
        match u32::try_from(n) {
            Ok(n) => ttr_core::chance::below(&mut self.0, n) as usize,
            // As many payments as that are rare: as many bits as are needed, again and again until they fit.
            Err(_) => loop {
                let value = (self.word() >> (n as u64).leading_zeros()) as usize;
                if value < n {
                    return value;
                }
            },
        }
    }

    /// The values of a player that is not trusted: who does not know the secret can't tell where they come from, though the seed
    /// is guessed.
    pub fn values(&mut self, secret: &[u8]) -> Values {
        let mut from = [0; 32];
        self.0.fill_bytes(&mut from);
        Values(blake3::keyed_hash(&blake3::derive_key(OF_PROGRAM, secret), &from).into())
    }
}

impl Default for PlayerRng {
    /// That of a player to whom no game has begun.
    fn default() -> Self {
        Self::of_seat(0, 0)
    }
}

/// What a player that is a program takes its chance from: a value for each decision, of which none tells another.
#[derive(Clone)]
pub struct Values([u8; 32]);

impl Values {
    /// The value of this number, below 2^53.
    pub fn value(&self, number: u64) -> u64 {
        let hash = blake3::keyed_hash(&self.0, &number.to_le_bytes());
        let word = hash.as_bytes().first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        word >> (u64::BITS - BITS_OF_VALUES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_the_known_answer() {
        // Simulations of one seed depend on these streams.
        let eight = |mut rng: PlayerRng| std::array::from_fn::<_, 8, _>(|_| rng.below(1000));
        let got = [PlayerRng::of_seat(7, 1), PlayerRng::of_decision(7, 1, 3)].map(eight);
        assert_eq!(got, KNOWN, "the same seed gives other games than before");
    }

    const KNOWN: [[usize; 8]; 2] = [[918, 360, 854, 927, 439, 329, 214, 737], [196, 978, 344, 254, 772, 852, 43, 911]];

    #[test]
    fn values_give_the_known_answer_and_hang_on_all_they_are_made_of() {
        let values = |seed, seat, secret: &[u8]| PlayerRng::of_seat(seed, seat).values(secret);
        let known: Vec<u64> = (0..3).map(|number| values(7, 1, b"secret").value(number)).collect();
        assert_eq!(known, VALUES, "the same seed and secret give other values than before");
        let all = [values(7, 1, b"secret"), values(8, 1, b"secret"), values(7, 0, b"secret"), values(7, 1, b"")];
        let mut all: Vec<u64> = all.iter().flat_map(|values| (0..100).map(|number| values.value(number))).collect();
        assert!(all.iter().all(|value| *value < 1 << 53) && all.iter().any(|value| *value >= 1 << 52));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 400, "every number has another value");
    }

    const VALUES: [u64; 3] = [412_462_196_101_252, 3_217_888_735_519_239, 7_564_509_226_974_887];

    #[test]
    fn numbers_stay_below_their_bound() {
        let mut rng = PlayerRng::of_seat(1, 0);
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.below(1), 0);
        for n in [2, 3, 1000, u32::MAX as usize, u32::MAX as usize + 2, 1 << 40, usize::MAX] {
            assert!((0..200).all(|_| rng.below(n) < n), "{n}");
        }
        let mut seen = [0; 5];
        (0..5000).for_each(|_| seen[rng.below(5)] += 1);
        assert!(seen.iter().all(|n| (900..1100).contains(n)), "{seen:?}");
    }
}
