//! Actions and the space of legal ones: counted by family (all payments of a route), the n-th made on demand.
//!
//! The order is a contract: by module id, operation, map order, payment in card-kind order; fallbacks come last. A seed
//! and a player that picks by number depend on it.

use crate::bag::CardBag;
use crate::classes::Seat;
use crate::cost::{Cost, Payer};
use crate::ids::{CityId, DeckId, Kind, KindSet, OpId, PlayerId, RouteId, bits, nth_member};
use crate::install::CostId;
use crate::look::Look;
use crate::offer::{OfCards, OfTurn, Places, Price, Shape, has_card, has_ticket, open_cards};
use crate::rules::Rules;
use crate::state::Frame;

/// What a player does: an operation, its arguments, and the cards paid. No heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    /// Which operation.
    pub op: OpId,
    /// Its arguments, as the operation declares them; unused ones are zero.
    pub args: [u16; 3],
    /// The cards paid.
    pub pay: CardBag,
}

impl Action {
    /// An action without payment.
    pub const fn new(op: OpId, args: [u16; 3]) -> Self {
        Self { op, args, pay: CardBag::EMPTY }
    }

    /// The first argument as a route.
    pub const fn route(&self) -> RouteId {
        RouteId(self.args[0])
    }

    /// The first argument as a card kind.
    pub const fn kind(&self) -> Kind {
        Kind(self.args[0] as u8)
    }

    /// The first argument as a deck.
    pub const fn deck(&self) -> DeckId {
        DeckId(self.args[0] as u8)
    }
}

/// An action that was chosen by its number.
pub(crate) enum Picked {
    /// An operation and its only argument.
    Bare(OpId, u16),
    Action(Action),
}

#[derive(Clone, Copy, Debug)]
enum Many {
    /// One action.
    One,
    /// All payments of a cost that the rules hold.
    Pays(u16),
    /// All payments of a cost that the rules hold, for each of the `count` values from `first` on as the first argument.
    PaysEach { payer: u16, first: u32, count: u16 },
    /// The same for each value that is in a set, which are the `words` words of bits from `first` on.
    PaysIn { payer: u16, first: u32, words: u16 },
    /// The same where each of those values costs what the tariff of this number says.
    PaysAt { tariff: u16, first: u32, words: u16 },
    /// One action for each value that is in such a set, as the first argument.
    In { first: u32, words: u16 },
    /// All payments of a cost made for this listing.
    PaysOwn(u16),
    /// All payments of every route that can be claimed.
    Claims,
    /// One action for each of these kinds, or numbers as small, as the first argument.
    Each(KindSet),
    /// One action for each number from one to this as the last argument.
    UpTo(u16),
    /// All choices of `least..=most` out of `n`, as bits of the first argument; of some of them at least so many, which
    /// is told by the `count` needs from `first` on.
    Choices { n: u8, least: u8, most: u8, first: u16, count: u8 },
}

#[derive(Clone, Copy, Debug)]
struct Family {
    /// The operation and its arguments, written at once.
    what: [u16; 4],
    many: Many,
    /// How many actions come before it.
    start: u64,
}

impl Family {
    /// Room for one.
    const NONE: Self = Self { what: [0; 4], many: Many::One, start: 0 };

    #[inline(always)]
    fn new(op: OpId, args: [u16; 3], many: Many, start: u64) -> Self {
        let [first, second, third] = args;
        Self { what: [op.0, first, second, third], many, start }
    }

    #[inline(always)]
    fn op(&self) -> OpId {
        OpId(self.what[0])
    }

    #[inline(always)]
    fn args(&self) -> [u16; 3] {
        let [_, args @ ..] = self.what;
        args
    }
}

impl OfCards {
    /// The families of a deck and of open cards, each with how many actions it has, and so many of others between them.
    #[inline(always)]
    fn families(&self, look: Look<'_>, number: u16, between: u64) -> [(Family, u64); 2] {
        let bags = &look.st.bags[..];
        let (op, deck, piles) = self.deck;
        let there = has_card(bags, piles);
        let deck = Family::new(op, [0; 3], Many::Each(if there { deck } else { KindSet::NONE }), 0);
        let start = u64::from(there) + between;
        let (op, bag) = self.open;
        let of = self.kinds.get(usize::from(number));
        let (kinds, n) = of.map_or((KindSet::NONE, 0), |of| open_cards(look, bag, of));
        [(deck, there.into()), (Family::new(op, [0; 3], Many::Each(kinds), start), n.into())]
    }
}

/// Families that there is room for from the start.
const ROOM: usize = 128;

/// The legal actions of a player: how many there are, and which is the n-th.
pub struct ActionSpace<'r> {
    rules: &'r Rules,
    /// The families, and room for more; a probe has none.
    families: Vec<Family>,
    listed: usize,
    total: u64,
    /// What the player can pay with, once it was looked at.
    purse: CardBag,
    has_purse: bool,
    /// What is known of each player, and who was listed last.
    seats: Vec<Seat>,
    who: PlayerId,
    /// How many claims there are, payments told apart.
    claims: u64,
    /// Whether there is something in the lists that follow.
    lists: bool,
    own: Vec<Payer>,
    /// The values of families that have some, and sets of them.
    values: Vec<u16>,
    sets: Vec<u64>,
    /// What choices need: bits, and how many of them at least.
    needs: Vec<(u16, u8)>,
    /// Looks only whether there is none, one or more.
    probe: bool,
    /// Counts claims for many routes at once.
    by_classes: bool,
    first: Option<Family>,
}

impl<'r> ActionSpace<'r> {
    /// An empty space, to be filled by [`Rules::legal`] as often as wished.
    pub fn new(rules: &'r Rules) -> Self {
        Self {
            families: vec![Family::NONE; ROOM],
            seats: rules.classes.seats(rules.players, &rules.payers),
            probe: false,
            by_classes: rules.has_classes(),
            ..Self::probe(rules)
        }
    }

    /// A space that looks only whether there is none, one or more.
    pub(crate) fn probe(rules: &'r Rules) -> Self {
        Self {
            rules,
            families: Vec::new(),
            listed: 0,
            total: 0,
            purse: CardBag::EMPTY,
            has_purse: false,
            seats: Vec::new(),
            who: PlayerId(0),
            claims: 0,
            lists: false,
            own: Vec::new(),
            values: Vec::new(),
            sets: Vec::new(),
            needs: Vec::new(),
            probe: true,
            by_classes: false,
            first: None,
        }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.listed = 0;
        self.total = 0;
        self.has_purse = false;
        if self.lists {
            self.clear_lists();
        }
    }

    /// What is listed.
    #[inline(always)]
    fn listed(&self) -> &[Family] {
        &self.families[..self.listed]
    }

    #[inline(never)]
    fn clear_lists(&mut self) {
        self.values.clear();
        self.sets.clear();
        self.needs.clear();
        self.own.clear();
        self.lists = false;
    }

    #[inline]
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// How many actions there are.
    pub fn len(&self) -> usize {
        usize::try_from(self.total).unwrap_or(usize::MAX)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Whether more need not be listed: what is asked is answered.
    pub fn is_full(&self) -> bool {
        self.probe && self.total >= 2
    }

    /// The n-th action.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    pub fn nth(&self, i: usize) -> Action {
        self.get(i).expect("fewer actions than asked for")
    }

    /// The n-th action, if there are so many.
    #[inline(always)]
    pub fn get(&self, i: usize) -> Option<Action> {
        let i = i as u64;
        if i >= self.total {
            return None;
        }
        let family = self.family_of(i)?;
        Some(self.member(family, i - family.start))
    }

    /// The family of the n-th action of those that there are.
    #[inline(always)]
    fn family_of(&self, i: u64) -> Option<&Family> {
        let begun = |f: &Family| usize::from(f.start <= i);
        let listed = self.listed();
        Some(match listed {
            // As it mostly is; of those that begin at the same place, all but the last have no action.
            [_, b, c, d] => &listed[begun(b) + begun(c) + begun(d)],
            [_, b] => &listed[begun(b)],
            _ => listed.iter().rev().find(|f| f.start <= i)?,
        })
    }

    /// The n-th action, if there are so many, made no further than to its operation and an argument where they say all.
    #[inline(always)]
    pub(crate) fn picked(&self, i: usize) -> Option<Picked> {
        let i = i as u64;
        let family = self.family_of(i).filter(|_| i < self.total)?;
        let i = i - family.start;
        Some(match family.many {
            Many::Each(kinds) => Picked::Bare(family.op(), kinds.nth(i as u32)?.0.into()),
            _ => Picked::Action(self.member(family, i)),
        })
    }

    /// The only action of a probe.
    pub(crate) fn only(&self) -> Option<Action> {
        let family = self.first.as_ref()?;
        (self.total == 1).then(|| self.member(family, 0))
    }

    #[inline(always)]
    fn member(&self, family: &Family, i: u64) -> Action {
        match family.many {
            Many::One => Action::new(family.op(), family.args()),
            Many::Each(kinds) => Action::new(family.op(), [kinds.nth(i as u32).unwrap_or_default().0.into(), 0, 0]),
            Many::Claims => self.claim(family.op(), i),
            _ => self.complete(family, i),
        }
    }

    /// The same where it takes more than a look to fill in what is not the same for all actions of a family.
    #[inline(never)]
    fn complete(&self, family: &Family, i: u64) -> Action {
        let mut action = Action::new(family.op(), family.args());
        match family.many {
            Many::One | Many::Each(_) | Many::Claims => {}
            Many::Pays(payer) => action.pay = self.payment(&self.rules.payers[payer as usize], i),
            Many::PaysEach { payer, first, count } => {
                let (at, pay) = self.payment_of_each(payer, i);
                action.args[0] = self.values_of(first, count).get(at).copied().unwrap_or_default();
                action.pay = pay;
            }
            Many::PaysIn { payer, first, words } => {
                let (at, pay) = self.payment_of_each(payer, i);
                action.args[0] = self.nth_of(first, words, at);
                action.pay = pay;
            }
            Many::PaysAt { tariff, first, words } => {
                let tariff = &self.rules.tariffs[usize::from(tariff)];
                if let Some((value, i)) = tariff.find(&self.rules.payers, &self.purse, self.words_of(first, words), i)
                    && let Some(payer) = tariff.payer(value)
                {
                    action.args[0] = value as u16;
                    action.pay = self.payment(&self.rules.payers[usize::from(payer)], i);
                }
            }
            Many::In { first, words } => action.args[0] = self.nth_of(first, words, i as usize),
            Many::PaysOwn(own) => action.pay = self.payment(&self.own[own as usize], i),
            Many::UpTo(_) => action.args[2] = i as u16 + 1,
            Many::Choices { n, least, most, first, count } => {
                action.args[0] = match self.needs_of(first, count) {
                    [] => nth_choice(n, least, most, i),
                    needs => choices(n, least, most, needs).nth(i as usize).unwrap_or_default(),
                };
            }
        }
        action
    }

    fn payment(&self, payer: &Payer, i: u64) -> CardBag {
        payer.nth(&self.purse, i).unwrap_or_default()
    }

    /// The i-th payment of a cost for each of some values, all of one value before those of the next: which value, and the cards.
    fn payment_of_each(&self, payer: u16, i: u64) -> (usize, CardBag) {
        let payer = &self.rules.payers[usize::from(payer)];
        let n = payer.count(&self.purse).max(1);
        ((i / n) as usize, self.payment(payer, i % n))
    }

    /// The i-th claim.
    #[inline(never)]
    fn claim(&self, op: OpId, i: u64) -> Action {
        let found = self.seats.get(self.who.index()).and_then(|seat| self.rules.classes.find(seat, i, self.claims));
        let (route, i) = found.unwrap_or_default();
        let pay = self.payer(route).nth(&self.purse, i).unwrap_or_default();
        Action { op, args: [route as u16, 0, 0], pay }
    }

    /// The solver of the cost of a route, where it does not change.
    fn payer(&self, route: usize) -> &'r Payer {
        &self.rules.payers[usize::from(self.rules.route_terms[route].payer)]
    }

    /// The routes that can be claimed in map order, each with its cost and how many payments it has.
    fn routes(&self) -> impl Iterator<Item = (u16, u16, u64)> + '_ {
        let counted = self.seats.get(self.who.index()).into_iter().flat_map(|seat| self.rules.classes.routes(seat));
        counted.map(|(route, n)| (route as u16, self.rules.route_terms[route].payer, n))
    }

    /// The families with what they are of, as others know them: one for each route.
    fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        self.listed().iter().enumerate().flat_map(move |(at, f)| {
            let (mut claims, mut kinds, mut values, mut alone) = (None, KindSet::NONE, (0, &[][..], 0), None);
            let (mut most, mut set, mut priced, mut alone_in) = (0, None, None, None);
            match f.many {
                Many::Claims => claims = Some(()),
                Many::Each(of) => kinds = of,
                Many::UpTo(n) => most = n,
                Many::PaysEach { payer, first, count } => {
                    values = (payer, self.values_of(first, count), self.size(at) / u64::from(count.max(1)));
                }
                Many::PaysIn { payer, first, words } => {
                    let members = || self.set_of(first, words);
                    set = Some((payer, members(), self.size(at) / (members().count() as u64).max(1)));
                }
                Many::PaysAt { tariff, first, words } => priced = Some(self.priced(tariff, first, words)),
                Many::In { first, words } => alone_in = Some(self.set_of(first, words)),
                _ => alone = Some(Part { family: *f, n: self.size(at) }),
            }
            let mut start = f.start;
            let mut part = move |args: [u16; 3], many: Many, n: u64| {
                let family = Family::new(f.op(), args, many, start);
                start = start.saturating_add(n);
                Part { family, n }
            };
            let routes = claims.into_iter().flat_map(|()| self.routes());
            let routes = routes.map(move |(route, payer, n)| (route, Many::Pays(payer), n));
            let kinds = kinds.iter().map(|kind| (kind.0.into(), Many::One, 1));
            let (payer, values, n) = values;
            let values = values.iter().map(move |value| (*value, Many::Pays(payer), n));
            let set = set.into_iter().flat_map(|(payer, set, n)| set.map(move |value| (value, Many::Pays(payer), n)));
            let priced = priced.into_iter().flatten().map(|(value, payer, n)| (value, Many::Pays(payer), n));
            let alone_in = alone_in.into_iter().flatten().map(|value| (value, Many::One, 1));
            let first = routes.chain(kinds).chain(values).chain(set).chain(priced).chain(alone_in);
            let first = first.map(|(value, many, n)| ([value, f.args()[1], f.args()[2]], many, n));
            let last = (1..=most).map(|n| ([f.args()[0], f.args()[1], n], Many::One, 1));
            let parts = alone.into_iter().chain(first.chain(last).map(move |(args, many, n)| part(args, many, n)));
            parts.filter(|part| part.n > 0)
        })
    }

    /// All actions, in order.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.parts().flat_map(move |part| (0..part.n).map(move |i| self.member(&part.family, i)))
    }

    /// Whether this action is among them.
    pub fn contains(&self, action: &Action) -> bool {
        self.listed().iter().enumerate().any(|(at, f)| {
            if f.op() != action.op || self.size(at) == 0 {
                return false;
            }
            match f.many {
                Many::One => f.args() == action.args && action.pay.is_empty(),
                Many::Pays(payer) => {
                    f.args() == action.args && self.accepts(&self.rules.payers[payer as usize], action)
                }
                Many::PaysEach { payer, first, count } => {
                    let [value, rest @ ..] = action.args;
                    let listed = rest == [0, 0] && self.values_of(first, count).contains(&value);
                    listed && self.accepts(&self.rules.payers[payer as usize], action)
                }
                Many::PaysIn { payer, first, words } => {
                    let [value, rest @ ..] = action.args;
                    let listed = rest == [0, 0] && self.set_of(first, words).any(|member| member == value);
                    listed && self.accepts(&self.rules.payers[payer as usize], action)
                }
                Many::PaysAt { tariff, first, words } => {
                    let [value, rest @ ..] = action.args;
                    let mut listed = self.priced(tariff, first, words).filter(|(member, ..)| *member == value);
                    let payer = listed.next().filter(|_| rest == [0, 0]);
                    payer.is_some_and(|(_, payer, _)| self.accepts(&self.rules.payers[payer as usize], action))
                }
                Many::In { first, words } => {
                    let [value, rest @ ..] = action.args;
                    let mut set = self.set_of(first, words);
                    rest == f.args()[1..] && action.pay.is_empty() && set.any(|member| member == value)
                }
                Many::PaysOwn(own) => f.args() == action.args && self.accepts(&self.own[own as usize], action),
                Many::Claims => action.args[1..] == [0, 0] && self.accepts_claim(action),
                Many::Each(kinds) => {
                    let [kind, rest @ ..] = action.args;
                    let listed = u8::try_from(kind).is_ok_and(|kind| kinds.has(Kind(kind)));
                    listed && rest == [0, 0] && action.pay.is_empty()
                }
                Many::UpTo(most) => {
                    let [rest @ .., n] = action.args;
                    rest == f.args()[..2] && (1..=most).contains(&n) && action.pay.is_empty()
                }
                Many::Choices { n, least, most, first, count } => {
                    let bits = u32::from(action.args[0]);
                    f.args()[1..] == action.args[1..]
                        && bits >> n == 0
                        && (u32::from(least)..=u32::from(most)).contains(&bits.count_ones())
                        && meets(action.args[0], self.needs_of(first, count))
                        && action.pay.is_empty()
                }
            }
        })
    }

    fn accepts_claim(&self, action: &Action) -> bool {
        let mut routes = self.routes();
        let found = routes.find(|(route, ..)| *route == action.args[0]);
        found.is_some_and(|(_, payer, _)| self.accepts(&self.rules.payers[usize::from(payer)], action))
    }

    fn accepts(&self, payer: &Payer, action: &Action) -> bool {
        self.has_purse && payer.check(&self.purse, &action.pay).is_ok()
    }

    /// The families: operation, arguments (of a family of choices the first one is not set), index of the first action
    /// and number of actions. For players that choose the kind of action first, then its target, then its payment.
    pub fn families(&self) -> impl Iterator<Item = (OpId, [u16; 3], usize, usize)> + '_ {
        self.parts().map(|Part { family: f, n }| (f.op(), f.args(), f.start as usize, n as usize))
    }

    /// How many actions the family at this place has.
    fn size(&self, at: usize) -> u64 {
        let end = self.listed().get(at + 1).map_or(self.total, |next| next.start);
        end - self.families[at].start
    }

    #[inline(always)]
    fn push(&mut self, op: OpId, args: [u16; 3], n: u64, many: impl Fn() -> Many) {
        if n == 0 {
            return;
        }
        let start = self.total;
        self.total = start.saturating_add(n);
        match self.families.get_mut(self.listed) {
            Some(room) => {
                *room = Family::new(op, args, many(), start);
                self.listed += 1;
            }
            None => self.push_seldom(op, args, start, many),
        }
    }

    #[cold]
    #[inline(never)]
    fn push_seldom(&mut self, op: OpId, args: [u16; 3], start: u64, many: impl Fn() -> Many) {
        let family = Family::new(op, args, many(), start);
        if self.probe {
            self.first.get_or_insert(family);
        } else {
            self.families.push(family);
            self.listed += 1;
        }
    }

    /// Adds an action without arguments or payment.
    pub fn one(&mut self, op: OpId) {
        self.push(op, [0; 3], 1, || Many::One);
    }

    /// Adds an action with arguments.
    pub fn with(&mut self, op: OpId, args: [u16; 3]) {
        self.push(op, args, 1, || Many::One);
    }

    /// Adds an action for each value of the first argument.
    pub fn each(&mut self, op: OpId, values: impl IntoIterator<Item = u16>) {
        for value in values {
            if self.is_full() {
                return;
            }
            self.push(op, [value, 0, 0], 1, || Many::One);
        }
    }

    /// Lists what is offered in a decision that is about cards alone.
    #[inline(always)]
    pub(crate) fn list_cards(&mut self, look: Look<'_>, number: u16, cards: &OfCards) {
        self.has_purse = false;
        if self.lists {
            self.clear_lists();
        }
        let [deck, open] = cards.families(look, number, 0);
        if let Some(room) = self.families.first_chunk_mut() {
            *room = [deck.0, open.0];
        }
        (self.total, self.listed) = (deck.1 + open.1, 2);
    }

    /// Lists what is offered in a turn, where that is cards, claims and tickets. Some of it there may be none of.
    #[inline(never)]
    pub(crate) fn list_turn(&mut self, look: Look<'_>, number: u16, who: PlayerId, turn: &OfTurn) {
        if self.lists {
            self.clear_lists();
        }
        self.has_purse = false;
        let look = Look { rules: self.rules, st: look.st };
        let claims = self.count_claims(look, who);
        let [deck, open] = turn.cards.families(look, number, claims);
        let behind = open.0.start + open.1;
        let tickets = u64::from(has_ticket(look, turn.tickets.1));
        if let Some(room) = self.families.first_chunk_mut() {
            let claims = Family::new(turn.claims, [0; 3], Many::Claims, deck.1);
            *room = [deck.0, claims, open.0, Family::new(turn.tickets.0, [0; 3], Many::One, behind)];
        }
        (self.total, self.listed) = (behind + tickets, 4);
    }

    /// Lists what is offered in a decision of this shape.
    #[inline(never)]
    pub(crate) fn list_shape(&mut self, look: Look<'_>, frame: &Frame, who: PlayerId, shape: &Shape) {
        self.has_purse = false;
        if self.lists {
            self.clear_lists();
        }
        let claims = if shape.claims.is_some() { self.count_claims(look, who) } else { 0 };
        let (mut total, mut listed) = (0, 0);
        if let Some((op, deck, piles)) = shape.deck
            && has_card(&look.st.bags, piles)
        {
            self.put(op, Many::Each(deck), total, listed);
            (total, listed) = (1, 1);
        }
        if let Some(op) = shape.claims
            && claims > 0
        {
            self.put(op, Many::Claims, total, listed);
            (total, listed) = (claims.saturating_add(total), listed + 1);
        }
        if let Some((kinds, list)) = &shape.holding
            && let Some(card) = look.purse_kinds(who).and(*kinds).nth(0)
        {
            (self.total, self.listed) = (total, listed);
            list(look, who, card, self);
            (total, listed) = (self.total, self.listed);
        }
        if let Some((op, bag)) = shape.cards
            && let Some(of) = shape.kinds.get(usize::from(frame.args[0]))
        {
            let (kinds, n) = open_cards(look, bag, of);
            if n > 0 {
                self.put(op, Many::Each(kinds), total, listed);
                (total, listed) = (total.saturating_add(n.into()), listed + 1);
            }
        }
        if let Some(places) = &shape.places
            && let Some(price) = places.price(look, who)
        {
            (self.total, self.listed) = (total, listed);
            self.each_place(look, who, places, price);
            (total, listed) = (self.total, self.listed);
        }
        if let Some((op, zone)) = shape.tickets
            && has_ticket(look, zone)
        {
            self.put(op, Many::One, total, listed);
            (total, listed) = (total.saturating_add(1), listed + 1);
        }
        (self.total, self.listed) = (total, listed);
    }

    /// Writes a family behind so many actions of so many families.
    #[inline(always)]
    fn put(&mut self, op: OpId, many: Many, total: u64, listed: usize) {
        if listed >= self.families.len() {
            self.make_room();
        }
        if let Some(room) = self.families.get_mut(listed) {
            *room = Family::new(op, [0; 3], many, total);
        }
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        self.families.resize(self.families.len() + ROOM, Family::NONE);
    }

    /// Adds an action for each of these kinds of cards as the first argument.
    #[inline]
    pub fn each_kind(&mut self, op: OpId, kinds: KindSet) {
        self.push(op, [0; 3], kinds.len() as u64, || Many::Each(kinds));
    }

    /// The same, of which there are so many.
    #[inline(always)]
    pub(crate) fn each_of_kinds(&mut self, op: OpId, kinds: KindSet, n: u32) {
        self.push(op, [0; 3], n.into(), || Many::Each(kinds));
    }

    /// Adds an action for each of these decks of which a card can be had, as the first argument: where its draw pile or its
    /// discards, whose bags are told, have one.
    #[inline(always)]
    pub(crate) fn each_deck(&mut self, bags: &[CardBag], op: OpId, of: &[(DeckId, [usize; 2])]) {
        let (mut decks, mut n) = (KindSet::NONE, 0);
        for (deck, piles) in of {
            if has_card(bags, *piles) {
                // A number as small as that of a kind.
                decks = decks.with(Kind(deck.0));
                n += 1;
            }
        }
        self.push(op, [0; 3], n, || Many::Each(decks));
    }

    /// Adds an action for each number from one to `most` as the last argument, behind two others.
    pub fn up_to(&mut self, op: OpId, args: [u16; 2], most: u16) {
        self.push(op, [args[0], args[1], 0], most.into(), || Many::UpTo(most));
    }

    /// Adds every choice of `least..=most` out of `n` things, as bits of the first argument. At most
    /// [`crate::limits::MAX_TICKETS_DEALT`] things.
    pub fn choices(&mut self, op: OpId, n: usize, least: usize, most: usize) {
        self.choices_with(op, n, least, most, &[]);
    }

    /// Adds every choice of `least..=most` out of `n` things in which there are at least so many of certain ones, which are
    /// told by their bits.
    pub fn choices_with(&mut self, op: OpId, n: usize, least: usize, most: usize, needs: &[(u16, u8)]) {
        let n = n.min(crate::limits::MAX_TICKETS_DEALT) as u8;
        let (least, most) = (least.min(255) as u8, most.min(n.into()) as u8);
        let size = if needs.is_empty() { choices_of(n, least, most) } else { choices_meeting(n, least, most, needs) };
        let (first, count) = (self.needs.len() as u16, needs.len().min(255) as u8);
        // A probe has to know which it is only if there is one.
        if !self.probe || size == 1 {
            self.needs.extend_from_slice(needs);
            self.lists = true;
        }
        self.push(op, [0; 3], size, || Many::Choices { n, least, most, first, count });
    }

    fn values_of(&self, first: u32, count: u16) -> &[u16] {
        self.values.get(first as usize..first as usize + usize::from(count)).unwrap_or_default()
    }

    fn words_of(&self, first: u32, words: u16) -> &[u64] {
        self.sets.get(first as usize..first as usize + usize::from(words)).unwrap_or_default()
    }

    fn set_of(&self, first: u32, words: u16) -> impl Iterator<Item = u16> + '_ {
        members(self.words_of(first, words).iter().copied())
    }

    /// The i-th value of a set.
    fn nth_of(&self, first: u32, words: u16, i: usize) -> u16 {
        nth_member(self.words_of(first, words).iter().copied(), i as u32).unwrap_or_default() as u16
    }

    /// The values of a set with what each costs by a tariff, and how many payments there are, where there are any.
    fn priced(&self, tariff: u16, first: u32, words: u16) -> impl Iterator<Item = (u16, u16, u64)> + '_ {
        let tariff = &self.rules.tariffs[usize::from(tariff)];
        let priced = self.set_of(first, words).filter_map(|value| Some((value, tariff.payer(value.into())?)));
        let counted =
            priced.map(|(value, payer)| (value, payer, self.rules.payers[usize::from(payer)].count(&self.purse)));
        counted.filter(|(.., n)| *n > 0)
    }

    fn needs_of(&self, first: u16, count: u8) -> &[(u16, u8)] {
        self.needs.get(usize::from(first)..usize::from(first) + usize::from(count)).unwrap_or_default()
    }

    /// Adds an action for every payment of a cost out of the player's cards.
    pub fn pay(&mut self, look: Look<'_>, who: PlayerId, op: OpId, args: [u16; 3], cost: &Cost) {
        if self.is_full() {
            return;
        }
        let purse = self.purse_of(look, who);
        // A cost that can't be compiled can't be paid.
        let Ok(payer) = Payer::new(cost, &self.rules.kind_info) else { return };
        let n = payer.count(&purse);
        self.own.push(payer);
        self.lists = true;
        let own = (self.own.len() - 1) as u16;
        self.push(op, args, n, || Many::PaysOwn(own));
    }

    /// Adds an action for every payment of a registered cost, for each value of the first argument. The payments are
    /// counted once for all.
    pub fn pay_each(
        &mut self,
        look: Look<'_>,
        who: PlayerId,
        op: OpId,
        values: impl IntoIterator<Item = u16>,
        cost: CostId,
    ) {
        let n = self.count_cost(look, who, cost);
        if n == 0 {
            return;
        }
        if self.probe {
            for value in values {
                if self.is_full() {
                    return;
                }
                self.push(op, [value, 0, 0], n, || Many::Pays(cost.0));
            }
            return;
        }
        let first = self.values.len();
        self.values.extend(values);
        self.lists = true;
        let count = self.values.len() - first;
        let many = Many::PaysEach { payer: cost.0, first: first as u32, count: count as u16 };
        self.push(op, [0; 3], n.saturating_mul(count as u64), || many);
    }

    /// The same where each value has a registered cost of its own.
    pub fn pay_at_each(
        &mut self,
        look: Look<'_>,
        who: PlayerId,
        op: OpId,
        costs: impl IntoIterator<Item = (u16, CostId)>,
    ) {
        self.look_at_purse(look, who);
        if let Some(Seat { counted, .. }) = self.seats.get_mut(who.index()) {
            counted.follow(&self.rules.payers, &self.purse);
        }
        for (value, cost) in costs {
            if self.is_full() {
                return;
            }
            let n = match self.seats.get_mut(who.index()) {
                Some(Seat { counted, .. }) => counted.of(&self.rules.payers, cost.0),
                None => self.rules.payers[usize::from(cost.0)].count(&self.purse),
            };
            self.push(op, [value, 0, 0], n, || Many::Pays(cost.0));
        }
    }

    /// The same for each value that is in a set, given as words of bits, such as [`Look::unset`] gives.
    pub fn pay_each_in(
        &mut self,
        look: Look<'_>,
        who: PlayerId,
        op: OpId,
        set: impl IntoIterator<Item = u64>,
        cost: CostId,
    ) {
        let n = self.count_cost(look, who, cost);
        if n == 0 {
            return;
        }
        if self.probe {
            // Which ones there are more of than one need not be known.
            for value in members(set).take(2) {
                self.push(op, [value, 0, 0], n, || Many::Pays(cost.0));
            }
            return;
        }
        let (first, words, size) = self.keep_set(set);
        self.push(op, [0; 3], n.saturating_mul(size), || Many::PaysIn { payer: cost.0, first, words });
    }

    /// Adds an action for each value that is in a set, given as words of bits, as the first argument, before two others.
    pub fn each_in(&mut self, op: OpId, set: impl IntoIterator<Item = u64>, others: [u16; 2]) {
        let [second, third] = others;
        if self.probe {
            for value in members(set).take(2) {
                self.push(op, [value, second, third], 1, || Many::One);
            }
            return;
        }
        let (first, words, size) = self.keep_set(set);
        self.push(op, [0, second, third], size, || Many::In { first, words });
    }

    /// Keeps a set of values: where it begins, how many words it has, and how many values.
    #[inline]
    fn keep_set(&mut self, set: impl IntoIterator<Item = u64>) -> (u32, u16, u64) {
        let first = self.sets.len();
        self.sets.extend(set);
        self.lists = true;
        let set = &self.sets[first..];
        (first as u32, set.len() as u16, set.iter().map(|word| u64::from(word.count_ones())).sum())
    }

    /// Adds an action for every payment of a piece that is placed in a city, at this price.
    #[inline(always)]
    pub(crate) fn each_place(&mut self, look: Look<'_>, who: PlayerId, places: &Places, price: Price) {
        self.look_at_purse(look, who);
        let n = match price {
            Price::Alike(payer) => self.payments_of(who, payer),
            Price::Each(_) => 1,
        };
        // Mostly the cards do not suffice.
        if n > 0 {
            self.each_place_for(look, who, places, price, n);
        }
    }

    /// The same, where one price for all can be paid in so many ways.
    #[inline(never)]
    fn each_place_for(&mut self, look: Look<'_>, who: PlayerId, places: &Places, price: Price, n: u64) {
        if self.probe {
            return self.probe_places(look, who, places, price);
        }
        let (first, words, mut size) = self.keep_set(places.free(look));
        if places.touched {
            size = self.keep_touched(look, who, first);
        }
        match price {
            Price::Alike(payer) => {
                self.push(places.op, [0; 3], n.saturating_mul(size), || Many::PaysIn { payer, first, words });
            }
            Price::Each(tariff) => {
                let set = &self.sets[first as usize..];
                let n = self.rules.tariffs[usize::from(tariff)].count(&self.rules.payers, &self.purse, set);
                self.push(places.op, [0; 3], n, || Many::PaysAt { tariff, first, words });
            }
        }
    }

    /// Takes the cities out of the last set where no route of the player's side ends; gives how many are left.
    fn keep_touched(&mut self, look: Look<'_>, who: PlayerId, first: u32) -> u64 {
        let side = self.rules.side_of(who);
        let mut left = 0;
        for (at, word) in self.sets[first as usize..].iter_mut().enumerate() {
            for bit in bits(*word) {
                let touched = look.touches(side, CityId::at(at * 64 + bit));
                *word &= !(u64::from(!touched) << bit);
                left += u64::from(touched);
            }
        }
        left
    }

    /// The same for a probe, which looks no further than it must.
    fn probe_places(&mut self, look: Look<'_>, who: PlayerId, places: &Places, price: Price) {
        let side = self.rules.side_of(who);
        let free = members(places.free(look));
        for city in free.filter(|city| !places.touched || look.touches(side, CityId(*city))) {
            let payer = match price {
                Price::Alike(payer) => Some(payer),
                Price::Each(tariff) => self.rules.tariffs[usize::from(tariff)].payer(city.into()),
            };
            if let Some(payer) = payer {
                let n = self.payments_of(who, payer);
                self.push(places.op, [city, 0, 0], n, || Many::Pays(payer));
            }
            if self.is_full() {
                return;
            }
        }
    }

    /// How many payments of a cost the purse that was looked at allows.
    #[inline]
    fn payments_of(&mut self, who: PlayerId, payer: u16) -> u64 {
        match self.rules.payers[usize::from(payer)].count_at_once(&self.purse) {
            Some(n) => n,
            None => self.payments_remembered(who, payer),
        }
    }

    #[inline(never)]
    fn payments_remembered(&mut self, who: PlayerId, payer: u16) -> u64 {
        match self.seats.get_mut(who.index()) {
            Some(Seat { counted, .. }) => {
                counted.follow(&self.rules.payers, &self.purse);
                counted.of(&self.rules.payers, payer)
            }
            None => self.rules.payers[usize::from(payer)].count(&self.purse),
        }
    }

    /// Adds an action for every payment of every route that this player may claim now.
    #[inline(never)]
    pub fn claims(&mut self, look: Look<'_>, who: PlayerId, op: OpId) {
        if !self.by_classes {
            return self.claims_one_by_one(look, who, op);
        }
        let n = self.count_claims(look, who);
        self.push(op, [0; 3], n, || Many::Claims);
    }

    /// How many claims this player can make now, payments told apart.
    #[inline(always)]
    fn count_claims(&mut self, look: Look<'_>, who: PlayerId) -> u64 {
        self.look_at_purse(look, who);
        self.who = who;
        let seat = &mut self.seats[who.index()];
        self.claims = self.rules.classes.count(look, who, &self.purse, seat);
        self.claims
    }

    #[cold]
    #[inline(never)]
    fn claims_one_by_one(&mut self, look: Look<'_>, who: PlayerId, op: OpId) {
        if self.rules.has_classes() {
            self.probe_claims(look, who, op);
        } else {
            self.each_claim(look, who, op);
        }
    }

    /// The same for a probe, which looks no further than it must.
    fn probe_claims(&mut self, look: Look<'_>, who: PlayerId, op: OpId) {
        let purse = self.purse_of(look, who);
        for route in look.open_routes(who) {
            let terms = look.route_terms(route);
            if !terms.closed && look.has_so_many(who, terms.piece, terms.public, terms.pieces) {
                let n = self.rules.payers[usize::from(terms.payer)].count(&purse);
                self.push(op, [route.0, 0, 0], n, || Many::Pays(terms.payer));
            }
            if self.is_full() {
                return;
            }
        }
    }

    /// The same route by route, where terms are each player's own or change with the colour of the route, or where rules
    /// have to be asked each time.
    #[inline(never)]
    fn each_claim(&mut self, look: Look<'_>, who: PlayerId, op: OpId) {
        let purse = self.purse_of(look, who);
        for route in look.open_routes(who) {
            if self.is_full() {
                return;
            }
            let (terms, changed) = look.personal_terms(who, route);
            if terms.closed || !look.has_pieces(who, &terms) {
                continue;
            }
            if changed {
                self.pay(look, who, op, [route.0, 0, 0], &terms.cost);
            } else {
                let payer = look.route_terms(route).payer;
                let n = self.count(who, payer, &purse);
                self.push(op, [route.0, 0, 0], n, || Many::Pays(payer));
            }
        }
    }

    #[inline(always)]
    fn purse_of(&mut self, look: Look<'_>, who: PlayerId) -> CardBag {
        self.look_at_purse(look, who);
        self.purse
    }

    #[inline(always)]
    fn look_at_purse(&mut self, look: Look<'_>, who: PlayerId) {
        if !self.has_purse {
            self.has_purse = true;
            look.purse_into(who, &mut self.purse);
        }
    }

    #[inline]
    fn count(&mut self, who: PlayerId, payer: u16, purse: &CardBag) -> u64 {
        match self.seats.get_mut(who.index()) {
            Some(Seat { counted, .. }) => {
                counted.follow(&self.rules.payers, purse);
                counted.of(&self.rules.payers, payer)
            }
            None => self.rules.payers[usize::from(payer)].count(purse),
        }
    }

    /// How many payments of a registered cost the player has.
    #[inline(always)]
    fn count_cost(&mut self, look: Look<'_>, who: PlayerId, cost: CostId) -> u64 {
        self.look_at_purse(look, who);
        self.payments_of(who, cost.0)
    }

    /// Takes out what does not pass, from family number `from` on.
    pub(crate) fn retain_from(&mut self, from: usize, mut keep: impl FnMut(OpId) -> bool) {
        let tail: Vec<Family> = self.listed()[from..].to_vec();
        let ends: Vec<u64> = tail.iter().skip(1).map(|f| f.start).chain([self.total]).collect();
        self.total = tail.first().map_or(self.total, |f| f.start);
        self.listed = from;
        for (family, end) in tail.into_iter().zip(ends) {
            if keep(family.op()) {
                self.push(family.op(), family.args(), end - family.start, || family.many);
            }
        }
    }

    pub(crate) fn family_count(&self) -> usize {
        self.listed
    }
}

/// A family with how many actions it has.
struct Part {
    family: Family,
    n: u64,
}

/// The numbers in a set of words of bits, ascending. Arguments have room for those of the first 1024 words.
fn members(set: impl IntoIterator<Item = u64>) -> impl Iterator<Item = u16> {
    let words = set.into_iter().take(1024).enumerate();
    words.flat_map(|(at, word)| bits(word).map(move |bit| (at * 64 + bit) as u16))
}

/// The choices of `least..=most` out of `n` that meet the needs, as bits, ascending.
fn choices(n: u8, least: u8, most: u8, needs: &[(u16, u8)]) -> impl Iterator<Item = u16> {
    (0..1u32 << n)
        .filter(move |bits| (u32::from(least)..=u32::from(most)).contains(&bits.count_ones()))
        .map(|bits| bits as u16)
        .filter(move |bits| meets(*bits, needs))
}

/// Room for numbers of things that are chosen from.
const SIZES: usize = crate::limits::MAX_TICKETS_DEALT + 2;

/// How many choices of fewer than `k` out of `n` there are, by `n` and `k`.
const FEWER: [[u64; SIZES]; SIZES] = {
    let mut fewer = [[0; SIZES]; SIZES];
    let mut n = 0;
    while n < SIZES {
        let (mut ways, mut k) = (1, 1);
        while k < SIZES {
            fewer[n][k] = fewer[n][k - 1] + ways;
            ways = if k > n { 0 } else { ways * (n + 1 - k) as u64 / k as u64 };
            k += 1;
        }
        n += 1;
    }
    fewer
};

/// How many choices of `least..=most` out of `n` there are, all of them at most [`crate::limits::MAX_TICKETS_DEALT`].
#[inline]
fn choices_of(n: u8, least: u8, most: u8) -> u64 {
    let fewer = &FEWER[usize::from(n)];
    fewer[usize::from(most) + 1].saturating_sub(fewer[usize::from(least.min(most + 1))])
}

/// How many of the choices of `least..=most` out of `n` meet the needs.
fn choices_meeting(n: u8, least: u8, most: u8, needs: &[(u16, u8)]) -> u64 {
    let all = (1u16 << n) - 1;
    let (mut rest, mut needed) = (all, 0);
    for (of, at_least) in needs {
        if of & all & !rest != 0 {
            // What two needs ask for is told apart only one by one.
            return choices(n, least, most, needs).count() as u64;
        }
        rest &= !of;
        needed += usize::from(*at_least);
    }
    let sizes = needs.iter().map(|(of, at_least)| ((of & all).count_ones() as usize, usize::from(*at_least)));
    if usize::from(least) <= needed && most >= n {
        // Whoever has enough of everything has enough in all.
        let ways = |(n, least): (usize, usize)| FEWER[n][n + 1] - FEWER[n][least.min(n + 1)];
        return sizes.map(ways).product::<u64>() << rest.count_ones();
    }
    // How many choices there are of none, of one, of two, and so on, out of those that were looked at; then more of them.
    let (mut ways, mut known) = ([0u64; SIZES], 0);
    ways[0] = 1;
    for (more, least) in sizes.chain([(rest.count_ones() as usize, 0)]) {
        known = more_choices(&mut ways, known, more, least);
    }
    (usize::from(least)..=usize::from(most).min(known)).map(|k| ways[k]).sum()
}

/// Out of `known` things there are so many choices of each number; now `more` come, of which at least so many are chosen. Gives
/// how many there are together.
fn more_choices(ways: &mut [u64; SIZES], known: usize, more: usize, least: usize) -> usize {
    let before = *ways;
    for (k, ways) in ways.iter_mut().enumerate().take(known + more + 1) {
        let of_more = least.max(k.saturating_sub(known))..=more.min(k);
        *ways = of_more.map(|n| (FEWER[more][n + 1] - FEWER[more][n]) * before[k - n]).sum();
    }
    known + more
}

/// The i-th of the choices of `least..=most` out of `n`, as bits, ascending.
fn nth_choice(n: u8, least: u8, most: u8, mut i: u64) -> u16 {
    let (mut bits, mut least, mut most) = (0, least, most);
    for thing in (0..n).rev() {
        // Those without it come first.
        let without = choices_of(thing, least, most.min(thing));
        if i >= without {
            i -= without;
            bits |= 1 << thing;
            (least, most) = (least.saturating_sub(1), most.saturating_sub(1));
        }
    }
    bits
}

/// Whether a choice has enough of everything.
fn meets(bits: u16, needs: &[(u16, u8)]) -> bool {
    needs.iter().all(|(of, least)| (bits & of).count_ones() >= u32::from(*least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::MAX_TICKETS_DEALT;

    #[test]
    fn choices_are_counted_and_found_as_when_all_are_listed() {
        for n in 0..=MAX_TICKETS_DEALT as u8 {
            for least in 0..=n + 1 {
                for most in 0..=n {
                    let all: Vec<u16> = choices(n, least, most, &[]).collect();
                    assert_eq!(choices_of(n, least, most), all.len() as u64, "{least} to {most} of {n}");
                    for (i, bits) in all.iter().enumerate().step_by(1 + all.len() / 50) {
                        assert_eq!(
                            nth_choice(n, least, most, i as u64),
                            *bits,
                            "the {i}th of {least} to {most} of {n}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn choices_that_meet_needs_are_counted_as_when_all_are_listed() {
        let needs: [&[(u16, u8)]; 7] = [
            &[(0b11, 1)],
            &[(0b11, 1), (0b1100, 2)],
            &[(0b101, 2), (0b1010, 0)],
            &[(0, 0), (0b1_1111_0000, 3)],
            &[(0b11, 3)],
            // Some are in both.
            &[(0b111, 1), (0b110, 1)],
            &[(0b111, 2), (0b1001, 1), (0b1111_0000, 1)],
        ];
        for needs in needs {
            for n in 0..=9 {
                for least in 0..=n {
                    for most in 0..=n {
                        let expected = choices(n, least, most, needs).count() as u64;
                        assert_eq!(
                            choices_meeting(n, least, most, needs),
                            expected,
                            "{least} to {most} of {n}: {needs:?}"
                        );
                    }
                }
            }
        }
    }
}
