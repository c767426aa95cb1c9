//! The compiled board: what the map says, by number. It never changes during a game.

use crate::ids::{CityId, ColourId, GroupId, RouteId, TicketId};
use std::collections::BTreeMap;

/// A city.
#[derive(Clone, PartialEq, Debug)]
pub struct City {
    /// Its name on the board.
    pub name: String,
    /// Names in other languages, by language key.
    pub names: Vec<(String, String)>,
    /// Latitude and longitude, where the map gives them.
    pub at: Option<[f64; 2]>,
    /// A place where routes meet, but no city for anything else.
    pub junction: bool,
    /// The routes that end here, in map order.
    pub routes: Vec<RouteId>,
    /// What the map says of it to the modules of the game, in words, as of a [`Route`].
    pub attributes: Vec<String>,
}

/// A route: one line of spaces that is claimed as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route {
    /// Its two cities.
    pub ends: [CityId; 2],
    /// How many spaces.
    pub length: u8,
    /// Its colour on the board, if it has one.
    pub colour: Option<ColourId>,
    /// The double (or triple) that it belongs to.
    pub group: Option<GroupId>,
    /// Which of the routes between these two cities it is, from 1, in map order.
    pub track: u16,
    /// Whether there are other routes between the same two cities.
    pub parallel: bool,
    /// What the map says of it to the modules of the game, in words, such as an attribute `steep` or `toll 2`.
    pub attributes: Vec<String>,
}

/// A ticket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ticket {
    /// The cities that it names.
    pub cities: Vec<CityId>,
    /// Its printed value; 0 where it has no single one.
    pub points: i32,
    /// Whether it has a single printed value.
    pub has_points: bool,
    /// The deck that it belongs to.
    pub deck: Option<String>,
    /// Which of the tickets that name the same cities it is, from 1.
    pub copy: u16,
    /// The kind of goal, an index into the goals of the rules.
    pub goal: u8,
}

/// The board.
#[derive(Clone, Default, Debug)]
pub struct Board {
    /// The map's name.
    pub name: String,
    /// Cities in map order.
    pub cities: Vec<City>,
    /// Routes in map order.
    pub routes: Vec<Route>,
    /// The routes of each group.
    pub groups: Vec<Vec<RouteId>>,
    /// Tickets in map order.
    pub tickets: Vec<Ticket>,
    /// Names of the colours of cards and routes.
    pub colours: Vec<String>,
    /// What pieces, cards, decks and colours are called on this board, by their names in the rules.
    pub display: BTreeMap<String, String>,
}

impl Board {
    /// The route's data.
    #[inline]
    pub fn route(&self, route: RouteId) -> &Route {
        &self.routes[route.index()]
    }

    /// The routes of the double that this one belongs to, itself among them; just itself where it is single.
    #[inline]
    pub fn group_of<'a>(&'a self, route: &'a RouteId) -> &'a [RouteId] {
        match self.routes[route.index()].group {
            Some(group) => &self.groups[group.index()],
            None => std::slice::from_ref(route),
        }
    }

    /// All routes, in map order.
    pub fn route_ids(&self) -> impl Iterator<Item = RouteId> + use<> {
        (0..self.routes.len()).map(RouteId::at)
    }

    /// All cities, in map order.
    pub fn city_ids(&self) -> impl Iterator<Item = CityId> + use<> {
        (0..self.cities.len()).map(CityId::at)
    }

    /// All tickets, in map order.
    pub fn ticket_ids(&self) -> impl Iterator<Item = TicketId> + use<> {
        (0..self.tickets.len()).map(TicketId::at)
    }

    /// The city of this name.
    pub fn city_named(&self, name: &str) -> Option<CityId> {
        self.cities.iter().position(|c| c.name == name).map(CityId::at)
    }

    /// The route between two cities, in either order: the `track`-th of them in map order, from 1.
    pub fn route_between(&self, a: CityId, b: CityId, track: u16) -> Option<RouteId> {
        let joins = |r: &Route| (r.ends == [a, b] || r.ends == [b, a]) && r.track == track;
        self.routes.iter().position(joins).map(RouteId::at)
    }

    /// The colour of this name.
    pub fn colour_named(&self, name: &str) -> Option<ColourId> {
        self.colours.iter().position(|c| c == name).map(ColourId::at)
    }

    /// What something is called on this board.
    pub fn shown<'a>(&'a self, name: &'a str) -> &'a str {
        self.display.get(name).map_or(name, String::as_str)
    }

    /// The cities of a ticket, joined for reading: `Ayr - Bath`.
    pub fn ticket_name(&self, ticket: TicketId) -> String {
        let t = &self.tickets[ticket.index()];
        let cities: Vec<&str> = t.cities.iter().map(|c| self.cities[c.index()].name.as_str()).collect();
        cities.join(" - ")
    }

    /// The name of a route for reading: its cities, and its colour where that tells parallel ones apart.
    pub fn route_name(&self, route: RouteId) -> String {
        let r = self.route(route);
        let [a, b] = r.ends.map(|c| self.cities[c.index()].name.as_str());
        let mut name = format!("{a} - {b}");
        if r.parallel {
            let alike = self
                .routes
                .iter()
                .filter(|o| (o.ends == r.ends || o.ends == [r.ends[1], r.ends[0]]) && o.colour == r.colour);
            let colour = r.colour.map(|c| self.shown(&self.colours[c.index()]));
            match (colour, alike.count() > 1) {
                (Some(colour), false) => name.push_str(&format!(" ({colour})")),
                (Some(colour), true) => name.push_str(&format!(" ({colour}, track {})", r.track)),
                (None, _) => name.push_str(&format!(" (track {})", r.track)),
            }
        }
        name
    }
}
