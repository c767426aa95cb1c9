//! What a player may see. A [`View`] is a lens on a position that answers only what its viewer may know; bots and
//! screens get it, never the state.

use crate::actions::{Action, ActionSpace};
use crate::bag::CardBag;
use crate::board::Board;
use crate::event::Tickets;
use crate::ids::{ColourId, KindSet, PieceId, PlayerId, PlayerSet, RouteId, SideId, TicketId, ZoneId};
use crate::look::Look;
use crate::network::{NetworkSpec, Purpose};
use crate::registers::{Reg, RegSpec, RegValue, Scope};
use crate::rules::{Holds, Rules, Terms, Zone};
use crate::score::{Outcomes, ScoreSheet};
use crate::state::{Frame, State};
use crate::step::Illegal;
use std::borrow::Cow;

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
        let is_one = |who| rules.networks.goal_zones.iter().any(|set| rules.of_player(*set, who) == zone);
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

    /// How many cards of these kinds lie in a zone: their backs tell.
    pub fn count_of(self, zone: ZoneId, kinds: KindSet) -> usize {
        if self.holds_cards(zone) { self.look.count_of(zone, kinds) } else { 0 }
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

    /// The tickets of a zone: those that lie there without an order, and those that lie in order behind them. Those that the viewer
    /// does not know are `None`.
    pub fn tickets_by_order(self, zone: ZoneId) -> (Vec<Option<TicketId>>, Vec<Option<TicketId>>) {
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

    /// Whether everybody may use what lies on a route.
    pub fn is_public(self, route: RouteId) -> bool {
        self.look.is_public(route)
    }

    /// The routes that are not as they were before the game: held, public, or of another colour.
    pub fn changed_routes(self) -> impl Iterator<Item = RouteId> + use<'a> {
        let (rules, st) = (self.look.rules, self.look.st);
        rules.board.route_ids().filter(|r| st.routes[r.index()] != rules.initial.routes[r.index()])
    }

    /// The values of registers that are not zero, each with its register and its place in it.
    pub fn values(self) -> impl Iterator<Item = (&'a RegSpec, usize, i32)> {
        let (rules, st) = (self.look.rules, self.look.st);
        rules.material.regs.iter().flat_map(|reg| {
            let values = st.regs[reg.base..reg.base + reg.len].iter().enumerate();
            values.filter(|(_, value)| **value != 0).map(move |(i, value)| (reg, i, *value))
        })
    }

    /// Whether nothing lies on a route.
    pub fn is_free(self, route: RouteId) -> bool {
        self.look.is_free(route)
    }

    /// Who had the first turn.
    pub fn first_player(self) -> PlayerId {
        self.look.first_player()
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

    /// The answers that are closed until all have answered: who gave each, and to that player alone what it is.
    pub fn sealed(self) -> impl Iterator<Item = (PlayerId, Option<&'a Action>)> {
        self.look.st.sealed.iter().map(move |s| (s.who, (self.viewer == Some(s.who)).then_some(&s.action)))
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

    /// One of the viewer's own legal actions in words: `claims Ayr - Bath with 3 coal`.
    pub fn action_text(self, action: &Action) -> String {
        match self.viewer {
            Some(who) => self.look.rules.action_text(self.look.st, who, action),
            None => String::new(),
        }
    }

    /// The tickets that one of the viewer's own legal actions names by its bits.
    pub fn tickets_named(self, action: &Action) -> Tickets {
        self.viewer.map(|who| self.look.tickets_named(who, action)).unwrap_or_default()
    }

    /// The tickets of a zone of the viewer's own, of which `first` is the first player's, in the order in which actions name them;
    /// those that the viewer does not know as `None`.
    pub fn choosable_tickets(self, first: ZoneId) -> Vec<Option<TicketId>> {
        let lying = self.viewer.map(|who| self.look.tickets(self.look.rules.of_player(first, who)));
        let known = |ticket: TicketId| self.knows_ticket(ticket).then_some(ticket);
        lying.unwrap_or_default().into_iter().map(known).collect()
    }

    /// Why the viewer can't do this now: the first rule that refuses it.
    pub fn why_not(self, action: &Action) -> Option<Illegal> {
        self.viewer.map(|who| self.look.rules.why_not(self.look.st, who, action))
    }

    /// The colour of a route now.
    pub fn colour(self, route: RouteId) -> Option<ColourId> {
        self.look.colour(route)
    }

    /// The score: what is public of it while the game is on, all of it once the game is over.
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
    pub fn terms(self, route: RouteId) -> Option<Cow<'a, Terms>> {
        let who = self.viewer?;
        let open = self.look.is_open(who, route);
        open.then(|| self.look.terms(who, route)).filter(|terms| !terms.closed)
    }

    /// The routes that no rule keeps the viewer from claiming now, with the terms, whatever cards and pieces there are.
    pub fn routes_on_terms(self) -> impl Iterator<Item = (RouteId, Cow<'a, Terms>)> {
        let of = move |who| self.look.open_routes(who).map(move |route| (route, self.look.terms(who, route)));
        self.viewer.into_iter().flat_map(of).filter(|(_, terms)| !terms.closed)
    }

    /// The routes that count for the viewer's own side and a purpose.
    pub fn own_network(self, purpose: Purpose) -> Option<NetworkSpec> {
        self.viewer.map(|who| self.look.network(self.look.rules.side_of(who), purpose))
    }

    /// How many turns are left once the last ones have begun, the present one included.
    pub fn turns_left(self) -> Option<u16> {
        self.look.turns_left()
    }

    /// The side of the viewer.
    pub fn side(self) -> Option<SideId> {
        self.viewer.map(|who| self.look.rules.side_of(who))
    }
}
