//! Reading the tickets of a map.

use super::{City, MapReader, TICKET_KEYS, Ticket, attributes};
use crate::findings::diagnostic::Diagnostic;
use crate::findings::names::shown;
use crate::limits::{MAX_POINTS, MAX_TICKETS};
use crate::text::files::Span;
use crate::text::tree::{Node, Table};
use std::collections::HashMap;

/// What one of `tickets` is.
const TICKET: &str = "a table, as in `{ cities = [\"Ayr\", \"Bath\"], points = 5 }`";

impl MapReader<'_> {
    /// Reads a ticket; `false` if no more fit.
    pub(super) fn ticket(&mut self, node: &Node, seen: &mut HashMap<(Vec<usize>, Option<String>), Span>) -> bool {
        if self.map.tickets.len() == MAX_TICKETS {
            self.reader.error("map::too-many-tickets", format!("a map has at most {MAX_TICKETS} tickets"), node.span);
            (self.map.tickets_known, self.map.overfull) = (false, true);
            return false;
        }
        let Some(table) = self.reader.want("a ticket", TICKET, node, Node::as_table) else {
            return self.leave_ticket_out();
        };
        self.misspelt.clear();
        let before = self.reader.total();
        let points = table.get("points").map(|node| self.points(node));
        let sound = self.reader.total() == before;
        let deck = table.entry("deck").and_then(|entry| {
            let deck = self.reader.text(entry)?;
            self.reader.check_name("a deck", &deck, entry.value.span);
            Some(deck)
        });
        let Some(cities) = self.ticket_cities(table, node.span) else {
            return self.leave_ticket_out();
        };
        let mut key: Vec<usize> = cities.clone();
        key.reverse();
        if let Some(first) = seen.get(&(cities.clone().min(key.clone()), deck.clone())) {
            let names: Vec<String> = cities.iter().map(|c| shown(&self.map.cities[*c].name)).collect();
            let message = format!("there is another ticket for {}", names.join(" and "));
            let found = Diagnostic::warning("map::duplicate-ticket", message).at(node.span);
            self.reader.add(found.also(*first, "the first one"));
        } else {
            seen.insert((key.min(cities.clone()), deck.clone()), node.span);
        }
        let points_span = table.get("points").map_or(node.span, |points| points.span);
        let mut attrs = attributes(table, TICKET_KEYS);
        self.misspelt.iter().for_each(|key| drop(attrs.remove(key)));
        self.map.tickets.push(Ticket { cities, points, points_span, sound, deck, attrs, span: node.span });
        true
    }

    fn leave_ticket_out(&mut self) -> bool {
        self.map.tickets_known = false;
        self.map.tickets_left_out += 1;
        true
    }

    /// The points of a ticket; none of them if they are at fault.
    fn points(&mut self, node: &Node) -> i32 {
        let Some(points) = self.reader.want("`points`", "a whole number", node, Node::as_int) else { return 0 };
        if let Some(fine) = i32::try_from(points).ok().filter(|points| (0..=MAX_POINTS).contains(points)) {
            return fine;
        }
        let message = format!("a ticket is worth 0 to {MAX_POINTS} points, not {points}");
        self.reader.error("map::bad-points", message, node.span);
        0
    }

    /// The cities of a ticket, if all is well with them.
    fn ticket_cities(&mut self, table: &Table, span: Span) -> Option<Vec<usize>> {
        let (list_span, places, cities) = self.cities(table, "cities", "a ticket", TICKET_KEYS, span)?;
        let before = self.reader.total();
        if cities.len() < 2 {
            let message = format!("a ticket names two cities or more, not {}", cities.len());
            self.reader.error("map::short-ticket", message, list_span);
        }
        for (at, city) in cities.iter().enumerate() {
            let Some(City { name, junction, span, .. }) = city.map(|c| &self.map.cities[c]) else { continue };
            if at > 0 && cities[at - 1] == *city {
                let message = format!("this ticket names {} twice in a row", shown(name));
                let fault = Diagnostic::error("map::ticket-repeats-city", message).at(places[at]);
                self.reader.add(fault.also(places[at - 1], "here before"));
            }
            if *junction {
                let message = format!("{} is a junction: no ticket can lead there", shown(name));
                let fault = Diagnostic::error("map::ticket-at-junction", message).at(places[at]);
                self.reader.add(fault.also(*span, "a junction"));
            }
        }
        let cities: Option<Vec<usize>> = cities.into_iter().collect();
        cities.filter(|_| self.reader.total() == before)
    }
}
