//! The minimal covers of one part, in one colour or in any: the families from which [`super::family`] makes payments.

use super::family::{END, Families, Family, NONE};
use super::{Groups, KindInfo, Part};
use crate::ids::{ColourId, Kind};
use crate::limits::MAX_CARDS_OF_A_KIND;
use std::collections::HashMap;

/// The colour in which a part is paid.
#[derive(Clone, Copy)]
pub(super) enum Colour {
    Any,
    Only(Option<ColourId>),
}

/// What the cards of a kind may be.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Nothing,
    Coloured,
    Wild,
    Either,
}

impl Role {
    fn coloured(self) -> bool {
        matches!(self, Self::Coloured | Self::Either)
    }

    fn wild(self) -> bool {
        matches!(self, Self::Wild | Self::Either)
    }
}

/// The minimal covers of a part in a colour. Its limits of wilds are in order.
pub(super) fn minimal_covers(families: &mut Families, part: &Part, colour: Colour) -> Family {
    let role = |&(kind, info): &(Kind, KindInfo)| {
        let fits = match colour {
            Colour::Any => true,
            Colour::Only(colour) => info.colour == colour,
        };
        match (part.cards.has(kind) && fits, part.wilds.has(kind)) {
            (false, false) => Role::Nothing,
            (true, false) => Role::Coloured,
            (false, true) => Role::Wild,
            (true, true) => Role::Either,
        }
    };
    let roles = families.layers.iter().map(role).collect();
    match part.groups {
        None => Units { part, roles, done: HashMap::new() }.covers_from(families, 0, UnitsLaid::NOTHING),
        Some(rule) => {
            let laid = GroupsLaid {
                most_groups: if rule.wilds_alone() { part.units.into() } else { 0 },
                ..GroupsLaid::NOTHING
            };
            Grouped { part, rule, roles, done: HashMap::new() }.covers_from(families, 0, laid)
        }
    }
}

/// Covers by units. A card covers as much in either role, so that only numbers matter: of units, of cards that may be wilds,
/// of cards that must be. Without some of the cards all three are smaller. So a cover is minimal if no single card can be
/// taken away: if the units would be too few, or the card may be a wild and these would be.
///
/// Of the three only the last depends on the colour, and it is no reason for a card to be needed. So a cover that is minimal
/// in its colour is minimal in all.
struct Units<'a> {
    part: &'a Part,
    roles: Vec<Role>,
    done: HashMap<(usize, UnitsLaid), Family>,
}

/// What matters of the cards laid so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct UnitsLaid {
    units: u32,
    /// Cards that may be wilds, and among them those that must be.
    wilds: u32,
    must_be_wilds: u32,
    /// The fewest units of a card that may not, or that may be a wild.
    smallest_coloured: u32,
    smallest_wild: u32,
}

impl UnitsLaid {
    const NOTHING: Self =
        Self { units: 0, wilds: 0, must_be_wilds: 0, smallest_coloured: u32::MAX, smallest_wild: u32::MAX };
}

impl Units<'_> {
    fn covers_from(&mut self, families: &mut Families, layer: usize, laid: UnitsLaid) -> Family {
        let Some(&role) = self.roles.get(layer) else {
            let covered = laid.units >= self.part.units.into() && laid.wilds >= self.part.least_wilds.into();
            return if covered && self.may_be_minimal(&laid) { END } else { NONE };
        };
        if let Some(&done) = self.done.get(&(layer, laid)) {
            return done;
        }
        let units = families.layers[layer].1.units.into();
        let mut with = vec![self.covers_from(families, layer + 1, laid)];
        let mut more = laid;
        while role != Role::Nothing && with.len() <= MAX_CARDS_OF_A_KIND && !families.exhausted() {
            families.spend(1);
            more = self.lay(more, role, units);
            if !self.may_be_minimal(&more) {
                break;
            }
            with.push(self.covers_from(families, layer + 1, more));
        }
        let covers = families.node(with);
        self.done.insert((layer, laid), covers);
        covers
    }

    /// One card more. Numbers are kept as far as they make a difference.
    fn lay(&self, laid: UnitsLaid, role: Role, units: u32) -> UnitsLaid {
        let part = self.part;
        let (enough, least_wilds) = (u32::from(part.units), u32::from(part.least_wilds));
        let mut more = UnitsLaid { units: (laid.units + units).min(enough + u32::from(u8::MAX)), ..laid };
        if role.wild() {
            more.smallest_wild = laid.smallest_wild.min(units);
            more.wilds = (laid.wilds + 1).min(least_wilds + 1);
        } else {
            more.smallest_coloured = laid.smallest_coloured.min(units);
        }
        // A minimal cover has no more cards than this, so that a larger limit does not matter.
        if role == Role::Wild && u32::from(part.most_wilds) < enough + least_wilds {
            more.must_be_wilds += 1;
        }
        more
    }

    /// Whether there are not too many wilds, and each card is needed, as far as one can tell before the last is laid: what
    /// fails here, fails with more cards too.
    fn may_be_minimal(&self, laid: &UnitsLaid) -> bool {
        let over = laid.units.saturating_sub(self.part.units.into());
        laid.must_be_wilds <= self.part.most_wilds.into()
            && laid.smallest_coloured > over
            && (laid.smallest_wild > over || laid.wilds <= self.part.least_wilds.into())
    }
}

impl Groups {
    /// Whether a group may consist of wilds.
    fn wilds_alone(self) -> bool {
        self.most_wilds >= self.size
    }

    /// The fewest groups in which so many cards of a colour find a place.
    fn fewest(self, cards: u32) -> u32 {
        cards.div_ceil(u32::from(self.size).max(1))
    }

    /// The most groups for which so many cards of a colour suffice, unless wilds can be alone.
    fn most(self, cards: u32) -> u32 {
        cards / u32::from(self.size.saturating_sub(self.most_wilds)).max(1)
    }

    /// So many cards are a whole number of groups, the fewest and the most.
    fn round(self) -> u32 {
        u32::from(self.size).max(1) * u32::from(self.size.saturating_sub(self.most_wilds)).max(1)
    }
}

/// Covers by groups. All have the same number of cards, so all are minimal. Cards can be sorted into groups if for every
/// colour there is a number of groups, not too few for its cards and not too many, so that the numbers add up. The kinds of
/// a colour come one after another, or with wilds between them.
struct Grouped<'a> {
    part: &'a Part,
    rule: Groups,
    roles: Vec<Role>,
    done: HashMap<(usize, GroupsLaid), Family>,
}

/// What matters of the cards laid so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct GroupsLaid {
    cards: u32,
    wilds: u32,
    /// The groups that the colours before the present one can be.
    fewest_groups: u32,
    most_groups: u32,
    /// The cards of the present colour, whole rounds left out.
    open: u32,
    colour: Option<Option<ColourId>>,
}

impl GroupsLaid {
    const NOTHING: Self = Self { cards: 0, wilds: 0, fewest_groups: 0, most_groups: 0, open: 0, colour: None };
}

impl Grouped<'_> {
    fn covers_from(&mut self, families: &mut Families, layer: usize, laid: GroupsLaid) -> Family {
        let groups = u32::from(self.part.units);
        let cards = groups * u32::from(self.rule.size);
        let Some(&role) = self.roles.get(layer) else {
            let closed = self.close(laid);
            let covered = closed.is_some_and(|laid| laid.cards == cards && laid.most_groups == groups);
            let wilds = u32::from(self.part.least_wilds)..=u32::from(self.part.most_wilds);
            return if covered && wilds.contains(&laid.wilds) { END } else { NONE };
        };
        let colour = Some(families.layers[layer].1.colour);
        let laid = if role.coloured() && laid.colour != colour {
            match self.close(laid) {
                Some(closed) => GroupsLaid { colour, ..closed },
                None => return NONE,
            }
        } else {
            laid
        };
        if let Some(&done) = self.done.get(&(layer, laid)) {
            return done;
        }
        let room = (cards - laid.cards).min(MAX_CARDS_OF_A_KIND as u32);
        let most = if role == Role::Nothing { 0 } else { room };
        let mut with = Vec::new();
        for n in 0..=most {
            let as_wilds = if role.wild() { n } else { 0 };
            let as_coloured = if role.coloured() { n } else { 0 };
            let mut family = NONE;
            for wilds in n - as_coloured..=as_wilds {
                families.spend(1);
                if families.exhausted() {
                    return NONE;
                }
                if let Some(laid) = self.lay(laid, n - wilds, wilds) {
                    let more = self.covers_from(families, layer + 1, laid);
                    family = families.union(family, more);
                }
            }
            with.push(family);
        }
        let covers = families.node(with);
        self.done.insert((layer, laid), covers);
        covers
    }

    /// More cards of the present colour and more wilds, unless they are too many. Rounds after the first are counted at once:
    /// with them or without, the cards of the colour can be sorted or not.
    fn lay(&self, laid: GroupsLaid, coloured: u32, wilds: u32) -> Option<GroupsLaid> {
        let round = self.rule.round();
        let open = laid.open + coloured;
        let rounds = (open / round).saturating_sub(1);
        let more = self.count(
            GroupsLaid {
                cards: laid.cards + coloured + wilds,
                wilds: laid.wilds + wilds,
                open: open - rounds * round,
                ..laid
            },
            rounds * round,
        );
        (more.wilds <= self.part.most_wilds.into() && more.fewest_groups <= self.part.units.into()).then_some(more)
    }

    /// Counts the groups of so many cards of the present colour.
    fn count(&self, laid: GroupsLaid, cards: u32) -> GroupsLaid {
        GroupsLaid {
            fewest_groups: laid.fewest_groups + self.rule.fewest(cards),
            most_groups: (laid.most_groups + self.rule.most(cards)).min(self.part.units.into()),
            ..laid
        }
    }

    /// The present colour is complete: unless its cards cannot be sorted, they are now groups.
    fn close(&self, laid: GroupsLaid) -> Option<GroupsLaid> {
        let sorted = self.rule.wilds_alone() || self.rule.fewest(laid.open) <= self.rule.most(laid.open);
        let closed = GroupsLaid { open: 0, colour: None, ..self.count(laid, laid.open) };
        (sorted && closed.fewest_groups <= self.part.units.into()).then_some(closed)
    }
}
