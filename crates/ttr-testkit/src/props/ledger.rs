//! Nothing is lost: every card, ticket and piece is somewhere, by the state and by what was told of its way.

use super::course::Course;
use super::play::{Table, Walk};
use std::collections::{BTreeMap, BTreeSet};
use ttr_core::event::PiecesAt;
use ttr_core::{CityId, Event, Holds, ModuleId, PieceId, PlayerId, RouteId, Rules, State, What, ZoneId};

/// Where all pieces are, by the events alone: held against what the state says.
#[derive(Default)]
pub struct Ledger {
    /// Pieces of a player on routes and in cities.
    placed: BTreeMap<(PlayerId, PieceId), i32>,
    /// Pieces from the shared stock on routes.
    public: BTreeMap<PieceId, i32>,
    /// Pieces that a player has got from the shared stock.
    got: BTreeMap<(PlayerId, PieceId), i32>,
    /// Pieces on each route.
    on_route: BTreeMap<RouteId, i32>,
    /// Pieces of a player, or of nobody, in each city.
    in_city: BTreeMap<(CityId, Option<PlayerId>, PieceId), i32>,
    /// What a module noted of a city when it put pieces there: the register, and its value before.
    noted: BTreeMap<CityId, Vec<(ModuleId, u16, i32)>>,
    /// The registers of cities that changed in this game, as they are now.
    registers: BTreeMap<(u16, CityId), i32>,
    /// Pieces of each kind in all, as of the start.
    total: Vec<i32>,
}

impl Ledger {
    /// Takes in what happened.
    pub fn read(&mut self, events: &[Event]) {
        for event in events {
            let What::Pieces { who, piece, from, to, n } = event.what else { continue };
            let n = i32::from(n);
            let shared = [from, to].contains(&PiecesAt::Shared);
            for (place, other, n) in [(from, to, -n), (to, from, n)] {
                match place {
                    PiecesAt::Route(_) | PiecesAt::City(_) if shared => *self.public.entry(piece).or_default() += n,
                    PiecesAt::Route(_) | PiecesAt::City(_) => *self.placed.entry((who, piece)).or_default() += n,
                    PiecesAt::Stock | PiecesAt::Box | PiecesAt::Aside if other == PiecesAt::Shared => {
                        *self.got.entry((who, piece)).or_default() += n;
                    }
                    _ => {}
                }
                match place {
                    PiecesAt::Route(route) => *self.on_route.entry(route).or_default() += n,
                    PiecesAt::City(city) => {
                        *self.in_city.entry((city, (!shared).then_some(who), piece)).or_default() += n;
                    }
                    _ => {}
                }
            }
        }
    }

    /// Takes in what modules note of cities. What a module notes of a city in the step in which it puts a piece there is
    /// how it knows of that piece.
    pub fn read_notes(&mut self, rules: &Rules, events: &[Event]) {
        let is_of_city = |reg: u16| rules.registers().get(usize::from(reg)).is_some_and(|r| r.scope == "city");
        for event in events {
            let What::Register { reg, at, value } = event.what else { continue };
            let city = CityId(at);
            if !is_of_city(reg) {
                continue;
            }
            let before = self.registers.insert((reg, city), value).unwrap_or_default();
            let puts = |e: &Event| matches!(e.what, What::Pieces { to: PiecesAt::City(to), .. } if to == city);
            if events.iter().any(|e| e.module == event.module && puts(e)) {
                self.noted.entry(city).or_default().push((event.module, reg, before));
            }
        }
    }

    /// Pieces in cities are as many as were put there, and whoever put them there knows of them.
    fn check_cities(&mut self, rules: &Rules, place: &str) {
        let mut there: BTreeSet<CityId> = BTreeSet::new();
        for ((city, who, piece), n) in &self.in_city {
            let (city_name, name) = (&rules.board().cities[city.index()].name, &rules.piece(*piece).name);
            let whose = who.map_or_else(|| "shared".to_owned(), |who| rules.seat_name(who));
            assert!(*n >= 0, "{place}: {} more {name} pieces ({whose}) left {city_name} than were put there", -n);
            if *n > 0 {
                there.insert(*city);
            }
        }
        self.noted.retain(|city, _| there.contains(city));
        for (city, noted) in &self.noted {
            let forgot = |(_, reg, before): &(ModuleId, u16, i32)| self.registers.get(&(*reg, *city)) == Some(before);
            if noted.iter().all(forgot) {
                let name = &rules.board().cities[city.index()].name;
                let module = rules.module_name(noted[0].0);
                panic!("{place}: module {module} has forgotten the pieces it put to {name}: nobody got them back");
            }
        }
    }

    fn sum(&self, rules: &Rules, state: &State, piece: PieceId) -> i32 {
        let look = rules.look(state);
        let of = |who| look.stock(who, piece) + look.boxed(who, piece) + look.aside(who, piece);
        let placed = |who| self.placed.get(&(who, piece)).copied().unwrap_or_default();
        let players: i32 = rules.player_ids().map(|who| of(who) + placed(who)).sum();
        players + look.shared_stock(piece) + self.public.get(&piece).copied().unwrap_or_default()
    }

    /// Holds it against the state; the first time sets what there is in all.
    pub fn check(&mut self, rules: &Rules, state: &State, place: &str) {
        let look = rules.look(state);
        let kinds = (0..rules.pieces().len()).map(PieceId::at);
        if self.total.is_empty() {
            self.total = kinds.clone().map(|piece| self.sum(rules, state, piece)).collect();
        }
        for piece in kinds {
            let name = &rules.piece(piece).name;
            assert_eq!(self.sum(rules, state, piece), self.total[piece.index()], "{place}: {name} in all");
            assert!(look.shared_stock(piece) >= 0, "{place}: shared {name}");
            for who in rules.player_ids() {
                let (stock, boxed, aside) = (look.stock(who, piece), look.boxed(who, piece), look.aside(who, piece));
                assert!(stock >= 0 && boxed >= 0 && aside >= 0, "{place}: {name} of {who:?}: {stock} {boxed} {aside}");
                let placed = self.placed.get(&(who, piece)).copied().unwrap_or_default();
                let got = self.got.get(&(who, piece)).copied().unwrap_or_default();
                let has = i32::from(rules.piece(piece).count) + got;
                assert_eq!(stock + boxed + aside + placed, has, "{place}: {name} of {who:?}");
            }
        }
        self.check_cities(rules, place);
        for route in rules.board().route_ids() {
            let piles = look.held(route).len() + usize::from(look.is_public(route));
            let lie = i32::from(look.pieces_on(route)) * piles as i32;
            let moved = self.on_route.get(&route).copied().unwrap_or_default();
            assert_eq!(lie, moved, "{place}: pieces on {}", rules.board().route_name(route));
        }
    }
}

/// Nothing is lost: every card and every ticket lies in one zone, and what is known of a hidden zone is really there.
pub fn check_cards_and_tickets(rules: &Rules, state: &State, place: &str) {
    let look = rules.look(state);
    let zones = || (0..rules.zones().len()).map(ZoneId::at);
    let card_zones = || zones().filter(|z| rules.zone(*z).holds == Holds::Cards);
    for (k, kind) in rules.kinds().iter().enumerate() {
        let n: usize = card_zones().map(|z| usize::from(look.cards(z)[k])).sum();
        assert_eq!(n, usize::from(kind.count), "{place}: {} cards", kind.name);
    }
    for zone in card_zones() {
        let (known, bag) = (look.known(zone), look.bag(zone));
        assert!(known.within(&bag), "{place}: {} holds {bag:?}, known are {known:?}", rules.zone(zone).name);
    }
    let ticket_zones = zones().filter(|z| rules.zone(*z).holds == Holds::Tickets);
    let mut tickets: Vec<_> = ticket_zones.flat_map(|z| look.tickets(z)).collect();
    tickets.sort_unstable();
    assert_eq!(tickets, rules.board().ticket_ids().collect::<Vec<_>>(), "{place}: tickets");
}

/// What was paid is put away: nothing lies in escrow while no claim is under way.
fn check_payments(rules: &Rules, state: &State, place: &str) {
    let look = rules.look(state);
    let claims = look.frames().iter().any(|frame| rules.decision(frame.decision).name == "core/claim");
    let left = look.bag(rules.escrow());
    assert!(claims || left.is_empty(), "{place}: {} cards were paid, and nobody put them away", left.len());
}

/// Cards, tickets and pieces are conserved over random games, and no step fails. Gives the most turns of a game, and why
/// games ended.
pub fn nothing_is_lost(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>) -> (u32, BTreeSet<String>) {
    let rules = &*table.rules;
    let (mut longest, mut ends) = (0, BTreeSet::new());
    for course in games {
        let course: Course = course.into();
        let mut walk = Walk::new(rules, &course);
        let mut ledger = Ledger::default();
        loop {
            let place = format!("{}: {}", table.name, walk.place());
            ledger.read(&walk.events);
            ledger.read_notes(rules, &walk.events);
            ledger.check(rules, &walk.state, &place);
            check_cards_and_tickets(rules, &walk.state, &place);
            check_payments(rules, &walk.state, &place);
            if !walk.step() {
                break;
            }
        }
        let turns = rules.player_ids().map(|p| u32::from(rules.look(&walk.state).turns_of(p))).sum();
        longest = longest.max(turns);
        ends.extend(rules.view(&walk.state, None).over().map(|why| rules.end_reason(why).to_owned()));
    }
    (longest, ends)
}
