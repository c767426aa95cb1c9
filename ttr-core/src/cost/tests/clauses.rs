//! Clauses of the rules about payments.

use super::*;

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
