//! Actions and the space of legal ones: counted by family (all payments of a route), the n-th made on demand.
//!
//! The order is a contract: by module id, then what the module offers in the order in which it registers the offers, then as the price
//! list of the targets says (routes by what they cost, then in map order), payment in card-kind order; fallbacks come last. A seed
//! and a player that picks by number depend on it.

use super::choices::{choices, choices_meeting, choices_of, meets, nth_choice};
use crate::bag::CardBag;
use crate::cost::memo::Memo;
use crate::cost::price_list::Counted;
use crate::cost::{Cost, Payer};
use crate::ids::{DeckId, Kind, KindSet, OpId, PlayerId, RouteId, members, nth_member};
use crate::install::CostId;
use crate::look::Look;
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

/// More payments and choices than this are not counted, so that there is room for what else can be done.
const MOST: u64 = u64::MAX >> 1;

/// Many actions of one operation, counted at once.
#[derive(Clone, Copy, Debug)]
struct Family {
    /// How many actions come before it.
    start: u64,
    what: Members,
    op: OpId,
}

/// What the actions of a family have in common, and what they differ in.
#[derive(Clone, Copy, Debug)]
enum Members {
    /// There is one action, with these arguments.
    One([u16; 3]),
    /// The first argument: each of these kinds, or numbers as small.
    Kinds(KindSet),
    /// The first argument: each value that is in a set, which are the `words` words of bits from `first` on. Then come two others.
    Set { first: u32, words: u16, others: [u16; 2] },
    /// The payment: all of a cost that the rules hold, with these arguments.
    Payments { payer: u16, args: [u16; 3] },
    /// The payment: all of a cost made for this listing, with these arguments.
    OwnPayments { own: u16, args: [u16; 3] },
    /// The first argument and the payment: what can be had of a price list. `counted` says where it is noted how much that is.
    Priced { list: u16, counted: u16 },
    /// The last argument: each number from one to this, behind two others.
    UpTo { args: [u16; 2], most: u16 },
    /// The first argument: all choices of `least..=most` out of `n`, as bits; of some of them at least so many, which is told by the
    /// `count` needs from `first` on.
    Choices { n: u8, least: u8, most: u8, count: u8, first: u16 },
}

/// The legal actions of a player: how many there are, and which is the n-th.
pub struct ActionSpace<'r> {
    rules: &'r Rules,
    families: Vec<Family>,
    total: u64,
    /// How many of the actions are not ordinary: lesser ones and fallbacks.
    others: u64,
    /// What the player can pay with, once it was looked at.
    purse: CardBag,
    has_purse: bool,
    /// What was counted of price lists; behind what is in use there is room that was taken before.
    counted: Vec<Counted>,
    /// How many of these are in use.
    in_use: usize,
    /// Sets of values.
    sets: Vec<u64>,
    /// Room for a set of targets of a price list, and for how many of them stand in each cell.
    wanted: (Vec<u64>, Vec<i16>),
    /// The costs made for this listing.
    own: Vec<Payer>,
    /// What choices need: bits, and how many of them at least.
    needs: Vec<(u16, u8)>,
    /// Payments that take long to count, by player.
    memos: Vec<Option<Memo>>,
}

impl<'r> ActionSpace<'r> {
    /// An empty space, to be filled by [`Rules::legal`] as often as wished.
    pub fn new(rules: &'r Rules) -> Self {
        Self {
            rules,
            families: Vec::with_capacity(16),
            total: 0,
            others: 0,
            purse: CardBag::EMPTY,
            has_purse: false,
            counted: Vec::new(),
            in_use: 0,
            sets: Vec::new(),
            wanted: (Vec::new(), Vec::new()),
            own: Vec::new(),
            needs: Vec::new(),
            memos: vec![None; rules.about.players],
        }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.families.clear();
        (self.total, self.others, self.has_purse) = (0, 0, false);
        self.in_use = 0;
        self.sets.clear();
        self.own.clear();
        self.needs.clear();
    }

    #[inline(always)]
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// Whether something ordinary is among them.
    #[inline(always)]
    pub(crate) fn has_ordinary(&self) -> bool {
        self.total > self.others
    }

    /// Notes that all actions behind the first `before` are not ordinary.
    pub(crate) fn none_is_ordinary_from(&mut self, before: u64) {
        self.others += self.total - before;
    }

    /// How many actions there are.
    #[inline]
    pub fn len(&self) -> usize {
        usize::try_from(self.total).unwrap_or(usize::MAX)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.total == 0
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
    #[inline]
    pub fn get(&self, i: usize) -> Option<Action> {
        let mut action = Action::new(OpId(0), [0; 3]);
        self.write(i as u64, &mut action).then_some(action)
    }

    /// Writes the n-th action over another; false if there are not so many.
    #[inline]
    pub(crate) fn write(&self, i: u64, to: &mut Action) -> bool {
        let family = self.families.iter().rev().find(|family| family.start <= i);
        let there = family.filter(|_| i < self.total);
        if let Some(family) = there {
            self.member(family, i - family.start, to);
        }
        there.is_some()
    }

    /// Writes the i-th action of a family over another.
    #[inline]
    fn member(&self, family: &Family, i: u64, to: &mut Action) {
        (to.op, to.args, to.pay) = (family.op, [0; 3], CardBag::EMPTY);
        match family.what {
            Members::One(args) => to.args = args,
            Members::Kinds(kinds) => to.args[0] = kinds.nth(i as u32).unwrap_or_default().0.into(),
            Members::Priced { list, counted } => {
                let (list, counted) = (&self.rules.costs.lists[usize::from(list)], &self.counted[usize::from(counted)]);
                let found = list.find(&self.purse, counted, i);
                let (target, i) = found.unwrap_or_default();
                to.args[0] = target as u16;
                to.pay = self.payment(&self.rules.costs.payers[usize::from(list.payer(target))], i);
            }
            Members::Set { first, words, others } => {
                let set = self.words_of(first, words).iter().copied();
                to.args = [nth_member(set, i as u32).unwrap_or_default() as u16, others[0], others[1]];
            }
            Members::Payments { payer, args } => {
                to.args = args;
                to.pay = self.payment(&self.rules.costs.payers[usize::from(payer)], i);
            }
            Members::OwnPayments { own, args } => {
                to.args = args;
                to.pay = self.payment(&self.own[usize::from(own)], i);
            }
            Members::UpTo { args, .. } => to.args = [args[0], args[1], i as u16 + 1],
            Members::Choices { n, least, most, first, count } => {
                to.args[0] = match self.needs_of(first, count) {
                    [] => nth_choice(n, least, most, i),
                    needs => choices(n, least, most, needs).nth(i as usize).unwrap_or_default(),
                };
            }
        }
    }

    #[inline]
    fn payment(&self, payer: &Payer, i: u64) -> CardBag {
        payer.nth(&self.purse, i).unwrap_or_default()
    }

    /// The families with one for each target, as others know them: its arguments, and how many actions it has.
    fn parts(&self) -> impl Iterator<Item = (Family, [u16; 3], u64)> + '_ {
        let ends = self.families.iter().skip(1).map(|next| next.start).chain([self.total]);
        self.families.iter().zip(ends).flat_map(move |(family, end)| {
            let mut start = family.start;
            let (mut priced, mut values, mut kinds, mut numbers, mut whole) = (None, None, KindSet::NONE, None, None);
            let mut others = [0; 2];
            match family.what {
                Members::Priced { list, counted } => {
                    priced = Some((&self.rules.costs.lists[usize::from(list)], &self.counted[usize::from(counted)]));
                }
                Members::Set { first, words, others: behind } => {
                    values = Some(members(self.words_of(first, words).iter().copied()));
                    others = behind;
                }
                Members::Kinds(of) => kinds = of,
                Members::UpTo { args, most } => numbers = Some((args, most)),
                Members::One(args) | Members::Payments { args, .. } | Members::OwnPayments { args, .. } => {
                    whole = Some((args, family.what, end - family.start));
                }
                Members::Choices { .. } => whole = Some(([0; 3], family.what, end - family.start)),
            }
            let priced = priced.into_iter().flat_map(|(list, counted)| {
                list.each(&self.purse, counted).map(|(target, n)| {
                    let args = [target as u16, 0, 0];
                    (args, Members::Payments { payer: list.payer(target), args }, n)
                })
            });
            let one = |args: [u16; 3]| (args, Members::One(args), 1);
            let values = values.into_iter().flatten().map(move |value| one([value, others[0], others[1]]));
            let kinds = kinds.iter().map(move |kind| one([kind.0.into(), 0, 0]));
            let numbers =
                numbers.into_iter().flat_map(|([first, second], most)| (1..=most).map(move |n| [first, second, n]));
            let all = whole.into_iter().chain(priced).chain(values).chain(kinds).chain(numbers.map(one));
            all.map(move |(args, what, n)| {
                let part = Family { op: family.op, what, start };
                start = start.saturating_add(n);
                (part, args, n)
            })
        })
    }

    /// All actions, in order.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.parts().flat_map(move |(family, _, n)| {
            (0..n).map(move |i| {
                let mut action = Action::new(family.op, [0; 3]);
                self.member(&family, i, &mut action);
                action
            })
        })
    }

    /// The families: operation, arguments (of a family of choices the first one is not set), index of the first action
    /// and number of actions. For players that choose the kind of action first, then its target, then its payment.
    pub fn families(&self) -> impl Iterator<Item = (OpId, [u16; 3], usize, usize)> + '_ {
        self.parts().map(|(family, args, n)| (family.op, args, family.start as usize, n as usize))
    }

    /// Whether this action is among them.
    pub fn contains(&self, action: &Action) -> bool {
        let unpaid = action.pay.is_empty();
        let accepts = |args, payer: &Payer| args == action.args && payer.check(&self.purse, &action.pay).is_ok();
        self.parts().filter(|(family, ..)| family.op == action.op).any(|(family, args, _)| match family.what {
            Members::One(_) => args == action.args && unpaid,
            Members::Payments { payer, .. } => accepts(args, &self.rules.costs.payers[usize::from(payer)]),
            Members::OwnPayments { own, .. } => accepts(args, &self.own[usize::from(own)]),
            Members::Choices { n, least, most, first, count } => {
                let bits = u32::from(action.args[0]);
                args[1..] == action.args[1..]
                    && bits >> n == 0
                    && (u32::from(least)..=u32::from(most)).contains(&bits.count_ones())
                    && meets(action.args[0], self.needs_of(first, count))
                    && unpaid
            }
            // Taken apart before.
            Members::Kinds(_) | Members::Set { .. } | Members::Priced { .. } | Members::UpTo { .. } => false,
        })
    }

    fn words_of(&self, first: u32, words: u16) -> &[u64] {
        self.sets.get(first as usize..first as usize + usize::from(words)).unwrap_or_default()
    }

    fn needs_of(&self, first: u16, count: u8) -> &[(u16, u8)] {
        self.needs.get(usize::from(first)..usize::from(first) + usize::from(count)).unwrap_or_default()
    }

    // ---- listing

    /// Adds a family of so many actions, of which there are few.
    #[inline(always)]
    fn push(&mut self, op: OpId, n: u64, what: Members) {
        if n > 0 {
            self.families.push(Family { op, what, start: self.total });
            self.total += n;
        }
    }

    /// Adds a family of which there may be more than can be counted: the rest of it is left out.
    #[inline(always)]
    fn push_many(&mut self, op: OpId, n: u64, what: Members) {
        self.push(op, n.min(MOST.saturating_sub(self.total)), what);
    }

    /// Adds an action without arguments or payment.
    #[inline]
    pub fn one(&mut self, op: OpId) {
        self.push(op, 1, Members::One([0; 3]));
    }

    /// Adds an action with arguments.
    pub fn with(&mut self, op: OpId, args: [u16; 3]) {
        self.push(op, 1, Members::One(args));
    }

    /// Adds an action for each value of the first argument.
    pub fn each(&mut self, op: OpId, values: impl IntoIterator<Item = u16>) {
        values.into_iter().for_each(|value| self.with(op, [value, 0, 0]));
    }

    /// Adds an action for each of these kinds of cards as the first argument.
    #[inline(always)]
    pub fn each_kind(&mut self, op: OpId, kinds: KindSet) {
        if !kinds.is_empty() {
            self.push(op, kinds.len() as u64, Members::Kinds(kinds));
        }
    }

    /// Adds an action for each number of a set, as small as those of kinds; `n` is how many there are.
    #[inline(always)]
    pub(crate) fn so_many_kinds(&mut self, op: OpId, kinds: KindSet, n: u64) {
        self.push(op, n, Members::Kinds(kinds));
    }

    /// Adds an action for each value that is in a set, given as words of bits, as the first argument, before two others.
    pub fn each_in(&mut self, op: OpId, set: impl IntoIterator<Item = u64>, others: [u16; 2]) {
        let (first, words) = self.keep_set(set);
        let size = self.words_of(first, words).iter().map(|word| u64::from(word.count_ones())).sum();
        self.push(op, size, Members::Set { first, words, others });
    }

    /// Adds an action for each number from one to `most` as the last argument, behind two others.
    pub fn up_to(&mut self, op: OpId, args: [u16; 2], most: u16) {
        self.push(op, most.into(), Members::UpTo { args, most });
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
        self.needs.extend_from_slice(needs);
        self.push_many(op, size, Members::Choices { n, least, most, first, count });
    }

    /// Adds an action for every payment of a cost out of the player's cards.
    pub fn pay(&mut self, look: Look<'_>, who: PlayerId, op: OpId, args: [u16; 3], cost: &Cost) {
        self.look_at_purse(look, who);
        look.looks_into_purse(who);
        // A cost that can't be compiled can't be paid.
        let Ok(payer) = Payer::new(cost, &self.rules.material.kind_info) else { return };
        let n = payer.count(&self.purse);
        self.own.push(payer);
        self.push_many(op, n, Members::OwnPayments { own: (self.own.len() - 1) as u16, args });
    }

    /// Adds an action for every payment of a registered cost.
    pub fn pay_registered(&mut self, look: Look<'_>, who: PlayerId, op: OpId, args: [u16; 3], cost: CostId) {
        self.pay_by(look, who, op, args, cost.0);
    }

    #[inline]
    fn pay_by(&mut self, look: Look<'_>, who: PlayerId, op: OpId, args: [u16; 3], payer: u16) {
        self.look_at_purse(look, who);
        look.looks_into_purse(who);
        let n = self.rules.costs.payers[usize::from(payer)].count(&self.purse);
        self.push_many(op, n, Members::Payments { payer, args });
    }

    /// Adds an action for every payment of what is on a price list and in a set of bits, which is asked for if anything can be paid.
    #[inline]
    pub(crate) fn priced(&mut self, look: Look<'_>, who: PlayerId, op: OpId, list: u16, set: impl FnOnce(&mut [u64])) {
        self.look_at_purse(look, who);
        let (rules, memo) = (self.rules, &mut self.memos[who.index()]);
        let prices = &rules.costs.lists[usize::from(list)];
        let payable = prices.payable(&self.purse, &rules.costs.payers, memo);
        if !payable && look.st.watch.is_noted() {
            return;
        }
        let (mut wanted, mut open) = std::mem::take(&mut self.wanted);
        wanted.clear();
        wanted.resize(prices.words(), 0);
        set(&mut wanted);
        // Where nothing is open, no hand matters.
        if wanted.iter().any(|word| *word != 0) {
            look.looks_into_purse(who);
        }
        if payable {
            prices.count_open(&wanted, &mut open);
            self.count_priced(look, who, op, list, &wanted, &open);
        }
        self.wanted = (wanted, open);
    }

    /// Adds an action for every payment of every route that this player may claim now.
    #[inline(never)]
    pub fn claims(&mut self, look: Look<'_>, who: PlayerId, op: OpId) {
        if self.rules.costs.has_prices {
            // Where nothing is open, no hand matters.
            if look.open_words(who).iter().any(|word| *word != 0) {
                look.looks_into_purse(who);
            }
            self.count_priced(look, who, op, Rules::ROUTES, look.open_words(who), look.open_by_price(who));
        } else {
            self.each_claim(look, who, op);
        }
    }

    /// Counts what can be had of a set of targets, of which there are so many in each cell of their price list.
    #[inline(always)]
    fn count_priced(&mut self, look: Look<'_>, who: PlayerId, op: OpId, list: u16, set: &[u64], open: &[i16]) {
        self.look_at_purse(look, who);
        let rules = self.rules;
        let (prices, counted) = (&rules.costs.lists[usize::from(list)], self.in_use);
        let to = match self.counted.get_mut(counted) {
            Some(to) if to.is_of(list) => to,
            _ => Counted::room_for(list, prices, &mut self.counted, counted),
        };
        to.begin(set);
        let mut n = prices.count_rows(&self.purse, who, &look.st.regs, open, to);
        if prices.has_steps() {
            let memo = &mut self.memos[who.index()];
            n = prices
                .count_steps(&self.purse, who, &look.st.regs, open, &rules.costs.payers, memo, to)
                .saturating_add(n);
        }
        self.in_use = counted + 1;
        self.push_many(op, n, Members::Priced { list, counted: counted as u16 });
    }

    /// Adds claims route by route, where terms are each player's own or change with the colour of the route, or where rules
    /// have to be asked each time.
    #[inline(never)]
    fn each_claim(&mut self, look: Look<'_>, who: PlayerId, op: OpId) {
        let rules = self.rules;
        for &route in rules.costs.claim_order.iter().filter(|route| look.is_open(who, **route)) {
            let (terms, changed) = look.personal_terms(who, route);
            if terms.closed || !look.has_pieces(who, &terms) {
                continue;
            }
            if changed {
                self.pay(look, who, op, [route.0, 0, 0], &terms.cost);
            } else {
                self.pay_by(look, who, op, [route.0, 0, 0], look.route_terms(route).payer);
            }
        }
    }

    /// Keeps a set of values: where it begins, and how many words it has.
    #[inline]
    fn keep_set(&mut self, set: impl IntoIterator<Item = u64>) -> (u32, u16) {
        let first = self.sets.len();
        self.sets.extend(set);
        (first as u32, (self.sets.len() - first) as u16)
    }

    #[inline]
    fn look_at_purse(&mut self, look: Look<'_>, who: PlayerId) {
        if !self.has_purse {
            self.has_purse = true;
            self.purse = look.purse_unseen(who);
        }
    }

    /// Takes out the families behind the first `before` actions that do not pass.
    pub(crate) fn retain_from(&mut self, before: u64, mut keep: impl FnMut(OpId) -> bool) {
        let from = self.families.partition_point(|family| family.start < before);
        let tail: Vec<Family> = self.families.split_off(from);
        let ends: Vec<u64> = tail.iter().skip(1).map(|f| f.start).chain([self.total]).collect();
        self.total = before;
        for (family, end) in tail.into_iter().zip(ends).filter(|(family, _)| keep(family.op)) {
            self.push(family.op, end - family.start, family.what);
        }
    }
}
