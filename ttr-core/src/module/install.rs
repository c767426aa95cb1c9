//! Installing a module: registering a rule is subscribing to its seam.

use crate::actions::{Action, ActionSpace};
use crate::board::{Board, Ticket};
use crate::compile::{Draft, Place};
use crate::cost::Cost;
use crate::cx::Cx;
use crate::event::Sight;
use crate::ids::{
    CityId, ColourId, DecisionId, DeckId, Kind, KindSet, OpId, PieceId, PlayerId, PlayerSet, RouteId, SideId, TicketId,
    ZoneId,
};
use crate::limits::{MAX_CARD_KINDS, MAX_COLOURS, MAX_DECKS, MAX_PIECE_KINDS};
use crate::look::Look;
use crate::message::{MsgId, Note, Template, Value};
use crate::module::AttrOn;
use crate::network::{Net, NetworkSpec, Purpose};
use crate::page::Page;
use crate::phase::Phase;
use crate::picture::Picture;
use crate::registers::{Reg, RegSpec, RegValue, Scope, Sizes};
use crate::rules::{
    ArgKind, CardKind, Claim, Closes, Decision, Deck, Depends, Eligibility, Holds, Joint, Line, ListFn, MenuLine, Op,
    Owner, Piece, Rank, Read, RefusalFn, Refuses, Rule, SetupStep, Source, Stop, TURN, Terms, TurnEnd, TurnRule,
    Turned, Vis, Waypoint, Zone,
};
use crate::score::{
    AwardSpec, GoalSpec, Lines, MeasureHow, MeasureSpec, Measured, Outcome, ScoreRule, Scoring, TieRule, When,
};
use crate::state::Frame;
use crate::zone::{SideZones, ZoneSet};
use serde::de::DeserializeOwned;
use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::ops::Index;
use std::sync::Arc;
use ttr_source::Diagnostic;

/// A cost that modules ask for again and again: compiled once, with the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CostId(pub(crate) u16);

/// A reason for which a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndReason(pub(crate) u8);

/// Points that outlive their cause, kept per side; a score line of their own.
#[derive(Clone, Copy, Debug)]
pub struct Bank(Reg<crate::registers::PerSide, i32>);

impl Bank {
    /// Banks points for a player's side.
    pub fn add(self, cx: &mut Cx<'_>, who: PlayerId, points: i32) {
        let side = cx.rules().side_of(who);
        cx.add(self.0, side, points);
    }

    /// What a side has banked.
    pub fn of(self, look: Look<'_>, side: SideId) -> i32 {
        look.get(self.0, side)
    }
}

/// The values of an attribute, one for each city, route, ticket or card kind.
#[derive(Clone, Debug)]
pub struct Attr<I, T> {
    values: Arc<[T]>,
    of: PhantomData<fn(I)>,
}

macro_rules! index_attr {
    ($($id:ident),*) => {$(
        impl<T> Index<$id> for Attr<$id, T> {
            type Output = T;
            #[inline]
            fn index(&self, at: $id) -> &T {
                &self.values[at.index()]
            }
        }

        impl<T> Attr<$id, T> {
            /// All of them with their values, in order.
            pub fn iter(&self) -> impl Iterator<Item = ($id, &T)> {
                self.values.iter().enumerate().map(|(i, v)| ($id::at(i), v))
            }
        }
    )*};
}
index_attr!(CityId, RouteId, TicketId, Kind);

/// What a module registers itself with.
pub struct Installer<'a> {
    pub(crate) draft: &'a mut Draft,
}

impl Installer<'_> {
    // ---- what there is

    /// How many players.
    pub fn players(&self) -> usize {
        self.draft.rules.players
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.draft.rules.board
    }

    /// How many tickets the map has, with those that are at fault and left out of the board.
    pub fn tickets_written(&self) -> usize {
        self.draft.tickets_written()
    }

    /// The card kinds registered so far.
    pub fn kinds(&self) -> &[CardKind] {
        &self.draft.rules.kinds
    }

    /// The decks registered so far.
    pub fn decks(&self) -> &[Deck] {
        &self.draft.rules.decks
    }

    /// The pieces registered so far.
    pub fn pieces(&self) -> &[Piece] {
        &self.draft.rules.pieces
    }

    /// The pieces that claim routes.
    pub fn claim_pieces(&self) -> Vec<PieceId> {
        let pieces = self.draft.rules.pieces.iter().enumerate();
        pieces.filter(|(_, p)| p.claims).map(|(i, _)| PieceId::at(i)).collect()
    }

    /// Whether the map was made for the rule set. If it was not, what the map has and the rules do not may be treated as
    /// plain, with a warning.
    pub fn own_rules(&self) -> bool {
        self.draft.own_rules
    }

    /// The colours that cards pay with, by name.
    pub fn colours_of_cards(&self) -> Vec<String> {
        let paying = self.kinds().iter().filter(|kind| kind.payable && !kind.wild).filter_map(|kind| kind.colour);
        let mut names: Vec<String> = paying.map(|colour| self.board().colours[colour.index()].clone()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The kinds for which something holds.
    pub fn kinds_where(&self, holds: impl Fn(&CardKind) -> bool) -> KindSet {
        let kinds = self.draft.rules.kinds.iter().enumerate();
        kinds.filter(|(_, k)| holds(k)).map(|(i, _)| Kind::at(i)).collect()
    }

    /// Gives something to modules that require this one. Only one module can give it.
    pub fn provide<T: Any + Send + Sync>(&mut self, service: T) {
        let (id, module) = (TypeId::of::<T>(), self.draft.module);
        if let Some((other, _)) = self.draft.services.get(&id) {
            let other = *other;
            return self.draft.exclusive("what other modules build on", other, module);
        }
        self.draft.services.insert(id, (module, Box::new(Arc::new(service))));
    }

    /// What a required module gives.
    ///
    /// # Panics
    /// If no module gives it: a mistake of the module's manifest, not of a file.
    pub fn service<T: Any + Send + Sync>(&self) -> Arc<T> {
        self.find_service().unwrap_or_else(|| panic!("no required module provides {}", std::any::type_name::<T>()))
    }

    /// What another module gives, if it is there.
    pub fn find_service<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.draft.services.get(&TypeId::of::<T>()).and_then(|(_, s)| s.downcast_ref::<Arc<T>>()).cloned()
    }

    fn full_name(&self, name: &str) -> String {
        format!("{}/{name}", self.draft.module_id())
    }

    fn joins(&mut self, seam: &'static str, phase: Option<Phase>) {
        let seams = &mut self.draft.seams[self.draft.module.index()];
        if !seams.contains(&(seam, phase)) {
            seams.push((seam, phase));
        }
    }

    // ---- material

    /// Registers a deck: a draw pile nobody sees and its discards, which all see.
    pub fn deck(&mut self, name: &str) -> DeckId {
        let draw = self.shuffled_zone(&format!("{name} deck"), Holds::Cards);
        let discards = self.zone(&format!("{name} discards"), Holds::Cards, Vis::Public);
        let rules = &mut self.draft.rules;
        rules.decks.push(Deck { name: name.to_owned(), draw, discards, kinds: KindSet::NONE });
        let n = rules.decks.len();
        self.draft.check_limit(n, MAX_DECKS, "decks", "limit::decks", self.span_of(Place::Module));
        DeckId::at(n - 1)
    }

    /// Registers a kind of card, which stands under this key of the module's table. All its cards start in the draw pile.
    pub fn card_kind(&mut self, key: impl Into<String>, kind: CardKind) -> Kind {
        let (key, at) = (key.into(), self.draft.rules.kinds.len());
        if at == MAX_CARD_KINDS {
            self.draft.one_kind_too_many(&key);
            return Kind::at(at - 1);
        }
        self.draft.kind_places.push((self.draft.module, key));
        let rules = &mut self.draft.rules;
        let deck = &mut rules.decks[kind.deck.index()];
        deck.kinds = deck.kinds.with(Kind::at(at));
        rules.kinds.push(kind);
        Kind::at(at)
    }

    /// The colour of this name, registered if it is new.
    pub fn colour(&mut self, name: &str) -> ColourId {
        let colours = &mut self.draft.rules.board.colours;
        match colours.iter().position(|c| c == name) {
            Some(at) => ColourId::at(at),
            None => {
                colours.push(name.to_owned());
                let n = colours.len();
                self.draft.check_limit(n, MAX_COLOURS, "colours", "limit::colours", self.span_of(Place::Module));
                ColourId::at(n - 1)
            }
        }
    }

    /// Registers a kind of piece of which every player has so many; `claims`: routes are claimed with it.
    pub fn piece(&mut self, name: &str, count: u16, claims: bool) -> PieceId {
        let stock = self.reg(&format!("{name} in stock"));
        let boxed = self.reg(&format!("{name} in the box"));
        let aside = self.reg(&format!("{name} put aside"));
        let shared = self.reg(&format!("{name} shared"));
        for who in 0..self.players() {
            self.draft.initial_regs.push((stock.slot(PlayerId::at(who)), i32::from(count)));
        }
        let pieces = &mut self.draft.rules.pieces;
        pieces.push(Piece { name: name.to_owned(), count, claims, stock, boxed, aside, shared });
        let n = pieces.len();
        let place = self.span_of(Place::Module);
        self.draft.check_limit(n, MAX_PIECE_KINDS, "kinds of pieces", "limit::piece-kinds", place);
        PieceId::at(n - 1)
    }

    /// Puts pieces of a kind to a stock that all share.
    pub fn shared_pieces(&mut self, piece: PieceId, count: u16) {
        let slot = self.draft.rules.pieces[piece.index()].shared.slot(());
        self.draft.initial_regs.push((slot, count.into()));
    }

    /// Registers a place for cards or tickets, with who may look into it.
    pub fn zone(&mut self, name: &str, holds: Holds, vis: Vis) -> ZoneId {
        let sight = match vis {
            Vis::Public => Sight::All,
            Vis::Nobody | Vis::Owner | Vis::Side => Sight::NOBODY,
        };
        self.push_zone(name, None, holds, sight, false)
    }

    /// Registers a pile that is drawn from by chance, and that nobody sees.
    pub fn shuffled_zone(&mut self, name: &str, holds: Holds) -> ZoneId {
        self.push_zone(name, None, holds, Sight::NOBODY, true)
    }

    /// Registers a place of each player.
    pub fn zone_per_player(&mut self, name: &str, holds: Holds, vis: Vis) -> ZoneSet {
        let players: Vec<PlayerId> = self.draft.rules.player_ids().collect();
        let first = ZoneId::at(self.draft.rules.zones.len());
        for who in players {
            let sight = match vis {
                Vis::Public => Sight::All,
                Vis::Owner => Sight::Some(PlayerSet::one(who)),
                Vis::Side => {
                    // The module that makes the sides may still come: partners are added when all are installed.
                    self.draft.side_zones.push(ZoneId::at(self.draft.rules.zones.len()));
                    Sight::Some(PlayerSet::one(who))
                }
                Vis::Nobody => Sight::NOBODY,
            };
            self.push_zone(name, Some(Owner::Player(who)), holds, sight, false);
        }
        ZoneSet(first)
    }

    /// Registers a place of each side, which its players have in common. Who is on whose side must be settled: a module that
    /// has such places requires the one that makes the sides, or is it; without one, every player is a side. Partners who are
    /// asked at once, each unseen by the other, must not be offered the same cards of such a place: only one can have them.
    pub fn zone_per_side(&mut self, name: &str, holds: Holds, vis: Vis) -> SideZones {
        self.draft.side_zones_by.get_or_insert(self.draft.module);
        let sides: Vec<SideId> = self.draft.rules.side_ids().collect();
        let first = ZoneId::at(self.draft.rules.zones.len());
        for side in sides {
            let sight = match vis {
                Vis::Public => Sight::All,
                Vis::Owner | Vis::Side => Sight::Some(self.draft.rules.members(side)),
                Vis::Nobody => Sight::NOBODY,
            };
            self.push_zone(name, Some(Owner::Side(side)), holds, sight, false);
        }
        SideZones(first)
    }

    fn push_zone(&mut self, name: &str, owner: Option<Owner>, holds: Holds, sight: Sight, shuffled: bool) -> ZoneId {
        if shuffled && self.draft.rules.zones.iter().any(|z| z.name == name) {
            let message = format!("two piles are named {name:?}: give a deck another name");
            self.report_at(Place::Module, Diagnostic::error("zone::same-name", message));
        }
        let stream = if shuffled { self.stream(name) } else { 0 };
        let zones = &mut self.draft.rules.zones;
        zones.push(Zone { name: name.to_owned(), owner, holds, sight, shuffled, stream });
        ZoneId::at(zones.len() - 1)
    }

    /// Players pay with the cards in these zones: a set of each player's, of each side's, or one zone for all. Those
    /// registered earlier are paid from first. What was laid for a claim that is given up goes back to where it came from.
    pub fn pays_from(&mut self, zones: impl Into<ZoneId>) {
        let zones = zones.into();
        if !self.draft.rules.purses.is_empty() {
            let name = format!("laid from {}", self.draft.rules.zone(zones).name);
            let origin = self.reg(&name);
            self.draft.rules.origins.push(origin);
        }
        self.draft.rules.purses.push(zones);
    }

    /// The tickets in these zones score for whom they belong to: a set of each player's, of each side's, or one zone for all.
    pub fn scores_tickets_in(&mut self, zones: impl Into<ZoneId>) {
        self.draft.rules.goal_zones.push(zones.into());
    }

    /// All tickets for which this holds start in this zone; the last one to say so decides.
    pub fn tickets_start_in(&mut self, zone: ZoneId, holds: impl Fn(&Ticket) -> bool) {
        let tickets = &self.draft.rules.board.tickets;
        for (place, _) in self.draft.ticket_start.iter_mut().zip(tickets).filter(|(_, t)| holds(t)) {
            *place = Some(zone);
        }
    }

    /// Registers a stream of chance by its name.
    pub fn stream(&mut self, name: &str) -> u16 {
        let streams = &mut self.draft.rules.streams;
        match streams.iter().position(|s| s == name) {
            Some(at) => at as u16,
            None => {
                streams.push(name.to_owned());
                (streams.len() - 1) as u16
            }
        }
    }

    /// Registers public numbers.
    pub fn reg<S: Scope, T: RegValue>(&mut self, name: &str) -> Reg<S, T> {
        let rules = &self.draft.rules;
        let sizes = Sizes {
            players: rules.players,
            cities: rules.board.cities.len(),
            routes: rules.board.routes.len(),
            kinds: MAX_CARD_KINDS,
            tickets: rules.board.tickets.len(),
        };
        let (base, len) = (self.draft.reg_len, S::len(&sizes));
        let spec = RegSpec { name: self.full_name(name), module: self.draft.module, scope: S::NAME, base, len };
        self.draft.reg_len += len;
        self.draft.rules.regs.push(spec);
        Reg::new(base, self.draft.rules.regs.len() - 1)
    }

    /// Puts several players on one side: `sides[seat]` is the side, numbered from 0 without gaps.
    pub fn sides(&mut self, sides: &[SideId]) {
        self.joins("sides", None);
        let count = sides.iter().map(|s| s.index() + 1).max().unwrap_or_default();
        let all = (0..count).all(|side| sides.contains(&SideId::at(side)));
        let module = self.draft.module;
        if let Some(other) = self.draft.sides_by.replace(module) {
            self.draft.exclusive("who is on whose side", other, module);
        } else if let Some(early) = self.draft.side_zones_by.filter(|early| *early != module) {
            let early = self.draft.ids.get(early.index()).copied().unwrap_or("core");
            let own = self.draft.module_id();
            self.fault(
                "",
                format!("makes the sides too late: `{early}` has places of each side, and must require `{own}`"),
            );
        } else if sides.len() != self.players() || !all {
            let players = self.players();
            self.fault("", format!("does not seat {players} players on sides numbered without gaps"));
        } else {
            self.draft.rules.sides = sides.to_vec();
            self.draft.rules.side_count = count;
        }
    }

    /// Names the sides, by their numbers; one without a name goes by those of its players.
    pub fn name_sides(&mut self, names: &[String]) {
        self.joins("sides", None);
        self.draft.rules.side_names = names.to_vec();
    }

    /// At most so many cards of these kinds lie in the row.
    pub fn row_limit(&mut self, kinds: KindSet, most: u8) {
        self.joins("row limit", None);
        self.draft.row_limits.push((kinds, most));
    }

    // ---- attributes

    fn attr<I, T: DeserializeOwned + Default>(&mut self, on: AttrOn, name: &str) -> Attr<I, T> {
        Attr { values: self.draft.read_attr(on, name).into(), of: PhantomData }
    }

    /// The values of an attribute of cities that this module owns.
    pub fn city_attr<T: DeserializeOwned + Default>(&mut self, name: &str) -> Attr<CityId, T> {
        self.attr(AttrOn::City, name)
    }

    /// The values of an attribute of routes that this module owns.
    pub fn route_attr<T: DeserializeOwned + Default>(&mut self, name: &str) -> Attr<RouteId, T> {
        self.attr(AttrOn::Route, name)
    }

    /// The values of an attribute of tickets that this module owns.
    pub fn ticket_attr<T: DeserializeOwned + Default>(&mut self, name: &str) -> Attr<TicketId, T> {
        self.attr(AttrOn::Ticket, name)
    }

    /// The values of an attribute of card kinds that this module owns.
    pub fn card_attr<T: DeserializeOwned + Default>(&mut self, name: &str) -> Attr<Kind, T> {
        self.attr(AttrOn::Card, name)
    }

    // ---- messages

    /// Registers a template with `{arguments}`.
    pub fn message(&mut self, name: &str, text: &str) -> MsgId {
        let name = self.full_name(name);
        let messages = &mut self.draft.rules.messages;
        messages.push(Template { name, text: text.to_owned() });
        MsgId((messages.len() - 1) as u16)
    }

    /// Registers what writes the module's part of the page of rules; see [`Page`].
    pub fn tell(&mut self, write: impl Fn(&mut Page<'_>) + Send + Sync + 'static) {
        self.draft.rules.tellers.push((self.draft.module, Box::new(write)));
    }

    /// Registers what marks the module's part of a picture of the board; see [`Picture`].
    pub fn picture(&mut self, mark: impl Fn(&mut Picture<'_>) + Send + Sync + 'static) {
        self.draft.rules.pictures.push((self.draft.module, Box::new(mark)));
    }

    // ---- decisions

    /// Registers an operation, with what it says of the acting player, as in `claims {route} with {pay}`.
    pub fn op(
        &mut self,
        name: &str,
        text: &str,
        args: &[(&str, ArgKind)],
        effect: impl Fn(&mut Cx<'_>, &Frame, PlayerId, &Action) + Send + Sync + 'static,
    ) -> OpId {
        let text = self.message(name, text);
        let op = Op {
            name: self.full_name(name),
            module: self.draft.module,
            args: args.iter().map(|(name, kind)| ((*name).to_owned(), *kind)).collect(),
            pays: self.draft.rules.messages[text.0 as usize].text.contains("{pay}"),
            secret: args.iter().any(|(_, kind)| matches!(kind, ArgKind::TicketsOf(_))),
            text,
            remark: None,
            effect: Box::new(effect),
            why_not: None,
            lesser: false,
        };
        self.draft.rules.ops.push(op);
        OpId::at(self.draft.rules.ops.len() - 1)
    }

    /// Says why an operation of this module is refused when it is not offered.
    pub fn why_not(
        &mut self,
        op: OpId,
        why: impl Fn(Look<'_>, &Frame, PlayerId, &Action) -> Option<Note> + Send + Sync + 'static,
    ) {
        self.draft.rules.ops[op.index()].why_not = Some(Box::new(why));
    }

    /// Says what an operation of this module brings or costs besides the cards, for who thinks about it: points, pieces.
    pub fn remark(&mut self, op: OpId, text: &str) {
        let name = self.draft.rules.ops[op.index()].name.clone();
        let name = name.rsplit('/').next().unwrap_or_default();
        let text = self.message(&format!("{name}-remark"), text);
        self.draft.rules.ops[op.index()].remark = Some(text);
    }

    /// Registers a kind of pending decision that one player takes, with what is asked.
    pub fn decision(
        &mut self,
        name: &str,
        text: &str,
        list: impl Fn(Look<'_>, &Frame, PlayerId, &mut ActionSpace<'_>) + Send + Sync + 'static,
    ) -> DecisionId {
        self.push_decision(name, text, false, Some(Box::new(list)))
    }

    /// Registers a kind of pending decision that one player takes, where all that can be done is what is offered there:
    /// [`Installer::line_in`], [`Installer::offer_in`].
    pub fn open_decision(&mut self, name: &str, text: &str) -> DecisionId {
        self.push_decision(name, text, false, None)
    }

    /// Registers a decision that several players take at once, each unseen by the others.
    pub fn sealed_decision(
        &mut self,
        name: &str,
        text: &str,
        list: impl Fn(Look<'_>, &Frame, PlayerId, &mut ActionSpace<'_>) + Send + Sync + 'static,
    ) -> DecisionId {
        self.push_decision(name, text, true, Some(Box::new(list)))
    }

    fn push_decision(&mut self, name: &str, text: &str, sealed: bool, list: Option<ListFn>) -> DecisionId {
        self.joins("decision", None);
        let text = self.message(name, text);
        let (module, name) = (self.draft.module, self.full_name(name));
        let line =
            list.map(|list| MenuLine { module, rank: Rank::Ordinary, source: Source::Asked(list), judged: false });
        let (lines, fallbacks) = (line.into_iter().collect(), Vec::new());
        self.draft.rules.decisions.push(Decision { name, module, text, sealed, lines, fallbacks });
        DecisionId::at(self.draft.rules.decisions.len() - 1)
    }

    /// Offers actions in the main part of a turn.
    pub fn offer(
        &mut self,
        rank: Rank,
        list: impl Fn(Look<'_>, PlayerId, &mut ActionSpace<'_>) + Send + Sync + 'static,
    ) {
        self.offer_in(TURN, rank, move |look, _, who, out| list(look, who, out));
    }

    /// Offers actions in a decision of another module.
    pub fn offer_in(
        &mut self,
        decision: DecisionId,
        rank: Rank,
        list: impl Fn(Look<'_>, &Frame, PlayerId, &mut ActionSpace<'_>) + Send + Sync + 'static,
    ) {
        self.push_line(decision, rank, Source::Asked(Box::new(list)));
    }

    /// Offers an operation in the main part of a turn by a line of the menu, which says once what it is offered for.
    pub fn line(&mut self, rank: Rank, op: OpId, line: Line) {
        self.line_in(TURN, rank, op, line);
    }

    /// Offers an operation in a decision by a line of its menu, which says once what it is offered for.
    pub fn line_in(&mut self, decision: DecisionId, rank: Rank, op: OpId, line: Line) {
        self.push_line(decision, rank, Source::Said { op, in_turn: decision == TURN, line: Box::new(line) });
    }

    fn push_line(&mut self, decision: DecisionId, rank: Rank, source: Source) {
        self.joins("offer", Some(Phase::Main));
        let line = MenuLine { module: self.draft.module, rank, source, judged: false };
        self.draft.rules.decisions[decision.index()].lines.push(line);
    }

    /// Keeps players from operations, of whichever module: gives the refusal.
    pub fn filter(&mut self, refuses: impl Fn(Look<'_>, PlayerId, OpId) -> Option<Note> + Send + Sync + 'static) {
        self.joins("filter", Some(Phase::Main));
        let rule = Rule { module: self.draft.module, phase: Phase::Main, run: Box::new(refuses) as _ };
        self.draft.rules.filters.push(rule);
    }

    // ---- setup and turns

    fn push_setup(&mut self, phase: Phase, step: SetupStep) {
        self.joins("setup", Some(phase));
        self.draft.rules.setup.push(Rule { module: self.draft.module, phase, run: step });
    }

    /// Does something during setup.
    pub fn setup(&mut self, phase: Phase, run: impl Fn(&mut Cx<'_>) + Send + Sync + 'static) {
        self.push_setup(phase, SetupStep::Do(Box::new(run)));
    }

    /// Asks all players at once during setup, each unseen by the others.
    pub fn setup_ask_all(&mut self, phase: Phase, decision: DecisionId) {
        self.push_setup(phase, SetupStep::AskAll(decision));
    }

    /// Asks the players one after the other during setup, from the first or, in reverse, from the last.
    pub fn setup_ask_each(&mut self, phase: Phase, decision: DecisionId, reverse: bool) {
        self.push_setup(phase, SetupStep::AskEach { decision, reverse });
    }

    /// Does something at the start of every turn.
    pub fn on_turn_start(&mut self, run: impl Fn(&mut Cx<'_>, PlayerId) + Send + Sync + 'static) {
        self.joins("turn", Some(Phase::TurnStart));
        let rule = Rule { module: self.draft.module, phase: Phase::TurnStart, run: Box::new(run) as _ };
        self.draft.rules.turn_start.push(rule);
    }

    /// Does something at the end of every turn.
    pub fn on_turn_end(&mut self, phase: Phase, run: impl Fn(&mut Cx<'_>, PlayerId) + Send + Sync + 'static) {
        self.push_turn_end(phase, TurnEnd { reads: None, run: Box::new(run) });
    }

    /// Does something at the end of a turn in which something of this has changed, or since: nothing else makes a difference to it.
    pub fn on_turn_end_for(
        &mut self,
        phase: Phase,
        reads: &[Read],
        run: impl Fn(&mut Cx<'_>, PlayerId) + Send + Sync + 'static,
    ) {
        let rule = self.turn_rule();
        self.on_turn_end_as(rule, phase, reads, run);
    }

    /// A rule for the end of a turn that effects can wake: see [`Cx::wake`]. What it does is said by [`Installer::on_turn_end_as`].
    pub fn turn_rule(&mut self) -> TurnRule {
        self.draft.rules.wakes.bits.push(0);
        TurnRule((self.draft.rules.wakes.bits.len() - 1) as u16)
    }

    /// Says what a rule for the end of a turn does, and what it looks at: it runs once something of this has changed, or it was woken.
    pub fn on_turn_end_as(
        &mut self,
        rule: TurnRule,
        phase: Phase,
        reads: &[Read],
        run: impl Fn(&mut Cx<'_>, PlayerId) + Send + Sync + 'static,
    ) {
        self.push_turn_end(phase, TurnEnd { reads: Some((rule, reads.to_vec())), run: Box::new(run) });
    }

    fn push_turn_end(&mut self, phase: Phase, run: TurnEnd) {
        self.joins("turn", Some(phase));
        self.draft.rules.turn_end.push(Rule { module: self.draft.module, phase, run });
    }

    /// Registers a joint: a place in effects of this module where other modules put theirs, see [`Cx::reach`].
    pub fn joint(&mut self) -> Joint {
        self.draft.rules.joints.push(Vec::new());
        Joint((self.draft.rules.joints.len() - 1) as u16)
    }

    /// Puts something at a joint of another module: it is told of which player it is, and a number whose meaning is the joint's.
    pub fn at(&mut self, joint: Joint, phase: Phase, run: impl Fn(&mut Cx<'_>, PlayerId, u16) + Send + Sync + 'static) {
        self.joins("joint", Some(phase));
        let rule = Rule { module: self.draft.module, phase, run: Box::new(run) as _ };
        self.draft.rules.joints[usize::from(joint.0)].push(rule);
    }

    /// Registers a waypoint: cards or tickets come by it to these zones of players, see [`Cx::next_stop`] and [`Cx::arrive`].
    pub fn waypoint(&mut self, to: ZoneSet) -> Waypoint {
        self.draft.rules.stops.push(Stop { to: to.0, before: None });
        Waypoint((self.draft.rules.stops.len() - 1) as u16)
    }

    /// Has everything that comes by a waypoint stop in these zones first. `then` moves it on, or asks the player; it is told who it is, and
    /// a number whose meaning is the waypoint's. Only one module can.
    pub fn stop_at(
        &mut self,
        waypoint: Waypoint,
        zones: ZoneSet,
        then: impl Fn(&mut Cx<'_>, PlayerId, u16) + Send + Sync + 'static,
    ) {
        self.joins("waypoint", None);
        let module = self.draft.module;
        let stop = &mut self.draft.rules.stops[usize::from(waypoint.0)];
        if let Some((_, other)) = &stop.before {
            let other = other.module;
            let what = format!("where what goes to \"{}\" stops first", self.draft.rules.zones[stop.to.index()].name);
            return self.draft.exclusive(&what, other, module);
        }
        stop.before = Some((zones.0, Rule { module, phase: Phase::Main, run: Box::new(then) as _ }));
    }

    /// Decides whose turn comes next. Only one module can.
    pub fn next_player(&mut self, next: impl Fn(Look<'_>, PlayerId) -> PlayerId + Send + Sync + 'static) {
        self.joins("next player", None);
        let module = self.draft.module;
        if let Some(other) = &self.draft.rules.next {
            let other = other.module;
            self.draft.exclusive("who is next", other, module);
            return;
        }
        self.draft.rules.next = Some(Rule { module, phase: Phase::TurnStart, run: Box::new(next) });
    }

    /// Registers a reason for which the game ends.
    pub fn end_reason(&mut self, name: &str, text: &str) -> EndReason {
        self.joins("end", Some(Phase::EndCheck));
        let msg = self.message(name, text);
        let name = self.full_name(name);
        self.draft.rules.ends.push((name, msg));
        EndReason((self.draft.rules.ends.len() - 1) as u8)
    }

    // ---- claims and other costs

    /// Registers something that is paid with cards, for [`crate::ActionSpace::pay_registered`]; `key` is the parameter that it
    /// comes from. One whose payments can't be told apart is a fault of that parameter.
    pub fn cost(&mut self, key: &str, cost: Cost) -> CostId {
        self.joins("cost", None);
        self.draft.costs.push((self.draft.module, key.to_owned(), cost));
        CostId((self.draft.costs.len() - 1) as u16)
    }

    /// Sets or changes the terms of routes by what the map says of them. Runs once per route, when the rules are compiled.
    pub fn terms(&mut self, phase: Phase, change: impl Fn(&Board, RouteId, Option<ColourId>, &mut Terms) + 'static) {
        self.joins("cost", Some(phase));
        self.draft.terms.push((phase, self.draft.module, Box::new(change)));
    }

    /// Changes the terms of a route for a player during the game; says whether it did.
    pub fn personal_terms(
        &mut self,
        change: impl Fn(Look<'_>, PlayerId, RouteId, &mut Terms) -> bool + Send + Sync + 'static,
    ) {
        self.joins("cost", Some(Phase::Personal));
        let rule = Rule { module: self.draft.module, phase: Phase::Personal, run: Box::new(change) as _ };
        self.draft.rules.personal.push(rule);
    }

    /// Routes change their colours in these rules.
    pub fn paints(&mut self) {
        self.draft.rules.paints = true;
    }

    /// Routes can come off the board in these rules: others may speak of it.
    pub fn releases(&mut self) {
        self.draft.rules.releases = true;
    }

    /// Keeps players from claiming routes by what lies on the routes of the same group: says whom, and why.
    pub fn closes(
        &mut self,
        to: impl Fn(Look<'_>, RouteId) -> PlayerSet + Send + Sync + 'static,
        why: impl Fn(Look<'_>, PlayerId, RouteId) -> Note + Send + Sync + 'static,
    ) {
        self.keeps_from_routes(Depends::OnGroup, Refuses::Players(Box::new(to)), Box::new(why));
    }

    /// Closes routes by what lies on them or beside them: says to whom once, and asks the module only for the reason.
    pub fn closes_when(
        &mut self,
        closes: Closes,
        why: impl Fn(Look<'_>, PlayerId, RouteId) -> Note + Send + Sync + 'static,
    ) {
        self.keeps_from_routes(Depends::OnGroup, Refuses::When(closes), Box::new(why));
    }

    /// Keeps players from claiming routes: says whether it does, and if so, why.
    pub fn eligible(
        &mut self,
        depends: Depends,
        refuses: impl Fn(Look<'_>, PlayerId, RouteId) -> bool + Send + Sync + 'static,
        why: impl Fn(Look<'_>, PlayerId, RouteId) -> Note + Send + Sync + 'static,
    ) {
        self.keeps_from_routes(depends, Refuses::Player(Box::new(refuses)), Box::new(why));
    }

    fn keeps_from_routes(&mut self, depends: Depends, refuses: Refuses, why: RefusalFn) {
        self.joins("claim", Some(Phase::Main));
        let rule = Eligibility { module: self.draft.module, depends, refuses, why };
        self.draft.rules.eligibility.push(rule);
    }

    /// Hears that a claim is declared: the cards lie in escrow, nothing stands yet.
    pub fn on_declared(&mut self, phase: Phase, run: impl Fn(&mut Cx<'_>, &Claim) + Send + Sync + 'static) {
        self.on_declared_on(phase, |_| true, run);
    }

    /// Hears that a claim of one of these routes is declared: the cards lie in escrow, nothing stands yet.
    pub fn on_declared_on(
        &mut self,
        phase: Phase,
        of: impl Fn(RouteId) -> bool,
        run: impl Fn(&mut Cx<'_>, &Claim) + Send + Sync + 'static,
    ) {
        self.joins("reaction", Some(phase));
        let rules = &mut self.draft.rules;
        let mut heard = vec![0; rules.heard.len()];
        for route in rules.board.route_ids().filter(|route| of(*route)) {
            heard[route.index() / 64] |= 1u64 << (route.index() % 64);
        }
        rules.heard.iter_mut().zip(&heard).for_each(|(all, these)| *all |= these);
        let run = move |cx: &mut Cx<'_>, claim: &Claim| {
            if heard[claim.route.index() / 64] >> (claim.route.index() % 64) & 1 != 0 {
                run(cx, claim);
            }
        };
        rules.declared.push(Rule { module: self.draft.module, phase, run: Box::new(run) });
    }

    /// Hears that a claim is committed: it stands, and the cards are still in escrow.
    pub fn on_committed(&mut self, phase: Phase, run: impl Fn(&mut Cx<'_>, &Claim) + Send + Sync + 'static) {
        self.joins("reaction", Some(phase));
        self.draft.rules.heard.fill(u64::MAX);
        self.draft.rules.committed.push(Rule { module: self.draft.module, phase, run: Box::new(run) });
    }

    /// Hears that a route was taken off the board, and whose it was.
    pub fn on_released(&mut self, run: impl Fn(&mut Cx<'_>, RouteId, PlayerSet) + Send + Sync + 'static) {
        self.joins("reaction", Some(Phase::Gain));
        let rule = Rule { module: self.draft.module, phase: Phase::Gain, run: Box::new(run) as _ };
        self.draft.rules.released.push(rule);
    }

    /// Hears of every card that leaves a draw pile, wherever it goes.
    pub fn on_card_turned(&mut self, run: impl Fn(&mut Cx<'_>, &Turned) + Send + Sync + 'static) {
        self.joins("reaction", Some(Phase::Reveal));
        let rule = Rule { module: self.draft.module, phase: Phase::Reveal, run: Box::new(run) as _ };
        self.draft.rules.turned.push(rule);
    }

    // ---- networks, goals, scores

    /// Changes which routes count for a side and a purpose.
    pub fn network(
        &mut self,
        purpose: Purpose,
        change: impl Fn(Look<'_>, SideId, &mut NetworkSpec) + Send + Sync + 'static,
    ) {
        self.joins("network", None);
        let rule = Rule { module: self.draft.module, phase: Phase::Tickets, run: Box::new(change) as _ };
        self.draft.rules.network.push((purpose, rule));
    }

    /// Registers a kind of goal: which tickets are of it, and what one comes to.
    pub fn goal(
        &mut self,
        name: &str,
        is_one: impl Fn(TicketId, &Ticket) -> bool,
        evaluate: impl Fn(&Net<'_>, TicketId, &Ticket) -> Outcome + Send + Sync + 'static,
    ) {
        self.joins("ticket", Some(Phase::Tickets));
        let (full, at, module) = (self.full_name(name), self.draft.rules.goals.len() as u8, self.draft.module);
        let mut clash = None;
        for (i, (ticket, goal)) in self.draft.rules.board.tickets.iter().zip(&mut self.draft.goal_of).enumerate() {
            if is_one(TicketId::at(i), ticket) {
                match goal {
                    Some((_, other)) => clash = Some(*other),
                    None => *goal = Some((at, module)),
                }
            }
        }
        if let Some(other) = clash {
            self.draft.exclusive("the same tickets", other, module);
        }
        self.draft.rules.goals.push(GoalSpec {
            name: full,
            module,
            evaluate: Box::new(evaluate),
            walk: None,
            by_joining: false,
        });
    }

    /// Says of this module's last goal that it only counts which of the ticket's cities are joined with each other, and that a complete
    /// ticket stays complete and is worth the same, whatever else is joined: the best choice of routes is then found in less time.
    pub fn goal_by_joining(&mut self) {
        if let Some(goal) = self.last_goal() {
            goal.by_joining = true;
        }
    }

    /// The goal that this module has registered last.
    fn last_goal(&mut self) -> Option<&mut GoalSpec> {
        let module = self.draft.module;
        self.draft.rules.goals.last_mut().filter(|goal| goal.module == module)
    }

    /// Says by which routes a ticket of this module's last goal is complete, one after the other from its first city. Without, the
    /// sheet shows the shortest chain from each of its cities to the next; nothing leaves it to that.
    pub fn goal_walk(
        &mut self,
        walk: impl Fn(&Net<'_>, TicketId, &Ticket) -> Option<Vec<RouteId>> + Send + Sync + 'static,
    ) {
        if let Some(goal) = self.last_goal() {
            goal.walk = Some(Box::new(walk));
        }
    }

    /// Says what a ticket is worth that has no single value.
    pub fn worth(&mut self, ticket: TicketId, worth: Note) {
        self.draft.rules.worths.push((ticket, worth));
    }

    /// Registers lines of the score sheet.
    pub fn score(
        &mut self,
        phase: Phase,
        when: When,
        run: impl Fn(&Scoring<'_>, SideId, &mut Lines<'_>) + Send + Sync + 'static,
    ) {
        self.joins("score", Some(phase));
        let rule = ScoreRule { module: self.draft.module, phase, when, run: Box::new(run) };
        self.draft.rules.scores.push(rule);
    }

    /// Registers points that outlive their cause, with the line that shows them.
    pub fn bank(&mut self, name: &str, text: &str) -> Bank {
        self.bank_at(name, text, 1)
    }

    /// Registers points that outlive their cause and come `each` at a time, with the line that shows them. The text may use `{n}`, how many times they came, and `{each}`.
    pub fn bank_at(&mut self, name: &str, text: &str, each: i32) -> Bank {
        let bank = Bank(self.reg(name));
        let msg = self.message(name, text);
        self.score(Phase::Board, When::Always, move |scoring, side, lines| {
            let points = bank.of(scoring.look(), side);
            if points != 0 {
                let n = points.checked_div(each).unwrap_or_default();
                let note = Note::new(msg).with("n", Value::Number(n.into()));
                let note = note.with("each", Value::Number(each.into()));
                lines.line(points, note, crate::score::Proof::default());
            }
        });
        bank
    }

    /// Registers a number by which sides are compared, under a name for tie-breaks. `fewest`: fewer is better.
    pub fn measure(
        &mut self,
        name: &str,
        fewest: bool,
        run: impl Fn(&Scoring<'_>, SideId) -> Measured + Send + Sync + 'static,
    ) {
        self.joins("score", Some(Phase::Ties));
        self.one_measure(name);
        let (module, how) = (self.draft.module, MeasureHow::Run(Box::new(run)));
        let measure = MeasureSpec { name: name.to_owned(), module, how, fewest };
        self.draft.rules.measures.push(measure);
    }

    fn one_measure(&mut self, name: &str) {
        if self.draft.rules.measures.iter().any(|m| m.name == name) {
            let message = format!("two measures are named {name:?}");
            self.report_at(Place::Module, Diagnostic::error("module::exclusive", message));
        }
    }

    /// Registers an award for who has most of a measure (at least `least`), and a measure of this name that says who has
    /// it. The text may use `{n}`.
    #[expect(clippy::too_many_arguments, reason = "an award is these seven things, each of them once")]
    pub fn award(
        &mut self,
        name: &str,
        text: &str,
        points: i32,
        tie: TieRule,
        least: i64,
        phase: Phase,
        measure: impl Fn(&Scoring<'_>, SideId) -> Measured + Send + Sync + 'static,
    ) {
        self.joins("score", Some(phase));
        self.measure(&format!("{name}-count"), false, measure);
        let at = self.draft.rules.measures.len() - 1;
        let text = self.message(name, text);
        let award = AwardSpec { module: self.draft.module, phase, measure: at, points, tie, least, text };
        self.draft.rules.awards.push(award);
        let has = MeasureHow::HasAward(self.draft.rules.awards.len() - 1);
        self.one_measure(name);
        let (name, module) = (name.to_owned(), self.draft.module);
        self.draft.rules.measures.push(MeasureSpec { name, module, how: has, fewest: false });
    }

    /// Breaks ties by these measures, one after the other; `key` is the parameter they stand in. Only one module can.
    pub fn ties(&mut self, key: &str, measures: &[String]) {
        self.joins("score", Some(Phase::Ties));
        let module = self.draft.module;
        if let Some((other, ..)) = &self.draft.ties {
            let other = *other;
            self.draft.exclusive("how ties are broken", other, module);
            return;
        }
        self.draft.ties = Some((module, key.to_owned(), measures.to_vec()));
    }
}
