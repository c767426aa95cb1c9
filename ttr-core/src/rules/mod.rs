//! The compiled rules of a game: a map, a rule set and overrides, for a number of players. Immutable and shared.

mod claim;
pub(crate) mod menu;
mod op;
pub mod phase;
mod procedure;

pub use crate::material::deck::{Deck, Piece};
pub use crate::material::kind::{CardKind, Price};
pub use crate::material::row_limits::Limits;
pub use crate::material::zone::{Holds, Owner, Vis, Zone};
pub use claim::{Claim, ClosedTo, Closes, Depends, Taken, Terms, Turned};
pub(crate) use claim::{
    ClaimFn, Closing, Eligibility, PersonalFn, Placing, RefusalFn, Refuses, ReleaseFn, RouteTerms, TurnedFn,
};
pub use menu::{CityLine, Line};
pub(crate) use menu::{ListFn, MenuLine, Source};
pub use op::{ArgKind, Decision, Op, Rank};
pub(crate) use op::{CLAIM, FilterFn, SETUP, TURN, WhyNotFn};
pub use procedure::{Joint, Read, TurnRule, Waypoint};
pub(crate) use procedure::{JointFn, NextFn, Rule, SetupStep, Stop, TurnEnd, TurnFn, Wakes};

use crate::board::Board;
use crate::cost::price_list::PriceList;
use crate::cost::{Cost, KindInfo, Payer};
use crate::deck::Pile;
use crate::ids::{
    CityId, ColourId, DecisionId, DeckId, Kind, KindSet, ModuleId, OpId, PieceId, PlayerId, PlayerSet, RouteId, SideId,
    TicketId, ZoneId,
};
use crate::look::Look;
use crate::message::{MsgId, Note, Template};
use crate::module::Manifest;
use crate::network::{NetworkSpec, Purpose};
use crate::page::Page;
use crate::phase::Phase;
use crate::picture::PictureFn;
use crate::record::{ContradictionFn, Field};
use crate::registers::{PerKind, Reg, RegSpec};
use crate::score::{AwardSpec, GoalSpec, MeasureSpec, ScoreRule};
use crate::state::State;
use crate::zone::Spot;
use ttr_source::Settings;

pub(crate) type NetworkFn = Box<dyn Fn(Look<'_>, SideId, &mut NetworkSpec) + Send + Sync>;
pub(crate) type TellFn = Box<dyn Fn(&mut Page<'_>) + Send + Sync>;

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
    pub(crate) piles: Vec<Pile>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) zones: Vec<Zone>,
    /// Where each of them is kept in a position.
    pub(crate) spots: Vec<Spot>,
    pub(crate) regs: Vec<RegSpec>,
    pub(crate) streams: Vec<String>,
    pub(crate) escrow: ZoneId,
    /// Zones that a player pays from, as sets: the first of each.
    pub(crate) purses: Vec<ZoneId>,
    /// Where those of each player are kept.
    pub(crate) purse_spots: Vec<Vec<Spot>>,
    /// What of the cards of a claim came from each of them but the first.
    pub(crate) origins: Vec<Reg<PerKind, i32>>,
    /// Zones whose tickets score for their player.
    pub(crate) goal_zones: Vec<ZoneId>,
    pub(crate) limits: Limits,
    pub(crate) ops: Vec<Op>,
    pub(crate) decisions: Vec<Decision>,
    pub(crate) filters: Vec<Rule<FilterFn>>,
    pub(crate) setup: Vec<Rule<SetupStep>>,
    pub(crate) turn_start: Vec<Rule<TurnFn>>,
    pub(crate) turn_end: Vec<Rule<TurnEnd>>,
    pub(crate) wakes: Wakes,
    pub(crate) joints: Vec<Vec<Rule<JointFn>>>,
    pub(crate) stops: Vec<Stop>,
    pub(crate) declared: Vec<Rule<ClaimFn>>,
    /// The routes whose claims rules hear of, a bit each.
    pub(crate) heard: Vec<u64>,
    pub(crate) committed: Vec<Rule<ClaimFn>>,
    pub(crate) released: Vec<Rule<ReleaseFn>>,
    pub(crate) turned: Vec<Rule<TurnedFn>>,
    pub(crate) eligibility: Vec<Eligibility>,
    /// What closes routes by what lies there, and whether other rules that depend on it have to be asked.
    pub(crate) closing: Closing,
    pub(crate) asks_others: bool,
    pub(crate) asks_always: bool,
    pub(crate) personal: Vec<Rule<PersonalFn>>,
    pub(crate) next: Option<Rule<NextFn>>,
    pub(crate) paints: bool,
    pub(crate) releases: bool,
    pub(crate) route_terms: Vec<RouteTerms>,
    pub(crate) terms: Vec<Terms>,
    /// Everything that is paid with cards: what it costs, and its solver.
    pub(crate) costs: Vec<Cost>,
    pub(crate) payers: Vec<Payer>,
    /// What things cost that differ in it: the routes first, then the cities of each line of a menu.
    pub(crate) price_lists: Vec<PriceList>,
    /// Whether routes stand on a price list: they are claimed on terms that are the same for all and do not change, and are open or not by
    /// what lies on the board alone.
    pub(crate) has_prices: bool,
    /// The routes in the order in which claims are listed: by what they cost as the map has them, then in map order. It is the same
    /// whether they are counted by their price list or asked for one by one.
    pub(crate) claim_order: Box<[RouteId]>,
    /// If the player's own pieces of one kind are placed on all routes, and none is closed to all: which, and the most on a route.
    pub(crate) most_pieces: Option<(PieceId, u16)>,
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

    /// The limits of the row.
    #[inline]
    pub fn limits(&self) -> &Limits {
        &self.limits
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

    /// Whether a rule hears of claims of this route.
    #[inline]
    pub(crate) fn hears_of(&self, route: RouteId) -> bool {
        self.heard.get(route.index() / 64).is_none_or(|word| word >> (route.index() % 64) & 1 != 0)
    }

    /// The price list of the routes.
    pub(crate) const ROUTES: u16 = 0;

    #[inline]
    pub(crate) fn route_prices(&self) -> &PriceList {
        &self.price_lists[usize::from(Self::ROUTES)]
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
