//! Whose the routes are, what they cost, to whom they are open, and why not.

use super::Look;
use crate::bag::CardBag;
use crate::cost::Payer;
use crate::ids::{CityId, ColourId, PieceId, PlayerId, PlayerSet, RouteId, SideId, bits};
use crate::install::CostId;
use crate::message::{Note, Value};
use crate::rules::{Depends, Placing, RouteTerms, Terms};
use std::borrow::Cow;

impl<'a> Look<'a> {
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

    /// What a listing looks at of the terms of a route, in its colour of now.
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

    /// Which pieces this player places on this route now, and where from.
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

    /// Whether there are the pieces that these terms take.
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

    /// How many routes are open to this player in each cell of the price list.
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

    /// Whether a rule keeps this player from this route, of those whose answer depends on `depends`.
    #[inline]
    pub(crate) fn is_refused(self, who: PlayerId, route: RouteId, depends: Depends) -> bool {
        self.rules.claims.eligibility.iter().any(|e| e.depends == depends && e.refuses(self, who, route))
    }

    /// The refusal of the first rule that keeps this player from this route.
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
    fn why_not_pay(self, payer: &Payer, who: PlayerId, pay: &CardBag) -> Option<Note> {
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
