//! Choices of some things out of a few, told by bits: counted, and the i-th found.

/// The choices of `least..=most` out of `n` that meet the needs, as bits, ascending.
pub(super) fn choices(n: u8, least: u8, most: u8, needs: &[(u16, u8)]) -> impl Iterator<Item = u16> {
    (0..1u32 << n)
        .filter(move |bits| (u32::from(least)..=u32::from(most)).contains(&bits.count_ones()))
        .map(|bits| bits as u16)
        .filter(move |bits| meets(*bits, needs))
}

/// Room for numbers of things that are chosen from.
const SIZES: usize = crate::limits::MAX_TICKETS_DEALT + 2;

/// How many choices of fewer than `k` out of `n` there are, by `n` and `k`.
const FEWER: [[u64; SIZES]; SIZES] = {
    let mut fewer = [[0; SIZES]; SIZES];
    let mut n = 0;
    while n < SIZES {
        let (mut ways, mut k) = (1, 1);
        while k < SIZES {
            fewer[n][k] = fewer[n][k - 1] + ways;
            ways = if k > n { 0 } else { ways * (n + 1 - k) as u64 / k as u64 };
            k += 1;
        }
        n += 1;
    }
    fewer
};

/// How many choices of `least..=most` out of `n` there are, all of them at most [`crate::limits::MAX_TICKETS_DEALT`].
#[inline]
pub(super) fn choices_of(n: u8, least: u8, most: u8) -> u64 {
    let fewer = &FEWER[usize::from(n)];
    fewer[usize::from(most) + 1].saturating_sub(fewer[usize::from(least.min(most + 1))])
}

/// How many of the choices of `least..=most` out of `n` meet the needs.
pub(super) fn choices_meeting(n: u8, least: u8, most: u8, needs: &[(u16, u8)]) -> u64 {
    let all = (1u16 << n) - 1;
    let (mut rest, mut needed) = (all, 0);
    for (of, at_least) in needs {
        if of & all & !rest != 0 {
            // What two needs ask for is told apart only one by one.
            return choices(n, least, most, needs).count() as u64;
        }
        rest &= !of;
        needed += usize::from(*at_least);
    }
    let sizes = needs.iter().map(|(of, at_least)| ((of & all).count_ones() as usize, usize::from(*at_least)));
    if usize::from(least) <= needed && most >= n {
        // Whoever has enough of everything has enough in all.
        let ways = |(n, least): (usize, usize)| FEWER[n][n + 1] - FEWER[n][least.min(n + 1)];
        return sizes.map(ways).product::<u64>() << rest.count_ones();
    }
    // How many choices there are of none, of one, of two, and so on, out of those that were looked at; then more of them.
    let (mut ways, mut known) = ([0u64; SIZES], 0);
    ways[0] = 1;
    for (more, least) in sizes.chain([(rest.count_ones() as usize, 0)]) {
        known = more_choices(&mut ways, known, more, least);
    }
    (usize::from(least)..=usize::from(most).min(known)).map(|k| ways[k]).sum()
}

/// Out of `known` things there are so many choices of each number; now `more` come, of which at least so many are chosen. Gives
/// how many there are together.
fn more_choices(ways: &mut [u64; SIZES], known: usize, more: usize, least: usize) -> usize {
    let before = *ways;
    for (k, ways) in ways.iter_mut().enumerate().take(known + more + 1) {
        let of_more = least.max(k.saturating_sub(known))..=more.min(k);
        *ways = of_more.map(|n| (FEWER[more][n + 1] - FEWER[more][n]) * before[k - n]).sum();
    }
    known + more
}

/// The i-th of the choices of `least..=most` out of `n`, as bits, ascending.
pub(super) fn nth_choice(n: u8, least: u8, most: u8, mut i: u64) -> u16 {
    let (mut bits, mut least, mut most) = (0, least, most);
    for thing in (0..n).rev() {
        // Those without it come first.
        let without = choices_of(thing, least, most.min(thing));
        if i >= without {
            i -= without;
            bits |= 1 << thing;
            (least, most) = (least.saturating_sub(1), most.saturating_sub(1));
        }
    }
    bits
}

/// Whether a choice has enough of everything.
pub(super) fn meets(bits: u16, needs: &[(u16, u8)]) -> bool {
    needs.iter().all(|(of, least)| (bits & of).count_ones() >= u32::from(*least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::MAX_TICKETS_DEALT;

    #[test]
    fn choices_are_counted_and_found_as_when_all_are_listed() {
        for n in 0..=MAX_TICKETS_DEALT as u8 {
            for least in 0..=n + 1 {
                for most in 0..=n {
                    let all: Vec<u16> = choices(n, least, most, &[]).collect();
                    assert_eq!(choices_of(n, least, most), all.len() as u64, "{least} to {most} of {n}");
                    for (i, bits) in all.iter().enumerate().step_by(1 + all.len() / 50) {
                        assert_eq!(
                            nth_choice(n, least, most, i as u64),
                            *bits,
                            "the {i}th of {least} to {most} of {n}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn choices_that_meet_needs_are_counted_as_when_all_are_listed() {
        let needs: [&[(u16, u8)]; 7] = [
            &[(0b11, 1)],
            &[(0b11, 1), (0b1100, 2)],
            &[(0b101, 2), (0b1010, 0)],
            &[(0, 0), (0b1_1111_0000, 3)],
            &[(0b11, 3)],
            // Some are in both.
            &[(0b111, 1), (0b110, 1)],
            &[(0b111, 2), (0b1001, 1), (0b1111_0000, 1)],
        ];
        for needs in needs {
            for n in 0..=9 {
                for least in 0..=n {
                    for most in 0..=n {
                        let expected = choices(n, least, most, needs).count() as u64;
                        assert_eq!(
                            choices_meeting(n, least, most, needs),
                            expected,
                            "{least} to {most} of {n}: {needs:?}"
                        );
                    }
                }
            }
        }
    }
}
