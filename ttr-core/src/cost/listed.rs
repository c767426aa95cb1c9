//! Costs of few payments: all of them, one after another.

use super::diagram::Diagram;
use crate::bag::CardBag;
use crate::ids::KindSet;
use crate::limits::MAX_CARD_KINDS;

/// Every payment of a cost, from whatever hand, in the order of bags.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    payments: Vec<CardBag>,
    /// The kinds of each: most payments are of some that are not in a hand.
    kinds: Vec<KindSet>,
}

/// So many payments are sooner compared with a hand than found in a diagram.
const FEW: u64 = 128;

impl Listed {
    /// The payments of a diagram, if they are few.
    pub(super) fn new(diagram: &Diagram) -> Option<Self> {
        let all = CardBag::from_counts(&[u8::MAX; MAX_CARD_KINDS]);
        (diagram.count(&all) <= FEW).then(|| {
            let mut payments = Vec::new();
            diagram.for_each(&all, &mut |pay| payments.push(pay));
            Self { kinds: payments.iter().map(CardBag::kinds).collect(), payments }
        })
    }

    fn payable_from<'a>(&'a self, hand: &'a CardBag) -> impl Iterator<Item = &'a CardBag> {
        let held = hand.kinds();
        let of_held = self.kinds.iter().zip(&self.payments).filter(move |(kinds, _)| kinds.minus(held).is_empty());
        of_held.map(|(_, pay)| pay).filter(|pay| pay.within(hand))
    }

    pub(super) fn count(&self, hand: &CardBag) -> u64 {
        self.payable_from(hand).count() as u64
    }

    pub(super) fn payable(&self, hand: &CardBag) -> bool {
        self.payable_from(hand).next().is_some()
    }

    pub(super) fn nth(&self, hand: &CardBag, i: u64) -> Option<CardBag> {
        self.payable_from(hand).nth(usize::try_from(i).ok()?).copied()
    }

    pub(super) fn for_each(&self, hand: &CardBag, each: &mut impl FnMut(CardBag)) {
        self.payable_from(hand).copied().for_each(each);
    }

    pub(super) fn is_payment(&self, pay: &CardBag) -> bool {
        self.payments.binary_search(pay).is_ok()
    }

    pub(super) fn fits(&self, cards: &CardBag) -> bool {
        self.payments.iter().any(|pay| cards.within(pay))
    }
}
