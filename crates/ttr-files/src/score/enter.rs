//! Entering a score file: from what is written to a position, thing by thing. What can't be is told at its place and left out;
//! the rest is entered.

use super::known::Known;
use super::{MOST_COUNTED, MOST_POINTS};
use std::collections::{HashMap, HashSet};
use ttr_core::event::Sink;
use ttr_core::record::Field;
use ttr_core::{CityId, FieldShape, Given, NoEvents, Note, PlayerId, RouteId, Rules, State, TicketId, Unfit, Value};
use ttr_source::{
    Diagnostic, Entry, Node, PLAYER_KEYS, Reader, ScoreSource, Span, Word, WrittenRoute, WrittenTicket, folded,
    read_route, read_ticket, shown, sort, toml_key, toml_text,
};

/// What messages say of a thing that can't be on the board and so is not entered.
const LEFT_OUT: &str = "it is left out; the rest is scored";

/// The position at the end of a game as a score file says it, and what is wrong with the file. What can't be is left out of it.
/// [`Rules::final_score`] scores it.
pub fn enter(rules: &Rules, score: &ScoreSource) -> (State, Vec<Diagnostic>) {
    enter_on(rules, rules.before_setup(), score, &mut NoEvents)
}

/// Enters a score file on a position of a game: what the players hold there stays, and what is written is added to it. What happens by
/// that is told.
pub fn enter_on(rules: &Rules, st: State, score: &ScoreSource, sink: &mut dyn Sink) -> (State, Vec<Diagnostic>) {
    let mut entering = Entering {
        rules,
        sink,
        names: Known::new(rules),
        reader: Reader::new(),
        st,
        held: HashMap::new(),
        wanted: HashMap::new(),
        bare: HashSet::new(),
        dealt: HashMap::new(),
    };
    entering.routes(score);
    for (who, player) in rules.player_ids().zip(&score.players) {
        player.fields.iter().for_each(|entry| entering.field(who, entry));
        player.tickets.iter().for_each(|ticket| entering.ticket(who, ticket));
    }
    let mut found = entering.reader.into_found();
    sort(&mut found);
    (entering.st, found)
}

struct Entering<'r> {
    rules: &'r Rules,
    /// Hears what happens.
    sink: &'r mut dyn Sink,
    names: Known<'r>,
    reader: Reader<'r>,
    st: State,
    /// Where it is written who holds a route.
    held: HashMap<RouteId, Span>,
    /// How often one of several parallel routes is still to come with its colour or track.
    wanted: HashMap<RouteId, usize>,
    /// Cities at the ends of routes that are left out, and whose those routes would be.
    bare: HashSet<(PlayerId, String)>,
    /// Where it is written who has a ticket.
    dealt: HashMap<TicketId, Span>,
}

impl<'r> Entering<'r> {
    /// Tells why something is left out.
    fn refuse(&mut self, who: PlayerId, what: &str, span: Span, why: Unfit) {
        let fault = self.refused(who, what, span, why);
        self.reader.add(fault);
    }

    fn refused(&self, who: PlayerId, what: &str, span: Span, why: Unfit) -> Diagnostic {
        let name = self.rules.seat_name(who);
        let (code, message) = match why {
            Unfit::Pieces(note) => {
                let text = self.rules.text(&note);
                ("score::too-many-pieces", format!("{name} has too few pieces for {what}: {text}"))
            }
            Unfit::Cards(note) => {
                ("score::too-many-cards", format!("{name} can't have {what}: {}", self.rules.text(&note)))
            }
            Unfit::Rule(note) => {
                let (text, rule) = (self.rules.text(&note), &self.rules.template(note.msg).name);
                ("score::against-rules", format!("{name} can't have {what}: {text} [{rule}]"))
            }
            Unfit::Engine(text) => ("score::against-rules", format!("{name} can't have {what}: {text}")),
        };
        Diagnostic::error(code, message).at(span).help(LEFT_OUT)
    }

    /// Enters all routes in the order of the file. Where it is not said which of several parallel routes is meant, one is taken
    /// that no later entry names by its colour or track, if there is one.
    fn routes(&mut self, score: &ScoreSource) {
        let mut open: Vec<(PlayerId, &WrittenRoute, Vec<RouteId>)> = Vec::new();
        for (who, player) in self.rules.player_ids().zip(&score.players) {
            for route in &player.routes {
                match self.names.routes(&mut self.reader, route) {
                    Some(meant) => open.push((who, route, meant)),
                    None => self.leave_out(who, route),
                }
            }
        }
        for (_, _, meant) in open.iter().filter(|(_, route, _)| route.is_told_apart()) {
            meant.iter().for_each(|route| *self.wanted.entry(*route).or_default() += 1);
        }
        for (who, route, meant) in open {
            if route.is_told_apart() {
                meant.iter().for_each(|route| *self.wanted.entry(*route).or_default() -= 1);
            }
            if !self.route(who, route, &meant) {
                self.leave_out(who, route);
            }
        }
    }

    /// Remembers the cities of a route that is left out.
    fn leave_out(&mut self, who: PlayerId, route: &WrittenRoute) {
        self.bare.extend(route.ends.iter().map(|end| (who, folded(&end.text))));
    }

    /// What there is to say of a city where something can't be.
    fn help_in(&self, who: PlayerId, city: CityId) -> &'static str {
        match self.bare.contains(&(who, folded(self.rules.city_name(city)))) {
            true => "it is left out, as a route to this city is, which may be why; the rest is scored",
            false => LEFT_OUT,
        }
    }

    /// Enters a route, and says whether it could.
    fn route(&mut self, who: PlayerId, written: &WrittenRoute, meant: &[RouteId]) -> bool {
        let refusal = |route: &RouteId| self.rules.why_not_hold(&self.st, who, *route);
        let refusals: Vec<Option<Note>> = meant.iter().map(refusal).collect();
        let free = || meant.iter().zip(&refusals).filter(|(_, refused)| refused.is_none()).map(|(route, _)| *route);
        let wanted = |route: &RouteId| self.wanted.get(route).copied().unwrap_or_default();
        let least = free().map(|route| wanted(&route)).min();
        let fitting: Vec<RouteId> = free().filter(|route| Some(wanted(route)) == least).collect();
        let Some(&first) = fitting.first() else {
            self.refuse_route(who, written, meant, refusals);
            return false;
        };
        if fitting.iter().any(|other| !self.are_alike(first, *other)) {
            self.which_route(written, &fitting);
            return false;
        }
        let done = self.rules.enter_route(&mut self.st, who, first, self.sink);
        let entered = done.is_ok();
        match done {
            Ok(()) => drop(self.held.insert(first, written.span)),
            Err(why) => self.refuse(who, &self.rules.board().route_name(first), written.span, why),
        }
        entered
    }

    /// Whether it makes no difference which of two parallel routes somebody holds.
    fn are_alike(&self, one: RouteId, other: RouteId) -> bool {
        let of = |route: RouteId| {
            let (data, terms) = (self.rules.board().route(route), self.rules.terms(route));
            (data.length, &data.attributes, terms.piece, terms.pieces, terms.aside, terms.public)
        };
        of(one) == of(other)
    }

    fn which_route(&mut self, written: &WrittenRoute, free: &[RouteId]) {
        let board = self.rules.board();
        let names: Vec<String> = free.iter().map(|route| board.route_name(*route)).collect();
        let message = format!("which one is meant: {}?", names.join(" or "));
        let last = free.last().map(|route| board.route(*route));
        let ends = last.map(|route| route.ends.map(|city| toml_text(&board.cities[city.index()].name)).join(", "));
        let (ends, track) = (ends.unwrap_or_default(), last.map_or(1, |route| route.track));
        let colour = last.and_then(|route| route.colour).map(|colour| toml_text(&board.colours[colour.index()]));
        let colour = colour.map_or_else(String::new, |colour| format!("its colour, `[{ends}, {colour}]`, or "));
        let help = format!("say {colour}its track, `[{ends}, {track}]`");
        self.reader.add(Diagnostic::error("score::which-route", message).at(written.span).help(help));
    }

    fn refuse_route(&mut self, who: PlayerId, written: &WrittenRoute, meant: &[RouteId], refusals: Vec<Option<Note>>) {
        let look = self.rules.look(&self.st);
        let both = || meant.iter().copied().zip(&refusals);
        // A rule says more than that it is taken.
        let told = both().find(|(route, _)| look.is_free(*route)).or_else(|| both().next());
        let Some((route, Some(note))) = told else { return };
        let name = self.rules.board().route_name(route);
        if look.is_free(route) {
            let mut fault = self.refused(who, &name, written.span, note.clone().into());
            for other in self.rules.board().group_of(&route).iter().filter(|other| **other != route) {
                if let Some(first) = self.held.get(other) {
                    let name = self.rules.board().route_name(*other);
                    fault = fault.also(*first, format!("{} has {name}", self.holders(*other)));
                }
            }
            return self.reader.add(fault);
        }
        let message = format!("{name} is held twice: by {} already", self.holders(route));
        let mut fault = Diagnostic::error("score::route-twice", message).at(written.span);
        if let Some(first) = self.held.get(&route) {
            fault = fault.also(*first, "the first time");
        }
        self.reader.add(fault.help("it is left to who is written down first; the rest is scored"));
    }

    /// Who holds a route.
    fn holders(&self, route: RouteId) -> String {
        let holders = self.rules.look(&self.st).held(route);
        holders.iter().map(|who| self.rules.seat_name(who)).collect::<Vec<_>>().join(" and ")
    }

    fn ticket(&mut self, who: PlayerId, written: &WrittenTicket) {
        let Some(ticket) = self.ticket_meant(written) else { return };
        let Some(zone) = self.rules.ticket_zone(who) else {
            let fault = Diagnostic::error("score::unknown-field", "nobody has tickets in this game");
            return self.reader.add(fault.at(written.span));
        };
        let done = self.rules.enter_ticket(&mut self.st, who, zone, ticket, self.sink);
        match done {
            Ok(()) => drop(self.dealt.insert(ticket, written.span)),
            Err(why) => self.refuse(who, &self.rules.board().ticket_name(ticket), written.span, why),
        }
    }

    /// The ticket that is meant, if it is clear and nobody has it.
    fn ticket_meant(&mut self, written: &WrittenTicket) -> Option<TicketId> {
        let meant = self.names.tickets(&mut self.reader, written)?;
        let mut free = meant.iter().copied().filter(|ticket| !self.dealt.contains_key(ticket));
        let Some(first) = free.next() else {
            let name = self.rules.board().ticket_name(meant[0]);
            let message = match meant.len() {
                1 => format!("the ticket {name} is dealt twice: there is only one"),
                n => format!("the ticket {name} is dealt once more than the {n} that there are"),
            };
            let mut fault = Diagnostic::error("score::ticket-twice", message).at(written.span);
            if let Some(place) = meant.iter().find_map(|ticket| self.dealt.get(ticket)) {
                fault = fault.also(*place, "the first time");
            }
            self.reader.add(fault.help("it is left to who is written down first; the rest is scored"));
            return None;
        };
        let of = |ticket: TicketId| {
            let ticket = &self.rules.board().tickets[ticket.index()];
            (&ticket.cities, ticket.points, ticket.has_points, ticket.goal)
        };
        let others: Vec<TicketId> = free.filter(|other| of(*other) != of(first)).collect();
        if others.is_empty() {
            return Some(first);
        }
        let all = std::iter::once(first).chain(others).map(|ticket| self.names.ticket_text(ticket));
        let message = format!("which ticket is meant: {}?", all.collect::<Vec<_>>().join(" or "));
        let help = "say its value, `{ cities = [\"Ayr\", \"Bath\"], points = 5 }`, or its cities in their order";
        self.reader.add(Diagnostic::error("score::which-ticket", message).at(written.span).help(help));
        None
    }

    fn field(&mut self, who: PlayerId, entry: &Entry) {
        let rules = self.rules;
        let Some(field) = rules.fields().find(|field| field.info.name == entry.key) else {
            return self.unknown_field(entry);
        };
        for (given, what, span) in self.values(field, entry) {
            if let Err(why) = self.rules.enter_field(&mut self.st, who, field, given, self.sink) {
                let fault = self.refused(who, &what, span, why);
                self.reader.add(match given {
                    Given::City(city) => fault.help(self.help_in(who, city)),
                    _ => fault,
                });
            }
        }
    }

    fn unknown_field(&mut self, Entry { key, key_span, .. }: &Entry) {
        let names: Vec<&str> =
            PLAYER_KEYS.iter().copied().chain(self.rules.fields().map(|field| field.info.name)).collect();
        let message = format!("players have no {} by these rules", shown(key));
        let fault = Diagnostic::error("score::unknown-field", message).at(*key_span);
        let fault = fault.help(format!("there is: {}", names.join(", ")));
        self.reader.unknown(fault, key, names.into_iter(), toml_key);
    }

    /// The values of a field, each in words and with its place.
    fn values(&mut self, field: &Field, entry: &Entry) -> Vec<(Given, String, Span)> {
        let (node, name) = (&entry.value, field.info.name);
        if matches!(field.info.shape, FieldShape::Count | FieldShape::Points) {
            return self
                .number(field, node)
                .map(|n| (Given::Number(n), format!("{n} {name}"), node.span))
                .into_iter()
                .collect();
        }
        // A single name stands for a list of one.
        let one = std::slice::from_ref(node);
        let items = node.as_list().unwrap_or(if node.as_str().is_some() { one } else { &[] });
        if items.is_empty() && node.as_list().is_none() {
            self.reader.wrong_type(&format!("`{name}`"), field.info.shape.words(), node);
        }
        let what = name.strip_suffix('s').unwrap_or(name);
        let mut values = Vec::new();
        for item in items {
            if let Some((given, words)) = self.thing(field.info.shape, item) {
                values.push((given, format!("{what} {words}"), item.span));
            }
        }
        values
    }

    fn number(&mut self, field: &Field, node: &Node) -> Option<i32> {
        let name = format!("`{}`", field.info.name);
        let n = self.reader.want(&name, "a whole number", node, Node::as_int)?;
        let range = match field.info.shape {
            FieldShape::Count => 0..=MOST_COUNTED,
            _ => -MOST_POINTS..=MOST_POINTS,
        };
        if !range.contains(&n) {
            let message = format!("{name} is {n}; it must be {} to {}", range.start(), range.end());
            self.reader.error("score::bad-value", message, node.span);
            return None;
        }
        i32::try_from(n).ok()
    }

    /// One thing of a list, and in words.
    fn thing(&mut self, shape: FieldShape, node: &Node) -> Option<(Given, String)> {
        let board = self.rules.board();
        match shape {
            FieldShape::Routes => {
                let written = read_route(&mut self.reader, node)?;
                let meant = self.names.routes(&mut self.reader, &written)?;
                let first = *meant.first()?;
                if meant.iter().any(|other| !self.are_alike(first, *other)) {
                    self.which_route(&written, &meant);
                    return None;
                }
                Some((Given::Route(first), board.route_name(first)))
            }
            FieldShape::Tickets => {
                let written = read_ticket(&mut self.reader, node)?;
                let ticket = self.ticket_meant(&written)?;
                Some((Given::Ticket(ticket), board.ticket_name(ticket)))
            }
            _ => {
                let text = self.reader.want("each of them", "a text in quotes", node, Node::as_str)?.to_owned();
                let word = Word { text, span: node.span, within: false };
                if shape == FieldShape::Cards {
                    let kind = self.names.kind(&mut self.reader, &word)?;
                    return Some((Given::Card(kind), self.rules.value_text(&Value::Kind(kind))));
                }
                let city = self.names.city(&mut self.reader, &word)?;
                Some((Given::City(city), format!("in {}", self.rules.city_name(city))))
            }
        }
    }
}
