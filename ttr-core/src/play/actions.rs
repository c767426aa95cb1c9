//! Actions and the space of legal ones: counted by family (all payments of a route), the n-th made on demand.
//!
//! The order is a contract: by module id, operation, then as the price list of the targets says (routes by what they cost, then in
//! map order), payment in card-kind order; fallbacks come last. A seed and a player that picks by number depend on it.

use super::choices::{choices, choices_meeting, choices_of, meets, nth_choice};
use crate::bag::CardBag;
use crate::cost::memo::Memo;
use crate::cost::price_list::Counted;
use crate::cost::{Cost, Payer};
use crate::ids::{DeckId, Kind, KindSet, OpId, PlayerId, RouteId, bits, nth_member};
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

/// Many actions of one operation, counted at once.
#[derive(Clone, Copy, Debug)]
struct Family {
    op: OpId,
    args: [u16; 3],
    what: Members,
    /// How many actions come before it.
    start: u64,
}

/// What the actions of a family differ in.
#[derive(Clone, Copy, Debug)]
enum Members {
    /// There is one action.
    One,
    /// The first argument: each of these kinds, or numbers as small.
    Kinds(KindSet),
    /// The first argument: each value that is in a set, which are the `words` words of bits from `first` on.
    Set { first: u32, words: u16 },
    /// The payment: all of a cost that the rules hold.
    Payments(u16),
    /// The payment: all of a cost made for this listing.
    OwnPayments(u16),
    /// The first argument and the payment: everything on a price list that is in a set. `counted` says where that is noted.
    Priced { list: u16, counted: u16, first: u32, words: u16 },
    /// The last argument: each number from one to this.
    UpTo(u16),
    /// The first argument: all choices of `least..=most` out of `n`, as bits; of some of them at least so many, which is told by the
    /// `count` needs from `first` on.
    Choices { n: u8, least: u8, most: u8, first: u16, count: u8 },
}

/// The legal actions of a player: how many there are, and which is the n-th.
pub struct ActionSpace<'r> {
    rules: &'r Rules,
    families: Vec<Family>,
    total: u64,
    /// What the player can pay with, once it was looked at.
    purse: CardBag,
    has_purse: bool,
    /// What was counted of price lists, as much as is in use.
    counted: Vec<Counted>,
    in_use: usize,
    /// Sets of values, and how many targets of each cell are in one.
    sets: Vec<u64>,
    open: Vec<i16>,
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
            purse: CardBag::EMPTY,
            has_purse: false,
            counted: Vec::new(),
            in_use: 0,
            sets: Vec::new(),
            open: Vec::new(),
            own: Vec::new(),
            needs: Vec::new(),
            memos: vec![None; rules.players],
        }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.families.clear();
        self.total = 0;
        self.has_purse = false;
        self.in_use = 0;
        self.sets.clear();
        self.own.clear();
        self.needs.clear();
    }

    #[inline(always)]
    pub(crate) fn total(&self) -> u64 {
        self.total
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
        let i = i as u64;
        if i >= self.total {
            return None;
        }
        let mut at = self.families.len();
        while let Some(family) = at.checked_sub(1).and_then(|at| self.families.get(at)) {
            if family.start <= i {
                return Some(self.member(family, i - family.start));
            }
            at -= 1;
        }
        None
    }

    /// The i-th action of a family.
    #[inline]
    fn member(&self, family: &Family, i: u64) -> Action {
        let mut action = Action::new(family.op, family.args);
        match family.what {
            Members::One => {}
            Members::Kinds(kinds) => action.args[0] = kinds.nth(i as u32).unwrap_or_default().0.into(),
            Members::Priced { list, counted, first, words } => {
                let (list, counted) = (&self.rules.price_lists[usize::from(list)], &self.counted[usize::from(counted)]);
                let found = list.find(&self.purse, counted, self.words_of(first, words), i);
                let (target, i) = found.unwrap_or_default();
                action.args[0] = target as u16;
                action.pay = self.payment(&self.rules.payers[usize::from(list.payer(target))], i);
            }
            Members::Set { first, words } => {
                let set = self.words_of(first, words).iter().copied();
                action.args[0] = nth_member(set, i as u32).unwrap_or_default() as u16;
            }
            Members::Payments(payer) => action.pay = self.payment(&self.rules.payers[usize::from(payer)], i),
            Members::OwnPayments(own) => action.pay = self.payment(&self.own[usize::from(own)], i),
            Members::UpTo(_) => action.args[2] = i as u16 + 1,
            Members::Choices { n, least, most, first, count } => {
                action.args[0] = match self.needs_of(first, count) {
                    [] => nth_choice(n, least, most, i),
                    needs => choices(n, least, most, needs).nth(i as usize).unwrap_or_default(),
                };
            }
        }
        action
    }

    #[inline]
    fn payment(&self, payer: &Payer, i: u64) -> CardBag {
        payer.nth(&self.purse, i).unwrap_or_default()
    }

    /// The families with what they are of, as others know them: one for each target.
    fn parts(&self) -> impl Iterator<Item = (Family, u64)> + '_ {
        let ends = self.families.iter().skip(1).map(|next| next.start).chain([self.total]);
        self.families.iter().zip(ends).flat_map(move |(family, end)| {
            let mut start = family.start;
            let mut part = move |args: [u16; 3], what: Members, n: u64| {
                let part = Family { op: family.op, args, what, start };
                start = start.saturating_add(n);
                (part, n)
            };
            let [_, second, third] = family.args;
            let (mut priced, mut values, mut kinds, mut most, mut whole) = (None, None, KindSet::NONE, 0, None);
            match family.what {
                Members::Priced { list, counted, first, words } => {
                    priced = Some((&self.rules.price_lists[usize::from(list)], counted, self.words_of(first, words)));
                }
                Members::Set { first, words } => values = Some(members(self.words_of(first, words).iter().copied())),
                Members::Kinds(of) => kinds = of,
                Members::UpTo(n) => most = n,
                Members::One | Members::Payments(_) | Members::OwnPayments(_) | Members::Choices { .. } => {
                    whole = Some((family.args, family.what, end - family.start));
                }
            }
            let priced = priced.into_iter().flat_map(|(list, counted, open)| {
                let each = list.each(&self.purse, &self.counted[usize::from(counted)], open);
                each.map(|(target, n)| (target as u16, Members::Payments(list.payer(target)), n))
            });
            let values = values.into_iter().flatten().map(|value| (value, Members::One, 1));
            let kinds = kinds.iter().map(|kind| (kind.0.into(), Members::One, 1));
            let of_first =
                priced.chain(values).chain(kinds).map(move |(value, what, n)| ([value, second, third], what, n));
            let of_last = (1..=most).map(move |n| ([family.args[0], second, n], Members::One, 1));
            let all = whole.into_iter().chain(of_first).chain(of_last);
            all.map(move |(args, what, n)| part(args, what, n))
        })
    }

    /// All actions, in order.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.parts().flat_map(move |(family, n)| (0..n).map(move |i| self.member(&family, i)))
    }

    /// The families: operation, arguments (of a family of choices the first one is not set), index of the first action
    /// and number of actions. For players that choose the kind of action first, then its target, then its payment.
    pub fn families(&self) -> impl Iterator<Item = (OpId, [u16; 3], usize, usize)> + '_ {
        self.parts().map(|(family, n)| (family.op, family.args, family.start as usize, n as usize))
    }

    /// Whether this action is among them.
    pub fn contains(&self, action: &Action) -> bool {
        let unpaid = action.pay.is_empty();
        self.parts().filter(|(family, _)| family.op == action.op).any(|(family, _)| match family.what {
            Members::One => family.args == action.args && unpaid,
            Members::Payments(payer) => {
                family.args == action.args && self.accepts(&self.rules.payers[usize::from(payer)], action)
            }
            Members::OwnPayments(own) => {
                family.args == action.args && self.accepts(&self.own[usize::from(own)], action)
            }
            Members::Choices { n, least, most, first, count } => {
                let bits = u32::from(action.args[0]);
                family.args[1..] == action.args[1..]
                    && bits >> n == 0
                    && (u32::from(least)..=u32::from(most)).contains(&bits.count_ones())
                    && meets(action.args[0], self.needs_of(first, count))
                    && unpaid
            }
            // Taken apart before.
            Members::Kinds(_) | Members::Set { .. } | Members::Priced { .. } | Members::UpTo(_) => false,
        })
    }

    fn accepts(&self, payer: &Payer, action: &Action) -> bool {
        payer.check(&self.purse, &action.pay).is_ok()
    }

    fn words_of(&self, first: u32, words: u16) -> &[u64] {
        self.sets.get(first as usize..first as usize + usize::from(words)).unwrap_or_default()
    }

    fn needs_of(&self, first: u16, count: u8) -> &[(u16, u8)] {
        self.needs.get(usize::from(first)..usize::from(first) + usize::from(count)).unwrap_or_default()
    }

    // ---- listing

    #[inline(always)]
    fn push(&mut self, op: OpId, args: [u16; 3], n: u64, what: Members) {
        if n > 0 {
            self.families.push(Family { op, args, what, start: self.total });
            self.total = self.total.saturating_add(n);
        }
    }

    /// Adds an action without arguments or payment.
    #[inline]
    pub fn one(&mut self, op: OpId) {
        self.push(op, [0; 3], 1, Members::One);
    }

    /// Adds an action with arguments.
    pub fn with(&mut self, op: OpId, args: [u16; 3]) {
        self.push(op, args, 1, Members::One);
    }

    /// Adds an action for each value of the first argument.
    pub fn each(&mut self, op: OpId, values: impl IntoIterator<Item = u16>) {
        values.into_iter().for_each(|value| self.with(op, [value, 0, 0]));
    }

    /// Adds an action for each of these kinds of cards as the first argument.
    #[inline(always)]
    pub fn each_kind(&mut self, op: OpId, kinds: KindSet) {
        if !kinds.is_empty() {
            self.push(op, [0; 3], kinds.len() as u64, Members::Kinds(kinds));
        }
    }

    /// Adds an action for each of these numbers, as small as those of kinds, of which there are so many.
    #[inline(always)]
    pub(crate) fn so_many_kinds(&mut self, op: OpId, kinds: KindSet, n: u64) {
        self.push(op, [0; 3], n, Members::Kinds(kinds));
    }

    /// Adds an action for each value that is in a set, given as words of bits, as the first argument, before two others.
    pub fn each_in(&mut self, op: OpId, set: impl IntoIterator<Item = u64>, others: [u16; 2]) {
        let (first, words) = self.keep_set(set);
        let size = self.words_of(first, words).iter().map(|word| u64::from(word.count_ones())).sum();
        self.push(op, [0, others[0], others[1]], size, Members::Set { first, words });
    }

    /// Adds an action for each number from one to `most` as the last argument, behind two others.
    pub fn up_to(&mut self, op: OpId, args: [u16; 2], most: u16) {
        self.push(op, [args[0], args[1], 0], most.into(), Members::UpTo(most));
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
        self.push(op, [0; 3], size, Members::Choices { n, least, most, first, count });
    }

    /// Adds an action for every payment of a cost out of the player's cards.
    pub fn pay(&mut self, look: Look<'_>, who: PlayerId, op: OpId, args: [u16; 3], cost: &Cost) {
        self.look_at_purse(look, who);
        // A cost that can't be compiled can't be paid.
        let Ok(payer) = Payer::new(cost, &self.rules.kind_info) else { return };
        let n = payer.count(&self.purse);
        self.own.push(payer);
        self.push(op, args, n, Members::OwnPayments((self.own.len() - 1) as u16));
    }

    /// Adds an action for every payment of a registered cost.
    pub fn pay_registered(&mut self, look: Look<'_>, who: PlayerId, op: OpId, args: [u16; 3], cost: CostId) {
        self.pay_by(look, who, op, args, cost.0);
    }

    #[inline]
    fn pay_by(&mut self, look: Look<'_>, who: PlayerId, op: OpId, args: [u16; 3], payer: u16) {
        self.look_at_purse(look, who);
        let n = self.rules.payers[usize::from(payer)].count(&self.purse);
        self.push(op, args, n, Members::Payments(payer));
    }

    /// Adds an action for every payment of everything on a price list that is in a set, given as words of bits.
    pub(crate) fn priced(
        &mut self,
        look: Look<'_>,
        who: PlayerId,
        op: OpId,
        list: u16,
        set: impl IntoIterator<Item = u64>,
    ) {
        let (first, words) = self.keep_set(set);
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        self.rules.price_lists[usize::from(list)].count_open(self.words_of(first, words), &mut open);
        self.count_priced(look, who, op, list, (first, words), &open);
        self.open = open;
    }

    /// Adds an action for every payment of every route that this player may claim now.
    #[inline]
    pub fn claims(&mut self, look: Look<'_>, who: PlayerId, op: OpId) {
        if !self.rules.has_prices() {
            return self.each_claim(look, who, op);
        }
        let first = self.sets.len();
        self.sets.extend_from_slice(look.open_words(who));
        let set = (first as u32, (self.sets.len() - first) as u16);
        self.count_priced(look, who, op, Rules::ROUTES, set, look.open_by_price(who));
    }

    #[inline(always)]
    fn count_priced(
        &mut self,
        look: Look<'_>,
        who: PlayerId,
        op: OpId,
        list: u16,
        (first, words): (u32, u16),
        open: &[i16],
    ) {
        self.look_at_purse(look, who);
        if self.in_use == self.counted.len() {
            self.counted.push(Counted::default());
        }
        let (to, memo) = (&mut self.counted[self.in_use], &mut self.memos[who.index()]);
        let prices = &self.rules.price_lists[usize::from(list)];
        let n = prices.count(&self.purse, who, &look.st.regs, open, &self.rules.payers, memo, to);
        let counted = self.in_use as u16;
        self.in_use += 1;
        self.push(op, [0; 3], n, Members::Priced { list, counted, first, words });
    }

    /// Adds claims route by route, where terms are each player's own or change with the colour of the route, or where rules
    /// have to be asked each time.
    #[inline(never)]
    fn each_claim(&mut self, look: Look<'_>, who: PlayerId, op: OpId) {
        for route in look.open_routes(who) {
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
            self.purse = look.purse(who);
        }
    }

    /// Takes out what does not pass, from family number `from` on.
    pub(crate) fn retain_from(&mut self, from: usize, mut keep: impl FnMut(OpId) -> bool) {
        let tail: Vec<Family> = self.families[from..].to_vec();
        let ends: Vec<u64> = tail.iter().skip(1).map(|f| f.start).chain([self.total]).collect();
        self.total = tail.first().map_or(self.total, |f| f.start);
        self.families.truncate(from);
        for (family, end) in tail.into_iter().zip(ends).filter(|(family, _)| keep(family.op)) {
            self.push(family.op, family.args, end - family.start, family.what);
        }
    }

    pub(crate) fn family_count(&self) -> usize {
        self.families.len()
    }
}

/// The numbers in a set of words of bits, ascending. Arguments have room for those of the first 1024 words.
fn members(set: impl IntoIterator<Item = u64>) -> impl Iterator<Item = u16> {
    let words = set.into_iter().take(1024).enumerate();
    words.flat_map(|(at, word)| bits(word).map(move |bit| (at * 64 + bit) as u16))
}
