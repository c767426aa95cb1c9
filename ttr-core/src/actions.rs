//! Actions and the space of legal ones: counted by family (all payments of a route), the n-th made on demand.
//!
//! The order is a contract: by module id, operation, map order, payment in card-kind order; fallbacks come last. A seed
//! and a player that picks by number depend on it.

use crate::bag::CardBag;
use crate::ids::{DeckId, Kind, OpId, PlayerId, RouteId};
use crate::install::CostId;
use crate::look::Look;
use crate::payment::{Cost, Payer};
use crate::rules::Rules;

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

#[derive(Clone, Copy, Debug)]
enum Many {
    /// One action.
    One,
    /// All payments of a cost that the rules hold.
    Pays(u16),
    /// All payments of a cost made for this listing.
    PaysOwn(u16),
    /// All choices of `least..=most` out of `n`, as bits of the first argument; of some of them at least so many, which
    /// is told by the `count` needs from `first` on.
    Choices { n: u8, least: u8, most: u8, first: u8, count: u8 },
}

#[derive(Clone, Copy, Debug)]
struct Family {
    op: OpId,
    args: [u16; 3],
    many: Many,
    /// How many actions come before it.
    start: u64,
}

/// The legal actions of a player: how many there are, and which is the n-th.
pub struct ActionSpace<'r> {
    rules: &'r Rules,
    families: Vec<Family>,
    total: u64,
    purse: Option<CardBag>,
    /// Payments per cost of the rules for this purse, counted once each.
    counts: Vec<u64>,
    own: Vec<Payer>,
    /// What choices need: bits, and how many of them at least.
    needs: Vec<(u16, u8)>,
    /// Looks only whether there is none, one or more.
    probe: bool,
    first: Option<Family>,
}

const NOT_COUNTED: u64 = u64::MAX;

impl<'r> ActionSpace<'r> {
    /// An empty space, to be filled by [`Rules::legal`] as often as wished.
    pub fn new(rules: &'r Rules) -> Self {
        Self {
            rules,
            families: Vec::new(),
            total: 0,
            purse: None,
            counts: Vec::new(),
            own: Vec::new(),
            needs: Vec::new(),
            probe: false,
            first: None,
        }
    }

    pub(crate) fn probe(rules: &'r Rules) -> Self {
        Self { probe: true, ..Self::new(rules) }
    }

    pub(crate) fn clear(&mut self) {
        self.families.clear();
        self.own.clear();
        self.needs.clear();
        self.total = 0;
        self.first = None;
        self.forget_purse();
    }

    pub(crate) fn forget_purse(&mut self) {
        if self.purse.take().is_some() {
            self.counts.fill(NOT_COUNTED);
        }
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
    pub fn nth(&self, i: usize) -> Action {
        self.get(i).expect("fewer actions than asked for")
    }

    /// The n-th action, if there are so many.
    pub fn get(&self, i: usize) -> Option<Action> {
        let i = i as u64;
        if i >= self.total {
            return None;
        }
        let at = self.families.partition_point(|f| f.start <= i) - 1;
        let family = &self.families[at];
        Some(self.member(family, i - family.start))
    }

    /// The only action of a probe.
    pub(crate) fn only(&self) -> Option<Action> {
        let family = self.first.as_ref()?;
        (self.total == 1).then(|| self.member(family, 0))
    }

    fn member(&self, family: &Family, i: u64) -> Action {
        let mut action = Action::new(family.op, family.args);
        match family.many {
            Many::One => {}
            Many::Pays(payer) => action.pay = self.payment(&self.rules.payers[payer as usize], i),
            Many::PaysOwn(own) => action.pay = self.payment(&self.own[own as usize], i),
            Many::Choices { n, least, most, first, count } => {
                let needs = self.needs_of(first, count);
                action.args[0] = choices(n, least, most, needs).nth(i as usize).unwrap_or_default();
            }
        }
        action
    }

    fn payment(&self, payer: &Payer, i: u64) -> CardBag {
        self.purse.and_then(|purse| payer.nth(&purse, i)).unwrap_or_default()
    }

    /// All actions, in order.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.families
            .iter()
            .enumerate()
            .flat_map(move |(at, family)| (0..self.size(at)).map(move |i| self.member(family, i)))
    }

    /// Whether this action is among them.
    pub fn contains(&self, action: &Action) -> bool {
        self.families.iter().any(|f| {
            if f.op != action.op {
                return false;
            }
            match f.many {
                Many::One => f.args == action.args && action.pay.is_empty(),
                Many::Pays(payer) => f.args == action.args && self.accepts(&self.rules.payers[payer as usize], action),
                Many::PaysOwn(own) => f.args == action.args && self.accepts(&self.own[own as usize], action),
                Many::Choices { n, least, most, first, count } => {
                    let bits = u32::from(action.args[0]);
                    f.args[1..] == action.args[1..]
                        && bits >> n == 0
                        && (u32::from(least)..=u32::from(most)).contains(&bits.count_ones())
                        && meets(action.args[0], self.needs_of(first, count))
                        && action.pay.is_empty()
                }
            }
        })
    }

    fn accepts(&self, payer: &Payer, action: &Action) -> bool {
        self.purse.is_some_and(|purse| payer.check(&purse, &action.pay).is_ok())
    }

    /// The families: operation, arguments (of a family of choices the first one is not set), index of the first action
    /// and number of actions. For players that choose the kind of action first, then its target, then its payment.
    pub fn families(&self) -> impl Iterator<Item = (OpId, [u16; 3], usize, usize)> + '_ {
        self.families.iter().enumerate().map(move |(at, f)| (f.op, f.args, f.start as usize, self.size(at) as usize))
    }

    /// How many actions the family at this place has.
    fn size(&self, at: usize) -> u64 {
        let end = self.families.get(at + 1).map_or(self.total, |next| next.start);
        end - self.families[at].start
    }

    fn push(&mut self, op: OpId, args: [u16; 3], many: Many, n: u64) {
        if n == 0 {
            return;
        }
        let family = Family { op, args, many, start: self.total };
        self.total = self.total.saturating_add(n);
        if self.probe {
            self.first.get_or_insert(family);
        } else {
            self.families.push(family);
        }
    }

    /// Adds an action without arguments or payment.
    pub fn one(&mut self, op: OpId) {
        self.push(op, [0; 3], Many::One, 1);
    }

    /// Adds an action with arguments.
    pub fn with(&mut self, op: OpId, args: [u16; 3]) {
        self.push(op, args, Many::One, 1);
    }

    /// Adds an action for each value of the first argument.
    pub fn each(&mut self, op: OpId, values: impl IntoIterator<Item = u16>) {
        for value in values {
            if self.is_full() {
                return;
            }
            self.push(op, [value, 0, 0], Many::One, 1);
        }
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
        let size = choices(n, least, most, needs).count();
        let (first, count) = (self.needs.len().min(255) as u8, needs.len().min(255) as u8);
        self.needs.extend_from_slice(needs);
        self.push(op, [0; 3], Many::Choices { n, least, most, first, count }, size as u64);
    }

    fn needs_of(&self, first: u8, count: u8) -> &[(u16, u8)] {
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
        self.push(op, args, Many::PaysOwn((self.own.len() - 1) as u16), n);
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
        let purse = self.purse_of(look, who);
        let n = self.count(cost.0, &purse);
        if n == 0 {
            return;
        }
        for value in values {
            if self.is_full() {
                return;
            }
            self.push(op, [value, 0, 0], Many::Pays(cost.0), n);
        }
    }

    /// Adds an action for every payment of every route that this player may claim now.
    pub fn claims(&mut self, look: Look<'_>, who: PlayerId, op: OpId) {
        let purse = self.purse_of(look, who);
        if !self.rules.personal.is_empty() {
            return self.personal_claims(look, who, op);
        }
        for route in look.open_routes(who) {
            if self.is_full() {
                return;
            }
            let terms = look.route_terms(route);
            let n = self.count(terms.payer, &purse);
            if n > 0 && !terms.closed && look.has_so_many(who, terms.piece, terms.public, terms.pieces) {
                self.push(op, [route.0, 0, 0], Many::Pays(terms.payer), n);
            }
        }
    }

    /// The same where the terms are each player's own.
    fn personal_claims(&mut self, look: Look<'_>, who: PlayerId, op: OpId) {
        let purse = self.purse_of(look, who);
        for route in look.open_routes(who) {
            let (terms, changed) = look.personal_terms(who, route);
            if terms.closed || !look.has_pieces(who, &terms) {
                continue;
            }
            if changed {
                self.pay(look, who, op, [route.0, 0, 0], &terms.cost);
            } else {
                let payer = look.route_terms(route).payer;
                let n = self.count(payer, &purse);
                self.push(op, [route.0, 0, 0], Many::Pays(payer), n);
            }
        }
    }

    fn purse_of(&mut self, look: Look<'_>, who: PlayerId) -> CardBag {
        *self.purse.get_or_insert_with(|| look.purse(who))
    }

    #[inline]
    fn count(&mut self, payer: u16, purse: &CardBag) -> u64 {
        let at = payer as usize;
        if self.probe {
            return self.rules.payers[at].count(purse);
        }
        if self.counts.len() <= at {
            self.counts.resize(self.rules.payers.len(), NOT_COUNTED);
        }
        if self.counts[at] == NOT_COUNTED {
            self.counts[at] = self.rules.payers[at].count(purse);
        }
        self.counts[at]
    }

    /// Takes out what does not pass, from family number `from` on.
    pub(crate) fn retain_from(&mut self, from: usize, mut keep: impl FnMut(OpId) -> bool) {
        let tail = self.families.split_off(from.min(self.families.len()));
        let ends: Vec<u64> = tail.iter().skip(1).map(|f| f.start).chain([self.total]).collect();
        self.total = tail.first().map_or(self.total, |f| f.start);
        for (mut family, end) in tail.into_iter().zip(ends) {
            if keep(family.op) {
                let n = end - family.start;
                family.start = self.total;
                self.total += n;
                self.families.push(family);
            }
        }
    }

    pub(crate) fn family_count(&self) -> usize {
        self.families.len()
    }
}

/// The choices of `least..=most` out of `n` that meet the needs, as bits, ascending.
fn choices(n: u8, least: u8, most: u8, needs: &[(u16, u8)]) -> impl Iterator<Item = u16> {
    (0..1u32 << n)
        .filter(move |bits| (u32::from(least)..=u32::from(most)).contains(&bits.count_ones()))
        .map(|bits| bits as u16)
        .filter(move |bits| meets(*bits, needs))
}

/// Whether a choice has enough of everything.
fn meets(bits: u16, needs: &[(u16, u8)]) -> bool {
    needs.iter().all(|(of, least)| (bits & of).count_ones() >= u32::from(*least))
}
