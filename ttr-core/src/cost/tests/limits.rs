//! Large hands, costs at the limits, and costs that nobody would write.

use super::*;
use crate::cost::memo::Memo;

/// Six colours with two kinds each, together or mixed up, and a wild.
fn thirteen_kinds(mixed_up: bool) -> Vec<KindInfo> {
    let colour = |i: u8| if mixed_up { i % 6 } else { i / 2 };
    (0..12).map(|i| kind(colour(i), 1)).chain([kind(None, 1)]).collect()
}

#[test]
fn a_large_hand_is_counted_without_listing() {
    let dice = &mut Dice(8);
    for mixed_up in [false, true] {
        let kinds = thirteen_kinds(mixed_up);
        let cost = Cost::groups(8, Groups { size: 2, most_wilds: 1 }).of(set(0..12)).wilds(set([12]));
        let payer = payer(&cost, &kinds);
        let mut hand = [3; 13];
        hand[12] = 4;
        // The number of ways to take cards, by cards and colours with an odd number: each of these needs a wild.
        let mut ways = vec![[0u64; 7]; 17];
        ways[0][0] = 1;
        for _ in 0..6 {
            let mut next = vec![[0; 7]; 17];
            for (cards, odd) in (0..17).flat_map(|cards| (0..6).map(move |odd| (cards, odd))) {
                for more in (0..4).flat_map(|a| (0..4).map(move |b| a + b)).filter(|more| cards + more <= 16) {
                    next[cards + more][odd + more % 2] += ways[cards][odd];
                }
            }
            ways = next;
        }
        let expected: u64 = (0..=4).map(|wilds| ways[16 - wilds][..=wilds.min(6)].iter().sum::<u64>()).sum();
        assert_eq!(payer.count(&bag(&hand)), expected);
        assert!(expected > 100_000);
        let all = payer.list(&bag(&hand));
        assert_eq!(all.len() as u64, expected);
        assert!(all.is_sorted_by(|a, b| a < b));
        for _ in 0..50 {
            let i = dice.below(expected as u32);
            assert_eq!(payer.nth(&bag(&hand), i.into()), Some(all[i as usize]));
        }
    }
}

#[test]
fn more_payments_than_can_be_counted() {
    let kinds: Vec<_> = (0..31).map(|i| kind(i, 1)).chain([kind(None, 1)]).collect();
    let payer = payer(&Cost::cards(100).of(set(0..31)).wilds(set([31])).any_colours(), &kinds);
    let plenty = bag(&[255; 32]);
    assert_eq!(payer.count(&plenty), u64::MAX);
    assert_eq!(payer.nth(&plenty, 0), Some(bag(&[100])));
    assert_eq!(payer.nth(&plenty, 1), Some(bag(&[99, 1])));
    let far = payer.nth(&plenty, u64::MAX - 1).expect("there are more");
    assert_eq!(payer.check(&plenty, &far), Ok(()));
    assert_eq!(payer.nth(&plenty, u64::MAX), None);
}

#[test]
fn costs_within_the_stated_bound_compile() {
    let kinds = |colours: u8, units: [u8; 2]| -> Vec<KindInfo> {
        (0..31).map(|i| kind(i % colours, units[usize::from(i / 16)])).chain([kind(None, 1)]).collect()
    };
    for colours in [1, 6, 16, 31] {
        for units in [[1, 1], [1, 2], [2, 3]] {
            for least in [0, 3] {
                let cost = Cost::cards(100).of(set(0..31)).wilds(set([31])).least_wilds(least);
                assert!(Payer::new(&cost, &kinds(colours, units)).is_ok(), "{colours} {units:?} {least}");
                let free = cost.any_colours();
                assert!(Payer::new(&free, &kinds(colours, units)).is_ok(), "free {colours} {units:?} {least}");
            }
        }
        for most_wilds in 0..3 {
            let cost = Cost::groups(16, Groups { size: 2, most_wilds }).of(set(0..31)).wilds(set([31]));
            assert!(Payer::new(&cost, &kinds(colours, [1, 1])).is_ok(), "groups {colours} {most_wilds}");
        }
        for units in [[1, 1], [1, 2], [2, 3]] {
            let part = || Cost::cards(6).of(set(0..31)).wilds(set([31]));
            assert!(Payer::new(&(part() + part()), &kinds(colours, units)).is_ok(), "parts {colours} {units:?}");
            let few = |cost: Cost| cost.of(set([0, 1, 2, 3, 16, 17, 18, 19]));
            let parts = few(part()) + few(part()).any_colours();
            assert!(Payer::new(&parts, &kinds(colours, units)).is_ok(), "free part {colours} {units:?}");
            let parts = few(part()) + few(part()).colour_variable(1);
            assert!(Payer::new(&parts, &kinds(colours, units)).is_ok(), "two colours {colours} {units:?}");
        }
    }
}

#[test]
fn no_cost_and_no_hand_panics_or_hangs() {
    let dice = &mut Dice(9);
    let (mut refused, mut compiled) = (0, 0);
    for _ in 0..150 {
        let kinds: Vec<KindInfo> = (0..dice.below(41))
            .map(|_| {
                let units = [1, 1, 2, dice.below(256) as u8][dice.below(4) as usize];
                kind((dice.below(4) > 0).then(|| dice.below(20) as u8), units)
            })
            .collect();
        let number = |dice: &mut Dice| [3, 20, 300, 65_536][dice.below(4) as usize];
        let mut cost = Cost::free();
        for _ in 0..dice.below(6) {
            let sizes = [4, 256][dice.below(2) as usize];
            let groups = Groups { size: dice.below(sizes) as u8, most_wilds: dice.below(sizes) as u8 };
            let n = number(dice);
            let n = dice.below(n) as u16;
            let part = match dice.below(3) {
                0 => Cost::groups(n, groups),
                1 => Cost::cards(n).any_colours(),
                _ => Cost::cards(n),
            };
            let (least, most) = (number(dice), number(dice));
            let part = part.least_wilds(dice.below(least) as u16).most_wilds(dice.below(most) as u16);
            let kinds = |dice: &mut Dice| KindSet(dice.below(u32::MAX) & dice.below(u32::MAX));
            cost = cost + part.of(kinds(dice)).wilds(kinds(dice));
        }
        let payer = match Payer::new(&cost, &kinds) {
            Ok(payer) => payer,
            Err(error) => {
                assert_eq!(error == CostError::TooManyParts, cost.overfull);
                refused += 1;
                continue;
            }
        };
        compiled += 1;
        for most in [0, 3, 255] {
            let hand: Vec<u8> = (0..32).map(|_| dice.below(most + 1) as u8).collect();
            let hand = if most == 255 { bag(&[255; 32]) } else { bag(&hand) };
            let count = payer.count(&hand);
            assert_eq!(payer.payable(&hand), count > 0);
            for i in [0, count / 2, count.saturating_sub(1)] {
                let pay = payer.nth(&hand, i);
                assert_eq!(pay.is_some(), count > 0, "{i} of {count}: {cost:?}");
                assert!(pay.is_none_or(|pay| payer.check(&hand, &pay).is_ok()));
            }
            assert_eq!(payer.nth(&hand, count), None);
            assert!(payer.check(&hand, &hand).is_err() || count == 1);
        }
    }
    assert!(refused > 0 && compiled > 0);
}

#[test]
fn too_many_parts_are_refused() {
    let part = || Cost::cards(1).of(set([0]));
    let four = part() + part() + part() + part();
    assert!(Payer::new(&four, &singles()).is_ok());
    assert_eq!(Payer::new(&(four + part()), &singles()).err(), Some(CostError::TooManyParts));
}

#[test]
fn what_was_counted_stays_until_its_cards_change() {
    let kinds: Vec<KindInfo> = (0..4).map(|k| KindInfo { colour: Some(ColourId(k)), units: 1 }).collect();
    let costs = [Cost::cards(2).of(KindSet(0b0001)), Cost::cards(1).of(KindSet(0b0110)), Cost::free()];
    let payers = costs.map(|cost| payer(&cost, &kinds));
    let mut counted = Memo::new(&payers);
    let mut dice = Dice(3);
    for _ in 0..500 {
        let hand = bag(&std::array::from_fn::<u8, 4, _>(|_| dice.below(4) as u8));
        counted.follow(&payers, &hand);
        for _ in 0..2 {
            let cost = dice.below(3) as u16;
            assert_eq!(counted.of(&payers, cost), payers[usize::from(cost)].count(&hand), "{cost} with {hand:?}");
        }
    }
}
