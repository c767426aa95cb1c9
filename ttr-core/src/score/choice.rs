//! The best use of routes of which some may be chosen, for the tickets of a side.

use super::network::{ChoiceGroup, Net, NetworkSpec, root_of};
use super::{Outcome, Outcomes};
use crate::ids::{CityId, RouteId, TicketId};
use crate::look::Look;

/// So many combinations of choices are tried at most.
pub const CHOICE_BUDGET: u64 = 200_000;

impl Net<'_> {
    /// The routes that may be chosen, and what they join. Where only joining counts, those alone that join what is not joined,
    /// one of each group for each two parts: the first.
    fn links(&self, choices: &[ChoiceGroup], by_joining: bool, links: &mut Vec<Link>) {
        links.clear();
        let roots = self.joined.roots();
        for (group, choice) in (0..).zip(choices) {
            let first = links.len();
            for &route in &choice.options {
                let [a, b] = self.board().route(route).ends.map(|city| root_of(roots, city));
                let parts = [a.min(b), a.max(b)];
                if !by_joining || (a != b && links[first..].iter().all(|link| link.parts != parts)) {
                    links.push(Link { group, route, parts });
                }
            }
        }
    }
}

impl Look<'_> {
    /// Chooses so that the tickets come to most. `outcomes` holds what they come to with nothing chosen, and is changed to what they come
    /// to then.
    pub(super) fn choose_best(
        self,
        mut net: Net<'_>,
        choices: &[ChoiceGroup],
        outcomes: &mut Outcomes,
        desk: &mut Desk,
    ) {
        outcomes.chosen = choices.iter().map(|group| (group.at, None)).collect();
        // What is complete stays so, whatever else is joined, and what joins nothing is no choice: where that is all that counts.
        let by_joining = self.rules.networks.goals.iter().all(|goal| goal.by_joining)
            || outcomes.tickets.iter().all(|(ticket, _)| self.goal_of(*ticket).by_joining);
        let Desk { links, open, .. } = desk;
        net.links(choices, by_joining, links);
        open.clear();
        if by_joining {
            self.keep_of_use(&net, &outcomes.tickets, links, open);
        } else {
            open.extend(outcomes.tickets.iter().map(|(ticket, _)| *ticket));
        }
        if links.is_empty() {
            return;
        }
        let mut search = Search::new(self, open, links, choices.len());
        search.choose(&mut net, 0);
        let exact = search.left > 0;
        let mut is_any = false;
        for ((_, chosen), route) in outcomes.chosen.iter_mut().zip(search.best) {
            *chosen = route;
            if let Some(route) = route {
                net.add(route);
                is_any = true;
            }
        }
        let changed = |(_, outcome): &&mut (TicketId, Outcome)| is_any && (!by_joining || !outcome.completed);
        for (ticket, outcome) in outcomes.tickets.iter_mut().filter(changed) {
            *outcome = self.rules.outcome_on(&net, *ticket);
        }
        outcomes.exact = exact && outcomes.tickets.iter().all(|(_, outcome)| outcome.exact);
    }

    /// Keeps the routes that can be of use for tickets of which only joining counts, and the tickets for which they can: none
    /// that is complete.
    fn keep_of_use(
        self,
        net: &Net<'_>,
        tickets: &[(TicketId, Outcome)],
        links: &mut Vec<Link>,
        open: &mut Vec<TicketId>,
    ) {
        if !links.is_empty() {
            let open_ones = tickets.iter().filter(|(_, outcome)| !outcome.completed);
            self.open_to_choice(net, open_ones.map(|(ticket, _)| *ticket), links, open);
        }
        if open.is_empty() {
            links.clear();
        } else if ways(links) < CHOICE_BUDGET {
            // What takes too long to try is not made shorter: how sure a choice is does not hang on that.
            self.leave_out_dead_ends(net, open, links);
        }
    }

    /// Finds the tickets for which the choice matters: all routes together join two of their cities that are apart without them.
    fn open_to_choice(
        self,
        net: &Net<'_>,
        tickets: impl Iterator<Item = TicketId>,
        links: &[Link],
        open: &mut Vec<TicketId>,
    ) {
        let (mut all, mut reached) = (net.joined.clone(), 0u64);
        for [a, b] in links.iter().map(|link| link.parts) {
            all.join(CityId(a), CityId(b));
            reached |= 1 << (a % 64) | 1 << (b % 64);
        }
        // Parts at which no route ends are joined with nothing; those of other numbers may be taken for one at which one does.
        let roots = net.joined.roots();
        let is_reached = |city: CityId| reached >> (root_of(roots, city) % 64) & 1 != 0;
        let newly = |a: CityId, b: CityId| {
            let (a, b) = (net.joined.part(a), net.joined.part(b));
            a != b && all.are_joined(a, b)
        };
        tickets.for_each(|ticket| {
            let cities = &self.board().tickets[ticket.index()].cities;
            let is_open = match cities[..] {
                [a, b] => is_reached(a) && is_reached(b) && newly(a, b),
                _ => (1..cities.len()).any(|i| cities[..i].iter().any(|b| newly(cities[i], *b))),
            };
            if is_open {
                open.push(ticket);
            }
        });
    }

    /// Leaves out routes that lead nowhere: to a part of the network without a city of these tickets, from which no other of them
    /// leads on. To choose one comes to the same as to choose none.
    fn leave_out_dead_ends(self, net: &Net<'_>, tickets: &[TicketId], links: &mut Vec<Link>) {
        /// A part is never a dead end if it has so many more links.
        const STAYS: u32 = 2;
        let (mut few, mut many) = ([Ends::default(); 64], Vec::new());
        let ends: &mut [Ends] = match self.board().cities.len() {
            n if n <= few.len() => &mut few[..n],
            n => {
                many.resize(n, Ends::default());
                &mut many
            }
        };
        for city in tickets.iter().flat_map(|ticket| &self.board().tickets[ticket.index()].cities) {
            ends[usize::from(net.joined.find(*city))].count = STAYS;
        }
        for (number, link) in (0..).zip(&*links) {
            link.parts.iter().for_each(|part| ends[usize::from(*part)].add(number));
        }
        for i in 0..links.len() {
            for part in links[i].parts {
                let mut here = part;
                while let Ends { count: 1, sum: number } = ends[usize::from(here)] {
                    let [a, b] = links[number as usize].parts;
                    ends[usize::from(here)].take(number);
                    here ^= a ^ b;
                    ends[usize::from(here)].take(number);
                }
            }
        }
        links.retain(|link| link.parts.iter().all(|part| ends[usize::from(*part)].count > 0));
    }
}

/// What a choice comes to: points, and tickets completed.
type Rank = (i64, usize);

/// What is worked with for one side after the other, so that memory is taken once.
#[derive(Default)]
pub(crate) struct Desk {
    pub(super) spec: NetworkSpec,
    links: Vec<Link>,
    /// The tickets for which a choice matters.
    open: Vec<TicketId>,
}

/// A route that may be chosen.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The choice, counted from the first.
    group: u32,
    route: RouteId,
    /// The parts of the network at its ends, the lower one first.
    parts: [u16; 2],
}

/// In how many ways one or none of each group can be chosen.
fn ways(links: &[Link]) -> u64 {
    let groups = links.chunk_by(|a, b| a.group == b.group);
    groups.fold(1, |ways, group| ways.saturating_mul(group.len() as u64 + 1))
}

/// The links that end in a part: how many, and the sum of their numbers, which is the number of the last.
#[derive(Clone, Copy, Default)]
struct Ends {
    count: u32,
    sum: u32,
}

impl Ends {
    #[inline]
    fn add(&mut self, number: u32) {
        self.count += 1;
        self.sum = self.sum.wrapping_add(number);
    }

    #[inline]
    fn take(&mut self, number: u32) {
        self.count -= 1;
        self.sum = self.sum.wrapping_sub(number);
    }
}

/// The search for the best choice: the first of those that rank highest, where none comes before the routes of a group.
struct Search<'a> {
    look: Look<'a>,
    /// The tickets for which the choice matters.
    tickets: &'a [TicketId],
    /// What there is to choose from, group by group.
    links: &'a [Link],
    /// What is chosen of each group, now and at best.
    chosen: Vec<Option<RouteId>>,
    best: Vec<Option<RouteId>>,
    rank: Option<Rank>,
    left: u64,
}

impl<'a> Search<'a> {
    fn new(look: Look<'a>, tickets: &'a [TicketId], links: &'a [Link], groups: usize) -> Self {
        let (chosen, best) = (vec![None; groups], vec![None; groups]);
        Self { look, tickets, links, chosen, best, rank: None, left: CHOICE_BUDGET }
    }

    /// Tries all that can be chosen from a group on, of which this is the first route.
    fn choose(&mut self, net: &mut Net<'_>, first: usize) {
        if self.left == 0 {
            return;
        }
        let Some(&Link { group, .. }) = self.links.get(first) else {
            self.left -= 1;
            self.compare(net);
            return;
        };
        let options = self.links[first..].iter().take_while(|link| link.group == group);
        let next = first + options.clone().count();
        self.choose(net, next);
        for link in options {
            let last = net.add(link.route);
            self.chosen[group as usize] = Some(link.route);
            self.choose(net, next);
            net.undo(last);
        }
        self.chosen[group as usize] = None;
    }

    /// Remembers what is chosen if it is the best so far.
    fn compare(&mut self, net: &Net<'_>) {
        let mut rank = (0, 0);
        for ticket in self.tickets {
            let outcome = self.look.rules.outcome_on(net, *ticket);
            rank = (rank.0 + i64::from(outcome.points), rank.1 + usize::from(outcome.completed));
        }
        if self.rank.is_none_or(|best| rank > best) {
            self.rank = Some(rank);
            self.best.copy_from_slice(&self.chosen);
        }
    }
}
