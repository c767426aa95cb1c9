//! Seeds by the values of `begin` and `turn`.

use crate::game::{Seen, Way};
use crate::weak;
use ttr_bots::PlayerRng;

/// Secrets that somebody would try who knows none.
const SECRETS: [&[u8]; 4] = [&[], &[0], &[0; 16], &[0; 32]];

/// The way by which a seed gives what a seat was given, if it does.
pub fn way_of(seen: &Seen, seed: u64) -> Option<&'static str> {
    let game_seed = match seen.way {
        Way::Play => seed,
        Way::Simulate => weak::of_game(seed, 1),
    };
    // The first value is held against before anything else is made: it has 53 bits.
    let fits = |value: &dyn Fn(u64) -> u64| value(0) == seen.begin && value(1) == seen.turn;
    let of_seat = match seen.way {
        Way::Play => weak::of_decision(game_seed, seen.seat, seen.decisions()),
        Way::Simulate => weak::of_seat(game_seed, seen.seat),
    };
    if fits(&|number| weak::value(of_seat, number)) {
        return Some("by a hash that can be turned back");
    }
    let rng = match seen.way {
        Way::Play => PlayerRng::of_decision(game_seed, seen.seat, seen.decisions()),
        Way::Simulate => PlayerRng::of_seat(game_seed, seen.seat),
    };
    let keyed = |secret: &[u8]| {
        let values = rng.clone().values(secret);
        fits(&|number| values.value(number))
    };
    if SECRETS.iter().any(|secret| keyed(secret)) {
        return Some("by a secret that anybody may try");
    }
    if keyed(&seed.to_le_bytes()) {
        return Some("by the seed as a secret");
    }
    let mut rng = rng;
    let words = [rng.word(), rng.word()].map(|word| word >> weak::CUT);
    (words == [seen.begin, seen.turn]).then_some("by the generator of the seat")
}

/// The seeds that come out when the weak hashes are turned back: mostly one, and none has to be tried for it, however large it is.
pub fn inverted(seen: &Seen) -> Vec<u64> {
    let seeds = (0..1 << weak::CUT).filter_map(|cut| {
        let of_seat = weak::first_of_two(seen.begin << weak::CUT | cut, 0);
        let seed = match seen.way {
            Way::Play => weak::game_of_seat(weak::first_of_two(of_seat, seen.decisions() as u64), seen.seat),
            Way::Simulate => weak::all_of_game(weak::game_of_seat(of_seat, seen.seat), 1),
        };
        (weak::value(of_seat, 1) == seen.turn && way_of(seen, seed).is_some()).then_some(seed)
    });
    seeds.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search;

    const BITS: u32 = 14;
    const WAYS: [Way; 2] = [Way::Play, Way::Simulate];

    /// What a seat is given by this way from the seed of the game to a value.
    fn given(way: Way, seed: u64, seat: usize, value: impl Fn(u64, &Seen, u64) -> u64) -> Seen {
        let game_seed = if way == Way::Play { seed } else { weak::of_game(seed, 1) };
        let mut seen = Seen { way, seat, begin: 0, turn: 0, state: Default::default() };
        (seen.begin, seen.turn) = (value(game_seed, &seen, 0), value(game_seed, &seen, 1));
        seen
    }

    fn weakly(game_seed: u64, seen: &Seen, number: u64) -> u64 {
        let of_seat = match seen.way {
            Way::Play => weak::of_decision(game_seed, seen.seat, seen.decisions()),
            Way::Simulate => weak::of_seat(game_seed, seen.seat),
        };
        weak::value(of_seat, number)
    }

    fn keyed(secret: &'static [u8]) -> impl Fn(u64, &Seen, u64) -> u64 {
        move |game_seed, seen, number| {
            let mut rng = match seen.way {
                Way::Play => PlayerRng::of_decision(game_seed, seen.seat, seen.decisions()),
                Way::Simulate => PlayerRng::of_seat(game_seed, seen.seat),
            };
            rng.values(secret).value(number)
        }
    }

    fn found(seen: &Seen) -> Option<u64> {
        search(BITS, || |seed| way_of(seen, seed).is_some())
    }

    #[test]
    fn values_of_hashes_that_can_be_turned_back_give_every_seed_away() {
        for (way, seat) in WAYS.into_iter().flat_map(|way| [0, 1].map(|seat| (way, seat))) {
            for seed in [0, 7, (1 << BITS) - 1] {
                assert_eq!(found(&given(way, seed, seat, weakly)), Some(seed), "{way:?}, seat {seat}");
            }
            for seed in [7, 1 << 40, u64::MAX, 0x0123_4567_89ab_cdef] {
                let seeds = inverted(&given(way, seed, seat, weakly));
                assert!(seeds.contains(&seed) && seeds.len() < 4, "{way:?}, seat {seat}: {seed} in {seeds:?}");
            }
        }
    }

    #[test]
    fn a_secret_that_is_guessed_gives_a_small_seed_away() {
        for (way, secret) in WAYS.into_iter().flat_map(|way| SECRETS.map(|secret| (way, secret))) {
            assert_eq!(found(&given(way, 77, 1, keyed(secret))), Some(77), "{way:?}, {secret:?}");
        }
    }

    #[test]
    fn a_secret_that_is_not_guessed_gives_nothing_away() {
        for (way, seat) in WAYS.into_iter().flat_map(|way| [0, 1].map(|seat| (way, seat))) {
            let seen = given(way, 77, seat, keyed(b"nobody knows it"));
            assert_eq!((found(&seen), inverted(&seen)), (None, Vec::new()), "{way:?}, seat {seat}");
        }
    }
}
