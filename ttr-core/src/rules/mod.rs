//! The compiled rules of a game: a map, a rule set and overrides, for a number of players. Immutable and shared.

pub(crate) mod draw;
pub(crate) mod offer;
pub mod phase;

use crate::actions::{Action, ActionSpace};
use crate::bag::CardBag;
use crate::board::Board;
use crate::classes::Classes;
use crate::cost::{Cost, KindInfo, Payer, Tariff};
use crate::cx::Cx;
use crate::draw::Drawing;
use crate::event::Sight;
use crate::ids::{
    CityId, ColourId, DecisionId, DeckId, Kind, KindSet, ModuleId, OpId, PieceId, PlayerId, PlayerSet, RouteId, SideId,
    TicketId, ZoneId,
};
use crate::install::ZoneSet;
use crate::limits::MAX_PLAYERS;
use crate::look::Look;
use crate::message::{MsgId, Note, Template};
use crate::module::Manifest;
use crate::network::{NetworkSpec, Purpose};
use crate::offer::{Offer, Shaped};
use crate::page::Page;
use crate::phase::Phase;
use crate::picture::PictureFn;
use crate::record::{ContradictionFn, Field};
use crate::registers::{Global, PerKind, PerPlayer, Reg, RegSpec, RegValue};
use crate::score::{AwardSpec, GoalSpec, MeasureSpec, ScoreRule};
use crate::state::{Frame, State};
use ttr_source::Settings;

/// A kind of card.
#[derive(Clone, Debug)]
pub struct CardKind {
    /// Its name.
    pub name: String,
    /// The deck whose back it has.
    pub deck: DeckId,
    /// How many there are.
    pub count: u8,
    /// Its colour; wilds have none.
    pub colour: Option<ColourId>,
    /// Whether it may stand for another card.
    pub wild: bool,
    /// How many units one card covers.
    pub units: u8,
    /// How much of a draw it takes when taken from the row: [`CardKind::WHOLE_DRAW`] for all of it, 0 if it can't be.
    pub price: u8,
    /// Whether it can be paid with at all.
    pub payable: bool,
    /// Symbols that costs may ask for.
    pub symbols: Vec<String>,
    /// Further attributes, owned by modules.
    pub attrs: serde_json::Map<String, serde_json::Value>,
}

impl CardKind {
    /// The price of a card that is a draw by itself.
    pub const WHOLE_DRAW: u8 = u8::MAX;

    /// What is left of a draw of which `left` of `draw` was left before this card was taken from the row; nothing if it
    /// can't be taken any more.
    pub fn left_after(&self, left: u16, draw: u16) -> Option<u16> {
        match self.price {
            0 => None,
            Self::WHOLE_DRAW => (left == draw).then_some(0),
            price => left.checked_sub(price.into()),
        }
    }
}

/// A deck: a draw pile and its discards.
#[derive(Clone, Debug)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// The draw pile.
    pub draw: ZoneId,
    /// The discards.
    pub discards: ZoneId,
    /// The kinds with its back.
    pub kinds: KindSet,
}

/// Where the cards of a deck are drawn from, at hand for every card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawPile {
    /// Which bag it is, and which one the discards are.
    pub at: usize,
    pub discards: usize,
    pub stream: u16,
    /// Nobody can look into it, nothing is known of it, and no rule looks at the cards that are turned.
    pub simple: bool,
    /// As many cards as can be of each of its kinds.
    pub all: CardBag,
}

/// A kind of piece, and where its numbers are kept.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its name.
    pub name: String,
    /// How many each player starts with.
    pub count: u16,
    /// Whether it is one of the pieces that claim routes (and not a special one).
    pub claims: bool,
    pub(crate) stock: Reg<PerPlayer, i32>,
    pub(crate) boxed: Reg<PerPlayer, i32>,
    pub(crate) aside: Reg<PerPlayer, i32>,
    pub(crate) shared: Reg<Global, i32>,
}

/// What lies in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// Cards, without an order.
    Cards,
    /// Tickets; some may lie in a known order behind the others.
    Tickets,
}

/// Who may look into a zone: declared with the zone, and the only place where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vis {
    /// Everybody.
    Public,
    /// Whose it is: its player, or all players of its side.
    Owner,
    /// All players of the side that it belongs to, or its player does.
    Side,
    /// Nobody.
    Nobody,
}

/// Whose a zone is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A player's.
    Player(PlayerId),
    /// That of all players of a side.
    Side(SideId),
}

/// A place where cards or tickets lie.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its name; for one of a set, that of the set.
    pub name: String,
    /// Whose it is; nobody's, if it lies on the table.
    pub owner: Option<Owner>,
    /// What lies there.
    pub holds: Holds,
    /// Who may look into it.
    pub sight: Sight,
    /// Drawn from by chance: what lies in it without an order is nobody's knowledge.
    pub shuffled: bool,
    /// Where its cards are.
    pub(crate) at: usize,
    /// Where it is told which tickets lie there, if any can.
    pub(crate) lying: Option<usize>,
    /// Where the publicly known lower bounds are, for card zones that are not public.
    pub(crate) known: Option<usize>,
    pub(crate) stream: u16,
}

/// What an argument of an action is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgKind {
    /// A route.
    Route,
    /// A city.
    City,
    /// A card kind.
    Kind,
    /// A deck.
    Deck,
    /// A kind of piece.
    Piece,
    /// A player.
    Player,
    /// A number.
    Number,
    /// Some of the tickets that lie, in their order, in the acting player's zone of this set, or that of their side: a bit each.
    TicketsOf(ZoneId),
}

/// How an operation counts when it is asked whether anything else can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    /// An ordinary action.
    Ordinary,
    /// Does not take away the right to a fallback.
    Lesser,
    /// Offered only while nobody offers anything ordinary.
    Fallback,
}

pub(crate) type ListFn = Box<dyn Fn(Look<'_>, &Frame, PlayerId, &mut ActionSpace<'_>) + Send + Sync>;
pub(crate) type OpFn = Box<dyn Fn(&mut Cx<'_>, &Frame, PlayerId, &Action) + Send + Sync>;
pub(crate) type WhyNotFn = Box<dyn Fn(Look<'_>, &Frame, PlayerId, &Action) -> Option<Note> + Send + Sync>;
pub(crate) type TurnFn = Box<dyn Fn(&mut Cx<'_>, PlayerId) + Send + Sync>;
pub(crate) type ClaimFn = Box<dyn Fn(&mut Cx<'_>, &Claim) + Send + Sync>;
pub(crate) type ReleaseFn = Box<dyn Fn(&mut Cx<'_>, RouteId, PlayerSet) + Send + Sync>;
pub(crate) type TurnedFn = Box<dyn Fn(&mut Cx<'_>, &Turned) + Send + Sync>;
pub(crate) type EligibleFn = Box<dyn Fn(Look<'_>, PlayerId, RouteId) -> bool + Send + Sync>;
pub(crate) type ClosedFn = Box<dyn Fn(Look<'_>, RouteId) -> PlayerSet + Send + Sync>;
pub(crate) type RefusalFn = Box<dyn Fn(Look<'_>, PlayerId, RouteId) -> Note + Send + Sync>;
pub(crate) type FilterFn = Box<dyn Fn(Look<'_>, PlayerId, OpId) -> Option<Note> + Send + Sync>;
pub(crate) type PersonalFn = Box<dyn Fn(Look<'_>, PlayerId, RouteId, &mut Terms) -> bool + Send + Sync>;
pub(crate) type NetworkFn = Box<dyn Fn(Look<'_>, SideId, &mut NetworkSpec) + Send + Sync>;
pub(crate) type NextFn = Box<dyn Fn(Look<'_>, PlayerId) -> PlayerId + Send + Sync>;
pub(crate) type TellFn = Box<dyn Fn(&mut Page<'_>) + Send + Sync>;
pub(crate) type SetupFn = Box<dyn Fn(&mut Cx<'_>) + Send + Sync>;

/// An operation: one kind of action.
pub struct Op {
    /// `module/name`, stable.
    pub name: String,
    /// The module that owns it.
    pub module: ModuleId,
    /// Its arguments by name.
    pub args: Vec<(String, ArgKind)>,
    /// Whether it is paid for with cards.
    pub pays: bool,
    /// Whether its arguments are for the acting player's eyes only.
    pub secret: bool,
    /// What it says in words, of the acting player.
    pub text: MsgId,
    /// What it brings or costs besides what its text says.
    pub remark: Option<MsgId>,
    pub(crate) apply: OpFn,
    pub(crate) why_not: Option<WhyNotFn>,
    /// Whether its module offers anything in a turn that is not ordinary.
    pub(crate) lesser: bool,
    /// Whether it claims a route and does nothing else.
    pub(crate) claims: bool,
    /// What it comes to, if it draws a card and does nothing else.
    pub(crate) draws: Option<Box<Drawing>>,
}

/// A kind of pending decision.
pub struct Decision {
    /// `module/name`, stable.
    pub name: String,
    /// The module that owns it.
    pub module: ModuleId,
    /// What is asked, in words.
    pub text: MsgId,
    /// Whether all answer at once, unseen.
    pub sealed: bool,
    /// What is offered, by module.
    pub(crate) offers: Vec<Offer>,
    /// What is offered while nobody offers anything ordinary.
    pub(crate) fallbacks: Vec<Offer>,
    /// Whether nothing is filtered, and all that is offered otherwise is ordinary.
    pub(crate) simple: bool,
}

pub(crate) struct Rule<F> {
    pub module: ModuleId,
    pub phase: Phase,
    pub run: F,
}

/// What gives a rule at the end of a turn something to do: told once, for [`crate::Installer::on_turn_end_for`].
#[derive(Clone, Copy, Debug)]
pub enum Cause {
    /// The player has so many pieces of a kind to place, or fewer.
    FewPieces {
        /// The kind.
        piece: PieceId,
        /// So many.
        most: i32,
    },
    /// The turn was idle, or one of some registers is set, or the player has had so many turns.
    Unusual {
        /// The registers.
        noted: [Noted; 3],
        /// So many.
        turns: u16,
    },
    /// The player's zone of these has so many cards, or more.
    ManyCards {
        /// The zones.
        zones: ZoneSet,
        /// So many.
        least: u32,
    },
    /// A zone has fewer cards than this, or more of a kind than the limits of the row allow.
    OutOfOrder {
        /// The zone.
        row: ZoneId,
        /// How many it should have.
        size: u32,
    },
}

/// A register of the game of which it only counts whether it is set, or not zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Noted(usize);

impl<T: RegValue> From<Reg<Global, T>> for Noted {
    fn from(reg: Reg<Global, T>) -> Self {
        Self(reg.slot(()))
    }
}

/// The same, with where to look.
#[derive(Clone, Copy)]
pub(crate) enum Check {
    Always,
    FewPieces { first: usize, most: i32 },
    Unusual { noted: [Noted; 3], turns: u16 },
    ManyCards(Kept),
    OutOfOrder { bag: usize, size: u32 },
}

/// Where the cards of the first player lie, how far apart those of the players are, and how many are many.
#[derive(Clone, Copy)]
pub(crate) struct Kept {
    first: usize,
    each: usize,
    least: u32,
}

impl Kept {
    #[inline(always)]
    fn are_many(&self, st: &State, who: PlayerId) -> bool {
        st.bags[self.first + self.each * who.index()].size() >= self.least
    }
}

/// What is looked at to see that no rule at the end of a turn has anything to do, all at once. There is one, where every one of them has
/// said what gives it something to do, and none says the same of other things.
#[derive(Clone, Copy)]
pub(crate) struct Quiet {
    /// Where the pieces of the players are counted; somebody who has more than this leaves things as they are.
    pieces: usize,
    few: i32,
    /// Where the first of three registers is that lie together.
    noted: usize,
    turns: u16,
    /// The row, how many cards it should have, and how many of each kind at most.
    row: usize,
    size: u32,
    most: CardBag,
    kept: Option<Kept>,
}

impl Quiet {
    /// What is looked at for these rules, if it can be all at once.
    pub fn of(rules: &[Rule<TurnRule>], most: Option<CardBag>) -> Option<Self> {
        let (mut few, mut unusual, mut order, mut kept) = (None, None, None, None);
        for rule in rules {
            let told_before = match rule.run.check {
                Check::Always => return None,
                Check::FewPieces { first, most } => few.replace((first, most)).is_some(),
                Check::Unusual { noted, turns } => unusual.replace((noted, turns)).is_some(),
                Check::ManyCards(cards) => kept.replace(cards).is_some(),
                Check::OutOfOrder { bag, size } => order.replace((bag, size)).is_some(),
            };
            if told_before {
                return None;
            }
        }
        let ((pieces, few), (noted, turns), (row, size)) = (few?, unusual?, order?);
        let [Noted(first), Noted(second), Noted(third)] = noted;
        let together = second == first + 1 && third == first + 2;
        together.then_some(Self { pieces, few, noted: first, turns, row, size, most: most?, kept })
    }

    /// Whether nothing is to be done at the end of this player's turn, which was idle or not; the row may be known to be in
    /// order.
    #[inline(always)]
    pub fn holds(&self, st: &State, who: PlayerId, idle: bool, in_order: bool) -> bool {
        let is_noted = st.regs[self.noted..].first_chunk().is_none_or(|[a, b, c]| (a | b | c) != 0);
        st.regs[self.pieces + who.index()] > self.few
            && !is_noted
            && !idle
            && st.clock.turns[who.index() % MAX_PLAYERS] < self.turns
            && self.kept.is_none_or(|kept| !kept.are_many(st, who))
            && (in_order || self.is_in_order(st))
    }

    /// The row, and how many cards it should have.
    pub fn row(&self) -> (usize, u32) {
        (self.row, self.size)
    }

    /// Whether the row is full and keeps its limits.
    #[inline(always)]
    fn is_in_order(&self, st: &State) -> bool {
        let row = &st.bags[self.row];
        row.size() >= self.size && row.within(&self.most)
    }

    /// Whether the row has as many cards as it should.
    #[inline(always)]
    pub fn has_full_row(&self, st: &State) -> bool {
        st.bags[self.row].size() == self.size
    }
}

/// The bag of the first of some zones of players, and how far apart they are, if all are as far apart.
pub(crate) fn bags_of(zones: &[Zone], of: ZoneSet, players: usize) -> Option<(usize, usize)> {
    let at = |who: usize| zones[of.of(PlayerId::at(who)).index()].at;
    let first = at(0);
    let each = if players > 1 { at(1).checked_sub(first)? } else { 0 };
    (0..players).all(|who| at(who) == first + each * who).then_some((first, each))
}

/// What is done at the beginning or the end of a turn, and when.
pub(crate) struct TurnRule {
    pub cause: Option<Cause>,
    /// What is looked at for it, once all places are known.
    pub check: Check,
    pub run: TurnFn,
}

impl TurnRule {
    pub fn new(cause: Option<Cause>, run: TurnFn) -> Self {
        Self { cause, check: Check::Always, run }
    }

    /// Finds out where to look.
    pub fn settle(&mut self, pieces: &[Piece], zones: &[Zone], players: usize) {
        self.check = match self.cause {
            None => Check::Always,
            Some(Cause::FewPieces { piece, most }) => match pieces.get(piece.index()) {
                Some(piece) => Check::FewPieces { first: piece.stock.slot(PlayerId(0)), most },
                None => Check::Always,
            },
            Some(Cause::Unusual { noted, turns }) => Check::Unusual { noted, turns },
            Some(Cause::ManyCards { zones: of, least }) => match bags_of(zones, of, players) {
                Some((first, each)) => Check::ManyCards(Kept { first, each, least }),
                None => Check::Always,
            },
            Some(Cause::OutOfOrder { row, size }) => Check::OutOfOrder { bag: zones[row.index()].at, size },
        };
    }

    /// Whether there is something to do.
    #[inline(always)]
    pub fn is_due(&self, look: Look<'_>, who: PlayerId) -> bool {
        match self.check {
            Check::Always => true,
            Check::FewPieces { first, most } => look.st.regs[first + who.index()] <= most,
            Check::Unusual { noted, turns } => {
                let is_noted = noted.iter().fold(0, |all, at| all | look.st.regs[at.0]) != 0;
                is_noted || look.turns_of(who) >= turns || look.turn_is_idle()
            }
            Check::ManyCards(kept) => kept.are_many(look.st, who),
            Check::OutOfOrder { bag, size } => {
                let row = &look.st.bags[bag];
                row.size() < size || !look.rules.keeps_row_limits(row)
            }
        }
    }
}

pub(crate) enum SetupStep {
    Do(SetupFn),
    /// All at once, answers sealed.
    AskAll(DecisionId),
    /// One after the other, from the first player or from the last backwards.
    AskEach {
        decision: DecisionId,
        reverse: bool,
    },
}

/// A claim on its way, as rules hear of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Who claims.
    pub who: PlayerId,
    /// Which route.
    pub route: RouteId,
    /// Without payment.
    pub free: bool,
}

/// A card that left a draw pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turned {
    /// Whose pile.
    pub deck: DeckId,
    /// Which kind.
    pub kind: Kind,
    /// Where it lies now.
    pub to: ZoneId,
}

/// When the answer of an eligibility rule can change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depends {
    /// With what lies on the routes of the same group: kept up as routes are claimed and released.
    OnGroup,
    /// With anything: asked anew each time.
    OnAnything,
}

pub(crate) struct Eligibility {
    pub module: ModuleId,
    pub depends: Depends,
    pub refuses: Refuses,
    pub why: RefusalFn,
}

/// To whom a route is closed by what lies on the routes of its group: told once, for [`crate::Installer::closes_when`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closing {
    /// To everybody, once something lies on it.
    Taken,
    /// To who holds another route of its group, and to their partners.
    HeldTwin,
    /// To everybody, once something lies on another route of its group.
    TakenTwin,
}

/// Which of them there are among the rules.
#[derive(Clone, Copy, Default)]
pub(crate) struct Closings {
    pub taken: bool,
    pub held_twin: bool,
    pub taken_twin: bool,
    /// There are others that depend on the group, and have to be asked.
    pub others: bool,
}

impl Closings {
    pub fn of(rules: &[Eligibility]) -> Self {
        let mut all = Self::default();
        for rule in rules.iter().filter(|rule| rule.depends == Depends::OnGroup) {
            match rule.refuses {
                Refuses::When(Closing::Taken) => all.taken = true,
                Refuses::When(Closing::HeldTwin) => all.held_twin = true,
                Refuses::When(Closing::TakenTwin) => all.taken_twin = true,
                Refuses::Player(_) | Refuses::Players(_) => all.others = true,
            }
        }
        all
    }
}

impl Closing {
    /// The players to whom it closes this route now.
    fn to(self, look: Look<'_>, route: RouteId) -> PlayerSet {
        let twins = || look.board().group_of(&route).iter().filter(|twin| **twin != route);
        let closed = match self {
            Self::HeldTwin => {
                return look.rules.with_partners(twins().fold(PlayerSet::NONE, |all, twin| all.or(look.held(*twin))));
            }
            Self::Taken => !look.is_free(route),
            Self::TakenTwin => twins().any(|twin| !look.is_free(*twin)),
        };
        if closed { look.rules.everybody() } else { PlayerSet::NONE }
    }
}

/// Whom a rule keeps from a route.
pub(crate) enum Refuses {
    /// Those to whom it is closed.
    When(Closing),
    /// This player?
    Player(EligibleFn),
    /// These players.
    Players(ClosedFn),
}

impl Eligibility {
    /// Whether it keeps this player from this route.
    #[inline]
    pub fn refuses(&self, look: Look<'_>, who: PlayerId, route: RouteId) -> bool {
        match &self.refuses {
            Refuses::When(closing) => closing.to(look, route).has(who),
            Refuses::Player(refuses) => refuses(look, who, route),
            Refuses::Players(refused) => refused(look, route).has(who),
        }
    }

    /// The players whom it keeps from this route.
    #[inline]
    pub fn refused(&self, look: Look<'_>, route: RouteId) -> PlayerSet {
        match &self.refuses {
            Refuses::When(closing) => closing.to(look, route),
            Refuses::Player(refuses) => look.rules.player_ids().filter(|who| refuses(look, *who, route)).collect(),
            Refuses::Players(refused) => refused(look, route),
        }
    }
}

/// What claiming a route takes, and what becomes of it. Folded into a table when the rules are compiled.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Terms {
    /// The cards.
    pub cost: Cost,
    /// The kind of piece that is placed.
    pub piece: PieceId,
    /// How many pieces are placed.
    pub pieces: u8,
    /// How many more pieces of that kind are put aside.
    pub aside: u8,
    /// Everybody may use the route afterwards, and nobody holds it; the pieces come from the shared stock.
    pub public: bool,
    /// Nobody can claim it.
    pub closed: bool,
}

/// The terms of a route, with the solver for its cost and, at hand, what a listing looks at for every route.
#[derive(Clone, Copy)]
pub(crate) struct RouteTerms {
    pub terms: u16,
    pub payer: u16,
    pub piece: PieceId,
    /// Pieces placed and put aside.
    pub pieces: u16,
    pub public: bool,
    pub closed: bool,
}

/// Which pieces a claim places, and where from.
pub(crate) struct Placing {
    pub piece: PieceId,
    pub pieces: u8,
    pub aside: u8,
    pub public: bool,
}

impl From<&Terms> for Placing {
    fn from(terms: &Terms) -> Self {
        Self { piece: terms.piece, pieces: terms.pieces, aside: terms.aside, public: terms.public }
    }
}

/// What a claim of a route changes, found out once.
#[derive(Clone, Copy, Default)]
pub(crate) struct Standing {
    /// Where the pieces that it takes are counted, those of the first player, and how many it takes.
    pub stock: usize,
    pub pieces: u8,
    /// The pieces are the player's own and the same for all, none is put aside, and whom it closes routes to stands below.
    pub plain: bool,
    /// Moreover no rule hears of it, and it is paid with cards that a player has for themselves.
    pub at_once: bool,
    /// Which word of routes it is in, and its bit.
    pub word: usize,
    pub bit: u64,
    /// The routes of that word that it closes to everybody, and those that it closes to who claims it and their partners.
    pub to_all: u64,
    pub to_holder: u64,
}

/// Information about a module of these rules.
pub struct ModuleInfo {
    /// What it is.
    pub manifest: Manifest,
    /// Its parameters in use.
    pub params: serde_json::Value,
    /// The seams and phases it subscribed to.
    pub seams: Vec<(&'static str, Option<Phase>)>,
}

/// The compiled rules.
pub struct Rules {
    pub(crate) rule_set: String,
    pub(crate) overrides: Vec<String>,
    pub(crate) players: usize,
    pub(crate) sides: Vec<SideId>,
    pub(crate) side_count: usize,
    pub(crate) side_names: Vec<String>,
    pub(crate) seat_names: Vec<String>,
    pub(crate) board: Board,
    pub(crate) modules: Vec<ModuleInfo>,
    pub(crate) kinds: Vec<CardKind>,
    pub(crate) kind_info: Vec<KindInfo>,
    pub(crate) decks: Vec<Deck>,
    pub(crate) draw_piles: Vec<DrawPile>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) zones: Vec<Zone>,
    pub(crate) regs: Vec<RegSpec>,
    pub(crate) streams: Vec<String>,
    pub(crate) escrow: ZoneId,
    /// Zones that a player pays from, as sets: the first of each.
    pub(crate) purses: Vec<ZoneId>,
    /// The only one, if it is a set of zones of players.
    pub(crate) own_purse: Option<ZoneId>,
    /// The bag of the first player's, and how far apart they are.
    pub(crate) purse_bags: Option<(usize, usize)>,
    /// What of the cards of a claim was laid from each of them but the first.
    pub(crate) laid: Vec<Reg<PerKind, i32>>,
    /// Zones whose tickets score for their player.
    pub(crate) goal_zones: Vec<ZoneId>,
    pub(crate) row_limits: Vec<(KindSet, u8)>,
    /// How many of each kind that comes to at most, if each limit is for one kind.
    pub(crate) row_most: Option<CardBag>,
    pub(crate) ops: Vec<Op>,
    pub(crate) decisions: Vec<Decision>,
    /// In which order what is offered in each of them is, where nothing is filtered, all of it is ordinary, and it is one that
    /// is known.
    pub(crate) shapes: Vec<Option<Box<Shaped>>>,
    pub(crate) filters: Vec<Rule<FilterFn>>,
    pub(crate) setup: Vec<Rule<SetupStep>>,
    pub(crate) turn_start: Vec<Rule<TurnRule>>,
    pub(crate) turn_end: Vec<Rule<TurnRule>>,
    /// What shows at once that none of these has anything to do.
    pub(crate) quiet: Option<Quiet>,
    pub(crate) declared: Vec<Rule<ClaimFn>>,
    /// The routes whose claims rules hear of, a bit each.
    pub(crate) heard: Vec<u64>,
    pub(crate) committed: Vec<Rule<ClaimFn>>,
    pub(crate) released: Vec<Rule<ReleaseFn>>,
    pub(crate) turned: Vec<Rule<TurnedFn>>,
    pub(crate) eligibility: Vec<Eligibility>,
    pub(crate) closings: Closings,
    pub(crate) asks_always: bool,
    pub(crate) personal: Vec<Rule<PersonalFn>>,
    pub(crate) next: Option<Rule<NextFn>>,
    pub(crate) paints: bool,
    pub(crate) releases: bool,
    pub(crate) route_terms: Vec<RouteTerms>,
    /// What a claim of each of them changes.
    pub(crate) standings: Vec<Standing>,
    pub(crate) terms: Vec<Terms>,
    pub(crate) payers: Vec<Payer>,
    pub(crate) classes: Classes,
    /// If the player's own pieces of one kind are placed on all routes, and none is closed to all: which, and the most on a route.
    pub(crate) most_pieces: Option<(PieceId, u16)>,
    /// What places cost where that differs.
    pub(crate) tariffs: Vec<Tariff>,
    /// The routes that end in each city, a bit each, in words of which others are empty.
    pub(crate) ending_in: Vec<Vec<(u32, u64)>>,
    pub(crate) network: Vec<(Purpose, Rule<NetworkFn>)>,
    pub(crate) goals: Vec<GoalSpec>,
    /// What tickets without a single value are worth, in words.
    pub(crate) worths: Vec<(TicketId, Note)>,
    pub(crate) scores: Vec<ScoreRule>,
    pub(crate) measures: Vec<MeasureSpec>,
    pub(crate) awards: Vec<AwardSpec>,
    pub(crate) award_order: Vec<usize>,
    pub(crate) ties: Vec<usize>,
    pub(crate) ends: Vec<(String, MsgId)>,
    pub(crate) messages: Vec<Template>,
    /// What writes the page of rules, and the layers that parameters came from.
    pub(crate) tellers: Vec<(ModuleId, TellFn)>,
    /// What marks pictures of the board.
    pub(crate) pictures: Vec<(ModuleId, PictureFn)>,
    pub(crate) settings: Settings,
    /// Fields of players in score files, and what can't be in one.
    pub(crate) fields: Vec<Field>,
    pub(crate) contradictions: Vec<ContradictionFn>,
    pub(crate) initial: State,
}

impl Rules {
    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The name of the rule set.
    pub fn rule_set(&self) -> &str {
        &self.rule_set
    }

    /// The overrides, `KEY=VALUE`.
    pub fn overrides(&self) -> &[String] {
        &self.overrides
    }

    /// The rule set and the overrides in words: `classic rules with end.pieces=0`.
    pub fn rules_text(&self) -> String {
        match self.overrides[..] {
            [] => format!("{} rules", self.rule_set),
            _ => format!("{} rules with {}", self.rule_set, self.overrides.join(", ")),
        }
    }

    /// How many players these rules are for.
    #[inline]
    pub fn players(&self) -> usize {
        self.players
    }

    /// The players by seat.
    pub fn player_ids(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.players).map(PlayerId::at)
    }

    /// How many sides there are.
    pub fn side_count(&self) -> usize {
        self.side_count
    }

    /// The sides.
    pub fn side_ids(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.side_count).map(SideId::at)
    }

    /// The side of a player.
    #[inline]
    pub fn side_of(&self, who: PlayerId) -> SideId {
        self.sides[who.index()]
    }

    /// The players of a side.
    #[inline]
    pub fn members(&self, side: SideId) -> PlayerSet {
        if self.side_count == self.players && self.sides.get(side.index()) == Some(&side) {
            return PlayerSet::one(PlayerId(side.0));
        }
        PlayerSet(self.player_ids().filter(|p| self.side_of(*p) == side).fold(0, |m, p| m | 1 << p.0))
    }

    /// These players and their partners.
    #[inline]
    pub fn with_partners(&self, players: PlayerSet) -> PlayerSet {
        if self.side_count == self.players {
            return players;
        }
        players.iter().fold(players, |all, who| all.or(self.members(self.side_of(who))))
    }

    /// All players.
    #[inline]
    pub fn everybody(&self) -> PlayerSet {
        PlayerSet::first(self.players)
    }

    /// The player's name.
    pub fn seat_name(&self, who: PlayerId) -> String {
        self.seat_names.get(who.index()).cloned().unwrap_or_else(|| format!("player {}", who.0 + 1))
    }

    /// The side's name, if it has one, and those of its players.
    pub fn side_name(&self, side: SideId) -> String {
        let names: Vec<String> = self.members(side).iter().map(|p| self.seat_name(p)).collect();
        let names = names.join(" & ");
        match self.side_names.get(side.index()) {
            Some(name) => format!("{name} ({names})"),
            None => names,
        }
    }

    /// The modules of these rules, by id.
    pub fn modules(&self) -> &[ModuleInfo] {
        &self.modules
    }

    /// The module's id.
    pub fn module_name(&self, module: ModuleId) -> &str {
        self.modules.get(module.index()).map_or("core", |m| m.manifest.id)
    }

    /// The card kinds, in kind order.
    pub fn kinds(&self) -> &[CardKind] {
        &self.kinds
    }

    /// A card kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> &CardKind {
        &self.kinds[kind.index()]
    }

    /// The card kind of this name.
    pub fn kind_named(&self, name: &str) -> Option<Kind> {
        self.kinds.iter().position(|k| k.name == name).map(Kind::at)
    }

    /// The kinds that are wild.
    pub fn wilds(&self) -> KindSet {
        (0..self.kinds.len()).map(Kind::at).filter(|k| self.kind(*k).wild).collect()
    }

    /// The decks.
    pub fn decks(&self) -> &[Deck] {
        &self.decks
    }

    /// A deck.
    #[inline]
    pub fn deck(&self, deck: DeckId) -> &Deck {
        &self.decks[deck.index()]
    }

    /// The kinds of pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// A kind of piece.
    #[inline]
    pub fn piece(&self, piece: PieceId) -> &Piece {
        &self.pieces[piece.index()]
    }

    /// The zones.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// A zone.
    #[inline]
    pub fn zone(&self, zone: ZoneId) -> &Zone {
        &self.zones[zone.index()]
    }

    /// The zone of this name that is this player's or their side's, or nobody's.
    pub fn zone_named(&self, name: &str, owner: Option<PlayerId>) -> Option<ZoneId> {
        let is_one = |zone: &ZoneId| match owner {
            Some(who) => self.is_of(*zone, who),
            None => self.zone(*zone).owner.is_none(),
        };
        (0..self.zones.len()).map(ZoneId::at).find(|zone| self.zone(*zone).name == name && is_one(zone))
    }

    /// Whether a zone is this player's, or their side's.
    pub fn is_of(&self, zone: ZoneId, who: PlayerId) -> bool {
        match self.zone(zone).owner {
            Some(Owner::Player(owner)) => owner == who,
            Some(Owner::Side(side)) => side == self.side_of(who),
            None => false,
        }
    }

    /// Whether cards in this zone can be paid with.
    pub fn is_purse(&self, zone: ZoneId) -> bool {
        self.purses.iter().any(|set| self.player_ids().any(|who| self.of_player(*set, who) == zone))
    }

    /// The name of who a zone belongs to: a player's or a side's.
    pub fn owner_name(&self, owner: Owner) -> String {
        match owner {
            Owner::Player(who) => self.seat_name(who),
            Owner::Side(side) => self.side_name(side),
        }
    }

    /// The players that a zone belongs to.
    pub fn owners(&self, owner: Owner) -> PlayerSet {
        match owner {
            Owner::Player(who) => PlayerSet::one(who),
            Owner::Side(side) => self.members(side),
        }
    }

    /// The zone where the cards of a claim lie until it is settled.
    pub fn escrow(&self) -> ZoneId {
        self.escrow
    }

    /// The limits of the row: at most so many cards of these kinds.
    pub fn row_limits(&self) -> &[(KindSet, u8)] {
        &self.row_limits
    }

    /// Whether a row has no more of a kind than its limits allow.
    #[inline]
    pub fn keeps_row_limits(&self, row: &CardBag) -> bool {
        match &self.row_most {
            Some(most) => row.within(most),
            None => self.keeps_each_row_limit(row),
        }
    }

    /// The same, limit by limit.
    #[inline(never)]
    fn keeps_each_row_limit(&self, row: &CardBag) -> bool {
        self.row_limits.iter().all(|(kinds, most)| row.len_of(*kinds) <= usize::from(*most))
    }

    /// How many of these cards a row can have without breaking a limit, where each limit is for one kind; otherwise that is not
    /// told.
    #[inline]
    pub fn most_in_row(&self, cards: &CardBag) -> Option<u32> {
        self.row_most.as_ref().map(|most| cards.in_common(most))
    }

    /// The streams of chance, by number.
    pub fn streams(&self) -> &[String] {
        &self.streams
    }

    /// The operations, in the order in which they are listed.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// An operation.
    #[inline]
    pub fn op(&self, op: OpId) -> &Op {
        &self.ops[op.index()]
    }

    /// The operation of this name.
    pub fn op_named(&self, name: &str) -> Option<OpId> {
        self.ops.iter().position(|o| o.name == name).map(OpId::at)
    }

    /// The kinds of decisions.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// A kind of decision.
    pub fn decision(&self, decision: DecisionId) -> &Decision {
        &self.decisions[decision.index()]
    }

    /// The reasons for which a game can end, by number.
    pub fn end_reasons(&self) -> impl Iterator<Item = &str> {
        self.ends.iter().map(|(name, _)| name.as_str())
    }

    /// The name of an end reason.
    pub fn end_reason(&self, why: u8) -> &str {
        self.ends.get(why as usize).map_or("unknown", |(name, _)| name.as_str())
    }

    /// An end reason in words.
    pub fn end_text(&self, why: u8) -> &str {
        self.ends.get(why as usize).map_or("", |(_, msg)| self.template(*msg).text.as_str())
    }

    /// What a ticket is worth in words, where its module says so: it has no single value then.
    pub fn worth_text(&self, ticket: TicketId) -> Option<String> {
        self.worths.iter().find(|(of, _)| *of == ticket).map(|(_, note)| self.text(note))
    }

    /// A template.
    pub fn template(&self, msg: MsgId) -> &Template {
        &self.messages[msg.0 as usize]
    }

    /// The registers.
    pub fn registers(&self) -> &[RegSpec] {
        &self.regs
    }

    /// The terms on which a route is claimed while nothing personal changes them.
    pub fn terms(&self, route: RouteId) -> &Terms {
        &self.terms[self.route_terms[self.terms_at(route, self.board.route(route).colour)].terms as usize]
    }

    /// The same rules, which spare no step: rules at ends of turns are called without a look whether they have something to do,
    /// what is offered is listed offer by offer, and nothing is claimed or drawn in one go. Slower, and the same games: to see
    /// that it is so.
    #[must_use]
    pub fn step_by_step(mut self) -> Self {
        self.turn_end.iter_mut().for_each(|rule| rule.run.check = Check::Always);
        self.quiet = None;
        self.shapes.fill_with(|| None);
        self.standings.fill(Standing::default());
        self.ops.iter_mut().for_each(|op| op.draws = None);
        self
    }

    /// Whether a rule hears of claims of this route.
    #[inline]
    pub(crate) fn hears_of(&self, route: RouteId) -> bool {
        self.heard.get(route.index() / 64).is_none_or(|word| word >> (route.index() % 64) & 1 != 0)
    }

    /// Whether routes are claimed on terms that are the same for all and do not change, and are open or not by the board
    /// alone.
    #[inline]
    pub(crate) fn has_classes(&self) -> bool {
        self.personal.is_empty() && !self.paints && !self.asks_always
    }

    #[inline]
    pub(crate) fn terms_at(&self, route: RouteId, colour: Option<ColourId>) -> usize {
        if !self.paints {
            return route.index();
        }
        let colours = self.board.colours.len();
        route.index() * (colours + 1) + colour.map_or(colours, ColourId::index)
    }

    /// The city's name.
    pub fn city_name(&self, city: CityId) -> &str {
        &self.board.cities[city.index()].name
    }
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rules")
            .field("map", &self.board.name)
            .field("rule_set", &self.rule_set)
            .field("players", &self.players)
            .field("modules", &self.modules.iter().map(|m| m.manifest.id).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
