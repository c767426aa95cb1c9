//! Whatever is said of payments is what the definition says: costs of every kind against a judge that walks through all bags.

mod clauses;
mod judge;
mod limits;
mod rows;

use super::*;

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ self.0 >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (((mixed >> 32) * u64::from(n)) >> 32) as u32
    }

    fn hand(&mut self, kinds: usize, most_cards: u32) -> Vec<u8> {
        let mut hand = vec![0; kinds];
        for _ in 0..self.below(most_cards + 1) {
            hand[self.below(kinds as u32) as usize] += 1;
        }
        hand
    }
}

fn kind(colour: impl Into<Option<u8>>, units: u8) -> KindInfo {
    KindInfo { colour: colour.into().map(ColourId), units }
}

fn set(kinds: impl IntoIterator<Item = u8>) -> KindSet {
    kinds.into_iter().map(Kind).collect()
}

fn bag(counts: &[u8]) -> CardBag {
    CardBag::from_counts(counts)
}

fn payer(cost: &Cost, kinds: &[KindInfo]) -> Payer {
    Payer::new(cost, kinds).expect("a small cost")
}

#[track_caller]
fn assert_payments<const N: usize>(cost: &Cost, kinds: &[KindInfo], hand: [u8; N], expected: &[[u8; N]]) {
    let payments = payer(cost, kinds).list(&bag(&hand));
    assert_eq!(payments, expected.iter().map(|pay| bag(pay)).collect::<Vec<_>>());
}

/// Whether everything that a payer says of hands is what the judge says, and what the diagram of the cost says, whichever
/// form the payer has.
fn agrees_with_the_judge(cost: &Cost, kinds: &[KindInfo], hands: usize, most_cards: u32, dice: &mut Dice) {
    let parts = cost.parts_that_ask((0..kinds.len()).map(Kind::at).collect());
    let diagram = Payer(Form::Diagram(family::compile(&parts, kinds).expect("a small cost")), KindSet::NONE);
    for payer in [diagram, payer(cost, kinds)] {
        payer_agrees_with_the_judge(&payer, cost, kinds, hands, most_cards, dice);
    }
}

fn payer_agrees_with_the_judge(
    payer: &Payer,
    cost: &Cost,
    kinds: &[KindInfo],
    hands: usize,
    most_cards: u32,
    dice: &mut Dice,
) {
    let judged_kinds: Vec<_> =
        kinds.iter().map(|k| judge::Kind { colour: k.colour.map(|c| c.0), units: k.units.into() }).collect();
    let list = |kinds: KindSet| kinds.iter().map(Kind::index).collect();
    let judged_parts = cost.parts.iter().map(|part| judge::Part {
        units: part.units.into(),
        cards: list(part.cards),
        wilds: list(part.wilds),
        variable: if let Agree::Same(variable) = part.agree { Some(variable) } else { None },
        wilds_from: part.least_wilds.into(),
        wilds_to: part.most_wilds.into(),
        groups: part.groups.map(|groups| (groups.size.into(), groups.most_wilds.into())),
    });
    let judged_parts: Vec<_> = judged_parts.collect();
    let all = payer.list(&bag(&vec![12; kinds.len()]));
    for _ in 0..hands {
        let hand = dice.hand(kinds.len(), most_cards);
        let expected = judge::payments(&hand, &judged_parts, &judged_kinds);
        let held = bag(&hand);
        let payments = payer.list(&held);
        let context = || format!("{cost:?}\n{kinds:?}\nhand {hand:?}");
        assert_eq!(payments, expected.iter().map(|pay| bag(pay)).collect::<Vec<_>>(), "{}", context());
        assert!(payments.is_sorted_by(|a, b| a < b), "{}", context());
        assert_eq!(payer.count(&held), payments.len() as u64, "{}", context());
        assert_eq!(payer.payable(&held), !payments.is_empty(), "{}", context());
        for (i, pay) in (0..).zip(&payments) {
            assert_eq!(payer.nth(&held, i), Some(*pay), "{i}: {}", context());
            assert_eq!(payer.check(&held, pay), Ok(()), "{}", context());
        }
        for beyond in [payments.len() as u64, payments.len() as u64 + 1, u64::MAX] {
            assert_eq!(payer.nth(&held, beyond), None, "{}", context());
        }
        for _ in 0..8 {
            let other = dice.hand(kinds.len(), most_cards);
            let pay: Vec<u8> = match dice.below(3) {
                0 => other,
                1 => hand.iter().zip(&other).map(|(a, b)| *a.min(b)).collect(),
                _ => hand.iter().map(|&n| dice.below(u32::from(n) + 1) as u8).collect(),
            };
            let verdict = payer.check(&held, &bag(&pay));
            let legal = expected.contains(&pay);
            assert_eq!(verdict.is_ok(), legal, "{pay:?} {}", context());
            assert_eq!(payer.accepts(&held, &bag(&pay)), legal, "{pay:?} {}", context());
            let without = |kind: Kind| -> Vec<u8> {
                (0..).zip(&pay).map(|(k, &n)| if k == kind.0 { n - 1 } else { n }).collect()
            };
            match verdict {
                Ok(()) => {}
                Err(PayFault::NotInHand { kind, paid, held }) => {
                    assert_eq!((paid, held), (pay[kind.index()], hand[kind.index()]));
                    assert!(paid > held);
                }
                Err(PayFault::Superfluous { kind }) => {
                    let rest = judge::payments(&without(kind), &judged_parts, &judged_kinds);
                    assert!(!rest.is_empty(), "{kind:?} {pay:?} {}", context());
                }
                Err(PayFault::TooLittle) => {
                    assert!(judge::is_within(&pay, &hand));
                    assert!(expected.iter().all(|payment| !judge::is_within(payment, &pay)), "{pay:?} {}", context());
                    let more = all.iter().any(|payment| bag(&pay).within(payment));
                    assert!(more || all.is_empty(), "{pay:?} {}", context());
                }
                Err(PayFault::Unfit { kind }) => {
                    assert!(judge::is_within(&pay, &hand) && pay[kind.index()] > 0);
                    let alone = CardBag::one(kind);
                    let mut laid = bag(&pay[..=kind.index()]);
                    let fits = |cards: &CardBag| all.iter().any(|payment| cards.within(payment));
                    assert!(!fits(&laid), "{pay:?} {}", context());
                    laid.set(kind, 0);
                    assert!(!fits(&alone) || fits(&laid), "{pay:?} {}", context());
                }
            }
        }
    }
}

/// Three colours and a wild.
const COLOURS: [Option<u8>; 4] = [Some(0), Some(1), Some(2), None];

fn singles() -> Vec<KindInfo> {
    COLOURS.map(|colour| kind(colour, 1)).into()
}

/// Two kinds in each of two colours, the second with other units, and a wild.
fn two_to_a_colour(mixed_up: bool, units: u8) -> Vec<KindInfo> {
    let colours = if mixed_up { [0, 1, 0, 1] } else { [0, 0, 1, 1] };
    let second = if mixed_up { [1, 1, units, units] } else { [1, units, 1, units] };
    let coloured = colours.into_iter().zip(second).map(|(colour, units)| kind(colour, units));
    coloured.chain([kind(None, 1)]).collect()
}

#[test]
fn plain_costs_agree_with_the_judge() {
    let dice = &mut Dice(1);
    for units in 0..6 {
        for cards in [set([1]), set([0, 1, 2]), set([])] {
            for wilds in [set([]), set([3])] {
                let cost = Cost::cards(units).of(cards).wilds(wilds);
                agrees_with_the_judge(&cost, &singles(), 60, 12, dice);
                agrees_with_the_judge(&cost.most_wilds(dice.below(4) as u16), &singles(), 60, 12, dice);
            }
        }
    }
}

#[test]
fn least_wilds_agree_with_the_judge() {
    let dice = &mut Dice(2);
    for least in 0..5 {
        for most in [0, 1, 2, 5] {
            let cost = Cost::cards(3).of(set([0, 1, 2])).wilds(set([3])).least_wilds(least).most_wilds(most);
            agrees_with_the_judge(&cost, &singles(), 100, 12, dice);
        }
    }
}

#[test]
fn two_kinds_to_a_colour_agree_with_the_judge() {
    let dice = &mut Dice(3);
    for mixed_up in [false, true] {
        for units in 0..7 {
            let cost = Cost::cards(units).of(set(0..4)).wilds(set([4]));
            agrees_with_the_judge(&cost, &two_to_a_colour(mixed_up, 1), 80, 12, dice);
            let cost = cost.least_wilds(dice.below(3) as u16).most_wilds(dice.below(4) as u16);
            agrees_with_the_judge(&cost, &two_to_a_colour(mixed_up, 1), 80, 12, dice);
        }
    }
}

#[test]
fn kinds_of_several_units_agree_with_the_judge() {
    let dice = &mut Dice(4);
    for mixed_up in [false, true] {
        for size in [0, 2, 3] {
            for units in 0..8 {
                let cost = Cost::cards(units).of(set(0..4)).wilds(set([4]));
                agrees_with_the_judge(&cost, &two_to_a_colour(mixed_up, size), 40, 12, dice);
                let cost = cost.least_wilds(dice.below(3) as u16).most_wilds(dice.below(4) as u16);
                agrees_with_the_judge(&cost, &two_to_a_colour(mixed_up, size), 40, 12, dice);
                agrees_with_the_judge(&cost.any_colours(), &two_to_a_colour(mixed_up, size), 40, 12, dice);
            }
        }
    }
}

#[test]
fn groups_agree_with_the_judge() {
    let dice = &mut Dice(5);
    for mixed_up in [false, true] {
        for size in 0..4 {
            for most_wilds in 0..4 {
                for count in 0..4 {
                    let cost = Cost::groups(count, Groups { size, most_wilds }).of(set(0..4)).wilds(set([4]));
                    agrees_with_the_judge(&cost, &two_to_a_colour(mixed_up, 1), 25, 10, dice);
                    let one = cost.clone().colour_variable(0);
                    agrees_with_the_judge(&one, &two_to_a_colour(mixed_up, 1), 10, 10, dice);
                    let either = cost.wilds(set([1, 4])).most_wilds(dice.below(4) as u16);
                    agrees_with_the_judge(&either, &two_to_a_colour(mixed_up, 1), 10, 9, dice);
                }
            }
        }
    }
}

#[test]
fn many_cards_of_a_colour_in_groups_agree_with_the_judge() {
    let dice = &mut Dice(10);
    for (size, most_wilds) in [(2, 1), (3, 1), (3, 2), (4, 1)] {
        for count in 1..=9 / u16::from(size) {
            let cost = Cost::groups(count, Groups { size, most_wilds }).of(set([0, 1])).wilds(set([2]));
            agrees_with_the_judge(&cost, &[kind(0, 1), kind(0, 1), kind(None, 1)], 40, 14, dice);
        }
    }
}

#[test]
fn three_kinds_to_a_colour_agree_with_the_judge() {
    let dice = &mut Dice(11);
    let kinds = |units| [kind(0, 1), kind(0, 1), kind(0, 1), kind(0, units), kind(None, 1)];
    for units in [1, 2, 3] {
        for n in 1..6 {
            let part = |n| Cost::cards(n).of(set(0..4)).wilds(set([4]));
            agrees_with_the_judge(&part(n), &kinds(units), 40, 12, dice);
            for m in 1..3 {
                // Here the sum of payments for the parts can hold a payment that is smaller by several cards.
                agrees_with_the_judge(&(part(n.min(4)) + part(m)), &kinds(units), 20, 8, dice);
                agrees_with_the_judge(&(part(n.min(4)) + part(m).any_colours()), &kinds(units), 20, 8, dice);
            }
        }
    }
}

#[test]
fn parts_of_one_colour_agree_with_the_judge() {
    let dice = &mut Dice(6);
    for mixed_up in [false, true] {
        let (first, second) = if mixed_up { (set([0, 1]), set([2, 3])) } else { (set([0, 2]), set([1, 3])) };
        for (a, b) in [(1, 1), (2, 2), (1, 3), (3, 0)] {
            for units in [1, 2] {
                let part = |n, cards| Cost::cards(n).of(cards).wilds(set([4]));
                let cost = part(a, first) + part(b, second);
                agrees_with_the_judge(&cost, &two_to_a_colour(mixed_up, units), 60, 9, dice);
                let cost = part(a, first) + part(b, second).most_wilds(dice.below(2) as u16);
                agrees_with_the_judge(&cost, &two_to_a_colour(mixed_up, units), 60, 9, dice);
                let cost = part(a, first) + part(b, second).least_wilds(1).colour_variable(1);
                agrees_with_the_judge(&cost, &two_to_a_colour(mixed_up, units), 60, 9, dice);
            }
        }
    }
}

#[test]
fn any_cost_agrees_with_the_judge() {
    let dice = &mut Dice(7);
    for round in 0..4000 {
        let kinds: Vec<KindInfo> = (0..2 + dice.below(4))
            .map(|_| {
                let colour = [Some(0), Some(0), Some(1), Some(1), None][dice.below(5) as usize];
                kind(colour, [1, 1, 1, 2, 2, 3, 0][dice.below(7) as usize])
            })
            .collect();
        let parts = [1, 1, 1, 2, 2, 3][round % 6];
        let some_kinds = |dice: &mut Dice| KindSet(dice.below(1 << kinds.len()));
        let mut cost = Cost::free();
        for _ in 0..parts {
            let n = dice.below(if parts > 1 { 3 } else { 5 }) as u16;
            let groups = Groups { size: 1 + dice.below(3) as u8, most_wilds: dice.below(3) as u8 };
            let mut part = match dice.below(4) {
                0 => Cost::groups(n.min(2), groups),
                1 => Cost::cards(n).any_colours(),
                _ => Cost::cards(n).colour_variable(dice.below(2) as u8),
            };
            part = part.of(some_kinds(dice)).wilds(some_kinds(dice));
            if dice.below(2) == 0 {
                part = part.wilds(set([kinds.len() as u8 - 1]));
            }
            if dice.below(3) == 0 {
                part = part.least_wilds(dice.below(3) as u16);
            }
            if dice.below(3) == 0 {
                part = part.most_wilds(dice.below(4) as u16);
            }
            cost = cost + part;
        }
        agrees_with_the_judge(&cost, &kinds, 8, if parts > 1 { 7 } else { 9 }, dice);
    }
}

#[test]
fn nothing_is_paid_for_a_free_cost() {
    for cost in [Cost::free(), Cost::cards(0).of(set([0])).wilds(set([3])), Cost::cards(0) + Cost::cards(0)] {
        assert_payments(&cost, &singles(), [1, 2, 0, 3], &[[0, 0, 0, 0]]);
        let payer = payer(&cost, &singles());
        assert_eq!(payer.check(&bag(&[1]), &bag(&[1])), Err(PayFault::Unfit { kind: Kind(0) }));
    }
}
