//! What there is already, and what modules give each other.

use super::Installer;
use crate::board::Board;
use crate::ids::{Kind, KindSet, PieceId};
use crate::phase::Phase;
use crate::rules::{CardKind, Deck, Piece};
use std::any::{Any, TypeId};
use std::sync::Arc;

impl Installer<'_> {
    /// How many players.
    pub fn players(&self) -> usize {
        self.draft.rules.about.players
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
        &self.draft.rules.material.kinds
    }

    /// The decks registered so far.
    pub fn decks(&self) -> &[Deck] {
        &self.draft.rules.material.decks
    }

    /// The pieces registered so far.
    pub fn pieces(&self) -> &[Piece] {
        &self.draft.rules.material.pieces
    }

    /// The pieces that claim routes.
    pub fn claim_pieces(&self) -> Vec<PieceId> {
        let pieces = self.draft.rules.material.pieces.iter().enumerate();
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
        let kinds = self.draft.rules.material.kinds.iter().enumerate();
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

    pub(super) fn full_name(&self, name: &str) -> String {
        format!("{}/{name}", self.draft.module_id())
    }

    pub(super) fn joins(&mut self, seam: &'static str, phase: Option<Phase>) {
        let seams = &mut self.draft.seams[self.draft.module.index()];
        if !seams.contains(&(seam, phase)) {
            seams.push((seam, phase));
        }
    }
}
