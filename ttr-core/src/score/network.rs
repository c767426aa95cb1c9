//! Networks: which routes and joins count for a side and a purpose.

use crate::board::Board;
use crate::ids::{CityId, RouteId, SideId};
use crate::look::Look;
use crate::rules::Rules;
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
    pub(super) fn roots(&self) -> &[u16] {
        if self.many.is_empty() { &self.few } else { &self.many }
    }

    #[inline(always)]
    fn roots_mut(&mut self) -> &mut [u16] {
        if self.many.is_empty() { &mut self.few } else { &mut self.many }
    }

    #[inline]
    pub(super) fn find(&self, city: CityId) -> u16 {
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
pub(super) fn root_of(roots: &[u16], city: CityId) -> u16 {
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
    pub(super) joined: Joined,
}

impl<'a> Net<'a> {
    /// The network of these edges and joins.
    pub fn new(
        board: &'a Board,
        edges: impl Into<Cow<'a, [RouteId]>>,
        joins: impl Into<Cow<'a, [[CityId; 2]]>>,
    ) -> Self {
        let (edges, joins) = (edges.into(), joins.into());
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

    /// Adds a route.
    pub fn add(&mut self, route: RouteId) -> Undo {
        let [a, b] = self.board.route(route).ends;
        self.edges.to_mut().push(route);
        self.joined.join(a, b)
    }

    /// Takes out the route that was added last.
    pub fn undo(&mut self, last: Undo) {
        self.edges.to_mut().pop();
        self.joined.undo(last);
    }

    /// A network of this one and more routes.
    pub fn with(&self, more: impl IntoIterator<Item = RouteId>) -> Self {
        let (mut edges, mut joined) = (Vec::with_capacity(self.edges.len() + 16), self.joined.clone());
        edges.extend_from_slice(&self.edges);
        for route in more {
            let [a, b] = self.board.route(route).ends;
            joined.join(a, b);
            edges.push(route);
        }
        Self { board: self.board, edges: Cow::Owned(edges), joins: self.joins.clone(), joined }
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
    pub(super) fn lay_network(self, side: SideId, spec: &mut NetworkSpec) {
        let purpose = spec.purpose;
        for (_, rule) in self.rules.networks.changes.iter().filter(|(p, _)| *p == purpose) {
            (rule.run)(self, side, spec);
        }
    }

    /// A side's own and the public routes, in map order.
    pub(super) fn used_by(self, side: SideId) -> Vec<RouteId> {
        let mut routes = Vec::with_capacity(32);
        self.routes_used_by(side).for_each(|route| routes.push(route));
        routes
    }
}

impl Rules {
    /// Whether nothing but a side's own and the public routes counts for a purpose.
    pub(crate) fn is_plain(&self, purpose: Purpose) -> bool {
        self.networks.changes.iter().all(|(p, _)| *p != purpose)
    }
}
