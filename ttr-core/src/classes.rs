//! Routes sorted by the terms on which they are claimed. What a player can pay is counted once for all routes of a class,
//! and classes that differ only in how much they cost stand in a *ladder*: where one can't be paid, the dearer ones after it
//! can't be either, and need not be looked at.

use crate::bag::CardBag;
use crate::ids::{PieceId, RouteId};
use crate::payment::{Cost, Held, Payer, Plain};
use crate::rules::{RouteTerms, Terms};
use std::collections::HashMap;

/// Routes that are claimed on the same terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class {
    /// What they cost, by the number of its solver.
    pub payer: u16,
    pub piece: PieceId,
    pub public: bool,
    /// Pieces placed and put aside.
    pub pieces: u16,
    /// How much they cost, in the units of their ladder.
    units: u16,
    /// Where its routes are.
    first: u32,
    last: u32,
}

/// Classes that cost more and more of the same.
#[derive(Clone, Debug)]
pub(crate) struct Ladder {
    first: u16,
    last: u16,
    /// Where so many cards of one kind, or wilds, are all that is asked.
    plain: Option<Plain>,
}

/// All classes, cheap ones of a ladder first, and the routes of each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    pub classes: Vec<Class>,
    ladders: Vec<Ladder>,
    /// The class of each route; [`NO_CLASS`] for closed ones.
    pub of_route: Vec<u16>,
    /// The routes of the classes, a bit each, by words of 64 in which there are any.
    words: Vec<(u32, u64)>,
}

/// The class of a route that nobody can claim.
pub(crate) const NO_CLASS: u16 = u16::MAX;

impl Classes {
    /// The classes of routes with these terms.
    pub fn new(route_terms: &[RouteTerms], terms: &[Terms], payers: &[Payer]) -> Self {
        let mut numbers: HashMap<(u16, PieceId, u16, bool), usize> = HashMap::new();
        let mut found: Vec<(Rung, Class, Vec<RouteId>)> = Vec::new();
        for (i, of) in route_terms.iter().enumerate().filter(|(_, of)| !of.closed) {
            let key = (of.payer, of.piece, of.pieces, of.public);
            let at = *numbers.entry(key).or_insert_with(|| {
                let (payer, piece, pieces, public) = key;
                let rung = Rung::of(&terms[usize::from(of.terms)].cost);
                let class = Class { payer, piece, pieces, public, units: rung.units, first: 0, last: 0 };
                found.push((rung, class, Vec::new()));
                found.len() - 1
            });
            found[at].2.push(RouteId::at(i));
        }
        let mut numbers: HashMap<Cost, usize> = HashMap::new();
        for (rung, ..) in &found {
            let next = numbers.len();
            numbers.entry(rung.ladder.clone()).or_insert(next);
        }
        found.sort_by_key(|(rung, class, _)| (numbers[&rung.ladder], rung.units, class.payer, class.pieces));
        let mut all = Self { of_route: vec![NO_CLASS; route_terms.len()], ..Self::default() };
        for steps in found.chunk_by(|(a, ..), (b, ..)| a.ladder == b.ladder) {
            let first = all.classes.len() as u16;
            for (_, class, routes) in steps {
                all.add(*class, routes);
            }
            let plain = all.classes[usize::from(first)..].iter().map(|class| payers[usize::from(class.payer)].plain());
            let plain = plain.reduce(|one, other| one.filter(|_| one == other)).flatten();
            all.ladders.push(Ladder { first, last: all.classes.len() as u16, plain });
        }
        all
    }

    fn add(&mut self, class: Class, routes: &[RouteId]) {
        let (at, first) = (self.classes.len() as u16, self.words.len());
        for route in routes {
            self.of_route[route.index()] = at;
            let (word, bit) = ((route.index() / 64) as u32, 1 << (route.index() % 64));
            match self.words[first..].last_mut() {
                Some((last, bits)) if *last == word => *bits |= bit,
                _ => self.words.push((word, bit)),
            }
        }
        self.classes.push(Class { first: first as u32, last: self.words.len() as u32, ..class });
    }

    /// The routes of a class, a bit each, by words of 64.
    #[inline]
    pub fn words_of(&self, class: &Class) -> &[(u32, u64)] {
        &self.words[class.first as usize..class.last as usize]
    }

    /// Calls `each` with the number of every class of which a hand can pay for a route that is open, how many claims of all
    /// of them there are, and how many payments for one. `open` tells how many routes are.
    #[inline(always)]
    pub fn payable(
        &self,
        payers: &[Payer],
        hand: &CardBag,
        open: &[u16],
        mut each: impl FnMut(usize, &Class, u64, u64),
    ) {
        for ladder in &self.ladders {
            let mut at = usize::from(ladder.first);
            let held = match ladder.plain {
                Some(plain) => plain.held(hand),
                None => Held::NOTHING,
            };
            while at < usize::from(ladder.last) {
                let (class, routes) = (&self.classes[at], u64::from(open[at]));
                if ladder.plain.is_some() && !held.reach(class.units) {
                    break;
                }
                if routes != 0 {
                    let n = match ladder.plain {
                        Some(_) => held.count(class.units),
                        None => payers[usize::from(class.payer)].count(hand),
                    };
                    if n == 0 {
                        break;
                    }
                    each(at, class, n.saturating_mul(routes), n);
                }
                at += 1;
            }
        }
    }
}

/// Where a cost stands: on which ladder, and how high.
struct Rung {
    /// The cost without its units, where who can pay for more can pay for less; other costs have a ladder each.
    ladder: Cost,
    units: u16,
}

impl Rung {
    fn of(cost: &Cost) -> Self {
        let mut ladder = cost.clone();
        let units = match &mut ladder.parts[..] {
            // Whoever has cards for more can pay for less: with one card, or one group, fewer. Only where groups have to
            // hold wilds may fewer of them have no room for so many.
            [part] if part.groups.is_none() || part.least_wilds == 0 => std::mem::take(&mut part.units),
            _ => 0,
        };
        Self { ladder, units }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{ColourId, KindSet};
    use crate::payment::{Groups, KindInfo};

    #[test]
    fn groups_that_have_to_hold_wilds_stand_on_no_ladder() {
        // One group has no room for two wilds, two groups have.
        let cost = |groups| {
            let cost = Cost::groups(groups, Groups { size: 2, most_wilds: 1 });
            cost.of(KindSet(0b011)).wilds(KindSet(0b100)).least_wilds(2)
        };
        let colour = |colour| KindInfo { colour, units: 1 };
        let kinds = [colour(Some(ColourId(0))), colour(Some(ColourId(1))), colour(None)];
        let hand = CardBag::from_counts(&[1, 1, 2]);
        let count = |groups| Payer::new(&cost(groups), &kinds).expect("a cost").count(&hand);
        assert_eq!([count(1), count(2)], [0, 1]);
        assert!(Rung::of(&cost(1)).ladder != Rung::of(&cost(2)).ladder);
        let plain = |units| Rung::of(&Cost::cards(units).of(KindSet(0b011)).wilds(KindSet(0b100)).least_wilds(2));
        assert!(plain(1).ladder == plain(4).ladder);
    }
}
