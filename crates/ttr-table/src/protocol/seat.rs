//! What can be asked about a position, out of a view: the board, the position, the legal actions.

use super::Trouble;
use super::messages::{
    BoardInfo, CardInfo, CityInfo, Legal, LegalPage, Listed, MOST_ON_A_PAGE, OpInfo, PieceInfo, RouteInfo, TicketInfo,
};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use ttr_core::{ActionSpace, OpId, PlayerId, Rules, View};
use ttr_files::names;
use ttr_source::{nearest, shown};

/// A seat's number, from 1.
pub fn seat(who: PlayerId) -> u8 {
    who.0 + 1
}

/// The player at a seat.
pub fn player(rules: &Rules, field: &str, seat: u8) -> Result<PlayerId, Trouble> {
    let n = rules.players();
    if (1..=n).contains(&usize::from(seat)) {
        return Ok(PlayerId(seat - 1));
    }
    Err(Trouble::field(field, format!("no seat {seat}: seats are 1 to {n}")))
}

/// The board and the material.
pub fn board(rules: &Rules) -> BoardInfo {
    let board = rules.board();
    let colour = |colour: Option<ttr_core::ColourId>| colour.map(|c| board.colours[c.index()].clone());
    let cities = board.cities.iter().map(|city| CityInfo {
        name: city.name.clone(),
        at: city.at,
        junction: city.junction,
        attributes: city.attributes.clone(),
    });
    let routes = board.route_ids().map(|id| {
        let route = board.route(id);
        RouteInfo {
            route: names::route(rules, id),
            length: route.length,
            colour: colour(route.colour),
            group: route.group.map(|group| group.0),
            piece: rules.piece(rules.terms(id).piece).name.clone(),
            attributes: route.attributes.clone(),
        }
    });
    let tickets = board.ticket_ids().map(|id| {
        let ticket = &board.tickets[id.index()];
        TicketInfo {
            ticket: names::ticket(rules, id),
            points: ticket.has_points.then_some(ticket.points),
            worth: rules.worth_text(id),
            deck: ticket.deck.clone(),
        }
    });
    let cards = rules.kinds().iter().map(|kind| CardInfo {
        name: kind.name.clone(),
        deck: rules.deck(kind.deck).name.clone(),
        count: kind.count,
        colour: colour(kind.colour),
        wild: kind.wild,
        units: kind.units,
        symbols: kind.symbols.clone(),
    });
    let pieces = rules.pieces().iter().map(|piece| PieceInfo {
        name: piece.name.clone(),
        count: piece.count,
        claims: piece.claims,
    });
    let operations = rules.ops().iter().map(|op| OpInfo {
        op: op.name.clone(),
        arguments: op.args.iter().map(|(name, _)| name.clone()).collect(),
        kinds: op.args.iter().map(|(_, kind)| (*kind).into()).collect(),
        pays: op.pays,
        text: rules.template(op.text).text.clone(),
    });
    BoardInfo {
        map: board.name.clone(),
        rules: rules.rule_set().to_owned(),
        modules: rules.modules().iter().map(|module| module.manifest.id.to_owned()).collect(),
        cities: cities.collect(),
        routes: routes.collect(),
        tickets: tickets.collect(),
        cards: cards.collect(),
        pieces: pieces.collect(),
        operations: operations.collect(),
        piles: rules.streams().to_vec(),
    }
}

/// Which legal actions are wanted.
#[derive(Clone, Default, Debug)]
pub struct Wanted<'a> {
    /// Only those of this operation.
    pub op: Option<&'a str>,
    /// Only those with these arguments, by their names.
    pub with: Option<&'a Map<String, Json>>,
    /// So many of them are passed over.
    pub from: usize,
    /// How many are listed at most.
    pub most: usize,
    /// Whether each is told in words too.
    pub words: bool,
}

impl Legal {
    /// The page that is wanted.
    pub fn wanted(&self) -> Wanted<'_> {
        Wanted { op: self.op.as_deref(), with: Some(&self.with), from: self.from, most: self.most, words: self.words }
    }
}

impl Wanted<'_> {
    /// The operation that is asked for.
    fn op(&self, rules: &Rules) -> Result<Option<OpId>, Trouble> {
        let Some(name) = self.op else { return Ok(None) };
        let unknown = || {
            let near = nearest(name, rules.ops().iter().map(|op| op.name.as_str()));
            let near = near.map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
            Trouble::field("op", format!("no operation is named {}{near}", shown(name)))
        };
        rules.op_named(name).map(Some).ok_or_else(unknown)
    }

    /// The arguments that actions of an operation have to have, as actions hold them; nothing if none of them has these.
    fn arguments(&self, view: View<'_>, op: OpId) -> Result<Option<Arguments>, Trouble> {
        let mut all = Arguments::new();
        for (name, value) in self.with.into_iter().flatten() {
            match names::argument_from(view, op, name, value) {
                Some(Ok(argument)) => all.push(argument),
                Some(Err(why)) => return Err(Trouble::field(format!("with.{name}"), why)),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }

    /// For every operation, in their order, which arguments are asked for.
    fn of_all(&self, view: View<'_>, only: Option<OpId>) -> Result<Vec<Option<Arguments>>, Trouble> {
        let rules = view.rules();
        let (mut all, mut wrong, mut found) = (Vec::new(), None, false);
        for op in (0..rules.ops().len()).map(OpId::at) {
            let arguments = if only.is_none_or(|only| only == op) { self.arguments(view, op) } else { Ok(None) };
            let arguments = arguments.unwrap_or_else(|trouble| {
                wrong.get_or_insert(trouble);
                None
            });
            found |= arguments.is_some();
            all.push(arguments);
        }
        if found {
            return Ok(all);
        }
        let names = || self.with.into_iter().flat_map(Map::keys);
        Err(wrong.unwrap_or_else(|| {
            let has = |op: &ttr_core::rules::Op, name: &str| op.args.iter().any(|(known, _)| known == name);
            let ops = || rules.ops().iter().enumerate().filter(|(at, _)| only.is_none_or(|only| only.index() == *at));
            match names().find(|name| !ops().any(|(_, op)| has(op, name))) {
                Some(name) => Trouble::field(
                    format!("with.{name}"),
                    match self.op {
                        Some(op) => format!("{op} has no argument named {}", shown(name)),
                        None => format!("no operation has an argument named {}", shown(name)),
                    },
                ),
                None => Trouble::field("with", "no operation has all of these arguments"),
            }
        }))
    }
}

/// Which argument, and what it is, as actions hold it.
type Arguments = Vec<(usize, u16)>;

/// The legal actions of the viewer that are wanted, out of the list of all.
pub fn legal(view: View<'_>, space: &ActionSpace<'_>, wanted: &Wanted<'_>) -> Result<LegalPage, Trouble> {
    let rules = view.rules();
    let op = wanted.op(rules)?;
    if wanted.most > MOST_ON_A_PAGE {
        return Err(Trouble::field("most", format!("at most {MOST_ON_A_PAGE} on a page, found {}", wanted.most)));
    }
    let arguments = wanted.of_all(view, op)?;
    let mut page = LegalPage { count: 0, operations: BTreeMap::new(), from: wanted.from, actions: Vec::new() };
    let mut add = |of: OpId, first: usize, n: usize| {
        let name = &rules.op(of).name;
        match page.operations.get_mut(name) {
            Some(count) => *count += n,
            None => drop(page.operations.insert(name.clone(), n)),
        }
        // Those of this part that are on the page.
        let skip = wanted.from.saturating_sub(page.count).min(n);
        let room = wanted.most - page.actions.len();
        for number in (first + skip..first + n).take(room) {
            if let Some(action) = space.get(number) {
                let text = wanted.words.then(|| view.action_text(&action));
                page.actions.push(Listed { number, action: names::action(view, &action), text });
            }
        }
        page.count = page.count.saturating_add(n);
    };
    for (of, _, first, n) in space.families() {
        let Some(arguments) = &arguments[of.index()] else { continue };
        let fits = |number: usize| {
            let action = space.get(number);
            action.is_some_and(|action| arguments.iter().all(|(at, value)| action.args[*at] == *value))
        };
        if arguments.is_empty() {
            add(of, first, n);
        } else if rules.op(of).pays {
            // The payments of one thing differ in nothing else.
            if fits(first) {
                add(of, first, n);
            }
        } else {
            (first..first + n).filter(|number| fits(*number)).for_each(|number| add(of, number, 1));
        }
    }
    Ok(page)
}
