//! Networks: which routes and joins count for a side and a purpose, and the best use of routes that may be chosen.

use crate::board::{Board, Ticket};
use crate::ids::{CityId, RouteId, SideId, TicketId, bits};
use crate::look::Look;
use crate::rules::Rules;
use crate::score::{GoalSpec, Outcome};
use std::borrow::Cow;

/// What a network is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Purpose {
    /// Joining the cities of tickets.
    #[default]
    Tickets,
    /// Trails: the longest path.
    Path,
    /// Which cities belong together, for anything else.
    Reach,
}

/// Routes of which a side may use some, not all: the best choice is made for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceGroup {
    /// What gives the choice, in the sheet.
    pub at: CityId,
    /// At most one of these.
    pub options: Vec<RouteId>,
}

/// The edges that count for a side and a purpose. Starts with the side's own and the public routes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NetworkSpec {
    /// For what.
    pub purpose: Purpose,
    /// Routes that count.
    pub edges: Vec<RouteId>,
    /// Cities that are one, with no route between them.
    pub joins: Vec<[CityId; 2]>,
    /// Further routes, to be chosen from.
    pub choices: Vec<ChoiceGroup>,
}

impl NetworkSpec {
    /// Lets the side use one of these routes.
    pub fn choose_one(&mut self, at: CityId, options: impl IntoIterator<Item = RouteId>) {
        let options: Vec<RouteId> = options.into_iter().collect();
        if !options.is_empty() {
            self.choices.push(ChoiceGroup { at, options });
        }
    }
}

/// What a join has changed: a city was the root of a part and is not any more, unless both were joined before.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    root: u16,
}

/// Most boards have no more cities: for them it takes no memory to say which are joined.
const FEW: usize = 64;

/// Cities sorted into those that are joined. A union-find: small and hot, so our own.
#[derive(Clone, Debug)]
pub struct Joined {
    few: [u16; FEW],
    /// All cities, where there are more than a few.
    many: Vec<u16>,
}

impl Joined {
    /// Every city for itself.
    const APART: [u16; FEW] = {
        let (mut all, mut city) = ([0; FEW], 0);
        while city < FEW {
            all[city] = city as u16;
            city += 1;
        }
        all
    };

    /// No city is joined with another.
    #[inline]
    pub fn new(cities: usize) -> Self {
        let many = if cities > FEW { (0..cities as u16).collect() } else { Vec::new() };
        Self { few: Self::APART, many }
    }

    #[inline(always)]
    fn roots(&self) -> &[u16] {
        if self.many.is_empty() { &self.few } else { &self.many }
    }

    #[inline(always)]
    fn roots_mut(&mut self) -> &mut [u16] {
        if self.many.is_empty() { &mut self.few } else { &mut self.many }
    }

    #[inline]
    fn find(&self, city: CityId) -> u16 {
        root_of(self.roots(), city)
    }

    /// The city that stands for all that are joined with this one.
    pub fn part(&self, city: CityId) -> CityId {
        CityId(self.find(city))
    }

    /// Joins two cities.
    #[inline]
    pub fn join(&mut self, a: CityId, b: CityId) -> Undo {
        join(self.roots_mut(), a, b)
    }

    /// Parts again what the last join has joined.
    pub fn undo(&mut self, last: Undo) {
        self.roots_mut()[last.root as usize] = last.root;
    }

    /// Whether a chain joins two cities.
    pub fn are_joined(&self, a: CityId, b: CityId) -> bool {
        self.find(a) == self.find(b)
    }
}

#[inline(always)]
fn root_of(roots: &[u16], city: CityId) -> u16 {
    let mut at = city.0;
    loop {
        let up = roots[usize::from(at)];
        if up == at {
            return at;
        }
        at = up;
    }
}

#[inline(always)]
fn join(roots: &mut [u16], a: CityId, b: CityId) -> Undo {
    let (a, b) = (root_of(roots, a), root_of(roots, b));
    // The lower number is the root, whatever the order: the same joins give the same value.
    let was = a.max(b);
    roots[usize::from(was)] = a.min(b);
    Undo { root: was }
}

/// A network without choices: what goals are measured on.
#[derive(Clone, Debug)]
pub struct Net<'a> {
    board: &'a Board,
    edges: Cow<'a, [RouteId]>,
    joins: Cow<'a, [[CityId; 2]]>,
    joined: Joined,
}

impl<'a> Net<'a> {
    /// The network of these edges and joins.
    pub fn new(board: &'a Board, edges: &[RouteId], joins: &[[CityId; 2]]) -> Self {
        Self::of(board, Cow::Owned(edges.to_vec()), Cow::Owned(joins.to_vec()))
    }

    fn of(board: &'a Board, edges: Cow<'a, [RouteId]>, joins: Cow<'a, [[CityId; 2]]>) -> Self {
        let mut joined = Joined::new(board.cities.len());
        let roots = joined.roots_mut();
        for &[a, b] in &*joins {
            join(roots, a, b);
        }
        for route in &*edges {
            let [a, b] = board.route(*route).ends;
            join(roots, a, b);
        }
        Self { board, edges, joins, joined }
    }

    fn add(&mut self, route: RouteId) -> Undo {
        let [a, b] = self.board.route(route).ends;
        self.edges.to_mut().push(route);
        self.joined.join(a, b)
    }

    /// The routes that may be chosen, and what they join. Where only joining counts, those alone that join what is not joined,
    /// one of each group for each two parts: the first.
    fn links(&self, choices: &[ChoiceGroup], by_joining: bool, links: &mut Vec<Link>) {
        links.clear();
        let roots = self.joined.roots();
        for (group, choice) in (0..).zip(choices) {
            let first = links.len();
            for &route in &choice.options {
                let [a, b] = self.board.route(route).ends.map(|city| root_of(roots, city));
                let parts = [a.min(b), a.max(b)];
                if !by_joining || (a != b && links[first..].iter().all(|link| link.parts != parts)) {
                    links.push(Link { group, route, parts });
                }
            }
        }
    }

    /// Takes out the route that was added last.
    fn undo(&mut self, last: Undo) {
        self.edges.to_mut().pop();
        self.joined.undo(last);
    }

    /// The board.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// The routes of the network.
    pub fn edges(&self) -> &[RouteId] {
        &self.edges
    }

    /// The cities that are one, with no route between them.
    pub fn joins(&self) -> &[[CityId; 2]] {
        &self.joins
    }

    /// Whether an unbroken chain joins two cities.
    pub fn are_joined(&self, a: CityId, b: CityId) -> bool {
        self.joined.are_joined(a, b)
    }
}

/// What the tickets of a side come to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcomes {
    /// Each ticket with its outcome, in map order.
    pub tickets: Vec<(TicketId, Outcome)>,
    /// For each choice group, what gave it and the route that was chosen.
    pub chosen: Vec<(CityId, Option<RouteId>)>,
    /// Whether this is surely the best choice.
    pub exact: bool,
}

impl Outcomes {
    /// How many tickets are complete.
    pub fn completed(&self) -> usize {
        self.tickets.iter().filter(|(_, o)| o.completed).count()
    }

    /// The sum of all values.
    pub fn points(&self) -> i64 {
        self.tickets.iter().map(|(_, o)| i64::from(o.points)).sum()
    }
}

/// So many combinations of choices are tried at most.
pub const CHOICE_BUDGET: u64 = 200_000;

impl<'a> Look<'a> {
    /// What counts for a side and a purpose.
    pub fn network(self, side: SideId, purpose: Purpose) -> NetworkSpec {
        self.network_of(self.used_by(side), side, purpose)
    }

    /// What counts for a side and a purpose, where these are its own and the public routes.
    pub(crate) fn network_of(self, edges: Vec<RouteId>, side: SideId, purpose: Purpose) -> NetworkSpec {
        let mut spec = NetworkSpec { purpose, edges, joins: Vec::new(), choices: Vec::new() };
        self.lay_network(side, &mut spec);
        spec
    }

    /// Lets rules say what else counts for a side, for the purpose of the network.
    fn lay_network(self, side: SideId, spec: &mut NetworkSpec) {
        let purpose = spec.purpose;
        for (_, rule) in self.rules.network.iter().filter(|(p, _)| *p == purpose) {
            (rule.run)(self, side, spec);
        }
    }

    /// A side's own and the public routes, in map order.
    fn used_by(self, side: SideId) -> Vec<RouteId> {
        let mut routes = Vec::with_capacity(32);
        self.routes_used_by(side).for_each(|route| routes.push(route));
        routes
    }

    /// The tickets of a side, in map order.
    pub fn tickets_of(self, side: SideId) -> Vec<TicketId> {
        self.all_tickets_of(side).collect()
    }

    /// The same, one after the other. What the side has in common is found with each of its players, and counts once.
    fn all_tickets_of(self, side: SideId) -> impl Iterator<Item = TicketId> + 'a {
        let members = self.rules.members(side);
        (0..self.st.ticket_words()).flat_map(move |word| {
            let mut found = 0;
            for who in members.iter() {
                for zone in &self.rules.goal_zones {
                    found |= self.tickets_in_word(self.rules.of_player(*zone, who), word);
                }
            }
            bits(found).map(move |bit| TicketId::at(word * 64 + bit))
        })
    }

    /// What a side's tickets come to, with the best use of what may be chosen: best by points, among equals by the
    /// number of tickets completed, and then by the fewest routes chosen first.
    pub fn outcomes(self, side: SideId) -> Outcomes {
        self.outcomes_with(side, &self.used_by(side), &mut Desk::default())
    }

    /// The same, where these are the side's own and the public routes.
    pub(crate) fn outcomes_with(self, side: SideId, routes: &[RouteId], desk: &mut Desk) -> Outcomes {
        let tickets = self.all_tickets_of(side);
        if self.rules.is_plain(Purpose::Tickets) {
            let net = Net::of(self.board(), Cow::Borrowed(routes), Cow::Borrowed(&[]));
            return self.outcomes_on(tickets, net, &[], desk);
        }
        let mut spec = std::mem::take(&mut desk.spec);
        spec.purpose = Purpose::Tickets;
        spec.edges.clear();
        spec.edges.extend_from_slice(routes);
        spec.joins.clear();
        spec.choices.clear();
        self.lay_network(side, &mut spec);
        let net = Net::of(self.board(), Cow::Borrowed(&spec.edges), Cow::Borrowed(&spec.joins));
        let outcomes = self.outcomes_on(tickets, net, &spec.choices, desk);
        desk.spec = spec;
        outcomes
    }

    /// What these tickets come to on a network.
    pub fn outcomes_of(self, tickets: &[TicketId], spec: &NetworkSpec) -> Outcomes {
        let net = Net::new(self.board(), &spec.edges, &spec.joins);
        self.outcomes_on(tickets.iter().copied(), net, &spec.choices, &mut Desk::default())
    }

    fn outcomes_on(
        self,
        tickets: impl Iterator<Item = TicketId>,
        net: Net<'_>,
        choices: &[ChoiceGroup],
        desk: &mut Desk,
    ) -> Outcomes {
        let (mut list, mut exact) = (Vec::with_capacity(16), true);
        tickets.for_each(|ticket| {
            let outcome = self.rules.outcome_on(&net, ticket);
            exact &= outcome.exact;
            list.push((ticket, outcome));
        });
        let mut outcomes = Outcomes { tickets: list, chosen: Vec::new(), exact };
        if !choices.is_empty() {
            self.choose_best(net, choices, &mut outcomes, desk);
        }
        outcomes
    }

    /// Chooses so that the tickets come to most; until then, they come to what they do if nothing is chosen.
    fn choose_best(self, mut net: Net<'_>, choices: &[ChoiceGroup], outcomes: &mut Outcomes, desk: &mut Desk) {
        outcomes.chosen = choices.iter().map(|group| (group.at, None)).collect();
        // What is complete stays so, whatever else is joined, and what joins nothing is no choice: where that is all that counts.
        let by_joining = self.rules.goals.iter().all(|goal| goal.by_joining)
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

    /// Finds those of some tickets that do not come to the same whatever is chosen: all routes together join two of their cities.
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

    fn goal_of(self, ticket: TicketId) -> &'a GoalSpec {
        &self.rules.goals[usize::from(self.rules.board.tickets[ticket.index()].goal)]
    }
}

impl Rules {
    /// Whether nothing but a side's own and the public routes counts for a purpose.
    pub(crate) fn is_plain(&self, purpose: Purpose) -> bool {
        self.network.iter().all(|(p, _)| *p != purpose)
    }

    /// What a ticket comes to on a network, whoever holds it: for those who plan ahead.
    pub fn outcome_on(&self, net: &Net<'_>, ticket: TicketId) -> Outcome {
        let of: &Ticket = &self.board.tickets[ticket.index()];
        (self.goals[of.goal as usize].evaluate)(net, ticket, of)
    }
}

/// What a choice comes to: points, and tickets completed.
type Rank = (i64, usize);

/// What is worked with for one side after the other, so that memory is taken once.
#[derive(Default)]
pub(crate) struct Desk {
    spec: NetworkSpec,
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
