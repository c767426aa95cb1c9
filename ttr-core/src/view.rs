//! What a player may see. A [`View`] is a lens on a position that answers only what its viewer may know; bots and
//! screens get it, never the state. An [`OwnedView`] is the same as plain data, for the wire and for tests.

use crate::actions::{Action, ActionSpace};
use crate::bag::CardBag;
use crate::board::Board;
use crate::engine::Illegal;
use crate::event::Sight;
use crate::ids::{ColourId, OpId, PieceId, PlayerId, PlayerSet, RouteId, SideId, TicketId, ZoneId};
use crate::look::Look;
use crate::network::{NetworkSpec, Outcomes, Purpose};
use crate::registers::{Reg, RegValue, Scope};
use crate::rules::{Holds, Owner, Rules, Terms, Zone};
use crate::score::ScoreSheet;
use crate::state::{Frame, State};
use crate::wire::{ActionNames, RouteName, TicketName};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A lens on a position for one viewer; without a viewer it shows what an onlooker sees.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(crate) look: Look<'a>,
    pub(crate) viewer: Option<PlayerId>,
}

impl Rules {
    /// A position as this player sees it, or an onlooker.
    pub fn view<'a>(&'a self, st: &'a State, of: Option<PlayerId>) -> View<'a> {
        View { look: Look { rules: self, st }, viewer: of }
    }
}

impl<'a> View<'a> {
    /// Who looks.
    pub fn viewer(self) -> Option<PlayerId> {
        self.viewer
    }

    /// The rules.
    pub fn rules(self) -> &'a Rules {
        self.look.rules
    }

    /// The board.
    pub fn board(self) -> &'a Board {
        self.look.board()
    }

    fn zone(self, zone: ZoneId) -> &'a Zone {
        self.look.rules.zone(zone)
    }

    /// Whether the viewer may look into a zone. Once the game is over, all may look at what scores.
    pub fn sees(self, zone: ZoneId) -> bool {
        self.zone(zone).sight.allows(self.viewer) || self.look.st.is_over() && self.scores(zone)
    }

    fn scores(self, zone: ZoneId) -> bool {
        let rules = self.look.rules;
        let is_one = |who| rules.goal_zones.iter().any(|set| rules.of_player(*set, who) == zone);
        rules.player_ids().any(is_one)
    }

    /// The cards of a zone, if the viewer may see them.
    pub fn cards(self, zone: ZoneId) -> Option<CardBag> {
        self.sees(zone).then(|| if self.holds_cards(zone) { self.look.bag(zone) } else { CardBag::EMPTY })
    }

    /// How many cards lie in a zone.
    pub fn count(self, zone: ZoneId) -> usize {
        if self.holds_cards(zone) { self.look.count(zone) } else { 0 }
    }

    /// What everybody knows to lie in a zone: at least this.
    pub fn known(self, zone: ZoneId) -> CardBag {
        if self.holds_cards(zone) { self.look.known(zone) } else { CardBag::EMPTY }
    }

    fn holds_cards(self, zone: ZoneId) -> bool {
        self.zone(zone).holds == Holds::Cards
    }

    /// The tickets of a zone, those that the viewer does not know as `None`: first those without an order, known ones
    /// first, then those that lie in order.
    pub fn tickets(self, zone: ZoneId) -> Vec<Option<TicketId>> {
        let (mut loose, mut queue) = self.tickets_by_order(zone);
        loose.sort_unstable_by_key(|t| (t.is_none(), *t));
        loose.append(&mut queue);
        loose
    }

    fn tickets_by_order(self, zone: ZoneId) -> (Vec<Option<TicketId>>, Vec<Option<TicketId>>) {
        let (mut loose, mut queue) = (Vec::new(), Vec::new());
        for ticket in self.look.tickets(zone) {
            let shown = self.knows_ticket(ticket).then_some(ticket);
            let list = if self.look.st.tickets[ticket.index()].pos == 0 { &mut loose } else { &mut queue };
            list.push(shown);
        }
        (loose, queue)
    }

    /// Whether the viewer knows where this ticket lies.
    pub(crate) fn knows_ticket(self, ticket: TicketId) -> bool {
        let place = self.look.st.tickets[ticket.index()];
        self.sees(place.zone) || self.viewer.is_some_and(|who| place.seen.has(who))
    }

    /// The value of a register; registers are public.
    pub fn get<S: Scope, T: RegValue>(self, reg: Reg<S, T>, at: S::At) -> T {
        self.look.get(reg, at)
    }

    /// How many pieces of a kind a player can still place.
    pub fn stock(self, who: PlayerId, piece: PieceId) -> i32 {
        self.look.stock(who, piece)
    }

    /// How many pieces of a kind lie in a player's box.
    pub fn boxed(self, who: PlayerId, piece: PieceId) -> i32 {
        self.look.boxed(who, piece)
    }

    /// Whose pieces lie on a route.
    pub fn held(self, route: RouteId) -> PlayerSet {
        self.look.held(route)
    }

    /// Whether nothing lies on a route.
    pub fn is_free(self, route: RouteId) -> bool {
        self.look.is_free(route)
    }

    /// Whose turn it is.
    pub fn turn_of(self) -> PlayerId {
        self.look.turn_of()
    }

    /// How many turns a player has begun.
    pub fn turns_of(self, who: PlayerId) -> u16 {
        self.look.turns_of(who)
    }

    /// Who has to decide now.
    pub fn to_act(self) -> PlayerSet {
        self.look.rules.to_act(self.look.st)
    }

    /// The pending frames, the next one last; their numbers are public.
    pub fn frames(self) -> &'a [Frame] {
        self.look.frames()
    }

    /// Why the game is over, if it is.
    pub fn over(self) -> Option<u8> {
        self.look.st.clock.over
    }

    /// What the viewer may do now.
    pub fn legal(self, out: &mut ActionSpace<'_>) {
        match self.viewer {
            Some(who) => self.look.rules.legal(self.look.st, who, out),
            None => out.clear(),
        }
    }

    /// One of the viewer's own legal actions in words: `claims Boston - Miami with 3 red`.
    pub fn action_text(self, action: &Action) -> String {
        match self.viewer {
            Some(who) => self.look.rules.action_text(self.look.st, who, action),
            None => String::new(),
        }
    }

    /// One of the viewer's own legal actions with its names.
    pub fn action_json(self, action: &Action) -> serde_json::Value {
        match self.viewer {
            Some(who) => self.look.rules.action_json(self.look.st, who, action),
            None => serde_json::Value::Null,
        }
    }

    /// The action of the viewer that this names; whether it is legal is another question.
    ///
    /// # Errors
    /// If an operation, argument or name is unknown or missing, in words.
    pub fn action_from_json(self, json: &serde_json::Value) -> Result<Action, String> {
        let who = self.viewer.ok_or("an onlooker does nothing")?;
        self.look.rules.action_from_json(self.look.st, who, json)
    }

    /// An argument of an operation of the viewer: which it is, and the number that actions hold for it. Nothing if the operation
    /// has no such argument.
    ///
    /// # Errors
    /// If what is named is none, in words.
    pub fn argument_from_json(
        self,
        op: OpId,
        name: &str,
        json: &serde_json::Value,
    ) -> Option<Result<(usize, u16), String>> {
        self.look.rules.argument_from_json(self.look.st, self.viewer?, op, name, json)
    }

    /// Why the viewer can't do this now: the first rule that refuses it.
    pub fn why_not(self, action: &Action) -> Option<Illegal> {
        self.viewer.map(|who| self.look.rules.why_not(self.look.st, who, action))
    }

    /// The colour of a route now.
    pub fn colour(self, route: RouteId) -> Option<ColourId> {
        self.look.colour(route)
    }

    /// The score so far as far as it is public, or the final one.
    pub fn score(self) -> ScoreSheet {
        self.look.rules.score(self.look.st)
    }

    /// What the tickets of the viewer's own side come to at this moment, as far as the viewer knows them.
    pub fn own_outcomes(self) -> Option<Outcomes> {
        let spec = self.own_network(Purpose::Tickets)?;
        Some(self.look.outcomes_of(&self.own_tickets(), &spec))
    }

    /// The tickets of the viewer's own side that the viewer knows: those of a partner may be secret too.
    pub fn own_tickets(self) -> Vec<TicketId> {
        let mut tickets = self.side().map(|side| self.look.tickets_of(side)).unwrap_or_default();
        tickets.retain(|t| self.knows_ticket(*t));
        tickets
    }

    /// All cards that the viewer can pay with.
    pub fn purse(self) -> CardBag {
        self.viewer.map(|who| self.look.purse(who)).unwrap_or_default()
    }

    /// The terms on which the viewer would claim this route now, if no rule keeps them from it, whatever cards and
    /// pieces there are.
    pub fn terms(self, route: RouteId) -> Option<Terms> {
        let who = self.viewer?;
        let open = self.look.refused_by_rule(who, route).is_none();
        open.then(|| self.look.terms(who, route)).filter(|terms| !terms.closed)
    }

    /// The routes that count for the viewer's own side and a purpose.
    pub fn own_network(self, purpose: Purpose) -> Option<NetworkSpec> {
        self.viewer.map(|who| self.look.network(self.look.rules.side_of(who), purpose))
    }

    /// How many turns are left once the last ones have begun, the present one included.
    pub fn turns_left(self) -> Option<u16> {
        self.look.turns_left()
    }

    /// The view as plain data.
    pub fn to_owned(self) -> OwnedView {
        let (rules, st) = (self.look.rules, self.look.st);
        let name = |who: PlayerId| rules.seat_name(who);
        let names = |set: PlayerSet| set.iter().map(name).collect::<Vec<_>>();
        let zones = (0..rules.zones.len()).map(|z| self.zone_view(ZoneId::at(z))).collect();
        let routes = rules
            .board
            .route_ids()
            .filter(|r| st.routes[r.index()] != rules.initial.routes[r.index()])
            .map(|r| RouteView {
                route: rules.route_json(r),
                held: names(self.held(r)),
                public: self.look.is_public(r),
                colour: self.look.colour(r).map(|c| rules.board.colours[c.index()].clone()),
            })
            .collect();
        let mut registers: BTreeMap<String, BTreeMap<String, i32>> = BTreeMap::new();
        for reg in &rules.regs {
            for (i, &value) in st.regs[reg.base..reg.base + reg.len].iter().enumerate().filter(|(_, v)| **v != 0) {
                registers.entry(reg.name.clone()).or_default().insert(reg.label(rules, i), value);
            }
        }
        let pending = st
            .frames
            .iter()
            .map(|f| PendingView {
                decision: rules.decision(f.decision).name.clone(),
                who: names(f.who),
                args: f.args.to_vec(),
            })
            .collect();
        let sealed = st
            .sealed
            .iter()
            .map(|s| SealedView {
                who: name(s.who),
                answer: (self.viewer == Some(s.who)).then(|| rules.action_json(st, s.who, &s.action)),
            })
            .collect();
        OwnedView {
            map: rules.board.name.clone(),
            rules: rules.rule_set.clone(),
            viewer: self.viewer.map(name),
            players: rules.player_ids().map(name).collect(),
            first: name(st.clock.first),
            turn_of: name(st.clock.player),
            turns: rules.player_ids().map(|p| st.clock.turns[p.index()]).collect(),
            turns_left: st.clock.last.map(|(_, left)| left),
            over: st.clock.over.map(|why| rules.end_reason(why).to_owned()),
            to_act: names(self.to_act()),
            pending,
            sealed,
            zones,
            routes,
            registers,
            score: self.score().sides.iter().map(|s| s.total).collect(),
        }
    }

    fn zone_view(self, zone: ZoneId) -> ZoneView {
        let rules = self.look.rules;
        let spec = self.zone(zone);
        let cards = |bag: CardBag| bag.iter().map(|(k, n)| (rules.kind(k).name.clone(), n)).collect();
        let (mut view_cards, mut known, mut loose, mut queue) = (None, BTreeMap::new(), Vec::new(), Vec::new());
        let mut backs = BTreeMap::new();
        match spec.holds {
            Holds::Cards => {
                view_cards = self.cards(zone).map(cards);
                if spec.sight != Sight::All {
                    known = cards(self.known(zone));
                }
                for deck in &rules.decks {
                    let n = self.look.count_of(zone, deck.kinds);
                    if n > 0 {
                        backs.insert(deck.name.clone(), n);
                    }
                }
            }
            Holds::Tickets => {
                let (mut l, q) = self.tickets_by_order(zone);
                l.sort_unstable_by_key(|t| (t.is_none(), *t));
                let json = |list: Vec<Option<TicketId>>| {
                    list.into_iter().map(|t| t.map(|t| rules.ticket_json(t))).collect::<Vec<_>>()
                };
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

    /// The side of the viewer.
    pub fn side(self) -> Option<SideId> {
        self.viewer.map(|who| self.look.rules.side_of(who))
    }
}

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

/// A pending frame.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PendingView {
    /// What is pending.
    pub decision: String,
    /// Who has to answer.
    pub who: Vec<String>,
    /// Its numbers.
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
    /// The pending frames, the next one last.
    pub pending: Vec<PendingView>,
    /// Answers not yet opened.
    pub sealed: Vec<SealedView>,
    /// All zones.
    pub zones: Vec<ZoneView>,
    /// The routes on which something lies.
    pub routes: Vec<RouteView>,
    /// Registers that are not zero.
    pub registers: BTreeMap<String, BTreeMap<String, i32>>,
    /// The public score by side, or the final one.
    pub score: Vec<i32>,
}
