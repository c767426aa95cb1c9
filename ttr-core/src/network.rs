//! Networks: which routes and joins count for a side and a purpose, and the best use of routes that may be chosen.

use crate::board::{Board, Ticket};
use crate::ids::{CityId, RouteId, SideId, TicketId};
use crate::look::Look;
use crate::rules::Rules;
use crate::score::{GoalSpec, Outcome};

/// What a network is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// Joining the cities of tickets.
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
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// Cities sorted into those that are joined. A union-find: small and hot, so our own.
#[derive(Clone, Debug)]
pub struct Joined {
    root: Vec<u16>,
}

impl Joined {
    /// No city is joined with another.
    pub fn new(cities: usize) -> Self {
        Self { root: (0..cities as u16).collect() }
    }

    fn find(&self, city: CityId) -> u16 {
        let mut at = city.0;
        while self.root[at as usize] != at {
            at = self.root[at as usize];
        }
        at
    }

    /// The city that stands for all that are joined with this one.
    pub fn part(&self, city: CityId) -> CityId {
        CityId(self.find(city))
    }

    /// Joins two cities.
    pub fn join(&mut self, a: CityId, b: CityId) -> Undo {
        let (a, b) = (self.find(a), self.find(b));
        // The lower number is the root, whatever the order: the same joins give the same value.
        let was = a.max(b);
        self.root[was as usize] = a.min(b);
        Undo { root: was }
    }

    /// Parts again what the last join has joined.
    pub fn undo(&mut self, last: Undo) {
        self.root[last.root as usize] = last.root;
    }

    /// Whether a chain joins two cities.
    pub fn are_joined(&self, a: CityId, b: CityId) -> bool {
        self.find(a) == self.find(b)
    }
}

/// A network without choices: what goals are measured on.
#[derive(Clone, Debug)]
pub struct Net<'a> {
    board: &'a Board,
    edges: Vec<RouteId>,
    joins: Vec<[CityId; 2]>,
    joined: Joined,
}

impl<'a> Net<'a> {
    /// The network of these edges and joins.
    pub fn new(board: &'a Board, edges: &[RouteId], joins: &[[CityId; 2]]) -> Self {
        let joined = Joined::new(board.cities.len());
        let mut net = Self { board, edges: Vec::with_capacity(edges.len()), joins: joins.to_vec(), joined };
        for &[a, b] in joins {
            net.joined.join(a, b);
        }
        for &route in edges {
            net.add(route);
        }
        net
    }

    fn add(&mut self, route: RouteId) -> Undo {
        let [a, b] = self.board.route(route).ends;
        self.edges.push(route);
        self.joined.join(a, b)
    }

    /// Those of some routes that join what is not joined, one for each two parts: the first.
    fn that_join(&self, routes: &[RouteId]) -> Vec<RouteId> {
        let mut joined: Vec<[u16; 2]> = Vec::with_capacity(routes.len());
        let mut join = |route: &RouteId| {
            let mut parts = self.board.route(*route).ends.map(|city| self.joined.find(city));
            parts.sort_unstable();
            let new = parts[0] != parts[1] && !joined.contains(&parts);
            joined.push(parts);
            new
        };
        routes.iter().copied().filter(|route| join(route)).collect()
    }

    /// Takes out the route that was added last.
    fn undo(&mut self, last: Undo) {
        self.edges.pop();
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
        let mut edges = Vec::with_capacity(32);
        edges.extend(self.routes_used_by(side));
        let mut spec = NetworkSpec { purpose, edges, joins: Vec::new(), choices: Vec::new() };
        for (_, rule) in self.rules.network.iter().filter(|(p, _)| *p == purpose) {
            (rule.run)(self, side, &mut spec);
        }
        spec
    }

    /// The tickets of a side, in map order.
    pub fn tickets_of(self, side: SideId) -> Vec<TicketId> {
        let mut tickets = Vec::new();
        for who in self.rules.members(side).iter() {
            for zone in &self.rules.goal_zones {
                tickets.extend(self.tickets(self.rules.of_player(*zone, who)));
            }
        }
        // What the side has in common is found with each of its players.
        tickets.sort_unstable();
        tickets.dedup();
        tickets
    }

    /// What a side's tickets come to, with the best use of what may be chosen: best by points, among equals by the
    /// number of tickets completed, and then by the fewest routes chosen first.
    pub fn outcomes(self, side: SideId) -> Outcomes {
        let tickets = self.tickets_of(side);
        self.outcomes_of(&tickets, &self.network(side, Purpose::Tickets))
    }

    /// What these tickets come to on a network.
    pub fn outcomes_of(self, tickets: &[TicketId], spec: &NetworkSpec) -> Outcomes {
        let mut net = Net::new(self.board(), &spec.edges, &spec.joins);
        let without = self.evaluate(&net, tickets);
        if spec.choices.is_empty() {
            let exact = without.iter().all(|(_, o)| o.exact);
            return Outcomes { tickets: without, chosen: Vec::new(), exact };
        }
        // What is complete stays so, whatever else is joined, and what joins nothing is no choice: where that is all that counts.
        let by_joining = tickets.iter().all(|ticket| self.goal_of(*ticket).by_joining);
        let mut open: Vec<TicketId> = match by_joining {
            true => without.iter().filter(|(_, o)| !o.completed).map(|(ticket, _)| *ticket).collect(),
            false => tickets.to_vec(),
        };
        if by_joining && !open.is_empty() {
            self.keep_open_to_choice(&net, spec, &mut open);
        }
        let groups = spec.choices.iter().map(|group| match by_joining {
            true if open.is_empty() => (group.at, Vec::new()),
            true => (group.at, net.that_join(&group.options)),
            false => (group.at, group.options.clone()),
        });
        let groups: Vec<(CityId, Vec<RouteId>)> = groups.collect();
        let mut search = Search { look: self, tickets: &open, groups: &groups, best: None, left: CHOICE_BUDGET };
        search.choose(&mut net, &mut Vec::new());
        let (exact, best) = (search.left > 0, search.best);
        let chosen = best.map(|(_, chosen)| chosen).unwrap_or_default();
        for route in chosen.iter().filter_map(|(_, route)| *route) {
            net.add(route);
        }
        let tickets = self.evaluate(&net, tickets);
        let exact = exact && tickets.iter().all(|(_, o)| o.exact);
        Outcomes { tickets, chosen, exact }
    }

    /// Leaves out the tickets that come to the same whatever is chosen: not even all routes together join their cities otherwise.
    fn keep_open_to_choice(self, net: &Net<'_>, spec: &NetworkSpec, open: &mut Vec<TicketId>) {
        let mut all = net.joined.clone();
        for route in spec.choices.iter().flat_map(|group| &group.options) {
            let [a, b] = self.board().route(*route).ends;
            all.join(a, b);
        }
        open.retain(|ticket| {
            let cities = &self.board().tickets[ticket.index()].cities;
            let newly = |(i, a): (usize, &CityId)| {
                cities[..i].iter().any(|b| all.are_joined(*a, *b) && !net.are_joined(*a, *b))
            };
            cities.iter().enumerate().any(newly)
        });
    }

    fn goal_of(self, ticket: TicketId) -> &'a GoalSpec {
        &self.rules.goals[usize::from(self.rules.board.tickets[ticket.index()].goal)]
    }

    fn evaluate(self, net: &Net<'_>, tickets: &[TicketId]) -> Vec<(TicketId, Outcome)> {
        tickets.iter().map(|t| (*t, self.rules.outcome_on(net, *t))).collect()
    }
}

impl Rules {
    /// What a ticket comes to on a network, whoever holds it: for those who plan ahead.
    pub fn outcome_on(&self, net: &Net<'_>, ticket: TicketId) -> Outcome {
        let of: &Ticket = &self.board.tickets[ticket.index()];
        (self.goals[of.goal as usize].evaluate)(net, ticket, of)
    }
}

/// What a choice comes to: points, and tickets completed.
type Rank = (i64, usize);

/// What gives each choice, and the route that was chosen.
type Chosen = Vec<(CityId, Option<RouteId>)>;

struct Search<'a> {
    look: Look<'a>,
    /// The tickets for which the choice matters.
    tickets: &'a [TicketId],
    /// What gives each choice, and what there is to choose from.
    groups: &'a [(CityId, Vec<RouteId>)],
    best: Option<(Rank, Chosen)>,
    left: u64,
}

impl Search<'_> {
    fn choose(&mut self, net: &mut Net<'_>, chosen: &mut Chosen) {
        if self.left == 0 {
            return;
        }
        let Some((at, options)) = self.groups.get(chosen.len()) else {
            self.left -= 1;
            let mut rank = (0, 0);
            for ticket in self.tickets {
                let outcome = self.look.rules.outcome_on(net, *ticket);
                rank = (rank.0 + i64::from(outcome.points), rank.1 + usize::from(outcome.completed));
            }
            if self.best.as_ref().is_none_or(|(best, _)| rank > *best) {
                self.best = Some((rank, chosen.clone()));
            }
            return;
        };
        chosen.push((*at, None));
        self.choose(net, chosen);
        chosen.pop();
        for &route in options {
            let last = net.add(route);
            chosen.push((*at, Some(route)));
            self.choose(net, chosen);
            chosen.pop();
            net.undo(last);
        }
    }
}
