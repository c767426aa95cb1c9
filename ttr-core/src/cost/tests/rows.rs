//! What rows of a price list count at once is what each cost counts for itself.

use super::super::price_list::{Counted, PriceList, Target};
use super::*;
use crate::ids::PlayerId;

#[test]
fn rows_count_what_each_cost_counts() {
    let dice = &mut Dice(9);
    for units in [[1, 1], [1, 2], [2, 1], [2, 2]] {
        for mixed_up in [false, true] {
            for least in 0..3 {
                in_rows(units, mixed_up, least, dice);
            }
        }
    }
}

/// Two colours of two kinds each, whose cards count so many units, and a wild.
fn in_rows([a, b]: [u8; 2], mixed_up: bool, least: u16, dice: &mut Dice) {
    let ([first, second], coloured) = match mixed_up {
        false => ([set([0, 1]), set([2, 3])], [kind(0, a), kind(0, b), kind(1, a), kind(1, b)]),
        true => ([set([0, 2]), set([1, 3])], [kind(0, a), kind(1, a), kind(0, b), kind(1, b)]),
    };
    let kinds: Vec<KindInfo> = coloured.into_iter().chain([kind(None, 1)]).collect();
    let cards = [first, second, first.or(second), set([0]), set([])];
    let of = |units: u16| cards.map(|cards| Cost::cards(units).of(cards).wilds(set([4])).least_wilds(least));
    let costs: Vec<Cost> = (least.max(1)..=12).flat_map(of).collect();
    let payers: Vec<Payer> = costs.iter().map(|cost| payer(cost, &kinds)).collect();
    let targets: Vec<Option<Target>> = (0..costs.len() as u16).map(|at| Some(Target::without_pieces(at))).collect();
    let list = PriceList::new(&targets, &payers, &costs, &[]);
    assert!(!list.has_steps());
    let (everything, mut open) = (vec![u64::MAX; list.words()], Vec::new());
    list.count_open(&everything, &mut open);
    let mut counted = Counted::new(0, &list);
    counted.begin(&everything);
    for most_cards in [4, 12, 30, 90] {
        for _ in 0..25 {
            let hand = bag(&dice.hand(5, most_cards));
            let n = list.count_rows(&hand, PlayerId(0), &[], &open, &mut counted);
            let each = payers.iter().map(|payer| payer.count(&hand)).enumerate().filter(|(_, n)| *n > 0);
            let each: Vec<(usize, u64)> = each.collect();
            assert_eq!(n, each.iter().map(|(_, n)| n).sum::<u64>(), "{hand:?}");
            let mut found: Vec<(usize, u64)> = list.each(&hand, &counted).collect();
            found.sort_unstable();
            assert_eq!(found, each, "{hand:?}");
        }
    }
}
