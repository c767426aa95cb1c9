//! The compiled rules of a game: a map, a rule set and overrides, for a number of players. Immutable and shared.

mod claim;
pub(crate) mod menu;
mod op;
mod parts;
pub mod phase;
mod procedure;

pub use crate::material::deck::{Deck, Piece};
pub use crate::material::kind::{CardKind, Price};
pub use crate::material::row_limits::Limits;
pub use crate::material::zone::{Holds, Owner, Vis, Zone};
pub use claim::{Claim, ClosedTo, Closes, Depends, Taken, Terms, Turned};
pub(crate) use claim::{
    ClaimFn, Closing, Eligibility, PersonalFn, Placing, RefusalFn, Refuses, ReleaseFn, RouteSlot, RouteTerms, TurnedFn,
};
pub use menu::{CityLine, Line};
pub(crate) use menu::{ListFn, MenuLine, Source};
pub use op::{ArgKind, Decision, Op, Rank};
pub(crate) use op::{CLAIM, FilterFn, SETUP, TURN, WhyNotFn};
pub use parts::ModuleInfo;
pub(crate) use parts::{About, Claims, Costs, Material, NetworkFn, Networks, Play, Scoring, Words};
pub use procedure::{Joint, Read, TurnRule, Waypoint};
pub(crate) use procedure::{JointFn, NextFn, Rule, SetupStep, Stop, TurnEnd, TurnFn, Wakes};

use crate::board::Board;
use crate::cost::price_list::PriceList;
use crate::ids::{
    CityId, ColourId, DecisionId, DeckId, Kind, KindSet, ModuleId, OpId, PieceId, PlayerId, PlayerSet, RouteId, SideId,
    TicketId, ZoneId,
};
use crate::message::{MsgId, Template};
use crate::registers::RegSpec;
use crate::state::State;

/// The compiled rules.
pub struct Rules {
    pub(crate) about: About,
    pub(crate) board: Board,
    pub(crate) material: Material,
    pub(crate) costs: Costs,
    pub(crate) play: Play,
    pub(crate) claims: Claims,
    pub(crate) networks: Networks,
    pub(crate) scoring: Scoring,
    pub(crate) words: Words,
    /// The position in which a game starts, before anything is dealt.
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
        &self.about.rule_set
    }

    /// The overrides, `KEY=VALUE`.
    pub fn overrides(&self) -> &[String] {
        &self.about.overrides
    }

    /// The rule set and the overrides in words: `classic rules with end.pieces=0`.
    pub fn rules_text(&self) -> String {
        match self.about.overrides[..] {
            [] => format!("{} rules", self.about.rule_set),
            _ => format!("{} rules with {}", self.about.rule_set, self.about.overrides.join(", ")),
        }
    }

    /// How many players these rules are for.
    #[inline]
    pub fn players(&self) -> usize {
        self.about.players
    }

    /// The players by seat.
    pub fn player_ids(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.about.players).map(PlayerId::at)
    }

    /// How many sides there are.
    pub fn side_count(&self) -> usize {
        self.about.side_count
    }

    /// The sides.
    pub fn side_ids(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.about.side_count).map(SideId::at)
    }

    /// The side of a player.
    #[inline]
    pub fn side_of(&self, who: PlayerId) -> SideId {
        self.about.sides[who.index()]
    }

    /// The players of a side.
    #[inline]
    pub fn members(&self, side: SideId) -> PlayerSet {
        if self.about.side_count == self.about.players && self.about.sides.get(side.index()) == Some(&side) {
            return PlayerSet::one(PlayerId(side.0));
        }
        PlayerSet(self.player_ids().filter(|p| self.side_of(*p) == side).fold(0, |m, p| m | 1 << p.0))
    }

    /// These players and their partners.
    #[inline]
    pub fn with_partners(&self, players: PlayerSet) -> PlayerSet {
        if self.about.side_count == self.about.players {
            return players;
        }
        players.iter().fold(players, |all, who| all.or(self.members(self.side_of(who))))
    }

    /// All players.
    #[inline]
    pub fn everybody(&self) -> PlayerSet {
        PlayerSet::first(self.about.players)
    }

    /// The player's name.
    pub fn seat_name(&self, who: PlayerId) -> String {
        self.about.seat_names.get(who.index()).cloned().unwrap_or_else(|| format!("player {}", who.0 + 1))
    }

    /// The side's name, if it has one, and those of its players.
    pub fn side_name(&self, side: SideId) -> String {
        let names: Vec<String> = self.members(side).iter().map(|p| self.seat_name(p)).collect();
        let names = names.join(" & ");
        match self.about.side_names.get(side.index()) {
            Some(name) => format!("{name} ({names})"),
            None => names,
        }
    }

    /// The modules of these rules, by id.
    pub fn modules(&self) -> &[ModuleInfo] {
        &self.about.modules
    }

    /// The module's id.
    pub fn module_name(&self, module: ModuleId) -> &str {
        self.about.modules.get(module.index()).map_or("core", |m| m.manifest.id)
    }

    /// The card kinds, in kind order.
    pub fn kinds(&self) -> &[CardKind] {
        &self.material.kinds
    }

    /// A card kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> &CardKind {
        &self.material.kinds[kind.index()]
    }

    /// The card kind of this name.
    pub fn kind_named(&self, name: &str) -> Option<Kind> {
        self.material.kinds.iter().position(|k| k.name == name).map(Kind::at)
    }

    /// The kinds that are wild.
    pub fn wilds(&self) -> KindSet {
        (0..self.material.kinds.len()).map(Kind::at).filter(|k| self.kind(*k).wild).collect()
    }

    /// The decks.
    pub fn decks(&self) -> &[Deck] {
        &self.material.decks
    }

    /// A deck.
    #[inline]
    pub fn deck(&self, deck: DeckId) -> &Deck {
        &self.material.decks[deck.index()]
    }

    /// The kinds of pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.material.pieces
    }

    /// A kind of piece.
    #[inline]
    pub fn piece(&self, piece: PieceId) -> &Piece {
        &self.material.pieces[piece.index()]
    }

    /// The zones.
    pub fn zones(&self) -> &[Zone] {
        &self.material.zones
    }

    /// A zone.
    #[inline]
    pub fn zone(&self, zone: ZoneId) -> &Zone {
        &self.material.zones[zone.index()]
    }

    /// The zone of this name that is this player's or their side's, or nobody's.
    pub fn zone_named(&self, name: &str, owner: Option<PlayerId>) -> Option<ZoneId> {
        let is_one = |zone: &ZoneId| match owner {
            Some(who) => self.is_of(*zone, who),
            None => self.zone(*zone).owner.is_none(),
        };
        (0..self.material.zones.len()).map(ZoneId::at).find(|zone| self.zone(*zone).name == name && is_one(zone))
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
        self.material.purses.iter().any(|set| self.player_ids().any(|who| self.of_player(*set, who) == zone))
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
        self.material.escrow
    }

    /// The limits of the row.
    #[inline]
    pub fn limits(&self) -> &Limits {
        &self.material.limits
    }

    /// The streams of chance, by number.
    pub fn streams(&self) -> &[String] {
        &self.material.streams
    }

    /// Whether a stream of chance brings players, by their seats.
    pub fn brings_players(&self, stream: u16) -> bool {
        self.material.streams_of_players.contains(&stream)
    }

    /// The operations, in the order in which they are listed.
    pub fn ops(&self) -> &[Op] {
        &self.play.ops
    }

    /// An operation.
    #[inline]
    pub fn op(&self, op: OpId) -> &Op {
        &self.play.ops[op.index()]
    }

    /// The operation of this name.
    pub fn op_named(&self, name: &str) -> Option<OpId> {
        self.play.ops.iter().position(|o| o.name == name).map(OpId::at)
    }

    /// The kinds of decisions.
    pub fn decisions(&self) -> &[Decision] {
        &self.play.decisions
    }

    /// A kind of decision.
    pub fn decision(&self, decision: DecisionId) -> &Decision {
        &self.play.decisions[decision.index()]
    }

    /// The reasons for which a game can end, by number.
    pub fn end_reasons(&self) -> impl Iterator<Item = &str> {
        self.play.ends.iter().map(|(name, _)| name.as_str())
    }

    /// The name of an end reason.
    pub fn end_reason(&self, why: u8) -> &str {
        self.play.ends.get(why as usize).map_or("unknown", |(name, _)| name.as_str())
    }

    /// An end reason in words.
    pub fn end_text(&self, why: u8) -> &str {
        self.play.ends.get(why as usize).map_or("", |(_, msg)| self.template(*msg).text.as_str())
    }

    /// What a ticket is worth in words, where its module says so: it has no single value then.
    pub fn worth_text(&self, ticket: TicketId) -> Option<String> {
        self.words.worths.iter().find(|(of, _)| *of == ticket).map(|(_, note)| self.text(note))
    }

    /// A template.
    pub fn template(&self, msg: MsgId) -> &Template {
        &self.words.messages[msg.0 as usize]
    }

    /// The registers.
    pub fn registers(&self) -> &[RegSpec] {
        &self.material.regs
    }

    /// The terms on which a route is claimed while nothing personal changes them.
    pub fn terms(&self, route: RouteId) -> &Terms {
        &self.costs.terms[self.costs.route_terms[self.terms_at(route, self.board.route(route).colour)].terms as usize]
    }

    /// Whether a rule hears of claims of this route.
    #[inline]
    pub(crate) fn hears_of(&self, route: RouteId) -> bool {
        self.claims.heard.get(route.index() / 64).is_none_or(|word| word >> (route.index() % 64) & 1 != 0)
    }

    /// Where a position keeps whether a route is open to a player.
    pub(crate) fn slot_of(&self, route: RouteId) -> RouteSlot {
        let cell = self.route_prices().cell(route.index()).map_or(RouteSlot::NOWHERE, |cell| cell as u32);
        RouteSlot { word: (route.index() / 64) as u16, bit: (route.index() % 64) as u8, cell }
    }

    /// The number of the price list of the routes.
    pub(crate) const ROUTES: u16 = 0;

    /// The price list of the routes.
    #[inline]
    pub(crate) fn route_prices(&self) -> &PriceList {
        &self.costs.lists[usize::from(Self::ROUTES)]
    }

    /// Where the terms of a route stand in their table: by its colour too, where routes can change theirs.
    #[inline]
    pub(crate) fn terms_at(&self, route: RouteId, colour: Option<ColourId>) -> usize {
        if !self.claims.paints {
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
            .field("rule_set", &self.about.rule_set)
            .field("players", &self.about.players)
            .field("modules", &self.about.modules.iter().map(|m| m.manifest.id).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
