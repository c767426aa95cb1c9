//! Settling a draft when all modules are installed: reports what no module knows, lays out the position, and folds what modules said into
//! tables.

use super::{Draft, Precedence};
use crate::bag::CardBag;
use crate::board::Route;
use crate::chance::SeededChance;
use crate::cost::price_list::{PriceList, Target};
use crate::cost::{Cost, KindInfo, Payer};
use crate::deck::Pile;
use crate::event::{NoEvents, Sight};
use crate::ids::{ColourId, ModuleId, PieceId, PlayerSet, RouteId, ZoneId};
use crate::module::{AttrOn, ParamFault, Registry};
use crate::rules::{
    ArgKind, ClosedTo, Closes, Closing, Deck, Depends, Holds, Limits, Owner, Rank, Read, Refuses, RouteTerms, Rules,
    TURN, Terms, Wakes,
};
use crate::state::{RouteState, TicketPlace};
use crate::watch::{Worker, working};
use crate::zone::Spot;
use std::collections::HashMap;
use ttr_source::{Diagnostic, Severity, Span, near, nearest, shown, toml_key};

impl Draft {
    /// Every attribute of a card kind must be some module's.
    pub(super) fn check_cards(&mut self, registry: &Registry, silent: &[&'static str]) {
        for (at, kind) in self.rules.material.kinds.iter().enumerate() {
            let by = self.kind_places.get(at).and_then(|(module, _)| self.ids.get(module.index()));
            if by.is_some_and(|id| silent.contains(id)) {
                continue;
            }
            for name in kind.attrs.keys() {
                let owns = |id: &str| {
                    let entry = registry.find_module(id);
                    entry.is_some_and(|m| m.manifest.attributes.iter().any(|a| a.on == AttrOn::Card && a.name == name))
                };
                if self.ids.iter().any(|id| owns(id)) {
                    continue;
                }
                let (module, key) = &self.kind_places[at];
                let kind = &kind.name;
                let mut found = self.param_fault(*module, &ParamFault::new(format!("{key}.{name}"), ""));
                found.code = "card::unowned-attribute";
                found.message = format!("no module of this game knows `{name}` on the card kind {kind}");
                let names = registry.modules().flat_map(|m| m.manifest.attributes.iter());
                let names = names.filter(|a| a.on == AttrOn::Card).map(|a| a.name);
                if let Some(near) = nearest(name, names) {
                    found = found.help(format!("did you mean `{near}`?"));
                }
                if let Some(id) = registry.modules().map(|m| m.manifest.id).find(|id| owns(id)) {
                    found = found.help(format!("the module `{id}` would own it"));
                }
                self.diagnostics.push(found);
            }
        }
    }

    /// Without an operation on routes there is nothing to play for: most likely a module is missing.
    pub(super) fn check_claims(&mut self) {
        let on_routes = |op: &crate::rules::Op| op.args.iter().any(|(_, kind)| *kind == ArgKind::Route);
        if self.rules.play.ops.iter().any(on_routes) {
            return;
        }
        let message = "no module of this game lets players claim routes";
        let mut found = Diagnostic::warning("module::no-claims", message).at(Span::new(self.map.file, 0, 0));
        let mut removed = self.settings.all_removed();
        if let Some((id, (span, layer))) = removed.next() {
            found = found.at(span).label(format!("`{id}` is taken out by {}", self.settings.layer_name(layer)));
        }
        for (id, (span, layer)) in removed {
            found = found.also(span, format!("`{id}` is taken out by {}", self.settings.layer_name(layer)));
        }
        self.diagnostics
            .push(found.help("a module is taken out by `NAME = false`; to change its parameters, set them"));
    }

    /// Display names must be for something that the game has.
    pub(super) fn check_display(&mut self) {
        let rules = &self.rules;
        let names: Vec<&str> = (rules.material.pieces.iter().map(|p| p.name.as_str()))
            .chain(rules.material.kinds.iter().map(|k| k.name.as_str()))
            .chain(rules.material.decks.iter().map(|d| d.name.as_str()))
            .chain(rules.board.colours.iter().map(String::as_str))
            .collect();
        let mut told = Vec::new();
        for (key, display) in self.map.display.iter().filter(|(key, _)| !names.contains(&key.as_str())) {
            let message = format!("this game has no piece, card, deck or colour {}", shown(key));
            let found = Diagnostic::warning("map::unknown-display", message).at(display.span);
            told.push(match near(key, names.iter().copied()) {
                Some(near) => found.suggest_as(near.applicability, display.span, toml_key(near.name)),
                None => found,
            });
        }
        self.diagnostics.append(&mut told);
    }

    pub(super) fn settle_goals(&mut self) {
        if self.rules.networks.goals.is_empty() {
            return;
        }
        for (i, goal) in self.goal_of.iter().enumerate() {
            match goal {
                Some((goal, _)) => self.rules.board.tickets[i].goal = *goal,
                None => {
                    let ticket = &self.rules.board.tickets[i];
                    // A misspelt key is told as such.
                    if self.map.tickets[i].attrs.keys().any(|key| nearest(key, ["points"]).is_some()) {
                        continue;
                    }
                    let points = if ticket.has_points { "`points`" } else { "no `points`" };
                    let n = ticket.cities.len();
                    let message = format!("no module of this game knows a ticket of {n} cities with {points}");
                    let mut found = Diagnostic::error("ticket::unknown-goal", message);
                    if !ticket.has_points {
                        found = found.help("add what it is worth, as in `points = 5`");
                    }
                    self.diagnostics.push(found.at(self.map.tickets[i].span));
                }
            }
        }
    }

    pub(super) fn settle_ties(&mut self, registry: &Registry, silent: &[&'static str]) {
        let Some((module, key, names)) = self.ties.take() else { return };
        if self.ids.get(module.index()).is_some_and(|id| silent.contains(id)) {
            return;
        }
        for name in names {
            // A module that was taken out takes its measures with it.
            let owner = registry.modules().find(|m| m.manifest.measures.contains(&name.as_str()));
            if let Some(owner) = owner.filter(|m| !self.ids.contains(&m.manifest.id)) {
                let id = owner.manifest.id;
                let mut found = self.param_fault(module, &ParamFault::new(&*key, ""));
                (found.severity, found.code) = (Severity::Warning, "ties::absent");
                found.message = format!("{name:?} breaks no tie: the module `{id}` is not in the game");
                self.diagnostics.push(found);
                continue;
            }
            match self.rules.scoring.measures.iter().position(|m| m.name == name) {
                Some(at) => self.rules.scoring.ties.push(at),
                None => {
                    let known: Vec<&str> = self.rules.scoring.measures.iter().map(|m| m.name.as_str()).collect();
                    let near = nearest(&name, known.iter().copied());
                    let known = known.join(", ");
                    let hint = near.map_or_else(String::new, |n| format!("; did you mean {n:?}?"));
                    let message = format!("names {name:?}, but the measures of this game are {known}{hint}");
                    let found = self.param_fault(module, &ParamFault::new(&*key, message));
                    self.diagnostics.push(found);
                }
            }
        }
    }

    /// Where everything lies in the state, and how it lies at the start.
    pub(super) fn lay_out(&mut self, nowhere: ZoneId) {
        let rules = &mut self.rules;
        let kinds = rules.material.kinds.len();
        rules.material.kind_info =
            rules.material.kinds.iter().map(|k| KindInfo { colour: k.colour, units: k.units.max(1) }).collect();
        for zone in &self.side_zones {
            if let Some(Owner::Player(owner)) = rules.material.zones[zone.index()].owner {
                rules.material.zones[zone.index()].sight = Sight::Some(rules.members(rules.side_of(owner)));
            }
        }
        let mut len = 0;
        for (at, zone) in rules.material.zones.iter().enumerate() {
            let cards = zone.holds == Holds::Cards;
            let known = cards && zone.sight != Sight::All && !zone.shuffled;
            let seen_by = match zone.sight {
                Sight::All => u16::MAX,
                Sight::Some(players) => players.0.into(),
            };
            let whose = match zone.owner {
                Some(Owner::Player(who)) => who.0,
                _ => Spot::ALL,
            };
            let bag = if cards { len } else { 0 };
            let zone = ZoneId::at(at);
            rules.material.spots.push(Spot { zone, bag, lying: Spot::NOWHERE, seen_by, known, wakes: 0, whose });
            len += u16::from(cards) + u16::from(known);
        }
        let st = &mut rules.initial;
        st.bags = vec![CardBag::EMPTY; len.into()];
        st.kinds = kinds as u8;
        for deck in &rules.material.decks {
            for kind in deck.kinds.iter() {
                st.bags[usize::from(rules.material.spots[deck.draw.index()].bag)]
                    .set(kind, rules.material.kinds[kind.index()].count);
            }
        }
        st.regs = vec![0; self.reg_len];
        for &(slot, value) in &self.initial_regs {
            st.regs[slot] = value;
        }
        let route_state = |r: &Route| RouteState { colour: r.colour.map_or(u8::MAX, |c| c.0), ..RouteState::default() };
        st.routes = rules.board.routes.iter().map(route_state).collect();
        let place = |z: &Option<ZoneId>| TicketPlace { zone: z.unwrap_or(nowhere), pos: 0, seen: PlayerSet::NONE };
        st.tickets = self.ticket_start.iter().map(place).collect();
        let mut places = 0;
        for (at, (zone, spot)) in rules.material.zones.iter().zip(&mut rules.material.spots).enumerate() {
            if zone.holds == Holds::Tickets || st.tickets.iter().any(|place| place.zone == ZoneId::at(at)) {
                spot.lying = places;
                places += 1;
            }
        }
        st.count_tickets(&rules.material.spots);

        let reversed = self.precedence == Precedence::Reversed;
        let rank = |module: ModuleId| if reversed { u8::MAX - module.0 } else { module.0 };
        rules.play.filters.sort_by_key(|r| (r.phase, rank(r.module)));
        rules.play.setup.sort_by_key(|r| (r.phase, rank(r.module)));
        rules.play.turn_start.sort_by_key(|r| (r.phase, rank(r.module)));
        rules.play.turn_end.sort_by_key(|r| (r.phase, rank(r.module)));
        rules.claims.declared.sort_by_key(|r| (r.phase, rank(r.module)));
        rules.claims.committed.sort_by_key(|r| (r.phase, rank(r.module)));
        rules.claims.released.sort_by_key(|r| (r.phase, rank(r.module)));
        rules.play.turned.sort_by_key(|r| (r.phase, rank(r.module)));
        rules.claims.personal.sort_by_key(|r| (r.phase, rank(r.module)));
        rules.play.joints.iter_mut().for_each(|joint| joint.sort_by_key(|r| (r.phase, rank(r.module))));
        rules.networks.changes.sort_by_key(|(_, r)| (r.phase, rank(r.module)));
        rules.scoring.scores.sort_by_key(|r| (r.phase, rank(r.module)));
        rules.claims.eligibility.sort_by_key(|e| rank(e.module));
        let on_group = || rules.claims.eligibility.iter().filter(|e| e.depends == Depends::OnGroup);
        rules.claims.asks_others = on_group().any(|rule| !matches!(rule.refuses, Refuses::When(_)));
        rules.claims.asks_always = rules.claims.eligibility.iter().any(|e| e.depends == Depends::OnAnything);
        rules.scoring.award_order = (0..rules.scoring.awards.len()).collect();
        let awards = &rules.scoring.awards;
        rules.scoring.award_order.sort_by_key(|i| (awards[*i].phase, rank(awards[*i].module)));
        for decision in &mut rules.play.decisions {
            decision.lines.sort_by_key(|line| line.module);
            decision.fallbacks = decision.lines.extract_if(.., |line| line.rank == Rank::Fallback).collect();
        }
        rules.material.limits = Limits::new(std::mem::take(&mut self.row_limits));
        rules.find_wakes();
        let purses = |who| {
            rules.material.purses.iter().map(|set| rules.material.spots[rules.of_player(*set, who).index()]).collect()
        };
        rules.material.purse_spots = rules.player_ids().map(purses).collect();
        let pile = |deck: &Deck| {
            let stream = rules.material.zones[deck.draw.index()].stream;
            Pile {
                draw: rules.material.spots[deck.draw.index()],
                discards: rules.material.spots[deck.discards.index()],
                stream,
                name: rules.material.streams[usize::from(stream)].clone(),
                all: deck.kinds.iter().fold(CardBag::EMPTY, |all, kind| all.with(kind, u8::MAX)),
            }
        };
        rules.material.piles = rules.material.decks.iter().map(pile).collect();
        let turn = &rules.play.decisions[TURN.index()];
        let lesser = turn.lines.iter().filter(|line| line.rank != Rank::Ordinary).chain(&turn.fallbacks);
        let lesser: Vec<ModuleId> = lesser.map(|line| line.module).collect();
        rules.play.ops.iter_mut().for_each(|op| op.lesser = lesser.contains(&op.module));
        self.terms.sort_by_key(|(phase, module, _)| (*phase, rank(*module)));
    }

    /// The menus of all decisions, once everything is known that they speak of.
    pub(super) fn settle_menus(&mut self) {
        let mut decisions = std::mem::take(&mut self.rules.play.decisions);
        for decision in &mut decisions {
            for lines in [&mut decision.lines, &mut decision.fallbacks] {
                let settled = std::mem::take(lines)
                    .into_iter()
                    .map(|line| working(self.id_of(line.module), || line.settled(&mut self.rules)));
                *lines = settled.collect();
            }
        }
        self.rules.play.decisions = decisions;
    }

    /// The price list of the routes.
    pub(super) fn settle_prices(&mut self) {
        let rules = &mut self.rules;
        rules.costs.has_prices = rules.claims.personal.is_empty() && !rules.claims.paints && !rules.claims.asks_always;
        let target = |route: RouteId| {
            let of = &rules.costs.route_terms[rules.terms_at(route, rules.board.route(route).colour)];
            (!of.closed).then(|| Target::from(of))
        };
        let targets: Vec<Option<Target>> = rules.board.route_ids().map(target).collect();
        let prices = PriceList::new(&targets, &rules.costs.payers, &rules.costs.all, &rules.material.pieces);
        rules.costs.claim_order = prices.order().map(RouteId::at).collect();
        rules.costs.lists.push(if rules.costs.has_prices { prices } else { PriceList::default() });
    }

    /// A solver for every cost that a module has registered, in that order; those of routes come behind.
    pub(super) fn settle_costs(&mut self) {
        for (module, key, cost) in std::mem::take(&mut self.costs) {
            match Payer::new(&cost, &self.rules.material.kind_info) {
                Ok(payer) => {
                    self.rules.costs.payers.push(payer);
                    self.rules.costs.all.push(cost);
                }
                Err(e) => {
                    let found = self.param_fault(module, &ParamFault::new(key, format!("is {e}")));
                    self.diagnostics.push(found);
                }
            }
        }
    }

    /// Folds what the map says of every route into tables: its terms, and a solver for each distinct cost.
    pub(super) fn settle_terms(&mut self) {
        let rules = &mut self.rules;
        let colours: Vec<Option<Option<ColourId>>> = if rules.claims.paints {
            (0..rules.board.colours.len()).map(|c| Some(Some(ColourId::at(c)))).chain([Some(None)]).collect()
        } else {
            vec![None]
        };
        let name = |module: &ModuleId| self.ids.get(module.index()).copied().unwrap_or("core");
        let workers: Vec<Worker> = self.terms.iter().map(|(_, module, _)| name(module).into()).collect();
        let mut known_terms: HashMap<Terms, u16> = HashMap::new();
        let mut known_costs: HashMap<Cost, u16> = HashMap::new();
        for route in rules.board.route_ids() {
            for colour in &colours {
                let colour = colour.unwrap_or(rules.board.route(route).colour);
                let mut terms = Terms {
                    cost: Cost::free(),
                    piece: PieceId(0),
                    pieces: 0,
                    aside: 0,
                    public: false,
                    closed: rules.material.pieces.is_empty(),
                };
                for ((.., change), worker) in self.terms.iter().zip(&workers) {
                    working(*worker, || change(&rules.board, route, colour, &mut terms));
                }
                let payer = match known_costs.get(&terms.cost) {
                    Some(at) => *at,
                    None => match Payer::new(&terms.cost, &rules.material.kind_info) {
                        Ok(payer) => {
                            let at = rules.costs.payers.len() as u16;
                            known_costs.insert(terms.cost.clone(), at);
                            rules.costs.payers.push(payer);
                            rules.costs.all.push(terms.cost.clone());
                            at
                        }
                        Err(e) => {
                            let found = Diagnostic::error("route::cost", format!("this route has {e}"));
                            self.diagnostics.push(found.at(self.map.routes[route.index()].span));
                            return;
                        }
                    },
                };
                let (piece, public, closed) = (terms.piece, terms.public, terms.closed);
                let pieces = u16::from(terms.pieces) + u16::from(terms.aside);
                let at = *known_terms.entry(terms.clone()).or_insert_with(|| {
                    rules.costs.terms.push(terms);
                    (rules.costs.terms.len() - 1) as u16
                });
                rules.costs.route_terms.push(RouteTerms { terms: at, payer, piece, pieces, public, closed });
            }
        }
    }
}

impl Rules {
    /// The most pieces that a route takes, if all take the same.
    pub(super) fn find_most_pieces(&mut self) {
        let terms = &self.costs.route_terms;
        let Some(piece) = terms.first().map(|of| of.piece) else { return };
        if terms.iter().all(|of| of.piece == piece && !of.public && !of.closed) {
            self.costs.most_pieces = terms.iter().map(|of| of.pieces).max().map(|most| (piece, most));
        }
    }

    /// Which routes end in each city.
    pub(super) fn find_ending_routes(&mut self) {
        for city in &self.board.cities {
            let mut ending: Vec<(u32, u64)> = Vec::new();
            for route in &city.routes {
                let (word, bit) = ((route.index() / 64) as u32, 1 << (route.index() % 64));
                match ending.iter_mut().find(|(at, _)| *at == word) {
                    Some((_, bits)) => *bits |= bit,
                    None => ending.push((word, bit)),
                }
            }
            self.networks.ending_in.push(ending);
        }
    }

    /// Which rules for the end of a turn are woken by what.
    fn find_wakes(&mut self) {
        let mut wakes = Wakes {
            bits: vec![0; self.play.wakes.bits.len()],
            registers: vec![0; self.material.regs.len()],
            stocks: vec![0; self.material.pieces.len()],
            first_turn: u16::MAX,
            ..Wakes::default()
        };
        for (at, rule) in self.play.turn_end.iter().enumerate().take(32) {
            let bit = 1u32 << at;
            let Some((name, reads)) = &rule.run.reads else {
                wakes.always |= bit;
                continue;
            };
            wakes.bits[usize::from(name.0)] = bit;
            for read in reads {
                match *read {
                    Read::Zone(zone) => {
                        let first = zone.index();
                        let set = match self.material.zones[first].owner {
                            Some(Owner::Player(_)) => self.about.players,
                            Some(Owner::Side(_)) => self.about.side_count,
                            None => 1,
                        };
                        self.material.spots[first..first + set].iter_mut().for_each(|spot| spot.wakes |= bit);
                    }
                    Read::Register(number) => wakes.registers[usize::from(number)] |= bit,
                    Read::Stock(piece) => wakes.stocks[piece.index()] |= bit,
                    Read::Idle => wakes.idle |= bit,
                    Read::Turns(from) => {
                        wakes.turns.push((from, bit));
                        wakes.first_turn = wakes.first_turn.min(from);
                    }
                }
            }
        }
        self.play.wakes = wakes;
    }

    /// What a claim of each route closes, and which routes are open to whom at the start.
    pub(super) fn find_open_routes(&mut self) {
        let closes = self.claims.eligibility.iter().filter(|rule| rule.depends == Depends::OnGroup);
        let closes: Vec<Closes> = closes
            .filter_map(|rule| match rule.refuses {
                Refuses::When(closes) => Some(closes),
                Refuses::Player(_) | Refuses::Players(_) => None,
            })
            .collect();
        let closings = |claimed: RouteId| {
            let closing = |route: &RouteId| {
                let mut closes = closes.iter().filter(|closes| closes.is_by(*route, claimed)).peekable();
                closes.peek()?;
                let to_all = closes.any(|closes| closes.to == ClosedTo::All);
                Some(Closing { slot: self.slot_of(*route), to_all })
            };
            self.board.group_of(&claimed).iter().filter_map(closing).collect()
        };
        self.claims.closings = self.board.route_ids().map(closings).collect();
        self.initial.sets = vec![0; self.open_words() * (2 * self.about.players + 1)];
        self.initial.open = vec![0; self.route_prices().width() * self.about.players];
        let mut st = self.initial.clone();
        let (mut chance, mut sink) = (SeededChance::new(0), NoEvents);
        let mut cx = self.cx(&mut st, &mut chance, &mut sink);
        for route in self.board.route_ids() {
            cx.reopen(route);
        }
        self.initial = st;
    }
}
