//! What sort of action something is, seen from what it does.

use super::mind::Mind;
use super::trial::{SAMPLES, Trial};
use ttr_core::{ActionSpace, ArgKind, CardBag, Holds, Kind, OpId, PlayerId, RouteId, State, View, ZoneId};

/// What an action is, seen from what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    /// A route is claimed and paid for.
    Claim,
    /// The card that it names comes to the hand.
    Card,
    /// A card of the deck that it names comes to the hand.
    Deck,
    /// The tickets that it names are ours.
    Keep,
    /// Tickets are to be chosen next.
    Tickets,
    /// Anything else.
    Other,
}

/// The families of a list, those of one operation in map order, whatever the order in which they are listed.
pub(super) fn in_map_order(space: &ActionSpace<'_>) -> Vec<(OpId, [u16; 3], usize, usize)> {
    let mut families: Vec<_> = Vec::with_capacity(64);
    space.families().for_each(|family| families.push(family));
    let by_args = |[a, b, c]: [u16; 3]| u64::from(a) << 32 | u64::from(b) << 16 | u64::from(c);
    for of_one in families.chunk_by_mut(|one, other| one.0 == other.0) {
        of_one.sort_unstable_by_key(|(_, args, first, _)| (by_args(*args), *first));
    }
    families
}

impl Trial<'_, '_> {
    /// What the actions of an operation are.
    pub fn sort_of(&mut self, space: &ActionSpace<'_>, op: OpId, first: usize, n: usize) -> Sort {
        let mind = self.mind;
        let Mind { rules, view, me, .. } = *mind;
        let spec = rules.op(op);
        let argument = spec.args.first().map(|(_, kind)| *kind);
        let names_tickets = matches!(argument, Some(ArgKind::TicketsOf(_)));
        let mut actions = (first..first.saturating_add(n)).filter_map(|i| space.get(i));
        let Some(action) = actions.find(|action| !names_tickets || action.args[0] != 0) else { return Sort::Other };
        let mut is = |sort: Sort, what: &dyn Fn(&State) -> bool| {
            let mut tried = |sample| self.tried(mind.sample(sample), &action, 0);
            let happens = (0..SAMPLES).any(|sample| tried(sample).is_some_and(|after| what(&after.st)));
            if happens { sort } else { Sort::Other }
        };
        // A card may lie somewhere else of ours before it is in the hand.
        let held = |st: &State| held(rules.view(st, Some(me)), me);
        let now = || self::held(view, me);
        match argument {
            Some(ArgKind::Route) if spec.pays => is(Sort::Claim, &|st| {
                let route = RouteId(action.args[0]);
                let free = rules.view(st, None).is_free(route);
                view.is_free(route) && !free || rules.view(st, None).count(rules.escrow()) > 0
            }),
            Some(ArgKind::Kind) if !spec.pays => {
                let kind = Kind(action.args[0] as u8);
                is(Sort::Card, &|st| held(st).of(kind) > now().of(kind))
            }
            Some(ArgKind::Deck) if !spec.pays => is(Sort::Deck, &|st| held(st).len() > now().len()),
            Some(ArgKind::TicketsOf(_)) => {
                let (named, ours) = (mind.tickets_named(&action), view.own_tickets());
                is(Sort::Keep, &|st| {
                    let own = rules.view(st, Some(me)).own_tickets();
                    named.iter().any(|ticket| !ours.contains(ticket)) && named.iter().all(|ticket| own.contains(ticket))
                })
            }
            _ if spec.args.is_empty() && !spec.pays => is(Sort::Tickets, &|st| {
                let mut space = ActionSpace::new(rules);
                rules.legal(st, me, &mut space);
                let names_tickets = |op: OpId| matches!(rules.op(op).args.first(), Some((_, ArgKind::TicketsOf(_))));
                !space.is_empty() && space.families().all(|(op, ..)| names_tickets(op))
            }),
            _ => Sort::Other,
        }
    }
}

/// All cards that lie in places of ours.
fn held(view: View<'_>, me: PlayerId) -> CardBag {
    let rules = view.rules();
    let zones = (0..rules.zones().len()).map(ZoneId::at).filter(|zone| rules.is_of(*zone, me));
    let cards = zones.filter(|zone| rules.zone(*zone).holds == Holds::Cards);
    cards.filter_map(|zone| view.cards(zone)).fold(CardBag::EMPTY, |sum, bag| sum.plus(&bag).unwrap_or(sum))
}
