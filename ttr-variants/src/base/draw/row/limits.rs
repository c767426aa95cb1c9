//! Whether cards can be dealt so that the limits of the row are kept.

use arrayvec::ArrayVec;
use ttr_core::limits::{MAX_CARD_KINDS, MAX_DECKS};
use ttr_core::{CardBag, Kind, KindSet};

/// What a row takes of one deck.
pub(super) struct Share {
    /// Cards that are surely dealt.
    pub certain: CardBag,
    /// The pile that the others come from.
    pub from: CardBag,
    /// How many those are; the pile has so many.
    pub n: usize,
}

/// So many ways are tried at most; beyond, a row is taken for possible, and dealt.
const MOST_STEPS: u32 = 20_000;

/// Whether the shares can be dealt with at most so many cards of each of these sets of kinds.
pub(super) fn keeps_limits(limits: &[(KindSet, u8)], shares: &[Share]) -> bool {
    // Mostly there are enough cards that no limit speaks of.
    let limited = limits.iter().fold(KindSet::NONE, |set, (kinds, _)| set.or(*kinds));
    let free = |share: &Share| share.from.len() - share.from.len_of(limited) >= share.n;
    if shares.iter().all(|share| free(share) && share.certain.len_of(limited) == 0) {
        return true;
    }
    let mut room: ArrayVec<(KindSet, usize), { MAX_CARD_KINDS + 1 }> = ArrayVec::new();
    for (kinds, most) in limits {
        let certain: usize = shares.iter().map(|share| share.certain.len_of(*kinds)).sum();
        match usize::from(*most).checked_sub(certain) {
            // More limits than kinds are not looked into.
            Some(_) if room.is_full() => return true,
            Some(left) => room.push((*kinds, left)),
            None => return false,
        }
    }
    // What no limit speaks of is dealt first; of the rest, so many must still come.
    let mut needed: ArrayVec<usize, MAX_DECKS> = ArrayVec::new();
    let mut choices: ArrayVec<(usize, Kind, usize), MAX_CARD_KINDS> = ArrayVec::new();
    for (at, share) in shares.iter().enumerate() {
        let held_back = share.from.len_of(limited);
        needed.push(share.n.saturating_sub(share.from.len() - held_back));
        for kind in (0..MAX_CARD_KINDS).map(Kind::at).filter(|kind| limited.has(*kind)) {
            if share.from.of(kind) > 0 {
                choices.push((at, kind, usize::from(share.from.of(kind))));
            }
        }
    }
    let mut steps = MOST_STEPS;
    deal(&choices, &mut needed, &mut room, &mut steps)
}

fn deal(
    choices: &[(usize, Kind, usize)],
    needed: &mut [usize],
    room: &mut [(KindSet, usize)],
    steps: &mut u32,
) -> bool {
    if needed.iter().all(|n| *n == 0) || *steps == 0 {
        return true;
    }
    *steps -= 1;
    let Some(((share, kind, there), others)) = choices.split_first() else { return false };
    let fits = room.iter().filter(|(kinds, _)| kinds.has(*kind)).map(|(_, left)| *left).min();
    let most = (*there).min(needed[*share]).min(fits.unwrap_or(*there));
    let take = |n: usize, needed: &mut [usize], room: &mut [(KindSet, usize)], steps: &mut u32| {
        needed[*share] -= n;
        room.iter_mut().filter(|(kinds, _)| kinds.has(*kind)).for_each(|(_, left)| *left -= n);
        let good = deal(others, needed, room, steps);
        needed[*share] += n;
        room.iter_mut().filter(|(kinds, _)| kinds.has(*kind)).for_each(|(_, left)| *left += n);
        good
    };
    (0..=most).rev().any(|n| take(n, needed, room, steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bag(counts: &[u8]) -> CardBag {
        CardBag::from_counts(counts)
    }

    /// Every way to take `n` cards.
    fn ways(from: &CardBag, n: usize) -> Vec<CardBag> {
        let mut all = vec![CardBag::EMPTY];
        for (kind, most) in from.iter() {
            let with = |bag: &CardBag, n: u8| {
                let mut bag = *bag;
                bag.add(kind, n);
                bag
            };
            all = all.iter().flat_map(|bag| (0..=most).map(move |n| with(bag, n))).collect();
        }
        all.retain(|bag| bag.len() == n);
        all
    }

    #[test]
    fn equals_trying_every_row() {
        let mut seed = 7u32;
        let mut below = |n: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % n
        };
        let (mut good, mut bad) = (0, 0);
        for _ in 0..3000 {
            let mut shares = Vec::new();
            for _ in 0..1 + below(2) {
                let from = bag(&[0; 5].map(|_| below(3) as u8));
                let certain = bag(&[0; 5].map(|_| u8::from(below(6) == 0)));
                let n = below(from.len() as u32 + 1) as usize;
                shares.push(Share { certain, from, n });
            }
            let limits: Vec<(KindSet, u8)> = (0..below(4)).map(|_| (KindSet(1 + below(30)), below(4) as u8)).collect();
            let mut rows: Vec<CardBag> = vec![CardBag::EMPTY];
            for share in &shares {
                let more = ways(&share.from, share.n);
                let certain = share.certain;
                let with = |row: &CardBag, more: &CardBag| row.plus(&certain)?.plus(more);
                rows =
                    rows.iter().flat_map(|row| more.iter().filter_map(|m| with(row, m)).collect::<Vec<_>>()).collect();
            }
            let keeps = |row: &CardBag| limits.iter().all(|(kinds, most)| row.len_of(*kinds) <= usize::from(*most));
            let expected = rows.iter().any(keeps);
            assert_eq!(keeps_limits(&limits, &shares), expected);
            if expected { good += 1 } else { bad += 1 }
        }
        assert!(good > 500 && bad > 500, "{good} {bad}");
    }
}
