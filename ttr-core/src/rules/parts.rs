//! The parts of the compiled rules, by who reads them. Modules fill them while they install; settling completes them.

use super::{
    CardKind, ClaimFn, Closing, Decision, Deck, Eligibility, FilterFn, JointFn, Limits, NextFn, Op, PersonalFn, Piece,
    ReleaseFn, RouteTerms, Rule, SetupStep, Stop, Terms, TurnEnd, TurnFn, TurnedFn, Wakes, Zone,
};
use crate::cost::price_list::PriceList;
use crate::cost::{Cost, KindInfo, Payer};
use crate::deck::Pile;
use crate::ids::{ModuleId, PieceId, RouteId, SideId, TicketId, ZoneId};
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

/// Which rules these are, and who plays.
#[derive(Default)]
pub(crate) struct About {
    pub rule_set: String,
    pub overrides: Vec<String>,
    pub players: usize,
    /// The side of each player.
    pub sides: Vec<SideId>,
    pub side_count: usize,
    pub side_names: Vec<String>,
    pub seat_names: Vec<String>,
    pub modules: Vec<ModuleInfo>,
    /// The layers that parameters came from.
    pub settings: Settings,
}

/// What is on the table beside the board, and where a position keeps it.
#[derive(Default)]
pub(crate) struct Material {
    pub kinds: Vec<CardKind>,
    /// What payments ask of each kind.
    pub kind_info: Vec<KindInfo>,
    pub decks: Vec<Deck>,
    /// Where the cards of each deck are kept.
    pub piles: Vec<Pile>,
    pub pieces: Vec<Piece>,
    pub zones: Vec<Zone>,
    /// Where each zone is kept in a position.
    pub spots: Vec<Spot>,
    pub regs: Vec<RegSpec>,
    /// The streams of chance, by number.
    pub streams: Vec<String>,
    /// Those that bring players, by their seats.
    pub streams_of_players: Vec<u16>,
    /// Where the cards of a claim lie until it is settled.
    pub escrow: ZoneId,
    /// The sets of zones that players pay from, each by its first zone.
    pub purses: Vec<ZoneId>,
    /// The spots that each player pays from.
    pub purse_spots: Vec<Vec<Spot>>,
    /// For each purse but the first: how many cards of the claim under way came from it.
    pub origins: Vec<Reg<PerKind, i32>>,
    /// The limits of the row.
    pub limits: Limits,
}

/// What routes and other things cost, in tables by which payments are counted and listed.
#[derive(Default)]
pub(crate) struct Costs {
    /// Everything that is paid with cards: what it costs, and its solver.
    pub all: Vec<Cost>,
    pub payers: Vec<Payer>,
    /// What things cost that differ in it: the routes first, then the cities of each line of a menu.
    pub lists: Vec<PriceList>,
    /// Whether routes stand on a price list. They do where terms are the same for all players and do not change, and where what lies on the
    /// board alone says which routes are open.
    pub has_prices: bool,
    /// The terms of each route, of each colour that it can have.
    pub route_terms: Vec<RouteTerms>,
    /// All terms that differ.
    pub terms: Vec<Terms>,
    /// The routes in the order in which claims are listed: by what they cost as the map has them, then in map order. It is the same
    /// whether they are counted by their price list or asked for one by one.
    pub claim_order: Box<[RouteId]>,
    /// The kind of piece that routes take, and the most of it on one route. Known where all routes take the player's own pieces of one
    /// kind and none is closed to all.
    pub most_pieces: Option<(PieceId, u16)>,
}

/// What the machine runs: what can be done and decided, the procedures of setup and turn, and how a game ends.
#[derive(Default)]
pub(crate) struct Play {
    pub ops: Vec<Op>,
    pub decisions: Vec<Decision>,
    pub filters: Vec<Rule<FilterFn>>,
    pub setup: Vec<Rule<SetupStep>>,
    pub turn_start: Vec<Rule<TurnFn>>,
    pub turn_end: Vec<Rule<TurnEnd>>,
    /// What wakes each rule for the end of a turn.
    pub wakes: Wakes,
    /// Who is next, if not the player on the left.
    pub next: Option<Rule<NextFn>>,
    pub joints: Vec<Vec<Rule<JointFn>>>,
    pub stops: Vec<Stop>,
    /// Rules that hear of cards that leave a draw pile.
    pub turned: Vec<Rule<TurnedFn>>,
    /// The reasons for which a game can end, each with its words.
    pub ends: Vec<(String, MsgId)>,
}

/// Who may claim which route, and which rules hear of it.
#[derive(Default)]
pub(crate) struct Claims {
    pub declared: Vec<Rule<ClaimFn>>,
    /// The routes whose claims rules hear of, a bit each.
    pub heard: Vec<u64>,
    pub committed: Vec<Rule<ClaimFn>>,
    pub released: Vec<Rule<ReleaseFn>>,
    pub eligibility: Vec<Eligibility>,
    /// What a claim of each route closes, by the rules that say it with [`crate::Closes`].
    pub closings: Vec<Box<[Closing]>>,
    /// Whether other rules depend on what lies on a group: they are asked after each claim.
    pub asks_others: bool,
    /// Whether a rule depends on anything else: it is asked at each listing.
    pub asks_always: bool,
    /// What changes the terms of a route for one player.
    pub personal: Vec<Rule<PersonalFn>>,
    /// Whether routes can change their colour.
    pub paints: bool,
    /// Whether routes can come off the board.
    pub releases: bool,
}

/// Which routes connect for whom, and what is to be connected by them.
#[derive(Default)]
pub(crate) struct Networks {
    /// What modules change in a network, and for which purpose.
    pub changes: Vec<(Purpose, Rule<NetworkFn>)>,
    /// The routes that end in each city, a bit each: only the words that are not empty, each with its number.
    pub ending_in: Vec<Vec<(u32, u64)>>,
    pub goals: Vec<GoalSpec>,
    /// Zones whose tickets score for their player.
    pub goal_zones: Vec<ZoneId>,
}

/// What is counted at the end of a game, and who wins.
#[derive(Default)]
pub(crate) struct Scoring {
    pub scores: Vec<ScoreRule>,
    pub measures: Vec<MeasureSpec>,
    pub awards: Vec<AwardSpec>,
    /// The awards in the order in which they are given.
    pub award_order: Vec<usize>,
    /// The measures that break ties, the first one first.
    pub ties: Vec<usize>,
}

/// What people read of a game and write down of it: messages, the page of rules, pictures, score files.
#[derive(Default)]
pub(crate) struct Words {
    pub messages: Vec<Template>,
    /// What tickets without a single value are worth.
    pub worths: Vec<(TicketId, Note)>,
    /// What writes the page of rules.
    pub tellers: Vec<(ModuleId, TellFn)>,
    /// What marks pictures of the board.
    pub pictures: Vec<(ModuleId, PictureFn)>,
    /// Fields of players in score files, and what can't be in one.
    pub fields: Vec<Field>,
    pub contradictions: Vec<ContradictionFn>,
}
