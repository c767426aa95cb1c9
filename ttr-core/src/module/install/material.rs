//! Material: decks, pieces, zones, registers, sides, limits.

use super::Installer;
use crate::board::Ticket;
use crate::compile::Place;
use crate::event::Sight;
use crate::ids::{ColourId, DeckId, Kind, KindSet, PieceId, PlayerId, PlayerSet, SideId, ZoneId};
use crate::limits::{MAX_CARD_KINDS, MAX_COLOURS, MAX_DECKS, MAX_PIECE_KINDS};
use crate::registers::{Reg, RegSpec, RegValue, Scope, Sizes};
use crate::rules::{CardKind, Deck, Holds, Owner, Piece, Vis, Zone};
use crate::zone::{SideZones, ZoneSet};
use ttr_source::Diagnostic;

impl Installer<'_> {
    /// Registers a deck: a draw pile nobody sees and its discards, which all see.
    pub fn deck(&mut self, name: &str) -> DeckId {
        let draw = self.shuffled_zone(&format!("{name} deck"), Holds::Cards);
        let discards = self.zone(&format!("{name} discards"), Holds::Cards, Vis::Public);
        let rules = &mut self.draft.rules;
        rules.material.decks.push(Deck { name: name.to_owned(), draw, discards, kinds: KindSet::NONE });
        let n = rules.material.decks.len();
        self.draft.check_limit(n, MAX_DECKS, "decks", "limit::decks", self.span_of(Place::Module));
        DeckId::at(n - 1)
    }

    /// Registers a kind of card, which stands under this key of the module's table. All its cards start in the draw pile.
    pub fn card_kind(&mut self, key: impl Into<String>, kind: CardKind) -> Kind {
        let (key, at) = (key.into(), self.draft.rules.material.kinds.len());
        if at == MAX_CARD_KINDS {
            self.draft.one_kind_too_many(&key);
            return Kind::at(at - 1);
        }
        self.draft.kind_places.push((self.draft.module, key));
        let rules = &mut self.draft.rules;
        let deck = &mut rules.material.decks[kind.deck.index()];
        deck.kinds = deck.kinds.with(Kind::at(at));
        rules.material.kinds.push(kind);
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
        let pieces = &mut self.draft.rules.material.pieces;
        pieces.push(Piece { name: name.to_owned(), count, claims, stock, boxed, aside, shared });
        let n = pieces.len();
        let place = self.span_of(Place::Module);
        self.draft.check_limit(n, MAX_PIECE_KINDS, "kinds of pieces", "limit::piece-kinds", place);
        PieceId::at(n - 1)
    }

    /// Puts pieces of a kind to a stock that all share.
    pub fn shared_pieces(&mut self, piece: PieceId, count: u16) {
        let slot = self.draft.rules.material.pieces[piece.index()].shared.slot(());
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
        let first = ZoneId::at(self.draft.rules.material.zones.len());
        for who in players {
            let sight = match vis {
                Vis::Public => Sight::All,
                Vis::Owner => Sight::Some(PlayerSet::one(who)),
                Vis::Side => {
                    // The module that makes the sides may still come: partners are added when all are installed.
                    self.draft.side_zones.push(ZoneId::at(self.draft.rules.material.zones.len()));
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
        let first = ZoneId::at(self.draft.rules.material.zones.len());
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
        if shuffled && self.draft.rules.material.zones.iter().any(|z| z.name == name) {
            let message = format!("two piles are named {name:?}: give a deck another name");
            self.report_at(Place::Module, Diagnostic::error("zone::same-name", message));
        }
        let stream = if shuffled { self.stream(name) } else { 0 };
        let zones = &mut self.draft.rules.material.zones;
        zones.push(Zone { name: name.to_owned(), owner, holds, sight, shuffled, stream });
        ZoneId::at(zones.len() - 1)
    }

    /// Players pay with the cards in these zones: a set of each player's, of each side's, or one zone for all. Those
    /// registered earlier are paid from first. What was laid for a claim that is given up goes back to where it came from.
    pub fn pays_from(&mut self, zones: impl Into<ZoneId>) {
        let zones = zones.into();
        if !self.draft.rules.material.purses.is_empty() {
            let name = format!("laid from {}", self.draft.rules.zone(zones).name);
            let origin = self.reg(&name);
            self.draft.rules.material.origins.push(origin);
        }
        self.draft.rules.material.purses.push(zones);
    }

    /// The tickets in these zones score for whom they belong to: a set of each player's, of each side's, or one zone for all.
    pub fn scores_tickets_in(&mut self, zones: impl Into<ZoneId>) {
        self.draft.rules.networks.goal_zones.push(zones.into());
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
        let streams = &mut self.draft.rules.material.streams;
        match streams.iter().position(|s| s == name) {
            Some(at) => at as u16,
            None => {
                streams.push(name.to_owned());
                (streams.len() - 1) as u16
            }
        }
    }

    /// Registers a stream of chance that brings players: their seats, counted from 0.
    pub fn stream_of_players(&mut self, name: &str) -> u16 {
        let stream = self.stream(name);
        self.draft.rules.material.streams_of_players.push(stream);
        stream
    }

    /// Registers public numbers.
    pub fn reg<S: Scope, T: RegValue>(&mut self, name: &str) -> Reg<S, T> {
        let rules = &self.draft.rules;
        let sizes = Sizes {
            players: rules.about.players,
            cities: rules.board.cities.len(),
            routes: rules.board.routes.len(),
            kinds: MAX_CARD_KINDS,
            tickets: rules.board.tickets.len(),
        };
        let (base, len) = (self.draft.reg_len, S::len(&sizes));
        let spec = RegSpec { name: self.full_name(name), module: self.draft.module, scope: S::NAME, base, len };
        self.draft.reg_len += len;
        self.draft.rules.material.regs.push(spec);
        Reg::new(base, self.draft.rules.material.regs.len() - 1)
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
            let early = self.draft.id_of(early);
            let own = self.draft.module_id();
            self.fault(
                "",
                format!("makes the sides too late: `{early}` has places of each side, and must require `{own}`"),
            );
        } else if sides.len() != self.players() || !all {
            let players = self.players();
            self.fault("", format!("does not seat {players} players on sides numbered without gaps"));
        } else {
            self.draft.rules.about.sides = sides.to_vec();
            self.draft.rules.about.side_count = count;
        }
    }

    /// Names the sides, by their numbers; one without a name goes by those of its players.
    pub fn name_sides(&mut self, names: &[String]) {
        self.joins("sides", None);
        self.draft.rules.about.side_names = names.to_vec();
    }

    /// At most so many cards of these kinds lie in the row.
    pub fn row_limit(&mut self, kinds: KindSet, most: u8) {
        self.joins("row limit", None);
        self.draft.row_limits.push((kinds, most));
    }
}
