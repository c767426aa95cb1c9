//! What the names of a score file mean on the board: forgiving of case, accents, the order of cities and other languages; what
//! is not known is told with what was most likely meant.

use std::collections::HashMap;
use ttr_core::{CityId, ColourId, Kind, RouteId, Rules, TicketId};
use ttr_source::{Diagnostic, Reader, Word, WrittenRoute, WrittenTicket, folded, shown, toml_text};

/// So many names a message lists at most.
const MOST_LISTED: usize = 8;

/// The names of a game.
pub(super) struct Known<'r> {
    rules: &'r Rules,
    /// By name.
    exact: HashMap<&'r str, CityId>,
    /// By name without case and accents, in any language; nothing where two cities go by it.
    cities: HashMap<String, Option<CityId>>,
    /// By cities, in the order of their numbers.
    tickets: HashMap<Vec<CityId>, Vec<TicketId>>,
}

impl<'r> Known<'r> {
    pub fn new(rules: &'r Rules) -> Self {
        let board = rules.board();
        let mut cities: HashMap<String, Option<CityId>> = HashMap::new();
        let own = board.cities.iter().map(|city| &city.name);
        let ids = || board.city_ids();
        for (name, city) in own.zip(ids()) {
            cities.entry(folded(name)).and_modify(|known| *known = None).or_insert(Some(city));
        }
        let mut others: HashMap<String, Option<CityId>> = HashMap::new();
        for (city, id) in board.cities.iter().zip(ids()) {
            for (_, name) in &city.names {
                let same = |known: &mut Option<CityId>| *known = known.filter(|known| *known == id);
                others.entry(folded(name)).and_modify(same).or_insert(Some(id));
            }
        }
        for (name, city) in others {
            cities.entry(name).or_insert(city);
        }
        let mut tickets: HashMap<Vec<CityId>, Vec<TicketId>> = HashMap::new();
        for (ticket, id) in board.tickets.iter().zip(board.ticket_ids()) {
            tickets.entry(sorted(&ticket.cities)).or_default().push(id);
        }
        let exact = board.cities.iter().zip(ids()).map(|(city, id)| (city.name.as_str(), id)).collect();
        Self { rules, exact, cities, tickets }
    }

    /// The city of a name.
    pub fn city(&self, reader: &mut Reader<'_>, word: &Word) -> Option<CityId> {
        let board = self.rules.board();
        let known = self.exact.get(word.text.as_str()).copied();
        if let Some(city) = known.or_else(|| self.cities.get(&folded(&word.text)).copied().flatten()) {
            return Some(city);
        }
        let fault = Diagnostic::error("score::unknown-city", format!("there is no city {}", shown(&word.text)));
        let fault = fault.at(word.span).label("not a city of this map");
        unknown(reader, fault, word, board.cities.iter().map(|city| city.name.as_str()));
        None
    }

    /// The kind of card of a name.
    pub fn kind(&self, reader: &mut Reader<'_>, word: &Word) -> Option<Kind> {
        let board = self.rules.board();
        let same = |name: &str| folded(name) == folded(&word.text);
        let kinds = self.rules.kinds();
        let found = kinds.iter().position(|kind| same(&kind.name) || same(board.shown(&kind.name)));
        if found.is_none() {
            let fault = Diagnostic::error("score::unknown-card", format!("there is no card {}", shown(&word.text)));
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
            let fault = fault.at(word.span).help(format!("this game has: {}", names.join(", ")));
            unknown(reader, fault, word, names.into_iter());
        }
        found.map(Kind::at)
    }

    /// The routes that may be meant, in map order: those between two cities, of a colour or a track where one is given.
    pub fn routes(&self, reader: &mut Reader<'_>, route: &WrittenRoute) -> Option<Vec<RouteId>> {
        let ends = [&route.ends[0], &route.ends[1]].map(|end| self.city(reader, end));
        let [Some(a), Some(b)] = ends else { return None };
        let board = self.rules.board();
        let joins = |id: &RouteId| {
            let ends = board.route(*id).ends;
            ends == [a, b] || ends == [b, a]
        };
        let mut all: Vec<RouteId> = board.cities[a.index()].routes.iter().copied().filter(joins).collect();
        all.dedup();
        let name = |city: CityId| board.cities[city.index()].name.as_str();
        if all.is_empty() {
            let message = format!("no route joins {} and {}", name(a), name(b));
            let fault = Diagnostic::error("score::unknown-route", message).at(route.span);
            reader.add(fault.help(format!("from {} routes lead to: {}", name(a), self.beside(a))));
            return None;
        }
        let listed: Vec<String> = all.iter().map(|id| board.route_name(*id)).collect();
        if let Some(colour) = &route.colour {
            let same = |of: ColourId| {
                let of = &board.colours[of.index()];
                [of, board.shown(of)].iter().any(|name| folded(name) == folded(&colour.text))
            };
            let fitting = |id: &RouteId| board.route(*id).colour.is_some_and(same);
            if !all.iter().any(fitting) {
                let message = format!("no route between {} and {} is {}", name(a), name(b), colour.text);
                let fault = Diagnostic::error("score::unknown-colour", message).at(colour.span);
                let fault = fault.help(format!("there is: {}", listed.join(", ")));
                let colours = all.iter().filter_map(|id| board.route(*id).colour);
                let colours: Vec<&str> = colours.map(|of| board.colours[of.index()].as_str()).collect();
                unknown(reader, fault, colour, colours.into_iter());
                return None;
            }
            all.retain(fitting);
        }
        if let Some((track, span)) = route.track {
            if !all.iter().any(|id| i64::from(board.route(*id).track) == track) {
                let message = format!("there is no such track {track} between {} and {}", name(a), name(b));
                let fault = Diagnostic::error("score::unknown-route", message).at(span);
                reader.add(fault.help(format!("there is: {}", listed.join(", "))));
                return None;
            }
            all.retain(|id| i64::from(board.route(*id).track) == track);
        }
        Some(all)
    }

    /// The cities that routes lead to from one.
    fn beside(&self, city: CityId) -> String {
        let board = self.rules.board();
        let mut names: Vec<&str> = Vec::new();
        for route in &board.cities[city.index()].routes {
            for end in board.route(*route).ends.iter().filter(|end| **end != city) {
                let name = board.cities[end.index()].name.as_str();
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        listed(&names)
    }

    /// The tickets that may be meant: those that name these cities, in this order if there is one.
    pub fn tickets(&self, reader: &mut Reader<'_>, ticket: &WrittenTicket) -> Option<Vec<TicketId>> {
        let cities: Vec<Option<CityId>> = ticket.cities.iter().map(|word| self.city(reader, word)).collect();
        let cities: Vec<CityId> = cities.into_iter().collect::<Option<_>>()?;
        let board = self.rules.board();
        let of = |id: &TicketId| &board.tickets[id.index()];
        let Some(same) = self.tickets.get(&sorted(&cities)) else {
            let message = format!("no ticket names {}", self.cities_text(&cities));
            let fault = Diagnostic::error("score::unknown-ticket", message).at(ticket.span);
            let told = reader.has_room("score::unknown-ticket");
            reader.add(if told { fault.help(self.near_tickets(&cities)) } else { fault });
            return None;
        };
        let mut all = same.clone();
        let worth =
            |id: &TicketId| ticket.points.is_none_or(|(n, _)| !of(id).has_points || i64::from(of(id).points) == n);
        let deck = |id: &TicketId| ticket.deck.as_ref().is_none_or(|deck| of(id).deck.as_ref() == Some(&deck.text));
        all.retain(|id| worth(id) && deck(id));
        if all.is_empty() {
            let message = format!("no ticket {} is of this value or deck", self.cities_text(&cities));
            let place = ticket.points.map(|(_, span)| span).or(ticket.deck.as_ref().map(|deck| deck.span));
            let fault = Diagnostic::error("score::unknown-ticket", message).at(place.unwrap_or(ticket.span));
            let there: Vec<String> = same.iter().map(|id| self.ticket_text(*id)).collect();
            reader.add(fault.help(format!("there is: {}", there.join(", "))));
            return None;
        }
        if all.iter().any(|id| of(id).cities == cities) {
            all.retain(|id| of(id).cities == cities);
        }
        Some(all)
    }

    /// A ticket with its value, and its deck where there are several.
    pub fn ticket_text(&self, ticket: TicketId) -> String {
        let of = &self.rules.board().tickets[ticket.index()];
        let points = if of.has_points { format!(", {} points", of.points) } else { String::new() };
        let deck = of.deck.as_ref().map_or_else(String::new, |deck| format!(", {deck}"));
        format!("{}{points}{deck}", self.rules.board().ticket_name(ticket))
    }

    fn cities_text(&self, cities: &[CityId]) -> String {
        let names: Vec<&str> = cities.iter().map(|city| self.rules.city_name(*city)).collect();
        if names.len() > MOST_LISTED { listed(&names) } else { names.join(" and ") }
    }

    /// The tickets that name one of these cities.
    fn near_tickets(&self, cities: &[CityId]) -> String {
        let board = self.rules.board();
        let shares = |id: &TicketId| board.tickets[id.index()].cities.iter().any(|city| cities.contains(city));
        let names: Vec<String> = board.ticket_ids().filter(shares).map(|id| board.ticket_name(id)).collect();
        match names.is_empty() {
            true => "no ticket of this map names any of these cities".to_owned(),
            false => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                format!("tickets that name one of these cities: {}", listed(&names))
            }
        }
    }
}

fn sorted(cities: &[CityId]) -> Vec<CityId> {
    let mut cities = cities.to_vec();
    cities.sort_unstable();
    cities
}

fn listed(names: &[&str]) -> String {
    match names.len() > MOST_LISTED {
        true => format!("{}, and {} more", names[..MOST_LISTED].join(", "), names.len() - MOST_LISTED),
        false => names.join(", "),
    }
}

/// Tells of a name that there is not; what was meant is written instead of it only where it stands by itself.
pub(super) fn unknown<'c>(
    reader: &mut Reader<'_>,
    fault: Diagnostic,
    word: &Word,
    candidates: impl ExactSizeIterator<Item = &'c str>,
) {
    if !word.within {
        return reader.unknown(fault, &word.text, candidates, toml_text);
    }
    let near = reader.nearest(&word.text, candidates).map(|near| format!("did you mean {}?", shown(near.name)));
    reader.add(match near {
        Some(near) => fault.help(near),
        None => fault,
    });
}
