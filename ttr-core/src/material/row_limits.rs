//! How many cards of some kinds may lie in a row.

use crate::bag::CardBag;
use crate::ids::KindSet;
use crate::limits::MAX_CARD_KINDS;

/// The limits of a row: at most so many cards of these kinds.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    each: Vec<(KindSet, u8)>,
    /// How many of each kind that comes to, if each limit is for one kind.
    by_kind: Option<CardBag>,
}

impl Limits {
    pub(crate) fn new(each: Vec<(KindSet, u8)>) -> Self {
        let by_kind = most_by_kind(&each);
        Self { each, by_kind }
    }

    /// The limits one by one.
    pub fn each(&self) -> &[(KindSet, u8)] {
        &self.each
    }

    /// Whether these cards break no limit.
    #[inline]
    pub fn keeps(&self, row: &CardBag) -> bool {
        match &self.by_kind {
            Some(most) => row.within(most),
            None => self.each.iter().all(|(kinds, most)| row.len_of(*kinds) <= usize::from(*most)),
        }
    }

    /// How many of these cards can lie in a row that breaks no limit. Told only where each limit is for one kind: otherwise it takes
    /// more than counting.
    #[inline]
    pub fn room(&self, cards: &CardBag) -> Option<u32> {
        self.by_kind.as_ref().map(|most| cards.in_common(most))
    }
}

fn most_by_kind(limits: &[(KindSet, u8)]) -> Option<CardBag> {
    let mut most = CardBag::from_counts(&[u8::MAX; MAX_CARD_KINDS]);
    for (kinds, limit) in limits.iter().filter(|(kinds, _)| !kinds.is_empty()) {
        let mut kinds = kinds.iter();
        let (Some(kind), None) = (kinds.next(), kinds.next()) else { return None };
        most.set(kind, most.of(kind).min(*limit));
    }
    Some(most)
}
