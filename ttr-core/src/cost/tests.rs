use super::memo::Memo;
use super::*;

/// The definition, word for word, on plain lists: slow, and with no type of the solver in it.
mod judge {
    pub struct Kind {
        pub colour: Option<u8>,
        pub units: usize,
    }

    pub struct Part {
        pub units: usize,
        pub cards: Vec<usize>,
        pub wilds: Vec<usize>,
        pub variable: Option<u8>,
        pub wilds_from: usize,
        pub wilds_to: usize,
        pub groups: Option<(usize, usize)>,
    }

    /// A card given to a part: its kind, and whether it plays as a wild.
    type Given = (usize, bool);

    /// All the bags within a hand.
    pub fn bags_within(hand: &[u8]) -> Vec<Vec<u8>> {
        let Some((&first, rest)) = hand.split_first() else { return vec![vec![]] };
        let rest = bags_within(rest);
        (0..=first).flat_map(|n| rest.iter().map(move |bag| [&[n][..], bag].concat())).collect()
    }

    pub fn is_within(a: &[u8], b: &[u8]) -> bool {
        a.iter().zip(b).all(|(a, b)| a <= b)
    }

    /// The payments from a hand: what covers, with no smaller bag in it that does; the first kinds first.
    pub fn payments(hand: &[u8], parts: &[Part], kinds: &[Kind]) -> Vec<Vec<u8>> {
        let covers: Vec<_> = bags_within(hand).into_iter().filter(|bag| covers(bag, parts, kinds)).collect();
        let minimal = |bag: &&Vec<u8>| !covers.iter().any(|less| less != *bag && is_within(less, bag));
        let mut payments: Vec<_> = covers.iter().filter(minimal).cloned().collect();
        payments.sort_by(|a, b| b.cmp(a));
        payments
    }

    pub fn covers(bag: &[u8], parts: &[Part], kinds: &[Kind]) -> bool {
        let cards: Vec<usize> = bag.iter().enumerate().flat_map(|(kind, &n)| vec![kind; n.into()]).collect();
        give(&cards, parts, kinds, &mut vec![vec![]; parts.len()], (0, false))
    }

    /// Gives the cards to parts in every way (cards of a kind in one order only).
    fn give(cards: &[usize], parts: &[Part], kinds: &[Kind], given: &mut Vec<Vec<Given>>, from: (usize, bool)) -> bool {
        let Some((&kind, rest)) = cards.split_first() else {
            return parts.iter().zip(given.iter()).all(|(part, given)| is_covered(part, given, kinds))
                && agree(parts, given, kinds);
        };
        for p in 0..parts.len() {
            for wild in [false, true] {
                let may = if wild { parts[p].wilds.contains(&kind) } else { parts[p].cards.contains(&kind) };
                if may && (p, wild) >= from {
                    given[p].push((kind, wild));
                    let from = if rest.first() == Some(&kind) { (p, wild) } else { (0, false) };
                    let done = give(rest, parts, kinds, given, from);
                    given[p].pop();
                    if done {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn is_covered(part: &Part, given: &[Given], kinds: &[Kind]) -> bool {
        let wilds = given.iter().filter(|&&(_, wild)| wild).count();
        let enough = match part.groups {
            None => given.iter().map(|&(kind, _)| kinds[kind].units).sum::<usize>() >= part.units,
            Some((size, most_wilds)) => can_be_sorted(given, part.units, size, most_wilds, kinds),
        };
        enough && wilds >= part.wilds_from && wilds <= part.wilds_to
    }

    fn agree(parts: &[Part], given: &[Vec<Given>], kinds: &[Kind]) -> bool {
        parts.iter().filter_map(|part| part.variable).all(|variable| {
            let together = parts.iter().zip(given).filter(|(part, _)| part.variable == Some(variable));
            let coloured = together.flat_map(|(_, given)| given).filter(|&&(_, wild)| !wild);
            let colours: Vec<_> = coloured.map(|&(kind, _)| kinds[kind].colour).collect();
            colours.iter().all(|colour| *colour == colours[0])
        })
    }

    fn can_be_sorted(given: &[Given], groups: usize, size: usize, most_wilds: usize, kinds: &[Kind]) -> bool {
        if given.len() != groups * size {
            return false;
        }
        if given.is_empty() {
            return true;
        }
        // The first card's group, in every way.
        (0..1u32 << given.len()).filter(|set| set & 1 == 1 && set.count_ones() as usize == size).any(|set| {
            let (group, rest): (Vec<_>, Vec<_>) = (0..given.len()).partition(|i| set >> i & 1 == 1);
            let colours: Vec<_> = group.iter().filter(|&&i| !given[i].1).map(|&i| kinds[given[i].0].colour).collect();
            let rest: Vec<_> = rest.iter().map(|&i| given[i]).collect();
            colours.iter().all(|colour| *colour == colours[0])
                && size - colours.len() <= most_wilds
                && can_be_sorted(&rest, groups - 1, size, most_wilds, kinds)
        })
    }
}

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

#[test]
fn g10_a_gray_route_takes_any_one_colour_and_wilds() {
    let cost = Cost::cards(3).of(set([0, 1, 2])).wilds(set([3]));
    let expected = [[3, 0, 0, 0], [2, 0, 0, 1], [1, 0, 0, 2], [0, 1, 0, 2], [0, 0, 0, 3]];
    assert_payments(&cost, &singles(), [4, 1, 0, 3], &expected);
}

#[test]
fn g10_all_wilds_are_listed_once() {
    let cost = Cost::cards(3).of(set([0, 1, 2])).wilds(set([3]));
    assert_payments(&cost, &singles(), [0, 0, 0, 3], &[[0, 0, 0, 3]]);
}

#[test]
fn g13_a_payment_has_no_superfluous_card() {
    let payer = payer(&Cost::cards(3).of(set([0, 1, 2])).wilds(set([3])), &singles());
    let hand = bag(&[4, 4, 0, 4]);
    let check = |pay: [u8; 4]| payer.check(&hand, &bag(&pay));
    assert_eq!(check([3, 0, 0, 0]), Ok(()));
    assert_eq!(check([4, 0, 0, 0]), Err(PayFault::Superfluous { kind: Kind(0) }));
    assert_eq!(check([3, 0, 0, 1]), Err(PayFault::Superfluous { kind: Kind(3) }));
    assert_eq!(check([3, 1, 0, 0]), Err(PayFault::Superfluous { kind: Kind(1) }));
    assert_eq!(check([2, 1, 0, 0]), Err(PayFault::Unfit { kind: Kind(1) }));
    assert_eq!(check([1, 0, 0, 1]), Err(PayFault::TooLittle));
    assert_eq!(check([0, 0, 0, 0]), Err(PayFault::TooLittle));
    assert_eq!(check([0, 0, 3, 0]), Err(PayFault::NotInHand { kind: Kind(2), paid: 3, held: 0 }));
}

/// Two colours, singles and doubles of each, and a wild.
fn with_doubles() -> [KindInfo; 5] {
    [kind(0, 1), kind(0, 2), kind(1, 1), kind(1, 2), kind(None, 1)]
}

#[test]
fn w13_three_doubles_pay_five_spaces() {
    let cost = Cost::cards(5).of(set([0, 1])).wilds(set([4]));
    assert_payments(&cost, &with_doubles(), [0, 3, 0, 0, 0], &[[0, 3, 0, 0, 0]]);
    assert_payments(&cost, &with_doubles(), [1, 3, 0, 0, 0], &[[1, 2, 0, 0, 0], [0, 3, 0, 0, 0]]);
}

#[test]
fn w13_two_doubles_and_two_singles_are_too_much_for_five_spaces() {
    let payer = payer(&Cost::cards(5).of(set([0, 1])).wilds(set([4])), &with_doubles());
    let hand = bag(&[2, 3, 0, 0, 1]);
    let check = |pay: [u8; 5]| payer.check(&hand, &bag(&pay));
    assert_eq!(check([1, 2, 0, 0, 0]), Ok(()));
    assert_eq!(check([0, 2, 0, 0, 1]), Ok(()));
    assert_eq!(check([0, 3, 0, 0, 0]), Ok(()));
    assert_eq!(check([2, 2, 0, 0, 0]), Err(PayFault::Superfluous { kind: Kind(0) }));
    assert_eq!(check([0, 3, 0, 0, 1]), Err(PayFault::Superfluous { kind: Kind(4) }));
    assert_eq!(check([2, 1, 0, 0, 0]), Err(PayFault::TooLittle));
}

#[test]
fn w14_doubles_of_two_colours_do_not_mix() {
    let payer = payer(&Cost::cards(4).of(set(0..4)).wilds(set([4])), &with_doubles());
    let hand = bag(&[0, 1, 0, 1, 2]);
    assert_eq!(payer.list(&hand), [[0, 1, 0, 0, 2], [0, 0, 0, 1, 2]].map(|pay| bag(&pay)));
    assert_eq!(payer.check(&hand, &bag(&[0, 1, 0, 1, 0])), Err(PayFault::Unfit { kind: Kind(3) }));
}

#[test]
fn w15_every_space_takes_two_cards_of_a_colour() {
    let cost = Cost::groups(2, Groups { size: 2, most_wilds: 1 }).of(set([0, 1, 2])).wilds(set([3]));
    let expected = [[4, 0, 0, 0], [3, 0, 0, 1], [2, 1, 0, 1], [2, 0, 0, 2], [1, 1, 0, 2]];
    assert_payments(&cost, &singles(), [5, 1, 0, 4], &expected);
}

#[test]
fn w15_wilds_are_no_group_of_their_own() {
    let payer = payer(&Cost::groups(1, Groups { size: 2, most_wilds: 1 }).of(set([0, 1])).wilds(set([3])), &singles());
    let hand = bag(&[1, 1, 0, 2]);
    assert_eq!(payer.check(&hand, &bag(&[0, 0, 0, 2])), Err(PayFault::Unfit { kind: Kind(3) }));
    assert_eq!(payer.check(&hand, &bag(&[1, 1, 0, 0])), Err(PayFault::Unfit { kind: Kind(1) }));
    assert_eq!(payer.check(&hand, &bag(&[1, 0, 0, 1])), Ok(()));
}

#[test]
fn w22_two_and_two_cards_with_a_symbol_share_a_colour() {
    // By colour: a card of the first deck with the symbol, one of the second, and one without the symbol.
    let kinds = [kind(0, 1), kind(0, 1), kind(0, 1), kind(1, 1), kind(1, 1), kind(1, 1), kind(None, 1)];
    let part = |cards| Cost::cards(2).of(cards).wilds(set([6]));
    let cost = part(set([0, 3])) + part(set([1, 4]));
    let expected = [[2, 2, 0, 0, 0, 0, 0], [2, 1, 0, 0, 0, 0, 1], [1, 2, 0, 0, 0, 0, 1]];
    assert_payments(&cost, &kinds, [2, 2, 2, 1, 2, 2, 1], &[&expected[..], &[[0, 0, 0, 1, 2, 0, 1]]].concat());
    assert_payments(&cost, &kinds, [0, 0, 2, 0, 0, 2, 4], &[[0, 0, 0, 0, 0, 0, 4]]);
    let payer = payer(&cost, &kinds);
    let hand = bag(&[9; 7]);
    assert_eq!(payer.check(&hand, &bag(&[2, 1, 1, 0, 0, 0, 0])), Err(PayFault::Unfit { kind: Kind(2) }));
    assert_eq!(payer.check(&hand, &bag(&[2, 0, 0, 0, 2, 0, 0])), Err(PayFault::Unfit { kind: Kind(4) }));
    assert_eq!(payer.check(&hand, &bag(&[3, 0, 0, 0, 0, 0, 1])), Err(PayFault::Unfit { kind: Kind(0) }));
}

#[test]
fn u7_symbols_ask_for_wilds() {
    let cost = Cost::cards(3).of(set([1])).wilds(set([3])).least_wilds(1);
    assert_payments(&cost, &singles(), [3, 3, 3, 3], &[[0, 2, 0, 1], [0, 1, 0, 2], [0, 0, 0, 3]]);
    let payer = payer(&cost, &singles());
    assert_eq!(payer.check(&bag(&[3, 3, 3, 3]), &bag(&[0, 3, 0, 0])), Err(PayFault::Unfit { kind: Kind(1) }));
}

#[test]
fn u9_only_wilds_pay_where_no_card_does() {
    let cost = Cost::cards(2).wilds(set([3]));
    assert_payments(&cost, &singles(), [3, 3, 3, 3], &[[0, 0, 0, 2]]);
}

#[test]
fn u15_one_card_of_any_of_some_colours() {
    let cost = Cost::cards(1).of(set([0, 2])).any_colours().wilds(set([3]));
    assert_payments(&cost, &singles(), [1, 1, 2, 1], &[[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]);
}

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
