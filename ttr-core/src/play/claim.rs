//! A claim: its cards lie in escrow, rules hear of it, it stands or is given up, its cards are put away. And what follows from what
//! lies on the board: which routes are open to whom.

use crate::bag::CardBag;
use crate::cx::{Cx, Payment};
use crate::event::{PiecesAt, Sight, What};
use crate::ids::{ColourId, Kind, PlayerId, PlayerSet, RouteId, ZoneId};
use crate::phase::Phase;
use crate::rules::{CLAIM, Claim, ClaimFn, Placing, RouteSlot, Rule, Rules};
use crate::state::{Frame, State};

/// How far a claim is, as a number of its frame.
const DECLARED: u16 = 0;
const COMMITTED: u16 = 1;
const GIVEN_UP: u16 = 2;

/// Whether cards of another claim lay in escrow when this one began.
pub(crate) fn has_below(claim: &Frame) -> bool {
    claim.args[5] != 0
}

/// Whether a claim stands already.
pub(crate) fn is_committed(claim: &Frame) -> bool {
    claim.args[3] == COMMITTED
}

fn claim_of(frame: &Frame) -> Claim {
    Claim { who: PlayerId(frame.args[0] as u8), route: RouteId(frame.args[1]), free: frame.args[2] != 0 }
}

impl Rules {
    /// Goes on with a claim from where it is.
    #[inline]
    pub(crate) fn go_on_with_claim(&self, cx: &mut Cx<'_>, frame: &Frame) {
        let claim = claim_of(frame);
        let (stage, done) = (frame.args[3], frame.args[4]);
        cx.stirred = false;
        if stage == GIVEN_UP {
            return self.drop_claim(cx, frame, &claim);
        }
        let is_heard = self.hears_of(claim.route);
        if stage == DECLARED {
            if is_heard {
                self.hear_of_claim(cx, &claim, &self.claims.declared, DECLARED, done);
                if cx.stirred {
                    return;
                }
            }
            (cx.module, cx.phase) = (crate::step::CORE, Phase::Commit);
            cx.place_claim(&claim);
            if cx.stirred {
                return;
            }
        }
        if is_heard {
            self.hear_of_claim(
                cx,
                &claim,
                &self.claims.committed,
                COMMITTED,
                if stage == COMMITTED { done } else { 0 },
            );
            if cx.stirred {
                return;
            }
        }
        cx.st.frames.pop();
        (cx.module, cx.phase) = (crate::step::CORE, Phase::Gain);
        cx.put_away(has_below(frame));
    }

    /// Lets rules hear of a claim, from one of them on, until something comes first.
    #[inline(never)]
    fn hear_of_claim(&self, cx: &mut Cx<'_>, claim: &Claim, rules: &[Rule<ClaimFn>], stage: u16, done: u16) {
        for (done, rule) in (1..).zip(rules).skip(done.into()) {
            let top = cx.st.frames.last_mut().expect("the claim frame");
            (top.args[3], top.args[4]) = (stage, done);
            (cx.module, cx.phase) = (rule.module, rule.phase);
            (rule.run)(cx, claim);
            if cx.stirred {
                return;
            }
        }
    }

    /// Gives a claim up: all of it is given back.
    #[cold]
    #[inline(never)]
    fn drop_claim(&self, cx: &mut Cx<'_>, frame: &Frame, claim: &Claim) {
        cx.st.frames.pop();
        (cx.module, cx.phase) = (crate::step::CORE, Phase::Reveal);
        cx.give_back(claim.who, has_below(frame));
        cx.emit(Sight::All, || What::ClaimDropped { who: claim.who, route: claim.route });
    }
}

impl Cx<'_> {
    /// Claims a route: lays the payment in escrow and declares the claim. It goes on when the effect that claims is over: rules hear of
    /// it, it stands, and its cards are put away.
    pub fn claim(&mut self, who: PlayerId, route: RouteId, payment: Payment) {
        let (rules, free) = (self.rules, payment == Payment::Free);
        let below = !self.look().bag_in(rules.material.escrow).is_empty();
        if below {
            self.lay_below();
        }
        self.push(Frame {
            decision: CLAIM,
            who: PlayerSet::NONE,
            args: [u16::from(who.0), route.0, u16::from(free), DECLARED, 0, u16::from(below)],
        });
        if let Payment::Cards(cards) = &payment {
            self.take_from_purses(who, cards, rules.material.escrow, !rules.material.origins.is_empty());
        }
    }

    /// The claim under way, if there is one.
    pub fn claim_under_way(&self) -> Option<Claim> {
        self.st.frames.iter().rev().find(|f| f.decision == CLAIM).map(claim_of)
    }

    /// Gives up the claim under way: its cards go back when the claim is reached again.
    pub fn abort_claim(&mut self) {
        self.stirred = true;
        match self.st.frames.iter_mut().rev().find(|f| f.decision == CLAIM) {
            Some(frame) if frame.args[3] == DECLARED => frame.args[3] = GIVEN_UP,
            _ => self.fail("gave up a claim that is not under way"),
        }
    }

    // ---- what is paid

    /// Takes a payment from the player's cards into a zone, from the purses in their order.
    pub fn take_payment(&mut self, who: PlayerId, cards: &CardBag, to: ZoneId) {
        let noted = !self.rules.material.origins.is_empty()
            && to == self.rules.material.escrow
            && self.claim_under_way().is_some();
        self.take_from_purses(who, cards, to, noted);
    }

    /// Takes a payment out of a player's purses, in their order. `noted`: it is for the claim under way, which remembers where its cards
    /// came from.
    #[inline(always)]
    pub(crate) fn take_from_purses(&mut self, who: PlayerId, cards: &CardBag, to: ZoneId, noted: bool) {
        let rules = self.rules;
        let (purses, there) = (&rules.material.purse_spots[who.index()], &rules.material.spots[to.index()]);
        let Some((last, others)) = purses.split_last() else {
            if !cards.is_empty() {
                self.fail("took cards of a player who has none");
            }
            return;
        };
        let mut left = *cards;
        for (at, here) in others.iter().enumerate() {
            let part = left.common(&self.st.bags[usize::from(here.bag)]);
            if noted {
                self.note_origin(at, &part);
            }
            if !part.is_empty() {
                self.shift(here, there, &part);
                left = left.less(&part);
            }
        }
        // The last one has what the others lack.
        if noted {
            self.note_origin(others.len(), &left);
        }
        if !left.is_empty() {
            self.shift(last, there, &left);
        }
    }

    /// Remembers for a claim which cards came from a purse other than the first: they go back there if it is given up. All
    /// see the cards go, so it says nothing new.
    fn note_origin(&mut self, purse: usize, cards: &CardBag) {
        let Some(origin) = purse.checked_sub(1).map(|at| self.rules.material.origins[at]) else { return };
        for (kind, n) in cards.iter() {
            self.st.regs[origin.slot(kind)] += i32::from(n);
        }
    }

    /// Forgets where the cards of a claim came from.
    fn forget_origins(&mut self) {
        for origin in &self.rules.material.origins {
            for kind in (0..self.rules.material.kinds.len()).map(Kind::at) {
                self.st.regs[origin.slot(kind)] = 0;
            }
        }
    }

    /// A claim begins while cards of another lie in escrow: these are set apart from its own.
    #[cold]
    #[inline(never)]
    fn lay_below(&mut self) {
        let escrow = self.look().bag(self.rules.material.escrow);
        self.st.below.push(escrow);
        for at in 0..self.rules.material.origins.len() {
            let from = self.look().escrow_from(at);
            self.st.below.push(from);
        }
        self.forget_origins();
    }

    /// That claim is over: what lies in escrow belongs to the other claim again, which knows again where its cards came from.
    #[cold]
    #[inline(never)]
    fn lift_below(&mut self) {
        for origin in self.rules.material.origins.iter().rev() {
            let Some(bag) = self.st.below.pop() else { return };
            bag.iter().for_each(|(kind, n)| self.st.regs[origin.slot(kind)] = n.into());
        }
        self.st.below.pop();
    }

    /// The cards of the claim that the game has come back to: all in escrow, or those laid since it began.
    fn own_escrow(&self, below: bool) -> CardBag {
        if below { self.look().escrow_above() } else { self.look().bag(self.rules.material.escrow) }
    }

    /// A claim stands, and what was laid for it is put to the discards.
    fn put_away(&mut self, below: bool) {
        let own = self.own_escrow(below);
        self.forget_origins();
        if below {
            self.lift_below();
        }
        self.discard(self.rules.material.escrow, &own);
    }

    /// Gives the cards of a claim back to where they came from.
    fn give_back(&mut self, who: PlayerId, below: bool) {
        let (rules, escrow) = (self.rules, self.rules.material.escrow);
        let mut own = self.own_escrow(below);
        for (at, purse) in rules.material.purses.iter().skip(1).enumerate() {
            let part = self.look().escrow_from(at).common(&own);
            own = own.less(&part);
            self.move_cards(escrow, rules.of_player(*purse, who), &part);
        }
        self.forget_origins();
        if let Some(purse) = rules.material.purses.first() {
            self.move_cards(escrow, rules.of_player(*purse, who), &own);
        }
        if below {
            self.lift_below();
        }
    }

    // ---- what lies on the board

    /// A claim stands: its pieces are placed, and the routes that it closes are closed.
    #[inline(always)]
    pub(crate) fn place_claim(&mut self, claim: &Claim) {
        let (route, who) = (claim.route, claim.who);
        let Placing { piece, pieces, aside, public } = self.look().placing(who, route);
        let from = if public { PiecesAt::Shared } else { PiecesAt::Stock };
        let state = &mut self.st.routes[route.index()];
        state.pieces = pieces;
        if public {
            state.public = true;
        } else {
            state.held = state.held.with(who);
        }
        self.note_holder(route, if public { self.rules.about.players } else { who.index() });
        self.emit(Sight::All, move || What::Claimed { who, route });
        self.move_pieces(who, piece, from, PiecesAt::Route(route), pieces.into());
        self.move_pieces(who, piece, from, PiecesAt::Aside, aside.into());
        let holder = if public { PlayerSet::NONE } else { self.rules.with_partners(PlayerSet::one(who)) };
        self.close(route, holder);
    }

    /// Takes a route off the board: the inverse of a claim. The pieces go back to their owners' stocks.
    pub fn release(&mut self, route: RouteId) {
        let r = self.st.routes[route.index()];
        let held = r.held;
        let piece = self.rules.terms(route).piece;
        let state = &mut self.st.routes[route.index()];
        (state.held, state.pieces, state.public) = (PlayerSet::NONE, 0, false);
        self.forget_holders(route);
        self.emit(Sight::All, || What::Released { route, held });
        for who in held.iter() {
            self.move_pieces(who, piece, PiecesAt::Route(route), PiecesAt::Stock, r.pieces.into());
        }
        if r.public {
            self.move_pieces(PlayerId(0), piece, PiecesAt::Route(route), PiecesAt::Shared, r.pieces.into());
        }
        self.reopen(route);
        let rules = self.rules;
        for rule in &rules.claims.released {
            self.run(rule.module, rule.phase, |cx| (rule.run)(cx, route, held));
        }
    }

    /// Gives a route another colour. Only for modules that declared it with [`crate::Installer::paints`].
    pub fn paint(&mut self, route: RouteId, colour: Option<ColourId>) {
        if !self.rules.claims.paints {
            return self.fail("painted a route without declaring it");
        }
        self.st.routes[route.index()].colour = colour.map_or(u8::MAX, |c| c.0);
        self.emit(Sight::All, || What::Painted { route, colour });
        self.reopen(route);
    }

    /// A route is held by one more player; as many as there are players stands for all of them, whose it is when it is
    /// public.
    fn note_holder(&mut self, route: RouteId, holder: usize) {
        let at = (self.rules.about.players + holder) * self.rules.open_words() + route.index() / 64;
        self.st.sets[at] |= 1 << (route.index() % 64);
    }

    /// A route is nobody's any more.
    fn forget_holders(&mut self, route: RouteId) {
        for held in self.st.sets.chunks_exact_mut(self.rules.open_words()).skip(self.rules.about.players) {
            held[route.index() / 64] &= !(1 << (route.index() % 64));
        }
    }

    /// Something has come to lie on a route: closes those of its group that this closes. Which those are was found out when the
    /// rules were compiled. If a rule has to be asked, all that depend on the group are.
    #[inline(always)]
    fn close(&mut self, route: RouteId, holder: PlayerSet) {
        let (rules, everybody) = (self.rules, self.rules.everybody());
        if rules.claims.asks_others {
            return self.reopen(route);
        }
        let mut routes = self.open_sets();
        for closing in &rules.claims.closings[route.index()] {
            let to = if closing.to_all { everybody } else { holder };
            routes.open(&closing.slot, PlayerSet::NONE, to);
        }
    }

    /// What lies on a route has changed: to whom those of its group are open is found out anew.
    pub(crate) fn reopen(&mut self, route: RouteId) {
        let (rules, everybody) = (self.rules, self.rules.everybody());
        for other in rules.board.group_of(&route) {
            let closed = self.look().closed_to(*other);
            self.open_sets().open(&rules.slot_of(*other), everybody.minus(closed), everybody);
        }
    }

    #[inline(always)]
    fn open_sets(&mut self) -> OpenSets<'_> {
        let State { sets, open, .. } = &mut *self.st;
        OpenSets { sets, words: self.rules.open_words(), counts: open, width: self.rules.route_prices().width() }
    }
}

/// Where it is kept which routes are open to whom: the sets of all players, and how many of each there are in each cell of the price list.
struct OpenSets<'a> {
    sets: &'a mut [u64],
    words: usize,
    counts: &'a mut [i16],
    width: usize,
}

impl OpenSets<'_> {
    /// Opens a route to some among these players, and closes it to the others.
    #[inline(always)]
    fn open(&mut self, slot: &RouteSlot, open: PlayerSet, among: PlayerSet) {
        let (word, bit, cell) = (usize::from(slot.word), 1u64 << slot.bit, slot.cell as usize);
        for who in among.iter() {
            let (set, come) = (&mut self.sets[who.index() * self.words + word], open.has(who));
            if (*set & bit != 0) != come {
                *set ^= bit;
                // One that nobody can have is in no cell.
                if let Some(count) = self.counts.get_mut(who.index() * self.width + cell) {
                    *count += if come { 1 } else { -1 };
                }
            }
        }
    }
}
