//! Hashes of the names of actions, which do not depend on the order of a list.

use serde_json::Value as Json;
use ttr_core::hash::Fnv;
use ttr_core::{Action, ActionSpace, ArgKind, CityId, Kind, OpId, PlayerId, RouteId, Rules, State, TicketId};
use ttr_files::names;

/// The hash of a text.
pub(super) fn hash(text: &str) -> u64 {
    let mut hash = Fnv::new();
    hash.bytes(text.as_bytes());
    hash.value()
}

fn both(a: u64, b: u64) -> u64 {
    let mut hash = Fnv::new();
    hash.word(a);
    hash.word(b);
    hash.value()
}

/// Hashes of all names that actions are made of.
pub(super) struct Names<'r> {
    rules: &'r Rules,
    ops: Vec<Op>,
    routes: Vec<u64>,
    cities: Vec<u64>,
    kinds: Vec<u64>,
    decks: Vec<u64>,
    pieces: Vec<u64>,
    tickets: Vec<u64>,
}

struct Op {
    name: u64,
    args: Vec<(u64, ArgKind)>,
}

/// What a list of legal actions comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct List {
    pub legal: usize,
    pub names: u16,
}

impl<'r> Names<'r> {
    pub fn new(rules: &'r Rules) -> Self {
        let ops = rules.ops().iter().map(|op| {
            let args = op.args.iter().map(|(name, kind)| (hash(name), *kind)).collect();
            Op { name: hash(&op.name), args }
        });
        let board = rules.board();
        let json = |json: Json| hash(&json.to_string());
        Self {
            rules,
            ops: ops.collect(),
            routes: board.route_ids().map(|route| json(names::route(rules, route))).collect(),
            cities: (0..board.cities.len()).map(|i| hash(rules.city_name(CityId::at(i)))).collect(),
            kinds: (0..rules.kinds().len()).map(|i| hash(&rules.kind(Kind::at(i)).name)).collect(),
            decks: rules.decks().iter().map(|deck| hash(&deck.name)).collect(),
            pieces: rules.pieces().iter().map(|piece| hash(&piece.name)).collect(),
            tickets: board.ticket_ids().map(|ticket| json(names::ticket(rules, ticket))).collect(),
        }
    }

    /// What can be done, whatever its order, and who is asked.
    pub fn of_list(&self, st: &State, who: PlayerId, space: &ActionSpace<'_>) -> List {
        let (mut sum, mut lying) = (0u64, (None, Vec::new()));
        for i in 0..space.len() {
            let action = space.nth(i);
            sum = sum.wrapping_add(self.of_action(st, who, &action, &mut lying));
        }
        let mut hash = Fnv::new();
        self.rules.to_act(st).iter().for_each(|who| hash.word(who.index() as u64));
        hash.word(space.len() as u64);
        hash.word(sum);
        List { legal: space.len(), names: (hash.value() & 0xfff) as u16 }
    }

    fn of_action(
        &self,
        st: &State,
        who: PlayerId,
        action: &Action,
        lying: &mut (Option<OpId>, Vec<Option<TicketId>>),
    ) -> u64 {
        let op = &self.ops[action.op.index()];
        let mut args = 0u64;
        for ((name, kind), arg) in op.args.iter().zip(action.args) {
            let at = usize::from(arg);
            let value = match kind {
                ArgKind::Route => self.routes[RouteId(arg).index()],
                ArgKind::City => self.cities[at],
                ArgKind::Kind => self.kinds[at],
                ArgKind::Deck => self.decks[at],
                ArgKind::Piece => self.pieces[at],
                ArgKind::Player | ArgKind::Number => u64::from(arg),
                ArgKind::TicketsOf(zone) => {
                    if lying.0 != Some(action.op) {
                        let zone = self.rules.of_player(*zone, who);
                        *lying = (Some(action.op), self.rules.view(st, Some(who)).tickets(zone));
                    }
                    let named = lying.1.iter().enumerate().filter(|(i, _)| arg >> i & 1 != 0);
                    named.filter_map(|(_, t)| *t).fold(0u64, |sum, t| sum.wrapping_add(self.tickets[t.index()]))
                }
            };
            args = args.wrapping_add(both(*name, value));
        }
        let mut cards = 0u64;
        for (kind, n) in action.pay.iter() {
            cards = cards.wrapping_add(both(self.kinds[kind.index()], u64::from(n)));
        }
        both(both(op.name, args), cards)
    }
}

/// How many actions of each operation a list has, for who has to find out what differs.
pub(super) fn told(rules: &Rules, space: &ActionSpace<'_>) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for (op, _, _, n) in space.families() {
        let name = rules.op(op).name.as_str();
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += n,
            None => counts.push((name, n)),
        }
    }
    let counts: Vec<String> = counts.iter().map(|(name, n)| format!("{n} {name}")).collect();
    counts.join(", ")
}
