//! What can be chosen, as a person sees it: one entry for all payments of a route, tickets one by one. Entries are made
//! from the arguments that an operation declares and from its message, whatever module it belongs to.

use super::words::Names;
use std::cmp::Reverse;
use ttr_core::{
    Action, ActionSpace, ArgKind, CardBag, CityId, ColourId, DeckId, Kind, OpId, PieceId, PlayerId, RouteId, Rules,
    TicketId, Value, View,
};

/// Payments beyond so many are not looked at: they differ in nothing that a person cares about.
const MOST_PAYMENTS: usize = 5_000;
/// A further choice among tickets is listed as so many entries at most.
const MOST_SETS: usize = 200;
/// So many payments are looked at to say of how many cards they are.
const PAYMENTS_COUNTED: usize = 60;
/// The most arguments of actions that are not legal to be tried, when somebody asks why something is not possible.
const MOST_UNLISTED: usize = 50_000;

/// Something to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The operation.
    pub op: OpId,
    /// Its arguments.
    pub args: [u16; 3],
    /// Number of its first action.
    pub first: usize,
    /// How many actions it stands for: its payments.
    pub n: usize,
}

/// Tickets of which some are to be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Deal {
    /// The operation.
    pub op: OpId,
    /// The tickets, in the order of their bits.
    pub tickets: Vec<TicketId>,
    /// The sets that can be chosen, by the number of their action.
    pub sets: Vec<(u16, usize)>,
}

impl Deal {
    /// The fewest and the most that can be chosen.
    pub fn range(&self) -> (u32, u32) {
        let counts = || self.sets.iter().map(|(bits, _)| bits.count_ones());
        (counts().min().unwrap_or_default(), counts().max().unwrap_or_default())
    }
}

/// All that can be chosen.
#[derive(Clone, Default, Debug)]
pub(crate) struct Menu {
    /// Tickets of which some are to be chosen; they have the first numbers.
    pub deal: Option<Deal>,
    /// Everything else, in the order of its numbers: routes come last.
    pub entries: Vec<Entry>,
}

impl Menu {
    /// What this player can choose. Routes of `ways` come first among routes, and cities on them among cities.
    pub fn new(view: View<'_>, space: &ActionSpace<'_>, ways: &[RouteId]) -> Self {
        let rules = view.rules();
        let mut menu = Self::default();
        for (op, args, first, n) in space.families() {
            let zone = rules.op(op).args.iter().find_map(|(_, kind)| match kind {
                ArgKind::TicketsOf(zone) => Some(*zone),
                _ => None,
            });
            let Some((zone, who)) = zone.zip(view.viewer()) else {
                menu.entries.push(Entry { op, args, first, n });
                continue;
            };
            let sets = (first..first + n).filter_map(|i| space.get(i).map(|action| (action.args, i)));
            if menu.deal.is_none() {
                let tickets = view.tickets(rules.of_player(zone, who)).into_iter().flatten().collect();
                menu.deal = Some(Deal { op, tickets, sets: sets.map(|(args, i)| (args[0], i)).collect() });
            } else {
                let sets = sets.take(MOST_SETS);
                menu.entries.extend(sets.map(|(args, first)| Entry { op, args, first, n: 1 }));
            }
        }
        // Claims are listed by what they cost; who reads a menu looks for routes and cities where the map has them.
        menu.entries.sort_by_key(|entry| on_map(rules, entry));
        let mut kept: Vec<Entry> = Vec::with_capacity(menu.entries.len());
        for entry in menu.entries {
            if !kept.iter().any(|other| are_twins(view, (other.op, other.args), (entry.op, entry.args))) {
                kept.push(entry);
            }
        }
        menu.entries = kept;
        menu.entries.sort_by_key(|entry| {
            let on_way = on_way(view, entry, ways).unwrap_or(usize::MAX);
            let route = route_of(rules, entry.op, entry.args);
            let length = Reverse(route.map_or(0, |route| view.board().route(route).length));
            let others = if route.is_some() { [entry.args[1], entry.args[2]] } else { [0; 2] };
            (place(rules, entry.op), entry.op, others, on_way, length)
        });
        menu
    }

    /// How many numbers the tickets of a deal take.
    pub fn tickets(&self) -> usize {
        self.deal.as_ref().map_or(0, |deal| deal.tickets.len())
    }
}

/// Where an operation stands in the list: cards first, then what has nothing to choose, then what has, routes last.
fn place(rules: &Rules, op: OpId) -> u8 {
    let op = rules.op(op);
    match op.args.first() {
        Some((_, ArgKind::Deck)) => 0,
        Some((_, ArgKind::Kind)) => 1,
        None => 2,
        Some((_, ArgKind::Route)) if op.pays => 4,
        Some((_, ArgKind::Route)) => 5,
        Some(_) => 3,
    }
}

/// The place on the map of what an entry is about, if that is a route or a city.
fn on_map(rules: &Rules, entry: &Entry) -> u16 {
    match rules.op(entry.op).args.first() {
        Some((_, ArgKind::Route | ArgKind::City)) => entry.args[0],
        _ => 0,
    }
}

/// The route that an operation is about, if its first argument is one.
pub(crate) fn route_of(rules: &Rules, op: OpId, args: [u16; 3]) -> Option<RouteId> {
    matches!(rules.op(op).args.first(), Some((_, ArgKind::Route))).then_some(RouteId(args[0]))
}

/// Whether two operations with their arguments differ in nothing but the track of a double route: one of them is enough.
pub(crate) fn are_twins(view: View<'_>, one: (OpId, [u16; 3]), other: (OpId, [u16; 3])) -> bool {
    let (rules, board) = (view.rules(), view.board());
    let (Some(a), Some(b)) = (route_of(rules, one.0, one.1), route_of(rules, other.0, other.1)) else { return false };
    let (ra, rb) = (board.route(a), board.route(b));
    one.0 == other.0
        && one.1[1..] == other.1[1..]
        && (view.held(a), view.is_free(a)) == (view.held(b), view.is_free(b))
        && (ra.ends, ra.group, ra.length) == (rb.ends, rb.group, rb.length)
        && ra.attributes == rb.attributes
        && ra.group.is_some()
        && view.colour(a) == view.colour(b)
        && view.terms(a) == view.terms(b)
}

fn value(kind: ArgKind, arg: u16) -> Option<Value> {
    Some(match kind {
        ArgKind::Route => Value::Route(RouteId(arg)),
        ArgKind::City => Value::City(CityId(arg)),
        ArgKind::Kind => Value::Kind(Kind(arg as u8)),
        ArgKind::Deck => Value::Deck(DeckId(arg as u8)),
        ArgKind::Piece => Value::Piece(PieceId(arg as u8)),
        ArgKind::Player => Value::Player(PlayerId(arg as u8)),
        ArgKind::Number => Value::Number(arg.into()),
        ArgKind::TicketsOf(_) => return None,
    })
}

/// An entry in words. Where there are several payments, only of how many cards they are.
pub(crate) fn text(view: View<'_>, space: &ActionSpace<'_>, entry: &Entry) -> String {
    match space.get(entry.first) {
        Some(action) if entry.n == 1 => action_text(view, &action),
        _ => {
            let some = (entry.first..entry.first + entry.n.min(PAYMENTS_COUNTED)).filter_map(|i| space.get(i));
            let counts: Vec<usize> = some.map(|action| action.pay.len()).collect();
            let (least, most) = (counts.iter().min().copied(), counts.iter().max().copied());
            let cards = match (least, most) {
                (Some(1), Some(1)) => "1 card".to_owned(),
                (Some(least), Some(most)) if least < most => format!("{least} to {most} cards"),
                (Some(n), _) => format!("{n} cards"),
                _ => "cards".to_owned(),
            };
            filled(view.rules(), entry.op, entry.args, Some(&cards), "tickets")
        }
    }
}

/// An action in words, as what one is asked to do.
pub(crate) fn action_text(view: View<'_>, action: &Action) -> String {
    let rules = view.rules();
    let kept = || {
        let zone = rules.op(action.op).args.iter().find_map(|(_, kind)| match kind {
            ArgKind::TicketsOf(zone) => Some(*zone),
            _ => None,
        });
        let (zone, who) = zone.zip(view.viewer())?;
        let lying = view.tickets(rules.of_player(zone, who));
        let kept = lying.iter().enumerate().filter(|(i, _)| action.args[0] >> i & 1 != 0).filter_map(|(_, t)| *t);
        let names: Vec<String> = kept.map(|ticket| rules.board().ticket_name(ticket)).collect();
        Some(if names.is_empty() { "none".to_owned() } else { names.join(", ") })
    };
    let tickets = kept().unwrap_or_default();
    filled(rules, action.op, action.args, Some(&rules.cards_text(&action.pay)), &tickets)
}

/// An operation with these arguments in words, whatever is paid.
pub(crate) fn with_args(rules: &Rules, op: OpId, args: [u16; 3]) -> String {
    filled(rules, op, args, Some("cards"), "tickets")
}

/// An operation with these arguments in words, without what is paid.
pub(crate) fn without_pay(rules: &Rules, op: OpId, args: [u16; 3]) -> String {
    filled(rules, op, args, None, "tickets")
}

/// An operation in words with something else in the place of its first argument, and without its payment: `play controller to
/// claim ... for no cards`.
pub(crate) fn phrase(rules: &Rules, op: OpId, args: [u16; 3], first: &str) -> String {
    let spec = rules.op(op);
    let text = order(rules, op);
    let Some((name, _)) = spec.args.first() else { return verb(rules, op) };
    let Some((head, tail)) = text.split_once(&format!("{{{name}}}")) else { return verb(rules, op) };
    let filled = |text: &str| {
        rules.fill(text, |name| {
            let at = spec.args.iter().position(|(n, _)| *n == name)?;
            value(spec.args[at].1, args[at]).map(|value| rules.value_text(&value))
        })
    };
    let tail = if tail.contains("{pay}") { String::new() } else { filled(tail) };
    format!("{}{first}{tail}", filled(head))
}

/// What is above all the routes that an operation can be about: its words without a route.
pub(crate) fn heading(rules: &Rules, op: OpId, args: [u16; 3]) -> String {
    phrase(rules, op, args, "...").trim_end_matches("...").trim_end().to_owned()
}

/// A route as something to choose: with its holder, if it has one.
pub(crate) fn route_choice(view: View<'_>, route: RouteId) -> String {
    let holders: Vec<String> = view.held(route).iter().map(|who| view.rules().seat_name(who)).collect();
    let text = route_text(view, route);
    if holders.is_empty() { text } else { format!("{text} ({})", holders.join(", ")) }
}

/// Whether an entry is about a route of the ways, or about a city on them.
pub(crate) fn on_way(view: View<'_>, entry: &Entry, ways: &[RouteId]) -> Option<usize> {
    let board = view.board();
    match view.rules().op(entry.op).args.first() {
        Some((_, ArgKind::Route)) => ways.iter().position(|route| *route == RouteId(entry.args[0])),
        Some((_, ArgKind::City)) => {
            let city = CityId(entry.args[0]);
            ways.iter().position(|route| board.route(*route).ends.contains(&city))
        }
        _ => None,
    }
}

/// An entry in words, wherever it stands.
pub(crate) fn long_text(view: View<'_>, space: &ActionSpace<'_>, entry: &Entry) -> String {
    match route_of(view.rules(), entry.op, entry.args) {
        Some(route) => phrase(view.rules(), entry.op, entry.args, &route_choice(view, route)),
        None => text(view, space, entry),
    }
}

fn filled(rules: &Rules, op: OpId, args: [u16; 3], pay: Option<&str>, tickets: &str) -> String {
    let spec = rules.op(op);
    let template = order(rules, op);
    let template = if pay.is_some() { template } else { template.replace(" with {pay}", "") };
    rules.fill(&template, |name| {
        if name == "pay" {
            return pay.map(str::to_owned);
        }
        let at = spec.args.iter().position(|(n, _)| *n == name)?;
        Some(match value(spec.args[at].1, args[at]) {
            Some(value) => rules.value_text(&value),
            None => tickets.to_owned(),
        })
    })
}

/// The part of an operation's message before its arguments: `claim`.
pub(crate) fn verb(rules: &Rules, op: OpId) -> String {
    let text = order(rules, op);
    let verb = text.split('{').next().unwrap_or_default().trim();
    if verb.is_empty() { rules.op(op).name.clone() } else { verb.to_owned() }
}

/// The verbs of an operation: `claim`; `play` and `remove`.
pub(crate) fn verbs(rules: &Rules, op: OpId) -> Vec<String> {
    let text = order(rules, op);
    let words: Vec<&str> = text.split(' ').collect();
    let is_verb = |i: &usize| *i == 0 || words[*i - 1] == "and" && !words[*i].starts_with('{');
    (0..words.len()).filter(is_verb).map(|i| words[i].to_owned()).collect()
}

/// The message of an operation as what one is asked to do: `draws tickets` as `draw tickets`. Messages of operations say
/// what a player does; their first word is a verb, and so is one after `and`.
fn order(rules: &Rules, op: OpId) -> String {
    asked(&rules.template(rules.op(op).text).text)
}

fn asked(text: &str) -> String {
    let mut words = Vec::new();
    let mut before = "and";
    for word in text.split(' ') {
        words.push(if before == "and" { plain_verb(word) } else { word.to_owned() });
        before = word;
    }
    words.join(" ")
}

/// `draws` as `draw`.
fn plain_verb(verb: &str) -> String {
    match verb {
        "has" => "have".to_owned(),
        _ if verb.ends_with("ies") && verb.len() > 4 => format!("{}y", &verb[..verb.len() - 3]),
        _ if ["sses", "shes", "ches", "xes", "zzes", "oes"].iter().any(|end| verb.ends_with(end)) => {
            verb[..verb.len() - 2].to_owned()
        }
        _ if verb.ends_with('s') && !verb.ends_with("ss") => verb[..verb.len() - 1].to_owned(),
        _ => verb.to_owned(),
    }
}

/// A route with its spaces and its colour.
pub(crate) fn route_text(view: View<'_>, route: RouteId) -> String {
    let board = view.board();
    let [a, b] = board.route(route).ends.map(|city| board.cities[city.index()].name.as_str());
    format!("{a} - {b} {}", route_terms(view, route))
}

/// What a route takes: its spaces, its colour, which pieces where there are several, and what the map says of it.
pub(crate) fn route_terms(view: View<'_>, route: RouteId) -> String {
    let (rules, board) = (view.rules(), view.board());
    let colour = view.colour(route).map(|colour: ColourId| board.shown(&board.colours[colour.index()]));
    let several = rules.pieces().iter().filter(|piece| piece.claims).count() > 1;
    let piece = several.then(|| board.shown(&rules.piece(rules.terms(route).piece).name));
    let mut text = board.route(route).length.to_string();
    for word in colour.into_iter().chain(piece) {
        text.push_str(&format!(" {word}"));
    }
    // What says which piece it takes says nothing new.
    let again = |attribute: &&String| piece.is_some() && attribute.split(' ').next_back() == piece;
    for attribute in board.route(route).attributes.iter().filter(|attribute| !again(attribute)) {
        text.push_str(&format!(", {attribute}"));
    }
    text
}

/// A city by all its names, in every language of the map.
fn add_city(view: View<'_>, city: CityId, names: &mut Names) {
    let city = &view.board().cities[city.index()];
    names.name(&city.name);
    city.names.iter().for_each(|(_, name)| names.name(name));
}

fn add_route(view: View<'_>, route: RouteId, names: &mut Names) {
    for city in view.board().route(route).ends {
        add_city(view, city, names);
    }
    names.describe(&route_terms(view, route));
    names.describe(&format!("track {}", view.board().route(route).track));
}

/// What a city can be called by.
pub(crate) fn city_names(view: View<'_>, city: CityId) -> Names {
    let mut names = Names::default();
    add_city(view, city, &mut names);
    names
}

/// What a route can be called by.
pub(crate) fn route_names(view: View<'_>, route: RouteId) -> Names {
    let mut names = Names::default();
    add_route(view, route, &mut names);
    names
}

/// What an entry can be called by.
pub(crate) fn names(view: View<'_>, op: OpId, args: [u16; 3]) -> Names {
    let rules = view.rules();
    let mut names = Names::default();
    let spec = rules.op(op);
    for ((_, kind), arg) in spec.args.iter().zip(args) {
        match kind {
            ArgKind::Route => add_route(view, RouteId(arg), &mut names),
            ArgKind::City => add_city(view, CityId(arg), &mut names),
            kind => {
                if let Some(value) = value(*kind, arg) {
                    names.name(&rules.value_text(&value));
                }
            }
        }
    }
    names.say(&spec.name);
    let said = rules.fill(&rules.template(spec.text).text, |_| Some(String::new()));
    names.say(&said);
    verbs(rules, op).iter().for_each(|verb| names.say(verb));
    names
}

/// Whether both cities of a route are among these words, or enough of their names.
pub(crate) fn are_named(view: View<'_>, route: RouteId, typed: &[String]) -> bool {
    let [a, b] = view.board().route(route).ends.map(|city| {
        let names = city_names(view, city);
        typed.iter().map(|word| names.begins_with(word)).collect::<Vec<bool>>()
    });
    let others = |at: usize| b.iter().enumerate().any(|(i, is)| *is && i != at);
    a.iter().enumerate().any(|(i, is)| *is && others(i))
}

/// What a ticket can be called by.
pub(crate) fn ticket_names(view: View<'_>, ticket: TicketId) -> Names {
    let mut names = Names::default();
    for city in &view.board().tickets[ticket.index()].cities {
        add_city(view, *city, &mut names);
    }
    names
}

/// The payments of an entry, the sensible ones first: few wilds, of few kinds, of what the player has most.
pub(crate) fn payments(view: View<'_>, space: &ActionSpace<'_>, entry: &Entry) -> Vec<Action> {
    let purse = view.purse();
    let wilds = view.rules().wilds();
    let mut all: Vec<Action> =
        (entry.first..entry.first + entry.n.min(MOST_PAYMENTS)).filter_map(|i| space.get(i)).collect();
    all.sort_by_cached_key(|action| {
        let coloured = action.pay.iter().filter(|(kind, _)| !wilds.has(*kind));
        let left: u32 = coloured.map(|(kind, n)| u32::from(purse.of(kind) - n.min(purse.of(kind)))).sum();
        (action.pay.len_of(wilds), action.pay.kinds().iter().count(), action.pay.len(), Reverse(left))
    });
    all
}

/// What a payment can be called by: `2 red, 1 wild`.
pub(crate) fn payment_names(rules: &Rules, pay: &CardBag) -> Names {
    let mut names = Names::default();
    for (kind, n) in pay.iter() {
        names.name(rules.board().shown(&rules.kind(kind).name));
        names.describe(&n.to_string());
    }
    names
}

/// Every operation with every argument it could have, legal or not, but for sets of tickets; of numbers, with 1.
pub(crate) fn imaginable(rules: &Rules, players: usize) -> Vec<(OpId, [u16; 3])> {
    let board = rules.board();
    let range = |kind: ArgKind| match kind {
        ArgKind::Route => board.routes.len(),
        ArgKind::City => board.cities.len(),
        ArgKind::Kind => rules.kinds().len(),
        ArgKind::Deck => rules.decks().len(),
        ArgKind::Piece => rules.pieces().len(),
        ArgKind::Player => players,
        ArgKind::Number | ArgKind::TicketsOf(_) => 1,
    };
    let mut all = Vec::new();
    for (i, op) in rules.ops().iter().enumerate() {
        let ranges: Vec<usize> = op.args.iter().map(|(_, kind)| range(*kind)).collect();
        let count = ranges.iter().product::<usize>().min(MOST_UNLISTED);
        all.extend((0..count).map(|mut n| {
            let mut args = [0; 3];
            for (arg, range) in args.iter_mut().zip(&ranges) {
                *arg = (n % range) as u16;
                n /= range;
            }
            for (arg, (_, kind)) in args.iter_mut().zip(&op.args) {
                if *kind == ArgKind::Number {
                    *arg = 1;
                }
            }
            (OpId::at(i), args)
        }));
    }
    all
}

/// The cards of a player that go towards the cost of a route, though they may not be enough: the rules then say what is missing.
pub(crate) fn best_effort(view: View<'_>, op: OpId, args: [u16; 3]) -> CardBag {
    let rules = view.rules();
    if !rules.op(op).pays {
        return CardBag::EMPTY;
    }
    let Some(terms) = route_of(rules, op, args).and_then(|route| view.terms(route)) else { return CardBag::EMPTY };
    let purse = view.purse();
    let [part] = terms.cost.parts.as_slice() else { return CardBag::EMPTY };
    let coloured = part.cards.iter().filter(|kind| !part.wilds.has(*kind)).max_by_key(|kind| purse.of(*kind));
    let mut pay = CardBag::EMPTY;
    let mut left = part.units;
    for kind in coloured.into_iter().chain(part.wilds.iter()) {
        let n = u16::from(purse.of(kind)).min(left);
        pay.set(kind, n as u8);
        left -= n;
    }
    pay
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_does_can_be_asked_for() {
        let all = ["draws tickets", "passes", "carries {card} on", "lays {route}", "ties", "has", "pay", "кладёт", ""];
        let plain = all.map(asked);
        assert_eq!(
            plain,
            ["draw tickets", "pass", "carry {card} on", "lay {route}", "tie", "have", "pay", "кладёт", ""]
        );
        assert_eq!(asked("plays {card} and removes {route}"), "play {card} and remove {route}");
        assert_eq!(asked("plays with {a} trains and {b} ships"), "play with {a} trains and {b} ships");
    }
}
