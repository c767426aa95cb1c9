//! Payments counted before, as long as the cards that they are made of stay.

use super::Payer;
use crate::bag::CardBag;

/// How many payments of each registered cost a purse allows. From one turn to the next few kinds of cards change, and only what
/// is paid with those is counted again.
#[derive(Clone, Debug)]
pub(crate) struct Memo {
    purse: CardBag,
    /// What has been counted, by cost.
    counts: Vec<Option<u64>>,
    /// The costs of which a count is known.
    known: Vec<u16>,
}

impl Memo {
    /// Nothing counted of these costs.
    pub(crate) fn new(payers: &[Payer]) -> Self {
        Self { purse: CardBag::EMPTY, counts: vec![None; payers.len()], known: Vec::with_capacity(payers.len()) }
    }

    /// Goes on with these cards; `payers` are those it was made for.
    #[inline]
    pub(crate) fn follow(&mut self, payers: &[Payer], purse: &CardBag) {
        if self.purse != *purse {
            self.forget(payers, purse);
        }
    }

    #[inline(never)]
    fn forget(&mut self, payers: &[Payer], purse: &CardBag) {
        let changed = self.purse.differing(purse);
        self.purse = *purse;
        let counts = &mut self.counts;
        self.known.retain(|&payer| {
            let stays = payers[usize::from(payer)].kinds().and(changed).is_empty();
            if !stays {
                counts[usize::from(payer)] = None;
            }
            stays
        });
    }

    /// How many payments of this cost the purse allows.
    #[inline]
    pub(crate) fn of(&mut self, payers: &[Payer], payer: u16) -> u64 {
        match self.counts[usize::from(payer)] {
            Some(count) => count,
            None => {
                let count = payers[usize::from(payer)].count(&self.purse);
                self.counts[usize::from(payer)] = Some(count);
                self.known.push(payer);
                count
            }
        }
    }
}
