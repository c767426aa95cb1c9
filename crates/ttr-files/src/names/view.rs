//! Views by their names: what somebody may see, as plain data for the wire and for tests.

use super::{ActionNames, RouteName, TicketName, action, route, ticket};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ttr_core::{CardBag, Holds, Owner, PlayerId, PlayerSet, Sight, TicketId, View, ZoneId};

/// A zone as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ZoneView {
    /// Its name.
    pub name: String,
    /// Whose it is: a player's, or a side's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The players who have it in common, if it is a side's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub side: Vec<String>,
    /// Its cards by kind, if the viewer may see them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<BTreeMap<String, u8>>,
    /// Cards that everybody knows to be in it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub known: BTreeMap<String, u8>,
    /// How many cards, by the deck whose back they show.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub backs: BTreeMap<String, usize>,
    /// Tickets without an order; those that the viewer does not know are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Option<TicketName>>")]
    pub tickets: Vec<Option<serde_json::Value>>,
    /// Tickets that lie in order behind the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Option<TicketName>>")]
    pub in_order: Vec<Option<serde_json::Value>>,
}

/// A route on which something has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RouteView {
    /// Which.
    #[schemars(with = "RouteName")]
    pub route: serde_json::Value,
    /// Whose pieces lie there.
    pub held: Vec<String>,
    /// Whether everybody may use it.
    pub public: bool,
    /// Its colour now.
    pub colour: Option<String>,
}

/// Something that has begun and waits: a question for players, or a turn or claim that goes on after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PendingView {
    /// What is pending.
    pub decision: String,
    /// Who has to answer.
    pub who: Vec<String>,
    /// The numbers that go with it; what they mean is up to the module that asks.
    pub args: Vec<u16>,
}

/// An answer that is closed until all have answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SealedView {
    /// Whose.
    pub who: String,
    /// What, for its own player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<ActionNames>")]
    pub answer: Option<serde_json::Value>,
}

/// A view as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OwnedView {
    /// The map.
    pub map: String,
    /// The rule set.
    pub rules: String,
    /// Who looks; nobody for an onlooker.
    pub viewer: Option<String>,
    /// The players by seat.
    pub players: Vec<String>,
    /// Who had the first turn.
    pub first: String,
    /// Whose turn it is.
    pub turn_of: String,
    /// Turns begun, by seat.
    pub turns: Vec<u16>,
    /// How many turns are left once the last ones have begun.
    pub turns_left: Option<u16>,
    /// Why the game is over.
    pub over: Option<String>,
    /// Who has to decide.
    pub to_act: Vec<String>,
    /// All that has begun and waits; what is to be answered first stands last.
    pub pending: Vec<PendingView>,
    /// Answers not yet opened.
    pub sealed: Vec<SealedView>,
    /// All zones.
    pub zones: Vec<ZoneView>,
    /// The routes on which something lies.
    pub routes: Vec<RouteView>,
    /// The numbers that modules keep (registers): by the name of the register, and by what it is of. Those that are zero are left
    /// out.
    pub registers: BTreeMap<String, BTreeMap<String, i32>>,
    /// The public score by side, or the final one.
    pub score: Vec<i32>,
}

impl OwnedView {
    /// What a view shows.
    pub fn of(view: View<'_>) -> Self {
        let rules = view.rules();
        let name = |who: PlayerId| rules.seat_name(who);
        let names = |set: PlayerSet| set.iter().map(name).collect::<Vec<_>>();
        let zones = (0..rules.zones().len()).map(|z| zone_view(view, ZoneId::at(z))).collect();
        let routes = view
            .changed_routes()
            .map(|r| RouteView {
                route: route(rules, r),
                held: names(view.held(r)),
                public: view.is_public(r),
                colour: view.colour(r).map(|c| rules.board().colours[c.index()].clone()),
            })
            .collect();
        let mut registers: BTreeMap<String, BTreeMap<String, i32>> = BTreeMap::new();
        for (reg, i, value) in view.values() {
            registers.entry(reg.name.clone()).or_default().insert(reg.label(rules, i), value);
        }
        let pending = view
            .frames()
            .iter()
            .map(|f| PendingView {
                decision: rules.decision(f.decision).name.clone(),
                who: names(f.who),
                args: f.args.to_vec(),
            })
            .collect();
        let sealed = view
            .sealed()
            .map(|(who, answer)| SealedView { who: name(who), answer: answer.map(|answer| action(view, answer)) })
            .collect();
        Self {
            map: rules.board().name.clone(),
            rules: rules.rule_set().to_owned(),
            viewer: view.viewer().map(name),
            players: rules.player_ids().map(name).collect(),
            first: name(view.first_player()),
            turn_of: name(view.turn_of()),
            turns: rules.player_ids().map(|who| view.turns_of(who)).collect(),
            turns_left: view.turns_left(),
            over: view.over().map(|why| rules.end_reason(why).to_owned()),
            to_act: names(view.to_act()),
            pending,
            sealed,
            zones,
            routes,
            registers,
            score: view.score().sides.iter().map(|s| s.total).collect(),
        }
    }
}

fn zone_view(view: View<'_>, zone: ZoneId) -> ZoneView {
    let rules = view.rules();
    let spec = rules.zone(zone);
    let cards = |bag: CardBag| bag.iter().map(|(k, n)| (rules.kind(k).name.clone(), n)).collect();
    let (mut view_cards, mut known, mut loose, mut queue) = (None, BTreeMap::new(), Vec::new(), Vec::new());
    let mut backs = BTreeMap::new();
    match spec.holds {
        Holds::Cards => {
            view_cards = view.cards(zone).map(cards);
            if spec.sight != Sight::All {
                known = cards(view.known(zone));
            }
            for deck in rules.decks() {
                let n = view.count_of(zone, deck.kinds);
                if n > 0 {
                    backs.insert(deck.name.clone(), n);
                }
            }
        }
        Holds::Tickets => {
            let (mut l, q) = view.tickets_by_order(zone);
            l.sort_unstable_by_key(|t| (t.is_none(), *t));
            let json =
                |list: Vec<Option<TicketId>>| list.into_iter().map(|t| t.map(|t| ticket(rules, t))).collect::<Vec<_>>();
            (loose, queue) = (json(l), json(q));
        }
    }
    ZoneView {
        name: spec.name.clone(),
        owner: spec.owner.map(|owner| rules.owner_name(owner)),
        side: match spec.owner {
            Some(Owner::Side(side)) => rules.members(side).iter().map(|who| rules.seat_name(who)).collect(),
            _ => Vec::new(),
        },
        cards: view_cards,
        known,
        backs,
        tickets: loose,
        in_order: queue,
    }
}
