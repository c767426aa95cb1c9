//! The read-only side of a position, as rules see it: everything. Players and bots get a [`crate::View`] instead.

mod determinize;
pub mod view;

use crate::actions::Action;
use crate::bag::CardBag;
use crate::board::Board;
use crate::claim::has_below;
use crate::cost::Payer;
use crate::event::Tickets;
use crate::ids::{
    CityId, ColourId, DeckId, Kind, KindSet, PieceId, PlayerId, PlayerSet, RouteId, SideId, TicketId, ZoneId, bits,
};
use crate::install::CostId;
use crate::limits::{MAX_CARD_KINDS, MAX_TICKETS_DEALT};
use crate::message::{Note, Value};
use crate::registers::{PerCity, Reg, RegValue, Scope, bits_of, unset_bits};
use crate::rules::{ArgKind, CLAIM, Depends, Owner, Placing, RouteTerms, Rules, TURN, Terms};
use crate::state::{Frame, Lying, Pile, State};
use crate::zone::Spot;
use std::borrow::Cow;

/// A position and the rules that made it.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) st: &'a State,
}

impl<'a> Look<'a> {
    /// The rules.
    #[inline]
    pub fn rules(self) -> &'a Rules {
        self.rules
    }

    /// The board.
    #[inline]
    pub fn board(self) -> &'a Board {
        &self.rules.board
    }

    /// The counts of a card zone, in kind order.
    #[inline]
    pub fn cards(self, zone: ZoneId) -> &'a [u8] {
        &self.bag_in(zone).counts()[..self.rules.material.kinds.len().min(MAX_CARD_KINDS)]
    }

    /// The cards of a zone, where they lie.
    #[inline]
    pub fn bag_in(self, zone: ZoneId) -> &'a CardBag {
        &self.st.bags[usize::from(self.rules.material.spots[zone.index()].bag)]
    }

    /// The cards of a zone.
    #[inline]
    pub fn bag(self, zone: ZoneId) -> CardBag {
        *self.bag_in(zone)
    }

    /// How many cards lie in a zone.
    #[inline]
    pub fn count(self, zone: ZoneId) -> usize {
        self.bag_in(zone).len()
    }

    /// How many cards of these kinds lie in a zone.
    #[inline]
    pub fn count_of(self, zone: ZoneId, kinds: KindSet) -> usize {
        self.bag_in(zone).len_of(kinds)
    }

    /// What everybody knows to be in a zone: all of it, or a lower bound.
    pub fn known(self, zone: ZoneId) -> CardBag {
        let spot = &self.rules.material.spots[zone.index()];
        match spot.known {
            true => self.st.bags[usize::from(spot.bag) + 1],
            false if spot.is_public() => self.bag(zone),
            false => CardBag::EMPTY,
        }
    }

    /// Whether a card of the deck can be had: from its draw pile, or its discards shuffled.
    #[inline(always)]
    pub fn deck_has_card(self, deck: DeckId) -> bool {
        let pile = &self.rules.material.piles[deck.index()];
        [&pile.draw, &pile.discards].iter().any(|spot| !self.st.bags[usize::from(spot.bag)].is_empty())
    }

    /// Which tickets lie in a zone, in words; none in one for cards.
    #[inline]
    pub(crate) fn lying(self, zone: ZoneId) -> &'a [Lying] {
        let (at, words) = (usize::from(self.rules.material.spots[zone.index()].lying), self.st.ticket_words());
        self.st.lying.get(at * words..(at + 1) * words).unwrap_or_default()
    }

    /// Which of 64 tickets lie in a zone, a bit each.
    #[inline]
    pub(crate) fn tickets_in_word(self, zone: ZoneId, word: usize) -> u64 {
        self.lying(zone).get(word).map_or(0, |lying| lying.loose | lying.queued)
    }

    /// The tickets of a zone: those without an order first, by number, then those that lie in order.
    pub fn tickets(self, zone: ZoneId) -> Vec<TicketId> {
        let Pile { count, queued } = self.st.piles[zone.index()];
        let mut list = vec![TicketId(0); count.into()];
        self.lay_out_tickets(zone, usize::from(count - queued), &mut list);
        list
    }

    /// Writes the tickets of a zone, of which so many are without an order, into a list, as far as it goes.
    #[inline(always)]
    fn lay_out_tickets(self, zone: ZoneId, loose: usize, list: &mut [TicketId]) {
        let mut next = 0;
        for (word, lying) in self.lying(zone).iter().enumerate() {
            for bit in bits(lying.loose) {
                if let Some(ticket) = list.get_mut(next) {
                    *ticket = TicketId::at(word * 64 + bit);
                }
                next += 1;
            }
            for bit in bits(lying.queued) {
                let ticket = TicketId::at(word * 64 + bit);
                let pos = usize::from(self.st.tickets[ticket.index()].pos);
                if let Some(to) = list.get_mut(loose + pos - 1) {
                    *to = ticket;
                }
            }
        }
    }

    /// The first of the tickets that lie in order in a zone.
    #[inline]
    pub(crate) fn first_in_order(self, zone: ZoneId) -> Option<TicketId> {
        let queued = self.lying(zone).iter().enumerate();
        let mut queued =
            queued.flat_map(|(word, lying)| bits(lying.queued).map(move |bit| TicketId::at(word * 64 + bit)));
        queued.find(|ticket| self.st.tickets[ticket.index()].pos == 1)
    }

    /// How many tickets lie in a zone.
    #[inline]
    pub fn ticket_count(self, zone: ZoneId) -> usize {
        self.st.piles[zone.index()].count.into()
    }

    /// The chosen tickets of a zone, of which bit `i` stands for the i-th.
    pub fn chosen_tickets(self, zone: ZoneId, bits: u16) -> (Tickets, Tickets) {
        let (mut chosen, mut rest) = (Tickets::new(), Tickets::new());
        for (i, ticket) in self.first_tickets(zone).into_iter().enumerate() {
            if bits >> i & 1 != 0 { chosen.push(ticket) } else { rest.push(ticket) }
        }
        (chosen, rest)
    }

    /// The first tickets of a zone, as many as are dealt at most.
    #[inline(always)]
    pub fn first_tickets(self, zone: ZoneId) -> Tickets {
        let Pile { count, queued } = self.st.piles[zone.index()];
        let mut list = Tickets::from([TicketId(0); MAX_TICKETS_DEALT]);
        list.truncate(count.into());
        self.lay_out_tickets(zone, usize::from(count - queued), &mut list);
        list
    }

    /// The tickets that an action of this player names by their bits.
    pub fn tickets_named(self, who: PlayerId, action: &Action) -> Tickets {
        let args = self.rules.op(action.op).args.iter().zip(action.args);
        let zone = args.into_iter().find_map(|((_, kind), bits)| match kind {
            ArgKind::TicketsOf(zone) => Some((self.rules.of_player(*zone, who), bits)),
            _ => None,
        });
        zone.map(|(zone, bits)| self.chosen_tickets(zone, bits).0).unwrap_or_default()
    }

    /// The value of a register.
    #[inline]
    pub fn get<S: Scope, T: RegValue>(self, reg: Reg<S, T>, at: S::At) -> T {
        T::load(self.st.regs[reg.slot(at)])
    }

    /// The values of a register that are not set, a bit each, in words: the first 64 of them first.
    #[inline]
    pub fn unset<S: Scope, T>(self, reg: Reg<S, Option<T>>) -> impl Iterator<Item = u64> + 'a
    where
        Option<T>: RegValue,
    {
        let len = self.rules.material.regs[usize::from(reg.number)].len;
        self.st.regs[reg.base as usize..][..len].chunks(64).map(unset_bits)
    }

    /// The cities for which a register has a value, in map order.
    #[inline]
    pub fn cities_with<T: RegValue>(self, reg: Reg<PerCity, T>, value: T) -> impl Iterator<Item = CityId> + 'a {
        let (len, this) = (self.rules.material.regs[usize::from(reg.number)].len, value.store());
        let words = self.st.regs[reg.base as usize..][..len].chunks(64).enumerate();
        words.flat_map(move |(word, values)| bits(bits_of(values, this)).map(move |bit| CityId::at(word * 64 + bit)))
    }

    /// How many pieces of a kind the player can place.
    #[inline]
    pub fn stock(self, who: PlayerId, piece: PieceId) -> i32 {
        self.get(self.rules.material.pieces[piece.index()].stock, who)
    }

    /// How many pieces of a kind lie in the player's box.
    pub fn boxed(self, who: PlayerId, piece: PieceId) -> i32 {
        self.get(self.rules.material.pieces[piece.index()].boxed, who)
    }

    /// How many pieces of a kind the player has put aside.
    pub fn aside(self, who: PlayerId, piece: PieceId) -> i32 {
        self.get(self.rules.material.pieces[piece.index()].aside, who)
    }

    /// How many pieces of a kind are left in the stock that all share.
    pub fn shared_stock(self, piece: PieceId) -> i32 {
        self.get(self.rules.material.pieces[piece.index()].shared, ())
    }

    /// Whose pieces lie on a route.
    #[inline]
    pub fn held(self, route: RouteId) -> PlayerSet {
        self.st.routes[route.index()].held
    }

    /// How many pieces of each holder lie on a route.
    pub fn pieces_on(self, route: RouteId) -> u8 {
        self.st.routes[route.index()].pieces
    }

    /// Whether everybody may use a route.
    pub fn is_public(self, route: RouteId) -> bool {
        self.st.routes[route.index()].public
    }

    /// Whether nothing lies on a route.
    #[inline]
    pub fn is_free(self, route: RouteId) -> bool {
        let r = &self.st.routes[route.index()];
        r.held.is_empty() && !r.public
    }

    /// Whether a side holds a route.
    pub fn is_held_by(self, route: RouteId, side: SideId) -> bool {
        !self.held(route).and(self.rules.members(side)).is_empty()
    }

    /// The routes of a side, in map order.
    pub fn routes_of(self, side: SideId) -> impl Iterator<Item = RouteId> + 'a {
        self.routes_held(self.rules.members(side).0.into())
    }

    /// The routes of a side and those that are public, in map order.
    pub(crate) fn routes_used_by(self, side: SideId) -> impl Iterator<Item = RouteId> + 'a {
        self.routes_held(u32::from(self.rules.members(side).0) | 1 << self.rules.about.players)
    }

    /// The routes of these players, a bit each; one more bit stands for those that are public.
    fn routes_held(self, by: u32) -> impl Iterator<Item = RouteId> + 'a {
        (0..self.rules.open_words())
            .flat_map(move |word| bits(self.held_word(by, word)).map(move |bit| RouteId::at(word * 64 + bit)))
    }

    /// A word of the routes of these players.
    #[inline]
    fn held_word(self, by: u32, word: usize) -> u64 {
        let (words, mut left, mut held) = (self.rules.open_words(), by, 0);
        while left != 0 {
            held |= self.st.sets[(self.rules.about.players + left.trailing_zeros() as usize) * words + word];
            left &= left - 1;
        }
        held
    }

    /// The routes that other sides hold, in map order.
    pub fn routes_of_others(self, side: SideId) -> impl Iterator<Item = RouteId> + 'a {
        let words = self.held_by_others(side).enumerate();
        words.flat_map(|(word, theirs)| bits(theirs).map(move |bit| RouteId::at(word * 64 + bit)))
    }

    /// The routes that other sides hold, a bit each, in words: the first 64 of them first.
    pub fn held_by_others(self, side: SideId) -> impl Iterator<Item = u64> + 'a {
        let members = self.rules.members(side).0;
        let others = self.rules.everybody().0 & !members;
        (0..self.rules.open_words())
            .map(move |word| self.held_word(others.into(), word) & !self.held_word(members.into(), word))
    }

    /// Whether a side holds a route that ends in a city.
    pub fn touches(self, side: SideId, city: CityId) -> bool {
        let members = self.rules.members(side).0.into();
        self.rules.networks.ending_in[city.index()]
            .iter()
            .any(|(word, bits)| self.held_word(members, *word as usize) & bits != 0)
    }

    /// The colour of a route now.
    #[inline]
    pub fn colour(self, route: RouteId) -> Option<ColourId> {
        let colour = self.st.routes[route.index()].colour;
        ((colour as usize) < self.rules.board.colours.len()).then_some(ColourId(colour))
    }

    /// Adds the cities where a route of a side ends, a bit each.
    pub(crate) fn add_touched(self, side: SideId, to: &mut [u64]) {
        for route in self.routes_of(side) {
            for end in self.rules.board.routes[route.index()].ends {
                to[end.index() / 64] |= 1 << (end.index() % 64);
            }
        }
    }

    /// All cards that a player can pay with.
    #[inline]
    pub fn purse(self, who: PlayerId) -> CardBag {
        let bag = |spot: &Spot| &self.st.bags[usize::from(spot.bag)];
        match &self.rules.material.purse_spots[who.index()][..] {
            [first] => *bag(first),
            spots => spots.iter().fold(CardBag::EMPTY, |sum, spot| sum.plus(bag(spot)).unwrap_or(sum)),
        }
    }

    /// The kinds of cards that a player can pay with.
    #[inline]
    pub fn purse_kinds(self, who: PlayerId) -> KindSet {
        self.purse(who).kinds()
    }

    /// What of the cards in escrow came from a purse other than the first: `at` counts those.
    pub(crate) fn escrow_from(self, at: usize) -> CardBag {
        let mut bag = CardBag::EMPTY;
        for kind in (0..self.rules.material.kinds.len()).map(Kind::at) {
            bag.set(kind, self.get(self.rules.material.origins[at], kind).clamp(0, u8::MAX.into()) as u8);
        }
        bag
    }

    /// The cards that lie in escrow for the claim under way, without those of a claim within which it began.
    #[inline]
    pub fn escrow(self) -> CardBag {
        let claim = || self.st.frames.iter().rev().find(|frame| frame.decision == CLAIM);
        if self.st.below.is_empty() || !claim().is_some_and(has_below) {
            return self.bag(self.rules.material.escrow);
        }
        self.escrow_above()
    }

    /// The cards that were laid in escrow since the last claim began that found some there.
    #[cold]
    #[inline(never)]
    pub(crate) fn escrow_above(self) -> CardBag {
        let others = self.st.below.rchunks_exact(1 + self.rules.material.origins.len()).next().map(|record| record[0]);
        self.bag(self.rules.material.escrow).less(&others.unwrap_or_default())
    }

    #[inline]
    pub(crate) fn route_terms(self, route: RouteId) -> &'a RouteTerms {
        let colour = if self.rules.claims.paints { self.colour(route) } else { None };
        &self.rules.costs.route_terms[self.rules.terms_at(route, colour)]
    }

    /// The terms on which this player claims this route now: those of the board, where no rule makes them the player's own.
    #[inline]
    pub fn terms(self, who: PlayerId, route: RouteId) -> Cow<'a, Terms> {
        if self.rules.claims.personal.is_empty() {
            return Cow::Borrowed(&self.rules.costs.terms[usize::from(self.route_terms(route).terms)]);
        }
        Cow::Owned(self.personal_terms(who, route).0)
    }

    /// The pieces that this player places on this route now.
    #[inline(always)]
    pub(crate) fn placing(self, who: PlayerId, route: RouteId) -> Placing {
        if self.rules.claims.personal.is_empty() {
            return Placing::from(&self.rules.costs.terms[usize::from(self.route_terms(route).terms)]);
        }
        Placing::from(&*self.terms(who, route))
    }

    /// The terms on which this player claims this route now, and whether they are other than those of the map.
    pub(crate) fn personal_terms(self, who: PlayerId, route: RouteId) -> (Terms, bool) {
        let mut terms = self.rules.costs.terms[self.route_terms(route).terms as usize].clone();
        let mut changed = false;
        for rule in &self.rules.claims.personal {
            changed |= (rule.run)(self, who, route, &mut terms);
        }
        (terms, changed)
    }

    #[inline]
    pub(crate) fn has_pieces(self, who: PlayerId, terms: &Terms) -> bool {
        let needed = u16::from(terms.pieces) + u16::from(terms.aside);
        self.has_so_many(who, terms.piece, terms.public, needed)
    }

    /// Whether so many pieces can be placed, from the player's own or the shared stock.
    #[inline]
    pub(crate) fn has_so_many(self, who: PlayerId, piece: PieceId, public: bool, needed: u16) -> bool {
        self.stock_of(who, piece, public) >= i32::from(needed)
    }

    /// How many pieces there are to place, of the player's own or the shared stock; none of a kind that there is not.
    #[inline]
    pub(crate) fn stock_of(self, who: PlayerId, piece: PieceId, public: bool) -> i32 {
        if piece.index() >= self.rules.material.pieces.len() {
            return 0;
        }
        if public { self.shared_stock(piece) } else { self.stock(who, piece) }
    }

    /// The routes open to this player by the rules that depend on the board alone, a bit each.
    #[inline]
    pub(crate) fn open_words(self, who: PlayerId) -> &'a [u64] {
        let words = self.rules.open_words();
        &self.st.sets[who.index() * words..][..words]
    }

    /// How many of these there are in each cell of their price list.
    #[inline]
    pub(crate) fn open_by_price(self, who: PlayerId) -> &'a [i16] {
        let width = self.rules.route_prices().width();
        &self.st.open[who.index() * width..][..width]
    }

    /// The players to whom a route is closed by what lies on the routes of its group.
    pub(crate) fn closed_to(self, route: RouteId) -> PlayerSet {
        let rules = self.rules.claims.eligibility.iter().filter(|rule| rule.depends == Depends::OnGroup);
        rules.fold(PlayerSet::NONE, |to, rule| to.or(rule.refused(self, route)))
    }

    /// The routes that no rule keeps this player from claiming, whatever cards and pieces there are.
    #[inline]
    pub(crate) fn open_routes(self, who: PlayerId) -> OpenRoutes<'a> {
        let mine = self.open_words(who);
        OpenRoutes { look: self, who, words: mine, word: 0, left: mine.first().copied().unwrap_or_default() }
    }

    /// The routes that this player may claim now as far as rules and pieces go, cards apart.
    pub fn claimable(self, who: PlayerId) -> impl Iterator<Item = RouteId> + use<'a> {
        self.open_routes(who).filter(move |route| self.is_on_terms(who, *route))
    }

    /// Those of these routes that this player may claim now as far as rules and pieces go, a bit each, in words: the first 64 of them
    /// first.
    pub fn claimable_in(self, who: PlayerId, routes: &'a [u64]) -> impl Iterator<Item = u64> + 'a {
        let enough = self.has_pieces_for_all(who);
        let asks = move |route| self.rules.claims.asks_always && self.is_refused(who, route, Depends::OnAnything);
        let open = self.open_words(who).iter().zip(routes).map(|(open, these)| open & these);
        open.enumerate().map(move |(word, open)| {
            if enough {
                return open;
            }
            let is_one = |bit: &usize| {
                let route = RouteId::at(word * 64 + bit);
                !asks(route) && self.is_on_terms(who, route)
            };
            bits(open).filter(is_one).fold(0, |found, bit| found | 1 << bit)
        })
    }

    /// Whether neither terms nor pieces nor rules that have to be asked keep this player from any route that is open.
    #[inline]
    fn has_pieces_for_all(self, who: PlayerId) -> bool {
        let enough = |(piece, most)| self.has_so_many(who, piece, false, most);
        self.rules.costs.has_prices && self.rules.costs.most_pieces.is_some_and(enough)
    }

    /// Whether the terms of a route let this player claim it, with the pieces that there are.
    #[inline]
    fn is_on_terms(self, who: PlayerId, route: RouteId) -> bool {
        if self.rules.claims.personal.is_empty() {
            let terms = self.route_terms(route);
            return !terms.closed && self.has_so_many(who, terms.piece, terms.public, terms.pieces);
        }
        let terms = self.terms(who, route);
        !terms.closed && self.has_pieces(who, &terms)
    }

    /// Whether no rule keeps this player from claiming a route, whatever cards and pieces there are.
    #[inline]
    pub(crate) fn is_open(self, who: PlayerId, route: RouteId) -> bool {
        let word = self.open_words(who).get(route.index() / 64);
        word.is_some_and(|word| word >> (route.index() % 64) & 1 != 0)
            && !(self.rules.claims.asks_always && self.is_refused(who, route, Depends::OnAnything))
    }

    /// Whether a rule that depends on so much refuses this player this route.
    #[inline]
    pub(crate) fn is_refused(self, who: PlayerId, route: RouteId, depends: Depends) -> bool {
        self.rules.claims.eligibility.iter().any(|e| e.depends == depends && e.refuses(self, who, route))
    }

    pub(crate) fn refused_by_rule(self, who: PlayerId, route: RouteId) -> Option<Note> {
        let rule = self.rules.claims.eligibility.iter().find(|e| e.refuses(self, who, route))?;
        Some((rule.why)(self, who, route))
    }

    /// Why this player can't claim this route now, with these cards or with any: the first rule that refuses.
    pub fn why_not_claim(self, who: PlayerId, route: RouteId, pay: Option<&CardBag>) -> Option<Note> {
        use crate::compile::core_messages as msg;
        if route.index() >= self.board().routes.len() {
            return Some(Note::new(msg::NO_SUCH_ROUTE));
        }
        if let Some(note) = self.refused_by_rule(who, route) {
            return Some(note);
        }
        let terms = self.terms(who, route);
        if terms.closed {
            return Some(Note::new(msg::CLOSED).with("route", Value::Route(route)));
        }
        if !self.has_pieces(who, &terms) {
            let needed = i64::from(terms.pieces) + i64::from(terms.aside);
            let has = if terms.public { self.shared_stock(terms.piece) } else { self.stock(who, terms.piece) };
            return Some(
                Note::new(msg::TOO_FEW_PIECES)
                    .with("n", Value::Number(needed))
                    .with("piece", Value::Piece(terms.piece))
                    .with("has", Value::Number(has.into())),
            );
        }
        let pay = pay?;
        match Payer::new(&terms.cost, &self.rules.material.kind_info) {
            Ok(payer) => self.why_not_pay(&payer, who, pay),
            Err(_) => Some(Note::new(msg::CLOSED).with("route", Value::Route(route))),
        }
    }

    /// Why these cards are no payment of a registered cost.
    pub fn why_not_cost(self, cost: CostId, who: PlayerId, pay: &CardBag) -> Option<Note> {
        self.why_not_pay(&self.rules.costs.payers[usize::from(cost.0)], who, pay)
    }

    /// Why these cards are no payment of a cost.
    pub fn why_not_pay(self, payer: &Payer, who: PlayerId, pay: &CardBag) -> Option<Note> {
        use crate::compile::core_messages as msg;
        use crate::cost::PayFault;
        let cards = Value::Cards(*pay);
        match payer.check(&self.purse(who), pay) {
            Ok(()) => None,
            Err(PayFault::NotInHand { kind, .. }) => {
                Some(Note::new(msg::NOT_IN_HAND).with("cards", cards).with("kind", Value::Kind(kind)))
            }
            Err(PayFault::TooLittle) => Some(Note::new(msg::TOO_LITTLE).with("cards", cards)),
            Err(PayFault::Superfluous { kind }) => {
                Some(Note::new(msg::SUPERFLUOUS).with("cards", cards).with("kind", Value::Kind(kind)))
            }
            Err(_) => Some(Note::new(msg::UNFIT).with("cards", cards)),
        }
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn_of(self) -> PlayerId {
        self.st.clock.player
    }

    /// Who had the first turn.
    pub fn first_player(self) -> PlayerId {
        self.st.clock.first
    }

    /// How many turns a player has begun.
    pub fn turns_of(self, who: PlayerId) -> u16 {
        self.st.clock.turns[who.index()]
    }

    /// How many turns are left once the last ones have begun, the present one included.
    pub fn turns_left(self) -> Option<u16> {
        self.st.clock.last.map(|(_, left)| left)
    }

    /// Whether this turn's player had nothing ordinary to do, and so did something lesser or passed.
    pub fn turn_is_idle(self) -> bool {
        // A turn lies below all that is asked in it.
        self.st.frames.first().is_some_and(|f| f.decision == TURN && f.args[2] != 0)
    }

    /// The pending frames, the next one last.
    pub fn frames(self) -> &'a [Frame] {
        &self.st.frames
    }

    /// The players in seat order from the first player.
    pub fn in_order(self) -> impl Iterator<Item = PlayerId> + use<> {
        let (n, first) = (self.rules.about.players, self.first_player().index());
        (0..n).map(move |i| PlayerId::at((first + i) % n))
    }

    /// The kinds of which there is a card in a zone.
    #[inline]
    pub fn kinds_in(self, zone: ZoneId) -> KindSet {
        self.bag_in(zone).kinds()
    }
}

/// Walks the bits of the routes that are open to a player.
pub(crate) struct OpenRoutes<'a> {
    look: Look<'a>,
    who: PlayerId,
    words: &'a [u64],
    word: usize,
    left: u64,
}

impl Iterator for OpenRoutes<'_> {
    type Item = RouteId;

    #[inline]
    fn next(&mut self) -> Option<RouteId> {
        loop {
            while self.left == 0 {
                self.word += 1;
                self.left = *self.words.get(self.word)?;
            }
            let route = RouteId::at(self.word * 64 + self.left.trailing_zeros() as usize);
            self.left &= self.left - 1;
            let look = self.look;
            if !look.rules.claims.asks_always || !look.is_refused(self.who, route, Depends::OnAnything) {
                return Some(route);
            }
        }
    }
}

impl Rules {
    /// The zone of this player, of a set of zones of which the first is given: the player's own, that of the player's side, or
    /// the zone itself if it is one for all.
    #[inline]
    pub fn of_player(&self, first: impl Into<ZoneId>, who: PlayerId) -> ZoneId {
        let first = first.into();
        match self.material.zones[first.index()].owner {
            Some(Owner::Player(_)) => ZoneId(first.0 + u16::from(who.0)),
            Some(Owner::Side(_)) => ZoneId(first.0 + u16::from(self.side_of(who).0)),
            None => first,
        }
    }

    #[inline]
    pub(crate) fn open_words(&self) -> usize {
        self.board.routes.len().div_ceil(64)
    }
}
